"""Games of other makers at home: a card that says why it is grey, evenings of games that are gone."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest

from companion.core.game import Options
from companion.core.journal_entries import Did, Entry, Undid
from companion.core.pages import HomePage, ListPage
from companion.core.screen import Open, Tone
from companion.games import GAMES, GROUP, Games, why_not_continued
from companion.languages import load_language
from companion.pages.machine import Sticks
from tests.pages.conftest import Visitor

FIRST = next(iter(GAMES))


def home(visitor: Visitor) -> HomePage:
    page = visitor.opens("home").page
    assert isinstance(page, HomePage)
    return page


class TestHome:
    def test_a_card_says_how_many_play_and_what_the_game_promises(self, visitor: Visitor) -> None:
        first = home(visitor).games[0]

        assert Open("new game", FIRST) == first.intent
        assert str(first.second).endswith("players · complete")

    def test_a_game_that_cannot_be_played_is_a_grey_card_with_a_sentence(self, visitor: Visitor) -> None:
        stranger = EntryPoint("snakes_and_ladders", "no_such_package:GAME", GROUP)
        visitor.context.games = Games(lambda: [*entry_points(group=GROUP), stranger])

        *_, grey = home(visitor).games

        assert len(GAMES) + 1 == len(home(visitor).games)
        assert ("Snakes and ladders", None) == (str(grey.title), grey.intent)
        assert "The package no-such-package has no quality.toml; install it again." == str(grey.why_not)
        sentences = {grey.why_not.render(load_language(code)) for code in ("en", "et", "fi", "pl") if grey.why_not}
        assert 4 == len(sentences)


class TestAnEveningThatCannotBeContinued:
    def begin(self, visitor: Visitor, game: str, version: str) -> str:
        saved = visitor.store.begin(game, Options(("Ann", "Ben")), version=version)
        visitor.store.append(
            saved.id,
            [
                Entry(0, Did("A: move 3"), "touch"),
                Entry(1, Did("B: move 12"), "camera"),
                Entry(2, Undid(1), "touch"),
            ],
        )
        return saved.id

    def test_one_of_a_game_that_is_gone_is_listed_and_read(self, visitor: Visitor) -> None:
        id = self.begin(visitor, "snakes_and_ladders", "1.0")
        listed = visitor.opens("evenings").row("Snakes and ladders")

        assert Open("evening", id) == listed.intent
        page = visitor.opens("evening", id).page
        assert isinstance(page, ListPage)
        assert [
            "The game snakes_and_ladders is not installed here.",
            "Until then this evening can be read and kept, and not gone on with.",
        ] == [str(line) for line in page.lines]
        assert ["Ann: move 3", "Ben: move 12", "1 action was taken back"] == [str(row.title) for row in visitor.rows]

    def test_it_can_be_kept(self, visitor: Visitor) -> None:
        written: dict[str, str | bytes] = {}
        visitor.connects(sticks=Sticks(write=written.update))
        visitor.opens("evening", self.begin(visitor, "snakes_and_ladders", "1.0")).touches("stick")

        ((name, record),) = written.items()
        assert name.startswith("snakes_and_ladders-")
        assert '[GameVersion "1.0"]' in str(record)
        assert "A: move 3" in str(record)
        assert isinstance(visitor.page, ListPage)
        assert "It is on the stick" == str(visitor.page.buttons[0].label)
        assert Tone.GOOD == visitor.page.buttons[1].tone

    def test_one_of_a_newer_version_is_not_gone_on_with(self, visitor: Visitor) -> None:
        """An older one would lose what it does not know."""
        newer = visitor.store.begin(FIRST, Options(("Ann", "Ben")), version="99.1").id

        assert home(visitor).resume is None
        page = visitor.opens("evening", newer).page
        assert isinstance(page, ListPage)
        assert "It was begun with a newer version of the game, 99.1; install that one." == str(page.lines[0])

    def test_home_offers_the_newest_that_can_be_gone_on_with(self, visitor: Visitor) -> None:
        ours = visitor.store.begin(FIRST, Options(("Ann", "Ben")), version=GAMES.packages[FIRST].version)
        self.begin(visitor, "snakes_and_ladders", "1.0")

        resume = home(visitor).resume
        assert resume is not None
        assert f"Go on: {GAMES[FIRST].title}" == str(resume.title)
        visitor.touches("go on")
        assert visitor.context.session is not None
        assert ours.id == visitor.context.session.history.id

    @pytest.mark.parametrize("version", ["", "0.0.9", "0.1.0"])
    def test_versions_up_to_ours_are_gone_on_with(self, version: str) -> None:
        assert why_not_continued(FIRST, version) is None


def test_a_game_brings_its_own_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the companion has no words for is looked up beside the games."""
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo

    folder = tmp_path / "locale" / "et" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalogue = Catalog(locale="et")
    catalogue.add("Goose", "Hani")
    catalogue.add("Back", "TAGASI!")
    with (folder / "messages.mo").open("wb") as file:
        write_mo(file, catalogue)
    monkeypatch.setattr("companion.languages.locale_folders", lambda: (tmp_path / "locale",))

    estonian, finnish = load_language("et"), load_language("fi")

    assert "Hani" == estonian.gettext("Goose")
    assert "TAGASI!" != estonian.gettext("Back")
    assert "Goose" == finnish.gettext("Goose")
