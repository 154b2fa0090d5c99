package conformance

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/coral-pgas/coral/internal/config"
)

// A program that belongs to root and has the set-user-ID bit obeys no setting of its user that
// names a program, a library, a directory or a host, and takes part in no run but that of its own
// launcher.
func TestSetUserID(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can make a set-user-ID program for another user")
	}
	coral, err := filepath.Abs(*coralFlag)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for d := dir; d != os.TempDir() && d != "/"; d = filepath.Dir(d) {
		if err := os.Chmod(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	source, program, mark := filepath.Join(dir, "p.c"), filepath.Join(dir, "p"), filepath.Join(dir,
		"open", "mark")
	text := "#include <xmp.h>\n#include <stdio.h>\n#include <unistd.h>\nint a:[*];\n" +
		"int main(void) { a = xmpc_this_image() + 1; xmp_sync_all();\n" +
		"if (xmpc_this_image() == 0) printf(\"%d as %d\\n\", a:[xmpc_num_images() - 1], " +
		"(int)geteuid()); }\n"
	shell := filepath.Join(dir, "shell")
	for path, text := range map[string]string{source: text, shell: "#!/bin/sh\necho \"$@\" >>" +
		mark + "\n"} {
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	_ = os.Mkdir(filepath.Dir(mark), 0o777) // it may be there
	if err := os.Chmod(filepath.Dir(mark), 0o777); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(coral, "build", "-o", program,
		source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := func(bits os.FileMode, settings ...string) (string, error) {
		if err := os.Chmod(program, 0o755|bits); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(program)
		cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir,
			config.NumImages.Name + "=2"}, settings...)
		cmd.Dir = dir
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534,
			Gid: 65534}}
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	hosts := []string{"CORAL_HOSTS=elsewhere", "CORAL_RSH=" + shell, "CORAL_CACHE=" +
		filepath.Dir(mark), "CORAL_MPICC=" + shell, "CORAL_CC=" + shell, "CORAL_UCX=" + dir}
	if out, _ := run(0, hosts...); !exists(mark) {
		t.Errorf("without the bit the remote shell of the user's choice is run: %s", out)
	}
	os.Remove(mark)
	for _, settings := range [][]string{nil, hosts, append([]string{"CORAL_CONDUIT=ucx"}, hosts...),
		{"CORAL_CONDUIT=mpi", "OMPI_COMM_WORLD_SIZE=1", "OMPI_COMM_WORLD_RANK=0"},
		{"CORAL_AGENT=1"}} {
		out, err := run(os.ModeSetuid, settings...)
		if err != nil && strings.Contains(out, "as 65534") {
			t.Skip("the file system of temporary files gives no rights by the set-user-ID bit")
		}
		if err != nil || !strings.HasSuffix(out, "2 as 0\n") ||
			strings.Count(out, "is not obeyed") != len(settings)-strings.Count(
				strings.Join(settings, " "), "OMPI_") {
			t.Errorf("%v: %v\n%s", settings, err, out)
		}
		if exists(mark) {
			t.Errorf("%v: a program of the user's choice was run", settings)
		}
	}
	if out, err := run(os.ModeSetuid, "CORAL_BOOT=1"); err == nil ||
		!strings.Contains(out, "is not its own launcher [R0101]") {
		t.Errorf("CORAL_BOOT of a user: %v\n%s", err, out)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
