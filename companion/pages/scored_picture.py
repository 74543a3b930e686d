"""Score what lies here: the picture with whose is what, the points as far as they are certain, the next question."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from companion.core.action import SEATS, Seat
from companion.core.game import Game
from companion.core.page_parts import Person
from companion.core.picture_pages import OwnedArea, PictureQuestion, PictureSpot, PointRange, ScoredPicturePage
from companion.core.plane import hull
from companion.core.screen import Button, Tone, Touched
from companion.core.table import Crop, Zone
from companion.core.text import NOTHING, Opening, Text, say, say_plural, verbatim, with_names
from companion.errors import CompanionError, ImageError
from companion.journal.store import KnownPerson
from companion.label_sets.label_set import LabelSet
from companion.pages.evening_draft import COLOURS, EveningDraft, usual_draft
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.picture_answers import (
    ENOUGH,
    MISSING,
    NOTHING_YET,
    AllAnswers,
    MorePictures,
    SeveralAnswers,
    WhoseIsWhat,
    WhosePiece,
)
from companion.pages.picture_result import PictureResult
from companion.pages.point_ranges import point_ranges
from companion.pages.resuming import Resuming
from companion.picture_score.label_views import LabelView
from companion.picture_score.score_pictures import score_views, views_of
from companion.picture_score.score_sentences import name_of, standing
from companion.picture_score.scoring import (
    answer,
    nameless,
    part_of,
    position_to_go_on_with,
    reassign,
    score_pieces,
    without_points,
)
from companion.picture_score.table_pictures import in_shares, shown
from companion.picture_score.told_by_pictures import AskedOfPicture, PictureScore, Pixel, TakenPicture

GetPictures = Callable[[], Sequence[TakenPicture]]
"""Takes or reads pictures, which may last; raises CompanionError where it cannot."""

FEW = 3
"""So many answers stand beside each other; where there are more, the last one leads to all."""

SHORT = 22
"""Letters that stand beside other answers."""

PIECE = "piece "
"""Before the number of a piece, as fingers draw it."""


@dataclass(frozen=True)
class Taken:
    """Pictures, what was read in them, and each as a screen shows it."""

    pictures: tuple[TakenPicture, ...] = ()
    views: tuple[LabelView, ...] = ()
    crops: tuple[Crop, ...] = ()


@dataclass(frozen=True)
class Found:
    """What was made of pictures."""

    taken: Taken
    score: PictureScore

    @cached_property
    def not_scored(self) -> Collection[str]:
        """The parts of the table that are nobody's and change no total."""
        return without_points(self.score)


@dataclass(frozen=True)
class Refused:
    """Why pictures come to no score yet: one more may join them."""

    taken: Taken
    error: ImageError


@dataclass(frozen=True, slots=True)
class House:
    """The games as they are played here, their own labels, and how each was arranged the last time."""

    games: Mapping[str, Game[Any, Any]]
    adopted: Mapping[str, LabelSet]
    usual: Mapping[str, EveningDraft]

    @classmethod
    def of(cls, context: PageContext) -> House:
        games = {name: context.copies.game(name) for name in context.games}
        own = {name: context.machine.cameras.adopted(game) for name, game in games.items()}
        usual = {name: usual_draft(name, game, context.store.usual(name)) for name, game in games.items()}
        return cls(games, {name: labels for name, labels in own.items() if labels is not None}, usual)


def scored(house: House, draft: EveningDraft, get: GetPictures, earlier: Taken) -> Found | Refused:
    """What these pictures come to together with the earlier ones. Raises CompanionError for those that are none.

    Where nobody was named, and as many lie there as played the last time, these play.
    """
    new = tuple(get())
    game = draft.game or None
    views = views_of(house.games, new, game=game, adopted=house.adopted)
    taken = Taken((*earlier.pictures, *new), (*earlier.views, *views), (*earlier.crops, *map(shown, new)))
    try:
        score = score_views(house.games, taken.views, game=game, options=draft.options)
    except ImageError as error:
        return Refused(taken, error)
    last = house.usual[score.game.name].people
    is_named = draft.options.names not in ((), nameless(len(draft.people)))
    if not is_named and len(last) == len(score.options.names):
        score = with_people(score, [person.name for person in last])
    return Found(taken, score)


