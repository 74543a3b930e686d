"""What there is at the table, as one value: structures, hands as far as anybody knows them, and the attack under way.

What lies hidden in hands and decks the companion never sees. It knows the decks' cards, so for each player `unseen` are
the cards of his that nobody has seen yet, in his decks or in his hand, and a count says how many of them he holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Annotated

from companion.core.choices import Choices
from companion.core.constraints import at_least
from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.inwo.catalog import Card, Side
from companion.games.inwo.decks import Evening
from companion.games.inwo.effects import Mode, Role, Until
from companion.games.inwo.effects_data import effects_of
from companion.games.inwo.plays import Effects
from companion.games.inwo.settings import rule

SEATS: tuple[Seat, ...] = ("A", "B", "C", "D", "E", "F")

_Card = Annotated[Piece, "card"]
_Seat = Annotated[Seat, "seat"]
_Cards = tuple[_Card, ...]
Count = Annotated[int, at_least(0)]


class Phase(StrEnum):
    """Where a turn is; before the first, what is being set up."""

    ILLUMINATI = "illuminati"
    LEADS = "leads"
    START = "start"
    PLOTS = "plots"
    GROUPS = "groups"
    TAKEOVER = "takeover"
    MAIN = "main"
    KNOCKED = "knocked"


@dataclass(frozen=True, slots=True)
class Placed:
    """A Group in a structure: at which edge of which master (None for the Illuminati), and what lies on it."""

    card: _Card
    master: _Card | None = None
    side: Side | None = None
    tokens: Count = 0
    devastated: bool = False
    captured: bool = False


@dataclass(frozen=True, slots=True)
class Resource:
    """A Resource in play; `to` is the Group that it is linked to, if it is.

    Unlinked it belongs to the Illuminati (INWO-106); it is linked to one Group at most (INWO-108).
    """

    card: _Card
    to: _Card | None = None
    tokens: Count = 0
    relinked: bool = False
    used: bool = False


@dataclass(frozen=True, slots=True)
class LinkedPlot:
    """A Plot that stays at a Group (INWO-113), and who played it."""

    card: _Card
    to: _Card
    player: _Seat


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A destroyed Group with the alignments it had (INWO-10); `killed`: by an assassination.

    Only cards for the killed bring those back (INWO-208).
    """

    card: _Card
    alignments: tuple[str, ...] = ()
    killed: bool = False


@dataclass(frozen=True, slots=True)
class Player:
    """One player. The first of `structure` is his Illuminati, masters come before their puppets.

    `foreign` is how many hidden Plots more he got from others than he gave them: these are unseen cards of theirs.
    """

    name: str
    illuminati: _Card | None = None
    lead: _Card | None = None
    structure: tuple[Placed, ...] = ()
    resources: tuple[Resource, ...] = ()
    plots: Count = 0
    exposed: _Cards = ()
    groups: Count = 0
    foreign: int = 0
    unseen_plots: _Cards = ()
    unseen_groups: _Cards = ()
    discard: _Cards = ()
    destroyed: tuple[Destroyed, ...] = ()
    agents: _Cards = ()
    turns: Count = 0
    removed: tuple[_Seat, ...] = ()
    used: tuple[str, ...] = ()
    out: bool = False

    def placed(self, card: Piece | None) -> Placed | None:
        return next((each for each in self.structure if each.card == card), None)

    def resource(self, card: Piece) -> Resource | None:
        return next((each for each in self.resources if each.card == card), None)

    @property
    def cards_in_play(self) -> tuple[Piece, ...]:
        """His Groups and his Resources."""
        return (*(each.card for each in self.structure), *(each.card for each in self.resources))

    def puppets(self, card: Piece) -> tuple[Placed, ...]:
        return tuple(each for each in self.structure if each.master == card)

    def subtree(self, card: Piece) -> tuple[Placed, ...]:
        """The Group and all below it, masters first."""
        found = {card}
        below = []
        for each in self.structure:
            if each.card == card or each.master in found:
                found.add(each.card)
                below.append(each)
        return tuple(below)

    def distance(self, card: Piece) -> int:
        """Steps to the Illuminati (INWO-92)."""
        steps, placed = 0, self.placed(card)
        while placed is not None and placed.master is not None:
            steps, placed = steps + 1, self.placed(placed.master)
        return steps

    @property
    def hand(self) -> int:
        """How many Plots he holds, hidden and exposed (INWO-58)."""
        return self.plots + len(self.exposed)

    @property
    def plot_deck(self) -> int:
        return len(self.unseen_plots) - self.plots + self.foreign

    @property
    def group_deck(self) -> int:
        return len(self.unseen_groups) - self.groups


