"""Faces lie in a folder of the owner's, with a manifest that is never believed blindly."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from companion.cameras.learnt_faces import (
    face_set,
    keep_backs,
    keep_face,
    read_faces,
    with_copies_known,
    with_usual_faces,
)
from companion.config import Settings
from companion.errors import ConfigError, ImageError
from companion.games import GAMES
from companion.label_sets.piece_labels import LABEL_MM

GAME = GAMES["inwo"]
FACE = np.random.default_rng(1).integers(0, 255, (176, 126), np.uint8)


def test_a_face_that_is_kept_stands_for_all_labels_of_its_piece(tmp_path: Path) -> None:
    keep_face(tmp_path / "faces", GAME, "japan", FACE)
    keep_face(tmp_path / "faces", GAME, "japan", FACE)

    known = face_set(tmp_path / "faces", GAME, LABEL_MM)

    assert ["japan"] == [face.piece for face in read_faces(tmp_path / "faces", GAME).faces]
    assert known is not None
    assert tuple(tag for tag, piece in GAME.piece_of.items() if piece == "japan") == known.faces["face japan"].tags


def test_faces_that_were_learnt_are_used_unless_the_settings_name_others(tmp_path: Path) -> None:
    keep_face(tmp_path / "faces-inwo", GAME, "japan", FACE)
    own = Settings(faces={"inwo": tmp_path / "own"})

    assert Settings(faces={"inwo": tmp_path / "faces-inwo"}) == with_usual_faces(Settings(), tmp_path, "inwo")
    assert own == with_usual_faces(own, tmp_path, "inwo")
    assert Settings() == with_usual_faces(Settings(), tmp_path, "iron_sky")


def test_equal_cards_of_decks_are_as_many_pieces_in_an_evening_by_faces(tmp_path: Path) -> None:
    """Nobody has printed a label for them: each takes one that is on no card, and no other that is."""
    decks = "Bavarian Illuminati\nJapan\n3 Hoax!"
    profile = GAME.register_deck(GAME.register_deck("", "Ann", (), decks), "Bob", (), decks)
    keep_backs(tmp_path / "faces-inwo", GAME, [FACE])
    assert profile == with_copies_known(Settings(), tmp_path, GAME, profile), "labels and backs alone are known here"

    keep_face(tmp_path / "faces-inwo", GAME, "hoax", FACE)
    known = GAME.with_profile(with_copies_known(Settings(), tmp_path, GAME, profile))

    assert {"hoax": 6, "japan": 2} == {card: [*known.piece_of.values()].count(card) for card in ("hoax", "japan")}
    assert GAME.piece_of.items() <= known.piece_of.items()
    faces = face_set(tmp_path / "faces-inwo", known, LABEL_MM)
    assert faces is not None
    assert 6 == len(faces.faces["face hoax"].tags)
    assert "" == with_copies_known(Settings(), tmp_path, GAME, ""), "without decks nobody has copies"


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(ConfigError, match="cannot be written"):
        keep_face(tmp_path / "file" / "faces", GAME, "japan", FACE)


@pytest.mark.parametrize(
    ("manifest", "words"),
    [
        ('game = "iron_sky"', "has faces of 'iron_sky', not of 'inwo'"),
        ('game = "inwo"\n[[faces]]\npiece = "nobody"\nfile = "a.jpg"', "'nobody' is no piece of this game"),
        (
            'game = "inwo"\n[[faces]]\npiece = "japan"\nfile = "../a.jpg"',
            "'japan' is no piece of this game",
        ),
        ('game = "inwo"\nbacks = ["../a.jpg"]', "'../a.jpg' is no file beside it; show the backs again"),
    ],
)
def test_a_manifest_that_cannot_be_right_is_refused(tmp_path: Path, manifest: str, words: str) -> None:
    (tmp_path / "faces.toml").write_text(manifest, encoding="utf-8")

    with pytest.raises(ConfigError, match=words):
        read_faces(tmp_path, GAME)


def test_a_file_that_is_no_face_is_refused(tmp_path: Path) -> None:
    (tmp_path / "faces.toml").write_text('game = "inwo"\n[[faces]]\npiece = "japan"\nfile = "a.png"', encoding="utf-8")
    Image.new("L", (40, 40)).save(tmp_path / "a.png")

    with pytest.raises(ImageError, match="is no face of Japan; show that card again"):
        face_set(tmp_path, GAME, LABEL_MM)
