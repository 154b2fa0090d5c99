package papers

import (
	"context"
	"fmt"
	"math"
	"os/exec"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/bench/harness"
	"github.com/coral-pgas/coral/bench/record"
	"github.com/coral-pgas/coral/internal/conduit/net/native"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/provider"
)

func omniExperiments() []experiment {
	return []experiment{
		bufferingExperiment(),
		{record.Experiment{ID: "omni-fig5", Source: omni, Item: "Figure 5, Tables 2 and 3",
			Title: "ping-pong of put and get beside MPI's two protocols",
			Claim: "Bandwidth of put and of the optimized get is at or slightly above that of " +
				"MPI's rendezvous protocol for long data (up to 18 % on FX100). Their latency is " +
				"larger than that of MPI's eager protocol for short data: 2.1 to 3.7 times at " +
				"8 bytes. A get through the value of a function, (a), is always slower than the " +
				"optimized one, (b): by 1.41 to 1.85 times from 32 KiB on.",
			Method: "Two images on two hosts of a test cluster, which TCP joins; the codes of " +
				"Table 3, with SYNC ALL at the end of each phase. RS, RA and CA are the methods " +
				"of memory of CORAL_MEMORY. MPI's protocols are chosen by UCX_RNDV_THRESH for " +
				"MPICH; Open MPI chooses by itself. Get (a) is written as a function's value.",
			Flags: strings.Join(flags, " ")}, measurePingpong},
		{record.Experiment{ID: "omni-fig7", Source: omni, Item: "Figure 7",
			Title: "eight variables: blocking and non-blocking",
			Claim: "Non-blocking puts of eight variables take less than a quarter of the time of " +
				"blocking ones (4.63 times faster on average from 8 B to 8 KiB), and 2.11 times " +
				"the time of one put. MPI's eager protocol wins nothing by non-blocking calls. " +
				"Non-blocking puts are faster than MPI's messages but for 8 and 16 bytes.",
			Method: "As Figure 5, by UCX. CORAL_PUT=blocking completes each put before the next " +
				"one begins; without it, puts are complete at the end of the segment.",
			Flags: strings.Join(flags, " ")}, measureEight},
		{record.Experiment{ID: "omni-fig9", Source: omni, Item: "Figures 8 and 9",
			Title: "Himeno's benchmark: MPI, MPI non-blocking, coarrays",
			Claim: "Non-blocking puts are the fastest version at 76 % of the points; on 1,024 " +
				"nodes they are 1.2 %, 27 % and 42 % faster than the original MPI version " +
				"(sizes M, L, XL), by a communication time of about a half.",
			Method: "The same sweep over the same blocks in all versions. OpenCoarrays compiles " +
				"the version with puts, where it is installed. Speed is the best " +
				"round's, the communication's share that of the same round. Images share one " +
				"machine; more images than cores take turns.",
			Flags: strings.Join(flags, " ")}, measureHimeno},
		{record.Experiment{ID: "omni-table4", Source: omni, Item: "Table 4",
			Title: "productivity: the size of Himeno's versions",
			Claim: "The version with puts has 11,030 characters, the original MPI version 15,202 " +
				"and the non-blocking one 29,495: fewer than half as many for the same algorithm.",
			Method: countRules}, measureScale},
	}
}

// linkSystems are the ways between two hosts, Coral's first, and MPI's.
func linkSystems(ctx context.Context, script, hosts string) (coral, peers []system) {
	way := func(name, start string, env ...string) system {
		return system{name: name, start: []string{"sh", script, start, "N"},
			env:   append([]string{hosts, "UCX_TLS=tcp,self", "UCX_NET_DEVICES=eth0"}, env...),
			hosts: true}
	}
	for _, p := range provider.All {
		name := strings.ToUpper(p.Name)
		switch {
		case p.ByMPI: // below, each MPI beside its own messages
		case p.IsLinked(): // below, since programs are built for it
		case p.Gives.Default == "messages":
			coral = append(coral, way(name, p.Name))
		default:
			for _, method := range p.Gives.Memory {
				coral = append(coral, way(name+", "+strings.ToUpper(method), p.Name,
					config.Memory.Name+"="+method))
			}
		}
	}
	for _, m := range harness.MPIFamilies {
		if _, err := exec.LookPath("mpicc." + m.Family); err != nil {
			continue
		}
		coral = append(coral, way(m.Title, m.Family, "CORAL_CONDUIT=mpi",
			"CORAL_MPICC=mpicc."+m.Family))
		if m.Family != "mpich" {
			peers = append(peers, way("MPI_Send, "+m.Title, m.Family, "FAMILY="+m.Family))
			continue
		}
		peers = append(peers,
			way("MPI_Send, MPICH, eager", m.Family, "UCX_RNDV_THRESH=inf", "FAMILY="+m.Family),
			way("MPI_Send, MPICH, rendezvous", m.Family, "UCX_RNDV_THRESH=0",
				"FAMILY="+m.Family))
	}
	return append(coral, linkedSystems(ctx, way)...), peers
}

