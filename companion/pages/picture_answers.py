"""The lists beside a picture that is scored: all answers to a question, whose a piece is, further pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from companion.core.action import Seat
from companion.core.page_parts import Person, Row, RowGroup
from companion.core.pages import ListPage
from companion.core.screen import Button, Tone, Touched
from companion.core.table import UNREADABLE, Zone
from companion.core.text import NOTHING, Opening, Text, say, say_plural, verbatim
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.picture_score.scoring import zones_of
from companion.picture_score.values import Part, Picture, PictureScore, Question

NOTHING_YET, MISSING, ENOUGH = "nothing yet", "missing", "enough"
"""What there is of pictures: none that can be read; too few; enough for a score."""

BY_TOUCHES = 5
"""So many values are gone through by touching; more stand in a list."""


class Scored(Protocol):
    """The picture that is scored."""

    @property
    def score(self) -> PictureScore: ...
    @property
    def people(self) -> Mapping[Seat, Person]: ...
    def place_name(self, zone: Zone) -> Text: ...
    def look(self, get: Callable[[], Sequence[Picture]], *, add: bool) -> None: ...
    def give(self, number: int, place: Seat) -> None: ...
    def exchange(self, seat: Seat, other: Seat) -> None: ...
    def say(self, question: str, choice: str) -> None: ...
    def leave(self, question: str) -> None: ...


class AllAnswers:
    """Every answer to a question that has many."""

    def __init__(self, navigator: Navigator, page: Scored, question: Question) -> None:
        self._navigator, self._page, self._question = navigator, page, question

    def view(self) -> ListPage:
        rows = tuple(
            Row(Opening(words), intent=Touched("answer", name)) for name, words in self._question.choices.items()
        )
        leave = Row(
            say("Leave it open"), say("Its points stay a range."), icon="question-mark", intent=Touched("leave")
        )
        groups = (RowGroup(NOTHING, rows), RowGroup(NOTHING, (leave,)))
        return ListPage("all answers", self._question.sentence, groups, searched=True)

    def touched(self, key: str, value: str) -> None:
        self._navigator.close()
        if key == "answer":
            self._page.say(self._question.name, value)
        else:
            self._page.leave(self._question.name)


class SeveralAnswers:
    """Everything that one question asks together: a touch on each goes on to its next value."""

    def __init__(self, navigator: Navigator, page: Scored, question: Question) -> None:
        self._navigator, self._page, self._question = navigator, page, question
        self._values = {part.name: next(iter(part.values)) for part in question.parts}

    def view(self) -> ListPage:
        rows = tuple(
            Row(
                Opening(part.title),
                right=part.values[self._values[part.name]],
                intent=Touched("part", part.name),
                chosen=bool(self._said(part)),
            )
            for part in self._question.parts
        )
        line = say("Touch what is the case; touch it again for one more.")
        done = Button(say("That is all"), Touched("done"), "confirm", tone=Tone.GOOD, icon="check")
        return ListPage("several answers", self._question.sentence, (RowGroup(NOTHING, rows),), (line,), (done,))

    def _said(self, part: Part) -> str:
        """The answer for this part; none where it is usual."""
        value = self._values[part.name]
        return "" if value == next(iter(part.values)) else part.choice(value)

    def touched(self, key: str, value: str) -> None:
        if key == "part":
            part = next(part for part in self._question.parts if part.name == value)
            values = [*part.values]
            if len(values) > BY_TOUCHES:
                self._navigator.push(OneOfMany(self._navigator, part, self._take))
            else:
                self._take(part, values[(values.index(self._values[value]) + 1) % len(values)])
            return
        self._navigator.close()
        said = [choice for part in self._question.parts if (choice := self._said(part))]
        self._page.say(self._question.name, ",".join(said) or next(iter(self._question.choices)))

    def _take(self, part: Part, value: str) -> None:
        self._values[part.name] = value


class OneOfMany:
    """The value of one thing that has many."""

    def __init__(self, navigator: Navigator, part: Part, take: Callable[[Part, str], None]) -> None:
        self._navigator, self._part, self._take = navigator, part, take

    def view(self) -> ListPage:
        rows = tuple(Row(Opening(words), intent=Touched("value", name)) for name, words in self._part.values.items())
        return ListPage("one of many", Opening(self._part.title), (RowGroup(NOTHING, rows),), searched=True)

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        self._navigator.close()
        self._take(self._part, value)


class WhoseIsWhat:
    """Everybody with what is thought to be his, to be given to others."""

    def __init__(self, navigator: Navigator, page: Scored) -> None:
        self._navigator, self._page = navigator, page

    def view(self) -> ListPage:
        score = self._page.score
        owners = [score.owner_of(number) for number in range(len(score.pieces))]
        rows = tuple(
            Row(
                verbatim(person.name),
                say_plural("{count} piece", "{count} pieces", owners.count(seat)),
                colours=(person.colour,),
                intent=Touched("of", seat),
            )
            for seat, person in self._page.people.items()
        )
        nobody = Row(
            say("Nobody"),
            say_plural("{count} piece", "{count} pieces", owners.count(None)),
            icon="layout-grid",
            intent=Touched("of", ""),
        )
        line = say("A finger draws a piece in the picture to its owner. Or touch here what is another’s.")
        return ListPage("whose is what", say("Whose is what?"), (RowGroup(NOTHING, (*rows, nobody)),), (line,))

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        self._navigator.push(PiecesOf(self._navigator, self._page, value or None))


class PiecesOf:
    """What is thought to be somebody's, piece by piece."""

    def __init__(self, navigator: Navigator, page: Scored, seat: Seat | None) -> None:
        self._navigator, self._page, self._seat = navigator, page, seat

    def view(self) -> ListPage:
        score = self._page.score
        pieces = tuple(
            Row(
                name_of_piece(score, number),
                NOTHING if (zone := score.zone_of(number)) is None else Opening(self._page.place_name(zone)),
                icon="cards",
                intent=Touched("piece", str(number)),
            )
            for number in range(len(score.pieces))
            if score.owner_of(number) == self._seat
        )
        whole = Row(say("All of this is another’s"), icon="users", intent=Touched("all"))
        groups = (*((RowGroup(NOTHING, (whole,)),) if self._seat is not None else ()), RowGroup(NOTHING, pieces))
        title: Text = say("Nobody") if self._seat is None else verbatim(self._page.people[self._seat].name)
        return ListPage("pieces of", title, groups, searched=True)

    def touched(self, key: str, value: str) -> None:
        self._navigator.close()
        if key == "all" and self._seat is not None:
            self._navigator.push(WhoseArea(self._navigator, self._page, self._seat))
        else:
            self._navigator.push(WhosePiece(self._navigator, self._page, int(value)))


