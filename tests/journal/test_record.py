"""A record is read back as it was written, whatever happened in the evening (docs/record.md)."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.conformance.playouts import any_legal
from companion.core.clock import Mode, PlayerClock, TimeControl
from companion.core.game import Options
from companion.core.journal_entries import Amended, Corrected, Decided, Did, Edited, Entry, Learnt, Undid
from companion.errors import JournalError
from companion.games import GAMES
from companion.journal.exchange import hand_on, take_up
from companion.journal.record import read_records, write_record
from companion.journal.saved_games import Ending
from companion.journal.store import JournalStore
from companion.session.game_history import GameHistory

ROOT = Path(__file__).parents[2]
HOSTILE = '[Checksum "x"]\n\t\'; --', "=cmd|' /C calc'!A0", "Õie\u202e\u2028\x85{name}"
FISCHER = TimeControl(Mode.FISCHER, 1500.0, 5.0, 3, (("B", 600.5),))


def rows(store: JournalStore, id: str) -> list[Any]:
    """The evening as the journal's tables have it, seals and all."""
    db = store._journal.current
    (number,) = db.execute("SELECT number FROM game WHERE id = ?", (id,)).fetchone()
    columns = "SELECT name, options, profile, time, colours, begun, ended, ending FROM game WHERE number = ?"
    entries = "SELECT number, at, source, event, clocks, seal FROM entry WHERE game = ? ORDER BY number"
    return [db.execute(columns, (number,)).fetchone(), *db.execute(entries, (number,)).fetchall()]


def handed_on(text: str) -> str:
    """The record of the record: taken up by another house and written again."""
    with JournalStore(":memory:") as there:
        records = read_records(text.encode(), "it")
        ids = there.take_up(records)
        assert [] == there.take_up(records), "nothing is taken up twice"
        assert [] == there.people(), "who played elsewhere is none of this house's people"
        return "\n".join(write_record(there.record(id)) for id in ids)


def random_evening(path: Path, name: str, seed: int) -> str:
    """An evening with all that happens to one: undos, misreadings, rulings, clocks, the plug pulled."""
    random, game = Random(seed), GAMES[name]
    players = random.choice(list(game.players))
    names = (*HOSTILE[1:2], "Ben", "Cara", "Dan", "Eve", "Fay")[:players]
    with JournalStore(path) as store:
        saved = store.begin(name, Options(names), "", FISCHER, range(players), version="0.1.0")
    for _ in range(3):
        with JournalStore(path) as store:
            history: Any = GameHistory(game, store, store.load(saved.id))
            for _ in range(random.randrange(4, 14)):
                happens(history, random)
            if random.random() < 0.3:
                history.abandon()
    return saved.id


def happens(history: Any, random: Random) -> None:
    history.spend(random.random() * 90, history.game.to_move(history.state))
    match random.randrange(10):
        case 0:
            history.undo("touch")
        case 1 if history.can_redo:
            history.redo("touch")
        case 2 if history.played and (other := next(history.amendments(len(history.played) - 1), None)):
            history.amend(len(history.played) - 1, other[0], "touch")
        case 3:
            history.correct("A.1", "T\t01", "no such piece", "touch")
        case 4 if point := next((each for each in history.game.settings if each.may_be_decided), None):
            history.decide(point.name, point.choices[-1], "touch")
        case _:
            actions = []
            state = history.state
            for _ in range(random.choice((1, 1, 2))):
                if (action := any_legal(history.game, state, random)) is not None:
                    actions.append(action)
                    state = history.game.apply(state, action)
            overruled = random.choice((None, None, "R-1")) if actions else None
            history.do(actions, random.choice(("camera", "touch", "at random")), overruled)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_random_evening_comes_back_to_the_byte(name: str, seed: int, tmp_path: Path) -> None:
    id = random_evening(tmp_path / "journal.db", name, seed)
    with JournalStore(tmp_path / "journal.db") as here, JournalStore(":memory:") as there:
        text = write_record(here.record(id))
        there.take_up(read_records(text.encode(), "it"))

        assert text == write_record(there.record(id))
        assert rows(here, id) == rows(there, id)
        game: Any = GAMES[name]
        ends = [GameHistory(game, each, each.load(id), read_only=True) for each in (here, there)]
        assert len({game.write_position(each.state) for each in ends}) == 1
        assert ends[0].ended or ends[0].clocks == ends[1].clocks


