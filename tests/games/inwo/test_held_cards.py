"""What people are asked, and told, of cards that were held for a while or are still in somebody's hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.clumsy.people import People
from benchmarks.clumsy.tabletop import OFF
from companion.core.belief.hypothesis import Hypothesis, OpenAction
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import revise
from companion.games import GAMES
from companion.games.inwo import actions as act
from companion.session.replies import Believe
from tests.games.inwo.evenings import begun
from tests.games.inwo.tables import chained, do, player, table

GAME = GAMES["inwo"]


def before_bob_may_play_logic_bomb() -> tuple[People, act.PlayCard, act.LetStand]:
    people = People(GAME, 3, 1, done=begun("logic_bomb"))
    played = GAME.read_action("B: play Logic Bomb way 2 on player A paid by Discordian Society")
    people.wait(3)
    return people, played, GAME.read_action("B: let stand")


def test_an_exposed_plot_that_lay_in_the_middle_may_have_been_played_in_each_of_its_ways() -> None:
    """INWO-66, INWO-252: in its second way too it lies there until it takes effect; no story is believed unasked."""
    people, played, stands = before_bob_may_play_logic_bomb()
    believed = people.history.state
    people.do(played)
    people.wait(4)
    people.do(stands)
    people.wait(8)

    assert people.session.prompt is not None
    stories = [reply.actions for _, reply in people.session.prompt.replies if isinstance(reply, Believe)]
    ways = [(replace(played, target=target, number=way), stands) for way in (1, 2) for target in ("A", "C")]
    assert ways == stories
    assert believed == people.history.state


@pytest.mark.parametrize("hesitates", [0.0, 1.0])
def test_an_exposed_plot_that_goes_straight_to_the_discards_was_thrown_away(hesitates: float) -> None:
    """INWO-66: who plays a card shows it for longer."""
    people, played, _ = before_bob_may_play_logic_bomb()
    thrown = act.Discard("B", played.card)
    [carry] = people.moves_of(thrown)
    people.happened(thrown)
    tag = people.lift(carry)
    people.wait(hesitates)
    people.lay(tag, carry)
    people.wait(4)

    assert people.state == people.history.state
    assert people.session.prompt is None


def test_what_lies_covered_on_a_pile_is_not_to_be_taken_away() -> None:
    """INWO-270: the old Order went onto the discards and covers what lay on top there; the new one is to come."""
    people = People(GAME, 6, 1, done=begun("law_and_order"))
    people.wait(3)
    order = GAME.read_action("C: play Law and Order")
    goes, comes = sorted(people.moves_of(order), key=lambda move: move.source == OFF)
    people.happened(order)
    people.carry(goes)
    people.wait(8)

    assert people.session.prompt is not None
    assert ["put Law and Order into the New World Orders"] == [str(line) for line in people.session.prompt.notice.lines]
    assert frozenset({comes.target}) == people.session.prompt.zones


def test_what_was_put_away_while_another_was_at_his_move_is_told_after_that_move() -> None:
    """INWO-270: he began before the Plot went, though his move was not whole until it had gone."""
    people = People(GAME, 4, 1, done=begun("and_stay_dead"))
    people.wait(3)
    order, returned = map(GAME.read_action, ("C: play Tax Reform", "A: return Plot And STAY Dead!"))
    goes, comes = sorted(people.moves_of(order), key=lambda move: move.source == OFF)
    people.happened(order)
    people.carry(goes)
    people.wait(1)
    [away] = people.moves_of(returned)
    people.happened(returned)
    people.carry(away)
    people.wait(1)
    people.carry(comes)
    people.wait(8)

    assert people.session.prompt is not None
    assert [Believe((returned,))] == [reply for _, reply in people.session.prompt.replies if isinstance(reply, Believe)]


def test_a_card_that_goes_on_before_it_is_known_how_it_was_played_is_not_thrown_away() -> None:
    """INWO-66: it lay in the middle, paid by either of two in either way, then among the discards: all are offered."""
    people = People(GAME, 4, 1, done=begun("george_the_janitor"))
    people.wait(3)
    way = "B: play George the Janitor on player C paid by "
    notations = f"{way}Discordian Society", f"{way}Loan Sharks", "B: let stand"
    played, otherwise, stands = map(GAME.read_action, notations)
    believed = people.history.state
    people.do(played)
    people.wait(1)
    people.do(stands)
    people.wait(8)

    assert people.session.prompt is not None
    stories = [reply.actions for _, reply in people.session.prompt.replies if isinstance(reply, Believe)]
    paid = played, otherwise
    assert [(replace(each, number=way), stands) for way in (1, 2) for each in paid] == stories  # type: ignore[type-var]
    assert believed == people.history.state


def test_two_cards_of_one_place_and_one_of_another_may_all_have_been_put_away() -> None:
    """INWO-66: each by a decision of its own; what may have become of all of them is one answer."""
    ann = player("Ann", chained("UFOs", "C.I.A."), exposed=("hoax", "gang_war"), plots=2)
    start = table(ann, player("Bob", chained("The Network", "Hawaii"), exposed=("sniper",), plots=1))
    returned = "A: return Plot Hoax!", "A: return Plot Gang War", "B: return Plot Sniper"
    look = GAME.table(do(start, *returned))

    says = revise(GAME, start, [], Sighting(look, look, Hidden(lack=("A.exposed", "B.exposed"))))

    assert isinstance(says, Hypothesis)
    assert {frozenset(map(GAME.read_action, returned))} == {frozenset(each.actions) for each in says.discarded}


def test_a_card_that_was_laid_open_and_given_away_may_have_been_taken_back_at_once() -> None:
    """Both decisions are one card's: what followed stands without them. The table cannot tell it from a return."""
    ann = player("Ann", chained("UFOs", "C.I.A."), plots=1, unseen_plots=("gang_war",))
    start = table(ann, player("Bob", chained("The Network", "Hawaii"), plots=2, unseen_plots=("hoax", "sniper")))
    made = "B: expose Hoax!", "B: give A Plot Hoax!", "B: discard Sniper"
    believed = [OpenAction(do(start, *made[:number]), GAME.read_action(each)) for number, each in enumerate(made)]
    look = GAME.table(do(start, made[-1]))

    says = revise(GAME, do(start, *made), believed, Sighting(look, look, Hidden()))

    assert isinstance(says, Hypothesis)
    told = [(each.taken_back, *map(GAME.write_action, each.actions)) for each in says.discarded]
    assert [(0, "A: return Plot Hoax!"), (3, made[-1])] == told
