"""The first picture: the window is there, and says so, before the games and all the rest are read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.config import Display
from companion.core.pages import SplashPage
from companion.core.text import Language, say
from hardware.raspberry_pi import is_raspberry_pi

if TYPE_CHECKING:
    from ui.app import CompanionApp


def window_with_splash(display: Display, theme: str, language: Language) -> CompanionApp:
    """An open window that shows the first picture; whoever takes it says who takes its touches."""
    from ui.window import set_environment

    set_environment()
    from ui.app import CompanionApp

    window = CompanionApp(lambda _: None, language, theme=theme)
    window.open(display.size, fills_the_screen(display))
    window.show(SplashPage(say("Table companion"), say("One moment")))
    window.frame()
    return window


def fills_the_screen(display: Display) -> bool:
    """A Pi is nothing but the companion."""
    return display.fullscreen or is_raspberry_pi()
