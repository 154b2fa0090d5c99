// Package entrypoints lists the procedures that generated text calls, by the sources of Coral's
// Fortran modules: docs/design/entry-points.md. Nothing else imports it.
package entrypoints

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/capi/fortran"
	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

//go:generate go run ./gen -o ../../../docs/design/entry-points.md

const intro = `# Entry points of generated code

This page lists the procedures of Coral's Fortran modules that generated text calls. It is generated
from the modules' sources in ` + "`capi/fortran/src`" + `. The C functions behind them are in
` + "`capi/include/coral.h`" + `.

- ` + "`line` and `file`" + ` say where the user's statement stands.
- Without ` + "`stat`" + ` an error ends the run with a message.
- ` + "`addr`" + ` is LOC of the object on the *target* image, as the view shows it. Local arithmetic gives
  the image.

A comment of the source stands above what it is about.
`

// Markdown is the page.
func Markdown() (string, error) {
	var diags diag.List
	file := syntax.Parse(diag.NewSource("capi/fortran/src", fortran.Source),
		syntax.Options{}, &diags)
	if all := diags.All(); len(all) > 0 {
		return "", fmt.Errorf("%s", all[0].Message)
	}
	page := &page{lines: strings.Split(fortran.Source, "\n")}
	page.text.WriteString(intro)
	for _, unit := range file.Units {
		if module, is := unit.(*syntax.Module); is {
			page.module(module)
		}
	}
	return page.text.String(), nil
}

type page struct {
	text  strings.Builder
	lines []string // of the source
	code  bool     // whether the last thing written is a line of code
}

func (p *page) module(m *syntax.Module) {
	headed := false
	list := func(head *syntax.ProcStmt, comment []string) {
		if !strings.HasPrefix(head.Name.Name, "coral_") {
			return
		}
		if !headed {
			fmt.Fprintf(&p.text, "\n## Module `%s`\n", m.Head.Name.Name)
			headed, p.code = true, false
		}
		p.entry(head, comment)
	}
	for _, item := range m.Spec {
		block, is := item.(*syntax.InterfaceBlock)
		if !is {
			continue
		}
		comment := p.above(block.Range)
		for _, item := range block.Items {
			if body, is := item.(*syntax.Subprogram); is {
				list(body.Head, append(comment, p.above(body.Head.Range)...))
				comment = nil
			}
		}
	}
	for _, procedure := range m.Procs {
		list(procedure.Head, p.above(procedure.Head.Range))
	}
}

// entry writes one procedure, with the comment of the source.
func (p *page) entry(head *syntax.ProcStmt, comment []string) {
	if len(comment) > 0 || !p.code {
		p.text.WriteString("\n")
	}
	if len(comment) > 0 {
		p.text.WriteString(strings.Join(comment, "\n") + "\n\n")
	}
	arguments := make([]string, len(head.Args))
	for i, a := range head.Args {
		arguments[i] = "*"
		if a.Name != nil {
			arguments[i] = a.Name.Name
		}
	}
	fmt.Fprintf(&p.text, "    %s(%s)\n", head.Name.Name, strings.Join(arguments, ", "))
	p.code = true
}

// above is the comment in the lines directly above something.
func (p *page) above(r diag.Range) (comment []string) {
	for line := r.Src.PhysicalLine(int(r.Start)) - 2; line >= 0; line-- {
		text, is := strings.CutPrefix(strings.TrimSpace(p.lines[line]), "! ")
		if !is {
			break
		}
		comment = append([]string{strings.ReplaceAll(text, "*", `\*`)}, comment...)
	}
	return comment
}
