// Package message is the form of the messages between images: what stands before the payload.
package net

import "encoding/binary"

// Bytes of a head, and of a payload at most: native/src/coral_link.h has them, too.
const (
	headSize   = 48
	maxPayload = 65536
)

// head is what stands before a message's payload.
type head struct {
	handler uint8  // of active messages; meaningless for others
	behind  bool   // it takes effect after all long puts that its sender has begun before
	asks    bool   // it asks or answers, and changes nothing unless the asker's own wait ends by it
	what    uint8  // see below
	tag     uint32 // of the long data that follow, or are to follow
	args    [4]uint64
	length  uint64 // of the long data; or see below
}

// Values of head.what.
const (
	activeMessage = iota
	shortPut      // args: offset; the payload belongs there
	shortSignal   // args: offset, 0, word, value: a shortPut, and then a store of the value
	shortGet      // args: offset, id, count: answered by gotten
	// args: 0, id; length: of the answer; the payload says which pieces (gather.go). Answered by
	// gotten
	piecesGet
	gotten     // args: 0, id, error of the system or 0; the payload is what was asked for
	longPut    // args: offset; the data follow under the tag
	longSignal // args: as shortSignal
	longGet    // args: offset; the data are to follow under the tag
	// the payload says where and how many bytes, of each, and under which tag, if they are
	// expected; the others' data follow under the message's tag, one after the other. args: 0, 0,
	// word, value: the value is added there when all have come
	longPuts
	// the payload says what; see aggregate.go. args: number, if not 0: asks for completed, too
	records
	addition   // args: 0, 0, word, value: is added there
	completion // args: number: asks for completed with that number when all before is complete
	completed  // args: number
	// args: offset, id, operand, compare; length: operation and width. Answered by gotten, the word
	// before as payload
	wordOperation
	// args: offset, id, step, lock; length: a conduit.Change's kinds and operation (atomic.go): the
	// payload's elements are combined with those there. id not 0: answered by gotten
	accumulation
	foreignGet // args: address, id, count: answered by gotten
	foreignPut // args: address, id: the payload belongs there; answered by gotten
	// args: offset, id, size: how is that chunk reached? Answered by gotten (registration.go)
	chunkAsked
	// args: offset; length: long puts of so many bytes there are expected under the tag
	// (prepost.go)
	expecting
	unexpecting // not any more. Answered by notTold, behind all that tells of such
	notTold
	// args: label; the payload is a conduit.Note and data, which else follow under the tag; length:
	// of the data (exchange.go)
	exchangeTold
	gottenEach // the payload is the answers to what a batch has asked for (fetch.go)
	heartbeat  // the sender's machine is there
	ended      // args: state, exit code: the sender has stopped or failed
	surveyed   // the payload is a round of a survey (quiescence.go) that goes from leader to leader
	whereAsked // to the first image: somebody asks where the images stand
	whereAre   // to a leader: where do those of your machine stand?
	theyAre    // the answer
	told       // to a leader: the payload is why the run ends, of an image that nobody hears
	endAsked   // to a leader: the run ends; args: exit code
)

// counts says whether the message may end a wait of an image, or make one do something: such are
// counted.
func (h *head) counts() bool { return !h.asks && h.what != heartbeat && h.what < surveyed }

func (h *head) write(to *[headSize]byte) {
	flags := uint32(0)
	if h.behind {
		flags = 1
	}
	if h.asks {
		flags |= 2
	}
	binary.LittleEndian.PutUint32(to[0:], uint32(h.handler)|uint32(h.what)<<8|flags<<16)
	binary.LittleEndian.PutUint32(to[4:], h.tag)
	for i, a := range h.args {
		binary.LittleEndian.PutUint64(to[8+8*i:], a)
	}
	binary.LittleEndian.PutUint64(to[40:], h.length)
}

func (h *head) read(from *[headSize]byte) {
	first := binary.LittleEndian.Uint32(from[0:])
	h.handler, h.what, h.behind, h.asks, h.tag = uint8(first), uint8(
		first>>8), first>>16&1 != 0, first>>17&1 != 0, binary.LittleEndian.Uint32(from[4:])
	for i := range h.args {
		h.args[i] = binary.LittleEndian.Uint64(from[8+8*i:])
	}
	h.length = binary.LittleEndian.Uint64(from[40:])
}
