"""The command line: what it answers, in words and in JSON, and the one sentence when something is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion import cli as command_line
from companion.config import Settings
from companion.core.game import Options
from companion.core.journal_entries import Did, Entry
from companion.games import GAMES
from companion.journal.store import JournalStore
from companion.owners_copy.house_copies import Copies, house_copies
from companion.simulation import demo
from vision.labels import label_image

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

        assert {
            "legal": True,
            "check": None,
            "rule": None,
            "source": None,
            "page": None,
            "reason": None,
            "repair": None,
        } == answer

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
            ("market = []", "A: pass", "its key `game` is missing"),
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
        assert [(sheet["total"], sheet["provisional"]) for sheet in answer["scores"]] == [
            (sum(line["points"] for line in sheet["lines"]), any(line["provisional"] for line in sheet["lines"]))
            for sheet in answer["scores"]
        ]
        ann = answer["scores"][0]
        assert ("A", 200, "NWO-75") == (ann["player"], ann["total"], ann["lines"][0]["rule"])

    def test_in_words(self, position: Path) -> None:
        lines = companion("score", position).output.splitlines()

        assert "     200  total  (provisional value)" in lines
        assert "who is ahead rests on printed values that nobody has told yet" == lines[-1]


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one PNG for each label."""
    folder = tmp_path_factory.mktemp("labels")
    result = companion("labels", "--game", "new_world_order", "--format", "png", "--plain-names", "--out", folder)
    assert 0 == result.exit_code, result.output
    return folder


class TestLabels:
    def test_one_png_for_each_tag_named_by_the_whole_payload(self, printed: Path) -> None:
        written = {path.stem for path in printed.iterdir()}

        assert set(GAMES["new_world_order"].piece_of) <= written
        assert 12 == len(written - set(GAMES["new_world_order"].piece_of)), "and the anchors of the mat"

    def test_a_pdf_of_labels_one_of_the_mat_and_one_of_command_cards(self, tmp_path: Path) -> None:
        result = companion("labels", "--game", "new_world_order", "--out", tmp_path / "labels.pdf", "--players", "3")

        written = sorted(path.name for path in tmp_path.iterdir())
        assert ["labels-cards.pdf", "labels-mat.pdf", "labels.pdf"] == written, result.output
        assert all(path.read_bytes().startswith(b"%PDF") for path in tmp_path.iterdir())


