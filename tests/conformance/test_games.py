"""What every registered game promises (DESIGN 2.13): tested the moment it is in the registry."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from benchmarks.playouts import NAMES, AnyGame, any_legal, playout, start
from benchmarks.untold import UntoldPlay, eager, hidden_copy, one_touch
from companion.core.action import SEATS
from companion.core.belief.search import MOST_DECISIONS, Ambiguous, Explained, explain
from companion.core.belief.transposition_table import position
from companion.core.evidence import Evidence
from companion.core.game import Options, is_legal, legal_actions, violation
from companion.core.journal_entries import Did, Entry, Undid, effective
from companion.core.screen import Back, Do, Intent, Screen, Select
from companion.core.selection import NO_SELECTION, Pick, Selection
from companion.core.table import UNREADABLE, LabelPlace, Observation, Tag, diff
from companion.games import GAMES
from companion.simulation.physical_table import PhysicalTable
from scripts.check_mutants import noticed_clauses, survivors

TABLES = [(name, players) for name, game in GAMES.items() for players in game.players]


def ends(game: AnyGame) -> tuple[int, int]:
    """The fewest players and the most."""
    return min(game.players), max(game.players)


LONGEST = 260
"""Actions of a random game that are looked at; long enough to come to the middle of it."""

ASKED_FOR = 40
"""Actions of an evening that begins with nothing told; by then something has been decided in each game."""

SAMPLED = 20
"""In every such position all legal actions are carried out: that takes longer."""


def called(table: tuple[str, int]) -> str:
    return f"{table[0]}-{table[1]}"


@pytest.fixture(params=TABLES, ids=called)
def any_table(request: pytest.FixtureRequest) -> tuple[AnyGame, int]:
    """For what each number of players has of its own: where things lie, how a game goes on and ends."""
    name, players = request.param
    return GAMES[name], players


@pytest.fixture(params=[(name, players) for name, players in TABLES if players in ends(GAMES[name])], ids=called)
def table(request: pytest.FixtureRequest) -> tuple[AnyGame, int]:
    """For what is promised of every state and action: the fewest players and the most."""
    name, players = request.param
    return GAMES[name], players


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    return GAMES[request.param]


@cache
def whole_game(table: tuple[AnyGame, int]) -> tuple[tuple[Any, Any, Any], ...]:
    """One random game of so many players, played once for all that is promised of it."""
    game, players = table
    return tuple(playout(game, players, 1000 + players))


def steps(table: tuple[AnyGame, int], most: int | None = LONGEST) -> tuple[tuple[Any, Any, Any], ...]:
    """(state, action, state after) from the set-up on."""
    return whole_game(table)[:most]


def test_legality_has_one_definition(table: tuple[AnyGame, int]) -> None:
    """`legal_actions` yields exactly the candidates without a violation."""
    game, _ = table
    for number, (state, _, _) in enumerate(steps(table)):
        if number % 10 == 0:
            legal = set(legal_actions(game, state))

            assert legal == {action for action in game.candidates(state) if violation(game, state, action) is None}


def test_a_search_holds_to_the_rules(table: tuple[AnyGame, int]) -> None:
    """A search asks a rule `of_player` once for all that a player does of one kind, and must come to the same."""
    game, _ = table
    for number, (state, _, _) in enumerate(steps(table)):
        if number % SAMPLED == 0:
            searched, now = list(game.candidates(state)), position(game, state)

            assert [each for each in searched if is_legal(game, state, each)] == [
                each for each in searched if now.after(each) is not None
            ]


def test_apply_leaves_the_state_unchanged(table: tuple[AnyGame, int]) -> None:
    game, _ = table
    for state, action, _ in steps(table, 60):
        before = repr(state)
        game.apply(state, action)

        assert before == repr(state)


_NOTATION = re.compile(r"->|_|\b[A-F]: |[a-z0-9]\.[a-z0-9]")


def test_every_candidate_has_a_sentence_for_people(table: tuple[AnyGame, int]) -> None:
    """With names instead of seats' letters, and nothing of the notation in it; a piece may be called C.I.A."""
    game, players = table
    printed = [name for piece in set(game.piece_of.values()) if "." in (name := str(game.piece_name(piece)))]
    random = Random(players)
    for state, _, _ in steps(table):
        candidates = list(game.candidates(state))
        for action in random.sample(candidates, min(3, len(candidates))):
            said = str(game.sentence(state, action))
            bare = said
            for name in printed:
                bare = bare.replace(name, "")

            assert not _NOTATION.search(bare), said
            assert action.player is None or NAMES["ABCDEF".index(action.player)] in said


