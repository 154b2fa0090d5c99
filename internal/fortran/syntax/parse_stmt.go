package syntax

import (
	"slices"
	"sort"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
)

// handler parses the statements that begin with a keyword. It returns nil if the statement is not
// one of them.
type handler func(*parser, Base) Stmt

// handlers by first word. A word is looked up only after it is clear that the statement is no
// assignment.
var handlers map[string]handler

// fixedWords are the first words by their initial, longest first, for fixed form.
var fixedWords [26][]string

// freeJoined are words that free form lets a statement write together (F2018 6.3.2.2), with the
// length of the first.
var freeJoined = map[string]int{
	"blockdata": 5, "elseif": 4, "elsewhere": 4, "endassociate": 3, "endblock": 3,
	"endblockdata": 3, "endcritical": 3,
	"enddo": 3, "endenum": 3, "endfile": 3, "endfinish": 3,
	"endforall": 3, "endfunction": 3, "endif": 3,
	"endinterface": 3, "endmodule": 3,
	"endprocedure": 3, "endprogram": 3, "endselect": 3, "endsubmodule": 3, "endsubroutine": 3,
	"endteam": 3, "endtype": 3,
	"endwhere": 3, "endwith": 3, "endwithteam": 3,
	"goto": 2, "selectcase": 6, "selecttype": 6, "selectrank": 6,
	"endstructure": 3, "endunion": 3, "endmap": 3,
}

// joined are words between which free form demands a blank, though gfortran does not and programs
// have relied on it, with the length of the first.
var joined = map[string]int{
	"syncall": 4, "syncimages": 4, "syncmemory": 4, "syncteam": 4, "errorstop": 5, "failimage": 4,
	"eventpost": 5, "eventwait": 5, "formteam": 4,
	"changeteam": 6,
}

func init() {
	handlers = map[string]handler{
		"abstract": interfaceStmt, "accept": ioSimple(IOAccept), "allocate": allocateStmt,
		"assign":    assignLabelStmt,
		"associate": associateStmt, "backspace": ioPosition(IOBackspace), "block": blockStmt,
		"call": callStmt,
		"case": caseStmt, "change": changeTeamStmt, "close": ioControl(IOClose),
		"common":   commonStmt,
		"contains": containsStmt, "continue": continueStmt, "critical": criticalStmt,
		"cycle": cycleStmt, "data": dataStmt,
		"deallocate": deallocateStmt, "decode": ioControl(IODecode), "do": doStmt, "else": elseStmt,
		"encode": ioControl(IOEncode), "end": endStmt, "entry": entryStmt, "enum": enumStmt,
		"enumerator":  enumeratorStmt,
		"equivalence": equivalenceStmt, "error": errorStopStmt, "event": eventStmt,
		"exit": exitStmt, "fail": failImageStmt,
		"final": finalStmt, "flush": ioPosition(IOFlush), "forall": forallStmt,
		"form": formTeamStmt, "format": formatStmt,
		"function": prefixed, "generic": genericStmt, "go": gotoStmt, "if": ifStmt,
		"implicit": implicitStmt,
		"import":   importStmt, "inquire": ioControl(IOInquire), "interface": interfaceStmt,
		"lock":   lockStmt,
		"module": moduleStmt, "namelist": namelistStmt, "notify": notifyStmt,
		"nullify": nullifyStmt,
		"open":    ioControl(IOOpen), "parameter": parameterStmt, "pause": pauseStmt,
		"print":     ioSimple(IOPrint),
		"procedure": procedureStmt, "program": programStmt, "rank": rankStmt, "read": readStmt,
		"return": returnStmt,
		"rewind": ioPosition(IORewind), "select": selectStmt, "sequence": sequenceStmt,
		"stop":      stopStmt,
		"structure": legacyBlock, "union": legacyBlock, "map": legacyBlock,
		"submodule":  submoduleStmt,
		"subroutine": prefixed, "sync": syncStmt, "unlock": unlockStmt, "use": useStmt,
		"wait":  ioControl(IOWait),
		"where": whereStmt, "write": ioControl(IOWrite), "recursive": prefixed,
		"non_recursive": prefixed, "pure": prefixed,
		"impure": prefixed, "elemental": prefixed, "simple": prefixed, "finish": caf2Stmt,
		"with": caf2Stmt, "spawn": caf2Stmt,
	}
	for _, w := range []string{"allocatable", "asynchronous", "automatic", "bind", "codimension",
		"contiguous", "dimension",
		"external", "intent", "intrinsic", "optional", "pointer", "private", "protected", "public",
		"save", "static", "target",
		"value", "volatile"} {
		handlers[w] = attrStmt(w, attrWords[w])
	}
	for w := range typeWords {
		handlers[w] = typeStmt
	}
	for w := range handlers {
		fixedWords[w[0]-'a'] = append(fixedWords[w[0]-'a'], w)
	}
	for _, list := range fixedWords {
		sort.Slice(list, func(i, j int) bool { return len(list[i]) > len(list[j]) })
	}
}

