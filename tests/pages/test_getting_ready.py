"""From switch-on to the first move, one page after another, left and taken up at any step."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.appliance.time_zones import TimeZones
from companion.cameras.learnt_faces import keep_face, usual_face_folder
from companion.core.camera_view import CameraView, Grade, Judgement, Part, ViewCheck
from companion.core.game import Options
from companion.core.pages import HomePage, ListPage, SeatsPage
from companion.core.screen import Close, Open, Touched
from companion.core.setup_steps import SetupPage
from companion.core.table import Crop, Tag
from companion.core.text import say
from companion.core.wizard_page import WizardPage
from companion.errors import HardwareError
from companion.games import GAMES
from companion.label_sets.piece_labels import cards_of, told_by_faces
from companion.pages.getting_ready import DONE, FOR
from companion.pages.label_sticking import LABELLED, TILES_ONLY, StickingLabels
from companion.pages.machine import NoCameras, Sticks
from companion.pages.navigator import NothingToShow
from companion.pages.showing_cards import by_name
from tests.pages.conftest import Visitor

FIRST = next(iter(GAMES))
BY_FACES = next(name for name in GAMES if told_by_faces(GAMES[name]))
WELL = Judgement((ViewCheck(next(iter(Part)), Grade.USABLE, say("Camera")),))


@pytest.fixture
def zones(tmp_path: Path) -> TimeZones:
    table = tmp_path / "zone.tab"
    table.write_text(
        "#code\tplace\tzone\nEE\t+5925+02445\tEurope/Tallinn\nAR\t-3436-05827\tAmerica/Argentina/Buenos_Aires\n"
        "GB\t+513030-0000731\tEurope/London\n"
    )
    (tmp_path / "run").mkdir()
    local = tmp_path / "localtime"
    local.symlink_to("/usr/share/zoneinfo/Europe/London")
    return TimeZones(tmp_path / "run" / "time-zone", local, table)


@pytest.fixture
def ready(visitor: Visitor, zones: TimeZones) -> Visitor:
    visitor.connects(time_zones=zones)
    return visitor.opens("getting ready")


def page(visitor: Visitor) -> WizardPage:
    assert isinstance(visitor.page, WizardPage)
    return visitor.page


def opened(visitor: Visitor) -> str:
    return next(str(step.title) for step in page(visitor).steps if step.open)


def test_every_step_says_how_long_it_takes_and_what_is_left_becomes_less(ready: Visitor) -> None:
    assert ["Language and display", "Time zone", "Game and players", "Print and cut the labels"] == [
        str(step.title) for step in page(ready).steps[:4]
    ]
    assert not any(step.done for step in page(ready).steps)
    ready.touches("game", FIRST)
    before = str(page(ready).left)
    for step in ("language", "zone", "game", "print"):
        ready.touches("done", step)

    assert "Camera and corners" == opened(ready)
    assert ["finished"] * 4 == [str(step.right) for step in page(ready).steps[:4]]
    assert ("about 50 minutes left", "about 30 minutes left") == (before, str(page(ready).left))


def test_who_leaves_goes_on_at_the_same_step(ready: Visitor) -> None:
    ready.touches("done", "language").touches("done", "zone").touches("game", FIRST).touches("count", "3")
    ready.touches("another day")
    again = Visitor()
    again.context.store, again.context.machine = ready.context.store, ready.context.machine
    again.opens("getting ready")

    assert "Game and players" == opened(again)
    assert f"{FIRST}:3" == ready.store.preferences()[FOR]


def test_a_step_that_is_done_opens_again(ready: Visitor) -> None:
    ready.touches("done", "language").touches("step", "language")

    assert "Language and display" == opened(ready)


def test_a_language_is_spoken_at_once(ready: Visitor) -> None:
    ready.touches("language", "et")

    assert "et" == ready.store.preferences()["language"]
    assert {"language": "et"} == ready.evenings.told[-1]


def test_before_a_game_is_chosen_nothing_that_needs_one_goes_on(ready: Visitor) -> None:
    for step in ("game", "camera", "labels", "play"):
        on = ready.touches("step", step) and page(ready).buttons[-1]
        assert (False, "Touch a game first.") == (on.enabled, str(on.why_not))


class TestTimeZone:
    def test_a_city_is_found_by_its_part_of_the_world_and_its_clock(
        self, ready: Visitor, zones: TimeZones, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TZ", "UTC")
        ready.touches("step", "zone").touches("regions")
        assert ["Europe", "America"] == [str(row.title) for row in ready.rows]
        ready.touches("region", "America")
        assert "Argentina, Buenos Aires" == str(ready.rows[0].title)
        ready.touches("zone", "America/Argentina/Buenos_Aires")

        assert isinstance(ready.page, WizardPage)
        assert "America/Argentina/Buenos_Aires\n" == zones.request.read_text()

    def test_a_likely_one_is_one_touch_away(
        self, ready: Visitor, zones: TimeZones, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TZ", "UTC")
        ready.touches("language", "et").touches("step", "zone")
        assert ["London", "Tallinn", "Somewhere else"] == [str(each.title) for each in page(ready).choosing[0].choices]
        ready.touches("zone", "Europe/Tallinn")

        assert "Europe/Tallinn\n" == zones.request.read_text()

    def test_what_cannot_be_set_is_said(self, zones: TimeZones) -> None:
        zones.request.parent.rmdir()

        with pytest.raises(HardwareError, match="The time zone cannot be set"):
            zones.choose("Europe/Tallinn")

    def test_where_the_machine_has_its_own_way_nobody_is_asked(self, visitor: Visitor) -> None:
        visitor.opens("getting ready")

        assert "Time zone" not in [str(step.title) for step in page(visitor).steps]


class TestPaper:
    def test_the_sheets_go_to_a_stick_and_that_is_said(self, ready: Visitor) -> None:
        written: dict[str, str | bytes] = {}
        sticks = Sticks(lambda files: (written.update(files), Path())[1], take_out=lambda: None)
        ready.connects(label_sheets=lambda game, count, _: {f"{game}-{count}.pdf": b"%PDF"}, sticks=sticks)
        ready.touches("game", FIRST).touches("count", "3").touches("step", "print").touches("write")

        assert {f"{FIRST}-3.pdf": b"%PDF"} == written
        assert "The sheets are on the stick." in str(page(ready).hint)
        assert Touched("done", "print") == page(ready).buttons[-1].intent


class Eye(NoCameras):
    """Counts how often somebody looks through it."""

    def __init__(self) -> None:
        self.looks = 0

    def look(self, *_: object) -> None:
        self.looks += 1

    def look_away(self) -> None:
        self.looks -= 1


class TestLabels:
    def test_the_ring_counts_while_labels_are_stuck(self, ready: Visitor) -> None:
        eye = Eye()
        ready.connects(cameras=eye)
        ready.touches("game", FIRST).touches("step", "labels")
        tags = list(GAMES[FIRST].piece_of)[:5]
        assert (0, 1) == (ring(ready)[0], eye.looks)
        sees(ready, tags[:3])
        assert 3 == ring(ready)[0]
        sees(ready, tags)
        assert 5 == ring(ready)[0]

        ready.touches("another day")
        assert 0 == eye.looks, "the camera is given back"

    def test_what_is_seen_through_the_camera_counts_when_it_is_left(self, ready: Visitor) -> None:
        """The page with the picture and the ring count the same labels."""
        eye = Eye()
        ready.connects(cameras=eye)
        ready.touches("game", FIRST).touches("step", "labels").touches("look")
        assert not isinstance(ready.page, WizardPage)
        sees(ready, list(GAMES[FIRST].piece_of)[:4])
        ready.touches("done")

        assert (4, 1) == (ring(ready)[0], eye.looks)

    @pytest.mark.parametrize("game", GAMES)
    def test_it_asks_for_the_labels_of_these_players_and_no_more(self, game: str, ready: Visitor) -> None:
        ready.touches("game", game)
        least = GAMES[game].players[0]
        in_play = ready.context.may_come_up(game, Options(tuple(map(str, range(least)))))
        ready.touches("step", "labels")
        all_of_them = sum(in_play is None or piece in in_play for piece in GAMES[game].piece_of.values())

        assert min(all_of_them, 60 * least if GAMES[game].decks else all_of_them) == ring(ready)[1]


def ring(visitor: Visitor) -> tuple[int, int]:
    shown = page(visitor).ring
    assert shown is not None
    return shown.done, shown.of


def sees(visitor: Visitor, tags: list[Tag]) -> None:
    seen = CameraView("a camera", False, Crop(1, 1, b"0"), (), (), tuple(tags), 0, None, WELL)
    visitor.context.seen = seen
    visitor.navigator.saw(seen)


def test_a_camera_that_sees_well_is_a_step_that_is_done(ready: Visitor) -> None:
    ready.touches("game", FIRST).touches("step", "camera")
    assert Open("camera set up", f"{FIRST}:{GAMES[FIRST].players[0]}") == page(ready).buttons[-1].intent
    sees(ready, [])

    assert Touched("done", "camera") == page(ready).buttons[-1].intent


def test_it_ends_with_the_first_table_laid_out_on_the_screen(ready: Visitor) -> None:
    ready.touches("game", FIRST).touches("step", "play").touches("begin")
    assert isinstance(ready.page, SeatsPage)
    ready.sits_down("Ann", "Ben").touches("begin")

    assert isinstance(ready.page, SetupPage)
    assert "play" in ready.store.preferences()[DONE].split()


def test_play_by_touch_is_always_there(ready: Visitor) -> None:
    """Labels are never a condition for playing."""
    for step in page(ready).steps:
        assert Touched("by touch") in [button.intent for button in page(ready.does(step.intent)).buttons]
    ready.touches("game", FIRST).touches("by touch")
    assert isinstance(ready.page, SeatsPage)


def test_before_the_first_evening_the_home_page_leads_there(visitor: Visitor) -> None:
    visitor.opens("home")
    assert isinstance(visitor.page, HomePage)
    assert Open("getting ready") in [door.intent for door in visitor.page.doors]
    visitor.opens("settings")
    assert isinstance(visitor.page, ListPage)
    assert Open("getting ready") == visitor.row("Getting ready").intent


def test_a_finger_on_the_way_back_leads_out_of_it(ready: Visitor) -> None:
    ready.opens("home").opens("getting ready").does(Close())

    assert isinstance(ready.page, HomePage)


class TestCardsWithoutLabels:
    """Where no two cards are alike, a face does for a label."""

    @pytest.fixture
    def bare(self, ready: Visitor, tmp_path: Path) -> Visitor:
        """Somebody who puts labels on tiles only, with a stick that keeps what was ordered."""
        ready.store.folder = tmp_path
        for step in ("language", "zone"):
            ready.touches("done", step)
        return ready.touches("game", BY_FACES).touches("done", "game").touches("labelled", TILES_ONLY)

    def test_it_is_offered_where_faces_tell_all_cards_apart(self, ready: Visitor) -> None:
        offered = set()
        for name in GAMES:
            ready.touches("game", name).touches("step", "print")
            if page(ready).choosing:
                offered.add(name)

        assert {name for name in GAMES if told_by_faces(GAMES[name])} == offered

    def test_nothing_is_printed_for_cards_and_they_are_shown_instead(self, bare: Visitor) -> None:
        ordered = []
        sticks = Sticks(lambda _: Path(), take_out=lambda: None)
        bare.connects(label_sheets=lambda *order: ordered.append(order) or {}, sticks=sticks)
        bare.touches("step", "print").touches("write")
        titles = [str(step.title) for step in page(bare).steps]

        assert [(BY_FACES, 2, True)] == ordered
        assert "Print the corners of the mat" in titles
        assert ("Show your cards", "Lay out and play") == (titles[-2], titles[-1])
        assert "Stick the labels" not in titles

    def test_how_many_have_been_shown_is_counted(self, bare: Visitor, tmp_path: Path) -> None:
        game = GAMES[BY_FACES]
        for piece in by_name(game)[:3]:
            keep_face(usual_face_folder(tmp_path, BY_FACES), game, piece, np.zeros((132, 95), np.uint8))
        bare.touches("step", "cards")

        assert "Show your cards: 3 of 120" == str(page(bare).heading)
        assert Open("cards", BY_FACES) == page(bare).buttons[-1].intent

    def test_there_is_nothing_to_stick(self, bare: Visitor) -> None:
        with pytest.raises(NothingToShow, match="its cards are known by their faces"):
            bare.opens("sticking", BY_FACES)

    def test_labels_for_all_again_is_a_touch(self, bare: Visitor) -> None:
        bare.touches("step", "print").touches("labelled", "")

        assert "120 labels to print" == str(page(bare).heading)
        assert "Stick the labels" in [str(step.title) for step in page(bare).steps]


def test_tiles_keep_their_labels_where_cards_are_known_by_their_faces(
    ready: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game whose cards look alike stands in for one with tiles whose cards do not."""
    monkeypatch.setattr("companion.pages.label_sticking.told_by_faces", lambda game: frozenset(cards_of(game)))
    game = GAMES[FIRST]
    ready.store.prefer(LABELLED.format(game=FIRST), TILES_ONLY)
    ready.touches("game", FIRST).touches("step", "labels")
    counted = StickingLabels.progress_of(ready.context, game)

    assert {"Stick the labels", "Show your cards"} <= {str(step.title) for step in page(ready).steps}
    assert counted.needed
    assert all(game.piece_of[tag] not in cards_of(game) for group in counted.groups for tag in group.tags)