def test_a_score_sheet_is_a_seats_or_a_sides_and_bears_no_name(any_table: tuple[AnyGame, int]) -> None:
    game, players = any_table
    *_, (_, _, state) = whole_game(any_table)
    seats = SEATS[:players]
    sheets = game.score(state)

    assert sorted(seats) == sorted(seat for sheet in sheets for seat in sheet.seats) or not sheets
    assert all(sheet.player in seats or sheet.side is not None for sheet in sheets)


def test_every_refusal_can_be_told_with_the_figures_of_its_position(table: tuple[AnyGame, int]) -> None:
    """Each with a name and a verdict; where some of them are about the action itself, these come first."""
    game, players = table
    random = Random(players)
    for state, _, _ in steps(table):
        candidates = list(game.candidates(state))
        for action in random.sample(candidates, min(3, len(candidates))):
            if (broken := violation(game, state, action)) is not None:
                assert str(broken.reason)
                assert str(broken.repair)
                found = game.measures(state, action, broken.rule)
                meant = [measure.meant for measure in found]
                assert sorted(meant, reverse=True) == meant
                assert all(str(measure.title) and str(measure.verdict) for measure in found)


def test_states_and_actions_are_hashable_values(table: tuple[AnyGame, int]) -> None:
    game, _ = table
    for state, action, after in steps(table, 60):
        assert after == game.apply(state, action)
        assert hash(after) == hash(game.apply(state, action))


def test_every_candidate_can_be_written_and_applied(table: tuple[AnyGame, int]) -> None:
    """Notation goes both ways, and apply is total on candidates, illegal ones too: they may be overruled."""
    game, players = table
    random = Random(players)
    for state, _, _ in steps(table):
        candidates = list(game.candidates(state))
        for action in random.sample(candidates, min(3, len(candidates))):
            assert action == game.read_action(game.write_action(action))
            after = game.apply(state, action)
            assert game.table(after).zones
            assert game.write_position(after)


def test_the_record_replays_to_the_live_state(any_table: tuple[AnyGame, int]) -> None:
    """A game record in notation, some of it undone, leads to the state of the actions that still stand."""
    game, players = any_table
    entries: list[Entry] = []
    states = [start(game, players)]
    random = Random(players)
    for _ in range(120):
        action = any_legal(game, states[-1], random)
        if action is None:
            break
        states.append(game.apply(states[-1], action))
        entries.append(Entry(len(entries), Did(game.write_action(action)), "test"))
        if random.random() < 0.1:
            states.pop()
            entries.append(Entry(len(entries), Undid(), "test"))
    replayed = states[0]
    for did in effective(entries):
        replayed = game.apply(replayed, game.read_action(did.action))

    assert states[-1] == replayed


def test_positions_are_complete(any_table: tuple[AnyGame, int]) -> None:
    """Writing a position and reading it gives the same state."""
    game, _ = any_table
    for number, (_, _, after) in enumerate(whole_game(any_table)):
        if number % 15 == 0:
            assert after == game.read_position(game.write_position(after))


def test_every_point_may_be_decided_in_the_evening(table: tuple[AnyGame, int]) -> None:
    """A position under another choice of a ruling has no fault, is complete, and can be played on from."""
    game, _ = table
    state, _, _ = steps(table)[-1]
    for setting in game.settings:
        for choice in setting.choices if setting.may_be_decided else ():
            other = game.with_choice(state, setting.name, choice)

            assert (other, ()) == (game.read_position(game.write_position(other)), game.faults(other)), setting.name
            assert game.outcome(other) is not None or legal_actions(game, other) or not legal_actions(game, state)


def test_the_table_is_explained_or_asked_about(any_table: tuple[AnyGame, int]) -> None:
    """After any legal action, `explain` of the resulting table finds a story that leads to this table, or asks."""
    game, _ = any_table
    for state, action, after in steps(any_table):
        story = explain(game, state, game.table(after))

        assert isinstance(story, Explained | Ambiguous), game.write_action(action)
        if isinstance(story, Explained):
            end = state
            for told in story.actions:
                end = game.apply(end, told)
            assert game.table(after) == game.table(end), game.write_action(action)


