package rt

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/coral-pgas/coral/internal/layout"
)

// Team is a set of images that synchronize, allocate and reduce together, as
// this image sees it.
type Team struct {
	w       *World
	id      int // place in World.teams; not the same on all members
	number  int64
	parent  *Team
	members []int32 // rank in the initial team of each member; nil: they are first, first+step, ..
	first   int
	step    int
	byRank  []int32 // members in order of their ranks; nil: not needed yet, or members is nil
	size    int
	rank    int    // this image's, in the team
	control uint64 // offset of the TeamControl, the same on every member
	central bool   // which barrier; the same on every member
	failed  error  // that this image has met a member in another statement; nil: it has not
	scratch uint64 // offset of the memory for long collectives; 0: none yet
	apart   uint8  // whether each member is on a machine of its own; see Apart

	forming   uint64      // rounds of forming teams in this one
	formed    []formation // in this team, by this image; see FormTeam
	gathering gathering

	mine   *layout.TeamControl // this image's; nil: not looked for yet
	rounds [][2]partner        // of its barrier, for its even and its odd epochs; see meetPartners

	exchange exchange

	shown  bool     // something on the board of which others are not told
	board  *board   // this image's; nil: none yet
	boards []*board // the other members', as far as they are known
	// asynchronous collectives up to this number are complete on all members, at least
	completed uint64
}

// InitialTeamNumber is the team number of the initial team (F2018 16.9.189).
const InitialTeamNumber = -1

func newInitialTeam(w *World) *Team {
	return &Team{
		w: w, number: InitialTeamNumber,
		size: w.size, rank: w.rank, step: 1,
		control: w.static + layout.ControlTeam,
		central: w.mapped && w.crowded,
	}
}

// NewTeam makes the part of the current team's members that are given, in that
// order, a team. All of its members call it with the same arguments, and control, the
// offset of a zeroed TeamControl in the symmetric heap that they agree on, and where memory is
// mapped of a layout.FormTable behind it.
func (w *World) NewTeam(number int64, members []int, control uint64) (*Team, error) {
	t := &Team{
		w: w, number: number, parent: w.current,
		size: len(members), step: 1,
		rank: slices.Index(members, w.rank), control: control,
		central: w.mapped && w.crowded,
	}
	t.id = len(w.teams)
	if t.rank < 0 {
		return nil, fmt.Errorf("%w: image %d is not a member of team %d", ErrImageRange, w.rank+1,
			number)
	}
	t.keep(members)
	w.teams = append(w.teams, t)
	return t, nil
}

// newTeam is NewTeam for the part of a Division.
func (w *World) newTeam(number int64, part Division, control uint64) (*Team, error) {
	if len(part) != 1 {
		return w.NewTeam(number, part.Ranks(), control)
	}
	run := part[0]
	t := &Team{
		w: w, number: number, parent: w.current,
		size: int(run.Count), first: int(run.First), step: int(run.Step), control: control,
		central: w.mapped && w.crowded, id: len(w.teams),
	}
	var member bool
	if t.rank, member = t.MemberOf(w.rank); !member {
		return nil, fmt.Errorf("%w: image %d is not a member of team %d", ErrImageRange, w.rank+1,
			number)
	}
	w.teams = append(w.teams, t)
	return t, nil
}

// keep notes the ranks of the members: rows, columns and blocks of images need no list.
func (t *Team) keep(members []int) {
	t.first = members[0]
	if len(members) > 1 {
		t.step = members[1] - members[0]
	}
	for m, rank := range members {
		if rank != t.first+m*t.step {
			t.members = make([]int32, len(members))
			for m, rank := range members {
				t.members[m] = int32(rank)
			}
			return
		}
	}
}

// ID identifies the team on this image, 0 is the initial one; TeamByID is the inverse.
func (t *Team) ID() int                { return t.id }
func (w *World) TeamByID(id int) *Team { return w.teams[id] }

