"""Checks of a battle: who chooses when, from what, and which cards can turn up."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.core.text import verbatim
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.battle import Stage, fighter, shown_cards, squares_of, stage, unread
from companion.games.iron_sky.catalog import SYMBOLS, Effect
from companion.games.iron_sky.rules_common import seat_name
from companion.games.iron_sky.settings import BOOK, RULING
from companion.games.iron_sky.state import Battle, State


def _waits_for(state: State, wanted: Stage) -> bool:
    return state.battle is not None and stage(state, state.battle) is wanted


def _fights(state: State, seat: str) -> Battle | None:
    battle = state.battle
    return battle if battle is not None and seat in (battle.attacker.player, battle.defender.player) else None


@BOOK.rule("ISK-122", page=11)
def fights(state: State, action: act.Lay) -> Refusal | None:
    """The player of the command attacks, the enemy commander of the board defends."""
    battle = _fights(state, action.player)
    if battle is None:
        return refuse(
            "{name} fights no battle now.",
            repair="Take the battle card back.",
            name=seat_name(state.player(action.player)),
        )
    if fighter(battle, action.player).source is not None:
        return refuse(
            "{name} has laid his card.",
            repair="Take the second card back.",
            name=seat_name(state.player(action.player)),
        )
    return None


@BOOK.rule("ISK-123", page=15)
def defender_first(state: State, action: act.Lay) -> Refusal | None:
    """The defender chooses and lays his card first."""
    battle = state.battle
    early = battle is not None and battle.defender.source is None and battle.attacker.player == action.player
    if early:
        return refuse(
            "The defender has not chosen yet.",
            repair="Take the attacker's card back until the defender has laid his.",
        )
    return None


@RULING.rule("ISK-163")
def card_source(state: State, action: act.Lay) -> Refusal | None:
    """A card comes from the deck's top or the Reserve; in a controlled battle from the hand or the Reserve."""
    deck = state.player(action.player).battle
    controlled = state.house.plays("controlled_battle")
    reserve = not controlled or state.house["controlled_choice"] == "hand_and_reserve"
    there = {
        "deck": deck.deck > 0 and not controlled,
        "reserve": deck.reserve > 0 and reserve,
        "hand": deck.hand > 0 and controlled,
    }
    if not there.get(action.source, False):
        return refuse(
            "No battle card can be laid from there.",
            repair="Choose one of: {sources}.",
            sources=tuple(verbatim(source) for source, free in there.items() if free),
        )
    return None


@RULING.rule("ISK-154")
def boost_moment(state: State, action: act.Boost) -> Refusal | None:
    """Elite operation is played by the attacker, before battle cards are chosen."""
    battle, card = _fights(state, action.player), state.profile.specials[action.card]
    if battle is None or not _waits_for(state, Stage.DEFENDER_LAYS) or card.effect is not Effect.ELITE_OPERATION:
        return refuse("This card is not for this moment.", repair="Take the card back.")
    one = fighter(battle, action.player)
    if one.boosted or (battle.attacker is not one and state.house["elite_operation"] == "attacker"):
        return refuse("Elite operation is for the attacker, once.", repair="Take the card back.")
    return None


@BOOK.rule("ISK-123", page=15)
def time_to_reveal(state: State, action: act.Reveal | act.Symbol) -> Refusal | None:
    """Both cards are turned over when both lie."""
    if isinstance(action, act.Reveal) and unread(state, action.seat) is not None:
        return None
    battle = _fights(state, action.seat)
    if battle is None or not _waits_for(state, Stage.REVEAL) or fighter(battle, action.seat).squares is not None:
        return refuse("No battle card is turned over now.", repair="Turn it back.")
    return None


@BOOK.rule("ISK-20", page=4)
def card_exists(state: State, action: act.Reveal) -> Refusal | None:
    """Each side has its own battle cards, and so many of each."""
    side, card = state.player(action.seat).side, state.profile.battle_cards[action.card]
    if card.side is not side or list(shown_cards(state, side)).count(card.id) >= card.copies:
        return refuse(
            "{name} cannot have {card}.",
            repair="Read the card again: all copies of {card} lie open, or it is the other side's.",
            name=seat_name(state.player(action.seat)),
            card=verbatim(card.name),
        )
    return None


@BOOK.rule("ISK-124", page=15)
def symbols_agree(state: State, action: act.Reveal) -> Refusal | None:
    """A card that was entered by its symbols is one that shows them: attack for the attacker, defence for the other."""
    one, battle = unread(state, action.seat), state.battle or state.last_battle
    if one is None or battle is None or squares_of(state, battle, action.seat, action.card) == one.squares:
        return None
    return refuse(
        "{card} shows other symbols than were entered for {name}.",
        repair="Look at the card again; if the symbols were entered wrongly, undo to the battle.",
        card=verbatim(state.profile.battle_cards[action.card].name),
        name=seat_name(state.player(action.seat)),
    )


@BOOK.rule("ISK-138")
def symbol_known(state: State, action: act.Symbol) -> Refusal | None:
    """A square shows nothing, a Hit, a Double hit, a Block, or a Block with a hit."""
    if action.symbol not in SYMBOLS:
        return refuse("'{symbol}' is no symbol.", repair="Enter one of -, H, HH, B, BH, BHH.", symbol=action.symbol)
    return None


@BOOK.rule("ISK-158", page=20)
def fortress_moment(state: State, action: act.Fortress) -> Refusal | None:
    """The defender of a Fortress may swap his revealed card for the top of his deck."""
    battle = _fights(state, action.player)
    if battle is None or not _waits_for(state, Stage.FORTRESS) or battle.defender.player != action.player:
        return refuse(
            "{name} has no Fortress to use now.",
            repair="Put the card back.",
            name=seat_name(state.player(action.player)),
        )
    return None


@BOOK.rule("ISK-161", page=19)
def initiative_moment(state: State, action: act.Shift) -> Refusal | None:
    """The attacker may shift his card once a turn, while his marker shows its available face."""
    battle = _fights(state, action.player)
    if battle is None or not _waits_for(state, Stage.INITIATIVE) or battle.attacker.player != action.player:
        return refuse(
            "{name} has no Initiative to use now.",
            repair="Lay the cards opposite each other again.",
            name=seat_name(state.player(action.player)),
        )
    if action.direction not in (-1, 0, 1):
        return refuse("A card is shifted by one square.", repair="Shift it one square left or right.")
    return None


@BOOK.rule("ISK-125", page=16)
def time_to_compare(state: State, action: act.Compare) -> Refusal | None:
    """Squares are compared when both cards lie open and every decision is taken."""
    if not _waits_for(state, Stage.COMPARE):
        return refuse("No squares are compared now.", repair="Lay and turn over both cards first.")
    return None
