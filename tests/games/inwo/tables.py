"""Small tables for tests: players with structures, put together from a few words."""

from __future__ import annotations

from dataclasses import replace

from companion.core.choices import Choices
from companion.core.game import play, violation
from companion.games.inwo import GAME
from companion.games.inwo.catalog import Side
from companion.games.inwo.geometry import arrows, fits
from companion.games.inwo.settings import SETTINGS
from companion.games.inwo.state import Placed, Player, State

EVENING = GAME.evening
CARD = EVENING.words["card"]
LEGAL = "legal"


def card(name: str) -> str:
    """A card's id by its name."""
    return str(CARD.read(name))


def chained(illuminati: str, *names: str) -> tuple[Placed, ...]:
    """A structure in which each named Group hangs at the first open arrow of the one before; with a token each."""
    structure: tuple[Placed, ...] = (Placed(card(illuminati), tokens=1),)
    master = structure[0].card
    for name in names:
        structure = (*structure, _hung(structure, master, card(name)))
        master = card(name)
    return structure


def beside(structure: tuple[Placed, ...], master: str, *names: str) -> tuple[Placed, ...]:
    """The structure with Groups at open arrows of one of its cards."""
    for name in names:
        structure = (*structure, _hung(structure, card(master), card(name)))
    return structure


def _hung(structure: tuple[Placed, ...], master: str, puppet: str) -> Placed:
    for at, side in arrows(EVENING.catalog, structure):
        placed = Placed(puppet, at, Side(side), tokens=1)
        if at == master and fits(EVENING.catalog, structure, (placed,)):
            return placed
    raise ValueError(f"{master} has no open arrow for {puppet}")


def player(name: str, structure: tuple[Placed, ...], **more: object) -> Player:
    base = Player(name, structure[0].card, structure=structure, turns=2)
    return replace(base, **more)  # type: ignore[arg-type]


def table(*players: Player, settings: dict[str, str] | None = None, **more: object) -> State:
    state = State(players, round=2, evening=EVENING, choices=Choices.of(SETTINGS, settings or {}))
    return replace(state, **more)  # type: ignore[arg-type]


def do(state: State, *notations: str) -> State:
    """The state after legal actions."""
    for notation in notations:
        state = play(GAME, state, GAME.read_action(notation))
    return state


def two(first: tuple[Placed, ...], second: tuple[Placed, ...] | None = None, **more: object) -> State:
    """Ann with this structure, against Bob."""
    return table(player("Ann", first), player("Bob", second or chained("The Network", "The Mafia", "B.A.T.F.")), **more)


def anywhere(structure: tuple[Placed, ...], name: str) -> tuple[Placed, ...]:
    """The structure with a Group at the first open arrow where it fits."""
    for placed in structure:
        try:
            return beside(structure, placed.card, name)
        except ValueError:
            continue
    raise ValueError(name)


def verdict(state: State, notation: str) -> str:
    """The id of the broken rule, or `legal`."""
    found = violation(GAME, state, GAME.read_action(notation))
    return LEGAL if found is None else found.rule.id


def held(*names: str) -> dict[str, object]:
    """A hand of Plots that may be any of these."""
    return {"plots": len(names), "unseen_plots": tuple(sorted(map(card, names)))}


def tokens(state: State, seat: str, name: str) -> int:
    """How many lie on a Group of a player."""
    placed = state.player(seat).placed(card(name))
    assert placed is not None
    return placed.tokens
