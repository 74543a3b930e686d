"""What holds while a card is in play, where it is a rule of few cards: each in a scene of its own, by its entry."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.game import violation
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.attack import Help
from companion.games.inwo.card_values import Purpose, power
from companion.games.inwo.effects import Mode, Role
from companion.games.inwo.goals import standings
from companion.games.inwo.rules import apply
from companion.games.inwo.state import LinkedPlot, Order, Phase, Resource, State
from companion.games.inwo.strength import aid_rights, strength
from tests.games.inwo.play_scenes import with_group
from tests.games.inwo.scenes import DATA, MINE, NOBODY, attacked, number, scene

APART = {
    "bjorne",
    "eff",
    "evil_geniuses_for_a_better_tomorrow",
    "germany",
    "head_in_a_jar",
    "international_cocaine_smugglers",
    "international_communist_conspiracy",
    "necronomicon",
    "pollsters",
    "prince_charles",
    "switzerland",
    "tax_reform",
}
"""The cards of these tests; the others are put to use in `test_cards.py`."""


def points(state: State, card: str) -> list[int]:
    """What a card gives to the attack under way."""
    return [term.points for term in strength(state).terms if term.card == card and term.rule.id == "INWO-155"]


def hung(state: State, seat: str, puppet: str, master: str) -> State:
    player = state.player(seat)
    moved = tuple(replace(each, master=master) if each.card == puppet else each for each in player.structure)
    return state.with_player(seat, replace(player, structure=moved))


def tokens(state: State, card: str) -> int:
    """As many as lie there when Ann's tokens are laid."""
    placed = apply(replace(state, phase=Phase.TAKEOVER), act.Proceed("A")).player("A").placed(card)
    assert placed is not None
    return placed.tokens


@pytest.mark.parametrize(
    ("card", "master", "others"),
    [
        ("international_cocaine_smugglers", "hollywood", "hackers"),
        ("international_communist_conspiracy", "china", "hackers"),
    ],
)
def test_a_bonus_on_some_groups_and_on_their_puppets(card: str, master: str, others: str) -> None:
    amount = DATA[card]["always"]["attack"][0]["amount"]
    state = hung(scene((card, NOBODY), (master, others)), "B", others, master)

    assert [amount] == points(attacked(state, "control", master, NOBODY), card)
    assert [amount] == points(attacked(state, "control", others, NOBODY), card)
    assert [] == points(attacked(hung(state, "B", others, "the_network"), "control", others, NOBODY), card)


def test_communists_like_fanatic_communists() -> None:
    """INWO-135: 4 instead of -4 for the pair of Fanatics; a Secret target has to be exposed first (INWO-197)."""
    card, target = "international_communist_conspiracy", "fiendish_fluoridators"
    rule = DATA[card]["always"]["modifier"][0]
    state = replace(scene((card,), (target,)), links=(LinkedPlot("exposed", target, "A"),))
    state = attacked(state, "control", target, card)
    found = [term.points for term in strength(state).terms if term.card == card and term.rule.id == "INWO-135"]

    assert [rule["opposed"]] == found


def test_bjorne_is_paid_for_by_his_puppets_and_mourned_with_plots() -> None:
    entry = DATA["bjorne"]["always"]
    state = hung(scene(("bjorne", "empty_vee")), "A", "empty_vee", "bjorne")
    assert 1 + entry["tokens"][0]["extra"] == tokens(state, "bjorne")
    assert 1 == tokens(hung(state, "A", "empty_vee", MINE), "bjorne")

    before = attacked(scene((NOBODY,), ("bjorne",)), "destroy", "bjorne", NOBODY, roll=(1, 1), total=2, by_hand=60)
    after = apply(before, act.Conclude("A"))
    assert 1 + number("bjorne", "power") == after.player("A").plots - before.player("A").plots

    led = attacked(scene(("bjorne",), ("empty_vee",)), "control", "empty_vee", "bjorne")
    assert [entry["attack"][0]["amount"]] == points(led, "bjorne")


