"""Whether "May I ...?" gets the verdict of the rules: asked in four languages on random positions of random play.

What is asked comes of an action that hands could do in the position, legal or not, in words of its own (may_i.toml). It
may be done if `violation` finds nothing in some way of doing what the question says.
"""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion.core.game import Action, Game, Options, legal_actions, violation
from companion.core.text import Language, Message, PluralMessage, Text
from companion.games import GAMES
from companion.languages import language_to_read
from companion.lookup.dispute import Dispute
from companion.lookup.word_stems import LANGUAGES

FILE = Path(__file__).with_name("may_i.toml")
NAMES = ("Ann", "Ben", "Cleo", "Dora")
STEPS, BETWEEN = 400, 5


def positions(game: Game[Any, Any], random: Random) -> Iterator[Any]:
    """States of evenings of random legal actions, every few actions one."""
    while True:
        number = next(each for each in (4, 3, 2) if each in game.players)
        state = game.initial_state(Options(NAMES[:number]))
        for step in range(STEPS):
            kinds: dict[type, list[Action]] = defaultdict(list)
            for action in legal_actions(game, state):
                kinds[type(action)].append(action)
            if not kinds:
                break
            if step % BETWEEN == BETWEEN - 1:
                yield state
            state = game.apply(state, random.choice(kinds[random.choice(list(kinds))]))


def question(sentence: Text, forms: dict[str, dict[str, str]], language: Language) -> str | None:
    """The sentence as a question; None where nobody has said how people ask for it."""
    match sentence:
        case Message(template, values):
            key = template
        case PluralMessage(_, template, count, values):
            key = template
            values = (*values, ("count", count))
        case _:
            return None
    if key not in forms:
        inner = dict(values).get("action")
        return question(inner, forms, language) if isinstance(inner, Text) else None
    return Message(forms[key][language.code], values).render(language)


def ask(name: str, count: int, seed: int = 1) -> Iterator[tuple[str, str, bool, tuple[bool, ...]]]:
    """Language, question, whether it is legal, and the verdicts that were given."""
    game, random = GAMES[name], Random(seed)
    forms = tomllib.loads(FILE.read_text(encoding="utf-8"))
    languages = [language_to_read(code) for code in LANGUAGES]
    dispute = Dispute(game, languages=languages)
    left = Counter({language.code: count for language in languages})
    for state in positions(game, random):
        kinds: dict[type, list[Action]] = defaultdict(list)
        for action in game.candidates(state):
            if action.player is not None and question(game.sentence(state, action), forms, languages[0]):
                kinds[type(action)].append(action)
        for language in languages:
            if not kinds or not left[language.code]:
                continue
            action = random.choice(kinds[random.choice(sorted(kinds, key=lambda kind: kind.__name__))])
            asked = question(game.sentence(state, action), forms, language)
            assert asked is not None
            left[language.code] -= 1
            given = tuple(verdict.violation is None for verdict in dispute.verdicts(asked, state))
            alike = (
                each for each in kinds[type(action)] if question(game.sentence(state, each), forms, language) == asked
            )
            legal = any(violation(game, state, each) is None for each in alike)
            yield language.code, asked, legal, given
        if not left.total():
            return


def print_table(count: int, *, missed: bool) -> None:
    print("| game | language | asked | answered | both ways | wrong |\n|---|---|---|---|---|---|")
    for name in GAMES:
        tallies: dict[str, Counter[str]] = defaultdict(Counter)
        for code, asked, legal, given in ask(name, count):
            tally = tallies[code]
            tally["asked"] += 1
            tally["answered"] += bool(given)
            tally["both"] += len(given) > 1
            wrong = bool(given) and legal not in given
            tally["wrong"] += wrong
            if missed and (wrong or not given):
                print("wrong:" if wrong else "none:", asked, "- truly", "legal" if legal else "illegal")
        for code, tally in tallies.items():
            print(f"| {name} | {code} | {tally['asked']} | {tally['answered']} | {tally['both']} | {tally['wrong']} |")
