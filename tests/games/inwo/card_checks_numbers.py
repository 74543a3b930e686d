"""What cards in play give to attacks and values, against their rows and entries."""

from __future__ import annotations

from typing import Any

from companion.games.inwo.card_values import Purpose, global_power, value
from companion.games.inwo.effects import Mode, Role
from companion.games.inwo.state import State
from companion.games.inwo.strength import strength
from tests.games.inwo.card_scenes import (
    OPPOSITE,
    PLACE_MODES,
    hang,
    wanted_in,
    with_and_without,
    with_attack,
)
from tests.games.inwo.scenes import (
    DATA,
    MINE,
    NOBODY,
    ROWS,
    attacked,
    bearer,
    in_play,
    is_group,
    number,
    pick,
    scene,
    suits,
)
from tests.games.inwo.scenes import traits as printed


def counted(entries: list[dict[str, Any]], mode: str, target: str, *, direct: bool, lead: str | None) -> int:
    return sum(
        each["amount"]
        for each in entries
        if each.get("direct", False) == direct
        and mode in each.get("modes", ("control", "destroy"))
        and suits(each.get("target", {}), target)
        and (not each.get("attacker") or (lead is not None and suits(each["attacker"], lead)))
    )


def plain(lead: str, target: str, mode: str, entry: dict[str, Any]) -> int:
    """What an attack on a puppet of the rival Illuminati comes to by the rows and the card's own alignment rules."""
    sign = 1 if mode == "control" else -1
    found = number(lead, "power") - number(target, "resistance" if mode == "control" else "power") - 10
    rules = [rule for rule in entry.get("modifier", ()) if mode in rule.get("modes", ("control", "destroy"))]
    rules = [rule for rule in rules if suits(rule.get("target", {}), target)]
    for trait in printed(target):
        named = [rule for rule in rules if trait in rule.get("of", ())]
        if trait in printed(lead) and trait in {*OPPOSITE, "Criminal"} and trait != "Fanatic":
            found += next((rule["shared"] for rule in named if "shared" in rule), 4 * sign)
        if OPPOSITE.get(trait) in printed(lead):
            found += next((rule["opposed"] for rule in named if "opposed" in rule), -4 * sign)
    return found


def check_attack(card: str, part: dict[str, Any]) -> int:
    checks = 0
    if part.get("when", {}).get("part") or part.get("when", {}).get("own_target") is not None:
        return 0
    for each in part["attack"]:
        for mode in each.get("modes", ("control", "destroy")):
            target = pick(wanted_in(mode, each.get("target", {})), but=(card,))
            if each.get("direct") and is_group(card) and each.get("scope") != "master":
                state = attacked(scene((card,), (target,)), mode, target, card)
                most = max(counted(part["attack"], mode, target, direct=direct, lead=card) for direct in (True, False))
                assert plain(card, target, mode, part) + most == strength(state).total
            else:
                storm = mode not in {"control", "destroy"}
                lead = None if storm else NOBODY
                mine = () if storm else (NOBODY,)
                if each.get("scope") == "master":
                    mine, lead = (), MINE
                added, bare = with_and_without(card, mine, (target,))
                found = [strength(attacked(state, mode, target, lead)).total for state in (added, bare)]
                by = lead or {"disaster": "earthquake"}.get(mode, "sniper")
                most = counted(part["attack"], mode, target, direct=False, lead=by)
                if each.get("direct"):
                    most = max(most, counted(part["attack"], mode, target, direct=True, lead=by))
                assert most == found[0] - found[1]
            checks += 1
    return checks


def check_modifier(card: str, part: dict[str, Any]) -> int:
    """Led by the card itself, or by Groups that the order concerns."""
    if any(rule.get("scope") == "all" for rule in part["modifier"]):
        lead, same, other = "republicans", "congressional_wives", "democrats"
        for mode in ("control", "destroy"):
            for target in (same, other):
                state = (
                    in_play(attacked(scene((lead,), (target,)), mode, target, lead), card)
                    if not is_group(card)
                    else None
                )
                if state is None:
                    continue
                rule = [each for each in part["modifier"] if mode in each.get("modes", ("control", "destroy"))]
                everything = {"modifier": [{"of": list(printed(target)), **each} for each in rule]}
                expected = plain(lead, target, mode, everything)
                expected += 5 if mode == "control" and target == "never" else 0
                bonus = [
                    term.points
                    for term in strength(state).terms
                    if term.card == lead and str(term.rule.id) == "INWO-155"
                ]
                assert expected + sum(bonus) == strength(state).total
        return 1
    for rule in part["modifier"]:
        for mode in rule.get("modes", ("control", "destroy")):
            wanted = wanted_in(mode, rule.get("target", {}))
            target = pick({**wanted, "all": [*wanted.get("all", ()), *rule["of"]]}, but=(card,))
            state = attacked(scene((card,), (target,)), mode, target, card)
            attack = part.get("attack", [])
            most = max(counted(attack, mode, target, direct=direct, lead=card) for direct in (True, False))
            assert plain(card, target, mode, part) + most == strength(state).total
    return len(part["modifier"])


