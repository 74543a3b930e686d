"""Checks of what fingers choose on the way to an action. The book knows no fingers: these are ours (ISK-46)."""

from __future__ import annotations

from companion.core.rules import Refusal, refuse
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import Command
from companion.games.iron_sky.rules_cards import at_hand
from companion.games.iron_sky.rules_common import leads_from_afar, named
from companion.games.iron_sky.settings import RULING
from companion.games.iron_sky.state import Phase, Player, State

CARDS, GIFTS = "cards", "gifts"


@RULING.rule("ISK-46")
def pickable(state: State, action: act.Pick) -> Refusal | None:
    """A finger picks an own army that this player may move now."""
    player = state.player(action.player)
    todo = player.todo
    mine = todo is None or todo.command is Command.MOBILISATION
    afar = todo is not None and leads_from_afar(state, player, action.place)
    commands = state.site(action.place).board == player.board or afar
    if state.picked is not None or not mine or not commands or not state.army(action.place, player.side):
        return refuse("{place} cannot be picked now.", repair="Go on or undo.", place=named(state, action.place))
    return None


@RULING.rule("ISK-46")
def openable(state: State, action: act.Open) -> Refusal | None:
    """A finger opens the choice of cards or gifts, and then one card."""
    player = state.player(action.player)
    free = state.opened is None and state.picked is None and state.battle is None
    match action.what:
        case "cards":
            possible = free and player.hand > 0 and _cards_wanted(state, player)
        case "gifts":
            possible = free and state.phase is Phase.COMMAND and len(state.players) > 2
        case _:
            possible = _card_openable(state, player, action.what, free)
    return None if possible else refuse("This cannot be opened now.", repair="Go on or undo.")


def _cards_wanted(state: State, player: Player) -> bool:
    return state.phase is Phase.END_OF_TURN or (state.phase is Phase.COMMAND and player.todo is None)


def _card_openable(state: State, player: Player, card: str, free: bool) -> bool:
    """With two players all cards are on the screen; with more they are opened first."""
    shown = state.opened == (player.seat, CARDS) or (free and len(state.players) == 2)
    return shown and state.phase is Phase.COMMAND and player.todo is None and at_hand(state, player, card)
