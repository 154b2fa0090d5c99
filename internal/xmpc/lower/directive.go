package lower

import (
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/xmp"
	"github.com/coral-pgas/coral/internal/xmpc/syntax"
)

func (p part) declared(s *syntax.Symbol) diag.Range {
	at := s.Coarray.At
	if s.Coarray.Where != nil {
		return p.in(&text{tokens: s.Coarray.Where.Tokens}).tokenRange(at.Lo, at.Hi)
	}
	return p.in(&p.body).tokenRange(at.Lo, at.Hi)
}

// directives lowers all; those inside a tasks construct are made with it.
func (w *writer) directives() {
	inTasks := map[*syntax.Directive]string{}
	for _, d := range w.file.Directives {
		p := w.in(&text{tokens: d.Tokens})
		span := syntax.Span{Lo: d.At, Hi: d.At + 1}
		switch d.Name {
		case "tasks":
			w.body.replace(span, p.tasks(d, inTasks))
			w.after(d.Body, "}")
		case "task":
			w.body.replace(span, p.task(d, inTasks[d]))
			w.after(d.Body, "}")
		case "gmove":
			w.body.replace(span, "")
			w.body.replace(d.Body, w.in(&w.body).gmove(d, p.directivePlace(d)))
		default:
			w.body.replace(span, p.statement(d))
		}
	}
}

func (w *writer) after(body syntax.Span, text string) {
	w.body.insert(body.Hi, text)
}

// statement is what stands in the place of a directive without a block.
func (p part) statement(d *syntax.Directive) string {
	where := p.directivePlace(d)
	for _, a := range d.Args {
		if d.Name != "lock" && d.Name != "unlock" && d.Name != "bcast" && d.Name != "reduction" {
			p.expr(a, operand)
		}
	}
	switch d.Name {
	case "coarray":
		return ""
	case "nodes":
		return p.nodes(d, where)
	case "barrier":
		return p.on(d, "barrier", fmt.Sprintf("coral_xmp_barrier(%s);", where))
	case "sync_all", "sync_memory":
		return fmt.Sprintf("coral_xmp_%s((int *)0, %s);", d.Name, where)
	case "sync_image", "sync_images":
		if d.With != nil {
			return fmt.Sprintf("coral_xmp_sync_nodes(%s, %s);", p.set(d, d.With), where)
		}
		return p.syncImages(d, where)
	case "wait_async":
		return p.on(d, d.Name, p.waitAsync(d, where))
	case "post":
		return fmt.Sprintf("coral_xmp_post(%s, (%s), %s);", p.node(d, d.Posts, where),
			integer(p.of(d.Args[0])), where)
	case "wait":
		return p.wait(d, where)
	case "lock", "unlock":
		lock := p.lockVariable(d.Args[0])
		is := p.asserted(d.Args[0].Lo,
			"_Static_assert(__builtin_types_compatible_p(__typeof__(*%s), xmp_lock_t), "+
				"\"the variables of lock and unlock are of type xmp_lock_t [C0406]\");", lock)
		return fmt.Sprintf("coral_xmp_%s((void *)((char *)%s + 0 * %s), %s);", d.Name, lock, is,
			where)
	}
	return p.collective(d, where) // bcast, reduction
}

// syncImages is the statement of sync_image and sync_images by numbers of images.
func (p part) syncImages(d *syntax.Directive, where string) string {
	switch {
	case d.Name == "sync_image":
		return fmt.Sprintf("coral_xmp_sync_image((int)(%s), (int *)0, %s);",
			integer(p.of(d.Args[0])), where)
	case len(d.Args) == 0:
		return fmt.Sprintf("coral_xmp_sync_images_all((int *)0, %s);", where)
	}
	return fmt.Sprintf("coral_xmp_sync_images((%s), (%s), (int *)0, %s);", integer(p.of(d.Args[0])),
		p.of(d.Args[1]), where)
}

func (p part) directivePlace(d *syntax.Directive) string {
	pos := p.tokenRange(0, 1).Position()
	return fmt.Sprintf("%d, %s", pos.Line, quote(pos.File))
}

