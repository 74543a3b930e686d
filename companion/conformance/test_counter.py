"""What a counter promises: labels that are read, zones, sentences, a record, a score sheet, touches for all of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from companion.conformance.fitting import cut_words
from companion.conformance.playouts import NAMES, AnyGame, any_legal, start
from companion.conformance.signs import undrawable
from companion.conformance.steps import POSITIONS, Table, positions, steps, whole_game
from companion.conformance.tag_tables import beside_pieces, readable_by, too_near
from companion.conformance.touches import out_of_reach
from companion.core.action import SEATS
from companion.core.game import Options, legal_actions
from companion.core.journal_entries import Did, Entry, Undid, effective
from companion.core.quality import Tier
from companion.core.screen import Back, Do, Intent, Screen, Select
from companion.core.selection import NO_SELECTION, Pick, Selection
from companion.core.table import LabelPlace, Observation, Tag
from companion.simulation.physical_table import PhysicalTable

TIER = Tier.COUNTER


def test_apply_leaves_the_state_unchanged(table: Table) -> None:
    game, _ = table
    for state, action, _ in steps(table, 60):
        before = repr(state)
        game.apply(state, action)

        assert before == repr(state)


_NOTATION = re.compile(r"->|_|\b[A-F]: |[a-z0-9]\.[a-z0-9]")


def test_every_icon_and_colour_can_be_drawn(game: AnyGame) -> None:
    """A window that does not know one draws a question mark instead."""
    wrong = [*undrawable(game)]
    assert not wrong, wrong[0]


def test_every_candidate_has_a_sentence_for_people(table: Table) -> None:
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


def test_a_score_sheet_is_a_seats_or_a_sides_and_bears_no_name(any_table: Table) -> None:
    game, players = any_table
    *_, (_, _, state) = whole_game(any_table)
    seats = SEATS[:players]
    sheets = game.score(state)

    assert sorted(seats) == sorted(seat for sheet in sheets for seat in sheet.seats) or not sheets
    assert all(sheet.player in seats or sheet.side is not None for sheet in sheets)


def test_every_score_line_cites_a_rule(any_table: Table) -> None:
    game, _ = any_table
    _, _, end = whole_game(any_table)[-1]

    for sheet in game.score(end):
        assert sheet.total == sum(line.points for line in sheet.lines)
        assert all(line.rule.id and str(line.why) for line in sheet.lines)


def test_states_and_actions_are_hashable_values(table: Table) -> None:
    game, _ = table
    for state, action, after in steps(table, 60):
        assert after == game.apply(state, action)
        assert hash(after) == hash(game.apply(state, action))


def test_every_candidate_can_be_written_and_applied(table: Table) -> None:
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


def test_the_record_replays_to_the_live_state(any_table: Table) -> None:
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
        assert isinstance(did, Did)
        replayed = game.apply(replayed, game.read_action(did.action))

    assert states[-1] == replayed


def test_positions_are_complete(any_table: Table) -> None:
    """Writing a position and reading it gives the same state."""
    game, _ = any_table
    for number, (_, _, after) in enumerate(whole_game(any_table)):
        if number % 15 == 0:
            assert after == game.read_position(game.write_position(after))


def test_every_piece_lies_where_it_may_lie(any_table: Table) -> None:
    """`may_lie` spares the search for a whole whose part a change may be, and must spare none that there is."""
    game, _ = any_table
    for state, _, after in steps(any_table):
        shown = game.table(after).zones

        assert [] == [(zone, piece) for zone in shown for piece in shown[zone] if not game.may_lie(state, zone, piece)]


def test_every_piece_on_the_table_was_in_play_from_the_start(any_table: Table) -> None:
    """`in_play` spares an owner labels and values that an evening never needs."""
    game, players = any_table
    in_play = game.in_play(start(game, players))
    if in_play is None:
        return
    for _, _, after in steps(any_table):
        lying = {piece for pieces in game.table(after).zones.values() for piece in pieces}

        assert set() == lying - set(in_play)


def test_no_piece_is_born_or_lost(any_table: Table) -> None:
    """The table never holds more of a piece than there are labels for."""
    game, _ = any_table
    labels = Counter(game.piece_of.values())
    for _, _, after in whole_game(any_table):
        on_table = Counter(piece for pieces in game.table(after).zones.values() for piece in pieces)

        assert not on_table - labels


def test_what_can_be_picked_leads_to_legal_actions_and_back(table: Table) -> None:
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


def test_a_selection_that_means_nothing_is_ignored(table: Table) -> None:
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


def test_whose_clock_runs_is_what_the_screen_shows(table: Table) -> None:
    game, _ = table
    for number, (_, _, after) in enumerate(steps(table)):
        if number % 10 == 0:
            shown = {seat.seat for seat in game.present(after).seats if seat.on_turn}

            assert shown == set(game.to_move(after))


def test_the_layout_reads_what_lies_where_it_says(any_table: Table) -> None:
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


def test_no_piece_laid_where_the_layout_says_hides_a_label(any_table: Table) -> None:
    """Fans are wide enough, and what reaches out of its own place lies under its neighbours."""
    game, _ = any_table
    for _, _, after in steps(any_table)[39::60]:
        laid = PhysicalTable(game, game.layout(after))
        laid.make(game.table(after))

        assert list(laid.lying()) == list(laid.visible())


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


def test_which_settings_matter_is_known_for_every_number_of_players(any_table: Table) -> None:
    game, players = any_table
    names = NAMES[:players]
    mattering = [setting for setting in game.settings if setting.matters(Options(tuple(names)))]

    assert bool(mattering) == bool(game.settings)
    for setting in game.settings:
        assert isinstance(setting.matters(Options(tuple(names))), bool)


def test_every_legal_action_can_be_touched(any_table: Table) -> None:
    """Whatever is legal can be composed with fingers, in random positions."""
    game, players = any_table
    for state in islice(positions(game, players), POSITIONS):
        missing = out_of_reach(game, state, list(legal_actions(game, state)))

        assert [] == [game.write_action(each) for each in missing], game.write_position(state)


def test_labels_are_far_enough_apart(game: AnyGame) -> None:
    """Any two labels that may lie on one table differ enough for any camera (docs/reading.md)."""
    assert [] == too_near(game.piece_of, beside_pieces())


def test_labels_are_large_enough_for_a_camera(game: AnyGame) -> None:
    """Some camera that the planner knows reads the smallest label of the largest mat, hung as it says."""
    assert readable_by(game)


def test_nothing_on_its_screens_is_cut_off(game: AnyGame) -> None:
    """In each language that it has, on a small screen and on one that stands, with large letters too."""
    assert [] == cut_words(game)


def test_its_package_brings_what_people_see_first(game: AnyGame) -> None:
    """A title, and for how many it is."""
    assert str(game.title).strip()
    assert len(game.players) > 0
