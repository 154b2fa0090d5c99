// Package uses collects what the generated text of a program unit takes from modules, and writes
// the USE statements for it.
package uses

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/mangle"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
)

// List is what one program unit uses.
type List struct {
	scope *resolve.Scope
	// names are those of the runtime's modules, in order of first use; entries may be renames.
	names []string
	has   map[string]bool
	// own: the unit needs some of them for itself, and not for other files only.
	own bool
	// statements are USE statements for other modules.
	statements []string
}

// Of makes an empty list for the unit that has a scope.
func Of(scope *resolve.Scope) List { return List{scope: scope, has: map[string]bool{}} }

// Runtime records that the unit needs a name of coral_rt, and gives the name by which the unit
// knows it. Own: it is not for other files only.
func (l *List) Runtime(name string, own bool) string {
	if genericEntries[name] && l.scope != nil && l.scope.Kind == resolve.SubmoduleScope {
		local := mangle.Name(name+"_in_", l.scope.Name)
		l.Runtime(local+" => "+name, own)
		return local
	}
	l.own = l.own || own && !endsOnly(name)
	if !l.has[name] {
		l.has[name] = true
		l.names = append(l.names, name)
	}
	return name
}

// genericEntries are the generic names of coral_rt. gfortran takes one of them in a submodule for
// another than that of the ancestor: each submodule has names of its own.
var genericEntries = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`team_size bound event_query sync_images stop error_stop
		atomic_define atomic_ref atomic_cas atomic_add atomic_fetch_add atomic_and atomic_fetch_and
		atomic_or atomic_fetch_or atomic_xor atomic_fetch_xor`) {
		m["coral_"+w] = true
	}
	return m
}()

// C is Runtime for a procedure that coral_rt has from ISO_C_BINDING, under a name that nothing of
// the user's has. gfortran does not let a submodule rename such a procedure as an ancestor has
// done, nor a scope with USE of ISO_C_BINDING as a module has that it uses: modules and submodules
// have names of their own.
func (l *List) C(name string, own bool) string {
	local := "coral_" + name
	if k := l.scope.Kind; k == resolve.ModuleScope || k == resolve.SubmoduleScope {
		local = mangle.Name(local+"_in_", l.scope.Name)
	}
	l.Runtime(local+" => "+name, own)
	return local
}

// Statement adds a USE statement for another module.
func (l *List) Statement(text string) { l.statements = append(l.statements, text) }

// Own tells whether the unit itself needs names of the runtime but to end.
func (l *List) Own() bool { return l.own }

// HasRuntime tells whether the unit needs any name of the runtime.
func (l *List) HasRuntime() bool { return len(l.names) > 0 }

// IsEmpty tells whether the unit takes nothing from any module.
func (l *List) IsEmpty() bool { return len(l.names)+len(l.statements) == 0 }

// IsParallel tells whether the unit needs more of the runtime than its way to end.
func (l *List) IsParallel() bool {
	return slices.ContainsFunc(l.names, func(name string) bool { return !endsOnly(name) })
}

// ending are the names of coral_rt that a program needs only to end.
var ending = []string{"coral_stop", "coral_error_stop", "coral_end"}

// endsOnly tells whether a name of coral_rt, which may be a rename, is needed only to end.
func endsOnly(name string) bool {
	if _, entry, renamed := strings.Cut(name, " => "); renamed {
		name = entry
	}
	return slices.Contains(ending, name)
}

// Lines are the USE statements of the unit; in free form a long list has continuation lines.
func (l *List) Lines(fixed bool) []string {
	var general, polymorphic, caf2, xmp []string
	for _, name := range l.names {
		_, entry, renamed := strings.Cut(name, " => ")
		if !renamed {
			entry = name
		}
		switch {
		case entry == "coral_any" || entry == "coral_address":
			polymorphic = append(polymorphic, name)
		case strings.HasPrefix(name, "coral_caf_"):
			caf2 = append(caf2, name)
		case strings.HasPrefix(name, "coral_xmp_"):
			xmp = append(xmp, name)
		default:
			general = append(general, name)
		}
	}
	out := useFrom("coral_rt", general, fixed)
	out = append(out, useFrom("coral_rt_any", polymorphic, fixed)...)
	out = append(out, useFrom("coral_caf2", caf2, fixed)...)
	out = append(out, useFrom("coral_xmp", xmp, fixed)...)
	seen := map[string]bool{}
	for _, u := range l.statements {
		if !seen[u] {
			seen[u] = true
			out = append(out, u)
		}
	}
	return out
}

// useFrom is the USE statement for names of one module, if there are any.
func useFrom(module string, names []string, fixed bool) []string {
	const width = 110
	var b strings.Builder
	for i, name := range names {
		switch {
		case i == 0:
			b.WriteString("use " + module + ", only: ")
		case !fixed &&
			b.Len()-strings.LastIndexByte(b.String(), '\n')+len(name) > width:
			b.WriteString(", &\n  ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(name)
	}
	if b.Len() == 0 {
		return nil
	}
	return []string{b.String()}
}
