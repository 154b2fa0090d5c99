// Package objfile reads what the driver has to know of objects and archives that are linked: which
// names they define and leave to others, and whether they execute code on their stack.
package objfile

import (
	"bytes"
	"debug/elf"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Object is an object file, or a member of an archive.
type Object struct {
	// Name is that of a member, and File where the member of a thin archive is.
	Name, File string
	content    []byte
}

// RefersTo looks at the names that the object leaves to others. Objects of link-time optimisation
// by GCC have theirs in a section.
func (o Object) RefersTo(names func(string) bool) bool {
	if bytes.HasPrefix(o.content, []byte(bitcodeMagic)) {
		return bitcodeNames(o.content, names)
	}
	file, err := elf.NewFile(bytes.NewReader(o.content))
	if err != nil {
		return false
	}
	symbols, _ := file.Symbols()
	for _, s := range symbols {
		if s.Section == elf.SHN_UNDEF && names(s.Name) {
			return true
		}
	}
	for _, section := range file.Sections {
		if strings.HasPrefix(section.Name, ".gnu.lto_.symtab") {
			if data, err := section.Data(); err == nil &&
				slices.ContainsFunc(strings.Split(string(data), "\x00"), names) {
				return true
			}
		}
	}
	return false
}

// NeedsPlugin tells whether the object holds no code but what link-time optimisation by GCC makes
// of it, by a plugin of the linker.
func (o Object) NeedsPlugin() bool {
	file, err := elf.NewFile(bytes.NewReader(o.content))
	if err != nil || file.Type != elf.ET_REL {
		return false
	}
	symbols, _ := file.Symbols()
	return slices.ContainsFunc(symbols,
		func(s elf.Symbol) bool { return s.Name == "__gnu_lto_slim" })
}

// bitcodeMagic begins the objects of link-time optimisation by LLVM.
const bitcodeMagic = "BC\xc0\xde"

// longestName is that of names which are looked for in bitcode.
const longestName = 64

// bitcodeNames looks for a name in bitcode. There all names stand behind each other without marks
// between them (the STRTAB block of the LLVM Bitcode File Format), so any part of that text may be
// one: a name that contains another one counts as both.
func bitcodeNames(content []byte, names func(string) bool) bool {
	mark := func(c rune) bool {
		return c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z')
	}
	for text := range strings.FieldsFuncSeq(string(content), mark) {
		for from := range text {
			for to := from + 1; to <= min(len(text), from+longestName); to++ {
				if names(text[from:to]) {
					return true
				}
			}
		}
	}
	return false
}

// Definitions adds the names that other objects may refer to.
func (o Object) Definitions(names map[string]bool) {
	file, err := elf.NewFile(bytes.NewReader(o.content))
	if err != nil {
		return
	}
	symbols, _ := file.Symbols()
	for _, s := range symbols {
		if s.Section != elf.SHN_UNDEF && elf.ST_BIND(s.Info) != elf.STB_LOCAL {
			names[s.Name] = true
		}
	}
}

// ExecutesStack tells whether an object file says that its stack is executable; unsaid: or says
// nothing.
func (o Object) ExecutesStack(unsaid bool) bool {
	file, err := elf.NewFile(bytes.NewReader(o.content))
	if err != nil || file.Type != elf.ET_REL {
		return false
	}
	note := file.Section(".note.GNU-stack")
	if note == nil {
		return unsaid
	}
	return note.Flags&elf.SHF_EXECINSTR != 0
}

const (
	archiveMagic = "!<arch>\n"
	thinMagic    = "!<thin>\n"
	memberHeader = 60
)

// Members reads an object file, or the members of an archive (ar(5), System V names; thin ones
// name files).
func Members(path string) ([]Object, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	thin := bytes.HasPrefix(content, []byte(thinMagic))
	if !thin && !bytes.HasPrefix(content, []byte(archiveMagic)) {
		return []Object{{content: content}}, nil
	}
	objects := []Object{}
	var longNames string
	for at := len(archiveMagic); at+memberHeader <= len(content); {
		header := content[at : at+memberHeader]
		at += memberHeader
		name := strings.TrimRight(string(header[:16]), " ")
		size, err := strconv.Atoi(strings.TrimSpace(string(header[48:58])))
		special := name == "/" || name == "//" || name == "/SYM64/"
		if err != nil || size < 0 || (!thin || special) && at+size > len(content) {
			return objects, io.ErrUnexpectedEOF
		}
		var data []byte
		if !thin || special {
			data = content[at : at+size]
			at += size + size%2
		}
		switch {
		case name == "//":
			longNames = string(data)
			continue
		case special:
			continue
		}
		if offset, err := strconv.Atoi(strings.TrimPrefix(name, "/")); err == nil &&
			strings.HasPrefix(name, "/") && offset < len(longNames) {
			name, _, _ = strings.Cut(longNames[offset:], "/\n")
		}
		name = strings.TrimSuffix(name, "/")
		member := ""
		if thin {
			member = name
			if !filepath.IsAbs(member) {
				member = filepath.Join(filepath.Dir(path), member)
			}
			member = filepath.Clean(member)
			if data, err = os.ReadFile(member); err != nil {
				continue
			}
		}
		objects = append(objects, Object{Name: name, File: member, content: data})
	}
	return objects, nil
}
