"""What no check keeps: values, what happens by itself, set-up, the end. The statements' ids stand in the docstrings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.game import Options, play, violation
from companion.errors import CatalogError, ConfigError
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.board import devastated, eliminated, leaves_play, next_seat, settled
from companion.games.inwo.catalog import Kind, Side
from companion.games.inwo.effects import Mode, Role, Until
from companion.games.inwo.goals import (
    basic_goal,
    groups_for_goal,
    meets_goal,
    outcome,
    standings,
    total_power,
    winners,
)
from companion.games.inwo.rules_common import is_protected
from companion.games.inwo.rules_result import succeeded
from companion.games.inwo.settings import SETTINGS, rule
from companion.games.inwo.state import (
    Attack,
    Claim,
    Destroyed,
    Help,
    Lasts,
    LinkedPlot,
    Order,
    Phase,
    Placed,
    Played,
    Resource,
    State,
)
from companion.games.inwo.strength import help_points, strength
from companion.games.inwo.tags import shipped_labels, tag_of
from companion.games.inwo.values import (
    FOR_A_GOAL,
    PERMANENT,
    Purpose,
    alignments,
    global_power,
    in_force,
    is_devastated,
    opposed,
    power,
    resistance,
    shared,
    traits,
)
from tests.games.inwo.tables import EVENING, beside, card, chained, player, table


def do(state: State, *notations: str) -> State:
    for notation in notations:
        state = play(GAME, state, GAME.read_action(notation))
    return state


def two(first: tuple[Placed, ...], second: tuple[Placed, ...] | None = None, **more: object) -> State:
    return table(player("Ann", first), player("Bob", second or chained("The Network", "The Mafia", "B.A.T.F.")), **more)


class TestCards:
    def test_kinds_and_numbers(self) -> None:
        """INWO-4, INWO-6, INWO-7, INWO-11, INWO-12: what is printed; a Global Power that is not printed is 0."""
        batf, earth, ufos = EVENING[card("B.A.T.F.")], EVENING[card("Japan")], EVENING[card("UFOs")]

        assert (Kind.ORGANIZATION, 3, 0, 2) == (batf.kind, batf.power, batf.global_power, batf.resistance)
        assert (Kind.PLACE, ("Computer", "Coastal", "Nation")) == (earth.kind, earth.attributes)
        assert (Kind.ILLUMINATI, 4, None, ()) == (ufos.kind, len(ufos.outgoing), ufos.resistance, ufos.alignments)

    def test_opposites(self) -> None:
        """INWO-8, INWO-150: Fanatic is opposed to Fanatic and never shared; Criminal has no opposite."""
        assert 2 == opposed(frozenset({"Weird", "Fanatic"}), frozenset({"Straight", "Fanatic"}))
        assert 0 == shared(frozenset({"Fanatic"}), frozenset({"Fanatic"}))
        assert 0 == opposed(frozenset({"Criminal"}), frozenset({"Criminal", "Violent"}))
        assert 1 == shared(frozenset({"Criminal"}), frozenset({"Criminal", "Violent"}))

    def test_global_power_sinks_with_power(self) -> None:
        """INWO-15, W-86: C.I.A. 6/4 under Don't Forget to Smash the State has Power 3 and Global Power 3."""
        state = two(chained("UFOs", "C.I.A."), orders=(Order(card("Don't Forget to Smash the State"), "B"),))

        assert (3, 3) == (power(state, "c_i_a"), global_power(state, "c_i_a"))

    def test_power_reduced_to_nothing(self) -> None:
        """INWO-14, INWO-14-R, INWO-79, W-87: Boy Sprouts 1 lose their token, and get none."""
        state = two(chained("UFOs", "Boy Sprouts"), orders=(Order(card("Don't Forget to Smash the State"), "B"),))
        lost = settled(state)
        kept = settled(two(chained("UFOs", "Boy Sprouts"), orders=state.orders, settings={"power_zero": "kept"}))

        assert 0 == power(state, "boy_sprouts")
        assert [1, 0] == [placed.tokens for placed in lost.player("A").structure]
        assert [1, 1] == [placed.tokens for placed in kept.player("A").structure]
        again = do(replace(lost, phase=Phase.PLOTS), "A: proceed")
        assert 0 == again.player("A").structure[1].tokens

    def test_printed_power_0_gets_a_token(self) -> None:
        """INWO-14: only what was reduced gets none."""
        structure = tuple(replace(each, tokens=0) for each in chained("UFOs", "Conspiracy Theorists"))
        state = do(two(structure, phase=Phase.PLOTS), "A: proceed")

        assert [2, 1] == [placed.tokens for placed in state.player("A").structure]

    def test_what_is_temporary_never_counts_for_goals(self) -> None:
        """INWO-13, INWO-302, INWO-322, INWO-326, W-115: a +10 in defence is Power, and none for a goal."""
        lasting = (Lasts(card("Terrorist Nuke"), "A", card("C.I.A."), Until.TURN, defence=True),)
        state = two(chained("UFOs", "C.I.A."), lasting=lasting)
        in_defence = Purpose(Role.DEFENCE, Mode.DESTROY)

        assert (16, 6, 6) == (
            power(state, "c_i_a", in_defence),
            power(state, "c_i_a", FOR_A_GOAL),
            power(state, "c_i_a", PERMANENT),
        )

    def test_a_new_alignment_takes_its_opposite_away(self) -> None:
        """INWO-9, INWO-10: Political Correctness makes a weak Conservative Group Criminal, permanently."""
        state = two(chained("UFOs", "Congressional Wives"), orders=(Order(card("Political Correctness"), "B"),))

        assert {"Straight", "Conservative", "Criminal"} == set(alignments(state, "congressional_wives"))
        assert "Criminal" in traits(state, "congressional_wives", permanent=True)

    def test_orders_reckon_one_after_the_other(self) -> None:
        """INWO-140, INWO-272, INWO-273, INWO-320: set, the largest multiplier, then what is added."""
        links = (LinkedPlot(card("Grassroots Support"), card("TV Preachers"), "A"),)
        resources = (Resource(card("Cyborg Soldiers"), card("TV Preachers")),)
        state = table(
            player("Ann", chained("UFOs", "TV Preachers"), resources=resources),
            player("Bob", chained("The Network", "The Mafia")),
            links=links,
            orders=(Order(card("Law and Order"), "A"),),
        )

        assert 14 == power(state, card("TV Preachers")), "W-29: set to 6, doubled, and 2"

    def test_what_leaves_the_table_does_nothing_more(self) -> None:
        """INWO-16, INWO-106, INWO-108, INWO-110, INWO-325: a Resource serves who controls it while it is in play."""
        held = (Resource(card("Cyborg Soldiers"), card("C.I.A.")),)
        state = table(player("Ann", chained("UFOs", "C.I.A."), resources=held), player("Bob", chained("The Network")))
        without = table(player("Ann", chained("UFOs", "C.I.A.")), player("Bob", chained("The Network")))

        assert (12, 6) == (power(state, "c_i_a"), power(without, "c_i_a"))
        assert any(each.card == card("Cyborg Soldiers") and each.player == "A" for each in in_force(state))

    def test_corrections_are_a_setting(self) -> None:
        """INWO-16-R: the Oregon Crud has Power 10 as printed, 24 as corrected."""
        printed = two(chained("UFOs"))
        corrected = two(chained("UFOs"), settings={"card_values": "corrected"})
        powers = [state.effects(card("The Oregon Crud")).play.attack.power for state in (printed, corrected)]  # type: ignore[union-attr]

        assert [10, 24] == powers


