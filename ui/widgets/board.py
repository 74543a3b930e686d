"""A named area with its cells, lying over each other as they do on the table."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import Color, Line
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.core.screen import Board, Intent, Tone
from ui.cell_layout import cell_areas
from ui.context import DEFAULT_CONTEXT, Context
from ui.layout import pixels_per_unit, size_request
from ui.rect import Rect
from ui.theme import TONES, TOUCH
from ui.widgets.cell import CellView


class BoardView(Widget):
    """Draws a `Board`; a touch on a cell posts the cell's intent when the finger is lifted."""

    context: Context = ObjectProperty(DEFAULT_CONTEXT, rebind=True)
    board: Board | None = ObjectProperty(None, allownone=True)
    attention: frozenset[str] = ObjectProperty(frozenset())
    titled = BooleanProperty(True)

    def __init__(self, **kwargs: object) -> None:
        self._trigger_layout = Clock.create_trigger(self._layout, -1)
        self._held: CellView | None = None
        self._meant: Intent | None = None
        super().__init__(**kwargs)
        for name in ("board", "attention", "pos", "size", "titled"):
            self.fbind(name, self._trigger_layout)
        self._trigger_layout()

    @property
    def cells(self) -> list[CellView]:
        """The cells, the lowest first."""
        return list(reversed(self.ids.cells.children))

    def _layout(self, *_: object) -> None:
        board, sizes = self.board, self.context.sizes
        if board is None:
            self.ids.cells.clear_widgets()
            self._draw_frames()
            return
        self.ids.title.full_text = self.context.text(board.title) if self.titled else ""
        caption = sizes.caption if self.titled else 0.0
        area = Rect(0.0, caption, self.width, max(0.0, self.height - caption))
        across, down = pixels_per_unit(size_request(board, frozenset()), area)
        left = (area.width - across * board.width) / 2
        top = area.y + (area.height - down * board.height) / 2
        self._fill(board, across, down, (self.x + left, self.top - top))

    def _fill(self, board: Board, across: float, down: float, corner: tuple[float, float]) -> None:
        views = self.cells
        for view in views[len(board.cells) :]:
            self.ids.cells.remove_widget(view)
        placed = cell_areas(board, across, down, self.context.sizes.px(3))
        longest = self._letters(board)
        for number, (cell, area) in enumerate(zip(board.cells, placed, strict=True)):
            marked = cell.zone is not None and cell.zone in self.attention
            place = {"pos": (corner[0] + area.rect.x, corner[1] - area.rect.bottom)}
            place["size"] = (area.rect.width, area.rect.height)
            if number < len(views):
                view = views[number]
                view.pos, view.size = place["pos"], place["size"]
                view.cell, view.area, view.marked, view.longest = cell, area, marked, longest
            else:
                given = {"cell": cell, "area": area, "marked": marked, "longest": longest}
                self.ids.cells.add_widget(CellView(context=self.context, **given, **place))
        self._draw_frames()

    def _letters(self, board: Board) -> tuple[int, int]:
        return (
            max((len(cell.value) for cell in board.cells), default=0),
            max((len(self.context.text(cell.detail)) for cell in board.cells), default=0),
        )

    def _draw_frames(self) -> None:
        """Frame what needs attention, above all cells: it may lie under others."""
        canvas = self.ids.frames.canvas
        canvas.clear()
        with canvas:
            Color(rgba=TONES[Tone.ATTENTION])
            for view in self.cells:
                if view.marked:
                    x, y, width, height = view.kivy_rect(view.area.rect)
                    Line(rounded_rectangle=(x, y, width, height, 5), width=self.context.sizes.scale * 1.7)

    def cell_at(self, x: float, y: float) -> CellView | None:
        """The uppermost cell under a finger, or the nearest one to press if that is no more than half a finger away."""
        for view in self.ids.cells.children:
            if view.collide_point(x, y):
                return view if view.cell.intent is not None else None
        near = [view for view in self.ids.cells.children if view.cell.intent is not None and _near(view, x, y)]
        return min(near, key=lambda view: (view.center_x - x) ** 2 + (view.center_y - y) ** 2, default=None)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        view = self.cell_at(*touch.pos)
        if view is None or self._held is not None:
            return False
        touch.grab(self)
        # A finger means what it was put on: if the cell changes under it, nothing is posted.
        self._held, self._meant, view.held = view, view.cell.intent, True
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        view, meant = self._held, self._meant
        self._held = self._meant = None
        if view is None:
            return True
        view.held = False
        if meant is not None and view.cell.intent == meant and self.cell_at(*touch.pos) is view:
            self.context.post(meant)
        return True


def _near(view: CellView, x: float, y: float) -> bool:
    return abs(view.center_x - x) <= TOUCH / 2 and abs(view.center_y - y) <= TOUCH / 2
