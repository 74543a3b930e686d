"""What the group chooses before the game: the rule line, each of its single differences, and every ruling.

Two versions of the rules are in use. `rule_line` chooses one; each difference is a setting of its own, which follows
the rule line unless the group wants it otherwise. The first choice of a setting is its default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.choices import Choices
from companion.core.game import Options, Setting, always
from companion.core.rules import Rulebook
from companion.core.text import Text, say, say_plural, verbatim

BOOK = Rulebook.load(
    __package__,
    who=lambda state, action: verbatim(state.player(action.player).name),
    turn=lambda state, _: verbatim(state.player(state.on_turn).name),
    card=lambda state, action: state.card(action.card).title,
    attacker=lambda state, action: state.card(action.attacker).title,
    target=lambda state, action: state.card(getattr(action, "target", None) or state.attack.target).title,
)

TITLE = say("Illuminati: New World Order")
FOLLOWS = "as_rule_line"


GAME = say("The game as a whole")
TURN = say("The turn")
FIRST_TURNS = say("First turns")
ATTACKS = say("Attacks")
CARDS = say("Cards and tokens")
WINNING = say("Winning and losing")


@dataclass(frozen=True, slots=True)
class _Difference:
    """What a single rule is in version 1.2 and in version 1.1, as (id, words)."""

    group: Text
    title: Text
    question: Text
    new: tuple[str, Text]
    old: tuple[str, Text]

    @property
    def answers(self) -> Mapping[str, Text]:
        return dict(((FOLLOWS, say("as the version says")), self.new, self.old))


_DIFFERENCES: Mapping[str, _Difference] = {
    "victory_window": _Difference(
        WINNING,
        say("Claiming victory"),
        say("Is victory claimed before or after the knock that ends a turn?"),
        ("after_knock", say("after the knock")),
        ("before_knock", say("before the knock")),
    ),
    "goal_announcement": _Difference(
        WINNING,
        say("Meeting a goal"),
        say("Must the player whose turn it is claim as soon as he meets a goal?"),
        ("may", say("he may wait")),
        ("must", say("he must claim")),
    ),
    "self_defence": _Difference(
        ATTACKS,
        say("Self-defence with a changed Power"),
        say("How does a Power count that was multiplied, when a Group defends itself?"),
        ("multiplied", say("one step more")),
        ("permanent_twice", say("lasting Power twice")),
    ),
    "two_players": _Difference(
        TURN,
        say("Takeovers with two players"),
        say("What does the automatic takeover cost when only two play?"),
        ("cost_a_token", say("a token")),
        ("none", say("there are none")),
    ),
    "privileged_buying": _Difference(
        ATTACKS,
        say("Plots in a privileged attack"),
        say("May Plots be bought while a privileged attack goes on?"),
        ("allowed", say("may be bought")),
        ("forbidden", say("may not be bought")),
    ),
    "resource_gifts": _Difference(
        CARDS,
        say("Giving a Resource away"),
        say("When may a Resource in play be given to somebody?"),
        ("main_phase", say("in a main phase")),
        ("any_time", say("at any time")),
    ),
    "linking": _Difference(
        CARDS,
        say("Linking cards"),
        say("When may its owner link a card to another?"),
        ("main_phase", say("in his main phase")),
        ("own_turn", say("any time in his turn")),
    ),
    "first_turn_answer": _Difference(
        FIRST_TURNS,
        say("Answering a first attack"),
        say("Who may answer an attack that somebody makes in his first turn?"),
        ("always", say("whoever is attacked")),
        ("after_own_first_turn", say("after his first turn")),
    ),
    "orders_in_instants": _Difference(
        ATTACKS,
        say("New World Orders in an instant attack"),
        say("May one be played while an instant attack goes on?"),
        ("forbidden", say("may not be played")),
        ("allowed", say("may be played")),
    ),
    "group_draw": _Difference(
        TURN,
        say("Drawing Groups with tokens"),
        say("How often a turn may a token of the Illuminati draw a Group card?"),
        ("once", say("once")),
        ("any_number", say("any number of times")),
    ),
    "early_tokens": _Difference(
        TURN,
        say("Tokens left from the last turn"),
        say("What may they do before new tokens are laid?"),
        ("answer_too", say("buy Plots and answer")),
        ("buy_only", say("buy Plots only")),
    ),
    "helpers_named": _Difference(
        ATTACKS,
        say("Naming helpers"),
        say("When does an attacker name those of his Groups that aid the attack?"),
        ("as_they_come", say("one by one")),
        ("with_the_attack", say("with the attack")),
    ),
    "unlinked_resources": _Difference(
        CARDS,
        say("Resources without a link"),
        say("Is a Resource linked to the Illuminati as long as no Group has it?"),
        ("linked", say("it is linked to them")),
        ("belonging", say("it belongs to them")),
    ),
    "resources_in_structures": _Difference(
        CARDS,
        say("Resources and structures"),
        say("Are Resources a part of their player’s power structure?"),
        ("beside", say("they lie beside it")),
        ("part", say("they are a part of it")),
    ),
    "alignments_of_destroyed": _Difference(
        WINNING,
        say("Alignments of destroyed Groups"),
        say("What becomes of an alignment that a destroyed Group had for a while?"),
        ("until_turn_ends", say("counts in this turn")),
        ("forgotten", say("forgotten at once")),
    ),
    "victims_resources": _Difference(
        WINNING,
        say("Resources of who is out"),
        say("Where do the Resources go of a player who has lost?"),
        ("vanish", say("out of the game")),
        ("discarded", say("to the discards")),
    ),
    "power_zero": _Difference(
        CARDS,
        say("Groups reduced to Power 0"),
        say("What becomes of their tokens?"),
        ("lost", say("lost, and none come")),
        ("kept", say("kept, but idle")),
    ),
    "protection_excepts": _Difference(
        FIRST_TURNS,
        say("Protection in the first turn"),
        say("What may be played while somebody is protected?"),
        ("what_concerns_all", say("what concerns everybody")),
        ("orders_only", say("New World Orders only")),
    ),
}
_STATEMENTS = {statement.setting: statement for statement in BOOK if statement.setting is not None}


def _two_play(options: Options) -> bool:
    return len(options.names) == 2


def _setting(name: str, group: Text, title: Text, question: Text, answers: Mapping[str, Text]) -> Setting:
    matters = _two_play if name == "two_players" else always
    return Setting(name, title, question, answers, _STATEMENTS[name], group, matters)


SETTINGS: tuple[Setting, ...] = (
    _setting(
        "rule_line",
        GAME,
        say("Version of the rules"),
        say("Which printed version do you play by? Single rules below may differ from it."),
        {"1.2": say("version 1.2"), "1.1": say("version 1.1")},
    ),
    _setting(
        "card_values",
        GAME,
        say("Values of the cards"),
        say("Do cards count as printed, or as the publisher corrected them later?"),
        {"printed": say("as printed"), "corrected": say("as corrected")},
    ),
    _setting(
        "deck_size",
        GAME,
        say("Size of a deck"),
        say("How many cards has each player's deck?"),
        {"any": say("any, equal for all"), "45": say("45 cards")},
    ),
    _setting(
        "basic_goal",
        WINNING,
        say("Basic goal"),
        say("How many Groups must a player control to win?"),
        {
            "by_players": say("by number of players"),
            **{str(count): say_plural("{count} Group", "{count} Groups", count) for count in range(4, 21)},
        },
    ),
    *(_setting(name, each.group, each.title, each.question, each.answers) for name, each in _DIFFERENCES.items()),
    _setting(
        "buying_tokens",
        CARDS,
        say("Two tokens for a Plot"),
        say("May the two tokens that buy a Plot lie on one Group?"),
        {"any_groups": say("on one or two Groups"), "two_groups": say("on two Groups")},
    ),
    _setting(
        "first_turn_allies",
        FIRST_TURNS,
        say("Joining the answer to a first attack"),
        say("May third players join when somebody answers an attack in a first turn?"),
        {"no": say("they stay out"), "yes": say("they may join")},
    ),
)


def rule(choices: Choices, name: str) -> str:
    """A choice, or what the rule line says where the group left it at that. INWO-1-R."""
    chosen = choices[name]
    if chosen != FOLLOWS:
        return chosen
    difference = _DIFFERENCES[name]
    return difference.new[0] if choices["rule_line"] == "1.2" else difference.old[0]
