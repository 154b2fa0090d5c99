package hosts

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

// losing moves data of all lengths between the images, and looks at each element.
const losing = `program losing
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  integer, parameter :: lengths(5) = [1, 30, 500, 3000, 100000]
  integer, allocatable :: a(:)[:]
  integer :: b(100000), me, images, next, before, k, n, i, round, total
  type(event_type) :: come[*]
  allocate (a(100000)[*])
  me = this_image()
  images = num_images()
  next = merge(1, me + 1, me == images)
  before = merge(images, me - 1, me == 1)
  do round = 1, 3
    do k = 1, size(lengths)
      n = lengths(k)
      b(:n) = [(value(me, i), i = 1, n)]
      a(:n)[next] = b(:n)
      event post (come[next])
      event wait (come)
      if (any(a(:n) /= [(value(before, i), i = 1, n)])) error stop 'WRONG put'
      sync all
      b(:n) = a(:n)[next]
      if (any(b(:n) /= [(value(me, i), i = 1, n)])) error stop 'WRONG get'
      total = me
      call co_sum(total)
      if (total /= images * (images + 1) / 2) error stop 'WRONG sum'
      sync all
    end do
  end do
  if (me == 1) print '(a)', 'PASS'
contains
  pure integer function value(image, i)
    integer, intent(in) :: image, i
    value = 10000000 * image + 100000 * round + i
  end function
end program
`

// Lose has each host lose so many packets of a thousand that come there.
func (h *Hosts) Lose(t testing.TB, perMille int) {
	t.Helper()
	for host := range Count {
		for _, words := range [][]string{{"table", "netdev", "losses"},
			{"chain", "netdev", "losses", "in",
				"{ type filter hook ingress device eth0 priority 0; }"},
			{"rule", "netdev", "losses", "in", "numgen", "random", "mod", "1000", "lt",
				strconv.Itoa(perMille), "drop"}} {
			command := append([]string{"netns", "exec", h.namespace(host + 1), "nft", "add"},
				words...)
			if out, err := exec.Command("ip", command...).CombinedOutput(); err != nil {
				t.Skipf("no packets are lost here: %v (Debian: nftables)\n%s", err, out)
			}
		}
	}
}

// TestLosses: a network that loses 2 % of its packets takes time, and changes nothing else. GASNet
// over UDP sent such long packets that nearly all of them were lost, again and again.
func TestLosses(t *testing.T) {
	program := build(t, "losing", losing)
	for _, way := range turns.Of(t.Name(), AllWays...) {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			h := up(t, way)
			program := buildFor(t, way, program, "losing", losing)
			h.Lose(t, 20)
			r := begin(t, h, way, append(h.Launcher(way), "3", program))
			r.await("the run stays", r.over)
			if said := r.said(); !r.cmd.ProcessState.Success() || !strings.Contains(said, "PASS") {
				t.Errorf("%v\n%s", r.cmd.ProcessState, said)
			}
		})
	}
}
