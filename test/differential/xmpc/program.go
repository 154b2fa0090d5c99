// Package xmpc generates random programs in XcalableMP/C. One image after the other executes
// statements on coarrays, or all do together, and each image the same statements on local mirrors
// of what all images hold: the C compiler, on local arrays, is the judge of the translated
// statements.
package xmpc

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// rows and columns are the shape of the objects that every program has.
const (
	rows    = 4
	columns = 8
	steps   = 14
)

// pair is a text on coarrays and the same on mirrors.
type pair struct{ co, mirror string }

func both(s string) pair { return pair{s, s} }

func replaceFirst(s, from, to string) string { return strings.Replace(s, from, to, 1) }

// form fills a format with pairs.
func form(format string, parts ...pair) pair {
	var co, mirror []any
	for _, p := range parts {
		co, mirror = append(co, p.co), append(mirror, p.mirror)
	}
	return pair{fmt.Sprintf(format, co...), fmt.Sprintf(format, mirror...)}
}

type generator struct {
	rng      *rand.Rand
	typ      *ctype
	images   int
	base     int  // of the node array's indices
	counted  bool // functions that count their calls may be called here
	plain    bool // subscripts are constants, and variables of loops
	loops    int
	serial   int      // of names
	names    []string // variables whose values are small and not negative
	types    []*ctype
	files    [2][]*object // what each file can name
	shared   []*object    // what both can
	objects  []*object    // what can be named here
	readers  []pair       // functions of two numbers
	macros   []place      // macros of two numbers
	integers *object      // a coarray that every program has
	changes  []pair       // functions that change something
	calls    []string     // in subscripts of the section that is written
	single   bool         // a dimension may be written with one element
}

func (g *generator) below(n int) int            { return g.rng.IntN(n) }
func (g *generator) pick(list ...string) string { return list[g.rng.IntN(len(list))] }

// Program is one in two files, and for how many images.
type Program struct {
	Files  [2]string
	Images int
}

// Generate gives the program of a seed.
func Generate(seed uint64) Program {
	g := &generator{rng: rand.New(rand.NewPCG(seed, 0))}
	g.images, g.base = 1+g.below(4), g.below(2)
	g.typ = &scalars[[]int{2, 3, 5, 7, 13, 14}[g.below(6)]]
	types := g.declareTypes()
	g.types = append(g.types, g.typ)
	cell := &ctype{"struct cell", record, []member{{"n", &scalars[5], nil, false},
		{"v", g.typ, []int{8}, false}, {"s", &scalars[0], []int{4}, false}}}
	g.types = append(g.types, &scalars[5], &scalars[0], cell)
	last := len(g.types)
	var b strings.Builder
	for i := last - 4; i < last; i++ {
		g.ofType(&b, i, g.types[i])
	}
	of := strings.SplitAfter(b.String(), "\n")
	types += "struct cell { int n; TYPE v[8]; char s[4]; };\n" + strings.Join(of[:len(of)-1], "")
	fixed := []*object{
		{name: "a", t: g.typ, of: last - 4, dims: []int{rows, columns}, coarray: true},
		{name: "b", t: cell, of: last - 1, dims: []int{rows}, coarray: true},
		{name: "w", t: g.typ, of: last - 4, dims: []int{columns}},
		{name: "z", t: &scalars[5], of: last - 3, dims: []int{rows, columns}, coarray: true}}
	g.integers = fixed[3]
	for i := range 2 {
		g.files[i] = append([]*object{}, fixed...)
	}
	g.shared = append(g.shared, fixed...)
	g.chooseObjects()
	common := strings.NewReplacer("TYPES\n", strings.ReplaceAll(types, "TYPE", g.typ.name), "NODES",
		[]string{"p[*]", "p(*)"}[g.base], "ATOMICS\n", atomics).Replace(head)
	common += g.declarations(g.shared, "extern ")
	common += g.helpers()
	var texts [2]strings.Builder
	for file := range 2 {
		t := &texts[file]
		fmt.Fprintf(t, "/* seed %d, %d images */\n#define FILE_NUMBER %d\n%s", seed, g.images, file,
			common)
		var own []*object
		for _, o := range g.files[file] {
			if o.prefix == "static " || file == 0 {
				own = append(own, o)
			}
		}
		if file == 0 {
			t.WriteString("int calls, who;\nstruct cell *none;\n")
		}
		t.WriteString(g.declarations(own, ""))
		t.WriteString(g.ownFunctions(file, own))
	}
	kinds := make([]string, steps)
	for i := range steps {
		file := g.below(2)
		g.objects = g.files[file]
		kinds[i] = "STEP"
		var s pair
		if g.below(4) == 0 {
			kinds[i], s = "TOGETHER", g.together()
		} else {
			s = g.statement(2)
		}
		fmt.Fprintf(&texts[file], "void co%d(void)\n{\n%s}\n\nvoid mirror%d(void)\n{\n%s}\n\n", i,
			indent(s.co), i, indent(s.mirror))
	}
	m := &texts[0]
	m.WriteString("void fill_1(void);\nvoid compare_1(int);\n")
	for i := range steps {
		fmt.Fprintf(m, "void co%d(void);\nvoid mirror%d(void);\n", i, i)
	}
	m.WriteString(stepMacros + "int main(void)\n{\n    fill_0();\n    fill_1();\n")
	for i, k := range kinds {
		fmt.Fprintf(m, "    %s(%d);\n", k, i)
	}
	m.WriteString(tail)
	return Program{[2]string{texts[0].String(), texts[1].String()}, g.images}
}

