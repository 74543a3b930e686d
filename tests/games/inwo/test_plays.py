"""Every Plot and every ability that is modelled, played once in a scene made for it: what comes of it by its entry."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.game import violation
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.attack import Attack, Help
from companion.games.inwo.candidates import attack_actions
from companion.games.inwo.candidates_cards import card_plays
from companion.games.inwo.effects import Role
from companion.games.inwo.rules import apply
from companion.games.inwo.state import Destroyed, LinkedPlot, Order, Phase, Placed, Played, Resource, State
from companion.games.inwo.strength import strength
from companion.games.inwo.values import Purpose, traits, value
from tests.games.inwo.scenes import (
    DATA,
    GROUPS,
    MINE,
    NOBODY,
    ROWS,
    STORMS,
    attacked,
    is_group,
    number,
    pick,
    scene,
    suits,
)
from tests.games.inwo.scenes import traits as printed

ORDINARY = ("control", "destroy")
OPPOSITE = {"Peaceful": "Violent", "Liberal": "Conservative", "Straight": "Weird", "Government": "Corporate"}
OPPOSITE |= {other: one for one, other in OPPOSITE.items()}
WAYS = [
    pytest.param(card, kind, index, id=f"{card}-{index + 1}")
    for card, entry in DATA.items()
    for kind in ("play", "uses")
    for index in range(len(entry.get(kind, ())))
]


def mode_of(play: dict[str, Any]) -> str:
    modes = play.get("when", {}).get("modes")
    if modes:
        return str(modes[0])
    return "destroy" if "cancels" in play else "control"


def needs_attack(play: dict[str, Any]) -> bool:
    timing = play.get("timing", "any_time")
    return timing in {"attack", "declaration", "after_roll"} or ("action" in play.get("cancels", ()) and "aim" in play)


def make(card: str, play: dict[str, Any]) -> tuple[State, str | None]:
    """A table at which the play is legal, and what it is aimed at."""
    when, timing = play.get("when", {}), play.get("timing", "any_time")
    costs = play.get("cost", [{}])
    cost = next((each for each in costs if each.get("groups")), costs[0]) if "doubled" not in costs[-1] else costs[-1]
    mine: list[str] = [card] if is_group(card) else []
    theirs: list[str] = []
    target = None if play.get("aim") != "group" else group_aimed_at(card, play, cost)
    if target not in {None, MINE, *mine}:
        (mine if play.get("own_target") else theirs).append(str(target))
    links = ()
    if "groups" in cost or cost.get("power"):
        cost, links = within_reach(cost)
        mine += payers(cost, target, (card, *mine, *theirs))
    if play.get("attack", {}).get("needs_helper"):
        mine.append(pick(play["attack"]["helper"], but=tuple(theirs)))
    state = scene(tuple(mine), tuple(theirs), links=tuple(LinkedPlot(plot, mine[-1], "A") for plot in links))
    state = hands(state, card, play, target)
    state, target = aimed_elsewhere(state, play, target)
    phases = {"turn_start": Phase.PLOTS}
    state = replace(state, phase=phases.get(timing, Phase.MAIN))
    if cost.get("shares_alignment"):
        state = with_group(state, "A", kin("hackers" if play["aim"] == "linked" else str(target), but=tuple(mine)))
    if when.get("in_play") and when.get("own"):
        state = with_group(state, "A", pick(when["in_play"]))
    if needs_attack(play):
        state, target = under_way(state, card, play, target, when)
    elif timing == "answer":
        other = play.get("cancels_of", {}).get("any", ["savings_and_loan_scam"])[0]
        on = "A" if play.get("own_target") else "hackers" if other == "exposed" else None
        state = replace(state, stack=(Played("B", other, None, on),))
        target = None
    elif timing == "with_token":
        state = attacked(state, "control", "voudonistas", "ufos", player="C") if not play.get("in_defence") else state
    return state, target


def group_aimed_at(card: str, play: dict[str, Any], cost: dict[str, Any]) -> str:
    wanted = play.get("target", {})
    if wanted.get("any") == ["illuminati"]:
        return MINE
    of_low = cost.get("resistance_of_target") or cost.get("power_of_target")
    found = [each for each in GROUPS if suits(wanted, each) and each != card]
    return min(
        found,
        key=lambda each: ("Secret" in printed(each), each in DATA, number(each, "resistance") if of_low else 0, each),
    )


def kin(card: str, *, but: tuple[str, ...]) -> str:
    """Somebody who shares an alignment with a Group (INWO-150)."""
    shared = sorted(printed(card) & set(OPPOSITE))
    return pick({"any": shared}, but=(card, *but))


def aimed_elsewhere(state: State, play: dict[str, Any], target: str | None) -> tuple[State, str | None]:
    """What is aimed at that is no Group: a Resource, an exposed Plot, an order, or the player."""

    def first(kind: str) -> str:
        return next(each for each, row in ROWS.items() if row["kind"] == kind and suits(play.get("target", {}), each))

    match play.get("aim"):
        case "resource":
            target, seat = first("resource"), "A" if play.get("own_target") else "B"
            held = (*state.player(seat).resources, Resource(target))
            return state.with_player(seat, replace(state.player(seat), resources=held)), target
        case "linked":
            state = with_group(state, "B", "hackers")
            return replace(state, links=(LinkedPlot("commitment", "hackers", "C"),)), "commitment"
        case "plot":
            seat, target = "A" if play.get("own_target") else "B", first("plot")
            return state.with_player(seat, replace(state.player(seat), exposed=(target,))), target
        case "order":
            return replace(state, orders=(Order("solidarity", "B"),)), "solidarity"
        case "player":
            return state, "B"
        case "hand":
            held = tuple(each for each in ROWS if suits(play["target"], each))
            ann = state.player("A")
            return state.with_player("A", replace(ann, unseen_plots=(*ann.unseen_plots, *held))), None
        case "discarded":
            seat, target = (
                "A" if play.get("own_target") else "B",
                "tornado" if suits(play["target"], "tornado") else "hackers",
            )
            state = state.with_player(seat, replace(state.player(seat), discard=("sniper", target)))
            return replace(state, just=((seat, target),)), target
        case "destroyed":
            target = pick(play["target"])
            ann = replace(state.player("A"), unseen_groups=(target,), groups=1)
            bob = replace(state.player("B"), destroyed=(Destroyed(target, killed=play.get("killed", False)),))
            return state.with_player("A", ann).with_player("B", bob), target
        case _:
            return state, target


def within_reach(cost: dict[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Where nobody who could pay is printed: a Plot that is linked to somebody makes him so."""
    by = cost.get("by", {})
    if any(suits(by, each) for each in GROUPS):
        return cost, ()
    trait = by["all"][-1]
    plot = next(each for each, entry in DATA.items() if [{"add": [trait]}] == entry.get("always", {}).get("alignments"))
    return {**cost, "by": {**by, "all": by["all"][:-1], "none": [OPPOSITE.get(trait, "")]}}, (plot,)


