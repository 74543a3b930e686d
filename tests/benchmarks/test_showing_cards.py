"""What it takes to show a deck without labels, counted on the real page under a simulated camera."""

from __future__ import annotations

from benchmarks.showing_cards import WAYS, shown
from companion.games import GAMES

GAME = GAMES["inwo"]
IN_ORDER_OF_THE_LIST, _, _, IN_ANY_ORDER = WAYS
CARDS = 3


def test_a_deck_in_the_order_of_its_list_takes_two_touches_a_picture() -> None:
    """The picture, and all names in order; no card is shown twice."""
    assert (2, 0) == shown(GAME, IN_ORDER_OF_THE_LIST, seed=1, size=CARDS)


def test_a_card_of_no_list_takes_the_way_to_the_letters_some_of_them_and_its_name() -> None:
    """Two at least and five at most beside the picture: a third letter leaves few of all names."""
    touches, again = shown(GAME, IN_ANY_ORDER, seed=1, size=CARDS)

    assert 0 == again
    assert 1 + 2 * CARDS < touches <= 1 + 5 * CARDS
