// Package syntax reads Fortran source text: free and fixed form to tokens, tokens to a tree.
//
// The tree serves rewriting of the user's text, so every node knows its exact bytes. Names of nodes
// and grammar lines follow F2018 (ISO/IEC 1539-1:2018) where it has a rule. What needs declarations
// is not decided here: `f(x)` is one Ref, be it array element, function reference, structure
// constructor or substring; an assignment to `f(x)` in front of the executable part may be a
// statement function (AssignStmt.MaybeStmtFunc).
//
// A Range leads into the source where the node was written, which for INCLUDE files is not that of
// File.Source.
package syntax

import "github.com/coral-pgas/coral/internal/diag"

// Node is any part of the tree.
type Node interface {
	// Span is the bytes from the first to the last token of the node. A construct spans from its
	// first statement to its last, comments in between included; label and construct name belong to
	// a statement's span.
	Span() diag.Range
	// children calls in for each child in the order of the text; see Inspect.
	children(in func(Node))
}

// Item is an element of a specification part, an execution part or a block: a statement, or a
// construct made of statements (DoConstruct, DerivedTypeDef, InterfaceBlock, ...).
type Item interface {
	Node
	item()
}

// Stmt is a single statement. All statements embed Base.
type Stmt interface {
	Item
	Info() *Base
}

// Expr is an expression, or what may stand in place of one in an argument or subscript list
// (Triplet, AltReturn, Star).
type Expr interface {
	Node
	expr()
}

// Unit is a program unit or a subprogram.
type Unit interface {
	Node
	unit()
}

// Base is what all statements have.
type Base struct {
	// Range runs from the label, construct name or first token to the last token. A trailing
	// comment and the `;` that separates statements are outside.
	Range diag.Range
	Label *Label
	// ConstructName is the `name` of `name: do ...`; its Range is the name without the colon.
	ConstructName *Ident
	// packed are the tokens, from the first on, without the label, and the construct name with its
	// colon (packed.go).
	packed string
	more   *baseMore
	first  int32
	// DoTerminal counts the labelled DO constructs of which this statement is the last one (F2018
	// 11.1.7.2).
	DoTerminal int32
	// Line is the line of the statement's first token as the user sees it (line markers applied).
	Line int32
	// Place is the statement's place among those of its file, from 1; 0 for others, such as actions
	// of IF statements.
	Place int32
}

// baseMore is what few statements have.
type baseMore struct {
	// tokens are those that the source does not tell.
	tokens []Token
	joined diag.Range
	parent Stmt
}

// further gives the statement room for what few have.
func (b *Base) further() *baseMore {
	if b.more == nil {
		b.more = &baseMore{}
	}
	return b.more
}

// Joined is the text of two keywords that free form demands to be two words, where they are one.
func (b *Base) Joined() diag.Range {
	if b.more == nil {
		return diag.Range{}
	}
	return b.more.joined
}

// Parent is the IF, WHERE or FORALL statement of which this statement is the action; else nil.
func (b *Base) Parent() Stmt {
	if b.more == nil {
		return nil
	}
	return b.more.parent
}

// SetParent says of which statement this one is the action.
func (b *Base) SetParent(s Stmt) {
	if s != nil || b.more != nil {
		b.further().parent = s
	}
}

func (b *Base) Span() diag.Range { return b.Range }
func (b *Base) Info() *Base      { return b }
func (b *Base) item()            {}

// Body is the range without the label: from the construct name or first token on.
func (b *Base) Body() diag.Range {
	r := b.Range
	switch {
	case b.Label == nil:
	case b.ConstructName != nil:
		r.Start = b.ConstructName.Range.Start
	case b.first > 0:
		r.Start = b.first
	}
	return r
}

// Label is a statement label, or a reference to one.
type Label struct {
	Range diag.Range
	Value int
}

func (l *Label) Span() diag.Range { return l.Range }

// Ident is a name as it stands in the source. Name is in lower case.
type Ident struct {
	Range diag.Range
	Name  string
}

func (i *Ident) Span() diag.Range { return i.Range }

// ---------------------------------------------------------------------------------------------------------------------
// File and program units

// File is all of a source file with its INCLUDE files expanded in place.
type File struct {
	Source *diag.Source
	Form   Form
	// FixedLineLength is that of Options.
	FixedLineLength int
	CAF2            bool
	XMP             bool // there are directives of XcalableMP
	Units           []Unit
	// Stmts are all statements in the order of the text, actions of IF, WHERE and FORALL statements
	// excluded. Statements of INCLUDE files stand at the place of the INCLUDE line.
	Stmts      []Stmt
	Includes   []*Include
	Directives []*Directive
	// Polymorphic: some entity is declared by CLASS or CLASSOF.
	Polymorphic bool

	words *words // when something has been asked for
}

// Include is an INCLUDE line that was expanded.
//
//	include-line = INCLUDE char-literal-constant
type Include struct {
	Range diag.Range // the line's tokens, in the including source
	Name  string     // as written
	Src   *diag.Source
}

// Directive is a comment that starts with a sentinel: `!dir$`, `!$omp`, `!$acc`, `!gcc$`, `!$xmp`
// and the like, or, unless Options.OpenMP is set, a conditional compilation line `!$ ...` (Sentinel
// "!$").
type Directive struct {
	Range    diag.Range // from the sentinel to the end of the line
	Sentinel string     // in lower case, `!` in front whatever the comment character
}

func (d *Directive) Span() diag.Range { return d.Range }

// ScopeBody is what the program units share.
type ScopeBody struct {
	// Spec is the specification part: use, import, implicit, declarations, ... and statement
	// functions that are followed by further specification statements.
	Spec []Item
	// Exec is the execution part. Specification statements that stand in it by mistake stay there,
	// reported.
	Exec []Item
	// Contains is the CONTAINS statement, if any; Procs are the subprograms after it.
	Contains *ContainsStmt
	Procs    []*Subprogram
}

// MainProgram is a main program.
//
//	main-program = [ program-stmt ] spec-part exec-part [ internal-subprogram-part ] end-program-stmt
type MainProgram struct {
	Range diag.Range
	Head  *ProgramStmt // nil without PROGRAM statement
	ScopeBody
	End *EndStmt // nil if missing (reported)
}

// Module is a module.
//
//	module = module-stmt spec-part [ CONTAINS module-subprogram... ] end-module-stmt
type Module struct {
	Range diag.Range
	Head  *ModuleStmt
	ScopeBody
	End *EndStmt
}

// Submodule is a submodule.
//
//	submodule = submodule-stmt spec-part [ CONTAINS module-subprogram... ] end-submodule-stmt
type Submodule struct {
	Range diag.Range
	Head  *SubmoduleStmt
	ScopeBody
	End *EndStmt
}

// BlockData is a block data program unit.
//
//	block-data = block-data-stmt spec-part end-block-data-stmt
type BlockData struct {
	Range diag.Range
	Head  *BlockDataStmt
	ScopeBody
	End *EndStmt
}

// Subprogram is an external, module or internal subprogram, a separate module subprogram, or an
// interface body.
//
//	subprogram = ( function-stmt | subroutine-stmt | mp-subprogram-stmt ) spec-part exec-part [ CONTAINS internal... ] end-stmt
type Subprogram struct {
	Range diag.Range
	Head  *ProcStmt
	ScopeBody
	End *EndStmt
}

// BodyOf is the body of a program unit or subprogram; nil for BLOCK DATA, which executes nothing.
func BodyOf(u Unit) *ScopeBody {
	switch u := u.(type) {
	case *MainProgram:
		return &u.ScopeBody
	case *Module:
		return &u.ScopeBody
	case *Submodule:
		return &u.ScopeBody
	case *Subprogram:
		return &u.ScopeBody
	}
	return nil
}

func (u *MainProgram) Span() diag.Range { return u.Range }
func (u *Module) Span() diag.Range      { return u.Range }
func (u *Submodule) Span() diag.Range   { return u.Range }
func (u *BlockData) Span() diag.Range   { return u.Range }
func (u *Subprogram) Span() diag.Range  { return u.Range }
func (u *MainProgram) unit()            {}
func (u *Module) unit()                 {}
func (u *Submodule) unit()              {}
func (u *BlockData) unit()              {}
func (u *Subprogram) unit()             {}

// item: an interface body is an item of an InterfaceBlock.
func (u *Subprogram) item() {}

// ProgramStmt begins a main program.
//
//	program-stmt = PROGRAM program-name
type ProgramStmt struct {
	Base
	Name *Ident
}

