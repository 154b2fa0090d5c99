package conformance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/diag"
)

// TestXMPCodes: each code of XcalableMP's diagnostics is drawn by a program that must be refused.
func TestXMPCodes(t *testing.T) {
	coral, err := filepath.Abs(*coralFlag)
	if err != nil {
		t.Fatal(err)
	}
	tools := Toolchain{Coral: coral, BuildTimeout: *buildLimFlag}
	said := ""
	for _, pattern := range []string{"xmp/errors/*.c", "fortran/xmp/errors/*.f90"} {
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
			out, err := tools.coralBuild(&Program{Files: []string{path}}, dir, filepath.Join(dir, "prog"))
			if err != nil {
				t.Fatal(err)
			}
			said += out.stderr
		}
	}
	for _, c := range diag.Codes() {
		if strings.HasPrefix(string(c.Code), "C04") && !strings.Contains(said, "["+string(c.Code)+"]") {
			t.Errorf("no program draws %s (%s)", c.Code, c.Title)
		}
	}
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
	root, err := filepath.Abs("xmp")
	if err != nil {
		t.Fatal(err)
	}
	programs, err := Load(root)
	if err != nil {
		t.Fatal(err)
	}
	tools := Toolchain{Coral: coral, Name: "C", BuildTimeout: *buildLimFlag, RunTimeout: *timeoutFlag}
	s := &suite{table: &Table{}, paths: selectedPaths(), only: selectedImages(t), slots: make(chan struct{}, *jobsFlag)}
	var columns []string
	for _, p := range s.paths {
		columns = append(columns, column(tools, p))
	}
	t.Cleanup(func() { report(t, s.table, columns, nil, *xmpTableFlag) })
	for _, p := range programs {
		if selected(p) {
			t.Run(p.Name, func(t *testing.T) {
				t.Parallel()
				s.program(t, tools, p, "", false)
			})
		}
	}
}
