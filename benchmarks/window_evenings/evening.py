"""One evening: from the home screen to its result, and home again."""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.window_evenings.cut_off import cut_off
from benchmarks.window_evenings.faults import Findings, Kind, LoggedErrors
from benchmarks.window_evenings.finger import Finger, told
from benchmarks.window_evenings.hands import Hands
from benchmarks.window_evenings.lots import BEGINNING, CAMERA, DESK, END, LOST, MIDDLE, RESUMED, Lot
from benchmarks.window_evenings.person import GivenUp, Person
from benchmarks.window_evenings.room import Room
from companion.cameras.sources import AUTO
from companion.conformance.playouts import sensible
from companion.core.pages import HomePage, SeatsPage, TypingPage
from companion.core.result_pages import ResultPage
from companion.core.screen import Open, Screen, Touched, Typed
from companion.games import GAMES
from companion.session.game_history import GameHistory
from companion.session.messages import Tick
from ui.app import CompanionApp

logger = logging.getLogger(__name__)

LONGEST = 1500
"""A random game that takes more actions than that is not gone on with to its end."""

LAST = 8
"""So many actions before the end the last stage begins."""

WHIM = 0.25
"""How often something is touched or drawn that is no move, or a move is taken back."""

SOURCES = {DESK: (AUTO,)}
"""What looks for a camera; in the other evenings nothing does, or the hands bring an eye of their own."""

FOUND_OUT = 6.0
"""Seconds within which it is known that there is no camera, and in which nothing may happen by itself."""

SOON_LOST, LONG_LOST = 4, 5
"""After so many actions the camera is lost, and for so many."""


