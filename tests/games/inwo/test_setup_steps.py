"""Decks, labels and setting up (INWO-2 to INWO-26)."""

from __future__ import annotations

import pytest

from companion.core.game import Options
from companion.errors import CatalogError, ConfigError
from companion.games.inwo import GAME
from companion.games.inwo import actions as act
from companion.games.inwo.catalog import Side
from companion.games.inwo.goals import (
    basic_goal,
)
from companion.games.inwo.state import (
    Phase,
)
from companion.games.inwo.tags import shipped_labels, tag_of
from tests.games.inwo.tables import do


class TestSetUp:
    def test_three_plots_and_six_groups(self) -> None:
        """INWO-5, INWO-19, INWO-22, INWO-23, INWO-25, INWO-26: in the hand; the lead lies at the Illuminati."""
        state = GAME.initial_state(Options(("Ann", "Bob")))
        state = do(state, "A: reveal Bavarian Illuminati", "B: reveal Discordian Society")
        assert [3, 3] == [each.plots for each in state.players]
        assert Phase.LEADS is state.phase
        leads = [next(one for one in each.unseen_groups if state.card(one).is_group) for each in state.players]
        for seat, lead in zip("AB", leads, strict=True):
            state = GAME.apply(state, act.Lead(seat, lead, Side.TOP))
        assert [6, 6] == [each.groups for each in state.players]
        assert Phase.START is state.phase
        state = do(state, "first B")
        assert ("B", Phase.PLOTS, 12) == (state.on_turn, state.phase, basic_goal(state))

    def test_decks_of_one_size(self) -> None:
        """INWO-2, INWO-2-R: the sentence names the decks and their numbers."""
        small = '[[decks]]\nname = "Small"\ncards = ["UFOs", "C.I.A."]\n'
        with pytest.raises(ConfigError, match="Small has 2"):
            GAME.with_profile(small).initial_state(Options(("Ann", "Bob")))
        both = small + small.replace("Small", "Other")
        assert GAME.with_profile(both).initial_state(Options(("Ann", "Bob")))
        with pytest.raises(ConfigError, match="45 cards"):
            GAME.with_profile(both).initial_state(Options(("Ann", "Bob"), {"deck_size": "45"}))

    @pytest.mark.parametrize(
        ("profile", "says"),
        [
            ('[[decks]]\nname = "X"\ncards = ["C.I.A."]', "X has no Illuminati"),
            ('[[decks]]\nname = "X"\ncards = ["UFOs", "Hoax!"]', "X has no Group"),
            ('[[decks]]\nname = "X"\ncards = ["UFOs", "3 Castle"]', "there is no card 'Castle'"),
            ('[labels]\nQ0000 = "UFOs"', "Q0000 is no label"),
            ("[cards.castle]\npower = 3", "no card castle"),
            ("[cards.c_i_a]\npower = 99", "cards c_i_a, power"),
            ('[cards.c_i_a]\nalignments = ["Violent", "Peaceful"]', "C.I.A. cannot be both Violent and Peaceful"),
        ],
    )
    def test_what_no_deck_can_be(self, profile: str, says: str) -> None:
        with pytest.raises(CatalogError, match=says):
            GAME.with_profile(profile)

    def test_a_label_for_another_copy(self) -> None:
        """Each physical card has a label of its own: a blank one goes onto a second C.I.A."""
        blank = next(tag for tag in _blank_labels())
        game = GAME.with_profile(f'[labels]\n{blank} = "C.I.A."\n')

        assert 2 == sum(piece == "c_i_a" for piece in game.piece_of.values())
        assert game.write_profile() == game.with_profile(game.write_profile()).write_profile()


def _blank_labels() -> list[str]:

    return [tag for tag in tag_of().values() if tag not in shipped_labels()]
