"""What the group chooses before the game: boards in play, game type, optional rules, and every ruling.

The rulebook's own options come first; after them one setting for each place where the book is silent or
contradicts itself (`statements.toml` gives the reasons). The first choice of a setting is its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from companion.core.choices import Choices
from companion.core.game import Setting
from companion.core.rules import Rulebook
from companion.core.text import Text, say
from companion.errors import ConfigError

BOOK = Rulebook.load(__package__)

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


def _boards_choices() -> tuple[str, ...]:
    """`all` of the seats' number (the leftmost boards), then every selection that leaves a board out."""
    partial = [selection for count in (2, 1) for selection in combinations(BOARDS, count)]
    return ("first", *("+".join(selection) for selection in partial))


OPTIONAL = ("as_game_type", "on", "off")
_STATEMENTS = {statement.setting: statement for statement in BOOK if statement.setting is not None}


def _setting(name: str, question: Text, *choices: str) -> Setting:
    return Setting(name, choices, question, _STATEMENTS[name])


BOOK_SETTINGS = (
    _setting("boards", say("Which boards are in play?"), *_boards_choices()),
    _setting("game_type", say("Which type of game?"), *PRESETS),
    _setting("special_commands", say("Play with special command cards?"), *OPTIONAL),
    _setting("random_length", say("Play with random game length?"), *OPTIONAL),
    _setting("initiative", say("Play with Initiative?"), *OPTIONAL),
    _setting("controlled_battle", say("Play with controlled battle?"), *OPTIONAL),
    _setting("secret_operations", say("Play with secret operations?"), *OPTIONAL),
    _setting("elite_troops", say("Play with Elite troops?"), *OPTIONAL),
    _setting("readiness", say("Play with Readiness?"), *OPTIONAL),
)

RULINGS = (
    _setting("moved_tiles", say("Do tiles that move together keep their order?"), "block", "reversed"),
    _setting(
        "frontline_advance",
        say("When does a Frontline army take an emptied Command Centre?"),
        "always",
        "not_after_bombardment",
    ),
    _setting("empty_supply", say("What if no tile is left in the supply?"), "limit", "substitutes"),
    _setting("reserve", say("May a player look at his Reserve?"), "unseen", "owner_may_look"),
    _setting("neutral_europe", say("May Europe be left out in a game of four players?"), "shared_pool", "not_allowed"),
    _setting("simultaneous_play", say("In which order do the players of a side act?"), "as_entered", "board_by_board"),
    _setting("surplus", say("What happens to resources above 8?"), "lost", "counted"),
    _setting("mixed_payment", say("May one price be paid partly in Money, partly in PP?"), "one_kind", "mixed"),
    _setting("empty_commands", say("May a command without effect be played?"), "allowed", "forbidden"),
    _setting("gift_surplus", say("May more Money be given than the receiver can hold?"), "limited", "lost"),
    _setting("reich_gifts", say("How many CP may a Reich player give away a turn?"), "one_per_turn", "any_number"),
    _setting("advice", say("How many Advice markers may a player use a turn?"), "one_per_turn", "any_number"),
    _setting(
        "organise_payment", say("May Money and PP be mixed when organising several tiles?"), "per_tile", "one_kind"
    ),
    _setting("ascent_from_war", say("May the Reich ascend out of a territory at war?"), "allowed", "forbidden"),
    _setting("aid_targets", say("May both neutral tiles go to the same territory?"), "free", "different"),
    _setting("orbit_steps", say("How far does a Mobilisation move in orbit?"), "one_or_two", "exactly_two"),
    _setting("orbit_passage", say("Does a full sector block the way in orbit?"), "free", "blocked_when_full"),
    _setting("orbit_ring", say("Do the orbits of the outer boards meet?"), "row", "ring"),
    _setting("homeward_fee", say("Do UWC tiles pay for crossing to their own continent?"), "always", "free_home"),
    _setting(
        "leading_team",
        say("What may the owner of a leading team do with an army on a foreign board?"),
        "mobilisation",
        "also_orders",
    ),
    _setting(
        "attacker_card",
        say("Who plays the attacker's card when owner and commander differ?"),
        "who_played",
        "tile_owner",
    ),
    _setting(
        "recruit_fewer", say("May fewer tiles be recruited than the card shows?"), "allowed", "as_many_as_possible"
    ),
    _setting("assault_move", say("Must the move of an Assault be made?"), "may_be_waived", "must_be_made"),
    _setting("exchanged_cards", say("Where do exchanged battle cards go?"), "to_bank", "to_deck"),
    _setting("exchange_choice", say("How are battle cards chosen for an exchange?"), "by_backs", "by_faces"),
    _setting(
        "terror_holds_centre",
        say("Where does a UWC army stand that enters a territory with only the Terror marker?"),
        "frontline",
        "command_centre",
    ),
    _setting("terror_on_ruins", say("May Terror be put on a nuked territory?"), "no_target", "target"),
    _setting("bombardment_targets", say("Which UWC armies can be bombarded?"), "any_slot", "command_centre"),
    _setting("jamming_again", say("What if Jamming is played while the marker lies out?"), "moves", "forbidden"),
    _setting("continent_won", say("Who has won a continent?"), "victory_points", "territories"),
    _setting("final_tie", say("Who wins when every tie-break is equal?"), "drawn", "uwc", "reich"),
    _setting("elite_operation", say("Who may play Elite operation in a battle?"), "attacker", "either"),
    _setting("improvement_site", say("May an improvement be laid during war?"), "any_controlled", "quiet"),
    _setting("fortress_order", say("Which comes first, Fortress or Initiative?"), "fortress_first", "initiative_first"),
    _setting("blocked_double", say("What does a blocked Double hit do in an Elite operation?"), "one", "two"),
    _setting("initiative_moment", say("When is Initiative used?"), "after_reveal", "before_reveal"),
    _setting("controlled_choice", say("What is chosen from in a controlled battle?"), "hand_and_reserve", "hand_only"),
    _setting("elite_hits", say("How are hits on an Elite army counted?"), "whole_battle", "square_by_square"),
    _setting("bombarded_elite", say("What does a Bombardment do to an Elite army?"), "takes_below", "shields"),
    _setting("under_elite", say("May tiles under the Elite leave for another board?"), "locked", "may_leave"),
    _setting(
        "readiness_discount", say("To which price does a Readiness discount apply?"), "money_only", "any_resource"
    ),
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
        raise ConfigError(f"Setting 'boards' names {len(chosen)} boards; {players} players need {wanted}.")
    if wanted == 2 and "europe" not in chosen and choices["neutral_europe"] == "not_allowed":
        raise ConfigError("Europe is left out, but setting 'neutral_europe' is 'not_allowed'; choose other boards.")
    return chosen
