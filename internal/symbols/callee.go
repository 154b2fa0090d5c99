package symbols

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"strings"
)

// Callee is the procedure that the call at a place calls, by its name in the source; "": it is not
// known. The place is the last byte of the call instruction, as a distance from the executable's
// start in memory.
func (t *Table) Callee(distance uint32) string {
	f, err := elf.Open(t.path)
	if err != nil {
		return ""
	}
	defer f.Close()
	behind := t.start + uint64(distance) + 1
	code := bytesAt(f, behind-6, 6)
	if len(code) != 6 {
		return ""
	}
	to := behind + uint64(int64(int32(binary.LittleEndian.Uint32(code[2:]))))
	switch {
	case code[0] == 0xff && code[1] == 0x15: // call *slot(%rip)
		return calledName(importedAt(f, to))
	case code[1] == 0xe8: // call procedure
		if name := t.symbolAt(to); name != "" {
			return calledName(name)
		}
		return calledName(importedAt(f, slotOfStub(f, to)))
	}
	return ""
}

// bytesAt are bytes of the executable as they are in memory.
func bytesAt(f *elf.File, address uint64, n int) []byte {
	for _, p := range f.Progs {
		if p.Type != elf.PT_LOAD || address < p.Vaddr || address+uint64(n) > p.Vaddr+p.Filesz {
			continue
		}
		b := make([]byte, n)
		if _, err := p.ReadAt(b, int64(address-p.Vaddr)); err != nil {
			return nil
		}
		return b
	}
	return nil
}

// slotOfStub is the word through which a stub of the linker jumps to a procedure of a library; 0:
// it is no such stub.
func slotOfStub(f *elf.File, stub uint64) uint64 {
	const size = 16
	code := bytesAt(f, stub, size)
	at := bytes.Index(code, []byte{0xff, 0x25}) // jmp *slot(%rip)
	if at < 0 || at+6 > len(code) {
		return 0
	}
	return stub + uint64(at) + 6 + uint64(int64(int32(binary.LittleEndian.Uint32(code[at+2:]))))
}

// importedAt is the name of the procedure whose address the dynamic linker stores in a word; "": no
// procedure's.
func importedAt(f *elf.File, slot uint64) string {
	names, err := f.DynamicSymbols()
	if err != nil || slot == 0 {
		return ""
	}
	for _, section := range f.Sections {
		if section.Type != elf.SHT_RELA {
			continue
		}
		text, err := section.Data()
		if err != nil {
			continue
		}
		for ; len(text) >= 24; text = text[24:] {
			index := binary.LittleEndian.Uint64(text[8:]) >> 32
			if binary.LittleEndian.Uint64(text) == slot && index > 0 &&
				index <= uint64(len(names)) {
				return names[index-1].Name
			}
		}
	}
	return ""
}

// calledName is the name in the source of a procedure of a runtime library; others keep theirs.
func calledName(symbol string) string {
	switch {
	case strings.HasPrefix(symbol, "_gfortran_"):
		name := strings.TrimPrefix(symbol, "_gfortran_")
		if rest, is := strings.CutPrefix(name, "st_"); is {
			name, _, _ = strings.Cut(rest, "_")
		} else if strings.HasPrefix(name, "transfer_") {
			return ""
		}
		for _, kind := range []string{"_sub", "_i4", "_i8"} {
			name = strings.TrimSuffix(name, kind)
		}
		return strings.ToUpper(name)
	case strings.HasPrefix(symbol, "_FortranAio"):
		return ""
	case strings.HasPrefix(symbol, "_FortranA"):
		return strings.ToUpper(strings.TrimPrefix(symbol, "_FortranA"))
	case isRuntime(symbol):
		return ""
	}
	return procedure(symbol)
}
