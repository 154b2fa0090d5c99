package phases

import (
	"fmt"
	"strings"
)

// Proc is a procedure, or a case, which is a subroutine of the main program's.
type Proc struct {
	name    string
	dummies []*Var
	result  *Var
	pure    bool
	exits   int // alternate returns
	vars    []*Var
	body    []Stmt
	inner   []*Proc
	host    *Proc
	uniform bool // all images must call it together
	kind    kindOfCall
	fx      *effects
	done    bool
	// separate: the procedure is that of a submodule.
	separate bool
	place    int    // of a case
	namelist []*Var // of a case
	library  bool   // it is no internal procedure
	pointers []*Var // local ones of a case
	specs    []string
	entryOf  *Proc // the procedure of whose ENTRY this is
	bounds   []*bound

	functions []*statementFunction // of a case
}

// declareDummies declares the dummy arguments and the result.
func (c *Proc) declareDummies(p *printer) {
	for _, d := range c.dummies {
		p.line(d.declaration())
	}
	if c.kind.array {
		p.line(c.result.declaration())
	}
}

// face prints the interface of a procedure of the library.
func (c *Proc) face(p *printer) {
	module := ""
	if c.place == inSubmodule {
		module = "module "
	}
	p.line("interface")
	p.line(module + c.heading())
	if c.place == outside {
		p.line("  import")
	}
	c.declareDummies(p)
	if c.result != nil {
		p.line("end function")
	} else {
		p.line("end subroutine")
	}
	p.line("end interface")
}

// heading is the first statement of a procedure.
func (c *Proc) heading() string {
	var names []string
	for _, d := range c.dummies {
		names = append(names, d.name)
	}
	for range c.exits {
		names = append(names, "*")
	}
	head := "subroutine "
	if c.result != nil {
		head = "integer function "
		if c.kind.array {
			head = "function "
		}
	}
	if c.pure {
		head = "pure " + head
	} else {
		head = "recursive " + head
	}
	head += c.name + "(" + strings.Join(names, ", ") + ")"
	if c.result != nil {
		head += " result(" + c.result.name + ")"
	}
	return head
}

func (c *Proc) print(p *printer) {
	head, end := c.heading(), "end subroutine "
	if c.result != nil {
		end = "end function "
	}
	switch {
	case c.separate:
		head, end = "module procedure "+c.name, "end procedure "
	case c.library && c.place == inSubmodule:
		head = "module " + head
	}
	p.line(head)
	p.depth++
	if c.place == outside {
		p.line("use data")
		if c.library {
			own := "own_" + c.name + " => " + c.name
			for _, st := range c.body {
				if e, is := st.(*entryPoint); is {
					own += ", own_" + e.entry.name + " => " + e.entry.name
				}
			}
			p.line("use libs, " + own)
		} else {
			p.line("use libs")
		}
		p.line("implicit none")
	}
	if !c.separate {
		c.declareDummies(p)
	}
	declare(p, c.vars)
	for _, b := range c.bounds {
		p.line(b.declaration())
	}
	for _, l := range c.specs {
		p.line(l)
	}
	if len(c.namelist) > 0 {
		var names []string
		for _, v := range c.namelist {
			names = append(names, v.name)
		}
		p.line("namelist /group/ " + strings.Join(names, ", "))
	}
	for _, f := range c.functions {
		f.print(p)
	}
	p.depth--
	p.body(c.body)
	if len(c.inner) > 0 {
		p.line("contains")
		p.depth++
		for _, i := range c.inner {
			i.print(p)
		}
		p.depth--
	}
	p.line(end + c.name)
	p.line("")
}

// declare prints declarations.
func declare(p *printer, list []*Var) {
	for _, v := range list {
		if v.hidden {
			continue
		}
		p.line(v.declaration())
		if v.data != nil {
			p.line(v.dataLine())
		}
	}
}

