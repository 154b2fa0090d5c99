package verify

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/coral-pgas/coral/capi/fortran"
	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// The lines of a test's text stand in this procedure. V is what makes the view of x, E what
// evaluates an element of it by the view.
const around = `subroutine s(n, k)
  use coral_rt
  integer :: n, k, i, x(10), y, z
  type :: coral_t_x
    integer(coral_ik) :: gen = -1_coral_ik
    integer, pointer :: p(:,:)
    integer, pointer, contiguous :: q(:)
  end type
  type(coral_t_x), save :: coral_x
  logical :: coral_lib_kept, coral_apart_kept
# 1 "t.f90"
%s
contains
  pure integer function calm(a)
    integer, intent(in) :: a
    calm = a
  end function
  integer function f(a)
    integer, intent(inout) :: a
    f = a
  end function
  subroutine alters(a)
    integer :: a
    a = 1
  end subroutine
  subroutine other(a, *)
    integer, intent(in) :: a
  end subroutine
end subroutine
`

var short = strings.NewReplacer(
	"V;", "if (coral_x%gen /= coral_gen) call coral_view(loc(coral_x), x, "+
		"lbound(x, kind=coral_ik), 0, 1, 't.f90');",
	"E", "coral_x%p(i,k)")

var modules = sync.OnceValue(func() []*syntax.File { return Modules(fortran.Source) })

// found are the violations in a text, as `line rule`. user is what the user wrote, as far as the
// rule asks for it.
func found(t *testing.T, user, text string) (list []string) {
	t.Helper()
	name := "t.f90"
	var wrong, diags diag.List
	written := fmt.Sprintf(around, short.Replace(text))
	u := syntax.Parse(diag.NewSource(name, fmt.Sprintf(around, user)), syntax.Options{}, &wrong)
	Audit([]File{{User: u, Text: written}}, Options{Modules: modules()}, &diags)
	for _, d := range diags.All() {
		_, rest, _ := strings.Cut(d.Message, "rule ")
		rule, _, _ := strings.Cut(rest, " ")
		list = append(list, fmt.Sprintf("%d %s", d.Range.Position().Line, rule))
	}
	slices.Sort(list)
	return list
}