// constructWords can follow a construct name.
var constructWords = map[string]bool{"associate": true, "block": true, "change": true,
	"critical": true, "do": true,
	"forall": true, "if": true, "select": true, "selectcase": true, "selecttype": true,
	"selectrank": true, "where": true}

// statement parses one statement.
func (p *parser) statement(raw rawStmt) Stmt {
	p.raw, p.toks, p.i, p.bad, p.depth, p.actions = raw, raw.toks, 0, false, 0, 0
	p.pairs = p.pairs[:0]
	last := raw.toks[len(raw.toks)-1].Range
	p.eos = Token{Kind: EOS, Range: last.To()}
	b := Base{Label: raw.label}
	if raw.label != nil {
		b.Range = raw.label.Range
	}
	if raw.ln != nil && raw.ln.xmp {
		b.Range = diag.Range{Src: raw.src, Start: raw.ln.sentinel, End: last.End}
		b.Line = int32(b.Range.Line())
		s := p.xmpDirective(b)
		p.settle(s, 0)
		return s
	}
	if p.constructName() {
		b.ConstructName = p.ident("a construct name")
		b.Range = b.Range.Join(b.ConstructName.Range)
		p.i++
	}
	start := p.i
	b.Range = b.Range.Join(p.at(start).Range).Join(last)
	b.Line = int32(b.Range.Line())
	s := p.body(b)
	p.settle(s, start)
	return s
}

// settle gives a statement its tokens once no more of them can be cut, and replaces what could not
// be parsed.
func (p *parser) settle(s Stmt, start int) {
	s.Info().SetTokens(p.toks[start:])
	switch s := s.(type) {
	case *OpaqueStmt:
		s.Brackets = p.strayBracket(start)
	case *AssignStmt:
		if p.maySleep() {
			p.sleeper.admit(s)
		}
	}
}

// constructName tells whether `name :` is next, in front of a construct.
func (p *parser) constructName() bool {
	if !p.is(NameTok) || p.peekKind(1) != Colon || p.peekKind(2) != NameTok {
		return false
	}
	w := p.at(p.i + 2).Text
	if constructWords[w] {
		return true
	}
	if p.raw.starts != nil {
		for c := range constructWords {
			if strings.HasPrefix(w, c) {
				return true
			}
		}
	}
	return false
}

// body parses a statement without label and construct name, or the action of an IF statement.
func (p *parser) body(b Base) Stmt {
	start := p.i
	if p.is(NameTok) && p.isDoInFixedForm() {
		return doStmt(p, b)
	}
	if p.is(NameTok) && !p.isOldParameter() {
		if k := p.assignmentAt(); k >= 0 {
			return p.assignment(b, k)
		}
	}
	s := p.keywordStmt(b)
	switch {
	case s != nil && (!p.bad || structural(s)):
		return s
	case s == nil && !p.bad && p.opt.CAF2 && p.is(NameTok):
		p.i = start
		if c := p.bareCall(b); c != nil {
			return c
		}
	}
	if !p.bad {
		p.i = start
		t := p.tok()
		switch open := p.unclosed(); {
		case open >= 0: // `a[1 = 3`
			p.fail("C0014", p.at(open).Range, "'%s' is not closed", p.at(open).Text)
		case t.Kind == NameTok:
			advice := p.adviseUnknown(t.Text) // before fail, which leaves the statement
			p.fail("C0010", b.Range, "this is no Fortran statement").Help("%s", advice)
		default:
			p.fail("C0010", t.Range, "no statement begins with '%s'", shown(t))
		}
	}
	p.i = start
	return p.opaque(b)
}

