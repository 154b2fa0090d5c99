package driver

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	capifortran "github.com/coral-pgas/coral/capi/fortran"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/driver/argv"
	"github.com/coral-pgas/coral/internal/fortran/lower"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
	"github.com/coral-pgas/coral/internal/provider"
	"github.com/coral-pgas/coral/internal/words"
)

// Request is what a command line asks for.
type Request struct {
	Command  string // run, build or translate
	Help     bool
	Images   int // 0: not said
	Tag      bool
	Debug    int      // the image that waits for a debugger; 0: none
	Conduit  string   // "": not said
	With     []string // names of the libraries whose directories are said
	Hosts    []string // none: this machine
	Output   string   // "": not said
	Backend  string   // "": not said
	Keep     bool
	Verbose  bool
	Program  []string // arguments of the program, after --
	Inputs   []Input  // files and libraries, in order
	Compile  []string // options for the compilers
	Link     []string // options for linking alone
	Includes []string // -I directories, for INCLUDE lines
	ModDir   string   // -J
	Form     string   // "", "free" or "fixed": -ffree-form, -ffixed-form
	FixedLen int      // -ffixed-line-length-N; 0 not said, -1 none
	Cpp      string   // "", "-cpp" or "-nocpp"
	Macros   []string // -D, -U: of the preprocessor
	OpenMP   bool
	Dialect  string // -dialect=
	Standard string // -std=
	Check    bool   // -check
	Local    string // --local=
	Remote   string // --remote=
}

// Kind is what an input is.
type Kind uint8

const (
	Fortran Kind = iota
	C
	Assembler
	Object  // .o, .a, .so: for the linker
	Library // -l, and -Wl, between inputs: order matters to the linker
	Program // an executable that is there: of `coral run` alone, and alone
)

// Input is one file or library of a command line.
type Input struct {
	Name string
	Kind Kind
	// Language is what -x has said, in gfortran's words; "": the name tells.
	Language string
}

// takesArgument are back-end options whose argument is the next word. One that is missing here
// takes what Coral writes behind it: -o at the end of a line had the linker write over an object
// file of the cache.
var takesArgument = []string{"-include", "-imacros", "-isystem", "-idirafter", "-iquote",
	"-Xlinker", "-Xpreprocessor", "-Xassembler",
	"-u", "-T", "-z", "-e", "--param", "-MF", "-MT", "-MQ", "-mllvm", "-Xflang", "-target", "-B",
	"-wrapper", "-dumpbase", "-dumpdir", "-isysroot", "--sysroot", "-iprefix", "-iwithprefix",
	"-iwithprefixbefore", "-imultilib", "-fintrinsic-modules-path", "-aux-info", "-rpath", "-R",
	"-Xclang"}

// refused are back-end options that cannot be obeyed, and what to do instead.
var refused = map[string]string{
	"-c": "compile and link in one command; separate compilation is the " +
		"work of `coral fc`",
	"-S":                    "`coral translate` prints the generated source; compile that with -S",
	"-E":                    "use the Fortran compiler itself to preprocess",
	"-static":               "a coarray program must be position independent" + staticFortran,
	"-static-pie":           "a coarray program needs the system's dynamic linker" + staticFortran,
	"-no-pie":               "a coarray program must be position independent",
	"-fno-pie":              "a coarray program must be position independent",
	"-fno-PIE":              "a coarray program must be position independent",
	"-m16":                  otherMode,
	"-m32":                  otherMode,
	"-mx32":                 otherMode,
	"-shared":               "build a program",
	"-finteger-4-integer-8": largeIntegers,
	"-x":                    "files are known by their names' endings",
}

// staticFortran ends what is said of options that link statically, where Fortran is linked.
const staticFortran = "; -static-libgfortran links the Fortran runtime statically"

