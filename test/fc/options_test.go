package fc

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

// TestPreprocessorOptions: what is translated has been preprocessed with all that the command says
// about macros and where files are.
func TestPreprocessorOptions(t *testing.T) {
	p := newPlace(t)
	p.write("plain.F90", `program plain
#ifdef SYSTEM
#include <answer.h>
#endif
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  type :: t
    integer(int64), allocatable :: a(:)
  end type
  integer :: n[*]
  n = ANSWER
#ifdef __OPTIMIZE__
  n = n + 1
#endif
#ifdef _REENTRANT
  n = n + 10
#endif
  if (this_image() == 1) print '(i0)', n
end program
`)
	if err := os.Mkdir(filepath.Join(p.dir, "headers"), 0o755); err != nil {
		t.Fatal(err)
	}
	p.write("headers/answer.h", "#define ANSWER 7\n")
	for _, c := range []struct{ options, want string }{
		{"-DANSWER=3", "3\n"},
		{"-DANSWER=3 -O1", "4\n"},
		{"-DANSWER=3 -pthread -O2", "14\n"},
		{"-Wp,-DANSWER=5", "5\n"},
		{"-Xpreprocessor -DANSWER=5", "5\n"},
		{"-isystem headers -DSYSTEM", "7\n"},
		{"-isystemheaders -DSYSTEM", "7\n"},
		{"-idirafter headers -Wp,-DSYSTEM,-DOTHER", "7\n"},
	} {
		if !turns.Takes(c.options, 3) {
			continue
		}
		p.good("caf " + c.options + " -o plain plain.F90")
		if out, _ := p.good("./plain"); out != c.want {
			t.Errorf("with %s it printed %q, want %q", c.options, out, c.want)
		}
	}
}

// TestOptionsForPlainModules: a module without coarrays is compiled as it stands where an option
// does not let it be prepared for others.
func TestOptionsForPlainModules(t *testing.T) {
	p := newPlace(t)
	p.write("shapes.f90", `module shapes
  implicit none
  type :: shape
    integer, allocatable :: sides(:)
  end type
  type, extends(shape) :: polygon
  end type
end module
`)
	p.write("plain.f90", `program plain
  use shapes
  type(polygon) :: p
  allocate (p%sides(3))
  print '(i0)', size(p%sides)
end program
`)
	for _, option := range []string{"-finteger-4-integer-8", "-std=f2003", "-ff2c",
		"-frepack-arrays", "-fno-realloc-lhs"} {
		p.good("caf "+option+" -o plain shapes.f90 plain.f90",
			"caf "+option+" -c shapes.f90", "caf "+option+" -o plain plain.f90 shapes.o")
		if out, _ := p.good("./plain"); out != "3\n" {
			t.Errorf("with %s it printed %q", option, out)
		}
	}
}

// TestFilesBesideObjects: what gfortran writes beside objects is not lost in one command.
func TestFilesBesideObjects(t *testing.T) {
	p := newPlace(t)
	p.write("part.f90", `module part
  type :: t
    integer, allocatable :: a(:)
  end type
end module
`)
	p.write("main.f90", `program main
  use part
  type(t) :: x
  integer :: n[*]
  n = this_image()
  allocate (x%a(n))
end program
`)
	p.good("caf --coverage -o main part.f90 main.f90", "cafrun -n 1 ./main")
	for _, name := range []string{"main-part.gcno", "main-main.gcno", "main-main.gcda"} {
		if found, _ := filepath.Glob(filepath.Join(p.dir, name)); len(found) != 1 {
			t.Errorf("there is no %s", name)
		}
	}
}

