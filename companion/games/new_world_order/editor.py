"""Positions of New World Order put right by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.core.editor import EditRefused, Figure, Store, TakeAndPut, number, yes_or_no
from companion.core.fast_dataclasses import replace
from companion.core.table import Piece, Zone
from companion.core.text import Text, say, verbatim
from companion.games.new_world_order.catalog import ONCE_PER_GAME, Ability
from companion.games.new_world_order.game_flow import after_deal, after_setup, leading_character, rested
from companion.games.new_world_order.piles import laid_outside, slot_count, without
from companion.games.new_world_order.position import gone
from companion.games.new_world_order.pyramid import INDEX, UNDER, covered_tiles, unlaid, with_tile, zone
from companion.games.new_world_order.state import DISC, EMPTY, TRIANGLE, Deal, Phase, Pile, Player, State, Turn
from companion.games.new_world_order.table import zone_name

DECK, GONE, BOX, COVERED = "deck", "gone", "box", "covered"
MOST_ROUNDS = 30


class TableEditor(TakeAndPut[State]):
    """Cards come from the deck or from those that were thrown away, all else from the box.

    A tile that turns out to lie elsewhere in the pyramid than was thought changes places with the one that does not.
    """

    def stores(self, state: State) -> Mapping[Zone, Store]:
        unseen = tuple(card for card in state.catalog.cards if state.unseen_of(card) > 0)
        worn = {name for player in state.players for name in (player.character, player.second)}
        characters = (character for character in state.catalog.characters if character not in worn)
        disc = () if state.disc is not None else (DISC,)
        return dict(_covered(state)) | {
            DECK: Store(say("the deck"), unseen),
            GONE: Store(say("the cards that were thrown away"), tuple(dict.fromkeys(gone(state)))),
            BOX: Store(say("the box"), (*unlaid(state), *characters, *disc)),
        }

    def move(self, state: State, piece: Piece, source: Zone, target: Zone) -> State:
        hidden = [place.startswith(f"{COVERED}.") for place in (source, target)]
        if all(hidden):
            index = _index(target.split(".")[1:])
            return with_tile(with_tile(state, state.pyramid.index(piece), state.pyramid[index]), index, piece)
        if not any(hidden):
            return super().move(state, piece, source, target)
        raise EditRefused(say("A covered tile can only change places with another of the pyramid."))

    def take(self, state: State, zone: Zone, piece: Piece) -> State:
        match zone.split("."):
            case ["deck"]:
                return _with_unseen(state, piece, -1)
            case ["gone" | "box"]:
                return state
            case ["market"]:
                if piece not in state.market:
                    raise EditRefused(say("{piece} is being resolved; finish that first.", piece=_name(state, piece)))
                return replace(state, market=without(state.market, (piece,)))
            case ["reserve"]:
                return replace(state, reserve=without(state.reserve, (piece,)))
            case ["pyramid", *place]:
                return with_tile(state, _index(place), None)
            case [_, "disc"]:
                return replace(state, disc=None)
            case [_, "triangles"]:
                raise _triangles_are_counted()
            case [seat, place]:
                return state.with_player(seat, _taken(state, state.player(seat), place, piece))
            case _:
                raise LookupError(zone)

    def put(self, state: State, zone: Zone, piece: Piece) -> State:
        _check_kind(state, zone, piece)
        match zone.split("."):
            case ["deck"]:
                return _with_unseen(state, piece, +1)
            case ["gone" | "box"]:
                return state
            case ["market"]:
                return replace(state, market=tuple(sorted((*state.market, piece))))
            case ["reserve"]:
                return replace(state, reserve=tuple(sorted((*state.reserve, piece))))
            case ["pyramid", *place]:
                _check_room(state, _index(place))
                return with_tile(state, _index(place), piece)
            case [seat, "disc"]:
                return replace(state, disc=seat)
            case [seat, place]:
                return state.with_player(seat, _given(state, state.player(seat), place, piece))
            case _:
                raise LookupError(zone)

    def figures(self, state: State) -> Sequence[Figure]:
        people = {seat: verbatim(state.player(seat).name) for seat in state.seats}
        stages = {"deal": say("the market is dealt"), "turns": say("people take their turns")}
        if state.phase is Phase.OVER:
            stages["over"] = say("the game is over")
        found = []
        if state.phase is not Phase.SETUP:
            found.append(Figure("turn", say("Whose turn"), state.on_turn, people))
            found.append(Figure("stage", say("What is going on"), state.phase.value, stages))
            found.append(number("round", say("Round"), state.round, MOST_ROUNDS))
        for seat, player in zip(state.seats, state.players, strict=True):
            if state.turn is not None:
                found.append(yes_or_no(f"{seat}.passed", say("has passed"), player.passed, seat))
            for card in dict.fromkeys(player.starters):
                title = say("has a triangle for {card}", card=_name(state, card))
                found.append(yes_or_no(f"{seat}.triangle.{card}", title, card in player.triangles, seat))
            for character in (state.catalog.characters[name] for name in (player.character, player.second) if name):
                if (power := character.ability) in ONCE_PER_GAME:
                    used = say("has used the power of {character}", character=character.name)
                    found.append(yes_or_no(f"{seat}.spent.{power.value}", used, power.value in player.spent, seat))
            for index, pile in enumerate(player.slots if state.turn is not None else (), start=1):
                if any(card in state.catalog.specials for card in pile.cards):
                    new = say("has taken the cards in slot {number} this round", number=index)
                    found.append(yes_or_no(f"{seat}.new.{index}", new, pile.fresh, seat))
        return found

    def with_figure(self, state: State, name: str, value: str) -> State:
        match name.split("."):
            case ["turn"]:
                return replace(state, on_turn=value, stage=_begun(state) if state.turn is not None else state.stage)
            case ["stage"]:
                return _at_stage(state, Phase(value))
            case ["round"]:
                return replace(state, round=max(1, int(value)))
            case [seat, *rest]:
                return state.with_player(seat, _changed(state.player(seat), rest, value == "yes"))
            case _:
                raise LookupError(name)

    def settled(self, before: State, state: State) -> State:  # noqa: ARG002
        return after_deal(after_setup(state))


def _covered(state: State) -> Iterator[tuple[Zone, Store]]:
    """The places of tiles that nobody sees."""
    for tile in covered_tiles(state):
        place = zone(state.pyramid.index(tile))
        yield place.replace("pyramid", COVERED), Store(zone_name(place), (tile,), listed=False)


def _begun(state: State) -> Turn:
    turn = state.turn
    return Turn() if turn is None else Turn(turn.added, turn.final)


def _at_stage(state: State, phase: Phase) -> State:
    """The round before its turns, or in them."""
    if phase is state.phase:
        return state
    if phase is Phase.TURNS:
        return replace(state, stage=Turn())
    return replace(state, stage=Deal(), players=tuple(rested(state, player) for player in state.players))


def _changed(player: Player, what: Sequence[str], yes: bool) -> Player:
    match what:
        case ["passed"]:
            return replace(player, passed=yes)
        case ["triangle", card]:
            others = tuple(each for each in player.triangles if each != card)
            earned = {*others, card} if yes else {*others}
            if (card in player.triangles) == yes:
                return player
            return replace(player, triangles=tuple(each for each in player.starters if each in earned))
        case ["spent", power]:
            rest = {each for each in player.spent if each != power}
            return replace(player, spent=tuple(sorted({*rest, power} if yes else rest)))
        case ["new", number]:
            slots = list(player.slots)
            slots[int(number) - 1] = Pile(slots[int(number) - 1].cards, yes)
            return replace(player, slots=tuple(slots))
        case _:
            raise LookupError(".".join(what))


# --- pieces ---


def _triangles_are_counted() -> EditRefused:
    return EditRefused(say("Say of whom and for which corporation: triangles stand under what no camera sees."))


def _name(state: State, piece: Piece) -> Text:
    known = state.catalog.named(piece)
    return verbatim(piece) if known is None else known.name


def _check_kind(state: State, zone: Zone, piece: Piece) -> None:
    """Each kind of piece has its kind of places."""
    catalog, place = state.catalog, zone.rpartition(".")[2]
    if piece == TRIANGLE or place == "triangles":
        raise _triangles_are_counted()
    if piece == DISC:
        fits = place in ("disc", BOX)
    elif piece in catalog.tiles:
        fits = zone.startswith("pyramid.") or place in ("tiles", BOX)
    elif piece in catalog.characters:
        fits = place in ("character", BOX)
    else:
        fits = not zone.startswith("pyramid.") and place not in ("tiles", "character", "disc", BOX)
    if fits:
        return
    if zone == BOX:
        raise EditRefused(say("Cards go back into the deck, or to those that were thrown away."))
    name = say("starting-player disc") if piece == DISC else _name(state, piece)
    raise EditRefused(say("{piece} does not belong there.", piece=name))


def _with_unseen(state: State, card: Piece, step: int) -> State:
    index = state.catalog.card_index[card]
    counts = state.unseen
    return replace(state, unseen=(*counts[:index], counts[index] + step, *counts[index + 1 :]))


def _index(place: Sequence[str]) -> int:
    layer, row, column = map(int, place)
    return INDEX[layer, row, column]


def _check_room(state: State, index: int) -> None:
    """A tile lies on four others, or on the table (NWO-3)."""
    if state.pyramid[index] is not None:
        raise EditRefused(say("A tile lies there already. Move that one first."))
    if any(state.pyramid[below] is None for below in UNDER[index]):
        raise EditRefused(say("A tile lies on four others there, and one of those is missing."))


def _taken(state: State, player: Player, place: str, piece: Piece) -> Player:
    match place:
        case "tiles":
            return replace(player, tiles=without(player.tiles, (piece,)))
        case "character":
            freed = replace(player, second=None) if player.second == piece else replace(player, character=None)
            return _refitted(state, freed)
        case "specials":
            number, pile = next((at, pile) for at, pile in enumerate(player.outside) if piece in pile.cards)
            left = Pile(without(pile.cards, (piece,)), pile.fresh)
            others = (*player.outside[:number], left, *player.outside[number + 1 :])
            return replace(player, outside=laid_outside(state, filter(None, others)))
        case slot:
            slots = list(player.slots)
            pile = slots[int(slot) - 1]
            rest = without(pile.cards, (piece,))
            slots[int(slot) - 1] = Pile(rest, pile.fresh) if rest else EMPTY
            return _refitted(state, replace(player, slots=tuple(slots)))


def _given(state: State, player: Player, place: str, piece: Piece) -> Player:
    match place:
        case "tiles":
            return replace(player, tiles=tuple(sorted((*player.tiles, piece))))
        case "character":
            if player.character is None:
                return _refitted(state, replace(player, character=piece))
            if state.catalog.characters[player.character].ability is not Ability.TWO_TILES:
                raise EditRefused(say("{who} has a character already. Take that one away first.", who=player.name))
            if player.second is None:
                return _refitted(state, replace(player, second=piece))
            raise EditRefused(say("{who} has two characters already.", who=player.name))
        case "specials":
            return replace(player, outside=laid_outside(state, (*player.outside, Pile((piece,)))))
        case slot:
            slots = [*player.slots, *(EMPTY,) * (int(slot) - len(player.slots))]
            pile = slots[int(slot) - 1]
            slots[int(slot) - 1] = Pile(tuple(sorted((*pile.cards, piece))), pile.fresh)
            return replace(player, slots=tuple(slots))


def _refitted(state: State, player: Player) -> Player:
    """With as many slots as his characters give him, or as cards lie in, and the starting cards they name."""
    named = state.catalog.characters[leading_character(player) or ""].starters if leading_character(player) else ()
    if named and state.phase is not Phase.SETUP and set(named) != set(player.starters):
        player = replace(player, starters=named)
    count, slots = slot_count(state, player), list(player.slots)
    while len(slots) > count and not slots[-1]:
        slots.pop()
    return replace(player, slots=(*slots, *(EMPTY,) * (count - len(slots))))
