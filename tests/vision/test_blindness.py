"""What cannot be looked at for long is told, and told no more as soon as it is in sight again."""

from __future__ import annotations

import numpy as np

from companion.simulation.renderer.scene import Item, Scene
from tests.vision.watched import FARM, STILL, TABLE, Watched, coming_and_going, hand_at, tags_of
from vision.tracking.blindness import Blindness

RESTING = Scene(TABLE, (hand_at(100.0, 120.0),))
CUP = Item(None, 100.0, 150.0, 0.0, 45.0, 45.0, shade=0.3, caption="cup")


def hides(watched: Watched, x: float, y: float) -> list[tuple[int, bool]]:
    """After which frames it was newly told whether a place is hidden."""
    told: list[tuple[int, bool]] = []
    for number, said in watched.said:
        hidden = any(box.contains(x, y) for box in said.hidden)
        if hidden != (told[-1][1] if told else False):
            told.append((number, hidden))
    return told


def test_a_hand_that_rests_is_told_after_three_to_five_seconds_and_no_more_when_it_has_gone() -> None:
    scenes = [*[STILL] * 12, *coming_and_going(TABLE, 100.0, 120.0, [RESTING] * 60), *[STILL] * 4]

    told = hides(watched := Watched(*scenes), 100.0, 150.0)

    assert [True, False] == [hidden for _, hidden in told]
    assert 30 <= told[0][0] - 16 <= 50
    assert told[1][0] <= 12 + 68 + 3
    assert FARM in tags_of(watched.last)


def test_a_hand_that_goes_on_moving_is_not_told() -> None:
    moving = [Scene(TABLE, (hand_at(100.0 + 30.0 * (number % 2), 120.0),)) for number in range(60)]

    assert [] == hides(Watched(*[STILL] * 12, *moving), 115.0, 150.0)


def test_a_cup_on_a_label_is_told_until_it_is_lifted() -> None:
    watched = Watched(*[STILL] * 12, *[Scene((*TABLE, CUP))] * 60, *[STILL] * 4)

    told = hides(watched, 100.0, 150.0)

    assert [True, False] == [hidden for _, hidden in told]
    assert 30 <= told[0][0] - 12 <= 50
    assert told[1][0] <= 12 + 60 + 3


def test_a_minute_under_a_resting_hand_is_told_a_few_times_only() -> None:
    watched = Watched(*[STILL] * 12, *coming_and_going(TABLE, 100.0, 120.0, [RESTING] * 300))

    assert len([said for number, said in watched.said if 30 < number < 310]) <= 5


def test_a_part_in_which_anything_moves_is_no_rest_and_what_is_in_sight_is_forgotten_at_once() -> None:
    blocked = np.zeros((1, 9), np.bool_)
    blocked[0, :3] = blocked[0, 6:] = True
    waving = np.zeros_like(blocked)
    waving[0, 0] = True
    nowhere = np.zeros_like(blocked)
    blindness = Blindness.none(blocked.shape, 0.0)
    for tenths in range(1, 31):
        blindness = blindness.after(blocked, waving, nowhere, tenths / 10)

    assert [False] * 6 + [True] * 3 == list(blindness.lasting.flat)
    assert not blindness.after(nowhere, waving, nowhere, 3.1).lasting.any()


def test_what_nobody_could_be_told_of_for_long_is_hidden_though_it_is_in_sight_now_and_then() -> None:
    nowhere, silent = np.zeros((1, 3), np.bool_), np.array([[True, False, False]])
    blindness = Blindness.none(nowhere.shape, 0.0).after(nowhere, nowhere, silent, 12.0)

    assert [True, False, False] == list(blindness.lasting.flat)
    assert not blindness.after(nowhere, nowhere, nowhere, 12.1).lasting.any()
