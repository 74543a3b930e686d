"""How a turn begins by touch: what is drawn, and what mostly follows it, as one touch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from companion.core.game import Seat
from companion.core.screen import Button, Select
from companion.core.selection import Pick
from companion.core.text import Text, say
from companion.games.inwo import actions as act
from companion.games.inwo import candidates
from companion.games.inwo.board import next_seat
from companion.games.inwo.button_texts import reminded
from companion.games.inwo.rules import apply, broken
from companion.games.inwo.screen_attack import done_with
from companion.games.inwo.state import Phase, State

DRAWN = "drawn"
"""What is picked where a card is brought into play by whoever has drawn first."""

_WORDS = {
    0: (
        say("Draw"),
        say("Draw, bring a card into play"),
        say("Draw, lay tokens"),
        say("Draw, lay tokens, knock"),
    ),
    1: (
        say("{who} draws"),
        say("{who} draws, brings a card into play"),
        say("{who} draws, lays tokens"),
        say("{who} draws, lays tokens, knocks"),
    ),
    2: (
        say("Knock; {who} draws"),
        say("Knock; {who} draws, brings a card into play"),
        say("Knock; {who} draws, lays tokens"),
    ),
}
"""What one touch does at the beginning of a turn, by how much comes before it."""


def drawing(state: State) -> Seat:
    """Whose turn begins, or is next."""
    return next_seat(state) if state.phase in {Phase.MAIN, Phase.KNOCKED} else state.on_turn


def until_drawn(state: State) -> tuple[Sequence[act.Action], State]:
    """All that is done until the next drawing is over, and the state then; nothing where the first is not allowed."""
    seat, before = drawing(state), list[act.Decision]()
    if state.phase is Phase.MAIN:
        before.append(act.Knock(state.on_turn))
    if state.phase in {Phase.MAIN, Phase.KNOCKED}:
        before.append(act.Begin(seat))
    if before and broken(state, before[0]) is not None:
        return (), state
    now, draws = reduce(apply, before, state), list[act.Action]()
    for draw in (act.DrawPlot(seat), act.DrawGroup(seat)):
        if broken(now, draw) is None:
            draws, now = [*draws, draw], apply(now, draw)
    return (*before, *draws), now


def drawn_at_once(state: State) -> Sequence[Button]:
    """A turn as most begin, in one touch, and a whole one in which nothing else is done.

    Not by the ivory button: what it ends could still be used by laying a card.
    """
    done, now = until_drawn(state)
    draws = [each for each in done if isinstance(each, act.DrawPlot | act.DrawGroup)]
    before, seat = len(done) - len(draws), drawing(state)
    lays, knocks = act.Proceed(seat), act.Knock(seat)
    brings = any(broken(now, way) is None for way in candidates.arrivals(now, seat))
    can_lay = broken(now, lays) is None
    can_knock = can_lay and broken(apply(now, lays), knocks) is None
    if not done:
        return [Button(say("Lay tokens, knock"), done_with(state, [lays, knocks]))] if can_knock else []
    ways = (
        len(done) > max(1, before) and done_with(state, done),
        bool(draws) and brings and Select(Pick(DRAWN, "", seat)),
        can_lay and done_with(state, [*done, lays]),
        can_knock and done_with(state, [*done, lays, knocks]),
    )
    found = []
    for name, intent in zip(_WORDS[before], ways, strict=False):
        if intent:
            words: Text = name.fill(who=state.player(seat).name)
            for draw in draws:
                words = reminded(now, seat, words, groups=isinstance(draw, act.DrawGroup))
            found.append(Button(words, intent))
    return found
