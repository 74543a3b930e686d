"""What must be true of every board profile: counts the rulebook states and facts that follow from it.

Each check yields sentences; a profile with any is refused. They catch slips of the person who copies the components.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from companion.games.iron_sky.catalog import (
    BATTLE_CARDS_PER_SIDE,
    CARDS_PER_COMMANDER,
    METER_POSITIONS,
    OPERATIONS_PER_SIDE,
    ORDINARY_TOKENS,
    REICH_TILES,
    SIDE_COMMANDS,
    TERRITORIES,
    TRACK,
    BoardFacts,
    Command,
    CommandCard,
    Commander,
    Place,
    Profile,
    Resource,
    Side,
    territory_place,
)
from companion.games.iron_sky.settings import BOARDS

LEAST_SPECIALS = 6
TACTICS = ("green", "yellow", "red")
PAYS = {Side.REICH: {Resource.COMMAND}, Side.UWC: {Resource.MONEY, Resource.POLITICS}}


def faults(profile: Profile) -> Iterator[str]:
    """Everything that cannot be right, as sentences that name the entry and what is expected."""
    for board in BOARDS:
        yield from _territory_faults(board, profile.boards[board])
        yield from _route_faults(board, profile.boards[board], whole=profile.told is None)
        yield from _meter_faults(board, profile.boards[board], growing=profile.told is None)
    yield from _white_faults(profile)
    yield from _commander_faults(profile)
    yield from _battle_card_faults(profile)
    yield from _special_faults(profile)
    yield from _other_card_faults(profile)


def _territory_faults(board: str, facts: BoardFacts) -> Iterator[str]:
    numbers = [ground.number for ground in facts.territories]
    if sorted(numbers) != list(range(1, TERRITORIES + 1)):
        yield f"{board} has territories {numbers}; expected {TERRITORIES}, numbered from 1 (public review, derived)."
    if len({ground.name for ground in facts.territories}) != len(facts.territories):
        yield f"{board} has two territories of the same name; give each its own."
    for ground in facts.territories:
        if ground.vp < 0:
            yield f"{board}.{ground.number} has {ground.vp} VP; expected 0 or more."
    if not any(ground.flag for ground in facts.territories):
        yield f"{board} has no flag; the UWC starts in the Command Centres with a flag (ISK-21)."


def _route_faults(board: str, facts: BoardFacts, *, whole: bool) -> Iterator[str]:
    """Not `whole` while routes may still be told one by one."""
    known = {ground.number for ground in facts.territories}
    pairs = [tuple(sorted(pair)) for pair in facts.orange]
    for one, other in pairs:
        if one == other or not {one, other} <= known:
            yield f"{board} has an orange route {one} - {other}; expected two of its territories."
    if len(set(pairs)) != len(pairs):
        yield f"{board} has an orange route twice; name each once."
    sectors = [sector.number for sector in facts.sectors]
    if len(set(sectors)) != len(sectors) or not 1 <= len(sectors) < REICH_TILES:
        yield f"{board} has orbit sectors {sectors}; expected several with numbers of their own (ISK-22)."
    for sector in facts.sectors:
        if (whole and not sector.red) or not set(sector.red) <= known or len(set(sector.red)) != len(sector.red):
            yield f"{board}.o{sector.number} has red routes to {list(sector.red)}; expected territories of {board}."
    for ground in facts.territories:
        if ground.sector not in sectors:
            yield f"{board}.{ground.number} lies in sector {ground.sector}; {board} has only {sectors}."


def _meter_faults(board: str, facts: BoardFacts, *, growing: bool) -> Iterator[str]:
    """Not `growing` while placeholders may stand between what is told."""
    if len(facts.meter) != METER_POSITIONS:
        yield f"{board} has {len(facts.meter)} meter positions; expected {METER_POSITIONS} (ISK-38)."
    for position, (before, after) in enumerate(pairwise(facts.meter) if growing else ()):
        where = f"{board} meter, position {position} to {position + 1}"
        if after.command < before.command or after.reich_vp < before.reich_vp:
            yield f"{where}: a Reich value falls; they grow with the territories held."
        if after.money > before.money or after.politics > before.politics or after.uwc_vp > before.uwc_vp:
            yield f"{where}: a UWC value rises; they grow with the territories held."
    for position, step in enumerate(facts.meter):
        if min(step.money, step.politics, step.command, step.uwc_vp, step.reich_vp) < 0:
            yield f"{board} meter, position {position}: a value is below 0."
        if max(step.money, step.politics, step.command) > TRACK:
            yield f"{board} meter, position {position}: an income is above {TRACK}, where the tracks end (ISK-47)."


def _white_faults(profile: Profile) -> Iterator[str]:
    places = _territories(profile)
    for start, end in profile.white:
        if not {start, end} <= places or start.partition(".")[0] == end.partition(".")[0]:
            yield f"white route {start} - {end}: expected territories of two boards, such as america.3 and europe.1."
    if len({frozenset(pair) for pair in profile.white}) != len(profile.white):
        yield "a white route comes twice; name each once."
    if not profile.white and profile.told is None:
        yield "no white route; expected those that are printed between the boards (ISK-85)."


def _territories(profile: Profile) -> set[Place]:
    return {
        territory_place(board, ground.number) for board, facts in profile.boards.items() for ground in facts.territories
    }


def _commander_faults(profile: Profile) -> Iterator[str]:
    sides = Counter(commander.side for commander in profile.commanders.values())
    if sides != {Side.REICH: 3, Side.UWC: 3}:
        yield "expected three commanders a side."
    for commander in profile.commanders.values():
        if (count := sum(card.copies for card in commander.cards)) != CARDS_PER_COMMANDER:
            yield f"{commander.id} has {count} command cards; expected {CARDS_PER_COMMANDER}."
        if not (0 <= commander.money <= TRACK and 0 <= commander.politics <= TRACK):
            yield f"{commander.id} starts outside the tracks; expected 0 to {TRACK}."
        if commander.side is Side.REICH and (commander.money or commander.politics):
            yield f"{commander.id} starts with resources; the Reich starts at 0 (ISK-23)."
        if len({card.id for card in commander.cards}) != len(commander.cards):
            yield f"{commander.id} has two cards of the same name; number them."
        for card in commander.cards:
            yield from _card_faults(commander, card)


def _card_faults(commander: Commander, card: CommandCard) -> Iterator[str]:
    if not 1 <= len(card.commands) <= 2 or not set(card.commands) <= SIDE_COMMANDS[commander.side]:
        yield f"{card.id}: expected one command of the {commander.side.value} side, or two for a double command."
    if not card.pay or not set(card.pay) <= PAYS[commander.side]:
        yield f"{card.id}: expected a price in the resources of the {commander.side.value} side."
    if not 0 <= card.price <= TRACK or card.copies < 1:
        yield f"{card.id}: expected a price from 0 to {TRACK} and at least one copy."
    numbered = bool({Command.RECRUIT, Command.BOMBARDMENT} & set(card.commands))
    if numbered != (card.number > 0):
        yield f"{card.id}: Recruit and Bombardment carry a number, other commands none."
    if card.politics and (len(card.commands) > 1 or commander.side is Side.REICH):
        yield f"{card.id}: an extra Politicking symbol stands beside a single UWC command."


def _battle_card_faults(profile: Profile) -> Iterator[str]:
    for side in Side:
        cards = [card for card in profile.battle_cards.values() if card.side is side]
        if (count := sum(card.copies for card in cards)) != BATTLE_CARDS_PER_SIDE:
            yield f"the {side.value} side has {count} battle cards; expected {BATTLE_CARDS_PER_SIDE}."
        for card in cards:
            if card.tactic not in TACTICS or card.copies < 1:
                yield f"{card.id}: expected a tactic of {', '.join(TACTICS)} and at least one copy."


def _special_faults(profile: Profile) -> Iterator[str]:
    for side in Side:
        specials = [card for card in profile.specials.values() if card.side is side]
        if len(specials) < LEAST_SPECIALS:
            yield f"the {side.value} side has {len(specials)} special commands; a deal for six needs {LEAST_SPECIALS}."
        for card in specials:
            if not card.pay or not set(card.pay) <= PAYS[side] or card.resource not in PAYS[side]:
                yield f"{card.id}: expected resources of the {side.value} side."
            if not 0 <= card.price <= TRACK:
                yield f"{card.id}: expected a price from 0 to {TRACK}."


def _other_card_faults(profile: Profile) -> Iterator[str]:
    for side in Side:
        if (count := sum(card.side is side for card in profile.operations.values())) != OPERATIONS_PER_SIDE:
            yield f"the {side.value} side has {count} secret operations; expected {OPERATIONS_PER_SIDE}."
    if (count := sum(token.copies for token in profile.tokens.values())) != ORDINARY_TOKENS:
        yield f"there are {count} ordinary time tokens; expected {ORDINARY_TOKENS} (ISK-160)."
    sectors = {s for board in profile.boards for s in (o.number for o in profile.boards[board].sectors)}
    for token in profile.tokens.values():
        if token.change not in (-1, 1) or token.sector not in sectors or token.copies < 1:
            yield f"{token.id}: expected -1 or +1, one of the sectors {sorted(sectors)} and at least one copy."
