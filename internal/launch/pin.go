package launch

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// placement says on which cores each rank may run; nil: anywhere.
func placement(n int, policy string) []unix.CPUSet {
	if policy == "off" || n > Cores() {
		return nil
	}
	var allowed unix.CPUSet
	if err := unix.SchedGetaffinity(0, &allowed); err != nil {
		return nil
	}
	cores := spread(allowed)
	if len(cores) < n || len(cores) > Cores() {
		return nil // a control group gives less than these cores: which ones is the kernel's choice
	}
	sets := make([]unix.CPUSet, n)
	for rank := range sets {
		first, last := rank, rank+1
		if policy == "share" {
			first, last = rank*len(cores)/n, (rank+1)*len(cores)/n
			if n == 1 {
				first, last = 0, len(cores)
			}
		}
		for _, core := range cores[first:last] {
			sets[rank].Set(core)
		}
	}
	return sets
}

// spread lists the allowed logical cores so that hardware threads of one core stand together.
func spread(allowed unix.CPUSet) []int {
	type logical struct{ first, number int }
	var all []logical
	for cpu := range 8 * len(allowed) * 8 {
		if allowed.IsSet(cpu) {
			all = append(all, logical{firstSibling(cpu), cpu})
		}
	}
	slices.SortFunc(all, func(a, b logical) int {
		if a.first != b.first {
			return a.first - b.first
		}
		return a.number - b.number
	})
	var cores []int
	for _, c := range all {
		cores = append(cores, c.number)
	}
	return cores
}

// firstSibling is the lowest-numbered hardware thread of a logical core's physical core.
func firstSibling(cpu int) int {
	text, err := os.ReadFile(
		fmt.Sprintf("/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu))
	if err != nil {
		return cpu
	}
	end := strings.IndexAny(string(text), ",-\n")
	if end < 0 {
		end = len(text)
	}
	first, err := strconv.Atoi(string(text[:end]))
	if err != nil {
		return cpu
	}
	return first
}
