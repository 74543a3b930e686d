"""A copy of which not everything is told: what it asks, and the state that the rules judge by.

In the *strict* state reading what nobody has told raises `UntoldValue` with the questions of the copy form about it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Any

from companion.core import fast_dataclasses
from companion.core.facts import Provenance
from companion.core.text import say
from companion.core.untold import PartlyTold, UntoldValue
from companion.games.iron_sky.catalog import (
    NUMBER_ONLY,
    NUMBERED,
    Effect,
    Place,
    Profile,
    Side,
    territory_place,
)
from companion.games.iron_sky.map_graph import WHITE, MapGraph, Route, board_of, part_of, white_from
from companion.games.iron_sky.state import State

Questions = tuple[str, ...]

WHETHER, WHAT = say("It decides whether this may be done."), say("It decides what this brings.")
"""Why a value is asked: a rule reads it, or what an action does."""


def asked(profile: Profile, told: Collection[str]) -> Profile:
    """The profile with every card by itself, of which everything else is asked."""
    commanders = {
        id: replace(commander, cards=tuple(_numbered(commander.cards))) for id, commander in profile.commanders.items()
    }
    groups = (profile.battle_cards, profile.specials, profile.operations)
    battle_cards, specials, operations = (
        {str(at): card for at, card in enumerate(chain(*(_numbered(_of(cards, side)) for side in Side)))}
        for cards in groups
    )
    return replace(
        profile,
        commanders=commanders,
        battle_cards=battle_cards,
        specials=specials,
        operations=operations,
        told=frozenset(told),
    )


def _of(cards: Mapping[str, Any], side: Side) -> Iterator[Any]:
    return (card for card in cards.values() if card.side is side)


def _numbered(cards: Any) -> Iterator[Any]:
    """Each copy by itself, and called by its number where nobody knows its name."""
    one_by_one = (card for card in cards for _ in range(getattr(card, "copies", 1)))
    for number, card in enumerate(one_by_one, 1):
        name = f"{NUMBER_ONLY}{number}" if card.provenance is Provenance.PROVISIONAL else card.name
        yield replace(card, name=name, **({"copies": 1} if hasattr(card, "copies") else {}))


# --- what is strict ---


@lru_cache(maxsize=64)
def strict(state: State) -> State:
    """The state as what is told makes it."""
    return fast_dataclasses.replace(state, map=_strict_map(state.map))


@lru_cache(maxsize=8)
def _strict_map(graph: MapGraph) -> MapGraph:
    profile = graph.profile
    sites = {
        place: _partly(profile, site, {"sector": (f"{place}.sector",), "vp": (f"{place}.vp",)})
        for place, site in graph.sites.items()
        if not site.orbit
    }
    return replace(
        graph,
        profile=_strict_profile(profile),
        sites={**graph.sites, **sites},
        between=_Between(graph),
        aid=_Aid(graph) if profile.is_untold(WHITE) else graph.aid,
    )


class _Aid(dict[str, Any]):
    """Where white routes lead from the continents without players."""

    def __init__(self, graph: MapGraph) -> None:
        super().__init__({board: _Linked(graph.profile, board, places) for board, places in graph.aid.items()})


@dataclass(frozen=True, slots=True)
class _Linked:
    """Places to which white routes may lead; whether one is among them is asked where nobody has told it."""

    profile: Profile
    continent: str
    places: tuple[Place, ...]

    def __iter__(self) -> Iterator[Place]:
        return iter(self.places)

    def __contains__(self, place: Place) -> bool:
        grounds = self.profile.boards[self.continent].territories
        routes = [(territory_place(self.continent, ground.number), place) for ground in grounds]
        questions = {route: part_of(WHITE, *route) for route in routes}
        printed = set(map(frozenset, self.profile.white))
        if any(frozenset(route) in printed and not self.profile.is_untold(questions[route]) for route in routes):
            return True
        if _still(self.profile, tuple(questions.values())):
            raise UntoldValue((white_from(self.continent, place),))
        return False


class _Between(dict[tuple[Place, Place], Route]):
    """The routes that are told; to read another, or that there is none, asks for it."""

    def __init__(self, graph: MapGraph) -> None:
        super().__init__(graph.between)
        self._graph = graph

    def get(self, key: tuple[Place, Place], default: Any = None) -> Any:
        question = route_question(self._graph, *key)
        if question is not None and self._graph.profile.is_untold(question):
            raise UntoldValue((question,))
        return super().get(key, default)


def route_question(graph: MapGraph, one: Place, other: Place) -> str | None:
    """Which question tells whether a route joins the two places; None between sectors, which lie side by side."""
    ends = graph.sites[one], graph.sites[other]
    orbits = [site.place for site in ends if site.orbit]
    if len(orbits) == len(ends) or one == other:
        return None
    if ends[0].board != ends[1].board:
        return None if orbits else part_of(WHITE, one, other)
    numbers = [place.rpartition(".")[2] for place in (one, other) if place not in orbits]
    return part_of(f"{orbits[0]}.red" if orbits else f"{board_of(one)}.orange", *numbers)


def known_routes(graph: MapGraph, place: Place) -> Iterator[Route]:
    """The routes from there, without those that nobody has told."""
    for route in graph.routes[place]:
        question = route_question(graph, place, route.to)
        if question is None or not graph.profile.is_untold(question):
            yield route


@lru_cache(maxsize=8)
def _strict_profile(profile: Profile) -> Profile:
    boards = {board: _board(profile, board) for board in profile.boards}
    commanders = {id: _commander(profile, id) for id in profile.commanders}
    battle: dict[str, Any] = {}
    specials: dict[str, Any] = {}
    operations: dict[str, Any] = {}
    for side in Side:
        for number, card in enumerate(_of(profile.battle_cards, side), 1):
            base = f"{side.value}_battle_card.{number}"
            rows = {row: tuple(f"{base}.{row}.{at}" for at in range(3)) for row in ("attack", "defence")}
            battle[card.id] = _partly(profile, card, {"tactic": (f"{base}.tactic",), **rows})
        for number, card in enumerate(_of(profile.specials, side), 1):
            specials[card.id] = _partly(profile, card, _special(profile, card, f"{side.value}_special.{number}"))
        for number, card in enumerate(_of(profile.operations, side), 1):
            operations[card.id] = _partly(profile, card, {"vp": (f"{side.value}_operation.{number}.vp",)})
    counts = tuple(f"time_tokens.{change}.{sector}" for change in (-1, 1) for sector in sorted(_sectors(profile)))
    tokens = {
        id: _partly(profile, token, dict.fromkeys(("change", "sector"), counts)) for id, token in profile.tokens.items()
    }
    # Of another digest than the profile it is made of: nothing that was worked out by the one is taken for the other.
    return replace(
        profile,
        digest=f"{profile.digest} strict",
        told=None,
        boards=boards,
        commanders=commanders,
        battle_cards=battle,
        specials=specials,
        operations=operations,
        tokens=tokens,
    )


def _partly(profile: Profile, printed: Any, rests_on: Mapping[str, Questions], **others: object) -> Any:
    """The printed thing, strict where something of it is untold; all of it that is untold is named together."""
    untold = {name: still for name, questions in rests_on.items() if (still := _still(profile, questions))}
    return PartlyTold(printed, untold, **others) if untold or others else printed


def _still(profile: Profile, questions: Questions) -> Questions:
    return tuple(question for question in questions if profile.is_untold(question))


def _sectors(profile: Profile) -> set[int]:
    return {sector.number for facts in profile.boards.values() for sector in facts.sectors}


def _board(profile: Profile, board: str) -> Any:
    facts = profile.boards[board]
    territories = tuple(
        _partly(profile, ground, {name: (f"{board}.{ground.number}.{name}",) for name in ("vp", "sector", "flag")})
        for ground in facts.territories
    )
    incomes = ("money", "politics")
    meter = tuple(
        _partly(
            profile,
            step,
            {
                **{row: tuple(f"{board}.meter.{each}.{position}" for each in incomes) for row in incomes},
                **{row: (f"{board}.meter.{row}.{position}",) for row in ("command", "uwc_vp", "reich_vp")},
            },
        )
        for position, step in enumerate(facts.meter)
    )
    return _partly(profile, facts, {}, territories=territories, meter=meter)


def _commander(profile: Profile, id: str) -> Any:
    commander = profile.commanders[id]
    start = tuple(f"commanders.{id}.{track}" for track in ("money", "politics") if commander.side is Side.UWC)
    cards = tuple(
        _partly(profile, card, _command(profile, commander.side, card, f"{id}_card.{number}"))
        for number, card in enumerate(commander.cards, 1)
    )
    rests_on = {"money": start, "politics": start, "reward": (f"commanders.{id}.reward",)}
    return _partly(profile, commander, rests_on, cards=cards)


def _command(profile: Profile, side: Side, card: Any, base: str) -> Mapping[str, Questions]:
    """By the commands on it follows what else is printed: until they are told, nothing else can be read."""
    commands, price, pay = f"{base}.commands", f"{base}.price", f"{base}.pay"
    first = (commands,) if profile.is_untold(commands) else ()
    paid = (*first, price, pay) if side is Side.UWC else (*first, price)
    number = (f"{base}.number",) if NUMBERED & set(card.commands) else ()
    politics = (f"{base}.politics",) if side is Side.UWC and len(card.commands) == 1 else ()
    later = {"number": first or number, "politics": first or politics}
    return {"commands": (commands,), "price": paid, **({"pay": paid} if side is Side.UWC else {}), **later}


def _special(profile: Profile, card: Any, base: str) -> Mapping[str, Questions]:
    effect = f"{base}.effect"
    first = (effect,) if profile.is_untold(effect) else ()
    paid = (f"{base}.price", f"{base}.pay") if card.side is Side.UWC else (f"{base}.price",)
    gives = card.effect in (Effect.GAIN, Effect.INCOME)
    resource = (f"{base}.resource",) if gives and card.side is Side.UWC else ()
    amount = (f"{base}.amount",) if gives else ()
    return {
        "effect": (effect,),
        "price": paid,
        **({"pay": paid} if card.side is Side.UWC else {}),
        "resource": first or resource,
        "amount": first or amount,
    }
