package syntax

import "slices"

// A task is entered at its beginning: what else would a jump into it leave at its end? jumps are
// what a function has that may lead into one.
type jumps struct {
	tasks         []*Directive // around this place
	selected      int          // how many were around the innermost switch
	labels, gotos []jump
}

// jump is a label, or the name of one behind goto, and the tasks around it.
type jump struct {
	at    int
	tasks []*Directive
}

func (p *parser) jump(at int) jump { return jump{at, slices.Clone(p.jumps.tasks)} }

// selected looks at a case or default.
func (p *parser) selected() {
	if len(p.jumps.tasks) > p.jumps.selected {
		p.errorf(CodePlace, p.pos,
			"this leads into the block of a task without passing its directive")
	}
}

// intoTasks looks at the function's goto statements. Names that are declared by __label__, in
// several blocks perhaps, are left to the compiler.
func (p *parser) intoTasks() {
	labels := map[string][]jump{}
	for _, l := range p.jumps.labels {
		name := p.tokens[l.at].Text
		labels[name] = append(labels[name], l)
	}
	for _, g := range p.jumps.gotos {
		to := labels[p.tokens[g.at].Text]
		if len(to) == 1 && (len(to[0].tasks) > len(g.tasks) ||
			!slices.Equal(to[0].tasks, g.tasks[:len(to[0].tasks)])) {
			p.errorf(CodePlace, g.at,
				"this leads into the block of a task without passing its directive")
		}
	}
}
