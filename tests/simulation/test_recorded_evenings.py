"""Recorded evenings are played whole: real frames through the real reader, real touches, real power cuts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
import segno

from benchmarks.vision.printed_faces import card_face
from companion.cameras.learnt_faces import keep_face
from companion.config import read_settings
from companion.games import GAMES
from companion.label_sets.label_set import AdoptedLabel, LabelSet, write_label_set
from companion.label_sets.piece_labels import LABEL_MM, SYMBOL_SHARE
from companion.simulation import end_to_end
from vision.faces.face_parts import FACE_PX
from vision.symbols import Symbol

EVENINGS = sorted(
    path for name in GAMES for path in (Path(__file__).parents[2] / "companion/games" / name).glob("evening*.toml")
)
BEGINNING = 12
"""Steps: New World Order is set up, a label is in the glare, everybody has a turn, and a rule is broken."""

TURN = 'expect = ["explained: B: take Oil Magnate -> 3"]'
NEXT = 'expect = ["explained: C: take Central Bank -> 3"]'
CUT, NEXT_AND_BEFORE = "power_cut = true", NEXT.replace("[", TURN[len("expect = ") : -1] + ", ")
"""Before the companion has seen what the second player did, the plug is pulled: it is told with what follows."""

LAID_ON_OTHERS = 2
"""Steps: sixteen tiles, and nine that lie on them."""

UP_TO_A_LEAD = 4
"""Steps: three Illuminati, which lie across, and the first Group at one of their arrows."""


def demo(folder: Path, evening: Path, game: str, *settings: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "companion", *settings, "demo", "--game", game, "--evening", str(evening))
    return subprocess.run((*command, "--out", str(folder)), capture_output=True, text=True, cwd=folder, check=False)


def part_of(name: str, steps: int, folder: Path) -> Path:
    """The evening of a game, as far as its first steps."""
    evening = next(path for path in EVENINGS if path.parent.name == name and path.stem == "evening")
    part = folder / "part.toml"
    part.write_text("[[step]]".join(evening.read_text(encoding="utf-8").split("[[step]]")[: steps + 1]), "utf-8")
    return part


def reported(settings: Path, evening: Path, folder: Path) -> list[dict[str, Any]]:
    """What the run says of itself; here and not by `demo`, since nobody pulls the plug and starting takes seconds."""
    said = list[dict[str, Any]]()
    end_to_end.run(read_settings(settings), evening, folder, 1, said.append)
    return said


def is_read_right(said: list[dict[str, Any]]) -> None:
    assert "sheet" in said[-1]
    assert [] == [one for one in said if "wrong" in one]
    (counters,) = (one["counters"] for one in said if "counters" in one)
    assert counters["read"] > 0
    assert (0, 0) == (counters["missed"], counters["false"])


def test_the_beginning_of_an_evening_is_read_as_it_was_recorded(tmp_path: Path) -> None:
    beginning = part_of("new_world_order", BEGINNING, tmp_path)
    whole = beginning.read_text(encoding="utf-8")
    assert TURN in whole
    assert NEXT in whole
    beginning.write_text(whole.replace(TURN, CUT).replace(NEXT, NEXT_AND_BEFORE), encoding="utf-8")

    played = demo(tmp_path, beginning, "new_world_order")

    assert 0 == played.returncode, played.stdout + played.stderr
    assert f"{BEGINNING}/{BEGINNING}" in played.stdout
    assert "missed 0, false 0" in played.stdout
    assert "power cuts survived 1" in played.stdout


def adopted_codes(folder: Path, name: str) -> Path:
    """Settings by which every piece of a game carries a code of one series that others printed, without a ring."""
    game, labels = GAMES[name], []
    for number, (tag, piece) in enumerate(game.piece_of.items()):
        # Any mask does; to choose the best takes the encoder several times as long as the rest.
        code = segno.make_qr(f"CARD{number:03d}", version=1, error="l", mask=number % 8)
        modules = np.array([list(row) for row in code.matrix]) > 0
        labels.append(AdoptedLabel(tag, piece, f"CARD{number:03d}", Symbol(modules).to_text()))
    write_label_set(folder / "codes.toml", LabelSet(name, SYMBOL_SHARE * LABEL_MM, tuple(labels)))
    settings = folder / "settings.toml"
    settings.write_text(f'[labels]\n{name} = "codes.toml"\n', encoding="utf-8")
    return settings


def test_the_beginning_of_a_tidy_evening_is_read_with_codes_that_others_printed(tmp_path: Path) -> None:
    """The same evening and the same conclusions; codes in a glare: `tests/vision/test_symbol_detector.py`."""
    settings = adopted_codes(tmp_path, "new_world_order")

    is_read_right(reported(settings, part_of("new_world_order", LAID_ON_OTHERS, tmp_path), tmp_path))


def settings_with_faces(folder: Path, name: str, evening: str, every: int = 1) -> Path:
    """Settings by which one in so many cards of the evening carries no label: they are known by drawn faces."""
    game = GAMES[name]
    coming = sorted(piece for piece in set(game.piece_of.values()) if f" {piece}: " in evening)
    for number, piece in enumerate(coming[::every]):
        shape, drawing = game.shape(piece), card_face(number)
        face = np.rot90(drawing) if shape.width > shape.height else drawing
        size = round(shape.width * FACE_PX), round(shape.height * FACE_PX)
        keep_face(folder / "faces", game, piece, np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA)))
    settings = folder / "settings.toml"
    settings.write_text(f'[faces]\n{name} = "faces"\n', encoding="utf-8")
    return settings


def test_the_beginning_of_an_evening_is_read_by_the_faces_of_its_cards(tmp_path: Path) -> None:
    """What faces say becomes the same observation, so that session and rules do not change."""
    beginning = part_of("inwo", UP_TO_A_LEAD, tmp_path)
    settings = settings_with_faces(tmp_path, "inwo", beginning.read_text(encoding="utf-8"))

    is_read_right(reported(settings, beginning, tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("every", [1, 2], ids=["no labels", "labels and faces"])
def test_a_whole_evening_is_read_by_the_faces_of_its_cards(every: int, tmp_path: Path) -> None:
    evening = next(path for path in EVENINGS if path.parent.name == "inwo" and path.stem == "evening")
    settings = settings_with_faces(tmp_path, "inwo", evening.read_text(encoding="utf-8"), every)
    played = demo(tmp_path, evening, "inwo", "--settings", str(settings))

    assert 0 == played.returncode, played.stdout + played.stderr
    assert "missed 0, false 0" in played.stdout
    assert "power cuts survived 1" in played.stdout


@pytest.mark.slow
@pytest.mark.parametrize("evening", EVENINGS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_recorded_evening_is_read_as_it_was_recorded(evening: Path, tmp_path: Path) -> None:
    played = demo(tmp_path, evening, evening.parent.name)

    assert 0 == played.returncode, played.stdout + played.stderr