// linkedSystems are by the libraries that are linked into programs, where they are installed: by
// the launcher of each MPI, or by Coral's own.
func linkedSystems(ctx context.Context,
	way func(name, start string, env ...string) system) (list []system) {
	add := func(p *provider.Provider, name, start string, mpicc ...string) {
		l, err := native.Find(ctx, p, mpicc...)
		if err == nil {
			_, err = native.Archive(ctx, l)
		}
		if err != nil {
			return
		}
		env := []string{config.Conduit.Name + "=" + p.Name}
		if len(mpicc) > 0 {
			env = append(env, config.MPICC.Name+"="+mpicc[0])
		}
		s := way(name, start, env...)
		s.linked = append([]string{"env"}, env...)
		list = append(list, s)
	}
	for _, p := range provider.All {
		switch {
		case !p.IsLinked():
		case !p.ByMPI:
			add(p, p.Title, p.Name)
		default:
			for _, m := range harness.MPIFamilies {
				if _, err := exec.LookPath("mpicc." + m.Family); err == nil {
					add(p, p.Title+", "+m.Title, m.Family, "mpicc."+m.Family)
				}
			}
		}
	}
	return list
}

// onHosts measures between hosts; where they cannot be made, that is left.
func (r *runner) onHosts(ctx context.Context, f func(script, hosts string)) {
	err := harness.HostsCanBe("papers")
	if err == nil {
		err = harness.WithHosts(ctx, r.dir, f)
	}
	if err != nil {
		r.leave("%v", err)
	}
}

// bytesIn is the number behind the slash of "put/4096".
func bytesIn(kind string) (what string, bytes float64) {
	what, digits, _ := strings.Cut(kind, "/")
	bytes, _ = strconv.ParseFloat(digits, 64)
	return what, bytes
}

// pingpongArguments are the longest message and how many bytes each length is repeated for.
func (r *runner) pingpongArguments() []string {
	switch {
	case r.Full:
		return []string{fmt.Sprint(1 << 25), fmt.Sprint(1 << 27)}
	case r.Quick:
		return []string{fmt.Sprint(1 << 15), fmt.Sprint(1 << 18)}
	}
	return []string{fmt.Sprint(1 << 25), fmt.Sprint(1 << 24)}
}

// pingpong runs the two programs on all systems in turn, and gives each figure to add.
func (r *runner) pingpong(ctx context.Context, coral, peers []system,
	add func(s system, what string, bytes, us float64)) {
	for range r.rounds() {
		for _, s := range coral {
			ours, ok := r.coralFor(ctx, s, "pingpong", "programs/pingpong.f90")
			if !ok {
				continue
			}
			for _, l := range r.run(ctx, s, ours, 2, r.pingpongArguments()...) {
				what, bytes := bytesIn(l.kind)
				add(s, what, bytes, l.Sample["us"])
			}
		}
		for _, s := range peers {
			family := familyOf(s)
			theirs, ok := r.build(ctx, "pingpong-"+family, []string{"mpicc." + family},
				"programs/pingpong.c")
			if !ok {
				continue
			}
			for _, l := range r.run(ctx, s, theirs, 2, r.pingpongArguments()...) {
				what, bytes := bytesIn(l.kind)
				add(s, what, bytes, l.Sample["us"])
			}
		}
	}
}

// familyOf is the MPI library of a peer.
func familyOf(s system) string {
	for _, e := range s.env {
		if family, ok := strings.CutPrefix(e, "FAMILY="); ok {
			return family
		}
	}
	return ""
}

