"""What the players see: market, pyramid, every seat's slots, and what the rules allow now."""

from __future__ import annotations

from companion.core.game import Seat
from companion.core.screen import Board, Button, Cell, Do, Inspect, Screen, SeatView, Tone
from companion.core.table import Piece
from companion.core.text import Text, comma_list, marked, say, say_plural, verbatim
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.analysis import (
    affordable,
    dream,
    goals_begun,
    prospects,
    provisional_remarks,
    shortfalls,
)
from companion.games.new_world_order.catalog import ONCE_PER_GAME, Corporation, Effect
from companion.games.new_world_order.notation import part_word
from companion.games.new_world_order.phases import awaits_second, last_round, leading_character, missing_cards
from companion.games.new_world_order.piles import Kind, delayed, kind, points, slot_count, usable
from companion.games.new_world_order.purchases import unspent
from companion.games.new_world_order.pyramid import PLACES, PyramidPlace, covered, zone
from companion.games.new_world_order.rules import RULES
from companion.games.new_world_order.rules_setup import cannot_be_finished
from companion.games.new_world_order.rules_specials import blackmail_roles
from companion.games.new_world_order.scoring import SHARED, STANDSTILL, goals_of, outcome, sheet
from companion.games.new_world_order.settings import TITLE
from companion.games.new_world_order.stages import Phase
from companion.games.new_world_order.state import Pile, Player, State

MARKET_COLUMNS = 5


def present(state: State) -> Screen:
    return Screen(
        title=TITLE,
        status=_status(state),
        seats=tuple(_seat(state, seat) for seat in state.seats),
        boards=(_market(state), _pyramid(state)),
        buttons=tuple(_buttons(state)),
        remarks=(*_standstill(state), *_advice(state), *_outlook(state), *provisional_remarks(state)),
    )


# --- the line at the top ---


def _status(state: State) -> Text:
    match state.phase:
        case Phase.SETUP:
            return _setup_status(state)
        case Phase.DEAL:
            return _deal_status(state)
        case Phase.TURNS:
            who = state.player(state.on_turn).name
            if last_round(state):
                return say("Last round: {who}'s turn", who=who)
            return say("Round {round}: {who}'s turn", round=state.round, who=who)
        case Phase.OVER:
            end = outcome(state)
            names = tuple(state.player(seat).name for seat in end.winners) if end is not None else ()
            return say("The game is over: {names}", names=names)


def _setup_status(state: State) -> Text:
    if layer := _unfinished_layer(state):
        if cannot_be_finished(state):
            return say("Set-up: the tiles that are left fit nowhere; exchange one with a laid one")
        return say(
            "Set-up: lay layer {layer} of the pyramid, tiles to go: {count}", layer=layer[0][0], count=len(layer)
        )
    for player in state.players:
        if player.character is None:
            return say("Set-up: {who} draws a character", who=player.name)
        if awaits_second(state, player):
            return say("Set-up: {who} chooses a second character", who=player.name)
        if len(player.starters) < 3:
            named = state.catalog.characters[leading_character(player) or player.character].starters
            cards = tuple(state.catalog.corporations[card].name for card in named if card not in player.starters)
            if not cards:
                return say("Set-up: {who} takes any three starting cards", who=player.name)
            return say("Set-up: {who} takes {cards}", who=player.name, cards=cards)
    return say("Set-up")


def _deal_status(state: State) -> Text:
    if not state.open:
        lacking = missing_cards(state)
        return say_plural(
            "Round {round}: deal {count} card", "Round {round}: deal {count} cards", lacking, round=state.round
        )
    if state.catalog.effect(state.open[0]) is Effect.CUT_LOSSES:
        return say("Cut the Losses: everybody may throw away one card or set")
    roles = blackmail_roles(state)
    if roles is None:
        return say("Blackmail: a tie, nothing happens; set it aside")
    robber, victim = (state.player(seat).name for seat in roles)
    return say("Blackmail: {robber} robs {victim}", robber=robber, victim=victim)


# --- boards ---


