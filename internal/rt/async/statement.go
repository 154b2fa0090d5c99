package async

import (
	"errors"
	"fmt"
	"strings"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt"
)

// Members of a team begin the same collective operations in the same order. That they do is seen by
// what they show and send each other: it carries which operation it belongs to. What nobody reads
// on boards, such as the part of a second root, is found since members compare what their
// neighbours show. What is in no message is found where the program is checked: then member 0 hears
// of all.

// ErrMismatch: the members of a team have begun different operations.
var ErrMismatch error = differentOperations{}

// differentOperations is rt.ErrMismatched of operations.
type differentOperations struct{}

func (differentOperations) Error() string {
	return "images have begun different collective operations"
}
func (differentOperations) Unwrap() error { return rt.ErrMismatched }

// Statement is by what a program has begun an operation. Kind, Op, Type and Place are numbers of
// the program's; 0: unknown, or none.
type Statement struct {
	word  uint64 // beside lengths; see layout.BoardLength
	Place uint64
	// Checked has the members tell each other.
	Checked bool
	// Local is what the operation touches on this image.
	Local Touches
}

// Bits of a Statement's word.
const (
	shiftKind = 60
	shiftOp   = 55
	shiftType = 50
	shiftRoot = layout.BoardLengthBits
	maskOp    = 1<<(shiftKind-shiftOp) - 1
	maskType  = 1<<(shiftOp-shiftType) - 1
	maskRoot  = 1<<(shiftType-shiftRoot) - 1
	maskWord  = ^uint64(layout.BoardLength)
)

// NewStatement is one of a kind (1 to 15), an operator (0 to 31), a type of elements (0 to 31) and
// a root, which may be rt.EveryMember.
func NewStatement(kind, op, elements, root int, place uint64, checked bool) Statement {
	word := uint64(kind)<<shiftKind | uint64(op&maskOp)<<shiftOp |
		uint64(elements&maskType)<<shiftType | uint64(root&maskRoot)<<shiftRoot
	return Statement{word: word, Place: place, Checked: checked}
}

// OfWord is the Statement that a program has written itself on a board.
func OfWord(word, place uint64) Statement {
	return Statement{word: word & maskWord, Place: place}
}

func (s Statement) Kind() int { return int(s.word >> shiftKind) }
func (s Statement) Op() int   { return int(s.word >> shiftOp & maskOp) }

// Type is that of the elements.
func (s Statement) Type() int { return int(s.word >> shiftType & maskType) }

// Root is the root's rank, modulo 2**14; rt.EveryMember: there is none.
func (s Statement) Root() int {
	root := int(s.word >> shiftRoot & maskRoot)
	if root == maskRoot {
		return rt.EveryMember
	}
	return root
}

// FailedError is an error of an operation that no statement can report, and by which statement it
// was begun.
type FailedError struct {
	Statement Statement
	Err       error
}

func (e *FailedError) Error() string { return e.Err.Error() }
func (e *FailedError) Unwrap() error { return e.Err }

// failAt is fail for an operation that a statement has begun.
func (e *Engine) failAt(s Statement, err error) { e.fail(&FailedError{s, err}) }

// called is what the program calls an operation, and where another image has begun it.
func (e *Engine) called(s Statement) (name, at string) {
	name = "another operation"
	if e.options.Describe != nil {
		name, at = e.options.Describe(s)
	}
	if at != "" {
		at = " at " + at
	}
	return name, at
}

// mismatch is the error that a member has begun another operation.
func (c *Collective) mismatch(member int, theirs Statement) error {
	if theirs.Place == 0 {
		c.other = member
	}
	return c.e.different(c.statement, c.e.w.Rank(), theirs, c.team.Member(member))
}

// different is the error that two images have begun different operations. All images that take part
// get the same one.
func (e *Engine) different(s Statement, rank int, other Statement, there int) error {
	first, at := e.called(s)
	second, otherAt := e.called(other)
	return fmt.Errorf("%w: image %d executes %s%s, but image %d executes %s%s", ErrMismatch, rank+1,
		first, at, there+1, second, otherAt)
}

// disagrees tells whether an error is that members do not bring the same: an operation in which
// some may wait for what never comes.
func disagrees(err error) bool {
	return errors.Is(err, rt.ErrMismatched) || errors.Is(err, rt.ErrLengths)
}

// compare compares what a member shows or sends for this operation with what was expected of it.
func (c *Collective) compare(member int, length uint64, place uint64, want int) error {
	return c.differs(member, OfWord(length, place), want, int(length&layout.BoardLength))
}

