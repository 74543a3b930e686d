"""The turn: draws, takeovers, tokens, the knock, claims and the end (INWO-29 to INWO-46, INWO-290 to INWO-299)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.core.text import say
from companion.games.inwo import actions as act
from companion.games.inwo.board import bring_in, is_one_each, spend
from companion.games.inwo.card_plays import Denied
from companion.games.inwo.card_values import (
    fitting,
    is_devastated,
    puppets_counted,
    reduced_to_nothing,
    silenced,
    total,
)
from companion.games.inwo.continuous_effects import in_force, reaches
from companion.games.inwo.effects import Event, TokenGain
from companion.games.inwo.geometry import as_it_lies, at_no_arrow, fits, outgoing
from companion.games.inwo.hands import draw_groups, draw_plots, is_in_hand, out_of_hand, without
from companion.games.inwo.rules_declare import takeover_not_banned
from companion.games.inwo.rules_preconditions import (
    EARLY,
    Checks,
    game_has_begun,
    name,
    no_attack_under_way,
    nothing_waits,
    own_turn,
    title,
    token_refusal,
)
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Phase, Placed, Resource, State, evolve, happened, with_group

DREW_GROUP = "group drawn for a token"
TOOK_OVER = "automatic takeover"
TOOK_AGAIN = "another automatic takeover"
ACQUIRED = "Resource for a token"
_BACK_ONTO_THE_DECK = say("Put the card back onto the deck.")


# --- the phases before the tokens ---


@BOOK.check("INWO-30")
def time_to_draw_a_plot(state: State, action: act.DrawPlot) -> Refusal | None:
    if state.phase is not Phase.PLOTS:
        return refuse("A Plot is drawn first of all in a turn.", repair=_BACK_ONTO_THE_DECK)
    allowed = 1 + total(state, action.player, "more_plots") + puppets_counted(state, action.player)
    if state.turn_used.count(Denied.PLOT) < allowed:
        return None
    return refuse("{who} draws no more Plots as this turn begins.", repair=_BACK_ONTO_THE_DECK)


@BOOK.check("INWO-52")
def plots_left(state: State, action: act.DrawPlot | act.BuyPlot) -> Refusal | None:
    if Denied.PLOTS in state.turn_used and state.on_turn == action.player:
        return refuse("{who} draws no Plots in this turn.", repair="Put the card back.")
    if state.player(action.player).plot_deck < 1:
        return refuse("{who} has no Plots left to draw.", repair="Go on without.")
    return None


def draw_plot(state: State, action: act.DrawPlot) -> State:
    state = happened(draw_plots(state, action.player), Event.DREW, action.player)
    return replace(state, turn_used=(*state.turn_used, Denied.PLOT))


@BOOK.check("INWO-31")
def time_to_draw_a_group(state: State, action: act.DrawGroup) -> Refusal | None:
    match state.phase:
        case Phase.MAIN:
            return None
        case Phase.PLOTS | Phase.GROUPS if Denied.GROUP not in state.turn_used:
            return None
        case Phase.KNOCKED:
            return refuse("It is too late to draw a Group card.", repair=_BACK_ONTO_THE_DECK)
        case _:
            return refuse("{who} draws no more Group cards before the tokens are laid.", repair=_BACK_ONTO_THE_DECK)


@BOOK.check("INWO-38-R")
def draws_for_a_token(state: State, action: act.DrawGroup) -> Refusal | None:
    if state.phase is not Phase.MAIN:
        return None
    player = state.player(action.player)
    if state.rule("group_draw") == "once" and DREW_GROUP in state.turn_used:
        return refuse("A token has drawn a Group card in this turn.", repair=_BACK_ONTO_THE_DECK)
    return token_refusal(state, action.player, player.structure[0].card)


@BOOK.requires("INWO-109", "{who} has no Group cards left to draw.", repair="Go on without.")
def groups_left(state: State, action: act.DrawGroup) -> bool:
    return state.player(action.player).group_deck >= 1


def draw_group(state: State, action: act.DrawGroup) -> State:
    after = draw_groups(state, action.player)
    if state.phase is Phase.MAIN:
        after = spend(after, action.player, [state.player(action.player).structure[0].card])
        return replace(after, turn_used=(*state.turn_used, DREW_GROUP))
    return replace(after, phase=Phase.GROUPS, turn_used=(*state.turn_used, Denied.GROUP))


@BOOK.check("INWO-46")
def turn_or_granted(state: State, action: act.TakeOver) -> Refusal | None:
    """What a card brings into play comes in anybody's turn."""
    return None if action.card in state.granted else own_turn.check(state, action)


