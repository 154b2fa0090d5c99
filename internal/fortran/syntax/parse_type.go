package syntax

import "strings"

// typeStart tells whether a word can begin a declaration type spec.
var typeWords = map[string]BaseType{
	"integer": TypeInteger, "real": TypeReal, "complex": TypeComplex, "character": TypeCharacter,
	"logical": TypeLogical,
	"byte":    TypeByte, "double": TypeDoublePrecision, "type": TypeDerived, "class": TypeClass,
	"typeof":  TypeTypeof,
	"classof": TypeClassof, "record": TypeRecord,
}

// typeSpec parses a declaration type spec. With bare, a derived type may stand without TYPE ( ), as
// in ALLOCATE.
func (p *parser) typeSpec(bare bool) *TypeSpec {
	start := p.i
	t := &TypeSpec{}
	word := p.typeWord()
	base, known := typeWords[word]
	if !known {
		if !bare {
			p.failExpected("a type")
		}
		t.Base = TypeNamed
		t.Name = p.ident("a type name")
		if p.is(LParen) {
			t.Params = p.argList()
		}
		t.Range = p.from(start)
		return t
	}
	t.Base = base
	if (base == TypeClass || base == TypeClassof) && p.file != nil {
		p.file.Polymorphic = true
	}
	p.word(word)
	switch base {
	case TypeDoublePrecision:
		switch {
		case p.word("precision"):
		case p.word("complex"):
			t.Base = TypeDoubleComplex
		default:
			p.failExpected("'precision'")
		}
	case TypeCharacter:
		p.charSelector(t)
	case TypeDerived, TypeClass:
		p.derivedSpec(t)
	case TypeTypeof, TypeClassof:
		open := p.i
		p.refuseNew(p.from(start), strings.ToUpper(word), "write the type and its parameters")
		p.expect(LParen)
		t.Of = p.expr()
		p.expectClose(RParen, open)
	case TypeRecord:
		p.expect(Slash)
		t.Name = p.ident("a structure name")
		p.expect(Slash)
	default:
		p.kindSelector(t)
	}
	t.Range = p.from(start)
	return t
}

// typeWord gives the type keyword that is next, or "".
func (p *parser) typeWord() string {
	t := p.tok()
	if t.Kind != NameTok {
		return ""
	}
	if _, ok := typeWords[t.Text]; ok {
		return t.Text
	}
	if p.raw.starts != nil || strings.HasPrefix(t.Text, "double") {
		for n := min(len(t.Text), len("character")); n >= 4; n-- {
			w := t.Text[:n]
			if _, ok := typeWords[w]; !ok {
				continue
			}
			if w == "double" && p.raw.starts == nil {
				if t.Text != "doubleprecision" && t.Text != "doublecomplex" {
					return ""
				}
				p.split(p.i, n)
			}
			return w
		}
	}
	return ""
}

// kindSelector parses `(kind)`, `(kind=..)` or `*n`, if there is one.
func (p *parser) kindSelector(t *TypeSpec) {
	switch {
	case p.is(StarTok):
		p.i++
		t.StarForm = true
		p.integerOnly()
		t.Kind = p.primary(false)
	case p.is(LParen):
		open := p.i
		p.i++
		if p.is(NameTok) && p.peekKind(1) == Assign {
			if !p.isWholeWord("kind") {
				p.failExpected("'kind='")
			}
			p.i += 2
		}
		t.Kind = p.expr()
		p.expectClose(RParen, open)
	}
}

// charSelector parses the length and kind of CHARACTER.
func (p *parser) charSelector(t *TypeSpec) {
	if p.is(StarTok) {
		p.i++
		t.StarForm = true
		t.Len = p.starLength()
		if p.is(Comma) && p.peekKind(1) == NameTok && !p.hasColonsAhead() {
			p.i++ // CHARACTER*10, A
		}
		return
	}
	if !p.is(LParen) {
		return
	}
	open := p.i
	p.i++
	for n := 0; !p.is(RParen) && !p.is(EOS); n++ {
		word := ""
		if p.is(NameTok) && p.peekKind(1) == Assign {
			word = p.tok().Text
			p.i += 2
		}
		switch {
		case word == "kind", word == "" && n == 1:
			t.Kind = p.expr()
		case word == "len", word == "":
			t.Len = p.paramValue()
		default:
			p.fail("C0011", p.at(p.i-2).Range, "expected 'len=' or 'kind=', found '%s='", word)
		}
		if !p.accept(Comma) {
			break
		}
	}
	p.expectClose(RParen, open)
}

func (p *parser) hasColonsAhead() bool {
	for k := p.i; k < len(p.toks); k++ {
		if p.toks[k].Kind == DoubleColon {
			return true
		}
	}
	return false
}

// starLength parses what follows `*` in a character length: an integer or a parenthesised type
// parameter value.
func (p *parser) starLength() Expr {
	if p.is(LParen) {
		open := p.i
		p.i++
		x := p.paramValue()
		p.expectClose(RParen, open)
		return x
	}
	p.integerOnly()
	return p.primary(false)
}

// paramValue parses an expression, `*` or `:`.
func (p *parser) paramValue() Expr {
	t := p.tok()
	switch t.Kind {
	case StarTok:
		p.i++
		return &Star{Range: t.Range}
	case Colon:
		p.i++
		return &DeferredLen{Range: t.Range}
	}
	return p.expr()
}

