package bench

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/coral-pgas/coral/bench/harness"
	"github.com/coral-pgas/coral/bench/operations"
	"github.com/coral-pgas/coral/bench/record"
	"github.com/coral-pgas/coral/internal/conduit/net/native"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/provider"
)

// The limits of `coral bench net`, as README.md explains them.
const (
	notifiedLimit = 1.3  // × the time of MPI's send and receive, where latency counts
	linkRatio     = 0.95 // of the bandwidth of MPI's send, where bandwidth counts
	linkFrom      = 512 << 10
	eightLimit    = 1.0 // × the time of eight MPI_Isend
	// from which the link is full from the first variable to the last, whoever fills it: bandwidth
	// counts
	eightFull      = 512 << 10
	packingRatio   = 0.8 // of what the table of buffering cases predicts
	longestMessage = 32 << 20
	longestEight   = 2 << 20
	longestHalo    = 8 << 10 // that is put element by element, too
	netElement     = 8
)

// NetOptions are those of `coral bench net`.
type NetOptions struct {
	Options
	On   string                    // patterns of ways, as those of OperationsOptions
	Plot func(record.Figure) error // draws the halos; nil: nobody wants them
}

// Unselected is the error for patterns that select nothing; nil: there are none.
func (o NetOptions) Unselected() error { return unselectedWays("net", o.On, NetWays()) }

// unselectedWays is the error of a benchmark for patterns that none of its ways' names has; nil:
// there are none.
func unselectedWays(name, patterns string, ways []string) error {
	for _, p := range operations.Unmatched(patterns, ways) {
		return fmt.Errorf("bench %s: --on: %w %q: there are %s; commas separate several", name,
			ErrNoWay, p, strings.Join(ways, ", "))
	}
	return nil
}

// NetWays are the names of all ways of `coral bench net`, of those too that this machine does not
// have.
func NetWays() (list []string) {
	for _, w := range allNetWays {
		list = append(list, w.id())
	}
	return list
}

// netWay is one way by which images on two hosts reach each other, beside the MPI libraries that it
// is compared with.
type netWay struct {
	name     string
	start    string // the cluster's word for its launcher
	library  *provider.Provider
	env      []string // of it
	needs    []string // commands
	families []string // of harness.MPIFamilies
	own      ownProgram
	// mpicc is the compiler of the MPI beside a library that is linked into programs; "": programs
	// load the library, or it needs no MPI
	mpicc string
}

// ownProgram is a program of micro/c that uses a provider without Coral; the zero value: there is
// none.
type ownProgram struct {
	name  string
	calls map[string]string // of the library, by what is measured with them
}

// ownPrograms are those of providers that are no MPI.
var ownPrograms = map[*provider.Provider]ownProgram{
	provider.UCX: {"ucxnet", map[string]string{
		netSend:  "ucp_tag_send_nbx and ucp_tag_recv_nbx",
		netSend8: "ucp_tag_send_nbx and ucp_tag_recv_nbx",
		netGet:   "ucp_get_nbx",
		netFlag:  "ucp_put_nbx, ucp_worker_fence and ucp_put_nbx", netAdd: "ucp_atomic_op_nbx"}},
	provider.OFI: {"ofinet", map[string]string{
		netSend: "fi_tsend and fi_trecv", netSend8: "fi_tsend and fi_trecv", netGet: "fi_read",
		netFlag: "fi_writemsg, its delivery, and fi_writemsg", netAdd: "fi_fetch_atomic",
		netAccumulate: "fi_atomic"}},
	provider.ARMCI: {"armcinet", map[string]string{
		netSend: "armci_msg_snd and armci_msg_rcv", netGet: "ARMCI_Get",
		netVector: "ARMCI_PutS, ARMCI_Fence and ARMCI_PutValueLong", netVectorGet: "ARMCI_GetS",
		netFlag: "ARMCI_Put, ARMCI_Fence and ARMCI_PutValueLong", netAdd: "ARMCI_Rmw",
		netAccumulate: "ARMCI_Acc and ARMCI_Fence", netBarrier: "ARMCI_Barrier"}},
	provider.GASNet:    gasnetAlone,
	provider.GASNetMPI: gasnetAlone,
}

