"""What plays do to turns, structures and Resources: draws denied, takeovers undone, another Illuminati (TN, TO, SC)."""

from __future__ import annotations

from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.inwo.aims import arrows_to_add
from companion.games.inwo.board import devastated, leaves_play, resource_leaves
from companion.games.inwo.card_plays import Denied, Pile, Play
from companion.games.inwo.hands import discarded, out_of_hand, without, without_latest
from companion.games.inwo.rules_relief import NO_RELIEF
from companion.games.inwo.rules_turn import DREW_GROUP, TOOK_AGAIN, TOOK_OVER
from companion.games.inwo.state import SEATS, Owed, Phase, Played, Resource, State, evolve, with_group
from companion.games.inwo.strength import defender


def denied(state: State, played: Played, play: Play) -> State:
    """TN: draws that will not be, a turn that is over with the tokens, another automatic takeover before that."""
    return replace(state, turn_used=(*state.turn_used, *play.denies, *((TOOK_AGAIN,) if play.again else ())))


def undone(state: State, _: Played, play: Play, target: Piece) -> State:
    """TO: the Group that was taken over goes back; another may come in its place, or none."""
    used = without(state.turn_used, TOOK_OVER) if play.may_repeat else state.turn_used
    return replace(leaves_play(state, target, "hand"), turn_used=used)


def acquired(state: State, played: Played, play: Play, card: Piece) -> State:
    """TO: a Resource of the hand comes into play; that of the same name which somebody else has is discarded."""
    if not play.link_here:
        state = resource_leaves(state, card, "discard")
    state = out_of_hand(state, played.player, card)
    return _with_resource(state, played.player, Resource(card, to=played.card if play.link_here else None))


def _with_resource(state: State, seat: Seat, arrived: Resource) -> State:
    resources = (*state.player(seat).resources, arrived)
    return evolve(state, seat, resources=tuple(sorted(resources, key=lambda each: each.card)))


def unmasked(state: State, played: Played, play: Play, card: Piece) -> State:
    """SC: another Illuminati in the place of the old one; agents among the new kind are lost."""
    player = state.player(played.player)
    old = player.illuminati
    assert old is not None
    state = discarded(out_of_hand(state, played.player, card), played.player, old)
    if card in player.agents:
        state = discarded(state, played.player, card)
    player = state.player(played.player)
    structure = tuple(
        replace(each, card=card if each.card == old else each.card, master=card if each.master == old else each.master)
        for each in player.structure
    )
    agents = without(player.agents, card)
    return evolve(state, played.player, illuminati=card, structure=structure, agents=agents)


def puppets_lost(state: State, played: Played, play: Play) -> State:
    """Every player has to discard a Group of his structure."""
    return replace(state, owed=(*state.owed, *(Owed(seat, Pile.PUPPET) for seat in state.alive)))


def relief_spoiled(state: State, played: Played, _: Play, target: Piece) -> State:
    """DS: the Place is devastated as it was, and gets no relief until the player's next turn is over."""
    player = state.player(played.player)
    until = player.turns + (2 if state.on_turn == played.player else 1)
    used = (*player.used, f"{NO_RELIEF} {target} {until}")
    return devastated(evolve(state, played.player, used=tuple(sorted(used))), target)


def turn_seized(state: State, played: Played, play: Play) -> State:
    """TN: a turn without draws, after which the one that was about to begin begins."""
    used = tuple(mark for mark in state.player(played.player).used if not mark.startswith("turn "))
    state = evolve(state, played.player, used=used)
    marks = (Denied.PLOTS, Denied.PLOT, Denied.GROUP, DREW_GROUP)
    return replace(state, on_turn=played.player, interrupted=state.on_turn, phase=Phase.GROUPS, turn_used=marks)


def offered(state: State, played: Played, play: Play) -> State:
    """The player goes on to choose, until he says that he is done."""
    return replace(state, by_hand=replace(played, payers=()))


def salvaged(state: State, played: Played, _: Play, card: Piece) -> State:
    """RD: a Resource that has just left play comes to the player, as if it had not."""
    if card in state.gone:
        state = replace(state, gone=without(state.gone, card))
    else:
        seat = next(seat for seat, player in state.each() if card in player.discard)
        pile = without_latest(state.player(seat).discard, card)
        state = evolve(state, seat, discard=pile)
    return _with_resource(state, played.player, Resource(card))


def arrows_added(state: State, _: Played, play: Play, target: Piece) -> State:
    """AR: control arrows where the Group has none; they stay as long as the Plot."""
    seat = state.controller(target)
    placed = None if seat is None else state.player(seat).placed(target)
    if seat is None or placed is None:
        return state
    return with_group(state, seat, placed.card, extra=(*placed.extra, *arrows_to_add(state, play, placed.card)))


def tied(state: State, played: Played, play: Play) -> State:
    """LK: a Group is linked to one other at a time; what it did for the one before ends."""
    return replace(state, lasting=tuple(each for each in state.lasting if each.card != played.card))


def barred(state: State, played: Played, play: Play) -> State:
    attack = state.attack
    if attack is None or played.target not in SEATS:
        return state
    return replace(state, attack=replace(attack, barred=(*attack.barred, played.target)))


def perished(state: State, played: Played, play: Play) -> State:
    """What is destroyed by its own attack counts for whoever is attacked, and for nobody where that is the hand."""
    attack = state.attack
    if attack is None:
        return state
    rival = defender(state, attack)
    return leaves_play(state, played.card, "uncounted" if rival is None else "destroyed", rival)
