package phases

import (
	"fmt"
	"strings"
)

// caf2Lines are what the module of data has for programs of CAF 2.0, in front of its procedures.
var caf2Lines = []string{
	"event :: done[*], go[*]",
	"type parcel",
	"  integer :: n = 0",
	"  integer, allocatable :: d(:)",
	"  character(:), allocatable :: t",
	"end type",
}

// caf2Procedures are those that are shipped: each mixes its arguments, and adds what it finds to an
// element of a coarray of its image's, in an order that does not matter.
var caf2Procedures = []string{
	"  subroutine tally(k, v)",
	"    integer, intent(in) :: k, v",
	"    hits(k) = modulo(hits(k) + v, 65521)",
	"  end subroutine tally",
	"  recursive subroutine ship_list(k, x, n)",
	"    integer, value :: k",
	"    integer, intent(in) :: x(:)",
	"    integer, intent(in), optional :: n",
	"    integer :: h",
	"    h = hash_i(size(x), x)",
	"    if (present(n)) h = mix(h, n)",
	"    call tally(k, h)",
	"  end subroutine ship_list",
	"  recursive subroutine ship_text(k, c)",
	"    integer, intent(in) :: k",
	"    character(*), intent(in) :: c",
	"    character(:), allocatable :: t",
	"    t = c",
	"    call tally(k, hash_t(t))",
	"  end subroutine ship_text",
	"  recursive subroutine ship_parcel(k, p)",
	"    integer, intent(in) :: k",
	"    type(parcel), intent(in) :: p",
	"    call tally(k, mix(mix(hash_a(p%d), p%n), hash_t(p%t)))",
	"  end subroutine ship_parcel",
	"  recursive subroutine ship_coarray(k, x)",
	"    integer, intent(in) :: k",
	"    integer, intent(in) :: x(5)[*]",
	"    call tally(k, hash_i(5, x))",
	"  end subroutine ship_coarray",
	"  recursive subroutine ship_chain(k, depth, v)",
	"    integer, intent(in) :: k, depth, v",
	"    call tally(k, modulo(v, 65521))",
	"    if (depth > 0) then",
	"      spawn ship_chain(k, depth - 1, v + 1)[mod(team_rank() + 1, team_size())]",
	"    end if",
	"  end subroutine ship_chain",
	"  recursive integer function ship_value(x, n)",
	"    integer, intent(in) :: x(:)",
	"    integer, value :: n",
	"    ship_value = mix(hash_i(size(x), x), n + team_rank())",
	"  end function ship_value",
	"  recursive function ship_values(n) result(r)",
	"    integer, intent(in) :: n",
	"    integer :: r(n)",
	"    integer :: i",
	"    r = [(10*i + team_rank(), i = 1, n)]",
	"  end function ship_values",
}

// caf2Vars are the variables of modules that statements of CAF 2.0 define.
func (g *generator) caf2Vars() []*Var {
	if g.p.caf {
		return []*Var{g.hits}
	}
	return nil
}

// begun is an operation of CAF 2.0 that goes on behind its statement.
type begun interface {
	// src is the statement. The argument is that of the completion event, if there is one.
	src(event, predicate string) string
	begin(im *image) (end func())
}

// overlap begins operations, does something else, and waits for them: by an event, or by FINISH.
type overlap struct {
	ops    []begun
	waits  int    // of these operations wait for a predicate
	first  []Stmt // before the predicate comes
	body   []Stmt
	finish bool
	global bool // the events are coarrays of a module
}

func (o *overlap) lists() []*[]Stmt { return []*[]Stmt{&o.first, &o.body} }

func (o *overlap) print(p *printer) {
	done, goes := "done_", "go_"
	if o.global {
		done, goes = "done", "go"
	}
	p.line("block")
	p.depth++
	if !o.global {
		p.line("event :: done_, go_")
	}
	if o.finish {
		done = ""
		p.line("finish")
		p.depth++
	}
	for _, b := range o.ops {
		p.line(b.src(done, goes))
	}
	for _, st := range o.first {
		st.print(p)
	}
	if p.next != 0 {
		p.line("continue")
	}
	if o.waits > 0 {
		p.line(fmt.Sprintf("event_notify(%s, %d)", goes, o.waits))
	}
	for _, st := range o.body {
		st.print(p)
	}
	if p.next != 0 {
		p.line("continue")
	}
	if o.finish {
		p.depth--
		p.line("end finish")
	} else {
		p.line(fmt.Sprintf("event_wait(%s, %d)", done, len(o.ops)))
	}
	p.depth--
	p.line("end block")
}

func (o *overlap) exec(im *image) *jump {
	var ends []func()
	for _, b := range o.ops {
		ends = append(ends, b.begin(im))
	}
	if j := im.run(o.first); j != nil {
		return j
	}
	for _, end := range ends {
		end()
	}
	if j := im.run(o.body); j != nil {
		return j
	}
	if o.finish {
		im.barrier(loose + fmt.Sprintf("finish %p", o))
	}
	return nil
}

// copyAsync is COPY_ASYNC.
type copyAsync struct {
	to   *Ref
	from Expr
	late bool // it waits for a predicate
}

func (c *copyAsync) src(event, predicate string) string {
	s := "copy_async(" + c.to.src() + ", " + c.from.src()
	if event != "" {
		s += ", " + event
	}
	if c.late {
		s += ", ev_before=" + predicate
	}
	return s + ")"
}

