"""Actions as sentences for people, in the past: `Ann played Mobilisation`. The state gives the names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.game import Seat
from companion.core.text import Message, Text, say, say_plural, verbatim
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.button_texts import SYMBOL_NAME
from companion.games.iron_sky.catalog import CardId, Place, Resource, question_about
from companion.games.iron_sky.names import COMMAND_NAME, amount, board_name, piece_name, place_name
from companion.games.iron_sky.state import State


def sentence(state: State, action: act.Action) -> Text:
    """What was done, with names."""
    simple = _SIMPLE.get(type(action))
    if simple is None:
        return _SENTENCES[type(action)](state, action)
    place = getattr(action, "place", None)
    return simple.fill(
        who="" if action.player is None else _who(state, action.player),
        place="" if place is None else _place(state, place),
    )


def _who(state: State, seat: Seat) -> Text:
    """The player's name; his seat's letter where nobody sits."""
    return verbatim(next((player.name for player in state.players if player.seat == seat), seat))


def _place(state: State, place: Place) -> Text:
    site = state.map.sites.get(place)
    return place_name(state.profile, place) if site is None else site.name


def _card(state: State, card: CardId) -> Text:
    return piece_name(state.profile, card)


def _draw_sheet(state: State, a: act.DrawSheet) -> Text:
    commander = state.profile.commanders[a.commander].printed_name
    return say("{who} drew the sheet of {commander}", who=_who(state, a.seat), commander=commander)


def _turn_token(state: State, a: act.TurnToken) -> Text:
    if a.token == "end":
        return say("The End token was turned")
    return say("The {token} was turned", token=_card(state, a.token))


def _reveal(state: State, a: act.Reveal) -> Text:
    return say("{who} turned over {card}", who=_who(state, a.seat), card=_card(state, a.card))


def _symbol(state: State, a: act.Symbol) -> Text:
    return say("The next symbol of {who} is {symbol}", who=_who(state, a.seat), symbol=SYMBOL_NAME[a.symbol])


def _meter(_: State, a: act.PushMeter) -> Text:
    return say("The meter of {board} was put to {position}", board=board_name(a.board), position=a.position)


def _devastation(_: State, a: act.PushDevastation) -> Text:
    return say(
        "The Devastation marker of {board} was put to {position}", board=board_name(a.board), position=a.position
    )


def _paid(plain: Text, politics: int, adjust: int = 0) -> Text:
    """How it was paid, where that was a choice: what is in Politics points, and the token's change of the price."""
    if politics:
        plain = say("{action}, with {points}", action=plain, points=amount(Resource.POLITICS, politics))
    match adjust:
        case 0:
            return plain
        case 1:
            return say("{action}, 1 dearer by the token", action=plain)
        case _:
            return say("{action}, 1 cheaper by the token", action=plain)


def _play(state: State, a: act.Play) -> Text:
    card = state.profile.cards.get(a.card)
    who, command, name = _who(state, a.player), COMMAND_NAME[a.command], _card(state, a.card)
    is_untold = state.profile.is_untold(question_about(a.card, "commands"))
    if card is not None and len(card.commands) > 1 and not is_untold:
        plain = say("{who} played {card} as {command}", who=who, card=name, command=command)
    else:
        plain = say("{who} played {card}", who=who, card=name)
    return _paid(plain, a.politics, a.adjust)


def _take_marker(state: State, a: act.TakeMarker) -> Text:
    who, command = _who(state, a.player), COMMAND_NAME[a.command]
    if a.board is None:
        plain = say("{who} played {card} as {command}", who=who, card=_card(state, a.card), command=command)
    else:
        plain = say("{who} played {command} on {board}", who=who, command=command, board=board_name(a.board))
    return _paid(plain, a.politics, a.adjust)


def _special(state: State, a: act.PlaySpecial | act.Boost) -> Text:
    return _paid(say("{who} played {card}", who=_who(state, a.player), card=_card(state, a.card)), a.politics)


def _special_at(state: State, a: act.PlaySpecialAt) -> Text:
    who, card, place = _who(state, a.player), _card(state, a.card), _place(state, a.place)
    return _paid(say("{who} played {card} in {place}", who=who, card=card, place=place), a.politics)


def _move(state: State, a: act.Move) -> Text:
    plain = say_plural(
        "{who} moved {count} tile from {origin} to {to}",
        "{who} moved {count} tiles from {origin} to {to}",
        a.count,
        who=_who(state, a.player),
        origin=_place(state, a.origin),
        to=_place(state, a.to),
    )
    if a.payer is None:
        return plain
    if a.in_money:
        return say("{action}, {payer} paid 1 Money", action=plain, payer=_who(state, a.payer))
    return say("{action}, {payer} paid 1 Politics point", action=plain, payer=_who(state, a.payer))


