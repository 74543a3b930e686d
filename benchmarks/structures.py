"""How well structures are read from the poses of their cards: `python -m benchmarks.structures [--structures N]`.

Random structures of INWO, each card laid against its master with 3 mm and 4 degrees of slop, which add up from master
to puppet; in half of them a card has just arrived, and the state does not know it. Counted: structures of which every
card was found at its arrow, those of which a card was left to people, and those with a card at a wrong arrow. The
goal: 99.5 % right, nothing wrong.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import click

from companion.core.choices import Choices
from companion.core.plane import moved
from companion.core.table import LabelPlace, Observation, Pose, Tag, Zone
from companion.games.inwo import GAME
from companion.games.inwo.geometry import ROOT, arrows, fits, puppet_spot
from companion.games.inwo.layout import TreeLayout, layout
from companion.games.inwo.settings import SETTINGS
from companion.games.inwo.state import Placed, Player, State
from companion.games.inwo.table import arrow_zone, shape
from companion.games.inwo.tags import shipped_labels

CARDS = 12
SLOP_MM, SLOP_DEGREES = 3.0, 4.0
RIGHT = 0.995
EVENING = GAME.evening
TAG_OF = {piece: tag for tag, piece in shipped_labels().items()}
GROUPS = sorted(each.id for each in EVENING.catalog.cards.values() if each.is_group)
ROOTS = ("ufos", "the_network")


def random_structure(random: Random, cards: int = CARDS) -> tuple[Placed, ...]:
    """A structure that may lie on a table, built at random arrows."""
    while True:
        structure: tuple[Placed, ...] = (Placed(ROOTS[0]),)
        for name in random.sample(GROUPS, cards * 4):
            free = list(arrows(EVENING.catalog, structure))
            random.shuffle(free)
            ways = (Placed(name, master, side) for master, side in free)
            found = next((way for way in ways if fits(EVENING.catalog, structure, (way,))), None)
            structure = structure if found is None else (*structure, found)
            if len(structure) == cards:
                return structure


def laid(random: Random, structure: tuple[Placed, ...], root: Pose) -> dict[str, Pose]:
    """Each card against its master as hands lay it: the slop adds up from master to puppet."""
    middles: dict[str, Pose] = {}
    for placed in structure:
        if placed.master is None or placed.side is None:
            middles[placed.card] = root
            continue
        spot = puppet_spot(EVENING[placed.master], ROOT, placed.side, EVENING[placed.card])
        at = moved(middles[placed.master], spot.x, spot.y)
        middles[placed.card] = Pose(
            at.x + random.uniform(-SLOP_MM, SLOP_MM),
            at.y + random.uniform(-SLOP_MM, SLOP_MM),
            middles[placed.master].rotation + 90.0 * spot.quarters + random.uniform(-SLOP_DEGREES, SLOP_DEGREES),
        )
    return middles


def layout_of(structure: tuple[Placed, ...]) -> TreeLayout:
    """Of a table of two, the first with this structure."""
    others = (structure, (Placed(ROOTS[1]),))
    players = tuple(Player(each[0].card, each[0].card, structure=each) for each in others)
    return layout(State(players, evening=EVENING, choices=Choices.of(SETTINGS, {})))


def arrows_read(random: Random, structure: tuple[Placed, ...], there: TreeLayout) -> dict[Zone, tuple[Tag, ...]]:
    """What is read at the arrows of the first player when the structure is laid crookedly, its cards in any order."""
    labels = []
    for name, middle in laid(random, structure, there.roots["A"]).items():
        form = shape(EVENING, name)
        labels.append(LabelPlace(TAG_OF[name], moved(middle, form.label_dx, form.label_dy)))
    random.shuffle(labels)
    seen = there.read(Observation(tuple(labels))).zones
    return {zone: tags for zone, tags in seen.items() if tags and zone.startswith("A.") and zone.count(".") == 2}


def arrows_of(structure: tuple[Placed, ...]) -> dict[Zone, tuple[Tag, ...]]:
    """Which label lies at which arrow."""
    return {
        arrow_zone("A", placed.master, placed.side): (TAG_OF[placed.card],)
        for placed in structure
        if placed.master is not None and placed.side is not None
    }


def reading(random: Random, *, arrived: bool) -> str:
    """Whether one random structure is read `right`, a card of it `left` to people, or one is `wrong`."""
    known = structure = random_structure(random)
    if arrived:
        masters = {placed.master for placed in structure}
        new = random.choice([placed for placed in structure[1:] if placed.card not in masters])
        known = tuple(placed for placed in structure if placed is not new)
    expected, read = arrows_of(structure), arrows_read(random, structure, layout_of(known))
    if read == expected:
        return "right"
    return "left" if read.items() <= expected.items() else "wrong"


def count(structures: int, first: int = 0) -> Counter[str]:
    """How many structures of each kind there are."""
    return Counter(reading(Random(first + number), arrived=number % 2 == 1) for number in range(structures))


@click.command()
@click.option("--structures", default=2_000, show_default=True, type=click.IntRange(1))
@click.option("--first", default=0, show_default=True, help="Number of the first structure.")
def main(structures: int, first: int) -> None:
    """Count how many crooked structures are read right."""
    found = count(structures, first)
    right = found["right"] / structures
    goal = "" if right >= RIGHT and not found["wrong"] else f"   << goal: {RIGHT:.1%} right, nothing wrong"
    click.echo(
        f"{structures} structures of {CARDS} cards: {found['right']} right ({right:.2%}), "
        f"{found['left']} with a card left to people, {found['wrong']} wrong{goal}"
    )


if __name__ == "__main__":
    main()