@BOOK.check("INWO-32")
def one_takeover(state: State, action: act.TakeOver | act.Acquire) -> Refusal | None:
    if action.card in state.granted and isinstance(action, act.TakeOver):
        return None
    if Denied.MAIN in state.turn_used and (state.phase is Phase.MAIN or TOOK_AGAIN not in state.turn_used):
        return refuse("Nothing is done in this turn but to draw and to lay tokens.", repair="Take the card back.")
    if state.phase is Phase.MAIN and isinstance(action, act.Acquire):
        return None
    if state.phase in EARLY and state.turn_used.count(TOOK_OVER) <= state.turn_used.count(TOOK_AGAIN):
        return None
    if state.phase in EARLY:
        return refuse("{who} has made the automatic takeover of this turn.", repair="Take the card back.")
    if state.phase is Phase.KNOCKED:
        return refuse("{who} has knocked, and this turn is over.", repair="Take the card back.")
    return refuse("An automatic takeover is made before the tokens are laid.", repair="Take the card back.")


@BOOK.requires("INWO-310-R", "This table plays without takeovers for two players.", repair="Take the card back.")
def takeovers_of_two(state: State, action: act.TakeOver | act.Acquire) -> bool:
    """In the older rules two players have none (INWO-311); else two play as more do (INWO-312)."""
    return len(state.players) != 2 or state.phase not in EARLY or state.rule("two_players") != "none"


@BOOK.requires(
    "INWO-96",
    "{card} is not in {who}'s hand.",
    repair="Take the card back; only cards of the own hand come into play.",
)
def in_his_hand(state: State, action: act.TakeOver | act.Acquire) -> bool:
    return is_in_hand(state, action.player, action.card)


@BOOK.requires("INWO-98", "{card} is in play.", repair="Take the copy back.")
def no_copy_in_play(state: State, action: act.TakeOver) -> bool:
    """A copy serves as agents only (INWO-283)."""
    return state.controller(action.card) is None or state.effects(action.card).always.copies


@BOOK.requires("INWO-165", "{card} was destroyed, so no copy may be played.", repair="Take it back.")
def not_destroyed(state: State, action: act.TakeOver) -> bool:
    return not state.is_destroyed(action.card)


@BOOK.check("INWO-84")
def at_an_arrow(state: State, action: act.TakeOver) -> Refusal | None:
    return arrow_refusal(state, action.player, action.master, action)


def arrow_refusal(
    state: State, seat: Seat, master: Piece, action: act.TakeOver | act.Move | act.HandOver
) -> Refusal | None:
    """Why there is no open arrow there: no such Group, no arrow at this edge, or a puppet at it."""
    player = state.player(seat)
    placed = player.placed(master)
    if placed is None or action.side not in outgoing(state.evening.catalog, placed):
        refusal = refuse(
            "{master} of {who} has no control arrow there.",
            repair="Lay the card at an arrow.",
            master=title(state, master),
            who=name(state, seat),
        )
        return at_no_arrow(refusal, state, placed, action.side)
    if any(each.side == action.side for each in player.puppets(master)):
        return refuse(
            "A puppet lies at this arrow of {master}.", repair="Take an open arrow.", master=title(state, master)
        )
    return None


@BOOK.check("INWO-33")
def no_overlap(state: State, action: act.TakeOver) -> Refusal | None:
    structure = state.player(action.player).structure
    arrival = (Placed(action.card, action.master, action.side),)
    return None if fits(state.evening.catalog, structure, arrival) else overlap_refusal(state, (*structure, *arrival))


def overlap_refusal(state: State, lying: Sequence[Placed]) -> Refusal:
    """Where cards lie depends on the arrows into them; the last of them has come."""
    refusal = refuse(
        "{card} would lie over another Group there.",
        repair="Take another arrow.",
        card=title(state, lying[-1].card),
    )
    return as_it_lies(refusal, state, lying)


def take_over(state: State, action: act.TakeOver) -> State:
    after = bring_in(
        out_of_hand(state, action.player, action.card), action.player, action.card, action.master, action.side
    )
    if action.card in state.granted:
        return replace(after, granted=without(state.granted, action.card))
    return _takeover_counted(state, happened(after, Event.TAKEN_OVER, action.player, action.card, action.player))


def _takeover_counted(state: State, after: State) -> State:
    if state.phase is Phase.MAIN:
        return replace(after, free_takeovers=max(0, state.free_takeovers - 1))
    return replace(after, phase=Phase.TAKEOVER, turn_used=(*state.turn_used, TOOK_OVER))


@BOOK.check("INWO-100")
def resource_for_a_token(state: State, action: act.Acquire) -> Refusal | None:
    if state.phase is not Phase.MAIN or state.free_takeovers:
        return None
    if ACQUIRED in state.turn_used:
        return refuse("A token has brought a Resource in this turn.", repair="Take the card back.")
    return token_refusal(state, action.player, state.player(action.player).structure[0].card)