class TestSetUp:
    def test_three_plots_and_six_groups(self) -> None:
        """INWO-5, INWO-19, INWO-22, INWO-23, INWO-25, INWO-26: in the hand; the lead lies at the Illuminati."""
        state = GAME.setup(Options(("Ann", "Bob")))
        state = do(state, "A: reveal Bavarian Illuminati", "B: reveal Discordian Society")
        assert [3, 3] == [each.plots for each in state.players]
        assert Phase.LEADS is state.phase
        leads = [next(one for one in each.unseen_groups if state.card(one).is_group) for each in state.players]
        for seat, lead in zip("AB", leads, strict=True):
            state = GAME.apply(state, act.Lead(seat, lead, Side.TOP))
        assert [6, 6] == [each.groups for each in state.players]
        assert Phase.START is state.phase
        state = do(state, "first B")
        assert ("B", Phase.PLOTS, 12) == (state.on_turn, state.phase, basic_goal(state))

    def test_decks_of_one_size(self) -> None:
        """INWO-2, INWO-2-R: the sentence names the decks and their numbers."""
        small = '[[decks]]\nname = "Small"\ncards = ["UFOs", "C.I.A."]\n'
        with pytest.raises(ConfigError, match="Small has 2"):
            GAME.with_profile(small).setup(Options(("Ann", "Bob")))
        both = small + small.replace("Small", "Other")
        assert GAME.with_profile(both).setup(Options(("Ann", "Bob")))
        with pytest.raises(ConfigError, match="45 cards"):
            GAME.with_profile(both).setup(Options(("Ann", "Bob"), {"deck_size": "45"}))

    @pytest.mark.parametrize(
        ("profile", "says"),
        [
            ('[[decks]]\nname = "X"\ncards = ["C.I.A."]', "X has no Illuminati"),
            ('[[decks]]\nname = "X"\ncards = ["UFOs", "Hoax!"]', "X has no Group"),
            ('[[decks]]\nname = "X"\ncards = ["UFOs", "3 Castle"]', "there is no card 'Castle'"),
            ('[labels]\nQ0000 = "UFOs"', "Q0000 is no label"),
            ("[cards.castle]\npower = 3", "no card castle"),
            ("[cards.c_i_a]\npower = 99", "cards c_i_a, power"),
            ('[cards.c_i_a]\nalignments = ["Violent", "Peaceful"]', "C.I.A. cannot be both Violent and Peaceful"),
        ],
    )
    def test_what_no_deck_can_be(self, profile: str, says: str) -> None:
        with pytest.raises(CatalogError, match=says):
            GAME.with_profile(profile)

    def test_a_label_for_another_copy(self) -> None:
        """Each physical card has a label of its own: a blank one goes onto a second C.I.A."""
        blank = next(tag for tag in _blank_labels())
        game = GAME.with_profile(f'[labels]\n{blank} = "C.I.A."\n')

        assert 2 == sum(piece == "c_i_a" for piece in game.piece_of.values())
        assert game.write_profile() == game.with_profile(game.write_profile()).write_profile()


