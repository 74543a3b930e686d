#!/usr/bin/env bash
# Lays what companion.service forbids on a command, without systemd: what of the unit does so is read from it, and what a
# machine has that the kernel here has not, is played. As root, in mount namespaces of its own.
#
#   sandbox.sh UNIT SITE-PACKAGES PYTHON-PREFIX PYTHON PROBE     prints what the probe prints
#
# With SANDBOX_FREE=1 the machine is played and nothing is forbidden.
set -euo pipefail

unit=$1 site=$2 prefix=$3 python=$4 probe=$5
here=$(cd -- "$(dirname -- "$0")/../.." && pwd -P)
# By the class that the unit allows: the device that plays one of it, and the group that has it. Sound and lights have to be
# opened, by drivers for file systems and networks in user space; of the others it counts whether they may be.
playing="alsa snd/pcmC0D0p 229 audio
spi spidev0.0 200 audio
video4linux video0 240 video
media media0 241 video
dma_heap dma_heap/system 242 video
gpiochip gpiochip0 243 gpio
drm dri/card0 244 video
input input/event0 245 input"
words() { sed -n "s/^$1=-\{0,1\}//p" "$unit" | tr ' ' '\n'; }

# --- a machine of our own making -----------------------------------------------------------------------------------

played() {
    mount -t tmpfs none /opt
    mkdir -p /opt/{tree,site,python,bin}
    mount --bind "$here" /opt/tree
    mount --bind "$site" /opt/site
    mount --bind "$prefix" /opt/python
    cp "$probe" /opt/probe.py
    # Plays on the card's output as aplay does, and complains as it does.
    printf '#!/bin/sh\nexec 3>/dev/snd/pcmC0D0p\n' >/opt/bin/aplay
    printf ' 0 [Headphones     ]: played\n' >/opt/cards
    chmod 755 /opt/bin/aplay
    # What a process may reach of networks only a kernel filter forbids: the probe lays it on itself.
    words RestrictAddressFamilies >/opt/families
    printf '%s' "${SANDBOX_BROKER-}" >/opt/broker

    mount -t tmpfs none /sys
    mkdir -p /sys/devices/panel/backlight/lamp /sys/class/backlight /sys/kernel
    ln -s ../../devices/panel/backlight/lamp /sys/class/backlight/lamp
    echo 255 >/sys/devices/panel/backlight/lamp/max_brightness
    echo 9 >/sys/devices/panel/backlight/lamp/brightness
    # As udev.rules does.
    chgrp video /sys/devices/panel/backlight/lamp/brightness
    chmod g+w /sys/devices/panel/backlight/lamp/brightness
    touch /sys/kernel/tunable
    chmod 666 /sys/kernel/tunable

    mount -t tmpfs none /run
    mount -t tmpfs none /media
    mount -t tmpfs none /mnt
    mkdir -p /media/table-companion /run/devices
    mount --bind /dev /run/devices
    for stick in first later; do
        truncate -s 64M "/run/$stick.img"
        mkfs.ext4 -q "/run/$stick.img"
        basename "$(losetup --find --show "/run/$stick.img")" >"/run/$stick"
    done
    mkdir -p "/run/$(words RuntimeDirectory)" "/run/lib/$(words StateDirectory)"
    chown nobody: /run/table-companion "/run/lib/$(words StateDirectory)"
    mount --bind /run/lib /var/lib
    mount -t tmpfs none /dev -o mode=755
    mknod -m 666 /dev/null c 1 3
    mknod -m 666 /dev/urandom c 1 9
    while read -r _ device number group; do
        mkdir -p "/dev/$(dirname "$device")"
        mknod -m 660 "/dev/$device" c 10 "$number"
        chgrp "$(getent group "$group" audio | head -n 1 | cut -d: -f3)" "/dev/$device"
    done <<<"$playing"
    # A device that is nobody's business.
    mknod -m 666 /dev/other c 10 235
}

