"""The mat: zones that do not overlap, anchors that nothing covers, labels that no other piece hides."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.core.table import Box, LabelPlace, Observation
from companion.games.iron_sky import GAME
from companion.games.iron_sky.state import State
from companion.label_sets.piece_labels import LABEL_MM
from companion.printing.game_labels import mat_drawing
from companion.printing.mat_pages import mat_pages
from companion.simulation.physical_table import PlacedPiece
from tests.games.iron_sky.tables import after, new_game, played, table


def lying(state: State) -> list[PlacedPiece]:
    """Every piece where it should lie, in the order of zones."""
    layout = GAME.layout(state)
    return [
        PlacedPiece("", piece, layout.spot(zone, index), GAME.shape(piece))
        for zone, pieces in GAME.table(state).zones.items()
        for index, piece in enumerate(pieces)
    ]


def hidden(state: State) -> list[tuple[str, str]]:
    """Pairs of pieces of which one would hide the other's label, whichever was laid first.

    Tiles stand on the improvement under them; there only the card's label has to show.
    """
    pairs = [(one, other) for a, b in combinations(lying(state), 2) for one, other in ((a, b), (b, a))]
    return [(upper.piece, lower.piece) for upper, lower in pairs if upper.hides_label_of(lower)]


@pytest.mark.parametrize("players", [2, 4, 6])
def test_zones_lie_on_the_mat_and_apart(players: int) -> None:
    layout = GAME.layout(new_game(players))
    boxes = list(layout.zones.items())

    assert 200 * players == layout.width
    assert [] == [name for name, box in boxes if min(box.left, box.top) < 0]
    assert [] == [name for name, box in boxes if box.right > layout.width or box.bottom > layout.height]
    assert [] == [(a, b) for (a, one), (b, other) in combinations(boxes, 2) if one.overlaps(other)]


@pytest.mark.parametrize(("players", "anchors"), [(2, 7), (4, 12), (6, 12)])
def test_anchors_lie_free(players: int, anchors: int) -> None:
    """Labels of the mat itself, where no zone is, spread over the whole mat."""
    layout = GAME.layout(new_game(players))
    half = LABEL_MM / 2
    marks = [Box(p.x - half, p.y - half, p.x + half, p.y + half) for p in layout.anchors.values()]

    assert anchors == len(marks)
    assert [] == [zone for zone, box in layout.zones.items() for mark in marks if box.overlaps(mark)]
    assert max(mark.right for mark in marks) - min(mark.left for mark in marks) > layout.width - 100


def test_every_label_shows() -> None:
    for number, (state, _) in enumerate(played(6, "veteran")):
        if number % 60 == 0:
            assert [] == hidden(state)


def test_an_improvement_and_the_terror_marker_show_beside_the_army() -> None:
    site = ("U1", "R1", {"improvement": "uwc_special_fortress"})
    below = ("U1", "", {"improvement": "uwc_special_tax_raise"})

    assert [] == hidden(
        table(settings={"special_commands": "on"}, america={1: site, 4: below, "terror": 1, "jamming": 1})
    )


def test_the_pool_holds_everything_of_two_neutral_continents() -> None:
    assert [] == hidden(new_game(2))


def test_a_hand_over_a_zone_silences_it_alone() -> None:
    state = after(new_game(2), "sheet A infantry", "sheet B general")
    layout = GAME.layout(state)
    label = LabelPlace(
        next(tag for tag, piece in GAME.piece_of.items() if piece == "reich_america"), layout.spot("america.o2", 0)
    )
    reading = layout.read(Observation((label,), (layout.zones["america.o1"],)))

    assert "america.o1" not in reading.zones
    assert (label.tag,) == reading.zones["america.o2"]


def test_every_zone_has_a_name() -> None:
    names = [str(GAME.zone_name(zone)) for zone in GAME.layout(new_game(6)).zones]

    assert len(names) == len(set(names))
    assert "the Command Centre of America 3" in names
    assert "Money 5 of F" in names


@pytest.mark.parametrize(("players", "pages"), [(2, 9), (4, 15), (6, 21)])
def test_the_mat_is_on_no_more_pages_than_the_players_need(players: int, pages: int) -> None:
    mat = mat_pages(mat_drawing(GAME, players))

    assert pages == len(mat.columns) * len(mat.rows)
