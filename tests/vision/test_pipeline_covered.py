"""What lies under a hand, a cup, a card or a reflection is not seen, and not gone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.watching.evening import payload
from companion.core.table import UNREADABLE
from companion.simulation.renderer.scene import Item, Optics, RenderedMat, Scene, SceneLight, Shadow
from tests.vision.watched import (
    FARM,
    MINE,
    OPTICS,
    PLOT,
    STILL,
    TABLE,
    TAGS,
    Watched,
    card,
    coming_and_going,
    each_once,
    hand_at,
    is_blind,
    tags_of,
)

SMALL = Optics(width=896, height=504)
BOOK = Item(None, 100.0, 134.0, 0.0, 140.0, 160.0, caption="book")

PAIRWISE = [
    *((0.3, 0.0, True), (0.3, 5.0, False), (0.3, 10.0, True)),
    *((0.42, 0.0, False), (0.42, 5.0, True), (0.42, 10.0, False)),
    *((0.6, 0.0, True), (0.6, 5.0, False), (0.6, 10.0, True)),
]
"""Shades, rims in millimetres, and whether the bare mat was seen: every two values of them."""


class TestCoveredIsNotGone:
    def test_a_resting_hand_takes_nothing_away_and_blinds_what_is_under_it(self) -> None:
        resting = [Scene(TABLE, (hand_at(100.0, 120.0),))] * 25
        scenes = [*[STILL] * 6, *coming_and_going(TABLE, 100.0, 120.0, resting), *[STILL] * 5]

        watched = Watched(*scenes)

        assert watched.first_without(FARM) is None
        assert sorted([FARM, MINE, PLOT]) == tags_of(watched.last)

    def test_what_happens_beside_a_resting_hand_is_said_with_the_blind_part(self) -> None:
        resting = [Scene(TABLE, (hand_at(100.0, 120.0),))] * 4 + [Scene(TABLE[:2], (hand_at(100.0, 120.0),))] * 6

        watched = Watched(*[STILL] * 12, *coming_and_going(TABLE, 100.0, 120.0, resting)[:14])

        assert PLOT not in tags_of(watched.last)
        assert FARM in tags_of(watched.last)
        assert is_blind(watched.last, 100.0, 150.0)
        assert not is_blind(watched.last, 340.0, 150.0)

    def test_a_card_swapped_under_a_hand_is_said_when_the_hand_has_left(self) -> None:
        swapped = (card(TAGS[4], 100.0, 150.0), *TABLE[1:])
        hidden = [Scene(TABLE, (hand_at(100.0, 120.0),))] * 3 + [Scene(swapped, (hand_at(100.0, 120.0),))] * 3

        watched = Watched(*[STILL] * 6, *coming_and_going(TABLE, 100.0, 120.0, hidden), *[Scene(swapped)] * 4)

        assert sorted([TAGS[4], MINE, PLOT]) == tags_of(watched.last)

    @pytest.mark.parametrize("frames_in_sight", [0, 2])
    def test_a_card_laid_exactly_where_one_of_the_same_look_lay_is_read_when_the_hand_has_left(
        self, frames_in_sight: int
    ) -> None:
        """The eye: the place looks as it did, and the card that lay there has been read elsewhere."""
        places = zip((FARM, MINE, PLOT), (220.0, 100.0, 100.0), strict=True)
        farm, mine, plot = (replace(card(tag, x, 150.0), caption="card") for tag, x in places)
        moved = (farm, replace(mine, x=350.0))
        laid, over = (*moved, plot), hand_at(100.0, 120.0)
        reaching = coming_and_going((farm, mine), 100.0, 120.0, [Scene(moved, (over,))] * 2)[:-4]
        laying = [Scene(moved, (over,)), *coming_and_going(laid, 100.0, 120.0)[3:]]
        scenes = [*[Scene((farm, mine))] * 6, *reaching, *[Scene(moved)] * frames_in_sight, *laying, *[Scene(laid)] * 3]

        watched = Watched(
            *(replace(scene, light=SceneLight(level=0.5)) for scene in scenes), optics=replace(OPTICS, small_width=160)
        )

        assert sorted([FARM, MINE, PLOT]) == tags_of(watched.last)

    def test_a_label_with_a_corner_under_another_piece_lies_in_plain_sight(self) -> None:
        """As every tile of a pyramid does but for the uppermost: read by the rest, and nothing to be searched again."""
        upper = Item(PLOT, 124.2, 174.2, 0.0, 50.0, 50.0)
        scene = Scene((Item(MINE, 100.0, 150.0, 0.0, 50.0, 50.0), upper))

        watched = Watched(*[scene] * 30, optics=Optics(width=896, height=504))

        assert sorted([MINE, PLOT]) == tags_of(watched.last)
        assert not is_blind(watched.last, 100.0, 150.0)
        assert watched.pipeline.counters.unchanged > 5

    def test_a_piece_that_is_drawn_from_under_the_edge_of_another_is_gone(self) -> None:
        """Its label was to be seen while the other lay there: that does not cover it."""
        upper = Item(PLOT, 124.2, 174.2, 0.0, 50.0, 50.0)
        lying = (Item(MINE, 100.0, 150.0, 0.0, 50.0, 50.0), upper)
        growing = [*[Scene()] * 12, *[Scene(lying[:1])] * 12, *[Scene(lying)] * 12]
        drawn = coming_and_going(lying, 60.0, 150.0, [Scene((upper,), (hand_at(60.0, 150.0),))] * 3)

        watched = Watched(*growing, *drawn, *[Scene((upper,))] * 12, optics=Optics(width=896, height=504))

        assert [PLOT] == tags_of(watched.last)

    @pytest.mark.parametrize("shade", [0.3, 0.42, 0.9])
    def test_a_cup_on_a_card_does_not_take_the_card_away(self, shade: float) -> None:
        """Most of the card is still to be seen; its place is not spoken of. One cup is as dark as the mat."""
        cup = Item(None, 100.0, 150.0, 0.0, 45.0, 45.0, shade=shade, caption="cup")
        scenes = [*[STILL] * 12, *[Scene((*TABLE, cup))] * 60, *[STILL] * 5]

        watched = Watched(*scenes)

        assert watched.first_without(FARM) is None
        assert sorted([FARM, MINE, PLOT]) == tags_of(watched.last)

    @pytest.mark.parametrize("shade", [0.3, 0.9])
    def test_a_rule_book_laid_over_a_card_does_not_take_it_away(self, shade: float) -> None:
        """Nothing of the card shows, and all around it looks alike: the book must not be taken for the bare table."""
        book = replace(BOOK, shade=shade)

        watched = Watched(*[STILL] * 12, *[Scene((*TABLE, book))] * 40, *[STILL] * 5)

        assert watched.first_without(FARM) is None
        assert sorted([FARM, MINE, PLOT]) == tags_of(watched.last)

    def test_a_folder_of_the_mats_own_shade_hides_what_lay_where_the_mat_was_seen_before(self) -> None:
        """Hardly anything ends at the card's outline, but its place does not look as it did without the card either."""
        folder = replace(BOOK, width=75.0, height=105.0, shade=0.45)

        watched = Watched(*[Scene()] * 12, *[STILL] * 12, *[Scene((*TABLE, folder))] * 30)

        assert all(FARM in tags_of(said) for number, said in watched.said if number > 20)

    def test_a_cloth_of_the_mats_own_shade_takes_nothing_away_where_it_hides_an_anchor(self) -> None:
        """It looks just like the bare mat, but nobody takes an anchor away."""
        cloth = Item(None, 75.0, 105.0, 0.0, 135.0, 195.0, shade=RenderedMat().shade / 0.86, rim=False)

        watched = Watched(*[Scene()] * 12, *[STILL] * 12, *[Scene((*TABLE, cloth))] * 45)

        assert all(FARM in tags_of(said) for number, said in watched.said if number > 20)
        assert any(box.contains(100.0, 150.0) for box in watched.last.hidden)

    def test_a_card_whose_label_shone_for_long_is_not_learnt_as_the_bare_mat(self) -> None:
        """Else its place would be said to be covered when it has been read, and taken away."""
        shining = Scene((replace(TABLE[0], unreadable_by="glare"), *TABLE[1:]))
        hand, taken = hand_at(100.0, 150.0), TABLE[1:]
        scenes = [*[Scene(TABLE[1:])] * 12, *[Scene(shining.items, (hand,))] * 3, *[shining] * 30, *[STILL] * 12]

        watched = Watched(*scenes, *[Scene(TABLE, (hand,))] * 3, *[Scene(taken, (hand,))] * 3, *[Scene(taken)] * 20)

        assert [MINE, PLOT] == tags_of(watched.last)
        assert not is_blind(watched.last, 100.0, 150.0)

    @pytest.mark.parametrize(
        ("shade", "rim", "is_ground_known"),
        [
            (shade, rim, (at + by) % 2 == 0)
            for at, shade in enumerate((0.3, 0.42, 0.6))
            for by, rim in enumerate((0.0, 5.0, 10.0))
        ],
    )
    def test_what_has_a_cards_outline_or_little_more_does_not_take_it_away(
        self, shade: float, rim: float, is_ground_known: bool
    ) -> None:
        """The eye: nothing of the card shows, and the table around it is as it was. Every two values meet."""
        cover = Item(None, 100.0, 134.0, 0.0, 57.0 + rim, 87.0 + rim, shade=shade, caption="")
        before = [*[Scene(TABLE[1:])] * (15 * is_ground_known), *[STILL] * 15]
        covered = (*TABLE, cover)
        laying = coming_and_going(TABLE, 100.0, 150.0, [Scene(covered, (hand_at(100.0, 150.0),))])

        watched = Watched(*before, *laying, *[Scene(covered)] * 35)

        told = [FARM in tags_of(said) for _, said in watched.said]
        assert all(told[told.index(True) :])
        assert any(box.contains(100.0, 150.0) for box in watched.last.hidden)

    def test_a_card_taken_from_under_a_rule_book_is_gone_when_the_book_is(self) -> None:
        watched = Watched(*[STILL] * 12, *[Scene((*TABLE, BOOK))] * 20, *[Scene(TABLE[1:])] * 3)

        assert 12 + 20 + 3 == watched.first_without(FARM)

    def test_a_card_whose_label_lies_under_another_card_stays(self) -> None:
        """Fanned cards: the upper card's label lies beside the lower one's, its body over it."""
        upper = replace(card(PLOT, 100.0, 190.0), rotation=0.0)

        watched = Watched(*[STILL] * 12, *[Scene((*TABLE[:2], upper))] * 30)

        assert sorted([FARM, MINE, PLOT]) == tags_of(watched.last)

    def test_a_reflection_on_a_label_takes_nothing_away(self) -> None:
        shining = Scene((replace(TABLE[0], unreadable_by="glare"), *TABLE[1:]))

        watched = Watched(*[STILL] * 12, *[shining] * 30, *[STILL] * 5)

        assert watched.first_without(FARM) is None
        assert sorted([FARM, MINE, PLOT]) == [tag for tag in tags_of(watched.last) if tag != UNREADABLE]


