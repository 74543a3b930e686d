"""Rules that carry their statement: a rule's words, page and source are written once, in the game's `statements.toml`.

    book = Rulebook.load(__package__)

    @book.check("NWO-51")
    def completely_free(state, action):
        if covered(state, action.tile):
            return refuse("{tile} is covered.", repair="{who} puts it back and takes a free tile.", tile=...)

Where there is one thing to say, the function only answers whether all is well:

    @book.requires("NWO-53", "{who} owns no {tile}.", repair="Put it back.")
    def own_tile(state, action):
        return action.tile in state.player(action.player).tiles

What is in braces and has no value, such as `{who}`, the book's `names` say, or the decorator does.

A check has a name of its own (the function's) and carries the statement it keeps. Everything that names a rule
(messages, screens, logs, documents, tests) reads it from the statement.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Generic, TypeVar

from companion.core.schema import Schema
from companion.core.text import NOTHING, Rewording, Text, named, placeholders, say, worded
from companion.errors import CatalogError

S = TypeVar("S")
A = TypeVar("A")

NO_RULE = "no-rule"
"""Where `statements.LANGUAGE.toml` lists what players ask although no rule answers it."""

_TRANSLATION = re.compile(r"statements\.[a-z]{2}\.toml")


class Source(Enum):
    """Who says so. A ruling is shown as one, never dressed up as the book."""

    BOOK = "rulebook"
    CARD = "card text"
    FAQ = "published answer"
    DERIVED = "derived"
    RULING = "ruling"


_SOURCE_NAMES = {
    Source.BOOK: say("rulebook"),
    Source.CARD: say("card text"),
    Source.FAQ: say("published answer"),
    Source.DERIVED: say("derived"),
    Source.RULING: say("ruling"),
}


@dataclass(frozen=True, slots=True)
class Wording:
    """A statement in one language: its text ("" in English, which the statement has), an example, how players ask."""

    text: str = ""
    example: str = ""
    asked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Statement:
    """One numbered rule in our own words, and where it stands.

    `setting` names the setting that a ruling answers, `reason` says why it was ruled so; `people` says why no companion
    can keep the rule. `book` names the rulebook where there are several. `words` are the rule's words in other
    languages, by their codes.
    """

    id: str
    text: str
    source: Source
    page: int | None = None
    section: str = ""
    related: tuple[str, ...] = ()
    setting: str | None = None
    people: str | None = None
    reason: str = ""
    book: str = ""
    words: Mapping[str, Wording] = field(default_factory=dict, compare=False, repr=False)
    headings: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """The section's heading in other languages, by their codes."""

    def __str__(self) -> str:
        return str(self.citation)

    @property
    def citation(self) -> Text:
        """Id, source and page, as the players read it."""
        if self.page is None:
            return say("{id} ({source})", id=self.id, source=self.source_name)
        return say("{id} ({source}, p. {page})", id=self.id, source=self.source_name, page=self.page)

    @property
    def source_name(self) -> Text:
        """Which book says so, or who else."""
        return say(self.book) if self.book else _SOURCE_NAMES[self.source]

    @property
    def sentence(self) -> Text:
        """The rule as the players read it."""
        written = ((code, wording.text) for code, wording in self.words.items() if wording.text and code != "en")
        return Rewording(say(self.text), tuple(written))

    @property
    def example(self) -> Text:
        """A case that explains the rule, as the players read it: no words where there is none."""
        written = {code: wording.example for code, wording in self.words.items() if wording.example}
        return named(**written) if "en" in written else NOTHING

    @property
    def asked_like(self) -> Text:
        """How players ask for it, twice: no words where nobody has said so."""
        written = {
            code: " · ".join(f"“{each}”" for each in wording.asked[:2])
            for code, wording in self.words.items()
            if wording.asked
        }
        return named(**written) if "en" in written else NOTHING

    @property
    def ruled_because(self) -> Text:
        """Why it was ruled so, as the players read it: no words where nothing is told."""
        return say(self.reason) if self.reason else NOTHING

    @property
    def kept_by_people(self) -> Text:
        """Why no companion can keep the rule, as the players read it: no words where one does."""
        return say(self.people) if self.people else NOTHING

    @property
    def heading(self) -> Text:
        """The rulebook's heading under which the rule stands."""
        return Rewording(say(self.section), tuple(self.headings.items()))

    @property
    def printed(self) -> str:
        """The number of the rule that this one stands beside: a ruling NWO-4-R belongs to NWO-4."""
        return self.id.partition("-R")[0]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A check's own words: why not, and how to put it right.

    `provisional`: it rests on a printed value that nobody has told, and says so. `untold` names those values, as the
    copy form of the game asks them, where the check cannot judge before the first of them is told: neither a Yes nor
    a No. `again`: what was wished for is done once they are told; not where the wish itself guessed at them.
    """

    reason: Text
    repair: Text
    provisional: bool = False
    untold: tuple[str, ...] = ()
    again: bool = True


def refuse(reason: str | Text, *, repair: str | Text, **values: object) -> Refusal:
    """A check's No. Both sentences are templates over the same values, or ready Texts."""
    # Written out twice: searches are refused thousands of times, and ask only whether.
    return Refusal(
        reason if isinstance(reason, Text) else say(reason, **values),
        repair if isinstance(repair, Text) else say(repair, **values),
    )


