// Package layout is the one definition of the memory that the images of a run
// share: where things lie in the memory object, in an image's slot, and in the
// records inside. The C header capi/include/coral_layout.h is generated from it
// (go generate ./internal/layout) and a test holds both together.
//
// # The memory object
//
// One sparse memory file serves a run of N images. Image k (rank k-1) owns the
// slot [(k-1)*Stride, k*Stride); the Job area follows at N*Stride. Every image
// maps all slots at one fixed stride in its address space, so an address A that
// belongs to image i is, for image k's copy of the same object, A + (k-i)*Stride.
// This holds for static data and heap alike, and no table is needed.
//
//	slot:  [0, StaticSize)              the program's own writable data (.data, .bss), if it has coarrays there
//	       [StaticSize, +ControlSize)   Control: waking, barriers, sync images
//	       [.., +HeapSize)              the symmetric heap
//	       [.., Stride-GuardSize)       the local heap: what the image allocates by itself
//	       [Stride-GuardSize, Stride)   never mapped: the executable's text lies here in the neighbour's slot
//
// # Words and ordering
//
// Every word is written by atomic operations that are sequentially consistent.
// "Release"-like: all plain stores to coarrays before an operation on a word are
// visible to an image that has seen the word's new value (x86-TSO and the Go
// memory model both give this for atomic read-modify-write and store).
package layout

//go:generate go run ./gen -o ../../capi/include/coral_layout.h

// Version is compared at start-up: an image and its launcher must agree.
const Version = 5

// Sizes and offsets, in bytes.
const (
	// CacheLine is what two words written by different images keep apart.
	CacheLine = 64

	// StrideUnit divides every stride, so that a stride is a multiple of the
	// size of (nearly) every element type: 315 = 3*3*5*7. Views with one more
	// dimension, the image, rely on it (a stride in elements must be whole).
	StrideUnit = 315 << 21

	// WindowSize bounds N*Stride: what fits on either side of a
	// position-independent executable in a 47-bit address space.
	WindowSize = 32 << 40

	// UnmappedWindowSize is the bound when images are treated as unmapped:
	// the library path maps the slots a second time.
	UnmappedWindowSize = 8 << 40

	MaxStride = 1 << 40 // rounded down to StrideUnit

	// ControlSize is the size of an image's Control area (sparse).
	ControlSize = 4 << 20
	// ControlTeam is the offset of the initial team's TeamControl in Control.
	ControlTeam = 4096
	// ControlMail is the offset of the Mailbox of active messages of the smp
	// conduit, MailSize the room for it.
	ControlMail = 16 << 10
	MailSize    = 48 << 10
	// ControlSync is the offset of the sync-images counters: one CacheLine for
	// each rank of the initial team, written by that rank alone.
	ControlSync = 64 << 10

	// ControlParcels is the offset of an image's Parcels, ParcelsSize the room for them.
	ControlParcels = ControlSize - ParcelsSize
	ParcelsSize    = 128 << 10

	// MaxImages is how many sync-images counters a Control holds; the window may have fewer slots
	// (MostImages).
	MaxImages = (ControlParcels - ControlSync) / CacheLine

	// GoWindowBase is where a Go program (which has no static coarrays) maps slot 0.
	GoWindowBase = 16 << 40

	// HeaderSize precedes every symmetric allocation; see Header.
	HeaderSize  = 512
	HeaderMagic = 0x4c41524f43414b31
	MaxCorank   = 15

	// BarrierRounds bounds a dissemination barrier: 2**BarrierRounds images.
	BarrierRounds = 32
	// SlotPayload is what one small collective message carries.
	SlotPayload = 112

	// BoardOperations is how many asynchronous collectives of a team find room on a member's board,
	// BoardParts how many things a member shows in each, BoardPayload how many bytes a BoardSlot
	// carries itself. Teams of up to BoardMembers use boards. In those of up to BoardReaders each
	// member reads what all others show, when all need the result of a reduction; in larger ones
	// one does, and shows the result.
	BoardOperations = 32
	BoardParts      = 2
	BoardPayload    = 96
	BoardLengthBits = 36
	BoardLength     = 1<<BoardLengthBits - 1
	BoardMembers    = 64
	BoardReaders    = 16
)

