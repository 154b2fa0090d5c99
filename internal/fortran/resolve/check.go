package resolve

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// check reports violations of the standard that concern coarrays. One mistake gives one diagnostic:
// an entity whose declaration is wrong is not reported again where it is used.
func (p *Program) check() {
	for _, f := range p.Files {
		for _, u := range f.Units {
			p.checkUnit(u)
		}
	}
}

func (p *Program) checkUnit(u syntax.Unit) {
	s := p.scopes[u]
	if s == nil {
		return
	}
	switch u := u.(type) {
	case *syntax.MainProgram:
		p.checkBody(s, &u.ScopeBody)
	case *syntax.Module:
		p.checkBody(s, &u.ScopeBody)
	case *syntax.Submodule:
		p.checkBody(s, &u.ScopeBody)
	case *syntax.BlockData:
		p.checkBody(s, &u.ScopeBody)
	case *syntax.Subprogram:
		p.checkBody(s, &u.ScopeBody)
	}
}

func (p *Program) checkBody(s *Scope, b *syntax.ScopeBody) {
	p.checkDeclarations(s, b.Spec)
	p.imports(s, b.Spec, b.Exec)
	c := &checker{p: p, scope: s}
	p.simpleUnit(s, b)
	c.simpleDeclarations(b.Spec)
	c.items(b.Exec)
	c.branchesInto(b.Exec)
	for _, sub := range b.Procs {
		p.checkUnit(sub)
	}
}

// checkDeclarations checks the entities declared in a scope, and the interfaces and types in its
// specification part.
func (p *Program) checkDeclarations(s *Scope, spec []syntax.Item) {
	if sub, ok := s.Node.(*syntax.Subprogram); ok && sub.Head != nil && sub.Head.Type != nil {
		p.noCoindexedBounds(s, sub.Head.Type)
	}
	for _, sym := range s.Order {
		if sym.Scope == s && sym.Kind != Associate {
			p.checkEntity(s, sym)
		}
	}
	for _, it := range spec {
		switch it := it.(type) {
		case *syntax.InterfaceBlock:
			for _, b := range it.Items {
				if sub, ok := b.(*syntax.Subprogram); ok {
					if in := p.scopes[sub]; in != nil {
						p.checkDeclarations(in, sub.Spec)
					}
				}
			}
		case *syntax.DerivedTypeDef:
			if sym := s.Symbols[nameOf(it)]; sym != nil {
				p.checkExtension(it, sym)
				for _, part := range it.Components {
					if st, ok := part.(*syntax.TypeDeclStmt); ok {
						p.coshapeOfDimension(st)
					}
				}
				for _, c := range sym.Components {
					if p.checkCopointer(c) {
						continue
					}
					p.coarrayInComponent(c)
					if c.Codims != nil && (!c.Codims.Deferred() || !c.Has(Allocatable)) {
						p.errorf("C0105", c.Codims.Range,
							"a coarray component must be allocatable, with coshape `[:]`: '%s' "+
								"is not", c.Name)
					} else if c.Codims != nil {
						p.noCoarrayType(c, c.Codims.Range)
					}
				}
			}
		case *syntax.XMPStmt:
			c := &checker{p: p, scope: s}
			c.directive(it)
			c.xmp(it)
		case *syntax.TypeDeclStmt:
			for _, e := range it.Entities {
				if r := s.coindexedIn(e.Init); r != nil {
					p.errorf("C0224", r.Range,
						"a coindexed object cannot stand in a constant expression (F2018 10.1.12)")
					return
				}
			}
			p.noCoindexedBounds(s, it)
			p.coshapeOfDimension(it)
			p.typeOfCAF2(s, it.Type)
			p.typeOfEnv(s, it.Type)
		case *syntax.ParameterStmt:
			p.parameterStmt(it)
		case *syntax.AttrStmt:
			p.noCoindexedBounds(s, it)
		case *syntax.CrayPointerStmt:
			p.crayPointees(s, it)
		case *syntax.StructureDef:
			p.coarraysInStructure(it)
		case *syntax.DataStmt:
			for _, set := range it.Sets {
				for _, o := range set.Objects {
					p.dataObject(o)
				}
			}
		}
	}
}

