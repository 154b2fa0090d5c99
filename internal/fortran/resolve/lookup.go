package resolve

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Lookup finds the entity of a name as code in the scope sees it: declared here, by use
// association, by host association (F2018 19.5.1). Nil if nothing declares it: then it is an
// intrinsic, external or implicitly typed.
func (s *Scope) Lookup(name string) *Symbol {
	for ; s != nil; s = s.Host {
		if sym := s.Symbols[name]; sym != nil {
			return sym
		}
		if sym := s.used(name); sym != nil {
			return sym
		}
		if !s.seesHost(name) {
			return nil
		}
	}
	return nil
}

func (s *Scope) seesHost(name string) bool {
	switch s.importMode {
	case "none":
		return false
	case "all":
		return true
	case "some":
		return s.imports[name]
	}
	return s.Kind != BodyScope
}

// used finds a name that USE statements of this scope bring in.
func (s *Scope) used(name string) *Symbol {
	if len(s.Uses) == 0 {
		return nil
	}
	s.prog.queries++
	return s.among(name)
}

func (s *Scope) among(name string) *Symbol {
	for _, u := range s.Uses {
		if sym := u.find(name); sym != nil {
			return sym
		}
	}
	return nil
}

func (u *Use) find(local string) *Symbol {
	if original, ok := u.original(local); ok {
		return u.export(original)
	}
	return nil
}

func (u *Use) export(name string) *Symbol {
	if u.Module != nil {
		return u.Module.export(name)
	}
	if u.Intrinsic != "" {
		return intrinsicEntity(u.Intrinsic, name)
	}
	return nil
}

// Export finds a public entity of a module.
func (s *Scope) Export(name string) *Symbol {
	s.prog.queries++
	return s.export(name)
}

func (s *Scope) export(name string) *Symbol {
	if s.askedBefore(name) || !s.IsPublic(name) {
		return nil
	}
	if sym := s.Symbols[name]; sym != nil {
		return sym
	}
	return s.among(name)
}

// asked are the names for which a module was asked in a query.
type asked struct {
	query uint64
	names []string
}

// askedBefore tells whether the query has asked the module for the name before: had the module had
// it, the query would have ended. Modules that use each other lead to one module in many more ways
// than there are modules. In a cycle, which the ordering of the modules reports, the module is
// still being asked.
func (s *Scope) askedBefore(name string) bool {
	if s.asked.query != s.prog.queries {
		s.asked = asked{s.prog.queries, s.asked.names[:0]}
	}
	if slices.Contains(s.asked.names, name) {
		return true
	}
	s.asked.names = append(s.asked.names, name)
	return false
}

// IsPublic tells whether a module gives the name to its users.
func (s *Scope) IsPublic(name string) bool {
	if public, ok := s.access[name]; ok {
		return public
	}
	return !s.Private
}

// Accessible are the local names under which coarrays of a module are seen through a USE, with the
// entity's name in the module. Local names of renamed entities only, unless all is set.
type Accessible struct {
	Local, Name string
	Symbol      *Symbol
}

// Exports lists the names that a module gives to its users, its own first.
func (s *Scope) Exports() []Accessible {
	if s.exports != nil || s.exporting {
		return s.exports
	}
	s.exporting = true
	defer func() { s.exporting = false }()
	var out []Accessible
	seen := map[string]bool{}
	add := func(name string, sym *Symbol) {
		if !seen[name] && s.IsPublic(name) {
			seen[name] = true
			out = append(out, Accessible{name, name, sym})
		}
	}
	for _, sym := range s.Order {
		add(sym.Name, sym)
	}
	for _, u := range s.Uses {
		for _, a := range u.Names() {
			add(a.Local, a.Symbol)
		}
	}
	if s.prog.settled {
		s.exports = out
	}
	return out
}

