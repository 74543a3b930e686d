"""A new evening by touch: people, colours, places, house rules, time; nothing chosen is lost by another choice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.clock import Mode, TimeControl
from companion.core.pages import HomePage, ListPage, SeatsPage, TimePage, TypingPage
from companion.core.screen import Open
from companion.games import GAMES
from companion.pages.copy_entry import CopyEntry
from companion.pages.evening_draft import EveningDraft
from tests.pages.conftest import Visitor

FIRST = next(iter(GAMES))
SIDES = next(name for name, game in GAMES.items() if 3 not in game.players)


def seats(visitor: Visitor) -> SeatsPage:
    assert isinstance(visitor.page, SeatsPage)
    return visitor.page


def names(visitor: Visitor) -> list[str]:
    return [chair.person.name for chair in seats(visitor).chairs if chair.person]


def colours(visitor: Visitor) -> list[int]:
    return [chair.person.colour for chair in seats(visitor).chairs if chair.person]


def begin_button(visitor: Visitor) -> tuple[bool, str]:
    button = seats(visitor).buttons[-1]
    return button.enabled, str(button.why_not or "")


def test_home_offers_every_game_and_says_how_many_play(visitor: Visitor) -> None:
    visitor.opens("home")

    assert isinstance(visitor.page, HomePage)
    assert [Open("new game", name) for name in GAMES] == [tile.intent for tile in visitor.page.games]
    assert visitor.page.resume is None


def test_the_first_evening_begins_with_names_that_are_written(visitor: Visitor) -> None:
    visitor.opens("new game", FIRST).sits_down("liisa", "ott")

    assert ["Liisa", "Ott"] == names(visitor)
    assert [0, 1] == colours(visitor)
    visitor.touches("begin")
    assert visitor.context.session is not None
    assert ("Liisa", "Ott") == visitor.context.session.history.options.names


def test_one_person_alone_cannot_begin_and_is_told_why(visitor: Visitor) -> None:
    visitor.opens("new game", FIRST)
    assert (False, "Nobody sits here yet. Touch a free seat.") == begin_button(visitor)
    visitor.sits_down("Liisa")
    enabled, why = begin_button(visitor)

    assert not enabled
    assert why.startswith("1 person sits here")


def test_three_cannot_play_what_is_for_two_four_or_six(visitor: Visitor) -> None:
    visitor.opens("new game", SIDES).sits_down("Ann", "Bob", "Cat")

    assert (False, "3 people sit here; this game is for 2, 4 or 6.") == begin_button(visitor)


def test_the_sides_of_the_seats_are_said(visitor: Visitor) -> None:
    visitor.opens("new game", SIDES).sits_down("Ann", "Bob")
    roles = [str(chair.second) for chair in seats(visitor).chairs if chair.person]

    assert 2 == len(set(roles))
    assert all(roles)


def test_no_two_people_have_the_same_name(visitor: Visitor) -> None:
    visitor.opens("new game", FIRST).sits_down("Ott").touches("sit down").writes("ott")
    page = visitor.page

    assert isinstance(page, TypingPage)
    assert not page.done.enabled
    assert "Ott sits here already." == str(page.done.why_not)
    visitor.touches("done")
    assert visitor.page == page


def test_people_change_places_names_and_colours_and_stand_up(visitor: Visitor) -> None:
    visitor.opens("new game", FIRST).sits_down("Ann", "Bob", "Cat")
    visitor.touches("seat", "0").touches("move", "1").touches("done")
    assert ["Bob", "Ann", "Cat"] == names(visitor)
    visitor.touches("seat", "1").touches("colour", "1").touches("done")
    assert ["Bob", "Ann", "Cat"] == names(visitor)
    assert [0, 1, 2] == colours(visitor), "who had the colour has got the other one"
    visitor.touches("seat", "2").touches("name").touches("clear").writes("dan").touches("done").touches("done")
    assert ["Bob", "Ann", "Dan"] == names(visitor)
    visitor.touches("seat", "0").touches("stand up")
    assert ["Ann", "Dan"] == names(visitor)


@pytest.mark.parametrize("game", GAMES)
def test_the_group_finds_everything_as_it_was_the_last_time(visitor: Visitor, game: str) -> None:
    setting = GAMES[game].settings[0]
    visitor.opens("new game", game).sits_down("Ann", "Bob")
    visitor.touches("seat", "1").touches("colour", "4").touches("done")
    visitor.touches("rules").touches("setting", setting.name).touches("answer", setting.choices[1]).touches("done")
    visitor.touches("clock").touches("way", Mode.FISCHER.value).touches("total", "600").touches("done").touches("begin")
    before = names(visitor), colours(visitor), [str(row.second) for row in seats(visitor).rows]
    visitor.navigator.close_all()
    visitor.opens("new game", game)

    assert (["Ann", "Bob"], [0, 4]) == before[:2]
    assert before == (names(visitor), colours(visitor), [str(row.second) for row in seats(visitor).rows])
    assert "1 changed from the usual" == before[2][0]
    assert "10 minutes each, 5 seconds back per move" == before[2][1]


def test_people_of_the_house_sit_down_with_two_touches(visitor: Visitor) -> None:
    visitor.opens("new game", FIRST).sits_down("Ann", "Bob").touches("begin")
    visitor.navigator.close_all()
    visitor.opens("new game", SIDES).touches("sit down").touches("person", "Bob")

    assert (["Bob"], [1]) == (names(visitor), colours(visitor))


@pytest.mark.parametrize("game", GAMES)
def test_every_setting_can_be_answered_and_set_back(visitor: Visitor, game: str) -> None:
    visitor.opens("new game", game).sits_down("Ann", "Bob").touches("rules")
    for setting in GAMES[game].settings:
        for choice in setting.choices[1:]:
            visitor.touches("setting", setting.name)
            assert isinstance(visitor.page, ListPage)
            assert str(setting.rule.citation) in str(visitor.page.lines[1])
            visitor.touches("answer", choice)
            assert str(setting.answers[choice]) == str(visitor.row(str(setting.title)).right)
    assert isinstance(visitor.page, ListPage)
    assert f"{len(GAMES[game].settings)} changed from the usual" == str(visitor.page.groups[0].title)
    visitor.touches("as usual")
    assert "changed" not in str(visitor.page.groups[0].title)
    assert "Everything is as usual already." == str(visitor.page.corner.why_not)  # type: ignore[union-attr]


def test_the_copy_is_asked_for_what_the_people_who_sit_here_need(visitor: Visitor) -> None:
    """Where a board is for two sides, four people need two of them."""
    needed = []
    for people in (("Liisa", "Ott"), ("Liisa", "Ott", "Jaan", "Mari")):
        visitor.opens("new game", SIDES).sits_down(*people).touches("copy")
        page = visitor.navigator.top
        assert isinstance(page, CopyEntry)
        needed.append(page.capturing.status.needed)

    assert needed[0] < needed[1]


def test_what_makes_no_difference_tonight_stands_last(visitor: Visitor) -> None:
    visitor.opens("new game", SIDES).sits_down("Ann", "Bob").touches("rules")
    assert isinstance(visitor.page, ListPage)
    last = visitor.page.groups[-1]

    assert "Makes no difference tonight" == str(last.title)
    assert last.rows


@pytest.mark.parametrize("mode", Mode)
def test_every_way_of_the_clock_can_be_chosen(visitor: Visitor, mode: Mode) -> None:
    visitor.opens("new game", FIRST).sits_down("Ann", "Bob").touches("clock")
    if any(row.intent is not None and getattr(row.intent, "value", "") == mode.value for row in _ways(visitor)):
        visitor.touches("way", mode.value)
    else:
        visitor.touches("more").touches("way", mode.value)
    assert [True] == [row.chosen for row in _ways(visitor) if row.chosen]
    visitor.touches("done").touches("begin")

    assert visitor.context.session is not None
    assert mode is visitor.context.session.history.time.mode


def _ways(visitor: Visitor) -> tuple[object, ...]:
    assert isinstance(visitor.page, TimePage)
    return visitor.page.ways


def test_time_is_changed_in_steps_and_not_beyond_the_last(visitor: Visitor) -> None:
    visitor.opens("new game", FIRST).sits_down("Ann", "Bob").touches("clock").touches("way", Mode.COUNTDOWN.value)
    figures = []
    while True:
        assert isinstance(visitor.page, TimePage)
        stepper = visitor.page.steppers[0]
        figures.append((stepper.figure, str(stepper.unit)))
        if stepper.less is None:
            break
        visitor.does(stepper.less)  # type: ignore[arg-type]

    assert ("25", "minutes") == figures[0]
    assert ("1", "minute") == figures[-1]


def test_going_back_and_forth_keeps_what_was_chosen(visitor: Visitor) -> None:
    visitor.opens("new game", FIRST).sits_down("Ann", "Bob").touches("rules").goes_back().touches("clock").goes_back()

    assert ["Ann", "Bob"] == names(visitor)


def test_a_player_may_have_another_time_and_keeps_it_where_he_sits(visitor: Visitor) -> None:
    """Clocks with a time for each player; it is found again in the evening that begins."""
    visitor.opens("new game", FIRST).sits_down("Ann", "Bob").touches("clock").touches("way", Mode.FISCHER.value)
    visitor.touches("total", "600").touches("own").touches("B", "1.5")
    assert isinstance(visitor.page, ListPage)
    assert ["15 minutes"] == [str(row.title) for row in visitor.page.groups[1].rows if row.chosen]
    visitor.goes_back()
    assert isinstance(visitor.page, TimePage)
    assert "At zero it sounds, turns amber and counts on: nobody loses by it. 1 player has another time." == str(
        visitor.page.note
    )
    visitor.touches("done").touches("begin")

    saved = visitor.context.store.latest()
    assert saved is not None
    assert (600.0, 900.0) == (saved.time.total_of("A"), saved.time.total_of("B"))


def test_a_time_of_his_own_goes_with_the_person() -> None:
    draft = EveningDraft(FIRST, time=TimeControl(Mode.COUNTDOWN, 600.0)).seated("Ann").seated("Bob").seated("Cid")
    draft = replace(draft, time=draft.time.with_own("B", 900.0))

    assert (("C", 900.0),) == draft.moved(1, 1).time.own
    assert (("A", 900.0),) == draft.without(0).time.own
    assert () == draft.without(1).time.own


def test_a_house_rule_is_found_by_a_word_of_its_answer(visitor: Visitor) -> None:
    setting = GAMES[FIRST].settings[-1]
    word = str(setting.answers[setting.choices[-1]])
    visitor.opens("new game", FIRST).sits_down("Ann", "Bob").touches("rules").touches("find").writes(word)
    assert isinstance(visitor.page, TypingPage)
    assert str(setting.title) in [str(row.title) for row in visitor.page.answers]
    visitor.touches("answer", setting.name)

    assert isinstance(visitor.page, ListPage)
    assert str(setting.title) == str(visitor.page.title)


def test_where_no_house_rule_has_these_words_that_is_said(visitor: Visitor) -> None:
    visitor.opens("new game", FIRST).sits_down("Ann", "Bob").touches("rules").touches("find").writes("xyzzy")

    assert isinstance(visitor.page, TypingPage)
    assert ("No house rule has these words.", False) == (str(visitor.page.nothing), visitor.page.done.enabled)


def as_last_time(visitor: Visitor) -> tuple[bool, str]:
    button = seats(visitor).buttons[0]
    assert "As last time" == str(button.label)
    return button.enabled, str(button.why_not or "")


def test_as_last_time_is_off_on_the_first_evening_and_while_nothing_is_changed(visitor: Visitor) -> None:
    visitor.opens("new game", FIRST)
    assert (False, "Nobody has played this game here before.") == as_last_time(visitor)
    visitor.sits_down("Liisa", "Ott").touches("begin")

    visitor.opens("new game", FIRST)
    assert (False, "Everything is as last time already.") == as_last_time(visitor)
    visitor.sits_down("Kadri")
    assert (True, "") == as_last_time(visitor)
    visitor.touches("as last time")
    assert ["Liisa", "Ott"] == names(visitor)
    assert (False, "Everything is as last time already.") == as_last_time(visitor)
