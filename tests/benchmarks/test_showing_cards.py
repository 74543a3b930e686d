"""What it takes to show a deck without labels, counted on the real page under a simulated camera."""

from __future__ import annotations

from benchmarks.showing_cards import WAYS, shown
from companion.games import GAMES

IN_ANY_ORDER = WAYS[-1]
CARDS = 3


def test_a_card_of_no_list_takes_the_way_to_the_letters_some_of_them_and_its_name() -> None:
    """Beside the picture more than two touches a card, five at most: a third letter leaves few of all names."""
    touches, again = shown(GAMES["inwo"], IN_ANY_ORDER, seed=1, size=CARDS)

    assert 0 == again
    assert 1 + 2 * CARDS < touches <= 1 + 5 * CARDS
