package deadlock

import (
	"os/exec"
	"path/filepath"
	"testing"
)

// What the images execute is in testdata/goprog.
var goScenes = []scene{
	{name: "sync_images_and_sync_all",
		told: []string{stuck + "|different statements",
			"image 1: waiting in SyncImages for image 2|image 1 executes SyncImages",
			"images 2-3: waiting in SyncAll|executes SyncAll"}},
	{name: "event_never_posted", told: []string{stuck, "images 1-3: waiting in Wait of an event"}},
	{name: "event_others_ended",
		told: []string{stuck, "image 1: waiting in Wait of an event", "images 2-3: stopped"}},
	{name: "lock_held_at_a_barrier", told: []string{stuck, "waiting in Lock, held by image 1"}},
	{name: "copy_that_waits",
		told: []string{stuck,
			"image 1: waiting at the end of the program for asynchronous operations"}},
	{name: "shipped_failure",
		told: []string{stuck, "images 1-2: waiting in Wait of an event", "image 3: failed"}},

	// Image 1 waits for goroutines of its own.
	{name: "channel_nobody_sends",
		told: []string{stuck, "image 1: waiting for other goroutines (chan receive) at", "own.go:",
			"images 2-3: waiting in SyncAll"}},
	{name: "mutex_locked_twice",
		told: []string{stuck, "image 1: waiting for other goroutines (sync.Mutex.Lock)"}},
	{name: "wait_group_once_too_often",
		told: []string{stuck, "image 1: waiting for other goroutines (sync.WaitGroup.Wait)"}},
	{name: "select_of_nothing",
		told: []string{stuck, "image 1: waiting for other goroutines (select)"}},
	{name: "goroutines_in_a_ring",
		told: []string{stuck, "image 1: waiting for other goroutines (chan receive)"}},
	{name: "all_on_channels",
		told: []string{stuck, "images 1-3: waiting for other goroutines (chan receive)"}},
	{name: "idle_worker_and_sync_images",
		told: []string{stuck + "|different statements",
			"image 1: waiting in SyncImages for image 2|image 1 executes SyncImages",
			"images 2-3: waiting in SyncAll|executes SyncAll"}},
	{name: "goroutine_waits_in_lock", told: []string{stuck, "image 1: waiting"}},

	{name: "goroutine_posts"},
	{name: "timer_posts"},
	{name: "long_work"},
	{name: "channel_with_timer"},
	{name: "context_ends"},
	{name: "failure_in_a_barrier"},
	{name: "goroutine_unlocks"},

	{name: "timer_sends"},
	{name: "ticker_among_channels"},
	{name: "goroutine_sleeps"},
	{name: "goroutine_works"},
	{name: "context_of_a_channel"},
	{name: "signal_of_a_child"},
	{name: "child_that_ends"},
	{name: "child_that_writes"},
	{name: "raw_read"},
	{name: "network"},
	{name: "finalizer_sends"},
	{name: "all_on_timers"},
	{name: "worker_goes_on"},
}

func buildGo(t *testing.T, dir string, _ []scene) string { return buildGoWith(t, dir, "none") }

// buildGoWith builds the program with a tag.
func buildGoWith(t *testing.T, dir, tag string) string {
	executable := filepath.Join(dir, "program")
	if out, err := exec.Command("go", "build", "-tags", tag, "-o", executable,
		"./testdata/goprog").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return executable
}
