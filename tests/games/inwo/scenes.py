"""Scenes for cards: tables built from the rows of `cards.csv` and the entries of `effects*.toml`, read anew here.

Nothing of this uses what reads these files in the game, so that a slip there does not hide itself.
"""

from __future__ import annotations

import csv
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.games import inwo
from companion.games.inwo.attack import Attack
from companion.games.inwo.card_values import power
from companion.games.inwo.catalog import Kind, Side
from companion.games.inwo.effects import Mode
from companion.games.inwo.geometry import arrows, fits
from companion.games.inwo.state import LinkedPlot, Order, Placed, Resource, State
from tests.games.inwo.tables import EVENING, player, table

FOLDER = Path(inwo.__file__).parent
ROWS = {row["id"]: row for row in csv.DictReader((FOLDER / "cards.csv").read_text("utf-8").splitlines())}
FILES = ("effects.toml", "effects_groups.toml", "effects_resources.toml", "effects_plots.toml")
_ALIGNMENTS = [
    "Government",
    "Corporate",
    "Liberal",
    "Conservative",
    "Peaceful",
    "Violent",
    "Straight",
    "Weird",
    "Criminal",
    "Fanatic",
]
_PAIRED = [(_ALIGNMENTS[index], _ALIGNMENTS[index ^ 1]) for index in range(8)]
_EACH: dict[str, list[dict[str, Any]]] = {
    "alignments": [{"trait": trait} for trait in _ALIGNMENTS],
    "opposites": [{"trait": trait, "other": other} for trait, other in _PAIRED],
    "rolls": [{"roll": roll, "less_two": roll - 2} for roll in range(2, 13)],
}


def entries(name: str) -> dict[str, dict[str, Any]]:
    """A file's entries by card: templates filled, and ways that stand for several written out."""
    found = tomllib.loads((FOLDER / name).read_text("utf-8"))
    for template in found.pop("alike", {}).values():
        found = {card: _filled(template["entry"], words) for card, words in template["cards"].items()} | found
    for entry in found.values():
        for kind in {"play", "uses"} & set(entry):
            entry[kind] = [
                _filled({key: way[key] for key in way if key != "each"}, words)
                for way in entry[kind]
                for words in (_EACH[way["each"]] if "each" in way else [{}])
            ]
    return found


def _filled(part: Any, words: dict[str, Any]) -> Any:
    if isinstance(part, str):
        return words.get(part[1:], part) if part[:1] == "$" else part
    if isinstance(part, list):
        return [_filled(each, words) for each in part]
    return {key: _filled(each, words) for key, each in part.items()} if isinstance(part, dict) else part


DATA: dict[str, dict[str, Any]] = {card: entry for name in FILES for card, entry in entries(name).items()}
GROUPS = [card for card, row in ROWS.items() if row["kind"] in {"organization", "place", "personality"}]
MINE, THEIRS = "bermuda_triangle", "the_network"
STORMS = {"disaster": "earthquake", "assassination": "sniper"}
NOBODY = "media_sensation"
"""A Group of Power 1 without alignments, whose effect nobody has written down."""


def traits(card: str) -> set[str]:
    row = ROWS[card]
    lists = (row[name].split(";") for name in ("subtype", "alignments", "attributes"))
    return {card, row["kind"], *(each for some in lists for each in some if each)}


def number(card: str, name: str) -> int:
    return int(ROWS[card][name] or 0)


def suits(wanted: dict[str, Any], card: str) -> bool:
    found = traits(card)
    return (
        (not wanted.get("any") or bool(found & set(wanted["any"])))
        and set(wanted.get("all", ())) <= found
        and not found & set(wanted.get("none", ()))
        and wanted.get("power_least", 0) <= number(card, "power") <= wanted.get("power_most", 99)
    )


def pick(wanted: dict[str, Any], *, of: list[str] | None = None, but: tuple[str, ...] = ()) -> str:
    """A card that a filter asks for; rather one whose own entry does nothing, and which is not Secret."""
    found = [card for card in (of or GROUPS) if suits(wanted, card) and card not in but]
    assert found, wanted
    return min(found, key=lambda card: ("Secret" in traits(card), card in DATA, card))


def bearer(card: str) -> dict[str, Any]:
    """What a card asks of the Group that it is linked to."""
    entry = DATA[card]
    plays = entry.get("play", [])
    asked = [play["target"] for play in plays if play.get("link") and "target" in play]
    return dict(next(iter(asked), entry.get("links_to", {})))


def structure(root: str, *cards: str) -> tuple[Placed, ...]:
    """The Groups at the first open arrows, the first of them nearest to the Illuminati."""
    found: tuple[Placed, ...] = (Placed(root, tokens=1),)
    for card in cards:
        for at, side in arrows(EVENING.catalog, found):
            placed = Placed(card, at, Side(side), tokens=1)
            if fits(EVENING.catalog, found, (placed,)):
                found = (*found, placed)
                break
        else:
            raise ValueError(f"there is no room for {card}")
    return found


def scene(mine: tuple[str, ...] = (), theirs: tuple[str, ...] = (), *, root: str = MINE, **more: Any) -> State:
    """Ann with Groups, against Bob; both with hands and decks."""
    hand = {"plots": 3, "groups": 3, "unseen_plots": ("tornado",) * 9, "unseen_groups": ("hackers", "kkk") * 4}
    ann = player("Ann", structure(root, *mine), **{**hand, **more.pop("ann", {})})
    bob = player("Bob", structure(THEIRS, *theirs), **{**hand, **more.pop("bob", {})})
    return table(ann, bob, player("Cid", structure("ufos", "voudonistas")), **more)


def in_play(state: State, card: str, *, on: str | None = None, seat: str = "A") -> State:
    """The scene with the card that is looked at: a Resource, a Plot that is linked, or a New World Order."""
    if ROWS[card]["kind"] == "resource":
        holder = state.player(seat)
        held = Resource(card, to=on if "links_to" in DATA.get(card, {}) else None, tokens=number(card, "action"))
        return state.with_player(seat, replace(holder, resources=(*holder.resources, held)))
    if ROWS[card]["subtype"] == "nwo":
        return replace(state, orders=(Order(card, "A"),))
    if on is not None:
        return replace(state, links=(LinkedPlot(card, on, seat),))
    raise ValueError(card)


def attacked(state: State, mode: str, target: str, lead: str | None = None, **more: Any) -> State:
    """An attack under way: led by a Group, or by the card of its kind."""
    seat = more.pop("player", "A")
    if lead is None and mode not in {"control", "destroy"}:
        card = more.pop("card", STORMS.get(mode, "annual_convention"))
        frozen = power(state, target)
        return replace(
            state, attack=Attack(seat, Mode(mode), target, card=card, frozen=frozen, spent=True, committed=True, **more)
        )
    leader = lead or state.player(seat).structure[0].card
    return replace(state, attack=Attack(seat, Mode(mode), target, attacker=leader, spent=True, **more))


def is_group(card: str) -> bool:
    return ROWS[card]["kind"] in {Kind.ORGANIZATION, Kind.PLACE, Kind.PERSONALITY}
