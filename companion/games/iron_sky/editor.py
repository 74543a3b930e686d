"""Positions of Iron Sky put right by hand: what lies on boards, sheets and piles.

Meters that follow from the boards are set by what lies there; hidden cards are counts, so a card that is fetched from a
hand or a deck is one that may be there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.core.editor import EditRefused, Figure, Store, TakeAndPut
from companion.core.fast_dataclasses import replace
from companion.core.table import Piece, Zone
from companion.core.text import say
from companion.games.iron_sky import editor_unlabelled
from companion.games.iron_sky.board import derived_occupation
from companion.games.iron_sky.catalog import (
    ELITE_TILES,
    ELITES,
    REICH_TILES,
    TILE_BOARD,
    TILE_SIDE,
    TILES,
    TRACKS,
    CardId,
    Effect,
    Resource,
    Side,
)
from companion.games.iron_sky.initial_state import NEUTRAL_TILES
from companion.games.iron_sky.invariants_board import tiles_by_team
from companion.games.iron_sky.invariants_cards import owns_card
from companion.games.iron_sky.names import piece_name, zone_name
from companion.games.iron_sky.settings import BOARDS
from companion.games.iron_sky.state import BoardState, Phase, Player, ReichPlayer, Stack, State, Territory, UwcPlayer

# --- the boards ---


def not_there(state: State, piece: Piece) -> EditRefused:
    return EditRefused(say("{piece} does not belong there.", piece=piece_name(state.profile, piece)))


def without_last(cards: tuple[Piece, ...], card: Piece) -> tuple[Piece, ...]:
    index = len(cards) - 1 - cards[::-1].index(card)
    return (*cards[:index], *cards[index + 1 :])


def board_without(state: State, board: BoardState, spot: str, slot: Sequence[str], piece: Piece) -> BoardState:
    """The Terror and Jamming markers lie beside their player's sheet meanwhile."""
    if piece == f"terror_{board.name}":
        return replace(board, terror=None)
    if piece == f"jamming_{board.name}":
        return replace(board, jamming=None)
    if spot in ("occupation", "devastation"):
        return board
    if spot.startswith("o"):
        index = _sector(state, board, spot)
        return _with_orbit(board, index, _less(board.orbit[index], piece))
    index = _territory(state, board, spot)
    territory = board.territories[index]
    match slot:
        case ["card"]:
            return _with_territory(board, index, replace(territory, improvement=None, nuked=False))
        case ["cc"]:
            return _with_territory(board, index, replace(territory, centre=_less(territory.centre, piece)))
        case _:
            return _with_territory(board, index, replace(territory, frontline=_less(territory.frontline, piece)))


def board_with(state: State, board: BoardState, spot: str, slot: Sequence[str], piece: Piece) -> BoardState:
    if spot == "occupation":
        raise EditRefused(say("The Occupation marker follows what lies on the board. Move that instead."))
    if spot == "devastation" and piece == f"devastation_{board.name}":
        return replace(board, devastation=int(slot[0]))
    if spot.startswith("o"):
        index = _sector(state, board, spot)
        if piece == f"jamming_{board.name}":
            return replace(board, jamming=index)
        return _with_orbit(board, index, _plus(state, board.orbit[index], piece))
    if spot == "devastation":
        raise not_there(state, piece)
    index = _territory(state, board, spot)
    territory = board.territories[index]
    match slot:
        case ["card"]:
            return _with_territory(board, index, _with_card(state, territory, piece))
        case ["cc"] if piece == f"terror_{board.name}":
            return replace(board, terror=index)
        case ["cc"]:
            return _with_territory(board, index, replace(territory, centre=_plus(state, territory.centre, piece)))
        case _:
            army = _plus(state, territory.frontline, piece)
            return _with_territory(board, index, replace(territory, frontline=army))


def _with_card(state: State, territory: Territory, piece: Piece) -> Territory:
    card = state.profile.specials.get(piece)
    if card is None or not card.effect.goes_to_a_place or territory.improvement is not None or territory.nuked:
        raise not_there(state, piece)
    if card.effect is Effect.NUCLEAR:
        return replace(territory, nuked=True)
    return replace(territory, improvement=piece)


def _sector(state: State, board: BoardState, spot: str) -> int:
    numbers = [sector.number for sector in state.profile.boards[board.name].sectors]
    return numbers.index(int(spot.removeprefix("o")))