words = st.text(max_size=12) | st.sampled_from(HOSTILE)
seats = st.sampled_from("ABCDEF")
seconds = st.floats(0, 1e6).map(lambda value: round(value, 3))
clocks = st.builds(PlayerClock, seconds, seconds, seconds, seconds, st.integers(0, 9), st.integers(0, 99))
events = st.one_of(
    st.builds(Did, words, st.none() | words),
    st.builds(Edited, st.lists(words, max_size=3).map(tuple)),
    st.builds(Corrected, words, words, words),
    st.builds(Decided, words, words),
    st.builds(Learnt, st.lists(st.tuples(words, words), max_size=2).map(tuple)),
)
endings = st.builds(
    Ending,
    st.just(("A",)),
    st.lists(st.tuples(seats | st.just("a side"), st.integers(-999, 9999)), max_size=3).map(tuple),
    st.booleans(),
    seconds,
    st.lists(st.tuples(seats, seconds), max_size=3).map(tuple),
)


@settings(max_examples=25, deadline=None)
@given(
    data=st.data(), names=st.lists(words, min_size=1, max_size=6), profile=words, chosen=st.dictionaries(words, words)
)
def test_whatever_was_said_comes_back_to_the_byte(
    data: Any, names: list[str], profile: str, chosen: dict[str, str]
) -> None:
    now = lambda: datetime(2026, 11, 28, 19, 40, tzinfo=UTC)  # noqa: E731
    with JournalStore(":memory:", now) as here:
        saved = here.begin(
            "a game",
            Options(tuple(names), chosen),
            profile,
            FISCHER,
            data.draw(st.lists(st.integers(0, 9), max_size=6)),
        )
        count = stands = 0
        for _ in range(data.draw(st.integers(0, 4))):
            some = data.draw(st.lists(events, min_size=1, max_size=3))
            stands += sum(isinstance(each, Did | Edited) for each in some)
            if stands and data.draw(st.booleans()):
                some.append(Undid(data.draw(st.integers(1, stands))))
                stands -= some[-1].count
            if stands and data.draw(st.booleans()):
                some.append(Amended(data.draw(st.integers(0, stands - 1)), data.draw(words)))
            stood = tuple(data.draw(st.dictionaries(seats, clocks, max_size=2)).items())
            here.append(saved.id, [Entry(count + at, event, "touch", stood) for at, event in enumerate(some)])
            count += len(some)
        if data.draw(st.booleans()):
            here.end(saved.id, data.draw(endings))
        text = write_record(here.record(saved.id))
        expected = rows(here, saved.id)
    with JournalStore(":memory:") as there:
        there.take_up(read_records(text.encode(), "it"))

        assert text == write_record(there.record(saved.id))
        assert expected == rows(there, saved.id)


