package driver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/paint"
)

// fpeSummary begins gfortran's option that says which IEEE exceptions STOP tells of. gfortran hands
// it to its runtime in the main program, where Coral's sees it (capi/core/exceptions.c). Flang has
// no such option: the link tells the runtime.
const fpeSummary = "-ffpe-summary="

// fpeWords are the words of that option, with the numbers that the runtime has for them.
var fpeWords = map[string]int{"none": 0, "all": 63, "invalid": 1, "denormal": 2, "zero": 4,
	"overflow": 8, "underflow": 16, "inexact": 32}

func isSummary(option string) bool   { return strings.HasPrefix(option, fpeSummary) }
func isNoSummary(option string) bool { return !isSummary(option) }

// summaryOf is what an option -ffpe-summary= chooses, as the runtime's number.
func summaryOf(option string) (chosen int, err error) {
	for word := range strings.SplitSeq(strings.TrimPrefix(option, fpeSummary), ",") {
		number, known := fpeWords[word]
		if !known {
			return 0, failure(CodeUsage, "%s: expected words out of none, all, invalid, zero, "+
				"overflow, underflow, inexact and denormal, with commas between", option)
		}
		chosen |= number
	}
	return chosen, nil
}

// takeSummary checks the option, and keeps it from a compiler that has none. The linker's options
// that do what the last of them says are kept for the link.
func (b *build) takeSummary() error {
	r := b.request
	for _, o := range slices.DeleteFunc(slices.Clone(r.Compile), isNoSummary) {
		chosen, err := summaryOf(o)
		if err != nil {
			return err
		}
		b.summary = []string{fmt.Sprintf(
			"-Wl,--defsym=coral_fpe_summary_chosen=coral_fpe_summary+%d", chosen)}
	}
	if b.compiler.Family != Flang {
		b.summary = nil
		return nil
	}
	r.Compile = slices.DeleteFunc(slices.Clone(r.Compile), isSummary)
	return nil
}

// takeSummary is the same for a command of `coral fc`.
func (f *fc) takeSummary() error {
	given := slices.IndexFunc(f.request.Compile, isSummary)
	if given < 0 {
		return nil
	}
	option := f.request.Compile[given]
	if err := f.build.takeSummary(); err != nil || f.compiler.Family != Flang {
		return err
	}
	if f.line.stage != stageLink {
		paint.Fprintf(f.stderr, "coral: note: %s has no %s: "+
			"give the option to the command that links\n", f.compiler.Name(), option)
	}
	f.line.plain = slices.DeleteFunc(f.line.plain, isSummary)
	f.line.args = slices.DeleteFunc(f.line.args,
		func(w fcWord) bool { return isSummary(w.words[0]) })
	return nil
}
