"""Pictures from files: right luma, or one clear sentence."""

import os
import struct
import sys
import zlib
from unittest import mock

import cv2
import numpy as np
import pytest

from companion.errors import ImageError
from hardware.camera import LONGEST_EDGE
from hardware.image_files import read_luma

RAMP = np.add.outer(np.arange(40) * 2, np.arange(60) * 2).astype(np.uint8)


def saved(tmp_path, name, pixels):
    path = tmp_path / name
    assert cv2.imwrite(str(path), pixels)
    return path


class TestRightLuma:
    def test_one_channel_is_taken_as_it_is(self, tmp_path):
        assert np.array_equal(RAMP, read_luma(saved(tmp_path, "grey.png", RAMP)))

    def test_sixteen_bits_become_eight(self, tmp_path):
        assert np.array_equal(RAMP, read_luma(saved(tmp_path, "deep.png", RAMP.astype(np.uint16) * 257)))

    def test_colour_becomes_luma(self, tmp_path):
        """ITU-R BT.601: red weighs 0.299."""
        red = np.zeros((40, 60, 3), np.uint8)
        red[..., 2] = 200

        assert 60 == read_luma(saved(tmp_path, "red.png", red))[0, 0]

    @pytest.mark.parametrize("extension", ["png", "webp", "tif"])
    def test_transparent_places_are_white(self, tmp_path, extension):
        pixels = np.zeros((40, 60, 4), np.uint8)
        pixels[:, 30:, 3] = 255

        luma = read_luma(saved(tmp_path, f"alpha.{extension}", pixels))

        assert (255, 0) == (luma[0, 0], luma[0, 59])

    def test_sixteen_bits_with_transparency(self, tmp_path):
        pixels = np.full((40, 60, 4), 65535, np.uint16)
        pixels[..., :3] = 32768

        assert 128 == read_luma(saved(tmp_path, "deep_alpha.png", pixels))[5, 5]

    @pytest.mark.parametrize(("orientation", "turns"), [(1, 0), (3, 2), (6, -1), (8, 1)])
    def test_exif_rotation_is_undone(self, tmp_path, orientation, turns):
        path = saved(tmp_path, "photo.jpg", RAMP)
        tiff = b"MM\x00*" + struct.pack(">IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)
        exif = b"Exif\x00\x00" + tiff
        data = path.read_bytes()
        path.write_bytes(data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:])

        upright = np.rot90(RAMP, turns)
        luma = read_luma(path)

        assert upright.shape == luma.shape
        assert np.abs(upright.astype(int) - luma).mean() < 3


