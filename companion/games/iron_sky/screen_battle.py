"""A battle as the screen draws it: both armies, and what meets what in each square."""

from __future__ import annotations

from companion.core.screen_parts import BattleSide, BattleSquare, Duel
from companion.core.text import NOTHING, Text, say, say_plural
from companion.games.iron_sky import catalog
from companion.games.iron_sky.battle import pairs
from companion.games.iron_sky.button_texts import SQUARES, battle_lines
from companion.games.iron_sky.screen_boards import counters
from companion.games.iron_sky.state import Battle, State, Strike
from companion.games.iron_sky.state import Fighter as BattlingPlayer


def duel(state: State, battle: Battle) -> Duel:
    attacker_lost = sum(len(strike.attacker_losses) for strike in battle.strikes)
    defender_lost = sum(len(strike.defender_losses) for strike in battle.strikes)
    return Duel(
        _fighter(state, battle, battle.attacker, attacker_lost, say("attacks"), "arrow-big-right-lines"),
        _fighter(state, battle, battle.defender, defender_lost, say("defends"), "shield-half"),
        tuple(_square(battle, number, *pair) for number, pair in enumerate(pairs(battle.shift))),
        tuple(battle_lines(state, battle)) or (_FACE_DOWN,),
    )


_FACE_DOWN = say("Each lays one battle card face down; both are turned over together.")


def _fighter(  # noqa: PLR0913, PLR0917 - both sides of a battle are told alike
    state: State, battle: Battle, one: BattlingPlayer, lost: int, role: Text, icon: str
) -> BattleSide:
    side = state.player(one.player).side
    army = state.army(battle.place, side)
    card = state.profile.battle_cards.get(one.card or "")
    return BattleSide(
        one.player,
        role,
        icon,
        counters(side, len(army) + lost, elite=army.elite is not None),
        lost,
        say_plural("{count} tile, {lost} lost", "{count} tiles, {lost} lost", len(army) + lost, lost=lost),
        card.printed_name if card is not None else _WAITING[one.source is not None],
    )


_WAITING = {False: say("has yet to lay a card"), True: say("has laid a card")}


def _square(battle: Battle, number: int, mine: int, theirs: int) -> BattleSquare:
    """The comparison of that number: which square of the attacker meets which of the defender (ISK-125, ISK-162)."""
    strikes = [strike for strike in battle.strikes if strike.attacker_square == mine]
    return BattleSquare(
        SQUARES[mine] if mine == theirs else f"{SQUARES[mine]} \N{EN DASH} {SQUARES[theirs]}",
        _icons(battle.attacker, mine),
        _icons(battle.defender, theirs),
        _result(strikes),
        now=bool(battle.attacker.squares and battle.defender.squares) and number == battle.square,
        done=bool(strikes),
    )


def _icons(one: BattlingPlayer, index: int) -> str | None:
    """A flame for each hit, a shield for a block; None while the card lies face down."""
    if one.squares is None or index >= len(one.squares):
        return None
    square: catalog.Square = one.squares[index]
    return " ".join([*["flame"] * square.hits, *["shield"] * square.block])


def _result(strikes: list[Strike]) -> Text:
    if not strikes:
        return NOTHING
    lost = sum(len(strike.attacker_losses) + len(strike.defender_losses) for strike in strikes)
    return say_plural("{count} tile lost", "{count} tiles lost", lost) if lost else say("nobody dies")
