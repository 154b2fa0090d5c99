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
	for _, name := range []string{"sh", "cat", "dirname", "grep", "id", "ls", "sed", "sort", "tail", "tr", "uname"} {
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
	const user, newGo = "echo 1000", "echo go version go1.26.8 linux/amd64"
	const apt, dnf, zypper = "apt-get install gcc libc6-dev gfortran",
		"dnf install gcc glibc-devel gcc-gfortran", "zypper install gcc glibc-devel gcc-fortran"
	for name, c := range map[string]struct {
		programs map[string]string
		says     []string // in one message on standard error; none: all is there
	}{
		"nothing": {map[string]string{"id": user},
			[]string{"missing: gcc, gfortran, Go 1.26 or later.\n", apt, dnf, zypper, "https://go.dev/dl"}},
		"Go alone": {map[string]string{"id": user, "go": newGo},
			[]string{"missing: gcc, gfortran.\n", apt, dnf, zypper}},
		"old Go": {map[string]string{"id": user, "gcc": "exit 0", "gfortran": "exit 0",
			"go": "echo go version go1.19.8 linux/amd64"},
			[]string{"missing: Go 1.26 or later (there is 1.19).\n"}},
		"no headers": {map[string]string{"id": user, "gcc": "exit 1", "gfortran": "exit 0", "go": newGo},
			[]string{"missing: the headers of glibc.\n", apt, dnf, zypper}},
		"all": {map[string]string{"id": user, "gcc": "exit 0", "gfortran": "exit 0", "go": newGo}, nil},
		"versions": {map[string]string{"id": user, "gcc-9": "exit 1", "gcc-15": "exit 0",
			"gcc-ar-15": "exit 1", "gfortran-15": "exit 0", "go": newGo}, nil},
		"other processor": {map[string]string{"uname": "[ \"$1\" = -s ] && echo Linux || echo aarch64"},
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
	t.Run("cc", func(t *testing.T) {
		s := newShell(t)
		s.machine(map[string]string{"gcc-9": "exit 1", "gcc-15": "exit 0", "gcc-ar-15": "exit 1"})
		got := s.run(filepath.Join(s.dir, "bin", "sh"), script, "cc")
		if got.stdout != "gcc-15\n" {
			t.Errorf("%+v", got)
		}
	})
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
