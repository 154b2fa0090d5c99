package provider

import (
	"fmt"
	"strings"
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
	line("how programs are bound to it", func(*Provider) string { return "loaded at run time" })
	line("Debian's package", func(p *Provider) string {
		return "`" +
			strings.ReplaceAll(p.Packages, " or ", "` or `") + "`"
	})
	line("messages, long transfers", func(*Provider) string { return "yes" })
	line("memory: `messages`", func(*Provider) string { return "yes" })
	for _, m := range methods {
		line("memory: `"+m+"`", func(p *Provider) string { return yes(contains(p.Gives.Memory, m)) })
	}
	line("`CORAL_MEMORY=auto` is", func(p *Provider) string { return "`" + p.Gives.Default + "`" })
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
		return "no: it looks, with rests"
	})
	line("what starts the images", func(p *Provider) string {
		return strings.Join(p.Gives.Starts, "; ")
	})
	line("tried by", func(p *Provider) string { return p.Gives.Tried })
	line("not tried, the same code", func(p *Provider) string { return p.Gives.Untried })
	line("settings of the library's own", func(p *Provider) string {
		if p.Prefix == "" {
			return "the MPI's"
		}
		return "`" + p.Prefix + "…`"
	})
	page.WriteString(pageEnd)
	return page.String()
}

func contains(list []string, word string) bool {
	for _, w := range list {
		if w == word {
			return true
		}
	}
	return false
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

const pageBegin = `<!-- Written by go generate ./internal/provider. Do not edit. -->

# Providers: the libraries between machines

A *provider* is a communication library that a conduit uses between machines. The name of the
provider is the name of the conduit:

    coral conduit                                          # which providers this machine has
    coral run --conduit ucx -n 8 --hosts a,b prog.f90      # choose one
    CORAL_CONDUIT=mpi mpirun -n 8 ./prog                   # for a program that is built

A built program is not linked with any provider. It loads an adapter at run time, which Coral builds
once on each machine with the library's own compiler ([clusters.md](clusters.md)).

`

const pageEnd = `
The three methods of memory are those of the Omni compiler's paper. ` + "`rs`" + ` registers each image's
memory as a whole at the start. ` + "`ra`" + ` registers the static coarrays as a whole, and each allocation by
itself. ` + "`ca`" + ` registers each coarray by itself. With ` + "`messages`" + `, nothing is registered, and the
target's image does what puts and gets ask for. ` + "`coral bench memory`" + ` compares the methods.

## Which one to choose

- *A cluster with InfiniBand:* ` + "`ucx`" + `. Its adapters read and write memory without the target's
  processor. Coral takes it under ` + "`srun`" + ` without ` + "`--mpi`" + `, and under Coral's own launcher.
- *A cluster whose network only the vendor's MPI knows:* ` + "`mpi`" + `, under that MPI's ` + "`mpirun`" + `.
- *Slingshot or EFA:* ` + "`ofi`" + `, or ` + "`mpi`" + ` with the vendor's MPI. Coral chooses ` + "`ofi`" + ` only when it is named.
- *Several machines joined by Ethernet:* ` + "`ucx`" + `. It needs no MPI.
- *One machine:* none. Images share memory, which is faster than any library.

## When an image dies

No provider of the three lets a run go on after a process was killed on another machine: Coral ends
the run, and names the image or the host. FAIL IMAGE is different. The image says that it fails, and
the others go on with all three providers.

Left alone, the libraries differ. Open MPI and MPICH end all processes when one dies. UCX and
libfabric report an error at the next operation that goes to the dead process, and nothing before
that; Coral's launcher or the other images notice first ([clusters.md](clusters.md)).

## What a provider must give

` + "`internal/conduit/link/native/src/coral_link.h`" + ` is the interface. A provider must send and receive
messages of at most 64 KiB in order, and transfer long data under a tag. Puts, gets, atomic
operations and a descriptor to sleep by are optional; what is missing is made of messages.
` + "`internal/provider`" + ` holds the list. From it ` + "`coral conduit`" + `, ` + "`--conduit`" + `, ` + "`CORAL_CONDUIT`" + `, the tests
and this page take their names.

[figures.md](figures.md) has what the providers take beside MPI. ` + "`coral bench net`" + ` and
` + "`coral bench papers --only omni-fig5`" + ` measure them on your machine.
`
