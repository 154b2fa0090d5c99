package section

import (
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// TestSections asks about the left sides of assignments.
func TestSections(t *testing.T) {
	const text = `
subroutine s(d, p)
  implicit none
  real :: d(:,:), a(4,6)
  real, pointer :: p(:)
  character(len=8) :: c(3)
  integer :: v(2), i
  a = 0
  a(:,2:3) = 0
  a(1:2,:) = 0
  a(i:i+2,4) = 0
  a(::2,1) = 0
  a(v,1) = 0
  d(:,:) = 0
  p(1:2) = 0
  c(:)(2:3) = ' '
end subroutine
`
	want := []struct {
		joined               int
		elements             int64
		plain, vectors, part bool
		substring            bool
	}{
		{joined: 2, elements: 24, plain: true},
		{joined: 2, elements: 8, plain: true, part: true},
		{joined: 1, elements: 12, plain: true, part: true},
		{joined: 1, elements: 3, plain: true, part: true},
		{joined: 0, elements: 0, plain: true, part: true},
		{joined: 0, elements: 1, vectors: true},
		{joined: 2, elements: 0, plain: true, part: true},
		{joined: 0, elements: 2, plain: true, part: true},
		{joined: 1, elements: 3, plain: true, part: true, substring: true},
	}
	var diags diag.List
	f := syntax.Parse(diag.NewSource("s.f90", text), syntax.Options{}, &diags)
	prog := resolve.Resolve([]*syntax.File{f}, resolve.Options{}, &diags)
	if diags.HasErrors() {
		t.Fatal(diags.All()[0].Message)
	}
	scope, n := prog.ScopeOf(f.Units[0]), 0
	syntax.EachStmt(syntax.BodyOf(f.Units[0]).Exec, func(s syntax.Stmt) {
		a, ok := s.(*syntax.AssignStmt)
		if !ok {
			return
		}
		r := a.LHS().(*syntax.Ref)
		info, w := scope.Reference(r), want[n]
		n++
		for _, check := range []struct {
			what      string
			got, want any
		}{
			{"joined", Joined(scope, r), w.joined},
			{"elements", Elements(scope, r.Parts[0].Args, info.Parts[0], 100), w.elements},
			{"plain", IsPlain(scope, r), w.plain},
			{"vectors", HasVector(scope, r), w.vectors},
			{"part", Array(r, info) != nil, w.part},
			{"substring", Substring(r, info) != nil, w.substring},
		} {
			if check.got != check.want {
				t.Errorf("%s: %s is %v, not %v", r.Range.Text(), check.what, check.got, check.want)
			}
		}
	})
	if n != len(want) {
		t.Errorf("%d assignments", n)
	}
}
