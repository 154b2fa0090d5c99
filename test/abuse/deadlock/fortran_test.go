package deadlock

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const stuck, mismatch = "[R0509]", "[R0216]"

// besideSyncImages is what is told of image 1 in SYNC IMAGES for others in a statement of the team.
func besideSyncImages(statement string) []string {
	return []string{stuck + "|" + mismatch,
		"image 1: waiting in SYNC IMAGES|image 1 executes SYNC IMAGES",
		"waiting in " + statement + "|executes " + statement}
}

var fortranScenes = []scene{
	{name: "sync_images_for_one_in_sync_all", one: "sync images (2)", rest: "sync all",
		told: besideSyncImages("SYNC ALL")},
	{name: "sync_images_for_one_in_allocate", one: "sync images (2)", rest: "allocate (b(3)[*])",
		told: besideSyncImages("ALLOCATE")},
	{name: "sync_images_for_one_in_co_sum", one: "sync images (2)", rest: "call co_sum(r)",
		told: besideSyncImages("CO_SUM")},
	{name: "sync_images_stat_for_one_in_sync_all", one: "sync images (2, stat=k)",
		rest: "sync all (stat=k)",
		told: besideSyncImages("SYNC ALL")},
	{name: "event_never_posted", one: "event wait (e)", rest: "event wait (e)",
		told: []string{stuck, "image 1: waiting in EVENT WAIT",
			"images 2-3: waiting in EVENT WAIT"}},
	{name: "event_and_sync_all", one: "event wait (e)", rest: "sync all",
		told: []string{stuck, "image 1: waiting in EVENT WAIT"}},
	{name: "event_too_few_posts", one: "event post (e[2]); sync all",
		rest: "if (me == 2) event wait (e, until_count=2); sync all",
		told: []string{stuck, "image 2: waiting in EVENT WAIT"}},
	{name: "event_posted_elsewhere", one: "event post (e[1]); sync all",
		rest: "if (me == 2) event wait (e); sync all",
		told: []string{stuck, "image 2: waiting in EVENT WAIT"}},
	{name: "event_taken_twice", one: "event post (e[2]); sync all",
		rest: "if (me == 2) event wait (e); if (me == 2) event wait (e); sync all",
		told: []string{stuck, "image 2: waiting in EVENT WAIT"}},
	{name: "event_others_ended", one: "event wait (e)", rest: "stop",
		told: []string{stuck, "image 1: waiting in EVENT WAIT", "images 2-3: stopped"}},
	{name: "event_others_failed", one: "event wait (e)", rest: "fail image",
		told: []string{stuck, "image 1: waiting in EVENT WAIT", "images 2-3: failed"}},
	{name: "events_in_a_ring", one: "event wait (e); event post (e[2])",
		rest: "event wait (e); event post (e[mod(me, n) + 1])",
		told: []string{stuck, "image 1: waiting in EVENT WAIT",
			"images 2-3: waiting in EVENT WAIT"}},
	{name: "notify_never", one: "notify wait (nt)", rest: "sync all",
		told: []string{stuck, "image 1: waiting in EVENT WAIT"}},
	{name: "lock_held_at_a_barrier",
		one:  "lock (l[1]); event post (e[2]); event post (e[3]); sync all",
		rest: "event wait (e); lock (l[1]); sync all",
		told: []string{stuck, "waiting in LOCK, held by image 1"}},
	{name: "lock_of_one_that_has_stopped",
		one:  "lock (l[1]); event post (e[2]); event post (e[3]); stop",
		rest: "event wait (e); lock (l[1])",
		told: []string{stuck, "waiting in LOCK, held by image 1", "image 1: stopped"}},
	{name: "locks_in_two_orders",
		one: "lock (l[1]); event post (e[2]); event wait (e); lock (l[2])",
		rest: "if (me == 2) then; lock (l[2]); event post (e[1]); event wait (e); lock (l[1]); " +
			"end if; sync all",
		told: []string{stuck, "image 1: waiting in LOCK, held by image 2",
			"image 2: waiting in LOCK, held by image 1"}},
	{name: "sync_images_ring", one: "sync images (2)", rest: "sync images (mod(me, n) + 1)",
		told: []string{stuck, "image 1: waiting in SYNC IMAGES for image 2"}},
	{name: "sync_images_all_and_sync_all", one: "sync images (*)", rest: "sync all",
		told: besideSyncImages("SYNC ALL")},
	{name: "sync_images_once_too_often", one: "sync images (2); sync images (2)",
		rest: "if (me == 2) sync images (1); sync all",
		told: besideSyncImages("SYNC ALL")},
	{name: "collective_and_sync_all", one: "call co_sum(r)", rest: "sync all",
		told: []string{"[R0", "image 1", "main.f90:"}},
	{name: "collective_and_event", one: "event wait (e)", rest: "call co_max(r)",
		told: []string{stuck, "image 1: waiting in EVENT WAIT",
			"images 2-3: waiting in CO_MAX"}},
	{name: "broadcast_by_two_sides", one: "call co_broadcast(r, 1)",
		rest: "call co_broadcast(r, 2)", told: []string{"[R0401]", "co_broadcast"}},
	{name: "two_collectives", one: "call co_sum(r)", rest: "call co_max(r)",
		told: []string{"[R0401]", "co_sum", "co_max"}},
	{name: "move_alloc_and_sync_all", one: "call move_alloc(a, b)", rest: "sync all",
		told: []string{mismatch, "executes MOVE_ALLOC", "executes SYNC ALL"}},
	{name: "sync_all_and_move_alloc", one: "sync all", rest: "call move_alloc(a, b)",
		told: []string{mismatch, "executes MOVE_ALLOC", "executes SYNC ALL"}},
	{name: "allocate_and_sync_all", one: "allocate (b(3)[*])", rest: "sync all",
		told: []string{stuck + "|" + mismatch,
			"image 1: waiting in ALLOCATE|executes ALLOCATE",
			"waiting in SYNC ALL|executes SYNC ALL"}},
	{name: "deallocate_and_sync_all", one: "deallocate (a)", rest: "sync all",
		told: []string{stuck + "|" + mismatch,
			"image 1: waiting in DEALLOCATE|executes DEALLOCATE",
			"waiting in SYNC ALL|executes SYNC ALL"}},
	{name: "sync_all_and_form_team", one: "form team (1, t)", rest: "sync all",
		told: []string{"R0", "image"}},
	{name: "end_team_and_sync_all_in_it", one: "change team (t); sync all; end team",
		rest: "change team (t); end team; sync all",
		told: []string{mismatch, "executes END TEAM", "executes SYNC ALL"}},
	{name: "sync_team_and_sync_all", one: "sync team (t)", rest: "sync all",
		told: []string{stuck, "image 1: waiting in SYNC TEAM",
			"images 2-3: waiting in SYNC ALL"}},
	{name: "event_in_a_team", one: "change team (t); event wait (e); end team",
		rest: "change team (t); end team",
		told: []string{stuck, "image 1: waiting in EVENT WAIT", "waiting in END TEAM"}},
	{name: "barrier_of_half", one: "sync team (half)",
		rest: "if (me == 2) event wait (e); if (me == 3) sync team (half)",
		told: []string{stuck, "image 2: waiting in EVENT WAIT",
			"images 1, 3: waiting in SYNC ALL"}},
	{name: "lock_and_barrier_of_two", one: "lock (l[2]); event post (e[2]); sync images (2)",
		rest: "if (me == 2) event wait (e); if (me == 2) lock (l[2]); if (me == 2) sync images " +
			"(1); sync all", told: []string{stuck, "image 2: waiting in LOCK, held by image 1"}},

	{name: "long_work_before_sync_all", one: "call work()", rest: "continue"},
	{name: "long_work_before_sync_images", one: "call work(); sync images (*)",
		rest: "sync images (1)"},
	{name: "long_work_beside_sync_all", one: "sync images (2); sync all",
		rest: "if (me == 2) call work(); if (me == 2) sync images (1); sync all"},
	{name: "long_work_before_post", one: "call work(); event post (e[2]); event post (e[3])",
		rest: "event wait (e)"},
	{name: "long_work_before_notify", one: "call work(); x[2, notify=nt] = 1; x[3, notify=nt] = 1",
		rest: "notify wait (nt)"},
	{name: "long_work_with_lock", one: "lock (l[1]); sync all; call work(); unlock (l[1])",
		rest: "sync all; lock (l[1]); unlock (l[1])"},
	{name: "long_work_in_critical", one: "call slow_critical(.true.)",
		rest: "call slow_critical(.false.)"},
	{name: "long_work_before_co_sum", one: "call work(); call co_sum(r)", rest: "call co_sum(r)"},
	{name: "long_work_before_co_broadcast", one: "call work(); call co_broadcast(r, 1)",
		rest: "call co_broadcast(r, 1)"},
	{name: "long_work_before_allocate", one: "call work(); allocate (b(3)[*])",
		rest: "allocate (b(3)[*])"},
	{name: "long_work_before_deallocate", one: "call work(); deallocate (a)",
		rest: "deallocate (a)"},
	{name: "long_work_before_move_alloc", one: "call work(); call move_alloc(a, b)",
		rest: "call move_alloc(a, b)"},
	{name: "long_work_before_form_team", one: "call work(); form team (1, t)",
		rest: "form team (1, t)"},
	{name: "long_work_before_change_team", one: "call work(); change team (t); end team",
		rest: "change team (t); end team"},
	{name: "long_work_before_end_team", one: "change team (t); call work(); end team",
		rest: "change team (t); end team"},
	{name: "long_work_before_sync_team", one: "call work(); sync team (t)", rest: "sync team (t)"},
	{name: "long_work_before_the_end", one: "call work(); stop", rest: "stop"},
	{name: "sleep_before_sync_all", one: "call nap(1500)", rest: "continue"},
	{name: "child_process", one: "call execute_command_line('sleep 1.5')", rest: "continue"},
	{name: "loop_with_atomic_ref", one: "call work(); call atomic_define(at[2], 1)",
		rest: "if (me == 2) call await_atomic()"},
	{name: "posts_in_steps", one: "do k = 1, 8; call nap(200); event post (e[2]); end do",
		rest: "if (me == 2) event wait (e, until_count=8)"},
	{name: "token_in_a_ring",
		one:  "do k = 1, 3; call nap(200); event post (e[2]); event wait (e); end do",
		rest: "do k = 1, 3; event wait (e); call nap(200); event post (e[mod(me, n) + 1]); end do"},
	{name: "lock_passed_on", one: "do k = 1, 4; lock (l[1]); call nap(150); unlock (l[1]); end do",
		rest: "do k = 1, 4; lock (l[1]); call nap(150); unlock (l[1]); end do"},
	{name: "mixed_teams_at_work", one: "change team (half); call work(); sync all; end team",
		rest: "change team (half); sync all; end team"},
	{name: "stopped_others", one: "call work(); stop", rest: "stop"},
	{name: "failed_others", one: "call work(); stop", rest: "fail image"},
	{name: "thread_in_timed_semaphore", one: "call later(1); event wait (e)", rest: "continue"},
	{name: "thread_in_timed_condition", one: "call later(2); event wait (e)", rest: "continue"},
	{name: "thread_in_epoll", one: "call later(3); event wait (e)", rest: "continue"},
	{name: "thread_in_poll", one: "call later(4); event wait (e)", rest: "continue"},
	{name: "thread_reads_a_child", one: "call later(5); event wait (e)", rest: "continue"},
	{name: "thread_in_shared_semaphore", one: "call later(6); event wait (e)", rest: "continue"},
	{name: "thread_reads_a_timer", one: "call later(7); event wait (e)", rest: "continue"},
	{name: "thread_sleeps", one: "call later(8); event wait (e)", rest: "continue"},
	{name: "thread_waits_for_a_signal", one: "call later(9); event wait (e)", rest: "continue"},
	{name: "thread_behind_a_thread", one: "call later(10); event wait (e)", rest: "continue"},
	{name: "thread_that_waits_for_ever", one: "call later(11); event wait (e)", rest: "sync all",
		told: []string{stuck, "image 1: waiting in EVENT WAIT"}},
	{name: "thread_that_joins_for_ever", one: "call later(12); event wait (e)", rest: "sync all",
		told: []string{stuck, "image 1: waiting in EVENT WAIT"}},
}

