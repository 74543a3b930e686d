"""Planner: heights and sizes of labels agree with data sheets, with VISION's table, and with what is seen."""

from __future__ import annotations

import json
from dataclasses import replace
from math import hypot
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from click.testing import CliRunner

from companion.cameras.camera_plan import another_camera, known_models, plan_camera, smallest_label
from companion.cli import cli
from companion.core.camera_view import Grade
from companion.simulation.renderer.camera_model import projection
from companion.simulation.renderer.scene import Bump, Optics, RenderedMat
from hardware.camera_models import MODELS

MODULE3 = MODELS["module3"]


@pytest.mark.parametrize(
    ("model", "table", "height"),
    [("module3", (600.0, 340.0), 49), ("module3-wide", (600.0, 340.0), 26), ("hq-6mm", (700.0, 500.0), 70)],
)
def test_heights_are_those_of_the_data_sheets(model: str, table: tuple[float, float], height: int) -> None:
    """By hand: half the field's width over the tangent of half its angle, and 5 cm for the margin."""
    assert height == pytest.approx(plan_camera(MODELS[model], table, 20.0).height / 10, abs=5)


def test_a_straight_camera_sees_all_labels_at_one_size() -> None:
    plan = plan_camera(MODULE3, (1200.0, 800.0), 20.0)

    assert plan.middle == pytest.approx(plan.corners)
    assert 0 == plan.aside


@pytest.mark.parametrize("lean", [0.0, 12.0, 25.0])
def test_the_plan_is_what_the_simulated_camera_shows(lean: float) -> None:
    """The renderer's pinhole, fitted to its mat by itself, has the same ratio of near to far labels."""
    plan = plan_camera(replace(MODULE3, size=(1728, 972)), (1200.0, 800.0), 20.0, lean)
    camera = projection(RenderedMat(1200.0, 800.0), Optics(width=1728, height=972, tilt=lean, distortion=0.0), Bump())

    def scale(x: float, y: float) -> float:
        here, across, down = camera.to_px(np.array([(x, y), (x + 1, y), (x, y + 1)]))
        (a, b), (c, d) = across - here, down - here
        return float(abs(a * d - b * c) ** 0.5)

    assert scale(600, 0) / scale(600, 400) == pytest.approx(plan.corners / plan.middle, rel=0.02)


def test_the_whole_table_is_in_what_is_seen() -> None:
    for lean in (0.0, 20.0):
        plan = plan_camera(MODULE3, (1200.0, 800.0), 20.0, lean)
        (left, top), _, (_, bottom), _ = plan.view[0], plan.view[1], plan.view[2], plan.view[3]
        assert (True, True, True) == (left < 0, top < 0, bottom > 800)
        assert hypot(plan.aside, plan.height) < 3000


def test_a_camera_with_few_pixels_needs_larger_labels() -> None:
    webcam = another_camera(70.0, (1280, 720))
    edge = smallest_label(webcam, (1200.0, 800.0))

    assert Grade.NOT_YET is plan_camera(webcam, (1200.0, 800.0), 20.0).ours
    assert Grade.GOOD is plan_camera(webcam, (1200.0, 800.0), edge + 0.1).ours


def told(*words: str) -> str:
    done = CliRunner().invoke(cli, ["plan-camera", *words], catch_exceptions=False)
    assert 0 == done.exit_code, done.output
    return done.stdout


def test_without_a_model_all_are_compared() -> None:
    assert [model.name for model in known_models()] == [each["model"] for each in json.loads(told("--json"))]


def test_the_drawing_is_to_scale(tmp_path: Path) -> None:
    """The table in the drawing is as wide as it is, in its own units, and the camera's line as high."""
    out = tmp_path / "plan.svg"
    told("--model", "module3", "--table", "1000x700", "--out", str(out))
    height = json.loads(told("--model", "module3", "--table", "1000x700", "--json"))[0]["height_mm"]

    lines = [
        np.array([[float(part) for part in pair.split(",")] for pair in line.attrib["points"].split()])
        for line in ET.parse(out).iter("{http://www.w3.org/2000/svg}polyline")
    ]
    spans = {tuple(np.round(line.max(axis=0) - line.min(axis=0)).astype(int)) for line in lines}
    assert (1000, 700) in spans
    assert (0, height) in spans


@pytest.mark.parametrize(
    "words", [("--size", "1920x1080"), ("--table", "large"), ("--out", "plan.svg"), ("--label-mm", "2")]
)
def test_wrong_usage_says_what_to_write(words: tuple[str, ...]) -> None:
    assert 2 == CliRunner().invoke(cli, ["plan-camera", *words]).exit_code
