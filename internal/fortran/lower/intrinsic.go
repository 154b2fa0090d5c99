package lower

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// intrinsicCall rewrites a reference to an intrinsic function of the parallel model; false: it is
// none.
func (x *stmt) intrinsicCall(r *syntax.Ref) bool {
	p := r.Parts[0]
	if len(r.Parts) != 1 || p.Args == nil || p.Selector != nil {
		return false
	}
	if p.Name.Name == "allocated" && x.scope.IsIntrinsic("allocated") && x.allocatedAnywhere(p) {
		return true
	}
	if x.scope.XMPInquiry(r) {
		x.t.Replace(r.Range, x.xmpInquiry(r))
		return true
	}
	f := imageFunctions[p.Name.Name]
	if f == nil || !x.scope.CallsIntrinsic(r) {
		return false
	}
	args := p.Args.ByName(f.names)
	text := f.lower(x, r, args)
	if text != "" {
		x.t.Replace(r.Range, text)
	}
	return true
}

// allocatedAnywhere rewrites ALLOCATED (a[k]): a coarray is allocated on all images of the team, or
// on none.
func (x *stmt) allocatedAnywhere(p *syntax.PartRef) bool {
	if len(p.Args.Items) != 1 {
		return false
	}
	r, ok := p.Args.Items[0].Value.(*syntax.Ref)
	if !ok {
		return false
	}
	last := r.Parts[len(r.Parts)-1]
	if last.Selector == nil || last.Args != nil ||
		!x.scope.Reference(r).Parts[len(r.Parts)-1].IsCoarray() {
		return false
	}
	for _, q := range r.Parts {
		x.args(q.Args)
	}
	x.t.Replace(last.Selector.Range, "")
	return true
}

type imageFunction struct {
	names []string
	lower func(x *stmt, r *syntax.Ref, args map[string]syntax.Expr) string
}

var imageFunctions map[string]*imageFunction

func init() {
	imageFunctions = map[string]*imageFunction{
		"this_image":     {[]string{"coarray", "dim", "team"}, (*stmt).thisImage},
		"num_images":     {[]string{"team"}, (*stmt).numImages},
		"image_index":    {[]string{"coarray", "sub", "team"}, (*stmt).imageIndexOf},
		"lcobound":       {[]string{"coarray", "dim", "kind"}, (*stmt).lcobound},
		"ucobound":       {[]string{"coarray", "dim", "kind"}, (*stmt).ucobound},
		"coshape":        {[]string{"coarray", "kind"}, (*stmt).coshape},
		"image_status":   {[]string{"image", "team"}, (*stmt).imageStatus},
		"failed_images":  {[]string{"team", "kind"}, (*stmt).goneImages},
		"stopped_images": {[]string{"team", "kind"}, (*stmt).goneImages},
		"get_team":       {[]string{"level"}, (*stmt).getTeam},
		"team_number":    {[]string{"team"}, (*stmt).teamNumber},
	}
}

// coarrayArg finds the coarray that an argument names: whole, or a subobject without selector.
func (x *stmt) coarrayArg(e syntax.Expr) (*resolve.Symbol, string) {
	r, ok := e.(*syntax.Ref)
	if !ok {
		return nil, ""
	}
	info := x.scope.Reference(r)
	if len(r.Parts) > 1 && r.Coindexed() == nil {
		if p := x.coarrayPart(r, nil, info); p != nil {
			return p.sym, p.local
		}
	}
	sym, local := info.Parts[0], r.First().Name
	if info.Base != nil && info.Base.Kind == resolve.Associate {
		local = mid.WholeName(x.scope, info.Base)
	}
	if !sym.IsCoarray() {
		return nil, ""
	}
	sym = x.l.teams.withCobounds(sym, info.Base)
	if needed, _ := mid.NeedsBounds(sym); !needed && !sym.Has(resolve.Allocatable) {
		return sym, local // its cobounds are constant, and it may have no view
	}
	return x.ownView(sym, local), local
}

