"""Pictures of tables with whose is what in them: the closing audit, and what a picture scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import cv2
import numpy as np

from companion.core.camera_view import CameraView
from companion.core.editing import corrected, objection, places_for
from companion.core.editor import PieceMove
from companion.core.game import Game
from companion.core.light_strip import corner_points
from companion.core.table import Observation, TablePicture, diff, owner
from companion.games import GAMES
from companion.pages.closing_audit import ClosingAudit
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.session.game_history import GameHistory
from companion.session.session import Session
from companion.simulation.performance import SimulatedEye
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.table_camera import STILL_PX, table_camera
from scripts.gallery.view_screens import seen_by
from vision.geometry.homography import Homography
from vision.geometry.lens import LensModel

Made = tuple[str, Callable[[], object]]


def lying(game: Game[Any, Any], state: Any) -> PhysicalTable:
    table = PhysicalTable(game, game.layout(state))
    table.make(game.table(state))
    return table


def otherwise(game: Game[Any, Any], state: Any) -> Any:
    """The same position but for one piece that lies elsewhere, if one can, before somebody else."""
    shown, found = game.table(state), state
    for zone, pieces in shown.zones.items():
        for piece in dict.fromkeys(pieces):
            for target in places_for(game, state, piece, zone):
                after = corrected(game, state, (PieceMove(piece, zone, target),))
                if objection(game, state, after) is None and diff(shown, game.table(after)):
                    found = after
                    if target in shown.zones and owner(target) != owner(zone):
                        return after
    return found


def audit(context: PageContext, navigator: Navigator, history: GameHistory[Any, Any]) -> object:
    """An evening that ends with a table that lies otherwise."""
    game, state = history.game, history.state
    session: Session[Any, Any] = Session(history, lambda _: None, lambda _: None)
    context.session = session
    table = lying(game, otherwise(game, state))
    seen = photographed(game.name, table)
    wide, high = seen.picture.width, seen.picture.height
    in_picture = np.array([(x * wide, y * high) for x, y in seen.mat])
    mat = np.array(corner_points((table.layout.width, table.layout.height)))
    placed = Homography(cv2.findHomography(mat, in_picture)[0], LensModel.undistorted((wide, high)))
    look = SimulatedEye(table).look(())
    session.handle(Observation(look.labels, look.blind, pictures=(TablePicture(seen.picture, 1, placed),)))
    closing = session.closing_look
    assert closing is not None, "somebody has looked"
    return ClosingAudit(context, navigator, closing, ends_early=True).view()


def photographed(name: str, table: PhysicalTable) -> CameraView:
    return seen_by(name, table.layout, lambda: table_camera(table, lambda: (), None, STILL_PX))


def picture_pages(
    context: Callable[[], PageContext],
    navigator: Callable[[], Navigator],
    play: Callable[[PageContext, str], GameHistory[Any, Any]],
) -> Iterator[Made]:
    """`play` gives an evening of a game in its middle."""

    @cache
    def audited(game: str) -> object:
        home = context()
        return audit(home, navigator(), play(home, game))

    for game in GAMES:
        yield f"closing-audit-{game}", partial(audited, game)
