"""A folder of photographs with the texts of their codes beside them (`name.txt`): each reader on its own, and ours."""

from __future__ import annotations

from pathlib import Path

from benchmarks.vision import peers
from companion.errors import ImageError
from vision.codebook import Codebook
from vision.general import GeneralReader, Pyzbar, Zxing
from vision.images import load_luma
from vision.reader import ClosedSetReader

_PICTURES = {".png", ".jpg", ".jpeg", ".webp", ".bmp"}


def photographs(folder: Path, codebook: Codebook) -> None:
    """Prints how many photographs each general reader reads, and how much the closed set wrongly accepts."""
    readers: dict[str, GeneralReader] = {peers.ZXING: Zxing(), peers.PYZBAR: Pyzbar()}
    closed = ClosedSetReader(codebook)
    right = dict.fromkeys([*readers, "either"], 0)
    shown = refused = accepted = pictures = 0
    for path in sorted(p for p in folder.rglob("*") if p.suffix.lower() in _PICTURES):
        try:
            image = load_luma(path)
        except ImageError:
            refused += 1
            continue
        pictures += 1
        accepted += sum(s.tag in codebook.index for s in closed.read(image).sightings)
        truth = path.with_suffix(".txt")
        if truth.exists():
            wanted = truth.read_text(encoding="utf-8", errors="replace").strip()
            hits = {name: any(s.tag.strip() == wanted for s in reader.read(image)) for name, reader in readers.items()}
            shown += 1
            for name, hit in {**hits, "either": any(hits.values())}.items():
                right[name] += hit
    print(
        f"\nPhotographs in {folder.name}: {pictures} read, {refused} refused, the closed set accepted {accepted} tags"
    )
    for name, count in right.items():
        print(f"{name:14s}{count:5d} of {shown} texts")
