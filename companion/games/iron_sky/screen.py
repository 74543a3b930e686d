"""What the players see: boards, sheets, and what can be touched now. Any action takes three touches at most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.facts import provisional
from companion.core.screen import Button, Do, Notice, NoticeKind, Screen, SeatView, Undo
from companion.core.text import Text, say, verbatim
from companion.games.iron_sky import actions as act
from companion.games.iron_sky import moves
from companion.games.iron_sky.battle import Stage, stage
from companion.games.iron_sky.catalog import Command, Side
from companion.games.iron_sky.names import piece_name
from companion.games.iron_sky.notation import write_action
from companion.games.iron_sky.profile_write import facts
from companion.games.iron_sky.rules import broken
from companion.games.iron_sky.rules_common import COMMAND_NAME, TITLE
from companion.games.iron_sky.rules_fingers import CARDS, GIFTS
from companion.games.iron_sky.scoring import outcome
from companion.games.iron_sky.screen_boards import board_view, card_choices, sheet_view
from companion.games.iron_sky.state import Battle, Phase, Player, State
from companion.games.iron_sky.wording import battle_lines, label

PHASE_TITLE = {
    Phase.SHEETS: say("draw commander sheets"),
    Phase.COMMAND: say("Command phase"),
    Phase.END_OF_TURN: say("end of the turn"),
    Phase.TOKEN: say("turn a time token"),
    Phase.SECRETS: say("show secret operations"),
    Phase.OVER: say("the game is over"),
}


def present(state: State) -> Screen:
    """The whole screen of a state."""
    legal = [action for action in moves.candidates(state) if broken(state, action) is None]
    if state.phase is Phase.OVER:
        legal = []
    return Screen(
        title=say("Iron Sky"),
        status=_status(state),
        seats=tuple(_seat(state, player, legal) for player in state.players),
        boards=tuple(board_view(state, board, legal) for board in state.boards),
        buttons=tuple(_buttons(state)),
        notice=_notice(state, legal),
        remarks=tuple(_remarks(state)),
    )


def _status(state: State) -> Text:
    ended = outcome(state)
    if ended is not None:
        names = tuple(verbatim(state.player(seat).name) for seat in ended.winners)
        return say("{names} won: {reason}", names=names, reason=ended.reason) if names else say("A drawn game")
    side = TITLE[state.side]
    return say("Round {round}, {side}: {phase}", round=state.round, side=side, phase=PHASE_TITLE[state.phase])


def _remarks(state: State) -> Iterator[Text]:
    """First what nobody may overlook: that values are made up."""
    unconfirmed = provisional(facts(state.profile))
    if unconfirmed:
        yield say("{count} printed values are provisional: nobody has confirmed them.", count=unconfirmed)
    if state.battle is None and state.last_battle is not None:
        place = verbatim(state.site(state.last_battle.place).name)
        yield say("Latest battle, {place}:", place=place)
        yield from battle_lines(state, state.last_battle)


def _seat(state: State, player: Player, legal: list[act.Action]) -> SeatView:
    on_turn = _acts(state, player)
    return SeatView(
        seat=player.seat,
        name=player.name,
        facts=tuple(_facts(state, player)),
        board=sheet_view(state, player, legal),
        on_turn=on_turn,
        remark=say("done") if player.done else None,
    )


def _acts(state: State, player: Player) -> bool:
    """Whose clock runs: the whole side's, and in a battle that of whoever has to choose."""
    battle = state.battle
    if battle is not None:
        waits = stage(state, battle)
        defends = waits in (Stage.DEFENDER_LAYS, Stage.FORTRESS)
        return player.seat == (battle.defender if defends else battle.attacker).player
    if state.phase in (Phase.SHEETS, Phase.OVER):
        return False
    if state.phase is Phase.SECRETS:
        return player.operation is None
    return player.side is state.side and not player.done


