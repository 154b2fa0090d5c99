package config

import (
	"fmt"
	"strings"
)

// guarded marks settings in the table.
const guarded = " (Guarded.)"

// Markdown is docs/settings.md: the tables as a page.
func Markdown() string {
	var b strings.Builder
	b.WriteString(
		"# Settings\n\n<!-- Generated from internal/config by go generate ./internal/config; a " +
			"test compares. -->\n\n" +
			"## Environment variables\n\nThey hold for programs that Coral has built, and for " +
			"the `coral` command. An empty value counts as none. Where the value is 0 or 1, no and " +
			"yes, off and on are taken, too.\n\n" +
			"| name | value | default | meaning |\n| --- | --- | --- | --- |\n")
	for _, s := range settings {
		if s.Private {
			continue
		}
		value := s.Kind.String()
		if s.Kind == Choice {
			value = "`" + strings.Join(s.Choices, "`, `") + "`"
		}
		meaning := s.Meaning
		if len(s.Was) > 0 {
			meaning += " Its old name is `" + strings.Join(s.Was, "`, `") + "`."
		}
		if len(s.Also) > 0 {
			meaning += " `" + strings.Join(s.Also, "`, then `") + "` are honoured after it."
		}
		if s.Guarded {
			meaning += guarded
		}
		standard := ""
		if s.Default != "" {
			standard = "`" + s.Default + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", s.Name, value, standard, meaning)
	}
	b.WriteString(
		"\nA duration is a number of seconds, or one with a unit: `500ms`, `2s`. A size is a " +
			"number of bytes, or one with `K`, `M`, `G` or `T`.\n\n" +
			"A program that has more rights than the user who starts it (set-user-ID, " +
			"set-group-ID, file capabilities) does not obey the settings that are marked as " +
			"guarded, " +
			"since they name programs, libraries, directories or hosts. It runs on one machine, " +
			"and names on standard error those that it leaves out.\n\n" +
			"## Options\n\n| option | commands | meaning |\n| --- | --- | --- |\n")
	for _, o := range options {
		word := o.Name
		if o.Arg != "" {
			word += " " + o.Arg
		}
		meaning := o.Meaning
		if o.Setting != nil {
			meaning += "; before `" + o.Setting.Name + "`"
		}
		for _, spelling := range o.Also {
			meaning += "; also `" + spelling + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", word, strings.Join(o.Commands, ", "), meaning)
	}
	b.WriteString(
		"\nEvery other option goes to the compilers. Without `-O` and `-g`, programs are " +
			"compiled with `-O2`.\n")
	return b.String()
}