// refusedSanitizer gives those of a -fsanitize= option that cannot be obeyed; "": none.
func refusedSanitizer(word string) string {
	list, is := strings.CutPrefix(word, "-fsanitize=")
	if !is {
		return ""
	}
	for name := range strings.SplitSeq(list, ",") {
		if slices.Contains([]string{"thread", "memory", "dataflow", "hwaddress"}, name) {
			return name
		}
	}
	return ""
}

// noSanitizer is what to do instead.
const noSanitizer = "its tables lie where images' memory has to be. -fsanitize=address,undefined " +
	"works; -check finds wrong subscripts, and valgrind --tool=drd races of threads " +
	"(docs/debugging.md)"

// isGold tells whether an option chooses the linker gold.
func isGold(word string) bool {
	linker, is := strings.CutPrefix(word, "-fuse-ld=")
	if !is {
		linker, is = strings.CutPrefix(word, "--ld-path=")
	}
	return is && strings.HasSuffix(linker, "gold")
}

// noGold is what to do instead. A weak symbol that is hidden, and that nothing defines, is not null
// in what gold links: the runtime calls what is not there.
const noGold = "gold links weak symbols of the runtime wrongly; ld, lld and mold do not"

// otherMode is what to say of code for another mode of the processor.
const otherMode = "Coral runs on x86-64 in its 64-bit mode only"

// unsuited tells whether an option does for files without coarrays only.
func unsuited(option string) bool {
	why := refused[option]
	return why == largeIntegers || why == otherMode
}

// largeIntegers is what to do instead of making all integers of 4 bytes larger, those with that
// kind, too. -fdefault-integer-8 and -fdefault-real-8 can be obeyed.
const largeIntegers = "the runtime's interfaces have integers of 4 bytes. Take " +
	"-fdefault-integer-8, or declare those that need 8 as integer(int64), from ISO_FORTRAN_ENV; " +
	"files without coarrays may be compiled with the option, by `coral fc -c`"

// defaultIntegers is the option that is obeyed for standard files only.
const defaultIntegers = "-fdefault-integer-8"

// otherDefaults tells whether an option changes the kinds of default integers, reals or double
// precision.
func otherDefaults(compile []string) bool {
	return slices.ContainsFunc(compile, func(o string) bool {
		for _, prefix := range []string{"-fdefault-", "-freal-", "-finteger-"} {
			if strings.HasPrefix(o, prefix) {
				return true
			}
		}
		return false
	})
}

// longIntegers gives the lowering what it needs where default integers have 8 bytes: the source of
// the runtime's module. The files must be standard Fortran.
func longIntegers(compile []string, files []*syntax.File) (string, error) {
	if !slices.Contains(compile, defaultIntegers) {
		return "", nil
	}
	for _, f := range files {
		if f != nil && (f.CAF2 || f.XMP || includesXMP(f)) {
			return "", failure(CodeOption,
				"%s: the option %s cannot be obeyed for files in CAF 2.0 or with XcalableMP",
				f.Source.Name, defaultIntegers).
				help("declare those integers that need 8 bytes as integer(int64), from " +
					"ISO_FORTRAN_ENV")
		}
	}
	return capifortran.General, nil
}

// ParseArgs reads the words after `coral run`, `coral build` or `coral translate`.
func ParseArgs(command string, args []string) (*Request, error) {
	r := &Request{Command: command}
	p := parser{request: r, rest: args}
	err := p.words()
	if err == nil {
		err = p.finish()
	}
	return r, inFiles(err, p.files)
}

func (p *parser) words() error {
	r := p.request
	for p.more() {
		if p.program() != "" && !strings.HasPrefix(p.rest[0], "-") {
			r.Program = p.rest // as mpirun takes them
			break
		}
		word := p.next()
		if word == "--" {
			r.Program = p.rest
			break
		}
		if strings.HasPrefix(word, "@") {
			words, files, err := expandFiles([]string{word})
			if err != nil {
				return err
			}
			p.files = append(p.files, files...)
			if !slices.Equal(words, []string{word}) {
				p.rest = append(words, p.rest...)
				continue
			}
		}
		if err := p.word(word); err != nil {
			return err
		}
	}
	return nil
}

