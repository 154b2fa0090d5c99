package conformance

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	imagesFlag   = flag.String("images", "", "run only these image counts, e.g. 2,3 (default: each program's own)")
	filterFlag   = flag.String("filter", "", "run only programs whose name contains this text")
	featureFlag  = flag.String("feature", "", "run only programs whose feature contains this text")
	libFlag      = flag.Bool("lib", false, "only with other images unmapped (the library path)")
	directFlag   = flag.Bool("direct", false, "only with other images mapped")
	backendFlag  = flag.String("backend", "", "back-end compiler")
	stageFlag    = flag.String("stage", "now", "now, later or all")
	tableFlag    = flag.String("table", "", "write the feature table as Markdown to this file")
	coralFlag    = flag.String("coral", "../../bin/coral", "the coral command")
	jobsFlag     = flag.Int("jobs", 2, "programs built and run at a time")
	timeoutFlag  = flag.Duration("run-timeout", 30*time.Second, "limit for one run of a program")
	buildLimFlag = flag.Duration("build-timeout", 2*time.Minute, "limit for building a program")
)

// TestFortran builds and runs every selected program. With -short each runs on two images only, by the direct path.
func TestFortran(t *testing.T) {
	coral, err := filepath.Abs(*coralFlag)
	if err == nil {
		_, err = os.Stat(coral)
	}
	if err != nil {
		t.Fatalf("%v: make it with \"make build\", or name another with -coral", err)
	}
	root, err := filepath.Abs("fortran")
	if err != nil {
		t.Fatal(err)
	}
	programs, err := Load(root)
	if err != nil {
		t.Fatal(err)
	}
	only := selectedImages(t)
	paths := selectedPaths()
	tools := Toolchain{Coral: coral, Backend: *backendFlag, BuildTimeout: *buildLimFlag, RunTimeout: *timeoutFlag}
	table := &Table{}
	t.Cleanup(func() { report(t, table, paths) })
	slots := make(chan struct{}, *jobsFlag)
	for _, p := range programs {
		if !selected(p) {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			table.Count(p)
			if len(p.Expected) > 0 {
				err := tools.Refuse(p, t.TempDir())
				table.Record(p, "refused", err)
				if err != nil {
					t.Error(err)
				}
				return
			}
			runProgram(t, tools, table, p, paths, only)
		})
	}
}

func runProgram(t *testing.T, tools Toolchain, table *Table, p *Program, paths []Path, only []int) {
	exe, buildErr := tools.Build(p, t.TempDir())
	if buildErr != nil {
		t.Error(buildErr)
	}
	for _, path := range paths {
		failure := buildErr
		for _, n := range p.Images {
			if buildErr != nil || only != nil && !slices.Contains(only, n) {
				continue
			}
			if err := tools.Run(p, exe, n, path); err != nil {
				t.Error(err)
				failure = err
			}
		}
		table.Record(p, path.String(), failure)
	}
}

func selected(p *Program) bool {
	if *stageFlag == "now" && p.Later || *stageFlag == "later" && !p.Later {
		return false
	}
	return strings.Contains(p.Name, *filterFlag) && strings.Contains(p.Feature, *featureFlag)
}

func selectedImages(t *testing.T) []int {
	if *imagesFlag == "" {
		if testing.Short() {
			return []int{2}
		}
		return nil
	}
	images, err := ParseImages(*imagesFlag)
	if err != nil {
		t.Fatalf("-images: %v", err)
	}
	return images
}

func selectedPaths() []Path {
	switch {
	case *libFlag:
		return []Path{Library}
	case *directFlag || testing.Short():
		return []Path{Direct}
	}
	return []Path{Direct, Library}
}

func report(t *testing.T, table *Table, paths []Path) {
	var columns []string
	for _, p := range paths {
		columns = append(columns, p.String())
	}
	text := table.Markdown(columns)
	t.Logf("\n%s", text)
	if *tableFlag != "" {
		if err := os.WriteFile(*tableFlag, []byte(text), 0o644); err != nil {
			t.Error(err)
		}
	}
}
