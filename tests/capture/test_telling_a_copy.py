"""A whole simulated owner's copy, told by touches: how many, what is checked on the way, what an evening gets of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.capture.copies import Copies
from companion.core.capture import status
from companion.core.capture_page import CapturePage
from companion.core.facts import Provenance
from companion.core.game import Options
from companion.core.screen import Tone, Touched
from companion.games import GAMES
from companion.pages.capture import Capture
from companion.pages.house import House
from companion.simulation.owner import Printed, Tally, tell_copy
from companion.simulation.page_gallery import NoEvening, navigator
from companion.store import JournalStore

ASKING = [name for name in GAMES if GAMES[name].copy_form.sheets({})]


def page_of(game: str, folder: Path | None = None) -> Capture:
    house = House(JournalStore(":memory:"), GAMES, NoEvening())
    house.copies = Copies(GAMES, folder)
    return Capture(house, navigator(), game)


def printed_on(game: str) -> Printed:
    """What the shipped values say, as if they stood on a copy."""
    form = GAMES[game].copy_form
    return {question.name: question.printed for sheet in form.sheets({}) for question in sheet.questions}


def told(game: str, folder: Path | None = None) -> tuple[Capture, Tally]:
    page = page_of(game, folder)
    return page, tell_copy(page, printed_on(game), lambda intent: page.touched(intent.key, intent.value))


@pytest.mark.parametrize("game", ASKING)
def test_a_copy_is_told_with_four_touches_a_value_at_most(game: str, tmp_path: Path) -> None:
    page, tally = told(game, tmp_path)

    assert 0 == page.capturing.status.needed
    assert [] == [str(remark.sentence) for remark in page.capturing.remarks if not remark.fits]
    assert tally.values == status(GAMES[game].copy_form.sheets({}), {}).needed
    assert tally.touches_a_value <= 4


@pytest.mark.parametrize("game", ASKING)
def test_an_evening_is_played_with_what_was_told(game: str, tmp_path: Path) -> None:
    """Every value that was asked and counts is the owner's now; the game can be set up with them."""
    told(game, tmp_path)
    copies = Copies(GAMES, tmp_path)
    played = GAMES[game].with_profile(copies.profile(game))

    played.setup(Options(tuple(f"P{number}" for number in range(min(played.players)))))
    assert 0 == status(played.copy_form.sheets({}), {}).needed
    owners = [fact for fact in played.facts if fact.provenance is Provenance.OWNER]
    assert owners
    assert copies.log(game).answers.items() <= played.copy_form.answers().items()


@pytest.mark.parametrize("game", ASKING)
def test_half_of_a_copy_can_be_played_with_too(game: str, tmp_path: Path) -> None:
    """Whatever has been told so far, a profile of it is one that can be."""
    page, printed, before = page_of(game, tmp_path), printed_on(game), 0
    for most in (1, 7, 40, 150, 400):
        tell_copy(page, printed, lambda intent: page.touched(intent.key, intent.value), most)
        played = GAMES[game].with_profile(Copies(GAMES, tmp_path).profile(game))
        owners = sum(fact.provenance is Provenance.OWNER for fact in played.facts)
        assert owners >= before
        before = owners
    assert before


@pytest.mark.parametrize("game", ASKING)
def test_a_capture_that_was_stopped_goes_on_where_it_was(game: str, tmp_path: Path) -> None:
    first = page_of(game, tmp_path)
    tell_copy(first, printed_on(game), lambda intent: first.touched(intent.key, intent.value), 30)
    again = page_of(game, tmp_path)

    assert first.capturing.answers == again.capturing.answers
    assert first.capturing.status == again.capturing.status


@pytest.mark.parametrize("game", ASKING)
def test_everything_can_be_taken_back_touch_by_touch(game: str) -> None:
    page, _ = told(game)
    while page.capturing.said_anything:
        page.touched("take back", "")

    assert {} == page.capturing.answers
    assert status(GAMES[game].copy_form.sheets({}), {}) == page.capturing.status


@pytest.mark.parametrize("game", ASKING)
def test_what_is_missing_is_always_in_sight(game: str) -> None:
    page = page_of(game)
    expected = status(GAMES[game].copy_form.sheets({}), {})
    view = page.view()

    assert isinstance(view, CapturePage)
    assert f"{expected.to_go} of {expected.total} to go" == str(view.to_go)
    assert f"{expected.needed} needed for tonight" == str(view.needed)


