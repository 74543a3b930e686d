"""Within an attack and as it ends: who takes part, what commits it, what it leaves behind."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.text import say
from companion.games.inwo import actions as act
from companion.games.inwo.attack import Attack, Help
from companion.games.inwo.card_plays import Play
from companion.games.inwo.continuous_effects import play_of
from companion.games.inwo.effects import Aim, Mode, Role, Until
from companion.games.inwo.goals import winners
from companion.games.inwo.resolve import is_asked
from companion.games.inwo.resolve_hands import taken_from_hand
from companion.games.inwo.rules_attack import waiting_for
from companion.games.inwo.rules_result import conclude
from companion.games.inwo.state import Claim, Lasts, Order, Phase, Placed, Played, State
from companion.games.inwo.strength import Strength, chances, is_kept_out, strength, term_of
from tests.games.inwo.tables import (
    LEGAL,
    anywhere,
    beside,
    card,
    chained,
    do,
    held,
    player,
    table,
    tokens,
    two,
    verdict,
)


def test_an_own_plot_commits_an_attack() -> None:
    """INWO-126: not one that belongs to its announcement, nor one of a rival; all are asked again."""
    ann = player("Ann", chained("Bavarian Illuminati", "C.I.A."), **held("Assertiveness Training", "Privileged Attack"))
    bob = player("Bob", chained("The Network", "The Mafia", "Hawaii"), **held("Assertiveness Training"))
    state = do(table(ann, bob), "A: attack to destroy C.I.A. -> The Mafia")
    silent = replace(state, attack=replace(state.open_attack, silent=("A", "B")))

    def played(notation: str) -> tuple[bool, tuple[str, ...]]:
        attack = do(silent, notation, *(("A: let stand",) if do(silent, notation).stack else ())).open_attack
        return attack.committed, attack.silent

    assert (True, ()) == played("A: play Assertiveness Training on Hawaii")
    assert (False, ()) == played("B: play Assertiveness Training on Hawaii")
    assert (False, ()) == played("A: use Bavarian Illuminati")
    committed = replace(silent, attack=replace(silent.open_attack, committed=True))
    assert do(committed, "B: play Assertiveness Training on Hawaii").open_attack.committed


def test_whoever_has_not_answered_a_claim_is_waited_for() -> None:
    """INWO-296: but not who claims, nor who is out."""
    players = (player(name, chained("UFOs", "KKK")) for name in ("Ann", "Bob", "Cid"))
    out = replace(player("Dan", chained("UFOs")), out=True)
    state = table(*players, out, phase=Phase.KNOCKED, claims=(Claim("A"),))

    assert ("B", "C") == waiting_for(state)
    assert ("B",) == waiting_for(replace(state, silent=("C",)))
    assert ("A",) == replace(state, claims=()).alive[:1]


@pytest.mark.parametrize("from_hand", [True, False])
def test_a_group_that_was_controlled_and_finds_no_arrow_is_lost(from_hand: bool) -> None:
    """INWO-144, INWO-95: with what hangs below it, onto the discards of whose it was."""
    full = beside(chained("UFOs", "Hackers"), "Hackers", "C.I.A.")
    theirs = chained("The Network", "Hawaii" if from_hand else "Japan", "Russia")
    attack = Attack("A", Mode.CONTROL, "japan", "hackers", from_hand=from_hand, spent=True, by_hand=40)
    attack = replace(attack, roll=(1, 1), total=2)
    after = do(two(full, theirs, attack=attack), "A: conclude")

    assert ([("japan",), ()] if from_hand else [(), ("russia", "japan")]) == [each.discard for each in after.players]
    assert not after.in_play("japan")


def test_to_a_secret_leader_its_master_and_puppets_may_give_aid() -> None:
    """INWO-198: and Illuminati; others that are not Secret may not, nor oppose where the target is."""
    own = beside(chained("UFOs", "Vampires"), "UFOs", "The Mafia")
    own = anywhere(own, "KKK")
    below = tuple(replace(each, master="vampires") if each.card == "kkk" else each for each in own)
    attack = Attack("A", Mode.CONTROL, "hawaii", "vampires", spent=True)
    state = two(below, chained("The Network", "Hawaii"), attack=attack)

    def kept_out(name: str, role: Role = Role.AID, seat: str = "A", of: Attack = attack) -> bool:
        return is_kept_out(state, of, Help(seat, card(name), role))

    assert [True, False, False] == [kept_out(name) for name in ("The Mafia", "KKK", "UFOs")]
    assert not kept_out("The Network", Role.OPPOSE, "B")
    on_secret = Attack("B", Mode.DESTROY, "vampires", "hawaii", spent=True)
    assert [True, False, False] == [kept_out(n, Role.OPPOSE, "A", on_secret) for n in ("The Mafia", "KKK", "UFOs")]
    assert kept_out("Hawaii", Role.AID, "B", on_secret)


def test_whom_a_card_makes_immune_to_privilege_is_attacked_without_it() -> None:
    """INWO-202: Prince Charles; another Group of his player is not."""
    ann = player("Ann", chained("Bavarian Illuminati", "C.I.A."))
    theirs = anywhere(chained("The Network", "Prince Charles"), "The Mafia")
    state = table(ann, player("Bob", theirs))
    on = {name: do(state, f"A: attack to destroy C.I.A. -> {name}") for name in ("Prince Charles", "The Mafia")}

    assert ["INWO-202", LEGAL] == [verdict(each, "A: use Bavarian Illuminati") for each in on.values()]


def test_what_hurts_its_owner_is_no_ability_that_could_be_cancelled() -> None:
    """INWO-17: World Hunger takes Green Groups their abilities, but Media attack Prince Charles as hard as before."""
    ann = player("Ann", chained("Bavarian Illuminati", "Tabloids"))
    bob = player("Bob", anywhere(chained("The Network", "Prince Charles"), "The Mafia"))

    def power(*orders: Order) -> int:
        state = do(table(ann, bob, orders=orders), "A: attack to destroy Tabloids -> Prince Charles")
        return strength(state).total

    assert (-8, -8) == (power(), power(Order(card("World Hunger"), "B")))


def test_factions_that_do_not_meet_their_common_goal_share_nothing() -> None:
    """INWO-281: two who meet the basic goal alone, and two whose Illuminati has none in common."""
    settings = {"basic_goal": "2"}
    for root in ("Shangri-La", "UFOs"):
        rivals = (player(name, chained(root, group)) for name, group in (("Ann", "C.I.A."), ("Bob", "KKK")))
        cid = player("Cid", chained("The Network", "The Mafia"))
        state = table(*rivals, cid, settings={**settings, "basic_goal": "8"}, claims=(Claim("A"), Claim("B")))
        assert () == winners(state)


def test_a_card_taken_out_of_a_rivals_hand_is_the_players() -> None:
    """INWO-16: one card less there, and one more here."""
    bob = player("Bob", chained("The Network", "KKK"), groups=1, unseen_groups=("eff", "japan"))
    state = table(player("Ann", chained("UFOs", "Feminists")), bob)
    after = taken_from_hand(state, Played("A", "feminists", 0, "eff"), Play(aim=Aim.RIVALS_GROUP), "eff")

    assert [(1, ("eff",)), (0, ("japan",))] == [(each.groups, each.unseen_groups) for each in after.players]


def fought(own: tuple[Placed, ...], theirs: tuple[Placed, ...], third: tuple[Placed, ...], *, wins: bool) -> State:
    """After an attack of Ann's C.I.A. to destroy Bob's Group that hangs at his Illuminati."""
    target = theirs[1].card
    attack = Attack("A", Mode.DESTROY, target, "c_i_a", spent=True, total=2, roll=(1, 1), by_hand=40 if wins else -40)
    hands = {"unseen_plots": ("hoax",) * 5}
    names = zip(("Ann", "Bob", "Cid"), (own, theirs, third), strict=True)
    state = table(*(player(name, structure, **hands) for name, structure in names), attack=attack)
    return conclude(state, act.Conclude("A"))


def test_who_is_attacked_is_paid_for_it_and_nobody_else() -> None:
    """INWO-16: the Gun Lobby's player draws a Plot when one of his Groups is attacked."""
    own, theirs = chained("UFOs", "C.I.A."), chained("The Network", "The Mafia", "KKK")
    paid = fought(own, anywhere(theirs, "Gun Lobby"), chained("Shangri-La", "Japan"), wins=False)
    unpaid = fought(own, theirs, anywhere(chained("Shangri-La", "Japan"), "Gun Lobby"), wins=False)
    mine = fought(anywhere(own, "Gun Lobby"), theirs, chained("Shangri-La", "Japan"), wins=False)

    assert [[0, 1, 0], [0, 0, 0], [0, 0, 0]] == [[each.plots for each in one.players] for one in (paid, unpaid, mine)]


