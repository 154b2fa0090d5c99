package fc

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

// foreignLibrary is what somebody else has compiled, without Coral.
const foreignLibrary = `module mesh_kinds
  use, intrinsic :: iso_fortran_env, only: real64, int64
  implicit none
  integer, parameter :: dp = real64, width = 3
  character(len=*), parameter :: title = 'it''s a "mesh"'
end module
module meshes
  use mesh_kinds, only: wp => dp, width, int64, title
  implicit none
  type :: point
    real(wp) :: x(width) = 0
  end type
  type :: mesh
    integer :: n = 0
    type(point), allocatable :: p(:)
    real(wp), allocatable :: w(:)
    character(len=:), allocatable :: name
    real(wp), pointer :: view(:) => null()
    complex, allocatable :: z
  end type
  type, extends(mesh) :: tagged
    integer(int64), allocatable :: tag(:)
  end type
  interface make
    module procedure make_n, make_w
  end interface
contains
  subroutine make_n(m, n)
    class(mesh), intent(inout) :: m
    integer, intent(in) :: n
    m%n = n
    allocate (m%p(n), m%w(n))
    m%w = 1
    m%name = 'mesh'
  end subroutine
  subroutine make_w(m, w)
    class(mesh), intent(inout) :: m
    real(wp), intent(in) :: w(:)
    call make_n(m, size(w))
    m%w = w
  end subroutine
  pure real(wp) function weight(i)
    integer, intent(in) :: i
    weight = 0.5_wp*i
  end function
end module
`

const foreignUser = `module store
  use meshes, only: mesh, width, weight, wp, title
  implicit none
  real(wp) :: field(width)[*]
  character(len=len(title)) :: label[*]
  type(mesh) :: m[*]
  type :: wrap
    type(mesh) :: inner
    integer :: k = 0
  end type
  type(wrap) :: w[*]
contains
  real(wp) function total(k) result(s)
    integer, intent(in) :: k
    integer :: i
    s = 0
    do i = 1, m[k]%n
      s = s + m[k]%w(i)
    end do
  end function
end module
program p
  use meshes
  use store
  implicit none
  type(tagged) :: t[*]
  real(wp) :: grid[width, *]
  type(mesh) :: copy
  type(wrap) :: wc
  integer :: me, np, nb, before
  me = this_image(); np = num_images(); nb = mod(me, np) + 1; before = mod(me + np - 2, np) + 1
  call make(m, me + 1)
  m%w = me*10
  m%p(1)%x = [1, 2, 3]*me
  m%name = repeat('x', me)
  call make(t, [1.0_wp, 2.0_wp])
  t%tag = [me, me*2, me*3]
  w%inner = m
  w%k = me
  grid = weight(me)
  field = me
  label = title
  sync all
  if (abs(grid[1, 1] - weight(1)) > 1e-12_wp .or. ucobound(grid, 1) /= width) error stop 'grid'
  if (any(field(:)[nb] /= nb) .or. label[nb] /= 'it''s a "mesh"') error stop 'field'
  if (size(m[nb]%w) /= nb + 1 .or. any(m[nb]%w /= nb*10)) error stop 'w'
  if (any(m[nb]%p(1)%x /= [1, 2, 3]*nb)) error stop 'p'
  if (m[nb]%name /= repeat('x', nb)) error stop 'name'
  if (abs(total(nb) - nb*10*(nb + 1)) > 1e-6) error stop 'total'
  if (any(t[nb]%tag /= [nb, nb*2, nb*3])) error stop 'tag'
  copy = m[nb]
  if (copy%n /= nb + 1 .or. any(copy%w /= nb*10) .or. copy%name /= repeat('x', nb)) error stop 'copy'
  wc = w[nb]
  if (wc%k /= nb .or. any(wc%inner%w /= nb*10)) error stop 'wrap'
  sync all
  m[nb]%w(1) = -me
  sync all
  if (m%w(1) /= -before) error stop 'put'
  call co_broadcast(copy, 1)
  if (copy%n /= mod(1, np) + 2) error stop 'broadcast'
  if (me == 1) print '(a)', 'ok'
end program
`

// Modules that another compiler's command has compiled are known by that compiler's own files.
func TestForeignModules(t *testing.T) {
	for _, compiler := range turns.Of(t.Name(), "gfortran", "flang-22") {
		t.Run(compiler, func(t *testing.T) {
			if _, err := exec.LookPath(compiler); err != nil {
				t.Skip(err)
			}
			p := newPlace(t)
			p.env = append(p.env, "CORAL_FC="+compiler)
			if err := os.Mkdir(filepath.Join(p.dir, "mods"), 0o755); err != nil {
				t.Fatal(err)
			}
			p.write("meshes.f90", foreignLibrary)
			p.write("user.f90", foreignUser)
			if out, err := p.command(compiler, "-c", "meshes.f90", "-J", "mods"); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			p.good("ar rcs libmeshes.a meshes.o")
			for _, line := range []string{
				"coral fc -O0 -Imods user.f90 -L. -lmeshes -o user",
				"coral fc -O0 -Imods -fcheck=bounds user.f90 -L. -lmeshes -o user",
				"coral build -Imods user.f90 -L. -lmeshes -o user",
			} {
				if compiler != "gfortran" && strings.Contains(line, "-fcheck") {
					continue
				}
				p.good(line)
				for _, unmapped := range []string{"0", "1"} {
					if stdout, _ := p.good("CORAL_SMP_UNMAPPED=" + unmapped +
						" ./user"); stdout != "ok\n" {
						t.Errorf("%s, unmapped=%s: printed\n%s", line, unmapped, stdout)
					}
				}
			}

			// What cannot be read leaves what was: a message that the name is not known to be
			// constant, and why.
			for _, file := range []string{"mesh_kinds.mod", "meshes.mod"} {
				p.write("mods/"+file, "GFORTRAN module version '3'")
			}
			p.bad("coral fc -Imods -c user.f90", "[C0136]")
			p.bad("coral fc -Imods -c user.f90",
				"of which nothing is known (mods/meshes.mod: its format is not known)")
		})
	}
}

