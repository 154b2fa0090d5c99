package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// machine is what scripts/tools.sh finds: programs of its own in place of this machine's.
func (s *shell) machine(programs map[string]string) {
	s.t.Helper()
	bin := filepath.Join(s.dir, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		s.t.Fatal(err)
	}
	for _, name := range []string{"sh", "cat", "dirname", "env", "grep", "id", "ls", "sed", "sort",
		"tail", "tr", "uname"} {
		path, err := exec.LookPath(name)
		if err == nil {
			err = os.Symlink(path, filepath.Join(bin, name))
		}
		if err != nil {
			s.t.Fatal(err)
		}
	}
	for name, text := range programs {
		os.Remove(filepath.Join(bin, name)) // it may be a link to this machine's
		s.write("bin/"+name, "#!/bin/sh\n"+text+"\n")
	}
	s.env = append(s.env, "PATH="+bin)
}

// TestTools: who may not install is told in one message all that is missing, and how it is
// installed.
func TestTools(t *testing.T) {
	t.Parallel()
	script, err := filepath.Abs("../../scripts/tools.sh")
	if err != nil {
		t.Fatal(err)
	}
	// goIs is a Go of a version, which compiles for a system.
	goIs := func(version, target string) string {
		return "[ $1 = env ] && printf '" + target + "' || echo go version go" + version +
			" linux/amd64"
	}
	const user = "echo 1000"
	newGo := goIs("1.26.8", "linux\\namd64\\n")
	const apt, dnf, zypper = "apt-get install gcc libc6-dev gfortran",
		"dnf install gcc glibc-devel gcc-gfortran", "zypper install gcc glibc-devel gcc-fortran"
	for name, c := range map[string]struct {
		programs map[string]string
		says     []string // in one message on standard error; none: all is there
	}{
		"nothing": {map[string]string{"id": user},
			[]string{"missing: gcc, gfortran, Go 1.26 or later.\n", apt, dnf, zypper,
				"https://go.dev/dl"}},
		"Go alone": {map[string]string{"id": user, "go": newGo},
			[]string{"missing: gcc, gfortran.\n", apt, dnf, zypper}},
		"old Go": {map[string]string{"id": user, "gcc": "exit 0", "gfortran": "exit 0",
			"go": goIs("1.19.8", "linux\\namd64\\n")},
			[]string{"missing: Go 1.26 or later (there is 1.19).\n"}},
		"no headers": {map[string]string{"id": user, "gcc": "exit 1", "gfortran": "exit 0",
			"go": newGo},
			[]string{"missing: the headers of glibc.\n", apt, dnf, zypper}},
		"all": {map[string]string{"id": user, "gcc": "exit 0", "gfortran": "exit 0", "go": newGo},
			nil},
		"versions": {map[string]string{"id": user, "gcc-9": "exit 1", "gcc-15": "exit 0",
			"gcc-ar-15": "exit 1", "gfortran-15": "exit 0", "go": newGo}, nil},
		"clang alone": {map[string]string{"id": user, "clang-9": "exit 1", "clang-16": "exit 0",
			"gfortran": "exit 0", "go": newGo}, nil},
		"flang alone": {map[string]string{"id": user, "clang": "exit 0", "flang-22": "exit 0",
			"go": newGo}, nil},
		"no network": {map[string]string{"id": "echo 0", "go": newGo,
			"apt-get": "echo Err:1; echo 'E: Failed to fetch x'; echo 'E: more'; exit 100"},
			[]string{"apt-get: Failed to fetch x\nCoral cannot be built: this is missing: " +
				"gcc, gfortran.\n", apt, dnf, zypper}},
		"clang without headers": {map[string]string{"id": user, "clang": "exit 1",
			"gfortran": "exit 0", "go": newGo}, []string{"missing: the headers of glibc.\n"}},
		"Go for another processor": {map[string]string{"id": user,
			"go": goIs("1.26.8", "linux\\narm64\\n")},
			[]string{"Coral runs on Linux on x86-64 only: " +
				"Go is set to compile for linux on arm64 (GOOS, GOARCH).\n"}},
		"Go for another system": {map[string]string{"id": user,
			"go": goIs("1.26.8", "darwin\\namd64\\n")},
			[]string{"Go is set to compile for darwin on amd64 (GOOS, GOARCH).\n"}},
		"other processor": {map[string]string{"uname": "[ \"$1\" = -s ] && echo Linux || echo " +
			"aarch64"},
			[]string{"Coral runs on Linux on x86-64 only: this is Linux on aarch64.\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShell(t)
			s.machine(c.programs)
			got := s.run(filepath.Join(s.dir, "bin", "sh"), script)
			code := min(len(c.says), 1)
			s.expect(got, code, "", "")
			if code == 0 && got.stdout+got.stderr != "" {
				t.Errorf("%+v", got)
			}
			for _, want := range c.says {
				s.expect(got, 1, "", want)
			}
		})
	}
	t.Run("musl", func(t *testing.T) {
		s := newShell(t)
		s.machine(nil)
		s.write("lib/ld-musl-x86_64.so.1", "")
		s.env = append(s.env, "CORAL_TOOLS_ROOT="+s.dir)
		got := s.run(filepath.Join(s.dir, "bin", "sh"), script)
		s.expect(got, 1, "", "Coral's runtime needs glibc: the C library of this system is musl.\n")
		if strings.Count(got.stderr, "\n") != 1 {
			t.Error(got.stderr)
		}
	})
	for want, programs := range map[string]map[string]string{
		"": {"gcc": "exit 0", "clang-16": "exit 0"}, // Go finds it itself
		"gcc-15": {"gcc-9": "exit 1", "gcc-15": "exit 0", "gcc-ar-15": "exit 1",
			"clang": "exit 0"},
		"clang":    {"clang": "exit 0", "clang-16": "exit 0"},
		"clang-16": {"clang-9": "exit 1", "clang-16": "exit 0", "clang-format-17": "exit 1"},
	} {
		t.Run("cc "+want, func(t *testing.T) {
			s := newShell(t)
			s.machine(programs)
			got := s.run(filepath.Join(s.dir, "bin", "sh"), script, "cc")
			if base := filepath.Base(strings.TrimSpace(got.stdout)); got.stdout != "" &&
				base != want ||
				got.stdout == "" && want != "" {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestOtherSystems: the command compiles for other systems and processors, and refuses to work
// there in one line. It needs nothing of this module for that, which might not compile.
func TestOtherSystems(t *testing.T) {
	t.Parallel()
	const command = "../../cmd/coral"
	for _, target := range []string{"linux/arm64", "linux/riscv64", "darwin/amd64",
		"windows/amd64"} {
		system, processor, _ := strings.Cut(target, "/")
		list := exec.Command("go", "list", "-f", "{{.GoFiles}} {{.Imports}}", command)
		list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor)
		list.Stderr = os.Stderr
		out, err := list.Output()
		if got := strings.TrimSpace(string(out)); err != nil ||
			got != "[other.go] [fmt os runtime]" {
			t.Errorf("%s: %s, %v", target, got, err)
		}
	}
	// A file that is named is compiled whatever its constraints say.
	refusal := exec.Command("go", "run", filepath.Join(command, "other.go"))
	out, err := refusal.CombinedOutput()
	want := "coral: error: Coral runs on Linux on x86-64 only: this command was built for "
	if err == nil || !strings.HasPrefix(string(out), want) {
		t.Errorf("%s, %v", out, err)
	}
}

// TestOtherTargets: a compiler for another processor or C library is refused in one line.
func TestOtherTargets(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"aarch64-linux-gnu", "x86_64-alpine-linux-musl"} {
		s := newShell(t)
		s.write("p.f90", "integer :: x[*]\nx = 1\nend\n")
		s.write("p.c", "int x:[*];\nint main(void) { return 0; }\n")
		s.write("other", "#!/bin/sh\ncase $1 in\n--version) echo 'GNU Fortran (fake) 14.2.0' ;;\n"+
			"-dumpmachine) echo "+target+" ;;\nesac\n")
		s.env = append(s.env, "CORAL_FC="+filepath.Join(s.dir, "other"))
		got := s.run("coral", "run", "-n", "1", "p.f90")
		s.expect(got, 1, "", "coral: error: "+filepath.Join(s.dir, "other")+" compiles for "+target+
			": Coral's runtime is for Linux on x86-64 with glibc [C0302]\n")
		if strings.Count(got.stderr, "\n") != 1 {
			t.Error(got.stderr)
		}
		s.clean()
	}
}
