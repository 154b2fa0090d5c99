package conformance

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
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

// reusers use buffers before their copies are complete: one that a copy reads, one that a copy
// writes though COFENCE lets it pass, and one whose event comes later. It counts what they get
// wrong.
const reusers = `program reusers
  integer :: a(40)[*], b(40), c(40)[*], me, next, i, wrong(3), all(3)
  event :: e
  me = team_rank(); next = mod(me + 1, team_size())
  wrong = 0; c = 0
  do i = 1, 30
    b = i; a = 0
    team_barrier
    copy_async(a(:)[next], b)
    b = -1
    finish
    end finish
    team_barrier
    if (any(a /= i)) wrong(1) = 1
    b = i
    team_barrier
    copy_async(b, c(:)[next])
    cofence(downward=write)
    if (any(b /= 0)) wrong(2) = 1
    cofence
    b = i
    team_barrier
    copy_async(a(:)[next], b, e)
    b = 0
    event_wait(e)
    team_barrier
    if (any(a /= i)) wrong(3) = 1
    team_barrier
  end do
  team_allreduce(wrong, all, caf_max)
  if (me == 0) print '(3i2)', all
end program
`

// TestDelaysExpose has CORAL_SCHEDULE_FUZZ show what a program does with buffers too early, also
// where the copies are short.
func TestDelaysExpose(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	coral, _ := fortranSuite(t)
	file, exe := filepath.Join(t.TempDir(), "reusers.caf"), filepath.Join(t.TempDir(), "reusers")
	if err := os.WriteFile(file, []byte(reusers), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(coral, "build", "-o", exe, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, unmapped := range []string{"0", "1"} {
		run := exec.Command(exe)
		run.Env = append(os.Environ(), "CORAL_NUM_IMAGES=3", "CORAL_SCHEDULE_FUZZ=1",
			"CORAL_SMP_UNMAPPED="+unmapped)
		out, err := run.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != "1 1 1" {
			t.Errorf("unmapped %s: %v, %q, expected all three to be exposed", unmapped, err, got)
		}
	}
}
