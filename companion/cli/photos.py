"""The score of a table in pictures, in words on a terminal, with its questions."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import click

from companion.cli.root import FOLDER
from companion.config import Settings
from companion.core.action import SEATS
from companion.core.game import Game, Options
from companion.core.rules import Score
from companion.core.text import say
from companion.games import GAMES
from companion.label_sets.label_set import label_set_of
from companion.owners_copy.copy_files import read_copy
from companion.owners_copy.house_copies import COPIES, Copies


def score_photos(settings: Settings, asked: Mapping[str, Any], *, as_json: bool) -> None:
    """Prints what lies there, what breaks the rules, the sheets, and asks what is open where somebody can answer."""
    from companion.picture_score.label_views import read_pictures
    from companion.picture_score.score_pictures import score_pictures
    from companion.picture_score.score_sentences import lines
    from companion.picture_score.scoring import nameless, rescored

    name, profile, names = (asked[option] for option in ("name", "profile", "names"))
    if profile is not None and name is None:
        raise click.UsageError("--profile needs --game.")
    copies = Copies(GAMES, FOLDER / COPIES, settings.profile)
    games: dict[str, Game[Any, Any]] = {each: copies.game(each) for each in GAMES}
    if profile is not None:
        games[name] = read_copy(name, profile)
    people = tuple(part.strip() for part in names.split(",")) if names else ()
    if len(people) == 1 and people[0].isdecimal():
        people = nameless(min(int(people[0]), len(SEATS) + 1))
    adopted = {each: own for each in GAMES if (own := label_set_of(settings, games[each])) is not None}
    found = score_pictures(
        games, read_pictures(asked["photos"]), game=name, options=Options(people, asked["chosen"]), adopted=adopted
    )
    if asked["answers"]:
        found = rescored(found, replace(found.told, answers=asked["answers"]))
    if as_json:
        click.echo(json.dumps(score_as_json(found), ensure_ascii=False))
        return
    if sys.stdin.isatty() and sys.stdout.isatty():
        found = _asked(found)
    for line in lines(found):
        click.echo(line)


def _asked(found: Any) -> Any:
    """The score once somebody has answered what decides, question by question; an empty answer leaves the range."""
    from companion.picture_score.score_sentences import question_lines
    from companion.picture_score.scoring import answer

    passed: set[str] = set()
    while waiting := [each for each in found.questions if each.decides and each.name not in passed]:
        question = waiting[0]
        for line in question_lines(question, numbered=True):
            click.echo(line)
        given = _prompted(question)
        passed.add(question.name)
        if given:
            found = answer(found, question.name, given)
    return found


def _prompted(question: Any) -> str:
    """The answer that somebody types by its number, several with commas between; nothing where it stays open."""
    names = list(question.choices)
    if not question.parts:
        number = click.prompt(str(say("Number, or 0 to leave it open")), type=click.IntRange(0, len(names)), default=0)
        return names[number - 1] if number else ""
    words = str(say("Numbers with commas between, or 0 to leave it open"))

    def read(typed: str) -> str:
        numbers = [int(part) if part.strip().isdecimal() else -1 for part in typed.split(",")]
        if numbers == [0]:
            return ""
        given = ",".join(names[each - 1] for each in numbers if 0 < each <= len(names))
        if not question.takes(given) or given.count(",") + 1 != len(numbers):
            raise click.BadParameter(str(say("Not all of these go together.")))
        return given

    return str(click.prompt(words, value_proc=read, default="0"))


def score_as_json(found: Any) -> dict[str, Any]:
    """Everything that the lines say, for other programs."""
    pieces = [
        {
            "tag": piece.tag,
            "piece": piece.piece,
            "zone": found.zone_of(number),
            "seat": found.owner_of(number),
            "sure": piece.is_sure,
            "outlines": {
                str(picture): [[round(x, 1), round(y, 1)] for x, y in quad] for picture, quad in piece.quads.items()
            },
        }
        for number, piece in enumerate(found.pieces)
    ]
    questions = [
        {
            "question": question.name,
            "words": str(question.sentence),
            "why": str(question.why),
            "choices": {name: str(words) for name, words in question.choices.items()},
            "pieces": list(question.pieces),
            "moves": question.swing,
            "decides": question.decides,
        }
        for question in found.questions
    ]
    return {
        "game": found.game.name,
        "settled": found.is_settled,
        "pieces": pieces,
        "faults": [
            {"rule": fault.rule.id, "reason": str(fault.reason), "repair": str(fault.repair)} for fault in found.faults
        ],
        "scores": [{**score_entry(total.sheet), "low": total.low, "high": total.high} for total in found.totals],
        "winners": list(found.outcome.winners) if found.outcome is not None else list(found.leaders),
        "questions": questions,
        "open": found.open,
        "notes": [str(note) for note in (*found.notes, *found.unlaid)],
        "position": found.game.write_position(found.state),
    }


def score_entry(sheet: Score) -> dict[str, Any]:
    lines = [
        {
            "points": line.points,
            "why": str(line.why),
            "rule": line.rule.id,
            "source": line.rule.source.value,
            "page": line.rule.page,
            "provisional": line.provisional,
        }
        for line in sheet.lines
    ]
    return {"player": sheet.player, "total": sheet.total, "provisional": sheet.provisional, "lines": lines}
