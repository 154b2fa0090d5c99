package resolve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// call checks the arguments of a CALL.
func (c *checker) call(s *syntax.CallStmt) {
	c.called = s.Proc
	syntax.StmtExprs(s, c.expr)
	c.procedureOfOtherImage(s.Proc)
	if c.caf2Unknown(s) {
		return
	}
	if c.scope.CAF2Statement(s) != nil {
		c.caf2Call(s)
		return
	}
	name, args := s.Proc.First().Name, s.Args()
	if args != nil && c.scope.CallsIntrinsic(s.Proc) {
		c.intrinsic(s, name, args.Items)
		return
	}
	c.pointerFromC(s.Proc)
	c.withoutUnderscore(s.Proc)
	c.actuals(s.Proc)
}

// pointerFromC checks that C_F_POINTER and C_F_PROCPOINTER associate no pointer of another image
// (F2018 18.2.3.3, 18.2.3.4). SHAPE= may be coindexed.
func (c *checker) pointerFromC(proc *syntax.Ref) {
	sym := c.scope.Lookup(proc.First().Name)
	if len(proc.Parts) != 1 || proc.Parts[0].Args == nil || sym == nil || sym.Scope != nil ||
		sym.Original != "c_f_pointer" && sym.Original != "c_f_procpointer" {
		return
	}
	args := proc.Parts[0].Args.ByName([]string{"cptr", "fptr"})
	c.notCoindexed(args["fptr"], "C0156", "a pointer of another image cannot be the argument of "+
		"C_F_POINTER or C_F_PROCPOINTER (F2018 18.2.3.3): it is associated by its own image")
}

// actuals checks the arguments of a procedure reference against the dummies, as far as declarations
// tell the procedure, and the object through which it is referenced against the passed-object dummy
// argument.
func (c *checker) actuals(proc *syntax.Ref) {
	if sym := c.scope.Lookup(proc.First().Name); len(proc.Parts) == 1 &&
		(sym == nil || sym.isExternalName()) {
		if sym = c.p.Externals[proc.First().Name]; sym != nil {
			c.implicitInterface(proc, sym)
		}
	}
	callee := c.scope.Callee(proc)
	if callee.Proc == nil {
		return
	}
	if d := callee.Passed; d != nil {
		object := &syntax.Ref{Range: proc.Range, Parts: proc.Parts[:len(proc.Parts)-1]}
		object.Range.End = object.Last().Range.End
		c.actual(object, d, callee.Proc.Name)
	}
	if proc.Last().Args == nil {
		return
	}
	items := proc.Last().Args.Items
	for i, a := range items {
		if d := callee.Dummy(items, i); d != nil {
			c.actual(a.Value, d, callee.Proc.Name)
		}
	}
}

// definedOperation checks the operands of a defined operation as the actual arguments that they are
// (F2018 10.1.6.2).
func (c *checker) definedOperation(n syntax.Node) {
	switch e := n.(type) {
	case *syntax.Unary:
		c.operands(operatorKey(e.Op, e.Name), e.X)
	case *syntax.Binary:
		c.operands(operatorKey(e.Op, e.Name), e.X, e.Y)
	}
}

// operands checks the operands of an operation, or both sides of an assignment, if a procedure
// defines it. It gets the right side of an assignment as an expression in parentheses (F2018
// 15.4.3.4.3), and so no coarray.
func (c *checker) operands(key string, list ...syntax.Expr) {
	callee := c.scope.Defined(key, list...)
	if callee.Proc == nil {
		return
	}
	c.simpleCallee(callee.Proc, list[0].Span())
	for i, d := range callee.dummies() {
		if d == nil || i >= len(list) {
			continue
		}
		e := list[i]
		if key == assignmentKey && i == 1 {
			e = &syntax.Paren{Range: e.Span(), X: e}
		}
		c.actual(e, d, callee.Proc.Name)
	}
}

