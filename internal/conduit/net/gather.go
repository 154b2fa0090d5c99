//go:build cgo

package net

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/conduit/net/statistics"
)

// What is not contiguous on the other side is asked for by one message that describes the pieces,
// in as many parts as answers have room for it. The other side packs the pieces of a part, and this
// one takes them from the answer. A description is runs of equal length and distance, so any two
// pieces of one length are one run.

const (
	// of a description: offset, distance, length of a piece, how many
	runSize   = 24
	runsMost  = message.MaxPayload / runSize // in a message
	questions = 16                           // that wait for their answers at a time
	// bytes of an answer
	answerMost = message.MaxPayload
)

// answers are the parts that images have been asked for, of one call.
type answers struct {
	c    *Conduit
	open []*get // parts that images have been asked for
	errs []error
}

// take waits for the answer to the first of the parts, and until the pieces are where they belong.
func (a *answers) take() {
	first := a.open[0]
	a.open = a.open[1:]
	a.note(a.c.answer(first))
}

func (a *answers) note(err error) {
	if err != nil {
		a.errs = append(a.errs, err)
	}
}

// all takes the answers to all parts, also after an error: they find nobody else.
func (a *answers) all() error {
	for len(a.open) > 0 {
		a.take()
	}
	return errors.Join(a.errs...)
}

// questionnaire is what one image is to be asked for: runs until a part is full.
type questionnaire struct {
	answers *answers
	rank    int
	runs    []conduit.Vector
	bytes   int // that the answer will have
}

// full says whether a run has no room in the part.
func (q *questionnaire) full(v conduit.Vector) bool {
	return len(q.runs) == runsMost || q.bytes+v.N*v.Count > answerMost
}

func (q *questionnaire) add(v conduit.Vector) {
	q.runs = append(q.runs, v)
	q.bytes += v.N * v.Count
}

// ask asks for the part that is there, and begins the next one. Of too many parts that are under
// way it takes the first. unpack takes the pieces from the message that has them.
func (q *questionnaire) ask(unpack func(packed []byte)) {
	runs, bytes, a := q.runs, q.bytes, q.answers
	q.runs, q.bytes = nil, 0
	if len(runs) == 0 {
		return
	}
	if len(a.open) >= questions {
		a.take()
	}
	low, high := uint64(math.MaxUint64), uint64(0)
	payload := make([]byte, 0, runSize*len(runs))
	for _, v := range runs {
		at, reach := extent(v)
		low, high = min(low, at), max(high, at+uint64(reach))
		payload = binary.LittleEndian.AppendUint64(payload, v.A)
		payload = binary.LittleEndian.AppendUint64(payload, uint64(v.StepA))
		payload = binary.LittleEndian.AppendUint32(payload, uint32(v.N))
		payload = binary.LittleEndian.AppendUint32(payload, uint32(v.Count))
	}
	behind, _, err := a.c.place(q.rank, low, int(high-low))
	if err != nil {
		a.note(err)
		return
	}
	h := message.Head{What: message.PiecesGet, Behind: behind, Length: uint64(bytes)}
	g, err := a.c.beginGet(&get{rank: q.rank, take: unpack}, h, payload)
	if err != nil {
		a.note(err)
		return
	}
	a.open = append(a.open, g)
	pieces := 0
	for _, v := range runs {
		pieces += v.Count
	}
	a.c.statistics.Get(statistics.Gathered, pieces, bytes)
}

// GetStrided is conduit.Strider's. It gets long pieces one by one, each where it belongs.
func (c *Conduit) GetStrided(rank int, remote conduit.Section, dst []byte,
	local conduit.Section) error {
	if c.here(rank) {
		slot := bytesAt(&c.seg, rank-c.Rank(), 0, int(c.seg.Stride))
		return conduit.Runs(remote, local, func(r, l uint64, n int) error {
			copy(dst[l:l+uint64(n)], slot[r:])
			return nil
		})
	}
	a := answers{c: c}
	q := questionnaire{answers: &a, rank: rank}
	ask := func() {
		runs := q.runs
		q.ask(func(packed []byte) {
			for _, v := range runs {
				conduit.Unpack(dst, v.B, v.StepB, v.N, packed[:v.N*v.Count])
				packed = packed[v.N*v.Count:]
			}
		})
	}
	a.note(conduit.Vectors(remote, local, func(v conduit.Vector) error {
		if v.N > answerMost || v.Count == 1 {
			return eachPiece(v, dst, func(at uint64, piece []byte) error {
				return c.Get(rank, at, piece)
			})
		}
		return parts(v, answerMost, func(v conduit.Vector) error {
			if q.full(v) {
				ask()
			}
			q.add(v)
			return nil
		})
	}))
	ask()
	return a.all()
}

