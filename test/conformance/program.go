// Package conformance runs Coral's conformance suite: small self-checking coarray programs, each a
// file (or a directory of files) under fortran/, or in C with XcalableMP under xmp/, where comment
// lines begin with "//", built once with bin/coral and run with several image counts, with the
// other images mapped and unmapped.
//
// A program states in the comment lines at its head how it is to be run (a key is all lower case,
// other comments are remarks):
//
//	! conformance: images=1,2,3,5   image counts (this is the default)
//	! feature: lock, unlock         row of the feature table that it belongs to
//	! files: kinds.f90 main.f90     files of a program directory, in compilation order
//	! stage: later                  not yet demanded, run with -stage=later; or soak: long, or with much memory, run with -stage=soak
//	! memory: 14                    GiB that must be available to a run, else it is skipped, which is said
//	! expect-exit: 3                exit code, or "nonzero"; 0 otherwise
//	! expect-stdout: text           substring of standard output; may be repeated
//	! expect-stderr: text           substring of standard error; may be repeated
//	! stdin: 1 2\n3                 standard input; \n starts a new line
//	! args: -v 12                   command arguments of the program
//	! build-args: -std=f2018        further arguments of coral build
//	! back-end: gfortran            not for other families: Coral refuses what only this one gets wrong
//
// A program that is expected to exit with 0 and has no expect-stdout prints a line PASS on image 1
// once all images have passed their checks. A program in a group called errors is one that must be
// refused: each "! expect-error: text" demands an error that contains the text on the next line
// that is no such comment, and there must be no other error.
package conformance

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Program is one program of the suite.
type Program struct {
	Name      string   // path below fortran/, without the extension
	Files     []string // absolute, in compilation order
	Feature   string
	Family    string // of the back ends that it is for; empty: all
	Stage     string // "now", "later" or "soak"
	Memory    int    // GiB
	Images    []int
	Exit      string // decimal, or "nonzero"
	Stdout    []string
	Stderr    []string
	Stdin     string
	Args      []string
	BuildArgs []string
	Expected  []ExpectedError // non-empty for programs that must be refused
}

// families are the back ends that a program may be for alone.
var families = []string{"gfortran", "flang"}

// IsFor tells whether a program is to be run with a back end, "flang 19".
func (p *Program) IsFor(backend string) bool {
	family, _, _ := strings.Cut(backend, " ")
	return p.Family == "" || p.Family == family
}

// HasC tells whether a part of the program is written in C.
func (p *Program) HasC() bool {
	return slices.ContainsFunc(p.Files, func(file string) bool {
		return filepath.Ext(file) == ".c"
	})
}

// ExpectedError is a diagnostic that a refused program must draw.
type ExpectedError struct {
	File string // base name
	Line int
	Text string
}

// Load reads all programs below root (the directory fortran), sorted by name.
func Load(root string) ([]*Program, error) {
	var programs []*Program
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		var p *Program
		switch {
		case d.IsDir() && strings.HasSuffix(path, ".d"):
			if p, err = loadDir(root, path); err == nil {
				programs = append(programs, p)
				err = fs.SkipDir
			}
		case !d.IsDir() && isSource(path):
			if p, err = loadFile(root, path, []string{path}); err == nil {
				programs = append(programs, p)
			}
		}
		return err
	})
	sort.Slice(programs, func(i, j int) bool { return programs[i].Name < programs[j].Name })
	return programs, err
}

func isSource(path string) bool {
	switch filepath.Ext(path) {
	case ".caf", ".CAF", ".f90", ".F90", ".f", ".F", ".for", ".f08", ".f18", ".c":
		return true
	}
	return false
}

// loadDir loads a program of several files; the one with a files directive tells the order.
func loadDir(root, dir string) (*Program, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		head := filepath.Join(dir, e.Name())
		if e.IsDir() || !isSource(head) {
			continue
		}
		directives, err := readDirectives(head)
		if err != nil {
			return nil, err
		}
		for _, d := range directives {
			if d.key != "files" {
				continue
			}
			var files []string
			for _, f := range strings.Fields(d.value) {
				files = append(files, filepath.Join(dir, f))
			}
			p, err := loadFile(root, head, files)
			if err == nil {
				p.Name = relativeName(root, dir)
			}
			return p, err
		}
	}
	return nil, fmt.Errorf("%s: no file has a files directive", dir)
}

