#!/bin/bash
# Boots systemd in separate namespaces and runs a command there as a unit, beside the unit keyhold, which is installed as
# docs/operations.md describes. All writes go into memory, in overlays above the machine's own files.
#   boot.sh FOLDER COMMAND…   FOLDER has what npm installed, in `opt`; the command's output goes to `output` there.
set -eu
folder=$1
shift

if [ "${BOOTING:-}" = "" ]; then
  if [ -e /opt/keyhold ] || id -u keyhold > /dev/null 2>&1; then
    echo 'This machine has a Keyhold of its own (/opt/keyhold, or its user). Run this on another one.' >&2
    exit 1
  fi
  group=$(findmnt --noheadings --types cgroup2 --output TARGET | head -n 1)/keyhold-service
  mkdir -p "$group"
  trap 'find "$group" -depth -type d -exec rmdir {} +' EXIT
  # The cgroup of this process: systemd creates the cgroups of its units below it.
  BOOTING=1 sh -euc 'echo $$ > "$1/cgroup.procs"; shift; exec "$@"' sh "$group" \
    unshare --mount --net --pid --cgroup --uts --ipc --fork --kill-child --mount-proc "$0" "$folder" "$@"
  exit
fi

ip link set lo up
umount --recursive --lazy /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup
# The bind mount keeps the folder reachable, because the folders above it are replaced below.
mount --bind "$folder" /mnt
folder=/mnt
memory=/mnt/memory
mkdir -p "$memory"
mount -t tmpfs tmpfs "$memory"
for path in /etc /opt /var /usr/lib/systemd; do
  mkdir -p "$memory$path" "$memory/work$path"
  mount -t overlay overlay -o "lowerdir=$path,upperdir=$memory$path,workdir=$memory/work$path" "$path"
done
mount -t tmpfs tmpfs /run

# Starts no other units, and applies no settings of the machine.
rm -rf /etc/systemd/system/*.wants /usr/lib/systemd/system/*.wants /usr/lib/systemd/system-generators/*

# The steps of docs/operations.md.
useradd --system --home-dir /var/lib/keyhold-data --shell /usr/sbin/nologin keyhold
mkdir /opt/keyhold
mount --bind "$folder/opt" /opt/keyhold
install -D -m 600 deploy/systemd/keyhold.env /etc/keyhold/keyhold.env
install -m 644 deploy/systemd/keyhold.service /etc/systemd/system/keyhold.service
# As on several machines.
echo 'KEYHOLD_HOST=0.0.0.0' >> /etc/keyhold/keyhold.env

# No journal runs here.
mkdir /etc/systemd/system/keyhold.service.d
printf '[Service]\nStandardOutput=append:/run/keyhold.log\nStandardError=append:/run/keyhold.log\n' \
  > /etc/systemd/system/keyhold.service.d/log.conf
cat > /etc/systemd/system/trial.service <<UNIT
[Unit]
DefaultDependencies=no
[Service]
WorkingDirectory=$PWD
Environment=PATH=$PATH
StandardOutput=append:$folder/output
StandardError=append:$folder/output
ExecStart=$*
ExecStopPost=/bin/systemctl exit \$EXIT_STATUS
UNIT
export container=namespaces
exec /usr/lib/systemd/systemd --system --unit=trial.service --log-target=console --show-status=no
