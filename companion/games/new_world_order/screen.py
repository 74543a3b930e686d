"""What the players see: market, pyramid, every seat's slots, and what the rules allow now."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.game import Seat
from companion.core.rules import first_broken
from companion.core.screen import Button, Do, Screen, SeatView, Tone, forbidden
from companion.core.screen_parts import KeyFigure, Pips
from companion.core.selection import NO_SELECTION, Selection
from companion.core.text import Text, comma_list, say, say_plural
from companion.games.new_world_order import actions as act
from companion.games.new_world_order.actions.prepare import cannot_be_finished
from companion.games.new_world_order.actions.rob import blackmail_roles
from companion.games.new_world_order.catalog import ONCE_PER_GAME, Effect
from companion.games.new_world_order.game_flow import awaits_second, last_round, leading_character, missing_cards
from companion.games.new_world_order.goals import TILES_PER_GOAL
from companion.games.new_world_order.hints import (
    affordable,
    dream,
    goals_begun,
    prospects,
    provisional_remarks,
    shortfalls,
)
from companion.games.new_world_order.names import tile_short_name
from companion.games.new_world_order.notation import part_word
from companion.games.new_world_order.phases import Phase
from companion.games.new_world_order.purchases import purchases, unspent
from companion.games.new_world_order.scoring import SHARED, STANDSTILL, goals_of, outcome, sheet
from companion.games.new_world_order.screen_boards import (
    market_board,
    pile_worth,
    pyramid_board,
    slots_board,
    unfinished_layer,
)
from companion.games.new_world_order.screen_moves import entry, move_question
from companion.games.new_world_order.settings import TITLE
from companion.games.new_world_order.state import Player, State


def present(state: State, selection: Selection = NO_SELECTION) -> Screen:
    return Screen(
        title=TITLE,
        status=_status(state),
        heading=_heading(state),
        seats=tuple(_seat(state, seat) for seat in state.seats),
        boards=(market_board(state), pyramid_board(state)),
        buttons=tuple(_buttons(state)),
        notice=move_question(state, selection),
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
            return say("{names} won", names=names) if names else say("The game is over")


def _heading(state: State) -> Text | None:
    return say("{name}’s turn", name=state.player(state.on_turn).name) if state.turn is not None else None


def _setup_status(state: State) -> Text:
    if layer := unfinished_layer(state):
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
    if state.due_with(Effect.BLACKMAIL) is None:
        return say("Cut the Losses: everybody may throw away one card or set")
    roles = blackmail_roles(state)
    if roles is None:
        return say("Blackmail: a tie, nothing happens; set it aside")
    robber, victim = (state.player(seat).name for seat in roles)
    return say("Blackmail: {robber} robs {victim}", robber=robber, victim=victim)


# --- seats ---


def _seat(state: State, seat: Seat) -> SeatView:
    player, score = state.player(seat), sheet(state, seat)
    return SeatView(
        seat=seat,
        name=player.name,
        facts=tuple(_facts(state, player)),
        board=slots_board(state, seat, player),
        on_turn=state.turn is not None and state.on_turn == seat,
        tone=Tone.DIM if player.passed else Tone.NORMAL,
        remark=_remark(state, seat),
        score=KeyFigure(say_plural("point", "points", score.total), str(score.total), provisional=score.provisional),
    )


def _remark(state: State, seat: Seat) -> Text | None:
    player = state.player(seat)
    if player.passed:
        return say("passed, starts next round") if state.disc == seat else say("passed")
    if state.extra and state.on_turn == seat:
        return say("one more action")
    return dream(state, player)


def _facts(state: State, player: Player) -> Iterator[KeyFigure]:
    """What he can pay with two piles, and the Great Goals that he has or that are within one tile."""
    best = max(purchases(state, player), key=lambda way: way.worth, default=None)
    unsure = _unsure(state, player)
    most = "?" if unsure and state.catalog.asked else str(best.worth if best is not None else 0)
    yield KeyFigure(say("can pay up to"), most, provisional=unsure)
    for goal in goals_of(state, player):
        yield KeyFigure(state.catalog.goal_of_colour[goal].name, pips=Pips(TILES_PER_GOAL, TILES_PER_GOAL))
    for name, lacks in goals_begun(state, player).items():
        if lacks == 1:
            yield KeyFigure(state.catalog.goals[name].name, pips=Pips(TILES_PER_GOAL - lacks, TILES_PER_GOAL))


def _unsure(state: State, player: Player) -> bool:
    return any(pile_worth(state, player, pile)[1] for pile in player.slots if pile)


# --- what can be pressed, and what is worth knowing ---


def _buttons(state: State) -> list[Button]:
    moves = entry(state)
    entries = [] if moves is None else [moves]
    if state.open:
        cards = [state.catalog.specials[card] for card in dict.fromkeys(state.due)]
        asides = [
            Button(say("Set {card} aside", card=card.name), Do(act.SetAside(card.id)), key=key, icon="circle-x")
            for card, key in zip(cards, ("pass", *[""] * len(cards)), strict=False)
        ]
        return [*asides, *entries]
    passing = act.Pass(state.on_turn)
    refused = first_broken(act.RULES[act.Pass], state, passing)
    buttons = [
        Button(
            say("Pass"),
            Do(passing),
            key="pass",
            icon="player-skip-forward",
            enabled=refused is None,
            why_not=forbidden(refused),
        )
    ]
    buttons += entries
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
    if state.turn is None or (state.catalog.asked and provisional_remarks(state)):
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
            tile=tile_short_name(state.catalog, tile),
            slots=comma_list(map(part.write, payment.paid)),
            points=payment.worth,
            price=state.catalog.tiles[tile].points,
        )
        for tile, payment in affordable(state, player).items()
    ]
    if lacking := shortfalls(state, player):
        short = comma_list(
            say("{tile} {points}", tile=tile_short_name(state.catalog, tile), points=points)
            for tile, points in lacking.items()
        )
        remarks.append(say("Points short of the other free tiles: {tiles}", tiles=short))
    if any(power in ONCE_PER_GAME for power in unspent(state, player)):
        remarks.append(say("The character's power has not been used yet."))
    return remarks
