"""The temporal filter: a majority vote of quiet frames decides what is taken to be so, and nothing else is.

A label is there when 3 of the last 5 frames saw it, and gone when 3 saw its place without it. A frame that could not
see the place (a hand, an unreadable label) is no vote: covered is not gone. Nor is a label taken away that went out of
sight from one frame to the next while its place was in sight: it has faded. What a frame or two saw, and no third one,
is passed on as a glimpse: people may lay one card on another within a second, and what was read was there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf

from companion.core.plane import distance, same_place
from companion.core.table import UNREADABLE, Box, LabelPlace, Observation, Tag
from vision.geometry.rectangles import disjoint, subtract

WINDOW = 5
"""Quiet frames that are remembered."""

AGREEING = 3
"""Frames that have to agree."""

MOST_GLIMPSES = 4
"""So many are remembered until something is certain again."""

SAME_PLACE_MM = 0.5
"""A label that moved less has not moved; a module of a 20 mm label is 0.7 mm."""

SAME_TURN_DEGREES = 3.0
"""A label that turned less has not turned; errors are a tenth of it (`python -m benchmarks.watching`)."""

UNREADABLE_REACH_MM = 10.0
"""An unreadable label so near to a known one is that label, spoiled by a reflection or a token."""

FORGET_AFTER = 10.0
"""Seconds after which a frame says nothing about now."""

NEXT_FRAME = 0.5
"""Seconds within which no hand comes, takes a piece and is gone again."""

EVERYWHERE = Box(-1e6, -1e6, 1e6, 1e6)

PlacesByTag = Mapping[Tag, Sequence[LabelPlace]]


@dataclass(frozen=True, slots=True)
class Vote:
    """One frame's observation, when it was taken, in seconds, and its labels by tag.

    `corrected`: it was only known afterwards that nothing moved any more where labels are in sight now.
    """

    at: float
    observation: Observation
    by_tag: PlacesByTag
    corrected: bool = False

    @classmethod
    def of(cls, observation: Observation, at: float, corrected: bool = False) -> Vote:
        return cls(at, observation, _by_tag(observation.labels), corrected)


@dataclass(frozen=True, slots=True)
class TemporalFilter:
    """Turns observations of single frames into the few that say something new and certain.

    `labels`, `duplicates` and `hidden` are what was said last; `unspoken` what of the mat has not been spoken of since,
    `repeated` how often the last vote has come again, `restless_at` when a frame was last no vote, and
    `glimpsed` what frames saw that was not certain, or lay where something was in the way whenever it was said.
    """

    votes: tuple[Vote, ...] = ()
    labels: tuple[LabelPlace, ...] = ()
    duplicates: tuple[Tag, ...] = ()
    hidden: tuple[Box, ...] = ()
    unspoken: tuple[Box, ...] = (EVERYWHERE,)
    repeated: int = 0
    restless_at: float = -inf
    glimpsed: tuple[Observation, ...] = ()

    def after(self, observation: Observation, is_quiet: bool, at: float) -> tuple[TemporalFilter, Observation | None]:
        """After one more frame, at `at` seconds: what has just become certain, or None when nothing has.

        A frame that is not quiet (most of the picture is in motion) is no vote. The observation holds all that is
        certain, not only the news; its `blind` parts are those that were not visible throughout the agreeing frames.
        """
        if not is_quiet:
            return replace(self, restless_at=at), None
        is_same = bool(self.votes) and observation == self.votes[-1].observation
        repeated = self.repeated + 1 if is_same else 0
        # After a whole window of the same the vote is over; this keeps a still table nearly free.
        if repeated >= WINDOW:
            last = replace(self.votes[-1], at=at)
            return replace(self, votes=(*self.votes[:-1], last), repeated=repeated), None
        votes = [*self.votes, Vote.of(observation, at)][-WINDOW:]
        votes = [vote for vote in votes if at - vote.at <= FORGET_AFTER]
        voting = replace(self, votes=tuple(votes), repeated=repeated)
        return voting._counted() if len(votes) >= AGREEING else (voting, None)

    def corrected(self, observation: Observation, at: float) -> TemporalFilter:
        """Replaces the vote of that time by what is now known of it, or adds it; the next frame counts the votes.

        A place that was in motion when it was looked at turns out, one frame later, to have been at rest already.
        """
        earlier = self.votes[:-1] if self.votes and self.votes[-1].at == at else self.votes
        return replace(self, votes=(*earlier, Vote.of(observation, at, corrected=True)), repeated=0)

    def _counted(self) -> tuple[TemporalFilter, Observation | None]:
        labels = _voted(self.labels, self.votes, self.duplicates)
        duplicates = _voted_duplicates(self.votes, self.duplicates, labels)
        hidden = self.votes[-1].observation.hidden
        blind = disjoint(box for vote in self.votes[-AGREEING:] for box in vote.observation.blind)
        # What is hidden no longer is said when it comes into sight.
        is_changed = (labels, duplicates) != (self.labels, self.duplicates) or bool(subtract(hidden, self.hidden))
        now_visible = subtract(self.unspoken, blind)
        glimpsed = self._glimpsed_by_now()
        if not is_changed and not now_visible:
            return replace(self, glimpsed=glimpsed), None
        known = _by_tag(labels)
        lost = tuple(each for each in glimpsed if _news(each, known))
        freer = tuple(each for each in glimpsed if each not in lost and subtract(blind, each.blind))
        said = replace(self, labels=labels, duplicates=duplicates, hidden=hidden, unspoken=blind, glimpsed=freer)
        return said, Observation(labels, blind, duplicates, hidden, self._faded(labels), lost)

    def _glimpsed_by_now(self) -> tuple[Observation, ...]:
        """With the latest frames that saw new labels, but for those that are seen not to be there any more."""
        last, known = self.votes[-1], _by_tag(self.labels)
        if last.by_tag == known:
            return tuple(each for each in self.glimpsed if not _is_over(_news(each, known), last))
        seen = (vote.observation for vote in self.votes[-2:] if _news(vote.observation, known))
        return tuple(dict.fromkeys((*self.glimpsed, *seen)))[-MOST_GLIMPSES:]

    def _faded(self, labels: Iterable[LabelPlace]) -> tuple[LabelPlace, ...]:
        """The labels that are seen nowhere any more, and over which nothing came."""
        still = {place.tag for place in labels} | {UNREADABLE}
        return tuple(place for place in self.labels if place.tag not in still and self._has_faded(place))

    def _has_faded(self, place: LabelPlace) -> bool:
        """Whether its place was in sight, and at rest, in the very next frame after the last one that saw it."""
        for later, last in pairwise(reversed(self.votes)):
            if _holds(last.by_tag, place):
                at_rest = not later.corrected and self.restless_at < last.at and later.at - last.at <= NEXT_FRAME
                return at_rest and _could_be_seen(place, later)
        return False


def _news(seen: Observation, known: PlacesByTag) -> list[LabelPlace]:
    """The labels that are seen where they are not known to lie."""
    return [place for place in seen.labels if place.tag != UNREADABLE and not _holds(known, place)]


def _is_over(places: Sequence[LabelPlace], vote: Vote) -> bool:
    """Whether that frame would have seen these labels where they were glimpsed."""
    return bool(places) and all(_could_be_seen(place, vote) for place in places)


def _voted_duplicates(votes: Sequence[Vote], before: Iterable[Tag], labels: Iterable[LabelPlace]) -> tuple[Tag, ...]:
    """The tags that enough frames saw twice, and those of before that are still believed at two places."""
    counts = Counter(tag for vote in votes for tag in vote.observation.duplicates)
    tags = {tag for tag, count in counts.items() if count >= AGREEING}
    places = Counter(place.tag for place in labels)
    return tuple(sorted(tags.union(tag for tag in before if places[tag] > 1)))


def _voted(settled: Sequence[LabelPlace], votes: Sequence[Vote], duplicates: Collection[Tag]) -> tuple[LabelPlace, ...]:
    """The labels that stay, then those that are new, in the order in which they were first seen."""
    open_tags = _in_question(settled, votes)
    if not open_tags:
        return tuple(settled)
    open_tags.add(UNREADABLE)
    asked = [place for place in settled if place.tag in open_tags]
    seen = [{tag: vote.by_tag[tag] for tag in vote.by_tag if tag in open_tags} for vote in votes]
    fresh = [place for place in _candidates(seen, asked) if _frames_with(place, seen) >= AGREEING]
    kept = [place for place in asked if not _is_gone(place, votes)]
    # A label that is doubled is not taken from one of its places because it is seen at the other.
    kept = [place for place in kept if place.tag in duplicates or not _is_elsewhere(place, [*kept, *fresh], seen)]
    voted = [place for place in settled if place.tag not in open_tags or place in kept] + fresh
    known = [place for place in voted if place.tag != UNREADABLE]
    return tuple(place for place in voted if place.tag != UNREADABLE or not _spoils(place, known))


def _in_question(settled: Sequence[LabelPlace], votes: Sequence[Vote]) -> set[Tag]:
    """The tags whose labels are not all settled and in every frame: most of a table never is in question."""
    known = _by_tag(settled)
    differing = [vote.by_tag for vote in votes if vote.by_tag != known]
    return {tag for seen in differing for tag in {*known, *seen} if seen.get(tag) != known.get(tag)}


def _by_tag(labels: Iterable[LabelPlace]) -> dict[Tag, list[LabelPlace]]:
    found: dict[Tag, list[LabelPlace]] = {}
    for place in labels:
        found.setdefault(place.tag, []).append(place)
    return found


def _candidates(seen: Sequence[PlacesByTag], settled: Sequence[LabelPlace]) -> list[LabelPlace]:
    """Every distinct place in the frames, as the newest frame has it, that is not settled yet."""
    known = _by_tag(settled)
    fresh: dict[Tag, list[LabelPlace]] = {}
    for frame in reversed(seen):
        for tag, places in frame.items():
            for place in places:
                if not _holds(known, place) and not _holds(fresh, place):
                    fresh.setdefault(tag, []).append(place)
    return [place for places in fresh.values() for place in places]


def _frames_with(place: LabelPlace, seen: Iterable[PlacesByTag]) -> int:
    return sum(_holds(frame, place) for frame in seen)


def _holds(labels: PlacesByTag, place: LabelPlace) -> bool:
    return any(_same_place(place, other) for other in labels.get(place.tag, ()))


def _same_place(one: LabelPlace, other: LabelPlace) -> bool:
    if one.tag == UNREADABLE:
        return same_place(one.pose, other.pose, UNREADABLE_REACH_MM / 2)
    return same_place(one.pose, other.pose, SAME_PLACE_MM, SAME_TURN_DEGREES)


def _is_gone(place: LabelPlace, votes: Iterable[Vote]) -> bool:
    return sum(not _holds(vote.by_tag, place) and _could_be_seen(place, vote) for vote in votes) >= AGREEING


def _could_be_seen(place: LabelPlace, vote: Vote) -> bool:
    if any(box.contains(place.pose.x, place.pose.y) for box in vote.observation.blind):
        return False
    return place.tag == UNREADABLE or not _spoils(place, vote.by_tag.get(UNREADABLE, ()))


def _spoils(place: LabelPlace, others: Iterable[LabelPlace]) -> bool:
    """Whether one of two labels lies so near to the other that one cannot be read where the other was."""
    return any(distance(place.pose, other.pose) <= UNREADABLE_REACH_MM for other in others)


def _is_elsewhere(place: LabelPlace, labels: Iterable[LabelPlace], seen: Sequence[PlacesByTag]) -> bool:
    """Whether the tag is certain at another place and was not seen here as well: it was taken from under a hand."""
    if place.tag == UNREADABLE or any(_holds(frame, place) for frame in seen[-2:]):
        return False
    return any(
        other.tag == place.tag and not _same_place(place, other) and _frames_with(other, seen) for other in labels
    )
