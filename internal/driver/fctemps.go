package driver

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The files that gfortran leaves beside an object, with the names that they would have had it been
// given the whole command: Coral gives it the files one by one, some of them translated, and in the
// link with temporary objects.

// auxiliary are the options for the names of what the compiler writes itself, such as the files of
// -fprofile-arcs, -gsplit-dwarf and -save-temps.
func (f *fc) auxiliary(file *fcFile) []string {
	if f.line.stage != stageLink || f.compiler.Family != GNU ||
		slices.ContainsFunc(f.request.Compile, func(o string) bool {
			return startsWithAny(o, "-dumpdir", "-dumpbase")
		}) {
		return nil
	}
	base := filepath.Base(file.input)
	return []string{"-dumpdir", strings.TrimSuffix(f.besideObject(file), stem(base)),
		"-dumpbase", base, "-dumpbase-ext", filepath.Ext(base)}
}

// besideObject is the name, without its ending, of files that belong to a file's object.
func (f *fc) besideObject(file *fcFile) string {
	name := stem(file.input)
	switch output := f.request.Output; {
	case f.line.stage == stageLink && output != "":
		name = output + "-" + name
	case f.line.stage == stageLink || f.line.stage == stageCheck:
		name = "a-" + name
	case output != "":
		name = withoutEnding(output)
	}
	if f.keepsTemporary() == "cwd" {
		return filepath.Base(name)
	}
	return name
}

func withoutEnding(path string) string { return strings.TrimSuffix(path, filepath.Ext(path)) }

// keepsTemporary tells where -save-temps leaves files: "obj" is beside the object, "cwd" is the
// current directory; "": there is no such option, or the compiler has files of other kinds.
func (f *fc) keepsTemporary() (where string) {
	if f.compiler.Family != GNU {
		return ""
	}
	for _, o := range f.request.Compile {
		switch strings.TrimPrefix(o, "-") {
		case "save-temps", "-save-temps", "save-temps=obj", "-save-temps=obj":
			where = "obj"
		case "save-temps=cwd", "-save-temps=cwd":
			where = "cwd"
		}
	}
	return where
}

// keepPreprocessed leaves what the preprocessor has made of a file that is translated then.
func (f *fc) keepPreprocessed(file *fcFile) error {
	if f.keepsTemporary() == "" || f.line.dry || !f.wantsPreprocessor(&file.unit) {
		return nil
	}
	return f.keep(f.besideObject(file)+".f90", []byte(file.source.Text))
}

// keepObject leaves the object that is linked.
func (f *fc) keepObject(file *fcFile) error {
	if f.keepsTemporary() == "" || f.line.dry || f.line.stage != stageLink {
		return nil
	}
	object, err := os.ReadFile(file.output)
	if err != nil {
		return failure(CodeFile, "%w", err)
	}
	return f.keep(f.besideObject(file)+".o", object)
}

// keep writes such a file, unless it is one of the sources.
func (f *fc) keep(path string, content []byte) error {
	if info, err := os.Stat(path); err == nil {
		for _, in := range f.request.Inputs {
			if input, err := os.Stat(in.Name); err == nil && os.SameFile(info, input) {
				return nil
			}
		}
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		return failure(CodeWrite, "%s cannot be written: %w", path, err)
	}
	return nil
}
