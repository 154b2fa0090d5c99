//go:build cgo

package net

import (
	"encoding/binary"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/conduit/net/message"
	"github.com/coral-pgas/coral/internal/conduit/net/statistics"
)

// Sections travel packed: what is contiguous on the other side as one put whose pieces are gathered
// here (case 2 of the paper's table; in parts, case 3, where the whole is longer than a message),
// else as pieces of equal length with their distance, which the other side scatters. What is
// contiguous on both sides and long is put as it is.

const (
	vectorHead   = 16 // behind a record's head: the distance of pieces, their length
	recordVector = 1 << 30
	pieceMost    = 8 << 10  // bytes of a piece that is packed
	packedMost   = 31 << 10 // of a record: two make a message
)

// extent is where a vector of the other image begins and how far it reaches.
func extent(v conduit.Vector) (low uint64, n int) {
	reach := int64(v.Count-1) * v.StepA
	if reach < 0 {
		return v.A + uint64(reach), int(-reach) + v.N
	}
	return v.A, int(reach) + v.N
}

// parts calls f for parts of a vector of at most so many bytes.
func parts(v conduit.Vector, most int, f func(conduit.Vector) error) error {
	for rest := v.Count; rest > 0; rest -= v.Count {
		v.Count = min(max(1, most/v.N), rest)
		if err := f(v); err != nil {
			return err
		}
		v.A += uint64(int64(v.Count) * v.StepA)
		v.B += uint64(int64(v.Count) * v.StepB)
	}
	return nil
}

// PutStrided is conduit.Strider's.
func (c *Conduit) PutStrided(rank int, remote conduit.Section, src []byte,
	local conduit.Section) error {
	if c.here(rank) {
		slot := bytesAt(&c.seg, rank-c.Rank(), 0, int(c.seg.Stride))
		return conduit.Runs(remote, local, func(r, l uint64, n int) error {
			copy(slot[r:r+uint64(n)], src[l:])
			return nil
		})
	}
	return conduit.Vectors(remote, local, func(v conduit.Vector) error {
		if v.N > pieceMost || v.Count == 1 {
			return eachPiece(v, src, func(at uint64, piece []byte) error {
				return c.Put(rank, at, piece)
			})
		}
		return parts(v, packedMost,
			func(v conduit.Vector) error { return c.putVector(rank, src, v) })
	})
}

// eachPiece calls f for each piece of a vector: where it is on the other image, and in this one's
// memory.
func eachPiece(v conduit.Vector, memory []byte, f func(at uint64, piece []byte) error) error {
	for i := range int64(v.Count) {
		at := v.B + uint64(i*v.StepB)
		if err := f(v.A+uint64(i*v.StepA), memory[at:at+uint64(v.N)]); err != nil {
			return err
		}
	}
	return nil
}

// putVector writes one record, from whose data the other side takes the pieces.
func (c *Conduit) putVector(rank int, src []byte, v conduit.Vector) error {
	p := c.to(rank)
	c.lock(p)
	defer p.sending.Unlock()
	if err := c.sendLent(rank, p); err != nil {
		return err
	}
	low, reach := extent(v)
	behind, err := c.behind(rank, p, low, reach)
	if err != nil {
		return err
	}
	what, n, way := uint32(0), v.N*v.Count, statistics.Gathered
	if v.StepA != int64(v.N) {
		what, n, way = recordVector, n+vectorHead, statistics.Scattered
	}
	data, err := c.record(rank, p, v.A, what, n, behind)
	switch {
	case err != nil:
		return err
	case data == nil: // there is no message to write in now
		return eachPiece(v, src, func(at uint64, piece []byte) error {
			return c.put(rank, p, message.Head{Args: [4]uint64{at}}, piece, message.ShortPut,
				message.LongPut)
		})
	}
	c.onItsWay(p, low, reach, p.batch.behind)
	p.batch.puts = true
	if way == statistics.Scattered {
		binary.LittleEndian.PutUint64(data, uint64(v.StepA))
		binary.LittleEndian.PutUint64(data[8:], uint64(v.N))
		data = data[vectorHead:]
	}
	conduit.Pack(data, src, v.B, v.StepB, v.N)
	c.statistics.Put(way, v.Count, v.N*v.Count)
	return nil
}

// scatter does what a record with a vector says.
func (c *Conduit) scatter(offset uint64, data []byte) {
	step, n := int64(binary.LittleEndian.Uint64(data)), int(binary.LittleEndian.Uint64(data[8:]))
	conduit.Unpack(c.whole(), offset, step, n, data[vectorHead:])
}

func (c *Conduit) whole() []byte { return c.seg.Bytes(0, int(c.seg.Stride)) }
