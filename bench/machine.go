package bench

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/sys"
)

// machine is what the figures depend on, for the head of the table.
type machine struct {
	processor string
	cores     int
	lastCache int // bytes of the largest cache
	kernel    string
	load      string   // processes that wanted a core before this run began, last minute's average
	compilers []string // first line of each one's --version
	mpi       []string // libraries beside, with their versions
}

func lookAtMachine(ctx context.Context) *machine {
	m := &machine{processor: cpuName(), cores: runtime.NumCPU(), lastCache: sys.LastCache(),
		kernel: kernel(), load: load()}
	for _, command := range []string{fortranCompiler(), "gcc"} {
		if output, err := exec.CommandContext(ctx, command, "--version").Output(); err == nil {
			first, _, _ := strings.Cut(string(output), "\n")
			m.compilers = append(m.compilers, first)
		}
	}
	m.compilers = append(m.compilers, runtime.Version())
	m.mpi = mpiVersions(ctx)
	return m
}

// fortranCompiler is the back end, as far as the environment says.
func fortranCompiler() string {
	if fc := os.Getenv("CORAL_FC"); fc != "" {
		return fc
	}
	return "gfortran"
}

// streamElements: so many 8-byte elements that one array is larger than any cache by a third, and
// 48 MiB at least.
func (m *machine) streamElements() int {
	const step = 1 << 20
	wanted := max(48<<20, m.lastCache+m.lastCache/3) / 8
	return (wanted + step - 1) / step * step
}

// more tells which programs of a table are run in more rounds than the others.
func (d depth) more(name string) string {
	if name != "micro" || d.layouts == d.rounds {
		return ""
	}
	return fmt.Sprintf(" (%s: %d rounds, the code laid out anew in each; %s: each side's best)",
		strings.Join(layoutSensitive, ", "), d.layouts, strings.Join(cached, ", "))
}

func (m *machine) write(w io.Writer, b *bench, name string) {
	depth := b.depth()
	fmt.Fprintf(w,
		"coral bench %s: two images unless a row says otherwise, median of %d rounds of %d "+
			"repetitions%s, each beside its limit\n", name, depth.rounds, depth.repetitions,
		depth.more(name))
	fmt.Fprintf(w, "  machine    %s, %d cores, last cache %s, Linux %s\n", m.processor, m.cores,
		bytesText(m.lastCache), m.kernel)
	fmt.Fprintf(
		w, "  load       %s processes before it began: figures are good when that is near 0\n",
		m.load)
	fmt.Fprintf(w, "  compilers  %s\n", strings.Join(m.compilers, "; "))
	if len(m.mpi) > 0 {
		fmt.Fprintf(w, "  beside     %s; mpicc -O2; --oversubscribe for Open MPI\n",
			strings.Join(m.mpi, ", "))
	}
	fmt.Fprintf(
		w, "  flags      the same on all sides: -O2, or -O3 where it says so, and %s; C: -O2\n",
		depth.alignment(name))
}

// alignment names the options of aligned, those of all rounds where programs are laid out anew.
func (d depth) alignment(name string) string {
	options := strings.Join(aligned(0), " ")
	if others := alignments[1:min(d.layouts, len(alignments))]; name == "micro" &&
		options != "" && len(others) > 0 {
		options += ", in other rounds " + strings.Join(others, ", ")
	}
	return options
}

func cpuName() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(text)) {
		if name, value, found := strings.Cut(line, ":"); found &&
			strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

func kernel() string {
	text, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		return "?"
	}
	return strings.TrimSpace(string(text))
}

func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "?"
	}
	minute, _, _ := strings.Cut(string(text), " ")
	return minute
}

// Facts are what figures depend on here, each a name and its value.
func Facts(ctx context.Context) [][2]string {
	m := lookAtMachine(ctx)
	return [][2]string{
		{"processor", fmt.Sprintf("%s, %d cores, last cache %s", m.processor, m.cores,
			bytesText(m.lastCache))},
		{"system", "Linux " + m.kernel},
		{"load", m.load + " processes before it began: figures are good when that is near 0"},
		{"compilers", strings.Join(m.compilers, "; ")},
		{"beside", strings.Join(m.mpi, ", ")},
		{"Coral", config.Version()},
	}
}
