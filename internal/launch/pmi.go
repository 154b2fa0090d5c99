package launch

import (
	"fmt"
	"strconv"
	"strings"
)

// words is where the images of a run leave words for each other before their library has connected
// them: the serving side of PMI-1, as far as an image's link asks for it
// (conduit/net/native/src/pmi.c). One goroutine owns it.
type words struct {
	size    int
	space   map[string]string
	waiting []int        // ranks at the barrier
	inside  map[int]bool // ranks that have come and not taken leave
	came    map[int]bool // ranks that have come
}

func newWords(size int) words {
	return words{size: size, space: map[string]string{}, inside: map[int]bool{},
		came: map[int]bool{}}
}

// answer is a line for a rank, without its end.
type answer struct {
	rank int
	line string
}

// ask does what a line of a rank asks for. ended: the run is to end with the code.
func (w *words) ask(rank int, line string) (answers []answer, ended bool, code int) {
	fields := map[string]string{}
	for part := range strings.FieldsSeq(line) {
		name, value, _ := strings.Cut(part, "=")
		fields[name] = value
	}
	reply := func(format string, args ...any) ([]answer, bool, int) {
		return []answer{{rank, fmt.Sprintf(format, args...)}}, false, 0
	}
	switch fields["cmd"] {
	case "init":
		w.inside[rank], w.came[rank] = true, true
		return reply("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0")
	case "get_maxes":
		return reply("cmd=maxes kvsname_max=64 keylen_max=64 vallen_max=1024")
	case "get_my_kvsname":
		return reply("cmd=my_kvsname kvsname=coral")
	case "put":
		w.space[fields["key"]] = fields["value"]
		return reply("cmd=put_result rc=0 msg=success")
	case "get":
		value, there := w.space[fields["key"]]
		if !there {
			return reply("cmd=get_result rc=-1 msg=missing")
		}
		return reply("cmd=get_result rc=0 msg=success value=%s", value)
	case "barrier_in":
		if w.waiting = append(w.waiting, rank); len(w.waiting) == w.size {
			for _, r := range w.waiting {
				answers = append(answers, answer{r, "cmd=barrier_out rc=0"})
			}
			w.waiting = nil
		}
		return answers, false, 0
	case "finalize":
		delete(w.inside, rank)
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
