"""Which actions could account for a change on the table: built from what changed, not searched for.

Slips of the hand are built as well, so that a broken rule can be named. Actions that show nothing on the table (a
player is done, a battle card is laid face down) are always among them: people forget to enter those.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.table import Change, Piece, Zone
from companion.games.iron_sky import actions as act
from companion.games.iron_sky import moves
from companion.games.iron_sky.battle import Stage, stage, unread
from companion.games.iron_sky.catalog import (
    TILE_BOARD,
    TILE_SIDE,
    Command,
    Effect,
    Place,
    Resource,
    Side,
    Tile,
)
from companion.games.iron_sky.rules_cards import at_hand
from companion.games.iron_sky.state import Battle, Phase, Player, State
from companion.games.iron_sky.turn import END_TOKEN

Actions = Iterator[act.Action]

COMMAND_TRACKS = frozenset(resource.value for resource in Resource)


class Clues:
    """The changes, sorted by what they may mean. Zones are `board.place...` or `seat.spot...`."""

    def __init__(self, state: State, changes: Sequence[Change]) -> None:
        self.state = state
        self.come = {(change.zone, change.piece) for change in changes if change.delta > 0}
        self.gone = {(change.zone, change.piece) for change in changes if change.delta < 0}
        self.zones: frozenset[Zone] = frozenset(change.zone for change in changes)
        self.touched = frozenset(self._tile_changes())

    def _tile_changes(self) -> Iterator[tuple[Place, Side]]:
        for zone, piece in self.come | self.gone:
            place = place_of(self.state, zone)
            if place is not None and piece in TILE_SIDE:
                yield place, TILE_SIDE[piece]

    def at(self, spot: str) -> Iterator[tuple[Player, Piece]]:
        """Pieces that came to this spot of a player's sheet."""
        for player in self.state.players:
            for zone, piece in sorted(self.come):
                if zone == f"{player.seat}.{spot}":
                    yield player, piece

    def paid(self, player: Player) -> bool:
        """Whether one of the player's resource markers moved."""
        return any(zone.startswith(f"{player.seat}.") and zone.split(".")[1] in COMMAND_TRACKS for zone in self.zones)

    def involves(self, *pieces: Piece) -> bool:
        return any(piece in pieces for _, piece in self.come | self.gone)


def place_of(state: State, zone: Zone) -> Place | None:
    """The place a board's zone belongs to."""
    place = ".".join(zone.split(".")[:2])
    return place if place in state.atlas.sites else None


def candidates_for(state: State, changes: Sequence[Change]) -> Actions:
    """See `Game.candidates_for`."""
    clues = Clues(state, changes)
    yield from _identified(clues)
    match state.phase:
        case Phase.SHEETS:
            for player, piece in clues.at("sheet"):
                yield act.DrawSheet(player.seat, piece.removeprefix("sheet_"))
        case Phase.COMMAND if state.battle is not None:
            yield from _battle(clues, state.battle)
            yield from _tiles(clues)
        case Phase.COMMAND:
            yield from _cards(clues)
            yield from _tiles(clues)
            yield from _markers(clues)
            yield from _sharing(clues)
            yield from _silent(clues)
            yield from _forgotten(state)
        case Phase.END_OF_TURN:
            yield from _turn_ends(clues)
        case Phase.TOKEN:
            yield from _tokens(clues)
        case Phase.SECRETS:
            for player, piece in clues.at("operation"):
                yield act.ShowOperation(player.seat, piece, True)
                yield act.ShowOperation(player.seat, piece, False)
        case Phase.OVER:
            return
    yield from _meters(clues)


def _identified(clues: Clues) -> Actions:
    """A battle card that was entered by its symbols can be read at last."""
    for spot in ("battle", "used"):
        for player, piece in clues.at(spot):
            if piece in clues.state.profile.battle_cards and unread(clues.state, player.seat) is not None:
                yield act.Reveal(player.seat, piece)


def _is_card(state: State, piece: Piece) -> bool:
    return piece in state.profile.cards or piece in state.profile.specials


def _turn_ends(clues: Clues) -> Actions:
    """A discard shows as the new top of its pile, or by the pile that was shuffled into a new deck."""
    state = clues.state
    for player, piece in clues.at("discard"):
        if _is_card(state, piece):
            yield act.EndTurn(player.seat, piece)
    for player in state.team(state.side):
        yield act.EndTurn(player.seat)
        if any(zone == f"{player.seat}.discard" for zone, _ in clues.gone):
            yield from moves.ends(state, player)


