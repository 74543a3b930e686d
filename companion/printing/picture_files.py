"""A drawn picture as a file: PNG of pixels, PDF of lines and letters. The same picture gives the same bytes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from companion.printing.pdf_document import font, printable
from companion.typefaces import typeface
from ui.drawing import dashes
from ui.picture import (
    Fill,
    GreyPicture,
    Mark,
    Moving,
    Outline,
    Photo,
    PictureWords,
    Polygon,
    Region,
    Scroll,
    Stroke,
    Veil,
    WindowPicture,
)
from ui.rect import Rect

FINER = 2
"""Pixels are drawn so many times as fine, and made one each: edges become smooth."""

UNITS = 200
"""Words are measured in letters of so many pixels."""


@lru_cache(maxsize=64)
def _face(face: str, pixels: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(typeface(face)), pixels, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=16384)
def measure(words: str, face: str, size: float) -> float:
    """How wide words are, in the unit of their size."""
    return _face(face, UNITS).getlength(words) * size / UNITS


def _lines(mark: Stroke) -> Iterable[tuple[tuple[float, float], ...]]:
    """Its single dashes, or all of it."""
    if mark.dash is not None:
        return dashes(mark.points, mark.dash, mark.closed)
    return [(*mark.points, mark.points[0]) if mark.closed else mark.points]


def _cut(photo: Image.Image, rect: Rect) -> Image.Image:
    """The middle of it, in the form of the box."""
    wide = min(photo.width, photo.height * rect.width / rect.height)
    high = min(photo.height, photo.width * rect.height / rect.width)
    left, top = (photo.width - wide) / 2, (photo.height - high) / 2
    return photo.crop((round(left), round(top), round(left + wide), round(top + high)))


class _Painter(ABC):
    """Paints marks, the lowest first."""

    def paint(self, marks: Iterable[Mark]) -> None:
        for mark in marks:
            match mark:
                case Moving() | Scroll():
                    self.paint(mark.marks)
                case Fill() | Outline():
                    self._box(mark)
                case Stroke():
                    self._stroke(mark)
                case Polygon() | Region():
                    self._area(mark)
                case PictureWords():
                    self._words(mark)
                case Photo() | GreyPicture():
                    self._photo(mark)
                case Veil():
                    pass

    @abstractmethod
    def _box(self, mark: Fill | Outline) -> None: ...

    @abstractmethod
    def _stroke(self, mark: Stroke) -> None: ...

    @abstractmethod
    def _area(self, mark: Polygon | Region) -> None: ...

    @abstractmethod
    def _words(self, mark: PictureWords) -> None: ...

    @abstractmethod
    def _photo(self, mark: Photo | GreyPicture) -> None: ...


# --- PNG ---


def as_png(picture: WindowPicture, dp: float) -> bytes:
    """A picture of so many pixels to each of its units."""
    scale = dp * FINER
    size = round(picture.width * dp), round(picture.height * dp)
    image = Image.new("RGB", (size[0] * FINER, size[1] * FINER), picture.ground)
    _Pixels(image, scale).paint(picture.marks)
    file = BytesIO()
    image.resize(size, Image.Resampling.BOX).save(file, "PNG", optimize=True)
    return file.getvalue()


class _Pixels(_Painter):
    def __init__(self, image: Image.Image, scale: float) -> None:
        self._image, self._draw, self._scale = image, ImageDraw.Draw(image), scale

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * self._scale, y * self._scale

    def _corners(self, rect: Rect) -> tuple[int, int, int, int]:
        left, top = self._at(rect.x, rect.y)
        right, bottom = self._at(rect.right, rect.bottom)
        return round(left), round(top), max(round(left), round(right) - 1), max(round(top), round(bottom) - 1)

    def _box(self, mark: Fill | Outline) -> None:
        corners = self._corners(mark.rect)
        radius = min(mark.radius * self._scale, (corners[2] - corners[0]) / 2, (corners[3] - corners[1]) / 2)
        if isinstance(mark, Outline):
            width = max(1, round(mark.width * self._scale))
            self._draw.rounded_rectangle(corners, radius, outline=mark.colour, width=width)
        elif mark.alpha < 1.0:
            mask = Image.new("L", self._image.size)
            ImageDraw.Draw(mask).rounded_rectangle(corners, radius, fill=round(255 * mark.alpha))
            self._image.paste(mark.colour, mask=mask)
        else:
            self._draw.rounded_rectangle(corners, radius, fill=mark.colour)

    def _stroke(self, mark: Stroke) -> None:
        width = max(1, round(mark.width * self._scale))
        for line in _lines(mark):
            points = [self._at(*point) for point in line]
            self._draw.line(points, mark.colour, width, joint="curve")
            if mark.dash is None and width > 2:
                for x, y in (points[0], points[-1]):
                    self._draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), mark.colour)

    def _area(self, mark: Polygon | Region) -> None:
        self._draw.polygon([self._at(*point) for point in mark.points], mark.colour)

    def _words(self, mark: PictureWords) -> None:
        face = _face(mark.face, max(1, round(mark.size * self._scale)))
        x, y = self._at(mark.x + (mark.width / 2 if mark.icon else 0.0), mark.y)
        words = mark.text if mark.icon else printable(mark.text)
        self._draw.text((x, y), words, mark.colour, face, anchor="mm" if mark.icon else "lm")

    def _photo(self, mark: Photo | GreyPicture) -> None:
        left, top, right, bottom = self._corners(mark.rect)
        size = right - left + 1, bottom - top + 1
        photo = _opened(mark).resize(size, Image.Resampling.LANCZOS)
        mask = Image.new("L", size)
        radius = mark.radius * self._scale if isinstance(mark, Photo) else 0.0
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), radius, fill=255)
        self._image.paste(photo, (left, top), mask)


def _opened(mark: Photo | GreyPicture) -> Image.Image:
    if isinstance(mark, GreyPicture):
        return Image.frombytes("L", (mark.width, mark.height), mark.pixels).convert("RGB")
    with Image.open(mark.path) as photo:
        return _cut(photo.convert("RGB"), mark.rect)


# --- PDF ---


def as_pdf(picture: WindowPicture, size: tuple[float, float], title: str) -> bytes:
    """One page of this size in points; the picture is as wide as it."""
    file = BytesIO()
    canvas = Canvas(file, pagesize=size, invariant=1)
    canvas.setCreator("companion")
    canvas.setAuthor("Table companion")
    canvas.setTitle(title)
    painter = _Lines(canvas, size[0] / picture.width, size[1])
    painter.paint((Fill(Rect(0, 0, picture.width, picture.height), picture.ground), *picture.marks))
    canvas.save()
    return file.getvalue()


class _Lines(_Painter):
    def __init__(self, canvas: Canvas, scale: float, height: float) -> None:
        self._canvas, self._scale, self._height = canvas, scale, height

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """PDF counts from the lower left."""
        return x * self._scale, self._height - y * self._scale

    def _path(self, points: Iterable[tuple[float, float]]) -> object:
        path = self._canvas.beginPath()
        for number, point in enumerate(points):
            (path.lineTo if number else path.moveTo)(*self._at(*point))
        return path

    def _box(self, mark: Fill | Outline) -> None:
        line = isinstance(mark, Outline)
        rect = mark.rect.inset(mark.width / 2) if isinstance(mark, Outline) else mark.rect
        left, bottom = self._at(rect.x, rect.bottom)
        radius = max(0.0, min(mark.radius, rect.width / 2, rect.height / 2)) * self._scale
        self._canvas.saveState()
        if isinstance(mark, Outline):
            self._canvas.setStrokeColor(mark.colour)
            self._canvas.setLineWidth(mark.width * self._scale)
        else:
            self._canvas.setFillColor(mark.colour)
            self._canvas.setFillAlpha(mark.alpha)
        size = rect.width * self._scale, rect.height * self._scale
        self._canvas.roundRect(left, bottom, *size, radius, stroke=int(line), fill=int(not line))
        self._canvas.restoreState()

    def _stroke(self, mark: Stroke) -> None:
        self._canvas.setStrokeColor(mark.colour)
        self._canvas.setLineWidth(mark.width * self._scale)
        self._canvas.setLineCap(1 if mark.dash is None else 0)
        self._canvas.setLineJoin(1)
        for line in _lines(mark):
            self._canvas.drawPath(self._path(line), stroke=1, fill=0)

    def _area(self, mark: Polygon | Region) -> None:
        self._canvas.setFillColor(mark.colour)
        self._canvas.drawPath(self._path([*mark.points, mark.points[0]]), stroke=0, fill=1)

    def _words(self, mark: PictureWords) -> None:
        face = pdfmetrics.getFont(font(mark.face)).face
        middle = (face.ascent + face.descent) / 2000 * mark.size
        words = mark.text if mark.icon else printable(mark.text)
        left = mark.x + ((mark.width - measure(words, mark.face, mark.size)) / 2 if mark.icon else 0.0)
        self._canvas.setFillColor(mark.colour)
        self._canvas.setFont(mark.face, mark.size * self._scale)
        self._canvas.drawString(*self._at(left, mark.y + middle), words)

    def _photo(self, mark: Photo | GreyPicture) -> None:
        left, bottom = self._at(mark.rect.x, mark.rect.bottom)
        size = mark.rect.width * self._scale, mark.rect.height * self._scale
        self._canvas.drawImage(ImageReader(_opened(mark)), left, bottom, *size)
