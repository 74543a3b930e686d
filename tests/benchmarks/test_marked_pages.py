"""Figures on pages are printed there by their benchmark."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from benchmarks.marked_pages import marks, put_on_pages, require_marks
from benchmarks.vision.__main__ import photographed_parts, rendered_parts
from benchmarks.watching.__main__ import PARTS

DOCS = Path(__file__).parents[2] / "docs"


def test_figures_go_on_the_page_that_has_their_marks(tmp_path: Path) -> None:
    first, second = tmp_path / "first.md", tmp_path / "second.md"
    first.write_text("a\n<!-- x -->\nold\n<!-- end of x -->\n", encoding="utf-8")
    second.write_text("<!-- y -->\n<!-- end of y -->\nz\n", encoding="utf-8")

    put_on_pages([first, second], "y", ["\nhead", "1 2"])
    put_on_pages([first, second], "x", ["new"])

    assert "a\n<!-- x -->\n```\nnew\n```\n<!-- end of x -->\n" == first.read_text(encoding="utf-8")
    assert "<!-- y -->\n```\nhead\n1 2\n```\n<!-- end of y -->\nz\n" == second.read_text(encoding="utf-8")


def test_pages_without_marks_are_named_before_anything_is_measured(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- x -->\n<!-- end of x -->\n", encoding="utf-8")

    require_marks([page], ["x"])
    require_marks([], ["z"])
    with pytest.raises(click.ClickException, match=r"page\.md .* <!-- z -->"):
        require_marks([page], ["x", "z"])


@pytest.mark.parametrize(
    ("pages", "parts"),
    [
        (("reading.md", "adopted.md", "faces.md"), (*rendered_parts(Path()), *photographed_parts(Path()))),
        (("watching.md",), PARTS),
    ],
)
def test_every_table_of_the_benchmarks_has_its_place_on_a_page(pages: tuple[str, ...], parts: tuple[str, ...]) -> None:
    text = "".join((DOCS / page).read_text(encoding="utf-8") for page in pages)

    assert dict.fromkeys(parts, (1, 1)) == {part: tuple(text.count(mark) for mark in marks(part)) for part in parts}
