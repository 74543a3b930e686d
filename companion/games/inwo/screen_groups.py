"""What a player can do with one of his Groups when he touches it, by what it does it to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.core.text import Text, say
from companion.games.inwo import actions as act
from companion.games.inwo import candidates
from companion.games.inwo.rules import broken
from companion.games.inwo.state import Phase, State


def subject_of(action: act.Action) -> str | None:
    match action:
        case act.DeclareAttack():
            return f"attack {action.target}"
        case act.Move():
            return "move"
        case act.HandOver():
            return f"give {action.to}"
        case _:
            return None


def subject_name(state: State, subject: str) -> Text:
    kind, _, what = subject.partition(" ")
    match kind:
        case "attack":
            return say("Attack {target}", target=state.card(what).title)
        case "give":
            return say("Hand over to {who}", who=state.player(what).name)
        case _:
            return say("Move")


def _helps_of(state: State, seat: str, card: str) -> Iterator[act.Action]:
    """What a Group can do in an attack, also what it may not; with Plots only what it may."""
    for way in candidates.helps(state, seat):
        if isinstance(way, act.GiveHelp) and way.card == card and not (way.plots and broken(state, way)):
            yield way


@lru_cache(maxsize=64)
def about(state: State, seat: str, card: str) -> tuple[act.Action, ...]:
    """Everything that a player can do with one of his Groups."""
    return tuple(_ways_of(state, seat, card))


def _ways_of(state: State, seat: str, card: str) -> Iterator[act.Action]:
    if state.stack or state.owed or state.by_hand is not None:
        return
    if state.attack is not None and state.attack.roll is None:
        yield from _helps_of(state, seat, card)
    removal = act.RemoveToken(seat, card)
    if broken(state, removal) is None:
        yield removal
    if state.attack is not None:
        return
    if state.phase is Phase.MAIN and seat == state.on_turn and not state.claims:
        for action in candidates.declarations(state, seat):
            if isinstance(action, act.DeclareAttack) and action.attacker == card:
                yield action
        for way in candidates.moves(state, seat):
            if isinstance(way, act.Move | act.HandOver) and way.card == card:
                yield way
