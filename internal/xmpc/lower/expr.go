package lower

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/coral-pgas/coral/internal/xmpc/syntax"
)

// context is what becomes of an expression's value.
type context uint8

const (
	// a full expression, or a part that is evaluated for itself: assignments of sections may stand
	// here
	whole     context = iota
	statement         // one whose value nobody wants
	operand           // a part of an arithmetic expression
	object            // an argument that is the address of an object: xmp_atomic_*
)

// expr lowers what is in x; where x itself is a construct, an edit takes its place.
func (p part) expr(x *syntax.Expr, c context) {
	if x == nil {
		return
	}
	switch x.Kind {
	case syntax.Coindex:
		p.reference(x)
	case syntax.Section:
		p.strayed(x)
	case syntax.Assign:
		p.assign(x, c)
	case syntax.Prefix, syntax.Postfix:
		p.step(x, c)
	case syntax.Unary:
		p.unary(x, c)
	case syntax.SizeOf:
		p.sizeOf(x)
	case syntax.Call:
		p.call(x)
	case syntax.Member, syntax.Index:
		if d, k := designator(x); k != nil {
			p.memberOf(x, d, k)
			return
		}
		if x.Op == "->" && coindexBelow(x.Kids[0]) {
			p.cannotFollow(x)
			return
		}
		p.kids(x, operand)
	case syntax.Cond, syntax.Cast:
		// both may stand as a statement, and want the type of a value all the same
		if c == statement {
			c = whole
		}
		p.kids(x, c)
	case syntax.Comma: // nobody wants the value of the left one
		p.expr(x.Kids[0], unwanted(c))
		p.expr(x.Kids[1], c)
	case syntax.Paren, syntax.List:
		p.kids(x, c)
	default:
		p.kids(x, operand)
	}
}

// unwanted is the context of an expression whose value is dropped, within one of context c.
func unwanted(c context) context {
	if c == whole {
		return statement
	}
	return c
}

func (p part) kids(x *syntax.Expr, c context) {
	for _, k := range x.Kids {
		p.expr(k, c)
	}
}

// strayed refuses a section outside of an assignment.
func (p part) strayed(x *syntax.Expr) {
	p.errorf(syntax.CodeSection, x,
		"an array section may stand on either side of an assignment, not here").Help(
		"assign it to an array, whose elements can be used anywhere")
	p.text.replace(x.Span, "0")
}

// strip takes parentheses off.
func strip(x *syntax.Expr) *syntax.Expr {
	for x != nil && x.Kind == syntax.Paren {
		x = x.Kids[0]
	}
	return x
}

