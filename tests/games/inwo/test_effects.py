"""Cards as data: how many are modelled, and that what is not is left to people with a reason (DESIGN 2.7)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.core.choices import Choices
from companion.core.game import violation
from companion.errors import CatalogError
from companion.games.inwo import GAME, card_effects
from companion.games.inwo import actions as act
from companion.games.inwo.card_effects import by_hand, corrected, modelled, printed
from companion.games.inwo.card_plays import NO_EFFECTS
from companion.games.inwo.catalog import shipped
from companion.games.inwo.play_summaries import play_summary
from companion.games.inwo.rules import apply
from companion.games.inwo.settings import SETTINGS
from companion.games.inwo.state import State
from tests.games.inwo.scenes import DATA, GROUPS, entries, number, scene, suits

ERRATA = entries("effects_errata.toml")


def test_every_card_is_data_or_carried_out_by_hand() -> None:
    """No card is forgotten, none is both, and every one that is left to people says why."""
    assert set(shipped().cards) == modelled() | set(by_hand())
    assert not modelled() & set(by_hand())
    assert all(by_hand().values())


def test_how_many_cards_are_modelled() -> None:
    """The count that `docs/inwo.md` tells."""
    assert 389 == len(modelled())


def words_of(entry: object) -> set[str]:
    """All keys of an entry, however deep."""
    if isinstance(entry, dict):
        return {*entry, *(word for value in entry.values() for word in words_of(value))}
    return {word for value in entry for word in words_of(value)} if isinstance(entry, list) else set()


def test_the_table_of_the_page_counts_right() -> None:
    """Each row of `docs/inwo.md`: how many cards have one of its words."""
    page = (Path(__file__).parents[3] / "docs" / "inwo.md").read_text("utf-8")
    rows = [
        row.split("|")[2:4] for row in page.splitlines() if row.startswith("| ") and row.count("|") == 4 and "`" in row
    ]
    words = [set(row[0].replace("`", "").replace(",", "").split()) for row in rows]

    assert len(rows) > 20
    assert [sum(bool(words_of(entry) & some) for entry in DATA.values()) for some in words] == [
        int(row[1]) for row in rows
    ]


def test_modelled_cards_do_something() -> None:
    assert [] == [card for card, effects in printed().items() if effects == NO_EFFECTS]


def test_corrections_change_what_they_correct() -> None:
    assert {"gnomes_of_zurich", "shangri_la", "the_oregon_crud", "volcano"} <= {
        card for card in corrected() if corrected()[card] != printed().get(card)
    }


def test_a_trait_that_there_is_not_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '[hoax]\nsource = "card"\n[hoax.always]\nattack = [{ amount = 2, target = { any = ["Wierd"] } }]\n'
    monkeypatch.setattr(card_effects, "_text", lambda _: text)

    with pytest.raises(CatalogError, match="hoax: Wierd is no trait and no card"):
        card_effects._read("effects.toml")


def test_ways_to_play_a_card_are_told_apart() -> None:
    """Two buttons for one card never say the same."""
    state = scene(("tabloids",), ("hackers",))
    for card, effects in printed().items():
        ways = effects.play or effects.uses
        kind = act.PlayCard if effects.play else act.UseAbility
        said = [str(play_summary(state, kind("A", card, number=number))) for number in range(1, len(ways) + 1)]

        assert len(said) == len(set(said)), card


@pytest.mark.parametrize("card", [card for card, entry in ERRATA.items() if "most_power" in str(entry)])
def test_corrected_tokens_go_to_one_group_or_to_five_power(card: str) -> None:
    """INWO-16-R: for the Illuminati's token; any one Group that fits, or several with a Power of 5 together."""
    offer = ERRATA[card]["play"][0]["offer"]
    plain = [each for each in GROUPS if suits(offer["to"], each) and "change" not in str(DATA.get(each))]
    able = sorted(plain, key=lambda each: number(each, "power"))
    small, strong = [each for each in able if 2 <= number(each, "power") <= 3][:2], able[-1]
    mine = (*small, strong)
    state = replace(
        scene(mine, ann={"unseen_plots": (card,), "plots": 1}),
        choices=Choices.of(SETTINGS, {"card_values": "corrected"}),
    )
    ann = state.player("A")
    empty = tuple(replace(each, tokens=int(each.master is None)) for each in ann.structure)
    state = apply(state.with_player("A", replace(ann, structure=empty)), act.PlayCard("A", card))

    def choosing(state: State, *cards: str) -> list[str | None]:
        found = []
        for each in cards:
            action = act.SetTokens("A", each, 1)
            broken = violation(GAME, state, action)
            found.append(None if broken is None else broken.rule.id)
            state = apply(state, action) if broken is None else state
        return found

    assert [0] == [each.tokens for each in state.player("A").structure if each.master is None]
    for first, second in ((strong, small[0]), small):
        fits = number(first, "power") + number(second, "power") <= offer["most_power"]
        assert [None, None if fits else "INWO-16"] == choosing(state, first, second)


def test_a_template_says_which_word_a_card_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    template = '[alike.tens]\ncards = { hoax = { kind = "Weird" } }\nentry = { source = "$trait" }'
    monkeypatch.setattr(card_effects, "_text", lambda _: template)

    with pytest.raises(CatalogError, match="a template has no word 'trait'"):
        card_effects._read("effects.toml")
