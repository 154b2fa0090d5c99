package bench

import (
	"strings"
	"testing"
)

// Runs in which the cores have changed do not count, and near ones are compared with near ones.
func TestPingpongLines(t *testing.T) {
	r := newResults()
	ours := func(put, get, before, after string) string {
		return "   bytes   put: us one way    MB/s   get: us one way    MB/s\n" +
			"       1              " + put + "       4              " + get +
			"       2\nbare line: " + before + " us one way before, " + after + " us after\n"
	}
	theirs := func(send, bare string) string {
		return "   bytes  send: us one way    MB/s\n       1              " + send +
			"       5\nbare line: " + bare + " us one way before, " + bare + " us after\n"
	}
	for _, run := range []struct{ system, text string }{
		{xmpSystem, ours("0.25", "0.50", "0.200", "0.250")}, {xmpSystem,
			ours("0.01", "0.01", "0.200", "0.050")},
		{xmpSystem, ours("0.04", "0.06", "0.050", "0.050")},
		{"mpich", theirs("0.20", "0.250")}, {"openmpi", theirs("0.12", "0.060")},
	} {
		want := 1
		if run.system == xmpSystem {
			want = 2
		}
		if n := r.collectPingpong(run.system, []byte(run.text)); n != want {
			t.Errorf("%v: %d figures", run, n)
		}
	}
	value, limit, ratio, ok := r.besideMPI(key{xmpSystem, "pingpong", "get/1"}, "send/1", "ns",
		func(s sample) bool { return s["bare"] > 100 })
	if !ok || value != 500 || limit != 200 || ratio != 2.5 {
		t.Errorf("got %v %v %v %v", value, limit, ratio, ok)
	}
	b := &bench{results: r}
	var names, ratios []string
	for _, row := range b.xmpPingpong().rows {
		names, ratios = append(names, row.name), append(ratios, row.ratio)
	}
	if got := strings.Join(names,
		"; "); got != "put; put, cores that share a cache; get; get, cores that share a cache" {
		t.Error(got)
	}
	if got := strings.Join(ratios, " "); got != "1.25 0.33 2.50 0.50" {
		t.Error(got)
	}
}

// Of all rounds the best counts, and of the libraries the faster; a program that has not verified
// itself has no figure.
func TestNASLines(t *testing.T) {
	r := newResults()
	line := "zeta 1\nCG class S, 2 images: SECONDS s, of which communication PART s; 1.0 " +
		"Mop/s; verification RESULT\n"
	for _, run := range []struct{ system, seconds, part, result string }{
		{xmpSystem, "3.0", "0.6", "successful"}, {xmpSystem, "2.0", "0.5",
			"successful"}, {xmpSystem, "1.0", "0.1", "FAILED"},
		{"openmpi", "8.0", "1.0", "successful"}, {"mpich", "4.0", "2.0", "successful"},
	} {
		text := strings.NewReplacer("SECONDS", run.seconds, "PART", run.part, "RESULT",
			run.result).Replace(line)
		want := 1
		if run.result == "FAILED" {
			want = 0
		}
		if n := r.collectNAS(run.system, "nas", "cg/S", []byte(text)); n != want {
			t.Errorf("%v: %d figures", run, n)
		}
	}
	if _, _, ratio, ok := r.besideMPI(key{xmpSystem, "nas", "cg/S"}, "cg/S", "ns",
		anySample); !ok || ratio != 0.5 {
		t.Errorf("time: ratio %v, %v", ratio, ok)
	}
	if _, _, ratio, ok := r.besideMPI(key{xmpSystem, "nas", "cg/S"}, "cg/S", "communication",
		anySample); !ok || ratio != 0.5 {
		t.Errorf("communication: ratio %v, %v", ratio, ok)
	}
	b := &bench{results: r}
	if got := b.share(xmpSystem, "cg/S"); got != "25.0 %" {
		t.Errorf("share %s", got)
	}
}
