"""A game's settings are read from a file; what cannot be right is named."""

from __future__ import annotations

import pytest

from companion.core.game import Options
from companion.core.rules import Rulebook
from companion.core.setting_files import settings_of
from companion.errors import CatalogError

BOOK = Rulebook.read("""
[X-3]
text = "A card is paid in full."
source = "rulebook"

[X-3-R]
text = "A card may be paid in parts."
source = "ruling"
setting = "credit"
reason = "The book only speaks of cash."
""")
CREDIT = """
[credit]
group = "Buying"
title = "Credit"
question = "May a card be paid in parts?"
answers = { yes = "it may", no = "it may not" }
"""


def test_a_setting_has_its_words_its_rule_and_its_usual_answer() -> None:
    found = settings_of(CREDIT, BOOK, {"credit": lambda options: len(options.names) > 2})["credit"]

    assert ("credit", "Credit", "Buying", "X-3-R") == (found.name, str(found.title), str(found.group), found.rule.id)
    assert ("yes", ["it may", "it may not"]) == (found.default, [str(words) for words in found.answers.values()])
    assert [False, True] == [found.matters(Options(names, {})) for names in (("Ann", "Bob"), ("Ann", "Bob", "Cid"))]


def test_a_setting_may_name_its_rule() -> None:
    named = settings_of(CREDIT.replace("[credit]", '[cash]\nrule = "X-3"'), BOOK, {})

    assert ["X-3"] == [setting.rule.id for setting in named.values()]


@pytest.mark.parametrize(
    ("toml", "matters", "fault"),
    [
        (CREDIT.replace("credit", "cash"), {}, "no statement names this setting"),
        (CREDIT.replace("answers", "answer"), {}, "answer"),
        (CREDIT, {"cash": lambda _: True}, "there is no setting cash"),
    ],
)
def test_a_file_that_cannot_be_right_is_refused(toml: str, matters: dict, fault: str) -> None:
    with pytest.raises(CatalogError, match=fault):
        settings_of(toml, BOOK, matters)
