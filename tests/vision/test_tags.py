"""Payloads: what people read, what is checked, and that the shipped anchors stay what they are."""

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.conformance.tag_tables import LEAST_DISTANCE, make
from companion.core.tags import ALPHABET, TagId, anchors, parse, read_table, readable, stem
from companion.errors import CatalogError
from vision.labels import data_modules, symbol

STEMS = [stem(TagId(letter, number)) for letter in "NSWM" for number in range(0, 1000, 37)]


class TestReadablePart:
    def test_letter_number_and_check_character(self):
        """DESIGN 2.14: letter, three digits, check character."""
        text = stem(TagId("N", 17))

        assert "N017" == text[:4]
        assert TagId("N", 17) == parse(text)

    def test_the_readable_part_of_a_payload_is_its_first_five_characters(self):
        assert stem(TagId("W", 5)) == readable(stem(TagId("W", 5)) + "4Q2ZP")

    @pytest.mark.parametrize("text", STEMS)
    def test_every_single_wrong_character_is_noticed(self, text):
        for place, wrong in product(range(5), ALPHABET):
            if wrong != text[place]:
                assert parse(text[:place] + wrong + text[place + 1 :]) is None

    @pytest.mark.parametrize("number", range(0, 1000, 7))
    def test_every_exchange_of_neighbours_is_noticed(self, number):
        text = stem(TagId("S", number))
        for place in range(4):
            exchanged = text[:place] + text[place + 1] + text[place] + text[place + 2 :]
            if exchanged != text:
                assert parse(exchanged) is None


class TestParseNeverFails:
    def test_a_hundred_thousand_fuzzed_strings(self):
        """Fuzzed payload strings never crash; what is accepted names itself."""
        rng = random.Random(3)
        letters = ALPHABET + "abcxyz -_\x00é٣一"
        for _ in range(100_000):
            text = "".join(rng.choices(letters, k=rng.randrange(0, 14)))
            found = parse(text)
            assert found is None or stem(found) == readable(text)

    @given(st.text())
    def test_any_text(self, text):
        found = parse(text)

        assert found is None or stem(found) == readable(text)

    def test_other_digits_than_ours_are_no_digits(self):
        assert parse("N٠١٧K") is None

    def test_a_line_break_at_the_end_is_not_overlooked(self):
        assert parse(stem(TagId("N", 1)) + "\n") is None


class TestTables:
    def test_anchors_are_shipped_and_stable(self):
        """Printed mats cannot be recalled: these twelve never change."""
        table = anchors()

        assert list(range(1, 13)) == list(table)
        assert "M001" == table[1][:4]
        assert all(TagId("M", number) == parse(payload) for number, payload in table.items())

    def test_made_again_the_anchors_are_the_same(self):
        assert anchors() == make([TagId("M", number) for number in range(1, 13)], [])

    @pytest.mark.parametrize(
        "line", ["x,y", "1", "2,N0010AAAAA", "1,N001", f"1,{stem(TagId('N', 1))}AAAAA\n1,{stem(TagId('N', 1))}BBBBB"]
    )
    def test_a_bad_line_is_named(self, line):
        with pytest.raises(CatalogError, match=r"some\.csv, line"):
            read_table(line, "some.csv")

    def test_payloads_lie_far_apart_in_all_rotations(self):
        """VISION 6.5: any two codes differ in at least 70 of the 208 data modules."""
        payloads = make([TagId("B", number) for number in range(1, 41)], list(anchors().values()))
        turns = [[np.rot90(symbol(p), turn)[data_modules()] for turn in range(4)] for p in payloads.values()]
        upright = np.array([turn[0] for turn in turns])
        apart = [
            int((upright[i] != turned).sum())
            for i, j in product(range(40), range(40))
            for turn, turned in enumerate(turns[j])
            if (i, 0) != (j, turn)
        ]

        assert LEAST_DISTANCE <= min(apart)
