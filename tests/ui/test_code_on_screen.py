"""The code of an evening is read from the window itself as a phone sees it: the smallest display, the longest names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zxingcpp
from PIL import Image

from companion.games import GAMES
from companion.journal.play_formats import LINK
from companion.pages.evening_draft import LONGEST_NAME
from scripts.gallery.page_screens import LONG_NAMES, open_page
from tests.ui.conftest import Touchscreen

SOME_MOVES = 20
HOSTILE = ('=" &%#{}[]\\', "<b>Õie</b>🎲🎲", "Żółć ąęśćź ńł", "'; DROP--?&=#", "%22%22%22%22%", "𝔸𝔹ℂ𝔻𝔼𝔽𝔾ℍ𝕀𝕁𝕂𝕃𝕄")


@pytest.mark.parametrize("names", [LONG_NAMES, HOSTILE], ids=["longest", "hostile"])
@pytest.mark.parametrize("players", range(2, 7))
def test_the_code_is_read_from_the_window(
    small: Touchscreen, tmp_path: Path, players: int, names: tuple[str, ...]
) -> None:
    assert max(map(len, LONG_NAMES)) >= LONGEST_NAME
    game = next(name for name in reversed(list(GAMES)) if players in GAMES[name].players)
    page: Any = open_page("take along", game, names[:players], SOME_MOVES)
    small.show(page.view())
    small.app.picture(tmp_path / "shown.png")
    with Image.open(tmp_path / "shown.png") as picture:
        seen = np.asarray(picture.convert("L"))
    (read,) = zxingcpp.read_barcodes(seen)

    assert page._link == read.text
    assert read.text.startswith(LINK)
