"""Planning where the camera has to hang before there is a stand: which camera, which table, which labels."""

from __future__ import annotations

from companion.cameras.camera_plan import CameraPlan, known_models, plan_camera
from companion.cameras.plan_drawing import plan_sketch
from companion.cameras.plan_words import comparison, plan_lines
from companion.core.camera_view import CameraView
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage, PlanPage, Stepper
from companion.core.screen import Tone, Touched
from companion.core.text import NOTHING, Text, say, verbatim
from companion.label_sets.piece_labels import LABEL_MM, counts_of_players, opening_state
from companion.pages.camera_set_up import TONES, WhichMat
from companion.pages.navigator import Navigator, OpenPage
from companion.pages.page_context import PageContext

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
