"""One of many found by its name: groups first, then letter by letter; and the rows in which answers stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.core.screen import Button
from companion.core.text import as_people_sort, say, say_plural
from ui.components import Key, button, row
from ui.drawing import CENTRE, Drawing, Saying
from ui.navigation import OpenPanel
from ui.rect import Rect
from ui.tokens import GAP, RADIUS_PANEL, RADIUS_SLOT
from ui.typography import Style, Weight

SEARCH, OF_GROUP = "search", "#"
"""What is opened: `search`, `search Co` for what begins so, `search #1 Co` for such of the second group."""

ROW, LETTER, DOOR, MOST_GROUPS, SEEN = 64.0, 52.0, 56.0, 8, 5
MANY = 6
"""More answers than that are not read at once: the likeliest stand there, the rest behind what it has in common."""

ROW_TITLE = Style(20, Weight.SEMI_BOLD, lines=2, leading=1.1)


def door(d: Drawing, box: Rect, words: Saying) -> None:
    """The way to the search."""
    d.outline(box, d.palette.line, RADIUS_PANEL)
    d.icon("search", (box.x + 28, box.centre[1]), 28)
    d.words(words, Rect(box.x + 56, box.y, box.width - 70, box.height), Style(18, Weight.SEMI_BOLD, lines=2))
    d.touch(box, OpenPanel(SEARCH), radius=RADIUS_PANEL)


def groups(d: Drawing, room: Rect, answers: Sequence[Button]) -> None:
    """What kinds there are with how many of each, where nothing speaks for any of them; then the search."""
    if len(named := _groups(d, answers)) < 2:
        draw(d, room, answers, SEARCH)
        return
    room, below = room.split_bottom(DOOR, GAP)
    door(d, below, say("Search by name"))
    columns = 1 if d.space.upright or len(named) < 4 else 2
    lines = -(-len(named) // columns)
    high = max(LETTER, min(ROW + 16, (room.height - GAP * (lines - 1)) / lines))
    with d.scrolling("groups", room) as whole:
        grid = Rect(room.x, room.y, room.width, lines * (high + GAP) - GAP).grid(columns, lines, GAP)
        for number, (box, name) in enumerate(zip(grid, named, strict=False)):
            held = [each for each in answers if d.look.words(each.group) == name]
            icon, tint = next(((each.icon, each.tint) for each in held if each.icon), ("", ""))
            count = say_plural("{count} piece", "{count} pieces", len(held))
            wanted = OpenPanel(f"{SEARCH} {OF_GROUP}{number}")
            second = count if high >= ROW else ""
            row(
                d, box, name or say("everything else"), second, icon=icon, tint=tint, intent=wanted, chevron=high >= ROW
            )
        whole(lines * (high + GAP) - GAP)


def fold(d: Drawing, answers: Sequence[Button]) -> tuple[Sequence[Button], Sequence[str]]:
    """The answers that stand there, and the groups behind which the others stand; no groups where all have room.

    A game leaves those without a group that are likely.
    """
    named = _groups(d, answers)
    of: dict[str, list[Button]] = {}
    for each in answers:
        of.setdefault(d.look.words(each.group), []).append(each)
    if len(answers) <= MANY or len(named) < 2:
        return answers, ()
    plain = of.pop("", [])
    room = max(MANY - len(of), 1)
    # What is in none of the largest groups has no other way than to stand there.
    fits = len(plain) <= room or "" not in named
    direct, rest = (plain, []) if fits else (plain[: room - 1], plain[room - 1 :])
    behind = [name for name, held in of.items() if len(held) > 1 and name in named]
    alone = [each for name, held in of.items() if name not in behind for each in held]
    return [*direct, *alone], [*behind, *([""] if rest else [])]


def folded(
    d: Drawing, room: Rect, answers: Sequence[Button], colour: str, name: str, foremost: Button | None = None
) -> None:
    """The likely answers, then what the others have in common, each with the way to those."""
    direct, behind = fold(d, answers)
    if not behind:
        rows(d, room, answers, colour, name, foremost)
        return
    named = _groups(d, answers)
    columns, count = folded_columns(d, room, answers)
    for number, box in _boxes(d, room, columns, count, name):
        if number < len(direct):
            _answer(d, box, direct[number], colour if direct[number] is foremost else "")
        else:
            _group(d, box, answers, named, behind[number - len(direct)])


def folded_columns(d: Drawing, room: Rect, answers: Sequence[Button]) -> tuple[int, int]:
    """In how many columns the answers that stand there and the groups stand, and how many these are."""
    direct, behind = fold(d, answers)
    count = len(direct) + len(behind)
    if not behind:
        return columns_of(d, room, answers), count
    return 1 if d.space.upright or count <= 4 else 2, count


def _boxes(d: Drawing, room: Rect, columns: int, count: int, name: str) -> Iterator[tuple[int, Rect]]:
    """The places of so many rows, in columns that scroll together."""
    wide = (room.width - GAP * (columns - 1)) / columns
    with d.scrolling(name, room) as whole:
        for number in range(count):
            across, down = number % columns, number // columns
            yield number, Rect(room.x + across * (wide + GAP), room.y + down * (ROW + GAP), wide, ROW)
        whole(-(-count // columns) * (ROW + GAP) - GAP)


def _group(d: Drawing, box: Rect, answers: Sequence[Button], named: Sequence[str], name: str) -> None:
    held = [each for each in answers if d.look.words(each.group) == name]
    icon = next((each.icon for each in held if each.icon), "dots") if name else "dots"
    count = say_plural("{count} choice", "{count} choices", len(held))
    opens = OpenPanel(f"{SEARCH} {OF_GROUP}{named.index(name)}")
    row(d, box, name or say("Something else"), count, icon=icon, intent=opens)


def _answer(d: Drawing, box: Rect, answer: Button, chosen: str) -> None:
    if answer.enabled:
        row(d, box, answer.label, icon=answer.icon, tint=answer.tint, intent=answer.intent, chosen=chosen)
    else:
        button(d, box, Key(answer.label, None, answer.icon, why_not=answer.why_not))


def _groups(d: Drawing, answers: Sequence[Button]) -> list[str]:
    """Their names, the largest first; what has no name is a group as well."""
    counted = Counter(d.look.words(each.group) for each in answers)
    return [name for name, _ in counted.most_common(MOST_GROUPS)]


def draw(d: Drawing, room: Rect, answers: Sequence[Button], opened: str) -> None:
    """What has been written so far, the letters that lead on, and the answers that begin so, likely ones first."""
    group, typed = _wanted(opened)
    named = _groups(d, answers)
    if group is not None and group < len(named):
        answers = [each for each in answers if d.look.words(each.group) == named[group]]
    words = {answer: d.look.words(answer.label) for answer in answers}
    found = [answer for answer in answers if _begins(words[answer], typed)]
    lettered = typed or len(found) > MANY
    body = _letters(d, room, [words[each] for each in found], opened, typed) if lettered else room
    # Before anything is written those come first for which something speaks, and which have not been offered yet.
    likely = [] if typed or group is not None else [each for each in found[SEEN:] if each.second is not None]
    rest = [each for each in found if each not in likely]
    if lettered:
        rest.sort(key=lambda each: as_people_sort(words[each]))
    rows(d, body, [replace(answer, second=None) for answer in (*likely, *rest)], "", opened)


def _wanted(opened: str) -> tuple[int | None, str]:
    first, _, rest = opened.removeprefix(SEARCH).strip().partition(" ")
    if first.startswith(OF_GROUP) and first[1:].isdecimal():
        return int(first[1:]), rest
    return None, first


def _begins(name: str, typed: str) -> bool:
    """Whether the name, or a word in it, begins so."""
    return not typed or any(word.upper().startswith(typed) for word in (name, *name.split()))


def _letters(d: Drawing, room: Rect, names: Sequence[str], opened: str, typed: str) -> Rect:
    """A key for each letter that leads on to something; returns the room below them."""
    at = len(typed)
    words = [word.upper() for name in names for word in (name, *name.split()) if word.upper().startswith(typed)]
    letters = sorted({word[at] for word in words if len(word) > at and word[at].isalnum()})
    columns = max(1, int((room.width + GAP) // (LETTER + GAP)))
    keys: list[tuple[str, str]] = [(letter, f"{_before(opened, typed)}{typed}{letter}") for letter in letters]
    if typed:
        keys.insert(0, ("", f"{_before(opened, typed)}{typed[:-1]}".strip()))
    lines = -(-len(keys) // columns)
    for number, (letter, opens) in enumerate(keys):
        across, down = number % columns, number // columns
        box = Rect(room.x + across * (LETTER + GAP), room.y + down * (LETTER + GAP), LETTER, LETTER)
        d.fill(box, d.palette.raised, RADIUS_SLOT)
        if letter:
            d.words(typed.capitalize() + letter.lower() if typed else letter, box, _LETTER, across=CENTRE)
        else:
            d.icon("backspace", box.centre, 26)
        d.touch(box, OpenPanel(opens), radius=RADIUS_SLOT)
    return room.split_top(lines * (LETTER + GAP))[1] if keys else room


_LETTER = Style(22, Weight.BOLD, smallest=14, condensed=True)


def _before(opened: str, typed: str) -> str:
    """What is opened without what has been written."""
    return f"{opened.removesuffix(typed).strip()} "


def rows(
    d: Drawing, room: Rect, answers: Sequence[Button], colour: str, name: str, foremost: Button | None = None
) -> None:
    """Below each other or in columns, the `foremost` framed."""
    for number, box in _boxes(d, room, columns_of(d, room, answers), len(answers), name):
        _answer(d, box, answers[number], colour if answers[number] is foremost else "")


def columns_of(d: Drawing, room: Rect, answers: Sequence[Button]) -> int:
    """As many as are useful, and leave every answer room for its words."""
    most = 1 if len(answers) <= (8 if d.space.upright else 4) else 2 if len(answers) <= 16 or d.space.upright else 3
    for columns in range(most, 1, -1):
        wide = (room.width - GAP * (columns - 1)) / columns - (135 if any(each.icon for each in answers) else 80)
        if all(d.fits(answer.label, Rect(0, 0, wide, ROW - 12), ROW_TITLE) for answer in answers):
            return columns
    return 1
