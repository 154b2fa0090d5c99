package conformance

import (
	"cmp"
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coral-pgas/coral/test/cluster/hosts"
	"github.com/coral-pgas/coral/test/turns"
)

var clusterFlag = flag.Bool("cluster", false,
	"run all programs, not only some, on the three hosts of test/cluster in TestCluster; with "+
		"-images on these counts only")

// onHosts are the programs of TestCluster without -cluster: a little of everything, and what ends
// in unusual ways.
var onHosts = []string{"caf2_copy/copy_async", "caf2_teams/gathered_types",
	"collectives/co_reduce_basic", "events/dialogue",
	"events/producer_consumer", "failure/spare_images", "failure/sync_all_stat",
	"sections/vector_subscripts", "stop/error_stop_code", "sync/sync_all_specifiers"}

// xmpOnHosts are those in C.
var xmpOnHosts = []string{"accumulate/converted", "directive/post", "gmove/coindexed",
	"procedure/exit", "stops/gmove"}

// byMemory are the programs of TestCluster that run with each method of memory, too.
var byMemory = []string{"memory/comes_and_goes", "alloc/move_alloc", "caf2_copy/copy_async",
	"components/copies", "events/producer_consumer", "sections/strides", "teams/allocation"}

// clusterImages: on two hosts, on each, and both inside a host and across.
var clusterImages = []int{2, 3, 6}

// TestCluster runs programs on three hosts with TCP between them, started in each way that there
// is.
func TestCluster(t *testing.T) {
	h := hosts.Up(t)
	coral, programs := fortranSuite(t)
	tools := toolchains(t, coral)[0]
	prevented := readPrevented(t, programs, families)
	s := newSuite(t, hostsTime)
	if *imagesFlag == "" {
		s.only = clusterImages
	}
	if *clusterFlag {
		s.budget = nil
	}
	t.Run("programs", func(t *testing.T) {
		chosen := sparse(programs)
		for _, place := range s.order(t, len(chosen)) {
			p := chosen[place]
			s.onHosts(t, h, tools, p, onHosts, reasonOf(prevented, tools, p))
		}
		inC := Toolchain{Coral: coral, Name: "C", BuildTimeout: *buildLimFlag,
			RunTimeout: *timeoutFlag}
		for _, p := range sparse(xmpSuite(t)) {
			s.onHosts(t, h, inC, p, xmpOnHosts, "")
		}
	})
	t.Run("memory", func(t *testing.T) {
		for _, p := range programs {
			if slices.Contains(byMemory, p.Name) && selected(p) &&
				(*clusterFlag || s.takesOnHosts(p)) {
				s.byMethods(t, h, tools, p)
			}
		}
	})
	for end := time.Now().Add(time.Minute); len(h.Processes()) > 0; time.Sleep(
		50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("processes %v stay", h.Processes())
		}
	}
	if files := h.Files(); len(files) > 0 {
		t.Errorf("files stay: %v", files)
	}
}

// onHosts runs one program in all ways, if it is among the few that are wanted or all are;
// prevented: why it cannot pass.
func (s *suite) onHosts(t *testing.T, h *hosts.Hosts, tools Toolchain, p *Program, few []string,
	prevented string) {
	if len(p.Expected) > 0 || !selected(p) || !*clusterFlag &&
		(!slices.Contains(few, p.Name) || !s.takesOnHosts(p)) {
		return
	}
	t.Run(p.Name, func(t *testing.T) {
		t.Parallel()
		if prevented != "" {
			t.Skipf("prevented by %s: %s", tools.Name, prevented)
		}
		s.slots <- struct{}{}
		defer func() { <-s.slots }()
		if s.budget.Over() {
			t.SkipNow()
		}
		s.allWays(t, h, tools, p)
	})
}

