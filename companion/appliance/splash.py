"""The first picture: the window is there, and says so, before the games and all the rest are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.config import Display
from companion.core.pages import SplashPage
from companion.core.text import Language, say
from companion.pages.settings import preferred
from hardware.raspberry_pi import is_raspberry_pi

if TYPE_CHECKING:
    from ui.app import CompanionApp


def window_with_splash(display: Display, preferences: Mapping[str, str], language: Language) -> CompanionApp:
    """An open window that shows the first picture; whoever takes it says who takes its touches."""
    from ui.window import choose_display, set_environment

    set_environment()
    choose_display(display.connector)
    from ui.app import CompanionApp

    turned = int(preferred({"turn": str(display.turn), **preferences}, "turn"))
    window = CompanionApp(lambda _: None, language, theme=preferences.get("theme", "dark"), turned=turned)
    window.open(display.size, fills_the_screen(display))
    window.show(SplashPage(say("Table companion"), say("One moment")))
    window.frame()
    return window


def fills_the_screen(display: Display) -> bool:
    """A Pi is nothing but the companion."""
    return display.fullscreen or is_raspberry_pi()
