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
//
// gfortran does the same without optimisation for every internal procedure of which the address is
// taken, and with it for those that refer to variables of their host. CO_REDUCE of an internal
// procedure takes the address, and there is no other way to name one to the runtime. The option
// costs nothing that the object has not asked for, and linkers do not warn of what they are told.
func (c *Compiler) stackOptions(paths []string) []string {
	if c == nil {
		return nil
	}
	unsaid := c.Family == Flang
	for _, path := range paths {
		if path == "" {
			continue
		}
		objects, err := membersOf(path) // an error: the compiler has still to make it
		executes := func(o object) bool { return o.executesStack(unsaid) }
		if err != nil && unsaid || slices.ContainsFunc(objects, executes) {
			return []string{"-Wl,-z,execstack"}
		}
	}
	return nil
}

// executesStack tells whether an object file says that its stack is executable; unsaid: or says
// nothing.
func (o object) executesStack(unsaid bool) bool {
	file, err := elf.NewFile(bytes.NewReader(o.content))
	if err != nil || file.Type != elf.ET_REL {
		return false
	}
	note := file.Section(".note.GNU-stack")
	if note == nil {
		return unsaid
	}
	return note.Flags&elf.SHF_EXECINSTR != 0
}
