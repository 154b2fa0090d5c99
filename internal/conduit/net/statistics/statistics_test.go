package statistics

import (
	"strings"
	"testing"
)

func TestReport(t *testing.T) {
	var none *Counts
	none.Put(Direct, 1, 8)
	none.Get(Copied, 1, 8)
	var out strings.Builder
	none.Report(&out, 1)
	if out.Len() > 0 {
		t.Errorf("without counts: %q", out.String())
	}
	c := &Counts{}
	c.Put(Gathered, 10, 80)
	c.Put(Gathered, 5, 40)
	c.Get(Direct, 1, 1<<20)
	c.Report(&out, 3)
	const want = `coral: statistics: image 3: put, gathered: 2 units, 15 pieces, 120 bytes
coral: statistics: image 3: get, direct: 1 units, 1 pieces, 1048576 bytes
`
	if out.String() != want {
		t.Errorf("%s\nwant\n%s", out.String(), want)
	}
}

// TestNames: each way has a name of its own.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for w := range ways {
		if name := w.String(); name == "" || seen[name] {
			t.Errorf("way %d is named %q", w, name)
		} else {
			seen[name] = true
		}
	}
}