// gasnetAlone is linked with the archive of either network.
var gasnetAlone = ownProgram{"gasnetnet", map[string]string{
	netSend: "gex_AM_RequestLong", netSend8: "gex_AM_RequestLong",
	netGet:       "gex_RMA_GetBlocking",
	netVector:    "gex_VIS_StridedPutBlocking and gex_RMA_PutNB",
	netVectorGet: "gex_VIS_StridedGetBlocking",
	netFlag:      "gex_RMA_PutBlocking and gex_RMA_PutNB", netAdd: "gex_AD_OpNB_U64",
	netAccumulate: "gex_AM_RequestMedium and gex_AM_ReplyShort",
	netBarrier:    "gex_Coll_BarrierNB"}}

// What is measured of libraries, as mpinet.c and alone.h name it.
const (
	netSend       = "send"
	netSend8      = "isend8"
	netGet        = "rmaget"
	netVector     = "vector"
	netVectorGet  = "vectorget"
	netFlag       = "flag"
	netAdd        = "add"
	netAccumulate = "accumulate"
	netBarrier    = "barrier"
)

// mpiCalls are those of MPI, by what is measured with them.
var mpiCalls = map[string]string{
	netSend: "MPI_Send and MPI_Recv", netSend8: "MPI_Isend and MPI_Irecv",
	netGet: "MPI_Get and MPI_Win_flush", netVector: "a message of MPI_Type_vector",
	netVectorGet:  "MPI_Get of MPI_Type_vector and MPI_Win_flush",
	netFlag:       "MPI_Put, MPI_Win_flush, MPI_Put and MPI_Win_flush",
	netAdd:        "MPI_Fetch_and_op and MPI_Win_flush",
	netAccumulate: "MPI_Accumulate and MPI_Win_flush", netBarrier: "MPI_Barrier",
}

// alone is the system under which figures of the library without Coral stand.
func (w netWay) alone() string {
	if w.library.ByMPI {
		return w.library.Title + " alone, " + w.start
	}
	return w.library.Title + " alone"
}

// netWays are by both MPI libraries, and by each provider that needs none, beside both.
var netWays = waysOnNet()

func waysOnNet() (ways []netWay) {
	var families []string
	for _, m := range harness.MPIFamilies {
		families = append(families, m.Family)
		ways = append(ways, netWay{"MPI conduit, " + m.Title, m.Family, provider.MPI,
			[]string{config.Conduit.Name + "=" + provider.MPI.Name,
				"CORAL_MPICC=mpicc." + m.Family},
			[]string{"mpicc." + m.Family, "mpirun." + m.Family}, []string{m.Family}, ownProgram{},
			""})
	}
	for _, p := range provider.All {
		if !p.ByMPI && !p.IsLinked() {
			ways = append(ways, netWay{name: strings.ToUpper(p.Name) + " conduit", start: p.Name,
				library: p, families: families, own: ownPrograms[p]})
		}
	}
	return ways
}

// linkedNetWays are by each provider that is linked into programs: by the launchers of both MPIs,
// beside that MPI, or by Coral's own, beside both.
var linkedNetWays = linkedWaysOnNet()

func linkedWaysOnNet() (ways []netWay) {
	var families []string
	for _, m := range harness.MPIFamilies {
		families = append(families, m.Family)
	}
	for _, p := range provider.All {
		switch {
		case !p.IsLinked():
		case !p.ByMPI:
			ways = append(ways, netWay{name: p.Title + " conduit", start: p.Name, library: p,
				families: families, own: ownPrograms[p]})
		default:
			for _, m := range harness.MPIFamilies {
				ways = append(ways, netWay{name: p.Title + " conduit, " + m.Title,
					start: m.Family, library: p,
					env: []string{config.Conduit.Name + "=" + p.Name,
						config.MPICC.Name + "=mpicc." + m.Family},
					needs:    []string{"mpicc." + m.Family, "mpirun." + m.Family},
					families: []string{m.Family}, own: ownPrograms[p],
					mpicc: "mpicc." + m.Family})
			}
		}
	}
	return ways
}

