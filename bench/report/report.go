// Package report makes one HTML page of a benchmark's record: without outside references, light and
// dark, for screens and for paper. It alone uses a library that draws, and the compiler's command
// does not import it.
package report

import (
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/bench/record"
)

//go:embed page.html
var pageText string

// page is what the template sees of a record.
type page struct {
	*record.Record
	Sources []source
}

// source is the experiments of one paper, in order.
type source struct {
	Name        string
	Experiments []record.Experiment
}

// Write writes the page.
func Write(out io.Writer, r *record.Record) error {
	t, err := template.New("page").Funcs(template.FuncMap{
		"draw": func(f record.Figure) (template.HTML, error) {
			svg, err := drawFigure(f)
			return template.HTML(svg), err
		},
		"legend":     legend,
		"class":      class,
		"paragraphs": func(text string) []string { return strings.Split(text, "\n\n") },
		"number":     isNumber,
		"seconds":    func(s float64) string { return fmt.Sprintf("%.0f s", s) },
	}).Parse(pageText)
	if err != nil {
		return err
	}
	return t.Execute(out, page{r, bySource(r.Experiments)})
}

// class is the name of a verdict in the style sheet.
func class(v record.Verdict) string { return strings.ReplaceAll(string(v), " ", "-") }

// WriteFigure writes the first figure of a record as SVG: with its title and legend in it, and the
// colours of paper.
func WriteFigure(out io.Writer, r *record.Record) error {
	i := slices.IndexFunc(r.Experiments, func(e record.Experiment) bool {
		return len(e.Figures) > 0
	})
	if i < 0 {
		return errors.New("the record has no figure")
	}
	svg, err := drawAlone(r.Experiments[i].Figures[0])
	if err == nil {
		_, err = io.WriteString(out, svg)
	}
	return err
}

// bySource puts the experiments of a paper together, papers in the order of their first ones.
func bySource(all []record.Experiment) (list []source) {
	for _, e := range all {
		i := 0
		for i < len(list) && list[i].Name != e.Source {
			i++
		}
		if i == len(list) {
			list = append(list, source{Name: e.Source})
		}
		list[i].Experiments = append(list[i].Experiments, e)
	}
	return list
}

// entry is a line of a legend.
type entry struct {
	Name, Symbol string
	Hue          int
}

func legend(f record.Figure) (list []entry) {
	for i, s := range f.Series {
		symbol := symbols[i%len(symbols)]
		if f.Names != nil {
			symbol = "■"
		}
		if len(s.Points) > 0 {
			list = append(list, entry{s.Name, symbol, i % hues})
		}
	}
	return list
}

// isNumber tells whether a cell is put to the right: it begins with a digit or a sign.
func isNumber(cell string) bool {
	return cell != "" && strings.ContainsRune("0123456789+-−–.<", []rune(cell)[0])
}
