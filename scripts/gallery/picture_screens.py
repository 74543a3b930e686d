"""Pictures of tables with whose is what in them: the closing audit, and what a picture scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from benchmarks.recorded_evening import SimulatedEye
from companion.cameras.face_learning import FaceLearning
from companion.conformance import playouts
from companion.core.editing import corrected, objection, places_for
from companion.core.editor import PieceMove
from companion.core.game import Game, Options
from companion.core.plane import piece_outline
from companion.core.table import Crop, LabelPlace, Observation, TablePicture, diff, owner
from companion.core.text import verbatim
from companion.errors import ImageError
from companion.games import GAMES
from companion.pages.ending import ClosingAudit
from companion.pages.evening_draft import EveningDraft
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.picture_answers import PiecesOf, WhoseArea, WhosePiece
from companion.pages.picture_sources import FromStick, ScoreWhatLies, WhichGame, from_camera
from companion.pages.resuming import OnePile, Piles, Resuming
from companion.pages.scored_picture import Found, Refused, ScoredPicture, Taken
from companion.pages.showing_cards import Looked, ShowingCards, by_name
from companion.picture_score.scoring import score_pieces
from companion.picture_score.table_pictures import shown
from companion.picture_score.told_by_pictures import Quad, SeenPiece, TakenPicture
from companion.session.game_history import GameHistory
from companion.session.session import Session
from companion.simulation.physical_table import BOX, HandMove, PhysicalTable, PlacedPiece, table_camera
from companion.simulation.renderer.camera_model import CameraProjection
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from vision.faces.shown_cards import ShownCard

PICTURE_PX = (1600, 900)
"""Nobody reads the labels in it."""

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
    light, placed = photographed(table)
    crop = Crop(light.shape[1], light.shape[0], light.tobytes())
    look = SimulatedEye(table).look(())
    session.handle(Observation(look.labels, look.blind, pictures=(TablePicture(crop, 1, cast(Any, placed)),)))
    closing = session.closing_look
    assert closing is not None, "somebody has looked"
    return ClosingAudit(context, navigator, closing, ends_early=True).view()


def photographed(table: PhysicalTable) -> tuple[NDArray[np.uint8], CameraProjection]:
    """The light of the table, and where its places lie in the picture."""
    with table_camera(table, lambda: (), None, PICTURE_PX) as camera:
        frame = camera.read()
        assert frame is not None, "a simulated camera sees its table"
        assert isinstance(camera, SimulatedCamera)
        return frame.image.copy(), camera.camera()


@cache
def found(game: str, state: Any, names: tuple[str, ...]) -> Found:
    """What a picture of the table comes to, one of its pieces being away; as if every label had been read."""
    rules = GAMES[game]
    table = lying(rules, state)
    zones = rules.table(state).zones.items()
    own = [(zone, piece) for zone, pieces in zones for piece in pieces if zone.endswith(("tiles", "illuminati"))]
    for zone, piece in own[-1:]:
        table.move(HandMove(piece, zone, BOX))
    light, placed = photographed(table)
    placing = [*table.lying()]
    read = rules.layout(state).read(Observation(tuple(LabelPlace(one.tag, one.label) for one in placing))).zones
    zone_of = {tag: zone for zone, tags in read.items() for tag in tags}
    pieces = [
        SeenPiece(one.tag, one.piece, {0: quad(placed, one)}, one.label, (zone_of[one.tag],))
        for one in placing
        if one.tag in zone_of
    ]
    picture = TakenPicture("", light)
    return Found(Taken((picture,), (), (shown(picture),)), score_pieces(rules, Options(names), pieces))


def quad(placed: CameraProjection, one: PlacedPiece) -> Quad:
    first, second, third, fourth = placed.to_px(np.array(piece_outline(one.label, one.shape)))
    return _pixel(first), _pixel(second), _pixel(third), _pixel(fourth)


def _pixel(point: NDArray[np.float64]) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def part_missing(context: PageContext, navigator: Navigator, made: Found) -> ScoredPicture:
    """The page where a part of the table is too small in the picture."""
    height, width = made.taken.pictures[0].luma.shape
    outline = ((width * 0.5, 0.0), (width * 1.0, 0.0), (width * 1.0, height * 0.5), (width * 0.5, height * 0.5))
    why = "table.jpg: the labels in the far right quarter of the table are too small to be sure of all; "
    error = ImageError(why + "take one more picture of that part, nearer.", (0, outline))
    return scored_picture(context, navigator, Refused(made.taken, error))


def scored_picture(context: PageContext, navigator: Navigator, made: Found | Refused) -> ScoredPicture:
    """The page as it stands once the picture has been looked at."""
    context.machine = replace(context.machine, aside=lambda _, done: done(made))
    draft = EveningDraft(made.score.game.name if isinstance(made, Found) else "")
    page = ScoredPicture(context, navigator, draft, lambda: ())
    navigator.push(page)
    return page


def scoring_pages(
    context: Callable[[], PageContext],
    navigator: Callable[[], Navigator],
    play: Callable[[PageContext, str], GameHistory[Any, Any]],
) -> Iterator[Made]:
    """A picture of each game, the lists beside it, and what it comes to."""

    @cache
    def made(game: str) -> Found:
        history = play(context(), game)
        return found(game, history.state, tuple(history.names.values()))

    def page(game: str) -> ScoredPicture:
        return scored_picture(context(), navigator(), made(game))

    def touched(game: str, key: str, value: str = "") -> object:
        flow = navigator()
        opened = scored_picture(context(), flow, made(game))
        opened.touched(key, value)
        assert flow.top is not None
        return flow.top.view()

    first = next(iter(GAMES))

    def start() -> ScoreWhatLies:
        return ScoreWhatLies(context(), navigator())

    yield "score-picture-start", lambda: start().view()
    yield "score-picture-which-game", lambda: WhichGame(context(), navigator(), start()).view()
    yield "score-picture-from-stick", lambda: FromStick(context(), navigator(), lambda _: None).view()
    yield (
        "score-picture-no-camera",
        lambda: ScoredPicture(context(), navigator(), EveningDraft(""), from_camera(context())).view(),
    )
    for game in GAMES:
        yield f"score-picture-{game}", lambda game=game: page(game).view()  # type: ignore[misc]
        yield f"score-picture-{game}-result", partial(touched, game, "result")
    others = [game for game in GAMES if game != first]
    for game in others:
        yield f"score-picture-{game}-answers", partial(touched, game, "answers")
    yield "score-picture-part-missing", lambda: part_missing(context(), navigator(), made(first)).view()
    for key in ("outlines", "again", "answers"):
        yield f"score-picture-{first}-{key}", partial(touched, first, key)
    yield f"score-picture-{first}-pieces-of", lambda: PiecesOf(navigator(), page(first), "A").view()
    yield f"score-picture-{first}-whose-piece", lambda: WhosePiece(navigator(), page(first), 0).view()
    yield f"score-picture-{first}-whose-area", lambda: WhoseArea(navigator(), page(first), "A").view()


def resuming_pages(
    context: Callable[[], PageContext],
    navigator: Callable[[], Navigator],
    play: Callable[[PageContext, str], GameHistory[Any, Any]],
) -> Iterator[Made]:
    """What is told of a table in play before its evening goes on."""

    def resuming(game: str) -> Resuming:
        history = play(context(), game)
        draft = EveningDraft(game)
        for name in history.names.values():
            draft = draft.seated(name)
        return Resuming(context(), navigator(), draft, history.game, history.state)

    def piles(game: str, *, one: bool) -> object:
        told = resuming(game)
        return (OnePile(told, navigator(), next(told.piles())) if one else Piles(told, navigator())).view()

    for game, rules in GAMES.items():
        yield f"resuming-{game}", lambda game=game: resuming(game).view()  # type: ignore[misc]
        # Asked of the beginning, so that no evening has to be played for a list of names.
        if any(rules.pile_heights(playouts.start(rules, min(rules.players))).values()):
            yield f"resuming-{game}-piles", partial(piles, game, one=False)
            yield f"resuming-{game}-one-pile", partial(piles, game, one=True)


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
    yield from scoring_pages(context, navigator, play)
    yield from resuming_pages(context, navigator, play)
    yield from showing_pages(context, navigator)


def showing_pages(context: Callable[[], PageContext], navigator: Callable[[], Navigator]) -> Iterator[Made]:
    """Cards without labels: before a picture, which card one is, and the search."""
    game = max(GAMES.values(), key=lambda each: len(by_name(each)))

    def page(flow: Navigator, *fault: str) -> ShowingCards:
        opened = ShowingCards(context(), flow, game)
        light = np.full((900, 1600), 70, np.uint8)
        cards = []
        for number in range(8):
            left, top = 140 + 350 * (number % 4), 60 + 400 * (number // 4)
            light[top : top + 350, left : left + 250] = 150 + 12 * number
            corners = np.array([(left, top), (left + 250, top), (left + 250, top + 350), (left, top + 350)], float)
            cards.append(ShownCard(0.0, 0.0, light[top : top + 350, left : left + 250], corners))
        picture = TakenPicture("", light)
        learning = FaceLearning(game, Path("no such folder"), by_name(game))
        faults = (*map(verbatim, fault), *[None] * (8 - len(fault)))
        opened._done(Looked(learning, picture, (0, 0), shown(picture), tuple(cards), faults))
        flow.push(opened)
        return opened

    def searched() -> object:
        flow = navigator()
        page(flow).touched("another", "")
        assert flow.top is not None
        return flow.top.view()

    yield "cards-start", lambda: ShowingCards(context(), navigator(), game).view()
    yield "cards-asked", lambda: page(navigator()).view()
    yield "cards-glare", lambda: page(navigator(), "a light is reflected in it: move it or the lamp.").view()
    yield "cards-which", searched
