package syntax

import (
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
)

// rawStmt is a statement before it is parsed.
type rawStmt struct {
	src   *diag.Source
	label *Label
	toks  []Token
	ln    *line
	// starts are the places of the tokens in ln.buf, kept in fixed form only, where the parser cuts
	// names (`DO10I`).
	starts []int32
	broken bool // the lexer reported an error that makes further ones likely
}

// tokenizer cuts logical lines into statements.
type tokenizer struct {
	src   *diag.Source
	diags *diag.List
	ln    *line
	pos   int
	slab  []Token // tokens of many statements
	first int     // where the present statement begins in slab
	// parens are the open parentheses of the statement: '(' '/' (for `(/`) '['.
	parens []byte
	starts []int32
	lower  map[string]string
}

// statement reads the next statement of the logical line; ok is false at its end. Empty statements
// are skipped.
func (t *tokenizer) statement() (st rawStmt, ok bool) {
	for {
		t.first = len(t.slab)
		t.parens = t.parens[:0]
		t.starts = nil
		st = rawStmt{src: t.src, ln: t.ln, label: t.ln.label}
		t.ln.label = nil
		if !t.ln.fixed {
			st.label = t.freeLabel()
		}
		format := st.label != nil && isFormat(t.ln.buf[skipBlanks(t.ln.buf, t.pos, len(t.ln.buf)):])
		for t.token() {
			if format && len(t.slab)-t.first == 1 && t.formatText() {
				format = false
			}
		}
		toks := t.slab[t.first:len(t.slab):len(t.slab)]
		if len(toks) > 0 {
			st.toks, st.starts, st.broken = toks, t.starts, t.ln.broken
			t.checkLabel(st.label)
			return st, true
		}
		if st.label != nil {
			t.diags.Errorf("C0004", st.label.Range,
				"a label without a statement").Help("give the label to a CONTINUE statement")
		}
		if t.pos >= len(t.ln.buf) {
			return rawStmt{}, false
		}
	}
}

// checkLabel: one to five digits, at least one of them not zero (F2018 R611).
func (t *tokenizer) checkLabel(l *Label) {
	if l != nil && (l.Value == 0 || l.Range.Len() > 5 && l.Value > 99999) {
		t.diags.Errorf("C0004", l.Range,
			"'%s' is no statement label: one to five digits, not all of them zero", l.Range.Text())
	}
}

func (t *tokenizer) freeLabel() *Label {
	s, i := t.ln.buf, skipBlanks(t.ln.buf, t.pos, len(t.ln.buf))
	j, v := i, 0
	for j < len(s) && isDigit(s[j]) {
		v = min(v*10+int(s[j]-'0'), 1e8)
		j++
	}
	if j == i {
		return nil
	}
	t.pos = j
	return &Label{Range: t.rangeOf(i, j), Value: v}
}

// rangeOf maps a part of the line to the source.
func (t *tokenizer) rangeOf(i, j int) diag.Range { return t.ln.rangeOf(t.src, i, j) }

func (ln *line) rangeOf(src *diag.Source, i, j int) diag.Range {
	if j <= i {
		return diag.Range{Src: src, Start: ln.off(i), End: ln.off(i)}
	}
	k := j - 1
	for k > i && ln.off(k) < 0 {
		k--
	}
	return diag.Range{Src: src, Start: ln.off(i), End: ln.off(k) + 1}
}

// contiguous tells whether the bytes i to j stand side by side in the source. The distance of the
// first and the last byte does not tell it: blanks that continuation implies can be as many as the
// characters between two lines (F2018 6.3.3.3).
func (ln *line) contiguous(i, j int) bool {
	for k := i + 1; k < j; k++ {
		if ln.offs[k] != ln.offs[k-1]+1 {
			return false
		}
	}
	return true
}

// pieces gives the contiguous parts of a token, nil if it is one.
func (ln *line) pieces(src *diag.Source, i, j int) []diag.Range {
	if ln.offs == nil || j <= i || ln.contiguous(i, j) {
		return nil
	}
	var out []diag.Range
	for i < j {
		if ln.offs[i] < 0 {
			i++
			continue
		}
		k := i + 1
		for k < j && ln.offs[k] == ln.offs[k-1]+1 {
			k++
		}
		out = append(out, diag.Range{Src: src, Start: ln.offs[i], End: ln.offs[k-1] + 1})
		i = k
	}
	return out
}

