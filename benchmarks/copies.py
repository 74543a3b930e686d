"""How many touches and minutes an owner needs to tell what is printed on his copy: `python -m benchmarks.copies`.

A simulated owner tells his copy on the page that people use, first what an evening needs for the fewest players by the
usual rules, then the rest; its cards come in a random order, so that few are like the one before. Minutes are counted
with the assumed seconds of `benchmarks.telling_owner`, not measured with people.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.telling_owner import PIECE_SECONDS, TOUCH_SECONDS, TouchTally, printed_copy, tell_copy
from companion.core.printed_copy import copy_form_of
from companion.core.screen import Touched, Typed
from companion.games import GAMES
from companion.pages.copy_entry import CopyEntry
from scripts.gallery.page_screens import context, navigator


def tallies(game: str) -> Iterator[tuple[str, TouchTally]]:
    """What telling a copy of this game takes: before the first evening, and later."""
    rooms = context(empty=True)
    page = CopyEntry(rooms, navigator(), game)
    printed = printed_copy(copy_form_of(GAMES[game]))

    def touch(intent: Touched | Typed) -> None:
        if isinstance(intent, Touched):
            page.touched(intent.key, intent.value)

    yield "first evening", tell_copy(page, printed, touch)
    if GAMES[game].decks is None:
        page.capturing = rooms.copies.capturing(game)
        if page.capturing.status.needed:
            yield "later", tell_copy(page, printed, touch)


def main() -> None:
    print(f"{'game':<18}{'':<15}{'pieces':>8}{'values':>8}{'touches':>9}{'a value':>9}{'minutes':>9}")
    for game, rules in GAMES.items():
        if copy_form_of(rules).sheets({}):
            for when, took in tallies(game):
                figures = (
                    f"{took.pieces:>8}{took.values:>8}{took.touches:>9}{took.touches_a_value:>9.2f}{took.minutes:>9.0f}"
                )
                print(f"{game:<18}{when:<15}{figures}")
    print(f"assumed: {TOUCH_SECONDS} s a touch, {PIECE_SECONDS} s a piece")


if __name__ == "__main__":
    main()
