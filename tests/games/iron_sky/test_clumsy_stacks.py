"""A referee's report on stacks of armies, of which only the top shows: what the labels tell of what lies beneath.

Each position comes from a random evening, just before a move of the kind that the test names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from benchmarks.clumsy.breaking import names_a_rule
from benchmarks.clumsy.judge import after
from benchmarks.clumsy.people import People
from benchmarks.clumsy.positions import evening_of, is_legal
from benchmarks.clumsy.stacks import whole_table
from benchmarks.clumsy.tabletop import OFF
from companion.core.belief.hypothesis import Hypothesis, OpenAction
from companion.core.belief.observation_model import Hidden, Sighting
from companion.core.belief.revision import revise
from companion.core.belief.search import Ambiguous, Height
from companion.core.game import violation
from companion.core.screen import NoticeKind, Undo
from companion.core.table import Box
from companion.games import GAMES
from companion.games.iron_sky import actions as act
from companion.session.replies import Believe

GAME = GAMES["iron_sky"]


def people_before(move: str, players: int, first: int = 0) -> tuple[People, act.Action]:
    """The table just before a move whose notation looks like that, and the move; in the `first` evening or a later."""
    for number in range(first, first + 12):
        done = evening_of(GAME, players, number)
        for index, action in enumerate(done):
            if re.fullmatch(move, GAME.write_action(action)):
                people = People(GAME, players, 1, done=done[:index])
                if people.sees_all():
                    people.wait(3)
                    return people, action
    raise AssertionError(f"no evening with {move}")


def believed(people: People) -> Iterator[str]:
    """What the camera made people's moves out to be."""
    return (GAME.write_action(each.action) for each in people.history.played[-1:])


@pytest.mark.parametrize("pause", [0.0, 4.0])
def test_both_tiles_of_an_aid_on_one_place(pause: float) -> None:
    """ISK-73: one label comes to light for two tiles, at once or one after the other."""
    people, aid = people_before(r".: aid (.+) -> (.+), \2", 2)
    moves = people.moves_of(aid)
    people.happened(aid)
    if pause:
        for move in moves:
            people.carry(move)
            people.wait(pause)
    else:
        people.swiftly(moves)
    people.wait(5)

    assert [GAME.write_action(aid)] == list(believed(people))
    assert 0 == people.judge.asked


def test_tiles_that_moved_are_counted_by_the_label_that_comes_to_light() -> None:
    """Two of several tiles went; neither one nor three are asked about."""
    people, move = people_before(r".: organise 2 .+", 4)
    people.do(move)
    people.wait(3)

    assert [GAME.write_action(move)] == list(believed(people))


@pytest.mark.parametrize("evening", [9, 18, 24])
def test_a_tile_that_is_out_of_sight_did_not_come_to_the_stack_that_has_grown(evening: int) -> None:
    """A tile is organised, and a card played, while another tile of its kind is in a hand: play goes on."""
    people, move = people_before(r"B: organise 1 America .+", 2, evening)
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


def test_tiles_that_are_put_back_one_by_one_are_all_back() -> None:
    """They lie in another order than before: what was taken along is not lost."""
    people, move = people_before(r".: organise 2 .+", 4)
    before, moves = people.state, people.moves_of(move)
    people.do(move)
    people.wait(3)
    people.becomes(before)
    people.swiftly([each.back for each in reversed(moves)])
    people.wait(3)

    assert before == people.history.state
    assert 0 == people.judge.asked


def test_a_tile_that_went_under_a_cup_did_not_come_from_there() -> None:
    """The label that comes to light lay there before: the stack in sight has not grown."""
    people, move = people_before(r".: organise 1 .+", 4)
    moves = people.moves_of(move)
    target = next(each.target for each in moves if each.piece.startswith(("uwc", "reich")))
    people.covers.append(people.layout.zones[target])
    people.wait(1)
    people.do(move)
    people.wait(8)
    people.covers.clear()
    people.wait(4)

    assert not people.verdict.wrong_for_a_moment
    assert [GAME.write_action(move)] == list(believed(people))


def test_an_order_for_a_board_that_is_not_ones_own_is_named_and_no_gift_is_invented() -> None:
    """ISK-70: his teammate might have given the order, and he the money for it, in one look. Nobody does that."""
    people, order = people_before(r"C: organise 1 \S+ \d -> \S+ \d", 4)
    assert isinstance(order, act.Organise)
    payer = people.state.player("D")
    wrong = act.Organise("D", order.origin, order.to, order.count)
    assert payer.money > 0
    assert not is_legal(GAME, people.state, wrong)
    people.judge.illegal = wrong
    people.swiftly(people.moves_of(wrong))
    people.wait(4)

    prompt = people.session.prompt
    assert prompt is not None
    assert names_a_rule(prompt)
    assert people.history.state == people.state