def _organise(state: State, a: act.Organise) -> Text:
    plain = say_plural(
        "{who} organised {count} tile from {origin} to {to}",
        "{who} organised {count} tiles from {origin} to {to}",
        a.count,
        who=_who(state, a.player),
        origin=_place(state, a.origin),
        to=_place(state, a.to),
    )
    return _paid(plain, a.politics)


def _ascend(state: State, a: act.Ascend) -> Text:
    return say_plural(
        "{who} took {count} tile from {origin} up to {to}",
        "{who} took {count} tiles from {origin} up to {to}",
        a.count,
        who=_who(state, a.player),
        origin=_place(state, a.origin),
        to=_place(state, a.to),
    )


def _place_tile(state: State, a: act.PlaceTile) -> Text:
    who, place = _who(state, a.player), _place(state, a.place)
    if a.elite:
        return say("{who} placed the Elite in {place}", who=who, place=place)
    return say("{who} placed a tile in {place}", who=who, place=place)


def _aid(state: State, a: act.Aid) -> Text:
    return say(
        "{who} called aid from {continent} to {first} and {second}",
        who=_who(state, a.player),
        continent=board_name(a.continent),
        first=_place(state, a.first),
        second=_place(state, a.second),
    )


def _exchange(state: State, a: act.Exchange) -> Text:
    return say_plural(
        "{who} exchanged {count} battle card",
        "{who} exchanged {count} battle cards",
        a.count,
        who=_who(state, a.player),
    )


def _give(state: State, a: act.Give) -> Text:
    gift = amount(a.resource, a.amount)
    return say("{who} gave {gift} to {to}", who=_who(state, a.player), gift=gift, to=_who(state, a.to))


def _lay(state: State, a: act.Lay) -> Text:
    who = _who(state, a.player)
    match a.source:
        case "deck":
            return say("{who} laid the top battle card of the deck", who=who)
        case "reserve":
            return say("{who} laid the Reserve", who=who)
        case _:
            return say("{who} laid a battle card from the hand", who=who)


def _fortress(state: State, a: act.Fortress) -> Text:
    who = _who(state, a.player)
    return say("{who} used the Fortress", who=who) if a.use else say("{who} did not use the Fortress", who=who)


def _shift(state: State, a: act.Shift) -> Text:
    who = _who(state, a.player)
    match a.direction:
        case 1:
            return say("{who} shifted the card to the right", who=who)
        case -1:
            return say("{who} shifted the card to the left", who=who)
        case _:
            return say("{who} did not shift the card", who=who)


def _end_turn(state: State, a: act.EndTurn) -> Text:
    who = _who(state, a.player)
    if a.discard is None:
        return say("{who} ended the turn", who=who)
    return say("{who} ended the turn and threw away {card}", who=who, card=_card(state, a.discard))


def _operation(state: State, a: act.ShowOperation) -> Text:
    who, card = _who(state, a.player), _card(state, a.card)
    if a.fulfilled:
        return say("{who} fulfilled {operation}", who=who, operation=card)
    return say("{who} did not fulfil {operation}", who=who, operation=card)


_SIMPLE: dict[type[act.Action], Message] = {
    act.Compare: say("The next squares were compared"),
    act.Attack: say("{who} attacked in {place}"),
    act.PutTerror: say("{who} put Terror into {place}"),
    act.Bombard: say("{who} bombarded {place}"),
    act.Jam: say("{who} jammed {place}"),
    act.Waive: say("{who} left the rest of the command"),
    act.Reshuffle: say("{who} shuffled all battle cards"),
    act.TakeLoan: say("{who} used a Loan"),
    act.TakeAdvice: say("{who} used Advice"),
    act.Done: say("{who} was done"),
    act.Resume: say("{who} went on"),
}
"""Sentences over the player and the place of an action."""

_SENTENCES: dict[type[act.Action], Callable[[State, Any], Text]] = {
    act.DrawSheet: _draw_sheet,
    act.TurnToken: _turn_token,
    act.Reveal: _reveal,
    act.Symbol: _symbol,
    act.PushMeter: _meter,
    act.PushDevastation: _devastation,
    act.Play: _play,
    act.TakeMarker: _take_marker,
    act.PlaySpecial: _special,
    act.PlaySpecialAt: _special_at,
    act.Boost: _special,
    act.Move: _move,
    act.Organise: _organise,
    act.Ascend: _ascend,
    act.PlaceTile: _place_tile,
    act.Aid: _aid,
    act.Exchange: _exchange,
    act.Give: _give,
    act.Lay: _lay,
    act.Fortress: _fortress,
    act.Shift: _shift,
    act.EndTurn: _end_turn,
    act.ShowOperation: _operation,
}
