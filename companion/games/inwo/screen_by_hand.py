"""What has come of a card that people carry out: first what kind of thing has changed, then which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.core.screen import Button, Notice, Select, question
from companion.core.selection import NO_SELECTION, Pick, Selection
from companion.core.table import Piece
from companion.core.text import NOTHING, Text, as_people_sort, say, verbatim
from companion.games.inwo import actions as act
from companion.games.inwo import candidates
from companion.games.inwo.button_texts import asked_by_hand, button
from companion.games.inwo.copy_form import ICONS, TINTS
from companion.games.inwo.rules import broken
from companion.games.inwo.state import State

CHANGED, MOVED = "changed", "moved"
"""What is picked on the way: the kind of thing that has changed, and a card that has gone."""


@dataclass(frozen=True, slots=True)
class Group:
    """What can be told under one head."""

    name: str
    title: Text
    icon: str
    asks: Text
    kinds: tuple[type[act.Action], ...]


GROUPS = (
    Group("cards", say("Cards"), "cards", say("Which card has left its place?"), (act.Remove,)),
    Group("tokens", say("Tokens"), "bolt", say("Which tokens have changed?"), (act.SetTokens,)),
    Group("hands", say("Hands"), "hand-grab", say("Whose hand has changed?"), (act.SetPlots, act.SetGroups)),
    Group("strength", say("Strength"), "swords", say("How has the strength changed?"), (act.AdjustStrength,)),
)


def by_hand_question(state: State, card: Piece, selection: Selection, lines: tuple[Text, ...]) -> Notice:
    """The kinds of things that may have changed, unless a card leaves only a few choices of one kind."""
    legal = [action for action in candidates.candidates(state) if broken(state, action) is None]
    there = [group for group in GROUPS if _of(group, legal)]
    group = next((group for group in there if _is_picked(group, selection)), None)
    if len(there) <= 1:
        return question(asked_by_hand(state, card), (button(state, way) for way in legal), NO_SELECTION, lines)
    if group is None:
        grouped = tuple(kind for each in there for kind in each.kinds)
        plain = [button(state, way) for way in legal if not isinstance(way, grouped)]
        heads = [Button(g.title, Select(Pick(CHANGED, g.name)), icon=g.icon) for g in there]
        return question(asked_by_hand(state, card), [*heads, *plain], NO_SELECTION, lines)
    return _told(state, group, _of(group, legal), selection)


def _of(group: Group, legal: Iterable[act.Action]) -> list[act.Action]:
    return [action for action in legal if isinstance(action, group.kinds)]


def _is_picked(group: Group, selection: Selection) -> bool:
    pick = selection.of(CHANGED)
    return pick is not None and pick.what == group.name


def _told(state: State, group: Group, ways: Sequence[act.Action], selection: Selection) -> Notice:
    """Of cards first which, then where it has gone."""
    removals = [way for way in ways if isinstance(way, act.Remove)]
    if not removals:
        return question(group.asks, (button(state, way) for way in ways), selection)
    moved = selection.of(MOVED)
    fates = [way for way in removals if moved is not None and way.card == moved.what]
    if fates:
        heading = say("{card}: where has it gone?", card=state.card(fates[0].card).title)
        return question(heading, (button(state, way) for way in fates), selection)
    cards = sorted({way.card for way in removals}, key=lambda card: as_people_sort(str(state.card(card).title)))
    answers = [_card(state, each) for each in cards]
    return question(group.asks, answers, selection)


def _card(state: State, card: Piece) -> Button:
    """With its icon, and under whose cards it is found."""
    kind, owner = state.card(card).kind, state.controller(card)
    whose = NOTHING if owner is None else verbatim(state.player(owner).name)
    icon, pick = ICONS.get(kind, "building"), Select(Pick(MOVED, card))
    return Button(state.card(card).title, pick, icon=icon, tint=TINTS[kind], group=whose)
