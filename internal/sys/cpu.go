package sys

import (
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// Yield lets another thread run on this processor.
func Yield() {
	// RawSyscall: no hand-off to Go's scheduler, which would cost more than the call.
	syscall.RawSyscall(unix.SYS_SCHED_YIELD, 0, 0, 0)
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

// Monotonic is CLOCK_MONOTONIC in nanoseconds: comparable among the processes of a machine.
func Monotonic() uint64 {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts) != nil {
		return 0
	}
	return uint64(ts.Nano())
}

// TotalMemory is main memory and swap together, in bytes; 0 if unknown.
func TotalMemory() uint64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	return (info.Totalram + info.Totalswap) * uint64(info.Unit)
}
