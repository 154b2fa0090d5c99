package syntax

import (
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
)

var attrWords = map[string]AttrKind{
	"allocatable": AttrAllocatable, "asynchronous": AttrAsynchronous, "bind": AttrBind,
	"codimension": AttrCodimension,
	"contiguous":  AttrContiguous, "dimension": AttrDimension, "external": AttrExternal,
	"intent":    AttrIntent,
	"intrinsic": AttrIntrinsic, "optional": AttrOptional, "parameter": AttrParameter,
	"pointer": AttrPointer,
	"private": AttrPrivate, "protected": AttrProtected, "public": AttrPublic, "save": AttrSave,
	"target": AttrTarget,
	"value":  AttrValue, "volatile": AttrVolatile, "kind": AttrKindParam, "len": AttrLenParam,
	"abstract": AttrAbstract,
	"extends":  AttrExtends, "sequence": AttrSequence, "deferred": AttrDeferred,
	"non_overridable": AttrNonOverridable,
	"nopass":          AttrNopass, "pass": AttrPass, "rank": AttrRank, "static": AttrStatic,
	"automatic": AttrAutomatic,
	"copointer": AttrCopointer, "device": AttrCudaDevice, "managed": AttrCudaDevice,
	"pinned": AttrCudaDevice,
	"shared": AttrCudaDevice, "constant": AttrCudaDevice,
}

// attrs parses `, attr` ... and the `::` after them.
func (p *parser) attrs() (list []*Attr, colons diag.Range) {
	for p.accept(Comma) {
		list = append(list, p.attr())
	}
	if p.is(DoubleColon) {
		colons = p.expect(DoubleColon)
	} else if len(list) > 0 {
		p.expect(DoubleColon)
	}
	return list, colons
}

// attr parses one attribute.
func (p *parser) attr() *Attr {
	start, t := p.i, p.tok()
	kind, ok := attrWords[t.Text]
	if t.Kind == NameTok && t.Text == "cotarget" && p.opt.CAF2 {
		kind, ok = AttrCotarget, true
	}
	if t.Kind != NameTok || !ok {
		if t.Kind == NameTok {
			p.fail("C0026", t.Range, "'%s' is no attribute", shown(t))
		} else {
			p.failExpected("an attribute")
		}
		return &Attr{Range: t.Range}
	}
	p.i++
	a := &Attr{Kind: kind}
	p.attrArgument(a)
	a.Range = p.from(start)
	return a
}

// attrArgument parses what follows an attribute's name.
func (p *parser) attrArgument(a *Attr) {
	open := p.i
	switch a.Kind {
	case AttrDimension:
		a.Dims = p.arraySpec()
		a.Codims = p.optCoarraySpec() // dimension(10)[*], before the standard
	case AttrCodimension:
		a.Codims = p.coarraySpec()
	case AttrIntent:
		p.expect(LParen)
		a.Intent = p.intent()
		p.expectClose(RParen, open)
	case AttrBind:
		a.Bind = p.bindArgument(open - 1)
	case AttrExtends:
		p.expect(LParen)
		a.Name = p.ident("a type name")
		p.expectClose(RParen, open)
	case AttrPass:
		if p.accept(LParen) {
			a.Name = p.ident("an argument name")
			p.expectClose(RParen, open)
		}
	case AttrRank:
		p.refuseNew(p.at(open-1).Range, "the attribute RANK",
			"write DIMENSION with a ':' for each dimension")
		p.expect(LParen)
		a.Arg = p.expr()
		p.expectClose(RParen, open)
	}
}

func (p *parser) intent() string {
	t := p.tok()
	switch {
	case t.Kind == NameTok && t.Text == "inout":
		p.i++
		return "inout"
	case p.word("in"):
		if p.word("out") {
			return "inout"
		}
		return "in"
	case p.word("out"):
		return "out"
	}
	p.failExpected("'in', 'out' or 'inout'")
	return ""
}

