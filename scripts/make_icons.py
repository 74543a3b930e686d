"""Cuts the icon typeface to the icons that the screens use, from an unpacked npm `@tabler/icons-webfont` 3.49.0.

    python -m scripts.make_icons path/to/package

`companion/typefaces/icons.csv` says which: add a name there and run this; it fills in the code points.
"""

from __future__ import annotations

import csv
import re
import shutil
import sys
from pathlib import Path

from fontTools import subset

TYPEFACES = Path(__file__).parents[1] / "companion" / "typefaces"
STYLES = {"outline": ("tabler-icons.css", "tabler-icons.ttf")}


def main(package: Path) -> None:
    style, font = STYLES["outline"]
    css = (package / "dist" / style).read_text(encoding="utf-8")
    points = dict(re.findall(r'\.ti-([a-z0-9-]+):before \{\s*content: "\\([0-9a-f]+)"', css))
    names = sorted({row["name"] for row in csv.DictReader((TYPEFACES / "icons.csv").open(encoding="utf-8"))})
    if missing := [name for name in names if name not in points]:
        sys.exit(f"Tabler has no icon called {', '.join(missing)}.")
    with (TYPEFACES / "icons.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([("name", "code_point"), *((name, points[name]) for name in names)])
    options = subset.Options(hinting=False, notdef_outline=True, layout_features=[])
    typeface = subset.load_font(str(package / "dist" / "fonts" / font), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[int(points[name], 16) for name in names])
    cutter.subset(typeface)
    subset.save_font(typeface, str(TYPEFACES / "TablerIcons.ttf"), options)
    shutil.copy(package / "LICENSE", TYPEFACES / "TablerIcons-LICENSE.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
