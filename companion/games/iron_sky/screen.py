"""What the players see: boards, sheets, and what can be touched now. Any action takes three touches at most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from companion.core.facts import provisional
from companion.core.screen import Button, Confirm, Do, Notice, Place, Screen, SeatView, Select, forbidden, question
from companion.core.screen_parts import KeyFigure
from companion.core.selection import NO_SELECTION, Pick, Selection
from companion.core.table import Piece, Zone
from companion.core.text import Message, Text, say, say_plural, verbatim
from companion.games.iron_sky import actions as act
from companion.games.iron_sky import candidates
from companion.games.iron_sky.apply import apply
from companion.games.iron_sky.battle import Stage, stage
from companion.games.iron_sky.button_texts import battle_lines, label
from companion.games.iron_sky.catalog import TRACK, TRACKS, Command, Resource, Side
from companion.games.iron_sky.names import piece_name
from companion.games.iron_sky.profile_write import facts
from companion.games.iron_sky.rules import broken, may_be_legal
from companion.games.iron_sky.rules_preconditions import named
from companion.games.iron_sky.scoring import outcome
from companion.games.iron_sky.screen_battle import duel
from companion.games.iron_sky.screen_boards import (
    CARDS,
    FREELY,
    GIFTS,
    LAST,
    ORIGIN,
    board_view,
    button,
    card_buttons,
    discards,
    gifts_button,
    origin_buttons,
    origin_of,
    sheet_view,
)
from companion.games.iron_sky.screen_meter import METER, meter_question
from companion.games.iron_sky.state import Battle, Phase, Player, State
from companion.games.iron_sky.turn import to_move


def present(state: State, selection: Selection = NO_SELECTION) -> Screen:
    """The whole screen of a state, with what fingers have picked on the way to an action."""
    legal = _legal(state)
    return Screen(
        title=say("Iron Sky"),
        status=_status(state),
        steps=_STEPS if state.phase not in {Phase.SHEETS, Phase.OVER} else (),
        step=1 if state.phase is Phase.COMMAND else 2,
        seats=tuple(_seat(state, player, legal) for player in state.players),
        boards=tuple(board_view(state, board, legal) for board in state.boards),
        buttons=(*_buttons(state, legal), *_meter_buttons(state, legal)),
        notice=_notice(state, selection, legal),
        remarks=tuple(_remarks(state)),
    )


@lru_cache(maxsize=4)
def _legal(state: State) -> Sequence[act.Action]:
    """Kept while fingers pick their way to an action: the state stays the same."""
    if state.phase is Phase.OVER:
        return ()
    return tuple(action for action in candidates.candidates(state) if may_be_legal(state, action))


def _status(state: State) -> Text:
    ended = outcome(state)
    if ended is not None:
        names = tuple(verbatim(state.player(seat).name) for seat in ended.winners)
        return say("{names} won. {reason}", names=names, reason=ended.reason) if names else say("A drawn game")
    return _SIDE_STATUS[state.side].fill(round=state.round)


_SIDE_STATUS = {
    Side.REICH: say("The Reich’s turn, round {round}"),
    Side.UWC: say("The UWC’s turn, round {round}"),
}

_STEPS = (say("Resources"), say("Commands"), say("End of turn"))


def _remarks(state: State) -> Iterator[Text]:
    """First what nobody may overlook: that values are made up."""
    unconfirmed = provisional(facts(state.profile)) if state.profile.told is None else 0
    if unconfirmed:
        yield say_plural(
            "{count} printed value is provisional: nobody has confirmed it.",
            "{count} printed values are provisional: nobody has confirmed them.",
            unconfirmed,
        )
    if state.battle is None and state.last_battle is not None:
        place = state.site(state.last_battle.place).name
        yield say("Latest battle, {place}:", place=place)
        yield from battle_lines(state, state.last_battle)


def _seat(state: State, player: Player, legal: Sequence[act.Action]) -> SeatView:
    return SeatView(
        seat=player.seat,
        name=player.name,
        facts=tuple(_facts(player)),
        board=sheet_view(state, player, legal),
        place=Place.ABOVE if player.side is Side.REICH else Place.BELOW,
        at=player.board,
        on_turn=player.seat in to_move(state),
        remark=say("done") if player.done else None,
    )


_TRACK = {
    Resource.COMMAND: (say("of {most}", most=TRACK), "bolt", "#F26B5B"),
    Resource.MONEY: (say("money"), "coin", "#FFC85C"),
    Resource.POLITICS: (say("politics"), "building-monument", "#8FC1F5"),
}


def _facts(player: Player) -> Iterator[KeyFigure]:
    for resource in TRACKS[player.side]:
        label, icon, tint = _TRACK[resource]
        yield KeyFigure(label, str(player.held(resource)), icon, tint)
    yield KeyFigure(say_plural("card", "cards", player.hand), str(player.hand), "cards")
    yield KeyFigure(say("in supply"), str(player.supply), "stack-2")
    if player.side is Side.UWC:
        yield KeyFigure(say_plural("trophy", "trophies", player.trophies), str(player.trophies), "trophy")


# --- what a finger draws ---


def drawn_onto(state: State, source: Zone, piece: Piece, target: Zone) -> Sequence[Button]:
    """How tiles of one place go to another: of a stack only the top shows, so that the table tells little of it."""
    origin, to = (zone.removesuffix(".cc").removesuffix(".fl") for zone in (source, target))
    ways = (each for each in _legal(state) if isinstance(each, act.Marching) and (each.origin, each.to) == (origin, to))
    return [button(state, way) for way in ways]


# --- buttons ---


def _buttons(state: State, legal: Sequence[act.Action]) -> Iterator[Button]:
    """What each player of the side can do besides what lies open, then one `done` (or `goes on`) for each.

    The first `done` that counts has the pass key.
    """
    if state.phase is not Phase.COMMAND:
        return
    yield from _doers(state, legal)
    key = "pass"
    # Not by the ivory button: whoever is done may still discard a card with his hands (ISK-139).
    for over in _turn_over(state, legal):
        yield Button(say("Turn over"), over, icon="arrow-right")
    if (alone := _alone(state)) is not None and any(_discards_at_the_end(state, alone)):
        yield Button(say("Discard a card, turn over"), Select(Pick(LAST, seat=alone.seat)), icon="cards")
    for player in state.team(state.side):
        action: act.Action = act.Resume(player.seat) if player.done else act.Done(player.seat)
        found = broken(state, action)
        found = None if found is not None and found.untold else found
        yield Button(label(state, action), Do(action), "" if player.done else key, found is None, forbidden(found))
        key = key if player.done else ""


def _turn_over(state: State, legal: Sequence[act.Action]) -> Iterator[Do]:
    """The rest of the side's turn in one touch: what is open is not used, all are done, and nobody discards a card."""
    if state.battle is not None or any(isinstance(action, act.ShowOperation) for action in legal):
        return
    team = list(state.team(state.side))
    actions: list[act.Action] = [act.Waive(player.seat) for player in team if player.todo is not None]
    actions += [act.Done(player.seat) for player in team if not player.done]
    actions += [act.EndTurn(player.seat) for player in team]
    now = state
    for action in actions:
        if broken(now, action) is not None:
            return
        now = apply(now, action)
    yield Do(actions[0], tuple(actions[1:]))


