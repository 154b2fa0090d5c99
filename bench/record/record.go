// Package record holds what benchmarks found as data: experiments with figures and tables, and the
// machine on which they ran. It is what a benchmark writes (JSON, CSV) and what the report is made
// of.
package record

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// Record is one run of a benchmark.
type Record struct {
	Title       string       `json:"title"`
	Command     string       `json:"command"` // that repeats it
	Date        string       `json:"date"`
	Machine     []Fact       `json:"machine"`
	Experiments []Experiment `json:"experiments"`
}

// Fact is something on which figures depend: the processor, a version, flags.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Experiment is one table or figure of a paper, or one benchmark's table, with what was found.
type Experiment struct {
	ID      string   `json:"id"`      // as --only has it
	Source  string   `json:"source"`  // the paper, shortly; "": none
	Item    string   `json:"item"`    // "Figure 5, Tables 2 and 3"
	Title   string   `json:"title"`   // what is measured
	Method  string   `json:"method"`  // how it is measured here
	Claim   string   `json:"claim"`   // what the paper found, with its own figures
	Finding string   `json:"finding"` // what was found here, in a line
	Verdict Verdict  `json:"verdict"`
	Reason  string   `json:"reason"`  // why it differs
	Command string   `json:"command"` // that repeats it
	Flags   string   `json:"flags"`
	Figures []Figure `json:"figures"`
	Tables  []Table  `json:"tables"`
	Left    []string `json:"left"` // what could not be run, and why
	Seconds float64  `json:"seconds"`
}

// Verdict tells whether a result has the direction of the paper's.
type Verdict string

// Verdicts of an experiment.
const (
	Agrees  Verdict = "agrees"
	Partly  Verdict = "in part"
	Differs Verdict = "differs"
	Shown   Verdict = "shown" // there is nothing in the paper to agree with
	Missing Verdict = "not run"
)

// Figure is a plot: lines over numbers, or bars over names.
type Figure struct {
	Title  string   `json:"title"`
	X      string   `json:"x"` // what the axes show, with units
	Y      string   `json:"y"`
	LogX   bool     `json:"logx"`
	LogY   bool     `json:"logy"`
	Names  []string `json:"names"` // of the groups of bars; nil: lines
	Series []Series `json:"series"`
}

// Series is what one system or variant gave.
type Series struct {
	Name   string  `json:"name"`
	Points []Point `json:"points"`
}

// Point is a median with the least and the greatest of the rounds. Of bars, X is the index of the
// group.
type Point struct {
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Table is text in columns.
type Table struct {
	Title   string     `json:"title"`
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`
	Note    string     `json:"note"`
}

// Of makes a point of the values of all rounds; ok is false if there are none.
func Of(x float64, values []float64) (p Point, ok bool) {
	if len(values) == 0 {
		return p, false
	}
	median, ok := Median(values)
	return Point{X: x, Y: median, Low: slices.Min(values), High: slices.Max(values)}, ok
}

// Median is that of values; ok is false if there are none.
func Median(values []float64) (median float64, ok bool) {
	if len(values) == 0 {
		return 0, false
	}
	sorted := slices.Sorted(slices.Values(values))
	half := len(sorted) / 2
	if len(sorted)%2 == 0 {
		return (sorted[half-1] + sorted[half]) / 2, true
	}
	return sorted[half], true
}

// At is the value of a series at x; ok is false where it has none.
func (s Series) At(x float64) (y float64, ok bool) {
	for _, p := range s.Points {
		if p.X == x {
			return p.Y, true
		}
	}
	return 0, false
}

// Find gives the series of that name; one without points if there is none.
func (f Figure) Find(name string) Series {
	for _, s := range f.Series {
		if s.Name == name {
			return s
		}
	}
	return Series{Name: name}
}

// Find gives the experiment of that ID; nil if there is none.
func (r *Record) Find(id string) *Experiment {
	for i := range r.Experiments {
		if r.Experiments[i].ID == id {
			return &r.Experiments[i]
		}
	}
	return nil
}

// Put replaces the experiment of the same ID, or adds it.
func (r *Record) Put(e Experiment) {
	if old := r.Find(e.ID); old != nil {
		*old = e
		return
	}
	r.Experiments = append(r.Experiments, e)
}

// ErrRecord is the error for a file that is not a record.
var ErrRecord = errors.New("this file is not a benchmark's record")

// Read reads a record.
func Read(file string) (*Record, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	r := &Record{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", file, ErrRecord, err)
	}
	return r, nil
}

// Write writes a record as JSON. The file is whole at all times, so that a run that is killed can
// be gone on with.
func (r *Record) Write(file string) error {
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	temporary, err := os.CreateTemp(filepath.Dir(file), ".record-")
	if err != nil {
		return err
	}
	_, err = temporary.Write(append(text, '\n'))
	err = errors.Join(err, temporary.Chmod(0o644), temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), file)
	}
	if err != nil {
		os.Remove(temporary.Name())
	}
	return err
}

// CSV writes all points of all figures, and the cells of all tables, one a line.
func (r *Record) CSV(out io.Writer) error {
	w := csv.NewWriter(out)
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }
	_ = w.Write([]string{"experiment", "figure or table", "series or row", "x or column", "value",
		"least", "greatest"})
	for _, e := range r.Experiments {
		for _, f := range e.Figures {
			for _, s := range f.Series {
				for _, p := range s.Points {
					x := number(p.X)
					if f.Names != nil {
						x = f.Names[int(p.X)]
					}
					_ = w.Write([]string{e.ID, f.Title, s.Name, x, number(p.Y), number(p.Low),
						number(p.High)})
				}
			}
		}
		for _, t := range e.Tables {
			for _, row := range t.Rows {
				for i := 1; i < min(len(row), len(t.Columns)); i++ {
					_ = w.Write([]string{e.ID, t.Title, row[0], t.Columns[i], row[i], "", ""})
				}
			}
		}
	}
	w.Flush()
	return w.Error()
}
