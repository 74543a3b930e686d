"""What a group chose is one value."""

from __future__ import annotations

import pytest

from companion.core.choices import Choices
from companion.core.game import Options, Setting
from companion.core.rules import Source, Statement
from companion.core.text import say
from companion.errors import ConfigError
from tests.toy import GAME

RULE = Statement("T-9", "The book is silent.", Source.RULING)


def a_setting(name: str, question: str, *choices: str) -> Setting:
    return Setting(name, say("Cards"), say(question), {choice: say(choice) for choice in choices}, RULE, say("Group"))


SETTINGS = (
    a_setting("overflow", "How do more cards count?", "auto", "restart", "sum"),
    a_setting("surplus", "What about the rest?", "lost", "counted"),
)


def test_what_is_not_named_has_its_default() -> None:
    choices = Choices.of(SETTINGS, {"surplus": "counted"})

    assert ("auto", "counted") == (choices["overflow"], choices["surplus"])
    assert ["overflow", "surplus"] == list(choices)


def test_only_what_differs_from_the_defaults_is_changed() -> None:
    choices = Choices.of(SETTINGS, {"surplus": "lost", "overflow": "sum"})

    assert (("overflow", "sum"),) == choices.changed
    assert choices == Choices.of(SETTINGS, dict(choices.changed))


def test_equal_choices_are_one_value() -> None:
    plain, named = Choices.of(SETTINGS, {}), Choices.of(SETTINGS, {"overflow": "auto"})

    assert plain == named
    assert hash(plain) == hash(named)
    assert plain != Choices.of(SETTINGS, {"overflow": "sum"})


def test_everything_that_is_wrong_is_named_at_once() -> None:
    with pytest.raises(ConfigError) as caught:
        Choices.of(SETTINGS, {"snacks": "yes", "surplus": "kept"})

    assert (
        "There is no setting 'snacks'; use overflow, surplus. "
        "The setting 'surplus' cannot be 'kept'; use lost or counted." == str(caught.value)
    )


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Ann", " "), "Player 2 has no name"),
        (("Ann", "Ann"), "Two players are called Ann"),
        (("Ann", "B\x07n"), "player 2 has signs that cannot be shown"),
    ],
)
def test_players_who_could_not_be_told_apart_do_not_play(names: tuple[str, ...], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        GAME.initial_state(Options(names))
