"""Pages over an evening: the menu, history, the clock, the result, rules, the end; none opens empty."""

from __future__ import annotations

from random import Random

import pytest

from companion.conformance.playouts import playout
from companion.core.clock import Mode, TimeControl
from companion.core.game import Options, legal_actions
from companion.core.pages import ArticlePage, ClockPage, DoorsPage, ListPage, TypingPage
from companion.core.result_pages import HistoryPage, ResultPage, SheetPage
from companion.core.screen import Open, Touched
from companion.core.statistics_pages import FiguresPage, StatisticsPage
from companion.core.table import LabelPlace, Observation, Pose
from companion.games import GAMES
from companion.journal.record import write_record
from companion.journal.saved_games import Ending
from companion.pages.ended_plays import ended_plays
from companion.pages.machine import NoCameras
from tests.pages.conftest import Visitor

FIRST = next(iter(GAMES))

NAMES = ("Liisa", "Ott", "Kadri", "Jaan", "Piret", "Oskar")


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def plays(visitor: Visitor, game: str, moves: int) -> Visitor:
    count = min(GAMES[game].players)
    time = TimeControl(Mode.FISCHER, 1500.0, 5.0)
    visitor.evenings.begin(game, Options(NAMES[:count]), time, range(count))
    history, random = visitor.context.playing().history, Random(4)
    for _ in range(moves):
        legal = list(legal_actions(history.game, history.state))
        if not legal:
            break
        history.spend(3.0, history.game.to_move(history.state))
        history.do([random.choice(legal)], "touch")
    return visitor


def test_every_door_of_the_menu_leads_somewhere(visitor: Visitor, game: str) -> None:
    plays(visitor, game, 12).opens("more")
    assert isinstance(visitor.page, DoorsPage)
    for door in visitor.page.doors:
        assert door.intent is not None, str(door.title)
        if isinstance(door.intent, (Open, Touched)) and door.intent != Open("end"):
            visitor.does(door.intent)
            assert visitor.page is not None
            visitor.navigator.close_all()
            visitor.opens("more")


def test_no_page_of_a_beginning_is_empty(visitor: Visitor, game: str) -> None:
    plays(visitor, game, 0)
    for page in ("history", "correct", "result", "clock", "set up", "rules", "evenings", "people", "camera"):
        visitor.opens(page)
        shown = visitor.page
        match shown:
            case ListPage():
                assert shown.lines or visitor.rows, page
            case HistoryPage():
                assert str(shown.nothing)
            case ClockPage():
                assert shown.running or shown.waiting
            case _:
                assert shown is not None


def test_the_history_says_every_action_and_shows_the_table_before_it(visitor: Visitor, game: str) -> None:
    plays(visitor, game, 8).opens("history")
    history = visitor.context.playing().history
    assert isinstance(visitor.page, HistoryPage)
    assert [str(history.game.sentence(each.before, each.action)) for each in reversed(history.played)] == [
        str(happening.sentence) for happening in visitor.page.happenings
    ]
    visitor.touches("show", "2")

    assert visitor.page.table is not None
    assert history.game.present(history.played[2].before).boards == visitor.page.table.boards
    assert [False] * 5 + [True] + [False] * 2 == [each.chosen for each in visitor.page.happenings]


def test_going_back_over_many_moves_asks_first(visitor: Visitor, game: str) -> None:
    plays(visitor, game, 80).opens("history").touches("show", "1").touches("back to here")
    assert isinstance(visitor.page, ListPage)
    before = len(visitor.context.playing().history.played)
    visitor.touches("yes")

    assert len(visitor.context.playing().history.played) <= 1 < before
    assert visitor.page is None


def test_the_sheet_adds_up_to_what_the_rules_count(visitor: Visitor, game: str) -> None:
    plays(visitor, game, 60).opens("result")
    assert isinstance(visitor.page, ResultPage)
    history = visitor.context.playing().history
    totals = sorted((sheet.total for sheet in history.game.score(history.state)), reverse=True)
    assert totals == [sum(points for _, points in rank.parts) for rank in visitor.page.ranks]
    assert [1 + sum(other > total for other in totals) for total in totals] == [
        rank.place for rank in visitor.page.ranks
    ]
    visitor.opens("sheet")
    assert isinstance(visitor.page, SheetPage)
    assert len(visitor.page.columns) == len(totals)
    for line in visitor.page.lines:
        if isinstance(line.intent, Touched):
            visitor.does(line.intent)
            assert isinstance(visitor.page, ArticlePage)
            assert len(visitor.page.paragraphs) >= 2
            visitor.goes_back()