def _alone(state: State) -> Player | None:
    """Whoever ends the turn by himself, where nothing that he has begun is open."""
    team = list(state.team(state.side))
    is_free = len(team) == 1 and state.battle is None and team[0].todo is None
    return team[0] if is_free and broken(state, act.Done(team[0].seat)) is None else None


def _discards_at_the_end(state: State, player: Player) -> Iterator[Button]:
    """The card with which a turn ends, and the end, in one touch (ISK-139)."""
    done = act.Done(player.seat)
    for last in discards([each for each in _legal(apply(state, done)) if each.player == player.seat]):
        yield Button(label(state, last), Do(done, (last,)))


def _doers(state: State, legal: Sequence[act.Action]) -> Iterator[Button]:
    """Whoever can do something besides what is asked; where one alone is on turn nobody asks who."""
    alone = len(list(state.team(state.side))) == 1
    for player in state.team(state.side):
        if player.done or player.todo is not None or state.battle is not None:
            continue
        mine = [action for action in legal if action.player == player.seat]
        ends = {Do(act.Done(player.seat)), Do(act.Resume(player.seat))}
        can = any(way.intent not in ends for way in _free_ways(state, player, mine))
        words = say("Do") if alone else say("{name} does something", name=player.name)
        nothing = None if can else say("Nothing can be done now but to end the turn.")
        intent = Select(Pick(FREELY, seat=player.seat)) if can else Confirm()
        yield Button(words, intent, "", can, nothing, icon="hand-click")