def test_a_group_that_repels_its_attackers_has_a_token_for_it() -> None:
    """INWO-16: the Ninjas themselves, and where they were not taken."""
    own, third = chained("UFOs", "C.I.A."), chained("Shangri-La", "Japan")
    themselves = fought(own, chained("The Network", "Ninjas", "KKK"), third, wins=False)
    another = fought(own, anywhere(chained("The Network", "The Mafia"), "Ninjas"), third, wins=False)

    assert (2, 1) == (tokens(themselves, "B", "Ninjas"), tokens(another, "B", "Ninjas"))


def test_an_attack_that_has_become_illegal_ends_without_a_roll() -> None:
    """INWO-254: a Group of the hand was tried; nothing of it returns there."""
    ann = player("Ann", chained("UFOs", "Hackers"))
    attack = Attack("A", Mode.CONTROL, "japan", "c_i_a", from_hand=True, spent=True, silent=("A", "B"))
    state = table(ann, player("Bob", chained("The Network", "KKK")), attack=attack)
    after = do(state, "A: conclude")

    assert (None, ("japan",), 0) == (after.attack, after.tried, after.player("A").groups)


def test_a_plot_that_led_an_attack_that_was_taken_back_is_lost_and_others_return_open() -> None:
    """INWO-127, INWO-254."""
    helps = (Help("B", "the_mafia", Role.OPPOSE),)
    played = (("A", "sniper"), ("B", "hoax"))
    lasting = (Lasts("sniper", "A", "c_i_a", Until.ATTACK), Lasts("hoax", "B", "the_mafia", Until.ATTACK))
    attack = Attack("A", Mode.DESTROY, "kkk", "c_i_a", spent=True, played=played, helps=helps)
    theirs = anywhere(chained("The Network", "The Mafia"), "KKK")
    state = two(chained("UFOs", "C.I.A."), theirs, attack=attack, lasting=lasting)
    after = do(state, "A: call off")

    assert [("sniper",), ()] == [each.discard for each in after.players]
    assert [(), ("hoax",)] == [each.exposed for each in after.players]
    assert 2 == tokens(after, "B", "The Mafia")


