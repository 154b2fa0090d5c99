package lower

import (
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/xmpc/syntax"
)

// What compilers take only when C23 is their default: the front end knows each, and nothing of
// XcalableMP is left in the text.
func TestC23(t *testing.T) {
	for _, text := range []string{
		"alignas(32) double a[4]:[*];\nvoid f(void) { a[0]:[0] = 1; }",
		"alignas(double) static int a[4]:[*];\nvoid f(void) { a[0]:[0] = 1; }",
		"int a[4]:[*];\nvoid f(void) { auto x = a[1]:[0]; a[2]:[0] = x; }",
		"int a:[*];\nvoid f(void) { a:[0] = (static int){3}; a:[0] = (constexpr int){4}; a:[0] " +
			"= (register int){5}; }",
		"int a[4]:[*];\nvoid f(void) { typeof(a[0]) q = 3; a[1]:[0] = q; typeof_unqual(q) w = " +
			"a[1]:[0]; (void)w; typeof(a[0]:[1]) v = 0; }",
		"int a[4]:[*];\n" +
			"void f(void) { a[0]:[1] = (typeof(a[1]:[0]))3.5 + sizeof(typeof(a[2]:[0])); }",
		"bool b:[*];\n" +
			"void f(void) { constexpr int k = 1; b:[k] = true; static_assert(sizeof(bool) == " +
			"1); bool c = b:[0]; thread_local static bool d; d = b:[1]; }",
		"enum e : unsigned char { A, B };\nenum e v:[*];\n" +
			"void f(void) { v:[0] = B; enum e w = v:[1]; }",
		"_BitInt(12) n:[*];\nvoid f(void) { n:[0] = (_BitInt(12))3; unsigned _BitInt(7) m = " +
			"n:[1]; }",
		"int a:[*];\nint f(int k) { switch (k) { case 1: int x = a:[0]; return x; default: } " +
			"return 0; }",
		"int bool[3]:[*], alignas:[*];\n" +
			"void f(void) { bool[1]:[0] = alignas:[1]; int constexpr = bool[0]:[0]; constexpr " +
			"= bool[1]:[0]; }",
		"char s[9]:[*];\nvoid f(void) { s[0]:[0] = R\"x(a:[1] \" )x\"[0]; s[1]:[0] = u8'x'; }",
		"__attribute__((aligned(8))) int a:[*] __attribute__((unused));\n" +
			"void f(void) { __auto_type x = a:[0]; int v __attribute__((vector_size(16))); " +
			"v[a:[1]] = x; }",
	} {
		out, diags := translate(text)
		if len(diags.All()) > 0 || !out.Parallel {
			t.Errorf("%q: parallel %v, %v", text, out.Parallel, diags.All())
			continue
		}
		var again diag.List
		if rest := syntax.Parse(diag.NewSource("a.c", out.Text), &again); rest.Parallel() ||
			strings.Contains(out.Text, ":[") && !strings.Contains(out.Text, "R\"x(") {
			t.Errorf("%q became %q", text, out.Text)
		}
	}
}

// The tree and the text of a long file are linear in its length.
func TestLongFiles(t *testing.T) {
	size := func(terms int) int {
		out, diags := translate("int a[4]:[*];\nlong f(void) { return 0" +
			strings.Repeat(" + a[1]:[2]", terms) + "; }\nvoid g(int i)\n{\n" +
			strings.Repeat("  a[i]:[1] = 2;\n", terms) + "}\n")
		if len(diags.All()) > 0 {
			t.Fatal(diags.All())
		}
		return len(out.Text)
	}
	// With a step for each edit before an edit, or for each token of the expression, these would
	// take minutes.
	if few, many := size(1000), size(40000); many > 42*few {
		t.Errorf("%d bytes for 1,000 terms and statements, %d for 40,000", few, many)
	}
	deep := "a[0]:[1]"
	for range 60 {
		deep = "a[" + deep + "]:[1]"
	}
	out, diags := translate("int a[4]:[*];\nint f(void) { return " + deep + "; }\n")
	if len(diags.All()) > 0 || len(out.Text) > 1<<20 {
		t.Errorf("%d bytes for subscripts of subscripts, %v", len(out.Text), diags.All())
	}
}
