"""An attack announced from the list of what can be done: with which Group, against which, and to what end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from companion.core.game import Seat
from companion.core.screen import Button, Do, Forbidden, Notice, Select, forbidden, question
from companion.core.selection import Pick, Selection
from companion.core.table import Piece, Zone, owner
from companion.core.text import Text, say
from companion.games.inwo import actions as act
from companion.games.inwo import candidates
from companion.games.inwo.button_texts import button
from companion.games.inwo.rules import apply, broken, rests_on_untold
from companion.games.inwo.screen_attack import nobody_adds
from companion.games.inwo.state import State
from companion.games.inwo.table import table

ATTACK, ATTACKER, TARGET = "attack", "attacker", "target"
"""What is picked on the way to an attack: that there is to be one, who leads it, and against which Group."""


@lru_cache(maxsize=4)
def _declarations(state: State, seat: Seat) -> Sequence[act.DeclareAttack]:
    """The attacks that this player may announce now."""
    ways = (a for a in candidates.declarations(state, seat) if isinstance(a, act.DeclareAttack))
    return tuple(way for way in ways if broken(state, way) is None or rests_on_untold(state, way))


def attack_button(state: State, seat: Seat) -> Button:
    """The way to an attack; where there is none, the reason."""
    can = bool(_declarations(state, seat))
    why_not = None if can else _why_not(state, seat)
    return Button(say("Attack"), Select(Pick(ATTACK, "", seat)), "", can, why_not, icon="target-arrow")


def _why_not(state: State, seat: Seat) -> Text | Forbidden | None:
    way = next(candidates.declarations(state, seat), None)
    if way is not None:
        return forbidden(broken(state, way))
    if any(placed.tokens for placed in state.player(seat).structure):
        return say("There is no Group to attack.")
    return say("No Group has a token to attack with.")


def declaring(state: State, selection: Selection) -> Notice | None:
    """What is asked next on the way to an attack; None where what was picked leads to none."""
    pick, seat = selection.latest, state.on_turn
    if pick is None or pick.kind not in {ATTACK, ATTACKER, TARGET} or pick.seat != seat or state.attack is not None:
        return None
    ways = _declarations(state, seat)
    attacker, target = selection.of(ATTACKER), selection.of(TARGET)
    if attacker is None:
        leaders = dict.fromkeys(way.attacker for way in ways)
        answers = [Button(state.card(card).title, Select(Pick(ATTACKER, card, seat))) for card in leaders]
        asked = say("Which Group of {who} attacks?", who=state.player(seat).name)
    elif target is None:
        found: dict[Piece, list[act.DeclareAttack]] = {}
        for way in (way for way in ways if way.attacker == attacker.what):
            found.setdefault(way.target, []).append(way)
        targets = sorted(found, key=lambda card: state.controller(card) == seat)  # his own come last
        answers = [
            Button(
                _where(state, card), Do(found[card][0]) if len(found[card]) == 1 else Select(Pick(TARGET, card, seat))
            )
            for card in targets
        ]
        asked = say("{card}: which Group does it attack?", card=_title(state, attacker.what))
    else:
        ends = [way for way in ways if (way.attacker, way.target) == (attacker.what, target.what)]
        answers = list(announcements(state, ends))
        asked = say("{card}: to which end is it attacked?", card=_title(state, target.what))
    return question(asked, answers, selection) if answers else None


def announcements(state: State, ways: Sequence[act.DeclareAttack]) -> Iterator[Button]:
    """Each to be announced, and before it all that it takes where nobody has anything to add."""
    for way in ways:
        announced = button(state, way)
        if broken(state, way) is None:
            yield Button(say("{attack}; nobody adds anything", attack=announced.label), done_at_once(state, way))
        yield announced


def done_at_once(state: State, way: act.DeclareAttack) -> Do:
    after = apply(state, way)
    return Do(way, tuple(nobody_adds(after)) if after.attack is not None else ())


def drawn_onto(state: State, source: Zone, card: Piece, target: Zone) -> Sequence[Button]:
    """A Group of the player on turn attacks the one onto which it is drawn."""
    seat, lying = state.on_turn, table(state).zones.get(target, ())
    if state.attack is not None or owner(source) != seat:
        return ()
    ways = [way for way in _declarations(state, seat) if way.attacker == card and way.target in lying]
    return list(announcements(state, ways))


def _title(state: State, card: Piece) -> Text | str:
    return state.card(card).title if card in state.evening.catalog.cards else ""


def _where(state: State, card: Piece) -> Text:
    """A Group by its name, with whose it is where it is not in the attacker's hand."""
    owner, title = state.controller(card), state.card(card).title
    return title if owner is None else say("{who}: {card}", who=state.player(owner).name, card=title)
