package phases

import (
	"fmt"
	"strings"
)

// Stmt is a statement or construct.
type Stmt interface {
	print(p *printer)
	exec(im *image) *jump
	lists() []*[]Stmt // the bodies of a construct
}

// jump is what leaves a statement other than by its end.
type jump struct {
	kind   string // exit, cycle, goto, return
	target Stmt
	number int // of an alternate return
}

func (im *image) run(list []Stmt) *jump {
	for _, s := range list {
		im.step()
		if j := s.exec(im); j != nil {
			return j
		}
	}
	return nil
}

// leaf is embedded by statements without bodies.
type leaf struct{}

func (leaf) lists() []*[]Stmt { return nil }

// assign is an assignment of any type and shape.
type assign struct {
	leaf
	to   *Ref
	from Expr
}

func (a *assign) print(p *printer) { p.line(a.to.src() + " = " + a.from.src()) }

func (a *assign) exec(im *image) *jump {
	if r, ok := a.from.(*Ref); ok && compound(a.to.v) && compound(r.v) {
		from := r.object(im)
		to := a.to.object(im)
		for k := range to.elems {
			f := from.elems[0]
			if len(from.ext) > 0 {
				f = from.elems[k]
			}
			to.elems[k].copyFrom(im, f)
		}
		return nil
	}
	v := a.from.eval(im)
	if a.to.v.alloc && a.to.subs == nil && a.to.coord == nil && len(a.to.v.ext) > 0 &&
		v.ext != nil {
		a.to.fresh(im, v.ext)
	}
	if a.to.v.typ == freeType && a.to.chars[0] == 0 {
		a.to.fresh(im, nil)
	}
	a.to.assign(im, a.to.object(im), v)
	return nil
}

// fresh allocates or reallocates what an assignment defines as a whole.
func (r *Ref) fresh(im *image, ext []int) {
	o := r.raw(im)
	if o.exists.get(im).i == 1 && (ext == nil || o.ext[0] == ext[0]) {
		return
	}
	o.exists.set(im, scalar{i: 1})
	o.make(o.typ, []int{1}, ext)
	if ext == nil {
		o.low = nil
	}
}

// raw is the memory of an allocatable object itself.
func (r *Ref) raw(im *image) *object {
	if r.of != nil {
		return r.of.object(im).elems[0].part(r.v, r.of.v.typ)
	}
	return im.lookup(r.v)
}

// allocate is ALLOCATE or DEALLOCATE of an object of this image, or, of a coarray, on all.
type allocate struct {
	leaf
	what *Ref
	ext  int // 0: DEALLOCATE
	from int // lower bound
}

func (a *allocate) print(p *printer) {
	if a.ext == 0 {
		p.line("deallocate (" + a.what.src() + ")")
		return
	}
	what := a.what.src()
	if a.what.v.deferred {
		what = "character(4) :: " + what
	}
	bounds := fmt.Sprintf("(%d)", a.ext)
	if a.what.v.poly {
		what, bounds = "bigbox :: "+what, ""
	}
	if a.what.v.typ == finType {
		bounds = ""
	}
	if a.from != 1 {
		bounds = fmt.Sprintf("(%d:%d)", a.from, a.from+a.ext-1)
	}
	codimensions := ""
	if a.what.v.corank > 0 {
		codimensions = a.what.v.coshape()
	}
	p.line("allocate (" + what + bounds + codimensions + ")")
}

func (a *allocate) exec(im *image) *jump {
	o := a.what.raw(im)
	if a.what.v.corank > 0 {
		im.barrier("allocate " + a.what.v.name)
		defer im.barrier("allocated " + a.what.v.name)
	}
	if (o.exists.get(im).i == 1) != (a.ext == 0) {
		reject("allocation of %s", a.what.v.name)
	}
	if a.ext == 0 {
		o.finalize(im)
		o.exists.set(im, scalar{})
		o.elems = nil
		return nil
	}
	o.exists.set(im, scalar{i: 1})
	if len(a.what.v.ext) == 0 {
		o.make(o.typ, nil, nil)
		return nil
	}
	o.make(o.typ, []int{a.from}, []int{a.ext})
	return nil
}

// moveAlloc is MOVE_ALLOC of local objects.
type moveAlloc struct {
	leaf
	from, to *Ref
}

func (m *moveAlloc) print(p *printer) {
	p.line("call move_alloc(" + m.from.src() + ", " + m.to.src() + ")")
}

