"""Board profiles: what ships is complete and marked as made up; slips of a copyist are named; files survive."""

from __future__ import annotations

import re

import pytest

from companion.core.facts import Provenance, differences
from companion.core.game import Options
from companion.errors import CatalogError
from companion.games.iron_sky import GAME
from companion.games.iron_sky.catalog import Side
from companion.games.iron_sky.profile import (
    provisional_profile,
    read_profile,
    write_profile,
)
from companion.games.iron_sky.tags import labels, piece_of

SHIPPED = write_profile(provisional_profile())


def test_what_ships_is_complete() -> None:
    profile = provisional_profile()

    assert [7, 7, 7] == [len(facts.territories) for facts in profile.boards.values()]
    assert [8, 8, 8] == [len(facts.meter) for facts in profile.boards.values()]
    assert [15] * 6 == [sum(card.copies for card in c.cards) for c in profile.commanders.values()]
    assert [48, 48] == [sum(c.copies for c in profile.battle_cards.values() if c.side is side) for side in Side]
    assert [8, 8] == [sum(card.side is side for card in profile.operations.values()) for side in Side]
    assert 9 == sum(token.copies for token in profile.tokens.values())


def test_every_made_up_fact_is_marked() -> None:
    """All of it: nothing of what is printed on the components is known from the rulebook."""
    profile = provisional_profile()

    assert {Provenance.PROVISIONAL} == {card.provenance for card in profile.cards.values()}
    assert {Provenance.PROVISIONAL} == {fact.provenance for fact in GAME.facts}
    some = {"america.1.vp", "europe.meter.7.money", "white.routes", "agent.money", "uwc_red_1.attack"}
    assert some <= {fact.name for fact in GAME.facts}


def test_a_profile_survives_its_file() -> None:
    again = read_profile(SHIPPED, "test")

    assert provisional_profile() == again
    assert SHIPPED == write_profile(again)
    assert GAME.facts == GAME.with_profile(GAME.write_profile()).facts


def test_an_owner_s_facts_replace_provisional_ones() -> None:
    """The diff names exactly what the owner's copy says otherwise."""
    meter = ", ".join(
        f"{{ money = {5 - p // 2}, politics = 1, command = {3 + p // 2}, uwc_vp = {8 - p}, reich_vp = {p} }}"
        for p in range(8)
    )
    game = GAME.with_profile(f'name = "My copy"\n[boards.asia]\nprovenance = "owner"\nmeter = [{meter}]')

    changed = list(map(str, differences(GAME.facts, game.facts)))
    assert "asia.meter.0.money: 4 -> 5" in changed
    assert all(line.startswith("asia.") for line in changed)
    known = {fact.name: fact.provenance for fact in game.facts}
    assert Provenance.OWNER is known["asia.meter.0.money"]
    assert Provenance.PROVISIONAL is known["america.meter.0.money"]
    assert 5 == game.profile.boards["asia"].meter[0].money
    assert game.initial_state(Options(("A", "B"))) != GAME.initial_state(Options(("A", "B")))


def changed(pattern: str, by: str) -> str:
    text, count = re.subn(pattern, by, SHIPPED, count=1)
    assert 1 == count
    return text


