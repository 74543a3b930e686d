"""Scenes with a card and without it, for what holds while it is in play."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.game import violation
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.state import Placed, State
from tests.games.inwo.scenes import (
    DATA,
    MINE,
    ROWS,
    attacked,
    in_play,
    is_group,
    pick,
    scene,
)

OPPOSITE = {
    "Government": "Corporate",
    "Liberal": "Conservative",
    "Peaceful": "Violent",
    "Straight": "Weird",
    "Fanatic": "Fanatic",
}
OPPOSITE |= {other: one for one, other in OPPOSITE.items()}
PLACE_MODES = {"disaster": {"all": ["place"]}, "assassination": {"all": ["personality"]}}


def parts(card: str) -> list[dict[str, Any]]:
    """All that holds while the card is in play, each with its condition."""
    entry = DATA[card]
    return [*([entry["always"]] if "always" in entry else []), *entry.get("sometimes", ())]


def with_and_without(
    card: str, mine: tuple[str, ...] = (), theirs: tuple[str, ...] = (), seat: str = "A"
) -> tuple[State, State]:
    """The same scene with the card in play for a player, and without it."""
    without = scene(mine, theirs)
    if is_group(card):
        return (scene((*mine, card), theirs) if seat == "A" else scene(mine, (*theirs, card))), without
    if ROWS[card]["kind"] == "illuminati":
        if seat == "A":
            return scene(mine, theirs, root=card), without
        rival = without.player("B")
        root = replace(rival.structure[0], card=card)
        below = tuple(
            replace(each, master=card) if each.master == "the_network" else each for each in rival.structure[1:]
        )
        return without.with_player("B", replace(rival, illuminati=card, structure=(root, *below))), without
    root = DATA[card].get("play", [{}])[0].get("target", {}).get("any") == ["illuminati"]
    on = (MINE,) if root else (mine if seat == "A" else theirs)[:1]
    return in_play(without, card, on=on[0] if on else None, seat=seat), without


def wanted_in(mode: str, filter: dict[str, Any]) -> dict[str, Any]:
    more = PLACE_MODES.get(mode, {})
    return {**filter, "all": [*filter.get("all", ()), *more.get("all", ())]}


def hang(state: State, puppet: str, master: str) -> State:
    player = state.player("A")
    moved = tuple(replace(each, master=master) if each.card == puppet else each for each in player.structure)
    return state.with_player("A", replace(player, structure=moved))


def with_attack(card: str, part: dict[str, Any], state: State, target: str, mode: str, role: str | None) -> State:
    """The attack that a condition asks for: led by the card, or made on the target by one that fits."""
    when = part.get("when")
    if when is None:
        return state
    if "attack" in when.get("part", ()):
        other = target if state.controller(target) == "B" else pick(when.get("target", {}), but=(card, target))
        if all(each.card != other for each in state.player("B").structure):
            bob = state.player("B")
            state = state.with_player(
                "B", replace(bob, structure=(*bob.structure, *scene((), (other,)).player("B").structure[1:]))
            )
        return attacked(state, mode, other, card)
    lead = pick(when.get("attacker", {}), but=(card, target))
    goal = pick(when.get("target", {}), but=(card, target, lead)) if "target" in when else target
    rival = state.player("C")
    more = tuple(
        Placed(each, "ufos", rival.structure[1].side) for each in dict.fromkeys((lead, goal)) if not state.in_play(each)
    )
    state = state.with_player("C", replace(rival, structure=(*rival.structure, *more)))
    if "target" in when and state.controller(goal) is None:
        raise AssertionError(goal)
    seat = state.controller(lead) or "C"
    return attacked(state, mode, goal if "target" in when else target, lead, player=seat)


def refused(state: State, action: act.Action) -> str | None:
    found = violation(GAME, state, action)
    return None if found is None else found.rule.id
