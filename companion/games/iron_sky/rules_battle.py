"""Checks of a battle: who chooses when, from what, and which cards can turn up."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.core.text import or_list, say, say_plural
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.battle import Stage, fighter, may_shift, may_swap, shown_cards, squares_of, stage, unread
from companion.games.iron_sky.catalog import Effect
from companion.games.iron_sky.names import CARD_SOURCE, TITLE
from companion.games.iron_sky.rules_preconditions import Checks
from companion.games.iron_sky.rules_specials import HELD, PAID, specials_in_use
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import Battle, State


def _waits_for(state: State, wanted: Stage) -> bool:
    return state.battle is not None and stage(state, state.battle) is wanted


def _fights(state: State, seat: str) -> Battle | None:
    battle = state.battle
    return battle if battle is not None and seat in (battle.attacker.player, battle.defender.player) else None


@BOOK.requires("ISK-122", "{name} fights no battle now.", repair="Take the battle card back.")
def fights(state: State, action: act.Lay) -> bool:
    battle = _fights(state, action.player)
    return battle is not None


@BOOK.requires("ISK-123", "{name} has laid a battle card already.", repair="Take the second card back.")
def lays_once(state: State, action: act.Lay) -> bool:
    battle = _fights(state, action.player)
    return battle is None or fighter(battle, action.player).source is None


@BOOK.check("ISK-123")
def defender_first(state: State, action: act.Lay) -> Refusal | None:
    battle = state.battle
    if battle is not None and battle.defender.source is None and battle.attacker.player == action.player:
        return refuse(
            "{name} defends and lays first.",
            repair="Take the attacker's card back until {name} has laid a card.",
            name=state.player(battle.defender.player).name,
        )
    return None


@BOOK.check("ISK-123")
def card_lies_there(state: State, action: act.Lay) -> Refusal | None:
    return _not_from_there(state, action, _sources(state, action))


@BOOK.check("ISK-163-R")
def controlled_choice(state: State, action: act.Lay) -> Refusal | None:
    if not state.plays("controlled_battle"):
        return None
    allowed = {"hand"} if state.choices["controlled_choice"] == "hand_only" else {"hand", "reserve"}
    return _not_from_there(state, action, [source for source in _sources(state, action) if source in allowed])


def _sources(state: State, action: act.Lay) -> list[str]:
    deck = state.player(action.player).battle
    return [source for source in ("deck", "reserve", "hand") if getattr(deck, source) > 0]


def _not_from_there(state: State, action: act.Lay, sources: list[str]) -> Refusal | None:
    if action.source in sources:
        return None
    values = {
        "name": state.player(action.player).name,
        "source": CARD_SOURCE[action.source],
        "sources": or_list(CARD_SOURCE[source] for source in sources),
    }
    repair = say("Lay a card from the {sources}.", **values) if sources else say("Look for the battle cards first.")
    if action.source == "hand" and not state.plays("controlled_battle"):
        return refuse("In this game no battle cards are held in the hand.", repair=repair)
    if action.source in _sources(state, action):
        return refuse("A controlled battle lays no card from the {source}.", repair=repair, **values)
    return refuse("{name} has no battle card in the {source}.", repair=repair, **values)


@BOOK.check("ISK-154")
def boost_moment(state: State, action: act.Boost) -> Refusal | None:
    battle, card = _fights(state, action.player), state.profile.specials[action.card]
    values = {"card": card.printed_name, "name": state.player(action.player).name}
    if card.effect is not Effect.ELITE_OPERATION:
        return refuse("{card} is no card for a battle.", repair=_TAKE_BACK, **values)
    if battle is None:
        return refuse("{name} fights no battle now.", repair=_TAKE_BACK, **values)
    if not _waits_for(state, Stage.DEFENDER_LAYS):
        return refuse("{card} is played before battle cards are laid.", repair=_TAKE_BACK, **values)
    return None


_TAKE_BACK = say("Take the card back.")


@BOOK.check("ISK-154-R")
def boosts_attack(state: State, action: act.Boost) -> Refusal | None:
    battle = _fights(state, action.player)
    defends = battle is not None and battle.defender.player == action.player
    if defends and state.choices["elite_operation"] == "attacker":
        return refuse("{name} defends; at this table Elite operation is for the attacker.", repair=_TAKE_BACK)
    return None


@BOOK.requires(
    "ISK-123",
    "{name} turns no battle card over now.",
    repair="Turn it back.",
    name=lambda state, action: state.player(action.seat).name,
)
def time_to_reveal(state: State, action: act.Reveal | act.Symbol) -> bool:
    if isinstance(action, act.Reveal) and unread(state, action.seat) is not None:
        return True
    battle = _fights(state, action.seat)
    return battle is not None and _waits_for(state, Stage.REVEAL) and (fighter(battle, action.seat).squares is None)


@BOOK.check("ISK-20")
def card_exists(state: State, action: act.Reveal) -> Refusal | None:
    side, card = state.player(action.seat).side, state.profile.battle_cards[action.card]
    values = {"name": state.player(action.seat).name, "card": card.printed_name, "side": TITLE[card.side]}
    if card.side is not side:
        return refuse("{card} is a battle card of {side}, not of {name}.", repair=_READ_AGAIN, **values)
    if list(shown_cards(state, side)).count(card.id) >= card.copies:
        return refuse(
            say_plural(
                "The only copy of {card} lies open already.",
                "All {count} copies of {card} lie open already.",
                card.copies,
                **values,
            ),
            repair=_READ_AGAIN,
        )
    return None


_READ_AGAIN = say("Read the battle card again.")


@BOOK.requires(
    "ISK-124",
    "{card} shows other symbols than were entered for {name}.",
    repair="Look at the card again; if the symbols were entered wrongly, undo to the battle.",
    card=lambda state, action: state.profile.battle_cards[action.card].printed_name,
    name=lambda state, action: state.player(action.seat).name,
)
def symbols_agree(state: State, action: act.Reveal) -> bool:
    one, battle = unread(state, action.seat), state.battle or state.last_battle
    return one is None or battle is None or squares_of(state, battle, action.seat, action.card) == one.squares


@BOOK.check("ISK-158")
def fortress_there(state: State, action: act.Fortress) -> Refusal | None:
    battle = _fights(state, action.player)
    defends = battle is not None and battle.defender.player == action.player
    if battle is None or not defends or battle.fortress is not None or not may_swap(state, battle):
        return refuse("{name} has no Fortress to use now.", repair="Put the card back.")
    if battle.attacker.squares is None or battle.defender.squares is None:
        return refuse(
            "A Fortress swaps a battle card that has been turned over.",
            repair="Put the card back and turn both battle cards over first.",
        )
    return None


@BOOK.requires(
    "ISK-158-R",
    "At this table Initiative comes before the Fortress.",
    repair="Put the card back until the attacker has shifted the card or let it lie.",
)
def initiative_comes_first(state: State, action: act.Fortress) -> bool:
    return not _waits_for(state, Stage.INITIATIVE)


@BOOK.requires("ISK-161", "{name} has no Initiative to use now.", repair="Lay the cards opposite each other again.")
def initiative_there(state: State, action: act.Shift) -> bool:
    battle = _fights(state, action.player)
    attacks = battle is not None and battle.attacker.player == action.player
    return battle is not None and attacks and battle.shift is None and may_shift(state, battle)


@BOOK.check("ISK-162")
def initiative_moment(state: State, action: act.Shift) -> Refusal | None:
    if _waits_for(state, Stage.INITIATIVE) or _waits_for(state, Stage.FORTRESS):
        return None
    if state.choices["initiative_moment"] == "before_reveal":
        return refuse(
            "At this table Initiative is used when both battle cards are laid.",
            repair="Lay both battle cards first.",
        )
    return refuse(
        "Initiative is used when both battle cards are turned over.",
        repair="Turn both battle cards over first.",
    )


@BOOK.requires(
    "ISK-158-R",
    "The Fortress comes before Initiative.",
    repair="Lay the cards opposite each other again until the defender has decided.",
)
def fortress_comes_first(state: State, action: act.Shift) -> bool:
    return not _waits_for(state, Stage.FORTRESS)


@BOOK.requires("ISK-125", "No squares are compared now.", repair="Lay both battle cards and turn them over first.")
def time_to_compare(state: State, action: act.Compare) -> bool:
    return _waits_for(state, Stage.COMPARE)


CHECKS: Checks = {
    act.Reveal: (time_to_reveal, card_exists, symbols_agree),
    act.Symbol: (time_to_reveal,),
    act.Compare: (time_to_compare,),
    act.Boost: (
        specials_in_use,
        boost_moment,
        boosts_attack,
        *HELD,
        *PAID,
    ),
    act.Lay: (fights, lays_once, defender_first, card_lies_there, controlled_choice),
    act.Fortress: (fortress_there, initiative_comes_first),
    act.Shift: (initiative_there, initiative_moment, fortress_comes_first),
}
