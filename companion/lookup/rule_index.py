"""Finds the rules that answer a question, in any language in which the rules are worded.

    index = RuleIndex(game.rulebook)
    for answer in index.search("May I pay with three sets?").answers:
        print(answer.rule.citation, answer.rule.sentence)

Every way of saying a rule is a passage of its own: its sentence, its example, each way in which players ask for it. A
question is held against all passages, and against all passages of a rule as one: by the runs of letters that they
share, which forgive typos, forms and compounds, by the stems of their words, and by what the words mean (synonym rings,
which join what players say with what rules say, in all languages). Where a game has learnt weights beside its
statements, what they say counts as much (`rule_classifier`). Rulings are found with the printed rule beside which they
stand.
"""

from __future__ import annotations

import math
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path

import numpy as np

from companion.core.rules import Rulebook, Statement
from companion.lookup.answerability import SearchFigures, likelihood
from companion.lookup.rule_classifier import RuleClassifier, digest, place
from companion.lookup.synonyms import synonym_rings
from companion.lookup.vector_space import Floats, VectorSpace
from companion.lookup.word_stems import LANGUAGES, fold, grams, stems, words

_MORE_PASSAGES, _THEIR_WEIGHT = 3, 0.9
"""A rule that several passages say much like the question is likelier meant than one with a single lucky passage."""

_STEMS, _MEANINGS = 0.3, 0.3
"""What stems and meanings weigh beside letters. Held out (`benchmarks.lookup --held-out`), the right rule is among the
first three in 70 of 100 cases by letters alone, in 77 with meanings and in 78 with both."""

_IN_PLAY = 1.05
"""Of two rules about as near, the one that matters in the position is meant."""

_SURE, _POSSIBLE = 0.7, 0.21
"""How likely it has to be that a rule answers, to say so, and to say perhaps (`benchmarks.lookup --calibrate`)."""


_ELSEWHERE = Path(__file__).with_name("elsewhere.toml")


@dataclass(frozen=True, slots=True)
class RuleAnswer:
    """A rule that may answer, and the rulings beside it, the nearest first. `nearest`: the passage that was found."""

    rule: Statement
    rulings: tuple[Statement, ...]
    score: float
    nearest: str


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
    """One way of saying a statement; of none (`id` is None) if it asks what no rule answers."""

    id: str | None
    language: str
    text: str


class _Likeness:
    """How alike a question is to each passage and to each rule as one, by one kind of term."""

    def __init__(
        self, weight: float, terms: Callable[[str], Sequence[str]], space: VectorSpace, rule_of: Sequence[int]
    ) -> None:
        self._weight, self._terms, self._space = weight, terms, space
        self._rules = space.merged(rule_of)

    def vector(self, question: str) -> dict[str, float]:
        return self._space.vector(self._terms(question))

    def of(self, vector: Mapping[str, float]) -> tuple[Floats, Floats]:
        return self._weight * self._space.similarities(vector), self._weight * self._rules.similarities(vector)

    def weighed(self, vector: Mapping[str, float]) -> Iterator[tuple[str, float]]:
        """Its terms as they weigh beside those of the other kinds."""
        root = math.sqrt(self._weight)
        return ((term, root * weight) for term, weight in vector.items())


class _Vocabulary:
    """In how many texts each word stands, in whatever form."""

    def __init__(self, texts: Iterable[str]) -> None:
        said = [{form for word in words(text) for form in _forms_of(word)} for text in texts]
        self._texts = Counter(chain.from_iterable(said))
        self._size = len(said)

    def texts_with(self, word: str) -> int:
        return max(self._texts[form] for form in _forms_of(word))

    def share(self, word: str) -> float:
        """Of all texts; more than none, for a word may be missing by chance."""
        return (self.texts_with(word) + 0.5) / (self._size + 1)


