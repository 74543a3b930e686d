"""Decks on the touchscreen (INWO-2, INWO-20): scanned by the camera, picked from a list, kept for the next evening."""

from __future__ import annotations

from pathlib import Path

from companion.core.camera_view import CameraView, Judgement
from companion.core.game import Options
from companion.core.pages import ListPage, TypingPage
from companion.core.screen import Close
from companion.core.table import Crop, Tag
from companion.core.tags import readable
from companion.games import GAMES
from companion.games.inwo.tags import shipped_labels
from companion.journal.store import KnownPerson
from companion.owners_copy.house_copies import Copies
from tests.pages.conftest import Visitor

GAME = "inwo"
TAG_OF = {card: tag for tag, card in shipped_labels().items()}


def under_the_camera(*tags: Tag) -> CameraView:
    return CameraView("pi", False, Crop(1, 1, b"\0"), (), (), tags, 0, None, Judgement(()))


def deck_of(visitor: Visitor, owner: str = "Ann") -> Visitor:
    return visitor.opens("decks", GAME).touches("new").writes(owner.lower()).touches("done")


def said(visitor: Visitor) -> list[str]:
    """What stands on the page."""
    return [str(row.title) for row in visitor.rows]


def scan(visitor: Visitor, *tags: Tag) -> None:
    visitor.navigator.saw(under_the_camera(*tags))


def test_cards_under_the_camera_are_taken_in_once_each(visitor: Visitor) -> None:
    deck_of(visitor)
    tags = [TAG_OF[card] for card in sorted(TAG_OF)[:6]]
    scan(visitor, *tags[:4])
    scan(visitor, *tags[2:])
    scan(visitor, *tags)

    assert sorted(sorted(TAG_OF)[:6]) == sorted(visitor.context.copies.decks(GAME).cards("Ann"))


def test_the_rules_are_said_with_their_numbers(visitor: Visitor) -> None:
    """INWO-20 wants an Illuminati and a Group, INWO-2 one size for all."""
    deck_of(visitor)
    page = visitor.page
    assert isinstance(page, ListPage)

    assert "It has no Illuminati; a deck has one at least." in said(visitor)
    assert "It has no Group that could lead; a deck has one at least." in said(visitor)
    decks = visitor.context.copies.decks(GAME)
    decks.add("Bob", [("al_gore", "")] * 3)
    decks.add("Ann", [("bavarian_illuminati", ""), ("al_gore", "")])
    visitor.navigator.refresh()
    assert "It has 2 cards and the deck of Bob has 3; all decks are of one size." in said(visitor)
    decks.discard("Bob")
    visitor.navigator.refresh()
    assert "It has 2 cards; 45 is the size to use, and any is allowed that all decks have." in said(visitor)
    decks.add("Ann", [("al_gore", "")] * 43)
    visitor.navigator.refresh()
    assert "It has 45 cards, which is the size to use." in said(visitor)


def test_a_card_is_picked_by_the_beginning_of_a_word_in_its_name(visitor: Visitor) -> None:
    deck_of(visitor).touches("pick").writes("gore")
    page = visitor.page
    assert isinstance(page, TypingPage)
    assert ["Al Gore"] == [str(row.title) for row in page.answers]
    visitor.touches("take", "al_gore").touches("take", "al_gore").does(Close())

    assert ("al_gore", "al_gore") == visitor.context.copies.decks(GAME).cards("Ann")
    assert "×2" == str(visitor.row("Al Gore").right)
    visitor.touches("take out", "al_gore")
    assert ("al_gore",) == visitor.context.copies.decks(GAME).cards("Ann")
    visitor.touches("take back")
    assert ("al_gore", "al_gore") == visitor.context.copies.decks(GAME).cards("Ann")


