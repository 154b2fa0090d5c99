package syntax

import "github.com/coral-pgas/coral/internal/diag"

// peek gives the next statement without consuming it, nil at the end of the file.
func (p *parser) peek() Stmt {
	if p.ahead == nil && !p.atEOF {
		raw, ok := p.stream.next()
		if !ok || p.tooManyErrors(&raw) {
			p.atEOF = true
			return nil
		}
		p.ahead = p.statement(raw)
	}
	return p.ahead
}

// tooManyErrors ends the reading of a hopeless source, and says so.
func (p *parser) tooManyErrors(raw *rawStmt) bool {
	if p.diags.ErrorCount()-p.before < maxErrors {
		return false
	}
	p.diags.Errorf("C0009", raw.toks[0].Range, "too many errors; the source is not read further")
	return true
}

// take consumes the next statement.
func (p *parser) take() Stmt {
	s := p.peek()
	if s != nil {
		p.ahead = nil
		p.file.Stmts = append(p.file.Stmts, s)
		s.Info().Place = int32(len(p.file.Stmts))
		p.lastEnd = s.Span()
	}
	return s
}

// innermost is what the innermost open construct or unit waits for.
func (p *parser) innermost() EndKind {
	if len(p.open) == 0 {
		return EndAny
	}
	return p.open[len(p.open)-1].kind
}

func (p *parser) waitsFor(k EndKind) bool {
	for _, o := range p.open {
		if o.kind == k {
			return true
		}
	}
	return false
}

func isUnitEnd(k EndKind) bool { return k <= EndBlockData }

// push opens a construct or unit; false if they are nested too deep.
func (p *parser) push(k EndKind, at diag.Range) bool {
	p.open = append(p.open, opened{k, at})
	if len(p.open) >= maxDepth && !p.tooDeep {
		p.tooDeep = true
		p.diags.Errorf("C0031", at, "constructs are nested more than %d deep", maxDepth)
	}
	return len(p.open) < maxDepth
}

func (p *parser) pop() { p.open = p.open[:len(p.open)-1] }

// units parses the file.
func (p *parser) units() {
	for {
		p.ctx = ctxUnit
		s := p.peek()
		if s == nil {
			return
		}
		if u := p.unit(s); u != nil {
			p.file.Units = append(p.file.Units, u)
		}
	}
}

func (p *parser) unit(s Stmt) Unit {
	switch h := s.(type) {
	case *ProgramStmt:
		p.take()
		u := &MainProgram{Head: h}
		u.End = p.scope(&u.ScopeBody, EndProgram, h.Range, h.Name, "program", true)
		u.Range = h.Range.Join(p.lastEnd)
		return u
	case *ModuleStmt:
		p.take()
		u := &Module{Head: h}
		u.End = p.scope(&u.ScopeBody, EndModule, h.Range, h.Name, "module", false)
		u.Range = h.Range.Join(p.lastEnd)
		return u
	case *SubmoduleStmt:
		p.take()
		u := &Submodule{Head: h}
		u.End = p.scope(&u.ScopeBody, EndSubmodule, h.Range, h.Name, "submodule", false)
		u.Range = h.Range.Join(p.lastEnd)
		return u
	case *BlockDataStmt:
		p.take()
		u := &BlockData{Head: h}
		u.End = p.scope(&u.ScopeBody, EndBlockData, h.Range, h.Name, "block data", false)
		u.Range = h.Range.Join(p.lastEnd)
		return u
	case *ProcStmt:
		return p.subprogram(h, true)
	case *ContainsStmt:
		if len(p.file.Units) == 0 {
			break // a main program of internal procedures alone (F2018 R1401)
		}
		p.take()
		p.diags.Errorf("C0018", h.Range, "CONTAINS outside a program unit")
		return nil
	case *EndStmt:
		if h.Kind != EndAny && h.Kind != EndProgram {
			p.take()
			p.stray(h)
			return nil
		}
	}
	u := &MainProgram{}
	first := s.Span()
	u.End = p.scope(&u.ScopeBody, EndProgram, first, nil, "program", true)
	u.Range = first.Join(p.lastEnd)
	return u
}

