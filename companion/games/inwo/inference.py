"""Which actions could account for what was seen: those that leave its traces, and those that people forget to show.

Cards come and go one by one, so most candidates follow from one change: a Group that came to an arrow, a card that
came onto a pile. Of what leaves no trace only the steps of a turn are tried: attacks are told by touch, because nobody
sees who aids whom.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.evidence import Evidence
from companion.core.table import Piece, Zone, diff
from companion.games.inwo import actions as act
from companion.games.inwo.candidates import candidates
from companion.games.inwo.catalog import Side
from companion.games.inwo.rules import apply
from companion.games.inwo.state import Phase, State
from companion.games.inwo.table import arrow_zone, table

_STEPS = (act.Proceed, act.Knock, act.Begin, act.Done, act.LetStand, act.Conclude, act.LeaveGame, act.CallOff)
"""What may change the table in many ways, or in none."""

_UNSEEN = (
    act.Roll,
    act.DrawPlot,
    act.DrawGroup,
    act.BuyPlot,
    act.RemoveToken,
    act.SetTokens,
    act.SetPlots,
    act.SetGroups,
    act.AdjustStrength,
    act.DeclareAttack,
    act.SpendToken,
    act.GiveHelp,
    act.ShowAgents,
    act.NoMore,
    act.Relieve,
    act.Link,
)
"""What leaves no trace on the table: people tell it, or nobody need know it."""


def candidates_for(state: State, evidence: Evidence) -> Iterator[act.Action]:
    if not state.free_takeovers:
        yield from _late_takeovers(state, evidence)
    before = table(state)
    moved = {change.piece for change in evidence.raw}
    for action in candidates(state):
        if isinstance(action, act.First):
            yield action
        elif isinstance(action, _UNSEEN) or not _may_show(state, action, moved, evidence.hidden):
            continue
        else:
            changes = diff(before, table(apply(state, action)))
            seen = any(map(evidence.shows, changes))
            if seen or (isinstance(action, _STEPS) and not changes):
                yield action


def _late_takeovers(state: State, evidence: Evidence) -> Iterator[act.Action]:
    """A Group that comes to an arrow when takeovers are over: no candidate, but a slip that has a name."""
    if state.phase not in {Phase.MAIN, Phase.KNOCKED} or state.attack is not None:
        return
    for zone, pieces in evidence.came.items():
        seat, _, arrow = zone.partition(".")
        master, _, side = arrow.rpartition(".")
        if seat == state.on_turn and state.player(seat).placed(master) is not None:
            yield from (
                act.TakeOver(seat, piece, master, Side(side))
                for piece in pieces
                if state.card(piece).is_group and state.controller(piece) is None
            )


def _may_show(state: State, action: act.Action, moved: set[Piece], hidden: frozenset[Zone]) -> bool:
    """Whether the card that an action names was seen to move, or went where nobody can tell."""
    if isinstance(action, _STEPS):
        return True
    card = action.card if isinstance(action, _NAMING) else None
    return card is None or card in moved or not hidden.isdisjoint(_places(state, action))


_NAMING = (
    act.Reveal,
    act.Lead,
    act.TakeOver,
    act.Acquire,
    act.Claim,
    act.Expose,
    act.Discard,
    act.ReturnPlot,
    act.GivePlot,
    act.GiveResource,
    act.Move,
    act.HandOver,
    act.PlayCard,
    act.PlaySpare,
    act.ByHand,
    act.Remove,
)


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
        case act.PlayCard():
            return (f"{seat}.discard", "orders", *(f"{each}.links" for each in state.alive))
        case act.Remove():
            return (f"{seat}.{action.where}", f"{state.controller(action.card)}.discard")
        case _:
            return (f"{seat}.discard",)


def chance_for(state: State, evidence: Evidence) -> Iterator[act.Action]:
    """Who begins; the dice of attacks are told, since they decide what nobody sees."""
    if state.phase is Phase.START:
        yield from (act.First(seat) for seat in state.seats)
