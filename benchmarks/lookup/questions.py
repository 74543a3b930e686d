"""The questions of the benchmark, and where each comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from companion.core.rules import Rulebook, Statement
from companion.games import GAMES

HERE = Path(__file__).parent
FOLDS = 10


@dataclass(frozen=True)
class Question:
    """`expect`: the rules that a fair referee would accept; none where no rule answers."""

    game: str
    lang: str
    text: str
    expect: tuple[str, ...]


def older() -> list[Question]:
    """Those on which earlier weights were tuned: rules' own words, players' words, situations, typos, no answer."""
    entries = tomllib.loads((HERE / "questions.toml").read_text(encoding="utf-8"))["question"]
    return [Question(each["game"], each["lang"], each["text"], tuple(each["expect"])) for each in entries]


def fresh(half: str) -> list[Question]:
    """Of the `development` half or of the `judged` one. What no rule answers is asked of every game."""
    asked = tomllib.loads((HERE / f"questions_{half}.toml").read_text(encoding="utf-8"))
    nothing = asked.pop("unanswerable", {})
    return [
        *(
            Question(game, lang, text, tuple(expect))
            for game, of_game in asked.items()
            for lang, questions in of_game.items()
            for text, *expect in questions
        ),
        *(Question(game, lang, text, ()) for game in GAMES for lang, texts in nothing.items() for text in texts),
    ]


def misspelt(questions: list[Question], seed: int = 1) -> list[Question]:
    """The answerable questions, each with one slip of a finger in one of its longer words."""
    random = Random(seed)
    return [replace(each, text=_slip(each.text, random)) for each in questions if each.expect]


def _slip(text: str, random: Random) -> str:
    places = [at for at in range(1, len(text) - 2) if text[at - 1 : at + 3].isalpha()]
    if not places:
        return text
    at = random.choice(places)
    return random.choice(
        (
            text[:at] + text[at + 1 :],
            text[:at] + text[at] + text[at:],
            text[:at] + text[at + 1] + text[at] + text[at + 2 :],
            text[:at] + random.choice("aeiouklmnrst") + text[at + 1 :],
        )
    )


def held_out(rulebook: Rulebook, game: str, tenth: int) -> tuple[Rulebook, list[Question]]:
    """The rules without a tenth of their ways of asking, in every language, and these as questions."""
    asked: list[Question] = []
    statements: dict[str, Statement] = {}
    for id, statement in rulebook.statements.items():
        words = {}
        for lang, wording in statement.words.items():
            out = [text for number, text in enumerate(wording.asked) if (number + len(statements)) % FOLDS == tenth]
            asked += [Question(game, lang, text, (rulebook.printed_rule(id).id,)) for text in out]
            words[lang] = replace(wording, asked=tuple(text for text in wording.asked if text not in out))
        statements[id] = replace(statement, words=words)
    return replace(rulebook, statements=statements), asked


def all_held_out(tenths: int) -> Iterator[tuple[str, Rulebook, list[Question]]]:
    for game, rules in GAMES.items():
        for tenth in range(tenths):
            yield game, *held_out(rules.rulebook, game, tenth)
