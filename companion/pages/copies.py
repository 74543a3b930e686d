"""The owner's copies of the games: how much of each is known, and the ways to tell more."""

from __future__ import annotations

from companion.core.copy_form import is_open, status
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage
from companion.core.printed_copy import copy_form_of
from companion.core.screen import Open, Tone
from companion.core.text import NOTHING, Text, and_list, say, say_plural, verbatim
from companion.pages.page_context import PageContext


class CopiesOfGames:
    """One row for each game of which something is asked."""

    def __init__(self, context: PageContext) -> None:
        self._context = context

    def view(self) -> ListPage:
        games = self._context.games
        asking = [name for name in games if copy_form_of(games[name]).sheets({})]
        rows = tuple(map(self._row, asking))
        rows += tuple(self._decks(name) for name in games if games[name].decks is not None)
        line = say(
            "No rulebook says everything that is printed on the cards. Tell it once, and it counts every evening."
        )
        sticks = tuple(
            Row(
                games[name].title,
                say("Write it, compare it, take one over"),
                icon="usb",
                intent=Open("copy exchange", name),
            )
            for name in asking
        )
        groups = (RowGroup(NOTHING, rows), RowGroup(say("On a stick"), sticks))
        return ListPage("copies", say("Your copies"), groups, (line,))

    def touched(self, key: str, value: str) -> None:
        """Everything on it opens another page."""

    def _row(self, name: str) -> Row:
        return Row(
            self._context.games[name].title,
            copy_in_words(self._context, name),
            icon="cards",
            intent=Open("copy", name),
            tone=Tone.NORMAL,
        )

    def _decks(self, name: str) -> Row:
        owners = self._context.copies.decks(name).owners
        here = and_list(verbatim(owner) for owner in owners) if owners else say("Scan them, or pick their cards")
        title = say("Decks for {game}", game=self._context.games[name].title)
        return Row(title, here, icon="stack-2", intent=Open("decks", name))


def copy_in_words(context: PageContext, game: str) -> Text:
    """How much of a copy is known."""
    log = context.copies.log(game)
    sheets = copy_form_of(context.copies.known(game)).sheets(log.answers)
    told = status(sheets, log.answers)
    if not told.to_go:
        return say("Everything is known.")
    questions = (question for sheet in sheets for question in sheet.questions if question.shown)
    if by_use := sum(is_open(question, log.answers) for question in questions):
        return say_plural(
            "{to_go} of {all} values to go; of {count} the table has shown a part",
            "{to_go} of {all} values to go; of {count} the table has shown a part",
            by_use,
            to_go=told.to_go,
            all=told.total,
        )
    if not log.said:
        return say_plural(
            "{count} value is made up until you tell it",
            "{count} values are made up until you tell them",
            told.to_go,
        )
    return say_plural("{count} of {all} values to go", "{count} of {all} values to go", told.to_go, all=told.total)