// A module file that the other compiler has written is refused by one message, not by a hundred of
// the compiler's about its bytes.
func TestModuleFilesOfTheOtherCompiler(t *testing.T) {
	const flang = "flang-22"
	if _, err := exec.LookPath(flang); err != nil {
		t.Skip(err)
	}
	for writer, reader := range map[string]string{"gfortran": flang, flang: "gfortran"} {
		p := newPlace(t)
		p.env = append(p.env, "CORAL_FC="+reader)
		p.write("counts.f90", "module counts\n  integer :: k = 3\nend module\n")
		p.write("user.f90", "program user\n  use counts\n  integer :: x[*]\n  x = k\nend program\n")
		if out, err := p.command(writer, "-c", "counts.f90"); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		message := "counts.mod is a module file of " + strings.TrimSuffix(writer, "-22") +
			", and the compiler is " + reader + " [C0314]"
		p.bad("coral build user.f90 counts.o -o user", message)
		p.good("coral fc -fc " + writer + " -c counts.f90") // with Coral's own file beside it
		p.bad("coral build user.f90 counts.o -o user", message)
		p.bad("coral fc -c user.f90", message)
	}
}

const sharedLibrary = `module trees
  implicit none
  type leaf
    integer, allocatable :: v(:)
  end type
  type tree
    integer, allocatable :: n
    character(:), allocatable :: name
    real, allocatable :: w(:)
    type(leaf), allocatable :: l(:)
  end type
contains
  subroutine make(t, n)
    type(tree), intent(out) :: t
    integer, intent(in) :: n
    t%n = n
    t%name = repeat('x', n + 2)
    t%w = [1, 2, 3]*real(n)
    allocate (t%l(2))
    t%l(1)%v = [n, 2*n]
  end subroutine
end module
`

const sharedUser = `program user
  use trees
  implicit none
  type(tree), save :: x[*]
  type(tree) :: y
  integer :: o
  o = 3 - this_image()
  call make(x, this_image())
  sync all
  y = x[o]
  if (y%n /= o .or. y%name /= repeat('x', o + 2)) error stop 'whole'
  if (any(y%w /= [1, 2, 3]*real(o))) error stop 'array of the whole'
  if (any(y%l(1)%v /= [o, 2*o]) .or. allocated(y%l(2)%v)) error stop 'component of a component'
  if (x[o]%n /= o .or. x[o]%name /= repeat('x', o + 2)) error stop 'scalars'
  if (any(x[o]%w /= [1, 2, 3]*real(o)) .or. any(x[o]%l(1)%v /= [o, 2*o])) error stop 'arrays'
  sync all
  x[o]%w(2) = -o
  x[o]%n = 50 + o
  sync all
  if (any(x%w /= [1, 0, 3]*real(this_image()) - [0, this_image(), 0])) error stop 'array defined'
  if (x%n /= 50 + this_image()) error stop 'scalar defined'
  if (this_image() == 1) print '(a)', 'ok'
end program
`

// What a shared library has allocated lies outside of the memory that images share. Its heap begins
// among their slots unless the start of an image prevents that.
func TestSharedLibrary(t *testing.T) {
	for _, compiler := range []string{"gfortran", "flang-22"} {
		if _, err := exec.LookPath(compiler); err != nil {
			continue
		}
		p := newPlace(t)
		p.env = append(p.env, "CORAL_FC="+compiler)
		p.write("trees.f90", sharedLibrary)
		p.write("user.f90", sharedUser)
		if out, err := p.command(compiler, "-shared", "-fPIC", "trees.f90", "-o",
			"libtrees.so"); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		p.good("coral build -O0 user.f90 -L. -ltrees -Wl,-rpath," + p.dir + " -o user")
		for _, unmapped := range []string{"0", "1"} {
			out, _ := p.good("CORAL_NUM_IMAGES=2 CORAL_SMP_UNMAPPED=" + unmapped + " ./user")
			if out != "ok\n" {
				t.Errorf("%s, unmapped=%s: printed\n%s", compiler, unmapped, out)
			}
		}
	}
}

// The compiler's file of a module that Coral has rewritten says nothing of its coarrays.
func TestModuleFileMissing(t *testing.T) {
	p := newPlace(t)
	p.write("fields.f90",
		"module fields\n  integer, parameter :: n = 3\n  integer :: a(n)[*]\nend module\n")
	p.write("user.f90", "use fields\na = this_image()\nsync all\nprint *, a(n)[1]\nend\n")
	p.good("coral fc -c fields.f90", "coral fc -c user.f90")
	if err := os.Remove(filepath.Join(p.dir, "fields.cmod")); err != nil {
		t.Fatal(err)
	}
	p.bad("coral fc -c user.f90", "[C0103]")
	p.bad("coral fc -c user.f90", "Coral has compiled it, and fields.cmod is missing")
}

func (p *place) write(name, text string) {
	p.t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// command runs a program that is not Coral's.
func (p *place) command(words ...string) ([]byte, error) {
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = p.dir
	return cmd.CombinedOutput()
}