// adviseUnknown says what a statement that begins with an unknown word may have been meant to be.
func (p *parser) adviseUnknown(w string) string {
	switch {
	case w == "enumeration" || w == "enumerator":
		p.enumeration = true
		return "ENUMERATION TYPE of Fortran 2023 is not supported: no Fortran compiler that " +
			"Coral works with has it; ENUM, BIND(C) or named constants can take its place"
	case p.opt.CAF2 && w == "copointer":
		return "a copointer is declared with its type, as in: integer, copointer :: p"
	case !p.opt.CAF2 && (caf2Words[w] || strings.HasPrefix(w, "team_")):
		return "statements of CAF 2.0 need a file ending in .caf"
	case p.opt.CAF2 && p.i+1 < len(p.toks) && slices.ContainsFunc(caf2Prefixes,
		func(prefix string) bool { return strings.HasPrefix(w, prefix) }):
		return "its arguments stand in parentheses: " + w + "(...)"
	case p.i+1 == len(p.toks) && controlWords[w] != "":
		return "write " + controlWords[w]
	}
	if after := p.skipGroup(p.i + 1); after > p.i+1 && after == len(p.toks) {
		return "to call a subroutine, write call " + w + "(...)"
	}
	if p.opt.Form == Fixed {
		return "a statement begins with a keyword, or is an assignment; a " +
			"continuation line has a character other than blank or 0, such as &, in column 6"
	}
	return "a statement begins with a keyword, or is an assignment"
}

// controlWords are names that other languages have for image control statements.
var controlWords = map[string]string{"sync_all": "sync all", "sync_memory": "sync memory",
	"error_stop": "error stop", "fail_image": "fail image", "end_critical": "end critical",
	"end_team": "end team"}

// caf2Prefixes begin the names of procedures that CAF 2.0 calls without CALL.
var caf2Prefixes = []string{"copy_async", "event_", "eventset_", "lock_", "lockset_", "team_",
	"topology_"}

// caf2Words are those with which statements of CAF 2.0 begin, among them the procedures that are
// called without CALL.
var caf2Words = map[string]bool{
	"cofence": true, "copointer": true, "copy_async": true, "event_notify": true,
	"event_trywait": true, "finish": true, "spawn": true, "with": true,
}

// structural tells whether a statement opens, divides or closes something; it keeps its node in
// spite of an error.
func structural(s Stmt) bool {
	switch s.(type) {
	case *IfThenStmt, *ElseIfStmt, *ElseStmt, *DoStmt, *SelectStmt, *CaseStmt, *WhereConstructStmt,
		*ElsewhereStmt,
		*ForallConstructStmt, *AssociateStmt, *BlockStmt, *CriticalStmt, *ChangeTeamStmt, *EndStmt,
		*ProcStmt, *ProgramStmt,
		*ModuleStmt, *SubmoduleStmt, *BlockDataStmt, *InterfaceStmt, *DerivedTypeStmt, *EnumStmt,
		*ContainsStmt,
		*WithTeamStmt, *FinishStmt, *XMPStmt:
		return true
	}
	return false
}

// keywordStmt dispatches on the first word.
func (p *parser) keywordStmt(b Base) Stmt {
	t := p.tok()
	if t.Kind != NameTok {
		return nil
	}
	if p.raw.starts == nil {
		h := handlers[t.Text]
		if n := freeJoined[t.Text]; n > 0 {
			h = handlers[t.Text[:n]]
			p.split(p.i, n)
		} else if n := joined[t.Text]; n > 0 {
			b.further().joined = t.Range
			h = handlers[t.Text[:n]]
			p.split(p.i, n)
		} else if strings.HasPrefix(t.Text, "double") && (t.Text == "doubleprecision" ||
			t.Text == "doublecomplex") {
			h = typeStmt
		}
		if h == nil {
			return p.caf2Type(b)
		}
		return h(p, b)
	}
	if t.Text[0]-'a' >= 26 {
		return nil
	}
	if p.opt.CAF2 && p.isCAF2Call() {
		return nil
	}
	if p.opt.CAF2 && p.caf2Cut() {
		return p.caf2Type(b)
	}
	for _, w := range fixedWords[t.Text[0]-'a'] {
		if strings.HasPrefix(t.Text, w) {
			return handlers[w](p, b)
		}
	}
	return nil
}