type parser struct {
	request *Request
	rest    []string
	files   []string // of @FILE
	compile string   // the first option that is for compilers; "": none
}

func (p *parser) more() bool { return len(p.rest) > 0 }

func (p *parser) next() string {
	word := p.rest[0]
	p.rest = p.rest[1:]
	return word
}

// usage makes an error about the command line.
func (p *parser) usage(format string, args ...any) error {
	return failure(CodeUsage, format, args...).help("`coral %s --help` shows the options",
		p.request.Command)
}

// missing is the error of an option whose argument is missing.
func (p *parser) missing(option string) error {
	return missingArgument(p.request.Command, option)
}

// argument takes an option's argument: joined, after '=', or the next word.
func (p *parser) argument(option, joined string) (string, error) {
	joined = strings.TrimPrefix(joined, "=")
	if joined != "" {
		return joined, nil
	}
	if !p.more() {
		return "", p.missing(option)
	}
	return p.next(), nil
}

func (p *parser) word(word string) error {
	if !strings.HasPrefix(word, "-") || word == "-" {
		return p.file(word)
	}
	if done, err := p.ours(word); done || err != nil {
		return err
	}
	p.forCompilers(word)
	return p.backend(word)
}

// ours handles the options of Coral itself.
func (p *parser) ours(word string) (done bool, err error) {
	name, value, hasValue := strings.Cut(word, "=")
	if len(word) > 2 && word[:2] == "-n" && strings.Trim(word[2:], "0123456789") == "" {
		name, value, hasValue = "-n", word[2:], true
	}
	if len(word) > 2 && strings.HasPrefix(word, "-o") &&
		!slices.Contains([]string{"-openmp"}, word) && name != "-o" {
		name, value, hasValue = "-o", word[2:], true
	}
	table := config.Options(p.request.Command)
	i := slices.IndexFunc(table, func(o config.Option) bool { return o.Is(name) })
	if i < 0 {
		if config.IsOption(name) {
			return true, p.usage("`coral %s` has no option %s", p.request.Command, name)
		}
		return false, nil
	}
	name = table[i].Name
	if table[i].Arg == "" && hasValue {
		return true, p.usage("%s takes no argument", name)
	}
	if table[i].Arg != "" {
		if hasValue && value == "" {
			return true, p.missing(name)
		}
		if value, err = p.argument(name, value); err != nil {
			return true, err
		}
	}
	if !slices.Contains(ofRuns, name) {
		p.forCompilers(word)
	}
	return true, p.set(name, value)
}

// ofRuns are the options that mean something where nothing is compiled.
var ofRuns = []string{"-h", "-n", "--tag", "--debug", "--conduit", "--with", "--hosts", "-v"}

// forCompilers notes an option that means nothing to a program that is built already.
func (p *parser) forCompilers(word string) {
	if p.compile == "" {
		p.compile = word
	}
}

func (p *parser) set(name, value string) error {
	r := p.request
	switch name {
	case "-h":
		r.Help = true
	case "-n":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return p.usage("-n %s: expected a number of images, 1 or more", value)
		}
		r.Images = n
	case "--tag":
		r.Tag = true
	case "--debug":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return p.usage("--debug %s: expected the number of an image, 1 or more", value)
		}
		r.Debug = n
	case "--conduit":
		r.Conduit = value
		return checkConduit(r.Command, value)
	case "--with":
		return r.setHome(value)
	case "--hosts":
		var wrong int
		r.Hosts, wrong = config.HostList(value)
		switch {
		case wrong > 0 && r.Hosts[wrong-1] == "":
			return p.usage("--hosts %s: name %d of %d is empty", value, wrong, len(r.Hosts))
		case wrong > 0:
			return p.usage("--hosts %s: expected names of hosts, with commas between", value)
		}
	case "-o":
		if value == "" {
			return p.usage("-o: expected the name of a file")
		}
		r.Output = value
	case "-fc":
		r.Backend = value
	case "-check":
		r.Check = true
	case "--local":
		r.Local = value
		return p.form(name, value, lower.LocalForms)
	case "--remote":
		r.Remote = value
		return p.form(name, value, lower.RemoteForms)
	case "--keep":
		r.Keep = true
	case "-v":
		r.Verbose = true
	}
	return nil
}

