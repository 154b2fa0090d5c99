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
const scaffold = `subroutine s(n, k)
  use coral_rt
  integer :: n, k, i, x(10), y, z
  type :: coral_t_x
    integer(coral_ik) :: gen = -1_coral_ik
    integer, pointer :: p(:,:)
    integer, pointer, contiguous :: q(:)
  end type
  type(coral_t_x), save :: coral_x, coral_d
  integer, allocatable, save :: d(:)
  logical :: coral_lib_kept, coral_apart_kept
  interface some
    procedure :: f, calmer
  end interface
# 1 "t.f90"
%s
contains
  pure integer function calm(a)
    integer, intent(in) :: a
    calm = a
  end function
  pure integer function calmer(a)
    real, intent(in) :: a
    calmer = int(a)
  end function
  integer function f(a)
    integer, intent(inout) :: a
    f = a
  end function
  subroutine alters(a)
    integer :: a
    a = 1
  end subroutine
  subroutine both(a, b)
    integer, intent(inout) :: a, b
    a = b
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

// found are the violations of a rule in a text, as lines. user is what the user wrote, as far as
// the rule asks for it.
func found(t *testing.T, rule, user, text string) (list []string) {
	t.Helper()
	name := "t.f90"
	var wrong, diags diag.List
	written := fmt.Sprintf(scaffold, short.Replace(text))
	u := syntax.Parse(diag.NewSource(name, fmt.Sprintf(scaffold, user)), syntax.Options{}, &wrong)
	Audit([]File{{User: u, Text: written}}, Options{Modules: modules()}, &diags)
	for _, d := range diags.All() {
		_, rest, _ := strings.Cut(d.Message, "rule ")
		if strings.HasPrefix(rest, rule+" ") {
			list = append(list, fmt.Sprint(d.Range.Position().Line))
		}
	}
	slices.Sort(list)
	return list
}

// TestViews is about rule V1.
func TestViews(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"made", "V;\ny = E", ""},
		{"never made", "y = E", "1"},
		{"once for two", "y = E\nz = E", "1"},
		{"in a branch", "if (n > 1) then\nV;\ny = E\nend if\nz = E", "5"},
		{"in both", "if (n > 1) then\nV;\nelse\nV;\nend if\nz = E", ""},
		{"else if", "if (n > 1) then\ny = 1\nelse\nV;\nif (E > 1) then\ny = 2\nend if\n" +
			"end if\ny = E", "9"},
		{"behind a call", "V;\ncall alters(n)\ny = E", "3"},
		{"behind a call in the line", "V;\ny = E; call alters(n); z = E", ""},
		{"behind a function", "V;\ny = f(n)\ny = E", "3"},
		{"behind a pure function", "V;\ny = calm(n)\ny = E", ""},
		{"behind an intrinsic", "V;\ny = max(n, 1)\ny = E", ""},
		{"behind an allocation", "V;\ncall coral_alloc_end(loc(x), 1, [1_coral_ik], 0, 1, 't')\n" +
			"y = E", "3"},
		{"another team", "V;\ncall coral_end_team(2, 't'); y = E", "2"},
		{"loop", "do i = 1, n\nV;\ny = E\nend do\ny = E", "5"},
		{"in front of a loop", "V;\ndo i = 1, n\ny = E\nend do\ny = E", ""},
		{"loop that makes it stale", "V;\ndo i = 1, n\ny = E\ncall alters(n)\nend do", "3"},
		{"cycle", "V;\ndo i = 1, n\nif (i > 2) cycle\nV;\ny = E\ncall alters(n)\nV;\nend do\ny = E",
			""},
		{"cycle past it", "V;\no: do i = 1, n\ncall alters(n)\ndo\nif (i > 2) cycle o\nV;\nexit\n" +
			"end do\nend do o\ny = E", "10"},
		{"exit by name", "b: block\nif (n > 1) exit b\nV;\nend block b\ny = E", "5"},
		{"goto", "if (n > 1) goto 10\nV;\n10 y = E", "3"},
		{"computed goto", "goto (10, 20), n\nV;\n10 continue\nV;\n20 y = E", "5"},
		{"arithmetic if", "if (n) 10, 20, 20\n10 continue\nV;\n20 y = E", "4"},
		{"goto to a construct", "if (n > 1) goto 10\nV;\n10 if (n > 2) then\ny = E\nend if",
			"4"},
		{"labelled end", "do 10 i = 1, n\nif (i > 2) goto 10\nV;\n10 y = E", "4"},
		{"err=", "read (*, *, err=10) y\nV;\n10 y = E", "3"},
		{"alternate return", "call other(n, *10)\nV;\n10 y = E", "3"},
		{"select", "select case (n)\ncase (1)\nV;\ncase (2)\nV;\nend select\ny = E", "7"},
		{"select with default", "select case (n)\ncase (1)\nV;\ncase default\nV;\n" +
			"end select\ny = E", ""},
		{"while", "V;\ndo while (E > 1)\ncall alters(n)\nend do", "2"},
		{"behind return", "return\ny = E", ""},
		{"behind stop", "if (n > 1) then\ncall coral_stop(1)\nelse\nV;\nend if\ny = E", ""},
		{"versions", "if (.not. coral_apart_kept) then\nV;\nelse\ny = E\nend if", "4"},
		{"library alone", "if (coral_lib_kept) then\nV;\nend if\ny = E", "4"},
		{"if allocated", "if (coral_x%gen /= coral_gen .and. n > 1) call coral_view(loc(coral_x)," +
			" x, lbound(x, kind=coral_ik), 0, 1, 't.f90')\ny = E", ""},
		{"if present", "if (present(k)) then\nV;\nend if\ny = E", ""},
		{"behind a condition", "V;\nif (f(n) > 1) then\ny = E\nend if", "3"},
		{"conditional expression", "V;\nif (f(n) > 1) then; V;coral_q_1 = E; else; " +
			"coral_q_1 = 1; end if; V;y = E + coral_q_1", ""},
		{"operand", "V;\nif (f(n) > 1) then; coral_q_1 = E; else; " +
			"coral_q_1 = 1; end if; V;y = E + coral_q_1", "2"},
		{"behind a conditional expression", "V;\nif (f(n) > 1) then; V;coral_q_1 = E; else; " +
			"coral_q_1 = 1; end if; y = E + coral_q_1", "2"},
		{"pointer beside a conditional expression", "block\ntype(coral_t_x) :: coral_c_1\n" +
			"call coral_c_f_pointer(0, coral_c_1%q, [n]); if (f(n) > 1) then; " +
			"coral_q_1 = coral_c_1%q(2); else; coral_q_1 = 1; end if; " +
			"y = coral_c_1%q(1) + coral_q_1\nend block", ""},
		{"local pointer", "block\ntype(coral_t_x) :: coral_l_1\n" +
			"call coral_c_f_pointer(0, coral_l_1%q, [n])\ny = coral_l_1%q(1)\nend block", ""},
		{"local pointer of the block before", "block\ntype(coral_t_x) :: coral_l_1\n" +
			"call coral_c_f_pointer(0, coral_l_1%q, [n])\nend block\nblock\n" +
			"type(coral_t_x) :: coral_l_1\ny = coral_l_1%q(1)\nend block", "7"},
		{"local pointer in a branch", "block\ntype(coral_t_x) :: coral_l_1\nif (n > 1) " +
			"call coral_c_f_pointer(0, coral_l_1%q, [n])\ny = coral_l_1%q(1)\nend block", "4"},
	} {
		if got := strings.Join(found(t, "V1", "", c.text), ", "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestTransfers is about the rules V2 and V4 to V7. A makes the view of an allocatable coarray, G
// fetches what E refers to, P sends it; the statement is on line 9.
func TestTransfers(t *testing.T) {
	for _, c := range []struct{ name, rule, text, want string }{
		{"got", "V2", "V;G;y = E", ""},
		{"not got", "V2", "V;y = E", "9"},
		{"another element", "V2", "V;if (coral_lib) call coral_get(coral_x%p(i,1));y = E", "9"},
		{"all of it", "V2", "V;if (coral_lib) call coral_get(coral_x%p);y = E", ""},
		{"got in a branch", "V2", "V;if (n > 1) then;G;end if;y = E", "9"},
		{"for each element", "V2", "V;if (coral_lib) then;do coral_i_1 = 1, n;" +
			"call coral_want(coral_x%p(coral_i_1,k));end do;end if;y = sum(coral_x%p(1:n,k))", ""},
		{"by address", "V2", "V;if (coral_lib) call coral_get_at(loc(E), coral_me, 4);y = E", ""},
		{"an array by address", "V2", "V;if (coral_lib) call coral_get_at(loc(coral_x%p(1:2,k)), " +
			"coral_me, 4);y = sum(coral_x%p(1:2,k))", "9"},
		{"for the statement before", "V2", "V;G;\n# 10 't.f90'\ny = E", "10"},
		{"before image control", "V2", "V;G;call coral_sync_all(9, 't');y = E", "9"},
		{"condition", "V2", "V;if (E > 1) y = 2", "9"},
		{"mapped", "V2", "V;if (.not. coral_apart_kept) then;y = E;else;G;y = E;end if", ""},
		{"not mapped", "V2", "V;if (.not. coral_apart_kept) then;y = E;else;y = E;end if", "9"},
		{"copied", "V2", "V;if (coral_lib_kept) then;call coral_copy(y, E, 9, 't');else;y = E;" +
			"end if", ""},
		{"asked", "V2", "V;y = size(E)", ""},
		{"a mold", "V2", "V;allocate (z, mold=coral_x%p)", ""},
		{"own image", "V2", "V;y = coral_x%p(1,coral_me)", ""},
		{"argument", "V2", "V;y = calm(E)", "9"},
		{"subscript of an address", "V2", "V;call coral_move_begin(loc(x(E)), 0, 9, 't')", "9"},
		{"subscript of a transfer", "V2", "V;if (coral_lib) call coral_get(coral_x%p(E,2))", "9"},
		{"put", "V4", "V;E = y;P;", ""},
		{"not put", "V4", "V;E = y", "9"},
		{"put before", "V4", "V;P;E = y", "9"},
		{"put in a branch", "V4", "V;E = y;if (n > 1) then;P;end if", "9"},
		{"put behind image control", "V4", "V;E = y;call coral_sync_all(9, 't');P;", "9"},
		{"put in the next statement", "V4", "V;E = y\n# 10 't.f90'\nP;", "9"},
		{"put on one way", "V4", "V;read (*, *, err=10) E;P;\n# 10 't.f90'\n10 continue", "9"},
		{"put on both ways", "V4", "V;read (*, *, err=20) E;P;goto 30;\n# 9 't.f90'\n" +
			"20 continue;P;goto 10;\n# 9 't.f90'\n30 continue\n# 10 't.f90'\n10 continue", ""},
		{"one way left", "V4", "V;E = y;if (n > 1) return;P;", "9"},
		{"argument", "V4", "V;y = f(E)", "9"},
		{"argument that is read", "V4", "V;y = calm(E)", ""},
		{"mapped", "V4", "V;if (.not. coral_apart_kept) then;E = y;else;E = y;P;end if", ""},
		{"sent by a copy", "V4", "V;call coral_copy(E, y, 9, 't')", ""},
		{"never executed", "V4", "V;if (.false.) E = y", ""},
		{"subscript defined behind", "V5", "V;G;y = E; i = y", ""},
		{"subscript defined before", "V5", "V;i = 2;G;y = E", ""},
		{"subscript defined between", "V5", "V;G;i = 2;y = E", "9"},
		{"subscript defined on one way", "V5", "V;G;if (n > 1) i = 2;y = E", "9"},
		{"subscript defined by itself", "V5", "V;G;i = E", ""},
		{"argument between", "V5", "V;G;call alters(i);y = E", "9"},
		{"argument that is read", "V5", "V;G;call other(i, *10);y = E\n" +
			"# 10 't.f90'\n10 continue", ""},
		{"another variable", "V5", "V;G;z = 2;y = E", ""},
		{"sent as defined", "V6", "V;E = y;P;i = 2", ""},
		{"subscript defined", "V6", "V;E = y;i = 2;P;", "9"},
		{"subscript an argument", "V6", "V;call both(E, i);P;", "9"},
		{"subscript itself", "V6", "V;coral_x%p(coral_x%p(1,k),k) = 2;" +
			"if (coral_lib) call coral_put(coral_x%p(coral_x%p(1,k),k))", "9"},
		{"fetched again", "V6", "V;E = y;G;P;", "9"},
		{"fetched and kept", "V6", "V;G;E = y;P;", ""},
		{"sent twice", "V6", "V;E = y;P;P;", "9"},
		{"defined again", "V6", "V;E = y;P;E = z;P;", ""},
		{"needed", "V7", "V;G;y = E", ""},
		{"needed in a branch", "V7", "V;G;if (n > 1) then; y = E; end if", "9"},
		{"needed in both", "V7", "V;G;if (n > 1) then; y = E; else; z = E; end if", ""},
		{"where it is needed", "V7", "V;if (n > 1) then; G;y = E; end if", ""},
		{"for the next statement", "V7", "V;G;y = 1\n# 10 't.f90'\ny = E", "9"},
		{"in a loop", "V7", "V;G;x(:n) = [(E, i = 1, n)]", "9"},
		{"in a loop with iterations", "V7", "V;G;x(:3) = [(E, i = 1, 3)]", ""},
		{"once if any", "V7", "V;if (coral_lib) then;do coral_i_1 = 1, n;" +
			"call coral_want(coral_x%p(1,k));exit;end do;end if;" +
			"x(:n) = [(coral_x%p(1,k), i = 1, n)]", ""},
		{"FORALL", "V7", "V;G;forall (z = 1:n) x(z) = E", "9"},
		{"a view in a branch", "V7", "A;if (n > 1) y = coral_d%p(1,k)", "9"},
		{"a view of what is there", "V7", "if (coral_d%gen /= coral_gen .and. allocated(d)) " +
			"call coral_view(loc(coral_d), d, lbound(d, kind=coral_ik), 1, 1, 't');" +
			"if (n > 1) y = coral_d%p(1,k)", ""},
		{"a view of an argument", "V7", "if (present(d)) then;A;end if;" +
			"if (n > 1) y = coral_d%p(1,k)", ""},
		{"a view of another argument", "V7", "if (present(x)) then;A;end if;" +
			"if (n > 1) y = coral_d%p(1,k)", "9"},
		{"a view in a loop", "V7", "A;write (*, *) (coral_d%p(i,k), i = 1, n)", "9"},
		{"a view that is needed", "V7", "A;y = coral_d%p(1,k)", ""},
	} {
		text := "# 9 't.f90'\n" + strings.NewReplacer("G;", "if (coral_lib) call coral_get(E);",
			"P;", "if (coral_lib) call coral_put(E);",
			"A;", "if (coral_d%gen /= coral_gen) call coral_view(loc(coral_d), d, "+
				"lbound(d, kind=coral_ik), 1, 1, 't');").Replace(c.text)
		if got := strings.Join(found(t, c.rule, "", text), ", "); got != c.want {
			t.Errorf("%s: %s: got %q, want %q", c.rule, c.name, got, c.want)
		}
	}
}

// TestControls is about rule V12.
func TestControls(t *testing.T) {
	const all, memory = "call coral_sync_all(1, 't')\n", "call coral_sync_memory(2, 't')\n"
	for _, c := range []struct{ name, user, text, want string }{
		{"same", "sync all\nsync memory", all + memory, ""},
		{"missing", "sync all\nsync memory", "\n" + memory, "1"},
		{"missing at the end", "sync all\nsync memory", all, "2"},
		{"twice", "sync all\n\ny = 1", all + "# 1 't.f90'\n" + all, "1"},
		{"exchanged", "sync all; sync memory", "call coral_sync_memory(1, 't')\n" +
			"# 1 't.f90'\n" + all, "1"},
		{"another", "sync all", "call coral_sync_memory(1, 't')", "1"},
		{"condition", "if (n > 1) sync all", "if (n > 1) then\n# 1 't.f90'\n" + all +
			"# 1 't.f90'\nend if", ""},
		{"in both versions", "do i = 1, n\nsync all\nend do", "if (.not. coral_apart_kept) then\n" +
			"# 2 't.f90'\n" + all + "else\n# 2 't.f90'\n" + all + "end if", ""},
		{"in one version", "do i = 1, n\nsync all\nend do", "if (.not. coral_apart_kept) then\n" +
			"# 2 't.f90'\n" + all + "else\nend if", "2"},
		{"all images", "sync images (*)", "call coral_sync_images_all(1, 't')", ""},
		{"stop", "if (n > 1) stop 3\nerror stop", "if (n > 1) call coral_stop(3)\n" +
			"call coral_error_stop()", ""},
		{"what a compiler is told", "y = 1", "call coral_no_component(1, 1, 't')\nerror stop", ""},
	} {
		if got := strings.Join(found(t, "V12", c.user, c.text), ", "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestEvaluations is about rule V8.
func TestEvaluations(t *testing.T) {
	for _, c := range []struct{ name, user, text, want string }{
		{"once", "y = f(n)", "y = f(n)", ""},
		{"twice", "y = f(n)", "z = f(n); y = f(n)", "1"},
		{"pure", "y = calm(n)", "z = calm(n); y = calm(n)", ""},
		{"on each of two ways", "y = f(n)", "if (n > 1) then; y = f(n); else; z = f(n); " +
			"end if", ""},
		{"twice on one way", "y = f(n)", "if (n > 1) then; y = f(n); else; z = f(n) + f(n); end if",
			"1"},
		{"condition and way", "y = f(n)", "if (f(n) > 1) then; y = f(n); end if", "1"},
		{"one less", "y = f(n) + f(k)", "y = f(n)", "1"},
		{"type alone", "y = f(n)", "z = kind(f(n)); y = f(n)", ""},
		{"pure beside", "y = some(1.0) + some(n)", "y = some(1.0) + some(n)", ""},
		{"one less of both", "y = some(1.0) + some(n)", "y = some(n)", "1"},
		{"one more of both", "y = some(1.0)", "y = some(n) + some(n) + some(1.0)", "1"},
		{"subroutine", "call alters(n)", "call alters(n)\n# 1 't.f90'\ncall alters(n)", "1"},
		{"versions", "y = f(n)", "if (.not. coral_apart_kept) then; y = f(n); else; " +
			"y = f(n); end if", ""},
		{"one version", "y = f(n)", "if (.not. coral_apart_kept) then; y = f(n); else; " +
			"end if", "1"},
	} {
		if got := strings.Join(found(t, "V8", c.user, c.text), ", "); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestText is about text that cannot be read, and what a violation says.
func TestText(t *testing.T) {
	if got := found(t, "V0", "", "y = = 1"); !slices.Equal(got, []string{"1"}) {
		t.Errorf("got %q", got)
	}
	var diags diag.List
	text := fmt.Sprintf(scaffold, short.Replace("if (n > 1) goto 10\nV;\n10 y = E"))
	u := syntax.Parse(diag.NewSource("t.f90", text), syntax.Options{}, &diags)
	Audit([]File{{User: u, Text: text}}, Options{Modules: modules()}, &diags)
	if len(diags.All()) == 0 {
		t.Fatal("no violation")
	}
	got := diag.Format(diags.All()[0])
	for _, want := range []string{"t.f90:3:8: error:", "rule V1 (view before use)", "[C0398]",
		"'coral_x%p(i,k)'", "the beginning, line 1, line 3", "please report it"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}
