"""What no label of INWO shows, to be put right by hand: whose turn it is, tokens, hands, what is linked to what."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.editor import EditRefused, Figure, number, yes_or_no
from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.table import Piece
from companion.core.text import Text, say, verbatim
from companion.games.inwo.board import with_resource, with_tokens
from companion.games.inwo.catalog import Kind
from companion.games.inwo.hands import discarded, into_hand
from companion.games.inwo.screen import PHASE_NAME
from companion.games.inwo.state import Phase, Player, State, evolve, with_group

PHASES = (Phase.PLOTS, Phase.GROUPS, Phase.TAKEOVER, Phase.MAIN)
MOST_TOKENS, NOTHING = 9, "-"


def is_quiet(state: State) -> bool:
    """Whether nobody attacks, and nothing waits to take effect or to be answered."""
    return not (state.attack or state.stack or state.by_hand or state.owed or state.claims)


def figures(state: State) -> Iterator[Figure]:
    if not is_quiet(state):
        answers = {"on": say("goes on"), "over": say("is over")}
        yield Figure("play", say("The attack or card under way"), "on", answers)
        return
    if not state.is_setup:
        playing = sorted({*state.alive, state.on_turn})
        people = {seat: verbatim(state.player(seat).name) for seat in playing}
        phases = {phase.value: PHASE_NAME[phase] for phase in (*PHASES, state.phase)}
        yield Figure("turn", say("Whose turn"), state.on_turn, people)
        yield Figure("phase", say("What is going on"), state.phase.value, phases)
    for card in dict.fromkeys(order.card for order in state.orders):
        owner = next(order.player for order in reversed(state.orders) if order.card == card)
        people = {seat: verbatim(player.name) for seat, player in state.each()}
        yield Figure(f"order.{card}", say("Who played {card}", card=state.card(card).title), owner, people)
    for seat, player in state.each():
        if not player.out:
            yield from _of_player(state, seat, player)


def _of_player(state: State, seat: Seat, player: Player) -> Iterator[Figure]:
    yield number(f"{seat}.plots", say("Hidden Plots in hand"), player.plots, len(player.unseen_plots), seat)
    yield number(f"{seat}.groups", say("Hidden Groups in hand"), player.groups, len(player.unseen_groups), seat)
    groups: dict[Piece, Text] = {placed.card: state.card(placed.card).title for placed in player.structure}
    for placed in player.structure:
        name = groups[placed.card]
        yield number(
            f"{seat}.tokens.{placed.card}", say("Tokens on {card}", card=name), placed.tokens, MOST_TOKENS, seat
        )
        if placed.devastated or state.card(placed.card).kind is Kind.PLACE:
            is_devastated = say("{card} is devastated", card=name)
            yield yes_or_no(f"{seat}.devastated.{placed.card}", is_devastated, placed.devastated, seat)
    for card in dict.fromkeys(resource.card for resource in player.resources):
        resource = player.resource(card)
        assert resource is not None
        title = state.card(card).title
        yield number(f"{seat}.tokens.{card}", say("Tokens on {card}", card=title), resource.tokens, MOST_TOKENS, seat)
        choices: dict[str, Text] = {NOTHING: say("nothing"), **groups}
        linked = say("{card} is linked to", card=title)
        yield Figure(
            f"{seat}.resource.{card}", linked, resource.to if resource.to in groups else NOTHING, choices, seat
        )
    for link in {link.card: link for link in state.links if link.to in groups}.values():
        linked = say("{card} is linked to", card=state.card(link.card).title)
        yield Figure(f"{seat}.link.{link.card}", linked, link.to, groups, seat)


def with_figure(state: State, name: str, value: str) -> State:
    match name.split("."):
        case ["play"]:
            return _over(state) if value == "over" else state
        case ["turn"]:
            return _anew(state, value, Phase.MAIN)
        case ["phase"]:
            return _anew(state, state.on_turn, Phase(value))
        case ["order", card]:
            order = next(each for each in reversed(state.orders) if each.card == card)
            orders = (replace(each, player=value) if each is order else each for each in state.orders)
            return replace(state, orders=tuple(orders))
        case [seat, "plots" | "groups" as pile]:
            return evolve(state, seat, **{pile: int(value)})
        case [seat, what, card]:
            return _with_card(state, seat, what, card, value)
        case _:
            raise LookupError(name)


def _over(state: State) -> State:
    """Nothing is played any more: what lay in the middle for it is discarded, or goes back into its player's hand."""
    waiting = (*state.stack, *((state.by_hand,) if state.by_hand is not None else ()))
    for played in waiting:
        if state.card(played.card).kind is Kind.PLOT:
            state = discarded(state, played.player, played.card)
    if (attack := state.attack) is not None:
        for seat, card in attack.played:
            state = discarded(state, seat, card)
        if (plot := state.attacking_plot) is not None:
            state = discarded(state, attack.player, plot)
        if attack.agents is not None:
            state = into_hand(state, attack.agents, attack.target)
        if attack.from_hand:
            state = into_hand(state, attack.player, attack.target)
    return replace(state, attack=None, stack=(), by_hand=None, owed=(), claims=(), silent=(), just=(), latest=())


def _anew(state: State, seat: Seat, phase: Phase) -> State:
    """A part of a turn in which nothing has been done yet; what was tried goes back into its player's hand."""
    if (seat, phase) == (state.on_turn, state.phase):
        return state
    if state.is_setup:
        raise EditRefused(say("The game has not begun yet."))
    for card in state.tried:
        state = into_hand(state, state.on_turn, card)
    done = {"tried": (), "turn_used": (), "silent": (), "granted": (), "free_moves": 0, "free_takeovers": 0}
    return replace(state, on_turn=seat, phase=phase, interrupted=None, **done)


def _with_card(state: State, seat: Seat, what: str, card: Piece, value: str) -> State:
    match what:
        case "tokens" if state.card(card).kind is Kind.RESOURCE:
            return with_resource(state, seat, card, tokens=int(value))
        case "tokens":
            return with_tokens(state, seat, card, int(value))
        case "devastated":
            return with_group(state, seat, card, devastated=value == "yes")
        case "resource":
            return with_resource(state, seat, card, to=None if value == NOTHING else value)
        case _:
            mine = {placed.card for placed in state.player(seat).structure}
            link = next(each for each in reversed(state.links) if each.card == card and each.to in mine)
            links = (replace(each, to=value) if each is link else each for each in state.links)
            return replace(state, links=tuple(links))
