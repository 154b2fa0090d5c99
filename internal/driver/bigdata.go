package driver

import (
	"slices"
	"strings"
)

// Static data of more than 2 GiB. With -mcmodel=medium compilers put large objects into sections of
// their own, behind all others, so that the runtime's code reaches its own data as ever.

// bigDataOptions are what the linker needs where the code model lets data lie further than 2 GiB
// away: it must leave the loads of addresses from the table of offsets as they are, since it would
// turn that of the program's end into one that does not reach it.
func bigDataOptions(words []string) []string {
	if slices.Contains(words, "-mcmodel=medium") || slices.Contains(words, "-mcmodel=large") {
		return []string{"-Wl,--no-relax"}
	}
	return nil
}

// beyondReach tells whether the linker's messages are of data that lie too far away.
func beyondReach(messages string) bool {
	for _, text := range []string{"relocation truncated to fit", "failed to convert GOTPCREL",
		"relocation R_X86_64_PC32 out of range", "relocation R_X86_64_32S out of range"} {
		if strings.Contains(messages, text) {
			return true
		}
	}
	return false
}
