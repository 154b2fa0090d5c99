//go:build cgo

package net

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// stuckLibrary is a library of one image that never comes to an end.
const stuckLibrary = `
#include "coral_link.h"
#include <string.h>
#include <unistd.h>

static coral_link_result receive(int *source, const void **head, const void **payload, size_t *n) {
    (void)source, (void)head, (void)payload, (void)n;
    return CORAL_LINK_AGAIN;
}
static coral_link_result gather(const void *own, size_t n, void *all) {
    memcpy(all, own, n);
    return CORAL_LINK_DONE;
}
static void stand(void) {
    for (;;)
        pause();
}
static coral_link self = {.version = CORAL_LINK_VERSION, .size = 1, .library = "a library that stands", .receive = receive, .gather = gather, .close = stand};

const coral_link *coral_link_open(char *text, size_t room) {
    (void)text, (void)room;
    return &self;
}
`

// TestExitOfStuckLibrary: an image whose library does not end ends all the same, with its own exit
// code, and says why.
func TestExitOfStuckLibrary(t *testing.T) {
	compiler, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip(err)
	}
	source, object := filepath.Join(t.TempDir(), "stuck.c"), filepath.Join(t.TempDir(), "stuck.so")
	if err := os.WriteFile(source, []byte(stuckLibrary), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(compiler, "-shared", "-fPIC", "-Inative/src", "-o", object,
		source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), exe)
	c.Env = append(os.Environ(), objectVariable+"="+object, exitVariable+"=3", "PMI_RANK=0",
		"PMI_SIZE=1")
	out, err := c.CombinedOutput()
	if c.ProcessState.ExitCode() != 3 ||
		!strings.Contains(string(out),
			"a library that stands has not within 1s: it is left as it is [R0514]") {
		t.Errorf("%v\n%s", err, out)
	}
}
