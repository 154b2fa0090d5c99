package driver

import (
	"bytes"
	"debug/elf"
	"slices"
)

// stackOptions let the program execute code on its stack where an object does so: flang calls an
// internal procedure that is an argument by a trampoline there. Such an object of flang 19 or 21
// has no section that says so; newer linkers (binutils 2.47 of Debian) take that for a stack that
// is not executable. One of flang 22 has such a section; linkers warn of it.
func (c *Compiler) stackOptions(paths []string) []string {
	if c == nil || c.Family != Flang {
		return nil
	}
	for _, path := range paths {
		if path == "" {
			continue
		}
		objects, err := membersOf(path) // an error: the compiler has still to make it
		if err != nil || slices.ContainsFunc(objects, object.executesStack) {
			return []string{"-Wl,-z,execstack"}
		}
	}
	return nil
}

// executesStack tells whether an object file does not say that it can do without.
func (o object) executesStack() bool {
	file, err := elf.NewFile(bytes.NewReader(o.content))
	if err != nil || file.Type != elf.ET_REL {
		return false
	}
	note := file.Section(".note.GNU-stack")
	return note == nil || note.Flags&elf.SHF_EXECINSTR != 0
}
