"""The steps of getting ready, as values; and the cards that wear no labels, which are shown instead."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.core.game import Game
from companion.core.screen import Button, Open, Tone, Touched
from companion.core.text import NOTHING, Text, say, say_plural
from companion.core.wizard_page import Choosing, Ring, WizardChoice
from companion.label_sets.piece_labels import told_by_faces
from companion.label_sets.sticking_pace import DECK_CARDS
from companion.pages.label_sticking import TILES_ONLY, without_labels
from companion.pages.page_context import PageContext
from companion.pages.showing_cards import shown_so_far


@dataclass(frozen=True, slots=True)
class PreparationStep:
    """`minutes` are those that hands take; `shows` makes the side of the page that belongs to it."""

    key: str
    title: Text
    minutes: float
    shows: Callable[[], StepDetails]


@dataclass(frozen=True, slots=True)
class StepDetails:
    """What stands beside the steps for the open one. `on` leads on: to a page of its own, or to the next step."""

    heading: Text
    on: Button
    sentences: tuple[Text, ...] = ()
    choosing: tuple[Choosing, ...] = ()
    ring: Ring | None = None
    hint: Text = NOTHING
    tone: Tone = Tone.NORMAL
    icon: str = "bulb"
    picture: str = ""


def next_step(step: str, why_not: Text | None = None) -> Button:
    return Button(
        say("Go on"),
        Touched("done", step),
        "confirm",
        why_not is None,
        why_not,
        tone=Tone.GOOD if why_not is None else Tone.NORMAL,
        icon="check",
    )


def cards_to_show(context: PageContext, game: Game[Any, Any], count: int) -> int:
    """So many wear no label; where players bring decks, those of a deck each, whatever is in it."""
    cards = len(without_labels(context.store, game))
    return cards if game.decks is None else min(cards, DECK_CARDS * count)


def cards_side(context: PageContext, game: Game[Any, Any], count: int) -> StepDetails:
    """How many of the cards have been shown."""
    of = cards_to_show(context, game, count)
    done = min(of, shown_so_far(context, game))
    show = Button(say("Show your cards"), Open("cards", game.name), "confirm", tone=Tone.GOOD, icon="camera")
    to_go = say_plural("{count} card to go", "{count} cards to go", of - done)
    return StepDetails(
        say("Show your cards: {done} of {all}", done=done, all=of),
        show if done < of else next_step("cards"),
        ring=Ring(done, of, say("of {all}", all=of), say("Known by their faces"), game.title, to_go),
        hint=say("Each is shown once, several at a time. A card that you leave out is not known."),
        icon="cards",
    )


def which_labels(context: PageContext, game: Game[Any, Any] | None) -> tuple[Choosing, ...]:
    """Whether cards wear labels too, where they need not."""
    if game is None or not (cards := told_by_faces(game)):
        return ()
    has_tiles = any(piece not in cards for piece in game.piece_of.values())
    fewer = say("Labels for tiles only") if has_tiles else say("No labels on cards")
    tiles_only = bool(without_labels(context.store, game))
    ways = (
        WizardChoice(say("Labels for all pieces"), Touched("labelled", ""), not tiles_only),
        WizardChoice(fewer, Touched("labelled", TILES_ONLY), tiles_only, say("cards are known by their faces")),
    )
    return (Choosing(NOTHING, ways, beside=False),)