// inquired finds the coarray about which an inquiry function asks. The subscripts in front of a
// coarray component may refer to coindexed objects.
func (x *stmt) inquired(e syntax.Expr) (*resolve.Symbol, string) {
	if r, ok := e.(*syntax.Ref); ok && len(r.Parts) > 1 && r.Coindexed() == nil {
		mid.EachSubscript(r, x.expr)
	}
	return x.coarrayArg(e)
}

func (x *stmt) lcobound(r *syntax.Ref, args map[string]syntax.Expr) string {
	return x.bounds(r, args, x.lower)
}

func (x *stmt) ucobound(r *syntax.Ref, args map[string]syntax.Expr) string {
	return x.bounds(r, args, x.lastOrUpper)
}

func (x *stmt) coshape(r *syntax.Ref, args map[string]syntax.Expr) string {
	return x.bounds(r, args, func(sym *resolve.Symbol, local string, i int) string {
		return x.lastOrUpper(sym, local, i) + "-" + paren(x.lower(sym, local, i)) + "+1"
	})
}

// lastOrUpper is an upper cobound; the last one follows from the number of images (F2018 16.9.197).
func (x *stmt) lastOrUpper(sym *resolve.Symbol, local string, i int) string {
	if i < sym.Corank()-1 {
		return x.upper(sym, local, i)
	}
	product := ""
	for k := range i {
		if product != "" {
			product += "*"
		}
		product += x.extent(sym, local, k)
	}
	num := x.l.use("coral_num")
	low := x.lower(sym, local, i)
	if product == "" {
		if low == "1" {
			return num
		}
		return paren(low) + "+" + num + "-1"
	}
	return paren(low) + "+(" + num + "-1)/(" + product + ")"
}

