"""Structures read from the poses of their cards (INWO-84, INWO-85, INWO-90), however crooked they lie."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.core.plane import moved
from companion.core.table import LabelPlace, Observation, Pose
from companion.games.inwo.geometry import ROOT, arrows, fits, overlapping, puppet_spot
from companion.games.inwo.layout import layout
from companion.games.inwo.state import Placed
from companion.games.inwo.table import arrow_zone, shape
from companion.games.inwo.tags import shipped_labels
from tests.games.inwo.tables import EVENING, card, chained, player, table

CARDS = 12
SLOP_MM, SLOP_DEGREES = 3.0, 4.0
TAG_OF = {piece: tag for tag, piece in shipped_labels().items()}
GROUPS = sorted(each.id for each in EVENING.catalog.cards.values() if each.is_group)


def random_structure(random: Random, cards: int = CARDS) -> tuple[Placed, ...]:
    """A structure that may lie on a table, built at random arrows."""
    while True:
        structure: tuple[Placed, ...] = (Placed(card("UFOs")),)
        for name in random.sample(GROUPS, cards * 4):
            free = list(arrows(EVENING.catalog, structure))
            random.shuffle(free)
            found = next(
                (
                    one
                    for master, side in free
                    if fits(EVENING.catalog, structure, (one := Placed(name, master, side),))
                ),
                None,
            )
            if found is not None:
                structure = (*structure, found)
            if len(structure) == cards:
                return structure


def laid(random: Random, structure: tuple[Placed, ...], root: Pose) -> dict[str, Pose]:
    """Each card against its master as hands lay it: the slop adds up from master to puppet."""
    middles: dict[str, Pose] = {}
    for placed in structure:
        if placed.master is None or placed.side is None:
            middles[placed.card] = root
            continue
        spot = puppet_spot(EVENING[placed.master], ROOT, placed.side, EVENING[placed.card])
        at = moved(middles[placed.master], spot.x, spot.y)
        middles[placed.card] = Pose(
            at.x + random.uniform(-SLOP_MM, SLOP_MM),
            at.y + random.uniform(-SLOP_MM, SLOP_MM),
            middles[placed.master].rotation + 90.0 * spot.quarters + random.uniform(-SLOP_DEGREES, SLOP_DEGREES),
        )
    return middles


def test_crooked_structures_are_read_right() -> None:
    """INWO-84, INWO-85: twelve cards with three millimetres and four degrees each: 99.5 of 100 and no wrong one."""
    random, right, wrong, trials = Random(7), 0, 0, 200
    for _ in range(trials):
        structure = random_structure(random)
        state = table(player("Ann", structure), player("Bob", chained("The Network", "C.I.A.")))
        there = layout(state)
        middles = laid(random, structure, there.roots["A"])
        labels = []
        for name, middle in middles.items():
            form = shape(EVENING, name)
            labels.append(LabelPlace(TAG_OF[name], moved(middle, form.label_dx, form.label_dy)))
        random.shuffle(labels)
        seen = there.read(Observation(tuple(labels))).zones
        expected = {
            arrow_zone("A", placed.master, placed.side): (TAG_OF[placed.card],)
            for placed in structure
            if placed.master is not None and placed.side is not None
        }
        read = {zone: tags for zone, tags in seen.items() if tags and zone.startswith("A.") and zone.count(".") == 2}
        right += read == expected
        wrong += any(expected.get(zone, tags) != tags for zone, tags in read.items())

    assert 0 == wrong
    assert right >= 0.995 * trials


def test_a_card_that_arrives_is_read_right_or_left_to_people() -> None:
    """One of twelve cards is new: 99.5 of 100 are found at their arrow, and none at another."""
    random, right, trials = Random(8), 0, 200
    for _ in range(trials):
        structure = random_structure(random)
        masters = {placed.master for placed in structure}
        new = random.choice([placed for placed in structure[1:] if placed.card not in masters])
        known = tuple(placed for placed in structure if placed is not new)
        there = layout(table(player("Ann", known), player("Bob", chained("The Network", "C.I.A."))))
        labels = [
            LabelPlace(TAG_OF[name], moved(middle, shape(EVENING, name).label_dx, shape(EVENING, name).label_dy))
            for name, middle in laid(random, structure, there.roots["A"]).items()
        ]
        random.shuffle(labels)
        seen = there.read(Observation(tuple(labels))).zones
        expected = {
            arrow_zone("A", placed.master, placed.side): (TAG_OF[placed.card],)
            for placed in structure
            if placed.master is not None and placed.side is not None
        }
        read = {zone: tags for zone, tags in seen.items() if tags and zone.startswith("A.") and zone.count(".") == 2}

        assert read.items() <= expected.items()
        right += read == expected
    assert right >= 0.995 * trials


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