// declarations of objects and of their mirrors.
func (g *generator) declarations(list []*object, word string) string {
	var b strings.Builder
	for _, o := range list {
		prefix := strings.TrimPrefix(o.prefix, "static ")
		if o.prefix == "static " {
			prefix += "static "
		}
		fmt.Fprintf(&b, "%s%s%s%s;\n", word, prefix, o.declaration(), o.codims())
		if o.byName {
			fmt.Fprintf(&b, "#pragma xmp coarray %s%s\n", o.name, g.pick(":[*]", " : [*]"))
		}
		if word == "" && prefix != "static " {
			prefix = "" // volatile: the mirror is not
		}
		if prefix == "volatile " {
			prefix = ""
		}
		fmt.Fprintf(&b, "%s%s%s %sm[%d]%s;\n", word, prefix, o.t.name, o.name, g.images,
			written(o.dims))
	}
	return b.String()
}

// ownFunctions fill and compare what a file defines.
func (g *generator) ownFunctions(file int, own []*object) string {
	var fill, compare strings.Builder
	for i, o := range own {
		n := product(o.dims)
		at := "&" + o.name
		if o.pointer {
			at = o.name
			fmt.Fprintf(&fill, "    %s = xmp_malloc(%d * sizeof *%s);\n", o.name, o.dims[0], o.name)
		}
		fmt.Fprintf(&fill, "    for (int j = 0; j < %[1]d; j++)\n        fill%[2]d((volatile "+
			"%[3]s *)%[4]s + j, %[5]d + j + 100 * xmpc_this_image());\n"+
			"    for (int k = 0; k < %[6]d; k++)\n        for (int j = 0; j < %[1]d; j++)\n"+
			"            fill%[2]d((volatile %[3]s *)&%[7]sm[k] + j, %[5]d + j + 100 * k);\n",
			n, o.of, o.t.name, at, 7*i, g.images, o.name)
		fmt.Fprintf(&compare, "    if (!all%d((const volatile void *)%s, &%sm[xmpc_this_image()], "+
			"%d))\n        differs(step, \"%s\");\n", o.of, at, o.name, n, o.name)
	}
	return fmt.Sprintf("void fill_%d(void)\n{\n%s}\n\nvoid compare_%d(int step)\n{\n%s}\n\n", file,
		fill.String(), file, compare.String())
}

func indent(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, l := range lines {
		if !strings.HasPrefix(l, "#") {
			lines[i] = "    " + l
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

const head = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xmp.h>

TYPES
#define JOIN(x, y) x##y
#pragma xmp nodes NODES
extern int calls, who;
extern struct cell *none;

ATOMICS
static inline int next(int i) { calls++; return i; }
static inline int small(long x) { return (int)(((x % 97) + 97) % 97); }

static inline void differs(int step, const char *what)
{
    printf("DIFFERS: step %d, %s, image %d\n", step, what, xmpc_this_image());
    fflush(stdout);
    exit(1);
}

`

const stepMacros = `#define CHECK_STEP(i) do { \
        compare_0(i); \
        compare_1(i); \
    } while (0)
#define STEP(i) do { \
        int c; \
        xmp_sync_all(); \
        calls = 0; \
        who = i % xmpc_num_images(); \
        if (xmpc_this_image() == who) \
            co##i(); \
        c = calls; \
        calls = 0; \
        mirror##i(); \
        xmp_sync_all(); \
        CHECK_STEP(i); \
        if (xmpc_this_image() == who && c != calls) \
            differs(i, "calls"); \
    } while (0)
#define TOGETHER(i) do { \
        xmp_sync_all(); \
        who = xmpc_this_image(); \
        co##i(); \
        xmp_sync_all(); \
        mirror##i(); \
        CHECK_STEP(i); \
    } while (0)

`

const tail = `    xmp_sync_all();
    if (xmpc_this_image() == 0)
        puts("PASS");
    return 0;
}
`

const atomics = `#define ADD(x, n) ((x) += (n))
#define AND(x, n) ((x) &= (n))
#define OR(x, n) ((x) |= (n))
#define XOR(x, n) ((x) ^= (n))
#define DEFINE(x, n) ((x) = (n))
#define FETCH(x, op, n) __extension__ ({ \
        __typeof__(x) *at = &(x); \
        long old = *at; \
        *at op (n); \
        old; \
    })
#define FETCH_ADD(x, n) FETCH(x, +=, n)
#define FETCH_AND(x, n) FETCH(x, &=, n)
#define FETCH_OR(x, n) FETCH(x, |=, n)
#define FETCH_XOR(x, n) FETCH(x, ^=, n)

`
