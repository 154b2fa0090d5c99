package native

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/coral-pgas/coral/internal/provider"
)

// TestStranger: messages of a process that reaches an image's port, and knows all but its token,
// are refused.
func TestStranger(t *testing.T) {
	l, err := alone(t.Context(), provider.UCX)
	if err != nil {
		t.Skip(err)
	}
	program := filepath.Join(t.TempDir(), "stranger")
	words := append([]string{"-O1", "-o", program, "testdata/stranger.c"}, l.Flags...)
	if out, err := exec.Command(l.Compiler, words...).CombinedOutput(); err != nil {
		t.Skipf("the development files of UCX are not installed: %v\n%s", err, out)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, program)
	c.Env = append(os.Environ(), "UCX_TLS=tcp,self", "UCX_NET_DEVICES=lo")
	out, err := c.CombinedOutput()
	if want := "0 without the token, 1 with it\n"; err != nil || string(out) != want {
		t.Errorf("%q, %v; want %q", out, err, want)
	}
}
