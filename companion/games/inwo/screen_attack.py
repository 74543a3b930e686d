"""An attack on the screen: what may still be added, how the dice fell, and what has come of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from companion.core.screen import Back, Button, Confirm, Notice, Pad, PadRow, Select, question
from companion.core.screen_parts import Balance, Throw
from companion.core.selection import NO_SELECTION, Pick, Selection
from companion.core.text import Text, say, verbatim
from companion.games.inwo import actions as act
from companion.games.inwo import candidates
from companion.games.inwo.attack import Attack
from companion.games.inwo.button_texts import button
from companion.games.inwo.rules import broken, rests_on_untold
from companion.games.inwo.rules_attack import waiting_for
from companion.games.inwo.rules_result import is_decided, is_illegal, succeeded
from companion.games.inwo.screen_outcome import rolled, what_happens
from companion.games.inwo.screen_strength import attack_heading, balance, still_to_speak, strength_lines
from companion.games.inwo.state import State
from companion.games.inwo.strength import strength

FIRST, SECOND, DICE = "first", "second", "dice"
"""What fingers pick of a roll: a die each, or both where one of two is changed."""

SUM = "sum"
"""What is picked instead where only the sum is told."""

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
        silent = [button(state, act.NoMore(seat)) for seat in waiting_for(state)]
        return _strength(state, attack, silent, others, likely=True)
    return _dice(state, selection, others)


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
    return replace(asked, detail=balance(state, now))


def _announced(state: State, attack: Attack, others: Sequence[Button]) -> Notice:
    """The attacker's token first; calling it off comes last, and is never what stands out."""
    spends = _legal(state, (a for a in candidates.attack_actions(state) if isinstance(a, act.SpendToken)))
    ends = _legal(state, [act.CallOff(attack.player)])
    ways = [button(state, way) for way in (*spends, *ends)]
    return _strength(state, attack, ways, others, likely=bool(spends))


# --- the dice ---


def _dice(state: State, selection: Selection, others: Sequence[Button]) -> Notice:
    """Nothing is preset, and no touch but that on the lit button under both dice enters a roll."""
    if selection.of(SUM) is not None:
        return _sum_of_dice(state, selection, others)
    dice = _chosen(selection)
    first, second = dice
    if first is not None and second is not None:
        done = replace(button(state, act.Roll(first, second)), icon="dice")
    else:
        missing = say("Two dice are still to come") if dice == (None, None) else say("One die is still to come")
        done = Button(missing, Confirm(), enabled=False, why_not=_HINT, icon="dice")
    rows = (_row(say("One die"), dice, 0), _row(say("The other die"), dice, 1))
    instead = Button(say("Type the sum"), Select(Pick(SUM)), icon="keyboard")
    pad = Pad(rows, _HINT, dice=True, needed=_needed(state), instead=instead)
    asked = question(say("What did the two dice show?"), [done, *others], NO_SELECTION, likely=True)
    return replace(asked, detail=pad)


def _needed(state: State) -> Balance:
    return replace(balance(state, strength(state)), remark=say("11 and 12 always fail."))


def _sum_of_dice(state: State, selection: Selection, others: Sequence[Button]) -> Notice:
    """For those who have added them up already."""
    picked = selection.of(SUM)
    total = next((each for each in SUMS if picked is not None and str(each) == picked.what), None)
    if total is not None:
        done = replace(button(state, act.RollInAll(total)), icon="dice")
    else:
        done = Button(say("The sum is still to come"), Confirm(), enabled=False, why_not=_SUM_HINT, icon="dice")
    rows = (_sums(say("Up to 7"), SUMS[:6], total), _sums(say("From 8 on"), SUMS[6:], total))
    instead = Button(say("The two faces"), Back(), icon="dice")
    asked = question(say("What did the two dice come to?"), [done, *others], NO_SELECTION, likely=True)
    return replace(asked, detail=Pad(rows, _SUM_HINT, needed=_needed(state), instead=instead))


def _sums(title: Text, sums: Sequence[int], total: int | None) -> PadRow:
    keys = tuple(Button(verbatim(str(each)), Select(Pick(SUM, str(each)))) for each in sums)
    return PadRow(title, keys, sums.index(total) if total in sums else None)


_HINT = say("Touch one face in each row.")
_SUM_HINT = say("Touch what both dice come to.")

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
