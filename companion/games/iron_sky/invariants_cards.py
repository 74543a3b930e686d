"""What holds of every position's cards: command cards, battle cards, specials, secret operations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from companion.core.rules import Refusal, refuse
from companion.core.text import say_plural
from companion.games.iron_sky.battle import CONTROLLED_HAND, shown_cards
from companion.games.iron_sky.catalog import BATTLE_CARDS_PER_SIDE, BATTLE_DECK, HAND, CardId, Place, Side
from companion.games.iron_sky.names import SUBJECT, TITLE, piece_name
from companion.games.iron_sky.rules_preconditions import named
from companion.games.iron_sky.settings import BOOK
from companion.games.iron_sky.state import UNKNOWN_CARD, Phase, Player, State
from companion.games.iron_sky.turn import SPECIALS_DEALT, deck_size

Refusals = Iterator[Refusal]


@BOOK.invariant("ISK-58")
def cards_lie_with_their_commanders(state: State) -> Refusals:
    for player in state.players:
        for card in player.discard:
            if not owns_card(state, player, card):
                yield refuse(
                    "{card} is no card of {name}.",
                    repair="Give the card back to its commander.",
                    card=piece_name(state.profile, card),
                    name=player.name,
                )


def owns_card(state: State, player: Player, card: CardId) -> bool:
    if card in state.profile.specials:
        return state.profile.specials[card].side is player.side
    return (
        player.commander is not None and state.profile.cards[card] in state.profile.commanders[player.commander].cards
    )


@BOOK.invariant("ISK-56")
def discards_are_printed(state: State) -> Refusals:
    for player in state.players:
        copies = {card: state.profile.cards[card].copies for card in player.discard if card in state.profile.cards}
        for card, count in _too_many(player.discard, copies):
            yield refuse(
                say_plural(
                    "{count} copy of {card} lies on the discard pile of {name}; the deck has {copies}.",
                    "{count} copies of {card} lie on the discard pile of {name}; the deck has {copies}.",
                    count,
                    card=state.profile.hand_cards[card].printed_name,
                    name=player.name,
                    copies=copies.get(card, 1),
                ),
                repair="Look at the discard pile again.",
            )


def _too_many(cards: Iterable[CardId], copies: Mapping[CardId, int]) -> Iterator[tuple[CardId, int]]:
    return ((card, count) for card, count in Counter(cards).items() if count > copies.get(card, 1))


@BOOK.invariant("ISK-141")
def command_cards_are_all_there(state: State) -> Refusals:
    wanted = deck_size(state)
    for player in state.players:
        count = command_cards(state, player)
        if player.commander is not None and count != wanted:
            yield refuse(
                say_plural(
                    "{name} has {count} command card, not {wanted}.",
                    "{name} has {count} command cards, not {wanted}.",
                    count,
                    name=player.name,
                    wanted=wanted,
                ),
                repair="Count hand, deck and discard pile again.",
            )


def command_cards(state: State, player: Player) -> int:
    """The player's command cards in hand, deck and discard pile, and specials of his that were played."""
    played = sum(card in state.spent_specials for card in player.specials)
    return player.hand + player.deck + len(player.discard) + played


@BOOK.invariant("ISK-20")
def battle_cards_are_all_there(state: State) -> Refusals:
    for side in Side:
        if (count := battle_cards(state, side)) != BATTLE_CARDS_PER_SIDE:
            yield refuse(
                say_plural(
                    "{side} has {count} battle card, not {wanted}.",
                    "{side} has {count} battle cards, not {wanted}.",
                    count,
                    side=SUBJECT[side],
                    wanted=BATTLE_CARDS_PER_SIDE,
                ),
                repair="Count decks, Reserves, open piles and bank again.",
            )


def battle_cards(state: State, side: Side) -> int:
    """The side's battle cards in decks, hands, open piles, bank and on the table."""
    decks = (player.battle for player in state.team(side))
    held = sum(deck.unused + len(deck.used) for deck in decks)
    return state.bank(side) + held + sum(laid_cards(state, player) for player in state.team(side))


def laid_cards(state: State, player: Player) -> int:
    """The battle cards that he has on the table in a battle."""
    fighters = (state.battle.attacker, state.battle.defender) if state.battle is not None else ()
    mine = (one for one in fighters if one.player == player.seat)
    return sum(len(one.replaced) + (one.source is not None) for one in mine)


@BOOK.invariant("ISK-20")
def battle_cards_are_printed(state: State) -> Refusals:
    copies = {card.id: card.copies for card in state.profile.battle_cards.values()}
    for side in Side:
        for card, count in _too_many((card for card in shown_cards(state, side) if card != UNKNOWN_CARD), copies):
            yield refuse(
                say_plural(
                    "{count} copy of the battle card {card} of {side} lies open; there are {copies}.",
                    "{count} copies of the battle card {card} of {side} lie open; there are {copies}.",
                    count,
                    card=state.profile.battle_cards[card].printed_name,
                    side=TITLE[side],
                    copies=copies[card],
                ),
                repair="Look at the used battle cards again.",
            )


@BOOK.invariant("ISK-152")
def specials_are_dealt_by_twos(state: State) -> Refusals:
    for player in state.players:
        if len(player.specials) > SPECIALS_DEALT:
            yield refuse(
                say_plural(
                    "{name} has {count} special command; {dealt} were dealt to everybody.",
                    "{name} has {count} special commands; {dealt} were dealt to everybody.",
                    len(player.specials),
                    name=player.name,
                    dealt=SPECIALS_DEALT,
                ),
                repair="Find out whose the others are.",
            )


