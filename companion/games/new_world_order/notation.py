"""Actions in one line, both ways: `A: take 3 Construction`, `deal Farm`, `lay Nano-bots at 1.0.3`.

Reading forgives case, spaces and the language of names: English, Estonian or the piece's id. Writing is canonical, so
that writing and reading again gives the same action.

    A: draws Banker            A: chooses Banker           A: starts with Farm -> 1
    lay Nano-bots at 1.0.3     exchange Tile 9 for Tile 4  deal Farm            set aside Blackmail
    A: take 3 Construction     A: take Oil Magnate, Car Producer -> 2
    A: buy Nano-bots with 1, 3                             A: buy Nano-bots with 1:4
    A: buy Tile 4 and Tile 9 with 2                        A: buy Nano-bots with 1 as Farm, 2
    A: discard 2               A: pass                     A: combine 1, 2, 3   A: move 4 -> 6
    A: above the law 3         A: waive                    A: drop 2
    A: take over B.3:2 with 5 -> 1                         A: blackmail B.3:2 -> away
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

from companion.core.game import Seat
from companion.core.table import Piece
from companion.errors import NotationError
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Catalog
from companion.games.new_world_order.state import AWAY, OUTSIDE, SEATS

_SPECIALS = "specials"
_AWAY = "away"
_VERBS = (
    "draws",
    "chooses",
    "starts with",
    "take over",
    "take",
    "buy",
    "discard",
    "pass",
    "combine",
    "move",
    "above the law",
    "waive",
    "blackmail",
    "drop",
    "lay",
    "exchange",
    "deal",
    "set aside",
)
EXPECTED = "an action such as 'A: take 3 Farm', 'A: buy Nano-bots with 1, 3', 'A: pass' or 'deal Farm'"


def normal(words: str) -> str:
    """Words as they are compared: lower case, letters and digits only."""
    return re.sub(r"[\W_]+", "", words.casefold())


@dataclass(frozen=True)
class Notation:
    """The notation of one catalogue."""

    catalog: Catalog

    @cached_property
    def _pieces(self) -> dict[str, Piece]:
        pieces: dict[str, Piece] = {}
        shelves = (self.catalog.corporations, self.catalog.specials, self.catalog.tiles, self.catalog.characters)
        for shelf in shelves:
            for thing in shelf.values():
                for words in (thing.short, thing.et, thing.en, thing.id, thing.id.removeprefix("tile_")):
                    pieces.setdefault(normal(words), thing.id)
        return pieces

    def name(self, piece: Piece) -> str:
        """The piece in writing: its English name, or its short name where the English one is unknown."""
        named = self.catalog.named(piece)
        if named is None:
            return piece
        plain = named.short if "(" in named.en else named.en
        return plain if self._pieces.get(normal(plain)) == piece else named.id

    def piece(self, words: str, line: str) -> Piece:
        piece = self._pieces.get(normal(words))
        if piece is None:
            missing = f"there is no piece '{words.strip()}'" if words.strip() else "a name is missing"
            raise NotationError(f"'{line}': {missing}; use a card's or tile's printed name.")
        return piece

    # --- writing ---

    def write(self, action: act.Action) -> str:
        return _WRITE[type(action)](self, action)

    def cards(self, cards: tuple[Piece, ...]) -> str:
        """Pieces with their multiplicity: `3 Farm, Oil Magnate`."""
        counts = Counter(cards)
        return ", ".join(
            self.name(card) if count == 1 else f"{count} {self.name(card)}" for card, count in counts.items()
        )

    def part(self, part: act.Part) -> str:
        words = _SPECIALS if part.slot == OUTSIDE else str(part.slot)
        if part.count:
            words += f":{part.count}"
        elif part.cards:
            words += ":" + "+".join(self.name(card) for card in part.cards)
        return words if part.turned is None else f"{words} as {self.name(part.turned)}"

    # --- reading ---

    def read(self, notation: str) -> act.Action:
        """Raises NotationError that names what cannot be read and what was expected."""
        line = " ".join(notation.split())
        seat, rest = _split_seat(line)
        verb = next((verb for verb in _VERBS if re.match(rf"{verb}\b", rest, re.IGNORECASE)), None)
        reader = _READ.get((seat is not None, verb or ""))
        if reader is None or verb is None:
            raise NotationError(f"'{line}' is no action; expected {EXPECTED}.")
        return reader(_Line(self, line, seat or "", rest[len(verb) :].strip()))


def _split_seat(line: str) -> tuple[Seat | None, str]:
    match = re.match(r"([A-Za-z]) ?: ?(.*)", line)
    if match is None:
        return None, line
    seat = match[1].upper()
    if seat not in SEATS:
        raise NotationError(f"'{line}': there is no seat {seat}; seats are {SEATS[0]} to {SEATS[-1]}.")
    return seat, match[2]


@dataclass(frozen=True)
class _Line:
    """What follows the verb, with what is needed to read it."""

    notation: Notation
    line: str
    seat: Seat
    words: str

    def fail(self, expected: str) -> NoReturn:
        raise NotationError(f"'{self.line}': expected {expected}.")

    def split(self, separator: str, expected: str) -> tuple[str, str]:
        before, found, after = self.words.partition(separator)
        if not found:
            self.fail(expected)
        return before, after

    def with_words(self, words: str) -> _Line:
        return _Line(self.notation, self.line, self.seat, words.strip())

    def one_of(self, kind: str, shelf: Container[Piece]) -> Piece:
        """The piece that the words name. Raises NotationError when it is of another kind."""
        piece = self.notation.piece(self.words, self.line)
        if piece not in shelf:
            self.fail(f"a {kind}, not '{self.words}'")
        return piece

    def tile(self) -> Piece:
        return self.one_of("tile", self.notation.catalog.tiles)

    def end(self) -> _Line:
        """The line, if nothing follows the verb."""
        if self.words:
            self.fail(f"nothing more, not '{self.words}'")
        return self

    def character(self) -> Piece:
        return self.one_of("character", self.notation.catalog.characters)

    def card(self) -> Piece:
        return self.one_of("card of the play deck", self.notation.catalog.cards)

    def number(self) -> int:
        if self.words.casefold() == _SPECIALS:
            return OUTSIDE
        if not self.words.isdecimal() or not 1 <= int(self.words) <= 99:
            self.fail(f"the number of a slot, not '{self.words}'")
        return int(self.words)

    def destination(self) -> tuple[_Line, int | None]:
        """The line without its `-> slot`, and the slot."""
        before, arrow, after = self.words.partition("->")
        if not arrow:
            return self, None
        if after.strip().casefold() == _AWAY:
            return self.with_words(before), AWAY
        return self.with_words(before), self.with_words(after).number()

    def cards(self) -> tuple[Piece, ...]:
        found: list[Piece] = []
        for words in self.words.split(","):
            count, name = _counted(words)
            found.extend([self.with_words(name).card()] * count)
        return tuple(sorted(found))

    def part(self) -> act.Part:
        words, _, turned = _partition_word(self.words, "as")
        place, _, some = words.partition(":")
        slot = self.with_words(place).number()
        corporations = self.notation.catalog.corporations
        into = self.with_words(turned).one_of("corporation", corporations) if turned else None
        if some.strip().isdecimal():
            if not int(some):
                self.fail("at least one card after ':'")
            return act.Part(slot, count=int(some), turned=into)
        cards = tuple(sorted(self.with_words(name).card() for name in some.split("+") if name.strip()))
        return act.Part(slot, cards=cards, turned=into)

    def parts(self) -> tuple[act.Part, ...]:
        return tuple(self.with_words(words).part() for words in self.words.split(",") if words.strip())


def _counted(words: str) -> tuple[int, str]:
    match = re.match(r"\s*([1-9]\d?)\s*[x×]?\s+(?=\D)(.*)", words)
    return (int(match[1]), match[2]) if match else (1, words)


def _partition_word(words: str, word: str) -> tuple[str, str, str]:
    match = re.search(rf"\s{word}\s", words, re.IGNORECASE)
    return (words, "", "") if match is None else (words[: match.start()], word, words[match.end() :].strip())


# --- one function per verb and direction ---


def _arrow(slot: int | None) -> str:
    if slot is None:
        return ""
    return f" -> {_AWAY if slot == AWAY else _SPECIALS if slot == OUTSIDE else slot}"


def _place(slot: int) -> str:
    return _SPECIALS if slot == OUTSIDE else str(slot)


def _read_laid(line: _Line) -> act.Laid:
    tile, _, place = _partition_word(line.words, "at")
    numbers = place.split(".")
    if len(numbers) != 3 or not all(number.strip().isdecimal() for number in numbers):
        line.fail("a place such as 1.0.3 after 'at': layer, row, column")
    layer, row, column = (int(number) for number in numbers)
    return act.Laid(line.with_words(tile).tile(), layer, row, column)


def _read_exchanged(line: _Line) -> act.Exchanged:
    tile, _, laid = _partition_word(line.words, "for")
    return act.Exchanged(line.with_words(tile).tile(), line.with_words(laid).tile())


def _read_started(line: _Line) -> act.Started:
    card, slot = line.destination()
    return act.Started(line.seat, card.card(), slot)


def _read_pick(line: _Line) -> act.Pick:
    cards, slot = line.destination()
    return act.Pick(line.seat, cards.cards(), slot)


def _read_buy(line: _Line) -> act.Buy:
    tiles, _, paid = _partition_word(line.words + " ", "with")
    one, both, other = _partition_word(tiles, "and")
    bought = [line.with_words(one).tile()]
    if both:
        bought.append(line.with_words(other).tile())
    return act.Buy(line.seat, tuple(bought), line.with_words(paid).parts())


def _read_combine(line: _Line) -> act.Combine:
    return act.Combine(line.seat, tuple(line.with_words(words).number() for words in line.words.split(",")))


def _read_rearrange(line: _Line) -> act.Rearrange:
    pile, slot = line.destination()
    if slot is None:
        line.fail("'-> ' and the number of a slot")
    return act.Rearrange(line.seat, pile.part(), slot)


def _victim(line: _Line) -> tuple[Seat, act.Part]:
    seat, pile = line.split(".", "whose pile, such as B.3")
    if seat.strip().upper() not in tuple(SEATS):
        line.fail("whose pile, such as B.3")
    return seat.strip().upper(), line.with_words(pile).part()


def _read_take_over(line: _Line) -> act.TakeOver:
    rest, slot = line.destination()
    pile, with_card, card = _partition_word(rest.words, "with")
    if not with_card:
        pile = re.sub(r"\s+again$", "", pile, flags=re.IGNORECASE)
    victim, part = _victim(line.with_words(pile))
    place = line.with_words(card).number() if with_card else None
    return act.TakeOver(line.seat, victim, part, place, slot)


def _read_blackmail(line: _Line) -> act.Blackmail:
    rest, slot = line.destination()
    victim, part = _victim(rest)
    return act.Blackmail(line.seat, victim, part, slot)


_READ: dict[tuple[bool, str], Callable[[_Line], act.Action]] = {
    (False, "lay"): _read_laid,
    (False, "exchange"): _read_exchanged,
    (False, "deal"): lambda line: act.Dealt(line.card()),
    (False, "set aside"): lambda line: act.SetAside(line.card()),
    (True, "draws"): lambda line: act.Drew(line.seat, line.character()),
    (True, "chooses"): lambda line: act.Choose(line.seat, line.character()),
    (True, "starts with"): _read_started,
    (True, "take"): _read_pick,
    (True, "buy"): _read_buy,
    (True, "discard"): lambda line: act.Discard(line.seat, line.part()),
    (True, "pass"): lambda line: act.Pass(line.end().seat),
    (True, "combine"): _read_combine,
    (True, "move"): _read_rearrange,
    (True, "above the law"): lambda line: act.AboveTheLaw(line.seat, line.number()),
    (True, "waive"): lambda line: act.Waive(line.end().seat),
    (True, "take over"): _read_take_over,
    (True, "blackmail"): _read_blackmail,
    (True, "drop"): lambda line: act.Drop(line.seat, line.part()),
}


def _write_buy(notation: Notation, action: act.Buy) -> str:
    tiles = " and ".join(notation.name(tile) for tile in action.tiles)
    paid = ", ".join(notation.part(part) for part in action.paid)
    return f"{action.player}: buy {tiles} with {paid}".rstrip()


def _write_take_over(notation: Notation, action: act.TakeOver) -> str:
    card = " again" if action.card is None else f" with {_place(action.card)}"
    return f"{action.player}: take over {action.victim}.{notation.part(action.pile)}{card}{_arrow(action.slot)}"


_WRITE: dict[type, Callable[[Notation, Any], str]] = {
    act.Laid: lambda n, a: f"lay {n.name(a.tile)} at {a.layer}.{a.row}.{a.column}",
    act.Exchanged: lambda n, a: f"exchange {n.name(a.tile)} for {n.name(a.laid)}",
    act.Drew: lambda n, a: f"{a.seat}: draws {n.name(a.character)}",
    act.Choose: lambda n, a: f"{a.player}: chooses {n.name(a.character)}",
    act.Started: lambda n, a: f"{a.seat}: starts with {n.name(a.card)}{_arrow(a.slot)}",
    act.Dealt: lambda n, a: f"deal {n.name(a.card)}",
    act.SetAside: lambda n, a: f"set aside {n.name(a.card)}",
    act.Pick: lambda n, a: f"{a.player}: take {n.cards(a.cards)}{_arrow(a.slot)}",
    act.Buy: _write_buy,
    act.Discard: lambda n, a: f"{a.player}: discard {n.part(a.pile)}",
    act.Pass: lambda _, a: f"{a.player}: pass",
    act.Combine: lambda _, a: f"{a.player}: combine {', '.join(_place(slot) for slot in a.slots)}",
    act.Rearrange: lambda n, a: f"{a.player}: move {n.part(a.pile)}{_arrow(a.slot)}",
    act.AboveTheLaw: lambda _, a: f"{a.player}: above the law {_place(a.slot)}",
    act.Waive: lambda _, a: f"{a.player}: waive",
    act.TakeOver: _write_take_over,
    act.Blackmail: lambda n, a: f"{a.player}: blackmail {a.victim}.{n.part(a.pile)}{_arrow(a.slot)}",
    act.Drop: lambda n, a: f"{a.player}: drop {n.part(a.pile)}",
}