def payers(cost: dict[str, Any], target: str | None, but: tuple[str, ...]) -> list[str]:
    needed = cost.get("power", 0)
    if target is not None and cost.get("resistance_of_target"):
        twice = 2 if "doubled" in cost and suits(cost["doubled"], target) else 1
        needed = number(target, "resistance") * twice + 10
    if target is not None and cost.get("power_of_target"):
        needed = number(target, "power") + 1
    found: list[str] = []
    able = [each for each in GROUPS if suits(cost.get("by", {}), each) and each not in but]
    for each in sorted(able, key=lambda each: -number(each, "power")):
        found.append(each)
        if sum(number(one, "power") for one in found) >= needed:
            return found
    raise AssertionError(cost)


def hands(state: State, card: str, play: dict[str, Any], target: str | None) -> State:
    ann = state.player("A")
    resources = ()
    if ROWS[card]["kind"] == "resource":
        linked = pick(DATA[card]["links_to"]) if "links_to" in DATA[card] and not play.get("unlinked") else None
        resources = (Resource(card, to=linked, tokens=number(card, "action")),)
    if ROWS[card]["kind"] == "illuminati":
        root = replace(ann.structure[0], card=card)
        below = tuple(replace(each, master=card) if each.master == MINE else each for each in ann.structure[1:])
        ann = replace(ann, illuminati=card, structure=(root, *below))
    plots = (card,) if ROWS[card]["kind"] == "plot" else ()
    exposed = ("tornado", "hurricane") if play.get("plot_to") == "hidden" and "aim" not in play else ()
    ann = replace(ann, unseen_plots=(*plots, *ann.unseen_plots), resources=resources, exposed=exposed)
    structure = tuple(
        replace(
            each,
            tokens=0 if each.card == target and play.get("give_tokens") else each.tokens,
            devastated=each.card == target and play.get("relieve", False),
            captured=each.card == target and play.get("captured", False),
        )
        for each in ann.structure
    )
    if any(gift.get("every") for gift in play.get("give_tokens", ())):
        structure = tuple(replace(each, tokens=0) for each in structure)
    state = state.with_player("A", replace(ann, structure=structure))
    if play.get("spares_gone"):
        state = state.with_player("C", replace(state.player("C"), agents=(MINE,)))
    bob = state.player("B")
    wounded = tuple(
        replace(each, devastated=each.card == target and play.get("relieve", False)) for each in bob.structure
    )
    return state.with_player("B", replace(bob, structure=wounded))


