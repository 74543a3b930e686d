"""Cards by their own faces, on rendered tables through the real reader: which, where, and never a guess."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

import cv2
import numpy as np
import pytest

from benchmarks.vision.printed_faces import card_back, card_face
from benchmarks.watching.evening import mat_anchors, payload, picture
from companion.core.plane import moved
from companion.core.table import LabelPlace, Observation, PieceShape, Pose
from companion.simulation.renderer.camera_model import GrayImage, projection
from companion.simulation.renderer.scene import Bump, Item, Optics, RenderedMat, Scene, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from tests.vision.watched import MAT, coming_and_going, each_once, place_of, tags_of
from vision.arrays import Quads
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.detection.roi_detection import Roi
from vision.detections import Detection
from vision.faces.face_reader import FaceReader
from vision.faces.face_set import FACE_DOWN, Face, FaceSet
from vision.geometry.homography import Homography
from vision.geometry.lens import LensModel
from vision.tracking.pipeline import TableModel, TrackingPipeline

SHAPE = PieceShape(63.0, 88.0, 0.0, -32.0)
KNOWN = 24
TAGS = [payload(number) for number in range(1, KNOWN + 2)]
NOWHERE = np.empty((0, 4, 2))


BACKS = {"back": card_back(), "other back": 255 - card_back()}


def face(number: int) -> str:
    return f"face {number}"


def printed(name: str) -> GrayImage:
    """A label, whole, torn in two or rubbed off in its middle, one of two backs of the cards, or one of their faces."""
    if name in BACKS:
        return BACKS[name]
    if name.startswith("torn"):
        label = picture(name.split()[1])
        return np.where(np.add.outer(*map(np.arange, label.shape)) < len(label), label, np.uint8(235))
    if name.startswith("worn"):
        label = picture(name.split()[1]).copy()
        label[len(label) // 5 : -len(label) // 5, len(label) // 5 : -len(label) // 5] = 235
        return label
    return card_face(int(name.split()[1])) if name.startswith("face") else picture(name)


def learnt(number: int, *tags: str) -> Face:
    small = cv2.resize(card_face(number), (126, 176), interpolation=cv2.INTER_AREA)
    return Face(np.asarray(small), tags, (SHAPE.label_dx, SHAPE.label_dy), 20.0)


@pytest.fixture(scope="module")
def faces() -> FaceSet:
    """Faces 1 to KNOWN, one card of each but of the first, of which there are two."""
    single = {face(number): learnt(number, TAGS[number - 1]) for number in range(2, KNOWN + 1)}
    return FaceSet({face(1): learnt(1, TAGS[0], TAGS[-1]), **single})


@pytest.fixture(scope="module")
def with_backs(faces: FaceSet) -> FaceSet:
    """The same, and both backs."""
    small = {name: cv2.resize(back, (126, 176), interpolation=cv2.INTER_AREA) for name, back in BACKS.items()}
    backs = {name: Face(np.asarray(back), (FACE_DOWN,), (0.0, 0.0), 20.0) for name, back in small.items()}
    return FaceSet(backs | faces.faces)


def face_down(x: float, y: float, rotation: float = 0.0, back: str = "back") -> Item:
    return Item(None, x, y, rotation, 63.0, 88.0, face=back)


def card(number: int, x: float, y: float, rotation: float = 0.0) -> Item:
    return Item(None, x, y, rotation, 63.0, 88.0, face=face(number))


def seen(
    faces: FaceSet, *items: Item, tilt: float = 0.0, labels: Quads = NOWHERE
) -> tuple[tuple[Detection, ...], Homography]:
    """What is read of these items on a mat without anchors, and where the camera stands."""
    optics = Optics(width=1280, height=854, distortion=0.0, tilt=tilt)
    setup = SceneSetup(RenderedMat(450.0, 300.0), optics)
    with SimulatedCamera([Scene(items)], printed, setup) as camera:
        frame = camera.read()
    assert frame is not None
    size = (optics.width, optics.height)
    homography = Homography(projection(setup.mat, optics, Bump()).matrix, LensModel.undistorted(size))
    reader = FaceReader(faces, homography, (450.0, 300.0), 30.0)
    return reader.read(frame.image, [Roi(0, 0, *size)], labels), homography


class TestReading:
    @pytest.mark.parametrize("rotation", [0.0, 37.0, 90.0, 181.0, 304.0])
    def test_a_card_is_told_where_its_label_would_be(self, faces: FaceSet, rotation: float) -> None:
        """Any angle, 12 degrees of tilt."""
        (told,), homography = seen(faces, card(3, 200.0, 150.0, rotation), tilt=12.0)

        assert (TAGS[2], face(3)) == (told.tag, told.face)
        turn = np.radians(rotation)
        wanted = np.array([200.0 + 32.0 * np.sin(turn), 150.0 - 32.0 * np.cos(turn)])
        assert pytest.approx(wanted, abs=1.0) == homography.to_mm([(told.x, told.y)])[0]

    def test_a_card_of_another_deck_and_a_back_are_nothing(self, faces: FaceSet) -> None:
        """A foreign card is a foreign card."""
        found, _ = seen(faces, card(100, 80.0, 150.0, 20.0), card(101, 200.0, 150.0, 75.0), face_down(350.0, 150.0))

        assert () == found

    def test_a_back_that_was_learnt_is_a_card_that_lies_face_down(self, with_backs: FaceSet) -> None:
        """INWO-3: of a game with several; any way round, beside a face and a foreign card. Half of one is nothing."""
        downs = face_down(100.0, 60.0, 190.0), face_down(220.0, 60.0, 80.0, "other back"), face_down(100.0, 220.0)
        found, homography = seen(
            with_backs, *downs, card(100, 125.0, 245.0), card(3, 220.0, 200.0), card(7, 340.0, 90.0)
        )

        assert ["back", face(3), face(7), "other back"] == sorted(str(one.face) for one in found)
        middles = [homography.to_mm([(one.x, one.y)])[0] for one in found if one.tag == FACE_DOWN]
        assert pytest.approx(np.array([(100.0, 60.0), (220.0, 60.0)]), abs=1.0) == sorted(middles, key=lambda at: at[0])

    def test_a_card_that_shows_three_quarters_is_known(self, faces: FaceSet) -> None:
        found, _ = seen(faces, card(5, 150.0, 150.0, 10.0), card(100, 150.0, 216.0, 10.0))

        assert [TAGS[4]] == [one.tag for one in found]

    @pytest.mark.parametrize("rotation", [20.0, 75.0, 130.0])
    def test_a_card_of_which_half_is_covered_aslant_is_known(self, faces: FaceSet, rotation: float) -> None:
        """And what covers it is a foreign card."""
        found, _ = seen(faces, card(7, 200.0, 150.0, 10.0), card(100, 232.0, 166.0, rotation))

        assert [TAGS[6]] == [one.tag for one in found]

    def test_of_a_pile_the_top_is_told(self, faces: FaceSet) -> None:
        found, _ = seen(faces, card(5, 150.0, 150.0, 10.0), card(6, 151.0, 149.0, 12.0))

        assert [TAGS[5]] == [one.tag for one in found]

    def test_cards_of_a_fan_are_known_by_their_upper_fifth(self, faces: FaceSet) -> None:
        """What lies over all of them is a foreign card."""
        fan = [card(number, 200.0, 90.0 + 17.6 * place, 2.0 * place - 3.0) for place, number in enumerate((5, 9, 14))]

        found, _ = seen(faces, *fan, card(100, 200.0, 142.8, 2.0))

        assert sorted((TAGS[4], TAGS[8], TAGS[13])) == sorted(one.tag for one in found)

    def test_titles_that_the_next_card_nearly_cuts_are_looked_at_closely(self, faces: FaceSet) -> None:
        """Each 11 mm lower, turned one way and the other; by the plan's own pixels only the last title is known."""
        fan = [card(n, 200.0, 90.0 + 11.0 * place, (-2.5, 2.5)[place % 2]) for place, n in enumerate((5, 9, 14, 17))]

        found, _ = seen(faces, *fan, card(100, 200.0, 134.0, 2.5))

        assert {TAGS[13], TAGS[16]} == {one.tag for one in found}

    def test_of_two_cards_with_one_title_strip_neither_is_guessed(self, faces: FaceSet) -> None:
        twin = learnt(30, TAGS[-1])
        twin.picture[:40] = faces.faces[face(9)].picture[:40]
        both = FaceSet({face(number): faces.faces[face(number)] for number in range(2, KNOWN + 1)} | {"twin": twin})

        found, _ = seen(both, card(5, 200.0, 90.0), card(9, 200.0, 107.6), card(100, 200.0, 125.2))

        assert [TAGS[4]] == [one.tag for one in found]

    def test_a_fan_of_foreign_cards_is_nothing(self, faces: FaceSet) -> None:
        found, _ = seen(faces, *(card(101 + place, 200.0, 90.0 + 17.6 * place, float(place)) for place in range(4)))

        assert () == found

    def test_a_card_that_is_read_across_lies_across(self) -> None:
        across = cv2.rotate(card_face(40), cv2.ROTATE_90_COUNTERCLOCKWISE)
        small = np.asarray(cv2.resize(across, (176, 126), interpolation=cv2.INTER_AREA))
        both = FaceSet({face(40): Face(small, (TAGS[0],), (0.0, -19.5), 20.0), face(41): learnt(41, TAGS[1])})

        (told,), homography = seen(both, card(40, 200.0, 150.0, 0.0))

        assert pytest.approx((219.5, 150.0), abs=1.0) == homography.to_mm([(told.x, told.y)])[0]
        assert pytest.approx(90.0, abs=2.0) == told.rotation_deg

    def test_where_a_label_was_read_its_card_is_not_told_again(self, faces: FaceSet) -> None:
        """A label wins over a face."""
        (told,), _ = seen(faces, card(3, 200.0, 150.0))
        again, _ = seen(faces, card(3, 200.0, 150.0), labels=np.array([told.corners]))

        assert () == again


