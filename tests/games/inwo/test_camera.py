"""Random games seen through a camera that does not see everything: never a wrong conclusion, seldom a question."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from benchmarks.camera import count
from benchmarks.looks import onlooker
from benchmarks.structures import GROUPS, TAG_OF, random_structure
from companion.core.belief.search import Ambiguous, Explained, explain
from companion.core.game import play
from companion.core.plane import angle_between, distance
from companion.core.table import LabelPlace, Observation, TableSnapshot
from companion.games.inwo import GAME
from companion.games.inwo.card_effects import by_hand
from companion.games.inwo.catalog import Kind
from companion.games.inwo.geometry import arrows
from companion.games.inwo.layout import BESIDE, UPRIGHT, layout
from companion.games.inwo.state import State
from companion.games.inwo.table import arrow_zone
from tests.games.inwo.tables import EVENING, card, chained, player, table

LOOKS = 300


def test_never_wrong_and_seldom_asking() -> None:
    """Games of two to six, with labels unreadable and a hand over the table in one look of three.

    `python -m benchmarks.camera inwo` repeats this ten thousand times.
    """
    found = count(GAME, LOOKS)

    assert 0 == found["wrong"]
    assert 0.97 <= found["right"] / LOOKS


def seen_with(state: State, *moves: tuple[str, str, str]) -> TableSnapshot:
    """What the camera sees when cards (a name, from where, to where) lie elsewhere; "" is out of sight."""
    zones = {zone: list(pieces) for zone, pieces in GAME.table(state).zones.items()}
    for name, source, target in moves:
        if source:
            zones[source].remove(card(name))
        if target:
            zones[target].append(card(name))
    return TableSnapshot.of(zones)


def said(state: State, *moves: tuple[str, str, str]) -> list[str]:
    """The actions by which that is explained; the alternatives, where several may be."""
    match explain(GAME, state, seen_with(state, *moves)):
        case Explained(actions):
            return [GAME.write_action(action) for action in actions]
        case Ambiguous(readings):
            return ["or", *(GAME.write_action(action) for each in readings for action in each.actions)]
        case other:
            return [type(other).__name__]


class TestWhatIsPlayed:
    """What is played lies in the middle, what is thrown away on the pile."""

    BY_HAND = next(name for name in by_hand() if EVENING[name].kind is Kind.PLOT)
    STATE = table(
        player(
            "Ann",
            chained("UFOs", "C.I.A."),
            plots=2,
            unseen_plots=("sniper", "tornado", BY_HAND),
            groups=1,
            unseen_groups=("hackers",),
        ),
        player("Bob", chained("The Network", "The Mafia")),
    )

    def test_a_card_on_the_pile_was_thrown_away(self) -> None:
        """INWO-67."""
        assert ["A: discard Sniper"] == said(self.STATE, ("Sniper", "", "A.discard"))

    def test_a_card_in_the_middle_was_played(self) -> None:
        """INWO-49: a card that the players carry out lies there until they are done (INWO-50)."""
        name = EVENING[self.BY_HAND].name
        assert [f"A: by hand {name}"] == said(self.STATE, (name, "", "played"))
        state = play(GAME, self.STATE, GAME.read_action(f"A: by hand {name}"))
        assert (self.BY_HAND,) == GAME.table(state).zones["played"]
        done = play(GAME, state, GAME.read_action("A: done"))
        assert ((), (self.BY_HAND,)) == (GAME.table(done).zones["played"], GAME.table(done).zones["A.discard"])

    def test_a_group_of_the_hand_in_the_middle_is_attacked(self) -> None:
        """INWO-121: by whom no camera sees."""
        attacks = [f"A: attack to control {leader} -> Hackers" for leader in ("UFOs", "C.I.A.")]
        assert ["or", *attacks] == said(self.STATE, ("Hackers", "", "played"))

    def test_a_move_is_seen_and_its_price_told(self) -> None:
        """INWO-240: who pays no camera sees."""
        state = table(
            player("Ann", chained("UFOs", "C.I.A.", "KKK")), player("Bob", chained("The Network", "The Mafia"))
        )
        kkk = state.player("A").placed("kkk")
        assert kkk is not None
        lay = ("KKK", f"A.{kkk.master}.{kkk.side}", "A.ufos.bottom")
        assert ["A: move KKK -> UFOs at bottom"] == said(state, lay)
        moved = play(GAME, state, GAME.read_action("A: move KKK -> UFOs at bottom"))
        assert {"c_i_a", "kkk", "ufos"} == {each for owed in moved.owed for each in owed.payers}

    def test_a_master_does_not_come_under_its_own_puppet(self) -> None:
        """INWO-82: the structure is a tree, so that this is no action of anybody, and no broken rule either."""
        state = table(
            player("Ann", chained("UFOs", "C.I.A.", "KKK")), player("Bob", chained("The Network", "The Mafia"))
        )
        master = state.player("A").placed("c_i_a")
        assert master is not None
        arrow = next(zone for zone in GAME.table(state).zones if zone.startswith("A.kkk."))

        assert ["Unexplained"] == said(state, ("C.I.A.", f"A.{master.master}.{master.side}", arrow))


class TestCrowdedTables:
    """A structure that has grown over what lies beside it."""

    def crowded(self) -> tuple[State, str, str]:
        """A state in which an open arrow lies within the reach of a pile, the arrow's zone and the pile's."""
        random = Random(1)
        for _ in range(2000):
            structure = random_structure(random)
            state = table(player("Ann", structure), player("Bob", chained("The Network", "C.I.A.")))
            there = layout(state)
            for master, side in arrows(EVENING.catalog, structure):
                zone = arrow_zone("A", master, side)
                arrow, pile = there.spot(zone, 0), there.spot("A.discard", 0)
                if distance(arrow, pile) < BESIDE and angle_between(arrow, pile) < UPRIGHT:
                    return state, zone, "A.discard"
        raise AssertionError("no structure grew over the pile")

    def read(self, state: State, name: str, zone: str) -> dict[str, bool]:
        """Whether each zone is spoken for, with one more card at the spot of a zone."""
        there = layout(state)
        labels = [*onlooker(GAME).labels(state), LabelPlace(TAG_OF[name], there.spot(zone, 0))]
        zones = there.read(Observation(tuple(labels))).zones
        return {each: each in zones for each in there.zones}

    def test_a_card_that_came_is_told_neither_way(self) -> None:
        """INWO-84: at the arrow or on the pile: fingers say it."""
        state, arrow, pile = self.crowded()
        came = next(each for each in GROUPS if not state.in_play(each))
        spoken = self.read(state, came, arrow)

        assert (False, False) == (spoken[arrow], spoken[pile])
        assert all(known for zone, known in spoken.items() if zone not in {arrow, pile})

    def test_a_card_that_lay_on_the_pile_lies_there(self) -> None:
        state, arrow, pile = self.crowded()
        name = next(each for each in GROUPS if not state.in_play(each))
        ann = replace(state.player("A"), discard=(name,))
        there = layout(state.with_player("A", ann))
        place = LabelPlace(TAG_OF[name], layout(state).spot(arrow, 0))
        zones = there.read(Observation((*onlooker(GAME).labels(state), place))).zones

        assert ((TAG_OF[name],), ()) == (zones[pile], zones[arrow])
