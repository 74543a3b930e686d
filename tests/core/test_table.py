"""What the table shows against what it should, zone by zone, and what an unreadable label may hide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.table import (
    UNREADABLE,
    Box,
    Change,
    Crop,
    LabelPlace,
    Observation,
    Pose,
    Reading,
    TablePicture,
    TableSnapshot,
    as_if_done,
    diff,
    owner,
)

pieces = st.lists(st.sampled_from(["bank", "farm", "mine"]), max_size=5)
zones = st.dictionaries(st.sampled_from(["market", "A.1", "A.2"]), pieces)


def test_what_is_not_seen_is_not_gone() -> None:
    expected = TableSnapshot.of({"market": ["farm"], "A.1": ["mine"]})

    assert () == diff(expected, TableSnapshot.of({"market": ["farm"]}))
    assert (Change("A.1", "mine", -1),) == diff(expected, TableSnapshot.of({"market": ["farm"], "A.1": []}))


def test_a_moved_piece_is_one_less_here_and_one_more_there() -> None:
    expected = TableSnapshot.of({"market": ["farm", "farm", "mine"], "A.1": []})
    seen = TableSnapshot.of({"market": ["farm", "mine"], "A.1": ["farm"]})

    assert (Change("A.1", "farm", 1), Change("market", "farm", -1)) == diff(expected, seen)


def test_an_unreadable_label_hides_one_missing_piece_of_its_zone() -> None:
    expected = TableSnapshot.of({"market": ["farm", "mine"]})

    assert () == diff(expected, TableSnapshot.of({"market": ["farm", UNREADABLE]}))
    assert (Change("market", UNREADABLE, 1),) == diff(
        expected, TableSnapshot.of({"market": ["farm", "mine", UNREADABLE]})
    )


def test_an_unreadable_label_stands_for_one_piece_of_its_own_zone() -> None:
    """Of two missing ones the other is gone, and so is what is missed in another zone."""
    expected = TableSnapshot.of({"market": ["farm", "farm", "mine"], "A.1": ["bank"]})
    seen = TableSnapshot.of({"market": ["mine", UNREADABLE], "A.1": []})

    assert (Change("A.1", "bank", -1), Change("market", "farm", -1)) == diff(expected, seen)


def test_what_is_still_to_be_done_lies_as_if_it_were_done() -> None:
    """Two farms were to come and the mine to go; of a zone that is not seen nothing is told."""
    seen = TableSnapshot.of({"market": ["farm", "farm", "mine"], "A.1": []})
    pending = [Change("market", "farm", 2), Change("market", "mine", -1), Change("A.2", "mine", 1)]

    assert TableSnapshot.of({"market": ["mine", "mine"], "A.1": []}) == as_if_done(seen, pending)


def test_a_table_may_leave_zones_out() -> None:
    seen = TableSnapshot.of({"market": ["farm"], "A.1": []})

    assert TableSnapshot.of({"A.1": []}) == seen.without(["market"])
    assert seen == seen.without([])


def test_a_zone_belongs_to_a_seat_or_to_everybody() -> None:
    assert ["A", "A", "market"] == [owner(zone) for zone in ("A.1", "A.tiles.2", "market")]


def test_a_reading_leaves_out_what_is_no_piece_of_the_game() -> None:
    reading = Reading({"market": ("N1", "https://example.org", UNREADABLE, "N2")})

    assert TableSnapshot.of({"market": ["farm", "mine", UNREADABLE]}) == reading.identify({"N1": "mine", "N2": "farm"})


@given(zones, zones)
def test_changes_lead_from_the_expected_table_to_the_seen_one(expected: dict, seen: dict) -> None:
    for zone, delta in _by_zone(diff(TableSnapshot.of(expected), TableSnapshot.of(seen))).items():
        counted = Counter(expected[zone])
        counted.update(delta)

        assert Counter(seen[zone]) == +counted


@given(zones, st.randoms(use_true_random=False))
def test_labels_that_cannot_be_read_never_make_a_change(expected: dict, random: object) -> None:
    """Any labels of a true table may become unreadable: nothing seems to have moved."""
    seen = {
        zone: [UNREADABLE if random.random() < 0.5 else piece for piece in held]  # type: ignore[attr-defined]
        for zone, held in expected.items()
    }

    assert () == diff(TableSnapshot.of(expected), TableSnapshot.of(seen))


def _by_zone(changes: tuple[Change, ...]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for change in changes:
        found.setdefault(change.zone, Counter())[change.piece] += change.delta
    return found


def test_boxes_that_touch_do_not_overlap() -> None:
    """By every side and at a corner; a hair further in they do."""
    box, hair = Box(0, 0, 10, 20), 0.001
    touching = [Box(10, 0, 30, 20), Box(-5, 0, 0, 20), Box(0, 20, 10, 30), Box(0, -9, 10, 0), Box(10, 20, 30, 30)]
    nearer = [(-hair, 0), (hair, 0), (0, -hair), (0, hair), (-hair, -hair)]

    for other, (x, y) in zip(touching, nearer, strict=True):
        moved = Box(other.left + x, other.top + y, other.right + x, other.bottom + y)

        assert (False, False) == (box.overlaps(other), other.overlaps(box))
        assert (True, True) == (box.overlaps(moved), moved.overlaps(box))


def test_the_middle_of_a_box() -> None:
    assert (20, 45) == Box(10, 30, 30, 60).centre


def test_a_copied_label_is_on_the_piece_where_it_was_seen_first() -> None:
    """Of labels that cannot be read each is one."""
    labels = tuple(LabelPlace(tag, Pose(x, 0)) for x, tag in enumerate(("T", UNREADABLE, "U", "T", UNREADABLE)))

    assert [0, 1, 2, 4] == [place.pose.x for place in Observation(labels).pieces]


def test_a_box_has_its_left_and_upper_edge_and_not_the_others() -> None:
    """So every point of the mat lies in one of two boxes side by side."""
    box = Box(0, 0, 10, 20)

    assert [True, False, True, False] == [box.contains(x, y) for x, y in ((0, 5), (10, 5), (5, 0), (5, 20))]
    assert [False, False] == [box.contains(x, y) for x, y in ((-1, 5), (5, 21))]


def test_a_label_is_shown_as_it_was_seen_in_the_box() -> None:
    """In the box before outside, the nearest to its middle first."""
    near, far, outside = Crop(1, 1, b"n"), Crop(1, 1, b"f"), Crop(1, 1, b"o")
    seen = Observation(
        (
            LabelPlace("T", Pose(21, 10), crop=outside),
            LabelPlace("T", Pose(1, 1), crop=far),
            LabelPlace("T", Pose(9, 11), crop=near),
            LabelPlace("U", Pose(10, 10), crop=outside),
        )
    )

    assert near == seen.crop_of("T", Box(0, 0, 20, 20))
    assert outside == seen.crop_of("T", None)
    assert seen.crop_of("V", None) is None


def test_a_piece_may_lie_where_nobody_can_look() -> None:
    table = TableSnapshot.of({"market": ["farm"], "A.1": [], "A.2": [UNREADABLE], "A.3": ["mine", "mine"]})

    assert table.has_one("farm", ["market", "A.1"])
    assert not table.has_one("bank", ["market", "A.1"])
    assert table.has_one("bank", ["A.1", "hidden"])
    assert table.has_one("bank", ["A.1", "A.2"])
    assert not table.has_one("mine", ["A.3", "hidden"])


class Twice:
    """A camera that puts two pixels on a millimetre."""

    def to_px(self, points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(2 * x, 2 * y) for x, y in points]


PICTURE = TablePicture(Crop(200, 100, bytes(x for _ in range(100) for x in range(200))), 2, Twice())
"""Of 200 x 100 mm, every second pixel of it: each has its own column for its light."""


def test_the_picture_of_places_shows_them_and_some_of_the_table_beside_them() -> None:
    place = PICTURE.around([Box(50, 40, 60, 50), Box(100, 42, 110, 52)])

    assert place is not None
    assert (Crop(80, 52, bytes(range(40, 120)) * 52)) == place.crop  # from 40 to 120 mm across, from 20 to 72 mm down
    assert ((10 / 80, 20 / 52, 10 / 80, 10 / 52), (60 / 80, 22 / 52, 10 / 80, 10 / 52)) == place.boxes


@pytest.mark.parametrize(("box", "size"), [(Box(0, 0, 10, 10), (12, 12)), (Box(190, 90, 200, 100), (12, 12))])
def test_a_place_at_the_edge_of_the_picture_is_shown(box: Box, size: tuple[int, int]) -> None:
    place = PICTURE.around([box])

    assert place is not None
    assert size == (place.crop.width, place.crop.height)


def test_a_place_outside_the_picture_is_not_shown() -> None:
    assert PICTURE.around([Box(50, 40, 60, 50), Box(195, 40, 205, 50)]) is None
