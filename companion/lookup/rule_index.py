"""Finds the rules that answer a question, in any language in which the rules are worded.

    index = RuleIndex(game.rulebook)
    for answer in index.search("May I pay with three sets?").answers:
        print(answer.rule.citation, answer.rule.sentence)

Every way of saying a rule is a passage: its sentence, its example, each way in which players ask for it. Weights that
were learnt from them say which rule a question is nearest to, and whether it is about the rules at all
(`rule_classifier`). Rulings are found with the printed rule beside which they stand.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.core.rules import NO_RULE, Rulebook, Statement
from companion.lookup.answerability import likelihood
from companion.lookup.rule_classifier import LearningData, RuleClassifier, digest, nearest_centroid
from companion.lookup.synonyms import FILE
from companion.lookup.vector_space import FEWEST_TEXTS, VectorSpace

_IN_PLAY = 0.05
"""Of two rules about as near, the one that matters in the position is meant."""

_SURE, _POSSIBLE = 0.55, 0.20
"""How likely it has to be that a rule answers, to say so, and to say perhaps (`benchmarks.lookup --calibrate`)."""

_ELSEWHERE = Path(__file__).with_name("elsewhere.toml")


@dataclass(frozen=True, slots=True)
class RuleAnswer:
    """A rule that may answer, and the rulings beside it."""

    rule: Statement
    rulings: tuple[Statement, ...]
    score: float


@dataclass(frozen=True, slots=True)
class FoundRules:
    """The rules that may answer, the likeliest first: none if the question is about something else.

    `likelihood`, 0 to 1, that any rule answers. It is no proof that none does: the words may be others.
    """

    answers: tuple[RuleAnswer, ...]
    likelihood: float

    @property
    def sure(self) -> bool:
        """Whether it is about the rules, and not just near to them."""
        return self.likelihood >= _SURE


@dataclass(frozen=True, slots=True)
class Passage:
    """One way of saying a statement; if it asks what no rule answers (`id` is None), its `topic`."""

    id: str | None
    language: str
    text: str
    topic: str = ""


class RuleIndex:
    """The rulebook of one game, with what was learnt from its ways of asking."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._rules = _printed_rules(rulebook)
        learnt = learnt_of(rulebook)
        self.learnt = learnt is not None
        """Whether there are weights that were learnt from just these ways of asking."""
        self._classifier = learnt or nearest_centroid(learning_data(rulebook, fewest_texts=1))

    def search(self, question: str, limit: int = 10, in_play: Collection[str] = ()) -> FoundRules:
        """The rules that may answer. `in_play` are the ids of printed rules that matter just now."""
        scores, figures = self._classifier.scored(question)
        likely = likelihood(figures)
        if likely < _POSSIBLE:
            return FoundRules((), likely)
        matters = np.array([id in in_play for id in self._rules])
        ranked = np.argsort(-(scores + _IN_PLAY * matters), kind="stable")
        return FoundRules(
            tuple(self._answer(self._rules[rule], float(scores[rule])) for rule in ranked[:limit]), likely
        )

    def _answer(self, id: str, score: float) -> RuleAnswer:
        rulings = tuple(each for each in self._rulebook if each.id != id and each.printed == id)
        return RuleAnswer(self._rulebook[id], rulings, score)


def learning_data(rulebook: Rulebook, fewest_texts: int = FEWEST_TEXTS) -> LearningData:
    """What is learnt of a rulebook, from terms that stand in so many passages at least."""
    said = tuple(passages(rulebook))
    rules = _printed_rules(rulebook)
    topics = sorted({each.topic for each in said if each.id is None})
    numbers = {id: number for number, id in enumerate((*rules, *topics))}
    space = VectorSpace.of(
        [each.text for each in said if each.id is not None],
        [each.text for each in said if each.id is None],
        fewest_texts,
    )
    return LearningData(
        _digest_of(said),
        space,
        tuple(each.text for each in said),
        tuple(numbers[each.topic if each.id is None else rulebook.printed_rule(each.id).id] for each in said),
        len(rules),
    )


def _printed_rules(rulebook: Rulebook) -> tuple[str, ...]:
    return tuple(rule.id for rule in rulebook if rule.id == rulebook.printed_rule(rule.id).id)


def _digest_of(said: Sequence[Passage]) -> str:
    texts = (f"{passage.id or passage.topic} {passage.text}" for passage in said)
    return digest([*texts, FILE.read_text(encoding="utf-8")])


def learnt_of(rulebook: Rulebook) -> RuleClassifier | None:
    """None where nothing was learnt, or from other ways of asking than these."""
    if rulebook.learnt is None or not rulebook.learnt.is_file():
        return None
    classifier = RuleClassifier.read(rulebook.learnt.read_bytes())
    return classifier if classifier.digest == _digest_of(tuple(passages(rulebook))) else None


def passages(rulebook: Rulebook) -> Iterator[Passage]:
    for statement in rulebook:
        yield Passage(statement.id, "en", statement.text)
        for language, wording in statement.words.items():
            texts = (wording.text, wording.example, *wording.asked)
            yield from (Passage(statement.id, language, text) for text in texts if text)
    for language, questions in rulebook.no_rule.items():
        yield from (Passage(None, language, question, NO_RULE) for question in questions)
    for topic, said in tomllib.loads(_ELSEWHERE.read_text(encoding="utf-8")).items():
        for language, sentences in said.items():
            yield from (Passage(None, language, sentence, topic) for sentence in sentences)
