"""A whole simulated owner's copy, told by touches: how many, what is checked on the way, what an evening gets of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from benchmarks.telling_owner import TouchTally, printed_copy, tell_copy
from companion.core.camera_view import CameraView, Judgement
from companion.core.copy_form import different, status
from companion.core.facts import Provenance
from companion.core.game import Options
from companion.core.screen import Tone, Touched, Typed
from companion.core.table import Crop
from companion.core.value_pages import CopyEntryPage
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.label_sets.piece_labels import pieces_in_play
from companion.owners_copy.copy_files import learn_copy, write_copy
from companion.owners_copy.house_copies import Copies
from companion.pages.copy_entry import CopyEntry
from companion.pages.page_context import PageContext
from scripts.gallery.page_screens import NoEvening, navigator

ASKING = [name for name in GAMES if GAMES[name].copy_form.sheets({})]


def page_of(game: str, folder: Path | None = None, *, tonight: bool = False) -> CopyEntry:
    """Of everything in the box, and of the decks where players bring them; or of what a first evening needs."""
    context = PageContext(JournalStore(":memory:"), GAMES, NoEvening())
    context.copies = Copies(GAMES, folder)
    page = CopyEntry(context, navigator(), game)
    if not tonight and GAMES[game].decks is None:
        page.capturing = context.copies.capturing(game)
    return page


def told(game: str, folder: Path | None = None, *, tonight: bool = False) -> tuple[CopyEntry, TouchTally]:
    page = page_of(game, folder, tonight=tonight)
    return page, tell_copy(page, printed_copy(GAMES[game].copy_form), finger(page))


def finger(page: CopyEntry) -> Callable[[Touched | Typed], None]:
    return lambda intent: page.touched(intent.key, intent.value) if isinstance(intent, Touched) else None


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[CopyEntry, TouchTally, Path]]:
    """A copy that has been told to the last value that counts, with where it is kept."""

    @cache
    def of(game: str) -> tuple[CopyEntry, TouchTally, Path]:
        folder = tmp_path_factory.mktemp(game)
        return *told(game, folder), folder

    return of


Whole = Callable[[str], tuple[CopyEntry, TouchTally, Path]]


@pytest.mark.parametrize("game", ASKING)
def test_a_copy_is_told_with_four_touches_a_value_at_most(game: str, whole: Whole) -> None:
    page, tally, _ = whole(game)
    form = GAMES[game].copy_form

    assert 0 == page.capturing.status.needed
    assert [] == [str(remark.sentence) for remark in page.capturing.remarks if not remark.fits]
    assert status(form.sheets({}), {}, pieces_in_play(GAMES[game])).needed <= tally.values
    assert tally.touches_a_value <= 4


@pytest.mark.parametrize("game", ASKING)
def test_before_a_first_evening_nothing_is_asked_that_it_does_not_need(game: str) -> None:
    page, _ = told(game, tonight=True)
    in_play = pieces_in_play(GAMES[game])
    sheets = [sheet for sheet in page.capturing.sheets if page.capturing.waiting(sheet) < len(sheet.questions)]
    told_now = {sheet.piece for sheet in sheets if any(each.name in page.capturing.answers for each in sheet.questions)}

    assert 0 == page.capturing.status.needed
    assert told_now
    assert in_play is None or set() == told_now - set(in_play) - {""}


@pytest.mark.parametrize("game", ASKING)
def test_an_evening_is_played_with_what_was_told(game: str, whole: Whole) -> None:
    """Every value that was told is the owner's now, and is what he told; the game can be set up with them."""
    *_, folder = whole(game)
    copies = Copies(GAMES, folder)
    played = copies.game(game)
    form = played.copy_form

    played.initial_state(Options(tuple(f"P{number}" for number in range(min(played.players)))))
    assert 0 == status(form.sheets({}), {}, pieces_in_play(GAMES[game])).needed
    assert copies.log(game).answers.items() <= form.answers().items()


@pytest.mark.parametrize("game", ASKING)
def test_half_of_a_copy_can_be_played_with_too(game: str, tmp_path: Path) -> None:
    """Whatever has been told so far, a profile of it is one that can be."""
    page, printed, before = page_of(game, tmp_path), printed_copy(GAMES[game].copy_form, 1), 0
    for most in (1, 40, 200):
        tell_copy(page, printed, finger(page), most)
        owners = sum(fact.provenance is Provenance.OWNER for fact in Copies(GAMES, tmp_path).game(game).facts)
        assert owners >= before
        before = owners
    assert before