// subprogram parses a subprogram whose first statement is next. exec: it may have executable
// statements.
func (p *parser) subprogram(h *ProcStmt, exec bool) *Subprogram {
	p.take()
	u := &Subprogram{Head: h}
	kind, what := EndSubroutine, "subroutine"
	switch h.Kind {
	case Function:
		kind, what = EndFunction, "function"
	case ModuleProcedure:
		kind, what = EndProcedure, "procedure"
	}
	u.End = p.scope(&u.ScopeBody, kind, h.Range, h.Name, what, exec)
	u.Range = h.Range.Join(p.lastEnd)
	return u
}

// scope parses all of a unit after its first statement.
func (p *parser) scope(body *ScopeBody, kind EndKind, at diag.Range, name *Ident, what string,
	exec bool) *EndStmt {
	saved := p.ctx
	defer func() { p.ctx = saved }()
	p.ctx = ctxBody
	defer p.pop()
	if !p.push(kind, at) {
		return nil
	}
	var pending []Item
	body.Spec, pending = p.specPart()
	body.Exec = append(pending, p.block(true)...)
	if !exec && len(body.Exec) > 0 {
		first := body.Exec[0].Span()
		if o, ok := body.Exec[0].(*OpaqueStmt); !ok || !o.Bad {
			p.diags.Errorf("C0018", first, "an executable statement cannot stand in this %s",
				place(kind))
		}
	}
	if c, ok := p.peek().(*ContainsStmt); ok {
		p.take()
		body.Contains = c
		p.contained(body)
	}
	return p.unitEnd(kind, at, name, what)
}

func place(kind EndKind) string {
	switch kind {
	case EndModule:
		return "module"
	case EndSubmodule:
		return "submodule"
	case EndBlockData:
		return "block data program unit"
	}
	return "interface body"
}

// contained parses the subprograms after CONTAINS.
func (p *parser) contained(body *ScopeBody) {
	for {
		p.ctx = ctxUnit
		switch s := p.peek().(type) {
		case nil:
			return
		case *ProcStmt:
			body.Procs = append(body.Procs, p.subprogram(s, true))
		case *EndStmt:
			if isUnitEnd(s.Kind) || p.waitsFor(s.Kind) {
				return
			}
			p.take()
			p.stray(s)
		case *ProgramStmt, *ModuleStmt, *SubmoduleStmt, *BlockDataStmt:
			return
		default:
			p.take()
			if o, ok := s.(*OpaqueStmt); !ok || !o.Bad {
				p.diags.Errorf("C0018", s.Span(), "only subprograms can stand after CONTAINS")
			}
		}
	}
}

// unitEnd takes the END of a program unit or subprogram.
func (p *parser) unitEnd(kind EndKind, at diag.Range, name *Ident, what string) *EndStmt {
	e, ok := p.peek().(*EndStmt)
	if !ok || e.Kind != kind && e.Kind != EndAny {
		if ok && !p.outerWaits(e.Kind) { // `end function` for a subroutine: meant for this one
			p.take()
			p.diags.Errorf("C0015", e.Range, "expected 'end %s', found '%s'", what,
				e.Body().Text()).Note(at, "the %s begins here", what)
			return e
		}
		p.missingEnd(what, at)
		return nil
	}
	p.take()
	if e.Name != nil && (name == nil || e.Name.Name != name.Name) {
		d := p.diags.Errorf("C0017", e.Name.Range, "'%s' is not the name of this %s", e.Name.Name,
			what)
		if name != nil {
			d.Note(name.Range, "its name is '%s'", name.Name)
		}
	}
	return e
}

// outerWaits tells whether an enclosing construct or unit, the innermost excluded, waits for an END
// of the given kind.
func (p *parser) outerWaits(k EndKind) bool {
	for _, o := range p.open[:len(p.open)-1] {
		if o.kind == k {
			return true
		}
	}
	return false
}

func (p *parser) missingEnd(what string, at diag.Range) {
	if p.tooDeep || p.diags.ErrorCount()-p.before >= maxErrors {
		return
	}
	r := p.lastEnd.To()
	if s := p.peek(); s != nil {
		r = s.Span()
		p.diags.Errorf("C0016", r, "'end %s' is missing before this statement", what).Note(at,
			"the %s begins here", what)
		return
	}
	p.diags.Errorf("C0016", r, "'end %s' is missing at the end of the file", what).Note(at,
		"the %s begins here", what)
}

