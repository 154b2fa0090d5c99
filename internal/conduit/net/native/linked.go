package native

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/cache"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/provider"
)

// Providers of the second kind: their libraries are archives, which are linked into the program
// together with the adapter.

// Linked gives the words by which a program is linked with a provider: the objects of its adapter,
// which are made once and kept, the archive, and what that needs. mpicc is as in Find.
func Linked(ctx context.Context, p *provider.Provider, mpicc ...string) ([]string, error) {
	l, err := Find(ctx, p, mpicc...)
	if err != nil {
		return nil, err
	}
	path, err := exec.LookPath(l.Compiler)
	if err != nil {
		return nil, fmt.Errorf("%s, the compiler by which %s is linked, is not installed: %w",
			l.Compiler, p.Title, err)
	}
	l.Compiler = path
	libraries, err := l.libraries(ctx)
	if err != nil {
		return nil, err
	}
	entry, err := l.entry()
	if err != nil {
		return nil, err
	}
	dir, err := cache.Entry(entry, func(dir string) error { return l.compileObjects(ctx, dir) })
	if err != nil {
		return nil, err
	}
	if err := l.checkFamily(ctx, libraries); err != nil {
		return nil, err
	}
	var words []string
	for _, name := range l.objects() {
		words = append(words, filepath.Join(dir, name))
	}
	below, err := l.beneath(ctx)
	return slices.Concat(words, libraries, below), err
}

// Words are those by which a program of somebody's own is compiled and linked with a provider's
// library, without Coral, behind its sources. mpicc is as in Find.
func Words(ctx context.Context, p *provider.Provider, mpicc ...string) ([]string, error) {
	l, err := Find(ctx, p, mpicc...)
	if err != nil || !p.IsLinked() {
		return l.Flags, err
	}
	libraries, err := l.libraries(ctx) // and where its header files are
	if err == nil {
		err = l.checkFamily(ctx, libraries)
	}
	if err != nil {
		return nil, err
	}
	below, err := l.beneath(ctx)
	return slices.Concat(l.Flags, libraries, below), err
}

// Archive is the archive of a provider that is linked into programs, or what describes it.
func Archive(ctx context.Context, l Library) (string, error) {
	if l.Provider.Described {
		name, err := l.description(ctx)
		return name + ".pc", err
	}
	return l.archive(ctx)
}

// libraries are the words for the linker that the library itself needs.
func (l *Library) libraries(ctx context.Context) ([]string, error) {
	if !l.Provider.Described {
		archive, err := l.archive(ctx)
		return []string{archive}, err
	}
	name, err := l.description(ctx)
	if err != nil {
		return nil, err
	}
	flags, err := l.pkgConfig(ctx, "--cflags", name)
	if err != nil {
		return nil, err
	}
	l.Flags = append(l.Flags, flags...)
	return l.pkgConfig(ctx, "--libs", name)
}

// description is the first of the provider's files that pkg-config finds. Of a directory that the
// user has named it must be in that.
func (l *Library) description(ctx context.Context) (string, error) {
	if _, err := exec.LookPath("pkg-config"); err != nil {
		return "", fmt.Errorf("pkg-config, which says how programs are linked with %s, is not "+
			"installed: %w", l.Provider.Title, err)
	}
	for _, name := range l.Provider.Archives {
		if _, err := l.pkgConfig(ctx, "--exists", name); err == nil {
			return name, nil
		}
	}
	home := config.Home(l.Provider)
	if home.String() != "" {
		return "", l.lacks(home, filepath.Join(home.String(), "lib", "pkgconfig",
			l.Provider.Archives[0]+".pc"))
	}
	return "", fmt.Errorf("not installed: pkg-config finds no %s (%s); the directory that it is "+
		"installed in is named by --with %s=DIR or %s",
		strings.Join(l.Provider.Archives, ", nor "), l.Provider.Source(), l.Provider.Name,
		home.Name)
}

// pkgConfig asks pkg-config about a library, and gives the words of its answer.
func (l *Library) pkgConfig(ctx context.Context, question, name string) ([]string, error) {
	c := exec.CommandContext(ctx, "pkg-config", question, name)
	if dir := config.Home(l.Provider).String(); dir != "" {
		var places []string
		for _, lib := range libraryDirectories {
			places = append(places, filepath.Join(dir, lib, "pkgconfig"))
		}
		c.Env = append(os.Environ(), "PKG_CONFIG_LIBDIR="+strings.Join(places, ":"))
	}
	text, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("pkg-config %s %s: %w", question, name, err)
	}
	return strings.Fields(string(text)), nil
}

// archive finds the library. Of a directory that the user has named it must be in that.
func (l *Library) archive(ctx context.Context) (string, error) {
	names, err := l.archives(ctx)
	if err != nil {
		return "", err
	}
	if home := config.Home(l.Provider); home != nil && home.String() != "" {
		return l.archiveBelow(home, names)
	}
	for _, name := range names {
		// a name that it does not know it gives back as it is
		path, err := exec.CommandContext(ctx, l.Compiler, "-print-file-name="+name).Output()
		if file := strings.TrimSpace(string(path)); err == nil && filepath.IsAbs(file) &&
			there(file) {
			return filepath.Clean(file), nil
		}
	}
	return "", fmt.Errorf("not installed: %s finds no %s (%s); a directory with include "+
		"and lib is named by --with %s=DIR or %s", filepath.Base(l.Compiler),
		strings.Join(names, ", nor "), l.Provider.Source(), l.Provider.Name,
		config.Home(l.Provider).Name)
}

