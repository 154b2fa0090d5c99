//go:build cgo

package scaling

import (
	"flag"
	"math"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the tables of docs/scaling.md")

const (
	page   = "../../docs/scaling.md"
	begins = "<!-- written by go test ./test/scaling -update -->\n\n"
	ends   = "\n<!-- end -->"
)

func TestPage(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begins)
	is, after, also := strings.Cut(rest, ends)
	if !found || !also {
		t.Fatalf("%s has no place for the tables", page)
	}
	want := Tables()
	if is == want {
		return
	}
	if !*update {
		t.Fatalf("%s is not what the code says: run go test ./test/scaling -update, and read "+
			"whether the text still holds", page)
	}
	if err := os.WriteFile(page, []byte(before+begins+want+ends+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestFit(t *testing.T) {
	var points []Point
	for _, n := range []int{8, 4096, 1 << 20} {
		points = append(points, Point{n, 7000 + 0.5*float64(n)})
	}
	if l := Fit(points, 0.5); math.Abs(l.Latency-7000) > 1 || math.Abs(l.PerByte-0.5) > 1e-3 {
		t.Errorf("%+v", l)
	}
}

func TestModels(t *testing.T) {
	if d := [...]int{Depth(1), Depth(2), Depth(3), Depth(1024), Depth(1025),
		Depth(100_000)}; d != [...]int{0, 1, 2, 10, 11, 17} {
		t.Errorf("depths %v", d)
	}
	l := Link{Latency: 10e3, PerByte: 0.5, Share: 0.5}
	few, _ := Himeno(l, 64, 128, 16, 16, 2500)
	many, share := Himeno(l, 128, 128, 16, 16, 2500)
	if d := many - few; math.Abs(d-l.Latency) > 1e-6 {
		t.Errorf("twice the images: %g ns more", d)
	}
	if share <= 0 || share >= 1 {
		t.Errorf("share %g", share)
	}
	// One more round takes what a round takes; the updates grow with the images.
	a, b := RandomAccess(l, 1024, 10), RandomAccess(l, 2048, 10)
	if b <= a || b >= 2*a {
		t.Errorf("%g and %g", a, b)
	}
}