func measurePingpong(ctx context.Context, r *runner, e *record.Experiment) {
	latency, bandwidth := newSeries(), newSeries()
	names := map[string]string{"put": "put", "geta": "get (a)", "getb": "get (b)"}
	r.onHosts(ctx, func(script, hosts string) {
		coral, peers := linkSystems(ctx, script, hosts)
		r.pingpong(ctx, coral, peers, func(s system, what string, bytes, us float64) {
			name := s.name
			if n, is := names[what]; is {
				name = n + ", " + s.name
			} else if what != "send" {
				return
			}
			latency.add(name, bytes, us)
			bandwidth.add(name, bytes, bytes/us)
		})
	})
	l, b := latency.list(), bandwidth.list()
	if len(l) == 0 {
		return
	}
	pick := func(all []record.Series, parts ...string) (list []record.Series) {
		for _, s := range all {
			for _, part := range parts {
				if strings.Contains(s.Name, part) {
					list = append(list, s)
					break
				}
			}
		}
		return list
	}
	for _, f := range []struct {
		title string
		parts []string
	}{
		{"RS by UCX, beside MPICH on the same library", []string{"UCX, RS", "MPICH, "}},
		{"puts by each library and method of memory", []string{"put, ", "MPI_Send"}},
		{"optimized gets by each library and method of memory", []string{"get (b)", "MPI_Send"}},
	} {
		e.Figures = append(e.Figures,
			record.Figure{Title: "Latency: " + f.title, X: "bytes", Y: "µs one way", LogX: true,
				LogY: true, Series: pick(l, f.parts...)},
			record.Figure{Title: "Bandwidth: " + f.title, X: "bytes", Y: "MB/s", LogX: true,
				LogY: true, Series: pick(b, f.parts...)})
	}
	find := func(name string, x float64) float64 {
		y, _ := record.Figure{Series: l}.Find(name).At(x)
		return y
	}
	far := l[0].Points[len(l[0].Points)-1].X
	for _, name := range []string{"put, UCX, RS", "get (a), UCX, RS", "get (b), UCX, RS",
		"MPI_Send, MPICH, eager", "MPI_Send, MPICH, rendezvous"} {
		if find(name, 8) == 0 || find(name, far) == 0 {
			e.Verdict = record.Shown
			e.Finding = fmt.Sprintf("Not compared with the paper: %q has no figures of 8 B and of "+
				"%.0f KiB", name, far/1024)
			return
		}
	}
	short := find("put, UCX, RS", 8) / find("MPI_Send, MPICH, eager", 8)
	long := find("MPI_Send, MPICH, rendezvous", far) / find("put, UCX, RS", far)
	gets := find("get (a), UCX, RS", far) / find("get (b), UCX, RS", far)
	e.Finding = fmt.Sprintf("A put of 8 B takes %.2f × MPI's eager message; a put of %.0f "+
		"KiB has %.2f × the bandwidth of MPI's rendezvous; get (a) takes %.2f × get (b) there",
		short, far/1024, long, gets)
	e.Verdict = agree(short > 1, long >= 0.97, gets > 1)
}

// agree is the verdict on the parts of a claim.
func agree(parts ...bool) record.Verdict {
	good := 0
	for _, p := range parts {
		if p {
			good++
		}
	}
	switch good {
	case len(parts):
		return record.Agrees
	case 0:
		return record.Differs
	}
	return record.Partly
}

func measureEight(ctx context.Context, r *runner, e *record.Experiment) {
	latency := newSeries()
	names := map[string]string{"put": "1 variable, put, ", "put8": "8 variables, put, ",
		"send8": "8 variables, MPI eager, blocking", "isend8": "8 variables, MPI eager, " +
			"non-blocking", "send": "1 variable, MPI eager"}
	r.onHosts(ctx, func(script, hosts string) {
		coral, peers := linkSystems(ctx, script, hosts)
		free, each := coral[0], coral[0]
		free.name, each.name = "non-blocking", "blocking"
		each.env = append([]string{"CORAL_PUT=blocking"}, each.env...)
		for _, p := range peers {
			if strings.HasSuffix(p.name, "eager") {
				peers = []system{p}
			}
		}
		r.pingpong(ctx, []system{free, each}, peers, func(s system, what string, bytes,
			us float64) {
			name, is := names[what]
			if !is || bytes > 2<<20 {
				return
			}
			if strings.HasPrefix(what, "put") {
				name += s.name
			}
			latency.add(name, bytes, us)
		})
	})
	f := record.Figure{Title: "Eight variables of each length", X: "bytes of a variable",
		Y: "µs one way", LogX: true, LogY: true, Series: latency.list()}
	if len(f.Series) == 0 {
		return
	}
	e.Figures = []record.Figure{f}
	ratio := func(a, b string) float64 {
		sum, n := 0.0, 0.0
		for x := 8.0; x <= 8<<10; x *= 4 {
			p, there := f.Find(a).At(x)
			q, too := f.Find(b).At(x)
			if there && too {
				sum, n = sum+p/q, n+1
			}
		}
		return sum / n
	}
	win := ratio("8 variables, put, blocking", "8 variables, put, non-blocking")
	one := ratio("8 variables, put, non-blocking", "1 variable, put, blocking")
	mpi := ratio("8 variables, put, non-blocking", names["isend8"])
	e.Finding = fmt.Sprintf("From 8 B to 8 KiB non-blocking puts are %.2f × as fast as blocking "+
		"ones, and take %.2f × the time of one blocking put", win, one)
	if math.IsNaN(mpi) {
		e.Finding += "; MPI's non-blocking messages have no figures to compare with"
		e.Verdict = agree(win > 1.5, one < 8)
		return
	}
	e.Finding += fmt.Sprintf(" and %.2f × that of MPI's non-blocking messages", mpi)
	e.Verdict = agree(win > 1.5, one < 8, mpi < 1)
}

