"""Actions as sentences for people. What an action does not say itself, such as the cards of a pile, the state tells."""

from __future__ import annotations

from companion.core.table import Piece
from companion.core.text import Text, and_list, say, verbatim
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.names import counted_names, place_name, tile_laid, tile_name
from companion.games.new_world_order.state import Away, Place, State


def sentence(state: State, action: act.Action) -> Text:
    """What was done, with names: `Ann took 2 Farm`. `state` is the one before it; any other gives fewer words."""
    match action:
        case act.Chance():
            return _event(state, action)
        case act.TakeOver() | act.Blackmail():
            return _robbery(state, action)
        case act.Buy():
            return _purchase(state, action)
        case act.Combine() | act.Rearrange() | act.Swap():
            return _arranged(state, action)
        case _:
            return _turn(state, action)


def _turn(state: State, action: act.Decision) -> Text:
    who = _who(state, action.player)
    match action:
        case act.Pick(cards=cards, place=None):
            return say("{who} took {cards}", who=who, cards=_cards(state, cards))
        case act.Pick(cards=cards, place=Place() as place):
            return say("{who} took {cards} into {place}", who=who, cards=_cards(state, cards), place=place_name(place))
        case act.Discard(pile=pile) | act.Drop(pile=pile):
            return say("{who} threw away {pile}", who=who, pile=_part(state, action.player, pile))
        case act.Choose(character=character):
            return say("{who} chose {character}", who=who, character=_name(state, character))
        case act.Pass():
            return say("{who} passed", who=who)
        case act.AboveTheLaw():
            return say("{who} played Above the Law", who=who)
        case act.Waive():
            return say("{who} gave up the extra action", who=who)
        case _:
            raise TypeError(action)


def _event(state: State, action: act.Chance) -> Text:
    match action:
        case act.Laid(tile, layer, row, column):
            named = tile_laid(state, tile, (layer, row, column)) if tile in state.catalog.tiles else _name(state, tile)
            return say("{tile} was laid in the pyramid", tile=named)
        case act.Exchanged(tile, laid):
            return say("{tile} changed places with {laid}", tile=_name(state, tile), laid=_name(state, laid))
        case act.Drew(seat, character):
            return say("{who} drew {character}", who=_who(state, seat), character=_name(state, character))
        case act.Started(seat, card, None):
            return say("{who} got the starting card {card}", who=_who(state, seat), card=_name(state, card))
        case act.Started(seat, card, Place() as place):
            return say(
                "{who} got the starting card {card} into {place}",
                who=_who(state, seat),
                card=_name(state, card),
                place=place_name(place),
            )
        case act.Dealt((card,)):
            return say("{card} was dealt", card=_name(state, card))
        case act.Dealt(cards):
            return say("{cards} were dealt", cards=counted_names(state, cards))
        case act.SetAside(card):
            return say("{card} was put aside", card=_name(state, card))
        case _:
            raise TypeError(action)


def _purchase(state: State, buy: act.Buy) -> Text:
    who, tiles = _who(state, buy.player), and_list(_name(state, tile) for tile in buy.tiles)
    if not buy.paid:
        return say("{who} bought {tiles}", who=who, tiles=tiles)
    paid = and_list(_part(state, buy.player, part) for part in buy.paid)
    match buy.power:
        case Ability.CONVERSION:
            turned = next((part.turned for part in buy.paid if part.turned is not None), "")
            return say(
                "{who} bought {tiles} with {paid}, turned into {card}",
                who=who,
                tiles=tiles,
                paid=paid,
                card=_name(state, turned),
            )
        case _:
            return say("{who} bought {tiles} with {paid}", who=who, tiles=tiles, paid=paid)


def _robbery(state: State, robbery: act.TakeOver | act.Blackmail) -> Text:
    who, victim = _who(state, robbery.player), _who(state, robbery.victim)
    pile = _part(state, robbery.victim, robbery.pile)
    match robbery.place:
        case Away.AWAY:
            return say("{who} robbed {victim} of {cards}, which left the game", who=who, victim=victim, cards=pile)
        case Place() as place:
            where = place_name(place)
            return say(
                "{who} robbed {victim} of {cards}, into {place}", who=who, victim=victim, cards=pile, place=where
            )
        case _:
            return say("{who} robbed {victim} of {cards}", who=who, victim=victim, cards=pile)


def _arranged(state: State, action: act.Combine | act.Rearrange | act.Swap) -> Text:
    """Cards that their owner puts together or moves, which is no action of the game (NWO-62)."""
    who = _who(state, action.player)
    match action:
        case act.Combine(places=places):
            return say("{who} put {places} together", who=who, places=and_list(map(place_name, places)))
        case act.Rearrange(pile=pile, place=place):
            what = _part(state, action.player, pile)
            return say("{who} moved {pile} to {place}", who=who, pile=what, place=place_name(place))
        case act.Swap(place=place, other=other):
            return say("{who} swapped {place} and {other}", who=who, place=place_name(place), other=place_name(other))


def _part(state: State, seat: str, part: act.Part) -> Text:
    """The cards of a pile, or its place where the state does not know them."""
    if part.cards:
        return _cards(state, part.cards)
    cards = state.player(seat).pile(part.place).cards if seat in state.seats else ()
    if not cards:
        return place_name(part.place)
    return _cards(state, cards[: part.count] if part.count else cards)


def _cards(state: State, cards: tuple[Piece, ...]) -> Text:
    return and_list(counted_names(state, cards))


def _name(state: State, piece: Piece) -> Text:
    named = state.catalog.named(piece)
    if named is None:
        return verbatim(piece)
    if piece in state.catalog.tiles:
        return tile_name(state, piece)
    return named.short_name if named.provisional("en") else named.name


def _who(state: State, seat: str) -> Text:
    """The player's name; his seat's letter where nobody sits."""
    return verbatim(state.player(seat).name if seat in state.seats else seat)
