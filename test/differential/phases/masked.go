package phases

// where is WHERE, as a statement or a construct with ELSEWHERE.
type where struct {
	leaf
	mask        Expr
	to          *Ref
	from, other Expr
}

func (w *where) print(p *printer) {
	if w.other == nil {
		p.line("where (" + w.mask.src() + ") " + w.to.src() + " = " + w.from.src())
		return
	}
	p.line("where (" + w.mask.src() + ")")
	p.line("  " + w.to.src() + " = " + w.from.src())
	p.line("elsewhere")
	p.line("  " + w.to.src() + " = " + w.other.src())
	p.line("end where")
}

func (w *where) exec(im *image) *jump {
	mask := w.mask.eval(im)
	w.part(im, mask, 1, w.from)
	if w.other != nil {
		w.part(im, mask, 0, w.other)
	}
	return nil
}

func (w *where) part(im *image, mask val, wanted int64, from Expr) {
	v := from.eval(im)
	o := w.to.object(im)
	for k, e := range o.elems {
		if mask.at(k).i == wanted {
			e.set(im, o.typ.fit(v.at(k)))
		}
	}
}
