// Package differential generates random coarray programs. In each, image 1 executes statements on
// coarrays, and all images the same statements on local mirrors of what the images hold: whatever a
// statement does, memory of image and mirror must stay equal. The native compiler, on local arrays,
// is the judge of the translated statements.
package differential

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Generate gives the source of the program of a seed.
func Generate(seed uint64) string {
	g := &generator{rng: rand.New(rand.NewPCG(seed, 0))}
	var b strings.Builder
	fmt.Fprintf(
		&b, "! seed %d\nmodule generated\n  implicit none\n  integer, save :: calls = 0\n%s", seed,
		derivedType)
	b.WriteString("contains\n" + helpers)
	n := 8
	for i := 1; i <= n; i++ {
		g.unit(&b, i)
	}
	b.WriteString(
		"end module generated\n\nprogram differential\n  use generated\n  implicit none\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "  call case%d()\n", i)
	}
	b.WriteString(
		"  sync all\n  if (this_image() == 1) print '(a)', 'PASS'\nend program differential\n")
	return b.String()
}

const derivedType = `  type :: cell
     integer :: n
     real(8) :: v(3)
     complex :: z
     character(4) :: s
  end type cell
`

// helpers are procedures that statements use. next counts its calls: each reference must call it
// once.
const helpers = `  integer function next(i)
    integer, intent(in) :: i
    calls = calls + 1
    next = i
  end function next

  pure integer function same(i)
    integer, intent(in) :: i
    same = i
  end function same

  subroutine differs(unit, statement, what)
    integer, intent(in) :: unit, statement
    character(*), intent(in) :: what
    print '(a,i0,a,i0,3a,i0)', 'DIFFERS: case ', unit, ', statement ', statement, ', ', what, ', image ', this_image()
    error stop 1
  end subroutine differs

`

type generator struct {
	rng  *rand.Rand
	kind kind
	a    array // the coarray of the case
	// quiet: no functions that count their calls. Compilers evaluate scalars in WHERE more than
	// once.
	quiet bool
}

// kind is the type of the elements of a case.
type kind struct {
	name    string
	class   class
	fill    string // of element number p on image q
	literal []string
}

type class uint8

const (
	integerClass class = iota
	realClass
	complexClass
	logicalClass
	characterClass
	cellClass
)

var kinds = []kind{
	{"integer", integerClass, "p + 1000*q", []string{"1", "-7"}},
	{"integer(8)", integerClass, "p + 1000*q", []string{"1_8", "12_8"}},
	{"integer(2)", integerClass, "int(mod(p, 50) + 100*q, 2)", []string{"1_2", "-3_2"}},
	{"real", realClass, "0.5*p + 1000*q", []string{"0.25", "-1.5"}},
	{"real(8)", realClass, "0.125d0*p + 1000*q", []string{"0.25d0", "3.5d0"}},
	{"complex", complexClass, "cmplx(p, 100*q)", []string{"(0.5, -1.0)"}},
	{"complex(8)", complexClass, "cmplx(p, 100*q, 8)", []string{"(0.5d0, -1d0)"}},
	{"logical", logicalClass, "mod(p*q, 3) == 0", []string{".true.", ".false."}},
	{"character(5)", characterClass,
		"achar(96 + mod(p, 26)) // achar(64 + q) // achar(48 + mod(p, 10)) // 'xy'",
		[]string{"'hello'", "'q'"}},
	{"type(cell)", cellClass,
		"cell(p, [1d0, 2d0, 3d0]*p + q, cmplx(p, q), achar(96 + mod(p, 26)) // 'b' // achar(48 " +
			"+ q))", nil},
}

