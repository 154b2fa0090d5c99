package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
)

// parseOne parses a statement inside a subroutine and gives its node.
func parseOne(t *testing.T, text string, opt Options) Stmt {
	t.Helper()
	var diags diag.List
	file := Parse(diag.NewSource("t.f90", "subroutine s\n"+text+"\nend\n"), opt, &diags)
	if diags.HasErrors() {
		t.Fatalf("%q: %v", text, diags.All()[0])
	}
	return file.Stmts[1]
}

func TestExpressions(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"a + b * c ** d ** e", "{a + {b * {c ** {d ** e}}}}"},
		{"-a ** 2", "{- {a ** 2}}"},
		{"-a * b + c", "{{- {a * b}} + c}"},
		{"a - b - c", "{{a - b} - c}"},
		{"a / b * c", "{{a / b} * c}"},
		{"a ** (-b)", "{a ** ({- b})}"},
		{"a ** -b * c", "{{a ** {- b}} * c}"},
		{"a * -b + c", "{{a * {- b}} + c}"},
		{"a // b == c // d", "{{a // b} == {c // d}}"},
		{"a + b < c .and. .not. d .or. e", "{{{{a + b} < c} .and. {.not. d}} .or. e}"},
		{".not. a .eqv. b .neqv. c", "{{{.not. a} .eqv. b} .neqv. c}"},
		{"a .foo. b + c", "{a .foo. {b + c}}"},
		{".inv. a * b", "{{.inv. a} * b}"},
		{".inv. .tr. a ** 2", "{{.inv. {.tr. a}} ** 2}"},
		{"a .eq. 1 .or. a.lt.2.", "{{a == 1} .or. {a < 2.}}"},
		{"f(x)(1:2)", "f(x)(1:2)"},
		{"a%b(i)%c(2:3)(:)", "a%b(i)%c(2:3)(:)"},
		{"a%b(i)[k, stat=s]%c(2:3)", "a%b(i)[k; stat=s]%c(2:3)"},
		{"a[1,2,team=t]", "a[1, 2; team=t]"},
		{"a[b[c[1]]]", "a[b[c[1]]]"},
		{"s[k](2:3)", "s[k](2:3)"},
		{"s(1)[k](:3)", "s(1)[k](:3)"},
		{"a(::2, 1:, :n, i:j:k)", "a(::2, 1:, :n, i:j:k)"},
		{"a([1,2,3])", "a([1, 2, 3])"},
		{"[a(1), [b, c]]", "[a(1), [b, c]]"},
		{"[(i, i=1,3)]", "[(i, i=1,3)]"},
		{"[((i*j, i=1,3), j=1,3,2)]", "[(({i * j}, i=1,3), j=1,3,2)]"},
		{"[(i+1)*2, 3]", "[{({i + 1}) * 2}, 3]"},
		{"[integer(8) :: (i, integer :: i=1,3)]", "[integer(kind=8) :: (i, integer :: i=1,3)]"},
		{"[double precision :: 1, 2]", "[double precision :: 1, 2]"},
		{"(/ a/b, c /)", "[{a / b}, c]"},
		{"(1.0, -2.0)", "(1.0, {- 2.0})"},
		{"(a)", "(a)"},
		{"(a ? b : c)", "(a ? b : c)"},
		{"(a ? b : c ? d : e)", "(a ? b : (c ? d : e))"},
		{"f(a=1, b=[2])", "f(a=1, b=[2])"},
		{"'a' // \"b\"(1:1)", "{'a' // \"b\"(1:1)}"},
		{"z%re + z%im", "{z%re + z%im}"},
		{"1_8 + 2.0_dp + .true._lk", "{{1_8 + 2.0_dp} + .true._lk}"},
		{"z'Ff'", "z'ff'"},
		{"this_image()", "this_image()"},
		{"a == -1", "{a == {- 1}}"},
		{"end + if(do) * sync", "{end + {if(do) * sync}}"},
	} {
		s, ok := parseOne(t, "x = "+c.in, Options{}).(*AssignStmt)
		if !ok {
			t.Errorf("%q is no assignment", c.in)
			continue
		}
		if got := ExprString(s.RHS()); got != c.want {
			t.Errorf("%q: %s, want %s", c.in, got, c.want)
		}
		if s.RHS().Span().Text() != c.in {
			t.Errorf("%q spans %q", c.in, s.RHS().Span().Text())
		}
	}
}

