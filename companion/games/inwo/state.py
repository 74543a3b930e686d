"""What there is at the table, as one value: structures, hands as far as anybody knows them, and the attack under way.

What lies hidden in hands and decks the companion never sees. It knows the decks' cards, so for each player `unseen` are
the cards of his that nobody has seen yet, in his decks or in his hand, and a count says how many of them he holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any

from companion.core.choices import Choices
from companion.core.fast_dataclasses import KeepsHash, keeps_hash, replace
from companion.core.game import Seat
from companion.core.schema import at_least
from companion.core.table import Piece
from companion.games.inwo.attack import Attack
from companion.games.inwo.card_effects import effects_of
from companion.games.inwo.card_plays import Effects, Pile
from companion.games.inwo.catalog import Card, Kind, Side
from companion.games.inwo.decks import DeckEvening
from companion.games.inwo.effects import Event, Until
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


@keeps_hash
@dataclass(frozen=True, slots=True)
class Placed(KeepsHash):
    """A Group in a structure: at which edge of which master (None for the Illuminati), and what lies on it.

    `extra` are outgoing arrows that a Plot gave it, or that the table has used though nobody knew them.
    """

    card: _Card
    master: _Card | None = None
    side: Side | None = None
    tokens: Count = 0
    devastated: bool = False
    captured: bool = False
    extra: tuple[Side, ...] = ()


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
    """A Plot that stays at a Group (INWO-113); while that is out of play, whose it was, and what arrows it gave."""

    card: _Card
    to: _Card
    player: _Seat
    asleep: _Seat | None = None
    arrows: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A destroyed Group with its alignments (INWO-10), and what these are `later`, when the turn has ended.

    `killed`: by an assassination; only cards for the killed bring those back (INWO-208), none what is gone `forever`.
    """

    card: _Card
    alignments: tuple[str, ...] = ()
    later: tuple[str, ...] | None = None
    killed: bool = False
    forever: bool = False
    uncounted: bool = False  # for goals


@keeps_hash
@dataclass(frozen=True, slots=True)
class Player(KeepsHash):
    """One player. The first of `structure` is his Illuminati, masters come before their puppets.

    `foreign` is how many hidden Plots more he got from others than he gave them: these are unseen cards of theirs.
    `foreign_groups`: of the Group deck.
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
    foreign_groups: int = 0
    unseen_plots: _Cards = ()
    unseen_groups: _Cards = ()
    discard: _Cards = ()
    destroyed: tuple[Destroyed, ...] = ()
    agents: _Cards = ()
    turns: Count = 0
    removed: tuple[_Seat, ...] = ()
    used: tuple[str, ...] = ()
    out: bool = False
    _placed: dict[Piece | None, Placed] = field(default_factory=dict, init=False, repr=False, compare=False)

    def placed(self, card: Piece | None) -> Placed | None:
        if not self._placed:
            self._placed.update({each.card: each for each in self.structure})  # whole at once: threads share states
        return self._placed.get(card)

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
        return len(self.unseen_groups) - self.groups + self.foreign_groups


@dataclass(frozen=True, slots=True)
class Played:
    """A card that was played, or an ability that was used (by its number), and waits to take effect.

    `took_token`: the target lost one to it (INWO-209).
    """

    player: _Seat
    card: _Card
    use: int | None = None
    target: str | None = None
    payers: _Cards = ()
    took_token: bool = False


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
class Happened:
    """What the latest action brought about: by whom, to which card, of whom; `answered` are cards played on it."""

    what: Event
    by: _Seat | None = None
    card: _Card | None = None
    owner: _Seat | None = None
    answered: _Cards = ()


@dataclass(frozen=True, slots=True)
class Order:
    """A New World Order in the middle. It is nobody's any more, and what it changes is permanent (INWO-273)."""

    card: _Card
    player: _Seat


