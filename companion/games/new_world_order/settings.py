"""What the group decides before the game, where the rulebook is silent, two-sided or offers a variant.

Each default is our ruling or, for the two house rules, the game without them.
"""

from __future__ import annotations

from companion.core.game import Setting
from companion.core.text import Text, named, say
from companion.games.new_world_order.rulebook import book

TITLE = named(en="New World Order", et="Uus Maailmakord")


def _by_ruling(id: str, question: Text, *choices: str) -> Setting:
    """The setting that a ruling names: the ruling is its first choice."""
    return Setting(book[id].setting or "", choices, question, book[id])


def _house_rule(name: str, question: Text) -> Setting:
    return Setting(name, ("off", "on"), question, book["NWO-16"])


SETTINGS = (
    _by_ruling(
        "NWO-101", say("Royalty: how do the 15 cards come to the market?"), "all15", "onlyWhenStarting", "twoReserved"
    ),
    _by_ruling(
        "NWO-41-R",
        say("How do cards beyond a full set count? (auto: as the Silver Mine values tell)"),
        *("auto", "restart", "sumOfSlots"),
    ),
    _by_ruling("NWO-81-R", say("May Dividends be used only from the next round on?"), "on", "off"),
    _by_ruling("NWO-83-R1", say("Is playing Hostile Takeover the action of the turn?"), "yes", "no"),
    _by_ruling("NWO-84-R", say("Two equal special cards in one slot: one effect or both?"), "oneEffect", "bothEffects"),
    _by_ruling(
        "NWO-107-R",
        say("Illuminati's two tiles: does the set pay for both together, or for each alone?"),
        *("sum", "each"),
    ),
    _by_ruling(
        "NWO-106-R1",
        say("President: does the whole pile become cards of the other corporation, or one card?"),
        *("wholePile", "oneCard"),
    ),
    _by_ruling("NWO-9-R1", say("President: which three starting cards?"), "any3", "oneColourSet"),
    _by_ruling(
        "NWO-83-R3",
        say("Robbing a pile with fewer cards than the number: up to that number, or not at all?"),
        *("upTo", "exact"),
    ),
    _by_ruling(
        "NWO-86-R", say("Blackmail: which points decide who has fewest and most?"), *("tilesAndTriangles", "tilesOnly")
    ),
    _by_ruling(
        "NWO-71",
        say("When the deck is empty: one last round, or rounds until nobody acts?"),
        *("lastDeal", "untilNobodyActs"),
    ),
    _by_ruling("NWO-64-R", say("Do two cards of a colour set in one slot stay together?"), "yes", "no"),
    _by_ruling(
        "NWO-13-R1", say("Illuminati's number for the start: 9, or the lower of the two characters?"), "own9", "lowest"
    ),
    _house_rule("houseMarket15", say("House rule: 15 cards each round, no Royalty?")),
    _house_rule("houseRemove13", say("House rule: take 13 cards out of the deck unseen?")),
)
