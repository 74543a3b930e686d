"""Why a camera gives no pictures is said in the players' language, though its driver says it in English."""

from __future__ import annotations

import ast
from itertools import chain
from pathlib import Path

import pytest

from companion.cameras import camera_reasons
from companion.cameras.camera_reasons import reason_in_words
from companion.languages import load_language

HARDWARE = Path(__file__).parents[2] / "hardware"
LASTING = ("live_camera", "camera_process", "webcam")
"""What drivers say while an evening is played; a wrong name in the settings is said before it begins."""
BEFORE = {"Camera `webcam` needs to know which one: write webcam:0, or webcam: and an address."}
OURS = {"The camera is closed: open it again.", "The camera is let go of: nobody waits for it any more."}
"""What only a fault of the program would say, and what nobody hears."""


def sentences() -> list[str]:
    """What is raised in these modules, with X for each value."""
    modules = ((HARDWARE / f"{name}.py").read_text("utf-8") for name in LASTING)
    calls = chain.from_iterable(ast.walk(ast.parse(module)) for module in modules)
    errors = [each for each in calls if isinstance(each, ast.Call) and "HardwareError" in ast.unparse(each.func)]
    raised = [each.args[0] for each in errors]
    return [said for each in raised if (said := _words(each)) and said not in BEFORE | OURS]


def _words(said: ast.expr) -> str:
    match said:
        case ast.Constant(str() as words):
            return words
        case ast.JoinedStr(values):
            return "".join(str(each.value) if isinstance(each, ast.Constant) else "X" for each in values)
        case _:
            return ""


def test_there_are_sentences() -> None:
    assert len(sentences()) >= 7


@pytest.mark.parametrize("code", ["et", "fi", "pl"])
@pytest.mark.parametrize("said", sentences())
def test_each_reason_is_said_in_each_language(said: str, code: str) -> None:
    assert said == reason_in_words(said).render(load_language("en"))
    assert said != reason_in_words(said).render(load_language(code))


def test_what_nobody_foresaw_is_said_as_it_was() -> None:
    assert reason_in_words("Lens on fire").render(load_language("pl")) == "Lens on fire"


def test_a_name_is_a_value_and_no_words_of_ours() -> None:
    said = reason_in_words("Camera webcam:{0} gives no more pictures: check its cable.")
    assert "webcam:{0}" in said.render(load_language("fi"))
    assert len(camera_reasons.REASONS) == len({each.template for each in camera_reasons.REASONS})
