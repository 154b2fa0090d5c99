package record

import (
	"reflect"
	"strings"
	"testing"
)

func TestRecord(t *testing.T) {
	p, ok := Of(8, []float64{3, 1, 2, 5})
	if want := (Point{X: 8, Y: 2.5, Low: 1, High: 5}); !ok || p != want {
		t.Errorf("%+v", p)
	}
	if _, ok := Of(8, nil); ok {
		t.Error("a point of nothing")
	}
	r := &Record{Title: "T"}
	r.Put(Experiment{ID: "a", Figures: []Figure{{Title: "F", Names: []string{"S"},
		Series: []Series{{Name: "s", Points: []Point{{Y: 1.5, Low: 1, High: 2}}}}}},
		Tables: []Table{{Title: "G", Columns: []string{"row", "v"}, Rows: [][]string{{"x", "7"},
			{"a detail"}}}}})
	r.Put(Experiment{ID: "b"})
	r.Put(Experiment{ID: "b", Finding: "again"})
	file := t.TempDir() + "/r.json"
	if err := r.Write(file); err != nil {
		t.Fatal(err)
	}
	again, err := Read(file)
	if err != nil || !reflect.DeepEqual(again.Experiments[0], r.Experiments[0]) ||
		len(again.Experiments) != 2 || again.Find("b").Finding != "again" {
		t.Errorf("%v %+v", err, again)
	}
	var text strings.Builder
	if err := r.CSV(&text); err != nil {
		t.Fatal(err)
	}
	if want := "a,F,s,S,1.5,1,2\na,G,x,v,7,,\n"; !strings.HasSuffix(text.String(), want) {
		t.Error(text.String())
	}
}
