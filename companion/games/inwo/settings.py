"""What the group chooses before the game: the rule line, each of its single differences, and every ruling.

Two versions of the rules are in use. `rule_line` chooses one; each difference is a setting of its own, which follows
the rule line unless the group wants it otherwise. The first choice of a setting is its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.choices import Choices
from companion.core.game import Setting
from companion.core.rules import Rulebook
from companion.core.text import Text, say

BOOK = Rulebook.load(__package__)

TITLE = say("Illuminati: New World Order")
FOLLOWS = "as_rule_line"


@dataclass(frozen=True, slots=True)
class _Difference:
    """What a single rule is in version 1.2 and in version 1.1."""

    new: str
    old: str


_DIFFERENCES: Mapping[str, tuple[Text, _Difference]] = {
    "victory_window": (say("When is victory claimed?"), _Difference("after_knock", "before_knock")),
    "goal_announcement": (
        say("Must the player whose turn it is claim when he meets a goal?"),
        _Difference("may", "must"),
    ),
    "self_defence": (
        say("What does self-defence do to a Power that is changed?"),
        _Difference("multiplied", "permanent_twice"),
    ),
    "two_players": (
        say("What about automatic takeovers with two players?"),
        _Difference("cost_a_token", "none"),
    ),
    "privileged_buying": (
        say("May Plots be bought during a privileged attack?"),
        _Difference("allowed", "forbidden"),
    ),
    "resource_gifts": (say("When may a Resource in play be given away?"), _Difference("main_phase", "any_time")),
    "linking": (say("When may a link be made?"), _Difference("main_phase", "own_turn")),
    "first_turn_answer": (
        say("Who may answer an attack that somebody makes in his first turn?"),
        _Difference("always", "after_own_first_turn"),
    ),
    "orders_in_instants": (
        say("May a New World Order be played during an instant attack?"),
        _Difference("forbidden", "allowed"),
    ),
    "group_draw": (
        say("How often a turn does a token of the Illuminati draw a Group card?"),
        _Difference("once", "any_number"),
    ),
    "early_tokens": (
        say("What may tokens do before new ones are laid?"),
        _Difference("answer_too", "buy_only"),
    ),
    "power_zero": (
        say("What about the tokens of a Group reduced to Power 0?"),
        _Difference("lost", "kept"),
    ),
    "protection_excepts": (
        say("What may be played while somebody is protected in his first turn?"),
        _Difference("what_concerns_all", "orders_only"),
    ),
}
_STATEMENTS = {statement.setting: statement for statement in BOOK if statement.setting is not None}


def _setting(name: str, question: Text, *choices: str) -> Setting:
    return Setting(name, choices, question, _STATEMENTS[name])


SETTINGS: tuple[Setting, ...] = (
    _setting("rule_line", say("Which version of the rules?"), "1.2", "1.1"),
    *(
        _setting(name, question, FOLLOWS, difference.new, difference.old)
        for name, (question, difference) in _DIFFERENCES.items()
    ),
    _setting(
        "basic_goal",
        say("How many Groups are the basic goal?"),
        "by_players",
        *map(str, range(4, 21)),
    ),
    _setting("card_values", say("Do cards count as printed or as corrected?"), "printed", "corrected"),
    _setting("deck_size", say("How large is a deck?"), "any", "45"),
    _setting("buying_tokens", say("Whose are the two tokens that buy a Plot?"), "any_groups", "two_groups"),
    _setting("first_turn_allies", say("May others join who answers a first turn?"), "no", "yes"),
    _setting("victims_resources", say("Where do Resources of a player go who is out?"), "vanish", "discarded"),
)


def rule(choices: Choices, name: str) -> str:
    """A choice, or what the rule line says where the group left it at that. INWO-1-R."""
    chosen = choices[name]
    if chosen != FOLLOWS:
        return chosen
    difference = _DIFFERENCES[name][1]
    return difference.new if choices["rule_line"] == "1.2" else difference.old
