"""Setting the camera up: what it sees, how well, and the one thing to do next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.cameras.camera_plan import CameraPlan, comparison, known_models, plan_camera, plan_lines, plan_sketch
from companion.core.camera_view import CameraAtHand, CameraView, Grade, Judgement, NoView
from companion.core.game import Game
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import CameraPage, ListPage, PlanPage, Stepper
from companion.core.screen import Button, Open, Tone, Touched
from companion.core.text import NOTHING, Text, say, say_plural, verbatim
from companion.errors import CompanionError
from companion.label_sets.piece_labels import LABEL_MM, counts_of_players, opening_state
from companion.pages.home import players
from companion.pages.navigator import Navigator, OpenPage
from companion.pages.page_context import CORNERS, MAT, TABLE, PageContext, has_corners_only
from companion.session.messages import CameraChoice

TONES = {Grade.GOOD: Tone.GOOD, Grade.USABLE: Tone.ATTENTION, Grade.NOT_YET: Tone.BAD}


def camera_set_up(context: PageContext, navigator: Navigator, about: str) -> OpenPage:
    """The table of the evening, of the named game, or the question of which game's mat lies there."""
    if context.session is not None:
        history = context.session.history
        return CameraSetUp(context, navigator, history.game, history.state)
    if not about:
        return WhichSize(context)
    name, _, count = about.partition(":")
    game = context.games[name]
    return CameraSetUp(context, navigator, game, opening_state(game, int(count) if count else None))


class WhichMat:
    """Which game lies there, where no evening says so. `page` is opened with its name."""

    def __init__(self, context: PageContext, page: str, title: Text) -> None:
        self._context, self._page, self._title = context, page, title

    def view(self) -> ListPage:
        rows = tuple(
            Row(game.title, players(game), icon="layout-grid", intent=Open(self._page, name))
            for name, game in self._context.games.items()
        )
        return ListPage(self._page, self._title, (RowGroup(NOTHING, rows),))

    def touched(self, key: str, value: str) -> None:
        """Every row opens a page of its own."""


class WhichSize:
    """Which game lies there, and for how many players its mat was made."""

    def __init__(self, context: PageContext) -> None:
        self._context = context

    def view(self) -> ListPage:
        groups = tuple(RowGroup(game.title, tuple(_sizes(game))) for game in self._context.games.values())
        return ListPage("camera set up", say("Which game's mat lies there?"), groups)

    def touched(self, key: str, value: str) -> None:
        """Every row opens a page of its own."""


def _sizes(game: Game[Any, Any]) -> Iterator[Row]:
    for count in counts_of_players(game):
        layout = game.layout(opening_state(game, count))
        size = say("{width} x {height} mm", width=f"{layout.width:.0f}", height=f"{layout.height:.0f}")
        title = say_plural("For {count} player", "For {count} players", count)
        yield Row(title, size, icon="layout-grid", intent=Open("camera set up", f"{game.name}:{count}"))


