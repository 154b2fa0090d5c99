package mpirun

import (
	"slices"
	"strings"
	"testing"
)

func TestRecognise(t *testing.T) {
	for _, c := range []struct {
		text    string
		family  Family
		version string
	}{
		{"mpirun (Open MPI) 4.1.4\n\nReport bugs to http://www.open-mpi.org/community/help/\n",
			OpenMPI, "(Open MPI) 4.1.4"},
		{"HYDRA build details:\n    Version:                                 4.0.2\n" +
			"    Release Date: x\n", Hydra, "MPICH 4.0.2"},
	} {
		l, err := recognise("/usr/bin/mpirun", c.text)
		if err != nil || l.Family != c.family || l.Version != c.version {
			t.Errorf("%+v, %v", l, err)
		}
	}
	if _, err := recognise("/opt/bin/mpirun", "Something 2.0\nmore"); err == nil ||
		!strings.Contains(err.Error(), "(Something 2.0)") {
		t.Errorf("an unknown launcher: %v", err)
	}
}

func TestShares(t *testing.T) {
	for _, c := range []struct {
		n    int
		want string
	}{{1, "b:1"}, {2, "a:1,b:1"}, {3, "a:1,b:2"}, {6, "a:3,b:3"}} {
		if got := shares(c.n, []string{"a", "b"}); got != c.want {
			t.Errorf("%d: %s, want %s", c.n, got, c.want)
		}
	}
}

func TestCommand(t *testing.T) {
	t.Setenv("CORAL_TAG", "1")
	open := Launcher{Path: "/usr/bin/mpirun"}.Command(3, []string{"a"}, []string{"./prog", "-x"})
	for _, words := range []string{"-x CORAL_TAG", "--mca oob_tcp_keepalive_time 3",
		"-H a:3 -n 3 ./prog -x"} {
		if !strings.Contains(strings.Join(open, " "), words) {
			t.Errorf("%q is not in %q", words, open)
		}
	}
	if got, want := (Launcher{Path: "mpiexec", Family: Hydra}).Command(2, nil,
		[]string{"p"}), []string{"mpiexec", "-n", "2", "p"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestShell: launchers reach hosts by the command of CORAL_RSH, and say if they cannot.
func TestShell(t *testing.T) {
	for _, c := range []struct {
		family        Family
		command, want string
	}{
		{OpenMPI, "", ""},
		{OpenMPI, "rsh -x", "--mca plm_rsh_agent rsh -x"},
		{Hydra, "", ""},
		{Hydra, "myshell", "-launcher rsh -launcher-exec myshell"},
	} {
		t.Setenv("CORAL_RSH", c.command)
		l := Launcher{Family: c.family}
		if got := strings.Join(l.shell(), " "); got != c.want || l.CheckShell() != nil {
			t.Errorf("%v, %q: %q, %v", c.family, c.command, got, l.CheckShell())
		}
	}
	t.Setenv("CORAL_RSH", "rsh -x")
	if (Launcher{Family: Hydra}).CheckShell() == nil {
		t.Error("Hydra takes no arguments")
	}
}

func TestRefused(t *testing.T) {
	const line = "[proxy:0:1@node-2] HYDU_create_process (utils/launch/launch.c:73): execvp " +
		"error on file /home/u/prog (No such file or directory)"
	for _, c := range []struct {
		family    Family
		line      string
		host, why string
	}{
		{Hydra, line + "\n", "node-2", "/home/u/prog (No such file or directory)"},
		{OpenMPI, line, "", ""},
		{Hydra, "it says: " + line, "", ""},
		{Hydra, "[proxy:0:1@node-2] HYD_pmcd_pmip_control_cmd_cb: assert (!closed) failed", "", ""},
	} {
		if host, why, is := (Launcher{Family: c.family}).Refused(c.line); host != c.host ||
			why != c.why || is != (c.host != "") {
			t.Errorf("%v %q: %q, %q, %v", c.family, c.line, host, why, is)
		}
	}
}

func TestLost(t *testing.T) {
	for line, want := range map[string]bool{
		"PRTE has lost communication with a remote daemon.\n": true,
		"ORTE has lost communication with a remote daemon.":   true,
		"has it lost communication with a remote daemon?":     false,
	} {
		if (Launcher{Family: OpenMPI}).Lost(line) != want || (Launcher{Family: Hydra}).Lost(line) {
			t.Errorf("%q: it is not %v", line, want)
		}
	}
}

func TestUnreached(t *testing.T) {
	for line, want := range map[string][2]string{
		"ssh: Could not resolve hostname node-7: Name or service not known\r\n": {"node-7",
			"Name or service not known"},
		"ssh: connect to host 10.0.0.9 port 22: Connection refused": {"10.0.0.9",
			"Connection refused"},
		"ssh: what is it": {}, "I say ssh: connect to host a port 22: no": {},
	} {
		host, why, is := Unreached(line)
		if host != want[0] || why != want[1] || is != (want[0] != "") {
			t.Errorf("%q: %q, %q, %v", line, host, why, is)
		}
	}
}
