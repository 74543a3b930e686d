"""The button that ends a page well."""

from __future__ import annotations

from companion.core.screen import Button, Tone, Touched
from companion.core.text import Text


def confirm_button(label: Text, touched: str, why_not: Text | None, icon: str = "check") -> Button:
    """What the key `confirm` presses too; while there is a reason against it, it is grey and says that reason."""
    return Button(
        label,
        Touched(touched),
        "confirm",
        enabled=why_not is None,
        why_not=why_not,
        tone=Tone.GOOD,
        icon=icon,
    )