class TestStacksAndFans:
    """Geometry: what is covered is not seen, and not gone."""

    FAN = tuple(card(tag, 80.0 + 34.0 * number, 150.0) for number, tag in enumerate(TAGS[:6]))

    def fan(self, *cards: int) -> Scene:
        return Scene(tuple(self.FAN[number] for number in cards))

    def test_a_fan_that_grows_keeps_every_card(self) -> None:
        """Each card's body lies over the label of the one before; laid one by one, all stay on the table."""
        growing = [scene for count in range(1, 7) for scene in [self.fan(*range(count))] * 6]

        watched = Watched(*[self.fan(0)] * 12, *growing)

        assert sorted(TAGS[:6]) == tags_of(watched.last)

    def test_a_fan_that_is_taken_up_from_the_top_loses_only_what_is_taken(self) -> None:
        """What lies under a fanned card was never bare table; it was seen before the card came, and is seen again."""
        growing = [scene for count in range(1, 4) for scene in [self.fan(*range(count))] * 12]
        shrinking = [scene for count in (2, 1) for scene in [self.fan(*range(count))] * 12]

        watched = Watched(*growing, *shrinking)

        assert [sorted(TAGS[:count]) for count in (1, 2, 3, 2, 1)] == each_once(
            tags_of(said) for _, said in watched.said
        )

    def test_a_card_taken_from_the_midst_of_a_column_is_gone(self) -> None:
        """Its label lay on a card that was pushed under it later; the mat is to be seen between the others."""
        column = tuple(card(tag, 100.0, y) for tag, y in zip(TAGS, (250.0, 195.0, 140.0), strict=False))
        left = (column[0], column[2])
        taking = coming_and_going(column, 100.0, 180.0, [Scene(left, (hand_at(100.0, 180.0),))] * 3)

        laying = [*[Scene()] * 12, *[Scene(column[1:])] * 12, *[Scene(column)] * 12]

        watched = Watched(*laying, *taking, *[Scene(left)] * 12)

        assert sorted([TAGS[0], TAGS[2]]) == tags_of(watched.last)
        assert not is_blind(watched.last, 100.0, 195.0)

    def test_a_stack_of_four_layers_shows_its_top(self) -> None:
        """Tiles half over each other, as in a pyramid: the corner of an upper tile hides a lower label."""
        lower = tuple(Item(tag, x, 150.0, 0.0, 40.0, 40.0) for tag, x in zip(TAGS, (100.0, 140.0), strict=False))
        upper = tuple(Item(TAGS[2 + n], 120.0, 150.0 - 3.0 * n, 0.0, 40.0, 40.0, label_mm=20.2) for n in range(3))
        layers = [Scene((*lower, *upper[:count])) for count in range(4)]

        watched = Watched(*[scene for scene in layers for _ in range(10)])

        assert TAGS[4] in tags_of(watched.last)
        assert not {TAGS[2], TAGS[3]} & set(tags_of(watched.last))

    def test_a_card_taken_from_over_one_whose_label_it_hid_since_the_start_is_gone(self) -> None:
        """The label that comes to light looks new, but no card has come: what showed of this one was there before."""
        lower, upper = card(TAGS[0], 175.0, 130.0), card(TAGS[1], 195.0, 145.0)
        taking = coming_and_going((lower, upper), 195.0, 150.0, [Scene((lower,), (hand_at(195.0, 150.0),))])

        watched = Watched(*[Scene((lower, upper))] * 12, *taking, *[Scene((lower,))] * 10, optics=SMALL)

        assert TAGS[:1] == tags_of(watched.last)
        assert () == watched.last.blind

    @pytest.mark.parametrize("others", [0, 3])
    def test_a_card_laid_on_others_takes_none_of_them_away(self, others: int) -> None:
        """It lies over one label, and over corners of the others' cards."""
        places = ((195.0, 145.0), (147.0, 75.0), (206.0, 75.0), (137.0, 172.0))[: others + 1]
        lying = tuple(card(tag, *place) for tag, place in zip(TAGS, places, strict=False))
        laid = (*lying, card(TAGS[4], 175.0, 130.0))
        laying = coming_and_going(lying, 175.0, 150.0, [Scene(laid, (hand_at(175.0, 150.0),))])

        watched = Watched(*[Scene(lying)] * 12, *laying, *[Scene(laid)] * 8, optics=SMALL)

        assert sorted([*TAGS[: others + 1], TAGS[4]]) == tags_of(watched.last)

    def test_a_second_label_of_a_tag_is_reported_while_the_first_is_verified_in_place(self) -> None:
        watched = Watched(*[Scene(TABLE[:2])] * 20, *[Scene((*TABLE[:2], card(FARM, 340.0, 150.0)))] * 5)

        assert (FARM,) == watched.last.duplicates
        assert sorted([FARM, FARM, MINE]) == tags_of(watched.last)

    def test_a_doubled_label_that_is_taken_away_again_is_no_longer_reported(self) -> None:
        twice = Scene((*TABLE[:2], card(FARM, 340.0, 150.0)))

        watched = Watched(*[Scene(TABLE[:2])] * 20, *[twice] * 8, *[Scene(TABLE[:2])] * 12)

        assert () == watched.last.duplicates
        assert sorted([FARM, MINE]) == tags_of(watched.last)


