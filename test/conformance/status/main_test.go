package main

import (
	"strings"
	"testing"
)

func TestInsert(t *testing.T) {
	page := "head\n" + fortran.begin + "old\n" + fortran.end + "tail\n" + xmp.begin + xmp.end
	got, err := fortran.insert(page, "| new |\n")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(got, "old") || !strings.Contains(got, "| new |") ||
		!strings.HasPrefix(got, "head\n") || !strings.HasSuffix(got, "tail\n"+xmp.begin+xmp.end) {
		t.Errorf("got:\n%s", got)
	}
	again, err := fortran.insert(got, "| new |\n")
	if err != nil || again != got {
		t.Errorf("the second time: %v\n%s", err, again)
	}
	both, err := xmp.insert(got, "| other |")
	if err != nil || !strings.HasPrefix(both, got[:len(got)-len(xmp.end)]) ||
		!strings.Contains(both, "| other |") {
		t.Errorf("the second table: %v\n%s", err, both)
	}
}

func TestInsertWithoutMarks(t *testing.T) {
	for _, page := range []string{"", "head\n" + fortran.begin + "no end\n"} {
		if _, err := fortran.insert(page, "x"); err == nil {
			t.Errorf("no error for %q", page)
		}
	}
}
