"""Tidy evenings of two small games: `python -m tests.tidy_evenings [--moves N] [--seed N]`.

The example's folder has to be in PYTHONPATH.

Each move is made whole, alone and in full sight, and rests; nobody touches anything but what leaves no trace. Whatever
is asked is a fault, be the question fair or not, and so is whatever the journal has otherwise: a piece that was thrown
away may be thought to be in a hand until the next move.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from random import Random
from sys import stdout
from typing import NamedTuple

from nine_mens_morris import GAME

from benchmarks.clumsy.judge import asks
from benchmarks.clumsy.people import People
from companion.conformance.playouts import AnyGame
from companion.core.game import legal_actions
from tests import toy

GAMES: dict[str, AnyGame] = {"orchard": toy.GAME, GAME.name: GAME}


class Tidy(NamedTuple):
    moves: int
    asked: int
    wrong: int
    notes: list[str]


def evening(game: AnyGame, seed: int, most: int) -> Tidy:
    """One evening to its end, or to so many moves."""
    people, random = People(game, 2, seed, done=()), Random(seed)
    people.wait(3.0)
    moves = asked = wrong = 0
    while moves < most and game.outcome(people.state) is None:
        action = random.choice(list(legal_actions(game, people.state)))
        if people.possible.shows(people.state, action):
            people.do(action)
        else:
            people.touch(action)
        people.wait(random.uniform(3.0, 9.0))
        moves += 1
        if (now := people.session.prompt) is not None and asks(now):
            asked += 1
            people.note(f"FAULT: asked {now.notice.heading}")
            break
        wrong += people.history.state not in people.reality.truth
    people.store.close()
    return Tidy(moves, asked, wrong, people.verdict.notes)


def evenings(game: AnyGame, moves: int, seed: int) -> Iterator[Tidy]:
    """As many as make so many moves together."""
    left = moves
    while left > 0:
        one = evening(game, seed, left)
        yield one
        left, seed = left - one.moves, seed + 1


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for name, game in GAMES.items():
        done = list(evenings(game, asked.moves, asked.seed))
        for each in done:
            if each.asked or each.wrong:
                stdout.write("\n".join(each.notes) + "\n")
        moves, questions, wrong = (sum(each[index] for each in done) for index in range(3))
        stdout.write(f"{name}: {moves} moves, {questions} asked, {wrong} wrong\n")


if __name__ == "__main__":
    main()
