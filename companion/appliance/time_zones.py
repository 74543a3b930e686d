"""The time zones of the world, which one this machine has, and how another is asked for."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from companion.errors import HardwareError

REQUEST = Path("/run/table-companion/time-zone")
"""A service may not set the machine's clock: this file asks for it (`systemd/companion-time-zone.path`)."""

LOCAL_TIME = Path("/etc/localtime")
TABLE = Path("/usr/share/zoneinfo/zone.tab")
"""Of the tz database: country, place and name of each zone."""


@dataclass(frozen=True)
class TimeZones:
    """Zones are called as the tz database calls them: `Europe/Tallinn`."""

    request: Path = REQUEST
    local_time: Path = LOCAL_TIME
    table: Path = TABLE

    @property
    def can_be_set(self) -> bool:
        """Whether this is an appliance; a desktop has its own way."""
        return self.request.parent.is_dir() and bool(self.by_region)

    @cached_property
    def by_region(self) -> Mapping[str, Sequence[str]]:
        """Zones by the part of the world before their name's first slash, each list in the order of the alphabet."""
        try:
            lines = self.table.read_text(encoding="utf-8").splitlines()
        except OSError:
            return MappingProxyType({})
        zones = sorted(line.split("\t")[2] for line in lines if line and not line.startswith("#"))
        regions = dict.fromkeys(zone.partition("/")[0] for zone in zones)
        return MappingProxyType(
            {region: [zone for zone in zones if zone.startswith(f"{region}/")] for region in regions}
        )

    @property
    def chosen(self) -> str:
        """The zone of this machine; empty where it has been told none."""
        try:
            return str(self.local_time.readlink()).partition("zoneinfo/")[2]
        except OSError:
            return ""

    def choose(self, zone: str) -> None:
        """Has the machine put into this zone, and this program at once. Raises HardwareError."""
        try:
            self.request.with_suffix(".new").write_text(f"{zone}\n", encoding="ascii")
            self.request.with_suffix(".new").rename(self.request)
        except OSError as error:
            raise HardwareError(
                f"The time zone cannot be set ({error.strerror}); the times shown are UTC's."
            ) from error
        os.environ["TZ"] = zone
        time.tzset()