def _blank_labels() -> list[str]:

    return [tag for tag in tag_of().values() if tag not in shipped_labels()]


class TestTurn:
    def test_tokens(self) -> None:
        """INWO-36, INWO-77, INWO-79, INWO-80: one each, no second one; none below a devastated Place."""
        structure = chained("UFOs", "California", "Boy Sprouts")
        structure = (replace(structure[0], tokens=1), *(replace(each, tokens=0) for each in structure[1:]))
        state = devastated(two(structure, phase=Phase.PLOTS), "california")
        state = do(state, "A: proceed")

        assert [2, 0, 0] == [placed.tokens for placed in state.player("A").structure]

    def test_play_goes_to_the_right(self) -> None:
        """INWO-29, INWO-46: seats are lettered clockwise; who is out is passed over."""
        state = table(*(player(name, chained(kind, "KKK")) for name, kind in zip("abc", ("UFOs",) * 3, strict=True)))

        assert "C" == next_seat(state, "A")
        assert "B" == next_seat(eliminated(state, "C"), "A")

    def test_groups_of_the_hand_are_discarded_after_the_knock(self) -> None:
        """INWO-41, INWO-97, INWO-142: a Group that was tried and not controlled."""
        state = do(two(chained("UFOs", "C.I.A."), tried=("kkk",)), "A: knock")

        assert ("kkk",) == state.player("A").discard
        assert not state.is_destroyed("kkk")

    def test_the_adepts_keep_them(self) -> None:
        """INWO-142: their failed Groups return to the hand."""
        state = do(two(chained("Adepts of Hermes", "C.I.A."), tried=("kkk",)), "A: knock")

        assert (("kkk",), 1) == (state.player("A").unseen_groups, state.player("A").groups)

    def test_a_resource_for_a_token_comes_after_the_tokens(self) -> None:
        """INWO-39: Bigfoot, marked Action, has none in this turn."""
        ann = player("Ann", chained("UFOs", "C.I.A."), unseen_groups=("bigfoot",), groups=1)
        state = do(table(ann, player("Bob", chained("The Network", "KKK"))), "A: acquire Bigfoot")

        assert (Resource("bigfoot"),) == state.player("A").resources
        assert 0 == state.player("A").structure[0].tokens

    def test_plots_on_the_table_are_no_plots_of_a_hand(self) -> None:
        """INWO-58, INWO-59, INWO-60: hidden and exposed ones count."""
        ann = player("Ann", chained("UFOs"), plots=3, exposed=("sniper",), groups=9, unseen_plots=("hoax",) * 3)

        assert 4 == ann.hand

    def test_windows_of_both_rule_lines(self) -> None:
        """INWO-43, INWO-44, INWO-44-R, INWO-1-R: who claims when; single differences beat the line."""
        choices = table(player("a", chained("UFOs")), player("b", chained("UFOs"))).choices
        old = table(player("a", chained("UFOs")), player("b", chained("UFOs")), settings={"rule_line": "1.1"}).choices

        assert ("after_knock", "before_knock") == (rule(choices, "victory_window"), rule(old, "victory_window"))
        assert len({setting.name for setting in SETTINGS}) == len(SETTINGS)

    def test_protection(self) -> None:
        """INWO-27, INWO-28, INWO-28-R, INWO-28-R2: whom a newcomer attacks may answer; others as the table wants."""
        attack = Attack("A", Mode.DESTROY, card("The Mafia"), attacker="c_i_a", spent=True)
        new = replace(player("Ann", chained("UFOs", "C.I.A.")), turns=0)
        bob = replace(player("Bob", chained("The Network", "The Mafia")), turns=0)
        cid = player("Cid", chained("Shangri-La", "KKK"))
        state = table(new, bob, cid, attack=attack)
        old = table(new, bob, cid, attack=attack, settings={"first_turn_answer": "after_own_first_turn"})
        open_to_all = table(new, bob, cid, attack=attack, settings={"first_turn_allies": "yes"})

        assert not is_protected(state, "B", "A")
        assert is_protected(old, "B", "A")
        assert is_protected(state, "C", "A")
        assert not is_protected(open_to_all, "C", "A")