def _meter_buttons(state: State, legal: Sequence[act.Action]) -> Iterator[Button]:
    """Where the marker stands wrong, it is put right by one touch (ISK-38)."""
    for action in legal:
        if isinstance(action, act.PushMeter):
            yield replace(button(state, action), icon="gauge")


# --- decisions ---


def _notice(state: State, selection: Selection, legal: Sequence[act.Action]) -> Notice | None:
    """The question that is open, with every legal answer; None while players act freely."""
    if state.battle is not None:
        return _battle_question(state, state.battle, legal)
    return _picked_question(state, selection, legal) or _phase_question(state, legal)


def _phase_question(state: State, legal: Sequence[act.Action]) -> Notice | None:
    waiting = [player for player in state.team(state.side) if player.todo is not None]
    if waiting:
        return _todo_question(state, waiting, legal)
    match state.phase:
        case Phase.SHEETS:
            return _one_by_one(state, say("Which commander does {name} play?"), legal, act.DrawSheet)
        case Phase.TOKEN:
            return _question(state, say("Which time token was turned?"), legal)
        case Phase.SECRETS:
            return _one_by_one(state, say("Which operation did {name} have?"), legal, act.ShowOperation)
        case Phase.END_OF_TURN:
            return _end_of_turn_question(state, legal)
        case _:
            return None


def _end_of_turn_question(state: State, legal: Sequence[act.Action]) -> Notice:
    ends: list[act.Action] = [act.EndTurn(player.seat) for player in state.team(state.side) if not player.done]
    nobody = [Button(say("Nobody discards a card"), Do(ends[0], tuple(ends[1:])), icon="arrow-right")]
    plain = [button(state, action) for action in legal if isinstance(action, act.EndTurn) and action.discard is None]
    ways = [
        Button(say("{name} discards a card", name=player.name), Select(Pick(CARDS, seat=player.seat)), icon="cards")
        for player in state.team(state.side)
        if any(True for _ in discards([action for action in legal if action.player == player.seat]))
    ]
    return question(
        say("Who discards a card, or is the turn over?"),
        [*(nobody if len(ends) > 1 else ()), *plain, *ways],
        NO_SELECTION,
    )


def _picked_question(state: State, selection: Selection, legal: Sequence[act.Action]) -> Notice | None:
    """The choices that what was picked leaves: a player's cards, the ways to play one, his gifts, an army's ways."""
    pick = selection.latest
    if pick is None:
        return None
    heading: Text
    if pick.kind == ORIGIN:
        place = state.map.sites.get(pick.what)
        heading = say("Where from {place}?", place=place.name if place is not None else "")
        answers = [button(state, action) for action in legal if origin_of(action) == pick.what]
    elif pick.kind == METER:
        return meter_question(state, pick.what, legal, selection)
    else:
        player = next((player for player in state.players if player.seat == pick.seat), None)
        if player is None:
            return None
        mine = [action for action in legal if action.player == player.seat]
        heading, answers = _player_question(state, pick, player, mine)
    return question(heading, answers, selection) if answers else None


