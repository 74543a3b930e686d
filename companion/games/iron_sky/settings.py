"""What the group chooses before the game: boards in play, game type, optional rules, and every ruling.

The rulebook's own options come first; after them one setting for each place where the book is silent or
contradicts itself (`rulings.md` gives the reasons). The first choice of a setting is its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations

from companion.core.game import Setting
from companion.core.rules import Rulebook, Source
from companion.core.text import Text, say
from companion.errors import ConfigError

BOOK = Rulebook(Source.BOOK)
RULING = Rulebook(Source.RULING)

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


def _boards_choices() -> tuple[str, ...]:
    """`all` of the seats' number (the leftmost boards), then every selection that leaves a board out."""
    partial = [selection for count in (2, 1) for selection in combinations(BOARDS, count)]
    return ("first", *("+".join(selection) for selection in partial))


def _option(name: str, question: Text, id: str, page: int) -> Setting:
    return Setting(name, ("as_game_type", "on", "off"), question, BOOK.cite(id, page))


def _ruling(name: str, id: str, choices: tuple[str, ...], question: Text) -> Setting:
    return Setting(name, choices, question, RULING.cite(id))


BOOK_SETTINGS = (
    Setting("boards", _boards_choices(), say("Which boards are in play?"), BOOK.cite("ISK-30", 4)),
    Setting("game_type", tuple(PRESETS), say("Which type of game?"), BOOK.cite("ISK-3.8", 2)),
    _option("special_commands", say("Play with special command cards?"), "ISK-19", 4),
    _option("random_length", say("Play with random game length?"), "ISK-160", 6),
    _option("initiative", say("Play with Initiative?"), "ISK-161", 19),
    _option("controlled_battle", say("Play with controlled battle?"), "ISK-163", 4),
    _option("secret_operations", say("Play with secret operations?"), "ISK-164", 6),
    _option("elite_troops", say("Play with Elite troops?"), "ISK-165", 19),
    _option("readiness", say("Play with Readiness?"), "ISK-171", 19),
)

RULINGS = (
    _ruling("moved_tiles", "ISK-10", ("block", "reversed"), say("Do tiles that move together keep their order?")),
    _ruling(
        "frontline_advance",
        "ISK-13",
        ("always", "not_after_bombardment"),
        say("When does a Frontline army take an emptied Command Centre?"),
    ),
    _ruling("empty_supply", "ISK-14", ("limit", "substitutes"), say("What if no tile is left in the supply?")),
    _ruling("reserve", "ISK-20", ("unseen", "owner_may_look"), say("May a player look at his Reserve?")),
    _ruling(
        "neutral_europe",
        "ISK-35",
        ("shared_pool", "not_allowed"),
        say("May Europe be left out in a game of four players?"),
    ),
    _ruling(
        "simultaneous_play",
        "ISK-46",
        ("as_entered", "board_by_board"),
        say("In which order do the players of a side act?"),
    ),
    _ruling("surplus", "ISK-47", ("lost", "counted"), say("What happens to resources above 8?")),
    _ruling(
        "mixed_payment", "ISK-53", ("one_kind", "mixed"), say("May one price be paid partly in Money, partly in PP?")
    ),
    _ruling("empty_commands", "ISK-57", ("allowed", "forbidden"), say("May a command without effect be played?")),
    _ruling("gift_surplus", "ISK-59", ("limited", "lost"), say("May more Money be given than the receiver can hold?")),
    _ruling(
        "reich_gifts", "ISK-60", ("one_per_turn", "any_number"), say("How many CP may a Reich player give away a turn?")
    ),
    _ruling(
        "advice", "ISK-62", ("one_per_turn", "any_number"), say("How many Advice markers may a player use a turn?")
    ),
    _ruling(
        "organise_payment",
        "ISK-63",
        ("per_tile", "one_kind"),
        say("May Money and PP be mixed when organising several tiles?"),
    ),
    _ruling(
        "ascent_from_war", "ISK-68", ("allowed", "forbidden"), say("May the Reich ascend out of a territory at war?")
    ),
    _ruling("aid_targets", "ISK-73", ("free", "different"), say("May both neutral tiles go to the same territory?")),
    _ruling("orbit_steps", "ISK-86", ("one_or_two", "exactly_two"), say("How far does a Mobilisation move in orbit?")),
    _ruling(
        "orbit_passage", "ISK-86", ("free", "blocked_when_full"), say("Does a full sector block the way in orbit?")
    ),
    _ruling("orbit_ring", "ISK-87", ("row", "ring"), say("Do the orbits of the outer boards meet?")),
    _ruling(
        "homeward_fee", "ISK-91", ("always", "free_home"), say("Do UWC tiles pay for crossing to their own continent?")
    ),
    _ruling(
        "leading_team",
        "ISK-94",
        ("mobilisation", "also_orders"),
        say("What may the owner of a leading team do with an army on a foreign board?"),
    ),
    _ruling(
        "attacker_card",
        "ISK-95",
        ("who_played", "tile_owner"),
        say("Who plays the attacker's card when owner and commander differ?"),
    ),
    _ruling(
        "recruit_fewer",
        "ISK-97",
        ("allowed", "as_many_as_possible"),
        say("May fewer tiles be recruited than the card shows?"),
    ),
    _ruling("assault_move", "ISK-103", ("may_be_waived", "must_be_made"), say("Must the move of an Assault be made?")),
    _ruling("exchanged_cards", "ISK-105", ("to_bank", "to_deck"), say("Where do exchanged battle cards go?")),
    _ruling(
        "exchange_choice", "ISK-105", ("by_backs", "by_faces"), say("How are battle cards chosen for an exchange?")
    ),
    _ruling(
        "terror_holds_centre",
        "ISK-112",
        ("frontline", "command_centre"),
        say("Where does a UWC army stand that enters a territory with only the Terror marker?"),
    ),
    _ruling("terror_on_ruins", "ISK-113", ("no_target", "target"), say("May Terror be put on a nuked territory?")),
    _ruling(
        "bombardment_targets", "ISK-114", ("any_slot", "command_centre"), say("Which UWC armies can be bombarded?")
    ),
    _ruling(
        "jamming_again", "ISK-119", ("moves", "forbidden"), say("What if Jamming is played while the marker lies out?")
    ),
    _ruling("continent_won", "ISK-150", ("victory_points", "territories"), say("Who has won a continent?")),
    _ruling("final_tie", "ISK-151", ("drawn", "uwc", "reich"), say("Who wins when every tie-break is equal?")),
    _ruling("elite_operation", "ISK-154", ("attacker", "either"), say("Who may play Elite operation in a battle?")),
    _ruling("improvement_site", "ISK-155", ("any_controlled", "quiet"), say("May an improvement be laid during war?")),
    _ruling(
        "fortress_order",
        "ISK-158",
        ("fortress_first", "initiative_first"),
        say("Which comes first, Fortress or Initiative?"),
    ),
    _ruling(
        "blocked_double", "ISK-159", ("one", "two"), say("What does a blocked Double hit do in an Elite operation?")
    ),
    _ruling("initiative_moment", "ISK-162", ("after_reveal", "before_reveal"), say("When is Initiative used?")),
    _ruling(
        "controlled_choice",
        "ISK-163",
        ("hand_and_reserve", "hand_only"),
        say("What is chosen from in a controlled battle?"),
    ),
    _ruling(
        "elite_hits", "ISK-167", ("whole_battle", "square_by_square"), say("How are hits on an Elite army counted?")
    ),
    _ruling(
        "bombarded_elite", "ISK-168", ("takes_below", "shields"), say("What does a Bombardment do to an Elite army?")
    ),
    _ruling(
        "under_elite", "ISK-169", ("locked", "may_leave"), say("May tiles under the Elite leave for another board?")
    ),
    _ruling(
        "readiness_discount",
        "ISK-176",
        ("money_only", "any_resource"),
        say("To which price does a Readiness discount apply?"),
    ),
)

