package operations

import (
	"slices"
	"strings"
)

// Operation is one row: what is measured, and what it costs at least.
type Operation struct {
	Name string
	// Text is one of them in its language; in Go the program has it under its name.
	Text string
	Cost Cost
	// All: all images execute it. Otherwise image 1 does, and the target waits or computes.
	All bool
	// Attended: the target must wait, as a function runs there that nobody else can execute.
	Attended bool
	// Reasons why it may take longer than its cost explains.
	Reasons []Reason
}

// Reason is why an operation may take longer than its cost explains, and where.
type Reason struct {
	On  func(Base) bool // nil: everywhere
	Why string
}

// looks is why what a program may ask again and again takes longer than a load.
var looks = []Reason{{
	On:  overLink,
	Why: "it looks at the network: what has arrived takes effect while a program polls",
}}

// named is why elements under a vector subscript take longer than their bytes.
var named = []Reason{{
	On:  apart,
	Why: "a call of Coral names each element, 30 to 50 ns; they then move together",
}}

// spread is why elements with gaps in both dimensions take longer than their bytes.
var spread = []Reason{{
	On:  apart,
	Why: "each element is a put or get of its own, about 7 ns; no message packs them here",
}}

// claimed is why a copy takes longer whose predicate is an event of another image.
var claimed = []Reason{{
	Why: "the image that has the event takes the count, in a wait or in its helper, which looks " +
		"every 20 µs to 1 ms",
}}

// posted is why what is only begun takes longer than a quarter of a round trip.
var posted = []Reason{{
	On: overLink,
	Why: "the system call that sends a message takes 5 to 7 µs by TCP, and more if it wakes a " +
		"sleeping thread of the target",
}}

// behindEach is why accumulations to one element take longer, of which one batch has many.
var behindEach = []Reason{{
	On: overLink,
	Why: "an accumulation may have to wait for a lock of its element, so the next one to the " +
		"same element is a message of its own: 5 to 7 µs by TCP",
}}

// byLetter is why collectives of a few bytes take longer where memory is not mapped.
var byLetter = []Reason{{
	On: apart,
	Why: "the data go by messages of the engine in Go, each about 0.35 µs, where a get takes " +
		"0.12",
}}

// inLetters is why long data take longer in asynchronous collectives where memory is not mapped.
var inLetters = []Reason{{
	On:  apart,
	Why: "messages of 592 bytes carry the data there; each takes about 0.35 µs",
}}

// inParts is why a long argument takes longer than its bytes where memory is not mapped.
var inParts = []Reason{{
	On: apart,
	Why: "15 messages of 592 bytes carry the argument there, and wake threads that sleep: about " +
		"10 system calls a spawn",
}}

// rounds is why what ends a finish block takes longer than its calls.
var rounds = []Reason{{
	Why: "END FINISH takes one allreduce for each call in the longest chain of calls (between " +
		"machines a result counts as a call), and one more; each costs as much as an empty block",
}}

// behind is why a copy without an event takes longer in a finish block.
var behind = []Reason{{
	On:  overLink,
	Why: "the allreduce that ends the block begins when the copy is complete",
}}

// engine is why asynchronous collectives take longer that C does not do by itself, where a few
// bytes take a tenth of a microsecond.
var engine = []Reason{{
	On: onMachine,
	Why: "what is longer than 96 bytes, has no event, or gathers or scatters, goes by the engine " +
		"in Go: 0.5 to 0.7 µs",
}}

// agreed is why what images do together takes longer on one machine than to meet.
var agreed = []Reason{{
	On: onMachine,
	Why: "the part of the runtime that is written in Go compares what the images call, and from " +
		"where: 0.2 to 0.5 µs a call",
}}

// entered is agreed of what one image does alone, wherever the others are.
var entered = []Reason{{
	Why: "CHANGE TEAM and END TEAM call the part of the runtime that is written in Go, 0.2 to " +
		"0.5 µs each",
}}

// locked is why a lock takes longer where memory is not mapped.
var locked = []Reason{{
	On: notMapped,
	Why: "to lock and to unlock are two calls of the part of the runtime that is written in Go, " +
		"0.16 µs each; the other image's requests are answered in these calls",
}}

// placed is why a question about a topology takes longer than a call.
var placed = []Reason{{
	Why: "the topology is kept by the part of the runtime that is written in Go: two calls of " +
		"0.1 µs, for the number of dimensions and the coordinates",
}}