def test_half_a_move_taken_back_is_no_other_move() -> None:
    """The marker is back at its place, the card is not: it may be advice, and a part of taking back."""
    people, play = people_before(r"A: play \S+", 2)
    moves = people.moves_of(play)
    people.do(play)
    people.wait(4)
    marker = next(each for each in moves if each.source != OFF)
    people.carry(marker.back)
    people.wait(12)

    assert [GAME.write_action(play)] == list(believed(people))
    people.carry(marker)
    people.wait(3)
    assert people.session.prompt is None


def test_a_hand_that_rests_over_a_card_does_not_bury_it() -> None:
    """The card that comes to light when the hand leaves is the one that was laid, and nothing else is in a hand."""
    people, play = people_before(r".: play \S+_or_\S+ as .+", 4)
    card, *rest = sorted(people.moves_of(play), key=lambda each: each.source != OFF)
    people.happened(play)
    people.carry(card)
    people.wait(2, people.hands_over(card.target))
    for move in rest:
        people.carry(move)
    people.wait(4)

    assert people.history.state in people.reality.truth
    people.settle()
    assert people.history.state == people.state


def test_tiles_that_left_beneath_a_book_are_counted_when_it_is_gone() -> None:
    """One came to light where they went; how many it brought, what is left where they lay tells."""
    people, move = people_before(r"B: move 2 Europe o2 -> Europe o1", 4, first=22)
    (source,) = {each.source for each in people.moves_of(move)}
    x, y = people.layout.zones[source].centre
    people.covers.append(Box(x - 30, y - 30, x + 30, y + 30))
    people.wait(2)
    people.do(move)
    people.wait(20)
    people.covers.clear()
    people.wait(10)

    assert [GAME.write_action(move)] == list(believed(people))
    assert 0 == people.judge.asked


def people_at(players: int, seed: int) -> People:
    """A position of a random evening in which somebody has to decide, as the trials have them."""
    people = People(GAME, players, seed)
    people.wait(3)
    return people


def notations(people: People, count: int) -> list[str]:
    return [GAME.write_action(each.action) for each in people.history.played[-count:]]


def do_so(people: People, notation: str) -> act.Action:
    action: act.Action = GAME.read_action(notation)
    assert is_legal(GAME, people.state, action)
    return action


def test_a_tile_that_leaves_a_stack_on_which_others_have_come_to_lie_meanwhile() -> None:
    """ISK-10: Bob pays, Ann puts hers upon his tile, and he draws his from under it: the labels show both."""
    people = people_at(6, 20_001_001_204)
    slow, quick = (
        do_so(people, notation)
        for notation in ("B: organise 1 Europe o1 -> Europe o2", "A: organise 2 America o3 -> Europe o1")
    )
    paid, tile = people.moves_of(slow)
    people.happened(slow)
    people.carry(paid)
    people.do(quick)
    people.carry(tile)
    people.wait(5)

    assert [GAME.write_action(slow), GAME.write_action(quick)] == notations(people, 2)
    assert 0 == people.judge.asked


def test_a_tile_that_was_taken_off_again_and_laid_elsewhere_is_asked_about() -> None:
    """ISK-97: it was placed where it lies now, or placed and then moved; after a while nothing on the table tells."""
    people = people_at(6, 20_001_002_443)
    first, instead = do_so(people, "C: place Asia o2"), do_so(people, "C: place Asia o1")
    before = people.state
    people.do(first)
    people.wait(5)
    tile = people.moves_of(instead)[0].piece
    people.becomes(before)
    tag = next(each.tag for each in people.table.things if each.zone == "asia.o2" and each.piece == tile)
    people.table.drop(people.table.take(tag).tag)
    people.wait(1.5)
    people.do(instead)
    people.wait(5)

    assert [GAME.write_action(first), "C: move 1 Asia o2 -> Asia o1"] != notations(people, 2)
    prompt = people.session.prompt
    assert prompt is not None
    told = [reply for _, reply in prompt.replies if isinstance(reply, Believe)]
    assert Believe((instead,), 1) in told
    assert 2 == len(told)