ROLLS = [(1, 0, None), (2, 1, 2), (3, 3, 3), (7, 21, 7), (10, 33, 10), (14, 33, 10)]
"""A strength, how many of 36 rolls succeed, and the highest that does."""


@pytest.mark.parametrize(("points", "expected", "needed"), ROLLS)
def test_how_many_rolls_succeed(points: int, expected: int, needed: int | None) -> None:
    """INWO-132, INWO-133, INWO-134: none below 2, and never an eleven."""
    total = Strength(tuple(term_of(points, say("basic goal"), "INWO-131")))

    assert (expected, expected, needed) == (chances(points), total.chances, total.needed)


def test_who_may_help_in_spite_of_a_privilege_ends_it() -> None:
    """INWO-191: Israel; those who take part anyhow do not."""
    cid = player("Cid", chained("Discordian Society", "Israel", "Japan"))
    attack = Attack("A", Mode.DESTROY, "the_mafia", "c_i_a", spent=True, privileged=True)
    state = table(*two(chained("UFOs", "C.I.A.")).players, cid, attack=attack)
    joined = do(state, "C: oppose Israel")
    defended = do(state, "B: defend The Mafia")

    assert ["INWO-190", LEGAL] == [verdict(each, "C: oppose Discordian Society") for each in (state, joined)]
    assert [(False, True), (True, False)] == [
        (each.open_attack.privileged, each.open_attack.negated) for each in (joined, defended)
    ]


