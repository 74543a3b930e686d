"""What a printed value is told by, wherever it is asked: its choices, a map of routes, digits one after another."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from companion.core.copy_form import ChoiceInput, NumberInput, RoutesInput, ends
from companion.core.screen import Button, Tone, Touched
from companion.core.text import say
from companion.core.value_pages import MapPad, MapPlace, PadKey


def choice_keys(kind: ChoiceInput, chosen: Collection[str]) -> list[PadKey]:
    return [
        PadKey(each.name, Touched("choice", each.value), each.icon, each.tint, each.value in chosen)
        for each in kind.choices
    ]


def map_pad(kind: RoutesInput, routes: Iterable[str], origin: str) -> MapPad:
    """With these routes drawn; `origin` is the place from which the next one is to lead, if one was touched."""
    numbers = {place.name: number for number, place in enumerate(kind.places)}
    found = tuple(
        MapPlace(each.label, each.x, each.y, Touched("place", each.name), each.name == origin) for each in kind.places
    )
    joined = tuple((numbers[one], numbers[other]) for one, other in map(ends, routes))
    return MapPad(found, joined, that_is_all())


def that_is_all() -> Button:
    return Button(say("That is all"), Touched("enter"), "confirm", tone=Tone.GOOD, icon="check")


def toggled(chosen: tuple[str, ...], value: str) -> tuple[str, ...]:
    """Without it if it was there, else with it."""
    return tuple(each for each in chosen if each != value) if value in chosen else (*chosen, value)


def with_digit(typed: str, digit: str) -> str:
    return (typed + digit).lstrip("0") or "0"


def is_complete(kind: NumberInput, typed: str) -> bool:
    """Whether no digit more can follow."""
    return int(typed) * 10 > kind.most
