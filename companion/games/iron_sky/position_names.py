"""Every name in a position is one that this copy of the game has: cards, tiles, tokens, places."""

from __future__ import annotations

from collections.abc import Container, Iterator

from companion.errors import NotationError
from companion.games.iron_sky.catalog import TILE_SIDE
from companion.games.iron_sky.rules_fingers import CARDS, GIFTS
from companion.games.iron_sky.settings import BOARDS
from companion.games.iron_sky.state import UNKNOWN_CARD, Battle, Player, State

Named = Iterator[tuple[object, Container[str], str]]


def require_known_names(state: State) -> None:
    """Raises NotationError for the first name that means nothing."""
    for name, known, what in (*_table(state), *(entry for player in state.players for entry in _player(state, player))):
        if not isinstance(name, str) or name not in known:
            raise NotationError(f"The position names {name!r}, which is no {what} of this game.")


def _table(state: State) -> Named:
    yield from ((token, state.profile.tokens, "time token") for token in state.tokens)
    yield from ((board, BOARDS, "board") for board in state.neutral)
    yield from ((tile, TILE_SIDE, "tile") for tile in state.gone)
    yield from ((card, state.profile.specials, "special command") for card in state.spent_specials)
    for board in state.boards:
        for territory in board.territories:
            if territory.improvement is not None:
                yield territory.improvement, state.profile.specials, "special command"
    if state.picked is not None:
        yield state.picked, state.atlas.sites, "place"
    if state.opened is not None:
        yield state.opened[0], [player.seat for player in state.players], "player"
        yield state.opened[1], {CARDS, GIFTS, *state.profile.cards, *state.profile.specials}, "card or choice"
    for battle in (state.battle, state.last_battle):
        if battle is not None:
            yield from _battle(state, battle)


def _battle(state: State, battle: Battle) -> Named:
    yield battle.place, state.atlas.sites, "place"
    for one in (battle.attacker, battle.defender):
        yield one.player, [player.seat for player in state.players], "player"
        for card in (*one.replaced, *([one.card] if one.card is not None else [])):
            yield card, {*state.profile.battle_cards, UNKNOWN_CARD}, "battle card"


def _player(state: State, player: Player) -> Named:
    commands = {*state.profile.cards, *state.profile.specials}
    yield from ((card, commands, "command card") for card in player.discard)
    yield from ((card, state.profile.specials, "special command") for card in player.specials)
    yield from ((card, {*state.profile.battle_cards, UNKNOWN_CARD}, "battle card") for card in player.battle.used)
    if player.operation is not None:
        yield player.operation, state.profile.operations, "secret operation"
    if player.todo is not None:
        yield player.todo.card, state.profile.cards, "command card"
        if player.todo.base is not None:
            yield player.todo.base, state.atlas.sites, "place"
