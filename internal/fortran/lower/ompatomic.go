package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/directive"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// OpenMP's atomic construct on a coindexed object. Where the image is mapped, the directive does
// it. Else the statements work on shadow memory, again and again until the word there could be
// exchanged for the one that they made:
//
//	if (.not. coral_lib .or. coral_here(loc(coral_u%p(k)))) then
//	  if (storage_size(coral_u%p(k)) > 64) call coral_swap_check(...)
//	  !$omp atomic
//	  coral_u%p(k) = coral_u%p(k) + y
//	else
//	  call coral_swap_begin(loc(coral_u%p(k)), bytes, line, file)
//	  do
//	    coral_u%p(k) = coral_u%p(k) + y
//	    if (coral_swapped()) exit
//	  end do
//	end if

// atomicConstruct plans the statements of an atomic construct that begins with items[i], and tells
// how many there are; 0: there is none on a coindexed object.
func (l *lowerer) atomicConstruct(items []syntax.Item, i int, fl *flow) int {
	first, ok := items[i].(*syntax.AssignStmt)
	if !ok || !l.opt.Threads || !l.directives.Any() || fl.mode != guarded || fl.group != nil {
		return 0 // without OpenMP directives are comments
	}
	var d *directive.Directive
	for _, a := range l.directives.Attached(first) {
		if a.IsAtomic() {
			d = a
		}
	}
	if d == nil {
		return 0
	}
	group := []*syntax.AssignStmt{first}
	if d.Has("capture") && i+1 < len(items) {
		if second, ok := items[i+1].(*syntax.AssignStmt); ok {
			group = append(group, second)
		}
	}
	for _, s := range group {
		syntax.Hold(s)
		defer syntax.Release(s)
	}
	atom := atomOf(d, group)
	if atom == nil || atom.Coindexed() == nil {
		return 0
	}
	info := fl.scope.Reference(atom)
	switch of := fl.scope.TypeOf(atom); {
	case d.Has("compare"):
		l.errorf("C0221", first.Info().Range,
			"COMPARE of an OpenMP atomic construct is not supported for '%s', which is coindexed",
			atom.Range.Text()).
			Help("use ATOMIC_CAS, or a CRITICAL construct of Fortran")
		return len(group)
	case wide(of):
		l.errorf("C0221", atom.Range,
			"'%s' is coindexed, and too large for an OpenMP atomic construct: Coral changes at "+
				"most 8 bytes in one step", atom.Range.Text()).
			Help("%s", atomicRemedy(of))
		return len(group)
	case l.opt.ComplexByLock && of != nil && of.Base == syntax.TypeComplex:
		l.errorf("C0221", atom.Range,
			"'%s' is coindexed and complex: in an OpenMP atomic construct gfortran changes it "+
				"under a lock that other images do not use", atom.Range.Text()).
			Help("%s", atomicRemedy(of))
		return len(group)
	}
	l.planAtomic(d, group, atom, info, fl)
	return len(group)
}

// atomicRemedy says what to write in place of an atomic construct on an object of a type.
func atomicRemedy(of *resolve.Type) string {
	text := "put the statement into a CRITICAL construct of Fortran, outside the parallel region"
	if of.Base == syntax.TypeComplex || of.Base == syntax.TypeDoubleComplex {
		text += ", or write two atomic constructs, for %RE and for %IM, if these have at most 8 " +
			"bytes: between them others may see one part changed"
	}
	return text
}

// atomOf is the object that an atomic construct is about.
func atomOf(d *directive.Directive, group []*syntax.AssignStmt) *syntax.Ref {
	target := func(s *syntax.AssignStmt) *syntax.Ref { r, _ := s.LHS().(*syntax.Ref); return r }
	value := func(s *syntax.AssignStmt) *syntax.Ref { r, _ := s.RHS().(*syntax.Ref); return r }
	switch {
	case d.Has("read"):
		return value(group[0])
	case len(group) == 1:
		return target(group[0])
	case value(group[0]) != nil && target(group[1]) != nil &&
		sameText(group, value(group[0]), target(group[1])):
		// v = x; x = ..
		return target(group[1])
	}
	return target(group[0]) // x = ..; v = x
}

