"""What cards are worth: traits, Power, Global Power, what changes them (INWO-3 to INWO-17, INWO-140)."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from companion.core.facts import Provenance
from companion.games.inwo import GAME
from companion.games.inwo.card_values import (
    Purpose,
    alignments,
    global_power,
    opposed,
    power,
    shared,
)
from companion.games.inwo.catalog import Kind
from companion.games.inwo.continuous_effects import in_force, traits
from companion.games.inwo.effects import Mode, Role, Until
from companion.games.inwo.state import (
    Lasts,
    LinkedPlot,
    Order,
    Phase,
    Resource,
)
from companion.games.inwo.state_based_actions import settled
from tests.games.inwo.tables import EVENING, card, chained, do, player, table, two


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
        in_defence = Purpose(Role.DEFENCE, (Mode.DESTROY,))

        assert (16, 6, 6) == (
            power(state, "c_i_a", in_defence),
            power(state, "c_i_a", Purpose(goal=True)),
            power(state, "c_i_a", Purpose(permanent=True)),
        )

    def test_a_new_alignment_takes_its_opposite_away(self) -> None:
        """INWO-9, INWO-10: Political Correctness makes a weak Conservative Group Criminal, permanently."""
        state = two(chained("UFOs", "Congressional Wives"), orders=(Order(card("Political Correctness"), "B"),))

        assert {"Straight", "Conservative", "Criminal"} == set(alignments(state, "congressional_wives"))
        assert "Criminal" in traits(state, "congressional_wives", permanent=True)

    def test_orders_reckon_one_after_the_other(self) -> None:
        """INWO-140, INWO-272, INWO-273, INWO-320: set, the largest multiplier, then what is added."""
        links = (LinkedPlot(card("New Blood"), "kkk", "A"),)
        resources = (Resource(card("Cyborg Soldiers"), "kkk"),)
        state = table(
            player("Ann", chained("UFOs", "KKK"), resources=resources),
            player("Bob", chained("The Network", "The Mafia")),
            links=links,
            orders=(Order(card("Law and Order"), "A"),),
        )

        assert 14 == power(state, "kkk"), "W-29: set to 6, doubled, and 2"

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
        powers = [state.effects(card("The Oregon Crud")).play[0].attack.power for state in (printed, corrected)]  # type: ignore[union-attr]

        assert [10, 24] == powers


class TestDoubts:
    DOUBTFUL: ClassVar = {
        "outgoing": "c_i_a cfl_aio china druids fidel_castro germany hackers silicon_valley",
        "alignments": "trekkies",
        "resistance": "california",
    }

    def test_the_owner_is_asked_first_where_public_lists_differ(self) -> None:
        """INWO-7: these values are marked as not known, and their cards come first, whatever is in the decks."""
        doubtful = {(card, name) for name, cards in self.DOUBTFUL.items() for card in cards.split()}
        known = {fact.name: fact.provenance for fact in GAME.facts}
        sheets = GAME.copy_form.sheets({})

        assert {card for card, _ in doubtful} == {sheet.piece for sheet in sheets[: len(doubtful)]}
        assert {Provenance.PROVISIONAL} == {known[f"{card}.{name}"] for card, name in doubtful}
        asked = {question.name: question for sheet in sheets for question in sheet.questions}
        assert all("Public lists differ" in str(asked[f"{card}.{name}"].asks) for card, name in doubtful)

    def test_what_the_owner_has_told_is_in_doubt_no_more(self) -> None:
        told = GAME.with_profile("[cards.california]\nresistance = 5\n")

        assert () == told.evening["california"].doubtful
        assert Provenance.OWNER is told.evening["california"].known("resistance")
