"""A battle, from the first choice to the last loss: who decides, what each pair of squares does, what follows."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from companion.core.choices import Choices
from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.games.iron_sky.board import reich_losses, uwc_losses, with_territory
from companion.games.iron_sky.catalog import BATTLE_DECK, CardId, Effect, Place, Side, Square
from companion.games.iron_sky.settings import plays
from companion.games.iron_sky.state import (
    NO_SQUARE,
    UNKNOWN_CARD,
    Battle,
    BattleDeck,
    Fighter,
    Player,
    Stack,
    State,
    Strike,
    Tiles,
)

CONTROLLED_HAND = 2
HITS_FOR_ELITE = 2


class Stage(Enum):
    """What a battle waits for."""

    DEFENDER_LAYS = "defender lays"
    ATTACKER_LAYS = "attacker lays"
    REVEAL = "cards are revealed"
    FORTRESS = "fortress"
    INITIATIVE = "initiative"
    COMPARE = "squares are compared"


def stage(state: State, battle: Battle) -> Stage:
    """Whose move it is in the battle (ISK-123, ISK-158, ISK-162); nobody can decline or retreat (ISK-136)."""
    if battle.defender.source is None:
        return Stage.DEFENDER_LAYS
    if battle.attacker.source is None:
        return Stage.ATTACKER_LAYS
    shifts = battle.shift is None and may_shift(state, battle)
    if shifts and state.choices["initiative_moment"] == "before_reveal":
        return Stage.INITIATIVE
    if battle.attacker.squares is None or battle.defender.squares is None:
        return Stage.REVEAL
    return _after_reveal(state, battle, shifts)


def _after_reveal(state: State, battle: Battle, shifts: bool) -> Stage:
    """What may still be decided, in the order of ISK-158-R."""
    swaps = battle.fortress is None and may_swap(state, battle)
    waiting = [Stage.FORTRESS] * swaps + [Stage.INITIATIVE] * shifts
    if state.choices["fortress_order"] == "initiative_first":
        waiting.reverse()
    return waiting[0] if waiting else Stage.COMPARE


def may_shift(state: State, battle: Battle) -> bool:
    """ISK-161: the attacker's Initiative marker shows its available face."""
    return state.plays("initiative") and state.player(battle.attacker.player).initiative


def may_swap(state: State, battle: Battle) -> bool:
    """ISK-158: the defender holds a Fortress on the territory and has a card left in his deck."""
    defender, territory = state.player(battle.defender.player), state.territory(battle.place)
    if territory.improvement is None or territory.controller is not defender.side or defender.battle.deck < 1:
        return False
    card = state.profile.specials[territory.improvement]
    return card.effect is Effect.FORTRESS and card.side is defender.side


def chooser(state: State, battle: Battle) -> Fighter:
    """Who has to decide next: the defender where only he can, else the attacker."""
    return battle.defender if stage(state, battle) in (Stage.DEFENDER_LAYS, Stage.FORTRESS) else battle.attacker


def fighter(battle: Battle, seat: Seat) -> Fighter:
    return battle.attacker if battle.attacker.player == seat else battle.defender


def with_fighter(battle: Battle, changed: Fighter) -> Battle:
    if battle.attacker.player == changed.player:
        return replace(battle, attacker=changed)
    return replace(battle, defender=changed)


# --- battle cards ---


def fresh_deck(choices: Choices, size: int = BATTLE_DECK) -> BattleDeck:
    """A shuffled deck with its Reserve and, in a controlled battle, two cards in hand (ISK-20, ISK-163)."""
    hand = CONTROLLED_HAND if plays(choices, "controlled_battle") else 0
    return BattleDeck(deck=size - hand - 1, reserve=1, hand=hand)


def drawn(deck: BattleDeck, source: str) -> BattleDeck:
    """The deck without the card that is laid. Stops at 0 for a card that is not there."""
    match source:
        case "deck":
            return replace(deck, deck=max(deck.deck - 1, 0))
        case "reserve":
            return replace(deck, reserve=0)  # it is one card
        case _:
            return replace(deck, hand=max(deck.hand - 1, 0))


