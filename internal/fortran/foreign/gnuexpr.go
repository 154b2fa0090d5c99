package foreign

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// unsaid stands for an expression that cannot be written.
const unsaid = "not_told_by_module_file"

var operators = map[string]string{"UPLUS": "+", "UMINUS": "-", "PLUS": "+", "MINUS": "-",
	"TIMES": "*", "DIVIDE": "/", "POWER": "**", "CONCAT": "//",
	"AND": ".and.", "OR": ".or.", "EQV": ".eqv.", "NEQV": ".neqv.", "NOT": ".not.", "==": "==",
	"/=": "/=", ">": ">", ">=": ">=", "<": "<", "<=": "<="}

// expr writes an expression; false: not all of it can be.
func (m *gnu) expr(e node) (string, bool) {
	if len(e.list) < 3 {
		return unsaid, false
	}
	switch kind := e.word(0); kind {
	case "CONSTANT":
		return constant(e)
	case "VARIABLE":
		return m.variableIn(e)
	case "OP":
		return m.operation(e)
	case "FUNCTION":
		return m.function(e)
	case "ARRAY":
		return m.array(e)
	case "NULL":
		return "null()", true
	}
	return unsaid, false
}

func constant(e node) (string, bool) {
	kind := e.sub(1).number(1)
	switch e.sub(1).word(0) {
	case "INTEGER":
		text := e.str(3)
		if _, ok := new(big.Int).SetString(text, 10); !ok {
			return unsaid, false
		}
		return signed(text, kind), true
	case "LOGICAL":
		word := map[int]string{0: ".false.", 1: ".true."}[e.number(3)]
		if kind != 4 {
			word += "_" + strconv.Itoa(kind)
		}
		return word, word != ""
	case "REAL":
		return realText(e.str(3), kind)
	case "COMPLEX":
		a, ok1 := realText(e.str(3), kind)
		b, ok2 := realText(e.str(4), kind)
		return "cmplx(" + a + ", " + b + ", " + strconv.Itoa(kind) + ")", ok1 && ok2
	case "CHARACTER":
		return charText(e.str(4), kind)
	}
	return unsaid, false
}

func signed(text string, kind int) string {
	if kind != 4 {
		text += "_" + strconv.Itoa(kind)
	}
	if strings.HasPrefix(text, "-") {
		return "(" + text + ")"
	}
	return text
}

// realText turns gfortran's form of a real number, hexadecimal digits with an exponent of 16, into
// a decimal number.
func realText(text string, kind int) (string, bool) {
	k := "_" + strconv.Itoa(kind)
	switch strings.ToLower(strings.Trim(text, "+-@")) {
	case "inf":
		if strings.HasPrefix(text, "-") {
			return "(-1.0" + k + "/0.0" + k + ")", true
		}
		return "(1.0" + k + "/0.0" + k + ")", true
	case "nan":
		return "(0.0" + k + "/0.0" + k + ")", true
	}
	digits, exponent, ok := strings.Cut(text, "@")
	power, err := strconv.Atoi(exponent)
	if !ok || err != nil || power > 1<<16 || power < -1<<16 {
		return unsaid, false
	}
	sign := ""
	if rest, negative := strings.CutPrefix(digits, "-"); negative {
		digits, sign = rest, "-"
	}
	v, _, err := big.ParseFloat(digits, 16, 160, big.ToNearestEven)
	if err != nil {
		return unsaid, false
	}
	v.SetMantExp(v, 4*power)
	precision := map[int]int{4: 9, 8: 17, 10: 21, 16: 36}[kind]
	if precision == 0 {
		return unsaid, false
	}
	number := sign + v.Text('e', precision-1) + k
	if sign != "" {
		number = "(" + number + ")"
	}
	return number, true
}

