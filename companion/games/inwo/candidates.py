"""Everything that hands could do in a state, legal or not; of what is legal, all."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, product

from companion.core.game import Seat
from companion.core.table import Piece
from companion.games.inwo import actions as act
from companion.games.inwo.board import next_seat, payer_seat, tokens_on
from companion.games.inwo.candidates_cards import card_plays
from companion.games.inwo.card_plays import Pile
from companion.games.inwo.catalog import Kind, Side
from companion.games.inwo.continuous_effects import may_be_linked_to
from companion.games.inwo.decks import DeckEvening
from companion.games.inwo.effects import Mode, Role
from companion.games.inwo.geometry import arrows, outgoing, untold_edges
from companion.games.inwo.goals import is_goal_card
from companion.games.inwo.hands import groups_held, plots_held
from companion.games.inwo.rules_by_hand import PILES, choices_of, offer_open
from companion.games.inwo.rules_help import may_come_late
from companion.games.inwo.rules_preconditions import EARLY
from companion.games.inwo.rules_relief import relief_by, relief_needed
from companion.games.inwo.state import Phase, Placed, Player, State
from companion.games.inwo.timing import goes_with_token

Some = Collection[Piece] | None
"""Only what concerns these cards; None: all of them."""


def candidates(state: State, among: Some = None) -> Iterator[act.Action]:
    """What hands could do; if any cards are named, what moves cards `among` these, or none that it names."""
    return chain.from_iterable(_kinds(state, among))


def _kinds(state: State, among: Some) -> Iterator[Iterable[act.Action]]:
    if state.is_setup:
        yield setting_up(state)
        return
    if state.by_hand is not None:
        yield _by_hand(state)
        return
    if state.owed:
        yield _what_is_owed(state)
        return
    yield card_plays(state, among)
    if state.stack:
        yield (act.LetStand(state.stack[-1].player),)
        return
    if state.attack is not None:
        yield attack_actions(state)
    elif state.claims:
        yield (act.NoMore(seat) for seat in state.alive)
    else:
        yield turn_actions(state, among)
        yield claims(state)
    for seat in state.alive:
        yield free_actions(state, seat) if among is None else _laid_openly(state, seat, among)


def setting_up(state: State) -> Iterator[act.Action]:
    for seat, player in state.each():
        if state.phase is Phase.ILLUMINATI and player.illuminati is None:
            for card in dict.fromkeys(player.unseen_plots):
                if state.card(card).kind is Kind.ILLUMINATI:
                    yield act.Reveal(seat, card)
        elif state.phase is Phase.LEADS and player.lead is None:
            for card in dict.fromkeys(player.unseen_groups):
                if state.card(card).is_group:
                    yield from (act.Lead(seat, card, side) for side in Side)
    if state.phase is Phase.START:
        yield from (act.First(seat) for seat in state.seats)


# --- the turn ---


def turn_actions(state: State, among: Some = None) -> Iterator[act.Action]:
    seat = state.on_turn
    any_time = state.choices["leaving"] == "any_time"
    yield from (act.LeaveGame(each) for each in state.alive if any_time or (each, state.phase) == (seat, Phase.KNOCKED))
    if state.phase is Phase.KNOCKED:
        yield act.Begin(next_seat(state))
        return
    if state.player(seat).out:
        return
    if state.phase in EARLY:
        yield act.DrawPlot(seat)
        yield act.DrawGroup(seat)
        yield act.Proceed(seat)
        yield from arrivals(state, seat, among)
    else:
        yield act.DrawGroup(seat)
        yield act.Knock(seat)
        yield from arrivals(state, seat, among)
        yield from declarations(state, seat, among)
        yield from moves(state, seat, among)
    yield from links(state, seat)


Edges = Callable[[State, Seat], Sequence[tuple[Piece, Side]]]
"""Where a Group could come to lie in a player's structure."""


def open_arrows(state: State, seat: Seat) -> tuple[tuple[Piece, Side], ...]:
    return _open_arrows(state.evening, state.player(seat).structure)


