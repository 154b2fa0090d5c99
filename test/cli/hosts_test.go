package cli

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

// hostsProgram does on several hosts what its argument says.
const hostsProgram = `program onhosts
  implicit none
  integer :: x[*], s, k
  character(20) :: mode, line
  call get_command_argument(1, mode)
  x = this_image()
  sync all
  select case (mode)
  case ('sum')
     s = 0
     do k = 1, num_images()
        s = s + x[k]
     end do
     print '(a,i0,a,i0)', 'image ', this_image(), ' ', s
  case ('read')
     if (this_image() == 1) then
        read '(a)', line
        print '(a)', 'got ' // trim(line)
     end if
  case ('error')
     if (this_image() == 3) error stop 7
     sync all
  case ('stop')
     if (this_image() == 2) stop 5
  case ('exit')
     if (this_image() == 2) call exit(6)
     sync all
  case ('all')
     error stop 'everywhere'
  case ('null')
     block
       integer, pointer :: q(:)
       nullify (q)
       q(1) = 3
     end block
  case ('kill')
     if (this_image() == 2) call kill_me()
     sync all
  end select
contains
  subroutine kill_me()
    interface
       integer(4) function raise(number) bind(c)
         integer(4), value :: number
       end function
    end interface
    k = raise(9_4)
  end subroutine
end program
`

// TestHosts starts programs by Coral's own launcher on hosts that a shell in place of ssh finds all
// here, each with images of its own.
func TestHosts(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	if got := s.run("sh", "-c",
		"echo '#include <ucp/api/ucp.h>' | gcc -fsyntax-only -x c -"); got.code != 0 {
		t.Skip("UCX is not installed (Debian: libucx-dev)")
	}
	s.write("onhosts.f90", hostsProgram)
	s.write("shell", `#!/bin/sh
host=$1
shift
case $host in
nowhere) echo 'no such host' >&2; exit 255 ;;
silent) exec sleep 600 ;;
other) exec sh -c "$(echo "$*" | sed "s/onhosts'/another'/")" ;;
esac
exec sh -c "$*"
`)
	s.write("another.f90", hostsProgram+
		"! another one\nsubroutine nothing()\n  stop 9\nend subroutine\n")
	byCoral := *s
	byCoral.env = append(append([]string{}, s.env...), "CORAL_MPIRUN="+
		filepath.Join(s.dir, "nothing"), "CORAL_RSH="+
		filepath.Join(s.dir, "shell"), "UCX_TLS=tcp,self", "UCX_NET_DEVICES=lo")
	s.expect(byCoral.run("coral", "run", "--conduit", "ucx", "--hosts", "a,b", "-n", "4",
		"onhosts.f90", "--", "sum"), 0, "image 3 10", "")
	s.expect(byCoral.run("coral", "run", "--conduit", "ucx", "--hosts", "a,b", "-n", "4", "--tag",
		"onhosts.f90", "--", "error"), 7, "", "[3] ERROR STOP 7")
	bySetting := byCoral
	bySetting.env = append(slices.Clone(byCoral.env), "CORAL_HOSTS=a,b")
	s.expect(bySetting.run("coral", "run", "-n", "4", "onhosts.f90", "--", "sum"), 0,
		"image 3 10", "")
	s.expect(s.run("coral", "build", "-o", "onhosts", "onhosts.f90"), 0, "", "")
	s.expect(s.run("coral", "build", "-o", "another", "another.f90"), 0, "", "")
	for _, c := range []struct {
		mode, hosts, stdout, stderr string
		code                        int
	}{
		{"sum", "a,b", "image 3 10", "", 0},
		{"read", "a,b", "got a line", "", 0},
		{"error", "a,b", "", "ERROR STOP 7", 7},
		{"stop", "a,b", "", "STOP 5", 5},
		{"exit", "a,b", "", "coral: error: image 2 ended with exit code 6: the run ends [R0502]\n",
			6},
		{"all", "a,b", "", "ERROR STOP everywhere\ncoral: note: image", 1},
		{"null", "a,b", "", "Program received signal SIGSEGV", -1},
		{"kill", "a,b", "", "image 2", -1},
		{"sum", "a,nowhere", "",
			"host nowhere is lost, with 2 images from image 3: its remote shell has ended: " +
				"exit status 255 [R0511]", 127},
		{"sum", "silent", "",
			"host silent is lost, with 4 images from image 1: it has not answered within 2s " +
				"(CORAL_CONNECT): see whether `", 127},
		{"sum", "a,other", "", "image 3 on host", 1},
		{"sum", "other,a", "", "runs another executable than image 1 on host", 1},
		{"sum", "a,other", "",
			"put the same file on all machines, under the name by which the program is started " +
				"[R0513]", 1},
		{"sum", "a,,b", "",
			"CORAL_HOSTS=\"a,,b\": expected names of hosts, with commas between [R0507]", 127},
	} {
		t.Run(c.mode+"/"+c.hosts, func(t *testing.T) {
			turns.Every(t, 3)
			cmd := s.command(filepath.Join(s.dir, "onhosts"), c.mode)
			cmd.Env = append(cmd.Env, "CORAL_NUM_IMAGES=4", "CORAL_HOSTS="+c.hosts, "CORAL_RSH="+
				filepath.Join(s.dir, "shell"), "UCX_TLS=tcp,self", "UCX_NET_DEVICES=lo")
			if c.hosts == "silent" {
				cmd.Env = append(cmd.Env, "CORAL_CONNECT=2s")
			}
			cmd.Stdin = strings.NewReader("a line\n")
			got := s.finish(cmd)
			if c.code >= 0 && got.code != c.code || got.code == 0 && c.code != 0 ||
				!strings.Contains(got.stdout, c.stdout) || !strings.Contains(got.stderr, c.stderr) {
				t.Errorf("exit code %d\n%s\n%s", got.code, got.stdout, got.stderr)
			}
			if strings.Count(got.stderr, "ERROR STOP everywhere") > 1 ||
				strings.Count(got.stderr, "Backtrace") > 1 {
				t.Errorf("what images report alike is told several times:\n%s", got.stderr)
			}
		})
	}
	for _, counted := range []bool{false, true} {
		one := bySetting
		if counted {
			one.env = append(slices.Clone(one.env), "CORAL_STATISTICS=1")
		}
		got := one.run("./onhosts", "sum")
		said := strings.Contains(got.stderr, "coral: statistics: image 1: get, ")
		if got.code != 0 || said != counted {
			t.Errorf("counted: %v, exit code %d\n%s\n%s", counted, got.code, got.stdout, got.stderr)
		}
	}
}
