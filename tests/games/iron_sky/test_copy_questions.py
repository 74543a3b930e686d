"""What is asked about an owner's copy depends on what he has told of it."""

from __future__ import annotations

from companion.games.iron_sky import GAME


def test_a_number_is_asked_of_a_card_once_a_command_with_a_number_has_been_told() -> None:
    """And not before, although the form keeps the sheets that it has made."""
    form, name = GAME.copy_form, "politician_card.1"
    asked = {
        command: {question.name for sheet in form.sheets(answers) if sheet.name == name for question in sheet.questions}
        for command, answers in (("as printed", {}), ("recruit", {f"{name}.commands": "recruit"}))
    }

    assert {f"{name}.number"} == asked["recruit"] - asked["as printed"]