// Names lists what a USE statement of a module among the files brings in.
func (u *Use) Names() []Accessible {
	if u.Module == nil {
		return nil
	}
	var out []Accessible
	renamed := map[string]bool{}
	for _, it := range u.Stmt.Items {
		if it.Name == nil {
			continue
		}
		local := it.Name.Name
		if it.Local != nil {
			local = it.Local.Name
		}
		renamed[it.Name.Name] = true
		if sym := u.Module.Export(it.Name.Name); sym != nil {
			out = append(out, Accessible{local, it.Name.Name, sym})
		}
	}
	if u.Stmt.Only {
		return out
	}
	for _, a := range u.Module.Exports() {
		if !renamed[a.Name] {
			out = append(out, a)
		}
	}
	return out
}

// UnknownModule gives a module of which nothing is known and that could declare any name, or nil. A
// USE statement names it here, or in a module of the files that is used here and may give the name
// on.
func (s *Scope) UnknownModule(name string) *Use {
	if s == nil || !s.prog.unknown {
		return nil
	}
	for ; s != nil; s = s.Host {
		if u := s.givenOn(name, map[givenName]bool{}); u != nil {
			return u
		}
	}
	return nil
}

type givenName struct {
	module *Scope
	name   string
}

func (s *Scope) givenOn(name string, seen map[givenName]bool) *Use {
	for _, u := range s.Uses {
		original, is := u.original(name)
		if !is {
			continue
		}
		if u.unknown() {
			return u
		}
		at := givenName{u.Module, original}
		if u.Module == nil || seen[at] || !u.Module.IsPublic(original) {
			continue
		}
		seen[at] = true
		if found := u.Module.givenOn(original, seen); found != nil {
			return found
		}
	}
	return nil
}

// unknown tells whether nothing is known of the module.
func (u *Use) unknown() bool { return u.Module == nil && u.Intrinsic == "" }

// IsIntrinsic tells whether a name used as a procedure in the scope is the intrinsic of that name.
// A type declaration alone does not make it another one (F2018 8.2); a scalar variable has no
// arguments.
func (s *Scope) IsIntrinsic(name string) bool {
	if s.MeansIntrinsic(name) {
		return true
	}
	if !s.knows(name) {
		return false
	}
	sym := s.Lookup(name)
	return sym.Kind == Variable && sym.Flags == Typed && sym.Dims == nil && sym.Codims == nil &&
		sym.Init == nil && sym.Intent == "" &&
		sym.Type != nil && sym.Type.Base != syntax.TypeCharacter
}

// MeansIntrinsic tells whether a name is not that of another entity in the scope, such as a
// variable, but of the intrinsic procedure.
func (s *Scope) MeansIntrinsic(name string) bool {
	if !s.knows(name) {
		return false
	}
	sym := s.Lookup(name)
	return sym == nil || sym.Has(Intrinsic) || sym.Kind == Unknown && sym.Flags&External == 0
}

// TypeOf gives an entity's type, by the implicit rules of its scope if nothing declares it.
func (s *Symbol) TypeOf() *Type {
	if s.Type == nil && s.Scope != nil && (s.Kind == Variable || s.Kind == Unknown) {
		s.Type = s.Scope.implicitType(s.Name)
	}
	return s.Type
}

type implicitRules struct {
	none  bool
	types [26]*Type
}

func (s *Scope) addImplicit(st *syntax.ImplicitStmt) {
	if s.implicit == nil {
		s.implicit = &implicitRules{}
	}
	if st.None && (st.NoneType || !st.NoneExternal) {
		s.implicit.none = true
	}
	for _, spec := range st.Specs {
		for _, l := range spec.Letters {
			for c := l.From; c <= l.To && c >= 'a' && c <= 'z'; c++ {
				s.implicit.types[c-'a'] = &Type{Base: spec.Type.Base, Spec: spec.Type, Scope: s}
			}
		}
	}
}

// implicitType applies IMPLICIT statements from the inside out, then the default rules (F2018 8.7);
// nil under IMPLICIT NONE. Explicit tells whether IMPLICIT NONE is in effect: each name has a
// declaration.
func (s *Scope) Explicit() bool {
	for at := s; at != nil; at = at.Host {
		if at.implicit != nil {
			return at.implicit.none
		}
	}
	return false
}

