package bench

import (
	"errors"
	"reflect"
	"testing"
	"time"
)

func TestExperimentOf(t *testing.T) {
	e := experimentOf("micro", []*group{{title: "none"}, {title: "Puts", compares: "with memory",
		rows: []row{{name: "8 B", value: "2 ns", limit: "1 ns", ratio: "2.00", required: "≤ 1.5",
			verdict: behind, detail: "all sizes"}}}}, []error{errors.New("no MPI")}, time.Minute)
	if len(e.Tables) != 1 || e.Command != "coral bench micro" || e.Seconds != 60 ||
		!reflect.DeepEqual(e.Left, []string{"no MPI"}) {
		t.Errorf("%+v", e)
	}
	if want := [][]string{{"8 B", "2 ns", "1 ns", "2.00", "≤ 1.5", behind},
		{"all sizes"}}; !reflect.DeepEqual(e.Tables[0].Rows, want) {
		t.Errorf("rows: %q", e.Tables[0].Rows)
	}
}