// Gather is conduit.Gatherer's.
func (c *Conduit) Gather(pieces []conduit.Piece) error {
	slices.SortStableFunc(pieces,
		func(a, b conduit.Piece) int { return cmp.Compare(a.Rank, b.Rank) })
	a := answers{c: c}
	for len(pieces) > 0 {
		n := 1
		for n < len(pieces) && pieces[n].Rank == pieces[0].Rank {
			n++
		}
		a.gather(pieces[0].Rank, pieces[:n])
		pieces = pieces[n:]
	}
	return a.all()
}

// gather asks one image for its pieces.
func (a *answers) gather(rank int, pieces []conduit.Piece) {
	q := questionnaire{answers: a, rank: rank}
	var inPart []conduit.Piece
	ask := func() {
		those := inPart
		inPart = nil
		q.ask(func(packed []byte) {
			for _, p := range those {
				packed = packed[copy(p.Dst, packed):]
			}
		})
	}
	for len(pieces) > 0 {
		if p := pieces[0]; a.c.here(rank) || len(p.Dst) > answerMost || len(p.Dst) == 0 {
			a.note(a.c.Get(rank, p.Offset, p.Dst))
			pieces = pieces[1:]
			continue
		}
		v := runOf(pieces, answerMost)
		if q.full(v) {
			ask()
		}
		q.add(v)
		inPart = append(inPart, pieces[:v.Count]...)
		pieces = pieces[v.Count:]
	}
	ask()
}

// runOf is the longest run that begins a list of pieces, of at most so many bytes.
func runOf(pieces []conduit.Piece, most int) conduit.Vector {
	v := conduit.Vector{A: pieces[0].Offset, N: len(pieces[0].Dst), Count: 1}
	for k := 1; k < len(pieces) && len(pieces[k].Dst) == v.N && (k+1)*v.N <= most; k++ {
		step := int64(pieces[k].Offset - pieces[k-1].Offset)
		if k == 1 {
			v.StepA = step
		}
		if step != v.StepA {
			break
		}
		v.Count++
	}
	return v
}

// givePieces answers piecesGet. The pieces are packed where the library sends them from, if it has
// memory for that and nothing waits to be sent before them.
func (c *Conduit) givePieces(source int, h message.Head, runs []byte) {
	answer := message.Head{What: message.Gotten, Args: [4]uint64{0, h.Args[1]}}
	if c.replies.SendBy(func() bool { return c.sendPieces(source, answer, runs, int(h.Length)) }) {
		return
	}
	packed := make([]byte, h.Length)
	c.packPieces(packed, runs)
	c.Reply(source, answer, packed)
}

// sendPieces says whether it has sent the pieces, or the library has failed, which shows at the
// next call of this image's own.
func (c *Conduit) sendPieces(source int, answer message.Head, runs []byte, n int) bool {
	memory := c.takeBuffer()
	if memory == nil {
		return false
	}
	answer.Write((*[message.HeadSize]byte)(memory))
	c.packPieces(memory[message.HeadSize:message.HeadSize+n], runs)
	c.sent.Add(1) // as in send
	next, err := c.lib.SendBuffer(source, memory, n)
	if err != nil {
		c.taken.Add(1)
	}
	c.keepBuffer(next)
	return true
}

// packPieces packs what the runs of a question say.
func (c *Conduit) packPieces(packed, runs []byte) {
	for ; len(runs) >= runSize; runs = runs[runSize:] {
		step := int64(binary.LittleEndian.Uint64(runs[8:]))
		n := int(binary.LittleEndian.Uint32(runs[16:]))
		size := n * int(binary.LittleEndian.Uint32(runs[20:]))
		offset := binary.LittleEndian.Uint64(runs)
		conduit.Pack(packed[:size], c.whole(), offset, step, n)
		packed = packed[size:]
	}
}