// implicitInterface: a procedure with coarray dummies needs an explicit interface (F2018 15.4.2.2).
// With explicit shape the call works all the same, and old codes have it.
func (c *checker) implicitInterface(proc *syntax.Ref, sym *Symbol) {
	if sym.Inner == nil {
		return
	}
	for in := c.scope; in != nil; in = in.Host {
		if in == sym.Inner { // known to itself and to what it contains
			return
		}
	}
	for _, d := range sym.Inner.Order {
		if !d.Has(Dummy) || !d.IsCoarray() {
			continue
		}
		if d.Has(Allocatable) || assumedShape(d) {
			c.errorf("C0143", proc.Range,
				"'%s' needs an explicit interface: its dummy argument '%s' is %s coarray", sym.Name,
				d.Name, shapeWord(d)).
				Help("put the procedure into a module")
			return
		}
		c.p.legacy("C0143", proc.Range,
			"put the procedure into a module, or write an interface block",
			"'%s' has coarray dummy arguments and needs an explicit interface (F2018 15.4.2.2)",
			sym.Name)
		return
	}
}

func shapeWord(d *Symbol) string {
	if d.Has(Allocatable) {
		return "an allocatable"
	}
	return "an assumed-shape"
}

func assumedShape(d *Symbol) bool {
	for _, x := range dimsOf(d) {
		if x.Kind == syntax.DimDeferred || x.Kind == syntax.DimLower {
			return true
		}
	}
	return false
}

// intrinsic checks the arguments of intrinsic subroutines of the parallel model.
func (c *checker) intrinsic(s *syntax.CallStmt, name string, items []*syntax.Arg) {
	switch {
	case strings.HasPrefix(name, "co_"):
		c.collective(name, items)
		if c.critical > 0 || c.concurrent > 0 || c.scope.IsPure() {
			c.imageControl(s, strings.ToUpper(name))
		}
	case name == "move_alloc" && len(items) > 1:
		c.movedCoranks(s, items)
	case resultsOf[name]:
		for _, a := range items {
			c.remoteReadOnly(a.Value)
		}
	default:
		c.parallelCall(s, name, items)
	}
}

var moveNames = []string{"from", "to", "stat", "errmsg"}

// eachOnce checks that a list has not too many arguments, none twice, and none without keyword
// behind one that has one (F2018 C1534, 15.5.2.1): calls that are lowered reach no compiler that
// would see it.
func (c *checker) eachOnce(code diag.Code, upper string, list *syntax.ArgList, names []string,
	most int) bool {
	if len(list.Items) > most {
		arguments, are := fmt.Sprintf("%d arguments", most), "arguments are"
		if most == 1 {
			arguments, are = "one argument", "argument is"
		}
		c.errorf(code, list.Items[most].Range, "%s has %s at most", upper, arguments).
			Help("its %s %s", are,
				strings.ToUpper(strings.Join(names[:min(most, len(names))], ", ")))
		return false
	}
	given := map[string]bool{}
	keyword := false
	for i, a := range list.Items {
		word := names[i]
		if a.Keyword != nil {
			word, keyword = a.Keyword.Name, true
		} else if keyword {
			c.errorf(code, a.Range,
				"an argument of %s without keyword follows one with a keyword (F2018 C1534)", upper)
			return false
		}
		if given[word] {
			c.errorf(code, a.Range, "the argument %s of %s is given twice", strings.ToUpper(word),
				upper)
			return false
		}
		given[word] = true
	}
	return true
}

// movedCoranks: FROM and TO of MOVE_ALLOC have the same corank (F2018 16.9.137).
func (c *checker) movedCoranks(s *syntax.CallStmt, items []*syntax.Arg) {
	var corank [2]int
	for i := range corank {
		r, ok := items[i].Value.(*syntax.Ref)
		if !ok {
			return
		}
		if r.Coindexed() != nil {
			c.errorf("C0122", r.Range, "a coindexed object cannot be moved by MOVE_ALLOC")
			return
		}
		info := c.scope.Reference(r)
		sym := info.Parts[len(info.Parts)-1]
		if sym == nil || sym.Kind != Variable {
			return
		}
		corank[i] = sym.Corank()
	}
	if corank[0] > 0 {
		if !c.eachOnce("C0155", "MOVE_ALLOC", s.Args(), moveNames, len(moveNames)) {
			return
		}
		c.imageControl(s, "MOVE_ALLOC of coarrays")
	}
	if corank[0] != corank[1] {
		c.errorf("C0107", items[1].Range, "MOVE_ALLOC moves from corank %d to corank %d", corank[0],
			corank[1])
	}
}

