"""What the camera should see. Covered tiles, hidden cards and supplies are left out: they cannot be seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from companion.core.game import Seat
from companion.core.table import Piece, TableSnapshot, Zone
from companion.core.zones import PUT_AWAY
from companion.games.iron_sky.battle import fighter
from companion.games.iron_sky.catalog import (
    ELITES,
    METER_POSITIONS,
    TILE_SIDE,
    TILES,
    TRACK,
    TRACKS,
    CardId,
    Effect,
    Profile,
    Resource,
    Side,
)
from companion.games.iron_sky.layout import Seated, mat, seated
from companion.games.iron_sky.map_graph import MapGraph
from companion.games.iron_sky.settings import BOARDS
from companion.games.iron_sky.state import (
    SEATS,
    UNKNOWN_CARD,
    BoardState,
    Phase,
    Player,
    Stack,
    State,
    Territory,
    UwcPlayer,
)

Lying = Iterator[tuple[Zone, tuple[Piece, ...]]]


def table(state: State) -> TableSnapshot:
    """The topmost pieces in every zone the state knows: all of the mat but for the sheets that are not dealt yet."""
    undealt = tuple(player.seat for player in state.players if player.commander is None)
    zones = dict(_empty(state.map, seated(state), undealt))
    zones.update(_sorted(_pool(state)))
    for board in state.boards:
        zones.update(_board_zones(state.profile, board))
    for player in state.players:
        if player.commander is not None:
            zones.update(_sheet_zones(player, _is_beside(state, player), _laid(state, player)))
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


@lru_cache(maxsize=64)
def _empty(map_graph: MapGraph, seats: Seated, undealt: tuple[Seat, ...]) -> dict[Zone, tuple[Piece, ...]]:
    """All zones but for what belongs to sheets that are still to be dealt, and the corner, of which no rule speaks."""
    sheets = tuple(f"{seat}." for seat in undealt)
    zones = (zone for zone in mat(map_graph, seats).areas if zone != PUT_AWAY)
    return {zone: () for zone in zones if not zone.startswith(sheets) or zone.endswith(".sheet")}


def _sorted(lying: Lying) -> dict[Zone, tuple[Piece, ...]]:
    """Only the zones in which something lies."""
    return {zone: tuple(sorted(pieces)) if len(pieces) > 1 else pieces for zone, pieces in lying if pieces}


@lru_cache(maxsize=4096)
def _board_zones(profile: Profile, board: BoardState) -> dict[Zone, tuple[Piece, ...]]:
    return _sorted(_board(profile, board))


@lru_cache(maxsize=4096)
def _sheet_zones(player: Player, is_beside: bool, laid: CardId | None) -> dict[Zone, tuple[Piece, ...]]:
    return _sorted(_sheet(player, is_beside, laid))


def _pool(state: State) -> Lying:
    neutral = tuple(TILES[Side.UWC, board] for board in state.neutral)
    yield "pool", ("loan",) * state.loans + ("advice",) * state.advice + neutral
    yield "tokens", ("token_end",) if _has_ended(state) else state.tokens[-1:]


def _has_ended(state: State) -> bool:
    """Whether the End token lies on the others."""
    return state.phase in (Phase.SECRETS, Phase.OVER)


def _board(profile: Profile, board: BoardState) -> Lying:
    facts = profile.boards[board.name]
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
        yield f"{zone}.card", _ground_card(profile, territory)


def _top(stack: Stack) -> tuple[Piece, ...]:
    return (stack.leader,) if stack.leader is not None else ()


def _ground_card(profile: Profile, territory: Territory) -> tuple[Piece, ...]:
    if territory.nuked:
        return tuple(card.id for card in profile.specials.values() if card.effect is Effect.NUCLEAR)[:1]
    return (territory.improvement,) if territory.improvement is not None else ()


def _sheet(player: Player, is_beside: bool, laid: CardId | None) -> Lying:
    """Open piles and markers; what is beside the sheet at the start stays there until it is used (ISK-26)."""
    yield f"{player.seat}.sheet", (f"sheet_{player.commander}",)
    yield f"{player.seat}.discard", player.discard[-1:]
    yield f"{player.seat}.markers", tuple(_markers(player, is_beside))
    yield f"{player.seat}.operation", (player.operation,) if player.operation is not None else ()
    yield f"{player.seat}.used", tuple(card for card in player.battle.used[-1:] if card != UNKNOWN_CARD)
    yield f"{player.seat}.battle", (laid,) if laid is not None else ()
    for resource in TRACKS[player.side]:
        yield f"{player.seat}.{resource.value}.{min(player.held(resource), TRACK)}", (resource.value,)


def _is_beside(state: State, player: Player) -> bool:
    """Whether the Terror or Jamming marker of the player's board lies beside his sheet."""
    board = state.board(player.board)
    return (board.terror if player.side is Side.REICH else board.jamming) is None


def _markers(player: Player, is_beside: bool) -> Iterator[Piece]:
    """What lies beside a sheet while it is not in use (ISK-26)."""
    if is_beside:
        yield f"{'terror' if player.side is Side.REICH else 'jamming'}_{player.board}"
    if player.initiative:
        yield "initiative"
    if isinstance(player, UwcPlayer) and player.elite:
        yield ELITES[player.board]


def _laid(state: State, player: Player) -> CardId | None:
    """The battle card that lies open before a player, if he fights and it is known."""
    battle = state.battle
    if battle is None or player.seat not in (battle.attacker.player, battle.defender.player):
        return None
    card = fighter(battle, player.seat).card
    return None if card == UNKNOWN_CARD else card


def may_show(state: State, seen: TableSnapshot) -> bool:
    """Whether each marker that is never put away lies in one of its places, and each dealt sheet lies."""
    return all(seen.has_one(piece, zones) for zones, piece in _tracks(state))


def _tracks(state: State) -> Iterator[tuple[Sequence[Zone], Piece]]:
    for board in state.boards:
        yield from ((fields, f"{meter}_{board.name}") for meter, fields in _METERS[board.name].items())
    for player in state.players:
        if player.commander is not None:
            yield (f"{player.seat}.sheet",), f"sheet_{player.commander}"
            yield _marker_places(player.seat, player.side, player.board, state.profile)
            for resource in TRACKS[player.side]:
                yield _FIELDS[player.seat, resource], resource.value


@lru_cache
def _marker_places(seat: Seat, side: Side, board: str, profile: Profile) -> tuple[Sequence[Zone], Piece]:
    """Where the Reich's Terror marker or the UWC's Jamming marker may lie."""
    facts = profile.boards[board]
    if side is Side.REICH:
        return (f"{seat}.markers", *(f"{board}.{ground.number}.cc" for ground in facts.territories)), f"terror_{board}"
    return (f"{seat}.markers", *(f"{board}.o{sector.number}" for sector in facts.sectors)), f"jamming_{board}"


_METERS = {
    board: {
        meter: tuple(f"{board}.{meter}.{position}" for position in range(METER_POSITIONS))
        for meter in ("occupation", "devastation")
    }
    for board in BOARDS
}
_FIELDS = {
    (seat, resource): tuple(f"{seat}.{resource.value}.{value}" for value in range(TRACK + 1))
    for seat in SEATS
    for resource in Resource
}


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
