"""Everything that hands could do now: complete for what is legal, with the slips that people really make."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from companion.games.iron_sky import actions as act
from companion.games.iron_sky.battle import Stage, squares_of, stage, unread
from companion.games.iron_sky.board import derived_occupation
from companion.games.iron_sky.catalog import (
    METER_POSITIONS,
    SYMBOLS,
    Command,
    Effect,
    Place,
    Resource,
    RouteKind,
    Side,
)
from companion.games.iron_sky.resources import has_emergency, payments, token_for
from companion.games.iron_sky.rules_cards import PLACELESS
from companion.games.iron_sky.rules_commands import LARGEST_EXCHANGE
from companion.games.iron_sky.rules_common import leads_from_afar
from companion.games.iron_sky.rules_fingers import CARDS, GIFTS
from companion.games.iron_sky.rules_moves import fee_due, fee_payers
from companion.games.iron_sky.state import Battle, Phase, Player, State, Todo
from companion.games.iron_sky.turn import END_TOKEN

Actions = Iterator[act.Action]


def candidates(state: State) -> Actions:
    """What hands could do in this phase."""
    yield from identifications(state)
    match state.phase:
        case Phase.SHEETS:
            yield from sheets(state)
        case Phase.COMMAND:
            yield from fight(state, state.battle) if state.battle is not None else commands(state)
            yield from meters(state)
        case Phase.END_OF_TURN:
            for player in state.team(state.side):
                yield from ends(state, player)
                yield act.Open(player.seat, CARDS)
        case Phase.TOKEN:
            yield from (act.TurnToken(token) for token in (*state.profile.tokens, END_TOKEN))
        case Phase.SECRETS:
            for player in state.players:
                yield from operations(state, player)
        case Phase.OVER:
            return


def identifications(state: State) -> Actions:
    """Open battle cards that were entered by their symbols, by every card that shows these."""
    battle = state.battle or state.last_battle
    if battle is None or state.phase is Phase.OVER:
        return
    for player in state.players:
        one = unread(state, player.seat)
        if one is not None:
            for card in state.profile.battle_cards.values():
                if card.side is player.side and squares_of(state, battle, player.seat, card.id) == one.squares:
                    yield act.Reveal(player.seat, card.id)


def sheets(state: State) -> Actions:
    for player in state.players:
        if player.commander is None:
            for commander in state.profile.commanders.values():
                if commander.side is player.side:
                    yield act.DrawSheet(player.seat, commander.id)


def ends(state: State, player: Player) -> Actions:
    yield act.EndTurn(player.seat)
    if player.commander is not None:
        yield from (act.EndTurn(player.seat, card.id) for card in state.profile.commanders[player.commander].cards)
    if state.house.plays("special_commands"):
        for special in state.profile.specials.values():
            if special.side is player.side:
                yield act.EndTurn(player.seat, special.id)


def operations(state: State, player: Player) -> Actions:
    if player.operation is None:
        for operation in state.profile.operations.values():
            if operation.side is player.side:
                yield act.ShowOperation(player.seat, operation.id, True)
                yield act.ShowOperation(player.seat, operation.id, False)


def meters(state: State) -> Actions:
    """A marker that is wrong can be put right; one that is right can be pushed by mistake."""
    for board in state.boards:
        wanted = derived_occupation(board)
        for position in sorted({wanted, board.occupation + 1} & set(range(METER_POSITIONS))):
            yield act.PushMeter(board.name, position)


# --- the Command phase ---


def commands(state: State) -> Actions:
    for player in state.team(state.side):
        if player.done:
            yield act.Resume(player.seat)
            continue
        yield from sharing(state, player)
        if player.todo is not None:
            yield from continuations(state, player, player.todo)
            if state.opened is None and len(state.players) > 2:
                yield act.Open(player.seat, GIFTS)
            continue
        yield from plays(state, player)
        yield from specials(state, player)
        yield from orders(state, player)
        yield from picks(state, player)
        yield from openings(state, player)
        yield act.Done(player.seat)
    for rival in state.team(state.side.enemy):
        yield act.Done(rival.seat)


def sharing(state: State, player: Player) -> Actions:
    resource = Resource.MONEY if player.side is Side.UWC else Resource.COMMAND
    most = player.money if player.side is Side.UWC else min(player.command, 2)
    for mate in state.team(player.side):
        if mate.seat != player.seat:
            yield from (act.Give(player.seat, mate.seat, amount, resource) for amount in range(1, most + 1))
            if player.politics:
                yield act.Give(player.seat, mate.seat, 1, Resource.POLITICS)
    if state.loans and player.side is Side.UWC:
        yield act.TakeLoan(player.seat)
    if state.advice and player.side is Side.REICH:
        yield act.TakeAdvice(player.seat)


def plays(state: State, player: Player) -> Actions:
    if player.commander is None or player.hand < 1:
        return
    for card in state.profile.commanders[player.commander].cards:
        ways = sorted({*payments(state, player, card.price, card.pay), 0})
        for command in card.commands:
            for politics in ways:
                for adjust in _adjustments(state, player, command):
                    yield act.Play(player.seat, card.id, command, politics, adjust)
            yield from _reaching_over(state, player, card.id, command, ways[-1])


def _adjustments(state: State, player: Player, command: Command) -> tuple[int, ...]:
    token = token_for(state, player)
    return (0,) if token is None or command in PLACELESS else (0, token.change)


def _reaching_over(state: State, player: Player, card: str, command: Command, politics: int) -> Actions:
    """Anti-terror and Reboot take a marker; hands may reach for one on a neighbour's board."""
    for board in state.boards:
        marked = (command is Command.ANTI_TERROR and board.terror is not None) or (
            command is Command.REBOOT and board.jamming is not None
        )
        if marked and board.name != player.board:
            yield act.Play(player.seat, card, command, politics, 0, board.name)