def without_flags() -> str:
    board, rest = SHIPPED.split("[boards.europe]")
    return board.replace("flag = true", "flag = false") + "[boards.europe]" + rest


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (changed(r"    \{ number = 7, name = \"Europe 7\"[^\n]*\n", ""), "europe has territories"),
        (changed(r'name = "Asia 2"', 'name = "Asia 1"'), "two territories of the same name"),
        (changed(r"number = 1, name = \"America 1\", vp = 2", 'number = 1, name = "America 1", vp = -1'), "-1 VP"),
        (changed(r"orange = \[\[1, 2\]", "orange = [[1, 9]"), "orange route 1 - 9"),
        (changed(r"orange = \[\[1, 2\]", "orange = [[1, 4]"), "orange route twice"),
        (changed(r"number = 1, red = \[1, 4\]", "number = 1, red = [1, 8]"), "red routes to [1, 8]"),
        (changed(r"number = 2, red", "number = 1, red"), "orbit sectors [1, 1, 3]"),
        (changed(r"vp = 2, sector = 1", "vp = 2, sector = 4"), "lies in sector 4"),
        (changed(r"money = 4, politics = 2, command = 3", "money = 0, politics = 2, command = 3"), "UWC value rises"),
        (changed(r"money = 4, politics = 2, command = 3", "money = 4, politics = 2, command = 9"), "Reich value falls"),
        (changed(r"    \{ money = 1, politics = 0[^\n]*\n", ""), "7 meter positions"),
        (changed(r'"america.3", "europe.1"', '"america.3", "america.1"'), "two boards"),
        (changed(r'"america.3", "europe.1"', '"america.7", "europe.6"'), "white route comes twice"),
        (changed(r"copies = 2", "copies = 1"), "14 command cards"),
        (changed(r"money = 3\n", "money = 9\n"), "outside the tracks"),
        (changed(r'side = "reich"\nmoney = 0', 'side = "reich"\nmoney = 1'), "Reich starts at 0"),
        (changed(r'side = "uwc"', 'side = "reich"'), "three commanders"),
        (changed(r'name = "Mobilisation, dear"', 'name = "Mobilisation"'), "two cards of the same name"),
        (changed(r'"anti_terror"', '"terror"'), "one command of the uwc side"),
        (changed(r'pay = \["politics"\]', 'pay = ["command"]'), "price in the resources"),
        (changed(r"price = 2", "price = 9"), "a price from 0 to 8"),
        (changed(r"number = 2, politics = false, copies = 2", "number = 0, politics = false, copies = 2"), "a number"),
        (
            changed(r'"recruit", "politicking"(.*)politics = false', r'"recruit", "politicking"\1politics = true'),
            "extra Politicking",
        ),
        (changed(r'attack = "- - H"', 'attack = "- - X"'), "expected three of"),
        (changed(r'tactic = "green"', 'tactic = "blue"'), "a tactic of"),
        (changed(r'defence = "B B -", copies = 3', 'defence = "B B -", copies = 2'), "47 battle cards"),
        (changed(r'    \{ name = "Unknown 8", vp[^\n]*\n', ""), "7 secret operations"),
        (changed(r"change = -1", "change = -2"), "expected -1 or +1"),
        (changed(r"copies = 2\n", "copies = 1\n"), "8 ordinary time tokens"),
        (changed(r"\[\[tokens\]\]\nchange = 1\nsector = 1", "[[tokens]]\nchange = -1\nsector = 1"), "comes twice"),
        (changed(r'\nname = "Politician"', '\nnme = "Politician"'), "'nme'"),
        (
            changed(r"number = 1, name = \"America 1\", vp = 2", 'number = 1, name = "America 1", vp = "2"'),
            "1, vp: expected",
        ),
        (without_flags(), "america has no flag"),
        (changed(r"money = 1, politics = 0, command = 7", "money = -1, politics = 0, command = 7"), "below 0"),
        (changed(r"number = 2, red = \[2, 5\]", "number = 2, red = [2, 2]"), "red routes to [2, 2]"),
        (
            changed(r"(reich = \[\n)(    \{ name = \"Unknown 1\", price[^\n]*\n){1}((.*\n){3})", r"\1"),
            "has 4 special commands",
        ),
        (changed(r'(name = "Fortress", price = 2, pay = \[)"money"', r'\1"command"'), "resources of the uwc side"),
        (
            changed(r'name = "Fortress", price = 2', 'name = "Fortress", price = 9'),
            "uwc_special_fortress: expected a price",
        ),
        (changed(r"sector = 3\ncopies = 1", "sector = 4\ncopies = 1"), "one of the sectors"),
        (
            changed(r'(defence = "B B -", copies = )3(.*\n.*copies = )3', r"\g<1>0\g<2>6"),
            "reich_green_1: expected a tactic of green, yellow, red and at least one copy",
        ),
        ("boards = [", "is no TOML"),
        (changed(r"number = 1, red = \[1, 4\]", "number = 1, red = []"), "red routes to []"),
        (changed(r"money = 4, politics = 2, command = 3", "money = 9, politics = 2, command = 3"), "above 8"),
        (changed(r"(?s)routes = \[.*?\n\]", "routes = []"), "no white route"),
    ],
)
def test_a_slip_is_named(text: str, sentence: str) -> None:
    """Each self-check refuses its slip in a sentence that names the file."""
    with pytest.raises(CatalogError, match=r"copy\.toml") as refused:
        read_profile(text, "copy.toml")

    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("boards = 3", "boards: expected a table, not 3."),
        ("boards.america = []", "boards, america: expected a table, not []."),
        ("boards.mars = {}", "boards: 'mars' is unknown; use america, europe, asia"),
        ("boards.asia.orange = [1]", "asia, orange 1: expected a list of 2: a whole number, a whole number"),
        ('boards.asia.orange = [[1, "2"]]', "asia, orange 1 2: expected a whole number, not '2'."),
        ("boards.asia.territories = [{}]", "boards, asia, territories 1, number is missing"),
        ("commanders.agent = 3", "commanders agent: expected a table, not 3."),
        ("commanders.agent.money = 2.5", "commanders agent, money: expected a whole number, not 2.5."),
        ("commanders.agent.money = true", "commanders agent, money: expected a whole number, not true."),
        ('commanders.agent.reward = "gold"', "expected money or politics or command"),
        ("commanders.agent.cards = [{ name = 3 }]", "commanders agent, cards 1, name: expected text in quotes, not 3"),
        ("battle_cards.reich = 3", "battle_cards, reich: expected a list, each a table, not 3."),
        ('specials.reich = [{ name = "A", price = 1, effect = "gain", pay = [] }]', "expected some of money"),
        ('operations.uwc = [{ name = "A", vp = -1 }]', "expected a whole number from 0"),
        ("tokens = [{ change = 1 }]", "tokens 1, sector is missing"),
        ("name = ''", "name: expected a name that can be shown, not ''."),
        ('provenance = "rumour"', "the profile: provenance: expected rulebook or derived or"),
    ],
)
def test_an_entry_of_another_form_is_named(entry: str, sentence: str) -> None:
    """No slip of an owner ends in anything but a sentence: what, where, and what is expected."""
    with pytest.raises(CatalogError, match=r"the profile") as refused:
        GAME.with_profile(entry)

    assert sentence in str(refused.value)


def test_every_label_is_a_piece_of_the_game() -> None:
    pieces = piece_of(provisional_profile())

    assert 375 == len(labels()) == len(pieces)
    assert 15 == sum(piece == "uwc_asia" for piece in pieces.values())
    assert 20 == sum(piece == "reich_america" for piece in pieces.values())
    assert 96 == sum(piece in GAME.profile.battle_cards for piece in pieces.values())
    assert 90 == sum(piece in GAME.profile.cards for piece in pieces.values())
    assert all(str(GAME.piece_name(piece)) for piece in pieces.values())
    assert all(GAME.shape(piece).width >= 20 for piece in pieces.values())
