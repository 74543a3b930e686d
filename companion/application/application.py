"""The window and what is shown in it: every message passes here, and no mistake ends the evening."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import singledispatchmethod
from typing import TYPE_CHECKING, Any

from companion.application.announcer import Announcer
from companion.application.bell import Bell
from companion.application.display import WAKE, Display
from companion.application.journal_news import JournalNews
from companion.application.presses import PRESSED, Held, HoldCountdown, asked_by, confirmed_on
from companion.cameras.learnt_faces import with_copies_known
from companion.club.club_table import ClubTable
from companion.config import Settings
from companion.core.camera_view import CameraView, NoView
from companion.core.clock import TimeControl
from companion.core.command_cards import TITLES, CardsOnTable
from companion.core.copy_form import sound
from companion.core.game import Options
from companion.core.journal_entries import learnt
from companion.core.pages import Page
from companion.core.printed_copy import copy_form_of
from companion.core.screen import (
    Close,
    Confirm,
    Dismiss,
    Drag,
    Inspect,
    Intent,
    Leave,
    Open,
    Pass,
    Screen,
    Touched,
    Typed,
    Undo,
    ValueAsked,
    Why,
)
from companion.core.table import Observation
from companion.core.text import Language, Text, comma_list, say, verbatim
from companion.errors import CompanionError, JournalError
from companion.games import GAMES, picture_of, version_of, with_profile
from companion.journal.store import JournalStore, SavedGame
from companion.journal.table_looks import keep_photo
from companion.owners_copy.house_copies import house_copies
from companion.pages.club import AllTables
from companion.pages.contents import page_of
from companion.pages.hardware_test import HardwareTest
from companion.pages.home import Home
from companion.pages.machine import Machine, WorkDone
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.settings import preferred
from companion.session.dialogue import STOPPING
from companion.session.game_history import GameHistory
from companion.session.messages import Addressed, CameraChoice, Concern, Conclusion, Thought, Tick, Trouble
from companion.session.session import Session

if TYPE_CHECKING:
    from ui.app import CompanionApp
    from ui.inbox import Inbox

logger = logging.getLogger(__name__)


class Application:
    """Owns the window, and hands every message to the open page or to the evening that is being played.

    `machine` is what it works with. Whatever happens elsewhere comes through the `inbox`, which is there before both.
    """

    def __init__(  # noqa: PLR0913
        self,
        settings: Settings,
        store: JournalStore,
        report: Callable[[Conclusion], None],
        language: Language,
        window: CompanionApp | None = None,
        *,
        machine: Machine | None = None,
        inbox: Inbox | None = None,
    ) -> None:
        from ui.window import set_environment

        set_environment()
        from ui.app import CompanionApp
        from ui.inbox import Inbox

        self.settings, self._store, self._report = settings, store, report
        self._news = JournalNews(store)
        self.window = CompanionApp(self.handle, language) if window is None else window
        self.window.handle = self.handle
        self.inbox = Inbox() if inbox is None else inbox
        self.inbox.handle = self.handle
        machine = Machine() if machine is None else machine
        self.context = PageContext(store, GAMES, self, picture_of, machine, language=language.code)
        self.context.usual = {"turn": str(settings.display.turn)}
        self.context.copies = house_copies(GAMES, settings, store.folder)
        self.found_wrong = list(machine.wrong)
        """What was found when the companion was started, to be said as soon as there is a screen."""
        self._display = Display(self.window, self.context, lambda: getattr(self.navigator.top, "has_strip", False))
        self._over, self._ended, self._happened = False, False, 0
        self._cards = CardsOnTable()
        self._asked: ValueAsked | None = None
        """The printed values that the screen asks for, which has opened their page."""
        self._bell, self._announcer = Bell(), Announcer(machine.voice)
        self._countdown = HoldCountdown(self.window)
        self._sounds = True
        self.ticks = 0
        """How many ticks the evening, or the page, has taken well."""
        self.navigator = Navigator(lambda asked: page_of(asked, self.context, self.navigator), self._turn_page)
        self.navigator.language = language.code
        self.wear(store.preferences())

    # --- messages ---

    def handle(self, message: Any) -> None:
        """Takes every message, on the UI thread. What goes wrong is said, and the evening goes on."""
        if isinstance(message, Addressed):
            if message.session is not self.context.session:
                return
            message = message.message
        try:
            self._news.follow(message, self._display.screen if self._display.page is None else None)
            self._take(message)
            self._tell_of_the_journal()
            self.ticks += isinstance(message, Tick)
        except CompanionError as error:
            logger.warning("while handling %s: %s", type(message).__name__, error)
            self._say(verbatim(str(error)))
        except Exception:  # the evening must not end because of our mistake in one message
            logger.exception("while handling %s", message)
            self._say(say("The companion made a mistake; its log says which."))

    def _take(self, message: Any) -> None:
        self._stir(message)
        if message != WAKE:
            self._dispatch(message)

    @singledispatchmethod
    def _dispatch(self, message: Any) -> None:
        """What has no handler of its own, by its type, concerns the evening alone."""
        self._to_the_evening(message)

    def _to_the_evening(self, message: Any) -> None:
        """Where none is played it concerns nobody."""
        if self.context.session is not None:
            self.context.session.handle(message)
            self._follow(message)

    @_dispatch.register
    def _tick(self, tick: Tick) -> None:
        self.navigator.tick(tick.at)
        if self.context.machine.club is not None:
            self._follow_club(self.context.machine.club)
        for lights in self._display.lights:
            lights.tick(tick.at)
        self._to_the_evening(tick)

    @_dispatch.register
    def _looked_through(self, seen: CameraView | NoView) -> None:
        """What people see through the camera, for the page that shows it."""
        self.context.seen = seen
        self.navigator.saw(seen)

    @_dispatch.register
    def _worked(self, work: WorkDone) -> None:
        """What was done aside, for the page that waits for it."""
        work.done(work.result)
        self.navigator.refresh()

    @_dispatch.register
    def _saw(self, seen: Observation) -> None:
        """Command cards are no pieces: they do what buttons do."""
        self._cards, look = self._cards.after(seen)
        self._to_the_evening(look.table)
        if look.found:
            cards = comma_list(TITLES[card] for card in look.found)
            self.window.hint(
                say("On the table already: {cards}. It counts once it is lifted and laid again.", cards=cards)
            )
        for card in look.laid:
            self._laid(card)

    def _laid(self, card: str) -> None:
        session = self.context.session
        if session is None:
            return
        shown, paused = self._display.shown, session.timekeeper.paused_for is not None
        self._stir(asked := asked_by(card, shown, paused=paused))
        for message in asked:
            self._take(message)
        if card == "read aloud" and self._display.screen is not None:
            self._announcer.read_again(self._display.screen, self.window.language)
            if (silent := self.context.machine.unavailable.get(card)) is not None:
                self.window.hint(silent)
        elif not asked:
            self.window.hint(say("The card {card} answers nothing that is shown now.", card=TITLES[card]))

    @_dispatch.register
    def _touched_page(self, touch: Open | Close | Touched | Typed) -> None:
        self.navigator.handle(touch)

    @_dispatch.register
    def _touched_piece(self, touch: Inspect | Drag) -> None:
        if self.navigator.takes_pieces:
            self.navigator.handle(touch)
        else:
            self._to_the_evening(touch)

    @_dispatch.register
    def _pressed(self, press: Pass | Undo | Why) -> None:
        """A button of the screen, or a physical one."""
        if not self._tried_out(press):
            self._touched_piece(press)

    @_dispatch.register
    def _holds(self, held: Held) -> None:
        self._countdown.follow(held)

    @_dispatch.register
    def _answered(self, answer: Dismiss | Confirm) -> None:
        if isinstance(answer, Confirm) and self._tried_out(answer):
            return
        if self._display.page is not None:
            self._answer_page(self._display.page, answer)
        else:
            self._to_the_evening(answer)

    @_dispatch.register
    def _heard_of_trouble(self, trouble: Trouble) -> None:
        if self.context.session is not None:
            self._to_the_evening(trouble)
        elif trouble.what is not None:
            self._say(trouble.what)

    def _tried_out(self, press: Intent) -> bool:
        """Whether it was a physical button that somebody tries, on the page for it."""
        tried = self.navigator.top
        if not isinstance(tried, HardwareTest):
            return False
        tried.pressed(next(name for name, asked in PRESSED.items() if asked == press))
        self.navigator.refresh()
        return True

    def _stir(self, message: Any) -> None:
        """People keep the display awake, the camera and time do not."""
        if isinstance(message, Tick):
            self._display.sleep_in_time(message.at)
        if not isinstance(message, Tick | Observation | Thought | CameraView | NoView | WorkDone):
            self._display.wake()
            self._announcer.voice.stop()  # Whoever touches something has heard enough.

    def _follow_club(self, club: ClubTable) -> None:
        """What the other tables have told is shown, and a call for the referee heard, where all of them are shown."""
        called = club.tick(self.context.session)
        if isinstance(self.navigator.top, AllTables):
            self.navigator.refresh()
            if called and self._sounds:
                self.context.machine.ring("call")

    def _tell_of_the_journal(self) -> None:
        """Whether what is played is on the disk; one that is back has evenings to offer."""
        if not self._news.changed():
            return
        if self.context.session is not None:
            self.context.session.handle(Trouble(self._news.unsaved, Concern.JOURNAL, lasts=True))
        elif self._news.unsaved is not None:
            self.window.hint(self._news.unsaved)
        else:
            self.navigator.refresh()

    def _answer_page(self, page: Page, answer: Dismiss | Confirm) -> None:
        """The physical buttons leave the page, or say yes to its first answer."""
        if isinstance(answer, Dismiss):
            self.navigator.handle(Close())
            return
        if (intent := confirmed_on(page)) is not None:
            self.handle(intent)

    def _follow(self, message: Any) -> None:
        """After a message to the evening: its end is shown, and what stands on an open page is brought up to date."""
        session = self.context.session
        if session is None:
            return
        history = session.history
        heard = self._bell.listen(history.time, history.clocks, history.game.to_move(history.state))
        if heard and self._sounds:
            self.context.machine.ring(heard)
        self._announcer.tell_time(heard, self.window.language)
        over = history.game.outcome(history.state) is not None
        if over and not self._over:
            self.navigator.close_all()
            self.navigator.handle(Open("result"))
        self._over = over
        ended, self._ended = self._ended, over or history.ended_early
        if self._ended and not ended:
            self._keep_photo(history.id)
        happened = len(session.history.played) != self._happened
        if happened:
            self._happened = len(session.history.played)
            self._display.wake()
        if self._display.page is not None and (happened or self.navigator.shows_time or not isinstance(message, Tick)):
            self.navigator.refresh()

    def _say(self, what: Text) -> None:
        """Says it where people look: on the open page, or as the evening's own notice."""
        session = self.context.session
        if self._display.page is None and session is not None:
            session.handle(Trouble(what, Concern.TOUCH))
        else:
            self.window.hint(what)

    # --- evenings ---

    def welcome(self) -> None:
        """The home page, and no evening under it."""
        self.context.session = None
        self._display.screen = None
        self.navigator.start_over(Home(self.context))
        wrong = self._all_found_wrong(self._store.repaired)
        if wrong is not None:
            self.window.hint(wrong)

    def begin(self, game: str, options: Options, time: TimeControl, colours: Sequence[int], position: str = "") -> None:
        """A new evening. Raises ConfigError for what the game cannot be played with."""
        profile = self.context.copies.profile(game)
        profile = with_copies_known(self.settings, self._store.folder, GAMES[game], profile)
        with_profile(game, profile).initial_state(options)
        beside = {"version": version_of(game), "location": self.context.location, "position": position}
        self.play(self._store.begin(game, options, profile, time, colours, **beside))
        self.navigator.close_all()

    def go_on(self, saved: SavedGame) -> None:
        self.play(saved)
        self.navigator.close_all()

    def learn(self, game: str) -> None:
        """What has been told of this game's copy counts from now on. Raises TooLate, JournalError."""
        session = self.context.session
        if session is None or session.history.game.name != game:
            return
        history, form = session.history, copy_form_of(session.history.game)
        told = {**form.answers(), **learnt(history.entries)}
        answers = sound(form, self.context.copies.log(game).answers)
        if new := {question: value for question, value in answers.items() if told.get(question) != value}:
            history.learn(new, "touch")
            was_over = self._over
            self.play(self._store.load(history.id))
            if self._over and not was_over:  # What was told has decided who has won.
                self.navigator.handle(Open("result"))

    def _keep_photo(self, id: str) -> None:
        """How the table was left, if a camera sees it."""
        try:
            if (jpeg := self.context.machine.cameras.photo()) is not None:
                keep_photo(self._store.folder, id, jpeg)
        except JournalError as error:
            logger.warning("%s", error)

    def leave(self) -> None:
        """Back home; the journal has the evening."""
        if self.context.session is not None:
            self._keep_what_was_shown(self.context.session.history)
        self.context.machine.cameras.leave()
        self.welcome()

    def _keep_what_was_shown(self, history: GameHistory[Any, Any]) -> None:
        """What stands of an evening that is left tells for the next one what nobody has told of the copy.

        A demonstration shows nothing of any copy.
        """
        if not self.context.copies.asks:
            return
        try:
            self.context.copies.learn(history.game.name, history.shown_by_use())
        except JournalError as error:
            logger.warning("%s", error)

    def post_to(self, session: Session[Any, Any]) -> Callable[[object], None]:
        """Takes messages for this session from any thread; those that come when it is over are dropped."""
        return lambda message: self.inbox.post(Addressed(session, message))

    def play(self, saved: SavedGame) -> Session[Any, Any]:
        """Opens a game of the journal and goes on with it."""
        history = GameHistory(with_profile(saved.game, saved.profile), self._store, saved)
        session = Session(
            history,
            self._publish,
            self._report,
            self.settings.patience,
            outside=self._outside,
            run=self.context.machine.think,
        )
        self.context.session, self._bell, self._cards = session, Bell(), CardsOnTable()
        self._announcer = Announcer(self.context.machine.voice, self._announcer.is_on)
        self._over = history.game.outcome(history.state) is not None
        if self._over and history.ended is None:
            history.mark_end()  # The plug was pulled between the last action and the end of the evening.
        self._ended = self._over or history.ended_early
        if history.fault:
            logger.warning("taken up before %s", history.fault)
        lost = self._news.losses_told()
        fault = say("The journal cannot be followed beyond {fault}", fault=history.fault) if history.fault else None
        session.handle(Trouble(self._all_found_wrong(fault, lost), Concern.JOURNAL, is_lost=lost is not None))
        self.found_wrong.clear()
        self._news.say_anew()
        self.context.machine.cameras.begin(session)
        return session

    def _all_found_wrong(self, *journal: Text | None) -> Text | None:
        """In the journal, and when the companion was started."""
        said = [*(each for each in journal if each is not None), *self.found_wrong]
        together = said[0] if said else None
        for more in said[1:]:
            together = say("{sentence} {next_sentence}", sentence=together, next_sentence=more)
        return together

    def shut_down(self) -> None:
        self.context.machine.shut_down()

    def wear(self, preferences: Mapping[str, str]) -> None:
        """Shows what this house prefers."""
        stored = {**self.context.usual, **preferences}
        self._sounds = preferred(stored, "sound") == "on"
        self._announcer.is_on = preferred(stored, "read aloud") == "on"
        self._display.wear(stored)
        self.navigator.language = self.context.language

    def _outside(self, asked: Leave | CameraChoice) -> None:
        """What an evening asks for that is no matter of its game."""
        if isinstance(asked, Leave):
            self.leave()
        else:
            self.context.machine.cameras.choose(asked)

    # --- what is shown ---

    def _publish(self, screen: Screen) -> None:
        """A screen of the evening; a stop that is new closes what is open over the table."""
        before, self._display.screen = self._display.screen, screen
        if self._display.page is not None and _stops(screen) and not (before is not None and _stops(before)):
            self.navigator.close_all()
            self._display.page = None
        self.context.machine.show(screen)
        self._display.light()
        self._display.show()
        if self.context.session is not None:
            self._announcer.read(screen, len(self.context.session.history.played), self.window.language)
        asks, before_asked = None if screen.notice is None else screen.notice.asks, self._asked
        self._asked = asks
        if asks is not None and asks != before_asked and self.context.session is not None:
            self.navigator.handle(Open("value"))

    def _turn_page(self, page: Page | None) -> None:
        self._display.page = page
        self._display.light()
        self._display.show()
        if page is None and self._display.screen is None:
            self.navigator.push(Home(self.context))
            self.navigator.refresh()


def _stops(screen: Screen) -> bool:
    return screen.notice is not None and screen.notice.kind in STOPPING