def specials(state: State, player: Player) -> Actions:
    if not state.house.plays("special_commands") or player.hand < 1:
        return
    for card in state.profile.specials.values():
        if card.side is player.side and card.id not in state.spent_specials:
            for place in _special_places(state, player, card.effect):
                for politics in payments(state, player, card.price, card.pay):
                    yield act.PlaySpecial(player.seat, card.id, place, politics)


def _special_places(state: State, player: Player, effect: Effect) -> Iterator[Place | None]:
    if effect is Effect.NUCLEAR:
        yield from territories(state)
    elif effect.is_improvement:
        yield from territories(state, player.board)
    else:
        yield None


def territories(state: State, board: str | None = None) -> Iterator[Place]:
    return (s.place for s in state.atlas.sites.values() if not s.orbit and board in (None, s.board))


def sectors(state: State, board: str | None = None) -> Iterator[Place]:
    return (s.place for s in state.atlas.sites.values() if s.orbit and board in (None, s.board))


def armies(state: State, player: Player) -> Iterator[Place]:
    """Where the player's side has an army, on all boards."""
    return (place for place in state.atlas.sites if state.army(place, player.side))


# --- orders ---


def orders(state: State, player: Player) -> Actions:
    abroad = state.house["leading_team"] == "also_orders"
    for place in armies(state, player):
        if state.site(place).board == player.board or (abroad and leads_from_afar(state, player, place)):
            yield from orders_from(state, player, place)


def orders_from(state: State, player: Player, origin: Place) -> Actions:
    size = len(state.army(origin, player.side))
    for route in state.atlas.routes[origin]:
        if player.side is Side.REICH and route.kind is RouteKind.RED and not state.site(origin).orbit:
            yield from (act.Ascend(player.seat, origin, route.to, count) for count in range(1, size + 1))
        elif _organised(player, route.kind, route.steps):
            for count in range(1, min(size, wealth(player)) + 1):
                yield from organised(player, origin, route.to, count)


def _organised(player: Player, kind: RouteKind, steps: int) -> bool:
    if player.side is Side.REICH:
        return kind is RouteKind.SIDEWAYS and steps <= 2
    return kind in (RouteKind.ORANGE, RouteKind.WHITE)


def wealth(player: Player) -> int:
    """What the player could pay for orders, and one more: the order that is just too dear is a common slip."""
    return (player.command if player.side is Side.REICH else player.money + player.politics) + 1


def organised(player: Player, origin: Place, to: Place, count: int) -> Actions:
    """The order with each way to pay for it; with no way, as it would be tried."""
    least, most = max(count - player.money, 0), min(count, player.politics)
    if player.side is Side.REICH or least > most:
        yield act.Organise(player.seat, origin, to, count)
        return
    yield from (act.Organise(player.seat, origin, to, count, politics) for politics in range(least, most + 1))


def picks(state: State, player: Player) -> Actions:
    if state.picked is None:
        for place in armies(state, player):
            if state.site(place).board == player.board:
                yield act.Pick(player.seat, place)


def openings(state: State, player: Player) -> Actions:
    """What fingers can open on the way to a card or a gift."""
    if state.opened is None:
        yield act.Open(player.seat, CARDS)
        if len(state.players) > 2:
            yield act.Open(player.seat, GIFTS)
    if (len(state.players) == 2 or state.opened == (player.seat, CARDS)) and player.commander is not None:
        yield from (act.Open(player.seat, card.id) for card in state.profile.commanders[player.commander].cards)
        if state.house.plays("special_commands"):
            own = (card for card in state.profile.specials.values() if card.side is player.side)
            yield from (act.Open(player.seat, card.id) for card in own)


