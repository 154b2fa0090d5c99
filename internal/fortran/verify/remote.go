package verify

import (
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// What a node does to other images' memory, where that is not mapped: the statement works on
// staging memory, and calls of the runtime fetch before and send behind.

// remote is what a node fetches, reads, defines and sends, in this order.
type remote struct {
	fetched, read, defined, sent []piece

	control bool     // an image control statement
	swaps   bool     // the statement is repeated until a word could be exchanged
	sets    []string // variables and components that it defines
	// mayGoOn: the node may go on with the statement in front of it, though it has another line:
	// an atomic construct of OpenMP has lines of its own.
	mayGoOn bool
	// strict is the object of a view that the node makes, and that must exist. inOwn: the node is
	// in a loop of generated text.
	strict *syntax.Ref
	inOwn  bool
	asked  []*syntax.Ref // of which only the type is asked, or the status
}

// piece is an object by its designator.
type piece struct {
	text string
	ref  *syntax.Ref
	// loose: elements one by one, in a loop of generated text. What others of the same array are
	// read or defined cannot be told apart.
	loose bool
	vars  []string // builder.inSubscripts
}

func (b *builder) piece(r *syntax.Ref) piece {
	text := plain(strings.ToLower(r.Range.Text()))
	loose := b.looped
	// 0*i+… is lower/overlap.go's; this image's element stands in place of the user's own name;
	// what is sent and fetched is not all checked as what is accessed is.
	for _, mark := range []string{"coral_i_", "coral_x_", "(0*", "coral_me", "coral_checked_"} {
		loose = loose || strings.Contains(text, mark)
	}
	p := piece{text: text, ref: r, loose: loose}
	if !loose {
		p.vars = b.inSubscripts(r)
	}
	return p
}

// plain leaves out what does not tell objects apart: layout, which may divide anything in fixed
// form, and then whole sections.
func plain(text string) string { return wholeSections.Replace(layout.Replace(text)) }

var (
	layout        = strings.NewReplacer(" ", "", "\t", "", "&", "", "\n", "")
	wholeSections = strings.NewReplacer("(:)", "", "(:,:)", "", "(:,:,:)", "", "(:,:,:,:)", "")
)

// base is the name that a designator begins with.
func (p piece) base() string { return p.ref.First().Name }

// covers tells whether the transfer of a piece is one of another.
func (p piece) covers(other piece) bool {
	if p.base() != other.base() && (isLocalPointer(p.base()) || isLocalPointer(other.base())) {
		return true
	}
	if p.loose || other.loose {
		return p.base() == other.base()
	}
	rest, ok := strings.CutPrefix(other.text, p.text)
	return ok && (rest == "" || rest[0] == '%' || rest[0] == '(')
}

// isLocalPointer tells of a pointer to a coarray on an image (lower/local.go), whose memory is
// fetched under the name of the view.
func isLocalPointer(name string) bool {
	rest, ok := strings.CutPrefix(name, "coral_l_")
	return ok && rest != "" && strings.Trim(rest, "0123456789") == ""
}

// isOther tells whether a reference is to memory that may be another image's: through a view or a
// pointer, but not to this image's part.
func (b *builder) isOther(r *syntax.Ref) bool {
	sym := b.tracked(r.First().Name)
	if sym == nil {
		return false
	}
	if t := sym.TypeOf(); t == nil || t.Spec == nil || t.Spec.Name == nil ||
		!isView(t.Spec.Name.Name) {
		return b.isPointer(r) && strings.HasPrefix(r.First().Name, "coral_l_")
	}
	if len(r.Parts) < 2 {
		return false
	}
	part := r.Parts[1]
	if part.Name.Name != "p" && part.Name.Name != "q" {
		return false
	}
	return part.Args == nil || !isOwnImage(part.Args)
}

// isOwnImage tells of subscripts of which the last is coral_me.
func isOwnImage(list *syntax.ArgList) bool {
	return isMe(list.Items[len(list.Items)-1].Value)
}

// isPointer tells whether a reference is by a pointer itself, not by a component of a view.
func (b *builder) isPointer(r *syntax.Ref) bool {
	sym := b.tracked(r.First().Name)
	return sym != nil && sym.Has(resolve.Pointer)
}

// reads notes what an expression reads.
func (b *builder) reads(i int32, e syntax.Expr) {
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ImpliedDo:
			if !b.looped { // transfers of its items stand in loops over generated indices
				b.loosely(func() { b.reads(i, n) })
				return false
			}
		case *syntax.Ref:
			return b.readsRef(i, n)
		}
		return true
	})
}

