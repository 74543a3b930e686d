"""What is counted of each player at a glance."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.screen_parts import KeyFigure
from companion.core.text import Text, say, say_plural
from companion.games.inwo.goals import standings
from companion.games.inwo.state import Player, State


def illuminati(state: State, player: Player) -> Text | None:
    return state.card(player.illuminati).title if player.illuminati is not None else None


def facts(player: Player) -> Iterator[KeyFigure]:
    plots = player.plots + len(player.exposed)
    yield KeyFigure(say_plural("Plot", "Plots", plots), str(plots), "cards")
    yield KeyFigure(say_plural("Group card", "Group cards", player.groups), str(player.groups), "users")
    if player.destroyed:
        yield KeyFigure(say("destroyed"), str(len(player.destroyed)), "skull")


def score(state: State, seat: str, player: Player) -> KeyFigure | None:
    """What he has of the goal that he is nearest to."""
    if player.illuminati is None or player.out or state.is_setup:
        return None
    nearest = min(standings(state, seat), key=lambda standing: standing.missing)
    return KeyFigure(say("of {needed} to win", needed=nearest.needed), str(nearest.has))