// TestSaveTemps: -save-temps leaves the files that gfortran leaves, under its names.
func TestSaveTemps(t *testing.T) {
	for _, c := range []struct {
		options string
		want    []string
	}{
		{"-save-temps -c", []string{"main.o", "main.s", "u.f90", "u.o", "u.s"}},
		{"-save-temps -S", []string{"main.s", "u.f90", "u.s"}},
		{"-save-temps", []string{"a-main.o", "a-main.s", "a-u.f90", "a-u.o", "a-u.s", "a.out"}},
		{"-save-temps -o o/x", []string{"o/x", "o/x-main.o", "o/x-main.s", "o/x-u.f90", "o/x-u.o",
			"o/x-u.s"}},
		{"-save-temps=cwd -o o/x", []string{"o/x", "x-main.o", "x-main.s", "x-u.f90", "x-u.o",
			"x-u.s"}},
	} {
		p := newPlace(t)
		p.write("u.F90", "module u\n  integer :: a[*]\nend module\n")
		p.write("main.f90", "program main\n  use u, only:\nend program\n")
		if err := os.Mkdir(filepath.Join(p.dir, "o"), 0o755); err != nil {
			t.Fatal(err)
		}
		before := p.names()
		p.good("caf " + c.options + " u.F90 main.f90")
		left := slices.DeleteFunc(p.names(), func(name string) bool {
			return slices.Contains(before, name) || slices.Contains([]string{".mod", ".cmod"},
				filepath.Ext(name))
		})
		if !slices.Equal(left, c.want) {
			t.Errorf("with %s it left %q, want %q", c.options, left, c.want)
		}
	}
}

