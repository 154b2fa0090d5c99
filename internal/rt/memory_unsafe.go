package rt

import (
	"unsafe"

	"github.com/coral-pgas/coral/internal/conduit"
	"github.com/coral-pgas/coral/internal/layout"
)

// memory gives typed access to mapped slots and the Job area. With mapped
// false only the own rank may be asked for.
type memory struct {
	base   unsafe.Pointer // own slot
	job    unsafe.Pointer
	stride int64
	rank   int
	static uint64
	mapped bool
}

func newMemory(seg *conduit.Segment, rank int) memory {
	return memory{
		base: seg.Base, job: seg.Job, stride: int64(seg.Stride),
		rank: rank, static: seg.Static, mapped: seg.Window != nil,
	}
}

// at is the address of offset in the slot of rank.
func (m *memory) at(rank int, offset uint64) unsafe.Pointer {
	return unsafe.Add(m.base, int64(rank-m.rank)*m.stride+int64(offset))
}

func (m *memory) word64(rank int, offset uint64) *uint64 {
	return (*uint64)(m.at(rank, offset))
}

func (m *memory) word32(rank int, offset uint64) *uint32 {
	return (*uint32)(m.at(rank, offset))
}

func (m *memory) bytes(rank int, offset uint64, n int) []byte {
	return unsafe.Slice((*byte)(m.at(rank, offset)), n)
}

func (m *memory) control(rank int) *layout.Control {
	return (*layout.Control)(m.at(rank, m.static))
}

// syncCount is the counter in rank's Control that image from (a rank) writes.
func (m *memory) syncCount(rank, from int) *uint64 {
	return m.word64(rank, m.syncOffset(from))
}

func (m *memory) syncOffset(from int) uint64 {
	return m.static + layout.ControlSync + uint64(from)*layout.CacheLine
}

func (m *memory) team(rank int, offset uint64) *layout.TeamControl {
	return (*layout.TeamControl)(m.at(rank, offset))
}

func (m *memory) board(rank int, offset uint64) *board {
	return (*board)(m.at(rank, offset))
}

func (m *memory) stage(rank int, offset uint64) *layout.Stage {
	return (*layout.Stage)(m.at(rank, offset))
}

func (m *memory) header(offset uint64) *layout.Header {
	return (*layout.Header)(m.at(m.rank, offset))
}

func (m *memory) jobArea() *layout.Job { return (*layout.Job)(m.job) }

func (m *memory) status(rank int) *layout.Status {
	return (*layout.Status)(unsafe.Add(m.job, layout.JobStatus+rank*layout.StatusSize))
}

// Offsets of words inside a TeamControl.
const (
	offArrived     = uint64(unsafe.Offsetof(layout.TeamControl{}.Arrived))
	offPassed      = uint64(unsafe.Offsetof(layout.TeamControl{}.Passed))
	offCollectives = uint64(unsafe.Offsetof(layout.TeamControl{}.Collectives))
	offCollected   = uint64(unsafe.Offsetof(layout.TeamControl{}.Collected))
	offBegun       = uint64(unsafe.Offsetof(layout.TeamControl{}.Begun))
	offRound       = uint64(unsafe.Offsetof(layout.TeamControl{}.Round))
	offForm        = uint64(unsafe.Offsetof(layout.TeamControl{}.Form))
	sizeForm       = uint64(unsafe.Sizeof(layout.FormEntry{}))
	offGathering   = uint64(unsafe.Offsetof(layout.TeamControl{}.Gathering))
	offGathered    = uint64(unsafe.Offsetof(layout.TeamControl{}.Gathered))
	offSlot        = uint64(unsafe.Offsetof(layout.TeamControl{}.Slot))
	sizeRound      = uint64(unsafe.Sizeof(layout.RoundFlag{}))
	sizeSlot       = uint64(unsafe.Sizeof(layout.CollectiveSlot{}))
	offLen         = uint64(unsafe.Offsetof(layout.CollectiveSlot{}.Len))
	sizeTeam       = uint64(unsafe.Sizeof(layout.TeamControl{}))
	sizeBoard      = uint64(unsafe.Sizeof(board{}))
)

// offShown is where in a Control an image shows a statement; offShownControl is the word that says
// of which team; offCrossed is Control.Crossed.
const (
	offCrossed      = uint64(unsafe.Offsetof(layout.Control{}.Crossed))
	offShown        = uint64(unsafe.Offsetof(layout.Control{}.Shown))
	offShownControl = offShown + uint64(unsafe.Offsetof(layout.Shown{}.Control))
)

// shownWords is the memory of what an image shows; the first word is the number.
func shownWords(s *layout.Shown) []uint64 {
	return unsafe.Slice(&s.Number, unsafe.Sizeof(*s)/8)
}

// bytesOf is the memory of words.
func bytesOf(words []uint64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 8*len(words))
}

// asSigned sees a word as the counter that it is.
func asSigned(p *uint64) *int64 { return (*int64)(unsafe.Pointer(p)) }

// Address is where the byte at offset of rank's slot is in this process; nil if
// rank is not mapped.
func (w *World) Address(rank int, offset uint64) unsafe.Pointer {
	if !w.mapped && rank != w.rank {
		return nil
	}
	return w.at(rank, offset)
}

// Offset is where in the slot of its image the byte at an address of this process lies, and
// which rank's slot that is; ErrAddress if it is in none.
func (w *World) Offset(p unsafe.Pointer) (rank int, offset uint64, err error) {
	distance := int64(uintptr(p)) - int64(uintptr(w.base))
	steps := distance / w.stride
	if distance%w.stride < 0 {
		steps--
	}
	rank = w.rank + int(steps)
	if uint(rank) >= uint(w.size) {
		return 0, 0, ErrAddress
	}
	return rank, uint64(distance - steps*w.stride), nil
}

// entries are n FormEntries in the own slot.
func (m *memory) entries(offset uint64, n int) []layout.FormEntry {
	return unsafe.Slice((*layout.FormEntry)(m.at(m.rank, offset)), n)
}

// bytesOfEntries is the memory of entries.
func bytesOfEntries(entries []layout.FormEntry) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(entries))),
		len(entries)*int(sizeForm))
}

// tableEntries are those of the team's FormTable from one on, as many as it has members.
func (t *Team) tableEntries(from int) []layout.FormEntry {
	return unsafe.Slice((*layout.FormEntry)(unsafe.Add(t.formTable(), from*int(sizeForm))), t.size)
}

func (t *Team) formTable() unsafe.Pointer {
	if t != t.w.initial {
		return t.w.at(t.Member(0), t.control+sizeTeam)
	}
	return unsafe.Add(t.w.job, t.w.seg.JobForm())
}

// formResult is that of the team's FormTable, with the memory for all its runs.
func (t *Team) formResult() (*layout.FormResult, Division) {
	result := (*layout.FormResult)(unsafe.Add(t.formTable(), layout.FormResultAt(t.size)))
	return result, unsafe.Slice((*layout.TeamRun)(unsafe.Add(unsafe.Pointer(result),
		layout.FormResultSize)), t.size)
}