// on puts a statement under a clause that names the nodes that execute it.
func (p part) on(d *syntax.Directive, what, statement string) string {
	if d.On == nil || d.On.Executing {
		return statement
	}
	t := p.name("t")
	return fmt.Sprintf(
		"{ struct coral_xmp_task %s __attribute__((__cleanup__(coral_xmp_task_end))) = {0}; "+
			"coral_xmp_task_begin(&%s, %s, %s); if (%s.member) { %s } }",
		t, t, p.set(d, d.On), p.directivePlace(d), t, statement)
}

// task opens the block of a task; prepared is the name of its record if a tasks construct has made
// it.
func (p part) task(d *syntax.Directive, prepared string) string {
	t := p.name("t")
	declare := fmt.Sprintf(
		"{ struct coral_xmp_task %s __attribute__((__cleanup__(coral_xmp_task_end))) = ", t)
	if prepared != "" {
		return declare +
			fmt.Sprintf("%s; coral_xmp_task_enter(&%s, %s); if (%s.member)", prepared, t,
				p.directivePlace(d), t)
	}
	return declare +
		fmt.Sprintf("{0}; coral_xmp_task_begin(&%s, %s, %s); if (%s.member)", t, p.set(d, d.On),
			p.directivePlace(d), t)
}

// tasks forms the sets of all its tasks first: a task's nodes need not wait for those of others to
// come by.
func (p part) tasks(d *syntax.Directive, prepared map[*syntax.Directive]string) string {
	var b strings.Builder
	b.WriteString("{ ")
	for _, inner := range d.Inside {
		t := p.name("t")
		prepared[inner] = t
		q := p.in(&text{tokens: inner.Tokens})
		fmt.Fprintf(&b, "struct coral_xmp_task %s = {0}; coral_xmp_task_form(&%s, %s, %s); ", t, t,
			q.set(inner, inner.On), q.directivePlace(inner))
	}
	return b.String()
}

// nodes checks the shapes where the directive stands: at file scope before main begins.
func (p part) nodes(d *syntax.Directive, where string) string {
	f := p.name("nodes")
	calls := ""
	for _, n := range d.Nodes {
		if n.Of == nil || d.Array(n.Of) != nil {
			calls += fmt.Sprintf("coral_xmp_nodes(%s, %s); ",
				p.setOf(&syntax.Nodes{Nodes: n, Where: d}, nil), where)
		}
	}
	if p.fileScope(d) {
		return fmt.Sprintf("static void __attribute__((__constructor__, __used__)) %s(void) { %s}",
			f, calls)
	}
	return "{ " + calls + "}"
}

// fileScope tells whether a directive stands outside of all braces.
func (p part) fileScope(d *syntax.Directive) bool {
	depth := 0
	for _, t := range p.file.Tokens[:d.At] {
		if t.Is("{") {
			depth++
		} else if t.Is("}") {
			depth--
		}
	}
	return depth <= 0
}

// set is a node reference as an argument of the runtime.
func (p part) set(d *syntax.Directive, r *syntax.Ref) string {
	if r.Executing {
		return "(const long[]){1, 2, 0, 0, -1, 1}"
	}
	return p.setOf(d.Array(r), r)
}

// setOf gives nodes of an array, all if r is nil, as the runtime takes them (capi/xmp/task.c):
// rank, flags, sizes (0: the open one), three numbers for each dimension, and behind them, for an
// array that is made of another one's nodes, the same of those.
func (p part) setOf(n *syntax.Nodes, r *syntax.Ref) string {
	return "(const long[]){" + strings.Join(p.numbers(n, r), ", ") + "}"
}

func (p part) numbers(n *syntax.Nodes, r *syntax.Ref) []string {
	declared := p.in(&text{tokens: n.Where.Tokens})
	list := []string{fmt.Sprint(len(n.Sizes)), fmt.Sprint(n.Flags())}
	for _, s := range n.Sizes {
		if s == nil {
			list = append(list, "0")
		} else {
			declared.expr(s, operand)
			list = append(list, "(long)("+integer(declared.of(s))+")")
		}
	}
	for i := range n.Sizes {
		switch {
		case r == nil || r.Whole:
			list = append(list, "0", "-1", "1")
		case r.Square != (n.Base == 0):
			// the other way to write it: its first subscript is the last one here
			list = append(list, p.subscript(r.Subs[len(r.Subs)-1-i], r.Square)...)
		default:
			list = append(list, p.subscript(r.Subs[i], r.Square)...)
		}
	}
	if n.Of != nil {
		list = append(list, declared.numbers(n.Where.Array(n.Of), n.Of)...)
	}
	return list
}

