package syntax

import (
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
)

var prefixWords = []string{"recursive", "non_recursive", "pure", "impure", "elemental", "module",
	"simple"}

// functionAhead tells whether, after a type, a function statement goes on: [ prefixes ] FUNCTION
// name (.
func (p *parser) functionAhead() bool {
	if p.raw.starts != nil {
		if p.ctx == ctxBody || p.ctx == ctxType || !p.is(NameTok) || p.peekKind(1) != LParen {
			return false
		}
		rest := p.tok().Text
		for {
			n := len(rest)
			for _, w := range prefixWords {
				rest = strings.TrimPrefix(rest, w)
			}
			if len(rest) == n {
				return len(rest) > len("function") && strings.HasPrefix(rest, "function")
			}
		}
	}
	k := p.i
	for p.at(k).Kind == NameTok && isPrefix(p.at(k).Text) {
		k++
	}
	return p.at(k).Kind == NameTok && p.at(k).Text == "function" && p.at(k+1).Kind == NameTok &&
		p.at(k+2).Kind == LParen
}

func isPrefix(w string) bool {
	for _, x := range prefixWords {
		if x == w {
			return true
		}
	}
	return false
}

// prefixed parses a statement that begins with a prefix word, FUNCTION or SUBROUTINE.
func prefixed(p *parser, b Base) Stmt {
	return p.procedureAfter(b, p.i, nil)
}

// procedureAfter parses a subprogram's first statement, its type having been read if ts is set.
func (p *parser) procedureAfter(b Base, start int, ts *TypeSpec) Stmt {
	s := &ProcStmt{Base: b, Type: ts}
prefixes:
	for {
		t := p.tok()
		for _, w := range prefixWords {
			if p.isWord(w) {
				p.word(w)
				s.Prefixes = append(s.Prefixes, &Prefix{Range: p.at(p.i - 1).Range, Name: w})
				continue prefixes
			}
		}
		if w := p.typeWord(); w != "" && s.Type == nil && t.Kind == NameTok {
			s.Type = p.typeSpec(false)
			continue
		}
		break
	}
	switch {
	case p.word("function"):
		s.Kind = Function
	case p.word("subroutine"):
		s.Kind = Subroutine
	default:
		p.failExpected("'function' or 'subroutine'")
	}
	s.HeadRange = p.from(start)
	s.Name = p.ident("a name")
	if p.is(LParen) {
		s.Args, s.Params = p.dummyArgs()
	} else if s.Kind == Function {
		p.failExpected("'('")
	}
	s.Result, s.Bind = p.suffix()
	p.end()
	return s
}

func (p *parser) dummyArgs() ([]*DummyArg, diag.Range) {
	open := p.i
	var list []*DummyArg
	p.expect(LParen)
	if !p.is(RParen) {
		for {
			t := p.tok()
			if p.accept(StarTok) {
				list = append(list, &DummyArg{Range: t.Range})
			} else {
				list = append(list, &DummyArg{Range: t.Range,
					Name: p.ident("a dummy argument name")})
			}
			if !p.accept(Comma) {
				break
			}
		}
	}
	p.expectClose(RParen, open)
	return list, p.from(open)
}

// suffix parses RESULT ( ) and BIND ( ), in either order.
func (p *parser) suffix() (result *Ident, bind *BindSpec) {
	for p.is(NameTok) {
		switch {
		case p.isWholeWord("result") && result == nil:
			p.i++
			open := p.i
			p.expect(LParen)
			result = p.ident("a name")
			p.expectClose(RParen, open)
		case p.isWholeWord("bind") && bind == nil:
			p.i++
			bind = p.bindArgument(p.i - 1)
		default:
			return result, bind
		}
	}
	return result, bind
}

func programStmt(p *parser, b Base) Stmt {
	p.word("program")
	s := &ProgramStmt{Base: b, Name: p.ident("a program name")}
	if p.is(LParen) && p.skipGroup(p.i) == len(p.toks) { // PROGRAM P(INPUT, OUTPUT)
		p.i = len(p.toks)
	}
	p.end()
	return s
}

