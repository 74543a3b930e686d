"""How many decisions a change takes at least: what cannot end in time is not searched.

A card comes to a discard pile by a decision of its own, and so does each marker to a board, and each loan or advice to
a player; tiles lie otherwise in two places at the most after one decision; and no more than two players' resources are
changed by one, unless it is the one that ends a turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from companion.core.game import Seat
from companion.core.table import Change
from companion.games.iron_sky.board_evidence import place_of, track_of
from companion.games.iron_sky.catalog import TILE_SIDE, Place
from companion.games.iron_sky.state import Phase, State


def least_decisions(state: State, changes: Sequence[Change]) -> int:
    """See `Game.least_decisions`."""
    if state.phase is Phase.SHEETS:
        return 0  # One dealt sheet changes what all have.
    discarding, paying, armies = set[Seat](), set[Seat](), set[Place]()
    laid = taken = 0
    for zone, piece, delta in ((change.zone, change.piece, change.delta) for change in changes):
        if (seat := track_of(zone)) is not None:
            paying.add(seat)
        elif zone.endswith(".discard"):
            discarding.add(zone.partition(".")[0])
        elif zone == "pool":
            taken += max(-delta, 0) if piece in ("loan", "advice") else 0
        elif (place := place_of(state, zone)) is not None:
            if piece in TILE_SIDE:
                armies.add(place)
            elif delta > 0:
                laid += 1
    places = len(armies.difference(_changed_besides(state))) - laid if armies else 0
    marches = (max(places, 0) + 1) // 2
    others = laid + taken + marches
    least = len(discarding) + others
    unpaid = len(paying - discarding - _fighting(state)) - others
    if unpaid <= 0:
        return least
    return min(least + (unpaid + 1) // 2, max(least, _until_the_turn_ends(state)))


def _changed_besides(state: State) -> Iterator[Place]:
    """Where armies may change by what comes to light, or after a card: in a battle, and where Terror is taken away."""
    if state.battle is not None:
        yield state.battle.place
    for board in state.boards:
        if board.terror is not None:
            yield f"{board.name}.{state.profile.boards[board.name].territories[board.terror].number}"


def _fighting(state: State) -> AbstractSet[Seat]:
    """Who may win a reward in the battle under way."""
    battle = state.battle
    return frozenset() if battle is None else {battle.attacker.player, battle.defender.player}


def _until_the_turn_ends(state: State) -> int:
    """How many decisions it takes at least until all of a side have their income."""
    team = [player.done for player in state.team(state.side)]
    if state.phase is Phase.COMMAND:
        return team.count(False) + len(team)
    return team.count(False) if state.phase is Phase.END_OF_TURN else 0