def test_faces_of_cards_of_two_sizes_are_no_set() -> None:
    small = Face(np.zeros((100, 80), np.uint8), (TAGS[1],), (0.0, 0.0), 20.0)

    with pytest.raises(ValueError, match="one size"):
        FaceSet({"one": learnt(1, TAGS[0]), "other": small})


def watched(
    faces: FaceSet | None, scenes: Iterable[Scene], known: Iterable[LabelPlace] = (), tilt: float = 0.0
) -> list[Observation]:
    """All that the pipeline says of these scenes; where labels are known to have lain before."""
    places = [anchor.tag for anchor in MAT.anchors]
    shapes = dict.fromkeys(TAGS, SHAPE)
    model = TableModel(MAT.width, MAT.height, mat_anchors(MAT), 20.0, shapes, faces=faces, known_places=tuple(known))
    codebook = Codebook([*TAGS, *places])
    pipeline = TrackingPipeline(lambda module_px: LabelDetector(codebook, module_px), model)
    said = []
    optics = Optics(1280, 854, noise=2.5, distortion=-0.01, tilt=tilt)
    with SimulatedCamera(scenes, printed, SceneSetup(MAT, optics)) as camera:
        while (frame := camera.read()) is not None:
            if (news := pipeline.process(frame)) is not None:
                said.append(news)
    return said


