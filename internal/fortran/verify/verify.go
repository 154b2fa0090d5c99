// Package verify audits what package lower has written. It reads the generated text by the
// project's own parser, makes a control-flow graph of each procedure, and looks whether the rules
// hold that generated text must keep whatever the program is. Each violation is a fault of Coral,
// not of the program; it is reported as an error that names the rule, the statement, and one path.
//
// The audit does not ask lower why it wrote what it wrote: it knows the runtime's procedures and
// the shapes of generated names. Where it cannot tell whether a rule holds it says nothing.
package verify

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
	"github.com/coral-pgas/coral/internal/fortran/resolve"
	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Code is that of all violations.
const Code diag.Code = "C0398"

// File is a file before and after the translation.
type File struct {
	User *syntax.File
	Text string
	// Open finds INCLUDE files, as in syntax.Options.
	Open func(name string, from *diag.Source) (*diag.Source, error)
}

// rule is one of those that generated text must keep.
type rule struct {
	name, short string
	says        string // what a violation means; %s is the object
}

var (
	ruleText  = rule{"V0", "text", "the generated text is not Fortran"}
	ruleViews = rule{"V1", "view before use",
		"'%s' is used where it need not have been made, or may be stale"}
	ruleFetch = rule{"V2", "get before use",
		"'%s' is read where it need not have been fetched from an image that is not mapped"}
	ruleEvaluated = rule{"V8", "evaluated once",
		"'%s' is not evaluated as often as the statement says"}
	ruleControl = rule{"V12", "control one to one",
		"'%s' is not what stands in its place in the generated text"}
	ruleStale = rule{"V5", "got as it is used",
		"'%s' has been fetched for other subscripts than those with which it is read"}
	ruleStray = rule{"V6", "put as it was defined",
		"between the definition of '%s' and its put, its subscripts change or it is fetched"}
	ruleTwice = rule{"V6", "put as it was defined",
		"'%s' is sent again, with what other images may have defined since it was sent"}
	ruleEarly = rule{"V7", "no speculation",
		"'%s' is fetched, or its view is made, and the statement need not refer to it"}
	ruleSend = rule{"V4", "put on every way out",
		"'%s' is defined, and need not be sent to an image that is not mapped"}
)

// program is what is audited together.
type program struct {
	prog      *resolve.Program
	diags     *diag.List
	continued map[int32]int32 // of the file that is read: continuedLines
}

// Options say what the files are translated with.
type Options struct {
	// Modules are those of the runtime (Modules), and others that were compiled before.
	Modules []*syntax.File
	Resolve resolve.Options
}

// Modules are the runtime's modules, from their source. Calls of Audit at the same time must not
// share them.
func Modules(source string) []*syntax.File {
	var ignored diag.List
	return []*syntax.File{syntax.Parse(diag.NewSource("coral_rt.f90", source), syntax.Options{},
		&ignored)}
}

// Audit reports the violations in translated files.
func Audit(files []File, opt Options, diags *diag.List) {
	var texts []*syntax.File
	for _, f := range files {
		text := parse(f, diags)
		if text == nil {
			return
		}
		texts = append(texts, text)
	}
	all := usedOf(opt.Modules, texts)
	opt.Resolve.Compiled, opt.Resolve.Unchecked = len(all), true
	var ignored diag.List
	prog := resolve.Resolve(append(all, texts...), opt.Resolve, &ignored)
	p := &program{diags: diags, prog: prog}
	for i, f := range texts {
		p.continued = continuedLines(files[i].User)
		for _, u := range f.Units {
			p.unit(u)
		}
		if files[i].Text != files[i].User.Source.Text {
			p.controls(files[i].User, f)
			p.evaluations(files[i].User, f)
		}
	}
}

