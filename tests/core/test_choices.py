"""What a group chose is one value."""

from __future__ import annotations

import pytest

from companion.core.choices import Choices
from companion.core.game import Setting
from companion.core.rules import Source, Statement
from companion.core.text import say
from companion.errors import ConfigError

RULE = Statement("T-9", "The book is silent.", Source.RULING)
SETTINGS = (
    Setting("overflow", ("auto", "restart", "sum"), say("How do more cards count?"), RULE),
    Setting("surplus", ("lost", "counted"), say("What about the rest?"), RULE),
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
