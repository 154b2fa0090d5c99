package async

import (
	"encoding/binary"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
)

// Handlers of active messages.
const (
	handleWhole = layout.MessageWhole // a message in one piece
	// a piece: Args are the sender's number for the message, offset, length of the whole
	handlePart  = handleWhole + 1
	handleStage = handleWhole + 2 // the payload lies in a stage of the sender's: offset, length
)

// Kinds of messages: the lowest byte of the first word.
const (
	kindShip = layout.MessageShip + iota // a shipped function; see ship.go
	kindAck                              // functions outside of blocks are done; see finish.go
	// wants a count of an event: Base, number of the claim, Offset
	kindClaim
	kindGrant // has it: number of the claim
	kindPost  // notify an own event: Offset
	// shipped functions that agree in words 1 to 3; see batch.go
	kindBatch
	kindCollective // step<<stepShift, team, number; see collective.go
	kindResult     // of a function in a finish block; see ship.go
)

// incoming is a message that has arrived.
type incoming struct {
	source  int
	words   [4]uint64
	payload []byte
}

func (m *incoming) kind() uint8 { return uint8(m.words[0]) }

// inbox is messages in order, and their payloads one after the other: to receive a message takes no
// memory that was not there.
type inbox struct {
	messages []incoming
	bytes    []byte
}

// put adds a message, whose payload it copies.
func (b *inbox) put(m *incoming) {
	at := len(b.bytes)
	b.bytes = append(b.bytes, m.payload...)
	b.messages = append(b.messages, *m)
	b.messages[len(b.messages)-1].payload = b.bytes[at:len(b.bytes):len(b.bytes)]
}

// inboxKept is up to how many bytes an empty inbox keeps.
const inboxKept = 1 << 20

// empty makes room for other messages: nobody may use the payloads any more.
func (b *inbox) empty() {
	b.messages, b.bytes = b.messages[:0], b.bytes[:0]
	if cap(b.bytes) > inboxKept {
		*b = inbox{}
	}
}

// send sends a message of any length to an image, which may be this one. It must not be called by a
// handler, nor with e.mu held.
//
// The words go one by one: copied all at once, right after they have been written, they are read in
// pieces that no single store has written, for which processors wait until the stores are done.
func (e *Engine) send(rank int, words *[4]uint64, payload []byte) error {
	if rank == e.w.Rank() {
		e.deliver(incoming{rank, *words, payload})
		return nil
	}
	e.delays.stall()
	limit := e.limit
	if len(payload) <= limit {
		args := [4]uint64{words[0], words[1], words[2], words[3]}
		return e.c.Send(rank, conduit.Message{Handler: handleWhole, Args: args, Payload: payload,
			Patient: patient(words[0])})
	}
	if e.w.Mapped() {
		if sent, err := e.sendStaged(rank, words, payload); sent {
			return err
		}
	}
	e.mu.Lock()
	e.lastPart++
	number := e.lastPart
	e.mu.Unlock()
	whole := make([]byte, 0, 32+len(payload))
	for _, w := range words {
		whole = binary.NativeEndian.AppendUint64(whole, w)
	}
	whole = append(whole, payload...)
	for at := 0; at < len(whole); at += limit {
		piece := whole[at:min(at+limit, len(whole))]
		m := conduit.Message{Handler: handlePart,
			Args: [4]uint64{number, uint64(at), uint64(len(whole))}, Payload: piece,
			Patient: patient(words[0])}
		if err := e.c.Send(rank, m); err != nil {
			return err
		}
	}
	return nil
}

// stagedBytes are those of what a message says of its stage.
const stagedBytes = 16

// sendStaged sends a message whose payload the receiver copies from this image's slot: one message
// where its parts would be many. It says whether there was memory for that. What is too long for
// one message is sent by the image's own goroutine.
func (e *Engine) sendStaged(rank int, words *[4]uint64, payload []byte) (bool, error) {
	s, err := e.w.NewStage(len(payload), 1)
	if err != nil {
		return false, nil
	}
	copy(s.Data, payload)
	s.Publish(len(payload))
	var place [stagedBytes]byte
	binary.NativeEndian.PutUint64(place[:], s.Offset)
	binary.NativeEndian.PutUint64(place[8:], uint64(len(payload)))
	args := [4]uint64{words[0], words[1], words[2], words[3]}
	m := conduit.Message{Handler: handleStage, Args: args, Payload: place[:],
		Patient: patient(words[0])}
	return true, e.c.Send(rank, m)
}

// onStage is the handler of such a message.
func (e *Engine) onStage(m conduit.Arrived) {
	if len(m.Payload) != stagedBytes {
		return
	}
	offset, n := binary.NativeEndian.Uint64(m.Payload), binary.NativeEndian.Uint64(m.Payload[8:])
	s := e.w.StagedAt(m.Source, offset, int(n))
	e.deliver(incoming{m.Source, m.Args, s.Data})
	s.Release()
}

// patient says whether a message is for the image's own goroutine, which looks for it in Advance:
// no helper can do anything with it.
func patient(word uint64) bool {
	kind := uint8(word)
	return kind != kindClaim && kind != kindGrant && kind != kindPost
}

// deliver puts a message where it is handled, and copies its payload. The conduit's helper calls it
// too.
func (e *Engine) deliver(m incoming) {
	switch m.kind() {
	case kindGrant:
		e.granted(m.words[1])
	case kindPost:
		_ = e.options.Post(e.near(Event{Rank: e.w.Rank(), Offset: m.words[1]}))
	default:
		e.mu.Lock()
		e.inbox.put(&m)
		e.mu.Unlock()
		e.leaveToOwn()
	}
}

// takeOwn is onWhole on the image's goroutine, which needs no lock for its own. Messages do not
// pass those that the helper has put in the inbox before: it is not at work now, since handlers run
// one at a time.
func (e *Engine) takeOwn(m conduit.Arrived) {
	arrived := incoming{m.Source, m.Args, m.Payload}
	if arrived.kind() == kindClaim {
		e.claimed(m)
		return
	}
	if !patient(m.Args[0]) || e.due.Load() != 0 {
		e.deliver(arrived)
		return
	}
	e.reading.put(&arrived)
}

func (e *Engine) onWhole(m conduit.Arrived) {
	arrived := incoming{m.Source, m.Args, m.Payload}
	if arrived.kind() == kindClaim {
		e.claimed(m)
		return
	}
	e.deliver(arrived)
}

// partKey names a message of which pieces have come; they may come in any order.
type partKey struct {
	source int
	number uint64
}

type assembly struct {
	whole []byte
	left  int
}

func (e *Engine) onPart(m conduit.Arrived) {
	key := partKey{m.Source, m.Args[0]}
	e.mu.Lock()
	a := e.parts[key]
	if a == nil {
		a = &assembly{make([]byte, m.Args[2]), int(m.Args[2])}
		e.parts[key] = a
	}
	a.left -= copy(a.whole[m.Args[1]:], m.Payload)
	if a.left == 0 {
		delete(e.parts, key)
	}
	e.mu.Unlock()
	if a.left > 0 {
		return
	}
	arrived := incoming{source: m.Source, payload: a.whole[32:]}
	for i := range arrived.words {
		arrived.words[i] = binary.NativeEndian.Uint64(a.whole[8*i:])
	}
	e.deliver(arrived)
}
