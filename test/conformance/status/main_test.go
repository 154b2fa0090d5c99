package main

import (
	"strings"
	"testing"
)

func TestInsert(t *testing.T) {
	page := "head\n" + begin + "old\n" + end + "tail\n"
	got, err := insert(page, "| new |\n")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(got, "old") || !strings.Contains(got, "| new |") || !strings.HasPrefix(got, "head\n") || !strings.HasSuffix(got, "tail\n") {
		t.Errorf("got:\n%s", got)
	}
	again, err := insert(got, "| new |\n")
	if err != nil || again != got {
		t.Errorf("the second time: %v\n%s", err, again)
	}
}

func TestInsertWithoutMarks(t *testing.T) {
	for _, page := range []string{"", "head\n" + begin + "no end\n"} {
		if _, err := insert(page, "x"); err == nil {
			t.Errorf("no error for %q", page)
		}
	}
}