def test_no_table_of_the_game_is_held_impossible(table: tuple[AnyGame, int]) -> None:
    """`may_show` spares searches, and must spare none that could end: what was played may show, from wherever seen."""
    game, players = table
    begun = start(game, players)
    for state, _, after in steps(table):
        shown = game.table(after)

        assert game.may_show(begun, shown)
        assert game.may_show(state, shown)


def test_no_change_is_held_to_take_more_decisions_than_it_took(table: tuple[AnyGame, int]) -> None:
    """`least_decisions` spares searches, and must spare none that could end: it is a lower bound from anywhere."""
    game, _ = table
    before = list[Any]()
    for state, action, after in steps(table):
        if action.player is not None:
            before.append(state)
        for decisions, begun in enumerate(reversed(before[-MOST_DECISIONS:]), 1):
            changes = diff(game.table(begun), game.table(after))
            assert decisions >= game.least_decisions(begun, changes), game.write_action(action)


def test_what_chance_brings_alone_takes_no_decision(table: tuple[AnyGame, int]) -> None:
    """`least_decisions` is asked of a story before chance is followed, which may come first."""
    game, _ = table
    begun: Any = None
    for state, action, after in steps(table):
        begun = state if begun is None else begun
        if action.player is None:
            assert 0 == game.least_decisions(begun, diff(game.table(begun), game.table(after)))
        else:
            begun = None


def test_every_piece_lies_where_it_may_lie(any_table: tuple[AnyGame, int]) -> None:
    """`may_lie` spares the search for a whole whose part a change may be, and must spare none that there is."""
    game, _ = any_table
    for state, _, after in steps(any_table):
        shown = game.table(after).zones

        assert [] == [(zone, piece) for zone in shown for piece in shown[zone] if not game.may_lie(state, zone, piece)]


def test_every_piece_on_the_table_was_in_play_from_the_start(any_table: tuple[AnyGame, int]) -> None:
    """`in_play` spares an owner labels and values that an evening never needs."""
    game, players = any_table
    in_play = game.in_play(start(game, players))
    if in_play is None:
        return
    for _, _, after in steps(any_table):
        lying = {piece for pieces in game.table(after).zones.values() for piece in pieces}

        assert set() == lying - set(in_play)


def test_the_piles_are_the_same_zones_all_the_evening(table: tuple[AnyGame, int]) -> None:
    """What is believed of the table reads how high each is in any state."""
    game, players = table
    piles = game.pile_heights(start(game, players)).keys()

    assert [] == [action for _, action, after in steps(table) if piles != game.pile_heights(after).keys()]


def test_no_action_changes_more_than_it_may(table: tuple[AnyGame, int]) -> None:
    """`may_change` spares trying actions out, and must spare none that changes what is seen to have changed."""
    game, _ = table
    for number, (state, _, _) in enumerate(steps(table)):
        before = game.table(state)
        for action in legal_actions(game, state) if number % SAMPLED == 0 else ():
            after = game.apply(state, action)
            changed = diff(before, game.table(after))
            piles = {*game.pile_heights(state).items()} ^ {*game.pile_heights(after).items()}
            touched = {change.zone for change in changed} | {zone for zone, _ in piles}

            assert [] == [each for each in changed if not game.may_change(state, action, each.zone, each.piece)]
            assert [] == [zone for zone in touched if not game.may_change(state, action, zone, UNREADABLE)]


def test_chance_is_a_part_of_what_could_account_for_a_change(table: tuple[AnyGame, int]) -> None:
    game, _ = table
    for state, _, after in steps(table):
        evidence = Evidence.between(game.table(state), game.table(after))
        by_chance = [action for action in game.candidates_for(state, evidence) if action.player is None]

        assert by_chance == list(game.chance_for(state, evidence))


def test_no_piece_is_born_or_lost(any_table: tuple[AnyGame, int]) -> None:
    """The table never holds more of a piece than there are labels for."""
    game, _ = any_table
    labels = Counter(game.piece_of.values())
    for _, _, after in whole_game(any_table):
        on_table = Counter(piece for pieces in game.table(after).zones.values() for piece in pieces)

        assert not on_table - labels


