"""The one door for words: a sentence is a template and its values until somebody reads it in a language.

>>> str(say("{short} points too few for {tile}", short=20, tile=say("Nano-bots")))
'20 points too few for Nano-bots'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Translate = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Text:
    """A translatable sentence. Only the template is translated; values go in as they are, Texts in their language.

    A value that is a tuple is read out as a list. Untrusted words (a player's name) are values, never templates.
    """

    template: str
    values: tuple[tuple[str, object], ...] = ()

    def render(self, translate: Translate) -> str:
        values = {name: _render(value, translate) for name, value in self.values}
        return translate(self.template).format(**values) if values else translate(self.template)

    def __str__(self) -> str:
        return self.render(lambda template: template)


def say(template: str, **values: object) -> Text:
    """A sentence to be read in any language: `say("{count} cards", count=3)`."""
    return Text(template, tuple(sorted(values.items())))


def verbatim(words: str) -> Text:
    """Words that are nobody's to translate, such as a player's name or a notation."""
    return Text("{words}", (("words", words),))


def _render(value: object, translate: Translate) -> object:
    match value:
        case Text():
            return value.render(translate)
        case tuple():
            return ", ".join(str(_render(part, translate)) for part in value)
        case _:
            return value


def marked(points: int, *, provisional: bool) -> str:
    """A number as people read it, with a question mark when it rests on an unconfirmed value."""
    return f"{points}?" if provisional else str(points)
