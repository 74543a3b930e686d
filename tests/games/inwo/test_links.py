"""Plots and Resources that are linked to Groups, and what makes a link idle or ends it (INWO-116 to INWO-119)."""

from __future__ import annotations

from dataclasses import replace

from companion.core.editing import corrected
from companion.core.editor import PieceMove
from companion.games.inwo import GAME
from companion.games.inwo.board import bring_in, leaves_play
from companion.games.inwo.card_effects import effects_of
from companion.games.inwo.card_values import alignments, power
from companion.games.inwo.catalog import Side
from companion.games.inwo.continuous_effects import in_force
from companion.games.inwo.effects import Until
from companion.games.inwo.hands import out_of_hand
from companion.games.inwo.state import Lasts, LinkedPlot, Resource, State, with_group
from companion.games.inwo.state_based_actions import settled
from companion.games.inwo.table import table as table_of
from tests.games.inwo.tables import EVENING, card, chained, player, table

MOB = LinkedPlot(card("Mob Influence"), "loan_sharks", "A")
"""Sets the Power of a Criminal Group to 6."""


def sharks(*links: LinkedPlot, **more: object) -> State:
    return table(
        player("Ann", chained("UFOs", "Loan Sharks")), player("Bob", chained("The Network", "KKK")), links=links, **more
    )


class TestLinks:
    def test_what_is_linked_to_a_group_that_fits_counts(self) -> None:
        """INWO-63: Mob Influence makes the Loan Sharks, of Power 3, a Group of Power 6."""
        assert [3, 6] == [power(state, "loan_sharks") for state in (sharks(), sharks(MOB))]

    def test_a_link_that_is_illegal_does_nothing_and_stays(self) -> None:
        """INWO-116: linked to a Group that is not Criminal it changes nothing; a Resource stays in play (INWO-117)."""
        links = (LinkedPlot(MOB.card, "hackers", "A"),)
        held = (Resource(card("Cyborg Soldiers"), "hackers"),)
        state = table(
            player("Ann", chained("UFOs", "Hackers"), resources=held), player("Bob", chained("The Network", "KKK"))
        )

        assert [3, 3] == [power(each, "hackers") for each in (state, replace(state, links=links))]
        assert held == settled(state).player("A").resources

    def test_a_plot_whose_link_is_illegal_for_good_is_discarded(self) -> None:
        """INWO-117, W-25: a Straight Group with Grassroots Support is made Weird: the Plot goes to its owner's pile."""
        support = LinkedPlot(card("Grassroots Support"), "boy_sprouts", "A")
        weird = LinkedPlot(card("Jake Day"), "boy_sprouts", "B")
        state = table(
            player("Ann", chained("UFOs", "Boy Sprouts")),
            player("Bob", chained("The Network", "KKK")),
            links=(support,),
        )
        assert (state, 6) == (settled(state), power(state, "boy_sprouts"))
        after = settled(replace(state, links=(support, weird)))

        assert ((weird,), (support.card,)) == (after.links, after.player("A").discard)
        assert 1 == power(after, "boy_sprouts")

    def test_of_two_that_contradict_each_other_the_later_rules(self) -> None:
        """INWO-118, W-26: Straighten Up, then Jake Day; when that is gone the earlier counts again."""
        straight = LinkedPlot(card("Straighten Up"), "loan_sharks", "A")
        weird = LinkedPlot(card("Jake Day"), "loan_sharks", "B")
        both = sharks(straight, weird)

        assert settled(both).links == both.links
        assert {"Weird"} == alignments(both, "loan_sharks") & {"Straight", "Weird"}
        assert {"Straight"} == alignments(sharks(straight), "loan_sharks") & {"Straight", "Weird"}

    def test_a_link_that_is_illegal_for_a_while_comes_back(self) -> None:
        """INWO-116, W-27: the Nobel Peace Prize of a Group that is Violent until the end of the turn."""
        prize = LinkedPlot(card("Nobel Peace Prize"), "red_cross", "A")
        state = table(
            player("Ann", chained("UFOs", "Red Cross")), player("Bob", chained("The Network", "KKK")), links=(prize,)
        )
        violent = next(
            Lasts("gay_activists", "B", "red_cross", Until.TURN, use=number)
            for number, use in enumerate(state.effects("gay_activists").uses)
            if any("Violent" in change.add for each in use.lasting for change in each.effect.alignments)
        )
        meanwhile = replace(state, lasting=(violent,))

        assert [6, 2, 6] == [power(each, "red_cross") for each in (state, meanwhile, replace(meanwhile, lasting=()))]
        assert settled(meanwhile).links == (prize,)

    def test_what_is_linked_to_a_group_out_of_play_sleeps_and_wakes_with_it(self) -> None:
        """INWO-119: Mob Influence lies where it lay and does nothing; the Loan Sharks are strong when they return."""
        asleep = settled(leaves_play(sharks(MOB), "loan_sharks", "hand"))
        back = settled(bring_in(out_of_hand(asleep, "A", "loan_sharks"), "A", "loan_sharks", "ufos", Side.LEFT))

        assert (replace(MOB, asleep="A"),) == asleep.links
        assert (MOB.card,) == table_of(asleep).zones["A.links"]
        assert [3, 6] == [power(each, "loan_sharks") for each in (asleep, back)]
        assert (MOB,) == back.links
        assert () == settled(leaves_play(sharks(MOB), "loan_sharks", "destroyed", "B")).links

    def test_a_resource_waits_for_its_group(self) -> None:
        """INWO-119: of what it gives to a Group nobody has it meanwhile."""
        held = (Resource(card("Death Mask"), "voudonistas"),)
        state = table(
            player("Ann", chained("UFOs", "Voudonistas"), resources=held), player("Bob", chained("The Network"))
        )
        asleep = leaves_play(state, "voudonistas", "hand")
        given = [[each for each in in_force(now) if each.card == held[0].card] for now in (state, asleep)]

        assert [True, False] == [bool(each) for each in given]
        back = bring_in(out_of_hand(asleep, "A", "voudonistas"), "A", "voudonistas", "ufos", Side.LEFT)
        assert held == back.player("A").resources
        assert in_force(state) == in_force(back)

    def test_arrows_that_a_plot_gave_return_with_the_group(self) -> None:
        """INWO-119: those of the way in which it was played."""
        plot = next(
            each
            for each in EVENING.catalog.cards
            if any(play.arrows == (Side.RIGHT,) for play in effects_of(each, errata=False).play)
        )
        state = sharks(LinkedPlot(plot, "loan_sharks", "A"))
        state = with_group(state, "A", "loan_sharks", extra=(Side.RIGHT,))
        asleep = leaves_play(state, "loan_sharks", "hand")
        back = bring_in(out_of_hand(asleep, "A", "loan_sharks"), "A", "loan_sharks", "ufos", Side.LEFT)

        assert (Side.RIGHT,) == back.player("A").placed("loan_sharks").extra  # type: ignore[union-attr]
        assert state.links == back.links

    def test_a_link_wakes_with_a_group_that_is_put_right_by_hand_too(self) -> None:
        """INWO-119: the Loan Sharks, which were in the hand for the companion alone, lie at their arrow."""
        asleep = settled(leaves_play(sharks(MOB), "loan_sharks", "hand"))
        put_right = corrected(GAME, asleep, (PieceMove("loan_sharks", "A.groups", "A.ufos.left"),))

        assert (MOB,) == put_right.links