def _facts(state: State, player: Player) -> Iterator[tuple[Text, str]]:
    if player.side is Side.REICH:
        yield say("CP"), str(player.command)
    else:
        yield say("Money"), str(player.money)
        yield say("PP"), str(player.politics)
    yield say("hand"), str(player.hand)
    yield say("supply"), str(player.supply)
    if player.side is Side.UWC:
        yield say("trophies"), str(player.trophies)


# --- buttons ---


def _buttons(state: State) -> Iterator[Button]:
    """One `done` (or `goes on`) for each player of the side; the first that counts has the pass key."""
    if state.phase is not Phase.COMMAND:
        return
    key = "pass"
    for player in state.team(state.side):
        action: act.Action = act.Resume(player.seat) if player.done else act.Done(player.seat)
        found = broken(state, action)
        why = None if found is None else found.reason
        yield Button(label(state, action), do(state, action), "" if player.done else key, found is None, why)
        key = key if player.done else ""


def do(state: State, action: act.Action) -> Do:
    return Do(write_action(state.profile, action))


# --- decisions ---


def _notice(state: State, legal: list[act.Action]) -> Notice | None:
    """The question that is open, with every legal answer; None while players act freely."""
    if state.battle is not None:
        return _battle_question(state, state.battle, legal)
    if state.opened is not None:
        return _opened_question(state, *state.opened, legal)
    if state.picked is not None:
        heading = say("Where from {place}?", place=verbatim(state.site(state.picked).name))
        return _question(state, heading, [action for action in legal if _starts_at(state, action)], back=True)
    waiting = [player for player in state.team(state.side) if player.todo is not None]
    if waiting:
        return _todo_question(state, waiting, legal)
    match state.phase:
        case Phase.SHEETS:
            return _one_by_one(state, say("Which commander has {name}?"), legal, act.DrawSheet)
        case Phase.TOKEN:
            return _question(state, say("Which time token was turned?"), legal)
        case Phase.SECRETS:
            return _one_by_one(state, say("Which operation did {name} have?"), legal, act.ShowOperation)
        case Phase.END_OF_TURN:
            plain = [action for action in legal if isinstance(action, act.EndTurn) and action.discard is None]
            return _question(state, say("Who discards a card? Touch it, or end the turn without."), plain)
        case _:
            return None


def _opened_question(state: State, seat: str, what: str, legal: Sequence[act.Action]) -> Notice:
    """The choice that a finger opened: a player's cards, the ways to play one, or his gifts."""
    mine = [action for action in legal if action.player == seat]
    name = verbatim(state.player(seat).name)
    if what == GIFTS:
        gifts = [action for action in mine if isinstance(action, act.Give)]
        return _question(state, say("What does {name} give?", name=name), gifts, back=True)
    if what == CARDS and state.phase is Phase.END_OF_TURN:
        discards = [action for action in mine if isinstance(action, act.EndTurn) and action.discard is not None]
        return _question(state, say("Which card does {name} discard?", name=name), discards, back=True)
    if what == CARDS:
        return _question(state, say("Which card does {name} play?", name=name), list(card_choices(mine)), back=True)
    ways = [action for action in mine if isinstance(action, (act.Play, act.PlaySpecial)) and action.card == what]
    heading = say("{name}: {card}, how?", name=name, card=piece_name(state.profile, what))
    return _question(state, heading, ways, back=True)


def _starts_at(state: State, action: act.Action) -> bool:
    moves_on = (act.Move, act.Organise, act.Ascend)
    if isinstance(action, moves_on):
        return action.origin == state.picked
    return isinstance(action, act.Waive) or (isinstance(action, act.Attack) and action.place == state.picked)


def _question(
    state: State, heading: Text, answers: Sequence[act.Action], lines: tuple[Text, ...] = (), back: bool = False
) -> Notice:
    buttons = [Button(label(state, action), do(state, action)) for action in answers]
    if back:
        buttons.append(Button(say("Back"), Undo()))
    return Notice(NoticeKind.QUESTION, heading, lines, answers=tuple(buttons))


