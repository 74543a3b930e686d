"""What a service tells systemd: ready, still alive, stopping (sd_notify(3), sd_watchdog_enabled(3)).

    systemd = SystemdNotifier(os.environ, os.getpid())
    systemd.ready()

Without systemd, every message goes nowhere and costs nothing.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Mapping

logger = logging.getLogger(__name__)


class SystemdNotifier:
    """The door to the manager that started us, as named in our environment."""

    def __init__(self, environment: Mapping[str, str], process: int) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        # A leading @ stands for the null byte of an abstract address.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self.is_there = bool(address)
        """Whether a manager started us."""
        watched = environment.get("WATCHDOG_PID", str(process)) == str(process)
        self.watchdog = int(environment.get("WATCHDOG_USEC", "0")) / 1e6 if watched and address else 0.0
        """Seconds within which `alive` must be said again and again, or we are restarted; 0.0 when nobody watches."""

    def ready(self) -> None:
        """Start-up is over."""
        self._tell("READY=1")

    def alive(self) -> None:
        """The main loop still turns. To be said from that loop, twice within `watchdog` seconds."""
        self._tell("WATCHDOG=1")

    def status(self, sentence: str) -> None:
        """One line for `systemctl status`."""
        self._tell(f"STATUS={' '.join(sentence.splitlines())}")

    def more_time(self, seconds: float) -> None:
        """Starting takes longer than the manager allows, and is well; to be said again before they have passed."""
        self._tell(f"EXTEND_TIMEOUT_USEC={round(seconds * 1e6)}")

    def stopping(self) -> None:
        """The service has begun to end."""
        self._tell("STOPPING=1")

    def _tell(self, message: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as channel:
                channel.connect(self._address)
                channel.sendall(message.encode())
        # The evening goes on without systemd; should it mind, it will restart us.
        except OSError as error:
            logger.warning("systemd does not listen (%s): %s was not told.", error, message)