@BOOK.check("INWO-102")
def unique_once(state: State, action: act.Acquire) -> Refusal | None:
    """Of others there may be any number (INWO-103)."""
    if not state.card(action.card).unique:
        return None
    if state.holder(action.card):
        return refuse("{card} is Unique, and one is in play.", repair="Take the copy back.")
    if action.card in state.gone:
        return refuse("{card} is Unique, and one was destroyed.", repair="Take the copy back.")
    return None


@BOOK.requires("INWO-16", "{who} has one {card} in play, and no player has two.", repair="Take the copy back.")
def one_for_each(state: State, action: act.Acquire) -> bool:
    return not is_one_each(state, action.card) or state.player(action.player).resource(action.card) is None


def acquire(state: State, action: act.Acquire) -> State:
    """After the tokens it has none in this turn (INWO-39)."""
    after = out_of_hand(state, action.player, action.card)
    resources = (*after.player(action.player).resources, Resource(action.card))
    after = evolve(after, action.player, resources=tuple(sorted(resources, key=lambda each: each.card)))
    if state.phase is Phase.MAIN and not state.free_takeovers:
        after = spend(after, action.player, [state.player(action.player).structure[0].card])
        return replace(after, turn_used=(*state.turn_used, ACQUIRED))
    return _takeover_counted(state, after)


@BOOK.check("INWO-34")
def tokens_not_laid(state: State, action: act.Proceed) -> Refusal | None:
    if state.phase in EARLY:
        return None
    if state.phase is Phase.KNOCKED:
        return refuse("{who} has knocked, and this turn is over.", repair="Leave the turn to who is next.")
    return refuse("The tokens have been laid.", repair="Go on with the main phase, or knock.")


def proceed(state: State, action: act.Proceed) -> State:
    """The tokens are laid, and the main phase begins (INWO-34, INWO-79, INWO-310).

    Who was taken over in this turn gets his, too (INWO-77).
    """
    seat = action.player
    for placed in state.player(seat).structure:
        count = max(placed.tokens, _tokens_due(state, seat, placed))
        state = with_group(state, seat, placed.card, tokens=count, captured=False)
    resources = tuple(
        replace(each, tokens=max(each.tokens, state.card(each.card).action), relinked=False, used=False)
        for each in state.player(seat).resources
    )
    state = evolve(state, seat, resources=resources)
    paid = len(state.players) == 2 and TOOK_OVER in state.turn_used
    if paid:
        root = state.player(seat).structure[0]
        state = with_group(state, seat, root.card, tokens=max(0, root.tokens - 1))
    return happened(replace(state, phase=Phase.MAIN), Event.LAID, seat)


def _tokens_due(state: State, seat: Seat, placed: Placed) -> int:
    """What lies there brings no second one (INWO-36)."""
    gone = is_devastated(state, seat, placed.card) or reduced_to_nothing(state, placed.card)
    if gone or silenced(state, placed.card):
        return 0
    gains = [
        gain
        for each in in_force(state)
        for gain in each.effect.tokens
        if reaches(state, each, gain.scope, seat, placed.card) and fitting(state, gain.to, placed.card)
    ]
    extra = sum(gain.extra * _puppets(state, seat, placed, gain) for gain in gains)
    return max(0, 1 + extra) + placed.tokens * any(gain.saves for gain in gains)


def _puppets(state: State, seat: Seat, placed: Placed, gain: TokenGain) -> int:
    if gain.per_puppet is None:
        return 1
    return sum(fitting(state, gain.per_puppet, each.card) for each in state.player(seat).puppets(placed.card))


_DRAWING = (own_turn, nothing_waits, no_attack_under_way)
CHECKS: Checks = {
    act.DrawPlot: (*_DRAWING, time_to_draw_a_plot, plots_left),
    act.DrawGroup: (*_DRAWING, time_to_draw_a_group, draws_for_a_token, groups_left),
    act.TakeOver: (
        turn_or_granted,
        nothing_waits,
        no_attack_under_way,
        one_takeover,
        takeovers_of_two,
        no_copy_in_play,
        not_destroyed,
        in_his_hand,
        at_an_arrow,
        no_overlap,
        takeover_not_banned,
    ),
    act.Acquire: (
        *_DRAWING,
        one_takeover,
        takeovers_of_two,
        resource_for_a_token,
        unique_once,
        one_for_each,
        in_his_hand,
    ),
    act.Proceed: (game_has_begun, *_DRAWING, tokens_not_laid),
}
EFFECTS = {
    act.DrawPlot: draw_plot,
    act.DrawGroup: draw_group,
    act.TakeOver: take_over,
    act.Acquire: acquire,
    act.Proceed: proceed,
}
