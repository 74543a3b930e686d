"""What is told of INWO's table after something lay over a part of it: what a book hid may have been anything."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.clumsy.__main__ import run
from benchmarks.clumsy.owner import answer
from benchmarks.clumsy.people import People
from benchmarks.clumsy.positions import evening_of
from benchmarks.clumsy.report import Planned
from benchmarks.clumsy.second import cover_zone
from companion.core.screen import Answer
from companion.games import GAMES
from companion.games.inwo import actions as act
from companion.session.prompts import Believe, TrustTable

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
    for number in range(12):
        people = People(GAME, 3, 1, done=evening_of("inwo", 3, number)[:60])
        seats = [action.player for action in discards(people)]
        if people.sees_all() and len(set(seats)) > 1 and seats.count(seats[0]) > 2:
            people.wait(3)
            return people
    raise AssertionError("no such position")


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
    people, play = next(found for found in map(_about_to_play, range(40)) if found is not None)
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


def _about_to_play(number: int) -> tuple[People, act.PlayCard | act.ByHand] | None:
    people = People(GAME, 3, 1, done=evening_of("inwo", 3, number)[:60])
    if not people.sees_all():
        return None
    for action in people.legal():
        if isinstance(action, act.PlayCard | act.ByHand) and [move.target for move in people.moves_of(action)] == [
            "played"
        ]:
            after = GAME.apply(people.state, action)
            if any(_puts_away(people, after, each, action.card) for each in people.possible.legal(after)):
                return people, action
    return None


def _puts_away(people: People, state: object, action: object, card: str) -> bool:
    if not isinstance(action, act.LetStand | act.Done):
        return False
    moves = people.possible.moves_of(state, action)
    return [(move.piece, move.target.partition(".")[2]) for move in moves] == [(card, "discard")]


def _ends(people: People, play: act.PlayCard | act.ByHand) -> act.LetStand | act.Done | None:
    return next((each for each in people.legal() if _puts_away(people, people.state, each, play.card)), None)


def test_a_group_put_under_a_book_before_another_came_there_may_lie_beneath_it() -> None:
    """INWO-93: only the upper card shows when the book goes; the other one is in a hand, or beneath."""
    people = People(GAME, 3, 145_031_000_071)
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
    assert Believe((first, second), 1) in offered(people)
    told = answer(people.session, people.reality)
    assert told is not None
    people.tap(told)
    assert people.history.state == people.state
    people.wait(6)
    assert offered(people) == []


def test_a_plot_that_was_exposed_under_a_book_has_been_given_away_from_there() -> None:
    """INWO-53: it came from no hand to where it lies, and no rule is broken."""
    people = People(GAME, 5, 173_000_083)
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
    people = People(GAME, 3, 2_501_000_031)
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
    name = "three moves are made, the first one under a book"
    verdict = run(Planned(GAME.name, 3, 2501000047, "covers", name, "second")).verdict

    assert verdict is not None
    assert verdict.clean, verdict.notes
    assert any("Bob put Military-Industrial Complex back into the deck" in note for note in verdict.notes)