TWO = (card(3, 120.0, 150.0, 8.0), card(4, 300.0, 150.0, 190.0))
FIRST_SEARCH = 16
"""Frames in which the whole picture is read strip by strip, and agreed upon."""


class TestWatching:
    def test_cards_without_labels_are_told_as_labelled_ones_are_and_so_is_one_that_comes_and_goes(
        self, faces: FaceSet
    ) -> None:
        more = (*TWO, card(5, 210.0, 150.0))
        said = watched(faces, [*[Scene(TWO)] * FIRST_SEARCH, *[Scene(more)] * 8, *[Scene(TWO)] * 8])

        told = each_once(map(tags_of, said))
        assert [sorted(TAGS[2:4]), sorted(TAGS[2:5]), sorted(TAGS[2:4])] == told[-3:]
        turn = np.radians(8.0)
        wanted = (120.0 + 32.0 * np.sin(turn), 150.0 - 32.0 * np.cos(turn))
        assert pytest.approx(wanted, abs=1.0) == place_of(said[-1], TAGS[2])

    def test_two_cards_that_look_alike_are_two_pieces(self, faces: FaceSet) -> None:
        """A face tells the kind; each copy of it takes one of the kind's labels."""
        said = watched(faces, [Scene((card(1, 120.0, 150.0), card(1, 300.0, 150.0)))] * FIRST_SEARCH)

        assert sorted((TAGS[0], TAGS[-1])) == tags_of(said[-1])
        assert () == said[-1].duplicates

    def test_a_label_that_comes_is_on_no_card_that_is_known_by_its_face(self, faces: FaceSet) -> None:
        """Two equal cards, one with a label: nobody can know which label the other one's face stands for."""
        faced, labelled = card(1, 120.0, 150.0), replace(card(1, 300.0, 150.0), tag=TAGS[0], label_offset=(0.0, -32.0))
        said = watched(faces, [*[Scene((faced,))] * FIRST_SEARCH, *[Scene((faced, labelled))] * 8])

        assert sorted((TAGS[0], TAGS[-1])) == tags_of(said[-1])
        assert () == said[-1].duplicates
        assert 300.0 == pytest.approx(place_of(said[-1], TAGS[0])[0], abs=1.0)

    @pytest.mark.parametrize("harm", ["glare", "torn", "worn"])
    def test_a_label_that_was_never_read_is_told_by_its_pieces_face(self, faces: FaceSet, harm: str) -> None:
        """By its piece's name, in its place; and nobody is told of a label that cannot be read."""
        labelled = replace(card(3, 210.0, 150.0), tag=TAGS[2], label_offset=(0.0, -32.0))
        harmed = {
            "glare": replace(labelled, unreadable_by="glare"),
            "torn": replace(labelled, tag=f"torn {TAGS[2]}"),
            "worn": replace(labelled, tag=f"worn {TAGS[2]}"),
        }
        said = watched(faces, [*[Scene((harmed[harm],))] * FIRST_SEARCH, *[Scene((labelled,))] * 8])

        assert {(TAGS[2],)} == {tuple(tags_of(news)) for news in said}
        assert pytest.approx((210.0, 118.0), abs=1.0) == place_of(said[-1], TAGS[2])

    def test_a_fan_is_told_and_stays(self, faces: FaceSet) -> None:
        """As people lay one, 17 to 26 mm from card to card and none quite straight: labels would be covered in part."""
        fan = card(5, 199.0, 90.0, 3.0), card(9, 201.5, 116.0, -3.0), card(14, 200.0, 133.0, 1.0)
        said = watched(faces, [Scene(fan)] * (2 * FIRST_SEARCH))

        assert sorted((TAGS[4], TAGS[8], TAGS[13])) == tags_of(said[-1])

    def test_an_equal_card_is_another_one_while_the_first_lies_under_others(self, faces: FaceSet) -> None:
        """Elsewhere, and on the pile itself, where it does not lie just as the buried one does."""
        pile = (card(1, 120.0, 150.0, 4.0), card(5, 121.0, 149.0, 6.0))
        elsewhere, on_top = card(1, 300.0, 150.0), card(1, 119.0, 151.5, 1.0)
        scenes = [[pile[:1]] * FIRST_SEARCH, [pile] * 8, [(*pile, elsewhere)] * 8, [(*pile, on_top)] * 8]
        said = watched(faces, [Scene(items) for some in scenes for items in some])

        assert [[TAGS[0]], [TAGS[4]], sorted((TAGS[4], TAGS[-1])), [TAGS[-1]]] == [
            tags for tags, _ in groupby(map(tags_of, said)) if tags
        ]

    def test_cards_that_are_turned_over_lie_face_down_until_they_are_turned_back(self, with_backs: FaceSet) -> None:
        """One known by its face, on the spot, is hidden; a labelled one, laid down beside, has gone from there.

        Two that lie face down are no label that is seen twice.
        """
        up = card(3, 80.0, 150.0, 8.0), replace(card(4, 180.0, 150.0), tag=TAGS[3], label_offset=(0.0, -32.0))
        down = face_down(81.0, 151.0, 12.0), face_down(300.0, 150.0, 90.0)
        said = watched(with_backs, [*[Scene(up)] * 12, *[Scene(down)] * 6, *[Scene(up)] * 5])

        assert [0, 2, 0] == [count for count, _ in groupby(len(news.face_down) for news in said)]
        turned = [news for news in said if news.face_down][-1]
        assert ([TAGS[2]], ()) == (tags_of(turned), turned.duplicates)
        middles = sorted(box.centre for box in turned.face_down)
        assert pytest.approx(np.array([(81.0, 151.0), (300.0, 150.0)]), abs=1.0) == middles
        assert sorted(TAGS[2:4]) == tags_of(said[-1])

    def test_a_card_is_followed_by_its_face_when_its_label_is_covered(self, faces: FaceSet) -> None:
        """It is the same piece, and lies where it lay."""
        labelled = replace(card(3, 210.0, 150.0), tag=TAGS[2], label_offset=(0.0, -32.0))
        plain = replace(labelled, unreadable_by="cover")
        said = watched(faces, [*[Scene((labelled,))] * FIRST_SEARCH, *[Scene((plain,))] * 12])

        assert all([TAGS[2]] == tags_of(news) for news in said)


