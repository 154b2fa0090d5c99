package deadlock

import (
	"fmt"
	"strings"
	"testing"
)

// Semicolons part what stands in lines of their own; @ begins a directive.
var xmpScenes = []scene{
	{name: "post_that_never_comes", one: "@wait(p(2), 1)", rest: "@wait(p(1), 1)",
		told: []string{stuck, "image 1: waiting in wait"}},
	{name: "wait_and_barrier", one: "@wait(p(2), 1)", rest: "@barrier",
		told: []string{stuck, "image 1: waiting in wait",
			"images 2-3: waiting in barrier or sync_all"}},
	{name: "other_tag", one: "@wait(p(2), 1)", rest: "@post(p(1), 2);@barrier",
		told: []string{stuck, "image 1: waiting in wait"}},
	{name: "sync_images_and_sync_all", one: "xmp_sync_image(1, &status);",
		rest: "xmp_sync_all(&status);",
		told: []string{stuck + "|" + mismatch,
			"image 1: waiting in sync_images for image 2|image 1 executes "}},
	{name: "lock_held_at_a_barrier", one: "@lock(l:[0]);@post(p(2), 1);@barrier",
		rest: "if (me == 1) {;@wait(p(1), 1);@lock(l:[0]);};@barrier",
		told: []string{stuck, "image 2: waiting in lock, held by image 1"}},
	{name: "malloc_and_barrier", one: "a = xmp_malloc(8);", rest: "@barrier",
		told: []string{"executes xmp_malloc", " executes barrier", "[R0216]"}},
	{name: "wait_for_one_that_has_ended", one: "@wait(p(2), 1)", rest: "exit(0);",
		told: []string{stuck, "image 1: waiting in wait", "stopped"}},
	{name: "bcast_and_wait", one: "@bcast(v)", rest: "@wait(p(1), 1)",
		told: []string{stuck, "images 2-3: waiting in wait"}},

	{name: "wait_async_of_one_begun_by_some", one: "@barrier",
		rest: "@reduction(+ : v) async(1);@wait_async(1)",
		told: []string{stuck, "images 2-3: waiting in wait_async",
			" for image 1, which has not begun reduction async at "}},

	{name: "long_work_before_post", one: "work();@post(p(2), 1)",
		rest: "if (me == 1) {;@wait(p(1), 1);}"},
	{name: "long_work_before_barrier", one: "work();@barrier", rest: "@barrier"},
	{name: "long_work_before_bcast", one: "work();@bcast(v)", rest: "@bcast(v)"},
	{name: "long_work_before_reduction", one: "work();@reduction(+ : v)",
		rest: "@reduction(+ : v)"},
	{name: "long_work_with_lock", one: "@lock(l:[0]);@barrier;work();@unlock(l:[0])",
		rest: "@barrier;@lock(l:[0]);@unlock(l:[0])"},
	{name: "sleep_before_sync_images", one: "usleep(1500000); xmp_sync_images_all(&status);",
		rest: "xmp_sync_images_all(&status);"},
	{name: "long_work_before_malloc", one: "work(); a = xmp_malloc(8);",
		rest: "a = xmp_malloc(8);"},
}

const xmpText = `#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <xmp.h>
#pragma xmp nodes p(*)
static long (*a):[*];
xmp_lock_t l:[*];
int v;
static void work(void)
{
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    do
        clock_gettime(CLOCK_MONOTONIC, &to);
    while (to.tv_sec - from.tv_sec + (to.tv_nsec - from.tv_nsec) / 1e9 < 1.5);
}
int main(int argc, char **argv)
{
    int me = xmpc_this_image(), status = argc;
    xmp_sync_all(&status);
%s    xmp_sync_all(&status);
}
`

func directives(text string) string {
	var b strings.Builder
	for _, line := range strings.Split(text, ";@") {
		line = strings.TrimPrefix(line, "@")
		directive, rest, _ := strings.Cut(line, ";")
		if isDirective(directive) {
			fmt.Fprintf(&b, "#pragma xmp %s\n", directive)
			line = rest
		}
		if line != "" {
			fmt.Fprintf(&b, "        %s;\n", strings.TrimSuffix(line, ";"))
		}
	}
	return b.String()
}

func isDirective(text string) bool {
	word, _, _ := strings.Cut(text, "(")
	switch word {
	case "wait", "wait_async", "post", "barrier", "lock", "unlock", "bcast", "reduction":
		return true
	}
	return false
}

func buildXMP(t *testing.T, dir string, scenes []scene) string {
	text := ""
	for _, s := range scenes {
		text += fmt.Sprintf(
			"    if (strcmp(argv[1], %q) == 0) {\n        if (me == 0) {\n%s        } else {\n"+
				"%s        }\n    }\n", s.name, directives(s.one), directives(s.rest))
	}
	return compile(t, dir, "main.c", fmt.Sprintf(xmpText, text))
}
