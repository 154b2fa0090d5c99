package pin

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// A launcher that measured the machine before it starts its images would delay each start by some
// units of the kernel's accounting, which are 10 ms. So the images start at once on the cores of
// the default order. The launcher reads what each core has done before the start and at the first
// look, and subtracts what the images have done. An image whose cores all have other work then gets
// a free core in exchange. An exchange costs nothing if other work has been there for a moment
// only: each image still has as many cores of its own as before.

const (
	busyShare = 0.4  // of a core's time, used by others: the core is busy
	freeShare = 0.25 // below it a core is free; one unit of the accounting in the first look is 0.2
	ticks     = 100  // units of /proc/stat in a second (USER_HZ)
)

// coreTimes is what a core has done since the machine was started.
type coreTimes struct{ busy, all time.Duration }

// readCores reads what all cores have done.
func readCores() map[int]coreTimes {
	file, err := os.Open("/proc/stat")
	if err != nil {
		return nil // nothing is known of any core
	}
	defer file.Close()
	return parseCores(file)
}

// parseCores reads lines `cpu3 user nice system idle iowait irq softirq steal ...`.
func parseCores(text io.Reader) map[int]coreTimes {
	cores := map[int]coreTimes{}
	for lines := bufio.NewScanner(text); lines.Scan(); {
		var core int
		var t [8]int64
		line, is := strings.CutPrefix(lines.Text(), "cpu")
		if !is || strings.HasPrefix(line, " ") { // all cores together
			continue
		}
		if n, _ := fmt.Sscan(line, &core,
			&t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &t[6], &t[7]); n < 5 {
			continue
		}
		const idle, waits = 3, 4
		var all int64
		for _, part := range t {
			all += part
		}
		cores[core] = coreTimes{busy: inTicks(all - t[idle] - t[waits]), all: inTicks(all)}
	}
	return cores
}

func inTicks(n int64) time.Duration { return time.Duration(n) * time.Second / ticks }

// shareOfOthers is the part of each core's time that other work has used. A thread of an image that
// has stood in line for its core tells the same more exactly, unless images use the core fully.
func shareOfOthers(before, now map[int]coreTimes, own map[int]schedule) map[int]float64 {
	others := map[int]float64{}
	for core, t := range now {
		b, ok := before[core]
		all := (t.all - b.all).Seconds()
		if !ok || all <= 0 {
			continue
		}
		ran := own[core].ran.Seconds()
		others[core] = max(0, (t.busy-b.busy).Seconds()-ran) / all
		inLine := own[core].inLine.Seconds() / all
		if inLine >= freeShare && ran/all <= ownShare {
			others[core] = max(others[core], inLine, busyShare)
		}
	}
	return others
}

// exchange gives an image a free core for one of its own.
type exchange struct {
	rank, from int // from: the image that had the free core; -1: none had it
	busy, free int
}

// coreMarket decides which images exchange which cores.
type coreMarket struct {
	cores  []core
	others map[int]float64
	holder map[int]int // rank by core
}

// exchanges lists what is to be exchanged so that each image has a free core, if there is one for
// it that no other image needs. others does not have cores of which nothing is known.
func exchanges(places []unix.CPUSet, cores []core, others map[int]float64) (list []exchange) {
	m := coreMarket{cores: cores, others: others, holder: map[int]int{}}
	for rank := range places {
		for _, c := range cores {
			if places[rank].IsSet(c.number) {
				m.holder[c.number] = rank
			}
		}
	}
	for rank := range places {
		if e, ok := m.exchange(rank); ok {
			list = append(list, e)
			m.holder[e.free] = rank
			delete(m.holder, e.busy)
			if e.from >= 0 {
				m.holder[e.busy] = e.from
			}
		}
	}
	return list
}