// derivedSpec parses the parenthesis after TYPE or CLASS.
func (p *parser) derivedSpec(t *TypeSpec) {
	open := p.i
	p.expect(LParen)
	switch {
	case p.accept(StarTok):
		if t.Base == TypeClass {
			t.Base = TypeClassAny
		} else {
			t.Base = TypeStar
		}
	case t.Base == TypeDerived && p.intrinsicAhead():
		inner := p.typeSpec(false)
		*t = TypeSpec{Base: inner.Base, Kind: inner.Kind, StarForm: inner.StarForm, Len: inner.Len,
			Wrapped: true}
	default:
		t.Name = p.ident("a type name")
		if p.is(LParen) {
			t.Params = p.typeParams()
		}
	}
	p.expectClose(RParen, open)
}

func (p *parser) intrinsicAhead() bool {
	t := p.tok()
	base, ok := typeWords[t.Text]
	if !ok && strings.HasPrefix(t.Text, "double") {
		return t.Text == "doubleprecision"
	}
	return ok && t.Kind == NameTok && base <= TypeLogical
}

// typeParams parses the parameter values of a parameterised derived type.
func (p *parser) typeParams() *ArgList {
	start := p.i
	p.expect(LParen)
	list := &ArgList{}
	for !p.is(RParen) && !p.is(EOS) {
		at := p.i
		a := &Arg{}
		if p.is(NameTok) && p.peekKind(1) == Assign {
			a.Keyword = p.ident("a keyword")
			p.i++
		}
		a.Value = p.paramValue()
		a.Range = p.from(at)
		list.Items = append(list.Items, a)
		if !p.accept(Comma) {
			break
		}
	}
	p.expectClose(RParen, start)
	list.Range = p.from(start)
	return list
}

// arraySpec parses a parenthesised array spec.
func (p *parser) arraySpec() *ArraySpec {
	start := p.i
	p.expect(LParen)
	a := &ArraySpec{Dims: p.dims(RParen)}
	p.expectClose(RParen, start)
	a.Range = p.from(start)
	return a
}

// optArraySpec parses an array spec if there is one.
func (p *parser) optArraySpec() *ArraySpec {
	if p.is(LParen) {
		return p.arraySpec()
	}
	return nil
}

// coarraySpec parses a bracketed coarray spec.
func (p *parser) coarraySpec() *CoarraySpec {
	start := p.i
	p.expect(LBracket)
	c := &CoarraySpec{}
	if p.opt.CAF2 && p.accept(At) {
		if !p.is(RBracket) { // [@] is [*]
			c.At = p.expr()
		}
	} else if !(p.is(RBracket) && p.opt.CAF2) {
		c.Dims = p.dims(RBracket)
	}
	p.expectClose(RBracket, start)
	c.Range = p.from(start)
	if p.opt.CAF2 {
		c.countFromZero()
	}
	p.checkCoarraySpec(c)
	return c
}

// countFromZero: cosubscripts of CAF 2.0 are ranks, and `[ ]` and `[ @ team ]` are `[ * ]`.
func (c *CoarraySpec) countFromZero() {
	if len(c.Dims) == 0 {
		c.Dims = []*Dim{{Range: c.Range, Kind: DimStar}}
	}
	for _, d := range c.Dims {
		d.Ranks = d.Lower == nil && (d.Kind == DimStar || d.Kind == DimExplicit)
	}
}

// checkCoarraySpec: all codimensions deferred, or all explicit but the last, which is `*` (F2018
// R809 to R811).
func (p *parser) checkCoarraySpec(c *CoarraySpec) {
	if p.bad || c.Deferred() || len(c.Dims) == 0 {
		return
	}
	for i, d := range c.Dims {
		last := i == len(c.Dims)-1
		switch {
		case d.Kind == DimDeferred || d.Kind == DimLower || d.Kind == DimAssumedRank:
			p.fail("C0022", d.Range,
				"in a coarray specification the codimensions are either all ':', or none is")
		case last && d.Kind != DimStar:
			p.fail("C0022", d.Range, "the last codimension must be '*'").Help("as in [*] or [2,*]")
		case !last && d.Kind == DimStar:
			p.fail("C0022", d.Range, "only the last codimension can be '*'")
		}
	}
}

// optCoarraySpec parses a coarray spec if there is one.
func (p *parser) optCoarraySpec() *CoarraySpec {
	if p.is(LBracket) {
		return p.coarraySpec()
	}
	return nil
}

// dims parses the list of an array or coarray spec.
func (p *parser) dims(closer Kind) []*Dim {
	var list []*Dim
	for {
		if len(list) == 0 && p.is(closer) {
			p.failExpected("a dimension")
		}
		list = append(list, p.dim())
		if p.is(DoubleColon) { // never right, but say so
			p.failExpected("',' or " + closer.String())
		}
		if !p.accept(Comma) {
			return list
		}
	}
}

func (p *parser) dim() *Dim {
	start := p.i
	d := &Dim{}
	switch {
	case p.accept(Colon):
		d.Kind = DimDeferred
	case p.accept(StarTok):
		d.Kind = DimStar
	case p.accept(DotDot):
		d.Kind = DimAssumedRank
	default:
		x := p.expr()
		switch {
		case !p.accept(Colon):
			d.Kind, d.Upper = DimExplicit, x
		case p.accept(StarTok):
			d.Kind, d.Lower = DimStar, x
		case p.is(Comma) || p.is(RParen) || p.is(RBracket):
			d.Kind, d.Lower = DimLower, x
		default:
			d.Kind, d.Lower, d.Upper = DimExplicit, x, p.expr()
		}
	}
	d.Range = p.from(start)
	return d
}
