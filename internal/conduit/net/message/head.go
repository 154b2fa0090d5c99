// Package message is the form of the messages between images: what stands before the payload.
package message

import "encoding/binary"

// Bytes of a head, and of a payload at most: native/src/coral_link.h has them, too.
const (
	HeadSize   = 48
	MaxPayload = 65536
)

// Head is what stands before a message's payload.
type Head struct {
	Handler uint8  // of active messages; meaningless for others
	Behind  bool   // it takes effect after all long puts that its sender has begun before
	Asks    bool   // it asks or answers, and changes nothing unless the asker's own wait ends by it
	What    uint8  // see below
	Tag     uint32 // of the long data that follow, or are to follow
	Args    [4]uint64
	Length  uint64 // of the long data; or see below
}

// Values of Head.What. The comments name the files of the conduit that send and handle them.
const (
	// length: all messages of the receiver's up to this number are complete at the sender
	ActiveMessage = iota
	ShortPut      // args: offset; the payload belongs there
	ShortSignal   // args: offset, 0, word, value: a ShortPut, and then a store of the value
	ShortGet      // args: offset, id, count: answered by Gotten
	// args: 0, id; length: of the answer; the payload says which pieces (gather.go). Answered by
	// Gotten
	PiecesGet
	Gotten     // args: 0, id, error of the system or 0; the payload is what was asked for
	LongPut    // args: offset; the data follow under the tag
	LongSignal // args: as ShortSignal
	LongGet    // args: offset; the data are to follow under the tag
	// the payload says where and how many bytes, of each, and under which tag, if they are
	// expected; the others' data follow under the message's tag, one after the other. args: 0, 0,
	// word, value: the value is added there when all have come
	LongPuts
	// the payload says what; see aggregate.go. args: number, if not 0: asks for Completed, too; its
	// own number; all messages of the receiver's up to this number are complete at the sender
	Records
	Addition   // args: 0, 0, word, value: is added there
	Completion // args: number: asks for Completed with that number when all before is complete
	Completed  // args: number
	// args: offset, id, operand, compare; length: operation and width. Answered by Gotten, the word
	// before as payload
	WordOperation
	// args: offset, id, step, lock; length: a conduit.Change's kinds and operation (atomic.go): the
	// payload's elements are combined with those there. id not 0: answered by Gotten
	Accumulation
	ForeignGet // args: address, id, count: answered by Gotten
	ForeignPut // args: address, id: the payload belongs there; answered by Gotten
	// args: offset, id, size: how is that chunk reached? Answered by Gotten (registration, keys.go)
	KeyAsked
	// args: offset; length: long puts of so many bytes there are expected under the tag
	// (prepost.go)
	Expecting
	Unexpecting // not any more. Answered by NotTold, behind all that tells of such
	NotTold
	// args: label; the payload is a conduit.Note and data, which else follow under the tag; length:
	// of the data (exchange.go)
	Exchange
	GottenEach // the payload is the answers to what a batch has asked for (fetch.go)
	Heartbeat  // the sender's machine is there
	Ended      // args: state, exit code: the sender has stopped or failed
	// the payload is a round of quiescence detection, which goes from leader to leader
	QuiescenceRound
	ReportWanted // to the first image: somebody asks for a wait report
	ReportAsked  // to a leader: in what wait states are the images of your machine?
	Report       // the answer
	AbortReason  // to a leader: the payload is why the run ends, of an image that nobody hears
	Abort        // to a leader: the run ends; args: exit code
)

// Counts says whether the message may end a wait of an image, or make one do something: such are
// counted.
func (h *Head) Counts() bool { return !h.Asks && h.What != Heartbeat && h.What < QuiescenceRound }

func (h *Head) Write(to *[HeadSize]byte) {
	flags := uint32(0)
	if h.Behind {
		flags = 1
	}
	if h.Asks {
		flags |= 2
	}
	binary.LittleEndian.PutUint32(to[0:], uint32(h.Handler)|uint32(h.What)<<8|flags<<16)
	binary.LittleEndian.PutUint32(to[4:], h.Tag)
	for i, a := range h.Args {
		binary.LittleEndian.PutUint64(to[8+8*i:], a)
	}
	binary.LittleEndian.PutUint64(to[40:], h.Length)
}

func (h *Head) Read(from *[HeadSize]byte) {
	first := binary.LittleEndian.Uint32(from[0:])
	h.Handler, h.What, h.Behind, h.Asks, h.Tag = uint8(first), uint8(
		first>>8), first>>16&1 != 0, first>>17&1 != 0, binary.LittleEndian.Uint32(from[4:])
	for i := range h.Args {
		h.Args[i] = binary.LittleEndian.Uint64(from[8+8*i:])
	}
	h.Length = binary.LittleEndian.Uint64(from[40:])
}
