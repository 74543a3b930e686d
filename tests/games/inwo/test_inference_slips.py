"""A card that comes to light at the wrong moment, or before the wrong player, has a rule that says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.clumsy.positions import evening_of
from companion.conformance.playouts import start
from companion.core.evidence import Evidence
from companion.core.game import violation
from companion.core.table import Change
from companion.games import GAMES
from companion.games.inwo import actions as act
from companion.games.inwo.inference import candidates_for, landings
from companion.games.inwo.state import Phase, Played, State
from tests.games.inwo.tables import card, chained, player, table

GAME = GAMES["inwo"]


@pytest.fixture(scope="module")
def main_phase() -> State:
    """Somebody's main phase, some rounds into an evening of five."""
    state, found = start(GAME, 5), None
    for action in evening_of(GAME, 5, 1):
        state = GAME.apply(state, action)
        rich = sum(seat != state.on_turn and len(player.structure) > 1 for seat, player in state.each()) > 1
        if rich and state.phase is Phase.MAIN and not state.by_hand and state.attack is None:
            found = state
    assert found is not None
    return found


def named(state: State, *came: tuple[str, str]) -> dict[str, str]:
    """The broken rule of each candidate that lays these cards there."""
    evidence = Evidence.of(Change(zone, card, 1) for zone, card in came)
    candidates = [(action, violation(GAME, state, action)) for action in candidates_for(state, evidence)]
    return {type(action).__name__: found.rule.id for action, found in candidates if found is not None}


def another(state: State) -> str:
    """Who is not on turn and has a Group."""
    return next(seat for seat, player in state.each() if seat != state.on_turn and len(player.structure) > 1)


def unused(state: State, kind: str) -> str:
    """A card of that kind that nobody has in play."""
    cards = sorted(set(GAME.piece_of.values()))
    return next(
        card
        for card in cards
        if not state.in_play(card)
        and {
            "resource": state.card(card).in_group_deck and not state.card(card).is_group,
            "group": state.card(card).is_group,
            "plot": not state.card(card).in_group_deck and state.card(card).kind.value != "illuminati",
        }[kind]
    )


def test_a_resource_before_a_player_who_is_not_on_turn(main_phase: State) -> None:
    """INWO-46"""
    seat = another(main_phase)

    assert "INWO-46" == named(main_phase, (f"{seat}.resources", unused(main_phase, "resource")))["Acquire"]


def test_a_group_at_an_arrow_of_a_player_who_is_not_on_turn(main_phase: State) -> None:
    """INWO-46"""
    seat = another(main_phase)
    arrow = next(
        zone
        for zone, cards in GAME.table(main_phase).zones.items()
        if zone.startswith(f"{seat}.") and zone.count(".") == 2 and not cards
    )

    assert "INWO-46" == named(main_phase, (arrow, unused(main_phase, "group")))["TakeOver"]


def test_a_group_in_play_on_a_pile_though_nothing_is_carried_out_by_hand(main_phase: State) -> None:
    """INWO-16"""
    seat = another(main_phase)
    group = main_phase.player(seat).structure[-1].card

    assert "INWO-16" == named(main_phase, (f"{seat}.discard", group))["Remove"]


def test_a_group_of_his_at_another_arrow_and_before_another_player(main_phase: State) -> None:
    """INWO-94, INWO-241: nobody who is not on turn moves a Group, or gives one away."""
    seat = another(main_phase)
    group = main_phase.player(seat).structure[-1].card
    arrows = [zone for zone, cards in GAME.table(main_phase).zones.items() if zone.count(".") == 2 and not cards]
    own = next(zone for zone in arrows if zone.startswith(f"{seat}.") and group not in zone)
    others = next(zone for zone in arrows if zone[0] not in {seat, main_phase.on_turn})

    assert "Move" in named(main_phase, (own, group))
    assert "HandOver" in named(main_phase, (others, group))


def test_a_plot_beside_a_group_that_it_must_not_be_linked_to_now(main_phase: State) -> None:
    """INWO-113"""
    seat = another(main_phase)

    assert "PlayCard" in named(main_phase, (f"{seat}.links", unused(main_phase, "plot")))


@pytest.mark.parametrize(("kind", "action"), [("group", "DeclareAttack"), ("plot", "PlayCard")])
def test_a_card_in_the_middle_that_must_not_be_played_now(main_phase: State, kind: str, action: str) -> None:
    """Whoever is on turn attacks the Group, or plays the Plot: that is named, with what forbids it."""
    assert action in named(main_phase, ("played", unused(main_phase, kind)))


def test_a_plot_that_is_played_on_something_is_named_unpaid() -> None:
    """INWO-51: whoever can have played it, on whatever it may be aimed at."""
    hand = (card("Poison"),)
    bob = player("Bob", chained("UFOs", "Bill Clinton"))
    lying = table(
        player("Ann", chained("The Network", "Nancy Reagan"), plots=1, unseen_plots=hand), bob, phase=Phase.MAIN
    )
    plays = list(landings(lying, Evidence.of([Change("played", card("Poison"), 1)])))

    assert {"A", "B"} == {each.player for each in plays}
    assert all(isinstance(each, act.PlayCard) and each.target is not None for each in plays)


def test_whoever_is_not_carrying_a_card_out_may_have_put_another_away() -> None:
    """INWO-16: onto the pile of the one before whom it came to lie."""
    lying = table(player("Ann", chained("The Network", "Hawaii")), player("Bob", chained("UFOs", "C.I.A.")))
    carried_out = replace(lying, phase=Phase.MAIN, by_hand=Played("B", card("Miracle Diet Plan")))
    removed = landings(carried_out, Evidence.of([Change("A.destroyed", card("C.I.A."), 1)]))

    assert "A" in {each.player for each in removed}


def test_what_a_card_may_mean_by_where_it_lies_can_be_written_down(main_phase: State) -> None:
    """Spec, notation: a card of each kind in each place; an Illuminati among the Plots is none."""
    kinds = dict.fromkeys(main_phase.card(each).kind for each in sorted(set(GAME.piece_of.values())))
    cards = [
        next(each for each in sorted(set(GAME.piece_of.values())) if main_phase.card(each).kind is kind)
        for kind in kinds
    ]
    told = [
        action
        for zone in GAME.table(main_phase).zones
        for each in cards
        for action in landings(main_phase, Evidence.of([Change(zone, each, 1)]))
    ]

    assert len(told) > 40
    assert told == [GAME.read_action(GAME.write_action(action)) for action in told]