def undecided(untold: Iterable[str], reason: str | Text, **values: object) -> Refusal:
    """Neither a Yes nor a No: these values decide it, the first of them first. `reason` says what they decide."""
    decides = reason if isinstance(reason, Text) else say(reason, **values)
    return Refusal(decides, say("Tell what is printed there."), provisional=True, untold=tuple(dict.fromkeys(untold)))


@dataclass(frozen=True, slots=True)
class Violation:
    """The verdict of one check: its name, the rule it keeps, why that is broken, and how to put it right.

    `provisional`, `untold` and `again` as in `Refusal`.
    """

    check: str
    rule: Statement
    reason: Text
    repair: Text
    provisional: bool = False
    untold: tuple[str, ...] = ()
    again: bool = True

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]"


Check = Callable[[S, A], Refusal | None]
ValueOf = Callable[[Any, Any], object]
"""What a word in braces is, of a state and an action."""


@dataclass(frozen=True, slots=True)
class Rule(Generic[S, A]):
    """A check of one action, its name (unique in its game), and the statement it keeps.

    `names` say what its words in braces are, where the check leaves that open. `of_player`: whether it asks no more of
    an action than its kind and its player, so that a search asks it once for all such actions.
    """

    name: str
    statement: Statement
    check: Check[S, A]
    names: Mapping[str, ValueOf] = field(default_factory=dict)
    of_player: bool = False

    def __call__(self, state: S, action: A) -> Violation | None:
        refusal = self.check(state, action)
        if refusal is None:
            return None
        reason, repair = (worded(text, self.names, state, action) for text in (refusal.reason, refusal.repair))
        return Violation(self.name, self.statement, reason, repair, refusal.provisional, refusal.untold, refusal.again)


def first_broken(rules: Iterable[Rule[S, A]], state: S, action: A) -> Violation | None:
    """What the first of the rules says that an action breaks; None for a legal one."""
    for rule in rules:
        if (verdict := rule(state, action)) is not None:
            return verdict
    return None


@dataclass(frozen=True, slots=True)
class Invariant(Generic[S]):
    """What holds of every position: finds each place where it does not."""

    name: str
    statement: Statement
    check: Callable[[S], Iterable[Refusal]]

    def __call__(self, state: S) -> Iterator[Violation]:
        for refusal in self.check(state):
            yield Violation(self.name, self.statement, refusal.reason, refusal.repair)


def invariants_in(names: Mapping[str, object]) -> tuple[Invariant[Any], ...]:
    """Every invariant among these names, such as the `globals()` of the module that defines them, in their order."""
    return tuple(each for each in names.values() if isinstance(each, Invariant))


def faults(invariants: Iterable[Invariant[S]], state: S) -> tuple[Violation, ...]:
    """Everything that is wrong with a position."""
    return tuple(fault for invariant in invariants for fault in invariant(state))


