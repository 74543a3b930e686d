"""An attack on the screen: what may still be added, how the dice fell, and what has come of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, reduce

from companion.core.game import Seat
from companion.core.screen import (
    Back,
    Button,
    Confirm,
    Do,
    Forbidden,
    Notice,
    Pad,
    PadRow,
    RollChart,
    RunningSum,
    Select,
    forbidden,
    question,
)
from companion.core.screen_parts import Balance, SumTerm, Throw
from companion.core.selection import NO_SELECTION, Pick, Selection
from companion.core.table import Piece, Zone, owner
from companion.core.text import NOTHING, Text, and_list, say, say_plural, verbatim
from companion.games.inwo import actions as act
from companion.games.inwo import candidates
from companion.games.inwo.attack import Attack
from companion.games.inwo.attack_steps import carried_out, endings, legal_of, nobody_adds
from companion.games.inwo.button_texts import button
from companion.games.inwo.rules import apply, broken, rests_on_untold
from companion.games.inwo.rules_attack import waiting_for
from companion.games.inwo.rules_declare import illegal_now
from companion.games.inwo.rules_help import may_take_part
from companion.games.inwo.rules_result import is_decided, is_illegal, succeeded
from companion.games.inwo.screen_boards import whose
from companion.games.inwo.screen_outcome import rolled, what_happens
from companion.games.inwo.state import State
from companion.games.inwo.strength import Strength, strength
from companion.games.inwo.table import table

# --- the running strength of an attack as the players read it ---


MINUS = "\u2212"


def attack_heading(state: State, attack: Attack, now: Strength) -> Text:
    target = state.card(attack.target).title
    illegal = illegal_now(state, attack) if attack.roll is None else None
    if illegal is not None:
        return say("The attack on {target} is illegal now. {reason}", target=target, reason=illegal)
    if is_decided(state, attack) and not (attack.roll is None and waiting_for(state)):
        return say("The attack on {target} is decided.", target=target)
    return say("Attack on {target}: strength {total}", target=target, total=now.total)


def strength_lines(state: State, now: Strength) -> Iterator[Text]:
    for term in now.terms:
        yield say("{points} {why} [{rule}]", points=f"{term.points:+d}", why=term.why, rule=term.rule.citation)
    if now.needed is None:
        yield say("Strength {total}: it fails without a roll.", total=now.total)
    else:
        yield say("Succeeds with this roll or less: {needed}", needed=now.needed)
        yield say_plural("{count} of 36 rolls does.", "{count} of 36 rolls do.", now.chances)
    yield from still_to_speak(state)


def still_to_speak(state: State) -> Iterator[Text]:
    names = [verbatim(state.player(seat).name) for seat in waiting_for(state)]
    if names:
        yield say("Waiting for {names}", names=and_list(names))


def balance(state: State, now: Strength) -> Balance:
    """The same as a sum that is drawn: each amount with whoever gives it."""
    terms = tuple(
        SumTerm(
            f"{term.points:+d}".replace("-", MINUS),
            term.why,
            term.rule.citation,
            (state.controller(term.card) or "") if term.card is not None else "",
        )
        for term in now.terms
    )
    return Balance(terms, now.needed, now.chances, next(still_to_speak(state), NOTHING))


# --- what may be added ---


FIRST, SECOND, DICE = "first", "second", "dice"
"""What fingers pick of a roll: a die each, or both where one of two is changed."""

FACES_TOLD = "faces"
"""What is picked where the faces are told, and not only the sum."""

FACES, SUMS = range(1, 7), range(2, 13)


def attack_question(state: State, attack: Attack, selection: Selection, besides: Sequence[Button]) -> Notice:
    """What is asked in an attack; `besides` are the ways to what cards and hands can do in it."""
    others = [*_helps(state), *besides]
    if attack.roll is not None:
        return _outcome(state, attack, others)
    if is_decided(state, attack) and not waiting_for(state):
        return _strength(state, attack, [button(state, way) for way in endings(state, attack)], others, likely=True)
    if not attack.spent:
        return _announced(state, attack, others)
    if waiting_for(state):
        return _strength(state, attack, list(_silences(state, attack)), others, likely=True)
    return _dice(state, attack, selection, others)


def _silences(state: State, attack: Attack) -> Iterator[Button]:
    """All of them at once, for everybody alike; then each alone who can take part, with those who cannot."""
    yield Button(say("Nobody adds anything"), done_with(state, nobody_adds(state)))
    waiting = waiting_for(state)
    kept_out = tuple(seat for seat in waiting if seat in attack.barred or not may_take_part(state, attack, seat))
    able = [seat for seat in waiting if seat not in kept_out]
    for seat in able if len(waiting) > 1 else ():
        silent: list[act.Action] = [act.NoMore(each) for each in (seat, *kept_out)]
        yield replace(button(state, silent[0]), intent=done_with(state, carried_out(state, silent)))


def done_with(state: State, actions: Sequence[act.Action]) -> Do:
    """One touch for all of them."""
    first, *then = actions
    assert broken(state, first) is None, "only what is legal is offered"
    return Do(first, tuple(then))


def _helps(state: State) -> Iterator[Button]:
    helps = (a for a in candidates.attack_actions(state) if isinstance(a, act.GiveHelp | act.ShowAgents))
    return (replace(button(state, way), group=whose(state, way.player or "")) for way in legal_of(state, helps))


def _strength(
    state: State, attack: Attack, answers: Sequence[Button], others: Sequence[Button], *, likely: bool
) -> Notice:
    """The running sum; one that nobody rolls for would hide why the attack is illegal."""
    now = strength(state)
    heading = attack_heading(state, attack, now)
    if is_illegal(state, attack):
        return question(heading, [*answers, *others], NO_SELECTION, tuple(still_to_speak(state)), likely=likely)
    asked = question(heading, [*answers, *others], NO_SELECTION, tuple(strength_lines(state, now)), likely=likely)
    return replace(asked, detail=_running_sum(state, now))


def _running_sum(state: State, now: Strength) -> RunningSum:
    """With the dice, where they decide it when nobody adds anything more."""
    quiet = nobody_adds(state)
    if not waiting_for(state) or broken(state, quiet[0]) is not None:
        return RunningSum(balance(state, now))
    after = reduce(apply, quiet, state)
    if after.attack is None or is_decided(after, after.attack):
        return RunningSum(balance(state, now))
    remark = say("When nobody adds anything more: touch what the dice come to.")
    return RunningSum(replace(balance(state, now), remark=remark), _sums(state, after, quiet))


def _sums(state: State, after: State, quiet: Sequence[act.Action] = ()) -> tuple[Button, ...]:
    """A key for each that two dice can come to, with what it decides; `after` those who are `quiet` have said so."""
    return tuple(
        Button(verbatim(str(total)), done_with(state, [*quiet, *carried_out(after, [act.RollInAll(total)])]))
        for total in SUMS
    )


def _announced(state: State, attack: Attack, others: Sequence[Button]) -> Notice:
    """The attacker's token first; calling it off comes last, and is never what stands out."""
    spends = legal_of(state, (a for a in candidates.attack_actions(state) if isinstance(a, act.SpendToken)))
    ends = legal_of(state, [act.CallOff(attack.player)])
    ways = [button(state, way) for way in (*spends, *ends)]
    if act.SpendToken(attack.player) in spends:
        ways.insert(0, Button(say("Token taken, nobody adds anything"), done_with(state, nobody_adds(state))))
    return _strength(state, attack, ways, others, likely=bool(spends))