func (m *moveAlloc) exec(im *image) *jump {
	f, t := m.from.raw(im), m.to.raw(im)
	if m.from.v.corank > 0 {
		im.barrier("move " + m.from.v.name)
		defer im.barrier("moved " + m.from.v.name)
	}
	t.exists.set(im, f.exists.get(im))
	t.low, t.ext, t.elems = f.low, f.ext, f.elems
	f.exists.set(im, scalar{})
	f.elems = nil
	return nil
}

// syncAll is SYNC ALL.
type syncAll struct {
	leaf
	text string // another statement that does as much
}

func (s *syncAll) print(p *printer) {
	if s.text == "" {
		p.line("sync all")
		return
	}
	p.line(s.text)
}

func (*syncAll) exec(im *image) *jump {
	im.barrier("sync all")
	return nil
}

// check compares a hash of an object with what the interpreter has found, image by image.
type check struct {
	leaf
	id   int
	name string
	hash string // the expression
	of   *Ref   // whole
	want []int64
	by   *machine // which has found them
}

func (c *check) print(p *printer) {
	var list []string
	for _, w := range c.want {
		list = append(list, fmt.Sprint(w))
	}
	p.line(fmt.Sprintf("call expect(%d, '%s', %s, [%s])", c.id, c.name, c.hash, strings.Join(list,
		", ")))
}

func (c *check) exec(im *image) *jump {
	if c.by != im.m {
		c.want, c.by = make([]int64, im.m.n), im.m
	}
	o := c.of
	if o.v.alloc && o.v.typ != freeType || o.v.typ == freeType && o.of != nil {
		c.want[im.me-1] = hashOf(im, o.raw(im), true)
	} else {
		c.want[im.me-1] = hashOf(im, o.object(im), false)
	}
	return nil
}

func hashOf(im *image, o *object, alloc bool) int64 {
	if alloc && o.exists.get(im).i == 0 {
		return -1
	}
	h := int64(0)
	for _, e := range o.elems {
		s := e.get(im)
		if o.typ.class != text {
			h = mix(h, s.i)
			continue
		}
		for _, c := range []byte(s.s) {
			h = mix(h, int64(c))
		}
	}
	return h
}

func mix(h, v int64) int64 { return ((h*31+v)%65521 + 65521) % 65521 }

// readText reads an integer from a constant, with one of the specifiers for what may go wrong.
type readText struct {
	leaf
	text   string
	into   []*Ref
	status *Ref // IOSTAT=
	way    string
	target Stmt // of ERR= or END=
}

func (r *readText) print(p *printer) {
	var list []string
	for _, x := range r.into {
		list = append(list, x.src())
	}
	p.line("line = '" + r.text + "'")
	s := "read (line, *"
	if r.status != nil {
		s += ", iostat=" + r.status.src()
	}
	if r.target != nil {
		s += fmt.Sprintf(", %s=%d", r.way, p.labelOf(r.target))
	}
	p.line(s + ") " + strings.Join(list, ", "))
}

func (r *readText) exec(im *image) *jump {
	fields := strings.Fields(r.text)
	status := int64(0)
	for k, x := range r.into {
		if k >= len(fields) {
			status = 1
			break
		}
		var v int64
		if _, err := fmt.Sscanf(fields[k], "%d", &v); err != nil {
			status = 2
			break
		}
		x.assign(im, x.object(im), intVal(v))
	}
	if r.status != nil {
		r.status.assign(im, r.status.object(im), intVal(min(status, 1)))
	}
	if status == 0 || r.target == nil && r.status != nil {
		return nil
	}
	if r.target == nil || status == 1 && r.way == "err" || status == 2 && r.way == "end" {
		reject("end of file or error without a way out")
	}
	return &jump{kind: "goto", target: r.target}
}

// writeText writes an integer into a character object.
type writeText struct {
	leaf
	to   *Ref
	item Expr
}

func (w *writeText) print(p *printer) {
	p.line("write (" + w.to.src() + ", '(i4)') " + w.item.src())
}

func (w *writeText) exec(im *image) *jump {
	s := fmt.Sprintf("%4d", w.item.eval(im).int())
	if len(s) > 4 {
		s = "****"
	}
	o := w.to.object(im)
	if o.typ == freeType { // the record has the length of the object
		s = fmt.Sprintf("%-*s", len(o.elems[0].get(im).s), s)
	}
	w.to.assign(im, o, strVal(s))
	return nil
}
