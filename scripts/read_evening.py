"""Reads records of evenings, as docs/record.md specifies them, with Python's standard library alone.

    python scripts/read_evening.py FILE [--json]

It is an example for whoever wants to read them in another program, and a proof that the page says enough: nothing of
the companion is imported, and the rules of no game are known.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any

VERSION = 1


class BadRecord(ValueError):
    """A file that is no record, or a damaged one."""


def evenings(stored: bytes) -> list[dict[str, Any]]:
    """Every evening of a file, from its bytes: `{"tags", "entries"}`. Raises BadRecord."""
    try:
        text = stored.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadRecord("it is no text in UTF-8") from error
    before, *records = re.split(r"^(?=\[Record )", text, flags=re.MULTILINE)
    if before.strip() or not records:
        raise BadRecord("it does not begin with a tag [Record]")
    return [evening(record.rstrip("\n") + "\n") for record in records]


def evening(text: str) -> dict[str, Any]:
    body, mark, _ = text.rpartition("[Checksum ")
    try:
        tags: dict[str, list[list[Any]]] = {}
        entries = []
        for line in filter(None, text.split("\n")):
            if line.startswith("["):
                name, values = tag(line)
                tags.setdefault(name, []).append(values)
            else:
                entries.append(entry(line))
    except ValueError as error:
        raise BadRecord(f"a line cannot be read: {error}") from error
    if tags["Record"] != [["table-companion evening", VERSION]]:
        raise BadRecord(f"it is not of version {VERSION}")
    expected = "sha256:" + hashlib.sha256(body.encode()).hexdigest()
    if not mark or tags["Checksum"] != [[expected]]:
        raise BadRecord("its checksum is wrong")
    return {"tags": tags, "entries": entries}


def tag(line: str) -> tuple[str, list[Any]]:
    """`[Seat "A" "Liisa"]` as `("Seat", ["A", "Liisa"])`: a name, then values in JSON with blanks between."""
    name, _, rest = line[1:-1].partition(" ")
    values, decoder, at = [], json.JSONDecoder(), 0
    while at < len(rest):
        value, end = decoder.raw_decode(rest, at)
        values.append(value)
        at = end + 1
    return name, values


def entry(line: str) -> dict[str, Any]:
    """An entry: its fields with tabulators between, each a string of JSON without quotation marks; then the clocks."""
    number, *fields, clocks = line.split("\t")
    at, source, kind, *values = (json.loads(f'"{field}"') for field in fields)
    return {
        "number": int(number.rstrip("+")),
        "at": at,
        "source": source,
        "kind": kind,
        "values": values,
        "clocks": {seat: clock[0] for seat, clock in json.loads(clocks) if isinstance(clock, list)},
    }


def standing(entries: list[dict[str, Any]]) -> list[list[str]]:
    """What stands in the end: the actions and corrections by hand that nobody took back, amended where misread."""
    stands: list[list[str]] = []
    for each in entries:
        kind, values = each["kind"], each["values"]
        if kind in ("action", "overruled", "edit"):
            stands.append(values if kind == "edit" else values[:1])
        elif kind == "undo":
            del stands[len(stands) - int(values[0]) :]
        elif kind == "amendment":
            stands[int(values[0])] = values[1:]
    return stands


def summary(each: dict[str, Any]) -> dict[str, Any]:
    """The evening in a few values."""
    tags = each["tags"]
    names = dict(tags["Seat"])
    return {
        "id": tags["Evening"][0][0],
        "game": tags["Game"][0][0],
        "version": tags["GameVersion"][0][0],
        "begun": tags["Begun"][0][0],
        "ended": tags["Ended"][0][0] if "Ended" in tags else None,
        "players": names,
        "settings": dict(tags.get("Setting", [])),
        "winners": [names[seat] for seat in tags.get("Winners", [[]])[0]],
        "points": dict(tags.get("Points", [])),
        "actions": standing(each["entries"]),
    }


def main(path: str, *options: str) -> None:
    try:
        read = [summary(each) for each in evenings(Path(path).read_bytes())]
    except (OSError, BadRecord) as error:
        sys.exit(f"{path}: {error}")
    if "--json" in options:
        json.dump(read, sys.stdout, ensure_ascii=False, indent=1)
        return
    for each in read:
        print(f"{each['game']} {each['version']}, {each['begun']}: {', '.join(each['players'].values())}")
        for number, said in enumerate(each["actions"], 1):
            print(f"{number:5}  {'; '.join(said)}")
        print(f"       won: {', '.join(each['winners']) or 'nobody'}; points: {each['points']}\n")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
