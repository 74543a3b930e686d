"""Hands, tokens that buy, gifts, links (INWO-48 to INWO-115, INWO-244, INWO-245)."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.rules import Refusal, refuse
from companion.games.inwo import actions as act
from companion.games.inwo.board import eliminated, leaves_play, spend
from companion.games.inwo.card_plays import Pile
from companion.games.inwo.hands import discarded, draw_plots, is_in_hand, out_of_hand, with_card, without
from companion.games.inwo.rules_end import few_goal_cards, too_many_goal_cards
from companion.games.inwo.rules_preconditions import (
    Checks,
    debt,
    game_has_begun,
    is_illuminati,
    nothing_waits,
    title,
    tokens_refusal,
)
from companion.games.inwo.rules_turn import plots_left
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import Owed, State, evolve
from companion.games.inwo.strength import defender

HandAction = act.Expose | act.Discard | act.ReturnPlot | act.GivePlot


# --- buying ---


@BOOK.requires(
    "INWO-56",
    "A Plot costs one token of the Illuminati or two of other Groups.",
    repair="Lay the tokens back, or pay so.",
)
def pays_for_a_plot(state: State, action: act.BuyPlot) -> bool:
    payers = action.payers
    right = len(payers) == (1 if is_illuminati(state, payers[0]) else 2)
    return right and (len(payers) != 2 or not any(is_illuminati(state, card) for card in payers))


@BOOK.check("INWO-57")
def groups_pay(state: State, action: act.BuyPlot) -> Refusal | None:
    for card in action.payers:
        if state.player(action.player).placed(card) is None:
            return refuse(
                "{card} is no Group of {who}.",
                repair="Lay the token back; Groups pay for Plots.",
                card=title(state, card),
            )
    return None


@BOOK.check("INWO-72")
def payers_have_tokens(state: State, action: act.BuyPlot | act.Relieve) -> Refusal | None:
    return tokens_refusal(state, action.player, action.payers)


@BOOK.requires("INWO-56-R", "This table wants tokens of two Groups.", repair="Take the second one off another Group.")
def two_groups_pay(state: State, action: act.BuyPlot) -> bool:
    return state.choices["buying_tokens"] != "two_groups" or len(set(action.payers)) >= len(action.payers)


@BOOK.requires("INWO-193-R", "No Plots are bought during a privileged attack.", repair="Lay the tokens back.")
def no_buying_in_privilege(state: State, action: act.BuyPlot) -> bool:
    attack = state.attack
    return attack is None or not attack.privileged or state.rule("privileged_buying") != "forbidden"


def buy_plot(state: State, action: act.BuyPlot) -> State:
    """It waits for nobody who would cancel it (INWO-76)."""
    return draw_plots(spend(state, action.player, action.payers), action.player)


# --- cards of the hand ---


@BOOK.check("INWO-53")
def card_of_his_hand(state: State, action: HandAction) -> Refusal | None:
    player = state.player(action.player)
    if action.card is None:
        if player.plots < 1:
            return refuse("{who} holds no hidden Plot.", repair="Put it back.")
        return None
    if not is_in_hand(state, action.player, action.card) and not _is_owed_from_elsewhere(state, action):
        return refuse("{card} is not in {who}'s hand.", repair="Put it back, or write the deck anew.")
    return None


@BOOK.check("INWO-250")
def exposes_when_asked(state: State, action: act.Expose) -> Refusal | None:
    """While something is owed, only who has to lay a Plot open does so."""
    owed = owed_by(state, action.player)
    if state.owed and (owed is None or owed.what is not Pile.EXPOSED):
        return refuse(debt(state, owed or state.owed[0]).reason, repair="Take the card back.")
    return None if state.owed else nothing_waits.check(state, action)


@BOOK.requires("INWO-54", "{card} lies open already.", repair="Leave it there.")
def still_hidden(state: State, action: act.Expose) -> bool:
    return action.card not in state.player(action.player).exposed


def expose(state: State, action: act.Expose) -> State:
    """Whose cards lay open more goal cards than he may hold is out of the game (INWO-299)."""
    forced = bool(state.owed)
    state = out_of_hand(_settled_debt(state, action.player), action.player, action.card)
    state = evolve(state, action.player, exposed=with_card(state.player(action.player).exposed, action.card))
    found_out = forced and too_many_goal_cards(state, action.player, state.player(action.player).exposed)
    return eliminated(state, action.player) if found_out else state


@BOOK.check("INWO-68")
def no_other_owes(state: State, action: act.Discard) -> Refusal | None:
    owed = owed_by(state, action.player)
    if state.owed and (owed is None or owed.what is Pile.TOKEN):
        return refuse(debt(state, owed or state.owed[0]).reason, repair="Take the card back.")
    if owed is not None and owed.what is Pile.EXPOSED:
        return refuse("This Plot has to be laid open, not thrown away.", repair="Lay it open before its player.")
    if owed is not None and owed.what is Pile.PUPPET:
        if state.player(action.player).placed(action.card) is None:
            return refuse(
                "A Group of the structure has to go.", repair="Take the card back, and discard a Group in play."
            )
        return None
    in_groups = state.card(action.card).in_group_deck
    if owed is not None and owed.what is not Pile.HAND and in_groups != (owed.what in {Pile.GROUP, Pile.GROUP_DECK}):
        return refuse("This card is of the other deck.", repair="Take it back, and discard the right one.")
    return None


def owed_by(state: State, seat: Seat) -> Owed | None:
    return next((each for each in state.owed if each.player == seat), None)


def _settled_debt(state: State, seat: Seat) -> State:
    owed = owed_by(state, seat)
    due = list(state.owed)
    if owed is not None:
        due.remove(owed)
    return replace(state, owed=tuple(due))


def _is_owed_from_elsewhere(state: State, action: HandAction) -> bool:
    """Where a deck has to give its top card, it is one that nobody has seen; where a structure has to, a puppet."""
    owed, player = owed_by(state, action.player), state.player(action.player)
    if not isinstance(action, act.Discard) or owed is None:
        return False
    if owed.what is Pile.PUPPET:
        return any(each.card == action.card for each in player.structure[1:])
    asked = owed.what in {Pile.PLOT_DECK, Pile.GROUP_DECK}
    return asked and action.card in (*player.unseen_plots, *player.unseen_groups)


def discard(state: State, action: act.Discard) -> State:
    """At nearly any time (INWO-67)."""
    owed, player = owed_by(state, action.player), state.player(action.player)
    if owed is None:
        return discarded(out_of_hand(state, action.player, action.card), action.player, action.card)
    state = _settled_debt(state, action.player)
    match owed.what:
        case Pile.PLOT_DECK:
            state = evolve(state, action.player, unseen_plots=without(player.unseen_plots, action.card))
        case Pile.PUPPET:
            return leaves_play(state, action.card, "discard")
        case Pile.GROUP_DECK:
            state = evolve(state, action.player, unseen_groups=without(player.unseen_groups, action.card))
        case _:
            state = out_of_hand(state, action.player, action.card)
    return discarded(state, action.player, action.card)


@BOOK.requires(
    "INWO-61", "{card} is not exposed, so nobody need know it.", repair="Return or give a hidden Plot without its name."
)
def plots_return(state: State, action: act.ReturnPlot | act.GivePlot) -> bool:
    return action.card is None or action.card in state.player(action.player).exposed


def return_plot(state: State, action: act.ReturnPlot) -> State:
    """Back into the deck: which hidden card it is nobody learns."""
    player = state.player(action.player)
    if action.card is None:
        return evolve(state, action.player, plots=player.plots - 1)
    return evolve(
        state,
        action.player,
        exposed=without(player.exposed, action.card),
        unseen_plots=with_card(player.unseen_plots, action.card),
    )


@BOOK.requires("INWO-244", "Nothing is given to or by those of a privileged attack.", repair="Take the card back.")
def not_to_the_privileged(state: State, action: act.GivePlot | act.GiveGroup) -> bool:
    """INWO-193."""
    attack = state.attack
    if attack is None or not attack.privileged:
        return True
    return not {action.player, action.to} & {attack.player, defender(state, attack)}


@BOOK.requires("INWO-48", "Nobody gives to himself.", repair="Leave the card there.")
def to_another(state: State, action: act.GivePlot | act.GiveGroup | act.GiveResource | act.HandOver) -> bool:
    return action.to != action.player


def give_plot(state: State, action: act.GivePlot) -> State:
    """An exposed Plot stays exposed; a hidden one may be any that nobody has seen."""
    giver, taker = state.player(action.player), state.player(action.to)
    if action.card is not None:
        state = evolve(state, action.player, exposed=without(giver.exposed, action.card))
        return evolve(state, action.to, exposed=with_card(taker.exposed, action.card))
    state = evolve(state, action.player, plots=giver.plots - 1, foreign=giver.foreign - 1)
    return evolve(state, action.to, plots=taker.plots + 1, foreign=taker.foreign + 1)


@BOOK.requires("INWO-53", "{who} holds no Group card.", repair="Take the card back.")
def holds_a_group(state: State, action: act.GiveGroup) -> bool:
    return state.player(action.player).groups > 0


def give_group(state: State, action: act.GiveGroup) -> State:
    """It goes into the other's hand, and nobody else need learn which it is."""
    giver, taker = state.player(action.player), state.player(action.to)
    state = evolve(state, action.player, groups=giver.groups - 1, foreign_groups=giver.foreign_groups - 1)
    return evolve(state, action.to, groups=taker.groups + 1, foreign_groups=taker.foreign_groups + 1)


_FREE = (game_has_begun, nothing_waits)
CHECKS: Checks = {
    act.BuyPlot: (
        *_FREE,
        groups_pay,
        pays_for_a_plot,
        payers_have_tokens,
        two_groups_pay,
        no_buying_in_privilege,
        plots_left,
    ),
    act.Expose: (game_has_begun, exposes_when_asked, card_of_his_hand, still_hidden, few_goal_cards),
    act.Discard: (game_has_begun, no_other_owes, card_of_his_hand),
    act.ReturnPlot: (*_FREE, card_of_his_hand, plots_return),
    act.GiveGroup: (*_FREE, to_another, holds_a_group, not_to_the_privileged),
    act.GivePlot: (*_FREE, to_another, card_of_his_hand, plots_return, not_to_the_privileged),
}
EFFECTS = {
    act.BuyPlot: buy_plot,
    act.Expose: expose,
    act.Discard: discard,
    act.ReturnPlot: return_plot,
    act.GiveGroup: give_group,
    act.GivePlot: give_plot,
}