class TestAttacks:
    def test_a_captured_group_comes_with_all_below_it(self) -> None:
        """INWO-78, INWO-92, INWO-94, INWO-107, INWO-119, INWO-144: without tokens, and what is linked follows."""
        attack = Attack("A", Mode.CONTROL, card("The Mafia"), "c_i_a", spent=True, roll=(1, 1), total=2, by_hand=30)
        held = (Resource(card("Cyborg Soldiers"), card("B.A.T.F.")),)
        bob = player(
            "Bob", beside(chained("The Network", "The Mafia", "B.A.T.F."), "The Network", "KKK"), resources=held
        )
        state = table(player("Ann", chained("UFOs", "C.I.A.")), bob, attack=attack)
        state = do(state, "A: capture at bottom")

        assert ["ufos", "c_i_a", "the_mafia", "b_a_t_f"] == [placed.card for placed in state.player("A").structure]
        assert [0, 0] == [placed.tokens for placed in state.player("A").structure[2:]]
        assert 3 == state.player("A").distance("b_a_t_f")
        assert held == state.player("A").resources
        assert ["the_network", "kkk"] == [placed.card for placed in state.player("B").structure]

    def test_arrivals_that_find_no_place_are_lost(self) -> None:
        """INWO-95, W-96: after a capture discarded."""
        mine = chained("The Network", "C.I.A.")
        mine = beside(mine, "The Network", "Hackers")
        state = two(mine, chained("UFOs", "The Mafia", "Big Media", "KKK"))
        free = [side for side in Side if side is not Side.TOP]
        lost = set()
        for side in free:
            attack = Attack("A", Mode.CONTROL, card("The Mafia"), "c_i_a", spent=True, roll=(1, 1), total=2, by_hand=40)
            there = replace(state, attack=attack)
            action = act.Capture("A", side)
            if violation(GAME, there, action) is None:
                after = GAME.apply(there, action)
                lost.add(len(after.player("B").discard) + len(after.player("A").structure))
        assert lost == {len(mine) + 3}

    def test_a_destroyed_group(self) -> None:
        """INWO-113, INWO-158, INWO-162, INWO-163, INWO-164, INWO-303, INWO-330: its puppets return to the hand."""
        links = (LinkedPlot(card("Grassroots Support"), card("The Mafia"), "B"),)
        held = (Resource(card("Cyborg Soldiers"), card("The Mafia")),)
        bob = player("Bob", chained("The Network", "The Mafia", "B.A.T.F."), resources=held)
        state = table(player("Ann", chained("UFOs", "C.I.A.")), bob, links=links)
        state = leaves_play(state, card("The Mafia"), "destroyed", "A")

        assert (Destroyed(card("The Mafia"), ("Criminal", "Violent")),) == state.player("A").destroyed
        assert ((card("B.A.T.F."),), 1) == (state.player("B").unseen_groups, state.player("B").groups)
        assert ((card("Cyborg Soldiers"),), ()) == (state.gone, state.links)
        assert (card("Grassroots Support"),) == state.player("B").discard
        assert ("B",) == state.player("A").removed, "Bob's last puppet"

    def test_who_leads_without_alignments(self) -> None:
        """INWO-131, INWO-135, INWO-136, INWO-139: an Illuminati has no modifiers; helpers neither."""
        attack = Attack("A", Mode.CONTROL, "kkk", "ufos", from_hand=True, helps=(Help("A", "c_i_a", Role.AID),))
        state = two(chained("UFOs", "C.I.A."), attack=attack)

        assert [6, -5, 6] == [term.points for term in strength(state).terms]

    def test_the_masters_alignments_help_against_control_only(self) -> None:
        """INWO-137, INWO-138: B.A.T.F. below The Mafia share Violent."""
        by = {
            mode: strength(two(chained("UFOs", "C.I.A."), attack=Attack("A", mode, card("B.A.T.F."), "ufos"))).total
            for mode in (Mode.CONTROL, Mode.DESTROY)
        }

        assert {Mode.CONTROL: 6 - 2 - 4 - 5, Mode.DESTROY: 6 - 3 - 5} == by

    def test_full_and_global_power(self) -> None:
        """INWO-147, INWO-148, INWO-149, INWO-151, INWO-154: by alignment, nearness and kind of help."""
        attack = Attack("A", Mode.DESTROY, card("B.A.T.F."), "ufos")
        state = two(beside(chained("UFOs", "C.I.A."), "UFOs", "Canada"), attack=attack)

        assert 6 == help_points(state, attack, "ufos", Role.AID)
        assert 3 == help_points(state, attack, "canada", Role.AID), "Peaceful is opposed to Violent"
        assert 4 == help_points(state, attack, "c_i_a", Role.AID)
        assert 6 == help_points(state, attack, "c_i_a", Role.OPPOSE), "Violent is shared"
        assert 6 == help_points(state, attack, "the_mafia", Role.OPPOSE), "the master"

    def test_self_defence_of_both_rule_lines(self) -> None:
        """INWO-152, INWO-152-R, W-30, W-31: a doubled Power counts threefold, or once more as it is."""
        attack = Attack("A", Mode.DESTROY, "england", "c_i_a", helps=(Help("B", "england", Role.SELF_DEFENCE),))
        held = (Resource(card("Cyborg Soldiers"), "england"),)
        bob = player("Bob", chained("The Network", "England"), resources=held)
        totals = [
            strength(table(player("Ann", chained("UFOs", "C.I.A.")), bob, attack=attack, settings=settings)).terms[-1]
            for settings in ({}, {"self_defence": "permanent_twice"})
        ]

        assert [-6, -8] == [term.points for term in totals]

    def test_eleven_and_twelve_fail(self) -> None:
        """INWO-132, INWO-133, INWO-143, INWO-323, INWO-324: a card may turn the result."""
        attack = Attack(
            "A", Mode.CONTROL, "kkk", "c_i_a", from_hand=True, spent=True, by_hand=30, roll=(5, 6), total=11
        )
        state = two(chained("UFOs", "C.I.A."), attack=attack)

        assert not succeeded(state, attack)
        assert succeeded(state, replace(attack, total=10))
        assert succeeded(state, replace(attack, verdict=True))

    def test_calling_off_gives_everything_back(self) -> None:
        """INWO-127, W-103: tokens of helpers return, the Group goes back into the hand."""
        ann = player("Ann", chained("UFOs", "C.I.A."), unseen_groups=("kkk",), groups=1)
        state = table(ann, player("Bob", chained("The Network", "The Mafia")))
        after = do(state, "A: attack to control C.I.A. -> KKK", "B: aid The Network", "A: call off")

        assert state == after

    def test_a_cancelled_attack(self) -> None:
        """INWO-254, INWO-255, INWO-257: its token is lost, those of the others return."""
        ann = player("Ann", chained("UFOs", "C.I.A."), unseen_groups=("kkk",), groups=1)
        bob = player("Bob", chained("The Network", "The Mafia"), plots=1, unseen_plots=("are_we_having_fun_yet",))
        state = table(ann, bob)
        state = do(state, "A: attack to control C.I.A. -> KKK", "A: spend token", "B: oppose The Network")
        state = do(state, "B: play Are We Having Fun Yet? on C.I.A.")

        assert state.attack is None
        assert [1, 0] == [placed.tokens for placed in state.player("A").structure]
        assert [1, 1] == [placed.tokens for placed in state.player("B").structure]
        assert ("kkk",) == state.tried

    def test_agents(self) -> None:
        """INWO-168, INWO-171: Bob's copy opposes with 6 and is discarded afterwards (INWO-169)."""
        ann = player("Ann", chained("UFOs", "C.I.A."), unseen_groups=("kkk",), groups=1)
        bob = player("Bob", chained("The Network", "The Mafia"), unseen_groups=("kkk",), groups=1)
        state = table(ann, bob)
        state = do(state, "A: attack to control C.I.A. -> KKK", "A: spend token", "B: agents oppose")
        assert 6 + 4 - 5 - 6 == strength(state).total
        state = do(state, "A: no more", "B: no more", "A: conclude")
        assert ("kkk",) == state.player("B").discard


