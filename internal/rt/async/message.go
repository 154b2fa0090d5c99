package async

import (
	"encoding/binary"

	"github.com/coral-pgas/coral/internal/conduit"
)

// Handlers of active messages.
const (
	handleWhole = 1 + iota // a message in one piece
	handlePart             // a piece: Args are the sender's number for the message, offset, length of the whole
)

// Kinds of messages: the lowest byte of the first word.
const (
	kindShip       = 1 + iota // a shipped function; see ship.go
	kindAck                   // functions are done; see finish.go
	kindClaim                 // wants a count of an event: Base, number of the claim, Offset
	kindGrant                 // has it: number of the claim
	kindBatch                 // shipped functions that agree in words 1 to 3; see batch.go
	kindCollective            // tag<<8, team, number; see collective.go
)

// incoming is a message that has arrived.
type incoming struct {
	source  int
	words   [4]uint64
	payload []byte
}

func (m *incoming) kind() uint8 { return uint8(m.words[0]) }

// send sends a message of any length to an image, which may be this one. It must not be called by a handler, nor with e.mu held.
func (e *Engine) send(rank int, words [4]uint64, payload []byte) error {
	if rank == e.w.Rank() {
		e.deliver(incoming{rank, words, append([]byte(nil), payload...)})
		return nil
	}
	limit := e.c.MaxPayload()
	if len(payload) <= limit {
		return e.c.Send(rank, conduit.Message{Handler: handleWhole, Args: words, Payload: payload})
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
		m := conduit.Message{Handler: handlePart, Args: [4]uint64{number, uint64(at), uint64(len(whole))}, Payload: piece}
		if err := e.c.Send(rank, m); err != nil {
			return err
		}
	}
	return nil
}

// deliver puts a message where it is handled. The conduit's helper calls it too.
func (e *Engine) deliver(m incoming) {
	switch m.kind() {
	case kindClaim:
		e.mu.Lock()
		e.claims = append(e.claims, claim{m.source, m.words[1], m.words[2], m.words[3]})
		e.help()
		e.mu.Unlock()
	case kindGrant:
		e.granted(m.words[1])
	default:
		e.mu.Lock()
		e.inbox = append(e.inbox, m)
		e.mu.Unlock()
		e.due.Add(1)
	}
}

func (e *Engine) onWhole(m conduit.Arrived) {
	e.deliver(incoming{m.Source, m.Args, append([]byte(nil), m.Payload...)})
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