def _market(state: State) -> Board:
    cards = [*((card, "market") for card in state.market), *((card, "market") for card in state.open)]
    cards.extend((card, "reserve") for card in state.reserve)
    cells = []
    for index, (card, place) in enumerate(cards):
        cells.append(_card_cell(state, card, divmod(index, MARKET_COLUMNS), place))
    rows = max(3, -(-len(cards) // MARKET_COLUMNS))
    return Board("market", say("Market"), MARKET_COLUMNS, rows, tuple(cells))


def _card_cell(state: State, card: Piece, at: tuple[int, int], place: str) -> Cell:
    row, column = at
    named = state.catalog.named(card)
    special = state.catalog.specials.get(card)
    return Cell(
        title=named.short_name if named is not None else verbatim(card),
        x=column,
        y=row,
        value=str(special.points) if special is not None and special.points else "",
        tints=_tints(state, (card,)),
        tone=Tone.ATTENTION if card in state.open or place == "reserve" else Tone.NORMAL,
        zone=place,
        intent=Inspect(place, card),
    )


def _tints(state: State, cards: tuple[Piece, ...]) -> tuple[str, ...]:
    sets = dict.fromkeys(state.catalog.set_of(card) for card in cards)
    return tuple(state.catalog.colour_sets[name].tint for name in sets if name is not None)[:3]


def _pyramid(state: State) -> Board:
    within_reach = affordable(state, state.player(state.on_turn)) if state.turn is not None else {}
    to_lay = _unfinished_layer(state) if state.phase is Phase.SETUP else []
    cells = tuple(
        _place_cell(index) if tile is None else _tile_cell(state, index, tile, reachable=tile in within_reach)
        for index, tile in enumerate(state.pyramid)
        if tile is not None or PLACES[index] in to_lay
    )
    return Board("pyramid", say("Pyramid"), 4, 4, cells)


def _unfinished_layer(state: State) -> list[PyramidPlace]:
    """The empty places of the lowest layer that has some: those that are laid next (NWO-3)."""
    empty = [place for index, place in enumerate(PLACES) if state.pyramid[index] is None]
    return [place for place in empty if place[0] == empty[0][0]]


def _place_cell(index: int) -> Cell:
    """Where a tile is to be laid."""
    x, y = _corner(index)
    return Cell(say("a tile here"), x, y, tone=Tone.DIM, zone=zone(index))


def _corner(index: int) -> tuple[float, float]:
    """In tiles from the upper left corner of the lowest layer."""
    layer, row, column = PLACES[index]
    inset = (layer - 1) / 2
    return column + inset, row + inset


def _tile_cell(state: State, index: int, piece: Piece, *, reachable: bool) -> Cell:
    tile = state.catalog.tiles[piece]
    hidden = covered(state, index)
    x, y = _corner(index)
    return Cell(
        title=verbatim("") if hidden else tile.short_name,
        x=x,
        y=y,
        value=marked(tile.points, provisional=tile.provisional("points")),
        tints=tuple(state.catalog.colours[colour].tint for colour in tile.colours),
        tone=Tone.DIM if hidden else Tone.GOOD if reachable else Tone.NORMAL,
        zone=zone(index),
        intent=Inspect(zone(index), piece),
    )


# --- seats ---


def _seat(state: State, seat: Seat) -> SeatView:
    player = state.player(seat)
    places = [(number, pile) for number, pile in enumerate(player.slots, start=1)]
    width = max(slot_count(state, player), len(places))
    cells = [_slot_cell(state, player, f"{seat}.{number}", number - 1, pile) for number, pile in places]
    for pile in player.outside:
        cells.append(_slot_cell(state, player, f"{seat}.specials", width, pile))
        width += 1
    return SeatView(
        seat=seat,
        name=player.name,
        facts=_facts(state, seat),
        board=Board(f"{seat}.slots", say("Slots"), max(width, 1), 1, tuple(cells)),
        on_turn=state.turn is not None and state.on_turn == seat,
        tone=Tone.DIM if player.passed else Tone.NORMAL,
        remark=_remark(state, seat),
    )


def _remark(state: State, seat: Seat) -> Text | None:
    player = state.player(seat)
    if player.passed:
        return say("passed, starts next round") if state.disc == seat else say("passed")
    if state.extra and state.on_turn == seat:
        return say("one more action")
    return dream(state, player)


def _facts(state: State, seat: Seat) -> tuple[tuple[Text, str], ...]:
    player, score = state.player(seat), sheet(state, seat)
    begun = sum(1 for count in goals_begun(state, player).values() if count == 1)
    free = sum(1 for pile in player.slots[: slot_count(state, player)] if not pile)
    return (
        (say("VP"), marked(score.total, provisional=score.provisional)),
        (say("Tiles"), str(len(player.tiles))),
        (say("Goals"), f"{len(goals_of(state, player))}+{begun}"),
        (say("Free slots"), str(free)),
    )


def _slot_cell(state: State, player: Player, place: str, column: int, pile: Pile) -> Cell:
    if not pile:
        return Cell(verbatim(""), column, 0, tone=Tone.DIM, zone=place)
    waiting = delayed(state, pile)
    return Cell(
        title=_pile_title(state, pile),
        x=column,
        y=0,
        value=_pile_value(state, player, pile),
        detail=say("next round") if waiting else _pile_count(state, pile),
        tints=_tints(state, pile.cards),
        tone=Tone.ATTENTION if waiting else Tone.NORMAL if usable(state, pile) else Tone.DIM,
        zone=place,
        intent=Inspect(place, pile.cards[0]),
    )


def _pile_title(state: State, pile: Pile) -> Text:
    pile_kind = kind(state.catalog, pile.cards)
    if pile_kind is Kind.COLOUR:
        return state.catalog.colour_sets[state.catalog.set_of(pile.cards[0]) or ""].name
    if pile_kind is Kind.DIVIDENDS:
        return say("Dividends")
    named = state.catalog.named(pile.cards[0])
    return named.short_name if named is not None else verbatim(pile.cards[0])


def _pile_value(state: State, player: Player, pile: Pile) -> str:
    worth = points(state, player, pile.cards)
    if not worth:
        return ""
    named = state.catalog.named(pile.cards[0])
    ladder = kind(state.catalog, pile.cards) is Kind.CORPORATION and isinstance(named, Corporation)
    return marked(worth, provisional=ladder and named is not None and named.provisional("ladder"))


def _pile_count(state: State, pile: Pile) -> Text:
    match kind(state.catalog, pile.cards):
        case Kind.CORPORATION:
            full = state.catalog.corporations[pile.cards[0]].size.full
            return say("{count} of {full}", count=len(pile), full=full)
        case Kind.COLOUR:
            return say("{count} of {full}", count=len(pile), full=3)
        case _:
            return say_plural("{count} card", "{count} cards", len(pile))


# --- what can be pressed, and what is worth knowing ---


def _buttons(state: State) -> list[Button]:
    if state.open:
        card = state.catalog.specials[state.open[0]]
        return [Button(say("Set {card} aside", card=card.name), Do(act.SetAside(card.id)), key="pass")]
    passing = act.Pass(state.on_turn)
    refused = next((verdict for rule in RULES[act.Pass] if (verdict := rule(state, passing)) is not None), None)
    buttons = [
        Button(
            say("Pass: {who}", who=state.player(state.on_turn).name) if state.turn is not None else say("Pass"),
            Do(passing),
            key="pass",
            enabled=refused is None,
            why_not=None
            if refused is None
            else say("{reason} {rule}", reason=refused.reason, rule=refused.rule.citation),
        )
    ]
    if state.extra:
        buttons.append(Button(say("Give up the extra action"), Do(act.Waive(state.on_turn))))
    return buttons


def _standstill(state: State) -> list[Text]:
    """A warning before a round goes by in which nobody acts (NWO-28, NWO-74)."""
    playing = [player for player in state.players if not player.passed]
    if state.turn is None or len(playing) > 1 or any(player.acted for player in state.players):
        return []
    who = playing[0].name
    if state.turn.added:
        return [say("If {who} passes too, nobody has acted, and the next deal adds nothing.", who=who)]
    return [say("If {who} passes too, the game is over: {rule}", who=who, rule=STANDSTILL.citation)]


def _outlook(state: State) -> list[Text]:
    """What it would take: how far each player is from leading, and what he could have at most; at the end, a tie."""
    end = outcome(state)
    if end is not None and len(end.winners) > 1:
        return [say("Equal points share the victory: {rule}", rule=SHARED.citation)]
    if state.turn is None:
        return []
    outlook = prospects(state)
    remarks: list[Text] = [
        say(
            "{who}: {needed} more to lead, {most} possible",
            who=state.player(prospect.seat).name,
            needed=prospect.needed,
            most=prospect.most,
        )
        if prospect.needed
        else say("{who} leads, {most} possible", who=state.player(prospect.seat).name, most=prospect.most)
        for prospect in outlook
    ]
    for prospect in outlook:
        near = tuple(state.catalog.goals[goal].name for goal, tiles in prospect.goals.items() if tiles == 1)
        if near:
            remarks.append(say("{who}: one tile short of {goals}", who=state.player(prospect.seat).name, goals=near))
    return remarks


def _advice(state: State) -> list[Text]:
    """What the player on turn could pay for now, and what the other free tiles lack."""
    if state.turn is None:
        return []
    player, part = state.player(state.on_turn), part_word(state.catalog)
    remarks: list[Text] = [
        say(
            "{tile}: pay with {slots} ({points} for {price})",
            tile=state.catalog.tiles[tile].short_name,
            slots=comma_list(map(part.write, payment.paid)),
            points=payment.worth,
            price=state.catalog.tiles[tile].points,
        )
        for tile, payment in affordable(state, player).items()
    ]
    if lacking := shortfalls(state, player):
        short = comma_list(
            say("{tile} {points}", tile=state.catalog.tiles[tile].short_name, points=points)
            for tile, points in lacking.items()
        )
        remarks.append(say("Points short of the other free tiles: {tiles}", tiles=short))
    if any(power in ONCE_PER_GAME for power in unspent(state, player)):
        remarks.append(say("The character's power has not been used yet."))
    return remarks
