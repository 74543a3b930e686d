"""What the benchmark's person calls cut off, on pictures of a few marks."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from benchmarks.window_evenings.sight import Sight
from companion.core.screen import Pass
from ui.picture import Fill, Mark, PictureWords, Target, WindowPicture
from ui.rect import Rect

BUTTON = Rect(10, 10, 60, 40)


def cut_words(*marks: Mark) -> list[str]:
    picture = WindowPicture(800, 480, "#000000", marks, (Target(BUTTON, Pass()),))
    room: Any = SimpleNamespace(view=SimpleNamespace(picture=picture))
    return Sight(room).cut_words()


def words(text: str, x: float, width: float) -> PictureWords:
    return PictureWords(text, x, 30, width, "face", 16, "#ffffff")


def test_words_that_reach_over_their_button_are_cut() -> None:
    assert ["Recording"] == cut_words(Fill(BUTTON, "#333333"), words("Recording", 5, 80))
    assert [] == cut_words(Fill(BUTTON, "#333333"), words("Record", 15, 50))


def test_words_that_reach_over_the_window_are_cut() -> None:
    assert ["Industry"] == cut_words(words("Industry", 760, 80))


def test_a_name_on_a_plate_that_is_wider_than_its_piece_is_not_cut() -> None:
    plate = Rect(0, 15, 100, 30)

    assert [] == cut_words(Fill(BUTTON, "#333333"), Fill(plate, "#333333"), words("Recording", 5, 80))