SETTINGS: tuple[Setting, ...] = BOOK_SETTINGS + RULINGS
_BY_NAME = {setting.name: setting for setting in SETTINGS}
_DEFAULTS = {setting.name: setting.default for setting in SETTINGS}


@dataclass(frozen=True, slots=True)
class House:
    """The choices of this table: every setting by name; only what differs from the defaults is written down."""

    changed: tuple[tuple[str, str], ...]
    options: frozenset[str]
    _values: Mapping[str, str] = field(compare=False, repr=False)

    @classmethod
    def of(cls, settings: Mapping[str, str]) -> House:
        """Checks names and choices. Raises ConfigError."""
        for name, choice in settings.items():
            if name not in _BY_NAME:
                raise ConfigError(f"There is no setting '{name}'; known are {', '.join(_BY_NAME)}.")
            if choice not in _BY_NAME[name].choices:
                raise ConfigError(f"Setting '{name}' is '{choice}'; choose {' or '.join(_BY_NAME[name].choices)}.")
        changed = tuple(sorted((n, c) for n, c in settings.items() if c != _DEFAULTS[n]))
        values = {**_DEFAULTS, **dict(changed)}
        return cls(changed, frozenset(option for option in OPTIONAL_RULES if _in_use(option, values)), values)

    def __getitem__(self, name: str) -> str:
        return self._values[name]

    def plays(self, option: str) -> bool:
        """Whether an optional rule is in use."""
        return option in self.options


def _in_use(option: str, values: Mapping[str, str]) -> bool:
    """By its own switch or by the type of game."""
    own = values[option]
    return option in PRESETS[values["game_type"]] if own == "as_game_type" else own == "on"


def boards_in_play(house: House, players: int) -> tuple[str, ...]:
    """The boards from left to right. Raises ConfigError when they do not suit the number of players."""
    wanted = players // 2
    chosen = BOARDS[:wanted] if house["boards"] == "first" else tuple(house["boards"].split("+"))
    if len(chosen) != wanted:
        raise ConfigError(f"Setting 'boards' names {len(chosen)} boards; {players} players need {wanted}.")
    if wanted == 2 and "europe" not in chosen and house["neutral_europe"] == "not_allowed":
        raise ConfigError("Europe is left out, but setting 'neutral_europe' is 'not_allowed'; choose other boards.")
    return chosen