// bindArgument parses the parenthesis of BIND(C, NAME=...); start is the token of BIND.
func (p *parser) bindArgument(start int) *BindSpec {
	open := p.i
	b := &BindSpec{}
	p.expect(LParen)
	if c := p.ident("'c'"); c.Name != "c" && !p.bad {
		p.fail("C0011", c.Range, "expected 'c', found '%s'", c.Name)
	}
	for p.accept(Comma) {
		switch {
		case p.isWholeWord("name") && p.peekKind(1) == Assign:
			p.i += 2
			b.Name = p.expr()
		case p.isWholeWord("cdefined"): // F2023
			p.i++
		default:
			p.failExpected("'name='")
		}
	}
	p.expectClose(RParen, open)
	b.Range = p.from(start)
	return b
}

// typeDecl parses a type declaration, or a function statement that begins with its type.
func (p *parser) typeDecl(b Base) Stmt {
	if p.isWord("type") && p.derivedTypeAhead() {
		return p.derivedType(b)
	}
	start := p.i
	ts := p.typeSpec(false)
	if p.functionAhead() {
		return p.procedureAfter(b, start, ts)
	}
	s := &TypeDeclStmt{Base: b, Type: ts}
	return p.typeDeclRest(s)
}

func (p *parser) typeDeclRest(s *TypeDeclStmt) Stmt {
	s.Attrs, s.Colons = p.attrs()
	s.Entities = p.entities()
	if p.opt.CAF2 && s.Attr(AttrAllocatable) != nil {
		s.deferCoshapes()
	}
	p.end()
	return s
}

// deferCoshapes: allocatable coarrays of CAF 2.0 may be declared `[*]` for `[:]`.
func (s *TypeDeclStmt) deferCoshapes() {
	deferred := func(c *CoarraySpec) {
		if c != nil && len(c.Dims) == 1 && c.Dims[0].Ranks {
			c.Dims[0] = &Dim{Range: c.Dims[0].Range, Kind: DimDeferred}
		}
	}
	for _, a := range s.Attrs {
		deferred(a.Codims)
	}
	for _, e := range s.Entities {
		deferred(e.Codims)
	}
}

// derivedTypeAhead tells `type :: t`, `type, attr :: t`, `type t` from `type(t) :: x`. In fixed
// form the name is part of the token: TYPEFOO.
func (p *parser) derivedTypeAhead() bool {
	if p.tok().Text != "type" {
		return p.typeWord() == "type"
	}
	switch p.peekKind(1) {
	case DoubleColon, Comma, NameTok:
		return true
	}
	return false
}

func (p *parser) entities() []*Entity {
	list := []*Entity{p.entity()}
	for p.accept(Comma) {
		list = append(list, p.entity())
	}
	return list
}

// entity parses one declared name.
func (p *parser) entity() *Entity {
	start := p.i
	e := &Entity{Name: p.ident("a name")}
	p.entityLength(e)
	e.Dims = p.optArraySpec()
	e.Codims = p.optCoarraySpec()
	if e.Codims != nil && p.is(LParen) {
		p.fail("C0022", p.tok().Range,
			"the array specification stands before the coarray specification").
			Help("write %s(...)[...]", e.Name.Name)
	}
	p.entityLength(e)
	at := p.i
	switch p.kind() {
	case Assign:
		p.i++
		e.Init = p.expr()
		e.InitRange = p.from(at)
	case Arrow:
		p.i++
		e.Init, e.PtrInit = p.expr(), true
		e.InitRange = p.from(at)
	case Slash:
		e.OldInit = p.dataValues()
		e.InitRange = p.from(at)
	}
	e.Range = p.from(start)
	return e
}

// entityLength parses `*len`, which legacy code also puts before the array spec.
func (p *parser) entityLength(e *Entity) {
	if at := p.i; e.Len == nil && p.accept(StarTok) {
		e.Len = p.starLength()
		e.LenRange = p.from(at)
	}
}

// attrStmt parses an attribute statement.
func attrStmt(word string, kind AttrKind) handler {
	return func(p *parser, b Base) Stmt {
		start := p.i
		p.word(word)
		if kind == AttrPointer && p.is(LParen) {
			return p.crayPointer(b)
		}
		s := &AttrStmt{Base: b, Attr: &Attr{Kind: kind}}
		if kind == AttrIntent || kind == AttrBind {
			p.attrArgument(s.Attr)
		}
		s.Attr.Range = p.from(start)
		if p.is(DoubleColon) {
			s.Colons = p.expect(DoubleColon)
		}
		if !p.is(EOS) {
			s.Entities = append(s.Entities, p.attrEntity(kind))
			for p.accept(Comma) {
				s.Entities = append(s.Entities, p.attrEntity(kind))
			}
		} else if kind != AttrSave && kind != AttrPublic && kind != AttrPrivate {
			p.failExpected("a name")
		}
		p.end()
		return s
	}
}

