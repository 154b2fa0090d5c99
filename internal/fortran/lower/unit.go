package lower

import (
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/uses"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// file plans all program units of the file.
func (l *lowerer) file() {
	for _, u := range l.f.Units {
		switch u := u.(type) {
		case *syntax.MainProgram:
			var head syntax.Stmt
			if u.Head != nil {
				head = u.Head
			}
			l.outermost(u, head, &u.ScopeBody, endOf(u.End))
		case *syntax.Module:
			l.outermost(u, u.Head, &u.ScopeBody, endOf(u.End))
		case *syntax.Submodule:
			l.outermost(u, u.Head, &u.ScopeBody, endOf(u.End))
		case *syntax.BlockData:
			l.outermost(u, u.Head, &u.ScopeBody, endOf(u.End))
		case *syntax.Subprogram:
			l.outermost(u, u.Head, &u.ScopeBody, endOf(u.End))
		}
	}
}

func endOf(e *syntax.EndStmt) syntax.Stmt {
	if e == nil {
		return nil
	}
	return e
}

// outermost plans a program unit that has no host, and gives it the names of coral_rt that it
// needs.
func (l *lowerer) outermost(u syntax.Unit, head syntax.Stmt, body *syntax.ScopeBody,
	end syntax.Stmt) {
	scope := l.prog.ScopeOf(u)
	if scope == nil {
		return
	}
	l.unit = &unit{scope: scope, uses: uses.Of(scope), atEntry: map[*resolve.Scope]*atEntry{}}
	l.coarrays.Add(l.needs.Units[u])
	if sub, ok := u.(*syntax.Subprogram); ok {
		l.procHead(scope, sub)
		l.asyncTargets(scope, sub)
	}
	l.scopeBody(scope, head, body, end)
	l.keepShipped(scope, head, body, end)
	l.declareLocks(scope, head, body, end)
	l.completeSelectors()
	l.parallel = l.parallel || l.isParallel()
	l.beyond = l.beyond || l.unit.uses.Own() || l.parallel && l.replacesForImages()
	first := head
	if first == nil {
		first = l.firstOf(body, end)
	}
	l.finish(first, end)
	l.spend(first, end)
	if l.unit.uses.IsEmpty() {
		return
	}
	for _, st := range l.unit.narrowed {
		l.planOf(st).Replaced = true
	}
	l.insertUse(head, body, end, l.unit.uses.Lines(l.f.Form == syntax.Fixed))
}

// insertUse puts USE statements behind the user's in a specification part: gfortran takes C_PTR,
// which a unit may have from ISO_C_BINDING and from modules that use it, for ambiguous if coral_rt,
// which has it too, comes first in that unit or in one of the modules.
func (l *lowerer) insertUse(head syntax.Stmt, body *syntax.ScopeBody, end syntax.Stmt,
	lines []string) {
	if last := lastUse(body); last != nil {
		p := l.planOf(last)
		p.After = append(linesAt(last, lines), p.After...)
		return
	}
	if head != nil {
		p := l.planOf(head)
		p.After = append(linesAt(head, lines), p.After...)
		return
	}
	first := l.firstOf(body, end)
	if first == nil {
		return
	}
	p := l.planOf(first)
	p.Before = append(linesAt(first, lines), p.Before...)
}

// lastUse is the last of a unit's USE statements, if there are any and all of them stand in one
// file.
func lastUse(body *syntax.ScopeBody) syntax.Stmt {
	var first, last *syntax.UseStmt
	for _, it := range body.Spec {
		u, ok := it.(*syntax.UseStmt)
		if !ok {
			break
		}
		if first == nil {
			first = u
		}
		last = u
	}
	if first == nil || first.Range.Src != last.Range.Src {
		return nil
	}
	return last
}

func linesAt(s syntax.Stmt, texts []string) []emit.Line {
	out := make([]emit.Line, len(texts))
	for i, t := range texts {
		out[i] = emit.Line{Text: t, At: s.Info().Body()}
	}
	return out
}

// firstOf is the first statement of a unit without heading statement.
func (l *lowerer) firstOf(body *syntax.ScopeBody, end syntax.Stmt) syntax.Stmt {
	for _, items := range [][]syntax.Item{body.Spec, body.Exec} {
		if len(items) > 0 {
			return l.firstStmt(items[0])
		}
	}
	if body.Contains != nil {
		return body.Contains
	}
	return end
}

// scopeBody plans a program unit or subprogram: declarations, statements, contained subprograms.
func (l *lowerer) scopeBody(scope *resolve.Scope, head syntax.Stmt, body *syntax.ScopeBody,
	end syntax.Stmt) {
	l.spec(scope, body.Spec)
	decls := l.viewDecls(scope)
	entry, views := append(l.captures(scope), l.nodesAtEntry(scope, body.Spec)...),
		l.viewsAnew(scope)
	var first []string
	l.announce(func() { first = l.registerTypes(scope) })
	exec := body.Exec
	for len(exec) > 0 && l.isSpecLike(scope, exec[0]) {
		l.spec(scope, exec[:1])
		exec = exec[1:]
	}
	l.implied(scope, head, body, end)
	l.insertAtSpecEnd(head, body, end, decls)
	if mayKeep(scope, body) {
		l.unit.atEntry[scope] = &atEntry{seen: map[string]bool{}}
	}
	var after syntax.Stmt = end
	if body.Contains != nil {
		after = body.Contains
	}
	l.meetAtEnd(scope, nil, exec, after)
	l.splits(scope, body, end)
	l.execPart(scope, exec)
	l.writeSplit(scope, body, end)
	keptDecls, keep := l.keepAtEntry(scope)
	l.insertAtSpecEnd(head, body, end, keptDecls)
	l.insertAtSpecEnd(head, body, end, l.unit.headDecls[scope])
	if scope.Kind == resolve.MainScope && (len(l.plans) > 0 || l.unit.uses.HasRuntime()) &&
		after != nil && !l.opt.ForOthers {
		p := l.planOf(after)
		p.Before = append(p.Before, emit.Line{Text: "call " + l.use("coral_end") + "()",
			At: after.Info().Body()})
	}
	if len(entry) > 0 {
		l.refuseEntries(body)
	}
	l.afterEntries(exec, views)
	entry = append(views, entry...)
	shippable := l.shippable(scope, body)
	if entry = slices.Concat(first, keep, shippable, entry); len(entry) > 0 {
		at := after
		if len(exec) > 0 {
			at = l.firstStmt(exec[0])
		}
		if at != nil {
			p := l.planOf(at)
			p.Before = append(linesAt(at, entry), p.Before...)
			if p.EntriesAt = l.directives.RegionInFront(at); p.EntriesAt > 0 {
				p.Entries = int32(len(entry))
			}
		}
	}
	for _, sub := range body.Procs {
		if in := l.prog.ScopeOf(sub); in != nil && sub.Head != nil {
			l.procHead(in, sub)
			l.longForm(in, sub)
			l.asyncTargets(in, sub)
			l.scopeBody(in, sub.Head, &sub.ScopeBody, endOf(sub.End))
			l.resultProcedure(scope, sub, body.Contains)
			if isOutermost(scope) {
				l.spend(sub.Head, endOf(sub.End))
			}
		}
	}
	l.containedProcedures(scope, body, end)
}

// afterEntries has each ENTRY statement of an execution part followed by what is executed at entry.
func (l *lowerer) afterEntries(exec []syntax.Item, entry []string) {
	if len(entry) == 0 {
		return
	}
	syntax.EachStmt(exec, func(s syntax.Stmt) {
		if e, ok := s.(*syntax.EntryStmt); ok {
			p := l.planOf(e)
			p.After = append(linesAt(e, entry), p.After...)
		}
	})
}

// refuseEntries refuses ENTRY in a procedure whose cobounds are kept as they are at entry: those of
// a dummy argument that is absent cannot be.
func (l *lowerer) refuseEntries(body *syntax.ScopeBody) {
	for _, items := range [][]syntax.Item{body.Spec, body.Exec} {
		syntax.EachStmt(items, func(s syntax.Stmt) {
			if e, ok := s.(*syntax.EntryStmt); ok {
				l.errorf("C0222", e.Range,
					"ENTRY in a procedure with a coarray dummy argument whose cobounds are "+
						"expressions is not supported").
					Help("make a procedure of its own of what follows the ENTRY statement")
			}
		})
	}
}

// procHead rewrites kind and length of a function's result in its heading, and its prefixes.
func (l *lowerer) procHead(in *resolve.Scope, sub *syntax.Subprogram) {
	x := &stmt{l: l, s: sub.Head, scope: in, t: l.newText(sub.Head), h: &hooks{},
		fl: &flow{scope: in}}
	if t := sub.Head.Type; t != nil {
		x.expr(t.Kind)
		x.expr(t.Len)
	}
	l.recursion(in, sub, x.t)
	l.replaceBy(sub.Head, x.t)
}

// recursion says of a shipped procedure that it is recursive: while this image executes it and
// waits, it may be called for another one. Procedures are recursive since Fortran 2018 (15.6.2.1),
// gfortran before 15 has to be told. In CAF 2.0 it is always said of a separate module procedure,
// whose interface and body must agree, and of all that other files may ship.
func (l *lowerer) recursion(in *resolve.Scope, sub *syntax.Subprogram, head *edit.Text) {
	withoutNewPrefixes(sub.Head, head)
	shipped := l.needs.Shipped[sub] ||
		l.opt.Separate && in.CAF2 && (in.Host == nil || global(in.Host))
	if sub.Head.Has("module") {
		shipped = mid.HasSeparateInterface(in)
	}
	if shipped && !sub.Head.Has("recursive") && !sub.Head.Has("non_recursive") &&
		!sub.Head.Has("elemental") && sub.Head.Kind != syntax.ModuleProcedure {
		first := sub.Head.HeadRange
		first.End = first.Start
		head.Replace(first, "recursive ")
	}
}

// withoutNewPrefixes takes prefixes out of a heading that compilers do not know. gfortran 12 to 14
// have no NON_RECURSIVE (F2018 15.6.2.1), and a procedure that does not call itself needs none. Of
// the back ends only flang 23 has SIMPLE (F2023 15.8), and each simple procedure is pure.
func withoutNewPrefixes(head *syntax.ProcStmt, t *edit.Text) {
	for _, p := range head.Prefixes {
		switch {
		case p.Name == "simple" && !head.Has("pure"):
			t.Replace(p.Range, "pure")
		case p.Name == "simple", p.Name == "non_recursive":
			t.Replace(p.Range, "")
		}
	}
}

// isSpecLike tells whether an item of the execution part must stay in front of generated executable
// statements.
func (l *lowerer) isSpecLike(scope *resolve.Scope, it syntax.Item) bool {
	switch st := it.(type) {
	case *syntax.FormatStmt, *syntax.DataStmt, *syntax.EntryStmt:
		return true
	case *syntax.AssignStmt:
		if r, ok := st.LHS().(*syntax.Ref); ok && st.MaybeStmtFunc {
			sym := scope.Lookup(r.First().Name)
			return sym != nil && sym.Has(resolve.StatementFunction)
		}
	}
	return false
}

// insertAtSpecEnd puts declarations behind the specification part.
func (l *lowerer) insertAtSpecEnd(head syntax.Stmt, body *syntax.ScopeBody, end syntax.Stmt,
	decls []string) {
	if len(decls) == 0 {
		return
	}
	switch {
	case len(body.Spec) > 0:
		at := l.lastStmt(body.Spec[len(body.Spec)-1])
		p := l.planOf(at)
		p.After = append(p.After, linesAt(at, decls)...)
	case head != nil:
		p := l.planOf(head)
		p.After = append(p.After, linesAt(head, decls)...)
	default:
		if at := l.firstOf(body, end); at != nil {
			p := l.planOf(at)
			p.Before = append(linesAt(at, decls), p.Before...)
		}
	}
}

// firstStmt and lastStmt give the statements with which an item begins and ends.
func (l *lowerer) firstStmt(it syntax.Item) syntax.Stmt {
	if s, ok := it.(syntax.Stmt); ok {
		return s
	}
	switch it := it.(type) {
	case *syntax.IfConstruct:
		return it.Branches[0].Head
	case *syntax.DoConstruct:
		return it.Head
	case *syntax.SelectConstruct:
		return it.Head
	case *syntax.WhereConstruct:
		return it.Branches[0].Head
	case *syntax.ForallConstruct:
		return it.Head
	case *syntax.AssociateConstruct:
		return it.Head
	case *syntax.BlockConstruct:
		return it.Head
	case *syntax.CriticalConstruct:
		return it.Head
	case *syntax.ChangeTeamConstruct:
		return it.Head
	case *syntax.WithTeamConstruct:
		return it.Head
	case *syntax.FinishConstruct:
		return it.Head
	case *syntax.XMPConstruct:
		return it.Head
	case *syntax.XMPGmove:
		return it.Head
	case *syntax.DerivedTypeDef:
		return it.Head
	case *syntax.InterfaceBlock:
		return it.Head
	case *syntax.EnumDef:
		return it.Head
	case *syntax.StructureDef:
		return it.Head
	}
	return nil
}

func (l *lowerer) lastStmt(it syntax.Item) syntax.Stmt {
	switch it := it.(type) {
	case syntax.Stmt:
		return it
	case *syntax.DerivedTypeDef:
		if it.End != nil {
			return it.End
		}
		return it.Head
	case *syntax.InterfaceBlock:
		if it.End != nil {
			return it.End
		}
		return it.Head
	case *syntax.EnumDef:
		if it.End != nil {
			return it.End
		}
		return it.Head
	case *syntax.StructureDef:
		if it.End != nil {
			return it.End
		}
		return it.Head
	}
	return l.firstStmt(it)
}