def _player_question(state: State, pick: Pick, player: Player, mine: Sequence[act.Action]) -> tuple[Text, list[Button]]:
    name = player.name
    if pick.kind == LAST and _alone(state) is player:
        return say("Which card does {name} discard?", name=name), list(_discards_at_the_end(state, player))
    if pick.kind == FREELY:
        return say("What does {name} do?", name=name), list(_free_ways(state, player, mine))
    if pick.kind == GIFTS:
        heading = say("What does {name} give?", name=name)
        return heading, [button(state, action) for action in mine if isinstance(action, act.Give)]
    if pick.kind == CARDS and state.phase is Phase.END_OF_TURN:
        heading = say("Which card does {name} discard?", name=name)
        return heading, [button(state, action) for action in discards(mine)]
    if pick.kind == CARDS:
        return say("Which card does {name} play?", name=name), list(card_buttons(state, mine))
    ways = [a for a in mine if isinstance(a, act.Played | act.PlayedSpecial) and a.card == pick.what]
    heading = say("{name}: {card}, how?", name=name, card=piece_name(state.profile, pick.what))
    return heading, [button(state, way) for way in ways]


def _free_ways(state: State, player: Player, mine: Sequence[act.Action]) -> Iterator[Button]:
    """All that a player can do while somebody else of his side carries out a command."""
    yield from card_buttons(state, mine)
    for way in origin_buttons(state, mine):
        yield replace(way, label=say("Army: {place}", place=way.label))
    if any(isinstance(action, act.Give) for action in mine):
        yield gifts_button(player)
    for action in mine:
        if isinstance(action, act.TakeLoan | act.TakeAdvice | act.Done | act.Resume):
            yield button(state, action)


def _question(state: State, heading: Text, answers: Sequence[act.Action], lines: Sequence[Text] = ()) -> Notice:
    return question(heading, (button(state, action) for action in answers), NO_SELECTION, lines)


def _one_by_one(state: State, heading: Message, legal: Sequence[act.Action], kind: type) -> Notice | None:
    """The question for the first seat that has not answered."""
    wanted = [action for action in legal if isinstance(action, kind)]
    if not wanted:
        return None
    seats = [action.player or getattr(action, "seat", "") for action in wanted]
    mine = [action for action, seat in zip(wanted, seats, strict=True) if seat == seats[0]]
    return _question(state, heading.fill(name=state.player(seats[0]).name), mine)


def _todo_question(state: State, waiting: Sequence[Player], legal: Sequence[act.Action]) -> Notice:
    """What the open commands can do; when players of a side act at the same time, one question for all of them."""
    asked = [_ask(player) for player in waiting]
    lines = tuple(line for player in waiting for line in _todo_lines(state, player))
    answers = [
        way if len(waiting) == 1 else replace(way, label=say("{name}: {action}", name=player.name, action=way.label))
        for player in waiting
        for way in _ways(state, player, legal)
    ]
    able = {action.player for action in legal}
    others = (
        Button(say("{name} does something else", name=player.name), Select(Pick(FREELY, seat=player.seat)), icon="dots")
        for player in state.team(state.side)
        if player not in waiting and player.seat in able
    )
    ends = [Button(say("Turn over"), over, icon="arrow-right") for over in _turn_over(state, legal)]
    if len(asked) == 1:
        return question(asked[0], [*answers, *others, *ends], NO_SELECTION, lines)
    return question(say("Who carries out what?"), [*answers, *others, *ends], NO_SELECTION, (*asked, *lines))


_ASKED = {
    Command.MOBILISATION: say("Mobilisation: which army does {name} move?"),
    Command.RECRUIT: say("Recruit: where does {name} place a tile?"),
    Command.ASSAULT: say("Assault: where does {name} place the tile?"),
    Command.STRATEGY: say("Strategy change: how many battle cards does {name} exchange?"),
    Command.TERROR: say("Terror: where does {name} put the marker?"),
    Command.BOMBARDMENT: say("Bombardment: which territory does {name} bombard?"),
    Command.JAMMING: say("Jamming: which sector does {name} jam?"),
}


def _ask(player: Player) -> Text:
    """What has to be told of the command that the player carries out."""
    assert player.todo is not None, "he has one open"
    if player.todo.base is not None:
        return say("Assault: where does the tile of {name} move?", name=player.name)
    return _ASKED[player.todo.command].fill(name=player.name)


