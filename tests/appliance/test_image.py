"""A card's root folder is made a companion's, the same each time, and boots; a quarter of an hour, as root.

A small Debian for this machine's own processor stands in for the card: what is done to it is the same. The emulated
one is what `scripts/image build` and `scripts/image boot` are for.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from companion.pages.contents import PAGES
from tests.appliance.walk_everything import MADE_A_MISTAKE

ROOT = Path(__file__).parents[2]
IMAGE = ROOT / "scripts" / "image"
TOOLS = ("mmdebstrap", "systemd-nspawn", "openssl")
PACKAGES = "systemd-sysv,dbus,udev,python3,python3-venv,ca-certificates"
NO_CONSOLE = "[Service]\nTTYPath=\nStandardInput=null\nTTYReset=no\nTTYVHangup=no\n"
"""A container has no console in front."""

PROBE = "[Unit]\nAfter=dbus.service\nWants=companion.service\n[Service]\nType=oneshot\nExecStart=/probe.sh\n"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can install into another root folder"),
    pytest.mark.skipif(not all(map(shutil.which, TOOLS)), reason=f"this needs {', '.join(TOOLS)}"),
]


def image(*words: str | Path, work: Path, key: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "IMAGE_WORK": str(work), **({} if key is None else {"IMAGE_KEY": str(key)})}
    return subprocess.run([IMAGE, *words], env=environment, capture_output=True, text=True, check=False)


def mirror() -> str:
    asked = f'. "{ROOT}/scripts/emulation.sh" && mirror'
    return subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two cards, written alike, with the companion installed into each."""
    folder = tmp_path_factory.mktemp("cards")
    first, second = folder / "first", folder / "second"
    asked = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={PACKAGES}", "trixie", first]
    subprocess.run([*asked, f"deb {mirror()} trixie main"], check=True)
    subprocess.run(["cp", "-a", first, second], check=True)
    for card in (first, second):
        done = image("into", card, work=folder / "work")
        assert 0 == done.returncode, done.stderr
    return first, second


def test_the_same_inputs_give_the_same_files(cards: tuple[Path, Path], tmp_path: Path) -> None:
    first, second = (image("list", card, work=tmp_path).stdout.splitlines() for card in cards)

    assert [] == sorted(set(first) ^ set(second))
    assert any("./opt/table-companion/current\tl" in line for line in first)


def test_what_is_listed_is_signed_and_a_change_is_found(cards: tuple[Path, Path], tmp_path: Path) -> None:
    key, public, listed = tmp_path / "key.pem", tmp_path / "public.pem", tmp_path / "list"
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", key], check=True)
    subprocess.run(["openssl", "pkey", "-in", key, "-pubout", "-out", public], check=True)
    listed.write_text(image("list", cards[1], work=tmp_path).stdout, encoding="utf-8")
    signed = ["openssl", "pkeyutl", "-sign", "-rawin", "-inkey", key, "-in", listed, "-out", f"{listed}.sig"]
    subprocess.run(signed, check=True)
    assert 0 == image("verify", cards[1], listed, public, work=tmp_path).returncode

    hostname = cards[1] / "etc" / "hostname"
    before = hostname.read_bytes()
    hostname.write_text("another\n", encoding="utf-8")
    changed = image("verify", cards[1], listed, public, work=tmp_path)
    # The card is the other tests', too, and they come in any order.
    hostname.write_bytes(before)
    assert (1, True) == (changed.returncode, "differs" in changed.stderr)
    listed.write_text(listed.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert "was not signed" in image("verify", cards[1], listed, public, work=tmp_path).stderr


def test_a_folder_that_is_no_card_is_refused(tmp_path: Path) -> None:
    refused = image("into", tmp_path, work=tmp_path / "work")

    assert (1, True) == (refused.returncode, "is no root folder of Raspberry Pi OS or Debian" in refused.stderr)


def test_it_boots_and_systemd_itself_lays_the_units_restrictions_on(cards: tuple[Path, Path], tmp_path: Path) -> None:
    """Each under the unit's own properties, by `systemd-run`; a container has no screen and no camera."""
    # What a card writes as it boots is a difference to the other one, and the tests come in any order.
    card = tmp_path / "card"
    subprocess.run(["cp", "-a", cards[0], card], check=True)
    units = card / "etc" / "systemd" / "system"
    for script, name in (("probe_booted.sh", "probe.sh"), ("walk_everything.py", "walk.py")):
        shutil.copy(Path(__file__).with_name(script), card / name)
    # One that everybody may open by its rights, and that the unit does not name.
    os.mknod(tmp_path / "other", 0o666 | stat.S_IFCHR, os.makedev(10, 235))
    (tmp_path / "other").chmod(0o666)
    (units / "probe.service").write_text(PROBE, encoding="utf-8")
    (units / "multi-user.target.wants" / "probe.service").symlink_to("../probe.service")
    (units / "companion.service.d").mkdir()
    (units / "companion.service.d" / "no-console.conf").write_text(NO_CONSOLE, encoding="utf-8")
    boot = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--boot"]
    boot += [f"--bind={tmp_path / 'other'}:/dev/other", "--directory", card]
    subprocess.run(boot, stdin=subprocess.DEVNULL, capture_output=True, timeout=900, check=True)
    came = dict(line.split(": ", 1) for line in (card / "probed").read_text(encoding="utf-8").splitlines())
    doctor, device, group = came.pop("doctor"), came.pop("device"), came.pop("control group")
    inside, outside = ((card / f"walked.{where}").read_text(encoding="utf-8") for where in ("inside", "outside"))

    assert {
        "service": "activating, There is no screen; waiting for one.",
        "user": "companion",
        "state": "written",
        "elsewhere": "Read-only file system",
        "network": "Address family not supported by protocol",
        "sheets": "new_world_order-labels-cards.pdf new_world_order-labels-mat.pdf new_world_order-labels.pdf",
        "lamp": "31",
        "time zone": "/usr/share/zoneinfo/Europe/Tallinn, Europe/Tallinn",
    } == came
    assert device == ("opened" if group == "/" else "Operation not permitted"), "a container may get no groups"
    assert set(PAGES) == set(json.loads(inside)["pages"])
    assert outside == inside, "what pages and commands say and write is the same without restrictions"
    assert MADE_A_MISTAKE not in inside
    assert {"display broken", "disk good", "journal good", "version good"} <= set(doctor.split(", "))
