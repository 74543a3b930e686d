"""Command cards: each laying asks once, and no game ever hears of them."""

from __future__ import annotations

from companion.conformance.tag_tables import Crowd
from companion.core.command_cards import TITLES, CardsOnTable, command_of
from companion.core.table import Box, LabelPlace, Observation, Pose
from companion.core.tags import anchors
from companion.games import GAMES

TAG_OF = {command: tag for tag, command in command_of().items()}
UNDO, PASS = (LabelPlace(TAG_OF[name], Pose(100.0, 100.0)) for name in ("undo", "pass"))
FAR = LabelPlace("N0014DDX7T", Pose(400.0, 100.0))
NEAR = LabelPlace("N0025DDX7T", Pose(120.0, 105.0))
EMPTY = Observation(())


def laid(*looks: Observation) -> list[tuple[str, ...]]:
    """What each look is found to ask for."""
    cards, found = CardsOnTable(), []
    for seen in looks:
        cards, look = cards.after(seen)
        found.append(look.laid)
    return found


def test_a_card_asks_once_for_each_laying() -> None:
    there = Observation((FAR, UNDO))

    assert [(), ("undo",), (), (), ("undo",)] == laid(EMPTY, there, there, EMPTY, there)


def test_a_card_that_lies_there_at_the_first_look_asks_nothing_and_is_told() -> None:
    _, look = CardsOnTable().after(Observation((UNDO,)))

    assert (("undo",), ()) == (look.found, look.laid)
    assert [(), (), ("undo",)] == laid(Observation((UNDO,)), EMPTY, Observation((UNDO,)))


def test_a_card_under_a_hand_or_gone_pale_has_not_left() -> None:
    there, hand = Observation((UNDO,)), Observation((), blind=(Box(50.0, 50.0, 150.0, 150.0),))
    pale, beneath = Observation((), faded=(UNDO,)), Observation((LabelPlace(FAR.tag, UNDO.pose),))

    assert [(), ("undo",), (), (), (), (), (), ()] == laid(EMPTY, there, hand, there, pale, there, beneath, there)


def test_two_cards_of_a_kind_are_one() -> None:
    both = Observation((UNDO, LabelPlace(UNDO.tag, Pose(300.0, 300.0))), duplicates=(UNDO.tag,))
    cards, _ = CardsOnTable().after(EMPTY)
    _, look = cards.after(both)

    assert (("undo",), EMPTY) == (look.laid, look.table)


def test_the_game_sees_the_table_as_if_no_card_lay_there() -> None:
    """Also what lies under the card; what has come to lie elsewhere meanwhile is there and nowhere else."""
    cards, _ = CardsOnTable().after(Observation((FAR, NEAR)))
    cards, look = cards.after(Observation((FAR, PASS), glimpsed=(Observation((UNDO,)),)))
    assert Observation((FAR, NEAR), glimpsed=(EMPTY,)) == look.table
    _, glimpse = cards.after(Observation((FAR, NEAR), glimpsed=(Observation((UNDO, FAR)),)))
    assert Observation((FAR, NEAR), glimpsed=(Observation((FAR,)),)) == glimpse.table
    cards, look = cards.after(Observation((FAR, PASS)))
    assert Observation((FAR, NEAR)) == look.table

    moved = LabelPlace(NEAR.tag, Pose(300.0, 200.0))
    assert Observation((FAR, moved)) == cards.after(Observation((FAR, moved, PASS)))[1].table
    assert Observation((FAR,)) == cards.after(Observation((FAR,)))[1].table


def test_the_labels_of_cards_look_like_no_others() -> None:
    """As far from every label of every game, and from the mat's, as these are from each other."""
    crowd, others = Crowd(), [*anchors().values(), *(tag for game in GAMES.values() for tag in game.piece_of)]
    for payload in command_of():
        assert crowd.admits(payload)
        crowd.add(payload)

    assert [] == [payload for payload in others if not crowd.admits(payload)]
    assert len(TITLES) == len(command_of())
