"""What the screen asks and tells in an attack and of what people carry out, from the values alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.conformance.playouts import sensible, start
from companion.core.game import Options, legal_actions, play
from companion.core.screen import Do, Notice, Pad, Select
from companion.core.selection import NO_SELECTION, Pick, Selection
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.card_plays import Pile
from companion.games.inwo.state import Owed, Phase, Played, State
from tests.games.inwo.scenes import MINE, NOBODY, attacked, scene


def notice(state: State, *picks: Pick) -> Notice:
    found = GAME.present(state, Selection(picks) if picks else NO_SELECTION).notice
    assert found is not None, "the companion asks"
    return found


def rolled(mode: str, target: str, dice: tuple[int, int], **more: Any) -> State:
    """Ann's Illuminati has attacked, all have spoken, and the dice lie so; one of them is changed to come to 2."""
    state = attacked(scene((NOBODY,), ("bjorne",)), mode, target, **more)
    assert state.attack is not None
    thrown = replace(state.attack, silent=state.alive, roll=dice, total=sum(dice), committed=True)
    return replace(state, attack=thrown)


class TestWhatARollDecides:
    def test_a_captured_group_is_to_be_laid(self) -> None:
        said = notice(rolled("control", "bjorne", (1, 1), by_hand=60))

        assert str(said.heading).startswith("Rolled 2, needed 10 or less: the attack succeeds.")
        assert str(said.lines[0]).startswith("Lay Bjorne with all below it at an open arrow of ")
        ways = [each.intent.action for each in said.answers if isinstance(each.intent, Do)]
        assert any(isinstance(way, act.Capture) for way in ways)
        assert not any(isinstance(way, act.Conclude) for way in ways)

    def test_several_arrows_are_alike_to_the_companion(self) -> None:
        said = notice(rolled("control", "bjorne", (1, 1), by_hand=60))
        laying = [
            each for each in said.answers if isinstance(each.intent, Do) and isinstance(each.intent.action, act.Capture)
        ]

        assert len(laying) > 1
        assert said.foremost is None

    def test_a_destroyed_group(self) -> None:
        said = notice(rolled("destroy", "bjorne", (1, 1), by_hand=60))

        assert "Destroyed: Bjorne" == str(said.lines[0])
        assert said.foremost is not None
        assert Do(act.Conclude("A")) == said.foremost.intent

    @pytest.mark.parametrize("dice", [(5, 6), (6, 6)])
    def test_eleven_and_twelve_fail_however_strong_the_attack(self, dice: tuple[int, int]) -> None:
        """INWO-133."""
        said = notice(rolled("destroy", "bjorne", dice, by_hand=60))

        assert f"Rolled {sum(dice)}, needed 10 or less: the attack fails." == str(said.heading)
        assert "Bjorne stays where it is." == str(said.lines[0])

    def test_a_group_of_the_hand_may_be_tried_again(self) -> None:
        """INWO-142."""
        said = notice(rolled("control", "hackers", (6, 6), by_hand=60, from_hand=True))

        assert "Hackers may be tried again in this turn, else it is thrown away." == str(said.lines[0])

    def test_a_card_that_turns_the_result_is_said(self) -> None:
        """INWO-323: the roll beside what was needed would tell something else."""
        said = notice(rolled("destroy", "bjorne", (6, 6), by_hand=60, verdict=True))

        assert "Rolled 12: a card makes the attack succeed." == str(said.heading)

    def test_the_journal_tells_the_roll_and_whose_attack_it_was(self) -> None:
        state = rolled("destroy", "bjorne", (6, 6), by_hand=60)

        told = str(GAME.sentence(state, act.Conclude("A")))
        assert "Rolled 12, needed 10 or less: Ann's attack on Bjorne failed" == told

    def test_without_a_roll_nothing_is_said_of_one(self) -> None:
        state = attacked(scene((NOBODY,), ("bjorne",)), "destroy", "bjorne")

        assert "Ann carried out what the dice decided" == str(GAME.sentence(state, act.Conclude("A")))


