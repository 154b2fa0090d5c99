package launch

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"
)

const leavesVariable = "LAUNCH_TEST_LEAVES"

// TestEndChildren: what a child has started and left is ended, whether it ends by itself or not.
// The tests have children of their own, so another process tries it.
func TestEndChildren(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program)
	c.Env = append(os.Environ(), leavesVariable+"=1")
	if out, err := c.CombinedOutput(); err != nil || string(out) != "2 children, then 0\n" {
		t.Errorf("%v: %q", err, out)
	}
}

// leaveChildren starts a shell that leaves two processes, one of which waits for very long.
func leaveChildren() {
	Adopt()
	c := exec.Command("sh", "-c", "sleep 1000 & sleep 1 &")
	if err := c.Run(); err != nil {
		fmt.Println(err)
	}
	before := len(adopted())
	EndChildren(100 * time.Millisecond)
	fmt.Println(before, "children, then", len(adopted()))
}
