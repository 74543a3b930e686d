"""Positions of INWO put right by hand: cards of structures, hands and piles, tokens and whose turn it is.

While something is being played or attacked, cards lie where they do for a moment only: first it is finished, taken back
or said to be over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.core.editor import Edit, EditRefused, Figure, FigureChange, Store, TakeAndPut
from companion.core.fast_dataclasses import replace
from companion.core.game import Seat
from companion.core.table import Piece, Zone
from companion.core.text import say
from companion.games.inwo import editor_unlabelled
from companion.games.inwo.board import links_wake, with_structure
from companion.games.inwo.catalog import ALIGNMENTS, Kind, Side, Subtype
from companion.games.inwo.continuous_effects import links_beside
from companion.games.inwo.editor_unlabelled import is_quiet
from companion.games.inwo.geometry import shown_arrows
from companion.games.inwo.hands import with_card, without, without_latest
from companion.games.inwo.names import zone_name
from companion.games.inwo.state import Destroyed, LinkedPlot, Order, Placed, Player, Resource, State, evolve

GONE = "gone"
_HIDDEN = {
    "plots": ("plots", "unseen_plots"),
    "groups": ("groups", "unseen_groups"),
    "plot_deck": ("", "unseen_plots"),
    "group_deck": ("", "unseen_groups"),
}
"""Where cards lie hidden: which count says how many, and in which cards they are."""


class TableEditor(TakeAndPut[State]):
    """A Group that goes to another arrow takes along what hangs below it."""

    def stores(self, state: State) -> Mapping[Zone, Store]:
        stores = {GONE: Store(say("the cards that are out of the game"), tuple(dict.fromkeys(state.gone)))}
        for seat, player in state.each():
            for pile, cards in (("discard", player.discard), ("destroyed", [gone.card for gone in player.destroyed])):
                zone = f"{seat}.{pile}"
                stores[zone] = Store(zone_name(state.evening, zone), tuple(dict.fromkeys(cards)))
            stores |= {f"{seat}.{name}": store for name, store in _hidden(seat, player)}
        return stores

    def first(self, state: State) -> Sequence[Edit]:
        """That what is being played is over."""
        return () if is_quiet(state) else (FigureChange("play", "over"),)

    def move(self, state: State, piece: Piece, source: Zone, target: Zone) -> State:
        _check_nothing_is_played(state)
        if _is_arrow(source) and _is_arrow(target):
            return _hung_elsewhere(state, piece, source, target)
        return super().move(state, piece, source, target)

    def take(self, state: State, zone: Zone, piece: Piece) -> State:
        seat, _, place = zone.partition(".")
        if zone == GONE:
            return replace(state, gone=without(state.gone, piece))
        if zone == "orders":
            order = next(each for each in reversed(state.orders) if each.card == piece)
            return replace(state, orders=tuple(each for each in state.orders if each is not order))
        if place == "links":
            link = next(each for each in reversed(links_beside(state, seat)) if each.card == piece)
            return replace(state, links=tuple(each for each in state.links if each is not link))
        if place == "illuminati" or _is_arrow(zone):
            return _out_of_structure(state, seat, piece)
        return _from_pile(state, seat, place, piece)

    def put(self, state: State, zone: Zone, piece: Piece) -> State:
        seat, _, place = zone.partition(".")
        card = state.card(piece)
        if zone == GONE:
            return replace(state, gone=(*state.gone, piece))
        if zone == "orders" and Subtype.NWO in card.subtypes:
            return replace(state, orders=(*state.orders, Order(piece, state.on_turn)))
        if zone in ("orders", "played"):
            raise _not_there(state, piece)
        if place == "links":
            return _linked(state, seat, piece)
        if place == "illuminati":
            return _with_illuminati(state, seat, piece)
        if _is_arrow(zone):
            return _hung(state, zone, (Placed(piece),))
        return _onto_pile(state, seat, place, piece)

    def figures(self, state: State) -> Sequence[Figure]:
        return tuple(editor_unlabelled.figures(state))

    def with_figure(self, state: State, name: str, value: str) -> State:
        return editor_unlabelled.with_figure(state, name, value)

    def settled(self, before: State, state: State) -> State:
        """Nobody answers any more what happened before, but a discard where one pile alone has grown."""
        grown = [
            (seat, player.discard[-1])
            for seat, player in state.each()
            if len(player.discard) > len(before.player(seat).discard)
        ]
        return replace(state, just=tuple(grown) if len(grown) == 1 else (), latest=())


def _check_nothing_is_played(state: State) -> None:
    if not is_quiet(state):
        raise EditRefused(say("Something is being played. Say first that it is over, or take it back."))


def _not_there(state: State, piece: Piece) -> EditRefused:
    return EditRefused(say("{piece} does not belong there.", piece=state.card(piece).title))


def _is_arrow(zone: Zone) -> bool:
    return zone.count(".") == 2


# --- hands and piles ---


def _hidden(seat: Seat, player: Player) -> Iterator[tuple[str, Store]]:
    plots, groups = (tuple(dict.fromkeys(cards)) for cards in (player.unseen_plots, player.unseen_groups))
    yield "plots", Store(say("the hidden Plots of {seat}", seat=seat), plots if player.plots else ())
    yield "groups", Store(say("the hidden Groups of {seat}", seat=seat), groups if player.groups else ())
    yield "plot_deck", Store(say("the Plot deck of {seat}", seat=seat), plots if player.plot_deck > 0 else ())
    yield "group_deck", Store(say("the Group deck of {seat}", seat=seat), groups if player.group_deck > 0 else ())


def _from_pile(state: State, seat: Seat, place: str, piece: Piece) -> State:
    player = state.player(seat)
    match place:
        case "exposed":
            return evolve(state, seat, exposed=without(player.exposed, piece))
        case "discard":
            return evolve(state, seat, discard=without_latest(player.discard, piece))
        case "destroyed":
            gone = next(each for each in reversed(player.destroyed) if each.card == piece)
            return evolve(state, seat, destroyed=tuple(each for each in player.destroyed if each is not gone))
        case "resources":
            found = player.resource(piece)
            if found is None:
                return evolve(state, seat, agents=without(player.agents, piece))
            return evolve(state, seat, resources=tuple(each for each in player.resources if each is not found))
        case hidden if hidden in _HIDDEN:
            count, cards = _HIDDEN[hidden]
            less = {count: getattr(player, count) - 1} if count else {}
            return evolve(state, seat, **{cards: without(getattr(player, cards), piece)}, **less)
        case _:
            raise LookupError(place)


def _onto_pile(state: State, seat: Seat, place: str, piece: Piece) -> State:
    player, card = state.player(seat), state.card(piece)
    match place:
        case "exposed" if card.kind is Kind.PLOT:
            return evolve(state, seat, exposed=with_card(player.exposed, piece))
        case "discard" if card.kind is not Kind.ILLUMINATI:
            return evolve(state, seat, discard=(*player.discard, piece))
        case "destroyed" if card.is_group:
            alignments = tuple(sorted(trait for trait in card.alignments if trait in ALIGNMENTS))
            return evolve(state, seat, destroyed=(*player.destroyed, Destroyed(piece, alignments)))
        case "resources" if card.kind is Kind.RESOURCE:
            return evolve(state, seat, resources=(*player.resources, Resource(piece)))
        case "resources" if card.is_group:
            return evolve(state, seat, agents=with_card(player.agents, piece))
        case hidden if hidden in _HIDDEN and card.in_group_deck == hidden.startswith("group"):
            count, cards = _HIDDEN[hidden]
            more = {count: getattr(player, count) + 1} if count else {}
            return evolve(state, seat, **{cards: with_card(getattr(player, cards), piece)}, **more)
        case _:
            raise _not_there(state, piece)


# --- structures ---


def _hung_elsewhere(state: State, piece: Piece, source: Zone, target: Zone) -> State:
    origin, (to, _, _) = source.partition(".")[0], target.split(".")
    player = state.player(origin)
    moved = player.subtree(piece)
    if any(each.card == target.split(".")[1] for each in moved) and origin == to:
        raise EditRefused(say("{piece} cannot hang below itself.", piece=state.card(piece).title))
    cards = {each.card for each in moved}
    if origin != to:
        freed = tuple(replace(each, to=None) if each.to in cards else each for each in player.resources)
        state = evolve(state, origin, resources=freed)
    kept = (each for each in _without_puppet(state, origin, piece) if each not in moved)
    return _hung(with_structure(state, origin, kept), target, moved)


def _without_puppet(state: State, seat: Seat, piece: Piece) -> Iterator[Placed]:
    """The structure without the card; where it lay by mistake its master has not shown an arrow."""
    player = state.player(seat)
    gone = player.placed(piece)
    for each in player.structure:
        if gone is not None and each.card == gone.master and gone.side in shown_arrows(state, each):
            yield replace(each, extra=tuple(side for side in each.extra if side != gone.side))
        elif each is not gone:
            yield each


def _hung(state: State, zone: Zone, arriving: tuple[Placed, ...]) -> State:
    """The first of them comes to that arrow, with what hangs below it."""
    seat, master, side = zone.split(".")
    structure, first = state.player(seat).structure, arriving[0]
    if not state.card(first.card).is_group:
        raise _not_there(state, first.card)
    if any((each.master, each.side) == (master, Side(side)) for each in structure):
        raise EditRefused(say("A Group lies at that arrow already. Move that one first."))
    state = links_wake(state, first.card)
    return with_structure(state, seat, (*structure, replace(first, master=master, side=Side(side)), *arriving[1:]))


def _out_of_structure(state: State, seat: Seat, piece: Piece) -> State:
    player, name = state.player(seat), state.card(piece).title
    if player.illuminati == piece and not state.is_setup:
        raise EditRefused(say("Nobody plays without Illuminati: {piece} stay where they are.", piece=name))
    if player.puppets(piece):
        raise EditRefused(say("Groups hang below {piece}. Move those first.", piece=name))
    if any(link.to == piece for link in state.links):
        raise EditRefused(say("A Plot is linked to {piece}. Put that away first.", piece=name))
    freed = tuple(replace(each, to=None) if each.to == piece else each for each in player.resources)
    illuminati = None if player.illuminati == piece else player.illuminati
    state = evolve(state, seat, resources=freed, illuminati=illuminati)
    return with_structure(state, seat, _without_puppet(state, seat, piece))


def _with_illuminati(state: State, seat: Seat, piece: Piece) -> State:
    if state.card(piece).kind is not Kind.ILLUMINATI:
        raise _not_there(state, piece)
    if state.player(seat).illuminati is not None:
        raise EditRefused(say("The Illuminati of {seat} lie there already. Put those away first.", seat=seat))
    state = evolve(state, seat, illuminati=piece)
    return with_structure(state, seat, (Placed(piece), *state.player(seat).structure))


def _linked(state: State, seat: Seat, piece: Piece) -> State:
    """To his Illuminati, until it is said to which Group."""
    root = state.player(seat).illuminati
    if state.card(piece).kind is not Kind.PLOT or root is None:
        raise _not_there(state, piece)
    return replace(state, links=(*state.links, LinkedPlot(piece, root, seat)))
