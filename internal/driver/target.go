package driver

import (
	"context"
	"slices"
	"strings"
)

// rightTarget refuses a compiler for another processor, system or C library than the runtime's: the
// link would fail with messages about the runtime. A compiler that does not tell is taken.
func (b *build) rightTarget(ctx context.Context, compiler string) error {
	out, err := b.work.run(ctx, compiler, "-dumpmachine")
	target := strings.TrimSpace(string(out.stdout))
	if err != nil || fits(target) {
		return nil
	}
	return failure(CodeBadBackend,
		"%s compiles for %s: Coral's runtime is for Linux on x86-64 with glibc",
		compiler, target)
}

// fits tells whether a target may be the runtime's. Some distributions do not name the C library:
// x86_64-redhat-linux.
func fits(target string) bool {
	words := strings.Split(target, "-")
	if len(words) < 3 || strings.ContainsAny(target, " \n") { // no target
		return true
	}
	library := words[len(words)-1]
	return words[0] == "x86_64" && slices.Contains(words, "linux") &&
		(library == "gnu" || library == "linux")
}
