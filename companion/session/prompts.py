"""What the companion says: findings in, notices with replies out. Pure; the session decides when to say it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import takewhile
from typing import Any

from companion.core.belief.hypothesis import Either, Hypothesis, Unfinished, hypotheses_of
from companion.core.belief.search import Ambiguous, Explained, Illegal
from companion.core.game import Action, Game, Outcome, Presentation, Seat
from companion.core.rules import Score
from companion.core.screen import (
    Button,
    Dismiss,
    Do,
    Identify,
    Inspect,
    Notice,
    NoticeKind,
    Open,
    Undo,
    ValueAsked,
)
from companion.core.screen_parts import Measure
from companion.core.table import UNREADABLE, Change, Crop, Piece, Tag, Zone
from companion.core.text import Opening, Text, and_list, comma_list, marked, say, say_plural, verbatim
from companion.core.winning import why_won
from companion.session.instructions import astray, instructions, piece_routes
from companion.session.order_of_play import Told
from companion.session.replies import Allow, AskWhich, Believe, LeaveAlone, Prompt, Reply, Restore, TakeBack, TrustTable

AnyGame = Game[Any, Any]

MANY = 12
"""Lines beyond this many are summed up: a notice is read from across the table."""

LONG_STORY = 3
"""Of stories of more actions than so many only that is told in which they differ, and once how all of them end."""

MISREAD = 5
"""So many suspect labels of a broken rule get a button of their own; the others are touched where they lie."""


def as_list(game: Presentation[Any, Any], now: Any, actions: Iterable[Action]) -> Text:
    """The actions as people say them, one after the other."""
    return comma_list(game.sentence(now, action) for action in actions)


def left_to_do(game: AnyGame, now: Any, found: Hypothesis[Any]) -> Prompt:
    """A story that leaves work for hands: shown at once, believed when the table rests."""
    notice = Notice(
        NoticeKind.SAYING,
        say("It looks like: {story}", story=as_list(game, now, found.actions)),
        (say("It counts when the table stays as it is for a moment."),),
    )
    return Prompt(notice, ((say("Yes"), Believe(found.actions)),))


def held(
    game: AnyGame,
    now: Any,
    found: Hypothesis[Any],
    latest: Sequence[Action] = (),
    as_it_went: Callable[[Hypothesis[Any]], Sequence[Told[Any]]] = lambda told: (((), told),),
) -> Prompt:
    """Pieces left their places and lie nowhere: somebody has them in his hand, or has thrown them away.

    `latest` are the latest actions, so many as any of the stories takes back. Each is believed as `as_it_went` tells.
    """
    lines, slip = _instructions(game, found.held), found.slip
    thrown = [
        (as_list(game, now, whole) if whole else _thrown(game, now, each, latest), Believe(way.actions, way.taken_back))
        for each in (*found.discarded, *found.fates)
        for whole, way in as_it_went(each)
    ]
    if slip is None:
        notice = Notice(NoticeKind.SAYING, say("In somebody's hand"), lines)
        return Prompt(notice, tuple(thrown), _zones(found.held), aside=True)
    action, broken = as_list(game, now, [slip.action]), slip.violation
    lines = (*lines, say("This may not be put away ({action}): {reason}", action=action, reason=broken.reason))
    notice = Notice(NoticeKind.SAYING, say("In somebody's hand"), lines, broken.rule.citation, broken.repair)
    return Prompt(notice, (*thrown, *_allowance(slip)), _zones(found.held), broken=broken.rule)


def unfinished(game: AnyGame, now: Any, found: Unfinished[Any]) -> Prompt:
    """A part of a legal action lies on the table: what it still lacks, and what is wrong with it as it is."""
    slip = found.slip.violation if found.slip is not None else None
    story = as_list(game, now, found.actions)
    notice = Notice(
        NoticeKind.SAYING,
        say("Not finished yet: {story}", story=story)
        if found.actions
        else say("Not all of it has been taken back yet"),
        (*_instructions(game, found.missing), *((slip.reason,) if slip is not None else ())),
        slip.rule.citation if slip is not None else None,
        slip.repair if slip is not None else None,
    )
    replies = ((say("Yes"), Believe(found.actions, found.taken_back)), *_allowance(found.slip))
    return Prompt(notice, replies, _zones(found.missing), broken=slip.rule if slip is not None else None)


def forgotten(game: AnyGame, now: Any, found: Hypothesis[Any]) -> Prompt:
    """A legal story in which somebody did what leaves no trace: said, and believed when play goes on from it."""
    notice = Notice(
        NoticeKind.SAYING,
        say("Did this happen before? {assumed}", assumed=as_list(game, now, found.assumed)),
        (*_told_beside(game, now, found), *_otherwise_broken(found.slip)),
        found.slip.violation.rule.citation if found.slip is not None else None,
    )
    replies = ((say("Yes"), Believe(found.actions)), (say("No"), TrustTable()))
    broken = found.slip.violation.rule if found.slip is not None else None
    asked = tuple((each.player, _in_question(game, now, each)) for each in found.assumed if each.player is not None)
    return Prompt(notice, replies, broken=broken, asked=asked)


def _told_beside(game: AnyGame, now: Any, found: Hypothesis[Any]) -> tuple[Text, ...]:
    return () if found.assumed == found.actions else (as_list(game, now, found.actions),)


def _in_question(game: Presentation[Any, Any], now: Any, action: Action) -> Text:
    return say("{action}?", action=game.sentence(now, action))


def _otherwise_broken(slip: Illegal[Any] | None) -> tuple[Text, ...]:
    return () if slip is None else (say("If not: {reason}", reason=slip.violation.reason),)


def otherwise(game: AnyGame, now: Any, found: Hypothesis[Any], kind: NoticeKind = NoticeKind.QUESTION) -> Prompt:
    """The latest decisions seem to have been others, though play has gone on since."""
    heading = say("Was it like this? {story}", story=as_list(game, now, found.actions))
    yes = Believe(found.actions, found.taken_back)
    return Prompt(Notice(kind, heading), ((say("Yes"), yes), (say("No"), TrustTable())))


def was_that_all(game: AnyGame, now: Any, found: Hypothesis[Any]) -> Prompt:
    """What shows on a pile to which nobody looked for a while; more may lie under it."""
    heading = say("While nobody looked: {story}. Was that all?", story=as_list(game, now, found.actions))
    replies = ((say("Yes, that was all"), Believe(found.actions, found.taken_back)), (say("No"), TrustTable()))
    put_right = Button(say("Put the whole table right"), Open("put right"), icon="hand-move")
    return Prompt(Notice(NoticeKind.SAYING, heading), replies, page=put_right)


def unlikely(game: AnyGame, now: Any, found: Hypothesis[Any]) -> Prompt:
    """A legal story that needs several decisions that nobody saw: better asked than believed."""
    *before, last = found.actions
    notice = Notice(
        NoticeKind.QUESTION,
        say("{last}: did the others do this before?", last=as_list(game, now, [last])),
        tuple(as_list(game, now, [action]) for action in before),
    )
    return Prompt(notice, ((say("Yes, it happened"), Believe(found.actions)), (say("No"), Restore())))


def _allowance(slip: Illegal[Any] | None) -> tuple[tuple[Text, Reply], ...]:
    if slip is None:
        return ()
    said = say("It is right as it lies") if slip.violation.provisional else say("We allow it")
    return ((said, Allow((*slip.actions, slip.action), slip.violation.rule.id)),)


def which(
    game: AnyGame,
    now: Any,
    found: Ambiguous[Any] | Either[Any],
    undone: Sequence[Action] = (),
    latest: Sequence[Action] = (),
) -> Prompt:
    """Several stories explain the table; so may the taking back of what was `undone`.

    `latest` are the latest actions, so many as one of the stories takes back: what another one keeps of them is told.
    """
    slips = [reading.slip for reading in found.readings if isinstance(reading, Hypothesis) and reading.slip is not None]
    slip = slips[0].violation if slips else None
    heading, none = say("What happened?"), say("None of these")
    whole = latest if all(reading.actions for reading in found.readings) else ()
    told, alike = _apart([_retold(reading, whole) for reading in found.readings])
    stories = [Believe(each.actions, each.taken_back) for each in hypotheses_of(found)]
    readings: list[tuple[Text, Reply]] = [*zip((_in_words(game, now, each) for each in told), stories, strict=True)]
    if undone:
        readings.append((say("Taken back: {story}", story=as_list(game, now, undone)), _taking_back(undone)))
    if slip is None:
        ends = (say("In any case, then: {story}", story=as_list(game, now, alike)),) if alike else ()
        return Prompt(Notice(NoticeKind.QUESTION, heading, ends), (*readings, (none, Restore())))
    notice = Notice(NoticeKind.SAYING, heading, _otherwise_broken(slips[0]), slip.rule.citation)
    return Prompt(notice, (*readings, (none, TrustTable())), broken=slip.rule)


def _retold(reading: Explained[Any] | Hypothesis[Any], latest: Sequence[Action]) -> tuple[Action, ...]:
    """What happened by it, the latest actions included that it keeps."""
    taken_back = reading.taken_back if isinstance(reading, Hypothesis) else len(latest)
    return (*latest[: max(0, len(latest) - taken_back)], *reading.actions) if reading.actions else ()


def _apart(stories: Sequence[tuple[Action, ...]]) -> tuple[Sequence[tuple[Action, ...]], tuple[Action, ...]]:
    """In what long stories differ, and how all of them end."""
    ends = [*takewhile(lambda actions: len({*actions}) == 1, zip(*map(reversed, stories), strict=False))]
    alike = min(len(ends), min(map(len, stories)) - 1) if max(map(len, stories)) > LONG_STORY else 0
    if alike < 1:
        return stories, ()
    return [story[:-alike] for story in stories], stories[0][-alike:]


def _thrown(game: AnyGame, now: Any, reading: Hypothesis[Any], latest: Sequence[Action]) -> Text:
    """What may have been put away; or what was made of it before was not done, and what followed stands."""
    undone = latest[len(latest) - reading.taken_back :]
    if len(undone) > 1 and not reading.actions:
        return say("Taken back: {story}", story=as_list(game, now, undone))
    stands = reading.actions and {*reading.actions} <= {*undone[1:]}
    return say("It was taken back") if stands else _in_words(game, now, reading.actions)


def _in_words(game: AnyGame, now: Any, actions: Sequence[Action]) -> Text:
    return as_list(game, now, actions) if actions else say("The latest move was taken back")


def untold(game: AnyGame, now: Any, slip: Illegal[Any], put_back: Reply, then: Do | None = None) -> Prompt:
    """Neither allowed nor forbidden: what is printed on a piece decides it, and nobody has told that yet."""
    broken = slip.violation
    reason = broken.reason
    notice = Notice(
        NoticeKind.QUESTION,
        say("What is printed there decides it: {action}", action=as_list(game, now, [slip.action])),
        (reason,),
        asks=ValueAsked(broken.untold, reason, then, slip.action),
    )
    allowed = Allow((*slip.actions, slip.action), broken.rule.id)
    replies = (say("Let it be so, tell it later"), allowed), (say("Put it back"), put_back)
    return Prompt(notice, replies, page=_value_page())


def _value_page() -> Button:
    return Button(say("Tell it"), Open("value"), key="confirm", icon="pencil")


def result_untold(questions: Sequence[str]) -> Prompt:
    """The game is over, and who has won rests on what nobody has told yet."""
    why = say("It decides who has won.")
    heading = say("The game is over, and what is printed decides who has won.")
    notice = Notice(NoticeKind.QUESTION, heading, (why,), asks=ValueAsked(tuple(questions), why))
    return Prompt(notice, page=_value_page())


def forbidden(game: AnyGame, now: Any, found: Illegal[Any], gap: Sequence[Change]) -> Prompt:
    """A move that breaks a rule: which, why, how to put it right, and every honest answer.

    The last one leads on, as it does wherever the table is in doubt: a label that is looked at leads back here.
    """
    if found.violation.untold:
        return untold(game, now, found, Restore())
    notice = Notice(
        NoticeKind.ILLEGAL,
        say("Not allowed: {action}", action=as_list(game, now, [found.action])),
        (found.violation.reason,),
        found.violation.rule.citation,
        found.violation.repair,
        measures=_measures(game, now, found),
    )
    replies: tuple[tuple[Text, Reply], ...] = (
        (say("We take it back"), Restore()),
        *_allowance(found),
        *_misread(game, gap),
        (say("That is not what happened"), TrustTable()),
    )
    way, tried = next(piece_routes(gap), None), found.action.player
    broken, said = found.violation.rule, str(notice.heading)
    # In the order in which the heading names them.
    changed = tuple(sorted(gap, key=lambda change: said.find(str(game.piece_name(change.piece))) % len(said)))
    about = _zones(gap), astray(gap)
    return Prompt(notice, replies, about[0], broken=broken, astray=about[1], way=way, tried=tried, changed=changed)


def _measures(game: AnyGame, now: Any, slip: Illegal[Any]) -> tuple[Measure, ...]:
    """The figures of the position in which the rule was broken."""
    before = reduce(game.apply, slip.actions, now)
    return tuple(game.measures(before, slip.action, slip.violation.rule))


def _misread(game: AnyGame, gap: Sequence[Change]) -> tuple[tuple[Text, Reply], ...]:
    """What came to lie where it was not: the label on it may have been read wrongly."""
    suspects = [Inspect(change.zone, change.piece) for change in _suspects(gap)][:MISREAD]
    if len(suspects) == 1:
        return ((say("A label is misread"), suspects[0]),)
    return tuple((_is_misread(game, suspect), suspect) for suspect in suspects)


def _suspects(gap: Sequence[Change]) -> list[Change]:
    return [change for change in gap if change.delta > 0 and change.piece != UNREADABLE]


def _is_misread(game: Presentation[Any, Any], label: Inspect) -> Text:
    what, where = game.piece_name(label.piece), game.zone_name(label.zone)
    return Opening(say("{piece} in {zone} is misread", piece=what, zone=where))


def refused(game: AnyGame, now: Any, slip: Illegal[Any], back: Text) -> Prompt:
    """The answer to a finger that asked for what the rules forbid: nothing of it has been done.

    `back` leaves it at that; a rule may be set aside for it.
    """
    broken = slip.violation
    if broken.untold:
        return untold(game, now, slip, Dismiss(), Do(slip.action) if broken.again else None)
    notice = Notice(
        NoticeKind.REFUSED,
        say("Not allowed: {action}", action=as_list(game, now, [slip.action])),
        (broken.reason,),
        broken.rule.citation,
        broken.repair,
        measures=_measures(game, now, slip),
    )
    replies = (back, Dismiss()), *_allowance(slip)
    return Prompt(notice, replies, broken=broken.rule, tried=slip.action.player)


def taken_back(game: AnyGame, now: Any, actions: Sequence[Action]) -> Prompt:
    """The table looks as it did before these actions."""
    as_before = say("The table looks as it did before: {story}", story=as_list(game, now, actions))
    notice = Notice(NoticeKind.QUESTION, say("Taken back?"), (as_before,))
    return Prompt(notice, ((say("Yes, taken back"), _taking_back(actions)), (say("No"), TrustTable())))


def _taking_back(actions: Iterable[Action]) -> TakeBack:
    return TakeBack(sum(1 for action in actions if action.player is not None))


def disagreement(game: AnyGame, gap: Sequence[Change], restoring: bool) -> Prompt:
    """Table and game disagree: the list of differences, as instructions, and every way out."""
    heading = say("Put the table back") if restoring else say("Table and game disagree")
    replies: list[tuple[Text, Reply]] = [(say("Undo the last move"), Undo())]
    if restoring:
        replies = [(say("The table is right"), TrustTable())]
    suspects = [Inspect(change.zone, change.piece) for change in _suspects(gap)]
    if len(suspects) > 1:
        replies.append((say("A label is misread"), AskWhich(tuple(suspects))))
    else:
        replies += [(_is_misread(game, suspect), suspect) for suspect in suspects]
    replies.append((say("Leave it and play on"), LeaveAlone()))
    notice = Notice(NoticeKind.DISAGREE, heading, _instructions(game, gap))
    return Prompt(notice, tuple(replies), _zones(gap), astray=astray(gap))


def to_do(game: AnyGame, pending: Sequence[Change]) -> Prompt:
    """The game is ahead of the table: what hands have yet to do."""
    notice = Notice(NoticeKind.SAYING, say("Still to do"), _instructions(game, pending))
    return Prompt(notice, zones=_zones(pending), aside=True, astray=astray(pending))


def what_is_it(
    game: Presentation[Any, Any],
    zone: Zone,
    believed: Piece,
    label: tuple[Tag, Crop | None],
    pieces: Mapping[Piece, Text | None],
) -> Prompt:
    """Which piece is this label on? Likely ones come first, with what speaks for them.

    `believed` is the piece that was touched, or UNREADABLE; `label` its tag and how the camera saw it.
    """
    tag, crop = label
    heading: Text
    if believed == UNREADABLE:
        heading = say("A label in {zone} cannot be read. Which piece is it?", zone=game.zone_name(zone))
    else:
        piece = game.piece_name(believed)
        heading = Opening(say("{piece} in {zone}: which piece is it really?", piece=piece, zone=game.zone_name(zone)))
    replies = tuple((Opening(game.piece_name(piece)), Identify(zone, tag, piece)) for piece in pieces)
    return Prompt(
        Notice(NoticeKind.QUESTION, heading, crop=crop),
        (*replies, (say("Leave it"), Dismiss())),
        frozenset((zone,)),
        reasons=tuple(pieces.values()),
    )


def over(outcome: Outcome, scores: Sequence[Score], names: Mapping[Seat, str]) -> Prompt:
    """The end of the evening: who won, by which rule, and the totals."""
    winners = and_list(verbatim(names.get(seat, seat)) for seat in outcome.winners)
    count = len(outcome.winners)
    heading = say_plural("{winners} wins", "{winners} win", count, winners=winners) if count else say("A draw")
    ranking = sorted(scores, key=lambda score: -score.total)
    sheet = [
        line
        for score in ranking
        for line in _sheet(score, score.side or verbatim(names.get(score.player, score.player)))
    ]
    notice = Notice(NoticeKind.SAYING, heading, (why_won(outcome, ranking), *sheet), outcome.rule.citation)
    result = Button(say("The result"), Open("result"), key="confirm", icon="chart-bar")
    return Prompt(notice, page=result)


def _sheet(score: Score, name: Text) -> Iterator[Text]:
    """A player's total, then where it comes from."""
    yield say("{name}: {total}", name=name, total=marked(score.total, provisional=score.provisional))
    for line in score.lines:
        points = marked(line.points, provisional=line.provisional)
        yield say("{points} {why} ({rule})", points=points, why=line.why, rule=line.rule.id)


def _instructions(game: AnyGame, gap: Sequence[Change]) -> tuple[Text, ...]:
    lines = tuple(instructions(game, gap))
    rest = len(lines) - MANY
    return (*lines[:MANY], say_plural("and {count} more", "and {count} more", rest)) if rest > 0 else lines


def _zones(gap: Sequence[Change]) -> frozenset[Zone]:
    return frozenset(change.zone for change in gap)