func (c *copyAsync) begin(im *image) func() {
	to := c.to.object(im)
	if !c.late {
		c.to.assign(im, to, c.from.eval(im))
		return func() {}
	}
	r, is := c.from.(*Ref)
	if !is {
		v := c.from.eval(im)
		return func() { c.to.assign(im, to, v) }
	}
	from := r.object(im)
	return func() { c.to.assign(im, to, from.get(im)) }
}

// ship is SPAWN of one of the procedures of the module of data.
type ship struct {
	kind   string
	to     *Ref // of a function's result
	args   []Expr
	image  Expr
	target *Var // hits
	k      int
	text   string // of a parcel
}

func (s *ship) src(event, _ string) string {
	text := "spawn "
	if event != "" {
		text = "spawn(event=" + event + ") "
	}
	if s.to != nil {
		text += s.to.src() + " = "
	}
	var list []string
	if s.to == nil {
		list = append(list, fmt.Sprint(s.k))
	}
	for _, a := range s.args {
		list = append(list, a.src())
	}
	if s.kind == "ship_parcel" {
		list = []string{list[0], "parcel(" + strings.Join(list[1:], ", ") + ", '" + s.text + "')"}
	}
	return text + s.kind + "(" + strings.Join(list, ", ") + ")[" + moved(s.image, -1) + "]"
}

func (s *ship) begin(im *image) func() {
	at := s.image.eval(im).int()
	if at < 1 || at > int64(len(im.team.members)) {
		reject("no image %d", at)
	}
	w := im.m.images[im.team.members[at-1]-1]
	var args []val
	if s.kind != "ship_coarray" {
		for _, a := range s.args {
			args = append(args, a.eval(im))
		}
	}
	list := func(v val) (h int64) {
		for _, x := range v.v {
			h = mix(h, x.i)
		}
		return h
	}
	text := func(t string) (h int64) {
		for _, c := range []byte(t) {
			h = mix(h, int64(c))
		}
		return h
	}
	switch s.kind {
	case "ship_list":
		h := list(args[0])
		if len(args) > 1 {
			h = mix(h, args[1].int())
		}
		s.tally(w, h)
	case "ship_text":
		s.tally(w, text(args[0].v[0].s))
	case "ship_parcel":
		s.tally(w, mix(mix(list(args[1]), args[0].int()), text(s.text)))
	case "ship_coarray":
		s.tally(w, list((&Ref{v: s.args[0].(*Ref).v, coord: []Expr{number64(int(at))}}).eval(im)))
	case "ship_chain":
		v := args[1].int()
		for k := range args[0].int() + 1 {
			m := im.team.members[(at-1+k)%int64(len(im.team.members))]
			s.tally(im.m.images[m-1], (v+k)%65521)
		}
	case "ship_value":
		h := mix(list(args[0]), args[1].int()+at-1)
		s.to.assign(im, s.to.object(im), intVal(h))
	case "ship_values":
		o := s.to.object(im)
		v := val{ext: o.ext}
		for k := range o.elems {
			v.v = append(v.v, scalar{i: int64(10*(k+1)) + at - 1})
		}
		s.to.assign(im, o, v)
	}
	return func() {}
}

func (s *ship) tally(w *image, v int64) {
	e := w.statics0(s.target).elems[s.k-1]
	e.i = ((e.i+v)%65521 + 65521) % 65521
}

// collectAsync is an asynchronous collective.
type collectAsync struct {
	collect
	src0 Expr   // of a reduction
	op   string // its operator
}

func (c *collectAsync) src(event, _ string) string {
	s := c.name + "("
	if c.src0 != nil {
		s += c.src0.src() + ", "
	}
	s += c.what.src()
	if c.from > 0 {
		s += fmt.Sprintf(", %d", c.from-1)
	}
	if c.op != "" {
		s += ", " + c.op
	}
	if event != "" {
		s += ", event=" + event
	}
	return s + ")"
}

func (c *collectAsync) begin(im *image) func() {
	if c.src0 == nil {
		c.collect.exec(im)
		return func() {}
	}
	o := c.what.object(im)
	im.given = temporary(c.what.v, c.src0.eval(im))
	if len(im.given.elems) != len(o.elems) {
		reject("shapes in %s", c.name)
	}
	im.barrier(loose + fmt.Sprintf("%p", c))
	sums := make([]int64, len(o.elems))
	for k, m := range im.team.members {
		for i, e := range im.m.images[m-1].given.elems {
			if sums[i] = c.do(sums[i], e.i); k == 0 {
				sums[i] = e.i
			}
		}
	}
	im.barrier(loose + fmt.Sprintf("done %p", c))
	if c.from > 0 && im.index() != c.from {
		return func() {}
	}
	for i := range sums {
		o.elems[i].set(im, o.typ.fit(scalar{i: sums[i]}))
	}
	return func() {}
}

// statement is an operation of CAF 2.0 by itself: in a FINISH block, or a collective that waits.
type statement struct {
	leaf
	op begun
}

func (s *statement) print(p *printer) { p.line(s.op.src("", "")) }

func (s *statement) exec(im *image) *jump {
	s.op.begin(im)()
	return nil
}
