"""What holds of every position beside its tiles and tracks: time tokens, commanders, cards of all kinds, a battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.core.rules import Invariant, Refusal, refuse
from companion.core.text import Text, say_plural
from companion.games.iron_sky.battle import shown_cards
from companion.games.iron_sky.catalog import TILES, CardId, Effect, Side
from companion.games.iron_sky.names import TITLE, board_name
from companion.games.iron_sky.settings import BOARDS, BOOK
from companion.games.iron_sky.setup import LOANS_PER_NEUTRAL, NEUTRAL_TILES
from companion.games.iron_sky.state import UNKNOWN_CARD, State, stacks
from companion.games.iron_sky.turn import SPECIALS_DEALT, most_ordinary_tokens

Refusals = Iterator[Refusal]

# --- time ---


@BOOK.invariant("ISK-142")
def rounds_follow_tokens(state: State) -> Refusals:
    if state.round != (wanted := 1 + len(state.tokens)):
        yield refuse(
            say_plural(
                "It is round {round}, and {count} time token has been turned.",
                "It is round {round}, and {count} time tokens have been turned.",
                len(state.tokens),
                round=state.round,
            ),
            repair="Turn the tokens of the rounds that have ended, or make it round {wanted}.",
            wanted=wanted,
        )


@BOOK.invariant("ISK-177")
def tokens_are_printed(state: State) -> Refusals:
    for token, count in Counter(state.tokens).items():
        printed = state.profile.tokens[token]
        if count > printed.copies:
            yield refuse(
                say_plural(
                    "{count} time token {token} lies open; the game has {copies}.",
                    "{count} time tokens {token} lie open; the game has {copies}.",
                    count,
                    token=printed.printed_name,
                    copies=printed.copies,
                ),
                repair="Look at the open time tokens again.",
            )


@BOOK.invariant("ISK-25")
def end_comes_in_time(state: State) -> Refusals:
    return iter(()) if state.plays("random_length") else _too_many_tokens(state)


@BOOK.invariant("ISK-160")
def random_end_comes_in_time(state: State) -> Refusals:
    return _too_many_tokens(state) if state.plays("random_length") else iter(())


def _too_many_tokens(state: State) -> Refusals:
    if len(state.tokens) > (most := most_ordinary_tokens(state)):
        yield refuse(
            say_plural(
                "{count} time token lies open; the End token comes after {most} at most.",
                "{count} time tokens lie open; the End token comes after {most} at most.",
                len(state.tokens),
                most=most,
            ),
            repair="Turn back what was turned too early.",
        )


# --- cards ---


@BOOK.invariant("ISK-16")
def commanders_are_unique(state: State) -> Refusals:
    for sheet in state.profile.commanders.values():
        names = tuple(player.name for player in state.players if player.commander == sheet.id)
        if len(names) > 1:
            yield refuse(
                "{names} have the same commander, {sheet}.",
                repair="Draw another sheet for one of them.",
                names=names,
                sheet=sheet.printed_name,
            )


@BOOK.invariant("ISK-56")
def discards_are_printed(state: State) -> Refusals:
    for player in state.players:
        copies = {card: state.profile.cards[card].copies for card in player.discard if card in state.profile.cards}
        for card, count in _too_many(player.discard, copies):
            yield refuse(
                say_plural(
                    "{count} card {card} lies on the discard pile of {name}; the deck has {copies}.",
                    "{count} cards {card} lie on the discard pile of {name}; the deck has {copies}.",
                    count,
                    card=state.profile.hand_cards[card].printed_name,
                    name=player.name,
                    copies=copies.get(card, 1),
                ),
                repair="Look at the discard pile again.",
            )


def _too_many(cards: Iterable[CardId], copies: Mapping[CardId, int]) -> Iterator[tuple[CardId, int]]:
    return ((card, count) for card, count in Counter(cards).items() if count > copies.get(card, 1))


@BOOK.invariant("ISK-20")
def battle_cards_are_printed(state: State) -> Refusals:
    copies = {card.id: card.copies for card in state.profile.battle_cards.values()}
    for side in Side:
        for card, count in _too_many((card for card in shown_cards(state, side) if card != UNKNOWN_CARD), copies):
            yield refuse(
                say_plural(
                    "{count} card {card} of {side} lies open; there are {copies}.",
                    "{count} cards {card} of {side} lie open; there are {copies}.",
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
    laid = [t.improvement for board in state.boards for t in board.territories if t.improvement is not None]
    for card in sorted({card for card in laid if laid.count(card) > 1}):
        yield _twice(state, card)
    for card in state.profile.specials:
        if sum(card in player.specials for player in state.players) > 1:
            yield _twice(state, card)


def _twice(state: State, card: CardId) -> Refusal:
    return refuse(
        "{card} is there twice, and it is unique.",
        repair="Look at the special commands again.",
        card=state.profile.specials[card].printed_name,
    )


@BOOK.invariant("ISK-155")
def improvements_lie_on_boards(state: State) -> Refusals:
    for board in state.boards:
        for ground, territory in zip(state.profile.boards[board.name].territories, board.territories, strict=True):
            card = state.profile.specials[territory.improvement] if territory.improvement is not None else None
            if card is not None and not card.effect.is_improvement:
                yield refuse(
                    "{card} lies in {place} and is no improvement.",
                    repair="Lay it aside.",
                    card=card.printed_name,
                    place=ground.printed_name,
                )


@BOOK.invariant("ISK-156")
def improvements_leave_with_their_side(state: State) -> Refusals:
    for board in state.boards:
        for ground, territory in zip(state.profile.boards[board.name].territories, board.territories, strict=True):
            card = state.profile.specials[territory.improvement] if territory.improvement is not None else None
            if card is not None and territory.controller is card.side.enemy:
                yield refuse(
                    "{card} lies in {place}, which the other side controls.",
                    repair="Take the card out of the game.",
                    card=card.printed_name,
                    place=ground.printed_name,
                )


@BOOK.invariant("ISK-157")
def nuclear_weapons_are_counted(state: State) -> Refusals:
    weapons = sum(card.effect is Effect.NUCLEAR for card in state.profile.specials.values())
    nuked = sum(territory.nuked for board in state.boards for territory in board.territories)
    if nuked > weapons:
        yield refuse(
            "{nuked} territories were hit by the Nuclear weapon, of which there is {weapons}.",
            repair="Look again where the card of the Nuclear weapon lies.",
            nuked=nuked,
            weapons=weapons,
        )


@BOOK.invariant("ISK-164")
def operations_are_of_their_side(state: State) -> Refusals:
    for player in state.players:
        card = state.profile.operations[player.operation] if player.operation is not None else None
        others = (other.operation for other in state.players if other.seat != player.seat)
        if card is not None and (card.side is not player.side or card.id in others):
            yield refuse(
                "{name} cannot have the operation {card}.",
                repair="Look at the card again.",
                name=player.name,
                card=card.printed_name,
            )


# --- Neutral continents ---


@BOOK.invariant("ISK-33")
def neutral_tiles_are_all_there(state: State) -> Refusals:
    for board in (board for board in BOARDS if board not in state.map.boards):
        tile = TILES[Side.UWC, board]
        count = sum(stack.count(tile) for stack in stacks(state)) + state.gone.count(tile)
        count += NEUTRAL_TILES * state.neutral.count(board)
        if count != NEUTRAL_TILES:
            yield refuse(
                say_plural(
                    "{count} neutral tile of {board} is accounted for, not {wanted}.",
                    "{count} neutral tiles of {board} are accounted for, not {wanted}.",
                    count,
                    board=board_name(board),
                    wanted=NEUTRAL_TILES,
                ),
                repair="Look for them in the pool, on the boards and out of the game.",
            )
    for board in state.neutral:
        if board in state.map.boards:
            yield refuse(
                "{board} is in play and no Neutral continent.",
                repair="Take its tiles out of the pool.",
                board=board_name(board),
            )


@BOOK.invariant("ISK-34")
def pool_is_small(state: State) -> Refusals:
    neutral = len(BOARDS) - len(state.map.boards)
    if state.loans > LOANS_PER_NEUTRAL * neutral or state.advice > neutral:
        yield refuse(
            "The pool has {loans} Loan and {advice} Advice markers; it begins with {most} and {neutral}.",
            repair="Count the markers of the pool again.",
            loans=state.loans,
            advice=state.advice,
            most=LOANS_PER_NEUTRAL * neutral,
            neutral=neutral,
        )


# --- a battle ---


@BOOK.invariant("ISK-9")
def no_battle_in_orbit(state: State) -> Refusals:
    for battle in (state.battle, state.last_battle):
        if battle is not None and state.site(battle.place).orbit:
            yield refuse(
                "A battle is said to be in {place}, and in orbit there is no enemy.",
                repair="Name the territory of the battle.",
                place=_place(state),
            )


@BOOK.invariant("ISK-122")
def sides_fight(state: State) -> Refusals:
    for battle in (state.battle, state.last_battle):
        if battle is not None:
            attacker, defender = state.player(battle.attacker.player), state.player(battle.defender.player)
            if attacker.side is defender.side:
                yield refuse(
                    "{attacker} is said to fight against {defender}, who is on the same side.",
                    repair="Name the attacker and the enemy commander of the board.",
                    attacker=attacker.name,
                    defender=defender.name,
                )


@BOOK.invariant("ISK-80")
def both_fighters_have_armies(state: State) -> Refusals:
    if state.battle is None or state.site(state.battle.place).orbit:
        return
    for side in Side:
        if not state.army(state.battle.place, side):
            yield refuse(
                "A battle is under way in {place}, and {side} has no army there.",
                repair="Put the army there, or end the battle.",
                place=_place(state),
                side=TITLE[side],
            )


def _place(state: State) -> Text:
    battle = state.battle or state.last_battle
    assert battle is not None, "asked of a battle"
    return state.site(battle.place).name


@BOOK.invariant("ISK-122")
def commander_defends(state: State) -> Refusals:
    if state.battle is None:
        return
    defender = state.player(state.battle.defender.player)
    if defender.board != state.site(state.battle.place).board:
        yield refuse(
            "{name} defends {place}, which is on another board.",
            repair="Let the commander of that board defend it.",
            name=defender.name,
            place=_place(state),
        )


PLAY: Sequence[Invariant[State]] = (
    rounds_follow_tokens,
    tokens_are_printed,
    end_comes_in_time,
    random_end_comes_in_time,
    commanders_are_unique,
    discards_are_printed,
    battle_cards_are_printed,
    specials_are_dealt_by_twos,
    specials_are_unique,
    improvements_lie_on_boards,
    improvements_leave_with_their_side,
    nuclear_weapons_are_counted,
    operations_are_of_their_side,
    neutral_tiles_are_all_there,
    pool_is_small,
    both_fighters_have_armies,
    commander_defends,
)