// ModuleStmt begins a module.
//
//	module-stmt = MODULE module-name
type ModuleStmt struct {
	Base
	Name *Ident
}

// SubmoduleStmt begins a submodule.
//
//	submodule-stmt = SUBMODULE ( ancestor-module-name [ : parent-submodule-name ] ) submodule-name
type SubmoduleStmt struct {
	Base
	Ancestor *Ident
	Parent   *Ident // nil if none
	Name     *Ident
}

// BlockDataStmt begins a block data program unit.
//
//	block-data-stmt = BLOCK DATA [ block-data-name ]
type BlockDataStmt struct {
	Base
	Name *Ident // nil if unnamed
}

// ContainsStmt separates the subprograms of a unit, or the bindings of a derived type.
//
//	contains-stmt = CONTAINS
type ContainsStmt struct{ Base }

// ProcKind tells the three kinds of subprogram apart.
type ProcKind uint8

const (
	Subroutine ProcKind = iota
	Function
	ModuleProcedure // MODULE PROCEDURE name, in a CONTAINS part
)

func (k ProcKind) String() string { return [...]string{"subroutine", "function", "procedure"}[k] }

// ProcStmt begins a subprogram.
//
//	function-stmt     = [ prefix ] FUNCTION name ( [ dummy-arg-list ] ) [ suffix ]
//	subroutine-stmt   = [ prefix ] SUBROUTINE name [ ( [ dummy-arg-list ] ) [ bind ] ]
//	mp-subprogram-stmt = MODULE PROCEDURE name
type ProcStmt struct {
	Base
	Kind     ProcKind
	Prefixes []*Prefix
	Type     *TypeSpec // the type in a function's prefix, or nil
	Name     *Ident
	Params   diag.Range  // the parenthesised list of dummy arguments; invalid if there is none
	Args     []*DummyArg // in order
	Result   *Ident      // RESULT ( name ), or nil
	Bind     *BindSpec   // or nil
	// HeadRange is from the first prefix to the keyword FUNCTION, SUBROUTINE or PROCEDURE.
	HeadRange diag.Range
}

// Has tells whether the given prefix ("pure", "module", "impure", ...) is there.
func (s *ProcStmt) Has(prefix string) bool {
	for _, p := range s.Prefixes {
		if p.Name == prefix {
			return true
		}
	}
	return false
}

// Prefix is a word before FUNCTION or SUBROUTINE.
//
//	prefix-spec = ELEMENTAL | IMPURE | MODULE | NON_RECURSIVE | PURE | RECURSIVE | SIMPLE
type Prefix struct {
	Range diag.Range
	Name  string // in lower case
}

// DummyArg is a dummy argument's name; Name is nil for an alternate return `*`.
type DummyArg struct {
	Range diag.Range
	Name  *Ident
}

// BindSpec is a language binding.
//
//	language-binding-spec = BIND ( C [ , NAME = expr ] )
type BindSpec struct {
	Range diag.Range
	Name  Expr // or nil
}

// EndKind says what an END statement ends.
type EndKind uint8

const (
	EndAny EndKind = iota // a bare END
	EndProgram
	EndModule
	EndSubmodule
	EndSubroutine
	EndFunction
	EndProcedure
	EndBlockData
	EndIf
	EndDo
	EndSelect
	EndWhere
	EndForall
	EndAssociate
	EndBlock
	EndCritical
	EndTeam
	EndType
	EndInterface
	EndEnum
	EndStructure // legacy STRUCTURE
	EndUnion     // legacy
	EndMap       // legacy
	EndWithTeam  // CAF 2.0
	EndFinish    // CAF 2.0
	EndXMPTask
	EndXMPTasks
)

var endNames = [...]string{"end", "program", "module", "submodule", "subroutine", "function",
	"procedure", "block data", "if", "do",
	"select", "where", "forall", "associate", "block", "critical", "team", "type", "interface",
	"enum", "structure", "union",
	"map", "with team", "finish", "task", "tasks"}

// String is the words after END.
func (k EndKind) String() string { return endNames[k] }

// EndStmt ends a program unit, subprogram, definition or construct.
//
//	end-stmt = END [ keyword [ name ] ]
//	end-change-team-stmt = END TEAM [ ( [ sync-stat-list ] ) ] [ name ]
type EndStmt struct {
	Base
	Kind EndKind
	Name *Ident // or nil
	// Stats of END TEAM and (F2023) END CRITICAL.
	Stats []*Arg
	// Spec is the generic spec after END INTERFACE, or nil.
	Spec *GenericSpec
}

// ---------------------------------------------------------------------------------------------------------------------
// Types, array and coarray specs

// BaseType is the first word or words of a type spec.
type BaseType uint8

const (
	TypeInteger BaseType = iota
	TypeReal
	TypeDoublePrecision
	TypeComplex
	TypeDoubleComplex // legacy
	TypeCharacter
	TypeLogical
	TypeByte     // legacy
	TypeDerived  // TYPE ( name )
	TypeClass    // CLASS ( name )
	TypeStar     // TYPE ( * )
	TypeClassAny // CLASS ( * )
	TypeTypeof   // TYPEOF ( entity ), F2023
	TypeClassof  // CLASSOF ( entity ), F2023
	TypeRecord   // legacy RECORD /name/
	// a bare type name: in an ALLOCATE statement or array constructor, or a type of CAF 2.0
	TypeNamed
)

var baseNames = [...]string{"integer", "real", "double precision", "complex", "double complex",
	"character", "logical", "byte",
	"type", "class", "type(*)", "class(*)", "typeof", "classof", "record", "named"}

func (b BaseType) String() string { return baseNames[b] }

// TypeSpec is a declaration type spec or a type spec.
//
//	declaration-type-spec = intrinsic-type-spec | TYPE ( intrinsic-type-spec | derived-type-spec | * )
//	                      | CLASS ( derived-type-spec | * )
//	derived-type-spec = type-name [ ( type-param-spec-list ) ]
type TypeSpec struct {
	Range diag.Range
	Base  BaseType
	// Kind is the kind expression of `(kind)`, `(kind=..)`, or `*n` (then StarForm), or nil.
	Kind     Expr
	StarForm bool
	// Len is the character length of `(len)`, `(len=..)` or `*len`: an expression, Star, or
	// DeferredLen; nil if absent.
	Len Expr
	// Name is the derived type's name (TypeDerived, TypeClass, TypeRecord, TypeNamed).
	Name *Ident
	// Params are the type parameters of a parameterised derived type, or nil.
	Params *ArgList
	// Of is the entity of TYPEOF and CLASSOF.
	Of Expr
	// Wrapped: an intrinsic type inside TYPE ( ).
	Wrapped bool
}

func (t *TypeSpec) Span() diag.Range { return t.Range }

// ArraySpec is the parenthesised shape of an array.
//
//	array-spec = ( dim-list )
type ArraySpec struct {
	Range diag.Range // parentheses included
	Dims  []*Dim
}

func (a *ArraySpec) Span() diag.Range { return a.Range }

// CoarraySpec is the bracketed shape of a coarray.
//
//	coarray-spec = [ dim-list ]          all dims deferred `:`, or the last one `[ lower : ] *`
//	             | [ ] | [ @ team ]      CAF 2.0, in ALLOCATE
type CoarraySpec struct {
	Range diag.Range // brackets included
	Dims  []*Dim
	At    Expr // CAF 2.0, or nil
}

func (c *CoarraySpec) Span() diag.Range { return c.Range }

// Deferred tells whether the spec is `[:]`, `[:,:]`, ...
func (c *CoarraySpec) Deferred() bool {
	for _, d := range c.Dims {
		if d.Kind != DimDeferred {
			return false
		}
	}
	return len(c.Dims) > 0
}

// DimKind tells the forms of a dimension apart.
type DimKind uint8

const (
	DimExplicit    DimKind = iota // [ Lower : ] Upper
	DimDeferred                   // :           deferred or assumed shape
	DimLower                      // Lower :     assumed shape
	DimStar                       // [ Lower : ] *
	DimAssumedRank                // ..
)

// Dim is one dimension or codimension.
//
//	dim = [ lower : ] upper | [ lower ] : | [ lower : ] * | ..
type Dim struct {
	Range diag.Range
	Kind  DimKind
	Lower Expr // or nil
	Upper Expr // DimExplicit only
	// Ranks: a codimension of CAF 2.0 without lower bound. It begins at 0, and Upper is one more
	// than its upper cobound.
	Ranks bool
}