class RuleIndex:
    """The rulebook of one game, indexed in memory."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._passages = tuple(passages(rulebook))
        self._rules = tuple(rule.id for rule in rulebook if rule.id == rulebook.printed_rule(rule.id).id)
        numbers = {id: number for number, id in enumerate(self._rules)}
        self._rule_of = [
            -1 if passage.id is None else numbers[rulebook.printed_rule(passage.id).id] for passage in self._passages
        ]
        self._likenesses = tuple(
            _Likeness(weight, terms, VectorSpace([terms(passage.text) for passage in self._passages]), self._rule_of)
            for weight, terms in ((1.0, grams), (_STEMS, _stems), (_MEANINGS, _meanings))
        )
        self._classifier = _classifier_of(rulebook, self._passages)
        self._of_rules = _Vocabulary(passage.text for passage in self._passages if passage.id is not None)
        self._of_others = _Vocabulary(passage.text for passage in self._passages if passage.id is None)

    @property
    def size(self) -> int:
        """How many passages there are."""
        return len(self._passages)

    def search(self, question: str, limit: int = 10, in_play: Collection[str] = ()) -> FoundRules:
        """The rules that may answer. `in_play` are the ids of printed rules that matter just now."""
        scores, nearest, evidence = self._scores(question)
        likely = likelihood(evidence)
        if not scores or likely < _POSSIBLE:
            return FoundRules((), likely)
        ranked = sorted(scores, key=lambda rule: -self._weighed(rule, scores, in_play))
        return FoundRules(tuple(self._answer(rule, scores[rule], nearest[rule]) for rule in ranked[:limit]), likely)

    @property
    def learnt(self) -> bool:
        """Whether there are weights that were learnt from just these ways of asking."""
        return self._classifier is not None

    def learning_data(self) -> tuple[str, list[tuple[list[int], list[float]]], list[int]]:
        """For `scripts.rule_weights`: the digest, and for each passage of a rule its vector and the rule's number."""
        of_rules = [
            (passage.text, rule) for passage, rule in zip(self._passages, self._rule_of, strict=True) if rule >= 0
        ]
        vectors = [self._joined(self._vectors(text)) for text, _ in of_rules]
        return _digest_of(self._passages), vectors, [rule for _, rule in of_rules]

    def _vectors(self, question: str) -> list[dict[str, float]]:
        """One for each kind of term."""
        return [likeness.vector(question) for likeness in self._likenesses]

    def _joined(self, vectors: Sequence[Mapping[str, float]]) -> tuple[list[int], list[float]]:
        """These as one, by the places of the classifier."""
        terms = {
            place(kind, term): weight
            for kind, (likeness, vector) in enumerate(zip(self._likenesses, vectors, strict=True))
            for term, weight in likeness.weighed(vector)
        }
        return list(terms), list(terms.values())

    def evidence(self, question: str) -> SearchFigures:
        """What tells whether any rule answers."""
        return self._scores(question)[-1]

    def _scores(self, question: str) -> tuple[dict[int, float], dict[int, list[tuple[float, int]]], SearchFigures]:
        """How likely each rule is meant, the passages that are near with how near they are, and the evidence."""
        vectors = self._vectors(question)
        likenesses = [likeness.of(vector) for likeness, vector in zip(self._likenesses, vectors, strict=True)]
        similarities, as_one = (np.sum(each, axis=0) for each in zip(*likenesses, strict=True))
        nearest: dict[int, list[tuple[float, int]]] = defaultdict(list)
        for number in similarities.nonzero()[0]:
            nearest[self._rule_of[number]].append((float(similarities[number]), int(number)))
        elsewhere = _score(nearest.pop(-1, []))
        alike = {rule: _score(found) + float(as_one[rule]) for rule, found in nearest.items()}
        best = max(alike.values(), default=0.0)
        evidence = SearchFigures(best, elsewhere, self._known(question), self._foreign(question))
        return self._with_learnt(vectors, alike), nearest, evidence

    def _with_learnt(self, vectors: Sequence[Mapping[str, float]], alike: dict[int, float]) -> dict[int, float]:
        """Both in standard deviations over all rules: one knows the nearest words, the other what divides two rules."""
        if self._classifier is None or not alike:
            return alike
        nearness = np.zeros(len(self._rules), np.float32)
        nearness[list(alike)] = list(alike.values())
        learnt = self._classifier.scores(*self._joined(vectors))
        both = nearness / nearness.std() + (learnt - learnt.mean()) / learnt.std()
        return {rule: float(both[rule]) for rule in alike}

    def _weighed(self, rule: int, scores: Mapping[int, float], in_play: Collection[str]) -> float:
        return scores[rule] * (_IN_PLAY if self._rules[rule] in in_play else 1.0)

    def _known(self, question: str) -> float:
        """The share of a question's letters that are in words which the rules have."""
        asked = words(question)
        letters = sum(map(len, asked))
        return sum(len(word) for word in asked if self._of_rules.texts_with(word)) / letters if letters else 0.0

    def _foreign(self, question: str) -> float:
        asked = words(question)
        ratios = (math.log(self._of_others.share(word) / self._of_rules.share(word)) for word in asked)
        return sum(ratios) / len(asked) if asked else 0.0

    def _answer(self, rule: int, score: float, found: Sequence[tuple[float, int]]) -> RuleAnswer:
        nearest_first = [self._passages[number] for _, number in sorted(found, key=lambda each: -each[0])]
        id = self._rules[rule]
        ids = dict.fromkeys(passage.id for passage in nearest_first if passage.id is not None and passage.id != id)
        rulings = tuple(self._rulebook[ruling] for ruling in ids)
        return RuleAnswer(self._rulebook[id], rulings, score, nearest_first[0].text)