// loosely notes what is done for each index of a loop.
func (b *builder) loosely(f func()) {
	was := b.looped
	b.looped = true
	f()
	b.looped = was
}

// perhaps notes what stands in a construct; empty: it is a loop that may have no iterations.
func (b *builder) perhaps(empty bool, f func()) {
	was := b.maybe
	b.maybe = was || empty
	f()
	b.maybe = was
}

// readsRef tells whether what stands in the reference is read, too.
func (b *builder) readsRef(i int32, r *syntax.Ref) bool {
	own := isGenerated(r.First().Name) && b.tracked(r.First().Name) == nil
	switch {
	case hasPrefix(r.First().Name, "coral_fetched", "coral_item"):
		return false // what they take is fetched by them
	case asked[intrinsicName(r)], own:
		if a := r.Last().Args; a != nil {
			b.named(i, a)
		}
		return false
	case asked[r.Last().Name.Name] && len(r.Parts) > 1:
		return false
	case b.isOther(r):
		p := b.piece(r)
		if strings.Contains(p.text, "coral_fetched") || strings.Contains(p.text, "coral_item") {
			return false // it is fetched in its place
		}
		b.node(i).read = append(b.node(i).read, p)
	case r.Last().Args != nil && b.scope.Reference(r).Call && !b.scope.IsIntrinsic(r.First().Name):
		b.arguments(i, r)
		return false
	}
	return true
}

// named notes what is read to know which objects a procedure is given, not to know their values.
func (b *builder) named(i int32, list *syntax.ArgList) {
	for _, a := range list.Items {
		r, ok := a.Value.(*syntax.Ref)
		if !ok || r.Last().Args != nil && len(r.Parts) == 1 && b.tracked(r.First().Name) == nil {
			b.reads(i, a.Value)
			continue
		}
		b.subscripts(i, r)
	}
}

// arguments notes what the actual arguments of a procedure of the user's are read and defined by.
// Of a designator that is one by itself only the procedure's interface tells that.
func (b *builder) arguments(i int32, r *syntax.Ref) {
	list := r.Last().Args
	if list == nil {
		return
	}
	callee := b.scope.Callee(r)
	for k, a := range list.Items {
		of, ok := a.Value.(*syntax.Ref)
		if !ok || !b.isOther(of) {
			b.reads(i, a.Value)
			continue
		}
		b.subscripts(i, of)
		dummy := callee.Dummy(list.Items, k)
		if dummy == nil || dummy.Flags&(resolve.Pointer|resolve.Allocatable) != 0 {
			continue
		}
		if dummy.Intent != "out" {
			b.node(i).read = append(b.node(i).read, b.piece(of))
		}
		if dummy.Intent == "out" || dummy.Intent == "inout" {
			b.defines(i, of)
		}
	}
}

// asked are functions that read nothing of the objects among their arguments.
var asked = map[string]bool{"loc": true, "size": true, "shape": true, "lbound": true,
	"ubound": true, "len": true, "kind": true, "storage_size": true, "associated": true,
	"allocated": true, "is_contiguous": true, "rank": true, "c_loc": true, "c_sizeof": true,
	"present":  true,
	"c_funloc": true, "same_type_as": true, "extends_type_of": true}

// pointsTo notes what a pointer assignment reads: the descriptor of a component.
func (b *builder) pointsTo(i int32, e syntax.Expr) {
	r, ok := e.(*syntax.Ref)
	if !ok {
		b.reads(i, e)
		return
	}
	if b.isOther(r) && b.hasDescriptor(r) {
		b.node(i).read = append(b.node(i).read, b.piece(r))
	}
	b.subscripts(i, r)
}

