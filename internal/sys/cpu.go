package sys

import (
	"os"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Yield lets another thread run on this processor.
func Yield() {
	// RawSyscall: no hand-off to Go's scheduler, which would cost more than the call.
	syscall.RawSyscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
}

// Punctual has the sleeps of this thread, and of those that it starts, end when they should: as
// Linux has it, at most slack later.
func Punctual() { _ = unix.Prctl(unix.PR_SET_TIMERSLACK, uintptr(slack.Nanoseconds()), 0, 0, 0) }

const slack = 50 * time.Microsecond

// YieldUntil yields until *word, which only grows, has come to value, but at most so many times; it
// says whether it has. No turn touches more memory than the word: when many processes take turns,
// nothing of this one's is in the caches or the TLB when it runs again.
func YieldUntil(word *uint64, value uint64, turns int) bool {
	return turns > 0 && yieldUntil(word, value, turns)
}

// Processors is how many processors this process may run on.
func Processors() int {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) == nil {
		if n := set.Count(); n > 0 {
			return n
		}
	}
	return runtime.NumCPU()
}

// Elsewhere moves the calling thread, to which its goroutine must be locked, to a processor that
// its parent process may use and this process's threads so far may not, if there is one. From then
// on it may use both's.
func Elsewhere() {
	var own, all, others unix.CPUSet
	if unix.SchedGetaffinity(0, &own) != nil || unix.SchedGetaffinity(os.Getppid(), &all) != nil {
		return
	}
	for i := range all {
		others[i] = all[i] &^ own[i]
		all[i] |= own[i]
	}
	if others.Count() > 0 && unix.SchedSetaffinity(0, &others) == nil {
		_ = unix.SchedSetaffinity(0, &all) // else it stays with the others'
	}
}

// Spread moves the calling thread to one of the processors on which it may run: number, of count
// numbers from 0 on, which are parted into as many runs as there are processors. It may run on all
// as before. Who has just been woken with many others by one thread
// stands behind that one's processor with them, and the kernel takes a tenth of a second to part
// them.
func Spread(number, count int) {
	var all unix.CPUSet
	if unix.SchedGetaffinity(0, &all) != nil || all.Count() < 2 {
		return
	}
	skip := number * all.Count() / count
	for cpu := 0; ; cpu++ {
		if !all.IsSet(cpu) {
			continue
		}
		if skip == 0 {
			var one unix.CPUSet
			one.Set(cpu)
			if unix.SchedSetaffinity(0, &one) == nil {
				_ = unix.SchedSetaffinity(0, &all) // it was allowed before
			}
			return
		}
		skip--
	}
}

// Monotonic is CLOCK_MONOTONIC in nanoseconds: comparable among the processes of a machine.
func Monotonic() uint64 {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts) != nil {
		return 0
	}
	return uint64(ts.Nano())
}

// ProcessorTime is how long the threads of this process have had processors, all together; 0:
// nobody knows.
func ProcessorTime() time.Duration {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &ts) != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}

// ThreadID is the kernel's number of the calling thread.
func ThreadID() int { return unix.Gettid() }

// TotalMemory is main memory and swap together, in bytes; 0 if unknown.
func TotalMemory() uint64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	return (info.Totalram + info.Totalswap) * uint64(info.Unit)
}
