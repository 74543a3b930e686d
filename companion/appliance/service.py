"""What is due to the service manager: a screen to start on, how far everything is, and an end that switches off."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from companion.errors import HardwareError, JournalError
from companion.journal.store import JournalStore
from hardware.raspberry_pi import is_raspberry_pi
from hardware.systemd_notify import SystemdNotifier

if TYPE_CHECKING:
    from companion.application.application import Application

logger = logging.getLogger(__name__)

POWER_OFF = 77
"""The exit code that asks for the machine to be switched off."""

LOOK_FOR_SCREEN = 2.0
"""Seconds between two looks whether a screen has been plugged in or switched on."""

LOOKS_FOR_RIGHTS = 15
"""So often a service looks whether it may draw; after that it tries all the same, and says what it is told."""


def require_screen(wait: Callable[[float], None] = time.sleep) -> None:
    """Raises HardwareError where nobody could see the window; a service waits for a screen instead."""
    from ui.window import has_display, may_draw

    systemd = SystemdNotifier(os.environ, os.getpid())
    while not has_display():
        if not systemd.is_there:
            raise HardwareError("There is no screen to show the game on; plug one in, or set DISPLAY to a running one.")
        systemd.status("There is no screen; waiting for one.")
        systemd.more_time(10 * LOOK_FOR_SCREEN)
        wait(LOOK_FOR_SCREEN)
    # The kernel shows a graphics card before udev has given it to our group.
    for _ in range(LOOKS_FOR_RIGHTS if systemd.is_there else 0):
        if may_draw():
            break
        systemd.status("The display is not ready yet; waiting for it.")
        systemd.more_time(10 * LOOK_FOR_SCREEN)
        wait(LOOK_FOR_SCREEN)


def obey_signals(stop: Callable[[], None], is_service: bool) -> None:
    """SIGTERM stops. A service's terminal is the console: neither Ctrl+C on the appliance's own keyboard nor who hangs
    the console up ends an evening.
    """
    signal.signal(signal.SIGTERM, lambda *_: stop())
    if is_service:
        for key in (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP, signal.SIGHUP):
            signal.signal(key, signal.SIG_IGN)


@contextmanager
def leaving_on_time() -> Iterator[None]:
    """Ends the process when all that is within is closed, also while threads that it has started are still at work.

    Python would wait for a search through the rules, or take itself down under one through a picture: OpenCV then
    aborts.
    """
    before = set(threading.enumerate())
    code: int | str | None = 0
    try:
        yield
    except SystemExit as ending:
        code = ending.code
    if set(threading.enumerate()) - before:
        logging.shutdown()
        os._exit(code if isinstance(code, int) else int(code is not None))
    if code != 0:
        sys.exit(code)


class Progress:
    """How far everything is that has to get on."""

    def __init__(self, application: Application, store: JournalStore, cameras: Callable[[], dict[str, int]]) -> None:
        self._application, self._store, self._cameras = application, store, cameras
        self._reads = 0

    def __call__(self) -> dict[str, int]:
        try:
            self._store.preferences()
            self._reads += 1
        except JournalError as error:
            logger.warning("%s", error)
        window = self._application.window
        return {
            "screen": window.frames,
            "session": self._application.ticks,
            "journal": self._reads,
            **self._cameras(),
        }


class PowerOff:
    """The machine is switched off where it is ours alone, when the window and all devices are closed.

    A service has no right to do so: it ends with `POWER_OFF`, and its unit does it.
    """

    def __init__(self, close_window: Callable[[], None], is_service: bool) -> None:
        self._close_window, self._is_service = close_window, is_service
        self._is_wanted = False

    def ask(self) -> None:
        self._is_wanted = True
        self._close_window()

    def obey(self) -> None:
        """Raises SystemExit in a service."""
        if not self._is_wanted:
            return
        if self._is_service:
            sys.exit(POWER_OFF)
        if is_raspberry_pi():
            subprocess.run(["systemctl", "poweroff"], check=False)
