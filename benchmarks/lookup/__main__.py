"""How well a question finds its rule: `python -m benchmarks.lookup [--missed | --held-out]`.

The questions are in questions.toml, with the rules that a fair referee would accept. Ours is measured beside SQLite's
own full-text search and beside rapidfuzz, all three over the same passages; their "not found" is the threshold that
suits them best, which flatters them.
"""

from __future__ import annotations

import sqlite3
import statistics
import tomllib
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from time import perf_counter

import click
from rapidfuzz import fuzz, process

from companion.core.rules import Rulebook, Statement
from companion.games import GAMES
from companion.lookup.rule_index import RuleIndex, passages
from companion.lookup.words import words

Ranked = Sequence[tuple[str | None, float]]
"""Rules with their scores, the likeliest first; None is "no rule says this"."""
Search = Callable[[str], Ranked]

_HEAD = "| | questions | recall@1 | recall@3 | MRR@10 | not found | p95 ms |\n|---|---|---|---|---|---|---|"
_FOLDS = 10

FILE = Path(__file__).with_name("questions.toml")


@dataclass(frozen=True)
class Question:
    id: str
    game: str
    lang: str
    bucket: str
    text: str
    expect: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """`rank` of the first right rule, from 1; 0 if none of ten is, or if nothing was found."""

    question: Question
    rank: int
    found: bool
    score: float
    first: str | None
    ms: float


def questions() -> Iterator[Question]:
    for entry in tomllib.loads(FILE.read_text(encoding="utf-8"))["question"]:
        yield Question(**{**entry, "expect": tuple(entry["expect"])})


def ours(rulebook: Rulebook) -> Search:
    index = RuleIndex(rulebook)
    return lambda question: [(answer.rule.id, answer.score) for answer in index.search(question)]


def fts5(rulebook: Rulebook) -> Search:
    """SQLite's full-text search with its Porter stemmer, ranked by bm25."""
    rows = list(passages(rulebook))
    database = sqlite3.connect(":memory:")
    database.execute(
        "CREATE VIRTUAL TABLE passages USING fts5(text, tokenize = 'porter unicode61 remove_diacritics 2')"
    )
    database.executemany(
        "INSERT INTO passages(rowid, text) VALUES (?, ?)", ((n, row.text) for n, row in enumerate(rows))
    )

    def search(question: str) -> Ranked:
        terms = " OR ".join(f'"{word}"' for word in words(question))
        sql = "SELECT rowid, -bm25(passages) FROM passages WHERE passages MATCH ? ORDER BY 2 DESC LIMIT 100"
        return _by_rule(rulebook, ((rows[n].id, score) for n, score in database.execute(sql, (terms,))))

    return search


def rapidfuzz(rulebook: Rulebook) -> Search:
    """The passages whose words are most alike."""
    rows = list(passages(rulebook))
    texts = [row.text.casefold() for row in rows]

    def search(question: str) -> Ranked:
        found = process.extract(question.casefold(), texts, scorer=fuzz.token_set_ratio, limit=100)
        return _by_rule(rulebook, ((rows[n].id, score) for _, score, n in found))

    return search


def _by_rule(rulebook: Rulebook, found: Iterator[tuple[str | None, float]]) -> Ranked:
    ranked: dict[str | None, float] = {}
    for id, score in found:
        ranked.setdefault(None if id is None else rulebook.printed_rule(id).id, score)
    return list(ranked.items())


def measure(search: Search, asked: Sequence[Question]) -> list[Result]:
    results = []
    for question in asked:
        began = perf_counter()
        ranked = search(question.text)
        ms = (perf_counter() - began) * 1e3
        first, score = ranked[0] if ranked else (None, 0.0)
        ids = [id for id, _ in ranked[:10]] if first is not None else []
        rank = next((place for place, id in enumerate(ids, start=1) if id in question.expect), 0)
        results.append(Result(question, rank, first is not None, score, first, ms))
    return results


