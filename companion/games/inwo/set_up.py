"""Laying out the game: everybody's Illuminati and lead (INWO-18 to INWO-23)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.set_up import SetUpStep
from companion.core.text import say
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import State


def set_up(state: State) -> Sequence[SetUpStep]:
    return (
        SetUpStep(
            say("Illuminati"),
            say("Lay out the Illuminati"),
            (
                say("Everybody lays his Illuminati card face down, and all are turned over together."),
                say("Then each player shuffles his Plots and draws three."),
            ),
            {f"{seat}.illuminati": 1 for seat, _ in state.each()},
            BOOK["INWO-18"],
        ),
    )