class TestRead:
    def test_a_printed_label_is_read_with_its_whole_payload(self, printed: Path) -> None:
        tag = next(iter(GAMES["new_world_order"].piece_of))
        (found,) = json.loads(companion("read", "--game", "new_world_order", "--json", printed / f"{tag}.png").output)

        assert [tag] == [label["tag"] for label in found]
        assert {"tag", "x", "y", "score"} == set(found[0])

    def test_a_tag_that_lies_there_twice_is_told_twice_whoever_reads_it(self, tmp_path: Path) -> None:
        """Never silently merged. The large one is more than the closed set looks for: a general reader's."""
        tag = next(iter(GAMES["new_world_order"].piece_of))
        picture = np.full((500, 700), 140, np.uint8)
        for module_px, left in ((3, 20), (14, 200)):
            label = label_image(tag, module_px)
            picture[20 : 20 + len(label), left : left + len(label)] = label
        assert cv2.imwrite(str(tmp_path / "twice.png"), picture)

        (found,) = json.loads(companion("read", "--game", "new_world_order", "--json", tmp_path / "twice.png").output)

        assert [tag, tag] == [label["tag"] for label in found]
        assert all(0 < label["score"] <= 1 for label in found)

    def test_a_file_that_is_no_picture_is_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "photo.jpg").write_bytes(b"no picture")
        said = in_one_line(monkeypatch, capsys, "read", "--game", "new_world_order", tmp_path / "photo.jpg")

        assert "photo.jpg" in said

    def test_a_reader_that_gives_up_on_one_picture_costs_only_its_own_labels(
        self, printed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        """pyzbar 0.1.9 raises ValueError where ZBar cannot tell a code's orientation: what others read stands."""
        one, other, third = [printed / f"{tag}.png" for tag in list(GAMES["new_world_order"].piece_of)[:3]]
        calls = iter([[], ValueError("'' is not a valid ZBarOrientation"), []])

        def decode(*_: object, **__: object) -> list[object]:
            answer = next(calls)
            if isinstance(answer, ValueError):
                raise answer
            return answer

        monkeypatch.setattr("vision.detection.qr_readers.pyzbar.decode", decode)
        monkeypatch.setattr(
            "sys.argv", ["companion", "read", "--game", "new_world_order", "--json", *map(str, (one, other, third))]
        )
        with pytest.raises(SystemExit) as exit_:
            command_line.main()

        said = capsys.readouterr()
        assert 1 == exit_.value.code
        assert [True, True, True] == [bool(answer) for answer in json.loads(said.out)]
        assert 1 == said.err.count("companion:")
        assert str(other) in said.err


class TestJournal:
    def test_lists_evenings_and_writes_one_as_moves_or_as_a_position(self, tmp_path: Path) -> None:
        path = tmp_path / "journal.db"
        with JournalStore(path) as store:
            evening = store.begin("new_world_order", Options(("Ann", "Ben")))
            store.append(evening.id, [Entry(0, Did("lay Tile 4 at 1.0.0"), "camera")])

        assert "new_world_order" in companion("journal", "--journal", path).output
        assert "\taction\tlay Tile 4 at 1.0.0\t" in companion("journal", "--journal", path, "1").output
        assert '["Tile 4"' in companion("journal", "--journal", path, "1", "--position").output

    def test_an_evening_that_is_not_there_is_said(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        with JournalStore(tmp_path / "journal.db"):
            pass
        said = in_one_line(monkeypatch, capsys, "journal", "--journal", tmp_path / "journal.db", "7")

        assert "no game number 7" in said

    def test_hands_on_its_evenings_and_takes_them_up_once(self, tmp_path: Path) -> None:
        with JournalStore(tmp_path / "journal.db") as store:
            ids = [store.begin("new_world_order", Options((name, "Ben"))).id for name in ("Ann", "Cara")]
        hand = "--journal", tmp_path / "journal.db", "--export", tmp_path / "all.evening"
        take = "--journal", tmp_path / "other.db", "--import", tmp_path / "all.evening"

        assert f"2 evenings are in {tmp_path / 'all.evening'}.\n" == companion("journal", *hand).output
        assert "2 evenings were taken up.\n" == companion("journal", *take).output
        assert "0 evenings were taken up. 2 were in the journal already.\n" == companion("journal", *take).output
        with JournalStore(tmp_path / "other.db") as store:
            assert ids == [id for id, *_ in store.games()]

    def test_reading_makes_no_journal(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert "no journal at" in in_one_line(monkeypatch, capsys, "journal", "--journal", tmp_path / "journal.db")
        assert not list(tmp_path.iterdir())


def test_broken_settings_are_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "companion.toml").write_text("[camera]\nsorce = 'pi'\n", encoding="utf-8")
    said = in_one_line(monkeypatch, capsys, "--settings", tmp_path / "companion.toml", "journal")

    assert "camera: 'sorce' is unknown" in said


@pytest.mark.parametrize("arguments", [("run", "--game", "chess"), ("labels",), ("fly",)])
def test_wrong_usage_is_exit_code_two(arguments: tuple[str, ...]) -> None:
    assert 2 == companion(*arguments).exit_code


class TestProfile:
    """NWO 9.2, Iron Sky's board profile: what is printed on the owner's copy takes the place of what nobody knows."""

    @pytest.mark.parametrize("name", GAMES)
    def test_what_ships_can_be_written_out_and_changed(self, name: str, tmp_path: Path) -> None:
        path = tmp_path / "own.toml"
        path.write_text(companion("profile", "--game", name).output, encoding="utf-8")

        answer = json.loads(companion("profile", "--game", name, "--json", path).output)
        assert [] == answer["different"]
        assert answer["provisional"] > 100

    def test_the_differences_are_named(self, tmp_path: Path) -> None:
        path = tmp_path / "own.toml"
        path.write_text('[[corporations]]\nid = "farm"\nladder = [20, 50, 110, 180, 260, 350]\n', encoding="utf-8")

        said = companion("profile", "--game", "new_world_order", path).output
        assert "corporations.farm.ladder: " in said
        assert "-> [20, 50, 110, 180, 260, 350]" in said
        assert "1 value differs" in said

    def test_one_s_own_copy_is_scored(self, position: Path, tmp_path: Path) -> None:
        """A tile's points that the owner has read off his copy are provisional no more."""
        own = tmp_path / "own.toml"
        own.write_text('[[tiles]]\nid = "tile_01"\npoints = 200\n', encoding="utf-8")
        usual = tmp_path / "companion.toml"
        usual.write_text("[copies]\nnew_world_order = 'own.toml'\n", encoding="utf-8")

        before = json.loads(companion("score", "--json", position).output)["scores"][0]["lines"]
        assert (200, True) in [(line["points"], line["provisional"]) for line in before]
        asked = [("score", "--json", "--profile", own, position), ("--settings", usual, "score", "--json", position)]
        for words in asked:
            lines = json.loads(companion(*words).output)["scores"][0]["lines"]
            assert (200, False) in [(line["points"], line["provisional"]) for line in lines]

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("[[corporations]\n", "no TOML"),
            ('[[corporations]]\nid = "barn"\n', "'barn' is unknown"),
            ('[[tiles]]\nid = "tile_01"\npoints = 999\n', "contradicts the rulebook"),
        ],
    )
    def test_a_slip_is_one_sentence(
        self,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        tmp_path: Path,
        text: str,
        words: str,
    ) -> None:
        path = tmp_path / "own.toml"
        path.write_text(text, encoding="utf-8")

        said = in_one_line(monkeypatch, capsys, "profile", "--game", "new_world_order", path)
        assert words in said
        assert 1 == said.count("\n")

    def test_a_profile_of_no_game_is_named(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        path = tmp_path / "companion.toml"
        path.write_text("[copies]\nchess = 'own.toml'\n", encoding="utf-8")

        said = in_one_line(monkeypatch, capsys, "--settings", path, "journal", "--journal", tmp_path / "j.db")
        assert "[copies] has no game 'chess'" in said


class TestBegin:
    def test_settings_and_profile_are_in_the_journal(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """ISK-179: the type of game is an option; the copy is kept as it was when the evening began."""
        own = '[white]\nprovenance = "owner"\n'
        (tmp_path / "own.toml").write_text(own, encoding="utf-8")
        usual = tmp_path / "companion.toml"
        usual.write_text("[copies]\niron_sky = 'own.toml'\n", encoding="utf-8")
        monkeypatch.setattr("companion.appliance.splash.window_with_splash", lambda *_: None)
        monkeypatch.setattr("companion.application.bootstrap.run", lambda *_, **__: None)
        journal = tmp_path / "journal.db"

        new = ("--game", "iron_sky", "--players", "Ann, Ben", "--set", "game_type=veteran")
        assert 0 == companion("--settings", usual, "run", *new, "--journal", journal).exit_code

        with JournalStore(journal) as store:
            evening = store.latest()
            assert evening is not None
            assert Options(("Ann", "Ben"), {"game_type": "veteran"}) == evening.options
            assert own == evening.profile
            assert evening.options == store.usual("iron_sky").options
            assert store.usual("new_world_order") is None

    @pytest.mark.parametrize(("camera", "asks"), [((), True), (("--camera", "simulator"), False)])
    @pytest.mark.parametrize("game", GAMES)
    def test_a_value_that_nobody_has_told_is_asked_but_in_a_demonstration(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str, camera: Sequence[str], asks: bool
    ) -> None:
        """As where an evening begins on the screen."""
        begun: list[str] = []

        def look(_window: object, settings: Settings, store: JournalStore, *_: object, **__: object) -> None:
            evening = store.latest()
            assert evening is not None
            begun.append(evening.profile)
            assert asks == house_copies(GAMES, settings, store.folder).asks

        monkeypatch.setattr("companion.appliance.splash.window_with_splash", lambda *_: None)
        monkeypatch.setattr("companion.application.bootstrap.run", look)
        journal = tmp_path / "journal.db"

        words = ("run", "--game", game, "--players", "Ann,Ben", *camera, "--journal", journal)
        assert 0 == companion(*words).exit_code
        assert [Copies(GAMES, asks=asks).profile(game)] == begun

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("--set", "veteran"), "write NAME=CHOICE"),
            (("--set", "kind=veteran"), "no setting 'kind'"),
            (("--set", "game_type=easy"), "use beginner or experienced or veteran"),
        ],
    )
    def test_a_wrong_setting_begins_nothing(self, tmp_path: Path, words: tuple[str, str], said: str) -> None:
        journal = tmp_path / "journal.db"
        result = companion("run", "--game", "iron_sky", "--players", "Ann,Ben", *words, "--journal", journal)

        assert said in result.output + str(result.exception)
        with JournalStore(journal) as store:
            assert None is store.latest()


