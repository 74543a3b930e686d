"""Positions as TOML, both ways: complete, readable, and forgiving for those who write them by hand.

Only `players` is needed; whatever is left out has the value it has in the middle of a round. What nobody has seen
follows from all the rest: cards that left the game are listed under `gone`.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.game import Seat
from companion.core.table import Piece
from companion.errors import ConfigError, NotationError
from companion.games.new_world_order.catalog import Catalog
from companion.games.new_world_order.flow import leading_character, reserve_target
from companion.games.new_world_order.notation import Notation
from companion.games.new_world_order.piles import slot_count
from companion.games.new_world_order.pyramid import INDEX, PLACES
from companion.games.new_world_order.settings import Settings
from companion.games.new_world_order.state import EMPTY, Phase, Pile, Player, State

_NEW = "(new)"
_KEYS = {
    "game", "version", "phase", "round", "on_turn", "last", "extra", "lawed", "again", "disc", "added", "final",
    "market", "reserve", "open", "dropped", "gone", "settings", "pyramid", "players", "deck",
}  # fmt: skip
_PLAYER_KEYS = {
    "name", "character", "second", "starters", "slots", "outside", "tiles", "triangles", "passed", "acted", "spent",
    "goals",
}  # fmt: skip
LAYERS = ("layer1", "layer2", "layer3", "layer4")


# --- writing ---


def write_position(state: State) -> str:
    notation = Notation(state.catalog)
    lines = [
        'game = "new_world_order"',
        "version = 1",
        f"phase = {_quoted(state.phase.value)}",
        f"round = {state.round}",
        f"on_turn = {_quoted(state.on_turn)}",
        *(f"{name} = {_quoted(value)}" for name in ("last", "again", "disc") if (value := getattr(state, name))),
        *(f"extra = {state.extra}" for _ in range(state.extra > 0)),
        *(f"{name} = true" for name in ("lawed", "added", "final") if getattr(state, name)),
        f"market = {_list(counted(notation, state.market))}",
        *(f"reserve = {_list(counted(notation, state.reserve))}" for _ in range(bool(state.reserve))),
        *(f"open = {_list(notation.name(card) for card in state.open)}" for _ in range(bool(state.open))),
        *(f"dropped = {_list(state.dropped)}" for _ in range(bool(state.dropped))),
        f"gone = {_list(counted(notation, gone(state)))}",
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
    rows = (_list("" if tile is None else notation.name(tile) for tile in row) for row in tiles)
    return f"layer{layer} = [{', '.join(rows)}]"


def _settings_lines(settings: Settings) -> list[str]:
    chosen = settings.chosen
    return ["", "[settings]", *(f"{name} = {_quoted(choice)}" for name, choice in chosen.items())] if chosen else []


def _player_lines(notation: Notation, player: Player) -> list[str]:
    def names(cards: Sequence[Piece]) -> str:
        return _list(notation.name(card) for card in cards)

    lines = [f"name = {_quoted(player.name)}"]
    worn = {"character": player.character, "second": player.second}
    lines.extend(f"{key} = {_quoted(notation.name(piece))}" for key, piece in worn.items() if piece is not None)
    lines.append(f"starters = {names(player.starters)}")
    lines.append(f"slots = {_list(_pile_words(notation, pile) for pile in player.slots)}")
    if player.outside:
        lines.append(f"outside = {_list(_pile_words(notation, pile) for pile in player.outside)}")
    lines.append(f"tiles = {names(player.tiles)}")
    lines.append(f"triangles = {names(player.triangles)}")
    lines.extend(f"{name} = true" for name in ("passed", "acted") if getattr(player, name))
    if player.spent:
        lines.append(f"spent = {_list(player.spent)}")
    if player.goals is not None:
        lines.append(f"goals = {_list(player.goals)}")
    return lines


def _pile_words(notation: Notation, pile: Pile) -> str:
    words = " + ".join(counted(notation, pile.cards))
    return f"{words} {_NEW}" if pile.fresh else words


def _quoted(words: str) -> str:
    escaped = "".join(_ESCAPES.get(char, char) if char.isprintable() else f"\\u{ord(char):04x}" for char in words)
    return f'"{escaped}"'


_ESCAPES = {'"': '\\"', "\\": "\\\\"}


def _list(words: Any) -> str:
    return "[" + ", ".join(_quoted(word) for word in words) + "]"


# --- reading ---


def read_position(catalog: Catalog, notation: str) -> State:
    """Raises NotationError that says where the position cannot be read and what is expected there."""
    try:
        facts = tomllib.loads(notation)
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"The position is no TOML: {error}.") from error
    return _Reader(catalog, Notation(catalog), facts).state()


@dataclass(frozen=True, slots=True)
class _Reader:
    catalog: Catalog
    notation: Notation
    facts: Mapping[str, Any]

    def state(self) -> State:
        self._known(self.facts, _KEYS, "the position")
        if self.facts.get("game", "new_world_order") != "new_world_order" or self.facts.get("version", 1) != 1:
            raise NotationError("The position is of another game or version; expected new_world_order, version 1.")
        settings = self._settings()
        entries = self.value(self.facts, "players", list, [])
        if not 2 <= len(entries) <= 5:
            raise NotationError(f"players: expected 2 to 5 [[players]] tables, not {len(entries)}.")
        bare = State(self.catalog, settings, self._empty(len(entries)), self._all_unseen(), (None,) * len(PLACES))
        players = tuple(self._player(bare, index) for index in range(len(entries)))
        market = self.cards(self.facts, "market", "")
        state = replace(
            bare,
            players=players,
            pyramid=self._pyramid(),
            market=market,
            reserve=self.cards(self.facts, "reserve", ""),
            open=self._in_order(self.facts, "open", ""),
            **self._turn(len(entries)),
        )
        if state.reserve and not reserve_target(state):
            raise NotationError("reserve: there is none without the setting royaltyMarket = 'twoReserved' and Royalty.")
        return self._counted(self._tiles_once(state))

    def _empty(self, count: int) -> tuple[Player, ...]:
        return tuple(Player("", ()) for _ in range(count))

    def _all_unseen(self) -> tuple[int, ...]:
        return tuple(self.catalog.cards.values())

    def _settings(self) -> Settings:
        chosen = self.value(self.facts, "settings", dict, {})
        try:
            return Settings.of({name: str(choice) for name, choice in chosen.items()})
        except ConfigError as error:
            raise NotationError(f"settings: {error}") from error

    def _turn(self, players: int) -> dict[str, Any]:
        facts = self.facts
        phase = self.value(facts, "phase", str, "turns")
        if phase not in [each.value for each in Phase]:
            raise NotationError(f"phase: '{phase}' is unknown; use setup, deal, turns or over.")
        seats = {name: self._seat(facts, name, players) for name in ("on_turn", "last", "again", "disc")}
        return {
            "phase": Phase(phase),
            "round": self.value(facts, "round", int, 1),
            "on_turn": seats["on_turn"] or "A",
            "last": seats["last"],
            "again": seats["again"],
            "disc": seats["disc"],
            "extra": self.value(facts, "extra", int, 0),
            "dropped": tuple(self.value(facts, "dropped", list, [])),
            **{name: self.value(facts, name, bool, False) for name in ("lawed", "added", "final")},
        }

    def _seat(self, facts: Mapping[str, Any], key: str, players: int) -> Seat | None:
        seat = self.value(facts, key, str, "").upper()
        if seat and seat not in "ABCDE"[:players]:
            raise NotationError(f"{key}: there is no seat '{seat}'; seats are A to {'ABCDE'[players - 1]}.")
        return seat or None

    def _player(self, bare: State, index: int) -> Player:
        facts = self.facts["players"][index]
        where = f"players {index + 1}, "
        self._known(facts, _PLAYER_KEYS, f"players {index + 1}")
        player = Player(
            name=self.value(facts, "name", str, "ABCDE"[index]),
            slots=(),
            character=self._character(facts, "character", where),
            second=self._character(facts, "second", where),
            tiles=self.cards(facts, "tiles", where),
            passed=self.value(facts, "passed", bool, False),
            acted=self.value(facts, "acted", bool, False),
            spent=tuple(sorted(self.value(facts, "spent", list, []))),
            goals=tuple(facts["goals"]) if "goals" in facts else None,
        )
        player = replace(
            player,
            starters=self._in_order(facts, "starters", where) if "starters" in facts else self._starters(player),
            triangles=self._in_order(facts, "triangles", where),
            outside=tuple(self._pile(words, f"{where}outside") for words in self.value(facts, "outside", list, [])),
        )
        self._check_goals(player, where)
        piles = [self._pile(words, f"{where}slots") for words in self.value(facts, "slots", list, [])]
        lacking = slot_count(bare, player) - len(piles)
        return replace(player, slots=(*piles, *(EMPTY,) * lacking))

    def _check_goals(self, player: Player, where: str) -> None:
        for goal in player.goals or ():
            if goal not in self.catalog.goals:
                raise NotationError(f"{where}goals: '{goal}' is no Great Goal; use {', '.join(self.catalog.goals)}.")

    def _starters(self, player: Player) -> tuple[Piece, ...]:
        leading = leading_character(player)
        return self.catalog.characters[leading].starters if leading is not None else ()

    def _character(self, facts: Mapping[str, Any], key: str, where: str) -> Piece | None:
        words = self.value(facts, key, str, "")
        if not words:
            return None
        piece = self.notation.piece(words, f"{where}{key}")
        if piece not in self.catalog.characters:
            raise NotationError(f"{where}{key}: '{words}' is no character.")
        return piece

    def _pile(self, words: object, where: str) -> Pile:
        if not isinstance(words, str):
            raise NotationError(f"{where}: expected piles such as '6 Construction', not {words!r}.")
        fresh = words.rstrip().endswith(_NEW)
        plain = words.rstrip().removesuffix(_NEW)
        cards = [card for some in plain.split("+") if some.strip() for card in self._some(some, where)]
        return Pile(tuple(sorted(cards)), fresh=fresh and bool(cards))

    def _some(self, words: object, where: str) -> list[Piece]:
        if not isinstance(words, str):
            raise NotationError(f"{where}: expected names such as '3 Farm', not {words!r}.")
        match = re.fullmatch(r"\s*(?:(\d{1,2})\s+)?(\D.*?)\s*", words)
        if match is None:
            raise NotationError(f"{where}: expected names such as '3 Farm', not '{words}'.")
        return [self.notation.piece(match[2], where)] * int(match[1] or 1)

    def cards(self, facts: Mapping[str, Any], key: str, where: str) -> tuple[Piece, ...]:
        return tuple(sorted(self._in_order(facts, key, where)))

    def _in_order(self, facts: Mapping[str, Any], key: str, where: str) -> tuple[Piece, ...]:
        words = self.value(facts, key, list, [])
        return tuple(card for some in words for card in self._some(some, f"{where}{key}"))

    def _pyramid(self) -> tuple[Piece | None, ...]:
        layers = self.value(self.facts, "pyramid", dict, {})
        self._known(layers, set(LAYERS), "pyramid")
        tiles: list[Piece | None] = [None] * len(PLACES)
        for name, rows in layers.items():
            layer = int(name[-1])
            size = 5 - layer
            if not _is_grid(rows, size):
                raise NotationError(f"pyramid {name}: expected {size} rows of {size} tiles, '' where there is none.")
            for row, words in enumerate(rows):
                for column, word in enumerate(words):
                    tiles[INDEX[layer, row, column]] = self.notation.piece(word, f"pyramid {name}") if word else None
        return tuple(tiles)

    def _tiles_once(self, state: State) -> State:
        lying = Counter(tile for tile in state.pyramid if tile is not None)
        for player in state.players:
            lying.update(player.tiles)
        for tile, count in lying.items():
            if tile not in self.catalog.tiles or count > 1:
                raise NotationError(f"The position has {count} of '{tile}', which is no tile or exists once.")
        return state

    def _counted(self, state: State) -> State:
        """The state with what nobody has seen: all cards, less those on the table and those that are gone."""
        seen = visible_cards(state) + Counter(self._in_order(self.facts, "gone", ""))
        for card, count in seen.items():
            if count > self.catalog.cards.get(card, 0):
                there_are = self.catalog.cards.get(card, 0)
                raise NotationError(f"The position has {count} of '{card}'; the play deck has {there_are}.")
        return replace(state, unseen=tuple(copies - seen[card] for card, copies in self.catalog.cards.items()))

    def value(self, facts: Mapping[str, Any], key: str, kind: type, default: Any) -> Any:
        found = facts.get(key, default)
        if not isinstance(found, kind) or (isinstance(found, bool) and kind is not bool):
            raise NotationError(f"{key}: expected {kind.__name__}, not {found!r}.")
        if isinstance(found, int) and found < 0:
            raise NotationError(f"{key}: expected 0 or more, not {found}.")
        return found

    def _known(self, facts: object, keys: set[str], where: str) -> None:
        if not isinstance(facts, Mapping):
            raise NotationError(f"{where}: expected a table of {', '.join(sorted(keys))}.")
        for key in facts:
            if key not in keys:
                raise NotationError(f"{where}: '{key}' is unknown; expected one of {', '.join(sorted(keys))}.")


def _is_grid(rows: object, size: int) -> bool:
    """Whether it is `size` lists of `size` words."""
    if not isinstance(rows, list) or len(rows) != size:
        return False
    return all(
        isinstance(row, list) and len(row) == size and all(isinstance(word, str) for word in row) for row in rows
    )
