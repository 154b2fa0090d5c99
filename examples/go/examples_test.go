// Package examples runs the examples as their readers would.
package examples

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

func TestExamples(t *testing.T) {
	bin := t.TempDir()
	if out, err := exec.Command("go", "build", "-o", bin, "./heat", "./himeno", "./nascg",
		"./nasis", "./pingpong", "./pipeline", "./sort", "./treesearch",
		"./wordcount").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, test := range []struct {
		command string
		want    string
	}{
		{"heat -n 1 -steps 9", "equal to the serial computation"},
		{"heat -n 6 -rows 31 -columns 20", "equal to the serial computation"},
		{"heat -n 5 -rows 2 -columns 7", "equal to the serial computation"},
		{"himeno -n 1 -size XS -iterations 5", "equal to the serial computation"},
		{"himeno -n 4 -size XS -iterations 5", "equal to the serial computation"},
		{"himeno -n 7 -size XS -iterations 5", "equal to the serial computation"},
		{"pipeline -n 1", "200 blocks have come through 1 stages"},
		{"pipeline -n 5", "200 blocks have come through 5 stages"},
		{"sort -n 1 -m 1000", "1000 numbers on 1 images sorted"},
		{"sort -n 5 -m 2000", "10000 numbers on 5 images sorted"},
		{"sort -n 3 -m 1", "3 numbers on 3 images sorted"},
		{"treesearch -n 1", "as many as the serial search finds"},
		{"treesearch -n 3", "as many as the serial search finds"},
		{"treesearch -n 5 -roots 500", "as many as the serial search finds"},
		{"nascg -n 1", "verification successful"},
		{"nascg -n 2", "verification successful"},
		{"nascg -n 8", "verification successful"},
		{"nasis -n 1", "verification successful"},
		{"nasis -n 5", "verification successful"},
		{"nasis -n 2 -class W", "verification successful"},
		{"wordcount -n 1 examples_test.go", "as many as one image counts"},
		{"wordcount -n 5 examples_test.go nas/cg/cg.go", "as many as one image counts"},
		{"pingpong -t 0.001", "8388608"},
	} {
		for _, unmapped := range turns.Of(test.command, "0", "1") {
			t.Run(test.command+" unmapped="+unmapped, func(t *testing.T) {
				words := strings.Fields(test.command)
				c := exec.Command(filepath.Join(bin, words[0]), words[1:]...)
				c.Env = append(os.Environ(), "CORAL_SMP_UNMAPPED="+unmapped)
				out, err := c.CombinedOutput()
				if err != nil || !strings.Contains(string(out), test.want) {
					t.Errorf("%v, want %q in:\n%s", err, test.want, out)
				}
			})
		}
	}
}
