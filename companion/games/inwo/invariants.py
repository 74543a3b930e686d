"""What holds of every position: structures are trees without overlap, each card is there once (INWO-82 to INWO-98)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.core.rules import Invariant, Refusal, refuse
from companion.core.text import verbatim
from companion.games.inwo.catalog import Kind
from companion.games.inwo.geometry import as_assumed, as_it_lies, outgoing, overlapping
from companion.games.inwo.settings import BOOK
from companion.games.inwo.state import State


@BOOK.invariant("INWO-82")
def structures_are_trees(state: State) -> Iterator[Refusal]:
    for _, player in state.each():
        known = {player.illuminati}
        for placed in player.structure:
            if placed.master is None and placed.card != player.illuminati:
                yield refuse("{card} has no master.", repair="Write its master.", card=state.card(placed.card).title)
            elif placed.master is not None and placed.master not in known:
                yield refuse(
                    "{card} hangs at a Group that is not in the structure of {who}.",
                    repair="Write a master that is there.",
                    card=state.card(placed.card).title,
                    who=verbatim(player.name),
                )
            known.add(placed.card)


@BOOK.invariant("INWO-83")
def arrows_are_printed(state: State) -> Iterator[Refusal]:
    for _, player in state.each():
        for placed in player.structure:
            master = player.placed(placed.master)
            if master is None or placed.side in outgoing(state.evening.catalog, master):
                continue
            refusal = refuse(
                "{master} has no control arrow where {card} lies.",
                repair="Lay it at an arrow.",
                master=state.card(master.card).title,
                card=state.card(placed.card).title,
            )
            yield as_assumed(refusal, state, (master,))


@BOOK.invariant("INWO-84")
def one_puppet_at_an_arrow(state: State) -> Iterator[Refusal]:
    for _, player in state.each():
        taken = Counter((placed.master, placed.side) for placed in player.structure if placed.master is not None)
        for (master, _), count in taken.items():
            if count > 1 and master is not None:
                yield refuse(
                    "Two puppets lie at one arrow of {master}.",
                    repair="Lay one elsewhere.",
                    master=state.card(master).title,
                )


@BOOK.invariant("INWO-86")
def nothing_overlaps(state: State) -> Iterator[Refusal]:
    for _, player in state.each():
        for one, other in overlapping(state.evening.catalog, player.structure):
            refusal = refuse(
                "{one} and {other} overlap.",
                repair="Lay one elsewhere.",
                one=state.card(one).title,
                other=state.card(other).title,
            )
            yield as_it_lies(refusal, state, player.structure)


@BOOK.invariant("INWO-98")
def groups_are_in_play_once(state: State) -> Iterator[Refusal]:
    counted = Counter(
        placed.card
        for player in state.players
        for placed in player.structure
        if state.card(placed.card).is_group and not state.effects(placed.card).always.copies
    )
    for card, count in counted.items():
        if count > 1:
            yield refuse("{card} is in play twice.", repair="Write it once.", card=state.card(card).title)


@BOOK.invariant("INWO-99")
def kinds_lie_where_they_belong(state: State) -> Iterator[Refusal]:
    for _, player in state.each():
        for placed in player.structure:
            card = state.card(placed.card)
            if not card.is_group and (card.kind is not Kind.ILLUMINATI or placed.card != player.illuminati):
                yield refuse("{card} is no Group.", repair="Take it out of the structure.", card=card.title)
        for resource in player.resources:
            if state.card(resource.card).kind is not Kind.RESOURCE:
                yield refuse(
                    "{card} is no Resource.", repair="Write it elsewhere.", card=state.card(resource.card).title
                )


@BOOK.invariant("INWO-52")
def hands_come_from_decks(state: State) -> Iterator[Refusal]:
    for _, player in state.each():
        if player.plot_deck < 0 or player.group_deck < 0:
            yield refuse(
                "{who} holds more hidden cards than there are unseen ones.",
                repair="Write the cards of the deck under unseen_plots and unseen_groups.",
                who=verbatim(player.name),
            )


PHYSICAL: tuple[Invariant[State], ...] = (
    structures_are_trees,
    arrows_are_printed,
    one_puppet_at_an_arrow,
    groups_are_in_play_once,
    kinds_lie_where_they_belong,
    hands_come_from_decks,
)
INVARIANTS: tuple[Invariant[State], ...] = (*PHYSICAL, nothing_overlaps)
