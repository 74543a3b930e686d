"""The arithmetic of attacks: each worked case of `strengths.toml`, and the probabilities (W-00)."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.inwo.attack import Attack, Help
from companion.games.inwo.card_effects import effects_of
from companion.games.inwo.card_values import power
from companion.games.inwo.catalog import Kind
from companion.games.inwo.effects import Mode, Role, Until
from companion.games.inwo.state import Lasts, LinkedPlot, Order, Placed, Resource, State
from companion.games.inwo.strength import chances, strength
from tests.games.inwo.tables import EVENING, beside, card, chained, player, table

CASES: dict[str, dict[str, Any]] = tomllib.loads((Path(__file__).parent / "strengths.toml").read_text("utf-8"))
NEUTRAL = ("Empty Vee", "Video Games")
"""Masters without alignments, where a case names none."""


def state_of(case: dict[str, Any]) -> State:
    attacker, target = case.get("attacker"), case["target"]
    mine = _attacking(case, attacker)
    chain = case.get("chain") or [*NEUTRAL[: case["distance"] - 1], target]
    in_rival = case["distance"] > 0 and not case.get("own")
    theirs = chained(case.get("rival", "The Network"), *(chain if in_rival else ()))
    helps = [Help("C", card(name), Role(role)) for role, name in map(_words, case.get("help", ()))]
    third = chained("Discordian Society")
    for each in helps:
        third = beside(third, "Discordian Society", each.card)
    helps += [Help("B", card(name), Role.OPPOSE) for name in case.get("own_help", ())]
    if "defend" in case:
        helps.append(Help("B", card(target), Role.SELF_DEFENCE, case["defend"]))
    held = tuple(Resource(card(name), to=_linked_to(card(name), card(target))) for name in case.get("resources", ()))
    players = (player("Ann", mine), player("Bob", theirs, resources=held), player("Cid", third))
    before = table(
        *players,
        settings=case.get("settings", {}),
        orders=tuple(Order(card(name), "A") for name in case.get("orders", ())),
        links=tuple(LinkedPlot(card(name), card(target), "B") for name in case.get("linked", ())),
        lasting=tuple(_lasts(each, card(target)) for each in case.get("lasting", ())),
    )
    attack = Attack(
        "A",
        Mode(case["mode"]),
        card(target),
        attacker=card(attacker) if attacker else None,
        card=card(case["card"]) if "card" in case else None,
        helper=card(case["helper"]) if "helper" in case else None,
        from_hand=case["distance"] == 0,
        helps=tuple(helps),
        agents="C" if "agents" in case else None,
        frozen=power(before, card(target)) if _is_instant(case) else None,
        by_hand=case.get("by_hand", 0),
    )
    return replace(before, attack=attack)


def _is_instant(case: dict[str, Any]) -> bool:
    """INWO-211: not every disaster is."""
    if "card" not in case:
        return False
    said = effects_of(card(case["card"]), errata=False).play[0].attack
    return said is not None and said.instant


def _attacking(case: dict[str, Any], attacker: str | None) -> tuple[Placed, ...]:
    leads = attacker is not None and EVENING[card(attacker)].kind is Kind.ILLUMINATI
    root = attacker if leads and attacker is not None else case.get("illuminati", "Bermuda Triangle")
    structure = chained(root, *([attacker] if attacker is not None and not leads else []))
    if case.get("own") and attacker is not None:
        structure = beside(structure, attacker, case["target"])
    return beside(structure, root, *([case["helper"]] if "helper" in case else []), *case.get("beside", ()))


def _lasts(said: str, target: str) -> Lasts:
    """A play on the target, in the way that its number says, for as long as its entry says."""
    name, _, number = said.rpartition(" ")
    of = card(name if number.isdigit() else said)
    use = int(number) - 1 if number.isdigit() else None
    effects = effects_of(of, errata=False)
    play = (effects.play or effects.uses)[use or 0]
    until = play.lasting[0].until if play.lasting and play.lasting[0].until is not Until.ATTACK else Until.TURN
    return Lasts(of, "B", target, until, use)


def _linked_to(resource: str, target: str) -> str | None:
    return target if effects_of(resource, errata=False).links_to is not None else None


def _words(help: str) -> tuple[str, str]:
    role, _, name = help.partition(" ")
    return role, name


@pytest.mark.parametrize("id", CASES)
def test_strength_of_a_worked_case(id: str) -> None:
    found = strength(state_of(CASES[id]))

    assert CASES[id]["strength"] == found.total, [(term.points, str(term.why)) for term in found.terms]
    assert all(term.rule.id for term in found.terms)


def test_chances_of_each_strength() -> None:
    """W-00, INWO-132 to INWO-134: of 36 rolls; eleven and twelve always fail, below two nothing is rolled."""
    expected = {1: 0, 2: 1, 3: 3, 4: 6, 5: 10, 6: 15, 7: 21, 8: 26, 9: 30, 10: 33, 11: 33, 30: 33}

    assert expected == {number: chances(number) for number in expected}