// Control starts each image's control area. Waiting protocol: see Wake.
type Control struct {
	// Wake is a futex word (shared, not private). An image that is going to
	// sleep adds 1 to Sleepers, reads Wake, checks its condition once more and
	// waits for Wake to change, with a timeout (100 ms, in large runs more). Who changes
	// a word on which this image may wait reads Sleepers afterwards (full
	// barrier between), and if it is not zero adds 1 to Wake and wakes all.
	Wake     uint32
	Sleepers uint32
	// Crossed says that the image for which this one waits in SYNC IMAGES does not come, as that
	// has found (internal/rt/crossed.go).
	Crossed uint64
	_       [CacheLine - 16]byte
	Shown   Shown
}

// CountsCompared is the most members of a team in which each member looks, while it waits in a
// statement of the team, for others that wait for it in SYNC IMAGES. In larger teams the words by
// which others come would cost each image memory.
const CountsCompared = 512

// ShownCollective is in the Number of a collective for which an image waits, ShownAside in that of
// an asynchronous one. (A number without them is of what the members compare when they have met.)
const (
	ShownCollective = 1 << 63
	ShownAside      = 1 << 62
)

// Shown is the statement of a team in which an image waits, or has found that others execute
// another one. It is written for those that do not see the image's Status, and by Go alone. Members
// of the team that stand in the same barrier or collective read it.
type Shown struct {
	// twice that of the barrier or collective, and one more for those. It is written last, and 0
	// first
	Number  uint64
	Control uint64 // the offset of the team's TeamControl
	Length  uint64 // of what the image brings to a collective, in bytes
	Kind    uint32 // a WaitX
	Brings  uint32 // what it brings beside the length (capi/coll/collective.c)
	Line    uint32
	_       uint32
	File    [112]byte
	What    [16]byte // as Status has it
}

// TeamControl is what an image keeps for one team it belongs to. The initial
// team's lies in Control, others' in the symmetric heap at one offset for all members.
type TeamControl struct {
	// Arrived counts the barriers of this team that this image has entered.
	// Written by the owner before it enters; others read it only when a
	// member has failed or stopped, to learn who is missing.
	Arrived uint64
	// Passed: this image has left all barriers up to this number. Written by the owner when it
	// leaves; others read it when the owner has failed: FAIL IMAGE may be executed inside a barrier
	// (by a thread, a goroutine or a shipped procedure), whose later signals then never come.
	Passed uint64
	_      [CacheLine - 16]byte

	// Central barrier, on team rank 0's TeamControl; used when there are more images than cores.
	// Count: arrivals so far (monotone). The arrival that makes Count = epoch*members
	// stores epoch to Release and wakes the members' sleepers.
	Count   uint64
	_       [CacheLine - 8]byte
	Release uint64
	_       [CacheLine - 8]byte

	// Collectives counts the small collectives (Slot) of this team that this
	// image has begun: the next one's number is Collectives+1, its generation
	// the number modulo 2. Read and written by the owner alone; it stands here
	// because compiled code and the runtime both do collectives.
	Collectives uint64
	// Collected is to Collectives what Passed is to Arrived.
	Collected uint64
	_         [CacheLine - 16]byte

	// Dissemination barrier: round r's partner stores the epoch here.
	Round [BarrierRounds]RoundFlag

	// Where images are not mapped, Form is what this image brings to FORM TEAM: the round with
	// number s is in Form[s%2]. Others read it after the barrier that follows if what stands below
	// has not come to them. Written by the owner. (Where they are mapped, all members write to one
	// table: FormTable.)
	Form [2]FormEntry

	// Gathering is the offset in this image's slot of memory for what all members bring to FORM
	// TEAM; 0: there is none. Gathered[r] is the round of forming teams whose entries another
	// member has put there, 2**r of them.
	Gathering uint64
	Gathered  [BarrierRounds]uint64

	// Begun counts the asynchronous collectives of this team that this image has begun. Written by
	// the owner; others read it when a member has failed or stopped, to learn whether it had taken
	// part.
	Begun uint64
	// Completed: of these all up to this number are complete on this image. Written by the owner;
	// others read it before they use slots of their boards again.
	Completed uint64
	_         [CacheLine - 16]byte

	// Board is the offset in this image's slot of its [BoardOperations][BoardParts]BoardSlot; 0: it
	// has shown nothing yet. Written once.
	Board uint64

	_ [4096 - 5*CacheLine - BarrierRounds*CacheLine - CacheLine - 8 - BarrierRounds*8 - 8]byte

	// Small collectives: recursive doubling, two generations alternate.
	Slot [2][BarrierRounds]CollectiveSlot
}