// bounds makes the result of an inquiry for cobounds: an array, or one element of it.
func (x *stmt) bounds(r *syntax.Ref, args map[string]syntax.Expr,
	bound func(*resolve.Symbol, string, int) string) string {
	sym, local := x.inquired(args["coarray"])
	if sym == nil {
		x.l.errorf("C0140", r.Range, "the first argument of %s is not a coarray",
			strings.ToUpper(r.First().Name))
		return ""
	}
	if sym.Has(resolve.Allocatable) && x.l.hasView(sym) {
		x.refresh(sym, local)
	}
	kind := ""
	if k := args["kind"]; k != nil {
		kind = ", kind=" + x.t.Render(k.Span())
	}
	item := func(i int) string { return "int(" + bound(sym, local, i) + kind + ")" }
	dim := args["dim"]
	if dim == nil {
		var items []string
		for i := range sym.Corank() {
			items = append(items, item(i))
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	if v, ok := x.scope.Int(dim); ok && v >= 1 && v <= int64(sym.Corank()) {
		return item(int(v) - 1)
	}
	x.expr(dim)
	var items, places []string
	for i := range sym.Corank() {
		items = append(items, item(i))
		places = append(places, strconv.Itoa(i+1))
	}
	return fmt.Sprintf("sum([%s], mask=[%s] == %s)", strings.Join(items, ", "),
		strings.Join(places, ", "), x.t.Render(dim.Span()))
}

// intrinsicSubroutine plans a CALL of an intrinsic subroutine of the parallel model; false: it is
// none.
func (x *stmt) intrinsicSubroutine(c *syntax.CallStmt) bool {
	name := c.Proc.First().Name
	if len(c.Proc.Parts) != 1 {
		return false
	}
	if !x.scope.CallsIntrinsic(c.Proc) {
		return x.craySync(c, name)
	}
	switch {
	case strings.HasPrefix(name, "atomic_"):
		return x.atomic(c, name)
	case strings.HasPrefix(name, "co_"):
		return x.collective(c, name)
	}
	switch name {
	case "event_query":
		return x.eventQuery(c)
	case "move_alloc":
		return x.moveAlloc(c)
	case "random_init":
		return x.randomInit(c)
	}
	return false
}

// craySync takes `call sync_all()` and the like, as Cray and Omni had them, for the statements.
func (x *stmt) craySync(c *syntax.CallStmt, name string) bool {
	statements := map[string]string{"sync_all": "sync all", "sync_memory": "sync memory",
		"sync_images": "sync images"}
	standard, ok := statements[name]
	if !ok || x.scope.Lookup(name) != nil || x.l.prog.Externals[name] != nil {
		return false
	}
	args := ""
	if a := c.Args(); a != nil && len(a.Items) > 0 {
		x.expr(a.Items[0].Value)
		args = x.t.Render(a.Items[0].Range)
	}
	if (name == "sync_images") != (args != "") {
		return false
	}
	if x.l.opt.Resolve.Strict {
		x.l.errorf("C0148", c.Range, "'%s' as a subroutine is not standard Fortran",
			name).Help("write `%s`", standard)
	} else if !x.l.opt.Resolve.Legacy {
		x.l.warnf("C0148", c.Range, "'%s' as a subroutine is not standard Fortran",
			name).Help("write `%s`", standard)
	}
	x.finishAs("call "+x.l.use("coral_"+name)+"("+joinArgs(args, x.where())+")", true)
	return true
}

// address renders the address of a variable, which may be coindexed.
func (x *stmt) address(e syntax.Expr) string {
	if r, ok := e.(*syntax.Ref); ok {
		x.ref(r, addressed)
	} else {
		x.expr(e)
	}
	return "loc(" + x.t.Render(e.Span()) + ")"
}

// collective plans a collective subroutine (F2018 16.6).
func (x *stmt) collective(c *syntax.CallStmt, name string) bool {
	names := []string{"a", "result_image", "stat", "errmsg"}
	switch name {
	case "co_broadcast":
		names[1] = "source_image"
	case "co_reduce":
		names = []string{"a", "operation", "result_image", "stat", "errmsg"}
	}
	args := c.Args().ByName(names)
	a := args["a"]
	if source := c.Args().ByName(nil)["source"]; a == nil && source != nil {
		a = source
		if c.Args().ByName(nil)["result"] == nil {
			x.l.legacy("C0142", c.Range, "write a=",
				"the first argument of %s is A in the standard, not SOURCE", strings.ToUpper(name))
		}
	}
	if a == nil {
		x.l.errorf("C0141", x.at(), "%s needs an argument A", strings.ToUpper(name))
		return true
	}
	if r, ok := a.(*syntax.Ref); ok && r.Remote() || !ok && syntax.HasCoindexed(a) {
		return true // reported by the checks
	}
	x.expr(a)
	x.checkOperand(a, name)
	list := []string{x.assumedRankArgument(a)}
	if !x.refusedByParameter(a, strings.ToUpper(name)) && x.byCopy(a) {
		if name := x.packed(a.(*syntax.Ref), true); name != "" {
			list[0] = name
		}
	}
	if name == "co_reduce" {
		op := args["operation"]
		if op == nil {
			op = args["operator"] // TS 18508
		}
		if op == nil {
			x.l.errorf("C0141", x.at(), "CO_REDUCE needs an argument OPERATION")
			return true
		}
		function := x.t.Render(op.Span())
		if by := x.reduceBySubroutine(a, op); by != "" {
			function, name = by, "co_reduce_by"
		}
		list = append(list, x.l.useC("c_funloc")+"("+function+")")
	}
	image := args["result_image"]
	if r := x.legacyResult(c, name); r != nil {
		x.ref(r, addressed)
		result := x.t.Render(r.Range)
		x.afterGets = append(x.afterGets, x.line("%s = %s", result, list[0]))
		list[0], image = result, nil
		delete(args, "stat") // what stands there by position is the image
		for i, a := range c.Args().Items {
			switch {
			case a.Keyword == nil && i == 2 || a.Keyword != nil && a.Keyword.Name == "result_image":
				image = a.Value
			case a.Keyword != nil && a.Keyword.Name == "stat":
				args["stat"] = a.Value
			}
		}
	}
	if name == "co_broadcast" {
		image = args["source_image"]
		if image != nil {
			x.checkOperand(image, name)
		}
		if image != nil && x.broadcastParts(a, image, args["stat"], args["errmsg"]) {
			return true
		}
	}
	list = append(list, x.imageOf(image), x.where(), x.statArgs(args["stat"], nil))
	if e := args["errmsg"]; e != nil {
		list = append(list, "errmsg="+x.message(e))
	}
	if name == "co_reduce_by" && x.reduceAt(a, list) {
		return true
	}
	x.finishAs("call "+x.l.use("coral_"+name)+"("+joinArgs(list...)+")", true)
	return true
}

// imageOf is the image of a collective subroutine. RESULT_IMAGE may be an absent dummy argument,
// and is absent where it is not allocated or associated with nothing (F2018 15.5.2.12).
func (x *stmt) imageOf(image syntax.Expr) string {
	if image == nil {
		return x.l.use("coral_all_images")
	}
	x.expr(image)
	text := x.t.Render(image.Span())
	inquiries := x.presence(image)
	if len(inquiries) == 0 {
		return "int(" + text + ")"
	}
	const given = "coral_image"
	x.h.decls = append(x.h.decls, "integer :: "+given)
	x.pre = append(x.pre, x.line("%s = %s", given, x.l.use("coral_all_images")))
	for _, inquiry := range inquiries {
		x.pre = append(x.pre, x.line("if (%s(%s)) then", inquiry, text))
	}
	x.pre = append(x.pre, x.line("%s = int(%s)", given, text))
	for range inquiries {
		x.pre = append(x.pre, x.line("end if"))
	}
	return given
}

// presence lists the inquiries that tell whether an actual argument stands for one that is present
// (F2018 15.5.2.12).
func (x *stmt) presence(e syntax.Expr) []string {
	r, ok := e.(*syntax.Ref)
	if !ok || r.Remote() || r.Last().Args != nil {
		return nil
	}
	return inquiries(x.scope.Reference(r), len(r.Parts)-1)
}

// message is the variable for ERRMSG= of a procedure with BIND(C). Passing on an optional dummy of
// assumed length to such a procedure makes gfortran crash: an allocatable variable goes in its
// place, which counts as absent while it is not allocated (F2018 15.5.2.12).
func (x *stmt) message(e syntax.Expr) string {
	x.expr(e)
	text := x.t.Render(e.Span())
	if sym := x.named(e); sym == nil || !sym.Has(resolve.Optional) {
		return text
	}
	const copied = "coral_errmsg"
	x.h.decls = append(x.h.decls, "character(len=:), allocatable :: "+copied)
	x.pre = append(x.pre, x.line("if (present(%s)) %s = %s", text, copied, text))
	x.post = append(x.post, x.line("if (present(%s)) %s = %s", text, text, copied))
	return copied
}

// status is the variable for STAT=. The run-time system knows default integers only; another kind
// (F2018 C1173 asks for a decimal exponent range of four at least) gets the value afterwards.
func (x *stmt) status(e syntax.Expr) string {
	return x.ofDefaultKind(e, syntax.TypeInteger, "integer", "coral_status")
}

// ofDefaultKind is a variable that the run-time system defines, or one of default kind in its
// place, from which it gets its value afterwards.
func (x *stmt) ofDefaultKind(e syntax.Expr, base syntax.BaseType, declared,
	converted string) string {
	text := x.t.Render(e.Span())
	typ := x.typeOfRef(e)
	sym := x.named(e)
	optional := sym != nil && sym.Has(resolve.Optional)
	if x.l.runtime != nil { // the module's default kind is another one
		return x.ofRuntimeKind(text, declared, converted, optional)
	}
	if typ == nil || typ.Base != base || kindOf(typ) == "" {
		return text
	}
	if optional {
		return x.ofRuntimeKind(text, declared, converted, true)
	}
	if decl := declared + " :: " + converted; !slices.Contains(x.h.decls, decl) {
		x.h.decls = append(x.h.decls, decl)
		x.post = append(x.post, x.line("%s = %s", text, converted))
	}
	return converted
}

// ofRuntimeKind is such a variable where the user's default kinds are not those of the run-time
// system, or where it is a dummy argument of another kind, which may be absent.
func (x *stmt) ofRuntimeKind(text, declared, converted string, optional bool) string {
	decl, get := declared+"(4) :: "+converted, text+" = "+converted
	if optional { // absent if it is not allocated (F2018 15.5.2.12)
		decl, get = declared+"(4), allocatable :: "+converted, "if (present("+text+")) "+get
	}
	if slices.Contains(x.h.decls, decl) {
		return converted
	}
	x.h.decls = append(x.h.decls, decl)
	switch {
	case optional:
		x.pre = append(x.pre, x.line("if (present(%s)) allocate (%s)", text, converted))
	case declared == "integer": // what is not an error leaves it as it is
		x.pre = append(x.pre, x.line("%s = 0", converted))
	}
	x.post = append(x.post, x.line("%s", get))
	return converted
}

// named is the entity that an expression is the name of, or nil.
func (x *stmt) named(e syntax.Expr) *resolve.Symbol {
	if !wholeObject(e) {
		return nil
	}
	return x.scope.Lookup(e.(*syntax.Ref).First().Name)
}

// statArgs renders the optional arguments stat= and errmsg=.
func (x *stmt) statArgs(stat, errmsg syntax.Expr) string {
	var list []string
	if stat != nil {
		x.expr(stat)
		list = append(list, "stat="+x.status(stat))
	}
	if errmsg != nil {
		x.expr(errmsg)
		list = append(list, "errmsg="+x.t.Render(errmsg.Span()))
	}
	return strings.Join(list, ", ")
}

func (x *stmt) eventQuery(c *syntax.CallStmt) bool {
	args := c.Args().ByName([]string{"event", "count", "stat"})
	if args["event"] == nil || args["count"] == nil {
		return false
	}
	list := []string{x.address(args["event"])}
	if r, ok := args["count"].(*syntax.Ref); ok {
		x.ref(r, defines)
	}
	list = append(list, x.t.Render(args["count"].Span()), x.statArgs(args["stat"], nil))
	x.finishAs("call "+x.l.use("coral_event_query")+"("+joinArgs(list...)+")", true)
	return true
}

// moveAlloc announces the move of a coarray, which is collective (F2018 16.9.137). An allocatable
// component of a coarray is none: its image moves it alone.
func (x *stmt) moveAlloc(c *syntax.CallStmt) bool {
	args := c.Args().ByName([]string{"from", "to", "stat", "errmsg"})
	from, to := args["from"], args["to"]
	if from == nil || to == nil {
		return false
	}
	r, ok := from.(*syntax.Ref)
	if !ok {
		return false
	}
	if parts := x.scope.Reference(r).Parts; !parts[len(parts)-1].IsCoarray() {
		return false
	}
	x.expr(from)
	x.expr(to)
	f, t := x.t.Render(from.Span()), x.t.Render(to.Span())
	x.afterGets = append(x.afterGets, x.line("call %s(%s)", x.l.use("coral_move_begin"),
		joinArgs("loc("+f+")", "loc("+t+")", x.where(), x.statArgs(args["stat"], args["errmsg"]))))
	x.noteDescriptor(to, func(format string, args ...any) {
		x.post = append(x.post, x.line(format, args...))
	})
	x.finishAs("call move_alloc("+f+", "+t+")", true)
	return true
}

// randomInit: what seeds of different images have to do with each other the runtime knows.
func (x *stmt) randomInit(c *syntax.CallStmt) bool {
	args := c.Args().ByName([]string{"repeatable", "image_distinct"})
	repeatable, distinct := args["repeatable"], args["image_distinct"]
	if repeatable == nil || distinct == nil {
		return false
	}
	x.expr(repeatable)
	x.expr(distinct)
	x.finishAs(fmt.Sprintf("call %s(merge(.true., .false., %s), merge(.true., .false., %s))",
		x.l.use("coral_random_init"), x.renderExpr(repeatable), x.renderExpr(distinct)), true)
	return true
}
