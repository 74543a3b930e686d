"""Positions as TOML, written: everything there is to say, in the words that position.py reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.core.facts import toml
from companion.core.table import Piece
from companion.games.new_world_order.notation import Notation
from companion.games.new_world_order.pyramid import INDEX
from companion.games.new_world_order.settings import Settings
from companion.games.new_world_order.state import Pile, Player, State

NEW = "(new)"
"""Marks a pile with a special that was taken this round."""


def write_position(state: State) -> str:
    notation = Notation(state.catalog)
    lines = [
        'game = "new_world_order"',
        "version = 1",
        f"phase = {toml(state.phase.value)}",
        f"round = {state.round}",
        f"on_turn = {toml(state.on_turn)}",
        *(f"{name} = {toml(value)}" for name in ("last", "again", "disc") if (value := getattr(state, name))),
        *(f"extra = {state.extra}" for _ in range(state.extra > 0)),
        *(f"{name} = true" for name in ("lawed", "added", "final") if getattr(state, name)),
        f"market = {toml(counted(notation, state.market))}",
        *(f"reserve = {toml(counted(notation, state.reserve))}" for _ in range(bool(state.reserve))),
        *(f"open = {toml([notation.name(card) for card in state.open])}" for _ in range(bool(state.open))),
        *(f"dropped = {toml(state.dropped)}" for _ in range(bool(state.dropped))),
        f"gone = {toml(counted(notation, gone(state)))}",
        f"deck = {state.deck}",
        *_settings_lines(state.settings),
        "",
        "[pyramid]",
        *(_layer_line(notation, state, layer) for layer in (4, 3, 2, 1)),
    ]
    for player in state.players:
        lines.extend(("", "[[players]]", *_player_lines(notation, player)))
    return "\n".join(lines) + "\n"


def counted(notation: Notation, cards: Sequence[Piece]) -> list[str]:
    return [
        notation.name(card) if count == 1 else f"{count} {notation.name(card)}"
        for card, count in sorted(Counter(cards).items())
    ]


def gone(state: State) -> tuple[Piece, ...]:
    """The cards that left the game: all there are, less those to be seen and those never seen."""
    rest = Counter(state.catalog.cards)
    rest.subtract(dict(zip(state.catalog.cards, state.unseen, strict=True)))
    rest.subtract(visible_cards(state))
    return tuple(sorted((+rest).elements()))


def visible_cards(state: State) -> Counter[Piece]:
    """All play cards lying on the table."""
    seen = Counter((*state.market, *state.reserve, *state.open))
    for player in state.players:
        for pile in (*player.slots, *player.outside):
            seen.update(pile.cards)
    return seen


def _layer_line(notation: Notation, state: State, layer: int) -> str:
    size = 5 - layer
    tiles = [[state.pyramid[INDEX[layer, row, column]] for column in range(size)] for row in range(size)]
    rows = [["" if tile is None else notation.name(tile) for tile in row] for row in tiles]
    return f"layer{layer} = {toml(rows)}"


def _settings_lines(settings: Settings) -> list[str]:
    chosen = settings.chosen
    return ["", "[settings]", *(f"{name} = {toml(choice)}" for name, choice in chosen.items())] if chosen else []


def _player_lines(notation: Notation, player: Player) -> list[str]:
    def names(cards: Sequence[Piece]) -> str:
        return toml([notation.name(card) for card in cards])

    lines = [f"name = {toml(player.name)}"]
    worn = {"character": player.character, "second": player.second}
    lines.extend(f"{key} = {toml(notation.name(piece))}" for key, piece in worn.items() if piece is not None)
    lines.append(f"starters = {names(player.starters)}")
    lines.append(f"slots = {toml([_pile_words(notation, pile) for pile in player.slots])}")
    if player.outside:
        lines.append(f"outside = {toml([_pile_words(notation, pile) for pile in player.outside])}")
    lines.append(f"tiles = {names(player.tiles)}")
    lines.append(f"triangles = {names(player.triangles)}")
    lines.extend(f"{name} = true" for name in ("passed", "acted") if getattr(player, name))
    if player.spent:
        lines.append(f"spent = {toml(player.spent)}")
    if player.goals is not None:
        lines.append(f"goals = {toml(player.goals)}")
    return lines


def _pile_words(notation: Notation, pile: Pile) -> str:
    words = " + ".join(counted(notation, pile.cards))
    return f"{words} {NEW}" if pile.fresh else words
