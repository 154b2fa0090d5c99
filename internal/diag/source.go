// Package diag holds what every front end of Coral shares when it speaks to the user: source texts,
// byte ranges into them, and diagnostics with stable codes. It is a leaf: it imports nothing of
// Coral.
package diag

import (
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// Source is one text: a file, or an INCLUDE file nested in another. It is immutable but for
// AddMarker, which the lexer calls while it reads; afterwards any number of goroutines may use it.
type Source struct {
	// Name is the file's name as the user gave it.
	Name string
	// Text is the whole content, byte for byte (a byte order mark and carriage returns included).
	Text string
	// Parent is the source that included this one, or nil.
	Parent *Source
	// IncludedAt is the INCLUDE line in Parent.
	IncludedAt Range
	// Written gives, for text that has been preprocessed, a file as the user has written it, which
	// messages show; nil: it cannot be had. It may be nil itself. It is set before the source is
	// used.
	Written func(file string) *Source

	once    sync.Once
	lines   []int32 // offset of the first byte of each line
	markers []marker
}

// marker says that the line starting at offset off is line `line` of file `file`.
type marker struct {
	off  int32
	file string
	line int
}

// NewSource makes a source of a file's content.
func NewSource(name, text string) *Source {
	return &Source{Name: name, Text: text}
}

// AddMarker records a preprocessor's line marker: the line that starts at offset off is the given
// line of the given file. Offsets must be added in increasing order; one already known is ignored.
func (s *Source) AddMarker(off int, file string, line int) {
	if n := len(s.markers); n > 0 && s.markers[n-1].off >= int32(off) {
		return
	}
	s.markers = append(s.markers, marker{int32(off), file, line})
}

func (s *Source) index() []int32 {
	s.once.Do(func() {
		lines := make([]int32, 1, 1+len(s.Text)/24)
		for i := 0; ; {
			j := strings.IndexByte(s.Text[i:], '\n')
			if j < 0 {
				break
			}
			i += j + 1
			lines = append(lines, int32(i))
		}
		s.lines = lines
	})
	return s.lines
}

// PhysicalLine gives the 1-based line of the text that holds the offset, line markers ignored.
func (s *Source) PhysicalLine(off int) int {
	behind, _ := slices.BinarySearch(s.index(), int32(off)+1) // of those that begin behind it
	return behind
}

// LineCount is the number of physical lines; a text that ends in a newline does not count the empty
// rest.
func (s *Source) LineCount() int {
	lines := s.index()
	if int(lines[len(lines)-1]) == len(s.Text) {
		return len(lines) - 1
	}
	return len(lines)
}

// LineRange gives the bytes of a 1-based physical line, without its line ending.
func (s *Source) LineRange(line int) Range {
	lines := s.index()
	if line < 1 || line > len(lines) {
		return Range{Src: s}
	}
	start, end := int(lines[line-1]), len(s.Text)
	if line < len(lines) {
		end = int(lines[line]) - 1
	}
	if end > start && s.Text[end-1] == '\r' {
		end--
	}
	return s.Range(start, end)
}

// Range makes a range of this source.
func (s *Source) Range(start, end int) Range {
	return Range{Src: s, Start: int32(start), End: int32(end)}
}

// Position is a place as the user sees it. Line and Col count from 1; Col counts characters, a tab
// being one.
type Position struct {
	File string
	Line int
	Col  int
}

// Position maps an offset to file, line and column, through line markers where there are any.
func (s *Source) Position(off int) Position {
	if off < 0 {
		off = 0
	}
	if off > len(s.Text) {
		off = len(s.Text)
	}
	line := s.PhysicalLine(off)
	begin := int(s.lines[line-1])
	if begin == 0 && strings.HasPrefix(s.Text, "\ufeff") && off >= len("\ufeff") {
		begin = len("\ufeff")
	}
	pos := Position{File: s.Name, Line: line, Col: 1 + utf8.RuneCountInString(s.Text[begin:off])}
	if m := s.marker(off); m != nil {
		pos.File = m.file
		pos.Line = m.line + line - s.PhysicalLine(int(m.off))
	}
	return pos
}

// marker is the line marker that governs an offset, or nil.
func (s *Source) marker(off int) *marker {
	k := sort.Search(len(s.markers), func(i int) bool { return int(s.markers[i].off) > off })
	if k == 0 {
		return nil
	}
	return &s.markers[k-1]
}

// Line is the line of an offset as the user sees it: Position without the work for the column.
func (s *Source) Line(off int) int {
	_, line := s.FileLine(off)
	return line
}

// FileLine is the file of an offset, too.
func (s *Source) FileLine(off int) (file string, line int) {
	line = s.PhysicalLine(off)
	if m := s.marker(off); m != nil {
		return m.file, m.line + line - s.PhysicalLine(int(m.off))
	}
	return s.Name, line
}

// Range is a half-open byte range of one source.
type Range struct {
	Src        *Source
	Start, End int32
}

// IsValid tells whether the range names a place at all.
func (r Range) IsValid() bool { return r.Src != nil }

// Len is the number of bytes.
func (r Range) Len() int { return int(r.End - r.Start) }

// Text is what the range covers.
func (r Range) Text() string {
	if r.Src == nil || r.Start < 0 || r.End < r.Start || int(r.End) > len(r.Src.Text) {
		return ""
	}
	return r.Src.Text[r.Start:r.End]
}

// Position is where the range begins.
func (r Range) Position() Position {
	if r.Src == nil {
		return Position{}
	}
	return r.Src.Position(int(r.Start))
}

// Line is the line where the range begins, as the user sees it.
func (r Range) Line() int {
	if r.Src == nil {
		return 0
	}
	return r.Src.Line(int(r.Start))
}

// Contains tells whether o lies inside r.
func (r Range) Contains(o Range) bool {
	return r.Src == o.Src && r.Start <= o.Start && o.End <= r.End
}

// Join is the smallest range that covers both; if they lie in different sources, or one is invalid,
// it is the first valid one.
func (r Range) Join(o Range) Range {
	switch {
	case r.Src == nil:
		return o
	case o.Src != r.Src:
		return r
	}
	return Range{r.Src, min(r.Start, o.Start), max(r.End, o.End)}
}

// From is the empty range at the beginning of r.
func (r Range) From() Range { return Range{r.Src, r.Start, r.Start} }

// To is the empty range at the end of r.
func (r Range) To() Range { return Range{r.Src, r.End, r.End} }
