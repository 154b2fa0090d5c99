package phases

import (
	"fmt"
	"sort"
	"strings"
)

// tally counts the programs of a run by mode.
type tally map[string]*count

type count struct{ ran, failed, leftOut int }

// of is the count of a mode; fixed form is a mode of its own.
func (t tally) of(m mode, p *Program) *count {
	name := m.String()
	if p.fixed {
		name += ", fixed form"
	}
	if p.caf {
		name += ", CAF 2.0"
	}
	if t[name] == nil {
		t[name] = &count{}
	}
	return t[name]
}

func (t tally) String() string {
	var names []string
	for name := range t {
		names = append(names, name)
	}
	sort.Strings(names)
	var b strings.Builder
	for _, name := range names {
		c := t[name]
		fmt.Fprintf(&b, "%5d programs, %d failed, %d left out: %s\n", c.ran, c.failed, c.leftOut,
			name)
	}
	return b.String()
}
