package resolve

import (
	"slices"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Resolve builds the scopes of all files, joins them by use association and checks what the
// standard demands of coarrays.
func Resolve(files []*syntax.File, opt Options, diags *diag.List) *Program {
	p := &Program{
		Files: files, Modules: map[string]*Scope{}, Externals: map[string]*Symbol{}, Diags: diags,
		opt: opt, scopes: map[syntax.Node]*Scope{}, submodules: map[string]*Scope{},
		definitions: map[string][]definition{},
	}
	for i, f := range files {
		p.caf2, p.compiled = f.CAF2, i < opt.Compiled
		p.polymorphic = p.polymorphic || f.Polymorphic
		for _, u := range f.Units {
			p.unit(u, nil)
		}
	}
	p.linkSubmodules()
	p.linkSeparate()
	for _, s := range p.scopes {
		for _, u := range s.Uses {
			p.linkUse(u)
		}
	}
	for _, s := range p.scopes {
		s.attributesOfOthers()
		s.elementsOfOthers()
	}
	p.associatedCoarrays()
	p.settled = true
	if !opt.Unchecked {
		p.check()
	}
	return p
}

// attributesOfOthers takes back the symbols of names to which a scope gives VOLATILE or
// ASYNCHRONOUS only and that are entities of a host or module: they stay those (F2018 8.5.4,
// 8.5.20). Of a coarray such a name is not VOLATILE here and elsewhere not.
func (s *Scope) attributesOfOthers() {
	for name, sym := range s.Symbols {
		if sym.Flags == 0 || sym.Flags&^(Volatile|Asynchronous) != 0 || sym.Type != nil ||
			sym.Dims != nil || sym.Codims != nil || sym.Init != nil || sym.Kind != Variable {
			continue
		}
		delete(s.Symbols, name)
		other := s.Lookup(name)
		if other == nil {
			s.Symbols[name] = sym
			continue
		}
		s.Order = slices.DeleteFunc(s.Order, func(o *Symbol) bool { return o == sym })
		if sym.Has(Volatile) && other.IsCoarray() && !other.Has(Volatile) {
			s.prog.errorf("C0179", sym.Ident.Range,
				"the coarray '%s' cannot be made VOLATILE here: it belongs to another scope "+
					"(F2018 C867)", name).
				Note(other.Ident.Range, "'%s' is declared here",
					name).Help("declare it VOLATILE there")
		}
	}
}

// elementsOfOthers takes back the symbols of statement functions that are none: an assignment to
// an element of a host's or a module's array may be the first executable statement, and then looks
// like one.
func (s *Scope) elementsOfOthers() {
	for name, sym := range s.Symbols {
		if !sym.Has(StatementFunction) || sym.Type != nil {
			continue
		}
		delete(s.Symbols, name)
		if other := s.Lookup(name); other == nil || other.Kind != Variable || other.Dims == nil {
			s.Symbols[name] = sym
			continue
		}
		s.Order = slices.DeleteFunc(s.Order, func(o *Symbol) bool { return o == sym })
	}
}

func (p *Program) linkUse(u *Use) {
	if u.Stmt.Module == nil {
		return
	}
	name := u.Stmt.Module.Name
	if u.Stmt.Nature != "intrinsic" {
		if u.Module = p.Modules[name]; u.Module != nil {
			return
		}
	}
	if u.Stmt.Nature != "non_intrinsic" && intrinsicModules[name] {
		u.Intrinsic = name
		return
	}
	p.unknown = true
	if p.assigns == nil && u.mayGiveAssignment() {
		p.assigns = u
	}
}

// mayGiveAssignment tells whether the statement lets a procedure for assignment through.
func (u *Use) mayGiveAssignment() bool {
	return !u.Stmt.Only || slices.ContainsFunc(u.Stmt.Items, func(it *syntax.UseItem) bool {
		return it.Spec != nil && it.Spec.Kind == syntax.GenericAssignment
	})
}

// linkSubmodules gives each submodule its parent as host (F2018 14.2.3). One whose ancestor is in
// another compilation has none.
func (p *Program) linkSubmodules() {
	for _, s := range p.submodules {
		head := s.Node.(*syntax.Submodule).Head
		if head.Ancestor == nil {
			continue
		}
		if head.Parent != nil {
			s.Host = p.submodules[head.Ancestor.Name+":"+head.Parent.Name]
		} else {
			s.Host = p.Modules[head.Ancestor.Name]
		}
	}
}

func (p *Program) unit(u syntax.Unit, host *Scope) {
	switch u := u.(type) {
	case *syntax.MainProgram:
		name := ""
		if u.Head != nil && u.Head.Name != nil {
			name = u.Head.Name.Name
		}
		p.body(p.newScope(MainScope, name, nil, u), &u.ScopeBody)
	case *syntax.Module:
		s := p.newScope(ModuleScope, u.Head.Name.Name, nil, u)
		s.Bare = p.opt.Bare[s.Name]
		s.Private = p.opt.ModulePrivate && !p.compiled
		if _, twice := p.Modules[s.Name]; !twice {
			p.Modules[s.Name] = s
		}
		p.body(s, &u.ScopeBody)
	case *syntax.Submodule:
		s := p.newScope(SubmoduleScope, u.Head.Name.Name, nil, u)
		if u.Head.Ancestor != nil {
			p.submodules[u.Head.Ancestor.Name+":"+s.Name] = s
		}
		p.body(s, &u.ScopeBody)
	case *syntax.BlockData:
		p.body(p.newScope(BlockDataScope, "", nil, u), &u.ScopeBody)
	case *syntax.Subprogram:
		sym := p.subprogram(u, host, ProcScope)
		if host == nil && sym != nil {
			p.Externals[sym.Name] = sym
		}
	}
}

func (p *Program) body(s *Scope, b *syntax.ScopeBody) {
	p.spec(s, b.Spec)
	for _, sub := range b.Procs { // the names first: a procedure may be referenced before its text
		if sub.Head != nil && sub.Head.Name != nil {
			sym := s.declare(sub.Head.Name)
			sym.Kind, sym.Proc = Procedure, sub
		}
	}
	p.exec(s, b.Exec)
	for _, sub := range b.Procs {
		p.subprogram(sub, s, ProcScope)
	}
}

// subprogram opens the scope of a subprogram or interface body and gives its symbol, which belongs
// to the host.
func (p *Program) subprogram(u *syntax.Subprogram, host *Scope, kind ScopeKind) *Symbol {
	h := u.Head
	if h == nil || h.Name == nil {
		return nil
	}
	s := p.newScope(kind, h.Name.Name, host, u)
	if kind == BodyScope && h.Has("module") {
		s.importMode = "all"
	}
	s.Pure = h.Has("pure") || h.Has("simple") || h.Has("elemental") && !h.Has("impure")
	s.SaveMeant = p.opt.SaveLocals && kind == ProcScope && !p.compiled && !s.Pure &&
		!h.Has("recursive")
	s.SaveAll = s.SaveMeant
	for _, a := range h.Args {
		if a.Name != nil {
			d := s.declare(a.Name)
			d.Kind, d.Flags = Variable, d.Flags|Dummy
		}
	}
	if h.Kind == syntax.Function {
		id := h.Name
		if h.Result != nil {
			id = h.Result
		}
		r := s.declare(id)
		r.Kind, r.Flags = Variable, r.Flags|Result
		if h.Type != nil {
			r.Type = &Type{Base: h.Type.Base, Spec: h.Type, Scope: s}
		}
	}
	var sym *Symbol
	if host != nil {
		sym = host.declare(h.Name)
	} else {
		sym = &Symbol{Name: h.Name.Name, Ident: h.Name}
	}
	if sym.Kind != Generic {
		sym.Kind = Procedure
	}
	if sym.Proc == nil || sym.Inner == nil || kind == ProcScope &&
		h.Kind != syntax.ModuleProcedure {
		sym.Proc, sym.Inner = u, s
	}
	p.body(s, &u.ScopeBody)
	return sym
}

// linkSeparate joins the bodies of separate module procedures with their interfaces (F2018
// 15.6.2.5).
func (p *Program) linkSeparate() {
	type key struct {
		host *Scope
		name string
	}
	interfaces := map[key]*Scope{}
	for n, s := range p.scopes {
		if sub, ok := n.(*syntax.Subprogram); ok && s.Kind == BodyScope && sub.Head.Has("module") {
			interfaces[key{s.Host, s.Name}] = s
		}
	}
	for n, s := range p.scopes {
		sub, ok := n.(*syntax.Subprogram)
		if !ok || s.Kind != ProcScope {
			continue
		}
		short := sub.Head.Kind == syntax.ModuleProcedure
		for at := s.Host; at != nil && (short || sub.Head.Has("module")); at = at.Host {
			of := interfaces[key{at, s.Name}]
			if of == nil {
				continue
			}
			of.Separate = s
			if short {
				s.inherit(of)
			}
			break
		}
	}
}

// inherit gives the body of a separate module procedure in the short form the dummies that its
// interface declares, and makes it pure if that is.
func (s *Scope) inherit(of *Scope) {
	s.Pure = s.Pure || of.Pure
	s.Interface = of
	for _, d := range of.Order {
		if s.Symbols[d.Name] == nil {
			own := *d
			own.Scope = s
			s.Symbols[d.Name] = &own
			s.Order = append(s.Order, &own)
		}
	}
}

func (p *Program) spec(s *Scope, items []syntax.Item) {
	for _, it := range items {
		p.specItem(s, it)
	}
}

func (p *Program) specItem(s *Scope, it syntax.Item) {
	switch st := it.(type) {
	case *syntax.XMPStmt:
		s.declareNodes(st)
	case *syntax.UseStmt:
		s.Uses = append(s.Uses, &Use{Stmt: st})
	case *syntax.ImportStmt:
		s.addImport(st)
	case *syntax.ImplicitStmt:
		s.addImplicit(st)
	case *syntax.TypeDeclStmt:
		declareEntities(s, st, s.declare)
	case *syntax.AttrStmt:
		s.attribute(st)
	case *syntax.ParameterStmt:
		for _, d := range st.Defs {
			sym := s.declare(d.Name)
			sym.Kind, sym.Init = Parameter, d.Value
		}
	case *syntax.DataStmt:
		for _, set := range st.Sets {
			for _, o := range set.Objects {
				s.dataObject(o)
			}
		}
	case *syntax.CommonStmt:
		for _, b := range st.Blocks {
			for _, e := range b.Objects {
				sym := s.declare(e.Name)
				variable(sym)
				sym.Flags |= InCommon
				sym.Mentioned = e.Name
				if e.Dims != nil {
					sym.Dims = e.Dims
				}
			}
		}
	case *syntax.EquivalenceStmt:
		for _, set := range st.Sets {
			for _, x := range set {
				if r, ok := x.(*syntax.Ref); ok {
					sym := s.declare(r.First())
					variable(sym)
					sym.Flags |= Equivalenced
					if sym.IsCoarray() || sym.Mentioned == nil {
						sym.Mentioned = r.First()
					}
				}
			}
		}
	case *syntax.NamelistStmt:
		for _, g := range st.Groups {
			s.declare(g.Name).Kind = Namelist
		}
	case *syntax.DerivedTypeDef:
		p.derivedType(s, st)
	case *syntax.InterfaceBlock:
		p.interfaceBlock(s, st)
	case *syntax.GenericStmt:
		p.genericStmt(s, st)
	case *syntax.ProcDeclStmt:
		procedureDecl(s, st, s.declare)
	case *syntax.EnumDef:
		for _, e := range st.Items {
			if en, ok := e.(*syntax.EnumeratorStmt); ok {
				for _, d := range en.Defs {
					sym := s.declare(d.Name)
					sym.Kind, sym.Init = Parameter, d.Value
				}
			}
		}
	case *syntax.EntryStmt:
		s.entry(st)
	case *syntax.AssignStmt:
		if !st.MaybeStmtFunc { // its sides may be asleep
			return
		}
		if r, ok := st.LHS().(*syntax.Ref); ok {
			if sym := s.Symbols[r.First().Name]; sym == nil || sym.Dims == nil {
				sym := s.declare(r.First())
				sym.Kind, sym.Flags = Procedure, sym.Flags|StatementFunction
			}
		}
	}
}

func (s *Scope) entry(st *syntax.EntryStmt) {
	for _, a := range st.Args {
		if a.Name != nil {
			d := s.declare(a.Name)
			variable(d)
			d.Flags |= Dummy
		}
	}
	if st.Name != nil && s.Host != nil {
		sym := s.Host.declare(st.Name)
		sym.Kind = Procedure
	}
}

func (s *Scope) addImport(st *syntax.ImportStmt) {
	switch st.Mode {
	case "none", "all":
		s.importMode = st.Mode
	default:
		if len(st.Names) == 0 {
			s.importMode = "all"
			return
		}
		s.importMode = "some"
		if s.Kind == BlockScope && st.Mode == "" {
			s.importMode = "all"
		}
		if s.imports == nil {
			s.imports = map[string]bool{}
		}
		for _, n := range st.Names {
			s.imports[n.Name] = true
		}
	}
}

func variable(sym *Symbol) {
	if sym.Kind == Unknown {
		sym.Kind = Variable
	}
}

func (s *Scope) dataObject(x syntax.Expr) {
	switch x := x.(type) {
	case *syntax.Ref:
		if x.First() != nil {
			sym := s.declare(x.First())
			variable(sym)
			sym.Flags |= Initialised
		}
	case *syntax.ImpliedDo:
		for _, it := range x.Items {
			s.dataObject(it)
		}
	}
}

// declareEntities declares what a type declaration statement lists, by the given function: in a
// scope, or as components.
func declareEntities(s *Scope, st *syntax.TypeDeclStmt, declare func(*syntax.Ident) *Symbol) {
	for _, e := range st.Entities {
		if e.Name == nil {
			continue
		}
		sym := declare(e.Name)
		if sym.Type == nil || !sym.Has(Typed) {
			sym.Type = &Type{Base: st.Type.Base, Spec: st.Type, Len: e.Len, Scope: s}
			if st.Type.Base == syntax.TypeNamed {
				sym.Type.Base = syntax.TypeDerived
			}
		}
		sym.Flags |= Typed
		sym.Decl = st
		before := sym.Codims
		for _, a := range st.Attrs {
			applyAttr(sym, a)
		}
		if e.Dims != nil {
			sym.Dims = e.Dims
		}
		if e.Codims != nil {
			sym.Codims = e.Codims
		}
		sym.codimsAgain(before)
		if e.Init != nil || e.OldInit != nil {
			sym.Init = e.Init
			if !e.PtrInit {
				sym.Flags |= Initialised
			}
		}
		// A type alone does not make a name a variable (it may be an external function), a shape or
		// value does.
		if sym.Kind == Unknown && !sym.Has(External) && !sym.Has(Intrinsic) {
			sym.Kind = Variable
		}
		if a := st.Attr(syntax.AttrPublic); a != nil {
			s.access[sym.Name] = true
		} else if a := st.Attr(syntax.AttrPrivate); a != nil {
			s.access[sym.Name] = false
		}
	}
}

var attrFlags = map[syntax.AttrKind]Flags{
	syntax.AttrAllocatable: Allocatable, syntax.AttrPointer: Pointer, syntax.AttrTarget: Target,
	syntax.AttrSave:     Save,
	syntax.AttrOptional: Optional, syntax.AttrValue: Value, syntax.AttrExternal: External,
	syntax.AttrIntrinsic:  Intrinsic,
	syntax.AttrContiguous: Contiguous, syntax.AttrVolatile: Volatile,
	syntax.AttrAsynchronous: Asynchronous,
	syntax.AttrProtected:    Protected, syntax.AttrStatic: Save, syntax.AttrCopointer: Copointer,
	syntax.AttrAutomatic: Automatic,
}

func applyAttr(sym *Symbol, a *syntax.Attr) {
	sym.Flags |= attrFlags[a.Kind]
	switch a.Kind {
	case syntax.AttrDimension:
		sym.Dims = a.Dims
		if a.Codims != nil {
			sym.Codims = a.Codims
		}
	case syntax.AttrCodimension:
		sym.Codims = a.Codims
	case syntax.AttrIntent:
		sym.Intent = a.Intent
	case syntax.AttrParameter:
		sym.Kind = Parameter
	case syntax.AttrExternal, syntax.AttrIntrinsic:
		sym.Kind = Procedure
	}
}

// codimsAgain notes codimensions that a statement gives to what had some before it. Within one
// statement those of the entity replace those of the attribute.
func (sym *Symbol) codimsAgain(before *syntax.CoarraySpec) {
	if before != nil && sym.Codims != before {
		sym.Again = sym.Codims
	}
}

// genericStmt declares what a GENERIC statement of a specification part names (F2018 15.4.3.3).
func (p *Program) genericStmt(s *Scope, st *syntax.GenericStmt) {
	p.noteDefinitions(st.Spec, s, nil, st.Names)
	if st.Spec == nil {
		return
	}
	name := key(st.Spec)
	if st.Spec.Kind == syntax.GenericName && st.Spec.Name != nil {
		name = st.Spec.Name.Name
		sym := s.declare(st.Spec.Name)
		sym.Kind = Generic
		for _, n := range st.Names {
			sym.Specifics = append(sym.Specifics, n.Name)
		}
	}
	for _, a := range st.Attrs {
		if a.Kind == syntax.AttrPublic || a.Kind == syntax.AttrPrivate {
			s.access[name] = a.Kind == syntax.AttrPublic
		}
	}
}

func (s *Scope) attribute(st *syntax.AttrStmt) {
	kind := st.Attr.Kind
	if len(st.Entities) == 0 {
		switch kind {
		case syntax.AttrSave:
			s.SaveAll, s.SaveMeant = true, false
		case syntax.AttrPublic:
			s.Private = false
		case syntax.AttrPrivate:
			s.Private = true
		}
		return
	}
	for _, e := range st.Entities {
		if k := key(e.Spec); k != "" && (kind == syntax.AttrPublic || kind == syntax.AttrPrivate) {
			s.access[k] = kind == syntax.AttrPublic
		}
		if e.Name == nil || e.Common {
			continue
		}
		if kind == syntax.AttrPublic || kind == syntax.AttrPrivate {
			s.access[e.Name.Name] = kind == syntax.AttrPublic
			continue
		}
		sym := s.declare(e.Name)
		before := sym.Codims
		applyAttr(sym, st.Attr)
		if e.Dims != nil {
			sym.Dims = e.Dims
		}
		if e.Codims != nil {
			sym.Codims = e.Codims
		}
		sym.codimsAgain(before)
		if sym.Kind == Unknown && kind != syntax.AttrBind && kind != syntax.AttrOptional {
			sym.Kind = Variable
		}
	}
}

func (p *Program) derivedType(s *Scope, def *syntax.DerivedTypeDef) {
	if def.Head == nil || def.Head.Name == nil {
		return
	}
	sym := s.declare(def.Head.Name)
	if sym.Kind == Unknown || sym.Kind == Procedure && sym.Proc == nil {
		sym.Kind = DerivedType
	}
	sym.Def = def
	if def.Head.Attr(syntax.AttrPublic) != nil {
		s.access[sym.Name] = true
	} else if def.Head.Attr(syntax.AttrPrivate) != nil {
		s.access[sym.Name] = false
	}
	component := func(id *syntax.Ident) *Symbol {
		c := &Symbol{Name: id.Name, Ident: id, Kind: Variable, Scope: s}
		sym.Components = append(sym.Components, c)
		return c
	}
	if a := def.Head.Attr(syntax.AttrExtends); a != nil && a.Name != nil {
		spec := &syntax.TypeSpec{Range: a.Name.Range, Base: syntax.TypeDerived, Name: a.Name}
		sym.Parent = &Symbol{Name: a.Name.Name, Ident: a.Name, Kind: Variable, Scope: s,
			Type: &Type{Base: syntax.TypeDerived, Spec: spec, Scope: s}}
	}
	for _, it := range def.Bindings {
		if g, ok := it.(*syntax.GenericStmt); ok {
			p.noteDefinitions(g.Spec, s, sym, g.Names)
		}
	}
	for _, it := range def.Components {
		switch c := it.(type) {
		case *syntax.TypeDeclStmt:
			saved := s.access // the accessibility of components is not that of the module's names
			s.access = map[string]bool{}
			declareEntities(s, c, component)
			s.access = saved
		case *syntax.ProcDeclStmt:
			procedureDecl(s, c, component)
		}
	}
}

func procedureDecl(s *Scope, st *syntax.ProcDeclStmt, declare func(*syntax.Ident) *Symbol) {
	for _, e := range st.Entities {
		if e.Name == nil {
			continue
		}
		sym := declare(e.Name)
		sym.Kind = Procedure
		sym.Flags |= External
		for _, a := range st.Attrs {
			sym.Flags |= attrFlags[a.Kind]
		}
		if st.Type != nil {
			sym.Type = &Type{Base: st.Type.Base, Spec: st.Type, Scope: s}
		}
		if st.Interface != nil {
			// the interface's name: see Symbol.Interface
			sym.Specifics = []string{st.Interface.Name}
		}
	}
}

// Interface gives the procedure whose explicit interface a procedure symbol has: itself, or the one
// it was declared with.
func (s *Symbol) Interface() *Symbol {
	for depth := 0; s != nil && s.Proc == nil && s.Kind == Procedure && len(s.Specifics) == 1 &&
		depth < 16; depth++ {
		s = s.Scope.Lookup(s.Specifics[0])
	}
	if s == nil || s.Proc == nil {
		return nil
	}
	return s
}

func (p *Program) interfaceBlock(s *Scope, b *syntax.InterfaceBlock) {
	var generic *Symbol
	if b.Head.Spec != nil && b.Head.Spec.Kind == syntax.GenericName && b.Head.Spec.Name != nil {
		generic = s.declare(b.Head.Spec.Name)
		generic.Kind = Generic
	}
	for _, it := range b.Items {
		switch it := it.(type) {
		case *syntax.Subprogram:
			sym := p.subprogram(it, s, BodyScope)
			if sym == nil {
				continue
			}
			if b.Head.Abstract {
				sym.Flags |= AbstractInterface
			}
			if generic != nil {
				generic.Specifics = append(generic.Specifics, sym.Name)
			}
			p.noteDefinitions(b.Head.Spec, s, nil, []*syntax.Ident{it.Head.Name})
		case *syntax.ModuleProcStmt:
			p.noteDefinitions(b.Head.Spec, s, nil, it.Names)
			if generic != nil {
				for _, n := range it.Names {
					generic.Specifics = append(generic.Specifics, n.Name)
				}
			}
		}
	}
}

// exec opens the scopes of constructs.
func (p *Program) exec(s *Scope, items []syntax.Item) {
	for _, it := range items {
		switch c := it.(type) {
		case *syntax.AssignStmt, *syntax.FormatStmt, *syntax.DataStmt, *syntax.EntryStmt,
			*syntax.XMPStmt:
			p.specItem(s, it)
		case *syntax.XMPConstruct:
			p.exec(s, c.Body)
		case *syntax.IfConstruct:
			for _, b := range c.Branches {
				p.exec(s, b.Body)
			}
		case *syntax.DoConstruct:
			p.exec(s, c.Body)
		case *syntax.SelectConstruct:
			p.selectConstruct(s, c)
		case *syntax.AssociateConstruct:
			in := p.newScope(AssocScope, "", s, c)
			in.associate(c.Head.Assocs)
			p.exec(in, c.Body)
		case *syntax.BlockConstruct:
			in := p.newScope(BlockScope, "", s, c)
			in.SaveMeant = p.opt.SaveBlocks &&
				(s.Unit().SaveMeant || s.Unit().Kind == MainScope && !p.compiled)
			in.SaveAll = in.SaveMeant
			p.spec(in, c.Spec)
			p.exec(in, c.Body)
		case *syntax.CriticalConstruct:
			p.exec(s, c.Body)
		case *syntax.WithTeamConstruct:
			p.exec(s, c.Body)
		case *syntax.FinishConstruct:
			p.exec(s, c.Body)
		case *syntax.ChangeTeamConstruct:
			in := p.newScope(AssocScope, "", s, c)
			in.associate(c.Head.Assocs)
			p.exec(in, c.Body)
		}
	}
}

func (s *Scope) associate(list []*syntax.Association) {
	for _, a := range list {
		if a.Name != nil {
			sym := s.declare(a.Name)
			sym.Kind, sym.Selector, sym.Codims = Associate, a.Selector, a.Codims
		}
	}
}

// shapeOfRank is the shape of the associate name in the block of RANK(n); nil for RANK(*).
func shapeOfRank(s *Scope, rank syntax.Expr) *syntax.ArraySpec {
	n, ok := s.Int(rank)
	if !ok || n < 0 || n > 15 {
		return nil
	}
	shape := &syntax.ArraySpec{Range: rank.Span()}
	for range n {
		shape.Dims = append(shape.Dims, &syntax.Dim{Range: rank.Span(), Kind: syntax.DimDeferred})
	}
	return shape
}

func (p *Program) selectConstruct(s *Scope, c *syntax.SelectConstruct) {
	for _, b := range c.Blocks {
		in := s
		if c.Head.Kind != syntax.SelectCase {
			in = p.newScope(AssocScope, "", s, b.Head)
			id := c.Head.Assoc
			if r, ok := c.Head.Expr.(*syntax.Ref); ok && id == nil && r.IsName() {
				id = r.First()
			}
			if id != nil {
				sym := in.declare(id)
				sym.Kind, sym.Selector = Associate, c.Head.Expr
				if b.Head.Type != nil {
					sym.Type = s.spelled(b.Head.Type)
				}
				if b.Head.ClassIs && sym.Type != nil { // polymorphic (F2018 11.1.11.2)
					sym.Type.Base = syntax.TypeClass
				}
				if b.Head.Kind == syntax.SelectRank && len(b.Head.Values) == 1 {
					sym.Dims = shapeOfRank(s, b.Head.Values[0])
				}
			}
		}
		p.exec(in, b.Body)
	}
}