def under_way(
    state: State, card: str, play: dict[str, Any], target: str | None, when: dict[str, Any]
) -> tuple[State, str | None]:
    mode = mode_of(play)
    mine_attacks = when.get("own_attack", play.get("timing") == "declaration" or not when.get("own_target"))
    mine_attacks = mine_attacks and "cancels" not in play and not when.get("own_target")
    wanted = {**when.get("target", {})}
    linked = "dictatorship" in wanted.get("all", ())
    wanted["all"] = [each for each in wanted.get("all", ()) if each != "dictatorship"]
    more = {"disaster": ["place"], "assassination": ["personality"]}.get(mode, [])
    wanted["all"] = [*wanted.get("all", ()), *more]
    goal = target if play.get("attacked") else None
    if play.get("attacked"):
        target = goal = pick(wanted, but=(card,))
    goal = goal or pick(wanted, but=(card, target or ""))
    attacker, lead = leader(state, card, play, (goal, target), mine_attacks=mine_attacks)
    owner = "A" if when.get("own_target") else "B"
    state = with_group(state, owner, goal)
    state = replace(state, links=(LinkedPlot("dictatorship", goal, "B"),)) if linked else state
    if lead is not None:
        state = with_group(state, attacker, lead)
    privileged = bool(when.get("privileged"))
    attack: dict[str, Any] = {"player": attacker, "privileged": privileged}
    if play.get("taking_part"):
        attack["used"] = (("B", target),)
    if play.get("groups_for_attacker"):
        rival = replace(state.player(attacker), unseen_groups=("hackers",) * 3)
        state = state.with_player(attacker, rival)
    if play.get("agents_gone"):
        attack |= {"agents": "B", "agents_card": goal}
    if lead is None:
        attack["card"] = next(
            each
            for each in (STORMS.get(mode, "sniper"), "tornado", "hurricane")
            if suits(when.get("attacker", {}), each)
        )
    state = attacked(state, mode, goal, lead, **attack)
    assert state.attack is not None
    if play.get("timing") == "after_roll":
        succeeds = play.get("succeeds", True)
        dice = {"roll": (1, 1), "total": 2, "by_hand": 60} if succeeds else {"roll": (6, 6), "total": 12, "by_hand": 60}
        if "die" in play and "succeeds" not in play:
            dice = {"roll": (3, 3), "total": 6, "by_hand": 60}
        state = replace(state, attack=replace(state.attack, silent=state.alive, **dice))
    if play.get("timing") == "declaration":
        state = replace(state, attack=replace(state.attack, spent=False, committed=False))
    return state, target


def leader(
    state: State, card: str, play: dict[str, Any], others: tuple[str | None, ...], *, mine_attacks: bool
) -> tuple[str, str | None]:
    """Who attacks, and with which Group; with none where a card attacks by itself."""
    if "cancels" in play:
        return "B", others[1]
    when, seat = play.get("when", {}), "A" if mine_attacks else "C"
    if "involved" in when:
        return seat, pick(when["involved"], but=(card, str(others[0])))
    if "attack" in when.get("part", ()):
        return seat, pick(DATA[card]["links_to"])
    if mode_of(play) not in ORDINARY:
        return seat, None
    asked = when.get("attacker", {})
    if asked.get("any") and "illuminati" not in asked["any"]:
        return seat, pick(asked, but=(card, *map(str, others)))
    return seat, NOBODY if asked.get("none") else state.player(seat).structure[0].card


def with_group(state: State, seat: str, card: str) -> State:
    player = state.player(seat)
    if state.in_play(card):
        return state
    side = next(
        side for side in ("top", "right", "bottom", "left") if all(each.side != side for each in player.structure)
    )
    placed = Placed(card, player.structure[0].card, side, tokens=1)  # type: ignore[arg-type]
    return state.with_player(seat, replace(player, structure=(*player.structure, placed)))


def way(card: str, kind: str, index: int, state: State, target: str | None) -> act.PlayCard | act.UseAbility:
    """The first legal way to play it so, as the companion proposes it."""
    offered = [
        action
        for action in card_plays(state)
        if isinstance(action, act.PlayCard if kind == "play" else act.UseAbility)
        and (action.player, action.card, action.number) == ("A", card, index + 1)
    ]
    broken = [violation(GAME, state, action) for action in offered]
    legal = [action for action, found in zip(offered, broken, strict=True) if found is None]
    fitting = [action for action in legal if action.target == target] or legal
    assert fitting, ([str(each) for each in broken if each], offered[:3], state.attack, target)
    return max(fitting, key=lambda action: len(action.payers))


@pytest.mark.parametrize(("card", "kind", "index"), WAYS)
def test_what_comes_of_playing_it(card: str, kind: str, index: int) -> None:
    play = DATA[card][kind][index]
    if play.get("timing") == "with_token" and not play.get("in_defence"):
        return
    before, target = make(card, play)
    action = way(card, kind, index, before, target)
    after = apply(before, action)
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
        assert before.attack.agents_card in after.player("B").discard
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

    broken, after = late_help(apply(before, act.PlayCard("A", "the_second_bullet")), "congressional_wives")
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