class CameraSetUp:
    """Looks through the camera while it is open."""

    def __init__(self, context: PageContext, navigator: Navigator, game: Game[Any, Any], state: Any) -> None:
        self._context, self._navigator, self._game = context, navigator, game
        context.seen = None
        context.machine.cameras.look(game, state)

    def view(self) -> CameraPage:
        seen = self._context.seen
        if not isinstance(seen, CameraView):
            return self._blind(seen)
        judgement = seen.judgement
        again = Button(say("Focus again"), Touched("again"), icon="refresh")
        corners = has_corners_only(self._context.store)
        mat = (
            Button(say("There is a mat"), Touched("table", MAT), icon="layout-grid")
            if corners
            else Button(say("Only corners"), Touched("table", CORNERS), icon="layout-grid")
        )
        plan = Button(say("Plan"), Open("camera planner", self._game.name), icon="scan")
        others = _others(seen)
        return CameraPage(
            say("Does the camera see everything?"),
            seen,
            NOTHING,
            say_plural("{count} label read", "{count} labels read", len(seen.tags)),
            advice(judgement),
            TONES[judgement.grade],
            (*others, plan, mat, again, self._done(judgement)),
            _kind_of(seen),
        )

    def touched(self, key: str, value: str) -> None:
        match key:
            case "again":
                self._look_again()
            case "cameras":
                seen = self._context.seen
                self._navigator.push(ChooseCamera(self._context, self._navigator, () if seen is None else seen.cameras))
            case "table":
                self._context.store.prefer(TABLE, value)
                self._look_again()
            case "touch alone":
                self._play_by_touch()
            case "done":
                self._keep_lens()
                self._navigator.close()
                self._watch_again()
            case _:
                pass

    def closed(self) -> None:
        self._context.machine.cameras.look_away()

    def _play_by_touch(self) -> None:
        """The evening goes on without a camera; before one, only this page ends."""
        session = self._context.session
        if session is None:
            self._navigator.close()
            return
        self._navigator.close_all()
        session.handle(CameraChoice.NONE)

    def _watch_again(self) -> None:
        """Whoever has looked through the camera and plays like this wants it to look at the table."""
        session = self._context.session
        if session is not None and not session.is_watched:
            session.handle(CameraChoice.LOOK_AGAIN)

    def _look_again(self) -> None:
        self._context.seen = None
        self._context.machine.cameras.look_again()

    def _keep_lens(self) -> None:
        """What the anchors tell of the lens holds for this camera, wherever it hangs; few of them tell nothing."""
        seen = self._context.seen
        if isinstance(seen, CameraView) and not seen.simulated and seen.judgement.grade is Grade.GOOD:
            try:
                self._context.machine.cameras.keep_lens()
            except CompanionError:
                return

    def _done(self, judgement: Judgement) -> Button:
        if judgement.grade is Grade.NOT_YET:
            why = say("Something is still red: labels would be missed.")
            return Button(say("Play like this"), Touched("done"), enabled=False, why_not=why, icon="check")
        return Button(say("Play like this"), Touched("done"), "confirm", tone=Tone.GOOD, icon="check")

    def _blind(self, seen: NoView | None) -> CameraPage:
        if seen is None:
            words, tone = say("The camera is being opened and focused. This takes some seconds."), Tone.UNKNOWN
        elif not seen.is_there:
            words = say("No camera found. Plug one in; a ribbon cable only while the companion is switched off.")
            tone = Tone.ATTENTION
        else:
            words, tone = say("The camera sees nothing. {reason}", reason=seen.reason), Tone.BAD
        again = Button(say("Look again"), Touched("again"), icon="refresh")
        leave = Button(say("Play by touch alone"), Touched("touch alone"), icon="hand-finger")
        ways = (again, leave) if self._context.session is not None else (leave, again)
        title = say("Does the camera see everything?")
        return CameraPage(title, None, words, NOTHING, NOTHING, tone, (*ways, *_others(seen)))


class ChooseCamera:
    """Which of several cameras looks at the table."""

    def __init__(self, context: PageContext, navigator: Navigator, cameras: Sequence[CameraAtHand]) -> None:
        self._context, self._navigator, self._cameras = context, navigator, cameras

    def view(self) -> ListPage:
        rows = tuple(
            Row(
                self._title(number),
                say("It watches the table") if camera.looks else say("Touch it to look through it"),
                icon="camera",
                intent=Touched("camera", str(number)),
                chosen=camera.looks,
            )
            for number, camera in enumerate(self._cameras)
        )
        return ListPage("choose camera", say("Which camera watches the table?"), (RowGroup(NOTHING, rows),))

    def touched(self, key: str, value: str) -> None:
        if key == "camera":
            chosen = self._cameras[int(value)]
            self._context.seen = None
            self._navigator.close()
            self._context.machine.cameras.look_through(chosen)

    def _title(self, number: int) -> Text:
        """Cameras of one maker may call themselves alike: those are numbered."""
        title = self._cameras[number].title
        alike = [at for at, camera in enumerate(self._cameras) if camera.title == title]
        if len(alike) == 1:
            return title
        return say("{camera}, number {number}", camera=title, number=alike.index(number) + 1)


def _others(seen: CameraView | NoView | None) -> tuple[Button, ...]:
    """To another camera, where there is more than one."""
    if seen is None or len(seen.cameras) < 2:
        return ()
    return (Button(say("Another camera"), Touched("cameras"), icon="camera"),)