func (t *tokenizer) emit(k Kind, i, j int) {
	tok := Token{Kind: k, Range: t.rangeOf(i, j), Text: t.ln.buf[i:j],
		Pieces: t.ln.pieces(t.src, i, j)}
	if k == NameTok {
		tok.Text = t.lowerCase(tok.Text)
	}
	if len(t.slab) == cap(t.slab) {
		slab := make([]Token, len(t.slab)-t.first, max(4096, 4*(len(t.slab)-t.first)))
		copy(slab, t.slab[t.first:])
		t.slab, t.first = slab, 0
	}
	t.slab = append(t.slab, tok)
	if t.ln.fixed {
		t.starts = append(t.starts, int32(i))
	}
	t.pos = j
}

// lowerCase avoids an allocation for each use of a name.
func (t *tokenizer) lowerCase(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i]-'A' < 26 {
			l, ok := t.lower[s]
			if !ok {
				l = strings.ToLower(s)
				t.lower[s] = l
			}
			return l
		}
	}
	return s
}

// prev is the kind of the last token of the statement.
func (t *tokenizer) prev() Kind {
	if len(t.slab) == t.first {
		return EOS
	}
	return t.slab[len(t.slab)-1].Kind
}

// token reads a token; it is false at the end of the statement, whose `;` is consumed.
func (t *tokenizer) token() bool {
	s := t.ln.buf
	i := skipBlanks(s, t.pos, len(s))
	if t.pos = i; i >= len(s) {
		return false
	}
	c := s[i]
	switch {
	case isLetter(c):
		t.name(i)
	case isDigit(c):
		t.number(i)
	case c == '\'' || c == '"':
		t.str(i, i)
	case c == ';':
		t.pos++
		return false
	case c == '.':
		t.dot(i)
	default:
		t.punct(i, c)
	}
	return true
}

// name reads a name, or a constant that begins with one: k_'text', z'ff'.
func (t *tokenizer) name(i int) {
	s := t.ln.buf
	j := i + 1
	for j < len(s) && isAlnum(s[j]) {
		j++
	}
	if j < len(s) && (s[j] == '\'' || s[j] == '"') {
		if n := t.wordBeforeKind(i, j); n > 0 {
			t.emit(NameTok, i, i+n)
			return
		}
		if s[j-1] == '_' {
			t.str(i, j)
			return
		}
		if j == i+1 && strings.IndexByte("bozx", s[i]|0x20) >= 0 {
			t.emit(BozTok, i, t.strEnd(j))
			return
		}
	}
	t.emit(NameTok, i, j)
}

// wordBeforeKind: in fixed form a keyword at the beginning of a statement, or behind the condition
// of IF, runs together with the kind of a character constant: `PRINT 1_'(A)'`. It gives the
// keyword's length, 0 if there is none.
func (t *tokenizer) wordBeforeKind(i, j int) int {
	s := t.ln.buf
	if !t.ln.fixed || s[j-1] != '_' || t.prev() != EOS && t.prev() != RParen {
		return 0
	}
	for _, word := range []string{"print", "read", "errorstop", "stop"} {
		if n := len(word); j-1-i > n && strings.EqualFold(s[i:i+n], word) {
			return n
		}
	}
	return 0
}

// strEnd finds the end of the character constant whose opening quote is at i, and reports a missing
// end.
func (t *tokenizer) strEnd(i int) int {
	s := t.ln.buf
	for j := i + 1; j < len(s); j++ {
		if s[j] == s[i] {
			if j+1 < len(s) && s[j+1] == s[i] {
				j++
				continue
			}
			return j + 1
		}
	}
	t.ln.broken = true
	t.diags.Errorf("C0002", t.rangeOf(i, len(s)), "this character constant does not end").
		Help("close it with %c, or continue the line with '&' on both sides", s[i])
	return len(s)
}

// str reads a character constant whose quote is at i; start is that of its kind prefix.
func (t *tokenizer) str(start, i int) {
	s := t.ln.buf
	j := t.strEnd(i)
	if start == i && j < len(s) && strings.IndexByte("bozx", s[j]|0x20) >= 0 &&
		(j+1 == len(s) || !isAlnum(s[j+1])) {
		t.emit(BozTok, start, j+1) // 'ff'x, before the standard
		return
	}
	t.emit(StringTok, start, j)
}

