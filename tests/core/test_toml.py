"""TOML as people write it."""

from __future__ import annotations

import tomllib

from companion.core import toml


def test_any_value_is_written_so_that_toml_reads_it() -> None:
    """Control characters of a name too, and tables inside tables."""
    value = {"name": 'A "b"\\ \x7f\x01 \u2028 õ', "on": True, "inside": {"list": [1, "two"], "none": {}}}

    assert {"value": value} == tomllib.loads(f"value = {toml.value(value)}")
    assert value == tomllib.loads(toml.document(value))


def test_a_document_has_plain_values_first_and_short_lines() -> None:
    entries = {"boards": [{"rows": [[1, 2], [3]], "way": {"to": "a"}}, {}], "name": "x", "empty": []}

    assert """\
name = "x"
empty = []

[[boards]]
rows = [[1, 2], [3]]

[boards.way]
to = "a"

[[boards]]
""" == toml.document(entries)
