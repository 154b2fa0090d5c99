// Package emit writes a source file with what is planned for its statements. It knows what lines,
// line markers and the two source forms look like, and nothing of what the lines mean.
package emit

import "github.com/coral-pgas/coral/internal/diag"

// Line is a generated logical line; its place is that of the user's statement it belongs to.
type Line struct {
	Text string
	At   diag.Range
}

// Plan says how a statement is written.
type Plan struct {
	// Before and After are the lines in front of the statement and behind it.
	Before, After []Line
	// Text stands in place of the statement if Replaced.
	Text string
	// Replaced: Text stands in place of the statement (label and construct name included in the
	// statement's place, not in Text). An empty text removes it.
	Replaced bool
	// DropName: the construct name goes, too.
	DropName bool
	// Terminal: the label moves to a CONTINUE behind all lines.
	Terminal bool
	// Finished: package lower has finished the lines, which are written as they are.
	Finished bool
	// StartsAt and EndsAt, if not 0, are where the statement's directives begin and end: Before and
	// After go around these.
	StartsAt, EndsAt int32
	// The first lines of Before, so many, belong to the beginning of the procedure: they stand in
	// front of the directives at EntriesAt.
	Entries, EntriesAt int32
}

// EachText changes all lines of a plan.
func (p *Plan) EachText(change func(string) string) {
	for i := range p.Before {
		p.Before[i].Text = change(p.Before[i].Text)
	}
	p.Text = change(p.Text)
	for i := range p.After {
		p.After[i].Text = change(p.After[i].Text)
	}
}

// SourceEdit replaces a range of the source, such as a directive.
type SourceEdit struct {
	At   diag.Range
	Text string
}
