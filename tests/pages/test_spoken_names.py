"""Names are spoken as they are typed, and each can be heard by itself."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.core.screen import Touched
from companion.core.text import say
from companion.pages.machine import NoVoice
from companion.pages.navigator import Navigator
from scripts.gallery.page_screens import context
from tests.pages.test_camera_pages import opened, shown


@dataclass
class Heard(NoVoice):
    words: list[tuple[str, str]] = field(default_factory=list)

    def say(self, words: str, language: str) -> None:
        self.words.append((words, language))


def names_to_touch(flow: Navigator) -> list[str]:
    titles = {str(group.title): [str(row.title) for row in group.rows] for group in shown(flow).groups}
    return titles.get("Touch a name to hear it", [])


def test_each_person_is_spoken_when_touched() -> None:
    home, voice = context(), Heard()
    home.machine = replace(home.machine, voice=voice, unavailable={})
    flow = opened(home, "hardware")[0]
    people = [person.name for person in home.store.people()]

    assert people
    assert set(people) <= set(names_to_touch(flow))
    flow.handle(Touched("name", people[0]))
    assert [(people[0], home.language)] == voice.words


def test_without_a_voice_there_are_no_names_to_touch() -> None:
    home = context()
    home.machine = replace(home.machine, unavailable={"read aloud": say("No voice is installed.")})

    assert [] == names_to_touch(opened(home, "hardware")[0])
