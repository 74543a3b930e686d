"""What the settings of this game depend on: its rulebook, its boards, the optional rules, when each matters."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.game import Options
from companion.core.rules import Rulebook

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
