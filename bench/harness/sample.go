package harness

import (
	"strconv"
	"strings"
)

// Sample is one line of a program, `bench NAME case=KIND field=value ...`.
type Sample map[string]float64

// ParseSample takes a line apart. Fortran writes `field= value`, with blanks between.
func ParseSample(line string) (name, kind string, s Sample, ok bool) {
	words := strings.Fields(strings.ReplaceAll(line, "= ", "="))
	if len(words) < 3 || words[0] != "bench" {
		return "", "", nil, false
	}
	s = Sample{}
	for _, w := range words[2:] {
		field, value, found := strings.Cut(w, "=")
		if !found {
			return "", "", nil, false
		}
		if field == "case" {
			kind = value
			continue
		}
		number, err := strconv.ParseFloat(value, 64)
		if err != nil {
			return "", "", nil, false
		}
		s[field] = number
	}
	return words[1], kind, s, true
}