@lru_cache(maxsize=256)
def _open_arrows(evening: DeckEvening, structure: tuple[Placed, ...]) -> tuple[tuple[Piece, Side], ...]:
    return tuple(arrows(evening.catalog, structure))


def untold_arrows(state: State, seat: Seat) -> tuple[tuple[Piece, Side], ...]:
    """Edges of a player's Groups that may have an arrow, for all that anybody has told."""
    catalog = state.evening.catalog
    return tuple((each.card, side) for each in state.player(seat).structure for side in untold_edges(catalog, each))


def _of(cards: Iterable[Piece], among: Some) -> Iterable[Piece]:
    return cards if among is None else [card for card in cards if card in among]


def arrivals(state: State, seat: Seat, among: Some = None, edges: Edges = open_arrows) -> Iterator[act.Action]:
    free = edges(state, seat)
    takeover = state.phase in EARLY or state.free_takeovers
    for card in _of(groups_held(state, seat), among):
        if not state.card(card).is_group:
            yield act.Acquire(seat, card)
        elif takeover or card in state.granted:
            yield from (act.TakeOver(seat, card, master, side) for master, side in free)


def declarations(state: State, seat: Seat, among: Some = None) -> Iterator[act.Action]:
    held = [card for card in _of(groups_held(state, seat), among) if state.card(card).is_group]
    for placed in state.player(seat).structure:
        if not placed.tokens:
            continue
        for card in held:
            yield act.DeclareAttack(seat, placed.card, Mode.CONTROL, card)
        for other, player in state.each():
            for target in _of([puppet.card for puppet in player.structure[1:]], among):
                if other != seat:
                    yield act.DeclareAttack(seat, placed.card, Mode.CONTROL, target)
                yield act.DeclareAttack(seat, placed.card, Mode.DESTROY, target)


def moves(state: State, seat: Seat, among: Some = None, edges: Edges = open_arrows) -> Iterator[act.Action]:
    for placed in state.player(seat).structure[1:]:
        if among is None or placed.card in among:
            yield from _moves_of(state, seat, placed, edges)
            yield from _gifts_of(state, seat, placed, edges)


def _moves_of(state: State, seat: Seat, placed: Placed, edges: Edges) -> Iterator[act.Action]:
    player = state.player(seat)
    below = {each.card for each in player.subtree(placed.card)}
    for master, side in edges(state, seat):
        concerned = (placed.card, placed.master, master, player.structure[0].card)
        if master not in below and (
            state.free_moves or any(each and tokens_on(state, seat, each) for each in concerned)
        ):
            yield act.Move(seat, placed.card, master, side)


def _gifts_of(state: State, seat: Seat, placed: Placed, edges: Edges) -> Iterator[act.Action]:
    root = state.player(seat).structure[0]
    for other in state.alive:
        if other == seat:
            continue
        for master, side in edges(state, other):
            concerned = (placed, state.player(seat).placed(placed.master), root, state.player(other).structure[0])
            if any(each is not None and each.tokens for each in concerned) or tokens_on(state, other, master):
                yield act.HandOver(seat, placed.card, other, master, side)


def links(state: State, seat: Seat) -> Iterator[act.Action]:
    player = state.player(seat)
    for resource in dict.fromkeys(each.card for each in player.resources):
        if may_be_linked_to(state, resource) is not None:
            yield from (act.Link(seat, resource, placed.card) for placed in player.structure)


def claims(state: State) -> Iterator[act.Action]:
    if state.phase not in {Phase.MAIN, Phase.KNOCKED}:
        return
    for seat in state.alive:
        player = state.player(seat)
        yield act.Claim(seat)
        for card in plots_held(player):
            if is_goal_card(state, card):
                yield act.Claim(seat, card)


# --- attacks ---


