"""What has happened: every action in words, the table just before it, and ways back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.core.journal_entries import CAMERA, Amended, Corrected, Decided, Did, Edited, Entry, Learnt, Undid
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.result_pages import Happening, HistoryPage
from companion.core.screen import Button, Open, Screen, Tone, Touched
from companion.core.text import NOTHING, Text, comma_list, say, say_plural, with_names
from companion.pages.calendar import minute
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.saved_evenings import recorded
from companion.session.game_history import GameHistory
from companion.session.messages import GoBack, Redo
from companion.session.recorded_actions import read, told

FEW = 3
"""Going back over more decisions than these asks first."""


class History:
    """`number` is the evening's in the journal, empty for the one that is being played."""

    def __init__(self, context: PageContext, navigator: Navigator, number: str) -> None:
        self._context, self._navigator, self._number = context, navigator, number
        self._history: GameHistory[Any, Any] = recorded(context, number)
        self._at: int | None = None
        self._table: tuple[int, int, Screen] | None = None

    @property
    def _index(self) -> int:
        """The chosen action: the latest, as long as nobody has chosen another."""
        last = len(self._history.played) - 1
        return last if self._at is None else min(self._at, last)

    def view(self) -> HistoryPage:
        played, at = self._history.played, self._index
        if not played:
            nothing = say("Nothing has happened yet.")
            if self._history.is_rescued:
                nothing = say("The evening began with what lay on the table.")
            more = say("Each move will stand here with the table before it: look back, or go back to there.")
            again = self._buttons()[:1] if self._history.can_redo else ()
            return HistoryPage(say("What has happened"), (), NOTHING, None, 0.0, None, None, again, (nothing, more))
        happenings = tuple(self._happenings())
        earlier = Touched("show", str(at - 1)) if at > 0 else None
        later = Touched("show", str(at + 1)) if at < len(played) - 1 else None
        place = at / max(1, len(played) - 1)
        title = say("The table just before")
        table = self._table_before(at)
        return HistoryPage(say("What has happened"), happenings, title, table, place, earlier, later, self._buttons())

    def touched(self, key: str, value: str) -> None:
        match key:
            case "show":
                self._at = int(value)
            case "back to here" if self._decisions(self._index) > FEW:
                self._navigator.push(AreYouSure(self, self._navigator, self._decisions(self._index)))
            case "back to here":
                self.go_back()
            case "again":
                self._context.playing().handle(Redo())
                self._at = None
            case _:
                pass

    def go_back(self) -> None:
        """Takes back the chosen action and all after it; the table is then to be put back."""
        count = len(self._history.played) - self._index
        self._context.playing().handle(GoBack(count))
        self._navigator.close_all()

    def _decisions(self, index: int) -> int:
        return sum(played.action.player is not None for played in self._history.played[index:])

    def _buttons(self) -> tuple[Button, ...]:
        replay = Button(say("Replay"), Open("replay", self._number), icon="player-play")
        if self._number:
            return (replay,)
        redo = self._history.can_redo
        none = None if redo else say("Nothing was taken back, or something else has been done since.")
        return (
            Button(say("Do it again"), Touched("again"), enabled=redo, why_not=none, icon="arrow-forward-up"),
            Button(say("Go back to here"), Touched("back to here"), tone=Tone.GOOD, icon="arrow-back-up"),
            replay,
        )

    def _table_before(self, at: int) -> Screen:
        key = at, len(self._history.played)
        if self._table is None or self._table[:2] != key:
            self._table = (*key, table_as_it_lay(self._history, self._history.played[at].before))
        return self._table[2]

    def _happenings(self) -> Iterator[Happening]:
        """The actions that stand, the latest first, with what people have changed by hand among them."""
        changed: dict[int, list[Happening]] = {}
        for stood, happening in self._changes():
            changed.setdefault(stood, []).append(happening)
        last = len(self._history.played)
        for number in range(max([last, *changed]), -1, -1):
            yield from reversed(changed.get(number, ()))
            if 0 < number <= last:
                yield self._happening(number - 1)

    def _changes(self) -> Iterator[tuple[int, Happening]]:
        """What people did to the record, each with how many actions stood then."""
        stands: list[Did | Edited] = []
        if self._history.is_rescued:
            began = say("The evening began with what lay on the table")
            show = Touched("show", str(self._index))
            yield 0, Happening(minute(self._history.begun), None, began, by_camera=True, intent=show, icon="camera")
        for entry in self._history.entries:
            match entry.event:
                case Did() | Edited():
                    stands.append(entry.event)
                case Undid(count):
                    gone, stands = stands[len(stands) - count :], stands[: len(stands) - count]
                    if entry.source != CAMERA:
                        story = comma_list(self._told(len(stands), did) for did in gone)
                        yield len(stands), self._change(entry, say("Taken back: {story}", story=story), "arrow-back-up")
                case Corrected(zone, _, piece):
                    game, names = self._history.game, self._history.names
                    place = with_names(game.zone_name(zone), names)
                    said = say("By hand: {piece} lies in {zone}", piece=game.piece_name(piece), zone=place)
                    yield len(stands), self._change(entry, said, "pencil")
                case Amended(index, action):
                    stands[index] = Did(action)
                    said = say("Misread before, it was: {story}", story=self._told(index, Did(action)))
                    yield len(stands), self._change(entry, said, "pencil")
                case Decided(setting, choice):
                    point = next(each for each in self._history.game.settings if each.name == setting)
                    yield len(stands), self._change(entry, point.decided(choice), "gavel")
                case Learnt(told):
                    counted = say_plural(
                        "{count} value of your copy was told", "{count} values of your copy were told", len(told)
                    )
                    yield len(stands), self._change(entry, counted, "cards")

    def _told(self, stood: int, did: Did | Edited) -> Text:
        """An action that may no longer stand, in words."""
        history = self._history
        before = history.played[stood].before if stood < len(history.played) else history.state
        return with_names(told(history.game, before, read(history.game, did)), history.names)

    def _change(self, entry: Entry, said: Text, icon: str) -> Happening:
        show = Touched("show", str(self._index))
        return Happening(minute(entry.at), None, said, by_camera=False, intent=show, icon=icon)

    def _happening(self, number: int) -> Happening:
        played = self._history.played[number]
        seat = played.action.player
        colour = None if seat is None else self._history.colour(seat)
        note = say("allowed against a rule") if played.overruled else NOTHING
        return Happening(
            minute(played.at),
            colour,
            self._history.told(played),
            played.source == CAMERA,
            Touched("show", str(number)),
            number == self._index,
            note,
        )


def table_as_it_lay(history: GameHistory[Any, Any], state: Any) -> Screen:
    """The game's screen of an earlier state, in the players' colours."""
    screen = history.game.present(state)
    return replace(screen, seats=tuple(replace(seat, colour=history.colour(seat.seat)) for seat in screen.seats))


class AreYouSure:
    """Asked before many decisions fall."""

    def __init__(self, history: History, navigator: Navigator, count: int) -> None:
        self._history, self._navigator, self._count = history, navigator, count

    def view(self) -> ListPage:
        lines = (
            say_plural("{count} decision would be taken back.", "{count} decisions would be taken back.", self._count),
            say("The journal keeps them, but the game goes on from there, and the table has to be put back."),
        )
        rows = (
            Row(say("Take them back"), icon="arrow-back-up", intent=Touched("yes")),
            Row(say("Leave all as it is"), icon="x", intent=Touched("no")),
        )
        return ListPage("are you sure", say("Go back to there?"), (RowGroup(NOTHING, rows),), lines)

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        if key == "yes":
            self._history.go_back()
        else:
            self._navigator.close()