// subscript is first index from 0, how many (-1: up to the end), and the step, or what says that it
// is this node's own place. Brackets count from 0 and have lengths.
func (p part) subscript(s syntax.RefSub, square bool) []string {
	value := func(x *syntax.Expr, otherwise string) string {
		if x == nil {
			return otherwise
		}
		p.expr(x, operand)
		return "(long)(" + integer(p.of(x)) + ")"
	}
	if s.Own {
		return []string{"0", "1", xmp.OwnPlace}
	}
	lo := value(s.Lo, "0")
	if !square {
		lo = value(s.Lo, "1") + " - 1"
	}
	if !s.Triplet {
		return []string{lo, "1", "1"}
	}
	inc := value(s.Inc, "1")
	count := "-1"
	switch {
	case s.Hi != nil && !square:
		count = fmt.Sprintf("coral_xmp_count(%s, %s, %s)", value(s.Lo, "1"), value(s.Hi, ""), inc)
	case s.Hi != nil:
		count = value(s.Hi, "")
	}
	return []string{lo, count, inc}
}

// node is the image index in the initial team, from 1, of a reference to one node.
func (p part) node(d *syntax.Directive, r *syntax.Ref, where string) string {
	return fmt.Sprintf("coral_xmp_node(%s, %s)", p.set(d, r), where)
}

func (p part) wait(d *syntax.Directive, where string) string {
	switch {
	case d.Posts == nil:
		return fmt.Sprintf("coral_xmp_wait(0, 0, 0, %s);", where)
	case len(d.Args) == 0:
		return fmt.Sprintf("coral_xmp_wait(%s, 0, 0, %s);", p.node(d, d.Posts, where), where)
	}
	return fmt.Sprintf("coral_xmp_wait(%s, 1, (%s), %s);", p.node(d, d.Posts, where),
		integer(p.of(d.Args[0])), where)
}

func (p part) waitAsync(d *syntax.Directive, where string) (calls string) {
	for _, id := range d.Args {
		calls += fmt.Sprintf("coral_xmp_wait_async((%s), %s); ", integer(p.of(id)), where)
	}
	return "{ " + calls + "}"
}

// lockVariable is the address of a lock, of any image.
func (p part) lockVariable(x *syntax.Expr) string {
	if obj, k := target(x); k != nil {
		if lhs, image, ok := p.defined(x, obj, k); ok {
			return p.near(lhs, image, x.Lo)
		}
		return "(xmp_lock_t *)0"
	}
	p.expr(x, operand)
	return "&(" + p.of(x) + ")"
}

// collective lowers bcast and reduction, one call for each variable.
func (p part) collective(d *syntax.Directive, where string) string {
	var b strings.Builder
	b.WriteString("__extension__ ({ ") // C99 has neither _Static_assert nor _Generic
	root := "1"
	if d.From != nil {
		root = fmt.Sprintf("coral_xmp_executing(%s, %s)", p.set(d, d.From), where)
	}
	fmt.Fprintf(&b, "const int coral_root = %s; ", root)
	async, id := "", ""
	if d.Async != nil {
		p.expr(d.Async, operand)
		fmt.Fprintf(&b, "const long coral_id = (%s); ", integer(p.of(d.Async)))
		async, id = "_async", "coral_id, "
	}
	for _, x := range d.Args {
		if obj, k := coindexedIn(x); k != nil {
			p.errorf(syntax.CodeAddress, obj,
				"the variables of a %s are this image's; a coindexed object cannot be one", d.Name)
			continue
		}
		if sectionIn(x) == nil && !p.noBitField(x, "cannot be a variable of "+d.Name,
			"assign it to a variable, and name that in the directive") {
			continue
		}
		b.WriteString("{ ")
		args := p.variable(x, &b)
		if d.Name == "bcast" {
			fmt.Fprintf(&b, "coral_xmp_bcast%s(%s, %s, coral_root, %s%s); } ", async, args.place,
				typeOf(args.element), id, where)
		} else {
			b.WriteString(reducible(d.Op, args.element))
			fmt.Fprintf(&b, "coral_xmp_reduce%s(%s, %s, coral_xmp_%s, %s%s); } ", async,
				args.place, kindOf(args.element), d.Op, id, where)
		}
	}
	b.WriteString("(void)coral_root; });")
	return p.on(d, d.Name, b.String())
}

