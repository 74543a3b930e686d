"""Cards as data: how many are modelled, and that what is not is left to people with a reason (DESIGN 2.7)."""

from __future__ import annotations

import pytest

from companion.errors import CatalogError
from companion.games.inwo import actions as act
from companion.games.inwo import effects_data
from companion.games.inwo.catalog import shipped
from companion.games.inwo.effects_data import by_hand, corrected, modelled, printed
from companion.games.inwo.plays import NO_EFFECTS
from companion.games.inwo.ways import way
from tests.games.inwo.scenes import scene


def test_every_card_is_data_or_carried_out_by_hand() -> None:
    """No card is forgotten, none is both, and every one that is left to people says why."""
    assert set(shipped().cards) == modelled() | set(by_hand())
    assert not modelled() & set(by_hand())
    assert all(by_hand().values())


def test_how_many_cards_are_modelled() -> None:
    """The count that `docs/inwo.md` tells."""
    assert 373 == len(modelled())


def test_modelled_cards_do_something() -> None:
    assert [] == [card for card, effects in printed().items() if effects == NO_EFFECTS]


def test_corrections_change_what_they_correct() -> None:
    assert {"gnomes_of_zurich", "shangri_la", "the_oregon_crud", "volcano"} <= {
        card for card in corrected() if corrected()[card] != printed().get(card)
    }


def test_a_trait_that_there_is_not_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '[hoax]\nsource = "card"\n[hoax.always]\nattack = [{ amount = 2, target = { any = ["Wierd"] } }]\n'
    monkeypatch.setattr(effects_data, "_text", lambda _: text)

    with pytest.raises(CatalogError, match="hoax: Wierd is no trait and no card"):
        effects_data._read("effects.toml")


def test_ways_to_play_a_card_are_told_apart() -> None:
    """Two buttons for one card never say the same."""
    state = scene(("tabloids",), ("hackers",))
    for card, effects in printed().items():
        ways = effects.play or effects.uses
        kind = act.PlayCard if effects.play else act.UseAbility
        said = [str(way(state, kind("A", card, number=number))) for number in range(1, len(ways) + 1)]

        assert len(said) == len(set(said)), card
