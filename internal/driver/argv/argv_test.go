package argv

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestOutputs: the file x is found where an option names it for output, and not where it is read.
func TestOutputs(t *testing.T) {
	for _, line := range []string{"-o x", "-ox", "--output=x", "--output x", "-MD -MF x", "-MFx",
		"-Wp,-MD,x", "-Wp,-MMD,x", "-Xpreprocessor -MF -Xpreprocessor x", "-Wp,-o,x", "-MJ x",
		"-Wl,-Map=x", "-Wl,-Map,x", "-Xlinker -Map -Xlinker x", "-Xlinker -Map=x", "-Wl,--Map=x",
		"-Wl,-o,x", "-Wl,-ox", "-Wl,--output=x", "-Wl,--outp,x", "-Wl,--out-implib=x",
		"-Wl,--dependency-file=x", "-Wl,--dep,x", "-Wl,--reproduce=x", "-Wl,-plugin-opt=obj-path=x",
		"-aux-info x", "-aux-info=x", "-fdump-tree-all=x", "-fdump-tree-original-raw=x",
		"-fopt-info=x", "-fopt-info-vec-missed=x", "-fdiagnostics-add-output=sarif:file=x,a=b",
		"-fprofile-note=x", "-time=x", "-Wa,-al=x", "-Wa,-alh=x,-g", "-Wa,--MD,x", "-Wa,-MD=x",
		"-Xassembler -o -Xassembler x", "-ftime-trace=x", "-foptimization-record-file=x",
		"--serialize-diagnostics x", "-Xclang -dependency-file -Xclang x",
		"-mllvm -info-output-file=x", "-Xflang -opt-record-file -Xflang x"} {
		found := Outputs(strings.Fields("-O2 " + line + " -g y.f90"))
		if !slices.ContainsFunc(found, func(o Output) bool { return o.File == "x" }) {
			t.Errorf("%s: %v", line, found)
		}
	}
	for _, line := range []string{"-MD x", "-include x", "-T x", "-DF=x", "-Wl,--version-script=x",
		"-Wl,-T,x", "-MT x", "-MQx", "-fprofile-use=x",
		"-Map x", "-Wl,x", "-fdump-tree-all x",
		"-Wp,-include,x", "-Wl,--just-symbols=x", "-fopt-info x", "-a=x", "-Ox", "-Mx"} {
		found := Outputs(strings.Fields("-O2 " + line + " -g y.f90"))
		if slices.ContainsFunc(found, func(o Output) bool { return o.File == "x" }) {
			t.Errorf("%s: %v", line, found)
		}
	}
}

func TestOutputsNameOptions(t *testing.T) {
	for line, want := range map[string]string{"-o x": "-o", "-MFx": "-MF", "-Wl,-Map=x": "-Map",
		"-Wl,-Map,x": "-Map", "-fdump-tree-all=x": "-fdump-tree-all"} {
		found := Outputs(strings.Fields(line))
		if len(found) != 1 || found[0].Option != want {
			t.Errorf("%s: %v", line, found)
		}
	}
}

// TestBeside: files of -save-temps and -S are made of their own source, which stays.
func TestBeside(t *testing.T) {
	for line, want := range map[string]string{"-c -save-temps": "a.s a.i a.f90 a.bc", "-S": "a.s",
		"-save-temps": "", "-c": "", "-S -o x": "",
		"-c -save-temps=obj -dumpdir d/ -dumpbase b": "" +
			"b.s b.i b.f90 b.bc a.s a.i a.f90 a.bc d/b.s d/b.i d/b.f90 d/b.bc d/a.s d/a.i " +
			"d/a.f90 d/a.bc"} {
		var files []string
		for _, o := range Beside(append(strings.Fields(line), "s/a.F90"), []string{"s/a.F90"}) {
			if files = append(files, o.File); o.Of != "s/a.F90" {
				t.Errorf("%s: %v", line, o)
			}
		}
		if got := strings.Join(files, " "); got != want {
			t.Errorf("%s: %s", line, got)
		}
	}
}

func TestReadDepends(t *testing.T) {
	d := ReadDepends(strings.Fields("-MMD -MP -MF a -MFb -MT c -MQd p.f90"))
	if d.File != "b" || d.Alone || !d.Beside || !d.NoSystem || !d.Phony || !d.Wanted() ||
		!slices.Equal(d.Targets, []Target{{"c", false}, {"d", true}}) {
		t.Errorf("%+v", d)
	}
	if d := ReadDepends([]string{"-M"}); !d.Alone || d.Beside || !d.Wanted() || d.NoSystem {
		t.Errorf("%+v", d)
	}
	if IsDepends("-M") || !IsDepends("-MD") || !IsDepends("-MFx") || IsDepends("-Map") {
		t.Error("IsDepends")
	}
}

func TestExpand(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	inner := write("inner", "'b c' d\\ e")
	outer := write("outer", "a @"+inner+" \"f'g\"")
	words, files, err := Expand([]string{"@" + outer, "@none", "h"})
	if err != nil || !slices.Equal(words, []string{"a", "b c", "d e", "f'g", "@none", "h"}) ||
		!slices.Equal(files, []string{outer, inner}) {
		t.Errorf("%q, %q, %v", words, files, err)
	}
	pipe := filepath.Join(dir, "pipe") // whoever reads it waits
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if words, _, err = Expand([]string{pipe}); err != nil || !slices.Equal(words, []string{pipe}) {
		t.Errorf("%q, %v", words, err)
	}
	for text, want := range map[string]string{
		"a\n'b":            "the quotation mark ' in line 2 is not closed",
		"@" + dir + "/bad": "names itself"} {
		bad := write("bad", text)
		if _, _, err := Expand([]string{"@" + bad}); err == nil ||
			!strings.Contains(err.Error(), "@"+bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
