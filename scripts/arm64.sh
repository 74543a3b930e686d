#!/usr/bin/env bash
# What a Raspberry Pi would do, on another machine; not part of ./check, since it needs a network and minutes.
#
#   scripts/arm64.sh resolve            are there wheels for everything, on both Debians?
#   scripts/arm64.sh tests [ARGUMENTS]  the tests on an emulated arm64 Debian 13; as root; arguments go to pytest, and
#                                       without any all tests are run that need no camera, service or package
#
# ARM64_ROOT keeps the emulated system from run to run; it is made anew where there is none.
set -euo pipefail

here=$(cd -- "$(dirname -- "$0")/.." && pwd -P)
# The oldest C library that the companion meets is Debian 12's.
platform=aarch64-manylinux_2_36
# shellcheck source=scripts/emulation.sh
. "$here/scripts/emulation.sh"
pythons=(3.11 3.13)
# An emulated processor is too slow for what waits for a camera's process; the rest is tested on the machine itself.
elsewhere=(cameras hardware/test_camera_process.py hardware/test_pi_camera.py hardware/test_reconnecting.py
    hardware/test_service.py
    pages/test_camera_pages.py companion/test_updates.py companion/test_heartbeat.py companion/test_real_start.py
    companion/test_power_cuts.py test_install.py test_packaging.py test_setup.py)
libraries=(libzbar0t64 libgl1 libgl1-mesa-dri libegl1 libgles2 libglx-mesa0 libegl-mesa0 libmtdev1t64 fonts-dejavu-core)
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT

say() { printf 'arm64: %s\n' "$*" >&2; }

install_uv() {
    python3 -m venv "$tools"
    "$tools/bin/python" -m pip --quiet --disable-pip-version-check install uv
}

# uv follows the markers of the Python that is asked for; pip would follow those of the one that runs it.
wheels() {
    local python=$1
    shift
    "$tools/bin/uv" pip install --quiet --python-platform "$platform" --python-version "$python" --only-binary :all: "$@"
}

resolve() {
    local python lock failed=0
    for python in "${pythons[@]}"; do
        for lock in requirements requirements-pi requirements-dev requirements-build; do
            if wheels "$python" --dry-run --no-deps --require-hashes --target "$tools/none" -r "$here/$lock.txt"; then
                say "Python $python: every wheel of $lock.txt is there"
            else
                say "Python $python: $lock.txt cannot be installed"
                failed=1
            fi
        done
    done
    return "$failed"
}

make_root() {
    local root=$1 names
    say "making an emulated Debian 13 in $root"
    names=$(IFS=,; echo "${libraries[*]}")
    mmdebstrap --quiet --arch=arm64 --variant=extract --hook-dir=/usr/share/mmdebstrap/hooks/maybe-merged-usr \
        --include="base-files,dash,coreutils,bash,libc-bin,python3,git,util-linux,procps,$names" \
        trixie "$root" "deb $(mirror) trixie main"
    # Maintainer scripts take minutes when emulated; of what they do, this is what is needed.
    printf 'root:x:0:0:root:/root:/bin/bash\n' >"$root/etc/passwd"
    printf 'root:x:0:\n' >"$root/etc/group"
    wheels 3.13 --require-hashes --no-deps --target "$root/site" -r "$here/requirements-dev.txt"
}

run_tests() {
    local root=${ARM64_ROOT:-$tools/root}
    [ "$(id -u)" -eq 0 ] || { say "an emulated system needs the rights of root: sudo $0 tests"; exit 1; }
    prepare_emulation
    [ -d "$root/site" ] || make_root "$root"
    rm -rf "$root/companion"
    mkdir -p "$root/companion"
    (cd "$here" && git -c safe.directory='*' ls-files -z | tar -cf - --null -T -) | tar -xf - -C "$root/companion"
    # Written out now: when the trap runs, what is local here is gone.
    # shellcheck disable=SC2064
    trap "umount -l '$root/dev' '$root/proc'; rm -rf '$tools'" EXIT
    mount --bind /dev "$root/dev"
    mount -t proc proc "$root/proc"
    chroot "$root" ldconfig
    [ $# -gt 0 ] || set -- --numprocesses auto --dist worksteal "${elsewhere[@]/#/--ignore=tests/}"
    chroot "$root" env -i PATH=/usr/bin:/bin HOME=/tmp LANG=C.UTF-8 QEMU_CPU="${QEMU_CPU-}" \
        PYTHONPATH=/site:/companion SDL_VIDEODRIVER=offscreen PYTHONDONTWRITEBYTECODE=1 \
        bash -c 'cd /companion && exec python3.13 -m pytest -q -p no:cacheprovider "$@"' arm64 "$@"
}

case "${1-}" in
    resolve)
        install_uv
        resolve
        ;;
    tests)
        shift
        install_uv
        run_tests "$@"
        ;;
    *)
        say "usage: scripts/arm64.sh resolve|tests [ARGUMENTS]"
        exit 2
        ;;
esac