// number reads an integer, real, kind-prefixed string or Hollerith constant.
func (t *tokenizer) number(i int) {
	s := t.ln.buf
	j := digits(s, i)
	if j < len(s) && s[j]|0x20 == 'h' && t.hollerithToken(i, j) {
		return
	}
	if t.isLength() {
		t.emit(IntTok, i, j)
		return
	}
	kind := IntTok
	if j < len(s) && s[j] == '.' && !dotOperator(s, j) {
		kind = RealTok
		j = digits(s, j+1)
	}
	if k := exponent(s, j); k > j {
		kind, j = RealTok, k
	}
	if j < len(s) && s[j] == '_' {
		k := j + 1
		if k < len(s) && (s[k] == '\'' || s[k] == '"') && kind == IntTok {
			t.str(i, k)
			return
		}
		if k < len(s) && isAlnum(s[k]) {
			if isDigit(s[k]) {
				k = digits(s, k)
			} else {
				for k < len(s) && isAlnum(s[k]) {
					k++
				}
			}
			j = k
		}
	}
	t.emit(kind, i, j)
}

// isLength: in fixed form a statement that begins with a name and an asterisk declares a type, and
// what begins with a letter behind the digits is the first name: `REAL*8 E14X`.
func (t *tokenizer) isLength() bool {
	return t.ln.fixed && len(t.slab) == t.first+2 && t.prev() == StarTok &&
		t.slab[t.first].Kind == NameTok
}

func digits(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

func exponent(s string, j int) int {
	if j >= len(s) || strings.IndexByte("edq", s[j]|0x20) < 0 {
		return j
	}
	k := j + 1
	if k < len(s) && (s[k] == '+' || s[k] == '-') {
		k++
	}
	if e := digits(s, k); e > k {
		return e
	}
	return j
}

// dotOperator tells `1.eq.2` from `1.e5`: at j is the dot.
func dotOperator(s string, j int) bool {
	k := j + 1
	for k < len(s) && (s[k]|0x20)-'a' < 26 {
		k++
	}
	return k > j+1 && k < len(s) && s[k] == '.'
}

func (t *tokenizer) hollerithToken(i, j int) bool {
	switch t.prev() {
	case LParen, Comma, Slash, Assign, LArrayCons, LBracket, StarTok, EqEq, NotEq:
		// a comparison is not standard either
	case RParen: // the first item of an input/output list
	case DotOpTok:
	default:
		return false
	}
	n := 0
	for _, c := range []byte(t.ln.buf[i:j]) {
		n = n*10 + int(c-'0')
		if n > len(t.ln.buf) {
			return false
		}
	}
	if n == 0 || j+1+n > len(t.ln.buf) {
		return false
	}
	if t.prev() == StarTok { // 3*4Habcd, but not REAL*8 H
		if k := len(t.slab) - 2; k < t.first || t.slab[k].Kind != IntTok {
			return false
		}
	}
	t.emit(HollerithTok, i, j+1+n)
	return true
}

// dot reads what begins with a dot: a real constant, an operator, a logical constant.
func (t *tokenizer) dot(i int) {
	s := t.ln.buf
	j := i + 1
	switch {
	case j < len(s) && isDigit(s[j]):
		j = digits(s, j)
		if k := exponent(s, j); k > j {
			j = k
		}
		if j+1 < len(s) && s[j] == '_' && isAlnum(s[j+1]) {
			for j++; j < len(s) && isAlnum(s[j]); {
				j++
			}
		}
		t.emit(RealTok, i, j)
	case dotOperator(s, i):
		j = strings.IndexByte(s[j:], '.') + j + 1
		if word := s[i:j]; j+1 < len(s) && s[j] == '_' &&
			(strings.EqualFold(word, ".true.") || strings.EqualFold(word, ".false.")) {
			for j++; j < len(s) && isAlnum(s[j]); {
				j++
			}
		}
		t.emit(DotOpTok, i, j)
	case j < len(s) && s[j] == '.':
		t.emit(DotDot, i, j+1)
	default:
		t.emit(Dot, i, j)
	}
}

// formatText takes the parenthesised text after FORMAT as one token; false if the statement is no
// FORMAT after all (`10 format(i) = 3`).
func (t *tokenizer) formatText() bool {
	s := t.ln.buf
	start := skipBlanks(s, t.pos, len(s))
	depth := 0
	for i := start; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'' || c == '"':
			for i++; i < len(s) && s[i] != c; i++ {
			}
		case c-'1' < 9 && !isDigit(s[i-1]):
			if h, n := hollerith(s, i, len(s), "", true); n >= 0 && h+n <= len(s) {
				i = h + n - 1
			}
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				if k := skipBlanks(s, i+1, len(s)); k < len(s) && (s[k] == '=' || s[k] == '%') {
					return false
				}
				t.emit(TextTok, start, i+1)
				return true
			}
		}
	}
	return false
}