class Evening:
    """Everything that happens in one evening; what is wrong stands in `findings`.

    `written` is what its journal holds already, where it was cut off.
    """

    def __init__(
        self,
        lot: Lot,
        window: CompanionApp | None,
        pictures: Path | None,
        folder: Path,
        written: Sequence[str] | None = None,
    ) -> None:
        self.lot, self._written = lot, written
        self.random = Random(f"{lot.seed} {lot.game} {lot.mode} evening")
        self.room = Room(window, folder / "journal.db", lot, SOURCES.get(lot.mode))
        self.findings = Findings(lot, self.room.window.picture, pictures)
        self.finger = Finger(self.room, self.findings)
        self.person = Person(self.room, self.finger, self.findings, self.random)

    def run(self) -> Findings:
        errors = LoggedErrors(self.findings)
        logging.getLogger().addHandler(errors)
        try:
            if self.begin() if self._written is None else self._go_on(self._written):
                self._play()
                self._end()
        except GivenUp:
            self.findings.counts["given up"] += 1
        except Exception as error:
            self.findings.fault(Kind.FAILED, f"{type(error).__name__}: {error}")
            raise
        finally:
            self.room.close()
            logging.getLogger().removeHandler(errors)
        return self.findings

    # --- before the first move ---

    def begin(self) -> bool:
        """The game, who plays, and the button."""
        person = self.person
        person.touch(Open("new game", self.lot.game))
        for name in self.lot.names:
            person.touch(Touched("sit down"))
            self._write(name)
            person.touch(Touched("done"))
        seats = self.room.shown
        if not isinstance(seats, SeatsPage):
            self.findings.fault(Kind.FAILED, f"after the names stands {type(seats).__name__}")
            return False
        person.touch(Touched("begin"))
        table = self.room.table
        if self.room.session is None or table is None:
            self.findings.fault(Kind.FAILED, "no evening begins")
            return False
        names = tuple(seat.name for seat in table.seats)
        if sorted(names) != sorted(self.lot.names):
            self.findings.fault(Kind.WRONG, f"at the table sit {', '.join(names)}")
        self.finger.forgive()
        person.back_to_the_table()
        return True

    def _go_on(self, written: Sequence[str]) -> bool:
        """The evening that was cut off is offered, and stands where it stood."""
        if written and self._was_over():
            self.findings.counts["over before"] += 1  # Somebody left, and nobody else was there.
            return False
        if self.person.touch(Touched("go on")) is None or self.room.table is None:
            self.findings.fault(Kind.FAILED, f"an evening with {len(written)} entries cannot be gone on with")
            return False
        history = self.room.history
        holds = [told((entry,)) for entry in history.entries]
        if holds[: len(written)] != list(written) or len(holds) > len(written) + 1:
            self.findings.fault(Kind.WRONG, f"of {len(written)} entries {len(holds)} stand there after the power cut")
        if tuple(history.names.values()) != self.lot.names:
            self.findings.fault(Kind.WRONG, f"at the table sit {', '.join(history.names.values())}")
        self.findings.counts["gone on with"] += 1
        self.finger.forgive()
        self.person.back_to_the_table()
        return True

    def _was_over(self) -> bool:
        """Whether the game had come to its end by its rules, whatever the journal says of the evening."""
        store = self.room.store
        history = GameHistory[Any, Any](GAMES[self.lot.game], store, store.load(store.evenings()[0].id))
        return history.game.outcome(history.state) is not None

    def _write(self, name: str) -> None:
        for letter in name:
            page = self.room.shown
            if not isinstance(page, TypingPage):
                return
            has = next((each for each in (letter, letter.upper(), letter.lower()) if _on_keys(page, each)), None)
            if has is None:
                self.person.touch(Touched("figures"))
                self.person.touch(Typed(letter))
                self.person.touch(Touched("figures"))
            else:
                self.person.touch(Typed(has))

    # --- the game ---

    def _play(self) -> None:
        if self._written is None:
            self._fast_forward()
        if self.lot.mode == DESK:
            self._find_no_camera()
        if self.lot.mode in (CAMERA, LOST):
            self.person.hands = self.finger.hands = Hands(self.room)
            self.person.hands.rest()
            self.person.back_to_the_table()
        for number in range(self.lot.moves):
            if not self._stands():
                return
            if self.lot.mode == LOST:
                self._lose_or_find(number)
            if self.random.random() < WHIM:
                self._whim()
                self._follow()
            if not self._stands() or not self.person.play():
                return
            self._follow()

    def _follow(self) -> None:
        """Hands lay what fingers have done, and the table stands there again."""
        if not self._stands():
            return
        if self.person.hands is not None:
            self.person.hands.follow()
            self.finger.account()
        if self._stands():
            self.person.back_to_the_table()

    def _find_no_camera(self) -> None:
        """There is none, and nothing happens that nobody does, however long it is waited."""
        end = time.monotonic() + FOUND_OUT
        while time.monotonic() < end:
            time.sleep(0.05)
            self.room.wait(0.25)
            self.finger.account()
            self.finger.look()
        self.person.back_to_the_table()

    def _lose_or_find(self, number: int) -> None:
        """The camera is lost for some moves, and then sees what was touched meanwhile."""
        hands = self.person.hands
        if hands is None:
            return
        if number == SOON_LOST:
            hands.lose_sight()
        elif number == SOON_LOST + LONG_LOST:
            hands.see_again()
        self.finger.look()
        self.finger.account()
        self.person.back_to_the_table()

    def _stands(self) -> bool:
        """Whether the evening is still played."""
        session = self.room.session
        return session is not None and session.history.game.outcome(session.history.state) is None

    def _whim(self) -> None:
        person = self.person
        whims = person.draws_something, person.touches_something, person.takes_back
        self.random.choices(whims, (5, 4, 1))[0]()

    def _fast_forward(self) -> None:
        """What was played before the stage that is looked at; written down as touched, and not drawn."""
        history = self.room.history
        actions: list[Any] = []
        state = history.state
        if self.lot.stage != BEGINNING:
            for _ in range(LONGEST):
                action = sensible(history.game, state, self.random)
                if action is None:
                    break
                actions.append(action)
                state = history.game.apply(state, action)
        over = history.game.outcome(state) is not None
        if self.lot.stage == END and over:
            actions = actions[: max(0, len(actions) - self.random.randint(1, LAST))]
        elif self.lot.stage in (MIDDLE, END):
            actions = actions[: self.random.randrange(max(1, len(actions) * 9 // 10))]
        if actions:
            history.do(actions, "touch")
            self.room.application.handle(Tick(self.room.now))
            self.room.wait(1)
            self.finger.forgive()
            self.person.back_to_the_table()
            self.findings.counts["played before"] += len(actions)

    # --- the end ---

    def _end(self) -> None:
        """The result stands there by itself, or the evening is ended with what stands."""
        if self._stands():
            self._end_with_what_stands()
        elif isinstance(self.room.shown, ResultPage):
            self.findings.counts["played to the end"] += 1
        else:
            self.findings.fault(Kind.END, f"the game is over, and {type(self.room.shown).__name__} stands there")
        self._go_home()

    def _end_with_what_stands(self) -> None:
        person = self.person
        person.back_to_the_table()
        number = self.room.history.id
        for step in (Open("more"), Open("end"), Touched("abandon")):
            if person.touch(step) is None:
                self.findings.fault(Kind.END, f"no way to {step}")
                return
        for _ in range(3):
            if isinstance(self.room.shown, HomePage | ResultPage):
                break
            self._say_yes()
        if not isinstance(self.room.shown, ResultPage):
            self.findings.fault(Kind.END, f"ended with what stands, {type(self.room.shown).__name__} stands there")
        self.findings.counts["ended with what stands"] += 1
        evening = next((each for each in self.room.store.evenings() if each.id == number), None)
        if evening is None or evening.ended is None:
            self.findings.fault(Kind.END, "the evening that was ended is not over")

    def _say_yes(self) -> None:
        """The answer that does it, where it is asked once more."""
        targets = self.person.sight.targets()
        found = next((rect for target, rect in targets if target.key == "confirm"), None)
        if found is None:
            found = next((rect for target, rect in targets if isinstance(target.intent, Touched)), None)
        if found is not None:
            self.finger.tap(found, "the answer")

    def _go_home(self) -> None:
        for _ in range(6):
            if isinstance(self.room.shown, HomePage):
                return
            if self.person.touch(Touched("later"), depth=0) is None and not self._steps_home():
                break
        if not isinstance(self.room.shown, HomePage):
            self.findings.fault(Kind.END, f"no way home from {type(self.room.shown).__name__}")

    def _steps_home(self) -> bool:
        """One step nearer."""
        person, shown = self.person, self.room.shown
        if isinstance(shown, Screen):
            return person.touch(Open("more")) is not None and person.touch(Open("end")) is not None
        if isinstance(shown, ResultPage):
            ways = [button.intent for button in shown.buttons if isinstance(button.intent, Touched)]
            return bool(ways) and person.touch(ways[-1], depth=0) is not None
        return person.step_back()


def _on_keys(page: TypingPage, letter: str) -> bool:
    return any(letter in row for row in page.keys)


def run(lot: Lot, window: CompanionApp | None, pictures: Path | None = None) -> Findings:
    """Plays this evening in the window, with a journal of its own on the disk."""
    with tempfile.TemporaryDirectory(prefix="evening-") as folder:
        written = cut_off(lot, Path(folder)) if lot.mode == RESUMED else None
        return Evening(lot, window, pictures, Path(folder), written).run()
