// Package lower rewrites coarray Fortran as ordinary Fortran with calls of Coral's runtime (module
// coral_rt). What is not about coarrays is reproduced byte for byte; line markers keep every
// statement at its own line of the user's source.
//
// A statement is first planned (emit.Plan: what stands before it, in its place, after it), in one
// walk over the tree that knows scopes and control flow; then the whole text is written once, with
// the plans applied.
package lower

import (
	"slices"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower/directive"
	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/hidden"
	"github.com/coral-pgas/coral/internal/fortran/lower/longint"
	"github.com/coral-pgas/coral/internal/fortran/lower/needs"
	"github.com/coral-pgas/coral/internal/fortran/lower/uses"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Options direct the translation.
type Options struct {
	// Resolve chooses the dialect.
	Resolve resolve.Options
	// Check generates run-time checks of image indices (-check).
	Check bool
	// Interfaces are modules that were compiled before, as package modfile keeps them: resolved,
	// not translated.
	Interfaces []*syntax.File
	// Bare are the names of modules among them that were compiled as they stand: generated code has
	// nothing of theirs to use.
	Bare map[string]bool
	// OwnEnv are the names of modules among them in which ISO_FORTRAN_ENV is the back end's own.
	OwnEnv map[string]bool
	// EnvHas are those names of EnvInSome that the back end's ISO_FORTRAN_ENV has.
	EnvHas map[string]bool
	// Fetches tells of modules that Coral has compiled before which of their procedures refer to
	// other images (modfile.Module).
	Fetches map[string]string
	// Separate: other files will be compiled later, which may use all that modules of these have.
	Separate bool
	// OwnTypes: beside the types of these files stands only what the files themselves need of it,
	// since the back end does not compile what others might.
	OwnTypes bool
	// ForOthers: these files have nothing to do with images themselves. Their modules are prepared
	// for files that have. Nothing in them needs the runtime: a program without coarrays stays one,
	// and they may be in a shared library.
	ForOthers bool
	// Withheld are the modules among Bare that have coarrays, and have been compiled so.
	Withheld map[string]bool
	// Bounds: the back end is to check subscripts. Generated code then leaves sections as they are
	// where it can.
	Bounds bool
	// Threads: the back end obeys the directives of OpenMP.
	Threads bool
	// Locality: the back end knows the locality of variables and the type of indices in DO
	// CONCURRENT.
	Locality bool
	// PartByName: a pointer component with deferred length must not be pointed to a component of an
	// array element (probe deferred_component).
	PartByName bool
	// NoWideSubstrings: the back end does wrong on substrings of a saved pointer of deferred length
	// with characters of 4 bytes (probe wide_substring).
	NoWideSubstrings bool
	// ComponentsApart: in FORALL the back end takes it for granted that pointer components of
	// structures of different types have different targets (probe forall_alias).
	ComponentsApart bool
	// Unparameterized: the back end fails on components that are pointers to objects of
	// parameterized types, which views are.
	Unparameterized bool
	// ComplexByLock: in atomic constructs the back end changes complex numbers under a lock of one
	// process, of which other images do not know.
	ComplexByLock bool
	// HiddenSubscripts: the back end defines what an assignment chooses elements by before it has
	// read them all, and may never end over array constructors in subscripts.
	HiddenSubscripts bool
	// NamedInterfaces: the back end cannot read its own module file again in which a procedure
	// pointer has an interface body in place of the name of an interface.
	NamedInterfaces bool
	// InlinePointers: C_F_POINTER costs nothing with this back end.
	InlinePointers bool
	// Interoperable: the back end is asked for a standard in which C_F_POINTER points to
	// interoperable types only (before F2018).
	Interoperable bool
	// Local and Remote are the forms of coarrays that are asked for (forms.go); "": the
	// translator's own.
	Local, Remote string
	// Once: the trees are not lowered again, as they may be in separate compilation.
	Once bool
	// Readable: the text is for people. Generated lines for one statement then have one line
	// marker; a compiler that reports something in the later ones would name lines further down.
	Readable bool
	// Runtime is the source of the run-time system's module if default integers have 8 bytes in
	// these files; else empty.
	Runtime string
}

// Output is one translated file.
type Output struct {
	File *syntax.File
	Text string
	// Parallel is true of a file that has to do with other images: it uses more of the runtime than
	// its way to end a program.
	Parallel bool
	// Alone is true of a file that has nothing to do with other images but by what others may need
	// of it (Separate): without that, Parallel would not be true of it (announced.go).
	Alone bool
	// Prepared is true of a file that must be changed for what it uses of modules that have been:
	// it need not have to do with images itself.
	Prepared bool
	// Changed is false for a file without any coarray feature: Text is then the source as it
	// stands, with what its INCLUDE lines bring.
	Changed bool
	// OwnEnv is true of a file in whose modules ISO_FORTRAN_ENV is the back end's own.
	OwnEnv bool
	// Fetches are those of the file's modules, as in Options.
	Fetches map[string]string
}

// Translate resolves and lowers all files of a compilation. The outputs are in the order of the
// files; they are of no use if diags has errors afterwards.
func Translate(files []*syntax.File, opt Options, diags *diag.List) []Output {
	all := append(slices.Clone(opt.Interfaces), files...)
	var found diag.List
	opt.Resolve.Bare, opt.Resolve.Compiled = opt.Bare, len(opt.Interfaces)
	prog := resolve.Resolve(all, opt.Resolve, &found)
	withoutInterfaces(diags, &found, opt.Interfaces)
	env := mentionsParallelEnv(all)
	out := make([]Output, len(files))
	if diags.HasErrors() { // what lowering refuses would only repeat in other words what is wrong
		return out
	}
	components := needs.Find(prog, files, opt.Threads)
	for _, f := range opt.Interfaces {
		for _, u := range f.Units {
			components.Before[prog.ScopeOf(u)] = true
		}
	}
	asked := !components.IsEmpty()
	if opt.Separate && !opt.OwnTypes {
		components.AnnounceModules(prog, files)
		components.Dynamic, components.BroadcastsDynamic, components.ShipsDynamic = true, true, true
	}
	// whoever fetches a value, it may be of any type
	if components.Dynamic || components.BroadcastsDynamic || components.ShipsDynamic {
		components.AnnounceTypes(prog, files)
	}
	var runtime *longint.Runtime
	if opt.Runtime != "" {
		runtime = longint.Read(opt.Runtime)
	}
	for i, f := range files {
		l := newLowerer(prog, f, opt, diags)
		l.runtime = runtime
		l.replaceEnv, l.needs = env, components
		l.spends = mayRelease(opt, files)
		l.file()
		l.sayImplied()
		l.refuseOtherConditionals()
		edits := l.directives.Place(l.plans, l.constantBounds)
		out[i] = Output{File: f, Text: f.Source.Text, Parallel: l.parallel,
			Alone: !asked && !l.beyond, Prepared: l.prepared,
			OwnEnv: !l.replacesEnv()}
		if !opt.Once && !diags.HasErrors() {
			out[i].Fetches = l.fetches().OfModules(f)
		}
		if len(l.plans) > 0 && !diags.HasErrors() {
			out[i].Text, out[i].Changed = emit.File(f, l.plans, edits, opt.Readable), true
			if l.fails || f.HasAnyName(resolve.AsksForFailures) {
				out[i].Text += markOfFailures(f)
			}
		} else if len(f.Includes) > 0 && !opt.Readable && !diags.HasErrors() {
			out[i].Text = emit.File(f, nil, nil, false)
		}
	}
	return out
}

// lowerer plans one file.
type lowerer struct {
	prog       *resolve.Program
	effects    *mid.Effects
	f          *syntax.File
	opt        Options
	diags      *diag.List
	plans      map[syntax.Stmt]*emit.Plan
	replaceEnv bool
	// ownEnvs are the names that modules give of the back end's ISO_FORTRAN_ENV, as far as asked
	// for (env.go).
	ownEnvs map[*resolve.Scope]map[string]string
	fails   bool // the file has a FAIL IMAGE statement
	// bounds are the variables that have the values of coindexed objects in declarations of BLOCK
	// constructs.
	bounds map[*syntax.Ref]string
	// conditionals are the conditional expressions that have been planned or refused.
	conditionals map[diag.Range]bool
	// viewsOf are the views that statement functions go through (stmtfunc.go).
	viewsOf map[*resolve.Symbol][]viewUse
	// hidden are intrinsic functions whose names mean something else in the file.
	hidden hidden.Names

	unit *unit
	// quiet: a second pass over the same statements must not report again.
	quiet    bool
	parallel bool // some unit is (isParallel)
	// announcing: what is being planned is there for other files only; beyond: some unit has to do
	// with images beyond that (announced.go).
	announcing bool
	beyond     bool
	prepared   bool // see Output
	criticals  map[*syntax.CriticalConstruct]string
	teams      *teams
	needs      *needs.Program
	lifetimes  *mid.Lifetimes
	lent       map[*syntax.AssignStmt]bool // puts whose source is lent (lent.go)
	coarrays   *needs.Coarrays
	directives *directive.File
	// crayPointers: the file declares pointees, which may be any memory.
	crayPointers bool
	// impliedIn are the scopes in which options of the compiler stand for statements (implied.go).
	impliedIn []impliedScope
	// typed are the texts of type declarations that have names of intrinsic procedures.
	typed  map[*syntax.TypeDeclStmt]*edit.Text
	tokens edit.Tokens
	// specTexts are type specifications as they are written.
	specTexts map[*syntax.TypeSpec]string
	// spends: trees are given back as soon as nothing asks for them (spent.go).
	spends bool
	// runtime tells of the runtime's integers, nil if default integers of the file are the same.
	runtime *longint.Runtime
}

// unit is the outermost program unit being lowered.
type unit struct {
	scope *resolve.Scope
	// uses is what it takes from modules.
	uses uses.List
	// selectors are those of its ASSOCIATE constructs (span.go).
	selectors []selector
	// locks are the hidden lock coarrays of CRITICAL constructs.
	locks     []string
	contained map[*resolve.Scope]*contained
	// narrowed are the IMPORT statements that go where the unit has uses.
	narrowed []*syntax.ImportStmt
	// types are those of which each scope tells the runtime (dynamic.go).
	types map[*resolve.Scope][]*resolve.Symbol
	// partSymbols stand for the coarray components of objects, by designator.
	partSymbols map[*resolve.Scope]map[string]*resolve.Symbol
	// guards are the coarrays for which views of another type stand, in blocks of SELECT TYPE.
	guards map[string]string
	// heads counts pointers for headings of constructs, headDecls declares them.
	heads     int
	headDecls map[*resolve.Scope][]string
	// formData are the variables of the forms that are asked for, pointees counts Cray pointees.
	formData map[formKey]*formData
	pointees int
	// split are the procedures whose statements get coarrays as arguments.
	split map[*resolve.Scope]*splitting
	// atEntry is what procedures keep of the current team (atentry.go).
	atEntry map[*resolve.Scope]*atEntry
	// labels are those of the program unit and its procedures, when one has been asked for that
	// they do not have.
	labels map[*resolve.Scope]*labels
	// leaving is what stands in front of statements by which control leaves a scope (release.go).
	leaving map[syntax.Stmt][]string
}

// partSymbolsOf are those of a scope, by designator.
func (u *unit) partSymbolsOf(scope *resolve.Scope) map[string]*resolve.Symbol {
	if u.partSymbols == nil {
		u.partSymbols = map[*resolve.Scope]map[string]*resolve.Symbol{}
	}
	if u.partSymbols[scope] == nil {
		u.partSymbols[scope] = map[string]*resolve.Symbol{}
	}
	return u.partSymbols[scope]
}

func newLowerer(prog *resolve.Program, f *syntax.File, opt Options, diags *diag.List) *lowerer {
	l := &lowerer{
		prog: prog, effects: mid.NewEffects(prog), lifetimes: mid.NewLifetimes(prog),
		f: f, opt: opt, diags: diags,
		plans: map[syntax.Stmt]*emit.Plan{},
		teams: newTeams(), criticals: map[*syntax.CriticalConstruct]string{},
		coarrays: needs.NewCoarrays(), lent: map[*syntax.AssignStmt]bool{},
		viewsOf: map[*resolve.Symbol][]viewUse{}, conditionals: map[diag.Range]bool{},
		ownEnvs:   map[*resolve.Scope]map[string]string{},
		specTexts: map[*syntax.TypeSpec]string{},
	}
	l.hidden = hidden.Find(prog, f)
	l.directives, l.crayPointers = directive.Find(f), mid.HasCrayPointers(f)
	return l
}

func (l *lowerer) errorf(code diag.Code, r diag.Range, format string,
	args ...any) *diag.Diagnostic {
	if l.quiet {
		return &diag.Diagnostic{}
	}
	return l.diags.Errorf(code, r, format, args...)
}

// legacy reports pre-standard usage: a warning, an error if the standard is asked for.
func (l *lowerer) legacy(code diag.Code, r diag.Range, help, format string, args ...any) {
	switch {
	case l.opt.Resolve.Strict:
		l.errorf(code, r, format, args...).Help("%s", help)
	case !l.opt.Resolve.Legacy:
		l.warnf(code, r, format, args...).Help("%s", help)
	}
}

func (l *lowerer) warnf(code diag.Code, r diag.Range, format string, args ...any) *diag.Diagnostic {
	if l.quiet {
		return &diag.Diagnostic{}
	}
	return l.diags.Warnf(code, r, format, args...)
}

// planOf gives the plan of a statement, a new one if it has none.
func (l *lowerer) planOf(s syntax.Stmt) *emit.Plan {
	p := l.plans[s]
	if p == nil {
		p = &emit.Plan{}
		l.plans[s] = p
	}
	return p
}

// use records that the unit needs a name of coral_rt, and gives the name.
func (l *lowerer) use(name string) string { return l.unit.uses.Runtime(name, !l.announcing) }

// useC is use for a procedure that coral_rt has from ISO_C_BINDING (uses.List.C).
func (l *lowerer) useC(name string) string { return l.unit.uses.C(name, !l.announcing) }

// fetches is what is known of the coarrays that procedures refer to on other images.
func (l *lowerer) fetches() mid.Fetches {
	return mid.Fetches{Prog: l.prog, Before: l.needs.Before, Noted: l.opt.Fetches}
}
