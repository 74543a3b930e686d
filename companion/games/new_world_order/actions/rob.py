"""Robbery: Hostile Takeover and Blackmail (NWO-80 to NWO-87, NWO-108)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.notation import Form
from companion.core.rules import Refusal, refuse, undecided
from companion.core.table import Piece
from companion.core.text import Text, say, say_plural
from companion.games.new_world_order.actions.base import WORDS, Decision, in_a_round, not_passed, on_turn
from companion.games.new_world_order.actions.deal import SetAside, resolved_in_order
from companion.games.new_world_order.catalog import Ability, Effect
from companion.games.new_world_order.game_flow import after_action
from companion.games.new_world_order.names import counted_names, part_name, place_name
from companion.games.new_world_order.piles import (
    Kind,
    abilities,
    delayed,
    first_empty,
    kind,
    own_pile,
    part_of,
    robbery_limit,
    slot_count,
)
from companion.games.new_world_order.places import cards_in, obstacle, put, special_in, specials_with, take
from companion.games.new_world_order.settings import book
from companion.games.new_world_order.slot_evidence import SlotEvidence, zone_of
from companion.games.new_world_order.state import AWAY, SLOTS, Away, Part, Phase, Pile, Place, Player, State
from companion.games.new_world_order.untold import Span, exactly, tiles_worth, total


@dataclass(frozen=True, slots=True)
class Robbery(Decision):
    """Takes cards of another player's pile. `place` None: onto the own pile, else into an empty slot, else away."""

    effect: ClassVar[Effect]
    words: ClassVar = {**WORDS, "cards": lambda state, action: part_name(state, action.victim, action.pile)}
    victim: Seat
    pile: Part
    place: Place | Away | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        return (self.player, self.victim)

    def lying(self, state: State) -> Pile:
        """The pile that is robbed."""
        return state.player(self.victim).pile(self.pile.place)

    def robber(self, state: State) -> Player:
        """The robber with the loot in hand."""
        return state.player(self.player)

    @property
    def said(self) -> Text:
        match self.place:
            case None:
                return say("{who} robbed {victim} of {cards}")
            case Place():
                return say("{who} robbed {victim} of {cards}, into {place}")
            case _:
                return say("{who} robbed {victim} of {cards}, which left the game")

    def about(self, state: State) -> Piece:
        return self.lying(state).top


@book.check("NWO-83-R2")
def robs_a_corporation(state: State, action: Robbery) -> Refusal | None:
    victim = state.player(action.victim)
    pile = victim.pile(action.pile.place)
    if not pile:
        return refuse(
            "{who} has nothing in {place}.",
            repair="Put the cards back, or rob another pile.",
            who=victim.name,
            place=place_name(action.pile.place),
        )
    if kind(state.catalog, pile.cards) is not Kind.CORPORATION:
        return refuse(
            "Only a pile of one corporation is robbed, not {pile}.",
            repair="Put the cards back, or rob another pile.",
            pile=counted_names(state, pile.cards),
        )
    return None


def _amount(state: State, action: Robbery) -> Refusal | None:
    count, limit = _robbed(state, action)
    if count > limit:
        return refuse(
            say_plural(
                "{count} card was robbed; at most {limit} may be.",
                "{count} cards were robbed; at most {limit} may be.",
                count,
                limit=limit,
            ),
            repair="Put back what is too much.",
        )
    return None


def _robbed(state: State, action: Robbery) -> tuple[int, int]:
    """How many cards are robbed, and how many may be."""
    pile = action.lying(state)
    return len(part_of(pile, action.pile)), robbery_limit(state.catalog, pile.cards[0], action.effect)


@book.check("NWO-83-R3")
def exact_amount(state: State, action: Robbery) -> Refusal | None:
    count, limit = _robbed(state, action)
    if count < limit and state.choices["stealAmount"] == "exact":
        return refuse(
            say_plural(
                "{count} card was robbed; it has to be {limit}.",
                "{count} cards were robbed; it has to be {limit}.",
                count,
                limit=limit,
            ),
            repair=say("Put the cards back, or rob exactly {limit}.", limit=limit),
        )
    return None


@book.check("NWO-83-R4")
def room_for_the_loot(state: State, action: Robbery) -> Refusal | None:
    if not isinstance(action.place, Place):
        return None
    robber, cards = action.robber(state), cards_in(state.player(action.victim), action.pile)
    lying = robber.pile(action.place).cards
    if obstacle(state, robber, cards, action.place) is not None or not set(lying) <= set(cards):
        return refuse(
            "{cards} cannot lie in {place}.",
            repair="Lay robbed cards onto one's own pile of them, or into an empty slot, or throw them away.",
            cards=counted_names(state, cards),
            place=place_name(action.place),
        )
    return None