func (p *parser) attrEntity(kind AttrKind) *AttrEntity {
	start := p.i
	e := &AttrEntity{}
	switch {
	case p.accept(Slash):
		e.Common = true
		e.Name = p.ident("a common block name")
		p.expect(Slash)
	case (kind == AttrPublic || kind == AttrPrivate) && p.peekKind(1) == LParen:
		e.Spec = p.genericSpec()
	default:
		e.Name = p.ident("a name")
		e.Dims = p.optArraySpec()
		e.Codims = p.optCoarraySpec()
	}
	e.Range = p.from(start)
	return e
}

func (p *parser) crayPointer(b Base) Stmt {
	s := &CrayPointerStmt{Base: b}
	for {
		open := p.i
		p.expect(LParen)
		pair := &CrayPointer{Pointer: p.ident("a pointer name")}
		p.expect(Comma)
		pair.Pointee = p.entity()
		p.expectClose(RParen, open)
		s.Pairs = append(s.Pairs, pair)
		if !p.accept(Comma) {
			break
		}
	}
	p.end()
	return s
}

// genericSpec parses a generic spec.
func (p *parser) genericSpec() *GenericSpec {
	start, t := p.i, p.tok()
	g := &GenericSpec{}
	if t.Kind == NameTok && p.peekKind(1) == LParen {
		open := p.i + 1
		switch t.Text {
		case "operator":
			p.i += 2
			g.Kind = GenericOperator
			g.Op = p.operatorName()
			p.expectClose(RParen, open)
		case "assignment":
			p.i += 2
			g.Kind = GenericAssignment
			p.expect(Assign)
			p.expectClose(RParen, open)
		case "read", "write":
			p.i += 2
			g.Kind = GenericRead
			if t.Text == "write" {
				g.Kind = GenericWrite
			}
			g.Name = p.ident("'formatted' or 'unformatted'")
			p.expectClose(RParen, open)
		default:
			p.fail("C0011", t.Range,
				"expected a name, operator(...), assignment(=), read(...) or write(...)")
		}
	} else {
		g.Name = p.ident("a generic name")
	}
	g.Range = p.from(start)
	return g
}

// operatorName parses what stands in OPERATOR ( ).
func (p *parser) operatorName() string {
	t := p.tok()
	switch t.Kind {
	case Power, StarTok, Slash, Plus, Minus, Concat, EqEq, NotEq, Less, LessEq, Greater, GreaterEq:
		p.i++
		return t.Text
	case DotOpTok:
		p.i++
		if op, user := dotOp(t.Text); op != OpUser {
			return op.String()
		} else {
			return "." + user + "."
		}
	}
	p.failExpected("an operator")
	return ""
}

func implicitStmt(p *parser, b Base) Stmt {
	s := &ImplicitStmt{Base: b}
	p.word("implicit")
	if p.word("none") {
		s.None, s.NoneType = true, true
		if open := p.i; p.accept(LParen) {
			s.NoneType = false
			for {
				switch w := p.ident("'type' or 'external'"); w.Name {
				case "type":
					s.NoneType = true
				case "external":
					s.NoneExternal = true
				default:
					p.fail("C0011", w.Range, "expected 'type' or 'external'")
				}
				if !p.accept(Comma) {
					break
				}
			}
			p.expectClose(RParen, open)
		}
		p.end()
		return s
	}
	for {
		s.Specs = append(s.Specs, p.implicitSpec())
		if !p.accept(Comma) {
			break
		}
	}
	p.end()
	return s
}