func (l *Library) archiveBelow(home *config.Setting, names []string) (string, error) {
	dir := home.String()
	header := filepath.Join(dir, "include", l.Provider.Header)
	if !there(header) {
		return "", l.lacks(home, header)
	}
	l.Flags = append(l.Flags, "-I"+filepath.Join(dir, "include"))
	for _, name := range names {
		for _, lib := range libraryDirectories {
			if file := filepath.Join(dir, lib, name); there(file) {
				return file, nil
			}
		}
	}
	return "", l.lacks(home, filepath.Join(dir, "lib", names[0]))
}

// archives are the names of the files of which the first is taken that is there.
func (l *Library) archives(ctx context.Context) (files []string, err error) {
	family := ""
	for _, name := range l.Provider.Archives {
		if strings.Contains(name, "%s") {
			if family == "" {
				if family, err = familyOf(ctx, l.Compiler); err != nil {
					return nil, err
				}
			}
			name = fmt.Sprintf(name, family)
		}
		files = append(files, "lib"+name+".a")
	}
	return files, nil
}

// checkFamily refuses a library that stands on another MPI than the one with which programs are
// linked. Its archives tell: they name variables of Open MPI for what are numbers with MPICH.
func (l *Library) checkFamily(ctx context.Context, libraries []string) error {
	if !l.Provider.ByMPI {
		return nil
	}
	here, err := familyOf(ctx, l.Compiler)
	if err != nil {
		return err
	}
	there, file := "", ""
	for _, name := range archivesOf(libraries) {
		text, err := os.ReadFile(name)
		switch {
		case err != nil: // the linker says so
		case bytes.Contains(text, []byte("ompi_mpi_comm_world")):
			there, file = "openmpi", name
		case there == "" && bytes.Contains(text, []byte("MPI_Init")):
			there, file = "mpich", name
		}
	}
	if there == "" || there == here {
		return nil
	}
	return fmt.Errorf("%s is built for %s (%s), and %s belongs to %s: choose the compiler of that "+
		"MPI (%s=mpicc.%s, for example), or a %s that is built for this one (--with %s=DIR)",
		l.Provider.Title, families[there], file, l.Compiler, families[here], config.MPICC.Name,
		there, l.Provider.Title, l.Provider.Name)
}

// families are the names of MPIs by the words that stand for them in names of files.
var families = map[string]string{"openmpi": "Open MPI", "mpich": "MPICH"}

// archivesOf are the archives that words for the linker name, in directories that they name.
func archivesOf(words []string) (files []string) {
	var dirs []string
	for _, word := range words {
		dir, isDir := strings.CutPrefix(word, "-L")
		name, isName := strings.CutPrefix(word, "-l")
		switch {
		case isDir:
			dirs = append(dirs, dir)
		case isName:
			for _, dir := range dirs {
				if file := filepath.Join(dir, "lib"+name+".a"); there(file) {
					files = append(files, file)
					break
				}
			}
		case filepath.Ext(word) == ".a":
			files = append(files, word)
		}
	}
	return files
}

// familyOf is the word that stands for an MPI in names of files: its header file tells.
func familyOf(ctx context.Context, mpicc string) (string, error) {
	text, err := exec.CommandContext(ctx, mpicc, "-E", "-dM", "-include", "mpi.h", "-x", "c",
		"/dev/null").Output()
	switch {
	case err != nil:
		return "", fmt.Errorf("%s finds no mpi.h: %w", mpicc, err)
	case bytes.Contains(text, []byte("#define OPEN_MPI ")):
		return "openmpi", nil
	}
	return "mpich", nil
}

// beneath are the options for the libraries that the archive needs: those of the MPI, which its
// compiler tells; both families know -show.
func (l *Library) beneath(ctx context.Context) (options []string, err error) {
	if l.Provider.ByMPI {
		text, err := exec.CommandContext(ctx, l.Compiler, "-show").Output()
		if err != nil {
			return nil, fmt.Errorf("%s -show: %w", l.Compiler, err)
		}
		for _, word := range strings.Fields(string(text)) {
			if slices.ContainsFunc([]string{"-L", "-l", "-Wl,", "-pthread"},
				func(begin string) bool { return strings.HasPrefix(word, begin) }) {
				options = append(options, word)
			}
		}
	}
	return append(append(options, l.Provider.Linked...), "-ldl", "-lpthread", "-lm"), nil
}

// objects are the names of what the sources are compiled to, in their order.
func (l *Library) objects() (names []string) {
	for _, name := range l.Provider.Sources {
		if base, is := strings.CutSuffix(name, ".c"); is {
			names = append(names, base+".o")
		}
	}
	return names
}

// compileObjects compiles the adapter for a program.
func (l *Library) compileObjects(ctx context.Context, dir string) error {
	files, err := l.write(dir)
	if err != nil {
		return err
	}
	words := append([]string{"-O2", "-fPIE", "-c", "-DCORAL_PROVIDER=\"" + l.Provider.Name + "\""},
		l.Flags...)
	return l.run(ctx, dir, append(words, files...))
}