// each is why many puts take longer than their bytes.
var each = []Reason{{
	On:  overLink,
	Why: "each element is a put of its own, 0.15 µs; all travel in one message",
}, named[0]}

// together is why several copies take longer than one.
var together = []Reason{{
	On: overLink,
	Why: "the first get asks at once, in a message of its own, as the image may go on to " +
		"compute; the others share a second message and a second answer",
}}

// crossing is why barriers one after the other take longer than messages one way.
var crossing = []Reason{{
	On: overLink,
	Why: "in a barrier both images send and receive at the same time, which takes 1.5 times as " +
		"long as one way",
}}

func overLink(b Base) bool { return b.Link }

func onMachine(b Base) bool { return !b.Link }

func notMapped(b Base) bool { return b.Link || !b.Mapped }

// apart: on one machine, where the memory of images is not mapped.
func apart(b Base) bool { return !b.Link && !b.Mapped }

// Busy says whether it is measured with a target that computes.
func (o Operation) Busy() bool { return !o.All && !o.Attended }

// Why is the reason that holds on a way; "": there is none.
func (o Operation) Why(b Base) string {
	for _, r := range o.Reasons {
		if r.On == nil || r.On(b) {
			return r.Why
		}
	}
	return ""
}

// Language is a table of operations and how its program is made.
type Language struct {
	Name       string // in the table
	ID         string // in names
	Operations []Operation
	// Files of Sources are compiled before the one that Program makes, in the order of their
	// modules.
	Files []string
	// Source is the file that Program makes, in Dir; "": the program has been built already.
	Dir, Source string
	program     func(l Language, selected []Operation) string
}

// Languages are all of the tables.
var Languages = []Language{
	{
		Name: "Fortran", ID: "fortran", Operations: fortran, Dir: "fortran",
		Files:  []string{"fortran/clock.f90", "fortran/touch.f90", "fortran/operands.f90"},
		Source: "operations.f90", program: fortranProgram,
	}, {
		Name: "CAF 2.0", ID: "caf", Operations: caf, Dir: "caf",
		Files:  []string{"fortran/clock.f90", "fortran/touch.f90", "caf/operands.caf"},
		Source: "operations.caf", program: fortranProgram,
	}, {
		Name: "XcalableMP/C", ID: "xmp", Operations: xmp, Dir: "xmp",
		Files:  []string{"xmp/touch.c"},
		Source: "operations.c", program: xmpProgram,
	},
	{Name: "Go", ID: "go", Operations: golang},
}

// Full is the name by which an operation is selected and shown in files: language/name.
func (l Language) Full(o Operation) string { return l.ID + "/" + o.Name }

// Program is the text of Source, with those operations.
func (l Language) Program(selected []Operation) string { return l.program(l, selected) }

// Select gives those operations that one of the patterns, separated by commas, has; an empty
// text has all.
func (l Language) Select(patterns string) []Operation {
	var found []Operation
	for _, o := range l.Operations {
		if Matches(patterns, l.Full(o)) {
			found = append(found, o)
		}
	}
	return found
}

// Matches says whether a name contains one of the patterns, separated by commas. A * in one
// stands for any text; upper and lower case are the same.
func Matches(patterns, name string) bool {
	if patterns == "" {
		return true
	}
	for p := range strings.SplitSeq(patterns, ",") {
		p = strings.ToLower(strings.TrimSpace(p))
		if p != "" && contains(strings.ToLower(name), strings.Split(p, "*")) {
			return true
		}
	}
	return false
}

// Unmatched gives those of the patterns, separated by commas, that no name has.
func Unmatched(patterns string, names []string) (lost []string) {
	if patterns == "" {
		return nil
	}
	for p := range strings.SplitSeq(patterns, ",") {
		p = strings.TrimSpace(p)
		has := func(name string) bool { return Matches(p, name) }
		if p == "" || !slices.ContainsFunc(names, has) {
			lost = append(lost, p)
		}
	}
	return lost
}

// Names are the full names of all operations.
func Names() (list []string) {
	for _, l := range Languages {
		for _, o := range l.Operations {
			list = append(list, l.Full(o))
		}
	}
	return list
}

// contains says whether the parts follow each other in a name.
func contains(name string, parts []string) bool {
	for _, part := range parts {
		at := strings.Index(name, part)
		if at < 0 {
			return false
		}
		name = name[at+len(part):]
	}
	return true
}