class TestAnAttackByFewTouches:
    """INWO-121, INWO-143, INWO-157: nobody answers, and is asked once for all alike."""

    @pytest.fixture
    def state(self) -> State:
        return scene((NOBODY,), ("bjorne",))

    def drawn(self, state: State) -> list[Do]:
        zones = {piece: zone for zone, pieces in GAME.table(state).zones.items() for piece in pieces}
        ways = GAME.drawn_onto(state, zones[MINE], MINE, zones["bjorne"])
        return [way.intent for way in ways if isinstance(way.intent, Do)]

    def test_a_group_drawn_onto_another_attacks_it(self, state: State) -> None:
        at_once = [done for done in self.drawn(state) if done.then]

        assert [act.DeclareAttack] * len(self.drawn(state)) == [type(done.action) for done in self.drawn(state)]
        assert at_once, "nobody has to answer"
        told = [type(action) for action in at_once[0].actions[: 2 + len(state.alive)]]
        assert [act.DeclareAttack, act.SpendToken, *[act.NoMore] * len(state.alive)] == told

    def test_all_that_one_touch_does_is_legal(self, state: State) -> None:
        for done in self.drawn(state):
            now = state
            for action in done.actions:
                now = play(GAME, now, action)

    def test_whether_somebody_is_asked_does_not_hang_on_what_lies_hidden_in_hands(self, state: State) -> None:
        """Others hold one hidden Plot more or less: the same is asked."""
        attacked_by = play(GAME, play(GAME, state, self.drawn(state)[-1].action), act.SpendToken("A"))
        rich = attacked_by.with_player("B", replace(attacked_by.player("B"), plots=1))
        poor = attacked_by.with_player("B", replace(attacked_by.player("B"), plots=0))
        asked = [
            [str(each.label) for each in notice(each).answers if "add" in str(each.label)] for each in (rich, poor)
        ]

        assert "Nobody adds anything" == asked[0][0]
        assert asked[0] == asked[1]


class TestACardByFewTouches:
    """INWO-251: played and let stand in one touch where nobody cancels it, and alone wherever somebody could."""

    BUDGET, PLAYS = "new_federal_budget", Pick("cards", "", "A")

    def state(self, plots: int) -> State:
        """Ann holds the New Federal Budget, Ben so many Plots, any of which may cancel it for all that is known."""
        state = scene((NOBODY,), ("bjorne",))
        ann = replace(state.player("A"), plots=1, unseen_plots=(self.BUDGET,))
        ben = replace(state.player("B"), plots=plots, unseen_plots=("secrets_man_was_not_meant_to_know", "tidal_wave"))
        return state.with_player("A", ann).with_player("B", ben)

    def test_what_nobody_can_cancel_takes_effect_with_the_card(self) -> None:
        first, *_ = notice(self.state(0), self.PLAYS).answers

        budget = act.PlayCard("A", self.BUDGET)
        assert ("New Federal Budget", Do(budget, (act.LetStand("A"),))) == (str(first.label), first.intent)
        assert () == play(GAME, play(GAME, self.state(0), budget), act.LetStand("A")).stack

    def test_what_may_be_cancelled_is_played_with_the_answer_or_without(self) -> None:
        budget = act.PlayCard("A", self.BUDGET)
        at_once, *_, cancelled, _ = notice(self.state(1), self.PLAYS).answers
        assert ("New Federal Budget", Do(budget, (act.LetStand("A"),))) == (str(at_once.label), at_once.intent)
        assert "Somebody cancels it" == str(cancelled.label)
        assert isinstance(cancelled.intent, Select)
        assert Do(budget) == notice(self.state(1), self.PLAYS, cancelled.intent.pick).answers[0].intent


class TestATurnByFewTouches:
    """INWO-30 to INWO-33: whoever brings a card into play names it, and the draws before it are done."""

    def test_a_card_is_brought_into_play_by_whoever_has_drawn(self) -> None:
        state, random, wanted = start(GAME, 2), Random(1), None
        while wanted is None:
            action = sensible(GAME, state, random)
            assert action is not None
            state = GAME.apply(state, action)
            ways = GAME.present(state).buttons if state.phase is Phase.MAIN else ()
            wanted = next((way.intent for way in ways if "brings a card" in str(way.label)), None)
        assert isinstance(wanted, Select)

        answers = notice(state, wanted.pick).answers
        chosen = next(answer.intent for answer in answers if isinstance(answer.intent, Select))
        done = [each.intent for each in notice(state, wanted.pick, chosen.pick).answers if isinstance(each.intent, Do)]

        assert done
        now = state
        for action in done[0].actions:
            now = play(GAME, now, action)
        kinds = [type(action) for action in done[0].actions]
        assert [act.Knock, act.Begin] == kinds[:2]
        assert [act.TakeOver, act.Proceed] == kinds[-2:]


