package driver

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/driver/objfile"
)

// linkOrCompile does the last step of a command, with the runtime if something that is linked needs
// it.
func (f *fc) linkOrCompile(ctx context.Context, words []string) (int, error) {
	if f.line.stage != stageLink {
		return f.passOn(ctx, words)
	}
	needed, err := f.needsRuntime(ctx, words)
	if err != nil {
		return 1, err
	}
	if !needed {
		return f.passOn(ctx, words)
	}
	if err := refuseLinking("fc", words); err != nil {
		return 1, err
	}
	if f.rt.archive == "" {
		if f.rt, err = f.support(ctx); err != nil {
			return 1, err
		}
	}
	if f.line.language != "" {
		words = append(words, "-x", "none") // what follows is no source
	}
	provider, err := f.request.linkedWords(ctx)
	if err != nil {
		return 1, err
	}
	words = slices.Concat(f.compiler.pie(), words, []string{f.rt.object, f.rt.archive}, provider,
		linkOptions, f.summary, bigDataOptions(words),
		f.compiler.stackOptions(f.objects()))
	return linkSeen(&f.stderr, f.objects(), words, f.request.Output,
		func() (int, error) { return f.passOn(ctx, words) })
}

// needsRuntime tells whether the program refers to Coral's runtime. Objects of the command line are
// part of it; of archives only what the linker takes, which it is asked if it matters.
func (f *fc) needsRuntime(ctx context.Context, words []string) (bool, error) {
	if f.line.dry && slices.ContainsFunc(f.files, func(f *fcFile) bool { return f.parallel }) {
		return true, nil // there are no objects yet
	}
	var own, archived []objfile.Object // of these only those that may refer to it
	for _, path := range f.objects() {
		objects, err := objfile.Members(path)
		if err != nil {
			continue // the linker will say what is wrong with it
		}
		isArchive := len(objects) != 1 || objects[0].Name != ""
		for _, o := range objects {
			switch {
			case !o.RefersTo(looksOfRuntime):
			case isArchive:
				archived = append(archived, o)
			default:
				own = append(own, o)
			}
		}
	}
	if len(own)+len(archived) == 0 {
		return false, nil
	}
	defined, err := f.definedNames(ctx)
	if err != nil {
		return false, err
	}
	ofRuntime := func(name string) bool { return looksOfRuntime(name) && defined[name] }
	refers := func(o objfile.Object) bool { return o.RefersTo(ofRuntime) }
	if slices.ContainsFunc(own, refers) {
		return true, nil
	}
	inArchives := slices.ContainsFunc(archived, refers)
	if !inArchives || f.line.dry {
		return inArchives, nil
	}
	return f.linkerTakes(ctx, words, ofRuntime)
}

// objects are all that is linked of the program.
func (f *fc) objects() []string {
	paths := f.linked()
	for _, file := range f.files {
		paths = append(paths, file.output)
	}
	return paths
}

// linked are the objects and archives of the command line, libraries among them where -L says that
// they are.
func (f *fc) linked() []string {
	var paths []string
	for _, w := range f.line.args {
		word := w.words[0]
		switch {
		case w.use == forLink && !strings.HasPrefix(word, "-"):
			paths = append(paths, word)
		case strings.HasPrefix(word, "-l"):
			name := "lib" + strings.TrimPrefix(strings.Join(w.words, ""), "-l") + ".a"
			if exact, ok := strings.CutPrefix(name, "lib:"); ok {
				name = strings.TrimSuffix(exact, ".a")
			}
			for _, dir := range f.line.dirs {
				if path := filepath.Join(dir, name); readable(path) == nil {
					paths = append(paths, path)
					break
				}
			}
		}
	}
	return paths
}

// linkerTakes links without the runtime, to nowhere, and looks at what the linker takes from
// archives: twice --trace lists members.
func (f *fc) linkerTakes(ctx context.Context, words []string, names func(string) bool) (bool,
	error) {
	program, err := f.work.path("trial")
	if err != nil {
		return false, err
	}
	args := slices.Concat(words,
		[]string{"-x", "none", "-o", program,
			"-Wl,--trace,--trace,--unresolved-symbols=ignore-all"})
	out, err := f.work.run(ctx, f.compiler.Path, args...)
	if err != nil {
		return false, nil // the true link will say why
	}
	taken := map[string]bool{}
	for line := range strings.Lines(string(out.stdout)) {
		line = strings.TrimSpace(line)
		// path(member), or (path)member of old linkers; a member of a thin archive by its own path
		taken[filepath.Clean(line)] = true
		if i := strings.LastIndexByte(line, '('); i >= 0 && strings.HasSuffix(line, ")") {
			path, member := line[:i], strings.TrimSuffix(line[i+1:], ")")
			taken[filepath.Clean(path)+"\x00"+member] = true
		} else if path, member, ok := strings.Cut(strings.TrimPrefix(line, "("), ")"); ok {
			taken[filepath.Clean(path)+"\x00"+member] = true
		}
	}
	for _, path := range f.linked() {
		objects, err := objfile.Members(path)
		if err != nil {
			continue
		}
		for _, o := range objects {
			is := taken[filepath.Clean(path)+"\x00"+o.Name] || o.File != "" && taken[o.File]
			if is && o.RefersTo(names) {
				return true, nil
			}
		}
	}
	return false, nil
}

// looksOfRuntime tells whether a name may be one that only the runtime defines. It is looked up
// there: a program may have procedures of its own that begin with coral_.
func looksOfRuntime(name string) bool {
	return strings.HasPrefix(name, "coral_") || strings.Contains(name, "coral_rt")
}

// definedNames are the names that the runtime defines.
func (f *fc) definedNames(ctx context.Context) (map[string]bool, error) {
	rt, err := f.support(ctx)
	if err != nil {
		return nil, err
	}
	f.rt = rt
	names := map[string]bool{}
	for _, path := range []string{rt.archive, rt.object} {
		objects, _ := objfile.Members(path)
		for _, o := range objects {
			o.Definitions(names)
		}
	}
	return names, nil
}

// refuseLinking refuses options with which a program that has coarrays cannot be linked by a
// command.
func refuseLinking(command string, words []string) error {
	for _, w := range words {
		why, no := refused[w]
		no = no && (strings.HasPrefix(w, "-static") || w == "-shared" ||
			strings.Contains(w, "pi") || strings.Contains(w, "PI"))
		if name := refusedSanitizer(w); name != "" {
			why, no = noSanitizer, true
		}
		if isGold(w) {
			why, no = noGold, true
		}
		if command == "cc" { // which links no runtime of Fortran
			why = strings.TrimSuffix(why, staticFortran)
		}
		if no {
			return failure(CodeOption,
				"the option %s cannot be obeyed: there are coarrays in what is linked",
				w).help("%s", why)
		}
	}
	return nil
}
