"""Positions of INWO out of what lies on a table: structures and what lies beside them; hands and decks stay hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace as replace_layout
from itertools import combinations

from companion.core.action import Seat
from companion.core.editor import EditRefused, Figure
from companion.core.fast_dataclasses import replace
from companion.core.found_table import FoundTable, Unseen
from companion.core.plane import piece_pose
from companion.core.rules import Violation
from companion.core.table import Piece, Pose, TableLayout, TableSnapshot, Zone
from companion.core.text import Text, comma_list, say
from companion.core.zones import ZoneLayout
from companion.games.inwo import editor_unlabelled
from companion.games.inwo.board import with_structure
from companion.games.inwo.candidates import open_arrows
from companion.games.inwo.catalog import Kind, Side, shipped
from companion.games.inwo.editor import TableEditor
from companion.games.inwo.goals import groups_for_goal, may_count_double, meets_goal, winners
from companion.games.inwo.layout import layout
from companion.games.inwo.state import Claim, Phase, Placed, Player, State, with_group
from companion.games.inwo.table import arrow_zone, shape

_LINKS = frozenset({"link", "resource", "order"})
DEVASTATED, NONE = "devastated", "-"
COVERED, TWICE = "covered", "+"
FEW_PLACES = 3
"""Of so many each may be devastated or not; of more none, one or all."""

SECOND_ROUND = 2


class WhatLies(FoundTable[State]):
    """Whoever meets a goal claims the victory, unless people say that he does not."""

    mark = "illuminati"

    def begun(self, state: State) -> State:
        return replace(state, phase=Phase.MAIN, round=SECOND_ROUND)

    def put(self, state: State, zone: Zone, piece: Piece) -> State:
        """Out of its owner's cards, else out of anybody's who brought one; or it is a card of no known deck."""
        editor, seat = TableEditor(), zone.partition(".")[0]
        zone = _at_own_root(state, zone)
        for source in sorted(editor.stores(state), key=lambda source: not source.startswith(seat)):
            if source.endswith("_deck") and piece in editor.stores(state)[source].pieces:
                return editor.move(state, piece, source, zone)
        if zone.endswith(".illuminati") and state.player(seat).illuminati is not None:
            raise EditRefused(say("The Illuminati of {seat} lie there already. Put those away first.", seat=seat))
        return editor.put(state, zone, piece)

    def layout_around(self, state: State, marks: Mapping[Seat, Pose]) -> TableLayout:
        """A structure lies around its Illuminati, wherever those are."""
        usual = layout(state)
        roots = {
            seat: piece_pose(marks[seat], shape(state.evening, player.illuminati))
            for seat, player in state.each()
            if seat in marks and player.illuminati is not None
        }
        return replace_layout(usual, fixed=ZoneLayout(usual.width, usual.height, {}), roots=roots)

    def hangs(self, piece: Piece) -> bool:
        card = shipped().cards.get(piece)
        return card is not None and card.is_group

    def places(self, state: State, seat: Seat | None, piece: Piece) -> tuple[Zone, ...]:
        """A Group that hangs at no arrow lies on one of the piles, or is an agent."""
        if seat is not None and state.card(piece).is_group:
            return tuple(f"{seat}.{place}" for place in ("discard", "destroyed", "resources"))
        return super().places(state, seat, piece)

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
        """Which Places are devastated, and what is linked to what: that may give alignments."""
        linked = [each for each in editor_unlabelled.figures(state) if _LINKS.intersection(each.name.split(".")[:2])]
        return (_covered(state), *_devastated(state), *linked)

    def with_figure(self, state: State, name: str, value: str) -> State:
        if name == COVERED:
            return state if value == NONE else _with_covered(state, value.rstrip(TWICE), twice=value.endswith(TWICE))
        if name != DEVASTATED:
            figure = next((each for each in editor_unlabelled.figures(state) if each.name == name), None)
            return state if figure is None else editor_unlabelled.with_figure(state, name, value)
        for seat, player in state.each():
            for card in {*_places(state, player)}.intersection(value.split("+")):
                state = with_group(state, seat, card, devastated=True)
        return state

    def faults(self, state: State) -> tuple[Violation, ...]:
        return tuple(fault for fault in super().faults(state) if fault.check != "hands_come_from_decks")


def _at_own_root(state: State, zone: Zone) -> Zone:
    """An arrow of the Illuminati that lie there, whichever were thought to."""
    seat, _, arrow = zone.partition(".")
    master, _, side = arrow.partition(".")
    root = state.player(seat).illuminati if side else None
    if root is None or state.card(master).kind is not Kind.ILLUMINATI:
        return zone
    return arrow_zone(seat, root, Side(side))


def _places(state: State, player: Player) -> tuple[Piece, ...]:
    return tuple(placed.card for placed in player.structure if state.card(placed.card).kind is Kind.PLACE)


def _covered(state: State) -> Figure:
    """Nothing else tells of a Group at the end of a structure, and each counts: people see whether one lies there."""
    choices: dict[str, Text] = {NONE: say("no")}
    for seat in state.alive:
        if _with_covered(state, seat, twice=False) is not state:
            choices[seat] = say("{seat} has one", seat=seat)
        if _with_covered(state, seat, twice=True) is not state:
            choices[f"{seat}{TWICE}"] = say("{seat} has one that counts twice", seat=seat)
    return Figure(COVERED, say("Is the label of a card covered that counts"), NONE, choices)


def _with_covered(state: State, seat: Seat, *, twice: bool) -> State:
    """The position with one Group more in that structure, whichever; the same where none can be that counts so."""
    free, player = open_arrows(state, seat), state.player(seat)
    if not free or (twice and not may_count_double(state, seat)):
        return state
    wanted = groups_for_goal(state, seat) + (2 if twice else 1)
    lying = {placed.card for _, each in state.each() for placed in each.structure}
    for card in state.evening.catalog.cards.values():
        if card.is_group and card.id not in lying:
            master, side = free[0]
            placed = with_structure(state, seat, (*player.structure, Placed(card.id, master=master, side=side)))
            if groups_for_goal(placed, seat) == wanted:
                return placed
    return state


def _devastated(state: State) -> Iterator[Figure]:
    """No label shows which Places are devastated, and those do not count."""
    places = [card for _, player in state.each() for card in _places(state, player)]
    most = len(places) if len(places) <= FEW_PLACES else 1
    some = [few for count in range(1, most + 1) for few in combinations(places, count)]
    if places and tuple(places) not in some:
        some.append(tuple(places))
    if some:
        choices: dict[str, Text] = {NONE: say("none")}
        choices |= {"+".join(few): comma_list(state.card(card).title for card in few) for few in some}
        yield Figure(DEVASTATED, say("Which Places are devastated"), NONE, choices)
