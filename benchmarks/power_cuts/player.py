"""Plays evenings under the eyes of `disk.c`, each in a copy of this process, which may be killed in it.

What is played depends on nothing but how much has been played, so that whoever comes after a power cut goes on as if
there had been none. Notes in the log say what is about to be done and what was confirmed.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.power_cuts.disk import Watch
from companion.conformance.playouts import NAMES, any_legal
from companion.core.clock import COUNTING, Clocks, Mode, TimeControl, end_turn, run
from companion.core.game import Options
from companion.core.journal_entries import Did, Event, Undid
from companion.games import GAMES
from companion.journal.saved_games import SavedGame, written_clocks, written_event
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory

JOURNAL = "journal.db"
TICK = 0.25

GAME = next(iter(GAMES))
USED_UP = TimeControl(total=9.0, extra=3.0)
"""Times of which an evening sees the end."""

UNDONE = 7
"""Every so many entries one takes back what was done last."""


@dataclass(frozen=True, slots=True)
class Task:
    """An evening in a folder: until its journal has so many entries, so many seconds for each, then its end.

    Clocks run in this `mode`.

    The power is cut in operation `cut_at`, counted from 1, of which so many bytes are still written; 0 for never.
    """

    folder: str
    log: str = ""
    cut_at: int = 0
    torn: int = 0
    entries: int = 24
    seconds: float = 2.0
    mode: str = COUNTING.mode.value

    @property
    def time(self) -> TimeControl:
        return replace(USED_UP, mode=Mode(self.mode))


def main() -> None:
    """Plays the tasks that come in as lines of JSON, and answers each with whether the power was cut."""
    with tempfile.TemporaryDirectory() as folder:
        play(Task(folder))  # What is only made once is made before the copies are.
    for line in sys.stdin:
        task = Task(**json.loads(line))
        child = os.fork()
        if child == 0:
            play(task)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if not os.WIFSIGNALED(status) and status != 0:
            sys.exit(f"the evening ended with {os.waitstatus_to_exitcode(status)}: {asdict(task)}")
        print(json.dumps(os.WIFSIGNALED(status)), flush=True)


def play(task: Task) -> None:
    watch = Watch(task.folder, task.log, task.cut_at, task.torn)
    with JournalStore(Path(task.folder) / JOURNAL) as store:
        saved = store.latest()
        if saved is None and store.games():
            return  # The power was cut when its end had been written, and before that could be confirmed.
        saved = saved or store.begin(GAME, Options(NAMES[:2]), time=task.time)
        history = GameHistory(GAMES[GAME], store, saved)
        watch.note(begun=saved.id)
        for number in range(len(saved.entries), task.entries):
            _let_time_pass(history, watch, task.seconds)
            _step(history, number, watch)
        history.abandon()


def _let_time_pass(history: GameHistory[Any, Any], watch: Watch, seconds: float) -> None:
    for _ in range(int(seconds / TICK)):
        running = history.game.to_move(history.state) or history.seats[:1]
        after = run(history.time, history.clocks, running, TICK)
        watch.note(clocks=standing(history.clocks), then=standing(after))
        history.spend(TICK, running)
    watch.note(clocks=standing(history.clocks))


def _step(history: GameHistory[Any, Any], number: int, watch: Watch) -> None:
    """The next thing that players do."""
    action = any_legal(history.game, history.state, Random(number))
    event: Event
    do: Callable[[], object]
    after: Clocks
    if number % UNDONE == UNDONE - 1 or action is None:
        taken = history.latest
        event, do, after = Undid(len(taken)), lambda: history.undo("touch"), taken[0].clocks
    else:
        event, do = Did(history.game.write_action(action)), lambda: history.do([action], "touch")
        after = _clocks_after(history, action)
    watch.note(will=written_event(event), clocks=standing(history.clocks), then=standing(after))
    do()
    watch.note(did=written_event(event), clocks=standing(history.clocks))


def _clocks_after(history: GameHistory[Any, Any], action: Any) -> Clocks:
    still = history.game.to_move(history.game.apply(history.state, action))
    return end_turn(history.time, history.clocks, set(history.game.to_move(history.state)) - set(still))


def standing(clocks: Clocks) -> str:
    return written_clocks(clocks.items())


def clocks_of(store: JournalStore, saved: SavedGame) -> str:
    """What they stand at in an evening that is taken up again."""
    return standing(GameHistory(GAMES[GAME], store, saved, read_only=True).clocks)


if __name__ == "__main__":
    main()
