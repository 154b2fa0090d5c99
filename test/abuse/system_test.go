package abuse

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestSystemCache: what root has put into one cache serves another user, who cannot write there;
// when it is damaged, that user goes on with a cache of their own, and is told which entry root
// must remove.
func TestSystemCache(t *testing.T) {
	s := newScene(t)
	if os.Geteuid() != 0 {
		t.Skip("only root can be another user")
	}
	open, err := os.MkdirTemp("/tmp", "coral-system-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(open) })
	home, system, coral := filepath.Join(open, "home"), filepath.Join(open,
		"cache"), filepath.Join(open, "coral")
	for from, to := range map[string]string{s.coral: coral,
		source(s): filepath.Join(open, "phases.f90")} {
		text, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(to, text, 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if o := s.run(nil, s.coral, "conduit", "build", "--system", system); o.code != 0 ||
		o.out != "CORAL_CACHE="+system+"\n" {
		t.Fatalf("code %d\n%s%s", o.code, o.out, o.err)
	}
	for _, dir := range []string{open, home} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chown(home, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	asUser := func() outcome {
		c := s.command([]string{"CORAL_CACHE=" + system, "HOME=" + home, "XDG_CACHE_HOME=",
			"XDG_RUNTIME_DIR=", "TMPDIR=" + home},
			coral, "run", "-n", "2", filepath.Join(open, "phases.f90"))
		c.Dir = home
		c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true,
			Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		return s.runCommand(c)
	}
	own := filepath.Join(home, ".cache")
	if o := asUser(); o.code != 0 || o.err != "" || !strings.Contains(o.out, "all is done\n") {
		t.Errorf("with root's cache: code %d\n%s", o.code, o.err)
	}
	if _, err := os.Lstat(own); err == nil {
		t.Error("the user's own cache was filled although root's has all")
	}
	archives, _ := filepath.Glob(filepath.Join(system, "lib-*/libcoral.a"))
	if len(archives) != 1 {
		t.Fatal(archives)
	}
	if err := os.Truncate(archives[0], 100); err != nil {
		t.Fatal(err)
	}
	o := asUser()
	if o.code != 0 ||
		!strings.Contains(o.err, filepath.Dir(archives[0])+
			" is damaged (libcoral.a: it has 100 bytes of ") ||
		!strings.Contains(o.err, "only root can mend it") {
		t.Errorf("with root's cache damaged: code %d\n%s", o.code, o.err)
	}
	if mine, _ := filepath.Glob(filepath.Join(own, "coral/lib-*/libcoral.a")); len(mine) != 1 {
		t.Errorf("the user's own cache has %v", mine)
	}
}
