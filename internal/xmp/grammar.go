// Package xmp is the grammar of XcalableMP's directives, which C and Fortran share but for the
// expressions in them: each front end brings a reader of its tokens, and gets a directive over its
// expressions.
package xmp

import (
	"slices"
	"strings"
)

// Directive is one directive over expressions E.
type Directive[E comparable] struct {
	Name string
	// variables of bcast and reduction, the lock, image or images, tag of post and wait, ids of
	// wait_async
	Args  []E
	Async E       // the id of bcast, reduction and gmove, async(id); the zero value: there is none
	Op    string  // of a reduction, as Reader.Operator gives it
	Mode  string  // gmove: "in", "out" or nothing
	Posts *Ref[E] // post and wait: the node
	With  *Ref[E] // sync_image and sync_images by nodes: these
	From  *Ref[E] // bcast
	On    *Ref[E] // task, and clauses on
	Nodes []*Nodes[E]
}

// Refs are the directive's references to nodes.
func (d *Directive[E]) Refs() (list []*Ref[E]) {
	for _, r := range []*Ref[E]{d.Posts, d.With, d.From, d.On} {
		if r != nil && !r.Executing {
			list = append(list, r)
		}
	}
	for _, n := range d.Nodes {
		if n.Of != nil {
			list = append(list, n.Of)
		}
	}
	return list
}

// Nodes is a node array: nodes p(2,2), nodes q(4) = p(1:4).
type Nodes[E comparable] struct {
	Name  string
	At    int // where the name stands, as Reader.At counts
	Base  int // of indices: 1 with parentheses, 0 with brackets
	Sizes []E // the zero value for the open one, '*'
	// Executing: declared with "= *", of the nodes that execute the directive; Of: of these nodes
	// of another array; else of all nodes.
	Executing bool
	Of        *Ref[E]
}

// Flags are what the runtime wants to know of a node array beside its shape (capi/xmp/task.c).
func (n *Nodes[E]) Flags() int {
	flags := 1 - n.Base
	if n.Executing {
		flags |= 2
	}
	if n.Of != nil {
		flags |= 4
	}
	return flags
}

// Ref is a set of nodes: p, p(1), p(1:4:2), p(:,2), p[0:4]; in a clause '*': those that execute the
// directive.
type Ref[E comparable] struct {
	Name      string
	At        int
	Whole     bool
	Executing bool // '*'
	Square    bool // subscripts in brackets
	Subs      []Sub[E]
}

// Sub is one subscript of a node reference; parts of a triplet that are not written are zero.
type Sub[E comparable] struct {
	Own         bool // '*': the place, in this dimension, of the node that asks
	Triplet     bool
	Lo, Hi, Inc E // in brackets Hi is a length
}

// OwnPlace is the step by which the runtime knows '*' (capi/xmp/task.c).
const OwnPlace = "4611686018427387904"

// loopOnly are the reductions that only the clause of loop has: they need an order of iterations.
var loopOnly = map[string]bool{"firstmax": true, "firstmin": true, "lastmax": true, "lastmin": true}

// OnlyInLoop tells whether an operator is one of the reduction clause of loop, and not of the
// directive reduction.
func OnlyInLoop(op string) bool { return loopOnly[strings.ToLower(op)] }

// Reader is a front end's view of a directive's tokens.
type Reader[E comparable] interface {
	At() int               // where the next token stands
	OK() bool              // nothing has failed, and there is a token
	Is(op string) bool     // the next token is this punctuation
	Accept(op string) bool // takes it, if it is
	// takes a '*' that is all in its place: a comma or closing bracket follows
	Star() bool
	IsNodes() bool // the next token is the name of a node array, as far as is known
	IsWord(word string) bool
	Word() string // takes a name
	Operator() string
	// like Expression, of a variable: up to a '/' where only a name, or a part of it, stands in
	// front
	Variable() E
	Expression() E // up to a comma, colon, or closing bracket
	Next() string  // the next token, for messages
	Fail(format string, args ...any)
}

// Class is what Coral makes of a directive's name.
type Class uint8

const (
	Unknown    Class = iota
	GlobalView       // of the language, without a meaning for the local view
	LocalView
)