// implicitSpec parses a type and its letters: `real (a-h)` has no kind, `real (8) (a-h)` has.
func (p *parser) implicitSpec() *ImplicitSpec {
	start := p.i
	spec := &ImplicitSpec{}
	k := p.i + 1
	if w := p.typeWord(); w == "double" || w == "type" || w == "class" {
		k = -1
	} else if w != "" && len(p.tok().Text) > len(w) {
		k = -1
	}
	if p.at(k).Kind == LParen {
		if after := p.skipGroup(k); after == k || p.at(after).Kind != LParen {
			t := p.tok() // the one parenthesis holds letters
			p.i++
			spec.Type = &TypeSpec{Range: t.Range, Base: typeWords[t.Text]}
			if _, ok := typeWords[t.Text]; !ok || t.Kind != NameTok {
				p.fail("C0011", t.Range, "expected a type, found '%s'", shown(t))
			}
		}
	}
	if spec.Type == nil {
		spec.Type = p.typeSpec(false)
	}
	open := p.i
	p.expect(LParen)
	for {
		from := p.letter()
		to := from
		if p.accept(Minus) {
			to = p.letter()
		}
		spec.Letters = append(spec.Letters, LetterRange{from, to})
		if !p.accept(Comma) {
			break
		}
	}
	p.expectClose(RParen, open)
	spec.Range = p.from(start)
	return spec
}

func (p *parser) letter() byte {
	t := p.tok()
	if t.Kind != NameTok || len(t.Text) != 1 {
		p.failExpected("a letter")
		return 'a'
	}
	p.i++
	return t.Text[0]
}

func parameterStmt(p *parser, b Base) Stmt {
	s := &ParameterStmt{Base: b}
	p.word("parameter")
	open := p.i
	if s.Parens = !p.is(NameTok); s.Parens {
		p.expect(LParen)
	}
	for {
		s.Defs = append(s.Defs, p.paramDef(true))
		if !p.accept(Comma) {
			break
		}
	}
	if s.Parens {
		p.expectClose(RParen, open)
	}
	p.end()
	return s
}

// isOldParameter tells `PARAMETER PI = 3` in fixed form, which is older than the standard, from an
// assignment to PARAMETERPI: by the blank behind the word, or by a second constant.
func (p *parser) isOldParameter() bool {
	const word = "parameter"
	t := p.tok()
	return p.raw.starts != nil && len(t.Text) > len(word) && strings.HasPrefix(t.Text, word) &&
		p.peekKind(1) == Assign &&
		(len(t.Pieces) > 0 && t.Pieces[0].Len() == len(word) || p.severalDefs())
}

// severalDefs tells whether a comma stands in the statement outside of parentheses and brackets.
func (p *parser) severalDefs() bool {
	depth := 0
	for i := p.i; i < len(p.toks); i++ {
		switch p.toks[i].Kind {
		case LParen, LBracket, LArrayCons:
			depth++
		case RParen, RBracket, RArrayCons:
			depth--
		case Comma:
			if depth == 0 {
				return true
			}
		}
	}
	return false
}

func (p *parser) paramDef(need bool) *ParamDef {
	start := p.i
	d := &ParamDef{Name: p.ident("a name")}
	if need {
		p.expect(Assign)
		d.Value = p.expr()
	} else if p.accept(Assign) {
		d.Value = p.expr()
	}
	d.Range = p.from(start)
	return d
}

func dataStmt(p *parser, b Base) Stmt {
	s := &DataStmt{Base: b}
	p.word("data")
	for {
		start := p.i
		set := &DataSet{}
		for {
			if p.is(LParen) {
				set.Objects = append(set.Objects, p.primary(true))
			} else {
				set.Objects = append(set.Objects, p.dataRef(true))
			}
			if !p.accept(Comma) {
				break
			}
		}
		set.Values = p.dataValues()
		set.Range = p.from(start)
		s.Sets = append(s.Sets, set)
		p.accept(Comma)
		if p.is(EOS) {
			break
		}
	}
	p.end()
	return s
}

// dataValues parses `/ values /`.
func (p *parser) dataValues() []*DataValue {
	p.expect(Slash)
	var list []*DataValue
	for {
		start := p.i
		v := &DataValue{Value: p.dataConstant()}
		if p.accept(StarTok) {
			v.Repeat, v.Value = v.Value, p.dataConstant()
		}
		v.Range = p.from(start)
		list = append(list, v)
		if !p.accept(Comma) {
			break
		}
	}
	p.expect(Slash)
	return list
}

// dataConstant parses a constant with sign; `/` ends it.
func (p *parser) dataConstant() Expr {
	start, t := p.i, p.tok()
	if t.Kind == Plus || t.Kind == Minus {
		p.i++
		op := OpAdd
		if t.Kind == Minus {
			op = OpSub
		}
		return &Unary{Op: op, X: p.primary(false), Range: p.from(start)}
	}
	return p.primary(false)
}

