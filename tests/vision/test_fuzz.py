"""Whatever a QR code or a file may hold: a hundred thousand strings, and pictures of every wrong kind."""

from __future__ import annotations

import random
from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from companion.core.game import Options
from companion.core.table import LabelPlace, Observation, Pose
from companion.core.tags import ALPHABET, TagId, anchors, parse, read_table, readable, stem
from companion.errors import CatalogError, ImageError
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from companion.session.session import Session
from hardware.image_files import read_luma
from tests.toy import GAME, OPTIONS
from vision.detection.codebook import Codebook
from vision.detection.detector import LabelDetector
from vision.detection.qr_readers import SecondOpinions, ZbarReader, ZxingReader

STRINGS = 100_000
KNOWN = [*anchors().values(), *(stem(TagId(letter, number)) for letter in "NSW" for number in range(1, 40))]
ODD = "\x00\x07\n\r\t \"'<>&;/\\%$.:{}[]|`-_абв漢字٣１²ﬀ́\u200f\ufeff\ud800\udfff😀"
FOUND_IN_THE_WILD = (
    "", "\x00" * 40, "<script>alert(1)</script>", "../../../../etc/passwd", "C:\\CON\\NUL", "'; DROP TABLE journal; --",
    "{{7*7}}", "%s%n%x", "[b]bold[/b]", "http://example.org/?q=N017K", "file:///dev/zero", "WIFI:S:home;P:secret;;",
    "\ud800", "N017K\n", " N017K", "N٠١٧K", "n017k", "NaN", "-1", "1e999", "A" * 1_000_000, "\ud83d" * 1000,
)  # fmt: skip


def payloads(count: int) -> Iterator[str]:
    """Strings as codes may hold them, and every known payload with one or two characters wrong."""
    rng = random.Random(20)
    letters = ALPHABET + ODD
    yield from FOUND_IN_THE_WILD
    for _ in range(count - len(FOUND_IN_THE_WILD)):
        if rng.random() < 0.5:
            yield "".join(rng.choices(letters, k=rng.randrange(0, 16)))
            continue
        near = list(rng.choice(KNOWN))
        for _ in range(rng.randrange(1, 3)):
            near[rng.randrange(len(near))] = rng.choice(letters)
        yield "".join(near)


class TestPayloads:
    """10^5 fuzzed payload strings never crash or change state."""

    def test_a_payload_names_a_piece_or_nothing(self):
        named = 0
        for text in payloads(STRINGS):
            found = parse(text)
            named += found is not None
            assert found is None or stem(found) == readable(text)

        assert 0 < named < STRINGS / 10

    @pytest.mark.parametrize("name", sorted(GAMES))
    def test_foreign_tags_are_no_pieces_of_any_game(self, name):
        """Whatever lies there, the game sees none of its pieces."""
        game = GAMES[name]
        state = game.initial_state(Options(tuple("ABCDEF"[: max(game.players)])))
        layout = game.layout(state)
        for labels in batches(layout.width, layout.height, set(game.piece_of)):
            seen = layout.read(Observation(labels)).identify(game.piece_of)
            assert not any(seen.zones.values())

    def test_a_session_goes_on_as_if_nothing_lay_there(self, tmp_path):
        with JournalStore(tmp_path / "journal.db") as store:
            history = GameHistory(GAME, store, store.load(store.begin("orchard", OPTIONS).id))
            session = Session(history, [].append, [].append)
            before, journal = GAME.write_position(history.state), len(history.played)
            for labels in batches(400.0, 300.0, set(GAME.piece_of)):
                session.handle(Observation(labels, duplicates=tuple(label.tag for label in labels[:3])))

            assert before == GAME.write_position(history.state)
            assert journal == len(history.played)

    def test_tables_of_payloads_name_the_bad_line(self):
        refused = 0
        for text in payloads(2000):
            try:
                table = read_table(text, "t")
            except CatalogError as error:
                refused += str(error).startswith("t, line")
            else:
                assert not table

        assert refused > 1800

    def test_a_book_takes_what_fits_a_label_and_refuses_the_rest(self):
        taken = 0
        for text in payloads(400):
            try:
                taken += len(Codebook([text]))
            except (ValueError, UnicodeError):
                continue

        assert 0 < taken < 400


