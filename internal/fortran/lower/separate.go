package lower

import (
	"slices"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Separate compilation: what other files will need of this one is not known, so modules of parallel
// files get all of it.

// withheld refuses a reference that needs the layout of a type of a module that was compiled as it
// stands, which cannot be told of here.
func (x *stmt) withheld(d *resolve.Symbol, needs func(*resolve.Symbol) bool) bool {
	b := derived.HiddenWithin(d, needs)
	if b != nil {
		x.refuseBare(b)
	}
	return b != nil
}

// refuseBare says that of a type nothing but itself can be used.
func (x *stmt) refuseBare(d *resolve.Symbol) {
	module := d.Scope.Name
	if x.l.opt.Withheld[module] {
		x.l.errorf("C0219", x.s.Info().Body(),
			"type '%s' has no part in images: the compiler does not take what would send the "+
				"types of its module '%s', and it or a component is private there", d.Name, module).
			Help("make the type and its components public, or move it to a module of its own")
		return
	}
	x.l.errorf("C0219", x.s.Info().Body(),
		"type '%s' has no part in images: its module '%s' was compiled as one without "+
			"coarrays, and it or a component is private there", d.Name, module).
		Help("compile the file with module '%s' by `coral fc -fcoarray=lib`", module)
}

// isParallel tells whether what has been planned for a unit has to do with other images.
func (l *lowerer) isParallel() bool {
	return l.unit.uses.IsParallel() || l.replacesForImages()
}

// replacesForImages tells whether a statement planned so far is replaced for a coarray, or for what
// a module has of images.
func (l *lowerer) replacesForImages() bool {
	for s, p := range l.plans {
		if _, isUse := s.(*syntax.UseStmt); p.Replaced && (isUse || mentionsCoarray(s)) {
			return true
		}
	}
	return false
}

// mentionsCoarray tells whether a statement that is changed is so for a coarray and not to end the
// program.
func mentionsCoarray(s syntax.Stmt) bool {
	bracket := false
	for _, t := range s.Info().Tokens() {
		if t.Kind == syntax.NameTok && t.Text == "stop" {
			return false
		}
		bracket = bracket || t.Kind == syntax.LBracket || t.Kind == syntax.NameTok &&
			t.Text == "codimension"
	}
	return bracket
}

// withoutInterfaces drops what resolution has found in interfaces of modules that other commands
// have compiled: it was said then, or is about procedures whose bodies are not there.
func withoutInterfaces(diags *diag.List, found *diag.List, interfaces []*syntax.File) {
	for _, d := range found.All() {
		if !slices.ContainsFunc(interfaces,
			func(f *syntax.File) bool { return f.Source == d.Range.Src }) {
			diags.Add(d)
		}
	}
}