// typeOfEnv: a type of ISO_FORTRAN_ENV that parallel statements need is declared nowhere.
func (p *Program) typeOfEnv(s *Scope, t *syntax.TypeSpec) {
	if !unknownTypeOfEnv(s, t) {
		return
	}
	for in := s; in != nil; in = in.Host {
		if in.Kind == SubmoduleScope && in.Host == nil { // what its parent has is not known
			return
		}
	}
	p.errorf("C0117", t.Range, "type '%s' is not known here", t.Name.Name).Help(
		"write use, intrinsic :: iso_fortran_env, only: %s before IMPLICIT NONE", t.Name.Name)
}

// unknownTypeOfEnv tells whether a type has such a name and no declaration.
func unknownTypeOfEnv(s *Scope, t *syntax.TypeSpec) bool {
	if t == nil || t.Base != syntax.TypeDerived || t.Name == nil {
		return false
	}
	switch name := t.Name.Name; name {
	case "event_type", "lock_type", "team_type", "notify_type":
		return s.Lookup(name) == nil && s.UnknownModule(name) == nil
	}
	return false
}

// typeOfCAF2: types of CAF 2.0 stand without TYPE( ).
func (p *Program) typeOfCAF2(s *Scope, t *syntax.TypeSpec) {
	if !s.CAF2 || t == nil || t.Base != syntax.TypeDerived || t.Name == nil ||
		s.Lookup(t.Name.Name) != nil || s.UnknownModule(t.Name.Name) != nil {
		return
	}
	switch name := t.Name.Name; name {
	case "team", "event", "eventset", "lock", "lockset", "topology":
		p.errorf("C0173", t.Range,
			"no derived type '%s' is declared: CAF 2.0 has the type without TYPE( )", name).
			Help("write %s :: and the names", name)
	}
}

// coshapeOfDimension refuses a second CODIMENSION attribute, and warns of a coshape behind
// DIMENSION, as Co-array Fortran had it before the standard.
func (p *Program) coshapeOfDimension(st *syntax.TypeDeclStmt) {
	codimensions := 0
	for _, a := range st.Attrs {
		if a.Kind != syntax.AttrCodimension {
			continue
		}
		if codimensions++; codimensions == 2 {
			p.errorf("C0182", a.Range, "CODIMENSION stands twice in one declaration (F2018 C801)")
		}
	}
	if a := st.Attr(syntax.AttrDimension); a != nil && a.Codims != nil {
		p.legacy("C0033", a.Range, "write dimension"+a.Dims.Range.Text()+", codimension"+
			a.Codims.Range.Text(),
			"the DIMENSION attribute has no coshape in the standard (F2018 R802)")
	}
}

// parameterStmt warns of PARAMETER as it was before the standard.
func (p *Program) parameterStmt(st *syntax.ParameterStmt) {
	if !st.Parens && len(st.Defs) > 0 {
		r := st.Defs[0].Range.Join(st.Defs[len(st.Defs)-1].Range)
		p.legacy("C0034", r, "write parameter ("+r.Text()+")",
			"PARAMETER without parentheses is not standard Fortran (F2018 R851)")
	}
}

// dataObject refuses coindexed objects among the objects of a DATA statement, in its implied DO
// loops too (C876); subscripts and loop bounds there are constant expressions but for the variables
// of the loops.
func (p *Program) dataObject(o syntax.Expr) {
	switch o := o.(type) {
	case *syntax.Ref:
		if o.Coindexed() != nil {
			p.errorf("C0125", o.Range,
				"a coindexed object cannot be initialised by DATA (F2018 C876)")
			return
		}
		for _, part := range o.Parts {
			if part.Args == nil {
				continue
			}
			for _, a := range part.Args.Items {
				p.notCoindexedInData(a.Value)
			}
		}
	case *syntax.ImpliedDo:
		for _, item := range o.Items {
			p.dataObject(item)
		}
		if o.Control != nil {
			p.notCoindexedInData(o.Control.First)
			p.notCoindexedInData(o.Control.Last)
			p.notCoindexedInData(o.Control.Step)
		}
	}
}

func (p *Program) notCoindexedInData(n syntax.Node) {
	if r := coindexedInData(n); r != nil {
		p.errorf("C0125", r.Range,
			"a coindexed object cannot stand in DATA: subscripts and loop bounds there are "+
				"constant but for loop variables (F2018 10.1.12)")
	}
}

