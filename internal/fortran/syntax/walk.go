package syntax

import "sync"

//go:generate go run ./genwalk

// Inspect calls f for n and, if f gives true, for every node under it, in the order of the text.
// Nodes are the values that implement Node; parts that are none by themselves (Attr, Dim,
// LoopControl, UseItem, ...) are gone through silently. Base.Parent is no child. n must not be nil.
func Inspect(n Node, f func(Node) bool) {
	v := visitors.Get().(*visitor)
	v.f = f
	v.visit(n)
	v.f = nil
	visitors.Put(v)
}

// visitor calls f for nodes, and in, which is visit, for their children.
type visitor struct {
	f  func(Node) bool
	in func(Node)
}

// visitors are kept: each statement's expressions are gone through many times.
var visitors = sync.Pool{New: func() any {
	v := &visitor{}
	v.in = v.visit
	return v
}}

func (v *visitor) visit(n Node) {
	if v.f(n) {
		n.children(v.in)
	}
}

// HasCoindexed tells whether an image selector stands in n, which may be nil.
func HasCoindexed(n Node) bool {
	if n == nil {
		return false
	}
	v := selectorFinders.Get().(*selectorFinder)
	v.found = false
	v.visit(n)
	found := v.found
	selectorFinders.Put(v)
	return found
}

// selectorFinder looks for an image selector. It is asked more often than all else, and makes
// nothing.
type selectorFinder struct {
	found bool
	in    func(Node) // is visit
}

var selectorFinders = sync.Pool{New: func() any {
	v := &selectorFinder{}
	v.in = v.visit
	return v
}}

func (v *selectorFinder) visit(n Node) {
	if v.found {
		return
	}
	switch n := n.(type) {
	case *ImageSelector:
		v.found = true
	case *Ident, *Literal:
	default:
		n.children(v.in)
	}
}

// Walk visits every node of a file, unit by unit.
func Walk(file *File, f func(Node) bool) {
	for _, u := range file.Units {
		Inspect(u, f)
	}
}

// EachPart calls f for each part of a construct, in the order of the text: the statement that
// begins it, the items up to the next one, and the node that stands for it where it has names of
// its own (the construct, or the statement of a block of SELECT). The statement that begins SELECT
// is a part without items. Of what is no construct there is none.
func EachPart(it Item, f func(node Node, head Stmt, body []Item)) {
	switch c := it.(type) {
	case *IfConstruct:
		for _, b := range c.Branches {
			f(c, b.Head, b.Body)
		}
	case *DoConstruct:
		f(c, c.Head, c.Body)
	case *SelectConstruct:
		f(c, c.Head, nil)
		for _, b := range c.Blocks {
			f(b.Head, b.Head, b.Body)
		}
	case *WhereConstruct:
		for _, b := range c.Branches {
			f(c, b.Head, b.Body)
		}
	case *ForallConstruct:
		f(c, c.Head, c.Body)
	case *AssociateConstruct:
		f(c, c.Head, c.Body)
	case *BlockConstruct:
		f(c, c.Head, c.Body)
	case *CriticalConstruct:
		f(c, c.Head, c.Body)
	case *ChangeTeamConstruct:
		f(c, c.Head, c.Body)
	case *WithTeamConstruct:
		f(c, c.Head, c.Body)
	case *FinishConstruct:
		f(c, c.Head, c.Body)
	case *XMPConstruct:
		f(c, c.Head, c.Body)
	case *XMPGmove:
		f(c, c.Head, []Item{c.Assign})
	}
}
