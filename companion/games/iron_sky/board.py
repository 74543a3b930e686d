"""What happens on the boards: stacks, control, the markers that follow from it, and where lost tiles go."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.games.iron_sky.actions import Marching
from companion.games.iron_sky.catalog import (
    ELITE_TILES,
    TERRITORIES,
    Place,
    Side,
    Tile,
)
from companion.games.iron_sky.resources import gain
from companion.games.iron_sky.state import (
    BoardState,
    Player,
    ReichPlayer,
    Slot,
    Stack,
    State,
    Territory,
    Tiles,
    UwcPlayer,
)

TROPHY_STACK = 3


def counts_for_reich(territory: Territory, terror: bool) -> bool:
    """ISK-37: controlled by the Reich, marked by Terror, or nuked; counted once.

    Whatever changes it moves the meter by one step (ISK-39, ISK-40, ISK-41).
    """
    return terror or territory.nuked or territory.controller is Side.REICH


def derived_occupation(board: BoardState) -> int:
    """Where the Occupation marker belongs by what lies on the board (ISK-37)."""
    return sum(counts_for_reich(territory, index == board.terror) for index, territory in enumerate(board.territories))


def push_occupation(board: BoardState, steps: int) -> BoardState:
    """The marker goes its steps; an advance pushes the Devastation marker along (ISK-42)."""
    occupation = min(max(board.occupation + steps, 0), TERRITORIES)
    return replace(board, occupation=occupation, devastation=max(board.devastation, occupation))


# --- stacks ---


def lift(state: State, action: Marching) -> tuple[Stack, Stack]:
    """What stays and what goes when tiles march (ISK-10), as they will lie.

    The Elite may stay when the others leave its board (ISK-169-R). It stays where another Elite leads already: nobody
    may bring it there, and a stack has one.
    """
    side = state.player(action.player).side
    army = state.army(action.origin, side)
    if action.tile is not None:
        rest, taken = army.lifted_from(action.tile, action.count)
    else:
        occupied = state.army(action.to, side).elite is not None
        may_stay = occupied or state.choices["under_elite"] == "may_leave"
        stays = may_stay and state.map.crosses(action.origin, action.to)
        rest, taken = army.lifted(action.count, leaving_elite=stays)
    return rest, taken if state.choices["moved_tiles"] == "block" else _one_by_one(taken)


def _one_by_one(taken: Stack) -> Stack:
    """ISK-10-R: the first to go comes to lie lowest."""
    return Stack(taken.normal[::-1], taken.elite)


def entry_slot(state: State, place: Place, side: Side) -> Slot:
    """Where an army of the side comes to stand in a territory (ISK-79, ISK-112)."""
    territory = state.territory(place)
    own = territory.slot_of(side)
    if own is not None:
        return own
    if territory.centre:
        return Slot.FRONTLINE
    held_by_terror = side is Side.UWC and state.has_terror(place)
    return Slot.FRONTLINE if held_by_terror and _terror_holds(state) else Slot.CENTRE


def _terror_holds(state: State) -> bool:
    return state.choices["terror_holds_centre"] == "frontline"


# --- changes ---


def put(state: State, place: Place, side: Side, tiles: Stack) -> State:
    """Tiles of the side arrive at a place.

    Nobody can bring UWC tiles to orbit (ISK-9): where people overrule the book, they return to their owners.
    """
    if not tiles:
        return state
    if state.site(place).orbit:
        if side is Side.UWC:
            return uwc_losses(state, tiles.tiles, None)
        return with_orbit(state, place, state.orbit(place).joined_by(tiles))
    slot, territory = entry_slot(state, place, side), state.territory(place)
    return with_territory(state, place, territory.with_stack(slot, territory.stack(slot).joined_by(tiles)))


def replace_army(state: State, place: Place, side: Side, stack: Stack, advance: bool = True) -> State:
    """The side's army at the place becomes this stack, perhaps none."""
    if state.site(place).orbit:
        return with_orbit(state, place, stack)
    territory = state.territory(place)
    slot = territory.slot_of(side)
    return state if slot is None else with_territory(state, place, territory.with_stack(slot, stack), advance)


def with_orbit(state: State, place: Place, stack: Stack) -> State:
    site = state.site(place)
    board = state.board(site.board)
    orbit = (*board.orbit[: site.index], stack, *board.orbit[site.index + 1 :])
    return state.with_board(replace(board, orbit=orbit))


