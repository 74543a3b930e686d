"""The measurement of clumsy evenings: its table is physically true, and a small sample of it runs in the checks."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.clumsy.__main__ import plan, run
from benchmarks.clumsy.behaviours import FAMILIES
from benchmarks.clumsy.eye import IdealEye
from benchmarks.clumsy.people import People
from benchmarks.clumsy.stacks import whole_table
from benchmarks.clumsy.tabletop import OFF, Carry, Tabletop
from benchmarks.playouts import start
from companion.core.table import diff
from companion.games import GAMES

SAMPLE_SEED = 4
EVERY = 9
"""Every so manieth trial of a round of all behaviours in both games belongs to the sample."""


def table_of(game: str, players: int) -> tuple[Tabletop, object]:
    played = GAMES[game]
    state = start(played, players)
    table = Tabletop(played, played.layout(state), Random(1))
    table.lay_out(whole_table(played, state))
    return table, state


def test_there_are_forty_behaviours_and_more() -> None:
    assert sum(map(len, FAMILIES.values())) >= 40


@pytest.mark.parametrize(("game", "players"), [(game, players) for game in GAMES for players in GAMES[game].players])
def test_an_eye_sees_each_position_as_it_is(game: str, players: int) -> None:
    for seed in range(3):
        people = People(GAMES[game], players, seed)
        assert people.sees_all(), seed


def test_lifting_the_top_of_a_stack_shows_the_next_with_its_own_label() -> None:
    table, _ = table_of("iron_sky", 2)
    zone = "america.o1"
    lower = table.stack(zone)[-1]
    upper = table.put(table.fetch(lower.piece), zone)
    seen = {place.tag for place in IdealEye(table).look().labels}
    assert upper.tag in seen
    assert lower.tag not in seen
    table.take_from(Carry(upper.piece, zone, OFF))
    assert lower.tag in {place.tag for place in IdealEye(table).look().labels}


def test_an_elite_army_stays_on_top_of_what_arrives() -> None:
    table, _ = table_of("iron_sky", 2)
    zone = next(thing.zone for thing in table.things if thing.zone.endswith(".cc"))
    elite = next(piece for piece in set(table.game.piece_of.values()) if piece.startswith("elite"))
    table.put(table.fetch(elite), zone)
    table.put(table.fetch("uwc_america"), zone)
    assert elite == table.stack(zone)[-1].piece


def test_a_pile_that_goes_off_the_mat_goes_as_a_whole_and_comes_back_so() -> None:
    table, _ = table_of("iron_sky", 2)
    cards = [piece for piece in sorted(set(table.game.piece_of.values())) if piece.endswith("_assault")][:2]
    for card in cards:
        table.put(table.fetch(card), "A.discard")
    before = {"A.discard": tuple(cards)}
    [carry] = table.carries_to({"A.discard": ()})
    assert Carry(cards[1], "A.discard", OFF, (cards[0],)) == carry
    tag = table.take_from(carry)
    assert table.lying(before) == {"A.discard": ()}
    table.lay(tag, carry.back)
    assert before == table.lying(before)


@pytest.mark.parametrize("game", list(GAMES))
def test_whatever_is_swept_away_can_be_put_right(game: str) -> None:
    people = People(GAMES[game], GAMES[game].players[0], 5)
    for thing in people.random.sample(list(people.table.things), 6):
        people.table.drop(people.table.take(thing.tag).tag)
    people.put_right()
    assert people.sees_all()
    assert not diff(
        people.game.table(people.state), people.layout.read(people.eye.look()).identify(people.game.piece_of)
    )


@pytest.mark.parametrize("planned", list(plan(tuple(GAMES), range(0, 2 * 71, EVERY), SAMPLE_SEED)), ids=str)
def test_a_sample_of_clumsy_evenings(planned: tuple[str, int, int, str, str, bool]) -> None:
    """Nothing fails, and nothing that never happened stays in the journal unsaid."""
    _, verdict, _ = run(planned)
    assert verdict is None or not (verdict.crashed or verdict.silently_wrong), verdict
