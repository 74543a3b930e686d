"""What pieces, places and zones are called on the screen."""

from __future__ import annotations

from companion.core.table import Piece, Zone
from companion.core.text import Text, say, say_plural, verbatim
from companion.core.zones import PUT_AWAY, PUT_AWAY_NAME
from companion.games.iron_sky.catalog import Command, Place, Profile, Resource, Side, sector_place, territory_place
from companion.games.iron_sky.settings import BOARDS

CARD_SOURCE = {"deck": say("deck"), "reserve": say("Reserve"), "hand": say("hand")}
TITLE = {Side.REICH: say("the Reich"), Side.UWC: say("the UWC")}
SUBJECT = {Side.REICH: say("The Reich"), Side.UWC: say("The UWC")}
"""A side at the beginning of a sentence."""

RESOURCE = {
    Resource.MONEY: say("Money"),
    Resource.POLITICS: say("Politics points"),
    Resource.COMMAND: say("Command points"),
}
COMMAND_NAME = {
    Command.MOBILISATION: say("Mobilisation"),
    Command.RECRUIT: say("Recruit"),
    Command.ASSAULT: say("Assault"),
    Command.STRATEGY: say("Strategy change"),
    Command.TERROR: say("Terror"),
    Command.BOMBARDMENT: say("Bombardment"),
    Command.REBOOT: say("Reboot"),
    Command.ANTI_TERROR: say("Anti-terror"),
    Command.POLITICKING: say("Politicking"),
    Command.JAMMING: say("Jamming"),
}
_TILE_NAME = {
    "uwc": say("{board} UWC tile"),
    "reich": say("{board} Reich tile"),
    "elite": say("{board} Elite tile"),
    "terror": say("Terror marker of {board}"),
    "jamming": say("Jamming marker of {board}"),
    "occupation": say("Occupation marker of {board}"),
    "devastation": say("Devastation marker of {board}"),
}
_MARKER_NAME = {
    "money": say("Money marker"),
    "politics": say("Politics marker"),
    "command": say("Command point marker"),
    "loan": say("Loan marker"),
    "advice": say("Advice marker"),
    "initiative": say("Initiative marker"),
    "token_end": say("End token"),
}
_SPOT_NAME = {
    "discard": say("the discard pile of {seat}"),
    "battle": say("the battle card place of {seat}"),
    "used": say("the used battle cards of {seat}"),
    "markers": say("the marker place of {seat}"),
    "operation": say("the secret operation place of {seat}"),
    "sheet": say("the sheet place of {seat}"),
    "money": say("Money {value} of {seat}"),
    "politics": say("PP {value} of {seat}"),
    "command": say("CP {value} of {seat}"),
}
_SLOT_NAME = {
    "cc": say("the Command Centre of {place}"),
    "fl": say("the Frontline of {place}"),
    "card": say("the card place of {place}"),
}


def amount(resource: Resource, count: int) -> Text:
    """So much of a resource: `1 Politics point`, `3 Money`."""
    match resource:
        case Resource.MONEY:
            return say("{count} Money", count=count)
        case Resource.POLITICS:
            return say_plural("{count} Politics point", "{count} Politics points", count)
        case Resource.COMMAND:
            return say_plural("{count} Command point", "{count} Command points", count)


_BOARD_NAME = {"america": say("America"), "europe": say("Europe"), "asia": say("Asia")}


def board_name(board: str) -> Text:
    return _BOARD_NAME[board]


def place_name(profile: Profile, place: Place) -> Text:
    """A territory by its printed name, a sector by its number."""
    for board, facts in profile.boards.items():
        for ground in facts.territories:
            if territory_place(board, ground.number) == place:
                return ground.printed_name
        for sector in facts.sectors:
            if sector_place(board, sector.number) == place:
                return say("{board} orbit {number}", board=board_name(board), number=sector.number)
    return verbatim(place)


def piece_name(profile: Profile, piece: Piece) -> Text:
    for cards in (profile.cards, profile.specials, profile.battle_cards, profile.operations, profile.tokens):
        if piece in cards:
            return cards[piece].printed_name
    if piece in _MARKER_NAME:
        return _MARKER_NAME[piece]
    kind, _, rest = piece.partition("_")
    if kind == "sheet" and rest in profile.commanders:
        return say("sheet of {name}", name=profile.commanders[rest].printed_name)
    if kind in _TILE_NAME and rest in BOARDS:
        return _TILE_NAME[kind].fill(board=board_name(rest))
    return verbatim(piece)


def zone_name(profile: Profile, zone: Zone) -> Text:
    first, *rest = zone.split(".")
    if zone == "pool":
        return say("the pool of loans and advice")
    if zone == PUT_AWAY:
        return PUT_AWAY_NAME
    if zone == "tokens":
        return say("the open time tokens")
    if first not in BOARDS:
        spot, *value = rest
        return _SPOT_NAME[spot].fill(seat=first, value=value[0] if value else "")
    if rest[0] == "occupation":
        return say("position {value} of the Blitz meter of {board}", value=rest[1], board=board_name(first))
    if rest[0] == "devastation":
        return say("Devastation position {value} of {board}", value=rest[1], board=board_name(first))
    place = place_name(profile, f"{first}.{rest[0]}")
    return _SLOT_NAME[rest[1]].fill(place=place) if len(rest) > 1 else place
