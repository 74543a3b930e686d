"""What the rulebook says of an owner's answers about his copy of Iron Sky, at once and with a reason."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from companion.core.copy_form import Answers, Remark, ends, parts
from companion.core.text import Text, say
from companion.games.iron_sky.catalog import ORDINARY_TOKENS, Profile
from companion.games.iron_sky.copy_sheets import METER_ROWS, NO, TOKENS
from companion.games.iron_sky.names import board_name


def remarks(copy: Profile, answers: Answers) -> Iterator[Remark]:
    for board in copy.boards:
        for row in METER_ROWS:
            yield from _meter(copy, board, row, answers)
        yield from _flags(copy, board, answers)
    yield from _white(answers)
    yield from _tokens(answers)


def _meter(copy: Profile, board: str, row: str, answers: Answers) -> Iterator[Remark]:
    """ISK-38: the Reich's values grow with the territories held, the UWC's fall."""
    names = [f"{board}.meter.{row}.{position}" for position in range(len(copy.boards[board].meter))]
    grows, right = row in ("command", "reich_vp"), True
    for one, other in pairwise(name for name in names if name in answers):
        low, high = (one, other) if grows else (other, one)
        if int(answers[low]) > int(answers[high]):
            right = False
            yield Remark(_wrong_way(board, row, answers[one], answers[other], grows=grows), (one, other))
    if right and all(name in answers for name in names):
        fits = say("{row}: every step goes the right way.", row=METER_ROWS[row])
        yield Remark(fits, tuple(names), fits=True)


def _wrong_way(board: str, row: str, before: str, after: str, *, grows: bool) -> Text:
    values = {"row": METER_ROWS[row], "board": board_name(board), "before": before, "after": after}
    if grows:
        return say("{row} never fall on the Blitz meter of {board}: {after} cannot follow {before}.", **values)
    return say("{row} never grow on the Blitz meter of {board}: {after} cannot follow {before}.", **values)


def _flags(copy: Profile, board: str, answers: Answers) -> Iterator[Remark]:
    """ISK-21: the UWC starts in the Command Centres with a flag."""
    names = tuple(f"{board}.{ground.number}.flag" for ground in copy.boards[board].territories)
    if all(answers.get(name) == NO for name in names):
        sentence = say(
            "{board} would have no flag at all; the UWC begins where the flags are.", board=board_name(board)
        )
        yield Remark(sentence, names)


def _white(answers: Answers) -> Iterator[Remark]:
    """ISK-85."""
    told = answers.get("white.routes")
    if told is None:
        return
    if not told:
        yield Remark(say("Some white routes join the boards; touch the two ends of each."), ("white.routes",))
    if any(one.partition(".")[0] == other.partition(".")[0] for one, other in map(ends, parts(told))):
        yield Remark(say("A white route joins two boards; one of these stays on its own board."), ("white.routes",))


def _tokens(answers: Answers) -> Iterator[Remark]:
    """ISK-160."""
    names = tuple(name for name in answers if name.startswith(f"{TOKENS}."))
    found = sum(int(answers[name]) for name in names)
    if found > ORDINARY_TOKENS:
        sentence = say(
            "There are {count} ordinary time tokens, and here would be {found}.", count=ORDINARY_TOKENS, found=found
        )
        yield Remark(sentence, names)
    elif names and found == ORDINARY_TOKENS:
        yield Remark(say("All {count} ordinary time tokens are told.", count=ORDINARY_TOKENS), names, fits=True)
