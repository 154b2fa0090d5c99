package symbols

import "strings"

// mainProgram is what messages call the main program, whatever its name.
const mainProgram = "the main program"

// procedure is what the user calls a function of the symbol table. Compilers add to names: gfortran
// and flang the module and the host, both what has become of a function that they have split.
func procedure(symbol string) string {
	name, _, _ := strings.Cut(symbol, ".") // inner.0, sweep_.constprop.0, solve.isra.0.cold
	switch {
	case name == "":
		return ""
	case name == "MAIN__" || name == "_QQmain":
		return mainProgram
	case strings.HasPrefix(name, "_Q"):
		return ofFlang(name[len("_Q"):])
	case strings.HasPrefix(name, "__"):
		if module, procedure, is := strings.Cut(name[len("__"):], "_MOD_"); is {
			return procedure + " of module " + module
		}
	case strings.HasSuffix(name, "_"):
		return strings.TrimSuffix(name, "_")
	}
	return name
}

// ofFlang reads a name in flang's form: M, S and F before a module, submodule and host, P before
// the procedure; each letter is of upper case, and names are of lower case.
func ofFlang(name string) string {
	module, last := "", ""
	for name != "" {
		kind := name[0]
		end := 1
		for end < len(name) && !('A' <= name[end] && name[end] <= 'Z') {
			end++
		}
		word := name[1:end]
		switch kind {
		case 'M', 'S':
			module = word
		case 'F', 'P':
			last = word
		}
		name = name[end:]
	}
	switch {
	case last == "":
		return ""
	case module == "":
		return last
	}
	return last + " of module " + module
}