// noCoindexedBounds refuses coindexed objects in the bounds and lengths of a declaration, but for a
// BLOCK construct's: they would have to be fetched before the first statement. In constant
// expressions the standard has none (F2018 10.1.12).
func (p *Program) noCoindexedBounds(s *Scope, st syntax.Node) {
	r := s.coindexedIn(st)
	if r == nil {
		return
	}
	if s.Kind == ProcScope {
		if r = s.notAtEntry(st); r == nil {
			c := &checker{p: p, scope: s}
			for _, r := range s.remoteIn(st) {
				c.ref(r)
			}
			p.boundsOfEntries(s, st)
			return
		}
	}
	if s.Kind == BlockScope {
		if d, ok := st.(*syntax.TypeDeclStmt); ok {
			if _, r = s.BoundsBefore(d); r == nil {
				return
			}
		}
		p.errorf("C0224", r.Range, "a bound or length that a BLOCK construct declares cannot have "+
			"this coindexed object: %s", s.notBefore(r, s.askedBeyondValue(st))).
			Help("assign the value to a variable before the BLOCK construct")
	} else {
		p.errorf("C0224", r.Range,
			"a coindexed object can stand in a declared bound or length only in a procedure, and "+
				"only as an integer scalar of a coarray from outside, or of a dummy argument "+
				"(F2018 10.1.11), without TEAM= and STAT=").
			Help("make the variable allocatable, and allocate it by a statement")
	}
}

// given is an entity with what declares it in a statement: bounds, a length.
type given struct {
	name *syntax.Ident
	in   []syntax.Node
}

// givenBy are the entities that a statement, or the type in front of FUNCTION, declares.
func (s *Scope) givenBy(st syntax.Node, u *syntax.Subprogram) (list []given) {
	switch st := st.(type) {
	case *syntax.TypeDeclStmt:
		for _, e := range st.Entities {
			g := given{e.Name, []syntax.Node{e}}
			if e.Len == nil {
				g.in = append(g.in, st.Type)
			}
			for _, a := range st.Attrs {
				if a.Dims != nil && e.Dims == nil {
					g.in = append(g.in, a.Dims)
				}
			}
			list = append(list, g)
		}
	case *syntax.AttrStmt:
		for _, e := range st.Entities {
			list = append(list, given{e.Name, []syntax.Node{e}})
		}
	case *syntax.TypeSpec:
		name := u.Head.Name
		if u.Head.Result != nil {
			name = u.Head.Result
		}
		list = append(list, given{name, []syntax.Node{st}})
	}
	return list
}

// boundsOfEntries refuses coindexed objects in the bound or length of an object of a procedure that
// has an ENTRY by which the object, but not all that its bound refers to, is there: the compilers
// evaluate it there all the same.
func (p *Program) boundsOfEntries(s *Scope, st syntax.Node) {
	u, ok := s.Node.(*syntax.Subprogram)
	if !ok {
		return
	}
	for _, list := range [][]syntax.Item{u.Spec, u.Exec} {
		for _, it := range list {
			entry, ok := it.(*syntax.EntryStmt)
			if !ok {
				continue
			}
			for _, g := range s.givenBy(st, u) {
				if r, name := s.lackingAt(entry, g); r != nil {
					p.errorf("C0224", r.Range,
						"the bound or length of '%s' refers to '%s', which the ENTRY '%s' does "+
							"not have as a dummy argument", g.name.Name, name, entry.Name.Name).
						Note(entry.Name.Range, "compilers evaluate it at this ENTRY, too").
						Help("add '%s' to the dummy arguments of '%s', or write a separate "+
							"procedure in place of the ENTRY", name, entry.Name.Name)
					return
				}
			}
		}
	}
}

// lackingAt finds a coindexed object in what declares an entity, and a dummy argument in it, that
// an ENTRY does not have. It has the entity: as a dummy argument, or since it is no dummy argument.
func (s *Scope) lackingAt(entry *syntax.EntryStmt, g given) (found *syntax.Ref, name string) {
	has := func(name string) bool {
		return slices.ContainsFunc(entry.Args,
			func(a *syntax.DummyArg) bool { return a.Name != nil && a.Name.Name == name })
	}
	if g.name == nil {
		return nil, ""
	}
	if sym := s.Symbols[g.name.Name]; sym == nil || sym.Has(Dummy) && !has(sym.Name) {
		return nil, ""
	}
	for _, n := range g.in {
		for _, r := range s.remoteIn(n) {
			syntax.Inspect(r, func(n syntax.Node) bool {
				if in, ok := n.(*syntax.Ref); ok && found == nil {
					sym := s.Symbols[in.First().Name]
					if sym != nil && sym.Scope == s && sym.Has(Dummy) && !has(sym.Name) {
						found, name = r, sym.Name
					}
				}
				return true
			})
		}
	}
	return found, name
}

