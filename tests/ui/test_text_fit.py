"""Fitting words into boxes, with a type whose letters are all half as wide as high."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ui.text_fit import TextBounds, fit_text, printable, truncate, wrap


def half_as_wide(words: str, size: float) -> tuple[float, float]:
    return len(words) * size / 2, size


def test_words_take_the_largest_type_that_fits() -> None:
    fitted = fit_text("Farm", TextBounds(width=28, height=40, max_font_size=20, min_font_size=10), half_as_wide)
    assert (("Farm",), 14, True) == (fitted.lines, fitted.size, fitted.whole)


def test_lines_break_between_words() -> None:
    fitted = fit_text(
        "Oil Magnate", TextBounds(width=70, height=40, max_font_size=20, min_font_size=10, max_lines=2), half_as_wide
    )
    assert (("Oil", "Magnate"), 20) == (fitted.lines, fitted.size)


def test_what_never_fits_is_shortened_in_the_smallest_type() -> None:
    fitted = fit_text(
        "Pharmaceutical", TextBounds(width=40, height=40, max_font_size=20, min_font_size=10), half_as_wide
    )
    assert (("Pharmac…",), 10, False) == (fitted.lines, fitted.size, fitted.whole)


def test_a_long_word_does_not_hide_the_next_one() -> None:
    assert (("Pharm…", "Corp"), False) == wrap("Pharmaceutical Corp", 6, 2, len)


def test_the_last_line_tells_that_more_would_follow() -> None:
    assert (("one two", "three…"), False) == wrap("one two three four", 7, 2, len)


def test_one_letter_is_not_worth_showing() -> None:
    assert "" == truncate("Farm", 2, len)
    assert "Fa…" == truncate("Farm", 3, len)


def test_a_figure_is_whole_or_missing() -> None:
    bounds = TextBounds(width=20, height=40, max_font_size=20, min_font_size=10, uncut=True)
    assert ("1000",) == fit_text("1000", bounds, half_as_wide).lines
    assert () == fit_text("10000", bounds, half_as_wide).lines


def test_control_characters_and_line_breaks_become_spaces() -> None:
    assert "a b c d" == printable(" a\nb\x00c\u202e d ")


@given(st.text(max_size=60), st.floats(0, 200), st.floats(0, 80), st.integers(1, 4))
def test_lines_never_leave_their_box(words: str, width: float, height: float, lines: int) -> None:
    fitted = fit_text(words, TextBounds(width, height, 24, 9, lines), half_as_wide)
    assert len(fitted.lines) <= lines
    assert all(half_as_wide(line, fitted.size)[0] <= width for line in fitted.lines)
    assert len(fitted.lines) * fitted.size <= height or not fitted.lines


@given(st.text(max_size=60), st.floats(10, 200))
def test_whole_means_that_every_word_is_there(words: str, width: float) -> None:
    lines, whole = wrap(printable(words), width, 3, len)
    if whole:
        assert printable(words) == " ".join(lines)
