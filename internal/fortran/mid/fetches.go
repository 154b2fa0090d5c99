package mid

import (
	"maps"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Which coarrays of other images a procedure refers to, itself or through what it calls. Of
// procedures in the same files their bodies tell it; of those of modules that other commands have
// compiled, what Coral has left beside the module (Fetches.Noted). A module that another compiler
// has compiled has no image selectors. Of all others nothing is known: external procedures of other
// files, dummy procedures, procedure pointers, and what is bound to a dynamic type.

// Fetched are the coarrays that are referred to on other images.
type Fetched struct {
	// any: some that are not known.
	any bool
	of  map[*resolve.Symbol]bool
}

// MayHave tells whether a variable may be among them.
func (f *Fetched) MayHave(sym *resolve.Symbol) bool { return f.any || f.of[Root(sym)] }

func (f *Fetched) add(sym *resolve.Symbol) {
	if f.of == nil {
		f.of = map[*resolve.Symbol]bool{}
	}
	f.of[sym] = true
}

// Fetches is what is known of a program's procedures.
type Fetches struct {
	Prog *resolve.Program
	// Before are the modules that other commands have compiled.
	Before map[*resolve.Scope]bool
	// Noted is by their names what Coral has left beside them, as OfModules gives it.
	Noted map[string]string
}

// From begins a search for a statement in a scope.
func (k Fetches) From(scope *resolve.Scope) *Fetching {
	return &Fetching{Fetches: k, from: scope, seen: map[*resolve.Symbol]bool{}}
}

// OfModules gives for each module of a file the procedures that refer to other images, with the
// coarrays, and the functions that read nothing but their own (own.go), as Noted has them.
func (k Fetches) OfModules(file *syntax.File) map[string]string {
	notes := map[string]string{}
	for _, u := range file.Units {
		m, ok := u.(*syntax.Module)
		if !ok {
			continue
		}
		scope := k.Prog.ScopeOf(m)
		var words []string
		for _, p := range scope.Order {
			if p.Kind != resolve.Procedure || p.Scope != scope || p.Proc == nil {
				continue
			}
			f := k.From(nil)
			f.procedure(p)
			if list := f.found.names(); list != "" {
				words = append(words, p.Name+":"+list)
			}
			if p.Proc.Head.Kind == syntax.Function && k.own(p) {
				words = append(words, p.Name+ownMark)
			}
		}
		notes[scope.Name] = strings.Join(words, " ")
	}
	return notes
}

// Fetching is a search through procedures that call each other.
type Fetching struct {
	Fetches
	// from is the scope of the statement that asks; nil: other files will.
	from  *resolve.Scope
	seen  map[*resolve.Symbol]bool
	found Fetched
}

// Found is what the search has found up to now.
func (f *Fetching) Found() *Fetched { return &Fetched{f.found.any, maps.Clone(f.found.of)} }

// CalledIn finds what is fetched by the procedures that are called in a node.
func (f *Fetching) CalledIn(n syntax.Node, scope *resolve.Scope) {
	f.walk(n, scope, false)
}

// walk goes through a node. selectors: the image selectors in it count too.
func (f *Fetching) walk(top syntax.Node, scope *resolve.Scope, selectors bool) {
	f.Prog.InspectIn(top, scope, func(n syntax.Node, in *resolve.Scope) bool {
		if st, is := n.(syntax.Stmt); is && syntax.GivenBack(st) {
			f.found.any = true
		}
		if f.found.any {
			return false
		}
		switch n := n.(type) {
		case *syntax.Subprogram:
			return n == top // what calls another one says so
		case *syntax.OpaqueStmt:
			f.found.any = true
		case *syntax.AssignStmt:
			f.operations(in.AssignmentCalls(n.LHS(), n.RHS()))
		case *syntax.Unary, *syntax.Binary:
			f.operations(in.OperatorCalls(n))
		case *syntax.CallStmt:
			f.call(n.Proc, in)
		case *syntax.Ref:
			if selectors {
				f.selector(n, in)
			}
			if in.Reference(n).Call || boundCall(n, in) {
				f.call(n, in)
			}
		}
		return true
	})
}

// boundCall tells whether a reference ends in a type-bound procedure or a procedure component.
func boundCall(r *syntax.Ref, scope *resolve.Scope) bool {
	last := len(r.Parts) - 1
	if last == 0 || r.Parts[last].Args == nil {
		return false
	}
	info := scope.Reference(r)
	part := info.Parts[last]
	return part == nil && info.Types[last] == nil || part != nil && part.Kind == resolve.Procedure
}

// selector counts the coarray of a coindexed object.
func (f *Fetching) selector(r *syntax.Ref, scope *resolve.Scope) {
	for _, p := range r.Parts {
		if p.Through() != nil {
			f.found.any = true
		}
	}
	if !r.Remote() {
		return
	}
	base := Root(scope.Reference(r).Base)
	if base == nil || base.Kind == resolve.Associate || base.Has(resolve.Pointer) ||
		base.Has(resolve.Dummy) && !f.isHost(base.Scope) {
		f.found.any = true
		return
	}
	f.found.add(base)
}

// isHost tells whether the statement that asks sees the names of a scope by host association: there
// a dummy argument is the same one.
func (f *Fetching) isHost(scope *resolve.Scope) bool {
	for at := f.from; at != nil; at = at.Host {
		if at == scope {
			return true
		}
	}
	return false
}

// operations counts the procedures that may be meant by an operator or an assignment.
func (f *Fetching) operations(procs []*resolve.Symbol, unknown bool) {
	f.found.any = f.found.any || unknown
	for _, p := range procs {
		f.procedure(p)
	}
}

// call counts what a reference to a procedure calls.
func (f *Fetching) call(r *syntax.Ref, scope *resolve.Scope) {
	name := r.First().Name
	if len(r.Parts) > 1 {
		f.bound(r, scope)
		return
	}
	if scope.IsIntrinsic(name) || scope.CAF2Function(r) != nil {
		return
	}
	sym := scope.Lookup(name)
	switch {
	case sym != nil && sym.Has(resolve.StatementFunction):
		f.found.any = true
	case sym != nil && sym.Kind == resolve.Generic:
		procs, complete := scope.MayMean(r)
		f.operations(procs, !complete)
	default:
		f.procedure(scope.Callee(r).Proc)
		// declared by another procedure's interface, it may be any that has the same
		f.found.any = f.found.any ||
			sym != nil && sym.Flags&(resolve.Pointer|resolve.Dummy) != 0
	}
}

// bound counts what a reference by way of an object calls. Of a polymorphic object the dynamic type
// decides.
func (f *Fetching) bound(r *syntax.Ref, scope *resolve.Scope) {
	last := len(r.Parts) - 1
	info := scope.Reference(r)
	object := info.Types[last-1]
	if object == nil || object.Base == syntax.TypeClass || object.Base == syntax.TypeClassAny ||
		info.Parts[last] != nil { // a procedure component
		f.found.any = true
		return
	}
	f.procedure(scope.Callee(r).Proc)
}

// procedure counts what a procedure refers to; nil: it is not known which one it is.
func (f *Fetching) procedure(p *resolve.Symbol) {
	if p == nil || p.Proc == nil || p.Inner == nil {
		f.found.any = true
		return
	}
	if f.seen[p] || f.found.any {
		return
	}
	f.seen[p] = true
	if m := p.Scope; m != nil && f.Before[m] && p.Inner.Separate == nil {
		f.noted(m, p.Name)
		return
	}
	if p.Inner.Kind == resolve.BodyScope {
		f.elsewhere(p)
		return
	}
	f.walk(p.Proc, p.Inner, true)
}

// elsewhere counts what a procedure with an interface body refers to.
func (f *Fetching) elsewhere(p *resolve.Symbol) {
	if own := p.Inner.Separate; own != nil {
		f.walk(own.Node, own, true)
		return
	}
	body := f.Prog.Externals[p.Name]
	if p.Proc.Head.Has("module") || body == nil || body == p || body.Inner == nil ||
		body.Inner.Kind != resolve.ProcScope {
		f.found.any = true
		return
	}
	f.procedure(body)
}

// noted counts what a command that has compiled a module has noted of a procedure.
func (f *Fetching) noted(m *resolve.Scope, name string) {
	all, ours := f.Noted[m.Name]
	if !ours || m.Kind != resolve.ModuleScope {
		f.found.any = f.found.any || !m.Bare || m.Kind != resolve.ModuleScope
		return
	}
	for _, word := range strings.Fields(all) {
		of, list, _ := strings.Cut(word, ":")
		if of != name {
			continue
		}
		for _, coarray := range strings.Split(list, ",") {
			f.coarray(coarray)
		}
		return
	}
}

// coarray counts one that is known by its module and its name.
func (f *Fetching) coarray(text string) {
	module, name, of := strings.Cut(text, ".")
	if !of {
		f.found.any = true
		return
	}
	// of a module that is not there nothing here can be defined
	if m := f.Prog.Modules[module]; m != nil && m.Symbols[name] != nil {
		f.found.add(m.Symbols[name])
	}
}

// names lists what is fetched for other files. Variables that are not of a module cannot be defined
// by those.
func (f *Fetched) names() string {
	if f.any {
		return "*"
	}
	var list []string
	for _, sym := range slices.Collect(maps.Keys(f.of)) {
		if sym.Scope != nil && sym.Scope.Kind == resolve.ModuleScope {
			list = append(list, sym.Scope.Name+"."+sym.Name)
		}
	}
	slices.Sort(list)
	return strings.Join(list, ",")
}
