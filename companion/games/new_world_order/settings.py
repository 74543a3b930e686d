"""What the group decides before the game, where the rulebook is silent, two-sided or offers a variant.

Each default is our ruling (see rulings.md) or, for the two house rules, the game without them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from companion.core.game import Setting
from companion.core.rules import Rulebook, Source
from companion.core.text import say
from companion.errors import ConfigError

book = Rulebook(Source.BOOK)
ruling = Rulebook(Source.RULING)


@dataclass(frozen=True, slots=True)
class Settings:
    """The choices of one game. Field names are the settings' names in snake case; values as in SETTINGS."""

    royalty_market: str = "all15"
    overflow: str = "auto"
    dividends_delay: str = "on"
    takeover_costs_action: str = "yes"
    stacked_specials: str = "oneEffect"
    illuminati_two_tiles: str = "sum"
    president_conversion: str = "wholePile"
    president_starters: str = "any3"
    steal_amount: str = "upTo"
    blackmail_vp: str = "tilesAndTriangles"
    final_round: str = "lastDeal"
    partial_colour_locked: str = "yes"
    illuminati_number: str = "own9"
    house_market_15: str = "off"
    house_remove_13: str = "off"

    @classmethod
    def of(cls, chosen: Mapping[str, str]) -> Settings:
        """From setting names and choices. Raises ConfigError for an unknown name or choice."""
        for name, choice in chosen.items():
            if name not in _FIELD_OF:
                raise ConfigError(f"The game has no setting '{name}'; use {', '.join(_FIELD_OF)}.")
            if choice not in _CHOICES[name]:
                raise ConfigError(f"The setting '{name}' cannot be '{choice}'; use {' or '.join(_CHOICES[name])}.")
        return cls(**{_FIELD_OF[name]: choice for name, choice in chosen.items()})

    @property
    def chosen(self) -> dict[str, str]:
        """The settings that differ from their defaults, by name."""
        default = Settings()
        return {
            name: getattr(self, attribute)
            for name, attribute in _FIELD_OF.items()
            if getattr(self, attribute) != getattr(default, attribute)
        }


SETTINGS = (
    Setting(
        "royaltyMarket",
        ("all15", "onlyWhenStarting", "twoReserved"),
        say("Royalty: how do the 15 cards come to the market?"),
        ruling.cite("NWO-101"),
    ),
    Setting(
        "overflow",
        ("auto", "restart", "sumOfSlots"),
        say("How do cards beyond a full set count? (auto: as the Silver Mine values tell)"),
        ruling.cite("NWO-41"),
    ),
    Setting(
        "dividendsDelay",
        ("on", "off"),
        say("May Dividends be used only from the next round on?"),
        ruling.cite("NWO-81"),
    ),
    Setting(
        "takeoverCostsAction",
        ("yes", "no"),
        say("Is playing Hostile Takeover the action of the turn?"),
        ruling.cite("NWO-83"),
    ),
    Setting(
        "stackedSpecials",
        ("oneEffect", "bothEffects"),
        say("Two equal special cards in one slot: one effect or both?"),
        ruling.cite("NWO-84"),
    ),
    Setting(
        "illuminatiTwoTiles",
        ("sum", "each"),
        say("Illuminati's two tiles: does the set pay for both together, or for each alone?"),
        ruling.cite("NWO-107"),
    ),
    Setting(
        "presidentConversion",
        ("wholePile", "oneCard"),
        say("President: does the whole pile become cards of the other corporation, or one card?"),
        ruling.cite("NWO-106"),
    ),
    Setting(
        "presidentStarters",
        ("any3", "oneColourSet"),
        say("President: which three starting cards?"),
        ruling.cite("NWO-9"),
    ),
    Setting(
        "stealAmount",
        ("upTo", "exact"),
        say("Robbing a pile with fewer cards than the number: up to that number, or not at all?"),
        ruling.cite("NWO-83"),
    ),
    Setting(
        "blackmailVP",
        ("tilesAndTriangles", "tilesOnly"),
        say("Blackmail: which points decide who has fewest and most?"),
        ruling.cite("NWO-86"),
    ),
    Setting(
        "finalRound",
        ("lastDeal", "untilNobodyActs"),
        say("When the deck is empty: one last round, or rounds until nobody acts?"),
        ruling.cite("NWO-71"),
    ),
    Setting(
        "partialColourLocked",
        ("yes", "no"),
        say("Do two cards of a colour set in one slot stay together?"),
        ruling.cite("NWO-64"),
    ),
    Setting(
        "illuminatiNumber",
        ("own9", "lowest"),
        say("Illuminati's number for the start: 9, or the lower of the two characters?"),
        ruling.cite("NWO-13"),
    ),
    Setting("houseMarket15", ("off", "on"), say("House rule: 15 cards each round, no Royalty?"), book.cite("NWO-16")),
    Setting(
        "houseRemove13",
        ("off", "on"),
        say("House rule: take 13 cards out of the deck unseen?"),
        book.cite("NWO-16"),
    ),
)

_CHOICES = {setting.name: setting.choices for setting in SETTINGS}
_FIELD_OF = dict(zip(_CHOICES, (field.name for field in fields(Settings)), strict=True))
