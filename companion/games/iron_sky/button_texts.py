"""Short labels of actions, for buttons and answers, and what a battle did in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from companion.core.text import Text, comma_list, say, say_plural, verbatim
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import SYMBOL_OF, Side, question_about
from companion.games.iron_sky.names import COMMAND_NAME, RESOURCE, board_name, piece_name
from companion.games.iron_sky.rules_cards import is_idle
from companion.games.iron_sky.rules_preconditions import named
from companion.games.iron_sky.settings import BOARDS
from companion.games.iron_sky.state import NO_SQUARE, Battle, Fighter, State, Strike, Tiles
from companion.games.iron_sky.turn import END_TOKEN

UNTOLD = verbatim("?")
SQUARES = ("I", "II", "III")
SYMBOL_NAME = {
    "-": say("nothing"),
    "H": say("Hit"),
    "HH": say("Double hit"),
    "B": say("Block"),
    "BH": say("Block and Hit"),
    "BHH": say("Block and Double hit"),
}


def label(state: State, action: act.Action) -> Text:
    """What a button with this action says."""
    kind = type(action)
    if kind in _COMPUTED:
        return _COMPUTED[kind](state, action)
    return act.LABELS[kind].fill(**{f.name: _shown(state, str(f.type), getattr(action, f.name)) for f in fields(kind)})  # type: ignore[arg-type]


def _shown(state: State, kind: str, value: Any) -> object:
    """A field of an action as people read it."""
    match kind:
        case "Seat":
            return state.player(value).name
        case "Place":
            return named(state, value)
        case "CardId":
            return piece_name(state.profile, value)
        case "Resource":
            return RESOURCE[value]
        case "str" if value in BOARDS:
            return board_name(value)
        case _:
            return value


def _cost(price: int, politics: int, side: Side) -> Text:
    """`2 CP`, `2 PP`, `3 Money`, or both of the latter."""
    if side is Side.REICH:
        return say("{count} CP", count=price)
    if not politics:
        return say("{count} Money", count=price)
    if politics == price:
        return say("{count} PP", count=politics)
    return say("{money} Money, {politics} PP", money=price - politics, politics=politics)


def _play(state: State, a: act.Played) -> Text:
    """The command and its price, with a warning where it would do nothing (ISK-57)."""
    card, player = state.profile.cards[a.card], state.player(a.player)
    if state.profile.is_untold(question_about(a.card, "price")):
        return say("{name} ({cost})", name=COMMAND_NAME[a.command], cost=UNTOLD)
    name = COMMAND_NAME[a.command] if len(card.commands) > 1 else card.printed_name
    cost = _cost(max(card.price + a.adjust, 0), a.politics, player.side)
    if is_idle(state, player, a.command):
        return say("{name} ({cost}): without effect now", name=name, cost=cost)
    return say("{name} ({cost})", name=name, cost=cost)


def _special(state: State, a: act.PlayedSpecial | act.Boost) -> Text:
    card = state.profile.specials[a.card]
    is_untold = state.profile.is_untold(question_about(a.card, "price"))
    cost = UNTOLD if is_untold else _cost(card.price, a.politics, card.side)
    if not isinstance(a, act.PlaySpecialAt):
        return say("{name} ({cost})", name=card.printed_name, cost=cost)
    return say("{name} at {place} ({cost})", name=card.printed_name, place=named(state, a.place), cost=cost)


def _move(state: State, a: act.Move) -> Text:
    place = named(state, a.to)
    if a.payer is None:
        return say("{count} to {place}", count=a.count, place=place)
    name = state.player(a.payer).name
    if a.in_money:
        return say("{count} to {place}, {name} pays 1 Money", count=a.count, place=place, name=name)
    return say("{count} to {place}, {name} pays 1 PP", count=a.count, place=place, name=name)


def _organise(state: State, a: act.Organise) -> Text:
    place, side = named(state, a.to), state.player(a.player).side
    if side is Side.REICH:
        return say("order: {count} to {place}", count=a.count, place=place)
    return say("order: {count} to {place} ({cost})", count=a.count, place=place, cost=_cost(a.count, a.politics, side))


def _shift(_: State, a: act.Shift) -> Text:
    match a.direction:
        case 1:
            return say("Shift: attack I against defence II")
        case -1:
            return say("Shift: attack II against defence I")
        case _:
            return say("No shift")


def _waive(state: State, a: act.Waive) -> Text:
    """ISK-103-R: the book says that an Assault makes a move; waiving it is our ruling."""
    todo = state.player(a.player).todo
    moves = todo is not None and todo.base is not None
    return say("Waive the move (the book has one made)") if moves else say("Waive the rest")


def _lay(state: State, a: act.Lay) -> Text:
    """ISK-20-R: whether its owner may look at the Reserve is a ruling."""
    name = state.player(a.player).name
    match a.source:
        case "deck":
            return say("{name} lays the top card of the deck", name=name)
        case "hand":
            return say("{name} lays a card from the hand", name=name)
        case _ if state.choices["reserve"] == "owner_may_look":
            return say("{name} lays the Reserve, having looked at it", name=name)
        case _:
            return say("{name} lays the Reserve, unseen", name=name)


def _end_turn(state: State, a: act.EndTurn) -> Text:
    if a.discard is None:
        return say("{name}: discard nothing", name=state.player(a.player).name)
    return say("discard {card}", card=piece_name(state.profile, a.discard))


def _place_tile(state: State, a: act.PlaceTile) -> Text:
    place = named(state, a.place)
    return say("Elite tile to {place}", place=place) if a.elite else say("tile to {place}", place=place)


def _operation(state: State, a: act.ShowOperation) -> Text:
    card = piece_name(state.profile, a.card)
    return say("{card}: fulfilled", card=card) if a.fulfilled else say("{card}: not fulfilled", card=card)


_COMPUTED: Mapping[type, Callable[[State, Any], Text]] = {
    act.DrawSheet: lambda s, a: s.profile.commanders[a.commander].printed_name,
    act.TurnToken: lambda s, a: piece_name(s.profile, "token_end" if a.token == END_TOKEN else a.token),
    act.Symbol: lambda _, a: SYMBOL_NAME[a.symbol],
    act.Play: _play,
    act.TakeMarker: _play,
    act.PlaySpecial: _special,
    act.PlaySpecialAt: _special,
    act.Boost: _special,
    act.Move: _move,
    act.PlaceTile: _place_tile,
    act.Waive: _waive,
    act.Exchange: lambda _, a: say_plural("Exchange {count} battle card", "Exchange {count} battle cards", a.count),
    act.Organise: _organise,
    act.Lay: _lay,
    act.Fortress: lambda _, a: say("Fortress: swap the card") if a.use else say("Keep the card"),
    act.Shift: _shift,
    act.EndTurn: _end_turn,
    act.ShowOperation: _operation,
}


# --- battles ---


def battle_lines(state: State, battle: Battle) -> Iterator[Text]:
    """The cards that lie open and the squares compared so far: what met what, and what fell."""
    attacks, defends = say("{name} attacks with {card}."), say("{name} defends with {card}.")
    for sentence, one in ((attacks, battle.attacker), (defends, battle.defender)):
        if one.squares is not None:
            yield sentence.fill(name=state.player(one.player).name, card=_face(state, one))
    for strike in battle.strikes:
        yield _strike(state, battle, strike)


def _strike(state: State, battle: Battle, strike: Strike) -> Text:
    mine, theirs = _tiles(state, strike.attacker_losses), _tiles(state, strike.defender_losses)
    if strike.attacker_square == NO_SQUARE:
        return say("A single hit takes the tile under the Elite: {fallen}", fallen=mine or theirs)
    values = {
        "attacking": SQUARES[strike.attacker_square],
        "attack": _symbol(battle.attacker, strike.attacker_square),
        "defending": SQUARES[strike.defender_square],
        "defence": _symbol(battle.defender, strike.defender_square),
        "mine": mine,
        "theirs": theirs,
    }
    return _OUTCOMES[mine is not None, theirs is not None].fill(**values)


_OUTCOMES = {
    (False, False): say(
        "{attacking}: {attack} against {defending}: {defence}. Attacker loses nothing, defender nothing."
    ),
    (True, False): say(
        "{attacking}: {attack} against {defending}: {defence}. Attacker loses {mine}, defender nothing."
    ),
    (False, True): say(
        "{attacking}: {attack} against {defending}: {defence}. Attacker loses nothing, defender {theirs}."
    ),
    (True, True): say(
        "{attacking}: {attack} against {defending}: {defence}. Attacker loses {mine}, defender {theirs}."
    ),
}


def _symbol(one: Fighter, square: int) -> Text:
    return SYMBOL_NAME[SYMBOL_OF[(one.squares or ())[square]]]


def _face(state: State, one: Fighter) -> Text:
    """The name of a card with its squares, or the squares that were entered for it."""
    squares = comma_list(SYMBOL_NAME[SYMBOL_OF[square]] for square in one.squares or ())
    card = state.profile.battle_cards.get(one.card or "")
    return squares if card is None else say("{card}: {squares}", card=card.printed_name, squares=squares)


def _tiles(state: State, tiles: Tiles) -> Text | None:
    """The tiles by name, the first to fall first: whose they are decides where they go."""
    return comma_list(piece_name(state.profile, tile) for tile in tiles) if tiles else None
