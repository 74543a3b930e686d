"""Decks of one's own: registered by pictures of their labels or by a list, each copy with a label of its own."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from benchmarks.watching.evening import picture, playing_mat
from companion.cli import cli
from companion.core.game import Options, play
from companion.core.tags import readable
from companion.errors import CatalogError
from companion.games.inwo import GAME
from companion.games.inwo.tags import shipped_labels
from companion.journal.store import JournalStore
from companion.simulation.renderer.scene import Item, Optics, Scene, SceneLight, SceneSetup
from companion.simulation.renderer.simulated_camera import SimulatedCamera

LIST = """# Ann's cards
Bavarian Illuminati
C.I.A.
The Mafia
Hackers
3 Hoax!
2 Terrorist Nuke
Blood, Toil, Tears and Sweat
"""
TAG_OF = {card: tag for tag, card in shipped_labels().items()}


def companion(*words: object) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words], catch_exceptions=True)


def photographed(tags: list[str], path: Path) -> Path:
    """The labels strewn over a table, as a camera above it sees them."""
    random = np.random.default_rng(len(tags))
    places = [(120.0 + column * 110.0, 110.0 + row * 120.0) for row in range(4) for column in range(6)]
    items = tuple(
        Item(tag, x, y, float(random.uniform(-180, 180)), 40.0, 40.0) for tag, (x, y) in zip(tags, places, strict=False)
    )
    setup = SceneSetup(playing_mat(), Optics(width=2304, height=1296, tilt=8.0))
    with SimulatedCamera([Scene(items, light=SceneLight(unevenness=2.5))], picture, setup) as camera:
        frame = camera.read()
    assert frame is not None
    assert cv2.imwrite(str(path), frame.image)
    return path


class TestDecks:
    def test_a_list_becomes_a_deck_and_a_new_one_takes_its_place(self, tmp_path: Path) -> None:
        """INWO-2: one card a line, copies by their number; the others keep their seats."""
        file, cards = tmp_path / "decks.toml", tmp_path / "ann.txt"
        cards.write_text(LIST, encoding="utf-8")
        for player in ("Ann", "Bob", "Ann"):
            result = companion("deck", "--game", "inwo", "--player", player, "--file", file, "--list", cards)
            assert f"{file} has {player}'s deck.\n" == result.output

        decks = GAME.with_profile(file.read_text(encoding="utf-8")).evening.decks
        assert ["Ann", "Bob"] == [deck.name for deck in decks]
        assert [3, 2, 10] == [decks[0].cards.count("hoax"), decks[0].cards.count("terrorist_nuke"), len(decks[0].cards)]

    def test_several_of_a_card_whose_name_begins_with_a_number(self) -> None:
        """What is written of them is read again."""
        profile = GAME.register_deck("", "Ann", (), LIST + "3 18 1/2-Minute Gap\n")

        (deck,) = GAME.with_profile(profile).evening.decks
        assert 3 == sum(str(GAME.piece_name(card)) == "18 1/2-Minute Gap" for card in deck.cards)

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ("Foo Bar", "line 9 of the list: there is no card 'Foo Bar'"),
            ("0 Hoax!", "line 9 of the list: "),
        ],
    )
    def test_a_line_that_is_no_card_is_named(self, line: str, says: str) -> None:
        with pytest.raises(CatalogError) as caught:
            GAME.register_deck("", "Ann", (), LIST + line)

        assert str(caught.value).startswith(says)

    def test_what_no_deck_can_be_leaves_the_file_as_it_was(self, tmp_path: Path) -> None:
        """A deck without an Illuminati: said with the file and the player; nothing is lost."""
        file, cards = tmp_path / "decks.toml", tmp_path / "cid.txt"
        file.write_text(GAME.register_deck("", "Ann", (), LIST), encoding="utf-8")
        before = file.read_text(encoding="utf-8")
        cards.write_text("Hackers\nHoax!\n", encoding="utf-8")
        result = companion("deck", "--game", "inwo", "--player", "Cid", "--file", file, "--list", cards)

        assert f"{file}: decks: Cid has no Illuminati; a deck has one at least." == str(result.exception)
        assert before == file.read_text(encoding="utf-8")

    def test_every_copy_has_a_label_of_its_own(self, tmp_path: Path) -> None:
        """Three Hoax!, two Terrorist Nukes and the cards of two decks: as many labels as cards, and only those."""
        file = tmp_path / "decks.toml"
        both = GAME.register_deck(GAME.register_deck("", "Ann", (), LIST), "Bob", (), LIST)
        file.write_text(both, encoding="utf-8")
        result = companion("labels", "--game", "inwo", "--deck", file, "--format", "png", "--out", tmp_path / "png")
        written = {path.name.partition("-")[0] for path in (tmp_path / "png").iterdir()}
        changed = file.read_text(encoding="utf-8")

        assert 20 == len(written), result.output
        labels = GAME.with_profile(changed).evening.labels
        assert 6 == sum(labels[tag] == "hoax" for tag in written)
        assert (changed, written) == (GAME.label_decks(changed)[0], set(GAME.label_decks(changed)[1]))

    def test_labels_in_pictures_become_a_deck(self, tmp_path: Path) -> None:
        """Through the renderer and the real reader: two pictures of ten cards each, one label in both of them."""
        file = tmp_path / "decks.toml"
        both = GAME.register_deck(GAME.register_deck("", "Ann", (), LIST), "Bob", (), LIST)
        text, tags = GAME.label_decks(both)
        file.write_text(text, encoding="utf-8")
        pictures = [photographed([*some], tmp_path / f"{len(some)}.png") for some in (tags[:11], tags[10:])]
        result = companion("deck", "--game", "inwo", "--player", "Cid", "--file", file, *pictures)

        assert f"{file} has Cid's deck: 20 labels were read.\n" == result.output
        *_, cid = GAME.with_profile(file.read_text(encoding="utf-8")).evening.decks
        ann, *_ = GAME.with_profile(text).evening.decks
        assert sorted(2 * ann.cards) == list(cid.cards)

    def test_a_blank_label_has_to_be_on_a_card(self) -> None:
        blank = GAME.blank_tags[0]
        with pytest.raises(CatalogError) as caught:
            GAME.register_deck("", "Ann", [blank, TAG_OF["hoax"]])

        assert str(caught.value).startswith(f"labels: {readable(blank)} is on no card yet")

    def test_the_decks_of_an_evening_are_kept_in_the_journal(self, tmp_path: Path) -> None:
        """INWO-2-R: the evening goes on with the decks and labels with which it began."""
        text, _ = GAME.label_decks(GAME.register_deck(GAME.register_deck("", "Ann", (), LIST), "Bob", (), LIST))
        with JournalStore(tmp_path / "journal.db") as journal:
            journal.begin("inwo", Options(("Ann", "Bob")), profile=text)
        with JournalStore(tmp_path / "journal.db") as journal:
            kept = journal.latest()
        assert kept is not None
        game = GAME.with_profile(kept.profile)
        state = game.initial_state(Options(("Ann", "Bob")))
        state = play(game, state, game.read_action("A: reveal Bavarian Illuminati"))

        assert 3 == state.player("A").unseen_plots.count("hoax")
        assert GAME.with_profile(text).evening.labels == state.evening.labels
