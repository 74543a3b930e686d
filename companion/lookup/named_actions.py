"""Finds what a question asks leave for in a position: "May Ann take two Farms?", "saanko ostaa laatan 9".

The grammar is the actions' own: every action that hands could do now has a sentence in every language and a line of
notation; a question names it if each of its words is one of theirs, in any form and in any language. So an action that
is new brings its questions along.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Generic, TypeVar

from companion.core.evidence import Evidence
from companion.core.game import Action, Game, Seat
from companion.core.table import Change
from companion.core.text import Language, Message, PluralMessage, Text
from companion.lookup.question_words import question_words
from companion.lookup.synonyms import synonym_rings
from companion.lookup.word_stems import LANGUAGES, fold, stems, words

S = TypeVar("S")
A = TypeVar("A", bound=Action)

_MOST_ASKED = 4000
"""So many candidates are looked at, at most."""

_SHORTEST_STEM, _OF_THE_WORD = 3, 0.6
"""Two forms of a word begin alike: so many letters, and so much of the longer one."""


@dataclass(frozen=True, slots=True)
class QuestionReading(Generic[A]):
    """One way to understand a question: actions of one kind and with one object, that differ in how they are done.

    `loose`: how many numbers they have that nobody asked for, at least.
    """

    actions: tuple[A, ...]
    loose: int


class NamedActions(Generic[S, A]):
    """Finds actions of one game by what a question names."""

    def __init__(self, game: Game[S, A], languages: Sequence[Language]) -> None:
        self._game, self._languages = game, languages
        self._names = {piece: self._said(game.piece_name(piece)) for piece in set(game.piece_of.values())}

    def readings(self, state: S, question: str) -> Sequence[QuestionReading[A]]:
        """What the question asks leave for, nearest first; nothing if it asks for something else.

        Who asks is who has to move, unless somebody is named. A question with a word that no action has is about
        something else: better no verdict than one on another action.
        """
        asks = question_words()
        if not asks.asks_for_leave(question):
            return ()
        asked = tuple(asks.naming(question))
        actors, asked = self._actors(state, question, asked)
        if not asked:
            return ()
        named = [
            (more, action)
            for action in self._doable(state, asked)
            if action.player in actors and (more := self._more_than_asked(state, action, asked)) is not None
        ]
        as_asked = [(more, action) for more, action in named if self._in_order(state, action, asked)]
        found: dict[tuple[type, object, object], list[tuple[tuple[int, int], A]]] = defaultdict(list)
        for more, action in as_asked or named:
            found[_object(action)].append((more, action))
        least: dict[type, int] = {}
        for (kind, *_), each in found.items():
            nearest = min(each, key=_more)[0][0]
            least[kind] = min(least.get(kind, nearest), nearest)
        readings = (
            QuestionReading(tuple(action for _, action in sorted(each, key=_more)), min(each, key=_more)[0][1])
            for (kind, *_), each in found.items()
            if min(each, key=_more)[0][0] == least[kind]
        )
        return sorted(readings, key=lambda reading: reading.loose)

    def _actors(self, state: S, question: str, asked: tuple[str, ...]) -> tuple[Collection[Seat], tuple[str, ...]]:
        """Who would do it, and the words that are left. The first player who is named, unless one asks for himself."""
        seats = {seat.seat: words(fold(seat.name)) for seat in self._game.present(state).seats}
        if not question_words().asks_for_himself(question):
            for at, word in enumerate(asked):
                for seat, name in seats.items():
                    if any(_form_of_name(word, each) for each in name):
                        return (seat,), asked[:at] + asked[at + 1 :]
        return self._game.to_move(state), asked

    def _doable(self, state: S, asked: Sequence[str]) -> Iterator[A]:
        """What the players' hands could do now, and what they would have done had a piece that is named moved."""
        game = self._game
        zones = game.table(state).zones
        in_play = game.in_play(state)
        pieces = [piece for piece, names in self._names.items() if any(_all_asked(name, asked) for name in names)]
        pieces = [piece for piece in pieces if in_play is None or piece in in_play]
        moved = [
            Change(zone, piece, -1 if piece in lying else 1)
            for piece in pieces
            for zone, lying in zones.items()
            if piece in lying or game.may_lie(state, zone, piece)
        ]
        seen = set()
        for found in (game.candidates(state), game.candidates_for(state, Evidence.of(moved)) if moved else ()):
            for action in found:
                if action.player is not None and action not in seen:
                    seen.add(action)
                    yield action
                if len(seen) >= _MOST_ASKED:
                    return

    def _more_than_asked(self, state: S, action: A, asked: Sequence[str]) -> tuple[int, int] | None:
        """How many words, and numbers, of the action nobody asked for; None if a word asked for is none of its own."""
        sentence = self._game.sentence(state, action)
        notation = self._notation(action)
        verbs = {*self._verbs(sentence), *notation[:1]}
        said = [tuple(words(fold(text))) for text in self._said(sentence)]
        if not all(_numbered(asked, at, (*said, notation)) for at, word in enumerate(asked) if word.isdigit()):
            return None
        own = {*(word for text in said for word in text), *notation}
        if not any(_alike(word, verb) for word in asked for verb in verbs):
            return None
        unknown = [word for word in asked if not any(_alike(word, each) for each in own)]
        named = any(word not in unknown and not any(_alike(word, verb) for verb in verbs) for word in asked)
        if unknown and not (named and question_words().kinds.issuperset(unknown)):
            return None
        little = question_words().little
        seats = {word for seat in self._game.present(state).seats for word in words(fold(seat.name))}
        more = [
            each
            for each in said[0]
            if each not in little and each not in seats and each not in verbs
            if not any(_alike(word, each) for word in asked)
        ]
        numbers = sum(each.isdigit() for each in more)
        return len(more) - numbers, numbers

    def _in_order(self, state: S, action: A, asked: Sequence[str]) -> bool:
        """Whether what is named comes in a sentence as it was asked: from here to there is not from there to here."""
        sentence = self._game.sentence(state, action)
        verbs = {*self._verbs(sentence), *self._notation(action)[:1]}
        named = [word for word in asked if not any(_alike(word, verb) for verb in verbs)]
        return any(_in_order(named, words(fold(text))) for text in self._said(sentence))

    def _notation(self, action: A) -> Sequence[str]:
        """The words of its line, beginning with the verb; none where inference makes up what no line can say."""
        try:
            return words(fold(self._game.write_action(action)))[1:]
        except KeyError:
            return ()

    def _verbs(self, sentence: Text) -> Iterator[str]:
        """The words of the sentence itself, in every language, without what is done with what."""
        for language in self._languages:
            yield from _own_words(sentence, language)

    def _said(self, text: Text) -> tuple[str, ...]:
        return tuple(dict.fromkeys(text.render(language) for language in self._languages))


