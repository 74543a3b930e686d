"""Every screen of every game, as the window shows it: for the eye, and for the tests that read every screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import permutations
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np

from benchmarks.recorded_evening import Performance
from companion import games
from companion.core.game import Game, Options, legal_actions
from companion.core.piece_sheet import PieceSheet
from companion.core.screen import Answer, Button, Dismiss, Do, Inspect, Notice, Pad, RollChart, Screen
from companion.core.table import (
    UNREADABLE,
    Box,
    Change,
    Crop,
    LabelPlace,
    Observation,
    Pose,
    TableSnapshot,
    Tag,
    Zone,
    diff,
)
from companion.core.text import ENGLISH, NOTHING, Language, as_people_sort, say, with_names
from companion.games import GAMES, with_profile
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory
from companion.session.messages import Concern, Tick, Trouble, Unwatched
from companion.session.prompts import what_is_it
from companion.session.replies import AskWhich
from companion.session.session import Session
from companion.session.sight_prompts import not_seen
from companion.simulation.physical_table import PhysicalTable
from companion.simulation.scenario import read_scenario
from scripts.gallery.copy_screens import copy_pages
from scripts.gallery.page_screens import PAGES
from scripts.gallery.set_up_screens import set_up_pages
from vision.labels import label_image

NAMES = ("Liisa", "Ott", "Kadri", "Jaan", "Piret", "Oskar")
LONG_NAMES = ("Maximiliane", "Wilhelmina", "Bartholomew", "Anna-Kristin", "Konstantin", "Władysława")
SIZES = ((800, 480), (1280, 720), (720, 1280))
THEMES = ("dark", "light")


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A value that can be shown, under a name that says what it is."""

    name: str
    shown: object


def exhibits(only: str = "") -> Iterator[Exhibit]:
    """Every exhibit whose name contains `only`."""
    for makers in catalogue().values():
        for name, make in makers.items():
            if only in name:
                yield Exhibit(name, make())


@cache
def catalogue() -> Mapping[str, Mapping[str, Callable[[], object]]]:
    """What makes each exhibit, by its collection and its name."""
    return {collection.__name__: dict(collection()) for collection in COLLECTIONS}


@cache
def shown(name: str) -> Any:
    """What is shown under this name, made once. Raises StopIteration if there is no such exhibit."""
    return next(makers[name] for makers in catalogue().values() if name in makers)()


MOVES = {0: "beginning", 160: "late"}
"""After how many moves a table is shown."""


