"""Light that changes from place to place is taken out of a picture; what came onto the table is not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.watching.light import bands, both, switched, turning
from vision.tracking.light_field import light_field, relit

HEIGHT, WIDTH = 324, 576
X, Y = np.meshgrid(np.linspace(-1, 1, WIDTH, dtype=np.float32), np.linspace(-1, 1, HEIGHT, dtype=np.float32))


def table(seed: int = 1) -> NDArray[np.uint8]:
    """Cards on a darker mat, and the sensor's noise."""
    random = np.random.default_rng(seed)
    picture = np.full((HEIGHT, WIDTH), 90.0)
    for left, top in np.random.default_rng(7).integers((10, 10), (WIDTH - 60, HEIGHT - 60), (30, 2)):
        picture[top : top + 50, left : left + 36] = 170
    return np.clip(picture + random.normal(0, 1.5, picture.shape), 0, 255).astype(np.uint8)


def lit(picture: NDArray[np.uint8], light: Callable[..., NDArray[np.floating]]) -> NDArray[np.uint8]:
    return np.clip(picture * light(3, X, Y), 0, 255).astype(np.uint8)


def apart(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> float:
    """The difference in grey levels that only one pixel in a hundred exceeds."""
    return float(np.percentile(np.abs(one.astype(float) - other.astype(float)), 99))


LIGHTS = {
    "bands": bands(0.10, 3.3),
    "narrow bands": bands(0.06, 9.7),
    "turning": turning(0.30, 8.0),
    "a second lamp": switched(2),
    "bands in a turning light": both(bands(0.08, 3.3), turning(0.20, 12.0)),
}


@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)
def test_a_table_looks_as_before_in_another_light(light: Callable[..., NDArray[np.floating]]) -> None:
    before, now = table(), lit(table(seed=2), light)

    again = relit(now, before)

    level = float(np.median(before / np.maximum(again, 1)))
    assert 9 > apart(before, np.clip(again * level, 0, 255).astype(np.uint8))


@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS)
def test_an_arm_stays_as_different_as_it_is(light: Callable[..., NDArray[np.floating]]) -> None:
    """An arm from the lower edge, and one across a third of the rows' width."""
    before, now = table(), table(seed=2)
    now[150:, 250:320] = 40
    now[60:110, :190] = 200
    arm = np.zeros(now.shape, np.bool_)
    arm[150:, 250:320] = arm[60:110, :190] = True

    again = relit(lit(now, light), before)

    plain = relit(lit(table(seed=2), light), before)
    assert 9 > apart(again[~arm], plain[~arm])
    assert 25 < np.median(np.abs(again[arm].astype(float) - plain[arm]))


def test_in_the_same_light_the_picture_is_left_as_it_is() -> None:
    now = table(seed=2)
    now[150:, 250:320] = 40

    assert relit(now, table()) is now


def test_a_brighter_lamp_alone_is_no_light_field() -> None:
    assert light_field(np.clip(table(seed=2) * 1.2, 0, 255).astype(np.uint8), table()) is None


def test_where_most_of_the_picture_is_something_else_nothing_is_said_of_the_light() -> None:
    covered = np.random.default_rng(3).integers(0, 255, (HEIGHT, WIDTH)).astype(np.uint8)
    covered = np.repeat(np.repeat(covered[::32, ::32], 32, 0), 32, 1)[:HEIGHT, :WIDTH].copy()

    assert light_field(covered, table()) is None