// continuedLines are the lines on which statements of the user's go on, with those on which they
// begin: the action of an IF statement has lines of its own in generated text, and what follows a
// statement of several lines may have one of them.
func continuedLines(user *syntax.File) map[int32]int32 {
	lines := map[int32]int32{}
	syntax.Walk(user, func(n syntax.Node) bool {
		s, ok := n.(syntax.Stmt)
		if !ok {
			return true
		}
		end := s.Info().Range
		end.Start = end.End
		first, last := s.Info().Line, end.Position()
		if begin := s.Info().Range.Position(); begin.File == last.File {
			for line := first + 1; line <= int32(last.Line); line++ {
				lines[line] = first
			}
		}
		return false // the action of an IF statement belongs to that
	})
	return lines
}

// parse reads a generated text; nil: it cannot be read, which is reported.
func parse(f File, diags *diag.List) *syntax.File {
	var found diag.List
	name := f.User.Source.Name
	generated := f.Text
	if f.User.XMP { // its directives are comments now
		generated = withoutXMP(generated)
	}
	text := syntax.Parse(diag.NewSource(name, generated), syntax.Options{Form: f.User.Form,
		FixedLineLength: f.User.FixedLineLength, Open: f.Open,
		Sleeping: awake}, &found)
	for _, d := range found.All() {
		if d.Severity == diag.Error {
			diags.Errorf(Code, d.Range, "the generated text breaks rule %s (%s): %s", ruleText.name,
				ruleText.short, d.Message).Help(report)
			return nil
		}
	}
	return text
}

// awake: each rule goes through all statements, so that what sleeps would be parsed again for each.
var awake = syntax.Sleeping{From: math.MaxInt32, Awake: 1}

// withoutXMP is a text of the same length in which directives of XcalableMP are none.
func withoutXMP(text string) string {
	for _, word := range []string{"$xmp", "$XMP"} {
		text = strings.ReplaceAll(text, word, "-"+word[1:])
	}
	return text
}

const report = "this is a fault of Coral, not of the program; please report it. " +
	"Without CORAL_VERIFY=1 the text is compiled as it is, and coral translate prints it"

func (p *program) unit(u syntax.Unit) {
	body := syntax.BodyOf(u)
	if body == nil {
		return
	}
	if scope := p.prog.ScopeOf(u); scope != nil && len(body.Exec) > 0 {
		p.procedure(scope, body.Exec)
	}
	for _, inner := range body.Procs {
		p.unit(inner)
	}
}

func (p *program) procedure(scope *resolve.Scope, exec []syntax.Item) {
	if g := p.graphOf(scope, exec); g != nil {
		p.views(g)
		for _, a := range g.statements() {
			p.fetches(a)
			p.puts(a)
			p.resends(a)
			p.speculates(a)
		}
	}
}

// report is a violation of a rule at an object. path is how control comes there.
func (p *program) report(r rule, object *syntax.Ref, path string) {
	d := p.diags.Errorf(Code, object.Span(), "the generated text breaks rule %s (%s): "+r.says,
		r.name, r.short, object.Span().Text())
	if path != "" {
		d.Help("a path on which it is broken: %s", path)
	}
	d.Help(report)
}

// objects is a violation at a statement or expression.
func (p *program) objects(r rule, at diag.Range) {
	p.diags.Errorf(Code, at, "the generated text breaks rule %s (%s): "+r.says, r.name, r.short,
		at.Text()).Help(report)
}

// lines are the user's lines that a path leads through.
func (g *graph) lines(path []int32) string {
	var out []string
	add := func(text string) {
		if len(out) == 0 || out[len(out)-1] != text {
			out = append(out, text)
		}
	}
	for _, i := range path {
		switch n := &g.nodes[i]; {
		case i == beginning:
			add("the beginning")
		case i == wayOut:
			add("the end of the procedure")
		default:
			add(fmt.Sprintf("line %d", n.line))
		}
	}
	if len(out) > 12 {
		out = slices.Concat(out[:6], []string{"..."}, out[len(out)-5:])
	}
	return strings.Join(out, ", ")
}
