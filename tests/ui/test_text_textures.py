"""Words that are drawn once a second for hours do not fill the memory."""

from __future__ import annotations

from companion.typefaces import BOLD
from tests.ui.conftest import Touchscreen
from ui.text_textures import TextTextures


def test_a_clock_that_runs_for_hours_takes_no_more_room_than_there_is(window: Touchscreen) -> None:
    room = 200_000
    textures = TextTextures(room)
    for second in range(300):
        textures(f"{second // 60}:{second % 60:02}", BOLD, 60)

    assert 0 < textures.pixels <= room


def test_what_was_asked_for_lately_is_kept_and_the_oldest_goes(window: Touchscreen) -> None:
    textures = TextTextures(1)
    first = textures("first", BOLD, 20)
    assert first is textures("first", BOLD, 20), "one that is larger than the room is kept until there is another"
    textures("second", BOLD, 20)

    assert first is not textures("first", BOLD, 20)
