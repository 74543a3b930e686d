"""An attack on the screen: what may still be added, how the dice fell, and what has come of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import reduce

from companion.core.screen import (
    Back,
    Button,
    Confirm,
    Do,
    Notice,
    Pad,
    PadRow,
    RollChart,
    RunningSum,
    Select,
    question,
)
from companion.core.screen_parts import Balance, Throw
from companion.core.selection import NO_SELECTION, Pick, Selection
from companion.core.text import Text, say, verbatim
from companion.games.inwo import actions as act
from companion.games.inwo import candidates
from companion.games.inwo.attack import Attack
from companion.games.inwo.button_texts import button
from companion.games.inwo.rules import apply, broken, rests_on_untold
from companion.games.inwo.rules_attack import waiting_for
from companion.games.inwo.rules_help import may_take_part
from companion.games.inwo.rules_result import is_decided, is_illegal, succeeded
from companion.games.inwo.screen_outcome import rolled, what_happens
from companion.games.inwo.screen_strength import attack_heading, balance, still_to_speak, strength_lines
from companion.games.inwo.state import State
from companion.games.inwo.strength import strength
from companion.games.inwo.strength_terms import Strength

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
        return _strength(state, attack, [button(state, way) for way in _endings(state, attack)], others, likely=True)
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


def nobody_adds(state: State) -> Sequence[act.Action]:
    """The attacker's token is taken if it was not, nobody has anything to add, and what needs no roll is over."""
    attack = state.open_attack
    spent: list[act.Action] = [] if attack.spent or attack.attacker is None else [act.SpendToken(attack.player)]
    after = reduce(apply, spent, state)
    return carried_out(state, [*spent, *(act.NoMore(seat) for seat in waiting_for(after))])


def carried_out(state: State, actions: Sequence[act.Action]) -> Sequence[act.Action]:
    """With the end of the attack, where these decide it and hands have nothing to choose."""
    after = reduce(apply, actions, state)
    attack = after.attack
    if attack is None or not is_decided(after, attack):
        return actions
    ends = _endings(after, attack)
    return [*actions, *ends] if len(ends) == 1 and broken(after, ends[0]) is None else actions


def done_with(state: State, actions: Sequence[act.Action]) -> Do:
    """One touch for all of them."""
    first, *then = actions
    assert broken(state, first) is None, "only what is legal is offered"
    return Do(first, tuple(then))


def _legal(state: State, ways: Iterable[act.Action]) -> list[act.Action]:
    return [way for way in ways if broken(state, way) is None]


def _helps(state: State) -> Iterator[Button]:
    helps = (a for a in candidates.attack_actions(state) if isinstance(a, act.GiveHelp | act.ShowAgents))
    return (button(state, way) for way in _legal(state, helps))


def _endings(state: State, attack: Attack) -> list[act.Action]:
    captures = [a for a in candidates.attack_actions(state) if isinstance(a, act.Capture)]
    legal = [*_legal(state, captures), *_legal(state, [act.Conclude(attack.player)])]
    return [*legal, *(way for way in captures if rests_on_untold(state, way))]


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
    spends = _legal(state, (a for a in candidates.attack_actions(state) if isinstance(a, act.SpendToken)))
    ends = _legal(state, [act.CallOff(attack.player)])
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
    ways = [button(state, way) for way in _endings(state, attack)]
    asked = question(
        rolled(state, attack), [*ways, *others], NO_SELECTION, tuple(what_happens(state, attack)), likely=len(ways) == 1
    )
    return replace(asked, detail=Throw(attack.roll, succeeded(state, attack)))