// allNetWays are those of `coral bench net`.
var allNetWays = slices.Concat(netWays, linkedNetWays)

// id is the way's name in options and files: the provider's, and its launcher's if that is an
// MPI's.
func (w netWay) id() string {
	if w.library.ByMPI {
		return w.library.Name + "-" + w.start
	}
	return w.library.Name
}

// wantedOnNet says whether a way is to be measured.
func (b *bench) wantedOnNet(w netWay) bool { return operations.Matches(b.on, w.id()) }

// standsBeside says whether a way that is to be measured stands beside an MPI library.
func (b *bench) standsBeside(family string) bool {
	return slices.ContainsFunc(allNetWays, func(w netWay) bool {
		return b.wantedOnNet(w) && slices.Contains(w.families, family)
	})
}

// netSystem is how `coral build` makes the program of a way.
func (b *bench) netSystem(w netWay) *system {
	s := &system{name: "Fortran -O2", compile: []string{b.Coral, "build", "-O2"}}
	if w.library.IsLinked() {
		s.name += " " + w.name
		s.compile = slices.Concat([]string{"env"}, w.env, s.compile,
			[]string{"--conduit", w.library.Name})
	}
	return s
}

// each is the system under which figures stand that were taken with each put complete before the
// next one.
func (w netWay) each() string { return w.name + ", each put complete" }

// missing says what it lacks on this machine; nil: nothing.
func (w netWay) missing(ctx context.Context) error {
	for _, command := range w.needs {
		if _, err := exec.LookPath(command); err != nil {
			return err
		}
	}
	switch {
	case w.library.IsLinked():
		var mpicc []string
		if w.mpicc != "" {
			mpicc = []string{w.mpicc}
		}
		_, err := native.Words(ctx, w.library, mpicc...)
		return err
	case w.library.ByMPI:
		return nil
	}
	l, err := native.Find(ctx, w.library)
	if err == nil {
		_, err = native.Build(ctx, l) // which is made at first use, if not now
	}
	return err
}

// measured are the ways that have figures.
func (b *bench) measured() []netWay {
	return slices.DeleteFunc(slices.Clone(allNetWays), func(w netWay) bool {
		_, there := b.results.onNet(w.name, fmt.Sprintf("put/%d", netElement))
		return !there
	})
}

// netEnvironment are the MPI libraries' ways over the link that the images use, and no other: both
// know memory that the hosts of the cluster have in common.
var netEnvironment = []string{"UCX_TLS=tcp,self", "OMPI_MCA_osc=pt2pt",
	"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"}

// ErrNoHosts is the error where the three hosts cannot be made.
var ErrNoHosts = harness.ErrNoHosts

// Net measures puts, gets and notifications between two hosts of a test cluster, beside MPI's
// messages and one-sided operations over the same link.
func Net(ctx context.Context, o NetOptions) error {
	if err := o.Unselected(); err != nil {
		return err
	}
	if err := harness.HostsCanBe("net"); err != nil {
		return err
	}
	var b *bench
	measure := func(running *bench, ctx context.Context) {
		b, running.on = running, o.On
		b.measureNet(ctx)
	}
	err := run(ctx, o.Options,
		benchmark{name: "net", unpack: (*bench).unpack, measure: measure,
			head: (*bench).netHead, groups: (*bench).netGroups,
			columns: (*bench).providersTable})
	if o.Plot == nil || b == nil {
		return err
	}
	if f, ok := b.halos(); ok {
		return errors.Join(err, o.Plot(f))
	}
	return errors.Join(err, errors.New("bench: plot: no figures of halos"))
}

func (b *bench) netHead(ctx context.Context) {
	fmt.Fprintf(b.Out,
		"coral bench net: two images on two hosts of a test cluster, TCP between them; of each "+
			"round the best repetition, median of at most %d rounds, of which none begins that "+
			"would not end within %v\n", b.netRounds(), netLimit)
	b.linkHead(ctx)
}

// machineHead says what figures of any kind depend on.
func (b *bench) machineHead() {
	fmt.Fprintf(b.Out, "  machine    %s, %d cores, Linux %s\n", b.machine.processor,
		b.machine.cores, b.machine.kernel)
	fmt.Fprintf(
		b.Out, "  load       %s processes before it began: figures are good when that is near 0\n",
		b.machine.load)
}

