"""How high piles are by the labels that came and went, where the top looks as before."""

from __future__ import annotations

import pytest

from companion.core.heights import Height
from companion.core.table import Reading
from companion.session.buried_pieces import BuriedPieces
from companion.session.known_labels import KnownLabels
from companion.session.pile_heights import PileHeights

START = {"north": ("low", "top"), "south": ("other",)}
"""Which labels lie in each pile, the lowest first; only the last one shows."""


def piles(*, grown_in_sight: bool = False) -> PileHeights:
    known = PileHeights()
    for tag in START["north"] if grown_in_sight else ():
        known.recollect(Reading({"north": (tag,)}), ["north"])
    known.agree(
        Reading({zone: tags[-1:] for zone, tags in START.items()}),
        {zone: len(tags) for zone, tags in START.items()},
        {tag: zone for zone, tags in START.items() for tag in tags},
    )
    return known


def told(known: PileHeights, north: str, south: str) -> dict[str, Height]:
    reading = Reading({"north": (north,), "south": (south,)})
    known.look(reading, {"north": 2, "south": 1})
    return dict(known.told(reading))


def test_a_pile_with_the_same_label_on_top_is_as_high_as_it_was() -> None:
    assert {"north": Height(2, 2), "south": Height(1, 1)} == told(piles(), "top", "other")


def test_a_label_that_was_never_seen_came_where_all_others_were_seen() -> None:
    """It came from off the mat, and alone; from another pile it may bring others along, under it."""
    assert Height(3, 3) == told(piles(), "new", "other")["north"]


def test_a_label_that_went_to_another_pile_makes_one_lower_and_one_higher() -> None:
    heights = told(piles(), "low", "top")

    assert 1 in heights["north"]
    assert 2 not in heights["north"]
    assert Height(2, 3) == heights["south"], "the other pile had one more to bring along"


def test_what_was_taken_up_first_is_not_under_what_comes_after() -> None:
    """The top one was in a hand when another one was laid; but it may have come back beneath."""
    known = piles()
    told(known, "low", "other")

    assert {"top"} == known.lifted
    assert Height(2, 2) == told(known, "new", "other")["north"]
    assert {"north"} == known.uncertain


def test_what_was_taken_up_and_is_laid_back_on_what_replaced_it_makes_the_pile_higher() -> None:
    """The top one was taken back, another one is laid in its stead, and then the first again."""
    known, everywhere = piles(grown_in_sight=True), {"low": "north", "next": "north", "other": "south"}
    told(known, "low", "other")
    told(known, "next", "other")
    known.agree(Reading({"north": ("next",), "south": ("other",)}), {"north": 2, "south": 1}, everywhere)

    assert Height(1, 2) == told(known, "low", "other")["north"], "only the next one has gone"
    told(known, "next", "other")
    assert Height(3, 3) == told(known, "top", "other")["north"]


def test_a_pile_that_grew_and_is_to_lose_one_from_beneath_tells_nothing_though_a_hand_hides_it() -> None:
    """It is to be as high as it was: whether hands have pulled out the one beneath no label tells."""
    known = piles(grown_in_sight=True)
    told(known, "new", "other")
    hidden = Reading({"south": ("other",)})
    known.look(hidden, {"north": 2, "south": 1})
    known.expect(hidden, {"north": 2, "south": 1})

    assert {"south": Height(1, 1)} == told(known, "new", "other")


def carried_stack() -> PileHeights:
    """Three in the north that were carried to the south, of which only the top was ever in sight there."""
    known = PileHeights()
    for tag in ("low", "middle", "top"):
        known.recollect(Reading({"north": (tag,)}), ["north"])
    everywhere = {"low": "north", "middle": "north", "top": "north"}
    known.agree(Reading({"north": ("top",), "south": ()}), {"north": 3, "south": 0}, everywhere)
    known.look(Reading({"north": (), "south": ("top",)}), {"north": 3, "south": 0})
    everywhere = dict.fromkeys(everywhere, "south")
    known.agree(Reading({"north": (), "south": ("top",)}), {"north": 0, "south": 3}, everywhere)
    return known


def test_what_was_moved_as_a_stack_may_lie_in_another_order() -> None:
    """Carried as it lay, or one by one: nobody knows what is still beneath the one that comes to light."""
    known = carried_stack()
    reading = Reading({"north": ("top",), "south": ("low",)})
    known.look(reading, {"north": 0, "south": 3})

    assert Height(1, 2) == known.told(reading)["south"]