// notBefore says why a coindexed object in a declaration of a BLOCK construct cannot be evaluated
// in front of the construct; "": it can.
func (s *Scope) notBefore(r *syntax.Ref, asked map[*syntax.Ref]bool) (why string) {
	switch {
	case !s.TypeOf(r).intrinsic():
		return "it is of derived type"
	case asked[r]:
		return "it is asked for its bounds or its state, which a copy of its value does not have"
	}
	syntax.Inspect(r, func(n syntax.Node) bool {
		if in, ok := n.(*syntax.Ref); ok {
			if sym := s.Symbols[in.Parts[0].Name.Name]; sym != nil && sym.Scope == s {
				why = "'" + sym.Name + "' is declared in the construct itself"
			}
		}
		return true
	})
	return why
}

// BoundsBefore gives the coindexed objects in the bounds and lengths of a declaration in a BLOCK
// construct, and the first that cannot be evaluated in front of the construct; nil: all can, since
// they name nothing that is declared in it, are of intrinsic types, and only their values count.
func (s *Scope) BoundsBefore(st *syntax.TypeDeclStmt) (list []*syntax.Ref, bad *syntax.Ref) {
	list = s.remoteIn(st)
	asked := s.askedBeyondValue(st)
	for _, r := range list {
		if bad == nil && s.notBefore(r, asked) != "" {
			bad = r
		}
	}
	return list, bad
}

// beyondValue are functions that tell of their first argument what a copy of its value has not.
var beyondValue = set(`allocated associated is_contiguous lbound ubound`)

// askedBeyondValue are the objects in a declaration about which such a function is asked.
func (s *Scope) askedBeyondValue(n syntax.Node) map[*syntax.Ref]bool {
	asked := map[*syntax.Ref]bool{}
	syntax.Inspect(n, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Ref); ok {
			if o := s.firstArgument(r, beyondValue); o != nil {
				asked[o] = true
			}
		}
		return true
	})
	return asked
}

// remoteIn are the coindexed objects in a declaration whose values are asked for.
func (s *Scope) remoteIn(n syntax.Node) (list []*syntax.Ref) {
	asked := map[*syntax.Ref]bool{}
	syntax.Inspect(n, func(n syntax.Node) bool {
		r, ok := n.(*syntax.Ref)
		if !ok || asked[r] {
			return true
		}
		if s.asksAlike(r) {
			return true
		}
		if r.Remote() {
			list = append(list, r)
			return false
		}
		if o := s.AskedObject(r); o != nil {
			asked[o] = true
		}
		return true
	})
	return list
}

// asksAlike tells whether a reference is such an inquiry about an object of another image that this
// image's object answers, too: no component that each image allocates is in it.
func (s *Scope) asksAlike(r *syntax.Ref) bool {
	return r.Coindexed() != nil && s.AsksParameter(r) && s.Reference(r).Indirect == 0
}

// AsksParameter tells whether a reference is an inquiry for the kind or length of an object of
// intrinsic type, as in x(:)[k]%kind (F2018 R916).
func (s *Scope) AsksParameter(r *syntax.Ref) bool {
	n, last := len(r.Parts), r.Last()
	if n < 2 || last.Args != nil || last.Selector != nil ||
		last.Name.Name != "kind" && last.Name.Name != "len" {
		return false
	}
	t := s.Reference(r).Types[n-2]
	return t != nil && t.DerivedOf() == nil
}

// alikeInquiries are functions that tell nothing of their first argument but what a coarray has on
// all images alike: type parameters, numeric model, rank, shape, bounds (F2018 10.1.11, 8.5.6.2).
var alikeInquiries = set(`kind len rank size shape lbound ubound bit_size digits epsilon huge tiny
	maxexponent minexponent precision radix range`)

