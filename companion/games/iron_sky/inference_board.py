"""What hands may have done on the boards: tiles that moved, came or fell, markers that were put somewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from itertools import combinations_with_replacement

from companion.core.evidence import Evidence
from companion.core.game import Seat
from companion.core.table import Change, Piece, Zone
from companion.games.iron_sky import actions as act
from companion.games.iron_sky import candidates
from companion.games.iron_sky.board import lift
from companion.games.iron_sky.catalog import (
    ELITES,
    TILE_SIDE,
    TILES,
    TRACKS,
    CardId,
    Command,
    Place,
    Resource,
    Side,
    Tile,
)
from companion.games.iron_sky.state import SEATS, Phase, Player, Slot, State
from companion.games.iron_sky.table import may_lie

# --- evidence on boards ---


_RESOURCES = frozenset(resource.value for resource in Resource)
_TRACK = {(seat, resource): f"{seat}.{resource.value}" for seat in SEATS for resource in Resource}


class BoardEvidence:
    """A look at the table as this game understands it. Zones are `board.place...` or `seat.spot...`."""

    def __init__(self, state: State, seen: Evidence) -> None:
        self.state = state
        self.come = {(change.zone, change.piece) for change in seen if change.delta > 0}
        self.gone = {(change.zone, change.piece) for change in seen if change.delta < 0}
        self.hidden = seen.hidden
        self.restacked, self.intact = seen.restacked, seen.intact

    @cached_property
    def touched(self) -> frozenset[tuple[Place, Side]]:
        """The places where armies changed, and whose."""
        return frozenset(self._tile_changes())

    @cached_property
    def _payers(self) -> set[Seat | None]:
        return {track_of(zone) for zone, _ in self.come | self.gone}

    @cached_property
    def _unseen_payers(self) -> set[Seat | None]:
        return {track_of(zone) for zone in self.hidden}

    @cached_property
    def _unseen_places(self) -> set[Place | None]:
        return {place_of(self.state, zone) for zone in self.hidden if not zone.endswith(".card")}

    @cached_property
    def _came_to(self) -> Mapping[Zone, Sequence[Piece]]:
        """By zone, what came there."""
        found: dict[Zone, list[Piece]] = {}
        for zone, piece in sorted(self.come):
            found.setdefault(zone, []).append(piece)
        return found

    @cached_property
    def _points(self) -> Mapping[Zone, int]:
        """By resource track, where its marker came to lie."""
        spots = (zone.rpartition(".") for zone in sorted(self._came_to, reverse=True))
        return {track: int(value) for track, _, value in spots if track.rpartition(".")[2] in _RESOURCES}

    @property
    def is_foreign(self) -> bool:
        """Whether something lies where no action could ever bring it: then no story ends in this picture."""
        return not all(may_lie(self.state, zone, piece) for zone, piece in self.come)

    def _tile_changes(self) -> Iterator[tuple[Place, Side]]:
        for zone, piece in self.come | self.gone:
            place = place_of(self.state, zone)
            if place is not None and piece in TILE_SIDE:
                yield place, TILE_SIDE[piece]
        for place, leader in self._restacked_armies():
            yield place, TILE_SIDE[leader]

    def _restacked_armies(self) -> Iterator[tuple[Place, Tile]]:
        """The armies of which the labels alone tell that tiles came or went, and their leading tiles."""
        for zone in self.restacked:
            place, slot = place_of(self.state, zone), zone.rpartition(".")[2]
            if place is not None:
                is_orbit = self.state.site(place).orbit
                stack = self.state.orbit(place) if is_orbit else self.state.territory(place).stack(Slot(slot))
                if stack.leader is not None:
                    yield place, stack.leader

    def came(self, place: Place) -> AbstractSet[Tile]:
        """The kinds of tiles that came to a place, or may have come on top of one of their kind."""
        return self._tiles_that_came.get(place, frozenset())

    @cached_property
    def _tiles_that_came(self) -> Mapping[Place, AbstractSet[Tile]]:
        found: dict[Place, set[Tile]] = {}
        for zone, piece in self.come:
            if piece in TILE_SIDE and (place := place_of(self.state, zone)) is not None:
                found.setdefault(place, set()).add(piece)
        for place, leader in self._restacked_armies():
            found.setdefault(place, set()).add(leader)
        return found

    def is_intact(self, place: Place, side: Side) -> bool:
        """Whether the labels tell that the side's army there is as large as it was; if it has none, that none came."""
        if not self.intact:
            return False
        if self.state.site(place).orbit:
            return place in self.intact
        own = self.state.territory(place).slot_of(side)
        return all(f"{place}.{slot}" in self.intact for slot in (Slot if own is None else (own,)))

    def at(self, spot: str) -> Iterator[tuple[Player, Piece]]:
        """Pieces that came to this spot of a player's sheet."""
        for player in self.state.players:
            for piece in self._came_to.get(f"{player.seat}.{spot}", ()):
                yield player, piece

    def discarded(self) -> Iterator[tuple[Player, CardId]]:
        """Cards that came to open piles, be it on top of one of their kind."""
        yield from self.at("discard")
        for player in self.state.players:
            if f"{player.seat}.discard" in self.restacked and player.discard:
                yield player, player.discard[-1]

    def paid(self, player: Player) -> bool:
        """Whether one of the player's resource markers moved, as far as it can be seen."""
        return player.seat in self._payers

    def may_have_paid(self, player: Player) -> bool:
        """Whether a resource marker of the player moved, or may have moved where nobody can look."""
        return player.seat in self._payers or player.seat in self._unseen_payers

    def points_paid(self, player: Player, resource: Resource) -> int:
        """How many points the player's marker tells to have been paid; below zero, to have been got."""
        value = self._points.get(_TRACK[player.seat, resource])
        return 0 if value is None else player.held(resource) - value

    def all_paid(self, player: Player) -> int:
        """As `points_paid`, of all resources together."""
        if player.seat not in self._payers:
            return 0
        return sum(self.points_paid(player, resource) for resource in TRACKS[player.side])

    def unseen(self, zone: Zone) -> bool:
        """Whether anything may lie in the zone: it is covered, or what lies there cannot be read."""
        return zone in self.hidden

    def unseen_place(self, place: Place) -> bool:
        """Whether a stack of the place may have changed where nobody can look."""
        return place in self._unseen_places

    def unseen_board(self, board: str) -> bool:
        """Whether anything that moves the board's meter may have happened where nobody can look."""
        return any(zone.startswith(f"{board}.") for zone in self.hidden)