// linkHead says what figures of the link depend on.
func (b *bench) linkHead(ctx context.Context) {
	b.machineHead()
	fmt.Fprintf(b.Out, "  beside     %s; mpicc -O2\n", strings.Join(b.machine.mpi, ", "))
	for _, w := range allNetWays {
		if !b.wantedOnNet(w) {
			continue
		}
		if err := w.missing(ctx); err != nil {
			fmt.Fprintf(b.Out, "  without    %s: %s\n", w.name, firstLine(err.Error()))
		}
	}
}

func (b *bench) netRounds() int {
	if b.Quick {
		return 1
	}
	return 9
}

// netRepetitions are those of each program, of which the best counts.
func (b *bench) netRepetitions() string {
	if b.Quick {
		return "2"
	}
	return "3"
}

// netLimit is within what time all rounds but the first end, if the next one takes what the longest
// so far has taken.
const netLimit = 7 * time.Minute

// slowRounds are those of halos and of windows, whose figures differ by more than what changes from
// round to round.
const slowRounds = 3

// withHosts makes the hosts, calls f with the script and what the script must find in the
// environment, and removes the hosts.
func (b *bench) withHosts(ctx context.Context, f func(script, hosts string)) {
	if err := harness.WithHosts(ctx, b.dir, f); err != nil {
		b.results.fail(err)
	}
}

func (b *bench) measureNet(ctx context.Context) {
	about, _ := exec.CommandContext(ctx, "mpichversion").Output()
	for _, p := range provider.All {
		if strings.Contains(string(about), "ch4:"+p.Name) {
			b.mpichBy = p
		}
	}
	if !slices.ContainsFunc(allNetWays, func(w netWay) bool {
		return b.wantedOnNet(w) && w.missing(ctx) == nil
	}) {
		b.results.fail(errNoWays)
		return
	}
	b.withHosts(ctx, func(script, hosts string) { b.allSides(ctx, script, hosts) })
}

// allSides runs all sides in turn in each round.
func (b *bench) allSides(ctx context.Context, script, hosts string) {
	var longest time.Duration
	begin, before := time.Now(), time.Now()
	for b.round = range b.netRounds() {
		if b.round > 0 {
			longest, before = max(longest, time.Since(before)), time.Now()
			if time.Since(begin)+longest > netLimit {
				break
			}
		}
		for _, w := range allNetWays {
			if w.missing(ctx) == nil {
				b.oneWayOnNet(ctx, w, script, hosts)
			}
		}
	}
}

// oneWayOnNet runs the programs of a way, if it is wanted, and what it stands beside, soon after
// them.
func (b *bench) oneWayOnNet(ctx context.Context, w netWay, script, hosts string) {
	repetitions := []string{b.netRepetitions()}
	env := slices.Concat(os.Environ(), netEnvironment, w.env, []string{hosts})
	mpi := w.library.ByMPI && !w.library.IsLinked()
	if !b.wantedOnNet(w) {
		if mpi && b.standsBeside(w.start) {
			b.mpiSide(ctx, w, env, script, repetitions)
		}
		return
	}
	program, ok := b.build(ctx, b.netSystem(w), "net")
	if !ok {
		return
	}
	start := []string{"sh", script, w.start, "2", program}
	b.onLink(ctx, w.name, env, start, repetitions)
	if mpi {
		b.mpiSide(ctx, w, env, script, repetitions)
	} else { // its MPI has been measured
		b.ownSide(ctx, w, env, script, repetitions)
	}
	if accumulate, ok := b.build(ctx, b.netSystem(w), "netaccumulate"); ok {
		b.onLink(ctx, w.name, env, []string{"sh", script, w.start, "2", accumulate}, repetitions)
	}
	if b.round < slowRounds {
		halo := []string{repetitions[0], fmt.Sprint(longestMessage), fmt.Sprint(16 << 20), "halo"}
		b.onLink(ctx, w.name, env, start, halo)
		b.onLink(ctx, w.each(), append(slices.Clone(env), "CORAL_PUT=blocking"), start, halo)
	}
}

