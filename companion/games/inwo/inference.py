"""Which actions could account for what was seen: those that leave its traces, and those that people forget to show.

Cards come and go one by one, so most candidates follow from one change: a Group that came to an arrow, a card that
came onto a pile. Of what leaves no trace only the steps of a turn are tried: attacks are told by touch, because nobody
sees who aids whom.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from companion.core.evidence import Evidence
from companion.core.table import UNREADABLE, Change, Piece, Zone, diff
from companion.games.inwo import actions as act
from companion.games.inwo.candidates import candidates
from companion.games.inwo.catalog import Kind
from companion.games.inwo.inference_slips import landings
from companion.games.inwo.rules import apply
from companion.games.inwo.state import Phase, State
from companion.games.inwo.table import arrow_zone, table

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
    act.ShowAgents,
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
