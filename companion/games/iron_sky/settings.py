"""What the group chooses before the game: boards in play, game type, optional rules, and every ruling.

`settings.toml` has them but for the boards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations

from companion.core.choices import Choices
from companion.core.game import Options, Setting
from companion.core.rules import Rulebook
from companion.core.setting_files import read_settings
from companion.core.text import and_list, say
from companion.errors import ConfigError

# --- what they depend on ---


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


MATTERS: Mapping[str, Callable[[Options], bool]] = {
    "boards": fewer_than_six,
    "under_elite": with_option("elite_troops"),
    "orbit_ring": all_boards,
    "aid_targets": fewer_than_six,
    "neutral_europe": without_europe,
    "improvement_site": with_option("special_commands"),
    "readiness_discount": with_option("readiness"),
    "elite_operation": with_option("special_commands"),
    "blocked_double": with_option("special_commands"),
    "initiative_moment": with_option("initiative"),
    "fortress_order": with_option("initiative"),
    "controlled_choice": with_option("controlled_battle"),
    "elite_hits": with_option("elite_troops"),
    "bombarded_elite": with_option("elite_troops"),
}
"""Settings that make no difference to some evenings."""


# --- the settings ---


__all__ = ["BOARDS", "BOOK", "OPTIONAL_RULES", "PRESETS", "RULINGS", "SETTINGS", "boards_in_play", "plays"]


def _boards_choices() -> tuple[str, ...]:
    """`all` of the seats' number (the leftmost boards), then every selection that leaves a board out."""
    partial = [selection for count in (2, 1) for selection in combinations(BOARDS, count)]
    return ("first", *("+".join(selection) for selection in partial))


_BOARD_NAMES = {"america": say("America"), "europe": say("Europe"), "asia": say("Asia")}


def _with_boards(boards: Setting) -> Setting:
    partial = {choice: and_list(_BOARD_NAMES[board] for board in choice.split("+")) for choice in _boards_choices()[1:]}
    return replace(boards, answers={**boards.answers, **partial})


_SETTINGS = read_settings(__package__, BOOK, MATTERS)
SETTINGS = tuple(_with_boards(each) if each.name == "boards" else each for each in _SETTINGS.values())
RULINGS = tuple(each for each in SETTINGS if each.may_be_decided)


def plays(choices: Choices, option: str) -> bool:
    """Whether an optional rule is in use, by its own switch or by the type of game."""
    own = choices[option]
    return option in PRESETS[choices["game_type"]] if own == "as_game_type" else own == "on"


def boards_in_play(choices: Choices, players: int) -> tuple[str, ...]:
    """The boards from left to right. Raises ConfigError when they do not suit the number of players."""
    wanted = players // 2
    chosen = BOARDS[:wanted] if choices["boards"] == "first" else tuple(choices["boards"].split("+"))
    if len(chosen) != wanted:
        raise ConfigError(f"The boards in play: {len(chosen)} chosen, but {players} players need {wanted}.")
    if wanted == 2 and "europe" not in chosen and choices["neutral_europe"] == "not_allowed":
        raise ConfigError("The boards in play: Europe is left out, but a house rule keeps it; choose other boards.")
    return chosen