def with_territory(state: State, place: Place, territory: Territory, advance: bool = True) -> State:
    """The territory changes, and what follows at once: Frontline to Command Centre, Terror, improvement, meter.

    A conquered territory gives its Terror marker back without a step of the meter (ISK-109); so an army that leaves, is
    bombarded or destroyed hands the territory over or leaves it uncontrolled (ISK-83, ISK-115, ISK-131, ISK-132).

    `advance`: whether a Frontline army may take an emptied Command Centre now (ISK-13, ISK-13-R).
    """
    site = state.site(place)
    board = state.board(site.board)
    terror = board.terror == site.index
    counted = counts_for_reich(board.territories[site.index], terror)
    settled = _advanced(state, territory, terror) if advance else territory
    settled = _without_lost_improvement(state, settled)
    if terror and (settled.controller is Side.REICH or settled.nuked):
        board, terror = replace(board, terror=None), False
    territories = (*board.territories[: site.index], settled, *board.territories[site.index + 1 :])
    steps = counts_for_reich(settled, terror) - counted
    return state.with_board(push_occupation(replace(board, territories=territories), steps))


def _advanced(state: State, territory: Territory, terror: bool) -> Territory:
    """ISK-13, with the exception ISK-112: the Terror marker keeps the UWC out of the Command Centre."""
    if territory.centre or not territory.frontline:
        return territory
    if terror and _terror_holds(state) and territory.frontline.side is Side.UWC:
        return territory
    return replace(territory, centre=territory.frontline, frontline=Stack())


def _without_lost_improvement(state: State, territory: Territory) -> Territory:
    """ISK-156: an improvement leaves the game when the enemy takes its territory, and with a nuclear weapon."""
    card, controller = territory.improvement, territory.controller
    if card is None:
        return territory
    conquered = controller is not None and controller is not state.profile.specials[card].side
    return replace(territory, improvement=None) if conquered or territory.nuked else territory


def with_terror(state: State, board_name: str, index: int | None) -> State:
    """The Terror marker is put to a territory of its board, or (None) goes back; the meter follows (ISK-108)."""
    board = state.board(board_name)
    moved = replace(board, terror=index)
    after = state.with_board(push_occupation(moved, derived_occupation(moved) - derived_occupation(board)))
    if board.terror is None or board.terror == index:
        return after
    freed = f"{board_name}.{after.profile.boards[board_name].territories[board.terror].number}"
    return with_territory(after, freed, after.territory(freed))


# --- losses ---


def uwc_losses(state: State, tiles: Tiles, destroyer: Player | None) -> State:
    """UWC tiles to their owners' supplies (ISK-93, ISK-127), neutral ones out of the game (ISK-74).

    An Elite tile goes to its destroyer for good (ISK-170).
    """
    for tile in tiles:
        state = _uwc_loss(state, tile, destroyer)
    return state


def _uwc_loss(state: State, tile: Tile, destroyer: Player | None) -> State:
    owner = state.owner(tile)
    taker = state.player(destroyer.seat) if destroyer is not None else None
    if tile in ELITE_TILES and isinstance(taker, ReichPlayer):
        return state.with_player(replace(taker, elite_trophies=taker.elite_trophies + 1))
    if owner is None:
        return replace(state, gone=tuple(sorted((*state.gone, tile))))
    if tile in ELITE_TILES and isinstance(owner, UwcPlayer):
        return state.with_player(replace(owner, elite=True))
    return state.with_player(replace(owner, supply=owner.supply + 1))


def reich_losses(state: State, tiles: Tiles, taker: Player) -> State:
    """Reich tiles become trophies; each third one is worth 1 resource at once (ISK-128, ISK-129)."""
    for _ in tiles:
        player = state.player(taker.seat)
        state = state.with_player(replace(player, trophies=player.trophies + 1))
        if (player.trophies + 1) % TROPHY_STACK == 0 and player.commander is not None:
            reward = state.profile.commanders[player.commander].reward
            state = gain(state, player.seat, reward, 1)
    return state


def losses_to_bombardment(state: State, place: Place, number: int) -> tuple[Stack, Tiles]:
    """What stays and what falls of the UWC army: from the top, but never the Elite (ISK-114, ISK-168, ISK-168-R)."""
    stack = state.army(place, Side.UWC)
    shielded = stack.elite is not None and state.choices["bombarded_elite"] == "shields"
    return stack.losing(0 if shielded else number)
