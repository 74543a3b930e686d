"""An attack as a running sum with its chance on two dice, and a battle square by square."""

from __future__ import annotations

from collections.abc import Sequence

from companion.core.screen import Back, Button, Dismiss, Notice, RunningSum, Screen, SeatView
from companion.core.screen_parts import Balance, BattleSide, BattleSquare, Duel
from companion.core.text import Text, say, say_plural
from ui.boards.level_map import counter
from ui.components import ButtonKind, Key, buttons_in_row, panel, title_bar
from ui.drawing import CENTRE, RIGHT, Drawing, Saying, player_colour
from ui.navigation import ACTIONS, TABLE, OpenPanel
from ui.rect import Rect
from ui.screens.bar import MENU, turn_bar, undo_keys
from ui.tokens import GAP, INK, RADIUS_PANEL
from ui.typography import Style, Weight

FOOT = 60.0
ANSWER, FOREMOST = 1.5, 1.75
"""How wide an answer is, which may name a player and his card, beside the short words of a way elsewhere."""

WAYS = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""In how many of 36 rolls two dice come to 2, 3, ... 12."""
ALL_ROLLS = 36
NEEDED, PERCENT, LEAST_BARS, MOST_REMARK = 84.0, 36.0, 50.0, 64.0
HIGH_DICE = 220.0
"""From this height on the chance stands below the rolls, else beside what is needed."""

REMARK = Style(15, Weight.MEDIUM, lines=4, condensed=True, leading=1.0)
ATTACK, DEFENCE = ("#6D2F28", "#FFD9D0"), ("#27476A", "#D6E8FB")


def _foot(d: Drawing, screen: Screen, notice: Notice) -> float:
    """Two answers, the rest behind a button, and the way back; returns where they begin."""
    rect = Rect(GAP, d.space.height - GAP - FOOT, d.space.width - 2 * GAP, FOOT)
    ways = [answer for answer in notice.answers if answer.enabled]
    shown = ways[:3] if len(ways) <= 3 else ways[:2]
    keys = [_key(answer, foremost=answer is notice.foremost) for answer in shown]
    if len(ways) > len(shown):
        count = len(ways) - len(shown)
        keys.append(Key(say_plural("{count} more choice", "{count} more choices", count), OpenPanel(ACTIONS), "dots"))
    keys += [*table_keys(screen), *undo_keys(screen)]
    if d.space.upright:
        # Upright every answer has a row to itself, the ways elsewhere have one together below.
        buttons_in_row(d, rect, keys[len(shown) :])
        for number, key in enumerate(reversed(keys[: len(shown)]), start=1):
            buttons_in_row(d, rect.moved(0, -number * (FOOT + GAP)), [key])
        return rect.y - len(shown) * (FOOT + GAP)
    if keys:
        buttons_in_row(d, rect, [*keys[1:], keys[0]])
    return rect.y


def table_keys(screen: Screen) -> list[Key]:
    """The way to the table below, where anything lies on it."""
    lies = screen.boards or any(seat.board.cells for seat in screen.seats)
    return [Key(say("Table"), OpenPanel(TABLE), "layout-grid")] if lies else []


def _key(answer: Button, *, foremost: bool) -> Key:
    back = isinstance(answer.intent, Back | Dismiss)
    icon = answer.icon or ("chevron-left" if back else "arrow-right" if foremost else "")
    kind = ButtonKind.PRIMARY if foremost else ButtonKind.PLAIN
    return Key(answer.label, answer.intent, icon, kind, share=FOREMOST if foremost else ANSWER)


def _seat(screen: Screen, seat: str) -> SeatView | None:
    return next((each for each in screen.seats if each.seat == seat), None)


# --- an attack ---


def running_sum(d: Drawing, screen: Screen, notice: Notice, shown: RunningSum) -> None:
    """At the left every amount with its reason and owner, at the right what is to be rolled."""
    top = turn_bar(d, screen, stopped=True)
    bottom = _foot(d, screen, notice)
    room = Rect(GAP, top + GAP, d.space.width - 2 * GAP, bottom - top - 2 * GAP)
    if d.space.upright:
        sums, dice = room.split_top(room.height * (0.45 if shown.sums else 0.55), GAP)
    else:
        sums, dice = room.split_left(440.0 if d.space.wide else 408.0, GAP)
    panel(d, sums)
    inner = sums.inset(14, 8)
    head, inner = inner.split_top(30, 2)
    d.words(notice.heading, head, Style(18, Weight.SEMI_BOLD, lines=1), d.palette.second)
    high = 46.0
    with d.scrolling("terms", inner) as whole:
        for number, term in enumerate(shown.balance.terms):
            box = Rect(inner.x, inner.y + number * high, inner.width, high)
            d.fill(Rect(box.x, box.bottom - 1, box.width, 1), d.palette.hair)
            colour = d.palette.bad if term.amount.startswith(("-", "−")) else d.palette.text
            d.words(term.amount, Rect(box.x, box.y, 44, high), Style(24, Weight.BOLD), colour, RIGHT)
            owner = _seat(screen, term.seat)
            right = box.right
            if owner is not None:
                d.badge(owner.colour, Rect(box.right - 26, box.centre[1] - 13, 26, 26))
                right -= 34
            words = Rect(box.x + 56, box.y + 3, right - box.x - 56, high - 6)
            upper, lower = words.split_top(21)
            d.words(term.title, upper, Style(17, Weight.SEMI_BOLD))
            d.words(term.second, lower, Style(15, Weight.MEDIUM, condensed=True), d.palette.second)
        whole(high * len(shown.balance.terms))
    chances(d, dice, shown.balance, say("Roll"), shown.sums)


def chances(d: Drawing, rect: Rect, shown: Balance, title: Text, sums: Sequence[Button] = ()) -> None:
    """What is needed on two dice, in how many rolls it comes, and its chance: below, or beside where it is low.

    With keys for their `sums` those stand in place of the bars.
    """
    panel(d, rect)
    inner = rect.inset(16, 12)
    wide = inner.width if inner.height >= HIGH_DICE else inner.width / 2 - GAP
    chance = PERCENT + 4 + min(max(28.0, d.height(shown.remark, wide, REMARK)), MOST_REMARK)
    if inner.height >= HIGH_DICE:
        head, inner = inner.split_top(NEEDED, 4)
        bars, foot = inner.split_bottom(chance, 8)
    else:
        head, bars = inner.split_top(min(max(NEEDED, chance), inner.height - LEAST_BARS), 4)
        head, foot = head.split_right(wide, 2 * GAP)
    upper, lower = head.split_top(22)
    d.words(title, upper, Style(18, Weight.SEMI_BOLD), d.palette.second)
    needed: Saying = say("No roll is enough")
    if shown.needed is not None:
        needed = say_plural("{count} or less", "{count} or less", shown.needed)
    d.words(needed, lower, Style(60, Weight.BOLD, lines=2, smallest=22, leading=1.0))
    if sums:
        _keys_of_sums(d, bars, shown, sums)
    else:
        _rolls(d, bars, shown)
    percent = say("{percent} %", percent=round(100 * shown.chances / ALL_ROLLS))
    upper, lower = foot.split_top(PERCENT, 4)
    taken = d.words(percent, upper, Style(28, Weight.BOLD), d.palette.good)
    rolls = say_plural("{count} of 36 rolls.", "{count} of 36 rolls.", shown.chances)
    room = Rect(taken.right + 10, upper.y, upper.right - taken.right - 10, upper.height)
    d.words(rolls, room, Style(16, Weight.MEDIUM, lines=2, leading=1.0), d.palette.second)
    d.words(shown.remark, lower, REMARK, d.palette.faint)


def _rolls(d: Drawing, rect: Rect, shown: Balance) -> None:
    """A bar for each sum of two dice, as high as the rolls that make it; those that are enough are lit."""
    bars, numbers = rect.split_bottom(18, 3)
    step = bars.width / len(WAYS)
    for number, ways in enumerate(WAYS):
        total = number + 2
        ok = shown.needed is not None and total <= shown.needed
        high = bars.height * ways / max(WAYS)
        box = Rect(bars.x + number * step + 2, bars.bottom - high, step - 8, high)
        d.fill(box, d.palette.good if ok else d.palette.raised, 4)
        if not ok:
            d.outline(box, d.palette.line, 4)
        label = Rect(box.x - 4, numbers.y, box.width + 8, numbers.height)
        colour = d.palette.good if ok else d.palette.faint
        d.words(str(total), label, Style(15, Weight.SEMI_BOLD, condensed=True), colour, CENTRE)


def _keys_of_sums(d: Drawing, rect: Rect, shown: Balance, sums: Sequence[Button]) -> None:
    """Two rows of keys; those that are enough are lit."""
    for number, (key, box) in enumerate(zip(sums, rect.grid(-(-len(sums) // 2), 2, GAP), strict=False)):
        ok = shown.needed is not None and number + 2 <= shown.needed
        d.fill(box, d.palette.raised, RADIUS_PANEL)
        d.outline(box, d.palette.good if ok else d.palette.line, RADIUS_PANEL, 2.5 if ok else 1.5)
        d.words(key.label, box, Style(26, Weight.BOLD), d.palette.good if ok else d.palette.text, CENTRE)
        d.touch(box, key.intent if key.enabled else None, key.why_not, RADIUS_PANEL)


# --- a battle ---


def duel(d: Drawing, screen: Screen, notice: Notice, shown: Duel) -> None:
    below = title_bar(d, notice.heading, menu=MENU)
    bottom = _foot(d, screen, notice)
    room = Rect(GAP, below.y + GAP, d.space.width - 2 * GAP, bottom - below.y - 2 * GAP)
    room, sentence = room.split_bottom(82 if shown.said else 0, GAP)
    if shown.said:
        _sentence(d, sentence, shown.said)
    middle = 220.0
    if d.space.upright:
        fighters, squares = room.split_top(room.height * 0.45, GAP)
        boxes = fighters.grid(2, 1, GAP)
    else:
        side = (room.width - middle - 2 * 12) / 2
        left, rest = room.split_left(side, 12)
        squares, right = rest.split_right(side, 12)
        boxes = (left, right)
    for fighter, box in zip((shown.attacker, shown.defender), boxes, strict=True):
        _fighter(d, box, screen, fighter)
    _squares(d, squares, shown.squares)


def _sentence(d: Drawing, rect: Rect, said: tuple[Text, ...]) -> None:
    d.fill(rect, d.palette.card, RADIUS_PANEL)
    d.icon("shield-check", (rect.x + 34, rect.centre[1]), 36, d.palette.attention)
    room = Rect(rect.x + 64, rect.y + 6, rect.width - 80, rect.height - 12)
    upper, lower = room.split_top(room.height * (0.5 if len(said) > 1 else 1.0), 2)
    d.words(said[-1], upper, Style(21, Weight.BOLD, lines=2, smallest=15, leading=1.05))
    if len(said) > 1:
        second = Style(16, Weight.MEDIUM, lines=2, smallest=14, leading=1.05)
        d.words(said[-2], lower, second, d.palette.second, optional=True)


def _fighter(d: Drawing, rect: Rect, screen: Screen, fighter: BattleSide) -> None:
    seat = _seat(screen, fighter.seat)
    colour = seat.colour if seat is not None else 0
    panel(d, rect, colour)
    head, body = rect.split_top(44)
    d.fill(head, player_colour(colour), RADIUS_PANEL)
    d.fill(Rect(head.x, head.bottom - 12, head.width, 12), player_colour(colour))
    d.shape(colour, (head.x + 24, head.centre[1]), 24)
    role = Style(16, Weight.SEMI_BOLD)
    wide = d.width(fighter.role, role) + 30
    name = Rect(head.x + 44, head.y, head.width - 44 - wide - 16, head.height)
    d.words(seat.name if seat is not None else "", name, Style(22, Weight.BOLD), INK)
    d.words(fighter.role, Rect(head.right - wide - 10, head.y, wide, head.height), role, INK, RIGHT)
    d.icon(fighter.icon, (head.right - wide - 2, head.centre[1]), 22, INK)
    inner = body.inset(12, 10)
    inner, card = inner.split_bottom(26)
    inner, summary = inner.split_bottom(28)
    d.words(fighter.summary, summary, Style(18, Weight.SEMI_BOLD), across=CENTRE)
    d.words(fighter.card, card, Style(16, Weight.MEDIUM), d.palette.second, CENTRE, optional=True)
    _army(d, inner, fighter)


def _army(d: Drawing, rect: Rect, fighter: BattleSide) -> None:
    """Those that stand, and those that are lost as dashed outlines with a cross."""
    count = max(1, fighter.army.count)
    side = min(72.0, rect.width / count, rect.height)
    left = rect.x + (rect.width - side * count) / 2
    radius = side * 0.4
    for number in range(fighter.army.count):
        x, y = left + (number + 0.5) * side, rect.centre[1]
        if number < fighter.army.count - fighter.lost:
            counter(d, (x, y), fighter.army, radius)
            continue
        box = Rect(x - radius, y - radius, 2 * radius, 2 * radius)
        d.dashed(box, d.palette.faint, radius, 2.5)
        arm = radius * 0.45
        for way in (1, -1):
            d.stroke(((x - arm, y - way * arm), (x + arm, y + way * arm)), d.palette.bad, 5)


def _squares(d: Drawing, rect: Rect, squares: tuple[BattleSquare, ...]) -> None:
    head, body = rect.split_top(24)
    caption = Style(15, Weight.SEMI_BOLD)
    side = min(64.0, body.height / max(1, len(squares)) - 8)
    d.words(say("attack"), Rect(head.x, head.y, side + 8, 24), caption, d.palette.second, CENTRE)
    d.words(say("defence"), Rect(head.right - side - 8, head.y, side + 8, 24), caption, d.palette.second, CENTRE)
    for square, box in zip(squares, body.grid(1, len(squares), 6), strict=True):
        if square.now:
            d.outline(box.inset(-3, 0), d.palette.attention, 14, 2)
        middle = box.centre[1]
        left = Rect(box.x + 4, middle - side / 2, side, side)
        right = Rect(box.right - 4 - side, middle - side / 2, side, side)
        _face(d, left, square.attack, ATTACK)
        _face(d, right, square.defence, DEFENCE)
        words = Rect(left.right + 4, box.y, right.x - left.right - 8, box.height)
        upper, lower = words.split_top(words.height * 0.45)
        strength = d.palette.text if square.now else d.palette.second
        d.words(square.label, upper, Style(20, Weight.BOLD), strength, CENTRE, 1.0)
        result = Style(16, Weight.SEMI_BOLD, lines=2, condensed=True, leading=1.0)
        colour = d.palette.attention if square.now else d.palette.second
        d.words(square.result, lower, result, colour, CENTRE, 0.0, optional=True)


def _face(d: Drawing, box: Rect, icons: str, colours: tuple[str, str]) -> None:
    """What a card shows in a square; two icons for a double one."""
    names = icons.split()
    d.fill(box, colours[0] if names else d.palette.card, RADIUS_PANEL)
    if not names:
        d.words(say("none"), box, Style(15, Weight.SEMI_BOLD), d.palette.faint, CENTRE)
        return
    side = box.width * (0.56 if len(names) == 1 else 0.42)
    for number, name in enumerate(names):
        x = box.centre[0] + (number - (len(names) - 1) / 2) * side
        d.icon(name, (x, box.centre[1]), side, colours[1])
