"""Cards without labels are shown to the camera: several at a time, each named by a touch, the likeliest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from companion.cameras.face_learning import FaceLearning, ShownCard
from companion.cameras.learnt_faces import read_faces, usual_face_folder
from companion.core.camera_view import Shares
from companion.core.game import Game
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.picture_pages import PictureQuestion, PictureSpot, ScoredPicturePage
from companion.core.screen import Button, Tone, Touched
from companion.core.table import Crop, Piece
from companion.core.text import NOTHING, Text, as_people_sort, say, say_plural, verbatim
from companion.errors import CompanionError
from companion.label_sets.piece_labels import cards_of
from companion.pages.camera_set_up import WhichMat
from companion.pages.navigator import Navigator, OpenPage
from companion.pages.page_context import PageContext
from companion.picture_score.table_pictures import in_shares, shown
from companion.picture_score.told_by_pictures import TakenPicture

BESIDE_PX = 100
"""The camera's pixels round the cards that are shown with them."""

LIKELY = 2
"""So many ways are offered before the search: more leave the question no room on a small display."""


def showing_cards(context: PageContext, navigator: Navigator, about: str) -> OpenPage:
    """Of the named game, or the question of which."""
    if not about:
        return WhichMat(context, "cards", say("Which game’s cards are shown?"))
    return ShowingCards(context, navigator, context.games[about])


def by_name(game: Game[Any, Any]) -> list[Piece]:
    """The cards, as people look them up."""
    return sorted(cards_of(game), key=lambda piece: as_people_sort(str(game.piece_name(piece))))


def in_decks(context: PageContext, game: Game[Any, Any]) -> list[Piece]:
    """The cards of this house's decks, one deck after another, as each was put together."""
    drafts = context.copies.decks(game.name)
    return list(dict.fromkeys(card for owner in drafts.owners for card in drafts.cards(owner)))


def shown_so_far(context: PageContext, game: Game[Any, Any]) -> int:
    """How many cards' faces are kept beside the journal. Raises ConfigError."""
    folder = context.store.folder
    return 0 if folder is None else len(read_faces(usual_face_folder(folder, game.name), game).faces)


@dataclass(frozen=True)
class Looked:
    """What was seen of one picture: the part of it that shows the cards, from `corner` on, in pixels of the whole."""

    learning: FaceLearning
    picture: TakenPicture
    corner: tuple[int, int]
    crop: Crop
    cards: tuple[ShownCard, ...]
    faults: tuple[Text | None, ...]

    def outline(self, number: int) -> tuple[Shares, ...]:
        """Where that card stands in the part that is shown."""
        return in_shares(
            self.picture, [(x - self.corner[0], y - self.corner[1]) for x, y in self.cards[number].corners]
        )


def looked(begun: Callable[[], FaceLearning], take: Callable[[], Any]) -> Looked:
    """Takes a picture of cards. Raises CompanionError where it cannot be taken, or shows none."""
    learning, light = begun(), take()
    cards = learning.look(light)
    places = [(float(x), float(y)) for card in cards for x, y in card.corners]
    left, top = (max(0, int(min(place[axis] for place in places)) - BESIDE_PX) for axis in (0, 1))
    right, bottom = (int(max(place[axis] for place in places)) + BESIDE_PX for axis in (0, 1))
    picture = TakenPicture("", light[top:bottom, left:right])
    return Looked(learning, picture, (left, top), shown(picture), tuple(cards), tuple(map(learning.fault_of, cards)))


