"""When a card is played or an ability used: all that `timing` says (INWO-47)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.game import Seat
from companion.core.text import Text, say
from companion.games.inwo.card_plays import Play
from companion.games.inwo.effects import Timing
from companion.games.inwo.state import Phase, State

_NOT_NOW = {
    Timing.ANY_TIME: say("{card} is not used while an attack is under way."),
    Timing.WITH_TOKEN: say("{card} is used together with the token of a Group that attacks or helps."),
    Timing.DECLARATION: say("{card} is used with the announcement of one's own attack, before anybody helps in it."),
    Timing.ATTACK: say("{card} is used in an attack, before the dice are rolled."),
    Timing.AFTER_ROLL: say("{card} is used in an attack, when the dice have been rolled."),
    Timing.ANSWER: say("{card} is used in answer to what another has just played or done."),
    Timing.TURN_START: say("{card} is used at the start of one's own turn, before the phase of Group cards."),
    Timing.RIVALS_START: say("{card} is used as the turn of a rival begins, before he has drawn."),
    Timing.RIVALS_DRAW: say("{card} is used while a rival draws, before he takes over or lays tokens."),
    Timing.OWN_MAIN: say("{card} is used in one's own main phase, while no attack is under way."),
    Timing.OWN_TURN: say("{card} is used in one's own turn."),
}
"""For who played a card at another time."""


def _is_rolled(now: State) -> bool:
    return now.attack is not None and now.attack.roll is not None


def _before_the_roll(now: State) -> bool:
    return now.attack is not None and now.attack.roll is None


def _is_announced(now: State, seat: Seat) -> bool:
    attack = now.attack
    return attack is not None and not (attack.committed or attack.helps) and attack.player == seat


_IS_TIME: Mapping[Timing, Callable[[State, Seat, Play], bool]] = {
    Timing.ANY_TIME: lambda now, _, play: not (play.not_in_attack and now.attack is not None),
    Timing.WITH_TOKEN: lambda _, __, play: bool(play.in_defence),  # by itself it is played in defence
    Timing.DECLARATION: lambda now, seat, _: _is_announced(now, seat),
    Timing.ATTACK: lambda now, *_: _before_the_roll(now),
    Timing.AFTER_ROLL: lambda now, *_: _is_rolled(now),
    Timing.ANSWER: lambda now, _, play: bool(now.stack) or (play.cancels_actions and _before_the_roll(now)),
    Timing.TURN_START: lambda now, seat, _: now.on_turn == seat and now.phase is Phase.PLOTS,
    Timing.RIVALS_START: lambda now, seat, _: now.on_turn != seat and now.phase is Phase.PLOTS and not now.turn_used,
    Timing.RIVALS_DRAW: lambda now, seat, _: now.on_turn != seat and now.phase in {Phase.PLOTS, Phase.GROUPS},
    Timing.OWN_MAIN: lambda now, seat, _: now.on_turn == seat and now.phase is Phase.MAIN and now.attack is None,
    Timing.OWN_TURN: lambda now, seat, _: now.on_turn == seat,
}
"""When a play may be made, as far as turn, attack and dice go."""
_WHILE_A_RIVAL_BEGINS = frozenset({Timing.RIVALS_START, Timing.RIVALS_DRAW})
_PASSING = _WHILE_A_RIVAL_BEGINS | {Timing.OWN_TURN, Timing.OWN_MAIN, Timing.TURN_START, Timing.DECLARATION}


def is_time(state: State, seat: Seat, play: Play) -> bool:
    return _IS_TIME[play.timing](state, seat, play)


def not_now(play: Play) -> Text:
    return _NOT_NOW[play.timing]


def is_passing(play: Play) -> bool:
    """Whether its time comes and goes with the turn, or with who has helped in an attack."""
    return play.timing in _PASSING


def concerns_who_is_on_turn(play: Play) -> bool:
    return play.timing in _WHILE_A_RIVAL_BEGINS


def goes_with_token(play: Play) -> bool:
    """INWO-62."""
    return play.timing is Timing.WITH_TOKEN


def belongs_to_the_announcement(play: Play) -> bool:
    """INWO-126: it does not commit the attack."""
    return play.timing is Timing.DECLARATION


def follows_the_roll(play: Play) -> bool:
    """INWO-192."""
    return play.timing is Timing.AFTER_ROLL
