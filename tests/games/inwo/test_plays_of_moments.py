"""Plays that answer to what has just happened, change a turn, or let their player choose; each in a scene of its own.

What comes of them is compared with their entries, which are read anew here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.game import violation
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.board import leaves_play
from companion.games.inwo.card_plays import Denied
from companion.games.inwo.card_values import resistance, value
from companion.games.inwo.catalog import Side
from companion.games.inwo.continuous_effects import traits
from companion.games.inwo.effects import Mode, Role
from companion.games.inwo.geometry import outgoing
from companion.games.inwo.rules import apply
from companion.games.inwo.state import Phase, State
from companion.games.inwo.state_based_actions import settled
from companion.games.inwo.strength import strength
from tests.games.inwo.moment_scenes import (
    SCENES,
    empty,
    holding,
    hung_below,
)
from tests.games.inwo.play_scenes import marks, way, with_group
from tests.games.inwo.scenes import DATA, MINE, NOBODY, THEIRS, attacked, number, suits

WAYS = [
    pytest.param(card, kind, index, id=f"{card}-{index + 1}")
    for card in SCENES
    for kind in ("play", "uses")
    for index in range(len(DATA[card].get(kind, ())))
]


@pytest.mark.parametrize(("card", "kind", "index"), WAYS)
def test_what_comes_of_playing_it_at_its_moment(card: str, kind: str, index: int) -> None:
    play = DATA[card][kind][index]
    before, target = SCENES[card](index)
    action = way(card, kind, index, before, target)
    later = apply(before, action)
    assert [marks(action, play, seat) for seat in "ABC"] == [each.used for each in later.players]
    while later.stack and later.stack[-1].card == card:
        later = apply(later, act.LetStand("B"))

    assert target == action.target
    assert sum(check(before, later, action, play) for check in CHECKS) or is_without_effect(play)


def is_without_effect(play: dict[str, Any]) -> bool:
    """A roll by which nothing is won."""
    return play.keys() == {"cost", "rolled"}


def check_attack(before: State, later: State, action: Any, play: dict[str, Any]) -> int:
    checks = 0
    if "boost" in play:
        assert before.attack is not None
        of = {"target": before.attack.target, "self": action.card, None: None}[play.get("boost_power")]
        points = play["boost"] * (1 if of is None else number(of, "power"))
        assert points == strength(later).total - strength(before).total
        checks += 1
    if play.get("privilege") == "grant":
        assert later.attack is not None
        assert later.attack.privileged
        checks += 1
    if "attack" in play and not play["attack"].get("needs_helper"):
        assert later.attack is not None
        assert (play["attack"]["mode"], action.target) == (later.attack.mode, later.attack.target)
        points = play["attack"]["power"] - number("hackers", "power") - 10
        assert points == strength(later).total
        helper = act.GiveHelp("A", "ninjas", Role.OPPOSE)
        assert violation(GAME, with_group(later, "A", "ninjas"), helper) is None
        assert violation(GAME, with_group(later, "A", "kkk"), replace(helper, card="kkk")) is not None
        checks += 1
    return checks


def check_values(before: State, later: State, action: Any, play: dict[str, Any]) -> int:
    """What holds from now on: on the card itself, on its master, or on the target of the attack."""
    checks = 0
    for lasting in play.get("lasting", ()):
        for rule in lasting["effect"].get("alignments", ()):
            on = later.attack.target if later.attack is not None else action.target
            if rule.get("scope") == "master":
                later = hung_below(later, action.card, NOBODY)
                on = NOBODY
            assert set(rule["add"]) <= traits(later, str(on))
            checks += 1
        for rule in lasting["effect"].get("change", ()):
            if "roles" not in rule and "value" in rule:
                found = [value(later, str(action.target), of) for of in rule.get("of", ["power"])]
                assert [rule["value"]] * len(found) == found
                checks += 1
    return checks


def check_hands(before: State, later: State, action: Any, play: dict[str, Any]) -> int:
    ann, was = later.player("A"), before.player("A")
    bob, rival = later.player("B"), before.player("B")
    used = 1 if isinstance(action, act.PlayCard) else 0
    checks = 0
    for verb, found in (
        ("draw_plots", ann.plots - was.plots + used),
        ("draws_of_target", rival.plot_deck - bob.plot_deck),
        ("draws_of_rivals", rival.plot_deck - bob.plot_deck),
        ("loses", bob.plots - rival.plots),
        ("steals_of_target", rival.plots - bob.plots),
    ):
        if verb in play:
            assert play[verb] == found, verb
            checks += 1
    if "draws_of_rivals" in play:
        assert (
            play["draws_of_rivals"] == before.player("C").plot_deck - later.player("C").plot_deck
            or not before.player("C").plot_deck
        )
    for verb, seat in (("discards", "A"), ("discards_of_target", "B")):
        if verb in play and "exposes_all_but" not in play:
            assert play[verb] == [owed.what for owed in later.owed if owed.player == seat]
            checks += 1
    if "exposes_all_but" in play:
        owing, hidden = (ann, was.plots) if play.get("own_target") else (bob, rival.plots)
        due = ["exposed"] * hidden
        seat = "A" if owing is ann else "B"
        assert [*play.get("discards_of_target", ()), *due] == [owed.what for owed in later.owed if owed.player == seat]
        checks += 1
    if play.get("plot_to") == "hidden":
        assert (0, was.plots + 1) == (len(ann.exposed), ann.plots)
        checks += 1
    if play.get("takes_group"):
        assert (action.target in ann.unseen_groups, rival.groups - 1) == (True, bob.groups)
        checks += 1
    if play.get("looks_at"):
        assert rival.unseen_groups == bob.unseen_groups
        checks += 1
    return checks


def check_piles(before: State, later: State, action: Any, play: dict[str, Any]) -> int:
    checks = 0
    if play.get("buried"):
        marked = [gone.forever for _, player in later.each() for gone in player.destroyed if gone.card == action.target]
        assert [True] == marked or action.target in later.gone
        checks += 1
    if play.get("revives"):
        assert not later.is_destroyed(action.target)
        legal = [act.TakeOver("A", action.target, MINE, side) for side in ("left", "right", "top", "bottom")]  # type: ignore[arg-type]
        assert any(violation(GAME, later, each) is None for each in legal)
        checks += 1
    if "rewrites" in play:
        found = {trait for gone in later.player("B").destroyed for trait in gone.alignments}
        assert set(play["rewrites"].get("add", ())) <= found
        assert not found & set(play["rewrites"].get("remove", ()))
        checks += 1
    if play.get("orders_gone"):
        assert () == later.orders
        assert [0] == [each.tokens for each in later.player("B").structure if each.card in action.payers]
        checks += 1
    if play.get("cost", [{}])[0].get("itself"):
        assert action.card in later.player("A").discard
        checks += 1
    return checks


def check_table(before: State, later: State, action: Any, play: dict[str, Any]) -> int:
    checks = 0
    if play.get("undone"):
        assert action.target in later.player("B").unseen_groups
        another = act.TakeOver("B", "hackers", THEIRS, "left")  # type: ignore[arg-type]
        assert play.get("may_repeat", False) == (violation(GAME, later, another) is None)
        checks += 1
    if play.get("acquires"):
        held = later.player("A").resource(action.target)
        assert held is not None
        assert (action.card if play.get("link_here") else None) == held.to
        assert later.player("B").resource(action.target) is None
        checks += 1
    if play.get("unmasks"):
        ann = later.player("A")
        assert (action.target, action.target) == (ann.illuminati, ann.structure[0].card)
        assert {action.target} == {each.master for each in ann.structure[1:]}
        assert (MINE in ann.discard, action.target in ann.agents) == (True, False)
        checks += 1
    if play.get("everybody_loses"):
        assert ["A", "B", "C"] == [owed.player for owed in later.owed]
        for seat, card in (("A", NOBODY), ("B", "hackers"), ("C", "voudonistas")):
            assert violation(GAME, later, act.Discard(seat, "tornado")) is not None
            later = apply(later, act.Discard(seat, card))
        assert {NOBODY, "hackers", "voudonistas"} <= {card for _, player in later.each() for card in player.discard}
        checks += 1
    for taking in play.get("take_tokens", ()):
        seat = "A" if taking.get("own_only") else "B"
        assert {0} == {each.tokens for each in later.player(seat).structure}
        checks += 1
    return checks


def check_turn(before: State, later: State, action: Any, play: dict[str, Any]) -> int:
    """What somebody cannot do any more in this turn."""
    checks = 0
    for denied in play.get("denies", ()):
        seat = later.on_turn
        tried = {
            "plot": (act.DrawPlot(seat),),
            "plots": (act.DrawPlot(seat), act.BuyPlot(seat, (later.player(seat).structure[0].card,))),
            "group": (act.DrawGroup(seat),),
            "main": (act.DeclareAttack(seat, later.player(seat).structure[0].card, Mode.CONTROL, "hackers"),),
        }[denied]
        # The Network draws two Plots in a turn, so one is left to it where one is denied.
        on_with_it = {Denied.MAIN: act.Proceed(seat), Denied.PLOT: act.DrawPlot(seat)}
        later_still = apply(later, on_with_it[denied]) if denied in on_with_it else later
        assert all(violation(GAME, later_still, each) is not None for each in tried)
        checks += 1
    if play.get("again"):
        another = act.TakeOver("A", "kkk", MINE, "right")  # type: ignore[arg-type]
        assert violation(GAME, later, another) is None
        assert violation(GAME, before, another) is not None
        checks += 1
    if play.get("spoils_relief"):
        again = act.Relieve("C", "hawaii", ("ufos",))
        tokens = tuple(replace(each, tokens=1) for each in later.player("C").structure)
        later = later.with_player("C", replace(later.player("C"), structure=tokens))
        assert {"hawaii": True} == {each.card: each.devastated for each in later.player("B").structure[-1:]}
        assert "INWO-16" == violation(GAME, later, again).rule.id
        ann = later.player("A")
        later = later.with_player("A", replace(ann, turns=ann.turns + 2))
        assert violation(GAME, later, again) is None
        checks += 1
    if play.get("seizes"):
        assert ("A", "B", Phase.GROUPS) == (later.on_turn, later.interrupted, later.phase)
        assert violation(GAME, later, act.DrawGroup("A")) is not None
        later = apply(later, act.Proceed("A"))
        assert violation(GAME, later, act.BuyPlot("A", (MINE,))) is not None
        over = apply(later, act.Knock("A"))
        broken = [violation(GAME, over, act.Begin(seat)) for seat in ("C", "B")]
        assert ["INWO-29", None] == [found.rule.id if found is not None else None for found in broken]
        assert apply(over, act.Begin("B")).interrupted is None
        checks += 1
    if play.get("once_on_each"):
        held = replace(later.player("A"), unseen_plots=(action.card,), plots=1)
        again = replace(
            empty(later).with_player("A", replace(held, structure=before.player("A").structure)), turn_used=()
        )
        assert "INWO-80" == violation(GAME, again, action).rule.id
        checks += 1
    return checks


def check_choice(before: State, later: State, action: Any, play: dict[str, Any]) -> int:
    """Whose player goes on to choose may choose what the entry says, and nothing else."""
    offer = play.get("offer")
    if offer is None:
        return 0
    give = offer.get("give", True)
    wrong = act.SetTokens("A", MINE if offer.get("of", "own") != "own" else THEIRS, 1)
    assert "INWO-16" == violation(GAME, later, wrong).rule.id
    chosen = {
        "mass_murder": "empty_vee",
        "full_moon": "trekkies",
        "market_manipulation": "federal_reserve",
        "voodoo_economics": "kkk",
    }[action.card]
    seat = later.controller(chosen)
    assert seat is not None
    was = later.player(seat).placed(chosen)
    assert was is not None
    choose = act.SetTokens("A", chosen, was.tokens + 1 if give else 0)
    assert violation(GAME, later, choose) is None
    done = apply(apply(later, choose), act.Done("A"))
    now = done.player(seat).placed(chosen)
    assert now is not None
    assert (was.tokens + 1 if give else 0) == now.tokens
    assert ([offer["pile"]] if "pile" in offer else []) == [owed.what for owed in done.owed]
    assert action.card in done.player("A").discard
    if offer.get("cancels"):
        assert done.attack is not None
        assert () == done.attack.helps
    for gift in play.get("give_tokens", ()):
        assert {each.card: each.tokens for each in later.player("A").structure} == {
            each.card: int(suits(gift["to"], each.card)) for each in later.player("A").structure
        }
    return 1


def check_links(before: State, later: State, action: Any, play: dict[str, Any]) -> int:
    """What a card is linked to, and what that is good for; what has been lost and comes back."""
    checks, ann, target = 0, later.player("A"), str(action.target)
    for lasting in play.get("lasting", ()) if play.get("ties") else ():
        for rule in lasting["effect"].get("change", ()):
            assert number(target, "power") + rule["amount"] == value(later, target, "power")
            checks += 1
        for rule in lasting["effect"].get("defence", ()):
            found = [attacked(each, "disaster", target, player="C", card="tornado") for each in (before, later)]
            assert rule["amount"] == strength(found[0]).total - strength(found[1]).total
            checks += 1
        after_all = settled(leaves_play(later, target, "destroyed", "C"))
        assert bool(play.get("dies_with")) == after_all.is_destroyed(action.card)
        assert () == after_all.lasting == settled(leaves_play(later, action.card, "discard")).lasting
        assert 1 == len(apply(later, replace(action, target=target)).lasting), "linked to one at a time"
    if "arrows" in play:
        placed = ann.placed(action.target)
        assert placed is not None
        edges = set(outgoing(later.evening.catalog, placed))
        assert set(play["arrows"]) <= edges | {later.card(target).incoming}
        assert 3 == len(edges) or len(play["arrows"]) == 1
        assert [(action.card, target)] == [(link.card, link.to) for link in later.links]
        again = with_copy(later, action)
        assert violation(GAME, again, action) is not None
        checks += 1
    if play.get("salvages"):
        assert (None, True) == (before.holder(target), ann.resource(target) is not None)
        assert target not in (*later.gone, *later.player("B").discard)
        checks += 1
    if play.get("brings") and play.get("link"):
        side = next(each for each in Side if violation(GAME, later, act.TakeOver("A", target, MINE, each)) is None)
        back = settled(apply(later, act.TakeOver("A", target, MINE, side)))
        assert [(action.card, target)] == [(link.card, link.to) for link in back.links]
        assert () == settled(replace(later, granted=())).links, "nothing holds a head that does not come back"
        checks += 1
    return checks


def with_copy(state: State, action: Any) -> State:
    """Ann holds the card once more, and every token is there."""
    ann = state.player("A")
    structure = tuple(replace(each, tokens=1) for each in ann.structure)
    return state.with_player("A", replace(ann, structure=structure, plots=9, unseen_plots=(action.card,) * 9))


def check_out_of_it(before: State, later: State, action: Any, play: dict[str, Any]) -> int:
    """Who is kept out of an attack, and who is destroyed by his own."""
    checks = 0
    if play.get("bars"):
        helps = act.GiveHelp(action.target, "ufos", Role.OPPOSE)
        found = [violation(GAME, each, helps) for each in (before, later)]
        assert [None, "INWO-16"] == [None if each is None else each.rule.id for each in found]
        checks += 1
    if play.get("perishes"):
        assert [action.card] == [gone.card for gone in later.player("B").destroyed]
        checks += 1
    said = play.get("attack", {})
    if said.get("helper") and action.card in action.payers:
        terms = [term.points for term in strength(later).terms if term.card == action.card]
        assert [number(action.card, "power")] == terms
        assert 0 == later.player("A").placed(action.card).tokens  # type: ignore[union-attr]
        assert (said["mode"], True) == (later.attack.mode, later.attack.is_instant)  # type: ignore[union-attr]
        over = apply(replace(later, attack=replace(later.attack, roll=(6, 6), total=12)), act.Conclude("A"))  # type: ignore[type-var]
        assert over.player("A").placed(action.card) is not None, "a Group is not thrown away with its attack"
        checks += 1
    return checks


CHECKS = (
    check_attack,
    check_values,
    check_hands,
    check_piles,
    check_table,
    check_turn,
    check_choice,
    check_links,
    check_out_of_it,
)


def test_what_is_controlled_at_no_resistance() -> None:
    """Resistance is Useless!: neither its Resistance nor its master's alignments defend the target; its place does."""
    state = holding("resistance_is_useless", "tabloids", theirs=("hackers",))
    played = apply(apply(state, way("resistance_is_useless", "play", 0, state, "hackers")), act.LetStand("B"))
    found = strength(attacked(played, "control", "hackers", NOBODY))

    assert 0 == resistance(played, "hackers")
    assert {"INWO-131"} == {term.rule.id for term in found.terms if term.points < 0}
