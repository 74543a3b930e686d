"""IBM Plex Sans, for the screen and for paper. All its digits are equally wide, so that a clock stands still.

SIL Open Font License 1.1; unpacked from npm's `@ibm/plex-sans` 1.1.0 and `@ibm/plex-sans-condensed` 2.0.0, otherwise
unchanged.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path

MEDIUM, SEMI_BOLD, BOLD = "IBMPlexSans-Medium", "IBMPlexSans-SemiBold", "IBMPlexSans-Bold"


def typeface(name: str) -> Path:
    """The TrueType file of one of the faces."""
    return Path(__file__).with_name(f"{name}.ttf")


ICONS = "TablerIcons"
"""Tabler's icons (MIT, npm `@tabler/icons-webfont` 3.49.0), cut to those in `icons.csv` by `scripts/make_icons.py`."""


@cache
def icon_signs() -> Mapping[str, str]:
    """The sign of the icon typeface for each icon's name."""
    with Path(__file__).with_name("icons.csv").open(encoding="utf-8") as file:
        return {row["name"]: chr(int(row["code_point"], 16)) for row in csv.DictReader(file)}
