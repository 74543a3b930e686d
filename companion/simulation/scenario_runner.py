"""Runs a scenario before the real companion: hands, pieces and fingers by the script, all else for real.

It moves pieces on a physical table and shows frames of it; what follows has to come through the camera. After every
step it compares what the companion concluded with what the scenario says it should.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.core.game import Game
from companion.core.screen import Button, Inspect, Intent, Pad, RollChart, Screen
from companion.core.table import Change, Piece, Zone
from companion.errors import NotationError
from companion.session.messages import Conclusion
from companion.session.session import Session
from companion.simulation.physical_table import BOX, HAND, PhysicalTable
from companion.simulation.scenario import Scenario, ScenarioStep

REACHING, SETTLING, LONGEST = 2, 10, 90
"""Frames: a hand in the picture before the piece moves, a quiet table at least, and a quiet table at most."""

FRAMES_PER_SECOND = 10.0
"""As many as the simulated camera takes."""

WAKING = 8
"""Frames of a still table until the companion has found its mat."""

Tell = Callable[[dict[str, Any]], None]


@dataclass(slots=True)
class ScenarioRunner:
    """`frame` takes one picture with hands over the given zones and passes it on; `tap` is a finger on the screen.

    `pull_the_plug` gets the step's number and does not return where there is a plug to pull.
    """

    scenario: Scenario
    table: PhysicalTable
    session: Session[Any, Any]
    frame: Callable[[Sequence[Zone]], None]
    tap: Callable[[Intent], None]
    tell: Tell
    picture: Callable[[str], str]
    pull_the_plug: Callable[[int], None]
    conclusions: list[Conclusion] = field(default_factory=list)

    def run(self, start: int = 1) -> int:
        """Plays the steps from number `start` on; returns how many conclusions were not what the scenario expects."""
        for step in self.scenario.steps[: start - 1]:
            self._set(step)
        for _ in range(WAKING):
            self.frame(())
        return sum(self._play(number, step) for number, step in enumerate(self.scenario.steps, 1) if number >= start)

    def _play(self, number: int, step: ScenarioStep) -> int:
        self.tell({"step": number, "of": len(self.scenario.steps), "tell": step.tell})
        zones = _reached(step)
        for _ in range(REACHING if zones else 0):
            self.frame(zones)
        self._set(step)
        if zones:
            self.frame(zones)
        if step.power_cut:
            self.pull_the_plug(number)
        if step.touch:
            self._rest((), step.hands)
            self.tap(intent_for(step.touch, self.session.screen))
        if step.pause is None:
            self._rest(step.expect, step.hands)
        else:
            self._wait(step.pause, step.hands)
        wrong = self._compare(step)
        if step.picture:
            self.tell({"picture": self.picture(step.picture)})
        return wrong

    def _set(self, step: ScenarioStep) -> None:
        # Where arrows and stacks lie may depend on the state.
        self.table.layout = self.table.game.layout(self.session.history.state)
        if step.relabel:
            self.table.relabelled[step.relabel.tag] = step.relabel.piece
        for move in step.moves:
            self.table.move(move)
        for push in step.push:
            self.table.push(push)
        self.table.squared = self.table.squared - set(step.fan) | set(step.square)
        self.table.covered = self.table.covered - set(step.uncover) | set(step.cover)
        if step.spoil:
            self.table.spoilt[step.spoil.zone, step.spoil.piece] = step.spoil.by

    def _wait(self, seconds: float, hands: Sequence[Zone]) -> None:
        for _ in range(max(1, round(seconds * FRAMES_PER_SECOND))):
            self.frame(hands)

    def _rest(self, expected: Sequence[str], hands: Sequence[Zone]) -> None:
        """Frames of a still table until the companion has made up its mind, or has had time enough for it."""
        for count in range(LONGEST):
            self.frame(hands)
            if count >= SETTLING and self.session.resting and len(self._concluded()) >= len(expected):
                return

    def _concluded(self) -> list[str]:
        return [f"{conclusion.kind}: {line}" for conclusion in self.conclusions for line in conclusion.lines]

    def _compare(self, step: ScenarioStep) -> int:
        concluded = self._concluded()
        for conclusion in self.conclusions:
            saw = [described(self.table.game, change) for change in conclusion.saw]
            self.tell({"kind": conclusion.kind, "text": ", ".join(map(str, conclusion.lines)), "saw": saw})
        self.conclusions.clear()
        # Chance has no order: sixteen tiles may be seen in any, and in several looks.
        wrong = 0 if sorted(concluded) == sorted(step.expect) else 1
        if wrong:
            self.tell({"wrong": concluded, "expected": list(step.expect)})
        return wrong


def _reached(step: ScenarioStep) -> list[Zone]:
    """The zones over which hands are while the step is done."""
    moved = {zone for move in step.moves for zone in (move.source, move.target)} - {BOX, HAND}
    pushed = {push.zone for push in step.push}
    return sorted(moved | pushed | {*step.square, *step.fan, *step.cover, *step.uncover, *step.hands})


def described(game: Game[Any, Any], change: Change) -> str:
    """A difference as the camera reports it: `+2 Farm in slot 3 of A`."""
    piece = change.piece if change.piece not in game.piece_of.values() else str(game.piece_name(change.piece))
    return f"{change.delta:+} {piece} in {game.zone_name(change.zone)}"


def intent_for(touch: str, screen: Screen | None) -> Intent:
    """What a finger finds on the screen. Raises NotationError when it is not there."""
    if screen is None:
        raise NotationError(f"{touch!r}: there is nothing on the screen yet.")
    kind, _, what = touch.partition(" ")
    match kind:
        case "key":
            return _button(touch, screen.buttons, lambda button: button.key == what)
        case "button":
            return _named_button(touch, screen.buttons, what)
        case "answer":
            answers = screen.notice.answers if screen.notice else ()
            return _named_button(touch, answers, what)
        case "pad":
            row, _, key = what.partition(" ")
            detail = screen.notice.detail if screen.notice else None
            rows = detail.rows if isinstance(detail, Pad) else ()
            keys = rows[int(row) - 1].keys if row.isdigit() and 0 < int(row) <= len(rows) else ()
            return _button(touch, keys, lambda button: str(button.label) == key)
        case "sum":
            detail = screen.notice.detail if screen.notice else None
            return _named_button(touch, detail.sums if isinstance(detail, RollChart) else (), what)
        case "cell":
            zone, _, piece = what.partition(" ")
            return _cell(touch, screen, zone, piece)
        case _:
            raise NotationError(f"{touch!r} is no touch: write `key`, `button`, `answer`, `pad`, `sum` or `cell`.")


def _named_button(touch: str, buttons: Sequence[Button], words: str) -> Intent:
    """The one with these words, or else the first that begins with them."""
    whole = [button for button in buttons if str(button.label) == words]
    return _button(touch, whole or buttons, lambda button: str(button.label).startswith(words))


def _button(touch: str, buttons: Sequence[Button], fits: Callable[[Button], bool]) -> Intent:
    found = next((button.intent for button in buttons if fits(button)), None)
    if found is None:
        raise NotationError(f"{touch!r}: no such button; there are {[str(button.label) for button in buttons]}.")
    return found


def _cell(touch: str, screen: Screen, zone: Zone, piece: Piece) -> Intent:
    boards = (*screen.boards, *(seat.board for seat in screen.seats))
    if any(cell.intent == Inspect(zone, piece) for board in boards for cell in board.cells):
        return Inspect(zone, piece)
    words = f"{zone} {piece}".strip()
    named = (cell for board in boards for cell in board.cells if cell.zone == zone or str(cell.title) == words)
    own = next((cell.intent for cell in named if cell.intent), None)
    if own is not None:
        return own
    raise NotationError(f"{touch!r}: no such cell on the screen.")
