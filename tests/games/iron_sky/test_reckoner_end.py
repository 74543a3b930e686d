"""Random last tables and random payments, reckoned twice: by the program and from the rules alone (`reckoner`)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

from companion.core.fast_dataclasses import replace
from companion.core.game import violation
from companion.games.iron_sky import GAME
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.catalog import REMOVALS, Effect, Side
from companion.games.iron_sky.state import NO_ARMY, Phase, ReichPlayer, Stack, State, Territory
from tests.games.iron_sky import reckoner
from tests.games.iron_sky.reckoner import Seat
from tests.games.iron_sky.tables import table


def test_ends_and_payments_are_as_the_rules_reckon_them() -> None:
    """ISK-52, ISK-53, ISK-144 to ISK-151."""
    counted = Counter[str]()

    assert [] == [found for seed in range(250) if (found := difference(seed, counted))]
    assert {"tie", "drawn game", "legal payment"} <= set(counted)


def difference(seed: int, counted: Counter[str]) -> str:
    """Where the program and the rules differ; empty where they agree."""
    chance = Random(seed)
    return _end(chance, counted) or _payments(chance, counted)


@cache
def base(players: int, side: str, settings: tuple[tuple[str, str], ...]) -> State:
    return table(players, side=side, settings={"special_commands": "on", "secret_operations": "on", **dict(settings)})


def _end(chance: Random, counted: Counter[str]) -> str:
    drawn, by = chance.choice(("drawn", "uwc", "reich")), chance.choice(("victory_points", "territories"))
    state = base(chance.choice((2, 4, 6)), "uwc", (("final_tie", drawn), ("continent_won", by)))
    seats = []
    for board in state.boards:
        territories = tuple(_territory(chance) for _ in board.territories)
        occupation = chance.randint(0, 7)
        state = state.with_board(
            replace(
                board, territories=territories, occupation=occupation, devastation=chance.choice((occupation, 3, 7))
            )
        )
    for dealt in state.players:
        own = chance.choice([each.id for each in state.profile.operations.values() if each.side is dealt.side])
        player = replace(dealt, operation=own, fulfilled=chance.random() < 0.5)
        if isinstance(player, ReichPlayer):
            player = replace(player, elite_trophies=chance.choice((0, 0, 1)))
        else:
            player = replace(player, trophies=chance.randint(0, 8))
        state = state.with_player(player)
        facts, board = state.profile.boards[player.board], state.board(player.board)
        held = zip(facts.territories, board.territories, strict=True)
        reich = player.side is Side.REICH
        seats.append(
            Seat(
                side=str(player.side),
                board=player.board,
                ground=tuple(each.vp for each, lies in held if lies.centre and lies.centre.side is player.side),
                meter=facts.meter[board.devastation].reich_vp if reich else facts.meter[board.occupation].uwc_vp,
                trophies=player.trophies,
                elite_trophies=getattr(player, "elite_trophies", 0),
                operation=state.profile.operations[own].vp if player.fulfilled else 0,
            )
        )
    if chance.random() < 0.6:
        state = _made_even(state, seats)
    state = replace(state, phase=Phase.OVER)
    reich, uwc, side = reckoner.victor(
        seats, by_territories=by == "territories", drawn="" if drawn == "drawn" else drawn
    )
    sheets = {sheet.player: sheet.total for sheet in GAME.score(state)}
    outcome = GAME.outcome(state)
    wanted = tuple(player.seat for player in state.players if str(player.side) == side)
    counted.update(["end"] + ["tie"] * (reich == uwc) + ["drawn game"] * (not side))
    if (sheets, outcome and outcome.winners) != ({"reich": reich, "uwc": uwc}, wanted):
        return f"{seats}: {reich} to {uwc}, {side} wins; found {sheets}, {outcome}"
    return ""


def _made_even(state: State, seats: list[Seat]) -> State:
    """The UWC gets as many trophies more as make the sides equal, where it is behind."""
    behind = sum(seat.total if seat.side == "reich" else -seat.total for seat in seats)
    first = next(index for index, seat in enumerate(seats) if seat.side == "uwc")
    player, trophies = state.players[first], seats[first].trophies + 3 * max(behind, 0)
    seats[first] = replace(seats[first], trophies=trophies)
    return state.with_player(replace(player, trophies=trophies))


def _territory(chance: Random) -> Territory:
    armies = [Stack(("uwc_america",)), Stack(("reich_america",)), NO_ARMY]
    centre = chance.choice(armies)
    at_war = bool(centre) and chance.random() < 0.3
    enemy = armies[1] if centre == armies[0] else armies[0]
    return Territory(centre, enemy if at_war else NO_ARMY, nuked=not centre and chance.random() < 0.2)


def _payments(chance: Random, counted: Counter[str]) -> str:
    mixed = chance.choice(("one_kind", "mixed"))
    side = chance.choice(("uwc", "reich"))
    state = base(6, side, (("mixed_payment", mixed),))
    player = chance.choice([each for each in state.players if str(each.side) == side])
    held = {"money": chance.randint(0, 5), "politics": chance.randint(0, 5), "command": chance.randint(0, 5)}
    tracks = {name: amount for name, amount in held.items() if hasattr(player, name)}
    state = state.with_player(replace(player, **tracks))
    emergency = side == "uwc" and chance.random() < 0.4
    if emergency:
        state = _improved(state, player.board)
    assert player.commander is not None
    for card in state.profile.commanders[player.commander].cards:
        politics = chance.randint(0, card.price + 1)
        shown = frozenset(each.value for each in card.pay)
        legal = reckoner.may_pay(card.price, shown, politics, held, mixed=mixed == "mixed", emergency=emergency)
        for command in set(card.commands) - set(REMOVALS):
            play = act.Play(player.seat, card.id, command, politics)
            found = violation(GAME, state, play)
            counted.update(["payment"] + ["legal payment"] * legal)
            if legal != (found is None):
                return f"{play} with {held} should be {'legal' if legal else 'refused'} ({emergency=}): {found}"
    return ""


def _improved(state: State, board: str) -> State:
    card = next(each.id for each in state.profile.specials.values() if each.effect is Effect.EMERGENCY)
    first, *others = state.board(board).territories
    assert first.controller is Side.UWC
    return state.with_board(replace(state.board(board), territories=(replace(first, improvement=card), *others)))