// call executes a procedure with its arguments bound.
func (im *image) call(c *Proc, bind map[*Var]*object, same map[*Var]*Var) *jump {
	im.step()
	f := &frame{vars: bind, up: im.frame, proc: c, same: same}
	for h := im.frame; h != nil && c.host != nil; h = h.up {
		if h.proc == c.host {
			f.host = h
			break
		}
	}
	entered := c
	if c.entryOf != nil {
		c = c.entryOf
	}
	for _, v := range c.vars {
		if !v.static {
			f.vars[v] = newObject(v)
		}
	}
	if c.result != nil {
		f.vars[c.result] = newObject(c.result)
	}
	if im.depth++; im.depth > 50 {
		reject("recursion")
	}
	im.frame = f
	for _, b := range c.bounds {
		n := b.expr.eval(im)
		f.vars[b.v] = newObject(b.v)
		f.vars[b.v].elems[0].cell.hold(n.int())
	}
	j := im.run(bodyOf(entered))
	im.frame = f.up
	im.depth--
	if j != nil && j.kind != "return" {
		reject("jump out of a procedure")
	}
	return j
}

// arguments binds dummies to what they are associated with.
func (im *image) arguments(c *Proc, args []Expr) (map[*Var]*object, map[*Var]*Var) {
	bind, same := map[*Var]*object{}, map[*Var]*Var{}
	for k, d := range c.dummies {
		r, isRef := args[k].(*Ref)
		if args[k] == nil || isRef && r.v.optional() && !im.has(r.v) {
			continue
		}
		if d.corank > 0 {
			same[d] = im.actual(r.v)
			bind[d] = im.lookup(r.v)
			continue
		}
		if isRef && r.chars[0] == 0 && (compound(d) ||
			d.dummy != "value" && !strings.Contains(d.dummy, "(in)")) {
			o := r.object(im)
			bind[d] = &object{typ: o.typ, exists: o.exists, low: d.low, ext: o.ext, elems: o.elems,
				longer: o.longer}
			continue
		}
		v := args[k].eval(im)
		o := &object{typ: d.typ}
		o.make(d.typ, d.low, v.ext)
		o.exists.defined = true
		o.set(im, v)
		bind[d] = o
	}
	return bind, same
}

// actual is the variable that a coarray dummy stands for.
func (im *image) actual(v *Var) *Var {
	for f := im.frame; f != nil; f = f.host {
		if s := f.same[v]; s != nil {
			return s
		}
	}
	return v
}

// callStmt is CALL; ways are the targets of alternate returns.
type callStmt struct {
	leaf
	proc *Proc
	args []Expr
	ways []Stmt
}

func (s *callStmt) print(p *printer) {
	list := actuals(s.proc, s.args)
	for _, w := range s.ways {
		list = append(list, fmt.Sprintf("*%d", p.labelOf(w)))
	}
	p.line("call " + s.proc.name + "(" + strings.Join(list, ", ") + ")")
}

func actuals(c *Proc, args []Expr) []string {
	var list []string
	key := false
	for k, a := range args {
		switch {
		case a == nil:
			key = true
		case key:
			list = append(list, c.dummies[k].name+"="+a.src())
		default:
			list = append(list, a.src())
		}
	}
	return list
}

func (s *callStmt) exec(im *image) *jump {
	bind, same := im.arguments(s.proc, s.args)
	j := im.call(s.proc, bind, same)
	if j != nil && j.number > 0 {
		return &jump{kind: "goto", target: s.ways[j.number-1]}
	}
	return nil
}

// funcRef is a function reference.
type funcRef struct {
	proc *Proc
	args []Expr
}

func (f *funcRef) src() string {
	return f.proc.name + "(" + strings.Join(actuals(f.proc, f.args), ", ") + ")"
}

func (f *funcRef) eval(im *image) val {
	bind, same := im.arguments(f.proc, f.args)
	im.call(f.proc, bind, same)
	if f.proc.entryOf != nil {
		return bind[f.proc.entryOf.result].get(im)
	}
	return bind[f.proc.result].get(im)
}

// present is PRESENT of an optional dummy.
type present struct{ v *Var }

func (p *present) src() string { return "present(" + p.v.name + ")" }

func (p *present) eval(im *image) val { return intVal(one(im.has(p.v))) }

// has tells whether a dummy argument is present.
func (im *image) has(v *Var) bool {
	for f := im.frame; f != nil; f = f.host {
		if f.vars[v] != nil {
			return true
		}
	}
	return false
}
