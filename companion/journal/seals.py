"""Seals on the journal: damage is always seen, and what was written is found again in a file that cannot be opened.

Each entry carries a checksum of itself and of everything before it (a hash chain), so that no change in the middle goes
unnoticed. A row of SQLite lies in one piece in its page, in the file or in its write-ahead log; entries and their seals
are therefore found by their form alone, whatever has become of the tables around them, and the chain tells which of
them belong together.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from binascii import Error as BadBase64
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from uuid import UUID, uuid5

PART = 800
"""Characters of a head in one row: few enough that the row is never spread over several pages of 4,096 bytes."""

_GAME = rb"(\d{1,9}|[0-9a-f]{32})"
"""Before evenings had identities, they had the number of their row in this place."""

_ENTRY = re.compile(
    rb"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d)([a-z][a-z ]{0,30}?)"
    rb"(\{[^\x00]{0,2000}?\})(\[[^\x00]{0,2000}?\])" + _GAME + rb":(\d{1,9}):([01]):([0-9a-f]{16})"
)
_HEAD = re.compile(
    rb"~([A-Za-z0-9+/=]{1,%d})=h" % PART + _GAME + rb"(?:@(\d{1,9}))?:(\d{1,4}):(\d{1,4}):([0-9a-f]{16})"
)

_ENDING = re.compile(rb"=e([0-9a-f]{32})@([^\x00@]{1,40}?):([0-9a-f]{16})")
_HOW = b'{"winners"'
"""How an evening ended stands before its seal and begins so, or is empty where nobody knows."""

_LONGEST = 2000

EntryRow = tuple[str, int, str, str, str, str]
"""A row of the journal: the evening's identity, number, at, source, event, clocks."""


@dataclass(frozen=True, slots=True)
class SealedEntry:
    """A row of the journal as it is stored. `follows`: more of what was written down at once comes after it."""

    game: str
    number: int
    at: str
    source: str
    event: str
    clocks: str
    follows: bool
    checksum: str

    @classmethod
    def stored(cls, row: EntryRow, seal: str) -> SealedEntry | None:
        """A row with its seal; None if that is none."""
        entry = cls(*row, follows=follows_in(seal), checksum=checksum_of(seal))
        return entry if entry.seal == seal else None

    @property
    def seal(self) -> str:
        return f"{self.game}:{self.number}:{self.follows:d}:{self.checksum}"

    def holds_after(self, checksum: str) -> bool:
        """Whether nothing has changed in it, nor in what comes before it."""
        return self.checksum == _checksum(checksum, self)


@dataclass(frozen=True, slots=True)
class HeadPart:
    """A part of what an evening began with, packed. Rows end in their seals.

    `place` is where the evening stands among others in its file; another file may have it elsewhere, and it is not
    sealed.
    """

    game: str
    place: int
    part: int
    parts: int
    text: str
    checksum: str

    @property
    def stored(self) -> str:
        """Its text behind a sign that no packed text has: the byte before it may be a letter."""
        return f"~{self.text}"

    @property
    def seal(self) -> str:
        place = "" if is_numbered(self.game) else f"@{self.place}"
        return f"=h{self.game}{place}:{self.part}:{self.parts}:{self.checksum}"


@dataclass(frozen=True, slots=True)
class SealedEnding:
    """When and how an evening ended, as it is stored; sealed with the latest entry before it."""

    game: str
    ended: str
    how: str
    checksum: str

    @classmethod
    def stored(cls, text: str) -> SealedEnding | None:
        """None for what is no ending with its seal."""
        how, _, seal = text.rpartition("=e")
        match = _ENDING.fullmatch(f"=e{seal}".encode())
        if match is None:
            return None
        game, ended, checksum = (group.decode() for group in match.groups())
        return cls(game, ended, how, checksum)

    @classmethod
    def after(cls, latest: str, game: str, ended: str, how: str) -> SealedEnding:
        return cls(game, ended, how, _digest(latest, game, ended, how))

    @property
    def text(self) -> str:
        return f"{self.how}=e{self.game}@{self.ended}:{self.checksum}"

    def holds_after(self, latest: str) -> bool:
        """Whether nothing has changed in it, and nothing has been done since."""
        return self == SealedEnding.after(latest, self.game, self.ended, self.how)


@dataclass(frozen=True, slots=True)
class FoundEntries:
    """What was found of one evening: how it began, the longest run of entries that belong together, and its end."""

    head: tuple[HeadPart, ...]
    entries: tuple[SealedEntry, ...] = ()
    ending: SealedEnding | None = None

    @property
    def latest(self) -> str:
        """The checksum that the next entry follows."""
        return self.entries[-1].checksum if self.entries else self.head[-1].checksum

    @property
    def began_with(self) -> dict[str, str]:
        return unpacked(self.head)

    @property
    def place(self) -> int:
        return self.head[0].place

    def known_as(self, game: str, began_with: Mapping[str, str] | None = None) -> FoundEntries:
        """The same, sealed under this identity, and with another beginning if one is given."""
        head = seal_head(game, self.place, self.began_with if began_with is None else began_with)
        after, entries = head[-1].checksum, []
        for each in self.entries:
            after = _checksum(after, replace(each, game=game))
            entries.append(replace(each, game=game, checksum=after))
        return FoundEntries(head, tuple(entries))


def identity_of_numbered(head_checksum: str) -> str:
    """The identity of an evening that was begun when they only had numbers: the same wherever its journal is read."""
    return uuid5(_NUMBERED, head_checksum).hex


_NUMBERED = UUID("5f0c6a52-9d1e-5a0b-8c1c-2b7f3c9d4e10")


