"""Lists under which licences the companion's parts are: `python -m scripts.licences` writes docs/licences.md.

What every library says of itself counts. Listed is what `requirements.txt` and the club's lock bring to Linux.
"""

from __future__ import annotations

from importlib.metadata import metadata
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "licences.md"
LOCKS = ROOT / "requirements.txt", ROOT / "requirements-club.txt"
OURS = (
    ("IBM Plex Sans (letters)", "OFL-1.1", "`companion/typefaces/`"),
    ("Tabler Icons (signs)", "MIT", "`companion/typefaces/`"),
)
OF_CLASSIFIERS = "License :: OSI Approved :: "
LONGEST = 60

HEADING = """# Licences

The companion is under the [Apache License 2.0](../LICENSE). With it come these, each under its own licence, as it says
of itself (`python -m scripts.licences` writes this page); paho-mqtt where a [club](club.md) was joined. From the system
come SDL, Mesa, zbar, mtdev, and on a Raspberry Pi picamera2 and libcamera, as Debian and Raspberry Pi OS package them.

| part | licence | where from |
|---|---|---|
"""
FOOT = """

Whether a weakness is known of any of them is asked of the index, where there is a network, by
`pipx run pip-audit --strict --require-hashes --disable-pip -r requirements.txt`, which fails too where the index knows
nothing of a library; the companion itself never asks anybody.
"""


def libraries() -> list[str]:
    """The libraries in the locks, without those that only Windows needs."""
    lines = "".join(lock.read_text(encoding="utf-8") for lock in LOCKS).replace("\\\n", " ").splitlines()
    return sorted(
        {line.partition("==")[0] for line in lines if "==" in line and "win32" not in line.split("--hash")[0]}
    )


def licence(library: str) -> str:
    """What it says of itself: its expression, else its classifiers, else its own short word; `unknown` if nothing."""
    said = metadata(library)
    if "License-Expression" in said:
        return str(said["License-Expression"])
    classified = [
        each.removeprefix(OF_CLASSIFIERS) for each in said.get_all("Classifier", []) if OF_CLASSIFIERS in each
    ]
    words = ", ".join(said.get_all("License", [])).strip()
    own = words if words and "\n" not in words and len(words) <= LONGEST else ""
    return own or ", ".join(classified) or "unknown"


def page() -> str:
    """The page as it should be."""
    rows = [f"| {name} | {terms} | {where} |" for name, terms, where in OURS]
    rows += [f"| {name} | {licence(name)} | from the package index |" for name in libraries()]
    return HEADING + "\n".join(rows) + FOOT


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
