"""A card that is lifted and held in sight is neither taken nor placed."""

from __future__ import annotations

from dataclasses import replace

from companion.simulation.renderer.scene import Item, Scene
from tests.vision.watched import (
    FARM,
    MINE,
    PLOT,
    STILL,
    TABLE,
    Watched,
    coming_and_going,
    hand_at,
    is_blind,
    place_near,
    tags_of,
)


class TestCardsInHands:
    """A card that is lifted and held in sight is neither taken nor placed."""

    def lifted(self, x: float, y: float, larger: float) -> Item:
        upright = TABLE[0]
        return replace(
            upright,
            x=x,
            y=y - 16.0 * larger,
            width=57.0 * larger,
            height=87.0 * larger,
            label_offset=(0.0, 16.0 * larger),
            label_mm=20.0 * larger,
        )

    def held(self, x: float, y: float, frames: int, larger: float = 1.15) -> list[Scene]:
        return [Scene((*TABLE[1:], self.lifted(x, y, larger)), (hand_at(x, y + 45.0),))] * frames

    def carried(self) -> list[Scene]:
        steps = [self.held(100.0 + 30 * step, 150.0 + 20 * step, 1, 1.0 + 0.05 * step)[0] for step in range(4)]
        return [*coming_and_going(TABLE, 100.0, 190.0)[:4], *steps]

    def test_while_it_is_held_still_for_three_seconds_nothing_is_said_of_it(self) -> None:
        watched = Watched(*[STILL] * 12, *self.carried(), *self.held(190.0, 210.0, 30))

        assert watched.first_without(FARM) is None
        assert all(place_near(said, FARM, 100.0, 150.0) for _, said in watched.said)
        assert is_blind(watched.last, 100.0, 150.0) or len(watched.said) == 1

    def test_a_card_above_the_table_with_no_arm_to_be_told_from_the_table_is_not_placed(self) -> None:
        """The label alone tells: it is too large to lie there, while a hand is in the picture."""
        elsewhere = hand_at(380.0, 60.0)
        held = [Scene((*TABLE[1:], self.lifted(190.0, 230.0, 1.15)), (elsewhere,))] * 30

        watched = Watched(*[STILL] * 12, *coming_and_going(TABLE, 380.0, 60.0)[:4], *held)

        assert not any(place_near(said, FARM, 190.0, 230.0) for _, said in watched.said)

    def test_it_is_gone_within_three_quiet_frames_after_the_hand_has_left_with_it(self) -> None:
        away = [Scene(TABLE[1:], (hand_at(190.0, 210.0 + step),)) for step in (50.0, 150.0, 250.0)]
        scenes = [*[STILL] * 12, *self.carried(), *self.held(190.0, 210.0, 25), *away]

        watched = Watched(*scenes, *[Scene(TABLE[1:])] * 6)

        assert sorted([MINE, PLOT]) == tags_of(watched.last)
        assert len(scenes) + 3 >= (watched.first_without(FARM) or 0)

    def test_put_back_it_was_never_away(self) -> None:
        scenes = [*[STILL] * 12, *self.carried(), *self.held(190.0, 210.0, 25), *self.carried()[::-1]]

        watched = Watched(*scenes, *[STILL] * 6)

        assert watched.first_without(FARM) is None
        assert place_near(watched.last, FARM, 100.0, 150.0)

    def test_laid_on_something_high_it_is_placed_when_the_hand_has_left(self) -> None:
        """Nothing hangs in the air without a hand."""
        high = Scene((*TABLE[1:], self.lifted(190.0, 230.0, 1.15)))
        elsewhere = hand_at(380.0, 60.0)
        scenes = [*[STILL] * 12, *coming_and_going(TABLE, 380.0, 60.0)[:4], *[replace(high, hands=(elsewhere,))] * 8]

        watched = Watched(*scenes, *[high] * 8)

        assert place_near(watched.last, FARM, 190.0, 230.0)
