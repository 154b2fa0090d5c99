package config

import (
	"encoding/binary"
	"os"
	"sync"
)

// Secure tells whether this process has more rights than the user that started it, as set-user-ID,
// set-group-ID programs and those with file capabilities have: the environment is then another
// one's, and Guarded settings are not obeyed.
var Secure = sync.OnceValue(func() bool {
	if os.Getuid() != os.Geteuid() || os.Getgid() != os.Getegid() {
		return true
	}
	vector, err := os.ReadFile("/proc/self/auxv")
	if err != nil {
		// the kernel hides it from the owner where a process has more rights
		return os.IsPermission(err)
	}
	return secureIn(vector)
})

// secureIn looks for AT_SECURE in an auxiliary vector: pairs of words, of which the first says what
// the second is.
func secureIn(vector []byte) bool {
	const atSecure, word = 23, 8
	for ; len(vector) >= 2*word; vector = vector[2*word:] {
		if binary.NativeEndian.Uint64(vector) == atSecure {
			return binary.NativeEndian.Uint64(vector[word:]) != 0
		}
	}
	return false
}

// Ignored gives the names of Guarded variables that are set and not obeyed.
func Ignored() (names []string) {
	if !Secure() {
		return nil
	}
	for _, s := range settings {
		if s.Guarded && os.Getenv(s.Name) != "" {
			names = append(names, s.Name)
		}
	}
	return names
}
