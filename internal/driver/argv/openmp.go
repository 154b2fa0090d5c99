package argv

import "strings"

// IsOpenMP tells whether an option has the compiler obey the directives of OpenMP. flang takes the
// name of the library with it, as in -fopenmp=libomp.
func IsOpenMP(word string) bool {
	return word == "-fopenmp" || strings.HasPrefix(word, "-fopenmp=")
}
