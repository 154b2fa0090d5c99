// Package resolve gives the names of a Fortran program their meaning: scopes, declarations, host
// and use association, implicit typing, and what the standard demands of coarrays. It reads syntax
// trees and changes nothing in them, but that it keeps the records of references at their nodes.
//
// A Program is built once, from all files of a compilation, and is immutable afterwards but for
// caches: it is not safe for concurrent use.
package resolve

import (
	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Options choose the dialect.
type Options struct {
	// Strict makes an error of pre-standard usage (-std=f2018).
	Strict bool
	// Legacy silences the warnings about it (-dialect=legacy).
	Legacy bool
	// OtherDefaults: options of the compiler change the kinds of default integers or reals.
	OtherDefaults bool
	// Bare are modules that were compiled as they stand: nothing is generated beside their types.
	Bare map[string]bool
	// NoExtensions: the standard's intrinsic procedures are the only ones (-std=f2018). With2023:
	// those of Fortran 2023 are among them (-std=f2023).
	NoExtensions, With2023 bool
	// ModulePrivate: names of modules without a PUBLIC or PRIVATE statement are private (gfortran's
	// -fmodule-private).
	ModulePrivate bool
	// SaveLocals: procedures without the prefix RECURSIVE are taken to have a SAVE statement
	// (-fno-automatic). SaveBlocks: so are BLOCK constructs in them and in main programs.
	SaveLocals, SaveBlocks bool
	// Compiled is how many of the files, the first ones, other commands have compiled, by options
	// of their own.
	Compiled int
	// Unchecked: nothing is checked, for the files are generated text.
	Unchecked bool
	// Unread are modules whose files are there and could not be read, with what is said of each.
	Unread map[string]string
}

// Program is all files of a compilation, resolved.
type Program struct {
	Files []*syntax.File
	// Modules by name; Externals are external procedures by name.
	Modules   map[string]*Scope
	Externals map[string]*Symbol
	Diags     *diag.List

	opt        Options
	compiled   bool // by another command: the file whose units are being collected
	scopes     map[syntax.Node]*Scope
	submodules map[string]*Scope // by "ancestor:name"
	// definitions are the procedures that define assignment and operators.
	definitions map[string][]definition
	transfers   bool // some type has defined input or output
	unknown     bool // of some module that is used nothing is known
	assigns     *Use // such a module, which may define assignment
	// toldUnknown are the names of which it has been told that they may come from such a module.
	toldUnknown map[unknownName]bool
	polymorphic bool // some entity is
	caf2        bool // of the file whose scopes are being made
	// settled: all declarations are known. What they say of references is kept.
	settled bool
	queries uint64 // so many names have been looked for in modules
}

// ScopeOf gives the scope that a program unit, subprogram, interface body, BLOCK, ASSOCIATE or
// SELECT TYPE construct opens, or nil.
func (p *Program) ScopeOf(n syntax.Node) *Scope { return p.scopes[n] }

// InspectIn goes through a part of a program as syntax.Inspect does, and gives visit the scope in
// which each node has its meaning: scope is that of the part itself. The selectors of a construct
// are outside of it (F2018 19.4).
func (p *Program) InspectIn(top syntax.Node, scope *Scope,
	visit func(n syntax.Node, in *Scope) bool) {
	syntax.Inspect(top, func(n syntax.Node) bool {
		in := p.scopes[n]
		if in == nil {
			in = scope
		}
		switch c := n.(type) {
		case *syntax.AssociateConstruct, *syntax.ChangeTeamConstruct, *syntax.SelectConstruct:
			if !visit(n, scope) {
				return false
			}
			syntax.EachPart(c.(syntax.Item), func(part syntax.Node, head syntax.Stmt,
				body []syntax.Item) {
				inside := p.scopes[part]
				if inside == nil {
					inside = scope
				}
				p.InspectIn(head, scope, visit)
				for _, it := range body {
					p.InspectIn(it, inside, visit)
				}
			})
			if t, is := c.(*syntax.ChangeTeamConstruct); is && t.End != nil {
				p.InspectIn(t.End, scope, visit)
			}
			return false
		case *syntax.CaseStmt: // the scope is that of its block
			in = scope
		}
		if in != scope && n != top {
			p.InspectIn(n, in, visit)
			return false
		}
		return visit(n, in)
	})
}

// EachScope visits all scopes of a file, in no order.
func (p *Program) EachScope(f *syntax.File, visit func(*Scope)) {
	in := map[*diag.Source]bool{f.Source: true}
	for _, inc := range f.Includes {
		in[inc.Src] = true
	}
	for n, s := range p.scopes {
		if in[n.Span().Src] {
			visit(s)
		}
	}
}

// ScopeKind tells scopes apart.
type ScopeKind uint8

const (
	MainScope ScopeKind = iota
	ModuleScope
	SubmoduleScope
	ProcScope
	BodyScope // interface body
	BlockScope
	AssocScope // ASSOCIATE, SELECT TYPE, SELECT RANK, CHANGE TEAM: construct entities only
	BlockDataScope
)

// Scope is a scoping unit or a construct with names of its own.
type Scope struct {
	Kind ScopeKind
	Name string
	// Host is the scope whose names are seen through host association, or nil.
	Host *Scope
	Node syntax.Node
	// Symbols are the names declared here, Order the same in order of first appearance.
	Symbols map[string]*Symbol
	Order   []*Symbol
	Uses    []*Use
	// Pure: in a pure or elemental procedure. SaveAll: a bare SAVE statement. SaveMeant: there is
	// none, and an option stands for it.
	Pure, SaveAll, SaveMeant bool
	// Private: names of the module are private by default.
	Private bool

	// CAF2: in a file of CAF 2.0. Bare: a module of Options.Bare.
	CAF2, Bare bool

	// Interface is that of a separate module procedure whose body is in the short form, or nil.
	Interface *Scope
	// Separate is that of the separate module procedure whose interface this is, or nil: no file
	// has its body.
	Separate *Scope

	prog       *Program
	implicit   *implicitRules
	importMode string // "", "some", "none", "all" of interface bodies and blocks
	imports    map[string]bool
	nodes      map[string]*NodeArray
	onNodes    map[string]bool // coarrays whose images are nodes, by the directive coarray
	access     map[string]bool // PUBLIC and PRIVATE by name: true is public
	asked      asked
	exports    []Accessible // that of Exports, once the program is settled
	exporting  bool
	// implied are the variables that the implicit rules declare (F2018 8.7): those of an internal
	// procedure with those of its host, whose they may be.
	implied map[string]*Symbol
}

// Use is a USE statement. Module is nil for a module that is not among the files.
type Use struct {
	Stmt   *syntax.UseStmt
	Module *Scope
	// Intrinsic is the name of an intrinsic module, or "".
	Intrinsic string
}

// Outermost is the program unit that holds the scope.
func (s *Scope) Outermost() *Scope {
	for s.Host != nil {
		s = s.Host
	}
	return s
}

// Unit is the scoping unit that holds a construct's scope: the scope itself unless it is of a
// construct.
func (s *Scope) Unit() *Scope {
	for s.Kind == AssocScope || s.Kind == BlockScope {
		s = s.Host
	}
	return s
}

// Decl is the scope in which the declarations for code in s stand: the scope itself, or for
// ASSOCIATE and the like the one around.
func (s *Scope) Decl() *Scope {
	for s.Kind == AssocScope {
		s = s.Host
	}
	return s
}

// IsPure tells whether code in the scope stands in a pure procedure.
func (s *Scope) IsPure() bool { return s.Unit().Pure }

// IsSimple tells whether code in the scope stands in a simple procedure (F2023 15.8).
func (s *Scope) IsSimple() bool {
	for at := s.Unit(); at != nil; at = at.Interface {
		if u, ok := at.Node.(*syntax.Subprogram); ok && u.Head != nil && u.Head.Has("simple") {
			return true
		}
	}
	return false
}

// PureWord is what a message calls the pure procedure in which code in the scope stands.
func (s *Scope) PureWord() string {
	if s.IsSimple() {
		return "simple"
	}
	return "pure"
}

// SymbolKind tells what a name is.
type SymbolKind uint8

const (
	Unknown   SymbolKind = iota // only mentioned, for example by an attribute
	Variable                    // also components, dummy arguments
	Parameter                   // named constant
	Procedure
	Generic
	DerivedType
	Associate // associate name of a construct
	Namelist
	Builtin // entity of an intrinsic module
)

// Flags are attributes.
type Flags uint32

const (
	Allocatable Flags = 1 << iota
	Pointer
	Target
	Save
	Dummy
	Optional
	Value
	External
	Intrinsic
	Result
	Initialised
	InCommon
	Equivalenced
	Contiguous
	Volatile
	Asynchronous
	Protected
	StatementFunction
	ModuleProc
	Typed // has a type declaration
	Copointer
	AbstractInterface
	Automatic // an attribute of old compilers
)

// uses are the ways in which a name has been used.
type uses uint8

const (
	asVariable uses = 1 << iota
	asFunction
	reported
)

// Symbol is a named entity.
type Symbol struct {
	Name  string
	Kind  SymbolKind
	Flags Flags
	Scope *Scope
	// Ident is where it was declared first.
	Ident *syntax.Ident
	// Mentioned is the name in a COMMON or EQUIVALENCE statement.
	Mentioned *syntax.Ident
	// Type is nil if nothing declares it: see Program.TypeOf.
	Type   *Type
	Dims   *syntax.ArraySpec
	Codims *syntax.CoarraySpec
	// Again is a second statement's codimensions for what has some, or nil.
	Again  *syntax.CoarraySpec
	Intent string
	Init   syntax.Expr
	// Decl is the statement that gave it its type, or nil.
	Decl *syntax.TypeDeclStmt
	// Proc is the subprogram or interface body of a procedure, Inner its scope.
	Proc  *syntax.Subprogram
	Inner *Scope
	// Specifics of a generic.
	Specifics []string
	// Def is the definition of a derived type, Components its own components, Parent the parent
	// component, which has the name of the type that it extends.
	Def        *syntax.DerivedTypeDef
	Components []*Symbol
	Parent     *Symbol
	// Selector is what an associate name stands for, Coarray the coarray that the name is by itself
	// (associated.go), or nil.
	Selector syntax.Expr
	Coarray  *Symbol
	// Obscured: the name of the coarray that an associate name stands for means something else
	// somewhere in the construct.
	Obscured bool
	// Original is the name of a Builtin in its intrinsic module.
	Original string

	seeking bool // its value is being sought
	uses    uses // of a variable with the name of an intrinsic function
}

// Has tells whether all the given attributes are there.
func (s *Symbol) Has(f Flags) bool { return s.Flags&f == f }

// IsType tells whether it is a derived type: a generic procedure may have the name of one, often
// that of functions that make its objects.
func (s *Symbol) IsType() bool {
	return s != nil && (s.Kind == DerivedType || s.Kind == Generic && s.Def != nil)
}

// IsCoarray tells whether the entity has a codimension.
func (s *Symbol) IsCoarray() bool { return s != nil && s.Codims != nil }

// Corank is the number of codimensions.
func (s *Symbol) Corank() int {
	if s.Codims == nil {
		return 0
	}
	return len(s.Codims.Dims)
}

// Rank is the number of dimensions; -1 for assumed rank.
func (s *Symbol) Rank() int {
	if s.Dims == nil {
		return 0
	}
	if len(s.Dims.Dims) == 1 && s.Dims.Dims[0].Kind == syntax.DimAssumedRank {
		return -1
	}
	return len(s.Dims.Dims)
}

// Type is the declared type of an entity.
type Type struct {
	Base syntax.BaseType
	// Spec is nil for a type by default implicit rules.
	Spec *syntax.TypeSpec
	// Len overrides the length of Spec: `character c*8`.
	Len syntax.Expr
	// Scope is where Spec is written.
	Scope *Scope
}

// declare finds or makes the symbol of a name in this scope.
func (s *Scope) declare(id *syntax.Ident) *Symbol {
	if sym := s.Symbols[id.Name]; sym != nil {
		return sym
	}
	sym := &Symbol{Name: id.Name, Scope: s, Ident: id}
	s.Symbols[id.Name] = sym
	s.Order = append(s.Order, sym)
	return sym
}

func (p *Program) newScope(kind ScopeKind, name string, host *Scope, n syntax.Node) *Scope {
	s := &Scope{Kind: kind, Name: name, Host: host, Node: n, Symbols: map[string]*Symbol{}, prog: p,
		access: map[string]bool{}, CAF2: p.caf2}
	p.scopes[n] = s
	return s
}