// typeStmt parses what begins with a type keyword. TYPE and CLASS begin other statements too.
func typeStmt(p *parser, b Base) Stmt {
	t := p.tok()
	next := p.at(p.i + 1)
	joinedIs := t.Text == "typeis" || t.Text == "classis"
	switch {
	case joinedIs && next.Kind == LParen,
		(t.Text == "type" || t.Text == "class") && next.Kind == NameTok && next.Text == "is" &&
			p.peekKind(2) == LParen,
		t.Text == "class" && next.Kind == NameTok && next.Text == "default",
		p.raw.starts != nil && strings.HasPrefix(t.Text, "classdefault"):
		return typeGuard(p, b)
	case t.Text == "type" &&
		(next.Kind == StarTok || next.Kind == StringTok || next.Kind == IntTok):
		return ioSimple(IOType)(p, b)
	}
	return p.typeDecl(b)
}

// assignmentAt gives the index of the `=` or `=>` if the statement has the shape of an assignment,
// else -1: a designator, then the sign. Keywords play no part, as there are no reserved words.
func (p *parser) assignmentAt() int {
	k := p.i
	for {
		if p.at(k).Kind != NameTok {
			return -1
		}
		k++
		for p.at(k).Kind == LParen || p.at(k).Kind == LBracket {
			after := p.skipGroup(k)
			if after == k {
				return -1
			}
			k = after
		}
		if p.at(k).Kind != Percent {
			break
		}
		k++
	}
	if kind := p.at(k).Kind; kind == Assign || kind == Arrow {
		return k
	}
	return -1
}

// isDoInFixedForm tells `DO 10 I = 1, 3` from the assignment `DO10I = 1`: by the comma outside
// parentheses.
func (p *parser) isDoInFixedForm() bool {
	t := p.tok()
	if p.raw.starts == nil || !strings.HasPrefix(t.Text, "do") || len(t.Text) < 3 ||
		p.peekKind(1) != Assign {
		return false
	}
	for k := p.i + 2; k < len(p.toks); k = max(k+1, p.skipGroup(k)) {
		if p.toks[k].Kind == Comma {
			return true
		}
	}
	return false
}

// assignment parses an assignment or pointer assignment.
func (p *parser) assignment(b Base, sign int) Stmt {
	if p.maySleep() {
		defer func(own *nodes) { p.nodes = own }(p.nodes)
		p.nodes = p.sleeper.freshNodes()
	}
	start := p.i
	lhs := p.dataRef(true)
	if p.i != sign && !p.bad {
		p.failExpected("'='")
	}
	op := p.tok()
	p.i++
	rhs := p.expr()
	if p.is(Assign) && !p.bad {
		p.fail("C0011", p.tok().Range, "only one variable can stand on the left of an assignment")
	}
	p.end()
	if p.bad {
		p.i = start
		return p.opaque(b)
	}
	if op.Kind == Arrow {
		return &PtrAssignStmt{Base: b, LHS: lhs, ArrPos: op.Range, RHS: rhs}
	}
	s := p.nodes.assignments.make()
	*s = AssignStmt{Base: b, sides: p.nodes.sides.make()}
	*s.sides = sides{lhs, rhs}
	return s
}

// opaque keeps a statement as its tokens.
func (p *parser) opaque(b Base) *OpaqueStmt {
	s := &OpaqueStmt{Base: b, Bad: p.bad}
	if t := p.at(p.i); t.Kind == NameTok {
		s.Keyword = t.Text
	}
	return s
}

// strayBracket finds the first bracket from token start on that does not open an array constructor.
func (p *parser) strayBracket(start int) diag.Range {
	for k := start; k < len(p.toks); k++ {
		if p.toks[k].Kind != LBracket {
			continue
		}
		if k > start {
			switch p.toks[k-1].Kind {
			case NameTok, RParen, RBracket:
			default:
				continue
			}
		}
		return p.toks[k].Range
	}
	return diag.Range{}
}

// legacyBlock begins STRUCTURE, UNION or MAP, whose text is kept.
func legacyBlock(p *parser, b Base) Stmt {
	w := p.tok().Text
	if ok := p.is(NameTok) && (strings.HasPrefix(w, "structure") && p.peekKind(1) == Slash ||
		(w == "union" || w == "map") && p.peekKind(1) == EOS); !ok {
		return nil
	}
	return p.opaque(b)
}