def test_people_are_asked_where_somebody_may_cancel_what_was_played() -> None:
    """INWO-251."""
    state = two(chained("UFOs", "C.I.A."))
    played = replace(state, stack=(Played("A", card("Gang War")),))
    answered = played.with_player("B", replace(played.player("B"), **held("Hoax!")))

    assert [False, False, True] == [is_asked(each) for each in (state, played, answered)]
    assert not is_asked(answered.with_player("B", replace(answered.player("B"), out=True)))


def test_who_helps_for_nothing_gets_nothing_back() -> None:
    """INWO-127, INWO-146: France opposes without its token; when the attack is called off all have theirs."""
    theirs = anywhere(chained("The Network", "Democrats"), "France")
    state = do(two(chained("UFOs", "C.I.A."), theirs), "A: attack to destroy C.I.A. -> Democrats")
    helped = do(state, "B: oppose France", "B: oppose The Network")

    assert [("france", 0), ("the_network", 1)] == [(each.card, each.tokens) for each in helped.open_attack.helps]
    assert [1, 0] == [tokens(helped, "B", name) for name in ("France", "The Network")]
    assert [1, 1] == [tokens(do(helped, "A: call off"), "B", name) for name in ("France", "The Network")]


def positions(depth: int) -> list[int]:
    """What the place of Bob's last Group counts against an attack on it: with the alignments of its master left out."""
    theirs = chained("The Network", "Texas", "Pentagon", "Russia")[: depth + 1]
    attack = Attack("A", Mode.DESTROY, theirs[-1].card, "c_i_a")
    terms = strength(two(chained("UFOs", "C.I.A."), theirs, attack=attack)).terms
    return [term.points for term in terms if str(term.why) == "Position in the structure"]


def test_the_third_group_from_the_illuminati_has_no_position_to_defend_it() -> None:
    """INWO-131."""
    assert [[-10], [-5], []] == [positions(depth) for depth in (1, 2, 3)]


def test_factions_and_spares_count_against_a_rival_and_not_against_oneself() -> None:
    """INWO-281, INWO-282, INWO-205: nor in an instant attack."""
    ann = replace(player("Ann", anywhere(chained("UFOs", "C.I.A."), "Hackers")), agents=("the_network",))
    bob = replace(player("Bob", chained("The Network", "The Mafia")), agents=("ufos",))
    cid = player("Cid", chained("UFOs", "Japan"))

    def points(attack: Attack) -> list[tuple[str, int]]:
        terms = strength(table(ann, bob, cid, attack=attack)).terms
        return [(term.rule.id, term.points) for term in terms if term.rule.id in {"INWO-281", "INWO-282"}]

    assert [("INWO-282", 3), ("INWO-282", -3)] == points(Attack("A", Mode.DESTROY, "the_mafia", "c_i_a"))
    assert [("INWO-281", 5)] == points(Attack("A", Mode.DESTROY, "japan", "c_i_a"))
    assert [] == points(Attack("A", Mode.DESTROY, "hackers", "c_i_a"))
    assert [] == points(Attack("A", Mode.DISASTER, "japan", card="tornado", frozen=6))


