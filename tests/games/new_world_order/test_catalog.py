"""The catalogue: known facts, placeholders that are marked, and contradictions that are refused (spec 9.2)."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.core.facts import Provenance
from companion.core.tags import anchor_tags
from companion.core.toml import value as toml
from companion.errors import CatalogError
from companion.games.new_world_order.catalog_checks import ladder_value
from companion.games.new_world_order.catalog_files import load
from companion.games.new_world_order.game import piece_of
from companion.languages import load_language

CATALOG = load()


def profile(kind: str, id: str, **facts: object) -> str:
    return "\n".join([f"[[{kind}]]", f'id = "{id}"', *(f"{name} = {toml(fact)}" for name, fact in facts.items())])


class TestKnownFacts:
    def test_construction_is_400_full(self) -> None:
        """K1"""
        assert 400 == CATALOG.corporations["construction"].ladder[5]

    def test_global_media_and_silver_mine_are_700(self) -> None:
        """K2"""
        assert 700 == CATALOG.corporations["global_media"].ladder[2] + CATALOG.corporations["silver_mine"].ladder[3]

    def test_eight_silver_mine_are_330(self) -> None:
        """K3, K5"""
        assert 330 == ladder_value(CATALOG.corporations["silver_mine"].ladder, 8, restart=CATALOG.restart)

    @pytest.mark.parametrize(("count", "restart", "expected"), [
        (0, True, 0), (1, True, 10), (4, True, 100), (5, True, 110), (8, True, 200), (9, True, 210),
        (5, False, 110), (6, False, 130), (8, False, 200),
    ])  # fmt: skip
    def test_overflow(self, count: int, restart: bool, expected: int) -> None:
        """NWO-41: the ladder restarts, or the first slots are added up; whole sets count whole."""
        assert expected == ladder_value((10, 20, 50, 100), count, restart=restart)

    def test_182_cards(self) -> None:
        """Spec 1.3: 168 corporation cards and 14 specials."""
        assert 182 == sum(CATALOG.cards.values())

    def test_what_is_known_is_not_marked(self) -> None:
        assert not CATALOG.tiles["tile_new_frequencies"].provisional("points", "colours")
        assert CATALOG.corporations["farm"].provisional("ladder")
        assert Provenance.DERIVED is CATALOG.tiles["tile_nano_bots"].sources["points"]

    def test_unknown_names_are_marked(self) -> None:
        """Spec 2.1: two corporations of the Cardinal's set, six colours and most tiles have no known name."""
        shelves = (CATALOG.corporations, CATALOG.colours, CATALOG.tiles)
        unknown = [thing.en for shelf in shelves for thing in shelf.values() if thing.provisional("en")]

        assert all("name unknown" in name for name in unknown)
        assert 2 + 6 + 27 == len(unknown)