// form checks the name of a form of coarrays.
func (p *parser) form(option, value string, forms []string) error {
	if slices.Contains(forms, value) {
		return nil
	}
	if strings.HasPrefix(value, "-") {
		return p.usage("%s needs a form: %s", option, strings.Join(forms, ", "))
	}
	return p.usage("%s=%s: the forms are %s%s", option, value, strings.Join(forms, ", "),
		words.DidYouMean(words.Nearest(value, forms)))
}

// backend handles the options that the compilers understand; some concern Coral as well.
func (p *parser) backend(word string) error {
	r := p.request
	name, value, _ := strings.Cut(word, "=")
	if why, no := refused[name]; no {
		return failure(CodeOption, "the option %s cannot be obeyed", word).help("%s", why)
	}
	if name := refusedSanitizer(word); name != "" {
		return failure(CodeOption, "the option -fsanitize=%s cannot be obeyed", name).
			help("%s", noSanitizer)
	}
	if isGold(word) {
		return failure(CodeOption, "the option %s cannot be obeyed", word).help("%s", noGold)
	}
	if strings.HasPrefix(word, "--") && word != "--coverage" &&
		!slices.Contains(takesArgument, name) {
		return p.usage("unknown option %s%s", word,
			words.DidYouMean(config.NearestOption(p.request.Command, name)))
	}
	switch {
	case name == "-fcoarray":
		if value != "none" && value != "" {
			return failure(CodeOption, "the option %s cannot be obeyed",
				word).help("leave it out: coarrays are Coral's own work")
		}
		return nil
	case name == "-dialect":
		if value == "" {
			return missingArgument(r.Command, "-dialect=")
		}
		r.Dialect = value
		return nil
	case name == "-std":
		r.Standard = value
		return nil
	case word == "-cpp" || word == "-nocpp":
		r.Cpp = word
		return nil
	case argv.IsOpenMP(word):
		r.OpenMP = true
	case word == "-ffree-form":
		r.Form = "free"
		return nil
	case word == "-ffixed-form":
		r.Form = "fixed"
		return nil
	case strings.HasPrefix(word, fixedLength):
		return p.fixedLength(word)
	case strings.HasPrefix(word, "-Wl,"):
		r.Inputs = append(r.Inputs, Input{Name: word, Kind: Library})
		return nil
	}
	return p.lettered(word)
}

