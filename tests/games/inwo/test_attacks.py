"""Ordinary attacks: capture, destruction, strength, calling off, agents (INWO-92 to INWO-171)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import violation
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.attack import Attack, Help
from companion.games.inwo.board import leaves_play
from companion.games.inwo.catalog import Side
from companion.games.inwo.effects import Mode, Role
from companion.games.inwo.rules_result import succeeded
from companion.games.inwo.state import (
    Destroyed,
    LinkedPlot,
    Resource,
)
from companion.games.inwo.strength import help_points, strength
from tests.games.inwo.tables import beside, card, chained, do, player, table, two


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
        bob = player("Bob", chained("The Network", "The Mafia", "B.A.T.F."), resources=held, turns=3)
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

        assert 6 == help_points(state, attack, "A", "ufos", Role.AID)
        assert 3 == help_points(state, attack, "A", "canada", Role.AID), "Peaceful is opposed to Violent"
        assert 4 == help_points(state, attack, "A", "c_i_a", Role.AID)
        assert 6 == help_points(state, attack, "A", "c_i_a", Role.OPPOSE), "Violent is shared"
        assert 6 == help_points(state, attack, "B", "the_mafia", Role.OPPOSE), "the master"

    def test_self_defence_of_both_rule_lines(self) -> None:
        """INWO-152, INWO-152-R, W-30, W-31: a doubled Power counts threefold, or once more as it is."""
        attack = Attack(
            "A", Mode.DESTROY, "secret_service", "c_i_a", helps=(Help("B", "secret_service", Role.SELF_DEFENCE),)
        )
        held = (Resource(card("Cyborg Soldiers"), "secret_service"),)
        bob = player("Bob", chained("The Network", "Secret Service"), resources=held)
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
        state = do(state, "A: attack to control C.I.A. -> KKK", "A: spend token", "B: oppose The Mafia")
        state = do(state, "B: play Are We Having Fun Yet? on C.I.A. paid by The Network")

        assert state.attack is None
        assert [1, 0] == [placed.tokens for placed in state.player("A").structure]
        assert [0, 1] == [placed.tokens for placed in state.player("B").structure]
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
