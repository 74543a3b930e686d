"""Forms of entries: what fits, and the sentence where something does not."""

from __future__ import annotations

import tomllib

import pytest

from companion.core.facts import toml
from companion.core.forms import COUNT, TABLES, TEXT, TEXTS, TRUTH, WHOLE, list_of, one_of, require_forms
from companion.errors import NotationError


@pytest.mark.parametrize(
    ("form", "fitting", "others"),
    [
        (TEXT, ["", "a"], [1, True, ["a"]]),
        (TRUTH, [True, False], [0, 1, "true"]),
        (WHOLE, [-1, 0, 7], [True, 1.0, "1"]),
        (COUNT, [0, 7], [-1, True, 1.5]),
        (TEXTS, [[], ["a"]], ["a", [1], {"a": 1}]),
        (TABLES, [[], [{}]], [{}, [1]]),
        (one_of((0, 1)), [0, 1], [2, True, 1.0, "1", []]),
        (list_of(one_of("ab")), [["a", "b"]], ["ab", [["a"]]]),
    ],
)
def test_truth_is_no_number_and_text_no_list(form: object, fitting: list[object], others: list[object]) -> None:
    fits = form.fits  # type: ignore[attr-defined]

    assert [] == [value for value in fitting if not fits(value)]
    assert [] == [value for value in others if fits(value)]


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ({"count": -1}, "'count' in the box is -1; expected a whole number from 0."),
        ({"count": 1, "colour": "red"}, "Unknown entry 'colour' in the box; expected some of count, name."),
        ({"name": "a"}, "'count' is missing in the box."),
        ([1], "The box is [1]; expected a table."),
    ],
)
def test_the_first_slip_is_named_with_its_place(row: object, sentence: str) -> None:
    with pytest.raises(NotationError) as refused:
        require_forms(row, {"count": COUNT, "name": TEXT}, "the box", needed=("count",))

    assert sentence == str(refused.value)


def test_what_fits_is_let_through() -> None:
    require_forms({"count": 3}, {"count": COUNT, "name": TEXT}, "the box", needed=("count",))


def test_any_value_is_written_so_that_toml_reads_it() -> None:
    """Control characters of a name too, and tables inside tables."""
    value = {"name": 'A "b"\\ \x7f\x01 \u2028 õ', "on": True, "inside": {"list": [1, "two"], "none": {}}}

    assert {"value": value} == tomllib.loads(f"value = {toml(value)}")
