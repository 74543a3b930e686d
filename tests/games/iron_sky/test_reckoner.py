"""Random battles with all optional rules, reckoned twice: by the program and from the rules alone (`reckoner`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from companion.core.fast_dataclasses import replace
from companion.core.game import violation
from companion.games.iron_sky import GAME
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.battle import started
from companion.games.iron_sky.catalog import SYMBOL_OF, Side, Square
from companion.games.iron_sky.state import NO_ARMY, BattleDeck, Stack, State, Territory, UwcPlayer
from tests.games.iron_sky.reckoner import Aftermath, Army, Duel, Pile, Symbol, reckon
from tests.games.iron_sky.tables import table

BOARDS = {6: ("america", "europe", "asia"), 4: ("america", "europe"), 2: ("america",)}
RULINGS = {
    "blocked_double": ("one", "two"),
    "elite_hits": ("whole_battle", "square_by_square"),
    "terror_holds_centre": ("frontline", "command_centre"),
    "fortress_order": ("fortress_first", "initiative_first"),
    "initiative_moment": ("after_reveal", "before_reveal"),
}
OPTIONS = ("special_commands", "initiative", "controlled_battle", "elite_troops")
PLACE, INDEX = "america.1", 0
FORTRESS, BOOST = "uwc_special_fortress", "uwc_special_elite_operation"
USED = "uwc_red_1"


def test_battles_are_as_the_rules_reckon_them() -> None:
    """ISK-121 to ISK-137, ISK-156, ISK-158 to ISK-163, ISK-167, ISK-170."""
    counted = Counter[str]()

    assert [] == [found for seed in range(400) if (found := difference(seed, counted))]
    assert {"boosted", "shift", "terror", "controlled", "fortress used", "elite"} <= set(counted)


def difference(seed: int, counted: Counter[str]) -> str:
    """Where the program and the rules differ over a battle; empty where they agree."""
    chance = Random(seed)
    players = chance.choice((2, 4, 6))
    wanted = tuple((name, chance.choice(choices)) for name, choices in RULINGS.items())
    played = tuple(name for name in OPTIONS if chance.random() < 0.6)
    state = base(players, wanted, played, chance.choice(("reich", "uwc")))
    duel = drawn(chance, players, dict(wanted), frozenset(played), str(state.side))
    counted.update(["battle", *_kinds(duel)])
    begun = laid_out(state, duel, "initiative" in played)
    for action in _too_early(begun):
        if violation(GAME, begun, action) is None:
            return f"{seed}: {action} is legal"
    after = begun
    for action in _decisions(begun, duel):
        if (found := violation(GAME, after, action)) is not None:
            return f"{seed}: {action} is refused: {found}"
        after = GAME.apply(after, action)
    pairs = 0
    while after.battle is not None:
        after, pairs = GAME.apply(after, act.Compare()), pairs + 1
    found, expected = told(begun, after, duel, pairs), reckon(duel)
    return "" if found == expected else f"{seed}: {duel}\nexpected {expected}\nfound    {found}"


@cache
def base(players: int, wanted: tuple[tuple[str, str], ...], played: tuple[str, ...], side: str) -> State:
    return table(players, side=side, settings={**dict(wanted), **dict.fromkeys(played, "on")})


def drawn(chance: Random, players: int, wanted: dict[str, str], played: frozenset[str], side: str) -> Duel:
    """A battle in America: whose tiles, where, with what cards."""
    colours = ("america", "europe", "asia")
    tiles = {each: tuple(chance.choices(colours, k=chance.randint(1, 3))) for each in ("uwc", "reich")}
    tiles["reich"] = tuple(each if each in BOARDS[players] else "america" for each in tiles["reich"])
    elite = "elite_troops" in played and chance.random() < 0.5
    below = tiles["uwc"][: chance.randint(0, 3)] if elite else tiles["uwc"]
    uwc, reich = Army("uwc", below, "america" if elite else None), Army("reich", tiles["reich"])
    attacker, defender = (uwc, reich) if side == "uwc" else (reich, uwc)
    in_centre = chance.random() < 0.4
    holder = attacker.side if in_centre else defender.side
    improvement = FORTRESS if "special_commands" in played and holder == "uwc" and chance.random() < 0.5 else None
    controlled = "controlled_battle" in played
    piles = (_pile(chance, controlled), _pile(chance, controlled))
    laid = [(chance.choice(_sources(pile)),) for pile in piles]
    left = piles[1].deck - (laid[1] == ("deck",))
    if improvement and defender.side == "uwc" and left and chance.random() < 0.6:
        laid[1] = (*laid[1], "deck")
    terror = holder == "uwc" and chance.random() < 0.3
    others = chance.randint(0, 6)
    before = others + (terror or holder == "reich")
    return Duel(
        attacker,
        defender,
        in_centre,
        _card(chance),
        _card(chance),
        boosted="special_commands" in played and side == "uwc" and chance.random() < 0.5,
        shift=chance.choice((-1, 0, 1)) if "initiative" in played else 0,
        terror=terror,
        improvement=improvement,
        others=others,
        devastation=chance.randint(before, 7),
        trophies=chance.randint(0, 8),
        resource=chance.randint(2, 8),
        supply={board: chance.randint(0, 9) for board in BOARDS[players]},
        piles=piles,
        laid=(laid[0], laid[1]),
        controlled=controlled,
        blocked_double_takes_two=wanted["blocked_double"] == "two",
        elite_square_by_square=wanted["elite_hits"] == "square_by_square",
        terror_holds_centre=wanted["terror_holds_centre"] == "frontline",
    )


def _card(chance: Random) -> tuple[Symbol, Symbol, Symbol]:
    one, two, three = (
        (chance.choice((0, 0, 1, 1, 2)), chance.random() < 0.3),
        (chance.choice((0, 1, 1, 2)), chance.random() < 0.3),
        (chance.choice((0, 1, 2)), chance.random() < 0.3),
    )
    return one, two, three


def _pile(chance: Random, controlled: bool) -> Pile:
    left = chance.randint(2, 10)
    hand = min(2, left - 1) if controlled else 0
    return Pile(left - hand - 1, 1, hand, 10 - left)


def _sources(pile: Pile) -> list[str]:
    """ISK-163-R: a controlled battle is chosen among the hand and the Reserve."""
    sources = ("hand", "reserve") if pile.hand else ("deck", "reserve")
    return [source for source in sources if getattr(pile, source)]


def laid_out(state: State, duel: Duel, initiative: bool) -> State:
    """The table on which the battle begins."""
    board = state.board("america")
    attacker, defender = _stack(duel.attacker), _stack(duel.defender)
    centre, frontline = (attacker, defender) if duel.attacker_in_centre else (defender, attacker)
    mine = Territory(centre, frontline, duel.improvement)
    others = [Territory(_stack(Army("reich", ("america",)))) for _ in range(duel.others)]
    others += [Territory(_stack(Army("uwc", ("america",)))) for _ in range(6 - duel.others)]
    counted = duel.others + (duel.terror or centre.side == "reich")
    changed = replace(
        board,
        territories=(mine, *others),
        terror=INDEX if duel.terror else None,
        occupation=counted,
        devastation=duel.devastation,
    )
    state = state.with_board(changed)
    for player in state.players:
        if isinstance(player, UwcPlayer):
            state = state.with_player(replace(player, supply=duel.supply[player.board]))
    fighters = [state.commander_of(Side(army.side), "america") for army in (duel.attacker, duel.defender)]
    for player, pile in zip(fighters, duel.piles, strict=True):
        deck = BattleDeck(pile.deck, pile.reserve, pile.hand, (USED,) * pile.used)
        changed_player = replace(player, battle=deck, initiative=initiative, hand=5, supply=player.supply)
        if isinstance(changed_player, UwcPlayer):
            changed_player = replace(
                changed_player, money=8, politics=duel.resource, trophies=duel.trophies, supply=duel.supply["america"]
            )
        state = state.with_player(changed_player)
    return started(state, PLACE, state.player(fighters[0].seat))


def _stack(army: Army) -> Stack:
    return Stack(
        tuple(f"{army.side}_{board}" for board in army.tiles), None if army.elite is None else f"elite_{army.elite}"
    )


def _decisions(state: State, duel: Duel) -> Iterator[Any]:
    """All that the two decide, in the order of the table's settings."""
    assert state.battle is not None
    attacker, defender = state.battle.attacker.player, state.battle.defender.player
    if duel.boosted:
        yield act.Boost(attacker, BOOST, 0)
    yield act.Lay(defender, duel.laid[1][0])
    yield act.Lay(attacker, duel.laid[0][0])
    shift = [act.Shift(attacker, duel.shift)] if state.player(attacker).initiative else []
    early = state.choices["initiative_moment"] == "before_reveal"
    yield from shift if early else []
    swaps, may = len(duel.laid[1]) > 1, duel.improvement and duel.defender.side == "uwc"
    may = may and not duel.attacker_in_centre and duel.piles[1].deck - (duel.laid[1][0] == "deck")
    shown = tuple((0, False) for _ in range(3)) if swaps else duel.defence
    yield from _shown(defender, shown)
    yield from _shown(attacker, duel.attack)
    fortress = [act.Fortress(defender, swaps)] if may else []
    fortress += list(_shown(defender, duel.defence)) if swaps else []
    if early:
        yield from fortress
    elif state.choices["fortress_order"] == "initiative_first":
        yield from [*shift, *fortress]
    else:
        yield from [*fortress, *shift]


