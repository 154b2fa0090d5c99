package foreign

import "strings"

// flang's module files are Fortran text behind lines that begin with an exclamation mark.
const flangMagic = "!mod$ v1 "

// flangText leaves out comments, and gives what no program can have named a name that the front end
// reads.
func flangText(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if rest, ok := strings.CutPrefix(strings.ToLower(line), "!dir$ ignore_tkr"); ok {
			if _, names, some := strings.Cut(rest, ")"); some {
				rest = names
			}
			for _, name := range strings.Split(rest, ",") {
				unchecked(lines, strings.TrimSpace(name))
			}
		} else if !strings.HasPrefix(line, "!") {
			lines = append(lines, withoutInternal(line))
		}
	}
	return strings.Join(append(lines, ""), "\n")
}

// unchecked makes a dummy argument, whose declaration is among the last lines, one for which
// arguments of any type and rank are right.
func unchecked(lines []string, name string) {
	for i := len(lines) - 1; i >= 0; i-- {
		head, declared, ok := strings.Cut(lines[i], "::")
		if !ok || declared != name && !strings.HasPrefix(declared, name+"(") {
			continue
		}
		_, attributes, _ := strings.Cut(head, ")")
		lines[i] = "type(*)" + strings.ReplaceAll(attributes, ",value", "") + "::" + name + "(..)"
		return
	}
}

// withoutInternal puts a letter before names that begin with an underscore.
func withoutInternal(line string) string {
	if !strings.Contains(line, "_") {
		return line
	}
	var b strings.Builder
	quote, before := byte(0), byte(' ')
	for i := range len(line) {
		c := line[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '_' && !isNameByte(before):
			b.WriteString("flang")
		}
		b.WriteByte(c)
		before = c
	}
	return b.String()
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' ||
		c == '.' || c == ')' || c == '"' || c == '\''
}
