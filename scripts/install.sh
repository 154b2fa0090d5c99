#!/bin/sh
# What `make install` and `make uninstall` do:
#   install.sh install|uninstall COMMAND DESTDIR PREFIX VERSION
# COMMAND is the file bin/coral. All is written below DESTDIR/PREFIX; paths inside the files have
# PREFIX alone.
set -eu
action=$1 command=$2 prefix=$4 version=$5
root=$3$4

bash=share/bash-completion/completions/coral
zsh=share/zsh/site-functions/_coral
fish=share/fish/vendor_completions.d/coral.fish
man=share/man/man1
module=share/coral/modulefiles/coral
supp=share/coral/valgrind.supp

# link NAME: a link to coral, unless another program has the name.
link() {
    if [ -L "$root/bin/$1" ] && [ "$(readlink "$root/bin/$1")" = coral ]; then
        return
    elif [ -e "$root/bin/$1" ]; then
        echo "install.sh: $root/bin/$1 is another program: it stays" >&2
    else
        ln -s coral "$root/bin/$1"
    fi
}

# place FILE NAME: a program, also where one of that name is running.
place() {
    cp "$1" "$root/bin/$2.new"
    chmod 755 "$root/bin/$2.new"
    mv "$root/bin/$2.new" "$root/bin/$2"
}

# unlink NAME: removes what link has made.
unlink() {
    if [ -L "$root/bin/$1" ] && [ "$(readlink "$root/bin/$1")" = coral ]; then
        rm "$root/bin/$1"
    fi
}

# write FILE: standard input becomes the file.
write() {
    mkdir -p "$(dirname "$root/$1")"
    cat >"$root/$1"
    chmod 644 "$root/$1"
}

modulefile() {
    cat <<END
#%Module1.0
## Coral $version, for Environment Modules and Lmod.
module-whatis "Coral $version: compiles and runs coarray programs"
prepend-path PATH $prefix/bin
prepend-path MANPATH $prefix/share/man
END
}

case $action in
install)
    mkdir -p "$root/bin" "$root/$man"
    place "$command" coral
    # what draws the reports of benchmarks lies beside the command, where it was built
    [ ! -e "$command-report" ] || place "$command-report" coral-report
    link caf
    link cafrun
    rm -f "$root/$man"/coral.1 "$root/$man"/coral-*.1
    "$root/bin/coral" man "$root/$man"
    "$root/bin/coral" completion bash | write $bash
    "$root/bin/coral" completion zsh | write $zsh
    "$root/bin/coral" completion fish | write $fish
    modulefile | write "$module/$version"
    write $supp <contrib/valgrind.supp
    echo "Coral $version is installed: $root/bin/coral"
    ;;
uninstall)
    unlink caf
    unlink cafrun
    rm -f "$root/bin/coral" "$root/bin/coral-report" "$root/$man"/coral.1 "$root/$man"/coral-*.1 \
        "$root/$bash" "$root/$zsh" "$root/$fish" "$root/$module"/* "$root/$supp"
    for directory in $module share/coral/modulefiles share/coral; do
        rmdir "$root/$directory" 2>/dev/null || true
    done
    ;;
*)
    echo "install.sh: no action $action" >&2
    exit 2
    ;;
esac
