"""Asking the rules: in one's own words, with the keyboard; the answer with what belongs to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import chain
from threading import Lock, Thread
from typing import Any

from companion.core.game import Game, Setting
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ArticlePage, ListPage, Paragraph
from companion.core.rules import Source, Statement
from companion.core.screen import Button, Decide, Open, Tone, Touched
from companion.core.text import NOTHING, Opening, Text, say, verbatim
from companion.games import GAMES
from companion.languages import language_to_read
from companion.lookup.dispute import Dispute, DisputeVerdict, Settlement
from companion.lookup.rule_index import RuleIndex
from companion.lookup.word_stems import LANGUAGES
from companion.pages.navigator import Navigator
from companion.pages.page_context import PageContext
from companion.pages.typing import Typing

SHOWN, RELATED = 6, 3
SHORTEST_QUESTION, LONGEST_QUESTION = 3, 80


_INDEXING = Lock()


def index_of(game: str) -> RuleIndex:
    """Made when a rule of this game is first asked for; who asks meanwhile waits."""
    with _INDEXING:
        return _index(game)


@cache
def _index(game: str) -> RuleIndex:
    return RuleIndex(GAMES[game].rulebook)


class WhichRules:
    """Outside an evening: the rules of which game?"""

    def __init__(self, context: PageContext) -> None:
        self._context = context

    def view(self) -> ListPage:
        rows = tuple(
            Row(game.title, icon="book", intent=Open("rules", name)) for name, game in self._context.games.items()
        )
        return ListPage("which rules", say("The rules of which game?"), (RowGroup(NOTHING, rows),))

    def touched(self, key: str, value: str) -> None:
        """Every row opens a page of its own."""


def question_page(context: PageContext, navigator: Navigator, game: str) -> Typing:
    """Writes a question and finds what answers it, letter by letter; while this game is played, for its position."""
    # On the smallest board an index takes seconds: it is made while the question is written.
    Thread(target=index_of, args=(game,), daemon=True).start()
    questions = _Questions(context, navigator, game)
    questions.typing = Typing(
        say("What do you want to know?"),
        say("Write a few words, in English, Estonian, Finnish or Polish: what is asked at the table."),
        say("Show the answer"),
        questions.finish,
        LONGEST_QUESTION,
        answers=questions.answers,
        nothing=say("No rule was found. Other words may find it."),
        why_not=lambda question: None if len(question) >= SHORTEST_QUESTION else say("Write a few words first."),
        chosen=questions.show,
    )
    return questions.typing


class _Questions:
    """What a question brings up, and what was asked before."""

    typing: Typing

    def __init__(self, context: PageContext, navigator: Navigator, game: str) -> None:
        self._context, self._navigator, self._name = context, navigator, game
        session = context.session
        self._session = session if session is not None and session.history.game.name == game else None
        self._game = context.games[game] if self._session is None else self._session.history.game
        self._settled: tuple[str, object, Settlement] | None = None

    def answers(self, question: str) -> tuple[Row, ...]:
        if not question:
            latest = self._context.questions.latest(self._name)
            return tuple(Row(verbatim(each), icon="search", intent=Touched("again", each)) for each in latest)
        if len(question) < SHORTEST_QUESTION:
            return ()
        settlement = self._settle(question)
        rows = (rule_row(answer.rule, perhaps=not settlement.found.sure) for answer in settlement.found.answers)
        return (*map(verdict_row, settlement.verdicts), *rows)[:SHOWN]

    def show(self, id: str) -> None:
        if line := self.typing.line.strip():
            self._context.questions.asked(self._name, line, found=True)
        rule = self._game.rulebook[id]
        verdicts = self._settle(line).verdicts if line else ()
        self._navigator.push(RuleArticle(self._context, self._navigator, self._name, rule, verdicts))

    def finish(self, question: str) -> None:
        if found := self._settle(question).found.answers:
            self.show(found[0].rule.id)
        else:
            self._context.questions.asked(self._name, question, found=False)

    @cached_property
    def _dispute(self) -> Dispute[Any, Any]:
        return Dispute(self._game, index_of(self._name), [language_to_read(code) for code in LANGUAGES])

    def _settle(self, question: str) -> Settlement:
        """A screen that is drawn anew asks the same again."""
        state = None if self._session is None else self._session.history.state
        if self._settled is None or self._settled[:2] != (question, state):
            self._settled = question, state, self._dispute.settle(question, state, SHOWN)
        return self._settled[2]


def verdict_row(verdict: DisputeVerdict) -> Row:
    """What the rules say of the action that was asked about; a touch shows the rule that forbids it."""
    broken = verdict.violation
    if broken is None:
        return Row(verdict.sentence, right=say("in this position"), icon="check", tone=Tone.GOOD)
    intent = Touched("answer", broken.rule.id)
    return Row(verdict.sentence, right=where(broken.rule), icon="hand-stop", intent=intent, tone=Tone.BAD)


def verdict_paragraphs(verdict: DisputeVerdict) -> Iterator[Paragraph]:
    """The same on the page of a rule, with what would have to be different."""
    allowed = verdict.violation is None
    tone, icon = (Tone.GOOD, "check") if allowed else (Tone.BAD, "hand-stop")
    yield Paragraph(verdict.sentence, tone, icon, say("On your table now"))
    if verdict.otherwise is not None:
        yield Paragraph(verdict.otherwise, Tone.DIM)


def rule_row(rule: Statement, *, perhaps: bool = False) -> Row:
    right = say("perhaps: {where}", where=where(rule)) if perhaps else where(rule)
    return Row(rule.sentence, right=right, intent=Touched("answer", rule.id))


def where(rule: Statement) -> Text:
    """`rulebook, page 5`, `our ruling`."""
    match rule.source:
        case Source.BOOK if rule.page is not None:
            return say("{book}, page {page}", book=rule.source_name, page=rule.page)
        case Source.BOOK:
            return say("rulebook")
        case Source.CARD:
            return say("text of a card")
        case Source.FAQ:
            return say("published answer")
        case Source.DERIVED:
            return say("follows from the rules")
        case Source.RULING:
            return say("our ruling")


class RuleArticle:
    """One rule with its rulings, its example, what it means tonight, and the rules beside it.

    `verdicts` are those on what was asked leave for.
    """

    def __init__(
        self,
        context: PageContext,
        navigator: Navigator,
        game: str,
        rule: Statement,
        verdicts: Sequence[DisputeVerdict] = (),
    ) -> None:
        self._context, self._navigator, self._rule, self._verdicts = context, navigator, rule, verdicts
        session = context.session
        playing = session is not None and session.history.game.name == game
        self._game: Game[Any, Any] = session.history.game if playing and session else context.games[game]
        self._playing = playing

    def view(self) -> ArticlePage:
        rule = self._rule
        paragraphs = [Paragraph(rule.sentence), *chain.from_iterable(map(verdict_paragraphs, self._verdicts))]
        if rule.example != NOTHING:
            paragraphs.append(Paragraph(rule.example, Tone.DIM, "bulb", say("For example")))
        for other in self._beside():
            paragraphs.append(Paragraph(other.sentence, icon="gavel", heading=Opening(where(other))))
            if other.reason and "`" not in other.reason:
                paragraphs.append(Paragraph(other.ruled_because, Tone.DIM))
        paragraphs += self._tonight()
        if rule.people:
            paragraphs.append(Paragraph(rule.kept_by_people, Tone.DIM, "users", say("People keep this one")))
        if rule.asked_like != NOTHING:
            paragraphs.append(Paragraph(rule.asked_like, Tone.DIM, "message-2", say("Asked at the table")))
        others = [other for other in self._related() if other not in self._beside()]
        paragraphs += [
            Paragraph(other.sentence, icon="link", intent=Touched("answer", other.id)) for other in others[:RELATED]
        ]
        return ArticlePage(
            f"rule {rule.id}",
            self._title(),
            tuple(paragraphs),
            self._buttons(),
            Opening(say("{where}, {id}", where=where(rule), id=rule.id)),
        )

    def touched(self, key: str, value: str) -> None:
        match key:
            case "answer":
                other = self._game.rulebook[value]
                self._navigator.push(RuleArticle(self._context, self._navigator, self._game.name, other))
            case "related":
                rows = tuple(map(rule_row, self._related()))
                self._navigator.push(Related(self._context, self._navigator, self._game.name, rows))
            case "decide":
                points = [setting for setting in self._settings() if setting.may_be_decided]
                self._navigator.push(RuleDecision(self._context, self._navigator, points))
            case "ask again":
                self._navigator.close()
            case _:
                self._navigator.close_all()

    def _title(self) -> Text:
        return self._rule.heading if self._rule.section else self._game.title

    def _beside(self) -> list[Statement]:
        """The rulings that belong to this printed rule."""
        rules = self._game.rulebook
        return [other for other in rules if other.id != self._rule.id and other.printed == self._rule.id]

    def _related(self) -> Sequence[Statement]:
        """What belongs to it."""
        return self._game.rulebook.beside(self._rule)

    def _tonight(self) -> list[Paragraph]:
        """What this group has chosen where this rule leaves a choice."""
        if not self._playing:
            return []
        history = self._context.playing().history
        return [
            Paragraph(
                say("{title}: {answer}.", title=setting.title, answer=setting.answers[history.chosen(setting)]),
                Tone.ATTENTION,
                "map-pin",
                say("Decided this evening") if setting.name in history.decided else say("At your table tonight"),
            )
            for setting in self._settings()
        ]

    def _settings(self) -> list[Setting]:
        """What this rule, or a ruling beside it, leaves to the table."""
        ids = {self._rule.id, *(other.id for other in self._beside())}
        return [setting for setting in self._game.settings if setting.rule.id in ids]

    def _buttons(self) -> tuple[Button, ...]:
        related = bool(self._related())
        none = None if related else say("No other rule belongs to this one.")
        buttons = [
            Button(say("Ask again"), Touched("ask again"), icon="search"),
            Button(say("Related rules"), Touched("related"), enabled=related, why_not=none, icon="link"),
        ]
        if self._playing:
            open_points = any(setting.may_be_decided for setting in self._settings())
            settled = None if open_points else say("The rules leave nothing open here.")
            ask = Touched("decide")
            buttons.append(Button(say("Decide tonight"), ask, enabled=open_points, why_not=settled, icon="gavel"))
            buttons.append(Button(say("Back to the game"), Touched("done"), "confirm", tone=Tone.GOOD, icon="check"))
        return tuple(buttons)


class RuleDecision:
    """What the rules leave open is decided at the table: it counts from now on, and is cited."""

    def __init__(self, context: PageContext, navigator: Navigator, points: Sequence[Setting]) -> None:
        self._context, self._navigator, self._points = context, navigator, points

    def view(self) -> ListPage:
        history = self._context.playing().history
        groups = []
        for setting in self._points:
            chosen = history.chosen(setting)
            rows = tuple(
                Row(words, intent=Touched(setting.name, choice), chosen=choice == chosen)
                for choice, words in setting.answers.items()
            )
            groups.append(RowGroup(setting.question, rows))
        said = say("What you decide counts from now on. What has been played stays as it is.")
        return ListPage("decision", say("What do you decide?"), tuple(groups), (said,))

    def touched(self, key: str, value: str) -> None:
        self._context.playing().handle(Decide(key, value))
        self._navigator.close()


class Related:
    """The rules that belong to one."""

    def __init__(self, context: PageContext, navigator: Navigator, game: str, rows: tuple[Row, ...]) -> None:
        self._context, self._navigator, self._game, self._rows = context, navigator, game, rows

    def view(self) -> ListPage:
        return ListPage("related", say("Related rules"), (RowGroup(NOTHING, self._rows),))

    def touched(self, key: str, value: str) -> None:  # noqa: ARG002
        rule = self._context.games[self._game].rulebook[value]
        self._navigator.push(RuleArticle(self._context, self._navigator, self._game, rule))
