"""What a card that came to light means by where it lies, whoever's turn it is: so that a broken rule has a name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from companion.core.action import Seat
from companion.core.evidence import Evidence
from companion.core.table import Piece
from companion.games.inwo import actions as act
from companion.games.inwo.aims import targets, to_aim_at
from companion.games.inwo.card_effects import by_hand
from companion.games.inwo.catalog import Kind, Side
from companion.games.inwo.effects import Mode
from companion.games.inwo.rules_by_hand import PILES
from companion.games.inwo.state import Phase, State

SETTING_UP = frozenset({Phase.ILLUMINATI, Phase.LEADS, Phase.START})
SHARED = frozenset({"orders", "played"})
SIDES = frozenset(side.value for side in Side)


def landings(state: State, evidence: Evidence) -> Iterator[act.Action]:
    """Whatever lays each card where it came to lie, at the right moment or not."""
    for zone, pieces in evidence.came.items():
        seat, _, spot = zone.partition(".")
        for card in pieces:
            if zone in SHARED:
                yield from _played(state, card)
            elif seat in state.seats:
                yield from (
                    _moved(state, seat, spot, card) if state.in_play(card) else _landing(state, seat, spot, card)
                )


def _played(state: State, card: Piece) -> Iterator[act.Action]:
    """A Plot that anybody played, on turn or not, or a Group out of the hand that is attacked."""
    if state.phase in SETTING_UP:
        return
    is_group = state.card(card).is_group
    for seat in (state.on_turn, *(seat for seat in state.alive if seat != state.on_turn)):
        structure = state.player(seat).structure
        if is_group and structure:
            yield act.DeclareAttack(seat, structure[0].card, Mode.CONTROL, card)
        elif state.card(card).kind is Kind.PLOT:
            yield from _plays(state, seat, card)


def _plays(state: State, seat: Seat, card: Piece) -> Iterator[act.Action]:
    """Each way to play that Plot, unpaid, on the first that it may be aimed at, or else on anything that lies there.

    What the companion can play itself somebody carries out by hand only if a finger says so.
    """
    ways = state.effects(card).play
    if card in by_hand() or not ways:
        yield (act.ByHand if card in by_hand() else act.PlayCard)(seat, card)
    else:
        for number, play in enumerate(ways, start=1):
            target = next(chain(targets(state, seat, play), to_aim_at(state, seat, play)), None)
            yield act.PlayCard(seat, card, target, number=number)


def _landing(state: State, seat: Seat, spot: str, card: Piece) -> Iterator[act.Action]:
    printed, structure = state.card(card), state.player(seat).structure
    master, _, side = spot.rpartition(".")
    if side in SIDES and printed.is_group and state.player(seat).placed(master) is not None:
        is_lead = state.phase is Phase.LEADS and master == structure[0].card
        yield act.Lead(seat, card, Side(side)) if is_lead else act.TakeOver(seat, card, master, Side(side))
    elif spot == "illuminati" and printed.kind is Kind.ILLUMINATI:
        yield act.Reveal(seat, card)
    elif state.phase in SETTING_UP:
        return
    elif spot == "exposed" and printed.kind is Kind.PLOT:
        owner = next((each for each, player in state.each() if card in player.exposed), seat)
        yield act.Expose(seat, card) if owner == seat else act.GivePlot(owner, seat, card)
    elif spot == "discard":
        yield act.Discard(seat, card)
    elif spot == "resources" and _may_be_acquired(state, seat, card):
        yield act.Acquire(seat, card)
    elif spot == "links" and structure and printed.kind is Kind.PLOT:
        yield act.PlayCard(state.on_turn, card, structure[0].card)


def _may_be_acquired(state: State, seat: Seat, card: Piece) -> bool:
    """In the main phase an Illuminati pays for it."""
    printed = state.card(card)
    is_resource = printed.in_group_deck and not printed.is_group
    return is_resource and bool(state.player(seat).structure or state.phase is not Phase.MAIN)


def _moved(state: State, seat: Seat, spot: str, card: Piece) -> Iterator[act.Action]:
    """A card in play: given away, or put onto a pile by who carries a card out, else by who is on turn, or has it."""
    holder = state.holder(card)
    if spot in PILES:
        # What is discarded goes to its owner's pile, whoever does it; what is destroyed goes to one's own.
        others = (seat,) if spot == "destroyed" or state.by_hand is None else ()
        first = state.on_turn if state.by_hand is None else state.by_hand.player
        actors = (first, *others)
        yield from (act.Remove(actor, card, spot) for actor in dict.fromkeys(actors))
    elif spot == "resources" and holder is not None and holder != seat:
        yield act.GiveResource(holder, seat, card)
    master, _, side = spot.rpartition(".")
    owner = state.controller(card) if side in SIDES and state.card(card).is_group else None
    below = () if owner is None else state.player(owner).subtree(card)
    if (
        owner is not None
        and state.player(seat).placed(master) is not None
        and all(each.card != master for each in below)
    ):
        where = master, Side(side)
        yield act.Move(seat, card, *where) if owner == seat else act.HandOver(owner, card, seat, *where)
