"""Files of worked cases: a bad one is refused with one sentence that says what, where, and what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cases.case_runner import run
from companion.cli import cli
from companion.errors import NotationError

HEAD = 'game = "new_world_order"\n'
CASE = HEAD + '[[case]]\nid = "W-0"\nposition = "[[players]]\\n[[players]]"\n'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "no TOML"),
        ('game = "chess"\ncase = [{ id = "W-0", legal = [] }]', "use new_world_order, iron_sky"),
        (HEAD, "there is no [[case]] in it"),
        (HEAD + "case = 3", "case: expected a list, each a table, not 3"),
        (HEAD + 'cases = "x"', "'cases' is unknown; use game, positions, case"),
        (HEAD + '[[case]]\ntitle = "so"', "case 1, id is missing"),
        (HEAD + "[[case]]\nid = 3", "case 1, id: expected text in quotes, not 3"),
        (CASE, "case W-0 expects nothing"),
        (CASE + 'legal = "A: pass"', "case 1, legal: expected a list, each text in quotes, not 'A: pass'"),
        (CASE + 'legal = []\ngrey = "x"', "case 1: 'grey' is unknown"),
        (CASE + 'illegal = [{ action = "A: pass" }]', "case 1, illegal 1, rule is missing"),
        (CASE + 'illegal = ["A: pass"]', "case 1, illegal 1: expected a table, not 'A: pass'"),
        (CASE + 'expect = { totals = { A = "4" } }', "case 1, expect, totals A: expected a whole number, not '4'"),
        (CASE + "expect = { over = 1 }", "case 1, expect, over: expected true or false, not 1"),
        (CASE + "legal = []\nsetup = { names = 3 }", "case 1, setup, names: expected a list, each text in quotes"),
        (
            CASE + "legal = 1\n[[case]]\nid = 2",
            "case 1, legal: expected a list, each text in quotes, not 1; case 2, id",
        ),
    ],
)
def test_a_bad_file_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "cases.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(NotationError) as refused:
        run(file)

    assert str(file) in str(refused.value)
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("expectation", "failure"),
    [
        ("expect = { totals = { Z = 4 } }", "'Z' has no score sheet; there are those of A, B"),
        ('expect = { lines = { A = ["100 NWO-67"] } }', "A's sheet should have '100 NWO-67'"),
        ('expect = { table = { market = ["Gold Mine"] } }', "'Gold Mine' is no piece"),
        ('expect = { table = { "Q.1" = [] } }', "Q.1 should hold"),
        ('legal = ["A: fly"]', "'A: fly' is no action"),
        ('illegal = [{ action = "A: pass", rule = "NWO-1" }]', "should break NWO-1 and is legal"),
        ("expect = { faults = ['no_such_check'] }", "should be found wrong by ['no_such_check'], and is by ["),
        ('legal = ["A: take Farm"]', "'A: take Farm' should be legal"),
        ('legal = []\ndo = ["A: discard 3", "A: pass"]', "'A: discard 3' should be legal: There is nothing to throw"),
        ('legal = []\ndo = [{ legal = ["B: pass"] }]', "'B: pass' should be legal: It is A's turn"),
        ('expect = { absent = ["players.0.name"] }', "players.0.name should be absent, and is 'A'"),
        (
            'expect = { among_moves = ["B: pass"] }',
            "'B: pass' should be among the legal actions, which are",
        ),
        ("expect = { count_of_moves = 2 }", "there should be 2 legal actions, and there are 1: ['A: pass']"),
    ],
)
def test_a_case_that_does_not_hold_says_why(tmp_path: Path, expectation: str, failure: str) -> None:
    file = tmp_path / "cases.toml"
    file.write_text(CASE + expectation, encoding="utf-8")
    (result,) = run(file).results

    assert not result.holds
    assert failure in result.failures[0]


def test_lines_of_the_sheet_may_be_told_by_their_words(tmp_path: Path) -> None:
    over = '[[players]]\\ntiles = [\\"Tile 29\\"]\\n[[players]]'
    case = HEAD + f'[[case]]\nid = "x"\nposition = "{over}"\n'
    for line, holds in (
        ("1000 NWO-75", True),
        ("1000 NWO-75 the 1000 tile", True),
        ("1000 NWO-75 the 700 tile", False),
    ):
        file = tmp_path / "cases.toml"
        file.write_text(case + f'expect = {{ lines = {{ A = ["{line}"] }} }}', encoding="utf-8")

        assert holds == run(file).holds


def test_a_verdict_between_two_steps_some_moves_and_an_absent_key(tmp_path: Path) -> None:
    steps = 'do = [{ legal = ["A: pass"], illegal = [{ action = "B: pass", rule = "NWO-22" }] }, "A: pass"]\n'
    expect = 'expect = { absent = ["players.0.goals"], among_moves = ["B: pass"], count_of_moves = 1 }'
    file = tmp_path / "cases.toml"
    file.write_text(CASE + steps + expect, encoding="utf-8")

    assert [()] == [result.failures for result in run(file).results]


def test_what_is_wrong_with_a_position_may_be_told_by_its_words(tmp_path: Path) -> None:
    passed = "who_has_passed_is_not_on_turn"
    file = tmp_path / "cases.toml"
    for says, failures in (("", 0), (": A is on turn", 0), (": B is", 1)):
        position = f'position = "[[players]]\\npassed = true\\n[[players]]"\nexpect = {{ faults = ["{passed}{says}"] }}'
        file.write_text(HEAD + '[[case]]\nid = "W-0"\n' + position, encoding="utf-8")

        assert failures == len(run(file).results[0].failures)


def test_files_and_folders(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "one.toml").write_text(CASE + "expect = { over = false }", encoding="utf-8")
    found = CliRunner().invoke(cli, ["cases", str(tmp_path)])

    assert (0, "holds  W-0  \n1 of 1 cases hold\n") == (found.exit_code, found.output)


def test_a_folder_without_cases_is_an_error(tmp_path: Path) -> None:
    found = CliRunner().invoke(cli, ["cases", str(tmp_path)])

    assert 1 == found.exit_code
    assert "there is no file of cases" in str(found.exception)
