"""Where a rule ends: the last that is allowed beside the first that is not, and whom it does not concern."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.card_plays import Play
from companion.games.inwo.catalog import Side
from companion.games.inwo.geometry import outgoing
from companion.games.inwo.invariants import arrows_are_printed, groups_are_in_play_once, one_puppet_at_an_arrow
from companion.games.inwo.resolve_hands import discards, unlinked
from companion.games.inwo.resolve_table import perished
from companion.games.inwo.state import LinkedPlot, Phase, Pile, Played, Resource
from tests.games.inwo.tables import LEGAL, beside, card, chained, do, held, player, table, two, verdict


def test_whoever_adds_something_asks_all_again() -> None:
    """INWO-157."""
    state = two(chained("UFOs", "Hackers", "C.I.A."))
    silent = do(state, "A: attack to destroy UFOs -> The Mafia", "A: spend token", "B: no more")

    assert ("B",) == silent.open_attack.silent
    assert () == do(silent, "B: defend The Mafia").open_attack.silent


def test_tokens_are_laid_on_what_was_captured_and_on_resources_as_if_new() -> None:
    """INWO-77, INWO-79: in the next turn of its owner a captured Group is as any other."""
    own = chained("UFOs", "Hackers", "C.I.A.")
    own = (*own[:-1], replace(own[-1], captured=True, tokens=0))
    used = Resource(card("Bigfoot"), used=True, relinked=True)
    laid = do(
        table(player("Ann", own, resources=(used,)), player("Bob", chained("The Network", "KKK")), phase=Phase.PLOTS),
        "A: proceed",
    )

    assert [False] * 3 == [each.captured for each in laid.player("A").structure]
    assert [(False, False)] == [(each.used, each.relinked) for each in laid.player("A").resources]


def test_a_moved_group_is_not_a_captured_one() -> None:
    """INWO-77, INWO-240: it gets its token in the next turn as before."""
    state = two(beside(chained("UFOs", "Hackers"), "UFOs", "C.I.A."))
    moved = do(state, "A: move Hackers -> C.I.A. at left", "A: remove token UFOs")

    assert not any(each.captured for each in moved.player("A").structure)


def test_who_does_not_have_the_card_may_take_over_what_it_forbids() -> None:
    """INWO-166: Hitler's Brain binds its owner."""
    own = player("Ann", chained("UFOs", "Hackers"), groups=1, unseen_groups=(card("Trekkies"),))
    rival = player("Bob", chained("The Network", "KKK"), resources=(Resource(card("Hitler's Brain")),))
    state = table(own, rival, phase=Phase.PLOTS)
    bound = table(replace(own, resources=rival.resources), replace(rival, resources=()), phase=Phase.PLOTS)

    assert LEGAL == verdict(state, "A: take over Trekkies -> UFOs at right")
    assert "INWO-166" == verdict(bound, "A: take over Trekkies -> UFOs at right")


def test_a_group_is_in_play_once() -> None:
    """INWO-98: two Hackers are a fault, and one is none."""
    state = two(chained("UFOs", "Hackers"), chained("The Network", "Hackers"))

    assert 1 == len(list(groups_are_in_play_once(state)))
    assert [] == list(groups_are_in_play_once(two(chained("UFOs", "Hackers"))))


def test_one_puppet_lies_at_an_arrow() -> None:
    """INWO-84."""
    root, puppet = chained("UFOs", "Hackers")
    double = two((root, puppet, replace(puppet, card=card("C.I.A."))))

    assert 1 == len(list(one_puppet_at_an_arrow(double)))
    assert [] == list(one_puppet_at_an_arrow(two((root, puppet))))


def test_an_awake_link_of_that_name_is_undone_and_no_other() -> None:
    """INWO-113, INWO-119: not one that sleeps, nor another Plot."""
    asleep = LinkedPlot(card("Mob Influence"), card("Hackers"), "A", asleep="A")
    other = LinkedPlot(card("Jake Day"), card("Hackers"), "A")
    state = two(chained("UFOs", "Hackers"), links=(asleep, other))

    def after(name: str) -> tuple[LinkedPlot, ...]:
        return unlinked(state, Played("B", card("Fnord!"), target=card(name)), Play()).links

    assert (asleep, other) == after("Mob Influence")
    assert (asleep,) == after("Jake Day")