def track_of(zone: Zone) -> Seat | None:
    """The player whose resource track the zone is part of."""
    seat, _, spot = zone.partition(".")
    return seat if spot.partition(".")[0] in _RESOURCES else None


def place_of(state: State, zone: Zone) -> Place | None:
    """The place a board's zone belongs to."""
    place = ".".join(zone.split(".")[:2])
    return place if place in state.map.sites else None


Actions = Iterator[act.Action]


# --- tiles ---


def tiles(evidence: BoardEvidence) -> Actions:
    """Moves between two places of which one changed, tiles that came from or went to a supply."""
    state = evidence.state
    yield from dict.fromkeys(_moved_or_come(evidence))
    for player in state.team(state.side):
        if player.todo is not None and evidence.touched:
            yield from _carried_out(evidence, player)


def _moved_or_come(evidence: BoardEvidence) -> Actions:
    known = set[tuple[Place, Place, Side]]()
    for place, side in sorted(evidence.touched):
        for origin, to in _pairs(evidence, place, side):
            if (origin, to, side) not in known:  # Where both ends changed, one of them tells of it.
                known.add((origin, to, side))
                yield from _marches(evidence, origin, to, side)
        yield from _arrivals(evidence, place, side)


def _marches(evidence: BoardEvidence, origin: Place, to: Place, side: Side) -> Actions:
    state = evidence.state
    size = len(state.army(origin, side))
    for player in _movers(evidence, side, origin):
        paid = evidence.all_paid(player)
        for count in {*range(1, size + 2), max(paid, 1)}:
            marches = candidates.marched(state, player, origin, to, count)
            orders = (*_ordered(state, player, origin, to, count), *_overpaid(evidence, player, origin, to, count))
            yield from (*orders, *marches) if player.todo is None else (*marches, *orders)
    yield from _from_below(evidence, origin, to, side)


