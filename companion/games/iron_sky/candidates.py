"""Everything that hands could do now: complete for what is legal, with the slips that people really make."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from companion.games.iron_sky import actions as act
from companion.games.iron_sky.battle import Stage, squares_of, stage, unread
from companion.games.iron_sky.board import derived_occupation
from companion.games.iron_sky.catalog import (
    METER_POSITIONS,
    REMOVALS,
    SIDE_COMMANDS,
    SYMBOLS,
    Command,
    Effect,
    Place,
    Resource,
    RouteKind,
    Side,
    question_about,
)
from companion.games.iron_sky.map_graph import Route
from companion.games.iron_sky.resources import has_emergency, mixed_payment, payments, token_for
from companion.games.iron_sky.rules_commands import LARGEST_EXCHANGE
from companion.games.iron_sky.rules_moves import fee_due, fee_payers
from companion.games.iron_sky.rules_preconditions import leads_from_afar
from companion.games.iron_sky.rules_readiness import PLACELESS
from companion.games.iron_sky.state import Battle, Phase, Player, State, Todo, UwcPlayer
from companion.games.iron_sky.turn import END_TOKEN

# --- on the boards ---


Actions = Iterator[act.Action]


def territories(state: State, board: str | None = None) -> Iterator[Place]:
    return (s.place for s in state.map.sites.values() if not s.orbit and board in (None, s.board))


def sectors(state: State, board: str | None = None) -> Iterator[Place]:
    return (s.place for s in state.map.sites.values() if s.orbit and board in (None, s.board))


def armies(state: State, player: Player, board: str | None = None) -> Iterator[Place]:
    """Where the player's side has an army, on one board or on all."""
    places = (s.place for s in state.map.sites.values() if board in (None, s.board))
    return (place for place in places if state.army(place, player.side))


# --- orders ---


def orders(state: State, player: Player) -> Actions:
    for origin in ordered(state, player):
        yield from ascents(state, player, origin)
        for to, count in organisable(state, player, origin):
            yield from organised(player, origin, to, count)


def ordered(state: State, player: Player) -> Iterator[Place]:
    """The armies that take orders from this player (ISK-70, ISK-94)."""
    yield from armies(state, player, player.board)
    if state.choices["leading_team"] == "also_orders":
        afar = (place for place in armies(state, player) if state.site(place).board != player.board)
        yield from (place for place in afar if leads_from_afar(state, player, place))


def ascents(state: State, player: Player, origin: Place) -> Actions:
    if player.side is Side.REICH and not state.site(origin).orbit:
        for route in state.map.routes[origin]:
            if route.kind is RouteKind.RED:
                for count in range(1, len(state.army(origin, player.side)) + 1):
                    yield act.Ascend(player.seat, origin, route.to, count)


def organisable(state: State, player: Player, origin: Place) -> Iterator[tuple[Place, int]]:
    """Where tiles of an army could be organised to, and how many: one more than can be paid is a common slip."""
    most = min(len(state.army(origin, player.side)), _wealth(player) + 1)
    for route in state.map.routes[origin]:
        if _organises_along(player, route):
            yield from ((route.to, count) for count in range(1, most + 1))


def _wealth(player: Player) -> int:
    """What he can spend on orders."""
    if isinstance(player, UwcPlayer):
        return player.money + player.politics
    return player.held(Resource.COMMAND)


def _organises_along(player: Player, route: Route) -> bool:
    if player.side is Side.REICH:
        return route.kind is RouteKind.SIDEWAYS and route.steps <= 2
    return route.kind in (RouteKind.ORANGE, RouteKind.WHITE)


def organised(player: Player, origin: Place, to: Place, count: int) -> Actions:
    """The order with each way to pay for it; with no way, as it would be tried."""
    if isinstance(player, UwcPlayer):
        least, most = max(count - player.money, 0), min(count, player.politics)
        if least <= most:
            for politics in range(least, most + 1):
                yield act.Organise(player.seat, origin, to, count, politics)
            return
    yield act.Organise(player.seat, origin, to, count)


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
        if not state.site(place).orbit and state.territory(place).at_war:
            yield act.Attack(player.seat, place)
        yield from marches(state, player, place)


def marches(state: State, player: Player, origin: Place) -> Actions:
    size = len(state.army(origin, player.side))
    for route in state.map.routes[origin]:
        if player.side is Side.REICH or route.kind in (RouteKind.ORANGE, RouteKind.WHITE):
            for count in range(1, size + 1):
                yield from marched(state, player, origin, route.to, count)


def marched(state: State, player: Player, origin: Place, to: Place, count: int) -> Actions:
    """The move with each way to pay its fee, if one is due."""
    free = act.Move(player.seat, origin, to, count)
    if not fee_due(state, player, free):
        yield free
        return
    for payer in fee_payers(state, free):
        yield act.Move(player.seat, origin, to, count, payer)
        if has_emergency(state, state.player(payer)):
            yield act.Move(player.seat, origin, to, count, payer, in_money=True)