// AskedObject is the coindexed object about which such a function is asked, where the object of
// this image gives the same answer; nil: there is none.
func (s *Scope) AskedObject(r *syntax.Ref) *syntax.Ref {
	o := s.firstArgument(r, alikeInquiries)
	if o == nil || o.Coindexed() == nil || len(o.Coindexed().Selector.Specs) > 0 {
		return nil
	}
	info := s.Reference(o)
	for _, c := range info.Parts[1:] {
		if c == nil || c.Flags&(Allocatable|Pointer) != 0 {
			return nil
		}
	}
	return o
}

// firstArgument is the object that is the first argument of one of some intrinsic functions; nil:
// r calls none of them, or about no object.
func (s *Scope) firstArgument(r *syntax.Ref, functions map[string]bool) *syntax.Ref {
	p := r.Parts[0]
	if len(r.Parts) > 1 || p.Args == nil || len(p.Args.Items) == 0 ||
		!functions[p.Name.Name] || !s.IsIntrinsic(p.Name.Name) {
		return nil
	}
	o, _ := p.Args.Items[0].Value.(*syntax.Ref)
	return o
}

// notAtEntry is the first of the coindexed objects in a declaration in a procedure whose value a
// specification function cannot give; nil: all are integer scalars that belong to dummy arguments
// that are there and defined, or to coarrays of other scopes (F2018 10.1.11).
func (s *Scope) notAtEntry(st syntax.Node) *syntax.Ref {
	for _, r := range s.remoteIn(st) {
		info := s.Reference(r)
		b, sel := info.Base, r.Parts[0].Selector
		t := info.Types[len(info.Types)-1]
		if !b.IsCoarray() || sel == nil || len(sel.Specs) > 0 || t == nil ||
			t.Base != syntax.TypeInteger || info.Rank != 0 || info.Call || b.Kind != Variable {
			return r
		}
		if b.Scope == s && (!b.Has(Dummy) || b.Has(Optional) || b.Intent == "out") ||
			len(sel.Cosubs) != b.Corank() {
			return r
		}
		for _, p := range info.Parts[1:] {
			if p == nil || p.Flags&(Allocatable|Pointer) != 0 {
				return r
			}
		}
	}
	return nil
}

// coindexedIn finds one of them, or nil.
func (s *Scope) coindexedIn(n syntax.Node) *syntax.Ref {
	if n == nil {
		return nil
	}
	if list := s.remoteIn(n); len(list) > 0 {
		return list[0]
	}
	return nil
}

// coindexedInData finds any coindexed object, or nil.
func coindexedInData(n syntax.Node) (found *syntax.Ref) {
	if n == nil {
		return nil
	}
	syntax.Inspect(n, func(n syntax.Node) bool {
		if r, ok := n.(*syntax.Ref); ok && found == nil && r.Remote() {
			found = r
		}
		return found == nil
	})
	return found
}

func nameOf(d *syntax.DerivedTypeDef) string {
	if d.Head == nil || d.Head.Name == nil {
		return ""
	}
	return d.Head.Name.Name
}

func (p *Program) errorf(code diag.Code, r diag.Range, format string,
	args ...any) *diag.Diagnostic {
	return p.Diags.Errorf(code, r, format, args...)
}

// legacy reports pre-standard usage: a warning that shows the standard form, an error if the
// standard is asked for.
func (p *Program) legacy(code diag.Code, r diag.Range, help, format string, args ...any) {
	switch {
	case p.opt.Strict:
		p.Diags.Errorf(code, r, format, args...).Help("%s", help)
	case !p.opt.Legacy:
		p.Diags.Warnf(code, r, format, args...).Help("%s", help)
	}
}