// TestKinds: which statement a text is, keywords being no reserved words.
func TestKinds(t *testing.T) {
	for _, c := range []struct{ in, free, fixed string }{
		{"if (x) = 3", "AssignStmt", ""},
		{"if (x) y = 3", "IfStmt", ""},
		{"if (x) then = 3", "IfStmt", ""},
		{"do = 1", "AssignStmt", ""},
		{"real = 3", "AssignStmt", ""},
		{"real(3) = 3", "AssignStmt", ""},
		{"data(1)%x = 3", "AssignStmt", ""},
		{"sync(1)[3] = 3", "AssignStmt", ""},
		{"end%x => y", "PtrAssignStmt", ""},
		{"print = 3", "AssignStmt", ""},
		{"print 3", "IOStmt", ""},
		{"call = 3", "AssignStmt", ""},
		{"format(3) = 3", "AssignStmt", ""},
		{"goto = 3", "AssignStmt", ""},
		{"go to 10", "GotoStmt", ""},
		{"goto 10", "GotoStmt", ""},
		{"type(t) x", "TypeDeclStmt", ""},
		{"type *, x", "IOStmt", ""},
		{"x(1:2) => y", "PtrAssignStmt", ""},
		{"where (m) a = 1", "WhereStmt", ""},
		{"where(m) = 1", "AssignStmt", ""},
		{"forall (i=1:3) a(i) = 1", "ForallStmt", ""},
		{"save", "AttrStmt", ""},
		{"pointer (p, x)", "CrayPointerStmt", ""},
		{"pointer p", "AttrStmt", ""},
		{"integer function x", "", "TypeDeclStmt"},
		{"event post (x)", "EventPostStmt", ""},
		{"event = 1", "AssignStmt", ""},
		{"lock (x)", "LockStmt", ""},
		{"lock(x) = 3", "AssignStmt", ""},
		{"do 10 i = 1.3", "", "AssignStmt"},
		{"doi = 1", "AssignStmt", "AssignStmt"},
		{"end file 3", "IOStmt", ""},
		{"endfile 3", "IOStmt", ""},
		{"error stop 3", "StopStmt", ""},
		{"fail image", "FailImageStmt", ""},
	} {
		if c.free != "" {
			if got := fmt.Sprintf("%T", parseOne(t, c.in, Options{})); got != "*syntax."+c.free {
				t.Errorf("free %q: %s, want %s", c.in, got, c.free)
			}
		}
		want := c.fixed
		if want == "" {
			want = c.free
		}
		var diags diag.List
		text := "      SUBROUTINE S\n      " + strings.ToUpper(strings.ReplaceAll(c.in, " ", "")) +
			"\n      END\n"
		file := Parse(diag.NewSource("t.f", text), Options{Form: Fixed}, &diags)
		if diags.HasErrors() {
			t.Errorf("fixed %q: %v", c.in, diags.All()[0])
		} else if got := fmt.Sprintf("%T", file.Stmts[1]); got != "*syntax."+want {
			t.Errorf("fixed %q: %s, want %s", c.in, got, want)
		}
	}
}

// TestOpaqueBrackets: what is not parsed tells of its brackets.
func TestOpaqueBrackets(t *testing.T) {
	for _, c := range []struct {
		in   string
		want string
	}{
		{"foo bar x[3]", "["},
		{"foo x(1)[3]", "["},
		{"foo x, [1, 2]", ""},
		{"foo = = [1]", ""},
	} {
		var diags diag.List
		file := Parse(diag.NewSource("t.f90", "subroutine s\n"+c.in+"\nend\n"), Options{}, &diags)
		o, ok := file.Stmts[1].(*OpaqueStmt)
		if !ok || !o.Bad || !diags.HasErrors() {
			t.Errorf("%q: %T, %d errors", c.in, file.Stmts[1], diags.ErrorCount())
			continue
		}
		if got := o.Brackets.Text(); got != c.want {
			t.Errorf("%q: brackets %q, want %q", c.in, got, c.want)
		}
	}
}

// TestStatementRanges: labels and construct names belong to a statement, comments and semicolons do
// not.
func TestStatementRanges(t *testing.T) {
	text := "subroutine s\n 10 outer: do i = 1, 3 ! comment\n if (i > 1) x = 2; y = 3 ;\n" +
		"20 end do outer\nend\n"
	var diags diag.List
	file := Parse(diag.NewSource("t.f90", text), Options{}, &diags)
	var got []string
	for _, s := range file.Stmts {
		got = append(got, s.Span().Text())
	}
	want := "subroutine s|10 outer: do i = 1, 3|if (i > 1) x = 2|y = 3|20 end do outer|end"
	if strings.Join(got, "|") != want {
		t.Errorf("got %q", got)
	}
	do := file.Stmts[1].(*DoStmt)
	if do.Label.Value != 10 || do.ConstructName.Name != "outer" ||
		do.Body().Text() != "outer: do i = 1, 3" ||
		do.Tokens()[0].Text != "do" || do.Line != 2 {
		t.Errorf("%+v", do.Base)
	}
	action := file.Stmts[2].(*IfStmt).Action
	if a := action.Info(); a.Range.Text() != "x = 2" || len(a.Tokens()) != 3 ||
		a.Parent() != file.Stmts[2] {
		t.Errorf("%+v", a)
	}
}

// TestDepth: deep nesting is refused, not a crash.
func TestDepth(t *testing.T) {
	n := 100000
	for _, text := range []string{
		"x = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n),
		"x = " + strings.Repeat("a(", n) + "1" + strings.Repeat(")", n),
		"x = " + strings.Repeat("[", n) + "1" + strings.Repeat("]", n),
		"x = " + strings.Repeat("-", n) + "1",
		"x = " + strings.Repeat(".not.", n) + "1",
		"x = 1" + strings.Repeat("**1", n),
		strings.Repeat("do\n", n),
		strings.Repeat("if (x) then\n", n),
		strings.Repeat("block\n", n),
		strings.Repeat("if (x) ", n) + "y = 1",
		strings.Repeat("interface\nsubroutine s\n", n),
		strings.Repeat("contains\nsubroutine s\n", n),
		strings.Repeat("structure /a/\n", n),
	} {
		var diags diag.List
		Parse(diag.NewSource("t.f90", "subroutine s\n"+text+"\nend\n"), Options{}, &diags)
		if !diags.HasErrors() {
			t.Errorf("%.20q...: no error", text)
		}
	}
}
