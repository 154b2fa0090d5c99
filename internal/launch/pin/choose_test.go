package pin

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// plainCores are cores of one hardware thread each, on one node.
func plainCores(n int) (all []core) {
	for number := range n {
		all = append(all, core{number, number, 0})
	}
	return all
}

func coreSet(numbers ...int) (set unix.CPUSet) {
	for _, number := range numbers {
		set.Set(number)
	}
	return set
}

// An image gets another core if its own ones have other work, the nearest free one that nobody
// needs; else all stays as it is.
func TestExchanges(t *testing.T) {
	// Two physical cores of two hardware threads on each of two nodes.
	threads := []core{{0, 0, 0}, {4, 0, 0}, {1, 1, 0}, {5, 1, 0}, {2, 2, 1}, {6, 2, 1}, {3, 3, 1},
		{7, 3, 1}}
	quiet := func(n int, others map[int]float64) map[int]float64 {
		all := map[int]float64{}
		for number := range n {
			all[number] = 0.05
		}
		maps.Copy(all, others)
		return all
	}
	for _, c := range []struct {
		name   string
		cores  []core
		places []unix.CPUSet
		others map[int]float64
		want   []exchange
	}{
		{"all is quiet", plainCores(4), []unix.CPUSet{coreSet(0), coreSet(1)}, quiet(4, nil), nil},
		{"a core of nobody's is busy", plainCores(4), []unix.CPUSet{coreSet(0), coreSet(1)},
			quiet(4, map[int]float64{3: 1}), nil},
		{"the core of image 1 is busy", plainCores(4), []unix.CPUSet{coreSet(0), coreSet(1)},
			quiet(4, map[int]float64{0: 0.9}), []exchange{{0, -1, 0, 2}}},
		{"it and the next ones are busy", plainCores(5), []unix.CPUSet{coreSet(0), coreSet(1)},
			quiet(5, map[int]float64{0: 0.9, 2: 1, 3: 0.3}), []exchange{{0, -1, 0, 4}}},
		{"both are busy, one is free", plainCores(3), []unix.CPUSet{coreSet(0), coreSet(1)},
			quiet(3, map[int]float64{0: 0.9, 1: 0.9}), []exchange{{0, -1, 0, 2}}},
		{"no core is free", plainCores(2), []unix.CPUSet{coreSet(0), coreSet(1)},
			quiet(2, map[int]float64{0: 0.9}), nil},
		{"nothing is known", plainCores(3), []unix.CPUSet{coreSet(0), coreSet(1)}, nil, nil},
		{"a share has a free core", plainCores(4), []unix.CPUSet{coreSet(0, 1), coreSet(2, 3)},
			quiet(4, map[int]float64{0: 1}), nil},
		{"a whole share is busy", plainCores(4), []unix.CPUSet{coreSet(0, 1), coreSet(2, 3)},
			quiet(4, map[int]float64{0: 1, 1: 1}), []exchange{{0, 1, 0, 2}}},
		{"a share has one free core only", plainCores(4),
			[]unix.CPUSet{coreSet(0, 1), coreSet(2, 3)},
			quiet(4, map[int]float64{0: 1, 1: 1, 2: 1}), nil},
		{"uneven shares", plainCores(4), []unix.CPUSet{coreSet(0), coreSet(1), coreSet(2, 3)},
			quiet(4, map[int]float64{0: 1}), []exchange{{0, 2, 0, 2}}},
		{"the other thread of the core is busy", threads, []unix.CPUSet{coreSet(0), coreSet(2)},
			quiet(8, map[int]float64{4: 1}), []exchange{{0, -1, 0, 1}}},
		{"whole cores before other threads", threads, []unix.CPUSet{coreSet(0), coreSet(1)},
			quiet(8, map[int]float64{0: 1, 4: 1}), []exchange{{0, -1, 0, 2}}},
		{"the same node before another", threads, []unix.CPUSet{coreSet(2)},
			quiet(8, map[int]float64{2: 1, 6: 1}), []exchange{{0, -1, 2, 3}}},
		{"another node before a busy core", threads, []unix.CPUSet{coreSet(0), coreSet(1)},
			quiet(8, map[int]float64{0: 1, 4: 1, 5: 1}), []exchange{{0, -1, 0, 2}, {1, -1, 1, 3}}},
		{"all threads of all cores are used", threads[:4],
			[]unix.CPUSet{coreSet(0), coreSet(4), coreSet(1), coreSet(5)},
			quiet(8, nil), nil},
	} {
		if got := exchanges(c.places, c.cores, c.others); !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v, wanted %+v", c.name, got, c.want)
		}
	}
}

