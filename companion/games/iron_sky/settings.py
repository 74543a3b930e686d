"""What the group chooses before the game: boards in play, game type, optional rules, and every ruling.

`settings.toml` has them but for the boards.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from companion.core.choices import Choices
from companion.core.game import Setting
from companion.core.setting_files import read_settings
from companion.core.text import and_list, say
from companion.errors import ConfigError
from companion.games.iron_sky.setting_parts import BOARDS, BOOK, MATTERS, OPTIONAL_RULES, PRESETS

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
