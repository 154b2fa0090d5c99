// Command compilers runs the conformance suite with every compiler of Debian's releases, in the
// root folders that scripts/roots.sh has made, and prints a table: release, compiler, version,
// options, programs, how many passed with images mapped and not, and the time. `make compilers`
// calls it.
//
//	go run ./test/compilers -roots build/roots -compilers 'gfortran-14 flang-21' -every 10
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

var (
	rootsFlag    = flag.String("roots", "build/roots", "the directory of the root folders")
	releasesFlag = flag.String("releases", "bookworm trixie forky sid",
		"the releases, by their folders' names")
	compilersFlag = flag.String("compilers", "",
		"only these: 'gfortran-14 flang-21 gcc-14' (default: all that are there)")
	optionsFlag = flag.String("options", "-O0,-O2",
		"the sets of options with which the suite is run, with commas between them")
	everyFlag = flag.Int("every", 1, "run one of each so many programs only")
	skipFlag  = flag.Int("skip", 0,
		"with -every: not the first of them, but the one behind so many")
	imagesFlag = flag.String("images", "",
		"run only these image counts (default: each program's own)")
	jobsFlag  = flag.Int("jobs", 2, "programs built and run at a time")
	limitFlag = flag.Duration("limit", 3*time.Hour,
		"the time that one run of the suite may take")
	tableFlag = flag.String("table", "", "write the table as Markdown to this file, too")
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	failed, err := run(ctx)
	if err != nil {
		fmt.Fprintln(os.Stderr, "compilers:", err)
		os.Exit(1)
	}
	if failed {
		os.Exit(1)
	}
}

// run tests all compilers, one after the other; it tells whether a program has failed.
func run(ctx context.Context) (failed bool, err error) {
	s, err := newSuite(ctx)
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(filepath.Dir(s.tests))
	var rows []row
	for _, release := range strings.Fields(*releasesFlag) {
		found, err := compilersOf(filepath.Join(*rootsFlag, release))
		if err != nil {
			return false, err
		}
		for _, c := range found {
			if !wanted(c) {
				continue
			}
			for _, options := range strings.Split(*optionsFlag, ",") {
				r := s.test(ctx, release, c, options)
				rows = append(rows, r)
				fmt.Println(r.line())
				for _, name := range r.failures {
					fmt.Println("    ", name)
				}
				if r.log != "" {
					fmt.Println("     see", r.log)
				}
				failed = failed || len(r.failures) > 0
				if ctx.Err() != nil {
					return true, ctx.Err()
				}
			}
		}
	}
	if len(rows) == 0 {
		return false, errors.New("no compiler was found: sh scripts/roots.sh installs them")
	}
	table := markdown(rows)
	fmt.Print("\n", table)
	if *tableFlag != "" {
		err = os.WriteFile(*tableFlag, []byte(table), 0o644)
	}
	return failed, err
}

func wanted(c compiler) bool {
	list := strings.Fields(*compilersFlag)
	for _, name := range list {
		if name == c.pack {
			return true
		}
	}
	return len(list) == 0
}

// suite is the compiled conformance suite and the command that it tests.
type suite struct {
	tree, tests, coral string
}

// newSuite compiles the suite. The command is copied, so that it can be built anew while the suite
// runs. Each run has a folder of its own: several may go on at a time.
func newSuite(ctx context.Context) (*suite, error) {
	tree, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(tree, "build"), 0o755); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(filepath.Join(tree, "build"), "compilers-")
	if err != nil {
		return nil, err
	}
	s := &suite{tree: tree, tests: filepath.Join(dir, "conformance.test"),
		coral: filepath.Join(dir, "coral")}
	build := exec.CommandContext(ctx, "go", "test", "-c", "-o", s.tests, "./test/conformance")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // it runs with any C library
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("%v: %w", build.Args, err)
	}
	command, err := os.ReadFile(filepath.Join(tree, "bin", "coral"))
	if err != nil {
		return nil, fmt.Errorf("%w: make it by `make build`", err)
	}
	return s, os.WriteFile(s.coral, command, 0o755)
}

// test runs the suite once.
func (s *suite) test(ctx context.Context, release string, c compiler, options string) row {
	ctx, cancel := context.WithTimeout(ctx, *limitFlag)
	defer cancel()
	root := filepath.Join(*rootsFlag, release)
	r := row{release: release, compiler: c.pack, version: version(ctx, s.tree, root, c),
		options: options}
	name, table := "TestFortran$", "-table"
	if c.isC {
		name, table = "TestXMP$", "-xmp-table"
	}
	words := []string{s.tests, "-coral", s.coral, "-test.v", "-test.run", name, "-test.timeout",
		limitFlag.String(), "-sample=all",
		"-stage", "all", "-options", options, "-every", fmt.Sprint(*everyFlag), "-skip",
		fmt.Sprint(*skipFlag),
		"-jobs", fmt.Sprint(*jobsFlag), table, "/dev/stderr",
		"-build-timeout", "10m", "-run-timeout", "2m"} // others may use the machine, too
	if !c.isC {
		words = append(words, "-backend", c.command)
	}
	if *imagesFlag != "" {
		words = append(words, "-images", *imagesFlag)
	}
	cmd := inRoot(ctx, s.tree, root, filepath.Join(s.tree, "test/conformance"), words...)
	variables := "CORAL_CACHE=/var/tmp/coral-cache"
	if c.isC {
		variables += " CORAL_CC=" + c.command
	}
	cmd.Env = append(os.Environ(), "CORAL_IN_ROOT="+variables)
	var out, totals bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &totals
	start := time.Now()
	err := cmd.Run()
	r.time = time.Since(start)
	r.read(out.String(), totals.String())
	if len(r.failures) > 0 {
		s.keep(&r, out.Bytes())
	}
	if err != nil && len(r.failures) == 0 {
		r.failures = []string{fmt.Sprintf("the suite did not run: %v: %s", err,
			lastLine(out.String()+totals.String()))}
	}
	return r
}

// keep writes what the suite has said in a run with failures to a file, and notes where.
func (s *suite) keep(r *row, output []byte) {
	log := filepath.Join(s.tree, "build", fmt.Sprintf("compilers-%s-%s%s-%d.log", r.release,
		r.compiler, strings.ReplaceAll(r.options, " ", ""), *skipFlag))
	if err := os.WriteFile(log, output, 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "compilers:", err)
		return
	}
	r.log = log
}

// inRoot is a command that scripts/inroot.sh runs in a root folder.
func inRoot(ctx context.Context, tree, root, dir string, words ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "sh",
		append([]string{filepath.Join(tree, "scripts/inroot.sh"), root, dir}, words...)...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	return cmd
}