# --- what an open command needs ---


def continuations(state: State, player: Player, todo: Todo) -> Actions:
    """Everything that carries the command out, and waiving it."""
    match todo.command:
        case Command.MOBILISATION:
            yield from mobilisations(state, player)
        case Command.RECRUIT:
            yield from tiles(state, player)
            yield from aid(state, player)
        case Command.ASSAULT if todo.base is None:
            yield from tiles(state, player)
        case Command.ASSAULT if todo.base is not None:
            yield from marches(state, player, todo.base)
        case Command.STRATEGY:
            yield act.Reshuffle(player.seat)
            yield from (act.Exchange(player.seat, count) for count in range(1, LARGEST_EXCHANGE + 1))
        case Command.TERROR:
            yield from (act.PutTerror(player.seat, place) for place in territories(state))
        case Command.BOMBARDMENT:
            yield from (act.Bombard(player.seat, place) for place in territories(state))
        case Command.JAMMING:
            yield from (act.Jam(player.seat, place) for place in sectors(state))
        case _:
            pass
    yield act.Waive(player.seat)


def mobilisations(state: State, player: Player) -> Actions:
    for place in armies(state, player):
        mine = state.site(place).board == player.board
        if state.picked is None and (mine or leads_from_afar(state, player, place)):
            yield act.Pick(player.seat, place)
        if not state.site(place).orbit and state.territory(place).at_war:
            yield act.Attack(player.seat, place)
        yield from marches(state, player, place)


def marches(state: State, player: Player, origin: Place) -> Actions:
    size = len(state.army(origin, player.side))
    for route in state.atlas.routes[origin]:
        if player.side is Side.REICH or route.kind in (RouteKind.ORANGE, RouteKind.WHITE):
            for count in range(1, size + 1):
                yield from marched(state, player, origin, route.to, count)


def marched(state: State, player: Player, origin: Place, to: Place, count: int) -> Actions:
    """The move with each way to pay its fee, if one is due."""
    if not fee_due(state, player, origin, to, count):
        yield act.Move(player.seat, origin, to, count)
        return
    for payer in fee_payers(state, player, origin, to, count):
        yield act.Move(player.seat, origin, to, count, payer)
        if has_emergency(state, state.player(payer)):
            yield act.Move(player.seat, origin, to, count, payer, in_money=True)


def tiles(state: State, player: Player) -> Actions:
    for site in state.atlas.sites.values():
        if site.board == player.board:
            yield act.PlaceTile(player.seat, site.place)
            if player.elite:
                yield act.PlaceTile(player.seat, site.place, elite=True)


def aid(state: State, player: Player) -> Actions:
    if player.side is Side.UWC:
        for continent in state.neutral:
            for first, second in combinations_with_replacement(state.atlas.aid[continent], 2):
                yield act.Aid(player.seat, continent, first, second)


# --- a battle ---


def fight(state: State, battle: Battle) -> Actions:
    attacker, defender = state.player(battle.attacker.player), state.player(battle.defender.player)
    match stage(state, battle):
        case Stage.DEFENDER_LAYS:
            yield from lays(state, defender)
            yield from lays(state, attacker)
            yield from boosts(state, attacker)
            yield from boosts(state, defender)
        case Stage.ATTACKER_LAYS:
            yield from lays(state, attacker)
        case Stage.REVEAL:
            for one in (battle.defender, battle.attacker):
                if one.squares is None:
                    yield from reveals(state, state.player(one.player), bool(one.entered))
        case Stage.FORTRESS:
            yield act.Fortress(defender.seat, True)
            yield act.Fortress(defender.seat, False)
        case Stage.INITIATIVE:
            yield from (act.Shift(attacker.seat, direction) for direction in (0, -1, 1))
            yield act.Shift(defender.seat, 1)
        case Stage.COMPARE:
            yield act.Compare()


def lays(state: State, player: Player) -> Actions:
    yield act.Lay(player.seat, "deck")
    yield act.Lay(player.seat, "reserve")
    if state.house.plays("controlled_battle"):
        yield act.Lay(player.seat, "hand")


def boosts(state: State, player: Player) -> Actions:
    if state.house.plays("special_commands") and player.hand:
        for card in state.profile.specials.values():
            if (
                card.effect is Effect.ELITE_OPERATION
                and card.side is player.side
                and card.id not in state.spent_specials
            ):
                for politics in payments(state, player, card.price, card.pay):
                    yield act.Boost(player.seat, card.id, politics)


def reveals(state: State, player: Player, half_entered: bool) -> Actions:
    if not half_entered:
        for card in state.profile.battle_cards.values():
            if card.side is player.side:
                yield act.Reveal(player.seat, card.id)
    yield from (act.Symbol(player.seat, symbol) for symbol in SYMBOLS)
