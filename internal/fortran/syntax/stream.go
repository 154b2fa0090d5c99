package syntax

import (
	"strings"

	"github.com/coral-pgas/coral/internal/diag"
)

// maxIncludeDepth bounds the nesting of INCLUDE files; a file that includes itself is found by name
// before.
const maxIncludeDepth = 64

// stream gives the statements of a source, those of INCLUDE files in place of the INCLUDE lines.
type stream struct {
	opt    *Options
	diags  *diag.List
	file   *File
	levels []*level
}

// level is a source being read.
type level struct {
	reader *lineReader
	tok    tokenizer
	open   bool // the line has more statements
}

func newStream(src *diag.Source, opt *Options, diags *diag.List, file *File) *stream {
	s := &stream{opt: opt, diags: diags, file: file}
	s.push(src)
	return s
}

func (s *stream) push(src *diag.Source) {
	lv := &level{reader: newLineReader(src, s.opt, s.diags, s.file)}
	lv.tok = tokenizer{src: src, diags: s.diags, lower: map[string]string{}}
	s.levels = append(s.levels, lv)
}

// next gives the next statement; ok is false at the end.
func (s *stream) next() (st rawStmt, ok bool) {
	for len(s.levels) > 0 {
		lv := s.levels[len(s.levels)-1]
		if !lv.open {
			ln, more := lv.reader.next()
			if !more {
				s.levels = s.levels[:len(s.levels)-1]
				continue
			}
			if lv.tok.ln == nil || ln.fixed {
				// statements of fixed form keep their line, for names to be cut
				lv.tok.ln = new(line)
			}
			*lv.tok.ln = ln
			lv.tok.pos, lv.open = 0, true
		}
		st, lv.open = lv.tok.statement()
		if !lv.open {
			continue
		}
		if name, is := includeName(&st); is {
			s.include(&st, name)
			continue
		}
		return st, true
	}
	return rawStmt{}, false
}

// includeName tells whether a statement is an INCLUDE line (F2018 6.4).
func includeName(st *rawStmt) (string, bool) {
	if len(st.toks) != 2 || st.toks[0].Kind != NameTok || st.toks[0].Text != "include" ||
		st.toks[1].Kind != StringTok {
		return "", false
	}
	_, value := charValue(st.toks[1].Text)
	return value, true
}

func (s *stream) include(st *rawStmt, name string) {
	at := st.toks[0].Range.Join(st.toks[1].Range)
	where := st.toks[1].Range
	for src := st.src; src != nil; src = src.Parent {
		if src.Name == name {
			s.diags.Errorf("C0007", where, "'%s' includes itself", name)
			return
		}
	}
	if len(s.levels) >= maxIncludeDepth {
		s.diags.Errorf("C0007", where, "INCLUDE files are nested more than %d deep",
			maxIncludeDepth)
		return
	}
	if s.opt.Open == nil {
		s.diags.Errorf("C0006", where, "cannot read '%s': INCLUDE files are not available here",
			name)
		return
	}
	src, err := s.opt.Open(name, st.src)
	if err != nil {
		s.diags.Errorf("C0006", where, "cannot read '%s': %s", name, strings.TrimSpace(err.Error()))
		return
	}
	for p := st.src; p != nil; p = p.Parent {
		if p == src || p.Name == src.Name {
			s.diags.Errorf("C0007", where, "'%s' includes itself", name)
			return
		}
	}
	src.Parent, src.IncludedAt = st.src, at
	s.file.Includes = append(s.file.Includes, &Include{Range: at, Name: name, Src: src})
	s.push(src)
}

// charValue gives kind prefix and value of a character constant's text.
func charValue(text string) (kind, value string) {
	i := strings.IndexAny(text, `'"`)
	if i < 0 {
		return "", text
	}
	kind = strings.TrimSuffix(text[:i], "_")
	q := text[i : i+1]
	body := text[i+1:]
	body = strings.TrimSuffix(body, q)
	if strings.Contains(body, q) {
		body = strings.ReplaceAll(body, q+q, q)
	}
	return kind, body
}