def shown_cards(state: State, side: Side) -> Iterator[CardId]:
    """All battle cards of the side that lie open."""
    for player in state.team(side):
        yield from player.battle.used
    if state.battle is not None:
        for one in (state.battle.attacker, state.battle.defender):
            if state.player(one.player).side is side:
                yield from one.replaced
                if one.card is not None:
                    yield one.card


def unread(state: State, seat: Seat) -> Fighter | None:
    """The player's open battle card of which only the symbols are known, as it was used in this or the last battle."""
    battle = state.battle or state.last_battle
    if battle is None or seat not in (battle.attacker.player, battle.defender.player):
        return None
    one = fighter(battle, seat)
    lies = state.battle is not None or state.player(seat).battle.used[-1:] == (UNKNOWN_CARD,)
    return one if one.card == UNKNOWN_CARD and lies else None


def identified(state: State, seat: Seat, card: CardId) -> State:
    """The camera, or somebody, says which card it is that was entered by its symbols."""
    battle = state.battle or state.last_battle
    if battle is None:
        return state
    known = with_fighter(battle, replace(fighter(battle, seat), card=card))
    if state.battle is not None:
        return replace(state, battle=known)
    player = state.player(seat)
    pile = replace(player.battle, used=(*player.battle.used[:-1], card))
    return replace(state.with_player(replace(player, battle=pile)), last_battle=known)


def squares_of(state: State, battle: Battle, seat: Seat, card: CardId) -> tuple[Square, ...]:
    """The squares that count in this battle: attack for the attacker, defence for the defender (ISK-124)."""
    printed = state.profile.battle_cards[card]
    return printed.attack if battle.attacker.player == seat else printed.defence


def refilled(state: State, seat: Seat) -> State:
    """ISK-134, ISK-135: Reserve and hand are filled from the deck; with one card left all ten are exchanged."""
    player = state.player(seat)
    deck = player.battle
    if deck.unused <= 1:
        bank = state.bank(player.side) + deck.unused + len(deck.used) - BATTLE_DECK
        return state.with_bank(player.side, bank).with_player(replace(player, battle=fresh_deck(state.choices)))
    wanted = CONTROLLED_HAND if state.plays("controlled_battle") else 0
    hand = min(wanted - deck.hand, deck.deck)
    reserve = min(1 - deck.reserve, deck.deck - hand)
    filled = replace(deck, deck=deck.deck - hand - reserve, hand=deck.hand + hand, reserve=deck.reserve + reserve)
    return state.with_player(replace(player, battle=filled))


# --- the comparison ---


def pairs(shift: int | None) -> tuple[tuple[int, int], ...]:
    """Which attack square faces which defence square, in the order of comparison (ISK-125, ISK-162)."""
    match shift:
        case 1:
            return ((0, 1), (1, 2))
        case -1:
            return ((1, 0), (2, 1))
        case _:
            return ((0, 0), (1, 1), (2, 2))


def hits(own: Square, opposite: Square, boosted: bool, choices: Choices) -> int:
    """How many tiles one square destroys against the opposite one (ISK-125, ISK-159, ISK-159-R)."""
    if not boosted or not own.hits:
        return 0 if opposite.block else own.hits
    if not opposite.block:
        return own.hits + 1
    return own.hits if choices["blocked_double"] == "two" else 1


def losses(stack: Stack, taken: int, before: int, choices: Choices) -> tuple[Stack, Tiles]:
    """What stays and what falls, for `taken` hits after `before` earlier ones in this battle (ISK-167, ISK-167-R)."""
    if stack.elite is None or not taken:
        return stack.losing(taken)
    if before + taken >= HITS_FOR_ELITE:
        left, fallen = Stack(stack.normal).losing(before + taken - HITS_FOR_ELITE)
        return left, (stack.elite, *fallen)
    # A lone first hit: a house rule takes the tile below at once, the book when the battle ends (`lone_hit`).
    return stack.losing(1 if choices["elite_hits"] == "square_by_square" else 0)


