"""What a refusal of INWO proposes can be done: the repair is legal, or play goes on from where it leads."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest

from companion.conformance.playouts import sensible, start
from companion.core.game import legal_actions, violation
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.state import State

_OF_AN_ATTACK = (
    act.SpendToken,
    act.CallOff,
    act.NoMore,
    act.Roll,
    act.Conclude,
    act.Capture,
    act.GiveHelp,
    act.LetStand,
)
PROPOSED: dict[str, tuple[type, ...]] = {
    "Finish the attack first.": _OF_AN_ATTACK,
    "Go on with the attack.": _OF_AN_ATTACK,
    "Let it stand, or cancel it.": (act.LetStand,),
    "Say whose token pays.": (act.RemoveToken,),
    "Claim victory.": (act.Claim,),
    "Roll first.": (act.Roll,),
    "Take it off, or call the attack off.": (act.SpendToken, act.CallOff),
    "Play, give, return or discard some.": (act.PlayCard, act.GivePlot, act.ReturnPlot, act.Discard),
    "Answer it, or say that nobody has an answer.": (act.NoMore,),
    "Say when it is done.": (act.Done,),
    "Go on with the main phase, or knock.": (act.Knock, act.DeclareAttack, *_OF_AN_ATTACK),
    "Lay it at an open arrow of the attacker.": (act.Capture,),
}
"""By the words of a repair that names another action: what has to be legal then. Others put back what was laid."""

LONGEST, SAMPLED = 240, 20


def _positions(seed: int) -> list[State]:
    random, state, found = Random(seed), start(GAME, 2 + seed % 3), []
    for number in range(LONGEST):
        action = sensible(GAME, state, random, seldom=("LeaveGame", "Discard", "RemoveToken"))
        if action is None:
            break
        state = GAME.apply(state, action)
        if number % SAMPLED == 0:
            found.append(state)
    return [each for each in found if GAME.outcome(each) is None]


@pytest.mark.parametrize("seed", range(3))
def test_what_is_proposed_is_legal_or_leads_on(seed: int) -> None:
    positions = _positions(seed)
    legal = [tuple(legal_actions(GAME, state)) for state in positions]
    tried = [action for some in legal for action in some[:: max(1, len(some) // 12)]]
    amiss: dict[str, str] = defaultdict(str)
    for state, possible in zip(positions, legal, strict=True):
        kinds = {type(action) for action in possible}
        assert kinds, "play goes on from every position: what is put back leads on"
        for action in tried:
            if (found := violation(GAME, state, action)) is not None:
                wanted = PROPOSED.get(str(found.repair))
                if wanted is not None and not kinds & set(wanted):
                    amiss[f"{found.reason} {found.repair}"] = GAME.write_action(action)
    assert {} == dict(amiss)