stick() {
    COMPANION_DEVICES=/run/devices COMPANION_OWNER=nobody "$here/systemd/stick" put-in "$1"
    # From now on it is gone as soon as it is unmounted.
    losetup --detach "/run/devices/$1"
}

# --- what the unit forbids -----------------------------------------------------------------------------------------

# DevicePolicy=closed lets a few through that are no hardware; each DeviceAllow lets a class through.
let_devices_through() {
    local group=$1 class major played
    echo a >"$group/devices.deny"
    for device in 1:3 1:5 1:7 1:8 1:9 5:0 5:2; do echo "c $device rwm" >"$group/devices.allow"; done
    for class in $(words DeviceAllow | sed -n 's/^char-//p'); do
        major=$(awk -v class="$class" '$2 == class {print $1}' /proc/devices)
        for major in $major; do echo "c $major:* rw" >"$group/devices.allow"; done
        played=$(awk -v class="$class" '$1 == class {print $3}' <<<"$playing")
        if [ -n "$played" ]; then echo "c 10:$played rw" >"$group/devices.allow"; fi
    done
}

# All is read-only, but what is named: ProtectSystem, ProtectKernelTunables, ReadWritePaths and the unit's own folders.
make_read_only() {
    local folder mounted
    [ "$(words ProtectSystem)" = strict ] && [ "$(words ProtectKernelTunables)" = yes ]
    local writable=(/dev /proc)
    for folder in $(words ReadWritePaths) "/run/$(words RuntimeDirectory)" "/var/lib/$(words StateDirectory)"; do
        [ -e "$folder" ] || continue
        mount --rbind "$folder" "$folder"
        writable+=("$folder")
    done
    findmnt --raw --noheadings --output TARGET | sort -u | while read -r mounted; do
        mounted=$(printf '%b' "$mounted")
        for folder in "${writable[@]}"; do
            case "$mounted/" in "$folder"/*) continue 2 ;; esac
        done
        mount -o remount,bind,ro "$mounted" 2>/dev/null || true
    done
    mount -o remount,bind,ro /
    for folder in /home /root; do mount -t tmpfs -o ro,mode=000 none "$folder"; done
    # PrivateTmp
    mount -t tmpfs -o mode=1777 none /tmp
}

inside() {
    local groups
    groups=$(for group in $(words SupplementaryGroups); do getent group "$group" | cut -d: -f3 || true; done | paste -sd,)
    if [ -z "${SANDBOX_FREE-}" ]; then make_read_only; fi
    cd /opt/tree
    exec setpriv --reuid nobody --regid nogroup --groups "$groups" --no-new-privs --bounding-set=-all --inh-caps=-all \
        env -i PATH=/opt/bin:/usr/bin:/bin HOME=/var/lib/table-companion PYTHONPATH=/opt/tree:/opt/site LD_LIBRARY_PATH=/opt/python/lib \
        PYTHONDONTWRITEBYTECODE=1 SDL_VIDEODRIVER=offscreen "/opt/python/bin/$(basename "$python")" -P /opt/probe.py \
        /var/lib/table-companion
}

if [ "${SANDBOX-}" = inside ]; then inside; fi
# The group was opened before the machine's /sys was covered.
exec 8>"$SANDBOX_GROUP/cgroup.procs"
if [ -z "${SANDBOX_FREE-}" ]; then let_devices_through "$SANDBOX_GROUP"; fi
mount --make-rprivate /
played
mount --make-rshared /
stick "$(cat /run/first)"
(
    echo "$BASHPID" >&8
    SANDBOX=inside exec unshare --mount --propagation slave "$0" "$@"
) &
for _ in $(seq 900); do
    if [ -e /run/table-companion/ready ] || ! kill -0 $! 2>/dev/null; then break; fi
    sleep 0.1
done
stick "$(cat /run/later)"
touch /run/go
wait $!
