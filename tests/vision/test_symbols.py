"""The structure of QR symbols of any version (ISO/IEC 18004), and how different two of them are."""

from __future__ import annotations

import numpy as np
import pytest
import segno

from companion.errors import CatalogError
from vision.labels import data_modules
from vision.symbols import VERSIONS, Symbol, structure, symbols_from_texts


def printed(text: str, version: int, level: str = "m", mask: int | None = None) -> Symbol:
    code = segno.make_qr(text, version=version, error=level, mask=mask, boost_error=False)
    return Symbol(np.array([list(row) for row in code.matrix]) > 0)


class TestStructure:
    def test_of_version_1_is_that_of_our_labels(self) -> None:
        assert (data_modules() == structure(1).data).all()

    @pytest.mark.parametrize(("version", "codewords"), [(1, 26), (2, 44), (3, 70), (5, 134), (7, 196), (10, 346)])
    def test_has_all_codewords_of_its_version(self, version: int, codewords: int) -> None:
        """ISO/IEC 18004, table 1: eight modules for each codeword."""
        known = structure(version)

        assert [8] * codewords == np.bincount(known.codeword[known.data]).tolist()

    @pytest.mark.parametrize("version", VERSIONS)
    def test_fixed_modules_are_the_same_whatever_is_printed(self, version: int) -> None:
        known = structure(version)
        for mask, level in enumerate("lmqh"):
            modules = printed(f"{mask}", version, level, mask).modules
            assert (modules[known.fixed] == known.dark[known.fixed]).all()


class TestDifference:
    @pytest.mark.parametrize(
        ("version", "level", "least"),
        [(1, "l", 8), (1, "m", 11), (1, "q", 14), (1, "h", 18), (2, "l", 11), (3, "q", 19)],
    )
    def test_is_the_distance_of_the_reed_solomon_code(self, version: int, level: str, least: int) -> None:
        """ISO/IEC 18004, table 9: one more than the error correction codewords of a block."""
        assert least == printed("A1", version, level).least_difference

    def test_two_texts_that_differ_in_a_letter_differ_at_least_so_much(self) -> None:
        one, other = (printed(f"CARD 00{number}", 2, "l", mask=1) for number in (1, 2))
        differing = set(one.structure.codeword[one.modules != other.modules].tolist())

        assert len(differing) >= one.least_difference


class TestText:
    @pytest.mark.parametrize("version", [1, 2, 6, 10])
    def test_gives_the_symbol_back(self, version: int) -> None:
        symbol = printed("https://example.org", version) if version > 1 else printed("A", 1)

        assert (symbol.modules == Symbol.from_text(symbol.to_text()).modules).all()

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("no code", "no hexadecimal digits"),
            ("", "it has 0 x 0 modules, and only codes of 21 to 57"),
            ("ff", "no square of modules"),
            ("00" * 56, "of its modules are not as in every QR code"),
            ("ff" * 4096, "no square of modules|only codes of 21 to 57"),
        ],
    )
    def test_that_is_none_is_refused(self, text: str, words: str) -> None:
        with pytest.raises(ValueError, match=words):
            Symbol.from_text(text)

    def test_of_a_set_names_the_tag(self) -> None:
        with pytest.raises(CatalogError, match="The code for 'N001W3KBDX' cannot be right: 2 hexadecimal digits"):
            symbols_from_texts({"N001W3KBDX": "ff"})


def test_a_dirty_fixed_module_is_set_right_and_a_strange_drawing_is_not() -> None:
    symbol = printed("A1", 1)
    dirty = symbol.modules.copy()
    dirty[3, 3] = False
    strange = symbol.modules.copy()
    strange[:7, :7] = False

    assert (symbol.modules == Symbol.corrected(dirty).modules).all()
    with pytest.raises(ValueError, match="modules are not as in every QR code"):
        Symbol.corrected(strange)


@pytest.mark.parametrize("mask", range(8))
def test_a_symbol_in_a_mirror_is_told_by_its_format_information(mask: int) -> None:
    symbol = printed("A1", 1, "q", mask)
    mirrored = Symbol.corrected(np.ascontiguousarray(symbol.modules.T))

    assert (False, True) == (symbol.is_mirrored, mirrored.is_mirrored)