def _one_by_one(state: State, heading: Text, legal: list[act.Action], kind: type) -> Notice | None:
    """The question for the first seat that has not answered."""
    wanted = [action for action in legal if isinstance(action, kind)]
    if not wanted:
        return None
    seats = [action.player or action.seat for action in wanted]  # type: ignore[union-attr]
    mine = [action for action, seat in zip(wanted, seats, strict=True) if seat == seats[0]]
    return _question(state, say(heading.template, name=verbatim(state.player(seats[0]).name)), mine)


def _todo_question(state: State, waiting: Sequence[Player], legal: Sequence[act.Action]) -> Notice:
    """What the open commands can do; when players of a side act at the same time, one question for all of them."""
    headings = tuple(
        say("{name}: {command}", name=verbatim(player.name), command=COMMAND_NAME[todo.command])
        for player in waiting
        if (todo := player.todo) is not None
    )
    lines = tuple(line for player in waiting for line in _todo_lines(state, player))
    answers = []
    for player in waiting:
        for action in _ways(player, legal):
            words = label(state, action)
            named = say("{name}: {action}", name=verbatim(player.name), action=words)
            answers.append(Button(words if len(waiting) == 1 else named, do(state, action)))
    heading = say("{commands}", commands=headings)
    return Notice(NoticeKind.QUESTION, heading, lines, answers=tuple(answers))


def _ways(player: Player, legal: Sequence[act.Action]) -> Iterator[act.Action]:
    """What carries the player's command out. A Mobilisation's moves are chosen by touching the army first."""
    moves_by_army = player.todo is not None and player.todo.command is Command.MOBILISATION
    skipped = (act.Move, act.Give, act.Open) if moves_by_army else (act.Give, act.Open)
    return (action for action in legal if action.player == player.seat and not isinstance(action, skipped))


def _todo_lines(state: State, player: Player) -> Iterator[Text]:
    todo = player.todo
    if todo is not None and todo.command is Command.RECRUIT:
        yield say("tiles left to place: {count}", count=todo.left)
    if todo is not None and todo.command is Command.STRATEGY:
        by_faces = state.house["exchange_choice"] == "by_faces"
        yield say("Cards are chosen by their faces.") if by_faces else say("Cards are chosen by their backs.")


def _battle_question(state: State, battle: Battle, legal: list[act.Action]) -> Notice:
    waits = stage(state, battle)
    headings = {
        Stage.DEFENDER_LAYS: say("Battle of {place}: the defender lays a card"),
        Stage.ATTACKER_LAYS: say("Battle of {place}: the attacker lays a card"),
        Stage.REVEAL: say("Battle of {place}: turn over; what does the card of {name} show in square {square}?"),
        Stage.FORTRESS: say("Battle of {place}: Fortress?"),
        Stage.INITIATIVE: say("Battle of {place}: Initiative?"),
        Stage.COMPARE: say("Battle of {place}: next squares"),
    }
    place = verbatim(state.site(battle.place).name)
    skipped = (act.PushMeter,) if waits is Stage.REVEAL else (act.PushMeter, act.Reveal)
    answers: list[act.Action] = [a for a in legal if not isinstance(a, skipped)]
    one = battle.defender if battle.defender.squares is None else battle.attacker
    if waits is Stage.REVEAL:
        faces = [a for a in answers if isinstance(a, (act.Symbol, act.Reveal)) and a.seat == one.player]
        answers = [*sorted(faces, key=lambda face: isinstance(face, act.Reveal))]
    name = verbatim(state.player(one.player).name)
    square = ("I", "II", "III")[len(one.entered)]
    heading = say(headings[waits].template, place=place, name=name, square=square)
    return _question(state, heading, answers, tuple(battle_lines(state, battle)))
