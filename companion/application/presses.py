"""What physical buttons and laid cards ask for: the intents of what is shown, as if a finger had touched it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.core.command_cards import NUMBERS, TITLES
from companion.core.pages import Page
from companion.core.screen import (
    Button,
    Close,
    Confirm,
    Intent,
    Notice,
    NoticeKind,
    Open,
    Pad,
    Pass,
    Screen,
    Typed,
    Undo,
    Why,
)
from companion.core.text import Text, say
from companion.core.value_pages import NumberPad, ValuePage
from companion.session.messages import GoOn, Pause
from hardware.buttons import HOLD_TIME

if TYPE_CHECKING:
    from ui.app import CompanionApp


@dataclass(frozen=True, slots=True)
class Held:
    """A button that counts only once it was held has been pressed, or let go."""

    button: str
    is_down: bool


COUNTED = 4
"""So many steps a button is held that has to be held."""


class HoldCountdown:
    """How long a button still has to be held is counted down where people look."""

    def __init__(self, window: CompanionApp) -> None:
        self._window = window
        self._end: Callable[[], None] = lambda: None

    def follow(self, held: Held) -> None:
        self._end()
        if held.is_down:
            left = iter(range(COUNTED - 1, 0, -1))

            def count_down() -> None:
                if (count := next(left, 0)) == 0:
                    self._end()
                else:
                    self._window.hint(_keep_holding(held.button, count))

            self._window.hint(_keep_holding(held.button, COUNTED))
            self._end = self._window.every(HOLD_TIME / COUNTED, count_down)
        else:
            self._window.drop_hint()


def _keep_holding(button: str, count: int) -> Text:
    return say("{button}: keep holding, {count}", button=TITLES[button], count=count)


PRESSED: dict[str, Intent] = {"pass": Pass(), "undo": Undo(), "confirm": Confirm(), "why": Why()}
"""What each physical button asks for, and the card of the same name."""

SCORE = Open("result")

DENIABLE = {NoticeKind.ILLEGAL, NoticeKind.QUESTION}
"""Of what is said of the table: the last answer says that it was otherwise."""


def asked_by(card: str, shown: object, *, paused: bool) -> tuple[object, ...]:
    """The messages to which laying this card comes while this screen or page is shown; none where it asks nothing."""
    on_table = isinstance(shown, Screen)
    if card in PRESSED:
        return (PRESSED[card],)
    if card in NUMBERS:
        return tuple(_numbered(card, shown))
    if card == "pause":
        return (GoOn(), Close()) if paused else (Pause(), Open("clock"))
    if card == "score":
        return (SCORE,) if on_table else (Close(),)
    if card == "wrong":
        return (_denial(shown.notice) if isinstance(shown, Screen) else Close(),)
    return ()


def confirmed_on(page: Page) -> Intent | None:
    """What the physical button says yes to: the first answer of a page that is confirmed."""
    buttons = (*getattr(page, "buttons", ()), *filter(None, (getattr(page, "done", None),)))
    return next((button.intent for button in buttons if button.key == "confirm" and button.enabled), None)


def _numbered(number: str, shown: object) -> Iterator[Intent]:
    """The answer with this number, counted from the first; a key with this figure where figures are entered."""
    match shown:
        case Screen(notice=Notice(detail=Pad() as pad) as notice):
            open_rows = (row for row in pad.rows if row.chosen is None)
            keys = (key for row in open_rows for key in row.keys if str(key.label) == number)
            yield from _first((*keys, *_nth(notice.answers, number)))
        case Screen(notice=Notice() as notice):
            yield from _first(_nth(notice.answers, number))
        case ValuePage(pad=NumberPad()):
            yield Typed(number)
        case ValuePage(keys=keys):
            yield from (key.intent for key in keys[int(number) - 1 : int(number)])
        case _:
            pass


def _nth(answers: tuple[Button, ...], number: str) -> tuple[Button, ...]:
    return answers[int(number) - 1 : int(number)]


def _first(buttons: tuple[Button, ...]) -> Iterator[Intent]:
    yield from (button.intent for button in buttons[:1] if button.enabled)


def _denial(notice: Notice | None) -> Intent:
    """That it was not so; where nothing is said of the table, what is shown of it is to be corrected."""
    if notice is not None and notice.kind in DENIABLE and not notice.chooses and notice.answers:
        return notice.answers[-1].intent
    return Open("correct")