type variable struct{ place, element string }

// variable is a variable of a collective, whole or a section, as arguments: address, size of an
// element, rank, numbers, steps.
func (p part) variable(x *syntax.Expr, setup *strings.Builder) variable {
	v := variable{place: "0, 0, 0, 0, 0", element: "0"}
	if sectionIn(x) != nil {
		if s := p.takeApart(x, "", setup); s != nil {
			v = variable{fmt.Sprintf("(void *)%s, sizeof(%s), %d, %s, %s", s.first, s.element,
				len(s.number), vector(s.number), vector(s.step)), s.element}
		}
	} else {
		p.expr(x, operand)
		first := p.name("c")
		setup.WriteString(p.takesAddress(first, p.of(x)))
		last := p.peel(first, setup)
		v.element = "*" + last
		v.place = fmt.Sprintf(
			"(void *)%s, sizeof(*%s), 1, (const long[]){sizeof(*%s) / sizeof(*%s)}, (const "+
				"long[]){sizeof(*%s)}", first, last, first, last, last)
	}
	if sectionIn(x) == nil {
		setup.WriteString(p.noLock(v.element))
	}
	fmt.Fprintf(setup,
		"_Static_assert(__builtin_classify_type(%s) != 5, \"a pointer means nothing on other "+
			"nodes: name an array, or a section with base and length [C0406]\"); ", v.element)
	return v
}

// maxRank is how many dimensions an array of XcalableMP may have.
const maxRank = 7

// peel declares a pointer to the element of what a pointer points to, an array of any rank or none.
func (p part) peel(pointer string, setup *strings.Builder) string {
	for range maxRank {
		next := p.name("c")
		fmt.Fprintf(setup,
			"__typeof__(__builtin_choose_expr(!__builtin_types_compatible_p(__typeof__(*%s), "+
				"__typeof__(((void)0, *%s))), *%s, *(__typeof__(*%s)(*)[1])0)[0]) *%s = (void "+
				"*)%s; ",
			pointer, pointer, pointer, pointer, next, pointer)
		pointer = next
	}
	return pointer
}

// reducible asserts that a reduction, by the runtime's name for it, is defined for the type of an
// element.
func reducible(op, element string) string {
	classes, types := "1 << 1 | 1 << 2 | 1 << 3", "integers and real numbers"
	switch op {
	case "sum", "product":
		classes, types = classes+" | 1 << 4", "integers, real and complex numbers"
	case "and", "or", "xor":
		classes, types = "1 << 1 | 1 << 2", "integers"
	}
	return fmt.Sprintf("_Static_assert((%s) >> %s & 1, \"this reduction takes %s only; "+
		"of a structure name the members [C0410]\"); ", classes, kindOf(element),
		types)
}

// typeOf is the class of an element that is moved only: beside those of kindOf numbers of 16 bytes
// that are no long double (5; complex: 6), and 0 for all others.
func typeOf(element string) string {
	const quad = 16
	return fmt.Sprintf("(%[1]s != 0 ? %[1]s : __builtin_classify_type(%[2]s) == 8 && "+
		"sizeof(%[2]s) == %[3]d ? 5 : __builtin_classify_type(%[2]s) == 9 && sizeof(%[2]s) == "+
		"2 * %[3]d ? 6 : 0)", kindOf(element), element, quad)
}

// kindOf is the class of an element's type as the runtime counts it, asked of the compiler. The
// default is for types such as _Float64, which not all compilers have; of 16 bytes the runtime
// knows long double.
func kindOf(element string) string {
	return fmt.Sprintf(
		"_Generic(((void)0, %[1]s), _Bool: 2, char: (char)-1 < 0 ? 1 : 2, signed char: 1, "+
			"unsigned char: 2, short: 1, unsigned short: 2, int: 1, unsigned: 2, long: 1, "+
			"unsigned long: 2, long long: 1, unsigned long long: 2, __int128: 1, float: 3, "+
			"double: 3, long double: 3, float _Complex: 4, double _Complex: 4, "+
			"long double _Complex: 4, "+
			"default: __builtin_classify_type(%[1]s) == 8 && (sizeof(%[1]s) | 12) == 12 ? 3 : "+
			"__builtin_classify_type(%[1]s) == 9 && (sizeof(%[1]s) | 24) == 24 ? 4 : 0)", element)
}
