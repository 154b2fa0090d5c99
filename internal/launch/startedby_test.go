package launch

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// startedByVariable asks this test's program to print who has started it.
const startedByVariable = "CORAL_TEST_STARTED_BY"

// TestStartedBy: programs that stay between a launcher and its processes are passed over, and what
// another launcher between has started is not the first one's.
func TestStartedBy(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	first := []string{"PMI_RANK=1", "PMI_SIZE=2", "PMI_FD=6"}
	for name, command := range map[string]string{
		"itself":   `"$0"`,
		"a shell":  `sh -c '"$0"; true' "$0"`,
		"three":    `sh -c 'timeout 60 sh -c "\"\$0\"; true" "$0"; true' "$0"`,
		"others":   `A=1 PMI_DEBUG=1 sh -c '"$0"; true' "$0"`,
		"set here": `sh -c 'B=1 "$0"; true' "$0"`,
	} {
		t.Run(name, func(t *testing.T) { // this process stands for the launcher
			c := exec.Command("sh", "-c", command+"; true", program)
			c.Env = append(append(os.Environ(), startedByVariable+"=1"), first...)
			if got := printed(t, c); got != os.Getpid() {
				t.Errorf("%d, want %d", got, os.Getpid())
			}
		})
	}
	t.Run("another launcher", func(t *testing.T) {
		inner := `echo $$; PMI_FD=17 sh -c '"$0"; true' "$0"; true`
		c := exec.Command("sh", "-c", inner, program)
		c.Env = append(append(os.Environ(), startedByVariable+"=1"), first...)
		text, err := c.Output()
		lines := strings.Fields(string(text))
		if err != nil || len(lines) != 2 || lines[0] != lines[1] {
			t.Errorf("%q, %v", text, err)
		}
	})
}

func printed(t *testing.T, c *exec.Cmd) int {
	t.Helper()
	text, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func printStartedBy() { fmt.Println(startedBy()) }
