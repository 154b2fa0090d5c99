package abuse

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// childrenOf are the processes that a process has started and that live.
func childrenOf(parent int) (pids []int) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", parent))
	for _, file := range files {
		text, _ := os.ReadFile(file)
		for word := range strings.FieldsSeq(string(text)) {
			if pid, err := strconv.Atoi(word); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	slices.Sort(pids)
	return pids
}

// statOf are the words of a process's stat file behind its name: state, parent, .. .
func statOf(pid int) []string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	return strings.Fields(rest)
}

// descriptorsOf are the open files of a process, by what they are.
func descriptorsOf(pid int) (names []string) {
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	for _, file := range files {
		if name, err := os.Readlink(file); err == nil {
			kind, _, _ := strings.Cut(name, ":[")
			names = append(names, kind)
		}
	}
	slices.Sort(names)
	return names
}
