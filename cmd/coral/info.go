//go:build linux && amd64

package main

import (
	"context"
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
	"github.com/coral-pgas/coral/internal/sys"
)

func infoCommand() *cobra.Command {
	return &cobra.Command{
		Use: "info", Short: "Show compilers, conduits and the limits of this machine",
		Args: noArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			return info(c.Context(), c.OutOrStdout())
		},
	}
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
	runtime := "embedded"
	if !driver.HasRuntime() {
		runtime = "not embedded: set CORAL_RUNTIME, or build by `make build`"
	}
	t.AppendRow(table.Row{"runtime", runtime})
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
		text += fmt.Sprintf("; open files (ulimit -Hn %d) allow %d", limit.Max, (limit.Max-16)/2)
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