// checkEntity checks the declaration of one entity.
func (p *Program) checkEntity(s *Scope, sym *Symbol) {
	if strings.HasPrefix(sym.Name, "coral_") && sym.Ident != nil {
		p.errorf("C0101", sym.Ident.Range,
			"names that begin with 'coral_' are Coral's own: '%s' must be renamed", sym.Name)
		return
	}
	p.coarrayParts(sym)
	if p.checkCopointer(sym) {
		return
	}
	if sym.Codims == nil {
		p.checkEventOrLock(s, sym)
		return
	}
	at := declRange(sym)
	if n := sym.Rank() + sym.Corank(); n > 15 {
		p.errorf("C0160", at, "rank and corank of '%s' are %d together: more than fifteen",
			sym.Name, n)
		return
	}
	if sym.Again != nil {
		p.errorf("C0182", sym.Again.Range,
			"'%s' has codimensions from another statement: an entity is given an attribute "+
				"once (F2018 C815)", sym.Name)
		return
	}
	switch {
	case p.noCoarrayType(sym, at) || p.coarrayBinding(s, sym, at):
	case sym.Kind == Parameter:
		p.errorf("C0111", at,
			"the named constant '%s' cannot be a coarray: PARAMETER and codimension exclude "+
				"each other", sym.Name)
	case sym.Kind == Procedure:
		p.errorf("C0110", at, "the procedure '%s' cannot be a coarray: that is data (F2018 5.4.7)",
			sym.Name)
	case sym.Has(Pointer):
		p.errorf("C0109", at, "coarray '%s' cannot be a pointer (F2018 C825)", sym.Name)
	case sym.Has(Result):
		p.errorf("C0110", at, "the function result '%s' cannot be a coarray (F2018 C824)", sym.Name)
	case sym.Has(InCommon):
		p.errorf("C0112", sym.Mentioned.Range,
			"coarray '%s' cannot be in a common block (F2018 C8119)",
			sym.Name).Help("put it into a module")
	case sym.Has(Equivalenced):
		p.errorf("C0112", sym.Mentioned.Range,
			"coarray '%s' cannot be in an equivalence set (F2018 C8110)", sym.Name)
	case sym.Has(Value):
		p.errorf("C0127", at, "coarray '%s' cannot have the VALUE attribute (F2018 C862)", sym.Name)
	case p.emptiedSynchronizer(sym):
	case s.IsPure() && !sym.Has(Dummy) && sym.Scope.Kind != ModuleScope:
		p.errorf("C0113", at,
			"a %s procedure has no coarray of its own: '%s' would be saved, or deallocated "+
				"at its end by all images (F2018 C1589, C1599)", s.PureWord(), sym.Name)
	case sym.Has(Allocatable):
		p.checkAllocatable(sym)
	default:
		p.checkStatic(s, sym)
	}
}

func (p *Program) checkAllocatable(sym *Symbol) {
	if !sym.Codims.Deferred() {
		p.errorf("C0105", sym.Codims.Range,
			"the allocatable coarray '%s' must have a deferred coshape, `%s`", sym.Name,
			deferred(sym.Corank())).
			Help("the cobounds are given when it is allocated: allocate (%s(...)%s)", sym.Name,
				sym.Codims.Range.Text())
		return
	}
	if sym.Has(Dummy) && sym.Intent == "out" {
		p.errorf("C0132", declaredName(sym),
			"the allocatable coarray '%s' cannot be INTENT(OUT) (F2018 C830)",
			sym.Name).Help("use intent(inout)")
	}
}

func deferred(n int) string { return "[" + strings.Repeat(":,", n-1) + ":]" }

func (p *Program) checkStatic(s *Scope, sym *Symbol) {
	dims := sym.Codims.Dims
	if sym.Codims.Deferred() {
		p.errorf("C0106", sym.Codims.Range,
			"the coshape of '%s' is deferred, but it is not allocatable", sym.Name).
			Help("write `[*]`, or declare it allocatable")
		return
	}
	for i, d := range dims {
		if last := i == len(dims)-1; last != (d.Kind == syntax.DimStar) {
			return // reported by the parser
		}
	}
	p.cobounds(s, sym.Codims, sym.Name)
	if sym.Has(Dummy) {
		return
	}
	for _, d := range dimsOf(sym) {
		switch {
		case d.Kind == syntax.DimDeferred || d.Kind == syntax.DimLower:
			p.errorf("C0135", sym.Dims.Range,
				"the shape of coarray '%s' is deferred, but it is not allocatable", sym.Name)
			return
		case d.Upper != nil && !s.IsConstant(d.Upper) || d.Lower != nil && !s.IsConstant(d.Lower):
			s.noteUnknown(p.errorf("C0136", sym.Dims.Range,
				"coarray '%s' has bounds that are not constant: it must be allocatable or a "+
					"dummy argument", sym.Name), d)
			return
		}
	}
	for _, d := range dims {
		if s.Kind != ProcScope && s.Kind != BlockScope && !d.Ranks &&
			(d.Upper != nil && !s.IsConstant(d.Upper) || d.Lower != nil && !s.IsConstant(d.Lower)) {
			s.noteUnknown(p.errorf("C0136", sym.Codims.Range,
				"coarray '%s' has cobounds that are not constant, which only those of "+
					"procedures and BLOCK constructs can have (F2018 8.5.6.3)", sym.Name), d)
			return
		}
	}
	if s.Kind == BlockDataScope && sym.Has(Initialised) {
		p.errorf("C0112", sym.Ident.Range,
			"coarray '%s' cannot be initialised in BLOCK DATA: only variables of named common "+
				"blocks are (F2018 14.3), and no coarray is in one (C8119)", sym.Name).
			Help("put it into a module")
		return
	}
	if sym.Has(Automatic) {
		p.errorf("C0104", declaredName(sym),
			"coarray '%s' cannot be AUTOMATIC: it is saved, unless it is allocatable (F2018 C827)",
			sym.Name).Help("leave AUTOMATIC out")
		return
	}
	if (s.Kind == ProcScope || s.Kind == BlockScope || s.Kind == BlockDataScope) && !s.SaveAll &&
		!sym.Has(Save) && !sym.Has(Initialised) {
		p.legacy("C0104", sym.Ident.Range, "add the SAVE attribute",
			"coarray '%s' is neither saved, allocatable nor a dummy argument (F2018 C827); it "+
				"is taken as saved", sym.Name)
	}
}

