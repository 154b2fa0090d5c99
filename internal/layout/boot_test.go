package layout

import (
	"strings"
	"testing"
)

func TestBootRoundTrip(t *testing.T) {
	g, err := Plan(4, true)
	if err != nil {
		t.Fatal(err)
	}
	want := Boot{Geometry: g, Image: 3, Unmapped: true, Descriptor: BootDescriptor,
		Conduit: 3} // a provider's
	got, err := ParseBoot(want.String())
	if err != nil || got != want {
		t.Fatalf("ParseBoot(%q) = %+v, %v", want, got, err)
	}
}

func TestBootRefuses(t *testing.T) {
	good := "v=5,image=1,n=2,stride=4398046511104,static=0,guard=0,unmapped=0,fd=3,conduit=0"
	if _, err := ParseBoot(good); err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{"v=5", "v=1"}, {"image=1", "image=3"}, {"image=1", "image=0"}, {"n=2,", ""},
		{"n=2", "n=x"},
		{"stride=4398046511104", "stride=4096"}, {"guard=0", "guard=4398046511104"},
		{"guard=0", "guard=4398046511105"},
		{"fd=3", "fd=3,fd=3"},
	} {
		if b, err := ParseBoot(strings.Replace(good, change[0], change[1], 1)); err == nil {
			t.Errorf("%s -> %q: accepted as %+v", change[0], change[1], b)
		}
	}
}
