// Package xmpc generates random programs in XcalableMP/C. Image 0 executes statements on coarrays,
// and all images the same statements on local mirrors of what the images hold: the C compiler, on
// local arrays, is the judge of the translated statements.
package xmpc

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// images, rows and columns are the shape of what is generated.
const (
	images  = 3
	rows    = 4
	columns = 8
)

// pair is a text on coarrays and the same on mirrors.
type pair struct{ co, mirror string }

func both(s string) pair { return pair{s, s} }

// form fills a format with pairs.
func form(format string, parts ...pair) pair {
	var co, mirror []any
	for _, p := range parts {
		co, mirror = append(co, p.co), append(mirror, p.mirror)
	}
	return pair{fmt.Sprintf(format, co...), fmt.Sprintf(format, mirror...)}
}

type generator struct {
	rng     *rand.Rand
	typ     string
	counted bool // functions that count their calls may be called here
	loops   int
}

func (g *generator) below(n int) int            { return g.rng.IntN(n) }
func (g *generator) pick(list ...string) string { return list[g.rng.IntN(len(list))] }

// Generate gives the source of the program of a seed.
func Generate(seed uint64) string {
	g := &generator{rng: rand.New(rand.NewPCG(seed, 0))}
	g.typ = g.pick("int", "double", "short", "unsigned char", "long", "float")
	var b strings.Builder
	fmt.Fprintf(&b, "/* seed %d */\n%s", seed, strings.ReplaceAll(head, "TYPE", g.typ))
	for i := range 12 {
		s := g.statement(2)
		fmt.Fprintf(&b, "static void co%d(void)\n{\n%s}\n\nstatic void mirror%d(void)\n{\n%s}\n\n",
			i, indent(s.co), i, indent(s.mirror))
	}
	b.WriteString("int main(void)\n{\n    fill();\n")
	for i := range 12 {
		fmt.Fprintf(&b, "    STEP(%d);\n", i)
	}
	b.WriteString(tail)
	return b.String()
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ") + "\n"
}

const head = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xmp.h>

struct cell { int n; TYPE v[8]; char s[4]; };
TYPE a[4][8]:[*], am[3][4][8];
struct cell b[4]:[*], bm[3][4];
TYPE w[8], wm[8];
int calls;
struct cell *none;

static int next(int i) { calls++; return i; }
static int small(long x) { return (int)(((x % 97) + 97) % 97); }

static void fill(void)
{
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 8; j++) {
                am[k][i][j] = (TYPE)(k * 32 + i * 8 + j);
                bm[k][i].v[j] = (TYPE)(k * 10 + i + j);
            }
            bm[k][i].n = k + i;
            sprintf(bm[k][i].s, "%d%d", k, i);
        }
    for (int j = 0; j < 8; j++)
        w[j] = wm[j] = (TYPE)(3 * j);
    memcpy(a, am[xmpc_this_image()], sizeof a);
    memcpy(b, bm[xmpc_this_image()], sizeof b);
}

static void compare(int step, int c)
{
    const int me = xmpc_this_image();
    const char *what = memcmp(a, am[me], sizeof a) ? "a" : memcmp(b, bm[me], sizeof b) ? "b" :
        me == 0 && memcmp(w, wm, sizeof w) ? "w" : me == 0 && c != calls ? "calls" : 0;
    if (what) {
        printf("DIFFERS: step %d, %s, image %d\n", step, what, me);
        fflush(stdout);
        exit(1);
    }
}

#define STEP(i) do { \
        int c; \
        xmp_sync_all(); \
        calls = 0; \
        if (xmpc_this_image() == 0) \
            co##i(); \
        c = calls; \
        calls = 0; \
        mirror##i(); \
        xmp_sync_all(); \
        compare(i, c); \
    } while (0)

`

const tail = `    xmp_sync_all();
    if (xmpc_this_image() == 0)
        puts("PASS");
    return 0;
}
`