def tiles(state: State, player: Player) -> Actions:
    for site in state.map.sites.values():
        if site.board == player.board:
            yield act.PlaceTile(player.seat, site.place)
            if isinstance(player, UwcPlayer) and player.elite:
                yield act.PlaceTile(player.seat, site.place, elite=True)


def aid(state: State, player: Player) -> Actions:
    if player.side is Side.UWC:
        for continent in state.neutral:
            for first, second in combinations_with_replacement(state.map.aid[continent], 2):
                yield act.Aid(player.seat, continent, first, second)


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
    if state.plays("special_commands"):
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
            continue
        yield from plays(state, player)
        yield from specials(state, player)
        yield from orders(state, player)
        yield act.Done(player.seat)
    for rival in state.team(state.side.enemy):
        yield act.Done(rival.seat)


def sharing(state: State, player: Player) -> Actions:
    resource = Resource.MONEY if player.side is Side.UWC else Resource.COMMAND
    most = player.held(resource) if player.side is Side.UWC else min(player.held(resource), 2)
    for mate in state.team(player.side):
        if mate.seat != player.seat:
            yield from (act.Give(player.seat, mate.seat, amount, resource) for amount in range(1, most + 1))
            if player.held(Resource.POLITICS):
                yield act.Give(player.seat, mate.seat, 1, Resource.POLITICS)
    if state.loans and player.side is Side.UWC:
        yield act.TakeLoan(player.seat)
    if state.advice and player.side is Side.REICH:
        yield act.TakeAdvice(player.seat)


def plays(state: State, player: Player) -> Iterator[act.Played]:
    """Each card for each of its commands, in each way to pay; one that nobody has told for whatever it may show."""
    if player.commander is None or player.hand < 1:
        return
    for card in state.profile.commanders[player.commander].cards:
        if state.profile.is_untold(question_about(card.id, "commands")):
            yield from (
                kind_of_play(each)(player.seat, card.id, each) for each in Command if each in SIDE_COMMANDS[player.side]
            )
            continue
        ways = sorted({*payments(state, player, card.price, card.pay, mixed=mixed_payment(state)), 0})
        for command in card.commands:
            adjustments = _adjustments(state, player, command)
            kind = kind_of_play(command)
            yield from (kind(player.seat, card.id, command, p, adjust) for p in ways for adjust in adjustments)
            yield from _reaching_over(state, player, card.id, command, ways[-1])


def kind_of_play(command: Command) -> type[act.Played]:
    return act.TakeMarker if command in REMOVALS else act.Play


def _adjustments(state: State, player: Player, command: Command) -> tuple[int, ...]:
    token = token_for(state, player)
    return (0,) if token is None or command in PLACELESS else (0, token.change)


def _reaching_over(state: State, player: Player, card: str, command: Command, politics: int) -> Iterator[act.Played]:
    """Anti-terror and Reboot take a marker; hands may reach for one on a neighbour's board."""
    for board in state.boards:
        marked = (command is Command.ANTI_TERROR and board.terror is not None) or (
            command is Command.REBOOT and board.jamming is not None
        )
        if marked and board.name != player.board:
            yield act.TakeMarker(player.seat, card, command, politics, 0, board.name)


def specials(state: State, player: Player) -> Iterator[act.PlayedSpecial]:
    if not state.plays("special_commands") or player.hand < 1:
        return
    for card in state.profile.specials.values():
        if card.side is player.side and card.id not in state.spent_specials:
            board = None if card.effect is Effect.NUCLEAR else player.board
            for politics in payments(state, player, card.price, card.pay, mixed=mixed_payment(state)):
                if not card.effect.goes_to_a_place:
                    yield act.PlaySpecial(player.seat, card.id, politics)
                    continue
                yield from (
                    act.PlaySpecialAt(player.seat, card.id, place, politics) for place in territories(state, board)
                )


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
    if state.plays("controlled_battle"):
        yield act.Lay(player.seat, "hand")


def boosts(state: State, player: Player) -> Actions:
    if state.plays("special_commands") and player.hand:
        for card in state.profile.specials.values():
            if (
                card.effect is Effect.ELITE_OPERATION
                and card.side is player.side
                and card.id not in state.spent_specials
            ):
                for politics in payments(state, player, card.price, card.pay, mixed=mixed_payment(state)):
                    yield act.Boost(player.seat, card.id, politics)


def reveals(state: State, player: Player, half_entered: bool) -> Actions:
    if not half_entered:
        for card in state.profile.battle_cards.values():
            if card.side is player.side:
                yield act.Reveal(player.seat, card.id)
    yield from (act.Symbol(player.seat, symbol) for symbol in SYMBOLS)
