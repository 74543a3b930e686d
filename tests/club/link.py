"""A way to the club without a network, at the seam that the connection has."""

from __future__ import annotations

from collections.abc import Iterator

from companion.club.link import LinkStatus, Own
from companion.club.mqtt_messages import STATE, Outgoing, parsed_topic
from companion.club.table_state import ClubTableState, from_payload


class Link:
    """A broker of our own: what was put, and what is heard next."""

    def __init__(self) -> None:
        self.status = LinkStatus.CONNECTED
        self.sent: list[Outgoing] = []
        self.own: dict[str, str] = {}
        self.incoming: list[tuple[str, bytes]] = []

    def put(self, *messages: Outgoing, own: Own) -> None:
        self.sent += messages
        self.own |= own

    def heard(self) -> Iterator[tuple[str, bytes]]:
        while self.incoming:
            yield self.incoming.pop(0)

    def states(self) -> list[ClubTableState]:
        return [from_payload(each.payload) for each in self.sent if parsed_topic(each.topic)[1] == STATE]
