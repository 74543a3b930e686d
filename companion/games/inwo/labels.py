"""What buttons say: an action in a few words, with names and never with notation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.rules import Violation
from companion.core.screen import Button, Do, Tone, forbidden
from companion.core.table import Piece
from companion.core.text import Text, say, verbatim
from companion.games.inwo import actions as act
from companion.games.inwo.continuous import in_force
from companion.games.inwo.effects import Mode, Role
from companion.games.inwo.names import SIDE
from companion.games.inwo.resolve import is_asked
from companion.games.inwo.rules import broken
from companion.games.inwo.rules_by_hand import offer_open
from companion.games.inwo.state import SEATS, State
from companion.games.inwo.ways import way

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
    "discard": say("discard {card}"),
    "destroyed": say("destroy {card}"),
    "hand": say("return {card} to the hand"),
}


def button(state: State, action: act.Action, key: str = "") -> Button:
    """A button that does the action, or says why it cannot."""
    found: Violation | None = broken(state, action)
    tone = Tone.NORMAL if found is None else Tone.DIM
    return Button(label(state, action), Do(action), key, found is None, forbidden(found), tone)


def label(state: State, action: act.Action) -> Text:
    return _LABELS[type(action)](state, action)


def _who(state: State, seat: str) -> Text:
    return verbatim(state.player(seat).name)


def _card(state: State, card: str) -> Text:
    return state.card(card).title


def aimed(state: State, target: str | None) -> Text | None:
    if target is None:
        return None
    return _who(state, target) if target in SEATS else _card(state, target)


def _play(state: State, action: act.PlayCard | act.UseAbility) -> Text:
    plain, how = _plain_play(state, action), way(state, action)
    return plain if how is None else say("{action} ({way})", action=plain, way=how)


def _plain_play(state: State, action: act.PlayCard | act.UseAbility) -> Text:
    who, card, target = _who(state, action.player), _card(state, action.card), aimed(state, action.target)
    payers = tuple(_card(state, each) for each in action.payers)
    if target is not None and payers:
        return say("{who}: {card} on {target}, paid by {payers}", who=who, card=card, target=target, payers=payers)
    if target is not None:
        return say("{who}: {card} on {target}", who=who, card=card, target=target)
    if payers:
        return say("{who}: {card}, paid by {payers}", who=who, card=card, payers=payers)
    return say("{who}: {card}", who=who, card=card)


def _reminded(state: State, seat: str, plain: Text, *, groups: bool) -> Text:
    """HI: which cards let their player choose what he draws, or have it shown to them."""
    rights = [(each, right) for each in in_force(state) for right in each.effect.draws]
    rights = [(each, right) for each, right in rights if (right.groups if groups else right.plots)]
    own = tuple(_card(state, each.card) for each, right in rights if not right.shown and each.player == seat)
    others = tuple(_card(state, each.card) for each, right in rights if right.shown and each.player != seat)
    if own:
        plain = say("{action}; {cards} may choose it", action=plain, cards=own)
    return say("{action}; it is shown for {cards}", action=plain, cards=others) if others else plain


def _with_plots(state: State, plots: tuple[str, ...], plain: Text) -> Text:
    if not plots:
        return plain
    return say("{action}, with {plots}", action=plain, plots=tuple(_card(state, each) for each in plots))


def _arrow(state: State, action: act.TakeOver | act.Move) -> dict[str, Text]:
    return {"card": _card(state, action.card), "master": _card(state, action.master), "edge": SIDE[action.side]}


_LABELS: Mapping[type, Callable[[State, Any], Text]] = {
    act.Reveal: lambda s, a: say("{who}: {card}", who=_who(s, a.player), card=_card(s, a.card)),
    act.Lead: lambda s, a: say(
        "{who}: {card}, {edge}", who=_who(s, a.player), card=_card(s, a.card), edge=SIDE[a.side]
    ),
    act.First: lambda s, a: say("{who} begins", who=_who(s, a.seat)),
    act.DrawPlot: lambda state, a: _reminded(state, a.player, say("Draw a Plot"), groups=False),
    act.DrawGroup: lambda state, a: _reminded(state, a.player, say("Draw a Group card"), groups=True),
    act.TakeOver: lambda s, a: say("{card} to {master}, {edge}", **_arrow(s, a)),
    act.Acquire: lambda s, a: say("Bring {card} into play", card=_card(s, a.card)),
    act.Proceed: lambda _, __: say("Lay tokens"),
    act.Knock: lambda _, __: say("Knock"),
    act.Begin: lambda s, a: say("{who} begins", who=_who(s, a.player)),
    act.Claim: lambda s, a: (
        say("{who} claims victory", who=_who(s, a.player))
        if a.card is None
        else say("{who} claims victory with {card}", who=_who(s, a.player), card=_card(s, a.card))
    ),
    act.LeaveGame: lambda s, a: say("{who} leaves the game", who=_who(s, a.player)),
    act.BuyPlot: lambda s, a: say(
        "{who} buys a Plot with {payers}", who=_who(s, a.player), payers=tuple(_card(s, each) for each in a.payers)
    ),
    act.Expose: lambda s, a: say("{who} exposes {card}", who=_who(s, a.player), card=_card(s, a.card)),
    act.Discard: lambda s, a: say("{who} discards {card}", who=_who(s, a.player), card=_card(s, a.card)),
    act.ReturnPlot: lambda s, a: (
        say("{who} returns a hidden Plot", who=_who(s, a.player))
        if a.card is None
        else say("{who} returns {card}", who=_who(s, a.player), card=_card(s, a.card))
    ),
    act.GivePlot: lambda s, a: (
        say("{who} gives {to} a hidden Plot", who=_who(s, a.player), to=_who(s, a.to))
        if a.card is None
        else say("{who} gives {to} {card}", who=_who(s, a.player), to=_who(s, a.to), card=_card(s, a.card))
    ),
    act.GiveResource: lambda s, a: say(
        "{who} gives {to} {card}", who=_who(s, a.player), to=_who(s, a.to), card=_card(s, a.card)
    ),
    act.RemoveToken: lambda s, a: say("Take the token off {card}", card=_card(s, a.card)),
    act.Move: lambda s, a: say("{card} to {master}, {edge}", **_arrow(s, a)),
    act.HandOver: lambda s, a: say(
        "{card} to {to}, at {master}", card=_card(s, a.card), to=_who(s, a.to), master=_card(s, a.master)
    ),
    act.Link: lambda s, a: say("Link {card} to {group}", card=_card(s, a.card), group=_card(s, a.to)),
    act.Relieve: lambda s, a: say(
        "Relief for {card} by {payers}",
        card=_card(s, a.card),
        payers=tuple(_card(s, each) for each in a.payers),
    ),
    act.DeclareAttack: lambda s, a: _ATTACK[a.mode].fill(card=_card(s, a.attacker), target=_card(s, a.target)),
    act.SpendToken: lambda s, a: _with_plots(s, a.plots, say("Take the attacker's token")),
    act.GiveHelp: lambda s, a: _with_plots(
        s, a.plots, _ROLE[a.role].fill(who=_who(s, a.player), card=_card(s, a.card))
    ),
    act.ShowAgents: lambda s, a: _AGENTS[a.role].fill(who=_who(s, a.player)),
    act.CallOff: lambda _, __: say("Call the attack off"),
    act.NoMore: lambda s, a: say("{who}: no more", who=_who(s, a.player)),
    act.Roll: lambda _, a: say("{first} and {second}", first=a.first, second=a.second),
    act.Conclude: lambda _, __: say("Carry it out"),
    act.Capture: lambda _, a: say("Lay it at {edge}", edge=SIDE[a.side]),
    act.PlayCard: _play,
    act.UseAbility: _play,
    act.LetStand: lambda s, _: say("It stands") if is_asked(s) else say("It takes effect"),
    act.PlaySpare: lambda s, a: say("{who}: spare {card}", who=_who(s, a.player), card=_card(s, a.card)),
    act.ByHand: lambda s, a: say("{who}: {card}, by hand", who=_who(s, a.player), card=_card(s, a.card)),
    act.SetTokens: lambda s, a: say("{card}: tokens {count}", card=_card(s, a.card), count=a.count),
    act.SetPlots: lambda s, a: say("{who} has hidden Plots: {count}", who=_who(s, a.seat), count=a.count),
    act.SetGroups: lambda s, a: say("{who} has Group cards: {count}", who=_who(s, a.seat), count=a.count),
    act.AdjustStrength: lambda _, a: say("Strength {amount}", amount=f"{a.amount:+d}"),
    act.Remove: lambda s, a: _PILE[a.where].fill(card=_card(s, a.card)),
    act.Done: lambda _, __: say("Done"),
}


def asked_by_hand(state: State, card: Piece) -> Text:
    """What a card that is not done yet asks: whom its player chooses, or what people say has come of it."""
    offer, title = offer_open(state), state.card(card).title
    if offer is None:
        return say("{card}: carry it out; what has come of it?", card=title)
    if offer.give:
        return say("{card}: which Groups get a token?", card=title)
    return say("{card}: which Groups lose their tokens?", card=title)
