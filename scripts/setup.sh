#!/usr/bin/env bash
# Makes this checkout ready to use: system packages, virtual environment, locked dependencies.
#
#   scripts/setup.sh run         what the companion needs
#   scripts/setup.sh check       that, and what lint, types and tests need
#   scripts/setup.sh appliance   what the companion needs, in the folder COMPANION_VENV (see systemd/install)
#   scripts/setup.sh club        beside it, what joins a club of tables (docs/club.md); from then on `run` keeps it
#
# Run again, it finds everything in place and returns at once.
set -euo pipefail

here=$(cd -- "$(dirname -- "$0")/.." && pwd -P)
venv=${COMPANION_VENV:-$here/.venv}
# What the machine says of itself; the tests say something else.
model_file=${COMPANION_MODEL_FILE:-/proc/device-tree/model}
system_python=${COMPANION_SYSTEM_PYTHON:-/usr/bin/python3}

# Where a package was renamed between Debian 12 and 13, both names stand, newest first.
run_packages=(libzbar0t64/libzbar0 libmtdev1t64/libmtdev1 libgl1 libegl1 libgles2 libgl1-mesa-dri)
pi_packages=(python3-picamera2 python3-lgpio)
# `aplay`, which makes the clock heard, what reads aloud, and what tells the file system of a stick.
appliance_packages=(alsa-utils espeak-ng util-linux)
# xvfb-run needs xauth; pdftoppm (poppler-utils) reads printed sheets back; systemd brings systemd-analyze; power cuts
# are made by a small library in C; mosquitto is a club's broker, with certificates that openssl makes.
check_packages=(xvfb xauth poppler-utils systemd shellcheck git gcc libc6-dev mosquitto openssl espeak-ng)

say() { printf 'set-up: %s\n' "$*" >&2; }
fail() {
    say "$*"
    exit 1
}

on_a_pi() { grep -aqs 'Raspberry Pi' "$model_file"; }

# --- system packages -------------------------------------------------------------------------------------------

