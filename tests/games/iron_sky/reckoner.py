"""A second reckoner of battles, written from the rules alone: plain numbers and names, nothing of the program.

What a battle starts from and what the two players decide goes in; what is left of it, and of everything that it moves,
comes out. `test_reckoner` compares it with the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

Symbol = tuple[int, bool]
"""A square of a battle card: how many tiles it hits, and whether it blocks (ISK-138: it may do both)."""


@dataclass(frozen=True)
class Army:
    """Tiles from the bottom up, by the board whose colour they have; an Elite tile lies on top of them (ISK-166)."""

    side: str
    tiles: tuple[str, ...]
    elite: str | None = None

    @property
    def size(self) -> int:
        return len(self.tiles) + (self.elite is not None)


@dataclass(frozen=True)
class Pile:
    """A player's ten battle cards: how many lie in the deck, as Reserve, in hand, and used (ISK-20, ISK-163)."""

    deck: int
    reserve: int
    hand: int
    used: int


@dataclass(frozen=True)
class Duel:
    """All that a battle depends on. `centre` and `frontline` name the attacker's or the defender's army.

    `others`: how many other territories count for the Reich on the meter. `supply`: tiles beside the sheet of each
    UWC player, by his board. `devastation` is the marker before the battle.
    """

    attacker: Army
    defender: Army
    attacker_in_centre: bool
    attack: tuple[Symbol, Symbol, Symbol]
    defence: tuple[Symbol, Symbol, Symbol]
    boosted: bool = False
    shift: int = 0
    terror: bool = False
    improvement: str | None = None
    others: int = 0
    devastation: int = 0
    trophies: int = 0
    resource: int = 0
    supply: dict[str, int] = field(default_factory=dict)
    piles: tuple[Pile, Pile] = (Pile(9, 1, 0, 0), Pile(9, 1, 0, 0))
    laid: tuple[tuple[str, ...], tuple[str, ...]] = (("deck",), ("deck",))
    controlled: bool = False
    blocked_double_takes_two: bool = False
    elite_square_by_square: bool = False
    terror_holds_centre: bool = True


@dataclass(frozen=True)
class Aftermath:
    """What there is when all is done. `centre` and `frontline` are armies of the territory, or nobody's."""

    centre: Army | None
    frontline: Army | None
    terror: bool
    improvement: str | None
    occupation: int
    devastation: int
    trophies: int
    resource: int
    elite_trophies: int
    supply: dict[str, int]
    neutral_gone: tuple[str, ...]
    piles: tuple[Pile, Pile]
    pairs: int


@dataclass
class _Side:
    army: Army
    sequential: bool
    hits: int = 0
    lost: list[str] = field(default_factory=list)
    elite_lost: bool = False

    def take(self, hits: int) -> None:
        """ISK-167: against an Elite the hits of the whole battle are counted; else each takes the top tile."""
        before, self.hits = self.hits, self.hits + hits
        if self.army.elite is None:
            self._lose(hits)
        elif self.hits >= 2:
            self._lose(self.hits - max(before, 2))
            self._lose_elite()
        elif hits and self.sequential:
            self._lose(1)

    def end(self) -> None:
        """ISK-167: a lone hit takes the tile under the Elite, if there is one."""
        if self.army.elite is not None and self.hits == 1 and not self.sequential:
            self._lose(1)

    def _lose(self, number: int) -> None:
        for _ in range(min(number, len(self.army.tiles))):
            self.lost.append(self.army.tiles[-1])
            self.army = replace(self.army, tiles=self.army.tiles[:-1])

    def _lose_elite(self) -> None:
        self.elite_lost = True
        self.army = replace(self.army, elite=None)


def reckon(duel: Duel) -> Aftermath:
    """ISK-137."""
    attacker = _Side(duel.attacker, duel.elite_square_by_square)
    defender = _Side(duel.defender, duel.elite_square_by_square)
    pairs = 0
    for mine, theirs in {0: ((0, 0), (1, 1), (2, 2)), 1: ((0, 1), (1, 2)), -1: ((1, 0), (2, 1))}[duel.shift]:
        (hits, block), (hits_back, block_back) = duel.attack[mine], duel.defence[theirs]
        defender.take(_through(hits, block_back, duel))
        attacker.take(0 if block else hits_back)
        pairs += 1
        if not attacker.army.size or not defender.army.size:
            break
    attacker.end()
    defender.end()
    return _settled(duel, attacker, defender, pairs)


def _through(hits: int, blocked: bool, duel: Duel) -> int:
    """ISK-125; with an Elite operation ISK-159."""
    if not duel.boosted or not hits:
        return 0 if blocked else hits
    if not blocked:
        return hits + 1
    return 2 if hits == 2 and duel.blocked_double_takes_two else 1


