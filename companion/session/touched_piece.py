"""A piece that was touched, or drawn with a finger to where it lies really: what that may be, or what forbids it.

No camera has to see it, and no rule has to be known: what a finger shows is found among what hands could do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any

from companion.core.action import SEATS
from companion.core.belief.search import Illegal
from companion.core.evidence import Evidence
from companion.core.game import Action, Game, Presentation, Rules, violation
from companion.core.piece_sheet import Offer
from companion.core.screen import Dismiss, Do, Drag, Inspect, Notice, NoticeKind
from companion.core.table import Piece, TableSnapshot, Zone, diff, owner
from companion.core.text import NOTHING, Text, or_list, say
from companion.session import prompts
from companion.session.instructions import PieceRoute
from companion.session.replies import Prompt

AnyGame = Game[Any, Any]

MOST_CLOSED = 3
"""Of what cannot be done with a piece so much is said, with its reason."""

ASKED = 400
"""So many candidates are tried out for one touch: a finger waits for the answer."""


def what_to_do_with_it(game: AnyGame, now: Any, place: Inspect) -> Prompt:
    """What can be done with a piece that was touched, or why nothing can."""
    lying = game.table(now).zones.get(place.zone, ()).count(place.piece)
    each = (_taking(game, now, place.zone, (place.piece,) * count) for count in range(1, lying + 1))
    legal, refused = _weighed(game, now, chain.from_iterable(each))
    sheet = game.sheet(now, place.zone, place.piece)
    what = {"piece": game.piece_name(place.piece), "zone": game.zone_name(place.zone)}
    if legal:
        heading = say("{piece} in {zone}: what is done with it?", **what)
        offers = _offers(game, now, legal)
        closed = _closed(game, now, refused, {offer.title for offer, _ in offers})
        shown = replace(sheet, offers=tuple(offer for offer, _ in offers), closed=closed)
        notice = Notice(NoticeKind.QUESTION, heading, detail=shown)
        replies = [(offer.title, Do(action)) for offer, action in offers]
        return Prompt(notice, (*replies, _leave_it()), frozenset((place.zone,)))
    zones, way = frozenset((place.zone,)), PieceRoute(place.piece, place.zone)
    heading = say("{piece} in {zone}: nothing can be done with it now.", **what)
    why = (sheet.why_not,) if sheet.why_not != NOTHING else ()
    if not refused:
        why = why or (say("Nothing can be done with it right now; “Do” lists everything that can."),)
        return Prompt(Notice(NoticeKind.REFUSED, heading, why), (_leave_it(),), zones, way=way)
    broken = refused[0].violation
    notice = Notice(NoticeKind.REFUSED, heading, why or (broken.reason,), rule=broken.rule.citation)
    return Prompt(notice, (_leave_it(),), zones, broken=broken.rule, way=way)


def _offers(game: Presentation[Any, Any], now: Any, legal: Sequence[Action]) -> list[tuple[Offer, Action]]:
    """What reads the same is offered once."""
    said = {(game.offer(now, action), game.sentence(now, action)): action for action in reversed(legal)}
    return [(offer, action) for (offer, _), action in reversed(said.items())]


def _closed(
    game: Presentation[Any, Any], now: Any, refused: Sequence[Illegal[Action]], titles: Collection[Text]
) -> tuple[Offer, ...]:
    """What else people might want to do with it, each with the reason against it."""
    found: dict[Text, Offer] = {}
    for each in refused:
        offer = game.offer(now, each.action)
        if offer.title not in titles and len(found) < MOST_CLOSED:
            found.setdefault(offer.title, replace(offer, second=each.violation.reason))
    return tuple(found.values())


def what_brings_it_there(game: AnyGame, now: Any, drag: Drag) -> Action | Prompt:
    """The one action that does what the finger has shown; else which of several, or the rule that is against it.

    Where the finger may have meant several pieces, only what brings all of them there is done without being asked.
    A rule may be set aside for it: so people put right what the companion believes, with the rules or without.
    """
    lying = game.table(now).zones.get(drag.source, ())
    meant = frozenset((drag.piece,) if drag.piece else lying)
    legal, illegal = _tried(game, now, _bringing(game, now, drag, meant))
    if not legal and illegal is None and (paid := _paid_for(game, now, drag)) is not None:
        return paid
    zones = frozenset((drag.source, drag.target))
    onto = game.drawn_onto(now, drag.source, drag.piece, drag.target) if drag.piece and not legal else ()
    if len(onto) == 1 and isinstance(only := onto[0].intent, Do) and not only.then:
        return only.action
    if onto:
        ways = [(way.label, way.intent) for way in onto if isinstance(way.intent, Do)]
        heading = say("{piece}: what does it do there?", piece=game.piece_name(drag.piece))
        return Prompt(Notice(NoticeKind.QUESTION, heading, chooses=True), (*ways, _leave_it()), zones)
    # What lies beneath others is on the screen, and not on what the camera can see of the table.
    dragged = [piece for piece in dict.fromkeys(lying) if piece in meant] or sorted(meant)
    piece = or_list([game.piece_name(each) for each in dragged])
    if len(legal) == 1 and _brought(game, now, legal[0], drag) == meant:
        return legal[0]
    if legal:
        heading = say("{piece} in {zone}: what is done with it?", piece=piece, zone=game.zone_name(drag.source))
        return _which(game, now, heading, legal, drag.source)
    way = PieceRoute(drag.piece, drag.source, drag.target) if drag.piece else None
    put_back = say("Put it back")
    if illegal is None:
        if drag.target in {*SEATS}:
            heading = say("No move brings {piece} before {seat} by itself.", piece=piece, seat=drag.target)
        else:
            target = game.zone_name(drag.target)
            heading = say("No move brings {piece} to {target} by itself.", piece=piece, target=target)
        hint = say("Touch the piece to see what can be done with it, or go back in the history.")
        return Prompt(Notice(NoticeKind.REFUSED, heading, (hint,)), ((put_back, Dismiss()),), zones, way=way)
    return replace(prompts.refused(game, now, illegal, put_back), zones=zones, way=way)


def _paid_for(game: AnyGame, now: Any, drag: Drag) -> Action | Prompt | None:
    """What takes the pieces away from both ends: a pile that was drawn onto what it pays for. None if nothing does."""
    lying = game.table(now).zones.get(drag.source, ())
    if not drag.piece or not game.table(now).zones.get(drag.target):
        return None
    each = (_taking(game, now, drag.source, (drag.piece,) * count) for count in range(1, lying.count(drag.piece) + 1))
    both = (
        action for action in chain.from_iterable(each) if _gone_from(game, now, action) >= {drag.source, drag.target}
    )
    legal, _ = _tried(game, now, both)
    if len(legal) == 1:
        return legal[0]
    what = {"piece": game.piece_name(drag.piece), "zone": game.zone_name(drag.source)}
    heading = say("{piece} in {zone}: what is done with it?", **what)
    return _which(game, now, heading, legal, drag.source) if legal else None


def _gone_from(game: AnyGame, state: Any, action: Action) -> set[Zone]:
    changes = diff(game.table(state), game.table(game.apply(state, action)))
    return {change.zone for change in changes if change.delta < 0}


def _leave_it() -> tuple[Text, Dismiss]:
    return say("Leave it"), Dismiss()


def _which(game: Presentation[Any, Any], now: Any, heading: Text, ways: Sequence[Action], zone: Zone) -> Prompt:
    """What reads the same is offered once."""
    said = {game.sentence(now, action): Do(action) for action in reversed(ways)}
    notice = Notice(NoticeKind.QUESTION, heading, chooses=True)
    return Prompt(notice, (*reversed(said.items()), _leave_it()), frozenset((zone,)))


def _tried(game: AnyGame, state: Any, actions: Iterator[Action]) -> tuple[list[Action], Illegal[Action] | None]:
    """Those that are legal; where there is none, the first that is not."""
    legal, refused = _weighed(game, state, actions)
    return legal, None if legal else next(iter(refused), None)


def _weighed(
    game: Rules[Any, Any], state: Any, actions: Iterator[Action]
) -> tuple[list[Action], list[Illegal[Action]]]:
    """Those that are legal, and the others with what they break."""
    legal, refused = list[Action](), list[Illegal[Action]]()
    for action in islice(actions, ASKED):
        found = violation(game, state, action)
        if found is None or found.untold:  # What is untold is asked once it is wished for.
            legal.append(action)
        else:
            refused.append(Illegal((), action, found))
    return legal, refused


def _bringing(game: AnyGame, state: Any, drag: Drag, meant: frozenset[Piece]) -> Iterator[Action]:
    """What players could do, legal or not, that brings there what the finger may have meant, and nothing else."""
    zones = game.table(state).zones
    targets = [zone for zone in zones if owner(zone) == drag.target] if drag.target in {*SEATS} else [drag.target]
    found = dict.fromkeys(
        action
        for piece in sorted(meant)
        for target in targets
        for action in _taking(game, state, drag.source, (piece,), target)
        if _goes_that_way(game, state, action, drag.source, target)
    )
    return (action for action in found if _brought(game, state, action, drag) <= meant)


def _brought(game: AnyGame, state: Any, action: Action, drag: Drag) -> frozenset[Piece]:
    """The kinds that an action takes from the one place to the other."""
    changes = diff(game.table(state), game.table(game.apply(state, action)))
    gone = {change.piece for change in changes if change.zone == drag.source and change.delta < 0}
    come = (change for change in changes if change.delta > 0 and drag.target in (change.zone, owner(change.zone)))
    return frozenset(change.piece for change in come) & gone


def _goes_that_way(game: AnyGame, state: Any, action: Action, source: Zone, target: Zone) -> bool:
    """Not the other way round: where only the tops of piles show, these may have changed places by either."""
    before, after = game.pile_heights(state), game.pile_heights(game.apply(state, action))
    is_lower = source not in before or after[source] < before[source]
    return is_lower and (target not in before or after[target] > before[target])


def _taking(
    game: AnyGame, state: Any, zone: Zone, pieces: tuple[Piece, ...], target: Zone | None = None
) -> Iterator[Action]:
    """What players could do, legal or not, so that these equal pieces no longer lie in the zone, but in the target."""
    before, piece = game.table(state), pieces[0]
    lying = Counter(before.zones.get(zone, ()))
    if lying[piece] < len(pieces) or game.outcome(state) is not None:
        return
    shown = {**before.zones, zone: tuple(sorted((lying - Counter(pieces)).elements()))}
    if target is not None:
        shown[target] = tuple(sorted((*before.zones.get(target, ()), *pieces)))
    for action in game.candidates_for(state, Evidence.between(before, TableSnapshot(shown))):
        if action.player is None:
            continue
        changes = diff(before, game.table(game.apply(state, action)))
        gone = {change.zone for change in changes if change.piece == piece and change.delta < 0}
        come = {change.zone for change in changes if change.piece == piece and change.delta > 0}
        if zone in gone and (target is None or target in come):
            yield action
