// Package gohpcc is the command line of the HPC Challenge programs in Go, as `coral bench hpcc`
// runs them: the same arguments, `name=value`, and the same line of results as those in Fortran.
package gohpcc

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/bench/hpcc/fft"
	"github.com/coral-pgas/coral/bench/hpcc/hpl"
	"github.com/coral-pgas/coral/bench/hpcc/randomaccess"
	"github.com/coral-pgas/coral/bench/hpcc/stream"
	"github.com/coral-pgas/coral/coarray"
)

// programs prepare a run from its arguments.
var programs = map[string]func(*arguments) func(context.Context, *coarray.Image) error{
	"randomaccess": randomAccess,
	"stream":       streams,
	"fft":          transform,
	"hpl":          solve,
}

// Run starts the images and runs a program on them. It returns, with an exit code, only if the
// arguments are wrong.
func Run(args []string) int {
	if len(args) == 0 || programs[args[0]] == nil {
		names := make([]string, 0, len(programs))
		for name := range programs {
			names = append(names, name)
		}
		slices.Sort(names)
		asked := ""
		if len(args) > 0 {
			asked = fmt.Sprintf("there is no program %q; ", args[0])
		}
		fmt.Fprintf(os.Stderr, "coral: error: bench go-hpcc: %sthe programs are %s\n", asked,
			strings.Join(names, ", "))
		return 2
	}
	a := &arguments{given: args[1:]}
	program := programs[args[0]](a)
	if err := a.check(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	coarray.Main(program)
	return 0
}

// arguments are words `name=value`.
type arguments struct {
	given []string
	known []string
	err   error
}

// text is the value of the argument, or the default. The last one counts.
func (a *arguments) text(name, value string) string {
	a.known = append(a.known, name)
	for _, word := range a.given {
		if v, ok := strings.CutPrefix(word, name+"="); ok {
			value = v
		}
	}
	return value
}

func (a *arguments) number(name string, value int) int {
	text := a.text(name, strconv.Itoa(value))
	n, err := strconv.Atoi(text)
	if err != nil && a.err == nil {
		a.err = fmt.Errorf("%s=%s: not an integer", name, text)
	}
	return n
}

// check comes when all arguments have been asked for.
func (a *arguments) check() error {
	if a.err != nil {
		return a.err
	}
	for _, word := range a.given {
		name, _, found := strings.Cut(word, "=")
		if !found || !slices.Contains(a.known, name) {
			return fmt.Errorf("unknown argument %s; arguments are: %s", word,
				strings.Join(a.known, "=, ")+"=")
		}
	}
	return nil
}

// field is a figure of the line of results.
type field struct {
	name  string
	value float64
}

// print is for image 1 alone.
func print(me *coarray.Image, kind string, fields ...field) {
	if me.Index() != 1 {
		return
	}
	var line strings.Builder
	fmt.Fprintf(&line, "bench hpcc case=%s images=%d", kind, me.NumImages())
	for _, f := range fields {
		fmt.Fprintf(&line, " %s=%.9g", f.name, f.value)
	}
	fmt.Println(line.String())
}

func randomAccess(a *arguments) func(context.Context, *coarray.Image) error {
	o := randomaccess.Options{
		Words: a.number("words", 20), Updates: uint64(max(0, a.number("updates", 0))),
		Method: a.text("method", "route"), Verify: a.text("verify", "ship"),
	}
	return func(ctx context.Context, me *coarray.Image) error {
		r, err := randomaccess.Run(ctx, me, o)
		if err != nil {
			return err
		}
		print(me, "randomaccess/"+o.Method, field{"words", float64(o.Words)},
			field{"updates", float64(r.Updates)},
			field{"seconds", r.Time.Seconds()}, field{"gups", r.GUPS()}, field{"errors", r.Errors})
		return nil
	}
}

func streams(a *arguments) func(context.Context, *coarray.Image) error {
	o := stream.Options{Elements: a.number("elements", 1_000_000),
		Repetitions: a.number("repetitions", 10)}
	return func(ctx context.Context, me *coarray.Image) error {
		r, err := stream.Run(ctx, me, o)
		if err != nil {
			return err
		}
		print(me, "stream", field{"elements", float64(o.Elements)},
			field{"copy", r.Copy}, field{"scale", r.Scale}, field{"add", r.Add},
			field{"triad", r.Triad})
		return nil
	}
}

func transform(a *arguments) func(context.Context, *coarray.Image) error {
	o := fft.Options{Log: a.number("log", 16), Block: a.number("block", 1024),
		Repetitions: a.number("repetitions", 1)}
	return func(ctx context.Context, me *coarray.Image) error {
		r, err := fft.Run(ctx, me, o)
		if err != nil {
			return err
		}
		print(me, "fft", field{"log", float64(o.Log)}, field{"seconds", r.Time.Seconds()},
			field{"gflops", r.GFlops},
			field{"residual", r.Residual}, field{"deviation", r.Deviation})
		return nil
	}
}

func solve(a *arguments) func(context.Context, *coarray.Image) error {
	o := hpl.Options{Order: a.number("n", 1000), Block: a.number("nb", 128),
		Rows: a.number("rows", 0), Chunk: a.number("chunk", 512)}
	return func(ctx context.Context, me *coarray.Image) error {
		r, err := hpl.Run(ctx, me, o)
		if err != nil {
			return err
		}
		print(me, "hpl", field{"n", float64(o.Order)}, field{"nb", float64(o.Block)},
			field{"rows", float64(r.Rows)},
			field{"seconds", r.Time.Seconds()}, field{"gflops", r.GFlops},
			field{"residual", r.Residual})
		return nil
	}
}
