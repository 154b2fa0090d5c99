package resolve

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// call checks the arguments of a CALL.
func (c *checker) call(s *syntax.CallStmt) {
	syntax.StmtExprs(s, c.expr)
	c.procedureOfOtherImage(s.Proc)
	if c.caf2Unknown(s) {
		return
	}
	if c.scope.CAF2Statement(s) != nil {
		c.caf2Call(s)
		return
	}
	args := s.Args()
	if args == nil || len(s.Proc.Parts) != 1 {
		return
	}
	name := s.Proc.First().Name
	if c.scope.IsIntrinsic(name) {
		c.intrinsic(s, name, args.Items)
		return
	}
	c.actuals(s.Proc, args.Items)
}

// actuals checks arguments against the dummies of a known interface.
func (c *checker) actuals(proc *syntax.Ref, items []*syntax.Arg) {
	sym := c.scope.Lookup(proc.First().Name)
	if sym == nil {
		if sym = c.p.Externals[proc.First().Name]; sym == nil {
			return
		}
		c.implicitInterface(proc, sym)
	}
	p := sym.Interface()
	if p == nil || p.Inner == nil || sym.Kind == Generic {
		return
	}
	dummies := p.Proc.Head.Args
	for i, a := range items {
		var d *Symbol
		switch {
		case a.Keyword != nil:
			d = p.Inner.Symbols[a.Keyword.Name]
		case i < len(dummies) && dummies[i].Name != nil:
			d = p.Inner.Symbols[dummies[i].Name.Name]
		}
		if d != nil {
			c.actual(a.Value, d, p.Name)
		}
	}
}

func (c *checker) actual(e syntax.Expr, d *Symbol, proc string) {
	r, isRef := e.(*syntax.Ref)
	if !d.IsCoarray() {
		if isRef && r.Coindexed() != nil && d.Flags&(Pointer|Allocatable) != 0 {
			c.errorf("C0139", r.Range, "a coindexed object cannot be associated with the %s dummy argument '%s' of '%s'",
				map[bool]string{true: "pointer", false: "allocatable"}[d.Has(Pointer)], d.Name, proc)
		}
		if isRef {
			c.plainDummy(r, d, proc)
		}
		return
	}
	reason := ""
	var corank int
	switch {
	case !isRef:
		reason = "this is an expression"
	case r.Coindexed() != nil:
		reason = "this is a coindexed object"
	default:
		info := c.scope.Analyse(r)
		switch {
		case info.Base == nil && c.scope.UnknownModule(r.First().Name) != nil:
		case info.Call:
			reason = "this is an expression"
		case info.Parts[0] != nil && info.Parts[0].Kind == Associate:
		case !info.hasCoarray():
			reason = "this is not one"
		case info.apartAfterCoarray() != nil:
			p := info.apartAfterCoarray()
			reason = fmt.Sprintf("'%s' is %s component, whose memory is no part of the coarray", p.Name, map[bool]string{true: "a pointer", false: "an allocatable"}[p.Has(Pointer)])
		case hasVector(c.scope, r):
			reason = "a section by a vector subscript is not one"
		}
	}
	if isRef && reason == "" {
		if sym, at := c.scope.Analyse(r).coarray(); at >= 0 {
			corank = sym.Corank()
		}
	}
	if corank > 0 && d.Has(Allocatable) && corank != d.Corank() {
		c.errorf("C0107", e.Span(), "the actual argument has corank %d, but the allocatable dummy argument '%s' of '%s' has corank %d (F2018 15.5.2.6)", corank, d.Name, proc, d.Corank()).
			Note(d.Ident.Range, "'%s' is declared here", d.Name)
	}
	if reason != "" {
		c.errorf("C0139", e.Span(), "dummy argument '%s' of '%s' is a coarray and needs a coarray: %s", d.Name, proc, reason).
			Note(d.Ident.Range, "'%s' is declared here", d.Name)
	}
}