BESIDE = 4
"""So many rules stand beside one at least, where its section has them."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The statements of one game by id, and the decorators that tie a check to one of them.

    `no_rule` are questions, by language, that players ask and no rule of the game answers. `names` say what the words
    in braces are that the game's refusals have in common: of a state and an action. `learnt`: the file, if there is
    one, with what was learnt from the ways of asking (`companion.lookup.rule_classifier`).
    """

    statements: Mapping[str, Statement]
    no_rule: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: Mapping[str, ValueOf] = field(default_factory=dict)
    learnt: Traversable | None = None

    @classmethod
    def load(cls, package: str, **names: ValueOf) -> Rulebook:
        """The package's `statements.toml`, one table for each id, with `statements.LANGUAGE.toml` and `headings.toml`.

        Raises CatalogError naming what cannot be right.
        """
        folder = files(package)
        texts = {
            file.name.split(".")[1]: file.read_text(encoding="utf-8")
            for file in sorted(folder.iterdir(), key=lambda file: file.name)
            if _TRANSLATION.fullmatch(file.name)
        }
        headings = folder.joinpath("headings.toml")
        book = cls.read(
            folder.joinpath("statements.toml").read_text(encoding="utf-8"),
            texts,
            headings.read_text(encoding="utf-8") if headings.is_file() else "",
        )
        return replace(book, names=names, learnt=folder.joinpath("rule_weights.npz"))

    @classmethod
    def read(cls, toml: str, languages: Mapping[str, str] | None = None, headings: str = "") -> Rulebook:
        """As `load`, from the texts of such files, those of the languages by their codes."""
        entries = _SCHEMA.read(dict[str, _Entry], toml, "statements.toml")
        for id, entry in entries.items():
            for other in entry.related:
                if other not in entries:
                    raise CatalogError(f"statements.toml: {id} is related to {other}, which does not exist.")
        words: dict[str, dict[str, Wording]] = {id: {} for id in entries}
        no_rule = {}
        for code, text in (languages or {}).items():
            wordings = _SCHEMA.read(dict[str, Wording], text, f"statements.{code}.toml")
            no_rule[code] = wordings.pop(NO_RULE, Wording()).asked
            for id, wording in wordings.items():
                if id not in entries:
                    raise CatalogError(f"statements.{code}.toml: there is no statement {id}.")
                words[id][code] = wording
        named_sections = _SCHEMA.read(dict[str, dict[str, str]], headings, "headings.toml")
        for section in named_sections.keys() - {entry.section for entry in entries.values()}:
            raise CatalogError(f"headings.toml: no statement stands under {section!r}.")
        return cls(
            {
                id: entry.statement(id, words[id], named_sections.get(entry.section, {}))
                for id, entry in entries.items()
            },
            no_rule,
        )

    def __getitem__(self, id: str) -> Statement:
        try:
            return self.statements[id]
        except KeyError:
            raise CatalogError(f"there is no statement {id}: add it to statements.toml") from None

    def __iter__(self) -> Iterator[Statement]:
        return iter(self.statements.values())

    def printed_rule(self, id: str) -> Statement:
        """The printed rule beside which a ruling stands; any other statement is its own."""
        statement = self[id]
        return self.statements.get(statement.printed, statement)

    def beside(self, rule: Statement) -> tuple[Statement, ...]:
        """What belongs to a rule: what it names, what names it, its rulings; where that is little, its section."""
        named = [self[id] for id in rule.related]
        naming = [each for each in self if rule.id in each.related or rule.id == each.printed]
        under = [each for each in self if each.section and each.section == rule.section]
        found = {each.id: each for each in (*named, *naming) if each.id != rule.id}
        for each in under:
            if len(found) < BESIDE and each.id != rule.id:
                found.setdefault(each.id, each)
        return tuple(found.values())

    def check(self, id: str, *, of_player: bool = False) -> Callable[[Check[S, A]], Rule[S, A]]:
        """Makes the decorated function the check that keeps a statement."""
        statement = self[id]
        return lambda check: Rule(check.__name__, statement, check, self.names, of_player)

    def requires(
        self, id: str, otherwise: str, *, repair: str, of_player: bool = False, **names: ValueOf
    ) -> Callable[[Callable[[S, A], bool]], Rule[S, A]]:
        """Makes the decorated function, which says whether all is well, the check that keeps a statement.

        `otherwise` and `repair` are said if not; what they name in braces, the book names or `names` do. Raises
        CatalogError if nobody does.
        """
        statement, known = self[id], {**self.names, **names}
        words = Refusal(say(otherwise), say(repair))
        if unknown := (placeholders(otherwise) | placeholders(repair)) - known.keys():
            raise CatalogError(f"{id}: nobody says what {', '.join(sorted(unknown))} is in {otherwise!r}.")

        def tied(holds: Callable[[S, A], bool]) -> Rule[S, A]:
            def check(state: S, action: A) -> Refusal | None:
                return None if holds(state, action) else words

            return Rule(holds.__name__, statement, check, known, of_player)

        return tied

    def invariant(self, id: str) -> Callable[[Callable[[S], Iterable[Refusal]]], Invariant[S]]:
        """Makes the decorated function, which yields refusals, an invariant of positions that keeps a statement."""
        statement = self[id]
        return lambda check: Invariant(check.__name__, statement, check)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A statement as it stands in the file, below its id."""

    text: str
    source: Source
    page: int | None = None
    section: str = ""
    related: tuple[str, ...] = ()
    setting: str | None = None
    people: str | None = None
    reason: str = ""
    book: str = ""

    def statement(self, id: str, words: Mapping[str, Wording], headings: Mapping[str, str]) -> Statement:
        printed = {field.name: getattr(self, field.name) for field in fields(self)}
        return Statement(id, **printed, words=words, headings=headings)


_SCHEMA = Schema(CatalogError)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the score sheet and the rule that grants it. `provisional`: rests on an unconfirmed value.

    `kind` is the source of points to which it belongs, such as tiles or goals.
    """

    points: int
    why: Text
    rule: Statement
    provisional: bool = False
    kind: Text = NOTHING


@dataclass(frozen=True, slots=True)
class Score:
    """A player's (or a side's) score sheet. `side` is what a side is called; a player goes by his name.

    `player` is a seat, or the game's word for a side, and never a name, which may be forgotten; `seats` are those whose
    sheet it is, the player's own where no others are given.
    """

    player: str
    lines: tuple[ScoreLine, ...]
    side: Text | None = None
    seats: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.seats:
            object.__setattr__(self, "seats", (self.player,))

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)

    @property
    def provisional(self) -> bool:
        """Whether the total rests on an unconfirmed value."""
        return any(line.provisional for line in self.lines)