@pytest.mark.parametrize("game", ASKING)
def test_a_capture_that_was_stopped_goes_on_where_it_was(game: str, tmp_path: Path) -> None:
    first = page_of(game, tmp_path)
    tell_copy(first, printed_copy(GAMES[game].copy_form), finger(first), 30)
    again = page_of(game, tmp_path)

    assert first.capturing.answers == again.capturing.answers
    assert first.capturing.status == again.capturing.status


@pytest.mark.parametrize("game", ASKING)
def test_everything_can_be_taken_back_touch_by_touch(game: str) -> None:
    page = page_of(game)
    before = page.capturing.status
    tell_copy(page, printed_copy(GAMES[game].copy_form), finger(page), 60)
    while page.capturing.said_anything:
        page.touched("take back", "")

    assert {} == page.capturing.answers
    assert before == page.capturing.status


@pytest.mark.parametrize("game", ASKING)
def test_a_copy_goes_to_a_file_and_from_it_into_another_house(game: str, whole: Whole, tmp_path: Path) -> None:
    *_, folder = whole(game)
    here, there = Copies(GAMES, folder), Copies(GAMES, tmp_path / "there")
    write_copy(here, game, tmp_path / "own.toml")
    values = list(different(there.game(game).copy_form, here.game(game).copy_form))

    assert len(here.log(game).answers) <= learn_copy(there, game, tmp_path / "own.toml")
    assert here.log(game).answers.items() <= there.log(game).answers.items()
    assert values
    assert [] == list(different(there.game(game).copy_form, here.game(game).copy_form))
    assert [] == [each for each in tmp_path.iterdir() if each.suffix == ".new"]


@pytest.mark.parametrize("game", ASKING)
def test_what_is_missing_is_always_in_sight(game: str) -> None:
    page = page_of(game, tonight=True)
    form = GAMES[game].copy_form
    expected = status(form.sheets({}), {}, pieces_in_play(GAMES[game]))
    view = page.view()

    assert isinstance(view, CopyEntryPage)
    assert f"{expected.to_go} of {expected.total} to go" == str(view.to_go)
    assert f"{expected.needed} needed for tonight" == str(view.needed)


@pytest.mark.parametrize("game", ASKING)
def test_the_card_that_wears_the_label_under_the_camera_is_asked_about(game: str) -> None:
    """Also where several cards are of one kind: the fifth card is the one with the fifth label."""
    page = page_of(game)
    pieces = GAMES[game].piece_of
    for tag, piece in list(pieces.items())[-8:]:
        page.saw(seen(tag))
        view, sheet = page.view(), page.capturing.sheet

        assert isinstance(view, CopyEntryPage)
        if any(tag in each.tags or (each.piece == piece and not each.tags) for each in page.capturing.sheets):
            assert sheet is not None
            assert tag in sheet.tags or piece == sheet.piece
            assert ("seen", CROP) == (str(view.seen), view.photo)


def test_two_pieces_at_once_change_nothing() -> None:
    game = ASKING[0]
    page = page_of(game)
    sheet = page.capturing.sheet
    page.saw(seen(*list(GAMES[game].piece_of)[-2:]))

    assert sheet == page.capturing.sheet


def test_what_is_being_typed_is_not_interrupted_by_the_camera() -> None:
    game = ASKING[0]
    page = page_of(game)
    sheet = page.capturing.sheet
    page.touched("digit", "1")
    page.saw(seen(list(GAMES[game].piece_of)[-1]))

    assert sheet == page.capturing.sheet


CROP = Crop(2, 2, bytes(4))


def seen(*tags: str) -> CameraView:
    """What the camera sees when these have just come."""
    close_ups = tuple((tag, CROP) for tag in tags)
    return CameraView("pi", False, CROP, (), (), tags, 0, None, Judgement(()), close_ups)


class TestNewWorldOrder:
    """The sums and examples of the rulebook (spec 9.2), as they are said on the page."""

    GAME = ASKING[0]

    def says(self, sheet: str, *told: tuple[str, str]) -> CopyEntryPage:
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
        assert isinstance(view, CopyEntryPage)
        return view

    def test_a_ladder_that_falls_is_said_at_once(self) -> None:
        view = self.says(
            "corporations.farm", ("corporations.farm.ladder.1", "40"), ("corporations.farm.ladder.2", "30")
        )

        assert "The values of Farm grow with every card: 30 cannot follow 40." == str(view.remark)
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
        assert isinstance(view, CopyEntryPage)

        assert Touched("likely", "90") in {button.intent for button in view.likely}
