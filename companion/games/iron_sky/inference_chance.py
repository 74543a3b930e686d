"""What chance may have turned up: dealt sheets, time tokens, battle cards, squares compared; and pushed meters."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.evidence import Evidence
from companion.core.table import Change
from companion.games.iron_sky import actions as act
from companion.games.iron_sky.battle import Stage, stage, unread
from companion.games.iron_sky.board_evidence import BoardEvidence
from companion.games.iron_sky.state import Battle, Phase, State
from companion.games.iron_sky.turn import END_TOKEN, tokens_possible

Actions = Iterator[act.Action]


def chance_for(state: State, seen: Evidence) -> Actions:
    """See `Game.chance_for`."""
    if state.phase is Phase.COMMAND and state.battle is None and not any(map(_is_told_by_chance, seen)):
        return iter(())
    evidence = BoardEvidence(state, seen)
    return iter(()) if evidence.is_foreign else chance(evidence)


def _is_told_by_chance(change: Change) -> bool:
    """Whether it may be a meter that was pushed, or a battle card that is read, which chance has in any phase."""
    return change.delta > 0 and (change.piece.startswith(_METERS) or change.zone.endswith(_CARDS))


_METERS, _CARDS = ("occupation", "devastation"), (".battle", ".used")


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
