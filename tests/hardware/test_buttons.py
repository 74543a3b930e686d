"""Buttons by purpose, on a GPIO header made of nothing."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import enumerate as all_threads
from typing import Any

import pytest
from gpiozero import Device

from companion.errors import HardwareError
from hardware.buttons import BOUNCE_TIME, Buttons
from tests.waiting import PATIENCE

NEVER, AT_ONCE = 1000.0, 0.001
"""Hold times that no test outlasts, and that every test does: nothing here depends on how busy the machine is."""


@pytest.fixture
def heard() -> SimpleQueue[str]:
    return SimpleQueue()


@pytest.fixture
def tap(pins: Any) -> Callable[[int], None]:
    """Presses the button on a pin and lets go."""

    def press(pin: int) -> None:
        pins.pin(pin).drive_low()
        pins.pin(pin).drive_high()

    return press


def test_a_press_is_reported_by_its_purpose(tap: Any, heard: SimpleQueue[str]) -> None:
    with Buttons({"pass": 17, "why": 27}, heard.put):
        tap(27)
        tap(17)

        assert ["why", "pass"] == [heard.get(timeout=PATIENCE), heard.get(timeout=PATIENCE)]


def test_every_button_is_debounced(pins: Any) -> None:
    """What becomes of a bouncing contact then is asked in test_debounce."""
    with Buttons({"confirm": 22, "undo": 5}, print):
        assert [BOUNCE_TIME, BOUNCE_TIME] == [pins.pin(22).bounce, pins.pin(5).bounce]


def test_undo_must_be_held(tap: Any, heard: SimpleQueue[str]) -> None:
    with Buttons({"undo": 5, "why": 27}, heard.put, hold_time=NEVER):
        tap(5)
        tap(27)

        assert "why" == heard.get(timeout=PATIENCE)
    assert heard.empty()


def test_undo_is_held_for_eight_tenths_of_a_second(pins: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    monkeypatch.setattr("gpiozero.Button.hold_time", property(lambda _: 0.8, lambda _, seconds: asked.append(seconds)))
    with Buttons({"undo": 5}, print):
        assert [0.8] == asked


def test_which_buttons_must_be_held_is_a_choice(tap: Any, heard: SimpleQueue[str]) -> None:
    with Buttons({"undo": 5}, heard.put, destructive=(), hold_time=NEVER):
        tap(5)

        assert "undo" == heard.get(timeout=PATIENCE)


def test_a_held_button_is_reported_before_it_is_let_go(pins: Any, heard: SimpleQueue[str]) -> None:
    """Nothing but the passing of time may be needed."""
    with Buttons({"undo": 5}, heard.put, hold_time=AT_ONCE):
        pins.pin(5).drive_low()

        assert "undo" == heard.get(timeout=PATIENCE)


def test_a_button_that_must_be_held_tells_when_it_is_pressed_and_let_go(pins: Any) -> None:
    seen: SimpleQueue[tuple[str, bool]] = SimpleQueue()
    with Buttons({"undo": 5, "why": 27}, print, hold_time=NEVER, held=lambda *held: seen.put(held)):
        for pin in (27, 5):
            pins.pin(pin).drive_low()
            pins.pin(pin).drive_high()

        assert [("undo", True), ("undo", False)] == [seen.get(timeout=PATIENCE), seen.get(timeout=PATIENCE)]


def test_a_long_press_is_said_once(pins: Any, heard: SimpleQueue[str]) -> None:
    with Buttons({"undo": 5, "why": 27}, heard.put, destructive=("undo", "why"), hold_time=AT_ONCE):
        pins.pin(5).drive_low()
        assert "undo" == heard.get(timeout=PATIENCE)
        pins.pin(27).drive_low()

        assert "why" == heard.get(timeout=PATIENCE)
    assert heard.empty()


def test_the_default_times_will_do(pins: Any, heard: SimpleQueue[str]) -> None:
    with Buttons({"pass": 17}, heard.put):
        pins.pin(17).drive_low()

        assert "pass" == heard.get(timeout=PATIENCE)


def test_a_closed_button_is_silent_and_its_threads_are_gone(pins: Any, heard: SimpleQueue[str]) -> None:
    before = set(all_threads())
    buttons = Buttons({"pass": 17}, heard.put)
    buttons.close()
    buttons.close()
    pins.pin(17).drive_low()

    with pytest.raises(Empty):
        heard.get_nowait()
    assert set() == set(all_threads()) - before


def test_a_pin_used_twice_is_named(pins: Any) -> None:
    with pytest.raises(HardwareError, match=r"`undo` in the settings section \[buttons\] cannot use pin 17"):
        Buttons({"pass": 17, "undo": 17}, print)
    # All or none: the first pin is free again.
    Buttons({"pass": 17}, print).close()


def test_a_machine_without_pins_says_which_setting_to_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "absent")

    with pytest.raises(HardwareError, match=r"no GPIO pins for the buttons: leave the section \[buttons\] empty"):
        Buttons({"pass": 17}, print)


def test_no_buttons_need_no_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "absent")

    Buttons({}, print).close()
