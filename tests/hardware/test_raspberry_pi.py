"""Which board this is, and on which of its connectors a camera hangs."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.raspberry_pi import camera_connector, is_raspberry_pi, machine_model

PI_4, PI_5 = "Raspberry Pi 4 Model B Rev 1.4", "Raspberry Pi 5 Model B Rev 1.0"


@pytest.mark.parametrize(
    ("connector", "id", "model"),
    [
        ("CAM/DISP 0", "/base/axi/pcie@1000120000/rp1/i2c@88000/imx708@1a", PI_5),
        ("CAM/DISP 1", "/base/axi/pcie@1000120000/rp1/i2c@80000/imx708@1a", PI_5),
        ("", "/base/axi/pcie@1000120000/rp1/i2c@90000/imx708@1a", PI_5),
        ("CAMERA", "/base/soc/i2c0mux/i2c@1/imx708@1a", PI_4),
        ("", "/base/soc/i2c0mux/i2c@1/imx708@1a", ""),
    ],
)
def test_a_camera_hangs_on_the_connector_of_its_bus(connector: str, id: str, model: str) -> None:
    assert connector == camera_connector(id, model)


def test_the_board_says_its_name_with_a_nought_at_its_end(tmp_path: Path) -> None:
    (tmp_path / "model").write_bytes(f"{PI_5}\0".encode())

    assert PI_5 == machine_model(tmp_path / "model")
    assert is_raspberry_pi(tmp_path / "model")
    assert "" == machine_model(tmp_path / "none")
