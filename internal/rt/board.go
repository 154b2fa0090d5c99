package rt

import (
	"fmt"
	"sync/atomic"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt/heap"
	"github.com/coral-pgas/coral/internal/sys"
)

// board is where a member of a team shows the others, who have it mapped, what they need for
// asynchronous collectives: one store, and whoever runs next reads it, where a tree of messages
// needs every image on the way to run in turn. It lies in the owner's slot where that had room, at
// no common offset.
//
// Operation number n uses slots n modulo BoardOperations. A slot is used again when all members
// have completed the operation before: MayShow.
type board [layout.BoardOperations][layout.BoardParts]layout.BoardSlot

// MayShow says whether the slots of an operation are free on this image's board. They are only for
// mapped images.
func (t *Team) MayShow(number uint64) bool {
	if number <= t.completed+layout.BoardOperations {
		return true
	}
	lowest := number
	for m := range t.size {
		lowest = min(lowest, atomic.LoadUint64(&t.w.team(t.Member(m), t.control).Completed))
	}
	t.completed = lowest
	return number <= lowest+layout.BoardOperations
}

// Show shows all members what a slot says, but for its Tag, in one part of an operation for which
// MayShow was true. Slots that carry their data need Length bytes of the Payload only. WakeReaders
// must follow: the caller does first what need not wait until the others can see it.
func (t *Team) Show(number uint64, part int, slot *layout.BoardSlot) error {
	if t.board == nil {
		if err := t.openBoard(); err != nil {
			return err
		}
	}
	s := &t.board[number%layout.BoardOperations][part]
	s.Length, s.Offset, s.Place = slot.Length, slot.Offset, slot.Place
	if slot.Offset == 0 {
		copy(s.Payload[:slot.Length&layout.BoardLength], slot.Payload[:])
	}
	sys.Release(&s.Tag, number)
	t.shown = true
	return nil
}

// WakeReaders wakes the members that sleep, if this image has shown them something since the last
// time.
func (t *Team) WakeReaders() {
	if t.shown {
		t.shown = false
		sys.Barrier()
		t.WakeOthers()
	}
}

// WakeOthers wakes the members that sleep: after the change of a word that any of them may wait
// for.
func (t *Team) WakeOthers() {
	if t.central {
		t.wakeSleepers()
		return
	}
	for m := range t.size {
		if m != t.rank {
			t.w.wake(t.Member(m))
		}
	}
}

// openBoard makes this image's board.
func (t *Team) openBoard() error {
	offset, err := t.w.privateBlock(sizeBoard)
	if err != nil {
		return err
	}
	t.w.Clear(offset, sizeBoard)
	t.board = t.w.board(t.w.rank, offset)
	atomic.StoreUint64(&t.own().Board, offset)
	return nil
}

// Look gives what a member shows in one part of an operation; nil: nothing yet. It stays as it is
// until this image completes the operation.
func (t *Team) Look(member int, number uint64, part int) *layout.BoardSlot {
	if s := t.slot(member, number, part); s != nil && atomic.LoadUint64(&s.Tag) == number {
		return s
	}
	return nil
}

// Shows is the word that has come to the operation's number when Look will find something; nil: the
// member has no board yet.
func (t *Team) Shows(member int, number uint64, part int) *uint64 {
	if s := t.slot(member, number, part); s != nil {
		return &s.Tag
	}
	return nil
}

// slot is where a member shows one part of an operation; nil: it has no board yet.
func (t *Team) slot(member int, number uint64, part int) *layout.BoardSlot {
	if t.boards == nil {
		t.boards = make([]*board, t.size)
	}
	b := t.boards[member]
	if b == nil {
		rank := t.Member(member)
		offset := atomic.LoadUint64(&t.w.team(rank, t.control).Board)
		if offset == 0 {
			return nil
		}
		b = t.w.board(rank, offset)
		t.boards[member] = b
	}
	return &b[number%layout.BoardOperations][part]
}

// BegunBy says whether a member has begun an operation.
func (t *Team) BegunBy(member int, number uint64) bool {
	return atomic.LoadUint64(&t.w.team(t.Member(member), t.control).Begun) >= number
}

// Begins is the word that has come to an operation's number when a member has begun it.
func (t *Team) Begins(member int) *uint64 { return &t.w.team(t.Member(member), t.control).Begun }

// Complete says that all operations up to a number are complete on this image.
func (t *Team) Complete(number uint64) { sys.Release(&t.own().Completed, number) }

// HeapOwn allocates size bytes of zeros on this image alone, at no common offset; HeapDrop frees
// them.
func (w *World) HeapOwn(size uint64) (offset uint64, err error) {
	offset, err = w.privateBlock(size)
	if err == nil {
		w.Clear(offset, size)
	}
	return offset, err
}

// privateBlock allocates memory of the symmetric heap on this image alone; others must be told
// where it is.
func (w *World) privateBlock(size uint64) (offset uint64, err error) {
	start := w.firstFit(size, 0)
	if start == heap.None {
		return 0, fmt.Errorf("%w for %d bytes: %d bytes are allocated on this image", ErrNoMemory,
			size, w.heap.InUse())
	}
	offset, _, err = w.current.take(start, size)
	if err == nil {
		w.blocks[offset].team = nil // nobody's allocation
	}
	return offset, err
}
