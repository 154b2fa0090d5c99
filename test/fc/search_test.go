package fc

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// sizesModule is a module whose constant tells which of several files of this name was read.
const sizesModule = `module sizes
  implicit none
  integer, parameter :: n = %
end module
`

// readsSizes counts what arrives of a section whose length the translator takes from the module.
const readsSizes = `program main
  use sizes
  implicit none
  integer :: c(8)[*], b(8), k
  c = 1
  b = 0
  sync all
  do k = 1, num_images()
    b(1:n) = c(1:n)[k]
  end do
  print '(i0,1x,i0)', n, count(b /= 0)
end program
`

// sizes writes a source of the module, and compiles it in a folder, by any compiler.
func (p *place) sizes(dir, n, compiler string) {
	p.t.Helper()
	if err := os.MkdirAll(filepath.Join(p.dir, dir), 0o755); err != nil {
		p.t.Fatal(err)
	}
	p.write(filepath.Join(dir, "sizes.f90"), strings.ReplaceAll(sizesModule, "%", n))
	p.good("env -C " + dir + " " + compiler + " -c sizes.f90 -o sizes.o")
}

// prints tells whether a program that is built by a line prints something.
func (p *place) prints(want string, lines ...string) {
	p.t.Helper()
	p.good(lines...)
	if got, _ := p.good("cafrun -n 1 ./prog"); got != want+"\n" {
		p.t.Errorf("%s: %q, want %q", lines, got, want)
	}
}

// withCompilers runs a test with each of the compilers that are there.
func withCompilers(t *testing.T, test func(p *place, compiler string)) {
	for _, compiler := range []string{"gfortran", "flang-22"} {
		if _, err := exec.LookPath(compiler); err != nil {
			continue
		}
		t.Run(compiler, func(t *testing.T) {
			p := newPlace(t)
			p.env = append(p.env, "CORAL_FC="+compiler)
			test(p, compiler)
		})
	}
}

// A module whose file Coral has compiled may be compiled again by the compiler alone. What Coral
// has left of it is then that of another module: lengths that the translator took from there
// copied three elements of five.
func TestModuleCompiledAgain(t *testing.T) {
	withCompilers(t, func(p *place, compiler string) {
		p.write("main.f90", readsSizes)
		for _, prepared := range []string{"coral fc", "coral fc -fcoarray=lib"} {
			p.sizes(".", "3", prepared)
			p.prints("3 3", "coral fc -c main.f90", "coral fc main.o sizes.o -o prog")
			p.sizes(".", "5", compiler)
			p.prints("5 5", "coral fc -c main.f90", "coral fc main.o sizes.o -o prog")
			p.prints("5 5", "coral build main.f90 sizes.o -o prog")
			p.sizes(".", "4", prepared)
			p.prints("4 4", "coral fc -c main.f90", "coral fc main.o sizes.o -o prog")
		}
	})
}

// Where the compiler's file has coarrays that only Coral knows of, no other file of Coral's stands
// in for the one that belongs to it.
func TestModuleOfOtherFile(t *testing.T) {
	p := newPlace(t)
	p.write("m.f90", "module m\n  integer :: x[*]\nend module\n")
	p.write("main.f90",
		"program main\n  use m\n  x = 1\n  sync all\n  print *, x[1]\nend program\n")
	p.good("coral fc -c m.f90")
	before, err := os.ReadFile(filepath.Join(p.dir, "m.cmod"))
	if err != nil {
		t.Fatal(err)
	}
	p.write("m.f90", "module m\n  integer :: y, x(3)[*]\nend module\n")
	p.good("coral fc -c m.f90")
	p.write("m.cmod", string(before))
	p.bad("coral fc -c main.f90", "m.cmod was not written together with m.mod [C0314]")
}

// Both compilers look for module files in the current directory, then where -I says, then where -J
// says; gfortran looks beside the source before it looks where -I says.
func TestModulesAreFoundInOrder(t *testing.T) {
	withCompilers(t, func(p *place, compiler string) {
		p.write("main.f90", readsSizes)
		p.sizes("mods", "5", "coral fc")
		p.sizes("lib", "4", "coral fc")
		const use = "coral fc main.o sizes.o -o prog"
		p.sizes(".", "5", "coral fc")
		if err := os.Remove(filepath.Join(p.dir, "sizes.mod")); err != nil {
			p.t.Fatal(err)
		}
		p.prints("4 4", "coral fc -c main.f90 -J mods -I lib", use)
		p.sizes(".", "3", compiler)
		p.prints("3 3", "coral fc -c main.f90 -J mods", use)
		p.prints("3 3", "coral fc -c main.f90 -I lib", use)
		p.prints("3 3", "coral build -I lib main.f90 sizes.o -o prog")
		p.prints("5 5", "coral build -J mods main.f90 sizes.o -o prog")
		p.sizes("src", "6", compiler)
		p.write("src/main.f90", readsSizes)
		p.prints("3 3", "coral build -I lib src/main.f90 sizes.o -o prog")
		p.prints("3 3", "coral fc -c -I lib src/main.f90", use)
		if err := os.Remove(filepath.Join(p.dir, "sizes.mod")); err != nil {
			p.t.Fatal(err)
		}
		want := "6 6"
		if strings.Contains(compiler, "flang") {
			want = "4 4"
		}
		p.prints(want, "coral build -I lib src/main.f90 sizes.o -o prog")
		p.prints(want, "coral fc -c -I lib src/main.f90", use)
	})
}

// -module-dir is flang's own name for -J.
func TestModuleDir(t *testing.T) {
	p := newPlace(t)
	p.sizes("mods", "3", "coral fc")
	p.write("m.f90", "module m\n  use sizes\n  integer :: x(n)[*]\nend module\n")
	p.write("main.f90", "program main\n  use m\n  x = n\n  sync all\n  print '(i0)', "+
		"sum(x(:)[1])\nend program\n")
	p.good("coral fc -module-dir mods -c m.f90")
	p.prints("9", "coral fc -module-dirmods -c main.f90", "coral fc main.o m.o -o prog")
	p.prints("9", "coral build -module-dir mods main.f90 m.o -o prog")
}

// The back end reads no other INCLUDE file than the translator, and both the one that the compiler
// would read by itself: the one beside the source, not one where -I says, or in the current
// directory.
func TestIncludedInOrder(t *testing.T) {
	withCompilers(t, func(p *place, compiler string) {
		for dir, n := range map[string]string{".": "3", "src": "4", "inc": "5"} {
			if err := os.MkdirAll(filepath.Join(p.dir, dir), 0o755); err != nil {
				p.t.Fatal(err)
			}
			p.write(filepath.Join(dir, "n.inc"), "integer, parameter :: n = "+n+"\n")
		}
		p.write("src/main.f90", strings.Replace(strings.Replace(readsSizes, "use sizes\n", "", 1),
			"implicit none\n", "implicit none\n  include 'n.inc'\n", 1))
		p.write("src/plain.f90",
			"program plain\n  include 'n.inc'\n  print '(i0)', n\nend program\n")
		check := func(n string) {
			p.t.Helper()
			for _, command := range []string{"coral build", "coral fc"} {
				p.prints(n+" "+n, command+" -I inc src/main.f90 -o prog")
				p.prints(n, command+" -I inc src/plain.f90 -o prog")
			}
		}
		check("4")
		if err := os.Remove(filepath.Join(p.dir, "src/n.inc")); err != nil {
			p.t.Fatal(err)
		}
		if strings.Contains(compiler, "flang") {
			check("3")
		} else {
			check("5")
		}
	})
}