def test_the_game_ends_and_then_nothing_is_legal(any_table: tuple[AnyGame, int]) -> None:
    """An outcome means no legal actions, and no legal actions means an outcome."""
    game, players = any_table
    end: Any = start(game, players)
    for state, _, after in whole_game(any_table):
        assert game.outcome(state) is None
        end = after

    assert game.outcome(end) is not None
    assert [] == list(legal_actions(game, end))


def test_winners_are_players_with_a_reason(any_table: tuple[AnyGame, int]) -> None:
    game, _ = any_table
    _, _, end = whole_game(any_table)[-1]
    outcome = game.outcome(end)

    assert outcome is not None
    assert outcome.rule.id
    assert str(outcome.reason)


def test_every_score_line_cites_a_rule(any_table: tuple[AnyGame, int]) -> None:
    game, _ = any_table
    _, _, end = whole_game(any_table)[-1]

    for sheet in game.score(end):
        assert sheet.total == sum(line.points for line in sheet.lines)
        assert all(line.rule.id and str(line.why) for line in sheet.lines)


def test_every_button_is_grey_with_a_reason_exactly_when_its_action_is_illegal(table: tuple[AnyGame, int]) -> None:
    game, _ = table
    for number, (_, _, after) in enumerate(steps(table)):
        screen = game.present(after) if number % 5 == 0 else None
        for button in screen.buttons if screen is not None else ():
            assert button.enabled == (button.why_not is None)
            if isinstance(button.intent, Do):
                assert button.enabled == (violation(game, after, button.intent.action) is None)


def test_what_can_be_picked_leads_to_legal_actions_and_back(table: tuple[AnyGame, int]) -> None:
    """Whatever fingers pick, the next screen offers something to go on with, and a way back."""
    game, _ = table
    for number, (_, _, after) in enumerate(steps(table)):
        picked = [NO_SELECTION] if number % 40 == 0 else []
        while picked:
            picked = [longer for selection in picked for longer in longer_selections(game, after, selection)]
            for selection in picked:
                offered = list(intents(game.present(after, selection)))

                assert Back() in offered, selection
                assert any(isinstance(intent, Select | Do) for intent in offered), selection
            picked = picked[:3]


def longer_selections(game: AnyGame, state: Any, selection: Selection) -> Iterator[Selection]:
    """What one touch more leads to."""
    for intent in intents(game.present(state, selection)):
        if isinstance(intent, Select) and len((longer := selection.picking(intent.pick)).path) > len(selection.path):
            yield longer


def test_a_selection_that_means_nothing_is_ignored(table: tuple[AnyGame, int]) -> None:
    game, _ = table
    for number, (_, _, after) in enumerate(steps(table)):
        if number % 40 == 0:
            for pick in (Pick("nothing"), Pick("card", "no such card", "A"), Pick("place", "nowhere", "Z")):
                assert game.present(after) == game.present(after, NO_SELECTION.picking(pick))


def intents(screen: Screen) -> Iterator[Intent]:
    """Everything on a screen that can be touched now."""
    answers = screen.notice.answers if screen.notice is not None else ()
    yield from (button.intent for button in (*screen.buttons, *answers) if button.enabled)
    boards = (*screen.boards, *(seat.board for seat in screen.seats))
    yield from (cell.intent for board in boards for cell in board.cells if cell.intent is not None)


def test_whose_clock_runs_is_what_the_screen_shows(table: tuple[AnyGame, int]) -> None:
    game, _ = table
    for number, (_, _, after) in enumerate(steps(table)):
        if number % 10 == 0:
            shown = {seat.seat for seat in game.present(after).seats if seat.on_turn}

            assert shown == set(game.to_move(after))


def test_nothing_is_wrong_with_what_legal_actions_lead_to(table: tuple[AnyGame, int]) -> None:
    game, _ = table
    for number, (_, _, after) in enumerate(steps(table)):
        if number % 10 == 0:
            assert () == game.faults(after)