// names are the files below a place, sorted.
func (p *place) names() (names []string) {
	err := filepath.WalkDir(p.dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			path, err = filepath.Rel(p.dir, path)
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return names
}

// TestOtherFilesGoOn: a file that is missing or wrong does not keep the others of a command from
// being compiled, and nothing is linked.
func TestOtherFilesGoOn(t *testing.T) {
	for _, wrong := range []string{"", "program p\n  integer :: x[*]\n  x[1 = 3\nend\n",
		"program p\n  integer :: x[*]\n  x = 'a'\nend\n", "program p\n  x = 'a\nend\n"} {
		for _, other := range []string{"subroutine s\n  integer, save :: a[*]\nend\n",
			"subroutine s\nend\n"} {
			p := newPlace(t)
			if wrong != "" {
				p.write("wrong.f90", wrong)
			}
			p.write("other.f90", other)
			p.write("main.f90", "program main\nend program\n")
			p.bad("caf -c wrong.f90 other.f90 main.f90", "wrong.f90")
			p.bad("caf -o prog main.f90 wrong.f90 other.f90", "wrong.f90")
			for name, want := range map[string]bool{"other.o": true, "main.o": true, "prog": false,
				"wrong.o": false} {
				if _, err := os.Stat(filepath.Join(p.dir, name)); (err == nil) != want {
					t.Errorf("after %q and %q there is %s: %v", wrong, other, name, !want)
				}
			}
		}
	}
}

// TestHiddenIntrinsicsWarn: gfortran's warnings about names that Coral gives to intrinsic functions
// are not the user's.
func TestHiddenIntrinsicsWarn(t *testing.T) {
	p := newPlace(t)
	p.write("text.f90", `module text
  implicit none
  type :: string
    character(:), allocatable :: raw
  end type
  interface len
    module procedure length
  end interface
contains
  integer function length(s)
    type(string), intent(in) :: s
    length = len(s%raw)
  end function
end module
`)
	if _, messages := p.good("caf -Wall -Werror -c text.f90"); messages != "" {
		t.Errorf("it said:\n%s", messages)
	}
}

// TestWarningsOfViews: flang warns of pointers in views, and of results that generated text defines
// by their addresses. Such warnings are not the user's; one of the same name may be.
func TestWarningsOfViews(t *testing.T) {
	withCompilers(t, func(p *place, compiler string) {
		p.write("m.f90", `module m
  implicit none
  type :: t
    integer :: n = 0
  contains
    final :: finish
  end type
  type :: halo
    real, allocatable :: buf(:)[:]
    integer :: n
  end type
  type(t) :: x[*]
contains
  subroutine finish(a)
    type(t), intent(inout) :: a
    a%n = -1
  end subroutine
  function get(self, k) result(r)
    class(halo), intent(in) :: self
    integer, intent(in) :: k
    real :: r(self%n)
    r = self%buf(:)[k]
  end function
  integer function n(k)
    integer, intent(in) :: k
    n = x[k]%n
  end function
end module
`)
		for _, command := range []string{"coral fc -c m.f90", "caf -O2 -c m.f90"} {
			if _, messages := p.good(command); messages != "" {
				p.t.Errorf("%s said:\n%s", command, messages)
			}
		}
		if !strings.Contains(compiler, "flang") {
			return
		}
		p.write("w.f90", "module w\n  use m\n  type(t) :: y[*]\ncontains\n"+
			"  integer function none()\n    y[1]%n = 1\n  end function\nend module\n")
		_, messages := p.good("coral fc -c w.f90")
		if own := "Function result is never defined"; !strings.Contains(messages, own) {
			p.t.Errorf("without %q:\n%s", own, messages)
		}
	})
}

// TestOtherModes: code for another mode of the processor is refused where coarrays are, and the
// compiler's affair elsewhere.
func TestOtherModes(t *testing.T) {
	p := newPlace(t)
	p.write("plain.f90", "end\n")
	p.write("image.f90", "integer :: n[*]\nn = 1\nend\n")
	p.good("coral fc -m32 -c plain.f90")
	p.bad("coral fc -m32 -c image.f90", "the option -m32 cannot be obeyed for a file with coarrays")
	p.write("plain.c", "int one(void) { return 1; }\n")
	p.write("image.c", "#include <stdio.h>\nint n:[*];\nint main(void) { return n:[1]; }\n")
	p.good("coral cc -m32 -c plain.c")
	p.bad("coral cc -m32 -c image.c",
		"image.c: the option -m32 cannot be obeyed for a file of XcalableMP")
}

// TestOwnWarnings: -w drops Coral's own warnings, and -Werror makes errors of them, as of those of
// the compiler.
func TestOwnWarnings(t *testing.T) {
	p := newPlace(t)
	for _, w := range []struct{ code, file, text string }{
		{"C0003", "text.f90", "integer :: n[*]\nn = 1\nprint *, 'one &\n two'\nend\n"},
		{"C0036", "long.f90",
			"integer :: n[*]\nn = 1" + strings.Repeat(" + 1", 40) + "\nend\n"},
		{"C0148", "early.f90", "integer :: n[*]\nn = 1\ncall sync_all()\nend\n"},
		{"C0195", "bare.f90", "integer :: n[*]\nn = this_image\nend\n"},
		{"C0197", "outside.f90", "integer :: n[*]\nn[0] = 1\nend\n"},
		{"C0199", "joined.f90", "integer :: n[*]\nn = thisimage()\nend\n"},
		{"C0244", "dropped.caf", "program dropped\ninteger :: n[*]\nspawn twice(3)[1]\n" +
			"contains\ninteger function twice(n)\ninteger, value :: n\ntwice = 2*n\n" +
			"end function\nend program\n"},
		{"C0406", "beyond.c", "#include <xmp.h>\nint a[2][5]:[*];\nint main(void) {\n" +
			"  int b[7];\n  b[0:7] = a[0][0:7]:[1];\n  return b[0];\n}\n"},
	} {
		fc := "caf"
		if strings.HasSuffix(w.file, ".c") {
			fc = "coral cc"
		}
		p.write(w.file, w.text)
		for _, way := range []string{fc + " -c", "coral build -o prog"} {
			if w.code == "C0199" && fc+" -c" != way {
				continue // there is no such function to link
			}
			line := way + " " + w.file
			if _, said := p.good(line); !strings.Contains(said, "warning: ") ||
				!strings.Contains(said, "["+w.code+"]") {
				t.Errorf("%s: no warning %s:\n%s", line, w.code, said)
			}
			if _, said := p.good(line + " -w -Werror"); strings.Contains(said, "["+w.code+"]") {
				t.Errorf("%s -w -Werror:\n%s", line, said)
			}
			p.good(line + " -Werror -Wno-error")
			p.bad(line+" -Werror", "this warning is an error because of -Werror")
		}
	}
}
