"""Where one can go: the places of the boards in play and the routes between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import TypeVar

from companion.core.copy_form import listed, pair
from companion.core.text import Text, say
from companion.games.iron_sky.catalog import PART, BoardFacts, Place, Profile, RouteKind, sector_place, territory_place
from companion.games.iron_sky.names import board_name
from companion.games.iron_sky.settings import BOARDS

E = TypeVar("E", int, Place)

WHITE = "white.routes"
"""The question of which territories of different boards are joined."""

FARTHEST_SHOWN = 3
"""Orbit moves of three sectors are no rule, but hands make them: they are offered so that they can be named."""


@dataclass(frozen=True, slots=True)
class Site:
    """A place of a board in play; `index` counts territories, or sectors, of that board from 0."""

    place: Place
    board: str
    index: int
    orbit: bool
    sector: int
    name: Text
    vp: int = 0


@dataclass(frozen=True, slots=True)
class Route:
    """One way to go. `via` are the sectors passed on the way, for moves in orbit."""

    to: Place
    kind: RouteKind
    via: tuple[Place, ...] = ()

    @property
    def steps(self) -> int:
        return len(self.via) + 1


@dataclass(frozen=True, slots=True, eq=False)
class MapGraph:
    """The places and routes of one profile with some boards in play; equal when those are."""

    profile: Profile
    boards: tuple[str, ...]
    ring: bool
    sites: Mapping[Place, Site]
    routes: Mapping[Place, tuple[Route, ...]]
    aid: Mapping[str, tuple[Place, ...]]
    between: Mapping[tuple[Place, Place], Route]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MapGraph) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"<MapGraph {'+'.join(self.boards)} of {self.profile.name}>"

    @property
    def _key(self) -> tuple[str, tuple[str, ...], bool]:
        return self.profile.digest, self.boards, self.ring

    def route(self, origin: Place, to: Place) -> Route | None:
        """The way from one place to another, if there is one without stops."""
        return self.between.get((origin, to))

    def crosses(self, origin: Place, to: Place) -> bool:
        return self.sites[origin].board != self.sites[to].board


@lru_cache(maxsize=64)
def map_graph(profile: Profile, boards: tuple[str, ...], ring: bool = False) -> MapGraph:
    """The map_graph of the boards in play; `ring` joins the outer ends of the orbit (a house rule).

    Routes go both ways (ISK-85); those to a board that is left out lead nowhere (ISK-96). Those that nobody has told
    may lead anywhere: whether they do is asked.
    """
    sites = {site.place: site for board in boards for site in _sites(profile, board)}
    routes: dict[Place, list[Route]] = defaultdict(list)
    for one, other, kind in _ground_routes(profile, boards):
        routes[one].append(Route(other, kind))
        routes[other].append(Route(one, kind))
    afar: dict[tuple[Place, Place], Route] = {}
    for row, closed in _orbit_rows(profile, boards, ring):
        for origin, route in _sideways(row, closed):
            if route.steps <= FARTHEST_SHOWN:
                routes[origin].append(route)
            elif route.steps < len(row) - 1:  # from end to end hands go round, where nothing leads (ISK-87)
                afar.setdefault((origin, route.to), route)
    ordered = {place: tuple(routes[place]) for place in sites}
    between = afar | {(place, route.to): route for place in sites for route in reversed(ordered[place])}
    return MapGraph(profile, boards, ring, sites, ordered, _aid(profile, boards), between)


def _sites(profile: Profile, board: str) -> Iterator[Site]:
    facts = profile.boards[board]
    for index, ground in enumerate(facts.territories):
        place = territory_place(board, ground.number)
        yield Site(place, board, index, False, ground.sector, ground.printed_name, ground.vp)
    for index, sector in enumerate(facts.sectors):
        name = say("{board} orbit {number}", board=board_name(board), number=sector.number)
        yield Site(sector_place(board, sector.number), board, index, True, sector.number, name)


def _ground_routes(profile: Profile, boards: tuple[str, ...]) -> Iterator[tuple[Place, Place, RouteKind]]:
    for board in boards:
        facts = profile.boards[board]
        for one, other in _told_or_open(profile, orange_routes(facts), facts.orange, f"{board}.orange"):
            yield territory_place(board, one), territory_place(board, other), RouteKind.ORANGE
        for sector in facts.sectors:
            place = sector_place(board, sector.number)
            every = ((ground.number,) for ground in facts.territories)
            for (number,) in _told_or_open(profile, every, [(to,) for to in sector.red], f"{place}.red"):
                yield place, territory_place(board, number), RouteKind.RED
    for start, end in _white(profile):
        if board_of(start) in boards and board_of(end) in boards:
            yield start, end, RouteKind.WHITE


def _told_or_open(
    profile: Profile, every: Iterable[tuple[E, ...]], printed: Iterable[tuple[E, ...]], question: str
) -> Iterable[tuple[E, ...]]:
    """The printed routes; where they are asked one by one also each that may be."""
    if not profile.is_untold(question):
        return printed
    known = {frozenset(route) for route in printed}
    return (
        route for route in every if profile.is_untold(part_of(question, *map(str, route))) or frozenset(route) in known
    )


def part_of(question: str, *ends: str) -> str:
    """The question about a single route, or about what a sector has a route to."""
    return f"{question}{PART}{listed([pair(*ends)] if len(ends) > 1 else ends)}"


def orange_routes(facts: BoardFacts) -> Iterable[tuple[int, int]]:
    """Each that there may be."""
    return combinations([ground.number for ground in facts.territories], 2)


def white_from(continent: str, place: Place) -> str:
    """The question from which territory of a continent a white route leads there."""
    return f"white.from.{continent}.{place}"


def white_routes(profile: Profile) -> Iterable[tuple[Place, Place]]:
    """Each that there may be."""
    grounds = (
        [territory_place(board, ground.number) for ground in facts.territories]
        for board, facts in profile.boards.items()
    )
    return (route for one, other in combinations(grounds, 2) for route in product(one, other))


def _white(profile: Profile) -> Iterable[tuple[Place, Place]]:
    return _told_or_open(profile, white_routes(profile), profile.white, WHITE)  # type: ignore[return-value]


def board_of(place: Place) -> str:
    return place.partition(".")[0]


def _orbit_rows(profile: Profile, boards: tuple[str, ...], ring: bool) -> Iterator[tuple[list[Place], bool]]:
    """Sectors that lie side by side: a board that is left out interrupts the row (ISK-87)."""
    rows: list[list[Place]] = [[]]
    for board in BOARDS:
        if board in boards:
            rows[-1] += [sector_place(board, sector.number) for sector in profile.boards[board].sectors]
        else:
            rows.append([])
    if ring and BOARDS[0] in boards and BOARDS[-1] in boards:
        rows = [rows[-1] + rows[0], *rows[1:-1]] if len(rows) > 1 else rows
        yield rows[0], len(boards) == len(BOARDS)
        rows = rows[1:]
    yield from ((row, False) for row in rows if row)


def _sideways(row: list[Place], closed: bool) -> Iterator[tuple[Place, Route]]:
    for start, origin in enumerate(row):
        for direction in (-1, 1):
            seen: list[Place] = []
            for step in range(1, len(row)):
                position = start + direction * step
                if not closed and not 0 <= position < len(row):
                    break
                place = row[position % len(row)]
                yield origin, Route(place, RouteKind.SIDEWAYS, tuple(seen))
                seen.append(place)


def _aid(profile: Profile, boards: tuple[str, ...]) -> Mapping[str, tuple[Place, ...]]:
    """Per Neutral continent, the territories in play at the other end of its white routes."""
    linked: dict[str, set[Place]] = {board: set() for board in BOARDS if board not in boards}
    for start, end in _white(profile):
        for far, near in ((start, end), (end, start)):
            if board_of(far) in linked and board_of(near) in boards:
                linked[board_of(far)].add(near)
    return {board: tuple(sorted(places)) for board, places in linked.items()}
