"""Random purchases, combinations, Above the Law and final scores, judged twice: by the program and by `reckoner`."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

from companion.core.fast_dataclasses import replace
from companion.core.game import violation
from companion.games.new_world_order import GAME
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.catalog import Ability
from companion.games.new_world_order.purchases import power_needed
from companion.games.new_world_order.pyramid import PLACES
from companion.games.new_world_order.state import EMPTY, SEATS, Acted, Over, Part, Pile, Place, State, Turn
from tests.games.new_world_order import reckoner
from tests.games.new_world_order.reckoner import Finished, Hand, House, Printed
from tests.games.new_world_order.tables import position

SETTINGS = {
    "overflow": ("restart", "sumOfSlots"),
    "dividendsDelay": ("on", "off"),
    "presidentConversion": ("wholePile", "oneCard"),
    "illuminatiTwoTiles": ("sum", "each"),
    "thirdOnPair": ("yes", "no"),
    "lawsInATurn": ("one", "several"),
    "stackedSpecials": ("oneEffect", "bothEffects"),
}
CATALOG = position().catalog
PRINTED = Printed(
    ladder={name: corporation.ladder for name, corporation in CATALOG.corporations.items()},
    half={name: {6: 3, 5: 3, 4: 2}[len(corporation.ladder)] for name, corporation in CATALOG.corporations.items()},
    colour={name: corporation.set for name, corporation in CATALOG.corporations.items()},
    dividends={"dividends_100": 100, "dividends_200": 200},
    price={name: tile.points for name, tile in CATALOG.tiles.items()},
    colours={name: tile.colours for name, tile in CATALOG.tiles.items()},
    goal={goal.colour: name for name, goal in CATALOG.goals.items()},
)
POWERS = ("three_sets", "conversion", "two_tiles")
ASKED = 10
"""Purchases, combinations and laws that are judged in one position."""


def test_positions_are_judged_as_the_rules_say() -> None:
    """NWO-29 to NWO-65, NWO-75 to NWO-82, NWO-104 to NWO-110."""
    counted = Counter[str]()

    assert [] == [found for seed in range(150) if (found := difference(seed, counted))]
    assert 0 < counted["legal buy"] < counted["buy"]
    assert 0 < counted["legal combine"] < counted["combine"]


def difference(seed: int, counted: Counter[str]) -> str:
    """Where the program and the rules differ in a position; empty where they agree."""
    chance = Random(seed)
    wanted = tuple((name, chance.choice(choices)) for name, choices in SETTINGS.items())
    state, hand, by_law = laid_out(chance, base(chance.randint(2, 5), wanted))
    said = dict(wanted)
    house = House(
        restart=said["overflow"] == "restart",
        dividends_wait=said["dividendsDelay"] == "on",
        whole_pile_turned=said["presidentConversion"] == "wholePile",
        two_tiles_together=said["illuminatiTwoTiles"] == "sum",
        third_on_pair=said["thirdOnPair"] == "yes",
        several_laws=said["lawsInATurn"] == "several",
        both_effects=said["stackedSpecials"] == "bothEffects",
    )
    for _ in range(ASKED):
        found = _buy(chance, state, hand, house, counted) or _combine(chance, state, hand, house, counted)
        found = found or _law(chance, state, hand, house, by_law, counted)
        if found:
            return f"{seed}: {found}\n{hand}\n{house}"
    return _end(chance, state, counted)


@cache
def base(players: int, wanted: tuple[tuple[str, str], ...]) -> State:
    settings = "\n".join(f'{name} = "{choice}"' for name, choice in wanted)
    return position(*[""] * players, more=f"[settings]\n{settings}\n")


def laid_out(chance: Random, state: State) -> tuple[State, Hand, bool]:
    """Some of the pyramid is gone, A has piles of every kind, and has perhaps just acted."""
    slots = [_pile(chance) for _ in state.player("A").slots]
    alone: set[str] = set()
    for number, cards in enumerate(slots):
        if cards and len(set(cards)) == 1 and cards[0] in PRINTED.ladder:
            slots[number] = () if cards[0] in alone else cards  # one pile for each corporation (NWO-33)
            alone.add(cards[0])
    character = chance.choice(list(CATALOG.characters))
    second = chance.choice([*CATALOG.characters]) if character == "illuminati" else None
    powers = frozenset(CATALOG.characters[each].ability.value for each in (character, second) if each)
    spent = frozenset(power for power in POWERS if power in powers and chance.random() < 0.3)
    hand = Hand(
        {number: cards for number, cards in enumerate(slots, start=1) if cards},
        frozenset(number for number in range(1, len(slots) + 1) if chance.random() < 0.25),
        powers,
        spent,
    )
    piles = tuple(
        Pile(tuple(sorted(cards)), number in hand.fresh and cards[0] not in PRINTED.ladder) if cards else EMPTY
        for number, cards in enumerate(slots, start=1)
    )
    player = replace(
        state.player("A"), slots=piles, character=character, second=second, spent=tuple(sorted(spent)), acted=True
    )
    by_law, acted = chance.random() < 0.3, chance.choice(("A", "A", "B", None))
    after = Acted(acted, lawed=by_law) if acted else None
    pyramid, gone = list(state.pyramid), chance.randint(0, 24)
    while gone:
        free = [index for index, tile in enumerate(pyramid) if tile and _free(pyramid, index)]
        pyramid[chance.choice(free)], gone = None, gone - 1
    state = replace(state.with_player("A", player), pyramid=tuple(pyramid), stage=Turn(after=after))
    return state, hand, by_law


def _pile(chance: Random) -> tuple[str, ...]:
    corporation = chance.choice(list(PRINTED.ladder))
    mates = [name for name, colour in PRINTED.colour.items() if colour == PRINTED.colour[corporation]]
    match chance.randint(0, 11):
        case 0:
            return ()
        case 1 | 2:
            return (corporation,)
        case 3:
            return tuple(sorted(chance.sample(mates, 2)))
        case 4:
            return tuple(sorted(mates))
        case 5:
            return tuple(sorted(chance.choices(["dividends_100", "dividends_200"], k=chance.randint(1, 3))))
        case 6:
            return ("above_the_law",) * chance.randint(1, 2)
        case 7:
            return ("hostile_takeover",)
        case _:
            return (corporation,) * chance.randint(2, 10)


def _free(pyramid: list[str | None], index: int) -> bool:
    return reckoner.is_free(
        PLACES[index], frozenset(place for place, tile in zip(PLACES, pyramid, strict=True) if tile)
    )


def _buy(chance: Random, state: State, hand: Hand, house: House, counted: Counter[str]) -> str:
    pyramid = {place: tile for place, tile in zip(PLACES, state.pyramid, strict=True) if tile}
    free = [tile for place, tile in pyramid.items() if reckoner.is_free(place, frozenset(pyramid))]
    tiles = tuple(
        chance.choice(free if chance.random() < 0.8 else list(pyramid.values()))
        for _ in range(chance.choice((1, 1, 2)))
    )
    slots = chance.sample(list(hand.piles), min(len(hand.piles), chance.choice((1, 2, 2, 3))))
    turned = {}
    if len(slots) == 2 and "conversion" in hand.powers - hand.spent and chance.random() < 0.6:
        turned = {slots[0]: hand.piles[slots[1]][0] if chance.random() < 0.8 else chance.choice(list(PRINTED.ladder))}
        turned = {slot: card for slot, card in turned.items() if card in PRINTED.ladder}
    paid = tuple(Part(Place(slot), turned=turned.get(slot)) for slot in slots)
    if not paid:
        return ""
    buy = act.Buy("A", tiles, paid, power_needed(tiles, paid))
    expected = reckoner.may_buy(PRINTED, pyramid, hand, tiles, slots, turned, house)
    found = violation(GAME, state, buy)
    counted.update(["buy"] + ["legal buy"] * expected + ["turned"] * bool(turned))
    if expected != (found is None):
        return f"{buy} should be {'legal' if expected else 'refused'}: {found}"
    return _bought(GAME.apply(state, buy), hand, buy) if expected else ""


def _bought(after: State, hand: Hand, buy: act.Buy) -> str:
    """NWO-54 to NWO-56, NWO-59: the tiles are his, the whole piles are gone, and nothing else."""
    player, gone = after.player("A"), {part.place.number for part in buy.paid}
    left = {place.number: pile.cards for place, pile in player.piles}
    kept = {slot: cards for slot, cards in hand.piles.items() if slot not in gone}
    right = left == kept and set(buy.tiles) <= set(player.tiles) and not set(buy.tiles) & set(after.pyramid)
    return "" if right else f"{buy} leaves {player}"


def _combine(chance: Random, state: State, hand: Hand, house: House, counted: Counter[str]) -> str:
    slots = chance.sample(list(hand.piles), min(len(hand.piles), chance.choice((2, 2, 2, 3))))
    if chance.random() < 0.7 and slots:  # else hardly any two belong together
        first = hand.piles[slots[0]][0]
        akin = [slot for slot, cards in hand.piles.items() if _akin(first, cards[0])]
        slots = chance.sample(akin, min(len(akin), chance.choice((2, 2, 3))))
    if len(slots) < 2:
        return ""
    combine = act.Combine("A", tuple(Place(slot) for slot in slots))
    expected = reckoner.combined(PRINTED, hand, slots, house)
    found = violation(GAME, state, combine)
    counted.update(["combine"] + ["legal combine"] * expected)
    if expected != (found is None):
        return f"{combine} should be {'legal' if expected else 'refused'}: {found}"
    if not expected:
        return ""
    player = GAME.apply(state, combine).player("A")
    together = tuple(sorted(card for slot in slots for card in hand.piles[slot]))
    right = player.pile(Place(slots[0])).cards == together and not any(player.pile(Place(slot)) for slot in slots[1:])
    return "" if right else f"{combine} leaves {player}"


def _akin(first: str, other: str) -> bool:
    return PRINTED.colour.get(first, first[:9]) == PRINTED.colour.get(other, other[:9])


def _law(chance: Random, state: State, hand: Hand, house: House, by_law: bool, counted: Counter[str]) -> str:
    laws = [slot for slot, cards in hand.piles.items() if cards[0] == "above_the_law"]
    slot = chance.choice(laws or [1])
    law = act.AboveTheLaw("A", Place(slot))
    just_acted = state.acted is not None and state.acted.seat == "A"
    expected = reckoner.law(hand, slot, just_acted=just_acted, by_law=by_law, context=house)
    found = violation(GAME, state, law)
    counted.update(["law"] + ["legal law"] * bool(expected))
    if bool(expected) != (found is None):
        return f"{law} should be {'legal' if expected else 'refused'}: {found}"
    brought = GAME.apply(state, law).extra if expected else 0
    return "" if brought == expected else f"{law} brings {brought} actions, not {expected}"


def _end(chance: Random, state: State, counted: Counter[str]) -> str:
    """Tiles go to all, the last round is over: totals and winners."""
    tiles, players = list(CATALOG.tiles), len(state.players)
    chance.shuffle(tiles)
    finished = {}
    for seat in SEATS[:players]:
        share, tiles = tiles[: (many := chance.choice((2, 4, 6, 9)))], tiles[many:]
        character = chance.choice(list(CATALOG.characters))
        second = chance.choice([None, *CATALOG.characters]) if character == "illuminati" else None
        triangles = tuple(chance.sample(list(PRINTED.ladder), chance.randint(0, 3)))
        player = replace(
            state.player(seat), tiles=tuple(share), character=character, second=second, triangles=triangles
        )
        state = state.with_player(seat, player)
        bonus = Ability.END_BONUS in {CATALOG.characters[each].ability for each in (character, second) if each}
        finished[seat] = Finished(tuple(share), CATALOG.characters[second or character].goal, len(triangles), bonus)
    state = replace(state, stage=Over(final=True))
    expected = {seat: reckoner.total(PRINTED, player, players) for seat, player in finished.items()}
    found = {sheet.player: sheet.total for sheet in GAME.score(state)}
    outcome = GAME.outcome(state)
    counted.update(["score"] * players + ["winners"])
    if expected != found:
        return f"{finished} should have {expected}, and have {found}"
    return "" if outcome and outcome.winners == reckoner.winners(expected) else f"{expected}: {outcome}"
