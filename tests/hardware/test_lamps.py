"""Lamps by purpose, in patterns that need no colour to be told apart."""

from __future__ import annotations

from itertools import combinations
from threading import Event
from typing import Any

import pytest

from companion.errors import HardwareError
from hardware import lamps as lamps_module
from hardware.lamps import Lamps, Pattern


def lit(pins: Any, pin: int) -> bool:
    return bool(pins.pin(pin).state)


def levels(pins: Any, pin: int, count: int) -> list[bool]:
    """The first `count` levels the pin took after the first one, waiting for them as long as it takes."""
    while len(pins.pin(pin).states) <= count:
        Event().wait(0.001)
    return [bool(state.state) for state in pins.pin(pin).states[1 : count + 1]]


def test_a_steady_lamp_is_lit_and_goes_out_when_no_longer_wanted(pins: Any) -> None:
    with Lamps({"turn": 5, "error": 6}) as lamps:
        lamps.shine({"turn": Pattern.STEADY})
        assert (True, False) == (lit(pins, 5), lit(pins, 6))

        lamps.shine({"error": Pattern.STEADY})
        assert (False, True) == (lit(pins, 5), lit(pins, 6))


def test_a_lamp_that_nobody_wired_is_no_mistake(pins: Any) -> None:
    with Lamps({"turn": 5}) as lamps:
        lamps.shine({"seat 3": Pattern.FAST, "turn": Pattern.STEADY})

        assert lit(pins, 5)


def test_a_rhythm_repeats(pins: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lamps_module, "TICK", 0.001)
    with Lamps({"notice": 6}) as lamps:
        lamps.shine({"notice": Pattern.FAST})

        assert [True, False] * 5 == levels(pins, 6, 10)


def test_a_redraw_does_not_start_a_rhythm_again(pins: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with Lamps({"notice": 6}) as lamps:
        lamps.shine({"notice": Pattern.DOUBLE})
        before = lamps._devices["notice"].source
        lamps.shine({"notice": Pattern.DOUBLE})

        assert before is lamps._devices["notice"].source


def test_a_rhythm_ends_with_the_next_pattern(pins: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lamps_module, "TICK", 0.001)
    with Lamps({"notice": 6}) as lamps:
        lamps.shine({"notice": Pattern.FAST})
        levels(pins, 6, 4)
        lamps.shine({"notice": Pattern.STEADY})
        seen = len(pins.pin(6).states)
        Event().wait(0.02)

        assert lit(pins, 6)
        assert seen == len(pins.pin(6).states)


def test_every_pattern_has_a_rhythm_of_its_own() -> None:
    """Also when it is met in the middle: no two patterns are the same one shifted or repeated."""

    def rhythms(pattern: Pattern) -> set[str]:
        endless = pattern.value * (48 // len(pattern.value))
        return {endless[by:] + endless[:by] for by in range(48)}

    endless = [pattern for pattern in Pattern if not pattern.value.endswith("|")]
    for one, other in combinations(endless, 2):
        assert set() == rhythms(one) & rhythms(other), f"{one} looks like {other}"


def test_a_buzzer_beeps_so_many_times_and_is_silent(pins: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lamps_module, "TICK", 0.001)
    with Lamps({"buzzer": 16}) as lamps:
        lamps.shine({"buzzer": Pattern.BEEPS})
        assert [True, False] * 3 == levels(pins, 16, 6)
        Event().wait(0.02)

        assert (7, False) == (len(pins.pin(16).states), lit(pins, 16))


def test_closing_darkens_and_may_be_done_twice(pins: Any) -> None:
    lamps = Lamps({"turn": 5})
    lamps.shine({"turn": Pattern.STEADY})
    lamps.close()
    lamps.close()
    lamps.shine({"turn": Pattern.STEADY})

    assert not lit(pins, 5)


def test_an_impossible_pin_is_named(pins: Any) -> None:
    with pytest.raises(HardwareError, match=r"`turn` in the settings section \[lamps\] cannot use pin 99"):
        Lamps({"turn": 99})
