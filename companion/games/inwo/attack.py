"""An attack under way, as a part of the state: who attacks whom, who helps, what was played, how the dice fell."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.schema import at_least
from companion.core.table import Piece
from companion.games.inwo.effects import INSTANTS, Mode, Role

_Card = Annotated[Piece, "card"]
_Seat = Annotated[Seat, "seat"]


@dataclass(frozen=True, slots=True)
class Help:
    """A Group that aids or opposes, or the target's own defence with so many of its tokens."""

    player: _Seat
    card: _Card
    role: Role
    tokens: Annotated[int, at_least(0)] = 1


@dataclass(frozen=True, slots=True)
class Attack:
    """The attack under way. `attacker` is None where a card attacks by itself; `card` is the Plot that did it,
    `use` in which of its ways.

    `spent`: the attacker's token is taken; `committed`: it cannot be called off.

    `silent` have nothing to add; whoever adds something opens the question anew for all. `frozen` is the target's
    Power when an instant attack was played (INWO-201), `took_token`: it took a token of the target (INWO-209).
    `barred` are those whom a card keeps out of it.
    `played` are Plots that lie there until it is over, `used` all that were played in it, and by whom (INWO-129).
    """

    player: _Seat
    mode: Mode
    target: _Card
    attacker: _Card | None = None
    card: _Card | None = None
    use: Annotated[int, at_least(0)] = 0
    helper: _Card | None = None
    from_hand: bool = False
    privileged: bool = False
    negated: bool = False
    joined: tuple[_Seat, ...] = ()
    barred: tuple[_Seat, ...] = ()
    spent: bool = False
    committed: bool = False
    helps: tuple[Help, ...] = ()
    agents: _Seat | None = None
    agents_aid: bool = False
    frozen: int | None = None
    played: tuple[tuple[_Seat, _Card], ...] = ()
    used: tuple[tuple[_Seat, _Card], ...] = ()
    silent: tuple[_Seat, ...] = ()
    roll: tuple[int, int] | None = None
    total: int | None = None
    verdict: bool | None = None
    by_hand: int = 0
    took_token: bool = False

    @property
    def taking_part(self) -> Attack:
        """Who and what takes part in it: not who has answered, nor how the dice fell."""
        return replace(
            self,
            spent=False,
            committed=False,
            silent=(),
            roll=None,
            total=None,
            verdict=None,
            by_hand=0,
            took_token=False,
        )

    @property
    def is_instant(self) -> bool:
        return self.attacker is None and self.frozen is not None

    @property
    def modes(self) -> tuple[Mode, ...]:
        """As what it counts: a disaster that is not instant is like other attacks to destroy (INWO-211)."""
        return (self.mode, Mode.DESTROY) if self.mode in INSTANTS and not self.is_instant else (self.mode,)

    def is_one_of(self, modes: Collection[Mode]) -> bool:
        return any(mode in modes for mode in self.modes)

    def help_of(self, card: Piece) -> Help | None:
        return next((each for each in self.helps if each.card == card), None)
