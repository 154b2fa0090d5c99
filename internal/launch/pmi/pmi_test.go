package pmi

import (
	"slices"
	"testing"
)

// TestServer: what one image leaves, another finds; nobody leaves the barrier before all have come.
func TestServer(t *testing.T) {
	w := NewServer(2)
	for _, c := range []struct {
		rank int
		line string
		want []Answer
	}{
		{0, "cmd=init pmi_version=1 pmi_subversion=1",
			[]Answer{{0, "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0"}}},
		{0, "cmd=put kvsname=coral key=a value=x=y",
			[]Answer{{0, "cmd=put_result rc=0 msg=success"}}},
		{1, "cmd=barrier_in", nil},
		{0, "cmd=barrier_in", []Answer{{1, "cmd=barrier_out rc=0"}, {0, "cmd=barrier_out rc=0"}}},
		{1, "cmd=get kvsname=coral key=a",
			[]Answer{{1, "cmd=get_result rc=0 msg=success value=x=y"}}},
		{1, "cmd=get kvsname=coral key=b", []Answer{{1, "cmd=get_result rc=-1 msg=missing"}}},
		{1, "cmd=barrier_in", nil}, // the next one
		{0, "nonsense", []Answer{{0, "cmd=unknown rc=-1"}}},
	} {
		got, ended, _ := w.Ask(c.rank, c.line)
		if ended || !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, %v", c.line, got, ended)
		}
	}
	if _, ended, code := w.Ask(1, "cmd=abort exitcode=7"); !ended || code != 7 {
		t.Errorf("abort: %v, %d", ended, code)
	}
}