// ---------------------------------------------------------------------------------------------------------------------
// Specification statements

// AttrKind names an attribute.
type AttrKind uint8

const (
	AttrAllocatable AttrKind = iota
	AttrAsynchronous
	AttrBind
	AttrCodimension
	AttrContiguous
	AttrDimension
	AttrExternal
	AttrIntent
	AttrIntrinsic
	AttrOptional
	AttrParameter
	AttrPointer
	AttrPrivate
	AttrProtected
	AttrPublic
	AttrSave
	AttrTarget
	AttrValue
	AttrVolatile
	AttrKindParam // KIND, in a parameterised derived type
	AttrLenParam  // LEN
	AttrAbstract
	AttrExtends
	AttrSequence
	AttrDeferred
	AttrNonOverridable
	AttrNopass
	AttrPass
	AttrRank       // F2023
	AttrStatic     // legacy
	AttrAutomatic  // legacy
	AttrCopointer  // CAF 2.0
	AttrCotarget   // CAF 2.0: a copointer may refer to it, which Coral does not need to be told
	AttrCudaDevice // device, managed, constant, shared, pinned: legacy of CUDA Fortran
)

var attrNames = [...]string{"allocatable", "asynchronous", "bind", "codimension", "contiguous",
	"dimension", "external", "intent", "intrinsic", "optional", "parameter", "pointer", "private",
	"protected", "public", "save", "target", "value", "volatile", "kind", "len", "abstract",
	"extends", "sequence", "deferred", "non_overridable", "nopass", "pass", "rank", "static",
	"automatic", "copointer", "cotarget", "device"}

// String is the attribute's keyword.
func (k AttrKind) String() string { return attrNames[k] }

// Attr is one attribute of a declaration.
//
//	attr-spec = name [ ( ... ) ]
type Attr struct {
	Range  diag.Range
	Kind   AttrKind
	Dims   *ArraySpec   // DIMENSION
	Codims *CoarraySpec // CODIMENSION
	Intent string       // "in", "out", "inout"
	Bind   *BindSpec    // BIND
	Name   *Ident       // EXTENDS ( name ), PASS ( name )
	Arg    Expr         // RANK ( expr )
}

// TypeDeclStmt declares entities with a type. Components of derived types are TypeDeclStmts too,
// and so are type parameter definitions.
//
//	type-declaration-stmt = declaration-type-spec [ [ , attr-spec ] ... :: ] entity-decl-list
type TypeDeclStmt struct {
	Base
	Type     *TypeSpec
	Attrs    []*Attr
	Colons   diag.Range // the `::`, or invalid
	Entities []*Entity
}

// Attr finds an attribute, or nil.
func (s *TypeDeclStmt) Attr(k AttrKind) *Attr { return findAttr(s.Attrs, k) }

func findAttr(attrs []*Attr, k AttrKind) *Attr {
	for _, a := range attrs {
		if a.Kind == k {
			return a
		}
	}
	return nil
}

// Entity is one declared name.
//
//	entity-decl = name [ array-spec ] [ coarray-spec ] [ * char-length ] [ initialization ]
type Entity struct {
	Range  diag.Range
	Name   *Ident
	Dims   *ArraySpec   // or nil
	Codims *CoarraySpec // or nil
	// Len is the `*len` after the name, or nil; LenRange includes the star. For a numeric type it
	// is the legacy kind.
	Len      Expr
	LenRange diag.Range
	// Init is the expression after `=` or `=>` (then PtrInit), or nil; InitRange includes the sign.
	Init      Expr
	PtrInit   bool
	InitRange diag.Range
	// OldInit is the legacy form `/ values /`.
	OldInit []*DataValue
}

func (e *Entity) Span() diag.Range { return e.Range }

// AttrStmt gives an attribute to entities.
//
//	attr-stmt = attr-spec [ :: ] [ attr-entity-list ]
//	attr-entity = name [ array-spec ] [ coarray-spec ] | / common-block-name /
//
// It covers ALLOCATABLE, ASYNCHRONOUS, BIND, CODIMENSION, CONTIGUOUS, DIMENSION, EXTERNAL, INTENT,
// INTRINSIC, OPTIONAL, POINTER, PRIVATE, PROTECTED, PUBLIC, SAVE, TARGET, VALUE, VOLATILE, and the
// legacy STATIC and AUTOMATIC. Without entities it is the bare SAVE, PUBLIC or PRIVATE.
type AttrStmt struct {
	Base
	Attr     *Attr
	Colons   diag.Range
	Entities []*AttrEntity
}

// AttrEntity is a name in an AttrStmt.
type AttrEntity struct {
	Range  diag.Range
	Name   *Ident       // of the entity, or of the common block if Common
	Common bool         // / name /
	Spec   *GenericSpec // PUBLIC and PRIVATE: operator(+) and the like; then Name is nil
	Dims   *ArraySpec
	Codims *CoarraySpec
}

func (e *AttrEntity) Span() diag.Range { return e.Range }

// CrayPointerStmt is the Cray pointer.
//
//	cray-pointer-stmt = POINTER ( pointer-name , pointee [ array-spec ] ) , ...
type CrayPointerStmt struct {
	Base
	Pairs []*CrayPointer
}

// CrayPointer is one pair of a CrayPointerStmt.
type CrayPointer struct {
	Pointer *Ident
	Pointee *Entity
}

// ImplicitStmt sets the implicit typing rules.
//
//	implicit-stmt = IMPLICIT NONE [ ( TYPE | EXTERNAL list ) ] | IMPLICIT implicit-spec-list
//	implicit-spec = declaration-type-spec ( letter-spec-list )
type ImplicitStmt struct {
	Base
	None         bool
	NoneExternal bool // NONE ( EXTERNAL )
	NoneType     bool // NONE, NONE ( TYPE )
	Specs        []*ImplicitSpec
}

// ImplicitSpec is one type with its letters.
type ImplicitSpec struct {
	Range   diag.Range
	Type    *TypeSpec
	Letters []LetterRange
}

// LetterRange is `a-h`; From and To are lower case letters.
type LetterRange struct{ From, To byte }

// ParameterStmt defines named constants.
//
//	parameter-stmt = PARAMETER ( name = expr , ... )
//
// The parentheses are missing in a form that is older than the standard.
type ParameterStmt struct {
	Base
	Parens bool
	Defs   []*ParamDef
}

// ParamDef is one definition.
type ParamDef struct {
	Range diag.Range
	Name  *Ident
	Value Expr
}

// DataStmt initialises variables.
//
//	data-stmt = DATA data-stmt-set [ [ , ] data-stmt-set ] ...
//	data-stmt-set = object-list / value-list /
type DataStmt struct {
	Base
	Sets []*DataSet
}

// DataSet is one set. Objects are Refs and ImpliedDos.
type DataSet struct {
	Range   diag.Range
	Objects []Expr
	Values  []*DataValue
}

// DataValue is a value with repeat count.
//
//	data-stmt-value = [ repeat * ] constant
type DataValue struct {
	Range  diag.Range
	Repeat Expr // or nil
	Value  Expr
}

// CommonStmt places variables in common blocks.
//
//	common-stmt = COMMON [ / [ name ] / ] object-list [ [ , ] / [ name ] / object-list ] ...
type CommonStmt struct {
	Base
	Blocks []*CommonBlock
}

// CommonBlock is one block of a CommonStmt; Name is nil for blank common.
type CommonBlock struct {
	Range   diag.Range
	Name    *Ident
	Objects []*Entity
}

// EquivalenceStmt associates storage.
//
//	equivalence-stmt = EQUIVALENCE ( object , object-list ) , ...
type EquivalenceStmt struct {
	Base
	Sets [][]Expr
}

// NamelistStmt declares namelist groups.
//
//	namelist-stmt = NAMELIST / group / name-list [ [ , ] / group / name-list ] ...
type NamelistStmt struct {
	Base
	Groups []*NamelistGroup
}

// NamelistGroup is one group.
type NamelistGroup struct {
	Range diag.Range
	Name  *Ident
	Items []*Ident
}

// UseStmt gives access to a module.
//
//	use-stmt = USE [ [ , nature ] :: ] module-name [ , rename-list | , ONLY : [ only-list ] ]
type UseStmt struct {
	Base
	Nature  string // "intrinsic", "non_intrinsic" or ""
	Module  *Ident
	Only    bool       // ONLY is there
	OnlyPos diag.Range // ONLY with its colon
	Items   []*UseItem
}

