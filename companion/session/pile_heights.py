"""How high piles are of which only the top shows, as the labels tell that were seen to come and to go.

A tile that goes from one pile of its kind to another leaves no change that the game could see: every top looks as
before. Its label was there and is here. How many went with it, under it, the label that comes to light tells, if it
was seen before it was covered.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from companion.core.heights import Height
from companion.core.table import UNREADABLE, Reading, Tag, Zone
from companion.session.piled_labels import is_due, left_lying, readable, up_to, with_covered, without_slid


@dataclass(slots=True)
class PileHeights:
    """Which labels lay where, the lowest first, and how high the piles were, when table and game last agreed."""

    _home: dict[Tag, Zone] = field(default_factory=dict)
    _tops: dict[Zone, frozenset[Tag]] = field(default_factory=dict)
    _known: dict[Zone, tuple[Tag, ...]] = field(default_factory=dict)
    _shuffled: dict[Zone, frozenset[Tag]] = field(default_factory=dict)
    """Labels of a pile that came with another one: carried as they lay, or one by one, which turns them over."""
    _levels: dict[Tag, int] = field(default_factory=dict)
    """How high its pile was when a label lay on top of it alone, the last time."""
    _heights: Mapping[Zone, int] = field(default_factory=dict)
    _owed: frozenset[Zone] = frozenset()
    """Where hands have yet to do what the game knows already: these piles tell nothing."""
    _due: dict[Zone, frozenset[Tag]] = field(default_factory=dict)
    """Labels in sight nowhere that have to come to such a pile, or have come, under what lies on top."""
    _arrivals: dict[Zone, tuple[Tag, ...]] = field(default_factory=dict)
    """Labels that have come to a pile since then, the first first; those that others have covered are among them."""
    _apart: dict[Zone, frozenset[Tag]] = field(default_factory=dict)
    """Labels that were seen elsewhere while what came to a pile lay there: they were not carried under it."""
    _slipped: dict[Zone, frozenset[Tag]] = field(default_factory=dict)
    """Labels that came to a pile and went out of sight, though nothing has come since: in a hand, or under others."""
    lifted: frozenset[Tag] = frozenset()
    """Labels of which it was seen that they are no longer on top, and that nothing was laid over them."""
    _lost: frozenset[Tag] = frozenset()
    """Labels that have been seen, and of which nobody knows where they are."""
    _sources: dict[Zone, frozenset[Zone]] = field(default_factory=dict)
    """The piles out of sight from which what has come to a pile may have brought more than is known, under it."""
    _awaiting: frozenset[Zone] = frozenset()
    """Piles to which more is to come, from others of which it is known that it lies there still."""
    passed: frozenset[Zone] = frozenset()
    """Piles on which a label came to lie that has gone on to another one since."""
    covered: Collection[Zone] = ()
    """Piles on which what came may lie on others that came before it, out of sight."""
    odd: frozenset[Zone] = frozenset()
    """Piles that were otherwise than the game has them when nothing else on the table was."""

    def recollect(self, reading: Reading, piles: Collection[Zone]) -> None:
        """An earlier look: what lay on top then lies under what has come since."""
        for zone in piles:
            self._pile_up(zone, readable(reading.zones.get(zone, ())))

    def look(self, reading: Reading, heights: Mapping[Zone, int], open_piles: Collection[Zone] = frozenset()) -> None:
        """What was to be done on a pile may have been done. On the `open_piles` what comes lies on top."""
        where = {tag: zone for zone, tags in reading.zones.items() for tag in tags}
        seen = {*where}
        came, self._arrivals = self._arrivals, {zone: self._still_there(zone, reading, seen) for zone in self._heights}
        self._apart = {
            zone: self._apart.get(zone, frozenset()) | (seen - set(reading.zones.get(zone, ())))
            for zone, tags in self._arrivals.items()
            if tags
        }
        for zone, tags in came.items():
            slipped = self._slipped.get(zone, frozenset()).union(tags).difference(self._arrivals.get(zone, ()), seen)
            self._slipped[zone] = slipped
            self.passed |= {zone for tag in tags if where.get(tag, zone) not in {zone, self._home.get(tag)}}
        self.lifted = self.lifted.union(self._just_lifted(reading), *self._slipped.values()) - seen
        for zone in self._slipped.keys() & set(open_piles):
            self._slipped[zone] = frozenset()
        self._due = {zone: tags for zone, tags in self._due.items() if zone in self._owed and seen.isdisjoint(tags)}
        for zone in [zone for zone in self._due if self._arrivals.get(zone)]:
            self._slip_under(zone, self._due.pop(zone))
        if self._owed:
            self.expect(reading, heights, self._owed)

    def without_slid(self, reading: Reading) -> Reading:
        """What lies on top: of a pile that has slid more shows."""
        return without_slid(reading, {zone: self._tops.get(zone, frozenset()) for zone in self._heights}, self._known)

    def await_under(self, gone: Collection[Tag], heights: Mapping[Zone, int]) -> None:
        """The game went on: these are in sight nowhere any more, and may be what the one pile set aside lacks."""
        lacking = {zone: heights[zone] - self._heights.get(zone, 0) for zone in self._owed if zone in heights}
        if gone and list(lacking.values()) == [len(gone)]:
            self._due = dict.fromkeys(lacking, frozenset(gone))

    def _slip_under(self, zone: Zone, tags: frozenset[Tag]) -> None:
        """Something else lies on the pile now: what was due lay beneath already."""
        known, tops = self._known.get(zone, ()), self._tops.get(zone, frozenset())
        beneath, above = [tag for tag in known if tag not in tops], [tag for tag in known if tag in tops]
        self._known[zone] = (*beneath, *sorted(tags), *above)
        self._home |= dict.fromkeys(tags, zone)
        self._tops = {place: labels - tags for place, labels in self._tops.items()}
        self._heights = {**self._heights, zone: self._heights[zone] + len(tags)}
        self._owed -= {zone}

    def expect(self, reading: Reading, heights: Mapping[Zone, int], zones: Collection[Zone] | None = None) -> None:
        """The game went on, or what differs is left as it is: those piles that are not so high yet are set aside."""
        told = {zone: height for zone, height in self._all_told(reading).items() if zone in reading.zones}
        known = heights if zones is None else zones
        # A pile out of sight of which nothing was said is as it was; of one in sight nothing speaks against the game.
        legible = {zone for zone, tags in reading.zones.items() if UNREADABLE not in tags}
        quiet = [zone for zone in known if not self._arrivals.get(zone)]
        as_it_was = {zone for zone in quiet if heights.get(zone) == self._heights.get(zone)}
        due = {zone: is_due(self._heights, heights, zone, told[zone]) for zone in known if zone in told}
        self._owed = frozenset(zone for zone in known if due.get(zone, zone not in legible | as_it_was))

    def agree(
        self,
        reading: Reading,
        heights: Mapping[Zone, int],
        last_seen: Mapping[Tag, Zone],
        but: Collection[Zone] = frozenset(),
    ) -> None:
        """The game is as the table shows it: from here on labels come and go. `last_seen`: also those out of sight.

        So it is `but` for these zones, from which something is held, and for those to which labels came from there.
        """
        told = {zone: height for zone, height in self.told(reading).items() if zone in reading.zones}
        self.odd = frozenset(zone for zone, height in told.items() if heights.get(zone, 0) not in height)
        doubtful = self.odd | {
            zone
            for zone, height in self._heights.items()
            if (heights.get(zone) == height and (zone not in told or told[zone].least < height))
            or (zone in told and self._lacks_more(zone, reading, told[zone], heights.get(zone, height)))
        }
        self._awaiting = self._still_awaiting(told, heights)
        kept = self._owed | ((doubtful | self._awaiting) & self._tops.keys()) | {*but}
        kept |= {last_seen[tag] for tag, home in self._home.items() if home in but and tag in last_seen}
        tops = {zone: readable(tags) for zone, tags in reading.zones.items() if zone not in kept}
        brought = self._brought({zone: tags for zone, tags in tops.items() if zone in heights}, heights)
        where = {tag: zone for zone, tags in (*tops.items(), *brought.items()) for tag in tags}
        for zone, known in self._known.items():
            away = self.lifted if zone in tops else frozenset[Tag]()
            self._known[zone] = tuple(tag for tag in known if where.get(tag, zone) == zone and tag not in away)
        for zone, tags in tops.items():
            if zone in heights:
                self._pile_up(zone, tags, brought.get(zone, ()))
                self._shuffle(zone, brought.get(zone, ()))
                self._levels |= dict.fromkeys(tags, heights[zone]) if len(tags) == 1 else {}
        self._tops |= tops
        out_of_sight = {zone: self._sources_of(zone) - reading.zones.keys() for zone in self._heights}
        self._sources = {zone: sources for zone, sources in out_of_sight.items() if sources}
        settled = {tag: zone for tag, zone in last_seen.items() if zone not in kept}
        before = {tag: zone for tag, zone in self._home.items() if zone in kept or last_seen.get(tag) in kept}
        home = before | settled | {tag: zone for zone, tags in self._known.items() for tag in tags}
        self._lost = self._lost.union(self._home).difference(home)
        self._home = home
        self._arrivals = {zone: tags for zone, tags in self._arrivals.items() if zone in kept}
        self._apart = {zone: tags for zone, tags in self._apart.items() if zone in kept}
        self._slipped = {zone: tags for zone, tags in self._slipped.items() if zone in kept}
        self.passed &= kept
        self._heights = {**heights, **{zone: height for zone, height in self._heights.items() if zone in kept}}

    def _lacks_more(self, zone: Zone, reading: Reading, told: Height, height: int) -> bool:
        """Whether more may have gone than the game knows: what lay above the topmost in sight lies nowhere."""
        seen = {tag for tags in (*reading.zones.values(), *self._arrivals.values()) for tag in tags}
        known = self._known.get(zone, ())
        above = known[len(up_to(known, reading.zones[zone])) :]
        return told.least < height < self._heights[zone] and not seen.issuperset(above)

    def _still_awaiting(self, told: Mapping[Zone, Height], heights: Mapping[Zone, int]) -> frozenset[Zone]:
        """Where more is to come than has been seen to: it lies as yet on a pile that has to lose some."""
        lower = {zone for zone, height in told.items() if height.least < heights.get(zone, 0)}
        fed = {zone for zone in lower if self._sources_of(zone) & self._owed}
        return frozenset(fed | {zone for zone in self._awaiting if zone in lower or zone not in told})

    def _sources_of(self, zone: Zone) -> frozenset[Zone]:
        """The piles from which something has come to this one."""
        homes = {self._home[tag] for tag in self._arrivals.get(zone, ()) if tag in self._home}
        return self._sources.get(zone, frozenset()) | (homes & self._heights.keys() - {zone})

    def _pile_up(self, zone: Zone, tops: frozenset[Tag], brought: Sequence[Tag] = ()) -> None:
        """What came lies on what is known to lie there, with what it took along from under it."""
        known = self._known.get(zone, ())
        came = [tag for tag in (*brought, *sorted(tops)) if tag not in known]
        if not came and tops:
            known = up_to(known, tops)
        self._known[zone] = (*known, *dict.fromkeys(came)) if tops else ()

    def _shuffle(self, zone: Zone, brought: Sequence[Tag]) -> None:
        """What came one by one came in that order; what came along lies in whichever."""
        along = brought if len(brought) > len(self._arrivals.get(zone, ())) else ()
        self._shuffled[zone] = self._shuffled.get(zone, frozenset()).union(along).intersection(self._known[zone])

    def _brought(
        self, tops: Mapping[Zone, frozenset[Tag]], heights: Mapping[Zone, int]
    ) -> Mapping[Zone, Sequence[Tag]]:
        """What came to each pile: with a label whatever was taken along, which it lies on."""
        found = {}
        for zone in tops:
            came = self._arrivals.get(zone, ())
            along = [tag for tag in came[:1] for tag in self._taken_along(tag, tops)]
            grown = heights[zone] - self._heights.get(zone, heights[zone])
            found[zone] = (*along, *came) if grown == len(along) + len(came) else came
        return found

    def _taken_along(self, tag: Tag, tops: Mapping[Zone, frozenset[Tag]]) -> Sequence[Tag]:
        """What has left the pile where it came from, and is in sight nowhere."""
        source = self._home.get(tag)
        known = self._known.get(source, ()) if source is not None else ()
        if source is None or source not in tops or tag not in known:
            return ()
        everywhere = {each for labels in tops.values() for each in labels}
        left = len(up_to(known, tops[source]))
        return [each for each in known[left:] if each not in everywhere]

    def told(self, reading: Reading, *, if_gone: bool = False) -> Mapping[Zone, Height]:
        """The heights of the piles in sight of which it is known what came and what went.

        What has been lifted and lies nowhere may be in somebody's hand and come back, but not `if_gone`.
        """
        told = self._all_told(reading, if_gone=if_gone)
        return {zone: height for zone, height in told.items() if zone not in self._owed}

    def arrived(self, reading: Reading) -> Mapping[Zone, tuple[Tag, ...]]:
        """The labels that lay in another zone when table and game last agreed, and new ones that cover others."""
        return {
            zone: came
            for zone, tags in with_covered(reading, self._arrivals).items()
            if (came := tuple(tag for tag in tags if self._came(tag, zone, readable(reading.zones[zone]))))
        }

    def departed(self, reading: Reading) -> Mapping[Zone, tuple[Tag, ...]]:
        """By zone, the labels that lay there when table and game last agreed, and lie in another one now."""
        gone = dict[Zone, tuple[Tag, ...]]()
        for zone, tags in with_covered(reading, self._arrivals).items():
            for tag in tags:
                if (home := self._home.get(tag, zone)) != zone:
                    gone[home] = (*gone.get(home, ()), tag)
        return gone

    def _came(self, tag: Tag, zone: Zone, tops: frozenset[Tag]) -> bool:
        if tag in self._home or tag == UNREADABLE:
            return self._home.get(tag, zone) != zone
        return zone in self._heights and bool(self._tops.get(zone, frozenset()) - tops)

    def _all_told(self, reading: Reading, *, if_gone: bool = False) -> Mapping[Zone, Height]:
        came = {tag: zone for zone, tags in self._arrivals.items() for tag in tags}
        hidden = {tag: zone for tag, zone in {**self._home, **came}.items() if zone not in reading.zones}
        where = hidden | {tag: zone for zone, tags in reading.zones.items() for tag in tags}
        missing = self._missing(reading)
        told = {}
        for zone, height in self._heights.items():
            if zone not in reading.zones:
                if left := self._gone_elsewhere(zone, where):
                    told[zone] = Height(0, max(0, height - left))
            elif zone in self._tops and UNREADABLE not in reading.zones[zone]:
                now = self._height(zone, height, readable(reading.zones[zone]), where, if_gone)
                if now is not None and now.least > height:
                    now = Height(now.least, now.most + missing)
                if now is not None:
                    uncertain = zone in self._sources or (zone in self.covered and now.least > height)
                    told[zone] = Height(now.least) if uncertain and now.most else now
        return told

    def _missing(self, reading: Reading) -> int:
        """How many labels have gone out of sight where none lies under others: what came to a pile may lie on them."""
        seen = {tag for tags in reading.zones.values() for tag in tags}
        side_by_side = self._tops.keys() & reading.zones.keys() - self._heights.keys()
        return sum(len(self._tops[zone] - seen) for zone in side_by_side)

    def _gone_elsewhere(self, zone: Zone, where: Mapping[Tag, Zone]) -> int:
        """How many of a pile have come to light elsewhere, be it from beneath others, as under a cover."""
        labels = self._tops.get(zone, frozenset()).union(self._known.get(zone, ()))
        return sum(1 for tag in labels if where.get(tag, zone) != zone)

    def _height(
        self, zone: Zone, height: int, tops: frozenset[Tag], where: Mapping[Tag, Zone], if_gone: bool
    ) -> Height | None:
        """None where a label came or went that may be anywhere."""
        gone, new = self._tops[zone] - tops, tops - self._tops[zone]
        if not gone and not new:
            slipped = self._slipped.get(zone, ())
            least = height - self._gone_elsewhere(zone, where)
            # Where hands have slipped something under the rest, what is missing elsewhere may be there too.
            return Height(least) if if_gone and slipped else Height(least, least + len(slipped))
        left = sum(1 for tag in gone if where.get(tag, zone) != zone)
        if gone and self._lay_there(zone, new, sure=left == len(gone)):
            lower = self._lower(zone, height, tops, where) if tops else Height(0, 0)
            some_lie_elsewhere = any(where.get(tag, zone) != zone for tag in self._known.get(zone, ()))
            if if_gone or left == len(gone) or some_lie_elsewhere:
                return lower
            # What is out of sight may be in a hand, under a hand, or have been slipped under the others.
            return Height(lower.least, height - left)
        if gone & self.lifted:
            return self._without_lifted(zone, height, gone, new, where) if not left else None
        arrived = [tag for tag in new if self._is_from_elsewhere(tag, zone, height)]
        if arrived and not left and len(arrived) == len(new):
            lying = left_lying(zone, self._known.get(zone, ()), height, where)
            grown = self._grown(zone, height, lying.most, arrived, where)
            return Height(grown.least - lying.most + lying.least, grown.most)
        return None

    def _grown(
        self, zone: Zone, height: int, lying: int, arrived: Collection[Tag], where: Mapping[Tag, Zone]
    ) -> Height:
        """So many were `lying` there of the pile that was so high; what came lies on them, and on what came before."""
        before = [tag for tag in self._arrivals.get(zone, ()) if self._is_from_elsewhere(tag, zone, height)]
        covered = [tag for tag in before if not any(self._may_have_come_under(each, tag, zone) for each in arrived)]
        higher = lying + len({*arrived, *covered})
        # Labels that nobody had seen before may have come, or have come to light there.
        perhaps = sum(tag not in self._home for tag in self._arrivals.get(zone, ()) if tag not in {*arrived, *covered})
        is_new = not self._home.keys() >= {*arrived} and self._may_have_lain_beneath(zone, where)
        homes = [home for tag in arrived if (home := self._home.get(tag)) in self._heights and home is not None]
        along = sum(self._heights[home] for home in {*homes}) - len(homes)
        unbounded = is_new or (homes and self.odd | self.passed)
        return Height(higher) if unbounded else Height(higher, higher + perhaps + along)

    def _may_have_lain_beneath(self, zone: Zone, where: Mapping[Tag, Zone]) -> bool:
        """Whether another pile has lost its top, and others that nobody has seen: those may come from there."""
        return any(
            other in self._owed
            or (len(self._known.get(other, ())) < height and any(where.get(tag) != other for tag in tops))
            for other, height, tops in ((each, high, self._tops.get(each, ())) for each, high in self._heights.items())
            if other != zone
        )

    def _may_have_come_under(self, tag: Tag, other: Tag, zone: Zone) -> bool:
        """Whether they left the same pile and may have come at once: then the other may since have gone again."""
        home = self._home.get(tag)
        if tag == other or home not in self._heights or home != self._home.get(other):
            return False
        return tag not in self._apart.get(zone, ())

    def _without_lifted(
        self, zone: Zone, height: int, gone: frozenset[Tag], new: Collection[Tag], where: Mapping[Tag, Zone]
    ) -> Height | None:
        """What was taken up first is not under what came after."""
        arrived = [tag for tag in new if self._is_from_elsewhere(tag, zone, height)]
        if not gone <= self.lifted or not arrived or len(arrived) < len(new):
            return None
        return self._grown(zone, height, height - len(gone), arrived, where)

    @property
    def uncertain(self) -> frozenset[Zone]:
        """The labels may tell a wrong height of them: the odd ones, and where what was taken up may be back beneath."""
        return self.odd | {zone for zone, tops in self._tops.items() if not tops.isdisjoint(self.lifted)}

    def _lay_there(self, zone: Zone, new: Collection[Tag], *, sure: bool) -> bool:
        """Whether these were under what is gone. `sure`: what is gone lies elsewhere."""
        known = self._known.get(zone, ())
        home = zone if len(known) < self._heights.get(zone, 0) else None
        return all(tag in known or (sure and self._home.get(tag, home) == zone) for tag in new)

    def _just_lifted(self, reading: Reading) -> frozenset[Tag]:
        """Where nothing shows but what lay below, what lay on top has been taken up.

        Where nothing shows though others lay below, a label may have been washed out, or all of the pile taken up.
        """
        lifted: set[Tag] = set()
        for zone, tops in self._tops.items():
            now = reading.zones.get(zone, (UNREADABLE,))
            is_known = zone in self._heights and UNREADABLE not in now
            lays_bare = now or self._heights.get(zone, 0) <= len(tops)
            if is_known and lays_bare and all(tag in tops or self._home.get(tag) == zone for tag in now):
                lifted |= {tag for tag in tops - set(now) if self._home.get(tag) == zone}
        return frozenset(lifted)

    def _still_there(self, zone: Zone, reading: Reading, seen: Collection[Tag]) -> tuple[Tag, ...]:
        """What has come to the pile and has not left it again: what lay above the topmost in sight is gone."""
        came = self._arrivals.get(zone, ())
        if zone not in reading.zones or UNREADABLE in reading.zones[zone]:
            return tuple(tag for tag in came if tag not in seen)
        tops = readable(reading.zones[zone])
        still = [tag for tag in came if tag in tops or tag not in seen]
        last = max((number for number, tag in enumerate(still) if tag in tops), default=-1)
        new = [tag for tag in sorted(tops) if tag not in still and self._home.get(tag) != zone]
        return (*(still if new else still[: last + 1]), *new)

    def _is_from_elsewhere(self, tag: Tag, zone: Zone, height: int) -> bool:
        """Where each label of a pile has been seen, a new one can only have come."""
        if tag in self._home:
            return self._home[tag] != zone
        return tag in self._lost or sum(1 for home in self._home.values() if home == zone) == height

    def _lower(self, zone: Zone, height: int, tops: frozenset[Tag], where: Mapping[Tag, Zone]) -> Height:
        """What lay above a label that came to light is gone, and what lies elsewhere; what shows surely is there."""
        known, surfaced = self._known.get(zone, ()), tops - self._tops[zone]
        elsewhere = {tag for tag in known if where.get(tag, zone) != zone}
        away = len(elsewhere | (self._tops[zone] - tops))
        if not surfaced:  # They lay side by side: under what is gone nothing has come to light.
            return Height(len(tops), max(len(tops), height - away))
        if surfaced.isdisjoint(self._home.keys() | self._lost):  # Never seen before: it lay beneath all that was.
            return Height(len(tops), max(len(tops), height - len({*known} - tops)))
        if not surfaced <= set(known):
            return Height(0, height - away)
        topmost = max(known.index(tag) for tag in surfaced)
        above, below = {*known[topmost + 1 :]} - tops, {*known[:topmost]} - tops
        left = height - len(above | elsewhere | (self._tops[zone] - tops))
        shuffled = self._shuffled.get(zone, frozenset())  # These lay above or below what has come to light.
        either = shuffled - elsewhere - self._tops[zone] if shuffled & surfaced else frozenset()
        lowest = min((self._levels.get(tag, left) for tag in surfaced), default=left)
        return Height(min(lowest, left - len(below & either)), left + len(above & either))
