"""Getting ready, as a value: all steps with what they take, and the one that is open beside them."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.screen import Button, Intent, Tone
from companion.core.text import NOTHING, Text


@dataclass(frozen=True, slots=True)
class WizardStep:
    """`right` says how long it takes, or that it is done."""

    title: Text
    right: Text
    done: bool
    open: bool
    intent: Intent


@dataclass(frozen=True, slots=True)
class Ring:
    """How far something has come: `done` of `of`, and what comes next."""

    done: int
    of: int
    unit: Text
    caption: Text
    next: Text
    where: Text


@dataclass(frozen=True, slots=True)
class WizardChoice:
    """One of several ways; `right` is what tells it from the others."""

    title: Text
    intent: Intent
    chosen: bool = False
    right: Text = NOTHING


@dataclass(frozen=True, slots=True)
class Choosing:
    """Ways under a title; `beside` each other where they are short."""

    title: Text
    choices: tuple[WizardChoice, ...]
    beside: bool = True


@dataclass(frozen=True, slots=True)
class WizardPage:
    """`left` is how long all of it takes yet, empty while nobody knows; `hint` is the one thing to know of this step.

    `picture` is a file that fills what room is left; empty for none.
    """

    title: Text
    left: Text
    steps: tuple[WizardStep, ...]
    heading: Text
    ring: Ring | None
    choosing: tuple[Choosing, ...]
    sentences: tuple[Text, ...]
    hint: Text
    tone: Tone
    icon: str
    picture: str
    buttons: tuple[Button, ...]
