package argv

import "strings"

// Depends is what a command line says about rules for make.
type Depends struct {
	Alone    bool // -M, -MM: nothing but rules is made
	Beside   bool // -MD, -MMD: a rule beside the object
	NoSystem bool // -MM, -MMD: without files of the system
	Phony    bool // -MP
	File     string
	Targets  []Target
}

// Target is one of -MT, or one of -MQ, which is to be quoted for make.
type Target struct {
	Name   string
	Quoted bool
}

// Wanted tells whether a rule is written.
func (d *Depends) Wanted() bool { return d.Alone || d.Beside }

// IsDepends tells whether an option is about rules that are written beside an object. -M and -MM
// are not: they say that nothing is compiled.
func IsDepends(word string) bool {
	switch word {
	case "-MD", "-MMD", "-MP", "-MG":
		return true
	}
	_, _, is := ofRule(word)
	return is
}

// ofRule cuts -MF, -MT or -MQ from an argument that is joined to it.
func ofRule(word string) (option, joined string, is bool) {
	for _, option := range []string{"-MF", "-MT", "-MQ"} {
		if joined, is := strings.CutPrefix(word, option); is {
			return option, joined, true
		}
	}
	return "", "", false
}

// ReadDepends reads the options about rules among the words of a command line; of several files
// that -MF names the last one counts.
func ReadDepends(words []string) (d Depends) {
	for i := 0; i < len(words); i++ {
		switch words[i] {
		case "-M":
			d.Alone = true
		case "-MM":
			d.Alone, d.NoSystem = true, true
		case "-MD":
			d.Beside = true
		case "-MMD":
			d.Beside, d.NoSystem = true, true
		case "-MP":
			d.Phony = true
		}
		option, value, is := ofRule(words[i])
		if !is {
			continue
		}
		if value == "" && i+1 < len(words) {
			i++
			value = words[i]
		}
		if option == "-MF" {
			d.File = value
		} else {
			d.Targets = append(d.Targets, Target{Name: value, Quoted: option == "-MQ"})
		}
	}
	return d
}
