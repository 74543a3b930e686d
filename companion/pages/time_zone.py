"""Where the table stands: the time zone of the machine, by a part of the world and a city, without a keyboard."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.screen import Touched
from companion.core.text import NOTHING, Text, say, verbatim
from companion.core.wizard_page import WizardChoice
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext

LIKELY_ZONES = {"et": "Europe/Tallinn", "fi": "Europe/Helsinki", "pl": "Europe/Warsaw", "en": "Europe/London"}
"""The zone in which most people of a language live."""

REGIONS = {
    "Europe": say("Europe"),
    "America": say("America"),
    "Asia": say("Asia"),
    "Africa": say("Africa"),
    "Australia": say("Australia"),
    "Pacific": say("Pacific Ocean"),
    "Atlantic": say("Atlantic Ocean"),
    "Indian": say("Indian Ocean"),
    "Antarctica": say("Antarctica"),
}


MOST = 3


def likely_zones(context: PageContext) -> tuple[WizardChoice, ...]:
    """The machine's own zone, and those of the languages, the spoken one first; each with the time it is there."""
    zones = context.machine.time_zones
    assert zones is not None, "only asked where zones can be set"
    spoken = context.store.preferences().get("language", context.language)
    likely = dict.fromkeys(filter(None, (zones.chosen, LIKELY_ZONES.get(spoken), *LIKELY_ZONES.values())))
    known = {zone for region in zones.by_region.values() for zone in region}
    ways = (
        WizardChoice(_city(zone), Touched("zone", zone), zone == zones.chosen, _time_in(context, zone))
        for zone in likely
        if zone in known
    )
    return tuple(ways)[:MOST]


def choose_zone(context: PageContext, zone: str) -> None:
    """Raises HardwareError."""
    if context.machine.time_zones is not None:
        context.machine.time_zones.choose(zone)


class Regions:
    """The parts of the world."""

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator

    def view(self) -> ListPage:
        zones = self._context.machine.time_zones
        found = () if zones is None else zones.by_region
        rows = tuple(
            Row(words, icon="world", intent=Touched("region", region))
            for region, words in REGIONS.items()
            if region in found
        )
        return ListPage("regions", say("Where is this table?"), (RowGroup(NOTHING, rows),))

    def touched(self, key: str, value: str) -> None:
        if key == "region":
            self._navigator.push(Cities(self._context, self._navigator, value))


class Cities:
    """The cities that zones are called after, each with the time it is there."""

    def __init__(self, context: PageContext, navigator: Navigator, region: str) -> None:
        self._context, self._navigator, self._region = context, navigator, region

    def view(self) -> ListPage:
        zones = self._context.machine.time_zones
        assert zones is not None, "cities are those of zones"
        rows = tuple(
            Row(
                _city(zone),
                right=_time_in(self._context, zone),
                intent=Touched("zone", zone),
                chosen=zone == zones.chosen,
            )
            for zone in zones.by_region[self._region]
        )
        return ListPage("cities", REGIONS[self._region], (RowGroup(NOTHING, rows),), searched=True)

    def touched(self, key: str, value: str) -> None:
        if key == "zone":
            self._navigator.close()
            self._navigator.close()
            choose_zone(self._context, value)


def _time_in(context: PageContext, zone: str) -> Text:
    return verbatim(context.machine.now().astimezone(ZoneInfo(zone)).strftime("%H:%M"))


def _city(zone: str) -> Text:
    """`Tallinn`, `Argentina, Buenos Aires`: as the tz database has it."""
    return verbatim(", ".join(part.replace("_", " ") for part in zone.split("/")[1:]))
