// Package modfile has what Coral must know of a module that was compiled by another command: its
// specification part and the interfaces of its procedures, as Fortran text that the front end reads
// again. The compiler's own module files hold the rewritten module, without its coarrays; a file
// NAME.cmod stands beside each.
//
// The text is written from the tokens of the statements, so it is preprocessed, without comments,
// in free form, and what INCLUDE lines have brought is part of it.
package modfile

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/fortran/syntax"
)

// Ending is that of the files.
const Ending = ".cmod"

// version grows when what is written, or the meaning that the translator gives to it, changes:
// files of other versions are refused, since the generated names of views must agree.
const version = 6

const magic = "!coral module interface"

// fetchesMark begins the line of Module.Fetches.
const fetchesMark = "!fetches "

var (
	// ErrVersion is what Decode says to a file of another version of Coral.
	ErrVersion = errors.New("it was written by another version of Coral")
	// ErrDamaged is what it says to everything else that Encode has not written.
	ErrDamaged = errors.New("it is damaged")
)

// Module is the interface of one module, or of a submodule as its descendants see it.
type Module struct {
	Name string // in lower case; of a submodule "ancestor@name"
	Text string
	// Bare: the compiler was given the module as it stands, without what generated code may want of
	// it.
	Bare bool
	// OwnEnv: what it uses of ISO_FORTRAN_ENV as a whole is the back end's own.
	OwnEnv bool
	// OwnTypes: beside its types stands only what it needs itself: others treat them as those of a
	// module that was given as it stands.
	OwnTypes bool
	// CAF2: the module is written in CAF 2.0, where codimensions without bounds begin at 0.
	CAF2 bool
	// Fetches tells which procedures of the module refer to coarrays of other images, themselves or
	// through what they call: words of the form f:a.x,b.y with the modules and names of the
	// coarrays, or f:* where not all are known. f=own is a function that reads nothing but its
	// arguments and what is its own.
	Fetches string
	// Compiled is the sum of the compiler's own module file, as Sum gives it, or empty. Where the
	// compiler's file is another one, it has been written by another command.
	Compiled string
}

// Sum is what Module.Compiled has of a file.
func Sum(content []byte) string { return fmt.Sprintf("%x", sha256.Sum256(content)) }

// FileName is the name of a module's file, without folder.
func FileName(module string) string { return module + Ending }

// Of gives the modules and submodules that a file defines. private: an option makes names private
// in modules that do not say what they are.
func Of(f *syntax.File, private bool) []Module {
	w := writer{file: f, private: private, index: make(map[syntax.Stmt]int, len(f.Stmts))}
	for i, s := range f.Stmts {
		w.index[s] = i
	}
	var modules []Module
	for _, u := range f.Units {
		switch u := u.(type) {
		case *syntax.Module:
			modules = append(modules, Module{Name: u.Head.Name.Name, CAF2: f.CAF2,
				Text: w.unit(u.Head, &u.ScopeBody, u.End)})
		case *syntax.Submodule:
			if u.Head.Ancestor != nil {
				modules = append(modules, Module{Name: u.Head.Ancestor.Name + "@" +
					u.Head.Name.Name, CAF2: f.CAF2, Text: w.unit(u.Head, &u.ScopeBody, u.End)})
			}
		}
	}
	return modules
}

// writer writes statements of one file.
type writer struct {
	file  *syntax.File
	index map[syntax.Stmt]int // in file.Stmts
	text  strings.Builder
	// private: see Of.
	private bool
}

func (w *writer) unit(head syntax.Stmt, body *syntax.ScopeBody, end *syntax.EndStmt) string {
	w.text.Reset()
	w.stmt(head)
	w.spec(body.Spec)
	if _, module := head.(*syntax.ModuleStmt); module && w.private && !saysAccess(body.Spec) {
		w.text.WriteString("private\n")
	}
	if len(body.Procs) > 0 && body.Contains != nil {
		w.stmt(body.Contains)
	}
	for _, p := range body.Procs {
		if p.Head == nil || p.End == nil {
			continue
		}
		w.stmt(p.Head)
		w.spec(p.Spec)
		w.stmt(p.End)
	}
	if end != nil {
		w.stmt(end)
	}
	return w.text.String()
}