def test_germany_saves_its_tokens() -> None:
    """INWO-36 is not for Germany: another comes to the one that lies there."""
    state = scene(("germany", NOBODY), ("intellectuals", "l_4_society"))
    assert (2, 1) == (tokens(state, "germany"), tokens(state, NOBODY))
    assert [DATA["germany"]["always"]["attack"][0]["amount"]] == points(
        attacked(state, "control", "l_4_society", NOBODY), "germany"
    )


def test_who_defends_beside_the_eff_counts_double() -> None:
    """The Power of all who oppose, its own and that of Illuminati included."""
    state = with_group(scene((NOBODY,), ("hackers", "eff")), "B", "eff")
    state = attacked(state, "control", "hackers", NOBODY)
    assert state.attack is not None
    alone = replace(state, attack=replace(state.attack, helps=(Help("B", "the_network", Role.OPPOSE),)))
    both = (Help("B", "the_network", Role.OPPOSE), Help("B", "eff", Role.OPPOSE))
    beside = replace(state, attack=replace(state.attack, helps=both))

    root, eff = number("the_network", "power"), number("eff", "global_power")
    assert root == strength(state).total - strength(alone).total
    assert 2 * (root + eff) == strength(state).total - strength(beside).total
    led = attacked(scene(("eff",), ("hackers",)), "control", "hackers", "eff")
    assert [DATA["eff"]["always"]["attack"][0]["amount"]] == points(led, "eff")


def test_nothing_that_the_evil_geniuses_have_is_linked_elsewhere() -> None:
    state = scene(("evil_geniuses_for_a_better_tomorrow", "hackers"))
    for to, expected in (("evil_geniuses_for_a_better_tomorrow", "INWO-16"), ("hackers", None)):
        held = replace(state.player("A"), resources=(Resource("eliza", to=to),))
        broken = violation(GAME, state.with_player("A", held), act.Link("A", "eliza", "finland"))
        other = violation(GAME, state.with_player("A", held), act.GiveResource("A", "B", "eliza"))
        assert expected == (None if other is None else other.rule.id)
        assert broken is not None


@pytest.mark.parametrize(("mode", "helps_attacker"), [("control", "shared"), ("destroy", "opposed")])
def test_pollsters_ignore_alignments_that_hurt_their_side(mode: str, helps_attacker: str) -> None:
    """The modifier that would help the attacker is gone when they oppose; the other one when they attack."""
    rules = [each for part in DATA["pollsters"]["sometimes"] for each in part["modifier"]]
    assert {0} == {rule[name] for rule in rules for name in ("shared", "opposed") if name in rule}
    same, other = "democrats", "republicans"
    for target, kind in ((same, "shared"), (other, "opposed")):
        state = scene(("eff",), (target, "pollsters"))
        state = attacked(state, mode, target, "eff")
        assert state.attack is not None
        opposing = replace(state, attack=replace(state.attack, helps=(Help("B", "pollsters", Role.OPPOSE),)))
        terms = [[t.points for t in strength(each).terms if t.rule.id == "INWO-135"] for each in (state, opposing)]
        assert ([] if kind == helps_attacker else terms[0]) == terms[1]

        state = attacked(scene(("eff", "pollsters"), (target,)), mode, target, "eff")
        assert state.attack is not None
        aiding = replace(state, attack=replace(state.attack, helps=(Help("A", "pollsters", Role.AID),)))
        terms = [[t.points for t in strength(each).terms if t.rule.id == "INWO-135"] for each in (state, aiding)]
        assert (terms[0] if kind == helps_attacker else []) == terms[1]


