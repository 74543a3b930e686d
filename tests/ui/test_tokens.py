"""Colours, lengths and type by their tokens (SCREENS 2)."""

from __future__ import annotations

import pytest

from companion.core.screen import Tone
from companion.typefaces import ICONS, icon_signs, typeface
from ui.tokens import INK, PALETTES, PLAYER_COLOURS, PLAYER_SHAPES, TONE_ICONS, Palette, Space, contrast
from ui.typography import Style, Weight, fit, fit_broken, lines_at, syllables, wrap


def measure(words: str, face: str, size: float) -> float:
    """Half an em for each letter, and a little less in the condensed face."""
    return len(words) * size * (0.45 if "Condensed" in face else 0.5)


@pytest.fixture(params=list(PALETTES.values()), ids=list(PALETTES))
def palette(request: pytest.FixtureRequest) -> Palette:
    return request.param


def test_text_stands_out_from_every_ground(palette: Palette) -> None:
    grounds = (palette.ground, palette.panel, palette.card, palette.raised)
    for ink in (palette.text, palette.second, palette.faint):
        assert min(contrast(ink, ground) for ground in grounds) >= 4.5


def test_every_tone_stands_out_from_its_ground_and_has_an_icon(palette: Palette) -> None:
    for tone, icon in TONE_ICONS.items():
        assert contrast(palette.tone(tone), palette.tone_ground(tone)) >= 4.5
        assert icon in icon_signs()
    assert set(Tone) - {Tone.NORMAL, Tone.DIM} == set(TONE_ICONS)


def test_ink_stands_out_from_every_players_colour() -> None:
    assert min(contrast(INK, colour) for colour in PLAYER_COLOURS) >= 6.7
    assert len(PLAYER_COLOURS) == len(PLAYER_SHAPES) == len(set(PLAYER_SHAPES))


@pytest.mark.parametrize(
    ("pixels", "dp", "size"),
    [((800, 480), 1.0, (800, 480)), ((1280, 720), 1.5, (853, 480)), ((720, 1280), 1.5, (480, 853))],
)
def test_letters_keep_their_millimetres(pixels: tuple[int, int], dp: float, size: tuple[int, int]) -> None:
    space = Space.of(pixels)

    assert (dp, size) == (space.dp, (round(space.width), round(space.height)))


def test_larger_letters_make_everything_larger() -> None:
    assert pytest.approx(1.15) == Space.of((800, 480), large=True).dp


def test_the_faces_are_there() -> None:
    assert all(typeface(face).is_file() for weight in Weight for face in weight.value)
    assert typeface(ICONS).is_file()


class TestFitting:
    def test_what_fits_stays_on_one_line(self) -> None:
        assert ("Two words",) == fit("Two words", 200, 20, Style(16, lines=2), measure).lines

    def test_then_it_goes_to_two_lines_then_to_the_condensed_face_then_smaller(self) -> None:
        two = fit("Two words", 60, 40, Style(16, lines=2), measure)
        narrow = fit("Condensed", 66, 20, Style(16), measure)
        small = fit("Condensed", 62, 20, Style(18), measure)

        assert ("Two", "words") == two.lines
        assert ("IBMPlexSansCondensed-Medium", 16) == (narrow.face, narrow.size)
        assert 15 == small.size

    def test_it_is_never_cut(self) -> None:
        assert () == fit("Unbreakable", 20, 20, Style(16), measure).lines

    @pytest.mark.parametrize("height", [-20, 0, 11])
    def test_where_no_line_stands_none_is_set(self, height: float) -> None:
        """What is left of a low box may have less than no height."""
        assert () == fit("Two words", 200, height, Style(16, lines=2), measure).lines

    def test_more_lines_than_there_is_room_for_are_none(self) -> None:
        assert ("one", "two") == wrap("one two", 40, lambda line: len(line) * 8.0, 2)
        assert wrap("one two", 40, lambda line: len(line) * 8.0, 1) is None

    def test_two_lines_are_about_as_long(self) -> None:
        assert ("one two", "three") == wrap("one two three", 100, lambda line: len(line) * 8.0)

    def test_control_characters_are_not_drawn(self) -> None:
        assert ("a b",) == fit("a\n\tb\x00", 200, 20, Style(16), measure).lines

    def test_a_compound_without_room_is_hyphenated_between_syllables(self) -> None:
        style = Style(16, lines=2)

        assert ("Teemandi-", "kaevandus") == fit_broken("Teemandikaevandus", 60, 40, style, measure).lines
        assert ("Alterna-", "tiivsed") == fit_broken("Alternatiivsed", 54, 40, style, measure).lines

    def test_what_cannot_be_whole_takes_more_lines_then_breaks_then_shrinks_and_is_always_there(self) -> None:
        style = Style(16, lines=2)
        three = fit_broken("Set aside Cut the Losses", 80, 60, style, measure)
        low = fit_broken("Investeerimispank", 30, 40, style, measure)
        without_syllables = fit_broken("Grrrmpfl", 40, 40, style, measure)

        assert ("Set aside", "Cut the", "Losses") == three.lines
        assert ("Investeerimispank", True) == ("".join(low.lines).replace("-", ""), low.size < 14)
        assert ("Grrrmpfl", True) == (
            "".join(without_syllables.lines).replace("-", ""),
            len(without_syllables.lines) > 1,
        )

    def test_a_figure_is_never_broken_but_smaller(self) -> None:
        assert ("1048",) == fit_broken("1048", 20, 40, Style(16, lines=2), measure).lines

    def test_only_a_box_without_room_holds_no_words(self) -> None:
        assert () == fit_broken("Words", 0, 40, Style(16), measure).lines

    def test_a_word_wider_than_its_column_is_as_high_as_its_parts(self) -> None:
        style = Style(16, leading=1.0)

        assert 16 * len(lines_at("Investeerimispank", 60, style, measure).lines) > 16

    @pytest.mark.parametrize(
        ("word", "parts"),
        [
            ("Hõbedakaevandus", ["Hõ", "be", "da", "kae", "van", "dus"]),
            ("taistelukortti", ["tais", "te", "lu", "kort", "ti"]),
            ("ruszyła", ["ru", "szy", "ła"]),
            ("ja", ["ja"]),
        ],
    )
    def test_a_consonant_before_a_vowel_begins_a_syllable(self, word: str, parts: list[str]) -> None:
        assert parts == syllables(word)