// saysAccess tells whether a PUBLIC or PRIVATE statement without names is among the declarations.
func saysAccess(items []syntax.Item) bool {
	return slices.ContainsFunc(items, func(it syntax.Item) bool {
		a, is := it.(*syntax.AttrStmt)
		return is && len(a.Entities) == 0 &&
			(a.Attr.Kind == syntax.AttrPublic || a.Attr.Kind == syntax.AttrPrivate)
	})
}

// spec writes a specification part; initial values by DATA, and formats, are nobody else's
// business.
func (w *writer) spec(items []syntax.Item) {
	for _, it := range items {
		switch it := it.(type) {
		case *syntax.DataStmt, *syntax.FormatStmt:
		case syntax.Stmt:
			w.stmt(it)
		case *syntax.DerivedTypeDef:
			w.between(it.Head, it.End)
		case *syntax.InterfaceBlock:
			w.between(it.Head, it.End)
		case *syntax.EnumDef:
			w.between(it.Head, it.End)
		case *syntax.StructureDef:
			w.between(it.Head, it.End)
		}
	}
}

// between writes all statements of a construct, interface bodies and components among them.
func (w *writer) between(first, last syntax.Stmt) {
	from, ok := w.index[first]
	to, closed := w.index[last]
	if !ok || !closed {
		return
	}
	for _, s := range w.file.Stmts[from : to+1] {
		w.stmt(s)
	}
}

// tokensALine keeps lines short enough for people and compilers.
const tokensALine = 16

func (w *writer) stmt(s syntax.Stmt) {
	if _, directive := s.(*syntax.XMPStmt); directive {
		w.text.WriteString("!$xmp")
		for _, token := range s.Info().Tokens() {
			w.text.WriteString(" " + token.Text)
		}
		w.text.WriteByte('\n')
		return
	}
	for i, token := range s.Info().Tokens() {
		if i > 0 && i%tokensALine == 0 {
			w.text.WriteString(" &\n   ")
		}
		if i > 0 {
			w.text.WriteByte(' ')
		}
		w.text.WriteString(token.Text)
	}
	w.text.WriteByte('\n')
}

// Encode gives the content of a module's file. Source is the text of the file that defines it:
// equal sources can be told by the hash.
func (m Module) Encode(source string) []byte {
	body := fmt.Sprintf("%s%s\n%s", fetchesMark, m.Fetches, m.Text)
	return fmt.Appendf(nil,
		"%s %d\n!%s bare=%t ownenv=%t owntypes=%t caf2=%t compiled=%s %s %s\n%s",
		magic, version, m.Name, m.Bare, m.OwnEnv, m.OwnTypes, m.CAF2, m.Compiled,
		Sum([]byte(body)), Sum([]byte(source)), body)
}

// Decode reads the content of a module's file.
func Decode(content []byte) (Module, error) {
	first, rest, _ := strings.Cut(string(content), "\n")
	number, ok := strings.CutPrefix(first, magic+" ")
	if !ok {
		return Module{}, ErrDamaged
	}
	if number != fmt.Sprint(version) {
		return Module{}, ErrVersion
	}
	head, body, _ := strings.Cut(rest, "\n")
	fields := strings.Fields(strings.TrimPrefix(head, "!"))
	line, text, _ := strings.Cut(body, "\n")
	fetches, marked := strings.CutPrefix(line, fetchesMark)
	if len(fields) != 8 || !marked || fields[6] != Sum([]byte(body)) {
		return Module{}, ErrDamaged
	}
	return Module{
		Name: fields[0], Text: text, Bare: fields[1] == "bare=true",
		OwnEnv: fields[2] == "ownenv=true", OwnTypes: fields[3] == "owntypes=true",
		CAF2: fields[4] == "caf2=true", Fetches: fetches,
		Compiled: strings.TrimPrefix(fields[5], "compiled="),
	}, nil
}
