"""What an owner of New World Order is asked about his copy, and what the sums of the rulebook say of his answers.

What nobody has told yet stays provisional; where the sums want it, it is dealt out anew around what is known, so that
the catalogue as a whole stays one that can be (spec 9.2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.core import toml
from companion.core.action import Action
from companion.core.copy_form import (
    Answers,
    ChoiceInput,
    InputChoice,
    NameInput,
    NumberInput,
    Question,
    QuestionSheet,
    Remark,
    listed,
    parts,
)
from companion.core.facts import Provenance
from companion.core.table import Piece
from companion.core.text import Text, named, say, say_plural, verbatim
from companion.errors import CatalogError
from companion.games.new_world_order.catalog import PRINTED_STEPS, Catalog, Corporation, Named, Tile
from companion.games.new_world_order.catalog_checks import FIVE_TILE_COLOURS, TILE_HISTOGRAM
from companion.games.new_world_order.catalog_files import load
from companion.games.new_world_order.copy_checks import TileMarks, remarks
from companion.games.new_world_order.copy_deal import dealt, dealt_marks, fitting_ladders, ladder_through
from companion.games.new_world_order.names import sign
from companion.games.new_world_order.untold import HIGHEST, step_name

CARDS, TILES, GOALS, CHARACTERS = say("Cards"), say("Tiles"), say("Great Goals"), say("Characters")
FEW = 3
"""So many likely values are offered at most."""


@dataclass(frozen=True, eq=False)
class NewWorldOrderForm:
    """The questions about one catalogue, the shipped one or an owner's."""

    catalog: Catalog
    written: str
    """The catalogue as a profile, over which that of the answers is laid."""

    # --- what is asked ---

    def sheets(self, answers: Answers) -> Sequence[QuestionSheet]:
        ladders, others = self._unchanging
        return (
            *ladders,
            *(self._tiles_asked[id][_is_blank(tile, answers)] for id, tile in self.catalog.tiles.items()),
            *others,
        )

    @cached_property
    def _unchanging(self) -> tuple[tuple[QuestionSheet, ...], tuple[QuestionSheet, ...]]:
        """What is asked before the tiles, and after them."""
        catalog = self.catalog
        goals, characters = map(self._goal, catalog.goals), map(self._character, catalog.characters)
        return tuple(map(self._ladder, catalog.corporations.values())), (*goals, *characters)

    @cached_property
    def _tiles_asked(self) -> dict[Piece, dict[bool, QuestionSheet]]:
        """What is asked about each tile that has colours, and about one that has none."""
        return {
            id: {blank: self._tile(tile, blank) for blank in (False, True)} for id, tile in self.catalog.tiles.items()
        }

    def _ladder(self, corporation: Corporation) -> QuestionSheet:
        questions = tuple(
            Question(
                step_name(corporation.id, count),
                say_plural(
                    "What is {count} card of {name} worth?",
                    "What are {count} cards of {name} worth?",
                    count,
                    name=corporation.name,
                ),
                say_plural("{count} card", "{count} cards", count),
                NumberInput(1, HIGHEST),
                Provenance.OWNER if count in corporation.steps else _source(corporation, "ladder"),
                str(corporation.ladder[count - 1]),
            )
            for count in range(1, corporation.size.full + 1)
        )
        icon, tint = sign(self.catalog, corporation.id)
        where = say_plural(
            "A full set is {count} card; the values stand at the card's edge.",
            "A full set is {count} cards; the values stand at the card's edge.",
            corporation.size.full,
        )
        return QuestionSheet(
            f"corporations.{corporation.id}",
            corporation.name,
            CARDS,
            (*questions, *self._name(corporation, "corporations")),
            corporation.id,
            where,
            icon,
            tint,
            growing=True,
            short=_short(corporation),
        )

    def likely(self, question: Question, answers: Answers) -> Sequence[str]:
        kind, _, rest = question.name.partition(".")
        if kind == "corporations" and isinstance(question.kind, NumberInput):
            corporation, _, step = rest.partition(".ladder.")
            return self._likely_step(self.catalog.corporations[corporation], int(step), answers)
        if question.name.endswith(".points"):
            left = +TileMarks.of(self.catalog, answers).points_left
            return [str(points) for points in left] if len(left) <= FEW else ()
        return ()

    def _likely_step(self, corporation: Corporation, count: int, answers: Answers) -> tuple[str, ...]:
        """What a step may be: growing as before, between its neighbours, or as another of its size does."""
        told = {step: value for step, value in _steps(corporation, answers).items() if step != count}
        below = max((step for step in told if step < count), default=0)
        low, high = told.get(below, 0), min((told[step] for step in told if step > count), default=HIGHEST + 1)
        found: list[int] = []
        if below == count - 1 and below - 1 in (*told, 0) and below:
            step, before = low - told.get(below - 1, 0), told.get(below - 1, 0) - told.get(below - 2, 0)
            found += [low + 2 * step - before] * (below - 2 in (*told, 0) and below > 1) + [low + step] * (below > 1)
        for other in self.catalog.corporations.values():
            if other.size is corporation.size and other is not corporation:
                found += [value] if (value := _steps(other, answers).get(count)) is not None else []
        return tuple(str(value) for value in dict.fromkeys(found) if low < value < high)

    def _tile(self, tile: Tile, blank: bool) -> QuestionSheet:
        name = f"tiles.{tile.id}"
        points = tuple(InputChoice(str(value), verbatim(_figure(value))) for value in TILE_HISTOGRAM)
        questions = [
            Question(
                f"{name}.points",
                say("What is this tile worth?"),
                say("worth"),
                ChoiceInput(points),
                _source(tile, "points"),
                str(tile.points),
            )
        ]
        if not blank:
            questions.append(
                Question(
                    f"{name}.colours",
                    say("Which two colours are in its corners?"),
                    say("colours"),
                    ChoiceInput(self._colours, 2, 2),
                    _source(tile, "colours"),
                    listed(tile.colours),
                )
            )
        return QuestionSheet(
            name,
            tile.name,
            TILES,
            (*questions, *self._name(tile, "tiles")),
            tile.id,
            icon="diamond",
            short=_short(tile),
        )

    def _goal(self, id: str) -> QuestionSheet:
        goal = self.catalog.goals[id]
        question = Question(
            f"goals.{id}.colour",
            say("Which colour leads to {goal}?", goal=goal.name),
            say("colour"),
            ChoiceInput(self._colours),
            _source(goal, "colour"),
            goal.colour,
        )
        where = say("It stands on the overview of the Great Goals.")
        return QuestionSheet(f"goals.{id}", goal.name, GOALS, (question,), where=where, icon="target")

    def _character(self, id: Piece) -> QuestionSheet:
        character = self.catalog.characters[id]
        goals = tuple(InputChoice(goal.id, goal.name) for goal in self.catalog.goals.values())
        numbers = tuple(InputChoice(str(number), verbatim(str(number))) for number in range(1, 10))
        questions = (
            Question(
                f"characters.{id}.number",
                say("What is the number of {name}?", name=character.name),
                say("number"),
                ChoiceInput(numbers),
                _source(character, "number"),
                str(character.number),
            ),
            Question(
                f"characters.{id}.goal",
                say("Of which Great Goal does {name} dream?", name=character.name),
                say("dream"),
                ChoiceInput(goals, 0, 1, none=say("of none")),
                _source(character, "goal"),
                character.goal,
            ),
        )
        return QuestionSheet(f"characters.{id}", character.name, CHARACTERS, questions, id, icon="user")

    def _name(self, thing: Named, kind: str) -> Iterator[Question]:
        """The name, where no source tells it."""
        if thing.provisional("en"):
            asks = say("What is its name, as it is printed?")
            yield Question(f"{kind}.{thing.id}.name", asks, say("name"), NameInput(), printed=thing.en, counted=False)

    @cached_property
    def _colours(self) -> tuple[InputChoice, ...]:
        return tuple(
            InputChoice(colour.id, _short(colour), tint=colour.tint) for colour in self.catalog.colours.values()
        )

    # --- what is known by the answers ---

    def said_by(self, action: Action) -> Answers:  # noqa: ARG002
        return {}

    def remarks(self, answers: Answers) -> Sequence[Remark]:
        return tuple(remarks(self.catalog, answers))

    def profile(self, answers: Answers) -> str:
        parts_of = list(self._parts(answers))
        if self._can_be(parts_of):
            return "\n".join(parts_of)
        found: list[str] = []
        for part in parts_of:
            if self._can_be([*found, part]):
                found.append(part)
        return "\n".join(found)

    def _can_be(self, entries: Sequence[str]) -> bool:
        """Whether they contradict nothing that is known; where they do, `remarks` say it."""
        try:
            load(self.written, "\n".join(entries))
        except CatalogError:
            return False
        return True

    def _parts(self, answers: Answers) -> Iterator[str]:
        """Entries that can be only together, or not at all."""
        told = {
            id: ladder
            for id, corporation in self.catalog.corporations.items()
            if len(ladder := tuple(_told(corporation, answers))) == corporation.size.full
        }
        # Where values are asked one by one, no placeholder has to agree with the book's examples.
        if ladders := told if self.catalog.asked else fitting_ladders(self.catalog, told):
            yield "\n".join(
                _entry("corporations", id, {"ladder": ladder}, owner=id in told) for id, ladder in ladders.items()
            )
        if self.catalog.asked:
            yield from self._single_steps(answers, told)
        yield from self._tiles(answers)
        colours = _answered(answers, "goals.{id}.colour", self.catalog.goals)
        if colours:
            now = {goal.id: goal.colour for goal in self.catalog.goals.values()}
            all_of = dealt(colours, now, Counter(list(self.catalog.colours)), self._fixed("goals", "colour"))
            yield "\n".join(
                _entry("goals", id, {"colour": colour}, owner=id in colours)
                for id, colour in all_of.items()
                if id in colours or colour != now[id]
            )
        yield from self._characters(answers)
        for kind in ("corporations", "tiles"):
            for id in getattr(self.catalog, kind):
                if name := answers.get(f"{kind}.{id}.name"):
                    yield _entry(kind, id, {"en": name, "et": name}, owner=True)

    def _single_steps(self, answers: Answers, whole: Mapping[str, tuple[int, ...]]) -> Iterator[str]:
        """What is told of ladders of which more is still to be told, with placeholders through it."""
        for id, corporation in self.catalog.corporations.items():
            steps = _steps(corporation, answers)
            if steps and id not in whole and corporation.provisional("ladder"):
                steps |= {count: corporation.ladder[count - 1] for count in corporation.steps if count not in steps}
                known = {of: worth for (each, of), worth in PRINTED_STEPS.items() if each == id} | steps
                values = {"ladder": ladder_through(known, corporation.size.full), "steps": tuple(sorted(steps))}
                yield _entry("corporations", id, values, owner=("steps",))

    def _tiles(self, answers: Answers) -> Iterator[str]:
        tiles = self.catalog.tiles
        points = {id: int(value) for id, value in _answered(answers, "tiles.{id}.points", tiles).items()}
        colours = {id: parts(value) for id, value in _answered(answers, "tiles.{id}.colours", tiles).items()}
        if not points and not colours:
            return
        now = {id: tile.points for id, tile in tiles.items()}
        worth = dealt(points, now, Counter(TILE_HISTOGRAM), self._fixed("tiles", "points"))
        blank = {id for id, value in worth.items() if value == 1000}
        marks = Counter({colour: 5 if colour in FIVE_TILE_COLOURS else 4 for colour in self.catalog.colours})
        told = {id: both for id, both in colours.items() if id not in blank}
        known = {id: tiles[id].colours for id in self._fixed("tiles", "colours") if id not in blank} | told
        both = dealt_marks(known, [id for id in tiles if id not in blank], marks)
        entries = []
        for id, tile in tiles.items():
            said = {"points": worth[id], "colours": both.get(id, ())}
            owners = {name for name, told_of in (("points", points), ("colours", told)) if id in told_of}
            changed = {name: value for name, value in said.items() if name in owners or value != getattr(tile, name)}
            if changed:
                entries.append(_entry("tiles", id, changed, owner=owners))
        yield "\n".join(entries)

    def _characters(self, answers: Answers) -> Iterator[str]:
        characters = self.catalog.characters
        told = _answered(answers, "characters.{id}.number", characters)
        numbers = {id: int(number) for id, number in told.items()}
        now = {id: character.number for id, character in characters.items()}
        all_of = dealt(numbers, now, Counter(range(1, 10)), self._fixed("characters", "number"))
        entries = [
            _entry("characters", id, {"number": number}, owner=id in numbers)
            for id, number in all_of.items()
            if id in numbers or number != now[id]
        ]
        if entries:
            yield "\n".join(entries)
        for id in characters:
            if (goal := answers.get(f"characters.{id}.goal")) is not None:
                yield _entry("characters", id, {"goal": goal}, owner=True)

    def _fixed(self, kind: str, fact: str) -> tuple[str, ...]:
        """The components of which the fact is no placeholder."""
        return tuple(id for id, thing in getattr(self.catalog, kind).items() if not thing.provisional(fact))

    def answers(self) -> Answers:
        return {
            question.name: question.printed
            for sheet in self.sheets({})
            for question in sheet.questions
            if question.known is Provenance.OWNER
        } | {
            f"{kind}.{id}.name": thing.en
            for kind in ("corporations", "tiles")
            for id, thing in getattr(self.catalog, kind).items()
            if thing.sources.get("en") is Provenance.OWNER
        }