// unit writes one case: declarations, values, statements each followed by comparisons.
func (g *generator) unit(b *strings.Builder, number int) {
	g.kind = kinds[g.rng.IntN(len(kinds))]
	g.a = g.shape()
	bounds := g.a.bounds()
	fmt.Fprintf(b,
		"  subroutine case%d()\n    %s, save :: a%s[*]\n"+
			"    %s, save :: x1%s, x2%s, w0%s, w1%s, t%s\n", number, g.kind.name, bounds,
		g.kind.name, bounds, bounds, bounds, bounds, bounds)
	b.WriteString(
		"    integer :: i, j, k, p, q, one, two, c0\n    integer, save :: ix(4)[*], px(4)\n" +
			"    character(20000) :: t0, t1\n")
	b.WriteString(
		"    one = same(1); two = same(2); k = same(2)\n    ix = [1, 2, 1, 2]; px = ix\n" +
			"    if (this_image() > 2) return\n")
	g.values(b, "x1", "1")
	g.values(b, "x2", "2")
	b.WriteString("    if (this_image() == 1) a = x1\n    if (this_image() == 2) a = x2\n" +
		"    w0 = x1; w1 = x1\n    sync all\n")
	n := 4 + g.rng.IntN(5)
	for i := 1; i <= n; i++ {
		g.step(b, number, i)
	}
	fmt.Fprintf(
		b, "    sync all\n    if (this_image() == 1) t = x1\n    if (this_image() == 2) t = x2\n")
	fmt.Fprintf(b, "    if (%s) call differs(%d, 0, 'at the end')\n", g.unequal("a", "t"), number)
	fmt.Fprintf(b, "    sync all\n  end subroutine case%d\n\n", number)
}

// values fills a mirror by loops, element by element.
func (g *generator) values(b *strings.Builder, name, image string) {
	fmt.Fprintf(b, "    p = 0; q = %s\n", image)
	var subs []string
	for d := len(g.a.low) - 1; d >= 0; d-- {
		fmt.Fprintf(b, "    block\n    integer :: d%d\n    do d%d = %d, %d\n", d, d, g.a.low[d],
			g.a.low[d]+g.a.extent[d]-1)
	}
	for d := range g.a.low {
		subs = append(subs, fmt.Sprintf("d%d", d))
	}
	fmt.Fprintf(b, "    p = p + 1\n    %s(%s) = %s\n", name, strings.Join(subs, ", "), g.kind.fill)
	for range g.a.low {
		b.WriteString("    end do\n    end block\n")
	}
}

// step writes one statement in both forms, and compares all that it may have changed.
func (g *generator) step(b *strings.Builder, number, i int) {
	s := g.statement()
	fmt.Fprintf(b,
		"    calls = 0; t0 = ' '; t1 = ' '\n    if (this_image() == 1) then\n%s    end if\n"+
			"    c0 = calls; calls = 0\n%s", indent(s.co), indent(s.mirror))
	b.WriteString("    if (this_image() == 1) then\n")
	check := func(cond, what string) {
		fmt.Fprintf(b, "      if (%s) call differs(%d, %d, '%s')\n", cond, number, i, what)
	}
	check("c0 /= calls", "calls of a function")
	check("t0 /= t1", "text")
	check(g.unequal("w0", "w1"), "local array")
	check(g.unequal("a", "x1"), "own coarray")
	colons := strings.Repeat(":,", len(g.a.low)-1) + ":"
	fmt.Fprintf(b, "      t = a(%s)[2]\n", colons)
	check(g.unequal("t", "x2"), "the other image")
	b.WriteString("    end if\n")
}

func indent(text string) string {
	return "      " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n      ") + "\n"
}

// unequal compares two arrays.
func (g *generator) unequal(x, y string) string {
	switch g.kind.class {
	case logicalClass:
		return fmt.Sprintf("any(%s .neqv. %s)", x, y)
	case cellClass:
		return fmt.Sprintf("any(%[1]s%%n /= %[2]s%%n) .or. any(%[1]s%%v(1) /= %[2]s%%v(1)) .or. "+
			"any(%[1]s%%v(2) /= %[2]s%%v(2)) .or. "+
			"any(%[1]s%%z /= %[2]s%%z) .or. &\n"+
			"        any(%[1]s%%s /= %[2]s%%s) .or. any(%[1]s%%v(3) /= %[2]s%%v(3))", x, y)
	}
	return fmt.Sprintf("any(%s /= %s)", x, y)
}
