#!/usr/bin/env bash
# Run once by a booted system on which the companion was installed (test_image.py): every feature under the unit's own
# properties, laid on by systemd itself. Writes `name: what came of it` to /probed and switches the machine off.
set -uo pipefail
exec >/probed 2>/probed.errors
trap 'systemctl poweroff' EXIT

properties=()
while IFS= read -r line; do
    properties+=(--property "$line")
done < <(sed -n '/^\[Service\]/,/^\[Install\]/p' /etc/systemd/system/companion.service | grep -E '^[A-Z][A-Za-z]+=' |
    grep -vE '^(Type|Exec|Restart|Watchdog|Timeout|TTY|Standard|SuccessExitStatus|SyslogIdentifier)')

tell() { printf '%s: %s\n' "$1" "$2"; }
as_the_service() {
    systemd-run --quiet --wait --pipe --collect "${properties[@]}" -- "$@"
}
python=(/opt/table-companion/current/bin/python -P -c)

# It says that it is there, and waits for a screen: a container has none.
for _ in $(seq 60); do
    [ "$(systemctl show --property StatusText --value companion.service)" = "" ] || break
    sleep 1
done
tell service "$(systemctl is-active companion.service), $(systemctl show --property StatusText --value companion.service)"
tell user "$(as_the_service /usr/bin/id -un)"
tell state "$(as_the_service /bin/sh -c 'touch /var/lib/table-companion/probe && echo written' 2>&1)"
tell elsewhere "$(as_the_service /bin/sh -c 'touch /etc/probe 2>&1 || true' | sed 's/.*: //')"
tell network "$(as_the_service "${python[@]}" 'import socket
try:
    socket.socket(socket.AF_INET)
    print("opened")
except OSError as error:
    print(error.strerror)' 2>&1)"
# Where the kernel lets a container's systemd at no control group for devices, the unit is asked for one in vain.
tell 'control group' "$(as_the_service /bin/sh -c 'sed -n "s/.*:devices://p" /proc/self/cgroup')"
tell device "$(as_the_service "${python[@]}" 'try:
    open("/dev/other", "wb", buffering=0)
    print("opened")
except OSError as error:
    print(error.strerror)' 2>&1)"
tell sheets "$(as_the_service "${python[@]}" 'from companion.application.bootstrap import _label_sheets
print(*sorted(_label_sheets("new_world_order", 2, False)))' 2>&1 | tail -n 1)"
tell doctor "$(as_the_service /opt/table-companion/current/bin/python -P -m companion doctor --json \
    --journal /var/lib/table-companion/probe.db 2>/dev/null |
    "${python[@]}" 'import json, sys
print(*(" ".join((each["part"], each["health"])) for each in json.load(sys.stdin)), sep=", ")' 2>&1 | tail -n 1)"

# A stick that is in, and a lamp behind the display, which a container lacks: what is mounted now, services see.
mkdir -p /media/table-companion/stick /run/lamp
mount -t tmpfs -o nosuid,nodev,noexec none /media/table-companion/stick
chown companion: /media/table-companion/stick
mount -t tmpfs none /sys/devices/system/clockevents
mkdir /sys/devices/system/clockevents/lamp
printf 255 | tee /sys/devices/system/clockevents/lamp/{max_,}brightness >/dev/null
chgrp video /sys/devices/system/clockevents/lamp/brightness
chmod g+w /sys/devices/system/clockevents/lamp/brightness
mount -t tmpfs none /sys/class
mkdir /sys/class/backlight
ln -s ../../devices/system/clockevents/lamp /sys/class/backlight/lamp
walk() {
    rm -rf /media/table-companion/stick/* /var/lib/table-companion/walk
    systemd-run --quiet --wait --pipe --collect "$@" -- /bin/sh -c 'mkdir walk &&
        SDL_VIDEODRIVER=offscreen /opt/table-companion/current/bin/python /walk.py /var/lib/table-companion/walk'
}
unrestricted=()
for property in "${properties[@]}"; do
    case "$property" in
        User=* | SupplementaryGroups=* | *Directory=* | EnvironmentFile=* | UMask=*) unrestricted+=(--property "$property") ;;
    esac
done
walk "${properties[@]}" >/walked.inside
tell lamp "$(cat /sys/class/backlight/lamp/brightness)"
walk "${unrestricted[@]}" >/walked.outside
before=$(readlink /etc/localtime || echo none)
# The folder of its requests goes with a service, so this one stays for a while.
as_the_service "${python[@]}" 'import time
from companion.appliance.time_zones import TimeZones
TimeZones().choose("Europe/Tallinn")
time.sleep(10)' &
for _ in $(seq 20); do
    [ "$(readlink /etc/localtime)" = "$before" ] || break
    sleep 0.5
done
tell 'time zone' "$(readlink /etc/localtime), $(cat /etc/timezone)"
