"""Actions as sentences for people, in the past: `Ann attacked to control the C.I.A.`. The state gives the names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.text import Text, say, say_plural, worded
from companion.games.inwo import actions as act
from companion.games.inwo.effects import Mode, Role
from companion.games.inwo.names import IN_ACTIONS
from companion.games.inwo.play_summaries import play_summary
from companion.games.inwo.screen_outcome import decided
from companion.games.inwo.state import State

_MODE = {
    Mode.CONTROL: say("{who} attacked {target} with {card}, to control"),
    Mode.DESTROY: say("{who} attacked {target} with {card}, to destroy"),
}
_ROLE = {
    Role.AID: say("{who} aided the attack with {card}"),
    Role.OPPOSE: say("{who} opposed the attack with {card}"),
    Role.SELF_DEFENCE: say("{who} let {card} defend itself"),
}
_AGENTS = {
    Role.AID: say("{who} showed agents to aid the attack"),
    Role.OPPOSE: say("{who} showed agents to oppose the attack"),
}
_REMOVED = {
    "discard": say("{who} put {card} on the discards"),
    "destroyed": say("{who} put {card} away as destroyed"),
    "hand": say("{who} took {card} back into the hand"),
}


def sentence(state: State, action: act.Action) -> Text:
    """What was done, with names."""
    if isinstance(action, act.Conclude | act.Capture) and (result := decided(state)) is not None:
        return result
    found = _SENTENCES[type(action)]
    said = worded(found if isinstance(found, Text) else found(action), IN_ACTIONS, state, action)
    how = play_summary(state, action) if isinstance(action, act.PlayCard | act.UseAbility) else None
    said = said if how is None else say("{action} ({way})", action=said, way=how)
    if getattr(action, "plots", ()):
        return worded(say("{action}, with {plots}").fill(action=said), IN_ACTIONS, state, action)
    if isinstance(action, act.PlayCard | act.UseAbility) and action.payers:
        return worded(say("{action}, paid by {payers}").fill(action=said), IN_ACTIONS, state, action)
    return said


_SENTENCES: Mapping[type, Text | Callable[[Any], Text]] = {
    act.First: say("{who} begins the game"),
    act.Roll: say("The dice show {first} and {second}"),
    act.RollInAll: say("The dice show {total} in all"),
    act.Reveal: say("{who} showed {card}"),
    act.Lead: say("{who} showed {card} as the lead, at {edge}"),
    act.DrawPlot: say("{who} drew a Plot"),
    act.DrawGroup: say("{who} drew a Group card"),
    act.TakeOver: say("{who} took over {card}, at {edge} of {master}"),
    act.Acquire: say("{who} brought {card} into play"),
    act.Proceed: say("{who} laid tokens"),
    act.Knock: say("{who} knocked"),
    act.Begin: say("{who} began the turn"),
    act.Claim: lambda a: say("{who} claimed victory with {card}") if a.card else say("{who} claimed victory"),
    act.LeaveGame: say("{who} left the game"),
    act.BuyPlot: say("{who} bought a Plot with the tokens of {payers}"),
    act.Expose: say("{who} exposed {card}"),
    act.Discard: say("{who} threw away {card}"),
    act.ReturnPlot: lambda a: (
        say("{who} put {card} back into the deck") if a.card else say("{who} put a hidden Plot back into the deck")
    ),
    act.GiveGroup: say("{who} gave a Group card to {to}"),
    act.GivePlot: lambda a: say("{who} gave {card} to {to}") if a.card else say("{who} gave a hidden Plot to {to}"),
    act.GiveResource: say("{who} gave {card} to {to}"),
    act.RemoveToken: say("{who} took the token off {card}"),
    act.Move: say("{who} moved {card} to {edge} of {master}"),
    act.HandOver: say("{who} gave {card} to {to}"),
    act.Link: say("{who} linked {card} to {group}"),
    act.Relieve: say("{who} ended the devastation of {card} with {payers}"),
    act.DeclareAttack: lambda a: _MODE[a.mode],
    act.SpendToken: say("{who} took the attacker's token"),
    act.GiveHelp: lambda a: _ROLE[a.role],
    act.ShowAgents: lambda a: _AGENTS[a.role],
    act.CallOff: say("{who} called the attack off"),
    act.NoMore: say("{who} had no more to add"),
    act.Conclude: say("{who} carried out what the dice decided"),
    act.Capture: say("{who} laid the captured Group at {edge}"),
    act.PlayCard: lambda a: say("{who} played {card} on {target}") if a.target else say("{who} played {card}"),
    act.UseAbility: lambda a: say("{who} used {card} on {target}") if a.target else say("{who} used {card}"),
    act.LetStand: say("{who} let it stand"),
    act.PlaySpare: say("{who} played {card} as an agent"),
    act.ByHand: say("{who} used {card}, carried out by hand"),
    act.SetTokens: lambda a: say_plural(
        "{who} left {count} token on {card}", "{who} left {count} tokens on {card}", a.count
    ),
    act.SetPlots: lambda a: say_plural(
        "{who}: {of} holds {count} hidden Plot", "{who}: {of} holds {count} hidden Plots", a.count
    ),
    act.SetGroups: lambda a: say_plural(
        "{who}: {of} holds {count} Group card", "{who}: {of} holds {count} Group cards", a.count
    ),
    act.AdjustStrength: say("{who} changed the strength by {amount}"),
    act.Remove: lambda a: _REMOVED[a.where],
    act.Done: say("{who} was done with what was carried out by hand"),
}
