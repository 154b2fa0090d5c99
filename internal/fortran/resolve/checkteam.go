package resolve

import "github.com/coral-pgas/coral/internal/fortran/syntax"

// changeTeam checks a CHANGE TEAM construct (F2018 11.1.5). It is left by its end, or by EXIT with
// its name.
func (c *checker) changeTeam(it *syntax.ChangeTeamConstruct) {
	c.imageControl(it.Head, "CHANGE TEAM")
	c.args(it.Head.Stats)
	c.teamValue(it.Head.Team, "CHANGE TEAM")
	c.stmt(it.Head)
	c.associations(it.Head.Assocs)
	before := c.team
	c.team = newEnclosure("CHANGE TEAM", it.Body, it.End, it.Head.ConstructName)
	c.in(it, it.Body)
	c.team = before
	if it.End != nil {
		c.args(it.End.Stats)
	}
}

// associations checks that each name stands once in a CHANGE TEAM statement, before or behind =>
// (F2018 C1113, C1115).
func (c *checker) associations(list []*syntax.Association) {
	names, selectors := map[string]bool{}, map[string]bool{}
	for _, a := range list {
		c.association(a)
		if r, ok := a.Selector.(*syntax.Ref); ok && r.IsName() {
			name := r.First().Name
			if selectors[name] {
				c.errorf("C0150", r.Range,
					"the coarray '%s' is associated twice by CHANGE TEAM (F2018 C1115)", name).
					Help("one name and coshape is enough; image_index and cosubscripts can be " +
						"computed from it")
			}
			selectors[name] = true
		}
	}
	for _, a := range list {
		if a.Codims == nil && a.Name != nil {
			c.errorf("C0150", a.Name.Range,
				"a coarray association has codimensions: %s[*] => %s (F2018 R1113)", a.Name.Name,
				a.Selector.Span().Text())
		}
		if a.Codims != nil {
			c.p.cobounds(c.scope, a.Codims, a.Name.Name)
		}
		switch n := a.Name; {
		case n == nil:
		case names[n.Name]:
			c.errorf("C0150", n.Range,
				"the name '%s' is given to two coarrays by CHANGE TEAM (F2018 C1113)", n.Name)
		case selectors[n.Name]:
			c.errorf("C0150", n.Range,
				"'%s' is a selector of this CHANGE TEAM statement: the associated name must be "+
					"another one (F2018 C1113)", n.Name)
		}
		if a.Name != nil {
			names[a.Name.Name] = true
		}
	}
}

// association checks `name[coshape] => coarray` (F2018 R1113).
func (c *checker) association(a *syntax.Association) {
	r, ok := a.Selector.(*syntax.Ref)
	if !ok || !r.IsName() {
		c.errorf("C0150", a.Selector.Span(),
			"the selector of a coarray association must be the name of a coarray (F2018 C1116)")
		return
	}
	sym := c.scope.Lookup(r.First().Name)
	switch {
	case sym.IsCoarray():
	case sym != nil && sym.Kind == Associate && c.scope.standsForCoarray(sym):
		c.errorf("C0150", r.Range,
			"'%s' is associated by CHANGE TEAM: Coral takes no coarray that is an associate name",
			sym.Name).Help("associate the coarray that '%s' stands for", sym.Name)
	default:
		c.errorf("C0150", r.Range,
			"'%s' is associated by CHANGE TEAM, but is not a coarray (F2018 C1116)", r.First().Name)
	}
}

// teamValue checks that an expression is a team as far as declarations tell.
func (c *checker) teamValue(e syntax.Expr, what string) {
	t, rank := c.scope.OperandType(e)
	switch {
	case rank > 0:
		c.errorf("C0151", e.Span(), "%s needs a scalar of type team_type", what)
	case t != nil && !t.IsBuiltin("team_type"):
		c.errorf("C0151", e.Span(), "%s needs a value of type team_type", what)
	}
}

// enclosure is a construct that control leaves by its end only.
type enclosure struct {
	what   string
	labels map[int]bool
	names  map[string]bool
	loops  int // DO constructs inside, around the statement that is checked
}

// left is what would be wrong if the construct were left by a branch.
func (e *enclosure) left() string {
	if e.what == "FINISH" {
		return "the other images would wait at its end"
	}
	return "the image would stay in the team"
}

func newEnclosure(what string, body []syntax.Item, end *syntax.EndStmt,
	name *syntax.Ident) *enclosure {
	e := &enclosure{what: what, labels: map[int]bool{}, names: map[string]bool{}}
	marks(body, e.labels, e.names)
	if end != nil && end.Label != nil {
		e.labels[end.Label.Value] = true
	}
	if name != nil {
		e.names[name.Name] = true
	}
	return e
}

// leavingTeam refuses statements that leave a CHANGE TEAM construct otherwise than by its end
// (F2018 C1111, C1112, C1135, C1166).
func (c *checker) leavingTeam(s syntax.Stmt) {
	if c.team == nil {
		return
	}
	refuse := func(what string) {
		d := c.errorf("C0152", s.Info().Body(), "%s leaves a %s construct: %s", what, c.team.what,
			c.team.left())
		if c.team.what == "CHANGE TEAM" {
			d.Help("give the construct a name and leave it by EXIT with that name")
		}
	}
	name := func(id *syntax.Ident, what string) {
		switch {
		case id != nil && !c.team.names[id.Name]:
			refuse(what + " " + id.Name)
		case id == nil && c.team.loops == 0:
			refuse(what)
		}
	}
	switch s := s.(type) {
	case *syntax.ReturnStmt:
		refuse("RETURN")
	case *syntax.CycleStmt:
		name(s.Name, "CYCLE")
	case *syntax.ExitStmt:
		name(s.Name, "EXIT")
	case *syntax.GotoStmt:
		for _, k := range s.Labels {
			if !c.team.labels[k.Value] {
				refuse("GO TO")
				return
			}
		}
	}
}
