# What another machine needs to run a Raspberry Pi's programs; scripts/arm64.sh and scripts/image read it.
# shellcheck shell=bash

prepare_emulation() {
    local needed=(mmdebstrap arch-test qemu-user-static binfmt-support)
    [ "$(dpkg --print-architecture)" != arm64 ] || return 0
    command -v mmdebstrap qemu-aarch64-static >/dev/null ||
        apt-get -qq install -y --no-install-recommends "${needed[@]}" >/dev/null
    [ -e /proc/sys/fs/binfmt_misc/status ] || mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
    update-binfmts --enable qemu-aarch64 2>/dev/null || true
    # Without a processor named, the emulation computes pointer authentication in software: ten times slower.
    export QEMU_CPU=cortex-a72
}

mirror() {
    awk '/^URIs:/ {print $2; exit} /^deb / {print $2; exit}' \
        /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null
}