// fortranText is around the cases. Statements stand in lines of their own.
const fortranText = `module m
  use, intrinsic :: iso_fortran_env
  implicit none
  type(event_type) :: e[*]
  interface
    subroutine wait_and_call(how, f) bind(c)
      use iso_c_binding
      integer(c_int), value :: how
      type(c_funptr), value :: f
    end subroutine
    subroutine doze(milliseconds) bind(c)
      use iso_c_binding
      integer(c_int), value :: milliseconds
    end subroutine
  end interface
contains
  subroutine ring() bind(c)
    event post (e)
  end subroutine
end module
program main
  use m
  use iso_c_binding, only: c_funloc
  implicit none
  type(lock_type) :: l[*]
  type(notify_type) :: nt[*]
  type(team_type) :: t, half
  integer, allocatable :: a(:)[:], b(:)[:]
  integer :: x[*], me, n, k
  integer(atomic_int_kind) :: at[*]
  real :: r
  character(60) :: which
  me = this_image(); n = num_images()
  at = 0; r = me; k = 0
  allocate (a(4)[*])
  form team (1, t)
  form team (merge(1, 2, me /= 2), half)
  call get_command_argument(1, which)
  sync all
  select case (which)
%s  case default
    error stop 'no such case'
  end select
  sync all (stat=k)
  sync all (stat=k)
contains
  subroutine work()
    integer(int64) :: from, to, rate
    call system_clock(from, rate)
    do
      call system_clock(to)
      if (to - from > 1.5 * rate) exit
    end do
  end subroutine
  subroutine nap(milliseconds)
    integer, intent(in) :: milliseconds
    call doze(milliseconds)
  end subroutine
  subroutine later(how)
    integer, intent(in) :: how
    call wait_and_call(how, c_funloc(ring))
  end subroutine
  subroutine await_atomic()
    integer :: v
    v = 0
    do while (v == 0)
      call atomic_ref(v, at)
    end do
  end subroutine
  subroutine slow_critical(slow)
    logical, intent(in) :: slow
    if (.not. slow) call nap(100)
    critical
      if (slow) call nap(1500)
    end critical
  end subroutine
end program
`