# Prints those of the given packages that are not installed under any of their names.
missing_packages() {
    local package name known
    # dpkg-query fails as soon as it does not know one name: what it printed counts.
    # shellcheck disable=SC2068  # two names of one package are two words
    known=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' ${@//\// } 2>/dev/null) || true
    for package in "$@"; do
        for name in ${package//\// }; do
            if [[ $'\n'$known$'\n' == *$'\n'"$name installed"$'\n'* ]]; then continue 2; fi
        done
        printf '%s\n' "$package"
    done
}

# Of two names of one package, the one this release knows; the older name where apt knows neither yet.
name_known_to_apt() {
    local name
    for name in ${1//\// }; do
        if apt-cache show "$name" >/dev/null 2>&1; then break; fi
    done
    printf '%s\n' "$name"
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo -n "$@"
    fi
}

may_become_root() {
    [ "$(id -u)" -eq 0 ] && return
    command -v sudo >/dev/null 2>&1 || return
    [ -t 0 ] || sudo -n true 2>/dev/null
}

install_packages() {
    local wanted=() package command
    if ! command -v dpkg-query >/dev/null 2>&1; then
        [ -d "$venv" ] || say "this system has no apt; please see to it that it has what Debian calls: ${*##*/}"
        return 0
    fi
    mapfile -t wanted < <(missing_packages "$@")
    [ "${#wanted[@]}" -gt 0 ] || return 0
    if may_become_root; then
        say "installing system packages: ${wanted[*]##*/}"
        # A failed update is not the end: the package lists at hand may do.
        as_root apt-get -qq update </dev/null >/dev/null || true
    fi
    for package in "${!wanted[@]}"; do wanted[package]=$(name_known_to_apt "${wanted[package]}"); done
    command="apt-get install -y --no-install-recommends ${wanted[*]}"
    may_become_root ||
        fail "system packages are missing and there is no right to install them here; run this first: sudo $command"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "${wanted[@]}" </dev/null >/dev/null ||
        fail "system packages could not be installed; with a network connection, run: sudo apt-get update && sudo $command"
}

# A Raspberry Pi may run plain Debian, which does not carry picamera2: then `--camera pi` says so, all else works.
install_pi_packages() {
    local package offered=()
    command -v apt-cache >/dev/null 2>&1 || return 0
    for package in "${pi_packages[@]}"; do
        if apt-cache show "$package" >/dev/null 2>&1; then offered+=("$package"); fi
    done
    [ "${#offered[@]}" -eq 0 ] || install_packages "${offered[@]}"
}

# --- Python ----------------------------------------------------------------------------------------------------

version_of() { "$1" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null; }

suits() {
    # Kivy 2.3 has wheels up to Python 3.13.
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null
}

find_python() {
    local name candidates=(python3 python3.13 python3.12 python3.11 "$system_python")
    # The packaged picamera2 belongs to the packaged Python.
    if on_a_pi; then candidates=("$system_python" "${candidates[@]}"); fi
    for name in "${candidates[@]}"; do
        if command -v "$name" >/dev/null 2>&1 && suits "$name"; then
            printf '%s\n' "$name"
            return
        fi
    done
    return 1
}

chosen_python() {
    local python
    command -v python3 >/dev/null 2>&1 || install_packages python3 python3-venv
    python=$(find_python) ||
        fail "Python $(version_of python3) does not suit: the companion needs Python 3.11, 3.12 or 3.13 (Debian 12 brings 3.11, Debian 13 brings 3.13)"
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then install_packages python3-venv; fi
    printf '%s\n' "$python"
}

make_environment() {
    local python options=(--clear)
    python=$(chosen_python) || exit 1
    if on_a_pi; then options+=(--system-site-packages); fi
    say "making the virtual environment with Python $(version_of "$python")"
    "$python" -m venv "${options[@]}" "$venv" >&2 ||
        fail "the virtual environment could not be made in $venv: is python3-venv installed and the disk not full?"
}

# --- locked dependencies ---------------------------------------------------------------------------------------

# What an installation depends on: the lock and the interpreter it was made for.
fingerprint() {
    local sum
    sum=$(sha256sum <"$1")
    printf '%s %s\n' "${sum%% *}" "$(readlink -f "$venv/bin/python")"
}

stamp_of() { printf '%s/.installed-%s\n' "$venv" "$(basename "$1" .txt)"; }

is_installed() {
    local stamp
    stamp=$(stamp_of "$1")
    [ -x "$venv/bin/python" ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(fingerprint "$1")" ]
}

install_locked() {
    local lock=$1
    shift
    is_installed "$lock" && return
    if ! "$venv/bin/python" -m pip --version >/dev/null 2>&1; then make_environment; fi
    say "installing what $(basename "$lock") lists"
    "$venv/bin/python" -m pip -qq --disable-pip-version-check --no-input install \
        --require-hashes --only-binary :all: "$@" -r "$lock" >&2 ||
        fail "the dependencies in $(basename "$lock") could not be installed: see pip's words above; a first start needs a network connection"
    fingerprint "$lock" >"$(stamp_of "$lock")"
}

# The packaged picamera2 brings a module built for an older NumPy than ours (Debian 12): this is the same one, rebuilt.
install_pi_extras() {
    if on_a_pi; then install_locked "$here/requirements-pi.txt" --no-deps; fi
}

# One line in site-packages makes `python -m companion` work from any folder, also after the checkout was moved. Beside it
# lie the metadata that a wheel would bring, written anew when what they are made of has changed.
make_importable() {
    local folder made_of stamp=$venv/.metadata-made-of
    made_of=$(cat "$here"/{pyproject.toml,companion/__init__.py,scripts/checkout_metadata.py} | sha256sum)
    for folder in "$venv"/lib/python3*/site-packages; do
        if [ "$(cat "$folder/table_companion.pth" 2>/dev/null)" != "$here" ]; then
            printf '%s\n' "$here" >"$folder/table_companion.pth"
        fi
        if [ "$(cat "$stamp" 2>/dev/null)" != "$made_of" ]; then
            "$venv/bin/python" "$here/scripts/checkout_metadata.py" "$folder" ||
                fail "the companion's metadata could not be written to $folder: is the disk full?"
        fi
    done
    printf '%s\n' "$made_of" >"$stamp"
}

install_club() { install_locked "$here/requirements-club.txt" --no-deps; }

set_up_for_running() {
    install_packages "${run_packages[@]}"
    if on_a_pi; then install_pi_packages; fi
    # The development lock holds everything in the other one, at the same versions.
    is_installed "$here/requirements-dev.txt" || install_locked "$here/requirements.txt"
    if [ -f "$(stamp_of requirements-club.txt)" ]; then install_club; fi
    install_pi_extras
}

set_up_for_checking() {
    install_packages "${run_packages[@]}" "${check_packages[@]}"
    # Most modules of what tests need are never imported: those that are will be compiled then.
    install_locked "$here/requirements-dev.txt" --no-compile
    install_pi_extras
    # Only its signatures are wanted, so it stays out of the import path and comes without its own dependencies.
    install_locked "$here/requirements-picamera2.txt" --no-deps --no-compile --upgrade --target "$venv/picamera2"
    make_importable
}

case "${1-}" in
    run)
        set_up_for_running
        make_importable
        ;;
    check) set_up_for_checking ;;
    club)
        set_up_for_running
        install_club
        [ -n "${COMPANION_VENV-}" ] || make_importable
        ;;
    appliance)
        install_packages "${appliance_packages[@]}"
        set_up_for_running
        ;;
    *) fail "usage: scripts/setup.sh run|check|appliance|club" ;;
esac
