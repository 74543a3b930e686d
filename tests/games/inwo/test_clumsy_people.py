"""What people do at the table of INWO who are not tidy: cards of the hand that lie open, and are gone again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.clumsy.people import People
from companion.core.belief.cost import cost
from companion.core.belief.hypothesis import Either, Hypothesis, OpenAction, Unfinished
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import revise
from companion.core.belief.scan import Scan
from companion.core.belief.search import Unexplained, explain
from companion.core.heights import Height
from companion.core.table import Change, TableSnapshot, diff
from companion.games import GAMES
from companion.games.inwo import actions as act
from companion.games.inwo.state import Order, Phase, Resource, State
from tests.clumsy_scenarios import ClumsyScenario, clumsy_scenarios, play
from tests.games.inwo.evenings import begun
from tests.games.inwo.tables import card, chained, do, player, table

GAME = GAMES["inwo"]


@pytest.mark.parametrize("scenario", clumsy_scenarios(Path(__file__)))
def test_clumsy(scenario: ClumsyScenario) -> None:
    play(scenario)


def test_a_group_given_away_piece_by_piece_is_asked() -> None:
    """INWO-108: its Resource went first, which looks like a gift of its own; with the Group it is still linked."""
    lent = (Resource(card("Cyborg Soldiers"), card("Hackers")),)
    start = table(player("Ann", chained("UFOs", "Hackers"), resources=lent), player("Bob", chained("The Network")))
    gift, whole = "A: give B Resource Cyborg Soldiers", "A: hand over Hackers to B -> The Network at right"
    look = GAME.table(do(start, whole))

    says = revise(GAME, do(start, gift), [OpenAction(start, GAME.read_action(gift))], Sighting(look, look, Hidden()))

    assert isinstance(says, Either)
    handed_over = (GAME.read_action(whole),)
    assert (Hypothesis(1, handed_over), Hypothesis(0, handed_over)) == says.readings


def test_two_moves_of_which_all_is_gone_again_were_taken_back() -> None:
    """Neither is one of them a move of its own, nor is the other's card in anybody's hand."""
    ann = player("Ann", chained("UFOs", "C.I.A."), plots=1, unseen_plots=("gang_war",))
    bob = player("Bob", chained("The Network", "Hawaii"), exposed=("hoax",), plots=1)
    start = table(ann, bob)
    returned, discarded = "B: return Plot Hoax!", "A: discard Gang War"
    between = do(start, returned)
    believed = [OpenAction(start, GAME.read_action(returned)), OpenAction(between, GAME.read_action(discarded))]
    look = GAME.table(start)

    says = revise(GAME, do(between, discarded), believed, Sighting(look, look, Hidden()))

    assert Hypothesis(2) == says


def test_two_moves_of_which_all_is_gone_again_were_taken_back_even_if_one_may_be_a_move_of_its_own() -> None:
    """Bob may put his Plot back into the deck; but that would leave the other's card in somebody's hand."""
    ann = player("Ann", chained("UFOs", "C.I.A."), plots=1, unseen_plots=("gang_war",))
    bob = player("Bob", chained("The Network", "Hawaii"), plots=2, unseen_plots=("hoax",))
    start = table(ann, bob)
    discarded, exposed = "A: discard Gang War", "B: expose Hoax!"
    between = do(start, discarded)
    believed = [OpenAction(start, GAME.read_action(discarded)), OpenAction(between, GAME.read_action(exposed))]
    look = GAME.table(start)

    says = revise(GAME, do(between, exposed), believed, Sighting(look, look, Hidden()))

    assert isinstance(says, Hypothesis)
    assert (2, (), False) == (says.taken_back, says.actions, says.is_exact)


def test_two_plots_that_were_exposed_and_are_gone_again_were_returned_or_never_exposed() -> None:
    """Each may go back into its deck by a decision of its own, and both may have been taken back."""
    ann = player("Ann", chained("UFOs", "C.I.A."), plots=1, unseen_plots=("gang_war",))
    bob = player("Bob", chained("The Network", "Hawaii"), plots=1, unseen_plots=("hoax",))
    start, exposures = table(ann, bob), ("A: expose Gang War!", "B: expose Hoax!")
    latest = [OpenAction(do(start, *exposures[:n]), GAME.read_action(each)) for n, each in enumerate(exposures)]
    look = GAME.table(start)

    says = revise(GAME, do(start, *exposures), latest, Sighting(look, look, Hidden()))

    assert isinstance(says, Hypothesis)
    told = {(each.taken_back, *map(GAME.write_action, each.actions)) for each in says.discarded}
    assert {(2,), (0, "A: return Plot Gang War", "B: return Plot Hoax!")} <= told


def test_a_plot_that_was_exposed_and_is_gone_after_another_move_was_returned_or_never_exposed() -> None:
    ann = player("Ann", chained("UFOs", "C.I.A."), plots=1, unseen_plots=("gang_war",))
    start = table(ann, player("Bob", chained("The Network", "Hawaii"), plots=2, unseen_plots=("hoax", "sniper")))
    exposed, followed = "B: expose Hoax!", "B: discard Sniper"
    between = do(start, exposed)
    believed = [OpenAction(start, GAME.read_action(exposed)), OpenAction(between, GAME.read_action(followed))]
    look = GAME.table(do(start, followed))

    says = revise(GAME, do(between, followed), believed, Sighting(look, look, Hidden()))

    assert isinstance(says, Hypothesis)
    told = [(each.taken_back, *map(GAME.write_action, each.actions)) for each in says.discarded]
    assert [(0, "B: return Plot Hoax!"), (2, followed)] == told


def test_a_plot_that_was_exposed_and_is_gone_while_another_is_in_play_was_returned_or_never_exposed() -> None:
    """While a Plot takes effect none is returned: it went before, if it was not the exposing that was taken back."""
    ann = player("Ann", chained("UFOs", "C.I.A."), plots=2, unseen_plots=("hoax", "march_on_washington"))
    start = table(ann, player("Bob", chained("The Network", "Hawaii")), phase=Phase.MAIN)
    exposed, returned, played = "A: expose Hoax!", "A: return Plot Hoax!", "A: by hand March on Washington"
    between = do(start, exposed)
    believed = [OpenAction(start, GAME.read_action(exposed)), OpenAction(between, GAME.read_action(played))]
    look = GAME.table(do(start, played))

    says = revise(GAME, do(between, played), believed, Sighting(look, look, Hidden()))

    assert isinstance(says, Hypothesis)
    assert ((Change("A.exposed", "hoax", -1),), ()) == (says.held, says.actions)
    told = [(each.taken_back, *map(GAME.write_action, each.actions)) for each in says.discarded]
    assert [(1, returned, played), (2, played)] == told


def test_whoever_cleared_all_his_places_has_left_the_game() -> None:
    """INWO-290: nobody holds his Illuminati and his open Plots in the hand for long; one card he might."""
    ann = player("Ann", chained("The Network"), exposed=("hoax",), plots=1)
    others = player("Bob", chained("UFOs")), player("Cid", chained("Bavarian Illuminati"))
    start = table(ann, *others, phase=Phase.KNOCKED)
    zones = GAME.table(start).zones

    def says(*cleared: str, first: Sequence[str] = ()) -> Hypothesis[act.Action]:
        look = TableSnapshot({zone: () if zone in cleared else pieces for zone, pieces in zones.items()})
        found = revise(GAME, start, (), Sighting(look, look, Hidden(lack=first)))
        assert isinstance(found, Hypothesis)
        return found

    left = says("A.illuminati", "A.exposed")
    assert [("A: leave the game",)] == [tuple(map(GAME.write_action, each.actions)) for each in left.discarded]
    assert left.forced

    one_by_one = says("A.illuminati", "A.exposed", first=["A.exposed"])
    assert left.discarded == one_by_one.discarded, "that the Plot went first does not tell that it was returned"
    assert not says("A.exposed").forced


def before_bobs_red_scare_takes_effect() -> State:
    """Bob has played a Plot that he could cancel himself."""
    hand = (card("Red Scare"), card("Secrets Man Was Not Meant To Know"))
    bob = player("Bob", chained("The Network", "Hawaii"), plots=2, unseen_plots=hand)
    start = table(player("Ann", chained("UFOs", "C.I.A."), plots=2), bob, phase=Phase.MAIN)
    return do(start, "B: play Red Scare")


def test_what_two_decisions_laid_into_a_fan_does_not_lie_under_it() -> None:
    """INWO-250: Plots that were exposed long ago show, and the two that Bob exposed when he had knocked do not."""
    hand = (card("Red Scare"), card("Mass Murder"))
    bob = player("Bob", chained("The Network"), plots=3, exposed=(card("Hoax"),), unseen_plots=hand)
    others = player("Ann", chained("UFOs")), player("Cid", chained("Gnomes of Zurich"))
    start = table(others[0], bob, others[1], phase=Phase.KNOCKED, on_turn="B")
    exposures = "B: expose Red Scare", "B: expose Mass Murder"
    latest = [OpenAction(do(start, *exposures[:n]), GAME.read_action(each)) for n, each in enumerate(exposures)]
    look = GAME.table(start)

    says = revise(GAME, do(start, *exposures), latest, Sighting(look, look, Hidden(buried={"B.exposed": hand})))

    assert isinstance(says, Hypothesis)
    assert (2, ()) == (says.taken_back, says.actions)


CANCELS = "B: play Secrets Man Was Not Meant To Know"


def test_what_cancels_a_plot_lies_upon_it() -> None:
    """INWO-252: both go onto the discards; the topmost tells that the other one did not take effect."""
    start = before_bobs_red_scare_takes_effect()

    assert (card("Secrets Man Was Not Meant To Know"),) == GAME.table(do(start, CANCELS)).zones["B.discard"]
    assert (card("Red Scare"),) == GAME.table(do(start, "B: let stand")).zones["B.discard"]


def test_what_cancels_a_plot_takes_it_along_in_one_move() -> None:
    """INWO-252: Red Scare went out of sight in that look, beneath what cancels it, and is in nobody's hand."""
    start = before_bobs_red_scare_takes_effect()
    look = GAME.table(do(start, CANCELS))
    hidden = Hidden(heights={"B.discard": Height(1, 2)}, heights_if_gone={"B.discard": Height(1, 2)})

    assert Hypothesis(actions=(GAME.read_action(CANCELS),)) == revise(GAME, start, [], Sighting(look, look, hidden))