class TestOneClearSentence:
    @pytest.mark.parametrize(
        ("content", "says"),
        [(b"", "empty"), (b"no picture at all", "no picture"), (b"\x89PNG\r\n\x1a\n broken", "no picture")],
    )
    def test_files_that_are_no_pictures(self, tmp_path, content, says):
        path = tmp_path / "bad.png"
        path.write_bytes(content)

        with pytest.raises(ImageError, match=rf"bad\.png.*{says}"):
            read_luma(path)

    def test_a_picture_cut_short_is_no_crash(self, tmp_path):
        path = saved(tmp_path, "cut.jpg", cv2.resize(RAMP, (600, 400)))
        path.write_bytes(path.read_bytes()[:200])

        with pytest.raises(ImageError, match=r"cut\.jpg"):
            read_luma(path)

    def test_a_missing_file(self, tmp_path):
        with pytest.raises(ImageError, match="cannot be opened"):
            read_luma(tmp_path / "nowhere.png")

    def test_a_folder(self, tmp_path):
        with pytest.raises(ImageError, match="this is no file"):
            read_luma(tmp_path)

    def test_a_pipe_is_not_waited_for(self, tmp_path):
        os.mkfifo(tmp_path / "pipe.png")

        with pytest.raises(ImageError, match="this is no file"):
            read_luma(tmp_path / "pipe.png")

    def test_a_file_that_may_not_be_read(self, tmp_path, monkeypatch):
        path = saved(tmp_path, "secret.png", RAMP)
        monkeypatch.setattr("pathlib.Path.read_bytes", mock.Mock(side_effect=PermissionError(13, "Permission denied")))

        with pytest.raises(ImageError, match=r"secret\.png.*cannot be opened \(Permission denied\)"):
            read_luma(path)

    def test_a_name_too_long_for_a_file(self, tmp_path):
        with pytest.raises(ImageError, match="cannot be opened"):
            read_luma(tmp_path / ("long" * 100 + ".png"))

    @pytest.mark.parametrize("shape", [(1, 1), (1, 100), (28, 500)])
    def test_too_small_for_a_label(self, tmp_path, shape):
        with pytest.raises(ImageError, match="too small"):
            read_luma(saved(tmp_path, "tiny.png", np.zeros(shape, np.uint8)))

    @pytest.mark.parametrize("shape", [(32, LONGEST_EDGE + 1), (LONGEST_EDGE + 1, 32)])
    def test_an_edge_that_readers_cannot_take(self, tmp_path, shape):
        with pytest.raises(ImageError, match="too many"):
            read_luma(saved(tmp_path, "strip.png", np.zeros(shape, np.uint8)))

    def test_far_too_large(self, tmp_path, monkeypatch):
        monkeypatch.setattr("hardware.image_files.LARGEST_PICTURE", 40 * 59)

        with pytest.raises(ImageError, match="too many"):
            read_luma(saved(tmp_path, "huge.png", RAMP))

    def test_too_large_a_file(self, tmp_path, monkeypatch):
        monkeypatch.setattr("hardware.image_files.LARGEST_FILE", 10)

        with pytest.raises(ImageError, match="larger than"):
            read_luma(saved(tmp_path, "heavy.png", RAMP))

    @pytest.mark.parametrize("extension", ["jpg", "png", "bmp"])
    def test_a_picture_of_which_half_is_missing_is_called_so(self, tmp_path, extension):
        """OpenCV gives the missing half as grey, without a word."""
        noise = np.random.default_rng(1).integers(0, 255, (300, 400), np.uint8)
        path = saved(tmp_path, f"half.{extension}", noise)
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])

        with pytest.raises(ImageError, match=rf"half\.{extension}: the picture is cut short"):
            read_luma(path)

    def test_too_many_pixels_are_refused_before_any_is_decoded(self, tmp_path, monkeypatch):
        """A file of 49 kB can hold 400 megapixels."""
        path = saved(tmp_path, "bomb.png", RAMP)
        data = path.read_bytes()
        header = b"IHDR" + struct.pack(">II", 12_000, 12_000) + data[24:29]
        path.write_bytes(data[:12] + header + struct.pack(">I", zlib.crc32(header)) + data[33:])
        monkeypatch.setattr("PIL.ImageFile.ImageFile.load", mock.Mock(side_effect=AssertionError("decoded")))

        with pytest.raises(ImageError, match="too many"):
            read_luma(path)

    def test_libraries_keep_their_words_to_themselves(self, tmp_path, capfd):
        """Libpng writes to the terminal when it meets a broken file."""
        path = saved(tmp_path, "broken.png", RAMP)
        data = path.read_bytes()
        path.write_bytes(data[:60] + b"\x00" * 20 + data[80:])

        with pytest.raises(ImageError, match=r"damaged|cut short|no picture"):
            read_luma(path)
        assert ("", "") == tuple(capfd.readouterr())


def test_a_telephone_s_own_format_needs_a_part(tmp_path, monkeypatch):
    """What begins as an ISO media file of the brand `heic`."""
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    path = tmp_path / "phone.heic"
    path.write_bytes(struct.pack(">I", 24) + b"ftypheic" + bytes(64))
    with pytest.raises(ImageError, match=r"phone\.heic: this is a HEIC picture, and pillow-heif"):
        read_luma(path)