def _tokens(clues: Clues) -> Actions:
    """A token of the kind that lay open already shows only by what follows."""
    for zone, piece in sorted(clues.come):
        if zone == "tokens":
            yield act.TurnToken(END_TOKEN if piece == "token_end" else piece)
    if clues.state.tokens and any(clues.paid(player) for player in clues.state.players):
        yield act.TurnToken(clues.state.tokens[-1])


def _forgotten(state: State) -> Actions:
    for player in state.team(state.side):
        if not player.done:
            yield act.Done(player.seat)
    if state.todo is not None:
        yield act.Waive(state.todo.player)


def _meters(clues: Clues) -> Actions:
    for zone, piece in sorted(clues.come):
        board, _, position = zone.partition(".occupation.")
        if position and piece == f"occupation_{board}":
            yield act.PushMeter(board, int(position))


# --- cards ---


def _cards(clues: Clues) -> Actions:
    """A card that came to a discard pile was played; a special shows where it lies or by what it brings."""
    state = clues.state
    for player, piece in clues.at("discard"):
        if piece in state.profile.cards:
            card = state.profile.cards[piece]
            mine = list(_plays_of(state, player, piece))
            yield from mine or (act.Play(player.seat, piece, command) for command in card.commands)
    for player in state.players:
        for action in moves.specials(state, player):
            if isinstance(action, act.PlaySpecial) and _special_shows(clues, player, action):
                yield action


def _plays_of(state: State, player: Player, card: Piece) -> Actions:
    return (action for action in moves.plays(state, player) if isinstance(action, act.Play) and action.card == card)


def _special_shows(clues: Clues, player: Player, action: act.PlaySpecial) -> bool:
    if action.place is not None:
        return (f"{action.place}.card", action.card) in clues.come
    gains = clues.state.profile.specials[action.card].effect is Effect.GAIN
    return gains and clues.paid(player) and at_hand(clues.state, player, action.card)


# --- what shows by the price alone ---


def _silent(clues: Clues) -> Actions:
    """A second card of the same kind, tiles between stacks that look the same afterwards, shuffled battle cards."""
    state = clues.state
    for player in state.team(state.side):
        if clues.paid(player) and player.discard:
            yield from _plays_of(state, player, player.discard[-1])
        if clues.paid(player) and state.todo is None:
            yield from (action for action in moves.orders(state, player) if _looks_same(state, player, action))
    todo = state.todo
    if todo is not None and any(zone == f"{todo.player}.used" for zone, _ in clues.gone):
        yield from (
            a for a in moves.continuations(state, state.player(todo.player), todo) if not isinstance(a, act.Waive)
        )


def _looks_same(state: State, player: Player, action: act.Action) -> bool:
    """Whether an order leaves the same tile on top of both stacks."""
    if not isinstance(action, act.Organise):
        return False
    origin, target = state.army(action.origin, player.side), state.army(action.to, player.side)
    return len(origin) > action.count and target[-1:] == origin[-1:] == origin[-action.count - 1 : -action.count]


# --- tiles ---


def _tiles(clues: Clues) -> Actions:
    """Moves between two places of which one changed, tiles that came from or went to a supply."""
    state, seen = clues.state, set[act.Action]()
    for place, side in sorted(clues.touched):
        for action in (*_marches(clues, place, side), *_arrivals(clues, place, side)):
            if action not in seen:
                seen.add(action)
                yield action
    if state.todo is not None and clues.touched:
        yield from _carried_out(clues, state.player(state.todo.player))


def _marches(clues: Clues, place: Place, side: Side) -> Actions:
    state = clues.state
    for origin, to in _pairs(clues, place, side):
        for count in range(1, len(state.army(origin, side)) + 1):
            for player in _movers(state, side, origin):
                marches = moves.marched(state, player, origin, to, count)
                orders = _ordered(state, player, origin, to, count)
                yield from (*orders, *marches) if state.todo is None else (*marches, *orders)


def _ordered(state: State, player: Player, origin: Place, to: Place, count: int) -> Actions:
    if player.side is Side.REICH and state.site(to).orbit and not state.site(origin).orbit:
        yield act.Ascend(player.seat, origin, to, count)
    else:
        yield from moves.organised(player, origin, to, count)


