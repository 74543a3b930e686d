"""Structures read from the poses of their cards (INWO-84, INWO-85, INWO-90), however crooked they lie."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from benchmarks.structures import TAG_OF, laid, random_structure, reading
from companion.core.plane import moved
from companion.core.table import LabelPlace, Observation, Pose
from companion.games.inwo.geometry import overlapping
from companion.games.inwo.layout import layout
from companion.games.inwo.table import arrow_zone, shape
from tests.games.inwo.tables import EVENING, card, chained, player, table


@pytest.mark.parametrize("arrived", [False, True])
def test_crooked_structures_are_read_right(arrived: bool) -> None:
    """INWO-84, INWO-85: twelve cards with three millimetres and four degrees each; of half of them one is new.

    `python -m benchmarks.structures` repeats this for some thousand.
    """
    found = Counter(reading(Random(number), arrived=arrived) for number in range(200))

    assert 0 == found["wrong"]
    assert found["right"] >= 0.995 * 200


def test_a_structure_may_be_read_that_nobody_told() -> None:
    """All cards of a structure that the state does not know are found at their arrows."""
    random = Random(3)
    structure = random_structure(random)
    bare = table(player("Ann", structure[:1]), player("Bob", chained("The Network", "C.I.A.")))
    there = layout(bare)
    labels = tuple(
        LabelPlace(TAG_OF[name], moved(middle, shape(EVENING, name).label_dx, shape(EVENING, name).label_dy))
        for name, middle in laid(random, structure, there.roots["A"]).items()
    )
    seen = there.read(Observation(labels)).zones

    assert all(
        seen[arrow_zone("A", placed.master, placed.side)] == (TAG_OF[placed.card],)
        for placed in structure[1:]
        if placed.master is not None and placed.side is not None
    )


def test_a_card_in_the_middle_of_nowhere_is_at_no_arrow() -> None:
    """What fits no arrow is not guessed."""
    state = table(player("Ann", chained("UFOs", "C.I.A.")), player("Bob", chained("The Network", "KKK")))
    there = layout(state)
    root = there.roots["A"]
    stray = LabelPlace(TAG_OF["the_mafia"], Pose(root.x + 90.0, root.y + 60.0, 45.0))
    seen = there.read(Observation((LabelPlace(TAG_OF["ufos"], there.spot("A.illuminati", 0)), stray))).zones

    assert not any(TAG_OF["the_mafia"] in tags for zone, tags in seen.items() if zone.count(".") == 2)


@pytest.mark.parametrize("seed", range(20))
def test_structures_never_overlap(seed: int) -> None:
    """INWO-86: what `fits` accepts never overlaps, and what overlaps it refuses (INWO-91: rectangles, no grid)."""
    structure = random_structure(Random(seed))

    assert [] == list(overlapping(EVENING.catalog, structure))
    shifted = (*structure, replace(structure[-1], card="c_i_a"))
    assert [] != list(overlapping(EVENING.catalog, shifted))


def test_a_card_of_no_structure_on_an_arrow_lies_at_that_arrow() -> None:
    """INWO-84: an Illuminati cannot be controlled, so nothing could lie there; it is astray, and in nobody's hand."""
    state = table(player("Ann", chained("UFOs", "C.I.A.")), player("Bob", chained("The Network")))
    there = layout(state)
    arrow = next(zone for zone in there.zones if zone.startswith("B.the_network."))
    tag = TAG_OF[card("UFOs")]

    seen = there.read(Observation((LabelPlace(tag, there.spot(arrow, 0)),)))

    assert (tag,) == seen.zones[arrow]


def test_what_lies_in_the_corner_lies_on_its_owners_discards() -> None:
    """INWO-67: whoever's deck the card is of, and under what else lies there."""
    ann = player("Ann", chained("UFOs", "C.I.A."), plots=1, unseen_plots=("sniper",))
    bob = player("Bob", chained("The Network"), plots=1, unseen_plots=("tornado",))
    there = layout(table(ann, bob))
    corner = there.spot("away", 0)
    labels = {name: LabelPlace(TAG_OF[name], corner) for name in ("sniper", "tornado")}

    assert (TAG_OF["sniper"],) == there.read(Observation((labels["sniper"],))).zones["A.discard"]
    both = there.read(Observation(tuple(labels.values()))).zones
    assert ((TAG_OF["sniper"],), (TAG_OF["tornado"],)) == (both["A.discard"], both["B.discard"])
