package config

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// guarded marks settings in the table.
const guarded = " (Guarded.)"

// Markdown is docs/settings.md. Each table has one sentence about a setting or an option, since
// nobody reads a paragraph in a cell. What else is to be said stands in a list behind the table.
func Markdown() string {
	var b strings.Builder
	b.WriteString(
		"# Settings\n\n<!-- Generated from internal/config by go generate ./internal/config; a " +
			"test compares. -->\n\n")
	variablesPage(&b)
	optionsPage(&b)
	return b.String()
}

func variablesPage(b *strings.Builder) {
	b.WriteString("## Environment variables\n\n" + wrapped("",
		"They hold for programs that Coral has built, and for the `coral` command. An empty "+
			"value counts as none. Where the value is 0 or 1, no and yes, off and on are taken, "+
			"too.") +
		"\n| name | value | default | meaning |\n| --- | --- | --- | --- |\n")
	var more strings.Builder
	for _, s := range settings {
		if s.Private {
			continue
		}
		value := s.Kind.String()
		if s.Kind == Choice {
			value = "`" + strings.Join(s.Choices, "`, `") + "`"
		}
		standard := ""
		if s.Default != "" {
			standard = "`" + s.Default + "`"
		}
		meaning, rest := s.sentences()
		if s.Guarded {
			meaning += guarded
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", s.Name, value, standard, meaning)
		if rest != "" {
			more.WriteString(wrapped("- ", "**`"+s.Name+"`**: "+rest))
		}
	}
	b.WriteString("\n" + wrapped("",
		"A duration is a number of seconds, or one with a unit: `500ms`, `2s`. A size is a "+
			"number of bytes, or one with `K`, `M`, `G` or `T`.") +
		"\n" + wrapped("",
		"A program that has more rights than the user who starts it (set-user-ID, "+
			"set-group-ID, file capabilities) does not obey the settings that are marked as "+
			"guarded, since they name programs, libraries, directories or hosts. It runs on one "+
			"machine, and names on standard error those that it leaves out.") +
		"\n### More about variables\n\n" + more.String())
}

// inCell is how many bytes of text a cell has at most, if it has more than a sentence.
const inCell = 140

// sentences divides what is to be said about a setting, if it is long, into the first sentence and
// the others.
func (s *Setting) sentences() (first, rest string) {
	text := s.Meaning
	if len(s.Was) > 0 {
		text += " Its old name is `" + strings.Join(s.Was, "`, `") + "`."
	}
	if len(s.Also) > 0 {
		text += " `" + strings.Join(s.Also, "`, then `") + "` are honoured after it."
	}
	first, rest, more := strings.Cut(text, ". ")
	if !more || len(text) <= inCell {
		return text, ""
	}
	return first + ".", rest
}

func optionsPage(b *strings.Builder) {
	b.WriteString("\n## Options\n\n" + wrapped("",
		"An option is obeyed before the variable beside it. Every other option goes to the "+
			"compilers. Without `-O` and `-g`, programs are compiled with `-O2`.") +
		"\n| option | also | commands | variable | meaning |\n| --- | --- | --- | --- | --- |\n")
	var more strings.Builder
	for _, o := range options {
		word := strings.TrimSpace(o.Name + " " + o.Arg)
		also, variable := "", ""
		if len(o.Also) > 0 {
			also = "`" + strings.Join(o.Also, "`, `") + "`"
		}
		if o.Setting != nil {
			variable = "`" + o.Setting.Name + "`"
		}
		meaning, rest := o.Meaning, ""
		if len(meaning) > inCell {
			meaning, rest, _ = strings.Cut(meaning, "; ")
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s | %s |\n", word, also,
			strings.Join(o.Commands, ", "), variable, meaning)
		if rest != "" {
			more.WriteString(wrapped("- ",
				"**`"+word+"`** ("+strings.Join(o.Commands, ", ")+"): "+rest+"."))
		}
	}
	b.WriteString("\n### More about options\n\n" + more.String())
}

// columns is how long a line of prose is at most.
const columns = 100

// wrapped is a paragraph or, with the prefix "- ", an item of a list, in lines of at most 100
// characters. What stands between backquotes stays in one line.
func wrapped(prefix, text string) string {
	var b strings.Builder
	indent, line, word := strings.Repeat(" ", len(prefix)), prefix, ""
	for _, piece := range strings.Fields(text) {
		word = strings.TrimSpace(word + " " + piece)
		if strings.Count(word, "`")%2 == 1 {
			continue // within backquotes
		}
		length := utf8.RuneCountInString(line) + utf8.RuneCountInString(word)
		if len(line) > len(indent) && length >= columns {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent
		}
		if len(line) > len(indent) {
			line += " "
		}
		line += word
		word = ""
	}
	b.WriteString(line + "\n")
	return b.String()
}