def _answered(answers: Answers, question: str, things: Iterable[str]) -> dict[str, str]:
    """The answers to a question about each of these things, by the things."""
    return {id: answers[question.format(id=id)] for id in things if question.format(id=id) in answers}


def _told(corporation: Corporation, answers: Answers) -> Iterator[int]:
    """The first values of its ladder, as far as they have been told."""
    steps = _steps(corporation, answers)
    for count in range(1, corporation.size.full + 1):
        if count not in steps:
            return
        yield steps[count]


def _steps(corporation: Corporation, answers: Answers) -> dict[int, int]:
    """The values of its ladder that have been told, by the number of cards."""
    names = {count: step_name(corporation.id, count) for count in range(1, corporation.size.full + 1)}
    return {count: int(answers[name]) for count, name in names.items() if name in answers}


def _is_blank(tile: Tile, answers: Answers) -> bool:
    """Whether it is a tile of 1000, which has no colours."""
    return answers.get(f"tiles.{tile.id}.points", str(tile.points)) == "1000"


def _short(thing: Named) -> Text:
    """For small places, without what is said of the name in brackets."""
    return named(en=thing.short.partition(" (")[0], et=thing.short_et or thing.et.partition(" (")[0])


def _source(thing: Named, fact: str) -> Provenance:
    return thing.sources.get(fact, Provenance.PROVISIONAL)


def _figure(points: int) -> str:
    return f"{points:,}".replace(",", "\u00a0")


def _entry(kind: str, id: str, values: Mapping[str, object], owner: bool | Iterable[str]) -> str:
    """A profile's entry; who says what stands beside it."""
    owners = set(values) if owner is True else set() if owner is False else set(owner)
    sources = {name: Provenance.OWNER if name in owners else Provenance.PROVISIONAL for name in values}
    lines = [f"[[{kind}]]", f"id = {toml.value(id)}"]
    lines += [f"{name} = {toml.value(value)}" for name, value in values.items()]
    return "\n".join([*lines, f"source = {toml.value(sources)}", ""])