def batches(width: float, height: float, pieces: set[str]) -> Iterator[tuple[LabelPlace, ...]]:
    """The strings that are no pieces, a few thousand at a time, all over the mat."""
    rng, strange = random.Random(21), [text for text in payloads(STRINGS) if text not in pieces]
    for first in range(0, len(strange), 5000):
        yield tuple(
            LabelPlace(text, Pose(rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0, 360)))
            for text in strange[first : first + 5000]
        )


DETECTOR = LabelDetector(Codebook(anchors().values()))
OPINIONS = SecondOpinions(DETECTOR.codebook, [ZxingReader(), ZbarReader()])
READS = {
    "closed set": lambda image: DETECTOR.detect(image).decoded,
    "zxing": ZxingReader().read,
    "zxing thorough": ZxingReader(thorough=True).read,
    "zbar": ZbarReader().read,
    "second opinions": lambda image: OPINIONS.read(image)[0],
}


@pytest.mark.parametrize("read", READS.values(), ids=READS)
class TestPictures:
    """Bad input gives a clear error or an empty observation, never a crash."""

    @pytest.mark.parametrize("shape", [(1, 1), (1, 500), (500, 1), (2, 3), (29, 29), (7, 4000)])
    def test_tiny_and_narrow_pictures_are_empty(self, read, shape):
        image = np.random.default_rng(5).integers(0, 256, shape, dtype=np.uint8)

        assert not read(image)

    def test_views_that_are_not_contiguous(self, read):
        image = np.random.default_rng(6).integers(0, 256, (200, 900), dtype=np.uint8)

        for view in (image[::2, ::3], image.T, image[::-1, ::-1], np.asfortranarray(image)):
            assert not read(view)

    @pytest.mark.parametrize(
        "image",
        [
            np.zeros((0, 0), np.uint8), np.zeros((0, 50), np.uint8), np.zeros((40, 40, 3), np.uint8),
            np.zeros((40, 40, 4), np.uint8), np.zeros((40, 40), np.uint16), np.zeros((40, 40), np.float32),
            np.full((40, 40), np.nan), np.zeros((40, 40), np.bool_), np.zeros(1600, np.uint8),
        ],
        ids=lambda image: f"{image.dtype}{image.shape}",
    )  # fmt: skip
    def test_what_is_no_luma_picture_is_named(self, read, image):
        with pytest.raises(ValueError, match=r"A luma picture has two axes of uint8, not "):
            read(image)


class TestFiles:
    @pytest.mark.parametrize("extension", [".png", ".jpg", ".webp", ".bmp", ".tif"])
    def test_files_cut_and_scrambled_anywhere(self, tmp_path, extension):
        """Either some picture, or one sentence that names the file."""
        rng = np.random.default_rng(7)
        whole = cv2.imencode(extension, rng.integers(0, 256, (60, 80, 3), dtype=np.uint8))[1]
        path, told = tmp_path / f"scrambled{extension}", []
        for number in range(60):
            data = whole[: rng.integers(1, len(whole))].copy() if number % 2 else whole.copy()
            data[rng.integers(0, len(data), 8)] = rng.integers(0, 256, 8, dtype=np.uint8)
            path.write_bytes(data.tobytes())
            try:
                luma = read_luma(path)
            except ImageError as error:
                told.append(str(path) in str(error))
            else:
                told.append((np.uint8, 2) == (luma.dtype, luma.ndim))

        assert all(told)

    @pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, -3.0, 1e30])
    def test_numbers_that_are_no_light(self, tmp_path, value):
        pixels = np.full((40, 50), 0.5, np.float32)
        pixels[3, 4] = value
        path = tmp_path / "strange.tif"
        assert cv2.imwrite(str(path), pixels)

        luma = read_luma(path)

        assert 128 == luma[10, 10]
        assert luma[3, 4] in {0, 255}
