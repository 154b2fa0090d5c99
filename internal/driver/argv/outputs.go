package argv

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Output is a file that a command writes because an option says so. It may be made of a source, Of,
// which the compiler then does not overwrite.
type Output struct{ Option, File, Of string }

// form is how an option and the name of its file stand together. All take "=NAME".
type form uint8

const (
	next    form = iota // the name is the next word
	joined              // it follows without a space, or is the next word
	equals              // by "=" alone
	family              // these are the beginnings of options that end in "=NAME"
	handed              // as next, but only in what is handed to a tool: -MD alone names no file
	handedA             // as family, but only there
)

// writers are the options that name a file for output: those of gcc 12 to 16, gfortran, clang and
// flang 14 to 23, their preprocessors and assemblers, ld, lld and mold. Hyphens in front are left
// out, since most take one or two. Directories are not among them.
var writers = []struct {
	names []string
	form  form
}{
	{[]string{"o", "MF", "MJ"}, joined},
	{[]string{"output", "aux-info", "dependency-file", "dependency-dot", "serialize-diagnostics",
		"serialize-diagnostic-file", "diagnostic-log-file", "header-include-file",
		"split-dwarf-output", "stack-usage-file", "opt-record-file"}, next},
	{[]string{"time", "fprofile-note", "fdeps-file", "ftime-trace", "fproc-stat-report",
		"fthin-link-bitcode", "foptimization-record-file", "fprofile-instr-generate", "stats-file",
		"coverage-notes-file", "coverage-data-file"}, equals},
	{[]string{"fdump-", "fopt-info", "fdiagnostics-add-output", "fdiagnostics-set-output"}, family},
	// the preprocessor's, the assembler's
	{[]string{"MD", "MMD"}, handed},
	{[]string{"a"}, handedA},
	// the linkers'
	{[]string{"Map", "out-implib", "print-symbol-order", "print-archive-stats", "reproduce",
		"time-trace-file", "why-extract", "lto-obj-path", "thinlto-index-only",
		"opt-remarks-filename", "separate-debug-file", "output-def", "base-file"}, handed},
	{[]string{"plugin-opt", "time-trace"}, handedA},
	// LLVM's own
	{[]string{"info-output-file", "pass-remarks-output"}, handed},
}

// shortest is how many letters of a long option the linker takes for its whole name.
const shortest = 3

// Outputs gives the files that options of a command line name for output. What is handed to other
// tools, as by -Wl, is looked at, too.
func Outputs(words []string) (found []Output) {
	own, others := byTool(words)
	found = named(own, false)
	for _, tool := range []string{"-Wp,", "-Wa,", "-Wl,", "-mllvm"} {
		words, _, err := Expand(others[tool])
		if err != nil {
			words = others[tool] // the tool says what is wrong
		}
		found = append(found, named(words, true)...)
	}
	return found
}

// toolOf are the options that hand the next word to a tool.
var toolOf = map[string]string{"-Xpreprocessor": "-Wp,", "-Xassembler": "-Wa,", "-Xlinker": "-Wl,",
	"-Xclang": "-Wp,", "-Xflang": "-Wp,", "-mllvm": "-mllvm"}

// byTool gives the words that are the compiler's own, and those for each tool.
func byTool(words []string) (own []string, others map[string][]string) {
	others = map[string][]string{}
	for i := 0; i < len(words); i++ {
		word := words[i]
		if tool := toolOf[word]; tool != "" && i+1 < len(words) {
			i++
			others[tool] = append(others[tool], words[i])
			continue
		}
		tool := word[:min(len(word), 4)]
		if tool == "-Wp," || tool == "-Wa," || tool == "-Wl," {
			others[tool] = append(others[tool], strings.Split(word[4:], ",")...)
			continue
		}
		own = append(own, word)
	}
	return own, others
}

// named gives the files that words of one tool name.
func named(words []string, handedOver bool) (found []Output) {
	for i, word := range words {
		following := ""
		if i+1 < len(words) {
			following = words[i+1]
		}
		for _, name := range namesIn(word, following, handedOver) {
			found = append(found, Output{Option: optionOf(word, name), File: name})
		}
	}
	return found
}

// optionOf is an option as a message names it: without its file.
func optionOf(word, file string) string {
	return strings.TrimRight(strings.TrimSuffix(word, file), "=")
}

// namesIn gives what may be names of files in one word of a tool, or in the one behind it.
func namesIn(word, following string, handedOver bool) (names []string) {
	if len(word) < 2 || word[0] != '-' {
		return nil
	}
	stem := strings.TrimLeft(word, "-")
	key, value, hasValue := strings.Cut(stem, "=")
	for _, w := range writers {
		if (w.form == handed || w.form == handedA) && !handedOver {
			continue
		}
		for _, name := range w.names {
			isFamily := w.form == family || w.form == handedA
			abbreviated := handedOver && len(key) >= shortest && strings.HasPrefix(name, key)
			switch {
			case isFamily && hasValue && strings.HasPrefix(stem, name):
				names = append(names, parts(value)...)
			case isFamily:
			case hasValue && (key == name || abbreviated):
				names = append(names, value)
			case w.form != equals && (key == name || abbreviated):
				names = append(names, following)
			case w.form == joined && strings.HasPrefix(stem, name):
				names = append(names, stem[len(name):])
			}
		}
	}
	return names
}

// parts are the names that may be in the value of an option such as
// -fdiagnostics-add-output=sarif:file=NAME,version=2.1.
func parts(value string) []string {
	names := []string{value}
	for part := range strings.SplitSeq(value, ",") {
		if _, name, is := strings.Cut(part, "="); is {
			names = append(names, name)
		}
	}
	return names
}

// Beside gives the files that a command which does not link writes beside the objects of sources,
// and whose names come from theirs: those of -save-temps, and of -S.
func Beside(words, sources []string) (found []Output) {
	kept := slices.IndexFunc(words, func(word string) bool {
		return strings.HasPrefix(strings.TrimLeft(word, "-"), "save-temps")
	})
	assembly := slices.Contains(words, "-S")
	var option string
	endings := []string{".s", ".i", ".f90", ".bc"}
	switch {
	case kept >= 0 && (assembly || slices.Contains(words, "-c")):
		option = words[kept]
	case assembly && !slices.ContainsFunc(words, isOutput):
		option, endings = "-S", endings[:1]
	default:
		return nil
	}
	directories, stems := placesBeside(words)
	for _, source := range sources {
		base := filepath.Base(source)
		for _, directory := range directories {
			for _, stem := range append(stems, withoutEnding(base)) {
				for _, ending := range endings {
					found = append(found, Output{option, directory + stem + ending, source})
				}
			}
		}
	}
	return found
}

func isOutput(word string) bool { return strings.HasPrefix(word, "-o") }

func withoutEnding(path string) string { return strings.TrimSuffix(path, filepath.Ext(path)) }

// placesBeside gives the directories where files beside objects may be, and names that they may
// have besides those of the sources.
func placesBeside(words []string) (directories, stems []string) {
	directories = []string{""}
	for i, word := range words[:len(words)-1] {
		value := words[i+1]
		switch option := strings.TrimLeft(word, "-"); option {
		case "dumpdir":
			directories = append(directories, value)
		case "dumpbase":
			stems = append(stems, value)
		case "o":
			stems = append(stems, withoutEnding(filepath.Base(value)))
			directories = append(directories, filepath.Dir(value)+string(os.PathSeparator))
		}
	}
	return directories, stems
}