def attack_actions(state: State) -> Iterator[act.Action]:
    attack = state.open_attack
    if attack.roll is None:
        if not attack.committed:
            yield act.CallOff(attack.player)
        if not attack.spent:
            yield act.SpendToken(attack.player)
            for plot in token_plots(state, attack.player):
                yield act.SpendToken(attack.player, (plot,))
        for seat in state.alive:
            yield from helps(state, seat)
            yield act.ShowAgents(seat, Role.AID)
            yield act.ShowAgents(seat, Role.OPPOSE)
            yield act.NoMore(seat)
        if attack.spent and set(state.alive) <= set(attack.silent):
            yield from (act.Roll(first, second) for first in range(1, 7) for second in range(1, 7))
            yield from (act.RollInAll(total) for total in range(2, 13))
    elif may_come_late(state):
        for seat in state.alive:
            yield from helps(state, seat)
    yield act.Conclude(attack.player)
    if attack.attacker is not None and attack.mode is Mode.CONTROL:
        placed = state.player(attack.player).placed(attack.attacker)
        catalog = state.evening.catalog
        sides = () if placed is None else (*outgoing(catalog, placed), *untold_edges(catalog, placed))
        yield from (act.Capture(attack.player, side) for side in sides)


def token_plots(state: State, seat: Seat) -> Iterator[Piece]:
    """Plots that go with a token."""
    player = state.player(seat)
    for plot in plots_held(player):
        if any(map(goes_with_token, state.effects(plot).play)):
            yield plot


def helps(state: State, seat: Seat) -> Iterator[act.Action]:
    attack = state.open_attack
    plots = list(token_plots(state, seat))
    for placed in state.player(seat).structure:
        if not placed.tokens:
            continue
        roles = (Role.SELF_DEFENCE,) if placed.card == attack.target else (Role.AID, Role.OPPOSE)
        for role in roles:
            yield act.GiveHelp(seat, placed.card, role)
            yield from (act.GiveHelp(seat, placed.card, role, (plot,)) for plot in plots)


# --- at any time ---


def free_actions(state: State, seat: Seat) -> tuple[act.Action, ...]:
    kept = _kept_free_actions(state.player(seat), _seats(state, seat), groups_held(state, seat), state.evening)
    return (*kept, *reliefs(state, seat))


