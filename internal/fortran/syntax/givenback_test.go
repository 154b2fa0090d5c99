package syntax

import (
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
)

// TestGivenBack: a statement tells that its expressions have been given back. No other one does.
func TestGivenBack(t *testing.T) {
	const text = `subroutine s(a, p, n)
integer, target :: a(n)
integer, pointer :: p(:)
a(1) = n
p => a
print *
print *, n
read *, n
rewind 9
if (n > 1) then
n = 2
else if (n > 0) then
n = 3
end if
if (n > 4) n = f(n)
call g(n)
end subroutine
`
	var diags diag.List
	f := Parse(diag.NewSource("s.f90", text), Options{Form: FormOf("s.f90")}, &diags)
	if diags.HasErrors() {
		t.Fatal("the file has errors")
	}
	loses := 0
	for _, s := range f.Stmts {
		if GivenBack(s) {
			t.Errorf("%T is taken for one without expressions", s)
		}
		GiveBack(s)
		switch s.(type) {
		case *AssignStmt, *PtrAssignStmt, *IOStmt, *IfThenStmt, *ElseIfStmt, *IfStmt:
			if loses++; !GivenBack(s) {
				t.Errorf("%T does not tell that its expressions are gone", s)
			}
		default:
			if GivenBack(s) {
				t.Errorf("%T has no expressions to give back", s)
			}
		}
	}
	if loses < 10 {
		t.Errorf("%d statements had expressions to give back", loses)
	}
}
