"""Actions, and corrections of the table by hand, which stand in a history alike: read, written, done, judged, told."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, TypeGuard, TypeVar

from companion.core.editing import corrected, edited, objection, read_edit, sentence, write_edit
from companion.core.editor import EditRefused, TableEdit
from companion.core.game import Action, Game, Rules, may_be_legal, violation
from companion.core.journal_entries import Did, Edited
from companion.core.text import Text, comma_list, say

S = TypeVar("S")
A = TypeVar("A", bound=Action)


def is_action(action: A | TableEdit) -> TypeGuard[A]:
    return not isinstance(action, TableEdit)


def read(game: Rules[S, A], did: Did | Edited) -> A | TableEdit:
    """Raises NotationError."""
    if isinstance(did, Edited):
        return TableEdit(tuple(map(read_edit, did.edits)))
    return game.read_action(did.action)


def written(game: Rules[S, A], action: A | TableEdit, overruled: str | None = None) -> Did | Edited:
    if isinstance(action, TableEdit):
        return Edited(tuple(map(write_edit, action.edits)))
    return Did(game.write_action(action), overruled)


def in_notation(did: Did | Edited) -> str:
    return "; ".join(did.edits) if isinstance(did, Edited) else did.action


def after(game: Game[S, A], state: S, action: A | TableEdit) -> S:
    """The next state. Raises EditRefused for a correction that cannot be."""
    if isinstance(action, TableEdit):
        result: S = corrected(game, state, action.edits)
        return result
    return game.apply(state, action)


def fault(game: Game[S, A], state: S, action: A | TableEdit, overruled: str | None = None) -> str | None:
    """Why it cannot be done: the rule that it breaks; None if it can.

    Not where that was set aside for it, or rests on what nobody has told of the copy: then the table knows better.
    """
    if isinstance(action, TableEdit):
        try:
            wrong = objection(game, state, corrected(game, state, action.edits))
        except EditRefused as refused:
            return str(refused)
        return None if wrong is None else str(wrong)
    broken = violation(game, state, action)
    if broken is None or broken.rule.id == overruled or (broken.provisional and may_be_legal(game, state, action)):
        return None
    return str(broken)


def told(game: Game[Any, Any], before: Any, action: Action | TableEdit) -> Text:
    """What was done, in words."""
    if not isinstance(action, TableEdit):
        return game.sentence(before, action)
    lines = []
    for edit in action.edits:
        lines.append(sentence(game, before, edit))
        with suppress(EditRefused):  # It may be told beside another position, when it has been taken back.
            before = edited(game, before, (edit,))
    return say("Put right by hand: {changes}", changes=comma_list(lines))