def _territory(state: State, board: BoardState, spot: str) -> int:
    return [ground.number for ground in state.profile.boards[board.name].territories].index(int(spot))


def _with_orbit(board: BoardState, index: int, stack: Stack) -> BoardState:
    return replace(board, orbit=(*board.orbit[:index], stack, *board.orbit[index + 1 :]))


def _with_territory(board: BoardState, index: int, territory: Territory) -> BoardState:
    return replace(board, territories=(*board.territories[:index], territory, *board.territories[index + 1 :]))


def _less(stack: Stack, tile: Piece) -> Stack:
    if stack.elite == tile:
        return Stack(stack.normal)
    return Stack(without_last(stack.normal, tile), stack.elite)


def _plus(state: State, stack: Stack, tile: Piece) -> Stack:
    """The tile on top of its side's, under an Elite (ISK-5, ISK-10, ISK-166)."""
    if tile not in TILE_SIDE or stack.side not in (None, TILE_SIDE[tile]):
        raise not_there(state, tile)
    if tile in ELITE_TILES:
        if stack.elite is not None:
            raise EditRefused(say("An army has one Elite tile at most."))
        return Stack(stack.normal, tile)
    return Stack((*stack.normal, tile), stack.elite)


BOX, TOKENS, PLAYED = "box", "hidden_tokens", "played"
_LOOSE = ("loan", "advice", "initiative")


class TableEditor(TakeAndPut[State]):
    """The army of a Neutral continent, of which one tile is seen, comes from the pool together."""

    def stores(self, state: State) -> Mapping[Zone, Store]:
        profile = state.profile
        turned = Counter(state.tokens)
        hidden = tuple(id for id, token in profile.tokens.items() if turned[id] < token.copies)
        stores = {
            BOX: Store(say("the box"), tuple(_in_the_box(state))),
            TOKENS: Store(say("the time tokens that are not turned yet"), hidden),
        }
        if state.plays("special_commands"):
            played = tuple(card for card in state.spent_specials if card not in _laid(state))
            stores[PLAYED] = Store(say("the special commands that are out of the game"), played)
        for player in state.players:
            stores |= _of_player(state, player)
        return stores | {zone: Store(zone_name(profile, zone), _kinds(tiles)) for zone, tiles in _piles(state)}

    def move(self, state: State, piece: Piece, source: Zone, target: Zone) -> State:
        if piece in {resource.value for resource in Resource} and source.partition(".")[0] != target.partition(".")[0]:
            raise not_there(state, piece)
        count = NEUTRAL_TILES if piece in TILE_BOARD and "pool" in (source, target) else 1
        if count > 1 and source != "pool" and dict(_piles(state)).get(source, ()).count(piece) < count:
            raise not_there(state, piece)
        for _ in range(count - 1):
            state = self.take(state, source, piece) if target == "pool" else self.put(state, target, piece)
        return super().move(state, piece, source, target)

    def take(self, state: State, zone: Zone, piece: Piece) -> State:
        first, *rest = zone.split(".")
        match first, rest:
            case "pool", []:
                return _with_pool(state, piece, -1)
            case "tokens", []:
                return replace(state, tokens=without_last(state.tokens, piece))
            case board, [spot, *slot] if board in BOARDS:
                return state.with_board(board_without(state, state.board(board), spot, slot, piece))
            case seat, [spot, *_]:
                return _from_player(state, state.player(seat), spot, piece)
            case _:
                return state

    def put(self, state: State, zone: Zone, piece: Piece) -> State:
        first, *rest = zone.split(".")
        match first, rest:
            case "box", [] if piece in _LOOSE or piece.startswith("sheet_"):
                return state
            case "hidden_tokens", [] if piece in state.profile.tokens:
                return state
            case "played", [] if piece in state.profile.specials:
                return state
            case "pool", []:
                return _with_pool(state, piece, +1)
            case "tokens", [] if piece in state.profile.tokens:
                return replace(state, tokens=(*state.tokens, piece))
            case board, [spot, *slot] if board in BOARDS:
                return state.with_board(board_with(state, state.board(board), spot, slot, piece))
            case seat, [spot, *value]:
                return _to_player(state, state.player(seat), spot, value, piece)
            case _:
                raise not_there(state, piece)

    def figures(self, state: State) -> Sequence[Figure]:
        return tuple(editor_unlabelled.figures(state))

    def with_figure(self, state: State, name: str, value: str) -> State:
        return editor_unlabelled.with_figure(state, name, value)

    def settled(self, before: State, state: State) -> State:  # noqa: ARG002
        """Rounds follow the time tokens, the Blitz meter what lies on its board (ISK-37, ISK-42, ISK-142)."""
        boards = tuple(
            replace(
                board,
                occupation=derived_occupation(board),
                devastation=max(board.devastation, derived_occupation(board)),
            )
            for board in state.boards
        )
        begun = all(player.commander is not None for player in state.players)
        phase = Phase.COMMAND if state.phase is Phase.SHEETS and begun else state.phase
        return replace(state, boards=boards, round=1 + len(state.tokens), phase=phase)