def test_a_plot_that_is_discarded_and_then_what_cancels_it_may_be_one_move() -> None:
    """INWO-252: laid down one after the other they look like a Plot that took effect, and a discard."""
    start = before_bobs_red_scare_takes_effect()
    stands, thrown = "B: let stand", "B: discard Secrets Man Was Not Meant To Know"
    now, look = do(start, stands), GAME.table(do(start, stands, thrown))
    hidden = Hidden(heights={"B.discard": Height(2, 2)})

    says = revise(GAME, now, [OpenAction(start, GAME.read_action(stands))], Sighting(look, look, hidden))

    assert isinstance(says, Either)
    assert [(1, CANCELS), (0, thrown)] == [
        (each.taken_back, *map(GAME.write_action, each.actions)) for each in says.readings
    ]


def test_a_plot_of_another_that_is_cleared_away_first_may_be_cancelled_all_the_same() -> None:
    """INWO-252: who clears Ann's Plot away, and long after lays down what cancels it, has made one move."""
    ann = player("Ann", chained("UFOs", "C.I.A."), plots=1, unseen_plots=(card("Red Scare"),))
    bob = player("Bob", chained("The Network"), plots=1, unseen_plots=(card("Secrets Man Was Not Meant To Know"),))
    start = do(table(ann, bob, phase=Phase.MAIN), "A: play Red Scare")
    stands, thrown = "A: let stand", "B: discard Secrets Man Was Not Meant To Know"
    now, look = do(start, stands), GAME.table(do(start, stands, thrown))

    says = revise(GAME, now, [OpenAction(start, GAME.read_action(stands))], Sighting(look, look, Hidden()))

    assert isinstance(says, Either)
    assert [(1, CANCELS), (0, thrown)] == [
        (each.taken_back, *map(GAME.write_action, each.actions)) for each in says.readings
    ]