// hasDescriptor tells whether a part behind the view of a coarray is allocatable or a pointer.
func (b *builder) hasDescriptor(r *syntax.Ref) bool {
	for i, sym := range b.scope.Reference(r).Parts {
		if i > 1 && (sym == nil || sym.Flags&(resolve.Allocatable|resolve.Pointer) != 0) {
			return true
		}
	}
	return false
}

// subscripts notes what the subscripts of a designator read.
func (b *builder) subscripts(i int32, r *syntax.Ref) {
	for _, part := range r.Parts {
		for _, list := range []*syntax.ArgList{part.Args, part.Second()} {
			if list != nil {
				for _, a := range list.Items {
					b.reads(i, a.Value)
				}
			}
		}
	}
}

func (b *builder) defines(i int32, r *syntax.Ref) {
	if b.isOther(r) {
		b.node(i).defined = append(b.node(i).defined, b.piece(r))
	}
}

// assign is an assignment.
func (b *builder) assign(i int32, to *syntax.Ref, from syntax.Expr) {
	b.goThrough(i, to)
	b.subscripts(i, to)
	b.defines(i, to)
	b.evaluate(i, from)
}

// masked is a WHERE or FORALL statement.
func (b *builder) masked(i int32, s syntax.Stmt) {
	var action syntax.Stmt
	switch s := s.(type) {
	case *syntax.WhereStmt:
		b.evaluate(i, s.Mask)
		action = s.Action
	case *syntax.ForallStmt:
		action = s.Action
		if !b.looped {
			b.perhaps(b.mayBeEmpty(s.Header), func() {
				b.loosely(func() { b.masked(i, s) })
			})
			return
		}
		syntax.StmtExprs(&syntax.ForallConstructStmt{Base: s.Base, Header: s.Header},
			func(e syntax.Expr) { b.evaluate(i, e) })
	}
	if a, ok := action.(*syntax.AssignStmt); ok {
		b.execute(i, a)
		return
	}
	if action != nil {
		syntax.StmtExprs(action, func(e syntax.Expr) { b.goThrough(i, e) })
	}
}

// input notes what a READ statement defines.
func (b *builder) input(i int32, s *syntax.IOStmt) {
	if s.Verb != syntax.IORead {
		return
	}
	for _, e := range s.Items {
		if r, ok := e.(*syntax.Ref); ok && !strings.Contains(r.Range.Text(), "coral_item") {
			b.defines(i, r)
		}
	}
}

// transfer is a call of the runtime that fetches or sends.
func (b *builder) transfer(i int32, name string, args *syntax.ArgList) {
	n := b.node(i)
	n.inOwn = b.own > 0
	n.swaps = name == "coral_swap_begin"
	if hasPrefix(name, "coral_get", "coral_keep", "coral_want", "coral_copy") {
		n.fetched = append(n.fetched, b.objects(args)...)
	}
	if hasPrefix(name, "coral_put", "coral_give", "coral_copy", "coral_items_read") {
		n.sent = append(n.sent, b.objects(args)...)
	}
}

func hasPrefix(name string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return false
}

// objects are those among arguments, themselves or by address. The address and size of an array are
// those of its first element only.
func (b *builder) objects(args *syntax.ArgList) (list []piece) {
	single := len(args.Items) == 3 && isMe(args.Items[1].Value) // by address and size
	for _, a := range args.Items {
		r, ok := a.Value.(*syntax.Ref)
		if ok && isAddress(r) {
			if r = onlyArgument(r); r == nil || single && b.scope.Reference(r).Rank > 0 {
				continue
			}
		}
		if ok && b.tracked(r.First().Name) != nil {
			list = append(list, b.piece(r))
		}
	}
	return list
}

// imageControl are the runtime's procedures that stand for image control statements: what is
// fetched before is not what is there behind them.
var imageControl = map[string]bool{"coral_sync_all": true, "coral_sync_memory": true,
	"coral_sync_images": true, "coral_sync_images_all": true, "coral_sync_team": true,
	"coral_event_post": true, "coral_event_wait": true, "coral_lock": true, "coral_unlock": true,
	"coral_critical": true, "coral_end_critical": true, "coral_change_team": true,
	"coral_end_team": true, "coral_form_team": true}