FAN = tuple(
    card(number, 200.0, 90.0 + down, turn)
    for number, down, turn in ((5, 0.0, 1.5), (9, 10.0, -2.0), (14, 21.0, 0.5), (17, 33.0, 2.5), (20, 43.5, -1.0))
)
"""Each 10 to 12 mm lower than the one before."""

IN_FAN = sorted(TAGS[number - 1] for number in (5, 9, 14, 17, 20))


def lay(item: Item, tag: str) -> LabelPlace:
    """Where the label of a card was seen, as that is kept."""
    label = moved(Pose(item.x, item.y, item.rotation), *item.label_offset if item.tag else (0.0, -32.0))
    return LabelPlace(tag, Pose(round(label.x, 1), round(label.y, 1), round(label.rotation, 1)))


def known(*items: Item) -> list[LabelPlace]:
    return [lay(item, TAGS[int(str(item.face).split()[1]) - 1]) for item in items]


class TestKnownPlaces:
    """The companion was switched off: what lies where it lay is known at once, by less than tells it anywhere."""

    def test_a_fan_that_was_seen_as_it_was_laid_stays_known(self, faces: FaceSet) -> None:
        """Before it is switched off, too."""
        laid = [Scene(FAN[:count]) for count in (1, 2, 3)]
        said = watched(faces, [*[Scene(())] * 4, *(scene for scene in laid for _ in range(5))])

        assert sorted(place.tag for place in known(*FAN[:3])) == tags_of(said[-1])

    def test_a_fan_is_known_again_with_the_first_word(self, faces: FaceSet) -> None:
        """The camera was moved meanwhile; and what was kept names labels of another game, and places that are none."""
        strange = [LabelPlace("?", Pose(200.0, 100.0)), LabelPlace("ANOTHER", Pose(200.0, 100.0))]
        strange.append(LabelPlace(TAGS[3], Pose(1e300, 0.0)))
        said = watched(faces, [Scene(FAN)] * 4, [*strange, *known(*FAN)], tilt=8.0)

        assert [IN_FAN] == [tags_of(news) for news in said]

    def test_one_that_was_taken_meanwhile_is_missed_and_no_other(self, faces: FaceSet) -> None:
        left = FAN[:1] + FAN[2:]
        said = watched(faces, [Scene(left)] * 4, known(*FAN))

        assert [sorted(place.tag for place in known(*left))] == [tags_of(news) for news in said]

    def test_what_lies_there_instead_is_not_taken_for_it(self, faces: FaceSet) -> None:
        """Cards of another deck, in a fan just like this one."""
        foreign = tuple(replace(item, face=face(100 + place)) for place, item in enumerate(FAN))
        said = watched(faces, [Scene(foreign)] * 4, known(*FAN))

        assert [[]] == [tags_of(news) for news in said]

    def test_one_under_a_hand_is_known_when_the_hand_has_gone(self, faces: FaceSet) -> None:
        said = watched(faces, [*coming_and_going(FAN[:2], 200.0, 110.0), *[Scene(FAN[:2])] * 4], known(*FAN[:2]))

        assert sorted(place.tag for place in known(*FAN[:2])) == tags_of(said[-1])

    def test_a_label_of_which_less_than_half_shows_is_known_again(self) -> None:
        """A book lies over it aslant, 2 mm beyond its middle: nowhere else would so little of it be read."""
        labelled = replace(card(3, 210.0, 150.0), tag=TAGS[2], label_offset=(0.0, -32.0), face=None)
        book = Item(None, 197.3, 105.3, 45.0, 40.0, 60.0, shade=0.3)
        scenes = [Scene((labelled, book))] * 4

        unknown, known_as_it, known_as_another = (
            watched(None, scenes, places) for places in ((), [lay(labelled, TAGS[2])], [lay(labelled, TAGS[3])])
        )
        assert TAGS[2] not in tags_of(unknown[-1])
        assert [TAGS[2]] == tags_of(known_as_it[-1])
        assert tags_of(unknown[-1]) == tags_of(known_as_another[-1])

    def test_which_of_two_equal_cards_it_is_is_known_by_its_place(self, faces: FaceSet) -> None:
        one, other = card(1, 120.0, 150.0), card(1, 300.0, 150.0)
        said = watched(faces, [Scene((one, other))] * 4, [lay(one, TAGS[-1]), lay(other, TAGS[0])])

        assert {TAGS[-1]: 120.0, TAGS[0]: 300.0} == {
            place.tag: pytest.approx(place.pose.x, abs=1.0) for place in said[-1].labels
        }
