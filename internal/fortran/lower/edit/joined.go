package edit

import (
	"slices"
	"sort"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
)

// edits are those of a text, in the order of their places. Few statements have many.
type edits []placedEdit

type placedEdit struct {
	start int32
	Edit
}

// find gives the place in the list of the edit that begins somewhere.
func (e edits) find(start int32) (i int, there bool) {
	if n := len(e); n == 0 || e[n-1].start < start {
		return n, false
	}
	i = sort.Search(len(e), func(i int) bool { return e[i].start >= start })
	return i, e[i].start == start
}

func (e edits) at(start int32) (Edit, bool) {
	if i, there := e.find(start); there {
		return e[i].Edit, true
	}
	return Edit{}, false
}

func (e *edits) set(start int32, edit Edit) {
	i, there := e.find(start)
	if there {
		(*e)[i].Edit = edit
		return
	}
	*e = slices.Insert(*e, i, placedEdit{start, edit})
}

func (e *edits) drop(start int32) {
	if i, there := e.find(start); there {
		*e = slices.Delete(*e, i, i+1)
	}
}

// joined is a text that is put together. What stands so in one source, or is a single text, takes
// no memory.
type joined struct {
	all  strings.Builder
	only string // what has been added, if all is empty
	// src has text behind that, from one place to another.
	src      *diag.Source
	from, to int32
}

// source adds what a source has between two places.
func (j *joined) source(src *diag.Source, from, to int32) {
	if j.src == src && j.to == from {
		j.to = to
		return
	}
	j.flush()
	j.src, j.from, j.to = src, from, to
}

// gap adds the space between two tokens: as written on one line, one blank where a continuation
// was.
func (j *joined) gap(src *diag.Source, from, to int32) {
	if to <= from {
		return
	}
	if strings.Trim(src.Text[from:to], " \t") != "" {
		j.text(" ")
		return
	}
	j.source(src, from, to)
}

func (j *joined) text(s string) {
	j.flush()
	switch {
	case s == "":
	case j.all.Len() > 0:
		j.all.WriteString(s)
	case j.only == "":
		j.only = s
	default:
		j.all.Grow(2 * (len(j.only) + len(s)))
		j.all.WriteString(j.only)
		j.all.WriteString(s)
	}
}

// flush adds what is to come from a source.
func (j *joined) flush() {
	if src := j.src; src != nil {
		j.src = nil
		j.text(src.Text[j.from:j.to])
	}
}

func (j *joined) String() string {
	j.flush()
	if j.all.Len() > 0 {
		return j.all.String()
	}
	return j.only
}
