#!/bin/sh
# Finds out whether what `make build` needs is there: Go, gcc, gfortran and the headers of glibc.
# Where apt-get may be used by this user, it installs what is missing, but for Go. Else it says in
# one message all that is missing, and how to install it. It is quick where nothing is missing.
#
# With an argument it looks for what only some tests need, and goes on without:
#   flang     flang and its OpenMP library, for the conformance suite
#   builders  CMake and Ninja, for the tests of `coral fc`
#   mpi       what programs need to run on several machines: UCX, libfabric, ARMCI, MPICH, Open
#             MPI, and ip for the hosts of test/cluster
# `tools.sh cc` prints the C compiler that Go should use: gcc, else the newest gcc with a version in
# its name, else clang, else the newest clang with a version in its name.
set -u

# versioned NAME: the newest program in PATH that is called NAME-<number>.
versioned() {
    echo "$PATH" | tr : '\n' | while read -r dir; do
        ls "${dir:-.}" 2>/dev/null
    done | grep -x "$1-[0-9][0-9]*" | sort -t - -k 2 -n | tail -n 1
}
# find_tool NAME: the program of that name, or else the newest one with a version in its name.
find_tool() { command -v "$1" 2>/dev/null || versioned "$1"; }

# What is called gcc, Go finds itself.
find_cc() {
    for name in gcc clang; do
        found=$(find_tool $name)
        [ -z "$found" ] || { echo "$found"; return; }
    done
}
if [ "${1:-}" = cc ]; then
    command -v gcc >/dev/null 2>&1 || find_cc
    exit 0
fi

case "$(uname -s) $(uname -m)" in
'Linux x86_64') ;;
*)
    echo "Coral runs on Linux on x86-64 only: this is $(uname -s) on $(uname -m)." >&2
    exit 1
    ;;
esac
# GOOS and GOARCH may be set in the environment or by `go env -w`.
target=$("${GO:-go}" env GOOS GOARCH 2>/dev/null | tr '\n' ' ')
case "$target" in
'' | 'linux amd64 ') ;;
*)
    # shellcheck disable=SC2086
    set -- $target "$@"
    echo "Coral runs on Linux on x86-64 only: Go is set to compile for $1 on $2 (GOOS, GOARCH)." >&2
    exit 1
    ;;
esac
root=${CORAL_TOOLS_ROOT:-} # for tests
if ls "$root"/lib/ld-musl-*.so.1 >/dev/null 2>&1 &&
    [ ! -e "$root/lib64/ld-linux-x86-64.so.2" ]; then
    echo "Coral's runtime needs glibc: the C library of this system is musl." >&2
    exit 1
fi

as_root= # the word in front of commands that root alone may use; none: this user may not
if [ "$(id -u)" != 0 ]; then
    as_root=none
    if command -v sudo >/dev/null 2>&1; then
        # On a terminal sudo asks for the password.
        { sudo -n true 2>/dev/null || [ -t 0 ]; } && as_root=sudo
    fi
fi
may_install() { command -v apt-get >/dev/null 2>&1 && [ "$as_root" != none ]; }
# apt_get prints what apt-get says. Where the network is missing, its usual retries take minutes.
apt_get() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o Acquire::Retries=1 \
        -o Acquire::http::Timeout=20 "$@" 2>&1
}
# install_packages PACKAGE...: says the first error only, and only if there is no way on: old lists
# of packages may do.
install_packages() {
    old_lists=
    said=$(apt_get -o APT::Update::Error-Mode=any update) || old_lists=$said
    said=$(apt_get -y --no-install-recommends install "$@") && return 0
    echo "${old_lists:-$said}" | sed -n '/^E:/{s/^E/apt-get/p;q;}' >&2
    return 1
}

extra=   # what an argument asks for
choices= # lists of packages, words joined by commas; the first that can be installed is taken
case "${1:-}" in
flang)
    for f in /usr/bin/flang* /usr/local/bin/flang*; do
        [ -e "$f" ] && exit 0
    done
    extra=flang
    # The OpenMP libraries of two versions exclude each other.
    choices='flang-22,libomp-22-dev flang-19,libomp-19-dev'
    ;;
builders)
    command -v cmake >/dev/null 2>&1 && command -v ninja >/dev/null 2>&1 && exit 0
    extra='CMake and Ninja'
    choices=cmake,ninja-build
    ;;
mpi)
    command -v mpiexec.mpich >/dev/null 2>&1 && command -v mpirun.openmpi >/dev/null 2>&1 &&
        command -v ip >/dev/null 2>&1 && [ -e /usr/include/ucp/api/ucp.h ] &&
        [ -e /usr/include/rdma/fabric.h ] && [ -e /usr/include/armci.h ] && exit 0
    extra='UCX, libfabric, ARMCI, MPICH, Open MPI and iproute2'
    choices=libucx-dev,libfabric-dev,mpich,libmpich-dev,openmpi-bin,libopenmpi-dev,iproute2
    choices="$choices,libarmci-mpi-dev $choices"
    ;;
esac
if [ -n "$extra" ]; then
    if may_install; then
        echo "installing $extra"
        for choice in $choices; do
            # shellcheck disable=SC2046
            install_packages $(echo "$choice" | tr , ' ') && exit 0
        done
    fi
    echo "$extra cannot be installed from here: the tests that need it will fail or do less" >&2
    exit 0
fi

missing= # a list with commas
add() { missing="$missing${missing:+, }$1"; }
# go.mod says which Go is needed. From 1.21 on, Go fetches that one itself.
go_needed=$(sed -n 's/^go \([0-9]*\.[0-9]*\).*/\1/p' "$(dirname "$0")/../go.mod")
go_missing=
if ! command -v "${GO:-go}" >/dev/null 2>&1; then
    go_missing="Go $go_needed or later"
else
    minor=$(GOTOOLCHAIN=local "${GO:-go}" version 2>/dev/null |
        sed -n 's/^go version go1\.\([0-9]*\).*/\1/p')
    [ "${minor:-99}" -ge 21 ] || go_missing="Go $go_needed or later (there is 1.$minor)"
fi
cc=${CC:-gcc}
command -v "$cc" >/dev/null 2>&1 || cc=$(find_cc)
if [ -z "$cc" ]; then
    add gcc
elif ! echo '#include <stdlib.h>' | $cc -E -x c - >/dev/null 2>&1; then
    add "the headers of glibc"
fi
[ -n "$(find_tool gfortran)$(find_tool flang)$(find_tool flang-new)" ] || add gfortran
[ -z "$missing" ] && [ -z "$go_missing" ] && exit 0

if [ -z "$go_missing" ] && may_install; then
    echo "installing what is missing: $missing"
    install_packages gcc libc6-dev gfortran && exit 0
fi
[ -z "$go_missing" ] || add "$go_missing"
echo "Coral cannot be built: this is missing: $missing." >&2
if [ "$missing" != "$go_missing" ]; then
    cat >&2 <<EOF
An administrator installs it by
  Debian, Ubuntu   apt-get install gcc libc6-dev gfortran
  Fedora, RHEL     dnf install gcc glibc-devel gcc-gfortran
  SUSE             zypper install gcc glibc-devel gcc-fortran
  Arch             pacman -S gcc gcc-fortran
EOF
fi
[ -z "$go_missing" ] || cat >&2 <<EOF
Go needs no administrator: unpack an archive of https://go.dev/dl and put its bin into PATH.
EOF
exit 1