def live_tables() -> Iterator[tuple[str, Callable[[], object]]]:
    """Each game at its beginning and well under way, with as few and as many players as it takes."""
    for game_name, game in GAMES.items():
        allowed = sorted(game.players)
        for count in sorted({allowed[0], allowed[len(allowed) // 2], allowed[-1]}):
            for moves, stage in MOVES.items():
                yield f"{game_name}-{count}-players-{stage}", partial(table, game_name, count, moves)
        yield f"{game_name}-long-names", partial(table, game_name, allowed[-1], max(MOVES), LONG_NAMES)


def recorded() -> Iterator[tuple[str, Callable[[], object]]]:
    """What the recorded evenings that ship want pictures of, and the rule behind each rule that is broken in them."""
    for path in sorted(GAMES_FOLDER.glob("*/evening.toml")):
        wanted = [step.picture for step in read_scenario(path).steps if step.picture is not None]
        for picture in wanted:
            yield f"{path.parent.name}-{path.stem}-{picture}", partial(_recorded, path, picture)
            if picture in WHY_SHOWN:
                yield f"{path.parent.name}-{path.stem}-{picture}-why", partial(_why, path, picture)


@cache
def _pictures(path: Path) -> Mapping[str, Screen]:
    found: dict[str, Screen] = {}
    Performance(path, ":memory:", found.__setitem__).play()
    return found


def _recorded(path: Path, picture: str) -> Screen:
    return _pictures(path)[picture]


def _why(path: Path, picture: str) -> Screen:
    screen = _recorded(path, picture)
    assert screen.notice is not None, "somebody asks why only where something is said"
    return replace(screen, notice=replace(screen.notice, asked_why=True))


GAMES_FOLDER = Path(games.__file__).parent
WHY_SHOWN = {"2-illegal-structure", "2-no-route", "4-too-few-points"}


def stops() -> Iterator[tuple[str, Callable[[], object]]]:
    """What the companion says and asks in each game: a broken rule, its reason, a label nobody can read, and so on."""
    for game in GAMES:
        for name, bring_about in SITUATIONS.items():
            yield f"{game}-{name}", partial(_situation, game, bring_about)
        for name in FIGHT:
            yield f"{game}-{name}", partial(_of_a_fight, game, name)


def _situation(game: str, bring_about: Callable[[Evening], None]) -> Screen:
    shown = _under_way(game)
    bring_about(shown)
    return shown.screen


def _under_way(game: str) -> Evening:
    players = sorted(GAMES[game].players)
    count = players[min(1, len(players) - 1)]
    return next(under_way for moves in range(MIDDLE, 0, -10) if not (under_way := evening(game, count, moves)).is_over)


def _of_a_fight(game: str, stage: str) -> Screen:
    return _fight(game)[stage]


@cache
def _fight(game: str) -> Mapping[str, Screen]:
    """One after the other in the same evening, since people fight for long before there is something to enter."""
    shown, found = _under_way(game), dict[str, Screen]()
    for stage, go_on in FIGHT.items():
        go_on(shown)
        found[stage] = shown.screen
    return found


def _hide_a_label(shown: Evening) -> None:
    """A piece lies where none lay and cannot be read; where a move explains even that, it lies elsewhere."""
    layout = shown.game.layout(shown.session.history.state)
    for zone, pieces in shown.game.table(shown.session.history.state).zones.items():
        shown.see(shown.game.table(shown.session.history.state), unreadable=layout.spot(zone, len(pieces)), missing=1)
        notice = shown.screen.notice
        if notice is not None and notice.crop is not None and any(answer.second for answer in notice.answers):
            return
    raise LookupError("nobody asks which card it is")


def _many_alike(shown: Evening) -> None:
    """A label may be on any of many pieces, for all of which the same speaks; those with the longest names."""
    game = shown.game
    pieces = sorted(set(game.piece_of.values()), key=lambda piece: -len(str(game.piece_name(piece))))
    likely = sorted(pieces[:ALIKE], key=lambda piece: as_people_sort(str(game.piece_name(piece))))
    zone, lying = next((zone, lying) for zone, lying in game.table(shown.session.history.state).zones.items() if lying)
    reasons = dict.fromkeys(likely, say("then the whole table is right")) | dict.fromkeys(pieces[ALIKE:])
    tag = next(iter(game.piece_of))
    prompt = what_is_it(game, zone, lying[0], (tag, _in_the_glare(tag)), reasons)
    answers = tuple(
        Button(label, Answer(number, 0), "", icon=icon, tint=tint, second=reason, group=group)
        for number, (label, reason, (icon, tint), group) in enumerate(
            zip(
                (label for label, _ in prompt.replies),
                (*prompt.reasons, None),
                (*(game.sign(piece) or ("", "") for piece in reasons), ("x", "")),
                (*map(game.family, reasons), NOTHING),
                strict=True,
            )
        )
    )
    shown.shown.append(replace(shown.screen, notice=replace(prompt.notice, answers=answers)))


def _miss_some(shown: Evening) -> None:
    """Some labels have not been seen since the camera watches; those with the longest names of places."""
    game, history = shown.game, shown.session.history
    lying = [(zone, piece) for zone, pieces in game.table(history.state).zones.items() for piece in pieces[:1]]
    lying.sort(key=lambda lay: -len(str(game.zone_name(lay[0]))))
    prompt = not_seen(game, [Change(zone, piece, -1) for zone, piece in lying[:UNSEEN]])
    lines = tuple(with_names(line, history.names) for line in prompt.notice.lines)
    answers = tuple(Button(label, Answer(number, 0)) for number, (label, _) in enumerate(prompt.replies))
    shown.shown.append(replace(shown.screen, notice=replace(prompt.notice, lines=lines, answers=answers)))


def _mix_up(shown: Evening) -> None:
    """Pieces of several places lie each in the place of the next."""
    right = shown.game.table(shown.session.history.state)
    shown.see(right)
    zones = {zone: list(pieces) for zone, pieces in right.zones.items()}
    topmost = {zones[zone][0]: zone for zone in sorted(zones) if zones[zone]}
    mixed = list(topmost.items())[:MIXED_UP]
    for (_, zone), (piece, _) in zip(mixed, (*mixed[1:], mixed[0]), strict=True):
        zones[zone][0] = piece
    shown.see(TableSnapshot.of(zones))


def _ask_which(shown: Evening) -> None:
    """Of several labels that lie where they should not, one is said to be misread."""
    _mix_up(shown)
    prompt, notice = shown.session.prompt, shown.screen.notice
    assert prompt is not None, "table and game disagree"
    assert notice is not None, "it is said"
    for button in notice.answers:
        if isinstance(button.intent, Answer) and isinstance(prompt.replies[button.intent.number][1], AskWhich):
            shown.session.handle(button.intent)


def _drawn(shown: Evening) -> set[Zone]:
    """The places that the screen shows."""
    boards = (*shown.screen.boards, *(seat.board for seat in shown.screen.seats))
    return {cell.zone for board in boards for cell in board.cells if cell.zone is not None}


def _believe(shown: Evening) -> None:
    """The camera has seen a move that may still turn out to be another, and cannot see a part of the table."""
    game, before = shown.game, shown.game.table(shown.session.history.state)
    shown.see(before)
    for action in legal_actions(game, shown.session.history.state):
        after = game.table(game.apply(shown.session.history.state, action))
        filled = {change.zone for change in diff(before, after) if change.delta > 0} & _drawn(shown)
        if action.player is None or not filled:
            continue
        shown.see(after)
        lying = [zone for zone in sorted(_drawn(shown) - filled) if after.zones.get(zone)]
        if shown.screen.unsettled and lying:
            shown.see(after, hidden=game.layout(shown.session.history.state).zones[lying[0]])
            return


def _lie_astray(shown: Evening) -> None:
    """A piece lies where another belongs."""
    zones = {zone: list(pieces) for zone, pieces in shown.game.table(shown.session.history.state).zones.items()}
    for source, target in permutations(sorted(_drawn(shown) & zones.keys()), 2):
        if zones[source]:
            moved = {**zones, source: zones[source][1:], target: [*zones[target], zones[source][0]]}
            shown.see(TableSnapshot.of(moved))
            if shown.screen.astray:
                return


def _lose_the_camera(shown: Evening) -> None:
    shown.session.handle(
        Trouble(say("The camera sees nothing. Touch a card to enter a move."), Concern.CAMERA, lasts=True)
    )


def _go_on_without(shown: Evening) -> None:
    _lose_the_camera(shown)
    shown.session.handle(Dismiss())


def _find_no_camera(shown: Evening) -> None:
    shown.session.handle(Unwatched(say("No camera: play by touch.")))


def _attack(shown: Evening) -> None:
    """Goes on until a battle or an attack is under way."""
    for _ in range(TRIES * 10):
        notice = shown.screen.notice
        if notice is not None and notice.detail is not None:
            return
        legal = list(legal_actions(shown.game, shown.session.history.state))
        if not legal:
            return
        wanted = [[a for a in legal if type(a).__name__ in kinds] for kinds in FIGHTING]
        likely = next((found for found in wanted if found), legal)
        shown.session.handle(Do(shown.random.choice(likely if shown.random.random() < EAGER else legal)))


def _begin_to_enter(shown: Evening) -> None:
    """Goes on with an attack until a number has to be entered, if it comes to that, and enters the first."""
    for _ in range(TRIES):
        notice = _by_faces(shown)
        if notice is None or notice.foremost is None:
            return
        if isinstance(notice.detail, Pad):
            shown.session.handle(notice.detail.rows[0].keys[-2].intent)
            return
        shown.session.handle(notice.foremost.intent)


def _by_faces(shown: Evening) -> Notice | None:
    """What is asked, dice by their faces."""
    notice = shown.screen.notice
    if notice is not None and isinstance(notice.detail, RollChart):
        shown.session.handle(notice.detail.instead.intent)
    return shown.screen.notice


def _enter(shown: Evening) -> None:
    """Until all is entered, as people do who take the last of what can be touched."""
    while (notice := _by_faces(shown)) is not None and isinstance(notice.detail, Pad):
        empty = [row for row in notice.detail.rows if row.chosen is None]
        shown.session.handle(empty[0].keys[-1].intent if empty else notice.answers[0].intent)


def _touch_a_piece(shown: Evening) -> None:
    """Something can be done with a piece that a finger has touched, or else nothing can be done with any."""
    for _ in range(TOUCHES):
        boards = (*shown.screen.boards, *(seat.board for seat in shown.screen.seats))
        for intent in (cell.intent for board in boards for cell in board.cells):
            if not isinstance(intent, Inspect):
                continue
            shown.session.handle(intent)
            notice = shown.screen.notice
            if notice is not None and isinstance(notice.detail, PieceSheet):
                return
            shown.session.handle(Dismiss())
        if shown.is_over:
            return
        shown.session.handle(Do(shown.random.choice(list(legal_actions(shown.game, shown.session.history.state)))))


SITUATIONS: Mapping[str, Callable[[Evening], None]] = MappingProxyType(
    {
        "which-card": _hide_a_label,
        "many-alike": _many_alike,
        "disagree": _mix_up,
        "which-is-misread": _ask_which,
        "not-seen": _miss_some,
        "lost-camera": _lose_the_camera,
        "camera-off": _go_on_without,
        "no-camera": _find_no_camera,
        "touched": _touch_a_piece,
        "believed": _believe,
        "astray": _lie_astray,
    }
)
FIGHT: Mapping[str, Callable[[Evening], None]] = MappingProxyType(
    {"fight": _attack, "entering": _begin_to_enter, "entered": _enter}
)
"""What follows on each other in a fight."""

PIXELS, GLARE = 4, 900.0
MIDDLE, TRIES, TOUCHES = 90, 40, 4
MIXED_UP, UNSEEN = 4, 5
FIGHTING = ({"Attack", "DeclareAttack", "Reveal", "Lay"}, {"Move"}, {"Play"})
"""Kinds of actions that lead to a fight, those nearest to one first."""

EAGER = 0.8
ALIKE = 40


Collection = Callable[[], Iterator[tuple[str, Callable[[], object]]]]

COLLECTIONS: list[Collection] = [live_tables, recorded, stops, *PAGES, copy_pages, set_up_pages]
"""Who else has screens adds what yields their names and what makes them."""


def table(game: str, count: int, moves: int, names: tuple[str, ...] = NAMES, seed: int = 1) -> Screen:
    """The screen of an evening after so many moves of people who take any legal one."""
    return evening(game, count, moves, names, seed).screen


@dataclass
class Evening:
    """An evening that is under way, with the screen it shows now."""

    session: Session[Any, Any]
    shown: list[Screen]
    random: Random
    at: float = 4.0

    @property
    def game(self) -> Game[Any, Any]:
        return self.session.history.game

    @property
    def screen(self) -> Screen:
        return self.shown[-1]

    @property
    def is_over(self) -> bool:
        return self.game.outcome(self.session.history.state) is not None

    def see(
        self, lying: TableSnapshot, *, unreadable: Pose | None = None, missing: int = 0, hidden: Box | None = None
    ) -> None:
        """The camera sees these pieces on a still table, until the companion has made up its mind."""
        table = PhysicalTable(self.game, self.game.layout(self.session.history.state))
        table.make(lying)
        labels = [LabelPlace(each.tag, each.label) for each in table.visible()][missing:]
        if unreadable is not None:
            labels.append(LabelPlace(UNREADABLE, unreadable, crop=_in_the_glare(labels[-1].tag)))
        blind = () if hidden is None else (hidden,)
        for _ in range(8):
            self.session.handle(Observation(tuple(labels), blind, (), blind))
            self.at += 1.0
            self.session.handle(Tick(self.at))


def _in_the_glare(tag: Tag) -> Crop:
    """A label as a camera sees it under a lamp: a bright spot on half of it."""
    label = label_image(tag, PIXELS)
    down, across = np.indices(label.shape)
    spot = np.exp(-(((across - 0.7 * label.shape[1]) ** 2 + (down - 0.4 * label.shape[0]) ** 2) / GLARE))
    grey = np.clip(60 + 0.55 * label + 200 * spot, 0, 255).astype(np.uint8)
    return Crop(grey.shape[1], grey.shape[0], grey.tobytes())


def evening(game: str, count: int, moves: int, names: tuple[str, ...] = NAMES, seed: int = 1) -> Evening:
    store = JournalStore(":memory:")
    saved = store.begin(game, Options(names[:count]))
    history = GameHistory(with_profile(game, ""), store, saved)
    actions, random = random_play(game, count, seed).first(moves)
    history.do(actions, "touch")
    shown: list[Screen] = []
    session: Session[Any, Any] = Session(history, shown.append, lambda _: None)
    session.handle(Tick(0.0))
    session.handle(Tick(4.0))
    return Evening(session, shown, random)


class RandomPlay:
    """What people do who take any legal action; to find what is legal takes longer than to do it, so it is kept."""

    def __init__(self, game: Game[Any, Any], count: int, seed: int) -> None:
        self._game = game
        self._state = game.initial_state(Options(NAMES[:count]))
        self._random = Random(seed)
        self._actions: list[Any] = []
        self._lots = [self._random.getstate()]

    def first(self, moves: int) -> tuple[list[Any], Random]:
        """So many actions, or fewer where the game ends before, and the lot as it is after them."""
        while len(self._actions) < moves and (legal := list(legal_actions(self._game, self._state))):
            action = self._random.choice(legal)
            self._state = self._game.apply(self._state, action)
            self._actions.append(action)
            self._lots.append(self._random.getstate())
        actions, random = self._actions[:moves], Random()
        random.setstate(self._lots[len(actions)])
        return actions, random


@cache
def random_play(game: str, count: int, seed: int) -> RandomPlay:
    return RandomPlay(with_profile(game, ""), count, seed)


@dataclass(frozen=True, slots=True)
class Window:
    """How exhibits are shown: at which sizes in pixels, in which colours and language, how large, for which hand."""

    sizes: tuple[tuple[int, int], ...] = SIZES
    themes: tuple[str, ...] = THEMES
    language: Language = ENGLISH
    large: bool = False
    left_handed: bool = False


def hang(out: Path, only: str, window: Window) -> Iterator[Path]:
    """Shows every exhibit in a real window and saves what it shows in `out`; yields the files."""
    from ui.window import set_environment

    set_environment()
    from companion.simulation.touch import TouchSimulator
    from ui.app import CompanionApp

    out.mkdir(parents=True, exist_ok=True)
    app = CompanionApp(lambda _: None, window.language, large=window.large, motion=False)
    app.suit(window.language, left=window.left_handed, turned=0)
    fingers = TouchSimulator(app)
    shown = list(exhibits(only))
    for width, height in window.sizes:
        for theme in window.themes:
            app.wear(theme)
            app.open((width, height))
            for exhibit in shown:
                app.show(exhibit.shown)
                fingers.frames(2)
                path = out / f"{exhibit.name}-{width}x{height}-{theme}.png"
                app.picture(path)
                yield path
    app.close()
