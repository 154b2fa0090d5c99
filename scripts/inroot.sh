#!/bin/sh
# Runs a command in a root folder that scripts/roots.sh has made:
#
#   sh scripts/inroot.sh [-fresh] ROOT DIRECTORY COMMAND [ARGUMENT...]
#
# The command sees this tree and Go at their own paths and runs in DIRECTORY. What it writes to the
# tree stays in memory and is gone when it ends; with -fresh so does what it writes to the root. All
# mounts are made in a name space of the command's own.
set -eu
if [ "${1:-}" != -inside ]; then
    memory=$(mktemp -d)
    trap 'rmdir "$memory"' EXIT
    status=0
    unshare --mount --propagation private --pid --fork --kill-child \
        sh "$0" -inside "$memory" "$@" || status=$?
    exit $status
fi
memory=$2
shift 2
fresh=
[ "$1" = -fresh ] && { fresh=yes; shift; }
root=$(cd "$1" && pwd)
directory=$2
shift 2
tree=$(cd "$(dirname "$0")/.." && pwd)
goroot=$(go env GOROOT 2>/dev/null || true)
modules=$(go env GOMODCACHE 2>/dev/null || true)
compiled=$(go env GOCACHE 2>/dev/null || true)

mount -t tmpfs coral "$memory"
layered() { # LOWER PLACE: what is written there stays in memory
    layer=$(mktemp -d "$memory/layer.XXXXXX")
    mkdir "$layer/upper" "$layer/work"
    mount -t overlay coral -o "lowerdir=$1,upperdir=$layer/upper,workdir=$layer/work" "$2"
}
if [ -n "$fresh" ]; then
    mkdir "$memory/root"
    layered "$root" "$memory/root"
    root=$memory/root
fi
# What makes mounts of its own there, such as the hosts of test/cluster, needs a root that is a
# mount point.
[ -n "$fresh" ] || mount --bind "$root" "$root"
mkdir -p "$root$tree"
layered "$tree" "$root$tree"
for place in "$goroot" "$modules"; do
    [ -n "$place" ] && [ -d "$place" ] || continue
    mkdir -p "$root$place"
    mount --bind "$place" "$root$place"
    mount -o remount,bind,ro "$root$place"
done
# What Go has compiled already; what depends on a C compiler is kept by that compiler's version.
if [ -n "$compiled" ] && [ -d "$compiled" ]; then
    mkdir -p "$root$compiled"
    layered "$compiled" "$root$compiled"
fi
mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmp "$root/tmp"
mount -t tmpfs -o mode=755 run "$root/run"
path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin${goroot:+:$goroot/bin}
cd "$root"
mkdir -p host
pivot_root . host
umount -l /host
# not in place of this shell, which is process 1 there and reaps orphaned processes
status=0
env -i HOME=/root LC_ALL=C PATH="$path" \
    ${modules:+GOMODCACHE="$modules"} ${compiled:+GOCACHE="$compiled"} \
    GOFLAGS=-mod=readonly ${CORAL_IN_ROOT:-} \
    sh -c 'cd "$0" && exec "$@"' "$directory" "$@" || status=$?
exit $status
