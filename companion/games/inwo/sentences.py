"""Actions as sentences for people, in the past: `Ann attacked to control the C.I.A.`. The state gives the names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.core.game import Seat
from companion.core.table import Piece
from companion.core.text import Message, Text, and_list, say, say_plural, verbatim
from companion.games.inwo import actions as act
from companion.games.inwo.effects import Mode, Role
from companion.games.inwo.names import SIDE
from companion.games.inwo.state import SEATS, State
from companion.games.inwo.ways import way

_SIMPLE: Mapping[type, Message] = {
    act.Reveal: say("{who} showed {card}"),
    act.DrawPlot: say("{who} drew a Plot"),
    act.DrawGroup: say("{who} drew a Group card"),
    act.Acquire: say("{who} brought {card} into play"),
    act.Proceed: say("{who} laid tokens"),
    act.Knock: say("{who} knocked"),
    act.Begin: say("{who} began the turn"),
    act.LeaveGame: say("{who} left the game"),
    act.Expose: say("{who} exposed {card}"),
    act.Discard: say("{who} threw away {card}"),
    act.GiveResource: say("{who} gave {card} to {to}"),
    act.RemoveToken: say("{who} took the token off {card}"),
    act.CallOff: say("{who} called the attack off"),
    act.NoMore: say("{who} had no more to add"),
    act.Conclude: say("{who} carried out what the dice decided"),
    act.LetStand: say("{who} let it stand"),
    act.PlaySpare: say("{who} played {card} as an agent"),
    act.ByHand: say("{who} used {card}, carried out by hand"),
    act.Done: say("{who} was done with what was carried out by hand"),
}
"""Sentences over the player, the card and the receiver of an action."""

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
    simple = _SIMPLE.get(type(action))
    if simple is None:
        return _SENTENCES[type(action)](state, action)
    card, receiver = getattr(action, "card", None), getattr(action, "to", None)
    return simple.fill(
        who="" if action.player is None else _who(state, action.player),
        card="" if card is None else _card(state, card),
        to="" if receiver is None else _aim(state, receiver),
    )


def _who(state: State, seat: Seat) -> Text:
    """The player's name; his seat's letter where nobody sits."""
    index = SEATS.index(seat)
    return verbatim(state.players[index].name if index < len(state.players) else seat)


def _card(state: State, card: Piece) -> Text:
    return state.evening[card].title


def _aim(state: State, target: str) -> Text:
    return _who(state, target) if target in SEATS else _card(state, target)


def _cards(state: State, cards: Iterable[Piece]) -> Text:
    return and_list(_card(state, card) for card in cards)


def _with_plots(state: State, plots: tuple[Piece, ...], plain: Text) -> Text:
    return say("{action}, with {plots}", action=plain, plots=_cards(state, plots)) if plots else plain


def _played(state: State, a: act.PlayCard | act.UseAbility) -> Text:
    who, card = _who(state, a.player), _card(state, a.card)
    used = isinstance(a, act.UseAbility)
    if a.target is not None:
        template = say("{who} used {card} on {target}") if used else say("{who} played {card} on {target}")
        action: Text = template.fill(who=who, card=card, target=_aim(state, a.target))
    else:
        template = say("{who} used {card}") if used else say("{who} played {card}")
        action = template.fill(who=who, card=card)
    how = way(state, a)
    action = action if how is None else say("{action} ({way})", action=action, way=how)
    return say("{action}, paid by {payers}", action=action, payers=_cards(state, a.payers)) if a.payers else action


def _claimed(state: State, a: act.Claim) -> Text:
    who = _who(state, a.player)
    if a.card is None:
        return say("{who} claimed victory", who=who)
    return say("{who} claimed victory with {card}", who=who, card=_card(state, a.card))


def _returned(state: State, a: act.ReturnPlot) -> Text:
    who = _who(state, a.player)
    if a.card is None:
        return say("{who} put a hidden Plot back into the deck", who=who)
    return say("{who} put {card} back into the deck", who=who, card=_card(state, a.card))


def _gave_plot(state: State, a: act.GivePlot) -> Text:
    who, receiver = _who(state, a.player), _who(state, a.to)
    if a.card is None:
        return say("{who} gave a hidden Plot to {to}", who=who, to=receiver)
    return say("{who} gave {card} to {to}", who=who, card=_card(state, a.card), to=receiver)


def _moved(state: State, a: act.Move) -> Text:
    return say(
        "{who} moved {card} to {edge} of {master}",
        who=_who(state, a.player),
        card=_card(state, a.card),
        edge=SIDE[a.side],
        master=_card(state, a.master),
    )


def _handed_over(state: State, a: act.HandOver) -> Text:
    who, card, receiver = _who(state, a.player), _card(state, a.card), _who(state, a.to)
    return say("{who} gave {card} to {to}", who=who, card=card, to=receiver)


def _tokens(state: State, a: act.SetTokens) -> Text:
    return say_plural(
        "{who} left {count} token on {card}",
        "{who} left {count} tokens on {card}",
        a.count,
        who=_who(state, a.player),
        card=_card(state, a.card),
    )


def _plots(state: State, a: act.SetPlots) -> Text:
    return say_plural(
        "{who}: {of} holds {count} hidden Plot",
        "{who}: {of} holds {count} hidden Plots",
        a.count,
        who=_who(state, a.player),
        of=_who(state, a.seat),
    )


def _groups(state: State, a: act.SetGroups) -> Text:
    return say_plural(
        "{who}: {of} holds {count} Group card",
        "{who}: {of} holds {count} Group cards",
        a.count,
        who=_who(state, a.player),
        of=_who(state, a.seat),
    )


_SENTENCES: Mapping[type, Callable[[State, Any], Text]] = {
    act.First: lambda s, a: say("{who} begins the game", who=_who(s, a.seat)),
    act.Roll: lambda _, a: say("The dice show {first} and {second}", first=a.first, second=a.second),
    act.Lead: lambda s, a: say(
        "{who} showed {card} as the lead, at {edge}",
        who=_who(s, a.player),
        card=_card(s, a.card),
        edge=SIDE[a.side],
    ),
    act.TakeOver: lambda s, a: say(
        "{who} took over {card}, at {edge} of {master}",
        who=_who(s, a.player),
        card=_card(s, a.card),
        edge=SIDE[a.side],
        master=_card(s, a.master),
    ),
    act.Capture: lambda s, a: say("{who} laid the captured Group at {edge}", who=_who(s, a.player), edge=SIDE[a.side]),
    act.Claim: _claimed,
    act.BuyPlot: lambda s, a: say(
        "{who} bought a Plot with the tokens of {payers}", who=_who(s, a.player), payers=_cards(s, a.payers)
    ),
    act.ReturnPlot: _returned,
    act.GivePlot: _gave_plot,
    act.Move: _moved,
    act.HandOver: _handed_over,
    act.Link: lambda s, a: say(
        "{who} linked {card} to {group}", who=_who(s, a.player), card=_card(s, a.card), group=_card(s, a.to)
    ),
    act.Relieve: lambda s, a: say(
        "{who} ended the devastation of {card} with {payers}",
        who=_who(s, a.player),
        card=_card(s, a.card),
        payers=_cards(s, a.payers),
    ),
    act.DeclareAttack: lambda s, a: _MODE[a.mode].fill(
        who=_who(s, a.player), card=_card(s, a.attacker), target=_card(s, a.target)
    ),
    act.SpendToken: lambda s, a: _with_plots(s, a.plots, say("{who} took the attacker's token", who=_who(s, a.player))),
    act.GiveHelp: lambda s, a: _with_plots(
        s, a.plots, _ROLE[a.role].fill(who=_who(s, a.player), card=_card(s, a.card))
    ),
    act.ShowAgents: lambda s, a: _AGENTS[a.role].fill(who=_who(s, a.player)),
    act.PlayCard: _played,
    act.UseAbility: _played,
    act.SetTokens: _tokens,
    act.SetPlots: _plots,
    act.SetGroups: _groups,
    act.AdjustStrength: lambda s, a: say(
        "{who} changed the strength by {amount}", who=_who(s, a.player), amount=a.amount
    ),
    act.Remove: lambda s, a: _REMOVED[a.where].fill(who=_who(s, a.player), card=_card(s, a.card)),
}