@dataclass(frozen=True, slots=True)
class Help:
    """A Group that aids or opposes, or the target's own defence with so many of its tokens."""

    player: _Seat
    card: _Card
    role: Role
    tokens: Count = 1


@dataclass(frozen=True, slots=True)
class Attack:
    """The attack under way. `attacker` is None where a card attacks by itself; `card` is the Plot that did it.

    `spent`: the attacker's token is taken; `committed`: it cannot be called off.

    `silent` have nothing to add; whoever adds something opens the question anew for all. `frozen` is the target's
    Power when an instant attack was played (INWO-201). `played` are Plots that lie there until it is over, `used` all
    that were played in it, and by whom (INWO-129).
    """

    player: _Seat
    mode: Mode
    target: _Card
    attacker: _Card | None = None
    card: _Card | None = None
    helper: _Card | None = None
    from_hand: bool = False
    privileged: bool = False
    negated: bool = False
    joined: tuple[_Seat, ...] = ()
    spent: bool = False
    committed: bool = False
    helps: tuple[Help, ...] = ()
    agents: _Seat | None = None
    agents_card: _Card | None = None
    agents_aid: bool = False
    frozen: int | None = None
    played: tuple[tuple[_Seat, _Card], ...] = ()
    used: tuple[tuple[_Seat, _Card], ...] = ()
    silent: tuple[_Seat, ...] = ()
    roll: tuple[int, int] | None = None
    total: int | None = None
    verdict: bool | None = None
    by_hand: int = 0

    @property
    def is_instant(self) -> bool:
        return self.attacker is None and self.frozen is not None

    def help_of(self, card: Piece) -> Help | None:
        return next((each for each in self.helps if each.card == card), None)


@dataclass(frozen=True, slots=True)
class Played:
    """A card that was played, or an ability that was used (by its number), and waits to take effect."""

    player: _Seat
    card: _Card
    use: int | None = None
    target: str | None = None
    payers: _Cards = ()


