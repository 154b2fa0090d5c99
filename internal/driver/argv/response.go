// Package argv reads what Coral has to know of the command lines of gcc, gfortran, clang, flang and
// the linkers: the words of @FILE, the rules that are written for make, and the files that options
// name for output.
package argv

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

// deepest is how many files of arguments may name each other.
const deepest = 16

// Expand puts the words of @file in its place, as the compiler would: separated by blanks, with
// quotes and backslashes. It also gives the names of the files that it has read.
func Expand(args []string) (words, files []string, err error) {
	words, err = expand(args, 0, &files)
	return words, files, err
}

func expand(args []string, depth int, files *[]string) ([]string, error) {
	var words []string
	for _, word := range args {
		name, isFile := strings.CutPrefix(word, "@")
		if !isFile {
			words = append(words, word)
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil { // compilers take it for the name of an input, too
			words = append(words, word)
			continue
		}
		if depth > deepest {
			return nil, fmt.Errorf(
				"@%s: it names itself, or a file of arguments that names it", name)
		}
		if !slices.Contains(*files, name) {
			*files = append(*files, name)
		}
		inner, err := split(name, string(text))
		if err != nil {
			return nil, err
		}
		if inner, err = expand(inner, depth+1, files); err != nil {
			return nil, err
		}
		words = append(words, inner...)
	}
	return words, nil
}

// split gives the words of a file. A quotation mark that is not closed takes all that follows into
// one word, which nobody means, though gcc does not say so.
func split(name, text string) ([]string, error) {
	var words []string
	var word []byte
	quote, open, line, opened := byte(0), false, 1, 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\n' {
			line++
		}
		switch {
		case c == '\\' && i+1 < len(text):
			i++
			word, open = append(word, text[i]), true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, open, opened = c, true, line
		case quote == 0 && strings.IndexByte(" \t\r\n\f\v", c) >= 0:
			if open {
				words = append(words, string(word))
			}
			word, open = nil, false
		default:
			word, open = append(word, c), true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("@%s: the quotation mark %c in line %d is not closed", name, quote,
			opened)
	}
	if open {
		words = append(words, string(word))
	}
	return words, nil
}
