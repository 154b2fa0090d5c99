// Package pin holds the images of one machine to cores: where each starts, and how those leave
// whose cores have other work.
package pin

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Places says on which of so many cores each of n ranks may run, by the policy of CORAL_PIN; nil:
// anywhere.
func Places(n, cores int, policy string) []unix.CPUSet {
	if policy == "off" || n > cores {
		return nil
	}
	var allowed unix.CPUSet
	if err := unix.SchedGetaffinity(0, &allowed); err != nil {
		return nil
	}
	all := topology(allowed)
	if len(all) < n || len(all) > cores {
		return nil // a control group gives less than these cores: which ones is the kernel's choice
	}
	if policy == "core" {
		all = wholeCoresFirst(all)
	}
	sets := make([]unix.CPUSet, n)
	for rank := range sets {
		first, last := rank, rank+1
		if policy == "share" {
			first, last = rank*len(all)/n, (rank+1)*len(all)/n
		}
		for _, c := range all[first:last] {
			sets[rank].Set(c.number)
		}
	}
	return sets
}

// core is a logical core: a hardware thread.
type core struct {
	number int
	first  int // the lowest-numbered hardware thread of the same physical core
	node   int // where its memory is
}

// topology lists the allowed cores so that those of one node stand together, and there the hardware
// threads of one physical core.
func topology(allowed unix.CPUSet) (all []core) {
	for number := range 8 * len(allowed) * 8 {
		if allowed.IsSet(number) {
			all = append(all, core{number, firstSibling(number), nodeOf(number)})
		}
	}
	slices.SortFunc(all, func(a, b core) int {
		return cmp.Or(a.node-b.node, a.first-b.first, a.number-b.number)
	})
	return all
}

// wholeCoresFirst lists one hardware thread of each physical core, then the second ones, and so on.
func wholeCoresFirst(all []core) []core {
	seen := map[int]int{} // hardware threads by physical core
	turns := make([][]core, 1)
	for _, c := range all {
		turn := seen[c.first]
		seen[c.first]++
		if turn == len(turns) {
			turns = append(turns, nil)
		}
		turns[turn] = append(turns[turn], c)
	}
	return slices.Concat(turns...)
}

// nodeOf is the node of a core's memory: its directory has a link node0, node1, ...
func nodeOf(cpu int) int {
	entries, _ := os.ReadDir(fmt.Sprintf("/sys/devices/system/cpu/cpu%d", cpu))
	for _, e := range entries {
		if after, is := strings.CutPrefix(e.Name(), "node"); is {
			if node, err := strconv.Atoi(after); err == nil {
				return node
			}
		}
	}
	return 0
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
