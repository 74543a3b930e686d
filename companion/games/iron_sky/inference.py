"""Which actions could account for a change on the table: built from what changed, not searched for.

Slips of the hand are built as well, so that a broken rule can be named. Actions that show nothing on the table (a
player is done, a battle card is laid face down) are always among them: people forget to enter those. Where nobody can
look, every legal way in which it may have been is a candidate, so that people are asked rather than told wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.action import Seat
from companion.core.evidence import Evidence
from companion.core.table import Change, Piece, Zone
from companion.games.iron_sky import actions as act
from companion.games.iron_sky import candidates
from companion.games.iron_sky import inference_board as board
from companion.games.iron_sky.battle import Stage, stage, unread
from companion.games.iron_sky.catalog import TRACK, Effect, Place, Resource, Side
from companion.games.iron_sky.inference_board import BoardEvidence
from companion.games.iron_sky.rules import may_be_legal
from companion.games.iron_sky.rules_cards import at_hand
from companion.games.iron_sky.settings import BOARDS
from companion.games.iron_sky.state import Battle, Phase, Player, State
from companion.games.iron_sky.turn import END_TOKEN, tokens_possible

# --- what chance brings ---


Actions = Iterator[act.Action]


def chance_for(state: State, seen: Evidence) -> Actions:
    """See `Game.chance_for`."""
    if state.phase is Phase.COMMAND and state.battle is None and not any(map(_is_told_by_chance, seen)):
        return iter(())
    evidence = BoardEvidence(state, seen)
    return iter(()) if evidence.is_foreign else chance(evidence)


def _is_told_by_chance(change: Change) -> bool:
    """Whether it may be a meter that was pushed, or a battle card that is read, which chance has in any phase."""
    return change.delta > 0 and (change.piece.startswith(_METERS) or change.zone.endswith(_BATTLE_CARDS))


_METERS = ("occupation", "devastation")
_BATTLE_CARDS = (".battle", ".used")


def chance(evidence: BoardEvidence) -> Actions:
    state = evidence.state
    yield from _identified(evidence)
    match state.phase:
        case Phase.SHEETS:
            for player, piece in evidence.at("sheet"):
                yield act.DrawSheet(player.seat, piece.removeprefix("sheet_"))
        case Phase.COMMAND if state.battle is not None:
            yield from _fought(evidence, state.battle)
        case Phase.TOKEN:
            yield from _tokens(evidence)
        case _:
            pass
    if state.phase is not Phase.OVER:
        yield from _meters(evidence)


def _fought(evidence: BoardEvidence, battle: Battle) -> Actions:
    match stage(evidence.state, battle):
        case Stage.REVEAL:
            faces = evidence.state.profile.battle_cards
            yield from (act.Reveal(player.seat, card) for player, card in evidence.at("battle") if card in faces)
        case Stage.COMPARE:
            yield act.Compare()
        case _:
            pass


def _identified(evidence: BoardEvidence) -> Actions:
    """A battle card that was entered by its symbols can be read at last."""
    for spot in ("battle", "used"):
        for player, piece in evidence.at(spot):
            if piece in evidence.state.profile.battle_cards and unread(evidence.state, player.seat) is not None:
                yield act.Reveal(player.seat, piece)


def _tokens(evidence: BoardEvidence) -> Actions:
    """A token of the kind that lay open already shows only by what follows; a hidden one may be any."""
    state = evidence.state
    for zone, piece in sorted(evidence.come):
        if zone == "tokens":
            yield act.TurnToken(END_TOKEN if piece == "token_end" else piece)
    possible = set(tokens_possible(state))
    again = set() if "tokens" in evidence.intact else possible & set(state.tokens[-1:])
    certain = possible if len(possible) == 1 else again
    if (certain == possible or not evidence.unseen("tokens")) and any(map(evidence.paid, state.players)):
        yield from map(act.TurnToken, certain)


def _meters(evidence: BoardEvidence) -> Actions:
    """A marker of a Blitz meter was moved and nothing else; of Occupation nobody can say so while a part is hidden."""
    for zone, piece in sorted(evidence.come):
        board, _, position = zone.partition(".occupation.")
        if position and piece == f"occupation_{board}" and not evidence.unseen_board(board):
            yield act.PushMeter(board, int(position))
        board, _, position = zone.partition(".devastation.")
        if position and piece == f"devastation_{board}":
            yield act.PushDevastation(board, int(position))


def candidates_for(state: State, seen: Evidence) -> Actions:
    """See `Game.candidates_for`."""
    evidence = BoardEvidence(state, seen)
    if evidence.is_foreign:
        return
    match state.phase:
        case Phase.COMMAND if state.battle is not None:
            yield from _battle(evidence, state.battle)
            yield from _laid_or_moved(evidence)
        case Phase.COMMAND:
            yield from _commands(evidence)
        case Phase.END_OF_TURN:
            yield from _turn_ends(evidence)
            yield from _laid_or_moved(evidence)
        case Phase.SECRETS:
            for player, piece in evidence.at("operation"):
                yield act.ShowOperation(player.seat, piece, True)
                yield act.ShowOperation(player.seat, piece, False)
        case Phase.TOKEN:
            yield from _laid_or_moved(evidence)
        case _:
            pass
    yield from chance(evidence)


def may_change(state: State, action: act.Action, zone: Zone, piece: Piece) -> bool:  # noqa: C901  one case for each kind
    """An order changes its two places, the meters of their boards, and whose resources pay for it; ISK-63.

    A card changes its player's sheet (ISK-56), a gift the resources of two (ISK-59), a tile its board.
    """
    owner, _, spot = zone.partition(".")
    kind = spot.partition(".")[0]
    match action:
        case act.Organise(player=player, origin=origin, to=to) | act.Ascend(player=player, origin=origin, to=to):
            if owner not in BOARDS:
                return owner == player or kind not in _TRACKS
            return f"{owner}.{kind}" in (origin, to) or (kind in _METERS and owner in _boards(origin, to))
        case act.Give(player=giver, to=taker):
            return owner in (giver, taker)
        case act.Play(player=player) | act.Exchange(player=player) | act.Reshuffle(player=player):
            return owner == player
        case act.PlaceTile(player=player, place=place):
            return owner == player or owner in _boards(place)
        case act.TakeMarker(player=player):
            return owner == player or owner in BOARDS or kind == "markers"
        case act.Move(origin=origin, to=to):
            return kind in _TRACKS or owner in _boards(origin, to)
        case act.EndTurn(player=player):
            return kind in _TRACKS or owner == player
        case act.Done() | act.Waive():
            return False
        case act.PushMeter(board=board) | act.PushDevastation(board=board):
            return owner == board
        case _:
            return True


def _boards(*places: Place) -> set[str]:
    return {place.partition(".")[0] for place in places}


_TRACKS = frozenset(resource.value for resource in Resource)


def _laid_or_moved(evidence: BoardEvidence) -> Actions:
    """What hands may do at any moment, though it is rarely the right one."""
    yield from _cards(evidence)
    yield from board.tiles(evidence)
    yield from board.markers(evidence)
    yield from _sharing(evidence)
    yield from board.aid_sent(evidence)
    for player, piece in evidence.discarded():
        if player.side is not evidence.state.side and _is_card(evidence.state, piece):
            yield act.EndTurn(player.seat, piece)


def _commands(evidence: BoardEvidence) -> Actions:
    yield from _laid_or_moved(evidence)
    yield from _silent(evidence)
    yield from _reshuffled(evidence)
    yield from _forgotten(evidence.state)


def _is_card(state: State, piece: Piece) -> bool:
    return piece in state.profile.cards or piece in state.profile.specials


def _turn_ends(evidence: BoardEvidence) -> Actions:
    """A discard shows as the new top of its pile, or by the pile that was shuffled into a new deck.

    Another card of the kind on top shows nothing at all.
    """
    state = evidence.state
    for player, piece in evidence.discarded():
        if _is_card(state, piece):
            yield act.EndTurn(player.seat, piece)
    for player in state.team(state.side):
        zone = f"{player.seat}.discard"
        yield from (act.EndTurn(player.seat), *(act.EndTurn(player.seat, card) for card in _twins(evidence, player)))
        if any(gone == zone for gone, _ in evidence.gone) or evidence.unseen(zone):
            yield from candidates.ends(state, player)


def _twins(evidence: BoardEvidence, player: Player) -> Iterator[Piece]:
    """A card of the kind that lies on top of his open pile, unless the labels tell that none came."""
    on_top = () if f"{player.seat}.discard" in evidence.intact else player.discard[-1:]
    return (card for card in on_top if at_hand(evidence.state, player, card))


def _forgotten(state: State) -> Actions:
    for player in state.team(state.side):
        if not player.done:
            yield act.Done(player.seat)
        if player.todo is not None:
            yield act.Waive(player.seat)


# --- cards ---


def _cards(evidence: BoardEvidence) -> Actions:
    """A card that came to a discard pile was played; a special shows where it lies or by what it brings."""
    state = evidence.state
    for player, piece in evidence.discarded():
        if piece in state.profile.cards:
            mine = list(_plays_of(state, player, piece))
            yield from mine
            paid = max(evidence.points_paid(player, Resource.POLITICS), 0)
            if paid not in {action.politics for action in mine}:
                for command in state.profile.cards[piece].commands:
                    yield candidates.kind_of_play(command)(player.seat, piece, command, paid)
    for player in state.players:
        for action in candidates.specials(state, player):
            if _special_shows(evidence, player, action):
                yield action


def _plays_of(state: State, player: Player, card: Piece) -> Iterator[act.Played]:
    return (action for action in candidates.plays(state, player) if action.card == card)


def _special_shows(evidence: BoardEvidence, player: Player, action: act.PlayedSpecial) -> bool:
    state = evidence.state
    if isinstance(action, act.PlaySpecialAt):
        zone = f"{action.place}.card"
        if (zone, action.card) in evidence.come:
            return True
        hidden = evidence.unseen(zone)
    else:
        hidden = state.profile.specials[action.card].effect is Effect.GAIN
    return hidden and evidence.may_have_paid(player) and may_be_legal(state, action)


# --- what shows by the price alone ---


def _silent(evidence: BoardEvidence) -> Actions:
    """A second card of the same kind, tiles between stacks that look the same afterwards; of those, what is legal."""
    for player in filter(evidence.may_have_paid, evidence.state.team(evidence.state.side)):
        if not may_be_legal(evidence.state, act.Done(player.seat)):
            continue  # Whoever may not even be done plays no card and gives no order either.
        for action in (*_unseen_plays(evidence, player), *board.unseen_orders(evidence, player)):
            if may_be_legal(evidence.state, action):
                yield action


def _reshuffled(evidence: BoardEvidence) -> Actions:
    """Shuffled battle cards leave the pile of used ones empty."""
    for player in evidence.state.team(evidence.state.side):
        if player.todo is not None and any(zone == f"{player.seat}.used" for zone, _ in evidence.gone):
            ways = candidates.continuations(evidence.state, player, player.todo)
            yield from (action for action in ways if not isinstance(action, act.Waive))


def _unseen_plays(evidence: BoardEvidence, player: Player) -> Actions:
    """The card may be of the kind that lay on top before, one that nobody can see, or one beneath what came."""
    if evidence.unseen(f"{player.seat}.discard"):
        yield from candidates.plays(evidence.state, player)
    else:
        for card in _twins(evidence, player):
            yield from _plays_of(evidence.state, player, card)
        yield from _plays_beneath(evidence, player)


def _plays_beneath(evidence: BoardEvidence, player: Player) -> Actions:
    """Where more was paid than the card costs that came, another one may have come before it, and lie beneath."""
    zone, cards = f"{player.seat}.discard", evidence.state.profile.cards
    for top in (piece for place, piece in evidence.come if place == zone and piece in cards):
        left = evidence.all_paid(player) - cards[top].price
        if left > 0 and zone not in evidence.restacked | evidence.intact:
            yield from (
                action
                for action in candidates.plays(evidence.state, player)
                if action.card != top and cards[action.card].price <= left
            )


def _sharing(evidence: BoardEvidence) -> Actions:
    """Resources that moved from one track to another, or off its end, or that came from the pool."""
    state = evidence.state
    givers = {player.seat for player in state.players if evidence.may_have_paid(player)}
    takers = givers | {player.seat for player in state.players if max(map(player.held, Resource)) >= TRACK}
    for seat in sorted(givers):
        possible = [
            action
            for action in candidates.sharing(state, state.player(seat))
            if not isinstance(action, act.Give) or action.to in takers
        ]
        yield from possible
        others = dict.fromkeys((*_given(evidence, seat), *_spent_at_once(evidence, seat)))
        yield from (action for action in others if action not in possible)
    if any(zone == "pool" for zone, _ in evidence.gone):
        yield from (act.TakeLoan(player.seat) for player in state.team(Side.UWC))
        yield from (act.TakeAdvice(player.seat) for player in state.team(Side.REICH))


def _given(evidence: BoardEvidence, giver: Seat) -> Actions:
    """As much as the marker of whoever got it tells, be it more than the giver may, or has."""
    for taker in evidence.state.players:
        for resource in Resource:
            got = -evidence.points_paid(taker, resource)
            if got > 0 and taker.seat != giver:
                yield act.Give(giver, taker.seat, got, resource)


def _spent_at_once(evidence: BoardEvidence, giver: Seat) -> Actions:
    """All that the giver's marker tells, to somebody whose own marker lies where it was: he has spent it."""
    state = evidence.state
    player = state.player(giver)
    for resource in Resource:
        paid = evidence.points_paid(player, resource)
        if paid > 0:
            yield from (
                act.Give(giver, mate.seat, paid, resource) for mate in state.team(player.side) if mate != player
            )


