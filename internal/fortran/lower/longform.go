package lower

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// The short form of a separate module procedure, `module procedure s` (F2018 R1538), takes its
// heading and the declarations of its dummy arguments from the interface. gfortran forgets there
// what it knows of dummy procedures: calls of them go by an implicit interface, descriptors do not
// arrive, and functions with RESULT are refused. It also takes a component of a type that such a
// procedure declares for a second declaration of a dummy argument with the same name. Such
// procedures get the long form.

// longForm writes a body in the short form as one in the long form, if its interface has dummy
// procedures and coarrays have a part in it, or a name that components of generated types have.
func (l *lowerer) longForm(in *resolve.Scope, sub *syntax.Subprogram) {
	iface := in.Interface
	if iface == nil {
		return
	}
	body, ok := iface.Node.(*syntax.Subprogram)
	if !ok || body.Head == nil {
		return
	}
	needed := passesCoarrays(iface, body)
	if !needed && !l.namedLikeComponents(iface) {
		return
	}
	decls, ok := l.declarations(in, body)
	if !ok || !l.agree(in, l.bodyOf(sub)) {
		if !needed {
			return
		}
		l.errorf("C0233", sub.Head.Info().Body(), "the body of '%s' cannot be in the short form: "+
			"its interface has dummy procedures, and names that mean something else here",
			sub.Head.Name.Name).
			Help(
				"write the heading and the declarations of the dummy arguments again: MODULE %s %s",
				strings.ToUpper(body.Head.Kind.String()), sub.Head.Name.Name)
		return
	}
	l.prepared = true
	head := l.planOf(sub.Head)
	long := l.newText(body.Head)
	withoutNewPrefixes(body.Head, long)
	head.Replaced, head.Text = true, long.All()
	var uses, others []string
	for _, d := range decls {
		if strings.HasPrefix(d, "use ") || strings.HasPrefix(d, "use,") {
			uses = append(uses, d)
		} else {
			others = append(others, d)
		}
	}
	head.After = append(linesAt(sub.Head, uses), head.After...)
	at := syntax.Stmt(sub.Head)
	for _, it := range sub.Spec {
		switch it := it.(type) {
		case *syntax.UseStmt, *syntax.ImportStmt, *syntax.ImplicitStmt:
			at = it.(syntax.Stmt)
		}
	}
	p := l.planOf(at)
	p.After = append(p.After, linesAt(at, others)...)
	if sub.End != nil && sub.End.Kind == syntax.EndProcedure {
		end := l.planOf(sub.End)
		end.Replaced, end.Text = true, "end "+body.Head.Kind.String()
	}
}

// namedLikeComponents tells whether gfortran would refuse a generated type in a procedure whose
// interface is given.
func (l *lowerer) namedLikeComponents(iface *resolve.Scope) bool {
	return l.opt.InlinePointers && slices.ContainsFunc(iface.Order, func(s *resolve.Symbol) bool {
		return mangle.Components[s.Name]
	})
}

// passesCoarrays tells whether an interface has dummy procedures with interfaces of their own, and
// coarrays among its dummy arguments or theirs.
func passesCoarrays(iface *resolve.Scope, body *syntax.Subprogram) bool {
	procedures, coarrays := false, false
	note := func(scope *resolve.Scope) {
		if scope != nil {
			coarrays = coarrays || slices.ContainsFunc(scope.Order, (*resolve.Symbol).IsCoarray)
		}
	}
	note(iface)
	for _, it := range body.Spec {
		switch it := it.(type) {
		case *syntax.ProcDeclStmt:
			if it.Interface == nil || it.Attr(syntax.AttrPointer) != nil {
				continue
			}
			procedures = true
			if like := iface.Lookup(it.Interface.Name); like != nil {
				note(like.Inner)
			}
		case *syntax.InterfaceBlock:
			procedures = true
			for _, b := range it.Items {
				if sub, ok := b.(*syntax.Subprogram); ok && sub.Head != nil {
					if d := iface.Lookup(sub.Head.Name.Name); d != nil {
						note(d.Inner)
					}
				}
			}
		}
	}
	return procedures && coarrays
}