def test_what_lay_in_the_middle_of_a_stack_may_have_come_to_lie_lowest() -> None:
    """Two of three went on: what comes to light need not lie on the one that was beneath it before."""
    known = carried_stack()
    reading = Reading({"north": ("top",), "south": ("middle",)})
    known.look(reading, {"north": 0, "south": 3})

    assert Height(1, 2) == known.told(reading)["south"]
    assert Height(1, 3) == known.told(reading)["north"], "no more than the other pile had"


def test_what_came_from_a_pile_under_a_cover_may_have_brought_others() -> None:
    """What the game says of the covered pile is no proof; what lies there when the cover is gone is."""
    known = piles()
    known.look(Reading({"south": ("top",)}), {"north": 2, "south": 1})
    everywhere = {"low": "north", "top": "south", "other": "south"}
    covered = Reading({"south": ("top",)})
    known.expect(covered, {"north": 1, "south": 2})
    known.agree(covered, {"north": 1, "south": 2}, everywhere)

    assert Height(2) == known.told(covered)["south"]
    uncovered = Reading({"north": ("low",), "south": ("top",)})
    known.look(uncovered, {"north": 1, "south": 2})
    known.agree(uncovered, {"north": 1, "south": 2}, everywhere)
    assert {"north": Height(1, 1), "south": Height(2, 2)} == known.told(uncovered)


def test_a_pile_that_is_otherwise_than_the_game_has_it_leaves_the_others_alone() -> None:
    """What nothing explains yet is held against that pile only, until something does."""
    known = piles()
    everywhere = {"low": "north", "top": "north", "new": "north", "other": "south"}
    known.agree(Reading({"north": ("new",), "south": ("other",)}), {"north": 2, "south": 1}, everywhere)

    assert {"north": Height(3, 3), "south": Height(1, 1)} == told(known, "new", "other")


def test_what_was_taken_up_and_lies_nowhere_may_come_back_or_be_gone() -> None:
    """In a hand, or under one: the pile has not grown, whatever comes to light."""
    known = piles(grown_in_sight=True)

    assert Height(1, 2) == told(known, "low", "other")["north"]
    assert Height(1, 1) == known.told(Reading({"north": ("low",), "south": ("other",)}), if_gone=True)["north"]


def test_what_came_and_was_covered_counts_too() -> None:
    known = piles()
    told(known, "new", "other")

    assert Height(4, 4) == told(known, "newer", "other")["north"]


def test_what_came_and_is_out_of_sight_again_may_be_in_a_hand_or_under_the_rest() -> None:
    known = piles()
    told(known, "new", "other")

    assert Height(2, 3) == told(known, "top", "other")["north"]
    assert Height(2, 2) == told(known, "top", "new")["north"]


def test_what_came_to_an_open_pile_and_is_out_of_sight_again_is_in_a_hand() -> None:
    """Nobody slips a card under a pile of discards."""
    known = piles()
    for north in ("new", "top"):
        reading = Reading({"north": (north,), "south": ("other",)})
        known.look(reading, {"north": 2, "south": 1}, ["north"])

    assert Height(2, 2) == known.told(reading)["north"]
    assert {"new"} == known.lifted


def test_a_pile_laid_onto_another_takes_along_what_lay_in_it() -> None:
    """Both tiles of the north went south, the lower one on top; one of the two comes back."""
    known = piles(grown_in_sight=True)
    moved = Reading({"north": (), "south": ("low",)})
    known.look(moved, {"north": 2, "south": 1})
    known.agree(moved, {"north": 0, "south": 3}, {"low": "south", "top": "north", "other": "south"})
    reading = Reading({"north": ("low",), "south": ("top",)})
    known.look(reading, {"north": 0, "south": 3})

    assert Height(2, 2) == known.told(reading)["south"]
    assert 1 in known.told(reading)["north"]


def test_what_a_hand_hides_on_another_pile_is_not_in_the_hand() -> None:
    """The first of two tiles lies on the other pile, under the hand that brings the second."""
    known = PileHeights()
    for tag in ("low", "middle", "top"):
        known.recollect(Reading({"north": (tag,)}), ["north"])
    everywhere = {"low": "north", "middle": "north", "top": "north"}
    known.agree(Reading({"north": ("top",), "south": ()}), {"north": 3, "south": 0}, everywhere)
    first = Reading({"south": ("top",)})
    known.look(first, {"north": 3, "south": 0})
    known.expect(first, {"north": 2, "south": 1})
    known.agree(first, {"north": 2, "south": 1}, everywhere | {"top": "south"})
    second = Reading({"north": ("low",)})
    known.look(second, {"north": 1, "south": 2})

    assert frozenset() == known.lifted
    assert Height(1, 1) == known.told(second)["north"]