// plainDummy checks a coarray, or a coindexed object, as the actual argument of a dummy that is no coarray.
func (c *checker) plainDummy(r *syntax.Ref, d *Symbol, proc string) {
	info := c.scope.Analyse(r)
	t, dummy := info.Types[len(info.Types)-1], d.TypeOf()
	polymorphic := t != nil && t.Base == syntax.TypeClass && dummy != nil && (dummy.Base == syntax.TypeClass || dummy.Base == syntax.TypeClassAny)
	switch sym := info.Parts[len(info.Parts)-1]; {
	case r.Coindexed() != nil && r.Coindexed() == r.Last() && polymorphic: // of its polymorphic parts C0161 speaks
		c.errorf("C0139", r.Range, "a polymorphic coindexed object cannot be associated with the polymorphic dummy argument '%s' of '%s' (F2018 15.5.2.4)", d.Name, proc)
	case r.Coindexed() == nil && sym.IsCoarray() && r.IsName() && sym.Has(Allocatable) && d.Has(Allocatable) && d.Intent == "out":
		c.errorf("C0139", r.Range, "the coarray '%s' would be deallocated on this image alone: '%s' of '%s' is INTENT(OUT) and no coarray", sym.Name, d.Name, proc).
			Note(d.Ident.Range, "'%s' is declared here", d.Name)
	}
}

// coarray is the coarray in a designator and its place, -1 if there is none.
func (i RefInfo) coarray() (*Symbol, int) {
	for at := len(i.Parts) - 1; at >= 0; at-- {
		if p := i.Parts[at]; p != nil && p.Codims != nil {
			return p, at
		}
	}
	return nil, -1
}

// apartAfterCoarray is an allocatable or pointer component behind the coarray in a designator: what it holds is no coarray (F2018 9.4.2, 5.4.7).
func (i RefInfo) apartAfterCoarray() *Symbol {
	_, at := i.coarray()
	for _, p := range i.Parts[at+1:] {
		if p != nil && p.Flags&(Allocatable|Pointer) != 0 {
			return p
		}
	}
	return nil
}

func (i RefInfo) hasCoarray() bool {
	for _, p := range i.Parts {
		if p != nil && p.Codims != nil {
			return true
		}
	}
	return false
}

func hasVector(s *Scope, r *syntax.Ref) bool {
	for _, p := range r.Parts {
		if p.Args == nil {
			continue
		}
		for _, a := range p.Args.Items {
			if _, ok := a.Value.(*syntax.Triplet); !ok && s.RankOf(a.Value) > 0 {
				return true
			}
		}
	}
	return false
}

// implicitInterface: a procedure with coarray dummies needs an explicit interface (F2018 15.4.2.2). With explicit shape the call works
// all the same, and old codes have it.
func (c *checker) implicitInterface(proc *syntax.Ref, sym *Symbol) {
	if sym.Inner == nil {
		return
	}
	for _, d := range sym.Inner.Order {
		if !d.Has(Dummy) || !d.IsCoarray() {
			continue
		}
		if d.Has(Allocatable) || assumedShape(d) {
			c.errorf("C0143", proc.Range, "'%s' needs an explicit interface: its dummy argument '%s' is %s coarray", sym.Name, d.Name, shapeWord(d)).
				Help("put the procedure into a module")
			return
		}
		c.p.legacy("C0143", proc.Range, "put the procedure into a module, or write an interface block",
			"'%s' has coarray dummy arguments and needs an explicit interface (F2018 15.4.2.2)", sym.Name)
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
	case name == "event_query" && len(items) > 0:
		c.notCoindexed(items[0].Value, "C0118", "EVENT_QUERY asks for an event of its own image: it cannot be coindexed")
	case name == "move_alloc" && len(items) > 1:
		c.movedCoranks(items)
	case strings.HasPrefix(name, "atomic_"):
		at := 0
		if name == "atomic_ref" {
			at = 1
		}
		for i, a := range items {
			if a.Keyword != nil && a.Keyword.Name == "atom" {
				at = i
			}
		}
		if at < len(items) {
			c.atom(items[at].Value, strings.ToUpper(name))
		}
	}
}

