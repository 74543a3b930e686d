"""Every Plot and every ability that is modelled, played once in a scene made for it: what comes of it by its entry."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.game import violation
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.attack import Attack
from companion.games.inwo.card_values import Purpose, value
from companion.games.inwo.continuous_effects import traits
from companion.games.inwo.effects import Role
from companion.games.inwo.rules import apply
from companion.games.inwo.state import State
from companion.games.inwo.strength import strength
from tests.games.inwo.moment_scenes import SCENES
from tests.games.inwo.play_scenes import make, marks, way, with_group
from tests.games.inwo.scenes import (
    DATA,
    MINE,
    NOBODY,
    attacked,
    number,
    pick,
    scene,
    suits,
)

WAYS = [
    pytest.param(card, kind, index, id=f"{card}-{index + 1}")
    for card, entry in DATA.items()
    for kind in ("play", "uses")
    for index in range(len(entry.get(kind, ())))
    if card not in SCENES
]


@pytest.mark.parametrize(("card", "kind", "index"), WAYS)
def test_what_comes_of_playing_it(card: str, kind: str, index: int) -> None:
    play = DATA[card][kind][index]
    if play.get("timing") == "with_token" and not play.get("in_defence"):
        return
    before, target = make(card, play)
    action = way(card, kind, index, before, target)
    after = apply(before, action)
    assert [marks(action, play, seat) for seat in "ABC"] == [each.used for each in after.players]
    while after.stack and after.stack[-1].card == card:
        after = apply(after, act.LetStand("B"))

    checks = sum(check(before, after, action, play) for check in CHECKS)
    assert checks


def check_price(before: State, after: State, action: Any, play: dict[str, Any]) -> int:
    """INWO-72: the tokens of those who pay are gone, and the card of the hand with them."""
    if play.get("give_tokens") or play.get("take_tokens"):
        return 0
    for payer in action.payers:
        was, now = before.player("A").placed(payer), after.player("A").placed(payer)
        if was is not None and now is not None:
            assert was.tokens - 1 == now.tokens
    costs = play.get("cost", [{}])
    if len(costs) == 1 and costs[0].get("own") and after.player("A").placed(action.card):
        now = after.player("A").placed(action.card)
        assert now is not None
        assert 0 == now.tokens
    if len(costs) == 1 and "discards" in costs[0]:
        assert costs[0]["discards"] == [owed.what for owed in after.owed if owed.player == "A"]
    if len(costs) == 1 and costs[0].get("itself"):
        assert action.card in after.player("A").discard
    return 0


def check_attack(before: State, after: State, action: Any, play: dict[str, Any]) -> int:
    boost, checks = play.get("boost", 0), 0
    if play.get("adds"):
        assert before.attack is not None
        said = DATA[action.target]["play"][0]["attack"]
        goal = before.attack.target
        power = next((each["power"] for each in said.get("against", ()) if suits(each["target"], goal)), said["power"])
        assert power == strength(after).total - strength(before).total
        assert action.target in after.player("A").discard
        checks += 1
    if boost and before.attack is not None and after.attack is not None:
        assert boost == strength(after).total - strength(before).total
        checks += 1
    for die in play.get("die", ()):
        assert after.attack is not None
        if die.get("again"):
            assert after.attack.roll is None
        else:
            assert after.attack.total == die.get("value", 6 + die.get("amount", 0))
        checks += 1
    if play.get("fails"):
        assert after.attack is not None
        assert after.attack.verdict is False
        checks += 1
    if "privilege" in play:
        assert after.attack is not None
        found = {"grant": after.attack.privileged, "negate": after.attack.negated, "join": "A" in after.attack.joined}
        assert found[play["privilege"]]
        checks += 1
    return checks + check_own_attack(after, action, play)


def check_own_attack(after: State, action: Any, play: dict[str, Any]) -> int:
    """INWO-201: the Power of the card against this target, less the target's Power and position."""
    said = play.get("attack")
    if said is None:
        return 0
    assert isinstance(after.attack, Attack)
    assert said["mode"] == after.attack.mode
    power = next(
        (each["power"] for each in said.get("against", ()) if suits(each["target"], action.target)), said["power"]
    )
    power += number(action.payers[0], "power") if action.payers else 0
    taken = [term.points for term in strength(after).terms if term.card in {action.card, *action.payers}]
    assert power == sum(taken)
    return 1


