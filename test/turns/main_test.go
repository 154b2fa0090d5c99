package turns

import (
	"flag"
	"os"
	"slices"
	"testing"
)

func TestMain(m *testing.M) { os.Exit(Main(m, 1)) }

// TestInTurn: each test has one of three turns.
func TestInTurn(t *testing.T) {
	names := []string{"TestA", "TestB", "TestC", "TestD"}
	var seen []string
	for turn := range 3 {
		at(turn, false, func() { seen = append(seen, inTurn(names, 3)...) })
	}
	if slices.Sort(seen); !slices.Equal(seen, names) {
		t.Errorf("in three turns %v", seen)
	}
}

func TestListed(t *testing.T) {
	names, err := listed()
	if err != nil || !slices.Contains(names, t.Name()) {
		t.Errorf("%v, %v", names, err)
	}
}

// TestChosen: who names tests gets them.
func TestChosen(t *testing.T) {
	was := flag.Lookup("test.run").Value.String()
	defer func() { _ = flag.Set("test.run", was) }()
	for value, want := range map[string]bool{"": false, "TestA": true} {
		if err := flag.Set("test.run", value); err != nil || chosen() != want {
			t.Errorf("-run %q: %v, %v", value, chosen(), err)
		}
	}
}