// UseItem is an entry of an ONLY list, or a rename. Local is nil without renaming.
//
//	use-item = [ local-name => ] use-name | generic-spec | OPERATOR ( op ) => OPERATOR ( op )
type UseItem struct {
	Range     diag.Range
	Local     *Ident
	Name      *Ident       // nil for a generic spec that is not a name
	Spec      *GenericSpec // operator(..), assignment(=), read(..), write(..)
	LocalSpec *GenericSpec // OPERATOR renaming
}

// ImportStmt gives access to host entities.
//
//	import-stmt = IMPORT [ [ :: ] name-list ] | IMPORT , ONLY : name-list | IMPORT , NONE | IMPORT , ALL
type ImportStmt struct {
	Base
	Mode  string // "", "only", "none", "all"
	Names []*Ident
}

// GenericSpec names a generic.
//
//	generic-spec = name | OPERATOR ( op ) | ASSIGNMENT ( = ) | READ ( kind ) | WRITE ( kind )
type GenericSpec struct {
	Range diag.Range
	Kind  GenericKind
	Name  *Ident // GenericName; for GenericRead and GenericWrite: FORMATTED or UNFORMATTED
	Op    string // GenericOperator: "+", ".foo."
}

func (g *GenericSpec) Span() diag.Range { return g.Range }

// GenericKind tells the forms of a GenericSpec apart.
type GenericKind uint8

func (k GenericKind) String() string {
	return [...]string{"name", "operator", "assignment", "read", "write"}[k]
}

const (
	GenericName GenericKind = iota
	GenericOperator
	GenericAssignment
	GenericRead
	GenericWrite
)

// InterfaceStmt begins an interface block.
//
//	interface-stmt = INTERFACE [ generic-spec ] | ABSTRACT INTERFACE
type InterfaceStmt struct {
	Base
	Abstract bool
	Spec     *GenericSpec // or nil
}

// InterfaceBlock declares interfaces. Items are Subprograms (interface bodies, without Exec) and
// ModuleProcStmts.
//
//	interface-block = interface-stmt ( interface-body | procedure-stmt ) ... end-interface-stmt
type InterfaceBlock struct {
	Range diag.Range
	Head  *InterfaceStmt
	Items []Item
	End   *EndStmt
}

// ModuleProcStmt lists specific procedures of a generic.
//
//	procedure-stmt = [ MODULE ] PROCEDURE [ :: ] name-list
type ModuleProcStmt struct {
	Base
	Module bool
	Names  []*Ident
}

// GenericStmt declares a generic in a specification part or among a type's bindings.
//
//	generic-stmt = GENERIC [ , access-spec ] :: generic-spec => name-list
type GenericStmt struct {
	Base
	Attrs []*Attr
	Spec  *GenericSpec
	Names []*Ident
}

// ProcDeclStmt declares procedures, procedure pointers and procedure components.
//
//	procedure-declaration-stmt = PROCEDURE ( [ interface ] ) [ [ , attr ] ... :: ] proc-decl-list
type ProcDeclStmt struct {
	Base
	Interface *Ident    // or nil
	Type      *TypeSpec // or nil
	Attrs     []*Attr
	Colons    diag.Range
	Entities  []*Entity
}

// Attr finds an attribute, or nil.
func (s *ProcDeclStmt) Attr(k AttrKind) *Attr { return findAttr(s.Attrs, k) }

// DerivedTypeStmt begins the definition of a derived type.
//
//	derived-type-stmt = TYPE [ [ , attr ] ... :: ] type-name [ ( param-name-list ) ]
type DerivedTypeStmt struct {
	Base
	Attrs  []*Attr
	Name   *Ident
	Params []*Ident
}

// Attr finds an attribute, or nil.
func (s *DerivedTypeStmt) Attr(k AttrKind) *Attr { return findAttr(s.Attrs, k) }

// DerivedTypeDef defines a derived type. Components are TypeDeclStmts, ProcDeclStmts, AttrStmts
// (PRIVATE) and SequenceStmts.
//
//	derived-type-def = derived-type-stmt component-part [ CONTAINS binding-stmt ... ] end-type-stmt
type DerivedTypeDef struct {
	Range      diag.Range
	Head       *DerivedTypeStmt
	Components []Item
	Contains   *ContainsStmt // or nil
	Bindings   []Item        // BindingStmts, GenericStmts, FinalStmts, AttrStmts (PRIVATE)
	End        *EndStmt
}

// SequenceStmt is the SEQUENCE statement.
type SequenceStmt struct{ Base }

// BindingStmt binds procedures to a type.
//
//	type-bound-procedure-stmt = PROCEDURE [ ( interface ) ] [ [ , attr ] ... :: ] ( binding [ => procedure ] ) , ...
type BindingStmt struct {
	Base
	Interface *Ident // or nil
	Attrs     []*Attr
	Bindings  []*Binding
}

// Attr finds an attribute, or gives nil.
func (s *BindingStmt) Attr(k AttrKind) *Attr { return findAttr(s.Attrs, k) }

// Binding is one name of a BindingStmt.
type Binding struct {
	Range diag.Range
	Name  *Ident
	Proc  *Ident // or nil: the same name
}

// FinalStmt lists final subroutines.
//
//	final-procedure-stmt = FINAL [ :: ] name-list
type FinalStmt struct {
	Base
	Names []*Ident
}

// EnumStmt begins an enumeration.
//
//	enum-def-stmt = ENUM , BIND ( C ) [ :: name ]
type EnumStmt struct {
	Base
	Name *Ident // F2023, or nil
}

// EnumeratorStmt defines enumerators.
//
//	enumerator-def-stmt = ENUMERATOR [ :: ] ( name [ = expr ] ) , ...
type EnumeratorStmt struct {
	Base
	Defs []*ParamDef // Value may be nil
}

// EnumDef is an enumeration.
type EnumDef struct {
	Range diag.Range
	Head  *EnumStmt
	Items []Item
	End   *EndStmt
}

// StructureDef is the legacy STRUCTURE, UNION or MAP, kept as its items.
//
//	structure = STRUCTURE / name / [ name-list ] items END STRUCTURE
type StructureDef struct {
	Range diag.Range
	Head  *OpaqueStmt
	Items []Item
	End   *EndStmt
}

func (d *DerivedTypeDef) Span() diag.Range { return d.Range }
func (d *InterfaceBlock) Span() diag.Range { return d.Range }
func (d *EnumDef) Span() diag.Range        { return d.Range }
func (d *StructureDef) Span() diag.Range   { return d.Range }
func (d *DerivedTypeDef) item()            {}
func (d *InterfaceBlock) item()            {}
func (d *EnumDef) item()                   {}
func (d *StructureDef) item()              {}

// EntryStmt is an additional entry of a subprogram.
//
//	entry-stmt = ENTRY name [ ( [ dummy-arg-list ] ) [ suffix ] ]
type EntryStmt struct {
	Base
	Name   *Ident
	Params diag.Range
	Args   []*DummyArg
	Result *Ident
	Bind   *BindSpec
}

// FormatStmt is a FORMAT statement; Text is the parenthesised specification, uninterpreted.
//
//	format-stmt = FORMAT ( ... )
type FormatStmt struct {
	Base
	Text diag.Range
}

// ---------------------------------------------------------------------------------------------------------------------
// Constructs. Each has its first statement as Head, its last as End (nil if missing, which is
// reported).

// IfConstruct is an IF construct.
//
//	if-construct = if-then-stmt block [ else-if-stmt block ] ... [ else-stmt block ] end-if-stmt
type IfConstruct struct {
	Range    diag.Range
	Branches []*IfBranch
	End      *EndStmt
}

// IfBranch is a branch: its Head is an IfThenStmt, ElseIfStmt or ElseStmt.
type IfBranch struct {
	Head Stmt
	Body []Item
}

// IfThenStmt begins an IF construct.
//
//	if-then-stmt = [ name : ] IF ( expr ) THEN
type IfThenStmt struct {
	Base
	Cond Expr
}

// ElseIfStmt begins a further branch.
//
//	else-if-stmt = ELSE IF ( expr ) THEN [ name ]
type ElseIfStmt struct {
	Base
	Cond Expr
	Name *Ident
}

// ElseStmt begins the last branch.
//
//	else-stmt = ELSE [ name ]
type ElseStmt struct {
	Base
	Name *Ident
}