def check_tokens(before: State, after: State, action: Any, play: dict[str, Any]) -> int:
    checks = 0
    for gift in play.get("give_tokens", ()):
        if gift.get("every"):
            given = {each.card: each.tokens for each in after.player("A").structure}
            assert all((count == 1) == suits(gift["to"], card) for card, count in given.items())
        else:
            now = after.player("A").placed(action.target) or after.player("A").resource(action.target)
            assert now is not None
            assert 1 == now.tokens
        checks += 1
    for taking in play.get("take_tokens", ()):
        cards = [each for _, player in after.each() for each in player.structure]
        gone = [
            each
            for each in cards
            if (suits(taking["to"], each.card) if taking.get("every") else each.card == action.target)
        ]
        assert [0] * len(gone) == [each.tokens for each in gone]
        checks += 1
    return checks


def check_cards(before: State, after: State, action: Any, play: dict[str, Any]) -> int:
    ann, was, bob, rival = after.player("A"), before.player("A"), after.player("B"), before.player("B")
    checks = 0
    played = 1 if isinstance(action, act.PlayCard) else 0
    if play.get("draw_plots"):
        assert play["draw_plots"] == ann.plots - was.plots + played
        checks += 1
    if play.get("draw_groups"):
        assert play["draw_groups"] == ann.groups - was.groups
        checks += 1
    if play.get("draws_of_target"):
        assert play["draws_of_target"] == ann.plots - was.plots == rival.plot_deck - bob.plot_deck
        checks += 1
    if play.get("groups_for_attacker"):
        assert before.attack is not None
        seat = before.attack.player
        assert play["groups_for_attacker"] == after.player(seat).groups - before.player(seat).groups
        checks += 1
    if play.get("rolled") and not play.get("destroy_target") and play.get("aim"):
        assert before.holder(action.target) == after.holder(action.target)
        assert action.card in after.player("A").discard
        checks += 1
    checks += check_hidden(before, after, play)
    if "plot_to" in play and action.target is None:
        assert () == ann.exposed
        assert was.plots + len(was.exposed) == ann.plots
        checks += 1
    elif "plot_to" in play:
        owner = ann if play.get("own_target") else bob
        places = {
            "discard": owner.discard,
            "deck": owner.unseen_plots,
            "hidden": owner.unseen_plots,
            "stolen": ann.exposed,
        }
        assert action.target in places[play["plot_to"]]
        assert play["plot_to"] == "stolen" or action.target not in owner.exposed
        checks += 1
    if play.get("orders_gone"):
        assert () == after.orders
        checks += 1
    if play.get("destroy_target") or play.get("return_target"):
        assert after.holder(action.target) is None
        assert (action.target in after.gone) == play.get("destroy_target", False)
        checks += 1
    return checks


def check_hidden(before: State, after: State, play: dict[str, Any]) -> int:
    """HI: what a rival has to lay down or open, what is taken from him; what is only looked at changes nothing."""
    bob, rival = after.player("B"), before.player("B")
    due = [owed.what for owed in after.owed if owed.player == "B"]
    checks = 0
    if play.get("discards_of_target"):
        assert play["discards_of_target"] == due
        checks += 1
    if "exposes_all_but" in play:
        assert ["exposed"] * (rival.plots - play["exposes_all_but"]) == due
        checks += 1
    if play.get("steals_of_target"):
        assert play["steals_of_target"] == rival.plots - bob.plots == after.player("A").foreign
        assert play.get("discards", []) == [owed.what for owed in after.owed if owed.player == "A"]
        checks += 1
    if play.get("looks_at"):
        assert rival.unseen_plots == bob.unseen_plots
        checks += 1
    return checks


