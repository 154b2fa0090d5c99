package cluster

import (
	"bytes"
	"os"
	"reflect"
	"strings"

	"github.com/coral-pgas/coral/coarray"
)

// callsAny makes a function that tells whether this program has one of some methods of
// coarray.Image in it. The linker leaves out methods that nothing calls. For each of the others,
// also for one that is inlined everywhere, the tables of the runtime have the full name, in a
// stripped program too.
func callsAny(methods ...string) func() bool {
	return func() bool {
		program, err := os.ReadFile("/proc/self/exe")
		if err != nil {
			return false
		}
		var image coarray.Image
		path := reflect.TypeOf(image).PkgPath()
		for _, m := range methods {
			name := strings.Join([]string{path, ".(*Image).", m, "\x00"}, "")
			if bytes.Contains(program, []byte(name)) {
				return true
			}
		}
		return false
	}
}
