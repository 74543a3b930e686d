"""Short labels of actions, for buttons and answers, and what a battle did in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.core.text import Text, say, verbatim
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import SYMBOL_OF, Side
from companion.games.iron_sky.names import board_name, piece_name
from companion.games.iron_sky.rules_cards import is_idle
from companion.games.iron_sky.rules_common import COMMAND_NAME, RESOURCE, named
from companion.games.iron_sky.state import Battle, Fighter, Stack, State

SQUARES = ("I", "II", "III")
SYMBOL_NAME = {
    "-": say("nothing"),
    "H": say("Hit"),
    "HH": say("Double hit"),
    "B": say("Block"),
    "BH": say("Block and Hit"),
    "BHH": say("Block and Double hit"),
}
SOURCE_NAME = {"deck": say("top of the deck"), "hand": say("card from the hand")}


def _who(state: State, seat: str) -> Text:
    return verbatim(state.player(seat).name)


def payment(politics: int, price: int) -> Text:
    """`2 PP`, `3 Money`, or both."""
    if not politics:
        return say("{count} Money", count=price)
    if politics == price:
        return say("{count} PP", count=politics)
    return say("{money} Money, {politics} PP", money=price - politics, politics=politics)


def _play(state: State, a: act.Play) -> Text:
    """The command and its price, with a warning where it would do nothing (ISK-57)."""
    words = _priced(state, a)
    idle = is_idle(state, state.player(a.player), a.command)
    return say("{play}: without effect now", play=words) if idle else words


def _priced(state: State, a: act.Play) -> Text:
    card = state.profile.cards[a.card]
    name = COMMAND_NAME[a.command] if len(card.commands) > 1 else verbatim(card.name)
    if state.player(a.player).side is Side.REICH:
        return say("{name} ({price} CP)", name=name, price=max(card.price + a.adjust, 0))
    cost = payment(a.politics, card.price + a.adjust)
    return say("{name} ({cost})", name=name, cost=cost)


def _special(state: State, a: act.PlaySpecial | act.Boost) -> Text:
    card = state.profile.specials[a.card]
    place = a.place if isinstance(a, act.PlaySpecial) else None
    reich = card.side is Side.REICH
    cost = say("{price} CP", price=card.price) if reich else payment(a.politics, card.price)
    if place is None:
        return say("{name} ({cost})", name=verbatim(card.name), cost=cost)
    return say("{name} at {place} ({cost})", name=verbatim(card.name), place=named(state, place), cost=cost)


def _opening(state: State, a: act.Open) -> Text:
    match a.what:
        case "cards":
            return say("Cards ...")
        case "gifts":
            return say("Give ...")
        case _:
            return say("{card} ...", card=piece_name(state.profile, a.what))


def _move(state: State, a: act.Move) -> Text:
    if a.payer is None:
        return say("{count} to {place}", count=a.count, place=named(state, a.to))
    fee = say("1 Money") if a.in_money else say("1 PP")
    return say(
        "{count} to {place}, {name} pays {fee}",
        count=a.count,
        place=named(state, a.to),
        name=_who(state, a.payer),
        fee=fee,
    )


def _organise(state: State, a: act.Organise) -> Text:
    if state.player(a.player).side is Side.REICH:
        return say("order: {count} to {place}", count=a.count, place=named(state, a.to))
    cost = payment(a.politics, a.count)
    return say("order: {count} to {place} ({cost})", count=a.count, place=named(state, a.to), cost=cost)


def _shift(_: State, a: act.Shift) -> Text:
    match a.direction:
        case 1:
            return say("Shift: attack I meets defence II")
        case -1:
            return say("Shift: attack II meets defence I")
        case _:
            return say("No shift")


def _waive(state: State, a: act.Waive) -> Text:
    """ISK-103: the book says that an Assault makes a move; waiving it is our ruling."""
    todo = state.player(a.player).todo
    moves = todo is not None and todo.base is not None
    return say("Waive the move (the book has one made)") if moves else say("Waive the rest")


def _lay(state: State, a: act.Lay) -> Text:
    """ISK-20: whether its owner may look at the Reserve is a ruling."""
    name, looked = _who(state, a.player), state.house["reserve"] == "owner_may_look"
    if a.source == "reserve":
        return say("{name}: Reserve, looked at", name=name) if looked else say("{name}: Reserve, unseen", name=name)
    return say("{name}: {source}", name=name, source=SOURCE_NAME[a.source])


def _end_turn(state: State, a: act.EndTurn) -> Text:
    if a.discard is None:
        return say("{name}: discard nothing", name=_who(state, a.player))
    return say("discard {card}", card=piece_name(state.profile, a.discard))


def _place_tile(state: State, a: act.PlaceTile) -> Text:
    place = named(state, a.place)
    return say("Elite tile to {place}", place=place) if a.elite else say("tile to {place}", place=place)


def _operation(state: State, a: act.ShowOperation) -> Text:
    card = piece_name(state.profile, a.card)
    return say("{card}: fulfilled", card=card) if a.fulfilled else say("{card}: not fulfilled", card=card)


def _token(state: State, a: act.TurnToken) -> Text:
    return piece_name(state.profile, "token_end" if a.token == "end" else a.token)


_LABELS: Mapping[type, Callable[[State, Any], Text]] = {
    act.DrawSheet: lambda s, a: verbatim(s.profile.commanders[a.commander].name),
    act.TurnToken: _token,
    act.Reveal: lambda s, a: piece_name(s.profile, a.card),
    act.Symbol: lambda _, a: SYMBOL_NAME[a.symbol],
    act.Compare: lambda _, __: say("Compare squares"),
    act.PushMeter: lambda _, a: say("Meter of {board} to {position}", board=board_name(a.board), position=a.position),
    act.Play: _play,
    act.PlaySpecial: _special,
    act.Pick: lambda s, a: named(s, a.place),
    act.Open: _opening,
    act.Move: _move,
    act.Attack: lambda s, a: say("battle in {place}", place=named(s, a.place)),
    act.PlaceTile: _place_tile,
    act.Aid: lambda s, a: say(
        "aid from {board}: {first}, {second}",
        board=board_name(a.continent),
        first=named(s, a.first),
        second=named(s, a.second),
    ),
    act.Waive: _waive,
    act.Reshuffle: lambda _, __: say("Shuffle all own battle cards"),
    act.Exchange: lambda _, a: say("Exchange {count} battle cards", count=a.count),
    act.PutTerror: lambda s, a: named(s, a.place),
    act.Bombard: lambda s, a: named(s, a.place),
    act.Jam: lambda s, a: named(s, a.place),
    act.Organise: _organise,
    act.Ascend: lambda s, a: say("up: {count} to {place}", count=a.count, place=named(s, a.to)),
    act.Give: lambda s, a: say(
        "give {count} {resource} to {name}", count=a.amount, resource=RESOURCE[a.resource], name=_who(s, a.to)
    ),
    act.TakeLoan: lambda _, __: say("Loan: 1 Money"),
    act.TakeAdvice: lambda _, __: say("Advice: 1 CP"),
    act.Done: lambda s, a: say("{name} is done", name=_who(s, a.player)),
    act.Resume: lambda s, a: say("{name} goes on", name=_who(s, a.player)),
    act.Boost: _special,
    act.Lay: _lay,
    act.Fortress: lambda _, a: say("Fortress: swap the card") if a.use else say("Keep the card"),
    act.Shift: _shift,
    act.EndTurn: _end_turn,
    act.ShowOperation: _operation,
}


def label(state: State, action: act.Action) -> Text:
    """What a button with this action says."""
    return _LABELS[type(action)](state, action)


def battle_lines(state: State, battle: Battle) -> Iterator[Text]:
    """The cards that lie open and the squares compared so far: what met what, and what fell."""
    attacks, defends = say("{name} attacks with {card}."), say("{name} defends with {card}.")
    for does, one in ((attacks, battle.attacker), (defends, battle.defender)):
        if one.squares is not None:
            yield say(does.template, name=_who(state, one.player), card=_face(state, one))
    attacker, defender = battle.attacker.squares or (), battle.defender.squares or ()
    for strike in battle.strikes:
        if strike.attacker_square < 0:
            fallen = _fallen(state, strike.attacker_losses + strike.defender_losses)
            yield say("A single hit takes the tile under the Elite: {fallen}", fallen=fallen)
            continue
        yield say(
            "{mine}: {attack} against {theirs}: {defence}. Attacker loses {a}, defender {d}.",
            mine=SQUARES[strike.attacker_square],
            attack=SYMBOL_NAME[SYMBOL_OF[attacker[strike.attacker_square]]],
            theirs=SQUARES[strike.defender_square],
            defence=SYMBOL_NAME[SYMBOL_OF[defender[strike.defender_square]]],
            a=_fallen(state, strike.attacker_losses),
            d=_fallen(state, strike.defender_losses),
        )


def _face(state: State, one: Fighter) -> Text:
    """The name of a card with its squares, or the squares that were entered for it."""
    squares = tuple(SYMBOL_NAME[SYMBOL_OF[square]] for square in one.squares or ())
    card = state.profile.battle_cards.get(one.card or "")
    if card is None:
        return say("{squares}", squares=squares)
    return say("{card}: {squares}", card=verbatim(card.name), squares=squares)


def _fallen(state: State, tiles: Stack) -> Text:
    """The tiles by name, the first to fall first: whose they are decides where they go."""
    if not tiles:
        return say("nothing")
    return say("{tiles}", tiles=tuple(piece_name(state.profile, tile) for tile in tiles))
