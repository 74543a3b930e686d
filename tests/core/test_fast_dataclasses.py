"""Frozen values that are changed and hashed by the thousand."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.core.fast_dataclasses import KeepsHash, keeps_hash, replace


@keeps_hash
@dataclass(frozen=True, slots=True)
class Hand(KeepsHash):
    cards: tuple[str, ...]
    owner: str = "A"
    table: str = field(kw_only=True)
    seen: list[str] = field(default_factory=list, init=False, compare=False)


@dataclass(frozen=True, slots=True)
class Name:
    letters: str


HAND = Hand(("farm",), table="round")


def test_a_changed_copy_has_what_was_not_changed() -> None:
    assert Hand(("farm",), "B", table="long") == replace(HAND, owner="B", table="long")
    assert Hand(("farm",), table="round") == HAND
    assert Name("Ben") == replace(Name("Ann"), letters="Ben")


def test_what_is_worked_out_is_not_taken_along() -> None:
    HAND.seen.append("farm")

    assert [] == replace(HAND, owner="B").seen


def test_equal_values_have_one_hash_and_a_changed_copy_has_its_own() -> None:
    same, other = Hand(("farm",), table="round"), replace(HAND, cards=("mine",))

    assert hash(HAND) == hash(HAND) == hash(same)
    assert {HAND, same, other} == {HAND, other}
    assert hash(other) == hash(Hand(("mine",), table="round"))
