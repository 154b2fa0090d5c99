package async

import "encoding/binary"

// Small functions without an event are sent several at once: what one message costs is mostly the
// message. They wait until there is a message full of them for their target, or Advance, which
// every wait calls: nobody can know that they are complete without a wait.

// batch is functions for one image.
type batch struct {
	words   [4]uint64
	payload []byte // of each: word 0, the length of its payload in two bytes, the payload
	listed  bool   // the image is in Engine.batched
}

const batchHead = 10

// dispatch sends a shipped function, at once or with others. In a shipped function, during Advance,
// the end of the walk is near.
func (e *Engine) dispatch(rank int, words *[4]uint64, payload []byte, now bool) error {
	limit := e.limit
	if e.batches == nil {
		e.batches = make([]batch, e.w.Size())
	}
	b := &e.batches[rank]
	need := batchHead + len(payload)
	shared := [4]uint64{kindBatch, words[1], words[2], words[3]}
	// Functions are not sent past others: who ships A and then B to one image may count on the
	// order as long as there is one conduit between.
	if len(b.payload) > 0 && (now || b.words != shared || len(b.payload)+need > limit) {
		if err := e.sendBatch(rank); err != nil {
			return err
		}
	}
	if now || need > limit/2 || rank == e.w.Rank() {
		return e.send(rank, words, payload)
	}
	if len(b.payload) == 0 {
		b.words = shared
	}
	if !b.listed {
		b.listed = true
		e.batched = append(e.batched, rank)
		e.tellShort()
	}
	b.payload = binary.NativeEndian.AppendUint64(b.payload, words[0])
	b.payload = binary.NativeEndian.AppendUint16(b.payload, uint16(len(payload)))
	b.payload = append(b.payload, payload...)
	return nil
}

// sendBatch sends what waits for one image.
func (e *Engine) sendBatch(rank int) error {
	b := &e.batches[rank]
	if len(b.payload) == 0 {
		return nil
	}
	err := e.send(rank, &b.words, b.payload)
	b.payload = b.payload[:0]
	return err
}

// sendBatches sends all that waits.
func (e *Engine) sendBatches() bool {
	ranks := e.batched
	if len(ranks) == 0 {
		return false
	}
	e.batched = ranks[:0]
	for _, rank := range ranks {
		e.batches[rank].listed = false
		_ = e.sendBatch(rank) // who is gone needs none
	}
	e.tellShort()
	return true
}

// arriveAll executes the functions of a batch.
func (e *Engine) arriveAll(m *incoming) {
	for left := m.payload; len(left) > 0; {
		one := incoming{source: m.source, words: m.words}
		one.words[0] = binary.NativeEndian.Uint64(left)
		n := int(binary.NativeEndian.Uint16(left[8:]))
		one.payload = left[batchHead : batchHead+n : batchHead+n]
		left = left[batchHead+n:]
		e.arrive(&one)
	}
}
