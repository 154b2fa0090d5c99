package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/lower/edit"
	"github.com/coral-pgas/coral/internal/fortran/lower/emit"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
	"github.com/coral-pgas/coral/internal/xmp"
)

// Directives of XcalableMP (capi/xmp/*.c). A task's block stands under an IF between two calls:
// images that are not among its nodes pass by. The sets of all tasks of a TASKS construct are
// formed at its head, so that its tasks run side by side.

// xmpWhere gives the last two arguments of the runtime's functions, which are C's.
func (x *stmt) xmpWhere() string { return x.l.xmpPlace(x.l.use, x.at()) }

func (l *lowerer) xmpPlace(use func(string) string, at diag.Range) string {
	p := at.Position()
	return fmt.Sprintf("%d, %s//%s", p.Line, edit.Quote(p.File), use("coral_xmp_nul"))
}

// xmpInquiry is an inquiry function of XcalableMP: of the executing nodes, which are the current
// team, of all, and of the time.
func (x *stmt) xmpInquiry(r *syntax.Ref) string {
	switch name := r.First().Name; name {
	case "xmp_node_num":
		return x.thisImage(r, nil)
	case "xmp_num_nodes":
		return x.numImages(r, nil)
	case "xmp_all_node_num":
		return x.l.use("coral_self")
	default:
		return x.l.use("coral_"+name) + "()"
	}
}

func (x *stmt) list(values []string) string {
	return fmt.Sprintf("[integer(%s) :: %s]", x.l.use("coral_ik"), strings.Join(values, ", "))
}

// nodeSet is a reference to nodes, in the directive s, as an argument of the runtime
// (capi/xmp/task.c).
func (l *lowerer) nodeSet(s *syntax.XMPStmt, r *syntax.XMPRef, fl *flow) string {
	x := l.newStmt(s, fl)
	if r.Executing {
		return x.list([]string{"1", "2", "0", "0", "-1", "1"})
	}
	return x.list(x.nodeNumbers(x.scope.NodeArray(r.Name.Name), r))
}

// nodeNumbers gives nodes of an array, all if r is nil: rank, flags, sizes, three numbers for each
// dimension, and what the array is made of.
func (x *stmt) nodeNumbers(n *resolve.NodeArray, r *syntax.XMPRef) []string {
	declared := x.l.newStmt(n.Where, x.fl)
	flags := 0
	if n.Executing {
		flags |= 2
	}
	if n.Of != nil {
		flags |= 4
	}
	list := []string{fmt.Sprint(len(n.Sizes)), fmt.Sprint(flags)}
	for _, e := range n.Sizes {
		if e == nil {
			list = append(list, "0")
		} else {
			list = append(list, declared.value(e))
		}
	}
	if r == nil || r.Whole {
		for range n.Sizes {
			list = append(list, "0", "-1", "1")
		}
	} else {
		for _, sub := range r.Subs {
			list = append(list, x.nodeSubscript(sub)...)
		}
	}
	if n.Of != nil {
		list = append(list, declared.nodeNumbers(declared.scope.NodeArray(n.Of.Name.Name), n.Of)...)
	}
	return list
}

// nodeSubscript is first index from 0, how many (-1: up to the end), and the step, or what says
// that it is this image's own place.
func (x *stmt) nodeSubscript(sub *syntax.XMPSub) []string {
	ik := x.l.use("coral_ik")
	value := func(e syntax.Expr, otherwise string) string {
		if e == nil {
			return otherwise
		}
		return "int(" + x.value(e) + ", " + ik + ")"
	}
	if sub.Own {
		return []string{"0", "1", xmp.OwnPlace + "_" + ik}
	}
	inc, count := value(sub.Inc, "1_"+ik), "1"
	switch {
	case sub.Triplet && sub.Hi == nil:
		count = "-1"
	case sub.Triplet:
		count = fmt.Sprintf("%s(%s, %s, %s)", x.l.use("coral_xmp_count"), value(sub.Lo, "1_"+ik),
			value(sub.Hi, ""), inc)
	}
	return []string{value(sub.Lo, "1") + " - 1", count, inc}
}