def with_people(score: PictureScore, names: Sequence[str]) -> PictureScore:
    """The same table with these people at it."""
    options = replace(score.options, names=tuple(names))
    return replace(score_pieces(score.game, options, score.pieces, score.notes, score.told), again=score.again)


class ScoredPicture:
    """Looks at the pictures when it is opened; that, and each answer, is worked out beside the screen's thread."""

    def __init__(
        self,
        context: PageContext,
        navigator: Navigator,
        draft: EveningDraft,
        get: GetPictures,
        *,
        resumes: bool = False,
    ) -> None:
        self._context, self._navigator, self._draft, self._resumes = context, navigator, draft, resumes
        self._house = House.of(context)
        self.found: Found | None = None
        self._refused: Refused | None = None
        self._colours: tuple[int, ...] = ()
        self._busy = self._answered_one = False
        self._said: Text | None = None
        """Why the latest thing that was asked for could not be."""
        self._passed: set[str] = set()
        self.look(get, add=False)

    # --- what is worked out ---

    def look(self, get: GetPictures, *, add: bool) -> None:
        """At these pictures, beside those that there are or instead of them."""
        latest = self._refused or self.found
        earlier = latest.taken if add and latest is not None else Taken()
        self._do(partial(scored, self._house, self._draft, get, earlier))

    def change(self, change: Callable[[PictureScore], PictureScore]) -> None:
        """The score after what people have said."""
        found = self.found
        if found is not None:
            self._do(lambda: replace(found, score=change(found.score)))

    def _do(self, work: Callable[[], Found | Refused]) -> None:
        self._busy, self._said = True, None
        self._context.machine.aside(work, self._done)

    def _done(self, result: Found | Refused | CompanionError) -> None:
        self._busy = False
        if isinstance(result, CompanionError):
            self._said = verbatim(str(result))
            return
        if isinstance(result, Refused):
            self._refused, self._said = result, verbatim(str(result.error))
            return
        answered, self._answered_one = self._answered_one, False
        self.found, self._refused = result, None
        if len(self._colours) != len(self.score.options.names):
            self._colours = self._usual_colours()
        if answered and not any(question.decides for question in self.asked) and self._navigator.top is self:
            self._go_on()

    def _go_on(self) -> None:
        """What it comes to; or the evening goes on from it."""
        if not self._resumes:
            self._navigator.push(PictureResult(self._navigator, self.score, self.people))
            return
        people = tuple(KnownPerson(person.name, person.colour) for person in self.people.values())
        game, state = self._house.games[self.score.game.name], position_to_go_on_with(self.score)
        draft = replace(self._draft, game=game.name, people=people)
        self._navigator.push(Resuming(self._context, self._navigator, draft, game, state))

    def _usual_colours(self) -> tuple[int, ...]:
        """Those of the draft, of the last evening, or of the seats."""
        last = self._draft.people or self._house.usual[self.score.game.name].people
        count = len(self.score.options.names)
        return tuple(each.colour for each in last) if len(last) == count else tuple(range(COLOURS))[:count]

    @property
    def score(self) -> PictureScore:
        assert self.found is not None, "the pictures have been looked at"
        return self.found.score

    @property
    def asked(self) -> Sequence[AskedOfPicture]:
        """What is open, but for what people would rather leave so."""
        return () if self.found is None else [each for each in self.score.questions if each.name not in self._passed]

    @property
    def people(self) -> Mapping[Seat, Person]:
        names = self.score.options.names
        return {seat: Person(*one) for seat, one in zip(SEATS, zip(names, self._colours, strict=True), strict=False)}

    def place_name(self, zone: Zone) -> Text:
        return with_names(self.score.game.zone_name(zone), {seat: each.name for seat, each in self.people.items()})

    # --- what people say ---

    def touched(self, key: str, value: str) -> None:
        if key == "again":
            self._navigator.push(MorePictures(self._context, self._navigator, self, self._state))
        if self.found is None or self._busy:
            return
        if self.asked:
            self._answered(key, value, self.asked[0])
        match key:
            case "outlines":
                self._navigator.push(WhoseIsWhat(self._navigator, self))
            case "result":
                self._go_on()
            case "piece":
                self._navigator.push(WhosePiece(self._navigator, self, int(value)))
            case _:
                pass

    def _answered(self, key: str, value: str, question: AskedOfPicture) -> None:
        match key:
            case "answer":
                self.say(question.name, value)
            case "answers":
                answers = SeveralAnswers if question.parts else AllAnswers
                self._navigator.push(answers(self._navigator, self, question))
            case "leave":
                self.leave(question.name)
            case _:
                pass

    def dragged(self, source: Zone, piece: str, target: Zone) -> None:  # noqa: ARG002
        """A piece that was drawn to somebody, or onto one that is his."""
        if self.found is None or self._busy or not piece:
            return
        seat = self.score.owner_of(int(target.removeprefix(PIECE))) if target.startswith(PIECE) else target
        if seat is not None:
            self.give(int(piece), seat)

    def give(self, number: int, place: Seat) -> None:
        """A piece is somebody's."""
        self.change(partial(_given, number=number, place=place))

    def exchange(self, seat: Seat, other: Seat) -> None:
        """Who was thought to sit in one of these places sits in the other."""
        one, two = SEATS.index(seat), SEATS.index(other)
        names, colours = list(self.score.options.names), list(self._colours)
        names[one], names[two] = names[two], names[one]
        colours[one], colours[two] = colours[two], colours[one]
        self._colours = tuple(colours)
        self.change(lambda score: with_people(score, names))

    def say(self, question: str, choice: str) -> None:
        self._answered_one = True
        self.change(lambda score: answer(score, question, choice))

    def leave(self, question: str) -> None:
        """It stays open, and nobody is asked again."""
        self._passed.add(question)
        if not self.asked:
            self._go_on()

    # --- the page ---

    def view(self) -> ScoredPicturePage:
        again = Button(say("New picture"), Touched("again"), icon="camera")
        if self._refused is not None and self._refused.error.part is not None and not self._busy:
            return self._part_missing(self._refused, *self._refused.error.part)
        if self.found is None:
            waiting = say("One moment: the picture is being looked at.") if self._busy else self._said or NOTHING
            return ScoredPicturePage(
                self._title, NOTHING, None, waiting, (), (), (), None, NOTHING, Tone.NORMAL, (again,)
            )
        at = self._at
        settled = self.score.is_settled
        result = say("The result") if settled else say("Result with the range")
        if self._resumes:
            result = say("Play on from here")
        tone = Tone.GOOD if settled or self._resumes else Tone.NORMAL
        buttons = (
            again,
            Button(say("Draw an outline again"), Touched("outlines"), icon="pencil"),
            Button(result, Touched("result"), tone=tone, icon="player-play" if self._resumes else "chart-bar"),
        )
        said, tone = self._line()
        asks = bool(self.asked) and not self._busy and self._said is None
        return ScoredPicturePage(
            self._title,
            self.score.game.title,
            self.found.taken.crops[at],
            NOTHING,
            tuple(self._areas(at)),
            tuple(self._spots(at)),
            self._ranges(),
            self._question() if asks else None,
            said,
            tone,
            buttons,
        )

    def _part_missing(self, refused: Refused, at: int, outline: Sequence[Pixel]) -> ScoredPicturePage:
        """The picture with the part of which one more is needed."""
        corners = in_shares(refused.taken.pictures[at], outline)
        area = OwnedArea(corners, None, say("one more picture of this"))
        add = Button(say("One more picture"), Touched("again"), tone=Tone.GOOD, icon="camera")
        return ScoredPicturePage(
            self._title, NOTHING, refused.taken.crops[at], NOTHING, (area,), (), (), None,
            self._said or NOTHING, Tone.ATTENTION, (add,),
        )  # fmt: skip

    @property
    def _state(self) -> str:
        """What there is of pictures so far, for the page that takes further ones."""
        if self._refused is not None:
            return MISSING
        return NOTHING_YET if self.found is None else ENOUGH

    @property
    def _title(self) -> Text:
        return say("Go on with what lies here") if self._resumes else say("Score what lies here")

    @property
    def _at(self) -> int:
        """The picture that shows what is asked about."""
        first = self.asked[0].pieces if self.asked else ()
        seen = [min(self.score.pieces[number].quads) for number in first if self.score.pieces[number].quads]
        return seen[0] if seen else 0

    def _line(self) -> tuple[Text, Tone]:
        """What is said where nothing is asked."""
        if self._busy:
            return say("One moment: it is being counted."), Tone.NORMAL
        if self._said is not None:
            return self._said, Tone.ATTENTION
        names = {seat: person.name for seat, person in self.people.items()}
        if self.score.faults:
            fault = self.score.faults[0]
            reason = say("{sentence} {next_sentence}", sentence=fault.reason, next_sentence=fault.repair)
            return with_names(reason, names), Tone.ATTENTION
        told = (*self.score.notes, *self.score.unlaid)
        return (told[0], Tone.ATTENTION) if told else (Opening(standing(self.score)), Tone.GOOD)

    def _question(self) -> PictureQuestion:
        question = self.asked[0]
        deciding = sum(each.decides for each in self.asked)
        left: Text = say_plural("{count} question left", "{count} questions left", max(1, deciding))
        if not question.decides:
            left = say("For points, not for who wins")
        heading = question.sentence
        if any(self._at in self.score.pieces[number].quads for number in question.pieces):
            heading = say("({number}) {question}", number=1, question=heading)
        choices = list(question.choices.items())
        is_long = any(len(str(words)) > SHORT for _, words in choices[: FEW - 1])
        most = 1 if is_long or question.parts else FEW if len(choices) < FEW else FEW - 1
        answers = [Button(Opening(words), Touched("answer", name)) for name, words in choices[:most]]
        if len(choices) > len(answers):
            answers.append(Button(say("Yes …") if question.parts else say("Another"), Touched("answers")))
        if len(choices) == len(answers) or question.parts:
            answers.append(Button(say("Leave it open"), Touched("leave")))
        return PictureQuestion(left, heading, question.why, tuple(answers))

    def _ranges(self) -> tuple[PointRange, ...]:
        people = self.people
        return point_ranges(
            [
                (
                    tuple(people[seat] for seat in total.sheet.seats if seat in people),
                    name_of(self.score, total.sheet),
                    (total.low, total.high),
                    total.sheet.provisional,
                )
                for total in self.score.totals
            ]
        )

    # --- the picture ---

    def _areas(self, at: int) -> Iterator[OwnedArea]:
        """What belongs to each player, and what is nobody's: that first, since all else lies over it."""
        assert self.found is not None
        groups: dict[str, list[int]] = {}
        for number, piece in enumerate(self.score.pieces):
            zone = self.score.zone_of(number)
            if at in piece.quads and zone is not None:
                groups.setdefault(self.score.owner_of(number) or part_of(zone), []).append(number)
        for owner, numbers in sorted(groups.items()):
            corners = [pixel for number in numbers for pixel in self.score.pieces[number].quads[at]]
            outline = in_shares(self.found.taken.pictures[at], hull(corners))
            if owner in self.people:
                yield OwnedArea(outline, self.people[owner].colour, zone=owner)
            else:
                yield OwnedArea(outline, None, self._of_nobody(owner, numbers))

    def _of_nobody(self, part: str, numbers: Sequence[int]) -> Text:
        assert self.found is not None
        zone, *others = {zone for number in numbers if (zone := self.score.zone_of(number)) is not None}
        if others:
            return NOTHING
        name = self.place_name(zone)
        return say("{place}, not scored", place=name) if part in self.found.not_scored else name

    def _spots(self, at: int) -> Iterator[PictureSpot]:
        assert self.found is not None
        in_question = {piece: number for number, each in enumerate(self.asked, 1) for piece in each.pieces}
        for number, piece in enumerate(self.score.pieces):
            if at in piece.quads:
                corners = in_shares(self.found.taken.pictures[at], piece.quads[at])
                yield PictureSpot(corners, str(number), f"{PIECE}{number}", in_question.get(number))


def _given(score: PictureScore, number: int, place: Seat) -> PictureScore:
    try:
        return reassign(score, number, place)
    except LookupError as error:
        name, piece = score.options.names[SEATS.index(place)], score.game.piece_name(score.pieces[number].piece)
        raise CompanionError(f"{piece} can lie nowhere before {name}.") from error
