package lower

import (
	"fmt"

	"github.com/coral-pgas/coral/internal/fortran/alias"
	"github.com/coral-pgas/coral/internal/fortran/derived"
	"github.com/coral-pgas/coral/internal/fortran/mid"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/section"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// timing is when the objects of a statement are evaluated and transferred.
type timing struct {
	// place says when coindexed objects are transferred.
	place transferTime
	// defined are the variables that have got other values when an object is transferred in place.
	defined []*resolve.Reference
	// inFront: coindexed objects of a declaration are evaluated in front of its BLOCK construct
	// (blockbounds.go).
	inFront bool
}

// Coindexed objects that are transferred while a statement is executed, when the back end comes to
// them. Which object it is, or whether there is any, is not known in front of the statement:
//
//	read (line, *) i, a(i)[k]
//	read (line, *) i, coral_a%p(i,coral_item(k,coral_a%p(i,k)))
//
// The function gives back the image index. Where images are not mapped, it fetches the object into
// staging memory first, and keeps a copy of it; coral_items_read sends behind the statement what
// has changed since. A back end cannot do these steps in another order: the address of the object
// depends on the function's result.

// transferTime says when coindexed objects are transferred.
type transferTime uint8

const (
	around  transferTime = iota // by lines around the statement
	inPlace                     // when the statement comes to them
)

// inPlaceOf writes a coindexed object that is transferred in place; its view is refreshed in front.
// False: it cannot be.
func (x *stmt) inPlaceOf(r *syntax.Ref, part *syntax.PartRef, info *resolve.Reference, u usage,
	sym *resolve.Symbol, local, image string) bool {
	if u == addressed || info.Indirect > 0 || len(section.VectorSubscripts(x.scope, r)) > 0 ||
		x.boundType(r, info) || len(part.Selector.Specs) > 0 &&
		mid.TeamSpec(part.Selector) == nil ||
		u != reads && info.Rank > 0 && x.l.lengthOfPointer(sym) {
		return false
	}
	if d := x.scope.TypeOf(r).DerivedOf(); d != nil &&
		(derived.NeedsCopy(d) || derived.Polymorphic(sym)) {
		return false
	}
	again := false
	mid.EachSubscript(r, func(e syntax.Expr) {
		again = again || x.mayHaveEffects(e) && x.changedBy(e, x.defined)
	})
	if again { // the object stands twice in the text
		return false
	}
	put := func(image string) {
		x.t.Drop(partRange(part).Start)
		x.t.Replace(partRange(part), x.element(sym, local, part, info, image))
	}
	put(image)
	whole := r
	if w := wholeComplex(r, info); w != nil {
		whole = w
	}
	in := x.scope.Reference(whole)
	k := hook{what: x.asAssumedRank(whole, in), first: x.firstElement(whole, in)}
	call := "coral_fetched"
	if u != reads {
		call = "coral_item"
		x.itemsRead()
	}
	if k.first != "" {
		call += "_at"
	}
	put(fmt.Sprintf("%s(int(%s,%s),%s)", x.l.use(call), image, x.l.use("coral_ik"),
		x.argumentsOf(k)))
	return true
}

// notInPlace refuses an object that would have to be transferred in place, and cannot be.
func (x *stmt) notInPlace(r *syntax.Ref, u usage) {
	if x.place == around || x.again || x.views != nil { // of a statement function: C0230
		return
	}
	depends := u == reads && x.isAmong(x.scope.Reference(r), x.defined)
	mid.EachSubscript(r, func(e syntax.Expr) { depends = depends || x.changedBy(e, x.defined) })
	if depends || len(section.VectorSubscripts(x.scope, r)) > 0 {
		x.l.errorf("C0235", r.Range,
			"which object this is depends on what the statement reads before it").
			Help("read the items by two statements")
	}
}

// itemsRead sends behind the statement what its items have got.
func (x *stmt) itemsRead() {
	if key := "items read"; !x.h.seen[key] {
		x.h.mark(key)
		x.h.puts = append(x.h.puts, hook{raw: x.rare("call " + x.l.use("coral_items_read") + "()"),
			at: x.at()})
	}
}

// inputOrder finds out whether a coindexed object in an input list depends on an item in front of
// it, which has its value only when the list comes to the object (F2018 12.6.3). All objects of
// the list are then transferred in place: some may be the same.
func (x *stmt) inputOrder(s *syntax.IOStmt) transferTime {
	if x.fl.mode == direct {
		return around
	}
	var before []*resolve.Reference
	for _, item := range s.Items {
		own := x.itemsIn(item)
		if _, ok := item.(*syntax.ImpliedDo); ok {
			before = append(before, own...)
		}
		if x.dependsOnItems(item, before) {
			return inPlace
		}
		before = append(before, own...)
	}
	return around
}

// itemsIn are the variables that an item of an input list defines.
func (x *stmt) itemsIn(item syntax.Expr) []*resolve.Reference {
	switch item := item.(type) {
	case *syntax.ImpliedDo:
		var all []*resolve.Reference
		for _, e := range item.Items {
			all = append(all, x.itemsIn(e)...)
		}
		return all
	case *syntax.Ref:
		if info := x.scope.Reference(item); info.Base != nil {
			return []*resolve.Reference{info}
		}
	}
	return nil
}

// dependsOnItems tells whether a coindexed object in an item of an input list may be another one,
// or have another value, by what the items in front of it get.
func (x *stmt) dependsOnItems(item syntax.Expr, before []*resolve.Reference) bool {
	items := map[*syntax.Ref]bool{}
	var note func(e syntax.Expr)
	note = func(e syntax.Expr) {
		switch e := e.(type) {
		case *syntax.ImpliedDo:
			for _, v := range e.Items {
				note(v)
			}
		case *syntax.Ref:
			items[e] = true
		}
	}
	note(item)
	found := false
	syntax.Inspect(item, func(n syntax.Node) bool {
		r, ok := n.(*syntax.Ref)
		if !ok || found || !r.Remote() {
			return !found
		}
		found = !items[r] && x.isAmong(x.scope.Reference(r), before)
		mid.EachSubscript(r, func(e syntax.Expr) {
			found = found || x.changedBy(e, before)
		})
		return !found
	})
	return found
}

func (x *stmt) isAmong(object *resolve.Reference, defined []*resolve.Reference) bool {
	for _, d := range defined {
		if alias.MayBePart(object, d) {
			return true
		}
	}
	return false
}

// changedBy tells whether the value of an expression may change when variables are defined.
func (x *stmt) changedBy(e syntax.Expr, defined []*resolve.Reference) bool {
	if e == nil || len(defined) == 0 {
		return false
	}
	return mid.Calls(e, x.scope, x.readsElsewhere) && !x.mayHaveEffects(e) ||
		mid.RefersTo(x.scope, e, func(_ *syntax.Ref, info *resolve.Reference) bool {
			return x.isAmong(info, defined)
		})
}
