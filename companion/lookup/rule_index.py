"""Finds the rules that answer a question, in any language in which the rules are worded.

    index = RuleIndex(game.rulebook)
    for answer in index.search("May I pay with three sets?"):
        print(answer.rule.citation, answer.rule.sentence)

Every way of saying a rule is a passage of its own: its sentence, its example, each way in which players ask for it. A
question is held against the nearest passages, by its words (stemmed), by its letters (trigrams, which forgive typos,
compounds and forms that no stemmer joins) and by what its words mean (synonym rings, which join what players say with
what rules say, in all languages). Rulings are found with the printed rule beside which they stand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from companion.core.rules import Rulebook, Statement
from companion.lookup.bm25 import Bm25
from companion.lookup.synonyms import synonym_rings
from companion.lookup.vector_space import VectorSpace
from companion.lookup.words import fold, stems, trigrams, words

_WORDS, _LETTERS, _MEANINGS = 0.33, 0.47, 0.2
"""What the three kinds of likeness weigh. Cross-validated (`benchmarks.lookup --held-out`), the right rule is among the
first three in 56 of 100 cases without meanings, in 60 with a fifth or a quarter of the weight."""

_MEANINGS_OF_RULE = 0.15
"""What the meanings of all passages of a rule together weigh: what a question says may be spread over several of them.
Held out, the right rule is among the first three in 60 of 100 cases without this, in 62 with 0.15 or 0.25."""

_MORE_PASSAGES, _THEIR_WEIGHT = 3, 0.9
"""A rule that several passages say much like the question is likelier meant than one with a single lucky passage."""

_IN_PLAY = 1.1
"""Of two rules about as near, the one that matters in the position is meant."""

_ENOUGH = 0.4
"""Below this score no rule answers."""

_LEAST_ALIKE = 78.0
"""A word that no passage has is read as the nearest one that some have, if so many per cent of their letters agree."""

_SHORTEST_CORRECTED = 4


@dataclass(frozen=True, slots=True)
class Answer:
    """A rule that may answer, and the rulings beside it, the nearest first. `nearest`: the passage that was found."""

    rule: Statement
    rulings: tuple[Statement, ...]
    score: float
    nearest: str


@dataclass(frozen=True, slots=True)
class Passage:
    """One way of saying a statement; of none (`id` is None) if it asks what no rule answers."""

    id: str | None
    language: str
    text: str


class RuleIndex:
    """The rulebook of one game, indexed in memory: thousands of passages in a fraction of a second."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self._passages = tuple(passages(rulebook))
        by_language: dict[str, dict[int, str]] = defaultdict(dict)
        letters, meanings = {}, {}
        meanings_of_rules: dict[str | None, list[str]] = defaultdict(list)
        for number, passage in enumerate(self._passages):
            by_language[passage.language][number] = passage.text
            letters[number] = set(trigrams(passage.text))
            meanings[number] = _meanings(passage.text, passage.language)
            meanings_of_rules[self._printed(passage)] += sorted(meanings[number])
        self._words = {language: _Words(language, texts) for language, texts in by_language.items()}
        self._letters, self._meanings = VectorSpace(letters), VectorSpace(meanings)
        self._meanings_of_rules = Bm25(meanings_of_rules)

    def search(self, question: str, limit: int = 10, in_play: Collection[str] = ()) -> tuple[Answer, ...]:
        """The rules that may answer, the likeliest first; none if no rule says anything about it.

        `in_play` are the ids of printed rules that matter just now.
        """
        language = max(self._words, key=lambda each: self._words[each].known(question))
        meant = _meanings(question, language)
        nearest: dict[str | None, list[tuple[float, Passage]]] = defaultdict(list)
        for number, score in self._similarities(question, language, meant).items():
            nearest[self._printed(self._passages[number])].append((score, self._passages[number]))
        scores = {rule: _score(found) for rule, found in nearest.items()}
        likeliest = max(scores, key=lambda rule: scores[rule], default=None)
        if likeliest is None or scores[likeliest] < _ENOUGH:
            return ()
        as_wholes = self._meanings_of_rules.scores(meant)
        ranked = sorted(
            (
                ((score + _MEANINGS_OF_RULE * as_wholes[rule]) * (_IN_PLAY if rule in in_play else 1.0), rule)
                for rule, score in scores.items()
                if rule is not None
            ),
            key=lambda each: -each[0],
        )
        return tuple(self._answer(rule, score, nearest[rule]) for score, rule in ranked[:limit])

    def _printed(self, passage: Passage) -> str | None:
        return None if passage.id is None else self._rulebook.printed_rule(passage.id).id

    def _similarities(self, question: str, language: str, meant: Collection[str]) -> Mapping[int, float]:
        """How near each passage is, 0 to 1: by its words, if it is in the question's language, letters and meanings."""
        kinds = (
            (_WORDS, self._words[language].similarities(question)),
            (_LETTERS, self._letters.similarities(set(trigrams(question)))),
            (_MEANINGS, self._meanings.similarities(meant)),
        )
        found: dict[int, float] = defaultdict(float)
        for weight, similarities in kinds:
            for number, similarity in similarities.items():
                found[number] += weight * similarity
        return found

    def _answer(self, rule: str, score: float, found: Sequence[tuple[float, Passage]]) -> Answer:
        nearest_first = [passage for _, passage in sorted(found, key=lambda each: -each[0])]
        ids = dict.fromkeys(passage.id for passage in nearest_first if passage.id is not None and passage.id != rule)
        rulings = tuple(self._rulebook[id] for id in ids)
        return Answer(self._rulebook[rule], rulings, score, nearest_first[0].text)


def _meanings(text: str, language: str) -> set[str]:
    return set(synonym_rings(language).of(words(text)))


class _Words:
    """The passages of one language by the stems of their words."""

    def __init__(self, language: str, texts: Mapping[int, str]) -> None:
        self._language = language
        self._space = VectorSpace({number: set(self._stems(words(text))) for number, text in texts.items()})
        self._vocabulary = sorted({fold(word) for text in texts.values() for word in words(text)})

    def known(self, question: str) -> int:
        """How many of a question's words the passages have: most in the language in which it is asked."""
        return sum(self._knows(word) for word in words(question))

    def similarities(self, question: str) -> Mapping[int, float]:
        """How near the passages are; a word that is misspelt counts as the one that is meant."""
        return self._space.similarities(set(self._stems(map(self._corrected, words(question)))))

    def _stems(self, found: Iterable[str]) -> Iterator[str]:
        for word in found:
            yield from stems(word, self._language)

    def _knows(self, word: str) -> bool:
        return any(stem in self._space for stem in stems(word, self._language))

    def _corrected(self, word: str) -> str:
        if len(word) < _SHORTEST_CORRECTED or self._knows(word):
            return word
        alike = process.extractOne(fold(word), self._vocabulary, scorer=fuzz.ratio, score_cutoff=_LEAST_ALIKE)
        return alike[0] if alike else word


def _score(found: Sequence[tuple[float, Passage]]) -> float:
    best, *more = sorted((score for score, _ in found), reverse=True)[: _MORE_PASSAGES + 1]
    return best + _THEIR_WEIGHT * sum(more) / _MORE_PASSAGES


def passages(rulebook: Rulebook) -> Iterator[Passage]:
    for statement in rulebook:
        yield Passage(statement.id, "en", statement.text)
        for language, wording in statement.words.items():
            texts = (wording.text, wording.example, *wording.asked)
            yield from (Passage(statement.id, language, text) for text in texts if text)
    for language, questions in rulebook.no_rule.items():
        yield from (Passage(None, language, question) for question in questions)
