"""What the group chooses before the game: boards in play, game type, optional rules, and every ruling.

The first choice of a setting is its default.
"""

from __future__ import annotations

from itertools import combinations

from companion.core.choices import Choices
from companion.core.game import Setting
from companion.core.text import Text, and_list, say
from companion.errors import ConfigError
from companion.games.iron_sky.rulings import RULINGS
from companion.games.iron_sky.setting_parts import (
    BOARDS,
    BOOK,
    GAME,
    OPTIONAL,
    OPTIONAL_RULES,
    OPTIONS,
    PRESETS,
    fewer_than_six,
    only_if,
    setting,
)

__all__ = ["BOARDS", "BOOK", "OPTIONAL_RULES", "PRESETS", "RULINGS", "SETTINGS", "boards_in_play", "plays"]


def _boards_choices() -> tuple[str, ...]:
    """`all` of the seats' number (the leftmost boards), then every selection that leaves a board out."""
    partial = [selection for count in (2, 1) for selection in combinations(BOARDS, count)]
    return ("first", *("+".join(selection) for selection in partial))


def _option(name: str, title: Text, question: Text) -> Setting:
    answers = say("as the type says"), say("yes"), say("no")
    return setting(name, OPTIONS, title, question, dict(zip(OPTIONAL, answers, strict=True)))


_BOARD_NAMES = {"america": say("America"), "europe": say("Europe"), "asia": say("Asia")}

BOOK_SETTINGS = (
    setting(
        "game_type",
        GAME,
        say("Type of game"),
        say("With how many of the seven optional rules do you play?"),
        {
            "beginner": say("beginners, with none"),
            "experienced": say("experienced, with four"),
            "veteran": say("veterans, with all"),
        },
    ),
    only_if(
        fewer_than_six,
        setting(
            "boards",
            GAME,
            say("Boards in play"),
            say("Which continents are played on? Two players need one board, four need two."),
            {
                choice: say("the first from the left")
                if choice == "first"
                else and_list(_BOARD_NAMES[board] for board in choice.split("+"))
                for choice in _boards_choices()
            },
        ),
    ),
    _option(
        "special_commands",
        say("Special command cards"),
        say("Does each player shuffle two special cards of his side into his deck?"),
    ),
    _option("random_length", say("Random game length"), say("May the game end in any round from seven to ten?")),
    _option("initiative", say("Initiative"), say("May the attacker shift his card by one square, once a turn?")),
    _option(
        "controlled_battle", say("Controlled battle"), say("Has each player two battle cards in hand to choose from?")
    ),
    _option(
        "secret_operations", say("Secret operations"), say("Has each player a secret goal that is shown at the end?")
    ),
    _option(
        "elite_troops", say("Elite troops"), say("May Elite tiles be recruited, also as a fourth tile of an army?")
    ),
    _option("readiness", say("Readiness"), say("Does an open time token change what commands cost in some places?")),
)

SETTINGS: tuple[Setting, ...] = BOOK_SETTINGS + RULINGS


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
