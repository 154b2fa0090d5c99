// Package pmi is the serving side of PMI-1, as far as an image's link asks for it
// (conduit/net/native/src/wire.c).
package pmi

import (
	"fmt"
	"strconv"
	"strings"
)

// Server is where the images of a run leave words for each other before their library has connected
// them. One goroutine owns it.
type Server struct {
	size    int
	space   map[string]string
	waiting []int        // ranks at the barrier
	inside  map[int]bool // ranks that have come and not taken leave
	came    map[int]bool // ranks that have come
}

// NewServer serves the images of a run of a size.
func NewServer(size int) Server {
	return Server{size: size, space: map[string]string{}, inside: map[int]bool{},
		came: map[int]bool{}}
}

// IsInside tells whether a rank has come and not taken leave.
func (s *Server) IsInside(rank int) bool { return s.inside[rank] }

// HasCome tells whether a rank has come.
func (s *Server) HasCome(rank int) bool { return s.came[rank] }

// Answer is a line for a rank, without its end.
type Answer struct {
	Rank int
	Line string
}

// Ask does what a line of a rank asks for. ended: the run is to end with the code.
func (s *Server) Ask(rank int, line string) (answers []Answer, ended bool, code int) {
	fields := map[string]string{}
	for part := range strings.FieldsSeq(line) {
		name, value, _ := strings.Cut(part, "=")
		fields[name] = value
	}
	reply := func(format string, args ...any) ([]Answer, bool, int) {
		return []Answer{{rank, fmt.Sprintf(format, args...)}}, false, 0
	}
	switch fields["cmd"] {
	case "init":
		s.inside[rank], s.came[rank] = true, true
		return reply("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0")
	case "get_maxes":
		return reply("cmd=maxes kvsname_max=64 keylen_max=64 vallen_max=1024")
	case "get_my_kvsname":
		return reply("cmd=my_kvsname kvsname=coral")
	case "put":
		s.space[fields["key"]] = fields["value"]
		return reply("cmd=put_result rc=0 msg=success")
	case "get":
		value, there := s.space[fields["key"]]
		if !there {
			return reply("cmd=get_result rc=-1 msg=missing")
		}
		return reply("cmd=get_result rc=0 msg=success value=%s", value)
	case "barrier_in":
		if s.waiting = append(s.waiting, rank); len(s.waiting) == s.size {
			for _, r := range s.waiting {
				answers = append(answers, Answer{r, "cmd=barrier_out rc=0"})
			}
			s.waiting = nil
		}
		return answers, false, 0
	case "finalize":
		delete(s.inside, rank)
		return reply("cmd=finalize_ack rc=0")
	case "abort":
		code, err := strconv.Atoi(fields["exitcode"])
		if err != nil {
			code = 1
		}
		return nil, true, code
	}
	return reply("cmd=unknown rc=-1")
}
