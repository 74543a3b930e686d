"""A sheet to keep: what it tells comes from the record alone, and all of it has room."""

from __future__ import annotations

from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from benchmarks import fitting
from companion import cli as command_line
from companion.core.game import Options, violation
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.journal.table_looks import keep_photo, photo_of
from companion.languages import languages, load_language
from companion.pages.keepsake import keepsake_of
from companion.printing.keepsakes import A4, PHONE, drawn, paper_page, phone_picture
from companion.printing.picture_files import as_png
from companion.session.game_history import GameHistory
from hardware.image_files import as_jpeg
from scripts.gallery.page_screens import LONG_NAMES, TO_THE_END, played
from ui.picture import Fill, Photo, WindowPicture
from ui.rect import Rect
from ui.tokens import DARK

GAME = "iron_sky"
ENGLISH = load_language("en")


@pytest.fixture(scope="module")
def history() -> GameHistory[Any, Any]:
    evening = played(JournalStore(":memory:"), GAME, ("Liisa", "Ott"), 40)
    wrong = next(
        each for each in evening.game.candidates(evening.state) if violation(evening.game, evening.state, each)
    )
    found = violation(evening.game, evening.state, wrong)
    assert found is not None
    evening.do([wrong], "touch", found.rule.id)
    evening.abandon()
    return evening


def told(history: GameHistory[Any, Any]) -> dict[str, str]:
    return {str(moment.title): str(moment.sentence) for moment in keepsake_of(history).moments}


def test_the_three_moments_are_what_the_record_tells(history: GameHistory[Any, Any]) -> None:
    totals = [
        {sheet.player: sheet.total for sheet in history.game.score(state)}
        for state in (*(each.before for each in history.played), history.state)
    ]
    most, at, who = max(
        (abs(after[who] - before[who]), number, who)
        for number, (before, after) in enumerate(pairwise(totals))
        for who in after
    )
    moments = told(history)

    assert most > 0
    assert str(history.told(history.played[at])) in moments["The biggest swing"]
    assert f"from {totals[at][who]} to {totals[at + 1][who]} points." in moments["The biggest swing"]
    assert moments["The longest thought"].startswith(("Liisa, 1 minute: ", "Ott, 1 minute: "))
    assert moments["The rule of the evening"].startswith("Set aside 1 time: ")


def test_what_a_record_does_not_tell_is_left_out() -> None:
    store = JournalStore(":memory:")
    history = GameHistory(GAMES[GAME], store, store.begin(GAME, Options(("Liisa", "Ott"))))

    assert {} == told(history)


def test_the_same_record_gives_the_same_files(history: GameHistory[Any, Any]) -> None:
    again = GameHistory(history.game, history._store, history._store.load(history.id), read_only=True)
    pages = keepsake_of(history), keepsake_of(again)

    assert pages[0] == pages[1]
    assert paper_page(pages[0], ENGLISH) == paper_page(pages[1], ENGLISH)
    picture = phone_picture(pages[0], ENGLISH)
    assert picture == phone_picture(pages[1], ENGLISH)
    assert PHONE == Image.open(BytesIO(picture)).size


@pytest.mark.parametrize("game", GAMES)
def test_all_of_it_has_room_for_six_of_the_longest_names_in_every_language(game: str) -> None:
    """Letters of the small table may be small; nothing else is, and nothing is cut, or written over other words."""
    history = played(JournalStore(":memory:"), game, LONG_NAMES[: max(GAMES[game].players)], TO_THE_END)
    history.mark_end()
    page = keepsake_of(history)
    faults = [
        f"{code} {size}: {fault}"
        for code in languages()
        for size in (PHONE, A4)
        for fault in fitting.faults(drawn(page, load_language(code), DARK, size), 1.0)
        if not fault.startswith("too small")
    ]

    assert [] == faults


def test_the_camera_s_picture_stands_in_place_of_the_drawing(history: GameHistory[Any, Any], tmp_path: Path) -> None:
    assert "" == photo_of(tmp_path, history.id)
    keep_photo(tmp_path, history.id, as_jpeg(np.full((600, 800), 200, np.uint8)))
    page = keepsake_of(history, photo_of(tmp_path, history.id))
    (photo,) = [mark for mark in drawn(page, ENGLISH, DARK, PHONE).marks if isinstance(mark, Photo)]
    picture = Image.open(BytesIO(phone_picture(page, ENGLISH)))
    scale = PHONE[0] / 480

    assert 100 < photo.rect.height
    assert (200, 200, 200) == pytest.approx(picture.getpixel([round(at * scale) for at in photo.rect.centre]), abs=3)


def test_a_picture_file_has_the_colours_where_they_were_drawn() -> None:
    left, half = Fill(Rect(0, 0, 10, 10), "#FF0000"), Fill(Rect(10, 0, 10, 10), "#FFFFFF", alpha=0.5)
    image = Image.open(BytesIO(as_png(WindowPicture(20, 10, "#000000", (left, half), ()), 2.0)))

    assert ((40, 20), (255, 0, 0)) == (image.size, image.getpixel((10, 10)))
    assert (128, 128, 128) == pytest.approx(image.getpixel((30, 10)), abs=1)


def test_the_command_writes_a_sheet_for_each_evening_that_can_be_followed(tmp_path: Path) -> None:
    journal, folder = tmp_path / "journal.db", tmp_path / "kept"
    with JournalStore(journal) as store:
        played(store, GAME, ("Liisa", "Ott"), 6)
        store.begin("chess", Options(("Liisa", "Ott")))
    before = journal.read_bytes()
    result = CliRunner().invoke(command_line.cli, ["journal", "--journal", str(journal), "--keep", str(folder)])

    assert 0 == result.exit_code, result.output
    assert [".pdf", ".png"] == sorted(path.suffix for path in folder.iterdir())
    assert next(folder.glob("*.pdf")).read_bytes().startswith(b"%PDF-")
    assert "The game chess is not installed here." in result.output
    assert before == journal.read_bytes()
