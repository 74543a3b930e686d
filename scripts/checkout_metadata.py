"""Writes what a wheel would bring into site-packages: by it Python finds our games, pytest our plugin, and pip us.

python scripts/checkout_metadata.py FOLDER      # run by scripts/setup.sh, when `pyproject.toml` has changed
"""

from __future__ import annotations

import shutil
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion import __version__

ROOT = Path(__file__).parents[1]


def project_of(folder: Path) -> dict[str, Any]:
    """What its `pyproject.toml` says of the project there."""
    found: dict[str, Any] = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def write(site_packages: Path, project: dict[str, Any]) -> None:
    """In place of what any version of the project has written there."""
    package, version = project["name"].replace("-", "_"), project["version"]
    for earlier in site_packages.glob(f"{package}-*.dist-info"):
        shutil.rmtree(earlier)
    info = site_packages / f"{package}-{version}.dist-info"
    info.mkdir()
    files = {
        "METADATA": ["Metadata-Version: 2.1", f"Name: {project['name']}", f"Version: {version}"],
        "entry_points.txt": list(entry_points(project)),
        # With it pip can take it away again, where somebody installs the checkout himself.
        "RECORD": [f"{info.name}/{name},," for name in ("METADATA", "entry_points.txt", "RECORD")],
    }
    for name, lines in files.items():
        (info / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def entry_points(project: dict[str, Any]) -> Iterator[str]:
    for group, entries in project["entry-points"].items():
        yield f"[{group}]"
        yield from (f"{name} = {value}" for name, value in entries.items())


if __name__ == "__main__":
    write(Path(sys.argv[1]), {"version": __version__, **project_of(ROOT)})
