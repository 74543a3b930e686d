"""How many prompts can be solved without a touch: `python -m benchmarks.hands_free [--evenings N] [--seed N]`.

In each evening one slip of `benchmarks.clumsy` happens in a random position: a move against the rules or out of
turn, a piece too many or too few, a wrong pile, a step that is forgotten or done wrong, pieces swept away and put back.
Then the table is put right, and a plain next move made. What is asked then is over when the table lies as it should, or
is answered by laying a command card; what neither solves needs a finger on the screen, and is printed. Cards are looks
at the table, found and taken out of them as in an evening.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count as count_from
from itertools import islice, product
from random import Random

import click

from benchmarks.clumsy.__main__ import ATTEMPTS, NEXT_SEED
from benchmarks.clumsy.behaviours import SETS
from benchmarks.clumsy.eye import IdealEye
from benchmarks.clumsy.judge import Verdict, asks
from benchmarks.clumsy.people import FRAMES_A_SECOND, People
from benchmarks.clumsy.reality import Boxes
from benchmarks.clumsy.trial import trial
from companion.appliance.memory import settle
from companion.application.presses import asked_by
from companion.conformance.playouts import AnyGame
from companion.core.command_cards import NUMBERS, CardsOnTable, command_of
from companion.core.screen import Answer
from companion.core.table import LabelPlace, Pose
from companion.core.text import Text
from companion.games import GAMES

GOAL = 0.95
ORDINARY = {"first": ("illegal", "handwork", "swept away"), "third": ("counting", "turns")}
"""Families of slips that are nobody's mischief, by set."""

SLIPS = [
    (kept, family, name) for kept, families in ORDINARY.items() for family in families for name in SETS[kept][family]
]
TAG_OF = {command: tag for tag, command in command_of().items()}


class HandsFree(People):
    """Whoever answers lays a card, and touches the screen only where there is none for the answer."""

    def __init__(self, game: AnyGame, players: int, seed: int, behaviour: str) -> None:
        super().__init__(game, players, seed, behaviour)
        self.solved = Counter[str]()
        """How many prompts were `asked`, and how many were answered by a `card` or a `finger`."""
        self._asked: Text | None = None

    def frame(self, hands: Boxes = (), hidden: bool = False, seconds: float = 1 / FRAMES_A_SECOND) -> None:
        super().frame(hands, hidden, seconds)
        prompt = self.session.prompt
        heading = prompt.notice.heading if prompt is not None and asks(prompt) else None
        if heading is not None and heading != self._asked:
            self.solved["asked"] += 1
        self._asked = heading

    def tap(self, answer: Answer) -> None:
        if self._asked is None:  # What is only said may be answered, too.
            self.solved["asked"] += 1
        screen = self.session.screen
        answers = () if screen is None or screen.notice is None else screen.notice.answers
        numbers = [number for number, button in zip(NUMBERS, answers, strict=False) if button.intent == answer]
        if numbers:
            self.solved["card"] += 1
            self._lay(numbers[0], answer)
        else:
            self._needs_screen(str(self._asked))
            super().tap(answer)

    def _lay(self, card: str, answer: Answer) -> None:
        """On the table as it lies; what that comes to has to be the very answer."""
        before = IdealEye(self.table).look()
        cards, _ = CardsOnTable().after(before)
        _, look = cards.after(replace(before, labels=(*before.labels, LabelPlace(TAG_OF[card], Pose(30.0, 30.0)))))
        asked = [each for laid in look.laid for each in asked_by(laid, self.session.screen, paused=False)]
        assert [answer] == asked, f"the card {card} asks for {asked}"
        self.note(f"card {card}")
        self.session.handle(answer)
        self.judge.listen()

    def _put_right_by_hand(self, most: int) -> bool:
        self._needs_screen("put right by touch")
        return super()._put_right_by_hand(most)

    def leave_nothing_open(self, verdict: Verdict) -> None:
        """What is still asked at the end, or went wrong on the way, was solved by nobody."""
        if verdict.crashed or verdict.deadlock or self._is_asked():
            self._needs_screen(verdict.notes[-1])

    def _needs_screen(self, what: str) -> None:
        self.solved["finger"] += 1
        click.echo(f"needs the screen: {self.verdict.game}, {self.verdict.behaviour}: {what}")


def evenings(count: int, seed: int) -> Iterator[Counter[str]]:
    """What was solved how in each."""
    return islice(_slips(seed), count)


def _slips(seed: int) -> Iterator[Counter[str]]:
    """Every slip equally often, in every game; one that fits none of the positions looked for is left out."""
    each = list(product(SLIPS, GAMES.values()))
    for number in count_from():
        own = seed * 1_000_000 + number
        if not number % len(each):
            Random(own).shuffle(each)
        slip, game = each[number % len(each)]
        solved = _evening(slip, game, own)
        if solved is not None:
            yield solved


def _evening(slip: tuple[str, str, str], game: AnyGame, seed: int) -> Counter[str] | None:
    (kept, family, name), players = slip, Random(seed).choice(list(game.players))
    for again in range(ATTEMPTS):
        people = HandsFree(game, players, seed + again * NEXT_SEED, name)
        verdict = trial(people, SETS[kept][family][name])
        if isinstance(verdict, Verdict):
            people.leave_nothing_open(verdict)
            return people.solved
    return None


@click.command(help=(__doc__ or "").partition("\n\n")[0])
@click.option("--evenings", "count", default=100, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True)
def main(count: int, seed: int) -> None:
    settle()
    found = Counter[str]()
    for number, solved in enumerate(evenings(count, Random(seed).randrange(10_000)), start=1):
        found += solved
        if number % 10 == 0 or number == count:
            print(f"{number} evenings: {told(found)}", flush=True)


def told(found: Counter[str]) -> str:
    if not found["asked"]:
        return "no prompt"
    by_hand = found["asked"] - found["card"] - found["finger"]
    share = 1 - found["finger"] / found["asked"]
    mark = "" if share >= GOAL else "  MISSES ITS GOAL"
    return (
        f"{found['asked']} prompts, {by_hand} over by putting right, {found['card']} by a card, {found['finger']} need"
        f" the screen: {share:.1%} without it{mark}"
    )


if __name__ == "__main__":
    main()