# --- a battle ---


def _battle(evidence: BoardEvidence, battle: Battle) -> Actions:
    state = evidence.state
    attacker, defender = state.player(battle.attacker.player), state.player(battle.defender.player)
    match stage(state, battle):
        case Stage.DEFENDER_LAYS:
            yield from candidates.lays(state, defender)
            for one in filter(evidence.may_have_paid, (attacker, defender)):
                yield from candidates.boosts(state, one)
        case Stage.ATTACKER_LAYS:
            yield from candidates.lays(state, attacker)
        case Stage.FORTRESS:
            swapped = any(player.seat == defender.seat for player, _ in evidence.at("battle"))
            may_be = swapped or evidence.unseen(f"{defender.seat}.battle")
            yield from (act.Fortress(defender.seat, use) for use in ((False, True) if may_be else (False,)))
        case Stage.INITIATIVE:
            yield from (act.Shift(attacker.seat, direction) for direction in _directions(evidence, attacker))
        case _:
            pass


def _directions(evidence: BoardEvidence, attacker: Player) -> tuple[int, ...]:
    """The marker beside the sheet tells whether the card was shifted, never which way."""
    zone = f"{attacker.seat}.markers"
    if (zone, "initiative") in evidence.gone:
        return -1, 1
    return (0, -1, 1) if evidence.unseen(zone) else (0,)