def _settled(duel: Duel, attacker: _Side, defender: _Side, pairs: int) -> Aftermath:
    first, second = (attacker, defender) if duel.attacker_in_centre else (defender, attacker)
    before = first.army.side
    centre, frontline = (side.army if side.army.size else None for side in (first, second))
    held = duel.terror and duel.terror_holds_centre and frontline is not None and frontline.side == "uwc"
    if centre is None and frontline is not None and not held:
        centre, frontline = frontline, None  # ISK-13, ISK-131
    holder = None if centre is None else centre.side
    terror = duel.terror and holder != "reich"  # ISK-109
    occupation = duel.others + (terror or holder == "reich")  # ISK-37
    kept = duel.improvement if holder in (None, before) else None  # ISK-156
    uwc, reich = (attacker, defender) if attacker.army.side == "uwc" else (defender, attacker)
    supply, neutral = dict(duel.supply), []
    for board in uwc.lost:
        if board in supply:
            supply[board] += 1  # ISK-127
        else:
            neutral.append(board)  # ISK-74
    trophies = duel.trophies + len(reich.lost)  # ISK-128
    rewards = trophies // 3 - duel.trophies // 3  # ISK-129
    return Aftermath(
        centre=centre,
        frontline=frontline,
        terror=terror,
        improvement=kept,
        occupation=occupation,
        devastation=max(duel.devastation, occupation),
        trophies=trophies,
        resource=min(8, duel.resource + rewards),
        elite_trophies=int(uwc.elite_lost),  # ISK-170
        supply=supply,
        neutral_gone=tuple(sorted(neutral)),
        piles=(_pile(duel, 0), _pile(duel, 1)),
        pairs=pairs,
    )


def _pile(duel: Duel, which: int) -> Pile:
    """ISK-134, ISK-135, ISK-163: what is laid is gone; from the deck the hand is filled, then the Reserve."""
    was, laid, wanted = duel.piles[which], duel.laid[which], 2 if duel.controlled else 0
    deck, reserve, hand = (getattr(was, place) - laid.count(place) for place in ("deck", "reserve", "hand"))
    if deck + reserve + hand <= 1:
        return Pile(10 - 1 - wanted, 1, wanted, 0)
    while deck and hand < wanted:
        deck, hand = deck - 1, hand + 1
    if deck and not reserve:
        deck, reserve = deck - 1, 1
    return Pile(deck, reserve, hand, was.used + len(laid))


# --- the end ---


@dataclass(frozen=True)
class Seat:
    """What one player has at the end. `ground`: of the territories of his board those in his hand, with their VP."""

    side: str
    board: str
    ground: tuple[int, ...]
    meter: int
    trophies: int
    elite_trophies: int
    operation: int

    @property
    def total(self) -> int:
        """ISK-144 to ISK-148."""
        reich = 3 * self.elite_trophies if self.side == "reich" else 0
        return sum(self.ground) + self.meter + self.trophies // 3 + reich + self.operation


def victor(seats: list[Seat], *, by_territories: bool, drawn: str) -> tuple[int, int, str]:
    """The totals of Reich and UWC, and who wins: ISK-149 to ISK-151, "" for a drawn game."""
    sides = {side: [seat for seat in seats if seat.side == side] for side in ("reich", "uwc")}
    totals = [sum(seat.total for seat in sides[side]) for side in ("reich", "uwc")]
    worth = {(seat.side, seat.board): len(seat.ground) if by_territories else seat.total for seat in seats}
    boards = {seat.board for seat in seats}
    won = [sum(worth[a, each] > worth[b, each] for each in boards) for a, b in (("reich", "uwc"), ("uwc", "reich"))]
    dear = [sum(seat.ground.count(4) for seat in sides[side]) for side in ("reich", "uwc")]
    for reich, uwc in (totals, won, dear):
        if reich != uwc:
            return totals[0], totals[1], "reich" if reich > uwc else "uwc"
    return totals[0], totals[1], drawn


# --- prices ---


def may_pay(
    price: int,
    shown: frozenset[str],
    politics: int,
    held: Mapping[str, int],
    *,
    mixed: bool,
    emergency: bool,
    adjust: int = 0,
) -> bool:
    """Whether a price may be paid with so many Politics points, the rest in Money or Command points.

    ISK-52, ISK-53, 3.5 #4 (State of emergency), ISK-172, ISK-173, ISK-176. `shown`: what the card may be paid in.
    """
    if "command" in shown:
        return politics == 0 and max(price + adjust, 0) <= held["command"]
    ways = ({0} if "money" in shown else set()) | ({price} if "politics" in shown else set())
    if "politics" in shown and (emergency or (mixed and "money" in shown)):
        ways = set(range(price + 1))
    return politics in ways and politics <= held["politics"] and max(price - politics + adjust, 0) <= held["money"]