// cobounds checks that cobounds are integer scalars (F2018 R1028, R935, R936) and no upper one is
// below the lower one (8.5.6.3), as far as they are known.
func (p *Program) cobounds(s *Scope, codims *syntax.CoarraySpec, name string) {
	c := &checker{p: p, scope: s}
	for _, d := range codims.Dims {
		for _, e := range []syntax.Expr{d.Lower, d.Upper} {
			if e != nil && (s.RankOf(e) > 0 || c.isNot(e, syntax.TypeInteger)) {
				p.errorf("C0131", e.Span(),
					"a cobound must be a scalar integer: that of '%s' is not", name)
				return
			}
		}
		low, known := int64(1), true
		if d.Lower != nil {
			low, known = s.Int(d.Lower)
		}
		if d.Upper == nil || !known {
			continue
		}
		if high, ok := s.Int(d.Upper); ok && high < low {
			p.errorf("C0168", codims.Range,
				"the upper cobound %d of '%s' is below the lower cobound %d (F2018 8.5.6.3)", high,
				name, low)
			return
		}
	}
}

// noteUnknown says of a name in bounds that it may come from a module of which nothing is known.
func (s *Scope) noteUnknown(d *diag.Diagnostic, bounds *syntax.Dim) {
	noted := false
	for _, e := range []syntax.Expr{bounds.Lower, bounds.Upper} {
		if e == nil {
			continue
		}
		syntax.Inspect(e, func(n syntax.Node) bool {
			r, ok := n.(*syntax.Ref)
			if !ok || noted || !r.IsName() || s.Lookup(r.First().Name) != nil {
				return !noted
			}
			if u := s.UnknownModule(r.First().Name); u != nil {
				s.noteModule(d, r.First().Name, u)
				noted = true
			}
			return !noted
		})
	}
}

// noteModule says why nothing is known of a module that may declare a name.
func (s *Scope) noteModule(d *diag.Diagnostic, name string, u *Use) {
	why := "no file of it was found"
	if said := s.prog.opt.Unread[u.Stmt.Module.Name]; said != "" {
		why = said
	}
	d.Note(u.Stmt.Module.Range, "'%s' may come from this module, of which nothing is known (%s)",
		name, why)
}

func dimsOf(sym *Symbol) []*syntax.Dim {
	if sym.Dims == nil {
		return nil
	}
	return sym.Dims.Dims
}

// checkEventOrLock: variables of these types must be coarrays or parts of them (F2018 C1604, C1608,
// F2023 C1612).
func (p *Program) checkEventOrLock(s *Scope, sym *Symbol) {
	if p.emptiedSynchronizer(sym) || sym.Kind != Variable || sym.Type == nil || sym.Has(Dummy) {
		return
	}
	d := sym.Type.DerivedOf()
	switch name := d.synchronizer(); {
	case name == "":
	case d.Kind == Builtin:
		p.errorf("C0119", sym.Ident.Range, "'%s' is of type %s and must be a coarray", sym.Name,
			name).Help("declare it %s[*]", sym.Name)
	default:
		p.errorf("C0119", sym.Ident.Range,
			"'%s' has a component of type %s in it and must be a coarray", sym.Name,
			name).Help("declare it %s[*]", sym.Name)
	}
}