def test_a_pile_under_a_cover_is_lower_by_what_has_come_to_light_elsewhere() -> None:
    known = piles()
    reading = Reading({"south": ("top",)})
    known.look(reading, {"north": 2, "south": 1})

    assert {"north": Height(0, 1), "south": Height(2, 3)} == known.told(reading)


def test_a_pile_of_which_no_label_shows_any_more_was_not_opened() -> None:
    """The topmost label was washed out: what comes lies on it. What was lifted would show what lay below."""
    known = piles(grown_in_sight=True)
    washed_out = Reading({"north": (), "south": ("other",)})
    known.look(washed_out, {"north": 2, "south": 1})

    assert frozenset() == known.lifted
    assert Height(3, 3) == told(known, "new", "other")["north"]


def test_what_vanished_from_beside_the_pile_may_lie_under_what_came() -> None:
    """Two cards go onto a pile in one go, of which only the upper one shows."""
    known = piles()
    beside = {"low": "north", "top": "north", "other": "south", "card": "slot"}
    lying = Reading({"north": ("top",), "south": ("other",), "slot": ("card",)})
    known.agree(lying, {"north": 2, "south": 1}, beside)
    reading = Reading({"north": ("new",), "south": ("other",), "slot": ()})
    known.look(reading, {"north": 2, "south": 1})

    assert Height(3, 4) == known.told(reading)["north"]


def first_seen_tonight() -> PileHeights:
    """After a restart: of three in the north only the topmost has ever been in sight."""
    known = PileHeights()
    lying = Reading({"north": ("top",), "south": ("other",)})
    known.agree(lying, {"north": 3, "south": 1}, {"top": "north", "other": "south"})
    return known


def test_a_label_that_nobody_has_seen_lay_beneath_all_that_were() -> None:
    known = first_seen_tonight()

    assert Height(1, 2) == told(known, "never seen", "top")["north"]


def test_a_label_that_nobody_has_seen_may_have_come_before_the_next_one() -> None:
    """A new one, and another that lay beside: the first may have come to light there as well."""
    known = first_seen_tonight()
    lying = Reading({"north": ("top",), "south": ("other",), "slot": ("card",)})
    known.agree(lying, {"north": 3, "south": 1}, {"top": "north", "other": "south", "card": "slot"})
    first = Reading({"north": ("new",), "south": ("other",), "slot": ("card",)})
    known.look(first, {"north": 3, "south": 1})
    known.expect(first, {"north": 4, "south": 1})
    second = Reading({"north": ("card",), "south": ("other",), "slot": ()})
    known.look(second, {"north": 4, "south": 1})

    assert 5 in known.told(second)["north"]


def test_what_was_believed_before_it_was_done_does_not_come_once_more() -> None:
    """Two of three were said to go, and one has gone: the second one that comes makes the pile no higher than that."""
    known = PileHeights()
    for tag in ("low", "middle", "top"):
        known.recollect(Reading({"north": (tag,)}), ["north"])
    everywhere = {"low": "north", "middle": "north", "top": "north"}
    known.agree(Reading({"north": ("top",), "south": ()}), {"north": 3, "south": 0}, everywhere)
    moved = {"north": 1, "south": 2}
    one = Reading({"north": ("middle",), "south": ("top",)})
    known.look(one, moved)
    known.expect(one, moved)
    known.agree(one, moved, {"low": "north", "middle": "north", "top": "south"})
    under_the_hand = Reading({"north": ("low",)})
    known.look(under_the_hand, moved)
    known.agree(under_the_hand, moved, {"low": "north", "middle": "north", "top": "south"})
    both = Reading({"north": ("low",), "south": ("middle",)})
    known.look(both, moved)

    assert {"north": Height(1, 1), "south": Height(2, 2)} == known.told(both)


def test_what_came_unseen_from_elsewhere_did_not_lie_lowest() -> None:
    """Two came under a sleeve, of which one had lain in sight: when it comes to light only the other one is gone."""
    known = PileHeights()
    before = {"own": "north", "one": "pool"}
    known.agree(Reading({"north": ("own",), "pool": ("one", "rest")}), {"north": 1}, {**before, "rest": "pool"})
    grown = Reading({"north": ("new",), "pool": ("rest",)})
    known.look(grown, {"north": 3})
    known.agree(grown, {"north": 3}, {"own": "north", "new": "north", "rest": "pool"})
    reading = Reading({"north": ("one",), "south": ("new",), "pool": ("rest",)})
    known.look(reading, {"north": 3})

    assert 2 in known.told(reading)["north"]