class TestContradictions:
    @pytest.mark.parametrize(
        ("kind", "id", "facts", "says"),
        [
            ("corporations", "construction", {"ladder": [20, 50, 110, 190, 290, 410]}, "6 Construction are worth 400"),
            ("corporations", "global_media", {"ladder": [200, 360, 560, 800]}, "not 710"),
            ("corporations", "farm", {"ladder": [10, 40, 40, 170, 250, 340]}, "values of Farm grow"),
            ("corporations", "farm", {"ladder": [10, 40, 170, 250, 340]}, "Farm has 6 values"),
            ("corporations", "gold_mine", {"ladder": [40, 110, 240, 420, 690]}, "medium corporation"),
            ("corporations", "silver_mine", {"ladder": [10, 30, 80, 150, 220, 310]}, "8 cards must be worth 330"),
            ("corporations", "farm", {"size": "medium"}, "one corporation of each size"),
            (
                "corporations",
                "farm",
                {"size": "huge"},
                "farm, size: 'huge' is no size; expected cheap or medium or expensive",
            ),
            ("corporations", "farm", {"size": 5}, "farm, size: expected a size such as 'cheap', not 5"),
            ("corporations", "farm", {"ladder": 5}, "ladder: expected a list, each a whole number, not 5"),
            ("corporations", "silver_mine", {"ladder": ["a"] * 6}, "ladder 6: expected a whole number, not 'a'"),
            (
                "corporations",
                "silver_mine",
                {"ladder": [True, 30, 80, 150, 220, 300]},
                "ladder 1: expected a whole number, not true",
            ),
            (
                "corporations",
                "farm",
                {"source": {"ladder": "hearsay"}},
                "source ladder: 'hearsay' is no provenance; expected rulebook or derived or",
            ),
            ("corporations", "farm", {"source": {"price": "owner"}}, "source names 'price'"),
            ("corporations", "farm", {"source": 5}, "source: expected a table, not 5"),
            ("corporations", "farm", {"en": " "}, "farm, en: expected a name that can be shown, not ' '"),
            ("colour_sets", "mines", {"tint": "blue"}, "expected a colour such as '#1d2f8f'"),
            ("colours", "red", {"tiles": 7}, "the colour red is on 4 tiles"),
            ("specials", "dividends_100", {"points": 150}, "Dividends 100: 100 points"),
            ("specials", "blackmail", {"effect": "takeover"}, "Blackmail: 0 points, blackmail"),
            ("tiles", "tile_30", {"points": "200"}, "points: expected a whole number, not '200'"),
            ("tiles", "tile_30", {"points": 200.0}, "points: expected a whole number, not 200.0"),
            ("tiles", "tile_20", {"colours": [["red"], ["brown"]]}, "colours 2: expected text in quotes"),
            ("characters", "banker", {"number": "3"}, "banker, number: expected a whole number, not '3'"),
            ("characters", "banker", {"ability": "immune"}, "an ability of his own"),
            ("characters", "president", {"starters": ["farm", "barn", "cow"]}, "starting cards of President"),
            ("specials", "blackmail", {"copies": 3}, "14 special cards"),
            ("tiles", "tile_30", {"points": 700}, "the number of tiles worth"),
            ("tiles", "tile_30", {"colours": ["red", "brown"]}, "a tile of 1000 has no colour"),
            ("tiles", "tile_20", {"en": "nano-bots"}, "no two cards or tiles are called 'nano-bots'"),
            ("tiles", "tile_20", {"colours": ["red", "red"]}, "two different colours"),
            ("tiles", "tile_20", {"colours": ["red", "brown"]}, "tiles have the colour"),
            ("tiles", "tile_new_frequencies", {"colours": ["dark_blue", "orange"]}, "tiles have the colour"),
            ("goals", "alien_invasion", {"colour": "red"}, "its own Great Goal"),
            ("characters", "banker", {"number": 4}, "numbered 1 to 9"),
            ("characters", "banker", {"starters": ["farm", "gold_mine", "oil_magnate"]}, "one colour set"),
            ("characters", "banker", {"goal": "wealth"}, "one of the 13 goals"),
            ("characters", "baker", {"number": 4}, "is unknown"),
            ("corporations", "farm", {"leader": "Ann"}, "corporations farm: 'leader' is unknown; use id, en"),
            ("shops", "farm", {"number": 4}, "is unknown"),
        ],
    )
    def test_a_profile_that_cannot_be_right_is_refused(
        self, kind: str, id: str, facts: dict[str, object], says: str
    ) -> None:
        """Spec 9.2: the first fact that disagrees is named."""
        with pytest.raises(CatalogError, match=says):
            load(profile(kind, id, **facts))

    def test_a_profile_that_is_no_toml(self) -> None:
        with pytest.raises(CatalogError, match="no TOML"):
            load("[[tiles")

    def test_a_profile_without_tables(self) -> None:
        """Colours by their names alone, found by the fuzz."""
        with pytest.raises(CatalogError, match="'colours' is unknown, or no list of tables"):
            load('colours = ["salmon_pink", "orange"]')

    def test_swapped_goals_are_refused(self) -> None:
        """Spec 3.2: dark blue is Finding life in space."""
        swapped = (
            profile("goals", "finding_life_in_space", colour="red")
            + "\n"
            + profile("goals", "totalitarian_dictatorship", colour="dark_blue")
        )

        with pytest.raises(CatalogError, match="Finding life in space is the goal of the colour dark blue"):
            load(swapped)


class TestProfiles:
    def test_typed_values_are_the_owners(self) -> None:
        typed = load(profile("corporations", "farm", ladder=[20, 50, 110, 180, 260, 350]))

        assert (20, 50, 110, 180, 260, 350) == typed.corporations["farm"].ladder
        assert not typed.corporations["farm"].provisional("ladder")
        assert typed.corporations["gold_mine"].provisional("ladder")

    def test_a_name_that_was_unknown_is_shown_everywhere(self) -> None:
        """The short name stood for the name that nobody knew."""
        typed = load(profile("tiles", "tile_01", en="Free Lunch"))
        both = load(profile("tiles", "tile_01", en="Free Lunch for Everybody", short="Lunch"))

        assert "Free Lunch" == typed.tiles["tile_01"].en == typed.tiles["tile_01"].short
        assert "Lunch" == both.tiles["tile_01"].short
        assert (
            "Collider"
            == load(profile("tiles", "tile_super_particle_collider", points=700))
            .tiles["tile_super_particle_collider"]
            .short
        )

    def test_names_are_read_in_the_language_of_the_players(self) -> None:
        estonian = load_language("et")

        assert ["Farm", "Hõbedakaevandus"] == [
            CATALOG.corporations[card].name.render(estonian) for card in ("farm", "silver_mine")
        ]
        assert "Taal 1" == CATALOG.tiles["tile_01"].short_name.render(estonian)
        assert "Płytka 1" == CATALOG.tiles["tile_01"].short_name.render(load_language("pl"))
        assert "Silver" == str(CATALOG.corporations["silver_mine"].short_name)

    def test_the_silver_mine_ladder_decides_how_overflow_counts(self) -> None:
        """K3: 330 by restart, or by adding slots."""
        added = profile("corporations", "silver_mine", ladder=[10, 20, 60, 150, 220, 300])

        assert load().restart
        assert not load(added).restart


class TestLabels:
    def test_every_physical_piece_has_one(self) -> None:
        """182 cards, 30 tiles, 9 characters, the disc and 15 triangles."""
        labels = Counter(piece_of().values())

        assert 237 == labels.total()
        assert CATALOG.cards == {card: labels[card] for card in CATALOG.cards}
        assert {1} == {labels[piece] for piece in (*CATALOG.tiles, *CATALOG.characters, "disc")}
        assert 15 == labels["triangle"]

    def test_twelve_anchors(self) -> None:
        assert 12 == len(set(anchor_tags()))
        assert not set(anchor_tags()) & set(piece_of())
