package resolve

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// The arguments of atomic subroutines and of EVENT_QUERY (F2018 16.9.20 to 16.9.30, 16.9.72). Their
// types are compared here: generated code passes addresses and converted values, in which a back
// end would find nothing wrong, or something that the user has not written.

// argumentForm says what an argument must be.
type argumentForm uint8

const (
	anAtom       argumentForm = iota // a scalar coarray or coindexed object of one of the two kinds
	anIntAtom                        // of the integer kind
	anInteger                        // a scalar value of any kind
	anIntegerVar                     // a scalar variable of any kind
	likeAtom                         // a scalar value of ATOM's type and any kind
	// a scalar value of ATOM's type and kind; of other kinds it is converted unless the standard is
	// asked for
	sameAsAtom
	likeAtomVar // a scalar variable of ATOM's type
	anOwnEvent  // an event of this image
)

type parallelArgument struct {
	name     string
	form     argumentForm
	optional bool
}

var parallelSubroutines = parallelTable(`
	atomic_define     atom:atom value:like stat:intvar?
	atomic_ref        value:likevar atom:atom stat:intvar?
	atomic_add        atom:intatom value:int stat:intvar?
	atomic_and        atom:intatom value:int stat:intvar?
	atomic_or         atom:intatom value:int stat:intvar?
	atomic_xor        atom:intatom value:int stat:intvar?
	atomic_fetch_add  atom:intatom value:int old:likevar stat:intvar?
	atomic_fetch_and  atom:intatom value:int old:likevar stat:intvar?
	atomic_fetch_or   atom:intatom value:int old:likevar stat:intvar?
	atomic_fetch_xor  atom:intatom value:int old:likevar stat:intvar?
	atomic_cas        atom:atom old:likevar compare:same new:same stat:intvar?
	event_query       event:event count:intvar stat:intvar?
`)

func parallelTable(text string) map[string][]parallelArgument {
	forms := map[string]argumentForm{"atom": anAtom, "intatom": anIntAtom, "int": anInteger,
		"intvar": anIntegerVar, "like": likeAtom, "same": sameAsAtom,
		"likevar": likeAtomVar, "event": anOwnEvent}
	table := map[string][]parallelArgument{}
	for _, row := range strings.Split(strings.TrimSpace(text), "\n") {
		words := strings.Fields(row)
		for _, w := range words[1:] {
			name, form, _ := strings.Cut(w, ":")
			plain := strings.TrimSuffix(form, "?")
			table[words[0]] = append(table[words[0]],
				parallelArgument{name, forms[plain], plain != form})
		}
	}
	return table
}

// ParallelArguments are the names of the arguments of an atomic subroutine, or of EVENT_QUERY, in
// their order; nil of another one.
func ParallelArguments(subroutine string) []string {
	var names []string
	for _, a := range parallelSubroutines[subroutine] {
		names = append(names, a.name)
	}
	return names
}

// parallelCall checks a call of one of these subroutines.
func (c *checker) parallelCall(s *syntax.CallStmt, name string, items []*syntax.Arg) {
	list := parallelSubroutines[name]
	if list == nil {
		return
	}
	upper := strings.ToUpper(name)
	switch {
	case c.scope.IsPure():
		c.errorf("C0113", s.Info().Body(),
			"%s is not pure, so a %s procedure cannot call it (F2018 C1596)", upper,
			c.scope.PureWord())
	case c.concurrent > 0:
		c.errorf("C0115", s.Info().Body(),
			"%s is not pure, so it cannot be called in a DO CONCURRENT construct (F2018 C1139)",
			upper)
	}
	names := ParallelArguments(name)
	for _, a := range items {
		if a.Keyword != nil && !slices.Contains(names, a.Keyword.Name) {
			c.errorf("C0177", a.Range, "%s has no argument '%s'", upper, a.Keyword.Name)
			return
		}
	}
	if !c.eachOnce("C0177", upper, &syntax.ArgList{Items: items}, names, len(names)) {
		return
	}
	values := s.Args().ByName(names)
	for _, a := range list {
		e := values[a.name]
		switch {
		case e != nil:
			c.parallelArgument(upper, a, e, values["atom"])
		case !a.optional:
			c.errorf("C0177", s.Proc.Range, "%s needs an argument %s", upper,
				strings.ToUpper(a.name))
		}
	}
}

