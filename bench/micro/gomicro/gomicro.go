// Package gomicro is the Go side of `coral bench micro`, `async` and `operations`: a coarray
// program that measures what operations between images cost, as the Fortran programs beside it do,
// and prints the same lines.
package gomicro

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/coral-pgas/coral/coarray"
)

const usage = `usage: element|sections|sync|copies|overlap|spawn|collectives [repetitions [patience]]
       stream elements [repetitions [patience]]
       operations names milliseconds [computes]
       crowd barrier [repetitions] | sleep | read | nothing`

// run is one image's view of a benchmark.
type run struct {
	me          *coarray.Image
	partner     int
	elements    int // of an array of STREAM
	what        string
	repetitions int
	patience    time.Duration // that one row may take; fewer repetitions if need be
	computes    bool          // while image 1 measures alone, the other image does
}

var benchmarks = map[string]func(context.Context, *run) error{
	"element": element, "sections": sections, "stream": stream, "sync": synchronise, "crowd": crowd,
	"operations": operations, "copies": asyncCopy, "overlap": asyncOverlap, "spawn": asyncSpawn,
	"collectives": asyncCollectives,
}

// Run starts the images and runs a benchmark on them. It returns, with an exit code, only if the
// arguments are wrong.
func Run(args []string) int {
	if _, _, err := parse(args); err != nil {
		fmt.Fprintf(os.Stderr, "%v\n%s\n", err, usage)
		return 2
	}
	coarray.Main(func(ctx context.Context, me *coarray.Image) error { return On(ctx, me, args) })
	return 0
}

// On runs a benchmark on the images that there are.
func On(ctx context.Context, me *coarray.Image, args []string) error {
	r, program, err := parse(args)
	if err != nil {
		return err
	}
	r.me = me
	r.partner = me.Index()%me.NumImages() + 1
	return program(ctx, &r)
}

func parse(args []string) (r run, program func(context.Context, *run) error, err error) {
	r = run{repetitions: 9, patience: time.Second}
	if len(args) == 0 || benchmarks[args[0]] == nil {
		return r, nil, fmt.Errorf("which benchmark?")
	}
	program, rest := benchmarks[args[0]], args[1:]
	next := func() (word string, there bool) {
		if len(rest) == 0 {
			return "", false
		}
		word, rest = rest[0], rest[1:]
		return word, true
	}
	switch args[0] {
	case "operations":
		return r, program, r.parseOperations(rest)
	case "crowd":
		r.what, _ = next()
		r.repetitions = 5
	case "stream":
		word, _ := next()
		if r.elements, err = strconv.Atoi(word); err != nil || r.elements < 1 {
			return r, nil, fmt.Errorf("%q is no number of elements", word)
		}
	}
	if word, there := next(); there {
		if r.repetitions, err = strconv.Atoi(word); err != nil {
			return r, nil, fmt.Errorf("%q is no number of repetitions", word)
		}
	}
	if word, there := next(); there {
		seconds, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return r, nil, fmt.Errorf("%q is no time", word)
		}
		r.patience = time.Duration(seconds * float64(time.Second))
	}
	return r, program, nil
}

// shortest is how long one measurement takes at least.
const shortest = 500 * time.Microsecond

// kernel is so many sweeps of whatever is measured.
type kernel func(sweeps int)

// measure runs the kernel on local memory and the one on another image's in turn and prints the
// nanoseconds that one of items things takes, a line a repetition. Only image 1 calls it; the
// others wait, and leave its caches alone.
func (r *run) measure(name, kind string, items int, local, other kernel) {
	local(1)
	other(1)
	localSweeps, otherSweeps := enough(local), enough(other)
	start := time.Now()
	for range r.repetitions {
		l := nanoseconds(local, localSweeps) / float64(items)
		o := nanoseconds(other, otherSweeps) / float64(items)
		fmt.Printf("bench %s case=%s local=%.6g other=%.6g\n", name, kind, l, o)
		if time.Since(start) > r.patience {
			return
		}
	}
}

func enough(k kernel) int {
	sweeps := 1
	for nanoseconds(k, sweeps)*float64(sweeps) < float64(shortest) {
		sweeps *= 2
	}
	return sweeps
}

// nanoseconds is the time of one sweep.
func nanoseconds(k kernel, sweeps int) float64 {
	start := time.Now()
	k(sweeps)
	return float64(time.Since(start)) / float64(sweeps)
}

// opaque keeps the compiler from merging or leaving out sweeps: after it, memory may have been read
// and changed.
//
//go:noinline
func opaque[T any](memory []T) {
	if len(memory) == 0 {
		panic("opaque: nothing measured")
	}
}

// must ends the program when a copy inside a kernel fails.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