def _too_early(state: State) -> Iterator[Any]:
    """ISK-123, ISK-125: the attacker never lays first, and what is not turned over is not compared."""
    assert state.battle is not None
    yield from (act.Lay(state.battle.attacker.player, source) for source in ("deck", "reserve", "hand"))
    yield from (act.Symbol(fighter.player, "H") for fighter in (state.battle.attacker, state.battle.defender))
    yield act.Compare()


def _shown(seat: str, card: tuple[Symbol, ...]) -> Iterator[act.Symbol]:
    yield from (act.Symbol(seat, SYMBOL_OF[Square(hits, block)]) for hits, block in card)


def told(begun: State, after: State, duel: Duel, pairs: int) -> Aftermath:
    """What the program made of it."""
    board = after.board("america")
    mine = board.territories[INDEX]
    uwc, reich = (after.commander_of(side, "america") for side in (Side.UWC, Side.REICH))
    fighters = (uwc, reich) if duel.attacker.side == "uwc" else (reich, uwc)
    assert begun.bank_uwc == after.bank_uwc
    return Aftermath(
        centre=_army(mine.centre),
        frontline=_army(mine.frontline),
        terror=board.terror is not None,
        improvement=mine.improvement,
        occupation=board.occupation,
        devastation=board.devastation,
        trophies=uwc.trophies,
        resource=uwc.politics,
        elite_trophies=reich.elite_trophies,
        supply={player.board: player.supply for player in after.players if isinstance(player, UwcPlayer)},
        neutral_gone=tuple(tile.removeprefix("uwc_") for tile in after.gone),
        piles=(_pile_of(fighters[0].battle), _pile_of(fighters[1].battle)),
        pairs=pairs,
    )


def _pile_of(deck: BattleDeck) -> Pile:
    return Pile(deck.deck, deck.reserve, deck.hand, len(deck.used))


def _army(stack: Stack) -> Army | None:
    if stack == NO_ARMY:
        return None
    boards = tuple(tile.split("_")[1] for tile in stack.normal)
    return Army(str(stack.side), boards, None if stack.elite is None else stack.elite.split("_")[1])


def _kinds(duel: Duel) -> Iterator[str]:
    yield from (name for name in ("boosted", "shift", "terror", "controlled") if getattr(duel, name))
    yield from ["fortress used"] if len(duel.laid[1]) > 1 else []
    yield from ["elite"] if duel.attacker.elite or duel.defender.elite else []
