package xmpc

import (
	"fmt"
	"strings"
)

// place is an element or another part of an object.
type place struct {
	pair
	t      *ctype
	remote bool
	bits   bool
	o      *object
}

// one chooses an object that can be named here.
func (g *generator) one() *object {
	for {
		if o := g.objects[g.below(len(g.objects))]; o.hidden == 0 {
			return o
		}
	}
}

// placeOf is a part of some object, of a type that will do.
func (g *generator) placeOf(depth int, will func(t *ctype) bool) place {
	for {
		if p := g.part(g.one(), depth, nil); will(p.t) {
			return p
		}
	}
}

// scalarPlace is one of a number; target: which can be assigned to.
func (g *generator) scalarPlace(depth int, target bool, will func(t *ctype) bool) place {
	for {
		p := g.placeOf(depth, func(t *ctype) bool { return t.scalar() && will(t) })
		if !target || !p.bits || !p.remote {
			return p
		}
	}
}

func anyType(*ctype) bool { return true }

// part goes down an object. image: where it is to be; nil: anywhere.
func (g *generator) part(o *object, depth int, image *pair) place {
	var texts []pair
	var may []int // behind how many texts a coindex may stand
	t, dims, bits := o.t, o.dims, false
	free := len(dims)
	for {
		if !(o.pointer && len(texts) == 0) && !bits && len(dims) == 0 {
			may = append(may, len(texts))
		}
		if len(dims) > 0 {
			texts = append(texts, form("[%s]", g.at(dims[0], depth)))
			dims = dims[1:]
			continue
		}
		if t.scalar() || free > 0 && g.below(12) == 0 {
			break
		}
		m := t.members[g.below(len(t.members))]
		texts = append(texts, both("."+m.name))
		t, dims, bits = m.t, m.dims, m.bits
		free++
	}
	p := place{t: t, bits: bits, o: o}
	k := pair{"", "who"}
	if image != nil || o.coarray && g.below(4) > 0 {
		p.remote = true
		if k = g.image(); image != nil {
			k = *image
		} else if o.grid {
			k = both(fmt.Sprint(g.below(g.images)))
		}
	}
	at := len(texts) // else in front of a member
	if len(may) > 0 && g.below(4) == 0 {
		at = may[g.below(len(may))]
	}
	name := o.name
	if o.name[0] == 'o' && g.below(30) == 0 {
		name = "JOIN(o, " + o.name[1:] + ")"
	}
	p.co, p.mirror = name, o.mirror(k.mirror)
	paren := g.below(12) == 0
	for i, s := range texts {
		if i == at && p.remote {
			p.co = g.coindexed(p.co, o, k.co)
		}
		p.co += s.co
		p.mirror += s.mirror
		if paren && i == 0 && (at > 1 || !p.remote) {
			p.co = "(" + p.co + ")"
		}
	}
	if at == len(texts) && p.remote {
		p.co = g.coindexed(p.co, o, k.co)
	}
	return p
}

// coindexed writes a coindex behind an object, sometimes in another form.
func (g *generator) coindexed(text string, o *object, k string) string {
	last := strings.LastIndex(text, "[")
	if !o.grid && last > 0 && strings.HasSuffix(text, "]") && !strings.Contains(text, "JOIN") {
		inner := text[last+1 : len(text)-1]
		switch {
		case g.below(12) != 0 || strings.ContainsAny(inner, "[]"):
		case g.below(2) == 0:
			return fmt.Sprintf("(*(%s + %s))", text[:last], inner) + g.coindex(o, k, false)
		default:
			return fmt.Sprintf("(*&%s)", text) + g.coindex(o, k, false)
		}
	}
	return text + g.coindex(o, k, false)
}

// image is an image index of XcalableMP/C: from 0.
func (g *generator) image() pair {
	n := g.images
	switch g.below(7) {
	case 0:
		if !g.plain {
			return form(fmt.Sprintf("(small(%%s) %%%% %d)", n), g.number(0))
		}
	case 1:
		if g.counted {
			return both(fmt.Sprintf("next(%d)", g.below(n)))
		}
	case 2:
		if len(g.names) > 0 {
			return both(fmt.Sprintf("((%s) %% %d)", g.names[g.below(len(g.names))], n))
		}
	}
	return both(fmt.Sprint(g.below(n)))
}

// at is a subscript below n.
func (g *generator) at(n, depth int) pair {
	switch g.below(6) {
	case 0:
		if depth > 0 && !g.plain {
			return form(fmt.Sprintf("small(%%s) %%%% %d", n), g.number(depth-1))
		}
	case 1:
		if g.counted {
			return both(fmt.Sprintf("next(%d)", g.below(n)))
		}
	case 2, 3:
		if len(g.names) > 0 {
			return both(fmt.Sprintf("((%s) %% %d)", g.names[g.below(len(g.names))], n))
		}
	}
	return both(fmt.Sprint(g.below(n)))
}