// differs is the error that a member has begun another operation, or brings got bytes and not as
// many as are wanted; nil: it agrees.
func (c *Collective) differs(member int, theirs Statement, want, got int) error {
	if theirs.word != c.statement.word {
		return c.mismatch(member, theirs)
	}
	if got != want {
		_, at := c.e.called(theirs)
		return fmt.Errorf("%w: image %d brings %d bytes, but image %d brings %d bytes%s",
			rt.ErrLengths, c.e.w.Rank()+1, want, c.team.Member(member)+1, got, at)
	}
	return nil
}

// operation names an operation of a team.
type operation struct {
	team   uint64
	number uint64
}

func (c *Collective) operation() operation { return operation{c.team.Control(), c.number} }

// letter is a message of a collective operation: a step of it, or, where it is checked, that a
// member has begun it.
type letter struct {
	step    uint32
	source  int
	word    uint64
	place   uint64
	payload []byte
}

// stepBegun is the step of letters that say that their sender has begun an operation, stepStands
// of those that say so to a neighbour where the board is full, and stepDiffers of those that say
// why it cannot end: what they carry is whether the operations differ, and a text. Steps stand
// between a message's kind and the statement's word.
const (
	stepShift   = 8
	stepMask    = 1<<(layout.BoardLengthBits-stepShift) - 1
	stepBegun   = stepMask
	stepDiffers = stepMask - 1
	stepStands  = stepMask - 2
)

const operationsDiffer, lengthsDiffer = 'o', 'l'

// tellOthers tells the other members, which may wait for what this image does not send, why the
// operation cannot end.
func (c *Collective) tellOthers(err error) {
	if c.told {
		return
	}
	c.told = true
	c.e.tellMembers(c.team, c.number, err)
}

func (e *Engine) tellMembers(team *rt.Team, number uint64, err error) {
	cause, prefix := byte(operationsDiffer), ErrMismatch.Error()
	if errors.Is(err, rt.ErrLengths) {
		cause, prefix = lengthsDiffer, rt.ErrLengths.Error()
	}
	_, text, _ := strings.Cut(err.Error(), prefix+": ")
	words := [4]uint64{kindCollective | stepDiffers<<stepShift, team.Control(), number, 0}
	for m := range team.Size() {
		if m != team.Rank() {
			// One that is gone need not hear of it.
			_ = e.send(team.Member(m), &words, append([]byte{cause}, text...))
		}
	}
}

// told is the error that another member has found.
func (l *letter) told() error {
	if len(l.payload) > 0 && l.payload[0] == lengthsDiffer {
		return fmt.Errorf("%w: %s", rt.ErrLengths, l.payload[1:])
	}
	return fmt.Errorf("%w: %s", ErrMismatch, l.payload[min(1, len(l.payload)):])
}

// takeLetter takes a letter from those of an operation.
func (e *Engine) takeLetter(op operation, step uint32, source int) (letter, bool) {
	list := e.mail[op]
	for i := range list {
		if list[i].step != step || list[i].source != source {
			continue
		}
		l := list[i]
		last := len(list) - 1
		list[i], list[last] = list[last], letter{}
		if last == 0 {
			delete(e.mail, op)
		} else {
			e.mail[op] = list[:last]
		}
		e.letters--
		e.tellShort()
		return l, true
	}
	return letter{}, false
}

// putLetter keeps a letter until its operation takes it. If it is of another operation than this
// image has begun, that ends by an error.
func (e *Engine) putLetter(op operation, l letter) {
	if l.step == stepBegun {
		e.heard(op, l, nil)
		return
	}
	if l.step == stepStands && e.stoodBy(op, &l) {
		return
	}
	e.mail[op] = append(e.mail[op], l)
	e.letters++
	e.tellShort()
	if c := e.live(op); c != nil {
		c.checkLetter(&l)
		return
	}
	t := e.w.TeamByControl(op.team)
	if t == nil || !t.BegunBy(t.Rank(), op.number) || e.isBeside(t, op.number) {
		return
	}
	// It is over here.
	if l.step == stepDiffers {
		if e.w.Compares() {
			t.Fail(l.told())
		}
		return
	}
	own := e.past(op)
	e.failPast(t, op, own, e.different(own, e.w.Rank(), OfWord(l.word, l.place), l.source))
}

