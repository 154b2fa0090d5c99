package cli

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/provider"
	"github.com/coral-pgas/coral/test/cluster/hosts"
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
	if err := hosts.Missing(provider.UCX.Name); err != nil {
		t.Skip(err)
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
	// all images are named, although the end of one may overtake what it has sent to others before;
	// where the machine is busy, one of them may come too late to be waited for
	var stopped string
	for range 3 {
		got := byCoral.run("coral", "run", "--conduit", "ucx", "--hosts", "a,b", "-n", "8",
			"onhosts.f90", "--", "all")
		if stopped = got.stderr; strings.Contains(stopped, "note: images 1-8 executed ERROR STOP") {
			break
		}
	}
	if !strings.Contains(stopped, "note: images 1-8 executed ERROR STOP") {
		t.Errorf("not all images that have executed ERROR STOP are named:\n%s", stopped)
	}
	for _, c := range []struct {
		mode, hosts, stdout, stderr string
		code                        int
	}{
		{"sum", "a,b", "image 3 10", "", 0},
		{"read", "a,b", "got a line", "", 0},
		{"error", "a,b", "", "ERROR STOP 7", 7},
		{"stop", "a,b", "", "STOP 5", 5},
		{"exit", "a,b", "",
			"coral: error: image 2 ended with exit code 6 on a: the run ends [R0502]\n", 6},
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
			"CORAL_HOSTS=\"a,,b\": expected names of hosts, with commas between; name 2 is empty " +
				"[R0507]", 127},
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

// endingProgram has its last image, or all, end in the way that its argument says.
const endingProgram = `program ending
  implicit none
  integer :: x(4)[*], k
  integer(8) :: now, until, rate
  character(20) :: mode
  call get_command_argument(1, mode)
  x = this_image()
  k = num_images() + 2
  sync all
  if (mode(:3) /= 'all' .and. this_image() /= num_images()) then
     sync all
  end if
  call system_clock(until, rate) ! until the others wait in the second one
  until = until + rate/2
  do
     call system_clock(now)
     if (now > until .or. mode(:3) == 'all') exit
  end do
  call ends(k)
contains
  subroutine ends(k)
    integer, value :: k
    integer, pointer :: p(:)
    nullify (p)
    select case (mode)
    case ('index', 'all index')
       x(2)[k] = 1
    case ('null', 'all null')
       p(2) = 1
    case ('stop')
       error stop 'because'
    case ('exit')
       call exit(5)
    case ('kill')
       call kill_me()
    end select
  end subroutine
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

// TestHostsTellPlaces: where images end by a fault that several hosts have, and where the others
// stood, is told as on one host, also of an image that is alone on its host.
func TestHostsTellPlaces(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	if err := hosts.Missing(provider.UCX.Name); err != nil {
		t.Skip(err)
	}
	s.write("ending.f90", endingProgram)
	s.write("shell", "#!/bin/sh\nshift\nexec sh -c \"$*\"\n")
	lines := strings.Split(endingProgram, "\n")
	at := func(text string) string {
		n := slices.IndexFunc(lines,
			func(line string) bool { return strings.Contains(line, text) })
		return fmt.Sprintf("ending.f90:%d", n+1)
	}
	barrier, call := at("     sync all"), at("call ends(k)")
	for _, compiler := range turns.Of(t.Name(), "gfortran", "flang-22") {
		if _, err := exec.LookPath(compiler); err != nil {
			continue
		}
		s.expect(s.run("coral", "build", "-fc", compiler, "-g", "-o", "ending", "ending.f90"), 0,
			"", "")
		for _, n := range []int{2, 4} {
			others := "coral: note: image 1: "
			if n == 4 {
				others = "3: " // images 1-3, or some of them
			}
			for _, c := range []struct {
				mode string
				code int
				want []string
			}{
				{"index", killed(segv), []string{
					fmt.Sprintf("coral: image %d: %s: memory was used where image %d would be", n,
						at("x(2)[k]"), n+2),
					fmt.Sprintf("coral: note: image %d stood at %s in ends, called from %s in ", n,
						at("x(2)[k]"), call),
					fmt.Sprintf("coral: error: image %d was killed by signal 11 (SIGSEGV) on b "+
						"[R0501]", n), others, barrier}},
				{"null", killed(segv), []string{at("p(2) = 1"),
					fmt.Sprintf("image %d was killed by signal 11 (SIGSEGV) on b [R0501]", n),
					others, barrier}},
				{"stop", 1, []string{fmt.Sprintf("ERROR STOP because\n"+
					"coral: note: image %d executed ERROR STOP at %s", n, at("error stop"))}},
				{"exit", 5, []string{
					fmt.Sprintf("image %d ended with exit code 5 on b: the run ends [R0502]", n),
					others, barrier}},
				{"kill", killed(kill9), []string{
					fmt.Sprintf("image %d was killed by signal 9 (SIGKILL) on b [R0501]\n"+
						"coral: note: somebody sent this signal", n), others, barrier}},
				{"all index", killed(segv), []string{at("x(2)[k]"), "were killed by signal 11"}},
				{"all null", killed(segv), []string{at("p(2) = 1"), "were killed by signal 11"}},
			} {
				cmd := s.command("./ending", c.mode)
				cmd.Env = append(cmd.Env, fmt.Sprint("CORAL_NUM_IMAGES=", n), "CORAL_HOSTS=a,b",
					"CORAL_RSH="+filepath.Join(s.dir, "shell"), "UCX_TLS=tcp,self",
					"UCX_NET_DEVICES=lo")
				got := s.finish(cmd)
				for _, want := range c.want {
					if got.code != c.code || !strings.Contains(got.stderr, want) ||
						strings.Contains(got.stderr, "is lost") {
						t.Errorf("%s, %s, %d images: exit code %d, no %q in\n%s", compiler,
							c.mode, n, got.code, want, got.stderr)
					}
				}
			}
		}
	}
}

const kill9, segv = 9, 11

// killed is the exit code after a signal.
func killed(signal int) int { return 128 + signal }