def test_what_lay_beside_what_has_come_is_not_covered_by_that() -> None:
    """Both were in sight, while something was held elsewhere: what is gone now may be gone for good."""
    known = piles()
    both = Reading({"north": ("marker", "top"), "south": ("other",)})
    heights = {"north": 3, "south": 1}
    known.look(both, heights)
    known.agree(both, heights, {"low": "north", "marker": "north", "top": "north", "other": "south"}, ["south"])
    alone = Reading({"north": ("marker",), "south": ("other",)})
    known.look(alone, heights)

    assert 2 in known.told(alone)["north"]
    assert 2 in known.told(alone, if_gone=True)["north"]


def test_a_pile_from_which_something_is_held_is_told_by_what_it_was() -> None:
    """All else agrees: that makes nothing known of the pile itself."""
    known = piles(grown_in_sight=True)
    lifted = Reading({"north": ("low",), "south": ("other",)})
    known.look(lifted, {"north": 2, "south": 1})
    before = known.told(lifted)
    known.agree(lifted, {"north": 2, "south": 1}, {"low": "north", "other": "south"}, ["north"])

    assert before == known.told(lifted)


@pytest.mark.parametrize(
    ("north", "south", "told_south"), [((), ("low",), Height(1)), (("top",), ("new",), Height(1, 1))]
)
def test_a_label_that_was_never_seen_may_come_from_beneath_what_is_gone_and_bring_others(
    north: tuple[str, ...], south: tuple[str, ...], told_south: Height
) -> None:
    """After a restart only tops were seen: the lower of two tiles shows where both went; no supply brings two."""
    known = PileHeights()
    known.agree(Reading({"north": ("top",), "south": ()}), {"north": 2, "south": 0}, {"top": "north"})
    reading = Reading({"north": north, "south": south})
    known.look(reading, {"north": 2, "south": 0})

    assert told_south == known.told(reading)["south"]


def test_what_was_due_when_something_else_is_laid_lies_beneath() -> None:
    """Somebody slipped it under the top, where no look shows it: the next card is one more."""
    known, before = piles(), Reading({"north": ("top",), "south": ("other",), "side": ("played",)})
    known.agree(before, {"north": 2, "south": 1}, {"low": "north", "top": "north", "other": "south", "played": "side"})
    slipped = Reading({"north": ("top",), "south": ("other",), "side": ()})
    heights = {"north": 3, "south": 1}
    known.look(slipped, heights)
    known.expect(slipped, heights)
    known.await_under({"played"}, heights)

    known.look(Reading({**slipped.zones, "north": ("new",)}), heights)

    assert Height(4, 4) == known.told(Reading({**slipped.zones, "north": ("new",)}))["north"]


def test_what_was_due_and_is_laid_at_last_is_counted_once() -> None:
    known, before = piles(), Reading({"north": ("top",), "south": ("other",), "side": ("played",)})
    known.agree(before, {"north": 2, "south": 1}, {"low": "north", "top": "north", "other": "south", "played": "side"})
    held = Reading({"north": ("top",), "south": ("other",), "side": ()})
    heights = {"north": 3, "south": 1}
    known.look(held, heights)
    known.expect(held, heights)
    known.await_under({"played"}, heights)
    laid = Reading({**held.zones, "north": ("played",)})

    known.look(laid, heights)

    assert Height(3, 3) == known.told(laid)["north"]


def test_a_pile_on_which_a_label_has_lain_for_a_while_was_passed() -> None:
    """Until table and game agree again; what went back to where it lay has passed nothing."""
    known, heights = piles(grown_in_sight=True), {"north": 2, "south": 1, "west": 0}
    start = Reading({"north": ("top",), "south": ("other",), "west": ()})
    known.agree(start, heights, {"low": "north", "top": "north", "other": "south"})
    on_south = Reading({"north": ("low",), "south": ("top",), "west": ()})
    known.look(on_south, heights)
    known.look(start, heights)
    assert frozenset() == known.passed

    known.look(on_south, heights)
    gone_on = Reading({"north": ("low",), "south": ("other",), "west": ("top",)})
    known.look(gone_on, heights)
    assert {"south"} == known.passed

    known.agree(gone_on, {"north": 1, "south": 1, "west": 1}, {"low": "north", "top": "west", "other": "south"})
    assert frozenset() == known.passed


