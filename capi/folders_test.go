package main

import (
	"bytes"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// compiled is a folder of C as Go has compiled it: the packages that it imports, and the names that
// its objects define and want.
type compiled struct {
	imports        []string
	defined, wants []string
}

// folders gives all folders of C by their packages' paths. With the options of toolchain nothing is
// compiled anew.
func folders(t *testing.T) map[string]compiled {
	t.Helper()
	if _, err := toolchain(); err != nil {
		t.Fatal(err)
	}
	listed, err := exec.Command("go", "list", "-trimpath", "-buildmode=c-archive", "-export", "-f",
		`{{if .CgoFiles}}{{.ImportPath}} {{.Export}} {{join .Imports ","}}{{end}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]compiled{}
	for line := range strings.Lines(string(listed)) {
		var path, archive, imports string
		if _, err := fmt.Sscan(line, &path, &archive, &imports); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		c := compiled{imports: strings.Split(imports, ",")}
		for _, object := range objects(t, archive) {
			c.add(t, object)
		}
		all[path] = c
	}
	if len(all) < 5 {
		t.Fatalf("%d folders of C", len(all))
	}
	return all
}

// objects are the members of an archive that C compilers have made.
func objects(t *testing.T, archive string) (members [][]byte) {
	t.Helper()
	const magic, header, sizeAt = "!<arch>\n", 60, 48
	text, err := os.ReadFile(archive)
	if err != nil || !bytes.HasPrefix(text, []byte(magic)) {
		t.Fatalf("%s is no archive: %v", archive, err)
	}
	for text = text[len(magic):]; len(text) > header; {
		size, err := strconv.Atoi(strings.TrimSpace(string(text[sizeAt : sizeAt+10])))
		if err != nil {
			t.Fatal(err)
		}
		text = text[header:]
		if member := text[:size]; bytes.HasPrefix(member, []byte(elf.ELFMAG)) {
			members = append(members, member)
		}
		text = text[min(size+size%2, len(text)):]
	}
	return members
}

func (c *compiled) add(t *testing.T, object []byte) {
	t.Helper()
	file, err := elf.NewFile(bytes.NewReader(object))
	if err != nil {
		t.Fatal(err)
	}
	symbols, err := file.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range symbols {
		switch {
		case elf.ST_BIND(s.Info) == elf.STB_LOCAL:
		case s.Section == elf.SHN_UNDEF:
			c.wants = append(c.wants, s.Name)
		default:
			c.defined = append(c.defined, s.Name)
		}
	}
}

// TestFoldersCallWhatTheyImport: a folder of C refers to names of those folders alone that its
// package imports, be it by a weak reference. Imports have no circle, so calls have none.
func TestFoldersCallWhatTheyImport(t *testing.T) {
	all := folders(t)
	home := map[string]string{}
	for path, c := range all {
		for _, name := range c.defined {
			home[name] = path
		}
	}
	for path, c := range all {
		for _, name := range c.wants {
			if at := home[name]; at != "" && at != path && !slices.Contains(c.imports, at) &&
				!slices.Contains(c.defined, name) {
				t.Errorf("%s refers to %s of %s, which it does not import", path, name, at)
			}
		}
	}
}