class TestInstants:
    def disaster(self, roll: tuple[int, int]) -> State:
        ann = player("Ann", chained("UFOs", "C.I.A."), plots=1, unseen_plots=("earthquake",))
        bob = player("Bob", chained("The Network", "Hawaii", "Hackers"))
        state = do(table(ann, bob), "A: play Earthquake on Hawaii", "A: no more", "B: no more")
        return do(state, f"roll {roll[0]}, {roll[1]}", "A: conclude")

    def test_a_disaster_devastates_or_destroys(self) -> None:
        """INWO-201, INWO-205, INWO-209, INWO-210, INWO-212: strength 5 at distance 1; above a margin of 5 destroyed."""
        devastates, fails = self.disaster((2, 3)), self.disaster((4, 2))

        assert devastates.player("B").structure[1].devastated
        assert [1, 0, 0] == [placed.tokens for placed in devastates.player("B").structure]
        assert not fails.player("B").structure[1].devastated
        # The Network counts the Hackers double.
        assert (1, 4) == (groups_for_goal(devastates, "B"), groups_for_goal(fails, "B"))

    def test_what_hangs_below_is_devastated_as_long_as_it_hangs_there(self) -> None:
        """INWO-213, INWO-214, INWO-214-R, INWO-301: moved out it is free; relief ends it."""
        state = self.disaster((2, 3))
        assert is_devastated(state, "B", "hackers")
        state = replace(state, on_turn="B")
        state = do(state, "B: move Hackers -> The Network at right by The Network")
        assert not is_devastated(state, "B", "hackers")
        relieved = do(state, "A: relieve Hawaii with C.I.A.")
        assert not relieved.player("B").structure[1].devastated

    def test_an_assassination_kills(self) -> None:
        """INWO-203, INWO-208: with the Power of one Group that fits."""
        ann = player("Ann", chained("UFOs", "C.I.A."), plots=1, unseen_plots=("sniper",))
        bob = player("Bob", beside(chained("The Network", "KKK"), "The Network", "Gordo Remora"))
        state = do(table(ann, bob), "A: play Sniper on Gordo Remora paid by C.I.A.")
        assert 10 + 6 - 1 - 10 == strength(state).total
        state = do(state, "A: no more", "B: no more", "roll 1, 2", "A: conclude")
        assert (Destroyed("gordo_remora", ("Liberal",), killed=True),) == state.player("A").destroyed

    def test_a_disaster_that_is_not_instant(self) -> None:
        """INWO-202, INWO-211: Epidemic lets Groups help."""
        ann = player("Ann", chained("UFOs", "C.I.A."), plots=1, unseen_plots=("epidemic",))
        bob = player("Bob", chained("The Network", "Hawaii"))
        state = do(table(ann, bob), "A: play Epidemic on Hawaii")

        assert violation(GAME, state, GAME.read_action("B: oppose The Network")) is None

    def test_cancelled_it_never_happened(self) -> None:
        """INWO-206, INWO-252, INWO-253, W-14: Hoax! stops a Plot that was just played."""
        ann = player("Ann", chained("UFOs", "C.I.A."), plots=1, unseen_plots=("earthquake",))
        bob = player("Bob", chained("The Network", "Hawaii"), plots=1, unseen_plots=("hoax",))
        state = do(table(ann, bob), "A: play Earthquake on Hawaii", "B: play Hoax!")

        assert (None, ()) == (state.attack, state.stack)
        assert [1, 1] == [placed.tokens for placed in state.player("B").structure]