# --- the dice ---


def _dice(state: State, attack: Attack, selection: Selection, others: Sequence[Button]) -> Notice:
    """The sum in one touch, with what it decides; or the faces, for cards that change a roll. Nothing is preset."""
    if any(selection.of(kind) is not None for kind in (FACES_TOLD, FIRST, SECOND, DICE)):
        return _two_faces(state, selection, others)
    instead = Button(say("The two faces"), Select(Pick(FACES_TOLD)), icon="dice")
    asked = question(say("What did the two dice come to?"), others, NO_SELECTION)
    return replace(asked, likely=False, detail=RollChart(_needed(state), _sums(state, state), _SUM_HINT, instead))


def _two_faces(state: State, selection: Selection, others: Sequence[Button]) -> Notice:
    """No touch but that on the lit button under both dice enters a roll."""
    dice = _chosen(selection)
    first, second = dice
    if first is not None and second is not None:
        done = replace(button(state, act.Roll(first, second)), icon="dice")
    else:
        missing = say("Two dice are still to come") if dice == (None, None) else say("One die is still to come")
        done = Button(missing, Confirm(), enabled=False, why_not=_HINT, icon="dice")
    rows = (_row(say("One die"), dice, 0), _row(say("The other die"), dice, 1))
    instead = Button(say("The sum"), Back(), icon="chart-bar") if dice == (None, None) else None
    pad = Pad(rows, _HINT, dice=True, needed=_needed(state), instead=instead)
    asked = question(say("What did the two dice show?"), [done, *others], NO_SELECTION, likely=True)
    return replace(asked, detail=pad)


def _needed(state: State) -> Balance:
    return replace(balance(state, strength(state)), remark=say("11 and 12 always fail."))


_HINT = say("Touch one face in each row.")
_SUM_HINT = say(
    "Touch what both dice come to: what it decides is carried out. If a card changes the roll, tell the faces."
)

_Dice = tuple[int | None, int | None]


def _chosen(selection: Selection) -> _Dice:
    """What has been told of each die; what is no face is ignored."""
    both = selection.of(DICE)
    if both is not None:
        first, _, second = both.what.partition(" ")
        return _face(first), _face(second)
    one, other = selection.of(FIRST), selection.of(SECOND)
    return _face(one.what if one else ""), _face(other.what if other else "")


def _face(told: str) -> int | None:
    return next((face for face in FACES if str(face) == told), None)


def _row(title: Text, dice: _Dice, which: int) -> PadRow:
    keys = tuple(Button(verbatim(str(face)), Select(_picked(dice, which, face))) for face in FACES)
    chosen = dice[which]
    return PadRow(title, keys, None if chosen is None else chosen - 1)


def _picked(dice: _Dice, which: int, face: int) -> Pick:
    """Another face of one die leaves the other as it is."""
    if None not in dice:
        both = (face, dice[1]) if which == 0 else (dice[0], face)
        return Pick(DICE, " ".join(map(str, both)))
    return Pick((FIRST, SECOND)[which], str(face))


def _outcome(state: State, attack: Attack, others: Sequence[Button]) -> Notice:
    """What the roll decides, and what is to be done on the table."""
    assert attack.roll is not None, "asked when the dice lie"
    ways = [button(state, way) for way in endings(state, attack)]
    asked = question(
        rolled(state, attack), [*ways, *others], NO_SELECTION, tuple(what_happens(state, attack)), likely=len(ways) == 1
    )
    return replace(asked, detail=Throw(attack.roll, succeeded(state, attack)))


# --- an attack announced from the list of what can be done: with which Group, against which, and to what end ---


_HANDS = say("Out of a hand")
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
                _where(state, card),
                Do(found[card][0]) if len(found[card]) == 1 else Select(Pick(TARGET, card, seat)),
                group=_HANDS if (owner := state.controller(card)) is None else whose(state, owner),
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
