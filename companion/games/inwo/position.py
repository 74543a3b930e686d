"""Positions as TOML, both ways: the state's own values, less what has its default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Literal

from companion.core.choices import Choices
from companion.core.rules import faults
from companion.core.schema import Schema
from companion.errors import ConfigError, NotationError
from companion.games.inwo.decks import DeckEvening
from companion.games.inwo.geometry import ordered
from companion.games.inwo.invariants import PHYSICAL
from companion.games.inwo.notation import vocabulary
from companion.games.inwo.settings import SETTINGS
from companion.games.inwo.state import SEATS, Phase, Placed, Player, Position, State


@dataclass(frozen=True, slots=True)
class _Written(Position):
    """As it is written: a state without what follows from the evening."""

    game: Literal["inwo"] | None = None
    settings: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= len(SEATS):
            raise NotationError(f"players: expected 2 to 6 [[players]] tables, not {len(self.players)}")
        seats = SEATS[: len(self.players)]
        for seat in (self.on_turn, self.first, *self.silent, *(each.player for each in self.owed), *self.winners):
            if seat not in seats:
                raise NotationError(f"there is no seat {seat}; seats are A to {seats[-1]}")


_SAME = tuple(each.name for each in fields(Position) if each.name != "players")


@lru_cache(maxsize=8)
def _schema(evening: DeckEvening) -> Schema:
    return Schema(NotationError, vocabulary(evening))


def read_position(evening: DeckEvening, notation: str) -> State:
    """Raises NotationError that says all that cannot be read, or that cannot lie on a table."""
    entry = _schema(evening).read(_Written, notation, "the position")
    try:
        choices = Choices.of(SETTINGS, entry.settings)
    except ConfigError as error:
        raise NotationError(f"The position: settings: {error}") from error
    players = tuple(_player(player) for player in entry.players)
    state = State(players, evening=evening, choices=choices, **{name: getattr(entry, name) for name in _SAME})
    state = state if state.round or state.is_setup else replace(state, round=_round(state))
    wrong = [f"{fault.reason} {fault.repair} [{fault.rule}]" for fault in faults(PHYSICAL, state)]
    if wrong:
        raise NotationError(f"The position: {' '.join(wrong)}")
    return state


def _round(state: State) -> int:
    """Where it is not written: as many as who began has had turns."""
    own_turn = state.on_turn == state.first and state.phase is not Phase.KNOCKED
    return max(1, state.player(state.first).turns + own_turn)


def _player(player: Player) -> Player:
    """Cards of a structure stand in any order; who has an Illuminati has a structure."""
    structure = player.structure
    if (
        player.illuminati is not None
        and not player.out
        and not any(each.card == player.illuminati for each in structure)
    ):
        structure = (Placed(player.illuminati), *structure)
    structure = tuple(
        replace(each, master=player.illuminati)
        if each.master is None and each.card != player.illuminati and each.side is not None
        else each
        for each in structure
    )
    return replace(
        player,
        structure=ordered(structure),
        exposed=tuple(sorted(player.exposed)),
        unseen_plots=tuple(sorted(player.unseen_plots)),
        unseen_groups=tuple(sorted(player.unseen_groups)),
    )


def write_position(state: State) -> str:
    """Everything there is to say of a state, in the words that `read_position` reads."""
    changed = dict(state.choices.changed)
    entry = _Written(
        players=state.players,
        game="inwo",
        settings={name: changed[name] for name in state.choices if name in changed},
        **{name: getattr(state, name) for name in _SAME},
    )
    return _schema(state.evening).write(entry)
