package fc

import (
	"os"
	"path/filepath"
	"testing"
)

// A module file that another version of the runtime has left in the working directory does not get
// into what is compiled there.
func TestStrayRuntime(t *testing.T) {
	p := newPlace(t)
	cache := t.TempDir()
	p.env = append(p.env, "CORAL_CACHE="+cache)
	for name, text := range map[string]string{
		"coral_rt.mod": "no module\n",
		"stray.f90":    "integer, save :: x[*]\nx = 5\nif (x[1] == 5) print '(a)', 'PASS'\nend\n",
	} {
		if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, _ := p.good("coral build -o stray stray.f90",
		"coral run -n 1 ./stray"); out != "PASS\n" {
		t.Errorf("got %q", out)
	}
	p.bad("coral fc -c stray.f90", "coral_rt.mod hides the module of the runtime")
}