def test_a_blank_label_is_bound_to_a_card_and_known_from_then_on(visitor: Visitor) -> None:
    """Copies wear labels that are on no card as they ship."""
    blank = GAMES[GAME].blank_tags[0]
    deck_of(visitor)
    scan(visitor, blank)
    assert f"Label {readable(blank)} is on no card yet" in said(visitor)
    visitor.touches("blank", blank).writes("gore").touches("take", "al_gore")

    assert ("al_gore",) == visitor.context.copies.decks(GAME).cards("Ann")
    assert f"Label {readable(blank)} is on no card yet" not in said(visitor)
    visitor.goes_back().touches("new").writes("bob").touches("done")
    scan(visitor, blank)
    assert ("al_gore",) == visitor.context.copies.decks(GAME).cards("Bob")


def test_two_decks_with_the_same_labels_are_not_for_one_table(visitor: Visitor) -> None:
    """Two people have printed the same labels, or one card is in two decks: said with whose deck it is."""
    card = min(TAG_OF)
    scan(deck_of(visitor), TAG_OF[card])
    visitor.goes_back().touches("new").writes("bob").touches("done")
    scan(visitor, TAG_OF[card])

    assert "1 label is in the deck of Ann as well" in said(visitor)
    visitor.context.copies.decks(GAME).take_out("Ann", card)
    visitor.navigator.refresh()
    assert (card,) == visitor.context.copies.decks(GAME).cards("Bob")
    assert [] == [row for row in said(visitor) if "as well" in row]


def test_two_decks_of_two_printed_copies_lie_on_one_table(visitor: Visitor) -> None:
    """INWO-2: each brings a deck of his own. A second copy's labels are known without a word."""
    cards = sorted(TAG_OF)[:4]
    scan(deck_of(visitor), *(TAG_OF[card] for card in cards))
    visitor.goes_back().touches("new").writes("bob").touches("done")
    seconds = [GAMES[GAME].second_tags[TAG_OF[card]] for card in cards]
    scan(visitor, *seconds)
    decks = visitor.context.copies.decks(GAME)

    assert tuple(cards) == decks.cards("Ann") == decks.cards("Bob")
    assert [] == [row for row in said(visitor) if "as well" in row or "no card yet" in row]
    known = GAMES[GAME].with_profile(decks.profile()).piece_of
    assert cards == [known[tag] for tag in seconds]


def test_a_deck_is_played_by_whoever_has_its_name_on_the_next_evening(tmp_path: Path) -> None:
    """INWO-2: each player brings a deck of his own; seats do not matter."""
    cards = [card for card, kind in rules_of_inwo().items() if str(kind) == "Organizations"][:20]
    first = Copies(GAMES, tmp_path).decks(GAME)
    for owner, illuminati in (("Ann", "bavarian_illuminati"), ("Bob", "ufos")):
        first.add(owner, [(illuminati, ""), *((card, "") for card in cards)])
    game = Copies(GAMES, tmp_path).game(GAME)

    for names in (("Ann", "Bob"), ("Bob", "Ann")):
        state = game.initial_state(Options(names))
        held = {player.name: player.unseen_plots for player in state.players}
        assert {"Ann": ("bavarian_illuminati",), "Bob": ("ufos",)} == held


def test_a_deck_that_no_rule_allows_is_kept_and_not_played_with(tmp_path: Path) -> None:
    decks = Copies(GAMES, tmp_path).decks(GAME)
    decks.add("Ann", [("al_gore", "")])

    assert ("al_gore",) == Copies(GAMES, tmp_path).decks(GAME).cards("Ann")
    assert not decks.is_sound("Ann")
    assert "" == Copies(GAMES, tmp_path).profile(GAME)


def test_people_of_the_house_are_offered(visitor: Visitor) -> None:
    visitor.store.remember(KnownPerson("Kadri", 2))
    visitor.opens("decks", GAME)

    assert KnownPerson("Kadri", 2) in visitor.store.people()
    assert ["Kadri", "Somebody else"] == said(visitor)


def rules_of_inwo() -> dict[str, object]:
    rules = GAMES[GAME].deck_rules
    assert rules is not None
    return dict(rules.cards)
