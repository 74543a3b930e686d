"""Trying out what is wired to the machine: buttons in the table's edge, lamps, loudspeaker, display, stick."""

from __future__ import annotations

from companion.appliance.devices import NO_STICK
from companion.appliance.wiring import lamp_title, wiring_sketch
from companion.config import BUTTONS, LAMPS
from companion.core.command_cards import TITLES
from companion.core.page_parts import Row, RowGroup
from companion.core.pages import ListPage, PlanPage
from companion.core.screen import Button, Close, Open, Tone, Touched
from companion.core.text import NOTHING, Text, say, verbatim
from companion.languages import load_language
from companion.pages.page_context import PageContext

USUAL_LAMPS = ("turn", "notice", "error")
"""Others are listed where they are connected."""


class HardwareTest:
    """A button that is pressed gets its tick; a lamp that is touched shines."""

    def __init__(self, context: PageContext) -> None:
        self._context = context
        self._pressed: set[str] = set()

    def view(self) -> ListPage:
        buttons = tuple(self._button(name) for name in BUTTONS)
        known = self._context.machine.lamps
        lamps = tuple(self._lamp(name) for name in LAMPS if name in USUAL_LAMPS or name in known)
        groups = (
            RowGroup(say("Buttons"), buttons),
            RowGroup(say("Lamps"), lamps),
            RowGroup(say("Machine"), (self._sound(), self._voice(), self._strip(), self._display(), self._stick())),
            *self._names(),
        )
        line = say("Press each button once. Touch a lamp here, and it lights up for a moment.")
        wiring = Button(say("Wiring"), Open("wiring"), icon="plug")
        return ListPage("hardware", say("Buttons, lamps, sound"), groups, (line,), (wiring,))

    def touched(self, key: str, value: str) -> None:
        match key:
            case "lamp":
                self._context.machine.shine(value)
            case "sound":
                self._context.machine.ring("test")
            case "voice":
                self._context.machine.voice.say(self._sample(), self._context.language)
            case "name":
                self._context.machine.voice.say(value, self._context.language)
            case "stick":
                self._context.machine.sticks.take_out()
            case _:
                pass

    def pressed(self, name: str) -> None:
        """This button was pressed."""
        self._pressed.add(name)

    def _button(self, name: str) -> Row:
        words = TITLES[name]
        if name not in self._context.machine.buttons:
            return Row(words, icon="square", why_not=_not_connected())
        seen = name in self._pressed
        return Row(
            words,
            right=say("works") if seen else say("press it"),
            icon="circle-check" if seen else "circle",
            tone=Tone.GOOD if seen else Tone.NORMAL,
        )

    def _lamp(self, name: str) -> Row:
        words = lamp_title(name)
        if name not in self._context.machine.lamps:
            return Row(words, icon="bulb-off", why_not=_not_connected())
        return Row(words, NOTHING, icon="bulb", intent=Touched("lamp", name))

    def _sound(self) -> Row:
        why_not = self._context.machine.unavailable.get("sound")
        intent = Touched("sound") if why_not is None else None
        second = say("Touch, and two notes are heard") if why_not is None else why_not
        return Row(say("Loudspeaker"), second, icon="bell", intent=intent, why_not=why_not)

    def _voice(self) -> Row:
        why_not = self._context.machine.unavailable.get("read aloud")
        intent = Touched("voice") if why_not is None else None
        second = say("Touch, and the names of your people are read aloud") if why_not is None else why_not
        return Row(say("Voice"), second, icon="volume", intent=intent, why_not=why_not)

    def _sample(self) -> str:
        return ", ".join(self._people()) or say("This is how I sound.").render(load_language(self._context.language))

    def _names(self) -> tuple[RowGroup, ...]:
        """Names are spoken as they are typed: whoever is called wrongly can hear it here, and type another spelling."""
        if "read aloud" in self._context.machine.unavailable or not self._people():
            return ()
        rows = tuple(Row(verbatim(name), icon="volume", intent=Touched("name", name)) for name in self._people())
        return (RowGroup(say("Touch a name to hear it"), rows),)

    def _people(self) -> tuple[str, ...]:
        """Who plays, and who else is known."""
        session = self._context.session
        playing = () if session is None else tuple(session.history.names.values())
        return tuple(dict.fromkeys((*playing, *(person.name for person in self._context.store.people()))))

    def _strip(self) -> Row:
        why_not = self._context.machine.unavailable.get("strip")
        second = say("Where the first is, which way they go on") if why_not is None else why_not
        intent = Open("strip") if why_not is None else None
        return Row(say("Lights round the mat"), second, icon="bulb", intent=intent, why_not=why_not)

    def _display(self) -> Row:
        why_not = self._context.machine.unavailable.get("brightness")
        right = say("can be dimmed") if why_not is None else NOTHING
        return Row(say("Display"), why_not or NOTHING, right, icon="sun", why_not=why_not)

    def _stick(self) -> Row:
        if not self._context.machine.sticks.mounted():
            return Row(say("USB stick"), icon="usb", why_not=NO_STICK)
        return Row(say("USB stick"), say("Touch it before you pull it out"), icon="usb", intent=Touched("stick"))


class Wiring:
    """Every wire by the settings that stand, drawn beside the header's pins."""

    def __init__(self, context: PageContext) -> None:
        self._context = context

    def view(self) -> PlanPage:
        wires = self._context.machine.wires
        words = tuple((Tone.NORMAL, wire.words) for wire in wires) or ((Tone.UNKNOWN, _not_connected()),)
        back = Row(say("Try them out"), say("Buttons, lamps, sound"), icon="hand-click", intent=Close())
        return PlanPage(say("Wiring"), wiring_sketch(wires, whole=False), back, (), words)

    def touched(self, key: str, value: str) -> None:
        """Nothing on it can be changed: the settings file says which pins are used."""


def _not_connected() -> Text:
    return say("Nothing is connected for this. The settings file says which pins are used.")