def test_as_many_cards_are_owed_as_there_are() -> None:
    """INWO-68: of three Plots who has two owes two."""
    state = table(
        player("Ann", chained("UFOs", "Hackers")),
        player("Bob", chained("The Network", "KKK"), **held("Sniper", "Fnord!")),
    )
    played = Played("A", card("Tornado"), target="B")
    owed = discards(state, played, replace(Play(), discards_of_target=(Pile.PLOT,) * 3)).owed

    assert [("B", Pile.PLOT)] * 2 == [(each.player, each.what) for each in owed]


def test_what_is_given_out_of_a_hand_changes_hands_once() -> None:
    """INWO-244."""
    state = table(
        player("Ann", chained("UFOs", "Hackers"), **held("Sniper", "Fnord!")),
        player("Bob", chained("The Network", "KKK")),
    )
    given = do(state, "A: give B Plot")

    assert (1, 1, -1, 1) == (
        given.player("A").plots,
        given.player("B").plots,
        given.player("A").foreign,
        given.player("B").foreign,
    )


def test_of_plots_said_to_be_in_a_hand_all_may_be_there() -> None:
    """INWO-52: hand and deck together, and not one more."""
    rich = player("Bob", chained("The Network", "KKK"), plots=1, unseen_plots=(card("Fnord!"), card("Sniper")))
    own = player("Ann", chained("UFOs", "Hackers"), **held("I Lied"))
    state = do(table(own, rich), "A: by hand I Lied")

    assert LEGAL == verdict(state, "A: Plots of B = 2")
    assert "INWO-52" == verdict(state, "A: Plots of B = 3")


def test_who_is_attacked_counts_what_perished_and_the_hand_counts_nothing() -> None:
    """INWO-296: destroyed for the rival, and for nobody where a card of the hand was attacked."""
    own, rival = chained("UFOs", "Hackers"), chained("The Network", "KKK")
    of_a_rival = do(two(own, rival), "A: attack to destroy UFOs -> KKK")
    state = table(player("Ann", own, groups=1, unseen_groups=(card("Japan"),)), player("Bob", rival))
    of_the_hand = do(state, "A: attack to control UFOs -> Japan")
    played = Played("A", card("Hackers"))

    assert [card("Hackers")] == [each.card for each in perished(of_a_rival, played, Play()).player("B").destroyed]
    gone = perished(of_the_hand, played, Play())
    assert [] == [each.card for each in gone.player("B").destroyed]
    assert not gone.in_play(card("Hackers"))


@pytest.mark.parametrize(("setting", "expected"), [("once", "INWO-38-R"), ("any_number", LEGAL)])
def test_tokens_draw_group_cards_once_or_as_often_as_there_are_tokens(setting: str, expected: str) -> None:
    """INWO-38-R."""
    root, puppet = chained("UFOs", "Hackers")
    own = player("Ann", (replace(root, tokens=2), puppet), unseen_groups=(card("Japan"), card("KKK")), groups=0)
    state = do(
        table(own, player("Bob", chained("The Network", "B.A.T.F.")), settings={"group_draw": setting}), "A: draw Group"
    )

    assert expected == verdict(state, "A: draw Group")


def test_where_the_table_leaves_a_group_an_arrow_is_known_from_then_on() -> None:
    """INWO-83, INWO-84: no published list tells where they are, and the players have seen the card."""
    root, master, puppet = chained("UFOs", "Hackers", "C.I.A.")
    unknown = next(side for side in Side if side not in {master.side, *outgoing(GAME.evening.catalog, master)})
    own = player("Ann", (root, master), groups=2, unseen_groups=(card("Japan"), puppet.card))
    state = table(own, player("Bob", chained("The Network", "KKK")), phase=Phase.PLOTS)
    laid = GAME.apply(state, act.TakeOver("A", puppet.card, master.card, unknown))
    without = replace(laid.player("A"), structure=laid.player("A").structure[:2])
    later = replace(laid, players=(without, *laid.players[1:]), phase=Phase.PLOTS, turn_used=())

    assert "INWO-84" == verdict(state, f"A: take over Japan -> Hackers at {unknown.value}")
    assert unknown in outgoing(GAME.evening.catalog, laid.player("A").structure[1])
    assert [] == list(arrows_are_printed(laid))
    assert "INWO-84" != verdict(later, f"A: take over Japan -> Hackers at {unknown.value}")
