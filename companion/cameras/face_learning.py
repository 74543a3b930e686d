"""Learning faces: cards laid apart on the mat, row by row in the order of a list, whatever is printed on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.cameras.closed_label_set import closed_label_set
from companion.cameras.learnt_faces import backs_of, keep_backs, keep_face, pictures_of
from companion.core.game import Game
from companion.core.table import Box, Piece, TableLayout
from companion.core.text import Text, say, say_plural
from companion.errors import ConfigError, ImageError
from companion.label_sets.piece_labels import LABEL_MM, cards_of, counts_of_players, opening_state
from hardware.image_files import read_luma
from vision.arrays import Luma
from vision.detection.closed_set import detector
from vision.faces.face_parts import upright
from vision.faces.shown_cards import ShownCard, are_alike, is_back, shown_cards
from vision.geometry.calibration import MatAnchors
from vision.geometry.homography import Homography
from vision.tracking.camera_relocation import first_look
from vision.tracking.table_view import BESIDE_MM, TableModel

__all__ = ["FaceLearning", "Shown", "ShownCard", "pictures_in", "pieces_in"]

MOST_BACKS = 6
"""A game with more different ones is not known: those are faces."""

GLARED = say("a light is reflected in it: move it or the lamp, and show it again.")


@dataclass(frozen=True, slots=True)
class Shown:
    """A card that was shown, and why its face was not kept; None: it was."""

    piece: Piece
    fault: Text | None


class FaceLearning:
    """Learns the faces of a game's cards into a folder, picture by picture; each is written before the next is asked.

    `due` are the cards that are yet to be shown, in the order in which they will be laid. Raises ConfigError.
    """

    def __init__(self, game: Game[Any, Any], folder: Path, wanted: Sequence[Piece]) -> None:
        self.game, self._folder = game, folder
        layouts = (game.layout(opening_state(game, count)) for count in counts_of_players(game))
        self._mats = list({(each.width, each.height): each for each in layouts}.values())
        """The mats that the game is played on; that which lies there, once it was seen."""
        self._known = dict(pictures_of(folder, game))
        self._backs = list(backs_of(folder, game))
        self.due = [piece for piece in dict.fromkeys(wanted) if piece not in self._known]

    @property
    def next_due(self) -> Text:
        """The name of the card that is to be shown next."""
        return self.game.piece_name(self.due[0])

    def take(self, image: Luma) -> list[Shown]:
        """The cards in the picture are the next of those due; what is wrong with one is told, and it stays due.

        Raises ImageError where the mat is not seen, or no card or too many lie there; then nothing is kept.
        """
        cards = self.look(image)
        if len(cards) > len(self.due):
            many = len(cards) - len(self.due)
            raise ImageError(
                str(
                    say_plural(
                        "{count} card too many lies there: take it away.",
                        "{count} cards too many lie there: take them away.",
                        many,
                    )
                )
            )
        pairs = list(zip(self.due[: len(cards)], cards, strict=True))
        return [Shown(piece, self.learn(piece, card)) for piece, card in pairs]

    def look(self, image: Luma) -> list[ShownCard]:
        """The cards in the picture, row by row. Raises ImageError where there are none to learn, or no mat."""
        if not self.due:
            raise ImageError(str(say("Every card has been shown: they are known by their faces.")))
        if not (cards := self._cards_in(image)):
            raise ImageError(
                str(
                    say(
                        "No card is seen whole and sharp: lay them face up on the mat, a finger apart, and wait "
                        "until the camera is in focus."
                    )
                )
            )
        return cards

    def learn_backs(self, images: Iterable[Luma]) -> int:
        """The cards in these pictures lie face down: each different back is kept, instead of all that were.

        Returns how many there are. Raises ImageError where one is no good picture of a back; then nothing is kept.
        """
        backs: list[Luma] = []
        for image in images:
            if not (cards := self._cards_in(image)):
                raise ImageError(
                    str(
                        say(
                            "No card is seen whole and sharp: lay one with each different back face down on the mat, "
                            "a finger apart, and wait until the camera is in focus."
                        )
                    )
                )
            for number, card in enumerate(cards, start=1):
                if (fault := self._fault_of_back(card)) is not None:
                    raise ImageError(str(say("Card {number}: {fault}", number=number, fault=fault)))
                if not is_back(card.picture, backs):
                    backs.append(upright(card.picture))
        if len(backs) > MOST_BACKS:
            raise ImageError(str(say("No game has so many different backs: lay one with each of yours face down.")))
        if backs:
            keep_backs(self._folder, self.game, backs)
            self._backs = backs
        return len(self._backs)

    def _cards_in(self, image: Luma) -> list[ShownCard]:
        layout, homography = self._mat_in(image)
        mat = Box(-BESIDE_MM, -BESIDE_MM, layout.width + BESIDE_MM, layout.height + BESIDE_MM)
        shape = self.game.shape(next(iter(cards_of(self.game))))
        short, long = sorted((shape.width, shape.height))
        return shown_cards(image, homography, mat, (short, long))

    def _mat_in(self, image: Luma) -> tuple[TableLayout, Homography]:
        """The mat that lies there, whoever it was made for: that on which its labels have their size."""
        known, fitting = closed_label_set(self._mats[0].anchors, None), []
        for layout in self._mats:
            anchors = MatAnchors(layout.anchors, LABEL_MM)
            model = TableModel(layout.width, layout.height, anchors, LABEL_MM)
            found, seen = first_look(model, lambda module_px: detector(known, module_px), image)
            if seen is not None:
                used = [one for one in found.decoded if one.tag in seen.used]
                errors = [abs(seen.homography.to_mm(one.corners) - anchors.outline(one.tag)[1:]).mean() for one in used]
                fitting.append((float(sum(errors)) / len(errors), layout, seen.homography))
        if not fitting:
            raise ImageError(str(say("The mat is not seen: at least four of its labels have to be in the picture.")))
        # Where few labels are in sight several mats fit: on the largest every card has room.
        _, layout, homography = min(fitting, key=lambda each: (round(each[0], 1), -each[1].width * each[1].height))
        self._mats = [layout]
        return layout, homography

    def learn(self, piece: Piece, card: ShownCard) -> Text | None:
        """Keeps the card as the piece's face. Returns why not, and keeps nothing, where it is no good picture of it."""
        shape, fault = self.game.shape(piece), self.fault_of(card)
        if fault is None and (shape.width > shape.height) != (card.picture.shape[1] > card.picture.shape[0]):
            fault = say("it lies the other way: turn it so that it can be read, its top away from you.")
        if fault is None:
            keep_face(self._folder, self.game, piece, card.picture)
            self._known[piece] = card.picture
            self.due = [each for each in self.due if each != piece]
        return fault

    def fault_of(self, card: ShownCard) -> Text | None:
        """What is wrong with it, whichever card it is."""
        if is_back(card.picture, self._backs):
            return say("it lies face down: turn it over.")
        if card.is_glared:
            return GLARED
        if not card.is_sharp:
            return say("it is blurred: wait until the camera is in focus and nothing moves, and show it again.")
        twin = next((other for other, face in self._known.items() if are_alike(face, card.picture)), None)
        if twin is not None:
            return say("it looks like {other}, which was shown before.", other=self.game.piece_name(twin))
        return None

    def _fault_of_back(self, card: ShownCard) -> Text | None:
        """What is wrong with it as a back, on which nothing small need be printed."""
        if any(is_back(face, [upright(card.picture)]) for face in self._known.values()):
            return say("it lies face up: turn it over.")
        return GLARED if card.is_glared else None


def pieces_in(game: Game[Any, Any], lines: Sequence[str]) -> list[Piece]:
    """The pieces of a list, a name a line, copies as `3 Hoax!`. Raises ConfigError for a line that names none."""
    names = {str(game.piece_name(piece)).casefold(): piece for piece in game.piece_of.values()}
    found = []
    for number, line in enumerate(lines, start=1):
        words = line.strip().casefold()
        if not words or words.startswith("#"):
            continue
        piece = names.get(words) or names.get(words.lstrip("0123456789").strip())
        if piece is None:
            raise ConfigError(f"line {number} of the list: {line.strip()[:60]!r} is no card of {game.title}.")
        found.append(piece)
    return found


def pictures_in(paths: Sequence[Path], learning: FaceLearning | None = None) -> Iterator[Luma]:
    """The pictures in these files, one after the other, while any card is due. Raises ImageError."""
    return (read_luma(path) for path in paths if learning is None or learning.due)
