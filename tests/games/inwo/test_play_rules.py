"""Plays in the course of an attack or a turn: late help, copies, what is counted together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.game import violation
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.attack import Help
from companion.games.inwo.candidates import attack_actions
from companion.games.inwo.effects import Role
from companion.games.inwo.rules import apply
from companion.games.inwo.state import Phase, Resource, State
from companion.games.inwo.strength import strength
from tests.games.inwo.scenes import (
    MINE,
    NOBODY,
    attacked,
    number,
    scene,
)


def test_a_help_is_cancelled_alone() -> None:
    """INWO-255: the attack goes on without the helper whose action Dan Quayle cancels."""
    state = scene(("dan_quayle",), ("cable_tv", NOBODY))
    state = attacked(state, "destroy", "voudonistas", NOBODY, player="B", helps=(Help("B", "cable_tv", Role.AID),))
    after = apply(state, act.UseAbility("A", "dan_quayle", 1, "cable_tv"))

    assert after.attack is not None
    assert () == after.attack.helps


def late_help(state: State, card: str) -> tuple[str | None, State]:
    """What is said of help after the roll, and what comes of it where it is legal."""
    help = act.GiveHelp("A", card, Role.AID)
    broken = violation(GAME, state, help)
    offered = [action for action in attack_actions(state) if action == help]
    return (broken.rule.id, state) if broken else (None, apply(state, offered[0]))


def failed_attack(*mine: str, **hand: Any) -> State:
    """Bermuda Triangle has rolled a 10 against the Antiwar Activists, who are destroyed with a 6 or less."""
    state = attacked(scene(mine, ("antiwar_activists",), **hand), "destroy", "antiwar_activists", MINE, total=10)
    assert state.attack is not None
    state = replace(state, attack=replace(state.attack, roll=(5, 5), silent=state.alive))
    short = 6 - strength(state).total
    assert state.attack is not None
    return replace(state, attack=replace(state.attack, by_hand=short))


def test_the_second_bullet_lets_own_groups_aid_after_the_roll() -> None:
    """INWO-259: a Group that might have aided still may, once the Plot is played; the failure becomes a success."""
    before = failed_attack("congressional_wives", ann={"unseen_plots": ("the_second_bullet",)})
    assert late_help(before, "congressional_wives")[0] == "INWO-259"

    broken, after = late_help(
        apply(apply(before, act.PlayCard("A", "the_second_bullet")), act.LetStand("B")), "congressional_wives"
    )
    assert broken is None
    assert 6 + number("congressional_wives", "power") == strength(after).total


def test_a_death_mask_lets_its_group_aid_after_the_roll() -> None:
    """INWO-259: the linked Magic Group alone, and for its token."""
    before = failed_attack("ninjas", "kkk")
    ann = replace(before.player("A"), resources=(Resource("death_mask", to="ninjas"),))
    before = before.with_player("A", ann)
    assert late_help(before, "kkk")[0] == "INWO-259"

    broken, after = late_help(before, "ninjas")
    assert broken is None
    assert 6 + number("ninjas", "power") == strength(after).total
    placed = after.player("A").placed("ninjas")
    assert placed is not None
    assert 0 == placed.tokens


def test_two_uses_in_a_turn_are_counted_together() -> None:
    """INWO-80: the Fast Food Chains hide two exposed Plots in a turn, not three."""
    state = scene(("fast_food_chains",), ann={"exposed": ("hurricane", "sniper", "tornado")})
    for plot in ("hurricane", "sniper"):
        state = apply(state, act.UseAbility("A", "fast_food_chains", 1, plot))
    broken = violation(GAME, state, act.UseAbility("A", "fast_food_chains", 1, "tornado"))

    assert broken is not None
    assert "INWO-80" == broken.rule.id
    assert ("tornado",) == state.player("A").exposed


def test_a_clipper_chip_goes_with_the_last_government_group() -> None:
    """INWO-16: as soon as its player controls none, it is discarded; each player has one by the corrections."""
    state = scene(("f_b_i",), ann={"unseen_groups": ("clipper_chip",) * 4})
    state = apply(replace(state, phase=Phase.MAIN), act.Acquire("A", "clipper_chip"))
    assert state.player("A").resource("clipper_chip") is not None

    ann = state.player("A")
    after = apply(state.with_player("A", replace(ann, structure=ann.structure[:1])), act.Expose("A", "tornado"))
    assert after.player("A").resource("clipper_chip") is None
    assert "clipper_chip" in after.player("A").discard
