"""Positions of INWO out of what lies on a table: structures and what lies beside them; hands and decks stay hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.editor import EditRefused, Figure
from companion.core.fast_dataclasses import replace
from companion.core.found_table import FoundTable, Unseen
from companion.core.rules import Violation
from companion.core.table import Piece, TableSnapshot, Zone
from companion.core.text import Text, say
from companion.games.inwo.catalog import Kind
from companion.games.inwo.editor import TableEditor
from companion.games.inwo.goals import meets_goal, winners
from companion.games.inwo.state import Claim, Phase, Player, State, with_group

NONE, EVERYBODY = "-", "all"
SECOND_ROUND = 2


class WhatLies(FoundTable[State]):
    """Whoever meets a goal claims the victory, unless people say that he does not."""

    def begun(self, state: State) -> State:
        return replace(state, phase=Phase.MAIN, round=SECOND_ROUND)

    def put(self, state: State, zone: Zone, piece: Piece) -> State:
        """Out of its owner's cards, else out of anybody's who brought one; or it is a card of no known deck."""
        editor, seat = TableEditor(), zone.partition(".")[0]
        for source in sorted(editor.stores(state), key=lambda source: not source.startswith(seat)):
            if source.endswith("_deck") and piece in editor.stores(state)[source].pieces:
                return editor.move(state, piece, source, zone)
        if zone.endswith(".illuminati") and state.player(seat).illuminati is not None:
            raise EditRefused(say("The Illuminati of {seat} lie there already. Put those away first.", seat=seat))
        return editor.put(state, zone, piece)

    def complete(self, state: State) -> State:
        if state.claims or state.winners:
            return state
        claims = tuple(Claim(seat) for seat in state.alive if meets_goal(state, seat))
        return replace(state, winners=winners(replace(state, claims=claims)))

    def unseen(self, state: State, seen: TableSnapshot) -> Sequence[Unseen]:  # noqa: ARG002
        lying = {player.illuminati for _, player in state.each()}
        cards = state.evening.catalog.cards.values()
        kinds = tuple(card.id for card in cards if card.kind is Kind.ILLUMINATI and card.id not in lying)
        return tuple(
            Unseen(kinds, 1, (f"{seat}.illuminati",)) for seat, player in state.each() if player.illuminati is None
        )

    def figures(self, state: State) -> Sequence[Figure]:
        return tuple(_devastated(state))

    def with_figure(self, state: State, name: str, value: str) -> State:
        seat, _, _ = name.partition(".")
        cards = {NONE: (), EVERYBODY: _places(state, state.player(seat))}.get(value, (value,))
        for card in cards:
            state = with_group(state, seat, card, devastated=True)
        return state

    def faults(self, state: State) -> tuple[Violation, ...]:
        return tuple(fault for fault in super().faults(state) if fault.check != "hands_come_from_decks")


def _places(state: State, player: Player) -> tuple[Piece, ...]:
    return tuple(placed.card for placed in player.structure if state.card(placed.card).kind is Kind.PLACE)


def _devastated(state: State) -> Iterator[Figure]:
    """No label shows which Places are devastated, and those do not count."""
    for seat, player in state.each():
        if places := _places(state, player):
            choices: dict[str, Text] = {NONE: say("none"), **{card: state.card(card).title for card in places}}
            if len(places) > 1:
                choices[EVERYBODY] = say("all of them")
            yield Figure(f"{seat}.devastated", say("Which Places are devastated"), NONE, choices, seat)
