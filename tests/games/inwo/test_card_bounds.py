"""Where a rule about cards ends: whom it concerns, how long it lasts, what it leaves alone, and what is said of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.game import violation
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.attack import Attack
from companion.games.inwo.card_plays import Play
from companion.games.inwo.catalog import Side
from companion.games.inwo.decks import DeckEvening
from companion.games.inwo.editor_unlabelled import with_figure
from companion.games.inwo.effects import Mode, Until
from companion.games.inwo.goals import standings
from companion.games.inwo.invariants import arrows_are_printed, nothing_overlaps
from companion.games.inwo.resolve_hands import returns
from companion.games.inwo.state import Destroyed, Lasts, Order, Phase, Placed, Played, Resource
from companion.games.inwo.state_based_actions import settled
from companion.games.inwo.strength import strength
from tests.games.inwo.tables import (
    EVENING,
    LEGAL,
    beside,
    card,
    chained,
    do,
    held,
    player,
    table,
    two,
    verdict,
)


def test_a_resource_that_gave_something_in_this_turn_stays() -> None:
    """INWO-245."""
    own = player("Ann", chained("UFOs", "Hackers"), resources=(Resource(card("Cyborg Soldiers")),))
    used = replace(own, resources=(replace(own.resources[0], used=True),))
    bob = player("Bob", chained("The Network", "KKK"))

    assert LEGAL == verdict(table(own, bob), "A: give B Resource Cyborg Soldiers")
    assert "INWO-245" == verdict(table(used, bob), "A: give B Resource Cyborg Soldiers")


def test_the_target_of_what_is_no_attack_pays_for_the_answer() -> None:
    """INWO-204: the target of an instant attack spends no token, that of another Plot does."""
    ann = player("Ann", chained("UFOs", "C.I.A."), **held("Assertiveness Training", "Tornado"))
    bob = player("Bob", chained("The Network", "Japan"), plots=1, unseen_plots=(card("Hoax!"), card("Fnord!")))
    plot = do(table(ann, bob), "A: play Assertiveness Training on Japan")
    storm = do(table(ann, bob), "A: play Tornado on Japan")

    assert LEGAL == verdict(plot, "B: play Hoax! paid by Japan")
    assert "INWO-72" == verdict(storm, "B: play Hoax! paid by Japan")


def test_for_relief_those_are_rewarded_who_gave_it() -> None:
    """INWO-214: the Boy Sprouts draw a Plot where they help, and not where they look on; others draw none."""
    own = beside(chained("UFOs", "Boy Sprouts"), "UFOs", "Underground Newspapers")
    ruin = chained("The Network", "Hawaii")
    bob = player("Bob", (ruin[0], replace(ruin[1], devastated=True)))
    state = table(player("Ann", own, unseen_plots=("hoax",) * 3), bob)

    assert 1 == do(state, "A: relieve Hawaii with Boy Sprouts").player("A").plots
    assert 0 == do(state, "A: relieve Hawaii with UFOs + Underground Newspapers").player("A").plots


def test_leads_that_two_picked_are_set_aside_and_no_others() -> None:
    """INWO-21."""
    ann, bob, cid = (
        replace(player(name, (Placed(root),)), unseen_groups=("hackers", "japan", "kkk"), turns=0)
        for name, root in (("Ann", "ufos"), ("Bob", "the_network"), ("Cid", "shangri_la"))
    )
    state = table(ann, bob, cid, phase=Phase.LEADS, round=0)
    picked = do(state, "A: lead KKK at left", "B: lead KKK at left", "C: lead Japan at left")

    assert (("kkk",), [None, None, "japan"]) == (picked.aside, [each.lead for each in picked.players])


def test_whose_deck_has_no_other_group_keeps_the_lead_that_is_the_others_too() -> None:
    """INWO-21: a Resource is none, nor is a Group that has been picked; who has another picks anew."""
    ann = replace(player("Ann", (Placed("ufos"),)), unseen_groups=("bigfoot", "hackers", "kkk"), turns=0)
    poor = replace(ann, unseen_groups=("bigfoot", "kkk"))
    bob = replace(player("Bob", (Placed("the_network"),)), unseen_groups=("hackers", "kkk"), turns=0)

    def leads(first: object) -> list[str | None]:
        state = table(first, bob, phase=Phase.LEADS, round=0)  # type: ignore[arg-type]
        return [each.lead for each in do(state, "A: lead KKK at left", "B: lead KKK at left").players]

    assert [None, None] == leads(ann)
    assert ["kkk", None] == leads(poor)


def test_a_pile_keeps_its_order_when_a_card_is_taken_out_of_it() -> None:
    """INWO-66: of two copies the upper one goes."""
    pile = ("kkk", "hackers", "japan", "eliza", "kkk", "hawaii")
    state = table(player("Ann", chained("UFOs", "C.I.A.")), player("Bob", chained("The Network"), discard=pile))
    left = returns(state, Played("A", "vultures"), Play(recovers=True), "kkk").player("B").discard

    assert ("kkk", "hackers", "japan", "eliza", "hawaii") == left


def test_what_has_an_end_ends_with_the_turn_that_it_is_said_of() -> None:
    """INWO-322: with any turn, with the next one of the player concerned, or never."""
    turn, own_turn, always = (
        Lasts("good_polls", "A", None, each) for each in (Until.TURN, Until.OWN_TURN, Until.ALWAYS)
    )
    on_bobs = Lasts("good_polls", "A", card("The Mafia"), Until.OWN_TURN)
    state = two(chained("UFOs", "C.I.A."), phase=Phase.KNOCKED, lasting=(turn, own_turn, always, on_bobs))
    after = do(state, "B: begin")

    assert (own_turn, always) == after.lasting
    assert (always,) == do(replace(after, phase=Phase.KNOCKED), "A: begin").lasting


def test_a_goal_card_that_is_shown_leaves_the_hand_once() -> None:
    """INWO-298: it lies open from then on; one that lay open stays where it is."""
    ann = player(
        "Ann", chained("Servants of Cthulhu", "C.I.A."), plots=2, unseen_plots=("fratricide", "sniper", "hoax")
    )
    ann = replace(ann, removed=("C", "D"))
    rest = (player(name, chained("UFOs", "KKK")) for name in ("Bob", "Cid", "Dan"))
    state = table(ann, *rest, phase=Phase.KNOCKED)
    open_before = do(state, "A: expose Fratricide")
    shown = [do(each, "A: claim with Fratricide").player("A") for each in (state, open_before)]

    assert [(1, ("fratricide",))] * 2 == [(each.plots, each.exposed) for each in shown]


@pytest.mark.parametrize(("turns", "expected"), [((1, 1), LEGAL), ((1, 0), "INWO-310"), ((0, 1), "INWO-310")])
def test_of_two_players_each_has_had_a_turn_before_one_attacks_the_other(turns: tuple[int, int], expected: str) -> None:
    """INWO-310."""
    state = two(chained("UFOs", "C.I.A."))
    state = replace(state, players=tuple(replace(each, turns=n) for each, n in zip(state.players, turns, strict=True)))

    assert expected == verdict(state, "A: attack to destroy UFOs -> The Mafia")


@pytest.mark.parametrize("from_hand", [True, False])
def test_what_was_just_captured_is_known_for_it(from_hand: bool) -> None:
    """INWO-77, INWO-78: from the hand just as well."""
    attack = Attack(
        "A", Mode.CONTROL, "japan", "c_i_a", from_hand=from_hand, spent=True, roll=(1, 1), total=2, by_hand=40
    )
    theirs = chained("The Network", "KKK" if from_hand else "Japan")
    taken = do(two(chained("UFOs", "C.I.A."), theirs, attack=attack), "A: capture at bottom")

    assert [False, False, True] == [each.captured for each in taken.player("A").structure]


TERMS = [
    (Mode.CONTROL, None, False, ["INWO-131", "INWO-135", "INWO-131", "INWO-131"]),
    (Mode.DESTROY, None, False, ["INWO-158", "INWO-135", "INWO-158", "INWO-131"]),
    (Mode.DESTROY, None, True, ["INWO-158", "INWO-135", "INWO-212", "INWO-131"]),
    (Mode.DISASTER, "tornado", False, ["INWO-201", "INWO-201", "INWO-131"]),
    (Mode.DISASTER, "tornado", True, ["INWO-201", "INWO-212", "INWO-131"]),
]
"""By which rules the strength of an attack on Hawaii counts: how it is attacked, by which card, devastated or not."""


@pytest.mark.parametrize(("mode", "by_card", "devastated", "rules"), TERMS)
def test_each_term_cites_its_rule(mode: Mode, by_card: str | None, devastated: bool, rules: list[str]) -> None:
    """INWO-131, INWO-158, INWO-201, INWO-212."""
    root, target = chained("The Network", "Hawaii")
    theirs = root, replace(target, devastated=devastated)
    attack = Attack("A", mode, "hawaii", None if by_card else "c_i_a", card=by_card, frozen=1 if by_card else None)
    counted = strength(two(chained("UFOs", "C.I.A."), theirs, attack=attack)).terms

    assert rules == [term.rule.id for term in counted]


def test_an_alignment_that_does_not_count_for_goals_is_none_of_the_ten() -> None:
    """INWO-294: by the Military-Industrial Complex Corporate Groups are Government too, but for no goal."""
    state = two(chained("Bermuda Triangle", "Fast Food Chains"))
    order = replace(state, orders=(Order(card("Military-Industrial Complex"), "A"),))

    assert [each.has for each in standings(state, "A")] == [each.has for each in standings(order, "A")]


# --- where arrows are assumed ---

TOLD = GAME.with_profile(
    "".join(f'[cards.{each}]\narrows = "owner"\n' for each in ("hackers", "c_i_a", "japan"))
).evening
"""With what an owner has told of three cards: that their arrows are where they were taken to be."""


def refusals(evening: DeckEvening) -> dict[str, str]:
    """What is said of a Group laid where its master has no arrow, and of one that would lie over another, by rule."""
    own = beside(chained("UFOs", "Hackers", "C.I.A."), "UFOs", "Japan")
    ann = player("Ann", own, groups=1, unseen_groups=("russia",))
    early = replace(table(ann, player("Bob", chained("The Network", "KKK"))), evening=evening, phase=Phase.PLOTS)
    main = replace(early, phase=Phase.MAIN)
    won = Attack("A", Mode.CONTROL, "russia", "hackers", from_hand=True, spent=True, roll=(1, 1), total=2, by_hand=40)
    asked = (
        (early, act.TakeOver("A", "russia", "hackers", Side.RIGHT)),
        (main, act.DeclareAttack("A", "hackers", Mode.CONTROL, "russia")),
        (main, act.Move("A", "japan", "hackers", Side.RIGHT)),
        (replace(main, attack=won), act.Capture("A", Side.RIGHT)),
    )
    found = [violation(GAME, state, action) for state, action in asked]
    return {each.rule.id: f"{each.reason} {each.repair}" for each in found if each is not None}


@pytest.mark.parametrize(("evening", "expected"), [(GAME.evening, True), (TOLD, False)])
def test_a_refusal_says_so_where_it_rests_on_arrows_that_nobody_has_told(evening: DeckEvening, expected: bool) -> None:
    """INWO-83, INWO-84, INWO-87, INWO-130: and how to tell them."""
    said = refusals(evening)

    assert {"INWO-83", "INWO-84", "INWO-87", "INWO-130"} == said.keys()
    assert [expected] * 8 == ["assume" in each for each in said.values()] + [
        "Your copies" in each for each in said.values()
    ]


@pytest.mark.parametrize(("evening", "expected"), [(GAME.evening, True), (TOLD, False)])
def test_so_does_a_fault_of_a_position(evening: DeckEvening, expected: bool) -> None:
    """INWO-83, INWO-86."""
    root, hackers = chained("UFOs", "Hackers")
    astray = (root, hackers, Placed("c_i_a", "hackers", Side.RIGHT))
    over = (root, hackers, Placed("japan", "ufos", hackers.side))
    faults = [
        *arrows_are_printed(replace(two(astray), evening=evening)),
        *nothing_overlaps(replace(two(over), evening=evening)),
    ]

    assert [expected] * len(faults) == ["assume" in str(fault.reason) for fault in faults]
    assert len(faults) >= 2


def test_a_target_defends_itself_with_each_of_its_tokens() -> None:
    """INWO-74, INWO-152: others help once."""
    root, mafia = chained("The Network", "The Mafia")
    state = do(
        two(chained("UFOs", "C.I.A."), (root, replace(mafia, tokens=2))), "A: attack to destroy UFOs -> The Mafia"
    )
    defended = do(state, "A: spend token", "B: defend The Mafia", "B: defend The Mafia")

    assert [("the_mafia", 2)] == [(each.card, each.tokens) for each in defended.open_attack.helps]
    assert "INWO-74" == verdict(do(defended, "A: aid C.I.A."), "A: aid C.I.A.")


@pytest.mark.parametrize(
    ("counted", "removed", "uncounted", "out"), [(7, 1, 0, False), (7, 0, 1, True), (6, 1, 0, True)]
)
def test_who_has_destroyed_eight_is_not_out_without_a_puppet(
    counted: int, removed: int, uncounted: int, out: bool
) -> None:
    """INWO-291, INWO-296: rivals whom he removed count, what counts for no goal does not."""
    groups = [card for card, each in EVENING.catalog.cards.items() if each.is_group][: counted + uncounted]
    gone = tuple(Destroyed(card, uncounted=index >= counted) for index, card in enumerate(groups))
    alone = player("Ann", chained("Servants of Cthulhu"), destroyed=gone, removed=("D",) * removed, turns=4)
    state = table(alone, player("Bob", chained("UFOs", "KKK")), player("Cid", chained("UFOs", "Japan")))

    assert out == settled(state).player("A").out


@pytest.mark.parametrize(("power_zero", "expected"), [("kept", [0, 1]), ("lost", [0, 0])])
def test_a_group_whose_power_is_gone_gets_no_token(power_zero: str, expected: list[int]) -> None:
    """INWO-14, INWO-14-R: also where it keeps the one that lies there."""

    def laid(tokens: int) -> int:
        root, group = chained("UFOs", "Fast Food Chains")
        ann = player("Ann", (root, replace(group, tokens=tokens)))
        orders = (Order(card("Energy Crisis"), "B"),)
        bob, settings = player("Bob", chained("The Network", "KKK")), {"power_zero": power_zero}
        after = do(table(ann, bob, settings=settings, phase=Phase.PLOTS, orders=orders), "A: proceed")
        return after.player("A").structure[1].tokens

    assert expected == [laid(0), laid(1)]


def test_free_takeovers_are_used_up_one_by_one() -> None:
    """INWO-100: two Resources cost nothing where cards allow it, the third the token of the Illuminati."""
    held = tuple(map(card, ("Angel's Feather", "Bigfoot", "Eliza")))
    ann = player("Ann", chained("UFOs", "Hackers"), groups=3, unseen_groups=held)
    state = table(ann, player("Bob", chained("The Network", "KKK")), free_takeovers=2)
    two_free = do(state, "A: acquire Bigfoot", "A: acquire Eliza")

    assert (0, 1) == (two_free.free_takeovers, two_free.player("A").structure[0].tokens)
    assert 0 == do(two_free, "A: acquire Angel's Feather").player("A").structure[0].tokens


def test_a_card_in_play_that_attacks_stays_where_it_lies() -> None:
    """INWO-200: it is no Plot that lies in the middle; nor is it thrown away when the players take the attack back."""
    ann = player("Ann", chained("UFOs", "C.I.A."))
    bob = player("Bob", chained("The Network", "Gordo Remora"))
    state = do(table(ann, bob), "A: use C.I.A. on Gordo Remora paid by C.I.A.")

    assert "c_i_a" == state.open_attack.card
    assert () == GAME.table(state).zones["played"]
    assert () == with_figure(state, "play", "over").player("A").discard


def test_agents_of_an_attack_that_is_taken_back_return_to_whose_they_are() -> None:
    """INWO-168."""
    ann = player("Ann", chained("UFOs", "C.I.A."))
    bob, cid = player("Bob", chained("The Network", "KKK")), player("Cid", chained("Shangri-La", "Japan"))
    cid = replace(cid, groups=1, unseen_groups=("kkk",))
    state = do(table(ann, bob, cid), "A: attack to destroy UFOs -> KKK", "A: spend token", "C: agents oppose")
    over = with_figure(state, "play", "over")

    assert [0, 0, 1] == [each.groups for each in over.players]
    assert ("kkk",) == over.player("C").unseen_groups
