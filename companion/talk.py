"""What the companion says: findings in, notices with answers out. Pure; the session decides when to say it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.game import Action, Game, Outcome
from companion.core.inference import Ambiguous, Explained, Illegal
from companion.core.rules import Score, Violation
from companion.core.screen import Dismiss, Identify, Inspect, Leave, Notice, NoticeKind, Undo
from companion.core.table import UNREADABLE, Change, Piece, Tag, Zone
from companion.core.text import Text, marked, say, verbatim
from companion.handwork import instructions

AnyGame = Game[Any, Any]

MANY = 12
"""Lines beyond this many are summed up: a notice is read from across the table."""

MISREAD = 5
"""So many suspect labels get a button of their own; the others are touched where they lie."""


@dataclass(frozen=True, slots=True)
class Believe:
    """These actions happened."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Allow:
    """These actions happened, and the players agree to set the rule aside for the last one."""

    actions: tuple[Action, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class TakeBack:
    """So many of the players' latest actions were taken back on the table."""

    actions: int


@dataclass(frozen=True, slots=True)
class Restore:
    """The table will be put back as the game has it."""


@dataclass(frozen=True, slots=True)
class TrustTable:
    """The table is right after all: explain it again."""


Choice = Believe | Allow | TakeBack | Restore | TrustTable | Inspect | Identify | Undo | Dismiss | Leave


@dataclass(frozen=True, slots=True)
class Talk:
    """A notice, its answers, and the zones it is about.

    `aside`: said beside the game's own question, which stays open.
    """

    notice: Notice
    choices: tuple[tuple[Text, Choice], ...] = ()
    zones: frozenset[Zone] = frozenset()
    aside: bool = False


def notations(game: AnyGame, actions: Iterable[Action]) -> tuple[Text, ...]:
    """The actions in the game's notation."""
    return tuple(verbatim(game.write_action(action)) for action in actions)


def told(game: AnyGame, actions: Iterable[Action]) -> Text:
    """The actions in the game's notation, one after the other."""
    return say("{actions}", actions=notations(game, actions))


def is_unlikely(found: Explained[Any]) -> bool:
    """Whether the story needs more than one forgotten action."""
    return sum(1 for action in found.actions if action.player is not None) > 2


def is_certain(found: Explained[Any]) -> bool:
    """Whether the story may be believed at once: chance alone, or one whole action that cannot be half of another."""
    decisions = sum(1 for action in found.actions if action.player is not None)
    return decisions == 0 or (decisions == 1 and not found.provisional and not found.outstanding)


def maybe_half(game: AnyGame, found: Explained[Any]) -> Talk:
    """A story that may go on: shown at once, believed when the table rests."""
    notice = Notice(
        NoticeKind.SAYING,
        say("It looks like: {story}", story=told(game, found.actions)),
        (say("It counts when the table stays as it is for a moment."),),
    )
    return Talk(notice, ((say("Yes"), Believe(found.actions)),))


def unlikely(game: AnyGame, found: Explained[Any]) -> Talk:
    """A legal story that needs several forgotten actions of others: better asked than believed."""
    *forgotten, last = found.actions
    notice = Notice(
        NoticeKind.QUESTION,
        say("{last}: did the others do this before?", last=told(game, [last])),
        tuple(told(game, [action]) for action in forgotten),
    )
    return Talk(notice, ((say("Yes, it happened"), Believe(found.actions)), (say("No"), Restore())))


def which(game: AnyGame, found: Ambiguous[Any]) -> Talk:
    notice = Notice(NoticeKind.QUESTION, say("What happened?"))
    readings = tuple((told(game, reading.actions), Believe(reading.actions)) for reading in found.readings)
    return Talk(notice, (*readings, (say("None of these"), Restore())))


def forbidden(game: AnyGame, found: Illegal[Any], gap: Sequence[Change]) -> Talk:
    """A move that breaks a rule: which, why, how to put it right, and the three honest answers."""
    notice = Notice(
        NoticeKind.ILLEGAL,
        say("Not allowed: {action}", action=told(game, [found.action])),
        (found.violation.reason,),
        found.violation.rule.text,
        found.violation.repair,
    )
    allowed = Allow((*found.actions, found.action), found.violation.rule.id)
    choices = (
        (say("We take it back"), Restore()),
        (say("We allow it"), allowed),
        (say("That is not what happened"), TrustTable()),
    )
    return Talk(notice, choices, _zones(gap))


def refused(action: str, violation: Violation) -> Talk:
    """The answer to a touched action that the rules forbid."""
    notice = Notice(
        NoticeKind.ILLEGAL,
        say("Not allowed: {action}", action=verbatim(action)),
        (violation.reason,),
        violation.rule.text,
        violation.repair,
    )
    return Talk(notice, ((say("All right"), Dismiss()),))


def taken_back(game: AnyGame, actions: Sequence[Action]) -> Talk:
    """The table looks as it did before these actions."""
    notice = Notice(
        NoticeKind.QUESTION,
        say("Taken back?"),
        (say("The table looks as it did before: {story}", story=told(game, actions)),),
    )
    players = sum(1 for action in actions if action.player is not None)
    return Talk(notice, ((say("Yes, taken back"), TakeBack(players)), (say("No"), TrustTable())))


def disagreement(game: AnyGame, gap: Sequence[Change], restoring: bool) -> Talk:
    """Table and game disagree: the list of differences, as instructions, and every way out."""
    heading = say("Put the table back") if restoring else say("Table and game disagree")
    choices: list[tuple[Text, Choice]] = [(say("Undo the last move"), Undo())]
    if restoring:
        choices = [(say("The table is right"), TrustTable())]
    for change in [change for change in gap if change.delta > 0][:MISREAD]:
        if change.piece != UNREADABLE:
            label = say(
                "{piece} in {zone} is misread", piece=_piece(game, change.piece), zone=game.zone_name(change.zone)
            )
            choices.append((label, Inspect(change.zone, change.piece)))
    notice = Notice(NoticeKind.DISAGREE, heading, _instructions(game, gap))
    return Talk(notice, tuple(choices), _zones(gap))


def to_do(game: AnyGame, due: Sequence[Change]) -> Talk:
    """The game is ahead of the table: what hands have yet to do."""
    notice = Notice(NoticeKind.SAYING, say("Still to do"), _instructions(game, due))
    return Talk(notice, zones=_zones(due), aside=True)


def what_is_it(game: AnyGame, zone: Zone, tag: Tag, pieces: Sequence[Piece]) -> Talk:
    """Which piece is this label on? Likely ones come first."""
    if tag == UNREADABLE:
        heading = say("A label in {zone} cannot be read. Which piece is it?", zone=game.zone_name(zone))
    else:
        heading = say("Which piece in {zone} is it really?", zone=game.zone_name(zone))
    choices = tuple((game.piece_name(piece), Identify(zone, tag, piece)) for piece in pieces)
    return Talk(Notice(NoticeKind.QUESTION, heading), (*choices, (say("Leave it"), Dismiss())), frozenset((zone,)))


def doubled(tags: Sequence[Tag]) -> Talk:
    notice = Notice(
        NoticeKind.TROUBLE,
        say("One label, seen twice"),
        (say("{tags}: no label may lie on the table twice; take the copy away.", tags=tuple(map(verbatim, tags))),),
    )
    return Talk(notice)


def trouble(what: Text) -> Talk:
    notice = Notice(NoticeKind.TROUBLE, what, (say("The game goes on by touch; nothing recorded is lost."),))
    return Talk(notice, ((say("All right"), Dismiss()),))


def over(outcome: Outcome, scores: Sequence[Score], names: dict[str, str]) -> Talk:
    """The end of the evening: who won, by which rule, and the totals."""
    winners = tuple(verbatim(names.get(seat, seat)) for seat in outcome.winners)
    match len(winners):
        case 0:
            heading = say("A draw")
        case 1:
            heading = say("{winners} wins", winners=winners)
        case _:
            heading = say("{winners} win", winners=winners)
    ranking = sorted(scores, key=lambda score: -score.total)
    sheet = [line for score in ranking for line in _sheet(score, names.get(score.player, score.player))]
    notice = Notice(NoticeKind.SAYING, heading, (outcome.reason, *sheet), outcome.rule.text)
    return Talk(notice, ((say("A new evening"), Leave()),))


def _sheet(score: Score, name: str) -> Iterator[Text]:
    """A player's total, then where it comes from."""
    yield say("{name}: {total}", name=verbatim(name), total=marked(score.total, provisional=score.provisional))
    for line in score.lines:
        points = marked(line.points, provisional=line.provisional)
        yield say("{points} {why} ({rule})", points=points, why=line.why, rule=line.rule.id)


def _instructions(game: AnyGame, gap: Sequence[Change]) -> tuple[Text, ...]:
    lines = tuple(instructions(game, gap))
    rest = len(lines) - MANY
    return (*lines[:MANY], say("and {count} more", count=rest)) if rest > 0 else lines


def _piece(game: AnyGame, piece: Piece) -> Text:
    return say("unreadable label") if piece == UNREADABLE else game.piece_name(piece)


def _zones(gap: Sequence[Change]) -> frozenset[Zone]:
    return frozenset(change.zone for change in gap)