class TestDemo:
    """The recorded evening that is played, by its name or by its file; the playing itself is not run here."""

    @pytest.fixture(autouse=True)
    def played(self, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
        """The scenarios that were played."""
        scenarios: list[Path] = []

        def play(command: Callable[[int], Sequence[str]], _: object) -> demo.DemoLog:
            words = list(command(1))
            scenarios.append(Path(words[words.index("run-scenario") + 1]))
            return demo.DemoLog(print)

        monkeypatch.setattr(demo, "play", play)
        return scenarios

    @pytest.mark.parametrize(
        ("words", "name"),
        [
            ((), "new_world_order/evening.toml"),
            (("--evening", "clumsy"), "new_world_order/evening_clumsy.toml"),
            (("--game", "iron_sky", "--evening", "clumsy"), "iron_sky/evening_clumsy.toml"),
        ],
    )
    def test_plays_an_evening_that_ships(
        self, tmp_path: Path, played: list[Path], words: tuple[str, ...], name: str
    ) -> None:
        result = CliRunner().invoke(command_line.cli, ["demo", "--out", str(tmp_path), *words])

        assert 0 == result.exit_code, result.output
        assert [name] == ["/".join(path.parts[-2:]) for path in played]

    def test_is_played_with_the_settings_that_were_asked_for(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """An owner's label set is named in the settings: the evening's own process has to read the same ones."""
        commands: list[list[str]] = []

        def play(command: Callable[[int], Sequence[str]], _: object) -> demo.DemoLog:
            commands.append(list(command(1)))
            return demo.DemoLog(print)

        monkeypatch.setattr(demo, "play", play)
        own = tmp_path / "own.toml"
        own.touch()
        CliRunner().invoke(command_line.cli, ["--settings", str(own), "demo", "--out", str(tmp_path)])

        (words,) = commands
        assert str(own) == words[words.index("--settings") + 1]

    def test_needs_no_settings(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A file that is named has to be there: the evening's own process is told of none where there is none."""
        commands: list[list[str]] = []

        def play(command: Callable[[int], Sequence[str]], _: object) -> demo.DemoLog:
            commands.append(list(command(1)))
            return demo.DemoLog(print)

        monkeypatch.setattr(demo, "play", play)
        monkeypatch.setattr(command_line.cli.params[0], "default", tmp_path / "none.toml")
        CliRunner().invoke(command_line.cli, ["demo", "--out", str(tmp_path)])

        assert ["--settings" in words for words in commands] == [False]

    def test_plays_a_file(self, tmp_path: Path, played: list[Path]) -> None:
        own = tmp_path / "own.toml"
        own.touch()
        CliRunner().invoke(command_line.cli, ["demo", "--out", str(tmp_path), "--evening", str(own)])

        assert [own] == played

    def test_names_the_evenings_there_are(self, tmp_path: Path, played: list[Path]) -> None:
        result = CliRunner().invoke(command_line.cli, ["demo", "--out", str(tmp_path), "--evening", "merry"])

        assert result.exception is not None
        assert "--evening merry: no file, and no evening of new_world_order; there is clumsy." in (
            result.output + str(result.exception)
        )
        assert [] == played


class TestAsk:
    """`companion ask`: the rule for a dispute."""

    def test_the_rule_and_its_rulings_in_words(self) -> None:
        answer = companion("ask", "--game", "new_world_order", "--limit", "1", "may I hide my cards?")

        assert "NWO-15 (published answer): Everything on the table is open to everybody.\n" == answer.stdout

    def test_in_the_language_of_the_edition(self) -> None:
        answer = companion("ask", "--game", "iron_sky", "--lang", "fi", "--limit", "1", "Voiko taistelusta perääntyä?")

        assert "Taistelusta ei voi perääntyä eikä kieltäytyä." in answer.stdout
        assert "Samaan liittyvät säännöt: ISK-131." in answer.stdout

    def test_in_json(self) -> None:
        answer = json.loads(companion("ask", "--game", "iron_sky", "--json", "can I retreat from a battle").stdout)

        assert "ISK-136" == answer["found"][0]["rule"]

    def test_in_a_language_into_which_the_rules_are_translated(self) -> None:
        """New World Order has Finnish questions of its own, and its sentences from the catalogue."""
        question = ("--limit", "1", "Saako kortit pitää salassa muilta?")
        answer = companion("ask", "--game", "new_world_order", "--lang", "fi", *question)

        assert "NWO-15 (julkaistu vastaus): Kaikki pöydällä oleva on kaikille avointa.\n" == answer.stdout

    def test_no_rule_is_an_answer(self) -> None:
        nothing = companion("ask", "--game", "iron_sky", "how do I boil an egg?").stdout

        assert "No rule was found. Other words may find it.\n" == nothing


class TestRulebook:
    """`companion rulebook`: our statements as pages."""

    def test_a_page_and_a_pdf(self, tmp_path: Path) -> None:
        companion("rulebook", "--game", "new_world_order", "--lang", "et", "--out", str(tmp_path))

        page = (tmp_path / "new_world_order-et.html").read_text(encoding="utf-8")
        assert "Kõik laual olev on kõigile näha." in page
        assert (tmp_path / "new_world_order-et.pdf").read_bytes().startswith(b"%PDF")

    def test_in_a_language_into_which_the_rules_are_translated(self, tmp_path: Path) -> None:
        """New World Order has its Finnish sentences from the catalogue."""
        companion("rulebook", "--game", "new_world_order", "--lang", "fi", "--out", str(tmp_path))

        page = (tmp_path / "new_world_order-fi.html").read_text(encoding="utf-8")
        assert "<h2>Pistelasku</h2>" in page
        assert "Kaikki pöydällä oleva on kaikille avointa." in page
        assert "Viisi samanväristä laattaa on silti yksi tavoite." in page
        assert "<p></p>" not in page

    def test_a_folder_that_is_a_file_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "taken").write_text("")

        assert 2 == companion("rulebook", "--game", "iron_sky", "--out", str(tmp_path / "taken")).exit_code


def test_a_camera_of_an_unknown_kind_is_refused_with_those_there_are() -> None:
    """`simulated` was once taken in silence, and nothing looked at the table."""
    result = CliRunner().invoke(command_line.cli, ["run", "--camera", "simulated"])

    assert 2 == result.exit_code
    assert "There is no camera 'simulated'; there is auto, pi, webcam, folder, simulator." in " ".join(
        result.output.split()
    )
