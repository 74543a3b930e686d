"""Why a card cannot be aimed at what it was aimed at: the one thing that is amiss (INWO-207)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.core.text import List, Text, or_list, say
from companion.games.inwo.catalog import Kind
from companion.games.inwo.continuous import traits
from companion.games.inwo.effects import Aim, Filter
from companion.games.inwo.names import aimed, asked_for
from companion.games.inwo.plays import Play
from companion.games.inwo.state import SEATS, State
from companion.games.inwo.values import power

AIMS = {
    Aim.NOTHING: say("{card} is used without a target."),
    Aim.GROUP: say("{card} is aimed at a Group in play."),
    Aim.RESOURCE: say("{card} is aimed at a Resource in play."),
    Aim.PLAYER: say("{card} is aimed at a player."),
    Aim.PLOT: say("{card} is aimed at an exposed Plot."),
    Aim.ORDER: say("{card} is aimed at a New World Order in the middle."),
    Aim.HAND: say("{card} is aimed at another card of the hand that could make the same attack."),
    Aim.DISCARDED: say("{card} is aimed at a card that has just been discarded."),
    Aim.DESTROYED: say("{card} is aimed at a destroyed Group that may return."),
    Aim.LINKED: say("{card} is aimed at a linked Plot that changes its Group."),
    Aim.OWN_RESOURCE: say("{card} is aimed at a Resource of the own hand."),
    Aim.OWN_ILLUMINATI: say("{card} is aimed at another Illuminati of the own hand."),
    Aim.RIVALS_GROUP: say("{card} is aimed at a Group card of a rival's hand."),
    Aim.SCRAPPED: say("{card} is aimed at a Resource that has just left play."),
}
"""At what a card is aimed, for who aimed it at something else."""


ANOTHER = say("Take the card back, or choose another target.")


def misaimed(state: State, seat: Seat, play: Play, target: str | None) -> Refusal:
    """What the target lacks; where it is of another sort altogether, what the card is aimed at."""
    if target is None or target in SEATS or play.aim not in {Aim.GROUP, Aim.RESOURCE}:
        return refuse(AIMS[play.aim], repair=ANOTHER)
    owner = state.controller(target) or state.holder(target)
    if owner is None or (state.card(target).kind is Kind.RESOURCE) != (play.aim is Aim.RESOURCE):
        return refuse(AIMS[play.aim], repair=ANOTHER)
    words = {"target": aimed(state, target)}
    if play.own_target is not None and (owner == seat) != play.own_target:
        if play.own_target:
            return refuse("{card} is aimed at a card of one's own, and {target} is a rival's.", repair=ANOTHER, **words)
        return refuse("{card} is aimed at a rival's card, and {target} is one's own.", repair=ANOTHER, **words)
    return _of_another_kind(state, play.target, target) or refuse(
        "{card} does nothing to {target} as it lies there now.", repair=ANOTHER, **words
    )


def _is_not(kinds: List, words: Mapping[str, Text]) -> Refusal:
    return refuse("{card} is aimed at {kinds}, and {target} is not that.", repair=ANOTHER, kinds=kinds, **words)


def _of_another_kind(state: State, filter: Filter, target: str) -> Refusal | None:
    found = traits(state, target)
    words = {"target": aimed(state, target)}

    def kinds(wanted: tuple[str, ...]) -> List:
        return or_list(asked_for(state.evening, trait) for trait in wanted)

    if filter.any and not found & set(filter.any):
        return _is_not(kinds(filter.any), words)
    if missing := [trait for trait in filter.all if trait not in found]:
        return _is_not(kinds((missing[0],)), words)
    if amiss := [trait for trait in filter.none if trait in found]:
        kind = kinds((amiss[0],))
        return refuse("{card} is not aimed at {kinds}, and {target} is that.", repair=ANOTHER, kinds=kind, **words)
    if filter.power_least is not None and power(state, target) < filter.power_least:
        return refuse(
            "{card} is aimed at a Power of {number} or more, and {target} has less.",
            repair=ANOTHER,
            number=filter.power_least,
            **words,
        )
    return None
