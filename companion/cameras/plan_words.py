"""A camera plan in sentences, the same for the command and for the screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from companion.cameras.camera_plan import CameraPlan, smallest_label
from companion.core.camera_view import Grade
from companion.core.text import NOTHING, Text, say


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A sentence about a plan, and how good what it says is."""

    grade: Grade
    words: Text


def heading(plan: CameraPlan) -> Text:
    return say(
        "{camera} over {width} x {depth} mm, labels of {label} mm",
        camera=plan.model.title,
        width=f"{plan.table[0]:g}",
        depth=f"{plan.table[1]:g}",
        label=f"{plan.label_mm:g}",
    )


def plan_lines(plan: CameraPlan) -> Iterator[PlanLine]:
    hang = say("Hang it {height} cm over the table.", height=round(plan.height / 10))
    if plan.aside >= 1:
        hang = say(
            "Hang it {height} cm over the table, {aside} cm beside its middle.",
            height=round(plan.height / 10),
            aside=round(plan.aside / 10),
        )
    if plan.is_sharp:
        yield PlanLine(Grade.GOOD, hang)
    else:
        yield PlanLine(Grade.NOT_YET, say("{hang} That is too near for it to be sharp.", hang=hang))
    sizes = say(
        "A small square of a label is {middle} pixels wide in the middle, {corners} where it is smallest.",
        middle=f"{plan.middle:.1f}",
        corners=f"{plan.corners:.1f}",
    )
    yield PlanLine(plan.ours, sizes)
    yield PlanLine(plan.ours, _ours(plan))
    # That others could read them is a second way for people, and no need of the game.
    yield PlanLine(Grade.GOOD, GENERAL[plan.general])


def _ours(plan: CameraPlan) -> Text:
    if plan.ours is Grade.GOOD:
        return say("The companion reads them well.")
    if plan.ours is Grade.USABLE:
        return say("The companion reads them in good light.")
    needed = smallest_label(plan.model, plan.table, plan.lean)
    return say("The companion cannot read them: use labels of {size} mm.", size=ceil(needed))


GENERAL = {
    Grade.GOOD: say("Telephones and other readers would read them too."),
    Grade.USABLE: say("Telephones and other readers would read some of them."),
    Grade.NOT_YET: say("Telephones and other readers would not read them, and need not."),
}


def comparison(plan: CameraPlan, height: float | None, module: float | None) -> Text:
    """The plan beside what a camera sees; nothing where it sees nothing."""
    if height is None or module is None:
        return NOTHING
    return say(
        "The camera hangs at {height} cm now and sees small squares {module} pixels wide; planned were"
        " {plan_height} cm and {plan_module}.",
        height=round(height / 10),
        module=f"{module:.1f}",
        plan_height=round(plan.height / 10),
        plan_module=f"{plan.corners:.1f}",
    )