// DoConstruct is a DO construct. Without label, End is its END DO. With label, the terminal is
// either End (a labelled END DO) or the last statement of the last item of Body, which several
// constructs may share; Terminal is that statement in both cases.
//
//	do-construct = do-stmt block end-do
type DoConstruct struct {
	Range    diag.Range
	Head     *DoStmt
	Body     []Item
	End      *EndStmt
	Terminal Stmt
}

// DoStmt begins a DO construct. Exactly one of Control, While, Concurrent is set, or none: an
// endless loop.
//
//	do-stmt = [ name : ] DO [ label ] [ [ , ] loop-control ]
//	loop-control = variable = expr , expr [ , expr ] | WHILE ( expr ) | CONCURRENT concurrent-header locality...
type DoStmt struct {
	Base
	Target     *Label // the label of the terminal, or nil
	Control    *LoopControl
	While      Expr
	Concurrent *ConcurrentHeader
	Locality   []*LocalitySpec
}

// LoopControl is the bounds of a counted loop or implied DO.
//
//	loop-control = variable = first , last [ , step ]
type LoopControl struct {
	Range diag.Range
	Var   *Ident
	First Expr
	Last  Expr
	Step  Expr // or nil
}

// ConcurrentHeader is the index list of DO CONCURRENT and FORALL.
//
//	concurrent-header = ( [ integer-type-spec :: ] control-list [ , mask ] )
type ConcurrentHeader struct {
	Range    diag.Range
	Type     *TypeSpec // or nil
	Controls []*ConcurrentControl
	Mask     Expr // or nil
}

// ConcurrentControl is one index.
//
//	concurrent-control = name = first : last [ : step ]
type ConcurrentControl struct {
	Range diag.Range
	Var   *Ident
	First Expr
	Last  Expr
	Step  Expr // or nil
}

// LocalitySpec is a locality clause of DO CONCURRENT.
//
//	locality-spec = LOCAL ( list ) | LOCAL_INIT ( list ) | SHARED ( list ) | REDUCE ( op : list ) | DEFAULT ( NONE )
type LocalitySpec struct {
	Range diag.Range
	Kind  string // "local", "local_init", "shared", "reduce", "default"
	Op    string // REDUCE
	Names []*Ident
}

// SelectKind tells the select constructs apart.
type SelectKind uint8

const (
	SelectCase SelectKind = iota
	SelectType
	SelectRank
)

func (k SelectKind) String() string { return [...]string{"case", "type", "rank"}[k] }

// SelectStmt begins a select construct.
//
//	select-stmt = [ name : ] SELECT ( CASE | TYPE | RANK ) ( [ associate-name => ] expr )
type SelectStmt struct {
	Base
	Kind  SelectKind
	Assoc *Ident // or nil
	Expr  Expr
}

// SelectConstruct is a SELECT CASE, SELECT TYPE or SELECT RANK construct.
type SelectConstruct struct {
	Range  diag.Range
	Head   *SelectStmt
	Blocks []*SelectBlock
	End    *EndStmt
}

// SelectBlock is one alternative.
type SelectBlock struct {
	Head *CaseStmt
	Body []Item
}

// CaseStmt begins an alternative of any select construct.
//
//	case-stmt = CASE ( ( value-range-list ) | DEFAULT ) [ name ]
//	type-guard-stmt = TYPE IS ( type-spec ) [ name ] | CLASS IS ( derived-type-spec ) [ name ] | CLASS DEFAULT [ name ]
//	select-rank-case-stmt = RANK ( ( expr | * ) | DEFAULT ) [ name ]
type CaseStmt struct {
	Base
	Kind    SelectKind
	Default bool
	Values  []Expr    // CASE: expressions and Triplets without step; RANK: one expression or Star
	ClassIs bool      // CLASS IS
	Type    *TypeSpec // TYPE IS, CLASS IS
	Name    *Ident
}

// WhereConstruct is a WHERE construct.
//
//	where-construct = where-construct-stmt body [ masked-elsewhere body ] ... [ elsewhere body ] end-where
type WhereConstruct struct {
	Range    diag.Range
	Branches []*WhereBranch
	End      *EndStmt
}

// WhereBranch is a branch: its Head is a WhereConstructStmt or an ElsewhereStmt.
type WhereBranch struct {
	Head Stmt
	Body []Item
}

// WhereConstructStmt begins a WHERE construct.
//
//	where-construct-stmt = [ name : ] WHERE ( mask )
type WhereConstructStmt struct {
	Base
	Mask Expr
}

// ElsewhereStmt begins a further branch; Mask is nil for the last.
//
//	elsewhere-stmt = ELSEWHERE [ ( mask ) ] [ name ]
type ElsewhereStmt struct {
	Base
	Mask Expr
	Name *Ident
}

// WhereStmt is a WHERE statement.
//
//	where-stmt = WHERE ( mask ) assignment-stmt
type WhereStmt struct {
	Base
	Mask   Expr
	Action Stmt
}

// ForallConstruct is a FORALL construct.
//
//	forall-construct = [ name : ] FORALL concurrent-header body end-forall-stmt
type ForallConstruct struct {
	Range diag.Range
	Head  *ForallConstructStmt
	Body  []Item
	End   *EndStmt
}

// ForallConstructStmt begins a FORALL construct.
type ForallConstructStmt struct {
	Base
	Header *ConcurrentHeader
}

// ForallStmt is a FORALL statement.
//
//	forall-stmt = FORALL concurrent-header assignment-stmt
type ForallStmt struct {
	Base
	Header *ConcurrentHeader
	Action Stmt
}

// AssociateConstruct is an ASSOCIATE construct.
//
//	associate-construct = associate-stmt block end-associate-stmt
type AssociateConstruct struct {
	Range diag.Range
	Head  *AssociateStmt
	Body  []Item
	End   *EndStmt
}

// AssociateStmt begins an ASSOCIATE construct.
//
//	associate-stmt = [ name : ] ASSOCIATE ( ( name => selector ) , ... )
type AssociateStmt struct {
	Base
	Assocs []*Association
}

// Association is `name => selector`; in CHANGE TEAM the name may have a coarray spec.
//
//	association = name => selector
//	coarray-association = name [ coarray-spec ] => coarray-name
type Association struct {
	Range    diag.Range
	Name     *Ident
	Codims   *CoarraySpec // CHANGE TEAM only
	Selector Expr
}

// BlockConstruct is a BLOCK construct, with declarations of its own.
//
//	block-construct = [ name : ] BLOCK spec-part block END BLOCK [ name ]
type BlockConstruct struct {
	Range diag.Range
	Head  *BlockStmt
	Spec  []Item
	Body  []Item
	End   *EndStmt
}

// BlockStmt begins a BLOCK construct.
type BlockStmt struct{ Base }

// CriticalConstruct is a CRITICAL construct.
//
//	critical-construct = critical-stmt block END CRITICAL [ name ]
type CriticalConstruct struct {
	Range diag.Range
	Head  *CriticalStmt
	Body  []Item
	End   *EndStmt
}

// CriticalStmt begins a CRITICAL construct.
//
//	critical-stmt = [ name : ] CRITICAL [ ( [ sync-stat-list ] ) ]
type CriticalStmt struct {
	Base
	Stats []*Arg
}

// ChangeTeamConstruct is a CHANGE TEAM construct.
//
//	change-team-construct = change-team-stmt block end-change-team-stmt
type ChangeTeamConstruct struct {
	Range diag.Range
	Head  *ChangeTeamStmt
	Body  []Item
	End   *EndStmt
}

// ChangeTeamStmt begins a CHANGE TEAM construct.
//
//	change-team-stmt = [ name : ] CHANGE TEAM ( team-value [ , coarray-association-list ] [ , sync-stat-list ] )
type ChangeTeamStmt struct {
	Base
	Team   Expr
	Assocs []*Association
	Stats  []*Arg
}

// WithTeamConstruct is CAF 2.0's WITH TEAM.
//
//	with-team-construct = WITH TEAM team block END WITH TEAM
type WithTeamConstruct struct {
	Range diag.Range
	Head  *WithTeamStmt
	Body  []Item
	End   *EndStmt
}

// WithTeamStmt begins a WithTeamConstruct.
type WithTeamStmt struct {
	Base
	Team Expr
}

// FinishConstruct is CAF 2.0's FINISH.
//
//	finish-construct = FINISH [ ( team ) ] block END FINISH
type FinishConstruct struct {
	Range diag.Range
	Head  *FinishStmt
	Body  []Item
	End   *EndStmt
}

// FinishStmt begins a FinishConstruct.
type FinishStmt struct {
	Base
	Team Expr // or nil
}

