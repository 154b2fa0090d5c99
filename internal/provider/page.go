package provider

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

//go:generate go run ./gen -o ../../docs/providers.md

// Markdown is docs/providers.md.
func Markdown() string {
	var page strings.Builder
	page.WriteString(pageBegin)
	line := func(title string, cell func(*Provider) string) {
		fmt.Fprintf(&page, "| %s |", title)
		for _, p := range All {
			fmt.Fprintf(&page, " %s |", cell(p))
		}
		page.WriteString("\n")
	}
	line("", func(p *Provider) string { return "`" + p.Name + "`" })
	line("---", func(*Provider) string { return "---" })
	line("library", Title)
	line("how programs are bound to it", func(p *Provider) string {
		if p.IsLinked() {
			return "linked into the program: `coral build --conduit " + p.Name + "`"
		}
		return "loaded at run time"
	})
	line("Debian's package", func(p *Provider) string {
		if p.Packages == "" {
			return "none"
		}
		return "`" +
			strings.ReplaceAll(p.Packages, " or ", "` or `") + "`"
	})
	line("`--with NAME=DIR`: DIR has", func(p *Provider) string {
		if files := p.below(); len(files) > 0 {
			return "`" + strings.Join(files, "`, `") + "`"
		}
		return "no DIR: `CORAL_MPICC` names the MPI's compiler"
	})
	line("messages, long transfers", func(*Provider) string { return "yes" })
	line("memory: `messages`", func(*Provider) string { return "yes" })
	for _, m := range methods {
		line("memory: `"+m+"`", func(p *Provider) string {
			return yes(slices.Contains(p.Gives.Memory, m))
		})
	}
	line("`CORAL_MEMORY=auto` is", func(p *Provider) string {
		if p.Gives.Ethernet != "" {
			return "`" + p.Gives.Default + "`; by Ethernet `" + p.Gives.Ethernet + "`"
		}
		return "`" + p.Gives.Default + "`"
	})
	line("atomic operations", func(p *Provider) string {
		if p.Gives.Atomics {
			return "by the library"
		}
		return "by messages"
	})
	line("accumulations, sections with a stride", func(*Provider) string {
		return "packed into messages"
	})
	line("an image sleeps until something comes", func(p *Provider) string {
		if p.Gives.Sleeps {
			return "yes"
		}
		return "no: it polls, and pauses between polls"
	})
	line("what starts the images", func(p *Provider) string {
		return strings.Join(p.Gives.Starts, "; ")
	})
	line("when a process dies, the library by itself", func(p *Provider) string {
		return p.Gives.Death
	})
	line("other images go on after FAIL IMAGE", func(*Provider) string { return "yes" })
	line("other images go on after a process dies", func(p *Provider) string {
		return yes(p.Gives.Survives)
	})
	line("tried by", func(p *Provider) string { return p.Gives.Tried })
	line("not tried, the same code", func(p *Provider) string { return p.Gives.Untried })
	line("settings of the library's own", func(p *Provider) string {
		if p.Prefix == "" {
			return "the MPI's"
		}
		return "`" + p.Prefix + "…`"
	})
	page.WriteString(measured(measuredText))
	page.WriteString(strings.Replace(pageEnd, "FAILURE NOTE", quoted("coral: note: "+
		MPI.FailureNote()+" (CORAL_NOTES=0 leaves this note out)"), 1))
	return page.String()
}

// below are the files by which Coral knows a directory that users name as the library's.
func (p *Provider) below() (files []string) {
	switch {
	case p.Header == "":
		return nil
	case p.Described:
		return []string{"lib/pkgconfig/" + p.Archives[0] + ".pc"}
	case p.IsLinked():
		last := p.Archives[len(p.Archives)-1]
		return []string{"include/" + p.Header, "lib/lib" + last + ".a"}
	}
	return []string{"include/" + p.Header, "lib/" + p.Library}
}

// quoted is a text as a quotation of the page.
func quoted(text string) string { return lines("> ", text) }

// lines is a text in lines of at most 100 columns, each of which begins in the same way.
func lines(begin, text string) string {
	var all strings.Builder
	width := 0
	for word := range strings.FieldsSeq(text) {
		switch {
		case width == 0:
		case width+1+utf8.RuneCountInString(word) > 100:
			all.WriteString("\n")
			width = 0
		default:
			all.WriteString(" ")
			width++
		}
		if width == 0 {
			all.WriteString(begin)
			width = len(begin)
		}
		all.WriteString(word)
		width += utf8.RuneCountInString(word)
	}
	return all.String()
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// What stands above the table of docs/providers.md, and below it.
var (
	//go:embed begin.md
	pageBegin string
	//go:embed end.md
	pageEnd string
)