// node is the image index in the initial team of a reference to one node.
func (x *stmt) node(s *syntax.XMPStmt, r *syntax.XMPRef) string {
	return fmt.Sprintf("%s(%s, %s)", x.l.use("coral_xmp_node"), x.l.nodeSet(s, r, x.fl),
		x.xmpWhere())
}

// xmp plans a directive without a block.
func (x *stmt) xmp(s *syntax.XMPStmt) {
	if s.Name == "coarray" {
		x.finishAs("", true)
		return
	}
	calls := x.xmpCalls(s)
	if s.On != nil && !s.On.Executing {
		x.raw(fmt.Sprintf("call %s(%s, %s)", x.l.use("coral_xmp_enter"), x.l.nodeSet(s, s.On, x.fl),
			x.xmpWhere()))
		x.raw("if (" + x.l.use("coral_xmp_member") + "()) then")
		for _, c := range calls {
			x.raw("  " + c)
		}
		x.raw("end if")
		calls = []string{"call " + x.l.use("coral_xmp_leave") + "()"}
	} else {
		for _, c := range calls[:len(calls)-1] {
			x.raw(c)
		}
	}
	x.finishAs(calls[len(calls)-1], true)
}

// xmpCalls are the statements of a directive, at least one.
func (x *stmt) xmpCalls(s *syntax.XMPStmt) (calls []string) {
	call := func(name, format string, args ...any) {
		calls = append(calls, "call "+x.l.use("coral_xmp_"+name)+"("+
			joinArgs(fmt.Sprintf(format, args...), x.xmpWhere())+")")
	}
	switch s.Name {
	case "nodes":
		calls = x.checkNodes(s)
	case "barrier":
		call("barrier", "")
	case "sync_images":
		list := x.value(s.Args[1])
		low := "lbound(" + list + ", 1)"
		n := fmt.Sprintf("%s(int(%s), %s)", x.l.use("coral_xmp_set_size"), x.value(s.Args[0]),
			x.xmpWhere())
		calls = []string{fmt.Sprintf("call %s(%s(%s:%s+%s-1), %s)", x.l.use("coral_sync_images"),
			list, low, low, n, x.where())}
	case "post":
		call("post", "%s, int(%s)", x.node(s, s.Posts), x.value(s.Args[0]))
	case "wait":
		image, tagged, tag := "0", "0", "0"
		if s.Posts != nil {
			image = x.node(s, s.Posts)
		}
		if len(s.Args) > 0 {
			tagged, tag = "1", "int("+x.value(s.Args[0])+")"
		}
		call("wait", "%s, %s, %s", image, tagged, tag)
	case "wait_async":
		for _, id := range s.Args {
			call("wait_async", "%s", x.asyncID(id))
		}
	case "bcast":
		x.declare("integer :: coral_root")
		root := "1"
		if s.From != nil {
			root = fmt.Sprintf("%s(%s, %s)", x.l.use("coral_xmp_executing"),
				x.l.nodeSet(s, s.From, x.fl), x.xmpWhere())
		}
		calls = append(calls, "coral_root = "+root)
		for _, v := range s.Args {
			operand, behind := x.xmpOperand(s, v, &calls)
			if s.Async != nil {
				call("broadcast_async", "%s, coral_root, %s", operand, x.asyncID(s.Async))
			} else {
				call("broadcast", "%s, coral_root", operand)
			}
			calls = append(calls, behind...)
		}
	case "reduction":
		for _, v := range s.Args {
			operand, behind := x.xmpOperand(s, v, &calls)
			op := x.l.use("coral_xmp_" + s.Op)
			if s.Async != nil {
				call("reduction_async", "%s, %s, %s", operand, op, x.asyncID(s.Async))
			} else {
				call("reduction", "%s, %s", operand, op)
			}
			calls = append(calls, behind...)
		}
	}
	return calls
}

// xmpOperand is passed for a variable of a directive. What must stand in front of the call and
// behind it is executed under the condition of an ON clause, as the call is.
func (x *stmt) xmpOperand(s *syntax.XMPStmt, v syntax.Expr, calls *[]string) (operand string,
	behind []string) {
	*calls = append(*calls, x.operandChecks(v, s.Name)...)
	front, end := x.afterGets, x.post
	x.afterGets, x.post = nil, nil
	x.expr(v)
	operand = x.operandCopy(v, true, s.Async != nil, "the directive without ASYNC")
	if operand == "" {
		operand = x.assumedRankArgument(v)
	}
	for _, line := range x.afterGets {
		*calls = append(*calls, line.Text)
	}
	for _, line := range x.post {
		behind = append(behind, line.Text)
	}
	x.afterGets, x.post = front, end
	return operand, behind
}

