package syntax

import (
	"slices"

	"github.com/coral-pgas/coral/internal/diag"
)

// Macros in directives: the preprocessor leaves these lines as they are, so they are expanded here,
// by its rules (C11 6.10.3), but for # and ## and variable numbers of arguments.

// Macro is a macro, as the preprocessor's -dD shows it.
type Macro struct {
	Body       []Token
	Function   bool // with parameters
	Parameters []string
	Beyond     bool // uses what is not done here
}

// newMacro reads what stands behind a macro's name: a '(' there, without a blank, opens the list of
// its parameters.
func newMacro(text string) *Macro {
	tokens := lex(diag.NewSource("", text)).tokens
	m := &Macro{Body: tokens[:len(tokens)-1]}
	if len(m.Body) > 0 && m.Body[0].Is("(") && m.Body[0].Start == 0 {
		m.Function = true
		end := slices.IndexFunc(m.Body, func(t Token) bool { return t.Is(")") })
		for _, t := range m.Body[1:max(end, 1)] {
			if t.Kind == Ident {
				m.Parameters = append(m.Parameters, t.Text)
			}
			m.Beyond = m.Beyond || t.Is("...")
		}
		m.Body = m.Body[end+1:]
	}
	m.Beyond = m.Beyond ||
		slices.ContainsFunc(m.Body, func(t Token) bool { return t.Is("#") || t.Is("##") })
	return m
}

// maxExpansion bounds what macros may make of one directive, in tokens and in expansions.
const maxExpansion = 2000

// expand puts what macros stand for in their places; the active ones are being expanded already.
// What a macro brings has the place of its name.
func (p *parser) expand(in []Token, active map[string]bool) (out []Token) {
	for i := 0; i < len(in); i++ {
		t := in[i]
		m := p.macros[t.Text]
		called := i+1 < len(in) && in[i+1].Is("(")
		t.final = t.final || t.Kind == Ident && m != nil && active[t.Text]
		if t.Kind != Ident || m == nil || t.final || m.Function && !called ||
			len(out) > maxExpansion || p.expansions > maxExpansion {
			out = append(out, t)
			continue
		}
		p.expansions++
		body := m.Body
		if m.Function {
			arguments, end := macroArguments(in, i+1)
			if len(m.Parameters) == 0 && len(arguments) == 1 && len(arguments[0]) == 0 {
				arguments = nil
			}
			at := p.file.Source.Range(int(t.Start), int(t.End))
			if m.Beyond {
				p.diags.Errorf(CodeMacro, at,
					"the macro '%s' uses # or ## or has a variable number of arguments, and "+
						"cannot stand in a directive", t.Text)
				return append(out, in[i:]...)
			}
			if end < 0 || len(arguments) != len(m.Parameters) {
				p.diags.Errorf(CodeMacro, at,
					"the macro '%s' has %d parameter%s, which are not what stands in the directive",
					t.Text, len(m.Parameters), map[bool]string{false: "s"}[len(m.Parameters) == 1])
				return append(out, in[i:]...)
			}
			for k := range arguments {
				arguments[k] = p.expand(arguments[k], active)
			}
			body = m.with(arguments)
			i = end
		}
		placed := slices.Clone(body)
		for k := range placed {
			placed[k].Start, placed[k].End = t.Start, t.End
		}
		active[t.Text] = true
		out = append(out, p.expand(placed, active)...)
		delete(active, t.Text)
	}
	return out
}

// macroArguments are the arguments of a call whose '(' stands at open, and where its ')' stands;
// -1: nowhere.
func macroArguments(in []Token, open int) (list [][]Token, end int) {
	depth, from := 0, open+1
	for i := open; i < len(in); i++ {
		switch t := in[i]; {
		case t.Is("("):
			depth++
		case t.Is(")"):
			if depth--; depth == 0 {
				return append(list, in[from:i]), i
			}
		case t.Is(",") && depth == 1:
			list = append(list, in[from:i])
			from = i + 1
		}
	}
	return nil, -1
}

// with is a macro's body with its arguments.
func (m *Macro) with(arguments [][]Token) (body []Token) {
	for _, t := range m.Body {
		if len(body) > maxExpansion {
			break
		}
		if k := slices.Index(m.Parameters, t.Text); t.Kind == Ident && k >= 0 {
			body = append(body, arguments[k]...)
		} else {
			body = append(body, t)
		}
	}
	return body
}
