"""What people do at the table of Iron Sky who are not tidy: an action in parts, in any order, at any pace."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.recorded_evening import Performance
from companion.core.belief.hypothesis import Either, Hypothesis, OpenAction, Unfinished
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import revise
from companion.core.belief.search import Illegal
from companion.core.heights import Height
from companion.core.table import TableSnapshot
from companion.games.iron_sky import GAME
from tests.clumsy_scenarios import ClumsyScenario, clumsy_scenarios, play
from tests.games.iron_sky.tables import after
from tests.games.iron_sky.tables import table as position

EVENING = Path(__file__).parents[3] / "companion" / "games" / "iron_sky" / "evening_clumsy.toml"


@pytest.mark.parametrize("scenario", clumsy_scenarios(Path(__file__)))
def test_clumsy(scenario: ClumsyScenario) -> None:
    play(scenario)


def test_the_clumsy_evening_comes_out_as_recorded(tmp_path: Path) -> None:
    """Parts, held and half covered pieces, glare, a book, a hand over what is due, a power cut: nothing is concluded
    that did not happen."""
    performance = Performance(EVENING, tmp_path / "journal.db")
    performance.play()

    assert [] == performance.wrong
    assert 1 == performance.cuts


@pytest.mark.parametrize("lack", [(), ("pool",)])
def test_two_at_once_may_have_been_one_who_gave(lack: tuple[str, ...]) -> None:
    """ISK-59, ISK-62: Anna's point is paid, Bert's marker goes up, and her card comes last: it was no gift, perhaps.

    Whichever of the two was done first.
    """
    before = position(players=4, side="reich", seats={"A": {"command": 2}, "B": {"command": 0}})
    given = after(before, gift := "A: give 1 CP to B")
    seen = GAME.table(after(before, "B: advice", "A: play infantry_mobilisation"))
    latest = [OpenAction(before, GAME.read_action(gift))]
    says = revise(GAME, given, latest, Sighting(seen, seen, Hidden(lack=lack)), hasty=True)

    assert isinstance(says, Either)
    told = [(each.taken_back, {*map(GAME.write_action, each.actions)}) for each in says.readings]
    assert [
        (1, {"B: advice", "A: play infantry_mobilisation"}),
        (0, {"A: advice", "A: play infantry_mobilisation"}),
    ] == told


def test_nobody_holds_what_an_action_took_of_which_all_the_rest_lies_there() -> None:
    """ISK-62: Anna has taken Advice. Bert's point is paid before his card lies there: it was not hers instead."""
    before = position(players=4, side="reich", seats={"A": {"command": 3}, "B": {"command": 3}})
    advised = after(before, advice := "A: advice")
    paid = dict(GAME.table(advised).zones) | {"B.command.3": (), "B.command.2": ("command",)}
    seen = TableSnapshot(paid)
    says = revise(GAME, advised, [OpenAction(before, GAME.read_action(advice))], Sighting(seen, seen, Hidden()))

    assert isinstance(says, Unfinished)
    assert 0 == says.taken_back


def test_nobody_moved_otherwise_before_where_one_slip_explains_all() -> None:
    """ISK-12: no route leads from Europe 4 to Europe 7. That his first tile went there is a tale of two other moves."""
    europe = {1: "", 2: "U1", 3: "", 4: "U2", 5: "U1", 6: "", 7: ""}
    bare = position(europe=europe, seats={"E": {"money": 4, "politics": 0}})
    before = after(bare, "E: play general_mobilisation_cheap")
    now = after(before, move := "E: move 1 Europe 5 -> Europe 2")
    slip = GAME.read_action("E: organise 2 Europe 4 -> Europe 7")
    seen = GAME.table(GAME.apply(now, slip))
    heights = {"europe.2.cc": Height(2, 2), "europe.4.cc": Height(0, 0), "europe.7.cc": Height(1)}
    hidden = Hidden(
        arrived={"europe.7.cc": ("uwc_europe",)},
        departed={"europe.4.cc": ("uwc_europe",)},
        heights=heights,
        heights_if_gone=heights,
    )
    says = revise(GAME, now, [OpenAction(before, GAME.read_action(move))], Sighting(seen, seen, hidden), hasty=True)

    assert isinstance(says, Illegal)
    assert slip == says.action
    assert "ISK-12" == says.violation.rule.id


def test_a_tile_that_went_on_from_where_no_look_saw_it_was_ordered_twice() -> None:
    """ISK-12: from Asia 1 no route leads to Asia 5, but two do by Asia 4, and both orders were paid."""
    asia = {1: "U1", 2: "", 3: "", 4: "U1", 5: "", 6: "", 7: ""}
    before = position(asia=asia, seats={"D": {"money": 4, "politics": 0}})
    orders = "D: organise 1 Asia 1 -> Asia 4", "D: organise 1 Asia 4 -> Asia 5"
    end = after(before, *orders)
    heights = {"asia.1.cc": Height(0, 0), "asia.4.cc": Height(1, 1), "asia.5.cc": Height(1)}
    tile = ("uwc_asia",)
    hidden = Hidden(
        arrived={"asia.5.cc": tile},
        departed={"asia.1.cc": tile},
        heights=heights,
        heights_if_gone=heights,
    )
    seen = GAME.table(end)
    says = revise(GAME, before, (), Sighting(seen, seen, hidden))

    assert isinstance(says, Hypothesis)
    assert end == after(before, *map(GAME.write_action, says.actions))
    one_price = GAME.table(after(before, orders[0])).zones
    tiles = {zone: seen.zones[zone] for zone in heights}
    paid_once = TableSnapshot({**one_price, **tiles})
    says = revise(GAME, before, (), Sighting(paid_once, paid_once, hidden))
    assert isinstance(says, Illegal), "one order that no route allows, since only one was paid"