class TestOrders:
    def test_one_of_each_colour(self) -> None:
        """INWO-270, INWO-273: a new one replaces that of its colour, which goes to its player's discards."""
        ann = player("Ann", chained("UFOs", "C.I.A."), plots=2, unseen_plots=("bigger_business", "law_and_order"))
        state = table(ann, player("Bob", chained("The Network", "KKK")))
        state = do(state, "A: play Law and Order")
        assert 4 == power(state, "kkk")
        state = do(state, "A: play Bigger Business")
        assert (Order("bigger_business", "A"),) == state.orders
        assert ("law_and_order",) == state.player("A").discard
        assert 5 == resistance(state, "kkk")


class TestTheEnd:
    @pytest.mark.parametrize(
        ("players", "settings", "goal"),
        [
            (2, {}, 12),
            (3, {}, 12),
            (4, {}, 11),
            (5, {}, 10),
            (6, {}, 10),
            (3, {"basic_goal": "8"}, 8),
            (2, {"basic_goal": "8"}, 12),
        ],
    )
    def test_basic_goal(self, players: int, settings: dict[str, str], goal: int) -> None:
        """INWO-26, INWO-293, INWO-293-R, INWO-310: by the number of players, or as agreed."""
        assert goal == basic_goal(table(*(player(str(n), chained("UFOs")) for n in range(players)), settings=settings))

    def test_what_counts_double(self) -> None:
        """INWO-300, W-110: Discordia counts Weird Groups of Power 3 and more double, three at most."""
        weird = ["Hackers", "W.I.T.C.H.", "California", "Fiendish Fluoridators"]
        structure = chained("Discordian Society", "C.I.A.")
        structure = beside(structure, "Discordian Society", *weird[:3])
        structure = beside(structure, "C.I.A.", weird[3])
        state = two(structure)

        assert (6 + 3, 4) == (groups_for_goal(state, "A"), sum(power(state, card(each)) >= 3 for each in weird))

    def test_magic_resources_of_the_adepts(self) -> None:
        """INWO-294, W-113: each counts as a Group."""
        held = tuple(Resource(each) for each in ("angels_feather", "book_of_kells", "cyborg_soldiers"))
        state = table(player("Ann", chained("Adepts of Hermes", "KKK"), resources=held), player("Bob", chained("UFOs")))

        assert 4 == groups_for_goal(state, "A")

    @pytest.mark.parametrize(
        ("destroyed", "controlled", "wins"), [(3, 5, True), (1, 7, False), (2, 6, True), (3, 4, False)]
    )
    def test_pairs(self, destroyed: int, controlled: int, wins: bool) -> None:
        """W-117: The Hand of Madness, destroy Peaceful and control Violent: only the printed pairs."""
        gone = tuple(Destroyed(each, ("Peaceful",)) for each in ("canada", "japan", "boy_sprouts")[:destroyed])
        violent = ["C.I.A.", "The Mafia", "KKK", "B.A.T.F.", "Russia", "Clone Arrangers", "W.I.T.C.H."][:controlled]
        structure = chained("UFOs", violent[0])
        for each in violent[1:]:
            structure = _anywhere(structure, each)
        state = table(player("Ann", structure, destroyed=gone), player("Bob", chained("The Network", "Cable TV")))

        assert wins == meets_goal(state, "A", card("The Hand of Madness"))

    def test_total_power(self) -> None:
        """INWO-302, W-115: the Bavarians need 50 with their own 10."""
        state = two(chained("Bavarian Illuminati", "C.I.A.", "The Mafia"))

        assert (22, 28) == (total_power(state, "A"), standings(state, "A")[1].missing)

    def test_destroyed_groups_of_cthulhu(self) -> None:
        """INWO-281, INWO-291, INWO-294, INWO-303: each lowers the number; eight win outright, without a puppet too."""
        gone = tuple(Destroyed(each.id) for each in list(EVENING.catalog.cards.values())[9:17])
        alone = player("Ann", chained("Servants of Cthulhu"), destroyed=gone, turns=4)
        state = table(alone, player("Bob", chained("UFOs", "KKK")), player("Cid", chained("UFOs", "Japan")))

        assert 9 == groups_for_goal(state, "A")
        assert meets_goal(state, "A")
        assert not settled(state).player("A").out

    def test_who_is_out(self) -> None:
        """INWO-290, INWO-290-R, INWO-292, W-122: after the third turn without a puppet; the last one wins."""
        held = (Resource("bigfoot"),)
        state = table(
            player("Ann", chained("UFOs"), turns=3, resources=held), player("Bob", chained("The Network", "KKK"))
        )
        early = table(player("Ann", chained("UFOs"), turns=2), player("Bob", chained("The Network", "KKK")))
        kept = table(*state.players, settings={"victims_resources": "discarded"})

        assert ("B",) == outcome(settled(state)).winners  # type: ignore[union-attr]
        assert not settled(early).player("A").out
        assert ((), ("bigfoot",)) == (settled(state).player("A").discard, settled(kept).player("A").discard)

    def test_factions_share_no_victory(self) -> None:
        """INWO-281, INWO-296, INWO-297: of two UFOs and a Network who all meet their goal the Network wins."""
        structure = chained("UFOs", "C.I.A.", "KKK")
        other = chained("UFOs", "Russia", "B.A.T.F.")
        third = chained("The Network", "Japan", "Canada")
        claims = (Claim("A"), Claim("B"), Claim("C"))
        state = table(
            player("a", structure), player("b", other), player("c", third), settings={"basic_goal": "6"}, claims=claims
        )
        state = replace(state, choices=table(player("a", structure), settings={"basic_goal": "6"}).choices)

        assert () == winners(state)
        three = [
            player(each.name, beside(each.structure, each.structure[0].card, *more))
            for each, more in zip(
                state.players,
                (
                    ("Hackers", "Cable TV", "Empty Vee"),
                    ("Democrats", "Video Games", "OPEC"),
                    ("Feminists", "Pollsters", "Hawaii"),
                ),
                strict=True,
            )
        ]
        assert ("C",) == winners(table(*three, settings={"basic_goal": "6"}, claims=claims))