def test_the_course_of_points_ends_now_before_anybody_has_won(visitor: Visitor, game: str) -> None:
    plays(visitor, game, 10).opens("result")

    assert isinstance(visitor.page, ResultPage)
    assert "now" == str(visitor.page.curves_end)


def test_an_evening_is_found_again_with_its_result(visitor: Visitor, game: str) -> None:
    plays(visitor, game, 10).opens("end").touches("abandon")
    assert isinstance(visitor.page, ResultPage)
    assert "end" == str(visitor.page.curves_end)
    visitor.touches("new evening")
    assert "left" in visitor.evenings.told
    visitor.context.session = None
    visitor.opens("evenings")
    row = visitor.rows[0]
    assert "ended early" == str(row.right)
    assert isinstance(row.intent, Open)
    visitor.does(row.intent).opens("history", row.intent.about)

    assert isinstance(visitor.page, HistoryPage)
    assert 10 == len(visitor.page.happenings)
    assert [Open("replay", row.intent.about)] == [button.intent for button in visitor.page.buttons], (
        "what is over is not taken back"
    )


def test_the_clock_page_pauses_and_goes_on(visitor: Visitor, game: str) -> None:
    plays(visitor, game, 10).opens("clock").touches("pause")
    assert isinstance(visitor.page, ClockPage)
    assert "Paused" == str(visitor.page.paused)
    assert "Go on" == str(visitor.page.buttons[0].label)
    visitor.touches("pause")
    assert visitor.page.paused is None


def test_a_minute_more_is_given_on_the_clock_page(visitor: Visitor, game: str) -> None:
    plays(visitor, game, 4)
    before = visitor.context.playing().history.clocks["B"].left
    visitor.opens("clock").touches("change").touches("B", "5")

    assert before + 300 == visitor.context.playing().history.clocks["B"].left


def test_a_question_finds_its_rule_and_what_belongs_to_it(visitor: Visitor, game: str) -> None:
    rule = next(rule for rule in GAMES[game].rulebook if rule.related)
    plays(visitor, game, 0).opens("rules").writes(rule.text[:60])
    assert isinstance(visitor.page, TypingPage)
    assert visitor.page.answers
    visitor.touches("answer", rule.id)
    assert isinstance(visitor.page, ArticlePage)
    assert str(rule.sentence) == str(visitor.page.paragraphs[0].words)
    visitor.touches("related")
    assert [str(GAMES[game].rulebook[id].sentence) for id in rule.related] == [
        str(row.title) for row in visitor.rows[: len(rule.related)]
    ]


def test_a_question_that_no_rule_answers_is_told_so(visitor: Visitor, game: str) -> None:
    plays(visitor, game, 0).opens("rules").writes("xqzt wvk")

    assert isinstance(visitor.page, TypingPage)
    assert "No rule was found. Other words may find it." == str(visitor.page.nothing)


def test_the_rules_of_an_evening_can_be_read_and_not_changed(visitor: Visitor, game: str) -> None:
    plays(visitor, game, 0).opens("more").touches("house rules").touches("setting", GAMES[game].settings[0].name)

    assert all(row.intent is None for row in visitor.rows)
    assert {"The rules of an evening stand once it has begun."} == {str(row.why_not) for row in visitor.rows}


def test_set_up_names_every_place_of_its_first_step(visitor: Visitor, game: str) -> None:
    plays(visitor, game, 0).opens("set up")
    history = visitor.context.playing().history
    step = history.game.setup_steps(history.state)[0]

    assert len(step.zones) == len(visitor.page.places)  # type: ignore[union-attr]
    assert "No camera sees this part of the table." == str(visitor.page.seen)  # type: ignore[union-attr]