def check_lasting(before: State, after: State, action: Any, play: dict[str, Any]) -> int:
    checks = 0
    if play.get("link"):
        assert (action.card, action.target) in [(link.card, link.to) for link in after.links]
        checks += 1
    for lasting in (*play.get("lasting", ()), *play.get("in_defence", ())):
        effect = lasting["effect"]
        if lasting in play.get("lasting", ()) and play.get("in_defence"):
            continue
        for rule in effect.get("alignments", ()):
            found = traits(after, action.target)
            assert set(rule.get("add", ())) <= found
            assert not set(rule.get("remove", ())) & found
            checks += 1
        for rule in effect.get("change", ()):
            for of in rule.get("of", ["power"]):
                purpose = Purpose(Role(rule["roles"][0]))
                group = action.target or pick(rule["to"])
                state = after if action.target else with_group(after, "A", group)
                expected = number(group, of) * rule.get("times", 1) + rule.get("amount", 0)
                assert expected == value(state, group, of, purpose)
                checks += 1
        if "aid" in effect:
            assert action.card in {each.card for each in after.lasting}
            checks += 1
    return checks


def check_returns(before: State, after: State, action: Any, play: dict[str, Any]) -> int:
    checks = 0
    if play.get("recovers"):
        ann = after.player("A")
        assert action.target in (*ann.unseen_plots, *ann.unseen_groups)
        assert action.target not in after.player("A" if play.get("own_target") else "B").discard
        checks += 1
    if play.get("revives"):
        assert () == after.player("B").destroyed
        brought = [act.TakeOver("A", action.target, MINE, side) for side in ("top", "right", "bottom", "left")]
        assert play.get("brings", False) == any(violation(GAME, after, each) is None for each in brought)
        checks += 1
    if play.get("unlinks"):
        assert () == after.links
        assert action.target in after.player("C").discard
        checks += 1
    return checks


def check_rest(before: State, after: State, action: Any, play: dict[str, Any]) -> int:
    checks = 0
    if play.get("agents_gone"):
        assert after.attack is not None and before.attack is not None  # noqa: PT018
        assert after.attack.agents is None
        assert before.attack.target in after.player("B").discard
        checks += 1
    if play.get("spares_gone"):
        assert () == after.player("C").agents
        assert MINE in after.player("C").discard
        checks += 1
    if play.get("moves"):
        assert play["moves"] == after.free_moves
        checks += 1
    if play.get("takeovers"):
        assert play["takeovers"] == after.free_takeovers
        checks += 1
    if play.get("relieve"):
        assert not any(each.devastated for _, player in after.each() for each in player.structure)
        checks += 1
    if "cancels" in play:
        if before.stack:
            assert () == after.stack
            where = after.player("A").unseen_plots if play.get("steals_cancelled") else after.player("B").discard
            assert before.stack[-1].card in where
        else:
            assert after.attack is None
        checks += 1
    return checks


CHECKS = (check_price, check_attack, check_tokens, check_cards, check_lasting, check_returns, check_rest)


@pytest.mark.parametrize(
    "card", [card for card, entry in DATA.items() if entry.get("play", [{}])[0].get("timing") == "with_token"]
)
def test_what_a_plot_that_goes_with_a_token_adds(card: str) -> None:
    """INWO-62: to the Power of the Group whose action it is."""
    play = DATA[card]["play"][0]
    root = play["target"].get("any") == ["illuminati"]
    lead = MINE if root else pick(play["target"])
    target = pick({"none": ["Secret"]}, but=(lead, NOBODY))
    state = scene(() if root else (lead,), (target,), ann={"unseen_plots": (card,), "plots": 1})
    state = replace(
        attacked(state, "control", target, lead),
        attack=replace(attacked(state, "control", target, lead).attack, spent=False),
    )  # type: ignore[arg-type, type-var]
    action = act.SpendToken("A", (card,))
    rule = play["lasting"][0]["effect"]["change"][0]

    assert violation(GAME, state, action) is None
    expected = number(lead, "power") * (rule.get("times", 1) - 1) + rule.get("amount", 0)
    assert expected == strength(apply(state, action)).total - strength(state).total
