"""The command line: what it answers, in words and in JSON, and the one sentence when something is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion import cli as command_line
from companion.core.game import Options
from companion.core.journal import Did, Entry
from companion.games import GAMES
from companion.store import JournalStore

POSITION = """
game = "new_world_order"
on_turn = "A"
market = ["2 Farm"]

[pyramid]
layer4 = [["Tile 9"]]
layer3 = [["Nano-bots", "New Frequencies"], ["Tile 3", "Tile 16"]]

[[players]]
name = "Ann"
slots = ["6 Construction", "", "", "", "", "", ""]
tiles = ["Tile 1"]

[[players]]
name = "Ben"
slots = ["", "", "", "", "", "", ""]

[[players]]
name = "Cara"
slots = ["", "", "", "", "", "", ""]
"""


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "position.toml"
    path.write_text(POSITION, encoding="utf-8")
    return path


def companion(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command_line.cli, list(map(str, arguments)), catch_exceptions=True)


def in_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """What the program says on its way out with exit code 1."""
    monkeypatch.setattr("sys.argv", ["companion", *map(str, arguments)])
    with pytest.raises(SystemExit) as exit_:
        command_line.main()
    assert 1 == exit_.value.code
    return capsys.readouterr().err


class TestCheck:
    def test_a_legal_action(self, position: Path) -> None:
        answer = json.loads(companion("check", "--json", position, "A: take 2 Farm").output)

        assert {"legal": True, "rule": None, "reason": None, "page": None, "repair": None} == answer

    def test_an_illegal_one_with_rule_reason_and_repair(self, position: Path) -> None:
        """NWO-51: only a completely free tile may be taken."""
        answer = json.loads(companion("check", "--json", position, "A: buy Nano-bots with 1").output)

        assert (False, "NWO-51", "Nano-bots is covered.") == (answer["legal"], answer["rule"], answer["reason"])
        assert "take a free tile" in answer["repair"]

    def test_in_words(self, position: Path) -> None:
        assert "legal\n" == companion("check", position, "A: buy Tile 9 with 1").output
        assert "NWO-22" in companion("check", position, "B: take Farm").output

    @pytest.mark.parametrize(
        ("text", "action", "words"),
        [
            ("game = ", "A: pass", "is no position"),
            ("game = 'chess'", "A: pass", "its key `game` is 'chess'"),
            (POSITION, "A: fly", "is no action"),
            (POSITION.replace("6 Construction", "6 Castles"), "A: pass", "Castles"),
        ],
    )
    def test_what_cannot_be_read_is_named_in_one_sentence(
        self,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        text: str,
        action: str,
        words: str,
    ) -> None:
        path = tmp_path / "wrong.toml"
        path.write_text(text, encoding="utf-8")
        said = in_one_line(monkeypatch, capsys, "check", path, action)

        assert words in said
        assert 1 == said.count("\n")


class TestScore:
    def test_in_json_every_line_cites_its_rule(self, position: Path) -> None:
        answer = json.loads(companion("score", "--json", position).output)

        assert (["A"], False) == (answer["winners"], answer["final"])
        ann = answer["scores"][0]
        assert ("A", 200, "NWO-75") == (ann["player"], ann["total"], ann["lines"][0]["rule"])

    def test_in_words(self, position: Path) -> None:
        lines = companion("score", position).output.splitlines()

        assert "     200  total" in lines
        assert "winner: A" == lines[-1]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one PNG for each label."""
    folder = tmp_path_factory.mktemp("labels")
    result = companion("labels", "--game", "new_world_order", "--format", "png", "--out", folder)
    assert 0 == result.exit_code, result.output
    return folder


class TestLabels:
    def test_one_png_for_each_tag_named_by_the_whole_payload(self, printed: Path) -> None:
        written = {path.stem for path in printed.iterdir()}

        assert set(GAMES["new_world_order"].piece_of) <= written
        assert 12 == len(written - set(GAMES["new_world_order"].piece_of)), "and the anchors of the mat"

    def test_a_pdf_of_labels_and_one_of_the_mat(self, tmp_path: Path) -> None:
        result = companion("labels", "--game", "new_world_order", "--out", tmp_path / "labels.pdf", "--players", "3")

        assert ["labels-mat.pdf", "labels.pdf"] == sorted(path.name for path in tmp_path.iterdir()), result.output
        assert all(path.read_bytes().startswith(b"%PDF") for path in tmp_path.iterdir())


class TestRead:
    def test_a_printed_label_is_read_with_its_whole_payload(self, printed: Path) -> None:
        tag = next(iter(GAMES["new_world_order"].piece_of))
        (found,) = json.loads(companion("read", "--game", "new_world_order", "--json", printed / f"{tag}.png").output)

        assert [tag] == [label["tag"] for label in found]
        assert {"tag", "x", "y", "score"} == set(found[0])

    def test_a_file_that_is_no_picture_is_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "photo.jpg").write_bytes(b"no picture")
        said = in_one_line(monkeypatch, capsys, "read", "--game", "new_world_order", tmp_path / "photo.jpg")

        assert "photo.jpg" in said


class TestJournal:
    def test_lists_evenings_and_writes_one_as_moves_or_as_a_position(self, tmp_path: Path) -> None:
        path = tmp_path / "journal.db"
        with JournalStore(path) as store:
            evening = store.begin("new_world_order", Options(("Ann", "Ben")))
            store.append(evening.id, [Entry(0, Did("lay Tile 4 at 1.0.0"), "camera")])

        assert "new_world_order" in companion("journal", "--journal", path).output
        assert "lay Tile 4 at 1.0.0" == companion("journal", "--journal", path, "1").output.splitlines()[-1]
        assert '["Tile 4"' in companion("journal", "--journal", path, "1", "--position").output

    def test_an_evening_that_is_not_there_is_said(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        said = in_one_line(monkeypatch, capsys, "journal", "--journal", tmp_path / "journal.db", "7")

        assert "no game number 7" in said


def test_broken_settings_are_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "companion.toml").write_text("[camera]\nsorce = 'pi'\n", encoding="utf-8")
    said = in_one_line(monkeypatch, capsys, "--settings", tmp_path / "companion.toml", "journal")

    assert "has no entry 'sorce'" in said


@pytest.mark.parametrize("arguments", [("run", "--game", "chess"), ("labels",), ("fly",)])
def test_wrong_usage_is_exit_code_two(arguments: tuple[str, ...]) -> None:
    assert 2 == companion(*arguments).exit_code