def check_defence(card: str, part: dict[str, Any]) -> int:
    for each in part["defence"]:
        for mode in each.get("modes", ("control", "destroy")):
            scope = each.get("scope", "self")
            target = pick(wanted_in(mode, each.get("target", {})), but=(card,))
            lead = None if mode not in {"control", "destroy"} else pick(each.get("attacker", {}), but=(card, target))
            if mode not in {"control", "destroy"} and each.get("attacker"):
                continue
            mine = () if lead is None else (lead,)
            if scope == "self" and is_group(card):
                if mode in {"disaster", "assassination"} and not suits(PLACE_MODES[mode], card):
                    continue
                state = attacked(scene(mine, (card,)), mode, card, lead)
                terms = [
                    term.points for term in strength(state).terms if term.card == card and term.rule.id == "INWO-156"
                ]
            else:
                if scope == "all" and not target:
                    continue
                state, _ = with_and_without(card, mine, (target,), seat="B")
                state = attacked(state, mode, target, lead)
                terms = [
                    term.points for term in strength(state).terms if term.card == card and term.rule.id == "INWO-156"
                ]
            fitting = [
                other
                for other in part["defence"]
                if mode in other.get("modes", ("control", "destroy")) and other.get("scope", "self") == scope
            ]
            assert [-sum(other["amount"] for other in fitting)] == terms
    return len(part["defence"])


def changed(base: int, rules: list[dict[str, Any]], count: int) -> int:
    for rule in rules:
        if "value" in rule:
            base = max(base, rule["value"]) if rule.get("upward", True) else rule["value"]
    base *= max((rule.get("times", 1) for rule in rules), default=1)
    return max(0, base + sum(rule.get("amount", 0) * (count if "per" in rule else 1) for rule in rules))


def check_change(card: str, part: dict[str, Any]) -> int:
    """For each rule one Group that it reaches: its printed value, and what all rules that reach it make of it."""
    when = part.get("when", {})
    for rule in part["change"]:
        if rule.get("equals_power"):
            target = pick(DATA[card].get("links_to", {}))
            state = in_play(scene((target,)), card, on=target)
            assert number(target, "power") == global_power(state, target)
            continue
        scope, role = rule.get("scope", "self"), (rule.get("roles") or [None])[0]
        mode = when.get("modes", rule.get("modes", ["control" if "resistance" in rule.get("of", ()) else "destroy"]))[0]
        target, state, count = reached(card, part, rule, scope, mode, role)
        for of in rule.get("of", ["power"]):
            rules = [
                other
                for other in part["change"]
                if of in other.get("of", ["power"])
                and other.get("scope", "self") == scope
                and suits(other.get("to", {}), target)
                and (not other.get("roles") or role in other["roles"])
                and (not other.get("modes") or mode in other["modes"])
            ]
            purpose = Purpose(Role(role) if role else None, (Mode(mode),))
            found = value(state, target, of, purpose) if of != "global_power" else global_power(state, target, purpose)
            assert changed(number(target, of), rules, count) == found, (target, of)
    return len(part["change"])


def reached(
    card: str, part: dict[str, Any], rule: dict[str, Any], scope: str, mode: str, role: str | None
) -> tuple[str, State, int]:
    """A Group that a rule reaches, the scene in which it does, and how many cards are counted for it."""
    when, more = part.get("when", {}), ()
    if "per" in rule:
        first = pick(rule["per"], but=(card,))
        more = (first, pick(rule["per"], but=(card, first)))
    count = len(more) + ("per" in rule and not rule.get("per_other", False) and suits(rule["per"], card))
    linked = scope == "self" and not is_group(card)
    wanted = rule.get("to") or (bearer(card) if linked else {})
    target = card if scope == "self" and is_group(card) else pick(wanted, but=(card, *more))
    if scope in {"own", "all"} and "per" in rule:
        target = more[0]
    mine = tuple(dict.fromkeys((target, *more)))
    if "in_play" in when:
        other = pick(when["in_play"])
        state = scene((card, other)) if when.get("own") else scene((card,), (other,))
        return card, state, 0
    if not is_group(card):
        on = target if scope == "self" else None
        state = in_play(scene(mine), card, on=on) if ROWS[card]["kind"] != "illuminati" else scene(mine, root=card)
        return target, with_attack(card, part, state, target, mode, role), count
    if scope == "master":
        state = scene((target, card))
        state = hang(state, card, target)
    elif scope == "puppets":
        state = hang(scene((card, target)), target, card)
    elif scope == "target":
        target = pick(when.get("target", {}), but=(card,))
        state = scene((card,), (target,))
    else:
        state = scene(tuple(dict.fromkeys((card, *mine))))
    return target, with_attack(card, part, state, target, mode, role), count