@pytest.mark.parametrize("frames", [6, 40])
def test_a_foreign_label_that_was_taken_away_is_forgotten_at_the_third_frame(frames: int) -> None:
    """It cannot be read, but a reflection has not hidden it: the picture has changed where it lay."""
    foreign = (*TABLE, card(payload(99), 150.0, 230.0))
    laid = [*coming_and_going(foreign, 150.0, 240.0)[4:], *[Scene(foreign)] * frames]
    taken = coming_and_going(foreign, 150.0, 240.0, [Scene(TABLE, (hand_at(150.0, 240.0),))])

    watched = Watched(*[STILL] * 8, *laid, *taken, *[STILL] * 3)

    assert any(UNREADABLE in tags_of(said) for _, said in watched.said)
    assert UNREADABLE not in tags_of(watched.last)
    assert () == watched.last.blind


def test_what_an_arm_rested_on_for_half_a_minute_is_in_sight_as_soon_as_it_has_gone() -> None:
    """Where it hid no label it was remembered as the table; that the table looks as before is no second arm."""
    arm = Scene(TABLE, (hand_at(100.0, 120.0),))

    watched = Watched(*[STILL] * 12, *coming_and_going(TABLE, 100.0, 120.0, [arm] * 240), *[STILL] * 12)

    assert sorted([FARM, MINE, PLOT]) == tags_of(watched.last)
    assert not watched.last.blind


