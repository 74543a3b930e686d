"""Goals, claims and who is out (INWO-281 to INWO-303)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.inwo.goals import (
    basic_goal,
    groups_for_goal,
    meets_goal,
    outcome,
    score,
    standings,
    total_power,
    winners,
)
from companion.games.inwo.state import (
    Claim,
    Destroyed,
    Resource,
)
from companion.games.inwo.state_based_actions import settled
from tests.games.inwo.tables import EVENING, beside, chained, player, table, two


class TestTheEnd:
    @pytest.mark.parametrize(
        ("players", "settings", "goal"),
        [
            (2, {}, 12),
            (3, {}, 12),
            (4, {}, 11),
            (5, {}, 10),
            (6, {}, 10),
            (3, {"basic_goal": "8"}, 8),
            (2, {"basic_goal": "8"}, 12),
        ],
    )
    def test_basic_goal(self, players: int, settings: dict[str, str], goal: int) -> None:
        """INWO-26, INWO-293, INWO-293-R, INWO-310: by the number of players, or as agreed."""
        assert goal == basic_goal(table(*(player(str(n), chained("UFOs")) for n in range(players)), settings=settings))

    def test_total_power(self) -> None:
        """INWO-302, W-115: the Bavarians need 50 with their own 10."""
        state = two(chained("Bavarian Illuminati", "C.I.A.", "The Mafia"))

        assert (22, 28) == (total_power(state, "A"), standings(state, "A")[1].missing)

    def test_destroyed_groups_of_cthulhu(self) -> None:
        """INWO-281, INWO-291, INWO-294, INWO-303: each lowers the number; eight win outright, without a puppet too."""
        gone = tuple(Destroyed(each.id) for each in list(EVENING.catalog.cards.values())[9:17])
        alone = player("Ann", chained("Servants of Cthulhu"), destroyed=gone, turns=4)
        state = table(alone, player("Bob", chained("UFOs", "KKK")), player("Cid", chained("UFOs", "Japan")))

        assert 9 == groups_for_goal(state, "A")
        assert meets_goal(state, "A")
        assert not settled(state).player("A").out

    def test_who_is_out(self) -> None:
        """INWO-290, INWO-290-R, INWO-292, W-122: after the third turn without a puppet; the last one wins."""
        held = (Resource("bigfoot"),)
        state = table(
            player("Ann", chained("UFOs"), turns=3, resources=held), player("Bob", chained("The Network", "KKK"))
        )
        early = table(player("Ann", chained("UFOs"), turns=2), player("Bob", chained("The Network", "KKK")))
        kept = table(*state.players, settings={"victims_resources": "discarded"})

        assert ("B",) == outcome(settled(state)).winners  # type: ignore[union-attr]
        assert not settled(early).player("A").out
        assert ((), ("bigfoot",)) == (settled(state).player("A").discard, settled(kept).player("A").discard)

    def test_what_counts_is_told_line_by_line(self) -> None:
        """INWO-293, INWO-294, INWO-300: Groups, what the special goal adds to them, and other goals in reach."""
        gone = (Destroyed("kkk"), Destroyed("hackers", uncounted=True))
        state = table(
            player("Ann", chained("UFOs", "C.I.A.")),
            player("Bob", chained("Bavarian Illuminati", "Japan")),
            player("Cid", chained("Servants of Cthulhu", "Russia"), destroyed=gone),
            replace(player("Dan", chained("The Network", "Hawaii")), out=True),
        )

        lines = [[(line.points, str(line.kind)) for line in score.lines] for score in score(state)]
        groups, special, goals = (2, "Groups"), (1, "Special goal"), (0, "Goals in reach")
        assert [[groups], [groups, goals], [groups, special, goals], []] == lines

    def test_factions_share_no_victory(self) -> None:
        """INWO-281, INWO-296, INWO-297: of two UFOs and a Network who all meet their goal the Network wins."""
        structure = chained("UFOs", "C.I.A.", "KKK")
        other = chained("UFOs", "Russia", "B.A.T.F.")
        third = chained("The Network", "Japan", "Canada")
        claims = (Claim("A"), Claim("B"), Claim("C"))
        state = table(
            player("a", structure), player("b", other), player("c", third), settings={"basic_goal": "6"}, claims=claims
        )
        state = replace(state, choices=table(player("a", structure), settings={"basic_goal": "6"}).choices)

        assert () == winners(state)
        three = [
            player(each.name, beside(each.structure, each.structure[0].card, *more))
            for each, more in zip(
                state.players,
                (
                    ("Hackers", "Cable TV", "Empty Vee"),
                    ("Democrats", "Video Games", "OPEC"),
                    ("Feminists", "Pollsters", "Hawaii"),
                ),
                strict=True,
            )
        ]
        assert ("C",) == winners(table(*three, settings={"basic_goal": "6"}, claims=claims))