def _ways(state: State, player: Player, legal: Sequence[act.Action]) -> Iterator[Button]:
    """What carries the player's command out, then what else he can do. A Mobilisation's moves are chosen by army."""
    mine = [action for action in legal if action.player == player.seat and not isinstance(action, act.PushMeter)]
    by_army = player.todo is not None and player.todo.command is Command.MOBILISATION
    moves = [action for action in mine if by_army and isinstance(action, act.Move)]
    besides = [action for action in mine if isinstance(action, _BESIDES)]
    yield from (button(state, each) for each in mine if each not in moves and not isinstance(each, _BESIDES | act.Give))
    yield from origin_buttons(state, moves)
    yield from (button(state, each) for each in besides)
    if any(isinstance(action, act.Give) for action in mine):
        yield gifts_button(player)


_BESIDES = act.Waive | act.TakeLoan | act.TakeAdvice


def _todo_lines(state: State, player: Player) -> Iterator[Text]:
    """What is left to do, and how cards are chosen (ISK-105-R2)."""
    todo = player.todo
    if todo is not None and todo.command is Command.RECRUIT:
        yield say("tiles left to place: {count}", count=todo.left)
    if todo is not None and todo.command is Command.STRATEGY:
        by_faces = state.choices["exchange_choice"] == "by_faces"
        yield say("Cards are chosen by their faces.") if by_faces else say("Cards are chosen by their backs.")


def _battle_question(state: State, battle: Battle, legal: Sequence[act.Action]) -> Notice:
    waits = stage(state, battle)
    headings = {
        Stage.DEFENDER_LAYS: say("Battle of {place}: the defender lays a card"),
        Stage.ATTACKER_LAYS: say("Battle of {place}: the attacker lays a card"),
        Stage.REVEAL: say("Battle of {place}: turn over; what does the card of {name} show in square {square}?"),
        Stage.FORTRESS: say("Battle of {place}: Fortress?"),
        Stage.INITIATIVE: say("Battle of {place}: Initiative?"),
        Stage.COMPARE: say("Battle of {place}: next squares"),
    }
    place = named(state, battle.place)
    skipped = (act.PushMeter,) if waits is Stage.REVEAL else (act.PushMeter, act.Reveal)
    answers: list[act.Action] = [a for a in legal if not isinstance(a, skipped)]
    one = battle.defender if battle.defender.squares is None else battle.attacker
    if waits is Stage.REVEAL:
        faces = [a for a in answers if isinstance(a, (act.Symbol, act.Reveal)) and a.seat == one.player]
        answers = [*sorted(faces, key=lambda face: isinstance(face, act.Reveal))]
    name = state.player(one.player).name
    square = ("I", "II", "III")[len(one.entered)]
    heading = headings[waits].fill(place=place, name=name, square=square)
    ways = [*_battle_at_once(state, waits, answers), *(button(state, action) for action in answers)]
    asked = question(heading, ways, NO_SELECTION, tuple(battle_lines(state, battle)))
    return replace(asked, detail=duel(state, battle)) if battle.defender.source is not None else asked


def _battle_at_once(state: State, waits: Stage, answers: Sequence[act.Action]) -> Iterator[Button]:
    """Both cards from the decks, where they may be laid so; all squares, where nothing is left to choose."""
    if waits is Stage.DEFENDER_LAYS:
        for lay in answers:
            if isinstance(lay, act.Lay) and lay.source == "deck":
                after = apply(state, lay)
                assert after.battle is not None, "a battle does not end before cards are turned over"
                other = act.Lay(after.battle.attacker.player, "deck")
                if broken(after, other) is None:
                    yield Button(say("Both lay the top card of their deck"), Do(lay, (other,)), icon="cards")
    if waits is Stage.COMPARE:
        rest, now = [act.Compare()], apply(state, act.Compare())
        while now.battle is not None and broken(now, act.Compare()) is None:
            rest, now = [*rest, act.Compare()], apply(now, act.Compare())
        if len(rest) > 1:
            yield Button(say("To the end"), Do(rest[0], tuple(rest[1:])), icon="player-track-next")