// charText writes a character constant; what cannot be printed stands in the file as \Uxxxxxxxx.
func charText(text string, kind int) (string, bool) {
	if kind != 1 {
		return unsaid, false
	}
	var parts []string
	var plain strings.Builder
	flush := func() {
		if plain.Len() > 0 {
			parts = append(parts, "'"+strings.ReplaceAll(plain.String(), "'", "''")+"'")
			plain.Reset()
		}
	}
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] != '\\':
			plain.WriteByte(text[i])
		case i+1 < len(text) && text[i+1] == '\\':
			plain.WriteByte('\\')
			i++
		case i+9 < len(text) && text[i+1] == 'U':
			code, err := strconv.ParseUint(text[i+2:i+10], 16, 32)
			if err != nil || code > 255 {
				return unsaid, false
			}
			flush()
			parts = append(parts, fmt.Sprintf("achar(%d)", code))
			i += 9
		default:
			return unsaid, false
		}
	}
	flush()
	if len(parts) == 0 {
		return "''", true
	}
	return strings.Join(parts, "//"), true
}

func (m *gnu) variableIn(e node) (string, bool) {
	s := m.symbols[e.number(3)]
	if s == nil || s.flavor() == "PROCEDURE" && !s.has("FUNCTION") {
		return unsaid, false
	}
	name := m.nameIn(s)
	if refs := e.sub(4); !refs.empty() {
		if len(refs.list) > 1 || refs.sub(0).word(0) != "ARRAY" {
			return unsaid, false
		}
		sections := refs.sub(0).sub(1)
		switch {
		case sections.word(0) == "FULL":
		case sections.word(0) == "ELEMENT" && sections.number(1) == 1:
			index, ok := m.expr(sections.sub(2))
			return name + "(" + index + ")", ok
		default:
			return unsaid, false
		}
	}
	return name, true
}

func (m *gnu) operation(e node) (string, bool) {
	if e.word(3) == "PARENTHESES" {
		a, ok := m.expr(e.sub(4))
		return "(" + a + ")", ok
	}
	op := operators[e.word(3)]
	if op == "" {
		return unsaid, false
	}
	a, ok := m.expr(e.sub(4))
	if len(e.list) < 6 || e.sub(5).empty() {
		return "(" + op + a + ")", ok
	}
	b, ok2 := m.expr(e.sub(5))
	return "(" + a + " " + op + " " + b + ")", ok && ok2
}

// function writes a reference to an intrinsic function, whose arguments all have values.
func (m *gnu) function(e node) (string, bool) {
	s := m.symbols[e.number(3)]
	if s == nil || !s.ofCompiler() || !isName(s.name) {
		return unsaid, false
	}
	var args []string
	for _, a := range e.sub(4).list {
		if len(a.list) < 2 || a.sub(1).empty() {
			continue
		}
		text, ok := m.expr(a.sub(1))
		if !ok {
			return unsaid, false
		}
		if key := a.str(0); key != "" {
			text = key + "=" + text
		}
		args = append(args, text)
	}
	return s.name + "(" + strings.Join(args, ", ") + ")", true
}

// tooMany elements of an array constant are left out: nobody asks for them.
const tooMany = 4096

func (m *gnu) array(e node) (string, bool) {
	elements, shape := e.sub(3), e.sub(4)
	if len(elements.list) == 0 || len(elements.list) > tooMany || len(shape.list) == 0 {
		return unsaid, false
	}
	var b strings.Builder
	for i, el := range elements.list {
		text, ok := m.expr(el.sub(0))
		if !ok || len(el.list) > 1 && !el.at(1).empty() {
			return unsaid, false
		}
		if i > 0 {
			b.WriteString(", &\n    ")
		}
		b.WriteString(text)
	}
	if len(shape.list) == 1 {
		return "[" + b.String() + "]", true
	}
	var extents []string
	for i := range shape.list {
		extents = append(extents, shape.str(i))
	}
	return "reshape([" + b.String() + "], [" + strings.Join(extents, ", ") + "])", true
}