// XMPConstruct is XcalableMP's task or tasks, or image, which has one statement and no END.
//
//	task-construct  = !$XMP TASK ON nodes-ref block !$XMP END TASK
//	tasks-construct = !$XMP TASKS { task-construct } !$XMP END TASKS
type XMPConstruct struct {
	Range diag.Range
	Head  *XMPStmt
	Body  []Item
	End   *EndStmt
}

// XMPGmove is XcalableMP's gmove with its assignment.
//
//	gmove-construct = !$XMP GMOVE [ IN | OUT ] assignment-stmt
type XMPGmove struct {
	Range  diag.Range
	Head   *XMPStmt
	Assign *AssignStmt
}

// XMPStmt is a directive of XcalableMP (package xmp has the grammar). Base.Range begins with the
// comment character, Base.Tokens with the name.
type XMPStmt struct {
	Base
	Name  string
	Args  []Expr
	Async Expr
	Op    string
	Mode  string
	Posts *XMPRef
	From  *XMPRef
	On    *XMPRef
	Nodes []*XMPNodes
}

// XMPNodes is a node array.
type XMPNodes struct {
	Name      *Ident
	Sizes     []Expr // nil for '*'
	Executing bool
	// the nodes of another array that it is made of; nil: of all, or the executing ones
	Of *XMPRef
}

// XMPRef is a set of nodes.
type XMPRef struct {
	Name      *Ident
	Whole     bool
	Executing bool // '*': the nodes that execute the directive
	Subs      []*XMPSub
}

// XMPSub is a subscript of one.
type XMPSub struct {
	Own         bool // '*'
	Triplet     bool
	Lo, Hi, Inc Expr
}

func (c *XMPConstruct) Span() diag.Range        { return c.Range }
func (c *XMPGmove) Span() diag.Range            { return c.Range }
func (c *XMPConstruct) item()                   {}
func (c *XMPGmove) item()                       {}
func (c *IfConstruct) Span() diag.Range         { return c.Range }
func (c *DoConstruct) Span() diag.Range         { return c.Range }
func (c *SelectConstruct) Span() diag.Range     { return c.Range }
func (c *WhereConstruct) Span() diag.Range      { return c.Range }
func (c *ForallConstruct) Span() diag.Range     { return c.Range }
func (c *AssociateConstruct) Span() diag.Range  { return c.Range }
func (c *BlockConstruct) Span() diag.Range      { return c.Range }
func (c *CriticalConstruct) Span() diag.Range   { return c.Range }
func (c *ChangeTeamConstruct) Span() diag.Range { return c.Range }
func (c *WithTeamConstruct) Span() diag.Range   { return c.Range }
func (c *FinishConstruct) Span() diag.Range     { return c.Range }
func (c *IfConstruct) item()                    {}
func (c *DoConstruct) item()                    {}
func (c *SelectConstruct) item()                {}
func (c *WhereConstruct) item()                 {}
func (c *ForallConstruct) item()                {}
func (c *AssociateConstruct) item()             {}
func (c *BlockConstruct) item()                 {}
func (c *CriticalConstruct) item()              {}
func (c *ChangeTeamConstruct) item()            {}
func (c *WithTeamConstruct) item()              {}
func (c *FinishConstruct) item()                {}

// ---------------------------------------------------------------------------------------------------------------------
// Executable statements

// AssignStmt is an assignment.
//
//	assignment-stmt = variable = expr
//
// MaybeStmtFunc: it stands before any other executable statement and has the shape of a statement
// function, `name ( [ name-list ] ) = expr`; the declarations decide.
//
// The two sides of a statement far behind in its file are parsed again when they are asked for
// (asleep.go): a node among them is the same one only as long as few other statements are asked.
type AssignStmt struct {
	Base
	sides         *sides   // nil while the statement sleeps
	sleeper       *sleeper // nil: the sides stay
	held          int32
	overdue       bool // it sleeps when it is no longer held
	MaybeStmtFunc bool
}

// PtrAssignStmt is a pointer assignment. Bounds stand as the subscripts of LHS's last part.
//
//	pointer-assignment-stmt = data-pointer [ ( bounds-list ) ] => target
type PtrAssignStmt struct {
	Base
	LHS    Expr
	ArrPos diag.Range
	RHS    Expr
}

// CallStmt calls a subroutine. Proc is a Ref whose last part's Args are the arguments, nil if there
// are none.
//
//	call-stmt = CALL procedure-designator [ ( [ actual-arg-list ] ) ]
//
// Bare: CAF 2.0 lets its own statements stand without CALL.
type CallStmt struct {
	Base
	Proc *Ref
	Bare bool
}

// Args are the actual arguments, or nil.
func (s *CallStmt) Args() *ArgList { return s.Proc.Parts[len(s.Proc.Parts)-1].Args }

// AllocateStmt allocates. Specs are the keyword items (STAT=, ERRMSG=, SOURCE=, MOLD=).
//
//	allocate-stmt = ALLOCATE ( [ type-spec :: ] allocation-list [ , alloc-opt-list ] )
type AllocateStmt struct {
	Base
	Type   *TypeSpec // or nil
	Allocs []*Allocation
	Specs  []*Arg
}

// Spec finds a keyword item by its lower-case name, or nil.
func (s *AllocateStmt) Spec(name string) *Arg { return findArg(s.Specs, name) }

// Allocation is one object to allocate. Object has no subscripts on its last part: those are Dims.
//
//	allocation = allocate-object [ ( shape-list ) ] [ [ coarray-spec ] ]
type Allocation struct {
	Range  diag.Range
	Object *Ref
	Dims   *ArraySpec   // or nil
	Codims *CoarraySpec // or nil
}

func (a *Allocation) Span() diag.Range { return a.Range }

// DeallocateStmt deallocates.
//
//	deallocate-stmt = DEALLOCATE ( object-list [ , dealloc-opt-list ] )
type DeallocateStmt struct {
	Base
	Objects []Expr
	Specs   []*Arg
}

// Spec finds a keyword item by its lower-case name, or nil.
func (s *DeallocateStmt) Spec(name string) *Arg { return findArg(s.Specs, name) }

// FindArg finds a keyword item by its lower-case name, or nil.
func FindArg(args []*Arg, name string) *Arg { return findArg(args, name) }

func findArg(args []*Arg, name string) *Arg {
	for _, a := range args {
		if a.Keyword != nil && a.Keyword.Name == name {
			return a
		}
	}
	return nil
}

// NullifyStmt nullifies pointers.
//
//	nullify-stmt = NULLIFY ( object-list )
type NullifyStmt struct {
	Base
	Objects []Expr
}

// IfStmt is a logical IF.
//
//	if-stmt = IF ( expr ) action-stmt
type IfStmt struct {
	Base
	Cond   Expr
	Action Stmt
}

// ArithIfStmt is an arithmetic IF.
//
//	arithmetic-if-stmt = IF ( expr ) label , label , label
type ArithIfStmt struct {
	Base
	Expr   Expr
	Labels []*Label
}

// GotoStmt is a GO TO, computed if Expr is set, assigned if Var is set.
//
//	goto-stmt = GO TO label | GO TO ( label-list ) [ , ] expr | GO TO variable [ [ , ] ( label-list ) ]
type GotoStmt struct {
	Base
	Labels []*Label
	Expr   Expr
	Var    *Ident
}

// AssignLabelStmt is the deleted ASSIGN.
//
//	assign-stmt = ASSIGN label TO variable
type AssignLabelStmt struct {
	Base
	Target *Label
	Var    *Ident
}

// ContinueStmt does nothing.
type ContinueStmt struct{ Base }

// CycleStmt is a CYCLE.
//
//	cycle-stmt = CYCLE [ name ]
type CycleStmt struct {
	Base
	Name *Ident
}

// ExitStmt is an EXIT.
//
//	exit-stmt = EXIT [ name ]
type ExitStmt struct {
	Base
	Name *Ident
}

// ReturnStmt is a RETURN.
//
//	return-stmt = RETURN [ expr ]
type ReturnStmt struct {
	Base
	Value Expr
}

// StopStmt is a STOP, ERROR STOP, or the deleted PAUSE.
//
//	stop-stmt = STOP [ code ] [ , QUIET = expr ]
//	error-stop-stmt = ERROR STOP [ code ] [ , QUIET = expr ]
type StopStmt struct {
	Base
	Error bool
	Pause bool
	Code  Expr // or nil
	Quiet Expr // or nil
}