var envKinds = map[string]int64{"int8": 1, "int16": 2, "int32": 4, "int64": 8, "atomic_int_kind": 4,
	"atomic_logical_kind": 4,
	"c_int":               4, "c_int32_t": 4, "c_int64_t": 8, "c_long": 8, "c_short": 2,
	"c_bool":   1,
	"c_int8_t": 1, "c_int16_t": 2,
	"real32": 4, "real64": 8, "real128": 16, "c_float": 4, "c_double": 8, "c_long_double": 10,
	"c_float_complex": 4, "c_double_complex": 8, "c_long_double_complex": 10}

// kindValue is the value of a kind expression if it can be told: a constant, perhaps a named one,
// of the environment or by KIND of a real literal.
func (s *Scope) kindValue(e syntax.Expr) (int64, bool) {
	r, ok := e.(*syntax.Ref)
	if !ok || len(r.Parts) != 1 {
		return s.Int(e)
	}
	name := r.First().Name
	if a := r.Last().Args; a != nil {
		if name == "kind" && len(a.Items) == 1 && s.IsIntrinsic(name) {
			l, _ := a.Items[0].Value.(*syntax.Literal)
			return s.realKind(l)
		}
		return 0, false
	}
	sym := s.Lookup(name)
	switch {
	case sym == nil || r.Coindexed() != nil:
		return 0, false
	case sym.Original != "":
		v, ok := envKinds[sym.Original]
		return v, ok
	case sym.Kind == Parameter && sym.Init != nil && sym.Scope != nil && !sym.seeking:
		sym.seeking = true // constants that are defined by each other are an error for the compiler
		defer func() { sym.seeking = false }()
		return sym.Scope.kindValue(sym.Init)
	}
	return 0, false
}

// realKind is the kind of a real literal without kind parameter.
func (s *Scope) realKind(l *syntax.Literal) (int64, bool) {
	switch {
	case l == nil || l.Kind != syntax.RealLit || l.KindParam() != "" || s.prog.opt.OtherDefaults:
		return 0, false
	case strings.Contains(l.Text(), "d"):
		return 8, true
	case strings.Contains(l.Text(), "q"):
		return 0, false
	}
	return 4, true
}

// inquiry checks functions that inquire a coarray, and function references with coarray dummies.
func (c *checker) inquiry(r *syntax.Ref) {
	p := r.Parts[0]
	name := p.Name.Name
	c.caf2Inquiry(r)
	if f := c.scope.CAF2Function(r); f != nil {
		c.caf2Args(f, r)
		return
	}
	if !c.scope.CallsIntrinsic(r) {
		if r != c.called && r.Last().Args != nil && c.scope.Reference(r).Call {
			c.actuals(r)
		}
		return
	}
	if p.Args == nil || len(p.Args.Items) == 0 || !c.inquiryArguments(p, name) {
		return
	}
	switch name {
	case "lcobound", "ucobound", "coshape", "image_index", "this_image":
	default:
		return
	}
	values := p.Args.ByName(inquiryNames[name])
	first, ok := values["coarray"].(*syntax.Ref)
	if !ok {
		return
	}
	if first.Coindexed() != nil {
		c.errorf("C0140", first.Range,
			"the argument of %s is a coarray, not a coindexed object: leave the image selector out",
			strings.ToUpper(name))
		return
	}
	info := c.scope.Reference(first)
	t, _ := c.scope.OperandType(first)
	if name == "this_image" && len(values) > 1 && t.IsBuiltin("team_type") {
		c.errorf("C0155", first.Range, "COARRAY of THIS_IMAGE stands before TEAM (F2018 16.9.190)")
		return
	}
	if p := info.apartAfterCoarray(); p != nil && info.hasCoarray() &&
		!(name == "this_image" && t.IsBuiltin("team_type")) {
		c.errorf("C0140", first.Range,
			"the argument of %s must be a coarray, but what the component '%s' holds is none",
			strings.ToUpper(name), p.Name)
		return
	}
	if !info.hasCoarray() && info.Base != nil && info.Base.Kind == Variable &&
		!(name == "this_image" && t.IsBuiltin("team_type")) {
		c.errorf("C0140", first.Range, "the argument of %s must be a coarray",
			strings.ToUpper(name))
		return
	}
	if info.coarrayNamed().onNodes() && name != "lcobound" {
		c.errorf("C0416", first.Range, "%s of '%s' would be asked of the current team, but its "+
			"images are nodes, by the directive 'coarray'", strings.ToUpper(name),
			first.First().Name).
			Help("outside of tasks, ask another coarray with the same cobounds, and keep the value")
	}
	if dim := values["dim"]; dim != nil && info.hasCoarray() {
		c.dim(dim, info.coarrayNamed(), name)
	}
}

