package resolve

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// collective checks the arguments of a collective subroutine (F2018 16.9.46 to 16.9.50).
func (c *checker) collective(name string, items []*syntax.Arg) {
	upper := strings.ToUpper(name)
	if !c.collectiveArguments(name, upper, items) {
		return
	}
	list := &syntax.ArgList{Items: items}
	source := list.ByName(collectiveNames[name])["a"]
	if source == nil {
		source = list.ByName(nil)["source"]
	}
	if source == nil {
		return // lowering says so
	}
	c.notCoindexed(source, "C0144", "the argument of "+upper+" cannot be coindexed")
	if c.scope.TypeOf(source).IsPolymorphic() {
		// gfortran takes the size of the object with its dynamic type for that of an element.
		c.errorf("C0144", source.Span(),
			"the argument of %s cannot be polymorphic (F2018 16.9.46 as corrected)", upper).
			Help("let SELECT TYPE give it a type: TYPE IS (..)")
	}
	image := map[string]string{"co_broadcast": "source_image", "co_reduce": "result_image"}[name]
	place := 1
	if image == "" {
		image = "result_image"
	} else if name == "co_reduce" {
		place = 2
	}
	var operation syntax.Expr
	for i, a := range items {
		switch {
		case a.Keyword != nil && a.Keyword.Name == image || a.Keyword == nil && i == place &&
			len(items) <= 4:
			// Without keywords, this may be the result of an early compiler's form: a variable of
			// the first argument's type.
			if _, variable := a.Value.(*syntax.Ref); (a.Keyword != nil || !variable) &&
				(c.isNot(a.Value, syntax.TypeInteger) || c.scope.RankOf(a.Value) > 0) {
				c.errorf("C0155", a.Range, "%s of %s must be a scalar integer",
					strings.ToUpper(image), upper)
			}
		case name == "co_reduce" && a.Keyword != nil && a.Keyword.Name == "operator":
			c.p.legacy("C0142", a.Range, "write operation=",
				"OPERATION is the name of the standard for this argument of CO_REDUCE")
			operation = a.Value
		case name == "co_reduce" &&
			(a.Keyword != nil && a.Keyword.Name == "operation" || a.Keyword == nil && i == 1):
			operation = a.Value
		}
	}
	if name == "co_reduce" {
		c.operation(source, operation)
	}
}

// collectiveNames are the arguments of collective subroutines in their order. OPERATOR= is an older
// name.
var collectiveNames = map[string][]string{
	"co_broadcast": {"a", "source_image", "stat", "errmsg"},
	"co_sum":       {"a", "result_image", "stat", "errmsg"},
	"co_max":       {"a", "result_image", "stat", "errmsg"},
	"co_min":       {"a", "result_image", "stat", "errmsg"},
	"co_reduce":    {"a", "operation", "result_image", "stat", "errmsg", "operator"},
}

