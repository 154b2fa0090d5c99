//go:build linux && amd64

package main

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"github.com/coral-pgas/coral/internal/cache"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/driver"
	"github.com/coral-pgas/coral/internal/launch"
	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/provider"
	"github.com/coral-pgas/coral/internal/sys"
)

func infoCommand() *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "info [PROGRAM]",
		Short: "Show compilers, conduits and limits, or which Coral has built a program",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usageError{fmt.Errorf("`coral info` takes one program")}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			w := c.OutOrStdout()
			if len(args) == 1 {
				return programInfo(w, args[0], asJSON)
			}
			if asJSON {
				return writeJSON(w, machineInfo(c.Context()))
			}
			return info(c.Context(), w)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

// machine is what `coral info --json` prints.
type machine struct {
	Version        string     `json:"version"`
	Backends       []compiler `json:"backends"`
	Unusable       []string   `json:"unusable_backends"`
	Runtime        bool       `json:"runtime"`
	Cores          int        `json:"cores"`
	MemoryBytes    uint64     `json:"memory_bytes"`
	Images         int        `json:"most_images"`
	ImagesMachines int        `json:"most_images_several_machines"`
	Cache          string     `json:"cache"`
}

// compiler is a Fortran compiler there.
type compiler struct {
	Path    string `json:"path"`
	Family  string `json:"family"`
	Version string `json:"version"`
}

func machineInfo(ctx context.Context) machine {
	m := machine{Version: config.Version(), Backends: []compiler{}, Unusable: []string{},
		Runtime: driver.HasRuntime(), Cores: launch.Cores(), MemoryBytes: sys.TotalMemory(),
		Images: layout.MostImages(false), ImagesMachines: layout.MostImages(true),
		Cache: cachePlace()}
	usable, unusable := driver.Installed(ctx)
	for _, c := range usable {
		m.Backends = append(m.Backends, compiler{c.Path, fmt.Sprint(c.Family),
			fmt.Sprint(c.Version)})
	}
	for _, err := range unusable {
		m.Unusable = append(m.Unusable, err.Error())
	}
	return m
}

func writeJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

// versionMark begins the version in programs with Coral's compiled runtime (Makefile, STAMP).
const versionMark = "coral-version="

// programInfo says which Coral's runtime is part of a program.
func programInfo(w io.Writer, name string, asJSON bool) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return &driver.Error{Code: driver.CodeFile,
			Err: fmt.Errorf("%s cannot be read: %w", name, errors.Unwrap(err))}
	}
	version := versionOf(text, name)
	if version == "" {
		return &driver.Error{Code: driver.CodeFile,
			Err: fmt.Errorf("%s: Coral's runtime is not part of this file", name),
			Help: "it is part of what coral build makes, and of what coral fc, caf and coral cc " +
				"link of files with coarrays"}
	}
	linked := linkedIn(text)
	if asJSON {
		return writeJSON(w, map[string]string{"program": name, "version": version,
			"linked": linked})
	}
	fmt.Fprintf(w, "%s: built with Coral %s", name, version)
	if p := provider.Named(linked); p != nil {
		fmt.Fprintf(w, ", linked with %s (--conduit %s)", p.Title, p.Name)
	}
	fmt.Fprintln(w)
	return nil
}

// providerMark stands before the name of the provider that is linked into a program
// (internal/conduit/net/native/src/linked.c).
const providerMark = "coral-provider="

// linkedIn is the name of the provider that is linked into a program; "": none is.
func linkedIn(text []byte) string {
	for _, rest := range bytes.Split(text, []byte(providerMark))[1:] {
		name, _, _ := bytes.Cut(rest[:min(len(rest), 64)], []byte{0})
		if p := provider.Named(string(name)); p != nil && p.IsLinked() {
			return p.Name
		}
	}
	return ""
}

// versionOf finds the version in a program; "": it has none.
func versionOf(text []byte, name string) string {
	const longest = 64
	for _, rest := range bytes.Split(text, []byte(versionMark))[1:] {
		version, _, ends := strings.Cut(string(rest[:min(len(rest), longest)]), ";")
		if ends && strings.HasPrefix(version, "v") {
			return version
		}
	}
	if built, err := buildinfo.ReadFile(name); err == nil &&
		bytes.Contains(text, []byte(layout.BootVariable)) {
		return config.VersionIn(built)
	}
	return ""
}

func info(ctx context.Context, w io.Writer) error {
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.Style().Options = table.OptionsNoBordersAndSeparators
	t.AppendRow(table.Row{"coral", config.Version()})
	usable, unusable := driver.Installed(ctx)
	for i, c := range usable {
		name := "back ends"
		if i > 0 {
			name = ""
		}
		t.AppendRow(table.Row{name, fmt.Sprintf("%s (%v %s)", c.Path, c.Family, c.Version)})
	}
	for _, err := range unusable {
		t.AppendRow(table.Row{"", fmt.Sprintf("not usable: %v", err)})
	}
	if len(usable) == 0 {
		t.AppendRow(table.Row{"back ends", "none found: install gfortran"})
	}
	t.AppendRow(table.Row{"runtime", driver.RuntimeWords()})
	t.AppendRow(table.Row{"conduits",
		"smp (images of one machine); `coral conduit` shows what there is over several"})
	t.AppendRow(table.Row{"cores", launch.Cores()})
	t.AppendRow(table.Row{"memory",
		fmt.Sprintf("%.1f GiB with swap", float64(sys.TotalMemory())/(1<<30))})
	t.AppendRow(table.Row{"images", imageLimits()})
	t.AppendRow(table.Row{"coarrays", coarrayLimits()})
	t.AppendRow(table.Row{"huge pages", hugePages()})
	t.AppendRow(table.Row{"cache", cachePlace()})
	t.SuppressTrailingSpaces()
	fmt.Fprintln(w, t.Render())
	return nil
}

// imageLimits says how many images a run can have, and which limit of the process is the first.
func imageLimits() string {
	most := uint64(layout.MostImages(false))
	text := fmt.Sprintf("1 to %d; over several machines 1 to %d", most, layout.MostImages(true))
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) == nil && limit.Max/2 < most {
		text += fmt.Sprintf("; open files (ulimit -Hn %d) allow %d", limit.Max,
			(max(limit.Max, 16)-16)/2)
	}
	if unix.Getrlimit(unix.RLIMIT_NPROC, &limit) == nil && limit.Cur < most {
		text += fmt.Sprintf("; processes (ulimit -u) are limited to %d", limit.Cur)
	}
	return text
}

// coarrayLimits says how much address space an image has for coarrays.
func coarrayLimits() string {
	var parts []string
	for _, n := range []int{launch.Cores(), 64, 1024} {
		g, err := layout.Plan(n, false)
		if err == nil {
			parts = append(parts, fmt.Sprintf("%d GiB an image on %d", g.HeapSize()>>30, n))
		}
	}
	return strings.Join(parts, ", ") + " images (addresses; memory is used as it is touched)"
}

func hugePages() string {
	setting := func(file string) string {
		text, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/" + file)
		if err != nil {
			return "unknown"
		}
		_, after, _ := strings.Cut(string(text), "[")
		chosen, _, _ := strings.Cut(after, "]")
		return chosen
	}
	return fmt.Sprintf("private memory: %s, shared memory: %s", setting("enabled"),
		setting("shmem_enabled"))
}

func cachePlace() string {
	dir, err := cache.Dir()
	if err != nil {
		return fmt.Sprintf("none: %v", err)
	}
	return dir
}
