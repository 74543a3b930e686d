"""Tracks in arrays: what has another version number after which change."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.core.table import LabelPlace, Pose
from tests.vision.test_localization import a_detection
from vision.cell_grid import CellGrid
from vision.tracking.track import Track, Verdict
from vision.tracking.track_table import TrackTable

GRID = CellGrid((1800, 1200), 60, 90)
PLACES = {"FARM": Pose(100.0, 100.0), "MINE": Pose(600.0, 100.0)}
TRACKS = tuple(Track(a_detection(tag, pose), LabelPlace(tag, pose), 0.9, 0.0) for tag, pose in PLACES.items())
TABLE = TrackTable.of(TRACKS, GRID)


def versions(table: TrackTable) -> tuple[int, int]:
    return table.version, table.placement_version


def test_equal_tracks_change_nothing() -> None:
    assert (0, 0) == versions(TABLE.updated([replace(track) for track in TRACKS]))


def test_what_is_believed_of_a_track_changes_the_version_alone() -> None:
    table = TABLE.updated([replace(TRACKS[0].lost(1.0), verdict=Verdict.BURIED), TRACKS[1]])

    assert (1, 0) == versions(table)
    assert [True, False] == table.lost.tolist()
    assert [True, False] == table.under_piece.tolist()


def test_a_label_that_moves_comes_or_goes_changes_the_placement_too() -> None:
    moved = replace(TRACKS[0], detection=a_detection("FARM", Pose(101.0, 100.0)))

    assert (1, 1) == versions(TABLE.updated([moved, TRACKS[1]]))
    assert (1, 1) == versions(TABLE.updated(TRACKS[1:]))
    assert (2, 2) == versions(TABLE.updated(TRACKS[1:]).updated(TRACKS))


def test_cells_and_tracks_are_found_from_each_other() -> None:
    cells = TABLE.cells_of(np.array([True, False]))

    assert cells.any()
    assert [True, False] == TABLE.touching(cells).tolist()
    assert [False, False] == TABLE.touching(np.zeros_like(cells)).tolist()
    assert [TRACKS[0]] == TABLE.chosen(np.array([True, False]))
