"""The structure of QR symbols of any version (ISO/IEC 18004), and how different two of them are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import segno
import zxingcpp
from numpy.typing import NDArray

from companion.errors import CatalogError
from vision.labels import data_modules
from vision.symbols import VERSIONS, Symbol, _zigzag, structure, symbols_from_texts


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


LOG, EXP = np.zeros(256, np.int64), np.zeros(510, np.int64)
for power in range(255):
    EXP[power] = EXP[power + 255] = 1 if power == 0 else EXP[power - 1] << 1 ^ (0x11D if EXP[power - 1] & 0x80 else 0)
    LOG[EXP[power]] = power
"""The field of 256 elements of ISO/IEC 18004, 7.5.2."""

BLOCKS = {
    1: [(1, 26, 7)], 2: [(1, 44, 10)], 3: [(1, 70, 15)], 4: [(1, 100, 20)], 5: [(1, 134, 26)], 6: [(2, 86, 18)],
    7: [(2, 98, 20)], 8: [(2, 121, 24)], 9: [(2, 146, 30)], 10: [(2, 86, 18), (2, 87, 18)],
}  # fmt: skip
"""Of each version at level L: how many blocks, of how many codewords, of which so many correct errors (table 9)."""

MASKS = (
    lambda y, x: (y + x) % 2,
    lambda y, x: y % 2 + 0 * x,
    lambda y, x: x % 3 + 0 * y,
    lambda y, x: (y + x) % 3,
    lambda y, x: (y // 2 + x // 3) % 2,
    lambda y, x: y * x % 2 + y * x % 3,
    lambda y, x: (y * x % 2 + y * x % 3) % 2,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2,
)
"""Where each is 0, the module is inverted (table 10)."""


def by_opencv(text: str, version: int) -> NDArray[np.bool_]:
    """The modules of a symbol at level L, by an encoder that shares nothing with ours."""
    params = cv2.QRCodeEncoder_Params()  # type: ignore[attr-defined]
    params.version, params.correction_level = version, cv2.QRCODE_ENCODER_CORRECT_LEVEL_L
    picture = cv2.QRCodeEncoder_create(params).encode(text)  # type: ignore[attr-defined]
    return np.asarray(picture[2:-2, 2:-2] == 0)


LONGEST = (17, 32, 53, 78, 106, 134, 154, 192, 230, 271)
"""Bytes that fit into each version at level L (table 7)."""


def by_zxing(version: int) -> NDArray[np.bool_]:
    """The same by a third one, which chooses the version by the text's length."""
    text = "card " * 60
    code = zxingcpp.create_barcode(text[: LONGEST[version - 1]], zxingcpp.BarcodeFormat.QRCode, ec_level="L")
    return np.array(zxingcpp.write_barcode_to_image(code, scale=1, add_quiet_zones=False)) == 0


def codewords(modules: NDArray[np.bool_], version: int, mask: int) -> list[int]:
    """Its codewords, as the structure numbers them."""
    known = structure(version)
    y, x = np.indices(modules.shape)
    unmasked = modules ^ (MASKS[mask](y, x) == 0)
    words = [0] * (int(known.codeword.max()) + 1)
    for row, column in _zigzag(known.data):
        if known.codeword[row, column] >= 0:
            words[known.codeword[row, column]] = words[known.codeword[row, column]] << 1 | int(unmasked[row, column])
    return words


def blocks(words: list[int], version: int) -> list[tuple[list[int], int]]:
    """The blocks that the codewords are dealt to by turns, and how many of each correct errors (7.6)."""
    sizes = [(whole - correcting, correcting) for count, whole, correcting in BLOCKS[version] for _ in range(count)]
    dealt: list[list[int]] = [[] for _ in sizes]
    rest = iter(words)
    for place in range(max(data for data, _ in sizes)):
        for block, (data, _) in zip(dealt, sizes, strict=True):
            if place < data:
                block.append(next(rest))
    for _ in range(sizes[0][1]):
        for block in dealt:
            block.append(next(rest))
    return [(block, correcting) for block, (_, correcting) in zip(dealt, sizes, strict=True)]


def is_of_the_code(block: list[int], correcting: int) -> bool:
    """Whether all syndromes vanish: the block, as a polynomial, is 0 at the first so many powers of 2."""
    for power in range(correcting):
        value = 0
        for word in block:
            value = (int(EXP[LOG[value] + power]) if value else 0) ^ word
        if value:
            return False
    return True


@pytest.mark.parametrize("version", VERSIONS)
class TestBesideAnotherEncoder:
    """The structure comes from one encoder's tables; symbols of others have to agree with it in every module."""

    def test_the_fixed_modules_are_the_same_in_all_its_symbols(self, version: int) -> None:
        known = structure(version)
        for modules in (by_opencv("A CARD", version), by_opencv("12", version), by_zxing(version)):
            assert (known.size, known.size) == modules.shape
            assert (modules[known.fixed] == known.dark[known.fixed]).all()

    @pytest.mark.parametrize("encoder", ["opencv", "zxing"])
    def test_its_codewords_stand_where_the_structure_has_them(self, version: int, encoder: str) -> None:
        """Else their blocks would be none of the Reed-Solomon code (7.5.2), with any of the eight masks."""
        modules = by_zxing(version) if encoder == "zxing" else by_opencv("HELLO 2026", version)
        dealt = [blocks(codewords(modules, version, mask), version) for mask in range(8)]

        assert 1 == sum(all(is_of_the_code(*block) for block in some) for some in dealt)


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
