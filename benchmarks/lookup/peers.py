"""Other ways to rank the same passages: SQLite's full-text search by words and by letters, rapidfuzz, fused ranks.

scikit-learn's tf-idf over runs of letters is compared where it is installed; the product has no need of it.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from rapidfuzz import fuzz, process

from companion.core.rules import Rulebook
from companion.lookup.rule_index import RuleIndex, passages
from companion.lookup.word_stems import fold, words

Search = Callable[[str], Sequence[str | None]]
"""Rules, the likeliest first; None is what no rule answers."""

_FUSED = 20
"""Cormack, Clarke, Büttcher (2009), Reciprocal rank fusion: what a first rank weighs against a second."""


def ours(rulebook: Rulebook) -> Search:
    index = RuleIndex(rulebook)
    return lambda question: [answer.rule.id for answer in index.search(question, 50).answers]


def fts_words(rulebook: Rulebook) -> Search:
    return _fts(rulebook, "porter unicode61 remove_diacritics 2", words)


def fts_trigrams(rulebook: Rulebook) -> Search:
    def trigrams(text: str) -> Iterator[str]:
        return (word[at : at + 3] for word in words(text) for at in range(len(word) - 2))

    return _fts(rulebook, "trigram", trigrams)


def _fts(rulebook: Rulebook, tokenizer: str, terms: Callable[[str], Iterable[str]]) -> Search:
    rows = list(passages(rulebook))
    database = sqlite3.connect(":memory:")
    database.execute(f"CREATE VIRTUAL TABLE passages USING fts5(text, tokenize = '{tokenizer}')")
    database.executemany(
        "INSERT INTO passages(rowid, text) VALUES (?, ?)", ((n, fold(row.text)) for n, row in enumerate(rows))
    )

    def search(question: str) -> Sequence[str | None]:
        asked = " OR ".join(f'"{term}"' for term in dict.fromkeys(terms(fold(question))))
        sql = "SELECT rowid FROM passages WHERE passages MATCH ? ORDER BY bm25(passages) LIMIT 100"
        return _by_rule(rulebook, (rows[n].id for (n,) in database.execute(sql, (asked,)))) if asked else ()

    return search


def rapidfuzz(rulebook: Rulebook) -> Search:
    """The passages whose words are most alike."""
    rows = list(passages(rulebook))
    texts = [fold(row.text) for row in rows]

    def search(question: str) -> Sequence[str | None]:
        found = process.extract(fold(question), texts, scorer=fuzz.token_set_ratio, limit=100)
        return _by_rule(rulebook, (rows[n].id for _, _, n in found))

    return search


def tf_idf(rulebook: Rulebook) -> Search:
    """scikit-learn: runs of two to four letters, the nearest passage."""
    from sklearn.feature_extraction.text import TfidfVectorizer  # type: ignore[import-untyped,import-not-found,unused-ignore]

    rows = list(passages(rulebook))
    space = TfidfVectorizer(analyzer="char_wb", ngram_range=(2, 4), preprocessor=fold, sublinear_tf=True)
    vectors = space.fit_transform([row.text for row in rows])

    def search(question: str) -> Sequence[str | None]:
        found = (vectors @ space.transform([question]).T).toarray().ravel()
        return _by_rule(rulebook, (rows[n].id for n in found.argsort()[::-1][:100]))

    return search


def fused(*peers: Callable[[Rulebook], Search]) -> Callable[[Rulebook], Search]:
    def made(rulebook: Rulebook) -> Search:
        searches = [peer(rulebook) for peer in peers]

        def search(question: str) -> Sequence[str | None]:
            scores: dict[str | None, float] = defaultdict(float)
            for each in searches:
                for place, rule in enumerate(each(question)):
                    scores[rule] += 1 / (_FUSED + place)
            return sorted(scores, key=lambda rule: -scores[rule])

        return search

    return made


def _by_rule(rulebook: Rulebook, found: Iterable[str | None]) -> Sequence[str | None]:
    return list(dict.fromkeys(None if id is None else rulebook.printed_rule(id).id for id in found))


PEERS: dict[str, Callable[[Rulebook], Search]] = {
    "ours": ours,
    "FTS5, words": fts_words,
    "FTS5, trigrams": fts_trigrams,
    "rapidfuzz": rapidfuzz,
    "tf-idf (scikit-learn)": tf_idf,
    "ours and FTS5 trigrams, fused": fused(ours, fts_trigrams),
}