// implicitly is the variable that the implicit rules declare by a name; nil under IMPLICIT NONE and
// where the name may be from a module that is not among the files.
func (s *Scope) implicitly(id *syntax.Ident) *Symbol {
	if s.implicitType(id.Name) == nil || s.UnknownModule(id.Name) != nil {
		return nil
	}
	at := s.Unit()
	for host := at.Host; at.Kind == ProcScope && host != nil; host = at.Host {
		host = host.Unit()
		if host.Kind != ProcScope && host.Kind != MainScope {
			break
		}
		at = host
	}
	if at.implied == nil {
		at.implied = map[string]*Symbol{}
	}
	sym := at.implied[id.Name]
	if sym == nil {
		sym = &Symbol{Name: id.Name, Kind: Variable, Scope: at, Ident: id}
		at.implied[id.Name] = sym
	}
	return sym
}

// DeclaresImplicitly tells whether a name that a unit mentions is that of a variable which the
// implicit rules declare. The name of an intrinsic function is one where a statement defines it.
func (s *Scope) DeclaresImplicitly(name string, defined bool) bool {
	return s.Lookup(name) == nil && (defined || !s.knows(name)) &&
		s.implicitType(name) != nil && s.UnknownModule(name) == nil
}

func (s *Scope) implicitType(name string) *Type {
	c := name[0]
	if c < 'a' || c > 'z' {
		return nil
	}
	for at := s; at != nil; at = at.Host {
		if r := at.implicit; r != nil {
			if t := r.types[c-'a']; t != nil {
				return t
			}
			if r.none {
				return nil
			}
		}
		if at.Kind == BodyScope {
			break
		}
	}
	if c >= 'i' && c <= 'n' {
		return &Type{Base: syntax.TypeInteger, Scope: s}
	}
	return &Type{Base: syntax.TypeReal, Scope: s}
}

// DerivedOf finds the definition of a derived type, or nil for intrinsic and unknown ones.
func (t *Type) DerivedOf() *Symbol {
	if t == nil || t.Spec == nil || t.Spec.Name == nil || t.Scope == nil {
		return nil
	}
	sym := t.Scope.LookupType(t.Spec.Name.Name)
	if t.Spec.Base == syntax.TypeNamed && (sym == nil || sym.Def == nil) { // not a type guard's
		return caf2Types[t.Spec.Name.Name]
	}
	return sym
}

// LookupType finds the derived type of a name, also where Lookup finds a generic: one that is
// declared beside the type has its definition too, but the two may come from different modules, or
// the generic from the scope and the type from a module (F2018 19.3.1).
func (s *Scope) LookupType(name string) *Symbol {
	sym := s.Lookup(name)
	if sym == nil || sym.Kind != Generic || sym.Def != nil {
		if sym != nil && (sym.IsType() || sym.Kind == Builtin) {
			return sym
		}
		return nil
	}
	var found *Symbol
	for at := s; at != nil && found == nil; at = at.Host {
		at.eachUsed(name, func(sym *Symbol) {
			if found == nil && sym.IsType() {
				found = sym
			}
		})
		if at.Symbols[name] != nil || !at.seesHost(name) {
			break
		}
	}
	return found
}

// IsBuiltin tells whether the type is the one of ISO_FORTRAN_ENV with that name: event_type,
// lock_type, team_type, notify_type.
func (t *Type) IsBuiltin(name string) bool {
	d := t.DerivedOf()
	return d != nil && d.Kind == Builtin && d.Original == name
}

// Component finds a component, inherited ones and parent components included.
func (s *Symbol) Component(name string) *Symbol {
	for depth := 0; s != nil && depth < 64; depth++ {
		for _, c := range s.Components {
			if c.Name == name {
				return c
			}
		}
		if s.Parent != nil && s.Parent.Name == name {
			return s.Parent
		}
		s = s.ParentType()
	}
	return nil
}

// ParentType is the type that a derived type extends, or nil.
func (s *Symbol) ParentType() *Symbol {
	if s.Def == nil {
		return nil
	}
	a := s.Def.Head.Attr(syntax.AttrExtends)
	if a == nil || a.Name == nil {
		return nil
	}
	if p := s.Scope.Lookup(a.Name.Name); p != nil && p.Def != nil {
		return p
	}
	return nil
}
