"""Texts become vectors of what is known of their words, and words tell what a question is about."""

from __future__ import annotations

import numpy as np
import pytest

from companion.lookup.vector_space import VectorSpace

RULES = ["who takes the tile", "a tile is taken from the top", "the pile pays for a tile"]
OTHERS = ["who takes the bus", "the bus leaves at ten"]


@pytest.fixture(scope="module")
def space() -> VectorSpace:
    return VectorSpace.of(RULES, OTHERS)


def likeness(space: VectorSpace, one: str, other: str) -> float:
    terms, values = space.vector(one)
    found = dict(zip(terms.tolist(), values.tolist(), strict=True))
    return sum(
        found.get(term, 0.0) * value for term, value in zip(*map(np.ndarray.tolist, space.vector(other)), strict=True)
    )


def test_a_misspelt_form_is_nearer_than_another_word(space: VectorSpace) -> None:
    assert likeness(space, "tile", "tyles") < likeness(space, "tile", "tiles")
    assert likeness(space, "tile", "bus") < likeness(space, "tile", "tyles")


def test_what_is_unknown_tells_nothing(space: VectorSpace) -> None:
    terms, values = space.vector("zzyzx")

    assert (0, 0) == (len(terms), len(values))


def test_the_share_of_a_question_in_words_of_the_rules(space: VectorSpace) -> None:
    assert [1.0, 0.0, 0.5] == [space.known(text) for text in ("the tile", "zzyzx", "tile zzyz")]


def test_words_of_other_talk_are_foreign(space: VectorSpace) -> None:
    assert space.foreign("tile") < space.foreign("who takes the") < space.foreign("bus")


@pytest.mark.parametrize("text", ["", "?!"])
def test_no_words_are_neither_known_nor_foreign(space: VectorSpace, text: str) -> None:
    assert (0.0, 0.0) == (space.known(text), space.foreign(text))
