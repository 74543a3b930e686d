"""The codes of photographs, adopted from the photographs as they are, and read again in small, soft, noisy ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from benchmarks.vision import peers
from benchmarks.vision.bench import Bench
from benchmarks.vision.foreign_symbols import MAKERS
from companion.cameras.label_adoption import are_alike
from companion.errors import ImageError
from hardware.image_files import read_luma
from vision.arrays import Luma
from vision.detection.qr_readers import QrReader, ReadCode, ZbarReader, ZxingReader, read_codes
from vision.detection.symbol_codebook import SymbolSet
from vision.detection.symbol_detector import SymbolDetector
from vision.labels import FRAME_MODULES, SYMBOL_MODULES
from vision.symbols import Symbol

SIZES = (1.25, 1.5, 2.0, 2.5)
_BLUR_PX, _NOISE = 0.8, 4.0
_OF_EACH_MAKER = 60


@dataclass(frozen=True, slots=True, eq=False)
class _Photograph:
    image: Luma
    code: ReadCode
    tag: str

    @property
    def module_px(self) -> float:
        return self.code.place.size_px / FRAME_MODULES * SYMBOL_MODULES / self.code.symbol.structure.size


def adopted_again(bench: Bench, paths: Sequence[Path]) -> None:
    """How many codes that a general reader reads in the whole photographs are read when these are made small."""
    known, photographs = _adopted(paths)
    strangers = {text: code for maker in MAKERS for text, code in maker.symbols(1, _OF_EACH_MAKER).items()}
    symbols = SymbolSet({**known, **strangers})
    bench.report.title(
        f"Photographs made small, blur {_BLUR_PX} px, noise {_NOISE:g}: of {len(known)} different codes in a "
        f"set of {len(known) + len(strangers)}"
    )
    names = (peers.OURS, peers.ZXING, "zxing thorough", peers.PYZBAR)
    bench.report.line(f"{'ppm':>5s}{'codes':>7s}" + "".join(f"{name:>16s}" for name in names) + f"{'wrong':>7s}")
    for ppm in SIZES:
        got: Counter[str] = Counter()
        for number, photograph in enumerate(photographs):
            if photograph.module_px >= 1.2 * ppm:
                got += _read_small(symbols, photograph, ppm, np.random.default_rng(number))
        bench.report.wrong += got["wrong"]
        cells = "".join(f"{got[name]:16d}" for name in names)
        bench.report.line(f"{ppm:5.2f}{got['codes']:7d}{cells}{got['wrong']:7d}")


def _adopted(paths: Sequence[Path]) -> tuple[dict[str, Symbol], list[_Photograph]]:
    """The different codes in photographs of one code each, and the photographs."""
    known: dict[str, Symbol] = {}
    photographs = []
    for path in paths:
        try:
            image = read_luma(path)
            codes = read_codes(image)
        except ImageError:
            continue
        if len(codes) == 1 and not codes[0].symbol.is_mirrored:
            symbol = codes[0].symbol
            tag = next((tag for tag, other in known.items() if are_alike(symbol, other)), f"photograph {len(known)}")
            known.setdefault(tag, symbol)
            photographs.append(_Photograph(image, codes[0], tag))
    return known, photographs


def _read_small(symbols: SymbolSet, photograph: _Photograph, ppm: float, rng: np.random.Generator) -> Counter[str]:
    factor = ppm / photograph.module_px
    small = cv2.resize(photograph.image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    # As on a table: a picture that ends at the code's edge has no quiet zone.
    wide = cv2.copyMakeBorder(small, 40, 40, 40, 40, cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(wide, (0, 0), _BLUR_PX)
    image = np.clip(soft + rng.normal(0, _NOISE, soft.shape), 0, 255).astype(np.uint8)
    unit = ppm * photograph.code.symbol.structure.size / SYMBOL_MODULES
    found = SymbolDetector(symbols, (0.8 * unit, 1.25 * unit)).detect(image).decoded
    right = any(one.tag == photograph.tag for one in found)
    got = Counter({"codes": 1, peers.OURS: int(right), "wrong": sum(one.tag != photograph.tag for one in found)})
    readers: dict[str, QrReader] = {
        peers.ZXING: ZxingReader(), "zxing thorough": ZxingReader(thorough=True), peers.PYZBAR: ZbarReader()
    }  # fmt: skip
    for name, reader in readers.items():
        try:
            got[name] += any(one.tag == photograph.code.text for one in reader.read(image))
        except ImageError:
            got[f"{name} failed"] += 1
    return got
