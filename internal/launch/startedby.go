package launch

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Between the launcher of a library and a process of its run may stand a program that stays: a
// shell, timeout, a debugger. Such a program has got the words by which the launcher tells a
// process who it is; the launcher itself has others, or none.

// tellers are the variables by which launchers of libraries tell processes apart, of one run and
// of different runs.
var tellers = []string{
	"PMI_RANK", "PMI_SIZE", "PMI_ID", "PMI_FD", "PMI_PORT",
	"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMIX_NAMESPACE", "PMIX_RANK",
	"SLURM_PROCID", "SLURM_JOB_ID", "SLURM_STEP_ID",
}

// startedBy is the process that has started this one for a library's launcher: the nearest above it
// that was not told the same.
func startedBy() int { return above(os.Getppid(), told(environment(os.Environ()))) }

// above is the nearest process, from one on upwards, that was not told some words. One that cannot
// be asked is another user's, and so is what stands above it.
func above(process int, words []string) int {
	for {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", process))
		if err != nil || !slices.Equal(told(text), words) {
			return process
		}
		parent, known := parentOf(process)
		if !known {
			return process
		}
		process = parent
	}
}

// environment is a list of variables as the kernel shows that of a process.
func environment(list []string) []byte { return []byte(strings.Join(list, "\x00")) }

// told is what an environment says of the tellers.
func told(environment []byte) (words []string) {
	for entry := range bytes.SplitSeq(environment, []byte{0}) {
		name, _, _ := strings.Cut(string(entry), "=")
		if slices.Contains(tellers, name) {
			words = append(words, string(entry))
		}
	}
	slices.Sort(words)
	return words
}

// parentOf is the process that has started another, unless nobody has.
func parentOf(process int) (parent int, known bool) {
	fields := statOf(process)
	if len(fields) < 2 {
		return 0, false
	}
	parent, err := strconv.Atoi(fields[1])
	return parent, err == nil && parent > 0
}

// statOf is what the kernel says of a process in one line, behind its number and name: first its
// state.
func statOf(process int) []string {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
	_, rest, _ := strings.Cut(string(text[bytes.LastIndexByte(text, ')')+1:]), " ")
	return strings.Fields(rest)
}
