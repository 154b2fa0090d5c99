package papers

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/coral-pgas/coral/bench/record"
)

const countRules = "Counted by a program, per routine: lines without comment and empty lines " +
	"(LOC); statements, which continuation lines do not add to (SOC); characters of the counted " +
	"lines without leading and trailing blanks and without comments. “Others” is the main " +
	"program and what all versions have alike (the grid, the sweep)."

// scale is the size of some source.
type scale struct{ lines, statements, characters int }

func (s *scale) add(t scale) {
	s.lines += t.lines
	s.statements += t.statements
	s.characters += t.characters
}

// count gives the size of each procedure of free-form Fortran, by its name; "others" is the rest.
// Internal procedures stand for themselves.
func count(source []byte) map[string]scale {
	sizes := map[string]scale{}
	name, continued := "others", false
	for raw := range bytes.Lines(source) {
		text := strings.TrimSpace(uncommented(string(raw)))
		if text == "" {
			continue
		}
		if begun := procedureName(text); begun != "" && !continued {
			name = begun
		}
		one := scale{lines: 1, characters: len([]rune(text))}
		if !continued {
			one.statements = 1 + separators(text)
		}
		continued = strings.HasSuffix(text, "&")
		sum := sizes[name]
		sum.add(one)
		sizes[name] = sum
		if strings.HasPrefix(text, "end subroutine") || strings.HasPrefix(text, "end function") {
			name = "others"
		}
	}
	return sizes
}

// outside calls f with each byte of a line that is not in a character constant, until it says no.
func outside(line string, f func(i int) bool) {
	var quote byte
	for i := range len(line) {
		switch c := line[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case !f(i):
			return
		}
	}
}

// uncommented is a line without the comment behind it.
func uncommented(line string) string {
	end := len(line)
	outside(line, func(i int) bool {
		if line[i] == '!' {
			end = i
		}
		return line[i] != '!'
	})
	return line[:end]
}

// separators is how many semicolons separate statements in a line.
func separators(line string) (n int) {
	outside(line, func(i int) bool {
		if line[i] == ';' {
			n++
		}
		return true
	})
	return n
}

// procedureName is the name that a SUBROUTINE or FUNCTION statement gives; "": it is another one.
func procedureName(statement string) string {
	words := strings.FieldsFunc(statement, func(r rune) bool { return r == ' ' || r == '(' })
	for i, w := range words {
		if (w == "subroutine" || w == "function") && i+1 < len(words) && words[0] != "end" {
			return words[i+1]
		}
	}
	return ""
}

func measureScale(_ context.Context, r *runner, e *record.Experiment) {
	grid, err := os.ReadFile(r.source("programs/himeno_grid.f90"))
	if err != nil {
		r.leave("%v", err)
		return
	}
	alike := scale{}
	for _, s := range count(grid) {
		alike.add(s)
	}
	versions := []struct{ title, file string }{{"MPI original", "himeno_mpi"},
		{"MPI non-blocking", "himeno_mpi_nonblocking"}, {"put", "himeno_put"},
		{"get", "himeno_get"}}
	table := record.Table{Title: "LOC / SOC / characters", Columns: []string{"routine"},
		Note: "The paper, totals: MPI original 610 / 433 / 15,202; MPI non-blocking 794 / 489 / " +
			"29,495; put non-blocking 461 / 448 / 11,030."}
	rows := map[string][]string{}
	names := []string{"jacobi", "initcomm", "initmax", "sendp", "others", "total",
		"total without what is alike"}
	bars := record.Figure{Title: "Characters without what all versions have alike", X: "version",
		Y: "characters", Series: []record.Series{{Name: "characters"}}}
	var characters []int
	for i, v := range versions {
		text, err := os.ReadFile(r.source("programs/" + v.file + ".f90"))
		if err != nil {
			r.leave("%v", err)
			return
		}
		table.Columns = append(table.Columns, v.title)
		sizes := count(text)
		own := scale{}
		merged := map[string]scale{}
		for name, s := range sizes {
			own.add(s)
			switch name {
			case "exchange", "recvp": // parts and names of sendp in these versions
				name = "sendp"
			}
			sum := merged[name]
			sum.add(s)
			merged[name] = sum
		}
		whole, others := own, merged["others"]
		whole.add(alike)
		others.add(alike)
		merged["others"], merged["total"], merged["total without what is alike"] = others, whole,
			own
		for _, name := range names {
			s := merged[name]
			rows[name] = append(rows[name], fmt.Sprintf("%d / %d / %d", s.lines, s.statements,
				s.characters))
		}
		characters = append(characters, own.characters)
		bars.Names = append(bars.Names, v.title)
		bars.Series[0].Points = append(bars.Series[0].Points, record.Point{X: float64(i),
			Y: float64(own.characters), Low: float64(own.characters),
			High: float64(own.characters)})
	}
	for _, name := range names {
		table.Rows = append(table.Rows, append([]string{name}, rows[name]...))
	}
	e.Tables, e.Figures = []record.Table{table}, []record.Figure{bars}
	e.Finding = fmt.Sprintf("Without what is alike, the version with puts has %.2f × the "+
		"characters of the original MPI version and %.2f × those of the non-blocking one",
		float64(characters[2])/float64(characters[0]),
		float64(characters[2])/float64(characters[1]))
	e.Verdict = agree(characters[2] < characters[0], 2*characters[2] < characters[1])
	if e.Verdict == record.Partly {
		e.Reason = "The MPI versions here are shorter than the paper's, which write out each " +
			"exchange."
	}
}