@dataclass(frozen=True, slots=True)
class Lasts:
    """What a play changed for a while: its effect on its target (a Group, a player) until something ends."""

    card: _Card
    player: _Seat
    target: str | None
    until: Until
    use: int | None = None
    defence: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """A New World Order in the middle. It is nobody's any more, and what it changes is permanent (INWO-273)."""

    card: _Card
    player: _Seat


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody says that he has won: by the basic or special goal (None), or by a goal card."""

    player: _Seat
    card: _Card | None = None


@dataclass(frozen=True, slots=True)
class State:
    """One game.

    `tried` are Groups that the player on turn failed to control from his hand (INWO-142), `aside` leads that were the
    same (INWO-21), `gone` are Resources that were destroyed. `turn_used` says what may be done once a turn and was,
    `owed` who still has to discard a card of his hand.
    """

    evening: Evening
    choices: Choices
    players: tuple[Player, ...]
    phase: Phase = Phase.ILLUMINATI
    on_turn: Seat = "A"
    first: Seat = "A"
    orders: tuple[Order, ...] = ()
    links: tuple[LinkedPlot, ...] = ()
    lasting: tuple[Lasts, ...] = ()
    attack: Attack | None = None
    stack: tuple[Played, ...] = ()
    claims: tuple[Claim, ...] = ()
    silent: tuple[Seat, ...] = ()
    tried: tuple[Piece, ...] = ()
    aside: tuple[Piece, ...] = ()
    gone: tuple[Piece, ...] = ()
    turn_used: tuple[str, ...] = ()
    free_moves: int = 0
    free_takeovers: int = 0
    owed: tuple[Seat, ...] = ()
    by_hand: Piece | None = None
    winners: tuple[Seat, ...] = ()
    _hash: int = field(default=0, init=False, repr=False, compare=False)

    def __hash__(self) -> int:
        # Values of cards are asked for hundreds of times in one state, and kept by it.
        if not self._hash:
            object.__setattr__(self, "_hash", hash(tuple(getattr(self, name) for name in _COMPARED)))
        return self._hash

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS[: len(self.players)]

    @property
    def alive(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, player in self.each() if not player.out)

    def each(self) -> Iterator[tuple[Seat, Player]]:
        return zip(SEATS, self.players, strict=False)

    def player(self, seat: Seat) -> Player:
        return self.players[SEATS.index(seat)]

    def with_player(self, seat: Seat, player: Player) -> State:
        index = SEATS.index(seat)
        return replace(self, players=(*self.players[:index], player, *self.players[index + 1 :]))

    def card(self, card: Piece) -> Card:
        return self.evening.catalog[card]

    def rule(self, name: str) -> str:
        """What the table plays by where the two versions differ."""
        return rule(self.choices, name)

    def effects(self, card: Piece) -> Effects:
        return effects_of(card, errata=self.corrected)

    @property
    def corrected(self) -> bool:
        """Whether the cards count as the publisher corrected them (INWO-16-R)."""
        return self.choices["card_values"] == "corrected"

    def controller(self, card: Piece, among: Seat | None = None) -> Seat | None:
        """Who has the Group in his structure; of two Illuminati of one kind that of `among`."""
        if among is not None and self.player(among).placed(card) is not None:
            return among
        return next((seat for seat, player in self.each() if player.placed(card) is not None), None)

    def holder(self, card: Piece) -> Seat | None:
        """Who has the Resource in play."""
        return next((seat for seat, player in self.each() if player.resource(card) is not None), None)

    def in_play(self, card: Piece) -> bool:
        """INWO-96."""
        return self.controller(card) is not None or self.holder(card) is not None

    def is_destroyed(self, card: Piece) -> bool:
        return any(gone.card == card for player in self.players for gone in player.destroyed)

    @property
    def is_setup(self) -> bool:
        return self.phase in {Phase.ILLUMINATI, Phase.LEADS, Phase.START}


_COMPARED = tuple(each.name for each in fields(State) if each.compare)


def without(cards: tuple[Piece, ...], card: Piece) -> tuple[Piece, ...]:
    """The cards less one copy; as they were if there is none."""
    if card not in cards:
        return cards
    index = cards.index(card)
    return (*cards[:index], *cards[index + 1 :])


def with_card(cards: Iterable[Piece], card: Piece) -> tuple[Piece, ...]:
    """The cards and one more, sorted."""
    return tuple(sorted((*cards, card)))


def evolve(state: State, seat: Seat, **changes: object) -> State:
    """The state with other values of one player."""
    return state.with_player(seat, replace(state.player(seat), **changes))  # type: ignore[arg-type]


def with_group(state: State, seat: Seat, card: Piece, **changes: object) -> State:
    """The state with other values of one Group in a structure."""
    structure = tuple(
        replace(each, **changes) if each.card == card else each  # type: ignore[arg-type]
        for each in state.player(seat).structure
    )
    return evolve(state, seat, structure=structure)


def with_resource(state: State, seat: Seat, card: Piece, **changes: object) -> State:
    """The state with other values of one Resource; of equal ones the first."""
    resources = list(state.player(seat).resources)
    for index, each in enumerate(resources):
        if each.card == card:
            resources[index] = replace(each, **changes)  # type: ignore[arg-type]
            break
    return evolve(state, seat, resources=tuple(resources))
