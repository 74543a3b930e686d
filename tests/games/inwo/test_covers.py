"""What is told of INWO's table after something lay over a part of it: what a book hid may have been anything."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.clumsy.owner import answer
from benchmarks.clumsy.people import People
from benchmarks.clumsy.second import cover_zone
from companion.core.screen import Answer
from companion.games import GAMES
from companion.games.inwo import actions as act
from companion.session.replies import Believe, TrustTable
from tests.games.inwo.evenings import begun

GAME = GAMES["inwo"]


def discards(people: People) -> Iterator[act.Discard]:
    """Cards of hands that may be thrown away, and lie on the table nowhere."""
    lying = {thing.piece for thing in people.table.things}
    for action in people.legal():
        if isinstance(action, act.Discard) and action.card not in lying:
            yield action


def tap(people: People, reply: object) -> None:
    prompt = people.session.prompt
    assert prompt is not None
    number = next(number for number, (_, each) in enumerate(prompt.replies) if each == reply)
    people.tap(Answer(number, people.session.screen.notice.answers[number].intent.asked))  # type: ignore[union-attr]


def offered(people: People) -> list[object]:
    prompt = people.session.prompt
    return [] if prompt is None else [reply for _, reply in prompt.replies]


@pytest.fixture
def people() -> People:
    """A position in which two players may throw away cards of their hands, one of them two."""
    people = People(GAME, 3, 1, done=begun("two_hands"))
    people.wait(3)
    return people


def test_of_what_was_thrown_away_under_a_book_the_upper_one_shows(people: People) -> None:
    """Whether it covers another card nobody can see: that is asked before anything is believed."""
    first, second, *_ = [each for each in discards(people) if each.player == next(discards(people)).player]
    cover = cover_zone(people, f"{first.player}.discard", 100)
    people.wait(4)
    before = people.history.state
    for action in (first, second):
        people.do(action)
        people.wait(2)
    people.covers.remove(cover)
    people.wait(6)

    assert people.history.state == before
    assert offered(people) == [Believe((second,)), TrustTable()]
    tap(people, TrustTable())
    people.wait(4)
    assert Believe((first, second)) in offered(people)
    tap(people, Believe((first, second)))
    assert people.history.state == people.state
    people.wait(6)
    assert offered(people) == []


def test_one_card_thrown_away_under_a_book_is_one(people: People) -> None:
    """Said so once, it is settled, and the pile is no longer in doubt."""
    first, second, *_ = [each for each in discards(people) if each.player == next(discards(people)).player]
    cover = cover_zone(people, f"{first.player}.discard", 100)
    people.wait(4)
    people.do(first)
    people.wait(2)
    people.covers.remove(cover)
    people.wait(6)
    tap(people, Believe((first,)))
    people.wait(4)
    assert people.history.state == people.state

    people.do(second)
    people.wait(4)
    assert people.history.state == people.state
    assert offered(people) == []


def test_what_came_under_a_book_came_before_or_after_what_was_seen_meanwhile(people: People) -> None:
    """The rules tell the two apart, the table does not: nothing is believed before somebody says which it was."""
    hidden = next(discards(people))
    seen = next(each for each in discards(people) if each.player != hidden.player)
    cover = cover_zone(people, f"{hidden.player}.discard", 60)
    people.wait(4)
    people.do(hidden)
    people.wait(2)
    people.do(seen)
    people.wait(2)
    assert [*people.history.latest_actions(1)] == [seen]
    people.covers.remove(cover)
    people.wait(6)

    tap(people, TrustTable())
    people.wait(4)
    tap(people, Believe((hidden, seen), 1))
    assert people.history.state == people.state


def test_a_hand_that_lays_one_card_down_covers_nothing(people: People) -> None:
    first = next(discards(people))
    people.do(first)
    people.wait(3)
    assert people.history.state == people.state
    assert offered(people) == []


def test_what_is_seen_to_be_thrown_away_may_have_been_played_under_a_book() -> None:
    """A Plot that lay in the middle under a book, and is done with, lands where one out of the hand would."""
    people = People(GAME, 3, 1, done=begun("a_plot_to_play"))
    play = GAME.read_action("B: play George the Janitor on player A paid by The Frog God")
    people.wait(3)
    cover = cover_zone(people, "played", 60)
    people.wait(4)
    before = people.history.state
    people.do(play)
    people.wait(5)
    done = _ends(people, play)
    assert done is not None
    people.do(done)
    people.wait(6)
    assert people.history.state == before
    people.covers.remove(cover)
    people.wait(6)

    if TrustTable() in offered(people):
        tap(people, TrustTable())
        people.wait(4)
    tap(people, Believe((play, done)))
    assert people.history.state == people.state


def _puts_away(people: People, state: object, action: object, card: str) -> bool:
    if not isinstance(action, act.LetStand | act.Done):
        return False
    moves = people.possible.moves_of(state, action)
    return [(move.piece, move.target.partition(".")[2]) for move in moves] == [(card, "discard")]


def _ends(people: People, play: act.PlayCard | act.ByHand) -> act.LetStand | act.Done | None:
    return next((each for each in people.legal() if _puts_away(people, people.state, each, play.card)), None)


def test_a_group_put_under_a_book_before_another_came_there_may_lie_beneath_it() -> None:
    """INWO-93: only the upper card shows when the book goes; the other one is in a hand, or beneath."""
    people = People(GAME, 3, 1, done=begun("two_groups_removed"))
    first, second = act.Remove("B", "republicans", "discard"), act.Remove("B", "hidden_city", "discard")
    people.wait(3)
    cover = cover_zone(people, "B.discard", 60)
    people.wait(1.8)
    for action in (first, second):
        people.do(action)
        people.wait(8)
    people.covers.remove(cover)
    people.wait(6)

    assert [*people.history.latest_actions(1)] == [second]
    assert Believe((act.Remove("B", "republicans", "hand"),)) in offered(people)
    before = [each.actions for each in offered(people) if isinstance(each, Believe) and each.taken_back]
    assert [(act.Remove("B", "republicans", "hand"), second), (first, second)] == before
    told = answer(people.session, people.reality)
    assert told is not None
    people.tap(told)
    assert people.history.state == people.state
    people.wait(6)
    assert offered(people) == []


def test_a_plot_that_was_exposed_under_a_book_has_been_given_away_from_there() -> None:
    """INWO-53: it came from no hand to where it lies, and no rule is broken."""
    people = People(GAME, 5, 1, done=begun("volcano"))
    people.wait(3)
    cover = cover_zone(people, "B.exposed", 40)
    people.wait(4)
    actions = [GAME.read_action("B: expose Volcano"), GAME.read_action("B: give A Plot Volcano")]
    for action in actions:
        people.do(action)
        people.wait(3)
    people.covers.remove(cover)
    people.wait(6)

    assert people.verdict.clean
    assert people.history.state == people.state


def test_a_plot_that_was_given_away_under_a_book_may_have_been_put_back_from_there() -> None:
    """INWO-61: who has put it into the deck makes a difference, and is asked."""
    people = People(GAME, 3, 1, done=begun("whispering_campaign"))
    people.wait(3)
    cover = cover_zone(people, "A.exposed", 40)
    people.wait(4)
    given, put_back = (
        GAME.read_action("B: give A Plot Whispering Campaign"),
        GAME.read_action("A: return Plot Whispering Campaign"),
    )
    for action in (given, put_back):
        people.do(action)
        people.wait(3)
    people.covers.remove(cover)
    people.wait(8)

    assert Believe((act.ReturnPlot("B", given.card),)) in offered(people)  # type: ignore[attr-defined]
    tap(people, Believe((given, put_back)))
    assert people.history.state == people.state


def test_a_plot_put_back_under_a_book_went_before_what_was_seen_meanwhile() -> None:
    """It may lie under the other exposed Plots, too; after the hand-over that is seen nobody can put it back."""
    people = People(GAME, 3, 1, done=begun("military_industrial_complex"))
    people.wait(3)
    cover = cover_zone(people, "B.exposed", 60)
    people.wait(4)
    put_back, given = (
        GAME.read_action("B: return Plot Military-Industrial Complex"),
        GAME.read_action("A: hand over Society for Creative Anarchism to B -> OPEC at right"),
    )
    people.do(put_back)
    people.wait(5)
    people.do(given)
    people.wait(6)
    people.covers.remove(cover)
    people.wait(8)

    told = answer(people.session, people.reality)
    assert told is not None
    assert Believe((put_back, given), 1) in offered(people)
    people.tap(told)
    assert people.verdict.clean
    assert people.history.state == people.state