class ShowingCards:
    """Each card is kept as soon as it is named; whoever leaves goes on another day."""

    def __init__(self, context: PageContext, navigator: Navigator, game: Game[Any, Any]) -> None:
        self._context, self._navigator, self.game = context, navigator, game
        self._deck = frozenset(deck := in_decks(context, game))
        self._order = {piece: number for number, piece in enumerate(dict.fromkeys([*deck, *by_name(game)]))}
        """The cards as people are likely to lay them, by their places in that order."""
        self._looked: Looked | None = None
        self._left: list[int] = []
        """The cards in the picture that are yet to be named, by their places in it."""
        self._latest: Piece | None = None
        self._busy = False
        self._said: Text = NOTHING

    # --- what is seen ---

    def _take(self, *, backs: bool) -> None:
        folder = self._context.store.folder
        if folder is None:
            self._said = say("Nothing is kept in this evening: start the companion with a journal.")
            return
        self._busy = True
        before, take = self._looked, self._context.machine.cameras.snapshot()

        def learning() -> FaceLearning:
            known = usual_face_folder(folder, self.game.name)
            return FaceLearning(self.game, known, [*self._order]) if before is None else before.learning

        if backs:
            self._context.machine.aside(lambda: learning().learn_backs([take()]), self._done)
        else:
            self._context.machine.aside(lambda: looked(learning, take), self._done)

    def _done(self, result: Looked | int | CompanionError) -> None:
        """A picture of faces, of so many backs, or none."""
        self._busy = False
        if isinstance(result, CompanionError):
            self._said = verbatim(str(result))
            return
        if isinstance(result, int):
            self._said = say_plural("{count} back is known.", "{count} backs are known.", result)
            return
        self._looked = result
        self._left = [number for number, fault in enumerate(result.faults) if fault is None]
        self._said = self._faults(result)

    @staticmethod
    def _faults(seen: Looked) -> Text:
        """What is wrong with the first card that is no good picture."""
        first = next((number for number, fault in enumerate(seen.faults) if fault is not None), None)
        if first is None:
            return NOTHING
        return say("Card {number}: {fault}", number=first + 1, fault=seen.faults[first])

    # --- what people say ---

    def touched(self, key: str, value: str) -> None:
        if self._busy:
            return
        match key:
            case "take" | "backs":
                self._take(backs=key == "backs")
            case "name" if self._left:
                self.name(value)
            case "in order" if self._left:
                self._name_in_order()
            case "another" if self._left:
                self._navigator.push(WhichCard(self._navigator, self, self.likely()))
            case "leave" if self._left:
                self._left.pop(0)
            case "piece" if value.isdecimal() and int(value) in self._left:
                self._left.sort(key=lambda number: number != int(value))
            case "close":
                self._navigator.close()
            case _:
                pass

    def name(self, piece: Piece) -> None:
        """The card that is asked about is this one."""
        assert self._looked is not None, "a card was seen"
        number = self._left[0]
        try:
            fault = self._looked.learning.learn(piece, self._looked.cards[number])
        except CompanionError as error:
            self._said = verbatim(str(error))
            return
        self._left.pop(0)
        self._latest = piece
        self._said = NOTHING if fault is None else say("Card {number}: {fault}", number=number + 1, fault=fault)

    def _name_in_order(self) -> None:
        self._left.sort()
        faults = []
        for piece in self.likely()[: len(self._left)]:
            self.name(piece)
            faults.append(self._said)
        self._said = next((fault for fault in faults if fault != NOTHING), NOTHING)

    def of_decks(self, pieces: Sequence[Piece]) -> Sequence[Piece]:
        """Those of them that are in a deck of this house."""
        return [piece for piece in pieces if piece in self._deck]

    def likely(self) -> Sequence[Piece]:
        """The cards that are yet to be shown, the one after the latest first."""
        if self._looked is None:
            return ()
        latest = -1 if self._latest is None else self._order[self._latest]
        return sorted(self._looked.learning.due, key=lambda piece: (self._order[piece] < latest, self._order[piece]))

    # --- the page ---

    def view(self) -> ScoredPicturePage:
        seen = self._looked
        take = Button(say("Take the picture"), Touched("take"), "confirm", tone=Tone.GOOD, icon="camera")
        done = Button(say("Done"), Touched("close"), icon="check")
        title = say("Show your cards")
        if seen is None or self._busy or not self._left:
            buttons = done, Button(say("These are backs"), Touched("backs"), icon="cards"), take
            return ScoredPicturePage(
                title, self.game.title, None, self._waiting(), (), (), (), None, NOTHING, Tone.NORMAL, buttons
            )
        spots = tuple(PictureSpot(seen.outline(number), str(number), "", number + 1) for number in self._left)
        leave = Button(say("Leave it out"), Touched("leave"), icon="x")
        return ScoredPicturePage(
            title, self.game.title, seen.crop, NOTHING, (), spots, (), self._question(), NOTHING, Tone.NORMAL,
            (done, leave, take),
        )  # fmt: skip

    def _waiting(self) -> Text:
        if self._busy:
            return say("One moment: the picture is being looked at.")
        lay = say("Lay cards face up on the mat, a finger apart, so that you can read them.")
        if self._deck:
            order = say("Laid in the order of the deck’s list, a picture of them needs one touch.")
        else:
            order = say("Laid in the order of their names, a picture of them needs one touch.")
        lay = say("{sentence} {next_sentence}", sentence=lay, next_sentence=order)
        told = self._said
        if self._looked is None and told == NOTHING:
            backs = say("Once, lay one with each different back face down, and touch “These are backs”.")
            return say("{sentence} {next_sentence}", sentence=lay, next_sentence=backs)
        if self._looked is not None and told == NOTHING:
            told = self._to_go(self._looked.learning.due)
        return lay if told == NOTHING else say("{sentence} {next_sentence}", sentence=told, next_sentence=lay)

    def _to_go(self, due: Sequence[Piece]) -> Text:
        if of_decks := len(self.of_decks(due)):
            return say_plural(
                "{count} card of your decks is left to show.", "{count} cards of your decks are left to show.", of_decks
            )
        return say_plural("{count} card is left to show.", "{count} cards are left to show.", len(due))

    def _question(self) -> PictureQuestion:
        count, likely = len(self._left), self.likely()
        left = say_plural("{count} card to name", "{count} cards to name", count)
        heading = say("Which card is number {number}?", number=self._left[0] + 1)
        ways = [Button(self.game.piece_name(piece), Touched("name", piece)) for piece in likely[:LIKELY]]
        if 1 < count <= len(likely):
            first, last = (self.game.piece_name(likely[at]) for at in (0, count - 1))
            ways[1:] = [Button(say("All in order, {first} to {last}", first=first, last=last), Touched("in order"))]
        another = Button(say("Another card"), Touched("another"))
        return PictureQuestion(left, heading, self._said, (*ways, another))


class WhichCard:
    """All that are yet to be shown: those of the decks, where there are any, before all others.

    Where these are all a game has nobody finds one by scrolling: the letters stand there at once.
    """

    def __init__(self, navigator: Navigator, page: ShowingCards, pieces: Sequence[Piece]) -> None:
        self._navigator, self._page = navigator, page
        self._every = pieces
        self._pieces = page.of_decks(pieces) or pieces

    def view(self) -> ListPage:
        game = self._page.game
        rows = []
        for piece in self._pieces:
            icon, tint = game.sign(piece) or ("cards", "")
            rows.append(Row(game.piece_name(piece), icon=icon, tint=tint, intent=Touched("name", piece)))
        if len(self._pieces) < len(self._every):
            rows.append(Row(say("A card of no deck"), icon="search", intent=Touched("any")))
        every = len(self._pieces) == len(self._every)
        groups = (RowGroup(NOTHING, tuple(rows)),)
        return ListPage("which card", say("Which card is it?"), groups, searched=True, lettered=every)

    def touched(self, key: str, value: str) -> None:
        if key == "any":
            self._pieces = self._every
            return
        self._navigator.close()
        self._page.name(value)