def _rob(state: State, action: Robbery) -> State:
    victim = state.player(action.victim)
    cards = cards_in(victim, action.pile)
    state = state.with_player(action.victim, take(state, victim, action.pile))
    robber = state.player(action.player)
    place = robbed_place(state, robber, cards) if action.place is None else action.place
    if isinstance(place, Away) or not cards:
        return state
    return state.with_player(action.player, put(state, robber, cards, place))


def robbed_place(state: State, robber: Player, cards: tuple[Piece, ...]) -> Place | Away:
    """Where robbed cards go if nothing else is said: the own pile, else the first empty slot, else away (NWO-83)."""
    pile = own_pile(robber, cards[0]) if cards else None
    return pile or first_empty(state, robber) or AWAY


def _robberies(state: State, victim: Seat, effect: Effect) -> Iterator[tuple[Part, Away | None]]:
    """What may be robbed, and whether it is kept or thrown away."""
    for place, pile in state.player(victim).piles:
        if kind(state.catalog, pile.cards) is not Kind.CORPORATION:
            continue
        limit = robbery_limit(state.catalog, pile.cards[0], effect)
        for count in range(1, min(limit, len(pile)) + 1):
            part = Part(place) if count == len(pile) else Part(place, count)
            yield part, None
            yield part, AWAY


def _robbed_seen(evidence: SlotEvidence, robber: Seat, victim: Seat) -> Iterator[tuple[Part, Place | Away | None]]:
    """What the victim lost, and where it came to lie before the robber; AWAY, or None where nobody could see it."""
    player = evidence.state.player(robber)
    for part in evidence.gone_parts(victim):
        gone = evidence.gone_from(victim)[part.place]
        places: list[Place | Away | None] = [place for place, cards in evidence.came_to(robber).items() if cards & gone]
        places.extend(evidence.new_unread_places(robber))
        if doubtful := [place for place in evidence.gone_from(robber) if evidence.unread.get(zone_of(robber, place))]:
            # The card that was played is gone from there, and what cannot be read may be the loot.
            places.extend([*doubtful, AWAY])
        hidden = any(evidence.place_unseen(robber, slot) for slot in SLOTS[: slot_count(evidence.state, player)])
        yield from ((part, place) for place in places or ([AWAY, None] if hidden else [AWAY]))
    yield from _robbed_unseen(evidence, robber, victim)


def _robbed_unseen(evidence: SlotEvidence, robber: Seat, victim: Seat) -> Iterator[tuple[Part, Place]]:
    """What came to the robber and may be from a pile of the victim that could not be seen."""
    for source, pile in evidence.state.player(victim).piles:
        if evidence.place_unseen(victim, source):
            for place, cards in evidence.came_to(robber).items():
                count = cards[pile.cards[0]]
                if count:
                    yield Part(source) if count == len(pile) else Part(source, count=count), place


# --- Hostile Takeover ---


@book.requires(
    "NWO-83",
    "There is no Hostile Takeover in {place}.",
    repair="Put the cards back.",
    place=lambda _, action: place_name(action.card),
)
def holds_the_takeover(state: State, action: TakeOver) -> bool:
    player = state.player(action.player)
    return action.card is None or bool(special_in(state, player, action.card, Effect.TAKEOVER))


@book.requires("NWO-84-R", "There is no second robbery to make.", repair="Put the cards back.")
def has_a_second_effect(state: State, action: TakeOver) -> bool:
    return action.card is not None or state.robs_again == action.player


@book.requires("NWO-81", "Hostile Takeover was taken this round.", repair="Put the cards back.")
def takeover_not_fresh(state: State, action: TakeOver) -> bool:
    player = state.player(action.player)
    return action.card is None or not delayed(state, special_in(state, player, action.card, Effect.TAKEOVER))


@book.requires("NWO-82-R1", "Above the Law grants a pick, a buy or a discard only.", repair="Put the cards back.")
def takeover_is_no_extra_action(state: State, action: TakeOver) -> bool:
    return action.card is None or not state.extra or state.choices["takeoverCostsAction"] != "yes"


@book.check("NWO-22")
def takeover_on_turn(state: State, action: TakeOver) -> Refusal | None:
    # The second robbery of a stack may still be made when the turn has gone on (NWO-84-R).
    return on_turn.check(state, action) if action.card is not None else None