def advice(judgement: Judgement) -> Text:
    """One sentence: what to do next, or that nothing is left to do."""
    if judgement.grade is Grade.GOOD:
        return say("All is well. Nothing has to be changed.")
    return judgement.next_step


def _kind_of(seen: CameraView) -> Text:
    return say("simulated table") if seen.simulated else say("live")


# --- planning where the camera has to hang before there is a stand: which camera, which table, which labels ---


CAMERA = "planned camera"
"""The preference that keeps which camera was chosen last."""

LABELS = (10.0, 12.0, 14.0, 15.0, 16.0, 18.0, 20.0, 22.0, 25.0)


def camera_planner(context: PageContext, navigator: Navigator, game: str) -> OpenPage:
    """The plan for this game's mat, for the mat of the evening, or the question of which."""
    if not game and context.session is not None:
        game = context.session.history.game.name
    if not game:
        return WhichMat(context, "camera planner", say("For which game is the table?"))
    return CameraPlanner(context, navigator, game)


class CameraPlanner:
    def __init__(self, context: PageContext, navigator: Navigator, game: str) -> None:
        self._context, self._navigator, self._game = context, navigator, context.games[game]
        session = context.session
        at_table = len(session.history.options.names) if session is not None else max(self._game.players)
        self._players, self._label_mm = at_table, LABEL_MM

    @property
    def plan(self) -> CameraPlan:
        layout = self._game.layout(opening_state(self._game, self._players))
        name = self._context.store.preferences().get(CAMERA, "")
        models = {model.name: model for model in known_models()}
        model = models.get(name) or next(iter(models.values()))
        return plan_camera(model, (layout.width, layout.height), self._label_mm)

    def view(self) -> PlanPage:
        plan = self.plan
        lines = [(TONES[line.grade], line.words) for line in plan_lines(plan)]
        compared = self._compared(plan)
        if compared != NOTHING:
            lines.append((Tone.UNKNOWN, compared))
        return PlanPage(
            say("Where does the camera hang?"),
            plan_sketch(plan),
            Row(verbatim(plan.model.title), say("Another camera"), icon="camera", intent=Touched("camera")),
            (
                _stepper(say("Players"), "players", self._players, counts_of_players(self._game), NOTHING),
                _stepper(say("Labels"), "label", self._label_mm, LABELS, say("mm")),
            ),
            tuple(lines),
        )

    def touched(self, key: str, value: str) -> None:
        match key:
            case "camera":
                self._navigator.push(WhichCamera(self._context, self._navigator))
            case "players":
                self._players = int(float(value))
            case "label":
                self._label_mm = float(value)
            case _:
                pass

    def _compared(self, plan: CameraPlan) -> Text:
        seen = self._context.seen
        if not isinstance(seen, CameraView) or seen.simulated:
            return NOTHING
        return comparison(plan, seen.height, min((each.pixels_per_module for each in seen.regions), default=None))


class WhichCamera:
    """The cameras that are known, with what they see."""

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator

    def view(self) -> ListPage:
        chosen = self._context.store.preferences().get(CAMERA, known_models()[0].name)
        rows = tuple(
            Row(
                verbatim(model.title),
                say(
                    "{degrees}°, {width} x {height} pixels",
                    degrees=round(model.field),
                    width=model.size[0],
                    height=model.size[1],
                ),
                intent=Touched("camera", model.name),
                chosen=model.name == chosen,
            )
            for model in known_models()
        )
        return ListPage("which camera", say("Which camera is it?"), (RowGroup(NOTHING, rows),))

    def touched(self, key: str, value: str) -> None:
        if key == "camera":
            self._context.store.prefer(CAMERA, value)
            self._navigator.close()


def _stepper(title: Text, key: str, at: float, choices: tuple[float, ...], unit: Text) -> Stepper:
    less = max((choice for choice in choices if choice < at), default=None)
    more = min((choice for choice in choices if choice > at), default=None)
    return Stepper(
        title,
        f"{at:g}",
        unit,
        None if less is None else Touched(key, f"{less:g}"),
        None if more is None else Touched(key, f"{more:g}"),
    )
