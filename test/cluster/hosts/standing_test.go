package hosts

import (
	"strings"
	"syscall"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

// stuck waits for ever: each image in another statement, for another image, on this host or
// another.
const stuck = `program stuck
  use, intrinsic :: iso_fortran_env
  implicit none
  type(event_type) :: never[*], begun[*]
  type(lock_type) :: held[*]
  if (this_image() == 1) then
    print '(a)', 'READY'
    flush (6)
    lock (held[2])
    event post (begun[3])
    event wait (never)
  else if (this_image() == 2) then
    sync images (1)
  else if (this_image() == 3) then
    event wait (begun)
    lock (held[2])
  else
    sync all
  end if
end program
`

// TestDeadlock: images that all wait for each other, over three hosts, are told so, with all their
// places.
func TestDeadlock(t *testing.T) {
	program := build(t, "stuck", stuck)
	for _, way := range turns.Of(t.Name(), AllWays...) {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			r := start(t, up(t, way), way, buildFor(t, way, program, "stuck", stuck))
			r.await("it is not found", r.over)
			if r.cmd.ProcessState.Success() {
				t.Error("the exit code is 0")
			}
			for _, want := range []string{
				"every image waits for another, and nothing can wake them [R0509]",
				"image 1: waiting in EVENT WAIT at ", "stuck.f90:11",
				"image 2: waiting in SYNC IMAGES for image 1 at ",
				"image 3: waiting in LOCK, held by image 1 at ",
				"images 4-6: waiting in SYNC ALL at ",
			} {
				if !strings.Contains(r.said(), want) {
					t.Errorf("it does not say %q:\n%s", want, r.said())
				}
			}
			r.await("processes stay", func() bool { return len(r.Processes()) == 0 })
		})
	}
}

// TestStanding: an image of a run that waits for something else than images tells on SIGQUIT where
// all stand, and the run goes on.
func TestStanding(t *testing.T) {
	program := build(t, "waiting", waiting)
	for _, way := range turns.Of(t.Name(), AllWays...) {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			r := start(t, up(t, way), way, buildFor(t, way, program, "waiting", waiting))
			who := r.image(2, r.second()) // any of them
			if ByCoral(way) {
				who = r.launcher()
			}
			r.await("it is not said", func() bool {
				if r.over() {
					t.Fatalf("it has ended\n%s", r.said())
				}
				if err := syscall.Kill(who, syscall.SIGQUIT); err != nil {
					t.Fatal(err)
				}
				return strings.Contains(r.said(), "image 1: sleeping in ") &&
					strings.Contains(r.said(), "images 2-6: waiting in SYNC ALL at ")
			})
			if said := r.said(); strings.Contains(said, "deadlock") {
				t.Error(said)
			}
		})
	}
}