// designator looks for a coindexed object under members: s:[k].x is the x of image k's s.
func designator(x *syntax.Expr) (inner, coindexed *syntax.Expr) {
	for y := x; y != nil; {
		switch y.Kind {
		case syntax.Coindex:
			return y.Kids[0], y
		case syntax.Member:
			if y.Op != "." {
				return nil, nil
			}
			y = y.Kids[0]
		case syntax.Paren, syntax.Index:
			y = y.Kids[0]
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// tail is what stands behind the coindexed object of a designator, its subscripts lowered.
func (p part) tail(x *syntax.Expr) string {
	switch x.Kind {
	case syntax.Paren, syntax.Unary:
		return p.tail(x.Kids[0])
	case syntax.Member:
		return p.tail(x.Kids[0]) + p.text.render(syntax.Span{Lo: x.OpAt, Hi: x.Hi})
	case syntax.Index:
		p.expr(x.Kids[1], operand)
		return p.tail(x.Kids[0]) + "[" + p.subscriptOf(x) + "]"
	}
	return ""
}

// memberOf makes s:[k].x what s.x:[k] is.
func (p part) memberOf(x, d, k *syntax.Expr) {
	image, ok := p.image(k)
	if !ok {
		return
	}
	p.expr(d, operand)
	p.checkSubscripts(d)
	image = p.reached(x, image)
	if x.Kind == syntax.Member && p.bits(x) {
		p.text.replace(x.Span, p.loadMember("("+p.of(d)+")"+p.tail(x.Kids[0]), x, image))
		return
	}
	tail := p.tail(x)
	p.text.replace(x.Span, p.load(x, "("+p.of(d)+")"+tail, image))
}

// bits tells whether a member may be a bit-field, which has no address. Of a structure that is not
// known, as one by typeof, the member's name tells it.
func (p part) bits(x *syntax.Expr) bool {
	name := p.text.tokens[x.Hi-1].Text
	if is, _, known := p.aggregateIn(x).Member(name); known {
		return is
	}
	return p.file.BitFields[name]
}

// aggregateIn is the structure or union of which an expression is a member; nil: it is not known.
func (p part) aggregateIn(x *syntax.Expr) *syntax.Aggregate {
	return syntax.AggregateOf(x.Kids[0], p.text.tokens)
}

// bitField is the member that an operand or a section's elements are, if that is a bit-field for
// certain; nil: it is none.
func (p part) bitField(x *syntax.Expr) *syntax.Expr {
	if x = local(x); x.Kind != syntax.Member {
		return nil
	}
	if is, _, _ := p.aggregateIn(x).Member(p.text.tokens[x.Hi-1].Text); !is {
		return nil
	}
	return x
}

// mayBeBits tells whether an operand, of whatever image, may be a bit-field.
func (p part) mayBeBits(x *syntax.Expr) bool {
	x = local(x)
	return x.Kind == syntax.Member && p.bits(x)
}

// local is what an operand is on this image.
func local(x *syntax.Expr) *syntax.Expr {
	if x = strip(x); x.Kind == syntax.Coindex {
		x = strip(x.Kids[0])
	}
	return x
}

// noBitField refuses a bit-field where its address is needed.
func (p part) noBitField(x *syntax.Expr, why, remedy string) bool {
	b := p.bitField(x)
	if b != nil {
		name := syntax.Span{Lo: b.Hi - 1, Hi: b.Hi}
		p.diags.Errorf(syntax.CodeBitField, p.tokenRange(name.Lo, name.Hi),
			"'%s' is a bit-field, which has no address, so it %s", p.text.tokens[name.Lo].Text,
			why).Help("%s", remedy)
	}
	return b == nil
}

// loadMember is a reference to a member of another image's structure, which is fetched as a whole.
func (p part) loadMember(structure string, x *syntax.Expr, image string) string {
	declare, kind := p.pointee(x.Kids[0], structure)
	return fmt.Sprintf("((*%s).%s)", inScope(declare, fmt.Sprintf(
		"(%s *)coral_xmp_get(&(%s), %s, sizeof(%s))", kind, structure, image, structure)),
		p.text.tokens[x.Hi-1].Text)
}

// pointedAt is the x of *&x and of (&x)->name; nil: the expression is neither.
func pointedAt(x *syntax.Expr) *syntax.Expr {
	if x.Op != "*" && x.Op != "->" || x.Kind != syntax.Unary && x.Kind != syntax.Member {
		return nil
	}
	if of := strip(x.Kids[0]); of.Kind == syntax.Unary && of.Op == "&" {
		return of.Kids[0]
	}
	return nil
}

// base is the name of the coarray that a designator begins with.
func base(x *syntax.Expr) *syntax.Expr {
	for {
		switch x.Kind {
		case syntax.Paren, syntax.Index, syntax.Section, syntax.Member:
			if of := pointedAt(x); of != nil {
				x = of
			} else {
				x = x.Kids[0]
			}
		case syntax.Unary:
			if x.Op != "*" {
				return nil
			}
			if of := pointedAt(x); of != nil {
				x = of
			} else {
				x = strip(x.Kids[0])
			}
		case syntax.Binary: // *(p + i)
			x = x.Kids[0]
		case syntax.Cast:
			x = x.Kids[1]
		case syntax.Name:
			return x
		default:
			return nil
		}
	}
}

// image is the text of a coindexed object's image index, in the current team from 1. False: it is
// refused.
func (p part) image(x *syntax.Expr) (string, bool) {
	name := base(x.Kids[0])
	refuse := func() (string, bool) {
		p.text.replace(x.Span, "0")
		return "", false
	}
	if y := strip(x.Kids[0]); name != nil && (y.Kind == syntax.Binary || y.Kind == syntax.Cast) {
		p.errorf(syntax.CodeNoCoarray, x.Kids[0],
			"what stands before ':[' is a value and no object").Help(
			"':[' binds like a subscript: write (*(p + i)):[k], or p[i]:[k]")
		return refuse()
	}
	if name == nil {
		p.errorf(syntax.CodeNoCoarray, x.Kids[0],
			"what stands before ':[' is no coarray, nor a part of one")
		return refuse()
	}
	if name.Symbol == nil || name.Symbol.Coarray == nil {
		p.errorf(syntax.CodeNoCoarray, name, "'%s' is not a coarray",
			p.of(name)).Help(
			"declare it with codimensions, as in double a[10]:[*], or by #pragma xmp coarray a:[*]")
		return refuse()
	}
	s := name.Symbol
	if strip(x.Kids[0]) == name && s.Pointer {
		p.errorf(syntax.CodeNoCoarray, x,
			"'%s' is a pointer to a coarray; the pointer itself is no coarray",
			s.Name).Help("write %s[0]:[k] or (*%s):[k]", s.Name, s.Name)
		return refuse()
	}
	co := x.Kids[1:]
	if len(co) != len(s.Coarray.Codims) {
		d := p.errorf(syntax.CodeCorank, x, "'%s' has %d codimension%s, this reference has %d",
			s.Name, len(s.Coarray.Codims), plural(len(s.Coarray.Codims)), len(co)).
			Note(p.declared(s), "'%s' becomes a coarray here", s.Name)
		if len(co) > len(s.Coarray.Codims) {
			d.Help("write the subscripts of an element before ':[', as in %s[i]:[k]", s.Name)
		}
		return refuse()
	}
	for _, k := range co {
		p.expr(k, operand)
	}
	return p.linear(s.Coarray, co, x.Lo), true
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// linear is the image index of cosubscripts: the first one varies fastest, as the open codimension
// is the last.
func (p part) linear(c *syntax.Coarray, co []*syntax.Expr, at int) string {
	from := c.Origin
	text := ""
	for i := len(co) - 1; i >= 0; i-- {
		written := p.of(co[i])
		if n, err := strconv.ParseUint(written, 10, 31); err == nil && len(co) == 1 &&
			written[0] != '0' || written == "0" && from == 0 && len(co) == 1 {
			text = fmt.Sprintf("%dL", n+1-uint64(from))
			break
		}
		k := "(long)(" + integer(written) + ")"
		if from == 1 {
			k = "(" + k + " - 1)"
		}
		if text == "" {
			text = k
		} else {
			text = fmt.Sprintf("(%s + (long)(%s) * %s)", k,
				p.positive(co[i].Lo, p.codim(c, i)), text)
		}
	}
	if !strings.HasSuffix(text, "L") {
		text += " + 1"
	}
	if p.options.Check {
		text = fmt.Sprintf("coral_xmp_checked(%s, %s)", text, p.place(at))
	}
	return text
}

func (p part) codim(c *syntax.Coarray, i int) string {
	t := &p.body
	if c.Where != nil {
		t = &text{tokens: c.Where.Tokens}
	}
	return t.render(c.Codims[i])
}

// integer makes the compiler refuse what is no integer, for which C has no word but operators that
// others do not have: a real number would be cut off, a pointer taken for a number. The operands of
// >> are not converted to a common type, of which -Wsign-conversion would warn. The driver gives
// the compiler's message in the user's terms (cmessages.go).
func integer(text string) string {
	if strings.Trim(text, "0123456789") == "" {
		return text
	}
	return "(" + text + ") >> coral_xmp_zero"
}

// checkKey is a kind of object: parts of one variable, at whatever subscripts, that have one type.
type checkKey struct {
	variable *syntax.Symbol
	path     string
}

// kindOfObject gives what objects of one type have in common. False: the form of the designator
// does not tell it.
func kindOfObject(x *syntax.Expr, member func(*syntax.Expr) string) (key checkKey, ok bool) {
	switch x.Kind {
	case syntax.Name:
		return checkKey{x.Symbol, ""}, x.Symbol != nil
	case syntax.Paren:
		return kindOfObject(x.Kids[0], member)
	case syntax.Index:
		key, ok = kindOfObject(x.Kids[0], member)
		key.path += "[]"
	case syntax.Member:
		key, ok = kindOfObject(x.Kids[0], member)
		key.path += x.Op + member(x)
	case syntax.Unary:
		key, ok = kindOfObject(x.Kids[0], member)
		ok = ok && x.Op == "*"
		key.path += "*"
	}
	return key, ok
}

const maxChecked = 20

// scalar makes the compiler refuse arrays: what an expression of array type stands for is an
// address, which is good on this image only. The type of an atomic object is another one than its
// value's, too. It is asked for the first maxChecked objects of a kind: what is wrong is told where
// it stands, and a long file stays short. What it gives is added to a size.
func (p part) scalar(x *syntax.Expr, object string) string {
	if key, ok := kindOfObject(x,
		func(m *syntax.Expr) string { return p.text.tokens[m.Hi-1].Text }); ok {
		if p.checked[key]++; p.checked[key] > maxChecked {
			return ""
		}
	}
	// | since clang before version 18 warns of || here (all)
	return " + 0 * " +
		p.asserted(x.Lo,
			"_Static_assert(!%s | !%s, \"a whole array of another image stands here: write an "+
				"element, or a section in an assignment [C0406]\"); %s",
			decays(object), isPointer(object), p.noLock(object))
}

// noLock makes the compiler refuse a lock that would be copied.
func (p part) noLock(object string) string {
	if !p.locks() {
		return ""
	}
	return fmt.Sprintf("_Static_assert(!__builtin_types_compatible_p(__typeof__(%s), struct "+
		"coral_xmp_lock), \"the value of a lock cannot be moved: locks stand in lock and unlock "+
		"only [C0418]\"); ", object)
}

// locks tells whether the file knows the type of locks.
func (w *writer) locks() bool {
	if w.hasLocks == nil {
		has := slices.ContainsFunc(w.file.Tokens,
			func(t syntax.Token) bool { return t.IsWord("xmp_lock_t") })
		w.hasLocks = &has
	}
	return *w.hasLocks
}

// within is an image index of which is asked whether there is such an image, as operations do
// that take long anyway.
func (p part) within(image string, at int) string {
	if p.options.Check {
		return image // it has been asked
	}
	return fmt.Sprintf("coral_xmp_within(%s, %s)", image, p.place(at))
}

// near is the address of an object on another image, with the object's type.
func (p part) near(object, image string, at int) string {
	image = p.within(image, at)
	return fmt.Sprintf("((__typeof__(%s) *)coral_xmp_near(&(%s), %s))", object, object, image)
}

// maxRepeated is how long the text of an object may be that is written several times: subscripts
// have coindexed objects in them, which have subscripts.
const maxRepeated = 1000

// writtenOnce tells objects whose text is not to be repeated, since it is long, or since compilers
// warn of what is changed in an operand of typeof. Such an object stands in a function.
func writtenOnce(object string) bool {
	return len(object) > maxRepeated || strings.Contains(object, "++") ||
		strings.Contains(object, "--") || strings.Contains(object, "= ")
}

// pointee is the type of an object to which generated text points; it may need a declaration in
// front. A member of a packed structure lies at any address, which the type of the member does not
// say: compilers store and load vectors as if it were aligned.
func (p part) pointee(x *syntax.Expr, object string) (declare, kind string) {
	if !p.packed() || !inStructure(x) {
		return "", "__typeof__(" + object + ")"
	}
	kind = p.name("u")
	return fmt.Sprintf("typedef __typeof__(%s) %s __attribute__((__aligned__(1))); ", object,
		kind), kind
}

// takesAddress declares a pointer to an object whose text is not to be repeated. gcc warns of the
// address of a packed member, which is meant here, but not of one to which a variable is added.
func (w *writer) takesAddress(pointer, object string) string {
	if w.packed() {
		return fmt.Sprintf("long %[1]sz = 0; __auto_type %[1]s = &(%[2]s) + %[1]sz; ", pointer,
			object)
	}
	return fmt.Sprintf("__auto_type %s = &(%s); ", pointer, object)
}

// inStructure tells whether a designator is a member, or a part of one.
func inStructure(x *syntax.Expr) bool {
	switch x.Kind {
	case syntax.Member:
		return true
	case syntax.Paren, syntax.Coindex, syntax.Index, syntax.Section:
		return inStructure(x.Kids[0])
	case syntax.Unary:
		return realPart(x) && inStructure(x.Kids[0])
	}
	return false
}

// packed tells whether the file may have packed structures. Where it has atomic types, too, members
// are taken for aligned: clang calls a library for atomic objects that are not.
func (w *writer) packed() bool {
	if w.hasPacked == nil {
		has := w.options.Packed
		for _, t := range w.file.Tokens {
			has = has || t.IsWord("packed") || t.IsWord("__packed__") ||
				t.Kind == syntax.Pragma && strings.Contains(t.Text, "pack")
		}
		has = has && !slices.ContainsFunc(w.file.Tokens, w.ownAtomic)
		w.hasPacked = &has
	}
	return *w.hasPacked
}

// ownAtomic tells whether a token makes an atomic type of the program's, and not of a header such
// as stdatomic.h.
func (w *writer) ownAtomic(t syntax.Token) bool {
	if !t.IsWord("_Atomic") {
		return false
	}
	file, _ := w.file.Source.FileLine(int(t.Start))
	return !strings.HasPrefix(file, "/usr/")
}

// inScope is a value behind declarations.
func inScope(declare, value string) string {
	if declare == "" {
		return value
	}
	return "__extension__ ({ " + declare + value + "; })"
}

// load is a reference to an object of another image, as an lvalue.
func (p part) load(x *syntax.Expr, object, image string) string {
	if writtenOnce(object) {
		to := p.name("p")
		declare, kind := p.pointee(x, "*"+to)
		return fmt.Sprintf(
			"(*__extension__ ({ %[2]s%[5]s"+
				"(%[6]s *)coral_xmp_get(%[1]s, %[3]s, sizeof *%[1]s%[4]s); }))",
			to, p.takesAddress(to, object), image, p.scalar(x, "*"+to), declare, kind)
	}
	declare, kind := p.pointee(x, object)
	cast := ""
	if declare != "" {
		cast = "(const volatile void *)" // clang warns of the address of a packed member without
	}
	return fmt.Sprintf("(*%s)", inScope(declare, fmt.Sprintf(
		"(%s *)coral_xmp_get(%s&(%s), %s, sizeof(%s)%s)", kind, cast, object, image, object,
		p.scalar(x, object))))
}

// reference lowers a coindexed object whose value is wanted.
func (p part) reference(x *syntax.Expr) {
	image, ok := p.image(x)
	if !ok {
		return
	}
	if s := sectionIn(x.Kids[0]); s != nil {
		p.strayed(s)
		return
	}
	p.expr(x.Kids[0], operand)
	image = p.reached(x.Kids[0], image)
	p.checkSubscripts(x.Kids[0])
	if y := strip(x.Kids[0]); y.Kind == syntax.Member && p.bits(y) {
		structure := p.of(y.Kids[0])
		if y.Op == "->" {
			structure = "*(" + structure + ")"
		}
		p.text.replace(x.Span, p.loadMember("("+structure+")", y, image))
		return
	}
	p.text.replace(x.Span, p.load(x.Kids[0], p.live(x.Kids[0], p.of(x.Kids[0])), image))
}

// sectionIn is a section of which an operand is made; nil: none.
func sectionIn(x *syntax.Expr) (found *syntax.Expr) {
	for y := x; y != nil; {
		switch y.Kind {
		case syntax.Section:
			return y
		case syntax.Index, syntax.Member, syntax.Paren, syntax.Coindex:
			y = y.Kids[0]
		default:
			return nil
		}
	}
	return nil
}

// hasSection tells whether an expression is made of a section: one that is not inside a call, a
// subscript or statements.
func hasSection(x *syntax.Expr) bool {
	switch x.Kind {
	case syntax.Section:
		return true
	case syntax.Index, syntax.Member, syntax.Coindex:
		return hasSection(x.Kids[0])
	case syntax.Block, syntax.Call, syntax.Generic, syntax.SizeOf, syntax.Assign:
		return false
	}
	return slices.ContainsFunc(x.Kids,
		func(k *syntax.Expr) bool { return k != nil && hasSection(k) })
}

// target is the coindexed object that an operator defines; nil: what it defines is this image's.
func target(x *syntax.Expr) (object, coindexed *syntax.Expr) {
	x = strip(x)
	if realPart(x) {
		return target(x.Kids[0])
	}
	if x.Kind == syntax.Coindex {
		return x.Kids[0], x
	}
	if d, k := designator(x); k != nil {
		return d, k
	}
	return nil, nil
}

// realPart tells the real or imaginary part of something, which has an address as that has.
func realPart(x *syntax.Expr) bool {
	return x.Kind == syntax.Unary && (strings.HasPrefix(x.Op, "__real") ||
		strings.HasPrefix(x.Op, "__imag"))
}

// assign lowers an assignment or accumulation.
func (p part) assign(x *syntax.Expr, c context) {
	left, right := x.Kids[0], x.Kids[1]
	if hasSection(left) || hasSection(right) {
		p.sections(x, c)
		return
	}
	object, k := target(left)
	if k == nil {
		p.noFetched(left)
		p.kids(x, operand)
		return
	}
	lhs, image, ok := p.defined(left, object, k)
	p.expr(right, operand)
	if !ok {
		return
	}
	if x.Op == "=" {
		p.text.replace(x.Span, p.store(left, lhs, image, p.of(right), c == statement))
		return
	}
	image = p.within(image, x.Lo)
	p.text.replace(x.Span, p.accumulate(left, lhs, image, strings.TrimSuffix(x.Op, "="),
		p.of(right), false, c == statement))
}

// defined gives the text of the object that a coindexed left side names, and its image.
func (p part) defined(left, object, k *syntax.Expr) (lhs, image string, ok bool) {
	image, ok = p.image(k)
	if !ok {
		return "", "", false
	}
	if !p.noBitField(left, "can be read from another image, and nothing else",
		"put or get the structure as a whole") {
		return "", "", false
	}
	p.expr(object, operand)
	p.checkSubscripts(object)
	image = p.reached(left, image)
	lhs = p.live(object, p.of(object))
	if tail := p.tail(left); tail != "" {
		lhs = "(" + lhs + ")" + tail
	}
	for x := strip(left); realPart(x); x = strip(x.Kids[0]) {
		lhs = "(" + x.Op + " (" + lhs + "))"
	}
	return lhs, image, true
}

// noFetched refuses to define what has been got from another image, by a form of GNU C through
// which an object passes: the other image would not get it back.
func (p part) noFetched(x *syntax.Expr) {
	for x = strip(x); x.Kind == syntax.Member || x.Kind == syntax.Index || realPart(x); {
		x = strip(x.Kids[0])
	}
	if !p.isFetched(x) {
		return
	}
	what := "_Generic"
	if x.Kind == syntax.Block {
		what = "a statement expression"
	}
	p.errorf(syntax.CodeAddress, x, "a coindexed object that %s has as its value can be read, and "+
		"nothing else", what).Help("write the coindexed object itself in its place")
}

// isFetched tells whether an expression's value is a coindexed object that has been chosen by
// _Generic, or is that of a statement expression.
func (p part) isFetched(x *syntax.Expr) bool {
	passes := func(x *syntax.Expr) bool {
		_, k := target(x)
		return k != nil || p.isFetched(strip(x))
	}
	switch {
	case x.Kind == syntax.Generic:
		return slices.ContainsFunc(x.Kids[1:], passes)
	case x.Kind == syntax.Block && p.text == &p.body:
		return slices.ContainsFunc(p.file.Roots, func(root *syntax.Expr) bool {
			return root.Hi == x.Hi-3 && root.Lo > x.Lo && passes(root) // in front of ; } )
		})
	}
	return false
}

// store is put of one object, whose value is the one that has been put if somebody wants it.
func (p part) store(x *syntax.Expr, object, image, value string, unused bool) string {
	if y, k := target(x); k != nil && strip(x).Kind == syntax.Coindex {
		x = y
	}
	to, v := p.name("p"), ""
	address, size := p.pointer(x, object, to, "coral_xmp_near", image), "sizeof *"+to
	if writtenOnce(object) {
		object = "*" + to
	}
	check := p.scalar(x, object)
	if unused {
		return fmt.Sprintf("__extension__ ({ %s*%s = (%s); coral_xmp_sent((void *)%s, %s%s); })",
			address, to, value, to, size, check)
	}
	v = p.name("v")
	return fmt.Sprintf(
		"__extension__ ({ %s__typeof__(((void)0, %s)) %s = (%s); *%s = %s; "+
			"coral_xmp_sent((void *)%s, %s%s); %s; })",
		address, object, v, value, to, v, to, size, check, v)
}

// pointer declares a pointer to an object of another image, by a function that gives its address
// there.
func (p part) pointer(x *syntax.Expr, object, to, function, image string) string {
	if !writtenOnce(object) {
		declare, kind := p.pointee(x, object)
		return fmt.Sprintf("%s%s *%s = %s(&(%s), %s); ", declare, kind, to, function, object,
			image)
	}
	here := to + "l"
	declare, kind := p.pointee(x, "*"+here)
	return fmt.Sprintf("%s%s%s *%s = %s(%s, %s); ", p.takesAddress(here, object), declare, kind,
		to, function, here, image)
}

// accumulate changes one object, while its stripe is held; its value is the new one, or the one
// before. An image that is not mapped is told by a message, whose answer is the value if somebody
// wants it: not if it is unused.
func (p part) accumulate(x *syntax.Expr, object, image, op, value string, before,
	unused bool) string {
	way, to, v, old, fresh, stripe := p.name("w"), p.name("p"), p.name("v"), p.name("o"), p.name(
		"n"), p.name("s")
	what, operand, result := p.name("a"), p.name("t"), p.name("r")
	setup := fmt.Sprintf("const long %s = coral_xmp_way(%s); %s"+
		"__auto_type %s = ((void)0, (%s)); %s", // __auto_type takes no bit-field
		way, image, p.pointer(x, object, to, "coral_xmp_there", way), v, value,
		accumulation(what, operand, "*"+to, op, v))
	object = "*" + to
	held := fmt.Sprintf(
		"coral_xmp_stripe *%[1]s = coral_xmp_take((void *)%[2]s, %[3]s, sizeof *%[2]s); "+
			"__typeof__(((void)0, %[4]s)) %[5]s = *%[2]s, %[6]s = %[5]s %[7]s %[8]s; "+
			"*%[2]s = %[6]s; "+
			"coral_xmp_give(%[1]s, (void *)%[2]s, sizeof *%[2]s); ",
		stripe, to, way, object, old, fresh, op, v)
	declared, address, kept, is := "", "0", fresh, "0"
	if before {
		kept, is = old, "1"
	}
	if unused {
		result, kept = "(void)0", ""
	} else {
		declared = fmt.Sprintf("__typeof__(((void)0, %s)) %s; ", object, result)
		address, kept = "(void *)&"+result, fmt.Sprintf("%s = %s; ", result, kept)
	}
	told := fmt.Sprintf(
		"if (!__builtin_expect(coral_apart, 0) || !coral_xmp_add((void *)%[1]s, %[2]s, %[3]s, "+
			"(const void *)&(%[4]s){(%[4]s)__builtin_choose_expr(%[3]s != 0, %[5]s, 0)}, "+
			"sizeof(%[4]s), "+
			"%[6]s, %[7]s)) ",
		to, way, what, operand, v, address, is)
	return "__extension__ ({ " + setup + declared + told + "{ " + held + kept + "} " + result +
		"; })"
}

// step lowers ++ and -- of a coindexed object: an accumulation.
func (p part) step(x *syntax.Expr, c context) {
	object, k := target(x.Kids[0])
	if k == nil {
		p.noFetched(x.Kids[0])
		p.kids(x, operand)
		return
	}
	if s := sectionIn(object); s != nil {
		p.strayed(s)
		return
	}
	lhs, image, ok := p.defined(x.Kids[0], object, k)
	if !ok {
		return
	}
	image = p.within(image, x.Lo)
	p.text.replace(x.Span, p.accumulate(x.Kids[0], lhs, image, x.Op[:1], "1",
		x.Kind == syntax.Postfix, c == statement))
}

// unary refuses addresses of other images' objects, which would be good for nothing but loads and
// stores of this image.
func (p part) unary(x *syntax.Expr, c context) {
	named, k := target(x.Kids[0])
	if x.Op == "*" && followsRemote(x.Kids[0]) {
		p.cannotFollow(x)
		return
	}
	if x.Op != "&" || k == nil {
		if x.Op == "&" {
			p.noFetched(x.Kids[0])
		}
		p.kids(x, operand)
		return
	}
	lhs, image, ok := p.defined(x.Kids[0], named, k)
	if !ok {
		return
	}
	if c != object {
		p.errorf(syntax.CodeAddress, x,
			"the address of a coindexed object cannot be taken, but for xmp_atomic_*").Help(
			"copy the object to a variable, and take the address of that")
		p.text.replace(x.Span, "0")
		return
	}
	p.text.replace(x.Span, p.near(lhs, image, x.Lo))
}

// sizeOf needs no image.
func (p part) sizeOf(x *syntax.Expr) {
	if object, k := target(x.Kids[0]); k != nil {
		if lhs, _, ok := p.defined(x.Kids[0], object, k); ok {
			p.text.replace(x.Kids[0].Span, "("+lhs+")")
		}
		return
	}
	p.kids(x, operand)
}

// own is the address of an object of this image, which its name stands for as it does with a
// coindex; what has the type of an address is one.
func own(object string) string {
	return fmt.Sprintf("__builtin_choose_expr(__builtin_classify_type(%s) == 5, %s, &(%s))", object,
		object, object)
}

// call lowers arguments; those of xmp_atomic_* that name an object become its address and size.
func (p part) call(x *syntax.Expr) {
	callee := strip(x.Kids[0])
	if callsRemote(callee) {
		p.cannotFollow(x)
		return
	}
	if callee.Kind == syntax.Name && p.of(callee) == syntax.DescriptorOf &&
		!p.countArguments(x, syntax.DescriptorOf, 1) {
		return
	}
	if callee.Kind == syntax.Name && len(x.Kids) > 1 && p.nodeCall(x, p.of(callee)) {
		return
	}
	if callee.Kind == syntax.Name && len(x.Kids) > 1 && p.of(callee) == syntax.Free {
		p.free(x, callee)
		return
	}
	var called syntax.Atomic
	atomic := false
	// nil: without the header
	if callee.Kind == syntax.Name && (callee.Symbol == nil || callee.Symbol.Function) {
		called, atomic = syntax.AtomicOf(p.of(callee))
	}
	if !atomic {
		p.kids(x, operand)
		return
	}
	if !p.countArguments(x, p.of(callee), called.Arguments) {
		return
	}
	at := called.Object
	for i, k := range x.Kids[1:] {
		if i != at {
			p.expr(k, operand)
		}
	}
	arg := strip(x.Kids[at+1])
	if obj, k := target(arg); k != nil {
		lhs, image, ok := p.defined(arg, obj, k)
		if ok {
			p.text.replace(x.Kids[at+1].Span, p.near(lhs, image, x.Lo))
		}
	} else {
		p.noBitField(arg, "cannot be the object of "+p.of(callee), "declare it without ':'")
		p.expr(arg, object)
		if arg.Kind == syntax.Name || arg.Kind == syntax.Index || arg.Kind == syntax.Member {
			p.text.replace(x.Kids[at+1].Span, own(p.of(arg)))
		}
	}
	p.text.replace(callee.Span, "coral_"+p.of(callee))
	p.text.replace(syntax.Span{Lo: x.Hi - 1, Hi: x.Hi},
		fmt.Sprintf(", sizeof *(%s) + 0 * %s)", p.of(x.Kids[at+1]),
			p.atomicType(x.Lo, p.of(x.Kids[at+1]))))
}

// countArguments refuses a call of a procedure of XcalableMP that has not n arguments.
func (p part) countArguments(x *syntax.Expr, name string, n int) bool {
	got := len(x.Kids) - 1
	if got == n {
		return true
	}
	p.errorf(syntax.CodeCall, x, "'%s' takes %d argument%s, but this call has %d", name, n,
		plural(n), got)
	p.text.replace(x.Span, "0")
	return false
}

// free lowers xmp_free. A variable that has named the coarray becomes null, as far as it can be
// assigned to: what refers to the coarray behind it does not find other data there.
func (p part) free(x, callee *syntax.Expr) {
	p.kids(x, operand)
	v := strip(x.Kids[1])
	if v.Kind != syntax.Name || v.Symbol == nil || !v.Symbol.Pointer || v.Symbol.Fixed {
		return
	}
	name := p.of(v)
	p.text.replace(callee.Span, "("+p.of(callee))
	p.text.replace(syntax.Span{Lo: x.Hi - 1, Hi: x.Hi}, fmt.Sprintf("), (void)(*"+
		"__builtin_choose_expr(__builtin_types_compatible_p(__typeof__(&%[1]s), "+
		"__typeof__(__typeof__(((void)0, %[1]s)) *)), &%[1]s, (void *[]){0}) = (void *)0))", name))
}

// atomicType makes the compiler refuse objects of xmp_atomic_* that are no integers.
func (p part) atomicType(at int, address string) string {
	return p.asserted(at,
		"_Static_assert((unsigned)__builtin_classify_type(*(%s)) - 1u < 4u, "+
			"\"xmp_atomic_ procedures work on integers [C0406]\");", address)
}

// nodeCall lowers the procedures that are given a node array or a node; false: the call is none of
// them.
func (p part) nodeCall(x *syntax.Expr, name string) bool {
	arg := strip(x.Kids[1])
	switch name {
	case syntax.DescriptorOf:
		if arg.Kind != syntax.Name || arg.Symbol == nil || arg.Symbol.Nodes == nil {
			p.errorf(syntax.CodeNodes, arg,
				"'%s' is no node array that is declared before this: descriptors are of "+
					"node arrays", p.of(arg))
			p.text.replace(x.Span, "0")
			return true
		}
		list := p.numbers(arg.Symbol.Nodes, nil)
		p.text.replace(x.Span, fmt.Sprintf("coral_xmp_descriptor((const long[]){%s}, %d)",
			strings.Join(list, ", "), len(list)))
		return true
	case syntax.SyncImage:
		n, r := nodeOf(arg)
		if n == nil {
			return false
		}
		if len(r.Subs) != len(n.Sizes) {
			p.errorf(syntax.CodeNodes, arg,
				"the node array '%s' has %d dimensions, this reference has %d", r.Name,
				len(n.Sizes), len(r.Subs))
			p.text.replace(x.Span, "0")
			return true
		}
		for _, k := range x.Kids[2:] {
			p.expr(k, operand)
		}
		p.text.replace(x.Kids[1].Span,
			fmt.Sprintf("(int)coral_xmp_executing(%s, %s) - 1", p.setOf(n, r), p.place(x.Lo)))
		return true
	}
	return false
}

// nodeOf reads an expression as a reference to one node, p(1) or p[0]; nil: it is none.
func nodeOf(x *syntax.Expr) (*syntax.Nodes, *syntax.Ref) {
	r := &syntax.Ref{}
	for ; x.Kind == syntax.Index; x = x.Kids[0] {
		r.Square = true
		r.Subs = append([]syntax.RefSub{{Lo: x.Kids[1]}}, r.Subs...)
	}
	if x.Kind == syntax.Call && !r.Square {
		for _, k := range x.Kids[1:] {
			r.Subs = append(r.Subs, syntax.RefSub{Lo: k})
		}
		x = x.Kids[0]
	}
	if x.Kind != syntax.Name || x.Symbol == nil || x.Symbol.Nodes == nil {
		return nil, nil
	}
	r.Name = x.Symbol.Name
	return x.Symbol.Nodes, r
}
