"""Which words mean the same at a table: the synonym rings of synonyms.toml, as a thesaurus has them."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from companion.lookup.word_stems import fold

FILE = Path(__file__).with_name("synonyms.toml")
_ANY_ENDING = "*"


class SynonymRings:
    """The rings of one language. A ring has the same name in all languages."""

    def __init__(self, rings: Mapping[str, Iterable[str]]) -> None:
        """`rings`: the words of each ring by its name; one ending in `*` stands for all that begin so."""
        self._words: dict[str, set[str]] = defaultdict(set)
        self._beginnings: dict[str, set[str]] = defaultdict(set)
        for ring, members in rings.items():
            for member in map(fold, members):
                table = self._beginnings if member.endswith(_ANY_ENDING) else self._words
                table[member.removesuffix(_ANY_ENDING)].add(ring)
        self._lengths = sorted({len(beginning) for beginning in self._beginnings})

    def of(self, words: Iterable[str]) -> Iterator[str]:
        """The names of the rings in which the words are, one after the other."""
        for word in map(fold, words):
            yield from self._words.get(word, ())
            for beginning in self._lengths:
                yield from self._beginnings.get(word[:beginning], ()) if beginning <= len(word) else ()


@cache
def synonym_rings(language: str) -> SynonymRings:
    """The rings of a language; none for one that the thesaurus does not have."""
    rings = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return SynonymRings({name: words.get(language, "").split() for name, words in rings.items()})
