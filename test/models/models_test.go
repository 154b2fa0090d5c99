// Package models runs the models of Coral's protocols: README.md describes them. Who changes a
// protocol changes its model.
package models

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/test/turns"
)

// model is one exploration.
type model struct {
	file    string
	options string
	broken  bool // on purpose: a fault must be found
	long    bool // more than some seconds
}

var models = []model{
	{file: "wake", options: "-DNP=2"}, {file: "wake", options: "-DNP=3"},
	{file: "wake", options: "-DNP=2 -DFILTER"}, {file: "wake", options: "-DNP=3 -DFILTER"},
	{file: "wake", options: "-DNP=2 -DFILTER -DNESTED"},
	{file: "wake", options: "-DNP=3 -DFILTER -DNESTED"},
	{file: "wake", options: "-DNP=3 -DBREAK=1", broken: true},
	{file: "wake", options: "-DNP=2 -DBREAK=2", broken: true},
	{file: "wake", options: "-DNP=2 -DFILTER -DBREAK=3", broken: true},
	{file: "wake", options: "-DNP=2 -DFILTER -DNESTED -DBREAK=4", broken: true},

	{file: "barrier", options: "-DCRASHES=1"}, {file: "barrier", options: "-DCRASHES=2"},
	{file: "barrier", options: "-DCRASHES=1 -DSTOP"},
	{file: "barrier", options: "-DGO -DCRASHES=1"},
	{file: "barrier", options: "-DCENTRAL -DCRASHES=1"},
	{file: "barrier", options: "-DGO -DCENTRAL -DCRASHES=2"},
	{file: "barrier", options: "-DCRASHES=1 -DINSIDE"},
	{file: "barrier", options: "-DGO -DCRASHES=1 -DINSIDE"},
	{file: "barrier", options: "-DCRASHES=2 -DINSIDE"},
	{file: "barrier", options: "-DCENTRAL -DCRASHES=1 -DINSIDE"},
	{file: "barrier", options: "-DNP=4 -DEPOCHS=3"},
	{file: "barrier", options: "-DNP=2 -DEPOCHS=4"},
	{file: "barrier", options: "-DEPOCHS=3 -DCRASHES=1 -DINSIDE -DGO", long: true},
	{file: "barrier", options: "-DCRASHES=1 -DBREAK=1", broken: true},
	{file: "barrier", options: "-DBREAK=3", broken: true},
	{file: "barrier", options: "-DCRASHES=1 -DINSIDE -DBREAK=4", broken: true},
	{file: "barrier", options: "-DNP=4 -DBREAK=5", broken: true},

	{file: "mailbox", options: "-DMSGS=2 -DNOHELPER -DPATIENT -DMAXB=3", long: true},
	{file: "mailbox", options: "-DMSGS=3 -DSENDERS=1 -DMAXB=3", long: true},
	{file: "mailbox", options: "-DMSGS=3 -DSENDERS=1 -DMAXB=3 -DPATIENT", long: true},
	{file: "mailbox", options: "-DMSGS=1", long: true},
	{file: "mailbox", options: "-DMSGS=2 -DSENDERS=1 -DMAXB=3 -DBREAK=1", broken: true, long: true},
	{file: "mailbox", options: "-DMSGS=2 -DBREAK=2", broken: true, long: true},
	{file: "mailbox", options: "-DMSGS=2 -DBREAK=3", broken: true, long: true},
	{file: "mailbox", options: "-DMSGS=2 -DBREAK=4", broken: true, long: true},

	{file: "lock", options: "-DNP=2"}, {file: "lock", options: "-DNP=3 -DOPS=2 -DMAXB=2",
		long: true},
	{file: "lock", options: "-DNP=3 -DOPS=1 -DCRASHES=1 -DTIMEOUT", long: true},
	{file: "lock", options: "-DNP=3 -DOPS=1 -DBREAK=1", broken: true},
	{file: "lock", options: "-DNP=2 -DBREAK=2", broken: true},
	{file: "lock", options: "-DNP=2 -DBREAK=3 -DCRASHES=1 -DTIMEOUT", broken: true},

	{file: "slots", options: "-DNP=2 -DOPS=4"}, {file: "slots", options: "-DNP=3 -DOPS=4 -DMAXB=3",
		long: true},
	{file: "slots", options: "-DNP=4 -DOPS=2 -DSC", long: true},
	{file: "slots", options: "-DNP=2 -DBREAK=1", broken: true},
	{file: "slots", options: "-DNP=2 -DBREAK=2", broken: true},
	{file: "slots", options: "-DNP=2 -DBREAK=3", broken: true},

	{file: "board", options: "-DNP=2 -DOPS=6"}, {file: "board",
		options: "-DNP=3 -DROOT=1 -DOPS=4 -DMAXB=3", long: true},
	{file: "board", options: "-DNP=2 -DBREAK=1", broken: true},
	{file: "board", options: "-DNP=2 -DROOT=1 -DBREAK=2", broken: true},
	{file: "board", options: "-DNP=3 -DROOT=1 -DBREAK=3", broken: true},

	{file: "finish", options: "-DNP=2 -DTOTAL=6 -DDEPTH=3", long: true}, {file: "finish",
		options: "-DNP=3 -DTOTAL=4", long: true},
	{file: "finish", options: "-DNP=3 -DTOTAL=3 -DBREAK=1", broken: true, long: true},
	{file: "finish", options: "-DNP=2 -DTOTAL=3 -DBREAK=2", broken: true},

	{file: "deadlock"}, {file: "deadlock", options: "-DFIX=2"},
	{file: "deadlock", options: "-DFIX=0", broken: true},
	{file: "deadlock", options: "-DFIX=1", broken: true},
	{file: "deadlock", options: "-DFIX=2 -DBREAK=1", broken: true},

	{file: "errorstop"}, {file: "errorstop", options: "-DC"}, {file: "errorstop",
		options: "-DBREAK=1", broken: true},
}