// asyncID is the number of an asynchronous operation as the runtime takes it.
func (x *stmt) asyncID(id syntax.Expr) string {
	return "int(" + x.value(id) + ", " + x.l.use("coral_ik") + ")"
}

// checkNodes are calls that check the shapes of node arrays.
func (x *stmt) checkNodes(s *syntax.XMPStmt) (calls []string) {
	for _, n := range s.Nodes {
		set := x.list(x.nodeNumbers(x.scope.NodeArray(n.Name.Name), nil))
		calls = append(calls, fmt.Sprintf("call %s(%s, %s)", x.l.use("coral_xmp_nodes"), set,
			x.xmpWhere()))
	}
	return calls
}

// nodesAtEntry are the checks of node arrays that a program or procedure declares; those of a
// module are checked where they are used.
func (l *lowerer) nodesAtEntry(scope *resolve.Scope, spec []syntax.Item) (calls []string) {
	if scope.Kind != resolve.MainScope && scope.Kind != resolve.ProcScope {
		return nil
	}
	for _, it := range spec {
		if s, ok := it.(*syntax.XMPStmt); ok {
			calls = append(calls, l.newStmt(s, &flow{scope: scope}).checkNodes(s)...)
		}
	}
	return calls
}

// xmpConstruct plans task, tasks and image.
func (l *lowerer) xmpConstruct(c *syntax.XMPConstruct, fl *flow) {
	switch c.Head.Name {
	case "task":
		l.task(c, fl, false)
		return
	case "image":
		l.task(c, fl, false)
		l.leaveImage(c, fl)
		return
	}
	x := l.newStmt(c.Head, fl)
	for _, it := range slices.Backward(c.Body) { // the runtime takes the last one first
		if inner, ok := it.(*syntax.XMPConstruct); ok && inner.Head.On != nil {
			x.raw(fmt.Sprintf("call %s(%s, %s)", l.use("coral_xmp_form"),
				l.nodeSet(inner.Head, inner.Head.On, fl), x.xmpWhere()))
		}
	}
	x.finishAs("", true)
	clear(fl.fresh)
	for _, it := range c.Body {
		if inner, ok := it.(*syntax.XMPConstruct); ok {
			l.task(inner, fl, true)
		}
	}
	if c.End != nil {
		l.newStmt(c.End, fl).finishAs("", true)
	}
}

// task plans a task; formed: a tasks construct has formed its set.
func (l *lowerer) task(c *syntax.XMPConstruct, fl *flow, formed bool) {
	x := l.newStmt(c.Head, fl)
	if formed {
		x.raw(fmt.Sprintf("call %s(%s)", l.use("coral_xmp_go"), x.xmpWhere()))
	} else {
		x.raw(fmt.Sprintf("call %s(%s, %s)", l.use("coral_xmp_enter"),
			l.nodeSet(c.Head, c.Head.On, fl), x.xmpWhere()))
	}
	x.finishAs("if ("+l.use("coral_xmp_member")+"()) then", true)
	clear(fl.fresh)
	in := fl.in(fl.scope)
	in.conditional = true
	l.items(c.Body, in)
	clear(fl.fresh)
	if c.End != nil {
		e := l.newStmt(c.End, fl)
		e.post = append(e.post, e.line("call %s()", l.use("coral_xmp_leave")))
		e.post = append(e.post, l.viewsOfHosts(c.End, fl)...)
		e.finishAs("end if", true)
	}
}

// leaveImage leaves the nodes of the directive image behind its statement.
func (l *lowerer) leaveImage(c *syntax.XMPConstruct, fl *flow) {
	s := c.Body[0].(syntax.Stmt)
	e := l.newStmt(s, fl)
	lines := append([]emit.Line{e.line("end if"), e.line("call %s()", l.use("coral_xmp_leave"))},
		l.viewsOfHosts(s, fl)...)
	l.planOf(s).After = append(l.planOf(s).After, lines...)
}
