package config

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/provider"
	"github.com/coral-pgas/coral/internal/words"
)

// Option is one option of the command's build-like subcommands; what is not here goes to the
// compilers as it is.
type Option struct {
	Name string // with its dashes
	// other spellings that users bring from elsewhere: mpirun's, or two dashes where the compilers
	// have one
	Also     []string
	Arg      string   // name of its argument, "" for none; given as the next word or after '='
	Commands []string // subcommands that have it
	Setting  *Setting // that it overrides, if any
	Meaning  string
}

var (
	compiling = []string{"run", "build", "translate"}
	// fc has gfortran's command line: of Coral's options only those that gfortran has not.
	compilingOrFC = append(compiling[:3:3], "fc")
)

// Options of run, build, translate, fc and cc.
var options = []Option{
	{Name: "-n", Also: []string{"-np"}, Arg: "N", Commands: []string{"run"}, Setting: NumImages,
		Meaning: "start N images"},
	{Name: "--conduit", Also: []string{"-conduit"}, Arg: "NAME",
		Commands: []string{"run"}, Setting: Conduit,
		Meaning: "the communication backend: smp (one machine), " +
			provider.List(provider.Name, "or") + "; without --hosts, mpirun starts the images of " +
			"all but smp"},
	{Name: "--conduit", Also: []string{"-conduit"}, Arg: "NAME",
		Commands: []string{"build", "fc", "cc"}, Setting: Conduit,
		Meaning: "the communication library that is linked into the program: " +
			provider.Listed(provider.Of((*provider.Provider).IsLinked), "or") +
			"; the other conduits need nothing when a program is built"},
	{Name: "--with", Also: []string{"-with"}, Arg: "NAME=DIR",
		Commands: []string{"run", "build", "fc", "cc", "conduit", "conduit build"},
		Meaning: "the directory where the library of --conduit NAME is installed, with " +
			"include and lib in it"},
	{Name: "--hosts", Also: []string{"-hosts"}, Arg: "A,B,..", Commands: []string{"run"},
		Meaning: "the machines of the run, which get images evenly; this directory " +
			"must have the same name on all of them; mpirun starts the images, or, with " +
			"--conduit " +
			provider.Listed(provider.Of((*provider.Provider).HasOwnStart), "or") +
			", Coral by ssh or CORAL_RSH"},
	{Name: "--tag", Also: []string{"-tag"}, Commands: []string{"run"}, Setting: Tag,
		Meaning: "begin each line of output with the number of its image; under mpirun, use " +
			"mpirun's own option"},
	{Name: "--debug", Also: []string{"-debug"}, Arg: "N", Commands: []string{"run"}, Setting: Debug,
		Meaning: "image N waits at its start for a debugger, which is started on a terminal; " +
			"sources are compiled with -g then, and without optimisation unless -O is given"},
	{Name: "-o", Arg: "FILE", Commands: []string{"build", "translate"},
		Meaning: "write the result to FILE (build: a.out when not given; translate: standard " +
			"output)"},
	{Name: "-fc", Also: []string{"--fc"}, Arg: "COMPILER", Commands: compilingOrFC, Setting: FC,
		Meaning: "the Fortran compiler that does the local part"},
	{Name: "-check", Also: []string{"--check"}, Commands: compilingOrFC,
		Meaning: "check image indices, cosubscripts, subscripts and shapes of coindexed objects " +
			"while the program runs, and that images begin the same collectives of CAF 2.0; the " +
			"compiler's -fcheck=bounds and -fcheck=all include this"},
	{Name: "-check", Also: []string{"--check"}, Commands: []string{"cc"},
		Meaning: "check image indices and subscripts of coindexed objects while the program runs"},
	{Name: "-dialect=NAME", Commands: compilingOrFC,
		Meaning: "standard: warn about what is not standard Fortran; legacy: do not"},
	{Name: "-fcoarray=lib", Commands: []string{"fc"},
		Meaning: "also prepare modules without coarrays, for coarrays of their types in other " +
			"files; the name caf implies it"},
	{Name: "--local", Also: []string{"-local"}, Arg: "FORM", Commands: compiling,
		Meaning: "the form in which the translator writes references to the image's own part of " +
			"a coarray, to compare forms: " +
			"default, pointer, structure, cray, split, vector or common"},
	{Name: "--remote", Also: []string{"-remote"}, Arg: "FORM", Commands: compiling,
		Meaning: "the form in which it writes references to other images: default, general, " +
			"pointer, hoisted, get, cray, cray-hoisted, vector or hybrid"},
	{Name: "--keep", Commands: []string{"run", "build", "fc", "cc"},
		Meaning: "keep the generated sources, and print where they are"},
	{Name: "-v", Commands: compiling, Meaning: "print the commands that are run"},
	{Name: "-h", Also: []string{"--help"}, Commands: compiling, Meaning: "print help"},
}

// Is tells whether word is one of the option's spellings.
func (o Option) Is(word string) bool { return o.Name == word || slices.Contains(o.Also, word) }

// Find gives the option of a subcommand that a word of its command line is. joined: its argument is
// in the same word, behind '='.
func Find(command, word string) (o Option, argument string, joined, is bool) {
	name, argument, joined := strings.Cut(word, "=")
	for _, o := range Options(command) {
		if o.Is(name) && (o.Arg != "" || !joined) {
			return o, argument, joined, true
		}
	}
	return Option{}, "", false, false
}

// IsOption tells whether a word is an option of Coral's own, of whichever subcommand.
func IsOption(word string) bool {
	return slices.ContainsFunc(options, func(o Option) bool { return o.Is(word) })
}

// NearestOption is the option of a subcommand that a word with two dashes may stand for, also if
// that is a word of other launchers for the number of images; "": none.
func NearestOption(command, word string) string {
	var names []string
	for _, o := range Options(command) {
		for _, name := range append([]string{o.Name}, o.Also...) {
			if strings.HasPrefix(name, "--") {
				names = append(names, name)
			}
		}
	}
	near := words.Nearest(word, names)
	of := []string{"images", "num-images", "nprocs"}
	if near == "" && command == "run" && words.Nearest(strings.TrimLeft(word, "-"), of) != "" {
		return "-n"
	}
	return near
}

// Options gives the options of one subcommand, in the order of help texts.
func Options(command string) []Option {
	var result []Option
	for _, o := range options {
		if slices.Contains(o.Commands, command) {
			result = append(result, o)
		}
	}
	return result
}
