"""What every setting of this game is made with: its rulebook, its boards, the optional rules, the groups."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.core.game import Options, Setting
from companion.core.rules import Rulebook
from companion.core.text import Text, say

BOOK = Rulebook.load(__package__, name=lambda state, action: state.player(action.player).name)

BOARDS = ("america", "europe", "asia")

OPTIONAL_RULES = (
    "special_commands",
    "random_length",
    "initiative",
    "controlled_battle",
    "secret_operations",
    "elite_troops",
    "readiness",
)

PRESETS: Mapping[str, frozenset[str]] = {
    "beginner": frozenset(),
    "experienced": frozenset({"special_commands", "random_length", "initiative", "secret_operations"}),
    "veteran": frozenset(OPTIONAL_RULES),
}
"""The types of game (ISK-179)."""


OPTIONAL = ("as_game_type", "on", "off")
_STATEMENTS = {statement.setting: statement for statement in BOOK if statement.setting is not None}

GAME = say("The game as a whole")
OPTIONS = say("Optional rules")
ARMIES = say("Armies and moves")
ORBIT = say("Orbit and other continents")
RESOURCES = say("Resources")
COMMANDS = say("Command cards")
BATTLES = say("Battles")
WINNING = say("Who wins")


def fewer_than_six(options: Options) -> bool:
    return len(options.names) < 6


def without_europe(options: Options) -> bool:
    return len(options.names) == 4 and options.settings.get("boards") == "america+asia"


def all_boards(options: Options) -> bool:
    return len(options.names) == 6


def with_option(option: str) -> Callable[[Options], bool]:
    """Whether a setting matters that belongs to this optional rule."""

    def played(options: Options) -> bool:
        own = options.settings.get(option, OPTIONAL[0])
        return option in PRESETS[options.settings.get("game_type", "beginner")] if own == OPTIONAL[0] else own == "on"

    return played


def setting(name: str, group: Text, title: Text, question: Text, answers: Mapping[str, Text]) -> Setting:
    return Setting(name, title, question, answers, _STATEMENTS[name], group)


def only_if(matters: Callable[[Options], bool], setting: Setting) -> Setting:
    """This setting, which makes no difference to other evenings."""
    return replace(setting, matters=matters)
