"""Hands, Resources, links and moves (INWO-40 to INWO-118, INWO-240 to INWO-283)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import violation
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.attack import Attack, Help
from companion.games.inwo.effects import Mode, Role
from companion.games.inwo.goals import (
    groups_for_goal,
)
from companion.games.inwo.state import (
    Phase,
    Played,
    Resource,
)
from companion.games.inwo.strength import strength
from tests.games.inwo.tables import EVENING, beside, card, chained, do, player, table, two


class TestHands:
    def test_hands_act_in_every_phase(self) -> None:
        """INWO-40, INWO-48, INWO-66, INWO-67, INWO-76, INWO-321: in a rival's turn Bob discards and buys, at once."""
        bob = player("Bob", chained("The Network", "KKK"), unseen_groups=("hackers",), groups=1, unseen_plots=("hoax",))
        state = table(player("Ann", chained("UFOs", "C.I.A.")), bob)
        state = do(state, "B: discard Hackers", "B: buy Plot with The Network")

        assert (("hackers",), 1, ()) == (state.player("B").discard, state.player("B").plots, state.stack)

    def test_tokens_before_the_tokens(self) -> None:
        """INWO-35-R: an answer may be paid for, unless the table plays by the older rule."""
        bob = player("Bob", chained("The Network", "KKK"), plots=1, unseen_plots=("are_we_having_fun_yet",))
        ann = player("Ann", chained("Bermuda Triangle", "C.I.A."), plots=1, unseen_plots=("hoax", "sniper"))
        newer = table(ann, bob, phase=Phase.PLOTS, stack=())
        older = table(ann, bob, phase=Phase.PLOTS, settings={"early_tokens": "buy_only"})
        answers = [
            violation(
                GAME,
                replace(each, stack=(Played("B", "savings_and_loan_scam"),)),
                GAME.read_action("A: play Hoax! paid by C.I.A."),
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

    def test_the_price_of_a_spare_illuminati(self) -> None:
        """INWO-282: the top cards of both decks are discarded; the players say which these were."""
        hand = {"plots": 1, "unseen_plots": ("the_network", "sniper", "tornado"), "unseen_groups": ("hackers", "japan")}
        state = table(player("Ann", chained("UFOs", "C.I.A."), **hand), player("Bob", chained("The Network", "KKK")))
        state = do(state, "A: spare The Network")
        assert 2 == len(state.owed)
        state = do(state, "A: discard Tornado", "A: discard Japan")

        ann = state.player("A")
        assert ((), ("tornado", "japan"), ("the_network",)) == (state.owed, ann.discard, ann.agents)
        assert (1, 1, 0) == (ann.plot_deck, ann.group_deck, ann.plots)

    def test_a_magic_plot_makes_a_magic_attack(self) -> None:
        """INWO-101: the W.I.T.C.H. change the dice of a Magic attack by 2, of any other by 1."""
        attack = Attack("A", Mode.CONTROL, "kkk", "c_i_a", spent=True, roll=(3, 3), total=6)
        ann = player("Ann", beside(chained("UFOs", "C.I.A."), "UFOs", "W.I.T.C.H."))
        state = table(ann, player("Bob", chained("The Network", "KKK")), attack=attack)
        magic = replace(state, attack=replace(attack, used=(("A", "withering_curse"),)))
        by_two = "A: use W.I.T.C.H. ability 3"

        assert violation(GAME, state, GAME.read_action(by_two)) is not None
        assert violation(GAME, magic, GAME.read_action(by_two)) is None
