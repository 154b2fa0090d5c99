// Package symbols names places of an executable: source file, line and procedure of addresses that
// an image has stored in its Status (capi/core/fault.c).
package symbols

import (
	"debug/dwarf"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Place is where an instruction stands.
type Place struct {
	At        string // file:line; "": the program has no line table there
	Procedure string // as the program calls it; "": not known
	Runtime   bool   // it is of Coral's runtime, or of the C library's start
}

// String is the place as messages have it.
func (p Place) String() string {
	switch {
	case p.At == "" && p.Procedure == "":
		return ""
	case p.At == "":
		return p.Procedure + " (without a line: compile with -g)"
	case p.Procedure == "":
		return p.At
	}
	return p.At + " in " + p.Procedure
}

// Where is the place with the preposition that it needs.
func (p Place) Where() string {
	if p.At == "" {
		return "in " + p.String()
	}
	return "at " + p.String()
}

// Table has what an executable knows of its places. It is read once: many images run one program.
type Table struct {
	path    string
	start   uint64
	lines   *dwarf.Data // nil: there is none
	symbols []elf.Symbol
	fortran bool // the main program is Fortran's: the function main only calls it
}

// Open reads an executable.
func Open(executable string) (*Table, error) {
	f, err := elf.Open(executable)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	start, err := loadStart(f)
	if err != nil {
		return nil, err
	}
	t := &Table{path: executable, start: start}
	if lines, err := f.DWARF(); err == nil {
		t.lines = lines
	}
	symbols, err := f.Symbols()
	if err != nil {
		return t, nil // a stripped program has lines perhaps, but no names
	}
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) == elf.STT_FUNC && s.Value != 0 {
			t.symbols = append(t.symbols, s)
			t.fortran = t.fortran || s.Name == "MAIN__" || s.Name == "_QQmain"
		}
	}
	slices.SortStableFunc(t.symbols, func(a, b elf.Symbol) int {
		switch {
		case a.Value < b.Value:
			return -1
		case a.Value > b.Value:
			return 1
		}
		return 0
	})
	return t, nil
}

// Places names addresses, given by their distances from the executable's start in memory: those of
// the user's program, without repetition.
func (t *Table) Places(distances []uint32) (places []Place) {
	for _, d := range distances {
		p := t.place(t.start + uint64(d))
		if p.Runtime || p == (Place{}) || len(places) > 0 && places[len(places)-1] == p {
			continue
		}
		places = append(places, p)
	}
	return places
}

// OfRuntime tells whether a place is in Coral's runtime.
func (t *Table) OfRuntime(distance uint32) bool {
	return strings.HasPrefix(t.symbolAt(t.start+uint64(distance)), "coral_")
}

// loadStart is the address of the first byte that is loaded, which is where the executable starts
// in memory.
func loadStart(f *elf.File) (uint64, error) {
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD {
			return p.Vaddr, nil
		}
	}
	return 0, errors.New("nothing is loaded")
}

func (t *Table) place(pc uint64) Place {
	symbol := t.symbolAt(pc)
	if isRuntime(symbol) {
		return Place{Runtime: true}
	}
	p := Place{Procedure: procedure(symbol), Runtime: symbol == "main" && t.fortran}
	if t.lines == nil {
		return p
	}
	unit, err := t.lines.Reader().SeekPC(pc)
	if err != nil {
		return p
	}
	if name := t.innermost(unit, pc); name != "" && procedure(name) != "main" {
		p.Procedure, p.Runtime = procedure(name), false
	}
	at, own := t.lineOf(unit, pc)
	p.At, p.Runtime = at, p.Runtime || own
	return p
}

// innermost is the name of the procedure that has an instruction, one that the compiler has put in
// line included; "": it is not known.
func (t *Table) innermost(unit *dwarf.Entry, pc uint64) (name string) {
	r := t.lines.Reader()
	r.Seek(unit.Offset)
	_, _ = r.Next() // the unit itself
	for {
		e, err := r.Next()
		if err != nil || e == nil || e.Tag == dwarf.TagCompileUnit {
			return name
		}
		if (e.Tag == dwarf.TagSubprogram || e.Tag == dwarf.TagInlinedSubroutine) && t.holds(e, pc) {
			if own := t.nameOf(e); own != "" && !isRuntime(own) {
				name = own
			}
		}
	}
}

