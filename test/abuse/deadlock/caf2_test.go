package deadlock

import (
	"fmt"
	"testing"
)

// Image 1 is rank 0 in CAF 2.0.
var caf2Scenes = []scene{
	{name: "event_never_notified", one: "event_wait(e)", rest: "event_wait(e)",
		told: []string{stuck, "image 1: waiting for an event"}},
	{name: "barrier_and_event", one: "event_wait(e)", rest: "team_barrier()",
		told: []string{stuck, "image 1: waiting for an event", "images 2-3: waiting"}},
	{name: "lock_held_at_a_barrier", one: "lock_acquire(l[0]); event_notify(e[1]); team_barrier()",
		rest: "if (me == 1) event_wait(e); if (me == 1) lock_acquire(l[0]); team_barrier()",
		told: []string{stuck, "image 2: waiting for a lock, held by image 1"}},
	{name: "finish_and_event", one: "finish; end finish", rest: "event_wait(e)",
		told: []string{stuck, "image 1: waiting in", "images 2-3: waiting for an event"}},
	{name: "shipped_lock_then_event", one: "sync all",
		rest: "if (me == 1) spawn locked()[0]; event_wait(e)",
		told: []string{stuck, "image 1: waiting in SYNC ALL", "waiting for an event"}},
	// Image 1 waits for a lock in a shipped procedure that it executes in its SYNC ALL.
	{name: "shipped_lock_that_waits", one: "sync all",
		rest: "if (me == 2) lock_acquire(l[2]); if (me == 2) event_notify(held[1]); if (me == " +
			"2) call pause(0.6); if (me == 2) lock_release(l[2]); " +
			"if (me == 1) event_wait(held); if (me == 1) call pause(0.2); if (me == 1) spawn " +
			"locked()[0]; event_wait(e)",
		told:  []string{stuck, "image 1: waiting in SYNC ALL", "images 2-3: waiting for an event"},
		apart: []string{"[R0602]"}},
	{name: "event_of_one_that_has_ended", one: "event_wait(e)", rest: "stop",
		told: []string{stuck, "image 1: waiting for an event", "images 2-3: stopped"}},
	{name: "copy_that_waits_for_ever", one: "copy_async(x[1], x[0], ea, e); event_wait(ea)",
		rest: "team_barrier()", told: []string{stuck, "image 1: waiting for an event at ",
			" for copy_async, whose ev_before has not come, at "}},
	// They have more steps than are likely not to be delayed at once (TestDelayedDeadlocks).
	{name: "many_copies_that_wait_for_ever", one: "do k = 1, 20; copy_async(y(k)[1], y(k), " +
		"many(k), e); end do; event_wait(ea)",
		rest: "team_barrier()", told: []string{stuck, "image 1: waiting for an event at "}},
	{name: "many_collectives_and_event", one: "event_wait(e)", rest: "do k = 1, 20; " +
		"team_reduce_async(x, y(k), 0, caf_sum, ea); end do; event_wait(e)",
		told: []string{stuck, "image 1: waiting for an event at ",
			"images 2-3: waiting for an event at "}},
	{name: "copies_at_the_end", one: "do k = 1, 20; copy_async(y(k)[1], y(k), many(k), e); " +
		"end do; team_barrier(); stop", rest: "team_barrier(); stop",
		told: []string{stuck, "image 1: waiting for the event (ev_before) of copy_async at "}},
	{name: "notified_once_waited_twice", one: "event_wait(e); event_wait(e)",
		rest: "if (me == 1) event_notify(e[0]); team_barrier()",
		told: []string{stuck, "image 1: waiting for an event"}},

	{name: "long_work_before_notify", one: "call work(); event_notify(e[1])",
		rest: "if (me == 1) event_wait(e)"},
	{name: "long_work_before_barrier", one: "call work(); team_barrier()", rest: "team_barrier()"},
	{name: "long_work_with_lock",
		one:  "lock_acquire(l[0]); event_notify(e[1]); call work(); lock_release(l[0])",
		rest: "if (me == 1) event_wait(e); lock_acquire(l[0]); lock_release(l[0])"},
	{name: "long_work_in_finish", one: "finish; call work(); end finish",
		rest: "finish; end finish"},
	{name: "long_shipped_procedure", one: "finish; end finish",
		rest: "finish; if (me == 1) spawn works()[0]; end finish"},
	{name: "shipped_procedure_notifies", one: "event_wait(e)",
		rest: "if (me == 1) call work(); if (me == 1) spawn notifies()[0]"},
	{name: "copy_waits_for_work", one: "copy_async(x[1], x[0], ea, e); event_wait(ea)",
		rest: "if (me == 1) call work(); if (me == 1) event_notify(e[0])"},
}

const caf2Text = `module m
  use iso_fortran_env, only: int64
  implicit none
  lock, save :: l[*]
  event, save :: e[*], held[*]
  event, save :: many(20)[*]
  integer, save :: x[*], y(20)[*]
contains
  subroutine work()
    integer(int64) :: from, to, rate
    call system_clock(from, rate)
    do
      call system_clock(to)
      if (to - from > 1.5 * rate) exit
    end do
  end subroutine
  subroutine pause(seconds)
    real, intent(in) :: seconds
    integer(int64) :: from, to, rate
    call system_clock(from, rate)
    do
      call system_clock(to)
      if (to - from > seconds * rate) exit
      advance_async()
    end do
  end subroutine
  subroutine locked()
    lock_acquire(l[2])
    lock_release(l[2])
  end subroutine
  subroutine works()
    call work()
  end subroutine
  subroutine notifies()
    event_notify(e)
  end subroutine
end module
program main
  use m
  implicit none
  event :: ea
  integer :: me, k
  character(60) :: which
  me = team_rank()
  x = me
  call event_init(ea)
  call get_command_argument(1, which)
  team_barrier()
  select case (which)
%s  case default
    error stop 'no such case'
  end select
  team_barrier()
end program
`

func buildCAF2(t *testing.T, dir string, scenes []scene) string {
	text := ""
	for _, s := range scenes {
		text += fmt.Sprintf(
			"  case ('%s')\n    if (me == 0) then\n      %s\n    else\n      %s\n    end if\n",
			s.name, statements(s.one), statements(s.rest))
	}
	return compile(t, dir, "main.caf", fmt.Sprintf(caf2Text, text))
}
