package bench

import (
	"strings"
	"testing"
)

func TestPingpongLines(t *testing.T) {
	r := newResults()
	ours := "   bytes   put: us one way    MB/s   get: us one way    MB/s\n       1              0.25       4              0.50       2\n"
	if n := r.collectPingpong(xmpSystem, []byte(ours)); n != 2 {
		t.Fatalf("%d figures", n)
	}
	if n := r.collectPingpong("mpich", []byte("   bytes  send: us one way    MB/s\n       1              0.20       5\n")); n != 1 {
		t.Fatalf("%d figures of MPI", n)
	}
	value, limit, ratio, ok := r.besideMPI("pingpong", "get/1", "send/1", "ns")
	if !ok || value != 500 || limit != 200 || ratio != 2.5 {
		t.Errorf("got %v %v %v %v", value, limit, ratio, ok)
	}
}

// Of all rounds the best counts, and of the libraries the faster; a program that has not verified itself has no figure.
func TestNASLines(t *testing.T) {
	r := newResults()
	line := "zeta 1\nCG class S, 2 images: SECONDS s, of which communication PART s; 1.0 Mop/s; verification RESULT\n"
	for _, run := range []struct{ system, seconds, part, result string }{
		{xmpSystem, "3.0", "0.6", "successful"}, {xmpSystem, "2.0", "0.5", "successful"}, {xmpSystem, "1.0", "0.1", "FAILED"},
		{"openmpi", "8.0", "1.0", "successful"}, {"mpich", "4.0", "2.0", "successful"},
	} {
		text := strings.NewReplacer("SECONDS", run.seconds, "PART", run.part, "RESULT", run.result).Replace(line)
		want := 1
		if run.result == "FAILED" {
			want = 0
		}
		if n := r.collectNAS(run.system, "cg/S", []byte(text)); n != want {
			t.Errorf("%v: %d figures", run, n)
		}
	}
	if _, _, ratio, ok := r.besideMPI("nas", "cg/S", "cg/S", "ns"); !ok || ratio != 0.5 {
		t.Errorf("time: ratio %v, %v", ratio, ok)
	}
	if _, _, ratio, ok := r.besideMPI("nas", "cg/S", "cg/S", "communication"); !ok || ratio != 0.5 {
		t.Errorf("communication: ratio %v, %v", ratio, ok)
	}
	b := &bench{results: r}
	if got := b.share(xmpSystem, nasRun{program: "cg", class: "S"}); got != "25.0 %" {
		t.Errorf("share %s", got)
	}
}