def _own_words(sentence: Text, language: Language) -> Iterator[str]:
    match sentence:
        case Message(template, values):
            said = dict(values)
            blank = dict.fromkeys(said, "")
            yield from words(fold(_filled(language.gettext(template), blank)))
            if isinstance(inner := said.get("action"), Text):
                yield from _own_words(inner, language)
        case PluralMessage(one, many, count, values):
            yield from words(fold(_filled(language.ngettext(one, many, count), {name: "" for name, _ in values})))
        case _:
            return


def _filled(template: str, values: Mapping[str, str]) -> str:
    return template.format(**values)


def _more(found: tuple[tuple[int, int], A]) -> tuple[int, int]:
    return found[0]


def _in_order(named: Sequence[str], text: Sequence[str]) -> bool:
    at = 0
    for word in named:
        place = next((place for place in range(at, len(text)) if _alike(word, text[place])), None)
        if place is None:
            return False
        at = place + 1
    return True


def _numbered(asked: Sequence[str], at: int, said: Iterable[Sequence[str]]) -> bool:
    """Whether a number stands where the action has it: before what is counted, or after what goes by it."""
    before, number, after = asked[at - 1 : at], asked[at], asked[at + 1 : at + 2]
    for text in said:
        for place, word in enumerate(text):
            if word == number and (
                (after and any(_alike(after[0], each) for each in text[place + 1 : place + 2]))
                or (before and any(_alike(before[0], each) for each in text[max(0, place - 1) : place]))
                or not (before or after)
            ):
                return True
    return False


def _object(action: Action) -> tuple[type, object, object]:
    """The kind of an action, who does it, and with what: the first of its fields besides."""
    own = [field.name for field in fields(action) if field.init and field.name != "player"]  # type: ignore[arg-type]
    return type(action), action.player, getattr(action, own[0]) if own else None


def _all_asked(name: str, asked: Iterable[str]) -> bool:
    """Whether all words of a name are asked about; nobody says what is added in brackets."""
    return all(any(_alike(word, each) for word in asked) for each in words(fold(name.split("(", maxsplit=1)[0])))


def _form_of_name(word: str, name: str) -> bool:
    """A player's name, with an ending perhaps: `Annin`."""
    return word == name or (len(name) >= _SHORTEST_STEM and word.startswith(name) and len(word) <= len(name) + 3)


@lru_cache(maxsize=200_000)
def _alike(word: str, other: str) -> bool:
    """Whether both are forms of one word, or mean the same."""
    if word == other:
        return True
    if word.isdigit() or other.isdigit():
        return False
    common = next((at for at, pair in enumerate(zip(word, other, strict=False)) if pair[0] != pair[1]), None)
    common = min(len(word), len(other)) if common is None else common
    if common >= max(_SHORTEST_STEM, _OF_THE_WORD * max(len(word), len(other))):
        return True
    return not _meanings(word).isdisjoint(_meanings(other)) or not _stems(word).isdisjoint(_stems(other))


@lru_cache(maxsize=20_000)
def _stems(word: str) -> frozenset[str]:
    return frozenset(stem for language in LANGUAGES for stem in stems(word, language) if len(stem) >= _SHORTEST_STEM)


@lru_cache(maxsize=20_000)
def _meanings(word: str) -> frozenset[str]:
    return frozenset(ring for language in LANGUAGES for ring in synonym_rings(language).of([word]))
