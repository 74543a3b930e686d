"""Sticking labels under the camera: how many are seen, which are missing, doubled or cannot be read."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from companion.core.camera_view import CameraView, NoView
from companion.core.game import Game, Options
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import CameraPage, ListPage
from companion.core.printed_copy import copy_form_of, second_tags_of
from companion.core.screen import Button, Open, Tone, Touched
from companion.core.table import Piece, Tag
from companion.core.tags import readable
from companion.core.text import NOTHING, Text, say, say_plural, verbatim
from companion.journal.store import JournalStore
from companion.label_sets.piece_labels import PieceGroup, opening_state, told_by_faces
from companion.label_sets.sticking_progress import Sticking
from companion.pages.adopting import Adopting
from companion.pages.camera_set_up import WhichMat
from companion.pages.navigator import Navigator, NothingToShow, OpenPage
from companion.pages.page_context import PageContext

NOTED = "labels seen on {game}"
"""The preference that keeps which labels of a game have been seen."""

LABELLED, TILES_ONLY = "labels on {game}", "tiles"
"""The preference that says which pieces of a game wear labels, and its value where cards are known by their faces."""

MOST_LISTED = 60


def sticking(context: PageContext, navigator: Navigator, about: str) -> OpenPage:
    """Of the named game, for so many players where it says so, or the one that is played, or the question of which."""
    if not about and context.session is not None:
        about = context.session.history.game.name
    if not about:
        return WhichMat(context, "sticking", say("Which game's labels are stuck?"))
    game, _, count = about.partition(":")
    arranged = Options(tuple(map(str, range(1, int(count) + 1)))) if count else None
    page = StickingLabels(context, navigator, context.games[game], arranged)
    if not page.progress.groups:
        page.closed()
        raise NothingToShow("No piece of this game wears a label here: its cards are known by their faces.")
    return page


def without_labels(store: JournalStore, game: Game[Any, Any]) -> Collection[Piece]:
    """The pieces that wear none in this house."""
    tiles_only = store.preferences().get(LABELLED.format(game=game.name)) == TILES_ONLY
    return told_by_faces(game) if tiles_only else ()


class StickingLabels:
    """Looks through the camera while it is open, and keeps what it has seen at once."""

    def __init__(
        self, context: PageContext, navigator: Navigator, game: Game[Any, Any], arranged: Options | None = None
    ) -> None:
        self._context, self._navigator, self.game = context, navigator, game
        self._state = opening_state(game)
        self._anchors = frozenset(game.layout(self._state).anchors)
        self._noted = NOTED.format(game=game.name)
        self.progress = self.progress_of(context, game, arranged)
        context.seen = None
        context.machine.cameras.look(game, self._state)

    @staticmethod
    def progress_of(context: PageContext, game: Game[Any, Any], arranged: Options | None = None) -> Sticking:
        """How far it has come, for the evening that is arranged, else for the last one or a first one."""
        noted = context.store.preferences().get(NOTED.format(game=game.name), "")
        return Sticking.of(game, noted, context.may_come_up(game.name, arranged), without_labels(context.store, game))

    def saw(self, seen: CameraView | NoView) -> None:
        if isinstance(seen, CameraView):
            self._keep(self.progress.looked(seen.tags, self._anchors))

    def view(self) -> CameraPage:
        title, progress, seen = say("Stick the labels"), self.progress, self._context.seen
        left = self._left()
        other = Button(say("Use the other copy"), Touched("copy"), icon="cards")
        buttons = (
            *((other,) if self._of_other_copy() and not progress.here else ()),
            Button(say("Start over"), Touched("anew"), icon="refresh"),
            Button(say("Done"), Touched("done"), "confirm", tone=Tone.GOOD, icon="check"),
        )
        if not isinstance(seen, CameraView):
            return CameraPage(title, None, self._blind(seen), NOTHING, NOTHING, Tone.ATTENTION, buttons, left)
        counted = say_plural("{count} label here", "{count} labels here", len(progress.here))
        words, tone = self._advice(seen)
        rows = tuple(self._row(number, group) for number, group in enumerate(progress.groups))
        return CameraPage(title, seen, NOTHING, counted, words, tone, buttons, left, rows)

    def touched(self, key: str, value: str) -> None:
        match key:
            case "group":
                self._navigator.push(MissingLabels(self._context, self._navigator, self, int(value)))
            case "anew":
                self._keep(self.progress.begun_anew())
            case "copy":
                self._context.machine.cameras.use_other_copy(self.game)
                self._context.seen = None
                self._keep(self.progress.begun_anew())
            case _:
                self._navigator.close()

    def closed(self) -> None:
        self._context.machine.cameras.look_away()

    def code(self, tag: Tag) -> str:
        """What people read on this label."""
        return readable(self._context.machine.cameras.printed(self.game).get(tag, tag))

    def forget(self, tag: Tag) -> None:
        self._keep(self.progress.forgotten(tag))

    def _keep(self, progress: Sticking) -> None:
        changed = progress.seen != self.progress.seen
        self.progress = progress
        if changed:
            self._context.store.prefer(self._noted, progress.note)

    def _of_other_copy(self) -> int:
        """How many labels here are on another owner's copy of this game."""
        return len(set(self.progress.strange) & set(second_tags_of(self.game).values()))

    def _left(self) -> Text:
        progress = self.progress
        if progress.needed_to_go == progress.to_go:
            return say_plural("{count} to go", "{count} to go", progress.to_go)
        needed = progress.needed_to_go
        return say_plural(
            "{count} to go, {needed} for tonight", "{count} to go, {needed} for tonight", progress.to_go, needed=needed
        )

    def _row(self, number: int, group: PieceGroup) -> Row:
        missing = len(self.progress.missing(group))
        done = len(group.tags) - missing
        return Row(
            say("{width} x {height} mm", width=f"{group.shape.width:g}", height=f"{group.shape.height:g}"),
            group.name,
            say("{done} of {all}", done=done, all=len(group.tags)),
            "circle-check" if not missing else "qrcode",
            Touched("group", str(number)),
            Tone.GOOD if not missing else Tone.NORMAL,
        )

    def _advice(self, seen: CameraView) -> tuple[Text, Tone]:
        """The one thing that counts now."""
        progress = self.progress
        if progress.doubled:
            piece = self.game.piece_name(self.game.piece_of[progress.doubled[0]])
            twice = say(
                "Label {code} of {piece} is there twice. Put another one on one of the two.",
                code=self.code(progress.doubled[0]),
                piece=piece,
            )
            return twice, Tone.BAD
        if others := self._of_other_copy():
            away = say_plural(
                "{count} label here is of another copy of this game. Take it away, or use that copy.",
                "{count} labels here are of another copy of this game. Take them away, or use that copy.",
                others,
            )
            return away, Tone.ATTENTION
        if seen.unreadable:
            spoilt = say_plural(
                "{count} label cannot be read: covered, creased, or of another game.",
                "{count} labels cannot be read: covered, creased, or of another game.",
                seen.unreadable,
            )
            return spoilt, Tone.ATTENTION
        if not progress.to_go:
            return say("Every label has been seen on its piece. You can play."), Tone.GOOD
        if not progress.needed_to_go:
            return say("Every label that tonight needs has been seen. You can play."), Tone.GOOD
        if not progress.here:
            return say("Lay labelled pieces under the camera, in heaps or rows, each label in sight."), Tone.UNKNOWN
        return say("Seen and noted. Lay the next ones there."), Tone.GOOD

    def _blind(self, seen: NoView | None) -> Text:
        if seen is None:
            return say("The camera is being opened and focused. This takes some seconds.")
        return say("The camera sees nothing. {reason}", reason=seen.reason)