def test_a_tile_that_is_still_to_follow_hides_nothing_of_the_next_players_move() -> None:
    """ISK-73: the first of Eve's two tiles looks like all of them, but for the label; Dan's move is whole."""
    people = people_at(6, 48_920_000_052)
    slow = do_so(people, "E: organise 2 Europe 5 -> Europe 2")
    quick = do_so(people, "D: organise 2 Asia 4 -> Asia 2 with 1 PP")
    paid, tile, last = people.moves_of(slow)
    people.happened(slow)
    people.carry(paid)
    people.carry(tile)
    people.wait(1)
    people.do(quick)
    people.wait(6)

    prompt = people.session.prompt
    assert prompt is not None
    assert (NoticeKind.SAYING, True) == (prompt.notice.kind, "Not finished yet" in str(prompt.notice.heading))
    people.carry(last)
    people.wait(5)
    assert [GAME.write_action(slow), GAME.write_action(quick)] == notations(people, 2)


def test_a_tile_that_was_slipped_under_another_is_missed() -> None:
    """ISK-10: two tiles are moved so that they lie as they lay; the second looks as if it were in somebody's hand."""
    people = people_at(6, 91_001_000_010)
    move = do_so(people, "B: move 2 America o2 -> Europe o1")
    upper, lower = sorted(people.moves_of(move), key=lambda each: each.piece != "reich_europe")
    people.happened(move)
    for tile in (upper, lower):
        people.carry(tile)
        people.wait(4)
    people.put_right()
    people.wait(5)

    prompt = people.session.prompt
    assert prompt is not None
    assert Believe((move,), 1) in [reply for _, reply in prompt.replies]


def test_a_tile_on_its_like_that_another_player_moved_since_is_in_nobodys_hand() -> None:
    """ISK-10: the second of two tiles follows after the next player's move, of which only what is gone shows."""
    people = people_at(4, 2_105_000_003)
    move = do_so(people, "C: move 2 Europe 5 -> Europe 4")
    first, second = people.moves_of(move)
    people.happened(move)
    people.carry(first)
    people.wait(4)
    following = do_so(people, "D: move 1 America 4 -> America 6")
    people.do(following)
    people.wait(20)
    people.carry(second)
    people.wait(3)

    prompt = people.session.prompt
    assert prompt is not None
    assert Believe((move, following), 2) in [reply for _, reply in prompt.replies]


@pytest.mark.parametrize(
    ("players", "seed", "order", "rule"),
    [
        (2, 174_000_688, "B: organise 2 America 1 -> America 4", "ISK-52"),
        (6, 171_001_843, "C: move 3 Asia o1 -> Europe o1", "ISK-86"),
    ],
)
def test_a_stack_that_is_turned_over_on_its_way_hides_no_broken_rule(
    players: int, seed: int, order: str, rule: str
) -> None:
    """Carried tile by tile the lowest comes to lie on top, over those that came before it."""
    people, broken = people_at(players, seed), GAME.read_action(order)
    people.judge.illegal = broken
    for move in sorted(people.moves_of(broken), key=lambda each: each.piece in {"reich_europe", "uwc_america"}):
        people.carry(move)
        people.wait(1)
    people.wait(4)

    prompt = people.session.prompt
    assert prompt is not None
    assert prompt.broken is not None
    assert rule == prompt.broken.id


def test_a_rule_that_ending_the_turn_breaks_is_said_where_the_card_may_have_been_played() -> None:
    """ISK-52: the card that is thrown away could be played only if the rest of the one before had been left."""
    people = people_at(2, 2_102_000_034)
    broken = GAME.read_action("B: end turn, discard agent_jamming_or_recruit_1")
    people.judge.illegal = broken
    card = next(each for each in people.moves_of(broken) if each.target == "B.discard")
    people.carry(card)
    people.wait(5)

    prompt = people.session.prompt
    assert prompt is not None
    assert prompt.broken is not None
    assert "ISK-52" == prompt.broken.id


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


def test_a_tile_that_was_seen_on_its_way_went_on_by_a_second_order() -> None:
    """ISK-63-R: what both cost lies beneath a book; Asia 4 looks as before, but the tile was seen to lie there."""
    people = people_at(6, 103_003_000_021)
    orders = ("D: organise 1 Asia 2 -> Asia 4", "D: organise 1 Asia 4 -> Asia 1")
    tracks = [zone for name, zone in people.layout.zones.items() if name.startswith(("D.money", "D.politics"))]
    people.covers.extend(tracks)
    people.wait(2)
    for notation in orders:
        people.do(do_so(people, notation))
        people.wait(3)
    people.covers.clear()
    people.wait(6)

    assert set(orders) == set(notations(people, 2))
    assert people.state == people.history.state


