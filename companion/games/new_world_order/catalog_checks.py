"""What the rulebook says about the components as a whole: a catalogue that contradicts it is refused.

The numbers are facts of the rulebook (spec 1.1 to 1.3, 2.3, 3.1, 9.2); each check names the first fact that disagrees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from companion.errors import CatalogError
from companion.games.new_world_order.catalog import Ability, Catalog, Corporation, Effect, Size

TILE_HISTOGRAM = {200: 3, 250: 5, 300: 5, 350: 1, 400: 4, 500: 3, 600: 3, 650: 2, 700: 2, 1000: 2}
TILE_TOTAL = 13_300
FIVE_TILE_COLOURS = frozenset({"dark_blue", "light_green", "ocean_blue", "orange"})
SPECIALS = {
    "dividends_100": (4, 100, Effect.DIVIDENDS),
    "dividends_200": (2, 200, Effect.DIVIDENDS),
    "above_the_law": (2, 0, Effect.EXTRA_ACTION),
    "hostile_takeover": (2, 0, Effect.TAKEOVER),
    "blackmail": (2, 0, Effect.BLACKMAIL),
    "cut_the_losses": (2, 0, Effect.CUT_LOSSES),
}
"""Copies, points and effect of the special cards."""

SILVER_EIGHT = 330
GOALS_KNOWN = {"finding_life_in_space": "dark_blue", "teleportation": "salmon_pink"}


def check(catalog: Catalog) -> None:
    """Raises CatalogError with every fact that disagrees; of those that one check finds, the first."""
    wrong: list[str] = []
    for verify in _CHECKS:
        try:
            verify(catalog)
        except _Contradiction as fact:
            wrong.append(str(fact))
            if verify in _SHAPES:
                break  # what comes after could not be looked up
    if wrong:
        raise CatalogError(f"The catalogue contradicts the rulebook: {'; '.join(wrong)}.")


class _Contradiction(ValueError):
    """A fact of the rulebook that a catalogue contradicts."""


SILVER_STEPS = (6, 2, 1)
"""What has to be known of Silver Mine before it tells how overflow counts."""


def restarts(corporations: Mapping[str, Corporation], *, asked: bool = False) -> bool:
    """How overflow counts, decided by eight Silver Mine cards being worth 330 (NWO-41).

    True when the ladder starts again at its first slot, False when the first slots' values are added up. Raises
    CatalogError when neither reading gives 330; not while its values are still to be `asked`.
    """
    silver = corporations["silver_mine"]
    ladder = silver.ladder
    if asked and not all(map(silver.knows, SILVER_STEPS)):
        return True
    if len(ladder) >= 4 and ladder_value(ladder, 8, restart=True) == SILVER_EIGHT:
        return True
    if len(ladder) >= 4 and ladder_value(ladder, 8, restart=False) == SILVER_EIGHT:
        return False
    raise CatalogError(f"Silver Mine: 8 cards must be worth {SILVER_EIGHT}; with the ladder {ladder} they are not.")


def ladder_value(ladder: tuple[int, ...], count: int, *, restart: bool) -> int:
    """Points of `count` cards of one corporation (NWO-40, NWO-41)."""
    if count <= 0:
        return 0
    sets, rest = divmod(count, len(ladder))
    beyond = (ladder[rest - 1] if rest else 0) if restart or not sets else sum(ladder[:rest])
    return sets * ladder[-1] + beyond


def _require(holds: bool, fact: str) -> None:
    if not holds:
        raise _Contradiction(fact)


def _names(catalog: Catalog) -> None:
    shelves = (catalog.corporations, catalog.specials, catalog.tiles, catalog.characters)
    things = (thing for shelf in shelves for thing in shelf.values())
    called = Counter(words for thing in things for words in {thing.en.casefold(), thing.et.casefold()})
    for words, count in called.items():
        _require(count == 1, f"no two cards or tiles are called '{words}'")


def _corporations(catalog: Catalog) -> None:
    _require(len(catalog.corporations) == 21, "there are 21 corporations")
    for name in catalog.colour_sets:
        sizes = Counter(catalog.corporations[piece].size for piece in catalog.members[name])
        _require(
            sizes == Counter(Size), f"the colour set {catalog.colour_sets[name].en} has one corporation of each size"
        )


def _ladders(catalog: Catalog) -> None:
    for corporation in catalog.corporations.values():
        ladder = corporation.ladder
        _require(len(ladder) == corporation.size.full, f"{corporation.en} has {corporation.size.full} values")
        growing = all(isinstance(points, int) for points in ladder) and all(
            low < high for low, high in zip((0, *ladder), ladder, strict=False)
        )
        _require(growing, f"the values of {corporation.en} grow with every card")


def _known_values(catalog: Catalog) -> None:
    """Of a catalogue of which values are still to be asked only what is known contradicts."""
    _require(catalog.corporations["construction"].ladder[5] == 400, "6 Construction are worth 400")
    media, silver = catalog.corporations["global_media"], catalog.corporations["silver_mine"]
    if not catalog.asked or (media.knows(3) and silver.knows(4)):
        pair = media.ladder[2] + silver.ladder[3]
        _require(pair == 700, f"3 Global Media and 4 Silver Mine are worth 700 together, not {pair}")
    mediums = [corporation for corporation in catalog.corporations.values() if corporation.size is Size.MEDIUM]
    if not catalog.asked or all(medium.knows(medium.size.full) for medium in mediums):
        _require(any(medium.ladder[-1] == 700 for medium in mediums), "a medium corporation's full set is worth 700")


def _specials(catalog: Catalog) -> None:
    for name, special in catalog.specials.items():
        copies, points, effect = SPECIALS[name]
        _require(special.copies == copies, f"of the 14 special cards {copies} are {special.en}")
        _require((special.points, special.effect) == (points, effect), f"{special.en}: {points} points, {effect.value}")


def _tile_points(catalog: Catalog) -> None:
    _require(len(catalog.tiles) == 30, f"there are 30 tiles, not {len(catalog.tiles)}")
    found = Counter(tile.points for tile in catalog.tiles.values())
    for points in sorted({*found, *TILE_HISTOGRAM}):
        wanted = TILE_HISTOGRAM.get(points, 0)
        _require(found[points] == wanted, f"the number of tiles worth {points} is {wanted}, not {found[points]}")
    _require(sum(tile.points for tile in catalog.tiles.values()) == TILE_TOTAL, f"all tiles are worth {TILE_TOTAL}")


def _tile_colours(catalog: Catalog) -> None:
    for tile in catalog.tiles.values():
        if tile.points == 1000:
            _require(not tile.colours, f"{tile.en}: a tile of 1000 has no colour")
        else:
            two = len(tile.colours) == 2 == len(set(tile.colours)) and set(tile.colours) <= set(catalog.colours)
            _require(two, f"{tile.en} has two different colours of the thirteen")
    found = Counter(colour for tile in catalog.tiles.values() for colour in tile.colours)
    _require(found.total() == 56, f"the tiles have 56 colour marks, not {found.total()}")
    for colour in catalog.colours:
        wanted = 5 if colour in FIVE_TILE_COLOURS else 4
        _require(
            found[colour] == wanted, f"{wanted} tiles have the colour {_colour(catalog, colour)}, not {found[colour]}"
        )
        _require(catalog.colours[colour].tiles == wanted, f"the colour {_colour(catalog, colour)} is on {wanted} tiles")


def _colour(catalog: Catalog, colour: str) -> str:
    return catalog.colours[colour].en if colour in catalog.colours else f"'{colour}'"


def _known_tiles(catalog: Catalog) -> None:
    colours = {frozenset(tile.colours) for tile in catalog.tiles.values() if tile.points == 350}
    _require(colours == {frozenset({"dark_blue", "salmon_pink"})}, "the tile of 350 is dark blue and salmon pink")
    fives = [frozenset(tile.colours) for tile in catalog.tiles.values() if tile.points == 500]
    _require(frozenset({"red", "brown"}) in fives, "a tile of 500 is red and brown")


def _goals(catalog: Catalog) -> None:
    _require(len(catalog.goals) == 13 == len(catalog.colours), "there are 13 colours and 13 Great Goals")
    _require(set(catalog.goal_of_colour) == set(catalog.colours), "each colour has its own Great Goal")
    for goal, colour in GOALS_KNOWN.items():
        _require(
            catalog.goals[goal].colour == colour,
            f"{catalog.goals[goal].en} is the goal of the colour {_colour(catalog, colour)}",
        )


def _characters(catalog: Catalog) -> None:
    numbers = sorted(character.number for character in catalog.characters.values())
    _require(numbers == list(range(1, 10)), f"the characters are numbered 1 to 9, not {numbers}")
    abilities = Counter(character.ability for character in catalog.characters.values())
    _require(abilities == Counter(Ability), "each character has an ability of his own")
    for character in catalog.characters.values():
        free = character.ability in {Ability.CONVERSION, Ability.TWO_TILES}
        one_set = sorted(character.starters) in [sorted(members) for members in catalog.members.values()]
        any_three = free and set(character.starters) <= set(catalog.corporations) and len(character.starters) in (0, 3)
        _require(one_set or any_three, f"the starting cards of {character.en} are one colour set")
        _require(not character.goal or character.goal in catalog.goals, f"{character.en} dreams of one of the 13 goals")


_CHECKS: tuple[Callable[[Catalog], None], ...] = (
    _names,
    _corporations,
    _ladders,
    _known_values,
    _specials,
    _tile_points,
    _tile_colours,
    _known_tiles,
    _goals,
    _characters,
)
_SHAPES = (_corporations, _ladders)