// allWays builds a program, and starts it in each way on each number of images that it takes.
func (s *suite) allWays(t *testing.T, h *hosts.Hosts, tools Toolchain, p *Program) {
	if p.Memory > 0 {
		if free, err := availableMemory(); err != nil || free < p.Memory {
			t.Skipf("needs %d GiB of memory, %d are available (%v)", p.Memory, free, err)
		}
	}
	if s.budget != nil {
		tools.Options = slices.Concat([]string{"-O0"}, tools.Options) // for a quarter of the time
	}
	exes := builds{tools: tools, of: p, dir: t.TempDir()}
	tools.RunTimeout *= 2 // to start six images by a launcher takes seconds where other tests run
	for _, way := range s.waysOf(p) {
		t.Run(way, func(t *testing.T) {
			if err := hosts.Missing(way); err != nil {
				t.Skip(err)
			}
			exe := exes.For(t, way)
			tools.Launcher = h.Launcher(way)
			for _, n := range s.only {
				if !p.takes(n) {
					continue
				}
				if err := tools.Run(p, exe, n, Library); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// byMethods runs a program in each way with each method of memory that is not the way's own, on
// three images.
func (s *suite) byMethods(t *testing.T, h *hosts.Hosts, tools Toolchain, p *Program) {
	t.Run(p.Name, func(t *testing.T) {
		t.Parallel()
		s.slots <- struct{}{}
		defer func() { <-s.slots }()
		if s.budget.Over() {
			t.SkipNow()
		}
		exes := builds{tools: tools, of: p, dir: t.TempDir()}
		tools.RunTimeout *= 2
		for _, way := range s.waysOf(p) {
			if hosts.Missing(way) != nil {
				continue
			}
			exe, gives := exes.For(t, way), hosts.By(way).Gives
			for _, method := range gives.Memory {
				// ra and ca differ in static coarrays only
				auto := cmp.Or(gives.Ethernet, gives.Default)
				if method == auto || method == "ra" && p.Name != byMemory[0] {
					continue
				}
				tools.Launcher = append([]string{"env", "CORAL_MEMORY=" + method},
					h.Launcher(way)...)
				if err := tools.Run(p, exe, 3, Library); err != nil {
					t.Errorf("%s, %s: %v", way, method, err)
				}
			}
		}
	})
}

// takesOnHosts tells whether a program has its turn on the hosts.
func (s *suite) takesOnHosts(p *Program) bool {
	return s.sample.Extent != Each || turns.Takes(p.Name, 3)
}

// waysOf are the ways in which a program is started on the hosts.
func (s *suite) waysOf(p *Program) []string {
	if *clusterFlag || s.sample.Extent != Each {
		return hosts.AllWays
	}
	return turns.Of(p.Name, hosts.AllWays...)
}

// builds are a program's executables: one for all ways by libraries that are loaded, and one for
// each other.
type builds struct {
	tools Toolchain
	of    *Program
	dir   string
	made  map[string]string // by the options of hosts.Built
}

// For is the executable for a way.
func (b *builds) For(t *testing.T, way string) string {
	t.Helper()
	env, options := hosts.Built(way)
	key := strings.Join(slices.Concat(env, options), " ")
	if exe, is := b.made[key]; is {
		return exe
	}
	if b.made == nil {
		b.made = map[string]string{}
	}
	tools := b.tools
	tools.Options = slices.Concat(tools.Options, options)
	tools.Env = slices.Concat(tools.Env, env)
	dir, err := os.MkdirTemp(b.dir, "for")
	if err != nil {
		t.Fatal(err)
	}
	exe, err := tools.Build(b.of, dir)
	if err != nil {
		t.Fatal(err)
	}
	b.made[key] = exe
	return exe
}

// takes tells whether a program can be run on n images: it says so, or runs on numbers around that
// have nothing in common.
func (p *Program) takes(n int) bool {
	return slices.Contains(p.Images, n) || slices.Contains(p.Images, 3) &&
		slices.Contains(p.Images, 5) && n > slices.Min(p.Images) && n <= 8
}