// himenoVersions are the programs of the benchmark.
var himenoVersions = []struct {
	title, program string
	mpi            bool
	env            []string
}{
	{"MPI original", "himeno_mpi", true, nil},
	{"MPI non-blocking", "himeno_mpi_nonblocking", true, nil},
	{"put non-blocking", "himeno_put", false, nil},
	{"put blocking", "himeno_put", false, []string{"CORAL_PUT=blocking"}},
	{"get", "himeno_get", false, nil},
}

// openHimeno is the version with puts that OpenCoarrays compiles, where that is installed.
func (r *runner) openHimeno(ctx context.Context) (s system, program string, ok bool) {
	oc, ok := harness.FindOpenCoarrays()
	if !ok {
		return s, "", false
	}
	s = system{name: "put, OpenCoarrays", start: launcher(oc.Run)}
	program, ok = r.build(ctx, "himeno_put-opencoarrays", []string{oc.Wrapper},
		"programs/himeno_grid.f90", "programs/himeno_put.f90")
	return s, program, ok
}

func measureHimeno(ctx context.Context, r *runner, e *record.Experiment) {
	sizes := []string{"S", "M"}
	images := []int{1, 2, 4}
	if r.Full {
		sizes = []string{"S", "M", "L", "XL"}
		images = []int{1, 2, 4, 8}
	}
	if r.Quick {
		sizes = []string{"S"}
	}
	libraries, families := mpiHere()
	open, openProgram, isOpen := r.openHimeno(ctx)
	wins, points := 0, 0
	for part, size := range sizes {
		speed, share := newSeries(), map[string]map[int]float64{}
		best := map[string]map[int]float64{}
		note := func(name string, n int, mflops, communication float64) {
			speed.add(name, float64(n), mflops)
			if best[name] == nil {
				best[name], share[name] = map[int]float64{}, map[int]float64{}
			}
			if mflops > best[name][n] {
				best[name][n], share[name][n] = mflops, communication
			}
		}
		for range r.roundsOf(part, len(sizes)) {
			for _, n := range images {
				if isOpen {
					r.himeno(ctx, open, openProgram, size, n, note)
				}
				for _, v := range himenoVersions {
					if !v.mpi {
						program, ok := r.coral(ctx, v.program, "programs/himeno_grid.f90",
							"programs/"+v.program+".f90")
						if ok {
							r.himeno(ctx, system{name: v.title, env: v.env}, program, size, n, note)
						}
						continue
					}
					for i, family := range families {
						program, ok := r.build(ctx, v.program+"-"+family,
							[]string{"mpif90." + family}, "programs/himeno_grid.f90",
							"programs/"+v.program+".f90")
						if s := libraries[i]; ok {
							s.name = v.title + ", " + s.name
							r.himeno(ctx, s, program, size, n, note)
						}
					}
				}
			}
		}
		list := speed.list()
		if len(list) == 0 {
			continue
		}
		e.Figures = append(e.Figures, record.Figure{Title: "Size " + size, X: "images",
			Y: "MFLOPS", LogX: true, Series: list})
		table := record.Table{Title: "Size " + size + ": MFLOPS of the best round, and the share " +
			"of communication in it", Columns: []string{"version"}}
		for _, n := range images {
			table.Columns = append(table.Columns, fmt.Sprint(n))
		}
		for _, s := range list {
			row := []string{s.Name}
			for _, n := range images {
				row = append(row, fmt.Sprintf("%.0f (%.1f %%)", best[s.Name][n],
					100*share[s.Name][n]))
			}
			table.Rows = append(table.Rows, row)
		}
		e.Tables = append(e.Tables, table)
		for _, n := range images[1:] {
			fastest := 0.0
			for name := range best {
				if strings.HasPrefix(name, "MPI") {
					fastest = max(fastest, best[name][n])
				}
			}
			points++
			if best["put non-blocking"][n] >= fastest {
				wins++
			}
		}
	}
	e.Finding = fmt.Sprintf("Non-blocking puts are at least as fast as the fastest MPI version at "+
		"%d of %d points of more than one image", wins, points)
	e.Verdict = agree(2*wins >= points, wins == points)
}

func (r *runner) himeno(ctx context.Context, s system, program, size string, n int,
	note func(name string, n int, mflops, communication float64)) {
	speed, part := 0.0, 0.0
	args := []string{size}
	if r.Quick {
		args = append(args, "10") // iterations
	}
	for _, l := range r.run(ctx, s, program, n, args...) {
		if l.kind == "speed" {
			speed = l.Sample["mflops"]
		} else {
			part = l.Sample["communication"] / l.Sample["seconds"]
		}
	}
	if speed > 0 {
		note(s.name, n, speed, part)
	}
}
