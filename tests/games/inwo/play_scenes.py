"""A scene for each way of playing a card: a table at which it is legal, built from its entry."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.game import violation
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.candidates_cards import card_plays
from companion.games.inwo.state import Destroyed, LinkedPlot, Order, Phase, Placed, Played, Resource, State
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
        attack["agents"] = "B"
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


def marks(action: act.PlayCard | act.UseAbility, play: dict[str, Any], seat: str) -> tuple[str, ...]:
    """INWO-80: what is remembered of the play, for whoever plays it or is its target: once a turn, a game, on each."""
    game = f"game {action.card} {action.number - 1 if isinstance(action, act.UseAbility) or action.number > 1 else 0}"
    own = [game] * bool(play.get("once_a_game")) + [f"turn {action.card}"] * bool(play.get("times_a_turn"))
    hit = [game] * (bool(play.get("once_on_each")) and seat == action.target)
    return tuple(own if seat == action.player else hit)
