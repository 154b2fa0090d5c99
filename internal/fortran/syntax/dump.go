package syntax

import (
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
)

// Dump writes the tree, one line a statement or construct, expressions as in ExprString. It is
// meant for tests and for people who debug the front end.
func Dump(w io.Writer, file *File) error {
	d := &dumper{}
	for _, u := range file.Units {
		d.node(0, "", reflect.ValueOf(u))
	}
	_, err := io.WriteString(w, d.b.String())
	return err
}

type dumper struct{ b strings.Builder }

var (
	exprType  = reflect.TypeFor[Expr]()
	rangeType = reflect.TypeFor[diag.Range]()
	baseType  = reflect.TypeFor[Base]()
)

// node writes a struct: its name, its scalars and expressions in line, then its lists and
// statements indented.
func (d *dumper) node(depth int, role string, v reflect.Value) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	fmt.Fprintf(&d.b, "%s%s%s", strings.Repeat("  ", depth), role, v.Type().Name())
	var later []func()
	d.fields(depth, v, &later)
	d.b.WriteByte('\n')
	for _, f := range later {
		f()
	}
}

func (d *dumper) fields(depth int, v reflect.Value, later *[]func()) {
	t := v.Type()
	for i := range t.NumField() {
		f, x := t.Field(i), v.Field(i)
		switch {
		case f.Type == baseType:
			d.base(x.Interface().(Base))
		case f.Anonymous:
			d.fields(depth, x, later)
		case f.Type == reflect.TypeFor[*sides]():
			a := v.Addr().Interface().(*AssignStmt)
			fmt.Fprintf(&d.b, " lhs=%s rhs=%s", ExprString(a.LHS()), ExprString(a.RHS()))
		case f.Type == rangeType || f.Name == "Terminal" || !f.IsExported():
		default:
			d.field(depth, f.Name, x, later)
		}
	}
}

func (d *dumper) base(b Base) {
	p := b.Range.Position()
	fmt.Fprintf(&d.b, " @%d:%d", p.Line, p.Col)
	if b.Label != nil {
		fmt.Fprintf(&d.b, " label=%d", b.Label.Value)
	}
	if b.ConstructName != nil {
		fmt.Fprintf(&d.b, " construct=%s", b.ConstructName.Name)
	}
	if b.DoTerminal > 0 {
		fmt.Fprintf(&d.b, " terminal=%d", b.DoTerminal)
	}
}

// field writes one field in line, or puts it off if it takes lines of its own.
func (d *dumper) field(depth int, name string, x reflect.Value, later *[]func()) {
	if _, enum := x.Interface().(fmt.Stringer); x.IsZero() && (!enum || x.Kind() != reflect.Uint8) {
		return
	}
	if s, ok := inline(x); ok {
		fmt.Fprintf(&d.b, " %s=%s", strings.ToLower(name), s)
		return
	}
	*later = append(*later, func() {
		if x.Kind() != reflect.Slice {
			d.node(depth+1, name+": ", x)
			return
		}
		if isNode := x.Len() > 0 && !isList(x.Index(0)); isNode {
			for i := range x.Len() {
				d.node(depth+1, name+": ", x.Index(i))
			}
		}
	})
}

func isList(v reflect.Value) bool { return v.Kind() == reflect.Slice }

// inline gives the text of what fits in a line: scalars, names, labels, expressions, specs, and
// lists of those.
func inline(x reflect.Value) (string, bool) {
	if x.Type().Implements(exprType) || x.Kind() == reflect.Interface &&
		x.Elem().Type().Implements(exprType) {
		return ExprString(x.Interface().(Expr)), true
	}
	switch v := x.Interface().(type) {
	case *Ident:
		return v.Name, true
	case *Label:
		return fmt.Sprint(v.Value), true
	case *Arg:
		return argString(v), true
	case *ArgList:
		return "(" + argsString(v.Items) + ")", true
	case *ArraySpec:
		return "(" + dimsString(v.Dims) + ")", true
	case *CoarraySpec:
		return "[" + dimsString(v.Dims) + atString(v.At) + "]", true
	case *TypeSpec:
		return typeString(v), true
	case *DummyArg:
		if v.Name == nil {
			return "*", true
		}
		return v.Name.Name, true
	case *Prefix:
		return v.Name, true
	case LetterRange:
		return fmt.Sprintf("%c-%c", v.From, v.To), true
	case fmt.Stringer:
		return v.String(), true
	}
	switch x.Kind() {
	case reflect.Slice:
		var parts []string
		for i := range x.Len() {
			s, ok := inline(x.Index(i))
			if !ok {
				return "", false
			}
			parts = append(parts, s)
		}
		return "{" + strings.Join(parts, "; ") + "}", true
	case reflect.Bool, reflect.Int, reflect.Uint8, reflect.String:
		return fmt.Sprintf("%v", x.Interface()), true
	}
	return "", false
}

