"""Commands about the rules' own words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.cli.position_file import read_position_file
from companion.cli.root import any_file, cli, json_option, required_game_option
from companion.cli.rules import verdict_entry
from companion.config import Settings
from companion.core.text import NOTHING, Language, Text, comma_list, say
from companion.errors import NotationError
from companion.games import GAMES
from companion.languages import language_to_read
from companion.lookup.word_stems import LANGUAGES
from companion.optional import installed

if TYPE_CHECKING:
    from companion.lookup.dispute import Settlement
    from companion.lookup.rule_index import RuleAnswer


@cli.command()
@required_game_option
@json_option
@click.option("--lang", type=click.Choice(sorted(LANGUAGES)), default="en", show_default=True, help="To answer in.")
@click.option("--limit", type=click.IntRange(1, 50), default=3, show_default=True, help="How many rules at most.")
@click.option("--position", type=any_file, help="Where the game stands: says whether the action asked for is legal.")
@click.argument("question")
@click.pass_obj
def ask(  # noqa: PLR0913, PLR0917 - click gives each option by itself
    settings: Settings,
    name: str,
    as_json: bool,
    lang: str,
    limit: int,
    position: Path | None,
    question: str,
) -> None:
    """Find the rule that answers QUESTION, asked in English, Estonian, Finnish or Polish."""
    from companion.lookup.dispute import Dispute  # Heavy, and no other command needs it.

    game, state = (GAMES[name], None) if position is None else read_position_file(settings, None, position)
    if game.name != name:
        raise NotationError(f"{position} is a position of {game.title}; ask with --game {game.name}.")
    languages = [language_to_read(code) for code in LANGUAGES]
    settlement = Dispute(game, languages=languages).settle(question, state, limit)
    language = language_to_read(lang)
    if as_json:
        click.echo(json.dumps(_entries(settlement, language), ensure_ascii=False))
        return
    for line in _lines(settlement):
        click.echo(line.render(language))


def _lines(settlement: Settlement) -> Iterator[Text]:
    for verdict in settlement.verdicts:
        yield verdict.sentence
        if verdict.otherwise is not None:
            yield verdict.otherwise
    found = settlement.found
    if not found.answers and not settlement.verdicts:
        yield say("No rule was found. Other words may find it.")
    elif found.answers and not found.sure:
        yield say("Perhaps one of these rules:")
    for answer in found.answers:
        for statement in (answer.rule, *answer.rulings):
            yield say("{rule}: {sentence}", rule=statement.citation, sentence=statement.sentence)
        if answer.rule.example != NOTHING:
            yield say("For example: {example}", example=answer.rule.example)
        if others := [id for id in answer.rule.related if id not in {each.id for each in answer.rulings}]:
            yield say("Related rules: {rules}.", rules=comma_list(others))


def _entries(settlement: Settlement, language: Language) -> dict[str, object]:
    found = settlement.found
    return {
        "found": [_entry(answer, language) for answer in found.answers],
        "likelihood": round(found.likelihood, 3),
        "actions": [
            {"action": verdict.action.render(language), **verdict_entry(verdict.violation)}
            for verdict in settlement.verdicts
        ],
    }


def _entry(answer: RuleAnswer, language: Language) -> dict[str, object]:
    rule = answer.rule
    return {
        "rule": rule.id,
        "text": rule.sentence.render(language),
        "source": rule.source.value,
        "page": rule.page,
        "section": rule.section,
        "rulings": [{"rule": each.id, "text": each.sentence.render(language)} for each in answer.rulings],
        "related": list(rule.related),
        "score": round(answer.score, 3),
    }


@cli.command()
@required_game_option
@click.option("--lang", type=click.Choice(sorted(LANGUAGES)), default="en", show_default=True, help="To write in.")
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), required=True, help="The folder to write into."
)
def rulebook(name: str, lang: str, out: Path) -> None:
    """Write the game's rules, in our own words, as a page (HTML) and as a PDF."""
    with installed("printing"):
        from companion.printing.rulebook_pages import write_rulebook
    game = GAMES[name]
    html, pdf = out / f"{name}-{lang}.html", out / f"{name}-{lang}.pdf"
    write_rulebook(game.title, game.rulebook, language_to_read(lang), html, pdf)
    click.echo(html)
    click.echo(pdf)