// movedCoranks: FROM and TO of MOVE_ALLOC have the same corank (F2018 16.9.137).
func (c *checker) movedCoranks(items []*syntax.Arg) {
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
		info := c.scope.Analyse(r)
		sym := info.Parts[len(info.Parts)-1]
		if sym == nil || sym.Kind != Variable {
			return
		}
		corank[i] = sym.Corank()
	}
	if corank[0] != corank[1] {
		c.errorf("C0107", items[1].Range, "MOVE_ALLOC moves from corank %d to corank %d", corank[0], corank[1])
	}
}

// atom checks the variable of an atomic subroutine (F2018 16.9.20): a coarray or coindexed, of one of two kinds.
func (c *checker) atom(e syntax.Expr, name string) {
	r, ok := e.(*syntax.Ref)
	if !ok {
		return
	}
	info := c.scope.Analyse(r)
	if info.Base == nil || info.Base.Kind == Associate {
		return
	}
	if !info.hasCoarray() && !info.Base.Has(Dummy) {
		c.errorf("C0145", r.Range, "the ATOM argument of %s must be a coarray or a coindexed object", name)
		return
	}
	if info.Rank > 0 {
		c.errorf("C0145", r.Range, "the ATOM argument of %s must be a scalar", name)
	}
	t := info.Types[len(info.Types)-1]
	if t == nil {
		return
	}
	kind, known := int64(4), true
	if t.Spec != nil && t.Spec.Kind != nil {
		kind, known = t.Scope.kindValue(t.Spec.Kind)
	}
	if t.Base != syntax.TypeInteger && t.Base != syntax.TypeLogical || known && kind != 4 {
		c.errorf("C0145", r.Range, "the ATOM argument of %s must be integer(atomic_int_kind) or logical(atomic_logical_kind)", name)
	}
}

var envKinds = map[string]int64{"int8": 1, "int16": 2, "int32": 4, "int64": 8, "atomic_int_kind": 4, "atomic_logical_kind": 4,
	"c_int": 4, "c_int32_t": 4, "c_int64_t": 8, "c_long": 8, "c_short": 2, "c_bool": 1, "c_int8_t": 1, "c_int16_t": 2}

// kindValue is the value of a kind expression if it can be told.
func (s *Scope) kindValue(e syntax.Expr) (int64, bool) {
	if r, ok := e.(*syntax.Ref); ok && r.IsName() {
		if sym := s.Lookup(r.First().Name); sym != nil && sym.Original != "" {
			v, ok := envKinds[sym.Original]
			return v, ok
		}
	}
	return s.Int(e)
}

// inquiry checks functions that inquire a coarray, and function references with coarray dummies.
func (c *checker) inquiry(r *syntax.Ref) {
	p := r.Parts[0]
	if len(r.Parts) != 1 || p.Args == nil || len(p.Args.Items) == 0 {
		return
	}
	name := p.Name.Name
	if c.scope.IsIntrinsic(name) && !c.inquiryArguments(p, name) {
		return
	}
	if !c.scope.IsIntrinsic(name) {
		if info := c.scope.Analyse(r); info.Call {
			c.actuals(r, p.Args.Items)
		}
		return
	}
	switch name {
	case "lcobound", "ucobound", "coshape", "image_index", "this_image":
	default:
		return
	}
	first, ok := p.Args.Items[0].Value.(*syntax.Ref)
	if k := p.Args.Items[0].Keyword; !ok || k != nil && k.Name != "coarray" {
		return
	}
	if first.Coindexed() != nil {
		c.errorf("C0140", first.Range, "the argument of %s is a coarray, not a coindexed object: leave the image selector out", strings.ToUpper(name))
		return
	}
	info := c.scope.Analyse(first)
	t := info.Types[len(info.Types)-1]
	if p := info.apartAfterCoarray(); p != nil && info.hasCoarray() && !(name == "this_image" && t.IsBuiltin("team_type")) {
		c.errorf("C0140", first.Range, "the argument of %s must be a coarray, but what the component '%s' holds is none", strings.ToUpper(name), p.Name)
		return
	}
	if !info.hasCoarray() && info.Base != nil && info.Base.Kind == Variable && !(name == "this_image" && t.IsBuiltin("team_type")) {
		c.errorf("C0140", first.Range, "the argument of %s must be a coarray", strings.ToUpper(name))
		return
	}
	if len(p.Args.Items) > 1 && name != "image_index" && name != "coshape" && info.hasCoarray() {
		c.dim(p.Args.Items[1], info.Parts[0], name)
	}
}

