"""A referee's report on stacks of armies, of which only the top shows: what the labels tell of what lies beneath.

Each position comes from a random evening, just before a move of the kind that the test names.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.clumsy.people import People
from companion.core.belief.hypothesis import Hypothesis, OpenAction
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import revise
from companion.core.belief.search import Ambiguous, Height
from companion.core.game import is_legal, violation
from companion.core.screen import NoticeKind, Undo
from companion.games import GAMES
from companion.games.iron_sky import actions as act
from tests.clumsy_scenarios import people_before

GAME = GAMES["iron_sky"]


@pytest.mark.parametrize("evening", [9, 18, 24])
def test_a_tile_that_is_out_of_sight_did_not_come_to_the_stack_that_has_grown(evening: int) -> None:
    """A tile is organised, and a card played, while another tile of its kind is in a hand: play goes on."""
    people, move = people_before(GAME, r"B: organise 1 America .+", 2, evening)
    moves = people.moves_of(move)
    tile = next(each for each in moves if each.piece.startswith("uwc"))
    alike = [each for each in people.table.things if each.piece == tile.piece and people.table.is_free(each)]
    people.table.take(next(each.tag for each in alike if each.zone not in (tile.source, tile.target)))
    people.wait(6)
    people.do(move)
    people.wait(3)
    play = people.a_decision(fits=lambda action: isinstance(action, act.Play))
    people.do(play)
    people.wait(8)

    assert people.state == people.history.state
    assert 0 == people.judge.asked


def people_at(players: int, seed: int) -> People:
    """A position of a random evening in which somebody has to decide, as the trials have them."""
    people = People(GAME, players, seed)
    people.wait(3)
    return people


def do_so(people: People, notation: str) -> act.Action:
    action: act.Action = GAME.read_action(notation)
    assert is_legal(GAME, people.state, action)
    return action


def test_a_card_that_was_believed_to_be_paid_otherwise_is_a_broken_rule() -> None:
    """ISK-53: Jamming is paid in Politics points; what looked like a card to be paid was one that is paid in Money."""
    people = people_at(2, 22_001_000_667)
    before, broken = people.state, GAME.read_action("B: play agent_jamming")
    believed = do_so(people, "B: play agent_jamming with 1 PP")
    look = GAME.table(GAME.apply(before, broken))

    says = revise(GAME, GAME.apply(before, believed), [OpenAction(before, believed)], Sighting(look, look, Hidden()))

    assert Hypothesis(1) == says
    found = violation(GAME, before, broken)
    assert found is not None
    assert "ISK-53" == found.rule.id


def test_how_many_left_a_stack_on_which_another_came_to_lie_is_seen_or_asked() -> None:
    """ISK-10: two tiles went one by one, the next hand hid what was left, and a third one came there."""
    people = people_at(2, 133_000_034)
    play = do_so(people, "B: play politician_mobilisation with 2 PP")
    people.do(play)
    people.wait(0.4)
    before = people.state
    moves = [
        do_so(people, "B: move 2 America 2 -> America 4"),
        GAME.read_action("B: organise 1 America 1 -> America 2 with 1 PP"),
    ]
    for move in moves:
        people.do(move)
        people.wait(0.2)
    people.wait(6)
    assert people.state == people.history.state

    look, stacks = GAME.table(people.state), ("america.1.cc", "america.2.cc", "america.4.cc")
    heights = dict(zip(stacks, (Height(2, 2), Height(1, 2), Height(2)), strict=True))
    came, left = (dict.fromkeys(zones, ("uwc_america",)) for zones in (stacks[1:], stacks[:2]))
    says = revise(GAME, before, [], Sighting(look, look, Hidden(heights=heights, arrived=came, departed=left)))
    assert isinstance(says, Ambiguous)
    assert [2, True] == [len(says.readings), tuple(moves) in [each.actions for each in says.readings]]


def test_two_like_tiles_that_change_places_are_in_hands_meanwhile() -> None:
    """One of them lies where the other one lay: that one is held, and nothing has been moved."""
    people, _ = people_before(GAME, r".: organise 1 .*", 2)
    tiles = [thing for thing in people.table.things if thing.zone.endswith(".cc") and people.table.is_free(thing)]
    one, other = next((a, b) for a in tiles for b in tiles if a.piece == b.piece and a.zone < b.zone)
    for thing in (one, other):
        people.table.take(thing.tag)
        people.wait(3, people.hands_over(thing.zone))
    people.table.put_at(one.tag, other.zone, other.label)
    people.wait(12)
    assert people.session.prompt is not None
    assert people.session.prompt.notice.kind is NoticeKind.SAYING
    assert people.history.state == people.state

    people.table.put_at(other.tag, one.zone, one.label)
    people.wait(5)
    assert people.session.prompt is None
    assert people.history.state == people.state


def test_a_stack_that_has_slid_is_as_high_as_before() -> None:
    """The lower tile's label shows beside the top one's: nothing is to be taken away."""
    people, _ = people_before(GAME, r".: (move|organise) 2 .*", 2)
    top = next(
        thing
        for thing in people.table.things
        if people.table.is_free(thing) and len(people.table.stack(thing.zone)) > 1
    )
    people.table.take(top.tag)
    people.wait(3, people.hands_over(top.zone))
    people.wait(2)
    beside = replace(top.label, x=top.label.x + 18, y=top.label.y + 21, rotation=270)
    people.table.put_at(top.tag, top.zone, beside, on_top=True)
    people.wait(10)

    assert people.session.prompt is None
    assert people.history.state == people.state


def test_the_topmost_discard_that_is_taken_up_again_is_held() -> None:
    """The card below comes to light: it is not what was discarded instead."""
    people, action = people_before(GAME, r".: end turn, discard \S+", 2)
    (laid,) = [move for move in people.moves_of(action) if move.target.endswith(".discard")]
    people.do(action)
    people.wait(6)
    top = people.table.find(laid.target, laid.piece)
    assert top is not None
    people.table.take(top.tag)
    people.wait(1, people.hands_over(top.zone))
    people.wait(2)
    assert people.history.state == people.state

    people.table.put_at(top.tag, top.zone, top.label, on_top=True)
    people.wait(3)
    assert people.history.state == people.state
    assert "revised" not in " ".join(people.verdict.notes)


def test_a_finger_on_undo_just_after_the_pieces_went_back_takes_back_nothing_else() -> None:
    people, action = people_before(GAME, r".: organise 1 .*", 2)
    before, moves = people.state, people.moves_of(action)
    people.do(action)
    people.wait(5)
    assert people.history.state == people.state
    people.becomes(before)
    people.swiftly([move.back for move in reversed(moves)])
    for _ in range(20):
        if people.history.state == before:
            break
        people.frame()
    people.session.handle(Undo())
    assert people.history.state == before

    people.wait(5)
    people.session.handle(Undo())
    assert people.history.state != before, "later it is another one that is meant"
