package conformance

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/test/turns"
)

// saidOf are the errors of all programs of XcalableMP that must be refused.
func saidOf(t *testing.T, patterns ...string) string {
	coral, err := filepath.Abs(*coralFlag)
	if err != nil {
		t.Fatal(err)
	}
	tools := Toolchain{Coral: coral, BuildTimeout: *buildLimFlag}
	said := ""
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			path, err := filepath.Abs(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			out, err := tools.coralBuild(&Program{Files: []string{path}}, dir,
				filepath.Join(dir, "prog"))
			if err != nil {
				t.Fatal(err)
			}
			said += out.stderr
		}
	}
	return said
}

// TestXMPCodes: each code of XcalableMP's diagnostics is drawn by a program that must be refused.
func TestXMPCodes(t *testing.T) {
	turns.Every(t, 2)
	said := saidOf(t, "xmp/errors/*.c", "fortran/xmp/errors/*.f90")
	for _, c := range diag.Codes() {
		if strings.HasPrefix(string(c.Code), "C04") &&
			!strings.Contains(said, "["+string(c.Code)+"]") {
			t.Errorf("no program draws %s (%s)", c.Code, c.Title)
		}
	}
}

// TestXMPMessages: each message of the front end for C is drawn by such a program. The messages are
// those of its source.
func TestXMPMessages(t *testing.T) {
	turns.Every(t, 2)
	said := saidOf(t, "xmp/errors/*.c")
	messages := map[string]string{}
	for _, dir := range []string{"xmp", "xmpc/syntax", "xmpc/lower"} {
		messagesOf(t, filepath.Join("../../internal", dir), messages)
	}
	if len(messages) < 60 {
		t.Fatalf("%d messages found: the functions that report them have other names",
			len(messages))
	}
	for text, where := range messages {
		pattern := regexp.QuoteMeta(text)
		for verb, any := range map[string]string{"%s": ".*", "%d": "[0-9]+"} {
			pattern = strings.ReplaceAll(pattern, verb, any)
		}
		if !regexp.MustCompile("(?m)error: .*" + pattern).MatchString(said) {
			t.Errorf("%s: no program draws %q", where, text)
		}
	}
}

// messagesOf collects the formats that a package reports errors by, and texts for the C compiler,
// which have their code in them.
func messagesOf(t *testing.T, dir string, messages map[string]string) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	reporters := map[string]bool{"errorf": true, "Errorf": true, "fail": true, "Fail": true,
		"refuse": true}
	coded := regexp.MustCompile(`([^"]+) \[C[0-9]{4}\]`)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.CallExpr:
				if s, ok := x.Fun.(*ast.SelectorExpr); ok && reporters[s.Sel.Name] {
					if text := firstText(x.Args); text != "" && text != "%s" {
						messages[text] = name
					}
				}
			case *ast.BasicLit:
				if text := firstText([]ast.Expr{x}); coded.MatchString(text) {
					messages[coded.FindStringSubmatch(text)[1]] = name
				}
			}
			return true
		})
	}
}

func firstText(list []ast.Expr) string {
	for _, x := range list {
		if b, ok := x.(*ast.BasicLit); ok && b.Kind == token.STRING {
			text, _ := strconv.Unquote(b.Value)
			return text
		}
	}
	return ""
}

// xmpSuite are the programs of XcalableMP in C.
func xmpSuite(t *testing.T) []*Program {
	t.Helper()
	root, err := filepath.Abs("xmp")
	if err != nil {
		t.Fatal(err)
	}
	programs, err := Load(root)
	if err != nil {
		t.Fatal(err)
	}
	return programs
}

// cFamilies are the C compilers of which prevented.txt may tell.
var cFamilies = []string{"gcc", "clang"}

// cCompiler is the C compiler that Coral uses, as prevented.txt calls it: "clang 16".
func cCompiler(t *testing.T) string {
	t.Helper()
	command := cmp.Or(os.Getenv("CORAL_CC"), "gcc")
	family := "gcc"
	if out, err := exec.Command(command, "--version").Output(); err != nil {
		t.Logf("%s --version: %v", command, err)
	} else if strings.Contains(string(out), "clang version") {
		family = "clang"
	}
	out, _ := exec.Command(command, "-dumpversion").Output()
	major, _, _ := strings.Cut(strings.TrimSpace(string(out)), ".")
	return family + " " + major
}

// TestXMP builds and runs the programs of XcalableMP in C, with the C compiler that Coral finds.
func TestXMP(t *testing.T) {
	coral, err := filepath.Abs(*coralFlag)
	if err == nil {
		_, err = os.Stat(coral)
	}
	if err != nil {
		t.Fatalf("%v: make it with \"make build\", or name another with -coral", err)
	}
	programs := xmpSuite(t)
	tools := Toolchain{Coral: coral, Name: "C", BuildTimeout: *buildLimFlag,
		RunTimeout: *timeoutFlag,
		Options:    strings.Fields(*optionsFlag)}
	compiler := Toolchain{Name: cCompiler(t)}
	t.Logf("the C compiler is %s", compiler.Name)
	prevented := slices.DeleteFunc(readPrevented(t, programs, cFamilies),
		func(p Prevented) bool { return p.Backend != compiler.Name })
	s := newSuite(t, xmpTime)
	var columns []string
	for _, p := range s.paths {
		columns = append(columns, column(tools, p))
	}
	t.Cleanup(func() { report(t, s.table, columns, prevented, *xmpTableFlag) })
	chosen := sparse(programs)
	for _, place := range s.order(t, len(chosen)) {
		p := chosen[place]
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			s.program(t, tools, p, 0, place, reasonOf(prevented, compiler, p))
		})
	}
}
