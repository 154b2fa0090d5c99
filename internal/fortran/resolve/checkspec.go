package resolve

import (
	"slices"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// specifierTypes are what the specifiers of image control statements must be (F2018 R1165 to
// R1180).
var specifierTypes = map[string]struct {
	base syntax.BaseType
	what string
}{
	"stat": {syntax.TypeInteger, "an integer scalar"}, "errmsg": {syntax.TypeCharacter,
		"a character scalar"},
	"acquired_lock": {syntax.TypeLogical, "a logical scalar"},
	"until_count":   {syntax.TypeInteger, "an integer scalar"},
	"new_index":     {syntax.TypeInteger, "an integer scalar"},
}

// specifier checks the type and rank of what a specifier is given.
func (c *checker) specifier(a *syntax.Arg) {
	if a.Keyword == nil {
		return
	}
	want, known := specifierTypes[a.Keyword.Name]
	if known && (c.isNot(a.Value, want.base) || c.scope.RankOf(a.Value) > 0) {
		c.errorf("C0167", a.Value.Span(), "%s= must be %s", a.Keyword.Name, want.what)
		return
	}
	if !slices.Contains([]string{"stat", "errmsg", "acquired_lock"}, a.Keyword.Name) ||
		c.readOnly(a.Value) {
		return
	}
	if !c.definable(a.Value) {
		c.errorf("C0167", a.Value.Span(), "%s= must be a variable: it gets a value", a.Keyword.Name)
	}
}

// stopCode checks the operands of STOP and ERROR STOP (F2018 R1160 to R1162).
func (c *checker) stopCode(s *syntax.StopStmt) {
	if s.Quiet != nil && (c.isNot(s.Quiet, syntax.TypeLogical) || c.scope.RankOf(s.Quiet) > 0) {
		c.errorf("C0167", s.Quiet.Span(), "QUIET= must be a logical scalar, as in QUIET=.true.")
	}
	if s.Code == nil {
		return
	}
	text := c.scope.TypeOf(s.Code)
	isText := text != nil && text.Base == syntax.TypeCharacter
	if !isText && c.isNot(s.Code, syntax.TypeInteger) || c.scope.RankOf(s.Code) > 0 ||
		isText && text.KindValue() > 1 {
		c.errorf("C0167", s.Code.Span(),
			"the stop code must be an integer scalar or a character scalar of default kind")
	}
}

// definable tells whether an expression could be a variable that a statement defines, a reference
// to a function with a pointer as its result included.
func (c *checker) definable(e syntax.Expr) bool {
	r, ok := e.(*syntax.Ref)
	return ok && (c.scope.Reference(r).Call || c.isVariable(e))
}

// selected checks the selector of SELECT TYPE and SELECT RANK.
func (c *checker) selected(e syntax.Expr, r diag.Range) {
	// of its parts other checks speak
	if s, ok := e.(*syntax.Ref); ok && s.Coindexed() == s.Last() && s.Last().Selector != nil {
		c.errorf("C0137", r,
			"a coindexed object cannot be the selector of a SELECT TYPE or SELECT RANK "+
				"construct (F2018 C1159)").
			Help("an expression can: write (%s)", s.Range.Text())
	}
}