var classes = map[string]Class{"template": GlobalView, "template_fix": GlobalView,
	"distribute": GlobalView, "align": GlobalView, "shadow": GlobalView, "reflect": GlobalView,
	"reduce_shadow": GlobalView, "loop": GlobalView, "array": GlobalView,
	"local_alias": GlobalView, "save_desc": GlobalView,
	"reflect_init": GlobalView, "reflect_do": GlobalView,
	"nodes": LocalView, "coarray": LocalView, "barrier": LocalView, "sync_all": LocalView,
	"sync_memory": LocalView, "sync_image": LocalView, "sync_images": LocalView, "post": LocalView,
	"wait": LocalView, "lock": LocalView, "unlock": LocalView, "bcast": LocalView,
	"reduction": LocalView, "wait_async": LocalView, "task": LocalView, "tasks": LocalView,
	"gmove": LocalView, "image": LocalView}

// ClassOf a directive's name.
func ClassOf(name string) Class { return classes[name] }

// Names are the names of the directives of the local view but for some, for messages.
func Names(but ...string) string {
	var names []string
	for name, class := range classes {
		if class == LocalView && !slices.Contains(but, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// Read reads what stands behind the name of a directive of the local view, but for C's coarray.
func Read[E comparable](r Reader[E], name string) Directive[E] {
	g := grammar[E]{r}
	d := Directive[E]{Name: name}
	switch name {
	case "nodes":
		d.Nodes = append(d.Nodes, g.nodes())
		for g.Accept(",") {
			d.Nodes = append(d.Nodes, g.nodes())
		}
	case "barrier", "sync_all", "sync_memory":
		if r.Accept("(") {
			g.expect(")")
		}
		if name == "barrier" {
			d.On = g.clause("on")
		}
	case "sync_image", "sync_images":
		g.images(&d)
	case "post", "wait":
		g.postWait(&d)
	case "lock", "unlock":
		g.expect("(")
		d.Args = []E{r.Expression()}
		g.expect(")")
	case "bcast":
		g.expect("(")
		d.Args = g.list()
		d.From = g.clause("from")
		g.onAsync(&d)
	case "reduction":
		g.expect("(")
		if d.Op = r.Operator(); r.OK() {
			g.expect(":")
			d.Args = g.reduced()
		}
		g.onAsync(&d)
	case "wait_async":
		g.expect("(")
		d.Args = g.list()
		d.On = g.clause("on")
	case "task":
		if !r.IsWord("on") {
			r.Fail("expected 'on' and a set of nodes, found %s", r.Next())
		}
		d.On = g.clause("on")
		if r.OK() && r.IsWord("nocomm") { // a promise that the block does not communicate
			r.Word()
		}
	case "coarray":
		d.On = g.clause("on")
		g.expect(":")
		g.expect(":")
		for g.OK() {
			if d.Args = append(d.Args, r.Expression()); !g.Accept(",") {
				break
			}
		}
	case "image":
		g.expect("(")
		d.On = g.ref()
		g.expect(")")
	case "gmove":
		if r.IsWord("in") || r.IsWord("out") {
			d.Mode = r.Word()
		}
		d.Async = g.async()
	}
	return d
}

type grammar[E comparable] struct{ Reader[E] }

func (g grammar[E]) expect(op string) {
	if !g.Accept(op) {
		g.Fail("expected '%s', found %s", op, g.Next())
	}
}

// nodes = name ( "(" size { "," size } ")" | "[" size "]" { "[" size "]" } ) [ "=" ( "*" | ref ) ]
// .
func (g grammar[E]) nodes() *Nodes[E] {
	n := &Nodes[E]{At: g.At(), Name: g.Word(), Base: 1}
	switch {
	case g.Accept("("):
		for g.OK() {
			n.Sizes = append(n.Sizes, g.size())
			if !g.Accept(",") {
				break
			}
		}
		g.expect(")")
	case g.Is("["):
		n.Base = 0
		for g.OK() && g.Accept("[") {
			n.Sizes = append(n.Sizes, g.size())
			g.expect("]")
		}
	default:
		g.Fail("expected the shape of the node array, as in nodes p(4)")
	}
	var none E
	open := 0
	for _, s := range n.Sizes {
		if s != none {
			continue
		}
		if open++; open > 1 {
			g.Fail("'*' stands for one extent only in the shape of a node array")
		}
	}
	if g.OK() && g.Accept("=") {
		if n.Executing = g.Accept("*"); !n.Executing {
			n.Of = g.ref()
		}
	}
	return n
}

func (g grammar[E]) size() (e E) {
	if g.Star() {
		return e
	}
	return g.Expression()
}

// images = "(" ( image | ref ) ")" ; of sync_images "(" "*" ")" | "(" ( images | ref ) ")" | "("
// count "," images ")" .
func (g grammar[E]) images(d *Directive[E]) {
	several := d.Name == "sync_images"
	g.expect("(")
	switch {
	case several && g.Star():
	case g.OK() && g.IsNodes():
		d.With = g.ref()
	default:
		d.Args = append(d.Args, g.Expression())
		if several && g.Accept(",") {
			d.Args = append(d.Args, g.Expression())
		}
	}
	g.expect(")")
}

// postWait = "(" node "," tag ")" ; wait may leave out the tag, or all.
func (g grammar[E]) postWait(d *Directive[E]) {
	if d.Name == "wait" && !g.Is("(") {
		return
	}
	g.expect("(")
	d.Posts = g.ref()
	if d.Name == "post" || g.Is(",") {
		g.expect(",")
		d.Args = []E{g.Expression()}
	}
	g.expect(")")
}

// list = expression { "," expression } ")" .
func (g grammar[E]) list() (list []E) {
	for g.OK() {
		list = append(list, g.Expression())
		if !g.Accept(",") {
			break
		}
	}
	g.expect(")")
	return list
}

// reduced is list of variables; those that say where an extremum was, max:m/i,j/, belong to the
// clause of loop.
func (g grammar[E]) reduced() (list []E) {
	for g.OK() {
		list = append(list, g.Variable())
		if g.OK() && g.Is("/") {
			g.Fail("location variables, as in max:m/i/, are of the loop directive's clause, of " +
				"the global view: they find where in a loop an extremum was")
		}
		if !g.Accept(",") {
			break
		}
	}
	g.expect(")")
	return list
}

// clause = word ( ref | "*" ) ; "*" for on only.
func (g grammar[E]) clause(word string) *Ref[E] {
	if !g.OK() || !g.IsWord(word) {
		return nil
	}
	g.Word()
	if at := g.At(); word == "on" && g.Accept("*") {
		return &Ref[E]{At: at, Whole: true, Executing: true}
	}
	return g.ref()
}

// onAsync = [ "on" ( ref | "*" ) ] [ async ] , in either order.
func (g grammar[E]) onAsync(d *Directive[E]) {
	d.Async = g.async()
	d.On = g.clause("on")
	var none E
	if d.Async == none {
		d.Async = g.async()
	}
}

// async = "async" "(" expression ")" .
func (g grammar[E]) async() (id E) {
	if !g.OK() || !g.IsWord("async") {
		return id
	}
	g.Word()
	if !g.Is("(") {
		g.Fail("expected '(' after 'async', as in async(1), found %s", g.Next())
		return id
	}
	g.expect("(")
	if g.OK() {
		id = g.Expression()
	}
	g.expect(")")
	return id
}

// ref = name [ "(" sub { "," sub } ")" | "[" sub "]" { "[" sub "]" } ] .
func (g grammar[E]) ref() *Ref[E] {
	r := &Ref[E]{At: g.At(), Name: g.Word()}
	open, shut := "(", ")"
	if r.Square = g.Is("["); r.Square {
		open, shut = "[", "]"
	}
	r.Whole = !g.Is(open)
	for g.OK() && g.Accept(open) {
		for g.OK() {
			r.Subs = append(r.Subs, g.sub())
			if r.Square || !g.Accept(",") {
				break
			}
		}
		g.expect(shut)
		if !r.Square {
			break
		}
	}
	return r
}

func (g grammar[E]) subEnds() bool { return g.Is(",") || g.Is(")") || g.Is("]") }

// sub = "*" | expression | [ expression ] ":" [ expression ] [ ":" [ expression ] ] .
func (g grammar[E]) sub() (s Sub[E]) {
	if s.Own = g.Star(); s.Own {
		return s
	}
	var none E
	parts := []*E{&s.Lo, &s.Hi, &s.Inc}
	part := 0
	for g.OK() && !g.subEnds() {
		switch {
		case g.Accept(":"):
			s.Triplet = true
			if part++; part == len(parts) {
				g.Fail("a set of nodes has at most three parts")
				return s
			}
		case *parts[part] != none:
			g.Fail("expected ')', found %s", g.Next())
			return s
		default:
			*parts[part] = g.Expression()
		}
	}
	if !s.Triplet && s.Lo == none {
		g.Fail("expected a node, found %s", g.Next())
	}
	return s
}
