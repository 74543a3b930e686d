"""What no label of Iron Sky shows, to be put right by hand: whose turn it is, tracks, meters and counts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from companion.core.editor import EditRefused, Figure, number, yes_or_no
from companion.core.fast_dataclasses import replace
from companion.core.text import Text, say
from companion.games.iron_sky.catalog import HAND, TERRITORIES, TRACK, TRACKS, CardId, Command, Resource, Side
from companion.games.iron_sky.names import COMMAND_NAME, RESOURCE, TITLE, board_name
from companion.games.iron_sky.state import Phase, Player, ReichPlayer, State, Todo

PHASES = {
    Phase.COMMAND: say("commands are given"),
    Phase.END_OF_TURN: say("the turn is ended"),
    Phase.TOKEN: say("a time token is turned"),
}
NO_COMMAND = "-"
AT_ONCE = {Command.POLITICKING, Command.REBOOT, Command.ANTI_TERROR}
"""The commands that are carried out when their card is laid."""


def figures(state: State) -> Iterator[Figure]:
    if state.phase in PHASES:
        sides = {side.value: TITLE[side] for side in Side}
        phases = {phase.value: words for phase, words in PHASES.items()}
        yield Figure("side", say("Whose turn"), state.side.value, sides)
        yield Figure("phase", say("What is going on"), state.phase.value, phases)
    for board in state.boards:
        title = say("Devastation of {board}", board=board_name(board.name))
        yield number(f"devastation.{board.name}", title, board.devastation, TERRITORIES)
    for player in state.players:
        if player.commander is not None:
            yield from _of_player(state, player)


def _of_player(state: State, player: Player) -> Iterator[Figure]:
    seat = player.seat
    if commands := _commands(state, player):
        now = NO_COMMAND if player.todo is None else player.todo.command.value
        yield Figure(f"{seat}.open", say("What is being played"), now, commands, seat)
    for resource in TRACKS[player.side]:
        yield number(f"{seat}.{resource.value}", RESOURCE[resource], player.held(resource), TRACK, seat)
    held = player.hand + player.deck
    yield number(f"{seat}.hand", say("Cards in hand, the others in the deck"), player.hand, min(HAND, held), seat)
    cards = player.battle.deck + player.battle.hand
    if state.plays("controlled_battle"):
        yield number(f"{seat}.battle_hand", say("Battle cards in hand"), player.battle.hand, cards, seat)
    if state.phase in (Phase.COMMAND, Phase.END_OF_TURN) and player.side is state.side:
        yield yes_or_no(f"{seat}.done", say("is done with this part of the turn"), player.done, seat)
    if isinstance(player, ReichPlayer) and state.phase is Phase.COMMAND and player.side is state.side:
        yield number(f"{seat}.given", say("Command points given to others in this turn"), player.given, TRACK, seat)


def _commands(state: State, player: Player) -> Mapping[str, Text]:
    """What he may have yet to carry out, by the cards that he has laid."""
    if state.phase is not Phase.COMMAND or player.side is not state.side or player.done:
        return {}
    laid = {command for card in player.discard for command in _shown(state, card)}
    if not laid or (player.todo is not None and player.todo.command not in laid):
        return {}
    return {
        NO_COMMAND: say("nothing"),
        **{command.value: COMMAND_NAME[command] for command in Command if command in laid},
    }


def _shown(state: State, card: CardId) -> Collection[Command]:
    known = state.profile.cards.get(card)
    return () if known is None else {command for command in known.commands if command not in AT_ONCE}


def with_figure(state: State, name: str, value: str) -> State:
    match name.split("."):
        case ["side"]:
            return _at(state, Side(value), Phase.COMMAND)
        case ["phase"]:
            side = Side.UWC if Phase(value) is Phase.TOKEN else state.side
            return _at(state, side, Phase(value))
        case ["devastation", board]:
            return state.with_board(replace(state.board(board), devastation=int(value)))
        case [seat, "open"]:
            return state.with_player(_commanding(state, state.player(seat), value))
        case [seat, what]:
            return state.with_player(_changed(state.player(seat), what, value))
        case _:
            raise LookupError(name)


def _at(state: State, side: Side, phase: Phase) -> State:
    """Nobody of the side has done anything yet; what others had begun is over (ISK-140)."""
    if (side, phase) == (state.side, state.phase):
        return state
    if state.battle is not None:
        raise EditRefused(say("A battle is being fought. Finish it first, or take it back."))
    players = []
    for player in state.players:
        changed = replace(player, done=False, todo=None, readied=False)
        if side is Side.UWC:
            changed = changed.with_held(command=0) if isinstance(changed, ReichPlayer) else changed
        players.append(changed)
    return replace(state, side=side, phase=phase, players=tuple(players))


def _commanding(state: State, player: Player, value: str) -> Player:
    """With nothing to carry out, or with the whole of what the latest of his cards that shows it commands."""
    if value == NO_COMMAND:
        return replace(player, todo=None)
    command = Command(value)
    if player.todo is not None and player.todo.command is command:
        return player
    card = next(card for card in reversed(player.discard) if command in _shown(state, card))
    left = state.profile.cards[card].number if command is Command.RECRUIT else 1
    return replace(player, todo=Todo(command, card, left))


def _changed(player: Player, what: str, value: str) -> Player:
    match what:
        case "hand":
            moved = int(value) - player.hand
            return replace(player, hand=player.hand + moved, deck=player.deck - moved)
        case "battle_hand":
            deck = player.battle
            moved = int(value) - deck.hand
            return replace(player, battle=replace(deck, hand=deck.hand + moved, deck=deck.deck - moved))
        case "done":
            return replace(player, done=value == "yes", todo=None if value == "yes" else player.todo)
        case "given":
            return replace(player, given=int(value))
        case track:
            return player.with_held(**{Resource(track).value: int(value)})