def _from_below(evidence: BoardEvidence, origin: Place, to: Place, side: Side) -> Actions:
    """A tile that came to a place and stood under the top tile of another one (ISK-10)."""
    state = evidence.state
    army = state.army(origin, side)
    for tile in sorted((evidence.came(to) & {*army.tiles}) - {army.leader}):
        for player in _movers(evidence, side, origin):
            if player.todo is not None:
                yield act.Move(player.seat, origin, to, 1, tile=tile)
            if side is Side.REICH and state.site(to).orbit and not state.site(origin).orbit:
                yield act.Ascend(player.seat, origin, to, 1, tile)
            else:
                yield from (act.Organise(player.seat, origin, to, 1, paid, tile) for paid in _ways(player))


def _ways(player: Player) -> tuple[int, ...]:
    """One tile is paid in Money or CP, or in PP."""
    return (0, 1) if player.held(Resource.POLITICS) else (0,)


def _ordered(state: State, player: Player, origin: Place, to: Place, count: int) -> Actions:
    if player.side is Side.REICH and state.site(to).orbit and not state.site(origin).orbit:
        yield act.Ascend(player.seat, origin, to, count)
    else:
        yield from candidates.organised(player, origin, to, count)


def _overpaid(evidence: BoardEvidence, player: Player, origin: Place, to: Place, count: int) -> Actions:
    """More Politics points than tiles were paid."""
    paid = evidence.points_paid(player, Resource.POLITICS)
    if player.side is Side.UWC and paid > count:
        yield act.Organise(player.seat, origin, to, count, paid)


def _pairs(evidence: BoardEvidence, place: Place, side: Side) -> Iterator[tuple[Place, Place]]:
    """From here or to here, along a route or to another place that changed."""
    state = evidence.state
    if evidence.is_intact(place, side):
        return
    linked = {route.to for route in state.map.routes[place]} | {p for p, s in evidence.touched if s is side}
    for other in sorted(spot for spot in linked - {place} if not evidence.is_intact(spot, side)):
        if state.army(place, side):
            yield place, other
        if state.army(other, side):
            yield other, place


def _movers(evidence: BoardEvidence, side: Side, origin: Place) -> Iterator[Player]:
    """Whoever may command the army, or paid for it: the board's commander, the players of open commands, payers."""
    state = evidence.state
    commander = state.commander_of(side, state.site(origin).board)
    yield commander
    for mate in state.team(side):
        if mate.seat != commander.seat and (mate.todo is not None or evidence.paid(mate)):
            yield mate


def _arrivals(evidence: BoardEvidence, place: Place, side: Side) -> Actions:
    """A tile out of its supply."""
    state = evidence.state
    for tile in sorted(evidence.came(place)):
        owner = state.owner(tile)
        if owner is not None and owner.side is side:
            yield act.PlaceTile(owner.seat, place, elite=tile.startswith("elite"))


def _carried_out(evidence: BoardEvidence, player: Player) -> Actions:
    """What an open command does to tiles besides moving them."""
    state = evidence.state
    for place, side in sorted(evidence.touched):
        if side is Side.UWC and not state.site(place).orbit:
            yield act.Bombard(player.seat, place)
    yield from candidates.aid(state, player)


def aid_sent(evidence: BoardEvidence) -> Actions:
    """A Neutral continent's tiles where they came to; which of two came first does not show."""
    state = evidence.state
    for continent in state.neutral:
        tile = TILES[Side.UWC, continent]
        if ("pool", tile) in evidence.gone:
            places = sorted(place for place in state.map.sites if tile in evidence.came(place))
            for player in state.team(Side.UWC):
                pairs = combinations_with_replacement(places, 2)
                yield from (act.Aid(player.seat, continent, first, second) for first, second in pairs)


