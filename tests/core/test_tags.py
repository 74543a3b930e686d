"""The shipped tables of labels."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.tags import Label, anchor_tags, anchors, labels, second_labels, stem
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
    one, two = f"{stem(Id('X', 1))}AAAAA", f"{stem(Id('X', 2))}AAAAA"
    found = labels(package(tmp_path, monkeypatch, "labels_read", f"1,{one},farm,2", f"2,{two},,"), "X")

    assert (Label(one, "farm", 2),) == found


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