@pytest.mark.parametrize(("lay_there", "threatened"), [(1, 0), (2, 1), (0, 0)])
def test_a_cancelled_disaster_returns_the_token_that_it_took_and_no_other(lay_there: int, threatened: int) -> None:
    """INWO-209."""
    ann = player("Ann", chained("UFOs", "C.I.A."), **held("Tornado", "Sniper"))
    root, japan = chained("The Network", "Japan")
    bob = player("Bob", (root, replace(japan, tokens=lay_there)), plots=1, unseen_plots=(card("Hoax!"), card("Fnord!")))
    played = do(table(ann, replace(bob, structure=anywhere(bob.structure, "Texas"))), "A: play Tornado on Japan")
    cancelled = do(played, "B: play Hoax! paid by Texas", "B: discard Fnord!")
    while cancelled.stack:
        cancelled = do(cancelled, "A: let stand")

    assert [threatened, lay_there] == [tokens(each, "B", "Japan") for each in (played, cancelled)]


def test_a_plot_that_a_rival_used_may_be_used_too() -> None:
    """INWO-129: each player's own copies count."""
    ann = player("Ann", chained("UFOs", "C.I.A."), **held("Terrorist Nuke", "Sniper"))
    state = do(
        table(ann, player("Bob", chained("The Network", "The Mafia"))), "A: attack to destroy C.I.A. -> The Mafia"
    )

    def said(*used: tuple[str, str]) -> str:
        with_used = replace(state, attack=replace(state.open_attack, used=used))
        return verdict(with_used, "A: spend token with Terrorist Nuke")

    assert [LEGAL, "INWO-129"] == [said((seat, "terrorist_nuke")) for seat in ("B", "A")]


def test_ones_own_agents_commit_an_attack_and_those_of_others_do_not() -> None:
    """INWO-126, INWO-168: all are asked again."""
    players = (
        replace(player(name, chained(root, group)), groups=1, unseen_groups=("the_mafia",))
        for name, root, group in (("Ann", "UFOs", "C.I.A."), ("Cid", "Shangri-La", "Japan"))
    )
    ann, cid = players
    bob = player("Bob", chained("The Network", "The Mafia"))
    state = do(table(ann, bob, cid), "A: attack to destroy C.I.A. -> The Mafia")
    silent = replace(state, attack=replace(state.open_attack, silent=("A", "B", "C")))
    shown = [do(silent, notation).open_attack for notation in ("A: agents aid", "C: agents aid", "C: agents oppose")]

    assert [(True, "A", True), (False, "C", True), (False, "C", False)] == [
        (each.committed, each.agents, each.agents_aid) for each in shown
    ]
    assert [()] * 3 == [each.silent for each in shown]


@pytest.mark.parametrize(("total", "destroyed"), [(2, True), (3, False), (4, False)])
def test_a_disaster_destroys_only_above_its_margin(total: int, destroyed: bool) -> None:
    """INWO-210: the roll has to stay below the strength by more than that."""
    attack = Attack("A", Mode.DISASTER, "hawaii", card="tornado", frozen=1, spent=True, committed=True)
    state = two(chained("UFOs", "C.I.A."), chained("The Network", "Hawaii"), attack=attack)
    said = play_of(state, "tornado", None)
    assert said is not None
    assert said.attack is not None
    over = said.attack.destroys_over
    assert over is not None
    adjusted = replace(attack, by_hand=over + 3 - strength(state).total, roll=(1, total - 1), total=total)
    after = conclude(replace(state, attack=adjusted), act.Conclude("A"))

    assert destroyed == (not after.in_play("hawaii"))


@pytest.mark.parametrize("ending", ["A: conclude", "A: call off"])
def test_what_lasted_as_long_as_an_attack_ends_with_it_and_nothing_else(ending: str) -> None:
    """INWO-142, INWO-322."""
    of_attack, of_turn = (Lasts("good_polls", "B", None, until) for until in (Until.ATTACK, Until.TURN))
    attack = Attack("A", Mode.DESTROY, "the_mafia", "c_i_a", spent=ending == "A: conclude", by_hand=-40)
    attack = replace(
        attack, silent=("A", "B"), roll=(6, 6) if attack.spent else None, total=12 if attack.spent else None
    )
    state = two(chained("UFOs", "C.I.A."), attack=attack, lasting=(of_attack, of_turn))

    assert (of_turn,) == do(state, ending).lasting
