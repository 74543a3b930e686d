"""Positions of INWO out of what lies on a table: structures and what lies beside them; hands and decks stay hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace as replace_layout
from functools import lru_cache

from companion.core.action import Seat
from companion.core.editor import EditRefused, Figure, number, yes_or_no
from companion.core.fast_dataclasses import replace
from companion.core.found_table import FoundTable, Together, Unseen
from companion.core.plane import angle_between, distance, piece_pose
from companion.core.rules import Violation
from companion.core.table import Piece, Pose, TableLayout, TableSnapshot, Zone
from companion.core.text import say
from companion.core.zones import DICE, PUT_AWAY, ZoneLayout
from companion.games.inwo import editor_unlabelled
from companion.games.inwo.board import with_structure
from companion.games.inwo.candidates import open_arrows
from companion.games.inwo.catalog import Kind, Side, shipped
from companion.games.inwo.editor import TableEditor
from companion.games.inwo.geometry import ROOT, puppet_spot
from companion.games.inwo.goals import (
    asks_for_destroyed,
    destroyed_alignments,
    groups_for_goal,
    meets_goal,
    own_goals,
    winners,
)
from companion.games.inwo.layout import layout, pose_at
from companion.games.inwo.state import Claim, Phase, Placed, Player, State, with_group
from companion.games.inwo.table import arrow_zone, shape

_LINKS = frozenset({"link", "resource", "order"})
DEVASTATED, COVERED, DESTROYED = "devastated", "covered", "destroyed"
MOST_DESTROYED = 8
"""So many Groups more may a player have destroyed: under the topmost one, or where the pile's label is covered."""
MOST_COVERED = 4
"""So many Groups more may be before a player than were read; one that counts twice is two of them."""

LOOSE, ASKEW = 12.0, 12.0
"""Millimetres and degrees off its arrow, from which on what ends a structure may lie there by chance."""

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
        for source, cards in _decks(state, seat):
            if piece in cards:
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

    def counts(self, zone: Zone) -> bool:
        return zone.partition(".")[2] not in ("discard", "exposed") and zone not in ("played", PUT_AWAY, DICE)

    def hangs(self, piece: Piece) -> bool:
        card = shipped().cards.get(piece)
        return card is not None and card.is_group

    def loose(self, state: State, poses: Mapping[Zone, Pose]) -> frozenset[Zone]:
        """At the ends of structures: where others hang, nothing lies by chance."""
        return frozenset(
            zone
            for seat, player in state.each()
            for zone, off, turned in _hanging(state, seat, player, poses)
            if off > LOOSE or turned > ASKEW
        )

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

    def figures(self, state: State) -> Sequence[Figure | Together]:
        """Which Places are devastated, what is covered, and what is linked to what: that may give alignments."""
        linked = [each for each in editor_unlabelled.figures(state) if _LINKS.intersection(each.name.split(".")[:2])]
        return (_hidden(state), *linked)

    def with_figure(self, state: State, name: str, value: str) -> State:
        what, _, whose = name.partition(".")
        if what == COVERED:
            return _with_covered(state, whose, int(value))
        if what == DESTROYED:
            return _with_destroyed(self, state, whose, int(value))
        if what == DEVASTATED:
            owner = next((seat for seat, player in state.each() if whose in _places(state, player)), None)
            return state if owner is None or value == "no" else with_group(state, owner, whose, devastated=True)
        figure = next((each for each in editor_unlabelled.figures(state) if each.name == name), None)
        return state if figure is None else editor_unlabelled.with_figure(state, name, value)

    def faults(self, state: State) -> tuple[Violation, ...]:
        return tuple(fault for fault in super().faults(state) if fault.check != "hands_come_from_decks")


def _decks(state: State, seat: Seat) -> Iterator[tuple[Zone, tuple[Piece, ...]]]:
    """Where cards may come from, and which: that seat's own first."""
    for owner, player in sorted(state.each(), key=lambda each: each[0] != seat):
        if player.plot_deck:
            yield f"{owner}.plot_deck", player.unseen_plots
        if player.group_deck:
            yield f"{owner}.group_deck", player.unseen_groups


def _hanging(
    state: State, seat: Seat, player: Player, poses: Mapping[Zone, Pose]
) -> Iterator[tuple[Zone, float, float]]:
    """What ends a structure: how many millimetres and degrees off its arrow it lies."""
    zone_of = {
        each.card: arrow_zone(seat, each.master, each.side) if each.master and each.side else f"{seat}.illuminati"
        for each in player.structure
    }
    masters = {each.master for each in player.structure}
    for each in player.structure:
        zone, above = zone_of[each.card], poses.get(zone_of.get(each.master or "", ""))
        if each.card in masters or each.side is None or above is None or zone not in poses:
            continue
        master, card = each.master or "", each.card
        spot = puppet_spot(state.card(master), ROOT, each.side, state.card(card))
        wanted = pose_at(piece_pose(above, shape(state.evening, master)), spot)
        lies = piece_pose(poses[zone], shape(state.evening, card))
        yield zone, distance(wanted, lies), angle_between(wanted, lies)


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


def _hidden(state: State) -> Together:
    """What no label shows: that a Place is devastated, and a Group at the end of a structure whose label is covered."""
    places = [card for _, player in state.each() for card in _places(state, player)]
    devastated = [
        yes_or_no(f"{DEVASTATED}.{card}", say("{card} is devastated", card=state.card(card).title), False)
        for card in places
    ]
    covered = [
        number(f"{COVERED}.{seat}", say("{seat}: Groups with a covered label", seat=seat), 0, MOST_COVERED)
        for seat in state.alive
        if open_arrows(state, seat)
    ]
    sentence = say("Is the label of a Group covered?")
    if places:
        sentence = say("Is a Place devastated, or the label of a Group covered?")
    destroyed = [
        number(f"{DESTROYED}.{seat}", say("Groups more that {seat} has destroyed", seat=seat), 0, MOST_DESTROYED)
        for seat in state.alive
        if any(map(asks_for_destroyed, own_goals(state, seat)))
    ]
    return Together("hidden", sentence, (*devastated, *covered, *destroyed))


def _with_destroyed(found: WhatLies, state: State, seat: Seat, more: int) -> State:
    """The position with so many Groups more in that pile, of the kind that counts there."""
    kinds = destroyed_alignments(own_goals(state, seat))
    for card in state.evening.catalog.cards.values() if more else ():
        if more and card.is_group and (not kinds or kinds.intersection(card.alignments)):
            try:
                state, more = found.put(state, f"{seat}.destroyed", card.id), more - 1
            except (EditRefused, LookupError):
                continue
    return state


@lru_cache(maxsize=512)
def _with_covered(state: State, seat: Seat, more: int) -> State:
    """The position with Groups more in that structure, whichever, that count so many; as near to it as can be."""
    if not more or not (free := open_arrows(state, seat)):
        return state
    player, lying = state.player(seat), {placed.card for _, each in state.each() for placed in each.structure}
    before, (master, side) = groups_for_goal(state, seat), free[0]
    for card in state.evening.catalog.cards.values():
        if card.is_group and card.id not in lying:
            placed = with_structure(state, seat, (*player.structure, Placed(card.id, master=master, side=side)))
            if groups_for_goal(placed, seat) == before + 1:
                return _with_covered(placed, seat, more - 1)
    return state