// mpiSide runs what a way stands beside.
func (b *bench) mpiSide(ctx context.Context, w netWay, env []string, script string,
	repetitions []string) {
	executable, ok := b.buildC(ctx, "mpinet", "mpicc."+w.start)
	if !ok {
		return
	}
	start := []string{"sh", script, w.start, "2", executable}
	b.onLink(ctx, w.start, env, start, repetitions)
	if b.round < slowRounds {
		b.onLink(ctx, w.start, env, start,
			[]string{repetitions[0], fmt.Sprint(longestMessage), fmt.Sprint(128 << 20),
				"windows"})
	}
}

// ownSide runs what uses a provider without Coral. An MPI starts it, and exchanges addresses: that
// beneath the library, or else any.
func (b *bench) ownSide(ctx context.Context, w netWay, env []string, script string,
	repetitions []string) {
	family := w.start
	if !w.library.ByMPI {
		i := slices.IndexFunc(netWays, func(other netWay) bool {
			return other.library.ByMPI && other.missing(ctx) == nil
		})
		if i < 0 {
			return
		}
		family = netWays[i].start
	}
	if w.own.name == "" {
		return
	}
	compiler := "mpicc." + family
	words, err := native.Words(ctx, w.library, compiler)
	if err != nil {
		b.results.fail(fmt.Errorf("%s: %w", w.alone(), err))
		return
	}
	if executable, ok := b.buildWith(ctx, w.own.name, w.library.Name, words,
		compiler); ok {
		b.onLink(ctx, w.alone(), env, []string{"sh", script, family, "2", executable}, repetitions)
	}
}

func firstLine(text string) string {
	first, _, _ := strings.Cut(text, "\n")
	return first
}

// onLink runs one program and keeps its figures.
func (b *bench) onLink(ctx context.Context, system string, env, command, args []string) {
	if ctx.Err() != nil {
		return
	}
	b.progress("round %d: %s %s", b.round+1, system, filepath.Base(command[len(command)-1]))
	output, _, err := b.execute(ctx, env, append(slices.Clone(command), args...), nil)
	found := 0
	for line := range strings.Lines(string(output)) {
		if name, kind, s, ok := harness.ParseSample(line); ok {
			s["round"] = float64(b.round)
			b.results.add(key{system, name, kind}, s)
			found++
		}
	}
	if err == nil && found == 0 {
		err = fmt.Errorf("it printed no figures: %s", harness.Tail(output))
	}
	if err != nil {
		b.results.fail(fmt.Errorf("%s: %w", system, err))
	}
}

// best is the best repetition of each round, by round; NaN: none.
func (r *results) best(system, kind string) []float64 {
	var list []float64
	for _, s := range r.samples[key{system, "net", kind}] {
		round := int(s["round"])
		for len(list) <= round {
			list = append(list, math.NaN())
		}
		if !(list[round] <= s["ns"]) {
			list[round] = s["ns"]
		}
	}
	return list
}

// onNet is the median of the rounds; ok is false where there is none.
func (r *results) onNet(system, kind string) (ns float64, ok bool) {
	return record.Median(slices.DeleteFunc(r.best(system, kind), math.IsNaN))
}

// besideOnNet compares a figure with the fastest of others, each a system and a kind of
// measurement, round by round.
func (r *results) besideOnNet(system, kind string, others [][2]string) (value, limit, ratio float64,
	ok bool) {
	mine := r.best(system, kind)
	for _, o := range others {
		var values, limits, ratios []float64
		for round, theirs := range r.best(o[0], o[1]) {
			if round < len(mine) && !math.IsNaN(mine[round]) && !math.IsNaN(theirs) {
				values, limits, ratios = append(values, mine[round]), append(limits,
					theirs), append(ratios, mine[round]/theirs)
			}
		}
		if its, there := record.Median(ratios); there && (!ok || its > ratio) {
			ratio, ok = its, true
			value, _ = record.Median(values)
			limit, _ = record.Median(limits)
		}
	}
	return value, limit, ratio, ok
}
