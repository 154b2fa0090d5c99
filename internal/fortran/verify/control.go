package verify

import (
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Rule V12: the runtime's calls for the user's image control statements, for STOP and for
// allocations of coarrays stand in the text as often as the statements, in their order, and in each
// version of a loop.

// control is such a statement, or such a call.
type control struct {
	line int32
	kind string
	at   diag.Range
}

// same tells whether a call stands for a statement.
func (c control) same(other control) bool { return c.line == other.line && c.kind == other.kind }

// controls reports the first statement of a file that a call is missing for, or the first call
// that no statement asks for.
func (p *program) controls(user, text *syntax.File) {
	var want, got []control
	other := map[int32]bool{} // lines with statements that may stand for others
	for _, s := range user.Stmts {
		switch s := s.(type) {
		case *syntax.CallStmt, *syntax.XMPStmt:
			other[s.Info().Line] = true
		}
		want = append(want, controlsOf(s)...)
	}
	for _, u := range text.Units {
		got = append(got, p.controlsIn(u)...)
	}
	got = slices.DeleteFunc(got, func(c control) bool { return other[c.line] })
	want = slices.DeleteFunc(want, func(c control) bool { return other[c.line] })
	for i := range max(len(want), len(got)) {
		switch {
		case i < len(want) && i < len(got) && want[i].same(got[i]):
		case i < len(want):
			p.objects(ruleControl, want[i].at)
			return
		default:
			p.objects(ruleControl, got[i].at)
			return
		}
	}
}

func (p *program) controlsIn(u syntax.Unit) (list []control) {
	body := syntax.BodyOf(u)
	if body == nil {
		return nil
	}
	list = p.controlsAmong(body.Exec)
	for _, inner := range body.Procs {
		list = append(list, p.controlsIn(inner)...)
	}
	return list
}

// controlsAmong are the calls in generated text. Of two versions of it one counts, and the other
// must have the same.
func (p *program) controlsAmong(items []syntax.Item) (list []control) {
	fails := false // the statement before does not return
	for _, it := range items {
		if s, ok := it.(syntax.Stmt); ok {
			_, stops := s.(*syntax.StopStmt)
			if !stops || !fails { // such an ERROR STOP tells gfortran so
				list = append(list, callsOf(s)...)
			}
			c, ok := s.(*syntax.CallStmt)
			fails = ok && isGenerated(c.Proc.First().Name)
			continue
		}
		if c, ok := it.(*syntax.IfConstruct); ok && isVersions(c) {
			one := p.controlsAmong(c.Branches[0].Body)
			other := p.controlsAmong(c.Branches[len(c.Branches)-1].Body)
			if at, differ := difference(one, other); differ {
				p.objects(ruleControl, at)
			}
			list = append(list, one...)
			continue
		}
		syntax.EachPart(it, func(_ syntax.Node, head syntax.Stmt, body []syntax.Item) {
			list = append(list, p.controlsAmong(body)...)
		})
	}
	return list
}

// isVersions tells of an IF construct whose two bodies are the same statements, for images that are
// mapped and for others.
func isVersions(c *syntax.IfConstruct) bool {
	if len(c.Branches) != 2 || conditionOf(c.Branches[1].Head) != nil {
		return false
	}
	cond := conditionOf(c.Branches[0].Head)
	return cond != nil && (onlyMapped(cond) || onlyUnmapped(cond))
}

func difference(one, other []control) (at diag.Range, differ bool) {
	for i := range max(len(one), len(other)) {
		switch {
		case i >= len(one):
			return other[i].at, true
		case i >= len(other) || !one[i].same(other[i]):
			return one[i].at, true
		}
	}
	return diag.Range{}, false
}

// controlsOf are those of a statement of the user's.
func controlsOf(s syntax.Stmt) (list []control) {
	add := func(kind string) {
		list = append(list, control{s.Info().Line, kind, s.Info().Range})
	}
	switch s := s.(type) {
	case *syntax.IfStmt:
		if s.Action != nil {
			return onLine(s.Line, controlsOf(s.Action))
		}
	case *syntax.SyncAllStmt:
		add("coral_sync_all")
	case *syntax.SyncMemoryStmt:
		add("coral_sync_memory")
	case *syntax.SyncImagesStmt:
		add("coral_sync_images")
	case *syntax.SyncTeamStmt:
		add("coral_sync_team")
	case *syntax.LockStmt:
		add("coral_lock")
	case *syntax.UnlockStmt:
		add("coral_unlock")
	case *syntax.EventPostStmt:
		add("coral_event_post")
	case *syntax.EventWaitStmt:
		add("coral_event_wait")
	case *syntax.NotifyWaitStmt:
		add("coral_notify_wait")
	case *syntax.FormTeamStmt:
		add("coral_form_team")
	case *syntax.FailImageStmt:
		add("coral_fail_image")
	case *syntax.CriticalStmt:
		add("coral_critical")
	case *syntax.ChangeTeamStmt:
		add("coral_change_team")
	case *syntax.EndStmt:
		switch s.Kind {
		case syntax.EndCritical:
			add("coral_end_critical")
		case syntax.EndTeam:
			add("coral_end_team")
		}
	case *syntax.StopStmt:
		if !s.Pause {
			add(map[bool]string{true: "coral_error_stop", false: "coral_stop"}[s.Error])
		}
	case *syntax.AllocateStmt:
		for _, a := range s.Allocs {
			if a.Codims != nil {
				add("coral_alloc_end")
			}
		}
	}
	return list
}

// onLine gives the action of an IF statement the line where that begins: the generated statement
// has no continuation lines.
func onLine(line int32, list []control) []control {
	for i := range list {
		list[i].line = line
	}
	return list
}

// callsOf are those of a statement of generated text.
func callsOf(s syntax.Stmt) []control {
	switch s := s.(type) {
	case *syntax.IfStmt:
		if s.Action != nil {
			return onLine(s.Line, callsOf(s.Action))
		}
	case *syntax.StopStmt:
		return controlsOf(s)
	case *syntax.CallStmt:
		kind, _, _ := strings.Cut(s.Proc.First().Name, "_in_") // a submodule's own name
		if k := standsFor[kind]; k != "" {
			kind = k
		}
		if counted[kind] {
			return []control{{s.Line, kind, s.Range}}
		}
	}
	return nil
}

// standsFor are other names for the same statement.
var standsFor = map[string]string{"coral_sync_images_all": "coral_sync_images",
	"coral_xmp_sync_nodes": "coral_sync_images"}

// counted are the procedures that stand for a statement of the user's, and nothing else.
var counted = map[string]bool{"coral_sync_all": true, "coral_sync_memory": true,
	"coral_sync_images": true, "coral_sync_team": true, "coral_lock": true, "coral_unlock": true,
	"coral_event_post": true, "coral_event_wait": true, "coral_notify_wait": true,
	"coral_form_team": true, "coral_fail_image": true, "coral_critical": true,
	"coral_end_critical": true, "coral_change_team": true, "coral_end_team": true,
	"coral_stop": true, "coral_error_stop": true, "coral_alloc_end": true}