// nameOf is the name of a procedure, perhaps of that from which one put in line comes.
func (t *Table) nameOf(e *dwarf.Entry) string {
	const longest = 3 // from one in line to what is described and declared
	for range longest {
		if name, is := e.Val(dwarf.AttrName).(string); is {
			return name
		}
		origin, is := e.Val(dwarf.AttrAbstractOrigin).(dwarf.Offset)
		if !is {
			if origin, is = e.Val(dwarf.AttrSpecification).(dwarf.Offset); !is {
				return ""
			}
		}
		r := t.lines.Reader()
		r.Seek(origin)
		var err error
		if e, err = r.Next(); err != nil || e == nil {
			return ""
		}
	}
	return ""
}

// symbolAt is the name of the function that has an instruction; "": it is not known.
func (t *Table) symbolAt(pc uint64) string {
	i, _ := slices.BinarySearchFunc(t.symbols, pc, func(s elf.Symbol, pc uint64) int {
		if s.Value <= pc {
			return -1
		}
		return 1
	})
	for i--; i >= 0; i-- {
		s := t.symbols[i]
		if pc < s.Value+s.Size {
			return s.Name
		}
		if s.Size > 0 {
			return ""
		}
	}
	return ""
}

// isRuntime tells whether a function is none of the program's.
func isRuntime(symbol string) bool {
	return symbol == "_start" || strings.HasPrefix(symbol, "coral_") ||
		strings.HasPrefix(symbol, "coralgo_") || strings.HasPrefix(symbol, "__coral_rt_MOD_") ||
		strings.HasPrefix(symbol, "_QMcoral_rt") ||
		strings.HasPrefix(symbol, "__wrap_") || strings.HasPrefix(symbol, "_cgo") ||
		strings.HasPrefix(symbol, "runtime.") ||
		strings.HasPrefix(symbol, "_Fortran") || strings.HasPrefix(symbol, "_ZN7Fortran7runtime") ||
		strings.HasPrefix(symbol, "_ZNK7Fortran7runtime")
}

// seek finds the entry of an instruction. A unit's sequences are in no order of addresses, which
// dwarf.LineReader.SeekPC wants: compilers put the main program, and what is seldom executed, into
// sections of their own.
func seek(table *dwarf.LineReader, pc uint64) (found dwarf.LineEntry, is bool) {
	last := dwarf.LineEntry{EndSequence: true}
	var next dwarf.LineEntry
	for table.Next(&next) == nil {
		if !last.EndSequence && last.Address <= pc && pc < next.Address {
			return last, true
		}
		last = next
	}
	return dwarf.LineEntry{}, false
}

// lineOf is the line of an instruction, "" without one. own: it is of Coral's runtime.
func (t *Table) lineOf(unit *dwarf.Entry, pc uint64) (at string, own bool) {
	table, err := t.lines.LineReader(unit)
	if err != nil || table == nil {
		return "", false
	}
	entry, found := seek(table, pc)
	if !found || entry.Line == 0 || entry.File == nil {
		return "", false
	}
	name, line := entry.File.Name, int64(entry.Line)
	if filepath.Base(name) == prelude {
		name, line = t.calledFrom(unit, table.Files(), pc)
	}
	if producer, _ := unit.Val(dwarf.AttrProducer).(string); strings.HasPrefix(producer, "GNU C") &&
		strings.Contains(name, "/capi/") {
		return "", true
	}
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, name); err == nil && !strings.HasPrefix(rel, "../..") {
			name = rel
		}
	}
	return fmt.Sprintf("%s:%d", name, line), false
}

// prelude is the file in whose functions, which are inlined, generated C does what directives and
// coindexed objects say.
const prelude = "<coral>"

// calledFrom is the innermost place in a file of the user's from which inlined functions have been
// called that an instruction is of.
func (t *Table) calledFrom(unit *dwarf.Entry, files []*dwarf.LineFile, pc uint64) (name string,
	line int64) {
	name = prelude
	r := t.lines.Reader()
	r.Seek(unit.Offset)
	_, _ = r.Next() // the unit itself
	for {
		e, err := r.Next()
		if err != nil || e == nil || e.Tag == dwarf.TagCompileUnit {
			return name, line
		}
		if e.Tag != dwarf.TagInlinedSubroutine || !t.holds(e, pc) {
			continue
		}
		file, _ := e.Val(dwarf.AttrCallFile).(int64)
		if at, is := e.Val(dwarf.AttrCallLine).(int64); is && int(file) < len(files) &&
			files[file] != nil && filepath.Base(files[file].Name) != prelude {
			name, line = files[file].Name, at
		}
	}
}

func (t *Table) holds(e *dwarf.Entry, pc uint64) bool {
	ranges, err := t.lines.Ranges(e)
	return err == nil &&
		slices.ContainsFunc(ranges, func(r [2]uint64) bool { return r[0] <= pc && pc < r[1] })
}
