"""What a table needs of its way to the club: the seam between what is said and how it gets there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Protocol

from companion.club.mqtt_messages import Outgoing

Own = Mapping[str, str]
"""What a table keeps of itself beside its messages, by name."""


class LinkStatus(Enum):
    """Whether the broker is there. REFUSED: it is, and does not take this table's user or password.

    BARRED: the machine lets the companion use no network.
    """

    AWAY = "away"
    CONNECTED = "connected"
    REFUSED = "refused"
    BARRED = "barred"


class ClubLink(Protocol):
    """Nothing here waits for a network or a disk."""

    @property
    def status(self) -> LinkStatus: ...

    def put(self, *messages: Outgoing, own: Own) -> None:
        """To be sent in this order, whenever there is a way, and kept over a restart until then."""

    def heard(self) -> Iterator[tuple[str, bytes]]:
        """Topics and payloads that have come in since the last time."""