def test_prince_charles_is_immune_to_privilege_and_dear_to_everybody() -> None:
    """INWO-166: neither he nor his master nor his puppets; anybody may defend him, and Media count double."""
    state = scene((NOBODY, "empty_vee"), ("hackers", "prince_charles", "trekkies"))
    state = hung(hung(state, "B", "prince_charles", "hackers"), "B", "trekkies", "prince_charles")
    state = state.with_player("A", replace(state.player("A"), unseen_plots=("privileged_attack",)))
    for target in ("hackers", "prince_charles", "trekkies", "the_network"):
        under_way = attacked(state, "destroy", target, MINE)
        broken = violation(GAME, under_way, act.PlayCard("A", "privileged_attack", payers=(), number=1))
        assert (broken is not None and broken.rule.id == "INWO-202") == (target != "the_network")

    led = attacked(state, "control", "prince_charles", "empty_vee")
    assert led.attack is not None
    assert any(right.full for right in aid_rights(led, led.attack, "voudonistas", Role.OPPOSE))
    assert 2 * number("empty_vee", "power") == power(led, "empty_vee", Purpose(Role.ATTACK, (Mode.CONTROL,)))
    assert number("empty_vee", "power") == power(led, "empty_vee", Purpose(Role.OPPOSE, (Mode.CONTROL,)))


def test_a_tax_reform_protects_who_taxes() -> None:
    rule = DATA["tax_reform"]["always"]["defence"][0]
    for target in ("i_r_s", "hackers"):
        state = replace(scene((NOBODY,), (target,)), orders=(Order("tax_reform", "C"),))
        for mode in ("control", "destroy"):
            found = [t.points for t in strength(attacked(state, mode, target, NOBODY)).terms if t.card == "tax_reform"]
            assert ([-rule["amount"]] if target == "i_r_s" else []) == found


@pytest.mark.parametrize(("root", "pile"), [("servants_of_cthulhu", "destroyed"), (MINE, "discard")])
@pytest.mark.parametrize("dice", [(5, 6), (4, 6)])
def test_the_necronomicon_doubles_and_destroys(root: str, pile: str, dice: tuple[int, int]) -> None:
    """Eleven and twelve are the end of who reads it, and count for the Servants of Cthulhu alone; the book stays."""
    state = scene(("cycle_gangs", "kkk"), ("hackers",), root=root)
    ann = replace(state.player("A"), resources=(Resource("necronomicon", to="kkk"),))
    state = attacked(state.with_player("A", ann), "destroy", "hackers", "kkk", roll=dice, total=sum(dice))
    assert DATA["necronomicon"]["always"]["change"][0]["times"] * number("kkk", "power") == power(state, "kkk")

    ann = apply(state, act.Conclude("A")).player("A")
    piles = {
        "destroyed": [gone.card for gone in ann.destroyed],
        "discard": [each for each in ann.discard if each == "kkk"],
    }
    crashed = sum(dice) > 10
    assert {name: ["kkk"] if crashed and name == pile else [] for name in piles} == piles
    assert (Resource("necronomicon", to=None if crashed else "kkk"),) == ann.resources


def test_the_gnomes_like_switzerland_and_do_not_destroy_it() -> None:
    entry, root = DATA["switzerland"]["always"], DATA["switzerland"]["always"]["ban"][0]["by"]
    easier = entry["defence"][0]["amount"]
    found = {}
    for illuminati in (root, MINE):
        state = scene((NOBODY,), ("switzerland",), root=illuminati)
        led = strength(attacked(state, "control", "switzerland", illuminati)).terms
        found[illuminati] = [term.points for term in led if term.card == "switzerland" and term.rule.id == "INWO-156"]
        broken = violation(GAME, state, act.DeclareAttack("A", NOBODY, Mode.DESTROY, "switzerland"))
        assert (illuminati == root) == (broken is not None)
        mine = scene(("switzerland", NOBODY), ("hackers",))
        bob = mine.player("B")
        named = tuple(replace(each, card=illuminati) if each.master is None else each for each in bob.structure)
        mine = mine.with_player("B", replace(bob, illuminati=illuminati, structure=named))
        bonus = [entry["attack"][0]["amount"]] if illuminati == root else []
        assert bonus == points(attacked(mine, "control", "hackers", NOBODY), "switzerland")
    assert {root: [-easier], MINE: []} == found


