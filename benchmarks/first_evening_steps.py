"""The first evening with a new game, step by step: what is touched on the screen, and what hands do beside it.

Touches are those of real pages, which a test performs in the real window. Seconds that hands take are assumed, each
with its name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Any

from companion.core.game import Game, Options
from companion.core.screen import Close, Open, Touched, Typed
from companion.label_sets.piece_labels import labels_in_play, opening_state, pieces_in_play
from companion.label_sets.sticking_pace import (
    CORNERS_MINUTES,
    DECK_CARDS,
    HANG_MINUTES,
    LABELS_A_LOOK,
    LOOK_SECONDS,
    MOUNT_MINUTES,
    minutes_to_cut,
    minutes_to_lay,
    minutes_to_print,
    minutes_to_stick,
)

TOUCH_SECONDS = 1.4
"""To read what is asked and touch the answer."""

NAMES = ("Ann", "Ben", "Eve", "Max", "Pia", "Tim")
Touches = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Occasion:
    """Who plays on the first evening, and whether the whole box is made ready for it or what may come up in it."""

    players: int
    whole_box: bool = False

    @property
    def options(self) -> Options:
        return Options(NAMES[: self.players])


BEGINNERS = Occasion(2)


@dataclass(frozen=True, slots=True)
class FirstEveningStep:
    """What is done, how often the screen is touched for it, and how many minutes it takes.

    `aside` is what is done with paper and screws, before the companion is switched on.
    """

    name: str
    touches: int
    minutes: float
    aside: bool = False


def camera_touches(game: str, occasion: Occasion = BEGINNERS) -> Touches:
    """From the home page to a judged view and back."""
    mat = Open("camera set up", f"{game}:{occasion.players}")
    return Open("camera set up"), mat, Touched("table", "corners"), Touched("done"), Close()


def sticking_touches(game: str) -> Touches:
    """From the home page to the counting of labels and back."""
    return Open("settings"), Open("sticking"), Open("sticking", game), Touched("done"), Close(), Close()


def evening_touches(game: str, occasion: Occasion = BEGINNERS) -> Touches:
    """From the home page to the table: names on the keyboard, the usual rules."""
    seated: list[object] = []
    for name in occasion.options.names:
        seated += [Touched("sit down"), *map(Typed, name), Touched("done")]
    return Open("new game", game), *seated, Touched("begin")


def deck_touches(game: str) -> Touches:
    """From the home page to a deck that the camera has scanned, and back."""
    name = (Touched("new"), *map(Typed, NAMES[0]), Touched("done"))
    return Open("settings"), Open("copies"), Open("decks", game), *name, Touched("done"), Close(), Close(), Close()


def labels_of(game: Game[Any, Any], occasion: Occasion = BEGINNERS) -> int:
    """Labels to stick before a first evening: those that may come up, or of a deck where players bring their own."""
    if occasion.whole_box:
        return len(game.piece_of)
    return DECK_CARDS if game.decks is not None else len(labels_in_play(game, pieces_in_play(game, occasion.options)))


def steps(game: Game[Any, Any], told: tuple[int, float], occasion: Occasion = BEGINNERS) -> Iterator[FirstEveningStep]:
    """All of it. `told` is how many touches and minutes it takes to tell what is printed on a box's pieces."""
    camera, evening = (len(touches(game.name, occasion)) for touches in (camera_touches, evening_touches))
    sticking, labels = len(sticking_touches(game.name)), labels_of(game, occasion)
    yield FirstEveningStep(f"Print {labels} labels and the corners", 0, minutes_to_print(labels), aside=True)
    yield FirstEveningStep("Cut the labels; stickers need none of it", 0, minutes_to_cut(labels), aside=True)
    yield FirstEveningStep("Clamp the arm, plug everything in", 0, MOUNT_MINUTES, aside=True)
    yield FirstEveningStep("Hang the camera, set it up by its picture", camera, HANG_MINUTES + _minutes(camera))
    yield FirstEveningStep("Tape the four corners onto the table", 0, CORNERS_MINUTES)
    stuck = minutes_to_stick(labels)
    yield FirstEveningStep(f"Stick {labels} labels, counted by the camera", sticking, stuck + _minutes(sticking))
    if game.decks is not None:
        scanned = len(deck_touches(game.name))
        looks = ceil(labels / LABELS_A_LOOK)
        yield FirstEveningStep("Scan the deck", scanned, looks * LOOK_SECONDS / 60 + _minutes(scanned))
    else:
        yield FirstEveningStep("Tell what is printed on the pieces", *told)
    yield FirstEveningStep(f"Begin an evening for {occasion.players}", evening, _minutes(evening))
    state = opening_state(game, occasion.players)
    pieces = sum(sum(step.zones.values()) for step in game.setup_steps(state))
    yield FirstEveningStep(f"Lay out {pieces} pieces as the screen shows", 0, minutes_to_lay(pieces))


def _minutes(touches: int) -> float:
    return touches * TOUCH_SECONDS / 60