def test_the_layout_reads_what_lies_where_it_says(any_table: tuple[AnyGame, int]) -> None:
    """Labels put where the layout says are read as the table that the state expects."""
    game, _ = any_table
    tags: dict[str, list[Tag]] = {}
    for tag, piece in game.piece_of.items():
        tags.setdefault(piece, []).append(tag)
    for number, (_, _, after) in enumerate(steps(any_table)):
        if number % 20 == 0:
            layout, expected = game.layout(after), game.table(after)
            left = {piece: list(some) for piece, some in tags.items()}
            labels = [
                LabelPlace(left[piece].pop(), layout.spot(zone, index))
                for zone, pieces in expected.zones.items()
                for index, piece in enumerate(pieces)
            ]
            seen = layout.read(Observation(tuple(labels))).identify(game.piece_of)

            assert expected.zones == {zone: seen.zones[zone] for zone in expected.zones}


def test_no_piece_laid_where_the_layout_says_hides_a_label(any_table: tuple[AnyGame, int]) -> None:
    """Fans are wide enough, and what reaches out of its own place lies under its neighbours."""
    game, _ = any_table
    for _, _, after in steps(any_table)[39::60]:
        laid = PhysicalTable(game, game.layout(after))
        laid.make(game.table(after))

        assert list(laid.lying()) == list(laid.visible())


def test_every_check_would_be_missed(game: AnyGame) -> None:
    """Each check is switched off, one at a time, and a worked case of the rule it keeps notices (docs/cases.md)."""
    assert [] == survivors(game)


def test_every_sentence_with_which_checks_refuse_would_be_missed(game: AnyGame) -> None:
    """As above, each clause of its own: what is said in one place is not tested by what is said in another."""
    assert [] == [clause for clause, files in noticed_clauses(game).items() if not files]


def test_a_check_has_a_name_and_a_statement_of_its_own(game: AnyGame) -> None:
    rules = {id(rule): rule for some in game.rules.values() for rule in some}.values()

    assert [] == [name for name, count in Counter(rule.name for rule in rules).items() if count > 1]
    assert [] == [rule.name for rule in rules if not rule.statement.text]


def test_every_printed_value_survives_its_file(game: AnyGame) -> None:
    """A profile that says nothing new changes nothing; each value stands under one name, with how it is known."""
    assert game.facts == game.with_profile(game.write_profile()).facts == game.with_profile("").facts
    assert len(game.facts) == len({fact.name for fact in game.facts})


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.asking is not game])
def test_an_evening_begins_with_nothing_told(name: str) -> None:
    """Issue 32, 1: what decides is asked, nothing is assumed: every verdict is that of a referee who knows it all."""
    game = GAMES[name]
    play = UntoldPlay(game, hidden_copy(game.copy_form, 5), Options(NAMES[:2]), one_touch, Random(5))

    evening = play.play(eager, most=ASKED_FOR)

    assert {} == game.asking.copy_form.answers()
    assert [] == evening.wrong
    assert ASKED_FOR == evening.actions
    assert evening.asked
    assert len(evening.asked) == len(set(evening.asked)), "what was told is never asked again"


def test_settings_have_a_default_and_a_reason(game: AnyGame) -> None:
    for setting in game.settings:
        assert setting.default == setting.choices[0]
        assert len(setting.choices) > 1
        assert setting.rule.id


def test_every_choice_of_every_setting_has_words(game: AnyGame) -> None:
    """A group reads what it decides: a title, one question, and answers that differ and are no ids."""
    assert len(game.settings) == len({str(setting.title) for setting in game.settings})
    for setting in game.settings:
        answers = [str(answer) for answer in setting.answers.values()]
        assert len(answers) == len(set(answers)) >= 2, setting.name
        assert str(setting.question).endswith(("?", ".")), setting.name
        assert str(setting.group), setting.name
        for words in (str(setting.title), *answers):
            assert words.strip(), setting.name
            assert not re.search(r"_|[a-z][A-Z]|\+", words), f"{setting.name}: {words}"


@pytest.mark.parametrize("table", TABLES, ids=called)
def test_which_settings_matter_is_known_for_every_number_of_players(table: tuple[str, int]) -> None:
    game = GAMES[table[0]]
    names = NAMES[: table[1]]
    mattering = [setting for setting in game.settings if setting.matters(Options(tuple(names)))]

    assert mattering
    for setting in game.settings:
        assert isinstance(setting.matters(Options(tuple(names))), bool)
