package lower

import (
	"fmt"
	"hash/fnv"
	"io"
	"path/filepath"
	"slices"

	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// inPure gives the name of a function of coral_rt for the scope: those whose answer changes by
// itself are impure, but for pure procedures, DO CONCURRENT and FORALL, where nothing impure may be
// called.
func (x *stmt) inPure(name string) string {
	if x.pureContext() || x.fl.onlyPure {
		name += "_in_pure"
	}
	return x.l.use(name)
}

// selectorEffects plans STAT= and NOTIFY= of an image selector (F2023 9.6). image is the text of
// the image index; again renders it with the names that indices of loops have now.
func (x *stmt) selectorEffects(r *syntax.Ref, sel *syntax.ImageSelector, image string,
	again func() string, u usage) {
	if a := sel.Spec("stat"); a != nil {
		x.selectorStat(r, sel, a, image, again)
	}
	if a := sel.Spec("notify"); a != nil {
		x.notify(sel, a, image, u)
	}
}

// selectorStat defines the variable before the statement: an image's failure changes nothing about
// its memory. The image index may be fetched itself, so that this stands among the transfers.
func (x *stmt) selectorStat(r *syntax.Ref, sel *syntax.ImageSelector, a *syntax.Arg, image string,
	again func() string) {
	loops, names := x.neededLoops(r)
	x.renderLoops(loops, names)
	back := x.t.Naming(names)
	variable := x.renderExpr(a.Value)
	if len(loops) > 0 {
		image = again()
	}
	back()
	entry := "coral_selected_stat"
	if mid.TeamSpec(sel) != nil {
		entry = "coral_selected_stat_initial"
	}
	leave, _ := x.enterAny(loops)
	x.raw(fmt.Sprintf("%s = %s(int(%s), %s)", variable, x.inPure(entry), image, x.where()))
	leave()
}

// notify counts the put on the notify variable of the image that it went to, after it.
func (x *stmt) notify(sel *syntax.ImageSelector, a *syntax.Arg, image string, u usage) {
	v, ok := a.Value.(*syntax.Ref)
	if u != defines || x.fl.group != nil || x.fl.masked || len(x.loops) > 0 {
		x.l.errorf("C0149", a.Range,
			"NOTIFY= may stand only in the variable of an assignment that is not masked (F2023 "+
				"C942)")
		return
	}
	if !ok || v.Coindexed() != nil ||
		!slices.ContainsFunc(x.scope.Reference(v).Parts, (*resolve.Symbol).IsCoarray) {
		x.l.errorf("C0149", a.Range,
			"the notify variable must be a coarray, or part of one, without an image selector")
		return
	}
	if part := x.elsewhere(v); part != nil {
		x.l.errorf("C0149", a.Range, "the notify variable must not be reached through %s, a "+
			"component with ALLOCATABLE or POINTER: it may lie elsewhere on the other image",
			part.Name)
		return
	}
	for _, p := range v.Parts {
		x.args(p.Args)
	}
	initial := mid.TeamSpec(sel) != nil
	x.post = append(x.post, x.line("call %s(loc(%s), int(%s), %s)", x.l.use("coral_notify_post"),
		x.renderExpr(v), image, logical(initial)))
}

// elsewhere is the part behind which an object lies at another address on each image, if it is no
// coarray of its own.
func (x *stmt) elsewhere(r *syntax.Ref) *resolve.Symbol {
	parts := x.scope.Reference(r).Parts
	for i := len(parts) - 1; i >= 0 && !parts[i].IsCoarray(); i-- {
		if parts[i].IsIndirect() {
			return parts[i]
		}
	}
	return nil
}

func logical(b bool) string { return fmt.Sprintf(".%t.", b) }

// notifyWait plans NOTIFY WAIT (F2023 11.6.9).
func (x *stmt) notifyWait(s *syntax.NotifyWaitStmt) {
	x.simple("coral_notify_wait", s.Stats, x.address(s.Notify), x.until(s.Stats))
}

// until is the count of UNTIL_COUNT=, 1 without.
func (x *stmt) until(specs []*syntax.Arg) string {
	ik := x.l.use("coral_ik")
	a := syntax.FindArg(specs, "until_count")
	if a == nil {
		return "1_" + ik
	}
	x.expr(a.Value)
	return fmt.Sprintf("int(%s, %s)", x.renderExpr(a.Value), ik)
}

// failuresMark stands behind the last program unit of a file that asks which images have failed. A
// program with it says at its start what a communication library cannot give of that
// (internal/conduit/net/start.go). The linker makes one of the common blocks of all files. The name
// of the program unit is a symbol of its own, with a number for the file.
const failuresMark = `
      block data coral_failures_%016x
      integer(1) :: coral_failures_wanted
      common /coral_failures/ coral_failures_wanted
      end block data
`

func markOfFailures(f *syntax.File) string {
	h := fnv.New64a()
	_, _ = io.WriteString(h, filepath.Base(f.Source.Name)+"\n"+f.Source.Text)
	return fmt.Sprintf(failuresMark, h.Sum64())
}