func commonStmt(p *parser, b Base) Stmt {
	s := &CommonStmt{Base: b}
	p.word("common")
	for {
		start := p.i
		blk := &CommonBlock{}
		if p.accept(Slash) {
			blk.Name = p.ident("a common block name")
			p.expect(Slash)
		} else if !p.accept(Concat) && len(s.Blocks) > 0 {
			break
		}
		for {
			blk.Objects = append(blk.Objects, p.entityShape())
			if !p.accept(Comma) || p.is(Slash) || p.is(Concat) {
				break
			}
		}
		blk.Range = p.from(start)
		s.Blocks = append(s.Blocks, blk)
		if !p.is(Slash) && !p.is(Concat) {
			break
		}
	}
	p.end()
	return s
}

// entityShape parses a name with shape and nothing more: in COMMON a `/` begins the next block.
func (p *parser) entityShape() *Entity {
	start := p.i
	e := &Entity{Name: p.ident("a name")}
	e.Dims = p.optArraySpec()
	e.Codims = p.optCoarraySpec()
	e.Range = p.from(start)
	return e
}

func equivalenceStmt(p *parser, b Base) Stmt {
	s := &EquivalenceStmt{Base: b}
	p.word("equivalence")
	for {
		open := p.i
		p.expect(LParen)
		s.Sets = append(s.Sets, p.exprList())
		p.expectClose(RParen, open)
		if !p.accept(Comma) {
			break
		}
	}
	p.end()
	return s
}

func namelistStmt(p *parser, b Base) Stmt {
	s := &NamelistStmt{Base: b}
	p.word("namelist")
	for {
		start := p.i
		p.expect(Slash)
		g := &NamelistGroup{Name: p.ident("a namelist group name")}
		p.expect(Slash)
		for {
			g.Items = append(g.Items, p.ident("a variable name"))
			if !p.accept(Comma) || p.is(Slash) {
				break
			}
		}
		g.Range = p.from(start)
		s.Groups = append(s.Groups, g)
		if !p.is(Slash) {
			break
		}
	}
	p.end()
	return s
}

func useStmt(p *parser, b Base) Stmt {
	s := &UseStmt{Base: b}
	p.word("use")
	if p.accept(Comma) {
		if w := p.ident("'intrinsic' or 'non_intrinsic'"); w.Name == "intrinsic" ||
			w.Name == "non_intrinsic" {
			s.Nature = w.Name
		} else {
			p.fail("C0011", w.Range, "expected 'intrinsic' or 'non_intrinsic'")
		}
		p.expect(DoubleColon)
	} else {
		p.accept(DoubleColon)
	}
	s.Module = p.ident("a module name")
	if p.accept(Comma) {
		at := p.i
		if p.isWholeWord("only") && p.peekKind(1) == Colon {
			p.i += 2
			s.Only, s.OnlyPos = true, p.from(at)
		}
		if !(s.Only && p.is(EOS)) {
			s.Items = append(s.Items, p.useItem())
			for p.accept(Comma) {
				s.Items = append(s.Items, p.useItem())
			}
		}
	}
	p.end()
	return s
}

func (p *parser) useItem() *UseItem {
	start := p.i
	u := &UseItem{}
	g := p.genericSpec()
	if p.accept(Arrow) {
		u.Local, u.LocalSpec = g.Name, g
		g = p.genericSpec()
	}
	if g.Kind == GenericName {
		u.Name, u.LocalSpec = g.Name, nil
	} else {
		u.Spec, u.Local = g, nil
	}
	u.Range = p.from(start)
	return u
}

func importStmt(p *parser, b Base) Stmt {
	s := &ImportStmt{Base: b}
	p.word("import")
	switch {
	case p.accept(Comma):
		w := p.ident("'only', 'none' or 'all'")
		switch s.Mode = w.Name; s.Mode {
		case "only":
			p.expect(Colon)
			s.Names = p.idents("a name")
		case "none", "all":
		default:
			p.fail("C0011", w.Range, "expected 'only', 'none' or 'all'")
		}
	default:
		if p.accept(DoubleColon) || !p.is(EOS) {
			s.Names = p.idents("a name")
		}
	}
	p.end()
	return s
}