def test_a_piece_under_the_camera_is_what_is_asked_about() -> None:
    for game in ASKING:
        page = page_of(game)
        piece = next(sheet.piece for sheet in reversed(page.capturing.sheets) if sheet.piece)
        page.saw(piece, "/tmp/crop.png")
        view = page.view()

        assert isinstance(view, CapturePage)
        assert page.capturing.sheet is not None
        assert (piece, "/tmp/crop.png", "seen") == (page.capturing.sheet.piece, view.photo, str(view.seen))


def test_what_is_being_typed_is_not_interrupted_by_the_camera() -> None:
    game = ASKING[0]
    page = page_of(game)
    sheet = page.capturing.sheet
    page.touched("digit", "1")
    page.saw(next(each.piece for each in reversed(page.capturing.sheets) if each.piece), "")

    assert sheet == page.capturing.sheet


class TestNewWorldOrder:
    """The sums and examples of the rulebook (spec 9.2), as they are said on the page."""

    GAME = ASKING[0]

    def says(self, sheet: str, *told: tuple[str, str]) -> CapturePage:
        page = page_of(self.GAME)
        for question, value in told:
            of_sheet = question.rpartition(".ladder.")[0] or question.rpartition(".")[0]
            page.capturing.go_to(of_sheet)
            page.capturing.ask(question)
            asked = page.capturing.question
            assert asked is not None
            page.capturing.tell(asked, value)
        page.capturing.go_to(sheet)
        view = page.view()
        assert isinstance(view, CapturePage)
        return view

    def test_a_ladder_that_falls_is_said_at_once(self) -> None:
        view = self.says(
            "corporations.farm", ("corporations.farm.ladder.1", "40"), ("corporations.farm.ladder.2", "30")
        )

        assert "The values of Farm grow with every card: 2 cards are not worth 30 when 1 of them are worth 40." == str(
            view.remark
        )
        assert Tone.BAD is view.remark_tone

    def test_the_books_own_example_is_said_to_fit(self) -> None:
        """K2"""
        values = (("corporations.silver_mine.ladder.4", "150"), ("corporations.global_media.ladder.3", "550"))
        view = self.says("corporations.global_media", *values)

        assert "It fits the book: 3 Global Media and 4 Silver Mine pay exactly 700." == str(view.remark)
        assert Tone.GOOD is view.remark_tone

    def test_a_third_tile_of_1000_cannot_be(self) -> None:
        """The two of 1000 are known from the rulebook's pictures."""
        view = self.says("tiles.tile_20", ("tiles.tile_20.points", "1000"))

        assert str(view.remark).startswith("There are 2 tiles of 1000 in the game, and here would be 3: ")
        assert Tone.BAD is view.remark_tone

    def test_a_colour_that_is_on_too_many_tiles_is_named(self) -> None:
        tiles = ("tile_20", "tile_21", "tile_22", "tile_23", "tile_24")
        view = self.says("tiles.tile_24", *((f"tiles.{tile}.colours", "red brown") for tile in tiles))

        assert "Red is on 4 tiles" in str(view.remark) or "red is on 4 tiles" in str(view.remark)

    def test_what_is_doubted_is_not_played_with(self, tmp_path: Path) -> None:
        page = page_of(self.GAME, tmp_path)
        page.capturing.go_to("tiles.tile_20")
        page.touched("choice", "1000")
        played = GAMES[self.GAME].with_profile(Copies(GAMES, tmp_path).profile(self.GAME))

        assert "owner" not in {fact.provenance.value for fact in played.facts}

    def test_three_digits_need_no_enter_and_two_do(self) -> None:
        page = page_of(self.GAME)
        for digit in "120":
            page.touched("digit", digit)
        assert 1 == len(page.capturing.answers)
        for key, value in (("digit", "1"), ("digit", "5")):
            page.touched(key, value)
        assert 1 == len(page.capturing.answers)
        page.touched("enter", "")
        assert 2 == len(page.capturing.answers)

    def test_the_next_likely_value_is_offered(self) -> None:
        page = page_of(self.GAME)
        for value in ("20", "50"):
            question = page.capturing.question
            assert question is not None
            page.capturing.tell(question, value)
        view = page.view()
        assert isinstance(view, CapturePage)

        assert Touched("likely", "90") in {button.intent for button in view.likely}
