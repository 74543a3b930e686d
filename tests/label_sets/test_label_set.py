"""An owner's label set: what is in the file, what `companion labels --adopt` learns and refuses, and who uses it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
import segno
from click.testing import CliRunner, Result

from companion.cli import cli
from companion.config import Settings
from companion.errors import ConfigError
from companion.games import GAMES
from companion.label_sets.label_set import AdoptedLabel, LabelSet, label_set_of, read_label_set, shown, write_label_set

GAME = GAMES["new_world_order"]
FIRST, SECOND = list(GAME.piece_of)[:2]
MODULES = "fe1063fc14d1506eb8ccbb74ed85dba5272ec11f8907faaaafe000"


def modules(text: str) -> np.ndarray:
    return np.array([list(row) for row in segno.make_qr(text, error="m").matrix]) > 0


def picture(path: Path, *texts: str, mirrored: bool = False, inverted: bool = False, quiet: int = 3) -> Path:
    """A photograph of sorts: the codes side by side, turned a little, on a grey table."""
    stickers = [
        np.where(np.pad(modules(text), quiet), 20, 220).astype(np.uint8).repeat(7, 0).repeat(7, 1) for text in texts
    ]
    edge = max(len(sticker) for sticker in stickers) + 120
    table = np.full((edge, edge * len(stickers)), 110, np.uint8)
    for number, sticker in enumerate(stickers):
        left = edge * number + 60
        table[60 : 60 + len(sticker), left : left + len(sticker)] = sticker
    turn = cv2.getRotationMatrix2D((table.shape[1] / 2, table.shape[0] / 2), 8, 0.95)
    seen = cv2.GaussianBlur(cv2.warpAffine(table, turn, table.shape[::-1], borderValue=110), (0, 0), 1.0)
    seen = np.ascontiguousarray(seen[:, ::-1]) if mirrored else seen
    cv2.imwrite(str(path), 255 - seen if inverted else seen)
    return path


def adopted(out: Path, *words: str, said: str | None = None) -> Result:
    common = ["labels", "--game", "new_world_order", "--adopt", "--out", str(out)]
    return CliRunner().invoke(cli, [*common, *words], input=said)


class TestFile:
    def test_gives_the_set_back(self, tmp_path: Path) -> None:
        known = LabelSet("new_world_order", 12.5, (AdoptedLabel(FIRST, "silver_mine", 'a "text" \x00 [b]', MODULES),))
        write_label_set(tmp_path / "set.toml", known)

        assert known == read_label_set(tmp_path / "set.toml", GAME)
        assert [tmp_path / "set.toml"] == list(tmp_path.iterdir())

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ({"game": "iron_sky"}, "is a label set for 'iron_sky', not for 'new_world_order'"),
            ({"symbol_mm": 0.0}, "symbol_mm: expected a number of millimetres from 1 to 500, not 0.0"),
            ({"labels": (AdoptedLabel("N999", "farm", "", "a"),)}, "'N999' is no label of 'farm' in this game"),
            ({"labels": (AdoptedLabel(FIRST, "farm", "", "a"),)}, "is no label of 'farm' in this game"),
        ],
    )
    def test_that_is_not_for_these_pieces_is_refused(
        self, tmp_path: Path, change: dict[str, object], words: str
    ) -> None:
        write_label_set(tmp_path / "set.toml", replace(LabelSet("new_world_order", 12.0), **change))  # type: ignore[arg-type]

        with pytest.raises(ConfigError, match=words):
            read_label_set(tmp_path / "set.toml", GAME)

    def test_with_one_code_for_two_pieces_is_refused(self, tmp_path: Path) -> None:
        one = f'[[labels]]\ntag = "{FIRST}"\npiece = "silver_mine"\ntext = "a"\nmodules = "ff"\n'
        other = one.replace(FIRST, SECOND)
        (tmp_path / "set.toml").write_text(f'game = "new_world_order"\nsymbol_mm = 12\n{one}{other}', encoding="utf-8")

        with pytest.raises(ConfigError, match="a code stands there twice; every piece needs a code of its own"):
            read_label_set(tmp_path / "set.toml", GAME)

    def test_is_the_one_that_the_settings_name(self, tmp_path: Path) -> None:
        write_label_set(tmp_path / "set.toml", LabelSet("new_world_order", 12.0))

        assert LabelSet("new_world_order", 12.0) == label_set_of(
            Settings(labels={"new_world_order": tmp_path / "set.toml"}), GAME
        )
        assert label_set_of(Settings(), GAME) is None


def test_a_text_is_shown_as_one_plain_line() -> None:
    assert "'a\N{REPLACEMENT CHARACTER}b'" == shown("a\nb")
    assert 63 == len(shown("x" * 500))


class TestAdopting:
    def test_takes_the_pictures_of_a_folder_in_the_games_order(self, tmp_path: Path) -> None:
        codes = tmp_path / "codes"
        codes.mkdir()
        for number in (2, 1):
            picture(codes / f"{number}.png", f"https://example.org/{number}")
        done = adopted(tmp_path / "set.toml", "--symbol-mm", "15", "--image", str(codes))

        assert 0 == done.exit_code, done.output
        assert "Silver Mine 1 of 10 (N001W)\nSilver Mine 2 of 10" in done.output
        assert 'Write into the settings, under [labels]: new_world_order = "set.toml"' in done.output
        known = read_label_set(tmp_path / "set.toml", GAME)
        assert [(FIRST, "https://example.org/1"), (SECOND, "https://example.org/2")] == [
            (label.tag, label.text) for label in known.labels
        ]
        assert np.packbits(modules("https://example.org/1")).tobytes().hex() == known.modules_of[FIRST]

    def test_goes_on_where_it_ended_and_refuses_a_code_that_is_on_another_piece(self, tmp_path: Path) -> None:
        out = tmp_path / "set.toml"
        adopted(out, "--symbol-mm", "15", "--image", str(picture(tmp_path / "1.png", "one")))
        again = adopted(out, "--image", str(picture(tmp_path / "2.png", "one")))

        assert 1 == again.exit_code
        assert "Silver Mine 2 of 10 (N002X): The code 'one' is on Silver Mine 1 of 10 (N001W) already" in again.output
        assert 1 == len(read_label_set(out, GAME).labels)
        assert 0 == adopted(out, "--image", str(picture(tmp_path / "3.png", "two"))).exit_code
        assert 2 == len(read_label_set(out, GAME).labels)

    def test_takes_a_list_of_pieces_and_pictures(self, tmp_path: Path) -> None:
        picture(tmp_path / "f.png", "a farm")
        picture(tmp_path / "g.png", "another")
        (tmp_path / "list.csv").write_text("piece,picture\nFarm,f.png\nfarm,g.png\n", encoding="utf-8")
        done = adopted(tmp_path / "set.toml", "--symbol-mm", "15", "--list", str(tmp_path / "list.csv"))

        assert 0 == done.exit_code, done.output
        farms = [tag for tag, piece in GAME.piece_of.items() if piece == "farm"]
        assert {farms[0]: "a farm", farms[1]: "another"} == {
            label.tag: label.text for label in read_label_set(tmp_path / "set.toml", GAME).labels
        }

    @pytest.mark.parametrize(
        ("lines", "words"),
        [
            ("Castle,f.png\n", "line 1: write a piece of the game, a comma and a picture's file"),
            ("Farm\n", "line 1: write a piece of the game, a comma and a picture's file"),
            ("Disc,f.png\n" * 2, "line 2: every "),
            (f"disc,{'f' * 131_073}\n", "line 1: this is no list of piece,picture"),
            ('disc,"f.png\n' + "Farm,f.png\n" * 20_000, "this is no list of piece,picture"),
            (f"disc,{'f' * 131_000}\n", "line 1: write a piece of the game, a comma and a picture's file"),
            ("disc,f\0.png\n", "line 1: write a piece of the game, a comma and a picture's file"),
        ],
        ids=lambda words: words[:30],
    )
    def test_refuses_a_list_with_a_line_that_cannot_be(self, tmp_path: Path, lines: str, words: str) -> None:
        (tmp_path / "list.csv").write_text(lines.replace("Disc", "disc"), encoding="utf-8")
        done = adopted(tmp_path / "set.toml", "--symbol-mm", "15", "--list", str(tmp_path / "list.csv"))

        assert done.exit_code
        assert words in done.output + str(done.exception)

    @pytest.mark.parametrize(
        ("drawn", "words"),
        [
            ({"texts": ("one", "two")}, "2 codes are there: show one."),
            ({"texts": ("one",), "mirrored": True}, "The code 'one' can be read but not be followed"),
            ({"texts": ("one",), "inverted": True}, "No code can be read there|can be read but not be followed"),
            ({"texts": ("x" * 500,)}, "only codes of 21 to 57 each way can be used"),
        ],
    )
    def test_refuses_what_it_could_not_follow(self, tmp_path: Path, drawn: dict[str, object], words: str) -> None:
        texts = drawn.pop("texts")
        path = picture(tmp_path / "1.png", *texts, **drawn)  # type: ignore[misc, arg-type]
        done = adopted(tmp_path / "set.toml", "--symbol-mm", "15", "--image", str(path))

        assert 1 == done.exit_code
        assert any(word in done.output for word in words.split("|")), done.output
        assert not (tmp_path / "set.toml").exists()

    def test_asks_for_each_piece_when_a_camera_looks(self, tmp_path: Path) -> None:
        """A folder stands in for the camera; the second piece is left out, the fourth ends it."""
        shots = tmp_path / "shots"
        shots.mkdir()
        for number in range(3):
            picture(shots / f"{number}.png", f"code {number}")
        done = adopted(tmp_path / "set.toml", "--symbol-mm", "15", "--camera", f"folder:{shots}", said="\ns\n\nq\n")

        assert 0 == done.exit_code, done.output
        assert "Show the code of Silver Mine 2 of 10 (N002X); Enter when it lies there" in done.output
        assert [FIRST, list(GAME.piece_of)[2]] == [
            label.tag for label in read_label_set(tmp_path / "set.toml", GAME).labels
        ]

    def test_needs_to_be_told_how_large_the_codes_are(self, tmp_path: Path) -> None:
        done = adopted(tmp_path / "set.toml", "--image", str(picture(tmp_path / "1.png", "one")))

        assert "Write --symbol-mm" in done.output + str(done.exception)
