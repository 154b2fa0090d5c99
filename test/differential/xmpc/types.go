package xmpc

import (
	"fmt"
	"strings"
)

// class is what may be done with a type.
type class uint8

const (
	boolean class = iota
	signed
	unsigned
	floating
	complexes
	record
	union
)

// ctype is a type of C.
type ctype struct {
	name    string
	class   class
	members []member
}

// member is one of a structure.
type member struct {
	name string
	t    *ctype
	dims []int
	bits bool
}

func (t *ctype) scalar() bool  { return t.class < record }
func (t *ctype) integer() bool { return t.class <= unsigned }
func (t *ctype) real() bool    { return t.class <= floating }

var scalars = []ctype{
	{"char", signed, nil}, {"signed char", signed, nil}, {"unsigned char", unsigned, nil},
	{"short", signed, nil}, {"unsigned short", unsigned, nil}, {"int", signed, nil},
	{"unsigned", unsigned, nil}, {"long", signed, nil}, {"unsigned long", unsigned, nil},
	{"long long", signed, nil}, {"unsigned long long", unsigned, nil}, {"int", signed, nil},
	{"__int128", signed, nil}, {"float", floating, nil}, {"double", floating, nil},
	{"long double", floating, nil}, {"double", floating, nil}, {"_Bool", boolean, nil},
	{"enum color", unsigned, nil}, {"float _Complex", complexes, nil},
	{"double _Complex", complexes, nil}, {"long double _Complex", complexes, nil},
}

// bounds are random ones of an array.
func (g *generator) bounds(most int) (dims []int) {
	for range g.below(most + 1) {
		dims = append(dims, 2+g.below(4))
	}
	return dims
}

func written(dims []int) string {
	text := ""
	for _, n := range dims {
		text += fmt.Sprintf("[%d]", n)
	}
	return text
}

func product(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}

// declareTypes chooses types, and gives their declarations.
func (g *generator) declareTypes() string {
	var b strings.Builder
	b.WriteString("enum color { RED, GREEN = 5, BLUE };\n")
	for i := range 5 {
		t := scalars[g.below(len(scalars))]
		if g.below(3) == 0 {
			name := fmt.Sprintf("t%d", i)
			fmt.Fprintf(&b, "typedef %s %s;\n", t.name, name)
			t.name = name
		}
		g.types = append(g.types, &t)
	}
	u := &ctype{"union u0", union, []member{{"u", &scalars[6], nil, false},
		{"c", &scalars[2], []int{4}, false}, {"h", &scalars[4], []int{2}, false}}}
	b.WriteString("union u0 { unsigned u; unsigned char c[4]; unsigned short h[2]; };\n")
	g.types = append(g.types, u)
	for i := range 2 {
		r := &ctype{fmt.Sprintf("struct s%d", i), record, nil}
		fmt.Fprintf(&b, "%s {\n", r.name)
		for j := range 2 + g.below(4) {
			m := member{fmt.Sprintf("m%d", j), g.types[g.below(len(g.types))], g.bounds(2), false}
			if g.below(6) == 0 {
				m = member{m.name, &scalars[[]int{5, 6}[g.below(2)]], nil, true}
				fmt.Fprintf(&b, "    %s %s : %d;\n", m.t.name, m.name, 8+g.below(9))
			} else {
				fmt.Fprintf(&b, "    %s %s%s;\n", m.t.name, m.name, written(m.dims))
			}
			r.members = append(r.members, m)
		}
		b.WriteString("};\n")
		if g.below(3) == 0 {
			fmt.Fprintf(&b, "typedef %s ts%d;\n", r.name, i)
			r.name = fmt.Sprintf("ts%d", i)
		}
		g.types = append(g.types, r)
	}
	for i, t := range g.types {
		g.ofType(&b, i, t)
	}
	return b.String()
}

