"""What people do at the table of New World Order who are not tidy: a move in parts, in any order, at any pace."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.clumsy.judge import Verdict
from benchmarks.clumsy.people import People
from benchmarks.clumsy.positions import evening_of
from benchmarks.clumsy.trial import trial
from benchmarks.recorded_evening import Performance
from companion.core.screen import NoticeKind
from companion.games import GAMES
from companion.games.new_world_order.actions import Drop
from tests.clumsy_scenarios import ClumsyScenario, clumsy_scenarios, play

GAME = GAMES["new_world_order"]
EVENING = Path(__file__).parents[3] / "companion" / "games" / "new_world_order" / "evening_clumsy.toml"


@pytest.mark.parametrize("scenario", clumsy_scenarios(Path(__file__)))
def test_clumsy(scenario: ClumsyScenario) -> None:
    play(scenario)


def test_the_clumsy_evening_comes_out_as_recorded(tmp_path: Path) -> None:
    """Parts, held and half covered pieces, glare, a book, a hand over what is due, a power cut: nothing is concluded
    that did not happen."""
    performance = Performance(EVENING, tmp_path / "journal.db")
    performance.play()

    assert [] == performance.wrong
    assert 1 == performance.cuts


def test_two_like_cards_that_change_owners_are_in_hands_meanwhile() -> None:
    """One lies where the other lay: nothing has been thrown away, though whoever lacks one could not do that."""
    people = like_cards_before_two_players()
    one, other = next(
        (a, b)
        for a in people.table.things
        for b in people.table.things
        if a.piece == b.piece and a.zone[0] < b.zone[0] and a.zone[1:2] == b.zone[1:2] == "."
    )
    for thing in (one, other):
        people.table.take(thing.tag)
        people.wait(2, people.hands_over(thing.zone))
    people.table.put_at(one.tag, other.zone, other.label)
    people.wait(12)
    assert people.session.prompt is not None
    assert people.session.prompt.notice.kind is NoticeKind.SAYING

    people.table.put_at(other.tag, one.zone, one.label)
    people.wait(4)
    assert people.session.prompt is None
    assert people.history.state == people.state


def like_cards_before_two_players() -> People:
    """Two of a kind lie uncovered before two players."""
    for number in range(12):
        done = evening_of(GAME, 5, number)
        for length in range(40, len(done), 20):
            people = People(GAME, 5, 1, done=done[:length])
            open_ones = {(thing.zone[0], thing.piece) for thing in people.table.things if thing.zone[1:2] == "."}
            pieces = [piece for _, piece in open_ones]
            if len(set(pieces)) < len(pieces) and people.sees_all():
                people.wait(3)
                return people
    raise AssertionError("no two players have the same card")


def test_a_new_card_of_the_kind_that_was_just_dropped_is_not_that_card() -> None:
    """NWO-80: three drop one each, and a card that is dealt next is of such a kind: that tells of no order."""

    def everybody_drops(people: People) -> bool:
        dropped = 0
        while drop := people.a_decision(fits=lambda action: isinstance(action, Drop)):
            people.do(drop)
            people.wait(2.0)
            dropped += 1
        people.chance()
        return dropped == 3

    people = People(GAME, 3, 627560084, done=evening_of(GAME, 3, 40)[:69])
    verdict = trial(people, everybody_drops)

    assert isinstance(verdict, Verdict)
    assert verdict.clean, verdict.notes


def test_a_card_thrown_away_and_its_like_taken_on_its_heels_are_told_by_their_labels() -> None:
    """A hand is over both places again before it is said what the slot's other label tells."""

    def three_moves(people: People) -> bool:
        for _ in range(3):
            decision = people.a_decision()
            assert decision is not None
            people.do(decision)
            people.chance()
            people.wait(people.random.uniform(0.0, 0.8))
        return True

    verdict = trial(People(GAME, 3, 2701000024), three_moves)

    assert isinstance(verdict, Verdict)
    assert verdict.clean, verdict.notes
    answer = "Ann threw away Global Warlord, Ann took Global Warlord into slot 1"
    assert any(answer in note for note in verdict.notes)
