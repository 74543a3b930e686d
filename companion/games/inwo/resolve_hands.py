"""What plays do to hands, decks and piles: drawing, exposing, stealing, discarding, bringing back (HI, DR, RV)."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.inwo.aims import target_owner
from companion.games.inwo.board import link_discarded
from companion.games.inwo.card_plays import Pile, Play, PlotTo
from companion.games.inwo.continuous_effects import changed
from companion.games.inwo.effects import Alignments
from companion.games.inwo.hands import (
    discarded,
    draw_groups,
    draw_plots,
    into_hand,
    left,
    out_of_hand,
    with_card,
    without,
    without_latest,
)
from companion.games.inwo.immunity import is_player_immune
from companion.games.inwo.state import SEATS, Destroyed, Owed, Played, State, evolve


def exposed_plot(state: State, played: Played, play: Play) -> State:
    """HI: an exposed Plot is thrown away, goes to the bottom of its deck, is hidden again, or changes its owner.

    Hidden without a target are all of the player.
    """
    if play.plot_to is PlotTo.HIDDEN and played.target is None:
        for card in state.player(played.player).exposed:
            state = into_hand(state, played.player, card)
        return evolve(state, played.player, exposed=())
    seat = target_owner(state, played.target, play)
    if seat is None or played.target is None:
        return state
    card = played.target
    state = evolve(state, seat, exposed=without(state.player(seat).exposed, card))
    match play.plot_to:
        case PlotTo.DISCARD:
            return discarded(state, seat, card)
        case PlotTo.DECK:
            return evolve(state, seat, unseen_plots=with_card(state.player(seat).unseen_plots, card))
        case PlotTo.HIDDEN:
            return into_hand(state, seat, card)
        case _:
            exposed = with_card(state.player(played.player).exposed, card)
            return evolve(state, played.player, exposed=exposed)


def draws(state: State, played: Played, play: Play) -> State:
    """DR: from the own decks, or the top cards of a rival's Plots."""
    state = draw_groups(draw_plots(state, played.player, play.draw_plots), played.player, play.draw_groups)
    if state.attack is not None:
        state = draw_groups(state, state.attack.player, play.groups_for_attacker)
    if play.draws_of_rivals:
        for seat in state.alive:
            if seat != played.player and not is_player_immune(state, seat, played.card):
                state = _between_decks(state, seat, played.player, play.draws_of_rivals)
    if played.target not in SEATS:
        return state
    state = _between_decks(state, played.player, played.target, play.loses)
    rival = state.player(played.target)
    count = min(play.draws_of_target, max(0, rival.plot_deck))
    stolen = min(play.steals_of_target, rival.plots)
    state = evolve(state, played.target, foreign=rival.foreign - count - stolen, plots=rival.plots - stolen)
    mine = state.player(played.player)
    return evolve(state, played.player, plots=mine.plots + count + stolen, foreign=mine.foreign + count + stolen)


def _between_decks(state: State, origin: Seat, to: Seat, count: int) -> State:
    """The top cards of somebody's Plots go into another's hand."""
    giver, taker = state.player(origin), state.player(to)
    count = min(count, max(0, giver.plot_deck))
    state = evolve(state, origin, foreign=giver.foreign - count)
    return evolve(state, to, plots=taker.plots + count, foreign=taker.foreign + count) if count else state


def discards(state: State, played: Played, play: Play) -> State:
    """As far as the player has such cards."""
    due = [Owed(played.player, pile) for pile in play.discards]
    if played.target in SEATS:
        rival = state.player(played.target)
        exposed = max(0, rival.plots - play.exposes_all_but) if play.exposes_all_but is not None else 0
        piles = (*play.discards_of_target, *(Pile.EXPOSED,) * exposed)
        due += [
            Owed(played.target, pile)
            for index, pile in enumerate(piles)
            if piles[: index + 1].count(pile) <= left(rival, pile)
        ]
    return replace(state, owed=(*state.owed, *due))


def returns(state: State, played: Played, play: Play, card: Piece) -> State:
    """RV: out of a pile of discards into the hand; a destroyed Group is as if it never had been."""
    for seat, player in state.each():
        if play.recovers and card in player.discard:
            pile = without_latest(player.discard, card)
            return into_hand(evolve(state, seat, discard=pile), played.player, card)
        if play.revives and any(gone.card == card for gone in player.destroyed):
            kept = tuple(gone for gone in player.destroyed if gone.card != card)
            granted = (*state.granted, card) if play.brings else state.granted
            state = replace(evolve(state, seat, destroyed=kept), granted=granted)
            return into_hand(state, played.player, card) if play.from_pile else state
    return state


def buried(state: State, _: Played, play: Play, card: Piece) -> State:
    """RV: what was destroyed stays so; what was discarded leaves the game."""
    for seat, player in state.each():
        if not play.from_pile and card in player.discard:
            pile = without_latest(player.discard, card)
            return replace(evolve(state, seat, discard=pile), gone=(*state.gone, card))
        if any(each.card == card for each in player.destroyed):
            marked = (replace(each, forever=each.forever or each.card == card) for each in player.destroyed)
            return evolve(state, seat, destroyed=tuple(marked))
    return state


def rewritten(state: State, played: Played, play: Play) -> State:
    """AL: the alignments that a destroyed Group keeps (INWO-10), for goals; a new one takes its opposite away."""
    rule = play.rewrites
    assert rule is not None
    for seat, player in state.each():
        piles = tuple(_with_alignments(each, rule) if each.card == played.target else each for each in player.destroyed)
        state = evolve(state, seat, destroyed=piles) if piles != player.destroyed else state
    return state


def _with_alignments(gone: Destroyed, rule: Alignments) -> Destroyed:
    now, later = (
        None if each is None else tuple(sorted(changed(set(each), rule))) for each in (gone.alignments, gone.later)
    )
    return replace(gone, alignments=now, later=later)


def taken_from_hand(state: State, played: Played, play: Play, card: Piece) -> State:
    """HI: a Group card that was drawn out of a rival's hand is the player's now."""
    seat = target_owner(state, card, play)
    return state if seat is None else into_hand(out_of_hand(state, seat, card), played.player, card)


def unlinked(state: State, played: Played, play: Play) -> State:
    """A linked Plot is discarded, and what it changed is as it was (INWO-113)."""
    found = next((link for link in state.links if link.card == played.target and not link.asleep), None)
    return state if found is None else link_discarded(state, found)


def second_card(state: State, played: Played, _: Play, card: Piece) -> State:
    """IA: it lends its Power alone, and is discarded."""
    return discarded(out_of_hand(state, played.player, card), played.player, card)


def agents_gone(state: State, played: Played, play: Play) -> State:
    attack = state.open_attack
    assert attack.agents is not None
    state = discarded(state, attack.agents, attack.target)
    return replace(state, attack=replace(attack, agents=None, agents_aid=False))


def spares_gone(state: State, played: Played, play: Play) -> State:
    own = state.player(played.player).illuminati
    assert own is not None
    for seat, player in state.each():
        if own in player.agents:
            state = discarded(evolve(state, seat, agents=without(player.agents, own)), seat, own)
    return state
