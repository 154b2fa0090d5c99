package driver

import (
	"context"
	"os"
	"strings"
)

// Without -fbackslash a backslash is a character like others. flang 19 to 22 double each one of a
// character literal in what they preprocess, and do not make one of two when they read it.

// doublesBackslashes tells whether the compiler does so, with these options before a file's name.
func (b *build) doublesBackslashes(ctx context.Context, options []string) bool {
	path, err := b.work.path("backslash.F90")
	if err != nil || os.WriteFile(path, []byte("print *, '\\n'\nend\n"), 0o600) != nil {
		return false
	}
	out, err := b.work.run(ctx, b.compiler.Path,
		append(options[:len(options):len(options)], path)...)
	return err == nil && strings.Contains(string(out.stdout), `'\\n'`)
}

// singleBackslashes makes one of each two backslashes in character literals. The second one may
// stand on a continuation line.
func singleBackslashes(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		b.WriteByte(c)
		switch {
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case quote == 0 && (c == '!' || c == '#') && beginsLine(text, i):
			end := i + 1 + strings.IndexByte(text[i+1:]+"\n", '\n')
			b.WriteString(text[i+1 : end])
			i = end - 1
		case quote != 0 && c == quote:
			quote = 0 // a second one begins the literal again
		case c == '\n' && !strings.HasSuffix(text[:i], "&"):
			quote = 0 // it was none: a Hollerith constant had it
		case quote != 0 && c == '\\':
			rest := text[i+1:]
			between := continuation(rest)
			if strings.HasPrefix(rest[between:], `\`) {
				b.WriteString(rest[:between])
				i += between + 1
			}
		}
	}
	return b.String()
}

// beginsLine tells whether only blanks stand before a place in its line.
func beginsLine(text string, i int) bool {
	return strings.Trim(text[strings.LastIndexByte(text[:i], '\n')+1:i], " ") == ""
}

// continuation is the length of an ampersand, the end of a line, and the next one's ampersand, with
// which a text begins; 0: it does not.
func continuation(text string) int {
	rest, is := strings.CutPrefix(text, "&\n")
	if !is {
		return 0
	}
	rest, is = strings.CutPrefix(strings.TrimLeft(rest, " "), "&")
	if !is {
		return 0
	}
	return len(text) - len(rest)
}