def test_a_soft_shadow_covers_nothing() -> None:
    """Somebody leans over the table: no sharp rim meets the picture's edge. What is taken there is told at once."""
    shadow = (Shadow(225.0, 320.0, 200.0, 0.4),)
    taken = Scene((TABLE[0], TABLE[2]), shadows=shadow)

    watched = Watched(*[STILL] * 12, *[Scene(TABLE, shadows=shadow)] * 12, *[taken] * 8, *[Scene(taken.items)] * 8)

    assert [] == [said.blind for number, said in watched.said if 16 < number <= 24 and said.blind]
    assert (first := watched.first_without(MINE)) is not None
    assert first <= 12 + 12 + 8
    assert not watched.last.blind


def test_an_arm_in_a_soft_shadow_covers_what_is_under_it() -> None:
    leaning = Scene(TABLE, (hand_at(100.0, 120.0),), shadows=(Shadow(150.0, 320.0, 250.0, 0.4),))

    watched = Watched(*[STILL] * 12, *coming_and_going(TABLE, 100.0, 120.0, [leaning] * 20), *[STILL] * 5)

    assert watched.first_without(FARM) is None
    assert sorted([FARM, MINE, PLOT]) == tags_of(watched.last)


def test_the_dark_takes_nothing_away_and_leaves_nothing_blind_behind() -> None:
    dark = Scene(TABLE, light=SceneLight(level=0.02))

    watched = Watched(*[STILL] * 15, *[dark] * 30, *[STILL] * 8)

    assert watched.first_without(FARM) is None
    assert sorted([FARM, MINE, PLOT]) == tags_of(watched.last)
    assert not watched.last.blind