@dataclass(frozen=True, slots=True)
class Owed:
    """A card that a player still has to discard, and where it has to come from; or a token of one of these Groups."""

    player: _Seat
    what: Pile = Pile.HAND
    payers: _Cards = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody says that he has won: by the basic or special goal (None), or by a goal card."""

    player: _Seat
    card: _Card | None = None


@dataclass(frozen=True, slots=True)
class Position(KeepsHash):
    """What there is at the table, without what it is played by.

    `tried` are Groups that the player on turn failed to control from his hand (INWO-142), `aside` leads that were the
    same (INWO-21), `gone` are Resources that were destroyed, `put_away` cards of players who are out,
    `devastated` Places that left play so (INWO-215). `round` is the one under way, 0 before the first; `interrupted`
    is whose turn goes on after this one. `turn_used` says what may be done once a turn and was, `owed` who still has
    to discard a card, `just` what the latest action discarded, `latest` what else it brought about (both stay while
    cards are played on it), `granted` Groups of a hand that a card brings into play.
    """

    players: tuple[Player, ...] = ()
    phase: Phase = Phase.MAIN
    on_turn: _Seat = "A"
    interrupted: _Seat | None = None
    first: _Seat = "A"
    round: Count = 0
    orders: tuple[Order, ...] = ()
    links: tuple[LinkedPlot, ...] = ()
    lasting: tuple[Lasts, ...] = ()
    attack: Attack | None = None
    stack: tuple[Played, ...] = ()
    claims: tuple[Claim, ...] = ()
    silent: tuple[_Seat, ...] = ()
    tried: _Cards = ()
    aside: _Cards = ()
    gone: _Cards = ()
    put_away: _Cards = ()
    devastated: _Cards = ()
    turn_used: tuple[str, ...] = ()
    free_moves: int = 0
    free_takeovers: int = 0
    granted: _Cards = ()
    owed: tuple[Owed, ...] = ()
    by_hand: Played | None = None
    just: tuple[tuple[_Seat, _Card], ...] = ()
    latest: tuple[Happened, ...] = ()
    winners: tuple[_Seat, ...] = ()


@keeps_hash
@dataclass(frozen=True, slots=True)
class State(Position):
    """One game: a position, the evening's cards and what the table has agreed on."""

    evening: DeckEvening = field(kw_only=True)
    choices: Choices = field(kw_only=True)
    _controllers: dict[Piece, Seat] = field(default_factory=dict, init=False, repr=False, compare=False)
    _lying: list[State] = field(default_factory=list, init=False, repr=False, compare=False)

    @property
    def lying(self) -> State:
        """What values of cards depend on: what lies in structures and beside them, and who takes part in the attack.

        One object for all states that differ in hands, piles, tokens and answers alone: what is kept of it serves all.
        """
        if not self._lying:
            attack = self.attack and self.attack.taking_part
            beside = self.orders, self.links, self.lasting, attack, self.evening, self.choices
            self._lying.append(_what_lies(tuple(map(_without_hand, self.players)), beside))
        return self._lying[0]

    @property
    def seats(self) -> tuple[Seat, ...]:
        return SEATS[: len(self.players)]

    @property
    def alive(self) -> tuple[Seat, ...]:
        return tuple([seat for seat, player in self.each() if not player.out])

    def each(self) -> Iterator[tuple[Seat, Player]]:
        return zip(SEATS, self.players, strict=False)

    def player(self, seat: Seat) -> Player:
        return self.players[SEATS.index(seat)]

    def with_player(self, seat: Seat, player: Player) -> State:
        index = SEATS.index(seat)
        return replace(self, players=(*self.players[:index], player, *self.players[index + 1 :]))

    def card(self, card: Piece) -> Card:
        return self.evening.catalog[card]

    @property
    def open_attack(self) -> Attack:
        """The attack under way, for what is only done within one."""
        assert self.attack is not None
        return self.attack

    @property
    def attacking_plot(self) -> Piece | None:
        """The Plot that makes the attack under way by itself; not a card that lies in play and does."""
        card = None if self.attack is None else self.attack.card
        return card if card is not None and self.card(card).kind is Kind.PLOT else None

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
        if not self._controllers:
            found = {placed.card: seat for seat, player in reversed(list(self.each())) for placed in player.structure}
            self._controllers.update(found)  # whole at once: threads share states
        return self._controllers.get(card)

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


@lru_cache(maxsize=1024)
def _what_lies(players: tuple[Player, ...], beside: tuple[Any, ...]) -> State:
    kinds = ("orders", "links", "lasting", "attack", "evening", "choices")
    lying = State(players, **dict(zip(kinds, beside, strict=True)))
    lying._lying.append(lying)
    return lying


@lru_cache(maxsize=4096)
def _without_hand(player: Player) -> Player:
    structure = tuple(Placed(each.card, each.master) for each in player.structure)
    resources = tuple(Resource(each.card, each.to) for each in player.resources)
    return Player("", player.illuminati, structure=structure, resources=resources, out=player.out)


def happened(state: State, what: Event, by: Seat | None, card: Piece | None = None, owner: Seat | None = None) -> State:
    return replace(state, latest=(*state.latest, Happened(what, by, card, owner)))


def evolve(state: State, seat: Seat, **changes: object) -> State:
    return state.with_player(seat, replace(state.player(seat), **changes))


def with_group(state: State, seat: Seat, card: Piece, **changes: object) -> State:
    structure = tuple(replace(each, **changes) if each.card == card else each for each in state.player(seat).structure)
    return evolve(state, seat, structure=structure)
