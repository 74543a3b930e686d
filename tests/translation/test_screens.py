"""Everything that players read passes through translation: screens read in the pseudo-language show no English."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.conformance.playouts import AnyGame, any_legal
from companion.core.belief.hypothesis import Either, Hypothesis, Unfinished
from companion.core.belief.search import Ambiguous, Explained, Illegal
from companion.core.game import Options, Outcome, violation
from companion.core.screen import Inspect
from companion.core.selection import Selection
from companion.core.table import UNREADABLE, diff
from companion.core.text import Text, verbatim
from companion.errors import NotationError
from companion.games import GAMES
from companion.languages import LOCALE
from companion.session import prompts, sight_prompts
from companion.session.messages import Concern, Trouble
from companion.session.replies import Prompt
from scripts.translations import TEMPLATE, read
from tests.translation.pseudo import PseudoLanguage, plain_words, pseudo_language, shown, verbatim_words

CASES = Path(__file__).parent.parent / "games"
NAMES = ("Ωμέγα", "Σίγμα", "Φι", "Ψι", "Θήτα", "Δέλτα")
"""Names of players that no pattern of English matches."""

ACTIONS = 200
"""Of a random game; every tenth position of it is looked at."""

ALLOWED = {
    "rule": (r"\b[A-Z]{3,4}-\d[\d.]*(-R\d*)?\b", "the id of a rule is the same in every language"),
    "seat": (r"\b[A-F]\b", "a seat goes by its letter where no name is at hand"),
    "stack": (
        r"\b[UR][1-5](\+E)?(?!\w)|\bX\b",
        "stacks and markers of Iron Sky as figures, until they are drawn as pieces",
    ),
    "attribute": (
        r"\bMedia\b",
        "an attribute: on the cards of the house it stands in English, whoever reads it (names.trait_name)",
    ),
    "square": (r"\b(I|II|III|IV|V|VI)\b", "Roman numbers, as they are printed on the pieces"),
}
"""What may stand on a screen as it is: a pattern, and why. So may notation, until screens tell actions in words."""


@cache
def language() -> PseudoLanguage:
    return pseudo_language(read(LOCALE / TEMPLATE))


def escaping(game: AnyGame | None, *values: object, names: frozenset[str] = frozenset()) -> set[str]:
    """What can be read as English though it is not allowed: the words, with where they stand."""
    return {
        f"{path}: {' '.join(words)} in {str(text)!r}"
        for value in values
        for path, text in shown(value)
        if (words := _escaping(game, text, names))
    }


def _escaping(game: AnyGame | None, text: Text | str, names: frozenset[str]) -> list[str]:
    words = text.render(language()) if isinstance(text, Text) else text
    for untranslated in sorted(verbatim_words(text), key=len, reverse=True):
        if untranslated in names or (game is not None and _is_notation(game, untranslated)):
            words = words.replace(untranslated, "")
    for pattern, _ in ALLOWED.values():
        words = re.sub(pattern, "", words)
    return plain_words(words)


def _is_notation(game: AnyGame, words: str) -> bool:
    try:
        game.read_action(words)
    except NotationError:
        return False
    return True


def positions(game: AnyGame, players: int) -> Iterator[Any]:
    """Positions of a random game, the first and the last among them."""
    random = Random(players)
    state = game.initial_state(Options(NAMES[:players], {}))
    for number in range(ACTIONS):
        if number % 10 == 0:
            yield state
        action = any_legal(game, state, random)
        if action is None:
            break
        state = game.apply(state, action)
    yield state


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    return GAMES[request.param]


class TestGames:
    def test_screens(self, game: AnyGame) -> None:
        for players in (game.players[0], game.players[-1]):
            screens = [game.present(state, Selection()) for state in positions(game, players)]

            assert set() == escaping(game, *screens)

    def test_refusals(self, game: AnyGame) -> None:
        random = Random(1)
        refused = set()
        for state in positions(game, game.players[-1]):
            candidates = list(game.candidates(state))
            for action in random.sample(candidates, min(60, len(candidates))):
                found = violation(game, state, action)
                if found is not None:
                    refused.add((found.reason, found.repair, found.rule.citation))

        assert set() == escaping(game, tuple(refused))

    def test_refusals_of_the_worked_cases(self, game: AnyGame) -> None:
        escaped = [escaping(game, found, names=names) for names, found in worked_refusals(game)]

        assert set() == set().union(*escaped)

    def test_names_of_pieces_zones_and_settings(self, game: AnyGame) -> None:
        pieces = [game.piece_name(piece) for piece in set(game.piece_of.values())]
        layout = game.layout(next(positions(game, game.players[-1])))
        zones = [game.zone_name(zone) for zone in layout.zones]

        assert set() == escaping(game, game.title, *pieces, *zones, *(setting.question for setting in game.settings))

    def test_rules(self, game: AnyGame) -> None:
        statements = {rule.statement for rules in game.rules.values() for rule in rules}

        assert set() == escaping(game, *(words for rule in statements for words in (rule.sentence, rule.citation)))

    def test_scores(self, game: AnyGame) -> None:
        *_, last = positions(game, game.players[-1])
        lines = [(line.why, line.rule.citation) for score in game.score(last) for line in score.lines]

        assert set() == escaping(game, tuple(lines))


def worked_refusals(game: AnyGame) -> Iterator[tuple[frozenset[str], tuple[Text, Text]]]:
    """What is said of every illegal action in the game's worked cases, and who plays there."""
    for path in sorted((CASES / game.name / "cases").glob("*.toml")):
        facts = tomllib.loads(path.read_text(encoding="utf-8"))
        for case in facts["case"]:
            if "illegal" in case and "position" in case and "profile" not in case:
                state = game.read_position(facts.get("positions", {}).get(case["position"], case["position"]))
                for notation in filter(lambda step: isinstance(step, str), case.get("do", ())):
                    state = game.apply(state, game.read_action(notation))
                names = frozenset(seat.name for seat in game.present(state).seats)
                for entry in case["illegal"]:
                    found = violation(game, state, game.read_action(entry["action"]))
                    assert found is not None
                    yield names, (found.reason, found.repair)


