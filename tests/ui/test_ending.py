"""The end of an evening in the real window: its result comes by itself, says why, and is one touch away ever after."""

from __future__ import annotations

import pytest

from companion.core.game import Options
from companion.core.result_pages import ResultPage
from companion.core.screen import Close, Do, Screen
from companion.games import GAMES, with_profile
from companion.session.game_history import GameHistory
from tests.ui.test_evening_by_touch import Room, room
from tests.ui.test_play_by_touch import ACTION, SETTING, TRANSCRIPTS

__all__ = ["room"]


@pytest.mark.parametrize("name", GAMES)
def test_the_result_comes_by_itself_and_the_first_answer_leads_to_it(room: Room, name: str) -> None:
    """A recorded evening but for its last action, which is then touched; never "A new evening" first."""
    lines = (TRANSCRIPTS / f"{name}_2.txt").read_text(encoding="utf-8").splitlines()
    people = lines[0].partition(": ")[2].split(", ")
    settings = dict(line.removeprefix(SETTING).split(" = ") for line in lines if line.startswith(SETTING))
    game = with_profile(name, "")
    *before, last = [game.read_action(found[1]) for line in lines if (found := ACTION.fullmatch(line))]
    saved = room.store.begin(name, Options(tuple(people), settings))
    history = GameHistory(game, room.store, saved)
    history.do(before, "touch")
    room.open().application.go_on(room.store.load(saved.id))

    room.application.handle(Do(last))
    page = room.application.window.shown
    assert isinstance(page, ResultPage)
    session = room.application.context.session
    assert session is not None
    outcome = session.history.game.outcome(session.history.state)
    assert outcome is not None
    assert [session.history.names[seat] for seat in outcome.winners] == [person.name for person in page.winners]
    assert str(outcome.reason) in str(page.second)
    assert page.ranks
    assert page.curves

    room.application.handle(Close())
    room.touch.frames(1)
    screen = room.application.window.shown
    assert isinstance(screen, Screen)
    assert screen.notice is not None
    assert screen.notice.foremost is not None
    assert "The result" == str(screen.notice.foremost.label)
    room.taps(screen.notice.foremost.intent)
    assert isinstance(room.application.window.shown, ResultPage)
