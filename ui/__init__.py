"""The touchscreen: draws the frozen `Screen`, posts the intents of touches, and decides nothing.

Kivy reads its environment once, when it is first imported, so that is set here: no module of this room can import
Kivy before this line has run.
"""

from ui.window import set_environment

set_environment()
