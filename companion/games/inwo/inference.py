"""Which actions could account for what was seen: those that leave its traces, and those that people forget to show.

Cards come and go one by one, so most candidates follow from one change: a Group that came to an arrow, a card that
came onto a pile. Of what leaves no trace only the steps of a turn are tried: attacks are told by touch, because nobody
sees who aids whom.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from companion.core.action import Seat
from companion.core.evidence import Evidence
from companion.core.table import UNREADABLE, Change, Piece, Zone, diff
from companion.games.inwo import actions as act
from companion.games.inwo.aims import targets, to_aim_at
from companion.games.inwo.candidates import candidates
from companion.games.inwo.card_effects import by_hand
from companion.games.inwo.catalog import Kind, Side
from companion.games.inwo.effects import Mode
from companion.games.inwo.rules import apply
from companion.games.inwo.rules_by_hand import PILES
from companion.games.inwo.state import Phase, State
from companion.games.inwo.table import arrow_zone, table

# --- what a card that came to light means by where it lies, whoever's turn it is: so that a broken rule has a name ---


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


# --- what hands may have done ---


_TURNING = (act.Proceed, act.Knock, act.Begin)
"""What hardly ever changes anything that lies there."""

_STEPS = (act.Done, act.LetStand, act.Conclude, act.LeaveGame, act.CallOff)
"""What may change the table in many ways, or in none."""

_UNSEEN = (
    act.Roll,
    act.RollInAll,
    act.DrawPlot,
    act.DrawGroup,
    act.BuyPlot,
    act.GiveGroup,
    act.RemoveToken,
    act.SetTokens,
    act.SetPlots,
    act.SetGroups,
    act.AdjustStrength,
    act.SpendToken,
    act.GiveHelp,
    act.NoMore,
    act.Relieve,
    act.Link,
)
"""What leaves no trace on the table: people tell it, or nobody need know it."""


def candidates_for(state: State, evidence: Evidence) -> Iterator[act.Action]:
    moved = frozenset(change.piece for change in evidence.raw)
    shown = evidence.came.get("played", ())
    # An arrow out of sight is mostly that of a card which has just been laid: the mat did not know it when it was read.
    for action, places in _leaving_traces(state, moved if all(map(_is_arrow, evidence.hidden)) else None):
        if isinstance(action, act.First):
            yield action
        elif isinstance(action, act.DeclareAttack):
            # Who attacks leaves no trace, but a Group of the hand that is laid into the middle is attacked by somebody.
            if action.target in shown:
                yield action
        elif plots_with(action):
            if set(plots_with(action)) <= set(shown):
                yield action
        elif isinstance(action, _TURNING):
            yield action
        elif _may_show(action, places, moved, evidence):
            changes = _changes(state, action)
            seen = any(map(evidence.shows, changes))
            if seen or (isinstance(action, _STEPS) and not changes):
                yield action
    yield from landings(state, evidence)


def _is_arrow(zone: Zone) -> bool:
    return zone.count(".") == 2


@lru_cache(maxsize=256)
def _leaving_traces(state: State, moved: frozenset[Piece] | None) -> tuple[tuple[act.Action, tuple[Zone, ...]], ...]:
    """The candidates that may show, with the places of the cards they name; if all is in sight, of cards that moved."""
    found = (action for action in candidates(state, moved) if not isinstance(action, _UNSEEN) or plots_with(action))
    return tuple(
        (action, _places(state, action) if isinstance(action, _NAMING) else ())
        for action in found
        if moved is None or not isinstance(action, _NAMING) or action.card in moved
    )


def plots_with(action: act.Action) -> tuple[Piece, ...]:
    """Plots that lie in the middle with the token of an action (INWO-62)."""
    return action.plots if isinstance(action, act.SpendToken | act.GiveHelp) else ()


@lru_cache(maxsize=4096)
def _changes(state: State, action: act.Action) -> tuple[Change, ...]:
    return diff(table(state), table(apply(state, action)))


def _may_show(action: act.Action, places: tuple[Zone, ...], moved: Collection[Piece], evidence: Evidence) -> bool:
    """Whether the card that an action names was seen to move there, or may have gone where nobody can tell."""
    if not isinstance(action, _NAMING):
        return True
    if action.card is None:
        return False  # a hidden card, or none
    hidden = not evidence.hidden.isdisjoint(places)
    if isinstance(action, _LAYING_OPEN):
        # Who has only taken a card up may lay it anywhere, and any card of a hand may lie where nobody can look.
        came = any(action.card in evidence.came.get(place, ()) for place in places)
        return came or (hidden and action.card in moved)
    from_hand = not any(action.card in gone for gone in evidence.gone.values())
    if isinstance(action, act.Discard) and not hidden and from_hand:
        return action.card in moved and not evidence.touched.isdisjoint(places)  # only the pile shows it
    return hidden or action.card in moved


def may_change(state: State, action: act.Action, zone: Zone, piece: Piece) -> bool:
    """Most of what hands could do leaves no trace, or moves one card, perhaps onto a pile."""
    if isinstance(action, _UNSEEN):
        return piece in plots_with(action) or (piece == UNREADABLE and bool(plots_with(action)))
    if isinstance(action, _FROM_HAND) and not state.owed:  # and nothing follows from it
        if piece == UNREADABLE:
            return zone in (*_places(state, action), f"{action.player}.exposed", f"{action.player}.resources")
        return action.card == piece or (zone.endswith(".discard") and zone in _places(state, action))
    return not isinstance(action, _OF_ONE_CARD) or piece in (action.card, UNREADABLE) or zone.endswith(".discard")


_OF_ONE_CARD = (act.Claim, act.Expose, act.Discard, act.ReturnPlot, act.GivePlot, act.GiveResource, act.Acquire)
_FROM_HAND = (act.Expose, act.Discard, act.GivePlot, act.GiveResource)
_LAYING_OPEN = (
    act.Reveal,
    act.Lead,
    act.TakeOver,
    act.Acquire,
    act.Claim,
    act.Expose,
    act.GivePlot,
    act.GiveResource,
    act.Move,
    act.HandOver,
    act.PlaySpare,
)
"""What lays a card where it stays to be seen."""
_NAMING = (*_LAYING_OPEN, act.Discard, act.ReturnPlot, act.PlayCard, act.ByHand, act.Remove)


def _places(state: State, action: act.Action) -> tuple[Zone, ...]:  # noqa: C901  one case for each kind of action
    """Where the card of an action goes."""
    seat = action.player
    match action:
        case act.Reveal():
            return (f"{seat}.illuminati",)
        case act.Lead():
            root = state.player(action.player).structure
            return (arrow_zone(action.player, root[0].card, action.side),) if root else ()
        case act.TakeOver() | act.Move():
            return (arrow_zone(action.player, action.master, action.side),)
        case act.HandOver():
            return (arrow_zone(action.to, action.master, action.side),)
        case act.Acquire() | act.PlaySpare():
            return (f"{seat}.resources",)
        case act.Claim() | act.Expose():
            return (f"{seat}.exposed",)
        case act.GivePlot():
            return (f"{action.to}.exposed",)
        case act.GiveResource():
            return (f"{action.to}.resources",)
        case act.ByHand():
            return ("played",)
        case act.PlayCard():
            return ("played", f"{seat}.discard", "orders", *(f"{each}.links" for each in state.alive))
        case act.Remove():
            return (f"{seat}.{action.where}", f"{state.controller(action.card)}.discard")
        case _:
            return (f"{seat}.discard",)


def least_decisions(state: State, changes: Sequence[Change]) -> int:
    """One decision brings one card to a place of its own, a Group with all that is with it; it may change piles too.

    A Group or a Resource that lay nowhere is thrown away by a decision that does nothing else.
    """
    came = [change for change in changes if change.delta > 0]
    along = (*_BESIDES, ".resources") if any(_is_arrow(change.zone) for change in came) else _BESIDES
    own = [change for change in came if not change.zone.endswith(along)]
    moved = {change.piece for change in own}
    laid = sum(change.zone.partition(".")[2].rpartition(".")[0] not in moved for change in own)
    thrown = (change.piece for change in came if change.zone.endswith(".discard") and change.piece != UNREADABLE)
    return laid + sum(state.card(piece).kind is not Kind.PLOT and not _lies(state, piece) for piece in thrown)


def _lies(state: State, piece: Piece) -> bool:
    """Whether the card lies on the table, be it in a pile."""
    piled = any(piece in player.discard for player in state.players)
    return piled or any(piece in pieces for pieces in table(state).zones.values())


_BESIDES = (".discard", ".destroyed", ".links", "played")


def chance_for(state: State, evidence: Evidence) -> Iterator[act.Action]:
    """Who begins; the dice of attacks are told, since they decide what nobody sees."""
    if state.phase is Phase.START:
        yield from (act.First(seat) for seat in state.seats)