// exchange finds the best core for an image that has no free one.
func (m *coreMarket) exchange(rank int) (e exchange, ok bool) {
	var worst core
	least, most := costBusy+1, -1
	for _, c := range m.cores {
		if held, is := m.holder[c.number]; !is || held != rank {
			continue
		}
		cost := m.cost(c, rank)
		least = min(least, cost)
		if cost > most {
			worst, most = c, cost
		}
	}
	if most < 0 {
		return e, false
	}
	best := least * preferences // what is as good as what the image has is not worth it
	for _, c := range m.cores {
		from, held := m.holder[c.number]
		if held && (from == rank || !m.canGive(from, c)) || !m.isFree(c.number) {
			continue
		}
		price := m.cost(c, rank) * preferences
		if c.node != worst.node {
			price += 2
		}
		if held {
			price++
		} else {
			from = -1
		}
		if price < best {
			best, ok = price, true
			e = exchange{rank: rank, from: from, busy: worst.number, free: c.number}
		}
	}
	return e, ok
}

// What it costs an image to run on a core; below one step of it count the node and the holder.
const (
	costShared  = 1 // another hardware thread of the core is in use
	costBusy    = 2
	preferences = 4
)

func (m *coreMarket) cost(c core, rank int) int {
	if m.others[c.number] >= busyShare {
		return costBusy
	}
	for _, sibling := range m.cores {
		if sibling.first != c.first || sibling.number == c.number {
			continue
		}
		held, is := m.holder[sibling.number]
		if is && held != rank || m.others[sibling.number] >= busyShare {
			return costShared
		}
	}
	return 0
}

func (m *coreMarket) isFree(number int) bool {
	share, known := m.others[number]
	return known && share < freeShare
}

// canGive says whether an image keeps another free core when it gives one away.
func (m *coreMarket) canGive(rank int, gift core) bool {
	for _, c := range m.cores {
		if held, is := m.holder[c.number]; is && held == rank && c.number != gift.number &&
			m.isFree(c.number) {
			return true
		}
	}
	return false
}

// choose exchanges cores by what is free, once, when all images have started.
func (w *Watch) choose(images []Process) {
	if w.chosen {
		return
	}
	own := map[int]schedule{}
	for _, im := range images {
		if im.PID == 0 {
			return
		}
		if !im.Ended {
			addByCore(own, im.PID)
		}
	}
	w.chosen = true
	w.follow(exchanges(w.places, w.cores, shareOfOthers(w.before, readCores(), own)), images)
}

// follow makes exchanges, and tells of them.
func (w *Watch) follow(list []exchange, images []Process) {
	for _, e := range list {
		w.replace(e.rank, images[e.rank], e.busy, e.free)
		if e.from >= 0 {
			w.replace(e.from, images[e.from], e.free, e.busy)
		}
		if w.verbose == nil {
			continue
		}
		had := ""
		if e.from >= 0 {
			had = fmt.Sprintf(", which image %d had", e.from+1)
		}
		fmt.Fprintf(w.verbose, "coral: note: core %d is busy with other work: image %d runs on "+
			"core %d%s\n", e.busy, e.rank+1, e.free, had)
	}
}

// replace gives an image another core for one of its own. Threads that have got other cores than
// the image's keep them. A thread that is created meanwhile may have the old ones, so it is done
// twice.
func (w *Watch) replace(rank int, im Process, old, other int) {
	before := w.places[rank]
	w.places[rank].Clear(old)
	w.places[rank].Set(other)
	if im.Ended {
		return
	}
	for range 2 {
		for _, tid := range threads(im.PID) {
			var now unix.CPUSet
			if unix.SchedGetaffinity(tid, &now) == nil && now == before {
				_ = unix.SchedSetaffinity(tid, &w.places[rank]) // it may have ended
			}
		}
	}
}

// addByCore adds what the threads of a process have done to the cores on which they have run last.
func addByCore(sum map[int]schedule, pid int) {
	for _, tid := range threads(pid) {
		dir := fmt.Sprintf("/proc/%d/task/%d", pid, tid)
		did, err := readSchedule(filepath.Join(dir, "schedstat"))
		core, known := lastCore(filepath.Join(dir, "stat"))
		if err != nil || !known {
			continue // it has just ended
		}
		s := sum[core]
		sum[core] = schedule{s.ran + did.ran, s.inLine + did.inLine}
	}
}

// lastCore is the field `processor` of a thread's stat file, the 39th. The second one is a name in
// parentheses, which may contain anything.
func lastCore(file string) (number int, known bool) {
	const behindName = 39 - 3
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	if len(fields) <= behindName {
		return 0, false
	}
	_, err = fmt.Sscan(fields[behindName], &number)
	return number, err == nil
}
