"""An evening that is being arranged: pure, so that nothing that was chosen is lost by another choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.core.action import SEATS
from companion.core.clock import COUNTING, TimeControl
from companion.core.game import Options, Rules, Setting
from companion.journal.store import KnownPerson, SavedGame

COLOURS = 6
LONGEST_NAME = 14


@dataclass(frozen=True, slots=True)
class EveningDraft:
    """Who plays clockwise, with which colours, by which house rules, how time runs."""

    game: str
    people: tuple[KnownPerson, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    time: TimeControl = COUNTING

    @property
    def options(self) -> Options:
        return Options(tuple(person.name for person in self.people), dict(self.settings))

    def played_with(self, settings: Iterable[Setting]) -> Options:
        """The options without what makes no difference to these people and the other choices."""
        mattering = {each.name for each in settings if each.matters(self.options)}
        chosen = {name: choice for name, choice in self.settings.items() if name in mattering}
        return replace(self.options, settings=chosen)

    def free_colour(self) -> int:
        taken = {person.colour for person in self.people}
        return next(colour for colour in range(COLOURS) if colour not in taken)

    def seated(self, name: str, colour: int | None = None) -> EveningDraft:
        """With one more at the end; his own colour if nobody has it."""
        taken = {person.colour for person in self.people}
        wished = self.free_colour() if colour is None or colour in taken else colour
        return replace(self, people=(*self.people, KnownPerson(name, wished)))

    def named(self, chair: int, name: str) -> EveningDraft:
        return self._with(chair, replace(self.people[chair], name=name))

    def coloured(self, chair: int, colour: int) -> EveningDraft:
        """Who has that colour gets the other one: a colour belongs to one person."""
        had = self.people[chair].colour
        swapped = tuple(replace(each, colour=had) if each.colour == colour else each for each in self.people)
        return replace(self, people=swapped)._with(chair, replace(self.people[chair], colour=colour))

    def without(self, chair: int) -> EveningDraft:
        chairs = [number for number in range(len(self.people)) if number != chair]
        return replace(self, people=self.people[:chair] + self.people[chair + 1 :], time=self._time_for(chairs))

    def moved(self, chair: int, by: int) -> EveningDraft:
        """The person changes places with the neighbour, clockwise for `by` of 1."""
        other = (chair + by) % len(self.people)
        people = list(self.people)
        people[chair], people[other] = people[other], people[chair]
        chairs = list(range(len(people)))
        chairs[chair], chairs[other] = other, chair
        return replace(self, people=tuple(people), time=self._time_for(chairs))

    def _time_for(self, chairs: Sequence[int]) -> TimeControl:
        """Everybody keeps his own time when the people of these chairs sit down in this order."""
        own = dict(self.time.own)
        kept = [(SEATS[at], own[SEATS[was]]) for at, was in enumerate(chairs) if SEATS[was] in own]
        return replace(self.time, own=tuple(kept))

    def chosen(self, setting: str, choice: str) -> EveningDraft:
        return replace(self, settings={**self.settings, setting: choice})

    def as_usual(self) -> EveningDraft:
        return replace(self, settings={})

    def changed(self, settings: Iterable[Setting]) -> tuple[Setting, ...]:
        """The settings that are not as usual."""
        return tuple(each for each in settings if self.settings.get(each.name, each.default) != each.default)

    def _with(self, chair: int, person: KnownPerson) -> EveningDraft:
        return replace(self, people=(*self.people[:chair], person, *self.people[chair + 1 :]))


def usual_draft(name: str, game: Rules[Any, Any], last: SavedGame | None) -> EveningDraft:
    """As the group played this game the last time, as far as the game still knows it; else with two or more names."""
    if last is None:
        return EveningDraft(name)
    known = {setting.name: setting.choices for setting in game.settings}
    settings = {name: choice for name, choice in last.options.settings.items() if choice in known.get(name, ())}
    people: EveningDraft = EveningDraft(name, (), settings, last.time)
    for number, player in enumerate(last.options.names):
        people = people.seated(player, last.colours[number] if number < len(last.colours) else None)
    return people