// punct reads an operator or delimiter.
func (t *tokenizer) punct(i int, c byte) {
	s := t.ln.buf
	d := byte(0)
	if i+1 < len(s) {
		d = s[i+1]
	}
	pick := func(second byte, two, one Kind) {
		if d == second {
			t.emit(two, i, i+2)
		} else {
			t.emit(one, i, i+1)
		}
	}
	switch c {
	case '(':
		t.open(i, d)
	case ')':
		t.close('(')
		t.emit(RParen, i, i+1)
	case '[':
		t.parens = append(t.parens, '[')
		t.emit(LBracket, i, i+1)
	case ']':
		t.close('[')
		t.emit(RBracket, i, i+1)
	case ',':
		t.emit(Comma, i, i+1)
	case ':':
		pick(':', DoubleColon, Colon)
	case '=':
		if d == '>' {
			t.emit(Arrow, i, i+2)
		} else {
			pick('=', EqEq, Assign)
		}
	case '%':
		t.emit(Percent, i, i+1)
	case '+':
		t.emit(Plus, i, i+1)
	case '-':
		t.emit(Minus, i, i+1)
	case '*':
		pick('*', Power, StarTok)
	case '/':
		t.slash(i, d)
	case '<':
		pick('=', LessEq, Less)
	case '>':
		pick('=', GreaterEq, Greater)
	case '?':
		t.emit(Question, i, i+1)
	case '@':
		t.emit(At, i, i+1)
	default:
		t.invalid(i)
	}
}

// open reads `(` or `(/`. OPERATOR(/) and OPERATOR(//) are no array constructors; neither is
// `(/=)`.
func (t *tokenizer) open(i int, d byte) {
	if d == '/' &&
		!(t.prev() == NameTok && strings.HasSuffix(t.slab[len(t.slab)-1].Text, "operator")) {
		if s := t.ln.buf; i+2 >= len(s) || s[i+2] != ')' && s[i+2] != '=' {
			t.parens = append(t.parens, '/')
			t.emit(LArrayCons, i, i+2)
			return
		}
	}
	t.parens = append(t.parens, '(')
	t.emit(LParen, i, i+1)
}

func (t *tokenizer) close(c byte) {
	if n := len(t.parens); n > 0 && t.parens[n-1] == c {
		t.parens = t.parens[:n-1]
	}
}

// slash reads what begins with `/`. `/)` ends an array constructor only where one is open.
func (t *tokenizer) slash(i int, d byte) {
	n := len(t.parens)
	switch {
	case d == ')' && n > 0 && t.parens[n-1] == '/':
		t.parens = t.parens[:n-1]
		t.emit(RArrayCons, i, i+2)
	case d == '/':
		t.emit(Concat, i, i+2)
	case d == '=':
		t.emit(NotEq, i, i+2)
	default:
		t.emit(Slash, i, i+1)
	}
}

// invalid reports a run of characters that begin no token, as one.
func (t *tokenizer) invalid(i int) {
	s := t.ln.buf
	j := i + 1
	for j < len(s) && (s[j] >= 0x80 || s[i] < 0x80 && s[j] == s[i]) && s[i] != '&' {
		j++
	}
	r := t.rangeOf(i, j)
	first := !t.ln.broken // one report a line is enough
	t.ln.broken = true
	switch {
	case !first:
	case strings.HasPrefix(s[i:], "&&"), strings.HasPrefix(s[i:], "||"):
		t.diags.Errorf("C0001", t.rangeOf(i, i+2), "'%s' is no operator of Fortran", s[i:i+2]).
			Help("write %s", map[byte]string{'&': ".and.", '|': ".or."}[s[i]])
	case s[i] == '&':
		t.diags.Errorf("C0001", r, "'&' continues a statement only at the end of a line")
	case s[i] == 0:
		t.diags.Errorf("C0001", r, "a NUL byte: this is not a text file")
	case s[i] < ' ' || s[i] == 0x7f:
		t.diags.Errorf("C0001", r, "control character 0x%02x in a statement", s[i])
	default:
		t.diags.Errorf("C0001", r, "'%s' begins nothing in Fortran",
			strings.ToValidUTF8(s[i:j], "?"))
	}
	t.emit(ErrorTok, i, j)
}