def test_evenings_of_the_first_journals_are_handed_on(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript((Path(__file__).parent / "journals" / "numbered.sql").read_text(encoding="utf-8"))
    shutil.copy(Path(__file__).parent / "journals" / "numbered.db-clocks", tmp_path / "journal.db-clocks")
    with JournalStore(path) as store:
        text = "\n".join(write_record(store.record(id)) for id, *_ in store.games())

    assert text == handed_on(text)


class TestTheReaderThatKnowsNothingOfOurs:
    def test_it_reads_header_actions_and_result(self, tmp_path: Path) -> None:
        id = random_evening(tmp_path / "journal.db", "new_world_order", 7)
        with JournalStore(tmp_path / "journal.db") as store:
            store.end(id, Ending(("B",), (("A", 3), ("B", 7))))
            hand_on(store, [id], tmp_path / "one.evening")
            history = GameHistory[Any, Any](GAMES["new_world_order"], store, store.load(id), read_only=True)
        script = [
            sys.executable,
            "-I",
            str(ROOT / "scripts" / "read_evening.py"),
            str(tmp_path / "one.evening"),
            "--json",
        ]
        (read,) = json.loads(subprocess.run(script, check=True, capture_output=True, encoding="utf-8").stdout)

        assert [[history.game.write_action(each.action)] for each in history.played] == read["actions"]
        assert (id, list(history.names.values())) == (read["id"], list(read["players"].values()))
        assert ([history.names["B"]], {"A": 3, "B": 7}) == (read["winners"], read["points"])

    def test_it_imports_nothing_of_ours_and_is_short(self) -> None:
        source = (ROOT / "scripts" / "read_evening.py").read_text(encoding="utf-8")

        assert 300 >= len(source.splitlines())
        assert not any(f"import {room}" in source or f"from {room}" in source for room in ("companion", "ui", "vision"))


class TestFilesThatAreNone:
    @pytest.fixture
    def text(self) -> str:
        with JournalStore(":memory:") as store:
            saved = store.begin("a game", Options(("Ann", "Ben")))
            store.append(saved.id, [Entry(0, Did("A: pass"), "touch")])
            return write_record(store.record(saved.id))

    @pytest.mark.parametrize(
        ("stored", "said"),
        [(b"", "does not begin"), (b"\xff\xfe", "no text in UTF-8"), (b'[Event "chess"]\n', "does not begin")],
    )
    def test_a_foreign_file_is_named(self, stored: bytes, said: str) -> None:
        with pytest.raises(JournalError, match=f"^it is no record of an evening.*{said}"):
            read_records(stored, "it")

    def test_a_changed_letter_is_seen(self, text: str) -> None:
        with pytest.raises(JournalError, match="it, evening 1 is damaged"):
            read_records(text.replace("Ann", "Eve").encode(), "it")

    def test_a_file_that_was_cut_off_is_seen(self, text: str) -> None:
        with pytest.raises(JournalError, match="it, evening 1 is damaged"):
            read_records(text[: len(text) // 2].encode(), "it")

    def test_a_newer_version_is_said(self, text: str) -> None:
        with pytest.raises(JournalError, match="reads version 1; update it"):
            read_records(text.replace('evening" 1]', 'evening" 2]').encode(), "it")

    @pytest.mark.parametrize(
        ("ours", "theirs", "said"),
        [
            ("\taction\t", "\tdance\t", "'dance' with 1 fields is no entry"),
            ("\taction\tA: pass", "\tundo\t1", "pop from empty list"),
            ('[Seat "B" "Ben"]\n', '[Seat "B" "Ben"]\n[Site "Tartu"]\n', r"not written so: \[Site"),
            ("\ttouch\t", "\tTOUCH!\t", "has not the form"),
            ('"Ben"', '"\\ud800"', "surrogates not allowed"),
            ("\t[]", "\t" + "[" * 5000, "recursion"),
            ('"A" "Ann"', '"A" 7', "7 is no text"),
        ],
    )
    def test_what_cannot_be_is_refused_whatever_its_checksum(
        self, text: str, ours: str, theirs: str, said: str
    ) -> None:
        from companion.journal.record import _checksum

        body = text[: text.index("[Checksum")].replace(ours, theirs, 1)
        with pytest.raises(JournalError, match=said):
            read_records((body + _checksum(body)).encode(), "it")

    def test_other_ends_of_lines_are_forgiven(self, text: str) -> None:
        forgiven = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()

        assert read_records(text.encode(), "it") == read_records(forgiven, "it")

    def test_an_evening_that_is_here_is_not_taken_up_again(self, tmp_path: Path, text: str) -> None:
        (tmp_path / "one.evening").write_text(text, encoding="utf-8")
        with JournalStore(tmp_path / "journal.db") as store:
            said = [str(take_up(store, tmp_path / "one.evening")) for _ in range(2)]

        assert ["1 evening was taken up.", "0 evenings were taken up. 1 was in the journal already."] == said


def test_what_lay_on_the_table_at_the_beginning_is_handed_on(tmp_path: Path) -> None:
    """An evening that was taken up from a picture is followed from the same position elsewhere."""
    game = GAMES["new_world_order"]
    options = Options(("Ann", "Ben"))
    position = game.write_position(game.found.begun(game.initial_state(options)))
    with JournalStore(tmp_path / "here.db") as here, JournalStore(tmp_path / "there.db") as there:
        id = here.begin(game.name, options, position=position).id
        there.take_up(read_records(write_record(here.record(id)).encode(), "a file"))
        history = GameHistory(game, there, there.load(id))

    assert history.is_rescued
    assert position == game.write_position(history.state)
