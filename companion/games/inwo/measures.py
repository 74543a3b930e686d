"""The position's own figures behind a refusal: what each Group of a player can do, and what it would give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.rules import Statement
from companion.core.screen_parts import Measure, meant_first
from companion.core.table import Piece
from companion.core.text import Text, say, say_plural, verbatim
from companion.games.inwo import actions as act
from companion.games.inwo.board import tokens_on
from companion.games.inwo.candidates import open_arrows
from companion.games.inwo.card_values import power
from companion.games.inwo.rules_preconditions import title
from companion.games.inwo.state import Phase, State
from companion.games.inwo.strength import help_points


def measures(state: State, action: act.Action, broken: Statement) -> tuple[Measure, ...]:
    """What the position says of what was refused.

    Of an attack, or of help in one, every own Group: whether it may act, and with how much. Of an automatic takeover
    the stages of the turn; in its own stage, which Groups have room for a puppet.
    """
    match action:
        case act.GiveHelp() if state.attack is not None:
            return _able_first(_helpers(state, action))
        case act.DeclareAttack():
            return _able_first(_attackers(state, action))
        case act.TakeOver() if state.phase is not Phase.TAKEOVER:
            return tuple(_stages(state))
        case act.TakeOver():
            return _able_first(_masters(state, action))
        case _:
            return ()


STAGES = (
    (Phase.PLOTS, say("Draw a Plot")),
    (Phase.GROUPS, say("Draw a Group card")),
    (Phase.TAKEOVER, say("Automatic takeover")),
    (Phase.MAIN, say("Lay the tokens, then act")),
)
"""A turn from its beginning on (INWO-28)."""


def _stages(state: State) -> Iterator[Measure]:
    """Those before the present one are over."""
    phases = [phase for phase, _ in STAGES]
    here = phases.index(state.phase) if state.phase in phases else len(phases)
    words = say("is over"), say("now"), say("still to come")
    for number, (phase, name) in enumerate(STAGES):
        verdict = words[(number >= here) + (number > here)]
        yield Measure(name, number >= here, verdict, icon=ICONS[phase], meant=phase is Phase.TAKEOVER)


ICONS = {Phase.PLOTS: "play-card", Phase.GROUPS: "cards", Phase.TAKEOVER: "user-plus", Phase.MAIN: "bolt"}


def _masters(state: State, action: act.TakeOver) -> Iterator[Measure]:
    free = Counter(card for card, _ in open_arrows(state, action.player))
    for group in _groups(state, action.player):
        count = free[group]
        verdict = say_plural("{count} free arrow", "{count} free arrows", count) if count else say("no free arrow")
        yield _group(state, group, verdict, enough=count > 0, meant=group == action.master)


def _able_first(found: Iterator[Measure]) -> tuple[Measure, ...]:
    """Behind what was refused those that would do, the strongest first."""
    return meant_first(sorted(found, key=lambda measure: not measure.enough))


def _helpers(state: State, action: act.GiveHelp) -> Iterator[Measure]:
    attack = state.open_attack
    for group in _groups(state, action.player):
        gives = help_points(state, attack, action.player, group, action.role)
        if not tokens_on(state, action.player, group):
            enough, verdict = False, say("its token is spent")
        else:
            enough, verdict = gives > 0, say("would give {points}", points=gives) if gives else say("gives nothing")
        yield _group(state, group, verdict, enough=enough, meant=group == action.card)


def _attackers(state: State, action: act.DeclareAttack) -> Iterator[Measure]:
    for group in _groups(state, action.player):
        ready = tokens_on(state, action.player, group) > 0
        verdict = say("may still act") if ready else say("its token is spent")
        yield _group(state, group, verdict, enough=ready, meant=group == action.attacker)


def _groups(state: State, seat: str) -> list[Piece]:
    """The player's Groups, the most powerful first."""
    groups = [placed.card for placed in state.player(seat).structure]
    return sorted(groups, key=lambda card: -power(state, card))


def _group(state: State, group: Piece, verdict: Text, *, enough: bool, meant: bool) -> Measure:
    return Measure(title(state, group), enough, verdict, verbatim(str(power(state, group))), "users", meant=meant)
