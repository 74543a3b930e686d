"""The measurement of clumsy evenings: its table is physically true, and a small sample of it runs in the checks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import click
import pytest

from benchmarks.clumsy import positions
from benchmarks.clumsy.__main__ import Choice, plan, run
from benchmarks.clumsy.behaviours import SETS
from benchmarks.clumsy.eye import IdealEye
from benchmarks.clumsy.faces import FacesEye, faced_tags, with_equal_cards
from benchmarks.clumsy.frames import BARE_FRAMES, Camera, Room, that_saw_the_bare_mat
from benchmarks.clumsy.judge import Verdict
from benchmarks.clumsy.people import People
from benchmarks.clumsy.report import Done, Planned, with_figures
from benchmarks.clumsy.stacks import whole_table
from benchmarks.clumsy.tabletop import OFF, Carry, Tabletop
from companion.conformance.playouts import start
from companion.core.table import Box, Tag, Zone, diff
from companion.games import GAMES
from companion.simulation.renderer.scene import Item, Scene

SAMPLE_SEED = 7
SAMPLE, REAL_SAMPLE, MANY = 8, 1, 40
"""Trials of each game with the ideal eye, and with real frames; and with hardly a behaviour left out."""

STRANGERS = 6
"""Trials of each game with the third set."""

FOUND = 0.7
"""So many behaviours at least find a position: few moves of a card game have several parts."""

SHORT_EVENINGS = {"EVENINGS": 2, "LONGEST_EVENING": 90}
"""Few and short ones: their positions are quickly made."""

RENDERED = ("new_world_order", "iron_sky")
"""The games whose whole mat the simulated camera reads."""

NEVER = ("silently_wrong", "settled_wrong", "crashed", "deadlock", "false_not_allowed")
SELDOM = ("wrong_for_a_moment", "unfair_question", "unnamed")


def table_of(game: str, players: int) -> tuple[Tabletop, object]:
    played = GAMES[game]
    state = start(played, players)
    table = Tabletop(played, played.layout(state), Random(1))
    table.lay_out(whole_table(played, state))
    return table, state


def test_there_are_forty_behaviours_and_more() -> None:
    assert sum(map(len, SETS["first"].values())) >= 40


def test_no_set_has_a_behaviour_of_another() -> None:
    names = [name for families in SETS.values() for some in families.values() for name in some]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("game", "players"), [(game, players) for game in GAMES for players in GAMES[game].players])
def test_an_eye_sees_each_position_as_it_is(game: str, players: int) -> None:
    assert People(GAMES[game], players, 1).sees_all()


def test_lifting_the_top_of_a_stack_shows_the_next_with_its_own_label() -> None:
    table, _ = table_of("iron_sky", 2)
    zone = "america.o1"
    lower = table.stack(zone)[-1]
    upper = table.put(table.fetch(lower.piece), zone)
    seen = {place.tag for place in IdealEye(table).look().labels}
    assert upper.tag in seen
    assert lower.tag not in seen
    table.take_from(Carry(upper.piece, zone, OFF))
    assert lower.tag in {place.tag for place in IdealEye(table).look().labels}


class TestFaces:
    """What an eye tells of cards without labels."""

    FAN: Zone = "A.resources"

    @staticmethod
    def tags(eye: FacesEye) -> set[Tag]:
        return {place.tag for place in eye.look().labels}

    def test_a_card_is_known_by_its_title_in_a_fan_and_not_by_a_corner(self) -> None:
        """Slipped under the next one of a fan it shows its upper quarter; under a book more of it is out of sight."""
        table, _ = table_of("inwo", 2)
        tags = [table.fetch(piece) for piece in ("book_of_kells", "midas_mill", "xanadu")]
        for tag in tags:
            table.put(tag, self.FAN)
        table.take(tags[0])
        fresh = table.put(table.fetch("orbit_one"), self.FAN)
        book = Box(fresh.centre.x - 20.0, fresh.centre.y - 100.0, fresh.centre.x + 100.0, fresh.label.y - 1.0)
        eye = FacesEye(table, faced=faced_tags(GAMES["inwo"], "all", 1))

        assert fresh.tag in {place.tag for place in IdealEye(table).look(covers=(book,)).labels}
        assert fresh.tag not in {place.tag for place in eye.look(covers=(book,)).labels}
        assert {*tags[1:], fresh.tag} <= self.tags(eye)
        assert fresh.tag in {place.tag for place in eye.look(covers=(book,)).labels}, "from then on it is known"

    def test_which_of_two_equal_cards_says_the_place(self) -> None:
        """One that comes back elsewhere, after both were out of sight, may be either of them."""
        game = with_equal_cards(GAMES["inwo"], 4)
        state = start(game, 4)
        table = Tabletop(game, game.layout(state), Random(1))
        piece = next(piece for piece in game.piece_of.values() if [*game.piece_of.values()].count(piece) > 2)
        one, other, third = sorted(tag for tag, on in game.piece_of.items() if on == piece)[:3]
        eye = FacesEye(table, faced=faced_tags(game, "all", 1))
        table.put(other, "A.exposed")
        told = self.tags(eye)
        assert 1 == len(told)
        table.put(one, "B.exposed")
        both = self.tags(eye)
        assert (2, ()) == (len(both), eye.look().duplicates)
        assert told < both, "what lies there is the same card as before"
        table.take(one)
        table.take(other)
        assert set() == self.tags(eye)
        table.put(third, "B.links")
        assert self.tags(eye) <= both

    def test_a_label_wins_over_a_face(self) -> None:
        table, _ = table_of("inwo", 2)
        tag = table.fetch("xanadu")
        table.put(tag, self.FAN)
        table.change(tag, shows="torn")

        assert () == FacesEye(table, faced=frozenset({tag})).look().labels
        assert 1 == len(FacesEye(table).look().labels), "a label that cannot be read is there"


def test_an_elite_army_stays_on_top_of_what_arrives() -> None:
    table, _ = table_of("iron_sky", 2)
    zone = next(thing.zone for thing in table.things if thing.zone.endswith(".cc"))
    elite = next(piece for piece in set(table.game.piece_of.values()) if piece.startswith("elite"))
    table.put(table.fetch(elite), zone)
    table.put(table.fetch("uwc_america"), zone)
    assert elite == table.stack(zone)[-1].piece


def test_a_pile_that_goes_off_the_mat_goes_as_a_whole_and_comes_back_so() -> None:
    table, _ = table_of("iron_sky", 2)
    cards = [piece for piece in sorted(set(table.game.piece_of.values())) if piece.endswith("_assault")][:2]
    for card in cards:
        table.put(table.fetch(card), "A.discard")
    before = {"A.discard": tuple(cards)}
    [carry] = table.carries_to({"A.discard": ()})
    assert Carry(cards[1], "A.discard", OFF, (cards[0],)) == carry
    tag = table.take_from(carry)
    assert table.lying(before) == {"A.discard": ()}
    table.lay(tag, carry.back)
    assert before == table.lying(before)


@pytest.mark.parametrize("game", list(GAMES))
def test_whatever_is_swept_away_can_be_put_right(game: str) -> None:
    people = People(GAMES[game], GAMES[game].players[0], 5)
    things = list(people.table.things)
    for thing in people.random.sample(things, min(6, len(things))):
        people.table.drop(people.table.take(thing.tag).tag)
    people.put_right()
    assert people.sees_all()
    assert not diff(
        people.game.table(people.state), people.layout.read(people.eye.look()).identify(people.game.piece_of)
    )


@pytest.fixture
def short_evenings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name, value in SHORT_EVENINGS.items():
        monkeypatch.setattr(positions, name, value)
    positions.evening_of.cache_clear()
    yield
    positions.evening_of.cache_clear()


def sample(game: str, count: int, *, real: bool = False, behaviours: str = "first") -> list[Verdict]:
    """So many trials, of behaviours from all over a set."""
    every = sum(map(len, SETS[behaviours].values())) // count
    planned = plan(Choice((game,), SAMPLE_SEED, behaviours, real=real), range(0, every * count, every))
    return [done.verdict for done in map(run, planned) if done.verdict is not None]


@pytest.mark.usefixtures("short_evenings")
@pytest.mark.parametrize(
    ("game", "real", "count"),
    [
        *((game, False, SAMPLE) for game in GAMES),
        *((game, True, REAL_SAMPLE) for game in RENDERED),
        *(pytest.param(game, False, MANY, marks=pytest.mark.slow) for game in GAMES),
    ],
)
def test_a_sample_of_clumsy_evenings(game: str, real: bool, count: int) -> None:
    """Nothing that never happened stays in the journal, play can always go on; the rest is counted."""
    verdicts = sample(game, count, real=real)

    assert len(verdicts) >= FOUND * count, "too many behaviours found no position"
    assert [] == [verdict.notes for verdict in verdicts if any(getattr(verdict, fault) for fault in NEVER)]
    assert sum(getattr(verdict, fault) for verdict in verdicts for fault in SELDOM) <= max(1, count // 16)


@pytest.mark.usefixtures("short_evenings")
def test_a_sample_of_evenings_without_labels() -> None:
    """Of decks that have cards in common, and several of a kind."""
    planned = plan(Choice(("inwo",), SAMPLE_SEED, faced="all", equal=True), range(0, 80, 80 // STRANGERS))
    verdicts = [done.verdict for done in map(run, planned) if done.verdict is not None]

    assert verdicts, "no behaviour found a position"
    assert [] == [verdict.notes for verdict in verdicts if any(getattr(verdict, fault) for fault in NEVER)]


@pytest.mark.usefixtures("short_evenings")
@pytest.mark.parametrize("game", list(GAMES))
def test_a_sample_of_what_strangers_do(game: str) -> None:
    verdicts = sample(game, STRANGERS, behaviours="third")

    assert verdicts, "no behaviour found a position"
    assert [] == [verdict.notes for verdict in verdicts if any(getattr(verdict, fault) for fault in NEVER)]


@pytest.mark.parametrize(
    ("game", "players", "number", "family", "behaviour"),
    [
        ("iron_sky", 4, 82, "children", "a piece lies astray while two turns are played"),
        ("inwo", 6, 95, "piles", "two piles are changed over slowly, and back"),
        ("inwo", 6, 113, "power", "two moves are made while the power is off"),
        ("inwo", 4, 116, "power", "something is put away while the power is off"),
        ("inwo", 5, 128, "nobody answers", "six moves, and nobody looks at the screen"),
        ("inwo", 3, 347, "several hands", "both reach in at once, and the second lays down first"),
    ],
)
def test_what_independent_trials_have_found_ends_right(
    game: str, players: int, number: int, family: str, behaviour: str
) -> None:
    """Evenings of the fourth set, of the kinds that went wrong when others tried them first."""
    verdict = run(Planned(game, players, 2_910_000_000 + number, family, behaviour, "fourth")).verdict

    assert verdict is not None
    assert [] == ([] if verdict.clean else verdict.notes)


def test_a_copy_that_is_shown_to_aid_or_to_oppose_is_no_attack() -> None:
    """INWO-168: in decks that have cards in common; which of the two it was is asked."""
    planned = Planned(
        "inwo", 5, 502_001_000_097, "nobody answers", "six moves, and nobody looks at the screen", "fourth"
    )
    verdict = run(planned._replace(equal=True)).verdict

    assert verdict is not None
    assert [] == ([] if verdict.clean else verdict.notes)
    assert [note for note in verdict.notes if "Cid showed agents to aid" in note]


LAYING_DOWN = "the next player plays while the first is still laying down"


@pytest.mark.parametrize(
    ("game", "players", "seed", "behaviours", "family", "behaviour"),
    [
        ("iron_sky", 6, 5_000_037, "second", "hesitating", "somebody corrects himself twice"),
        ("inwo", 6, 5_000_044, "second", "hesitating", "somebody corrects himself twice"),
        ("new_world_order", 5, 4_711_000_123, "fourth", "power", "two things are put away while the power is off"),
        ("iron_sky", 2, 4_711_000_130, "fourth", "power", "the power fails while a piece is in a hand"),
        ("inwo", 4, 4_711_000_146, "fourth", "tidy people", "six moves without haste"),
        ("inwo", 4, 290_000_146, "fourth", "tidy people", "six moves without haste"),
        ("iron_sky", 2, 401_129_000_115, "fourth", "power", "a move is made while the power is off"),
        ("inwo", 4, 401_129_000_293, "fourth", "nobody answers", "six moves, and nobody looks at the screen"),
        ("inwo", 4, 401_129_000_770, "fourth", "tidy people", "six moves without haste"),
        ("iron_sky", 4, 401_132_000_301, "fourth", "tidy people", "six moves without haste"),
        ("inwo", 3, 501_129_000_146, "fourth", "tidy people", "six moves without haste"),
        ("inwo", 4, 501_131_000_140, "fourth", "nobody answers", "twenty moves, and nobody looks at the screen"),
        ("iron_sky", 2, 501_131_000_274, "fourth", "power", "two moves are made while the power is off"),
        ("iron_sky", 6, 501_131_000_532, "fourth", "several hands", LAYING_DOWN),
        ("new_world_order", 4, 501_131_000_612, "fourth", "tidy people", "six moves without haste"),
    ],
)
def test_what_once_ended_in_silence_or_nowhere(
    game: str, players: int, seed: int, behaviours: str, family: str, behaviour: str
) -> None:
    """Taken back while others go on; put away without power; held until nothing may become of it; seen to have gone."""
    verdict = run(Planned(game, players, seed, family, behaviour, behaviours)).verdict

    assert verdict is not None
    assert [] == ([] if verdict.clean else verdict.notes)


def test_figures_go_between_their_marks_on_the_page() -> None:
    done = [Done(Planned("iron_sky", 2, 1, "held", "b"), Verdict("b", "iron_sky", 2, 1, touches=3), {})]
    page = "a\n<!-- x -->\nold\n<!-- end of x -->\nz\n"

    after = with_figures(page, "x", done)

    assert "old" not in after
    assert after.startswith("a\n<!-- x -->\n1 trials.\n")
    assert after.endswith("<!-- end of x -->\nz\n")
    assert "| iron sky, held | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 3.00 |" in after
    with pytest.raises(click.ClickException, match="no marks"):
        with_figures(page, "y", done)


def test_each_trial_with_real_frames_begins_at_a_bare_mat_of_its_own() -> None:
    game = GAMES["iron_sky"]
    room = Room.of(game, game.layout(start(game, 2)))
    frame = Camera(room.mat).photograph(Scene((Item(None, 200.0, 400.0),)), 0.0)

    first, second = that_saw_the_bare_mat(room), that_saw_the_bare_mat(room)
    first.process(frame)

    assert BARE_FRAMES == second.counters.frames == first.counters.frames - 1
    assert set(room.layout.anchors) == {track.detection.tag for track in second.tracks}
