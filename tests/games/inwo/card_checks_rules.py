"""What cards in play allow, forbid and bring about, against their entries."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.inwo import actions as act
from companion.games.inwo.attack import Help
from companion.games.inwo.button_texts import label
from companion.games.inwo.card_values import silenced, total
from companion.games.inwo.continuous_effects import traits
from companion.games.inwo.effects import Mode, Role
from companion.games.inwo.goals import standings
from companion.games.inwo.rules import apply
from companion.games.inwo.state import Phase, Placed
from companion.games.inwo.strength import aid_rights, strength
from tests.games.inwo.card_scenes import (
    OPPOSITE,
    hang,
    refused,
    with_and_without,
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
    pick,
    scene,
)


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
            assert "INWO-194" == refused(state, act.UseAbility("A", lead, 1, "B"))
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
                <= {"INWO-202", "INWO-49"}
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
    agents = {"agents": "A", "agents_aid": True}
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