def test_a_plot_that_vanished_when_what_cancels_it_came_lies_under_it() -> None:
    """INWO-252: the discard that was believed was a part of that; it takes as long to believe as all unseen."""
    start = before_bobs_red_scare_takes_effect()
    thrown = "B: discard Secrets Man Was Not Meant To Know"
    look = GAME.table(do(start, CANCELS))
    hidden = Hidden(heights={"B.discard": Height(1, 2)}, heights_if_gone={"B.discard": Height(1, 2)})

    says = revise(GAME, do(start, thrown), [OpenAction(start, GAME.read_action(thrown))], Sighting(look, look, hidden))

    assert isinstance(says, Hypothesis)
    assert (1, (GAME.read_action(CANCELS),), False) == (says.taken_back, says.actions, says.is_exact)


def test_a_plot_taken_back_while_the_next_is_being_played_leaves_that_unfinished() -> None:
    """INWO-252: the Plot waits to take effect again; the Order that gave way to the next one goes back too."""
    hand = (card("Red Scare"), card("Tax Reform"))
    bob = player("Bob", chained("The Network", "Hawaii"), plots=2, unseen_plots=hand)
    ann = player("Ann", chained("UFOs", "C.I.A."), plots=2)
    waits = do(table(ann, bob, phase=Phase.MAIN, orders=(Order("gun_control", "A"),)), "B: play Red Scare")
    stands, now = OpenAction(waits, GAME.read_action("B: let stand")), do(waits, "B: let stand")
    look = TableSnapshot({**GAME.table(waits).zones, "orders": (), "A.discard": ("gun_control",)})

    says = revise(GAME, now, [stands], Sighting(look, look, Hidden()))

    assert Unfinished(1, (), diff(GAME.table(waits), look)) == says


