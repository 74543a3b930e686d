"""All tables of a club: a card for each, as many beside each other as there is room for."""

from __future__ import annotations

from companion.core.page_parts import Person
from companion.core.pages import ClubPage, TableCard
from companion.core.screen import Tone
from companion.core.text import say
from ui.components import ButtonKind, Key, button
from ui.drawing import CENTRE, RIGHT, Drawing
from ui.rect import Rect
from ui.screens.lists import heading_bar, nothing_yet
from ui.tokens import GAP, RADIUS_TILE, TONE_ICONS
from ui.typography import Style, Weight

NARROWEST, LINE, CALL = 224.0, 30.0, 56.0
NAME = Style(22, Weight.BOLD, lines=2, smallest=15, leading=1.0)
GAME = Style(16, Weight.MEDIUM, lines=2, smallest=14, condensed=True, leading=1.05)
SMALL = Style(15, Weight.MEDIUM, smallest=14, condensed=True)
WANTED = Style(16, Weight.SEMI_BOLD, lines=2, smallest=14, condensed=True, leading=1.05)
BADGE, SMALL_LINE = 28.0, 20.0
NOBODY_YET = (
    say("No other table has told anything yet."),
    say("Each table of the club gets a card here: who plays what, the time, who leads, and a call for the referee."),
)


def draw_club(d: Drawing, page: ClubPage) -> None:
    below = heading_bar(d, page.title)
    style = Style(17, Weight.SEMI_BOLD, lines=2, smallest=14, leading=1.1)
    line = Rect(GAP + 8, below.y + 4, d.space.width - 2 * GAP - 16, 44)
    colour = d.palette.second if page.tone is Tone.NORMAL else d.palette.tone(page.tone)
    if page.tone in TONE_ICONS:
        d.icon(TONE_ICONS[page.tone], (line.x + 13, line.centre[1]), 24, colour)
        line = Rect(line.x + 36, line.y, line.width - 36, line.height)
    d.words(page.line, line, style, colour)
    if not page.cards:
        room = Rect(GAP, line.bottom, d.space.width - 2 * GAP, d.space.height - line.bottom - GAP)
        nothing_yet(d, room, "layout-grid", NOBODY_YET)
        return
    body = Rect(GAP, line.bottom + 4, d.space.width - 2 * GAP, d.space.height - line.bottom - 4 - GAP)
    columns = max(1, int((body.width + GAP) // (NARROWEST * d.space.letters + GAP)))
    width = (body.width - GAP * (columns - 1)) / columns
    with d.scrolling("club", body) as whole:
        y = body.y
        for at in range(0, len(page.cards), columns):
            cards = page.cards[at : at + columns]
            high = max(map(_height, cards))
            for number, card in enumerate(cards):
                _card(d, Rect(body.x + number * (width + GAP), y, width, high), card)
            y += high + GAP
        whole(y - body.y)


def _height(card: TableCard) -> float:
    """Cards of one line are as high as the highest of them."""
    lines = (bool(card.people), bool(card.clocked or card.leaders or card.away))
    return 96.0 + sum(lines) * (LINE + 8) + (CALL + 36 if _calls(card) else 0)


def _calls(card: TableCard) -> bool:
    return card.intent is not None or card.coming


def _card(d: Drawing, rect: Rect, card: TableCard) -> None:
    palette, calls = d.palette, _calls(card)
    d.fill(rect, palette.attention_ground if calls else palette.card, RADIUS_TILE)
    if calls:
        d.outline(rect, palette.attention, RADIUS_TILE, 2)
    inner = rect.inset(12, 10)
    head, rest = inner.split_top(42, 2)
    ink = palette.second if card.away else palette.text
    d.words(card.name, head, NAME, ink)
    game, rest = rest.split_top(32, 6)
    d.words(card.game, game, GAME, palette.second)
    if card.people:
        people, rest = rest.split_top(LINE, 8)
        _badges(d, people, card.people)
    if card.away:
        away, rest = rest.split_top(LINE, 8)
        d.icon("wifi-off", (away.x + 12, away.centre[1]), 22, palette.second)
        d.words(say("Away"), Rect(away.x + 30, away.y, away.width - 30, away.height), SMALL, palette.second)
    elif card.clocked or card.leaders:
        line, rest = rest.split_top(LINE, 8)
        _standing(d, line, card)
    if calls:
        _call(d, Rect(inner.x, rect.bottom - 10 - CALL - 36, inner.width, CALL + 36), card)


def _badges(d: Drawing, rect: Rect, people: tuple[Person, ...]) -> None:
    """Everybody's shape, with the name where there is room for all of them."""
    each = rect.width / len(people)
    room = Rect(rect.x, rect.y, each - BADGE - 9, SMALL_LINE)
    named = all(person.name and d.legible(person.name, room, SMALL) for person in people)
    for number, person in enumerate(people):
        x = rect.x + number * (each if named else min(each, BADGE + 8))
        d.badge(person.colour, Rect(x, rect.centre[1] - BADGE / 2, BADGE, BADGE))
        if named:
            d.words(person.name, Rect(x + BADGE + 5, rect.y, each - BADGE - 9, rect.height), SMALL)


def _standing(d: Drawing, rect: Rect, card: TableCard) -> None:
    """Whose clock runs at the left, who leads at the right."""
    figure = Style(20, Weight.BOLD, smallest=14)
    left, right = rect.split_left(rect.width * 0.5, 8)
    if card.clocked is not None:
        d.icon("clock", (left.x + 11, left.centre[1]), 20, d.palette.second)
        d.badge(card.clocked.person.colour, Rect(left.x + 26, left.centre[1] - 11, 22, 22))
        time = d.words(card.clocked.time, Rect(left.x + 54, left.y, left.width - 54, left.height), figure)
        beside = Rect(time.right + 8, left.y, left.right - time.right - 8, left.height)
        if beside.width > BADGE:
            d.words(card.clocked.person.name, beside, SMALL, d.palette.second, optional=True)
    if card.leaders:
        width = min(d.width(card.points, figure) + 2, right.width - 54)
        d.words(card.points, Rect(right.right - width, right.y, width, right.height), figure, across=RIGHT)
        x = right.right - width - 8
        for person in card.leaders[:2]:
            x -= 24
            d.badge(person.colour, Rect(x, right.centre[1] - 11, 22, 22))
        d.icon("trophy", (x - 14, right.centre[1]), 20, d.palette.second)


def _call(d: Drawing, rect: Rect, card: TableCard) -> None:
    words, foot = rect.split_top(32, 4)
    d.icon("hand-stop", (words.x + 13, words.centre[1]), 24, d.palette.attention)
    d.words(card.wanted, Rect(words.x + 32, words.y, words.width - 32, words.height), WANTED, d.palette.attention)
    if card.coming:
        d.words(say("On the way"), foot, Style(18, Weight.SEMI_BOLD), d.palette.second, CENTRE)
        return
    button(d, foot, Key(say("I am coming"), card.intent, "check", ButtonKind.PRIMARY))
