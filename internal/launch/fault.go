package launch

import (
	"debug/dwarf"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/layout"
)

// Where a signal has ended an image whose Fortran runtime does not tell it (flang's): the image keeps addresses in its Status (capi/fault.c), and their source
// lines are in the executable, which is the launcher's own.

// explainPlace prints the source lines of an image's last instruction and of the calls that led there, as far as the program has line tables.
func (r *run) explainPlace(rank int) {
	s := r.memory.status(rank)
	n := min(int(atomic.LoadUint32(&s.Faults)), layout.FaultFrames)
	if n == 0 {
		return
	}
	places := sourceLines("/proc/self/exe", s.Fault[:n])
	if len(places) == 0 {
		fmt.Fprintf(r.stderr, "coral: note: where it was is not known: compile with -g or without -g0\n")
		return
	}
	fmt.Fprintf(r.stderr, "coral: note: image %d was at %s\n", rank+1, strings.Join(places, ", called from "))
}

// sourceLines gives file:line of places in an executable, given by their distances from its start in memory; places without a line are left out.
func sourceLines(executable string, distances []uint32) []string {
	f, err := elf.Open(executable)
	if err != nil {
		return nil
	}
	defer f.Close()
	start, err := loadStart(f)
	if err != nil {
		return nil
	}
	lines, err := f.DWARF()
	if err != nil {
		return nil
	}
	var out []string
	for _, d := range distances {
		if place := lineOf(lines, start+uint64(d)); place != "" && (len(out) == 0 || out[len(out)-1] != place) {
			out = append(out, place)
		}
	}
	return out
}

// loadStart is the address of the first byte that is loaded, which is where the executable starts in memory.
func loadStart(f *elf.File) (uint64, error) {
	for _, p := range f.Progs {
		if p.Type == elf.PT_LOAD {
			return p.Vaddr, nil
		}
	}
	return 0, errors.New("nothing is loaded")
}

// lineOf is the place of an instruction in a file of the user's, "" for others: of the runtime, and without a line.
func lineOf(lines *dwarf.Data, pc uint64) string {
	unit, err := lines.Reader().SeekPC(pc)
	if err != nil {
		return ""
	}
	table, err := lines.LineReader(unit)
	if err != nil || table == nil {
		return ""
	}
	var entry dwarf.LineEntry
	if table.SeekPC(pc, &entry) != nil || entry.Line == 0 || entry.File == nil {
		return ""
	}
	name, line := entry.File.Name, int64(entry.Line)
	if filepath.Base(name) == prelude {
		name, line = calledFrom(lines, unit, table.Files(), pc)
	}
	if producer, _ := unit.Val(dwarf.AttrProducer).(string); strings.HasPrefix(producer, "GNU C") && strings.Contains(name, "/capi/") {
		return ""
	}
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, name); err == nil && !strings.HasPrefix(rel, "../..") {
			name = rel
		}
	}
	return fmt.Sprintf("%s:%d", name, line)
}

// prelude is the file in whose functions, which are inlined, generated C does what directives and coindexed objects say.
const prelude = "<coral>"

// calledFrom is the innermost place in a file of the user's from which inlined functions have been called that an instruction is of.
func calledFrom(lines *dwarf.Data, unit *dwarf.Entry, files []*dwarf.LineFile, pc uint64) (name string, line int64) {
	name = prelude
	r := lines.Reader()
	r.Seek(unit.Offset)
	_, _ = r.Next() // the unit itself
	for {
		e, err := r.Next()
		if err != nil || e == nil || e.Tag == dwarf.TagCompileUnit {
			return name, line
		}
		if e.Tag != dwarf.TagInlinedSubroutine || !holds(lines, e, pc) {
			continue
		}
		file, _ := e.Val(dwarf.AttrCallFile).(int64)
		if at, is := e.Val(dwarf.AttrCallLine).(int64); is && int(file) < len(files) && files[file] != nil && filepath.Base(files[file].Name) != prelude {
			name, line = files[file].Name, at
		}
	}
}

func holds(lines *dwarf.Data, e *dwarf.Entry, pc uint64) bool {
	ranges, err := lines.Ranges(e)
	return err == nil && slices.ContainsFunc(ranges, func(r [2]uint64) bool { return r[0] <= pc && pc < r[1] })
}
