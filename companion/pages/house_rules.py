"""The house rules of an evening: what is changed, then the rest by groups, then what makes no difference tonight."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from companion.core.game import Game, Rules, Setting
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.screen import Button, Tone, Touched
from companion.core.text import NOTHING, Text, say, say_plural
from companion.languages import languages, load_language
from companion.pages.evening_draft import EveningDraft
from companion.pages.navigator import Navigator
from companion.pages.typing import Typing


class Drafting(Protocol):
    draft: EveningDraft


def summary(game: Rules[Any, Any], draft: EveningDraft) -> Text:
    """`as usual`, `3 changed from the usual`."""
    changed = len(draft.changed(game.settings))
    if not changed:
        return say("as usual")
    return say_plural("{count} changed from the usual", "{count} changed from the usual", changed)


class HouseRules:
    """`drafting` is None where they can only be read: the rules of an evening that has begun."""

    def __init__(self, game: Game[Any, Any], navigator: Navigator, drafting: Drafting, *, fixed: bool = False) -> None:
        self._game, self._navigator, self._drafting, self._fixed = game, navigator, drafting, fixed

    def view(self) -> ListPage:
        draft = self._drafting.draft
        changed = draft.changed(self._game.settings)
        groups = []
        if changed:
            heading = say_plural("{count} changed from the usual", "{count} changed from the usual", len(changed))
            groups.append(RowGroup(heading, self._rows(changed), Tone.ATTENTION))
        usual = [setting for setting in self._game.settings if setting not in changed]
        matters = [setting for setting in usual if setting.matters(draft.options)]
        groups += [
            RowGroup(group, self._rows(each for each in matters if each.group == group))
            for group in dict.fromkeys(setting.group for setting in matters)
        ]
        rest = [setting for setting in usual if setting not in matters]
        if rest:
            groups.append(RowGroup(say("Makes no difference tonight"), self._rows(rest), Tone.DIM))
        search = Button(say("Find a rule"), Touched("find"), icon="search")
        done = Button(say("Play with these"), Touched("done"), "confirm", tone=Tone.GOOD, icon="check")
        if self._fixed:
            lines: tuple[Text, ...] = (say("This evening is played by these rules. A new evening can have others."),)
            return ListPage("house rules", say("House rules"), tuple(groups), lines, corner=search)
        none = None if changed else say("Everything is as usual already.")
        corner = Button(say("All as usual"), Touched("as usual"), enabled=none is None, why_not=none, icon="refresh")
        return ListPage("house rules", say("House rules"), tuple(groups), buttons=(search, done), corner=corner)

    def touched(self, key: str, value: str) -> None:
        match key:
            case "setting":
                setting = next(each for each in self._game.settings if each.name == value)
                self._navigator.push(OneSetting(setting, self._navigator, self._drafting, fixed=self._fixed))
            case "find":
                self._navigator.push(search_page(self._game, self._navigator, self._drafting, fixed=self._fixed))
            case "as usual":
                self._drafting.draft = self._drafting.draft.as_usual()
            case _:
                self._navigator.close()

    def _rows(self, settings: Iterable[Setting]) -> tuple[Row, ...]:
        options = self._drafting.draft.options
        return tuple(
            Row(
                setting.title,
                setting.question,
                setting.answers[setting.chosen(options)],
                intent=Touched("setting", setting.name),
                tone=Tone.NORMAL if setting.chosen(options) == setting.default else Tone.ATTENTION,
            )
            for setting in settings
        )


class OneSetting:
    """One question, its answers, and where the rule stands."""

    def __init__(self, setting: Setting, navigator: Navigator, drafting: Drafting, *, fixed: bool) -> None:
        self._setting, self._navigator, self._drafting, self._fixed = setting, navigator, drafting, fixed

    def view(self) -> ListPage:
        setting = self._setting
        chosen = setting.chosen(self._drafting.draft.options)
        rows = tuple(
            Row(
                words,
                say("the usual") if id == setting.default else NOTHING,
                intent=None if self._fixed else Touched("answer", id),
                chosen=id == chosen,
                why_not=say("The rules of an evening stand once it has begun.") if self._fixed else None,
            )
            for id, words in setting.answers.items()
        )
        lines = (setting.question, say("{rule} {source}", rule=setting.rule.sentence, source=setting.rule.citation))
        return ListPage(f"setting {setting.name}", setting.title, (RowGroup(NOTHING, rows),), lines)

    def touched(self, key: str, value: str) -> None:
        if key == "answer":
            self._drafting.draft = self._drafting.draft.chosen(self._setting.name, value)
            self._navigator.close()


def search_page(game: Rules[Any, Any], navigator: Navigator, drafting: Drafting, *, fixed: bool) -> Typing:
    """One line to write, and the house rules whose title, question or answers have all of its words."""
    known = {setting.name: setting for setting in game.settings}
    spoken = [load_language(code) for code in languages()]
    words = {
        setting.name: " ".join(said.render(language) for language in spoken for said in _said(setting)).casefold()
        for setting in game.settings
    }

    def found(line: str) -> list[Setting]:
        wanted = line.casefold().split()
        return [known[name] for name, said in words.items() if wanted and all(word in said for word in wanted)]

    def answers(line: str) -> tuple[Row, ...]:
        options = drafting.draft.options
        return tuple(
            Row(setting.title, setting.question, setting.answers[setting.chosen(options)], intent=_touch(setting))
            for setting in found(line)
        )

    def show(name: str) -> None:
        navigator.push(OneSetting(known[name], navigator, drafting, fixed=fixed))

    def first(line: str) -> None:
        show(found(line)[0].name)

    def why_not(line: str) -> Text | None:
        if not line:
            return say("Write a word of the rule first.")
        return None if found(line) else say("No house rule has these words.")

    return Typing(
        say("Find a house rule"),
        say("Write a word of it, in any of the four languages."),
        say("Show it"),
        first,
        answers=answers,
        nothing=say("No house rule has these words."),
        why_not=why_not,
        chosen=show,
    )


def _touch(setting: Setting) -> Touched:
    return Touched("answer", setting.name)


def _said(setting: Setting) -> tuple[Text, ...]:
    return (setting.title, setting.question, *setting.answers.values())
