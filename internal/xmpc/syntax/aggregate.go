package syntax

import "slices"

// Structures and unions, as far as it takes to tell which members are bit-fields: those have no
// address, and neither sizeof nor typeof can ask for their type.

// Aggregate is a structure or union.
type Aggregate struct {
	members map[string]member
	inner   []*Aggregate // of members without a name
}

type member struct {
	bits bool
	of   *Aggregate // what it is, points to, has as its elements or gives back; nil: not known
}

// Member tells of a member whether it is a bit-field, and of which structure or union it is, has
// elements or points to objects. False: no such member is known.
func (a *Aggregate) Member(name string) (bits bool, of *Aggregate, known bool) {
	if a == nil {
		return false, nil, false
	}
	if m, is := a.members[name]; is {
		return m.bits, m.of, true
	}
	for _, i := range a.inner {
		if bits, of, known = i.Member(name); known {
			return bits, of, true
		}
	}
	return false, nil, false
}

// tagged is the structure or union of a tag, in its scope. A definition is a new one, unless that
// of this scope has no members yet.
func (p *parser) tagged(tag string, defined bool) *Aggregate {
	here := len(p.scopes) - 1
	for i, scope := range slices.Backward(p.tags) {
		if a := scope[tag]; a != nil && (!defined || i == here && a.members == nil) {
			return a
		}
	}
	a := &Aggregate{}
	p.tags[here][tag] = a
	return a
}

// membersOf reads the declarations of members between two tokens.
func (p *parser) membersOf(a *Aggregate, lo, hi int) {
	back := p.pos
	a.members = map[string]member{}
	for p.pos = lo; p.pos < hi; p.pos++ {
		spec := p.specifiers()
		if p.tok().Is(";") && spec.aggregate != nil {
			a.inner = append(a.inner, spec.aggregate)
		}
		for p.pos < hi && !p.tok().Is(";") {
			name := p.memberName(hi)
			for p.pos < hi && !p.tok().Is(",") && !p.tok().Is(";") {
				p.skipOne()
			}
			if name >= 0 {
				next := p.tokens[name+1]
				a.members[p.tokens[name].Text] = member{next.Is(":"), spec.aggregate}
				if next.Is(":") {
					if p.file.BitFields == nil {
						p.file.BitFields = map[string]bool{}
					}
					p.file.BitFields[p.tokens[name].Text] = true
				}
			}
			p.accept(",")
		}
	}
	p.pos = back
}

// memberName finds the name in a declarator of a member, the first word that is no qualifier and no
// attribute; -1: there is none.
func (p *parser) memberName(hi int) int {
	for ; p.pos < hi && !p.tok().Is(",") && !p.tok().Is(";") && !p.tok().Is(":"); p.pos++ {
		switch kind := p.kindOf(p.pos); {
		case kind.takesArguments():
			p.pos++
			p.skipOne()
			p.pos--
		case kind == 0 && p.tok().Kind == Ident:
			return p.pos
		}
	}
	return -1
}

// typeNamed is the structure or union that the name of a type in parentheses is of, if it has the
// form `struct tag *` or `name *`.
func (p *parser) typeNamed(lo, hi int) *Aggregate {
	for ; lo < hi; lo++ {
		t := p.tokens[lo]
		switch kind := p.kindOf(lo); {
		case kind == isAggregate && t.Text != "enum" && lo+1 < hi:
			if tag := p.tokens[lo+1]; tag.Kind == Ident && p.kindOf(lo+1) == 0 {
				return p.tagged(tag.Text, false)
			}
			return nil
		case kind == isQualifier:
		case kind == 0 && t.Kind == Ident:
			if s := p.lookup(t.Text); s != nil && s.Typedef {
				return s.Aggregate
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

// AggregateOf is the structure or union of an expression's value, or of what it points to; nil: it
// is not known. tokens are those that the expression stands in.
func AggregateOf(x *Expr, tokens []Token) *Aggregate {
	switch x.Kind {
	case Name:
		if x.Symbol != nil {
			return x.Symbol.Aggregate
		}
	case Cast:
		return x.Kids[0].Aggregate
	case Member:
		_, of, _ := AggregateOf(x.Kids[0], tokens).Member(tokens[x.Hi-1].Text)
		return of
	case Paren, Call, Index, Section, Coindex, Postfix, Prefix, Unary, Assign:
		return AggregateOf(x.Kids[0], tokens)
	case Binary: // p + 1, 1 + p
		if a := AggregateOf(x.Kids[0], tokens); a != nil {
			return a
		}
		return AggregateOf(x.Kids[1], tokens)
	case Comma:
		return AggregateOf(x.Kids[1], tokens)
	case Cond:
		if x.Kids[1] != nil {
			return AggregateOf(x.Kids[1], tokens)
		}
		return AggregateOf(x.Kids[2], tokens)
	}
	return nil
}
