"""The doctor knocks at a club's broker, and says what lies on the way to it."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from companion.appliance import doctor
from companion.appliance.doctor import Health
from companion.config import Club
from tests.club.conftest import Broker


def test_a_broker_that_answers(broker: Broker) -> None:
    found = doctor.club(Club("127.0.0.1", broker.port, tls=False))

    assert (Health.GOOD, "the broker 127.0.0.1 answers") == (found.health, str(found.what))


def test_one_that_does_not_speak_tls(broker: Broker) -> None:
    found = doctor.club(Club("127.0.0.1", broker.port))

    assert Health.USABLE is found.health
    assert "It does not speak TLS there" in str(found.remedy)


def test_one_that_is_not_there() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        found = doctor.club(Club("127.0.0.1", unused.getsockname()[1], tls=False))

    assert "It does not answer (Connection refused)" in str(found.remedy)


def test_a_name_that_no_machine_has(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> object:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)

    assert "No machine of this name is found" in str(doctor.club(Club("nowhere.club.lan")).remedy)


def test_a_password_that_is_not_there(tmp_path: Path) -> None:
    found = doctor.club(Club("localhost", user="table7", password_file=tmp_path / "password"))

    assert "The club's password cannot be read" in str(found.remedy)


def test_a_service_that_was_installed_without_the_club_has_no_network(tmp_path: Path) -> None:
    (tmp_path / "companion.service").touch()
    rights = tmp_path / "companion.service.d" / "club.conf"

    assert "sudo systemd/install --club" in str(doctor.club(Club("127.0.0.1"), rights).remedy)
