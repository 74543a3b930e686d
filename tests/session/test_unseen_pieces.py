"""Pieces whose labels the light hides: what counts as lying there, and until when."""

from __future__ import annotations

from companion.core.table import UNREADABLE, Change, Reading, TableSnapshot
from companion.session.known_labels import KnownLabels
from companion.session.unseen_pieces import UnseenPieces

LABELS = {"F1": "farm", "F2": "farm", "M1": "mine", "T1": "tower"}
EXPECTED = TableSnapshot({"market": ("farm", "farm", "mine"), "north": ("tower",)})
FARM = (Change("market", "farm", -1),)


def washed_out(*lacking: Change, **read: tuple[str, ...]) -> UnseenPieces:
    """After the first look, which shows these labels."""
    unseen = UnseenPieces()
    unseen.first_look(lacking, Reading(read), KnownLabels(LABELS))
    return unseen


def looks(unseen: UnseenPieces, **read: tuple[str, ...]) -> TableSnapshot:
    reading = Reading(read)
    seen = KnownLabels(LABELS).identify(reading)
    unseen.look(reading, seen, EXPECTED)
    return unseen.with_them(seen)


def test_what_the_first_look_does_not_show_lies_there() -> None:
    unseen = washed_out(*FARM, market=("F1", "M1"), north=("T1",))

    assert unseen.in_question
    assert looks(unseen, market=("F1", "M1"), north=("T1",)) == EXPECTED


def test_a_label_that_cannot_be_read_there_is_that_piece() -> None:
    unseen = washed_out(*FARM, market=("F1", "M1"), north=("T1",))

    assert ("?", "farm", "mine") == looks(unseen, market=("F1", "M1", UNREADABLE)).zones["market"]


def test_where_something_differs_otherwise_too_somebody_was() -> None:
    unseen = washed_out(*FARM, Change("north", "farm", 1), market=("F1", "M1"), north=("T1", "F2"))

    assert ("farm", "mine") == looks(unseen, market=("F1", "M1")).zones["market"]


def test_a_later_look_tells_of_moves() -> None:
    """What lay in sight and does not any more is in somebody's hand."""
    unseen = washed_out(market=("F1", "F2", "M1"), north=("T1",))
    unseen.first_look(FARM, Reading({"market": ("F1", "M1")}), KnownLabels(LABELS))

    assert not unseen.in_question


def test_it_may_have_gone_from_where_others_were_moved_and_from_nowhere_else() -> None:
    unseen = washed_out(*FARM, market=("F1", "M1"), north=("T1",))
    same, fewer = (looks(unseen, market=market, north=("T1",)) for market in (("F1", "M1"), ("F1",)))

    assert unseen.gone(same, EXPECTED) is None
    assert TableSnapshot({"market": ("farm",), "north": ("tower",)}) == unseen.gone(fewer, EXPECTED)


def test_a_label_that_comes_to_light_elsewhere_may_have_been_it() -> None:
    """The game has two farms, and the second one lies in the north: then none is left in the market."""
    unseen = washed_out(*FARM, market=("F1", "M1"), north=("T1",))

    assert ("farm", "mine") == looks(unseen, market=("F1", "M1"), north=("T1", "F2")).zones["market"]
    assert not unseen.in_question


def test_what_has_only_faded_lies_there() -> None:
    unseen = UnseenPieces()

    assert unseen.fade({"market": ("F2",)}, FARM, KnownLabels(LABELS))
    assert unseen.in_question
    assert looks(unseen, market=("F1", "M1"), north=("T1",)) == EXPECTED


def test_what_has_faded_and_is_seen_again_lies_there_once() -> None:
    unseen = UnseenPieces()
    unseen.fade({"market": ("F2",)}, FARM, KnownLabels(LABELS))

    assert looks(unseen, market=("F1", "F2", "M1"), north=("T1",)) == EXPECTED
    assert not unseen.in_question


def test_of_what_has_gone_otherwise_nothing_has_faded() -> None:
    """The label is on another piece than the one that is lacking."""
    unseen = UnseenPieces()

    assert not unseen.fade({"market": ("M1",)}, FARM, KnownLabels(LABELS))
    assert ("farm", "mine") == looks(unseen, market=("F1", "M1")).zones["market"]