// moduleStmt parses what begins with MODULE: a module, MODULE PROCEDURE, or a prefixed subprogram.
func moduleStmt(p *parser, b Base) Stmt {
	start := p.i
	p.word("module")
	switch {
	case p.isWord("procedure") &&
		// between units it is a module whose name begins so
		(p.ctx != ctxUnit || p.peekKind(1) != EOS ||
			len(p.open) > 0 && len(p.tok().Text) > len("procedure")):
		p.word("procedure")
		if p.ctx == ctxInterface {
			s := &ModuleProcStmt{Base: b, Module: true}
			p.accept(DoubleColon)
			s.Names = p.idents("a procedure name")
			p.end()
			return s
		}
		s := &ProcStmt{Base: b, Kind: ModuleProcedure, HeadRange: p.from(start)}
		s.Name = p.ident("a procedure name")
		p.end()
		return s
	case p.peekKind(1) != EOS || p.raw.starts != nil && p.prefixedTail():
		p.i = start
		return p.procedureAfter(b, start, nil)
	}
	s := &ModuleStmt{Base: b, Name: p.ident("a module name")}
	p.end()
	return s
}

// prefixedTail tells MODULESUBROUTINEFOO from MODULEFOO in fixed form; the standard takes the
// former.
func (p *parser) prefixedTail() bool {
	return p.isWord("subroutine") && len(p.tok().Text) > len("subroutine")
}

func submoduleStmt(p *parser, b Base) Stmt {
	s := &SubmoduleStmt{Base: b}
	p.word("submodule")
	open := p.i
	p.expect(LParen)
	s.Ancestor = p.ident("a module name")
	if p.accept(Colon) {
		s.Parent = p.ident("a submodule name")
	}
	p.expectClose(RParen, open)
	s.Name = p.ident("a submodule name")
	p.end()
	return s
}

func interfaceStmt(p *parser, b Base) Stmt {
	s := &InterfaceStmt{Base: b}
	s.Abstract = p.word("abstract")
	p.word("interface")
	if !p.is(EOS) && !s.Abstract {
		s.Spec = p.genericSpec()
	}
	p.end()
	return s
}

// procedureStmt parses what begins with PROCEDURE: a declaration, a binding, or a list in an
// interface block.
func procedureStmt(p *parser, b Base) Stmt {
	p.word("procedure")
	switch p.ctx {
	case ctxInterface:
		s := &ModuleProcStmt{Base: b}
		p.accept(DoubleColon)
		s.Names = p.idents("a procedure name")
		p.end()
		return s
	case ctxBindings:
		return p.bindings(b)
	}
	s := &ProcDeclStmt{Base: b}
	open := p.i
	p.expect(LParen)
	if !p.is(RParen) {
		if k := p.peekKind(1); p.typeWord() != "" && (k != RParen || p.intrinsicAhead()) {
			s.Type = p.typeSpec(false)
		} else {
			s.Interface = p.ident("an interface name")
		}
	}
	p.expectClose(RParen, open)
	s.Attrs, s.Colons = p.attrs()
	s.Entities = p.entities()
	p.end()
	return s
}

func (p *parser) bindings(b Base) Stmt {
	s := &BindingStmt{Base: b}
	if open := p.i; p.accept(LParen) {
		s.Interface = p.ident("an interface name")
		p.expectClose(RParen, open)
	}
	s.Attrs, _ = p.attrs()
	for {
		start := p.i
		bd := &Binding{Name: p.ident("a binding name")}
		if p.accept(Arrow) {
			bd.Proc = p.ident("a procedure name")
		}
		bd.Range = p.from(start)
		s.Bindings = append(s.Bindings, bd)
		if !p.accept(Comma) {
			break
		}
	}
	p.end()
	return s
}

func genericStmt(p *parser, b Base) Stmt {
	s := &GenericStmt{Base: b}
	p.word("generic")
	s.Attrs, _ = p.attrs()
	s.Spec = p.genericSpec()
	p.expect(Arrow)
	s.Names = p.idents("a procedure name")
	p.end()
	return s
}

func finalStmt(p *parser, b Base) Stmt {
	p.word("final")
	p.accept(DoubleColon)
	s := &FinalStmt{Base: b, Names: p.idents("a procedure name")}
	p.end()
	return s
}

func (p *parser) derivedType(b Base) Stmt {
	s := &DerivedTypeStmt{Base: b}
	p.word("type")
	s.Attrs, _ = p.attrs()
	s.Name = p.ident("a type name")
	if open := p.i; p.accept(LParen) {
		if !p.is(RParen) {
			s.Params = p.idents("a type parameter name")
		}
		p.expectClose(RParen, open)
	}
	p.end()
	return s
}

