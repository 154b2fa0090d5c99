package driver

import (
	"slices"
	"strings"
	"testing"

	"github.com/coral-pgas/coral/internal/config"
)

// TestOwnOptions: `coral fc` and `coral cc` take the options of the table in each of their
// spellings, with the argument joined or apart, and give the compiler none of it.
func TestOwnOptions(t *testing.T) {
	arguments := map[string]string{"--conduit": "armci", "--with": "armci=/opt", "-fc": "gfortran"}
	for _, command := range []string{"fc", "cc"} {
		for _, o := range config.Options(command) {
			if strings.Contains(o.Name, "=") { // a word as it stands
				continue
			}
			for _, word := range append([]string{o.Name}, o.Also...) {
				lines := [][]string{{word}}
				if a := arguments[o.Name]; a != "" {
					lines = [][]string{{word, a}, {word + "=" + a}}
				}
				for _, line := range lines {
					if o.Name == "--with" {
						line = append(line, "--conduit", "armci")
					}
					plain, err := plainWords(command, append(line, "-O3"))
					if err != nil || !slices.Equal(plain, []string{"-O3"}) {
						t.Errorf("coral %s %v: the compiler gets %v, %v", command, line, plain, err)
					}
				}
			}
			if _, err := plainWords(command, []string{"-O3", o.Name}); o.Arg != "" && err == nil {
				t.Errorf("coral %s %s without %s is taken", command, o.Name, o.Arg)
			}
		}
	}
}

func plainWords(command string, line []string) ([]string, error) {
	if command == "fc" {
		l, err := readFcLine(line)
		if err != nil {
			return nil, err
		}
		return l.plain, nil
	}
	c := &cc{build: &build{request: &Request{Command: "cc"}}, named: map[string]bool{}}
	words, err := c.request.takeProvider(line)
	if err != nil {
		return nil, err
	}
	return c.read(words)
}
