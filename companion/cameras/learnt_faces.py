"""Faces of cards that an owner has shown: pictures in a folder of his beside the journal, and a manifest of them.

Nobody's pictures leave the machine, and none ships with the product. A face tells the kind of a card: all copies of it
share one. The folder's manifest says which file shows which piece, and which show backs; a picture is upright, FACE_PX
pixels a millimetre.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.config import Settings, read_text, replace_file
from companion.core.game import Game
from companion.core.schema import Schema
from companion.core.table import Piece, Tag
from companion.errors import ConfigError, ImageError
from companion.label_sets.piece_labels import label_edge
from hardware.image_files import as_jpeg, read_luma
from vision.arrays import Luma
from vision.faces.face_parts import FACE_PX
from vision.faces.face_set import FACE_DOWN, Face, FaceSet

MANIFEST = "faces.toml"


@dataclass(frozen=True)
class LearntFace:
    """The piece, and the file beside the manifest that shows it."""

    piece: Piece
    file: str


@dataclass(frozen=True)
class LearntFaces:
    """The faces of one owner's copy of a game, each piece once, and the files that show its backs."""

    game: str
    faces: tuple[LearntFace, ...] = ()
    backs: tuple[str, ...] = ()


def usual_face_folder(folder: Path, game: str) -> Path:
    """Where a game's faces are kept."""
    return folder / f"faces-{game}"


def with_usual_faces(settings: Settings, folder: Path | None, game: str) -> Settings:
    """The settings with the faces that were learnt into that folder, where they name none and there are some."""
    if game in settings.faces or folder is None or not (usual_face_folder(folder, game) / MANIFEST).exists():
        return settings
    return replace(settings, faces={**settings.faces, game: usual_face_folder(folder, game)})


def with_copies_known(settings: Settings, folder: Path | None, game: Game[Any, Any], profile: str) -> str:
    """The profile of an evening in which equal cards of decks are known apart: each by a label that it need not wear.

    The same profile where no faces of the game were learnt, be it that backs were. Raises CatalogError as `label_decks`
    does, ConfigError as `read_faces` does.
    """
    learnt = with_usual_faces(settings, folder, game.name).faces.get(game.name)
    if game.decks is None or learnt is None or not read_faces(learnt, game).faces:
        return profile
    return game.decks.label_decks(profile)[0]


def read_faces(folder: Path, game: Game[Any, Any]) -> LearntFaces:
    """What the folder's manifest says; nothing yet where there is none. Raises ConfigError for another game's."""
    path = folder / MANIFEST
    if not path.exists():
        return LearntFaces(game.name)
    found = _SCHEMA.read(LearntFaces, read_text(path), str(path))
    if found.game != game.name:
        raise ConfigError(f"{path} has faces of {found.game!r}, not of {game.name!r}.")
    pieces = set(game.piece_of.values())
    for face in found.faces:
        if face.piece not in pieces or face.file != Path(face.file).name:
            raise ConfigError(f"{path}: {face.piece!r} is no piece of this game with a file beside it; show it again.")
    for back in found.backs:
        if back != Path(back).name:
            raise ConfigError(f"{path}: {back!r} is no file beside it; show the backs again.")
    return found


def keep_face(folder: Path, game: Game[Any, Any], piece: Piece, picture: Luma) -> None:
    """Writes the face of a piece, instead of any that was there. Raises ConfigError when it cannot be written."""
    known, face = read_faces(folder, game), LearntFace(piece, f"{piece}.jpg")
    faces = (*(each for each in known.faces if each.piece != piece), face)
    _keep(folder, replace(known, faces=faces), {face.file: picture})


def keep_backs(folder: Path, game: Game[Any, Any], pictures: Sequence[Luma]) -> None:
    """Writes a game's backs, instead of all that were there. Raises ConfigError when they cannot be written."""
    files = {f"back {number}.jpg": picture for number, picture in enumerate(pictures, start=1)}
    _keep(folder, replace(read_faces(folder, game), backs=tuple(files)), files)


def _keep(folder: Path, faces: LearntFaces, pictures: Mapping[str, Luma]) -> None:
    """The pictures first: what the manifest names is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, picture in pictures.items():
            replace_file(folder / file, as_jpeg(picture))
        replace_file(folder / MANIFEST, _SCHEMA.write(faces).encode())
    except OSError as error:
        raise ConfigError(f"{folder} cannot be written ({error.strerror}); name a folder of yours.") from error


def pictures_of(folder: Path, game: Game[Any, Any]) -> Mapping[Piece, Luma]:
    """All faces in the folder. Raises ConfigError, ImageError for a file that is no face of its piece."""
    found = {}
    for each in read_faces(folder, game).faces:
        shape, picture = game.shape(each.piece), read_luma(folder / each.file)
        if picture.shape != (round(shape.height * FACE_PX), round(shape.width * FACE_PX)):
            raise ImageError(f"{folder / each.file} is no face of {game.piece_name(each.piece)}; show that card again.")
        found[each.piece] = picture
    return found


def backs_of(folder: Path, game: Game[Any, Any]) -> Sequence[Luma]:
    """All backs in the folder, upright. Raises ConfigError, ImageError for a file that cannot be read."""
    return [read_luma(folder / file) for file in read_faces(folder, game).backs]


def face_set(folder: Path | None, game: Game[Any, Any], largest_label: float) -> FaceSet | None:
    """The closed set of a folder's faces and backs; None without any face. Raises as `pictures_of` does.

    `largest_label` is the edge of the largest labels on this table's pieces, in millimetres.
    """
    if folder is None:
        return None
    tags: dict[Piece, list[Tag]] = defaultdict(list)
    for tag, piece in game.piece_of.items():
        tags[piece].append(tag)
    faces = {}
    for piece, picture in pictures_of(folder, game).items():
        shape = game.shape(piece)
        at, edge = (shape.label_dx, shape.label_dy), label_edge(shape, largest_label)
        faces[f"face {piece}"] = Face(picture, tuple(tags[piece]), at, edge)
    if not faces:
        return None
    backs = enumerate(backs_of(folder, game), start=1)
    return FaceSet(faces | {f"back {n}": Face(back, (FACE_DOWN,), (0.0, 0.0), largest_label) for n, back in backs})


_SCHEMA = Schema(ConfigError)