// ExprString writes an expression with all its operations in parentheses, so that precedence shows.
func ExprString(e Expr) string {
	switch e := e.(type) {
	case nil:
		return ""
	case *Literal:
		s := e.Text()
		if e.KindParam() != "" {
			if e.Kind == CharLit {
				return e.KindParam() + "_" + s
			}
			return s + "_" + e.KindParam()
		}
		return s
	case *ComplexLit:
		return "(" + ExprString(e.Re) + ", " + ExprString(e.Im) + ")"
	case *Ref:
		return refString(e)
	case *Triplet:
		s := ExprString(e.Lower) + ":" + ExprString(e.Upper)
		if e.Step != nil {
			s += ":" + ExprString(e.Step)
		}
		return s
	case *AltReturn:
		return fmt.Sprintf("*%d", e.Label.Value)
	case *Star:
		return "*"
	case *DeferredLen:
		return ":"
	case *Paren:
		return "(" + ExprString(e.X) + ")"
	case *Unary:
		return "{" + opString(e.Op, e.Name) + " " + ExprString(e.X) + "}"
	case *Binary:
		return "{" + ExprString(e.X) + " " + opString(e.Op, e.Name) + " " + ExprString(e.Y) + "}"
	case *ArrayCons:
		s := "[" + typePrefix(e.Type)
		for i, v := range e.Values {
			if i > 0 {
				s += ", "
			}
			s += ExprString(v)
		}
		return s + "]"
	case *ImpliedDo:
		return impliedString(e)
	case *Substring:
		return ExprString(e.X) + "(" + argsString(e.Args.Items) + ")"
	case *CondExpr:
		return "(" + ExprString(e.Cond) + " ? " + ExprString(e.Then) + " : " + ExprString(e.Else) +
			")"
	case *BadExpr:
		return "<bad>"
	}
	return "<unknown>"
}

func opString(op Op, name string) string {
	if op == OpUser {
		return "." + name + "."
	}
	return op.String()
}

func typePrefix(t *TypeSpec) string {
	if t == nil {
		return ""
	}
	return typeString(t) + " :: "
}

func impliedString(e *ImpliedDo) string {
	s := "("
	for _, x := range e.Items {
		s += ExprString(x) + ", "
	}
	s += typePrefix(e.Type) + e.Control.Var.Name + "=" + ExprString(e.Control.First) + "," +
		ExprString(e.Control.Last)
	if e.Control.Step != nil {
		s += "," + ExprString(e.Control.Step)
	}
	return s + ")"
}

func refString(r *Ref) string {
	var b strings.Builder
	for i, p := range r.Parts {
		if i > 0 {
			b.WriteByte('%')
		}
		b.WriteString(p.Name.Name)
		if p.Args != nil {
			b.WriteString("(" + argsString(p.Args.Items) + ")")
		}
		if s := p.Selector; s != nil {
			b.WriteByte('[')
			for j, c := range s.Cosubs {
				if j > 0 {
					b.WriteString(", ")
				}
				b.WriteString(ExprString(c))
			}
			if len(s.Specs) > 0 {
				b.WriteString("; " + argsString(s.Specs))
			}
			b.WriteByte(']')
		}
		if p.Through() != nil {
			b.WriteString("[]")
		}
		if p.Second() != nil {
			b.WriteString("(" + argsString(p.Second().Items) + ")")
		}
	}
	return b.String()
}

func atString(e Expr) string {
	if e == nil {
		return ""
	}
	return "@" + ExprString(e)
}

func argString(a *Arg) string {
	if a.Keyword != nil {
		return a.Keyword.Name + "=" + ExprString(a.Value)
	}
	return ExprString(a.Value)
}

func argsString(list []*Arg) string {
	parts := make([]string, len(list))
	for i, a := range list {
		parts[i] = argString(a)
	}
	return strings.Join(parts, ", ")
}

func dimsString(list []*Dim) string {
	parts := make([]string, len(list))
	for i, d := range list {
		lower := ""
		if d.Lower != nil {
			lower = ExprString(d.Lower) + ":"
		}
		switch d.Kind {
		case DimExplicit:
			parts[i] = lower + ExprString(d.Upper)
		case DimDeferred:
			parts[i] = ":"
		case DimLower:
			parts[i] = lower
		case DimStar:
			parts[i] = lower + "*"
		case DimAssumedRank:
			parts[i] = ".."
		}
	}
	return strings.Join(parts, ", ")
}

func typeString(t *TypeSpec) string {
	s := t.Base.String()
	if t.Name != nil {
		s += "(" + t.Name.Name
		if t.Params != nil {
			s += "(" + argsString(t.Params.Items) + ")"
		}
		s += ")"
	}
	if t.Len != nil {
		s += "(len=" + ExprString(t.Len) + ")"
	}
	if t.Kind != nil {
		s += "(kind=" + ExprString(t.Kind) + ")"
	}
	if t.Of != nil {
		s += "(" + ExprString(t.Of) + ")"
	}
	return s
}
