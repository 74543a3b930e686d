"""What holds of every position. PHYSICAL no box allows to be otherwise; the rest may be if a rule was set aside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.rules import Refusal, invariants_in, refuse
from companion.core.text import say_plural
from companion.games.new_world_order.actions.prepare import TOP_LIMIT
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.game_flow import (
    LARGE_MARKET,
    MARKET,
    leading_character,
    next_seat,
    reserve_target,
    royalty,
)
from companion.games.new_world_order.names import card_names, tile_name
from companion.games.new_world_order.piles import Kind, abilities, kind, slot_count
from companion.games.new_world_order.pyramid import PLACES, TOP
from companion.games.new_world_order.scoring import may_serve
from companion.games.new_world_order.settings import book
from companion.games.new_world_order.state import Phase, Player, State

# --- components ---


@book.invariant("NWO-3")
def each_tile_once(state: State) -> Iterator[Refusal]:
    lying = Counter(tile for tile in state.pyramid if tile is not None)
    for player in state.players:
        lying.update(player.tiles)
    for tile, count in lying.items():
        if count > 1:
            yield refuse(
                "{tile} lies in more than one place.",
                repair="Leave it where it is, and only there.",
                tile=tile_name(state, tile),
            )


@book.invariant("NWO-17")
def no_card_too_many(state: State) -> Iterator[Refusal]:
    for (card, copies), unseen in zip(state.catalog.cards.items(), state.unseen, strict=True):
        if unseen < 0:
            yield refuse(
                "Too many of {card}: {count}; the play deck has {copies}.",
                repair="Check the cards, and those that are out of the game.",
                count=copies - unseen,
                card=card_names(state, (card,)),
                copies=copies,
            )


@book.invariant("NWO-101")
def reserve_for_royalty_only(state: State) -> Iterator[Refusal]:
    if state.reserve and not reserve_target(state):
        yield refuse(
            "There is no reserve: cards are reserved for Royalty only, where the table has agreed on it.",
            repair="Put the cards into the market.",
        )


@book.invariant("NWO-85")
def only_immediate_specials_are_open(state: State) -> Iterator[Refusal]:
    for card in state.open:
        if not state.catalog.immediate(card):
            yield refuse(
                "{card} is not resolved when dealt; Blackmail and Cut the Losses are.",
                repair="Put it into the market.",
                card=card_names(state, (card,)),
            )


@book.invariant("NWO-67")
def one_triangle_for_each_corporation(state: State) -> Iterator[Refusal]:
    for player in state.players:
        if len(set(player.triangles)) < len(player.triangles):
            yield refuse("{who} has two triangles for one corporation.", repair="Check the triangles.", who=player.name)


PHYSICAL = invariants_in(globals())

# --- the pyramid, whole: of any other people write down as much as matters to them ---


@book.invariant("NWO-5")
def thousands_lie_low(state: State) -> Iterator[Refusal]:
    for (layer, _, _), tile in zip(PLACES, state.pyramid, strict=True):
        if tile is None or state.catalog.unknown(state.catalog.tiles[tile], "points"):
            continue
        if layer > 2 and None not in state.pyramid and state.catalog.tiles[tile].points == 1000:
            name = tile_name(state, tile)
            yield refuse("{tile} is worth 1000 and lies too high.", repair="Check the layers.", tile=name)


@book.invariant("NWO-4")
def top_tile_is_cheap(state: State) -> Iterator[Refusal]:
    tile = state.catalog.tiles.get(state.pyramid[TOP] or "")
    if tile is None or state.catalog.unknown(tile, "points"):
        return
    if None not in state.pyramid and tile.points > TOP_LIMIT:
        yield refuse(
            "{tile} is worth {points}, more than 300.",
            repair="Check the top tile.",
            tile=tile_name(state, tile.id),
            points=tile.points,
        )


# --- characters ---


@book.invariant("NWO-7")
def each_character_once(state: State) -> Iterator[Refusal]:
    for character, count in Counter(_characters(state)).items():
        if count > 1:
            name = state.catalog.characters[character].name
            yield refuse("There is only one {character}.", repair="Check the character cards.", character=name)


@book.invariant("NWO-2")
def no_cardinal_with_two_players(state: State) -> Iterator[Refusal]:
    if len(state.players) == 2 and _has_character_with(state, Ability.IMMUNE):
        yield refuse("With two players the Cardinal is not used.", repair="Check the character cards.")


@book.invariant("NWO-16")
def no_royalty_beside_the_house_rule(state: State) -> Iterator[Refusal]:
    if state.choices["houseMarket15"] == "on" and _has_character_with(state, Ability.LARGE_MARKET):
        yield refuse("With the house rule of 15 cards Royalty is not used.", repair="Check the character cards.")


def _characters(state: State) -> list[str]:
    return [name for player in state.players for name in (player.character, player.second) if name is not None]


def _has_character_with(state: State, ability: Ability) -> bool:
    return any(state.catalog.characters[name].ability is ability for name in _characters(state))


@book.invariant("NWO-8")
def second_character_of_illuminati(state: State) -> Iterator[Refusal]:
    for player in state.players:
        first = state.catalog.characters[player.character].ability if player.character is not None else None
        if player.second is not None and first is not Ability.TWO_TILES:
            yield refuse(
                "{who} has a second character without Illuminati.", repair="Check the character cards.", who=player.name
            )


# --- slots ---


@book.invariant("NWO-85")
def immediate_specials_are_not_kept(state: State) -> Iterator[Refusal]:
    piles = [pile.cards for player in state.players for _, pile in player.piles]
    for cards in ((*state.market, *state.reserve), *piles):
        kept = tuple(card for card in cards if state.catalog.immediate(card))
        if kept:
            yield refuse(
                "Nobody keeps {cards}, which is resolved when dealt.",
                repair="Put it aside, or among the cards that are being resolved.",
                cards=card_names(state, kept),
            )


@book.invariant("NWO-14")
def no_slot_too_many(state: State) -> Iterator[Refusal]:
    for player in state.players:
        most = slot_count(state, player)
        for place, _ in player.piles:
            if not place.outside and place.number > most:
                yield refuse(
                    say_plural(
                        "{who} has {count} slot, and cards in slot {slot}.",
                        "{who} has {count} slots, and cards in slot {slot}.",
                        most,
                        who=player.name,
                        slot=place.number,
                    ),
                    repair="Check the slots.",
                )


@book.invariant("NWO-31")
def piles_belong_together(state: State) -> Iterator[Refusal]:
    for player in state.players:
        for pile in player.slots:
            if kind(state.catalog, pile.cards) is Kind.MIXED:
                yield refuse(
                    "{who}: {cards} do not belong together in one slot.",
                    repair="Lay them into slots of their own.",
                    who=player.name,
                    cards=card_names(state, pile.cards),
                )


@book.invariant("NWO-33")
def one_pile_of_each_corporation(state: State) -> Iterator[Refusal]:
    for player in state.players:
        piles = (pile.cards for pile in player.slots)
        found = Counter(cards[0] for cards in piles if kind(state.catalog, cards) is Kind.CORPORATION)
        for card, count in found.items():
            if count > 1:
                yield refuse(
                    "{who} has two piles of {cards}.",
                    repair="Put them together.",
                    who=player.name,
                    cards=card_names(state, (card,)),
                )


@book.invariant("NWO-103")
def specials_of_a_globalist_outside(state: State) -> Iterator[Refusal]:
    for player in state.players:
        if player.outside and Ability.OUTSIDE_SPECIALS not in abilities(state, player):
            yield refuse("Only a Globalist keeps specials outside the slots.", repair="Lay the cards into a slot.")
        if any(state.catalog.effect(card) is None for pile in player.outside for card in pile.cards):
            yield refuse("Only specials lie outside the slots.", repair="Lay the cards into a slot.")


# --- what was earned and used, where the character is known ---


@book.invariant("NWO-67")
def triangles_are_earned(state: State) -> Iterator[Refusal]:
    for player in state.players:
        if player.character is None and player.triangles:
            yield refuse(
                "{who} has a triangle, and no character to start with corporations.",
                repair="Write down the character.",
                who=player.name,
            )
    for player in _with_character(state):
        strange = tuple(card for card in player.triangles if card not in player.starters)
        if strange:
            yield refuse(
                "{who} has a triangle for {cards}, and did not start with it.",
                repair="Check the triangles and the starting cards.",
                who=player.name,
                cards=card_names(state, strange),
            )


@book.invariant("NWO-109")
def powers_spent_are_own(state: State) -> Iterator[Refusal]:
    for player in _with_character(state):
        has = [power.value for power in abilities(state, player)]
        if any(power not in has for power in player.spent):
            yield refuse(
                "{who} has spent a power of another character.",
                repair="Check the character, and which powers have been used.",
                who=player.name,
            )


@book.invariant("NWO-77")
def goals_are_served(state: State) -> Iterator[Refusal]:
    for player in state.players:
        if player.goals is None:
            continue
        if not may_serve(state, player, player.goals):
            goals = [state.catalog.goals[goal] for goal in player.goals]
            yield refuse(
                say_plural(
                    "The tiles of {who} do not make the Great Goal {goals}.",
                    "The tiles of {who} do not make the Great Goals {goals} together.",
                    len(goals),
                    who=player.name,
                    goals=tuple(goal.name for goal in goals),
                ),
                repair="Name goals with three tiles each.",
            )


@book.invariant("NWO-9")
def starting_cards_are_taken(state: State) -> Iterator[Refusal]:
    for player in _with_character(state):
        named = state.catalog.characters[leading_character(player) or ""].starters
        if named and any(card not in named for card in player.starters):
            yield refuse(
                "{who} starts with {cards}.",
                repair="Check the character and the starting cards.",
                who=player.name,
                cards=card_names(state, named),
            )
        elif named and state.phase is not Phase.SETUP and len(set(player.starters)) < len(named):
            yield refuse(
                "{who} has not taken the starting cards.",
                repair="Write down that {cards} have been taken.",
                who=player.name,
                cards=card_names(state, named),
            )


@book.invariant("NWO-10")
def starting_cards_lie_in_slots(state: State) -> Iterator[Refusal]:
    for player in state.players if state.phase is Phase.SETUP else ():
        lying = Counter(card for pile in player.slots for card in pile.cards)
        if lying != Counter(player.starters):
            yield refuse(
                "Before the game begins {who} has just the starting cards in the slots.",
                repair="Check the slots and the starting cards.",
                who=player.name,
            )


def _with_character(state: State) -> Iterator[Player]:
    return (player for player in state.players if player.character is not None)


# --- what holds of a round and its turns in every position that legal actions lead to ---


@book.invariant("NWO-23")
def who_has_passed_is_not_on_turn(state: State) -> Iterator[Refusal]:
    if state.turn is not None and state.player(state.on_turn).passed:
        who = state.player(state.on_turn).name
        if all(player.passed for player in state.players):
            yield refuse("All have passed: the round is over.", repair="Write down the next deal, or the end.")
        else:
            yield refuse(
                "{who} is on turn and has passed.", repair="Check who is on turn, and who has passed.", who=who
            )


@book.invariant("NWO-26")
def nobody_passes_between_rounds(state: State) -> Iterator[Refusal]:
    for player in state.players:
        if state.phase in (Phase.SETUP, Phase.DEAL) and (player.passed or player.acted):
            yield refuse(
                "{who} has acted or passed before the round begins.",
                repair="Check whether the round has begun.",
                who=player.name,
            )


@book.invariant("NWO-20")
def market_is_no_larger(state: State) -> Iterator[Refusal]:
    most = _largest_market(state)
    if len(state.market) > most:
        yield refuse(
            say_plural(
                "{count} card lies in the market; at most {most} are dealt.",
                "{count} cards lie in the market; at most {most} are dealt.",
                len(state.market),
                most=most,
            ),
            repair="Check the market.",
        )


def _largest_market(state: State) -> int:
    """With whom nobody knows, it may be Royalty."""
    royal = royalty(state) or any(player.character is None for player in state.players)
    fifteen = state.choices["houseMarket15"] == "on" or (royal and state.choices["royaltyMarket"] != "twoReserved")
    return LARGE_MARKET if fifteen else MARKET


@book.invariant("NWO-101")
def reserve_is_no_larger(state: State) -> Iterator[Refusal]:
    if len(state.reserve) > reserve_target(state) > 0:
        yield refuse(
            say_plural(
                "{count} card is reserved for Royalty; at most {most} are.",
                "{count} cards are reserved for Royalty; at most {most} are.",
                len(state.reserve),
                most=reserve_target(state),
            ),
            repair="Put the others into the market.",
        )


@book.invariant("NWO-81")
def specials_are_new_in_their_round_only(state: State) -> Iterator[Refusal]:
    for player in state.players if state.phase in (Phase.SETUP, Phase.DEAL) else ():
        for _, pile in player.piles:
            if pile.fresh:
                yield refuse(
                    "{who} has taken {cards} in a round that has not begun.",
                    repair="Do not mark them as new.",
                    who=player.name,
                    cards=card_names(state, pile.cards),
                )


@book.invariant("NWO-24")
def the_first_to_pass_has_the_disc(state: State) -> Iterator[Refusal]:
    passed = [player.name for player in state.players if player.passed]
    if state.turn is not None and state.disc is not None and passed and not state.player(state.disc).passed:
        yield refuse(
            "{who} has the disc and has not passed; the first to pass takes it.",
            repair="Check the disc, and who has passed.",
            who=state.player(state.disc).name,
        )


@book.invariant("NWO-13-R2")
def turns_go_round(state: State) -> Iterator[Refusal]:
    following = next_seat(state, state.acted.seat) if state.acted is not None else None
    if state.acted is not None and following is not None and state.on_turn != following:
        yield refuse(
            "After {last} it is the turn of {following}, not of {who}.",
            repair="Check whose turn it is, and who acted last.",
            last=state.player(state.acted.seat).name,
            following=state.player(following).name,
            who=state.player(state.on_turn).name,
        )


@book.invariant("NWO-29")
def who_acted_last_may_go_on(state: State) -> Iterator[Refusal]:
    last = state.acted.seat if state.acted is not None else None
    for seat in state.seats:
        if seat in {last, state.robs_again} and state.player(seat).passed:
            yield refuse(
                "{who} has passed and cannot have acted last.",
                repair="Check who acted last, and who has passed.",
                who=state.player(seat).name,
            )


INVARIANTS = invariants_in(globals())
