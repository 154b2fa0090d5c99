package syntax

import "strings"

// nextFree gathers a logical line of free form (F2018 6.3.2).
func (r *lineReader) nextFree() (ln line, ok bool) {
	for r.pos < len(r.text) {
		start := r.pos
		end, next := r.lineEnd(start)
		i := skipBlanks(r.text, start, end)
		switch {
		case i == end:
			r.pos = next
			continue
		case r.text[i] == '!':
			if r.xmpLine(i, end) {
				if ln, ok := r.gatherXMP(i, end, next); ok {
					return ln, true
				}
				continue
			}
			if !r.conditional(i, end) {
				r.comment(i, end)
				r.pos = next
				continue
			}
			if i = skipBlanks(r.text, i+2, end); i == end {
				r.pos = next
				continue
			}
		case r.text[i] == '#' && i == start:
			r.hashLine(start, end, next)
			r.pos = next
			continue
		}
		return r.gatherFree(i, end, next), true
	}
	return line{}, false
}

// gatherFree reads the logical line whose text starts at i in the physical line that ends at end.
func (r *lineReader) gatherFree(i, end, next int) line {
	begin := i
	joined := false
	quote := byte(0) // in character context: the delimiter
	format := r.startsFormat(i, end)
	for {
		stop, cont := r.scanFree(i, end, &quote, format)
		r.checkLength(i, stop, cont)
		if !cont {
			r.pos = next
			if !joined {
				return line{buf: r.text[begin:stop], base: int32(begin)}
			}
			r.appendText(i, stop)
			return r.takeJoined()
		}
		if !joined {
			joined = true
			r.joined, r.offs = r.joined[:0], r.offs[:0]
		}
		r.appendText(i, stop)
		amp := stop
		i, end, next = r.continueFree(amp, next, quote != 0)
		if i < 0 {
			r.pos = next
			ln := r.takeJoined()
			ln.broken = true
			return ln
		}
	}
}

// checkLength warns of a line with text, up to stop, that the compiler would cut. Comments may be
// longer.
func (r *lineReader) checkLength(i, stop int, cont bool) {
	limit := r.opt.FreeLineLength
	if limit == 0 {
		return
	}
	start := strings.LastIndexByte(r.text[:i], '\n') + 1
	length := len(strings.TrimRight(r.text[start:stop], " \t"))
	if cont { // with the `&`
		length = stop + 1 - start
	}
	if length > limit {
		r.diags.Warnf("C0036", r.src.Range(start+limit, start+length),
			"the line has %d columns: Coral compiles all of it, but gfortran alone refuses "+
				"more than %d", length, limit).
			Help("continue it in the next line, or add -ffree-line-length-none")
	}
}

func (r *lineReader) startsFormat(i, end int) bool {
	j := i
	for j < end && isDigit(r.text[j]) {
		j++
	}
	return j > i && isFormat(r.text[skipBlanks(r.text, j, end):end])
}

func (r *lineReader) appendText(from, to int) {
	r.joined = append(r.joined, r.text[from:to]...)
	for ; from < to; from++ {
		r.offs = append(r.offs, int32(from))
	}
}

func (r *lineReader) takeJoined() line {
	return line{buf: string(r.joined), offs: append([]int32(nil), r.offs...)}
}

// scanFree finds where the text of a physical line stops: at a comment, at a continuing `&` (cont),
// or at its end. quote is the character context, carried from line to line.
func (r *lineReader) scanFree(i, end int, quote *byte, format bool) (stop int, cont bool) {
	s := r.text
	start := i
	for i < end {
		c := s[i]
		switch {
		case *quote != 0:
			if c == *quote {
				*quote = 0
			} else if c == '&' && skipBlanks(s, i+1, end) == end {
				return i, true
			}
		case c == '\'' || c == '"':
			*quote = c
		case c == '!':
			return i, false
		case c == '&':
			if j := skipBlanks(s, i+1, end); j == end || s[j] == '!' {
				return i, true
			}
		case c-'1' < 9 && (i == start || !isAlnum(s[i-1])):
			prev := strings.TrimRight(s[start:i], " \t")
			if t, n := hollerith(s, i, end, prev, format); n >= 0 && t+n <= end {
				i = t + n
				continue
			}
		}
		i++
	}
	return end, false
}

// doubles: compilers take a quote that follows a closing one across the end of a line for a doubled
// one, which is the only meaning it can have.
func (r *lineReader) doubles(c byte) bool {
	return (c == '\'' || c == '"') && len(r.joined) > 0 && r.joined[len(r.joined)-1] == c
}

// continueFree finds where a statement goes on after the `&` at amp. It gives i < 0 if the file
// ends. Without a leading `&` on the next line tokens are separate, which a blank in the joined
// text shows.
func (r *lineReader) continueFree(amp, next int, inChar bool) (i, end, after int) {
	for pos := next; pos < len(r.text); {
		end, next := r.lineEnd(pos)
		i := skipBlanks(r.text, pos, end)
		switch {
		case i == end:
			pos = next
			continue
		case r.text[i] == '!':
			if !r.conditional(i, end) {
				r.comment(i, end)
				pos = next
				continue
			}
			if i = skipBlanks(r.text, i+2, end); i == end {
				pos = next
				continue
			}
		case r.text[i] == '#' && i == pos:
			r.hashLine(pos, end, next)
			pos = next
			continue
		}
		if r.text[i] != '&' {
			if inChar || r.doubles(r.text[i]) {
				r.diags.Warnf("C0003", r.src.Range(i, i+1),
					"a continued character constant should go on after '&'")
				return i, end, next
			}
			r.joined = append(r.joined, ' ')
			r.offs = append(r.offs, -1)
			return i, end, next
		}
		if rest := skipBlanks(r.text, i+1, end); !inChar && (rest == end || r.text[rest] == '!') {
			pos = next // a line with `&` alone; the statement goes on
			continue
		}
		return i + 1, end, next
	}
	r.diags.Errorf("C0003", r.src.Range(amp, amp+1), "the file ends in a continued statement")
	return -1, len(r.text), len(r.text)
}
