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

// leaveChildren starts a shell that leaves two processes: one waits for very long, the other until
// nobody has the end of a pipe any more.
func leaveChildren() {
	Adopt()
	in, out, err := os.Pipe()
	if err != nil {
		fmt.Println(err)
	}
	c := exec.Command("sh", "-c", "sleep 1000 & cat <&3 &")
	c.ExtraFiles = []*os.File{in}
	if err := c.Run(); err != nil {
		fmt.Println(err)
	}
	before := len(adopted())
	out.Close()
	EndChildren(100 * time.Millisecond)
	fmt.Println(before, "children, then", len(adopted()))
}
