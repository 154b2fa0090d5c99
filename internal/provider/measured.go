package provider

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// figures are what `coral bench net` measured of all providers that were installed, and where: its
// table of all of them beside each other.
type figures struct {
	Date    string     `json:"date"`
	Machine []fact     `json:"machine"`
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`
}

type fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// measuredText has no rows until somebody has measured (package gen).
//
//go:embed measured.json
var measuredText []byte

// onPage are the facts of a machine on which the page's figures depend.
var onPage = []string{"processor", "cores", "load"}

// FiguresTable is the title of the table in a report of `coral bench net` (package bench).
const FiguresTable = "Providers beside each other"

var errNoFigures = errors.New("no report of coral bench net that has figures of providers")

// FiguresOf takes from a report of `coral bench net` (JSON) what the page has of it.
func FiguresOf(report []byte) ([]byte, error) {
	var r struct {
		figures
		Experiments []struct {
			Tables []struct {
				Title   string     `json:"title"`
				Columns []string   `json:"columns"`
				Rows    [][]string `json:"rows"`
			} `json:"tables"`
		} `json:"experiments"`
	}
	if err := json.Unmarshal(report, &r); err != nil {
		return nil, fmt.Errorf("%w: %w", errNoFigures, err)
	}
	for _, e := range r.Experiments {
		for _, t := range e.Tables {
			if t.Title != FiguresTable || len(t.Rows) == 0 {
				continue
			}
			f := figures{Date: r.Date, Columns: t.Columns, Rows: t.Rows}
			for _, fact := range r.Machine {
				for _, name := range onPage {
					if fact.Name == name {
						f.Machine = append(f.Machine, fact)
					}
				}
			}
			text, err := json.MarshalIndent(f, "", " ")
			return append(text, '\n'), err
		}
	}
	return nil, errNoFigures
}

// measured is the page's section of figures; "": there are none.
func measured(text []byte) string {
	var f figures
	if err := json.Unmarshal(text, &f); err != nil {
		return "\n" + err.Error() + "\n" // the test of the page shows it
	}
	if len(f.Rows) == 0 {
		return ""
	}
	var about []string
	for _, fact := range f.Machine {
		about = append(about, fact.Name+": "+fact.Value)
	}
	var page strings.Builder
	page.WriteString("\n## How long operations take\n\n")
	page.WriteString(lines("", "Measured by `coral bench net` on "+f.Date+" ("+
		strings.Join(about, "; ")+"), two images on two hosts joined by TCP. Each cell has the "+
		"time with Coral, and after the slash that of the library by itself. A dash stands "+
		"where the library has no such operation.") + "\n\n")
	for i, cells := range append([][]string{f.Columns}, f.Rows...) {
		page.WriteString("| " + strings.Join(cells, " | ") + " |\n")
		if i == 0 {
			page.WriteString(strings.Repeat("| --- ", len(cells)) + "|\n")
		}
	}
	return page.String()
}