@lru_cache(maxsize=60_000)
def _stems_of(word: str) -> tuple[str, ...]:
    return tuple(f"{language} {stem}" for language in LANGUAGES for stem in stems(word, language))


@lru_cache(maxsize=60_000)
def _forms_of(word: str) -> tuple[str, ...]:
    """What a word may be known by: itself and its stems, with its diacritics and without."""
    return (fold(word), *_stems_of(fold(word)), *_stems_of(word))


def _stems(text: str) -> list[str]:
    """As if each word were one of each language: what it is not meets nothing there."""
    return [stem for word in words(text) for stem in _stems_of(word)]


@lru_cache(maxsize=60_000)
def _meanings_of(word: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ring for language in LANGUAGES for ring in synonym_rings(language).of([word])))


def _meanings(text: str) -> list[str]:
    return [ring for word in words(text) for ring in _meanings_of(word)]


def _digest_of(passages: Sequence[Passage]) -> str:
    return digest([f"{passage.id} {passage.text}" for passage in passages])


def _classifier_of(rulebook: Rulebook, passages: Sequence[Passage]) -> RuleClassifier | None:
    """None where nothing was learnt, or from other ways of asking than these: the nearest passages do without."""
    if rulebook.learnt is None or not rulebook.learnt.is_file():
        return None
    classifier = RuleClassifier.read(rulebook.learnt.read_bytes())
    return classifier if classifier.digest == _digest_of(passages) else None


def _score(found: Sequence[tuple[float, int]]) -> float:
    best, *more = sorted((score for score, _ in found), reverse=True)[: _MORE_PASSAGES + 1] or [0.0]
    return best + _THEIR_WEIGHT * sum(more) / _MORE_PASSAGES


def passages(rulebook: Rulebook) -> Iterator[Passage]:
    for statement in rulebook:
        yield Passage(statement.id, "en", statement.text)
        for language, wording in statement.words.items():
            texts = (wording.text, wording.example, *wording.asked)
            yield from (Passage(statement.id, language, text) for text in texts if text)
    for language, questions in rulebook.no_rule.items():
        yield from (Passage(None, language, question) for question in questions)
    for language, questions in tomllib.loads(_ELSEWHERE.read_text(encoding="utf-8")).items():
        yield from (Passage(None, language, question) for question in questions)