func relativeName(root, path string) string {
	rel, err := filepath.Rel(root, path)
	if err != nil {
		rel = path
	}
	return strings.TrimSuffix(rel, filepath.Ext(rel))
}

func loadFile(root, head string, files []string) (*Program, error) {
	p := &Program{Name: relativeName(root, head), Files: files, Images: []int{1, 2, 3, 5},
		Exit: "0", Stage: "now"}
	directives, err := readDirectives(head)
	if err != nil {
		return nil, err
	}
	for _, d := range directives {
		if err := p.apply(d); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", head, d.line, err)
		}
	}
	if p.Feature == "" {
		return nil, fmt.Errorf("%s: no feature directive", head)
	}
	for _, f := range files {
		expected, err := readExpectedErrors(f)
		if err != nil {
			return nil, err
		}
		p.Expected = append(p.Expected, expected...)
	}
	inErrors := filepath.Base(filepath.Dir(p.Name)) == "errors"
	if inErrors != (len(p.Expected) > 0) {
		return nil, fmt.Errorf(
			"%s: exactly the programs in a group called errors have expect-error comments", head)
	}
	return p, nil
}

type directive struct {
	key, value string
	line       int
}

// comment is how a comment line begins in a file.
func comment(path string) string {
	if filepath.Ext(path) == ".c" {
		return "// "
	}
	return "! "
}

// readDirectives returns the directives among the comment lines at the head of a file.
func readDirectives(path string) ([]directive, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []directive
	scanner := bufio.NewScanner(f)
	for n := 1; scanner.Scan(); n++ {
		text, isComment := strings.CutPrefix(scanner.Text(), comment(path))
		if !isComment {
			break
		}
		key, value, found := strings.Cut(text, ":")
		if found && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz-") == "" {
			out = append(out, directive{key, strings.TrimSpace(value), n})
		}
	}
	return out, scanner.Err()
}

func (p *Program) apply(d directive) error {
	switch d.key {
	case "conformance":
		list, ok := strings.CutPrefix(d.value, "images=")
		if !ok {
			return fmt.Errorf("%q: expected images= and numbers, with commas between", d.value)
		}
		images, err := ParseImages(list)
		p.Images = images
		return err
	case "feature":
		p.Feature = d.value
	case "files":
	case "stage":
		if d.value != "later" && d.value != "soak" {
			return fmt.Errorf("stage %q: later and soak are known", d.value)
		}
		p.Stage = d.value
	case "memory":
		n, err := strconv.Atoi(d.value)
		p.Memory = n
		return err
	case "expect-exit":
		if _, err := strconv.Atoi(d.value); err != nil && d.value != "nonzero" {
			return fmt.Errorf("expect-exit %q: expected a number or nonzero", d.value)
		}
		p.Exit = d.value
	case "expect-stdout":
		p.Stdout = append(p.Stdout, d.value)
	case "expect-stderr":
		p.Stderr = append(p.Stderr, d.value)
	case "expect-error":
	case "stdin":
		p.Stdin = strings.ReplaceAll(d.value, `\n`, "\n") + "\n"
	case "back-end":
		if !slices.Contains(families, d.value) {
			return fmt.Errorf("back-end %q: %s are known", d.value, strings.Join(families, " and "))
		}
		p.Family = d.value
	case "build-args":
		p.BuildArgs = strings.Fields(d.value)
	case "args":
		p.Args = strings.Fields(d.value)
	default:
		return fmt.Errorf("unknown directive %q", d.key)
	}
	return nil
}

// ParseImages reads a comma-separated list of image counts.
func ParseImages(list string) ([]int, error) {
	var images []int
	for _, s := range strings.Split(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil || n < 1 {
			return nil, fmt.Errorf("image count %q: expected a positive number", s)
		}
		images = append(images, n)
	}
	return images, nil
}

func readExpectedErrors(path string) ([]ExpectedError, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out, pending []ExpectedError
	for i, text := range strings.Split(string(data), "\n") {
		if want, ok := strings.CutPrefix(strings.TrimSpace(text), comment(path)+
			"expect-error:"); ok {
			pending = append(pending, ExpectedError{File: filepath.Base(path),
				Text: strings.TrimSpace(want)})
			continue
		}
		for _, e := range pending {
			e.Line = i + 1
			out = append(out, e)
		}
		pending = nil
	}
	return out, nil
}