// RoundFlag is one line of a dissemination barrier. The signal of barrier e stands in Epoch[e%2]:
// e<<KindBits, and below the kind of the statement, a WaitX, by which the receiver sees that both
// execute the same. The sender comes to barrier e+2 only after the receiver has entered e+1, and so
// has read the signal of e: none is overwritten that has not been compared.
type RoundFlag struct {
	Epoch [2]uint64
	_     [CacheLine - 16]byte
}

// KindBits is how many low bits of a RoundFlag's word hold the kind of the statement.
const KindBits = 8

// FormEntry is a member's part of forming teams.
type FormEntry struct {
	Round  uint64 // written last
	Number int64  // of the team that it wants to belong to
	Index  int64  // NEW_INDEX=, 0: none
	Offset uint64 // where its heap has room for the new team's TeamControl
}

// FormEntrySize is the size of a FormEntry.
const FormEntrySize = 32

// FormTable is the size of the table of what n members bring to FORM TEAM, where memory is mapped:
// two rounds of entries, by member, then a FormResult and as many runs. Only the first member's is
// used. The initial team's stands behind the last Status; others' behind the first member's
// TeamControl. (In a slot for each member, every image would touch a page of every other one.)
func FormTable(n int) uint64 { return FormResultSize + FormTableMember*uint64(n) }

// FormResultAt is where the FormResult lies in the table of n members.
func FormResultAt(n int) uint64 { return 2 * FormEntrySize * uint64(n) }

// FormResult is what the first member of a team of FormShared members or more has made of the
// entries, for all: to sort them on each of a thousand images would be what FORM TEAM costs. It is
// written between two barriers, and read between the second one and the next FORM TEAM's first.
type FormResult struct {
	Round           uint64 // of the entries; written last
	Runs            uint64 // of the Division, behind this
	Lowest, Highest uint64 // of the entries' offsets
}

const (
	// FormResultSize is the size of a FormResult, TeamRunSize that of a TeamRun.
	FormResultSize = 32
	TeamRunSize    = 24
	// FormTableMember is what a FormTable has for each member.
	FormTableMember = 2*FormEntrySize + TeamRunSize
	// FormShared is how many members a team has at least whose first member sorts for all.
	FormShared = 64
)

// TeamRun is members of one team, in its order, whose ranks are an arithmetic progression. What one
// FORM TEAM has made is kept as such, in order of team numbers and indices: rows and columns of
// images are one each.
type TeamRun struct {
	Number      int64 // of the team
	From        int32 // the member with which it begins, 0 is the first
	Count       int32
	First, Step int32 // ranks in the initial team
}

// Mailbox is a bounded queue of active messages in the target's Control area: many images put
// messages in, the owner takes them out. Zeroed memory is an empty one.
//
// A message has a position; position p uses cell p mod MailCells. Head is the position of the
// oldest message that is not handled: the cell of a position below Head+MailCells is free. Who
// advances Tail over such a position owns the cell until it stores the Turn, position+1. Handling
// is 1 while a thread of the owner's takes messages out.
//
// Senders remember Head and look at it again only when the mailbox seems half full, and a short
// message fills one or two cache lines: a message costs as few transfers of lines between two cores
// as there can be.
//
// Nothing lies at the beginning: the check for nil, which Go's compiler puts before an access to a
// cell, is a load from there. It must not fetch a line that another image writes.
type Mailbox struct {
	_        [mailApart]byte
	Tail     uint64
	_        [mailApart - 8]byte
	Head     uint64
	Handling uint32
	// Filling counts the owner's threads that have taken a position in a mailbox, and not filled
	// it yet, but that of compiled code; Ends is 1 when no other may take one, since the process
	// ends: what comes behind a position that is never filled waits for ever.
	Filling uint32
	Ends    uint32
	_       [mailApart - 20]byte
	// Bell is a futex word on which the owner's helper sleeps while Asleep is not 0.
	Bell   uint32
	Asleep uint32
	_      [mailApart - 8]byte
	Cells  [MailCells]MailCell
}

