"""What is shipped: the packages, their locks, their licence, and nothing of the machine they were made on."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from setuptools import find_namespace_packages

from scripts import licences

ROOT = Path(__file__).parents[1]
PACKAGES = {"companion", "vision", "ui", "hardware"}
LOCKS = sorted(ROOT.glob("requirements*.txt"))
SCRIPTS = (
    *("start", "check", ".ci/run", ".ci/slow"),
    *(f"scripts/{name}.sh" for name in ("setup", "lock", "build_wheel", "arm64")),
    *(f"systemd/{name}" for name in ("install", "companion", "trial", "failure-screen", "power-off")),
)
PIN = re.compile(r"(?m)^([a-z0-9-]+==\S+)")


def files() -> list[Path]:
    """Everything that is in the repository, or would be with the next commit."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [path for name in listed.stdout.splitlines() if (path := ROOT / name).is_file()]


def texts() -> dict[Path, str]:
    found = {}
    for path in files():
        try:
            found[path.relative_to(ROOT)] = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
    return found


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


class TestPackages:
    def test_four_top_level_packages_and_no_fifth(self, project: dict[str, Any]) -> None:
        """Names as general as `ui` are safe only if listed one by one."""
        include = project["tool"]["setuptools"]["packages"]["find"]["include"]

        assert PACKAGES == {name.partition(".")[0] for name in find_namespace_packages(str(ROOT), include=include)}
        assert {package for name in PACKAGES for package in (name, f"{name}.*")} == set(include)

    def test_every_data_file_comes_along(self, project: dict[str, Any]) -> None:
        patterns = project["tool"]["setuptools"]["package-data"]["*"]
        data = [path for path in files() if path.relative_to(ROOT).parts[0] in PACKAGES and path.suffix != ".py"]

        assert [] == [path for path in data if not any(fnmatch(path.name, pattern) for pattern in patterns)]

    def test_every_folder_with_data_is_a_package(self, project: dict[str, Any]) -> None:
        """Catalogues of sentences lie in folders without code: as namespace packages they come along as well."""
        include = project["tool"]["setuptools"]["packages"]["find"]["include"]
        packages = set(find_namespace_packages(str(ROOT), include=include))
        folders = {path.parent.relative_to(ROOT) for path in files() if path.relative_to(ROOT).parts[0] in PACKAGES}

        assert project["tool"]["setuptools"]["packages"]["find"].get("namespaces", True)
        assert "companion.locale" in packages
        assert set() == {".".join(folder.parts) for folder in folders} - packages


class TestLocks:
    def test_all_are_there(self) -> None:
        assert [
            "requirements-build.txt",
            "requirements-club.txt",
            "requirements-dev.txt",
            "requirements-pi.txt",
            "requirements-picamera2.txt",
            "requirements.txt",
        ] == [lock.name for lock in LOCKS]

    @pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
    def test_every_version_is_pinned_and_hashed_and_no_address_is_named(self, lock: Path) -> None:
        entries = lock.read_text().replace("\\\n", " ").splitlines()

        assert [] == [entry for entry in entries if not (PIN.match(entry) and "--hash=sha256:" in entry)]
        assert "://" not in lock.read_text()

    def test_development_has_everything_the_companion_runs_with(self) -> None:
        run, dev = (
            set(PIN.findall((ROOT / name).read_text())) for name in ("requirements.txt", "requirements-dev.txt")
        )

        assert set() == run - dev

    @pytest.mark.parametrize(("lock", "group"), [("requirements.txt", ()), ("requirements-dev.txt", ("dev",))])
    def test_every_declared_dependency_is_locked(
        self, project: dict[str, Any], lock: str, group: tuple[str, ...]
    ) -> None:
        declared = [*project["project"]["dependencies"], *(d for g in group for d in project["dependency-groups"][g])]
        locked = {pin.partition("==")[0] for pin in PIN.findall((ROOT / lock).read_text())}

        assert set() == {re.split(r"[><=~! ]", requirement)[0].lower() for requirement in declared} - locked

    def test_libraries_that_pip_cannot_bring_to_a_pi_are_left_to_apt(self) -> None:
        """On Python 3.13 the index offers only an empty placeholder under the name lgpio."""
        locked = {pin.partition("==")[0] for lock in LOCKS for pin in PIN.findall(lock.read_text())}

        assert set() == locked & {"lgpio", "rpi-lgpio", "libcamera"}


class TestLicences:
    def test_the_page_lists_what_is_locked_under_the_licence_that_it_names(self) -> None:
        assert licences.PAGE.read_text(encoding="utf-8") == licences.page()
        assert "unknown" not in licences.page()
        assert {"kivy", "numpy", "zxing-cpp"} <= set(licences.libraries())


class TestFiles:
    @pytest.mark.parametrize("name", SCRIPTS)
    def test_scripts_can_be_run_and_read(self, name: str) -> None:
        assert os.access(ROOT / name, os.X_OK)
        assert (ROOT / name).read_text().startswith("#!/usr/bin/env bash\n")
        assert "set -euo pipefail" in (ROOT / name).read_text()
        done = subprocess.run(["shellcheck", "-x", name], cwd=ROOT, capture_output=True, text=True, check=False)
        assert (0, "") == (done.returncode, done.stdout)

    def test_the_licence_is_the_declared_one(self, project: dict[str, Any]) -> None:
        text = (ROOT / "LICENSE").read_text()

        assert "Apache-2.0" == project["project"]["license"]
        assert re.match(r"\s+Apache License\s+Version 2\.0, January 2004", text)
        assert "9. Accepting Warranty or Additional Liability." in text

    def test_no_file_names_a_folder_of_the_machine_it_was_made_on(self) -> None:
        folder = re.compile(r"(?<![\w.])/(?:work|farm|root|home/[a-z]+)/|\.\./shared")

        assert [] == [str(path) for path, text in texts().items() if folder.search(text)]