// ---------------------------------------------------------------------------------------------------------------------
// Input and output

// IOVerb names an input/output statement.
type IOVerb uint8

const (
	IORead IOVerb = iota
	IOWrite
	IOPrint
	IOOpen
	IOClose
	IOInquire
	IOFlush
	IOWait
	IOBackspace
	IOEndfile
	IORewind
	IOEncode // legacy
	IODecode // legacy
	IOAccept // legacy
	IOType   // legacy
)

var ioVerbNames = [...]string{"read", "write", "print", "open", "close", "inquire", "flush", "wait",
	"backspace", "endfile",
	"rewind", "encode", "decode", "accept", "type"}

func (v IOVerb) String() string { return ioVerbNames[v] }

// IOStmt is any input/output statement. Controls are the items of the parenthesised list; without
// parentheses (`print fmt, ...`, `read fmt, ...`, `rewind unit`) the format or unit is the one
// positional control. `*` is a Star, a label an IntLit. Items hold expressions and ImpliedDos.
//
//	io-stmt = verb ( io-control-list ) [ item-list ] | verb format [ , item-list ] | verb unit
type IOStmt struct {
	Base
	Verb     IOVerb
	Parens   diag.Range // the parenthesised control list, or invalid
	Controls []*Arg
	Items    []Expr
}

// Control finds a control by its lower-case keyword, or nil.
func (s *IOStmt) Control(name string) *Arg { return findArg(s.Controls, name) }

// ControlDefines tells whether the statement defines the variable of a control.
func (s *IOStmt) ControlDefines(i int) bool {
	keyword := ""
	switch c := s.Controls[i]; {
	case c.Keyword != nil:
		keyword = c.Keyword.Name
	case i == 0 && s.Parens.IsValid():
		keyword = "unit"
	}
	switch keyword {
	case "iostat", "iomsg", "size", "newunit", "id":
		return true
	case "unit":
		return s.Verb == IOWrite
	}
	return keyword != "" && s.Verb == IOInquire && keyword != "file"
}

// ---------------------------------------------------------------------------------------------------------------------
// Image control. Stats are the keyword items STAT=, ERRMSG= and so on of each statement.

// SyncAllStmt is a SYNC ALL.
//
//	sync-all-stmt = SYNC ALL [ ( [ sync-stat-list ] ) ]
type SyncAllStmt struct {
	Base
	Stats []*Arg
}

// SyncImagesStmt is a SYNC IMAGES; Images is an expression or Star.
//
//	sync-images-stmt = SYNC IMAGES ( image-set [ , sync-stat-list ] )
type SyncImagesStmt struct {
	Base
	Images Expr
	Stats  []*Arg
}

// SyncMemoryStmt is a SYNC MEMORY.
//
//	sync-memory-stmt = SYNC MEMORY [ ( [ sync-stat-list ] ) ]
type SyncMemoryStmt struct {
	Base
	Stats []*Arg
}

// SyncTeamStmt is a SYNC TEAM.
//
//	sync-team-stmt = SYNC TEAM ( team-value [ , sync-stat-list ] )
type SyncTeamStmt struct {
	Base
	Team  Expr
	Stats []*Arg
}

// LockStmt is a LOCK; Stats also holds ACQUIRED_LOCK=.
//
//	lock-stmt = LOCK ( lock-variable [ , lock-stat-list ] )
type LockStmt struct {
	Base
	Lock  Expr
	Stats []*Arg
}

// UnlockStmt is an UNLOCK.
//
//	unlock-stmt = UNLOCK ( lock-variable [ , sync-stat-list ] )
type UnlockStmt struct {
	Base
	Lock  Expr
	Stats []*Arg
}

// EventPostStmt is an EVENT POST.
//
//	event-post-stmt = EVENT POST ( event-variable [ , sync-stat-list ] )
type EventPostStmt struct {
	Base
	Event Expr
	Stats []*Arg
}

// EventWaitStmt is an EVENT WAIT; Stats also holds UNTIL_COUNT=.
//
//	event-wait-stmt = EVENT WAIT ( event-variable [ , event-wait-spec-list ] )
type EventWaitStmt struct {
	Base
	Event Expr
	Stats []*Arg
}

// NotifyWaitStmt is F2023's NOTIFY WAIT; Stats also holds UNTIL_COUNT=.
//
//	notify-wait-stmt = NOTIFY WAIT ( notify-variable [ , event-wait-spec-list ] )
type NotifyWaitStmt struct {
	Base
	Notify Expr
	Stats  []*Arg
}

// FormTeamStmt is a FORM TEAM; Stats also holds NEW_INDEX=.
//
//	form-team-stmt = FORM TEAM ( team-number , team-variable [ , form-team-spec-list ] )
type FormTeamStmt struct {
	Base
	Number Expr
	Team   Expr
	Stats  []*Arg
}

// FailImageStmt is a FAIL IMAGE.
//
//	fail-image-stmt = FAIL IMAGE
type FailImageStmt struct{ Base }

// SpawnStmt is CAF 2.0's SPAWN.
//
//	spawn-stmt = SPAWN [ ( spawn-spec-list ) ] [ variable = ] procedure ( [ arg-list ] ) image-selector
type SpawnStmt struct {
	Base
	Specs  []*Arg
	Result Expr // or nil
	Call   *Ref // the last part has Args and Selector
}

// OpaqueStmt is a statement that is not parsed in detail, or that has a syntax error (then Bad).
//
// Brackets is the first bracket that is not part of an array constructor, or invalid; a statement
// that has one must not pass unread.
type OpaqueStmt struct {
	Base
	Keyword  string // its first words, in lower case
	Bad      bool   // reported as a syntax error
	Brackets diag.Range
}

// ---------------------------------------------------------------------------------------------------------------------
// Expressions

// LitKind tells literals apart.
type LitKind uint8

const (
	IntLit LitKind = iota
	RealLit
	LogicalLit
	CharLit
	BozLit
	HollerithLit
)

// Literal is a literal constant other than a complex one.
//
//	literal = digits [ _ kind ] | real [ _ kind ] | . TRUE . [ _ kind ] | [ kind _ ] 'text' | B 'digits' | nHtext
type Literal struct {
	Range diag.Range
	// more is what few literals have; nil for the others.
	more *literalMore
	Kind LitKind
}

// literalMore is the text where the source has another one, the value of a character or Hollerith
// constant, and a kind parameter.
type literalMore struct {
	text, value, kind string
	kindRange         diag.Range
}

// NewLiteral makes a literal without kind parameter.
func NewLiteral(kind LitKind, r diag.Range, text string) *Literal {
	l := &Literal{Range: r, Kind: kind}
	if text != r.Text() {
		l.more = &literalMore{text: text}
	}
	return l
}

// Text is the literal as written without kind parameter and continuation, in lower case but for
// characters.
func (l *Literal) Text() string {
	if l.more == nil {
		return l.Range.Text()
	}
	return l.more.text
}

// Value is the value of a character or Hollerith constant, quotes taken out.
func (l *Literal) Value() string {
	if l.more == nil {
		return ""
	}
	return l.more.value
}

// KindParam is the kind parameter in lower case: digits, a name, or "".
func (l *Literal) KindParam() string {
	if l.more == nil {
		return ""
	}
	return l.more.kind
}

// KindRange is where the kind parameter stands.
func (l *Literal) KindRange() diag.Range {
	if l.more == nil {
		return diag.Range{}
	}
	return l.more.kindRange
}

// ComplexLit is a complex literal with constant parts.
//
//	complex-literal-constant = ( real-part , imag-part )
type ComplexLit struct {
	Range  diag.Range
	Re, Im Expr
}

// Ref is a reference by name: variable, array element or section, substring, component, coindexed
// object, function reference, structure constructor, named constant, type-bound procedure. `z%re`
// is a Ref with a last part named re.
//
//	data-ref = part-ref [ % part-ref ] ...
type Ref struct {
	Range diag.Range
	Parts []*PartRef
	// Record is what package resolve knows of the reference, or nil.
	Record any
}

// PartRef is one part of a Ref.
//
//	part-ref = name [ ( list ) ] [ image-selector ] [ ( list ) ]
//
// Args is the list directly after the name. Second is the list after Args or after the image
// selector: a substring range `s(i)(2:3)`, `s[k](2:3)`, or the components of a parameterised type's
// structure constructor `t(4)(x, y)`.
type PartRef struct {
	Range    diag.Range
	Name     *Ident
	Args     *ArgList
	Selector *ImageSelector
	behind   *behind
}