// collectiveArguments checks the names of arguments, STAT and ERRMSG, and the type of A. Without
// keywords, what stands behind A may be the result of an early compiler's form.
func (c *checker) collectiveArguments(name, upper string, items []*syntax.Arg) bool {
	names := collectiveNames[name]
	for _, a := range items {
		if a.Keyword != nil && !slices.Contains(names, a.Keyword.Name) &&
			a.Keyword.Name != "result" && a.Keyword.Name != "source" {
			c.errorf("C0155", a.Range, "%s has no argument '%s'", upper, a.Keyword.Name)
			return false
		}
		if k := a.Keyword; k != nil && (k.Name == "stat" || k.Name == "errmsg") {
			c.args([]*syntax.Arg{a})
		}
	}
	list := &syntax.ArgList{Items: items}
	most := len(names)
	if name == "co_reduce" {
		most-- // OPERATOR is OPERATION
	}
	order := names
	if len(items) > 2 && items[1].Keyword == nil && names[1] == "result_image" &&
		c.isVariable(items[1].Value) {
		// perhaps an early compiler's form
		order = []string{"a", "result", "result_image", "stat", "errmsg"}
		most++
	}
	if !c.eachOnce("C0155", upper, list, order, most) {
		return false
	}
	values := list.ByName(names)
	if stat := values["stat"]; stat != nil && c.scope.RankOf(stat) <= 0 {
		c.statRange(stat, "STAT of "+upper)
	}
	a := values["a"]
	if a == nil {
		a = list.ByName(nil)["source"]
	}
	if a == nil {
		return true // lowering says so
	}
	if name == "co_broadcast" && values["source_image"] == nil {
		c.errorf("C0141", a.Span(), "CO_BROADCAST needs an argument SOURCE_IMAGE")
		return false
	}
	if list.ByName(nil)["result"] == nil && c.readOnly(a) {
		return false
	}
	if result := list.ByName(nil)["result"]; result != nil && !c.isVariable(result) ||
		result == nil && !c.isVariable(a) {
		c.errorf("C0155", a.Span(), "the argument A of %s must be a variable: it gets the result",
			upper)
		return false
	}
	if sym := c.scope.assumedSize(a); sym != nil {
		c.errorf("C0155", a.Span(),
			"the argument A of %s cannot be the whole assumed-size array '%s', which has no "+
				"shape (F2018 8.5.8.5)", upper, sym.Name).
			Help("name a section, such as %s(1:n)", sym.Name)
		return false
	}
	t := c.scope.TypeOf(a)
	if t == nil {
		return true
	}
	if sync := t.DerivedOf().synchronizer(); sync != "" {
		c.errorf("C0158", a.Span(),
			"%s cannot work on objects of type %s, nor with a component of it (F2018 C1604, C1605)",
			upper, sync)
		return false
	}
	wrong := ""
	switch t.Base {
	case syntax.TypeLogical:
		wrong = "logical"
	case syntax.TypeCharacter:
		wrong = map[bool]string{true: "character"}[name == "co_sum"]
	case syntax.TypeComplex, syntax.TypeDoubleComplex:
		wrong = map[bool]string{true: "complex"}[name != "co_sum"]
	case syntax.TypeDerived, syntax.TypeClass, syntax.TypeClassAny:
		wrong = "of derived type"
	}
	if wrong != "" && name != "co_broadcast" && name != "co_reduce" {
		c.errorf("C0155", a.Span(), "the argument A of %s cannot be %s (F2018 16.9.46 to 16.9.50)",
			upper, wrong).Help("co_reduce takes any type, with an operation for it")
		return false
	}
	return true
}

// assumedSize is the assumed-size array that an expression names as a whole, or nil.
func (s *Scope) assumedSize(e syntax.Expr) *Symbol {
	r, ok := e.(*syntax.Ref)
	if !ok || !r.IsName() {
		return nil
	}
	sym := s.Reference(r).Base
	if sym == nil || sym.Kind != Variable || !sym.Has(Dummy) ||
		sym.Flags&(Allocatable|Pointer) != 0 || sym.Rank() < 1 {
		return nil
	}
	if dims := dimsOf(sym); dims[len(dims)-1].Kind != syntax.DimStar {
		return nil
	}
	return sym
}