@BOOK.invariant("ISK-153")
def specials_are_unique(state: State) -> Refusals:
    laid: dict[CardId, list[Place]] = {}
    for place in state.map.sites:
        improvement = None if state.site(place).orbit else state.territory(place).improvement
        if improvement is not None:
            laid.setdefault(improvement, []).append(place)
    for card, places in sorted(laid.items()):
        if len(places) > 1:
            yield refuse(
                "{card} is said to lie in {places}, and there is one such card.",
                repair="Look where it lies, and take it off the other place.",
                card=state.profile.specials[card].printed_name,
                places=tuple(named(state, place) for place in places),
            )
    for card in state.profile.specials:
        holders = tuple(player.name for player in state.players if card in player.specials)
        if len(holders) > 1:
            yield refuse(
                "{card} was written down for {names}, and there is one such card.",
                repair="Ask whose it is, and put that right.",
                card=state.profile.specials[card].printed_name,
                names=holders,
            )


@BOOK.invariant("ISK-164")
def operations_are_of_their_side(state: State) -> Refusals:
    for card in state.profile.operations.values():
        owners = tuple(player.name for player in state.players if player.operation == card.id)
        if len(owners) > 1:
            yield refuse(
                "{names} have the same secret operation, {card}.",
                repair="Look at their cards again.",
                names=owners,
                card=card.printed_name,
            )
        for player in state.players:
            if player.operation == card.id and player.side is not card.side:
                yield refuse(
                    "{card} is a secret operation of {side}, not of {name}.",
                    repair="Look at the card again.",
                    card=card.printed_name,
                    side=TITLE[card.side],
                    name=player.name,
                )


@BOOK.invariant("ISK-18")
def hands_are_small(state: State) -> Refusals:
    for player in state.players:
        if player.hand > HAND:
            yield refuse(
                say_plural(
                    "{name} holds {count} card; hands are filled to {most}.",
                    "{name} holds {count} cards; hands are filled to {most}.",
                    player.hand,
                    name=player.name,
                    most=HAND,
                ),
                repair="Count the hand and the deck again.",
            )


@BOOK.invariant("ISK-20")
def battle_decks_are_whole(state: State) -> Refusals:
    for player in state.players if state.choices["exchanged_cards"] != "to_deck" else ():
        count = player.battle.unused + len(player.battle.used) + laid_cards(state, player)
        if count != BATTLE_DECK:
            yield refuse(
                say_plural(
                    "{name} has {count} battle card, not {wanted}.",
                    "{name} has {count} battle cards, not {wanted}.",
                    count,
                    name=player.name,
                    wanted=BATTLE_DECK,
                ),
                repair="Count deck, Reserve and used cards again.",
            )


@BOOK.invariant("ISK-20")
def reserves_are_single(state: State) -> Refusals:
    for player in state.players:
        if player.battle.reserve > 1:
            yield refuse(
                say_plural(
                    "{name} has {count} card as Reserve; a Reserve is one card.",
                    "{name} has {count} cards as Reserve; a Reserve is one card.",
                    player.battle.reserve,
                    name=player.name,
                ),
                repair="Put the others back into the deck.",
            )


@BOOK.invariant("ISK-163")
def battle_hands_are_small(state: State) -> Refusals:
    most = CONTROLLED_HAND if state.plays("controlled_battle") else 0
    for player in state.players:
        if player.battle.hand > most:
            yield refuse(
                say_plural(
                    "{name} holds {count} battle card; {most} is the most in this game.",
                    "{name} holds {count} battle cards; {most} is the most in this game.",
                    player.battle.hand,
                    name=player.name,
                    most=most,
                ),
                repair="Put the others back into the deck.",
            )


@BOOK.invariant("ISK-152")
def specials_are_in_use(state: State) -> Refusals:
    territories = [territory for board in state.boards for territory in board.territories]
    shown = any(territory.improvement is not None or territory.nuked for territory in territories)
    known = any(player.specials for player in state.players)
    if (shown or known or state.spent_specials) and not state.plays("special_commands"):
        yield refuse(
            "This game is played without special commands, and one has been played or is known.",
            repair="Lay it aside, or choose the optional rule.",
        )


@BOOK.invariant("ISK-19")
def specials_are_of_their_side(state: State) -> Refusals:
    for player in state.players:
        for card in (state.profile.specials[card] for card in player.specials):
            if card.side is not player.side:
                yield refuse(
                    "{card} is a special command of {side}, not of {name}.",
                    repair="Look at the card again.",
                    card=card.printed_name,
                    side=TITLE[card.side],
                    name=player.name,
                )


@BOOK.invariant("ISK-164")
def operations_are_shown_at_the_end(state: State) -> Refusals:
    ended = state.phase in (Phase.SECRETS, Phase.OVER)
    for player in state.players:
        if player.operation is not None and not (ended and state.plays("secret_operations")):
            yield refuse(
                "{name} has shown a secret operation, which is shown when the End token has been turned.",
                repair="Turn the card over again.",
                name=player.name,
            )
        if player.operation is None and state.phase is Phase.OVER and state.plays("secret_operations"):
            yield refuse(
                "The game is over, and {name} has not shown a secret operation.",
                repair="Show it.",
                name=player.name,
            )
        if (player.operation is None) != (player.fulfilled is None):
            yield refuse(
                "Of the secret operation of {name} the card or its result is not known.",
                repair="Say which card it is, and whether its goal was reached.",
                name=player.name,
            )
