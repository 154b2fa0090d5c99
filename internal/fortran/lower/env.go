package lower

import (
	"maps"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// coral_env stands in the place of ISO_FORTRAN_ENV where the types of events, locks and teams may
// be in play. Modules that were compiled as they stand still have the back end's own, and give them
// to their users: `use kinds`, where that module has `use iso_fortran_env`. Such names are hidden in
// the USE statement, and come from coral_env instead:
//
//	use kinds, coral_own_lock_type => lock_type
//	use coral_env, only: lock_type

// EnvInAll are names of which coral_env has something else than the ISO_FORTRAN_ENV of every back
// end; EnvInSome those that not every back end has (Options.EnvHas).
var (
	EnvInAll  = []string{"event_type", "lock_type", "team_type", "stat_unlocked"}
	EnvInSome = []string{"notify_type", "stat_unlocked_failed_image", "initial_team",
		"parent_team", "current_team", "logical8", "logical16", "logical32", "logical64", "real16"}
)

// mentionsParallelEnv tells whether any file names what Coral supplies in place of ISO_FORTRAN_ENV.
func mentionsParallelEnv(files []*syntax.File) bool {
	return slices.ContainsFunc(files, func(f *syntax.File) bool {
		return f.HasAnyName(resolve.EnvParallel)
	})
}

// replacesEnv tells whether ISO_FORTRAN_ENV as a whole is replaced in this file: if any of the
// names in question is in play. In a file with coarrays that is compiled by itself they may be in
// the files that use its modules.
func (l *lowerer) replacesEnv() bool {
	return l.replaceEnv || l.opt.Separate && !l.opt.ForOthers
}

// useEnv replaces ISO_FORTRAN_ENV by coral_env, which has Coral's types and lacks no name.
func (l *lowerer) useEnv(st *syntax.UseStmt) {
	if st.Only {
		parallel := false
		for _, it := range st.Items {
			parallel = parallel || it.Name != nil && resolve.EnvParallel[it.Name.Name]
		}
		if !parallel {
			return
		}
	} else if !l.replacesEnv() {
		return
	}
	t := l.newText(st)
	p := l.planOf(st)
	rest := ""
	if tokens := st.Tokens(); len(tokens) > 0 {
		r := st.Module.Range
		r.Start, r.End = r.End, tokens[len(tokens)-1].Range.End
		rest = t.Render(r)
	}
	p.Replaced, p.Text = true, "use "+l.env()+rest
}

// hideEnv hides what a module gives of the back end's own ISO_FORTRAN_ENV. T is the text of the
// USE statement, in which its items are replaced; more is what follows them.
func (l *lowerer) hideEnv(scope *resolve.Scope, u *resolve.Use, t *edit.Text) (more string) {
	own := l.ownEnv(u.Module)
	if len(own) == 0 || !l.replacesEnv() {
		return ""
	}
	renamed := map[string]bool{}
	for _, it := range u.Stmt.Items {
		if it.Name == nil || own[it.Name.Name] == "" {
			continue
		}
		renamed[it.Name.Name] = true
		if l.backEndHas(own[it.Name.Name]) {
			t.Replace(it.Range, hiddenEnv(own[it.Name.Name])+" => "+it.Name.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(own)) {
		if !u.Stmt.Only && !renamed[name] && l.backEndHas(own[name]) {
			more += ", " + hiddenEnv(own[name]) + " => " + name
		}
	}
	var items []string
	visible := through(u.Stmt, own)
	for _, local := range slices.Sorted(maps.Keys(visible)) {
		name := visible[local]
		needed := l.backEndHas(name) || resolve.EnvParallel[name] && l.f.HasName(local)
		switch {
		case !needed || scope.Symbols[local] != nil:
		case local == name:
			items = append(items, name)
		default:
			items = append(items, local+" => "+name)
		}
	}
	if len(items) > 0 {
		p := l.planOf(u.Stmt)
		p.After = append(p.After, emit.Line{
			Text: "use " + l.env() + ", only: " + strings.Join(items, ", "), At: u.Stmt.Range})
	}
	return more
}

// hiddenEnv is the local name of what a USE statement hides.
func hiddenEnv(name string) string { return "coral_own_" + name }

func (l *lowerer) backEndHas(name string) bool {
	return slices.Contains(EnvInAll, name) || l.opt.EnvHas[name]
}

// ownEnv are the names that a module gives to its users for what the back end's own ISO_FORTRAN_ENV
// has, and for which coral_env has something else; with their names there. Modules that use each
// other, which others report, have none while they are looked at.
func (l *lowerer) ownEnv(m *resolve.Scope) map[string]string {
	if own, known := l.ownEnvs[m]; known || !l.opt.OwnEnv[m.Name] {
		return own
	}
	l.ownEnvs[m] = nil
	all := map[string]string{}
	for _, u := range m.Uses {
		var of map[string]string
		switch {
		case u.Intrinsic == "iso_fortran_env":
			of = map[string]string{}
			for _, name := range slices.Concat(EnvInAll, EnvInSome) {
				of[name] = name
			}
		case u.Module != nil:
			of = l.ownEnv(u.Module)
		}
		maps.Copy(all, through(u.Stmt, of))
	}
	maps.DeleteFunc(all, func(name, _ string) bool {
		return m.Symbols[name] != nil || !m.IsPublic(name)
	})
	l.ownEnvs[m] = all
	return all
}

// through gives names of a module as a USE statement makes them known.
func through(st *syntax.UseStmt, names map[string]string) map[string]string {
	out, renamed := map[string]string{}, map[string]bool{}
	for _, it := range st.Items {
		if it.Name == nil || names[it.Name.Name] == "" {
			continue
		}
		local := it.Name.Name
		if it.Local != nil {
			local = it.Local.Name
		}
		renamed[it.Name.Name] = true
		out[local] = names[it.Name.Name]
	}
	for name, original := range names {
		if !st.Only && !renamed[name] {
			out[name] = original
		}
	}
	return out
}
