package conformance

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

var seedsFlag = flag.String("seeds", "1,2,3",
	"seeds of the schedules with which TestDelays runs programs; samples have one of them, and "+
		"a quarter of the programs")

// TestDelays runs the programs of CAF 2.0 on 16 images while any step of asynchronous operations
// may come late (CORAL_SCHEDULE_FUZZ), one schedule a seed, by the direct path and the library path
// in turn. At their ends images say whether anything was lost or is left over, which is an error
// then.
func TestDelays(t *testing.T) {
	if testing.Short() {
		t.Skip("16 images on few cores")
	}
	const images = 16
	sampled := selectedSample(t).Extent == Each
	var budget *turns.Budget
	if sampled {
		budget = turns.NewBudget(t, delaysTime)
	}
	coral, programs := fortranSuite(t)
	tools := toolchains(t, coral)[0]
	tools.RunTimeout *= 4 // 16 images share the cores, and wait on purpose
	for _, place := range turns.Order(t.Name(), len(programs)) {
		p := programs[place]
		if sampled && !turns.Takes(p.Name, 4) || !selected(p) ||
			!strings.HasPrefix(p.Name, "caf2_") || p.Exit != "0" || !slices.Contains(p.Images, 8) {
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			if budget.Over() {
				t.SkipNow()
			}
			exe, err := tools.Build(p, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			seeds := strings.Split(*seedsFlag, ",")
			if sampled {
				seeds = turns.Of(p.Name+"seed", seeds...)
			}
			for i, seed := range seeds {
				t.Setenv("CORAL_SCHEDULE_FUZZ", seed)
				if err := tools.Run(p, exe, images, Path((i+turns.Now())%2)); err != nil {
					t.Errorf("CORAL_SCHEDULE_FUZZ=%s: %v", seed, err)
				}
			}
		})
	}
}