func enumStmt(p *parser, b Base) Stmt {
	s := &EnumStmt{Base: b}
	p.word("enum")
	if p.accept(Comma) {
		if p.isWholeWord("bind") {
			p.i++
			p.bindArgument(p.i - 1)
		} else {
			p.failExpected("'bind(c)'")
		}
	}
	if colons := p.i; p.accept(DoubleColon) {
		s.Name = p.ident("a name")
		p.refuseNew(p.from(colons), "an enumeration with a name",
			"leave out the name, and declare its variables integer(c_int)")
	}
	p.end()
	return s
}

func enumeratorStmt(p *parser, b Base) Stmt {
	s := &EnumeratorStmt{Base: b}
	p.word("enumerator")
	p.accept(DoubleColon)
	for {
		s.Defs = append(s.Defs, p.paramDef(false))
		if !p.accept(Comma) {
			break
		}
	}
	p.end()
	return s
}

func entryStmt(p *parser, b Base) Stmt {
	s := &EntryStmt{Base: b}
	p.word("entry")
	s.Name = p.ident("an entry name")
	if p.is(LParen) {
		s.Args, s.Params = p.dummyArgs()
	}
	s.Result, s.Bind = p.suffix()
	p.end()
	return s
}

func blockStmt(p *parser, b Base) Stmt {
	p.joined("block")
	if p.word("data") {
		s := &BlockDataStmt{Base: b, Name: p.optIdent()}
		p.end()
		return s
	}
	p.end()
	return &BlockStmt{Base: b}
}

func containsStmt(p *parser, b Base) Stmt {
	p.word("contains")
	p.end()
	return &ContainsStmt{Base: b}
}

func sequenceStmt(p *parser, b Base) Stmt {
	p.word("sequence")
	p.end()
	return &SequenceStmt{Base: b}
}

// endWords are the words after END, longest first where one begins another.
var endWords = []struct {
	word string
	kind EndKind
}{
	{"program", EndProgram}, {"procedure", EndProcedure}, {"module", EndModule}, {"submodule",
		EndSubmodule},
	{"subroutine", EndSubroutine}, {"function", EndFunction}, {"block", EndBlock}, {"if", EndIf},
	{"do", EndDo},
	{"select", EndSelect}, {"where", EndWhere}, {"forall", EndForall}, {"associate", EndAssociate},
	{"critical", EndCritical}, {"team", EndTeam}, {"type", EndType}, {"interface", EndInterface},
	{"enum", EndEnum},
	{"structure", EndStructure}, {"union", EndUnion}, {"map", EndMap}, {"with", EndWithTeam},
	{"finish", EndFinish},
}

// endStmt parses a statement that begins with END.
func endStmt(p *parser, b Base) Stmt {
	p.word("end")
	s := &EndStmt{Base: b}
	if p.is(EOS) {
		return s
	}
	if p.isWord("file") {
		return p.positionStmt(b, "file", IOEndfile)
	}
	found, joined := false, false
	for _, w := range endWords {
		if w.kind == EndWithTeam && p.isWholeWord("withteam") { // Rice's spelling
			p.i++
			s.Kind, found, joined = EndWithTeam, true, true
			break
		}
		if p.isWord(w.word) || w.kind == EndBlock && p.isWholeWord("blockdata") {
			p.joined(w.word)
			s.Kind, found = w.kind, true
			break
		}
	}
	switch {
	case !found && p.enumeration && p.isWord("enumeration"):
		p.bad = true
		return p.opaque(b)
	case !found && p.isWholeWord("change"): // the construct ends with END TEAM (F2018 R1113)
		s.Kind = EndTeam
		p.fail("C0015", b.Range, "expected 'end team', found '%s': "+
			"CHANGE TEAM ends with END TEAM", b.Body().Text())
		return s
	case !found:
		t := p.tok()
		p.fail("C0015", t.Range, "'%s' is nothing that END can end", shown(t))
		return p.opaque(b)
	case s.Kind == EndBlock && p.word("data"):
		s.Kind = EndBlockData
	case s.Kind == EndWithTeam && !joined && !p.word("team"):
		p.failExpected("'team'")
	}
	if p.is(LParen) && (s.Kind == EndTeam || s.Kind == EndCritical) {
		s.Stats = p.specList(syncSpecs)
	}
	switch {
	case s.Kind == EndInterface && !p.is(EOS):
		s.Spec = p.genericSpec()
	case s.Kind == EndStructure || s.Kind == EndUnion || s.Kind == EndMap:
	default:
		s.Name = p.optIdent()
	}
	p.end()
	return s
}
