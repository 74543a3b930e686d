"""Screens as games make them: New World Order with two to five players, and quite another game with three boards."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from companion.core.screen import (
    Answer,
    Board,
    Button,
    Cell,
    Confirm,
    Dismiss,
    Do,
    Identify,
    Inspect,
    Notice,
    NoticeKind,
    Pass,
    Screen,
    SeatView,
    Tone,
    Undo,
    Why,
)
from companion.core.text import Text, say, verbatim

CORPORATIONS = (
    ("Silver Mine", "#9aa7b5"),
    ("Gold Mine", "#9aa7b5"),
    ("Diamond Mine", "#9aa7b5"),
    ("Construction", "#b5651d"),
    ("Investment Bank", "#b5651d"),
    ("Central Bank", "#b5651d"),
    ("Alternative Fuels", "#2e8b57"),
    ("Car Producer", "#2e8b57"),
    ("Oil Magnate", "#2e8b57"),
    ("Casino Chain", "#b22222"),
    ("IT & Electronics", "#b22222"),
    ("Weapons Industry", "#b22222"),
    ("Pharmaceutical Corp", "#6a3fa0"),
    ("Global Media", "#1e3a8a"),
    ("Farm", "#d4b106"),
)
TILES = ("Nano-bots", "New Frequencies", "Orbital Colony", "Deep Sea City", "Clean Fusion", "Genome Atlas")
COLOURS = ("#1e3a8a", "#fa8072", "#32cd32", "#ff8c00", "#008b8b", "#8b4513")
VALUES = (200, 250, 300, 400, 500, 600, 650, 700, 1000)
NAMES = ("Mari", "Jüri Õunapuu", "Wojciech Brzęczyszczykiewicz", "Liis", "[b]Bob[/b] & <co>")
BIG, SMALL = (1280, 720), (800, 480)


def slots(seat: str, count: int, filled: int) -> Board:
    cells = []
    for number in range(count):
        zone = f"{seat}.{number + 1}"
        if number < filled:
            name, tint = CORPORATIONS[(number * 4 + ord(seat)) % len(CORPORATIONS)]
            cells.append(
                Cell(
                    verbatim(name),
                    number,
                    0,
                    value=str(30 + 90 * number),
                    detail=say("{have}/{full}", have=number % 5 + 1, full=6 - number % 3),
                    tints=(tint,),
                    zone=zone,
                    intent=Inspect(zone, name),
                )
            )
        else:
            cells.append(Cell(say("free"), number, 0, tone=Tone.DIM, zone=zone, intent=Inspect(zone, "")))
    return Board(f"{seat}.slots", say("Slots"), count, 1, tuple(cells))


def seat(letter: str, name: str, number: int, on_turn: bool = False) -> SeatView:
    count = (6, 8, 5, 7, 6)[number]
    facts = (
        (say("VP"), str(850 + 350 * number)),
        (say("tiles"), str(3 + number)),
        (say("goals"), f"{number % 4}/5"),
        (say("free"), str(count - (4, 5, 5, 3, 2)[number])),
    )
    passed = number == 2
    return SeatView(
        letter,
        name,
        facts,
        slots(letter, count, (4, 5, 5, 3, 2)[number]),
        on_turn,
        Tone.GOOD if passed else Tone.NORMAL,
        say("passed") if passed else None,
        "12:34" if on_turn else f"{8 + number}:05",
    )


def market(count: int = 15) -> Board:
    cells = []
    for number in range(count):
        name, tint = CORPORATIONS[(number * 7) % len(CORPORATIONS)]
        cells.append(
            Cell(
                verbatim(name),
                number % 5,
                number // 5,
                value=str(20 + 45 * (number % 6)),
                detail=say("{left} left", left=4 + number % 3),
                tints=(tint,),
                zone="market",
                intent=Inspect("market", name),
            )
        )
    return Board("market", say("Market"), 5, 3, tuple(cells))


def pyramid(taken: int = 0) -> Board:
    """Four layers; the uppermost `taken` tiles are gone."""
    places = [(layer, row, column) for layer in range(4) for row, column in product(range(4 - layer), repeat=2)]
    places = places[: len(places) - taken]
    return Board("pyramid", say("Pyramid"), 4, 4, tuple(tile(place, places) for place in places))


def tile(place: tuple[int, int, int], places: list[tuple[int, int, int]]) -> Cell:
    layer, row, column = place
    number = layer * 7 + row * 4 + column
    above = {(layer + 1, row - dy, column - dx) for dx, dy in product((0, 1), repeat=2)}
    covered = bool(above & set(places))
    zone = f"pyramid.{layer}.{row}.{column}"
    return Cell(
        verbatim(TILES[number % len(TILES)]),
        column + layer / 2,
        row + layer / 2,
        value=str(VALUES[number % len(VALUES)]),
        tints=(COLOURS[number % 6], COLOURS[(number + 2) % 6]),
        tone=Tone.DIM if covered else Tone.NORMAL,
        zone=zone,
        intent=Inspect(zone, TILES[number % len(TILES)]),
    )


BUTTONS = (
    Button(say("Why?"), Why(), "why", enabled=False, why_not=say("There is nothing to explain.")),
    Button(say("Correct"), Do("correct")),
    Button(say("Undo"), Undo(), "undo"),
    Button(say("Pass"), Pass(), "pass", tone=Tone.GOOD),
)


def evening(players: int, taken: int = 0) -> Screen:
    longest = "ABCDE"[:players]
    seats = tuple(seat(letter, NAMES[number], number, number == 1) for number, letter in enumerate(longest))
    return Screen(
        say("New World Order"),
        say("Round {round} · {name} to move", round=4, name=NAMES[1]),
        seats,
        (market(), pyramid(taken)),
        BUTTONS,
        history=(
            say("{name} takes 3 Construction", name="Mari"),
            say("{name} buys Nano-bots with 1, 3", name="Jüri Õunapuu"),
        ),
    )


def answers(*labels: Text, tones: tuple[Tone, ...] = ()) -> tuple[Button, ...]:
    return tuple(
        Button(label, Answer(number, 7), "confirm" if number == 0 else "", tone=tones[number] if tones else Tone.NORMAL)
        for number, label in enumerate(labels)
    )


def illegal(screen: Screen) -> Screen:
    """A covered tile was taken."""
    notice = Notice(
        NoticeKind.ILLEGAL,
        say("{tile} is still covered", tile="New Frequencies"),
        (
            say("{name} buys {tile} (350) with Silver Mine, Gold Mine.", name="Jüri Õunapuu", tile="New Frequencies"),
            say("Two tiles still lie on it."),
        ),
        say("NWO-46: only a tile that no other tile lies on may be bought (rulebook p. 6)"),
        say("lay {tile} back into layer 1 and take the cards back into slots 1 and 3.", tile="New Frequencies"),
        answers(
            say("It is back"),
            say("We allow it"),
            say("That is not what happened"),
            tones=(Tone.GOOD, Tone.ATTENTION, Tone.NORMAL),
        ),
    )
    return replace(screen, notice=notice, attention=frozenset({"pyramid.1.0.1", "B.1", "B.3"}))


def question(screen: Screen) -> Screen:
    """Two readings of what was seen."""
    notice = Notice(
        NoticeKind.QUESTION,
        say("What happened here?"),
        (say("A Farm left the market and lies before {name}.", name="Jüri Õunapuu"),),
        answers=answers(
            say("{name} took the Farm as a new pile", name="Jüri Õunapuu"),
            say("{name} passed, then {other} took the Farm", name="Mari", other="Jüri Õunapuu"),
        ),
    )
    return replace(screen, notice=notice, attention=frozenset({"market"}))


def which_piece(screen: Screen) -> Screen:
    """A label that cannot be read: which of 26 pieces is it?"""
    choices = tuple(Button(verbatim(name), Identify("B.2", "?", name)) for name, _ in CORPORATIONS + CORPORATIONS[:11])
    distinct = tuple(
        replace(choice, intent=Identify("B.2", "?", f"piece {number}")) for number, choice in enumerate(choices)
    )
    notice = Notice(
        NoticeKind.QUESTION,
        say("Which card lies in slot {slot}?", slot="B 2"),
        (say("Its label cannot be read."),),
        answers=distinct,
    )
    return replace(screen, notice=notice, attention=frozenset({"B.2"}))


def disagree(screen: Screen) -> Screen:
    """Table and game tell different stories in many places."""
    lines = tuple(
        say("{zone}: {piece} is missing.", zone=f"Slot A {number}", piece=name)
        for number, (name, _) in enumerate(CORPORATIONS[:9], 1)
    )
    notice = Notice(
        NoticeKind.DISAGREE,
        say("Table and game disagree"),
        lines,
        repair=say("put the cards back, or say what happened."),
        answers=(
            Button(say("The table is right"), Confirm(), "confirm"),
            Button(say("Later"), Dismiss()),
        ),
    )
    return replace(screen, notice=notice, attention=frozenset({"A.1", "A.2", "A.3", "A.4"}))


def saying(screen: Screen) -> Screen:
    notice = Notice(
        NoticeKind.SAYING, say("{name} takes 3 Construction", name="Mari"), (say("Seen by the camera; nothing to do."),)
    )
    return replace(screen, notice=notice)


def provisional(screen: Screen) -> Screen:
    """A story that may go on."""
    notice = Notice(
        NoticeKind.SAYING,
        say("It looks like: {story}", story="B: take Oil Magnate, Car Producer -> 2, 3"),
        (say("It counts when the table stays as it is for a moment."),),
        answers=answers(say("Yes")),
    )
    return replace(screen, notice=notice)


def trouble(screen: Screen) -> Screen:
    notice = Notice(
        NoticeKind.TROUBLE,
        say("The camera sees nothing"),
        (say("No picture for 12 seconds. The game goes on by touch."),),
        repair=say("check the cable, or pull it and plug it in again."),
        answers=answers(say("Try again")),
    )
    return replace(screen, notice=notice, remarks=(say("no camera"), say("clock stopped")))


def continent(name: str, number: int) -> Board:
    """Territories of two slots each, a track at the side and counters on it."""
    cells = []
    for place in range(8):
        x, y = 1.2 + (place % 3) * 2.1, (place // 3) * 1.5
        zone = f"{name}.{place}"
        cells.append(
            Cell(
                verbatim(f"{name} {place + 1}"),
                x,
                y,
                2.0,
                1.4,
                value=str(place % 4 + 1),
                detail=say("{troops} troops", troops=place % 3 + 1),
                tints=(("#1e5fae",), ("#c9a20a",), ("#1e5fae", "#c9a20a"))[(place + number) % 3],
                tone=(Tone.NORMAL, Tone.BAD, Tone.GOOD, Tone.UNKNOWN)[(place + number) % 4],
                zone=zone,
                intent=Inspect(zone, ""),
            )
        )
    track = [Cell(verbatim(str(step)), 0.0, 4.4 - 0.63 * (step + 1), 1.0, 0.6, tone=Tone.DIM) for step in range(7)]
    mark = Cell(say("Blitz"), 0.0, 4.4 - 0.63 * (number + 2), 1.0, 0.6, value=str(number + 1), tone=Tone.ATTENTION)
    return Board(name, verbatim(name), 7.4, 4.4, (*cells, *track, mark))


def other_game() -> Screen:
    """Sides, three boards with tracks, six seats without a board of their own."""
    names = ("Ann", "Bert", "Cleo", "Dagmar von Hohenstein", "Ed", "Frida")
    nothing = Board("none", say("nothing"), 0, 0, ())
    seats = tuple(
        SeatView(
            "ABCDEF"[number],
            name,
            ((say("money"), str(number * 3)), (say("points"), str(12 + number)), (say("cards"), str(5 - number % 2))),
            nothing,
            number == 2,
            Tone.UNKNOWN if number == 4 else Tone.NORMAL,
            say("hand not counted") if number == 4 else None,
            "5:00",
        )
        for number, name in enumerate(names)
    )
    return Screen(
        say("Iron Sky"),
        say("Round 3 of 9 · commands"),
        seats,
        tuple(continent(name, number) for number, name in enumerate(("America", "Europe", "Asia"))),
        (*BUTTONS, Button(say("Battle"), Do("battle"), tone=Tone.BAD), Button(say("Roll"), Do("roll"))),
        history=(say("{name} recruits in Europe 3", name="Cleo"),),
        remarks=(say("2 figures on the boards are not known yet"),),
    )


def whole_side() -> Screen:
    """Three of six players act at the same time, each with buttons of his own and a waiting remark."""
    screen = other_game()
    buttons = (("Cards ...", "cards"), ("Give ...", "give"))
    facts = ("Money", "Political", "hand", "supply", "trophies")
    seats = tuple(
        replace(
            seat,
            on_turn=True,
            facts=tuple((say(label), str(number)) for number, label in enumerate(facts)),
            board=Board(
                f"{seat.seat}.cards",
                say("cards"),
                2.0,
                1.0,
                tuple(
                    Cell(say(label), place, 0.0, 0.95, 0.95, intent=Do(f"{seat.seat}: {word}"))
                    for place, (label, word) in enumerate(buttons)
                ),
            ),
        )
        for seat in screen.seats[3:]
    )
    return replace(screen, seats=tuple(replace(seat, on_turn=False) for seat in screen.seats[:3]) + seats)


def lobby() -> Screen:
    """Before a game: nothing but a question, with many answers that are sentences."""
    settings = (
        "How do cards beyond a full set count? (auto: as the values tell) auto",
        "Royalty: how do the 15 cards come to the market? only when starting",
        "Robbing a pile with fewer cards than the number: up to that number, or not at all? up to",
        "Illuminati's two tiles: does the set pay for both together, or for each alone? sum",
        "House rule: 15 cards each round, no Royalty? off",
        "Do two cards of a colour set in one slot stay together? yes",
    )
    choices = (say("Begin"), *map(say, settings * 3), say("Another game"))
    notice = Notice(NoticeKind.QUESTION, say("How do you play?"), answers=answers(*choices))
    return Screen(say("Table companion"), say("A new evening"), (), (), notice=notice)


def other_illegal() -> Screen:
    screen = other_game()
    notice = Notice(
        NoticeKind.ILLEGAL,
        say("An army of four is too large"),
        (say("Bert moved two tiles into Europe 2, where two already stood."),),
        say("ISK-41: an army has one to three tiles (rulebook p. 9)"),
        say("move one tile back to Europe 1."),
        answers(say("It is back"), say("We allow it"), say("That is not what happened")),
    )
    return replace(screen, notice=notice, attention=frozenset({"Europe.1", "Europe.0"}))


SAMPLES = {
    "two": evening(2),
    "three": evening(3, taken=6),
    "five": evening(5, taken=1),
    "whole_side": whole_side(),
    "lobby": lobby(),
    "two_illegal": illegal(evening(2)),
    "three_question": question(evening(3)),
    "three_illegal": illegal(evening(3, taken=5)),
    "five_illegal": illegal(evening(5)),
    "five_which": which_piece(evening(5, taken=3)),
    "three_which": which_piece(evening(3)),
    "three_disagree": disagree(evening(3)),
    "five_saying": saying(evening(5)),
    "three_provisional": provisional(evening(3)),
    "three_trouble": trouble(evening(3)),
    "five_trouble": trouble(evening(5)),
    "other": other_game(),
    "other_illegal": other_illegal(),
    "bare": Screen(say("Table companion"), say("Lay out the game."), (), ()),
}