// MailCell holds one message.
type MailCell struct {
	Turn    uint64
	Source  uint32
	Handler uint16
	Length  uint16
	Args    [4]uint64
	Payload [MailPayload]byte
}

// Parcel stands before the arguments of a function that are too long for a MailCell. They stay with
// the image that ships the function; who executes it reads them there, and stores 0 to Busy then.
// Parcels lie one behind the other in a ring of ParcelsSize bytes. Size is that of the whole
// parcel.
type Parcel struct {
	Busy   uint32
	Size   uint32
	Length uint64 // of the arguments
	_      [CacheLine - 16]byte
}

const (
	MailCells   = 64
	MailPayload = 592
	// ParcelBusy, ParcelLength and ParcelHead are the offsets of a Parcel's fields and of its
	// arguments.
	ParcelBusy   = 0
	ParcelLength = 8
	ParcelHead   = CacheLine
	// mailApart is how far from each other words lie that different images write: processors fetch
	// lines in pairs.
	mailApart = 2 * CacheLine
)

// LentFrom is how long puts are whose source may still be needed when the call returns that lends
// it (conduit.ZeroCopyPut).
const LentFrom = 16 << 10

// Messages of asynchronous operations that compiled code knows, too (internal/rt/async,
// capi/async/mail.c).
const (
	MessageWhole = 1 // the handler of messages in one piece
	// the kind of those that ship a function: the lowest byte of the first argument. Then
	MessageShip = 1
	// flags in the next byte: the place of the result stands first in the payload,
	ShipResult = 1
	ShipEvent  = 2 // the place of an event next;
	ShipParcel = 4 // then the place of a Parcel, instead of the arguments;
	// and in the two bytes after the number of the function, this for procedures of compiled
	// programs.
	ShipProcedure   = 0xffff
	ShipPlaceOffset = 44 // bits of the offset in a place; the rank is above

	// ShipArguments is how many arguments such a procedure has at most.
	ShipArguments = 48
)

// CollectiveSlot carries one small message: the payload is written first, then
// Seq is stored (sequentially consistent) with the operation's number.
type CollectiveSlot struct {
	Seq     uint64
	Len     uint64
	Payload [SlotPayload]byte
}

// BoardSlot is what a member of a team shows the others in one part of an asynchronous collective:
// they read it where it is. Tag is stored last (sequentially consistent), with the operation's
// number.
type BoardSlot struct {
	Tag uint64
	// of what is shown, in the lower BoardLengthBits, and above which operation it belongs to
	// (async.Statement)
	Length  uint64
	Offset  uint64 // of a Stage in the slot of the image; 0: it is in Payload
	Place   uint64 // of the program's statement; 0: unknown
	Payload [BoardPayload]byte
}

// Stage stands StageSize bytes before data that other images read where they are. Ready is how many
// bytes may be read; the owner adds to it. Read counts the images that need it no more.
type Stage struct {
	Ready uint64
	_     [CacheLine - 8]byte
	Read  uint64
	_     [CacheLine - 8]byte
}

// StageSize is the size of a Stage.
const StageSize = 2 * CacheLine

// Event is an event variable (coral_event_type in Fortran): Posts minus Taken is its count. Posts
// is changed by atomic adds from any image, Taken by the owner's waits alone. So a wait writes
// nothing that a poster must have first, and needs no atomic operation.
type Event struct {
	Posts int64
	Taken int64
}

// Lock is a lock variable, also the hidden one of a critical construct.
// Word: 0 free; otherwise the holder's initial-team image number, with
// LockWaiters set when somebody may sleep on Word (a shared futex).
type Lock struct {
	Word uint32
	_    uint32
	_    uint64
}

// LockWaiters is the bit of Lock.Word that says a waiter may be asleep.
const LockWaiters = 1 << 31

// Header stands HeaderSize bytes before the data of every allocated coarray.
type Header struct {
	Magic  uint64
	Size   uint64 // bytes the program asked for
	Team   uint64 // number of the team that allocated
	Corank int64
	Lower  [MaxCorank]int64
	Upper  [MaxCorank]int64 // the last one is not used
}