def unseen_orders(evidence: BoardEvidence, player: Player) -> Actions:
    """Orders that show by their price alone: the stacks look the same afterwards, or nobody can look there."""
    state, side = evidence.state, player.side
    for origin in candidates.ordered(state, player):
        is_alone = len(state.army(origin, side)) == 1 and not evidence.unseen_place(origin)
        if is_alone or evidence.is_intact(origin, side):
            continue  # What leads here cannot stay the same.
        for to, count in candidates.organisable(state, player, origin):
            if not evidence.is_intact(to, side) and _looks_same(evidence, player, origin, to, count):
                yield from candidates.organised(player, origin, to, count)


def _looks_same(evidence: BoardEvidence, player: Player, origin: Place, to: Place, count: int) -> bool:
    """Whether both stacks show the tile they showed before, or cannot be looked at."""
    state = evidence.state
    army, target = state.army(origin, player.side), state.army(to, player.side)
    rest, moved = lift(state, act.Organise(player.seat, origin, to, count))
    if rest.leader != army.leader and not evidence.unseen_place(origin):
        return False
    return target.joined_by(moved).leader == target.leader or evidence.unseen_place(to)


# --- markers ---


def markers(evidence: BoardEvidence) -> Actions:
    """Terror, Jamming and Elite by where they came to; or, where that is hidden, by having left their sheet."""
    state = evidence.state
    for zone, piece in sorted(evidence.come):
        place = place_of(state, zone)
        kind, _, board = piece.partition("_")
        if place is not None and kind == "terror":
            yield act.PutTerror(state.commander_of(Side.REICH, board).seat, place)
        if place is not None and kind == "jamming":
            yield act.Jam(state.commander_of(Side.UWC, board).seat, place)
    yield from _hidden_markers(evidence)
    if not evidence.touched and any(True for _ in evidence.at("battle")):
        yield from _attacks_in_place(evidence)


def _hidden_markers(evidence: BoardEvidence) -> Actions:
    state = evidence.state
    for player in state.team(state.side):
        gone = {piece for zone, piece in evidence.gone if zone == f"{player.seat}.markers"}
        for place in filter(evidence.unseen_place, state.map.sites):
            if f"terror_{player.board}" in gone:
                yield act.PutTerror(player.seat, place)
            if f"jamming_{player.board}" in gone:
                yield act.Jam(player.seat, place)
            if ELITES[player.board] in gone:
                yield act.PlaceTile(player.seat, place, elite=True)


def _attacks_in_place(evidence: BoardEvidence) -> Actions:
    """A battle without a move shows first by the cards that are turned over."""
    state = evidence.state
    for player in state.team(state.side):
        if player.todo is not None and player.todo.command is Command.MOBILISATION:
            yield from (a for a in candidates.mobilisations(state, player) if isinstance(a, act.Attack))


# --- how few decisions ---


_FROM_THE_END = 1_000
"""More than a track has steps: a marker that only came, or only went, has made more or fewer."""


def least_decisions(state: State, changes: Sequence[Change]) -> int:
    """How many decisions a change takes at least: what cannot end in time is not searched.

    A card comes to a discard pile by a decision of its own, and so does each marker to a board, and each loan or advice
    to a player; tiles lie otherwise in two places at the most after one decision, which makes nobody richer; and no
    more than two players' resources are changed by one, unless it is the one that ends a turn.
    """
    if state.phase is Phase.SHEETS:
        return 0  # One dealt sheet changes what all have.
    discarding, paying, armies, risen = set[Seat](), set[Seat](), set[Place](), dict[tuple[Seat, Piece], int]()
    laid = taken = 0
    for zone, piece, delta in ((change.zone, change.piece, change.delta) for change in changes):
        if (seat := track_of(zone)) is not None:
            paying.add(seat)
            risen[seat, piece] = risen.get((seat, piece), 0) + delta * (_FROM_THE_END + int(zone.rpartition(".")[2]))
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
    unexplained = paying - discarding - _fighting(state)
    # A marker that is missed, or lies there twice, is on its way.
    richer = {seat for (seat, _), steps in risen.items() if 0 < steps < _FROM_THE_END} & unexplained
    unpaid = max(len(unexplained) - others, len(richer) - laid - taken)
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
