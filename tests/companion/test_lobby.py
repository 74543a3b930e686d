"""Before a game: which one, for how many, and what the group plays differently."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.core.game import Options
from companion.core.screen import Answer, Button, Confirm, Dismiss, Pass, Screen, Tone
from companion.core.text import say
from companion.games import GAMES
from companion.lobby import Lobby, in_words
from companion.session.messages import Trouble
from tests.toy import GAME as ORCHARD

STRANGERS = Options(())


class Hall:
    """A lobby, the screens it shows and the evenings it begins."""

    def __init__(self, usual: Options = STRANGERS, games: Mapping[str, object] = GAMES) -> None:
        self.screens: list[Screen] = []
        self.begun: list[tuple[str, Options]] = []
        self.lobby = Lobby(
            games,  # type: ignore[arg-type]
            self.screens.append,
            lambda name, options: self.begun.append((name, options)),
            lambda _: usual,
        )

    @property
    def answers(self) -> tuple[Button, ...]:
        notice = self.screens[-1].notice
        assert notice is not None
        return notice.answers

    def touch(self, *several: str) -> None:
        for words in several:
            answer = next(button for button in self.answers if words in str(button.label))
            self.lobby.handle(answer.intent)

    def spell(self, name: str) -> None:
        for letter in name:
            self.lobby.handle(next(button.intent for button in self.answers if letter == str(button.label)))

    @property
    def lines(self) -> tuple[str, ...]:
        notice = self.screens[-1].notice
        assert notice is not None
        return tuple(map(str, notice.lines))


def test_three_touches_begin_an_evening() -> None:
    hall = Hall()
    hall.touch("New World Order", "4 players", "Begin")

    assert [("new_world_order", Options(("A", "B", "C", "D")))] == hall.begun
    assert 3 == len(hall.screens), "the next screen is the game's"


def test_a_single_game_is_not_asked_for() -> None:
    hall = Hall(games={"orchard": ORCHARD})
    hall.touch("2 players", "Begin")

    assert [("orchard", Options(("A", "B")))] == hall.begun


@pytest.mark.parametrize("name", GAMES)
def test_every_setting_of_the_game_can_be_touched_through_all_its_choices(name: str) -> None:
    hall = Hall()
    hall.touch(str(GAMES[name].title), "players")
    first = 1 + min(GAMES[name].players)
    for number, setting in enumerate(GAMES[name].settings, first):
        for choice in (*setting.choices[1:], setting.choices[0]):
            hall.lobby.handle(hall.answers[number].intent)
            assert f"{setting.question} {in_words(choice)}" == str(hall.answers[number].label)


def test_what_was_touched_is_played() -> None:
    """NWO-16, NWO-101: a house rule, and the last of three choices."""
    hall = Hall()
    hall.touch("New World Order", "3 players", "15 cards each round", "come to the market", "come to the market")
    assert 2 == sum(button.tone is Tone.ATTENTION for button in hall.answers), "what is not the usual is marked"
    hall.touch("Begin")

    assert {"houseMarket15": "on", "royaltyMarket": "twoReserved"} == dict(hall.begun[0][1].settings)
    GAMES["new_world_order"].setup(hall.begun[0][1])


def test_the_group_plays_as_it_did_the_last_time() -> None:
    """A choice that the game no longer knows is dropped."""
    hall = Hall(Options(("Ann", "Ben"), {"houseMarket15": "on", "overflow": "as grandma does", "gone": "yes"}))
    hall.touch("New World Order", "3 players", "Begin")

    assert Options(("Ann", "Ben", "C"), {"houseMarket15": "on"}) == hall.begun[0][1]


class TestNames:
    def test_are_spelled_letter_by_letter(self) -> None:
        hall = Hall()
        hall.touch("New World Order", "2 players", "Player B")
        hall.spell("MARI-ANNX")
        assert ("Mari-Annx",) == hall.lines
        hall.touch("Erase")
        hall.spell("Ü")
        hall.touch("Done", "Begin")

        assert ("A", "Mari-Annü") == hall.begun[0][1].names

    def test_fit_into_their_place_on_the_screen(self) -> None:
        hall = Hall()
        hall.touch("New World Order", "2 players", "Player A")
        hall.spell("B" * 20)

        assert ("B" + 11 * "b",) == hall.lines

    @pytest.mark.parametrize("leave", ["Done", "escape"])
    def test_a_player_without_one_goes_by_his_seat(self, leave: str) -> None:
        hall = Hall(Options(("Ann", "Ben")))
        hall.touch("New World Order", "2 players", "Player A: Ann")
        hall.spell("-")
        if leave == "escape":
            hall.lobby.handle(Dismiss())
        else:
            hall.touch("Done")
        hall.touch("Player A: A")
        hall.touch("Done", "Begin")

        assert ("A", "Ben") == hall.begun[0][1].names

    def test_another_game_is_asked_for_anew(self) -> None:
        hall = Hall()
        hall.touch("New World Order", "5 players", "Another game", "Iron Sky", "2 players", "Begin")

        assert ("A", "B") == hall.begun[0][1].names


def test_another_game_can_still_be_chosen() -> None:
    hall = Hall()
    hall.touch("New World Order")
    hall.lobby.handle(Dismiss())

    assert "Which game?" == str(hall.screens[-1].notice.heading)  # type: ignore[union-attr]


def test_an_old_tap_and_other_messages_are_dropped() -> None:
    hall = Hall()
    hall.lobby.handle(Pass())
    hall.lobby.handle(Answer(0, asked=99))

    assert 1 == len(hall.screens)


def test_the_button_says_yes_to_the_first_answer() -> None:
    hall = Hall(games={"orchard": ORCHARD})
    hall.lobby.handle(Confirm())
    hall.lobby.handle(Confirm())

    assert 1 == len(hall.begun)


def test_an_evening_that_cannot_begin_says_why() -> None:
    hall = Hall()
    hall.lobby.handle(Trouble(say("profile.toml cannot be read.")))

    assert ("profile.toml cannot be read.",) == tuple(map(str, hall.screens[-1].notice.lines))  # type: ignore[union-attr]


def test_choices_read_as_words() -> None:
    assert ["only when starting", "all 15", "as game type", "america europe"] == [
        str(in_words(choice)) for choice in ("onlyWhenStarting", "all15", "as_game_type", "america+europe")
    ]
