"""What the group decides before the game, where the rulebook is silent, two-sided or offers a variant.

Each default is our ruling or, for the two house rules, the game without them.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.game import Setting
from companion.core.text import Text, named, say
from companion.games.new_world_order.rulebook import book

TITLE = named(en="New World Order", et="Uus Maailmakord")

MARKET = say("Market and deck")
SETS = say("Cards and sets")
SPECIALS = say("Special cards")
CHARACTERS = say("Characters")


def _by_ruling(id: str, group: Text, title: Text, question: Text, answers: Mapping[str, Text]) -> Setting:
    """The setting that a ruling names: the ruling is its first answer."""
    return Setting(book[id].setting or "", title, question, answers, book[id], group)


def _house_rule(name: str, title: Text, question: Text, off: Text, on: Text) -> Setting:
    return Setting(name, title, question, {"off": off, "on": on}, book["NWO-16"], MARKET)


SETTINGS = (
    _house_rule(
        "houseMarket15",
        say("Cards in the market"),
        say("How many cards are laid out each round? With 15 for everybody, Royalty is left out."),
        say("13"),
        say("15 every round"),
    ),
    _house_rule(
        "houseRemove13",
        say("Cards out before the start"),
        say("Are 13 cards taken out of the deck unseen, so that nobody knows what is missing?"),
        say("none"),
        say("13 unseen"),
    ),
    _by_ruling(
        "NWO-71",
        MARKET,
        say("When the deck is empty"),
        say("Is one last round played, or as many as people still act in?"),
        {"lastDeal": say("one last round"), "untilNobodyActs": say("until nobody acts")},
    ),
    _by_ruling(
        "NWO-41-R",
        SETS,
        say("Cards beyond a full set"),
        say("What are cards worth that lie beyond a full set?"),
        {
            "auto": say("as the Silver Mine's values tell"),
            "restart": say("a new set begins"),
            "sumOfSlots": say("the first values again"),
        },
    ),
    _by_ruling(
        "NWO-64-R",
        SETS,
        say("Two cards of a colour set"),
        say("Do two cards of a colour set that lie in one slot stay together?"),
        {"yes": say("they stay together"), "no": say("they may part")},
    ),
    _by_ruling(
        "NWO-81-R",
        SPECIALS,
        say("Dividends in the round they are taken"),
        say("May Dividends be used at once, or only from the next round on?"),
        {"on": say("from the next round"), "off": say("at once")},
    ),
    _by_ruling(
        "NWO-83-R1",
        SPECIALS,
        say("Hostile Takeover"),
        say("Is playing it the action of the turn?"),
        {"yes": say("it is the action"), "no": say("an action besides")},
    ),
    _by_ruling(
        "NWO-83-R3",
        SPECIALS,
        say("Robbing a small pile"),
        say("What if a pile has fewer cards than the number on the card?"),
        {"upTo": say("all of it is robbed"), "exact": say("it cannot be robbed")},
    ),
    _by_ruling(
        "NWO-84-R",
        SPECIALS,
        say("Two equal special cards in one slot"),
        say("Do they have one effect or both?"),
        {"oneEffect": say("one effect"), "bothEffects": say("both effects")},
    ),
    _by_ruling(
        "NWO-86-R",
        SPECIALS,
        say("Fewest and most for Blackmail"),
        say("Which points decide who has fewest and who has most?"),
        {"tilesAndTriangles": say("tiles and triangles"), "tilesOnly": say("tiles alone")},
    ),
    _by_ruling(
        "NWO-101",
        CHARACTERS,
        say("Royalty's 15 cards"),
        say("When are 15 cards laid out instead of 13, and for whom?"),
        {
            "all15": say("always, for everybody"),
            "onlyWhenStarting": say("when Royalty begins"),
            "twoReserved": say("two for Royalty alone"),
        },
    ),
    _by_ruling(
        "NWO-107-R",
        CHARACTERS,
        say("Illuminati's two tiles for one set"),
        say("Does the set pay for both together, or in full for each?"),
        {"sum": say("together"), "each": say("in full for each")},
    ),
    _by_ruling(
        "NWO-13-R1",
        CHARACTERS,
        say("Illuminati's number"),
        say("Which number decides when Illuminati has chosen a second character?"),
        {"own9": say("9, his own"), "lowest": say("the lower of the two")},
    ),
    _by_ruling(
        "NWO-106-R1",
        CHARACTERS,
        say("President turns a pile"),
        say("How many cards become cards of the other corporation?"),
        {"wholePile": say("the whole pile"), "oneCard": say("one card")},
    ),
    _by_ruling(
        "NWO-9-R1",
        CHARACTERS,
        say("President's starting cards"),
        say("Which three cards does President start with?"),
        {"any3": say("any three"), "oneColourSet": say("one colour set")},
    ),
)
