"""Which display the window gets: the trees of files that the kernel shows on the machines people have."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.appliance.doctor import Health, display
from companion.config import Display
from ui.displays import (
    VARIABLES,
    candidates,
    choose_card,
    connectors,
    display_number,
    fitted,
    sdl_library,
    variables_read,
)
from ui.window import has_display, may_draw

ON, OFF, UNSURE = "connected", "disconnected", "unknown"
HD, TOUCH = "1920x1080", "720x1280"
Plugs = dict[str, tuple[str, str]]
TREES: dict[str, tuple[Plugs, list[int]]] = {
    "Pi 4, HDMI": ({"card1-HDMI-A-1": (ON, HD), "card1-HDMI-A-2": (OFF, ""), "card1-Writeback-1": (UNSURE, "")}, [1]),
    "Pi 4, DSI": ({"card1-DSI-1": (ON, "800x480"), "card1-HDMI-A-1": (OFF, ""), "card1-HDMI-A-2": (OFF, "")}, [1]),
    "Pi 5, HDMI": ({"card1-HDMI-A-1": (ON, HD), "card1-HDMI-A-2": (OFF, "")}, [1]),
    "Pi 5, DSI": ({"card2-DSI-1": (ON, TOUCH), "card1-HDMI-A-1": (OFF, ""), "card1-HDMI-A-2": (OFF, "")}, [2]),
    "Pi 5, DSI, the other way round": ({"card0-DSI-1": (ON, TOUCH), "card2-HDMI-A-1": (OFF, "")}, [0]),
    "Pi 5, both": ({"card2-DSI-1": (ON, TOUCH), "card1-HDMI-A-1": (ON, HD)}, [2, 1]),
    "DPI": ({"card0-DPI-1": (ON, "720x720"), "card1-HDMI-A-1": (OFF, "")}, [0]),
    "SPI, which cannot tell": ({"card2-SPI-1": (UNSURE, "480x320"), "card1-HDMI-A-1": (OFF, "")}, [2]),
    "SPI, and a monitor": ({"card2-SPI-1": (UNSURE, "480x320"), "card1-HDMI-A-1": (ON, HD)}, [1, 2]),
    "none": ({"card1-HDMI-A-1": (OFF, ""), "card1-HDMI-A-2": (OFF, "")}, []),
}
"""By machine: connectors with status and first mode, and the cards in the order in which they are tried."""


def tree(folder: Path, plugs: Plugs) -> Path:
    for number, (name, (status, mode)) in enumerate(plugs.items(), 30):
        plug = folder / name
        plug.mkdir(parents=True)
        (plug / "status").write_text(f"{status}\n")
        (plug / "modes").write_text(f"{mode}\n640x480\n" if mode else "")
        (plug / "connector_id").write_text(f"{number}\n")
    for other in ("card0", "card1", "renderD128", "version"):
        (folder / other).mkdir(parents=True, exist_ok=True)
    return folder


@pytest.mark.parametrize(("plugs", "cards"), TREES.values(), ids=list(TREES))
def test_the_card_with_something_plugged_in_is_taken(tmp_path: Path, plugs: Plugs, cards: list[int]) -> None:
    environment: dict[str, str] = {}
    chosen = choose_card(environment, "", tree(tmp_path, plugs), lambda: True, VARIABLES[:1])

    assert cards == [each.card for each in candidates(connectors(tmp_path))]
    assert (None if not cards else cards[0]) == (None if chosen is None else chosen.card)
    assert ({VARIABLES[0]: str(cards[0])} if cards else {}) == environment
    assert bool(cards) == has_display({}, tmp_path)


@pytest.mark.parametrize(
    ("comes_up_on", "wanted", "taken"),
    [("1", "", ("HDMI-A-1", "1")), ("2", "HDMI-A-1", ("DSI-1", "2")), ("none", "", ("DSI-1", "2"))],
    ids=["the next one", "not the one that was wanted", "none: the likeliest"],
)
def test_if_no_picture_comes_up_another_card_is_tried(
    tmp_path: Path, comes_up_on: str, wanted: str, taken: tuple[str, str]
) -> None:
    environment: dict[str, str] = {}
    tree(tmp_path, TREES["Pi 5, both"][0])
    chosen = choose_card(environment, wanted, tmp_path, lambda: environment[VARIABLES[0]] == comes_up_on, VARIABLES[:1])

    assert chosen is not None
    assert taken == (chosen.name, environment[VARIABLES[0]])


def test_on_the_console_a_card_has_to_be_ours_before_anything_can_be_drawn(tmp_path: Path) -> None:
    cards, devices = tree(tmp_path / "cards", TREES["Pi 5, both"][0]), tmp_path / "devices"
    devices.mkdir()
    before = may_draw({}, cards, devices)
    (devices / "card2").touch()

    assert (False, True) == (before, may_draw({}, cards, devices))
    assert may_draw({"DISPLAY": ":0"}, cards, tmp_path / "none"), "a desktop draws for us"


def test_with_both_connected_the_settings_say_which(tmp_path: Path) -> None:
    environment: dict[str, str] = {}
    choose_card(environment, "HDMI-A-1", tree(tmp_path, TREES["Pi 5, both"][0]), lambda: True, VARIABLES[:1])

    assert {VARIABLES[0]: "1"} == environment


def test_two_displays_on_one_card_are_told_apart_by_the_kernels_order(tmp_path: Path) -> None:
    """A Raspberry Pi 4 has one card for all of them."""
    found = connectors(tree(tmp_path, {"card1-HDMI-A-1": (ON, HD), "card1-DSI-1": (ON, "800x480")}))

    assert {"HDMI-A-1": 0, "DSI-1": 1} == {each.name: display_number(each, found) for each in found}


def test_what_somebody_has_set_stands(tmp_path: Path) -> None:
    environment = {VARIABLES[1]: "7"}

    assert choose_card(environment, "", tree(tmp_path, TREES["Pi 5, DSI"][0]), lambda: True) is None
    assert {VARIABLES[1]: "7"} == environment


def test_the_library_in_use_says_which_variable_it_reads(tmp_path: Path) -> None:
    """The SDL 2.30 of Kivy's wheel reads the short one."""
    (tmp_path / "libSDL2").write_bytes(b"\0SDL_VIDEO_KMSDRM_DEVICE_INDEX\0")

    assert VARIABLES[1:] == variables_read(tmp_path / "libSDL2")
    assert VARIABLES[:1] == variables_read()
    assert sdl_library() is not None


@pytest.mark.parametrize(
    ("room", "size"),
    [((800, 480), (800, 480)), ((1920, 600), (1280, 600)), ((1920, 1080), (1280, 720)), (None, (1280, 720))],
)
def test_a_window_is_no_larger_than_the_desktop(room: tuple[int, int] | None, size: tuple[int, int]) -> None:
    assert size == fitted((1280, 720), room)


def test_the_doctor_names_plug_card_size_and_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree(tmp_path, TREES["Pi 5, DSI"][0])
    monkeypatch.setenv("DISPLAY", "somewhere:0")
    elsewhere = display(Display(connector="HDMI-A-1"), 0, tmp_path)

    assert "DSI-1 of card 2, 720x1280 pixels, turned by 90 degrees" == str(display(Display(), 90, tmp_path).what)
    assert Health.USABLE is elsewhere.health
    assert "The settings want HDMI-A-1, where nothing is connected; there is DSI-1." == str(elsewhere.remedy)
