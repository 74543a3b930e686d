"""What people do who are not tidy, and what has to follow: scenarios in the files `*.scenario` beside a test.

A line that is not indented is a scenario's title, or says more below it; each indented line is a step, of which the
first word is a method of the classes here, and `, 4 s` at its end lets the table rest so long. The steps before the
first title begin every scenario of the file, those below `== what this is about` every one that follows there.

    ISK-62: advice in the corner for what is put away has gone
        move advice: pool -> away, 4 s
        done A: advice

`each pause: 0.5 # 2` plays a scenario once for each of the values, which the other steps have as {pause}.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from benchmarks.clumsy.__main__ import run
from benchmarks.clumsy.judge import after
from benchmarks.clumsy.people import People
from benchmarks.clumsy.positions import evening_of
from benchmarks.clumsy.report import Planned
from benchmarks.clumsy.tabletop import Carry
from companion.conformance.playouts import AnyGame
from companion.core.game import is_legal
from companion.core.journal_entries import Did, Undid
from companion.core.screen import Back, Confirm, Do, Intent, Notice, NoticeKind, Open, Pass, Select, Undo
from companion.core.selection import Pick
from companion.core.table import Box, Observation
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.session.replies import Believe, Prompt
from companion.simulation.scenario import read_scenario
from tests import toy
from tests.games.inwo.evenings import begun
from tests.session.game_table import GameTable
from tests.session.toy_table import ToyTable

GAMES_FOLDER = Path(__file__).parents[1] / "companion" / "games"
KEYS: dict[str, Intent] = {"pass": Pass(), "undo": Undo(), "confirm": Confirm(), "back": Back()}


@dataclass(frozen=True, slots=True)
class ClumsyScenario:
    title: str
    steps: tuple[str, ...]


def clumsy_scenarios(beside: Path) -> list[Any]:
    """Each scenario of the files in the folder of a test, as a parameter."""
    found = (each for path in sorted(beside.parent.glob("*.scenario")) for each in _read(path.read_text("utf-8")))
    return [pytest.param(scenario, id=scenario.title) for scenario in found]


def _read(text: str) -> Iterator[ClumsyScenario]:
    opening, about, begins = list[str](), "", list[str]()
    for block in re.sub(r"\n {5,}", " ", text).split("\n\n"):
        steps = re.findall(r"^    (.+)$", block, re.MULTILINE)
        title = "" if block.startswith(" ") else block.partition("\n")[0]
        if not title:
            opening = steps
        elif title.startswith("== "):
            about, begins = f"{title[3:]}: ", steps
        else:
            yield from _each(about + title, [*opening, *begins, *steps])


def _each(title: str, steps: list[str]) -> Iterator[ClumsyScenario]:
    varied = next((step for step in steps if step.startswith("each ")), None)
    if varied is None:
        yield ClumsyScenario(title, tuple(steps))
        return
    steps.remove(varied)
    name, _, values = varied.removeprefix("each ").partition(": ")
    for value in values.split(" # "):
        yield ClumsyScenario(f"{title} ({name} {value})", tuple(step.replace(f"{{{name}}}", value) for step in steps))


def play(scenario: ClumsyScenario) -> None:
    """Each step in its turn; what fails says at which."""
    kind, _, where = scenario.steps[0].partition(" ")
    steps: Steps = {"people": PeopleSteps, "trials": TrialSteps, "evening": EveningSteps, "orchard": OrchardSteps}[
        kind
    ](where)
    for step in scenario.steps[1:]:
        try:
            steps.take(step)
        except Exception as error:
            error.add_note(f"at: {step}")
            raise


def people_before(game: AnyGame, move: str, players: int, first: int = 0) -> tuple[People, Any]:
    """The table just before a move whose notation looks like that, and the move; in the `first` evening or a later."""
    for number in range(first, first + 12):
        done = evening_of(game, players, number)
        for index, action in enumerate(done):
            if re.fullmatch(move, game.write_action(action)):
                people = People(game, players, 1, done=done[:index])
                if people.sees_all():
                    people.wait(3)
                    return people, action
    raise AssertionError(f"no evening with {move}")


def _listed(words: str) -> list[str]:
    return words.split(" | ") if words else []


class Steps:
    """What can be done and expected at every table, which has `session`, `history`, and most often `log`."""

    table: Any
    begun: int
    """How many actions stand there before the first step."""

    rest = 0.0

    def take(self, step: str) -> None:
        words, _, seconds = step.rpartition(", ") if re.search(r", [\d.]+ s$", step) else (step, "", "0 s")
        verb, _, rest = words.partition(" ")
        self.rest = float(seconds[:-2])
        getattr(self, verb)(rest)
        if self.rest:
            self.wait(self.rest)

    def wait(self, seconds: float | str) -> None:
        self.table.waits(float(seconds))

    def answer(self, words: str) -> None:
        self.table.answers(words)

    def touch(self, what: str) -> None:
        """A key, what is picked (`pick take`), or an action in notation."""
        picked = Select(Pick(what[5:])) if what.startswith("pick ") else KEYS.get(what)
        self.table.session.handle(picked or Do(self.table.history.game.read_action(what)))

    @property
    def actions(self) -> list[str]:
        return [self.table.history.game.write_action(played.action) for played in self.table.history.played]

    @property
    def notice(self) -> Notice:
        notice: Notice = self.table.notice
        return notice

    def done(self, actions: str) -> None:
        """These and nothing else since the first step."""
        assert _listed(actions) == self.actions[self.begun :]

    def last(self, actions: str) -> None:
        """The latest of what was done."""
        told = _listed(actions)
        assert told == self.actions[-len(told) :]

    def says(self, heading: str) -> None:
        assert heading == str(self.notice.heading)

    def tells(self, line: str) -> None:
        """All that is said beneath the heading."""
        assert [line] == [str(each) for each in self.notice.lines]

    def kind(self, kind: str) -> None:
        """What kind of notice that is."""
        assert NoticeKind[kind.upper()] is self.notice.kind

    def silent(self, _: str) -> None:
        assert self.table.silent, str(self.notice.heading)

    def conclusions(self, kinds: str) -> None:
        """The log has been told of these kinds of conclusions."""
        assert set(kinds.split()) == {each.kind for each in self.table.log}

    def never(self, kinds: str) -> None:
        """... and of none of those."""
        assert set(kinds.split()).isdisjoint(each.kind for each in self.table.log)


class OrchardSteps(Steps):
    """The toy game, of which the camera tells what lies in each zone."""

    def __init__(self, seen: str) -> None:
        self.table = ToyTable(JournalStore(":memory:"))
        self.sees(seen)
        self.begun = len(self.actions)

    def sees(self, words: str) -> None:
        """`market: A1 C1; B.1: P1 over A.1`: the labels in each zone, and the zones that hands are over."""
        lying, _, over = words.partition(" over ")
        zones = dict(each.split(": ") for each in lying.split("; ") if each != "nothing")
        seen = toy.lying(**{zone.replace(".", ""): tags.split() for zone, tags in zones.items()})
        blind = tuple(toy.LAYOUT.zones[zone] for zone in over.split())
        labels = (each for each in seen.labels if not any(box.contains(each.pose.x, each.pose.y) for box in blind))
        self.table.sees(Observation(tuple(labels), blind))

    def journal(self, events: str) -> None:
        """How the journal ends: `undone 1 | A: take apple -> A.2`."""
        told = [Undid(int(each[7:])) if each.startswith("undone") else Did(each) for each in _listed(events)]
        assert told == self.table.events[-len(told) :]

    def first_answers(self, words: str) -> None:
        answers = [str(answer.label) for answer in self.notice.answers]
        assert _listed(words) == answers[: len(_listed(words))]

    def opens_before_the_last(self, page: str) -> None:
        """An answer, and not the last one, leads to that page."""
        assert Open(page) in [answer.intent for answer in self.notice.answers[:-1]]


class EveningSteps(Steps):
    """A table of an evening that ships, after so many of its steps: hands go from zone to zone."""

    def __init__(self, where: str) -> None:
        game, name, _, steps, _ = where.split()
        self.table = GameTable(read_scenario(GAMES_FOLDER / game / name), int(steps), ":memory:")
        self.begun = len(self.actions)

    def move(self, moves: str) -> None:
        """`farm: market -> A.4 | 2 farm: A.3 -> hand`, and rests a second, unless said otherwise."""
        self.table.hands(*_listed(moves), rest=0.0)
        self.rest = self.rest or 1.0

    def square(self, zone: str) -> None:
        self.table.table.squared = {zone}


class PeopleSteps(Steps):
    """The people of the trials, of whom the truth is known: an action happens, and hands carry its parts, or do not.

    Parts are named by their pieces; `rest` is all that has not been carried yet of what happened, in its order.
    """

    def __init__(self, game: str) -> None:
        self.game = GAMES[game]
        self.parts, self.carried = list[Carry](), list[Carry]()

    # --- where it begins ---

    def at(self, words: str) -> None:
        """`6 players, seed 12`: a position of a random evening, as the trials have them."""
        players, seed = words.split(" players, seed ")
        self._sit(People(self.game, int(players), int(seed)))
        self.wait(3)

    def before(self, words: str) -> None:
        """`4 players do A: advice`: where a random evening first has that move, called `it` from then on."""
        who, _, move = words.partition(" do ")
        players, _, first = who.removesuffix(" players").partition(" players from evening ")
        people, self.found = people_before(self.game, re.escape(move), int(players), int(first or 0))
        self._sit(people)

    def begun_with(self, words: str) -> None:
        """`3 players a_new_order`: the beginning of an evening out of a file."""
        players, name = words.split(" players ")
        self._sit(People(self.game, int(players), 1, done=begun(name)))
        self.wait(3)

    def _sit(self, people: People) -> None:
        self.table = self.people = people
        self.begun = len(people.history.played)

    # --- what happens ---

    def _action(self, notation: str) -> Any:
        return self.found if notation == "it" else self.game.read_action(notation)

    def happens(self, notation: str) -> None:
        """It is true, and its parts are still to be carried."""
        action = self._action(notation)
        assert is_legal(self.game, self.people.state, action)
        self.parts += self.people.moves_of(action)
        self.before_latest = self.people.state
        self.people.happened(action)

    def against(self, notation: str) -> None:
        """What people carry from now on is against the rules."""
        self.people.judge.illegal = action = self._action(notation)
        self.parts = self.people.moves_of(action)

    def do(self, notation: str) -> None:
        """It happens, and all of it is carried in one go; what others have still to carry is not."""
        others, self.parts = self.parts, []
        self.happens(notation)
        self.swiftly("rest")
        self.parts = others

    def undone(self, _: str) -> None:
        """What happened last is not true any more, and its parts are still to be carried back."""
        self.people.becomes(self.before_latest)
        self.parts, self.carried = [each.back for each in reversed(self.carried)], []

    def carry(self, pieces: str) -> None:
        """Part by part, with a rest after each."""
        for part in self._taken(pieces):
            self.people.carry(part)
            if self.rest:
                self.wait(self.rest)
        self.rest = 0.0

    def swiftly(self, pieces: str) -> None:
        """In one go."""
        self.people.swiftly(self._taken(pieces))

    def back(self, piece: str) -> None:
        """One of the parts goes back, though it stays true."""
        part = next(each for each in reversed(self.carried) if piece == each.piece)
        self.carried.remove(part)
        self.parts.append(part)
        self.people.carry(part.back)

    def lift(self, piece: str) -> None:
        """A part is taken up, and not laid down before `lay`."""
        (self.held,) = self._taken(piece)
        self.tag = self.people.lift(self.held)

    def lay(self, _: str) -> None:
        self.people.lay(self.tag, self.held)

    def unseen(self, pieces: str) -> None:
        """Carried when nobody can see it, as while the power is off."""
        for part in self._taken(pieces):
            self.people.table.lay(self.people.table.fetch(part.piece), part)

    def _taken(self, pieces: str) -> list[Carry]:
        names = [each.piece for each in self.parts] if pieces == "rest" else pieces.split()
        parts = [self.parts.pop([each.piece for each in self.parts].index(name)) for name in names]
        self.carried += parts
        return parts

    def away(self, words: str) -> None:
        """`uwc_asia from asia.o2`: a piece is taken away, though nobody had to."""
        place = words.split(" from ")
        thing = next(each for each in self.people.table.things if place == [each.piece, each.zone])
        self.people.table.drop(self.people.table.take(thing.tag).tag)

    def wait(self, seconds: float | str) -> None:
        self.people.wait(float(seconds))

    def hand(self, zone: str) -> None:
        """A hand rests over a zone."""
        self.people.wait(self.rest, self.people.hands_over(zone))
        self.rest = 0.0

    def cover(self, words: str) -> None:
        """A book over all zones that begin so; `america.o3 by 30`: over so many millimetres each way of its middle."""
        zones, _, by = words.partition(" by ")
        for name, box in self.people.layout.zones.items():
            if name.startswith(tuple(zones.split())):
                (x, y), size = box.centre, float(by or 0)
                self.people.covers.append(Box(x - size, y - size, x + size, y + size) if by else box)

    def uncover(self, _: str) -> None:
        self.people.covers.clear()

    def restart(self, _: str) -> None:
        self.people.restart()

    def put_right(self, _: str) -> None:
        self.people.put_right()

    def settle(self, _: str) -> None:
        """People answer until there is nothing to answer any more."""
        self.people.settle()

    def take_first(self, _: str) -> None:
        """The first of the answers that say what happened."""
        self.people.session.handle(self._answers[0])

    # --- what has to follow ---

    @property
    def _prompt(self) -> Prompt:
        assert self.people.session.prompt is not None, "nothing is being said"
        return self.people.session.prompt

    @property
    def notice(self) -> Notice:
        return self._prompt.notice

    @property
    def _answers(self) -> Sequence[Believe]:
        return [reply for _, reply in self._prompt.replies if isinstance(reply, Believe)]

    def last(self, actions: str) -> None:
        super().last(self.game.write_action(self.found) if actions == "it" else actions)

    def right(self, _: str) -> None:
        """What is believed is true."""
        assert self.people.state == self.people.history.state

    def not_yet(self, _: str) -> None:
        """It is not, as yet."""
        assert self.people.state != self.people.history.state

    def silent(self, _: str) -> None:
        assert self.people.session.prompt is None

    def asks_nothing(self, _: str) -> None:
        """So far nothing had to be asked."""
        assert 0 == self.people.judge.asked

    def offers(self, words: str) -> None:
        """`1 back A: ... | B: ...`: among the answers is one that so many moves were none, but those were made."""
        back, _, actions = words.partition(" back")
        story = Believe(tuple(map(self.game.read_action, _listed(actions.strip()))), int(back))
        assert story in self._answers

    def answers_are(self, count: str) -> None:
        """So many of the answers say what happened."""
        assert int(count) == len(self._answers)

    def one_is_true(self, _: str) -> None:
        """One of the answers."""
        assert self.people.state in [after(self.people.session, each) for each in self._answers]

    def breaks(self, rule: str) -> None:
        assert self._prompt.broken is not None
        assert rule == self._prompt.broken.id

    def clean(self, _: str) -> None:
        """None of the faults that the trials look for."""
        assert self.people.verdict.clean, self.people.verdict.notes


class TrialSteps(Steps):
    """Whole trials of `benchmarks.clumsy`, found there."""

    def __init__(self, game: str) -> None:
        self.game = game

    def trial(self, words: str) -> None:
        """`2 players, seed 12, first held: what they do`: a behaviour by its set and its family."""
        found = re.fullmatch(r"(\d) players, seed (\d+), (\w+) ([\w ]+): (.+)", words)
        assert found is not None
        players, seed, behaviours, family, name = found.groups()
        verdict = run(Planned(self.game, int(players), int(seed), family, name, behaviours)).verdict
        assert verdict is not None
        self.verdict = verdict

    def clean(self, _: str) -> None:
        assert self.verdict.clean, self.verdict.notes

    def never_silently_wrong(self, _: str) -> None:
        assert not self.verdict.silently_wrong, self.verdict.notes

    def notes(self, words: str) -> None:
        """This stands in the transcript."""
        assert any(words in note for note in self.verdict.notes), self.verdict.notes