// What others use of a core is what the images have not used; an image that stands in line for its
// core tells of others, too.
func TestShareOfOthers(t *testing.T) {
	const ms = time.Millisecond
	before := parseCores(strings.NewReader("cpu  99 0 99 99 9 9 9 9 0 0\n" +
		"cpu0 1000 10 100 5000 50 1 2 3 0 0\ncpu1 2000 0 100 5000 50 0 0 0 0 0\n" +
		"cpu2 0 0 0 0 0 0 0 0 0 0\ncpu3 7 0 0 0\nintr 5 6 7\n"))
	if got := before[0]; got != (coreTimes{11160 * ms, 61660 * ms}) || len(before) != 4 {
		t.Fatalf("core 0 of %d: %+v", len(before), got)
	}
	now := map[int]coreTimes{}
	for number, t := range before {
		now[number] = coreTimes{t.busy, t.all + 100*ms}
	}
	add := func(number int, busy time.Duration) {
		t := now[number]
		t.busy += busy
		now[number] = t
	}
	add(0, 100*ms)
	add(1, 90*ms)
	add(2, 80*ms)
	now[9] = coreTimes{ms, ms} // was not there before
	others := shareOfOthers(before, now, map[int]schedule{
		0: {ran: 95 * ms, inLine: 200 * ms}, // threads of its own
		1: {ran: 20 * ms},
		2: {ran: 50 * ms, inLine: 50 * ms},
	})
	for number, want := range map[int]float64{0: 0.05, 1: 0.7, 2: 0.5, 3: 0} {
		if got, known := others[number]; !known || got < want-0.001 || got > want+0.001 {
			t.Errorf("core %d: %v, wanted %v", number, got, want)
		}
	}
	if len(others) != 4 {
		t.Errorf("%v", others)
	}
}

// An exchange moves a process, the threads of which have got the old cores, and is told.
func TestFollowExchange(t *testing.T) {
	allowed, err := allowedCores()
	if err != nil || len(allowed) < 2 {
		t.Skip("this needs two cores")
	}
	pid := sleeper(t, allowed[0])
	var said bytes.Buffer
	w := NewWatch([]unix.CPUSet{coreSet(allowed[0])}, &said)
	w.follow([]exchange{{0, -1, allowed[0], allowed[1]}}, []Process{{PID: pid}})
	var now unix.CPUSet
	if err := unix.SchedGetaffinity(pid, &now); err != nil || now != coreSet(allowed[1]) {
		t.Errorf("it may run on %s, %v", listOf(&now), err)
	}
	note := fmt.Sprintf("coral: note: core %d is busy with other work: image 1 runs on core %d\n",
		allowed[0], allowed[1])
	if said.String() != note {
		t.Errorf("said %q, wanted %q", said.String(), note)
	}
	if number, known := lastCore("/proc/self/stat"); !known || number < 0 {
		t.Errorf("this process has run on core %d, %v", number, known)
	}
	if _, err := os.Stat("/proc/self/schedstat"); err == nil {
		sum := map[int]schedule{}
		addByCore(sum, os.Getpid())
		if len(sum) == 0 {
			t.Error("nothing is known of this process")
		}
	}
}

// One core each means different physical cores, as long as there are such.
func TestWholeCoresFirst(t *testing.T) {
	got := wholeCoresFirst([]core{{0, 0, 0}, {4, 0, 0}, {1, 1, 0}, {5, 1, 0}, {2, 2, 1}})
	want := []core{{0, 0, 0}, {1, 1, 0}, {2, 2, 1}, {4, 0, 0}, {5, 1, 0}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, wanted %v", got, want)
	}
}