// inquiryNames are the dummy arguments of functions about images. With TEAM in the place of another one they have as many.
var inquiryNames = map[string][]string{
	"this_image": {"coarray", "dim", "team"}, "num_images": {"team", "team_number"}, "image_index": {"coarray", "sub", "team", "team_number"},
	"lcobound": {"coarray", "dim", "kind"}, "ucobound": {"coarray", "dim", "kind"}, "coshape": {"coarray", "kind"}, "get_team": {"level"}, "team_number": {"team"},
	"image_status": {"image", "team"}, "failed_images": {"team", "kind"}, "stopped_images": {"team", "kind"},
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
		if k := a.Keyword; k != nil && (name == "this_image" || name == "num_images") && (k.Name == "distance" || k.Name == "failed") {
			d := c.errorf("C0155", a.Range, "%s has no argument '%s': only a draft of TS 18508 had it", upper, k.Name)
			if k.Name == "distance" {
				d.Help("name the team: %s(team=get_team(initial_team)), or parent_team", name)
			} else {
				d.Help("size(failed_images()) is the number of failed images")
			}
			return false
		}
	}
	if len(p.Args.Items) > most {
		c.errorf("C0155", p.Args.Range, "%s has %d arguments at most", upper, most)
		return false
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
	if name == "this_image" && given["dim"] && !given["coarray"] {
		c.errorf("C0155", p.Args.Range, "THIS_IMAGE takes DIM only after COARRAY")
		return false
	}
	return c.inquiryValues(p, name)
}

// inquiryValues checks SUB of IMAGE_INDEX, whose size is the corank (F2018 16.9.97), and LEVEL of GET_TEAM, which has one of three values (16.9.84).
func (c *checker) inquiryValues(p *syntax.PartRef, name string) bool {
	values := arguments(p.Args.Items, inquiryNames[name])
	if level := values["level"]; name == "get_team" && level != nil {
		if v, ok := c.scope.Int(level); ok && (v < -3 || v > -1) || c.isNot(level, syntax.TypeInteger) || c.scope.RankOf(level) > 0 {
			c.errorf("C0155", level.Span(), "LEVEL of GET_TEAM must be initial_team, parent_team or current_team of ISO_FORTRAN_ENV")
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
	info := c.scope.Analyse(r)
	coarray, at := info.coarray()
	if at < 0 {
		return true
	}
	if info.Base.Kind == Associate && info.Base.Codims != nil {
		coarray = info.Base // the cobounds are those that CHANGE TEAM has given
	}
	if n, ok := c.scope.sizeOf(sub); ok && n != coarray.Corank() {
		c.errorf("C0155", sub.Span(), "SUB of IMAGE_INDEX has %d elements, but '%s' has corank %d", n, coarray.Name, coarray.Corank()).
			Note(declRange(coarray), "'%s' is declared here", coarray.Name)
		return false
	}
	return true
}

// arguments are the values of arguments by name; names are those of the arguments without keywords.
func arguments(items []*syntax.Arg, names []string) map[string]syntax.Expr {
	values := map[string]syntax.Expr{}
	for i, a := range items {
		switch {
		case a.Keyword != nil:
			values[a.Keyword.Name] = a.Value
		case i < len(names):
			values[names[i]] = a.Value
		}
	}
	return values
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
		sym := s.Analyse(e).Base
		if !e.IsName() || sym == nil || sym.Kind != Variable && sym.Kind != Parameter || sym.Rank() != 1 || sym.Flags&(Allocatable|Pointer) != 0 {
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

func (c *checker) dim(a *syntax.Arg, sym *Symbol, name string) {
	if a.Keyword != nil && a.Keyword.Name != "dim" || sym == nil || sym.Codims == nil {
		return
	}
	if v, ok := c.scope.Int(a.Value); ok && (v < 1 || v > int64(sym.Corank())) {
		c.errorf("C0146", a.Range, "dim=%d of %s is outside of 1 to %d, the corank of '%s'", v, strings.ToUpper(name), sym.Corank(), sym.Name)
	}
}
