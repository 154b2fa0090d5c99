package driver

import (
	"context"
	"os"
	"slices"
	"strings"

	"github.com/coral-pgas/coral/internal/conduit/net/native"
	"github.com/coral-pgas/coral/internal/config"
	"github.com/coral-pgas/coral/internal/mpirun"
	"github.com/coral-pgas/coral/internal/provider"
	"github.com/coral-pgas/coral/internal/words"
)

// linkedWords are the words for the linker by which the program gets its provider; none: its
// conduit needs nothing when the program is built. The MPI beneath is that of the launcher which
// would start the program here.
func (r *Request) linkedWords(ctx context.Context) ([]string, error) {
	name := r.Conduit
	if name == "" {
		var err error
		if name, err = config.Conduit.Choose(); err != nil {
			return nil, &Error{Code: CodeConduit, Err: err}
		}
	}
	p := provider.Named(name)
	if p == nil || !p.IsLinked() {
		return nil, nil
	}
	var compilers []string
	if l, err := mpirun.Find(ctx); err == nil {
		compilers = l.Compilers()
	}
	words, err := native.Linked(ctx, p, compilers...)
	if err != nil {
		return nil, failure(CodeConduit, "the program cannot be linked with %s: %w", p.Title, err)
	}
	return words, nil
}

// checkConduit refuses an argument of --conduit that is no conduit, or none for which the command
// has a use. A file there is most often the program of a user who has left the name out.
func checkConduit(command, name string) error {
	choices := conduitsOf(command)
	if !slices.Contains(config.Conduit.Choices, name) {
		meant := config.Conduit.Meant(name)
		if !slices.Contains(choices, meant) {
			meant = ""
		}
		if isFile(name) {
			return failure(CodeUsage, "--conduit %s: a file is no conduit: expected one of %s",
				name, strings.Join(choices, ", ")).help(
				"the files come after the conduit's name: coral %s --conduit %s %s", command,
				choices[0], name)
		}
		return failure(CodeUsage, "--conduit %s: expected one of %s%s", name,
			strings.Join(choices, ", "), words.DidYouMean(meant)).help("`coral help %s` says more",
			command)
	}
	if command == "run" {
		return nil
	}
	return checkLinkedConduit(name)
}

// conduitsOf are the conduits that a command's --conduit may name.
func conduitsOf(command string) []string {
	if command == "run" {
		return config.Conduit.Choices
	}
	return provider.Of((*provider.Provider).IsLinked)
}

// isFile tells whether a word that stands for something else is the name of a file: it is there,
// or ends as such names do.
func isFile(word string) bool {
	if _, known := kindOf(word); known {
		return true
	}
	_, err := os.Stat(word)
	return err == nil
}

// checkLinkedConduit refuses a conduit for which a program is not built.
func checkLinkedConduit(name string) error {
	p := provider.Named(name)
	if p != nil && p.IsLinked() {
		return nil
	}
	if p != nil {
		return failure(CodeUsage, "--conduit %s: programs are bound to %s when they start", name,
			p.Title).help("name it then: coral run --conduit %s, or %s=%s", name,
			config.Conduit.Name, name)
	}
	return failure(CodeUsage, "--conduit %s: a program needs nothing of it when it is built", name).
		help("the option is for libraries that are linked into programs: %s",
			strings.Join(provider.Of((*provider.Provider).IsLinked), ", "))
}

// setHome obeys --with NAME=DIR.
func (r *Request) setHome(text string) error {
	name, err := SetHome(text)
	if name != "" {
		r.With = append(r.With, name)
	}
	return err
}

// SetHome obeys --with NAME=DIR, as the setting for that library's directory would have it. name:
// the provider's.
func SetHome(text string) (name string, err error) {
	name, dir, is := strings.Cut(text, "=")
	var home *config.Setting
	if p := provider.Named(name); p != nil {
		home = config.Home(p)
	}
	hasHome := func(p *provider.Provider) bool { return config.Home(p) != nil }
	if !is || dir == "" || home == nil {
		return "", failure(CodeUsage, "--with %s: expected NAME=DIR, where NAME is one of %s", text,
			strings.Join(provider.Of(hasHome), ", "))
	}
	return name, config.SetHome(provider.Named(name), dir)
}

// checkWith refuses --with for a library that the command does not use: its directory would mean
// nothing, and the user's program would have another library than the user believes.
func (r *Request) checkWith() error {
	conduit := r.Conduit
	if conduit == "" && len(r.With) > 0 {
		var err error
		if conduit, err = config.Conduit.Choose(); err != nil {
			return &Error{Code: CodeConduit, Err: err}
		}
	}
	for _, name := range r.With {
		p := provider.Named(name)
		switch {
		case r.Command != "run" && !p.IsLinked():
			return failure(CodeUsage, "--with %s: programs are bound to %s when they start", name,
				p.Title).help("name the directory then: %s=DIR", config.Home(p).Name)
		case conduit == name, conduit == "auto" && len(r.Hosts) > 0 && !p.IsLinked():
		default:
			return failure(CodeUsage, "--with %s: this command does not use %s", name,
				p.Title).help("choose it: --conduit %s", name)
		}
	}
	return nil
}

// takeProvider takes --conduit and --with from the words of a compiler command.
func (r *Request) takeProvider(words []string) (rest []string, err error) {
	for i := 0; i < len(words); i++ {
		o, value, joined, is := config.Find(r.Command, words[i])
		name := o.Name
		if !is || name != "--conduit" && name != "--with" {
			rest = append(rest, words[i])
			continue
		}
		if !joined && i+1 < len(words) {
			i++
			value = words[i]
		}
		if value == "" {
			return nil, missingArgument(r.Command, name)
		}
		if name == "--with" {
			err = r.setHome(value)
		} else {
			r.Conduit = value
			err = checkConduit(r.Command, value)
		}
		if err != nil {
			return nil, err
		}
	}
	return rest, r.checkWith()
}

// missingArgument is the error of an option whose argument is missing; it says what that would be,
// and how to get help: --help is the compiler's where the command has the compiler's options.
func missingArgument(command, option string) *Error {
	expected, table := "", config.Options(command)
	at := slices.IndexFunc(table, func(o config.Option) bool { return o.Is(option) })
	if at >= 0 {
		expected = ": expected " + table[at].Name + " " + table[at].Arg
		if table[at].Setting == config.Conduit {
			expected += ", where NAME is " + provider.Listed(conduitsOf(command), "or")
		}
	}
	help := "coral " + command + " --help"
	if command == "fc" || command == "cc" {
		help = "coral help " + command
	}
	return failure(CodeUsage, "%s: its argument is missing%s", option, expected).
		help("`%s` shows the options", help)
}
