"""Recorded evenings are played whole: real frames through the real reader, real touches, real power cuts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
import segno

from benchmarks.vision.printed_faces import card_face
from companion.cameras.learnt_faces import keep_face
from companion.games import GAMES
from companion.label_sets.label_set import AdoptedLabel, LabelSet, write_label_set
from companion.label_sets.piece_labels import LABEL_MM, SYMBOL_SHARE
from vision.faces.face_parts import FACE_PX
from vision.symbols import Symbol

EVENINGS = sorted(
    path for name in GAMES for path in (Path(__file__).parents[2] / "companion/games" / name).glob("evening*.toml")
)
BEGINNING = 20
"""Steps: New World Order is set up, a label is in the glare, rules are broken, and the plug is pulled."""

UP_TO_THE_GLARE = 8
"""Steps: the same until a touch has said which card lies in the glare."""


UP_TO_A_LEAD = 4
"""Steps: three Illuminati, which lie across, and the first Group at one of their arrows."""


def demo(folder: Path, evening: Path, game: str, *settings: str) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "companion", *settings, "demo", "--game", game, "--evening", str(evening))
    return subprocess.run((*command, "--out", str(folder)), capture_output=True, text=True, cwd=folder, check=False)


def test_the_beginning_of_an_evening_is_read_as_it_was_recorded(tmp_path: Path) -> None:
    evening = next(path for path in EVENINGS if path.parent.name == "new_world_order" and path.stem == "evening")
    beginning = tmp_path / "beginning.toml"
    steps = evening.read_text(encoding="utf-8").split("[[step]]")[: BEGINNING + 1]
    beginning.write_text("[[step]]".join(steps), encoding="utf-8")

    played = demo(tmp_path, beginning, "new_world_order")

    assert 0 == played.returncode, played.stdout + played.stderr
    assert f"{BEGINNING}/{BEGINNING}" in played.stdout
    assert "missed 0, false 0" in played.stdout
    assert "power cuts survived 1" in played.stdout


def adopted_codes(folder: Path, name: str) -> Path:
    """Settings by which every piece of a game carries a code of one series that others printed, without a ring."""
    game, labels = GAMES[name], []
    for number, (tag, piece) in enumerate(game.piece_of.items()):
        modules = np.array([list(row) for row in segno.make_qr(f"CARD{number:03d}", version=1, error="l").matrix]) > 0
        labels.append(AdoptedLabel(tag, piece, f"CARD{number:03d}", Symbol(modules).to_text()))
    write_label_set(folder / "codes.toml", LabelSet(name, SYMBOL_SHARE * LABEL_MM, tuple(labels)))
    settings = folder / "settings.toml"
    settings.write_text(f'[labels]\n{name} = "codes.toml"\n', encoding="utf-8")
    return settings


def test_the_beginning_of_a_tidy_evening_is_read_with_codes_that_others_printed(tmp_path: Path) -> None:
    """The same evening, the same conclusions, and the same question about a code in the glare."""
    evening = next(path for path in EVENINGS if path.parent.name == "new_world_order" and path.stem == "evening")
    beginning = tmp_path / "beginning.toml"
    steps = evening.read_text(encoding="utf-8").split("[[step]]")[: UP_TO_THE_GLARE + 1]
    beginning.write_text("[[step]]".join(steps), encoding="utf-8")

    settings = adopted_codes(tmp_path, "new_world_order")
    played = demo(tmp_path, beginning, "new_world_order", "--settings", str(settings))

    assert 0 == played.returncode, played.stdout + played.stderr
    assert f"{UP_TO_THE_GLARE}/{UP_TO_THE_GLARE}" in played.stdout
    assert "missed 0, false 0" in played.stdout
    assert "wrong 0" in played.stdout


def settings_with_faces(folder: Path, name: str, evening: str) -> Path:
    """Settings by which no card that comes up in the evening carries a label: they are known by drawn faces."""
    game = GAMES[name]
    for number, piece in enumerate(sorted(piece for piece in set(game.piece_of.values()) if f" {piece}: " in evening)):
        shape, drawing = game.shape(piece), card_face(number)
        face = np.rot90(drawing) if shape.width > shape.height else drawing
        size = round(shape.width * FACE_PX), round(shape.height * FACE_PX)
        keep_face(folder / "faces", game, piece, np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA)))
    settings = folder / "settings.toml"
    settings.write_text(f'[faces]\n{name} = "faces"\n', encoding="utf-8")
    return settings


def played_by_faces(folder: Path, steps: int | None) -> subprocess.CompletedProcess[str]:
    """The evening with Illuminati, or its first steps, without a label on any card."""
    evening = next(path for path in EVENINGS if path.parent.name == "inwo" and path.stem == "evening")
    whole = evening.read_text(encoding="utf-8")
    parts = whole.split("[[step]]")
    (folder / "part.toml").write_text("[[step]]".join(parts if steps is None else parts[: steps + 1]), encoding="utf-8")
    return demo(folder, folder / "part.toml", "inwo", "--settings", str(settings_with_faces(folder, "inwo", whole)))


def test_the_beginning_of_an_evening_is_read_by_the_faces_of_its_cards(tmp_path: Path) -> None:
    """What faces say becomes the same observation, so that session and rules do not change."""
    played = played_by_faces(tmp_path, UP_TO_A_LEAD)

    assert 0 == played.returncode, played.stdout + played.stderr
    assert "missed 0, false 0" in played.stdout
    assert "wrong 0" in played.stdout


@pytest.mark.slow
def test_a_whole_evening_is_read_by_the_faces_of_its_cards(tmp_path: Path) -> None:
    played = played_by_faces(tmp_path, None)

    assert 0 == played.returncode, played.stdout + played.stderr
    assert "missed 0, false 0" in played.stdout
    assert "power cuts survived 1" in played.stdout


@pytest.mark.slow
@pytest.mark.parametrize("evening", EVENINGS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_recorded_evening_is_read_as_it_was_recorded(evening: Path, tmp_path: Path) -> None:
    played = demo(tmp_path, evening, evening.parent.name)

    assert 0 == played.returncode, played.stdout + played.stderr