def test_set_up_begins_with_labels_where_the_camera_has_seen_none(visitor: Visitor, game: str) -> None:
    plays(visitor, game, 0)
    session = visitor.context.playing()
    session.handle(Observation(()))
    visitor.opens("set up")

    assert "Give the pieces their labels" == str(visitor.page.heading)  # type: ignore[union-attr]
    assert Open("sticking", game) == visitor.page.buttons[0].intent  # type: ignore[union-attr]

    box = next(iter(session.history.game.layout(session.history.state).zones.values()))
    middle = Pose((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    session.handle(Observation((LabelPlace(next(iter(session.history.game.piece_of)), middle),)))
    visitor.navigator.close_all()
    visitor.opens("set up")

    assert "Give the pieces their labels" != str(visitor.page.heading)  # type: ignore[union-attr]


class AnotherMat(NoCameras):
    mat_fits = False


def test_another_mat_is_said_where_the_table_is_set_up(visitor: Visitor, game: str) -> None:
    visitor.connects(cameras=AnotherMat())
    plays(visitor, game, 0).opens("set up")

    assert "Another mat lies there." == str(visitor.page.seen)  # type: ignore[union-attr]


def test_a_preference_is_kept_and_worn(visitor: Visitor) -> None:
    visitor.opens("settings").touches("theme", "light").touches("letters", "large")

    assert {"theme": "light", "letters": "large"} == visitor.store.preferences()
    assert [{"theme": "light"}, {"theme": "light", "letters": "large"}] == visitor.evenings.told


def test_two_names_become_one_person_unless_they_have_met(visitor: Visitor) -> None:
    for names in (("Liisa", "Ott"), ("Liisu", "Ott")):
        visitor.store.begin(FIRST, Options(names), colours=(0, 1))
    visitor.opens("people").touches("person", "Liisu").touches("merge")
    together = {str(row.title): row.why_not is None for row in visitor.page.groups[0].rows}  # type: ignore[union-attr]
    visitor.touches("is", "Liisa")

    assert {"Liisa": True, "Ott": False} == together
    assert ["Liisa", "Ott"] == [each.name for each in visitor.store.people()]
    assert 2 == len(visitor.store.evenings_with("Liisa"))


def test_somebody_is_forgotten_for_good_only_when_asked_twice(visitor: Visitor) -> None:
    visitor.store.begin(FIRST, Options(("Liisa", "Ott")), colours=(0, 1))
    visitor.opens("people").touches("person", "Liisa").touches("for good").touches("no")
    assert 1 == len(visitor.store.evenings_with("Liisa"))
    visitor.touches("for good").touches("yes")

    assert ["Ott"] == [each.name for each in visitor.store.people()]
    assert [("A", "Ott")] == [each.names for each in visitor.store.evenings()]


def test_who_plays_right_now_is_not_forgotten(visitor: Visitor) -> None:
    plays(visitor, FIRST, 0).opens("people")
    name = visitor.context.playing().history.names["A"]
    visitor.touches("person", name)
    (row,) = (row for group in visitor.page.groups for row in group.rows if row.icon == "trash")  # type: ignore[union-attr]

    assert f"{name} plays right now; end or leave the evening before." == str(row.why_not)


def test_people_of_the_house_come_change_colour_and_go(visitor: Visitor) -> None:
    visitor.opens("people").touches("new").writes("piret").touches("done")
    visitor.touches("person", "Piret").touches("colour", "4")
    assert [("Piret", 4)] == [(each.name, each.colour) for each in visitor.store.people()]
    visitor.touches("forget")

    assert [] == visitor.store.people()


def test_the_tour_ends_where_it_began(visitor: Visitor) -> None:
    visitor.opens("settings").opens("tour")
    for _ in range(4):
        visitor.touches("on")

    assert isinstance(visitor.page, ListPage)


class TestDisputeInAPosition:
    """ISK-60-R: how many CP may a Reich player give away? The rules core answers, and the table may decide."""

    QUESTION = "may ann give 2 command points to ben"

    @pytest.fixture
    def asked(self, visitor: Visitor) -> Visitor:
        visitor.evenings.begin("iron_sky", Options(("Ann", "Ben", "Cara", "Dan")), TimeControl(Mode.COUNT_UP), ())
        history = visitor.context.playing().history
        history.do([action for _, action, _ in playout(history.game, 4, seed=1, most=4)], "test")
        return visitor.opens("rules").writes(self.QUESTION)

    def test_the_verdict_comes_first(self, asked: Visitor) -> None:
        assert isinstance(asked.page, TypingPage)
        assert str(asked.page.answers[0].title).startswith("Not now: ")
        assert "(Ann gave 2 Command points to Ben.)" in str(asked.page.answers[0].title)

    def test_a_touch_shows_the_rule_that_forbids_it(self, asked: Visitor) -> None:
        asked.touches("answer", "ISK-60-R")

        assert isinstance(asked.page, ArticlePage)
        assert str(GAMES["iron_sky"].rulebook["ISK-60-R"].sentence) == str(asked.page.paragraphs[0].words)

    def test_beside_the_rule_stands_what_it_says_of_this_table(self, asked: Visitor) -> None:
        said = asked.page.answers[0].title
        asked.touches("answer", "ISK-60-R")

        assert ("On your table now", str(said)) == (
            str(asked.page.paragraphs[1].heading),
            str(asked.page.paragraphs[1].words),
        )

    def test_what_the_table_decides_counts_at_once_and_is_said(self, asked: Visitor) -> None:
        asked.touches("answer", "ISK-60-R").touches("decide").touches("reich_gifts", "any_number")

        assert isinstance(asked.page, ArticlePage)
        assert "Decided this evening" in [str(paragraph.heading) for paragraph in asked.page.paragraphs]
        asked.goes_back()
        assert isinstance(asked.page, TypingPage)
        assert "Yes, Ann may do that now: Ann gave 2 Command points to Ben." == str(asked.page.answers[0].title)


def test_the_evenings_so_far_are_shown_in_figures_by_game(visitor: Visitor) -> None:
    """A side's points count for each who played for it."""
    sided = "iron_sky"
    saved = visitor.store.begin(sided, Options(("Ann", "Ben")), colours=(2, 5))
    game = GAMES[sided]
    points = tuple((sheet.player, 3) for sheet in game.score(game.initial_state(saved.options)))
    visitor.store.end(saved.id, Ending(("A",), points, seconds=5400.0, spent=(("A", 1800.0), ("B", 2400.0))))
    saved = visitor.store.begin(FIRST, Options(("Ann", "Eve")), colours=(2, 1))
    visitor.store.end(saved.id, Ending(("B",), (("A", 700), ("B", 900))))
    visitor.opens("statistics")
    page = visitor.page
    assert isinstance(page, StatisticsPage)

    assert "Wins in 1 evening" == str(page.wins_title), "the game of the latest evening is shown first"
    assert [("Eve", 1, 1), ("Ann", 0, 1)] == [(each.person.name, each.wins, each.plays) for each in page.wins]
    visitor.touches("game", sided)
    page = visitor.page
    assert isinstance(page, StatisticsPage)
    assert [(2, ((2, 1),))] == [(each.players, each.won) for each in page.by_count]
    assert [3, 3] == [each.middle for each in page.spreads]
    assert ["1 h 30 min", "3", "40 minutes"] == [str(each.figure) for each in page.records]


def test_more_figures_moments_and_a_season_are_told_of_the_evenings(visitor: Visitor) -> None:
    for winner, points in (("B", 900), ("B", 950), ("A", 800)):
        saved = visitor.store.begin(FIRST, Options(("Ann", "Eve")), colours=(2, 1))
        how = Ending((winner,), (("A", 800), ("B", points)), seconds=3600.0, spent=(("A", 60.0),), goal="Great Goals")
        visitor.store.end(saved.id, how)
    page = visitor.opens("more figures").page
    assert isinstance(page, FiguresPage)

    assert [("Great Goals", "3×", 1.0)] == [(str(each.label), str(each.figure), each.share) for each in page.goals]
    assert [(3, (("A", 1), ("B", 2)))] == [(each.plays, each.wins) for each in page.seats]
    assert [("Ann", "1 minute")] == [(str(each.label), str(each.figure)) for each in page.thinking]
    moments = visitor.opens("moments").page
    assert isinstance(moments, ListPage)
    assert ["Ann won this way for the first time: Great Goals", "Ann won for the first time"] == [
        str(row.title) for row in moments.groups[-1].rows[:2]
    ]
    season = visitor.opens("season").touches("from").touches("month", f"{visitor.context.machine.now():%Y}-01").page
    assert isinstance(season, ListPage)
    assert [("1. Eve", "5"), ("2. Ann", "4")] == [(str(row.title), str(row.right)) for row in season.groups[-1].rows]


def test_broken_rules_are_shown_where_the_table_wants_it(visitor: Visitor) -> None:
    saved = visitor.store.begin(FIRST, Options(("Ann", "Eve")), colours=(2, 1))
    visitor.store.end(saved.id, Ending(("B",)))
    visitor.store.refused(saved.id, "A", "NWO-51")
    page = visitor.opens("more figures").page
    assert isinstance(page, FiguresPage)
    assert page.buttons == ()

    visitor.opens("settings").touches("rules broken", "on")
    rules = visitor.opens("more figures").touches("rules").page
    assert isinstance(rules, ListPage)
    (row,) = rules.groups[0].rows
    assert ("Ann 1× · NWO-51 (rulebook)", "1×") == (str(row.second), str(row.right))


def test_where_this_house_plays_is_kept_by_its_evenings(visitor: Visitor) -> None:
    visitor.opens("location").writes("Café  Noir").touches("done")

    assert "Café Noir" == visitor.context.location
    saved = visitor.store.begin(FIRST, Options(("Ann", "Eve")), location=visitor.context.location)
    visitor.store.end(saved.id, Ending(("B",)))
    assert ["Café Noir"] == [each.location for each in ended_plays(visitor.context, str)]
    assert "Café Noir" not in write_record(visitor.store.record(saved.id)), "a record does not tell where"


def test_without_an_evening_the_figures_say_that_there_are_none(visitor: Visitor) -> None:
    page = visitor.opens("statistics").page
    assert isinstance(page, StatisticsPage)

    assert page.wins == ()
    assert "No evening of this game has been played to its end yet." in str(page.nothing)