def name_of_piece(score: PictureScore, number: int) -> Text:
    piece = score.pieces[number].piece
    return say("A label that cannot be read") if piece == UNREADABLE else Opening(score.game.piece_name(piece))


class WhosePiece:
    """Whose a touched piece is."""

    def __init__(self, navigator: Navigator, page: Scored, number: int) -> None:
        self._navigator, self._page, self._number = navigator, page, number

    def view(self) -> ListPage:
        score, number = self._page.score, self._number
        owner, zone = score.owner_of(number), score.zone_of(number)
        rows = tuple(
            Row(
                verbatim(person.name),
                colours=(person.colour,),
                intent=Touched("seat", seat),
                chosen=seat == owner,
            )
            for seat, person in self._page.people.items()
            if zones_of(score, number, seat)
        )
        here = (say("It lies in {zone}.", zone=self._page.place_name(zone)),) if zone is not None else ()
        lines = (*here, say("Whose is it?") if rows else say("It can be nobody’s."))
        return ListPage("whose piece", name_of_piece(score, number), (RowGroup(NOTHING, rows),), lines)

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        self._navigator.close()
        if value != self._page.score.owner_of(self._number):
            self._page.give(self._number, value)


class WhoseArea:
    """Whose a whole outline is, where people sit otherwise than was thought."""

    def __init__(self, navigator: Navigator, page: Scored, seat: Seat) -> None:
        self._navigator, self._page, self._seat = navigator, page, seat

    def view(self) -> ListPage:
        people = self._page.people
        rows = tuple(
            Row(
                verbatim(person.name), colours=(person.colour,), intent=Touched("seat", seat), chosen=seat == self._seat
            )
            for seat, person in people.items()
        )
        line = say("Whoever is chosen changes places with {name}.", name=people[self._seat].name)
        return ListPage("whose area", say("Whose is all of this?"), (RowGroup(NOTHING, rows),), (line,))

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        self._navigator.close()
        if value != self._seat:
            self._page.exchange(self._seat, value)


class MorePictures:
    """Another picture: of another part of the table, or instead of those that there are."""

    def __init__(self, context: PageContext, navigator: Navigator, page: Scored, state: str) -> None:
        self._context, self._navigator, self._page, self._state = context, navigator, page, state

    def view(self) -> ListPage:
        instead = RowGroup(
            say("Take it again"),
            (
                Row(say("With the camera"), icon="camera", intent=Touched("camera", "instead")),
                Row(say("From a USB stick"), icon="usb", intent=Touched("stick", "instead")),
            ),
        )
        is_missing = self._state == MISSING
        add = RowGroup(
            say("One more, beside those there are") if is_missing else say("The table is larger than the picture"),
            (
                Row(say("Add one with the camera"), icon="camera", intent=Touched("camera", "add")),
                Row(say("Add some from a USB stick"), icon="usb", intent=Touched("stick", "add")),
            ),
        )
        groups = {NOTHING_YET: (instead,), MISSING: (add, instead), ENOUGH: (instead, add)}[self._state]
        return ListPage("more pictures", say("New picture"), groups)

    def touched(self, key: str, value: str) -> None:
        from companion.pages.picture_sources import FromStick, from_camera

        self._navigator.close()
        adds = value == "add"
        if key == "stick":
            stick = FromStick(self._context, self._navigator, lambda get: self._page.look(get, add=adds))
            self._navigator.push(stick)
        else:
            self._page.look(from_camera(self._context), add=adds)
