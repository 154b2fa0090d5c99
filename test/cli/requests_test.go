package cli

import (
	"fmt"
	"strings"
	"testing"
)

// counter stands between generated code and the library path: it counts what images are asked for.
const counter = `#include <stddef.h>
#include <stdint.h>
static int gets, puts_;
int __real_coralgo_move(int how, int rank, uint64_t offset, void *low, size_t n, size_t first,
    size_t elem, int dims, int64_t *extents, int64_t *there, int64_t *here);
int __wrap_coralgo_move(int how, int rank, uint64_t offset, void *low, size_t n, size_t first,
    size_t elem, int dims, int64_t *extents, int64_t *there, int64_t *here) {
    gets += how == 0;
    puts_ += how != 0;
    return __real_coralgo_move(
        how, rank, offset, low, n, first, elem, dims, extents, there, here);
}
int gets_so_far(void) { return gets; }
int puts_so_far(void) { return puts_; }
`

// loops are what image 1 gets from image 2, with the most requests for it: several times what they
// take on an idle machine, since what was got ahead gets old.
var loops = []struct {
	text string
	most int
}{
	{"do i = 1, 1000\n  s = s + x(i)[2]\nend do", 100},
	{"do i = 1000, 1, -3\n  s = s + x(i)[2]\nend do", 100},
	{"do i = 2, 999\n  s = s + x(i-1)[2] - 2*x(i)[2] + x(i+1)[2]\nend do", 200},
	{"do i = 1, 30\n  do j = 1, 30\n    s = s + z(i,j)[2]\n  end do\nend do", 200},
	{"do i = 1, 1000\n  s = s + t(i)[2]%n\nend do", 100},
	{"do i = 1, 1000\n  s = s + b[2]%v(i)\nend do", 200},
	{"do i = 1, 1000\n  x(i)[2] = x(i)[2] + 1\nend do", 100},
	{"do concurrent (i = 1:1000)\n  y(i) = x(i)[2]\nend do", 100},
	// many places of one loop
	{"do i = 3, 998\n  s = s + x(i-2)[2] + x(i-1)[2] + x(i)[2] + x(i+1)[2] + x(i+2)[2]\n" +
		"  s = s + t(i-2)[2]%n + t(i-1)[2]%n + t(i)[2]%n + t(i+1)[2]%n + t(i+2)[2]%n\n" +
		"  s = s + t(i-1)[2]%m + t(i)[2]%m + t(i+1)[2]%m\nend do", 600},
	{"call each()", 100},
	// neighbours that have changed are sent together, though some of their bytes are as before
	{"call changed(r(1:1000)[2])", 1},
	// as often as the loop refers to it: it may change
	{"do i = 1, 100\n  s = s + f(i)[2]\nend do", 100},
}

// TestRequestsOfLoops: a loop over elements of another image, whose memory is not mapped, does not
// ask for each of them.
func TestRequestsOfLoops(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	s.write("counter.c", counter)
	var body strings.Builder
	for n, l := range loops {
		what := "gets"
		if strings.Contains(l.text, "changed") {
			what = "puts"
		}
		fmt.Fprintf(&body, "g = %s()\n%s\nprint '(i0,1x,i0)', %d, %[1]s() - g\n", what, l.text, n)
	}
	s.write("loops.f90", `program loops
  implicit none
  interface
    integer function gets() bind(c, name='gets_so_far')
    end function
    integer function puts() bind(c, name='puts_so_far')
    end function
  end interface
  type :: part
    integer :: n, m
  end type
  type :: box
    integer, allocatable :: v(:)
  end type
  integer :: x(1000)[*], z(30,30)[*], y(1000), i, j, s, g
  integer, volatile :: f(100)[*]
  real(8) :: r(1000)[*]
  type(part) :: t(1000)[*]
  type(box) :: b[*]
  x = 1; z = 2; f = 3; s = 0; r = 1
  t%n = 4; t%m = 5
  allocate (b%v(1000))
  b%v = 6
  sync all
  if (this_image() == 1) then
`+body.String()+`
  end if
  sync all
contains
  subroutine each()
    integer :: i
    do i = 1, 1000
      call one(i)
    end do
  end subroutine
  subroutine changed(a)
    real(8), intent(inout) :: a(:)
    a = a + 1
  end subroutine
  subroutine one(i)
    integer, intent(in) :: i
    s = s + x(i)[2]
  end subroutine
end program
`)
	got := s.run("coral", "build", "loops.f90", "counter.c", "-Wl,--wrap=coralgo_move",
		"-o", "p")
	s.expect(got, 0, "", "")
	got = s.run("env", "CORAL_NUM_IMAGES=2", "CORAL_SMP_UNMAPPED=1", "./p")
	lines := strings.Split(strings.TrimSpace(got.stdout), "\n")
	if got.code != 0 || len(lines) != len(loops) {
		t.Fatalf("exit code %d\n%s%s", got.code, got.stdout, got.stderr)
	}
	for k, line := range lines {
		var n, requests int
		if _, err := fmt.Sscan(line, &n, &requests); err != nil || n != k {
			t.Fatalf("%q: %v", line, err)
		}
		if volatile := strings.Contains(loops[k].text, "f(i)"); requests > loops[k].most ||
			volatile && requests < loops[k].most {
			t.Errorf("%d requests, want %d at most:\n%s", requests, loops[k].most, loops[k].text)
		}
	}
}