def test_a_group_goes_to_another_player_with_its_resource_and_its_link_in_one_decision() -> None:
    """INWO-108: no search is spared because that looks like three."""
    lent = (Resource(card("Cyborg Soldiers"), card("Hackers")),)
    start = table(player("Ann", chained("UFOs", "Hackers"), resources=lent), player("Bob", chained("The Network")))
    given = do(start, "A: hand over Hackers to B -> The Network at right")

    assert 1 == GAME.least_decisions(start, diff(GAME.table(start), GAME.table(given)))


def test_groups_that_lay_nowhere_are_thrown_away_one_by_one() -> None:
    """INWO-66: two that come onto piles while a Plot is given away are three decisions."""
    plot = Change("A.exposed", "hoax", -1), Change("B.exposed", "hoax", 1)
    piles = Change("A.discard", card("Hackers"), 1), Change("B.discard", card("Japan"), 1)
    start = table(player("Ann", chained("UFOs"), exposed=("hoax",)), player("Bob", chained("The Network")))

    assert 3 == GAME.least_decisions(start, (*plot, *piles))
    assert 1 == GAME.least_decisions(start, piles[:1])


def test_a_group_that_was_pushed_onto_its_own_arrow_has_not_left_the_table() -> None:
    """INWO-66: nobody took it into the hand, though without it there is no such arrow any more."""
    done = [*begun("march_on_washington"), GAME.read_action("A: by hand March on Washington")]
    state = People(GAME, 2, 1, done=done).history.state
    lying = GAME.table(state).zones
    home, own = "B.discordian_society.right", "B.nancy_reagan.bottom"
    assert (("nancy_reagan",), ()) == (lying[home], lying[own])
    pushed = TableSnapshot({**lying, home: (), own: ("nancy_reagan",)})

    assert Unexplained((Change(home, "nancy_reagan", -1), Change(own, "nancy_reagan", 1))) == explain(
        GAME, state, pushed
    )


def test_a_plot_that_is_gone_while_another_is_exposed_was_never_exposed_or_returned() -> None:
    """As likely as that Ann holds it still while Bob goes on; but where it lay all is as before it came."""
    ann = player("Ann", chained("UFOs", "C.I.A."), plots=1, unseen_plots=("gang_war",))
    bob = player("Bob", chained("The Network", "Hawaii"), plots=1, unseen_plots=("hoax",))
    start, exposures = table(ann, bob), ("A: expose Gang War!", "B: expose Hoax!")
    now, look = do(start, exposures[0]), GAME.table(do(start, exposures[1]))
    exposed, other = map(GAME.read_action, exposures)

    says = revise(GAME, now, [OpenAction(start, exposed)], Sighting(look, look, Hidden()))

    assert isinstance(says, Either)
    returned = GAME.read_action("A: return Plot Gang War!")
    assert {Hypothesis(1, (other,)), Hypothesis(0, (returned, other))} == set(says.readings)


def test_what_lies_under_another_on_the_discards_was_discarded() -> None:
    """Bob's label came to lie there and was covered: what takes its discard back has that against it."""
    bob = player("Bob", chained("The Network", "Hawaii"), plots=2, unseen_plots=("hoax", "gang_war"))
    start = table(player("Ann", chained("UFOs", "C.I.A.")), bob)
    first, second = map(GAME.read_action, ("B: discard Hoax!", "B: discard Gang War!"))
    now = GAME.apply(start, first)
    look = GAME.table(GAME.apply(now, second))
    buried = Hidden({"B.discard": ["hoax"]}, arrived={"B.discard": ["hoax", "gang_war"]})
    scan = Scan(GAME, now, [OpenAction(start, first)], Sighting(look, look, buried))

    assert 0 == cost(scan, Hypothesis(0, (second,))).labels
    assert 1 == cost(scan, Hypothesis(1, (second,))).labels


def test_each_card_that_lies_under_others_on_the_discards_is_told_though_nobody_answered() -> None:
    """Three lie there, one on the other; a look that knew only the topmost would tell of one."""
    bob = player("Bob", chained("The Network", "Hawaii"), plots=3, unseen_plots=("hoax", "gang_war", "hurricane"))
    start = table(player("Ann", chained("UFOs", "C.I.A.")), bob)
    told = tuple(map(GAME.read_action, ("B: discard Hoax!", "B: discard Gang War!", "B: discard Hurricane")))
    look = GAME.table(do(start, *map(GAME.write_action, told)))
    came = ["hoax", "gang_war", "hurricane"]
    hidden = Hidden({"B.discard": came[:2]}, arrived={"B.discard": came}, heights={"B.discard": Height(3, 3)})

    assert Hypothesis(0, told) == revise(GAME, start, [], Sighting(look, look, hidden))
