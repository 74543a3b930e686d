"""Laying out a game before it begins: steps, each with its places on the mat and how many labelled pieces go there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.rules import Statement
from companion.core.table import Zone
from companion.core.text import Text


@dataclass(frozen=True, slots=True)
class SetUpStep:
    """`zones` are the places, in the order in which they are filled, and how many pieces with a label go into each."""

    name: Text
    heading: Text
    sentences: tuple[Text, ...]
    zones: Mapping[Zone, int]
    rule: Statement | None = None