// coarrayNamed is the coarray that a reference names, or the associate name to which CHANGE TEAM
// gives a corank and cobounds of its own (F2018 11.1.5.2); nil if it names none.
func (info *Reference) coarrayNamed() *Symbol {
	coarray, at := info.coarray()
	if at < 0 {
		return nil
	}
	if b := info.Base; b != nil && b.Kind == Associate && b.Codims != nil {
		return b
	}
	return coarray
}

// inquiryNames are the dummy arguments of functions about images. With TEAM in the place of another
// one they have as many.
var inquiryNames = map[string][]string{
	"this_image": {"coarray", "dim", "team"}, "num_images": {"team", "team_number"},
	"image_index": {"coarray", "sub", "team", "team_number"},
	"lcobound":    {"coarray", "dim", "kind"}, "ucobound": {"coarray", "dim", "kind"},
	"coshape": {"coarray", "kind"}, "get_team": {"level"}, "team_number": {"team"},
	"image_status": {"image", "team"}, "failed_images": {"team", "kind"},
	"stopped_images": {"team", "kind"},
}

// AboutImages tells whether a name is that of an intrinsic procedure of the parallel model.
func AboutImages(name string) bool {
	return inquiryNames[name] != nil || collectiveNames[name] != nil ||
		parallelSubroutines[name] != nil
}

// inquiryArguments checks number and names of the arguments of functions about images.
func (c *checker) inquiryArguments(p *syntax.PartRef, name string) bool {
	names, known := inquiryNames[name]
	if !known {
		return true
	}
	most := len(names)
	if names[most-1] == "team_number" {
		most--
	}
	upper := strings.ToUpper(name)
	for _, a := range p.Args.Items {
		if k := a.Keyword; k != nil && (name == "this_image" || name == "num_images") &&
			(k.Name == "distance" || k.Name == "failed") {
			d := c.errorf("C0155", a.Range,
				"%s has no argument '%s': only a draft of TS 18508 had it", upper, k.Name)
			if k.Name == "distance" {
				d.Help("name the team: %s(team=get_team(initial_team)), or parent_team", name)
			} else {
				d.Help("size(failed_images()) is the number of failed images")
			}
			return false
		}
	}
	given := map[string]bool{}
	for i, a := range p.Args.Items {
		word := names[min(i, len(names)-1)]
		if a.Keyword != nil {
			word = a.Keyword.Name
		}
		if !slices.Contains(names, word) {
			c.errorf("C0155", a.Range, "%s has no argument '%s'", upper, word)
			return false
		}
		given[word] = true
	}
	if !c.eachOnce("C0155", upper, p.Args, names, most) {
		return false
	}
	if name == "this_image" && given["dim"] && !given["coarray"] {
		c.errorf("C0155", p.Args.Range, "THIS_IMAGE takes DIM only after COARRAY")
		return false
	}
	return c.inquiryValues(p, name)
}

// teamAlone are the functions of which no other argument can stand in TEAM's place.
var teamAlone = set("team_number failed_images stopped_images image_status")

func (c *checker) isNotTeam(e syntax.Expr) bool {
	t := c.scope.TypeOf(e)
	return t != nil && !t.IsBuiltin("team_type")
}

