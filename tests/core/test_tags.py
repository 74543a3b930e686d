"""The shipped tables of labels."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.tags import Label, anchor_tags, anchors, labels, parse, read_table, second_labels, stem
from companion.core.tags import TagId as Id
from companion.errors import CatalogError


def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, *lines: str) -> str:
    """A package with such a table of labels."""
    folder = tmp_path / name
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "tags.csv").write_text("\n".join(["number,payload,piece,copy", *lines]), encoding="ascii")
    monkeypatch.syspath_prepend(tmp_path)
    return name


def test_labels_are_read_but_for_spare_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, three = (payload(number) for number in (1, 2, 3))
    lines = (f"1,{one},farm,2", f"2,{two},,", f"3,{three},map,")
    found = labels(package(tmp_path, monkeypatch, "labels_read", *lines), "X")

    assert (Label(one, "farm", 2), Label(three, "map", 0)) == found


def payload(number: int) -> str:
    return f"{stem(Id('X', number))}AAAAA"


def test_a_table_has_a_line_for_each_number() -> None:
    """A first line of headings and empty lines are passed over."""
    text = f"number,payload\n\n7,{payload(7)}\n 12,{payload(12)} \n"

    assert {7: payload(7), 12: payload(12)} == read_table(text, "more.csv")
    assert {7: payload(7)} == read_table(f"7,{payload(7)}", "more.csv")


@pytest.mark.parametrize(
    "line", ["number,payload", "7", f"8,{payload(7)}", f"7,{payload(7)}", f"8,{payload(8)[:5]}", "8,X008!AAAAA"]
)
def test_a_line_that_is_no_new_number_with_its_payload_is_refused(line: str) -> None:
    with pytest.raises(CatalogError, match=r"^more\.csv, line 2: .* is no new number with its payload"):
        read_table(f"7,{payload(7)}\n{line}", "more.csv")


def test_a_payload_names_a_piece_by_its_readable_part() -> None:
    """Any other character in its fifth place is noticed."""
    whole, wrong = payload(17), "A" if payload(17)[4] != "A" else "B"

    assert Id("X", 17) == parse(whole) == parse(whole[:5])
    assert None is parse(f"{whole[:4]}{wrong}AAAAA")
    assert None is parse("17")


def test_a_label_that_comes_twice_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    twice = (f"1,{payload(1)},farm,1", f"1,{payload(1)},farm,2")

    with pytest.raises(CatalogError, match="no new number with its payload"):
        labels(package(tmp_path, monkeypatch, "labels_twice", *twice), "X")


@pytest.mark.parametrize(
    "line", [f"2,{stem(Id('X', 1))}AAAAA,farm,1", f"1,{stem(Id('Y', 1))}AAAAA,farm,1", "1,X001,farm,1"]
)
def test_a_label_of_another_number_or_game_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    name = package(tmp_path, monkeypatch, f"labels_{abs(hash(line))}", line)

    with pytest.raises(CatalogError, match="no new number with its payload"):
        labels(name, "X")


def test_the_mats_own_labels_come_by_number() -> None:
    assert [anchors()[number] for number in sorted(anchors())] == list(anchor_tags())


def test_a_second_copy_has_labels_of_its_own() -> None:
    """By the payloads of the first: the same numbers, other payloads, each once."""
    both = second_labels("companion.games.new_world_order")

    assert {label.tag for label in labels("companion.games.new_world_order", "N")} <= set(both)
    assert len(both) == len(set(both.values()))
    assert set() == set(both) & set(both.values())