// declarations are those of an interface body as the back end gets them; false: what they say, or
// their names, would mean something else in the procedure's own body.
func (l *lowerer) declarations(in *resolve.Scope, body *syntax.Subprogram) ([]string, bool) {
	iface := in.Interface
	var list []syntax.Stmt
	for _, it := range body.Spec {
		switch it := it.(type) {
		case *syntax.ImportStmt, *syntax.ImplicitStmt:
		case *syntax.InterfaceBlock:
			list = append(list, blockStatements(it)...)
		case *syntax.DerivedTypeDef, *syntax.EnumDef, *syntax.StructureDef:
			return nil, false
		case syntax.Stmt:
			list = append(list, it)
		default:
			return nil, false
		}
	}
	for _, d := range iface.Order {
		untyped := d.Type == nil && d.Kind == resolve.Variable
		if untyped || in.Symbols[d.Name] == nil || in.Symbols[d.Name].Ident != d.Ident {
			return nil, false
		}
	}
	if !l.agree(in, list) {
		return nil, false
	}
	there := *l
	there.plans, there.quiet = map[syntax.Stmt]*emit.Plan{}, true
	there.interfaceBody(body)
	var out []string
	add := func(lines []emit.Line) {
		for _, l := range lines {
			out = append(out, l.Text)
		}
	}
	for _, s := range list {
		p := there.plans[s]
		if p == nil {
			p = &emit.Plan{}
		}
		if p.Finished { // as interface bodies among them are
			p.EachText(l.hidden.MarkAgain)
		}
		add(p.Before)
		switch {
		case !p.Replaced:
			out = append(out, edit.WithName(s, l.newText(s).All()))
		case p.Text != "":
			out = append(out, p.Text)
		}
		add(p.After)
	}
	if p := there.plans[body.Head]; p != nil {
		add(p.After)
	}
	return out, true
}

// agree tells whether the names in statements mean the same in a procedure and in its interface, as
// far as they mean something in both: what the interface has by USE the long form has, too.
func (l *lowerer) agree(in *resolve.Scope, list []syntax.Stmt) bool {
	for _, s := range list {
		for _, t := range s.Info().Tokens() {
			if t.Kind != syntax.NameTok {
				continue
			}
			there, here := in.Interface.Lookup(t.Text), in.Lookup(t.Text)
			if there == here || there == nil || here == nil || there.Scope == in.Interface {
				continue
			}
			// interface and body
			if there.Kind != resolve.Procedure || here.Kind != resolve.Procedure {
				return false
			}
		}
	}
	return true
}

// bodyOf are all statements of a procedure, if names in them may mean other things for what its
// interface uses.
func (l *lowerer) bodyOf(sub *syntax.Subprogram) []syntax.Stmt {
	if in := l.prog.ScopeOf(sub); sub.End == nil || len(in.Interface.Uses) == 0 {
		return nil
	}
	return l.f.Stmts[syntax.IndexOf(sub.Head):syntax.IndexOf(sub.End)]
}

// blockStatements are all statements of an interface block, in order.
func blockStatements(b *syntax.InterfaceBlock) []syntax.Stmt {
	list := []syntax.Stmt{b.Head}
	for _, it := range b.Items {
		switch it := it.(type) {
		case *syntax.Subprogram:
			list = append(list, it.Head)
			for _, spec := range it.Spec {
				switch spec := spec.(type) {
				case *syntax.InterfaceBlock:
					list = append(list, blockStatements(spec)...)
				case syntax.Stmt:
					list = append(list, spec)
				}
			}
			if it.End != nil {
				list = append(list, it.End)
			}
		case syntax.Stmt:
			list = append(list, it)
		}
	}
	if b.End != nil {
		list = append(list, b.End)
	}
	return list
}