def lone_hit(stack: Stack, booked: int, choices: Choices) -> tuple[Stack, Tiles]:
    """ISK-167: a single hit on an Elite army takes the tile under the Elite when the battle ends."""
    alone = stack.elite is not None and booked == 1 and choices["elite_hits"] == "whole_battle"
    return stack.losing(1 if alone else 0)


def compare(state: State, battle: Battle) -> State:
    """The next pair of squares; the battle ends after the last one or as soon as an army is gone (ISK-126, ISK-137)."""
    order = pairs(battle.shift)
    mine, theirs = order[battle.square]
    attack, defence = (battle.attacker.squares or ())[mine], (battle.defender.squares or ())[theirs]
    on_defender = hits(attack, defence, battle.attacker.boosted, state.choices)
    on_attacker = hits(defence, attack, battle.defender.boosted, state.choices)
    attacker, defender = (_army(state, battle, one) for one in (battle.attacker, battle.defender))
    attacker_left, attacker_lost = losses(attacker, on_attacker, battle.attacker.hits, state.choices)
    defender_left, defender_lost = losses(defender, on_defender, battle.defender.hits, state.choices)
    battle = replace(
        battle,
        attacker=replace(battle.attacker, hits=battle.attacker.hits + on_attacker),
        defender=replace(battle.defender, hits=battle.defender.hits + on_defender),
        square=battle.square + 1,
        strikes=(*battle.strikes, Strike(mine, theirs, attacker_lost, defender_lost)),
    )
    if attacker_lost or defender_lost:
        state = _removed(state, battle, {battle.attacker.player: attacker_left, battle.defender.player: defender_left})
        state = _lost(state, battle, battle.attacker, attacker_lost)
        state = _lost(state, battle, battle.defender, defender_lost)
    over = battle.square == len(order) or not attacker_left or not defender_left
    return _finished(state, battle) if over else replace(state, battle=battle)


def _army(state: State, battle: Battle, one: Fighter) -> Stack:
    return state.army(battle.place, state.player(one.player).side)


def _removed(state: State, battle: Battle, left: dict[Seat, Stack]) -> State:
    """Both armies shrink in one step, so that two that destroy each other leave nobody in control (ISK-133)."""
    territory = state.territory(battle.place)
    for seat, stack in left.items():
        slot = state.territory(battle.place).slot_of(state.player(seat).side)
        if slot is not None:
            territory = territory.with_stack(slot, stack)
    return with_territory(state, battle.place, territory)


def _lost(state: State, battle: Battle, loser: Fighter, tiles: Tiles) -> State:
    winner = state.player(_opponent(battle, loser).player)
    if state.player(loser.player).side is Side.REICH:
        return reich_losses(state, tiles, winner)
    return uwc_losses(state, tiles, winner)


def _opponent(battle: Battle, one: Fighter) -> Fighter:
    return battle.defender if one.player == battle.attacker.player else battle.attacker


def _finished(state: State, battle: Battle) -> State:
    """Lone hits on Elite armies, used cards, refills. Survivors stay (ISK-130) and may fight again (ISK-82)."""
    for one in (battle.attacker, battle.defender):
        left, fallen = lone_hit(_army(state, battle, one), one.hits, state.choices)
        if fallen:
            state = _lost(_removed(state, battle, {one.player: left}), battle, one, fallen)
            losses_of_both = (fallen, ()) if one is battle.attacker else ((), fallen)
            battle = replace(battle, strikes=(*battle.strikes, Strike(NO_SQUARE, NO_SQUARE, *losses_of_both)))
    state = replace(state, battle=None, last_battle=battle)
    for one in (battle.attacker, battle.defender):
        state = _cards_used(state, one)
    return state


def _cards_used(state: State, one: Fighter) -> State:
    player = state.player(one.player)
    used = (*player.battle.used, *one.replaced, one.card or UNKNOWN_CARD)
    state = state.with_player(replace(player, battle=replace(player.battle, used=used)))
    return refilled(state, one.player)


def started(state: State, place: Place, attacker: Player) -> State:
    """ISK-121, ISK-122: the defender is the enemy commander of the board."""
    defender = state.commander_of(attacker.side.enemy, state.site(place).board)
    return replace(state, battle=Battle(place, Fighter(attacker.seat), Fighter(defender.seat)))
