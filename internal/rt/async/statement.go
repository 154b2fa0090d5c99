package async

import (
	"errors"
	"fmt"

	"github.com/coral-pgas/coral/internal/layout"
	"github.com/coral-pgas/coral/internal/rt"
)

// Members of a team begin the same collective operations in the same order. That they do is seen by
// what they show and send each other anyway: it carries which operation it belongs to. What nobody
// reads, such as the part of a second root, is found where the program is checked: then member 0
// hears of all.

// ErrMismatch: the members of a team have begun different operations.
var ErrMismatch = errors.New("images have begun different collective operations")

// Statement is by what a program has begun an operation. Kind, Op and Place are numbers of the
// program's; 0: unknown, or none.
type Statement struct {
	word  uint64 // beside lengths; see layout.BoardLength
	Place uint64
	// Checked has the members tell each other.
	Checked bool
}

// Bits of a Statement's word.
const (
	shiftKind = 60
	shiftOp   = 54
	shiftRoot = layout.BoardLengthBits
	maskOp    = 1<<(shiftKind-shiftOp) - 1
	maskRoot  = 1<<(shiftOp-shiftRoot) - 1
	maskWord  = ^uint64(layout.BoardLength)
)

// NewStatement is one of a kind (1 to 15), an operator (0 to 63) and a root, which may be
// rt.EveryMember.
func NewStatement(kind, op, root int, place uint64, checked bool) Statement {
	return Statement{uint64(kind)<<shiftKind | uint64(op&maskOp)<<shiftOp |
		uint64(root&maskRoot)<<shiftRoot, place, checked}
}

// OfWord is the Statement that a program has written itself on a board.
func OfWord(word, place uint64) Statement { return Statement{word & maskWord, place, false} }

func (s Statement) Kind() int { return int(s.word >> shiftKind) }
func (s Statement) Op() int   { return int(s.word >> shiftOp & maskOp) }

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
	here, _ := c.e.called(c.statement)
	there, at := c.e.called(theirs)
	return fmt.Errorf("%w: %s here, %s on image %d%s", ErrMismatch, here, there,
		c.team.Member(member)+1, at)
}

// compare compares what a member shows or sends for this operation with what was expected of it.
func (c *Collective) compare(member int, length uint64, place uint64, want int) error {
	if theirs := OfWord(length, place); theirs.word != c.statement.word {
		return c.mismatch(member, theirs)
	}
	if got := int(length & layout.BoardLength); got != want {
		_, at := c.e.called(OfWord(length, place))
		return fmt.Errorf("%w: %d bytes here, %d on image %d%s", rt.ErrLengths, want, got,
			c.team.Member(member)+1, at)
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

// stepBegun is the step of letters that say that their sender has begun an operation.
const stepBegun = 1<<32 - 1

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
		e.heard(op, l, 0)
		return
	}
	e.mail[op] = append(e.mail[op], l)
	e.letters++
	e.tellShort()
	for _, c := range e.collectives {
		if c.number == op.number && c.team.Control() == op.team {
			c.checkLetter(&l)
			return
		}
	}
	if t := e.w.TeamByControl(op.team); t != nil && t.BegunBy(t.Rank(), op.number) &&
		!e.isBeside(t, op.number) {
		own := e.past(op)
		here, _ := e.called(own)
		there, at := e.called(OfWord(l.word, l.place))
		e.failAt(own, fmt.Errorf("%w: %s here, %s on image %d%s", ErrMismatch, here, there,
			l.source+1, at))
	}
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
	if l.word == c.statement.word || c.wrong != nil {
		return
	}
	member, _ := c.team.MemberOf(l.source)
	c.wrong = c.mismatch(member, OfWord(l.word, l.place))
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
}

// begun is what member 0 of a team knows of an operation that is checked: the first who has begun
// it, and how many have.
type begun struct {
	first letter
	count int
	size  int // of the team; 0 before this image has begun it
}

// tellBegun tells member 0 of the team that this image has begun the operation.
func (c *Collective) tellBegun() error {
	l := letter{stepBegun, c.e.w.Rank(), c.statement.word, c.statement.Place, nil}
	if c.team.Rank() == 0 {
		c.e.heard(c.operation(), l, c.team.Size())
		return nil
	}
	return c.sendLetter(0, &l)
}

// heard compares what the members have begun. size is the team's if l is this image's own.
func (e *Engine) heard(op operation, l letter, size int) {
	b := e.begun[op]
	if b == nil {
		b = &begun{first: l}
		e.begun[op] = b
	}
	b.count++
	if size > 0 {
		b.size = size
		e.unheard++
	}
	if b.first.word != l.word {
		first, at := e.called(OfWord(b.first.word, b.first.place))
		other, there := e.called(OfWord(l.word, l.place))
		e.failAt(OfWord(b.first.word, b.first.place),
			fmt.Errorf("%w: %s on image %d%s, %s on image %d%s", ErrMismatch, first,
				b.first.source+1, at, other, l.source+1, there))
	}
	if b.count == b.size {
		delete(e.begun, op)
		e.unheard--
	}
}
