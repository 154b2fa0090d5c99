package phases

// reducer makes a program that fails smaller: it removes what is not needed for the failure.
type reducer struct {
	p     *Program
	fails func(*Program) bool
}

// Reduce removes statements, and simplifies expressions, while the program is valid and still
// fails.
func Reduce(p *Program, fails func(*Program) bool) {
	r := &reducer{p, fails}
	shorten(r, &p.cases)
	for again := true; again; {
		again = false
		for _, c := range append(append([]*Proc{}, p.cases...), p.libs...) {
			again = r.procedure(c) || again
		}
		again = shorten(r, &p.libs) || again
	}
	for _, c := range append(append([]*Proc{}, p.cases...), p.libs...) {
		r.declarations(c)
	}
	shorten(r, &p.vars)
}

// still: the program is valid and fails.
func (r *reducer) still() bool { return r.p.Run() == nil && r.fails(r.p) }

// shorten removes parts of a list: halves, then quarters, down to single elements.
func shorten[T any](r *reducer, list *[]T) (any bool) {
	for size := len(*list); size > 0; size /= 2 {
		for at := 0; at < len(*list); {
			old := *list
			end := min(at+size, len(old))
			*list = append(append([]T{}, old[:at]...), old[end:]...)
			if r.still() {
				any = true
				continue
			}
			*list = old
			at = end
		}
	}
	return any
}

func (r *reducer) procedure(c *Proc) (any bool) {
	any = r.list(&c.body)
	for _, i := range c.inner {
		any = r.list(&i.body) || any
	}
	return shorten(r, &c.inner) || any
}

func (r *reducer) list(list *[]Stmt) (any bool) {
	any = shorten(r, list)
	for k := 0; k < len(*list); k++ {
		s := (*list)[k]
		for _, body := range s.lists() {
			if r.instead(list, k, *body) {
				any = true
				break
			}
		}
	}
	for _, s := range *list {
		for _, body := range s.lists() {
			any = r.list(body) || any
		}
		for _, e := range slots(s) {
			any = r.expression(e) || any
		}
		if w, ok := s.(*where); ok {
			any = r.wherePartsOf(w) || any
		}
		if i, ok := s.(*ifThen); ok {
			any = r.branches(i) || any
		}
		if o, ok := s.(*overlap); ok && o.waits == 0 && len(o.ops) > 1 {
			any = shorten(r, &o.ops) || any
		}
	}
	return any
}

// instead puts a body in place of its construct.
func (r *reducer) instead(list *[]Stmt, k int, body []Stmt) bool {
	old := *list
	*list = append(append(append([]Stmt{}, old[:k]...), body...), old[k+1:]...)
	if r.still() {
		return true
	}
	*list = old
	return false
}

// wherePartsOf removes parts of WHERE, and assignments in them.
func (r *reducer) wherePartsOf(w *where) (any bool) {
	for len(w.parts) > 1 {
		parts := w.parts
		if w.parts = parts[:len(parts)-1]; !r.still() {
			w.parts = parts
			break
		}
		any = true
	}
	for _, b := range w.parts {
		for len(b.body) > 1 {
			body := b.body
			if b.body = body[:len(body)-1]; !r.still() {
				if b.body = body[1:]; !r.still() {
					b.body = body
					break
				}
			}
			any = true
		}
	}
	return any
}

// branches removes the last branches of an IF construct.
func (r *reducer) branches(s *ifThen) (any bool) {
	for len(s.bodies) > 1 {
		conds, bodies := s.conds, s.bodies
		s.bodies = bodies[:len(bodies)-1]
		s.conds = conds[:min(len(conds), len(s.bodies))]
		if !r.still() {
			s.conds, s.bodies = conds, bodies
			return any
		}
		any = true
	}
	return any
}

// expression puts an operand in place of an operation, a constant in place of a reference.
func (r *reducer) expression(e *Expr) (any bool) {
	if *e == nil {
		return false
	}
	old := *e
	if o, ok := old.(*op); ok {
		for _, a := range o.args {
			*e = a
			if r.still() {
				r.expression(e)
				return true
			}
		}
		*e = old
	}
	if _, ok := old.(*lit); !ok {
		for _, k := range []int{1, 2} {
			*e = number64(k)
			if r.still() {
				return true
			}
		}
		*e = old
	}
	for _, a := range slots(old) {
		any = r.expression(a) || any
	}
	return any
}

// declarations removes what nothing refers to.
func (r *reducer) declarations(c *Proc) {
	shorten(r, &c.vars)
	for _, i := range c.inner {
		shorten(r, &i.vars)
	}
}

// slots are the expressions in a statement or expression that others may stand for.
func slots(node any) (list []*Expr) {
	switch n := node.(type) {
	case *assign:
		return append(slots(n.to), &n.from)
	case *ifThen:
		return each(n.conds)
	case *ifOnly:
		return append(slots(n.action), &n.cond)
	case *selectCase:
		return []*Expr{&n.of}
	case *loop:
		return []*Expr{&n.first, &n.last, &n.cond}
	case *concurrent:
		return []*Expr{&n.mask}
	case *where:
		for _, b := range n.parts {
			list = append(list, &b.mask)
			for _, st := range b.body {
				list = append(list, slots(st)...)
			}
		}
		return list
	case *roundTrip:
		return append(slots(n.to), &n.item)
	case *callStmt:
		return each(n.args)
	case *writeText:
		return append(slots(n.to), &n.item)
	case *forall:
		list = []*Expr{&n.mask}
		for _, a := range n.body {
			list = append(append(list, slots(a.to)...), &a.from)
		}
		return list
	case *atomicAdd:
		return []*Expr{&n.by}
	case *collect:
		return slots(n.what)
	case *pointTo:
		return slots(n.p)
	case *op:
		return each(n.args)
	case *conditional:
		return append(each(n.conds), each(n.operands)...)
	case *useOf:
		return each(n.args)
	case *notified:
		for _, a := range n.puts {
			list = append(list, slots(a)...)
		}
		return list
	case *boxSum:
		return append(slots(n.box), &n.k)
	case *boxAssign:
		return append(slots(n.to), &n.k)
	case *fold:
		return []*Expr{&n.arg}
	case *implied:
		return each(n.items)
	case *funcRef:
		return each(n.args)
	case *overlap:
		for _, b := range n.ops {
			list = append(list, slots(b)...)
		}
		return list
	case *statement:
		return slots(n.op)
	case *copyAsync:
		return slots(n.to)
	case *Ref:
		for _, s := range n.subs {
			if s.at != nil {
				list = append(list, &s.at)
			}
		}
		list = append(list, each(n.coord)...)
		if n.of != nil {
			list = append(list, slots(n.of)...)
		}
	}
	return list
}

func each(list []Expr) (r []*Expr) {
	for k := range list {
		r = append(r, &list[k])
	}
	return r
}
