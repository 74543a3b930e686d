"""What the words of "May I ...?" say: which ask for leave, who asks, which number it is, and what is left to name."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.lookup.word_stems import fold, words

_LITTLE = ("little", "may", "first_person")
_FILE = Path(__file__).with_name("question_words.toml")


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """Folded words of all languages."""

    asking: tuple[tuple[frozenset[str], frozenset[str]], ...]
    """Of each language the words that ask for leave, and those that say that whoever asks would do it."""

    little: frozenset[str]
    kinds: frozenset[str]
    figures: dict[str, str]

    def asks_for_leave(self, question: str) -> bool:
        said = set(_folded(question))
        return any(said & may for may, _ in self.asking)

    def asks_for_himself(self, question: str) -> bool:
        said = set(_folded(question))
        return any(said & may and said & first_person for may, first_person in self.asking)

    def naming(self, text: str) -> Iterator[str]:
        """The words that name something, with numbers as figures. Who says "a" or "one" names no number."""
        for word in _folded(text):
            figure = self.figures.get(word, word)
            if word not in self.little and (figure != "1" or word == "1"):
                yield figure


@cache
def question_words() -> QuestionWords:
    languages = tuple(tomllib.loads(_FILE.read_text(encoding="utf-8")).values())
    asking = tuple((frozenset(_folded(each["may"])), frozenset(_folded(each["first_person"]))) for each in languages)
    figures = {
        fold(form): str(number)
        for language in languages
        for number, forms in enumerate(language["numbers"])
        for form in forms.split("|")
    }
    little = frozenset(word for each in languages for kind in _LITTLE for word in _folded(each[kind]))
    kinds = frozenset(word for each in languages for word in _folded(each["kinds"]))
    return QuestionWords(asking, little - figures.keys(), kinds, figures)


def _folded(text: str) -> list[str]:
    return words(fold(text))
