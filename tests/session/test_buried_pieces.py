"""What may lie under others in a fan, as the labels tell."""

from __future__ import annotations

from companion.core.belief.observation_model import Hidden, looks
from companion.core.table import Change, LabelPlace, Pose, Reading, TableSnapshot
from companion.session.buried_pieces import BuriedPieces
from companion.session.known_labels import KnownLabels

LABELS = KnownLabels({"F1": "farm", "F2": "farm", "B1": "bank"})


def look(buried: BuriedPieces, *there: str, elsewhere: tuple[str, ...] = ()) -> None:
    places = [LabelPlace(tag, Pose(20.0 * int(tag[1]), 50.0 if tag[0] == "F" else 0.0)) for tag in (*there, *elsewhere)]
    buried.look(Reading({"fan": there, "away": elsewhere}), (), places)


def test_what_was_taken_out_of_a_fan_is_not_under_its_like_that_came_after_it() -> None:
    buried = BuriedPieces()
    look(buried, "F1", "B1", elsewhere=("F2",))
    look(buried, "B1", elsewhere=("F2",))
    assert {"fan": ["farm"]} == buried.buried(LABELS), "it may have slid under the other"

    look(buried, "F2", "B1")
    assert {} == buried.buried(LABELS)


def test_what_went_alone_to_a_pile_lies_under_what_came_there_after_it() -> None:
    buried = BuriedPieces()
    look(buried, elsewhere=("F1",))
    look(buried, "F1")
    look(buried, "B1")

    assert {"fan": ["farm"]} == buried.buried(LABELS)


def test_what_has_landed_is_in_nobodys_hand_though_a_hand_hides_it_there_now() -> None:
    """It went from the fan to the other place, which nobody can look at when it is seen to be missing."""
    buried, expected = BuriedPieces(), TableSnapshot({"fan": ("bank", "farm"), "away": ()})
    look(buried, "F1", "B1")
    look(buried, "B1", elsewhere=("F1",))
    hidden = Reading({"fan": ("B1",)})
    buried.look(hidden, (), ())
    seen = TableSnapshot({"fan": ("bank",)})

    assert Reading({"away": ("F1",)}) == buried.out_of_sight(hidden)
    assert (Change("fan", "farm", -1),) == looks(expected, seen, Hidden())[0].held
    assert () == looks(expected, seen, Hidden(landed={"B.1": ("farm",)}))[0].held
