"""IBM Plex Sans, for the screen and for paper. All its digits are equally wide, so that a clock stands still.

SIL Open Font License 1.1; unpacked from npm's `@ibm/plex-sans` 1.1.0 and `@ibm/plex-sans-condensed` 2.0.0, otherwise
unchanged.
"""

from __future__ import annotations

from pathlib import Path

MEDIUM, SEMI_BOLD, BOLD = "IBMPlexSans-Medium", "IBMPlexSans-SemiBold", "IBMPlexSans-Bold"
CONDENSED_MEDIUM, CONDENSED_SEMI_BOLD, CONDENSED_BOLD = (
    "IBMPlexSansCondensed-Medium",
    "IBMPlexSansCondensed-SemiBold",
    "IBMPlexSansCondensed-Bold",
)


def typeface(name: str) -> Path:
    """The TrueType file of one of the faces."""
    return Path(__file__).with_name(f"{name}.ttf")
