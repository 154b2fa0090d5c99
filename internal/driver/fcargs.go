package driver

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/driver/argv"
)

// stage is where a compiler command ends.
type stage uint8

const (
	stageLink    stage = iota
	stageObject        // -c
	stageAsm           // -S
	stageCheck         // -fsyntax-only
	stageRules         // -M, -MM: rules for make, and nothing is compiled
	stageNothing       // -E, or no inputs at all: nothing for Coral to do
)

// fcWord is an argument of a compiler command, with the words that belong to it.
type fcWord struct {
	words []string
	use   fcUse
}

type fcUse uint8

const (
	forBoth   fcUse = iota // an option of every step
	forSource              // of preprocessing, done before the translated source is compiled
	forLink                // of the linker, or an object
	forSelf                // -c, -o, and what Coral does itself
	isSource               // a Fortran file
)

// fcLine is the command line of a compiler, as gfortran would read it.
type fcLine struct {
	args      []fcWord
	plain     []string // all words but Coral's own
	files     []string // of @FILE
	request   *Request
	stage     stage
	lacksFile bool // there is nothing to compile, to link or to ask
	dry       bool // -###
	forced    bool // -fcoarray=lib or single: all files are part of coarray programs
	sources   int
	dirs      []string // -L
	// language is that of the files that follow, by -x; "": their names say.
	language string
}

// joinedOrNext are gfortran's options whose argument follows, joined or as the next word, besides
// those of takesArgument.
var joinedOrNext = []string{"-I", "-J", "-D", "-U", "-L", "-l", "-o", "-x", "-A"}

// takesNext tells whether an option's argument is the next word.
func takesNext(word string) bool {
	return slices.Contains(takesArgument, word) || slices.Contains(joinedOrNext, word)
}

// readFcLine reads the words after `coral fc`. What is not understood is the compiler's business;
// of what is Coral's, files of CAF 2.0 are refused.
func readFcLine(args []string) (*fcLine, error) {
	l := &fcLine{request: &Request{Command: "fc"}}
	words, files, err := expandFiles(args)
	if err != nil {
		return nil, err
	}
	l.files = files
	if words, err = l.request.takeProvider(words); err == nil {
		err = l.read(words)
	}
	return l, inFiles(err, files)
}

func (l *fcLine) read(words []string) error {
	inputs := 0
	for len(words) > 0 {
		taken := 1
		word := moduleOption(words[0])
		if err := noForm(word); err != nil {
			return err
		}
		letter := word[:min(len(word), 2)]
		own, argument, joined, isOwn := config.Find("fc", word)
		next := takesNext(word)
		if next && len(words) == 1 { // the compiler says so, but not beside all that Coral adds
			return missingArgument("fc", word)
		}
		if len(words) > 1 && (next || isOwn && own.Arg != "" && !joined) {
			taken = 2
		}
		w := fcWord{words: append([]string{word}, words[1:taken]...)}
		value := words[taken-1]
		if taken == 1 && slices.Contains(joinedOrNext, letter) {
			value = word[2:]
		}
		words = words[taken:]
		if joined {
			value = argument
		}
		// what begins with a hyphen is the next option
		none := value == "" || taken == 1 && !joined || taken == 2 && strings.HasPrefix(value, "-")
		if isOwn && own.Arg != "" && none {
			return missingArgument("fc", own.Name)
		}
		if word == "-dialect" || word == "-dialect=" {
			return missingArgument("fc", "-dialect=")
		}
		if isOwn && l.own(own.Name, value) || l.ours(word) {
			continue
		}
		l.plain = append(l.plain, w.words...)
		if !strings.HasPrefix(word, "-") || word == standardInput {
			inputs++
		}
		w.use = l.classify(w.words, letter, value)
		l.args = append(l.args, w)
	}
	if inputs == 0 {
		l.stage = stageNothing
		l.lacksFile = !slices.ContainsFunc(l.plain, needsNoFile)
	}
	return l.request.checkDialect()
}

// needsNoFile tells whether an option has the compiler do something without a file: print facts
// about itself, or link libraries.
func needsNoFile(word string) bool {
	return startsWithAny(word, "--", "-v", "-V", "-#", "-dump", "-print", "-help", "-Q", "-E", "-l",
		"-Wl,", "-Xlinker")
}

// noForm refuses the options that choose a form of coarrays: objects of one program that were
// compiled apart have to agree about it, and nothing would tell that they do not.
func noForm(word string) error {
	o, _, _, is := config.Find("build", word)
	if !is || o.Name != "--local" && o.Name != "--remote" {
		return nil
	}
	return failure(CodeUsage, "%s: `coral fc` does not choose a form of coarrays; "+
		"`coral build` and `coral run` do", o.Name)
}

// own takes an option of the table; what is not handled is for ours.
func (l *fcLine) own(name, value string) bool {
	switch name {
	case "-fc":
		l.request.Backend = value
	case "--keep":
		l.request.Keep = true
	case "-check":
		l.request.Check = true
	default:
		return false
	}
	return true
}