def _pairs(clues: Clues, place: Place, side: Side) -> Iterator[tuple[Place, Place]]:
    """From here or to here, along a route or to another place that changed."""
    state = clues.state
    linked = {route.to for route in state.atlas.routes[place]} | {p for p, s in clues.touched if s is side}
    for other in sorted(linked - {place}):
        if state.army(place, side):
            yield place, other
        if state.army(other, side):
            yield other, place


def _movers(state: State, side: Side, origin: Place) -> Iterator[Player]:
    """Whoever may command the army: the board's commander, and the player of an open command."""
    commander = state.commander_of(side, state.site(origin).board)
    yield commander
    if state.todo is not None and state.todo.player != commander.seat:
        player = state.player(state.todo.player)
        if player.side is side:
            yield player


def _arrivals(clues: Clues, place: Place, side: Side) -> Actions:
    """A tile out of its supply."""
    state = clues.state
    for tile in sorted(_came(clues, place)):
        owner = state.owner(tile)
        if owner is not None and owner.side is side:
            yield act.PlaceTile(owner.seat, place, elite=tile.startswith("elite"))


def _came(clues: Clues, place: Place) -> set[Tile]:
    return {piece for zone, piece in clues.come if piece in TILE_BOARD and place_of(clues.state, zone) == place}


def _carried_out(clues: Clues, player: Player) -> Actions:
    """What an open command does to tiles besides moving them."""
    state = clues.state
    for place, side in sorted(clues.touched):
        if side is Side.UWC and not state.site(place).orbit:
            yield act.Bombard(player.seat, place)
    yield from moves.aid(state, player)


# --- markers ---


def _markers(clues: Clues) -> Actions:
    state = clues.state
    for zone, piece in sorted(clues.come):
        place = place_of(state, zone)
        kind, _, board = piece.partition("_")
        if place is not None and kind == "terror":
            yield act.PutTerror(state.commander_of(Side.REICH, board).seat, place)
        if place is not None and kind == "jamming":
            yield act.Jam(state.commander_of(Side.UWC, board).seat, place)
    if state.todo is not None and state.todo.command is Command.MOBILISATION and not clues.touched:
        yield from _attacks_in_place(clues)


def _attacks_in_place(clues: Clues) -> Actions:
    """A battle without a move shows first by the cards that are turned over."""
    state = clues.state
    if any(True for _ in clues.at("battle")) and state.todo is not None:
        player = state.player(state.todo.player)
        yield from (a for a in moves.mobilisations(state, player) if isinstance(a, act.Attack))


def _sharing(clues: Clues) -> Actions:
    state = clues.state
    paid = [player for player in state.players if clues.paid(player)]
    for player in paid:
        yield from (
            action
            for action in moves.sharing(state, player)
            if not isinstance(action, act.Give) or any(action.to == other.seat for other in paid)
        )
    if any(zone == "pool" for zone, _ in clues.gone):
        yield from (act.TakeLoan(player.seat) for player in state.team(Side.UWC))
        yield from (act.TakeAdvice(player.seat) for player in state.team(Side.REICH))


# --- a battle ---


def _battle(clues: Clues, battle: Battle) -> Actions:
    state = clues.state
    attacker, defender = state.player(battle.attacker.player), state.player(battle.defender.player)
    match stage(state, battle):
        case Stage.DEFENDER_LAYS:
            yield from moves.lays(state, defender)
            yield from (boost for one in (attacker, defender) if clues.paid(one) for boost in moves.boosts(state, one))
        case Stage.ATTACKER_LAYS:
            yield from moves.lays(state, attacker)
        case Stage.REVEAL:
            yield from (act.Reveal(one.seat, card) for one, card in clues.at("battle") if _is_face(state, card))
        case Stage.FORTRESS:
            swapped = any(player.seat == defender.seat for player, _ in clues.at("battle"))
            yield from (act.Fortress(defender.seat, use) for use in ((False, True) if swapped else (False,)))
        case Stage.INITIATIVE:
            turned = (f"{attacker.seat}.markers", "initiative") in clues.gone
            yield from (act.Shift(attacker.seat, direction) for direction in ((-1, 1) if turned else (0,)))
        case Stage.COMPARE:
            yield act.Compare()


def _is_face(state: State, piece: Piece) -> bool:
    return piece in state.profile.battle_cards