def _anywhere(structure: tuple[Placed, ...], name: str) -> tuple[Placed, ...]:
    for placed in structure:
        try:
            return beside(structure, placed.card, name)
        except ValueError:
            continue
    raise ValueError(name)


class TestFurther:
    def test_hands_act_in_every_phase(self) -> None:
        """INWO-40, INWO-48, INWO-66, INWO-67, INWO-76, INWO-321: in a rival's turn Bob discards and buys, at once."""
        bob = player("Bob", chained("The Network", "KKK"), unseen_groups=("hackers",), groups=1, unseen_plots=("hoax",))
        state = table(player("Ann", chained("UFOs", "C.I.A.")), bob)
        state = do(state, "B: discard Hackers", "B: buy Plot with The Network")

        assert (("hackers",), 1, ()) == (state.player("B").discard, state.player("B").plots, state.stack)

    def test_tokens_before_the_tokens(self) -> None:
        """INWO-35-R: an answer may be paid for, unless the table plays by the older rule."""
        bob = player("Bob", chained("The Network", "KKK"), plots=1, unseen_plots=("are_we_having_fun_yet",))
        held = (Resource("bigfoot", tokens=1),)
        ann = player("Ann", chained("Bermuda Triangle", "C.I.A."), resources=held)
        newer = table(ann, bob, phase=Phase.PLOTS, stack=())
        older = table(ann, bob, phase=Phase.PLOTS, settings={"early_tokens": "buy_only"})
        answers = [
            violation(
                GAME, replace(each, stack=(Played("B", "bermuda_triangle", 0),)), GAME.read_action("A: use Bigfoot")
            )
            for each in (newer, older)
        ]

        assert [None, "INWO-35"] == [found and found.rule.id for found in answers]

    def test_structures_lie_on_planes_of_their_own(self) -> None:
        """INWO-86-R, INWO-88, INWO-89: Resources and rivals' Groups never block an arrow."""
        held = tuple(Resource("bigfoot") for _ in range(5))
        alone = table(
            player("Ann", chained("UFOs", "C.I.A."), unseen_groups=("kkk",), groups=1), player("Bob", chained("UFOs"))
        )
        crowded = table(
            replace(alone.player("A"), resources=held), player("Bob", chained("UFOs", "The Mafia", "B.A.T.F."))
        )
        action = GAME.read_action("A: take over KKK -> C.I.A. at bottom")

        assert [None, None] == [violation(GAME, replace(each, phase=Phase.PLOTS), action) for each in (alone, crowded)]

    def test_resources(self) -> None:
        """INWO-99, INWO-103, INWO-115, INWO-245-R: no Groups; any number of copies; given away they are unlinked."""
        held = (Resource("cyborg_soldiers", "c_i_a"),)
        ann = player("Ann", chained("UFOs", "C.I.A."), resources=held, unseen_groups=("cyborg_soldiers",), groups=1)
        state = table(ann, player("Bob", chained("The Network", "KKK")))
        assert 2 == len(do(state, "A: acquire Cyborg Soldiers").player("A").resources)
        assert 2 == groups_for_goal(state, "A")
        given = do(state, "A: give B Resource Cyborg Soldiers")
        assert (Resource("cyborg_soldiers"),) == given.player("B").resources
        knocked = replace(state, phase=Phase.KNOCKED)
        at_any_time = table(*state.players, settings={"resource_gifts": "any_time"}, phase=Phase.KNOCKED)
        action = GAME.read_action("A: give B Resource Cyborg Soldiers")
        assert violation(GAME, knocked, action) is not None
        assert violation(GAME, at_any_time, action) is None

    def test_targets(self) -> None:
        """INWO-122, INWO-161, W-58: no Illuminati; to destroy needs no open arrow."""
        state = two(chained("UFOs", "C.I.A.", "Cycle Gangs"))
        attacks = [each for each in GAME.candidates(state) if isinstance(each, act.DeclareAttack)]

        assert all(EVENING[each.target].is_group for each in attacks)
        assert violation(GAME, state, GAME.read_action("A: attack to destroy Cycle Gangs -> The Mafia")) is None

    def test_bonuses(self) -> None:
        """INWO-155, INWO-156, W-33: on any attempt of the owner; of defence only in the own structure."""
        attack = Attack("A", Mode.DESTROY, "kkk", "ufos", helps=(Help("C", "cycle_gangs", Role.AID),))
        helped = table(
            player("a", chained("UFOs", "C.I.A.")),
            player("b", chained("Shangri-La", "KKK")),
            player("c", chained("The Network", "Cycle Gangs")),
            attack=attack,
        )
        own = table(
            player("a", beside(chained("UFOs", "C.I.A."), "UFOs", "Cycle Gangs")),
            helped.player("B"),
            attack=replace(attack, helps=()),
        )

        assert "cycle_gangs" not in {term.card for term in strength(helped).terms if str(term.why) == "Cycle Gangs"}
        assert [2, -5] == [term.points for term in strength(own).terms if term.rule.id in {"INWO-155", "INWO-156"}]

    def test_privilege_shuts_out_gifts(self) -> None:
        """INWO-193, INWO-196: and what is illegal now stays so."""
        attack = Attack("A", Mode.DESTROY, card("The Mafia"), "c_i_a", spent=True, committed=True, privileged=True)
        cid = player("Cid", chained("Shangri-La", "KKK"), plots=1, unseen_plots=("sniper",))
        state = table(
            player("Ann", chained("UFOs", "C.I.A.")),
            player("Bob", chained("The Network", "The Mafia")),
            cid,
            attack=attack,
        )
        found = violation(GAME, state, GAME.read_action("C: give B Plot"))

        assert found is not None
        assert "INWO-244" == found.rule.id

    def test_a_moved_subtree_that_finds_no_place(self) -> None:
        """INWO-95, INWO-243: after a move it returns to the hand; nothing is ever lost or doubled."""
        state = two(beside(chained("UFOs", "C.I.A.", "The Mafia", "Big Media", "Russia"), "UFOs", "Japan"))
        total = len(state.player("A").structure)
        for action in [each for each in GAME.candidates(state) if isinstance(each, act.Move)]:
            if violation(GAME, state, action) is None:
                ann = GAME.apply(state, action).player("A")
                assert total == len(ann.structure) + ann.groups

    def test_copies(self) -> None:
        """INWO-167, INWO-283: a copy of a Group in play is not taken over."""
        state = table(
            player("Ann", chained("UFOs", "C.I.A."), unseen_groups=("kkk",), groups=1),
            player("Bob", chained("The Network", "KKK")),
            phase=Phase.PLOTS,
        )
        found = violation(GAME, state, GAME.read_action("A: take over KKK -> C.I.A. at bottom"))

        assert found is not None
        assert "INWO-98" == found.rule.id
