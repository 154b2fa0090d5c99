#!/bin/sh
# Makes root folders of Debian's releases by debootstrap, with the compilers that each release has,
# for `make compilers` and CI:
#
#   sh scripts/roots.sh [-bare] [RELEASE...]      default: bookworm trixie forky sid
#
# They are kept between runs, below ROOTS (default: build/roots); nothing else on this machine is
# changed. A bare root is called RELEASE-bare and has nothing but what Debian calls essential,
# certificates and make. Variables: COMPILERS, a list as in "gfortran-14 flang-19 gcc-14", installs
# these alone (a release that has one of them not goes without it); MIRROR is where packages come
# from, SECURITY where security updates do.
# The exit code is 3, with one line that says why, where such roots cannot be made: not as root, no
# debootstrap, no chroot; 4 if the mirror fails.
set -u
ROOTS=${ROOTS:-$(dirname "$0")/../build/roots}
MIRROR=${MIRROR:-http://deb.debian.org/debian}
# Newer compilers of a stable release are among its security updates. A mirror that is named need
# not have these.
SECURITY=${SECURITY-$([ "$MIRROR" = http://deb.debian.org/debian ] && echo "$MIRROR-security")}
COMPILERS=${COMPILERS:-}
inside=
[ "${1:-}" = -inside ] && { inside=yes; shift; }

impossible() { echo "roots of other systems cannot be made here: $1" >&2; exit 3; }
[ "$(id -u)" = 0 ] || impossible "only root may (debootstrap, chroot)"
for tool in debootstrap chroot unshare; do
    command -v $tool >/dev/null 2>&1 \
        || impossible "$tool is not installed (Debian: apt-get install debootstrap util-linux)"
done
unshare --mount true 2>/dev/null \
    || impossible "this process may have no mount name space of its own"

# debootstrap mounts proc in a root. In a name space of its own the mount goes with it, even after
# an interrupt, and what removes a root that is not complete never meets a file of the host.
[ -n "$inside" ] || exec unshare --mount --propagation private sh "$0" -inside "$@"
bare=
[ "${1:-}" = -bare ] && { bare=-bare; shift; }
[ $# = 0 ] && set -- bookworm trixie forky sid

# A mirror that fails once may answer the next time.
retry() {
    for pause in 0 5 20; do
        sleep $pause
        "$@" && return 0
    done
    return 1
}

bootstrap() { # RELEASE ROOT
    rm -rf --one-file-system "$2.new"
    script=/usr/share/debootstrap/scripts/$1
    # A release that is newer than this debootstrap is made as unstable is.
    [ -e "$script" ] || script=/usr/share/debootstrap/scripts/sid
    debootstrap --variant=minbase "$1" "$2.new" "$MIRROR" "$script" >"$2.log" 2>&1 || return 1
    # what a crash destroys is made again
    echo force-unsafe-io >"$2.new/etc/dpkg/dpkg.cfg.d/unsafe-io"
    # A mirror may be a snapshot of some day.
    printf 'Acquire::Check-Valid-Until "false";\n' >"$2.new/etc/apt/apt.conf.d/90coral"
    printf '#!/bin/sh\nexit 101\n' >"$2.new/usr/sbin/policy-rc.d" # nothing is started
    chmod 755 "$2.new/usr/sbin/policy-rc.d"
    mv "$2.new" "$2"
}

updates() { # RELEASE ROOT
    list=$2/etc/apt/sources.list.d/security.list
    [ -z "$SECURITY" ] || [ "$1" = sid ] || [ -e "$list" ] && return
    echo "deb $SECURITY $1-security main" >"$list"
    retry apt "$2" update
}

apt() { # ROOT ARGUMENT...
    root=$1
    shift
    chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C \
        apt-get -q -y --no-install-recommends "$@" >>"$root.log" 2>&1
}

# What a release has of the compilers that Coral works with: gfortran from 12 on, flang from 19 on;
# for C gcc from 11 and clang from 14 on.
compilers() { # ROOT
    chroot "$1" apt-cache pkgnames | awk -F- '
        NF == 2 && $2 ~ /^[0-9]+$/ && \
            ($1 == "gfortran" && $2 >= 12 || $1 == "flang" && $2 >= 19 || \
            $1 == "gcc" && $2 >= 11 || $1 == "clang" && $2 >= 14)' | sort -V
}

# The OpenMP library of each flang, unpacked into that flang's own directory. As packages they would
# exclude each other.
openmp() { # ROOT
    for flang in "$1"/usr/lib/llvm-*/bin/flang-new; do
        version=${flang#"$1"/usr/lib/llvm-}
        version=${version%%/*}
        [ -e "$flang" ] && [ ! -e "$1/usr/lib/llvm-$version/lib/libomp.so" ] || continue
        echo "$(basename "$1"): unpacking the OpenMP library of flang $version"
        # shellcheck disable=SC2016
        chroot "$1" sh -c 'set -e
            directory=$(mktemp -d)
            chmod 777 "$directory"
            cd "$directory"
            apt-get -q download $(apt-cache pkgnames | grep -x -e "libomp-$0-dev" -e "libomp5-$0")
            for package in *.deb; do dpkg -x "$package" /; done
            rm -r "$directory"' "$version" >>"$1.log" 2>&1 || return 1
    done
}

wanted() { # PACKAGE
    [ -z "$COMPILERS" ] && return 0
    case " $COMPILERS " in *" $1 "*) return 0 ;; esac
    return 1
}

mkdir -p "$ROOTS"
ROOTS=$(cd "$ROOTS" && pwd)
exec 9>"$ROOTS/lock" # two at once would unpack into the same root
flock 9
for release; do
    root=$ROOTS/$release$bare
    if [ ! -d "$root" ]; then
        echo "$release: making $root"
        retry bootstrap "$release" "$root" || {
            tail -n 3 "$root.log" >&2
            echo "$release: $MIRROR does not give it" >&2
            exit 4
        }
    fi
    [ -n "$bare" ] || updates "$release" "$root" || {
        rm -f "$root/etc/apt/sources.list.d/security.list"
        echo "$release: $SECURITY does not answer" >&2
        exit 4
    }
    missing=
    wanted='ca-certificates make'
    [ -n "$bare" ] || wanted="libc6-dev binutils make procps $(compilers "$root")"
    for package in $wanted; do
        case $package in *-[0-9]*) wanted "$package" || continue ;; esac
        [ -e "$root/var/lib/dpkg/info/$package.list" ] \
            || [ -e "$root/var/lib/dpkg/info/$package:amd64.list" ] || missing="$missing $package"
    done
    if [ -n "$missing" ]; then
        echo "$release: installing$missing"
        retry apt "$root" update || { echo "$release: $MIRROR does not answer" >&2; exit 4; }
        for package in $missing; do # one by one: some exclude each other
            retry apt "$root" install "$package" || {
                tail -n 3 "$root.log" >&2
                echo "$release: $package cannot be installed" >&2
                exit 4
            }
        done
        apt "$root" clean
    fi
    retry openmp "$root" || { echo "$release: $MIRROR does not give OpenMP libraries" >&2; exit 4; }
done
