"""The window and the one conversation behind it: every message passes here, and no mistake ends the evening."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.config import Settings
from companion.core.game import Options
from companion.core.screen import Confirm, Intent, Leave, NoticeKind, Pass, Screen, Undo, Why
from companion.core.text import Language, say, verbatim
from companion.errors import CompanionError
from companion.games import GAMES, with_profile
from companion.lobby import Lobby
from companion.session.game_history import GameHistory
from companion.session.messages import CameraChoice, Conclusion, Trouble
from companion.session.session import Session
from companion.store import JournalStore, SavedGame
from hardware.lamps import Pattern

logger = logging.getLogger(__name__)

PRESSED: dict[str, Intent] = {"pass": Pass(), "undo": Undo(), "confirm": Confirm(), "why": Why()}
"""What each physical button asks for."""

LAMP_OF_NOTICE = {
    NoticeKind.QUESTION: ("notice", Pattern.SLOW),
    NoticeKind.ILLEGAL: ("error", Pattern.FAST),
    NoticeKind.DISAGREE: ("error", Pattern.SLOW),
    NoticeKind.TROUBLE: ("error", Pattern.DOUBLE),
}


@dataclass(frozen=True, slots=True)
class _Addressed:
    """A message to one conversation alone: to whoever sits here next it is nothing."""

    listener: object
    message: object


class Application:
    """Owns the window, and hands every message to the lobby or to the game that is being played."""

    def __init__(
        self, settings: Settings, store: JournalStore, report: Callable[[Conclusion], None], language: Language
    ) -> None:
        from ui.window import set_environment

        set_environment()
        from ui.app import CompanionApp
        from ui.inbox import Inbox

        self.settings, self._store, self._report = settings, store, report
        self.window = CompanionApp(self.handle, language)
        self.inbox = Inbox(self.handle)
        self.on_screen: list[Callable[[Screen], None]] = [self.window.show]
        self._listener: Session[Any, Any] | Lobby | None = None

    def handle(self, message: Any) -> None:
        """Takes every message, on the UI thread. What goes wrong is said, and the evening goes on."""
        if isinstance(message, _Addressed):
            if message.listener is not self._listener:
                return
            message = message.message
        if self._listener is None:
            return
        try:
            self._listener.handle(message)
        except CompanionError as error:
            logger.warning("while handling %s: %s", type(message).__name__, error)
            self._listener.handle(Trouble(verbatim(str(error))))
        except Exception:  # the evening must not end because of our mistake in one message
            logger.exception("while handling %s", message)
            self._listener.handle(Trouble(say("The companion made a mistake; its log says which.")))

    def welcome(self, begin: Callable[[SavedGame], None]) -> None:
        """Asks which game and for how many, then begins it."""

        def opened(name: str, options: Options) -> None:
            begin(self._store.begin(name, options, self.settings.profile(name)))

        self._listener = Lobby(GAMES, self._publish, opened, self._store.usual)

    def post_to(self, session: Session[Any, Any]) -> Callable[[object], None]:
        """Takes messages for this session from any thread; those that come when it is over are dropped."""
        return lambda message: self.inbox.post(_Addressed(session, message))

    def play(
        self, saved: SavedGame, outside: Callable[[Leave | CameraChoice], None] = lambda _: None
    ) -> Session[Any, Any]:
        """Opens a game of the journal and goes on with it.

        `outside` gets what players ask for that is no matter of this game: another evening, another camera.
        """
        history = GameHistory(with_profile(saved.game, saved.profile), self._store, saved)
        session = Session(history, self._publish, self._report, self.settings.patience, outside)
        self._listener = session
        if history.fault:
            logger.warning("taken up before %s", history.fault)
        fault = say("The journal cannot be followed beyond {fault}", fault=history.fault)
        session.handle(Trouble(fault if history.fault else None))
        return session

    def _publish(self, screen: Screen) -> None:
        for show in self.on_screen:
            show(screen)


def lamp_patterns(screen: Screen) -> dict[str, Pattern]:
    """Which lamp says what: `turn` while somebody is to move, `notice` for a question, `error` for a broken rule."""
    on_turn = any(seat.on_turn for seat in screen.seats)
    lamps = {"turn": Pattern.STEADY if on_turn else Pattern.OFF, "notice": Pattern.OFF, "error": Pattern.OFF}
    if screen.notice is not None and screen.notice.kind in LAMP_OF_NOTICE:
        lamp, pattern = LAMP_OF_NOTICE[screen.notice.kind]
        lamps[lamp] = pattern
    return lamps
