"""A dispute at the table: the rules core's verdict where a question asks leave, and the rules that answer it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.core.game import Action, Game, legal_actions, violation
from companion.core.rules import Violation
from companion.core.table import Piece
from companion.core.text import ENGLISH, Language, Text, say, verbatim
from companion.lookup.named_actions import NamedActions
from companion.lookup.rule_index import FoundRules, RuleAnswer, RuleIndex
from companion.lookup.word_stems import LANGUAGES, fold

S = TypeVar("S")
A = TypeVar("A", bound=Action)

_SHORTEST_NAME = 4
"""Shorter names of pieces are found in too many words."""

NAMES_ONLY = tuple(Language(code, ENGLISH.gettext, ENGLISH.ngettext) for code in LANGUAGES)
"""Pieces by their names in any of the languages; sentences in English only."""


@dataclass(frozen=True, slots=True)
class DisputeVerdict:
    """What the rules say of an action in a position: allowed where nothing is violated."""

    who: Text
    action: Text
    violation: Violation | None

    @property
    def sentence(self) -> Text:
        """The verdict as the players read it."""
        if self.violation is None:
            return say("Yes, {who} may do that now: {action}.", who=self.who, action=self.action)
        return say("Not now: {reason} ({action}.)", reason=self.violation.reason, action=self.action)

    @property
    def otherwise(self) -> Text | None:
        """What would have to be different, of what is not allowed."""
        return None if self.violation is None else self.violation.repair


@dataclass(frozen=True, slots=True)
class Settlement:
    """`verdicts` on what the question asks leave for: two where it can be read in two ways that differ."""

    verdicts: tuple[DisputeVerdict, ...]
    found: FoundRules


class Dispute(Generic[S, A]):
    """Settles questions about one game, in whatever position it stands."""

    def __init__(
        self, game: Game[S, A], index: RuleIndex | None = None, languages: Sequence[Language] = NAMES_ONLY
    ) -> None:
        """`languages` are those in which the sentences of actions are known, besides the names of pieces."""
        self._game = game
        self._index = index or RuleIndex(game.rulebook)
        self._actions = NamedActions(game, languages)
        self._about = _rules_about_pieces(game)

    def settle(self, question: str, state: S | None = None, limit: int = 10) -> Settlement:
        """What is to be said to a question; with a `state`, rules that matter in it come before others as near."""
        if state is None:
            return Settlement((), self._index.search(question, limit))
        verdicts = self.verdicts(question, state)
        found = self._index.search(question, limit, self._in_play(state))
        broken = next((verdict.violation for verdict in verdicts if verdict.violation is not None), None)
        if broken is not None:
            found = FoundRules(self._beneath(broken, found.answers)[:limit], 1.0)
        return Settlement(verdicts, found)

    def verdicts(self, question: str, state: S) -> tuple[DisputeVerdict, ...]:
        """At most one that it is allowed and one that it is not: a reading is allowed if any way to do it is.

        What is forbidden is not said where it is the farther reading.
        """
        game = self._game
        legal = legal_actions(game, state)
        found: dict[bool, tuple[int, DisputeVerdict]] = {}
        for reading in self._actions.readings(state, question):
            action = next((action for action in reading.actions if action in legal), reading.actions[0])
            broken = violation(game, state, action)
            if (broken is None) not in found:
                verdict = DisputeVerdict(self._who(state, action), game.sentence(state, action), broken)
                found[broken is None] = reading.loose, verdict
        if len(found) == 2 and found[True][0] < found[False][0]:
            del found[False]
        return tuple(found[allowed][1] for allowed in (True, False) if allowed in found)

    def _who(self, state: S, action: A) -> Text:
        return verbatim(next((seat.name for seat in self._game.present(state).seats if seat.seat == action.player), ""))

    def _beneath(self, broken: Violation, answers: tuple[RuleAnswer, ...]) -> tuple[RuleAnswer, ...]:
        """The rule of the verdict first, then the other answers."""
        printed = self._game.rulebook.printed_rule(broken.rule.id)
        rulings = () if printed == broken.rule else (broken.rule,)
        others = tuple(answer for answer in answers if answer.rule != printed)
        return (RuleAnswer(printed, rulings, 1.0), *others)

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
        names = {fold(game.piece_name(piece).render(language)) for language in NAMES_ONLY}
        names = {name for name in names if len(name) >= _SHORTEST_NAME}
        found[piece] = frozenset(id for id, text in texts.items() if any(name in text for name in names))
    return found
