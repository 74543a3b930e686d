"""What is told of Iron Sky's table after something lay over it: tiles that were laid there have gone on."""

from __future__ import annotations

import pytest

from benchmarks.clumsy.people import People
from companion.core.game import is_legal
from companion.core.table import Box, Zone
from companion.games import GAMES

GAME = GAMES["iron_sky"]


def people_beside_a_cover(players: int, seed: int, *zones: Zone) -> People:
    """A position of a random evening, and something that lies over zones with these beginnings."""
    people = People(GAME, players, seed)
    people.wait(3)
    boxes = [box for name, box in people.layout.zones.items() if name.startswith(zones)]
    people.covers.append(
        Box(
            min(box.left for box in boxes),
            min(box.top for box in boxes),
            max(box.right for box in boxes),
            max(box.bottom for box in boxes),
        )
    )
    people.wait(4)
    return people


@pytest.mark.parametrize(
    ("players", "seed", "covered", "notations"),
    [
        (
            2,
            173_000_220,
            ("america.1.",),
            ("B: aid Asia -> America 1, America 1", "B: organise 2 America 1 -> America 4 with 1 PP"),
        ),
        (
            4,
            173_001_297,
            ("A.discard", "A.command", "america.o3"),
            ("A: play einsatzgruppen_assault", "A: place America o3", "A: move 1 America o3 -> Europe o2"),
        ),
    ],
)
def test_tiles_that_were_laid_under_a_cover_have_gone_on_from_there(
    players: int, seed: int, covered: tuple[Zone, ...], notations: tuple[str, ...]
) -> None:
    """ISK-63, ISK-97: where they lie now a single decision could not have brought them; two or three could."""
    people = people_beside_a_cover(players, seed, *covered)
    for notation in notations:
        action = GAME.read_action(notation)
        assert is_legal(GAME, people.state, action)
        people.do(action)
        people.wait(2)
    people.covers.clear()
    people.wait(6)

    assert people.history.state == people.state
    assert people.session.prompt is None