def test_a_head_in_a_jar_controls_nobody_and_is_hard_to_kill() -> None:
    link = (LinkedPlot("head_in_a_jar", "al_gore", "A"),)
    state, plain = scene(("al_gore",), ("hackers",), links=link), scene(("al_gore",), ("hackers",))
    led = [
        violation(GAME, each, act.DeclareAttack("A", "al_gore", mode, "hackers"))
        for each in (state, plain)
        for mode in (Mode.CONTROL, Mode.DESTROY)
    ]
    assert [True, False, False, False] == [each is not None for each in led]
    shot = [strength(attacked(each, "assassination", "al_gore", player="B")).total for each in (state, plain)]
    assert -DATA["head_in_a_jar"]["always"]["defence"][0]["amount"] == shot[0] - shot[1]


@pytest.mark.parametrize("helps", [False, True])
def test_who_is_sucked_dry_is_cast_aside(helps: bool) -> None:
    """INWO-62: four times its Power for one action, and then the Group is destroyed, for nobody's goal."""
    plot = "sucked_dry_and_cast_aside"
    lasting = DATA[plot]["play"][0]["lasting"][0]["effect"]
    ann = {"unseen_plots": (plot,), "plots": 1}
    state = scene(("kkk", NOBODY), ("boy_sprouts",), ann=ann)
    state = apply(state, act.DeclareAttack("A", NOBODY if helps else "kkk", Mode.DESTROY, "boy_sprouts"))
    spent = apply(state, act.SpendToken("A", () if helps else (plot,)))
    if helps:
        action = act.GiveHelp("A", "kkk", Role.AID, (plot,))
        assert violation(GAME, spent, action) is None
        spent = apply(spent, action)
    role = Role.AID if helps else Role.ATTACK
    assert lasting["change"][0]["times"] * number("kkk", "power") == power(spent, "kkk", Purpose(role, (Mode.DESTROY,)))

    assert spent.attack is not None
    rolled = replace(spent.attack, silent=spent.alive, roll=(6, 6), total=12)
    ann_later = apply(replace(spent, attack=rolled), act.Conclude("A")).player("A")
    assert [("kkk", True)] == [(gone.card, gone.uncounted) for gone in ann_later.destroyed]
    assert plot in ann_later.discard
    goals = replace(scene(root="servants_of_cthulhu").player("A"), destroyed=ann_later.destroyed)
    eight = scene(root="servants_of_cthulhu").with_player("A", goals)
    assert {0} == {each.has for each in standings(eight, "A") if each.needed == 8}


def test_a_bimbo_lets_media_in_and_nobody_else() -> None:
    """INWO-190: the attack stays privileged, whoever of the Media joins it; its target never comes back."""
    card = "bimbo_at_eleven"
    state = scene(("empty_vee",), ("gordo_remora",), ann={"unseen_plots": (card,), "plots": 1})
    state = with_group(state, "C", "tabloids")
    state = apply(state, act.DeclareAttack("A", "empty_vee", Mode.DESTROY, "gordo_remora"))
    state = apply(apply(apply(state, act.PlayCard("A", card)), act.LetStand("B")), act.SpendToken("A"))
    broken = [
        violation(GAME, state, act.GiveHelp("C", each, Role.OPPOSE)) for each in ("tabloids", "ufos", "voudonistas")
    ]
    assert [None, "INWO-190", "INWO-190"] == [None if each is None else each.rule.id for each in broken]
    joined = apply(state, act.GiveHelp("C", "tabloids", Role.OPPOSE))
    assert joined.attack is not None
    assert (True, False) == (joined.attack.privileged, joined.attack.negated)
    rolled = replace(joined.attack, silent=joined.alive, roll=(1, 1), total=2, by_hand=60)
    gone = apply(replace(joined, attack=rolled), act.Conclude("A")).player("A").destroyed
    assert [("gordo_remora", True)] == [(each.card, each.forever) for each in gone]
