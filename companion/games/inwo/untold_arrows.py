"""Control arrows that nobody has told: what is assumed of them, what use has shown, what a refusal says (INWO-83)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from companion.core.facts import Provenance
from companion.core.rules import Refusal
from companion.core.text import Text, comma_list, say
from companion.games.inwo.catalog import Card, Catalog, Side
from companion.games.inwo.geometry import SIDES, outgoing
from companion.games.inwo.names import SIDE
from companion.games.inwo.state import Placed, State


def are_assumed(card: Card) -> bool:
    """Whether nobody who has the card has told where its arrows are."""
    return card.is_group and card.arrows is Provenance.PROVISIONAL


def untold_edges(catalog: Catalog, placed: Placed) -> tuple[Side, ...]:
    """Where a Group may have a control arrow, for all that anybody has told, though none is assumed there."""
    card = catalog[placed.card]
    known = {card.incoming, *outgoing(catalog, placed)}
    return tuple(side for side in SIDES if side not in known) if are_assumed(card) else ()


# --- what use shows ---


def with_learnt_arrows(catalog: Catalog, structure: tuple[Placed, ...]) -> Iterator[Placed]:
    """Where the table leaves a Group there is an arrow, if nobody who has the master has told where those are."""
    for each in structure:
        used = tuple(other.side for other in structure if other.master == each.card and other.side is not None)
        new = tuple(side for side in used if side not in outgoing(catalog, each))
        yield replace(each, extra=(*each.extra, *new)) if new and are_assumed(catalog[each.card]) else each


def shown_arrows(state: State, placed: Placed) -> frozenset[Side]:
    """The edges at which the table has left puppets, this evening or an earlier one, and no Plot made an arrow.

    None where somebody has told where the arrows are.
    """
    card, owner = state.card(placed.card), state.controller(placed.card)
    if not are_assumed(card):
        return frozenset()
    plots = (link.card for link in state.links if link.to == placed.card)
    made = {side for plot in plots for play in state.effects(plot).play for side in play.arrows}
    puppets = () if owner is None else state.player(owner).puppets(placed.card)
    used = {puppet.side for puppet in puppets if puppet.side is not None}
    return frozenset({*card.laid, *placed.extra, *used} - made - {card.incoming})


# --- what a refusal rests on ---


def as_it_lies(refusal: Refusal, state: State, lying: Collection[Placed]) -> Refusal:
    """The refusal, which rests on where these Groups lie: on the edges by which they hang from their masters."""
    cards = [state.card(each.card) for each in lying]
    untold = [card for card in cards if are_assumed(card) and card.hung is None]
    if len(untold) != 1 or untold[0].incoming is None:
        return as_assumed(refusal, state, [each for each in lying if state.card(each.card) in untold])
    words = {"card": untold[0].title, "edge": SIDE[untold[0].incoming]}
    assumption = say("Nobody has told where the arrow points into {card}. We assume it here: {edge}.", **words)
    telling = say("Or tell under Your copies where {card} has arrows.", card=untold[0].title)
    return Refusal(_followed_by(refusal.reason, assumption), _followed_by(refusal.repair, telling), provisional=True)


def at_no_arrow(refusal: Refusal, state: State, master: Placed | None, side: Side) -> Refusal:
    """The refusal, which rests on that this Group has no arrow there."""
    if master is None:
        return refusal
    return as_assumed(refusal, state, (master,), provisional=side in untold_edges(state.evening.catalog, master))


def as_assumed(refusal: Refusal, state: State, lying: Collection[Placed], *, provisional: bool = True) -> Refusal:
    """The refusal, which rests on where these Groups have arrows, with what is assumed of that and where to tell it.

    As it is where all of that has been told. `provisional`: hands may know better.
    """
    untold = [each for each in lying if are_assumed(state.card(each.card))]
    if not untold:
        return refusal
    if len(lying) == 1:
        assumption = _assumption(state, untold[0])
        telling = say("Or tell under Your copies where {card} has arrows.", card=state.card(untold[0].card).title)
    else:
        assumption = say("That is so if all arrows are where we assume.")
        telling = say("Or tell under Your copies where the cards have theirs.")
    return Refusal(_followed_by(refusal.reason, assumption), _followed_by(refusal.repair, telling), provisional)


def _followed_by(sentence: Text, other: Text) -> Text:
    return say("{sentence} {other}", sentence=sentence, other=other)


def _assumption(state: State, placed: Placed) -> Text:
    shown = [side for side in SIDES if side in shown_arrows(state, placed)]
    rest = [side for side in outgoing(state.evening.catalog, placed) if side not in shown]
    words = {
        "card": state.card(placed.card).title,
        "shown": comma_list(SIDE[side] for side in shown),
        "edges": comma_list(SIDE[side] for side in rest),
    }
    if shown and rest:
        return say("The table has shown arrows of {card} here: {shown}. We assume more here: {edges}.", **words)
    if shown:
        return say("The table has shown arrows of {card} here: {shown}. We assume that there are no others.", **words)
    if rest:
        return say("Nobody has told where {card} has arrows. We assume them here: {edges}.", **words)
    return say("Nobody has told whether {card} has arrows. A public list gives it none.", **words)
