"""How well a question finds its rule: `python -m benchmarks.lookup [--half judged | --held-out N | --may-i N]`.

Ours is measured beside its peers, all over the same passages, by game and language.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import click

from benchmarks.lookup.calibration import calibrated
from benchmarks.lookup.may_i import print_table
from benchmarks.lookup.peers import PEERS, Search, ours
from benchmarks.lookup.questions import Question, all_held_out, fresh, misspelt, older
from companion.core.rules import Rulebook
from companion.games import GAMES
from companion.lookup.rule_index import RuleIndex
from scripts.rule_weights import learnt

_HEAD = "| | questions | recall@1 | recall@3 | MRR@10 | ms |\n|---|---|---|---|---|---|"


@dataclass(frozen=True)
class Result:
    """`rank` of the first right rule, from 1; 0 if none of ten is."""

    question: Question
    rank: int
    first: Sequence[str | None]
    ms: float


def measure(search: Search, rulebook: Rulebook, asked: Iterable[Question]) -> list[Result]:
    results = []
    for question in asked:
        began = perf_counter()
        ranked = search(question.text)[:10]
        ms = (perf_counter() - began) * 1e3
        right = {id for each in question.expect for id in (each, rulebook.printed_rule(each).id)}
        rank = next((place for place, id in enumerate(ranked, start=1) if id in right), 0)
        results.append(Result(question, rank, ranked[:3], ms))
    return results


def row(name: str, results: Sequence[Result]) -> str:
    count = max(1, len(results))
    at_1 = sum(result.rank == 1 for result in results) / count
    at_3 = sum(1 <= result.rank <= 3 for result in results) / count
    mrr = sum(1 / result.rank for result in results if result.rank) / count
    ms = sum(result.ms for result in results) / count
    return f"| {name} | {len(results)} | {at_1:.2f} | {at_3:.2f} | {mrr:.2f} | {ms:.1f} |"


def measured(peer: Callable[[Rulebook], Search], asked: Iterable[Question]) -> list[Result]:
    results = []
    of_games = sorted((each for each in asked if each.expect), key=lambda each: each.game)
    for game, group in groupby(of_games, key=lambda each: each.game):
        rulebook = GAMES[game].rulebook
        results += measure(peer(rulebook), rulebook, group)
    return results


def print_index_sizes() -> None:
    for name, game in GAMES.items():
        began = perf_counter()
        tracemalloc.start()
        index = RuleIndex(game.rulebook)
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        took = perf_counter() - began
        print(f"{name}: {index.learnt=}, {size / 1e6:.1f} MB, ready in {took:.2f} s")


def print_by(results: Sequence[Result]) -> None:
    kinds = {f"{each.question.game}, {each.question.lang}" for each in results}
    for kind in sorted({*kinds, *(each.question.game for each in results), *(each.question.lang for each in results)}):
        of_kind = [
            each
            for each in results
            if kind in {each.question.game, each.question.lang, f"{each.question.game}, {each.question.lang}"}
        ]
        print(row(kind, of_kind))


def print_recognised(asked: Sequence[Question]) -> None:
    """How many questions without an answer are told from those that have one, by language."""
    indexes = {name: RuleIndex(game.rulebook) for name, game in GAMES.items()}
    print("\n| | no answer: none found | perhaps | an answer: none found | perhaps |\n|---|---|---|---|---|")
    for lang in ("", *dict.fromkeys(each.lang for each in asked)):
        cells = []
        for answerable in (False, True):
            some = [each for each in asked if bool(each.expect) is answerable and lang in {"", each.lang}]
            found = [indexes[each.game].search(each.text, 1) for each in some]
            none = sum(not each.answers for each in found)
            perhaps = sum(bool(each.answers) and not each.sure for each in found)
            cells += [f"{none} of {len(some)}", str(perhaps)]
        print(f"| {lang or 'all'} | {' | '.join(cells)} |")


def _learnt(rulebook: Rulebook) -> Search:
    """Ours with what is learnt from this rulebook's own ways of asking, where scikit-learn is there to learn it."""
    if not find_spec("sklearn"):
        return ours(rulebook)
    with TemporaryDirectory() as folder:
        file = Path(folder, "rule_weights.npz")
        file.write_bytes(learnt(rulebook))
        return ours(replace(rulebook, learnt=file))


@click.command()
@click.option("--half", type=click.Choice(["development", "judged"]), default="development", help="Of the questions.")
@click.option("--missed", is_flag=True, help="List the questions whose right rule is not among the first three.")
@click.option("--held-out", "tenths", type=int, default=0, help="Ask so many tenths of the ways of asking, left out.")
@click.option("--may-i", "leave", type=int, default=0, help="Ask leave so many times, of each game and language.")
@click.option("--calibrate", is_flag=True, help="Fit what tells whether any rule answers, on the development half.")
def main(half: str, *, missed: bool, tenths: int, leave: int, calibrate: bool) -> None:
    """Print the figures by game and language, with the peers beside."""
    if calibrate:
        click.echo(calibrated([*fresh("development"), *older()]))
        return
    if leave:
        print_table(leave, missed=missed)
        return
    print(_HEAD)
    if tenths:
        results = [
            each for _, rulebook, asked in all_held_out(tenths) for each in measure(_learnt(rulebook), rulebook, asked)
        ]
        print(row("**left out**", results))
        print_by(results)
        return
    asked = fresh(half)
    results = measured(ours, asked)
    peers = {name: peer for name, peer in PEERS.items() if "scikit" not in name or find_spec("sklearn")}
    for name, peer in peers.items():
        print(row(f"**{name}**", results if peer is ours else measured(peer, asked)))
    print(row("ours, misspelt", measured(ours, misspelt(asked))))
    print(row("ours, older questions", measured(ours, older())))
    print_by(results)
    print_recognised(asked)
    print_index_sizes()
    for each in results if missed else ():
        if not 1 <= each.rank <= 3:
            print(each.rank, each.question.lang, each.question.text, "->", each.first, each.question.expect)


if __name__ == "__main__":
    main()
