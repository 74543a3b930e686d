"""A deck without labels is shown on the touchscreen's page: touches and minutes: `python -m benchmarks.showing_cards`.

Cards lie under a simulated camera, some at a time; a finger names them on the real page by its likeliest answers, or by
the search. The seconds that hands take are assumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import click

from benchmarks.first_evening_steps import NAMES, TOUCH_SECONDS
from benchmarks.vision.printed_faces import card_face
from companion.core.game import Game
from companion.core.screen import Touched
from companion.core.table import Piece
from companion.games import GAMES
from companion.label_sets.piece_labels import LABEL_MM, opening_state, told_by_faces
from companion.label_sets.sticking_pace import DECK_CARDS, LAY_SECONDS
from companion.pages.machine import NoCameras
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.showing_cards import ShowingCards, WhichCard, by_name
from companion.simulation.renderer.camera_model import GrayImage
from companion.simulation.renderer.scene import Anchor, Item, Optics, RenderedMat, Scene, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from scripts.gallery.page_screens import context, navigator
from vision.arrays import Luma
from vision.labels import label_image

COLUMNS, ROWS, APART = 10, 2, (104.0, 130.0)
"""Cards lie in rows before the camera, so many millimetres from middle to middle: whoever looks can read them."""

IN_SIGHT = 4
"""So many cards of the search's list stand on the screen without a finger that scrolls."""

GOAL = 10
"""Minutes for a deck."""


@dataclass(frozen=True, slots=True)
class Way:
    """How the cards of a deck are laid: whether their list is known, and whether they lie in its order."""

    words: str
    is_listed: bool
    in_order: bool


WAYS = (
    Way("in the order of the deck's list", is_listed=True, in_order=True),
    Way("in any order, with the deck's list", is_listed=True, in_order=False),
    Way("in the order of their names, without a list", is_listed=False, in_order=True),
    Way("in any order, without a list", is_listed=False, in_order=False),
)


class Table(NoCameras):
    """The cards that lie on the mat now, each with a face of its own, under a camera of the usual size."""

    def __init__(self, game: Game[Any, Any]) -> None:
        layout = game.layout(opening_state(game, min(game.players)))
        anchors = tuple(Anchor(tag, pose.x, pose.y, pose.rotation) for tag, pose in layout.anchors.items())
        self._setup = SceneSetup(RenderedMat(layout.width, layout.height, anchors, LABEL_MM), Optics(4608, 2592))
        self._faces = dict(zip(by_name(game), count(1), strict=False))
        self._shapes = {piece: game.shape(piece) for piece in self._faces}
        self.cards: Sequence[Piece] = ()

    def snapshot(self) -> Any:
        return self._picture

    def _picture(self) -> Luma:
        items = []
        for number, piece in enumerate(self.cards):
            row, column = divmod(number, COLUMNS)
            shape = self._shapes[piece]
            x, y = 130.0 + APART[0] * column, 150.0 + APART[1] * row
            items.append(Item(None, x, y, 2.0, shape.width, shape.height, face=piece))
        with SimulatedCamera([Scene(tuple(items))], self._printed, self._setup) as camera:
            frame = camera.read()
        assert frame is not None, "there is a scene"
        return frame.image

    def _printed(self, name: str) -> GrayImage:
        face = self._faces.get(name)
        return label_image(name, 8) if face is None else card_face(face)


@dataclass(slots=True)
class Finger:
    """Touches the page, and counts."""

    context: PageContext
    navigator: Navigator
    game: Game[Any, Any]
    touches: int = 0

    def show(self, cards: Sequence[Piece], table: Table) -> int:
        """Shows all of them; returns how many had to be shown again. Raises AssertionError where one is not known."""
        page, again, left = ShowingCards(self.context, self.navigator, self.game), 0, list(cards)
        self.navigator.push(page)
        while left:
            table.cards = left[: COLUMNS * ROWS]
            self._touch(page, "take")
            seen = [table.cards[int(spot.piece)] for spot in page.view().spots]
            assert seen, f"none of {len(table.cards)} cards is known: {page.view().waiting}"
            again += len(table.cards) - len(seen)
            if [*page.likely()[: len(seen)]] == seen and Touched("in order") in self._offered(page):
                self._touch(page, "in order")
            else:
                for piece in seen:
                    self._name(page, piece)
            left = [piece for piece in left if piece not in seen]
        return again

    @staticmethod
    def _offered(page: ShowingCards) -> Sequence[object]:
        question = page.view().question
        return () if question is None else [answer.intent for answer in question.answers]

    def _name(self, page: ShowingCards, piece: Piece) -> None:
        if Touched("name", piece) in self._offered(page):
            self._touch(page, "name", piece)
            return
        self._touch(page, "another")
        search = self.navigator.top
        assert isinstance(search, WhichCard), "the search is open"
        listed = search.view()
        opening = 0 if listed.lettered else 1
        self.touches += opening + self._letters([str(row.title) for row in listed.groups[0].rows], piece)
        self._touch(search, "name", piece)

    def _letters(self, names: Sequence[str], piece: Piece) -> int:
        """So many letters until the card stands on the screen."""

        def begin(name: str, typed: str) -> bool:
            return any(word.startswith(typed) for word in (name, *name.split()))

        own = str(self.game.piece_name(piece))
        found = (n for n in range(len(own)) if sum(begin(name, own[:n]) for name in names) <= IN_SIGHT)
        return next(found, len(own))

    def _touch(self, page: ShowingCards | WhichCard, key: str, value: str = "") -> None:
        page.touched(key, value)
        self.touches += 1


def shown(game: Game[Any, Any], way: Way, seed: int, size: int = DECK_CARDS) -> tuple[int, int]:
    """The touches that it takes to show a deck of so many cards, and how many cards had to be shown again."""
    with TemporaryDirectory() as folder:
        rooms, flow, table = context(empty=True), navigator(), Table(game)
        rooms.store.folder = Path(folder)
        rooms.machine = replace(rooms.machine, cameras=table)
        cards = by_name(game)
        some = Random(seed).sample([card for card in cards if game.shape(card).width < game.shape(card).height], size)
        deck = some if way.is_listed else sorted(some, key=cards.index)
        if way.is_listed:
            rooms.copies.decks(game.name).add(NAMES[0], [(card, "") for card in deck])
        laid = deck if way.in_order else Random(seed + 1).sample(deck, size)
        finger = Finger(rooms, flow, game)
        again = finger.show(laid, table)
        return finger.touches, again


@click.command()
@click.option("--seed", default=1, show_default=True)
def main(seed: int) -> None:
    """Count the touches and minutes of showing a deck whose cards wear no labels."""
    for game in GAMES.values():
        if game.decks is None or not told_by_faces(game):
            continue
        click.echo(f"{game.title}: {DECK_CARDS} cards are shown")
        for way in WAYS:
            touches, again = shown(game, way, seed)
            minutes = (touches * TOUCH_SECONDS + (DECK_CARDS + again) * LAY_SECONDS) / 60
            missed = "" if minutes <= GOAL else "  misses its goal"
            click.echo(f"  {way.words:45s} {touches:4d} touches {minutes:5.1f} minutes  (goal {GOAL}){missed}")


if __name__ == "__main__":
    main()
