"""What the group chooses before the game (`settings.toml`): the rule line, each single difference, every ruling.

Two versions of the rules are in use. `rule_line` chooses one; each difference is a setting of its own, which follows
the rule line unless the group wants it otherwise.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.choices import Choices
from companion.core.game import Options, Setting
from companion.core.rules import Rulebook
from companion.core.setting_files import read_settings
from companion.core.text import say, say_plural, verbatim

BOOK = Rulebook.load(
    __package__,
    who=lambda state, action: verbatim(state.player(action.player).name),
    turn=lambda state, _: verbatim(state.player(state.on_turn).name),
    card=lambda state, action: state.card(action.card).title,
    group=lambda state, action: state.card(action.to).title,
    attacker=lambda state, action: state.card(action.attacker).title,
    target=lambda state, action: state.card(getattr(action, "target", None) or state.attack.target).title,
)

TITLE = say("Illuminati: New World Order")
FOLLOWS = "as_rule_line"


def _two_play(options: Options) -> bool:
    return len(options.names) == 2


def _with_numbers(basic_goal: Setting) -> Setting:
    numbers = {str(count): say_plural("{count} Group", "{count} Groups", count) for count in range(4, 21)}
    return replace(basic_goal, answers={**basic_goal.answers, **numbers})


_SETTINGS = read_settings(__package__, BOOK, {"two_players": _two_play})
SETTINGS = tuple(_with_numbers(each) if each.name == "basic_goal" else each for each in _SETTINGS.values())


def rule(choices: Choices, name: str) -> str:
    """A choice, or what the rule line says where the group left it at that. INWO-1-R."""
    chosen = choices[name]
    if chosen != FOLLOWS:
        return chosen
    _, new, old = _SETTINGS[name].choices
    return new if choices["rule_line"] == "1.2" else old
