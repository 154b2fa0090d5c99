package driver

import (
	"slices"

	"github.com/coral-pgas/coral/internal/driver/objfile"
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
		objects, err := objfile.Members(path) // an error: the compiler has still to make it
		executes := func(o objfile.Object) bool { return o.ExecutesStack(unsaid) }
		if err != nil && unsaid || slices.ContainsFunc(objects, executes) {
			return []string{"-Wl,-z,execstack"}
		}
	}
	return nil
}