def _seats(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The player's own, then those of the others."""
    return (seat, *(other for other in state.alive if other != seat))


@lru_cache(maxsize=256)
def _kept_free_actions(
    player: Player, seats: tuple[Seat, ...], held: tuple[Piece, ...], evening: DeckEvening
) -> tuple[act.Action, ...]:
    """What he can do with what is his: most actions of others leave that as it is."""
    return (*_buys(player, seats[0]), *_with_his_own(player, seats, held, evening))


def _laid_openly(state: State, seat: Seat, among: Collection[Piece]) -> Iterator[act.Action]:
    """Of the `free_actions` those that move cards `among` these where they can be seen."""
    yield from _with_his_own(state.player(seat), _seats(state, seat), groups_held(state, seat), state.evening, among)


def _with_his_own(
    player: Player, seats: tuple[Seat, ...], held: tuple[Piece, ...], evening: DeckEvening, among: Some = None
) -> Iterator[act.Action]:
    seat, *others = seats
    hidden = tuple(dict.fromkeys(player.unseen_plots)) if player.plots else ()
    yield from (act.Discard(seat, card) for card in _of(dict.fromkeys((*player.exposed, *hidden, *held)), among))
    yield from (act.Expose(seat, card) for card in _of(hidden, among))
    unnamed = (None,) if player.plots and among is None else ()
    for card in (*unnamed, *_of(dict.fromkeys(player.exposed), among)):
        yield act.ReturnPlot(seat, card)
        yield from (act.GivePlot(seat, other, card) for other in others)
    if player.groups and among is None:
        yield from (act.GiveGroup(seat, other) for other in others)
    for resource in _of(dict.fromkeys(each.card for each in player.resources), among):
        yield from (act.GiveResource(seat, other, resource) for other in others)
    if among is None:
        yield from (act.RemoveToken(seat, placed.card) for placed in player.structure if placed.tokens)
    yield from (act.PlaySpare(seat, card) for card in _of(hidden, among) if evening[card].kind is Kind.ILLUMINATI)


def buys(state: State, seat: Seat) -> Iterator[act.Action]:
    yield from _buys(state.player(seat), seat)


def _buys(player: Player, seat: Seat) -> Iterator[act.Action]:
    structure = player.structure
    if structure and structure[0].tokens:
        yield act.BuyPlot(seat, (structure[0].card,))
    charged = [placed.card for placed in structure[1:] if placed.tokens]
    twice = [(placed.card, placed.card) for placed in structure[1:] if placed.tokens > 1]
    yield from (act.BuyPlot(seat, pair) for pair in (*combinations(charged, 2), *twice))


def _what_is_owed(state: State) -> Iterator[act.Action]:
    for owed in dict.fromkeys(state.owed):
        player = state.player(owed.player)
        decks = {Pile.PLOT_DECK: player.unseen_plots, Pile.GROUP_DECK: player.unseen_groups}
        if owed.what is Pile.TOKEN:
            yield from (act.RemoveToken(payer_seat(state, owed.player, card), card) for card in owed.payers)
        elif owed.what in decks:
            yield from (act.Discard(owed.player, card) for card in dict.fromkeys(decks[owed.what]))
        elif owed.what is Pile.PUPPET:
            yield from (act.Discard(owed.player, placed.card) for placed in player.structure[1:])
        elif owed.what is Pile.EXPOSED:
            others = [card for each in state.players for card in each.unseen_plots] if player.foreign > 0 else []
            yield from (act.Expose(owed.player, card) for card in dict.fromkeys((*player.unseen_plots, *others)))
        else:
            yield from _discards(state, owed.player)


def _discards(state: State, seat: Seat) -> Iterator[act.Action]:
    held = (*plots_held(state.player(seat)), *groups_held(state, seat))
    yield from (act.Discard(seat, card) for card in dict.fromkeys(held))


def reliefs(state: State, seat: Seat) -> Iterator[act.Action]:
    """Any one Group, any two, or all that have tokens; with those of later seats where none suffices alone."""
    places = [each.card for player in state.players for each in player.structure if each.devastated]
    if not places:
        return
    own = _charged(state, seat)
    later = [card for other in state.alive if other > seat for card in _charged(state, other)]
    together = (*product(own, later), (*own, *later)) if own and later else ()
    for card in places:
        for payers in dict.fromkeys((*combinations(own, 1), *combinations(own, 2), tuple(own))):
            if payers:
                yield act.Relieve(seat, card, payers)
        alone = {payer for payer in (*own, *later) if relief_by(state, (payer,)) >= relief_needed(state, card)}
        for payers in dict.fromkeys(together):
            if not alone.intersection(payers) and relief_by(state, payers) >= relief_needed(state, card):
                yield act.Relieve(seat, card, payers)


def _charged(state: State, seat: Seat) -> list[Piece]:
    return [placed.card for placed in state.player(seat).structure if placed.tokens]


# --- by hand ---


def _by_hand(state: State) -> Iterator[act.Action]:
    assert state.by_hand is not None
    actor = state.by_hand.player
    yield act.Done(actor)
    if (offer := offer_open(state)) is not None:
        yield from (act.SetTokens(actor, card, count) for card, count in choices_of(state, offer))
        return
    for seat in state.alive:
        player = state.player(seat)
        for there in dict.fromkeys(player.cards_in_play):
            yield act.SetTokens(actor, there, 0 if tokens_on(state, seat, there) else 1)
            if state.card(there).kind is not Kind.ILLUMINATI:
                yield from (act.Remove(actor, there, pile) for pile in PILES)
        yield from (act.SetPlots(actor, seat, count) for count in _near(player.plots))
        yield from (act.SetGroups(actor, seat, count) for count in _near(player.groups))
    if state.attack is not None:
        yield from (act.AdjustStrength(actor, amount) for amount in (-10, -5, -1, 1, 5, 10))


def _near(count: int) -> Iterator[int]:
    """One fewer, and one more."""
    if count:
        yield count - 1
    yield count + 1
