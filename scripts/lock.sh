#!/usr/bin/env bash
# Writes the requirements files anew from pyproject.toml: every version pinned, every file hashed, no address in them.
# Arguments go to `uv pip compile`, for example `--upgrade` or `--upgrade-package kivy`.
set -euo pipefail

cd -- "$(dirname -- "$0")/.."
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT

python3 -m venv "$tools"
"$tools/bin/python" -m pip --quiet --disable-pip-version-check install uv

compile() {
    "$tools/bin/uv" pip compile --quiet --universal --generate-hashes --no-header --no-annotate --no-emit-index-url \
        --no-emit-find-links --python-version 3.11 "$@"
}

compile "$@" pyproject.toml --output-file requirements.txt
compile "$@" --group dev pyproject.toml --output-file requirements-dev.txt
# What joins a club of tables, where that is asked for: the extra of pyproject.toml.
printf 'paho-mqtt>=2.1,<3\n' | compile "$@" --no-deps - --output-file requirements-club.txt
# Beside the picamera2 that a Raspberry Pi packages: its one extension module that minds which NumPy it meets.
printf 'simplejpeg\n' | compile "$@" --no-deps - --output-file requirements-pi.txt
# The signatures that the tests of the Pi camera are held against; never installed where the companion runs.
printf 'picamera2\n' | compile "$@" --no-deps - --output-file requirements-picamera2.txt
# What builds a wheel of the companion.
printf 'setuptools>=77\n' | compile "$@" --no-deps - --output-file requirements-build.txt
