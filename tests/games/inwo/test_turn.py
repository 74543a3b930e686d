"""The turn: tokens, the knock, hands, protection (INWO-27 to INWO-60)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import legal_actions
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.attack import Attack
from companion.games.inwo.board import devastated, eliminated, next_seat
from companion.games.inwo.effects import Mode
from companion.games.inwo.rules_preconditions import is_protected
from companion.games.inwo.settings import SETTINGS, rule
from companion.games.inwo.state import (
    Phase,
    Resource,
)
from tests.games.inwo.tables import card, chained, do, player, table, two


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

        assert "C" == next_seat(state)
        assert "B" == next_seat(eliminated(state, "C"))
        assert "B" == next_seat(eliminated(replace(state, interrupted="C"), "C"))

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

    def test_two_play_as_more_do(self) -> None:
        """INWO-312: with tokens laid, two players have every kind of action that three have."""
        hand = {"plots": 1, "groups": 1, "unseen_plots": ("sniper", "tornado"), "unseen_groups": ("hackers",)}
        ann = player("Ann", chained("UFOs", "C.I.A."), **hand)
        bob = player("Bob", chained("The Network", "Hawaii"), **hand)
        cid = player("Cid", chained("Bermuda Triangle", "Russia"), **hand)
        kinds = [
            {type(action) for action in legal_actions(GAME, table(*players))}
            for players in ((ann, bob), (ann, bob, cid))
        ]

        assert kinds[0] == kinds[1]
        assert {act.DeclareAttack, act.PlayCard, act.Knock, act.BuyPlot} <= kinds[0]