// stoodBy compares what a neighbour has begun with this image's operation, and says whether that
// has been begun, too. Of one that is over little may be known.
func (e *Engine) stoodBy(op operation, l *letter) bool {
	if c := e.live(op); c != nil {
		c.checkLetter(l)
		return true
	}
	t := e.w.TeamByControl(op.team)
	if t == nil || !t.BegunBy(t.Rank(), op.number) {
		return false
	}
	if own := e.past(op); own.word != 0 && own.word != l.word {
		e.failPast(t, op, own, e.different(own, e.w.Rank(), OfWord(l.word, l.place), l.source))
	}
	return true
}

// live is an operation of this image that is not over; nil: it is, or has not been begun.
func (e *Engine) live(op operation) *Collective {
	for _, c := range e.collectives {
		if c.operation() == op && !c.over {
			return c
		}
	}
	return nil
}

// failPast is for an operation that is over on this image, and was another one than a member has
// begun. A statement that has waited for its end has returned: the next one of the team reports the
// error. (No other statement has waited for one that is kept: see spareCollective.)
func (e *Engine) failPast(t *rt.Team, op operation, own Statement, err error) {
	if own.word == 0 && e.w.Compares() {
		t.Fail(err)
		e.tellMembers(t, op.number, err)
		return
	}
	e.failAt(own, err)
}

// past is what is still known of an operation that is over: of the last one, if no others were
// under way.
func (e *Engine) past(op operation) Statement {
	for _, c := range e.spareCollectives {
		if c.team != nil && c.operation() == op {
			return c.statement
		}
	}
	return Statement{}
}

// isBeside says whether an operation may be one that the program goes on with by itself.
func (e *Engine) isBeside(t *rt.Team, number uint64) bool {
	if s := e.options.Short; s != nil {
		lowest := s.Lowest(t)
		return lowest != 0 && lowest <= number
	}
	return false
}

// checkLetter notes that a letter is of another operation.
func (c *Collective) checkLetter(l *letter) {
	if c.wrong != nil {
		return
	}
	member, _ := c.team.MemberOf(l.source)
	switch {
	case l.step == stepDiffers:
		c.wrong, c.told, c.other = l.told(), true, member
	case l.word != c.statement.word:
		c.wrong = c.mismatch(member, OfWord(l.word, l.place))
	}
}

// checkMail is for an operation that begins: others may have sent already.
func (c *Collective) checkMail() {
	if c.e.letters == 0 {
		return
	}
	list := c.e.mail[c.operation()]
	for i := range list {
		c.checkLetter(&list[i])
	}
	for _, m := range c.neighbours() {
		for there := true; there; {
			_, there = c.e.takeLetter(c.operation(), stepStands, c.team.Member(m))
		}
	}
}

// begun is what member 0 of a team knows of an operation that is checked: the first who has begun
// it, and how many have.
type begun struct {
	first letter
	count int
	size  int   // of the team; 0 before this image has begun it
	wrong error // members have begun different operations
}

// tellBegun tells member 0 of the team that this image has begun the operation.
func (c *Collective) tellBegun() error {
	l := letter{stepBegun, c.e.w.Rank(), c.statement.word, c.statement.Place, nil}
	if c.team.Rank() == 0 {
		c.e.heard(c.operation(), l, c)
		return nil
	}
	return c.sendLetter(0, &l)
}

// heard compares what the members have begun. own is this image's operation if l is of that.
func (e *Engine) heard(op operation, l letter, own *Collective) {
	b := e.begun[op]
	if b == nil {
		b = &begun{first: l}
		e.begun[op] = b
	}
	b.count++
	if own != nil {
		b.size = own.team.Size()
		e.unheard++
	}
	if b.first.word != l.word && b.wrong == nil {
		b.wrong = e.different(OfWord(b.first.word, b.first.place), b.first.source,
			OfWord(l.word, l.place), l.source)
	}
	if b.wrong != nil && b.size > 0 {
		e.disagreed(op, b, own)
	}
	if b.count == b.size {
		e.unhear(op)
	}
}

// disagreed ends an operation of this image's, which may have just been begun, or be over.
func (e *Engine) disagreed(op operation, b *begun, own *Collective) {
	if own == nil {
		own = e.live(op)
	}
	if own != nil {
		if own.wrong == nil {
			own.wrong = b.wrong
		}
		return
	}
	if t := e.w.TeamByControl(op.team); t != nil {
		e.failPast(t, op, e.past(op), b.wrong)
	}
}

// unhear has nobody wait for what members say that they have begun.
func (e *Engine) unhear(op operation) {
	if b := e.begun[op]; b != nil && b.size > 0 {
		delete(e.begun, op)
		e.unheard--
	}
}
