"""Within an attack: the token and the Plots that go with it, no more, the roll (INWO-121 to INWO-143)."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.core.table import Piece
from companion.games.inwo import actions as act
from companion.games.inwo.board import spend, tokens_on, with_tokens
from companion.games.inwo.card_plays import Play
from companion.games.inwo.card_values import fitting
from companion.games.inwo.continuous_effects import asks_to_lead, play_of
from companion.games.inwo.effects import Until
from companion.games.inwo.hands import discarded, into_hand, out_of_hand, plots_held
from companion.games.inwo.rules_declare import illegal_now, without_illegal_plots
from companion.games.inwo.rules_preconditions import (
    Checks,
    game_has_begun,
    name,
    nothing_waits,
    title,
)
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Lasts, State, evolve
from companion.games.inwo.strength import LEAST, strength
from companion.games.inwo.timing import goes_with_token

# --- in an attack ---


@BOOK.requires("INWO-141", "No attack is under way.", repair="Lay everything back.")
def an_attack_is_open(state: State, action: act.Decision | act.Rolled) -> bool:
    return state.attack is not None


@BOOK.requires("INWO-259", "The dice have been rolled.", repair="Lay it back; only the roll can be changed now.")
def dice_not_rolled(state: State, action: act.Decision | act.Rolled) -> bool:
    return state.attack is None or state.attack.roll is None


@BOOK.requires(
    "INWO-125",
    "The attack is {who}'s.",
    repair="Leave it to {who}.",
    who=lambda state, _: name(state, state.attack.player),
)
def the_attackers_own(state: State, action: act.SpendToken | act.CallOff | act.Conclude | act.Capture) -> bool:
    return state.attack is None or state.attack.player == action.player


@BOOK.requires("INWO-126", "The attack is committed.", repair="Go on with it.")
def not_committed(state: State, action: act.CallOff) -> bool:
    return state.attack is None or not state.attack.committed


@BOOK.requires("INWO-72", "The attacker's token has been taken.", repair="Go on with the attack.")
def not_spent_yet(state: State, action: act.SpendToken) -> bool:
    return state.attack is None or not state.attack.spent


def spend_token(state: State, action: act.SpendToken) -> State:
    attack = state.open_attack
    assert attack.attacker is not None
    state = spend(state, action.player, [attack.attacker])
    return with_plots(
        replaced(state, spent=True, committed=True, silent=()), action.player, attack.attacker, action.plots
    )


def replaced(state: State, **changes: object) -> State:
    """The state with other values of its attack."""
    assert state.attack is not None
    return replace(state, attack=replace(state.attack, **changes))


def with_plots(state: State, seat: Seat, card: Piece, plots: tuple[Piece, ...]) -> State:
    """Plots that are played together with a token, for its action (INWO-62)."""
    for plot in plots:
        state = out_of_hand(state, seat, plot)
        lasts = Lasts(plot, seat, card, Until.ATTACK)
        assert state.attack is not None
        state = replaced(
            replace(state, lasting=(*state.lasting, lasts)),
            played=(*state.attack.played, (seat, plot)),
            used=(*state.attack.used, (seat, plot)),
        )
    return state


@BOOK.check("INWO-62")
def plots_go_with_the_token(state: State, action: act.SpendToken | act.GiveHelp) -> Refusal | None:
    attack = state.attack
    card = action.card if isinstance(action, act.GiveHelp) else None if attack is None else attack.attacker
    for plot in action.plots:
        play = play_of(state, plot, None)
        if card is None or play is None or not _suits(state, play, card, action):
            return refuse("{plot} does not go with this token.", repair="Take the Plot back.", plot=title(state, plot))
    return None


def _suits(state: State, play: Play, card: Piece, action: act.SpendToken | act.GiveHelp) -> bool:
    """Some go with the token of an attack alone."""
    leads = isinstance(action, act.SpendToken) or not asks_to_lead(play)
    return goes_with_token(play) and leads and fitting(state, play.target, card)


@BOOK.check("INWO-19")
def plots_of_his_hand(state: State, action: act.SpendToken | act.GiveHelp) -> Refusal | None:
    player = state.player(action.player)
    for plot in action.plots:
        if plot not in plots_held(player):
            return refuse("{plot} is not in {who}'s hand.", repair="Take it back.", plot=title(state, plot))
    return None


@BOOK.check("INWO-129")
def no_plot_twice(state: State, action: act.SpendToken | act.GiveHelp) -> Refusal | None:
    played = [] if state.attack is None else [card for seat, card in state.attack.used if seat == action.player]
    for plot in action.plots:
        if plot in played or action.plots.count(plot) > 1:
            return refuse(
                "{who} has used {plot} in this attack.", repair="Take the copy back.", plot=title(state, plot)
            )
    return None


# --- calling off, no more, rolling ---


@BOOK.check("INWO-128")
def not_by_a_card(state: State, action: act.CallOff | act.SpendToken) -> Refusal | None:
    if state.attack is None or state.attack.attacker is not None:
        return None
    if isinstance(action, act.CallOff):
        return refuse("An attack that a card makes is not called off.", repair="Go on with it.")
    return refuse("A card makes this attack, and no Group pays for it.", repair="Lay the token back.")


def call_off(state: State, action: act.CallOff) -> State:
    """INWO-127: all take back what they offered."""
    return withdrawn(state, back_to_hand=True)


def withdrawn(state: State, *, back_to_hand: bool) -> State:
    """The attack ends without having been one: what helpers spent for it returns (INWO-127, INWO-254)."""
    attack = state.open_attack
    for each in attack.helps:
        if state.player(each.player).placed(each.card) is not None:
            state = with_tokens(state, each.player, each.card, tokens_on(state, each.player, each.card) + each.tokens)
    owner = state.controller(attack.target)
    if attack.took_token and owner is not None:  # of a disaster that was cancelled (INWO-209)
        state = with_tokens(state, owner, attack.target, tokens_on(state, owner, attack.target) + 1)
    led = {(each.player, each.card) for each in state.lasting if each.target == attack.attacker}
    for seat, plot in attack.played:
        if (seat, plot) in led:
            state = discarded(state, seat, plot)
        else:
            state = evolve(state, seat, exposed=tuple(sorted((*state.player(seat).exposed, plot))))
    if attack.agents is not None:
        state = into_hand(state, attack.agents, attack.target)
    if attack.from_hand and back_to_hand:
        state = into_hand(state, attack.player, attack.target)
    return without_attack(state, tried=attack.from_hand and not back_to_hand)


def without_attack(state: State, *, tried: bool) -> State:
    """What lasted as long as it did ends; whether a Group of the hand has been `tried` (INWO-142)."""
    marked = (state.open_attack.target,) if tried else ()
    lasting = tuple(each for each in state.lasting if each.until is not Until.ATTACK)
    return replace(state, attack=None, lasting=lasting, tried=tuple(sorted((*state.tried, *marked))))


@BOOK.requires("INWO-141", "Nothing waits for an answer.", repair="Go on with the game.")
def something_to_answer(state: State, action: act.NoMore) -> bool:
    return state.attack is not None or bool(state.claims)


@BOOK.check("INWO-143")
def still_to_answer(state: State, action: act.NoMore) -> Refusal | None:
    silent = state.silent if state.attack is None else state.attack.silent
    if action.player in silent:
        return refuse("{who} has nothing to add, and has said so already.", repair="Wait for the others.")
    if state.attack is None and any(each.player == action.player for each in state.claims):
        return refuse(
            "{who} claims victory, and only the others are asked for an answer.", repair="Wait for the others."
        )
    return None


@BOOK.requires(
    "INWO-121",
    "{who} has not spent the attacker's token yet.",
    repair="Take it off, or call the attack off.",
    who=lambda state, _: name(state, state.attack.player),
)
def token_was_spent(state: State, action: act.NoMore | act.Rolled) -> bool:
    attack = state.attack
    return attack is None or attack.attacker is None or attack.spent


def no_more(state: State, action: act.NoMore) -> State:
    if state.attack is not None:
        state = replaced(state, silent=tuple(sorted((*state.attack.silent, action.player))))
        over = not waiting_for(state)
        return without_illegal_plots(state) if over else state
    return replace(state, silent=tuple(sorted((*state.silent, action.player))))


def waiting_for(state: State) -> tuple[Seat, ...]:
    """Who has yet to say that he has nothing to add."""
    if state.attack is not None:
        return tuple(seat for seat in state.alive if seat not in state.attack.silent)
    claiming = {each.player for each in state.claims}
    return tuple(seat for seat in state.alive if seat not in {*state.silent, *claiming})


@BOOK.requires(
    "INWO-157",
    "{who} may still add something.",
    repair="Ask everybody, and say on the screen who has nothing to add.",
    who=lambda state, _: tuple(name(state, seat) for seat in waiting_for(state)),
)
def everybody_is_done(state: State, action: act.Rolled | act.Conclude) -> bool:
    return state.attack is None or state.attack.roll is not None or not waiting_for(state)


@BOOK.check("INWO-254")
def still_legal(state: State, action: act.Rolled) -> Refusal | None:
    """What was legal when it was announced; a later play may have made it legal again."""
    reason = None if state.attack is None else illegal_now(state, state.attack)
    if reason is None:
        return None
    return refuse(reason, repair="Do not roll: the attack is over, unless somebody undoes what made it illegal.")


@BOOK.requires(
    "INWO-134",
    "With a strength of {total} the attack fails without a roll.",
    repair="Do not roll.",
    total=lambda state, _: f"{strength(state).total}".replace("-", "\N{MINUS SIGN}"),
)
def strength_for_a_roll(state: State, action: act.Rolled) -> bool:
    return state.attack is None or strength(state).total >= LEAST


def roll(state: State, action: act.Rolled) -> State:
    dice = (action.total,) if isinstance(action, act.RollInAll) else (action.first, action.second)
    return replaced(state, roll=dice, total=sum(dice))


_OPEN = (nothing_waits, an_attack_is_open, dice_not_rolled)
CHECKS: Checks = {
    act.SpendToken: (
        *_OPEN,
        the_attackers_own,
        not_by_a_card,
        not_spent_yet,
        plots_of_his_hand,
        plots_go_with_the_token,
        no_plot_twice,
    ),
    act.CallOff: (*_OPEN, the_attackers_own, not_by_a_card, not_committed),
    act.NoMore: (game_has_begun, nothing_waits, something_to_answer, dice_not_rolled, token_was_spent, still_to_answer),
    **dict.fromkeys(
        (act.Roll, act.RollInAll), (*_OPEN, token_was_spent, everybody_is_done, still_legal, strength_for_a_roll)
    ),
}
EFFECTS = {
    act.SpendToken: spend_token,
    act.CallOff: call_off,
    act.NoMore: no_more,
    act.Roll: roll,
    act.RollInAll: roll,
}
