"""The recorded evening, played by the real application: simulated table, real frames, real screen, real touches.

Everything of a live evening, in step with the record instead of with the clock on the wall.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Sequence
from math import hypot
from pathlib import Path

from companion import bootstrap
from companion.application import Companion
from companion.config import Settings
from companion.core.table import UNREADABLE, LabelPlace, Observation, Tag, Zone
from companion.evening import RecordedEvening, read_evening
from companion.rehearsal import Rehearsal, Tell
from companion.reports import score_sheet
from companion.session import Happening, Tick
from companion.stage import Lying, Stage
from companion.store import Evening, JournalStore

IN_PLACE_MM = 3.0
"""A label read this far from where it lies was read in the wrong place."""


def perform(settings: Settings, path: Path, out: Path, start: int, tell: Tell) -> None:
    """Plays a recorded evening from step `start` on, with journal and pictures in `out`."""
    recorded = read_evening(path)
    with JournalStore(out / "journal.db") as store:
        evening = store.latest() if start > 1 else store.begin(recorded.game, recorded.options)
        assert evening is not None, "a later step goes on with the journal of the earlier ones"
        _Performance(settings, store, evening, out, tell).play(recorded, start)


class _Performance:
    def __init__(self, settings: Settings, store: JournalStore, evening: Evening, out: Path, tell: Tell) -> None:
        self._happenings: list[Happening] = []
        self._companion = Companion(settings, store, self._happenings.append)
        self._companion.app.open(settings.display.size)
        self._record, self._session = self._companion.play(evening, lambda: None)
        self._game = self._record.game
        layout = self._game.layout(self._record.state)
        self._stage = Stage(self._game, layout)
        self._watcher = bootstrap.watcher_of(self._game, layout)
        self._over: Sequence[Zone] = ()
        self._camera = bootstrap.simulated_camera(self._stage, lambda: self._over, bootstrap.SIMULATED_SIZE)
        self._counters: Counter[str] = Counter()
        self._ever: dict[Tag, list[Lying]] = {}
        self._out, self._tell = out, tell

    def play(self, recorded: RecordedEvening, start: int) -> None:
        from ui.fingers import Fingers

        self._fingers = Fingers(self._companion.app)
        Rehearsal(
            recorded,
            self._stage,
            self._session,
            self._frame,
            self._fingers.tap,
            self._tell,
            self._picture,
            self._pull_the_plug,
            self._happenings,
        ).perform(start)
        outcome = self._game.outcome(self._record.state)
        names = dict(zip("ABCDEF", recorded.options.names, strict=False))
        sheet = score_sheet(self._game.score(self._record.state), outcome, names)
        self._tell({"counters": dict(self._counters)})
        self._tell({"sheet": list(sheet)})

    def _frame(self, over: Sequence[Zone]) -> None:
        """One frame from the camera to the screen."""
        self._over = over
        frame = self._camera.read()
        assert frame is not None, "the stage never runs out of scenes"
        self._counters["frames"] += 1
        observation = self._watcher.process(frame)
        if observation is not None:
            self._count(observation)
            self._companion.handle(observation)
        self._companion.handle(Tick(frame.taken_at))
        self._fingers.frames(1)

    def _count(self, observation: Observation) -> None:
        """Compares what was read with what really lies there."""
        read = {place.tag: place for place in observation.labels if place.tag != UNREADABLE}
        lying = {piece.tag: piece for piece in self._stage.lying()}
        for piece in lying.values():
            self._ever.setdefault(piece.tag, []).append(piece)
        right = {tag for tag, place in read.items() if tag in lying and _in_place(place, lying[tag])}
        due = {
            piece.tag
            for piece in self._stage.visible()
            if not any(box.contains(piece.label.x, piece.label.y) for box in observation.blind)
        }
        # A piece that has just been taken away may be remembered for a moment: that is late, not false.
        late = {tag for tag in set(read) - right if any(_in_place(read[tag], was) for was in self._ever.get(tag, ()))}
        false = set(read) - right - late
        self._counters.update({"read": len(right), "missed": len(due - right), "false": len(false)})

    def _picture(self, name: str) -> str:
        path = self._out / f"{name}.png"
        self._companion.app.picture(path)
        return str(path)

    def _pull_the_plug(self, step: int) -> None:
        """Says what has been counted, and then nothing ever again."""
        self._tell({"counters": dict(self._counters)})
        self._tell({"power_cut": step})
        signal.pause()


def _in_place(place: LabelPlace, piece: Lying) -> bool:
    return hypot(place.pose.x - piece.label.x, place.pose.y - piece.label.y) <= IN_PLACE_MM
