"""Contrast, as WCAG 2.1 measures it."""

from __future__ import annotations

import pytest

from companion.core.screen import Tone
from ui import theme
from ui.theme import Colour


def luminance(colour: Colour) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


GROUNDS = (theme.BACKGROUND, theme.BAR, theme.PANEL, theme.CARD, theme.ON_TURN, theme.BUTTON)


@pytest.mark.parametrize("ground", [*GROUNDS, *theme.BUTTON_FILLS.values()])
def test_main_text_has_a_contrast_of_seven_to_one(ground: Colour) -> None:
    assert contrast(theme.TEXT, ground) >= 7


@pytest.mark.parametrize("ground", GROUNDS)
def test_soft_text_can_be_read_on_every_ground(ground: Colour) -> None:
    assert contrast(theme.SOFT, ground) >= 4.5


@pytest.mark.parametrize("ground", [theme.HOLLOW, theme.PANEL, theme.BUTTON_OFF])
def test_faint_text_can_be_read_where_it_stands(ground: Colour) -> None:
    assert contrast(theme.FAINT, ground) >= 4.5


@pytest.mark.parametrize("tone", [tone for tone in Tone if tone is not Tone.DIM])
@pytest.mark.parametrize("ground", [theme.CARD, theme.PANEL, theme.BACKGROUND])
def test_frames_and_signs_stand_out(tone: Tone, ground: Colour) -> None:
    assert contrast(theme.TONES[tone], ground) >= 3


def test_a_printed_colour_is_read_from_its_code() -> None:
    assert (1.0, 128 / 255, 0.0, 1.0) == theme.colour("#ff8000")
