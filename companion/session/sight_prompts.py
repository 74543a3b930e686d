"""What is said of what the camera cannot see, sees twice or reads wrongly, and of a camera that does not work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.core.game import Game, Presentation
from companion.core.screen import Dismiss, Inspect, Notice, NoticeKind
from companion.core.table import Change, Tag, Zone
from companion.core.text import Opening, and_list, say, say_plural, verbatim
from companion.session.messages import Trouble
from companion.session.replies import MissUnseen, Prompt, StillThere

AnyGame = Game[Any, Any]

NAMED = 3
"""Of so many pieces that are not seen each may be said to have gone: more leave the question no room."""

COVERED = 4
"""So many zones that are out of sight are named."""


def not_seen(game: Presentation[Any, Any], lacking: Sequence[Change]) -> Prompt:
    """Labels that no look has shown since the camera watches, though nobody was at them: asked once, calmly."""
    count = sum(-change.delta for change in lacking)
    lines = tuple(
        say_plural(
            "The label of {piece} in {zone} cannot be seen.",
            "The labels of {count} {piece} in {zone} cannot be seen.",
            -change.delta,
            piece=game.piece_name(change.piece),
            zone=game.zone_name(change.zone),
        )
        for change in lacking
    )
    notice = Notice(NoticeKind.SAYING, say_plural("Is it still there?", "Are they still there?", count), lines)
    gone = [MissUnseen((each.zone, each.piece)) for each in lacking]
    each_gone = [
        say_plural("{piece} has gone", "{count} {piece} have gone", -each.delta, piece=game.piece_name(each.piece))
        for each in lacking
    ]
    some = zip(each_gone, gone, strict=True) if 1 < len(lacking) <= NAMED else ()
    none = gone[0] if len(lacking) == 1 else MissUnseen()
    replies = ((say("Yes"), StillThere()), (say("No"), none), *some)
    return Prompt(notice, replies, frozenset(change.zone for change in lacking))


def out_of_sight(game: Presentation[Any, Any], zones: Sequence[Zone]) -> Prompt:
    """Something has lain over these zones for a while: nothing that happens there can be seen."""
    places, more = and_list(game.zone_name(zone) for zone in zones[:COVERED]), len(zones) - COVERED
    lines = (say_plural("and {count} more", "and {count} more", more),) if more > 0 else ()
    heading = say("Something is covering {places}", places=places)
    return Prompt(Notice(NoticeKind.SAYING, heading, lines), zones=frozenset(zones), aside=True)


def with_face_down(game: Presentation[Any, Any], prompt: Prompt, zones: Sequence[Zone]) -> Prompt:
    """A card that lies face down in a zone of which something is said, one of `zones`, may be what is missing there."""
    if not zones:
        return prompt
    line = say_plural(
        "A card lies face down in {places}: turn it over.",
        "Cards lie face down in {places}: turn them over.",
        len(zones),
        places=and_list(game.zone_name(zone) for zone in dict.fromkeys(zones)),
    )
    return replace(prompt, notice=replace(prompt.notice, lines=(*prompt.notice.lines, line)))


def doubled(tags: Sequence[Tag]) -> Prompt:
    notice = Notice(
        NoticeKind.TROUBLE,
        say("One label, seen twice"),
        (
            say_plural(
                "{tags}: no label may lie on the table twice; take the copy away.",
                "{tags}: no label may lie on the table twice; take the copies away.",
                len(tags),
                tags=and_list(map(verbatim, tags)),
            ),
        ),
    )
    return Prompt(notice)


def which_is_misread(game: Presentation[Any, Any], labels: Sequence[Inspect]) -> Prompt:
    """Of several labels that lie where they should not, which one is on another piece?"""
    replies = tuple(
        (Opening(say("{piece} in {zone}", piece=game.piece_name(label.piece), zone=game.zone_name(label.zone))), label)
        for label in labels
    )
    notice = Notice(NoticeKind.QUESTION, say("Which label is misread?"))
    return Prompt(notice, (*replies, (say("Leave it"), Dismiss())), frozenset(label.zone for label in labels))


def trouble(found: Trouble) -> Prompt:
    """What does not work."""
    assert found.what is not None, "what works is no trouble"
    calm = () if found.is_lost else (say("The game goes on by touch; nothing recorded is lost."),)
    return Prompt(Notice(NoticeKind.TROUBLE, found.what, calm), ((say("All right"), Dismiss()),))