def best_threshold(results: Sequence[Result]) -> list[Result]:
    """The results, with everything below one score not found: the score at which most questions come right."""

    def cut(least: float) -> list[Result]:
        return [
            result if result.score >= least else Result(result.question, 0, False, result.score, None, result.ms)
            for result in results
        ]

    def right(cut_off: Sequence[Result]) -> float:
        answerable = [r for r in cut_off if r.question.expect]
        others = [r for r in cut_off if not r.question.expect]
        missed = sum(not r.found for r in others) / max(1, len(others))
        return sum(r.rank == 1 for r in answerable) / max(1, len(answerable)) + missed

    return max((cut(result.score + 1e-9) for result in results), key=right)


def held_out() -> Iterator[Result]:
    """Every way of asking, asked of the rules without it: cross-validation in tenths, by all languages of all games.

    Far harder than players' questions, because the ways of asking a rule were written to differ.
    """
    for game, rules in GAMES.items():
        for fold in range(_FOLDS):
            asked: list[Question] = []
            statements: dict[str, Statement] = {}
            for id, statement in rules.rulebook.statements.items():
                words = {}
                for lang, wording in statement.words.items():
                    out = [
                        text for number, text in enumerate(wording.asked) if (number + len(statements)) % _FOLDS == fold
                    ]
                    expect = (rules.rulebook.printed_rule(id).id,)
                    asked += [Question(id, game, lang, "held out", text, expect) for text in out]
                    words[lang] = replace(wording, asked=tuple(text for text in wording.asked if text not in out))
                statements[id] = replace(statement, words=words)
            yield from measure(ours(replace(rules.rulebook, statements=statements)), asked)


def row(name: str, results: Sequence[Result]) -> str:
    answerable = [result for result in results if result.question.expect]
    others = [result for result in results if not result.question.expect]
    count = max(1, len(answerable))
    at_1 = sum(result.rank == 1 for result in answerable) / count
    at_3 = sum(1 <= result.rank <= 3 for result in answerable) / count
    mrr = sum(1 / result.rank for result in answerable if result.rank) / count
    not_found = f"{sum(not result.found for result in others)} of {len(others)}" if others else "-"
    times = [result.ms for result in results]
    p95 = statistics.quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    return f"| {name} | {len(results)} | {at_1:.2f} | {at_3:.2f} | {mrr:.2f} | {not_found} | {p95:.1f} |"


def _megabytes(rulebook: Rulebook) -> float:
    tracemalloc.start()
    index = RuleIndex(rulebook)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del index
    return size / 1e6


def _print_rows(attribute: str, results: Sequence[Result]) -> None:
    for value in sorted({getattr(result.question, attribute) for result in results}):
        print(row(value, [result for result in results if getattr(result.question, attribute) == value]))


@click.command()
@click.option("--missed", is_flag=True, help="List the questions whose right rule is not the first.")
@click.option("--held-out", "cross_validate", is_flag=True, help="Ask each way of asking of the rules without it.")
def main(missed: bool, cross_validate: bool) -> None:
    """Print the figures by game, language and bucket, and those of two peers."""
    if cross_validate:
        results_held_out = list(held_out())
        print(_HEAD)
        print(row("**held out**", results_held_out))
        for attribute in ("game", "lang"):
            _print_rows(attribute, results_held_out)
        return
    asked = [question for question in questions() if question.game in GAMES]
    results: dict[str, list[Result]] = {"ours": [], "FTS5": [], "rapidfuzz": []}
    for game, group in groupby(sorted(asked, key=lambda question: question.game), key=lambda question: question.game):
        of_game, rulebook = list(group), GAMES[game].rulebook
        began = perf_counter()
        search = ours(rulebook)
        seconds = perf_counter() - began
        count = sum(1 for _ in passages(rulebook))
        print(f"{game}: {count} passages indexed in {seconds:.2f} s, {_megabytes(rulebook):.1f} MB")
        results["ours"] += measure(search, of_game)
        results["FTS5"] += best_threshold(measure(fts5(rulebook), of_game))
        results["rapidfuzz"] += best_threshold(measure(rapidfuzz(rulebook), of_game))
    print(f"\n{_HEAD}")
    for name, all_of_them in results.items():
        print(row(f"**{name}**", all_of_them))
    for attribute in ("game", "lang", "bucket"):
        _print_rows(attribute, results["ours"])
    if missed:
        for result in results["ours"]:
            if result.rank != 1 and (result.question.expect or result.found):
                print(result.rank, result.question.id, result.question.text, "->", result.first, result.question.expect)


if __name__ == "__main__":
    main()