def test_what_lay_under_what_went_elsewhere_is_all_that_can_be_left() -> None:
    """The lower one has come to light elsewhere: so the one above it has gone too, or has been put back."""
    known = piles(grown_in_sight=True)
    known.look(Reading({"north": ("new",), "south": ("low",)}), {"north": 2, "south": 1})

    assert Height(1, 2) == known.told(Reading({"north": ("new",), "south": ("low",)}))["north"]


def test_what_comes_beyond_what_was_due_is_told() -> None:
    """One was believed to have come while nobody could look there; two lie there now."""
    known = piles(grown_in_sight=True)
    heights = {"north": 1, "south": 2}
    known.expect(Reading({"north": ("low",)}), heights)
    for tag, is_told in (("top", False), ("low", True)):
        reading = Reading({"north": ("low",) if tag == "top" else (), "south": (tag,)})
        known.look(reading, heights)
        assert is_told == ("south" in known.told(reading) and 2 not in known.told(reading)["south"])


def test_a_pile_that_has_slid_shows_a_label_that_lies_beneath() -> None:
    known = piles(grown_in_sight=True)
    slid = Reading({"north": ("low", "top"), "south": ("other",)})

    assert Reading({"north": ("top",), "south": ("other",)}) == known.without_slid(slid)
    assert Reading({"north": ("low",)}) == known.without_slid(Reading({"north": ("low",)})), "the top is gone"


def test_a_tile_laid_where_its_like_was_taken_up_makes_that_pile_no_higher() -> None:
    known = PileHeights()
    everywhere = {"one": "north", "other": "south"}
    known.agree(Reading({"north": ("one",), "south": ("other",)}), {"north": 1, "south": 1}, everywhere)
    for north, south in ((), ("other",)), ((), ()), ((), ("one",)):
        reading = Reading({"north": north, "south": south})
        known.look(reading, {"north": 1, "south": 1})

    assert {"north": Height(0, 0), "south": Height(1, 1)} == known.told(reading)


def test_what_has_come_to_light_lay_there_before_though_a_hand_hides_it_for_a_moment() -> None:
    """The top card is in a hand, and the hand comes back over the pile: what lay beneath is no new card."""
    buried = BuriedPieces()
    for tags in (("low",), ("top",), ("low",), None, ("low",)):
        buried.look(Reading({} if tags is None else {"north": tags}), {"north"}, ())

    assert {"north": ["farm"]} == buried.resurfaced(KnownLabels({"low": "farm", "top": "mine"}))


def test_what_shows_lies_there_though_more_was_known_to_lie_there_than_did() -> None:
    """A marker lies beside the tile. Two like tiles changed places, one by one; then the one in the north went.

    When its like had come to it, the tile that had lain there was still in a hand: it was not known to have left.
    """
    known, heights = PileHeights(), {"north": 2, "south": 1}
    both = {"north": ("one", "marker"), "south": ("other",)}
    known.agree(Reading(both), heights, {"one": "north", "marker": "north", "other": "south"})
    for north, south, held in (
        (("one", "marker"), (), {"south"}),
        (("marker",), (), {"north", "south"}),
        (("other", "marker"), (), {"south"}),
        (("other", "marker"), ("one",), set[str]()),
    ):
        reading = Reading({"north": north, "south": south})
        known.look(reading, heights)
        known.agree(reading, heights, dict.fromkeys(north, "north") | dict.fromkeys(south, "south"), held)
    last = Reading({"north": ("marker",), "south": ("one",), "east": ("other",)})
    known.look(last, heights)

    assert Height(1, 1) == known.told(last)["north"]


def test_what_was_laid_with_others_unseen_may_have_left_with_them() -> None:
    """Two came at once onto "other", of which one shows; when both are gone the pile is as high as it was then."""
    known = piles()
    known.agree(Reading({"north": ("top",), "south": ("second",)}), {"north": 2, "south": 3}, {"second": "south"})

    assert 1 in told(known, "top", "other")["south"]


def test_a_label_from_where_something_is_lacking_has_come_until_that_place_agrees() -> None:
    """The slot looks as before with the market's card: that the market lacks one is told by where the card lies."""
    known = PileHeights()
    known.agree(Reading({"market": ("new",), "slot": ("old",)}), {}, {"new": "market", "old": "slot"})
    taken = Reading({"market": (), "slot": ("new",)})
    known.agree(taken, {}, {"new": "slot"}, but={"market"})

    assert {"slot": ("new",)} == known.arrived(taken)
    assert {"market": ("new",)} == known.departed(taken)

    known.agree(taken, {}, {"new": "slot"})
    assert {} == known.arrived(taken)