// stray reports an END, ELSE, CASE and so on that belongs to nothing.
func (p *parser) stray(s Stmt) {
	words := firstWords(s)
	if o, ok := s.(*OpaqueStmt); ok && o.Bad || p.enumeration && words == "enumerator" {
		return
	}
	p.diags.Errorf("C0018", s.Span(), "'%s' belongs to no construct here", words)
}

// firstWords is the keyword or keywords of a statement, for messages.
func firstWords(s Stmt) string {
	toks := s.Info().Tokens()
	if len(toks) == 0 {
		return ""
	}
	w := toks[0].Text
	if len(toks) > 1 && toks[1].Kind == NameTok &&
		(w == "end" || w == "else" || w == "select" || w == "type" || w == "class") {
		w += " " + toks[1].Text
	}
	return w
}

// specPart parses a specification part. pending are trailing statements that may be statement
// functions or may be the first assignments.
func (p *parser) specPart() (spec, pending []Item) {
	for {
		s := p.peek()
		switch h := s.(type) {
		case nil:
			return spec, pending
		case *AssignStmt:
			if h.Label != nil || !stmtFuncShape(h.LHS()) {
				return spec, pending
			}
			p.take()
			h.MaybeStmtFunc = true
			pending = append(pending, h)
			continue
		case *EnumeratorStmt:
			if p.enumeration { // what follows the refused type are specifications still
				p.take()
				continue
			}
		}
		if o, ok := s.(*OpaqueStmt); ok && len(pending) > 0 && o.Bad {
			return spec, pending
		}
		if !isSpec(s) {
			return spec, pending
		}
		spec = append(append(spec, pending...), p.specItem(s))
		pending = nil
	}
}

// stmtFuncShape tells whether a left side looks like that of a statement function: `name ( [
// name-list ] )`.
func stmtFuncShape(lhs Expr) bool {
	r, ok := lhs.(*Ref)
	if !ok || len(r.Parts) != 1 {
		return false
	}
	part := r.Parts[0]
	if part.Args == nil || part.Selector != nil || part.Second() != nil {
		return false
	}
	for _, a := range part.Args.Items {
		if x, ok := a.Value.(*Ref); !ok || a.Keyword != nil || !x.IsName() {
			return false
		}
	}
	return true
}

// isSpec tells whether a statement can stand in a specification part.
func isSpec(s Stmt) bool {
	switch h := s.(type) {
	case *TypeDeclStmt, *AttrStmt, *CrayPointerStmt, *ImplicitStmt, *ParameterStmt, *DataStmt,
		*CommonStmt, *EquivalenceStmt,
		*NamelistStmt, *UseStmt, *ImportStmt, *InterfaceStmt, *GenericStmt, *ProcDeclStmt,
		*DerivedTypeStmt, *EnumStmt,
		*EntryStmt, *FormatStmt:
		return true
	case *XMPStmt:
		return h.Name == "nodes" || h.Name == "coarray"
	case *OpaqueStmt:
		return h.Bad || isLegacyStructure(h)
	}
	return false
}

// isDecl tells whether a statement can stand only in a specification part.
func isDecl(s Stmt) bool {
	switch h := s.(type) {
	case *DataStmt, *EntryStmt, *FormatStmt, *XMPStmt:
		return false
	case *OpaqueStmt:
		return isLegacyStructure(h)
	}
	return isSpec(s)
}

// specItem consumes a specification statement, and what belongs to it if it begins a definition.
func (p *parser) specItem(s Stmt) Item {
	switch h := s.(type) {
	case *DerivedTypeStmt:
		return p.derivedTypeDef(h)
	case *InterfaceStmt:
		return p.interfaceBlock(h)
	case *EnumStmt:
		return p.enumDef(h)
	case *OpaqueStmt:
		if isLegacyStructure(h) {
			return p.structureDef(h)
		}
	}
	return p.take()
}

func isLegacyStructure(o *OpaqueStmt) bool { return !o.Bad && legacyEnd(o) != EndAny }

func legacyEnd(o *OpaqueStmt) EndKind {
	switch {
	case len(o.Keyword) >= 9 && o.Keyword[:9] == "structure":
		return EndStructure
	case o.Keyword == "union":
		return EndUnion
	case o.Keyword == "map":
		return EndMap
	}
	return EndAny
}

