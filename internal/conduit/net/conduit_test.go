//go:build cgo

package net

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/conduittest"
	"github.com/coral-pgas/coral/internal/conduit/net/adapter"
	"github.com/coral-pgas/coral/internal/conduit/net/liveness"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/conduit/net/native"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/provider"
	"github.com/coral-pgas/coral/internal/sys"
	"github.com/coral-pgas/coral/test/turns"
)

// objectVariable says to the test binary that it is an image, and which shared object it loads.
const objectVariable = "CORAL_LINK_TEST"

// exitVariable says to such an image that it shall do nothing but end, with that code.
const exitVariable = "CORAL_LINK_TEST_EXIT"

// forgetsVariable says to the second image that the launcher has not passed the method of memory on
// to it.
const forgetsVariable = "CORAL_LINK_TEST_FORGETS"

// partVariable says to such an image how long the parts of a long transfer shall be: much shorter
// than in programs, so that the suite's transfers have many.
const partVariable = "CORAL_LINK_TEST_PART"

// TestMain makes the test binary an image when it is started as one, by a launcher of the library.
func TestMain(m *testing.M) {
	object, isImage := os.LookupEnv(objectVariable)
	if !isImage {
		os.Exit(m.Run())
	}
	if err := image(object); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// number is the first of the variables that is there.
func number(names ...string) int {
	for _, name := range names {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
	}
	return -1
}

// image runs the suite in a process of its own, with memory of its own.
func image(object string) error {
	rank, n := number("OMPI_COMM_WORLD_RANK", "PMI_RANK"), number("OMPI_COMM_WORLD_SIZE",
		"PMI_SIZE")
	if rank == 1 && os.Getenv(forgetsVariable) != "" {
		_ = os.Unsetenv(config.Memory.Name)
	}
	g, err := layout.Plan(n, true)
	if err != nil {
		return err
	}
	memory, err := sys.MemoryObject("conduittest", g.FileSize())
	if err != nil {
		return err
	}
	seg := conduit.Segment{Geometry: g}
	if seg.Base, err = sys.MapShared(int(memory.Fd()), uint64(rank)*g.Stride, g.Stride,
		0); err != nil {
		return err
	}
	if seg.Job, err = sys.MapShared(int(memory.Fd()), g.JobOffset(), g.JobSize(), 0); err != nil {
		return err
	}
	if provider.Program != nil {
		object = ""
	}
	c, err := Open(object, seg, rank, func(err error) { fmt.Fprintln(os.Stderr, err) })
	if err != nil {
		return err
	}
	part, err := strconv.Atoi(os.Getenv(partVariable))
	if err == nil && c.lib.Part == adapter.Part {
		c.lib.Part = part
	}
	if code, err := strconv.Atoi(os.Getenv(exitVariable)); err == nil {
		c.ending.Timeout = liveness.Each
		c.Exit(code)
	}
	im := conduittest.NewImage(c)
	hidden := conduittest.Hidden
	if os.Getenv(config.Memory.Name) != "" {
		hidden = hidden[:1] // messages stand beneath what is hidden, whatever the method
	}
	if err := errors.Join(im.RunHiding(hidden), together(c, im), oneEach(c, im),
		answered(c, im), automatic(c)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		c.Abort(1)
	}
	return c.Close()
}

// together: a short put and the post behind it are one message, also some time after a long put.
func together(c *Conduit, im *conduittest.Image) error {
	const rounds, pairs = 40, 10
	next, heap := (c.Rank()+1)%c.Size(), c.seg.HeapOffset()
	if c.here(next) {
		return nil
	}
	p := c.to(next)
	err := errors.Join(c.Put(next, heap+1<<16, make([]byte, 3*message.MaxPayload)),
		c.Post(next, heap, 1))
	im.Barrier()
	// In between the helper may send what is written, or there is no room: the best round counts.
	least := uint64(math.MaxUint64)
	for range rounds {
		before := p.Sent.Load()
		for range pairs {
			err = errors.Join(err, c.Put(next, heap+8, make([]byte, 8)), c.Post(next, heap, 1))
		}
		least = min(least, p.Sent.Load()-before)
	}
	if err == nil && least > pairs*3/2 {
		err = fmt.Errorf("%d puts, each with a post, have been %d messages", pairs, least)
	}
	im.Barrier()
	return err
}

// oneEach: an operation on words or elements is one message, and at most that, whatever becomes of
// its value.
func oneEach(c *Conduit, im *conduittest.Image) error {
	next, heap := (c.Rank()+1)%c.Size(), c.seg.HeapOffset()
	clear(c.seg.Bytes(heap, 16<<10))
	sum := conduit.Change{Offset: heap + 64, Step: 8, Kind: conduit.Int64, Operands: conduit.Int64,
		Op: conduit.Sum, Lock: heap}
	strided, quotient, converted := sum, sum, sum
	strided.Step = -24
	strided.Offset += 8000
	quotient.Op = conduit.Quotient
	converted.Operands = conduit.Float64
	var failure error
	im.Barrier()
	if c.Rank() == 0 && !c.here(next) { // the others wait for this one, and ask it for nothing
		note := func(what string, f func() error) {
			least := uint64(math.MaxUint64) // in between it may answer a question from before
			for range 5 {
				before := c.sent.Load()
				if err := f(); err != nil {
					failure = errors.Join(failure, err)
					return
				}
				least = min(least, c.sent.Load()-before)
			}
			if least > 1 {
				failure = errors.Join(failure, fmt.Errorf("%s: %d messages", what, least))
			}
		}
		ones, value := bytes.Repeat([]byte{1, 0, 0, 0, 0, 0, 0, 0}, 300), make([]byte, 8)
		note("sum", func() error { return c.AccumulateHeld(next, sum, ones, nil) })
		note(
			"sum with a stride", func() error { return c.AccumulateHeld(next, strided, ones, nil) })
		note("quotient", func() error { return c.AccumulateHeld(next, quotient, ones, nil) })
		note("sum with conversion",
			func() error { return c.AccumulateHeld(next, converted, ones, nil) })
		note("value of a sum", func() error { return c.AccumulateHeld(next, sum, ones[:8], value) })
		note("posts of four events", func() error {
			return c.PostEach(next, []uint64{heap + 64, heap + 72, heap + 80, heap + 88}, 1)
		})
		note("sum without a lock",
			func() error { return c.Accumulate(next, heap+64, ones, conduit.Int64, conduit.Sum) })
		if err := c.Flush(next); err != nil {
			return err
		}
		note("own word behind a store elsewhere", func() error {
			err := c.Store(next, heap+64, 8, 1)
			_, failed := c.Atomic(c.Rank(), conduit.AtomicLoad, heap+64, 8, 0, 0)
			return errors.Join(err, failed)
		})
		for op := conduit.AtomicLoad; op <= conduit.AtomicCAS; op++ {
			note(fmt.Sprintf("atomic operation %d", op), func() error {
				_, err := c.Atomic(next, op, heap+64, 8, 1, 0)
				return err
			})
		}
	}
	im.Barrier()
	return failure
}

// answered: an image that has an answer behind what it has put knows that this is complete, and
// asks nothing at a flush.
func answered(c *Conduit, im *conduittest.Image) error {
	const rounds = 20
	next, heap := (c.Rank()+1)%c.Size(), c.seg.HeapOffset()
	await := func(word *uint64, until uint64) {
		for atomic.LoadUint64(word) < until {
			c.Poll()
		}
	}
	if c.here(next) {
		return nil
	}
	word := c.seg.Word64(heap + 64)
	atomic.StoreUint64(word, 0)
	im.Barrier()
	var err error
	least := uint64(math.MaxUint64) // it may answer a question from before
	for round := range uint64(rounds) {
		switch c.Rank() {
		case 0:
			err = errors.Join(err, c.Put(next, heap+128, make([]byte, 8)), c.Post(next, heap+64, 1))
			await(word, round+1)
			before := c.sent.Load()
			err = errors.Join(err, c.Flush(next))
			least = min(least, c.sent.Load()-before)
		case 1:
			await(word, round+1)
			err = errors.Join(err, c.Post(0, heap+64, 1))
		}
	}
	if err == nil && c.Rank() == 0 && least > 0 {
		err = fmt.Errorf("a flush of what has been answered sent %d messages", least)
	}
	im.Barrier()
	return err
}

// automatic: where no machine has network adapters that write memory, a provider that says so has
// long data go by messages, unless the user says otherwise.
func automatic(c *Conduit) error {
	adapters, _ := filepath.Glob("/sys/class/*/*")
	if slices.ContainsFunc(adapters, func(path string) bool {
		class := filepath.Base(filepath.Dir(path))
		return class == "infiniband" || class == "cxi"
	}) || os.Getenv(config.Memory.Name) != "" || provider.Program == nil {
		return nil
	}
	want, got := provider.Program.Gives.Ethernet, c.memory.Method.String()
	if want != "" && got != want {
		return fmt.Errorf("the method of memory is %s, not %s", got, want)
	}
	return nil
}

// by is a provider with the MPI that a compiler belongs to.
func by(p *provider.Provider, compiler string) func(context.Context) (native.Library, error) {
	return func(context.Context) (native.Library, error) {
		_, err := exec.LookPath(compiler)
		return native.Library{Provider: p, Compiler: compiler}, err
	}
}

func mpi(compiler string) func(context.Context) (native.Library, error) {
	return by(provider.MPI, compiler)
}

// linked is this test binary with a provider in it that is linked into programs.
func linked(t *testing.T, l native.Library) (program string, err error) {
	words, err := native.Linked(t.Context(), l.Provider, l.Compiler)
	if err != nil {
		return "", err
	}
	program = filepath.Join(t.TempDir(), "net.test")
	out, err := exec.CommandContext(t.Context(), "go", "test", "-c", "-vet=off", "-o", program,
		"-ldflags=-w '-extldflags="+strings.Join(words, " ")+"'").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program, nil
}

func alone(p *provider.Provider) func(context.Context) (native.Library, error) {
	return func(ctx context.Context) (native.Library, error) { return native.Find(ctx, p) }
}

// How many images: with each library's first launchers all numbers, with others some.
var all, few = []int{1, 2, 3, 5}, []int{1, 3}

// launchers, each with a library, and settings of it.
var launchers = []struct {
	name     string
	library  func(context.Context) (native.Library, error)
	settings []string
	command  []string
	images   []int
	methods  []string // of memory, besides the library's own
}{
	{"Open MPI", mpi("mpicc.openmpi"), nil,
		[]string{"mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--mca",
			"oob_tcp_if_include", "lo", "--mca", "btl_tcp_if_include", "lo", "-n"}, all,
		[]string{"ra"}},
	{"Open MPI by TCP", mpi("mpicc.openmpi"), nil,
		[]string{"mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--mca",
			"oob_tcp_if_include", "lo", "--mca", "btl_tcp_if_include", "lo", "--mca", "btl",
			"tcp,self", "--mca", "pml", "ob1", "-n"}, all, []string{"rs", "ca"}},
	{"MPICH", mpi("mpicc.mpich"), nil, []string{"mpiexec.mpich", "-iface", "lo", "-n"}, all, nil},
	{"MPICH by TCP", mpi("mpicc.mpich"), []string{"UCX_TLS=tcp,self", "UCX_NET_DEVICES=lo"},
		[]string{"mpiexec.mpich", "-iface", "lo", "-n"}, all, []string{"rs", "ca"}},
	{"UCX by TCP", alone(provider.UCX), []string{"UCX_TLS=tcp,self", "UCX_NET_DEVICES=lo"},
		[]string{"mpiexec.mpich", "-iface", "lo", "-n"}, all, []string{"messages", "ra"}},
	{"UCX by shared memory", alone(provider.UCX), []string{"UCX_TLS=sm,self"},
		[]string{"mpiexec.mpich", "-iface", "lo", "-n"}, few, []string{"ca"}},
	{"UCX under Open MPI", alone(provider.UCX), []string{"UCX_TLS=tcp,self", "UCX_NET_DEVICES=lo"},
		[]string{"mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--mca",
			"oob_tcp_if_include", "lo", "-n"}, few, nil},
	{"OFI by TCP", alone(provider.OFI), []string{"FI_PROVIDER=tcp", "FI_TCP_IFACE=lo"},
		[]string{"mpiexec.mpich", "-iface", "lo", "-n"}, few, []string{"rs", "ra"}},
	{"OFI with short queues", alone(provider.OFI),
		[]string{"FI_PROVIDER=tcp", "FI_TCP_IFACE=lo", "FI_OFI_RXM_TX_SIZE=8"},
		[]string{"mpiexec.mpich", "-iface", "lo", "-n"}, nil, []string{"messages"}},
	{"OFI by shared memory", alone(provider.OFI), []string{"FI_PROVIDER=shm"},
		[]string{"mpiexec.mpich", "-iface", "lo", "-n"}, few, []string{"rs"}},
	{"ARMCI over Open MPI", by(provider.ARMCI, "mpicc.openmpi"), nil,
		[]string{"mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--mca",
			"oob_tcp_if_include", "lo", "--mca", "btl_tcp_if_include", "lo", "--mca", "btl",
			"tcp,self", "--mca", "pml", "ob1", "-n"}, few, []string{"rs"}},
	{"ARMCI over MPICH", by(provider.ARMCI, "mpicc.mpich"),
		[]string{"UCX_TLS=tcp,self", "UCX_NET_DEVICES=lo"},
		[]string{"mpiexec.mpich", "-iface", "lo", "-n"}, few, []string{"rs"}},
	{"GASNet", alone(provider.GASNet), nil,
		[]string{"mpiexec.mpich", "-iface", "lo", "-n"}, few, []string{"messages", "ca"}},
	{"GASNet over Open MPI", by(provider.GASNetMPI, "mpicc.openmpi"), nil,
		[]string{"mpirun.openmpi", "--allow-run-as-root", "--oversubscribe", "--mca",
			"oob_tcp_if_include", "lo", "--mca", "btl_tcp_if_include", "lo", "-n"}, few,
		[]string{"messages"}},
	{"GASNet over MPICH", by(provider.GASNetMPI, "mpicc.mpich"),
		[]string{"UCX_TLS=tcp,self", "UCX_NET_DEVICES=lo"},
		[]string{"mpiexec.mpich", "-iface", "lo", "-n"}, few, []string{"messages"}},
	{"Template", alone(provider.Template), nil,
		[]string{"mpiexec.mpich", "-iface", "lo", "-n"}, few, nil},
}

// variant is a way to run the images of a launcher: memory is the method, empty for the library's
// own; part is how long the parts of a long transfer are, empty for as long as in programs.
type variant struct {
	name         string
	images       int
	memory, part string
}

func TestConduitOfProcesses(t *testing.T) {
	t.Setenv("CORAL_CACHE", t.TempDir())
	parts := []int{0, 1, 2, 3, 4, 5}
	taken := turns.Of(t.Name(), parts...)
	for i, l := range launchers {
		if !slices.Contains(taken, i%len(parts)) {
			continue
		}
		t.Run(l.name, func(t *testing.T) {
			library, err := l.library(t.Context())
			if err != nil {
				t.Skip(err)
			}
			if _, err := exec.LookPath(l.command[0]); err != nil {
				t.Skip(err)
			}
			exe, _ := os.Executable()
			object := "linked" // Hydra passes no empty variable on
			if library.Provider.IsLinked() {
				exe, err = linked(t, library)
			} else {
				object, err = native.Build(t.Context(), library)
			}
			installed := os.Getenv("CI") != "" && library.Provider.Packages != ""
			if err != nil && library.Provider != provider.MPI && !installed {
				t.Skipf("%s is not installed (%s): %v", library.Provider.Title,
					library.Provider.Source(), err)
			}
			if err != nil {
				t.Fatal(err)
			}
			run := func(n int, memory, part string) func(t *testing.T) {
				return func(t *testing.T) {
					start := time.Now()
					c := exec.CommandContext(t.Context(), l.command[0],
						append(l.command[1:len(l.command):len(l.command)], strconv.Itoa(n),
							exe)...)
					c.Env = slices.Concat(os.Environ(), library.Provider.Settings, l.settings,
						[]string{objectVariable + "=" + object, config.Memory.Name + "=" + memory,
							partVariable + "=" + part})
					if out, err := c.CombinedOutput(); err != nil {
						t.Fatalf("%v\n%s", err, out)
					}
					t.Log(time.Since(start))
				}
			}
			var variants []variant
			for _, n := range l.images {
				if n > 3 && !turns.All() {
					continue // images that spin on two cores cost what ten variants do
				}
				variants = append(variants, variant{fmt.Sprintf("images=%d", n), n, "", ""})
			}
			for _, memory := range l.methods {
				variants = append(variants, variant{memory, 3, memory, ""})
			}
			variants = append(variants, variant{"parts", 2, "", "20001"})
			for _, v := range turns.Of(t.Name(), variants...) {
				t.Run(v.name, run(v.images, v.memory, v.part))
			}
		})
	}
}