// Job is the area at offset N*Stride of the memory object. The launcher creates
// it; images map it whole.
type Job struct {
	Version uint32
	Images  uint32
	Stride  uint64
	Static  uint64 // StaticSize of this run
	Guard   uint64 // GuardSize of this run
	// Cores is how many cores the run has, by which all images choose alike how
	// to wait and which barrier. An image's own affinity does not tell: it may be pinned.
	Cores uint32
	_     [CacheLine - 36]byte

	// Alert is added to whenever an image stops, fails, or the run is to end.
	// Every waiter compares it, in its slow path, with the value it last saw.
	Alert uint32
	_     [CacheLine - 4]byte

	// Ending: 0 running; 1 error termination was initiated (by error stop or the launcher). Set
	// before Alert.
	Ending   uint32
	ExitCode int32  // of the image that initiated error termination
	EndedBy  uint32 // its image number, 0: the launcher
	_        [CacheLine - 12]byte

	Stopped uint32 // how many images have initiated normal termination
	Failed  uint32 // how many images have failed

	// No image may touch another's static coarrays before that one has moved its data into the
	// memory object: the move would undo it. Started counts the images that have; the last one sets
	// Ready, a shared futex word, and wakes all.
	Started uint32
	Ready   uint32
	// grows when somebody asks where the images stand, of runs that a library's launcher has
	// started
	Asked uint32

	// Reporter is 0 if nobody waits for what images write to standard error to be passed on. Else
	// an image that ends by an error waits until its pipe is empty and Reporter is ReporterRests:
	// it is ReporterPasses from before something is read until that is written.
	Reporter uint32
	// Told is 1 from the moment on that an image has begun to tell of a mismatch with another one,
	// which finds the same: one of both reports is enough.
	Told uint32
	// Judged is 1 if a launcher of Coral's, or its agent, sees how images end, and says it.
	Judged uint32
	_      [CacheLine - 32]byte
	// Status rows follow, one an image, at JobStatus + rank*StatusSize; then the initial team's
	// FormTable.
}

const (
	// JobStatus is the offset of the first Status in the Job area.
	JobStatus = 4096
	// StatusSize is the size of one Status.
	StatusSize = 576
	// FaultFrames is how many places in the program a Status has room for. Ten of them may be those
	// of a procedure of the compiler's runtime library that ends the program.
	FaultFrames = 16
	// FaultReported is added to their number where an error of a statement has been reported, and
	// FaultBacktrace where the runtime library of the language is about to print a backtrace.
	FaultReported  = 1 << 8
	FaultBacktrace = 1 << 9
	FaultFlags     = FaultReported | FaultBacktrace
	// CauseExit is added to the exit code in Status.Cause.
	CauseExit = 1 << 8
	// SignalAsk asks an image where it is: a real-time signal, that no library that images are
	// known to use has a meaning for.
	SignalAsk = 57
)

// Values of Job.Reporter.
const (
	ReporterRests  = 1
	ReporterPasses = 2
)

