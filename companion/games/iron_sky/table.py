"""What the camera should see. Covered tiles, hidden cards and supplies are left out: they cannot be seen."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.table import Piece, TableSnapshot, Zone
from companion.games.iron_sky.battle import fighter
from companion.games.iron_sky.catalog import ELITES, METER_POSITIONS, TILES, TRACK, Effect, Resource, Side
from companion.games.iron_sky.state import UNKNOWN_CARD, BoardState, Phase, Player, State

Lying = Iterator[tuple[Zone, tuple[Piece, ...]]]


def table(state: State) -> TableSnapshot:
    """The topmost pieces in every zone the state knows."""
    zones = dict(_pool(state))
    for board in state.boards:
        zones.update(_board(state, board))
    for player in state.players:
        zones.update(_sheet(state, player))
    return TableSnapshot.of(zones)


def _pool(state: State) -> Lying:
    neutral = tuple(TILES[Side.UWC, board] for board in state.neutral)
    yield "pool", ("loan",) * state.loans + ("advice",) * state.advice + neutral
    ended = state.phase in (Phase.SECRETS, Phase.OVER)
    yield "tokens", ("token_end",) if ended else state.tokens[-1:]


def _board(state: State, board: BoardState) -> Lying:
    facts = state.profile.boards[board.name]
    for position in range(METER_POSITIONS):
        here = position == board.occupation
        yield f"{board.name}.occupation.{position}", (f"occupation_{board.name}",) if here else ()
        here = position == board.devastation
        yield f"{board.name}.devastation.{position}", (f"devastation_{board.name}",) if here else ()
    for index, (sector, stack) in enumerate(zip(facts.sectors, board.orbit, strict=True)):
        jamming = (f"jamming_{board.name}",) if index == board.jamming else ()
        yield f"{board.name}.o{sector.number}", stack[-1:] + jamming
    for index, (ground, territory) in enumerate(zip(facts.territories, board.territories, strict=True)):
        zone = f"{board.name}.{ground.number}"
        terror = (f"terror_{board.name}",) if index == board.terror else ()
        yield f"{zone}.cc", territory.centre[-1:] + terror
        yield f"{zone}.fl", territory.frontline[-1:]
        yield f"{zone}.card", _ground_card(state, territory.improvement, territory.nuked)


def _ground_card(state: State, improvement: Piece | None, nuked: bool) -> tuple[Piece, ...]:
    if nuked:
        return tuple(card.id for card in state.profile.specials.values() if card.effect is Effect.NUCLEAR)[:1]
    return (improvement,) if improvement is not None else ()


def _sheet(state: State, player: Player) -> Lying:
    """Open piles and markers; what is beside the sheet at the start stays there until it is used (ISK-26)."""
    if player.commander is None:
        yield f"{player.seat}.sheet", ()
        return
    yield f"{player.seat}.sheet", (f"sheet_{player.commander}",)
    yield f"{player.seat}.discard", player.discard[-1:]
    yield f"{player.seat}.markers", tuple(_markers(state, player))
    yield f"{player.seat}.operation", (player.operation,) if player.operation is not None else ()
    yield f"{player.seat}.used", tuple(card for card in player.battle.used[-1:] if card != UNKNOWN_CARD)
    yield f"{player.seat}.battle", tuple(card for card in _laid(state, player) if card != UNKNOWN_CARD)
    resources = (Resource.COMMAND,) if player.side is Side.REICH else (Resource.MONEY, Resource.POLITICS)
    for resource in resources:
        held = min(getattr(player, resource.value), TRACK)
        for value in range(TRACK + 1):
            yield f"{player.seat}.{resource.value}.{value}", (resource.value,) if value == held else ()


def _markers(state: State, player: Player) -> Iterator[Piece]:
    """What lies beside a sheet while it is not in use (ISK-26)."""
    board = state.board(player.board)
    if player.side is Side.REICH and board.terror is None:
        yield f"terror_{board.name}"
    if player.side is Side.UWC and board.jamming is None:
        yield f"jamming_{board.name}"
    if player.initiative:
        yield "initiative"
    if player.elite:
        yield ELITES[player.board]


def _laid(state: State, player: Player) -> Iterator[Piece]:
    """The revealed battle card before a player, if he fights and it lies open."""
    battle = state.battle
    if battle is not None and player.seat in (battle.attacker.player, battle.defender.player):
        card = fighter(battle, player.seat).card
        if card is not None:
            yield card