// TeamByControl is the team with a TeamControl; nil: this image does not know it yet.
func (w *World) TeamByControl(control uint64) *Team {
	for _, t := range w.teams {
		if t != nil && t.control == control {
			return t
		}
	}
	return nil
}

// Control is the offset of the team's layout.TeamControl.
func (t *Team) Control() uint64 { return t.control }

// Enter makes t the current team; its parent must be current. Leave makes the
// parent current again. Neither synchronizes.
func (w *World) Enter(t *Team) { w.current = t }
func (w *World) Leave() *Team {
	t := w.current
	if t.parent != nil {
		w.current = t.parent
	}
	return t
}

// Number, Parent, Size and Rank describe the team; Parent is nil for the initial one.
func (t *Team) Number() int64 { return t.number }
func (t *Team) Parent() *Team { return t.parent }
func (t *Team) Size() int     { return t.size }
func (t *Team) Rank() int     { return t.rank }

// Member gives the rank in the initial team of a member.
func (t *Team) Member(member int) int {
	if t.members == nil {
		return t.first + member*t.step
	}
	return int(t.members[member])
}

// MemberOf is the inverse of Member; false if the image is not in the team.
func (t *Team) MemberOf(rank int) (int, bool) {
	if t.members == nil {
		member := (rank - t.first) / t.step
		return member, uint(member) < uint(t.size) && t.first+member*t.step == rank
	}
	if t.byRank == nil {
		t.byRank = make([]int32, t.size)
		for m := range t.byRank {
			t.byRank[m] = int32(m)
		}
		slices.SortFunc(t.byRank, func(a, b int32) int {
			return cmp.Compare(t.members[a], t.members[b])
		})
	}
	i, found := slices.BinarySearchFunc(t.byRank, int32(rank),
		func(m, rank int32) int { return cmp.Compare(t.members[m], rank) })
	if !found {
		return -1, false
	}
	return int(t.byRank[i]), true
}

func (t *Team) checkMember(member int) error {
	if uint(member) >= uint(t.size) {
		return t.w.noImage(member, "a team of ", t.size)
	}
	return nil
}

func (t *Team) own() *layout.TeamControl { return t.w.team(t.w.rank, t.control) }

// count reads a member's counter of its TeamControl.
func (t *Team) count(member int, word uint64) uint64 {
	v, err := t.w.loadWord(t.Member(member), word)
	if err != nil {
		return 0
	}
	return v
}

// counter is the offsets of two words of a TeamControl: how many operations of a sort a member has
// begun, and how many it has left.
type counter struct{ begun, left uint64 }

var (
	barriers    = counter{offArrived, offPassed}
	collectives = counter{offCollectives, offCollected}
	// An asynchronous operation is begun and left at once.
	asynchronous = counter{offBegun, offBegun}
)

// of is the counter in a team's TeamControl.
func (c counter) of(t *Team) counter { return counter{t.control + c.begun, t.control + c.left} }

// goneBefore looks for a member that is gone although the others wait for it: one
// that has failed (F2018 16.10.2.32 makes that a condition of every
// statement of the team) before it had left the operation, for it may have failed inside; or that
// has stopped before it had begun it: if it stops inside, by another goroutine, its process goes on
// and does its part.
func (t *Team) goneBefore(c counter, value uint64) error {
	if !t.w.anyGone() {
		return nil
	}
	for m := range t.size {
		rank := t.Member(m)
		gone, word := t.w.gone(rank), c.begun
		if gone == nil {
			continue
		}
		if t.w.failed(rank) {
			word = c.left
		}
		if t.w.crashed(rank) || t.count(m, word) < value {
			return gone
		}
	}
	return nil
}

// allHere says whether all members that are left have brought their counter to value.
func (t *Team) allHere(word, value uint64) bool {
	for m := range t.size {
		if t.w.gone(t.Member(m)) == nil && t.count(m, word) < value {
			return false
		}
	}
	return true
}
