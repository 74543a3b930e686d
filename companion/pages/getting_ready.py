"""From switch-on to the first move: one page after another, with what is left and how long it takes.

The game comes before the camera: how large its mat is says how high the camera hangs. What has been done is kept, so
that whoever leaves goes on at the same step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from math import ceil
from typing import Any

from companion.core.camera_view import CameraView, Grade, NoView
from companion.core.game import Game, Options
from companion.core.screen import Button, Open, Tone, Touched
from companion.core.text import NOTHING, Text, say, say_plural, verbatim
from companion.core.wizard_page import Choosing, Ring, WizardChoice, WizardPage, WizardStep
from companion.label_sets.piece_labels import counts_of_players, opening_state
from companion.label_sets.sticking_pace import (
    CORNERS_MINUTES,
    DECK_CARDS,
    HANG_MINUTES,
    minutes_to_cut,
    minutes_to_lay,
    minutes_to_print,
    minutes_to_show,
    minutes_to_stick,
)
from companion.label_sets.sticking_progress import Sticking
from companion.languages import LANGUAGE_NAMES, languages
from companion.pages.label_sticking import LABELLED, StickingLabels, without_labels
from companion.pages.navigator import Navigator
from companion.pages.new_game import Seats
from companion.pages.page_context import PageContext
from companion.pages.preparation_steps import (
    PreparationStep,
    StepDetails,
    cards_side,
    cards_to_show,
    next_step,
    which_labels,
)
from companion.pages.settings import CHOICES, preferred
from companion.pages.showing_cards import shown_so_far
from companion.pages.time_zone import Regions, choose_zone, likely_zones

DONE, FOR = "ready", "ready for"
"""The preferences that keep which steps are done, and which game is made ready for how many."""


OF_THE_GAME = {"print", "labels", "cards", "play"}
"""Steps whose time is that of the chosen game."""


class GettingReady:
    """`open` is the step that is shown; the first one that is not done where nobody has touched another."""

    def __init__(self, context: PageContext, navigator: Navigator) -> None:
        self._context, self._navigator = context, navigator
        self._open = ""
        self._sticking: StickingLabels | None = None
        self._progress: Sticking | None = None
        """What was counted for the view that is being made: nearly every step asks for it, and counting takes long."""
        self._written = False

    # --- what is kept ---

    @property
    def _done(self) -> set[str]:
        return set(self._context.store.preferences().get(DONE, "").split())

    @property
    def game(self) -> Game[Any, Any] | None:
        """The game that is made ready."""
        return self._context.games.get(self._context.store.preferences().get(FOR, "").partition(":")[0])

    @property
    def count(self) -> int:
        """For how many players; the fewest where it was not said."""
        counts = counts_of_players(self.game) if self.game is not None else (2,)
        count = self._context.store.preferences().get(FOR, "").partition(":")[2]
        return int(count) if count.isdecimal() and int(count) in counts else counts[0]

    def _finish(self, key: str) -> None:
        steps = self._steps()
        self._context.store.prefer(DONE, " ".join(sorted({*self._done, key})))
        after = [step.key for step in steps[[step.key for step in steps].index(key) + 1 :]]
        self._go_to(next((each for each in after if each not in self._done), after[0] if after else key))

    def _go_to(self, key: str) -> None:
        self._open = key
        self._look_away()

    # --- what is shown ---

    def view(self) -> WizardPage:
        self._progress = None
        steps, done = self._steps(), self._done
        at = self._at(steps, done)
        self._look(at.key)
        side = at.shows()
        return WizardPage(
            say("Getting ready"),
            self._left(sum(step.minutes for step in steps if step.key not in done)),
            tuple(
                WizardStep(
                    step.title,
                    say("finished") if step.key in done else self._takes(step),
                    step.key in done,
                    step is at,
                    Touched("step", step.key),
                )
                for step in steps
            ),
            side.heading,
            side.ring,
            side.choosing,
            side.sentences,
            side.hint,
            side.tone,
            side.icon,
            side.picture,
            self._buttons(steps, at, side),
        )

    def _at(self, steps: tuple[PreparationStep, ...], done: set[str]) -> PreparationStep:
        chosen = next((step for step in steps if step.key == self._open), None)
        return chosen or next((step for step in steps if step.key not in done), steps[-1])

    def _left(self, minutes: float) -> Text:
        """Nobody knows before a game is chosen."""
        if self.game is None:
            return NOTHING
        whole = max(1, ceil(minutes / 5) * 5 if minutes > 10 else round(minutes))
        return say_plural("about {count} minute left", "about {count} minutes left", whole)

    def _takes(self, step: PreparationStep) -> Text:
        return NOTHING if self.game is None and step.key in OF_THE_GAME else _minutes(step.minutes)

    def _steps(self) -> tuple[PreparationStep, ...]:
        zones = (PreparationStep("zone", say("Time zone"), 1, self._zone),) if self._zones_can_be_set else ()
        return (
            PreparationStep("language", say("Language and display"), 1, self._language),
            *zones,
            PreparationStep("game", say("Game and players"), 1, self._game),
            PreparationStep("print", self._print_title, self._minutes_of_paper, self._print),
            PreparationStep("camera", say("Camera and corners"), HANG_MINUTES + CORNERS_MINUTES, self._camera),
            *self._of_pieces(),
            PreparationStep("play", say("Lay out and play"), minutes_to_lay(self._pieces), self._play),
        )

    def _of_pieces(self) -> Iterator[PreparationStep]:
        """What makes each piece known: its label, or its face."""
        game = self.game
        if game is None or self._labels:
            yield PreparationStep(
                "labels", say("Stick the labels"), minutes_to_stick(self._labels_to_go), self._labels_side
            )
        if game is not None and (cards := cards_to_show(self._context, game, self.count)):
            left = minutes_to_show(max(0, cards - shown_so_far(self._context, game)))
            yield PreparationStep(
                "cards", say("Show your cards"), left, partial(cards_side, self._context, game, self.count)
            )

    @property
    def _print_title(self) -> Text:
        if self.game is None or self._labels:
            return say("Print and cut the labels")
        return say("Print the corners of the mat")

    def _buttons(
        self, steps: tuple[PreparationStep, ...], at: PreparationStep, side: StepDetails
    ) -> tuple[Button, ...]:
        number = steps.index(at)
        back = (
            Button(say("Back"), Touched("step", steps[number - 1].key), icon="chevron-left")
            if number
            else Button(say("Back"), Touched("another day"), icon="chevron-left")
        )
        later = Button(say("Go on another day"), Touched("another day"), icon="player-pause")
        by_touch = Button(say("Play by touch now"), Touched("by touch"), icon="hand-finger")
        return back, later, by_touch, side.on

    # --- the steps ---

    def _language(self) -> StepDetails:
        stored = {**self._context.usual, **self._context.store.preferences()}
        spoken = stored.get("language", self._context.language)
        tongues = tuple(
            WizardChoice(verbatim(LANGUAGE_NAMES.get(code, code)), Touched("language", code), code == spoken)
            for code in languages()
        )
        names = ("letters", "turn") if self._zones_can_be_set else ("letters", "theme")
        others = (Choosing(CHOICES[name][0], _choices(stored, name)) for name in names)
        return StepDetails(
            say("Which language do you read best?"),
            next_step("language"),
            choosing=(Choosing(NOTHING, tongues), *others),
        )

    @property
    def _zones_can_be_set(self) -> bool:
        return self._context.machine.time_zones is not None and self._context.machine.time_zones.can_be_set

    def _zone(self) -> StepDetails:
        ways = likely_zones(self._context)
        elsewhere = WizardChoice(say("Somewhere else"), Touched("regions"))
        return StepDetails(
            say("Where is this table?"),
            next_step("zone"),
            choosing=(Choosing(NOTHING, (*ways, elsewhere), beside=False),),
            hint=say("So that evenings are listed by your own clock. No network is needed."),
            icon="clock",
        )

    def _game(self) -> StepDetails:
        games = tuple(
            WizardChoice(game.title, Touched("game", name), self.game is not None and self.game.name == name)
            for name, game in self._context.games.items()
        )
        choosing = [Choosing(NOTHING, games, beside=False)]
        if self.game is not None:
            counts = tuple(
                WizardChoice(verbatim(str(count)), Touched("count", str(count)), count == self.count)
                for count in counts_of_players(self.game)
            )
            choosing.append(Choosing(say("How many play?"), counts))
        why_not = say("Touch a game first.") if self.game is None else None
        return StepDetails(say("Which game is made ready?"), next_step("game", why_not), choosing=tuple(choosing))

    @property
    def _labels(self) -> int:
        """Labels that this evening needs; where players bring decks, those of a deck each, whatever is in it."""
        if self.game is None:
            return 0
        needed = len(self._counted().needed)
        return needed if self.game.decks is None else min(needed, DECK_CARDS * self.count)

    @property
    def _labels_to_go(self) -> int:
        if self.game is None:
            return 0
        progress = self._counted()
        return max(0, self._labels - len(progress.needed & progress.seen))

    @property
    def _pieces(self) -> int:
        if self.game is None:
            return 0
        state = opening_state(self.game, self.count)
        return sum(sum(step.zones.values()) for step in self.game.setup_steps(state))

    @property
    def _minutes_of_paper(self) -> float:
        return minutes_to_print(self._labels) + minutes_to_cut(self._labels)

    def _print(self) -> StepDetails:
        write = self._context.machine.label_sheets
        on = next_step("print")
        if write is not None and self.game is not None and not self._written:
            on = Button(say("To a USB stick"), Touched("write"), "confirm", tone=Tone.GOOD, icon="usb")
        done = say("The sheets are on the stick. Pull it out, and print them on any computer at 100 %.")
        return StepDetails(
            say_plural("{count} label to print", "{count} labels to print", self._labels)
            if self._labels
            else self._print_title,
            on,
            (
                say("Put a USB stick in: the labels and the corners of the mat are written to it as PDF files."),
                say("Print them at 100 % on matt paper or on stickers. The first page says what goes where."),
            )
            if self._labels
            else (say("Put a USB stick in: they are written to it as a PDF file. Print it at 100 % on matt paper."),),
            which_labels(self._context, self.game),
            hint=done
            if self._written
            else say("Labels you have printed already stay as they are: their numbers never change."),
            tone=Tone.GOOD if self._written else Tone.NORMAL,
            icon="check" if self._written else "printer",
        )

    def _camera(self) -> StepDetails:
        game = self.game
        on = next_step("camera", say("Touch a game first.") if game is None else None)
        seen = self._context.seen
        sees_well = isinstance(seen, CameraView) and seen.judgement.grade is not Grade.NOT_YET
        if game is not None and not sees_well and "camera" not in self._done:
            look = Open("camera set up", f"{game.name}:{self.count}")
            on = Button(say("Look through it"), look, "confirm", tone=Tone.GOOD, icon="camera")
        ticked = WizardChoice(say("It hangs, the corners are taped"), Touched("done", "camera"))
        return StepDetails(
            say("Hang the camera, tape the corners"),
            on,
            (
                say("It looks straight down on the middle of the table, in even light."),
                say("The four corners that were printed say where the places of the game lie."),
            ),
            (Choosing(NOTHING, (ticked,), beside=False),),
            hint=say("The camera sees the table well.")
            if sees_well
            else say("Look through it until all is green; one sentence says what to do next."),
            tone=Tone.GOOD if sees_well else Tone.NORMAL,
            icon="camera",
        )

    def _labels_side(self) -> StepDetails:
        if self.game is None:
            return StepDetails(say("Stick the labels"), next_step("labels", say("Touch a game first.")))
        of, to_go = self._labels, self._labels_to_go
        words, tone = self._seen(to_go)
        look = Button(say("Look through it"), Touched("look"), "confirm", tone=Tone.GOOD, icon="camera")
        return StepDetails(
            say("Stick the labels: {done} of {all}", done=of - to_go, all=of),
            look if to_go else next_step("labels"),
            ring=self._ring(of, to_go),
            hint=words,
            tone=tone,
            icon="eye",
        )

    def _ring(self, of: int, to_go: int) -> Ring:
        """How many of the labels are seen, and of which pieces the next ones are."""
        game, progress = self.game, self._counted()
        missing = ((group, sum(tag in progress.needed for tag in progress.missing(group))) for group in progress.groups)
        group, left = next(((group, left) for group, left in missing if left), (None, 0))
        if not to_go or group is None:
            return Ring(of - to_go, of, say("of {all}", all=of), say("All of them"), NOTHING, NOTHING)
        name = say("The cards of your decks") if game is not None and game.decks is not None else group.name
        more = say_plural("{count} label to go", "{count} labels to go", min(left, to_go))
        return Ring(of - to_go, of, say("of {all}", all=of), say("Comes next"), name, more)

    def _seen(self, to_go: int) -> tuple[Text, Tone]:
        seen = self._context.seen
        if not to_go:
            return say("Every label that tonight needs has been seen. You can play."), Tone.GOOD
        if not isinstance(seen, CameraView):
            return say(
                "No camera looks. Stick them all the same: they are counted as soon as one does."
            ), Tone.ATTENTION
        if self._sticking is not None and (here := len(self._sticking.progress.here)):
            return say_plural(
                "I see {count} label. Lay the next ones there.", "I see {count} labels. Lay the next ones there.", here
            ), Tone.GOOD
        return say("Show me what is done: I count each label and say if it fits."), Tone.GOOD

    def _play(self) -> StepDetails:
        game = self.game
        if game is None:
            return StepDetails(say("Lay out and play"), next_step("play", say("Touch a game first.")))
        begin = Button(say("Who sits where?"), Touched("begin"), "confirm", tone=Tone.GOOD, icon="player-play")
        return StepDetails(
            say("All is ready"),
            begin,
            (
                say(
                    "Say who sits where; then the screen shows what lies where, and ticks it off as the camera sees it."
                ),
                say_plural("{count} piece is laid out.", "{count} pieces are laid out.", self._pieces),
            ),
            hint=say("What a rulebook does not print is asked when it first matters."),
            picture=self._context.picture_of(game.name),
        )

    # --- the camera that counts ---

    def _counted(self) -> Sticking:
        """How far sticking has come, as the page of the labels keeps it."""
        game = self.game
        assert game is not None, "labels are those of a game"
        if self._sticking is not None and self._sticking.game is game:
            return self._sticking.progress
        if self._progress is None:
            self._progress = StickingLabels.progress_of(self._context, game, self._options)
        return self._progress

    @property
    def _options(self) -> Options:
        return Options(tuple(str(number) for number in range(1, self.count + 1)))

    def _look(self, key: str) -> None:
        """The step of the labels looks through the camera, the others leave it alone."""
        if key == "labels" and self.game is not None and self._sticking is None and self._navigator.top is self:
            self._sticking = StickingLabels(self._context, self._navigator, self.game, self._options)
        elif key != "labels":
            self._look_away()

    def _look_away(self) -> None:
        if self._sticking is not None:
            self._sticking.closed()
            self._sticking = None

    def saw(self, seen: CameraView | NoView) -> None:
        if self._sticking is not None:
            self._sticking.saw(seen)

    def closed(self) -> None:
        self._look_away()

    # --- fingers ---

    def touched(self, key: str, value: str) -> None:
        match key:
            case "step":
                self._go_to(value)
            case "done":
                self._finish(value)
            case "zone":
                choose_zone(self._context, value)
            case "regions":
                self._navigator.push(Regions(self._context, self._navigator))
            case "write":
                self._write()
            case "look" if self._sticking is not None:
                # It goes on counting there, and what it has seen by then is read anew when it is closed.
                counting, self._sticking = self._sticking, None
                self._navigator.push(counting)
            case "begin" | "by touch" | "another day":
                self._leave(key)
            case _:
                self._prefer(key, value)

    def _prefer(self, key: str, value: str) -> None:
        store = self._context.store
        if key == "game":
            self._look_away()
            store.prefer(FOR, f"{value}:{counts_of_players(self._context.games[value])[0]}")
        elif key == "count" and self.game is not None:
            store.prefer(FOR, f"{self.game.name}:{value}")
        elif key == "labelled" and self.game is not None:
            self._look_away()
            self._written = False
            store.prefer(LABELLED.format(game=self.game.name), value)
        elif key == "language" or key in CHOICES:
            store.prefer(key, value)
            self._context.evening.wear(store.preferences())

    def _write(self) -> None:
        """Raises HardwareError where there is no stick; the page stays."""
        if self._context.machine.label_sheets is not None and self.game is not None:
            tiles_only = bool(without_labels(self._context.store, self.game))
            sheets = self._context.machine.label_sheets(self.game.name, self.count, tiles_only)
            self._context.machine.sticks.write(sheets)
            self._context.machine.sticks.take_out()
            self._written = True

    def _leave(self, how: str) -> None:
        """To a game that is begun, or home."""
        game = self.game
        self._navigator.close()
        if how == "begin" and game is not None:
            self._context.store.prefer(DONE, " ".join(sorted({*self._done, "play"})))
        if how != "another day" and game is not None:
            seats = Seats(self._context, self._navigator, game.name)
            seats.lays_out = how == "begin"
            self._navigator.push(seats)


def _choices(stored: Mapping[str, str], name: str) -> tuple[WizardChoice, ...]:
    chosen = preferred(stored, name)
    return tuple(
        WizardChoice(words, Touched(name, choice), choice == chosen) for choice, words in CHOICES[name][1].items()
    )


def _minutes(minutes: float) -> Text:
    return say("{count} min", count=max(1, round(minutes)))