// laterText has threads that wait for 1.5 s in different ways, and then call.
const laterText = `#define _GNU_SOURCE
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
static void (*ring)(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t *shared;
static int child[2], how;
static pthread_t main_thread;
static const long later = 1500 * 1000000L;

void doze(int milliseconds) {
    struct timespec t = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    nanosleep(&t, NULL);
}
static struct timespec until(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += 1;
    t.tv_nsec += 500000000;
    if (t.tv_nsec >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
    return t;
}
static int timer(void) {
    int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    struct itimerspec s = {{0, 0}, {later / 1000000000, later % 1000000000}};
    timerfd_settime(fd, 0, &s, NULL);
    return fd;
}
static void *sleeper(void *unused) { doze(1500); return unused; }
static void *thread(void *unused) {
    struct timespec t = until();
    struct epoll_event v = {.events = EPOLLIN};
    struct pollfd f = {.events = POLLIN};
    char text[8];
    sem_t own;
    sigset_t set;
    pthread_t other;
    int fd;
    switch (how) {
    case 1: sem_init(&own, 0, 0); sem_timedwait(&own, &t); break;
    case 2: pthread_mutex_lock(&mutex); pthread_cond_timedwait(&condition, &mutex, &t); pthread_mutex_unlock(&mutex); break;
    case 3: fd = epoll_create1(0); epoll_ctl(fd, EPOLL_CTL_ADD, timer(), &v); while (epoll_pwait(fd, &v, 1, -1, 0) < 1); break;
    case 4: f.fd = timer(); while (poll(&f, 1, -1) < 1); break;
    case 5: if (read(child[0], text, 1) < 0) abort(); break;
    case 6: while (sem_wait(shared)); break;
    case 7: if (read(timer(), text, 8) < 0) abort(); break;
    case 8: doze(1500); break;
    case 9: sigemptyset(&set); sigaddset(&set, SIGUSR1); sigtimedwait(&set, NULL, &(struct timespec){1, 500000000}); break;
    case 10: pthread_create(&other, NULL, sleeper, NULL); pthread_join(other, NULL); break;
    case 11: pthread_mutex_lock(&mutex); pthread_mutex_lock(&mutex); break;
    case 12: pthread_join(main_thread, NULL); break;
    }
    ring();
    return unused;
}
void wait_and_call(int which, void (*f)(void)) {
    pthread_t t;
    ring = f, how = which, main_thread = pthread_self();
    if (how == 5 && pipe(child) == 0 && fork() == 0) {
        doze(1500);
        if (write(child[1], "x", 1) < 0) abort();
        _exit(0);
    }
    if (how == 6) {
        shared = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        sem_init(shared, 1, 0);
        if (fork() == 0) {
            doze(1500);
            sem_post(shared);
            _exit(0);
        }
    }
    pthread_create(&t, NULL, thread, NULL);
}
`

// statements puts what semicolons part into lines of their own.
func statements(text string) string { return strings.ReplaceAll(text, "; ", "\n      ") }

func cases(scenes []scene) string {
	var b strings.Builder
	for _, s := range scenes {
		fmt.Fprintf(
			&b, "  case ('%s')\n    if (me == 1) then\n      %s\n    else\n      %s\n    end if\n",
			s.name, statements(s.one), statements(s.rest))
	}
	return b.String()
}

// helper writes the C part.
func helper(t *testing.T, dir string) string {
	t.Helper()
	file := filepath.Join(dir, "later.c")
	if err := os.WriteFile(file, []byte(laterText), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func buildFortran(t *testing.T, dir string, scenes []scene) string {
	return compile(t, dir, "main.f90", fmt.Sprintf(fortranText, cases(scenes)), helper(t, dir))
}