// TestViews is about rule V1.
func TestViews(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"made", "V;\ny = E", ""},
		{"never made", "y = E", "1 V1"},
		{"once for two", "y = E\nz = E", "1 V1"},
		{"in a branch", "if (n > 1) then\nV;\ny = E\nend if\nz = E", "5 V1"},
		{"in both", "if (n > 1) then\nV;\nelse\nV;\nend if\nz = E", ""},
		{"else if", "if (n > 1) then\ny = 1\nelse\nV;\nif (E > 1) then\ny = 2\nend if\n" +
			"end if\ny = E", "9 V1"},
		{"behind a call", "V;\ncall alters(n)\ny = E", "3 V1"},
		{"behind a call in the line", "V;\ny = E; call alters(n); z = E", ""},
		{"behind a function", "V;\ny = f(n)\ny = E", "3 V1"},
		{"behind a pure function", "V;\ny = calm(n)\ny = E", ""},
		{"behind an intrinsic", "V;\ny = max(n, 1)\ny = E", ""},
		{"behind an allocation", "V;\ncall coral_alloc_end(loc(x), 1, [1_coral_ik], 0, 1, 't')\n" +
			"y = E", "3 V1"},
		{"another team", "V;\ncall coral_end_team(2, 't'); y = E", "2 V1"},
		{"loop", "do i = 1, n\nV;\ny = E\nend do\ny = E", "5 V1"},
		{"in front of a loop", "V;\ndo i = 1, n\ny = E\nend do\ny = E", ""},
		{"loop that makes it stale", "V;\ndo i = 1, n\ny = E\ncall alters(n)\nend do", "3 V1"},
		{"cycle", "V;\ndo i = 1, n\nif (i > 2) cycle\nV;\ny = E\ncall alters(n)\nV;\nend do\ny = E",
			""},
		{"cycle past it", "V;\no: do i = 1, n\ncall alters(n)\ndo\nif (i > 2) cycle o\nV;\nexit\n" +
			"end do\nend do o\ny = E", "10 V1"},
		{"exit by name", "b: block\nif (n > 1) exit b\nV;\nend block b\ny = E", "5 V1"},
		{"goto", "if (n > 1) goto 10\nV;\n10 y = E", "3 V1"},
		{"computed goto", "goto (10, 20), n\nV;\n10 continue\nV;\n20 y = E", "5 V1"},
		{"arithmetic if", "if (n) 10, 20, 20\n10 continue\nV;\n20 y = E", "4 V1"},
		{"goto to a construct", "if (n > 1) goto 10\nV;\n10 if (n > 2) then\ny = E\nend if",
			"4 V1"},
		{"labelled end", "do 10 i = 1, n\nif (i > 2) goto 10\nV;\n10 y = E", "4 V1"},
		{"err=", "read (*, *, err=10) y\nV;\n10 y = E", "3 V1"},
		{"alternate return", "call other(n, *10)\nV;\n10 y = E", "3 V1"},
		{"select", "select case (n)\ncase (1)\nV;\ncase (2)\nV;\nend select\ny = E", "7 V1"},
		{"select with default", "select case (n)\ncase (1)\nV;\ncase default\nV;\n" +
			"end select\ny = E", ""},
		{"while", "V;\ndo while (E > 1)\ncall alters(n)\nend do", "2 V1"},
		{"behind return", "return\ny = E", ""},
		{"behind stop", "if (n > 1) then\ncall coral_stop(1)\nelse\nV;\nend if\ny = E", ""},
		{"versions", "if (.not. coral_apart_kept) then\nV;\nelse\ny = E\nend if", "4 V1"},
		{"library alone", "if (coral_lib_kept) then\nV;\nend if\ny = E", "4 V1"},
		{"if allocated", "if (coral_x%gen /= coral_gen .and. n > 1) call coral_view(loc(coral_x)," +
			" x, lbound(x, kind=coral_ik), 0, 1, 't.f90')\ny = E", ""},
		{"if present", "if (present(k)) then\nV;\nend if\ny = E", ""},
		{"local pointer", "block\ntype(coral_t_x) :: coral_l_1\n" +
			"call coral_c_f_pointer(0, coral_l_1%q, [n])\ny = coral_l_1%q(1)\nend block", ""},
		{"local pointer of the block before", "block\ntype(coral_t_x) :: coral_l_1\n" +
			"call coral_c_f_pointer(0, coral_l_1%q, [n])\nend block\nblock\n" +
			"type(coral_t_x) :: coral_l_1\ny = coral_l_1%q(1)\nend block", "7 V1"},
		{"local pointer in a branch", "block\ntype(coral_t_x) :: coral_l_1\nif (n > 1) " +
			"call coral_c_f_pointer(0, coral_l_1%q, [n])\ny = coral_l_1%q(1)\nend block", "4 V1"},
	} {
		if got := strings.Join(found(t, "", c.text), ", "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestText is about text that cannot be read, and what a violation says.
func TestText(t *testing.T) {
	if got := found(t, "", "y = = 1"); !slices.Equal(got, []string{"1 V0"}) {
		t.Errorf("got %q", got)
	}
	var diags diag.List
	text := fmt.Sprintf(around, short.Replace("if (n > 1) goto 10\nV;\n10 y = E"))
	u := syntax.Parse(diag.NewSource("t.f90", text), syntax.Options{}, &diags)
	Audit([]File{{User: u, Text: text}}, Options{Modules: modules()}, &diags)
	if len(diags.All()) != 1 {
		t.Fatalf("%d violations", len(diags.All()))
	}
	got := diag.Format(diags.All()[0])
	for _, want := range []string{"t.f90:3:8: error:", "rule V1 (view before use)", "[C0398]",
		"'coral_x%p(i,k)'", "the beginning, line 1, line 3", "please report it"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}