def test_whether_a_tile_lies_beneath_the_terror_or_was_taken_along_is_asked() -> None:
    """ISK-76: three tiles left the Terror behind, and two would look like that if the third lay under it."""
    people = people_at(2, 111_001_000_010)
    people.do(do_so(people, "B: play agent_mobilisation"))
    people.wait(5)
    people.do(do_so(people, "B: move 3 America 5 -> America 2"))
    people.wait(5)

    prompt = people.session.prompt
    assert prompt is not None
    told = [reply.actions for _, reply in prompt.replies if isinstance(reply, Believe)]
    assert [["B: move 2 America 5 -> America 2"], ["B: move 3 America 5 -> America 2"]] == [
        [GAME.write_action(action) for action in actions] for actions in told
    ]


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


def test_a_second_tile_comes_after_the_first_was_believed() -> None:
    """ISK-63: either stack lies under a hand while the other one is seen, and the payment comes in between."""
    people = people_at(4, 133_000_106)
    order = do_so(people, "D: organise 2 America 5 -> America 7 with 1 PP")
    parts = {each.piece: each for each in people.moves_of(order)}
    people.happened(order)
    for piece in ("uwc_america", "politics", "uwc_america", "money"):
        people.carry(parts[piece])
        people.wait(0.2)
    people.wait(8)

    assert people.state == people.history.state


def test_a_tile_that_was_hidden_by_a_hand_has_gone_if_it_lies_elsewhere() -> None:
    """ISK-10: what lies in America 4 by then is the next tile, and not the one that has still to go."""
    people = people_at(4, 166_758_000_022)
    orders = ["D: move 1 America 4 -> America 6", "D: organise 1 America 5 -> America 4 with 1 PP"]
    people.do(do_so(people, "D: give 1 Money to C"))
    people.wait(0.2)
    for notation in orders:
        people.do(do_so(people, notation))
        people.wait(0.4)
    people.wait(6)

    assert orders == notations(people, 2)
    assert people.session.prompt is None


def test_a_card_that_the_next_one_covered_at_once_is_told_by_its_price() -> None:
    """ISK-53: 2 Money were paid and a Politics point, and the card in sight is paid with the point."""
    people = people_at(4, 143_001_000_028)
    plays = ["C: play agent_anti_terror_or_mobilisation", "C: play agent_anti_terror with 1 PP"]
    for notation in plays:
        people.do(do_so(people, notation))
    people.wait(8)

    assert plays == notations(people, 2)


def test_a_loan_that_brought_nothing_is_said_to_have_been_used_before_what_followed() -> None:
    """ISK-61: the track is full, so that only the marker tells of it; with a command open none could be used."""
    people = people_at(2, 143_001_000_038)
    moves = ["B: loan", "B: play general_anti_terror", "B: play general_mobilisation_cheap"]
    for notation in moves:
        people.do(do_so(people, notation))
        people.wait(0.2)
    people.wait(9)

    prompt = people.session.prompt
    assert prompt is not None
    told = [reply.actions for _, reply in prompt.replies if isinstance(reply, Believe)]
    assert [moves] == [[GAME.write_action(action) for action in actions] for actions in told]


def test_what_was_told_before_the_next_card_stands_though_that_card_is_asked_about() -> None:
    """ISK-56: a gift and an order were seen, three decisions were made, and the card may be either of two commands."""
    people = people_at(6, 143_001_000_001)
    moves = ["F: give 3 Money to D", "D: organise 2 Asia 2 -> Asia 3 with 1 PP", "E: play agent_jamming_or_recruit_1"]
    for notation in moves:
        people.do(do_so(people, notation))
        people.wait(0.2)
    people.wait(4)

    assert moves[:2] == notations(people, 2)
    assert people.session.prompt is not None
    assert "What happened?" == str(people.session.prompt.notice.heading)


def test_what_is_put_back_in_another_order_is_taken_back_and_its_order_still_to_be_put_right() -> None:
    """ISK-10: the Europe tile led the army in America 5; now the America tile lies on it."""
    people = people_at(2, 103_003_000_005)
    before = people.state
    order = do_so(people, "B: organise 2 America 5 -> America 6 with 2 PP")
    moves = people.moves_of(order)
    people.do(order)
    people.wait(5)
    assert order == people.history.played[-1].action
    people.becomes(before)
    people.swiftly([move.back for move in sorted(moves, key=lambda each: each.piece, reverse=True)])
    people.wait(6)

    assert before == people.history.state
    assert people.session.prompt is not None
    assert "Still to do" == str(people.session.prompt.notice.heading)
    people.put_right()
    people.wait(3)
    assert people.session.prompt is None


