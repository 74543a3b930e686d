"""More than a full set of a starting corporation: a triangle, for good (NWO-67, NWO-68)."""

from __future__ import annotations

import pytest

from tests.games.new_world_order.tables import after, position


@pytest.mark.parametrize(
    ("character", "pile", "card"),
    [
        ("Cardinal", "6 Farm", "Farm"),
        ("Royalty", "5 Gold Mine", "Gold Mine"),
        ("Bilderberger", "4 Oil Magnate", "Oil Magnate"),
    ],
)
def test_one_more_than_a_full_set_of_a_starting_corporation(character: str, pile: str, card: str) -> None:
    """NWO-67"""
    state = position(f'character = "{character}"\nslots = ["{pile}"]', "", "")

    assert 1 == len(after(state, f"A: take {card}").player("A").triangles)


def test_not_for_other_corporations() -> None:
    """NWO-67"""
    state = position('character = "Banker"\nslots = ["6 Farm"]', "", "")

    assert () == after(state, "A: take Farm").player("A").triangles


def test_also_by_robbery_and_for_good() -> None:
    """NWO-68"""
    state = position(
        'character = "Cardinal"\nslots = ["6 Farm", "Hostile Takeover"]', 'slots = ["3 Farm"]', "", market="[]"
    )
    robbed = after(state, "A: take over B.1 with 2")

    assert ("farm",) == robbed.player("A").triangles
    assert ("farm",) == after(robbed, "A: discard 1").player("A").triangles