func (p *parser) fixedLength(word string) error {
	value := strings.TrimPrefix(word, fixedLength)
	if value == "none" || value == "0" {
		p.request.FixedLen = -1
		return nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 7 {
		return p.usage("%s: expected a number of columns, 7 or more, or none", word)
	}
	p.request.FixedLen = n
	return nil
}

// moduleOption gives flang's own option for the folder of module files the name that gfortran has
// for it, and flang, too.
func moduleOption(word string) string {
	if dir, is := strings.CutPrefix(word, "-module-dir"); is {
		return "-J" + dir
	}
	return word
}

// lettered handles -I dir, -Dname, -l lib and their kind, then everything else.
func (p *parser) lettered(word string) error {
	r := p.request
	word = moduleOption(word)
	if slices.Contains(takesArgument, word) {
		if !p.more() {
			return p.missing(word)
		}
		r.Compile = append(r.Compile, word, p.next())
		return nil
	}
	letter := word[:2]
	if !strings.Contains("-I-J-D-U-L-l", letter) || len(letter) != 2 {
		r.Compile = append(r.Compile, word)
		return nil
	}
	value := word[2:]
	if value == "" {
		var err error
		if value, err = p.argument(letter, ""); err != nil {
			return err
		}
	}
	switch letter {
	case "-I":
		r.Includes = append(r.Includes, value)
		r.Compile = append(r.Compile, letter+value)
	case "-J":
		r.ModDir = value
	case "-D", "-U":
		r.Macros = append(r.Macros, letter+value)
	case "-L":
		r.Link = append(r.Link, letter+value)
	case "-l":
		r.Inputs = append(r.Inputs, Input{Name: letter + value, Kind: Library})
	}
	return nil
}

func (p *parser) file(name string) error {
	kind, ok := kindOf(name)
	if !ok && p.request.Command == "run" && isProgram(name) {
		kind, ok = Program, true
	}
	if !ok {
		return p.unknown(name)
	}
	if strings.ContainsAny(name, "\n\r") && (kind == Fortran || kind == C) {
		return failure(CodeFile, "%q: the name of a source file cannot have line breaks: "+
			"generated text and messages name it within a line", name).help("rename it")
	}
	p.request.Inputs = append(p.request.Inputs, Input{Name: name, Kind: kind})
	return nil
}

// unknown is the error of a word that is neither an option nor a file that coral can use.
func (p *parser) unknown(name string) error {
	info, err := os.Stat(name)
	switch {
	case filepath.Ext(name) == ".go" || err == nil && info.IsDir() && isGo(name):
		return failure(CodeFile, "%s: programs in Go are built by go, not by coral", name).
			help("CORAL_NUM_IMAGES=4 go run DIRECTORY; or go build -o prog DIRECTORY, then " +
				"coral run -n 4 ./prog")
	case err != nil && p.mayBeArgument():
		return failure(CodeFile, "%s: %w", name, withoutPath(err)).help(afterDashes,
			p.request.Inputs[0].Name, name)
	case err != nil:
		return failure(CodeFile, "%s: %w", name, withoutPath(err))
	case info.IsDir():
		return failure(CodeFile, "%s: is a directory", name).
			help("name its files: coral %s %s", p.request.Command,
				filepath.Join(name, "*.f90"))
	}
	const kinds = "names of Fortran files end in .f90 .F90 .f95 .f03 .f08 .f18 .f .for and so " +
		"on, of CAF 2.0 in .caf .CAF, of C in .c, of files for the linker in .o .a .so"
	wrong := failure(CodeFile, "%s: what kind of file this is cannot be told from its name", name)
	if p.mayBeArgument() {
		return wrong.help(afterDashes+"; %s", p.request.Inputs[0].Name, name, kinds)
	}
	return wrong.help(kinds)
}

// afterDashes is what to do with a word that is an argument of the program.
const afterDashes = "if it is an argument of the program, it comes after --: coral run %s -- %s"

// mayBeArgument tells whether a word that is no file may be meant for the program, which has been
// named.
func (p *parser) mayBeArgument() bool {
	return p.request.Command == "run" && len(p.request.Inputs) > 0
}

// withoutPath is why a file cannot be used, where its name is told already.
func withoutPath(err error) error {
	if path, is := errors.AsType[*fs.PathError](err); is {
		return path.Err
	}
	return err
}

// debugInformation asks for what a debugger needs to know of sources, unless the user has chosen.
func (p *parser) debugInformation() {
	r := p.request
	chosen := func(option string) bool { return strings.HasPrefix(option, "-g") }
	if r.Debug > 0 && !slices.ContainsFunc(r.Compile, chosen) {
		r.Compile = append(r.Compile, "-g")
	}
}

// program is the executable that is to be run; "": none has been named yet.
func (p *parser) program() string {
	for _, in := range p.request.Inputs {
		if in.Kind == Program {
			return in.Name
		}
	}
	return ""
}

// alone is the error of a command line that has more than an executable.
const alone = "%s is a program already built: no other files can be given; its arguments come " +
	"after --"

// isGo tells whether a directory has a package of Go and no program for coral.
func isGo(directory string) bool {
	entries, _ := os.ReadDir(directory)
	has := false
	for _, e := range entries {
		if _, ours := kindOf(e.Name()); ours {
			return false
		}
		has = has || filepath.Ext(e.Name()) == ".go" && !strings.HasSuffix(e.Name(), "_test.go")
	}
	return has
}

// isProgram tells whether a file is an executable of this system.
func isProgram(name string) bool {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Mode()&0o111 == 0 {
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	var magic [4]byte
	_, err = io.ReadFull(f, magic[:])
	return err == nil && string(magic[:]) == "\x7fELF"
}

// isCAF2 tells whether a file is in CAF 2.0, by its ending: .caf, or .CAF for one that is
// preprocessed.
func isCAF2(name string) bool {
	ending := filepath.Ext(name)
	return ending == ".caf" || ending == ".CAF"
}

var fortranEndings = []string{".f90", ".f95", ".f03", ".f08", ".f18", ".f23", ".f", ".for", ".ftn",
	".f77", ".fpp"}

func kindOf(name string) (Kind, bool) {
	ending := filepath.Ext(name)
	switch {
	case slices.Contains(fortranEndings, strings.ToLower(ending)), isCAF2(name):
		return Fortran, true
	case ending == ".c":
		return C, true
	case ending == ".s" || ending == ".S":
		return Assembler, true
	case ending == ".o" || ending == ".a" || ending == ".so" ||
		strings.Contains(filepath.Base(name), ".so."):
		return Object, true
	}
	return 0, false
}

func (p *parser) finish() error {
	r := p.request
	if r.Help {
		return nil
	}
	sources := 0
	for _, in := range r.Inputs {
		if in.Kind == Fortran || in.Kind == C {
			sources++
		}
	}
	if !slices.ContainsFunc(r.Inputs, func(in Input) bool { return in.Kind != Library }) {
		return p.usage("no source file is given")
	}
	if program := p.program(); program != "" && len(r.Inputs) > 1 {
		return p.usage(alone, program)
	} else if program != "" && p.compile != "" {
		return failure(CodeUsage,
			"%[2]s has no effect on a program already built (%[1]s)", program, p.compile).help(
			"build it with the option: coral build %s -o %s FILES; options of the program "+
				"itself come after --", p.compile, program)
	}
	p.debugInformation()
	if err := r.checkWith(); err != nil {
		return err
	}
	if err := r.refuseRules(); err != nil {
		return err
	}
	if len(r.Hosts) > 0 && r.Conduit == "smp" {
		return p.usage("--hosts: the conduit smp is for one machine; use --conduit %s",
			provider.List(provider.Name, "or"))
	}
	if r.Command == "translate" && sources != len(r.Inputs) {
		return p.usage("`coral translate` takes Fortran and C sources only")
	}
	if r.Remote == lower.FormHybrid &&
		!slices.Contains([]string{"", lower.FormDefault, lower.FormCommon}, r.Local) {
		return p.usage("--remote=%s keeps local data in common blocks: leave out --local=%s",
			r.Remote, r.Local)
	}
	return r.checkDialect()
}

// refuseRules refuses options by which compilers write rules for make: here they compile generated
// text, whose rules are nobody's. The C compiler, alone, writes rules for programs that stay.
func (r *Request) refuseRules() error {
	for _, word := range r.Compile {
		beside := argv.IsDepends(word) || strings.HasPrefix(word, toPreprocessorList+"-M")
		if beside && (!r.onlyC() || r.Command != "build") || word == "-M" || word == "-MM" {
			return failure(CodeOption, "the option %s cannot be obeyed", word).help(
				"`coral fc` and `coral cc` write rules for make")
		}
	}
	return nil
}

func (r *Request) checkDialect() error {
	if r.Dialect != "" && r.Dialect != "standard" && r.Dialect != "legacy" {
		return failure(CodeNotYet,
			"-dialect=%s: the dialects are standard and legacy; a program of CAF 2.0 is a file "+
				"ending in .caf", r.Dialect)
	}
	return nil
}
