#!/bin/sh
# Sees to it that gfortran and gcc are there: installs them where the system's package manager is apt-get and this
# user may use it, else says what to install. Does nothing, quickly, when they are there.
# With the argument flang it does the same for flang and its OpenMP library, which only the conformance suite asks for, with the
# argument builders for CMake and Ninja, which the tests of `coral fc` use, and with the argument mpi for what programs need to run on several
# machines: UCX, MPICH, Open MPI, and ip for the hosts of test/cluster. It goes on without.
set -u
extra=
choices= # lists of packages, words joined by commas; the first that can be installed is taken
case "${1:-}" in
flang)
    ls /usr/bin /usr/local/bin 2>/dev/null | grep -q "^flang" || extra=flang
    choices='flang-22,libomp-22-dev flang-19,libomp-19-dev' # the OpenMP libraries of two versions exclude each other
    [ -z "$extra" ] && exit 0
    ;;
builders)
    command -v cmake >/dev/null 2>&1 && command -v ninja >/dev/null 2>&1 && exit 0
    extra='CMake and Ninja'
    choices=cmake,ninja-build
    ;;
mpi)
    command -v mpiexec.mpich >/dev/null 2>&1 && command -v mpirun.openmpi >/dev/null 2>&1 && command -v ip >/dev/null 2>&1 && [ -e /usr/include/ucp/api/ucp.h ] && exit 0
    extra='UCX, MPICH, Open MPI and iproute2'
    choices=libucx-dev,mpich,libmpich-dev,openmpi-bin,libopenmpi-dev,iproute2
    ;;
esac
case "$(uname -s) $(uname -m)" in
'Linux x86_64') ;;
*)
    echo "Coral runs on Linux on x86-64 only: this is $(uname -s) on $(uname -m)." >&2
    exit 1
    ;;
esac
if ls /lib/ld-musl-*.so.1 >/dev/null 2>&1 && ! ls /lib64/ld-linux-x86-64.so.2 >/dev/null 2>&1; then
    echo "Coral's runtime needs glibc: this system has musl." >&2
    exit 1
fi
missing=$extra
for tool in gcc gfortran; do
    command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
done
[ -z "$missing" ] && exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
    if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        as_root=sudo
    elif command -v sudo >/dev/null 2>&1 && [ -t 0 ]; then
        as_root=sudo # it will ask for the password
    else
        as_root=none
    fi
fi
install_packages() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q update &&
        $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install "$@"
}
if [ -n "$extra" ]; then
    if command -v apt-get >/dev/null 2>&1 && [ "$as_root" != none ]; then
        echo "installing $extra"
        for choice in $choices; do
            # shellcheck disable=SC2046
            install_packages $(echo "$choice" | tr , ' ') && exit 0
        done
    fi
    echo "$extra cannot be installed from here: the tests that need it will fail or do less" >&2
    exit 0
fi
if command -v apt-get >/dev/null 2>&1 && [ "$as_root" != none ]; then
    echo "installing$missing"
    install_packages gcc libc6-dev gfortran && exit 0
    echo "apt-get could not install$missing" >&2
    exit 1
fi
cat >&2 <<EOF
Coral needs$missing. Please install:
  Debian, Ubuntu   apt-get install gcc libc6-dev gfortran
  Fedora, RHEL     dnf install gcc gcc-gfortran
  Arch             pacman -S gcc gcc-fortran
  SUSE             zypper install gcc gcc-fortran
  Alpine is not supported: Coral's runtime needs glibc.
EOF
exit 1