def test_two_like_tiles_that_change_places_are_in_hands_meanwhile() -> None:
    """One of them lies where the other one lay: that one is held, and nothing has been moved."""
    people, _ = people_before(r".: organise 1 .*", 2)
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
    people, _ = people_before(r".: (move|organise) 2 .*", 2)
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


def test_money_that_moves_after_a_restart_is_not_yet_a_move_of_hidden_tiles() -> None:
    """Piles that look as they should are as high as the journal has them."""
    people, organise = people_before(r".: organise 1 \w+ \d+ -> \w+ \d+", 2)
    money = next(move for move in people.moves_of(organise) if move.piece == "money")
    people.carry(money)
    people.restart()
    people.wait(10)
    assert people.history.state == people.state

    people.happened(organise)
    people.swiftly(people.table.carries_to(whole_table(GAME, people.state)))
    people.wait(5)
    assert people.history.state == people.state


def test_the_topmost_discard_that_is_taken_up_again_is_held() -> None:
    """The card below comes to light: it is not what was discarded instead."""
    people, action = people_before(r".: end turn, discard \S+", 2)
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


def test_a_tile_that_landed_on_its_like_may_have_come_by_way_of_a_covered_sector() -> None:
    """ISK-77: it was placed beneath a book and moved on from there, or placed where it is: that is asked."""
    people = people_at(2, 149_000_070)
    x, y = people.layout.zones["america.o3"].centre
    people.covers.append(Box(x - 120, y - 120, x + 120, y + 120))
    people.wait(2)
    moves = [do_so(people, "A: place America o3"), GAME.read_action("A: move 1 America o3 -> America o1")]
    for move in moves:
        people.do(move)
        people.wait(3)
    people.covers.clear()
    people.wait(8)

    prompt = people.session.prompt
    assert prompt is not None
    assert tuple(moves) in [reply.actions for _, reply in prompt.replies if isinstance(reply, Believe)]


def test_a_finger_on_undo_just_after_the_pieces_went_back_takes_back_nothing_else() -> None:
    people, action = people_before(r".: organise 1 .*", 2)
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


def test_a_card_covered_by_the_next_one_beneath_a_book_may_have_let_a_tile_move() -> None:
    """ISK-76: the 1 Money moved the tile, or paid for a cheap Mobilisation that did: that is asked."""
    people = people_at(4, 146_000_115)
    book = [zone for name, zone in people.layout.zones.items() if name.startswith(("D.discard", "D.money"))]
    people.covers.extend(book)
    people.wait(2)
    orders = [
        do_so(people, "D: play general_mobilisation_cheap"),
        GAME.read_action("D: move 1 America 7 -> America 5"),
        GAME.read_action("D: play general_jamming with 2 PP"),
    ]
    for order in orders:
        people.do(order)
        people.wait(2)
    people.covers.clear()
    people.wait(8)

    prompt = people.session.prompt
    assert prompt is not None
    assert tuple(orders) in [reply.actions for _, reply in prompt.replies if isinstance(reply, Believe)]
    assert 2 == len([reply for _, reply in prompt.replies if isinstance(reply, Believe)])


@pytest.mark.parametrize(("players", "seed"), [(4, 133_001_039), (2, 144_000_046)])
def test_two_orders_beneath_a_book_of_which_one_undoes_the_other_are_among_the_answers(players: int, seed: int) -> None:
    """ISK-67: 2 CP went where nobody could look, and nothing else differs: no card need be missing."""
    people = people_at(players, seed)
    hidden = ("A.command", "america.o")
    people.covers.extend(zone for name, zone in people.layout.zones.items() if name.startswith(hidden))
    people.wait(2)
    for notation in ("A: organise 1 America o2 -> America o3", "A: organise 1 America o3 -> America o2"):
        people.do(do_so(people, notation))
        people.wait(3)
    people.covers.clear()
    people.wait(8)

    prompt = people.session.prompt
    assert prompt is not None
    answers = [reply for _, reply in prompt.replies if isinstance(reply, Believe)]
    assert people.state in [after(people.session, answer) for answer in answers]
    people.session.handle(answers[0])
    people.wait(3)
    assert people.state == people.history.state