class TestTheDice:
    @pytest.fixture
    def state(self) -> State:
        state = attacked(scene((NOBODY,), ("bjorne",)), "destroy", "bjorne", by_hand=60)
        assert state.attack is not None
        return replace(state, attack=replace(state.attack, silent=state.alive, committed=True))

    @pytest.mark.parametrize(
        ("picks", "chosen"),
        [
            ((Pick("faces"),), (None, None)),
            ((Pick("first", "3"),), (2, None)),
            ((Pick("first", "3"), Pick("second", "6")), (2, 5)),
            ((Pick("first", "3"), Pick("second", "6"), Pick("dice", "4 6")), (3, 5)),
            ((Pick("first", "7"), Pick("second", "six")), (None, None)),
            ((Pick("dice", "4"),), (3, None)),
        ],
    )
    def test_what_is_told_of_each_die(
        self, state: State, picks: tuple[Pick, ...], chosen: tuple[int | None, ...]
    ) -> None:
        asked = notice(state, *picks)

        assert isinstance(asked.detail, Pad)
        assert chosen == tuple(row.chosen for row in asked.detail.rows)
        assert (asked.foremost is not None) is (None not in chosen)


class TestWhatHasComeOfACard:
    @pytest.fixture
    def state(self) -> State:
        return replace(scene((NOBODY,), ("bjorne",)), by_hand=Played("A", MINE))

    def test_first_the_kind_of_thing_is_told(self, state: State) -> None:
        assert ["Cards", "Tokens", "Hands", "Done"] == [str(each.label) for each in notice(state).answers]
        assert notice(state).foremost is None, "nobody knows what has come of it"

    def test_a_card_that_has_gone_takes_three_touches(self, state: State) -> None:
        cards = Pick("changed", "cards")
        asked = notice(state, cards)
        assert "Which card has left its place?" == str(asked.heading)
        assert Select(Pick("moved", "bjorne")) in [each.intent for each in asked.answers]

        fates = notice(state, cards, Pick("moved", "bjorne"))
        assert "Bjorne: where has it gone?" == str(fates.heading)
        done = [each.intent for each in fates.answers if isinstance(each.intent, Do)]
        assert [Do(act.Remove("A", "bjorne", where)) for where in ("discard", "destroyed", "hand")] == done

    @pytest.mark.parametrize(("kind", "action"), [("tokens", act.SetTokens), ("hands", act.SetPlots)])
    def test_tokens_and_hands_take_two(self, state: State, kind: str, action: type) -> None:
        answers = notice(state, Pick("changed", kind)).answers

        assert any(isinstance(each.intent, Do) and isinstance(each.intent.action, action) for each in answers)


class TestWhatIsOwed:
    def test_what_somebody_discards_is_asked_by_the_names_of_the_cards(self) -> None:
        asked = notice(replace(scene((NOBODY,)), owed=(Owed("A"),)))

        assert "Ann discards a card. Which?" == str(asked.heading)
        assert {"Hackers", "Tornado"} <= {str(answer.label) for answer in asked.answers}

    def test_who_throws_what_away_is_said_where_two_do(self) -> None:
        asked = notice(replace(scene((NOBODY,)), owed=(Owed("A"), Owed("B"))))

        assert {"Ann discards Hackers", "Bob discards Hackers"} <= {str(answer.label) for answer in asked.answers}

    def test_a_plot_that_is_to_be_shown_is_not_said_to_be_discarded(self) -> None:
        asked = notice(replace(scene((NOBODY,)), owed=(Owed("A", Pile.EXPOSED),)))

        assert "Ann shows a Plot. Which?" == str(asked.heading)


class TestTheSetUp:
    @pytest.fixture
    def state(self) -> State:
        return GAME.initial_state(Options(("Ann", "Ben")))

    def test_the_only_illuminati_of_a_deck_is_laid_not_asked_for(self, state: State) -> None:
        """INWO-18."""
        asked = notice(state)

        assert "Ann plays Bavarian Illuminati. Lay the card out." == str(asked.heading)
        assert ["It lies there"] == [str(answer.label) for answer in asked.answers]

    def test_a_lead_is_laid_at_an_edge(self, state: State) -> None:
        for seat in ("A", "B"):
            state = GAME.apply(state, next(a for a in legal_actions(GAME, state) if a.player == seat))
        lead = next(a for a in legal_actions(GAME, state) if isinstance(a, act.Lead) and a.player == "A")
        asked = notice(state, Pick("leads", lead.card, "A"))

        assert "Lay it at the upper edge" == str(asked.answers[0].label)
