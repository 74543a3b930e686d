"""A dispute at the table: the rules core's verdict where a question names an action, and the rules that answer it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.core.game import Action, Game, legal_actions, violation
from companion.core.rules import Violation
from companion.core.table import Piece
from companion.core.text import Text, say
from companion.lookup.named_actions import LANGUAGES, NamedActions
from companion.lookup.rule_index import Answer, RuleIndex
from companion.lookup.words import fold

S = TypeVar("S")
A = TypeVar("A", bound=Action)

_SHORTEST_NAME = 4
"""Shorter names of pieces are found in too many words."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say of an action in a position: allowed where nothing is violated."""

    action: Text
    violation: Violation | None

    @property
    def sentence(self) -> Text:
        """The verdict as the players read it."""
        if self.violation is None:
            return say("Allowed: {action}.", action=self.action)
        return say("Not allowed: {action}. {reason}", action=self.action, reason=self.violation.reason)


@dataclass(frozen=True, slots=True)
class Settlement:
    """`verdict` on the action that the question names, if it names one; the rules that answer, the likeliest first."""

    verdict: Verdict | None
    answers: tuple[Answer, ...]


class Dispute(Generic[S, A]):
    """Settles questions about one game, in whatever position it stands."""

    def __init__(self, game: Game[S, A], index: RuleIndex | None = None) -> None:
        self._game = game
        self._index = index or RuleIndex(game.rulebook)
        self._actions = NamedActions(game)
        self._about = _rules_about_pieces(game)

    def settle(self, question: str, state: S | None = None, limit: int = 10) -> Settlement:
        """What is to be said to a question; with a `state`, rules that matter in it come before others as near."""
        if state is None:
            return Settlement(None, self._index.search(question, limit))
        verdict = self._verdict(question, state)
        answers = self._index.search(question, limit, self._in_play(state))
        if verdict is not None and verdict.violation is not None:
            answers = self._beneath(verdict.violation, answers)[:limit]
        return Settlement(verdict, answers)

    def _verdict(self, question: str, state: S) -> Verdict | None:
        """Allowed, if one of the actions that are named is."""
        game = self._game
        named = self._actions.named(state, question)
        if not named:
            return None
        legal = legal_actions(game, state)
        action = next((action for action in named if action in legal), named[0])
        return Verdict(game.sentence(state, action), violation(game, state, action))

    def _beneath(self, broken: Violation, answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
        """The rule of the verdict first, then the other answers."""
        printed = self._game.rulebook.printed_rule(broken.rule.id)
        rulings = () if printed == broken.rule else (broken.rule,)
        others = tuple(answer for answer in answers if answer.rule != printed)
        return (Answer(printed, rulings, 1.0, printed.text), *others)

    def _in_play(self, state: S) -> frozenset[str]:
        """The rules of what could be done now, and those about pieces that lie on the table."""
        game = self._game
        kinds = {type(action) for action in game.candidates(state)}
        doable = {rule.statement.id for kind in kinds for rule in game.rules[kind]}
        lying = {piece for pieces in game.table(state).zones.values() for piece in pieces}
        about = {id for piece in lying for id in self._about.get(piece, ())}
        return frozenset(game.rulebook.printed_rule(id).id for id in doable | about)


def _rules_about_pieces(game: Game[S, A]) -> Mapping[Piece, frozenset[str]]:
    """The statements that name each piece, in any language."""
    texts = {
        rule.id: fold(" ".join((rule.text, *(wording.text for wording in rule.words.values()))))
        for rule in game.rulebook
    }
    found = {}
    for piece in set(game.piece_of.values()):
        names = {fold(game.piece_name(piece).render(language)) for language in LANGUAGES}
        names = {name for name in names if len(name) >= _SHORTEST_NAME}
        found[piece] = frozenset(id for id, text in texts.items() if any(name in text for name in names))
    return found
