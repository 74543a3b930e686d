"""Positions read from TOML: forgiving for those who write them by hand, and clear about what cannot be read.

Only `players` is needed; whatever is left out has the value it has in the middle of a round. What nobody has seen
follows from all the rest: cards that left the game are listed under `gone`. What can be read and still cannot be in a
game, such as two players with one character, is for checks.py to say: setting a rule aside can lead there.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.core.game import Seat
from companion.core.table import Piece
from companion.errors import ConfigError, NotationError
from companion.games.new_world_order.catalog import ONCE_PER_GAME, Catalog
from companion.games.new_world_order.flow import leading_character, reserve_target
from companion.games.new_world_order.notation import Notation, normal
from companion.games.new_world_order.piles import slot_count
from companion.games.new_world_order.position_write import NEW, visible_cards
from companion.games.new_world_order.pyramid import INDEX, PLACES
from companion.games.new_world_order.settings import Settings
from companion.games.new_world_order.state import EMPTY, SEATS, Phase, Pile, Player, State

_KEYS = {
    "game", "version", "phase", "round", "on_turn", "last", "extra", "lawed", "again", "disc", "added", "final",
    "market", "reserve", "open", "dropped", "gone", "settings", "pyramid", "players", "deck",
}  # fmt: skip
_PLAYER_KEYS = {
    "name", "character", "second", "starters", "slots", "outside", "tiles", "triangles", "passed", "acted", "spent",
    "goals",
}  # fmt: skip
LAYERS = ("layer1", "layer2", "layer3", "layer4")
_POWERS = tuple(power.value for power in ONCE_PER_GAME)
_IN_WORDS = {str: "a word", int: "a number", bool: "true or false", list: "a list", dict: "a table"}


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
            open=self._open(),
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

    def _open(self) -> tuple[Piece, ...]:
        cards = self._in_order(self.facts, "open", "")
        for card in cards:
            if not self.catalog.immediate(card):
                raise NotationError(f"open: '{card}' is not resolved when dealt; Blackmail and Cut the Losses are.")
        return cards

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
            "dropped": tuple(self._words(facts, "dropped", "", tuple(SEATS[:players]), "seat here")),
            **{name: self.value(facts, name, bool, False) for name in ("lawed", "added", "final")},
        }

    def _seat(self, facts: Mapping[str, Any], key: str, players: int) -> Seat | None:
        seat = self.value(facts, key, str, "").upper()
        if seat and seat not in tuple(SEATS[:players]):
            raise NotationError(f"{key}: there is no seat '{seat}'; seats are A to {SEATS[players - 1]}.")
        return seat or None

    def _player(self, bare: State, index: int) -> Player:
        facts = self.facts["players"][index]
        where = f"players {index + 1}, "
        self._known(facts, _PLAYER_KEYS, f"players {index + 1}")
        player = Player(
            name=self.value(facts, "name", str, SEATS[index], where),
            slots=(),
            character=self._character(facts, "character", where),
            second=self._character(facts, "second", where),
            tiles=self.cards(facts, "tiles", where),
            passed=self.value(facts, "passed", bool, False, where),
            acted=self.value(facts, "acted", bool, False, where),
            spent=tuple(sorted(self._words(facts, "spent", where, _POWERS, f"power; use {', '.join(_POWERS)}"))),
            goals=self._goals(facts, where),
        )
        player = replace(
            player,
            starters=self._starters(facts, player, where),
            triangles=self._triangles(facts, where),
            outside=tuple(pile for pile in self._piles(facts, "outside", where) if pile),
        )
        piles = self._piles(facts, "slots", where)
        lacking = slot_count(bare, player) - len(piles)
        return replace(player, slots=(*piles, *(EMPTY,) * lacking))

    def _goals(self, facts: Mapping[str, Any], where: str) -> tuple[str, ...] | None:
        """The Great Goals a player wants counted, by their names or ids."""
        if "goals" not in facts:
            return None
        goals = self.catalog.goals.values()
        named = {normal(words): goal.id for goal in goals for words in (goal.id, goal.en, goal.et, goal.short)}
        chosen = []
        for words in self.value(facts, "goals", list, [], where):
            goal = named.get(normal(words)) if isinstance(words, str) else None
            if goal is None or goal in chosen:
                raise NotationError(f"{where}goals: {words!r} is no Great Goal, or named twice.")
            chosen.append(goal)
        return tuple(chosen)

    def _triangles(self, facts: Mapping[str, Any], where: str) -> tuple[Piece, ...]:
        cards = self._in_order(facts, "triangles", where)
        for card in cards:
            if card not in self.catalog.corporations or cards.count(card) > 1:
                raise NotationError(f"{where}triangles: '{card}' is no corporation, or earns two (NWO-67).")
        return cards

    def _starters(self, facts: Mapping[str, Any], player: Player, where: str) -> tuple[Piece, ...]:
        if "starters" in facts:
            cards = self._in_order(facts, "starters", where)
            if not set(cards) <= set(self.catalog.cards):
                raise NotationError(f"{where}starters: expected cards of the play deck, not {', '.join(cards)}.")
            return cards
        leading = leading_character(player)
        return self.catalog.characters[leading].starters if leading is not None else ()

    def _character(self, facts: Mapping[str, Any], key: str, where: str) -> Piece | None:
        words = self.value(facts, key, str, "", where)
        if not words:
            return None
        piece = self.notation.piece(words, f"{where}{key}")
        if piece not in self.catalog.characters:
            raise NotationError(f"{where}{key}: '{words}' is no character.")
        return piece

    def _piles(self, facts: Mapping[str, Any], key: str, where: str) -> list[Pile]:
        return [self._pile(words, f"{where}{key}") for words in self.value(facts, key, list, [], where)]

    def _pile(self, words: object, where: str) -> Pile:
        if not isinstance(words, str):
            raise NotationError(f"{where}: expected piles such as '6 Construction', not {words!r}.")
        fresh = words.rstrip().endswith(NEW)
        plain = words.rstrip().removesuffix(NEW)
        cards = [card for some in plain.split("+") if some.strip() for card in self._some(some, where)]
        return Pile(tuple(sorted(cards)), fresh=fresh and bool(cards))

    def _some(self, words: object, where: str) -> list[Piece]:
        if not isinstance(words, str):
            raise NotationError(f"{where}: expected names such as '3 Farm', not {words!r}.")
        match = re.fullmatch(r"\s*(?:([1-9]\d?)\s+)?(\D.*?)\s*", words)
        if match is None:
            raise NotationError(f"{where}: expected names such as '3 Farm', not '{words}'.")
        return [self.notation.piece(match[2], where)] * int(match[1] or 1)

    def cards(self, facts: Mapping[str, Any], key: str, where: str) -> tuple[Piece, ...]:
        return tuple(sorted(self._in_order(facts, key, where)))

    def _in_order(self, facts: Mapping[str, Any], key: str, where: str) -> tuple[Piece, ...]:
        words = self.value(facts, key, list, [], where)
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
        counted = replace(state, unseen=tuple(copies - seen[card] for card, copies in self.catalog.cards.items()))
        if self.value(self.facts, "deck", int, counted.deck) != counted.deck:
            raise NotationError(
                f"deck: all other cards leave {counted.deck} to be dealt; cards out of the game are listed under gone."
            )
        return counted

    def value(self, facts: Mapping[str, Any], key: str, kind: type, default: Any, where: str = "") -> Any:
        found = facts.get(key, default)
        if not isinstance(found, kind) or (isinstance(found, bool) and kind is not bool):
            raise NotationError(f"{where}{key}: expected {_IN_WORDS[kind]}, not {found!r}.")
        if isinstance(found, int) and found < 0:
            raise NotationError(f"{where}{key}: expected 0 or more, not {found}.")
        return found

    def _words(self, facts: Mapping[str, Any], key: str, where: str, known: Container[str], what: str) -> list[str]:
        """A list of words, each of which must be known."""
        words: list[Any] = self.value(facts, key, list, [], where)
        for word in words:
            if not isinstance(word, str) or word not in known:
                raise NotationError(f"{where}{key}: {word!r} is no {what}.")
        return words

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
