package mangle

import "strings"

// KeptSuffix makes the name of a variable of the runtime that of a procedure's own copy.
const KeptSuffix = "_kept"

// LocalPrefix and a number name a local pointer; no user's name begins with a digit.
const LocalPrefix = "coral_l_"

// IsLocalPointer tells whether a name is that of a local pointer.
func IsLocalPointer(name string) bool {
	number, ok := strings.CutPrefix(name, LocalPrefix)
	return ok && number != "" && number[0] >= '0' && number[0] <= '9'
}
