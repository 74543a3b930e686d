"""How many touches it takes to tell the companion what a label is that it read wrongly, or not at all.

    python -m benchmarks.questions [--positions N]

Random games are played at a simulated table. At random positions somebody makes a legal move, and one of the labels
that moved cannot be read, or reads as that of another piece. Counted is from the first notice on: 0 where the companion
understands the move all the same, 1 for an answer that stands among the likely ones, and so on as the screen has it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import click

from companion.core.game import Game, legal_actions
from companion.core.screen import Button, Identify, Inspect, NoticeKind, Screen
from companion.core.table import UNREADABLE, LabelPlace, Observation, Piece, TableSnapshot, Tag, Zone, diff
from companion.core.text import ENGLISH
from companion.games import GAMES
from companion.session.messages import Tick
from companion.session.replies import AskWhich, Believe, Reply
from companion.simulation.physical_table import PhysicalTable
from scripts.gallery.screens import Evening, evening
from ui.drawing import Drawing, DrawingSettings
from ui.painter import measure
from ui.picture import Scroll
from ui.screens.search import SEARCH
from ui.screens.shown import draw
from ui.tokens import PALETTES, Space

GOAL = 0.95
AT_ONCE = 2
"""So many touches for so many of all cases."""

SOME, MOVES, RESTS, LONGEST = 60, 120, 12, 9
SMALLEST = (800, 480)


@click.command(help=(__doc__ or "").partition("\n\n    ")[0])
@click.option("--positions", default=40, show_default=True, help="Positions of each game.")
def main(positions: int) -> None:
    for game in GAMES:
        for fault, what in ((True, "unreadable"), (False, "misread")):
            random = Random(7)
            counts = Counter(touches for n in range(positions) for touches in _case(game, random, n, fault))
            whole = sum(counts.values())
            share = sum(count for touches, count in counts.items() if touches <= AT_ONCE) / max(1, whole)
            told = ", ".join(f"{touches}: {count}" for touches, count in sorted(counts.items()))
            mark = "" if share >= GOAL else "  MISSES ITS GOAL"
            print(f"{game:16} {what:11} {whole:4} cases, {share:6.1%} within {AT_ONCE} touches ({told}){mark}")


def _case(game: str, random: Random, number: int, unreadable: bool) -> Iterator[int]:
    """The touches of one case; none where no move could be made that leaves a trace."""
    players = sorted(GAMES[game].players)
    shown = evening(game, players[number % len(players)], random.randrange(MOVES), seed=number)
    state = shown.session.history.state
    before = shown.game.table(state)
    traces = []
    for action in islice(sorted(legal_actions(shown.game, state), key=lambda _: random.random()), SOME):
        after = shown.game.apply(state, action)
        came = [change for change in diff(before, shown.game.table(after)) if change.delta > 0]
        if action.player is not None and came:
            traces.append((shown.game.table(after), came))
    if not traces:
        return
    table, came = random.choice(traces)
    change = random.choice(came)
    other = UNREADABLE if unreadable else random.choice(sorted(set(shown.game.piece_of.values()) - {change.piece}))
    _see(shown, before, None)
    _see(shown, table, (change.zone, change.piece, other))
    yield _touches(shown, change.zone, change.piece, other, table)


def _see(shown: Evening, lying: TableSnapshot, fault: tuple[Zone, Piece, Piece] | None) -> None:
    """A still table until the companion has made up its mind; one label there is not read as what it is."""
    layout = shown.game.layout(shown.session.history.state)
    table = PhysicalTable(shown.game, layout)
    table.make(lying)
    places = []
    for lies in table.lying():
        place = LabelPlace(lies.tag, lies.label)
        if fault is not None and lies.piece == fault[1] and layout.zones[fault[0]].contains(lies.label.x, lies.label.y):
            place, fault = replace(place, tag=_tag_of(shown.game, fault[2])), None
        places.append(place)
    for _ in range(RESTS):
        shown.session.handle(Observation(tuple(places)))
        shown.at += 1.0
        shown.session.handle(Tick(shown.at))


def _tag_of(game: Game[Any, Any], piece: Piece) -> Tag:
    """The label of that piece which is laid last."""
    if piece == UNREADABLE:
        return UNREADABLE
    tags = [tag for tag, of in game.piece_of.items() if of == piece]
    return tags[-1]


def _leads_to(shown: Evening, reply: Believe, truth: TableSnapshot) -> bool:
    """Whether the table would look as it does, if that had happened."""
    state = shown.session.history.before_latest(reply.taken_back)
    for action in reply.actions:
        state = shown.game.apply(state, action)
    return not diff(shown.game.table(state), truth)


def _touches_to(screen: Screen, answer: Button) -> int:
    """One where the answer stands on the smallest display, more where a list has to be moved or searched."""
    letter = str(answer.label)[:1].upper()
    for touches, opened in enumerate(("", SEARCH, f"{SEARCH} {letter}"), start=1):
        if answer.intent in set(_in_sight(screen, opened)):
            return touches
    return touches + 1


def _in_sight(screen: Screen, opened: str) -> Iterator[object]:
    """What can be touched at once."""
    space = Space.of(SMALLEST)
    drawing = Drawing(
        DrawingSettings(PALETTES["dark"], space, measure(space.dp), lambda text: text.render(ENGLISH)), opened
    )
    draw(drawing, screen)
    picture = drawing.picture()
    yield from (target.intent for target in picture.targets)
    for mark in picture.marks:
        if isinstance(mark, Scroll):
            yield from (target.intent for target in mark.targets if target.rect.bottom <= mark.rect.bottom)


def _touches(shown: Evening, zone: Zone, piece: Piece, believed: Piece, truth: TableSnapshot) -> int:
    """What a person who knows the piece touches, notice after notice, until there is nothing to say any more."""
    count = 0
    session = shown.session
    while count < LONGEST:
        prompt, notice = session.prompt, shown.screen.notice
        if prompt is None or prompt.aside or notice is None or notice.kind is NoticeKind.SAYING:
            return count
        named = [reply.piece if isinstance(reply, Identify) else None for _, reply in prompt.replies]
        right = [number for number, each in enumerate(named) if each == piece]
        if right:
            return count + _touches_to(shown.screen, notice.answers[right[0]])
        told = [isinstance(reply, Believe) and _leads_to(shown, reply, truth) for _, reply in prompt.replies]
        if True in told:
            return count + _touches_to(shown.screen, notice.answers[told.index(True)])
        label = Inspect(zone, believed)
        ask = [n for n, (_, reply) in enumerate(prompt.replies) if _asks_about(reply, label)]
        if ask:
            session.handle(notice.answers[ask[0]].intent)
        else:
            return LONGEST
        count += 1
    return count


def _asks_about(reply: Reply, label: Inspect) -> bool:
    """Whether it leads to the question of what that label is on."""
    return reply == label or (isinstance(reply, AskWhich) and label in reply.suspects)


if __name__ == "__main__":
    main()
