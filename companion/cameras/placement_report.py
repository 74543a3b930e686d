"""How well a camera stands over a game's mat: what `companion camera --game` says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from companion.cameras.camera_plan import comparison, plan_camera
from companion.cameras.sources import SIMULATOR, EveningCamera
from companion.cameras.table_watch import WatchedTable
from companion.cameras.view_inspector import ViewInspector
from companion.cameras.view_measurement import Placing
from companion.core.camera_view import CameraView, Grade
from companion.core.text import Text, and_list, say, say_plural, verbatim
from companion.errors import HardwareError
from companion.label_sets.piece_labels import LABEL_MM
from vision.geometry.placement_check import RegionQuality
from vision.threads import use_one_thread

TRIES = 10
"""Frames in which the mat's anchors are looked for."""

VERDICTS = {
    Grade.GOOD: say("Verdict: good. Play like this."),
    Grade.USABLE: say("Verdict: usable, and could be better."),
    Grade.NOT_YET: say("Verdict: not yet."),
}


def placement_report(table: WatchedTable, source: str) -> Iterator[Text | str]:
    """Lines about how a camera stands over this game's mat, the verdict last.

    Raises HardwareError where there is no camera, or none of its frames can be had.
    """
    use_one_thread()
    chosen = EveningCamera(source, table.settings, table.simulated)
    inspector = ViewInspector(table, chosen)
    view = _looked(chosen, inspector)
    assert inspector.latest is not None, "a view was measured"
    measurement = inspector.latest.measurement
    yield say("a simulated table, no camera") if chosen.source == SIMULATOR else say("camera: {name}", name=view.camera)
    others = and_list(verbatim(each.source) for each in chosen.attached if each.source != chosen.source)
    if str(others):
        yield say("also plugged in: {cameras}; --camera names another one", cameras=others)
    width, height = measurement.picture
    labels = say_plural("{count} label read", "{count} labels read", len(view.tags))
    yield say("picture: {width} x {height} pixels, {labels}", width=width, height=height, labels=labels)
    seen = measurement.anchors - len(measurement.missing)
    yield say("anchors: {seen} of {count} seen", seen=seen, count=measurement.anchors)
    if isinstance(measurement.found, Placing):
        yield from _placing_lines(measurement.found)
    if inspector.lens is not None:
        yield say("lens: k1 {k1}, k2 {k2}", k1=f"{inspector.lens.k1:+.4f}", k2=f"{inspector.lens.k2:+.4f}")
    if measurement.model is not None:
        layout = table.layout
        plan = plan_camera(measurement.model, (layout.width, layout.height), LABEL_MM, 0.0)
        smallest = min((each.pixels_per_module for each in view.regions), default=None)
        yield from filter(str, [comparison(plan, view.height, smallest)])
    yield from _verdict(view)


def _looked(camera: EveningCamera, inspector: ViewInspector) -> CameraView:
    """The first view in which the mat is found, else the last one."""
    view = None
    with camera.open() as opened:
        for frame in islice(iter(opened.read, None), TRIES):
            view = inspector.inspect(frame)
            if inspector.latest is not None and inspector.latest.calibration is not None:
                break
    if view is None:
        raise HardwareError("The camera has no pictures: check its cable, or the folder that was named.")
    return view


def _placing_lines(placing: Placing) -> Iterator[Text | str]:
    yield say(
        "  {used} of them used; off their places by {residual} mm (root mean square), {worst} mm at most",
        used=placing.used,
        residual=f"{placing.residual_mm:.2f}",
        worst=f"{placing.worst_mm:.2f}",
    )
    yield say("regions of the mat, as the picture shows them: pixels per module, light (0 to 255), blur in modules")
    for row in placing.regions:
        yield "  ".join(_region(region) for region in row)


def _region(region: RegionQuality) -> str:
    blur = "   -" if region.blur is None else f"{region.blur:4.2f}"
    faults = ", ".join(region.faults) or "well"
    return f"{region.pixels_per_module:5.2f} {region.light:4.0f} {blur} {faults:12s}"


def _verdict(view: CameraView) -> Iterator[Text]:
    for check in view.judgement.checks:
        if str(check.detail):
            yield say("{grade}: {title}, {detail}", grade=check.grade.value, title=check.title, detail=check.detail)
        else:
            yield say("{grade}: {title}", grade=check.grade.value, title=check.title)
    yield VERDICTS[view.judgement.grade]
    if view.judgement.grade is not Grade.GOOD:
        yield view.judgement.next_step