// ofType writes the functions that fill an object of a type, and compare two.
func (g *generator) ofType(b *strings.Builder, i int, t *ctype) {
	name := func(t *ctype) int {
		for j, u := range g.types {
			if u == t {
				return j
			}
		}
		return -1
	}
	fill, same := "", "return 1"
	switch t.class {
	case complexes:
		fill, same = "*x = v % 50 + (v % 7) * 1.0i;", "return *x == *y"
	case union:
		fill, same = "x->u = v * 77777;", "return x->u == y->u"
	case record:
		for j, m := range t.members {
			k, n := name(m.t), product(m.dims)
			switch {
			case m.bits:
				fill += fmt.Sprintf("x->%s = v %% 60 + %d; ", m.name, j)
				same += fmt.Sprintf(" && x->%[1]s == y->%[1]s", m.name)
			default:
				fill += fmt.Sprintf("for (int j = 0; j < %d; j++) "+
					"fill%d((volatile %s *)&x->%s + j, v + %d + j); ", n, k, m.t.name, m.name, 3*j)
				same += fmt.Sprintf(" && all%d(&x->%s, &y->%s, %d)", k, m.name, m.name, n)
			}
		}
	default:
		fill, same = "*x = v % 60;", "return *x == *y"
	}
	fmt.Fprintf(b, "static inline void fill%d(volatile %s *x, int v) { %s }\n"+
		"static inline int same%d(const volatile %s *x, const volatile %s *y) { %s; }\n", i, t.name,
		fill, i, t.name, t.name, same)
	fmt.Fprintf(b, "static inline int all%d(const volatile void *x, const volatile void *y, "+
		"int n)\n{\n    for (int i = 0; i < n; i++)\n"+
		"        if (!same%d((const volatile %s *)x + i, (const volatile %s *)y + i))\n"+
		"            return 0;\n    return 1;\n}\n", i, i, t.name, t.name)
}

// object is a variable: a coarray, or one that each image has for itself.
type object struct {
	name    string
	t       *ctype
	of      int // the number of its type
	dims    []int
	coarray bool
	origin  int    // of its images
	grid    bool   // codimensions [2][*]
	pointer bool   // of which the first bound is not known
	local   string // in a function: what the mirror calls it; else empty
	prefix  string // static, volatile
	byName  bool   // by the directive coarray
	hidden  int    // in how many scopes the name means another one
}

// of gives the mirror of an object on an image.
func (o *object) mirror(k string) string {
	if o.local != "" {
		return o.local
	}
	return o.name + "m[" + k + "]"
}

// codims are as they are declared.
func (o *object) codims() string {
	switch {
	case !o.coarray || o.byName:
		return ""
	case o.grid:
		return ":[2][*]"
	}
	return ":[*]"
}

// declaration is the object's, without prefix and codimensions.
func (o *object) declaration() string {
	switch {
	case o.pointer && len(o.dims) > 1:
		return fmt.Sprintf("%s (*%s)%s", o.t.name, o.name, written(o.dims[1:]))
	case o.pointer:
		return o.t.name + " *" + o.name
	}
	return o.t.name + " " + o.name + written(o.dims)
}

// coindex is the text of an image.
func (g *generator) coindex(o *object, k string, plain bool) string {
	from := ""
	if o.origin != 0 {
		from = fmt.Sprintf(" + %d", o.origin)
	}
	if o.grid {
		return fmt.Sprintf(":[(%s) %% 2%s][(%s) / 2%s]", k, from, k, from)
	}
	if o.origin != 0 {
		return fmt.Sprintf(":[(%s) + %d]", k, o.origin)
	}
	return ":[" + k + "]"
}

// objects chooses variables, of all files or of one alone.
func (g *generator) chooseObjects() {
	for i := range 9 {
		of := g.below(len(g.types))
		o := &object{name: fmt.Sprintf("o%d", i), t: g.types[of], of: of, dims: g.bounds(3)}
		if o.t.scalar() && len(o.dims) == 0 {
			o.dims = []int{3 + g.below(4)}
		}
		o.coarray = g.below(6) > 0
		file := -1
		switch {
		case g.below(5) == 0:
			file, o.prefix = g.below(2), "static "
		case g.below(8) == 0:
			o.prefix = "volatile "
		}
		if o.coarray {
			switch g.below(6) {
			case 0:
				o.byName, o.origin = true, g.base
			case 1:
				o.grid = true
			case 2:
				o.pointer, o.prefix = true, strings.Replace(o.prefix, "volatile ", "", 1)
				if len(o.dims) == 0 {
					o.dims = []int{2}
				}
			}
		}
		g.files[0] = append(g.files[0], o)
		if file == -1 {
			g.files[1] = append(g.files[1], o)
			g.shared = append(g.shared, o)
		} else if file == 1 {
			g.files[0] = g.files[0][:len(g.files[0])-1]
			g.files[1] = append(g.files[1], o)
		}
	}
}
