package driver

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/coral-pgas/coral/internal/config"
)

// Family is whose command line and module files a compiler has.
type Family uint8

const (
	GNU Family = iota
	Flang
)

func (f Family) String() string { return [...]string{"gfortran", "flang"}[f] }

// oldest is the first version of each family that passes assumed-rank arguments as F2018 says.
var oldest = [...]int{GNU: 12, Flang: 19}

// Compiler is a Fortran back end.
type Compiler struct {
	Path    string
	Family  Family
	Version string // as it says itself, "12.2.0"
	Major   int
	Banner  string // first line of --version
}

// Name is what messages call it.
func (c *Compiler) Name() string { return filepath.Base(c.Path) }

// knowsLocality tells whether DO CONCURRENT may have locality specifiers and an index type. A
// translation that is to be read has no compiler. gfortran takes the specifiers from 15 on and the
// type from 16 on, but 16.2 does not evaluate the mask of a DO CONCURRENT with a type, and takes an
// outer variable for the index in that of a FORALL.
func (c *Compiler) knowsLocality() bool { return c != nil && c.Family == Flang }

// failsOnParameterized tells whether the compiler ends by an internal error over a component that
// points to objects of a parameterized type and stands in an expression. gfortran 12 to 16 do;
// newer versions are taken to do it, too.
func (c *Compiler) failsOnParameterized() bool { return c != nil && c.Family == GNU }

// locksComplex tells whether the compiler has a lock of one process in place of an exchange of 8
// bytes where an atomic construct changes a complex number. gfortran 12 to 16 do; newer versions
// are taken to do it, too.
func (c *Compiler) locksComplex() bool { return c == nil || c.Family == GNU }

// overlooksSubscripts tells whether the compiler does not see that an assignment depends on what it
// defines, where that stands in subscripts of its right side. gfortran 12 to 16 do not; newer
// versions are taken not to see it, either.
func (c *Compiler) overlooksSubscripts() bool { return c == nil || c.Family == GNU }

// needsNamedInterfaces tells whether the compiler's module files need names for the interfaces of
// procedure pointers. flang 22 writes what it cannot read where they have interface bodies; other
// versions take names, too.
func (c *Compiler) needsNamedInterfaces() bool { return c != nil && c.Family == Flang }

// key names this compiler in the cache.
func (c *Compiler) key() string {
	sum := sha256.Sum256([]byte(c.Path + "\x00" + c.Banner))
	return fmt.Sprintf("%s-%s-%x", c.Family, c.Version, sum[:6])
}

const installHelp = "install one (Debian, Ubuntu: apt-get install gfortran; Fedora: dnf " +
	"install gcc-gfortran; Arch: pacman -S gcc-fortran; SUSE: zypper install gcc-fortran), or " +
	"name one by CORAL_FC or -fc"

// Find gives the back end: the one named, else CORAL_FC, else the best in PATH.
func Find(ctx context.Context, name string) (*Compiler, error) {
	if name == "" {
		name = config.FC.String()
	}
	if name != "" {
		return identify(ctx, name)
	}
	// The first of the candidates, where it is in PATH: to look through all of PATH takes as long
	// as to translate a small file.
	if path, err := exec.LookPath(plainName); err == nil && filepath.IsAbs(path) {
		if c, err := identify(ctx, path); err == nil {
			return c, nil
		}
	}
	var problem error
	for _, candidate := range candidates() {
		c, err := identify(ctx, candidate)
		if err == nil {
			return c, nil
		}
		problem = errors.Join(problem, err)
	}
	if joined, ok := problem.(interface{ Unwrap() []error }); ok &&
		errors.Is(problem, syscall.EMFILE) {
		return nil, joined.Unwrap()[0] // none could be asked: another one would not help
	}
	if problem != nil {
		return nil, failure(CodeNoBackend, "no Fortran compiler that can be used was found: %w",
			problem).help(installHelp)
	}
	return nil, failure(CodeNoBackend,
		"no Fortran compiler was found in PATH (looked for gfortran and flang)").help(installHelp)
}

// Installed lists every back end in PATH, usable or not; a compiler known by several names is
// listed once.
func Installed(ctx context.Context) (usable []*Compiler, unusable []error) {
	seen := map[string]bool{}
	for _, candidate := range candidates() {
		real, err := filepath.EvalSymlinks(candidate)
		if err != nil || seen[real] {
			continue
		}
		seen[real] = true
		c, err := identify(ctx, candidate)
		if err != nil {
			unusable = append(unusable, err)
			continue
		}
		usable = append(usable, c)
	}
	return usable, unusable
}

// plainName is what the best of all candidates is called.
const plainName = "gfortran"

var compilerName = regexp.MustCompile(`^(gfortran|flang-new|flang)(-(\d+))?$`)

