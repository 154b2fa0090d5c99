package private

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestMain also plays a command that makes a directory and is killed.
func TestMain(m *testing.M) {
	if parent := os.Getenv("PRIVATE_TEST"); parent != "" {
		d, err := Make(parent, "coral-")
		if err != nil {
			panic(err)
		}
		os.WriteFile(filepath.Join(d.Path, "file"), nil, 0o600)
		os.Stdout.WriteString(d.Path + "\n")
		select {}
	}
	os.Exit(m.Run())
}

func there(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func TestTheNextOneRemovesWhatTheKilledLeave(t *testing.T) {
	parent := t.TempDir()
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = append(os.Environ(), "PRIVATE_TEST="+parent)
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 4096)
	n, err := output.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	left := string(line[:n-1])
	second, err := Make(parent, "coral-")
	if err != nil {
		t.Fatal(err)
	}
	if !there(left) {
		t.Error("the directory of one that lives was removed")
	}
	cmd.Process.Kill()
	cmd.Wait()
	third, err := Make(parent, "coral-")
	if err != nil {
		t.Fatal(err)
	}
	if there(left) {
		t.Error("the directory of one that was killed is still there")
	}
	if !there(second.Path) {
		t.Error("the directory of this process was removed")
	}
	second.Remove()
	third.Remove()
	if names, _ := os.ReadDir(parent); len(names) > 0 {
		t.Errorf("left: %v", names)
	}
}

// What others have made, and what was kept, stays.
func TestOthersAreLeftAlone(t *testing.T) {
	parent := t.TempDir()
	for name, mode := range map[string]os.FileMode{"coral-open": 0o755, "other-1": 0o700,
		"coral-none": 0o700, "coral-data-2024": 0o700} {
		os.Mkdir(filepath.Join(parent, name), mode)
		if name != "coral-none" && name != "coral-data-2024" {
			os.WriteFile(filepath.Join(parent, name, lockName), nil, 0o600)
		}
	}
	target := t.TempDir()
	os.WriteFile(filepath.Join(target, lockName), nil, 0o600)
	os.Symlink(target, filepath.Join(parent, "coral-link"))
	kept, err := Make(parent, "coral-")
	if err != nil {
		t.Fatal(err)
	}
	os.WriteFile(filepath.Join(kept.Path, "file"), nil, 0o600)
	kept.Keep()
	unlocked := filepath.Join(parent, "coral-4711")
	os.Mkdir(unlocked, 0o700)
	last, err := Make(parent, "coral-")
	if err != nil {
		t.Fatal(err)
	}
	last.Remove()
	if there(unlocked) {
		t.Error("what one left that was killed before it had a lock is still there")
	}
	for _, name := range []string{"coral-open", "other-1", "coral-none", "coral-link",
		"coral-data-2024", filepath.Base(kept.Path)} {
		if !there(filepath.Join(parent, name)) {
			t.Errorf("%s was removed", name)
		}
	}
	if !there(filepath.Join(target, lockName)) {
		t.Error("what a link leads to was removed")
	}
}
