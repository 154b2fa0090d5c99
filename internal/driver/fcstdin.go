package driver

import (
	"io"
	"os"
	"slices"
	"strings"
)

// standardInput is the word for a source that is read from standard input, after -x.
const standardInput = "-"

// readInput puts a source from standard input into a file, which takes its place in the command
// line. Messages call it <stdin>, and without -o what is made of it is called as the compiler does.
func (f *fc) readInput(from io.Reader) error {
	at := slices.IndexFunc(f.request.Inputs,
		func(in Input) bool { return in.Name == standardInput })
	if at < 0 {
		return nil
	}
	text, err := io.ReadAll(from)
	if err != nil {
		return failure(CodeFile, "standard input cannot be read: %w", err)
	}
	ending := ".f90"
	if strings.HasPrefix(f.request.Inputs[at].Language, "f77") {
		ending = ".f"
	}
	path, err := f.work.path("input", "stdin"+ending)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, append([]byte("# 1 \"<stdin>\"\n"), text...), 0o600); err != nil {
		return failure(CodeWrite, "%w", err)
	}
	f.request.Inputs[at].Name = path
	named := func(words []string) {
		if i := slices.Index(words, standardInput); i >= 0 {
			words[i] = path
		}
	}
	named(f.line.plain)
	for _, w := range f.line.args {
		named(w.words)
	}
	if ending := map[stage]string{stageObject: ".o", stageAsm: ".s"}[f.line.stage]; ending != "" &&
		f.request.Output == "" && f.line.sources == 1 {
		f.request.Output = standardInput + ending
		f.line.plain = append(f.line.plain, "-o", f.request.Output)
	}
	return nil
}