// ours takes the other options that the compiler must not see. -fcoarray would make it translate
// coarrays, too.
func (l *fcLine) ours(word string) bool {
	switch {
	case word == "-fcoarray=lib" || word == "-fcoarray=single":
		l.forced = true
	case strings.HasPrefix(word, "-fcoarray"):
	case strings.HasPrefix(word, "-lcaf_"):
		// the library of another implementation, which -fcoarray=lib wants
	case strings.HasPrefix(word, "-dialect="):
		l.request.Dialect = strings.TrimPrefix(word, "-dialect=")
	default:
		return false
	}
	return true
}

// classify notes what concerns Coral, too, and tells whose an argument is.
func (l *fcLine) classify(words []string, letter, value string) fcUse {
	r, word := l.request, words[0]
	later := func(s stage) fcUse {
		l.stage = max(l.stage, s)
		return forSelf
	}
	switch {
	case word == "-c":
		return later(stageObject)
	case word == "-S":
		return later(stageAsm)
	case word == "-fsyntax-only":
		return later(stageCheck)
	case word == "-M" || word == "-MM":
		return later(stageRules)
	case word == "-E" || word == standardInput &&
		!slices.Contains(fortranLanguages, l.language):
		return later(stageNothing)
	case word == standardInput:
		l.sources++
		r.Inputs = append(r.Inputs, Input{Name: word, Kind: Fortran, Language: l.language})
		return isSource
	case word == "-###":
		l.dry = true
		return forSelf
	case word == "-v":
		r.Verbose = true
		return forBoth
	case word == "-cpp" || word == "-nocpp":
		r.Cpp = word
		return forSource
	case word == "-ffree-form" || word == "-ffixed-form":
		r.Form = strings.TrimSuffix(strings.TrimPrefix(word, "-f"), "-form")
		return forSelf
	case strings.HasPrefix(word, fixedLength):
		p := parser{request: r}
		if p.fixedLength(word) != nil {
			return forBoth
		}
		return forSelf
	case strings.HasPrefix(word, "-std="):
		r.Standard = strings.TrimPrefix(word, "-std=")
	case argv.IsOpenMP(word):
		r.OpenMP = true
	case argv.IsDepends(word):
		return forSource
	case strings.HasPrefix(word, "-Wl,") || word == "-Xlinker" ||
		strings.HasPrefix(word, "-static") || word == "-shared":
		return forLink
	case strings.HasPrefix(word, "-"):
		return l.lettered(words, letter, value)
	case l.language == "" && isFortran(word) || slices.Contains(fortranLanguages, l.language):
		l.sources++
		r.Inputs = append(r.Inputs, Input{Name: word, Kind: Fortran, Language: l.language})
		return isSource
	default:
		return forLink
	}
	r.Compile = append(r.Compile, word)
	return forBoth
}

func (l *fcLine) lettered(words []string, letter, value string) fcUse {
	r := l.request
	switch letter {
	case "-I":
		r.Includes = append(r.Includes, value)
		r.Compile = append(r.Compile, "-I"+value)
	case "-J":
		r.ModDir = value
	case "-D", "-U":
		r.Macros = append(r.Macros, letter+value)
		return forSource
	case "-L":
		l.dirs = append(l.dirs, value)
		return forLink
	case "-l":
		return forLink
	case "-o":
		r.Output = value
		return forSelf
	case "-x":
		return l.named(value, words)
	default:
		r.Compile = append(r.Compile, words...)
	}
	return forBoth
}

// fortranLanguages are the names of Fortran for -x. Those that end so call for the preprocessor;
// the form of the source is the name's all the same.
var fortranLanguages = []string{"f77", "f77-cpp-input", "f95", "f95-cpp-input"}

const preprocessed = "-cpp-input"

// named takes the language of the files behind. In the link there are objects in place of the
// Fortran files, whose names say what they are.
func (l *fcLine) named(language string, words []string) fcUse {
	l.language = language
	if language == "none" {
		l.language = ""
	}
	if slices.Contains(fortranLanguages, language) {
		words[len(words)-1] = strings.TrimSuffix(words[len(words)-1], language) + "none"
	}
	return forLink
}

func isFortran(name string) bool {
	return slices.Contains(fortranEndings, strings.ToLower(filepath.Ext(name))) || isCAF2(name)
}

// expandFiles puts the words of @file in its place, and gives the names of such files.
func expandFiles(args []string) (words, files []string, err error) {
	if words, files, err = argv.Expand(args); err != nil {
		return nil, nil, failure(CodeUsage, "%w", err)
	}
	return words, files, nil
}

// inFiles adds to an error about a command line which files have words of it.
func inFiles(err error, files []string) error {
	var wrong *Error
	about := []diag.Code{CodeUsage, CodeOption, CodeFile, CodeNotYet, CodeConduit}
	if len(files) == 0 || !errors.As(err, &wrong) || !slices.Contains(about, wrong.Code) {
		return err
	}
	told := *wrong
	told.Help = "words of the command line come from @" + strings.Join(files, ", @")
	if wrong.Help != "" {
		told.Help = wrong.Help + "; " + told.Help
	}
	return &told
}

// backendName is the compiler that a command line names; "": none.
func (l *fcLine) backendName() string {
	if l.request.Backend != "" {
		return l.request.Backend
	}
	return config.FC.String()
}