// inquiryValues checks teams and images, SUB of IMAGE_INDEX, whose size is the corank (F2018
// 16.9.97), and LEVEL of GET_TEAM, which has one of three values (16.9.84).
func (c *checker) inquiryValues(p *syntax.PartRef, name string) bool {
	values := p.Args.ByName(inquiryNames[name])
	for i, a := range p.Args.Items {
		third := name == "this_image" && i == 2
		named := a.Keyword != nil && a.Keyword.Name == "team" || a.Keyword == nil &&
			i < len(inquiryNames[name]) && inquiryNames[name][i] == "team" &&
			(teamAlone[name] || third)
		if named && (c.scope.RankOf(a.Value) > 0 || c.isNotTeam(a.Value)) {
			c.errorf("C0155", a.Value.Span(), "TEAM of %s must be a scalar of type team_type",
				strings.ToUpper(name))
			return false
		}
	}
	if number := values["team_number"]; number != nil &&
		(c.isNot(number, syntax.TypeInteger) || c.scope.RankOf(number) > 0) {
		c.errorf("C0155", number.Span(), "TEAM_NUMBER of %s must be a scalar integer",
			strings.ToUpper(name))
		return false
	}
	if a := p.Args.Items; name == "num_images" && len(a) == 1 && a[0].Keyword == nil &&
		c.isNotTeam(a[0].Value) && c.isNot(a[0].Value, syntax.TypeInteger) {
		c.errorf("C0155", a[0].Value.Span(),
			"the argument of NUM_IMAGES must be a team or the number of one")
		return false
	}
	if image := values["image"]; image != nil && c.isNot(image, syntax.TypeInteger) {
		c.errorf("C0155", image.Span(), "IMAGE of %s must be an integer", strings.ToUpper(name))
		return false
	}
	if level := values["level"]; name == "get_team" && level != nil {
		if v, ok := c.scope.Int(level); ok && (v < -3 || v > -1) ||
			c.isNot(level, syntax.TypeInteger) || c.scope.RankOf(level) > 0 {
			c.errorf("C0155", level.Span(),
				"LEVEL of GET_TEAM must be initial_team, parent_team or current_team of "+
					"ISO_FORTRAN_ENV")
			return false
		}
	}
	sub := values["sub"]
	if name != "image_index" || sub == nil {
		return true
	}
	if rank := c.scope.RankOf(sub); c.isNot(sub, syntax.TypeInteger) || rank >= 0 && rank != 1 {
		c.errorf("C0155", sub.Span(), "SUB of IMAGE_INDEX must be an integer array of rank one")
		return false
	}
	r, ok := values["coarray"].(*syntax.Ref)
	if !ok || r.Coindexed() != nil {
		return true
	}
	coarray := c.scope.Reference(r).coarrayNamed()
	if coarray == nil {
		return true
	}
	if n, ok := c.scope.sizeOf(sub); ok && n != coarray.Corank() {
		c.errorf("C0155", sub.Span(), "SUB of IMAGE_INDEX has %d elements, but '%s' has corank %d",
			n, coarray.Name, coarray.Corank()).
			Note(declRange(coarray), "'%s' is declared here", coarray.Name)
		return false
	}
	return true
}

// sizeOf is the size of an array of rank one as far as it can be told.
func (s *Scope) sizeOf(e syntax.Expr) (int, bool) {
	switch e := e.(type) {
	case *syntax.Paren:
		return s.sizeOf(e.X)
	case *syntax.ArrayCons:
		for _, v := range e.Values {
			if _, loop := v.(*syntax.ImpliedDo); loop || s.RankOf(v) != 0 {
				return 0, false
			}
		}
		return len(e.Values), true
	case *syntax.Ref:
		sym := s.Reference(e).Base
		if !e.IsName() || sym == nil || sym.Kind != Variable && sym.Kind != Parameter ||
			sym.Rank() != 1 || sym.Flags&(Allocatable|Pointer) != 0 {
			return 0, false
		}
		low, known := int64(1), true
		d := sym.Dims.Dims[0]
		if d.Lower != nil {
			low, known = sym.Scope.Int(d.Lower)
		}
		if d.Upper == nil || !known {
			return 0, false
		}
		high, known := sym.Scope.Int(d.Upper)
		return int(max(0, high-low+1)), known
	}
	return 0, false
}

func (c *checker) dim(a syntax.Expr, sym *Symbol, name string) {
	if sym == nil || sym.Codims == nil {
		return
	}
	if !c.isNotTeam(a) && c.scope.TypeOf(a) != nil {
		return // THIS_IMAGE(COARRAY, TEAM)
	}
	if c.scope.RankOf(a) > 0 || c.isNot(a, syntax.TypeInteger) {
		c.errorf("C0146", a.Span(), "DIM of %s must be an integer scalar", strings.ToUpper(name))
		return
	}
	if v, ok := c.scope.Int(a); ok && (v < 1 || v > int64(sym.Corank())) {
		c.errorf("C0146", a.Span(), "dim=%d of %s is outside of 1 to %d, the corank of '%s'", v,
			strings.ToUpper(name), sym.Corank(), sym.Name)
	}
}
