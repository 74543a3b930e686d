"""What is made ready: the game and for how many, which steps are done, and how far its labels are stuck."""

from __future__ import annotations

from typing import Any

from companion.core.game import Game, Options
from companion.label_sets.piece_labels import counts_of_players, opening_state
from companion.label_sets.sticking_pace import DECK_CARDS, minutes_to_cut, minutes_to_print
from companion.label_sets.sticking_progress import Sticking
from companion.pages.label_sticking import StickingLabels
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext

DONE, FOR = "ready", "ready for"
"""The preferences that keep which steps are done, and which game is made ready for how many."""


class Preparation:
    """`sticking` looks through the camera and counts labels, while their step is open."""

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator
        self.sticking: StickingLabels | None = None
        self._progress: Sticking | None = None
        """What was counted for the view that is being made: nearly every step asks for it, and counting takes long."""

    @property
    def done(self) -> set[str]:
        return set(self._context.store.preferences().get(DONE, "").split())

    def finish(self, key: str) -> None:
        self._context.store.prefer(DONE, " ".join(sorted({*self.done, key})))

    @property
    def game(self) -> Game[Any, Any] | None:
        return self._context.games.get(self._context.store.preferences().get(FOR, "").partition(":")[0])

    @property
    def count(self) -> int:
        """For how many players; the fewest where it was not said."""
        counts = counts_of_players(self.game) if self.game is not None else (2,)
        count = self._context.store.preferences().get(FOR, "").partition(":")[2]
        return int(count) if count.isdecimal() and int(count) in counts else counts[0]

    @property
    def labels(self) -> int:
        """Labels that this evening needs; where players bring decks, those of a deck each, whatever is in it."""
        if self.game is None:
            return 0
        needed = len(self.counted().needed)
        return needed if self.game.decks is None else min(needed, DECK_CARDS * self.count)

    @property
    def labels_to_go(self) -> int:
        if self.game is None:
            return 0
        progress = self.counted()
        return max(0, self.labels - len(progress.needed & progress.seen))

    @property
    def pieces(self) -> int:
        """How many are laid out."""
        if self.game is None:
            return 0
        state = opening_state(self.game, self.count)
        return sum(sum(step.zones.values()) for step in self.game.setup_steps(state))

    @property
    def minutes_of_paper(self) -> float:
        return minutes_to_print(self.labels) + minutes_to_cut(self.labels)

    def count_anew(self) -> None:
        self._progress = None

    def counted(self) -> Sticking:
        """How far sticking has come, as the page of the labels keeps it."""
        game = self.game
        assert game is not None, "labels are those of a game"
        if self.sticking is not None and self.sticking.game is game:
            return self.sticking.progress
        if self._progress is None:
            self._progress = StickingLabels.progress_of(self._context, game, self._options)
        return self._progress

    @property
    def _options(self) -> Options:
        return Options(tuple(str(number) for number in range(1, self.count + 1)))

    def look(self) -> None:
        """Through the camera, for the labels of the game."""
        if self.game is not None and self.sticking is None:
            self.sticking = StickingLabels(self._context, self._navigator, self.game, self._options)

    def look_away(self) -> None:
        if self.sticking is not None:
            self.sticking.closed()
            self.sticking = None
