package syntax

import "strings"

// Directives of XcalableMP are statements in comment lines: `!$xmp barrier`. They are read in free
// form whatever the file's, but that a line which `&` follows at once goes on with the one before;
// in fixed form so does one with anything but a blank or 0 in column 6, as statements do.

const xmpSentinel = "$xmp" // behind the comment character

// xmpLine tells whether the comment at i is a directive of XcalableMP.
func (r *lineReader) xmpLine(i, end int) bool {
	after := i + 1 + len(xmpSentinel)
	return after <= end && strings.EqualFold(r.text[i+1:after], xmpSentinel) &&
		(after == end || !isAlnum(r.text[after]))
}

// continuesXMP tells whether the comment at i is a line of a directive in fixed form that goes on
// with the one before.
func (r *lineReader) continuesXMP(i, end int) bool {
	after := i + 1 + len(xmpSentinel)
	return r.opt.Form == Fixed && (i == 0 || r.text[i-1] == '\n') && after < end &&
		strings.EqualFold(r.text[i+1:after], xmpSentinel) &&
		strings.IndexByte(" \t0", r.text[after]) < 0
}

// gatherXMP reads a directive whose comment character is at i, with the lines that go on with it.
// False: it is empty, and reported.
func (r *lineReader) gatherXMP(i, end, next int) (ln line, ok bool) {
	r.file.XMP = true
	r.joined, r.offs = r.joined[:0], r.offs[:0]
	at := i
	for {
		from := i + 1 + len(xmpSentinel)
		if amp := skipBlanks(r.text, from, end); i != at && amp < end && r.text[amp] == '&' {
			from = amp + 1
		} else if i != at && r.continuesXMP(i, end) {
			from++
		}
		quote := byte(0)
		stop, continued := r.scanFree(from, end, &quote, false)
		r.appendText(from, stop)
		r.pos = next
		if i, end, next = r.nextXMP(next); i < 0 || !continued && !r.continuesXMP(i, end) &&
			!(i+1+len(xmpSentinel) < end && r.text[i+1+len(xmpSentinel)] == '&') {
			if continued {
				r.diags.Errorf("C0410", r.src.Range(stop, stop+1),
					"the directive goes on after '&', but the next line is none that begins "+
						"with !$xmp")
			}
			break
		}
		r.joined, r.offs = append(r.joined, ' '), append(r.offs, -1)
	}
	ln = r.takeJoined()
	ln.xmp, ln.sentinel = true, int32(at)
	if strings.TrimSpace(ln.buf) == "" {
		r.diags.Errorf("C0409", r.src.Range(at, at+1+len(xmpSentinel)),
			"expected the name of a directive after !$xmp")
		return line{}, false
	}
	return ln, true
}

// nextXMP is the comment of a directive on the line at pos; i < 0: there is none.
func (r *lineReader) nextXMP(pos int) (i, end, next int) {
	if pos >= len(r.text) {
		return -1, pos, pos
	}
	end, next = r.lineEnd(pos)
	i = skipBlanks(r.text, pos, end)
	if i == end || r.text[i] != '!' &&
		(i > pos || strings.IndexByte("cC*", r.text[i]) < 0 || r.opt.Form != Fixed) ||
		!r.xmpLine(i, end) && !r.continuesXMP(i, end) {
		return -1, end, next
	}
	return i, end, next
}