// operation checks the function that CO_REDUCE calls, and what it works on.
func (c *checker) operation(a, operation syntax.Expr) {
	info := &Reference{}
	r, ok := a.(*syntax.Ref)
	if ok {
		info = c.scope.Reference(r)
		if t := info.Types[len(info.Types)-1]; t != nil &&
			(t.Base == syntax.TypeClass || t.Base == syntax.TypeClassAny) {
			c.errorf("C0159", r.Range,
				"the argument of CO_REDUCE cannot be polymorphic (F2018 16.9.49)")
			return
		}
		if d := info.Types[len(info.Types)-1].DerivedOf(); d.apart() {
			c.errorf("C0159", r.Range,
				"CO_REDUCE takes no object with allocatable or pointer components (F2018 16.9.49)")
			return
		}
	}
	f, isRef := operation.(*syntax.Ref)
	if operation != nil && !isRef {
		c.errorf("C0159", operation.Span(),
			"the operation of CO_REDUCE must be the name of a pure function (F2018 16.9.49)")
		return
	}
	if !isRef || !f.IsName() {
		return
	}
	if v := c.scope.Lookup(f.First().Name); v != nil &&
		(v.Kind == Variable && !v.Has(Dummy) && v.Has(Typed) && v.Flags&(External|Pointer) == 0 ||
			v.Kind == Parameter) && v.Interface() == nil {
		c.errorf("C0159", f.Range,
			"the operation of CO_REDUCE must be a pure function: '%s' is none (F2018 16.9.49)",
			f.First().Name)
		return
	}
	sym := c.scope.Lookup(f.First().Name).Interface()
	if sym == nil || sym.Inner == nil {
		return
	}
	wrong := func(format string, args ...any) {
		c.errorf("C0159", f.Range, "'"+sym.Name+"' cannot be the operation of CO_REDUCE: "+format,
			args...).Note(sym.Ident.Range, "'%s' is declared here", sym.Name)
	}
	var dummies []*Symbol
	var result *Symbol
	for _, s := range sym.Inner.Order {
		if s.Has(Dummy) {
			dummies = append(dummies, s)
		}
		if s.Has(Result) {
			result = s
		}
	}
	switch {
	case result == nil:
		wrong("it is no function")
	case !sym.Inner.IsPure():
		wrong("it is not pure")
	case len(dummies) != 2:
		wrong("it has %d arguments, not two", len(dummies))
	case result.Rank() != 0 || dummies[0].Rank() != 0 || dummies[1].Rank() != 0:
		wrong("arguments and result must be scalars")
	case (dummies[0].Flags|dummies[1].Flags|result.Flags)&(Allocatable|Pointer|Optional) != 0:
		wrong("arguments and result cannot be allocatable, pointers or optional")
	case dummies[0].Codims != nil || dummies[1].Codims != nil:
		wrong("its arguments cannot be coarrays: what it is called with are none")
	case (dummies[0].Flags^dummies[1].Flags)&(Value|Target|Asynchronous) != 0:
		wrong("VALUE, TARGET and ASYNCHRONOUS are for both arguments or none")
	case !ok || info.Base == nil:
	case different(info.Types[len(info.Types)-1], result.TypeOf()) ||
		different(result.TypeOf(), dummies[0].TypeOf()) ||
		different(result.TypeOf(), dummies[1].TypeOf()):
		wrong("its type, those of its arguments and that of the first argument of CO_REDUCE differ")
	}
}

// different tells whether two types are known and are not the same.
func different(a, b *Type) bool {
	if a == nil || b == nil || a.Base == syntax.TypeTypeof || b.Base == syntax.TypeTypeof {
		return false
	}
	if x, y := a.base(), b.base(); x != y {
		return x != syntax.TypeClass && y != syntax.TypeClass
	}
	x, y := a.KindValue(), b.KindValue()
	return x > 0 && y > 0 && x != y
}

// base is the base of a type, with DOUBLE PRECISION and DOUBLE COMPLEX as the kinds of REAL and
// COMPLEX that they are.
func (t *Type) base() syntax.BaseType {
	switch t.Base {
	case syntax.TypeDoublePrecision:
		return syntax.TypeReal
	case syntax.TypeDoubleComplex:
		return syntax.TypeComplex
	}
	return t.Base
}

// intrinsic: it is known to be one of the five intrinsic types.
func (t *Type) intrinsic() bool {
	if t == nil {
		return false
	}
	switch t.base() {
	case syntax.TypeInteger, syntax.TypeReal, syntax.TypeComplex, syntax.TypeLogical,
		syntax.TypeCharacter:
		return true
	}
	return false
}

// doubled: DOUBLE PRECISION and DOUBLE COMPLEX may be kinds of REAL and COMPLEX.
func doubled(t *Type) bool {
	return t.Base == syntax.TypeDoublePrecision || t.Base == syntax.TypeDoubleComplex
}

// KindValue is the kind of a type if it can be told, else 0. Default kinds are unknown where
// options of the compiler may have changed them.
func (t *Type) KindValue() int64 {
	switch {
	case t.Scope == nil:
		if t.Base == syntax.TypeInteger || t.Base == syntax.TypeLogical {
			return 4
		}
		return 0
	case t.Spec != nil && t.Spec.Kind != nil:
		v, _ := t.Scope.kindValue(t.Spec.Kind)
		return v
	case t.Spec != nil && t.Base == syntax.TypeCharacter:
		return 1 // no option changes it
	case t.Scope.prog.opt.OtherDefaults:
		return 0
	}
	switch t.Base {
	case syntax.TypeInteger, syntax.TypeLogical, syntax.TypeReal, syntax.TypeComplex:
		return 4
	case syntax.TypeDoublePrecision, syntax.TypeDoubleComplex:
		return 8
	}
	return 0
}