// candidates lists compilers in PATH: gfortran before flang, plain names before versioned ones,
// newer before older; flang before flang-new, which is what versions before 20 were called.
func candidates() []string {
	type candidate struct {
		path          string
		rank, version int
	}
	var found []candidate
	eachInPath(compilerName, func(path string, m []string) {
		version, _ := strconv.Atoi(m[3])
		if m[3] == "" {
			version = 1 << 20
		}
		rank := slices.Index([]string{plainName, "flang", "flang-new"}, m[1])
		found = append(found, candidate{path, rank, version})
	})
	slices.SortStableFunc(found, func(a, b candidate) int {
		return cmp.Or(min(a.rank, 1)-min(b.rank, 1), b.version-a.version, a.rank-b.rank)
	})
	var paths []string
	for _, c := range found {
		paths = append(paths, c.path)
	}
	return paths
}

// installed says how to get a compiler that PATH does not have: it may have one of this name with a
// version behind it.
func installed(name string) string {
	for _, path := range candidates() {
		if base := filepath.Base(path); strings.HasPrefix(base, name+"-") {
			return fmt.Sprintf("%s is installed: write -fc %s, or set CORAL_FC to it", base, base)
		}
	}
	return installHelp
}

// eachInPath visits the executable files in PATH whose names match: of those with one name the
// first.
func eachInPath(names *regexp.Regexp, visit func(path string, match []string)) {
	seen := map[string]bool{}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		entries, err := os.ReadDir(dir)
		if err != nil || !filepath.IsAbs(dir) {
			continue
		}
		for _, e := range entries {
			m := names.FindStringSubmatch(e.Name())
			if m == nil || seen[e.Name()] {
				continue
			}
			path := filepath.Join(dir, e.Name())
			if info, err := os.Stat(path); err != nil || info.IsDir() || info.Mode()&0o111 == 0 {
				continue
			}
			seen[e.Name()] = true
			visit(path, m)
		}
	}
}

var versionNumber = regexp.MustCompile(`\d+\.\d+(\.\d+)?`)

// identify asks a compiler who it is.
func identify(ctx context.Context, name string) (*Compiler, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		if errors.Is(err, fs.ErrPermission) {
			return nil, failure(CodeNoBackend, "the Fortran compiler %s cannot be executed: %w",
				name, err)
		}
		return nil, failure(CodeNoBackend, "the Fortran compiler %s was not found",
			name).help("%s", installed(name))
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, failure(CodeNoBackend, "the Fortran compiler %s: %w", name, err)
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	output, err := exec.CommandContext(ctx, path, "--version").Output()
	if err = noticed(ctx, err); err != nil {
		return nil, failure(CodeBadBackend, "%s --version failed: %w", path, err)
	}
	banner, _, _ := strings.Cut(string(output), "\n")
	c := &Compiler{Path: path, Banner: banner}
	switch {
	case strings.Contains(banner, "GNU Fortran"):
		c.Family = GNU
		// "GNU Fortran (Debian 12.2.0-14) 12.2.0": the packager's text in parentheses may hold
		// anything.
		if _, after, ok := strings.Cut(banner, ") "); ok {
			banner = after
		}
	case strings.Contains(strings.ToLower(banner), "flang"):
		c.Family = Flang
	default:
		return nil, failure(CodeBadBackend,
			"%s is no Fortran compiler that Coral knows: it calls itself %q", path, banner).
			help("Coral works with gfortran %d or later and flang %d or later", oldest[GNU],
				oldest[Flang])
	}
	c.Version = versionNumber.FindString(banner)
	major, _, _ := strings.Cut(c.Version, ".")
	c.Major, _ = strconv.Atoi(major)
	if c.Major < oldest[c.Family] {
		return nil, failure(CodeBadBackend, "%s is %v %s, which is too old", path, c.Family,
			c.Version).
			help("Coral works with gfortran %d or later and flang %d or later", oldest[GNU],
				oldest[Flang])
	}
	return c, nil
}

// FindC gives the C compiler: the one that CORAL_CC names, else gcc, clang or cc in PATH, else the
// newest gcc or clang whose name has its version.
func FindC() (string, error) {
	names := []string{"gcc", "clang", "cc"}
	if name := config.CC.String(); name != "" {
		names = []string{name}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	if config.CC.String() == "" {
		if path := versionedC(); path != "" {
			return path, nil
		}
	}
	return "", failure(CodeNoBackend, "no C compiler was found (looked for %s)",
		strings.Join(names, ", ")).help("install gcc, or name one by CORAL_CC")
}

var versionedCName = regexp.MustCompile(`^(gcc|clang)-(\d+)$`)

// versionedC is the newest gcc, or else the newest clang, that is in PATH with its version in the
// name alone; "": none.
func versionedC() string {
	best, rank := "", 0
	eachInPath(versionedCName, func(path string, m []string) {
		version, _ := strconv.Atoi(m[2])
		if m[1] == "gcc" {
			version += 1 << 20
		}
		if version > rank {
			best, rank = path, version
		}
	})
	return best
}
