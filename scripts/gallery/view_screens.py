"""Views through the simulated camera over a small table: for the eye, and for the tests that read every screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import islice

from companion.appliance.wiring import wires
from companion.cameras.sources import SIMULATOR, EveningCamera
from companion.cameras.table_watch import WatchedTable
from companion.cameras.view_inspector import ViewInspector
from companion.config import BUTTONS, LAMPS, Settings, StripSettings
from companion.core.camera_view import CameraAtHand, CameraView, NoView, Sign
from companion.core.light_strip import StripPlace
from companion.core.printed_copy import second_tags_of
from companion.core.screen import Open
from companion.core.table import Pose, TableLayout, Tag
from companion.core.tags import anchor_tags
from companion.core.text import say, verbatim
from companion.core.zones import CornersOnly, ZoneLayout
from companion.games import GAMES
from companion.label_sets.piece_labels import LABEL_MM, opening_state
from companion.pages.camera_set_up import ChooseCamera, WhichCamera
from companion.pages.contents import page_of
from companion.pages.label_sticking import Adopting, MissingLabels, StickingLabels
from companion.pages.navigator import Navigator
from companion.pages.page_context import CORNERS, TABLE, PageContext
from companion.pages.strip_set_up import StripWalk
from companion.simulation.renderer.camera_model import GrayImage
from companion.simulation.renderer.scene import Anchor, Item, Optics, RenderedMat, Scene, SceneLight, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera
from hardware.camera import FrameSource
from vision.labels import label_image

SEVERAL = (
    CameraAtHand("pi", verbatim("Camera Module 3"), looks=True),
    CameraAtHand("webcam:0", verbatim("HD Pro Webcam C920")),
    CameraAtHand("webcam:2", verbatim("HD Pro Webcam C920")),
)

MODULE_PX = 10
USUAL = Optics(width=2304, height=1296, tilt=4.0)


WIRED = Settings(
    buttons=dict(zip(BUTTONS, (17, 27, 22, 23), strict=True)),
    lamps=dict(zip(LAMPS, (5, 6, 13, 16, 12, 20, 21, 26, 19, 25, 24, 18, 4, 7), strict=True)),
    strip=StripSettings(200),
)
"""Everything that can be."""

PLACES = ((15.0, 15.0), (205.0, 15.0), (395.0, 15.0), (585.0, 15.0), (15.0, 200.0), (585.0, 200.0)) + (
    (15.0, 385.0),
    (205.0, 385.0),
    (395.0, 385.0),
    (585.0, 385.0),
)


def small_table() -> ZoneLayout:
    """A mat of a quarter of the usual size: its views are quickly made."""
    anchors = {tag: Pose(x, y) for tag, (x, y) in zip(anchor_tags(), PLACES, strict=False)}
    return ZoneLayout(600.0, 400.0, anchors)


def cards(game: str, rows: int = 3, columns: int = 5) -> tuple[Item, ...]:
    """Some of the game's pieces in heaps and rows."""
    rules = GAMES[game]
    tags = list(islice(rules.piece_of, rows * columns))
    items = []
    for number, tag in enumerate(tags):
        row, column = divmod(number, columns)
        shape = rules.shape(rules.piece_of[tag])
        label = (shape.label_dx, shape.label_dy)
        x, y = 110.0 + column * 75.0, 80.0 + row * 110.0
        items.append(Item(tag, x, y, (number * 7) % 11 - 5, shape.width, shape.height, label))
    return tuple(items)


def _label(tag: Tag) -> GrayImage:
    """One function for all views, since pieces are drawn anew for another."""
    return label_image(tag, MODULE_PX)


def inspected(game: str, scene: Scene, optics: Optics = USUAL, table: TableLayout | None = None) -> CameraView:
    """How a camera with those optics sees that scene on a table of this game, a small one where none is named."""
    table = small_table() if table is None else table
    mat = RenderedMat(
        table.width, table.height, tuple(Anchor(tag, at.x, at.y) for tag, at in table.anchors.items()), LABEL_MM
    )

    def opened() -> FrameSource:
        return SimulatedCamera([scene], _label, SceneSetup(mat, optics))

    settings = Settings()
    watched = WatchedTable(GAMES[game], table, settings, opened)
    with opened() as camera:
        frame = camera.read()
    assert frame is not None, "one scene gives one frame"
    return ViewInspector(watched, EveningCamera(SIMULATOR, settings, opened)).inspect(frame)