// Status is an image's public state. The image itself writes it, State = failed the launcher.
type Status struct {
	State    uint32 // see StateX
	Pid      int32
	ExitCode int32
	// what it waits for, see WaitX, perhaps with flags (WaitFlags); 0 not waiting. Set in the slow
	// path only.
	Wait     uint32
	Target   uint32 // image or count waited for, if any
	Line     uint32 // source line of the waiting statement
	Since    uint64 // CLOCK_MONOTONIC nanoseconds when the wait began
	Progress uint32 // grows with every wait that ends: a deadlock report needs it to stand still
	// grows with every look at what is waited for that found nothing: a deadlock report needs it to
	// grow
	Looks uint32
	File  [128]byte
	Base  uint64 // where the image has its own slot: addresses that it stores are relative to it
	// in runs over several machines: 1 if the image is on the one whose Job area this is
	Here uint32
	// Where a signal has ended the image, if its Fortran runtime does not tell, or where it has
	// executed ERROR STOP, or a statement whose error it has reported: the instruction, then what
	// called its procedure, as distances from the start of the executable in memory.
	Faults uint32
	Fault  [FaultFrames]uint32
	// In runs that a library's launcher has started (internal/waitstate): the thread that waits;
	// how often this image has found that it stands still, and that it does not; and how many
	// messages that may end a wait it has sent and taken, in all.
	Thread, Still, Stirs uint32
	Space                uint32 // in which Pid counts, as the kernel numbers them; 0: nobody knows
	Sent, Taken          uint64
	// Kind is the WaitX of the last barrier or collective that this image has entered by the
	// central counter. The last to arrive compares all; it is stored only when it changes, so that
	// the line stays shared.
	Kind uint32
	// Cause is by what the image itself ends without a statement for that, from the moment on that
	// it begins to end: the signal of a fault, or CauseExit and an exit code. 0: by nothing.
	Cause uint32
	// Where in this process Coral's own threads, and those of Go's runtime, sleep: the instructions
	// of Go from Text up to TextEnd, and the one behind the system call of Coral's C part. 0:
	// unknown, or there are none. A thread that sleeps there is no thread of the program's.
	Text, TextEnd, Slept uint64
	// Where the image was when it was last asked (SignalAsk): a compiled program stores addresses
	// as in Fault, 0 first if the instruction itself is outside the executable; a Go program
	// stores text that ends with a zero byte. Answers grows afterwards. Who asks a compiled program
	// stores in PlaceText the system call in which it sleeps, which the signal ends
	// (waitstate.ask).
	Answers, Places uint32
	Place           [FaultFrames]uint32
	PlaceText       [128]byte
	// A Go program is asked by Questions, a shared futex word, if Hears is 1: the signal would come
	// to os/signal, and then no one could tell whether the program itself waits for signals. Its
	// answer says besides what the image's goroutine does (Doing, as the runtime calls it; empty:
	// it runs), and whether nothing in the process goes on by itself (Stuck). Blocked is 1 while
	// its threads look so from outside and no wait of Coral's says so (waitstate.Self).
	Questions, Hears, Stuck, Blocked uint32
	Doing                            [32]byte
	// What is the name of the statement that waits, as messages have it; empty: Wait says all
	What [StatusSize - 560]byte
}

// Values of Status.State.
const (
	StateStarting = 0
	StateRunning  = 1
	StateStopped  = 2 // normal termination initiated; waits for the others
	StateFailed   = 3 // executed fail image, or was killed in a run that tolerates it
	StateDone     = 4 // normal termination completed
)

// Values of Status.Wait.
const (
	WaitNone    = 0
	WaitSyncAll = 1
	WaitImages  = 2
	WaitEvent   = 3
	WaitLock    = 4
	WaitCrit    = 5
	WaitColl    = 6 // a collective subroutine
	WaitAlloc   = 7 // allocate or deallocate of a coarray
	WaitEnd     = 8 // normal termination
	WaitTeam    = 9
	WaitFinish  = 10 // the end of a finish block
	// normal termination, of an image whose asynchronous operations are not complete
	WaitAsync  = 11
	WaitFree   = 12 // deallocate of a coarray
	WaitMove   = 13 // move_alloc of coarrays
	WaitChange = 14 // change team
	WaitLeave  = 15 // end team
	WaitForm   = 16 // form team
	WaitSplit  = 17 // team_split of CAF 2.0, SplitTeam
	WaitFence  = 18 // cofence of CAF 2.0
	WaitBefore = 19 // an image ends, or a block, and a copy waits for its event still
)

// What an asynchronous operation does, while it goes on, with memory of the image that has begun
// it: bits of one number, as C, Go and generated text give it.
const (
	TouchReads  = 1
	TouchWrites = 2
)

// A language that knows adds to Status.Wait whether only other images can end the wait (WaitAlone),
// or something else in the process may, such as a goroutine (WaitOthers). Without either, the
// process's threads tell.
//
// Several threads of an image may wait, or one may wait while it executes a shipped procedure in
// another wait: Wait is then what began last of all that goes on. WaitLocks says that one of them
// is a wait for a lock: who unlocks looks at it. WaitUnknown says that functions have been shipped
// to the image that it has not registered, which a report tells.
const (
	WaitUnknown = 1 << 28

	WaitLocks  = 1 << 29
	WaitAlone  = 1 << 30
	WaitOthers = 1 << 31
	WaitFlags  = WaitUnknown | WaitLocks | WaitAlone | WaitOthers
)