# --- what there is ---


def _in_the_box(state: State) -> Iterator[Piece]:
    yield from ("loan", "advice")
    if state.plays("initiative"):
        yield "initiative"
    drawn = {player.commander for player in state.players}
    yield from (f"sheet_{name}" for name in state.profile.commanders if name not in drawn)


def _of_player(state: State, player: Player) -> Mapping[Zone, Store]:
    """His supply, his cards that lie face down, and what he has taken from the enemy."""
    seat, found = player.seat, tiles_by_team(state)
    supply = (TILES[player.side, player.board],) if player.supply > 0 else ()
    stores = {f"{seat}.supply": Store(say("the supply of {seat}", seat=seat), supply)}
    if player.commander is not None:
        cards = tuple(_face_down(state, player))
        stores[f"{seat}.hand"] = Store(say("the hand of {seat}", seat=seat), cards if player.hand else ())
        stores[f"{seat}.deck"] = Store(say("the deck of {seat}", seat=seat), cards if player.deck else ())
        battle = tuple(_battle_cards(state, player)) if player.battle.deck else ()
        stores[f"{seat}.battle_deck"] = Store(say("the battle deck of {seat}", seat=seat), battle)
    if isinstance(player, ReichPlayer):
        away = (ELITES[board.name] for board in state.boards if not found[ELITES[board.name]])
        trophies = tuple(away) if player.elite_trophies else ()
    else:
        fallen = (TILES[Side.REICH, board.name] for board in state.boards)
        trophies = tuple(tile for tile in fallen if found[tile] < REICH_TILES) if player.trophies else ()
    stores[f"{seat}.trophies"] = Store(say("the trophies of {seat}", seat=seat), trophies)
    return stores


def _face_down(state: State, player: Player) -> Iterator[CardId]:
    """The command cards of which a copy is in his hand or his deck."""
    assert player.commander is not None
    lying = Counter(player.discard)
    commands = state.profile.commanders[player.commander].cards
    for id, card in state.profile.cards.items():
        if card in commands and lying[id] < card.copies:
            yield id
    yield from (card for card in player.specials if card not in player.discard and card not in state.spent_specials)


def _battle_cards(state: State, player: Player) -> Iterator[CardId]:
    shown = Counter(card for mate in state.team(player.side) for card in mate.battle.used)
    for id, card in state.profile.battle_cards.items():
        if shown[id] < card.copies:
            yield id


def _laid(state: State) -> set[CardId]:
    """The special commands that lie on boards."""
    grounds = [territory for board in state.boards for territory in board.territories]
    laid = {territory.improvement for territory in grounds if territory.improvement is not None}
    return laid | ({_nuclear(state)} if any(territory.nuked for territory in grounds) else set())


def _nuclear(state: State) -> CardId:
    return next((card.id for card in state.profile.specials.values() if card.effect is Effect.NUCLEAR), "")


def _piles(state: State) -> Iterator[tuple[Zone, tuple[Piece, ...]]]:
    """All that lies in piles of which only the topmost piece is seen: each of it can be fetched."""
    for board in state.boards:
        facts = state.profile.boards[board.name]
        for index, (sector, stack) in enumerate(zip(facts.sectors, board.orbit, strict=True)):
            marker = (f"jamming_{board.name}",) if index == board.jamming else ()
            yield f"{board.name}.o{sector.number}", (*stack.tiles, *marker)
        for index, (ground, territory) in enumerate(zip(facts.territories, board.territories, strict=True)):
            marker = (f"terror_{board.name}",) if index == board.terror else ()
            yield f"{board.name}.{ground.number}.cc", (*territory.centre.tiles, *marker)
            yield f"{board.name}.{ground.number}.fl", territory.frontline.tiles
    for player in state.players:
        if player.commander is not None:
            yield f"{player.seat}.discard", player.discard
            known = tuple(card for card in player.battle.used if card in state.profile.battle_cards)
            yield f"{player.seat}.used", known