@book.requires(
    "NWO-108",
    "{who} has the power of the Cardinal, whom no Hostile Takeover can hit.",
    repair="Put the cards back, or rob somebody else.",
    who=lambda state, action: state.player(action.victim).name,
)
def cardinal_is_immune(state: State, action: TakeOver) -> bool:
    return Ability.IMMUNE not in abilities(state, state.player(action.victim))


@book.requires("NWO-83", "Hostile Takeover robs another player, not oneself.", repair="Put the cards back.")
def robs_somebody_else(state: State, action: TakeOver) -> bool:
    return action.victim != action.player


@book.check("NWO-83")
def takeover_amount(state: State, action: TakeOver) -> Refusal | None:
    return _amount(state, action)


@dataclass(frozen=True, slots=True)
class TakeOver(Robbery):
    """Robs with Hostile Takeover from `card` (None: the second effect of a stack)."""

    form: ClassVar = Form(
        "{player}: take over {victim:player}.{pile:part} {card:played_from}[ -> {place:destination}]",
        also=("{player}: take over {victim:player}.{pile:part}[ -> {place:destination}]",),
    )
    rules: ClassVar = (
        in_a_round,
        not_passed,
        takeover_on_turn,
        holds_the_takeover,
        has_a_second_effect,
        takeover_not_fresh,
        takeover_is_no_extra_action,
        robs_somebody_else,
        cardinal_is_immune,
        robs_a_corporation,
        takeover_amount,
        exact_amount,
        room_for_the_loot,
    )
    title: ClassVar = say("Play Hostile Takeover")
    effect: ClassVar = Effect.TAKEOVER
    card: Place | None = None

    def robber(self, state: State) -> Player:
        player = state.player(self.player)
        return take(state, player, Part(self.card)) if self.card else player

    def apply(self, state: State) -> State:
        """Robs; which is the action of the turn, unless the table plays it otherwise (NWO-83-R1)."""
        both = False
        if self.card is not None:
            played = special_in(state, state.player(self.player), self.card, self.effect)
            both = len(played) > 1 and state.choices["stackedSpecials"] == "bothEffects"
            if played:
                state = state.with_player(self.player, self.robber(state))
        state = _rob(state, self)
        if self.card is not None and state.choices["takeoverCostsAction"] == "yes":
            state = after_action(state, self.player, state.player(self.player))
        if state.turn is None:
            return state
        return replace(state, stage=replace(state.turn, again=self.player if both else None))

    @staticmethod
    def candidates(state: State) -> Iterator[TakeOver]:
        played: list[tuple[Seat, Place | None]]
        played = [(state.on_turn, card) for card in specials_with(state, state.on_turn, TakeOver.effect)]
        if state.robs_again is not None:
            played.append((state.robs_again, None))
        for robber, card in played:
            for victim in state.seats:
                if victim != robber:
                    found = _robberies(state, victim, TakeOver.effect)
                    yield from (TakeOver(robber, victim, pile, place, card) for pile, place in found)

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[TakeOver]:
        if evidence.acting:
            for victim in evidence.state.seats:
                yield from _taken_over(evidence, victim)


def _taken_over(evidence: SlotEvidence, victim: Seat) -> Iterator[TakeOver]:
    for robber in evidence.state.seats:
        if robber == victim:
            continue
        cards = list(_takeover_places(evidence, robber))
        if evidence.state.robs_again == robber:
            cards.append(None)
        for part, place in _robbed_seen(evidence, robber, victim):
            # Who has no Hostile Takeover may have used something else for one, if what he took lies before him.
            mistaken = [] if place in (None, AWAY) else [*evidence.gone_from(robber), None]
            yield from (TakeOver(robber, victim, part, place, card) for card in cards or mistaken)
        if played := [card for card in cards if card in evidence.gone_from(robber)]:
            for part in _hidden_piles(evidence, victim):
                yield from (TakeOver(robber, victim, part, AWAY, card) for card in played)


def _hidden_piles(evidence: SlotEvidence, victim: Seat) -> Iterator[Part]:
    """The most that may have been robbed of each pile that could not be seen."""
    for place, pile in evidence.state.player(victim).piles:
        if evidence.place_unseen(victim, place) and kind(evidence.state.catalog, pile.cards) is Kind.CORPORATION:
            limit = robbery_limit(evidence.state.catalog, pile.cards[0], Effect.TAKEOVER)
            yield Part(place) if limit >= len(pile) else Part(place, count=limit)


def _takeover_places(evidence: SlotEvidence, robber: Seat) -> Iterator[Place | None]:
    """Where the Hostile Takeover is or was: a place from which one is gone, else any place with one."""
    places = specials_with(evidence.state, robber, TakeOver.effect)
    gone = [place for place in places if place in evidence.gone_from(robber)]
    yield from gone or places