def test_a_marker_still_to_be_laid_has_gone_on_with_the_next_orders() -> None:
    """ISK-12: no look saw the Money marker on 4, where the first order left it: three more have brought it to 1."""
    asia = {1: "U1", 2: "", 3: "U1", 4: "", 5: "", 6: "U2", 7: ""}
    before = position(asia=asia, seats={"D": {"money": 5, "politics": 0}})
    first = "D: organise 1 Asia 1 -> Asia 4"
    following = "D: organise 1 Asia 3 -> Asia 2", "D: organise 1 Asia 6 -> Asia 7", "D: organise 1 Asia 6 -> Asia 5"
    now, end = after(before, first), after(before, first, *following)
    latest = [OpenAction(before, GAME.read_action(first))]
    seen = GAME.table(end)
    done = TableSnapshot({**seen.zones, "D.money.4": ("money",)})

    says = revise(GAME, now, latest, Sighting(seen, done, Hidden()))
    assert isinstance(says, Hypothesis)
    assert 0 == says.taken_back
    assert says.is_exact
    assert end == after(now, *map(GAME.write_action, says.actions))

    in_a_hand = [TableSnapshot({**each.zones, "D.money.1": ()}) for each in (seen, done)]
    says = revise(GAME, now, latest, Sighting(*in_a_hand, Hidden()))
    assert not (isinstance(says, Hypothesis) and says.is_exact and not says.held), "nothing of it is paid yet"


def test_a_tile_under_which_another_may_have_come_and_gone_on_is_asked_about() -> None:
    """ISK-100: one label has gone from Asia 6 to Asia 4. That an Assault's own tile went with it nobody saw."""
    asia = {1: "", 2: "", 3: "", 4: "", 5: "", 6: "U2", 7: ""}
    commanders = {"D": {"commander": "general"}, "E": {"commander": "agent"}}
    before = after(position(asia=asia, seats=commanders), "D: play general_assault")
    story = "D: place Asia 6", "D: move 2 Asia 6 -> Asia 4"
    slip = GAME.read_action("D: move 1 Asia 6 -> Asia 4")
    seen = GAME.table(GAME.apply(before, slip))
    heights = {"asia.4.cc": Height(1, 2), "asia.6.cc": Height(1, 1)}
    tile = ("uwc_asia",)
    hidden = Hidden(arrived={"asia.4.cc": tile}, departed={"asia.6.cc": tile}, heights=heights, heights_if_gone=heights)

    says = revise(GAME, before, (), Sighting(seen, seen, hidden))
    assert isinstance(says, Hypothesis)
    assert story == (*map(GAME.write_action, says.actions),)
    assert story[:1] == (*map(GAME.write_action, says.assumed),)
    assert says.slip is not None
    assert (slip, "ISK-100") == (says.slip.action, says.slip.violation.rule.id)


def test_what_has_just_come_to_a_stack_need_not_go_again_where_more_came_beneath_it() -> None:
    """ISK-73: Fay's tile was laid hard on Eve's and slipped under it. One label came to Europe 1, and two tiles did."""
    commanders = {"D": "politician", "E": "agent", "F": "general"}
    seats = {seat: {"commander": commander} for seat, commander in commanders.items()}
    stacks = position(america={3: "U3"}, europe={1: "U1"}, seats=seats)
    before = after(stacks, "E: play agent_jamming_or_recruit_1 as recruit with 2 PP", "F: play general_mobilisation")
    moves = "F: move 1 America 3 -> Europe 1 fee E", "E: place Europe 1"
    seen = GAME.table(after(before, *moves))
    heights = {"america.3.cc": Height(2, 3), "europe.1.cc": Height(2, 2)}
    hidden = Hidden(
        arrived={"europe.1.cc": ("uwc_europe",), "E.politics.0": ("politics",)},
        heights=heights,
        heights_if_gone=heights,
    )

    says = revise(GAME, before, (), Sighting(seen, seen, hidden))
    assert isinstance(says, Hypothesis)
    assert moves == (*map(GAME.write_action, says.actions),)
    assert not says.is_exact, "it is not believed before the table has rested"


def test_a_gift_back_before_the_next_order_may_be_the_taking_back_of_both_moves() -> None:
    """ISK-59: Bert's gift and Anna's card were taken back in one sweep, which was asked, and he has gone on since."""
    reich = {"A": {"command": 3}, "B": {"command": 3}}
    before = position(players=4, side="reich", europe={"o2": "R1", "o3": "R1"}, seats=reich)
    moves = "B: give 1 CP to A", "A: play infantry_reboot"
    given, now = after(before, moves[0]), after(before, *moves)
    latest = [OpenAction(state, GAME.read_action(move)) for state, move in zip((before, given), moves, strict=True)]
    seen = GAME.table(after(before, order := "B: organise 1 Europe o2 -> Europe o3"))
    heights = {"europe.o2": Height(0, 0), "europe.o3": Height(2, 2), "A.discard": Height(0, 1)}
    hidden = Hidden(heights=heights, heights_if_gone=heights)

    says = revise(GAME, now, latest, Sighting(seen, seen, hidden), hasty=True)
    assert isinstance(says, Either)
    told = [(each.taken_back, {*map(GAME.write_action, each.actions)}) for each in says.readings]
    assert [(2, {order}), (1, {order, "A: give 1 CP to B"})] == told
