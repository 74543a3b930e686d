"""A game's statements as pages to read, in one of the languages in which they are written: HTML and PDF."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, KeepTogether, Paragraph, SimpleDocTemplate

from companion.core.rules import Rulebook, Statement
from companion.core.text import Language, Text, say
from companion.errors import ConfigError
from companion.printing.pdf_document import font, printable
from companion.typefaces import BOLD, MEDIUM

_STYLE = """
body { font: 17px/1.45 "IBM Plex Sans", sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em;
       color: #1E1913; background: #FFFDF7 }
h2 { margin-top: 2em; border-bottom: 1px solid #C9BCA3 }
article { margin: 1em 0 }
article > p { margin: .2em 0 }
.source { color: #655946; font-size: 15px }
.example { border-left: 3px solid #C9BCA3; padding-left: .7em }
"""


def write_rulebook(title: Text, rulebook: Rulebook, language: Language, html: Path, pdf: Path) -> None:
    """Writes both files. Raises ConfigError naming the one that cannot be written."""
    heading = say("The rules of {game}, in our own words", game=title).render(language)
    page = _html(heading, rulebook, language)
    try:
        html.parent.mkdir(parents=True, exist_ok=True)
        html.write_text(page, encoding="utf-8")
        _write_pdf(heading, rulebook, language, pdf)
    except OSError as failure:
        reason = failure.strerror
        raise ConfigError(f"{failure.filename} cannot be written ({reason}); choose another folder.") from failure


def _sections(rulebook: Rulebook) -> Iterator[tuple[Text, list[Statement]]]:
    """The statements under their headings. A ruling stands in the section of the rule that it rules on."""

    def heading(statement: Statement) -> Text:
        return (statement if statement.section else rulebook.printed_rule(statement.id)).heading

    for section, statements in groupby(rulebook, key=heading):
        yield section, list(statements)


def _notes(statement: Statement, language: Language) -> Iterator[str]:
    """What stands below a statement in small print."""
    yield str(statement.citation.render(language))
    if statement.setting:
        yield say("The group can decide otherwise before the game.").render(language)
    if statement.people:
        yield say("The players see to this themselves.").render(language)


def _html(heading: str, rulebook: Rulebook, language: Language) -> str:
    lines = [
        f'<!doctype html><html lang="{escape(language.code)}"><meta charset="utf-8">',
        f'<meta name="viewport" content="width=device-width"><title>{escape(heading)}</title><style>{_STYLE}</style>',
        f"<h1>{escape(heading)}</h1>",
    ]
    for section, statements in _sections(rulebook):
        lines.append(f"<h2>{escape(section.render(language))}</h2>")
        for statement in statements:
            lines.append(f'<article id="{escape(statement.id)}"><p>{escape(statement.sentence.render(language))}</p>')
            if example := statement.example.render(language):
                lines.append(f'<p class="example">{escape(example)}</p>')
            related = " ".join(f'<a href="#{escape(id)}">{escape(id)}</a>' for id in statement.related)
            lines.append(f'<p class="source">{escape(" ".join(_notes(statement, language)))} {related}</p></article>')
    return "\n".join([*lines, "</html>", ""])


def _write_pdf(heading: str, rulebook: Rulebook, language: Language, path: Path) -> None:
    body = ParagraphStyle("body", fontName=font(MEDIUM), fontSize=10.5, leading=14)
    title = ParagraphStyle("title", body, fontName=font(BOLD), fontSize=20, leading=26, spaceAfter=8)
    section_style = ParagraphStyle("section", title, fontSize=14, leading=18, spaceBefore=12, spaceAfter=4)
    small = ParagraphStyle("small", body, fontSize=8.5, leading=11, textColor="#655946", spaceAfter=6)
    example_style = ParagraphStyle("example", body, leftIndent=12)

    def paragraph(words: str, style: ParagraphStyle) -> Paragraph:
        return Paragraph(escape(printable(words)), style)

    flow: list[Flowable] = [paragraph(heading, title)]
    for section, statements in _sections(rulebook):
        block: list[Flowable] = [paragraph(section.render(language), section_style)]
        for statement in statements:
            block.append(paragraph(statement.sentence.render(language), body))
            if example := statement.example.render(language):
                block.append(paragraph(example, example_style))
            block.append(paragraph(" ".join(_notes(statement, language)), small))
            flow.append(KeepTogether(block))
            block = []
    document = SimpleDocTemplate(
        str(path), pagesize=A4, title=heading, author="companion", invariant=1, leftMargin=22 * mm, rightMargin=22 * mm
    )
    document.build(flow, onFirstPage=_numbered, onLaterPages=_numbered)


def _numbered(canvas: Canvas, document: SimpleDocTemplate) -> None:
    canvas.setFont(font(MEDIUM), 8.5)
    canvas.drawRightString(A4[0] - 22 * mm, 12 * mm, str(document.page))
