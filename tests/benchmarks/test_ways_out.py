"""From every table two touches lead on, in every game, whatever hands have done to it."""

from __future__ import annotations

import pytest

from benchmarks.clumsy.judge import asks, told
from benchmarks.clumsy.people import People
from benchmarks.clumsy.tabletop import NotPossible
from companion.core.screen import Answer
from companion.games import GAMES

TABLES = 4
"""So many for each game and number of players."""


def muddle(people: People) -> None:
    """One to four pieces come to lie anywhere, or nowhere."""
    zones = sorted(people.game.table(people.state).zones)
    for _ in range(people.random.randrange(1, 5)):
        free = [thing for thing in people.table.things if people.table.is_free(thing)]
        tag = people.table.take(people.random.choice(free).tag).tag
        try:
            people.table.put(tag, people.random.choice(zones))
        except NotPossible:
            people.table.drop(tag)


def a_way_out(people: People) -> Answer | None:
    """ "Yes" where it is offered, else the last answer; None where nothing is asked."""
    screen, prompt = people.session.screen, people.session.prompt
    if screen is None or screen.notice is None or prompt is None or not asks(prompt):
        return None
    answers = {str(button.label): button.intent for button in screen.notice.answers}
    chosen = answers.get("Yes", [*answers.values()][-1])
    assert isinstance(chosen, Answer)
    return chosen


@pytest.mark.parametrize(("game", "players"), [(game, max(GAMES[game].players)) for game in GAMES])
@pytest.mark.parametrize("seed", range(TABLES))
def test_two_touches_lead_on_from_every_muddle(game: str, players: int, seed: int) -> None:
    people = People(GAMES[game], players, seed)
    people.wait(3)
    muddle(people)
    people.wait(8)
    for _ in range(2):
        if (way := a_way_out(people)) is not None:
            people.tap(way)
            people.wait(4)

    assert a_way_out(people) is None, told(people.session.prompt)
