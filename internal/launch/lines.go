package launch

import (
	"bytes"
	"fmt"
	"io"
)

// maxLine bounds what is kept of a line that has not ended. A longer one is passed on in pieces, between which other
// images' output may come.
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
}

func newStream(s *sink, image int) *stream {
	st := &stream{sink: s}
	if s.tagged {
		st.tag = fmt.Appendf(nil, "[%d] ", image)
	}
	return st
}

// take accepts bytes from the image and passes on every line that is complete. The data is not kept.
func (s *stream) take(data []byte) {
	end := bytes.LastIndexByte(data, '\n') + 1
	if end > 0 {
		s.pass(s.partial, data[:end])
		s.partial = s.partial[:0]
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

// flush passes on what there is of an unfinished line.
func (s *stream) flush() {
	if len(s.partial) > 0 {
		s.pass(s.partial, nil)
		s.partial = s.partial[:0]
	}
}

// pass writes two pieces as one, with the tag at the start of each line. Where people read, a line that another image
// has not finished is ended first; elsewhere bytes are passed exactly.
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