// parallelArgument checks one argument.
func (c *checker) parallelArgument(upper string, a parallelArgument, e, atom syntax.Expr) {
	which := strings.ToUpper(a.name) + " of " + upper
	atomBase := syntax.TypeInteger
	if t := c.scope.TypeOf(atom); t != nil {
		atomBase = t.Base
	}
	word := map[syntax.BaseType]string{syntax.TypeInteger: "an integer",
		syntax.TypeLogical: "a logical"}[atomBase]
	switch a.form {
	case anAtom, anIntAtom:
		c.atom(e, upper, a.form == anIntAtom)
		return
	case anOwnEvent:
		c.notCoindexed(e, "C0118", upper+
			" asks for an event of its own image: it cannot be coindexed")
		c.ofType(e, "event_type", upper)
		return
	case anInteger, anIntegerVar:
		atomBase, word = syntax.TypeInteger, "an integer"
	}
	variable := a.form == anIntegerVar || a.form == likeAtomVar
	if variable && c.readOnly(e) {
		return
	}
	kind := map[bool]string{true: " scalar variable", false: " scalar"}[variable]
	if word == "" { // of ATOM other checks speak
		return
	}
	if c.isNot(e, atomBase) || c.scope.RankOf(e) > 0 || variable && !c.isVariable(e) {
		c.errorf("C0177", e.Span(), "%s must be %s%s", which, word, kind)
		return
	}
	switch t, at := c.scope.TypeOf(e), c.scope.TypeOf(atom); {
	case a.name == "stat":
		c.notCoindexed(e, "C0123", which+" cannot be coindexed (F2018 16.9.20)")
		c.statRange(e, which)
	case a.name == "count" && t != nil && (t.KindValue() == 1 || t.KindValue() == 2):
		c.errorf("C0177", e.Span(),
			"%s must have the range of a default integer at least (F2018 16.9.72)", which)
	case a.form == sameAsAtom && c.p.opt.Strict && t != nil && at != nil &&
		sameKind(t, at) == never:
		c.errorf("C0177", e.Span(), "%s must be of the kind of ATOM (F2018 16.9.24)", which)
	}
}

// statRange: the STAT argument of an intrinsic subroutine has a decimal exponent range of at least
// four (F2018 16.9.20, 16.9.46).
func (c *checker) statRange(e syntax.Expr, which string) {
	if t := c.scope.TypeOf(e); t != nil && t.Base == syntax.TypeInteger && t.KindValue() == 1 ||
		t != nil && t.Base == syntax.TypeByte {
		c.errorf("C0177", e.Span(),
			"%s must have a decimal exponent range of at least four: an integer of more than "+
				"one byte", which)
	}
}

// isVariable tells whether an expression may be defined, as far as declarations tell.
func (c *checker) isVariable(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	if !ok {
		return false
	}
	info := c.scope.Reference(r)
	if info.Call {
		return false
	}
	if info.Base == nil {
		return true
	}
	return info.Base.Kind != Parameter &&
		!(info.Base.Has(Dummy) && info.Base.Intent == "in" && !info.Base.Has(Pointer) &&
			r.Coindexed() == nil)
}

func (c *checker) isCall(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	return ok && c.scope.Reference(r).Call
}

// atom checks the variable of an atomic subroutine: a coarray or coindexed, of one of two kinds.
func (c *checker) atom(e syntax.Expr, name string, integer bool) {
	r, ok := e.(*syntax.Ref)
	if !ok {
		c.errorf("C0145", e.Span(),
			"the ATOM argument of %s must be a coarray or a coindexed object", name)
		return
	}
	info := c.scope.Reference(r)
	if info.Base == nil || info.Base.Kind == Associate {
		return
	}
	if !info.hasCoarray() {
		c.errorf("C0145", r.Range,
			"the ATOM argument of %s must be a coarray or a coindexed object", name)
		return
	}
	if info.Rank > 0 {
		c.errorf("C0145", r.Range, "the ATOM argument of %s must be a scalar", name)
	}
	if name != "ATOMIC_REF" && c.readOnly(r) {
		return
	}
	t := info.Types[len(info.Types)-1]
	if t == nil {
		return
	}
	kind, known := int64(4), true
	if t.Spec != nil && t.Spec.Kind != nil {
		kind, known = t.Scope.kindValue(t.Spec.Kind)
	}
	switch {
	case integer && (t.Base != syntax.TypeInteger || known && kind != 4):
		c.errorf("C0145", r.Range, "the ATOM argument of %s must be integer(atomic_int_kind)", name)
	case t.Base != syntax.TypeInteger && t.Base != syntax.TypeLogical || known && kind != 4:
		c.errorf("C0145", r.Range,
			"the ATOM argument of %s must be integer(atomic_int_kind) or "+
				"logical(atomic_logical_kind)", name)
	}
}
