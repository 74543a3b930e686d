"""What plays, attacks and turns leave behind: for those whom it concerns, and nothing for the others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.inwo.attack import Attack
from companion.games.inwo.card_plays import Play
from companion.games.inwo.effects import Aim, Mode, Until
from companion.games.inwo.resolve import resolved
from companion.games.inwo.resolve_hands import agents_gone, buried, discards, draws, spares_gone
from companion.games.inwo.resolve_table import relief_spoiled, salvaged, tied, turn_seized, unmasked
from companion.games.inwo.rules_by_hand import choices_of, offer_open
from companion.games.inwo.rules_relief import NO_RELIEF
from companion.games.inwo.state import (
    Destroyed,
    Lasts,
    Order,
    Owed,
    Phase,
    Pile,
    Played,
    Player,
    Resource,
)
from tests.games.inwo.tables import (
    LEGAL,
    anywhere,
    beside,
    card,
    chained,
    do,
    held,
    player,
    table,
    tokens,
    two,
    verdict,
)


def holding(seat_player: Player, *names: str) -> Player:
    """With Resources of these names in play."""
    return replace(seat_player, resources=tuple(Resource(card(name)) for name in names))


# --- plays ---

GIFTS = [
    ("Gang War", "The Mafia", 0, False, 1),
    ("Gang War", "The Mafia", 1, False, 1),
    ("Gang War", "The Mafia", 0, True, 0),
    ("Gang War", "Hackers", 0, False, 0),
    ("Bank Merger", "Wall Street", 1, False, 2),
    ("Bank Merger", "Wall Street", 0, True, 0),
    ("Full Moon", "Hackers", 1, True, 2),
    ("Full Moon", "The Mafia", 0, False, 0),
]
"""A Plot, a Group of its player, how many tokens lie there, whether it was just captured, and how many lie then."""


@pytest.mark.parametrize(("plot", "group", "before", "captured", "after"), GIFTS)
def test_tokens_come_to_every_group_of_a_kind(plot: str, group: str, before: int, captured: bool, after: int) -> None:
    """INWO-16, INWO-77: to those that have none, and not to captured ones, unless the card says otherwise."""
    root, own = chained("UFOs", group)
    state = two((root, replace(own, tokens=before, captured=captured)))
    given = resolved(replace(state, stack=(Played("A", card(plot)),)))

    assert after == tokens(given, "A", group)


@pytest.mark.parametrize(("negated", "expected"), [(False, (True, False)), (True, (False, True))])
def test_a_privilege_that_was_negated_does_not_come_back(negated: bool, expected: tuple[bool, bool]) -> None:
    """INWO-191."""
    attack = Attack("A", Mode.DESTROY, card("The Mafia"), "c_i_a", negated=negated)
    state = two(chained("UFOs", "C.I.A."), attack=attack, stack=(Played("A", card("Privileged Attack")),))
    granted = resolved(state).open_attack

    assert expected == (granted.privileged, granted.negated)


def test_what_negates_a_privilege_ends_it() -> None:
    """INWO-191."""
    attack = Attack("A", Mode.DESTROY, card("The Mafia"), "c_i_a", privileged=True)
    state = two(chained("UFOs", "C.I.A."), attack=attack, stack=(Played("B", "deep_agent"),))
    left = resolved(state).open_attack

    assert (False, True) == (left.privileged, left.negated)


def test_a_cancelled_plot_may_be_used_again_in_the_attack_and_the_others_may_not() -> None:
    """INWO-129, INWO-252."""
    used = (("B", card("Fnord!")), ("C", card("Fnord!")), ("B", card("Sniper")))
    attack = Attack("A", Mode.DESTROY, card("The Mafia"), "c_i_a", used=used)
    stack = (Played("B", card("Fnord!")), Played("A", card("Hoax!")))
    left = resolved(two(chained("UFOs", "C.I.A."), attack=attack, stack=stack)).open_attack

    assert used[1:] == left.used


def test_every_rival_gives_his_top_plot_but_those_who_are_immune() -> None:
    """INWO-194: the Discordian Society to what is Government."""
    ann, bob, cid = (
        player(name, structure, unseen_plots=("hoax", "sniper"))
        for name, structure in (
            ("Ann", chained("UFOs", "C.I.A.")),
            ("Bob", chained("The Network", "KKK")),
            ("Cid", chained("Discordian Society", "Japan")),
        )
    )
    after = draws(table(ann, bob, cid), Played("A", card("C.I.A.")), Play(draws_of_rivals=1))

    assert [1, 0, 0] == [each.plots for each in after.players]
    assert [1, -1, 0] == [each.foreign for each in after.players]


def test_what_is_buried_stays_so_and_nothing_else() -> None:
    """INWO-208."""
    gone = (Destroyed("kkk"), Destroyed("hackers"), Destroyed("japan", forever=True))
    state = table(player("Ann", chained("UFOs", "C.I.A.")), player("Bob", chained("The Network"), destroyed=gone))
    after = buried(state, Played("A", "and_stay_dead"), Play(aim=Aim.DESTROYED, buried=True), "hackers")

    assert [False, True, True] == [each.forever for each in after.player("B").destroyed]


def test_agents_that_are_gone_are_discarded_by_whose_they_were() -> None:
    """INWO-168."""
    attack = Attack("A", Mode.DESTROY, card("The Mafia"), "c_i_a", agents="C", agents_aid=True)
    cid = player("Cid", chained("Shangri-La", "Japan"))
    state = table(*two(chained("UFOs", "C.I.A.")).players, cid, attack=attack)
    after = agents_gone(state, Played("B", "faction_fight"), Play())

    assert [(), (), ("the_mafia",)] == [each.discard for each in after.players]
    assert (None, False) == (after.open_attack.agents, after.open_attack.agents_aid)


def test_spares_of_ones_own_illuminati_go_and_no_others() -> None:
    """INWO-282."""
    bob = replace(player("Bob", chained("The Network", "KKK")), agents=("shangri_la", "ufos"))
    cid = replace(player("Cid", chained("Shangri-La", "Japan")), agents=("the_network",))
    after = spares_gone(table(player("Ann", chained("UFOs", "C.I.A.")), bob, cid), Played("A", "purge"), Play())

    assert [(), ("shangri_la",), ("the_network",)] == [each.agents for each in after.players]
    assert [(), ("ufos",), ()] == [each.discard for each in after.players]


def test_who_takes_off_a_mask_keeps_his_structure() -> None:
    """INWO-281: under the new Illuminati; agents among that kind are lost."""
    ann = replace(player("Ann", chained("UFOs", "Hackers", "C.I.A.")), plots=1, unseen_plots=("shangri_la",))
    ann = replace(ann, agents=("shangri_la", "the_network"))
    state = table(ann, player("Bob", chained("The Network", "KKK")))
    after = unmasked(state, Played("A", "unmasked"), Play(aim=Aim.OWN_ILLUMINATI), "shangri_la").player("A")

    assert ("shangri_la", ("the_network",)) == (after.illuminati, after.agents)
    masters = [(each.card, each.master) for each in after.structure]
    assert [("shangri_la", None), ("hackers", "shangri_la"), ("c_i_a", "hackers")] == masters
    assert ("ufos", "shangri_la") == after.discard


@pytest.mark.parametrize(("on_turn", "turns"), [("A", 2), ("B", 1)])
def test_spoiled_relief_waits_for_the_end_of_the_next_turn_of_who_spoiled_it(on_turn: str, turns: int) -> None:
    """INWO-16: not of the turn that goes on."""
    theirs = chained("The Network", "Hawaii")
    ann = player("Ann", chained("UFOs", "C.I.A."), turns=3)
    state = table(ann, player("Bob", theirs), on_turn=on_turn)
    spoiled = relief_spoiled(state, Played("A", "corruption"), Play(), "hawaii")

    def after(more: int, **changes: object) -> str:
        later = spoiled.with_player("A", replace(spoiled.player("A"), turns=3 + more, **changes))
        return verdict(later, "B: relieve Hawaii with The Network")

    assert ["INWO-16", LEGAL] == [after(turns - 1), after(turns)]
    assert LEGAL == after(0, out=True)
    assert (f"{NO_RELIEF} hawaii {3 + turns}",) == spoiled.player("A").used


def test_relief_is_barred_for_the_place_that_was_named() -> None:
    """INWO-16."""
    root, hawaii = chained("The Network", "Hawaii")
    ann = replace(player("Ann", chained("UFOs", "C.I.A."), turns=3), used=(f"{NO_RELIEF} japan 9", "turn c_i_a"))
    state = table(ann, player("Bob", (root, replace(hawaii, devastated=True))))

    assert LEGAL == verdict(state, "B: relieve Hawaii with The Network")


def test_who_seizes_a_turn_has_his_abilities_again() -> None:
    """INWO-80: what was used in a turn; what works once in a game stays used."""
    ann = replace(player("Ann", chained("UFOs", "C.I.A.")), used=("game eliza 0", "turn bermuda_triangle"))
    state = table(ann, player("Bob", chained("The Network", "KKK")), on_turn="B", phase=Phase.PLOTS)
    after = turn_seized(state, Played("A", "seize_the_time"), Play())

    assert (("game eliza 0",), "A", "B") == (after.player("A").used, after.on_turn, after.interrupted)


@pytest.mark.parametrize("destroyed", [True, False])
def test_what_was_scrapped_is_salvaged_from_where_it_went(destroyed: bool) -> None:
    """INWO-102."""
    bob = player("Bob", chained("The Network", "KKK"), discard=("sniper",) if destroyed else ("eliza", "sniper"))
    cid = player("Cid", chained("Shangri-La", "Japan"))
    state = table(player("Ann", chained("UFOs", "C.I.A.")), cid, bob, gone=("eliza", "bigfoot") if destroyed else ())
    after = salvaged(state, Played("A", "cover_of_darkness"), Play(), "eliza")

    assert (Resource("eliza"),) == after.player("A").resources
    assert (("bigfoot",) if destroyed else (), ("sniper",)) == (after.gone, after.player("C").discard)


def test_a_new_tie_ends_the_one_before_and_no_other() -> None:
    """INWO-113."""
    old, other = (Lasts(name, "A", "kkk", Until.ALWAYS) for name in ("druids", "professional_sports"))
    state = two(chained("UFOs", "Druids"), lasting=(old, other))

    assert (other,) == tied(state, Played("A", "druids"), Play()).lasting


def test_a_new_order_takes_the_place_of_that_of_its_colour() -> None:
    """INWO-270."""
    orders = (Order(card("World Hunger"), "B"), Order(card("Law and Order"), "B"))
    state = two(chained("UFOs", "C.I.A."), orders=orders, stack=(Played("A", card("Tax Reform")),))
    colour = {each: state.card(card(each)).colour for each in ("World Hunger", "Law and Order", "Tax Reform")}
    after = resolved(state)

    kept = [order for order in orders if state.card(order.card).colour != colour["Tax Reform"]]
    assert (*kept, Order(card("Tax Reform"), "A")) == after.orders
    assert [order.card for order in orders if order not in kept] == list(after.player("B").discard)


# --- what the players choose or carry out ---


def test_of_an_offer_only_what_it_says_is_chosen() -> None:
    """INWO-16: of Market Manipulation one Corporate Group that is no Bank, and Banks, with tokens to lose."""
    own = anywhere(anywhere(chained("UFOs", "Wall Street"), "Fast Food Chains"), "Hackers")
    theirs = anywhere(chained("The Network", "Multinational Oil Companies"), "I.R.S.")
    state = two(own, tuple(replace(each, tokens=0 if each.card == "i_r_s" else 1) for each in theirs))

    def offered(*chosen: str) -> set[str]:
        there = replace(state, by_hand=Played("A", "market_manipulation", payers=chosen))
        offer = offer_open(there)
        assert offer is not None
        return {group for group, count in choices_of(there, offer) if count == 0}

    assert {"wall_street", "fast_food_chains", "multinational_oil_companies"} == offered()
    assert {"fast_food_chains", "multinational_oil_companies"} == offered("wall_street")
    assert {"wall_street"} == offered("multinational_oil_companies")


def test_of_tokens_offered_those_get_one_that_have_none_up_to_a_power() -> None:
    """INWO-16-R: by the corrected Pledge Drive, Liberal Groups of a Power of five together, or one of more."""
    own = chained("UFOs", "Big Media", "California")
    for name in ("Al Gore", "EFF", "Democrats", "Hackers"):
        own = anywhere(own, name)
    own = tuple(replace(each, tokens=0) for each in own)
    rival, settings = player("Bob", anywhere(chained("The Network"), "Feminists")), {"card_values": "corrected"}

    def offered(*chosen: str, orders: tuple[Order, ...] = (), **changes: dict[str, object]) -> set[str]:
        structure = tuple(replace(each, **changes.get(each.card, {})) for each in own)  # type: ignore[arg-type]
        state = table(player("Ann", structure), rival, settings=settings, orders=orders)
        state = replace(state, by_hand=Played("A", "pledge_drive", payers=chosen))
        offer = offer_open(state)
        assert offer is not None
        return {group for group, count in choices_of(state, offer) if count == 1}

    all_of_them = {"big_media", "california", "al_gore", "eff", "democrats"}
    assert all_of_them == offered()
    assert [{"al_gore"}, {"eff"}, set()] == [offered(one) for one in ("eff", "al_gore", "big_media")]
    assert set() == offered("eff", "al_gore")
    assert all_of_them - {"eff", "al_gore"} == offered(eff={"tokens": 1}, al_gore={"captured": True})
    assert all_of_them - {"california", "al_gore"} == offered(orders=(Order(card("World Hunger"), "B"),))


def test_a_strength_that_players_change_asks_all_again() -> None:
    """INWO-16, INWO-157: before the roll."""
    attack = Attack("A", Mode.DESTROY, card("The Mafia"), "c_i_a", spent=True, silent=("A", "B"), by_hand=2)
    state = two(chained("UFOs", "C.I.A."), attack=attack, by_hand=Played("A", "c_i_a"))
    changed = do(state, "A: strength +3").open_attack
    rolled = replace(state, attack=replace(attack, roll=(3, 4), total=7))

    assert (5, ()) == (changed.by_hand, changed.silent)
    assert ["INWO-141"] * 2 == [verdict(each, "A: strength +3") for each in (rolled, replace(state, attack=None))]


def test_what_is_carried_out_leaves_the_hand_if_it_was_there() -> None:
    """INWO-50: a card in play stays."""
    ann = player("Ann", chained("UFOs", "C.I.A."), **held("I Lied"))
    state = table(holding(ann, "Bigfoot"), player("Bob", chained("The Network", "KKK")))

    assert (0, 1) == tuple(do(state, f"A: by hand {name}").player("A").plots for name in ("I Lied", "Bigfoot"))
    assert [LEGAL, LEGAL, "INWO-50", "INWO-50"] == [
        verdict(state, f"A: by hand {name}") for name in ("C.I.A.", "Bigfoot", "Eliza", "Sniper")
    ]


# --- hands and debts ---


def test_who_owes_a_puppet_discards_one_and_not_his_illuminati() -> None:
    """INWO-68."""
    ann = player("Ann", chained("UFOs", "Hackers"), groups=1, unseen_groups=("japan",))
    state = table(ann, player("Bob", chained("The Network", "KKK")), owed=(Owed("A", Pile.PUPPET),))

    assert [LEGAL, "INWO-68"] == [verdict(state, f"A: discard {name}") for name in ("Hackers", "Japan")]
    assert LEGAL != verdict(state, "A: discard UFOs")


def test_a_hidden_plot_that_returns_is_one_less_in_the_hand() -> None:
    """INWO-61."""
    ann = player("Ann", chained("UFOs", "C.I.A."), plots=2, unseen_plots=("hoax", "sniper", "tornado"))
    after = do(table(ann, player("Bob", chained("The Network", "KKK"))), "A: return Plot").player("A")

    assert (1, 2, ann.unseen_plots) == (after.plots, after.plot_deck, after.unseen_plots)


def test_a_group_given_out_of_a_hand_changes_hands_once() -> None:
    """INWO-244."""
    ann = player("Ann", chained("UFOs", "C.I.A."), groups=2, unseen_groups=("hawaii", "japan"))
    after = do(table(ann, player("Bob", chained("The Network", "KKK"), groups=1)), "A: give B Group")

    assert [(1, -1), (2, 1)] == [(each.groups, each.foreign_groups) for each in after.players]


def test_of_two_resources_the_one_that_was_named_is_given_and_linked() -> None:
    """INWO-114, INWO-245."""
    state = table(
        holding(player("Ann", beside(chained("UFOs", "C.I.A."), "UFOs", "The Mafia")), "Bigfoot", "Cyborg Soldiers"),
        player("Bob", chained("The Network", "KKK")),
    )
    linked = do(state, "A: link Cyborg Soldiers to C.I.A.")
    given = do(state, "A: give B Resource Cyborg Soldiers")

    assert [None, "c_i_a"] == [each.to for each in linked.player("A").resources]
    assert [["bigfoot"], ["cyborg_soldiers"]] == [[each.card for each in one.resources] for one in given.players]
    assert "INWO-114" == verdict(linked, "A: link Cyborg Soldiers to The Mafia")


def test_as_many_tokens_are_offered_as_cards_can_be_thrown_away_for_them() -> None:
    """INWO-16: ten at most, one for each Plot of the deck."""
    own = chained("UFOs", "C.I.A.", "Hackers")
    for name in ("Japan", "Texas", "California"):
        own = anywhere(own, name)

    def offered(deck: int, *chosen: str) -> int:
        ann = player("Ann", own, plots=0, unseen_plots=("hoax",) * deck)
        state = table(ann, player("Bob", chained("The Network", "KKK")))
        state = replace(state, by_hand=Played("A", "voodoo_economics", payers=chosen))
        offer = offer_open(state)
        assert offer is not None
        return len(list(choices_of(state, offer)))

    assert [6, 0, 5, 0, 0] == [
        offered(9),
        offered(0),
        offered(2, "japan"),
        offered(1, "japan"),
        offered(20, *("japan",) * 10),
    ]


def test_no_more_cards_are_drawn_stolen_or_opened_than_there_are() -> None:
    """INWO-52, INWO-68."""
    ann = player("Ann", chained("UFOs", "C.I.A."))
    bob = player("Bob", chained("The Network", "KKK"), plots=1, unseen_plots=("hoax", "sniper"))
    state, at_bob = table(ann, bob), Played("A", "feminists", target="B")

    stolen = draws(state, at_bob, Play(steals_of_target=3))
    drawn = draws(state, at_bob, Play(draws_of_target=3))
    assert [(1, 1), (0, -1)] == [(each.plots, each.foreign) for each in stolen.players]
    assert [(1, 1, 0), (1, -1, 0)] == [(each.plots, each.foreign, each.plot_deck) for each in drawn.players]
    assert [0, 1, 0] == [len(discards(state, at_bob, Play(exposes_all_but=kept)).owed) for kept in (1, 0, 2)]


def test_for_each_token_that_was_chosen_a_card_is_thrown_away() -> None:
    """INWO-16: when the player says that he is done."""
    ann = player("Ann", chained("UFOs", "C.I.A.", "Hackers"), unseen_plots=("hoax",) * 5)
    state = table(ann, player("Bob", chained("The Network", "KKK")), by_hand=Played("A", "voodoo_economics"))
    done = do(state, "A: tokens C.I.A. = 2", "A: tokens Hackers = 2", "A: done")

    assert [("A", Pile.PLOT_DECK)] * 2 == [(each.player, each.what) for each in done.owed]
    assert [1, 2, 2] == [each.tokens for each in done.player("A").structure]
