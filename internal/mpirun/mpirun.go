// Package mpirun knows the launchers of MPI: which one is there, and how it is asked to start a
// program on some hosts.
package mpirun

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/provider"
)

// Family tells launchers with different options apart.
type Family uint8

const (
	OpenMPI Family = iota
	Hydra          // of MPICH and what descends from it
)

func (f Family) String() string { return [...]string{"Open MPI", "MPICH"}[f] }

// Launcher is a launcher that is installed.
type Launcher struct {
	Path    string
	Family  Family
	Version string
}

// Find gives the launcher that the user has named, or the one that the names mpirun and mpiexec
// stand for.
func Find(ctx context.Context) (Launcher, error) {
	names := []string{"mpirun", "mpiexec"}
	if named := config.MPIRun.String(); named != "" {
		names = []string{named}
	}
	for _, name := range names {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		text, err := exec.CommandContext(ctx, path, "--version").CombinedOutput()
		if err != nil {
			return Launcher{}, fmt.Errorf("%s --version: %w: %s", path, err, firstLine(text))
		}
		return recognise(path, string(text))
	}
	return Launcher{}, fmt.Errorf(
		"no launcher of MPI is installed (%s): install one (Debian: openmpi-bin or mpich), or "+
			"set %s", strings.Join(names, ", "), config.MPIRun.Name)
}

// recognise tells by its own words which launcher it is.
func recognise(path, text string) (Launcher, error) {
	l := Launcher{Path: path}
	switch {
	case strings.Contains(text, "Open MPI") || strings.Contains(text, "OpenRTE"):
		l.Version = strings.TrimPrefix(firstLine([]byte(text)), "mpirun ")
	case strings.Contains(text, "HYDRA"):
		l.Family, l.Version = Hydra, "MPICH"
		for line := range strings.Lines(text) {
			if key, value, _ := strings.Cut(line, ":"); strings.TrimSpace(key) == "Version" {
				l.Version += " " + strings.TrimSpace(value)
			}
		}
	default:
		return l, fmt.Errorf(
			"%s is a launcher that Coral does not know (%s): start the program by it yourself; "+
				"images need to be told rank, size and how many are on their host, as Open MPI "+
				"and MPICH do", path, firstLine([]byte(text)))
	}
	return l, nil
}

func firstLine(text []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	return line
}

// Compilers are the names of the compiler of the launcher's MPI, best first.
func (l Launcher) Compilers() []string {
	beside := filepath.Join(filepath.Dir(l.Path), "mpicc")
	if l.Family == OpenMPI {
		return []string{"mpicc.openmpi", beside, "mpicc"}
	}
	return []string{"mpicc.mpich", beside, "mpicc"}
}

// Command is the command that starts n processes of a program, divided evenly in the order of
// hosts; none: here. Settings of Coral go with them.
func (l Launcher) Command(n int, hosts []string, program []string) []string {
	words := []string{l.Path}
	if l.Family == OpenMPI {
		// The program is the user's own business, also where that is root, as it is without MPI;
		// images wait by yielding, so that there may be more than cores.
		if os.Geteuid() == 0 {
			words = append(words, "--allow-run-as-root")
		}
		words = append(words, "--oversubscribe", "--bind-to", "none")
		for _, name := range forwarded(os.Environ()) {
			words = append(words, "-x", name)
		}
	}
	if len(hosts) > 0 {
		option := "-H"
		if l.Family == Hydra {
			option = "-hosts"
		} else {
			words = append(words, keepalive...)
		}
		words = append(words, l.shell()...)
		words = append(words, option, shares(n, hosts))
	}
	words = append(words, "-n", fmt.Sprint(n))
	return append(words, program...)
}

// shell are the options by which the launcher reaches hosts by the user's command in place of ssh.
// Hydra takes the name of a program alone (Shell).
func (l Launcher) shell() []string {
	switch command := givenShell(); {
	case command == "":
		return nil
	case l.Family == Hydra: // its ssh gets an option of ssh's in front of the host
		return []string{"-launcher", "rsh", "-launcher-exec", command}
	default:
		return []string{"--mca", "plm_rsh_agent", command}
	}
}

// givenShell is the user's command; "": the default holds, which launchers have, too.
func givenShell() string {
	if command := config.Shell.String(); command != config.Shell.Default {
		return command
	}
	return ""
}

// CheckShell is an error where the launcher cannot reach hosts by the user's command.
func (l Launcher) CheckShell() error {
	if command := givenShell(); l.Family == Hydra && len(strings.Fields(command)) > 1 {
		return fmt.Errorf("%s is %q, but %s takes the name of a program without arguments: put "+
			"the command into a script", config.Shell.Name, command, l.Path)
	}
	return nil
}

// refusal is what Hydra's agent on a host writes where it cannot start the program.
var refusal = regexp.MustCompile(`^\[proxy:[0-9:]+@([^\]]+)\] .*execvp error on file (.+)$`)

// Refused tells whether a line that the launcher has written says that a host could not start the
// program, and ends nothing: Open MPI's ends the run.
func (l Launcher) Refused(line string) (host, why string, is bool) {
	if l.Family != Hydra {
		return "", "", false
	}
	m := refusal.FindStringSubmatch(strings.TrimSpace(line))
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

// noShell is what ssh writes where it does not reach a host.
var noShell = regexp.MustCompile(`^ssh: (?:Could not resolve hostname|connect to host) ` +
	`([^\s:]+)(?: port \d+)?: (.+)$`)

// Unreached tells whether a line says that the remote shell has not reached a host. Hydra's
// launcher waits on then, and Open MPI's ends with an exit code of its own.
func Unreached(line string) (host, why string, is bool) {
	m := noShell.FindStringSubmatch(strings.TrimSpace(line))
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

// Lost tells whether a line says that the launcher has lost one of its agents, with all images of
// its host. That of Open MPI 5 and later ends the run then, with the exit code 0.
func (l Launcher) Lost(line string) bool {
	return l.Family == OpenMPI &&
		strings.HasSuffix(strings.TrimSpace(line), " has lost communication with a remote daemon.")
}

// keepalive makes mpirun and its daemons notice in some seconds that the network between them is
// cut. Images do so themselves and end, but the launcher would wait for the daemons' word for
// minutes. Open MPI up to 5 and that from 6 on know them by different names, and each takes no
// notice of the other's.
var keepalive = slices.Concat(keepaliveOf("oob_tcp"), keepaliveOf("prte"))

func keepaliveOf(part string) []string {
	return []string{"--mca", part + "_keepalive_time", "3", "--mca", part + "_keepalive_intvl", "1",
		"--mca", part + "_keepalive_probes", "5"}
}

// shares gives each host its part of n processes, as a launcher's option: "a:2,b:1".
func shares(n int, hosts []string) string {
	var parts []string
	for i, host := range hosts {
		if share := (i+1)*n/len(hosts) - i*n/len(hosts); share > 0 {
			parts = append(parts, fmt.Sprintf("%s:%d", host, share))
		}
	}
	return strings.Join(parts, ",")
}

// forwarded are the variables that images on other hosts must get: Coral's own and those by which
// Fortran's runtimes are set.
func forwarded(env []string) []string {
	var names []string
	prefixes := append([]string{"CORAL_", "GFORTRAN_", "FOR_", "OMP_"}, provider.Prefixes()...)
	for _, entry := range env {
		name, _, _ := strings.Cut(entry, "=")
		for _, prefix := range prefixes {
			if strings.HasPrefix(name, prefix) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}
