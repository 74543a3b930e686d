"""What the camera should see. Covered tiles, hidden cards and supplies are left out: they cannot be seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.core.table import Piece, TableSnapshot, Zone
from companion.games.iron_sky.battle import fighter
from companion.games.iron_sky.catalog import ELITES, TILE_SIDE, TILES, TRACK, TRACKS, Effect, Side
from companion.games.iron_sky.layout import layout
from companion.games.iron_sky.settings import BOARDS
from companion.games.iron_sky.stack import Stack
from companion.games.iron_sky.state import UNKNOWN_CARD, BoardState, Phase, Player, State, Territory, UwcPlayer

Lying = Iterator[tuple[Zone, tuple[Piece, ...]]]


def table(state: State) -> TableSnapshot:
    """The topmost pieces in every zone the state knows: all of the mat but for the sheets that are not dealt yet."""
    zones: dict[Zone, tuple[Piece, ...]] = dict.fromkeys(layout(state).areas, ())
    for zone in _undealt(state, zones):
        del zones[zone]
    zones.update((zone, tuple(sorted(pieces))) for zone, pieces in _lying(state) if pieces)
    return TableSnapshot(zones)


def pile_heights(state: State) -> dict[Zone, int]:
    """How many pieces lie in each orbit sector, on each slot for armies, and on each open pile."""
    heights = {"tokens": len(state.tokens) + _has_ended(state)}
    for player in state.players:
        heights[f"{player.seat}.discard"] = len(player.discard)
        heights[f"{player.seat}.used"] = len(player.battle.used)
    for board in state.boards:
        facts = state.profile.boards[board.name]
        for index, (sector, stack) in enumerate(zip(facts.sectors, board.orbit, strict=True)):
            heights[f"{board.name}.o{sector.number}"] = len(stack) + (index == board.jamming)
        for index, (ground, territory) in enumerate(zip(facts.territories, board.territories, strict=True)):
            zone = f"{board.name}.{ground.number}"
            heights[f"{zone}.cc"] = len(territory.centre) + (index == board.terror)
            heights[f"{zone}.fl"] = len(territory.frontline)
    return heights


def _undealt(state: State, zones: Iterable[Zone]) -> list[Zone]:
    """What belongs to sheets that are still to be dealt."""
    sheets = tuple(f"{player.seat}." for player in state.players if player.commander is None)
    return [zone for zone in zones if zone.startswith(sheets) and not zone.endswith(".sheet")] if sheets else []


def _lying(state: State) -> Lying:
    yield from _pool(state)
    for board in state.boards:
        yield from _board(state, board)
    for player in state.players:
        if player.commander is not None:
            yield f"{player.seat}.sheet", (f"sheet_{player.commander}",)
            yield from _sheet(state, player)


def _pool(state: State) -> Lying:
    neutral = tuple(TILES[Side.UWC, board] for board in state.neutral)
    yield "pool", ("loan",) * state.loans + ("advice",) * state.advice + neutral
    yield "tokens", ("token_end",) if _has_ended(state) else state.tokens[-1:]


def _has_ended(state: State) -> bool:
    """Whether the End token lies on the others."""
    return state.phase in (Phase.SECRETS, Phase.OVER)


def _board(state: State, board: BoardState) -> Lying:
    facts = state.profile.boards[board.name]
    yield f"{board.name}.occupation.{board.occupation}", (f"occupation_{board.name}",)
    yield f"{board.name}.devastation.{board.devastation}", (f"devastation_{board.name}",)
    for index, (sector, stack) in enumerate(zip(facts.sectors, board.orbit, strict=True)):
        jamming = (f"jamming_{board.name}",) if index == board.jamming else ()
        yield f"{board.name}.o{sector.number}", _top(stack) + jamming
    for index, (ground, territory) in enumerate(zip(facts.territories, board.territories, strict=True)):
        zone = f"{board.name}.{ground.number}"
        terror = (f"terror_{board.name}",) if index == board.terror else ()
        yield f"{zone}.cc", _top(territory.centre) + terror
        yield f"{zone}.fl", _top(territory.frontline)
        yield f"{zone}.card", _ground_card(state, territory)


def _top(stack: Stack) -> tuple[Piece, ...]:
    return (stack.leader,) if stack.leader is not None else ()


def _ground_card(state: State, territory: Territory) -> tuple[Piece, ...]:
    if territory.nuked:
        return tuple(card.id for card in state.profile.specials.values() if card.effect is Effect.NUCLEAR)[:1]
    return (territory.improvement,) if territory.improvement is not None else ()


def _sheet(state: State, player: Player) -> Lying:
    """Open piles and markers; what is beside the sheet at the start stays there until it is used (ISK-26)."""
    yield f"{player.seat}.discard", player.discard[-1:]
    yield f"{player.seat}.markers", tuple(_markers(state, player))
    yield f"{player.seat}.operation", (player.operation,) if player.operation is not None else ()
    yield f"{player.seat}.used", tuple(card for card in player.battle.used[-1:] if card != UNKNOWN_CARD)
    yield f"{player.seat}.battle", tuple(card for card in _laid(state, player) if card != UNKNOWN_CARD)
    for resource in TRACKS[player.side]:
        yield f"{player.seat}.{resource.value}.{min(player.held(resource), TRACK)}", (resource.value,)


def _markers(state: State, player: Player) -> Iterator[Piece]:
    """What lies beside a sheet while it is not in use (ISK-26)."""
    board = state.board(player.board)
    if player.side is Side.REICH and board.terror is None:
        yield f"terror_{board.name}"
    if player.side is Side.UWC and board.jamming is None:
        yield f"jamming_{board.name}"
    if player.initiative:
        yield "initiative"
    if isinstance(player, UwcPlayer) and player.elite:
        yield ELITES[player.board]


def _laid(state: State, player: Player) -> Iterator[Piece]:
    """The revealed battle card before a player, if he fights and it lies open."""
    battle = state.battle
    if battle is not None and player.seat in (battle.attacker.player, battle.defender.player):
        card = fighter(battle, player.seat).card
        if card is not None:
            yield card


def may_lie(state: State, zone: Zone, piece: Piece) -> bool:
    """Whether any action, legal or not, could ever bring the piece into the zone."""
    owner, _, spot = zone.partition(".")
    return _may_lie_on_board(state, owner, spot, piece) if owner in BOARDS else _may_lie_beside(state, zone, piece)


def _may_lie_on_board(state: State, board: str, spot: str, piece: Piece) -> bool:
    kind, _, slot = spot.partition(".")
    if kind in ("occupation", "devastation"):
        return piece == f"{kind}_{board}"
    if slot == "card":
        return piece in state.profile.specials
    return piece in TILE_SIDE or piece in (f"terror_{board}", f"jamming_{board}")


def _may_lie_beside(state: State, zone: Zone, piece: Piece) -> bool:
    """In the pool, on the pile of time tokens, or on a player's sheet."""
    profile = state.profile
    seat, _, spot = zone.partition(".")
    match spot.partition(".")[0] or seat:
        case "pool":
            return piece in ("loan", "advice") or piece in TILE_SIDE
        case "tokens":
            return piece == "token_end" or piece in profile.tokens
        case "sheet":
            return piece.removeprefix("sheet_") in profile.commanders
        case "discard":
            return piece in profile.cards or piece in profile.specials
        case "battle" | "used":
            return piece in profile.battle_cards
        case "operation":
            return piece in profile.operations
        case "markers":
            board = state.player(seat).board
            return piece in ("initiative", f"terror_{board}", f"jamming_{board}", ELITES[board])
        case track:
            return piece == track