def seal_head(game: str, place: int, began_with: Mapping[str, str]) -> tuple[HeadPart, ...]:
    """What an evening began with, in parts. The last part's checksum is the one that the first entry follows."""
    packed = b64encode(zlib.compress(json.dumps(dict(began_with), sort_keys=True).encode(), 9)).decode()
    texts = [packed[at : at + PART] for at in range(0, len(packed), PART)]
    parts, checksum = [], ""
    for number, text in enumerate(texts):
        checksum = _digest(checksum, game, str(number), str(len(texts)), text)
        parts.append(HeadPart(game, place, number, len(texts), text, checksum))
    return tuple(parts)


def unpacked(head: Sequence[HeadPart]) -> dict[str, str]:
    """Raises ValueError if the parts are not what `seal_head` made."""
    try:
        began_with = json.loads(zlib.decompress(b64decode("".join(part.text for part in head), validate=True)))
    except (BadBase64, zlib.error) as error:
        raise ValueError(f"the beginning of an evening is damaged: {error}") from error
    if tuple(head) != seal_head(head[0].game, head[0].place, began_with):
        raise ValueError("the beginning of an evening is damaged")
    return dict(began_with)


def sealed(after: str, rows: Sequence[EntryRow]) -> Iterator[SealedEntry]:
    """Rows that are written at once, sealed after this checksum."""
    for place, row in enumerate(rows, 1):
        bare = SealedEntry(*row, follows=place < len(rows), checksum="")
        after = _checksum(after, bare)
        yield SealedEntry(*row, follows=bare.follows, checksum=after)


def checksum_of(seal: str) -> str:
    """The checksum in a stored seal."""
    return seal.rpartition(":")[2]


def follows_in(seal: str) -> bool:
    """Whether a stored seal says that more of what was written down at once comes after it."""
    return seal[-18:-17] == "1"


def entries_in(raw: bytes) -> Iterator[SealedEntry]:
    """Everything in these bytes that has the form of an entry, whether it holds or not."""
    for match in _ENTRY.finditer(raw):
        try:
            at, source, event, clocks, game, number, follows, checksum = (group.decode() for group in match.groups())
        except UnicodeDecodeError:
            continue
        yield SealedEntry(game, int(number), at, source, event, clocks, follows == "1", checksum)


def found_in(raw: bytes) -> dict[str, FoundEntries]:
    """Every evening whose beginning can be found in these bytes, by its identity, in the order of their places.

    What was written before evenings had identities may stand beside what was made of it: the longer one counts.
    """
    entries: dict[tuple[str, int], set[SealedEntry]] = defaultdict(set)
    for entry in entries_in(raw):
        entries[entry.game, entry.number].add(entry)
    endings = list(_endings_in(raw))
    found: dict[str, FoundEntries] = {}
    for head in heads_in(raw):
        evening = FoundEntries(head, _longest(head[-1].checksum, head[0].game, entries))
        evening = replace(evening, ending=next((each for each in endings if each.holds_after(evening.latest)), None))
        if is_numbered(head[0].game):
            evening = evening.known_as(identity_of_numbered(head[-1].checksum))
        id = evening.head[0].game
        if id not in found or len(found[id].entries) < len(evening.entries):
            found[id] = evening
    return dict(sorted(found.items(), key=lambda each: each[1].place))


def _endings_in(raw: bytes) -> Iterator[SealedEnding]:
    """Everything in these bytes that has the form of an ending, whether it holds or not."""
    for seal in _ENDING.finditer(raw):
        first = (
            raw.rfind(_HOW, max(0, seal.start() - _LONGEST), seal.start()) if raw[seal.start() - 1] == b"}"[0] else -1
        )
        text = raw[first if first >= 0 else seal.start() : seal.end()].decode(errors="replace")
        if (ending := SealedEnding.stored(text)) is not None:
            yield ending


def is_numbered(game: str) -> bool:
    """Whether an evening is sealed by the number of its row, as all were before they had identities."""
    return len(game) < 32


def heads_in(raw: bytes) -> Iterator[tuple[HeadPart, ...]]:
    """What evenings began with, where all of it is found, as it was sealed."""
    parts: dict[str, dict[int, set[HeadPart]]] = defaultdict(lambda: defaultdict(set))
    for match in _HEAD.finditer(raw):
        text, game, place, number, count, checksum = (group.decode() for group in match.groups(b""))
        standing = int(place or game) if place or is_numbered(game) else 0
        parts[game][int(number)].add(HeadPart(game, standing, int(number), int(count), text, checksum))
    for numbered in parts.values():
        head: list[HeadPart] = []
        for part in sorted(numbered):
            before = head[-1].checksum if head else ""
            head += [
                each
                for each in numbered[part]
                if part == len(head)
                and each.checksum == _digest(before, each.game, str(part), str(each.parts), each.text)
            ][:1]
        if head and len(head) == head[0].parts:
            yield tuple(head)


def _longest(after: str, game: str, entries: Mapping[tuple[str, int], set[SealedEntry]]) -> tuple[SealedEntry, ...]:
    """A writing that failed may have left another entry of the same number: the longer run is the one that counted."""
    runs: list[tuple[str, tuple[SealedEntry, ...]]] = [(after, ())]
    longest: tuple[SealedEntry, ...] = ()
    while runs:
        checksum, run = runs.pop()
        if len(run) > len(longest) and not run[-1].follows:
            longest = run
        next_ones = entries.get((game, len(run)), ())
        runs += [(entry.checksum, (*run, entry)) for entry in next_ones if entry.holds_after(checksum)]
    return longest


def _checksum(after: str, entry: SealedEntry) -> str:
    place = f"{entry.game}:{entry.number}:{entry.follows:d}"
    return _digest(after, place, entry.at, entry.source, entry.event, entry.clocks)


def _digest(*texts: str) -> str:
    return blake2b("\n".join(texts).encode(), digest_size=8).hexdigest()
