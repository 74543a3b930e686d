"""The end of a turn: the knock, claims of victory, the next player (INWO-41 to INWO-46, INWO-290 to INWO-299)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.core.text import say, say_plural
from companion.games.inwo import actions as act
from companion.games.inwo.board import begins_a_round, eliminated, next_seat
from companion.games.inwo.card_values import total
from companion.games.inwo.continuous_effects import in_force, reaches
from companion.games.inwo.effects import Until
from companion.games.inwo.goals import first_round, is_goal_card, meets_goal, winners
from companion.games.inwo.hands import discarded, into_hand, is_in_hand, out_of_hand
from companion.games.inwo.rules_preconditions import (
    Checks,
    in_main_phase,
    name,
    no_attack_under_way,
    nothing_waits,
    own_turn,
    title,
)
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Claim, Destroyed, Lasts, Phase, State, evolve, with_group

PLOT_LIMIT = 5
"""INWO-58."""


@BOOK.requires("INWO-44-R2", "{who} meets a goal and has to say so.", repair="Claim victory.")
def has_claimed(state: State, action: act.Knock) -> bool:
    if state.rule("goal_announcement") != "must" or first_round(state):
        return True
    return not meets_goal(state, action.player)


def knock(state: State, action: act.Knock) -> State:
    """What belongs to the end of a turn (INWO-41): Groups of the hand that were not controlled go (INWO-42, INWO-142).

    Or they are saved by a card.
    """
    seat = action.player
    saved = bool(total(state, seat, "saves_failed"))
    for card in state.tried:
        state = into_hand(state, seat, card) if saved else discarded(state, seat, card)
    state = evolve(state, seat, turns=state.player(seat).turns + 1)
    return replace(state, phase=Phase.KNOCKED, tried=(), free_moves=0, free_takeovers=0, granted=())


@BOOK.requires(
    "INWO-42",
    "{who}'s turn is not over.",
    repair="Wait for the knock.",
    who=lambda state, _: name(state, state.on_turn),
)
def has_knocked(state: State, action: act.Begin) -> bool:
    return state.phase is Phase.KNOCKED


@BOOK.check("INWO-29")
def next_in_turn(state: State, action: act.Begin) -> Refusal | None:
    following = next_seat(state)
    if action.player == following:
        return None
    who = name(state, following)
    repair = say("Leave the turn to {who}.", who=who)
    if following == state.interrupted:
        return refuse("{who} is next: a card has put that turn off.", repair=repair, who=who)
    return refuse("{who} is next: play goes to the right.", repair=repair, who=who)


@BOOK.requires("INWO-296", "A claim of victory is open.", repair="Answer it, or say that nobody has an answer.")
def no_claim_open(state: State, action: act.Begin | act.LeaveGame) -> bool:
    return not state.claims


@BOOK.check("INWO-58")
def hands_within_limit(state: State, action: act.Knock | act.Begin) -> Refusal | None:
    """Groups and what lies as a marker are not counted (INWO-59, INWO-60)."""
    for seat, player in state.each():
        limit = PLOT_LIMIT + total(state, seat, "plot_limit")
        if seat != action.player and not player.out and player.hand > limit:
            return refuse(
                "{who} holds {count} Plots; {limit} are the most outside the own turn.",
                repair="Play, give, return or discard some.",
                who=name(state, seat),
                count=player.hand,
                limit=limit,
            )
    return None


def begin(state: State, action: act.Begin) -> State:
    """What lasted until the end of the turn ends; who is relieved by a card is so."""
    state = _relieved(state, action.player)
    lasting = tuple(each for each in state.lasting if _goes_on(state, each, action.player))
    state = replace(
        state,
        on_turn=action.player,
        round=state.round + begins_a_round(state, action.player),
        interrupted=None,
        phase=Phase.PLOTS,
        turn_used=(),
        silent=(),
        lasting=lasting,
    )
    used = tuple(mark for mark in state.player(action.player).used if not mark.startswith("turn "))
    return _faded(evolve(state, action.player, used=used))


def _as_it_stays(gone: Destroyed) -> Destroyed:
    return gone if gone.later is None else replace(gone, alignments=gone.later, later=None)


def _faded(state: State) -> State:
    """INWO-303: destroyed Groups have the alignments they keep, and no others."""
    for seat, player in state.each():
        destroyed = tuple(_as_it_stays(each) for each in player.destroyed)
        state = evolve(state, seat, destroyed=destroyed) if destroyed != player.destroyed else state
    return state


def _goes_on(state: State, lasts: Lasts, beginning: Seat) -> bool:
    concerned = state.controller(lasts.target or "") or lasts.player
    return lasts.until is Until.ALWAYS or (lasts.until is Until.OWN_TURN and concerned != beginning)


def _relieved(state: State, beginning: Seat) -> State:
    """DS: some cards relieve their master or puppets, at the end of any turn or as the own one begins."""
    rules = [(each, rule) for each in in_force(state) for rule in each.effect.relief]
    for each, rule in rules:
        for seat, player in state.each():
            for placed in player.structure:
                due = placed.devastated and (seat == beginning or not rule.own_turn)
                if due and reaches(state, each, rule.scope, seat, placed.card):
                    state = with_group(state, seat, placed.card, devastated=False)
    return state


# --- claims ---


@BOOK.check("INWO-43")
def in_the_window(state: State, action: act.Claim) -> Refusal | None:
    """In the older rules the player on turn claims before he knocks (INWO-44, INWO-44-R)."""
    before = state.rule("victory_window") == "before_knock"
    own = before and state.on_turn == action.player
    if state.phase is (Phase.MAIN if own else Phase.KNOCKED):
        return None
    if own:
        if state.phase is Phase.KNOCKED:
            return refuse("The player on turn claims before he knocks.", repair="Claim in another turn.")
        return refuse("The player on turn claims before he knocks.", repair="Claim in the main phase.")
    return refuse("Victory is claimed after the knock.", repair="Wait for it.")


@BOOK.requires("INWO-295", "Nobody wins in the first round.", repair="Play on.")
def after_the_first_round(state: State, action: act.Claim) -> bool:
    return not first_round(state)


@BOOK.check("INWO-298")
def holds_the_goal(state: State, action: act.Claim) -> Refusal | None:
    card = action.card
    if card is None or (is_goal_card(state, card) and is_in_hand(state, action.player, card)):
        return None
    return refuse(
        "{card} is no goal of {who}'s hand.",
        repair="Show a goal card of the hand, or claim without.",
        card=title(state, card),
    )


@BOOK.check("INWO-299")
def few_goal_cards(state: State, action: act.Claim | act.Expose) -> Refusal | None:
    card = action.card
    forced = isinstance(action, act.Expose) and state.owed
    cards = (card, *state.player(action.player).exposed)
    if card is None or forced or not is_goal_card(state, card) or not too_many_goal_cards(state, action.player, cards):
        return None
    most = most_goal_cards(state, action.player)
    said = say_plural("{who} holds more than one goal card.", "{who} holds more than {count} goal cards.", most)
    return refuse(said, repair="Discard or return the others first.")


def most_goal_cards(state: State, seat: Seat) -> int:
    return 1 + total(state, seat, "goal_cards")


def too_many_goal_cards(state: State, seat: Seat, cards: Iterable[Piece | None]) -> bool:
    """Of one goal card a player may hold several copies; some let him hold more goal cards."""
    goals = {card for card in cards if card is not None and is_goal_card(state, card)}
    return len(goals) > most_goal_cards(state, seat)


@BOOK.requires("INWO-294", "{who} meets no goal.", repair="Play on; the screen tells what is missing.")
def goal_is_met(state: State, action: act.Claim) -> bool:
    return meets_goal(state, action.player, action.card)


@BOOK.requires("INWO-297", "{who} has claimed already.", repair="Hear the answers.")
def claims_once(state: State, action: act.Claim) -> bool:
    return not any(claim.player == action.player for claim in state.claims)


def claim(state: State, action: act.Claim) -> State:
    """The goal card lies open (INWO-298), and everybody may answer."""
    if action.card is not None and action.card not in state.player(action.player).exposed:
        state = out_of_hand(state, action.player, action.card)
        exposed = (*state.player(action.player).exposed, action.card)
        state = evolve(state, action.player, exposed=tuple(sorted(exposed)))
    return replace(state, claims=(*state.claims, Claim(action.player, action.card)), silent=())


def claims_answered(state: State) -> State:
    """When nobody has an answer left: the claims hold now, or they are void."""
    if not state.claims or not set(state.alive) <= {*state.silent, *(claim.player for claim in state.claims)}:
        return state
    return replace(state, winners=winners(state), claims=(), silent=())


@BOOK.requires(
    "INWO-290-R2", "Who leaves the game does so at the end of his own turn.", repair="Play the turn to its end."
)
def at_the_end_of_his_turn(state: State, action: act.LeaveGame) -> bool:
    """A table may let him go whenever nothing is under way."""
    at_the_end = state.phase is Phase.KNOCKED and state.on_turn == action.player
    return at_the_end or state.choices["leaving"] == "any_time"


def leave_game(state: State, action: act.LeaveGame) -> State:
    return eliminated(state, action.player)


_QUIET = (nothing_waits, no_attack_under_way)
CHECKS: Checks = {
    act.Knock: (own_turn, *_QUIET, in_main_phase, has_claimed, hands_within_limit),
    act.Begin: (*_QUIET, has_knocked, next_in_turn, no_claim_open, hands_within_limit),
    act.Claim: (
        *_QUIET,
        in_the_window,
        after_the_first_round,
        holds_the_goal,
        few_goal_cards,
        goal_is_met,
        claims_once,
    ),
    act.LeaveGame: (*_QUIET, no_claim_open, at_the_end_of_his_turn),
}
EFFECTS = {
    act.Knock: knock,
    act.Begin: begin,
    act.Claim: claim,
    act.LeaveGame: leave_game,
}