// definition parses the statements of a definition up to its END.
func (p *parser) definition(ctx context, kind EndKind, what string, at diag.Range,
	item func(Stmt) bool) *EndStmt {
	saved := p.ctx
	defer func() { p.ctx = saved }()
	if !p.push(kind, at) {
		p.pop()
		return nil
	}
	defer p.pop()
	for {
		p.ctx = ctx
		s := p.peek()
		switch h := s.(type) {
		case nil:
			p.missingEnd(what, at)
			return nil
		case *EndStmt:
			if h.Kind == kind {
				p.take()
				return h
			}
			if h.Kind == EndAny || p.waitsFor(h.Kind) {
				p.missingEnd(what, at)
				return nil
			}
			p.take()
			p.stray(h)
			continue
		case *OpaqueStmt:
			if h.Bad {
				p.take()
				item(h)
				continue
			}
		}
		if !item(s) {
			p.missingEnd(what, at)
			return nil
		}
		ctx = p.ctx
	}
}

func (p *parser) derivedTypeDef(h *DerivedTypeStmt) Item {
	p.take()
	d := &DerivedTypeDef{Head: h}
	d.End = p.definition(ctxType, EndType, "type", h.Range, func(s Stmt) bool {
		switch c := s.(type) {
		case *ContainsStmt:
			d.Contains = c
			p.ctx = ctxBindings
		case *TypeDeclStmt, *ProcDeclStmt, *AttrStmt, *SequenceStmt, *BindingStmt, *GenericStmt,
			*FinalStmt, *OpaqueStmt:
			if d.Contains != nil {
				d.Bindings = append(d.Bindings, s)
			} else {
				d.Components = append(d.Components, s)
			}
		default:
			return false
		}
		if p.ahead != nil { // a bad statement was consumed by definition
			p.take()
		}
		return true
	})
	p.checkName(d.End, h.Name, "type")
	d.Range = h.Range.Join(p.lastEnd)
	return d
}

func (p *parser) interfaceBlock(h *InterfaceStmt) Item {
	p.take()
	d := &InterfaceBlock{Head: h}
	d.End = p.definition(ctxInterface, EndInterface, "interface", h.Range, func(s Stmt) bool {
		switch c := s.(type) {
		case *ProcStmt:
			d.Items = append(d.Items, p.subprogram(c, false))
			return true
		case *ModuleProcStmt, *OpaqueStmt:
			d.Items = append(d.Items, s)
		default:
			return false
		}
		if p.ahead != nil {
			p.take()
		}
		return true
	})
	d.Range = h.Range.Join(p.lastEnd)
	return d
}

func (p *parser) enumDef(h *EnumStmt) Item {
	p.take()
	d := &EnumDef{Head: h}
	d.End = p.definition(ctxBody, EndEnum, "enum", h.Range, func(s Stmt) bool {
		switch s.(type) {
		case *EnumeratorStmt, *OpaqueStmt:
			d.Items = append(d.Items, s)
		default:
			return false
		}
		if p.ahead != nil {
			p.take()
		}
		return true
	})
	d.Range = h.Range.Join(p.lastEnd)
	return d
}

func (p *parser) structureDef(h *OpaqueStmt) Item {
	p.take()
	d := &StructureDef{Head: h}
	kind := legacyEnd(h)
	d.End = p.definition(ctxType, kind, h.Keyword, h.Range, func(s Stmt) bool {
		if o, ok := s.(*OpaqueStmt); ok && isLegacyStructure(o) {
			d.Items = append(d.Items, p.structureDef(o))
			return true
		}
		d.Items = append(d.Items, s)
		if p.ahead != nil {
			p.take()
		}
		return true
	})
	d.Range = h.Range.Join(p.lastEnd)
	return d
}

// checkName compares the name on an END with that of the beginning.
func (p *parser) checkName(e *EndStmt, name *Ident, what string) {
	if e == nil || e.Name == nil || name != nil && name.Name == e.Name.Name {
		return
	}
	d := p.diags.Errorf("C0017", e.Name.Range, "'%s' is not the name of this %s", e.Name.Name, what)
	if name != nil {
		d.Note(name.Range, "its name is '%s'", name.Name)
	}
}

// IndexOf is a statement's place in its file, from 0; 0 too for statements that have none of their
// own.
func IndexOf(s Stmt) int {
	if s == nil {
		return 0
	}
	return max(int(s.Info().Place)-1, 0)
}
