"""Every modelled card, put to use once: what comes of it is compared with its row and its entry (DESIGN 2.7)."""

from __future__ import annotations

import pytest

from companion.games.inwo.card_values import value
from companion.games.inwo.continuous_effects import in_force
from companion.games.inwo.goals import groups_for_goal, standings
from companion.games.inwo.state import Destroyed
from tests.games.inwo.card_checks_numbers import check_attack, check_change, check_defence, check_modifier
from tests.games.inwo.card_checks_rules import (
    check_aid,
    check_alignments,
    check_ban,
    check_bars_agents,
    check_draws,
    check_immune,
    check_numbers,
    check_relief,
    check_result,
    check_silence,
    check_tokens,
)
from tests.games.inwo.card_scenes import (
    parts,
)
from tests.games.inwo.scenes import (
    DATA,
    MINE,
    NOBODY,
    ROWS,
    in_play,
    number,
    pick,
    scene,
)
from tests.games.inwo.test_cards_apart import APART

CHECKS = {
    "attack": check_attack,
    "modifier": check_modifier,
    "defence": check_defence,
    "change": check_change,
    "alignments": check_alignments,
    "immune": check_immune,
    "ban": check_ban,
    "aid": check_aid,
    "tokens": check_tokens,
    "silence": check_silence,
    "relief": check_relief,
    "result": check_result,
    "draws": check_draws,
    "bars_agents": check_bars_agents,
}
CONTINUOUS = [card for card in DATA if card not in APART and any(part.keys() - {"when"} for part in parts(card))]


@pytest.mark.parametrize("card", CONTINUOUS)
def test_what_holds_while_the_card_is_in_play(card: str) -> None:
    checks = 0
    for part in parts(card):
        for name, check in CHECKS.items():
            if name in part:
                checks += check(card, part)
        checks += check_numbers(card, part)

    assert checks


@pytest.mark.parametrize("card", [card for card, entry in DATA.items() if "unlinked" in entry])
def test_what_an_unlinked_resource_gives_the_illuminati(card: str) -> None:
    state = in_play(scene((NOBODY,)), card)
    rule = DATA[card]["unlinked"]["change"][0]

    assert number(MINE, "power") + rule["amount"] == value(state, MINE, "power")


@pytest.mark.parametrize("card", [card for card, entry in DATA.items() if "goal" in entry])
def test_what_a_goal_counts(card: str) -> None:
    """INWO-294, INWO-300: by the entry of the card."""
    goal = DATA[card]["goal"]
    root, shown = (card, None) if ROWS[card]["kind"] == "illuminati" else (MINE, card)
    checks = 0
    if "doubles" in goal:
        group = pick(goal["doubles"])
        assert 3 == groups_for_goal(scene((group,), root=root), "A", shown)
        checks += 1
    if "resources" in goal:
        magic = pick(goal["resources"], of=[each for each, row in ROWS.items() if row["kind"] == "resource"])
        assert 2 + 1 == groups_for_goal(in_play(scene((NOBODY,), root=root), magic), "A", shown)
        checks += 1
    if "destroy" in goal:
        gone = tuple(
            Destroyed(each, (goal["destroy"],)) for each in ("canada", "japan", "italy", "france", "brazil", "china")
        )
        found = standings(scene((pick({"any": [goal["control"]]}),), ann={"destroyed": gone}), "A", card)
        assert [0] == [each.missing for each in found if each.card == card]
        checks += 1
    for name in ("total_power", "removed_rivals", "destroyed_wins", "everywhere_power"):
        if name in goal:
            found = standings(scene((NOBODY,), root=root), "A", shown)
            assert goal[name] in [each.needed for each in found if each.card == card]
            checks += 1

    assert checks


def test_effects_that_hold_are_listed_with_their_card() -> None:
    """Each effect in force says which card gives it."""
    assert {"finland", "hackers"} <= {each.card for each in in_force(scene(("finland", "hackers")))}
