package lower

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/xmpc/syntax"
)

func translate(text string) (Output, *diag.List) {
	var diags diag.List
	tree := syntax.Parse(diag.NewSource("a.c", text), &diags)
	if diags.HasErrors() {
		return Output{}, &diags
	}
	return Translate(tree, Options{}, &diags), &diags
}

// What stands around constructs reaches the compiler byte for byte. An array begins at a cache
// line.
func TestPlainTextStays(t *testing.T) {
	text := "# 1 \"a.c\"\nint\ta  [3];\r\n  int b[3]:[*] /* c */ = { 1,2 } ;\nint f ( void )\n" +
		"{ return  a [1]; }\n"
	out, diags := translate(text)
	if diags.HasErrors() || !out.Parallel {
		t.Fatalf("%v, parallel %v", diags.All(), out.Parallel)
	}
	want := strings.Replace(text, ":[*]", alignedToLines, 1)
	if !strings.HasSuffix(out.Text, "\n"+want) {
		t.Errorf("got\n%q\nwant it to end in\n%q", out.Text, want)
	}
}

func TestPlainFilesAreNotParallel(t *testing.T) {
	for _, text := range []string{
		"", "int x;", "void f(void) { l: [[fallthrough]]; }",
		"int f(int c) { __asm__(\"\" : [x] \"=r\"(c)); return c ? c : 3; }",
		"struct s { int a : 3; }; int g[] = { [2] = 1, [3 ... 4] = 2 };",
		"int f(int *a, int c) { return a[c ? 1 : 2]; }", "#pragma omp parallel\n#define xmp 1\n",
		"char *s = \"a:[1]\", c = ':'; // b:[2]\n/* d[1:2] */",
	} {
		if out, diags := translate(text); out.Parallel || len(diags.All()) > 0 {
			t.Errorf("%q: parallel %v, %v", text, out.Parallel, diags.All())
		}
	}
}

// After a construct of several lines the compiler counts as before.
func TestLineMarkers(t *testing.T) {
	out, diags := translate(
		"# 5 \"b.c\"\nint a[3]:[*];\nvoid f(void)\n{\n  a[0:2]\n    :[1] = 1;\n  g();\n}\n")
	if diags.HasErrors() {
		t.Fatal(diags.All())
	}
	if !strings.Contains(out.Text, "\n# 9 \"b.c\"\n;\n  g();") {
		t.Error(out.Text)
	}
}

// Macros without parameters are expanded in directives as they stand there.
func TestMacrosInDirectives(t *testing.T) {
	text := "#define N M\n#define M 4\n#pragma xmp nodes p(N)\n#undef M\n#define M (2+3)\n" +
		"#pragma xmp nodes q(M)\n"
	out, diags := translate(text)
	if diags.HasErrors() {
		t.Fatal(diags.All())
	}
	for _, want := range []string{"(long)(4), ", "(long)((( 2 + 3 )) >> coral_xmp_zero), "} {
		if !strings.Contains(out.Text, want) {
			t.Errorf("%s is not in\n%s", want, out.Text)
		}
	}
	if strings.Contains(out.Text, "#define") || strings.Contains(out.Text, "#pragma") {
		t.Error("a line of the preprocessor was left:", out.Text)
	}
}

// Sections that go beyond a row, not the array, are taken with a warning: programs have them.
func TestBeyondRows(t *testing.T) {
	for section, want := range map[string]int{"a[i][1:4]": 1, "a[i][4:1]": 1, "a[i][3:2:-3]": 0,
		"a[i][3:3:-2]": 1, "a[0:2][2:3]": 1, "a[i][0:4]": 0, "a[i][0:i]": 0, "a[i][4:0]": 0,
		"a[i][4:]": 0, "p[i][1:4]": 0, "m[i][2][1:]": 0, "m[i][3][0:2]": 1} {
		_, diags := translate("double a[2][4]:[*], (*p)[4], m[2][3][4];\nvoid f(int i)\n{\n    " +
			section + " = 0;\n}\n")
		if n := len(diags.All()); n != want || diags.HasErrors() {
			t.Errorf("%s: %d messages, want %d: %v", section, n, want, diags.All())
		}
	}
}

// No text makes the front end fail, and what it takes has nothing of XcalableMP left in it.
func FuzzTranslate(f *testing.F) {
	programs, err := filepath.Glob("../../../test/conformance/xmp/*/*.c")
	if err != nil || len(programs) == 0 {
		f.Fatal("no programs", err)
	}
	for _, name := range programs {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("p:[0],(){p0[0].:[0]")
	f.Add("(){xmp_atomic_define()")
	f.Add("(){xmp_desc_of()")
	f.Add("(){coral_xmp_sync_image(A[0])")
	f.Add("int a:[2][*]; int f(void){return ({ a:[1][2]; });}")
	f.Add(
		"#pragma xmp nodes p(2,*), q[*][2] = p(*,:), r(2)=q[0][:]\nint x;\nvoid f(void)\n{\n" +
			"#pragma xmp bcast(x) from r[1] on q(*,1:2:1)\n;}\n")
	f.Add(
		"long b:[*]; void f(long *p, int i) { xmp_atomic_add(b, 1); xmp_atomic_add(p[i], " +
			"b:[i]); xmp_atomic_ref(&b, (b)); }")
	f.Add("#define F(a,b) a b(F)\n#define G() (2)\n#pragma xmp nodes p(F(1 +, G()))\n" +
		"void f(void)\n{\n#pragma xmp sync_images(p(1:2))\n#pragma xmp barrier on *\n;}\n")
	f.Add("#pragma xmp nodes p[*]\ndouble w[restrict 3]:[*]; void f(int n, int v[static " +
		"n][2]:[*]) { v[:][0] = w[:]:[0]; xmp_desc_of(p); coral_xmp_sync_image(p[1], 0, 0, " +
		"0); }")
	f.Add("#define F(a) a a\n#define A(x) B(x) B(x)\n#define B(x) A(x) A(x)\n#pragma xmp nodes p(" +
		strings.Repeat("F(", 40) + strings.Repeat(")", 40) + strings.Repeat("A(", 40) +
		strings.Repeat(")", 40) + ")\n")
	f.Fuzz(func(t *testing.T, text string) {
		var diags diag.List
		tree := syntax.Parse(diag.NewSource("a.c", text), &diags)
		if diags.HasErrors() {
			return
		}
		out := Translate(tree, Options{}, &diags)
		if diags.HasErrors() || !out.Parallel {
			return
		}
		// A number of an image stays, and looks like a node: only declarations tell them apart.
		rest := strings.ReplaceAll(out.Text, syntax.SyncImage, "other")
		var again diag.List
		if syntax.Parse(diag.NewSource("a.c", rest), &again).Parallel() {
			t.Errorf("%q\nbecame\n%q", text, out.Text)
		}
	})
}

// With -check the text of a coindexed object does not grow by a factor for each subscript.
func TestCheckedSubscripts(t *testing.T) {
	size := func(object string) int {
		var diags diag.List
		tree := syntax.Parse(diag.NewSource("a.c", "struct d { int v[2][2][2]; };\n"+
			"struct e { struct d m[2][2]; } a[2][2]:[*];\nint f(int i) { return "+object+
			"; }\n"), &diags)
		return len(Translate(tree, Options{Check: true}, &diags).Text)
	}
	whole, none := size("a[i][i].m[i][i].v[i][i][i]:[i]"), size("a[0][0].m[0][0].v[0][0][0]")
	if grown := whole - none; grown > 20000 {
		t.Errorf("seven subscripts of one object become %d characters", grown)
	}
}
