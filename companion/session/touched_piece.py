"""What can be done with a piece that was touched where no camera sees it; and where nothing can, which rule says so."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from companion.core.evidence import Evidence
from companion.core.game import Action, Game, violation
from companion.core.rules import Violation
from companion.core.screen import Dismiss, Do, Inspect, Notice, NoticeKind
from companion.core.table import Change, Piece, TableSnapshot, Zone, diff
from companion.core.text import say
from companion.session.prompts import Prompt

AnyGame = Game[Any, Any]

ASKED = 400
"""So many candidates are tried out for one touch: a finger waits for the answer."""


def what_to_do_with_it(game: AnyGame, now: Any, place: Inspect) -> Prompt:
    """What can be done with a piece that was touched, or why nothing can."""
    ways, refusal = ways_with(game, now, place.zone, place.piece)
    what = {"piece": game.piece_name(place.piece), "zone": game.zone_name(place.zone)}
    close = say("Leave it"), Dismiss()
    if ways:
        said = {game.sentence(now, action): Do(action) for action in reversed(ways)}  # What reads the same, once.
        replies = tuple(reversed(said.items()))
        notice = Notice(NoticeKind.QUESTION, say("{piece} in {zone}: what is done with it?", **what))
        return Prompt(notice, (*replies, close), frozenset((place.zone,)))
    heading = say("{piece} in {zone}: nothing can be done with it now.", **what)
    if refusal is None:
        return Prompt(Notice(NoticeKind.SAYING, heading), (close,), frozenset((place.zone,)))
    notice = Notice(NoticeKind.SAYING, heading, (refusal.reason, refusal.rule.sentence), rule=refusal.rule.citation)
    return Prompt(notice, (close,), frozenset((place.zone,)), broken=refusal.rule)


def ways_with(game: AnyGame, state: Any, zone: Zone, piece: Piece) -> tuple[list[Action], Violation | None]:
    """The legal actions that take the piece from there; where there is none, what speaks against the first."""
    legal, refusal = list[Action](), None
    for action in islice(_taking(game, state, zone, piece), ASKED):
        found = violation(game, state, action)
        if found is None:
            legal.append(action)
        refusal = refusal or found
    return legal, None if legal else refusal


def _taking(game: AnyGame, state: Any, zone: Zone, piece: Piece) -> Iterator[Action]:
    """What players could do, legal or not, so that one of the pieces no longer lies in the zone."""
    before = game.table(state)
    lying = list(before.zones.get(zone, ()))
    if piece not in lying or game.outcome(state) is not None:
        return
    lying.remove(piece)
    without = TableSnapshot({**before.zones, zone: tuple(lying)})
    for action in game.candidates_for(state, Evidence.between(before, without)):
        if action.player is not None and any(
            _takes(change, zone, piece) for change in diff(before, game.table(game.apply(state, action)))
        ):
            yield action


def _takes(change: Change, zone: Zone, piece: Piece) -> bool:
    return change.zone == zone and change.piece == piece and change.delta < 0