// sameText tells whether two references in some statements are written alike.
func sameText(group []*syntax.AssignStmt, a, b *syntax.Ref) bool {
	spelled := func(r *syntax.Ref) (text string) {
		for _, s := range group {
			text += s.Spelled(r.Range)
		}
		return text
	}
	return spelled(a) == spelled(b)
}

// wide tells whether values of a type are known to have more than 8 bytes.
func wide(t *resolve.Type) bool {
	if t == nil {
		return false
	}
	kind := t.KindValue()
	switch t.Base {
	case syntax.TypeComplex:
		return kind > 4
	case syntax.TypeDoubleComplex:
		return true
	}
	return kind > 8
}

// planAtomic writes both forms of a construct.
func (l *lowerer) planAtomic(d *directive.Directive, group []*syntax.AssignStmt, atom *syntax.Ref,
	info *resolve.Reference, fl *flow) {
	var before, after []emit.Line
	var texts []string
	var last *stmt
	name := ""
	for _, s := range group {
		x := l.newStmt(s, fl)
		x.assignWith(s)
		for _, r := range []syntax.Expr{s.LHS(), s.RHS()} {
			if r, ok := r.(*syntax.Ref); ok && sameText(group, r, atom) {
				name = x.t.Render(r.Range)
			}
		}
		x.h.gets, x.h.puts = without(x.h.gets, name), without(x.h.puts, name)
		if whole := wholeOfPart(name, info); whole != "" {
			x.h.gets, x.h.puts = without(x.h.gets, whole), without(x.h.puts, whole)
		}
		before, after = append(before, x.before()...), append(x.after(), after...)
		texts, last = append(texts, x.t.All()), x
	}
	place := fmt.Sprintf("(loc(%s), storage_size(%s, kind=%s)/8, %s)", name, name,
		l.use("coral_ik"), last.where())
	// What is wider, or lies otherwise, the compiler changes under a lock of this process.
	locked := fmt.Sprintf("storage_size(%s) > 64", name)
	if of := info.Types[len(info.Types)-1]; of != nil && of.Base == syntax.TypeComplex {
		locked += fmt.Sprintf(" .or. iand(loc(%s), int(7, %s)) /= 0", name, l.use("coral_ik"))
	}
	before = append(before, last.line("if (.not. %s .or. %s(loc(%s))) then", l.use("coral_lib"),
		l.use("coral_here"), name),
		last.line("if (%s) call %s%s", locked, l.use("coral_swap_check"), place))
	library := []emit.Line{last.line("else"),
		last.line("  call %s%s", l.use("coral_swap_begin"), place), last.line("  do")}
	for i, s := range group {
		p := l.planOf(s)
		p.Replaced, p.Text = true, texts[i]
		library = append(library, last.line("%s", "    "+texts[i]))
	}
	library = append(library, last.line("    if (%s()) exit", l.use("coral_swapped")),
		last.line("  end do"), last.line("end if"))
	l.planOf(group[0]).Before = before
	p := l.planOf(group[len(group)-1])
	p.After = append(library, after...)
	if end := l.directives.Closing(group[len(group)-1], []*directive.Directive{d}); end != nil {
		p.EndsAt = end.End()
	}
}

// wholeOfPart is the complex number of which an object is the real or imaginary part; "": it is
// none. Transfers are of the number.
func wholeOfPart(name string, info *resolve.Reference) string {
	n := len(info.Types)
	if n < 2 || info.Types[n-2] == nil || info.Types[n-2].Base != syntax.TypeComplex &&
		info.Types[n-2].Base != syntax.TypeDoubleComplex {
		return ""
	}
	return strings.TrimSpace(name[:strings.LastIndexByte(name, '%')])
}

// without leaves out the transfers of one object.
func without(list []hook, what string) []hook {
	var out []hook
	for _, h := range list {
		if h.what != what {
			out = append(out, h)
		}
	}
	return out
}
