"""Buttons by purpose, on a GPIO header made of nothing."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import enumerate as all_threads
from typing import Any

import pytest
from gpiozero import Device

from companion.errors import HardwareError
from hardware.buttons import Buttons

PATIENCE = 10.0


class Clock:
    """Time that passes when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def heard() -> SimpleQueue[str]:
    return SimpleQueue()


@pytest.fixture
def finger(pins: Any, clock: Clock) -> Callable[..., None]:
    """Presses the button on a pin for some seconds, then lets go and rests a while."""

    def press(pin: int, seconds: float = 0.1) -> None:
        pins.pin(pin).drive_low()
        clock.now += seconds
        pins.pin(pin).drive_high()
        clock.now += 1.0

    return press


def test_a_press_is_reported_by_its_purpose(finger: Any, clock: Clock, heard: SimpleQueue[str]) -> None:
    with Buttons({"pass": 17, "why": 27}, heard.put, now=clock):
        finger(27)
        finger(17)

        assert ["why", "pass"] == [heard.get(timeout=PATIENCE), heard.get(timeout=PATIENCE)]


def test_a_bouncing_contact_is_one_press(pins: Any, finger: Any, clock: Clock, heard: SimpleQueue[str]) -> None:
    """gpiozero's mock passes every bounce on, so this debouncing is ours."""
    with Buttons({"confirm": 22, "why": 27}, heard.put, now=clock):
        for _ in range(5):
            pins.pin(22).drive_low()
            clock.now += 0.001
            pins.pin(22).drive_high()
            clock.now += 0.001
        finger(22)
        finger(27)

        assert ["confirm", "why"] == [heard.get(timeout=PATIENCE), heard.get(timeout=PATIENCE)]


def test_undo_must_be_held(finger: Any, clock: Clock, heard: SimpleQueue[str]) -> None:
    with Buttons({"undo": 5, "why": 27}, heard.put, now=clock):
        finger(5, seconds=0.7)
        finger(27)
        finger(5, seconds=0.9)

        assert ["why", "undo"] == [heard.get(timeout=PATIENCE), heard.get(timeout=PATIENCE)]


def test_which_buttons_must_be_held_is_a_choice(finger: Any, clock: Clock, heard: SimpleQueue[str]) -> None:
    with Buttons({"undo": 5}, heard.put, destructive=(), now=clock):
        finger(5)

        assert "undo" == heard.get(timeout=PATIENCE)


def test_a_held_button_is_reported_before_it_is_let_go(pins: Any, clock: Clock, heard: SimpleQueue[str]) -> None:
    """Nothing but the passing of time may be needed."""
    with Buttons({"undo": 5}, heard.put, now=clock):
        pins.pin(5).drive_low()
        clock.now += 0.9

        assert "undo" == heard.get(timeout=PATIENCE)


def test_real_time_will_do(pins: Any, heard: SimpleQueue[str]) -> None:
    with Buttons({"pass": 17}, heard.put):
        pins.pin(17).drive_low()

        assert "pass" == heard.get(timeout=PATIENCE)


def test_a_closed_button_is_silent_and_its_thread_gone(pins: Any, heard: SimpleQueue[str]) -> None:
    buttons = Buttons({"pass": 17}, heard.put)
    buttons.close()
    buttons.close()
    pins.pin(17).drive_low()

    with pytest.raises(Empty):
        heard.get_nowait()
    assert [] == [thread.name for thread in all_threads() if thread.name == "buttons"]


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