class TestPrompts:
    def of(self, game: AnyGame) -> Iterator[Prompt]:
        """Every prompt of the session, about positions of a random game."""
        first, *between, last = positions(game, game.players[-1])
        gap = diff(game.table(first), game.table(last))
        action = next(action for action in game.candidates(first) if violation(game, first, action) is None)
        wrong, found = next(
            (action, found)
            for state in between
            for action in game.candidates(state)
            if (found := violation(game, state, action)) is not None
        )
        told, slip = Explained((action,)), Illegal((action,), wrong, found)
        traceless = Hypothesis(
            actions=(action, wrong), held=gap, discarded=(Hypothesis(actions=(action,)),), assumed=(action,), slip=slip
        )
        yield prompts.left_to_do(game, first, Hypothesis(actions=(action,), outstanding=gap))
        yield prompts.held(game, first, traceless)
        yield from (prompts.unfinished(game, first, Unfinished(0, (action,), gap, why)) for why in (None, slip))
        yield prompts.unfinished(game, first, Unfinished(1, (), gap))
        yield prompts.forgotten(game, first, traceless)
        yield prompts.otherwise(game, first, Hypothesis(1, (action,)))
        yield prompts.unlikely(game, first, traceless)
        yield prompts.which(game, first, Ambiguous((told, told)))
        yield prompts.which(game, first, Either((Hypothesis(1), traceless)))
        yield prompts.forbidden(game, first, slip, gap)
        yield prompts.refused(game, first, Illegal((), wrong, found), verbatim(""))
        yield prompts.taken_back(game, first, [action])
        yield from (prompts.disagreement(game, gap, restoring) for restoring in (False, True))
        yield prompts.to_do(game, gap)
        yield sight_prompts.which_is_misread(game, [Inspect(change.zone, change.piece) for change in gap])
        zone, piece = gap[0].zone, gap[0].piece
        yield from (
            prompts.what_is_it(game, zone, piece if tag == "1" else tag, (tag, None), {piece: None})
            for tag in (UNREADABLE, "1")
        )
        yield sight_prompts.doubled(["1"])
        yield sight_prompts.not_seen(game, [change for change in gap if change.delta < 0])
        yield sight_prompts.with_face_down(game, sight_prompts.out_of_sight(game, [zone]), [zone])
        yield sight_prompts.trouble(Trouble(verbatim(""), Concern.TOUCH))
        for winners in ((), ("A",), ("A", "B")):
            outcome = Outcome(winners, verbatim(""), found.rule)
            yield prompts.over(outcome, game.score(last), dict(zip("ABCDEF", NAMES, strict=True)))

    def test_every_prompt(self, game: AnyGame) -> None:
        shown = [(prompt.notice, tuple(label for label, _ in prompt.replies)) for prompt in self.of(game)]

        assert set() == escaping(game, *shown)
