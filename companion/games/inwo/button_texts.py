"""What buttons say: an action in a few words, with names and never with notation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.core.rules import Violation
from companion.core.screen import Button, Do, Tone, forbidden
from companion.core.table import Piece
from companion.core.text import Text, say, say_plural, worded
from companion.games.inwo import actions as act
from companion.games.inwo.continuous_effects import in_force
from companion.games.inwo.effects import Mode, Role
from companion.games.inwo.names import IN_ACTIONS, aimed
from companion.games.inwo.play_summaries import play_summary
from companion.games.inwo.resolve import is_asked
from companion.games.inwo.rules import broken, rests_on_untold
from companion.games.inwo.rules_by_hand import offer_open
from companion.games.inwo.state import State

_ROLE = {
    Role.AID: say("{who}: {card} aids"),
    Role.OPPOSE: say("{who}: {card} opposes"),
    Role.SELF_DEFENCE: say("{who}: {card} defends itself"),
}
_ATTACK = {
    Mode.CONTROL: say("{card} attacks to control {target}"),
    Mode.DESTROY: say("{card} attacks to destroy {target}"),
}
_AGENTS = {Role.AID: say("{who}: agents aid"), Role.OPPOSE: say("{who}: agents oppose")}
_PILE = {
    "discard": say("{who} discards {card}"),
    "destroyed": say("{card} is destroyed"),
    "hand": say("{who} takes {card} back"),
}


_AT_EDGE = say("Lay it at {edge}")


def button(state: State, action: act.Action, key: str = "") -> Button:
    """A button that does the action, or says why it cannot; what only untold arrows forbid is asked about."""
    found: Violation | None = broken(state, action)
    if found is not None and rests_on_untold(state, action):
        return Button(label(state, action), Do(action), key, tone=Tone.DIM)
    tone = Tone.NORMAL if found is None else Tone.DIM
    return Button(label(state, action), Do(action), key, found is None, forbidden(found), tone)


def edge_button(state: State, action: act.Action) -> Button:
    """A button where the question names the card already."""
    return replace(button(state, action), label=worded(_AT_EDGE, IN_ACTIONS, state, action))


def label(state: State, action: act.Action) -> Text:
    found = _LABELS[type(action)]
    said = worded(found if isinstance(found, Text) else found(state, action), IN_ACTIONS, state, action)
    if getattr(action, "plots", ()):
        return worded(say("{action}, with {plots}").fill(action=said), IN_ACTIONS, state, action)
    how = play_summary(state, action) if isinstance(action, act.PlayCard | act.UseAbility) else None
    return said if how is None else say("{action} ({way})", action=said, way=how)


def _play(_: State, action: act.PlayCard | act.UseAbility) -> Text:
    if action.target is not None:
        on, paid = say("{who}: {card} on {target}"), say("{who}: {card} on {target}, paid by {payers}")
    else:
        on, paid = say("{who}: {card}"), say("{who}: {card}, paid by {payers}")
    return paid if action.payers else on


def _left(count: int) -> Text:
    plain = say_plural("{who} left {count} token on {card}", "{who} left {count} tokens on {card}", count)
    return plain if count else say("Take the token off {card}")


def reminded(state: State, seat: str, plain: Text, *, groups: bool) -> Text:
    """HI: which cards let their player choose what he draws, or have it shown to them."""
    rights = [(each, right) for each in in_force(state) for right in each.effect.draws]
    rights = [(each, right) for each, right in rights if (right.groups if groups else right.plots)]
    own = tuple(aimed(state, each.card) for each, right in rights if not right.shown and each.player == seat)
    others = tuple(aimed(state, each.card) for each, right in rights if right.shown and each.player != seat)
    if own:
        plain = say("{action}; {cards} may choose it", action=plain, cards=own)
    return say("{action}; it is shown for {cards}", action=plain, cards=others) if others else plain


_LABELS: Mapping[type, Text | Callable[[State, Any], Text]] = {
    act.Reveal: say("{who}: {card}"),
    act.Lead: say("{who}: {card}, {edge}"),
    act.First: say("{who} begins"),
    act.DrawPlot: lambda state, a: reminded(state, a.player, say("Draw a Plot"), groups=False),
    act.DrawGroup: lambda state, a: reminded(state, a.player, say("Draw a Group card"), groups=True),
    act.TakeOver: say("{card} to {master}, {edge}"),
    act.Acquire: say("Bring {card} into play"),
    act.Proceed: say("Lay tokens"),
    act.Knock: say("Knock"),
    act.Begin: say("{who} begins"),
    act.Claim: lambda _, a: say("{who} claims victory with {card}") if a.card else say("{who} claims victory"),
    act.LeaveGame: say("{who} leaves the game"),
    act.BuyPlot: say("{who} buys a Plot with {payers}"),
    act.Expose: say("{who} exposes {card}"),
    act.Discard: say("{who} discards {card}"),
    act.ReturnPlot: lambda _, a: say("{who} returns {card}") if a.card else say("{who} returns a hidden Plot"),
    act.GiveGroup: say("{who} gives {to} a Group card"),
    act.GivePlot: lambda _, a: say("{who} gives {to} {card}") if a.card else say("{who} gives {to} a hidden Plot"),
    act.GiveResource: say("{who} gives {to} {card}"),
    act.RemoveToken: say("Take the token off {card}"),
    act.Move: say("{card} to {master}, {edge}"),
    act.HandOver: say("{card} to {to}, at {master}"),
    act.Link: say("Link {card} to {group}"),
    act.Relieve: say("Relief for {card} by {payers}"),
    act.DeclareAttack: lambda _, a: _ATTACK[a.mode],
    act.SpendToken: say("Take the attacker's token"),
    act.GiveHelp: lambda _, a: _ROLE[a.role],
    act.ShowAgents: lambda _, a: _AGENTS[a.role],
    act.CallOff: say("Call the attack off"),
    act.NoMore: say("{who} adds nothing"),
    act.Roll: say("That is the roll"),
    act.RollInAll: say("That is the roll"),
    act.Conclude: say("Go on"),
    act.Capture: _AT_EDGE,
    act.PlayCard: _play,
    act.UseAbility: _play,
    act.LetStand: lambda state, _: say("It stands") if is_asked(state) else say("It takes effect"),
    act.PlaySpare: say("{who}: spare {card}"),
    act.ByHand: say("{who}: {card}, by hand"),
    act.SetTokens: lambda _, a: _left(a.count),
    act.SetPlots: lambda state, a: say("{who} has hidden Plots: {count}").fill(who=aimed(state, a.seat)),
    act.SetGroups: lambda state, a: say("{who} has Group cards: {count}").fill(who=aimed(state, a.seat)),
    act.AdjustStrength: lambda _, a: say("Strength {amount}", amount=f"{a.amount:+d}"),
    act.Remove: lambda _, a: _PILE[a.where],
    act.Done: say("Done"),
}


def asked_by_hand(state: State, card: Piece) -> Text:
    """What a card that is not done yet asks: whom its player chooses, or what people say has come of it."""
    offer, title = offer_open(state), state.card(card).title
    if offer is None:
        return say("{card}: carry it out; what has come of it?", card=title)
    if offer.give:
        return say("{card}: which Groups get a token?", card=title)
    return say("{card}: which Groups lose their tokens?", card=title)