# --- Blackmail ---


@book.check("NWO-86")
def blackmail_amount(state: State, action: Blackmail) -> Refusal | None:
    return _amount(state, action)


@book.check("NWO-86")
def the_poorest_robs_the_richest(state: State, action: Blackmail) -> Refusal | None:
    roles = blackmail_roles(state)
    if state.open_with(Effect.BLACKMAIL) is None:
        return refuse("No Blackmail is being resolved.", repair="Put the cards back.")
    if untold := blackmail_untold(state):
        return undecided(untold, "It decides who robs whom by Blackmail.")
    if roles is None:
        return refuse("On a tie for fewest or most points Blackmail has no effect.", repair="Put the cards back.")
    if roles != (action.player, action.victim):
        return refuse(
            "By this Blackmail {robber} robs {victim}, and nobody else.",
            repair="Put the cards back.",
            robber=state.player(roles[0]).name,
            victim=state.player(roles[1]).name,
        )
    return None


def blackmail_roles(state: State) -> tuple[Seat, Seat] | None:
    """Who robs whom by Blackmail, None on a tie for fewest or for most points (NWO-86)."""
    points = {seat: blackmail_points(state, state.player(seat)) for seat in state.seats}
    low, high = min(points.values()), max(points.values())
    lowest = [seat for seat in points if points[seat] == low]
    highest = [seat for seat in points if points[seat] == high]
    if low == high or len(lowest) > 1 or len(highest) > 1:
        return None
    return lowest[0], highest[0]


def blackmail_untold(state: State) -> tuple[str, ...]:
    """What has to be told before it is certain who robs whom: the tiles of those who may have fewest, or most."""
    if not state.catalog.asked:
        return ()
    spans = [blackmail_span(state, player) for player in state.players]
    poorest, richest = min(span.most for span in spans), max(span.least for span in spans)
    of_interest = [span for span in spans if span.least <= poorest], [span for span in spans if span.most >= richest]
    return tuple(
        question
        for those in of_interest
        if len(those) > 1
        for span in those
        if not span.is_known
        for question in span.questions
    )


def blackmail_points(state: State, player: Player) -> int:
    """The points that count for Blackmail: tiles and, by default, triangles (NWO-86-R)."""
    tiles = sum(state.catalog.tiles[tile].points for tile in player.tiles)
    return tiles + _triangle_points(state, player)


def blackmail_span(state: State, player: Player) -> Span:
    """The same as far as it is known."""
    return total((tiles_worth(state.catalog, player.tiles), exactly(_triangle_points(state, player))))


def _triangle_points(state: State, player: Player) -> int:
    return 100 * len(player.triangles) * (state.choices["blackmailVP"] == "tilesAndTriangles")


@dataclass(frozen=True, slots=True)
class Blackmail(Robbery):
    """Robs as the dealt Blackmail allows, and puts it aside."""

    form: ClassVar = "{player}: blackmail {victim:player}.{pile:part}[ -> {place:destination}]"
    rules: ClassVar = (
        resolved_in_order,
        the_poorest_robs_the_richest,
        robs_a_corporation,
        blackmail_amount,
        exact_amount,
        room_for_the_loot,
    )
    phases: ClassVar = (Phase.DEAL,)
    title: ClassVar = say("Rob by Blackmail")
    effect: ClassVar = Effect.BLACKMAIL

    def apply(self, state: State) -> State:
        card = state.open_with(self.effect)
        robbed = _rob(state, self)
        return robbed if card is None else SetAside(card).apply(robbed)

    @staticmethod
    def candidates(state: State) -> Iterator[Blackmail]:
        roles = blackmail_roles(state) if state.due_with(Blackmail.effect) is not None else None
        if roles is not None:
            found = _robberies(state, roles[1], Blackmail.effect)
            yield from (Blackmail(*roles, pile, place) for pile, place in found)

    @staticmethod
    def seen(evidence: SlotEvidence) -> Iterator[Blackmail]:
        if evidence.state.open_with(Blackmail.effect) is not None:
            roles = blackmail_roles(evidence.state)
            for robber, victim in [roles] if roles is not None else _pairs_of(evidence):
                found = _robbed_seen(evidence, robber, victim)
                yield from (Blackmail(robber, victim, part, place) for part, place in found)


def _pairs_of(evidence: SlotEvidence) -> Iterator[tuple[Seat, Seat]]:
    seats = evidence.state.seats
    return (
        (robber, victim) for robber in seats for victim in seats if robber != victim and victim in evidence.concerned
    )