// behind is what few parts have.
type behind struct {
	second  *ArgList
	through *ImageSelector
}

// Second is the list after Args or the image selector, or nil.
func (p *PartRef) Second() *ArgList {
	if p.behind == nil {
		return nil
	}
	return p.behind.second
}

// Through is, in CAF 2.0, what the copointer refers to: `p(3)[]`. It is an image selector without
// cosubscripts, or nil.
func (p *PartRef) Through() *ImageSelector {
	if p.behind == nil {
		return nil
	}
	return p.behind.through
}

// SetThrough makes the part one that goes through a copointer, and leaves copies of the part as
// they are.
func (p *PartRef) SetThrough(s *ImageSelector) { p.behind = &behind{p.Second(), s} }

// setSecond does so with the second list.
func (p *PartRef) setSecond(list *ArgList) { p.behind = &behind{list, p.Through()} }

// ThroughCopointer tells whether the reference is to what a copointer refers to, or a part of that.
func (r *Ref) ThroughCopointer() bool {
	for _, p := range r.Parts {
		if p.Through() != nil {
			return true
		}
	}
	return false
}

// Remote tells whether the object is, or may be, another image's: by an image selector or a
// copointer.
func (r *Ref) Remote() bool { return r.Coindexed() != nil || r.ThroughCopointer() }

// Coindexed tells whether any part has an image selector, and gives that part.
func (r *Ref) Coindexed() *PartRef {
	for _, p := range r.Parts {
		if p.Selector != nil {
			return p
		}
	}
	return nil
}

// IsName tells whether the reference is a single name and nothing else.
func (r *Ref) IsName() bool {
	p := r.Parts[0]
	return len(r.Parts) == 1 && p.Args == nil && p.Selector == nil && p.Through() == nil &&
		p.Second() == nil
}

// First is the name of the first part.
func (r *Ref) First() *Ident { return r.Parts[0].Name }

// Last is the last part.
func (r *Ref) Last() *PartRef { return r.Parts[len(r.Parts)-1] }

// ImageSelector selects an image.
//
//	image-selector = [ cosubscript-list [ , image-selector-spec-list ] ]
//	image-selector-spec = STAT = variable | TEAM = expr | TEAM_NUMBER = expr | NOTIFY = variable
//	                    CAF 2.0: [ ] | [ rank @ team ], which is kept as TEAM =
//
// A Triplet among Cosubs is not Fortran; it is kept for whoever reports it.
type ImageSelector struct {
	Range  diag.Range // brackets included
	Cosubs []Expr
	Specs  []*Arg
}

// Spec finds a specifier by its lower-case name, or nil.
func (s *ImageSelector) Spec(name string) *Arg { return findArg(s.Specs, name) }

// ArgList is a parenthesised list of subscripts or arguments.
type ArgList struct {
	Range diag.Range // parentheses included
	Items []*Arg
}

// ByName are the values of arguments by the names of the dummies, in whose order those without
// keyword stand; of a nil list: none.
func (l *ArgList) ByName(dummies []string) map[string]Expr {
	values := map[string]Expr{}
	if l == nil {
		return values
	}
	for i, a := range l.Items {
		switch {
		case a.Keyword != nil:
			values[a.Keyword.Name] = a.Value
		case i < len(dummies):
			values[dummies[i]] = a.Value
		}
	}
	return values
}

// Arg is one argument, subscript, specifier or control.
//
//	arg = [ keyword = ] ( expr | triplet | * label | * )
type Arg struct {
	Range   diag.Range
	Keyword *Ident // or nil
	Value   Expr
}

// Triplet is a section subscript, substring range or case range.
//
//	subscript-triplet = [ lower ] : [ upper ] [ : stride ]
type Triplet struct {
	Range              diag.Range
	Lower, Upper, Step Expr // each may be nil
}

// AltReturn is an alternate return argument.
//
//	alt-return-spec = * label
type AltReturn struct {
	Range diag.Range
	Label *Label
}

// Star is a `*` in place of an expression: unit, format, image set, character length, rank.
type Star struct{ Range diag.Range }

// DeferredLen is the `:` of a deferred character length or type parameter.
type DeferredLen struct{ Range diag.Range }

// Paren is a parenthesised expression.
type Paren struct {
	Range diag.Range
	X     Expr
}

// Op is an operator.
type Op uint8

const (
	OpPower Op = iota
	OpMul
	OpDiv
	OpAdd
	OpSub
	OpConcat
	OpEq
	OpNe
	OpLt
	OpLe
	OpGt
	OpGe
	OpNot
	OpAnd
	OpOr
	OpEqv
	OpNeqv
	OpXor  // legacy .xor.
	OpUser // .name.
)

var opNames = [...]string{"**", "*", "/", "+", "-", "//", "==", "/=", "<", "<=", ">", ">=", ".not.",
	".and.", ".or.", ".eqv.",
	".neqv.", ".xor.", ".user."}

func (o Op) String() string { return opNames[o] }

// Unary is a prefix operation.
type Unary struct {
	Range diag.Range
	Op    Op     // OpAdd, OpSub, OpNot, OpUser
	Name  string // OpUser: the name without dots, in lower case
	X     Expr
}

// Binary is an infix operation.
type Binary struct {
	Range diag.Range
	Op    Op
	Name  string // OpUser
	X, Y  Expr
}

// ArrayCons is an array constructor.
//
//	array-constructor = ( / [ type-spec :: ] value-list / ) | [ [ type-spec :: ] value-list ]
type ArrayCons struct {
	Range    diag.Range
	Brackets bool      // written with [ ]
	Type     *TypeSpec // or nil
	Values   []Expr    // expressions and ImpliedDos
}

// ImpliedDo is an implied DO of an array constructor, I/O list or DATA statement.
//
//	implied-do = ( item-list , [ integer-type-spec :: ] variable = first , last [ , step ] )
type ImpliedDo struct {
	Range   diag.Range
	Items   []Expr
	Type    *TypeSpec // or nil
	Control *LoopControl
}

// Substring is a substring of a literal; all others are Refs.
//
//	substring = char-literal-constant ( [ lower ] : [ upper ] )
type Substring struct {
	Range diag.Range
	X     *Literal
	Args  *ArgList
}

// CondExpr is F2023's conditional expression. Its parentheses belong to it.
//
//	conditional-expr = ( cond ? expr [ : cond ? expr ] ... : expr )
type CondExpr struct {
	Range            diag.Range
	Cond, Then, Else Expr // Else may be a CondExpr without parentheses
}

// BadExpr stands where an expression was expected and none was found; it is reported.
type BadExpr struct{ Range diag.Range }

func (e *Literal) Span() diag.Range       { return e.Range }
func (e *ComplexLit) Span() diag.Range    { return e.Range }
func (e *Ref) Span() diag.Range           { return e.Range }
func (e *PartRef) Span() diag.Range       { return e.Range }
func (e *ImageSelector) Span() diag.Range { return e.Range }
func (e *ArgList) Span() diag.Range       { return e.Range }
func (e *Arg) Span() diag.Range           { return e.Range }
func (e *Triplet) Span() diag.Range       { return e.Range }
func (e *AltReturn) Span() diag.Range     { return e.Range }
func (e *Star) Span() diag.Range          { return e.Range }
func (e *DeferredLen) Span() diag.Range   { return e.Range }
func (e *Paren) Span() diag.Range         { return e.Range }
func (e *Unary) Span() diag.Range         { return e.Range }
func (e *Binary) Span() diag.Range        { return e.Range }
func (e *ArrayCons) Span() diag.Range     { return e.Range }
func (e *ImpliedDo) Span() diag.Range     { return e.Range }
func (e *Substring) Span() diag.Range     { return e.Range }
func (e *CondExpr) Span() diag.Range      { return e.Range }
func (e *BadExpr) Span() diag.Range       { return e.Range }
func (e *Literal) expr()                  {}
func (e *ComplexLit) expr()               {}
func (e *Ref) expr()                      {}
func (e *Triplet) expr()                  {}
func (e *AltReturn) expr()                {}
func (e *Star) expr()                     {}
func (e *DeferredLen) expr()              {}
func (e *Paren) expr()                    {}
func (e *Unary) expr()                    {}
func (e *Binary) expr()                   {}
func (e *ArrayCons) expr()                {}
func (e *ImpliedDo) expr()                {}
func (e *Substring) expr()                {}
func (e *CondExpr) expr()                 {}
func (e *BadExpr) expr()                  {}
