package phases

import "testing"

// TestGenerate: nearly all programs are valid at once, and the same seed gives the same one.
func TestGenerate(t *testing.T) {
	rejected := 0
	for seed := uint64(1); seed <= 100; seed++ {
		p := generate(seed, 0, Options{Cases: 1})
		if err := p.Run(); err != nil {
			t.Logf("seed %d: %v", seed, err)
			rejected++
		}
	}
	if rejected > 10 {
		t.Errorf("%d of 100 programs are not valid", rejected)
	}
	o := Options{Cases: 2}
	if first, again := Generate(42, o).Source(), Generate(42, o).Source(); first != again {
		t.Error("the same seed gives different programs")
	}
}