@cache
def view(name: str, game: str) -> CameraView:
    """A view by what is the matter with it."""
    scene = Scene(cards(game))
    match name:
        case "dark":
            return inspected(game, replace(scene, light=SceneLight(level=0.3)))
        case "low":
            return inspected(game, scene, replace(USUAL, view=(90.0, 60.0, 510.0, 340.0)))
        case "covered":
            cup = Item(None, 25.0, 380.0, width=110.0, height=110.0, shade=0.3)
            return inspected(game, Scene((*scene.items, cup)), replace(USUAL, tilt=24.0))
        case "doubled":
            again = replace(scene.items[3], x=520.0, y=150.0)
            return inspected(game, Scene((*scene.items, again)))
        case "corners":
            rules = GAMES[game]
            layout = CornersOnly(rules.layout(opening_state(rules, min(rules.players))))
            return inspected(game, Scene(), replace(USUAL, width=4608, height=2592), layout)
        case "other copy":
            seconds = second_tags_of(GAMES[game])
            others = (replace(item, tag=seconds[str(item.tag)]) for item in scene.items[:4])
            return inspected(game, Scene(tuple(others)))
        case "unreadable":
            foreign = next(iter(GAMES[list(GAMES)[-1]].piece_of))
            spoilt = replace(scene.items[3], tag=foreign)
            return inspected(game, Scene((*scene.items[:3], spoilt, *scene.items[4:])))
        case _:
            return inspected(game, scene)


def camera_pages(
    context: Callable[[], PageContext], navigator: Callable[[], Navigator]
) -> Iterator[tuple[str, Callable[[], object]]]:
    """The camera's page with each of these views, and without any."""
    game = next(iter(GAMES))

    def shown(seen: CameraView | NoView | None) -> object:
        home = context()
        if isinstance(seen, CameraView) and any(outlined.sign is Sign.ZONE for outlined in seen.outlines):
            home.store.prefer(TABLE, CORNERS)
        page = page_of(Open("camera set up", game), home, navigator())
        home.seen = seen
        return page.view()

    for name in ("good", "dark", "low", "covered", "corners"):
        yield f"camera-set-up-{name}", lambda name=name: shown(view(name, game))  # type: ignore[misc]
    yield "camera-set-up-several", lambda: shown(replace(view("good", game), cameras=SEVERAL))
    yield "camera-choose", ChooseCamera(context(), navigator(), SEVERAL).view
    yield "camera-set-up-opening", partial(shown, None)
    yield "camera-set-up-none", partial(shown, NoView(say("No camera was found."), is_there=False))
    yield "camera-set-up-which", lambda: page_of(Open("camera set up"), context(), navigator()).view()
    for game_name in GAMES:
        asked = Open("camera planner", game_name)
        yield f"camera-planner-{game_name}", lambda asked=asked: page_of(asked, context(), navigator()).view()  # type: ignore[misc]
    yield "camera-planner-which-camera", lambda: WhichCamera(context(), navigator()).view()
    yield from sticking_pages(context, navigator)
    yield from wired_pages(context, navigator)


def wired_pages(
    context: Callable[[], PageContext], navigator: Callable[[], Navigator]
) -> Iterator[tuple[str, Callable[[], object]]]:
    """What is plugged into the machine, where everything is."""

    def shown(page: str, placed: StripPlace | None = None) -> object:
        home = context()
        pins, lit = (WIRED.buttons, WIRED.lamps), WIRED.strip.place
        home.machine = replace(home.machine, wires=wires(WIRED), buttons=pins[0], lamps=pins[1], strip_place=lit)
        opened = page_of(Open(page, next(iter(GAMES)) if page == "strip walk" else ""), home, navigator())
        home.seen = view("good", next(iter(GAMES)))
        if isinstance(opened, StripWalk):
            opened.placed = placed
        return opened.view()

    for page in ("wiring", "hardware", "strip", "strip walk"):
        yield f"{page.replace(' ', '-')}-wired", partial(shown, page)
    yield "strip-walk-over", partial(shown, "strip walk", StripPlace(212, 1))


def sticking_pages(
    context: Callable[[], PageContext], navigator: Callable[[], Navigator]
) -> Iterator[tuple[str, Callable[[], object]]]:
    """Labels being stuck, with what is wrong with some of them."""

    def page(game: str, scene: str) -> StickingLabels:
        home = context()
        flow = navigator()
        opened = page_of(Open("sticking", game), home, flow)
        assert isinstance(opened, StickingLabels), "a game was named"
        home.seen = view(scene, game)
        opened.saw(home.seen)
        return opened

    for game in GAMES:
        yield f"sticking-{game}", lambda game=game: page(game, "good").view()  # type: ignore[misc]
    first = next(iter(GAMES))
    for scene in ("doubled", "unreadable", "other copy"):
        yield f"sticking-{scene.replace(' ', '-')}", lambda scene=scene: page(first, scene).view()  # type: ignore[misc]

    def missing() -> object:
        opened = page(first, "good")
        return MissingLabels(context(), navigator(), opened, 0).view()

    def adopting() -> object:
        home = context()
        home.seen = view("good", first)
        return Adopting(home, navigator(), GAMES[first], next(iter(GAMES[first].piece_of))).view()

    yield "sticking-missing", missing
    yield "sticking-another-code", adopting
    yield "sticking-which", lambda: page_of(Open("sticking"), context(), navigator()).view()
