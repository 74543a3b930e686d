"""Every modelled card, put to use once: what comes of it is compared with its row and its entry (DESIGN 2.7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.game import violation
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.attack import Help
from companion.games.inwo.continuous import in_force
from companion.games.inwo.effects import Mode, Role
from companion.games.inwo.goals import groups_for_goal, standings
from companion.games.inwo.labels import label
from companion.games.inwo.rules import apply
from companion.games.inwo.state import Destroyed, Phase, Placed, State
from companion.games.inwo.strength import aid_rights, strength
from companion.games.inwo.values import Purpose, global_power, silenced, total, traits, value
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
from tests.games.inwo.test_cards_apart import APART

OPPOSITE = {
    "Government": "Corporate",
    "Liberal": "Conservative",
    "Peaceful": "Violent",
    "Straight": "Weird",
    "Fanatic": "Fanatic",
}
OPPOSITE |= {other: one for one, other in OPPOSITE.items()}
PLACE_MODES = {"disaster": {"all": ["place"]}, "assassination": {"all": ["personality"]}}


def parts(card: str) -> list[dict[str, Any]]:
    """All that holds while the card is in play, each with its condition."""
    entry = DATA[card]
    return [*([entry["always"]] if "always" in entry else []), *entry.get("sometimes", ())]


def with_and_without(
    card: str, mine: tuple[str, ...] = (), theirs: tuple[str, ...] = (), seat: str = "A"
) -> tuple[State, State]:
    """The same scene with the card in play for a player, and without it."""
    without = scene(mine, theirs)
    if is_group(card):
        return (scene((*mine, card), theirs) if seat == "A" else scene(mine, (*theirs, card))), without
    if ROWS[card]["kind"] == "illuminati":
        if seat == "A":
            return scene(mine, theirs, root=card), without
        rival = without.player("B")
        root = replace(rival.structure[0], card=card)
        below = tuple(
            replace(each, master=card) if each.master == "the_network" else each for each in rival.structure[1:]
        )
        return without.with_player("B", replace(rival, illuminati=card, structure=(root, *below))), without
    root = DATA[card].get("play", [{}])[0].get("target", {}).get("any") == ["illuminati"]
    on = (MINE,) if root else (mine if seat == "A" else theirs)[:1]
    return in_play(without, card, on=on[0] if on else None, seat=seat), without


def wanted_in(mode: str, filter: dict[str, Any]) -> dict[str, Any]:
    more = PLACE_MODES.get(mode, {})
    return {**filter, "all": [*filter.get("all", ()), *more.get("all", ())]}


# --- attacks ---


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


# --- values ---


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
            purpose = Purpose(Role(role) if role else None, Mode(mode))
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


def hang(state: State, puppet: str, master: str) -> State:
    player = state.player("A")
    moved = tuple(replace(each, master=master) if each.card == puppet else each for each in player.structure)
    return state.with_player("A", replace(player, structure=moved))


def with_attack(card: str, part: dict[str, Any], state: State, target: str, mode: str, role: str | None) -> State:
    """The attack that a condition asks for: led by the card, or made on the target by one that fits."""
    when = part.get("when")
    if when is None:
        return state
    if "attack" in when.get("part", ()):
        other = target if state.controller(target) == "B" else pick(when.get("target", {}), but=(card, target))
        if all(each.card != other for each in state.player("B").structure):
            bob = state.player("B")
            state = state.with_player(
                "B", replace(bob, structure=(*bob.structure, *scene((), (other,)).player("B").structure[1:]))
            )
        return attacked(state, mode, other, card)
    lead = pick(when.get("attacker", {}), but=(card, target))
    goal = pick(when.get("target", {}), but=(card, target, lead)) if "target" in when else target
    rival = state.player("C")
    more = tuple(
        Placed(each, "ufos", rival.structure[1].side) for each in dict.fromkeys((lead, goal)) if not state.in_play(each)
    )
    state = state.with_player("C", replace(rival, structure=(*rival.structure, *more)))
    if "target" in when and state.controller(goal) is None:
        raise AssertionError(goal)
    seat = state.controller(lead) or "C"
    return attacked(state, mode, goal if "target" in when else target, lead, player=seat)


# --- what may be done ---


def check_alignments(card: str, part: dict[str, Any]) -> int:
    for rule in part["alignments"]:
        scope = rule.get("scope", "self")
        wanted = dict(rule.get("to") or (bearer(card) if scope == "self" and not is_group(card) else {}))
        if rule.get("remove") and not rule.get("add"):
            wanted = {**wanted, "all": [*wanted.get("all", ()), *rule["remove"]]}
        target = pick(wanted, but=(card,))
        if scope == "target":
            state = attacked(scene((card,), (target,)), "destroy", target, card)
        elif is_group(card):
            state = hang(scene((card, target)), target, card)
        else:
            state = in_play(scene((target,)), card, on=target if scope == "self" else None)
        found = traits(state, target)
        assert set(rule.get("add", ())) <= found
        assert not found & set(rule.get("remove", ()))
        if not rule.get("keeps_opposite"):
            assert not found & {
                OPPOSITE[each] for each in rule.get("add", ()) if each in OPPOSITE and each != "Fanatic"
            }
    return len(part["alignments"])


def refused(state: State, action: act.Action) -> str | None:
    found = violation(GAME, state, action)
    return None if found is None else found.rule.id


def check_immune(card: str, part: dict[str, Any]) -> int:
    for rule in part["immune"]:
        lead = pick(rule["against"], but=(card,))
        if rule.get("attacks", True):
            scope = rule.get("scope", "self")
            target = card if scope == "self" else pick(rule.get("who", {}), but=(card, lead))
            state, _ = with_and_without(card, (lead,), () if target == card else (target,), seat="B")
            if scope == "puppets":
                bob = state.player("B")
                below = tuple(replace(each, master=card) if each.card == target else each for each in bob.structure)
                state = state.with_player("B", replace(bob, structure=below))
            assert "INWO-194" == refused(state, act.DeclareAttack("A", lead, Mode.DESTROY, target))
        elif not rule.get("abilities", True):
            state = attacked(scene((NOBODY, lead), (card,)), "control", card, NOBODY)
            assert "INWO-195" == refused(state, act.GiveHelp("A", lead, Role.AID))
        else:
            state = replace(scene((lead,), (card,)), phase=Phase.PLOTS)
            assert "INWO-199" == refused(state, act.UseAbility("A", lead, 1, "B"))
            assert refused(replace(scene((lead,)), phase=Phase.PLOTS), act.UseAbility("A", lead, 1, "B")) is None
    return len(part["immune"])


def check_ban(card: str, part: dict[str, Any]) -> int:
    for rule in part["ban"]:
        for mode in set(rule.get("modes", ("control", "destroy"))) & {"control", "destroy"}:
            lead = pick(rule.get("other", {}) if rule.get("as_target", True) else {}, but=(card,))
            if not rule.get("as_target", True):
                linked = ROWS[card]["kind"] == "resource"
                lead = pick(bearer(card)) if linked else lead
                target = pick(rule.get("other", {}), but=(card, lead))
                state = (
                    in_play(scene((lead,), (target,)), card, on=lead)
                    if linked
                    else scene((lead,), (target,), root=card)
                )
            elif rule.get("scope") == "master":
                target = pick(rule.get("who", {}), but=(card, lead))
                state = scene((lead,), (target, card))
                bob = state.player("B")
                moved = tuple(replace(each, master=target) if each.card == card else each for each in bob.structure)
                state = state.with_player("B", replace(bob, structure=moved))
            else:
                target, state = card, scene((lead,), (card,))
            assert "INWO-166" == refused(state, act.DeclareAttack("A", lead, Mode(mode), target))
        if rule.get("other", {}).get("any") and rule.get("modes") == ["disaster"]:
            banned = tuple(rule["other"]["any"])
            state = scene((), (card,), ann={"unseen_plots": banned})
            assert (
                {"INWO-202"}
                <= {refused(state, act.PlayCard("A", each, card)) for each in banned}
                <= {"INWO-202", "INWO-207"}
            )
        if rule.get("other", {}).get("none") and rule.get("modes") == ["disaster"]:
            hand = {"unseen_plots": ("hurricane", "tornado", "atomic_monster", *rule["other"]["none"])}
            state = scene((), (card,), ann={**hand, "plots": 3})
            banned, allowed = "epidemic", rule["other"]["none"]
            state = scene((), (card,), ann={"unseen_plots": (banned, *allowed)})
            assert "INWO-202" == refused(state, act.PlayCard("A", banned, card))
            assert [None] * len(allowed) == [refused(state, act.PlayCard("A", each, card)) for each in allowed]
    return len(part["ban"])


def check_aid(card: str, part: dict[str, Any]) -> int:
    """Somebody whom the rule concerns finds the right, or the ban, in an attack that it is about."""
    when = part.get("when", {})
    for rule in part["aid"]:
        scope, side = rule.get("scope", "self"), rule.get("sides", ("aid", "oppose"))[0]
        mode = rule.get("modes", when.get("modes", ["control"]))[0]
        goal = pick({**when.get("target", {}), **rule.get("target", {})}, but=(card,))
        lead = pick({**when.get("attacker", {}), **rule.get("attacker", {})}, but=(card, goal))
        seat = "A" if when.get("own_target") else "C"
        linked = ROWS[card]["kind"] == "resource"
        helper = card if scope == "self" else pick(rule.get("who", {}), but=(card, goal, lead))
        helper = pick(bearer(card), but=(goal, lead)) if linked else helper
        of_mine = (() if linked else (card,)) + (helper, *((goal,) if seat == "A" else ()))
        state = scene(tuple(dict.fromkeys(of_mine)), () if seat == "A" else (goal,))
        state = in_play(state, card, on=helper) if linked else state
        if scope == "master":
            state = hang(state, card, helper)
        if "attack" in when.get("part", ()):
            state = attacked(state, mode, goal, card)
        elif "oppose" in when.get("part", ()):
            state = attacked(state, mode, goal, helper, player="A", helps=(Help("A", card, Role.OPPOSE),))
        else:
            rival = state.player("C")
            state = state.with_player(
                "C", replace(rival, structure=(*rival.structure, Placed(lead, "ufos", rival.structure[1].side)))
            )
            state = attacked(state, mode, goal, lead, player="C", privileged=when.get("privileged", False))
        assert state.attack is not None
        rights = list(aid_rights(state, state.attack, helper, Role(side)))
        asked = {key: rule[key] for key in ("full", "bars", "privileged", "secret", "free", "late") if key in rule}
        assert any(all(getattr(right, key) == it for key, it in asked.items()) for right in rights), (card, goal, lead)
    return len(part["aid"])


def check_tokens(card: str, part: dict[str, Any]) -> int:
    for rule in part["tokens"]:
        scope = rule.get("scope", "self")
        if ROWS[card]["kind"] == "illuminati":
            state, target = scene((NOBODY,), root=card), card
        elif is_group(card) and scope == "self":
            state, target = scene((card,)), card
        else:
            target = pick(rule.get("to", bearer(card)), but=(card,))
            state = (
                hang(scene((target, card)), card, target)
                if is_group(card)
                else in_play(scene((target,)), card, on=target)
            )
        state = state.with_player(
            "A",
            replace(
                state.player("A"), structure=tuple(replace(each, tokens=0) for each in state.player("A").structure)
            ),
        )
        state = apply(replace(state, phase=Phase.TAKEOVER), act.Proceed("A"))
        placed = state.player("A").placed(target)
        assert placed is not None
        assert 1 + rule["extra"] == placed.tokens
    return len(part["tokens"])


def check_silence(card: str, part: dict[str, Any]) -> int:
    target = pick(part["silence"][0].get("to", {}))
    state = in_play(scene((target,)), card)
    assert silenced(state, target)
    assert silenced(state, target, tokens=True)
    return 1


def check_relief(card: str, part: dict[str, Any]) -> int:
    place = pick({"all": ["place"]}, but=(card,))
    for rule in part["relief"]:
        below, above = (card, place) if rule["scope"] == "master" else (place, card)
        state = hang(scene((above, below)), below, above)
        ann = state.player("A")
        state = state.with_player(
            "A", replace(ann, structure=tuple(replace(each, devastated=each.card == place) for each in ann.structure))
        )
        after = apply(replace(state, phase=Phase.KNOCKED, on_turn="B"), act.Begin("A"))
        assert [False] == [each.devastated for each in after.player("A").structure if each.card == place]
    return len(part["relief"])


def check_result(card: str, part: dict[str, Any]) -> int:
    """The attack that the event belongs to is carried to its end."""
    for rule in part["result"]:
        modes = part.get("when", {}).get("modes", rule.get("modes", ["destroy"]))
        target = pick({**part.get("when", {}).get("target", {}), **rule.get("target", {})}, but=(card,))
        lead = pick(part.get("when", {}).get("attacker", {}), but=(card, target))
        order = ROWS[card]["subtype"] == "nwo"
        match rule["on"]:
            case "relieved":
                state = scene((card, "california"))
                ann = state.player("A")
                wounded = tuple(replace(each, devastated=each.card == "california") for each in ann.structure)
                before = state.with_player("A", replace(ann, structure=wounded))
                after = apply(before, act.Relieve("A", "california", (card, MINE)))
                seat = "A"
            case "attacked" | "repelled":
                mine = card if rule.get("scope", "self") == "self" else target
                before = attacked(
                    scene((NOBODY,), tuple(dict.fromkeys((card, mine)))), "destroy", mine, NOBODY, roll=(6, 6), total=12
                )
                after, seat = apply(before, act.Conclude("A")), "B"
            case _:
                succeeds = rule["on"] == "destroyed"
                root, first = (card, NOBODY) if ROWS[card]["kind"] == "illuminati" else (MINE, lead if order else card)
                roll = {"roll": (1, 1), "total": 2, "by_hand": 60} if succeeds else {"roll": (6, 6), "total": 12}
                before = attacked(scene((first,), (target,), root=root), modes[0], target, first, **roll)
                before = in_play(before, card) if order else before
                after, seat = apply(before, act.Conclude("A")), "A"
        assert rule.get("plots", 0) == after.player(seat).plots - before.player(seat).plots
        actor = lead if order else card
        if rule.get("tokens"):
            mine, was = after.player(seat).placed(actor), before.player(seat).placed(actor)
            assert mine is not None
            assert was is not None
            assert rule["tokens"] == mine.tokens - was.tokens
        if rule.get("forever"):
            assert [True] == [gone.forever for gone in after.player("A").destroyed]
        if rule.get("destroys"):
            assert [actor] == [gone.card for gone in after.player("B").destroyed]
    return len(part["result"])


def check_draws(card: str, part: dict[str, Any]) -> int:
    """The button reminds of the card; nothing else can."""
    state, bare = with_and_without(card, (NOBODY,))
    for right in part["draws"]:
        actions = [act.DrawGroup("A"), act.DrawPlot("A")] if right.get("groups") else [act.DrawPlot("A")]
        if right.get("shown"):
            actions = [act.DrawPlot("B")]
        for action in actions:
            name = ROWS[card]["name"]
            assert [True, False] == [name in str(label(each, action)) for each in (state, bare)]
    return len(part["draws"])


def check_bars_agents(card: str, part: dict[str, Any]) -> int:
    """INWO-168: agents add nothing against what the card protects."""
    state, bare = with_and_without(card, (NOBODY,), ("las_vegas",), seat="B")
    agents = {"agents": "A", "agents_aid": True, "agents_card": "las_vegas"}
    found = [strength(attacked(each, "destroy", "las_vegas", NOBODY, **agents)) for each in (state, bare)]
    assert [0, 1] == [sum(term.rule.id == "INWO-168" for term in each.terms) for each in found]
    return 1


def check_numbers(card: str, part: dict[str, Any]) -> int:
    """What is one number for a player."""
    names = [name for name in ("plot_limit", "more_plots", "goal_cards", "saves_failed") if name in part]
    with_card, _ = with_and_without(card, (NOBODY,))
    for name in names:
        assert int(part[name]) == total(with_card, "A", name)
    if "plots_per_puppet" in part:
        puppet = pick(part["plots_per_puppet"], but=(card,))
        state = replace(hang(scene((card, puppet)), puppet, card), phase=Phase.PLOTS)
        for expected in (None, None, "INWO-30"):
            assert expected == refused(state, act.DrawPlot("A"))
            state = apply(state, act.DrawPlot("A"))
    if "counts_twice" in part:
        goal = next(
            each for each, entry in DATA.items() if entry.get("goal", {}).get("control") in part["counts_twice"]
        )
        has = [
            next(each.has for each in standings(state, "A", goal) if each.card == goal)
            for state in (scene((card,)), scene())
        ]
        assert 2 == has[0] - has[1]
    return len(names) + ("plots_per_puppet" in part) + ("counts_twice" in part)


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
