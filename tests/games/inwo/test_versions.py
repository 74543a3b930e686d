"""What the two versions of the rules say otherwise of helpers, Resources and destroyed Groups: both ways of each."""

from __future__ import annotations

from companion.core.game import violation
from companion.games.inwo import GAME
from companion.games.inwo.board import leaves_play
from companion.games.inwo.effects import Until
from companion.games.inwo.goals import standings
from companion.games.inwo.state import Lasts, Played, Resource, State
from tests.games.inwo.tables import beside, chained, do, player, table

NEW = {"rule_line": "1.2"}
OLD = {"rule_line": "1.1"}
ATTACK = "A: attack to destroy C.I.A. -> The Mafia"


def attacked(settings: dict[str, str]) -> State:
    """Ann's C.I.A. attacks the Mafia of Bob; her Illuminati could aid it, Cid may oppose."""
    state = table(
        player("Ann", chained("Bavarian Illuminati", "C.I.A.")),
        player("Bob", chained("The Network", "The Mafia")),
        player("Cid", chained("UFOs", "KKK")),
        settings=settings,
    )
    return do(state, ATTACK)


class TestNamingHelpers:
    """INWO-125-R."""

    def test_who_aids_is_named_with_an_attack_that_may_still_be_called_off(self) -> None:
        """INWO-126, INWO-127: in version 1.2 a token that is spent commits the attack, in 1.1 it is only announced."""
        old, new = (do(attacked(settings), "A: aid Bavarian Illuminati") for settings in (OLD, NEW))

        assert [None, "INWO-126"] == [broken(state, "A: call off") for state in (old, new)]
        assert [1, 0] == [tokens(state) for state in (do(old, "A: call off"), new)]

    def test_no_more_are_named_when_others_have_answered(self) -> None:
        """INWO-125-R: in version 1.1 the attack is committed first, then more may be added (INWO-126)."""
        old, new = (do(attacked(settings), "C: oppose UFOs") for settings in (OLD, NEW))

        assert ["INWO-125-R", None] == [broken(state, "A: aid Bavarian Illuminati") for state in (old, new)]
        assert [None, None] == [
            broken(do(state, "A: spend token"), "A: aid Bavarian Illuminati") for state in (old, new)
        ]
        answered = [do(attacked(settings), "B: oppose The Network") for settings in (OLD, NEW)]
        assert [None, None] == [broken(state, "C: aid UFOs") for state in answered], "who are no helpers of his"


def tokens(state: State) -> int:
    return state.player("A").structure[0].tokens


def broken(state: State, notation: str) -> str | None:
    found = violation(GAME, state, GAME.read_action(notation))
    return None if found is None else found.rule.id


class TestResources:
    def state(self, settings: dict[str, str], *held: Resource, **more: object) -> State:
        ann = player("Ann", beside(chained("UFOs", "C.I.A."), "UFOs", "KKK"), resources=held)
        return table(ann, player("Bob", chained("The Network", "The Mafia")), settings=settings, **more)

    def test_the_first_link_of_what_gave_something(self) -> None:
        """INWO-106-R, INWO-114: linked to the Illuminati, its link stays in this turn; else it gets its first."""
        used, unused = Resource("cyborg_soldiers", used=True), Resource("cyborg_soldiers")
        link = "A: link Cyborg Soldiers to C.I.A."

        assert ["INWO-114", None] == [broken(self.state(settings, used), link) for settings in (NEW, OLD)]
        assert [None, None] == [broken(self.state(settings, unused), link) for settings in (NEW, OLD)]

    def test_the_screen_says_whose_it_is(self) -> None:
        """INWO-106-R: what no Group has; a Resource that is never linked says nothing."""
        resources = (Resource("cyborg_soldiers"), Resource("cyborg_soldiers", "c_i_a"), Resource("bigfoot"))
        boards = [GAME.present(self.state(settings, *resources)).seats[0].board for settings in (NEW, OLD)]
        details = [[cell.detail and str(cell.detail) for cell in board.cells[-3:]] for board in boards if board]

        assert [
            ["linked to UFOs", "linked to C.I.A.", None],
            ["belongs to UFOs", "linked to C.I.A.", None],
        ] == details

    def test_a_card_that_people_carry_out_may_ask_what_a_structure_is(self) -> None:
        """INWO-99-R: they are told what the table has settled, as soon as a Resource is in play."""
        carried_out = Played("A", "moonbase")
        notices = [
            GAME.present(self.state(settings, *held, by_hand=carried_out)).notice
            for settings, held in ((NEW, (Resource("bigfoot"),)), (OLD, (Resource("bigfoot"),)), (NEW, ()))
        ]

        assert [
            ["Resources lie beside the power structures and are no part of them."],
            ["Resources are a part of their players’ power structures."],
            [],
        ] == [[str(line) for line in notice.lines] for notice in notices if notice is not None]


def reached(state: State, goal: str) -> int:
    """What Ann has of what a goal card asks for: the C.I.A. is Violent."""
    return next(standing.has for standing in standings(state, "A", goal) if standing.card == goal)


def later(state: State) -> State:
    return do(state, "A: knock", "B: begin")


class TestDestroyedGroups:
    """INWO-10-R: the Mafia, Violent, is Peaceful until the turn ends, and destroyed in it."""

    def destroyed(self, settings: dict[str, str]) -> State:
        peaceful = Lasts("gay_activists", "A", "the_mafia", Until.TURN, use=5)
        state = table(
            player("Ann", chained("UFOs", "C.I.A."), turns=3),
            player("Bob", beside(chained("The Network", "The Mafia"), "The Network", "KKK"), turns=3),
            lasting=(peaceful,),
            settings=settings,
        )
        return leaves_play(state, "the_mafia", "destroyed", "A")

    def test_until_the_turn_ends(self) -> None:
        """INWO-303: as what it was it counts for a claim in the same turn, later as what it is for good."""
        state = self.destroyed(NEW)
        assert [("Criminal", "Peaceful")] == [gone.alignments for gone in state.player("A").destroyed]

        assert [2, 0] == [reached(state, "the_hand_of_madness"), reached(state, "kill_for_peace")]
        assert [1, 1] == [reached(later(state), "the_hand_of_madness"), reached(later(state), "kill_for_peace")]

    def test_forgotten_at_once(self) -> None:
        """INWO-10: in version 1.1 what has an end does not outlast the destruction."""
        state = self.destroyed(OLD)
        assert [("Criminal", "Violent")] == [gone.alignments for gone in state.player("A").destroyed]
        assert state.player("A").destroyed == later(state).player("A").destroyed

    def test_is_written_and_read(self) -> None:
        state = self.destroyed(NEW)
        assert state == GAME.read_position(GAME.write_position(state))
