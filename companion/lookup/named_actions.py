"""Finds the action that a question names in a position: "May Ann take two Farms?".

Every action that hands could do now is a passage: its sentence, in every language of the names in it, and its
notation, which has the verb as people ask with it ("take", where the sentence says "took").
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Generic, TypeVar

from companion.core.evidence import Evidence
from companion.core.game import Action, Game, Seat
from companion.core.table import Change
from companion.core.text import ENGLISH, Language, Text
from companion.lookup.vector_space import VectorSpace
from companion.lookup.words import LANGUAGES as STEMMED
from companion.lookup.words import fold, stems, words

S = TypeVar("S")
A = TypeVar("A", bound=Action)

_AS_GOOD = 0.97
"""Actions that share nearly as much as the best one are named as well: `buy Tile 16` names every way of paying."""

LANGUAGES = tuple(Language(code, ENGLISH.gettext, ENGLISH.ngettext) for code in STEMMED)
"""Pieces are called by their names in any of the languages."""

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FIGURES = {word: str(number) for number, word in enumerate(_NUMBERS)}
_LITTLE = frozenset(
    words(
        "may can could am is are be i you we he she they me my his her it its the a an of to with for in on from at and"
        " one do does now here this that then there allowed legal ok okay possible still again please whole all some so"
    )
)
_ASKER = frozenset({"i", "we", "my"})
_ADDED = re.compile(r"\(.*\)")
_VERB = re.compile(r"\w+: (\w+)")


class NamedActions(Generic[S, A]):
    """Finds actions of one game by what a question names."""

    def __init__(self, game: Game[S, A]) -> None:
        self._game = game
        self._names = {piece: _readings(game.piece_name(piece)) for piece in set(game.piece_of.values())}

    def named(self, state: S, question: str) -> Sequence[A]:
        """The players' actions that the question names, the nearest first; none if it names none.

        An action is named by its verb, by who does it ("I" is whoever has to move), and by what it is done with. A
        question with a word that the action does not have is about something else: better no verdict than one on
        another action.
        """
        asked = [set(_terms(word)) for word in _naming(question)]
        actors = self._actors(state, question)
        actions = [action for action in self._doable(state, set(_terms(question))) if action.player in actors]
        passages = {}
        for number, action in enumerate(actions):
            verb = set(_terms(_verb(self._game, action)))
            if any(verb & word for word in asked):
                passage = set(_terms(_passage(self._game, state, action)))
                if all(passage & word for word in asked):
                    passages[number] = passage
        similarities = VectorSpace(passages).similarities(set().union(*asked))
        nearest = sorted(similarities, key=lambda number: -similarities[number])
        least = _AS_GOOD * max(similarities.values(), default=0.0)
        return tuple(actions[number] for number in nearest if similarities[number] >= least)

    def _actors(self, state: S, question: str) -> Collection[Seat]:
        """Who is asked about: the first player who is named, for "I" those who have to move, else anybody."""
        seats = {seat.seat: fold(seat.name) for seat in self._game.present(state).seats}
        for word in words(question):
            if word in _ASKER:
                return self._game.to_move(state)
            if named := [seat for seat, name in seats.items() if fold(word) in words(name)]:
                return named
        return seats

    def _doable(self, state: S, asked: AbstractSet[str]) -> Sequence[A]:
        """What the players' hands could do now, and what they would have done had a piece that is named moved."""
        game = self._game
        zones = game.table(state).zones
        pieces = [piece for piece, names in self._names.items() if any(_named(name, asked) for name in names)]
        moved = [Change(zone, piece, -1 if piece in lying else 1) for piece in pieces for zone, lying in zones.items()]
        found = (*game.candidates(state), *(game.candidates_for(state, Evidence.of(moved)) if moved else ()))
        return tuple(dict.fromkeys(action for action in found if action.player is not None))


def _named(name: str, asked: AbstractSet[str]) -> bool:
    """Whether all words of the name are asked about; nobody says what is added in brackets."""
    return all(not asked.isdisjoint(_terms(word)) for word in words(_ADDED.sub("", name)))


def _naming(question: str) -> Iterator[str]:
    """The words that name something, no little ones, with numbers as figures."""
    return (_FIGURES.get(word, word) for word in words(question) if word not in _LITTLE)


def _verb(game: Game[S, A], action: A) -> str:
    """What is done, as people ask for it: the first word of the notation after the player's letter."""
    found = _VERB.match(game.write_action(action))
    return found[1] if found else ""


def _passage(game: Game[S, A], state: S, action: A) -> str:
    return " ".join((_verb(game, action), *_readings(game.sentence(state, action))))


def _readings(text: Text) -> Iterable[str]:
    """The text in every language that says it otherwise."""
    return dict.fromkeys(text.render(language) for language in LANGUAGES)


def _terms(text: str) -> Iterator[str]:
    for word in words(text):
        if word not in _LITTLE:
            for language in STEMMED:
                yield from stems(word, language)
