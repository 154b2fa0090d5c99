package launch

import (
	"bytes"
	"fmt"
	"io"
	"time"
)

// maxLine bounds what is kept of a line that has not ended. A longer one is passed on in pieces,
// between which other images' output may come.
const maxLine = 1 << 20

// sink is where the streams of one kind go: the launcher's standard output or standard error.
type sink struct {
	to       io.Writer
	terminal bool
	tagged   bool
	owner    *stream // whose unfinished line was written last, or nil
	err      error   // of the first write that failed; nothing is written afterwards
	buffer   []byte
}

// stream is what one image writes to one of its outputs.
type stream struct {
	sink      *sink
	tag       []byte // "[3] " or empty
	partial   []byte // a line that has not ended
	continued bool   // the beginning of this line has been written already
	image     int
	reports   *reports // standard error of one of several images; nil: nothing is held back
	held      held
}

func newStream(s *sink, image int) *stream {
	st := &stream{sink: s, image: image}
	if s.tagged {
		st.tag = fmt.Appendf(nil, "[%d] ", image)
	}
	return st
}

// take accepts bytes from the image and passes on every line that is complete. The data is not
// kept.
func (s *stream) take(data []byte) {
	end := bytes.LastIndexByte(data, '\n') + 1
	if end > 0 {
		s.passLines(data[:end])
		data = data[end:]
	}
	s.partial = append(s.partial, data...)
	if len(s.partial) >= maxLine {
		s.flush()
	}
	if len(s.partial) == 0 && cap(s.partial) > 4096 {
		s.partial = nil
	}
}

// passLines passes on complete lines, the first of which may have begun before, up to the first one
// of a report.
func (s *stream) passLines(data []byte) {
	if s.reports == nil || s.continued {
		s.pass(s.partial, data)
		s.partial = s.partial[:0]
		return
	}
	data = append(s.partial, data...)
	s.partial = s.partial[:0]
	if len(s.held.text) == 0 || s.held.blank() {
		data = s.beforeReport(data)
	}
	if len(data) == 0 {
		return
	}
	if len(s.held.text) == 0 {
		s.held.since = time.Now()
	}
	if s.held.text = append(s.held.text, data...); len(s.held.text) > maxReport {
		s.release()
	}
}

// beforeReport passes on the lines before a report, and gives what is to be held back. An empty
// line is if it may belong to a report: gfortran's begin with one.
func (s *stream) beforeReport(data []byte) []byte {
	blank := s.held.blank()
	for at := 0; at < len(data); {
		end := at + bytes.IndexByte(data[at:], '\n') + 1
		line := data[at:end]
		switch {
		case beginsReport(line):
			if blank && at > 0 {
				at--
			}
			if at > 0 {
				s.release()
				s.pass(data[:at], nil)
			}
			return data[at:]
		default:
			blank = len(line) == 1
		}
		at = end
	}
	s.release()
	if blank {
		if before := data[:len(data)-1]; len(before) > 0 {
			s.pass(before, nil)
		}
		return data[len(data)-1:]
	}
	s.pass(data, nil)
	return nil
}

// release passes on what is held back.
func (s *stream) release() {
	if len(s.held.text) > 0 {
		text := s.held.text
		s.held.text = nil
		s.pass(text, nil)
	}
}

// close is for the end of the pipe: what is held back waits for what the launcher knows.
func (s *stream) close() {
	if len(s.held.text) == 0 {
		s.flush()
		return
	}
	s.held.text = append(s.held.text, s.partial...)
	s.partial = nil
}

// end is for the last of an image that has ended: what is held back is its report. at is what is
// known of the place.
func (s *stream) end(at ending) {
	if s.reports == nil {
		s.flush()
		if at.Note != "" {
			s.sink.writeText(at.Note)
		}
		return
	}
	if s.held.blank() {
		s.release()
	}
	s.close()
	if n := len(s.held.text); n > 0 && at.Note != "" && s.held.text[n-1] != '\n' {
		s.held.text = append(s.held.text, '\n')
	}
	s.held.text = withLine(s.held.text, s.image, at.Note)
	report := append(s.held.text, at.Note...)
	s.held.text = nil
	switch {
	case len(report) > 0:
		s.reports.add(s.image, report, at.Fault)
	case at.Fault != "":
		s.reports.addSilent(s.image, at)
	}
}

// flush passes on what there is of an unfinished line.
func (s *stream) flush() {
	if len(s.partial) > 0 {
		s.pass(s.partial, nil)
		s.partial = s.partial[:0]
	}
}

// pass writes two pieces as one, with the tag at the start of each line. Where people read, a line
// that another image has not finished is ended first; elsewhere bytes are passed exactly.
func (s *stream) pass(first, second []byte) {
	k := s.sink
	k.buffer = k.buffer[:0]
	if k.owner != nil && k.owner != s && (k.terminal || k.tagged) {
		k.buffer = append(k.buffer, '\n')
	}
	if len(s.tag) == 0 {
		k.buffer = append(append(k.buffer, first...), second...)
	} else {
		s.appendTagged(first)
		s.appendTagged(second)
	}
	s.continued = k.buffer[len(k.buffer)-1] != '\n'
	k.owner = nil
	if s.continued {
		k.owner = s
	}
	k.write()
}

func (s *stream) appendTagged(data []byte) {
	for len(data) > 0 {
		if !s.continued {
			s.sink.buffer = append(s.sink.buffer, s.tag...)
		}
		end := bytes.IndexByte(data, '\n') + 1
		s.continued = end == 0
		if s.continued {
			end = len(data)
		}
		s.sink.buffer = append(s.sink.buffer, data[:end]...)
		data = data[end:]
	}
}

func (k *sink) write() {
	if k.err == nil {
		_, k.err = k.to.Write(k.buffer)
	}
	if cap(k.buffer) > 2*maxLine {
		k.buffer = nil
	}
}