def _kinds(pieces: Iterator[Piece] | Sequence[Piece]) -> tuple[Piece, ...]:
    return tuple(dict.fromkeys(pieces))


# --- beside the boards ---


def _with_pool(state: State, piece: Piece, step: int) -> State:
    match piece:
        case "loan":
            return replace(state, loans=state.loans + step)
        case "advice":
            return replace(state, advice=state.advice + step)
        case tile if tile in TILE_BOARD and TILE_BOARD[tile] not in state.map.boards:
            waiting = {*state.neutral} ^ {TILE_BOARD[tile]}
            return replace(state, neutral=tuple(board for board in BOARDS if board in waiting))
        case _:
            raise not_there(state, piece)


def _from_player(state: State, player: Player, spot: str, piece: Piece) -> State:
    battle = player.battle
    match spot:
        case "sheet":
            changed = replace(player, commander=None)
        case "discard":
            changed = replace(player, discard=without_last(player.discard, piece))
        case "used":
            changed = replace(player, battle=replace(battle, used=without_last(battle.used, piece)))
        case "markers" if piece == "initiative":
            changed = replace(player, initiative=False)
        case "markers" if piece in ELITE_TILES:
            changed = replace(player, elite=False)
        case "battle" | "operation":
            raise EditRefused(say("That card is put there and taken away by the step that it belongs to."))
        case _:
            changed = _counted(player, spot, -1)
    return state.with_player(changed)


def _counted(player: Player, spot: str, step: int) -> Player:
    """With so many more of what is counted there; as he is where nothing is."""
    match spot:
        case "hand" | "deck" | "supply":
            return replace(player, **{spot: getattr(player, spot) + step})
        case "battle_deck":
            return replace(player, battle=replace(player.battle, deck=player.battle.deck + step))
        case "trophies" if isinstance(player, ReichPlayer):
            return replace(player, elite_trophies=player.elite_trophies + step)
        case "trophies":
            return replace(player, trophies=player.trophies + step)
        case _:
            return player


def _to_player(state: State, player: Player, spot: str, value: Sequence[str], piece: Piece) -> State:
    if spot == "markers":
        return _beside_sheet(state, player, piece)
    if not _belongs(state, player, spot, piece):
        raise not_there(state, piece)
    battle = player.battle
    match spot:
        case "sheet":
            changed = replace(player, commander=piece.removeprefix("sheet_"))
        case "discard":
            changed = replace(player, discard=(*player.discard, piece))
        case "used":
            changed = replace(player, battle=replace(battle, used=(*battle.used, piece)))
        case track if track == piece:
            changed = player.with_held(**{track: int(value[0])})
        case _:
            changed = _counted(player, spot, +1)
    return state.with_player(changed)


def _belongs(state: State, player: Player, spot: str, piece: Piece) -> bool:
    """Whether a piece of this kind may lie there."""
    profile, reich = state.profile, player.side is Side.REICH
    match spot:
        case "sheet":
            sheet = profile.commanders.get(piece.removeprefix("sheet_"))
            return player.commander is None and sheet is not None and sheet.side is player.side
        case "hand" | "deck" | "discard":
            return (piece in profile.cards or piece in profile.specials) and owns_card(state, player, piece)
        case "used" | "battle_deck":
            return piece in profile.battle_cards
        case "supply":
            return piece == TILES[player.side, player.board]
        case "trophies":
            return piece in ELITE_TILES if reich else TILE_SIDE.get(piece) is Side.REICH
        case track:
            return track == piece and track in {resource.value for resource in TRACKS[player.side]}


def _beside_sheet(state: State, player: Player, piece: Piece) -> State:
    reich = player.side is Side.REICH
    if piece == "initiative" and not player.initiative:
        return state.with_player(replace(player, initiative=True))
    if piece == ELITES[player.board] and isinstance(player, UwcPlayer) and not player.elite:
        return state.with_player(replace(player, elite=True))
    if piece == f"{'terror' if reich else 'jamming'}_{player.board}":
        return state
    raise not_there(state, piece)