class MissingLabels:
    """The labels of a group that have not been seen; for a touched one another code can be taken."""

    def __init__(self, context: PageContext, navigator: Navigator, page: StickingLabels, number: int) -> None:
        self._context, self._navigator, self._page, self._number = context, navigator, page, number

    def view(self) -> ListPage:
        page = self._page
        group = page.progress.groups[self._number]
        missing = page.progress.missing(group)
        rows = tuple(
            Row(
                page.game.piece_name(page.game.piece_of[tag]),
                right=verbatim(page.code(tag)),
                icon="qrcode",
                intent=Touched("label", tag),
            )
            for tag in missing[:MOST_LISTED]
        )
        lines: list[Text] = [
            say_plural("{count} label has not been seen.", "{count} labels have not been seen.", len(missing))
        ]
        if missing:
            lines.append(say("Is one lost or spoilt? Touch it and show another code for that piece."))
        if len(missing) > MOST_LISTED:
            lines.append(say("These are the first {count}.", count=MOST_LISTED))
        groups = [RowGroup(NOTHING, rows)]
        if self._is_asked_about(group):
            say_it = Row(
                say("Say what is printed on them"),
                say("Any of these labels goes on any of these pieces: show the piece, and say what it is"),
                icon="cards",
                intent=Open("copy", page.game.name),
            )
            groups.insert(0, RowGroup(NOTHING, (say_it,)))
        return ListPage("missing labels", group.name, tuple(groups), tuple(lines), searched=True)

    def _is_asked_about(self, group: PieceGroup) -> bool:
        """Whether only the owner knows what is on pieces of this form."""
        asked = {sheet.piece for sheet in copy_form_of(self._page.game).sheets({})}
        return any(self._page.game.piece_of[tag] in asked for tag in group.tags)

    def touched(self, key: str, value: str) -> None:
        if key == "label":
            self._navigator.push(Adopting(self._context, self._navigator, self._page.game, value))

    def saw(self, seen: CameraView | NoView) -> None:
        self._page.saw(seen)
