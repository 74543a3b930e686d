"""How long hands take for what comes before a first evening. Assumed, not measured with people."""

from __future__ import annotations

from math import ceil

LABEL_SECONDS = 4.0
"""To peel a label off and stick it; the sheets are in the order in which the pieces lie in the box."""

DECK_CARDS = 60
"""Cards of a player's own deck, where players bring them."""

LABELS_A_LOOK, LOOK_SECONDS = 30, 10.0
"""Labelled pieces that are laid under the camera together, and how long that takes."""

SHOW_SECONDS = 6.0
"""To lay a card that wears no label under the camera, once, and say which it is."""

LAY_SECONDS = 2.0
"""To lay a piece where the screen shows it."""

HANG_MINUTES = 6.0
"""To screw the camera to its arm and move it twice as the screen says."""

CORNERS_MINUTES = 4.0
"""To tape four labels to the table and measure both diagonals."""

MOUNT_MINUTES = 20.0
"""To clamp the arm to the table, plug camera, screen and supply in, and put the card in."""

LABELS_A_PAGE = 55
"""20 mm labels on A4 with cut marks."""

PRINT_MINUTES, PAGE_SECONDS = 3.0, 15.0
"""To carry the files to a printer, and what it takes for a page."""

CUT_SECONDS = 2.5
"""A label, along cut marks with a ruler or a trimmer; stickers take none."""


def minutes_to_print(labels: int) -> float:
    """To print so many labels and the corners of the mat."""
    return PRINT_MINUTES + (ceil(labels / LABELS_A_PAGE) + 2) * PAGE_SECONDS / 60


def minutes_to_cut(labels: int) -> float:
    return labels * CUT_SECONDS / 60


def minutes_to_stick(labels: int) -> float:
    """To stick so many labels and show them to the camera."""
    return (labels * LABEL_SECONDS + ceil(labels / LABELS_A_LOOK) * LOOK_SECONDS) / 60


def minutes_to_show(cards: int) -> float:
    return cards * SHOW_SECONDS / 60


def minutes_to_lay(pieces: int) -> float:
    return pieces * LAY_SECONDS / 60