func TestModels(t *testing.T) {
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("there is no g++")
	}
	for i, m := range models {
		if !turns.All() && (m.long || !turns.Takes(m.file+m.options, 8)) {
			continue
		}
		t.Run(m.file+m.options,
			func(t *testing.T) { m.run(t, filepath.Join(t.TempDir(), fmt.Sprint(i))) })
	}
}

func (m model) run(t *testing.T, executable string) {
	arguments := append(strings.Fields(m.options), "-O2", "-w", "-o", executable,
		filepath.Join("model", m.file+".cpp"))
	if out, err := exec.Command("g++", arguments...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(executable).CombinedOutput()
	right := err == nil && strings.Contains(string(out), "no fault")
	if right == m.broken || err != nil && !m.broken || m.broken &&
		!strings.Contains(string(out), "FAULT") {
		t.Errorf("%v\n%s", err, out)
	}
}

// inPython are the models that are written in Python: arguments with which each is right, of which
// the first take seconds, and those by which it is broken on purpose.
var inPython = []struct {
	file          string
	right, broken []string
}{
	{"order", []string{"3", "4"}, []string{"3 others", "3 last", "3 behind", "3 swap"}},
	{"chain", []string{"2", "3"},
		[]string{"2 exchange", "2 barrier", "2 signal", "2 any", "2 one", "3 exchange", "3 one"}},
	{"asks", []string{"4", "5", "6"},
		[]string{"4 once", "4 apart", "4 early", "4 behind", "4 get", "4 handled",
			"5 joined"}},
	{"exchange", []string{"3", "4"}, []string{"3 label", "3 refuse", "3 drop"}},
}

// TestPython runs them, and what their rules are for.
func TestPython(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3")
	}
	for _, m := range inPython {
		right, broken := m.right, m.broken
		if !turns.All() {
			right, broken = right[:1], turns.Of(m.file, broken...)
		}
		for _, arguments := range right {
			pythonModel(t, m.file, arguments, false)
		}
		for _, arguments := range broken {
			pythonModel(t, m.file, arguments, true)
		}
	}
}

func pythonModel(t *testing.T, file, arguments string, broken bool) {
	command := append([]string{"-B", "model/" + file + ".py"}, strings.Fields(arguments)...)
	out, err := exec.Command("python3", command...).CombinedOutput()
	if err != nil || broken == strings.Contains(string(out), ", 0 with faults") {
		t.Errorf("%s.py %s: %v\n%s", file, arguments, err, out)
	}
}
